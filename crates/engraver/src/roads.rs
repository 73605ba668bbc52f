//! Roads, trails and the like, smooth through the hexes.

use ground::{Dir, HexId, Road, Roads};

use crate::geometry::{Curve, Obstacles, Pt, Sheet};
use crate::svg::Svg;

/// The roads of a map as curves, by [`Road::index`].
pub(crate) struct Network {
    curves: [Vec<Curve>; ROADS],
}

const ROADS: usize = Road::ALL.len();

/// A piece of a road within one hex. An end at a hexside knows which one, so that pieces can be joined.
struct Piece {
    points: [Pt; 3],
    ends: [Option<Side>; 2],
}

/// A hexside, the same from both its hexes.
type Side = (HexId, u8);

impl Network {
    pub fn new(sheet: &Sheet<'_>) -> Network {
        let mut pieces = [const { Vec::new() }; ROADS];
        for hex in sheet.ground.hexes() {
            in_hex(sheet, hex, &mut pieces);
        }
        Network { curves: pieces.map(join) }
    }

    /// Keeps trees and houses off.
    pub fn clear(&self, obstacles: &mut Obstacles) {
        for road in Road::ALL {
            let radius = match road {
                Road::Trail => 4.0,
                Road::Road => 5.0,
                Road::Highway => 6.0,
                Road::Causeway => 8.0,
            };
            obstacles.add_curves(&self.curves[road.index()], radius);
        }
    }

    pub fn draw(&self, svg: &mut Svg) {
        let join = "fill=\"none\" stroke-linejoin=\"round\"";
        let [roads, trails, dams, highways] = [Road::Road, Road::Trail, Road::Causeway, Road::Highway]
            .map(|road| Curve::path(&self.curves[road.index()]));
        svg.path(&trails, &format!("{join} stroke=\"#f6efd8\" stroke-width=\"4.4\" stroke-opacity=\"0.75\""));
        svg.path(
            &trails,
            &format!("{join} stroke=\"#5f4526\" stroke-width=\"1.9\" stroke-dasharray=\"8 4.5\""),
        );
        svg.path(&dams, &format!("{join} stroke=\"#5d4a2c\" stroke-width=\"15\" stroke-dasharray=\"1.2 3\""));
        for (width, ink) in [(8.4, "#4b3820"), (5.4, "#e6d3a4")] {
            svg.path(&dams, &format!("{join} stroke=\"{ink}\" stroke-width=\"{width}\""));
        }
        svg.path(&roads, &format!("{join} stroke=\"#4b3820\" stroke-width=\"7.6\""));
        svg.path(&roads, &format!("{join} stroke=\"#f5ecd3\" stroke-width=\"4.8\" stroke-linecap=\"round\""));
        svg.path(&highways, &format!("{join} stroke=\"#3a2c18\" stroke-width=\"10.4\""));
        svg.path(
            &highways,
            &format!("{join} stroke=\"#efe0bb\" stroke-width=\"7.2\" stroke-linecap=\"round\""),
        );
        svg.path(
            &highways,
            &format!("{join} stroke=\"#8a6d45\" stroke-width=\"1.1\" stroke-dasharray=\"3 2.4\""),
        );
    }
}

/// The pieces of the roads through a hex: the straightest pair of links makes one curve, the others join it.
fn in_hex(sheet: &Sheet<'_>, hex: HexId, pieces: &mut [Vec<Piece>; ROADS]) {
    let kind = |dir: Dir| kind_of(sheet.ground.roads(hex, dir));
    let links: Vec<(Dir, Road)> = Dir::ALL.iter().filter_map(|&dir| Some((dir, kind(dir)?))).collect();
    let middle = |dir: Dir| sheet.middle(hex, dir);
    let centre = sheet.centre(hex);
    let mut junction = centre;
    let main = straightest(&links);
    if let Some((a, b, road)) = main {
        let (from, to) = (middle(a), middle(b));
        junction = from * 0.25 + centre * 0.5 + to * 0.25;
        let ends = [Some(side(sheet, hex, a)), Some(side(sheet, hex, b))];
        pieces[road.index()].push(Piece { points: [from, centre, to], ends });
    }
    for &(dir, road) in &links {
        if main.is_some_and(|(a, b, _)| dir == a || dir == b) {
            continue;
        }
        let from = middle(dir);
        let ends = [Some(side(sheet, hex, dir)), None];
        pieces[road.index()].push(Piece { points: [from, from.mid(centre), junction], ends });
    }
    if let [(dir, road)] = links[..] {
        run_off(sheet, hex, dir, road, pieces);
    }
}

/// A road that ends in a hex at the edge of the map runs on to the frame.
fn run_off(sheet: &Sheet<'_>, hex: HexId, dir: Dir, road: Road, pieces: &mut [Vec<Piece>; ROADS]) {
    let off =
        [3, 2, 4].map(|turn| dir.turn(turn)).into_iter().find(|&d| sheet.ground.neighbour(hex, d).is_none());
    let Some(off) = off else { return };
    let (centre, to) = (sheet.centre(hex), sheet.cell(hex).neighbour(off).centre());
    let piece = pieces[road.index()].last_mut().expect("the only link of the hex was just added");
    let from = piece.points[0];
    let middle = centre.mid(to);
    *piece = Piece { points: [from, centre, middle], ends: [piece.ends[0], None] };
    pieces[road.index()].push(Piece { points: [middle, middle.mid(to), to], ends: [None, None] });
}

fn kind_of(roads: Roads) -> Option<Road> {
    roads.iter().next()
}

/// The two links that make the main road: the better road before the worse, then the least bend.
fn straightest(links: &[(Dir, Road)]) -> Option<(Dir, Dir, Road)> {
    let pairs = links.iter().enumerate().flat_map(|(i, &a)| links[i + 1..].iter().map(move |&b| (a, b)));
    let alike = pairs.filter(|((_, road), (_, other))| road == other).map(|((a, road), (b, _))| (a, b, road));
    alike.min_by_key(|&(a, b, road)| (road, 3 - (b.0 - a.0).min(6 + a.0 - b.0)))
}

fn side(sheet: &Sheet<'_>, hex: HexId, dir: Dir) -> Side {
    if dir.0 < 3 {
        return (hex, dir.0);
    }
    let other = sheet.ground.neighbour(hex, dir).expect("a road links two hexes of the map");
    (other, dir.opposite().0)
}

/// Joins the pieces that meet at hexsides into curves.
fn join(pieces: Vec<Piece>) -> Vec<Curve> {
    let mut used = vec![false; pieces.len()];
    let mut curves = Vec::new();
    // First those that begin somewhere, then rings.
    let starts = (0..pieces.len()).filter(|&i| pieces[i].ends.contains(&None)).chain(0..pieces.len());
    for start in starts {
        if used[start] {
            continue;
        }
        used[start] = true;
        let mut curve = Curve::default();
        let backwards = pieces[start].ends[1].is_none() && pieces[start].ends[0].is_some();
        let mut end = add(&mut curve, &pieces[start], backwards);
        while let Some(side) = end {
            let next = (0..pieces.len()).find(|&i| !used[i] && pieces[i].ends.contains(&Some(side)));
            let Some(next) = next else { break };
            used[next] = true;
            end = add(&mut curve, &pieces[next], pieces[next].ends[1] == Some(side));
        }
        curves.push(curve);
    }
    curves
}

/// Adds a piece to a curve, turned round if need be; gives the side where it ends.
fn add(curve: &mut Curve, piece: &Piece, backwards: bool) -> Option<Side> {
    let [a, c, b] = piece.points;
    curve.pieces.push(if backwards { [b, c, a] } else { [a, c, b] });
    piece.ends[usize::from(!backwards)]
}

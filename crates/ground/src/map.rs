use crate::compass::Twelfths;
use std::fmt;

use hexx::{EdgeDirection, Hex, HexOrientation, OffsetHexMode};
use muster::{Collector, Name};
use serde::{Deserialize, Serialize};

use crate::{Aim, Dir, Edge, Feature, Features, Road, Roads, Terrain};

/// A hex of one [`Ground`], by its number: row by row from the top left, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HexId(pub u16);

impl HexId {
    /// No hex (off the map).
    pub const NONE: HexId = HexId(u16::MAX);

    /// The number, for use with arrays by hex.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a hex at all.
    pub const fn is_some(self) -> bool {
        self.0 != u16::MAX
    }
}

impl fmt::Display for HexId {
    /// `#17`; the name on the map is [`Ground::label`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_some() { write!(f, "#{}", self.0) } else { f.write_str("#none") }
    }
}

/// The name of a hex: column and row from 1; prints as `CCRR`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Label {
    /// From 1.
    pub column: u8,
    /// From 1.
    pub row: u8,
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}{:02}", self.column, self.row)
    }
}

/// The steps to the six neighbours, by [`Dir`].
pub(crate) const STEPS: [Hex; 6] = [
    EdgeDirection::FLAT_NORTH.into_hex(),
    EdgeDirection::FLAT_NORTH_EAST.into_hex(),
    EdgeDirection::FLAT_SOUTH_EAST.into_hex(),
    EdgeDirection::FLAT_SOUTH.into_hex(),
    EdgeDirection::FLAT_SOUTH_WEST.into_hex(),
    EdgeDirection::FLAT_NORTH_WEST.into_hex(),
];

/// A hexside as seen from one of its hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct HexsideView {
    pub features: Features,
    /// The neighbour is the higher one of a slope or steep slope.
    pub uphill: bool,
    /// This hex is inside the wall or work.
    pub protected: bool,
}

/// A map of hexes; immutable once built ([`Ground::read`], [`Ground::build`]).
///
/// # Panics
/// Methods that take a [`HexId`] panic when it is not a hex of this map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    pub(crate) name: String,
    pub(crate) hex_meters: Option<u32>,
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    pub(crate) axial: Vec<Hex>,
    pub(crate) neighbours: Vec<[HexId; 6]>,
    pub(crate) terrain: Vec<Terrain>,
    pub(crate) levels: Vec<i8>,
    pub(crate) hexsides: Vec<[HexsideView; 6]>,
    pub(crate) roads: Vec<[Roads; 6]>,
    pub(crate) places: Vec<(String, HexId)>,
    pub(crate) entries: Vec<(String, HexId)>,
}

impl Ground {
    /// A map of clear, level hexes; `columns` and `rows` from 1 to 99.
    pub(crate) fn clear(columns: u16, rows: u16) -> Ground {
        let size = usize::from(columns) * usize::from(rows);
        let mut ground = Ground {
            name: String::new(),
            hex_meters: None,
            columns,
            rows,
            axial: Vec::with_capacity(size),
            neighbours: Vec::with_capacity(size),
            terrain: vec![Terrain::Clear; size],
            levels: vec![0; size],
            hexsides: vec![Default::default(); size],
            roads: vec![Default::default(); size],
            places: Vec::new(),
            entries: Vec::new(),
        };
        for row in 0..i32::from(rows) {
            for column in 0..i32::from(columns) {
                let at = [column, row];
                let hex = Hex::from_offset_coordinates(at, OffsetHexMode::Odd, HexOrientation::Flat);
                ground.axial.push(hex);
            }
        }
        for i in 0..size {
            let hex = ground.axial[i];
            ground.neighbours.push(STEPS.map(|step| ground.at(hex + step).unwrap_or(HexId::NONE)));
        }
        ground
    }

    /// The map's name; may be empty.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The width of a hex in metres, for a scale bar.
    pub fn hex_meters(&self) -> Option<u32> {
        self.hex_meters
    }

    /// The number of hexes.
    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    /// Never: a map has at least one hex.
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    /// The number of columns, 1 to 99.
    pub fn columns(&self) -> u16 {
        self.columns
    }

    /// The number of rows, 1 to 99.
    pub fn rows(&self) -> u16 {
        self.rows
    }

    /// All hexes, in order.
    pub fn hexes(&self) -> impl DoubleEndedIterator<Item = HexId> + ExactSizeIterator + use<> {
        (0..self.len() as u16).map(HexId)
    }

    /// The hex of that name (`CCRR`, four digits), if it is on the map.
    pub fn hex(&self, name: &str) -> Option<HexId> {
        let digits = name.as_bytes();
        if digits.len() != 4 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let two = |i: usize| u16::from(digits[i] - b'0') * 10 + u16::from(digits[i + 1] - b'0');
        let (column, row) = (two(0), two(2));
        let on_map = (1..=self.columns).contains(&column) && (1..=self.rows).contains(&row);
        on_map.then(|| HexId((row - 1) * self.columns + column - 1))
    }

    /// The hex whose label is written at a place of a file; a fault if it is not on the map.
    pub fn hex_named(&self, name: &Name, faults: &mut Collector<'_>) -> Option<HexId> {
        let hex = self.hex(name.get_ref());
        if hex.is_none() {
            let last = format!("0101 to {:02}{:02}", self.columns, self.rows);
            faults.at(name.span(), format!("{:?} is no hex of the map", name.get_ref())).expect(last);
        }
        hex
    }

    /// The name of `hex` on the map.
    pub fn label(&self, hex: HexId) -> Label {
        Label { column: self.column(hex) as u8, row: self.row(hex) as u8 }
    }

    /// The column of `hex`, from 1.
    pub fn column(&self, hex: HexId) -> u16 {
        hex.0 % self.columns + 1
    }

    /// The row of `hex`, from 1.
    pub fn row(&self, hex: HexId) -> u16 {
        hex.0 / self.columns + 1
    }

    /// The neighbour of `hex` in direction `dir`, if it is on the map.
    #[inline]
    pub fn neighbour(&self, hex: HexId, dir: Dir) -> Option<HexId> {
        let neighbour = self.neighbours[hex.index()][dir.index()];
        neighbour.is_some().then_some(neighbour)
    }

    /// The neighbours of `hex` by [`Dir`]; [`HexId::NONE`] where the map ends.
    #[inline]
    pub fn neighbours(&self, hex: HexId) -> [HexId; 6] {
        self.neighbours[hex.index()]
    }

    /// The direction from `a` to `b` if they are adjacent.
    #[inline]
    pub fn dir_to(&self, a: HexId, b: HexId) -> Option<Dir> {
        let step = self.axial[b.index()] - self.axial[a.index()];
        STEPS.iter().position(|&s| s == step).map(|i| Dir(i as u8))
    }

    /// The distance in hexes: 0 to itself, 1 to a neighbour.
    #[inline]
    pub fn distance(&self, a: HexId, b: HexId) -> u16 {
        self.axial[a.index()].unsigned_distance_to(self.axial[b.index()]) as u16
    }

    /// The distance to a hex from the place one step beyond another, be that on the map or off it.
    pub fn distance_beyond(&self, from: HexId, dir: Dir, to: HexId) -> u16 {
        (self.axial[from.index()] + STEPS[dir.index()]).unsigned_distance_to(self.axial[to.index()]) as u16
    }

    /// Terrain of the hex.
    #[inline]
    pub fn terrain(&self, hex: HexId) -> Terrain {
        self.terrain[hex.index()]
    }

    /// Whether a kind of terrain, hexside or road stands on it, by its name.
    pub fn has(&self, kind: &str) -> bool {
        let terrain: Option<Terrain> = kind.parse().ok();
        let feature: Option<Feature> = kind.parse().ok();
        let road: Option<Road> = kind.parse().ok();
        self.hexes().any(|hex| {
            terrain == Some(self.terrain(hex))
                || Dir::ALL.into_iter().any(|dir| {
                    feature.is_some_and(|feature| self.hexside(hex, dir).contains(feature))
                        || road.is_some_and(|road| self.roads(hex, dir).contains(road))
                })
        })
    }

    /// The level of elevation of the hex, 0 to 9.
    #[inline]
    pub fn level(&self, hex: HexId) -> i8 {
        self.levels[hex.index()]
    }

    /// Features of the hexside of `hex` towards `dir`; the same from both its hexes.
    #[inline]
    pub fn hexside(&self, hex: HexId, dir: Dir) -> Features {
        self.hexsides[hex.index()][dir.index()].features
    }

    /// Whether crossing that hexside from `hex` goes up a slope or steep slope.
    #[inline]
    pub fn uphill(&self, hex: HexId, dir: Dir) -> bool {
        self.hexsides[hex.index()][dir.index()].uphill
    }

    /// Whether a wall, redoubt or fortification on that hexside protects `hex` against the neighbour there.
    #[inline]
    pub fn protected(&self, hex: HexId, dir: Dir) -> bool {
        self.hexsides[hex.index()][dir.index()].protected
    }

    /// The road or trail that links `hex` with its neighbour in direction `dir`.
    #[inline]
    pub fn roads(&self, hex: HexId, dir: Dir) -> Roads {
        self.roads[hex.index()][dir.index()]
    }

    /// The named places, by name.
    pub fn places(&self) -> &[(String, HexId)] {
        &self.places
    }

    /// The name of a place, if it is a named one.
    pub fn place_at(&self, hex: HexId) -> Option<&str> {
        self.places.iter().find(|(_, at)| *at == hex).map(|(name, _)| name.as_str())
    }

    /// The entry hexes with their letters, by letter.
    pub fn entries(&self) -> &[(String, HexId)] {
        &self.entries
    }

    /// The entry hex of that letter.
    pub fn entry(&self, letter: &str) -> Option<HexId> {
        self.entries.iter().find(|(known, _)| known == letter).map(|&(_, hex)| hex)
    }

    /// The hexes along an edge of the map, in order.
    pub fn edge_hexes(&self, edge: Edge) -> impl Iterator<Item = HexId> + '_ {
        self.hexes().filter(move |&hex| match edge {
            Edge::N => self.row(hex) == 1,
            Edge::S => self.row(hex) == self.rows,
            Edge::E => self.column(hex) == self.columns,
            Edge::W => self.column(hex) == 1,
        })
    }

    /// The hexes at a distance of at most `radius` from `centre`, itself included, in order.
    pub fn within(&self, centre: HexId, radius: u16) -> impl Iterator<Item = HexId> + '_ {
        let (column, row) = (self.column(centre) - 1, self.row(centre) - 1);
        let columns = column.saturating_sub(radius)..=column.saturating_add(radius).min(self.columns - 1);
        let rows = row.saturating_sub(radius)..=row.saturating_add(radius).min(self.rows - 1);
        rows.flat_map(move |r| columns.clone().map(move |c| HexId(r * self.columns + c)))
            .filter(move |&hex| self.distance(centre, hex) <= radius)
    }

    /// The aim from the centre of `from` that comes nearest to the centre of `to`; `None` from a hex to itself. No line
    /// between two centres lies halfway between two aims, so there is never a choice.
    pub fn aim_to(&self, from: HexId, to: HexId) -> Option<Aim> {
        let line = self.axial[to.index()] - self.axial[from.index()];
        // `line = a * left + b * right` with `a > 0`, `b >= 0`, `right` next to `left` clockwise.
        Dir::ALL.into_iter().find_map(|dir| {
            let (left, right) = (STEPS[dir.index()], STEPS[dir.turn(1).index()]);
            let (a, b) = (i64::from(determinant(line, right)), i64::from(determinant(left, line)));
            (a > 0 && b >= 0).then(|| {
                // Within a twenty-fourth of a turn of `left`: tan 15 degrees is 2 - sqrt 3; likewise of `right`.
                match () {
                    () if a * a > 2 * b * (a + b) => Aim::hexside(dir),
                    () if b * b > 2 * a * (a + b) => Aim::hexside(dir.turn(1)),
                    () => Aim::vertex_after(dir),
                }
            })
        })
    }

    /// Whether the centre of `target` lies in the cone before `aim` at `origin`: within a twelfth of a turn to either side,
    /// the bounding rays included, `origin` itself not. Before a vertex these are the hexes reached by steps to its two
    /// fronts only.
    pub fn in_cone(&self, origin: HexId, aim: impl Into<Aim>, target: HexId) -> bool {
        self.in_arc(origin, aim, Twelfths(1), target)
    }

    /// Whether the centre of `target` lies within `reach` to either side of `aim` at `origin`, the
    /// bounding rays included, `origin` itself not. From 6 on that is every other hex.
    pub fn in_arc(&self, origin: HexId, aim: impl Into<Aim>, reach: Twelfths, target: HexId) -> bool {
        let (aim, Twelfths(reach)) = (aim.into(), reach);
        let to = self.axial[target.index()] - self.axial[origin.index()];
        if to == Hex::ZERO || reach >= 6 {
            return to != Hex::ZERO;
        }
        let (left, right) = (ray(aim.turn(-(reach as i8))), ray(aim.turn(reach as i8)));
        let (after_left, before_right) = (determinant(left, to) >= 0, determinant(to, right) >= 0);
        if reach > 3 {
            after_left || before_right
        } else {
            after_left && before_right && (reach > 0 || along(left, to))
        }
    }

    /// The hex at these axial coordinates, if it is on the map.
    #[inline]
    pub(crate) fn at(&self, hex: Hex) -> Option<HexId> {
        let [column, row] = hex.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Flat);
        let on_map =
            (0..i32::from(self.columns)).contains(&column) && (0..i32::from(self.rows)).contains(&row);
        on_map.then(|| HexId(row as u16 * self.columns + column as u16))
    }
}

/// Above zero where `v` lies clockwise of `u`, by less than half a turn.
fn determinant(u: Hex, v: Hex) -> i32 {
    u.x * v.y - u.y * v.x
}

/// Whether two parallel vectors point the same way.
fn along(u: Hex, v: Hex) -> bool {
    u.x * v.x >= 0 && u.y * v.y >= 0
}

/// A vector that points as the aim does.
fn ray(aim: Aim) -> Hex {
    let dir = aim.index() / 2;
    if aim.is_vertex() { STEPS[dir] + STEPS[(dir + 1) % 6] } else { STEPS[dir] }
}

//! Terrain: what stands on the ground: trees, houses, reeds, rocks.

use ground::Terrain;

use crate::chance::{chance, jitter};
use crate::geometry::{Cell, Curve, Obstacles, Pt, Sheet};
use crate::svg::{N, Path, Rect, Svg};

/// The definitions that [`Svg::place`] copies.
pub(crate) fn definitions(svg: &mut Svg) {
    for (i, (radius, lobes)) in [(8.2, 7), (9.4, 8), (7.2, 6), (8.8, 7)].into_iter().enumerate() {
        tree(svg, &format!("tree{i}"), radius, lobes, ["#a2b578", "#95ab6d", "#a9ba80", "#9bb072"][i]);
    }
    tree(svg, "fruit", 4.7, 6, "#b9c98c");
    palm(svg);
    svg.put(format_args!(
        "<g id=\"bush\" stroke=\"#4c5e33\" stroke-width=\"0.8\"><ellipse cx=\"1.5\" cy=\"2\" rx=\"5\" ry=\"2.4\" \
         fill=\"#3b3a1c\" fill-opacity=\"0.25\" stroke=\"none\"/><path d=\"M-5 1.5C-6 -2.5 -2.5 -4.5 -0.5 -3C1 -5 5 -3.5 4.6 \
         -0.5C6 1.5 3.5 2.6 2 2H-3C-4 2.2 -5 2 -5 1.5Z\" fill=\"#a5b071\"/></g><g id=\"stone\" stroke=\"#5a5040\" \
         stroke-width=\"0.7\" stroke-linejoin=\"round\"><path d=\"M-4 2L-3 -2L0.5 -3.2L4 -1L4.4 2Z\" fill=\"#c4b9a2\"/>\
         <path d=\"M0.5 -3.2L4 -1L4.4 2L1 2Z\" fill=\"#9a9182\"/></g>"
    ));
    svg.put(format_args!(
        "<g id=\"reed\" fill=\"none\" stroke=\"#4f7362\" stroke-width=\"1\"><path d=\"M-9 0H9M-5 2.6H6\" \
         stroke=\"#5f93a3\" stroke-width=\"1.3\"/><path d=\"M-3 0L-4.5 -6M-1 0V-8M1.5 0L3.4 -6.4\"/></g>"
    ));
    svg.put(format_args!(
        "<g id=\"rock\" stroke=\"#4a4336\" stroke-width=\"0.8\" stroke-linejoin=\"round\"><path d=\"M-9 5L-5 -5L0 -9L4 \
         -3L9 5Z\" fill=\"#b7ac97\"/><path d=\"M0 -9L4 -3L9 5L1 5L2 -2Z\" fill=\"#857a67\"/></g>"
    ));
}

/// A tree from above and the south: a crown of lobes, its dark side, its shadow.
fn tree(svg: &mut Svg, id: &str, radius: f64, lobes: i32, leaf: &str) {
    let at = |i: i32, r: f64| {
        let angle = f64::from(i) / f64::from(lobes) * std::f64::consts::TAU;
        Pt::new(angle.cos() * r, angle.sin() * r * 0.92)
    };
    let lobe = N(radius * 0.52);
    let mut crown = format!("M{} {}", N(at(0, radius).x), N(at(0, radius).y));
    for i in 1..=lobes {
        let p = at(i, radius);
        crown.push_str(&format!("A{lobe} {lobe} 0 0 1 {} {}", N(p.x), N(p.y)));
    }
    crown.push('Z');
    let (rx, ry) = (N(radius * 1.12), N(radius * 0.85));
    let (a, b, c) = (N(radius * 0.35), N(radius * 0.75), N(radius * 0.8));
    svg.put(format_args!(
        "<g id=\"{id}\"><ellipse cx=\"3\" cy=\"4\" rx=\"{rx}\" ry=\"{ry}\" fill=\"#3b3a1c\" fill-opacity=\"0.28\"/>\
         <path d=\"{crown}\" fill=\"{leaf}\" stroke=\"#3f4f2a\" stroke-width=\"0.9\"/>\
         <path d=\"M{b} -{a}Q{c} {b} -{a} {c}M{a} -{a}Q{a} {a} -{a} {a}\" fill=\"none\" stroke=\"#4c5e33\" \
         stroke-width=\"1\" stroke-linecap=\"round\"/></g>"
    ));
}

fn palm(svg: &mut Svg) {
    svg.put(format_args!(
        "<g id=\"palm\" fill=\"none\" stroke-linecap=\"round\"><ellipse cx=\"4\" cy=\"1\" rx=\"7\" ry=\"2\" \
         fill=\"#3b3a1c\" fill-opacity=\"0.28\"/><path d=\"M0 0Q1.5 -6 0 -11\" stroke=\"#6d4d28\" stroke-width=\"1.8\"/>\
         <path d=\"M0 -11Q-5 -16 -9 -11M0 -11Q-6 -12 -7 -6M0 -11Q5 -16 9 -11M0 -11Q6 -12 7 -6M0 -11Q0 -17 3 -18\" \
         stroke=\"#55773a\" stroke-width=\"1.8\"/></g>"
    ));
}

/// Something that stands at a point; drawn from north to south.
struct PlacedThing {
    at: Pt,
    what: ThingKind,
}

enum ThingKind {
    Copy(&'static str),
    House { size: (f64, f64), along: Pt, roof: [&'static str; 2] },
    Church,
    Castle,
    Yard,
}

/// The tints under woods, towns and marshes.
pub(crate) fn floors(svg: &mut Svg, sheet: &Sheet<'_>) {
    let floors = [
        (Terrain::Woods, "fill=\"#a9b77f\" fill-opacity=\"0.75\" stroke=\"#5d6b3b\" stroke-width=\"0.8\""),
        (Terrain::Orchard, "fill=\"#c6cf96\" fill-opacity=\"0.55\""),
        (Terrain::PalmGrove, "fill=\"#d6cf8f\" fill-opacity=\"0.6\""),
        (Terrain::Marsh, "fill=\"#b4cdbd\" fill-opacity=\"0.7\""),
        (Terrain::Forest, "fill=\"#8b9e66\" fill-opacity=\"0.85\" stroke=\"#3f4f2a\" stroke-width=\"1\""),
        (Terrain::Brush, "fill=\"#bcc48c\" fill-opacity=\"0.5\""),
        (Terrain::Swamp, "fill=\"#8fb5aa\" fill-opacity=\"0.8\" stroke=\"#3f6a7d\" stroke-width=\"0.8\""),
        (Terrain::Rough, "fill=\"#cfc09a\" fill-opacity=\"0.6\""),
        (Terrain::City, "fill=\"#c9a184\" stroke=\"#6d2a20\" stroke-width=\"1.4\""),
        (Terrain::Town, "fill=\"#d7b795\" fill-opacity=\"0.9\" stroke=\"#8a5a3c\" stroke-width=\"0.8\""),
        (
            Terrain::Impassable,
            "fill=\"#a89c86\" fill-opacity=\"0.75\" stroke=\"#5a5040\" stroke-width=\"0.8\"",
        ),
    ];
    for (terrain, attributes) in floors {
        let region = Curve::path(&sheet.region(|hex| sheet.ground.terrain(hex) == terrain));
        svg.path(&region, attributes);
    }
}

/// All that stands on the ground. Adds houses to the obstacles, for the names.
pub(crate) fn features(svg: &mut Svg, sheet: &Sheet<'_>, obstacles: &mut Obstacles) {
    let mut list = Vec::new();
    for cell in sheet.cells() {
        let inside = sheet.on_map(cell);
        match sheet.ground.terrain(sheet.hex(cell)) {
            Terrain::Village if inside => village(&mut list, cell, obstacles, &VILLAGE),
            Terrain::Hamlet if inside => village(&mut list, cell, obstacles, &HAMLET),
            Terrain::Farm if inside => village(&mut list, cell, obstacles, &FARM),
            Terrain::Town if inside => town(&mut list, cell, obstacles, 12.8),
            Terrain::City if inside => town(&mut list, cell, obstacles, 11.0),
            Terrain::SpecialStructure if inside => {
                obstacles.add(cell.centre(), 24.0);
                list.push(PlacedThing { at: cell.centre(), what: ThingKind::Yard });
            }
            Terrain::Castle if inside => castle(&mut list, cell, obstacles),
            Terrain::Orchard => orchard(&mut list, cell, obstacles),
            _ => {}
        }
    }
    scattered(&mut list, sheet, obstacles);
    let panel = sheet.panel().grow(-4.0);
    list.retain(|item| panel.contains(item.at));
    list.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then(a.at.x.total_cmp(&b.at.x)));
    for PlacedThing { at, what } in list {
        match what {
            ThingKind::Copy(id) => svg.place(id, at),
            ThingKind::House { size, along, roof } => house(svg, at, size, along, roof),
            ThingKind::Church => church(svg, at),
            ThingKind::Castle => keep(svg, at),
            ThingKind::Yard => yard(svg, at),
        }
    }
}

/// Trees of woods, palms, reeds and rocks, on a grid shaken well.
fn scattered(list: &mut Vec<PlacedThing>, sheet: &Sheet<'_>, obstacles: &Obstacles) {
    let Rect { x, y, w, h } = sheet.panel();
    let grids = [
        (Terrain::Woods, 15.5, 6.0, ["tree0", "tree1", "tree2", "tree3"]),
        (Terrain::PalmGrove, 22.0, 5.0, ["palm"; 4]),
        (Terrain::Marsh, 21.0, 5.0, ["reed"; 4]),
        (Terrain::Impassable, 19.0, 6.0, ["rock"; 4]),
        (Terrain::Forest, 12.6, 5.0, ["tree1", "tree3", "tree0", "tree1"]),
        (Terrain::Brush, 14.5, 3.5, ["bush"; 4]),
        (Terrain::Swamp, 14.0, 3.5, ["reed"; 4]),
        (Terrain::Rough, 15.0, 3.5, ["stone", "stone", "bush", "stone"]),
        (Terrain::Quarry, 17.0, 4.0, ["rock", "stone", "stone", "stone"]),
    ];
    for (terrain, gap, radius, ids) in grids {
        for row in 0..(h / gap) as i32 + 1 {
            for column in 0..(w / gap) as i32 + 1 {
                let off = if row % 2 == 0 { 0.0 } else { gap / 2.0 };
                let at = Pt::new(
                    x + f64::from(column) * gap + off + jitter(column, row, 10, gap * 0.36),
                    y + f64::from(row) * gap + jitter(column, row, 11, gap * 0.36),
                );
                let fringe = Pt::new(jitter(column, row, 12, 4.0), jitter(column, row, 13, 4.0));
                let here = |p: Pt| sheet.ground.terrain(sheet.hex(Cell::at(p))) == terrain;
                if here(at) && here(at + fringe) && obstacles.free(at, radius) {
                    let id = ids[(chance(column, row, 14) * 4.0) as usize];
                    list.push(PlacedThing { at, what: ThingKind::Copy(id) });
                }
            }
        }
    }
}

fn orchard(list: &mut Vec<PlacedThing>, cell: Cell, obstacles: &Obstacles) {
    for row in -2_i32..=2 {
        let half = 2 - i32::from(row.abs() == 2);
        for column in -half..=half {
            let at = cell.centre() + Pt::new(f64::from(column) * 15.5, f64::from(row) * 14.5);
            if obstacles.free(at, 4.0) {
                list.push(PlacedThing { at, what: ThingKind::Copy("fruit") });
            }
        }
    }
}

const VILLAGE_ROOFS: [[&str; 2]; 3] =
    [["#c2553d", "#9c3a2a"], ["#cb654a", "#a5432f"], ["#b84d39", "#923426"]];
const TOWN_ROOFS: [[&str; 2]; 3] = [["#b8493a", "#8d2f27"], ["#a94a3e", "#80312a"], ["#c05a45", "#963a2c"]];

/// The tries to place houses around the centre of a cell, from the centre outwards.
fn tries(cell: Cell, radius: f64, gap: f64) -> Vec<Pt> {
    let reach = (radius / gap).ceil() as i32;
    let all = (-reach..=reach).flat_map(|r| (-reach..=reach).map(move |c| (c, r)));
    let shaken = |(c, r): (i32, i32)| {
        let seed = (cell.column * 31 + c, cell.row * 37 + r);
        Pt::new(
            f64::from(c) * gap + jitter(seed.0, seed.1, 20, gap * 0.22),
            f64::from(r) * gap + jitter(seed.0, seed.1, 21, gap * 0.22),
        )
    };
    let mut found: Vec<Pt> = all.map(shaken).filter(|p| p.length() <= radius).collect();
    found.sort_by(|a, b| a.length().total_cmp(&b.length()));
    found.into_iter().map(|p| cell.centre() + p).collect()
}

/// Houses of a village: how many houses stand together, within which radius, and which of them is a church.
struct Houses {
    most: usize,
    radius: f64,
    church: Option<usize>,
}

const VILLAGE: Houses = Houses { most: 12, radius: 34.0, church: Some(3) };
const HAMLET: Houses = Houses { most: 6, radius: 26.0, church: None };
const FARM: Houses = Houses { most: 3, radius: 20.0, church: None };

fn village(list: &mut Vec<PlacedThing>, cell: Cell, obstacles: &mut Obstacles, houses: &Houses) {
    let mut built = 0;
    for (i, at) in tries(cell, houses.radius, 9.5).into_iter().enumerate() {
        let seed = (cell.column * 17 + i as i32, cell.row);
        if built == houses.most || !obstacles.free(at, 5.0) || (built > 3 && chance(seed.0, seed.1, 22) < 0.3)
        {
            continue;
        }
        built += 1;
        obstacles.add(at, 7.4);
        if Some(built) == houses.church {
            list.push(PlacedThing { at, what: ThingKind::Church });
            continue;
        }
        let angle =
            jitter(seed.0, seed.1, 23, 0.5) + if chance(seed.0, seed.1, 24) < 0.4 { 1.57 } else { 0.0 };
        let size = (12.0 + jitter(seed.0, seed.1, 25, 2.0), 7.5);
        let roof = VILLAGE_ROOFS[(chance(seed.0, seed.1, 26) * 3.0) as usize];
        list.push(PlacedThing {
            at,
            what: ThingKind::House { size, along: Pt::new(angle.cos(), angle.sin()), roof },
        });
    }
}

/// Blocks of houses, `gap` apart.
fn town(list: &mut Vec<PlacedThing>, cell: Cell, obstacles: &mut Obstacles, gap: f64) {
    let mut built = 0;
    for (i, at) in tries(cell, 37.0, gap).into_iter().enumerate() {
        let seed = (cell.column * 17 + i as i32, cell.row + 500);
        if !obstacles.free(at, 4.6) {
            continue;
        }
        built += 1;
        obstacles.add(at, gap - 6.2);
        if built == 4 {
            list.push(PlacedThing { at, what: ThingKind::Church });
            continue;
        }
        let turned = chance(seed.0, seed.1, 24) < 0.5;
        let along = if turned { Pt::new(0.1, 0.995) } else { Pt::new(0.995, -0.1) };
        let size = (11.4 + jitter(seed.0, seed.1, 25, 1.2), 9.0);
        let roof = TOWN_ROOFS[(chance(seed.0, seed.1, 26) * 3.0) as usize];
        list.push(PlacedThing { at, what: ThingKind::House { size, along, roof } });
    }
}

fn castle(list: &mut Vec<PlacedThing>, cell: Cell, obstacles: &mut Obstacles) {
    obstacles.add(cell.centre(), 26.0);
    list.push(PlacedThing { at: cell.centre(), what: ThingKind::Castle });
}

/// A block with a ridged roof, its north side light.
pub(crate) fn house(svg: &mut Svg, at: Pt, (long, deep): (f64, f64), along: Pt, [light, dark]: [&str; 2]) {
    let across = if along.right().y < 0.0 { along.right() * -1.0 } else { along.right() };
    let corner = |u: f64, v: f64| at + along * (u * long / 2.0) + across * (v * deep / 2.0);
    let shade = Pt::new(2.2, 2.6);
    let all = [corner(-1.0, -1.0), corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0)];
    let mut shadow = Path::new();
    shadow.polygon(&all.map(|p| p + shade));
    svg.path(&shadow, "fill=\"#2d2013\" fill-opacity=\"0.35\"");
    let mut body = Path::new();
    body.polygon(&all);
    svg.path(
        &body,
        &format!("fill=\"{light}\" stroke=\"#43160f\" stroke-width=\"0.9\" stroke-linejoin=\"round\""),
    );
    let mut south = Path::new();
    south.polygon(&[corner(-1.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(-1.0, 1.0)]);
    svg.path(&south, &format!("fill=\"{dark}\""));
}

fn church(svg: &mut Svg, at: Pt) {
    house(svg, at + Pt::new(3.0, 1.0), (13.0, 8.0), Pt::new(1.0, 0.0), ["#7c8794", "#56606c"]);
    let (x, y) = (N(at.x - 5.0), N(at.y));
    svg.put(format_args!(
        "<g transform=\"translate({x} {y})\" stroke=\"#33281a\" stroke-width=\"0.9\" stroke-linejoin=\"round\"><path \
         d=\"M-3.4 5V-5L0 -12L3.4 -5V5Z\" fill=\"#efe3c6\"/><path d=\"M-3.4 -5L0 -12L3.4 -5Z\" fill=\"#56606c\"/><path \
         d=\"M0 -12V-18M-2.2 -15.6H2.2\" stroke-width=\"1.3\"/></g>"
    ));
}

/// Buildings round a walled court, with a gate to the south.
fn yard(svg: &mut Svg, at: Pt) {
    let (x, y) = (N(at.x), N(at.y));
    svg.put(format_args!(
        "<g transform=\"translate({x} {y})\"><path d=\"M-19 -15H24V23H-19Z\" fill=\"#2d2013\" fill-opacity=\"0.28\"/><path \
         d=\"M-21 -17H21V20H-21Z\" fill=\"#e6d8b4\"/><path d=\"M-5 20H-21V-17H21V20H5\" fill=\"none\" stroke=\"#2f2920\" \
         stroke-width=\"3.4\"/></g>"
    ));
    let roof = ["#b84d39", "#923426"];
    let east = Pt::new(1.0, 0.0);
    house(svg, at + Pt::new(0.0, -15.0), (30.0, 10.0), east, roof);
    house(svg, at + Pt::new(-17.0, 2.0), (24.0, 9.0), Pt::new(0.05, 1.0), roof);
    house(svg, at + Pt::new(17.0, 2.0), (24.0, 9.0), Pt::new(-0.05, 1.0), roof);
}

fn keep(svg: &mut Svg, at: Pt) {
    let (x, y) = (N(at.x), N(at.y));
    svg.put(format_args!(
        "<g transform=\"translate({x} {y})\" stroke=\"#2f2920\" stroke-width=\"1.1\" stroke-linejoin=\"round\">\
         <path d=\"M-19 -13H25V24H-19Z\" fill=\"#2d2013\" fill-opacity=\"0.3\" stroke=\"none\"/>\
         <path d=\"M-22 -16H22V20H-22Z\" fill=\"#b9b0a0\"/><path d=\"M-14 -8H14V12H-14Z\" fill=\"#d9cfb4\"/>\
         <path d=\"M-7 -6V-20H-4V-17H-1.5V-20H1.5V-17H4V-20H7V-6Z\" fill=\"#9a9182\"/>\
         <path d=\"M-3 20V13A3 3 0 0 1 3 13V20Z\" fill=\"#4b3820\"/>"
    ));
    for (cx, cy) in [(-22, -16), (22, -16), (-22, 20), (22, 20)] {
        svg.put(format_args!(
            "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"7.5\" fill=\"#a39a8a\"/><circle cx=\"{cx}\" cy=\"{cy}\" r=\"4\" \
             fill=\"#7f7667\"/>"
        ));
    }
    svg.end();
}

//! The cloth and what lies on it.

use baize::{Area, AreaKind, Bank, Edge, Lies, Line, LineKind, Outline, Place, PointKind, Table};

use super::{PER_MU, at, on_sheet};
use crate::chance::{chance, jitter};
use crate::fonts::Face;
use crate::geometry::{Curve, Obstacles, Pt};
use crate::palette::{BANK, INK, PAPER, WATER};
use crate::svg::{N, Path, Rect, Svg};

/// Patterns that fill areas.
pub(super) fn definitions(svg: &mut Svg) {
    let pattern = "patternUnits=\"userSpaceOnUse\"";
    svg.put(format_args!(
        "<pattern id=\"furrows\" width=\"8\" height=\"8\" {pattern} patternTransform=\"rotate(14)\"><rect width=\"8\" height=\"8\" \
         fill=\"#c2a566\"/><path d=\"M0 2H8M0 6H8\" stroke=\"#a2834a\" stroke-width=\"1.6\"/></pattern>\
         <pattern id=\"crops\" width=\"7\" height=\"7\" {pattern} patternTransform=\"rotate(-22)\"><rect width=\"7\" height=\"7\" \
         fill=\"#d3bf6a\"/><path d=\"M1 7L2 3L3 7M4.5 4L5.5 0L6.5 4\" fill=\"none\" stroke=\"#a98f3c\" stroke-width=\"1\"/></pattern>\
         <pattern id=\"vines\" width=\"12\" height=\"9\" {pattern} patternTransform=\"rotate(8)\"><path d=\"M0 4.5H12\" \
         stroke=\"#7a6136\" stroke-width=\"1\"/><circle cx=\"3\" cy=\"4\" r=\"2.6\" fill=\"#6f8f3f\"/><circle cx=\"9\" cy=\"4\" r=\"2.3\" \
         fill=\"#86a34c\"/></pattern>"
    ));
}

/// The outline of an area on the sheet.
fn path_of(outline: &Outline) -> Path {
    let mut path = Path::new();
    for ring in outline.rings() {
        path.polygon(&ring.iter().map(|&corner| at(corner)).collect::<Vec<_>>());
    }
    path
}

/// The cloth, then hills, then what lies flat, then what stands, each over the one before.
pub(super) fn draw(svg: &mut Svg, cloth: Rect, table: &Table) {
    mat(svg, cloth);
    let (hills, others): (Vec<&Area>, Vec<&Area>) = table.areas.iter().partition(|area| area.kind.is_hill());
    hills.iter().for_each(|hill| relief(svg, hill));
    others.iter().for_each(|area| floor(svg, area));
    let water = |line: &&Line| line.kind.is_water();
    table.lines.iter().filter(water).for_each(|line| current(svg, line));
    table.lines.iter().filter(|line| !line.kind.is_water()).for_each(|line| track(svg, line));
    crossings(svg, table);
    let mut taken = Obstacles::default();
    for line in &table.lines {
        let points: Vec<Pt> = line.points.iter().map(|&point| at(point)).collect();
        let half = on_sheet(line.width.0.into()) / 2.0;
        straight(&points).iter().for_each(|&[a, b]| {
            let count = ((b - a).length() / 6.0).ceil().max(1.0);
            (0..=count as i32).for_each(|i| taken.add(a + (b - a) * (f64::from(i) / count), half.max(7.0)));
        });
    }
    others.iter().for_each(|area| standing(svg, area, &mut taken));
    table.lines.iter().for_each(|line| barrier(svg, line));
}

/// A mat of grass: patches lighter and darker than the rest, and tufts.
fn mat(svg: &mut Svg, cloth: Rect) {
    svg.rect(cloth, "fill=\"#8fa05a\"");
    let (across, down) = ((cloth.w / 70.0) as i32, (cloth.h / 70.0) as i32);
    for (i, j) in grid(-1, across + 1, down + 1) {
        let middle =
            Pt::new(f64::from(i) * 70.0 + jitter(i, j, 1, 35.0), f64::from(j) * 70.0 + jitter(i, j, 2, 35.0));
        let tint = ["#9aac63", "#84954f", "#a3ad66", "#7f9350"][(chance(i, j, 3) * 4.0) as usize % 4];
        let (rx, ry) = (30.0 + chance(i, j, 4) * 45.0, 22.0 + chance(i, j, 5) * 30.0);
        svg.put(format_args!(
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"{tint}\" fill-opacity=\"0.34\"/>",
            N(middle.x),
            N(middle.y),
            N(rx),
            N(ry)
        ));
    }
    let mut tufts = Path::new();
    for (i, j) in grid(0, (cloth.w / 34.0) as i32, (cloth.h / 34.0) as i32) {
        if chance(i, j, 6) < 0.45 {
            let p = Pt::new(
                f64::from(i) * 34.0 + jitter(i, j, 7, 16.0),
                f64::from(j) * 34.0 + jitter(i, j, 8, 16.0),
            );
            tufts
                .line(p, p + Pt::new(-1.6, -3.4))
                .line(p, p + Pt::new(0.2, -4.2))
                .line(p, p + Pt::new(1.8, -3.2));
        }
    }
    svg.path(&tufts, "stroke=\"#6b7d3c\" stroke-width=\"0.8\" stroke-opacity=\"0.7\" fill=\"none\"");
}

fn grid(first: i32, across: i32, down: i32) -> impl Iterator<Item = (i32, i32)> {
    (first..=down).flat_map(move |j| (first..=across).map(move |i| (i, j)))
}

/// A hill: steps of lighter ground up to its crest, or to its middle, and rocks in its steep part.
fn relief(svg: &mut Svg, hill: &Area) {
    let ring: Vec<Pt> = hill.outline.rings()[0].iter().map(|&corner| at(corner)).collect();
    let crest: Vec<Pt> = hill.crest.iter().map(|&point| at(point)).collect();
    let middle = ring.iter().fold(Pt::new(0.0, 0.0), |sum, &p| sum + p) * (1.0 / ring.len() as f64);
    let top = |p: Pt| nearest_on(&crest, p).unwrap_or(middle);
    let mut shade = Path::new();
    shade.polygon(&ring.iter().map(|&p| p + Pt::new(4.0, 6.0)).collect::<Vec<_>>());
    svg.path(&shade, "fill=\"#2d2a10\" fill-opacity=\"0.3\" stroke-linejoin=\"round\"");
    let tints = ["#9ba661", "#abb06a", "#b9b873", "#c6c07e"];
    for (step, tint) in tints.into_iter().enumerate() {
        let share = step as f64 * 0.24;
        let mut path = Path::new();
        if step == 0 {
            path = path_of(&hill.outline);
        } else {
            let inner: Vec<Pt> = ring.iter().map(|&p| p + (top(p) - p) * share).collect();
            Curve::closed(&inner).draw(&mut path);
        }
        let edge =
            if step == 0 { "stroke-width=\"1.8\"" } else { "stroke-width=\"1\" stroke-opacity=\"0.6\"" };
        svg.path(&path, &format!("fill=\"{tint}\" stroke=\"#6f6a37\" {edge} fill-rule=\"evenodd\""));
    }
    let all = (hill.kind == AreaKind::SteepHill && hill.steep.is_none()).then_some(&hill.outline);
    if let Some(steep) = hill.steep.as_ref().or(all) {
        svg.path(&path_of(steep), "fill=\"#8d7a4e\" fill-opacity=\"0.4\" stroke=\"#6a5730\" stroke-width=\"1.2\" stroke-dasharray=\"5 3\"");
        for (p, i, j) in spots(steep, 19.0, 11) {
            let down = (p - top(p)).unit();
            let mut stroke = Path::new();
            stroke.line(p - down * 4.0, p + down * (5.0 + chance(i, j, 12) * 4.0));
            svg.path(
                &stroke,
                "stroke=\"#5d4b26\" stroke-width=\"1.7\" stroke-linecap=\"round\" stroke-opacity=\"0.8\"",
            );
            if chance(i, j, 13) < 0.2 {
                svg.place("stone", p + Pt::new(4.0, 3.0));
            }
        }
    }
    if crest.len() > 1 {
        svg.path(
            &Curve::path(&[Curve::open(&crest)]),
            "fill=\"none\" stroke=\"#6a5a2c\" stroke-width=\"1.6\" stroke-dasharray=\"10 4 2 4\"",
        );
    }
}

/// The point of a line of points that is nearest to another.
fn nearest_on(points: &[Pt], p: Pt) -> Option<Pt> {
    let on = straight(points).into_iter().map(|[a, b]| {
        let along = b - a;
        let share = ((p - a).x * along.x + (p - a).y * along.y) / along.length().powi(2).max(1e-9);
        a + along * share.clamp(0.0, 1.0)
    });
    on.min_by(|a, b| (*a - p).length().total_cmp(&(*b - p).length()))
}

fn straight(points: &[Pt]) -> Vec<[Pt; 2]> {
    points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// Spots scattered over an area, some `gap` from each other, with their numbers for further chances.
fn spots(outline: &Outline, gap: f64, purpose: u32) -> Vec<(Pt, i32, i32)> {
    let (low, high) = outline.rim();
    let (low, high) = (at(low), at(high));
    let cells = |from: f64, to: f64| (from / gap).floor() as i32..=(to / gap).ceil() as i32;
    let mut found = Vec::new();
    for j in cells(low.y, high.y) {
        for i in cells(low.x, high.x) {
            let off = Pt::new(jitter(i, j, purpose, gap * 0.32), jitter(i, j, purpose + 1, gap * 0.32));
            let shift = if j % 2 == 0 { 0.0 } else { gap / 2.0 };
            let p = Pt::new(f64::from(i) * gap + shift, f64::from(j) * gap) + off;
            if holds(outline, p) {
                found.push((p, i, j));
            }
        }
    }
    found
}

fn holds(outline: &Outline, p: Pt) -> bool {
    let units = |x: f64| (x / PER_MU * f64::from(baize::MU.0)).round() as i32;
    outline.lies(Place { x: units(p.x), y: units(p.y) }) == Lies::Inside
}

/// The ground of an area.
fn floor(svg: &mut Svg, area: &Area) {
    let look = match area.kind {
        AreaKind::OpenWoods => {
            "fill=\"#7d8f4c\" stroke=\"#55652f\" stroke-width=\"1.4\" stroke-dasharray=\"7 4\""
        }
        AreaKind::DenseWoods => "fill=\"#5f7440\" stroke=\"#3d4d27\" stroke-width=\"1.6\"",
        AreaKind::Plantation => {
            "fill=\"#a3ac62\" stroke=\"#66702f\" stroke-width=\"1.2\" stroke-dasharray=\"7 4\""
        }
        AreaKind::Vineyard => "fill=\"url(#vines)\" stroke=\"#66702f\" stroke-width=\"1.2\"",
        AreaKind::Rough => {
            "fill=\"#a89b64\" fill-opacity=\"0.75\" stroke=\"#776a3c\" stroke-width=\"1.2\" stroke-dasharray=\"3 4\""
        }
        AreaKind::OpenField => "fill=\"url(#crops)\" stroke=\"#8d7a3c\" stroke-width=\"1\"",
        AreaKind::EnclosedField => "fill=\"url(#furrows)\" stroke=\"#6d5a2d\" stroke-width=\"1\"",
        AreaKind::Sand => "fill=\"#dcc98f\" stroke=\"#b49f63\" stroke-width=\"1\" stroke-dasharray=\"2 4\"",
        AreaKind::Gully => "fill=\"#6f6a40\" stroke=\"#463f20\" stroke-width=\"2\"",
        AreaKind::Marsh => {
            "fill=\"#86a58a\" fill-opacity=\"0.85\" stroke=\"#577a66\" stroke-width=\"1.2\" stroke-dasharray=\"8 3\""
        }
        AreaKind::Lake => "fill=\"#7fb0bd\" stroke=\"#3f6a7d\" stroke-width=\"2.4\"",
        AreaKind::Rocks => "fill=\"#9a8f78\" stroke=\"#4a4336\" stroke-width=\"1.6\"",
        AreaKind::Buildings => "fill=\"#b9a67c\" stroke=\"#6d5330\" stroke-width=\"1.4\"",
        AreaKind::Works => "fill=\"#a98a52\" fill-opacity=\"0.7\"",
        AreaKind::GentleHill | AreaKind::SteepHill => return,
    };
    svg.path(&path_of(&area.outline), &format!("{look} fill-rule=\"evenodd\" stroke-linejoin=\"round\""));
    match area.kind {
        AreaKind::Gully => banks(svg, &area.outline),
        AreaKind::Lake => {
            let shallows = "fill=\"none\" stroke=\"#d6ecef\" stroke-opacity=\"0.35\" stroke-width=\"7\"";
            svg.path(&path_of(&area.outline), shallows);
        }
        _ => {}
    }
}

/// Strokes down into a gully, all around.
fn banks(svg: &mut Svg, outline: &Outline) {
    let mut strokes = Path::new();
    for edge in outline.edges() {
        along(edge, 7.0, |p, inward| {
            strokes.line(p, p + inward * 7.0);
        });
    }
    svg.path(&strokes, "stroke=\"#3a3418\" stroke-width=\"1.3\" stroke-opacity=\"0.8\"");
}

/// Calls for points along an edge with the way inward.
fn along(edge: Edge, gap: f64, mut call: impl FnMut(Pt, Pt)) {
    let (a, b) = (at(edge.from), at(edge.to));
    let (way, count) = ((b - a).unit(), ((b - a).length() / gap).round().max(1.0));
    for i in 0..count as i32 {
        call(a + (b - a) * ((f64::from(i) + 0.5) / count), way.right());
    }
}

/// All that stands up in an area.
fn standing(svg: &mut Svg, area: &Area, taken: &mut Obstacles) {
    let outline = &area.outline;
    let trees = ["tree0", "tree1", "tree2", "tree3"];
    let mut copies: Vec<(Pt, &str)> = Vec::new();
    let mut scatter = |gap: f64, names: &[&'static str], keep: f64| {
        for (p, i, j) in spots(outline, gap, 21) {
            if chance(i, j, 23) < keep && taken.free(p, 2.0) {
                copies.push((p, names[(chance(i, j, 24) * names.len() as f64) as usize % names.len()]));
            }
        }
    };
    match area.kind {
        AreaKind::OpenWoods => scatter(24.0, &trees, 0.8),
        AreaKind::DenseWoods => scatter(15.5, &trees, 0.97),
        AreaKind::Rough => scatter(23.0, &["bush", "stone", "stone", "bush"], 0.75),
        AreaKind::Marsh => scatter(24.0, &["reed"], 0.85),
        AreaKind::Rocks => scatter(17.0, &["rock"], 0.95),
        AreaKind::Sand => scatter(40.0, &["stone"], 0.3),
        AreaKind::Plantation => {
            let (low, high) = outline.rim();
            let (low, high) = (at(low), at(high));
            for j in 0..((high.y - low.y) / 15.0) as i32 {
                for i in 0..((high.x - low.x) / 15.0) as i32 {
                    let p = low + Pt::new(f64::from(i) * 15.0 + 8.0, f64::from(j) * 15.0 + 8.0);
                    if holds(outline, p) && taken.free(p, 2.0) {
                        copies.push((p, "fruit"));
                    }
                }
            }
        }
        AreaKind::Buildings => houses(svg, outline, taken),
        AreaKind::Works => outline
            .edges()
            .enumerate()
            .filter(|(i, _)| Some(*i) != area.rear)
            .for_each(|(_, edge)| rampart(svg, edge)),
        AreaKind::EnclosedField => outline
            .edges()
            .for_each(|edge| bank(svg, at(edge.from), at(edge.to), area.bank.unwrap_or(Bank::Hedge))),
        _ => {}
    }
    copies.sort_by(|a, b| a.0.y.total_cmp(&b.0.y).then(a.0.x.total_cmp(&b.0.x)));
    copies.into_iter().for_each(|(p, name)| svg.place(name, p));
}

/// Houses in rows along the longest edge, clear of roads.
fn houses(svg: &mut Svg, outline: &Outline, taken: &mut Obstacles) {
    let longest = outline.edges().max_by(|a, b| {
        let length = |edge: &Edge| (at(edge.to) - at(edge.from)).length();
        length(a).total_cmp(&length(b))
    });
    let way = longest.map_or(Pt::new(1.0, 0.0), |edge| (at(edge.to) - at(edge.from)).unit());
    let roofs =
        [["#b4533c", "#8d3c2a"], ["#a9673f", "#84492b"], ["#8a7f74", "#665d54"], ["#bb6446", "#93452f"]];
    let mut found = spots(outline, 27.0, 31);
    found.retain(|(p, _, _)| {
        let room = [(-9.0, -7.0), (9.0, -7.0), (9.0, 7.0), (-9.0, 7.0)];
        let inside = room.iter().all(|&(u, v)| holds(outline, *p + way * u + way.right() * v));
        inside && taken.free(*p, 11.0)
    });
    found.sort_by(|a, b| a.0.y.total_cmp(&b.0.y));
    for (p, i, j) in found {
        taken.add(p, 11.0);
        let size = (15.0 + chance(i, j, 33) * 5.0, 9.5 + chance(i, j, 34) * 3.0);
        let turned = if chance(i, j, 35) < 0.3 { way.right() } else { way };
        crate::terrain::house(svg, p, size, turned, roofs[(chance(i, j, 36) * 4.0) as usize % 4]);
    }
}

/// A bank of earth with gabions, outward of it a slope.
fn rampart(svg: &mut Svg, edge: Edge) {
    let (a, b) = (at(edge.from), at(edge.to));
    let inward = (b - a).unit().right();
    let mut bank = Path::new();
    bank.polygon(&[a, b, b + inward * 6.0, a + inward * 6.0]);
    svg.path(&bank, "fill=\"#8a6a38\" stroke=\"#4b3418\" stroke-width=\"1.2\" stroke-linejoin=\"round\"");
    along(edge, 7.0, |p, inward| {
        svg.circle(p + inward * 3.0, 2.6, "fill=\"#c7a766\" stroke=\"#5d3f1d\" stroke-width=\"0.8\"");
    });
}

/// A wall or a hedge between two points.
fn bank(svg: &mut Svg, a: Pt, b: Pt, kind: Bank) {
    let mut run = Path::new();
    run.line(a, b);
    match kind {
        Bank::Wall => {
            svg.path(&run, "stroke=\"#3f372b\" stroke-width=\"5\" stroke-linecap=\"round\"");
            svg.path(&run, "stroke=\"#c4b9a2\" stroke-width=\"3\" stroke-linecap=\"round\"");
            svg.path(&run, "stroke=\"#6f6552\" stroke-width=\"3\" stroke-dasharray=\"1 6\"");
        }
        Bank::Hedge => {
            let count = ((b - a).length() / 5.5).ceil().max(1.0);
            for i in 0..=count as i32 {
                let p = a + (b - a) * (f64::from(i) / count);
                let (radius, leaf) = if i % 2 == 0 { (3.9, "#5f7d3b") } else { (3.2, "#7b9550") };
                svg.circle(p, radius, &format!("fill=\"{leaf}\" stroke=\"#33431f\" stroke-width=\"0.8\""));
            }
        }
    }
}

fn run_of(line: &Line) -> Path {
    let mut path = Path::new();
    for (i, &point) in line.points.iter().enumerate() {
        if i == 0 {
            path.m(at(point))
        } else {
            path.l(at(point))
        };
    }
    path
}

const ROUND: &str = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"butt\"";

fn current(svg: &mut Svg, line: &Line) {
    let (run, width) = (run_of(line), on_sheet(line.width.0.into()).max(3.0));
    svg.path(&run, &format!("{ROUND} stroke=\"{BANK}\" stroke-width=\"{}\"", N(width)));
    svg.path(&run, &format!("{ROUND} stroke=\"{WATER}\" stroke-width=\"{}\"", N((width - 3.0).max(1.5))));
    svg.path(&run, &format!("{ROUND} stroke=\"#dff0f2\" stroke-opacity=\"0.7\" stroke-width=\"1.2\" stroke-dasharray=\"22 16\""));
}

fn track(svg: &mut Svg, line: &Line) {
    let (casing, bed) = match line.kind {
        LineKind::Road => ("#7b6238", "#c9b27c"),
        LineKind::SunkenRoad => ("#4a3c1d", "#a68f5c"),
        _ => return,
    };
    let width = on_sheet(line.width.0.into()).max(12.0);
    let run = run_of(line);
    svg.path(&run, &format!("{ROUND} stroke=\"{casing}\" stroke-width=\"{}\"", N(width)));
    svg.path(&run, &format!("{ROUND} stroke=\"{bed}\" stroke-width=\"{}\"", N(width - 2.6)));
    svg.path(
        &run,
        &format!("{ROUND} stroke=\"#8f7645\" stroke-opacity=\"0.7\" stroke-width=\"{}\"", N(width * 0.42)),
    );
    svg.path(&run, &format!("{ROUND} stroke=\"{bed}\" stroke-width=\"{}\"", N(width * 0.3)));
}

fn barrier(svg: &mut Svg, line: &Line) {
    let kind = match line.kind {
        LineKind::Wall => Bank::Wall,
        LineKind::Hedge => Bank::Hedge,
        _ => return,
    };
    let points: Vec<Pt> = line.points.iter().map(|&point| at(point)).collect();
    straight(&points).into_iter().for_each(|[a, b]| bank(svg, a, b, kind));
}

/// Bridges, square across their water, and fords.
fn crossings(svg: &mut Svg, table: &Table) {
    for point in &table.points {
        let water = &table.lines[point.over];
        let (middle, width) = (at(point.at), on_sheet(water.width.0.into()).max(6.0));
        let points: Vec<Pt> = water.points.iter().map(|&point| at(point)).collect();
        let near = |[a, b]: &[Pt; 2]| (nearest_on(&[*a, *b], middle).unwrap_or(middle) - middle).length();
        let nearest = straight(&points).into_iter().min_by(|a, b| near(a).total_cmp(&near(b)));
        let Some([a, b]) = nearest else { continue };
        let (flow, over) = ((b - a).unit(), (b - a).unit().right());
        let half = width / 2.0 + 5.0;
        let mut deck = Path::new();
        deck.polygon(&[
            middle - flow * 8.0 - over * half,
            middle + flow * 8.0 - over * half,
            middle + flow * 8.0 + over * half,
            middle - flow * 8.0 + over * half,
        ]);
        match point.kind {
            PointKind::Bridge => {
                svg.path(&deck, "fill=\"#b9ab92\" stroke=\"#3f372b\" stroke-width=\"1.6\"");
                let mut rails = Path::new();
                for side in [-7.0, 7.0] {
                    rails.line(middle + flow * side - over * half, middle + flow * side + over * half);
                }
                svg.path(&rails, "stroke=\"#6f6552\" stroke-width=\"3\"");
            }
            PointKind::Ford => svg.path(&deck, "fill=\"#cdbb86\" fill-opacity=\"0.6\" stroke=\"#7b6238\" stroke-width=\"1\" stroke-dasharray=\"3 3\""),
        }
    }
}

/// Names of hills, woods, villages and rivers.
pub(super) fn names(svg: &mut Svg, table: &Table) {
    let middle = |outline: &Outline| {
        let (low, high) = outline.rim();
        at(low).mid(at(high))
    };
    let mut name = |text: &str, place: Pt| {
        if text.is_empty() {
            return;
        }
        let (text, size) = Face::Italic.fit(text, 20.0, 10.0, 220.0);
        let common = format!("{} text-anchor=\"middle\"", Face::Italic.attributes());
        let halo = format!(
            "stroke=\"{PAPER}\" stroke-width=\"3.6\" stroke-opacity=\"0.7\" stroke-linejoin=\"round\""
        );
        svg.text(place, size, &text, &format!("{common} fill=\"none\" {halo}"));
        svg.text(place, size, &text, &format!("{common} fill=\"{INK}\""));
    };
    for area in &table.areas {
        name(&area.name, middle(&area.outline));
    }
    for line in &table.lines {
        let pair = line.points.len() / 2;
        name(&line.name, at(line.points[pair - 1]).mid(at(line.points[pair])) - Pt::new(0.0, 8.0));
    }
    for point in &table.points {
        name(&point.name, at(point.at) - Pt::new(0.0, 16.0));
    }
}

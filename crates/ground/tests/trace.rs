//! Straight lines: what they pass, against another way to compute it.

use ground::{Crossing, Ground, HexId, Offset, TraceStep, crossings};
use muster::Source;
use proptest::prelude::*;

fn read(text: &str) -> Ground {
    Ground::read(&Source::new("sight", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn a_line_comes_in_by_a_side_or_between_two() {
    let ground = read("format = 1\ncolumns = 9\nrows = 9");
    let hexsides = |from: &str, to: &str| {
        let (left, right) = ground.hexsides_facing(ground.hex(from).unwrap(), ground.hex(to).unwrap());
        [left, right].into_iter().flatten().map(ground::Dir::name).collect::<Vec<_>>()
    };
    assert_eq!(hexsides("0305", "0301"), ["S"]);
    assert_eq!(hexsides("0501", "0502"), ["N"]);
    assert_eq!(hexsides("0304", "0504"), ["SW", "NW"]);
    assert!(hexsides("0304", "0304").is_empty());
}

/// The centre of a hex where a third of its width is 1 (`x`) and half its height is 1 (`y`): `x = 3 column`.
fn centre(ground: &Ground, hex: HexId) -> (i64, i64) {
    let (column, row) = (i64::from(ground.column(hex)), i64::from(ground.row(hex)));
    (3 * column, 2 * row + i64::from(column % 2 == 0))
}

/// The stretch of the line from `a` to `b` inside a hex, as fractions of its length, if it is not empty.
fn inside(a: (i64, i64), b: (i64, i64), hex: (i64, i64)) -> Option<[(i64, i64); 2]> {
    const VERTICES: [(i64, i64); 6] = [(-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0)];
    let (mut enter, mut leave) = ((0, 1), (1, 1));
    for (i, from) in VERTICES.iter().enumerate() {
        let to = VERTICES[(i + 1) % 6];
        let edge = (to.0 - from.0, to.1 - from.1);
        // Positive inside the hexside.
        let height = |p: (i64, i64)| edge.0 * (p.1 - hex.1 - from.1) - edge.1 * (p.0 - hex.0 - from.0);
        let (start, slope) = (height(a), height(b) - height(a));
        match slope.signum() {
            0 if start <= 0 => return None,
            0 => {}
            1 if less(enter, (-start, slope)) => enter = (-start, slope),
            -1 if less((start, -slope), leave) => leave = (start, -slope),
            _ => {}
        }
    }
    less(enter, leave).then_some([enter, leave])
}

/// Compares fractions with positive denominators.
fn less(a: (i64, i64), b: (i64, i64)) -> bool {
    a.0 * b.1 < b.0 * a.1
}

/// The crossings between two hexes, by going over all hexes of the map with fractions.
fn brute_force(ground: &Ground, from: HexId, to: HexId) -> (Vec<HexId>, Vec<[HexId; 2]>, Vec<[HexId; 2]>) {
    let (a, b) = (centre(ground, from), centre(ground, to));
    let mut stretches: Vec<_> =
        ground.hexes().filter_map(|hex| Some((hex, inside(a, b, centre(ground, hex))?))).collect();
    stretches.sort_by(|(_, one), (_, other)| (one[0].0 * other[0].1).cmp(&(other[0].0 * one[0].1)));
    let (mut over, mut along) = (Vec::new(), Vec::new());
    for pair in stretches.windows(2) {
        let (before, after) = (pair[0], pair[1]);
        if before.1[1].0 * after.1[0].1 == after.1[0].0 * before.1[1].1 {
            over.push([before.0, after.0]);
        } else {
            // A gap: the line runs along the hexside between the two common neighbours.
            let near = |hex: HexId| ground.neighbours(hex).into_iter().filter(|hex| hex.is_some());
            let mut pair: Vec<HexId> =
                near(before.0).filter(|&hex| ground.dir_to(hex, after.0).is_some()).collect();
            // Positive on the right, since y grows downwards.
            let right = |hex: &HexId| {
                let c = centre(ground, *hex);
                (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
            };
            pair.sort_by_key(right);
            assert!(pair.len() == 2 && right(&pair[0]) < 0 && right(&pair[1]) == -right(&pair[0]));
            along.push([pair[0], pair[1]]);
        }
    }
    let through = stretches.iter().map(|&(hex, _)| hex).filter(|&hex| hex != from && hex != to).collect();
    (through, over, along)
}

/// Steps to the SE and S from `from` to `to`, by the columns and rows.
fn offset(ground: &Ground, from: HexId, to: HexId) -> Offset {
    let (a, b) = (centre(ground, from), centre(ground, to));
    let x = (b.0 - a.0) / 3;
    Offset { x: x as i16, y: ((b.1 - a.1 - x) / 2) as i16 }
}

/// Checks the crossings from `from` to `to` against the brute force.
fn check_crossings(ground: &Ground, from: HexId, to: HexId) {
    let hex = |at: Offset| {
        ground.hexes().find(|&hex| offset(ground, from, hex) == at).expect("the map is large enough")
    };
    let (mut through, mut over, mut along) = (Vec::new(), Vec::new(), Vec::new());
    for &crossing in crossings(offset(ground, from, to)).iter() {
        match crossing {
            Crossing::Through(a) => through.push(hex(a)),
            Crossing::Over(a, b) => over.push([hex(a), hex(b)]),
            Crossing::Along { left, right } => along.push([hex(left), hex(right)]),
            Crossing::Corner { hex: one, left, right } => {
                let one = hex(one);
                assert!(ground.dir_to(one, hex(left)).is_some() && ground.dir_to(one, hex(right)).is_some());
            }
        }
    }
    let name = format!("{} {}", ground.label(from), ground.label(to));
    assert_eq!((through, over, along), brute_force(ground, from, to), "{name}");
}

#[test]
fn the_crossings_of_all_short_lines() {
    let ground = read("format = 1\ncolumns = 17\nrows = 17");
    for from in ["0808", "0909"] {
        let from = ground.hex(from).unwrap();
        for to in ground.within(from, 7).filter(|&to| to != from) {
            check_crossings(&ground, from, to);
        }
    }
    assert!(crossings(Offset { x: 0, y: 0 }).is_empty());
}

/// Words for all that a trace or ray passes.
fn words(ground: &Ground, passed: impl Iterator<Item = TraceStep>) -> String {
    let hex = |hex: Option<HexId>| hex.map_or("off".to_owned(), |hex| ground.label(hex).to_string());
    let word = |passed| match passed {
        TraceStep::Hex(a) => hex(Some(a)),
        TraceStep::Hexside(a, b) => format!("{}/{}", hex(Some(a)), hex(Some(b))),
        TraceStep::Along { left, right } => format!("{}|{}", hex(left), hex(right)),
        TraceStep::Vertex { hex: one, left, right } => {
            format!("{}<{} {}", hex(Some(one)), hex(left), hex(right))
        }
    };
    passed.map(word).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_trace_names_the_hexes_of_the_map() {
    let ground = read("format = 1\ncolumns = 9\nrows = 9");
    let trace = |from: &str, to: &str| {
        words(&ground, ground.trace(ground.hex(from).unwrap(), ground.hex(to).unwrap()))
    };
    assert_eq!(trace("0301", "0303"), "0301/0302, 0302, 0302/0303");
    assert_eq!(trace("0304", "0504"), "0304<0403 0404, 0403|0404, 0504<0403 0404");
    assert_eq!(trace("0101", "0301"), "0101<off 0201, off|0201, 0301<off 0201");
    assert_eq!(trace("0202", "0202"), "");
}

#[test]
fn a_ray_goes_on_to_its_length_or_to_the_end_of_the_map() {
    let ground = read("format = 1\ncolumns = 9\nrows = 9");
    let ray = |from: &str, through: &str, hexes| {
        words(&ground, ground.ray(ground.hex(from).unwrap(), ground.hex(through).unwrap(), hexes))
    };
    assert_eq!(ray("0301", "0302", 3), "0301/0302, 0302, 0302/0303, 0303, 0303/0304, 0304");
    assert_eq!(ray("0307", "0308", 9), "0307/0308, 0308, 0308/0309, 0309");
    assert_eq!(ray("0304", "0504", 1), "0304<0403 0404, 0403|0404, 0504<0403 0404");
    assert_eq!(ray("0304", "0504", 2), "0304<0403 0404, 0403|0404, 0504<0403 0404, 0504");
    assert_eq!(ray("0701", "0901", 9), "0701<off 0801, off|0801, 0901<off 0801, 0901");
    assert_eq!(ray("0304", "0304", 9), "");
    assert_eq!(ray("0304", "0305", 0), "");
}

/// The crossings of the same line from its other end.
fn backwards(to: Offset) -> Vec<Crossing> {
    let turn = |at: Offset| Offset { x: to.x + at.x, y: to.y + at.y };
    let back = |crossing: &Crossing| match *crossing {
        Crossing::Through(a) => Crossing::Through(turn(a)),
        Crossing::Over(a, b) => Crossing::Over(turn(b), turn(a)),
        Crossing::Along { left, right } => Crossing::Along { left: turn(right), right: turn(left) },
        Crossing::Corner { hex, left, right } => {
            Crossing::Corner { hex: turn(hex), left: turn(right), right: turn(left) }
        }
    };
    crossings(Offset { x: -to.x, y: -to.y }).iter().rev().map(back).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn a_line_is_the_same_from_both_ends(x in -40i16..40, y in -40i16..40) {
        let to = Offset { x, y };
        prop_assert_eq!(crossings(to).to_vec(), backwards(to));
    }

    #[test]
    fn a_ray_begins_as_the_line_to_its_aim(ends in prop::array::uniform2((2u16..39, 2u16..39)), hexes in 0u16..80) {
        let ground = read("format = 1\ncolumns = 40\nrows = 40");
        let [from, to] = ends.map(|(column, row)| HexId((row - 1) * 40 + column - 1));
        prop_assume!(from != to);
        let ray: Vec<TraceStep> = ground.ray(from, to, hexes).collect();
        let line: Vec<TraceStep> = ground.trace(from, to).collect();
        if hexes < ground.distance(from, to) {
            prop_assert!(line.starts_with(&ray));
        } else {
            prop_assert!(ray.starts_with(&line));
            prop_assert_eq!(ray[line.len()], TraceStep::Hex(to));
        }
    }

    #[test]
    fn the_crossings_of_long_lines(ends in prop::array::uniform2((2u16..39, 2u16..39))) {
        let ground = read("format = 1\ncolumns = 40\nrows = 40");
        let [from, to] = ends.map(|(column, row)| HexId((row - 1) * 40 + column - 1));
        prop_assume!(from != to);
        check_crossings(&ground, from, to);
    }
}

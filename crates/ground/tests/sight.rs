//! Lines of sight on small maps, and the geometry against another way to compute it.

use ground::{
    Block, Crossing, Feature, Features, Ground, HexId, Obstacle, Offset, Sight, SightRules, Terrain,
    crossings,
};
use muster::Source;
use proptest::prelude::*;

/// Woods, villages, crests and steep slopes block; redoubts do so from a distance.
struct Rules<'g>(&'g Ground);

impl SightRules for Rules<'_> {
    fn hex(&self, hex: HexId) -> Option<Block> {
        matches!(self.0.terrain(hex), Terrain::Woods | Terrain::Village).then_some(Block::Solid)
    }

    fn side(&self, a: HexId, b: HexId) -> Option<Block> {
        const SOLID: Features = Features::of(&[Feature::Crest, Feature::SteepSlope]);
        let side = self.0.side(a, self.0.dir_to(a, b).expect("adjacent hexes"));
        if side.intersects(SOLID) {
            return Some(Block::Solid);
        }
        side.contains(Feature::Redoubt).then_some(Block::Parapet)
    }
}

fn read(text: &str) -> Ground {
    Ground::read(&Source::new("sight", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A map of 9 by 9 clear hexes with woods in these hexes, levels in those, and more.
fn map(woods: &str, levels: &[(&str, u8)], more: &str) -> Ground {
    let (mut terrain, mut elevation) = (vec![b'.'; 81], vec![b'0'; 81]);
    let index = |name: &str| {
        let number: usize = name.parse().expect("digits");
        (number % 100 - 1) * 9 + number / 100 - 1
    };
    woods.split_whitespace().for_each(|name| terrain[index(name)] = b'w');
    levels.iter().for_each(|&(name, level)| elevation[index(name)] = b'0' + level);
    let grid = |cells: Vec<u8>| {
        let rows = cells.chunks(9).map(|row| String::from_utf8_lossy(row).into_owned());
        rows.collect::<Vec<_>>().join("\n")
    };
    let (terrain, elevation) = (grid(terrain), grid(elevation));
    read(&format!(
        "format = 1\ncolumns = 9\nrows = 9\nterrain = '''\n{terrain}\n'''\nelevation = '''\n{elevation}\n'''\n{more}"
    ))
}

/// What is seen between the two hexes of `line`, in words.
fn look(ground: &Ground, from: HexId, to: HexId) -> String {
    let name = |obstacle| match obstacle {
        Obstacle::Hex(hex) => ground.label(hex).to_string(),
        Obstacle::Side(a, b) => format!("{}-{}", ground.label(a), ground.label(b)),
    };
    match ground.sight(from, to, &Rules(ground)) {
        Sight::Clear => "clear".to_owned(),
        Sight::Blocked { by, why: ground::SightRule::Between(other) } => {
            format!("between {} and {}", name(by), name(other))
        }
        Sight::Blocked { by, why } => format!("{} {why:?}", name(by)),
    }
}

/// Compares what is seen along `line` (`"0101 0501"`), and that the way back agrees.
fn check(ground: &Ground, line: &str, expected: &str) {
    let (from, to) = line.split_once(' ').expect("two hexes");
    let (from, to) = (ground.hex(from).expect("on the map"), ground.hex(to).expect("on the map"));
    assert_eq!(look(ground, from, to), expected, "{line}");
    assert_eq!(ground.sees(to, from, &Rules(ground)), expected == "clear", "{line} backwards");
}

#[test]
fn a_hex_passed_through_blocks_and_the_ends_do_not() {
    let ground = map("0301 0303 0305", &[], "");
    check(&ground, "0301 0305", "0303 Hex");
    check(&ground, "0301 0303", "clear");
    check(&ground, "0303 0305", "clear");
    check(&ground, "0302 0302", "clear");
    check(&ground, "0201 0203", "clear");
}

#[test]
fn beside_the_line_one_obstacle_is_not_enough() {
    // 0304 to 0504 runs along the side between 0403 and 0404, then 0504 to 0704 between 0603 and 0604.
    check(&map("0403", &[], ""), "0304 0504", "clear");
    check(&map("0404", &[], ""), "0304 0504", "clear");
    check(&map("0403 0404", &[], ""), "0304 0504", "between 0403 and 0404");
    check(&map("0403 0603", &[], ""), "0304 0704", "clear");
    check(&map("0403 0604", &[], ""), "0304 0704", "between 0403 and 0604");
    check(&map("0504", &[], ""), "0304 0704", "0504 Hex");
}

#[test]
fn a_line_along_the_edge_of_the_map() {
    check(&map("0201", &[], ""), "0101 0301", "clear");
    check(&map("0209", &[], ""), "0201 0401", "clear");
    check(&map("0309", &[], ""), "0209 0409", "clear");
}

#[test]
fn a_hexside_crossed_or_run_along_blocks() {
    let crest = |sides: &str| map("", &[], &format!("[sides]\ncrest = [{sides}]"));
    check(&crest("'0303-0304'"), "0301 0305", "0303-0304 Side");
    check(&crest("'0301-0302'"), "0301 0305", "0301-0302 Side");
    check(&crest("'0303-0403'"), "0301 0305", "clear");
    check(&crest("'0403-0404'"), "0304 0504", "0403-0404 AlongSide");
}

#[test]
fn a_line_of_crest_is_not_seen_through_at_a_vertex() {
    let crest = |sides: &str| map("", &[], &format!("[sides]\ncrest = [{sides}]"));
    check(&crest("'0304-0403'"), "0304 0504", "clear");
    check(&crest("'0304-0403', '0304-0404'"), "0304 0504", "between 0304-0403 and 0304-0404");
    check(&crest("'0304-0403', '0504-0404'"), "0304 0504", "between 0304-0403 and 0504-0404");
    check(&crest("'0304-0403', '0504-0403'"), "0304 0504", "clear");
}

#[test]
fn a_redoubt_is_seen_over_by_those_next_to_it() {
    let ground = map("", &[], "[sides]\nredoubt = ['0303<0304', '0403-0404']");
    check(&ground, "0301 0305", "0303-0304 Side");
    check(&ground, "0303 0305", "clear");
    check(&ground, "0302 0304", "clear");
    check(&ground, "0303 0304", "clear");
    check(&ground, "0304 0504", "0403-0404 AlongSide");
}

#[test]
fn adjacent_hexes_see_each_other_except_over_crests_and_steep_slopes() {
    let ground =
        map("0303 0304", &[("0404", 1)], "[sides]\ncrest = ['0303-0302']\nsteep_slope = ['0304-0404']");
    check(&ground, "0303 0304", "clear");
    check(&ground, "0303 0302", "0303-0302 CloseRange");
    check(&ground, "0304 0404", "0304-0404 CloseRange");
}

#[test]
fn higher_ground_blocks_and_is_never_overlooked() {
    check(&map("", &[("0303", 1)], ""), "0301 0305", "0303 HigherHex");
    check(&map("", &[("0303", 1), ("0301", 1)], ""), "0301 0305", "clear");
    check(&map("", &[("0403", 1)], ""), "0304 0504", "clear");
    check(&map("0404", &[("0403", 1)], ""), "0304 0504", "between 0403 and 0404");
}

#[test]
fn two_higher_ends_look_over_an_obstacle() {
    check(&map("0303", &[("0301", 1), ("0305", 1)], ""), "0301 0305", "clear");
    check(&map("0303", &[("0301", 1), ("0305", 1), ("0303", 1)], ""), "0301 0305", "0303 Hex");
    check(&map("0304", &[("0301", 2), ("0306", 1)], ""), "0301 0306", "clear");
}

#[test]
fn one_higher_end_looks_over_what_is_halfway_or_nearer() {
    let hill = [("0301", 1)];
    check(&map("0302", &hill, ""), "0301 0305", "clear");
    check(&map("0303", &hill, ""), "0301 0305", "clear");
    check(&map("0304", &hill, ""), "0301 0305", "0304 Hex");
    check(&map("0303", &hill, ""), "0301 0304", "0303 Hex");
    check(&map("0303", &[("0301", 1), ("0303", 1)], ""), "0301 0305", "0303 Hex");
    check(&map("0403 0404", &[("0304", 1)], ""), "0304 0504", "clear");
    check(&map("0603 0604", &[("0304", 1)], ""), "0304 0704", "between 0603 and 0604");
}

#[test]
fn a_hexside_is_as_high_as_its_lower_hex() {
    let valley = [("0301", 1), ("0302", 1), ("0305", 1)];
    let slopes = "[sides]\nsteep_slope = ['0302-0303', '0304-0305']";
    check(&map("", &valley, slopes), "0301 0305", "clear");
    check(&map("", &valley, slopes), "0301 0304", "clear");
    check(&map("", &valley, slopes), "0301 0303", "0302-0303 Side");
    check(&map("", &[("0301", 1)], "[sides]\ncrest = ['0303-0304']"), "0301 0305", "0303-0304 Side");
    check(&map("", &[("0301", 1)], "[sides]\ncrest = ['0302-0303']"), "0301 0304", "clear");
}

#[test]
fn a_line_comes_in_by_a_side_or_between_two() {
    let ground = map("", &[], "");
    let sides = |from: &str, to: &str| {
        let (left, right) = ground.sides_facing(ground.hex(from).unwrap(), ground.hex(to).unwrap());
        [left, right].into_iter().flatten().map(ground::Dir::name).collect::<Vec<_>>()
    };
    assert_eq!(sides("0305", "0301"), ["S"]);
    assert_eq!(sides("0501", "0502"), ["N"]);
    assert_eq!(sides("0304", "0504"), ["SW", "NW"]);
    assert!(sides("0304", "0304").is_empty());
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
        let side = (to.0 - from.0, to.1 - from.1);
        // Positive inside the side.
        let height = |p: (i64, i64)| side.0 * (p.1 - hex.1 - from.1) - side.1 * (p.0 - hex.0 - from.0);
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
            // A gap: the line runs along the side between the two common neighbours.
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

prop_compose! {
    /// A random map with two of its hexes.
    fn scene()(columns in 1u16..14, rows in 1u16..14)(
        terrain in prop::collection::vec(prop::sample::select(b"......wv".to_vec()), usize::from(columns * rows)),
        levels in prop::collection::vec(prop::sample::select(b"0000112".to_vec()), usize::from(columns * rows)),
        crests in prop::collection::vec((0..columns * rows, 0u8..6), 0..12),
        redoubts in prop::collection::vec((0..columns * rows, 0u8..6), 0..12),
        ends in prop::array::uniform2(0..columns * rows),
        columns in Just(columns), rows in Just(rows),
    ) -> (Ground, [HexId; 2]) {
        let size = format!("format = 1\ncolumns = {columns}\nrows = {rows}\n");
        let plain = read(&size);
        let grid = |cells: Vec<u8>| {
            let rows = cells.chunks(usize::from(columns)).map(|row| String::from_utf8_lossy(row).into_owned());
            rows.collect::<Vec<_>>().join("\n")
        };
        let sides = |list: Vec<(u16, u8)>| {
            let mut pairs: Vec<[HexId; 2]> = list.into_iter().filter_map(|(hex, dir)| {
                let other = plain.neighbour(HexId(hex), ground::Dir(dir))?;
                Some([HexId(hex).min(other), HexId(hex).max(other)])
            }).collect();
            pairs.sort();
            pairs.dedup();
            let name = |[a, b]: [HexId; 2]| format!("'{}-{}'", plain.label(a), plain.label(b));
            pairs.into_iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let text = format!(
            "{size}terrain = '''\n{}'''\nelevation = '''\n{}'''\n[sides]\ncrest = [{}]\nredoubt = [{}]",
            grid(terrain), grid(levels), sides(crests), sides(redoubts),
        );
        (read(&text), ends.map(HexId))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn sight_is_symmetric((ground, [from, to]) in scene()) {
        let rules = Rules(&ground);
        prop_assert_eq!(ground.sees(from, to, &rules), ground.sees(to, from, &rules));
    }

    #[test]
    fn a_line_is_the_same_from_both_ends(x in -40i16..40, y in -40i16..40) {
        let to = Offset { x, y };
        prop_assert_eq!(crossings(to).to_vec(), backwards(to));
    }

    #[test]
    fn the_crossings_of_long_lines(ends in prop::array::uniform2((2u16..39, 2u16..39))) {
        let ground = read("format = 1\ncolumns = 40\nrows = 40");
        let [from, to] = ends.map(|(column, row)| HexId((row - 1) * 40 + column - 1));
        prop_assume!(from != to);
        check_crossings(&ground, from, to);
    }
}

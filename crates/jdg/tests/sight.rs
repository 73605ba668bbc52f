//! 7.4: lines of sight on small maps without units.

use std::path::Path;

use ground::{Ground, HexId};
use jdg::ch07_fire::sight::{sees, sight};
use jdg::files::arrange;
use jdg::{Battle, State};
use muster::Source;
use proptest::prelude::*;
use table::Names;

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

/// A battle whose units are not on that map.
fn on(ground: Ground) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/maida");
    Battle { ground, ..arrange::read(&folder).expect("the battle loads") }
}

/// Sight between the two hexes, in words: what blocks, and how.
fn look(battle: &Battle, from: HexId, to: HexId) -> String {
    let Err(refusal) = sight(battle, &State::empty(), from, to) else { return "clear".to_owned() };
    let hexes: Vec<String> =
        refusal.facts.iter().filter(|f| !f.0.is_empty()).map(|f| battle.id(f.1)).collect();
    format!("{} {}", hexes.join("-"), refusal.why.trim_start_matches("sight."))
}

/// Compares what is seen along `line` (`"0101 0501"`), and that the way back agrees.
fn check(ground: &Ground, line: &str, expected: &str) {
    let (from, to) = line.split_once(' ').expect("two hexes");
    let (from, to) = (ground.hex(from).expect("on the map"), ground.hex(to).expect("on the map"));
    let battle = on(ground.clone());
    assert_eq!(look(&battle, from, to), expected, "{line}");
    assert_eq!(sees(&battle, &State::empty(), to, from), expected == "clear", "{line} backwards");
}

#[test]
fn a_hex_passed_through_blocks_and_the_ends_do_not() {
    let ground = map("0301 0303 0305", &[], "");
    check(&ground, "0301 0305", "0303 hex");
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
    check(&map("0403 0404", &[], ""), "0304 0504", "0403 between");
    check(&map("0403 0603", &[], ""), "0304 0704", "clear");
    check(&map("0403 0604", &[], ""), "0304 0704", "0403 between");
    check(&map("0504", &[], ""), "0304 0704", "0504 hex");
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
    check(&crest("'0303-0304'"), "0301 0305", "0303-0304 side");
    check(&crest("'0301-0302'"), "0301 0305", "0301-0302 side");
    check(&crest("'0303-0403'"), "0301 0305", "clear");
    check(&crest("'0403-0404'"), "0304 0504", "0403-0404 along");
}

#[test]
fn a_line_of_crest_is_not_seen_through_at_a_vertex() {
    let crest = |sides: &str| map("", &[], &format!("[sides]\ncrest = [{sides}]"));
    check(&crest("'0304-0403'"), "0304 0504", "clear");
    check(&crest("'0304-0403', '0304-0404'"), "0304 0504", "0304-0403 between");
    check(&crest("'0304-0403', '0504-0404'"), "0304 0504", "0304-0403 between");
    check(&crest("'0304-0403', '0504-0403'"), "0304 0504", "clear");
}

#[test]
fn a_redoubt_is_seen_over_by_those_next_to_it() {
    let ground = map("", &[], "[sides]\nredoubt = ['0303<0304', '0403-0404']");
    check(&ground, "0301 0305", "0303-0304 side");
    check(&ground, "0303 0305", "clear");
    check(&ground, "0302 0304", "clear");
    check(&ground, "0303 0304", "clear");
    check(&ground, "0304 0504", "0403-0404 along");
}

#[test]
fn adjacent_hexes_see_each_other_except_over_crests_and_steep_slopes() {
    let ground =
        map("0303 0304", &[("0404", 1)], "[sides]\ncrest = ['0303-0302']\nsteep_slope = ['0304-0404']");
    check(&ground, "0303 0304", "clear");
    check(&ground, "0303 0302", "0302 close");
    check(&ground, "0304 0404", "0404 close");
}

#[test]
fn higher_ground_blocks_and_is_never_overlooked() {
    check(&map("", &[("0303", 1)], ""), "0301 0305", "0303 higher");
    check(&map("", &[("0303", 1), ("0301", 1)], ""), "0301 0305", "clear");
    check(&map("", &[("0403", 1)], ""), "0304 0504", "clear");
    check(&map("0404", &[("0403", 1)], ""), "0304 0504", "0403 between");
}

#[test]
fn two_higher_ends_look_over_an_obstacle() {
    check(&map("0303", &[("0301", 1), ("0305", 1)], ""), "0301 0305", "clear");
    check(&map("0303", &[("0301", 1), ("0305", 1), ("0303", 1)], ""), "0301 0305", "0303 hex");
    check(&map("0304", &[("0301", 2), ("0306", 1)], ""), "0301 0306", "clear");
}

#[test]
fn one_higher_end_looks_over_what_is_halfway_or_nearer() {
    let hill = [("0301", 1)];
    check(&map("0302", &hill, ""), "0301 0305", "clear");
    check(&map("0303", &hill, ""), "0301 0305", "clear");
    check(&map("0304", &hill, ""), "0301 0305", "0304 far_from_height");
    check(&map("0303", &hill, ""), "0301 0304", "0303 far_from_height");
    check(&map("0303", &[("0301", 1), ("0303", 1)], ""), "0301 0305", "0303 hex");
    check(&map("0403 0404", &[("0304", 1)], ""), "0304 0504", "clear");
    check(&map("0603 0604", &[("0304", 1)], ""), "0304 0704", "0603 between");
}

#[test]
fn a_hexside_is_as_high_as_its_lower_hex() {
    let valley = [("0301", 1), ("0302", 1), ("0305", 1)];
    let slopes = "[sides]\nsteep_slope = ['0302-0303', '0304-0305']";
    check(&map("", &valley, slopes), "0301 0305", "clear");
    check(&map("", &valley, slopes), "0301 0304", "clear");
    check(&map("", &valley, slopes), "0301 0303", "0302-0303 far_from_height");
    check(
        &map("", &[("0301", 1)], "[sides]\ncrest = ['0303-0304']"),
        "0301 0305",
        "0303-0304 far_from_height",
    );
    check(&map("", &[("0301", 1)], "[sides]\ncrest = ['0302-0303']"), "0301 0304", "clear");
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
    fn sight_is_symmetric_and_explained_when_blocked((ground, [from, to]) in scene()) {
        let battle = on(ground);
        let s = State::empty();
        prop_assert_eq!(sees(&battle, &s, from, to), sees(&battle, &s, to, from));
        prop_assert_eq!(sees(&battle, &s, from, to), sight(&battle, &s, from, to).is_ok());
    }
}

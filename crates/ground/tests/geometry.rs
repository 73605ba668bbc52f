//! Names, neighbours, distances, cones.

use ground::{Dir, Edge, Facing, Feature, Features, Ground, HexId, Terrain, Way};
use muster::Source;
use proptest::prelude::*;

fn clear(columns: u16, rows: u16) -> Ground {
    let text = format!("format = 1\ncolumns = {columns}\nrows = {rows}");
    Ground::read(&Source::new("clear", text)).expect("a good file")
}

fn at(ground: &Ground, name: &str) -> HexId {
    ground.hex(name).expect("a hex of the map")
}

/// Hex names, blank between them.
fn labels(ground: &Ground, hexes: impl IntoIterator<Item = HexId>) -> String {
    let name = |hex: HexId| if hex.is_some() { ground.label(hex).to_string() } else { "none".to_owned() };
    hexes.into_iter().map(name).collect::<Vec<_>>().join(" ")
}

#[test]
fn hexes_are_numbered_row_by_row() {
    let ground = clear(3, 2);
    assert_eq!(labels(&ground, ground.hexes()), "0101 0201 0301 0102 0202 0302");
    assert_eq!(at(&ground, "0202"), HexId(4));
    for bad in ["0401", "0103", "0001", "0100", "101", "01010", "1 01", "+101", "é01", ""] {
        assert_eq!(ground.hex(bad), None, "{bad}");
    }
}

#[test]
fn even_columns_stand_half_a_hex_lower() {
    let ground = clear(5, 5);
    assert_eq!(labels(&ground, ground.neighbours(at(&ground, "0303"))), "0302 0402 0403 0304 0203 0202");
    assert_eq!(labels(&ground, ground.neighbours(at(&ground, "0203"))), "0202 0303 0304 0204 0104 0103");
    assert_eq!(labels(&ground, ground.neighbours(at(&ground, "0101"))), "none none 0201 0102 none none");
}

#[test]
fn facings_look_at_vertices() {
    assert_eq!(Facing::ALL[0].fronts(), ["N", "NE"].map(|name| name.parse::<Dir>().unwrap()));
    assert_eq!("E".parse::<Facing>().unwrap().fronts().map(Dir::name), ["NE", "SE"]);
    assert_eq!("NW".parse::<Facing>().unwrap().fronts().map(Dir::name), ["NW", "N"]);
    assert_eq!(Facing(5).turn(1), Facing(0));
    assert_eq!(Facing(0).turn(-1), Facing(5));
    let steps: Vec<u8> = Facing::ALL.iter().map(|&other| Facing(4).steps_to(other)).collect();
    assert_eq!(steps, [2, 3, 2, 1, 0, 1]);
    assert_eq!(Dir(1).opposite().name(), "SW");
}

#[test]
fn words_print_and_parse() {
    for terrain in Terrain::ALL {
        assert_eq!(terrain.to_string().parse(), Ok(terrain));
    }
    for feature in Feature::ALL {
        assert_eq!(feature.to_string().parse(), Ok(feature));
    }
    assert_eq!(
        "palm".parse::<Way>().unwrap_err().to_string(),
        "unknown way \"palm\"; expected one of \"road\", \"trail\""
    );
    assert_eq!(
        "ENE".parse::<Facing>().unwrap_err().to_string(),
        "unknown facing \"ENE\"; expected one of \"NE\", \"E\", \"SE\", \"SW\", \"W\", \"NW\"; did you mean \"NE\"?"
    );
    let works = Features::of(&[Feature::Wall, Feature::River]);
    assert_eq!(works.to_string(), "river, wall");
    assert_eq!(Features::NONE.to_string(), "none");
    assert!(works.intersects(Features::WORKS) && !works.intersects(Features::SLOPES));
}

#[test]
fn words_in_data_files_have_their_nearest_name() {
    #[derive(Debug, serde::Deserialize)]
    #[allow(dead_code)] // The fields of a refused file are never looked at; those of the good one are, below.
    struct Words {
        facing: Facing,
        rout: Edge,
        terrain: Terrain,
    }
    let read = |text: &str| muster::read_toml::<Words>(&Source::new("w", text)).map_err(|e| e.to_string());
    let words = read("facing = 'SW'\nrout = 'W'\nterrain = 'woods'").unwrap();
    assert_eq!((words.facing, words.rout, words.terrain), (Facing(3), Edge::W, Terrain::Woods));
    assert_eq!(
        read("facing = 'SW'\nrout = 'WE'\nterrain = 'wods'").unwrap_err(),
        "w:2:8: unknown variant `WE`; expected one of `N`, `S`, `E`, `W`; did you mean \"E\"?\n\
         w:3:11: unknown variant `wods`; expected one of `clear`, `woods`, `orchard`, `palm_grove`, `village`, \
         `town`, `castle`, `marsh`, `lake`, `impassable`; did you mean \"woods\"?"
    );
}

#[test]
fn the_cone_is_open_to_the_two_fronts() {
    let ground = clear(5, 5);
    let cone = |from: &str, facing: &str| {
        let (from, facing) = (at(&ground, from), facing.parse().unwrap());
        labels(&ground, ground.hexes().filter(|&hex| ground.in_cone(from, facing, hex)))
    };
    assert_eq!(cone("0303", "E"), "0402 0502 0403 0503 0504");
    assert_eq!(cone("0303", "W"), "0102 0202 0103 0203 0104");
    assert_eq!(cone("0303", "NE"), "0301 0401 0501 0302 0402 0502");
}

#[test]
fn edges_and_circles() {
    let ground = clear(4, 3);
    assert_eq!(labels(&ground, ground.edge_hexes(Edge::N)), "0101 0201 0301 0401");
    assert_eq!(labels(&ground, ground.edge_hexes(Edge::S)), "0103 0203 0303 0403");
    assert_eq!(labels(&ground, ground.edge_hexes(Edge::E)), "0401 0402 0403");
    assert_eq!(labels(&ground, ground.edge_hexes(Edge::W)), "0101 0102 0103");
    assert_eq!(labels(&ground, ground.within(at(&ground, "0202"), 1)), "0201 0102 0202 0302 0103 0203 0303");
    assert_eq!(labels(&ground, ground.within(at(&ground, "0101"), 0)), "0101");
    assert_eq!(ground.within(at(&ground, "0101"), 200).count(), 12);
}

prop_compose! {
    /// A map and three of its hexes.
    fn three()(columns in 1u16..=99, rows in 1u16..=99)(
        columns in Just(columns), rows in Just(rows), hexes in prop::array::uniform3(0..columns * rows),
    ) -> (Ground, [HexId; 3]) {
        (clear(columns, rows), hexes.map(HexId))
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn names_print_and_parse((ground, hexes) in three()) {
        for hex in hexes {
            prop_assert_eq!(ground.hex(&ground.label(hex).to_string()), Some(hex));
        }
    }

    #[test]
    fn the_distance_is_a_metric((ground, [a, b, c]) in three()) {
        prop_assert_eq!(ground.distance(a, b) == 0, a == b);
        prop_assert_eq!(ground.distance(a, b), ground.distance(b, a));
        prop_assert!(ground.distance(a, c) <= ground.distance(a, b) + ground.distance(b, c));
    }

    #[test]
    fn neighbours_are_mutual_and_at_distance_one((ground, hexes) in three()) {
        for a in hexes {
            for dir in Dir::ALL {
                let Some(b) = ground.neighbour(a, dir) else { continue };
                prop_assert_eq!(ground.neighbour(b, dir.opposite()), Some(a));
                prop_assert_eq!(ground.dir_to(a, b), Some(dir));
                prop_assert_eq!(ground.distance(a, b), 1);
            }
        }
        let [a, b, _] = hexes;
        prop_assert_eq!(ground.dir_to(a, b).is_some(), ground.distance(a, b) == 1);
    }

    #[test]
    fn circles_hold_what_is_near((ground, [a, _, _]) in three(), radius in 0u16..12) {
        let near: Vec<HexId> = ground.hexes().filter(|&hex| ground.distance(a, hex) <= radius).collect();
        prop_assert_eq!(ground.within(a, radius).collect::<Vec<_>>(), near);
    }

    #[test]
    fn every_other_hex_is_in_one_cone_or_on_the_ray_between_two((ground, [a, b, _]) in three()) {
        let cones: Vec<usize> = (0..6).filter(|&f| ground.in_cone(a, Facing(f as u8), b)).collect();
        match cones[..] {
            [] => prop_assert_eq!(a, b),
            [_] => {}
            [one, two] => prop_assert!(two == one + 1 || (one, two) == (0, 5)),
            _ => prop_assert!(false, "{:?}", cones),
        }
    }
}

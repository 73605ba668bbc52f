//! Names, neighbours, distances, cones.

use ground::{Aim, Dir, Edge, Feature, Features, Ground, HexId, Road, Terrain, Twelfths};
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
fn aims_are_hexsides_and_vertices_in_turn() {
    let fronts = |name: &str| Vec::from_iter(name.parse::<Aim>().unwrap().fronts().iter().map(Dir::name));
    assert_eq!(fronts("NNE"), ["N", "NE"]);
    assert_eq!(fronts("E"), ["NE", "SE"]);
    assert_eq!(fronts("NNW"), ["N", "NW"]);
    assert_eq!(fronts("ESE"), ["SE"]);
    assert_eq!(Aim::ALL.map(|aim| aim.fronts().len()), [1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
    assert_eq!(Dir::ALL.map(|dir| Aim::hexside(dir).name()), ["N", "ENE", "ESE", "S", "WSW", "WNW"]);
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
        "palm".parse::<Road>().unwrap_err().to_string(),
        "unknown road \"palm\"; expected one of \"highway\", \"road\", \"causeway\", \"trail\""
    );
    assert_eq!(
        "NE".parse::<Aim>().unwrap_err().to_string(),
        "unknown aim \"NE\"; expected one of \"N\", \"NNE\", \"ENE\", \"E\", \"ESE\", \"SSE\", \"S\", \"SSW\", \"WSW\", \
         \"W\", \"WNW\", \"NNW\"; did you mean \"N\"?"
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
        aim: Aim,
        rout: Edge,
        terrain: Terrain,
    }
    let read = |text: &str| muster::read_toml::<Words>(&Source::new("w", text)).map_err(|e| e.to_string());
    let words = read("aim = 'SSW'\nrout = 'W'\nterrain = 'woods'").unwrap();
    assert_eq!((words.aim, words.rout, words.terrain), (Aim(7), Edge::W, Terrain::Woods));
    assert_eq!(
        read("aim = 'SSW'\nrout = 'WE'\nterrain = 'wods'").unwrap_err(),
        format!(
            "w:2:8: unknown variant `WE`; expected one of `N`, `S`, `E`, `W`; did you mean \"E\"?\n\
             w:3:11: unknown variant `wods`; expected one of `{}`; did you mean \"woods\"?",
            Terrain::NAMES.join("`, `")
        )
    );
}

#[test]
fn the_cone_is_open_to_the_fronts() {
    let ground = clear(5, 5);
    let cone = |from: &str, aim: &str| {
        let (from, aim) = (at(&ground, from), aim.parse::<Aim>().unwrap());
        labels(&ground, ground.hexes().filter(|&hex| ground.in_cone(from, aim, hex)))
    };
    assert_eq!(cone("0303", "E"), "0402 0502 0403 0503 0504");
    assert_eq!(cone("0303", "W"), "0102 0202 0103 0203 0104");
    assert_eq!(cone("0303", "NNE"), "0301 0401 0501 0302 0402 0502");
    assert_eq!(cone("0303", "N"), "0201 0301 0401 0302");
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
        let cones: Vec<usize> = (0..6).filter(|&f| ground.in_cone(a, Aim(2 * f as u8 + 1), b)).collect();
        match cones[..] {
            [] => prop_assert_eq!(a, b),
            [_] => {}
            [one, two] => prop_assert!(two == one + 1 || (one, two) == (0, 5)),
            _ => prop_assert!(false, "{:?}", cones),
        }
    }
    #[test]
    fn aims_turn_like_the_hours_of_a_clock(a in 0u8..12, b in 0u8..12, steps in -128i8..=127) {
        let (a, b) = (Aim(a), Aim(b));
        prop_assert_eq!(a.to_string().parse(), Ok(a));
        prop_assert_eq!(i64::from(a.turn(steps).0), (i64::from(a.0) + i64::from(steps)).rem_euclid(12));
        prop_assert_eq!(a.opposite().opposite(), a);
        let apart = a.twelfths_to(b);
        prop_assert!(apart.0 <= 6 && apart == b.twelfths_to(a));
        prop_assert!([a.turn(apart.0 as i8), a.turn(-(apart.0 as i8))].contains(&b));
        prop_assert_eq!(a.dir().map(Aim::hexside), (!a.is_vertex()).then_some(a));
        for dir in Dir::ALL {
            prop_assert_eq!(a.arc(Twelfths(b.0)).contains(dir), a.twelfths_to(Aim::hexside(dir)).0 <= b.0);
        }
    }

    #[test]
    fn the_nearest_aim_is_the_one_of_the_angle((ground, [a, b, _]) in three()) {
        let nearest = ground.aim_to(a, b);
        prop_assert_eq!(nearest.is_none(), a == b);
        let Some(nearest) = nearest else { return Ok(()) };
        prop_assert_eq!(ground.aim_to(b, a), Some(nearest.opposite()));
        if let Some(dir) = ground.dir_to(a, b) {
            prop_assert_eq!(nearest, Aim::hexside(dir));
        }
        prop_assert_eq!((clock(&ground, a, b) + 0.5).floor() as u8 % 12, nearest.0);
    }

    #[test]
    fn an_arc_holds_what_lies_within_its_angle((ground, [a, b, _]) in three(), aim in 0u8..12, reach in 0u8..8) {
        let seen = ground.in_arc(a, Aim(aim), Twelfths(reach), b);
        if a == b {
            prop_assert!(!seen);
            return Ok(());
        }
        let apart = (clock(&ground, a, b) - f64::from(aim)).rem_euclid(12.0);
        prop_assert_eq!(seen, apart.min(12.0 - apart) <= f64::from(reach) + 1e-6);
    }
}

/// The direction from one hex to another in hours of a clock, from their centres in floating point.
fn clock(ground: &Ground, from: HexId, to: HexId) -> f64 {
    let centre = |hex: HexId| {
        let (column, row) = (f64::from(ground.column(hex)), f64::from(ground.row(hex)));
        let half = if ground.column(hex).is_multiple_of(2) { 0.5 } else { 0.0 };
        (column * 1.5, (row + half) * 3f64.sqrt())
    };
    let ((x, y), (u, v)) = (centre(from), centre(to));
    (u - x).atan2(y - v).to_degrees().rem_euclid(360.0) / 30.0
}

//! Bad files: whatever is written in them, they load as a whole or are refused with faults that have a place. No panic, no hang.
//! The same properties as the fuzz targets, on mutations of the real files, bounded.

use jdg::Battle;
use jdg::files::arrange;
use jdg::files::chart_files::{ChartFiles, STANDARD};
use jdg::vignette::Vignette;
use muster::{Faults, Source};
use proptest::prelude::*;
use roster::BattleFiles;

const VIGNETTE: &str = r#"
format = 1
rulebook = "jdg"
title = "A duel"
rules = ["8.5"]
script = """
attack foot 0504
red: stand
throw 5
expect unit horse good
"""
[ground]
columns = 8
rows = 8
[start]
segment = "announce"
active = "blue-corps"
[[unit]]
id = "foot"
at = "0404"
[[unit]]
id = "horse"
side = "red"
type = "cavalry"
at = "0504"
"#;

/// A text with a few pieces cut out, doubled, moved or overwritten.
fn mutate(text: &str, edits: &[(u16, u16, u8, String)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, length, kind, word) in edits {
        let at = usize::from(*at) % (chars.len() + 1);
        let end = (at + usize::from(*length % 40)).min(chars.len());
        let piece: Vec<char> = chars[at..end].to_vec();
        match kind % 4 {
            0 => {
                chars.drain(at..end);
            }
            1 => {
                chars.splice(at..at, piece);
            }
            2 => {
                chars.splice(at..end, word.chars());
            }
            _ => {
                let lines: Vec<String> =
                    chars.iter().collect::<String>().lines().map(str::to_owned).collect();
                if lines.len() > 1 {
                    let mut lines = lines;
                    let (i, j) = (at % lines.len(), end % lines.len());
                    lines.swap(i, j);
                    chars = lines.join("\n").chars().collect();
                }
            }
        }
    }
    chars.into_iter().collect()
}

fn edits() -> impl Strategy<Value = Vec<(u16, u16, u8, String)>> {
    let word = prop_oneof![
        "[a-z0-9 =\"\\[\\]{}.-]{0,12}",
        Just("9999999999999999999999".to_owned()),
        Just("-1".to_owned()),
        Just("\u{0}\u{fffd}é".to_owned()),
        Just("0101".to_owned()),
    ];
    prop::collection::vec((any::<u16>(), any::<u16>(), any::<u8>(), word), 1..6)
}

fn maida(scenario: String, order: String) -> Result<Battle, Faults> {
    let files = BattleFiles {
        id: "maida".to_owned(),
        battle: Source::new("battle.toml", include_str!("../../../battles/maida/battle.toml")),
        ground: Source::new("ground.toml", include_str!("../../../battles/maida/ground.toml")),
        order_of_battle: Source::new("order-of-battle.toml", order),
        scenario: Source::new("jdg.toml", scenario),
    };
    arrange::load(&files, &ChartFiles::default())
}

const SCENARIO: &str = include_str!("../../../battles/maida/jdg.toml");
const ORDER: &str = include_str!("../../../battles/maida/order-of-battle.toml");

proptest! {
    #![proptest_config(ProptestConfig { cases: 192, ..ProptestConfig::default() })]

    #[test]
    fn a_vignette_runs_or_is_refused(edits in edits()) {
        match Vignette::read(&Source::new("v.toml", mutate(VIGNETTE, &edits))) {
            Ok(vignette) => for case in &vignette.cases { let _ = case.run(); },
            Err(faults) => prop_assert!(!faults.0.is_empty()),
        }
    }

    #[test]
    fn a_scenario_loads_or_is_refused(edits in edits()) {
        if let Err(faults) = maida(mutate(SCENARIO, &edits), ORDER.to_owned()) {
            prop_assert!(faults.0[0].place.is_some(), "{faults}");
        }
    }

    #[test]
    fn an_order_of_battle_loads_or_is_refused(edits in edits()) {
        if let Err(faults) = maida(SCENARIO.to_owned(), mutate(ORDER, &edits)) {
            prop_assert!(!faults.0.is_empty());
        }
    }

    #[test]
    fn a_chart_loads_or_is_refused(which in 0..STANDARD.len(), edits in edits()) {
        let mut charts = ChartFiles::default();
        let (name, text) = STANDARD[which];
        charts.replace(name, Source::new("mine.toml", mutate(text, &edits))).expect("a standard name");
        if let Err(faults) = charts.load() {
            prop_assert!(!faults.0.is_empty());
        }
    }
}

#[test]
fn the_vignette_that_is_mutated_is_a_good_one() {
    let vignette =
        Vignette::read(&Source::new("v.toml", VIGNETTE)).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(vignette.cases[0].run().differences().next().is_none());
}

#[test]
fn the_real_battles_load() {
    for name in ["maida", "saalfeld", "tutorial"] {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
        match arrange::read(&folder) {
            Ok(battle) => assert!(!battle.units.is_empty()),
            Err(faults) => panic!("{faults}"),
        }
    }
}

#[test]
fn a_misspelt_unit_gives_its_place_and_the_nearest_name() {
    let text = SCENARIO.replacen("id = \"leger-1-1\"", "id = \"leger-1-l\"", 1);
    let faults = maida(text, ORDER.to_owned()).err().expect("refused").to_string();
    assert!(faults.contains("jdg.toml:") && faults.contains("did you mean \"leger-1-"), "{faults}");
}

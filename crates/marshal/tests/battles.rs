//! The battles of this rulebook: every scenario loads, and random games of it keep the rules.

use std::path::Path;
use std::sync::Arc;

use marshal::core::field::hex_of;
use marshal::core::{status, verb};
use marshal::files::arrange::{load, read};
use marshal::files::charts::ChartFiles;
use marshal::{Battle, Marshal};
use muster::Source;
use roster::BattleFiles;
use table::battery::Battery;
use table::dice::FastDice;
use table::{Answer, Player, SeenQuestion};

/// A battle with a file `marshal.toml`.
fn battle(id: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(id);
    read(&folder).unwrap_or_else(|faults| panic!("{id}:\n{faults}"))
}

/// The number of random games of each scenario that are played; `GAMES=100` plays more.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// A player who seeks the fight: mostly charges, assaults and fires where allowed, and goes where the enemy is nearer.
struct Brawler(FastDice);

impl Player<Marshal> for Brawler {
    fn decide(&mut self, seen: &SeenQuestion<'_, Marshal>) -> Answer {
        let fights = |answer: &&Answer| {
            matches!(
                answer.verb,
                verb::ASSAULT | verb::FIRE | verb::CHARGE | verb::TARGET | verb::REACT | verb::SQUARE
            )
        };
        let fights: Vec<Answer> = seen.legal.iter().filter(fights).copied().collect();
        if !fights.is_empty() && self.0.below(4) > 0 {
            return self.0.pick(&fights);
        }
        let enemy = |hex| status::nearest_enemy(seen.battle, seen.view(), seen.side(), hex);
        let steps = seen.legal.iter().filter(|answer| answer.verb == verb::GO);
        match steps.min_by_key(|answer| hex_of(answer).and_then(enemy)) {
            Some(step) if self.0.below(2) > 0 => *step,
            _ => self.0.pick(seen.legal),
        }
    }
}

fn play(id: &str, usual: u64) {
    let mut battery: Battery<Marshal> = Battery::new(Arc::new(battle(id)), id);
    battery.most_steps = 200_000;
    let from = std::env::var("FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let all = (from..from + games(usual)).flat_map(|seed| {
        let by_lot = battery.random_games(seed..seed + 1).map_err(|why| format!("by lot: {why}"));
        let eager = |seed| Brawler(FastDice::new(seed));
        [by_lot, battery.games_of(seed..seed + 1, eager).map_err(|why| format!("eager: {why}"))]
    });
    let faults: Vec<String> = all.filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{id}:\n{}", faults.join("\n"));
}

#[test]
fn random_games_of_maida_end_in_order() {
    play("maida", 3);
}

#[test]
fn random_games_of_saalfeld_end_in_order() {
    play("saalfeld", 1);
}

#[test]
fn random_games_of_neumarkt_end_in_order() {
    play("neumarkt", 1);
}

#[test]
fn r46_a_battle_has_rows_of_its_own_in_the_charts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/maida");
    let mut files = BattleFiles::read("marshal", &folder).unwrap_or_else(|faults| panic!("{faults}"));
    let standard = load(&files, &ChartFiles::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let own = r#"
        [[chart]]
        chart = "pre-melee"
        list = "modifier"
        row = "line_defender"
        set = { value = -1 }
    "#;
    let text = std::fs::read_to_string(folder.join("marshal.toml")).expect("the scenario is there");
    files.scenario = Source::new("marshal.toml", text + own);
    let battle = load(&files, &ChartFiles::default()).unwrap_or_else(|faults| panic!("{faults}"));
    let figure = |battle: &Battle| battle.charts.pre_melee_figures.line_defender.value;
    assert_eq!((figure(&standard), figure(&battle)), (-3, -1));
}

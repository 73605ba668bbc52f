//! The battles of this rulebook: every scenario loads, and random games of it keep the rules.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use an30::An30;
use an30::core::battle::Battle;
use an30::core::field::hex_of;
use an30::core::{options, status, verb};
use an30::variant::{Doherty2005, Edition, Standard};
use table::battery::{Battery, Restarts, Table, playthrough};
use table::dice::FastDice;
use table::phrase::Catalogue;
use table::{Answer, Player, SeenQuestion};

/// The folders of battles that hold a file `an30.toml` or `an30.<name>.toml`, each with the names of its further scenarios.
fn scenarios() -> Vec<(PathBuf, Option<String>)> {
    let battles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles");
    let mut found = Vec::new();
    let folders = std::fs::read_dir(&battles).expect("the battles are there");
    for folder in folders.map(|entry| entry.expect("it can be read").path()).filter(|path| path.is_dir()) {
        for file in std::fs::read_dir(&folder).expect("it can be read") {
            let name = file.expect("it can be read").file_name().to_string_lossy().into_owned();
            let Some(rest) = name.strip_prefix("an30.").and_then(|rest| rest.strip_suffix("toml")) else {
                continue;
            };
            let further = rest.strip_suffix('.').map(str::to_owned);
            found.push((folder.clone(), further));
        }
    }
    found.sort();
    found
}

fn load<E: Edition>((folder, further): &(PathBuf, Option<String>)) -> Battle {
    let battle = E::read_further(folder, further.as_deref().unwrap_or_default());
    battle.unwrap_or_else(|faults| panic!("{}:\n{faults}", folder.display()))
}

fn of<E: Edition>(id: &str) -> Battle {
    let all = scenarios().into_iter().map(|scenario| load::<E>(&scenario));
    all.into_iter().find(|battle| battle.id == id).unwrap_or_else(|| panic!("there is no {id}"))
}

#[test]
fn every_scenario_loads_without_a_fault() {
    let ids: Vec<String> = scenarios().iter().map(|scenario| load::<Standard>(scenario).id).collect();
    for id in ["maida", "outpost", "quatre-bras", "quatre-bras.cuirassiers", "quatre-bras.gemioncourt"] {
        assert!(ids.iter().any(|known| known == id), "{id} is not among {ids:?}");
    }
}

/// Units that a scenario says are absent are no counters of it.
#[test]
fn what_is_absent_is_no_counter() {
    let whole = of::<Standard>("quatre-bras");
    let small = of::<Standard>("quatre-bras.gemioncourt");
    let has = |battle: &Battle, id: &str| battle.units.iter().any(|unit| unit.id == id);
    for id in ["leger-2-1", "cuirassiers-8", "foot-92"] {
        assert!(has(&whole, id) && !has(&small, id), "{id}");
    }
    assert!(has(&small, "jagers-27") && !has(&whole, "guard-lancers"));
}

/// The number of random games of each scenario that are played; `GAMES=100` plays more.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// A player who seeks the fight: mostly assaults, charges and fires where allowed, and goes where the enemy is nearer.
struct Brawler(FastDice);

impl<E: Edition> Player<An30<E>> for Brawler {
    fn decide(&mut self, seen: &SeenQuestion<'_, An30<E>>) -> Answer {
        let fights = |answer: &&Answer| {
            matches!(
                answer.verb,
                verb::ASSAULT | verb::GUARD | verb::CHARGE | verb::GRAND | verb::FIRE | verb::REACT
            )
        };
        let fights: Vec<Answer> = seen.legal.iter().filter(fights).copied().collect();
        if !fights.is_empty() && self.0.below(4) > 0 {
            return self.0.pick(&fights);
        }
        let enemy = |hex| status::nearest_enemy(seen.battle, seen.view(), seen.side(), hex, |_| true);
        let steps = seen.legal.iter().filter(|answer| answer.verb == verb::GO);
        let nearest = steps.min_by_key(|answer| hex_of(answer).and_then(enemy));
        match nearest {
            Some(step) if self.0.below(2) > 0 => *step,
            _ => self.0.pick(seen.legal),
        }
    }
}

fn play<E: Edition>(id: &str, usual: u64) {
    let mut battery: Battery<An30<E>> = Battery::new(Arc::new(of::<E>(id)), id);
    battery.most_steps = 200_000;
    let from = std::env::var("FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let seeds = from..from + games(usual);
    let all = seeds.flat_map(|seed| {
        let by_lot = battery.random_games(seed..seed + 1).map_err(|why| format!("by lot: {why}"));
        let eager = |seed| Brawler(FastDice::new(seed));
        [by_lot, battery.games_of(seed..seed + 1, eager).map_err(|why| format!("eager: {why}"))]
    });
    let faults: Vec<String> = all.filter_map(Result::err).collect();
    assert!(faults.is_empty(), "{id}:\n{}", faults.join("\n"));
}

#[test]
fn random_games_for_gemioncourt_end_in_order() {
    play::<Standard>("quatre-bras.gemioncourt", 4);
}

#[test]
fn random_games_of_the_outpost_end_in_order() {
    play::<Standard>("outpost", 3);
}

#[test]
fn random_games_of_maida_end_in_order() {
    play::<Standard>("maida", 3);
}

#[test]
fn random_games_of_the_cuirassiers_charge_end_in_order() {
    play::<Standard>("quatre-bras.cuirassiers", 3);
}

#[test]
fn random_games_of_the_whole_afternoon_end_in_order() {
    play::<Standard>("quatre-bras", 1);
}

/// The revision plays the scenarios of An XXX.
#[test]
fn random_games_of_the_revision_end_in_order() {
    let all =
        [("quatre-bras.gemioncourt", 3), ("quatre-bras.cuirassiers", 3), ("quatre-bras", 1), ("maida", 2)];
    for (id, usual) in all {
        play::<Doherty2005>(id, usual);
    }
}

/// The two small scenarios, with the options of the game as they are usually off, and all the other way round.
fn small_battles() -> Vec<Battery<An30<Standard>>> {
    let mut all = Vec::new();
    for id in ["quatre-bras.gemioncourt", "quatre-bras.cuirassiers"] {
        for other in [false, true] {
            let mut battle = of::<Standard>(id);
            battle.settled =
                options::ALL.iter().map(|option| (option.name, option.values[usize::from(other)])).collect();
            let mut battery = Battery::new(Arc::new(battle), id);
            battery.most_steps = 200_000;
            all.push(battery);
        }
    }
    all
}

#[test]
fn games_with_the_options_of_the_game_end_in_order() {
    for battery in small_battles() {
        battery.random_games(900..900 + games(1)).unwrap_or_else(|what| panic!("{}: {what}", battery.name));
        let eager = battery.games_of(900..900 + games(1), |seed| Brawler(FastDice::new(seed)));
        eager.unwrap_or_else(|what| panic!("{}: {what}", battery.name));
    }
}

#[test]
fn live_games_of_the_small_battles_pass_the_gate_undo_save_load_and_verify() {
    for (seed, battery) in small_battles().into_iter().enumerate() {
        battery.live_game(seed as u64, 600).unwrap_or_else(|what| panic!("{}: {what}", battery.name));
    }
}

#[test]
fn small_battles_stopped_anywhere_go_on_as_if_they_had_not_been() {
    for (seed, battery) in small_battles().into_iter().enumerate() {
        let table = if seed % 2 == 0 { Table::Seeded } else { Table::Real };
        let played = battery.restarts(seed as u64 + 31, Restarts { table, every: 25, most: 50 });
        played.unwrap_or_else(|what| panic!("{}: {what}", battery.name));
    }
}

/// Maida by the revision, with all that a live game may do.
#[test]
fn a_live_game_of_maida_by_the_revision_passes_the_gate_undo_save_load_and_verify() {
    let mut battery: Battery<An30<Doherty2005>> = Battery::new(Arc::new(of::<Doherty2005>("maida")), "maida");
    battery.most_steps = 200_000;
    battery.live_game(3, 1500).unwrap_or_else(|what| panic!("{what}"));
    let played = battery.restarts(41, Restarts { table: Table::Seeded, every: 60, most: 40 });
    played.unwrap_or_else(|what| panic!("{what}"));
}

/// A written game is the same each time, and every event has its sentence.
#[test]
fn a_written_game_is_the_same_again() {
    let messages = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books/an30/messages.en.toml");
    let text = std::fs::read_to_string(&messages).expect("the sentences are there");
    let catalogue = Catalogue::parse(&text).expect("they can be read");
    for battery in small_battles() {
        let written = playthrough(&battery, &catalogue, 7).expect("a game");
        assert_eq!(written, playthrough(&battery, &catalogue, 7).expect("a game"));
    }
}

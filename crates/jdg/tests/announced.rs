//! Nothing announced vanishes: in random play of every battle and from the start of every vignette, each shock announced and each
//! charge declared is fought, or an event says why not (8.2, 8.3.1, 9.2).

use std::path::{Path, PathBuf};

use jdg::ch08_shock::shock::combat;
use jdg::core::state::{Phase, Segment, UnitId, did};
use jdg::files::arrange;
use jdg::vignette::Vignette;
use jdg::{Battle, Jdg, State};
use muster::Source;
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff};
use table::{Doors, Event, Flow, Player, Point, Rulebook, Value};

/// The folders and files below a folder.
fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut found: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    found.sort();
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn battles() -> Vec<(String, Battle)> {
    let folders =
        below(&root().join("battles")).into_iter().filter(|folder| folder.join("jdg.toml").is_file());
    let load =
        |folder: PathBuf| (folder.display().to_string(), arrange::read(&folder).expect("the battle loads"));
    folders.map(load).collect()
}

/// The set-ups of the vignettes: armies in contact, as random play seldom brings them there.
fn vignettes() -> Vec<(String, Battle)> {
    let chapters = below(&root().join("vignettes/jdg")).into_iter().filter(|chapter| chapter.is_dir());
    let files = chapters.flat_map(|chapter| below(&chapter));
    let load = |path: PathBuf| {
        let vignette = Source::read(&path).and_then(|source| Vignette::read(&source)).expect("it loads");
        let name = path.display().to_string();
        vignette.cases.into_iter().map(move |case| (format!("{name} [{}]", case.name), case.battle))
    };
    files.flat_map(load).collect()
}

/// A thing that was to happen: a unit's attack on a hex, or (without a hex) its charge.
type Intent = (UnitId, Option<u16>);

/// Intents announced and declared, and not done yet.
fn intents(b: &Battle, s: &State) -> Vec<Intent> {
    let mut found = Vec::new();
    for unit in b.unit_ids() {
        let u = s.unit(unit);
        for dir in u.aims.iter() {
            found.push((unit, Some(b.ground.neighbour(u.hex, dir).expect("an enemy stood there").0)));
        }
        if u.has(did::CHARGING) {
            found.push((unit, None));
        }
    }
    found
}

fn is_unit(event: &Event, unit: UnitId) -> bool {
    event.fact("unit") == Some(Value::Point(Point::Unit(unit.0.into())))
}

fn is_at(event: &Event, hex: u16) -> bool {
    event.fact("hex") == Some(Value::Point(Point::Place(hex)))
}

/// Whether the events of a step say what became of an intent of the state before it.
fn accounted(b: &Battle, before: &State, events: &[Event], intent: Intent) -> bool {
    let (unit, hex) = intent;
    let u = before.unit(unit);
    let said = |key: &str, fits: &dyn Fn(&Event) -> bool| events.iter().any(|e| e.key == key && fits(e));
    let fought = |hex: u16| {
        let keys = ["shock.result", "charge.result", "shock.also", "shock.guns_taken"];
        keys.iter().any(|key| said(key, &|e| is_at(e, hex)))
    };
    match hex {
        Some(hex) => {
            fought(hex)
                || said("shock.lapsed", &|e| is_unit(e, unit) && is_at(e, hex))
                || said("shock.balked", &|e| is_at(e, u.hex.0))
                || before.stack(ground::HexId(hex)).all(|d| said("refuse.evades", &|e| is_unit(e, d)))
        }
        None => {
            let targets = combat::live_aims(b, before, unit).iter();
            let mut targets = targets.filter_map(|dir| b.ground.neighbour(u.hex, dir));
            targets.any(|hex| fought(hex.0))
                || said("charge.lapsed", &|e| is_unit(e, unit))
                || said("recall.recalled", &|e| is_unit(e, unit))
        }
    }
}

/// Plays so many steps at random from the battle's set-up; returns how many intents were looked at.
fn play(name: &str, b: &Battle, seed: u64, steps: usize) -> usize {
    let mut players = [RandomPlayer::new(seed * 2), RandomPlayer::new(seed * 2 + 1)];
    let seats = players.iter_mut().map(|player| player as &mut dyn Player<Jdg>).collect();
    let events = std::cell::RefCell::new(Vec::new());
    let mut sink = |event: Event| events.borrow_mut().push(event);
    let mut staff = Staff::<Jdg>::new(seats, FastDice::new(seed)).telling(&mut sink);
    let mut doors = Doors::new(b, &mut staff);
    let mut state = Jdg::start(b);
    let mut looked_at = 0;
    for step in 0..steps {
        let before = state.clone();
        events.borrow_mut().clear();
        let flow = Jdg::step(b, &mut state, &mut doors).expect("the procedure runs");
        let after = intents(b, &state);
        for intent in intents(b, &before).into_iter().filter(|intent| !after.contains(intent)) {
            looked_at += 1;
            assert!(
                accounted(b, &before, &events.borrow(), intent),
                "{name}, seed {seed}, step {step}: what {} was to do ({:?}) vanished: {:#?}",
                b.unit(intent.0).id,
                intent.1,
                events.borrow()
            );
        }
        // A vignette may begin with attacks announced before their segment.
        let combat = state.clock.phase == Phase::Activation && state.clock.segment != Segment::Rally;
        assert!(
            combat || after.is_empty(),
            "{name}, seed {seed}, step {step}: {after:?} outlives the combats"
        );
        if flow == Flow::Over {
            break;
        }
    }
    looked_at
}

/// `GAMES=1000` plays more games.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn nothing_announced_vanishes_without_a_word_in_battles() {
    for (name, battle) in battles() {
        for seed in 0..games(15) {
            play(&name, &battle, seed, 20_000);
        }
    }
}

#[test]
fn nothing_announced_vanishes_without_a_word_where_armies_are_in_contact() {
    let mut looked_at = 0;
    for (name, battle) in vignettes() {
        looked_at += (0..games(6)).map(|seed| play(&name, &battle, seed, 60)).sum::<usize>();
    }
    assert!(looked_at > 1000, "random play announced next to nothing: {looked_at}");
}

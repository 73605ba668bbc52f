//! The backs of counters are a secret until play shows them (5.1.2, 5.2.2): games that differ only in backs which a side has not seen look the
//! same to it.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use an30::core::dice::Dice;
use an30::core::options::{COUNTERS, SECRET_MUS};
use an30::core::state::{LeaderId, LeaderStatus, MuId, UnitId, did};
use an30::core::veil;
use an30::variant::{Doherty2005, Edition, Standard};
use an30::{An30, Battle, State};
use table::battery::{Battery, Closeness, Secrets};
use table::dice::FastDice;
use table::umpires::{Player, RandomPlayer, Staff};
use table::{Doors, Event, Flow, Point, Rulebook, Side, Value};

type Book = An30<Standard>;

/// The battle of the tests, with no two counters of an arm alike on their backs, and none that its front tells apart.
fn battle(counters: &'static str) -> Battle {
    battle_of::<Standard>(counters)
}

fn battle_of<E: Edition>(counters: &'static str) -> Battle {
    let battle = E::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/practice"));
    let mut battle = battle.unwrap_or_else(|faults| panic!("{faults}"));
    let mut backs = (*battle.setup.backs).clone();
    for (n, (card, back)) in battle.units.iter_mut().zip(&mut backs.units).enumerate() {
        card.kind = String::new();
        back.melee += 3 * n as i16;
        back.fire[0] += n as i16;
        back.morale = back.morale.map(|rating| Dice(rating.0 + n as i16 % 5));
    }
    for (n, bonuses) in backs.leaders.iter_mut().enumerate() {
        bonuses.infantry.0 += n as i16;
    }
    battle.usual = Arc::new(veil::usual(&battle.units, &battle.leaders, &backs));
    battle.setup.backs = Arc::new(backs);
    battle.settled.retain(|(name, _)| *name != COUNTERS.name);
    battle.settled.push((COUNTERS.name, counters));
    battle
}

/// Deals the backs of one type that a side has not seen among their counters anew.
struct Backs {
    battle: Arc<Battle>,
    /// Whether those that it has seen are dealt too.
    also_seen: bool,
    keep: Cell<Side>,
}

impl Backs {
    fn of(battle: &Arc<Battle>, also_seen: bool) -> Backs {
        Backs { battle: Arc::clone(battle), also_seen, keep: Cell::new(Side(0)) }
    }

    fn is_theirs(&self, value: Value) -> bool {
        let side = match value {
            Value::Point(Point::Unit(unit)) => self.battle.side(UnitId(unit)),
            Value::Point(Point::Leader(leader)) => self.battle.leader(LeaderId(leader)).side,
            _ => return false,
        };
        side != self.keep.get()
    }
}

fn shuffle<T>(all: &mut [T], dice: &mut FastDice) {
    for at in (1..all.len()).rev() {
        all.swap(at, dice.below(at as u32 + 1) as usize);
    }
}

impl<E: Edition> Secrets<An30<E>> for Backs {
    fn scramble(&self, b: &Battle, s: &State, keep: Side, seed: u64) -> State {
        self.keep.set(keep);
        let (mut dice, mut other) = (FastDice::new(seed), s.clone());
        let backs = Arc::make_mut(&mut other.backs);
        let mut types: BTreeMap<_, Vec<UnitId>> = BTreeMap::new();
        let open = |u: &UnitId| !self.also_seen && veil::shows_figures(b, s, Some(keep), *u);
        for unit in b.unit_ids().filter(|u| b.side(*u) != keep && !open(u)) {
            types.entry(veil::type_of(b.unit(unit), s.back(unit))).or_default().push(unit);
        }
        for units in types.values() {
            let mut dealt = units.clone();
            shuffle(&mut dealt, &mut dice);
            units.iter().zip(dealt).for_each(|(unit, from)| backs.units[unit.i()] = *s.back(from));
        }
        let mut posts: BTreeMap<_, Vec<LeaderId>> = BTreeMap::new();
        let open = |l: &LeaderId| !self.also_seen && veil::shows_bonuses(b, s, Some(keep), *l);
        for leader in b.leader_ids().filter(|l| b.leader(*l).side != keep && !open(l)) {
            posts.entry(veil::type_of_leader(b.leader(leader))).or_default().push(leader);
        }
        for leaders in posts.values() {
            let mut dealt = leaders.clone();
            shuffle(&mut dealt, &mut dice);
            leaders.iter().zip(dealt).for_each(|(own, from)| backs.leaders[own.i()] = *s.bonuses(from));
        }
        other
    }

    /// Fire, mêlées, checks and whatever a leader helps with, of the other side.
    fn reveals(&self, event: &Event) -> bool {
        let told = ["fire.", "morale.", "melee.", "limber", "initiative.", "leader.struck", "harassed"];
        let mixed = ["melee", "force_march.ended"].contains(&event.key);
        mixed
            || told.iter().any(|key| event.key.starts_with(key))
                && event.facts.iter().any(|(_, value)| self.is_theirs(*value))
    }
}

/// The revision keeps the same secrets: its firefights, late retreats and pursuits tell no more.
#[test]
fn r5_1_2_the_revision_tells_no_more_than_a_side_has_seen() {
    let battle = Arc::new(battle_of::<Doherty2005>("hidden"));
    for seed in 0..2 {
        let battery: Battery<An30<Doherty2005>> = Battery::new(Arc::clone(&battle), "practice");
        let told = battery.secrecy(&Backs::of(&battle, false), seed, 60);
        told.unwrap_or_else(|what| panic!("{what}"));
    }
}

/// About one step in so many is looked at; `LOOKS=5` says in how many.
fn looks(usual: u32) -> u32 {
    std::env::var("LOOKS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

/// Few looks are taken: what each answer may lead to is foreseen too, and a move leads to much.
#[test]
fn r5_1_2_what_a_side_has_not_seen_of_counters_does_not_change_what_it_is_told() {
    let battle = Arc::new(battle("hidden"));
    let every = looks(60);
    for seed in 0..3 {
        let battery: Battery<Book> = Battery::new(Arc::clone(&battle), "practice");
        let told = battery.secrecy(&Backs::of(&battle, false), seed, every);
        told.unwrap_or_else(|what| panic!("{what}"));
    }
}

/// A scenario of a battle of history, as it is played: the backs of counters are secret.
fn of_history<E: Edition>(folder: &str, scenario: &str) -> Arc<Battle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(folder);
    let battle = E::read_further(&folder, scenario).unwrap_or_else(|faults| panic!("{faults}"));
    assert!(!battle.agreed(&COUNTERS), "its counters are open");
    Arc::new(battle)
}

/// Looks at about one step in so many of some whole random games of a scenario: what is told, asked and refused, and what one answer may lead to.
/// `LOOKS=1` looks at every step.
fn keeps_its_secrets<E: Edition>(folder: &str, scenario: &str, every: u32, games: u64) {
    let battle = of_history::<E>(folder, scenario);
    let battery: Battery<An30<E>> = Battery::new(Arc::clone(&battle), "secrets");
    let close = Closeness { every: looks(every), ..Closeness::EACH };
    for seed in 1..=games {
        let told = battery.secrecy_so_close(&Backs::of(&battle, false), seed, close);
        told.unwrap_or_else(|what| panic!("{folder}.{scenario}: {what}"));
    }
}

#[test]
fn r5_1_2_at_gemioncourt_a_side_is_told_no_more_than_it_has_seen() {
    keeps_its_secrets::<Standard>("quatre-bras", "gemioncourt", 1, 4);
}

#[test]
fn r5_1_2_at_maida_a_side_is_told_no_more_than_it_has_seen() {
    keeps_its_secrets::<Standard>("maida", "", 1, 4);
}

#[test]
fn r5_1_2_at_quatre_bras_a_side_is_told_no_more_than_it_has_seen() {
    keeps_its_secrets::<Standard>("quatre-bras", "", 20, 2);
    keeps_its_secrets::<Doherty2005>("quatre-bras", "cuirassiers", 1, 4);
}

/// At how many steps of random games what a side knows would be other if backs were dealt anew, those that it has not seen or all of them.
fn other_views(battle: &Arc<Battle>, also_seen: bool) -> usize {
    (0..8).map(|seed| other_views_of(battle, also_seen, seed)).sum()
}

fn other_views_of(battle: &Arc<Battle>, also_seen: bool, seed: u64) -> usize {
    let secrets = Backs::of(battle, also_seen);
    let mut players = [RandomPlayer::new(2 * seed), RandomPlayer::new(2 * seed + 1)];
    let seats = players.iter_mut().map(|player| player as &mut dyn Player<Book>).collect();
    let mut staff = Staff::<Book>::new(seats, FastDice::new(seed));
    let mut doors = Doors::new(&**battle, &mut staff);
    let mut state = Book::start(battle);
    let mut others = 0;
    for step in 0.. {
        for side in [Side(0), Side(1)] {
            let other = Secrets::<Book>::scramble(&secrets, battle, &state, side, step);
            let view = |state: &State| Book::view(battle, state, Some(side));
            others += usize::from(view(&state) != view(&other));
        }
        if Book::step(battle, &mut state, &mut doors).expect("the game runs") == Flow::Over {
            break;
        }
    }
    others
}

#[test]
fn r5_1_2_what_a_side_has_seen_it_knows_and_nothing_else() {
    let hidden = Arc::new(battle("hidden"));
    assert_eq!(other_views(&hidden, false), 0);
    let open = Arc::new(battle("open"));
    assert!(other_views(&open, true) > 0, "open counters hide nothing");
    let mut state = Book::start(&hidden);
    let foe = hidden.unit_ids().find(|u| !veil::shows_figures(&hidden, &state, Some(Side(0)), *u));
    let foe = foe.expect("somebody is not seen");
    assert_ne!(Book::view(&hidden, &state, Some(Side(0))).back(foe), state.back(foe));
    state.unit_mut(foe).set(did::SHOWN, true);
    assert_eq!(Book::view(&hidden, &state, Some(Side(0))).back(foe), state.back(foe));
}

/// Of what it has not seen a side takes the average of the type, and its own counters it knows.
#[test]
fn r5_1_2_an_unseen_back_is_taken_for_the_average_of_its_type() {
    let battle = battle("hidden");
    let start = Book::start(&battle);
    let seen = Book::view(&battle, &start, Some(Side(0)));
    let onlooker = Book::view(&battle, &start, None);
    let mut hidden = 0;
    for unit in battle.unit_ids() {
        let known = veil::shows_figures(&battle, &start, Some(Side(0)), unit);
        hidden += usize::from(!known);
        let expected = if known { start.back(unit) } else { &battle.usual.units[unit.i()] };
        assert_eq!(seen.back(unit), expected, "{}", battle.unit(unit).id);
        assert!(battle.side(unit) != Side(0) || seen.back(unit) == start.back(unit));
        if !veil::shows_figures(&battle, &start, None, unit) {
            assert_eq!(onlooker.back(unit), &battle.usual.units[unit.i()]);
        }
    }
    assert!(hidden >= 3, "{hidden}");
    for leader in battle.leader_ids().filter(|l| battle.leader(*l).side == Side(1)) {
        assert_eq!(seen.bonuses(leader), &battle.usual.leaders[leader.i()]);
    }
}

/// A counter that is the only one of its type is taken for the average of a wider kind, not for itself.
#[test]
fn r5_1_2_the_only_counter_of_its_type_does_not_show_its_own_figures() {
    let battle = battle("hidden");
    let start = Book::start(&battle);
    let named = |id: &str| battle.unit_ids().find(|u| battle.unit(*u).id == id).expect("it is there");
    let guns = ["batterie-3", "brigadebatterie"].map(named);
    let [ours, theirs] = guns.map(|unit| battle.usual.units[unit.i()]);
    assert_eq!(ours, theirs);
    for unit in guns {
        assert_ne!(start.back(unit).fire, battle.usual.units[unit.i()].fire, "{}", battle.unit(unit).id);
    }
    for leader in battle.leader_ids() {
        assert_ne!(*start.bonuses(leader), battle.usual.leaders[leader.i()], "{}", battle.leader(leader).id);
    }
}

/// The battle of the tests with open counters, and maneuver units that are secret until they are drawn.
fn battle_with_secret_maneuver_units() -> Battle {
    let mut battle = battle("open");
    battle.settled.retain(|(name, _)| *name != SECRET_MUS.name);
    battle.settled.push((SECRET_MUS.name, "on"));
    battle
}

/// Gives the maneuver units that a side does not know to other leaders of theirs.
struct Markers;

impl Secrets<Book> for Markers {
    fn scramble(&self, b: &Battle, s: &State, keep: Side, seed: u64) -> State {
        let (mut dice, mut other) = (FastDice::new(seed), s.clone());
        let all = (0..s.mus.len()).map(|at| MuId(at as u16));
        let hidden: Vec<MuId> = all.filter(|mu| !veil::shows_maneuver_unit(b, s, Some(keep), *mu)).collect();
        for mu in &hidden {
            other.leader_mut(s.mus[mu.i()].leader).mu = MuId::NONE;
        }
        let free = |l: &LeaderId| {
            let now = other.leader(*l);
            b.leader(*l).side != keep && now.status == LeaderStatus::Map && now.mu == MuId::NONE
        };
        let mut leaders: Vec<LeaderId> = b.leader_ids().filter(free).collect();
        shuffle(&mut leaders, &mut dice);
        for (mu, leader) in hidden.into_iter().zip(leaders) {
            other.mus[mu.i()].leader = leader;
            other.leader_mut(leader).mu = mu;
        }
        other
    }

    fn reveals(&self, event: &Event) -> bool {
        ["drawn.mu", "leader.struck"].contains(&event.key)
    }
}

#[test]
fn r8_4_1_2_whose_a_secret_maneuver_unit_is_does_not_change_what_the_enemy_is_told() {
    let battle = Arc::new(battle_with_secret_maneuver_units());
    for seed in 0..3 {
        let told = Battery::new(Arc::clone(&battle), "practice").secrecy(&Markers, seed, 60);
        told.unwrap_or_else(|what| panic!("{what}"));
    }
}

/// Whoever has a maneuver unit, the enemy sees the same until its chit is drawn; and there is something to hide.
#[test]
fn r8_4_1_2_the_enemy_sees_the_same_whoever_has_a_maneuver_unit() {
    let battle = Arc::new(battle_with_secret_maneuver_units());
    let mut players = [RandomPlayer::new(5), RandomPlayer::new(6)];
    let seats = players.iter_mut().map(|player| player as &mut dyn Player<Book>).collect();
    let mut staff = Staff::<Book>::new(seats, FastDice::new(7));
    let mut doors = Doors::new(&*battle, &mut staff);
    let mut state = Book::start(&battle);
    let mut hidden = 0;
    for step in 0.. {
        for side in [Side(0), Side(1)] {
            let other = Markers.scramble(&battle, &state, side, step);
            let view = |state: &State, viewer| Book::view(&battle, state, viewer);
            assert_eq!(view(&state, Some(side)), view(&other, Some(side)), "step {step}");
            hidden += usize::from(view(&state, Some(side.enemy())) != view(&other, Some(side.enemy())));
        }
        if Book::step(&battle, &mut state, &mut doors).expect("the game runs") == Flow::Over {
            break;
        }
    }
    assert!(hidden > 0, "no maneuver unit was ever secret");
}

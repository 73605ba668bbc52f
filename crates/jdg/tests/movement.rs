//! The marks by which searches know the map agree with the predicates of the rules, in positions met in random play.

use std::path::Path;

use ground::HexId;
use jdg::ch04_movement::movement::marks::{ENEMY, FRIEND, FRONT, HELD, Marks, NEAR, WITHIN, ZONE};
use jdg::ch04_movement::movement::reach::{can_step, each_goal, enemy_within_five};
use jdg::ch04_movement::movement::{Pace, Party, Walk, allowance, may_march, may_move};
use jdg::ch06_facing::zones;
use jdg::core::state::{State, UnitId};
use jdg::files::arrange;
use jdg::{Battle, Jdg};
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff};
use table::{Doors, Flow, Player, Rulebook, Side};

fn battle(name: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    arrange::read(&folder).expect("the battle loads")
}

/// Plays a random game and looks at the position after every seventh step.
fn every_seventh_step(battle: &Battle, seed: u64, look: impl Fn(&State)) {
    let mut one = RandomPlayer::new(seed);
    let mut two = RandomPlayer::new(seed + 1_000_000);
    let players: Vec<&mut dyn Player<Jdg>> = vec![&mut one, &mut two];
    let mut staff = Staff::new(players, FastDice::new(seed));
    let mut state = Jdg::start(battle);
    for step in 1.. {
        let flow = Jdg::step(battle, &mut state, &mut Doors::new(battle, &mut staff))
            .expect("computers always answer");
        if flow == Flow::Over {
            return;
        }
        if step % 7 == 0 {
            look(&state);
        }
    }
}

fn marks_agree(b: &Battle, s: &State, unit: UnitId) {
    let (side, start) = (b.side(unit), s.unit(unit).hex);
    let mut marks = Marks::default();
    marks.draw(b, s, &[unit], start);
    marks.spread(b);
    for hex in b.ground.hexes() {
        let others = |enemy: bool| s.stack(hex).any(|u| u != unit && (b.side(u) != side) == enemy);
        let expected = [
            (ENEMY, others(true)),
            (FRIEND, others(false)),
            (NEAR, zones::next_to_enemy(b, s, side, hex)),
            (ZONE, zones::in_enemy_zone(b, s, side, hex)),
            (FRONT, zones::in_enemy_front(b, s, side, hex)),
            (HELD, zones::same_enemy_zone(b, s, side, start, hex)),
            (WITHIN, enemy_within_five(b, s, unit, hex).is_some()),
        ];
        for (bit, truth) in expected {
            let marked = marks.at(hex).has(bit);
            assert_eq!(marked, truth, "{bit:?} of {} for unit {}", b.ground.label(hex), b.unit(unit).id);
        }
    }
}

fn on_map(b: &Battle, s: &State) -> impl Iterator<Item = UnitId> {
    b.unit_ids().filter(|&u| s.unit(u).on_map())
}

#[test]
fn marks_agree_with_the_predicates() {
    for name in ["maida", "saalfeld"] {
        let b = battle(name);
        every_seventh_step(&b, 7, |s| {
            if let Some(unit) = on_map(&b, s).nth(usize::from(s.clock.cursor) % 5) {
                marks_agree(&b, s, unit);
            }
        });
    }
}

/// A goal lies within the allowance, and is lawful to end in; whoever has a goal can take a step.
#[test]
fn goals_are_within_reach_and_lawful() {
    for name in ["maida", "saalfeld"] {
        let b = battle(name);
        every_seventh_step(&b, 11, |s| {
            for unit in on_map(&b, s).filter(|&u| may_move(&b, s, u).is_ok()) {
                goals_hold(&b, s, unit, Pace::Normal, allowance(&b, s, unit));
                if may_march(&b, s, unit).is_ok() {
                    goals_hold(&b, s, unit, Pace::Forced, u16::MAX);
                }
            }
        });
    }
}

fn goals_hold(b: &Battle, s: &State, unit: UnitId, pace: Pace, most: u16) {
    let walk = Walk::begin(b, s, Party::one(unit), pace);
    let mut goals = 0;
    each_goal(b, s, &walk, |hex: HexId, cost| {
        goals += 1;
        assert!(cost.is_none_or(|cost| cost <= most));
        let mut then = s.clone();
        then.put(unit, hex);
        assert!(
            jdg::ch05_stacking::stacking::broken_limit(b, &then, hex).is_none(),
            "{}",
            b.ground.label(hex)
        );
    });
    assert!(goals == 0 || can_step(b, s, &walk), "{} has goals but no step", b.unit(unit).id);
}

/// A side foresees nothing of a step in which order markers of the other side are turned up (2.4).
#[test]
fn order_markers_are_turned_up_behind_the_veil() {
    let turned_up = std::cell::Cell::new(0);
    for name in ["maida", "saalfeld"] {
        let b = battle(name);
        every_seventh_step(&b, 19, |s| {
            let (mut one, mut two) = (RandomPlayer::new(1), RandomPlayer::new(2));
            let mut staff = Staff::<Jdg>::new(vec![&mut one, &mut two], FastDice::new(3));
            let mut then = s.clone();
            Jdg::step(&b, &mut then, &mut Doors::new(&b, &mut staff)).expect("computers always answer");
            let is_shown = |&u: &UnitId| {
                let group = s.unit(u).group.some();
                group.is_some_and(|g| !s.groups[g.i()].revealed && then.groups[g.i()].revealed)
            };
            for viewer in [Side(0), Side(1)] {
                if on_map(&b, s).filter(|&u| b.side(u) != viewer).any(|u| is_shown(&u)) {
                    turned_up.set(turned_up.get() + 1);
                    assert!(Jdg::veiled(&b, s, viewer), "{name}: side {} foresees it", viewer.0);
                }
            }
        });
    }
    assert!(turned_up.get() > 0, "no marker was turned up");
}

//! Overlays of the map agree with what the rules let players do: rides of commanders (2.5.1) and charge movement (9.1),
//! in random play of every battle and from the start of every vignette.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ground::{Dir, HexId};
use jdg::ch00_general::general::ratings;
use jdg::ch02_orders::commanders;
use jdg::ch04_movement::movement::costs::{Neighbour, Price, price};
use jdg::ch06_facing::zones;
use jdg::ch09_charge::charge;
use jdg::core::battle::Arm;
use jdg::core::state::{Condition, LeaderId, State, UnitId};
use jdg::core::verb;
use jdg::files::arrange;
use jdg::vignette::Vignette;
use jdg::{Battle, Jdg};
use muster::Source;
use table::battery::Battery;
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff};
use table::{Answer, Doors, Flow, Player, Point, Rulebook, Side};

/// Half movement points of a ride: 7 (2.5.1).
const RIDE: u16 = 14;

/// Half movement points on top into a hex of friends: 1 (4.4.3).
const PAST_FRIENDS: u16 = 2;

/// Half movement points on top out of a zone of control: 1 (6.2.2).
const OUT_OF_ZONE: u16 = 2;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn below(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut found: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    found.sort();
    found
}

fn battle(folder: &Path) -> Battle {
    arrange::read(folder).expect("the battle loads")
}

/// Calls `look` with positions of random games of every battle and with the set-up of every vignette.
fn positions(look: impl Fn(&Battle, &State)) {
    for folder in below(&root().join("battles")).into_iter().filter(|f| f.join("jdg.toml").is_file()) {
        play(&battle(&folder), &look);
    }
    for chapter in below(&root().join("vignettes/jdg")).into_iter().filter(|chapter| chapter.is_dir()) {
        for path in below(&chapter) {
            let vignette = Source::read(&path).and_then(|source| Vignette::read(&source)).expect("it loads");
            for case in vignette.cases {
                look(&case.battle, &Jdg::start(&case.battle));
            }
        }
    }
}

/// A random game, looked at after every fifth step.
fn play(battle: &Battle, look: &impl Fn(&Battle, &State)) {
    let (mut one, mut two) = (RandomPlayer::new(9), RandomPlayer::new(10));
    let players: Vec<&mut dyn Player<Jdg>> = vec![&mut one, &mut two];
    let mut staff = Staff::new(players, FastDice::new(11));
    let mut state = Jdg::start(battle);
    for step in 1.. {
        let flow = Jdg::step(battle, &mut state, &mut Doors::new(battle, &mut staff));
        if flow.expect("computers always answer") == Flow::Over {
            return;
        }
        if step % 5 == 0 {
            look(battle, &state);
        }
    }
}

/// The least cost of every hex within `budget`, each step paid as cavalry pays it; the hex of the start left out.
fn least_costs(
    b: &Battle,
    start: HexId,
    budget: u16,
    cost: impl Fn(HexId, Dir, HexId) -> Option<u16>,
) -> BTreeMap<HexId, u16> {
    let mut least = BTreeMap::from([(start, 0)]);
    // Bellman's way: until nothing gets cheaper.
    loop {
        let mut better = Vec::new();
        for (&from, &so_far) in &least {
            for dir in Dir::ALL {
                let Some(to) = b.ground.neighbour(from, dir) else { continue };
                let Some(sum) = cost(from, dir, to).map(|step| so_far + step).filter(|&sum| sum <= budget)
                else {
                    continue;
                };
                if least.get(&to).is_none_or(|&now| sum < now) {
                    better.push((to, sum));
                }
            }
        }
        if better.is_empty() {
            least.remove(&start);
            return least;
        }
        for (hex, sum) in better {
            let now = least.entry(hex).or_insert(sum);
            *now = sum.min(*now);
        }
    }
}

fn half_mp(b: &Battle, from: HexId, dir: Dir, to: HexId, near: bool) -> Option<u16> {
    let beside = if near { Neighbour::Enemy } else { Neighbour::Nobody };
    match price(b, Arm::Cavalry, from, dir, to, beside) {
        Price::HalfMp(cost) => Some(cost),
        _ => None,
    }
}

/// A ride pays for the ground alone and enters neither enemies nor their zones, but where friends stand (2.5.1).
#[test]
fn rides_are_shown_with_the_least_cost_and_their_route() {
    positions(|b, s| {
        for (i, card) in b.leaders.iter().enumerate() {
            let leader = LeaderId(i as u8);
            let start = s.leaders[i].hex;
            if !start.is_some() {
                continue;
            }
            let friends = |hex| s.stack(hex).any(|u| b.side(u) == card.side);
            let enemies = |hex| s.stack(hex).any(|u| b.side(u) != card.side);
            let open = |hex| !enemies(hex) && (friends(hex) || !zones::in_enemy_zone(b, s, card.side, hex));
            let paid = |from, dir, to| half_mp(b, from, dir, to, false).filter(|_| open(to));
            let expected = least_costs(b, start, RIDE, paid);
            let mut shown = BTreeMap::new();
            let mut routes = Vec::new();
            commanders::each_ride(b, s, leader, |hex, cost, from| {
                shown.insert(hex, cost);
                routes.push((from, hex, cost));
            });
            assert_eq!(shown, expected, "{}", card.id);
            routes_hold(b, start, &shown, &routes, paid);
        }
    });
}

/// Every hex is shown with the hex before it: a neighbour, dearer by exactly the step.
fn routes_hold(
    b: &Battle,
    start: HexId,
    costs: &BTreeMap<HexId, u16>,
    routes: &[(HexId, HexId, u16)],
    paid: impl Fn(HexId, Dir, HexId) -> Option<u16>,
) {
    for &(from, to, cost) in routes {
        let dir = b.ground.dir_to(from, to).expect("the hex before is a neighbour");
        let before = if from == start { 0 } else { costs[&from] };
        assert_eq!(Some(cost - before), paid(from, dir, to), "the step into {}", b.ground.label(to));
    }
}

/// Charge movement is shown within half the allowance, each hex a step from the one before; a target is shown if and only if it
/// could be charged, and struck out of a hex of that movement, or out of where the charge begins.
#[test]
fn charges_are_shown_with_their_way_and_whom_they_strike() {
    positions(|b, s| {
        for unit in b.unit_ids().filter(|&u| s.unit(u).on_map()) {
            let mut costs = BTreeMap::new();
            let mut routes = Vec::new();
            let mut struck = Vec::new();
            let told = charge::each_route(
                b,
                s,
                unit,
                |hex, cost, from| {
                    costs.insert(hex, cost);
                    routes.push((from, hex, cost));
                },
                |target, end| struck.push((target, end)),
            );
            let never = b.arm(unit) != Arm::Cavalry || s.unit(unit).condition != Condition::Good;
            assert_eq!(told.is_err(), never, "{}", b.unit(unit).id);
            if never {
                assert!(costs.is_empty() && struck.is_empty());
                continue;
            }
            charge_holds(b, s, unit, &costs, &routes);
            charge_goes_as_far_as_it_can(b, s, unit, &costs);
            strikes_hold(b, s, unit, &costs, &struck);
        }
    });
}

fn charge_holds(
    b: &Battle,
    s: &State,
    unit: UnitId,
    costs: &BTreeMap<HexId, u16>,
    routes: &[(HexId, HexId, u16)],
) {
    let side = b.side(unit);
    let start = s.unit(unit).hex;
    let zone = |hex| zones::in_enemy_zone(b, s, side, hex);
    // Out of a zone, and past friends; in a zone nobody passes.
    let out = |from| if from == start && zone(from) { OUT_OF_ZONE } else { 0 };
    let past = |to| if s.is_empty(to) || zone(to) { 0 } else { PAST_FRIENDS };
    let paid = |from, dir, to| {
        let ground = half_mp(b, from, dir, to, zones::next_to_enemy(b, s, side, to))?;
        Some(ground + out(from) + past(to))
    };
    routes_hold(b, start, costs, routes, paid);
    for &hex in costs.keys() {
        assert!(s.stack(hex).all(|u| b.side(u) == side), "no route leads through enemies");
    }
    for &(from, ..) in routes {
        assert!(from == start || !zone(from), "no route leads on out of a zone");
    }
}

/// Out of no zone, and not demoralized, it rides wherever ground, enemies, guns and squares let it, for the least cost.
fn charge_goes_as_far_as_it_can(b: &Battle, s: &State, unit: UnitId, costs: &BTreeMap<HexId, u16>) {
    let (side, start) = (b.side(unit), s.unit(unit).hex);
    let zone = |hex| zones::in_enemy_zone(b, s, side, hex);
    if zone(start) || s.formations[b.unit(unit).formation.i()].demoralized {
        return;
    }
    let shut = |hex| s.stack(hex).any(|u| b.side(u) != side || b.is_gun(u) || s.unit(u).square);
    let paid = |from, dir, to| {
        let barred = zone(from) || shut(to) || charge::may_strike_into(b, s, unit, from, to).is_err();
        let ground = half_mp(b, from, dir, to, zones::next_to_enemy(b, s, side, to)).filter(|_| !barred)?;
        Some(ground + if s.is_empty(to) || zone(to) { 0 } else { PAST_FRIENDS })
    };
    let points = ratings(b, s, unit).half_mp / 2;
    assert_eq!(*costs, least_costs(b, start, points.div_ceil(2) * 2, paid), "{}", b.unit(unit).id);
}

fn strikes_hold(
    b: &Battle,
    s: &State,
    unit: UnitId,
    costs: &BTreeMap<HexId, u16>,
    struck: &[(HexId, HexId)],
) {
    for &(target, end) in struck {
        assert!(b.ground.dir_to(end, target).is_some(), "it strikes at a neighbour");
        // Friends cost nothing to who ends with them, so the last hex may be a step beyond what is ridden.
        let near = |hex: HexId| hex == s.unit(unit).hex || costs.contains_key(&hex);
        let beside = Dir::ALL.into_iter().filter_map(|dir| b.ground.neighbour(end, dir)).any(near);
        let joins = beside && !s.is_empty(end);
        assert!(near(end) || joins, "it strikes out of a hex of its route, or of friends beside it");
    }
    if charge::may_declare(b, s, unit).is_err() {
        return;
    }
    for target in b.ground.hexes() {
        let shown = struck.iter().any(|&(hex, _)| hex == target);
        let may = charge::may_charge(b, s, unit, target).is_ok();
        assert_eq!(shown, may, "{} at {}", b.unit(unit).id, b.ground.label(target));
    }
}

/// A kind of thing, to be pointed at by its number.
type Kind = fn(u16) -> Point;

/// A stranger is whatever is not of the battle, wherever it is pointed at, and the last of its kind is none.
#[test]
fn strangers_are_told_from_what_is_there() {
    let battle = Arc::new(battle(&root().join("battles/tutorial")));
    let b = &*battle;
    let kinds: [(Kind, usize); 5] = [
        (Point::Unit, b.units.len()),
        (Point::Leader, b.leaders.len()),
        (Point::Place, b.ground.len()),
        (Point::Formation, b.formations.len()),
        (Point::Marker, b.markers.len()),
    ];
    for (point, count) in kinds {
        assert!((0..count as u16).all(|n| b.has(point(n))) && !b.has(point(count as u16)));
    }
    assert!(b.has(Point::Facing(5)) && !b.has(Point::Facing(6)));
    assert!(b.has(Point::Side(Side(1))) && !b.has(Point::Side(Side(2))));
    assert!(b.has(Point::Nothing) && b.has(Point::Number(-1)));
    let mut session =
        Battery::<Jdg>::new(Arc::clone(&battle), "tutorial").session(1).expect("the game begins");
    let side = session.pending()[0].side;
    for (stranger, why) in [(Point::Place(9999), "not.on_the_map"), (Point::Unit(900), "not.on_the_table")] {
        let refusal = session.why_not(side, Answer::one(verb::PASS, stranger)).expect("the side is asked");
        assert_eq!(refusal.map(|refusal| refusal.why), Some(why));
    }
}

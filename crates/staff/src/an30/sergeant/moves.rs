//! Movement: which stack moves, and where to.

use an30::ch07_sequence::maneuver::from_unit_down;
use an30::ch13_movement::acts;
use an30::ch15_fire::value;
use an30::core::battle::Arm;
use an30::core::field::{hex_of, unit_of};
use an30::core::occupancy::Units;
use an30::core::state::{Chit, Formation, Order, UnitId, did};
use an30::core::{footprint, status, verb};
use ground::{Aim, Flood, HexId};
use table::{Answer, Point};

use super::context::{DecisionContext, Memory};
use super::deeds;
use super::field_view::{FieldView, is_formed_horse};
use super::goals::Routes;
use super::leaders;
use super::stance::Mover;
use super::walk::{self, Deed, Intent};

/// The least worth of a movement that is made, and of one that limbers guns.
const WORTHWHILE: (i32, i32) = (8, 90);
/// The price of trying to leave an enemy zone.
const HELD: i32 = 60;
/// Foot squares against horse so near, and keeps out of line if it is so near.
const HORSE: (u16, u16) = (3, 6);

/// A movement, and what it is worth.
pub struct WeighedMove {
    /// The intent.
    pub intent: Intent,
    /// Its gain.
    pub gain: i32,
    /// The reason.
    pub why: &'static str,
}

/// The stack that moves next.
pub fn choose(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.memory.settle(&desk.view);
    desk.memory.intent = None;
    desk.memory.shaken = shaken(&desk.view);
    if let Some(answer) = enter(desk) {
        desk.say(|d| format!("{} comes in.", d.answer_name(&answer)));
        return answer;
    }
    let view = &desk.view;
    let mut able: Vec<(u16, UnitId, Answer)> = desk
        .seen
        .legal
        .iter()
        .filter(|a| a.verb == verb::MOVE || a.verb == verb::ALONE)
        .filter_map(|a| unit_of(a).map(|u| (view.nearest_foe(view.s.unit(u).hex()), u, *a)))
        .collect();
    // Guns first, that the others do not stand in their way; then those next to the enemy.
    able.sort_by_key(|(far, unit, a)| {
        (view.b.arm(*unit) != Arm::Artillery, *far, *unit, a.verb != verb::MOVE)
    });
    able.dedup_by_key(|(_, unit, _)| *unit);
    if let Some(answer) = by_pact(desk, &able) {
        return answer;
    }
    // Who stands on top of others comes before them: where it stays, they may be wanted elsewhere.
    able.sort_by_key(|(_, unit, _)| depth(&desk.view, *unit));
    for (_, unit, answer) in able {
        if desk.memory.rejected(Point::Unit(unit.0)) || !leads(desk, unit) {
            continue;
        }
        let stack = if answer.verb == verb::MOVE {
            from_unit_down(desk.view.s, unit)
        } else {
            [unit].into_iter().collect()
        };
        if let Some(thought) = think(&desk.view, desk.memory, &stack) {
            desk.memory.intent = Some(thought.intent);
            desk.say(|d| format!("{}: {} ({}).", d.unit_name(unit), thought.why, thought.gain));
            return answer;
        }
        desk.memory.reject(Point::Unit(unit.0));
    }
    if let Some(answer) = leaders::who_rides(desk) {
        return answer;
    }
    desk.say(|_| "Everybody is in place.".into());
    desk.button(verb::DONE)
}

/// The next movement of an assault by several stacks.
fn by_pact(desk: &mut DecisionContext<'_, '_>, able: &[(u16, UnitId, Answer)]) -> Option<Answer> {
    if !matches!(desk.view.s.activation.chit, Some(Chit::Mu(_))) {
        return None;
    }
    if desk.memory.pact.is_none() {
        let tops = parties(desk, able);
        let seed = desk.trial_seed(u64::from(desk.view.s.serial));
        let Memory { goals, routes, flood, .. } = &mut *desk.memory;
        let found = deeds::pact(&desk.view, goals, flood, &tops, seed);
        // It must be better than what each of them would do else.
        let else_gained = |intent: &Intent, routes: &mut Routes, flood: &mut Flood| {
            let stack = from_unit_down(desk.view.s, intent.unit);
            let mover = Mover::new(&desk.view, &stack, goals);
            let reach = mover.reach(flood);
            go(&mover, routes, flood, &reach).map_or(0, |thought| thought.gain)
        };
        let found = found.filter(|pact| {
            let sum: i32 = pact.intents.iter().map(|intent| else_gained(intent, routes, flood)).sum();
            pact.gain > sum / 2
        });
        desk.memory.pact = Some(found.map_or_else(Vec::new, |pact| pact.intents));
    }
    let pact = desk.memory.pact.as_mut()?;
    while !pact.is_empty() {
        let intent = pact.remove(0);
        let moves = |(_, unit, a): &&(u16, UnitId, Answer)| *unit == intent.unit && a.verb == verb::MOVE;
        if let Some((_, unit, answer)) = able.iter().find(moves) {
            let (unit, answer) = (*unit, *answer);
            desk.memory.intent = Some(intent);
            desk.say(|d| format!("{}: assaults with others.", d.unit_name(unit)));
            return Some(answer);
        }
    }
    None
}

/// The number of units on top of a unit.
fn depth(view: &FieldView<'_>, unit: UnitId) -> usize {
    view.s.units_in(view.s.unit(unit).hex()).iter().take_while(|u| **u != unit).count()
}

/// Whether a unit leads those with whom it moves: nobody on top of it may move, or those stay and hold an objective without it.
fn leads(desk: &DecisionContext<'_, '_>, unit: UnitId) -> bool {
    let view = &desk.view;
    let hex = view.s.unit(unit).hex();
    let here = view.s.units_in(hex);
    let moves = |u: &UnitId| desk.legal().contains(&Answer::one(verb::MOVE, Point::Unit(u.0)));
    let mut above = here.iter().take_while(|u| **u != unit);
    above.all(|u| !moves(u) || view.prize(hex) > 0 && desk.memory.rejected(Point::Unit(u.0)))
}

/// Those who could assault together with others: who leads a stack; of one that holds an objective those beneath, so that it is held on.
fn parties(desk: &DecisionContext<'_, '_>, able: &[(u16, UnitId, Answer)]) -> Vec<UnitId> {
    let view = &desk.view;
    let moves: Vec<UnitId> = able.iter().filter(|(.., a)| a.verb == verb::MOVE).map(|(_, u, _)| *u).collect();
    let holds = |unit: UnitId| depth(view, unit) == 0 && view.prize(view.s.unit(unit).hex()) > 0;
    let below = |unit: UnitId| {
        view.s.units_in(view.s.unit(unit).hex()).get(1).copied().filter(|u| holds(unit) && moves.contains(u))
    };
    let leads = moves.iter().copied().filter(|unit| leads(desk, *unit));
    leads.map(|unit| below(unit).unwrap_or(unit)).collect()
}

/// Reinforcements come in as near as they can to where points are to be had.
fn enter(desk: &DecisionContext<'_, '_>) -> Option<Answer> {
    let view = &desk.view;
    let enters = desk.legal().iter().filter(|a| a.verb == verb::ENTER);
    let far =
        |hex: HexId| view.b.objectives.iter().map(|o| view.b.ground.distance(o.hex, hex)).min().unwrap_or(0);
    let order = |a: &&Answer| {
        let foot = unit_of(a).map_or(3, |u| match view.b.arm(u) {
            Arm::Infantry => 0,
            Arm::Cavalry => 1,
            Arm::Artillery => 2,
        });
        (foot, hex_of(a).map_or(0, far), a.points[2] != Point::Nothing)
    };
    enters.min_by_key(order).copied()
}

/// The next step of the movement under way.
pub fn step(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(unit) = desk.about_unit() else { return desk.first() };
    let here = desk.view.s.unit(unit).hex();
    let known = desk
        .memory
        .intent
        .as_ref()
        .is_some_and(|intent| intent.unit == unit || desk.view.s.unit(intent.unit).hex() == here);
    let known = known && !sees_an_opening(desk, unit);
    if !known {
        desk.memory.settle(&desk.view);
        let stack: Units = from_unit_down(desk.view.s, unit);
        desk.memory.intent = go_on(&desk.view, desk.memory, &stack)
            .or_else(|| think(&desk.view, desk.memory, &stack).map(|thought| thought.intent));
        if let Some(intent) = desk.memory.intent.as_mut().filter(|_| desk.view.s.unit(unit).has(did::ACTED)) {
            // Who is on the way goes on as it is, and does not undo what it did for the end of it.
            intent.march = None;
        }
    }
    let Some(mut intent) = desk.memory.intent.take() else {
        desk.say(|d| format!("{} stays.", d.unit_name(unit)));
        return walk::stop(desk.view.s, desk.legal(), unit);
    };
    intent.unit = unit;
    let mut answer = walk::next(desk.view.b, desk.view.s, desk.legal(), &mut intent);
    if !known && turns_in_vain(desk, unit, &answer) {
        intent.deed = Deed::Stand;
        answer = walk::stop(desk.view.s, desk.legal(), unit);
    }
    let deed = intent.deed;
    if let (verb::CHARGE, Some(foe)) = (answer.verb, desk.view.s.top(intent.face)) {
        desk.memory.charges.push((unit, foe));
    }
    desk.memory.intent = Some(intent);
    desk.say(|d| match deed {
        Deed::Assault(hex) | Deed::Charge(hex) => {
            format!("{} goes at {}.", d.unit_name(unit), d.view.b.ground.label(hex))
        }
        _ => format!("{} goes where it is wanted.", d.unit_name(unit)),
    });
    answer
}

/// The number of enemies that are not in good order.
fn shaken(view: &FieldView<'_>) -> usize {
    view.foes.iter().filter(|u| view.s.unit(**u).order != Order::Good).count()
}

/// Whether horse on its way to a place sees more of the enemy shaken than when it set out: squares that did not come about are worth a second thought.
fn sees_an_opening(desk: &mut DecisionContext<'_, '_>, unit: UnitId) -> bool {
    let now = shaken(&desk.view);
    let more = now > std::mem::replace(&mut desk.memory.shaken, now);
    let rides = desk.memory.intent.as_ref().is_some_and(|i| !matches!(i.deed, Deed::Charge(_)));
    more && rides && is_formed_horse(desk.view.b, desk.view.s, unit)
}

/// Whether an answer is a turn after which a stack would think of another turn. Whoever remembers nothing thinks of each answer anew, and would turn
/// to and fro for ever, as turns may cost nothing.
fn turns_in_vain(desk: &mut DecisionContext<'_, '_>, unit: UnitId, answer: &Answer) -> bool {
    let (true, Some(aim)) = (answer.verb == verb::TURN, answer.facing()) else { return false };
    let b = desk.view.b;
    let mut turned = desk.view.s.clone();
    let stack = from_unit_down(&turned, unit);
    for &unit in &stack {
        // What lies in several hexes turns about (9.2.2).
        if turned.unit(unit).hexes().len() > 1 && turned.unit(unit).aim.opposite() == Aim(aim) {
            turned.reverse(unit);
        }
        turned.unit_mut(unit).aim = Aim(aim);
    }
    let mut legal = Vec::new();
    acts::list(b, &turned, &stack, &mut legal);
    let view = FieldView::new(b, &turned, desk.view.side);
    let then = think(&view, desk.memory, &stack);
    then.is_some_and(|mut thought| walk::next(b, &turned, &legal, &mut thought.intent).verb == verb::TURN)
}

/// Intent that a stack has begun to carry out, for whoever did not see how: an assault.
fn go_on(view: &FieldView<'_>, memory: &mut Memory, stack: &[UnitId]) -> Option<Intent> {
    let Memory { goals, flood, .. } = memory;
    let mover = Mover::new(view, stack, goals);
    let reach = mover.reach(flood);
    deeds::declared(&mover, flood, &reach)
}

/// The best intent for a stack, if there is one.
fn think(view: &FieldView<'_>, memory: &mut Memory, stack: &[UnitId]) -> Option<WeighedMove> {
    let Memory { seed, goals, routes, flood, .. } = memory;
    let mover = Mover::new(view, stack, goals);
    let reach = mover.reach(flood);
    let plain = go(&mover, routes, flood, &reach);
    let least = plain.as_ref().map_or(0, |thought| thought.gain);
    let seed = super::goals::mixed(&[
        *seed,
        u64::from(view.s.clock.turn),
        u64::from(stack[0].0),
        u64::from(view.s.serial),
    ]);
    let deed = match view.b.arm(stack[0]) {
        _ if matches!(view.s.activation.chit, Some(Chit::Regroup)) => None,
        Arm::Infantry => deeds::assault(&mover, routes, flood, &reach, seed),
        Arm::Cavalry => deeds::charge(&mover, routes, flood, &reach, seed),
        Arm::Artillery => None,
    };
    match deed {
        Some(deed) if deed.gain > least => Some(deed),
        _ => plain,
    }
}

/// The best place that a stack can go to, if it is better than where it stands.
fn go(
    mover: &Mover<'_, '_>,
    routes: &mut Routes,
    flood: &Flood,
    reach: &[(HexId, u16)],
) -> Option<WeighedMove> {
    let (view, unit) = (mover.view, mover.lead());
    let here = view.s.unit(unit).hex();
    let guns = view.b.arm(unit) == Arm::Artillery;
    let stay = mover.place(routes, here);
    let held = if mover.is_held() { HELD } else { 0 };
    let laid = guns && view.s.unit(unit).formation == Formation::Unlimbered;
    let mut best: Option<(i32, HexId)> = None;
    for &(hex, cost) in reach.iter().filter(|(hex, _)| *hex != here) {
        let value = mover.place(routes, hex) - i32::from(cost) / 3 - held;
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, hex));
        }
    }
    let least = if laid { WORTHWHILE.1 } else { WORTHWHILE.0 };
    let (gain, hex) = match best {
        Some((value, hex)) if value - stay > least => (value - stay, hex),
        _ => return settle_down(mover),
    };
    let mut route: Vec<HexId> = flood.route_back(hex).collect();
    route.pop();
    let deed = match view.b.arm(unit) {
        Arm::Artillery if mover.field_of_fire(hex) > 0 => Deed::Unlimber,
        _ => Deed::Stand,
    };
    let intent = Intent {
        unit,
        march: if route.len() > 1 || guns { mover.march().0 } else { None },
        route,
        shape: shape(view, unit, hex),
        face: mover.looks_at(hex).unwrap_or(hex),
        deed,
        early: false,
        idle: 0,
    };
    Some(WeighedMove { intent, gain, why: "goes where it is wanted" })
}

/// Formation and facing where a stack stands, if they are not as they should be.
fn settle_down(mover: &Mover<'_, '_>) -> Option<WeighedMove> {
    let (view, unit) = (mover.view, mover.lead());
    let (b, s) = (view.b, view.s);
    let now = s.unit(unit);
    let here = now.hex();
    let face = mover.looks_at(here)?;
    let far = b.ground.distance(here, face);
    let wanted = b.ground.aim_to(here, face)?;
    let row = status::row(b, s, unit);
    let turned = footprint::aims(row).count() > 1 && now.hexes().len() == 1 && far <= 9;
    let off = turned && now.aim.twelfths_to(wanted).0 > 1;
    let formation = shape(view, unit, here).filter(|formation| *formation != now.shape());
    let idle = b.arm(unit) == Arm::Artillery
        && now.formation != Formation::Unlimbered
        && mover.field_of_fire(here) > 0
        && far > 1;
    let turns_guns = off && b.arm(unit) == Arm::Artillery && !has_target(mover, here);
    let turns = off && b.arm(unit) != Arm::Artillery || turns_guns;
    if formation.is_none() && !idle && !turns {
        return None;
    }
    let deed = if idle { Deed::Unlimber } else { Deed::Stand };
    let intent =
        Intent { unit, route: Vec::new(), march: None, shape: formation, face, deed, early: false, idle: 0 };
    Some(WeighedMove { intent, gain: 10, why: "forms as it should" })
}

/// Whether a battery has a target in its arc.
fn has_target(mover: &Mover<'_, '_>, here: HexId) -> bool {
    let view = mover.view;
    view.foes.iter().any(|u| {
        let at = view.s.unit(*u).hex();
        value::of_hex(view.b, view.s, here, at, value::Firers::Guns).is_ok()
    })
}

/// The formation that suits foot and horse in a hex; none where it is as it is.
fn shape(view: &FieldView<'_>, unit: UnitId, hex: HexId) -> Option<Formation> {
    let (b, s) = (view.b, view.s);
    let now = s.unit(unit);
    if now.order != Order::Good || status::is_close(b, hex) || b.arm(unit) != Arm::Infantry {
        return None;
    }
    let foot = |hexes: u16| {
        view.foes.iter().any(|u| {
            b.arm(*u) == Arm::Infantry
                && s.unit(*u).order == Order::Good
                && b.ground.distance(s.unit(*u).hex(), hex) <= hexes
        })
    };
    let horse = view.horse_near(hex, HORSE.0);
    if horse && !foot(2) && status::increments(b, s, unit) >= 3 {
        Some(Formation::Square)
    } else if foot(3) && !view.horse_near(hex, HORSE.1) {
        Some(Formation::Line)
    } else if now.shape() == Formation::Square && (!horse || foot(2)) {
        Some(Formation::Column)
    } else {
        None
    }
}

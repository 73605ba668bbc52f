//! Habits: what is answered without long thought. The sergeant has them for the lesser questions, and in trials everybody has them for all.

use an30::Battle;
use an30::ch09_facing::facing;
use an30::ch15_fire::defence;
use an30::core::battle::Arm;
use an30::core::field::{hex_of, unit_of};
use an30::core::state::{Charge, ChargePhase, Formation, Order, Part, State, UnitId};
use an30::core::{status, verb};
use ground::HexId;
use table::{Answer, Point, Question, Side};

use super::field_view::{can_charge, nearest_foe, strength, worth};
use crate::context::best;

/// Hexes from which on cavalry that is near makes foot think of squares.
const SQUARE: u16 = 3;

/// The answer of a side by habit; `target` is the hex that it means to strike.
pub fn usual(
    b: &Battle,
    s: &State,
    question: &Question<'_>,
    legal: &[Answer],
    target: Option<HexId>,
) -> Answer {
    let side = question.side;
    let unit = question.unit().map(UnitId).filter(|u| s.unit(*u).on_map());
    match question.key {
        "opportunity.fire" | "leader.along" | "charge.caught" => Answer::preferred(legal, &[verb::YES]),
        "charge.preserve" => Answer::preferred(legal, &[verb::NO]),
        "charge.target" | "charge.new_target" | "charge.again" | "grand.target" => {
            whom_to_charge(b, s, legal, target)
        }
        "charge.step" => where_to_charge(b, s, legal, unit, target),
        "charge.recall" => recall(b, s, legal, unit),
        "square" => square(b, s, legal, unit),
        "charge.answered" => answer_to_charge(b, s, legal, unit),
        "charge.retreat" | "form_up.hex" => Answer::preferred(legal, &[verb::RETREAT, verb::CHOOSE]),
        "charge.withdraw" => withdraw(b, s, legal, unit, side),
        "opportunity_charge" => seize(b, s, legal, unit),
        "reaction_move" | "charge.within" | "asset" | "mu.create" | "gunners" | "wreck.remove" => {
            Answer::preferred(legal, &[verb::PASS, verb::DONE])
        }
        "regroup.step" | "reaction_move.step" => away(b, s, legal, unit, side),
        "retreat.hex" | "disorder.hex" | "leader.flies" | "square.hex" => safest(b, s, legal, unit, side),
        "assault.retreat" => retreat(b, s, legal, unit, side),
        "assault.leader_retreat" => Answer::preferred(legal, &[verb::STAND]),
        "assault.reserve" => Answer::preferred(legal, &[verb::COMMIT]),
        "assault.huzzah" => Answer::preferred(legal, &[verb::HUZZAH]),
        "assault.new_target" | "unmasked" | "assault.huzzah_wheel" => Answer::preferred(legal, &[verb::PASS]),
        "assault.parting_shot" => Answer::preferred(legal, &[verb::FIRE]),
        "recover" => Answer::preferred(legal, &[verb::YES, verb::RECOVER]),
        "recover.next" => Answer::preferred(legal, &[verb::RECOVER, verb::RUN]),
        "guns.shift" => Answer::preferred(legal, &[verb::TURN]),
        "form.out" => come_out(b, s, legal, unit, side),
        "fire.declare" | "move.step" => Answer::preferred(legal, &[verb::HALT, verb::DONE]),
        "march.goal" => march_to(b, legal),
        "charge.advance" | "assault.advance" | "assault.impetus" => ground_won(b, legal),
        key if key.ends_with("facing") => look(b, s, legal, unit, side),
        _ => legal[0],
    }
}

/// The ripeness of a hex's stack for a charge: what stands there, less what makes it stand.
pub fn ripeness(b: &Battle, s: &State, hex: HexId) -> i32 {
    let mut sum = 0;
    for unit in s.units_in(hex) {
        let now = s.unit(unit);
        let value = worth(b, s, unit) / 10;
        sum += match (b.arm(unit), now.shape()) {
            (_, Formation::Square) => -4 * value,
            (Arm::Infantry, Formation::GeneralOrder) => -3 * value,
            (_, Formation::Disorder | Formation::Pgd | Formation::Skirmish) => 3 * value,
            (Arm::Artillery, _) => 3 * value,
            (Arm::Infantry, Formation::Line) => 2 * value,
            (Arm::Cavalry, _) => value / 2,
            _ => value,
        };
    }
    if status::is_close(b, hex) { sum.min(0) - 100 } else { sum }
}

fn whom_to_charge(b: &Battle, s: &State, legal: &[Answer], target: Option<HexId>) -> Answer {
    best(legal, |a| match hex_of(a) {
        Some(hex) if Some(hex) == target => 10_000 * i32::from(!is_square(s, hex)) + ripeness(b, s, hex),
        Some(hex) => ripeness(b, s, hex),
        None => 0,
    })
}

fn is_square(s: &State, hex: HexId) -> bool {
    s.top(hex).is_some_and(|u| s.unit(u).shape() == Formation::Square)
}

fn charge_of(s: &State, unit: Option<UnitId>) -> Option<&Charge> {
    let unit = unit?;
    s.charges.iter().find(|c| c.phase != ChargePhase::Over && c.units.contains(&unit))
}

/// Towards what it charges: what it has named, what it means, or the ripest in its reach.
fn where_to_charge(
    b: &Battle,
    s: &State,
    legal: &[Answer],
    unit: Option<UnitId>,
    target: Option<HexId>,
) -> Answer {
    let Some(charge) = charge_of(s, unit) else { return legal[0] };
    let side = b.side(charge.units[0]);
    let meant = target.filter(|hex| status::is_enemy(b, s, side, *hex) && !is_square(s, *hex));
    let open = |hex: &&HexId| {
        status::is_enemy(b, s, side, **hex) && !s.units_in(**hex).iter().any(|u| charge.spared.contains(u))
    };
    let ripest = || charge.reach.iter().filter(open).max_by_key(|hex| ripeness(b, s, **hex)).copied();
    let Some(goal) = charge.targets.first().copied().or(meant).or_else(ripest) else { return legal[0] };
    best(legal, |a| match (a.verb, hex_of(a)) {
        (verb::GO, Some(hex)) => 100 - 10 * i32::from(b.ground.distance(hex, goal)),
        (verb::RECALL, _) => -500,
        (verb::DONE, _) => -400,
        _ => -600,
    })
}

/// Horse is called back from a square, and from what has gone.
fn recall(b: &Battle, s: &State, legal: &[Answer], unit: Option<UnitId>) -> Answer {
    let square = charge_of(s, unit).is_some_and(|c| c.targets.iter().any(|hex| is_square(s, *hex)));
    let near = unit.is_some_and(|u| {
        let side = b.side(u);
        let at = s.unit(u).hex();
        let foe = |v: &UnitId| b.side(*v) != side && s.unit(*v).on_map() && s.unit(*v).order == Order::Good;
        let close = |v: &UnitId| b.ground.distance(at, s.unit(*v).hex()) <= 4;
        b.unit_ids().filter(foe).filter(close).map(|v| strength(b, s, v)).sum::<i32>() > 2 * strength(b, s, u)
    });
    Answer::preferred(legal, if square || near { &[verb::RECALL] } else { &[verb::PASS] })
}

/// Squares are formed against horse that could charge, by those whom it could reach soon.
fn square(b: &Battle, s: &State, legal: &[Answer], horse: Option<UnitId>) -> Answer {
    let Some(horse) = horse.filter(|u| can_charge(b, s, *u)) else {
        return Answer::preferred(legal, &[verb::WAIT]);
    };
    let at = s.unit(horse).hexes();
    best(legal, |a| {
        let Some(unit) = unit_of(a) else { return 0 };
        let own = s.unit(unit).hexes();
        let far = at.iter().flat_map(|h| own.iter().map(|o| b.ground.distance(*h, *o))).min().unwrap_or(9);
        let fronts = facing::fronts(b, s, Part::new(horse, 0));
        let ahead = b
            .ground
            .aim_to(s.unit(horse).hex(), own[0])
            .is_some_and(|aim| fronts.iter().any(|dir| ground::Aim::hexside(dir).twelfths_to(aim).0 <= 1));
        let flanked = own.iter().any(|hex| foot_before(b, s, b.side(unit), *hex));
        if far <= SQUARE && ahead && !flanked { 20 - i32::from(far) } else { -1 }
    })
}

/// Whether foot of the enemy stands next to a hex, before whom a square is a poor thing.
fn foot_before(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    let foot = |near: HexId| {
        s.top(near)
            .is_some_and(|u| b.side(u) != side && b.arm(u) == Arm::Infantry && s.unit(u).order == Order::Good)
    };
    b.ground.neighbours(hex).into_iter().any(|near| near.is_some() && foot(near))
}

/// The answer to a charge: skirmishers on horse form up, foot that it can reach squares, horse that is strong enough charges.
fn answer_to_charge(b: &Battle, s: &State, legal: &[Answer], horse: Option<UnitId>) -> Answer {
    let Some(charge) = charge_of(s, horse) else { return Answer::preferred(legal, &[verb::WAIT]) };
    let theirs: i32 = charge.units.iter().map(|u| strength(b, s, *u)).sum();
    let head = s.unit(charge.units[0]).hex();
    best(legal, |a| {
        let Some(unit) = unit_of(a) else { return 0 };
        let hexes = s.unit(unit).hexes();
        let far = hexes.iter().map(|hex| i32::from(b.ground.distance(*hex, head))).min().unwrap_or(9);
        match a.verb {
            verb::FORM => 50,
            verb::REACT => {
                let ours: i32 = s.units_in(hexes[0]).iter().map(|u| strength(b, s, *u)).sum();
                if 4 * ours >= 3 * theirs { 40 - far } else { -1 }
            }
            verb::SQUARE => {
                let spared = charge.spared.contains(&unit);
                let meant = charge.targets.iter().any(|hex| hexes.contains(hex));
                let open = charge.targets.is_empty() && hexes.iter().any(|hex| charge.reach.contains(hex));
                if meant || open && !spared && far <= i32::from(SQUARE) { 20 - far } else { -1 }
            }
            _ => -2,
        }
    })
}

/// Cavalry withdraws before stronger cavalry.
fn withdraw(b: &Battle, s: &State, legal: &[Answer], unit: Option<UnitId>, side: Side) -> Answer {
    let Some(unit) = unit else { return legal[0] };
    let at = s.unit(unit).hex();
    let ours: i32 = s.units_in(at).iter().map(|u| strength(b, s, *u)).sum();
    let strikes = |c: &&Charge| c.targets.iter().any(|hex| s.unit(unit).hexes().contains(hex));
    let theirs: i32 =
        s.charges.iter().filter(strikes).flat_map(|c| &c.units).map(|u| strength(b, s, *u)).sum();
    let stands = 3 * ours >= 2 * theirs;
    if stands && legal.iter().any(|a| a.verb == verb::STAND) {
        return Answer::preferred(legal, &[verb::STAND]);
    }
    away(b, s, legal, Some(unit), side)
}

/// Cavalry charges those who move near it, if they are ripe for it.
fn seize(b: &Battle, s: &State, legal: &[Answer], mover: Option<UnitId>) -> Answer {
    let Some(mover) = mover else { return Answer::preferred(legal, &[verb::PASS]) };
    let hex = s.unit(mover).hex();
    let theirs: i32 = s.units_in(hex).iter().map(|u| strength(b, s, *u)).sum();
    let ripe = ripeness(b, s, hex);
    best(legal, |a| match (a.verb, unit_of(a)) {
        (verb::REACT, Some(unit)) if ripe > 0 && 2 * strength(b, s, unit) > 3 * theirs => ripe,
        (verb::REACT | verb::SQUADRON, _) => -1,
        _ => 0,
    })
}

/// Hexes from a hex to the nearest enemy that can do harm, or many.
fn nearest(b: &Battle, s: &State, side: Side, hex: HexId) -> i32 {
    nearest_foe(b, s, side, hex).map_or(30, i32::from)
}

/// Off the enemy, as far as four hexes, and then no further.
fn away(b: &Battle, s: &State, legal: &[Answer], unit: Option<UnitId>, side: Side) -> Answer {
    let here = unit.map_or(0, |u| nearest(b, s, side, s.unit(u).hex()).min(4));
    best(legal, |a| match (a.verb, hex_of(a)) {
        (verb::GO | verb::RETREAT, Some(hex)) => {
            let far = nearest(b, s, side, hex);
            10 * (far.min(4) - here) - i32::from(status::is_close(b, hex)) * 5
        }
        (verb::HALT | verb::DONE, _) => 1,
        (verb::STAND, _) => -5,
        _ => -50,
    })
}

/// The place where those who go back are safest: off the enemy, not among friends, not in a corner.
fn safest(b: &Battle, s: &State, legal: &[Answer], unit: Option<UnitId>, side: Side) -> Answer {
    best(legal, |a| {
        let Some(hex) = hex_of(a) else { return 0 };
        let far = nearest(b, s, side, hex).min(8);
        let others = s.units_in(hex).into_iter().filter(|u| Some(*u) != unit).count() as i32;
        let beside = b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
        let open = beside.filter(|h| !status::is_enemy(b, s, side, *h)).count() as i32;
        10 * far - 8 * others + open
    })
}

/// Skirmishers and horse retreat before an assault.
fn retreat(b: &Battle, s: &State, legal: &[Answer], unit: Option<UnitId>, side: Side) -> Answer {
    best(legal, |a| match (a.verb, hex_of(a)) {
        (verb::RETREAT, Some(hex)) => {
            let far = nearest(b, s, side, hex).min(4);
            let from = unit.map_or(0, |u| i32::from(b.ground.distance(s.unit(u).hex(), hex)));
            10 * far - from + 5 * i32::from(defence::density(b, s, hex) == 0)
        }
        (verb::DONE, _) => 15,
        _ => 0,
    })
}

/// Column or line out of the woods, towards the enemy.
fn come_out(b: &Battle, s: &State, legal: &[Answer], unit: Option<UnitId>, side: Side) -> Answer {
    let Some(unit) = unit else { return legal[0] };
    let wanted = match b.arm(unit) {
        Arm::Infantry => Formation::Column,
        _ => Formation::Line,
    };
    let aim = towards_enemy(b, s, side, s.unit(unit).hex());
    best(legal, |a| {
        let right = a.points.contains(&Point::Number(wanted as i16));
        let off = match (a.facing(), aim) {
            (Some(f), Some(aim)) => i32::from(ground::Aim(f).twelfths_to(aim).0),
            _ => 0,
        };
        20 * i32::from(right) - off
    })
}

/// The aim at the nearest enemy.
pub fn towards_enemy(b: &Battle, s: &State, side: Side, from: HexId) -> Option<ground::Aim> {
    let foes = b.unit_ids().filter(|u| b.side(*u) != side && s.unit(*u).on_map());
    let near = foes.map(|u| s.unit(u).hex()).min_by_key(|hex| b.ground.distance(from, *hex))?;
    b.ground.aim_to(from, near)
}

/// Towards the enemy.
fn look(b: &Battle, s: &State, legal: &[Answer], unit: Option<UnitId>, side: Side) -> Answer {
    let Some(aim) = unit.and_then(|u| towards_enemy(b, s, side, s.unit(u).hex())) else { return legal[0] };
    best(legal, |a| a.facing().map_or(-10, |f| -i32::from(ground::Aim(f).twelfths_to(aim).0)))
}

/// A march leads to where points are to be had, the more and the nearer to it the better.
fn march_to(b: &Battle, legal: &[Answer]) -> Answer {
    best(legal, |a| match hex_of(a) {
        Some(hex) => {
            let pull = |o: &an30::core::battle::Objective| {
                1000 * o.points / (4 + i32::from(b.ground.distance(o.hex, hex)))
            };
            b.objectives.iter().map(pull).sum()
        }
        None => -1,
    })
}

/// Objectives first.
fn ground_won(b: &Battle, legal: &[Answer]) -> Answer {
    best(legal, |a| match hex_of(a) {
        Some(hex) => b.objectives.iter().filter(|o| o.hex == hex).map(|o| o.points).sum(),
        None => -1,
    })
}

//! 13.1: allowances, and what a step costs.

use an30::ch13_movement::{allowance, shift, step};
use an30::core::battle::Light;
use an30::core::state::{Formation, Order, Prone, Readiness, UnitId};
use an30::{Battle, State};
use ground::{Dir, HexId};
use roster::Arm;

use super::plain::{self, Face};
use super::sheets::Sheets;
use super::{Tally, positions, stacking, zones};

/// Half movement points of a unit in this turn (13.1.1, 12.11.2, 12.12.2, 19.15.4, 19.15.5, 21).
fn allowed(b: &Battle, s: &State, unit: UnitId) -> i64 {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let horse = card.arm == Arm::Artillery && plain::is(b, unit, "horse");
    let less = match (b.light(s), card.arm == Arm::Cavalry) {
        (Light::Dusk, true) => 4,
        (Light::Night, true) => 6,
        (Light::Dusk, false) if horse => 2,
        (Light::Night, false) if horse => 3,
        _ => 0,
    };
    let (of, per) = match now.order {
        Order::Good => (1, 1),
        Order::Disorder => (1, 2),
        Order::Pgd => (3, 2),
    };
    let per = per
        * match now.readiness {
            Readiness::Ready => 1,
            Readiness::Tired => 2,
            Readiness::Exhausted => 3,
        };
    let points = (i64::from(card.movement) - less).max(0) * of;
    2 * ((2 * points + per) / (2 * per)) + i64::from(now.bonus)
}

/// The cost of the ground to a unit that goes from one hex to the next, besides what its formation and skirmishers add; `None`: closed to it.
pub fn ground(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, from: HexId, dir: Dir) -> Option<i64> {
    let column = plain::column(b, s, unit);
    let to = b.ground.neighbour(from, dir)?;
    let files = s.unit(unit).order == Order::Good && s.unit(unit).formation == Formation::RoadColumn;
    if files && let Some(cost) = sheets.road(b, from, dir, column) {
        return Some(cost);
    }
    if !zones::is_open(b, s, sheets, unit, from, dir) {
        return None;
    }
    let (mut hex, mut added) = (sheets.terrain_cost(b, to, column)?, 0);
    for row in sheets.hexsides(b, from, dir) {
        if row["costs_when"].as_str() == Some("up") && !b.ground.uphill(from, dir) {
            continue;
        }
        let cost = row[&format!("{column}_half_mp")].as_integer()?;
        if row["cost"].as_str() == Some("whole") { hex = cost } else { added += cost }
    }
    Some(hex + added)
}

/// The cost that the formation adds to the next hex (12.6.4, 12.9.2): infantry in line and square 1 MP, the Old Guard in line and cavalry in a long line for every
/// second hex of their movement.
fn added(b: &Battle, s: &State, unit: UnitId) -> i64 {
    let now = s.unit(unit);
    if now.order != Order::Good {
        return 0;
    }
    let second = i64::from(now.paces % 2 == 1) * 2;
    match (b.arm(unit), now.formation) {
        (Arm::Infantry, Formation::Square) => 2,
        (Arm::Infantry, Formation::Line) if plain::is(b, unit, "old-guard") => second,
        (Arm::Infantry, Formation::Line) => 2,
        (Arm::Cavalry, Formation::Line) if now.hexes().len() > 1 => second,
        _ => 0,
    }
}

/// The cost of coming out of general order (12.2.3, 12.7.2).
fn forming(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, to: HexId) -> i64 {
    let now = s.unit(unit);
    if now.order != Order::Good || now.formation != Formation::GeneralOrder || sheets.general_order(b, to) {
        return 0;
    }
    if b.arm(unit) == Arm::Cavalry { 6 } else { 2 }
}

/// The cost of a step of a unit that is alone in its one hex, ahead into an empty hex outside zones; `None` where it may not go.
fn single(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, dir: Dir) -> Option<i64> {
    let now = s.unit(unit);
    let to = b.ground.neighbour(now.hex(), dir)?;
    let faces = plain::faces(b, s, sheets, unit, now.hex());
    let square = now.order == Order::Good && now.formation == Formation::Square;
    if faces[dir.index()] != Face::Front
        || now.formation == Formation::Unlimbered
        || square && !sheets.forms(b, to).iter().any(|form| form == "square")
        || !stacking::has_room_for_one(b, s, sheets, unit, to)
    {
        return None;
    }
    let cost = ground(b, s, sheets, unit, now.hex(), dir)?
        + added(b, s, unit)
        + forming(b, s, sheets, unit, to)
        + zones::hindrance(b, s, sheets, unit, to);
    (cost + i64::from(now.spent) <= allowed(b, s, unit)).then_some(cost)
}

/// The cost of a step of a unit in several hexes: all parts of a line abreast, those of a column one after the other; the dearest counts (12.5.3, 12.6.4.2).
fn several(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, dir: Dir) -> Option<i64> {
    let now = s.unit(unit);
    let steps: Vec<(HexId, Dir)> = if now.formation == Formation::Column {
        let behind = |pair: &[HexId]| b.ground.dir_to(pair[1], pair[0]).map(|dir| (pair[1], dir));
        std::iter::once(Some((now.hex(), dir)))
            .chain(now.hexes().windows(2).map(behind))
            .collect::<Option<_>>()?
    } else {
        now.hexes().iter().map(|hex| (*hex, dir)).collect()
    };
    let (mut most, mut all) = (0, 0);
    for (hex, dir) in steps {
        let to = b.ground.neighbour(hex, dir)?;
        let cost = ground(b, s, sheets, unit, hex, dir)? + zones::hindrance(b, s, sheets, unit, to);
        (most, all) = (most.max(cost), all + cost);
    }
    // A column comes together in general order: every part pays its route (12.3.1.1).
    let closes = b.ground.neighbour(now.hex(), dir).is_some_and(|to| sheets.general_order(b, to));
    let closes = closes && now.formation == Formation::Column;
    Some(if closes { all } else { most } + added(b, s, unit))
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    for unit in b.unit_ids().filter(|u| s.unit(*u).on_map()) {
        let now = s.unit(unit);
        let id = |dir: Dir| {
            let lies: Vec<String> = now.hexes().iter().map(|hex| b.ground.label(*hex).to_string()).collect();
            format!(
                "{} {} {} {:?} {:?} to {dir:?}",
                b.unit(unit).id,
                lies.join("+"),
                now.aim,
                now.formation,
                now.order
            )
        };
        let ours = allowed(b, s, unit);
        tally.same("allowance", &ours, &i64::from(allowance::allowance(b, s, unit)), || id(Dir(0)));
        let alone = now.hexes().iter().all(|hex| s.units_in(*hex).len() == 1);
        let held = now.hexes().iter().any(|hex| zones::bears(b, s, sheets, b.side(unit), *hex, false, false));
        if !alone
            || held
            || now.prone != Prone::Up
            || now.order == Order::Pgd
            || !s.assaults.is_empty()
            || regroups(s)
        {
            continue;
        }
        let guns = b.arm(unit) == Arm::Artillery;
        let drawn_out = now.formation == Formation::RoadColumn && plain::increments(b, s, unit) > 4;
        let long = drawn_out || guns || now.formation == Formation::RoadColumn && now.hexes().len() > 1;
        for dir in Dir::ALL {
            let Some(to) = b.ground.neighbour(now.hex(), dir) else { continue };
            if !s.is_empty(to) || now.has(an30::core::state::did::FORCED) {
                continue;
            }
            if now.hexes().len() == 1 && !long {
                let ours = single(b, s, sheets, unit, dir);
                let kind = if ours.is_some() { "step" } else { "no step" };
                let judged = step::may_enter(b, s, &[unit], dir);
                let theirs = judged.as_ref().ok().map(|cost| i64::from(*cost));
                tally.same(kind, &ours, &theirs, || format!("{}: {judged:?}", id(dir)));
            } else if now.hexes().len() > 1 && !long {
                let Ok(theirs) = shift::march(b, s, &[unit], dir) else { continue };
                // A line comes together in general order before its left end (reading 221): not compared.
                if now.formation == Formation::Line && sheets.general_order(b, to) {
                    continue;
                }
                let ours = several(b, s, sheets, unit, dir);
                tally.same("march", &ours, &Some(i64::from(theirs.cost)), || id(dir));
            } else if guns && now.hexes().len() == 1 && now.formation != Formation::Unlimbered {
                let ours = limbered(b, s, sheets, unit, dir);
                let kind = if ours.is_some() { "guns" } else { "no guns" };
                let judged = step::may_enter(b, s, &[unit], dir);
                let theirs = judged.as_ref().ok().map(|cost| i64::from(*cost));
                tally.same(kind, &ours, &theirs, || {
                    let parts = (
                        ground(b, s, sheets, unit, now.hex(), dir),
                        zones::hindrance(b, s, sheets, unit, to),
                    );
                    format!(
                        "{}: {judged:?}, ground and skirmishers {parts:?}, {}",
                        id(dir),
                        an30::ch12_formations::skirmish::hindrance(b, s, unit, to)
                    )
                });
            }
        }
    }
}

/// On the chits of regrouping and reinforcements steps are bound by more than the ground (8.9.2).
fn regroups(s: &State) -> bool {
    matches!(
        s.activation.chit,
        Some(an30::core::state::Chit::Regroup | an30::core::state::Chit::Reinforcement)
    )
}

/// Limbered guns and wagons: by the road where there is one (18.2.2), in any direction (18.1).
fn limbered(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, dir: Dir) -> Option<i64> {
    let now = s.unit(unit);
    let to = b.ground.neighbour(now.hex(), dir)?;
    let faces = plain::faces(b, s, sheets, unit, now.hex());
    // A road column sees ahead only.
    if now.order == Order::Good && now.formation == Formation::RoadColumn && faces[dir.index()] != Face::Front
    {
        return None;
    }
    let by_road = sheets.road(b, now.hex(), dir, "artillery").filter(|_| now.order == Order::Good);
    let ground = match by_road {
        Some(cost) => cost,
        None if !stacking::has_room_for_one(b, s, sheets, unit, to) => return None,
        None => ground(b, s, sheets, unit, now.hex(), dir)?,
    };
    let cost = ground + zones::hindrance(b, s, sheets, unit, to);
    (cost + i64::from(now.spent) <= allowed(b, s, unit)).then_some(cost)
}

#[test]
fn r13_1_steps_cost_what_the_text_says() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(150, |b, s| look(b, s, &sheets, &mut tally));
    tally.settle(&[
        ("allowance", 3000),
        ("step", 3000),
        ("no step", 1000),
        ("march", 300),
        ("guns", 500),
        ("no guns", 100),
    ]);
}

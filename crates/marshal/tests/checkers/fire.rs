//! 7, 12, 16, 19, 21 to 26: fire values, the fire defence of a hex, and what modifies the dice.

use ground::HexId;
use marshal::ch21_fire::{defence, dice_modifiers, value};
use marshal::core::charts::Exact;
use marshal::core::state::{Formation, LeaderStatus, Order, UnitId, did};
use marshal::{Battle, State};
use roster::Arm;

use super::plain::{self, Face, Q};
use super::sheets::Sheets;
use super::{Tally, positions};

/// The hex of a unit that has another before its front, the nearest one, and how far it is.
fn firing_from(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Option<(HexId, i64)> {
    let own = s.unit(unit).hexes().iter().filter(|own| plain::sees_ahead(b, s, unit, **own, at));
    own.map(|own| (*own, i64::from(b.ground.distance(*own, at)))).min_by_key(|(_, far)| *far)
}

/// The value of a unit of which no hex is next to others that fire, with the columns that canister shifts.
fn own_value(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, at: HexId) -> Option<(Q, i64)> {
    let (from, far) = firing_from(b, s, unit, at)?;
    let (card, now, back) = (b.unit(unit), s.unit(unit), s.back(unit));
    let (left, whole) = (plain::left(b, s, unit), i64::from(card.increments));
    let printed = |n: i16| Q(i64::from(n), 1);
    let multiple = |formation: &str| sheets.multiple(&card.nation, &card.kind, formation).unwrap_or(Q(0, 1));
    let of_hexes = |most: i64, reach: i64| {
        let mut sum = 0;
        for own in now.hexes() {
            let near = i64::from(b.ground.distance(*own, at)) <= reach;
            if near && plain::sees_ahead(b, s, unit, *own, at) {
                sum += plain::held(b, s, unit, *own).min(most);
            }
        }
        Q(sum, 1)
    };
    let mut value = match (card.arm, now.formation) {
        (_, Formation::RoadMarch | Formation::Limbered) => Q(0, 1),
        (Arm::Infantry, Formation::Line) => multiple("line").times(of_hexes(4, 1)),
        (Arm::Infantry, Formation::Skirmish) => {
            let reach = i64::from(back.range).max(2);
            let value = multiple("skirmish").times(of_hexes(3, reach));
            if far > 1 { value.times(Q(1, 2)) } else { value }
        }
        (Arm::Infantry, Formation::Square) => multiple("square").times(Q(left, 3)),
        (Arm::Infantry, _) if left == 1 && whole > 1 => printed(back.fire[0]).times(Q(1, 2)),
        (Arm::Infantry, _) => printed(back.fire[0]),
        (Arm::Cavalry, Formation::Skirmish) => {
            let few = if 4 * left <= whole { Q(1, 2) } else { Q(1, 1) };
            printed(back.skirmish.unwrap_or(0)).times(few)
        }
        (Arm::Cavalry, _) => Q(0, 1),
        (Arm::Artillery, _) => {
            let band = match far {
                1 | 2 => 0,
                3..=5 => 1,
                _ => 2,
            };
            let value = printed(back.fire[band]).times(Q(left, whole));
            if plain::has_square(b, s, from) { value.times(Q(1, 3)) } else { value }
        }
    };
    if now.order == Order::Disorder {
        value = value.times(Q(1, 2));
    }
    let canister = card.arm == Arm::Artillery && far == 1;
    Some((value.in_twelfths(), i64::from(canister)))
}

/// The defence of a hex against fire from another one (21, 22), by the columns of the chart.
fn defends_with(b: &Battle, s: &State, sheets: &Sheets, at: HexId, from: HexId) -> Option<i64> {
    let units = s.units_in(at);
    let foot = units.iter().copied().find(|u| b.arm(*u) == Arm::Infantry);
    let counted = foot.unwrap_or(units[0]);
    let guns = units.iter().any(|u| b.arm(*u) == Arm::Artillery);
    let now = s.unit(counted);
    if plain::stands(s, counted, Formation::Line) {
        let (one, other) = b.ground.hexsides_facing(from, at);
        let faces: Vec<Face> = one.into_iter().chain(other).map(|dir| plain::met(b, s, at, dir)).collect();
        if faces.contains(&Face::Flank) && !faces.contains(&Face::Front) {
            return Some(5);
        }
    }
    let in_line: i64 =
        units.iter().filter(|u| b.arm(**u) == Arm::Infantry).map(|u| plain::held(b, s, *u, at)).sum();
    let column = match (b.arm(counted), now.formation) {
        (Arm::Artillery, Formation::Limbered) => 6,
        (Arm::Artillery, Formation::Unlimbered) => 7,
        _ if now.order != Order::Good => 5,
        (Arm::Infantry, Formation::Line) if in_line >= 7 => 0,
        (_, Formation::Line) => 1,
        (_, Formation::Square) => 2,
        (_, Formation::GeneralOrder) => 3,
        (_, Formation::Skirmish) => 4,
        (_, Formation::RoadMarch) => 8,
        _ => 0,
    };
    let found = sheets.defence(b, at, column);
    let found = found.or(sheets.defence(b, at, 5)).or(sheets.defence(b, at, 3))?;
    let mixed = foot.is_some() && guns && now.formation != Formation::Square;
    Some(if mixed { found + sheets.value("fire-figures", "with_guns") } else { found })
}

/// Sum that is added to the dice: each increment over nine, and the leader of guns with the guns (7, 22).
fn dice(b: &Battle, s: &State, unit: UnitId, at: HexId) -> i64 {
    let massed: i64 = s.units_in(at).iter().map(|u| plain::held(b, s, *u, at)).sum::<i64>() - 9;
    let here = |l: &marshal::core::state::LeaderId| {
        let now = s.leader(*l);
        now.status == LeaderStatus::Map
            && now.hex == s.unit(unit).hex()
            && b.leader(*l).side == b.side(unit)
            && b.arm(unit) == Arm::Artillery
    };
    let led = b.leader_ids().filter(here).map(|l| i64::from(b.leader(l).artillery)).max();
    massed.max(0) + led.unwrap_or(0)
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    let on_map = |u: &UnitId| s.unit(*u).on_map() && !s.unit(*u).has(did::ON_SQUARE);
    let units: Vec<UnitId> = b.unit_ids().filter(on_map).collect();
    for unit in &units {
        let now = s.unit(*unit);
        let fired = now.hexes().iter().flat_map(|hex| s.units_in(*hex)).any(|u| s.unit(u).has(did::FIRED));
        if now.order == Order::Pgd || fired {
            continue;
        }
        let hexes = units.iter().filter(|u| b.side(**u) != b.side(*unit)).flat_map(|u| s.unit(*u).hexes());
        let near = hexes.copied().filter(|at| b.ground.distance(now.hex(), *at) <= 7);
        for at in near.collect::<Vec<HexId>>() {
            let place = || format!("{} {:?} at {}", b.unit(*unit).id, now.formation, b.ground.label(at));
            let Some((ours, shift)) = own_value(b, s, sheets, *unit, at) else { continue };
            let theirs = value(b, s, &[*unit], at).exact();
            let kind = if ours.0 == 0 { "no value" } else { "value" };
            let (of, per) = Exact::from(theirs.value).parts();
            tally.same(
                kind,
                &(ours.lowest(), shift),
                &((of.into(), per.into()), theirs.columns.into()),
                place,
            );
            let from = firing_from(b, s, *unit, at).expect("it has a value").0;
            let against = defence(b, s, at, from).map(i64::from);
            tally.same("defence", &defends_with(b, s, sheets, at, from), &against, place);
            let modified = i64::from(dice_modifiers(b, s, &[*unit], at).total());
            tally.same("dice", &dice(b, s, *unit, at), &modified, place);
            if plain::stands(s, *unit, Formation::Line) && b.arm(*unit) == Arm::Infantry {
                beside(b, s, sheets, (*unit, at), tally);
            }
        }
    }
}

/// Two lines of a hex fire together: of both no more than four increments (16, 24).
fn beside(b: &Battle, s: &State, sheets: &Sheets, (unit, at): (UnitId, HexId), tally: &mut Tally) {
    let [hex] = s.unit(unit).hexes() else { return };
    let single = |u: &UnitId| s.unit(*u).hexes().len() == 1 && *u != unit;
    let Some(other) =
        s.units_in(*hex).into_iter().filter(single).find(|u| plain::stands(s, *u, Formation::Line))
    else {
        return;
    };
    let own = |u: UnitId, most: i64| {
        let card = b.unit(u);
        let many = plain::left(b, s, u).min(most);
        (sheets.multiple(&card.nation, &card.kind, "line").expect("infantry").times(Q(many, 1)), many)
    };
    if b.ground.distance(*hex, at) > 1 {
        return;
    }
    let (first, fired) = own(unit, 4);
    let both = first.plus(own(other, 4 - fired).0);
    let (of, per) = Exact::from(value(b, s, &[unit, other], at).exact().value).parts();
    tally.same("two lines", &both.lowest(), &(of.into(), per.into()), || b.unit(unit).id.clone());
}

#[test]
fn r21_fire_is_worth_and_meets_what_the_text_says() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(&sheets, 300, |b, s| look(b, s, &sheets, &mut tally));
    tally.settle(&[("value", 2000), ("no value", 200), ("defence", 2000), ("dice", 2000), ("two lines", 10)]);
}

//! 15, 16, 19. Tactical organisations: who may take up which formation, and what it costs.

use ground::{Aim, Dir, HexId};
use table::{Point, Refusal, Rule, rule};

use crate::ch10_increments::may_stand;
use crate::core::battle::{Arm, Battle, Rank, Trait};
use crate::core::charts::{AimKind, FormationRow};
use crate::core::footprint;
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, MAX_PARTS, March, Order, State, UnitId};
use crate::core::status;

/// The rule of a formation.
const fn rule_of(formation: Formation) -> Rule {
    match formation {
        Formation::Skirmish => rule!("19"),
        _ => rule!("16"),
    }
}

/// Cost of a change of formation, in half points (16).
pub fn change_cost(b: &Battle, s: &State, unit: UnitId, to: Formation, hexes: usize) -> i16 {
    let figures = &b.charts.movement;
    let own = match b.arm(unit) {
        Arm::Infantry => figures.infantry.value,
        Arm::Cavalry => figures.cavalry.value,
        Arm::Artillery => figures.artillery.value,
    };
    // A second hex costs a point more, but for who stands in line already.
    let second = to == Formation::Line && hexes > 1 && b.arm(unit) == Arm::Infantry;
    let was_line = s.unit(unit).formation == Formation::Line;
    own + if second && !was_line { figures.second_hex.value } else { 0 }
}

/// The hexes of a unit that takes up a formation where it stands, facing so: in one hex, or from there to the right (16, 19).
///
/// # Errors
/// Why it may not.
pub(crate) fn lies_in(
    b: &Battle,
    s: &State,
    unit: UnitId,
    to: Formation,
    aim: Aim,
    hexes: usize,
) -> Result<Hexes, Refusal> {
    let (now, arm) = (s.unit(unit), b.arm(unit));
    let me = Point::Unit(unit.0);
    let refuse = |rule: Rule, why: &'static str| Err(Refusal::new(rule, why).with("unit", me));
    let Some(row) = b.charts.formation(arm, to, || status::is_heavy(b, unit)) else {
        return refuse(rule_of(to), "form.arm");
    };
    if now.order != Order::Good {
        return refuse(rule!("30"), "form.order");
    }
    if now.march == March::Forced {
        return refuse(rule!("44"), "form.forced");
    }
    let close = now.hexes().iter().any(|hex| status::is_close(b, *hex));
    let open = now.hexes().iter().all(|hex| status::is_open(b, *hex));
    let voluntary = match (arm, to) {
        (_, Formation::GeneralOrder) => false,
        (Arm::Artillery, Formation::Unlimbered) => true,
        (_, Formation::Skirmish) => true,
        (_, Formation::RoadMarch) => true,
        (_, Formation::Line | Formation::Square) => open,
        _ => !close,
    };
    if !voluntary {
        return refuse(rule!("16"), "form.ground");
    }
    // Whoever is in the formation turns in it, as far as that may be (18).
    if now.formation == to && now.hexes().len() == hexes {
        let same = now.aim == aim || row.aim == AimKind::All || !footprint::may_aim(row, aim);
        return if same { refuse(rule!("16"), "form.same") } else { refuse(rule!("18"), "form.turn") };
    }
    if !footprint::may_aim(row, aim) {
        return refuse(rule!("13"), "form.aim");
    }
    fits(b, s, unit, to, hexes)?;
    let laid = match row.aim {
        AimKind::Path => file(b, now.hex(), aim, hexes),
        _ => footprint::layout(b, row, aim, now.hex(), hexes),
    };
    let Some(laid) = laid else {
        return refuse(rule!("16"), if row.aim == AimKind::Path { "form.off_road" } else { "form.room" });
    };
    for hex in laid.iter().skip(1) {
        may_lie(b, s, unit, to, *hex)?;
    }
    Ok(laid)
}

/// The formed units of a hex that stand in another formation than one of them takes up: a hex has one formation only, but that skirmishers and guns go
/// by themselves (16, 19).
pub(crate) fn formed_otherwise(b: &Battle, s: &State, unit: UnitId, to: Formation) -> Units {
    let mut others = s.units_in(s.unit(unit).hex());
    others.retain(|u| {
        let now = s.unit(*u);
        *u != unit && now.order == Order::Good && b.arm(*u) == b.arm(unit) && now.formation != to
    });
    if to == Formation::Skirmish || b.arm(unit) == Arm::Artillery { Units::new() } else { others }
}

/// Hexes of a unit that takes up a formation by itself: nobody in its hex is in another formation then (16).
///
/// # Errors
/// Why it may not.
pub fn may_form(
    b: &Battle,
    s: &State,
    unit: UnitId,
    to: Formation,
    aim: Aim,
    hexes: usize,
) -> Result<Hexes, Refusal> {
    let laid = lies_in(b, s, unit, to, aim, hexes)?;
    match formed_otherwise(b, s, unit, to).first() {
        None => Ok(laid),
        Some(other) => Err(Refusal::new(rule!("16"), "stack.formations")
            .with("hex", Point::Place(s.unit(unit).hex().0))
            .with("unit", Point::Unit(other.0))),
    }
}

/// The hexes of a road march from its head on, back along the road: as straight as the road goes, away from where the head looks (16). `None` off the
/// road, or where it is too short.
fn file(b: &Battle, head: HexId, aim: Aim, count: usize) -> Option<Hexes> {
    let on_road = |hex: HexId| move |dir: &Dir| !b.ground.roads(hex, *dir).is_empty();
    Dir::ALL.iter().find(|dir| on_road(head)(dir))?;
    let mut hexes = Hexes::from_slice(&[head]);
    let mut back = labataille::faces::zero(aim).opposite();
    while hexes.len() < count {
        let from = *hexes.last().expect("the head at least");
        let ways = [0_i8, 1, -1, 2, -2].into_iter().map(|turn| back.turn(turn)).filter(on_road(from));
        let fresh = |dir: Dir| Some((b.ground.neighbour(from, dir)?, dir));
        let (to, dir) = ways.filter_map(fresh).find(|(hex, _)| !hexes.contains(hex))?;
        hexes.push(to);
        back = dir;
    }
    Some(hexes)
}

/// The hexes that a unit needs in road march (16).
pub(crate) fn file_hexes(b: &Battle, s: &State, unit: UnitId) -> usize {
    let each = b.charts.movement.road_increments.value;
    (((status::increments(b, s, unit) + each - 1) / each) as usize).clamp(1, MAX_PARTS)
}

/// The least increments of a formation in so many hexes (13, 16, 19).
pub(crate) fn least(b: &Battle, row: &FormationRow, hexes: usize) -> i16 {
    let count = hexes as i16;
    match (row.arm, row.formation) {
        // As many in each hex of cavalry's line, of one hex too, as in each of its first two.
        (Arm::Cavalry, Formation::Line) => row.extend_from * count / 2,
        _ if hexes <= 1 => 1,
        (_, Formation::RoadMarch) => b.charts.movement.road_increments.value * (count - 1) + 1,
        (Arm::Infantry, Formation::Skirmish) if hexes > 2 => b.charts.stacking.skirmish_three.value,
        _ => row.extend_from,
    }
}

/// Whether the increments of a unit suit a formation in so many hexes (16, 19).
pub(crate) fn fits(b: &Battle, s: &State, unit: UnitId, to: Formation, hexes: usize) -> Result<(), Refusal> {
    let (increments, arm) = (status::increments(b, s, unit), b.arm(unit));
    let row = b.charts.formation(arm, to, || status::is_heavy(b, unit)).expect("it was found");
    let refuse = |rule: Rule, why: &'static str| {
        Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)).with("left", Point::Number(increments)))
    };
    if hexes > row.hexes || increments < least(b, row, hexes) {
        return refuse(rule_of(to), "form.few");
    }
    match to {
        Formation::Square
            if in_its_hex(b, s, unit) < b.charts.stacking.square_least.value
                || b.is(unit, Trait::NoSquare) =>
        {
            refuse(rule!("16"), "form.square")
        }
        Formation::Skirmish if arm == Arm::Infantry && b.unit(unit).size == Rank::Regiment => {
            refuse(rule!("19"), "form.regiment_skirmish")
        }
        Formation::Skirmish
            if arm == Arm::Infantry && b.charts.troops[b.unit(unit).troops].skirmish.is_none() =>
        {
            refuse(rule!("19"), "form.skirmish")
        }
        Formation::Skirmish if arm == Arm::Infantry && hexes == 1 && increments >= row.extend_from => {
            refuse(rule!("19"), "form.spread")
        }
        Formation::Skirmish
            if arm == Arm::Cavalry && (s.back(unit).skirmish.is_none() || status::is_heavy(b, unit)) =>
        {
            refuse(rule!("20"), "form.skirmish")
        }
        Formation::Skirmish if arm == Arm::Cavalry && hexes == 1 => refuse(rule!("20"), "form.spread"),
        Formation::RoadMarch if arm == Arm::Infantry && b.unit(unit).size == Rank::Regiment => {
            refuse(rule!("16"), "form.regiment")
        }
        Formation::RoadMarch if increments > b.charts.movement.road_increments.value * hexes as i16 => {
            refuse(rule!("16"), "form.road")
        }
        _ => Ok(()),
    }
}

/// Increments of a unit, with the other infantry in good order of its hex: they form a carré together (16).
fn in_its_hex(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let with = |u: &UnitId| *u != unit && b.arm(*u) == Arm::Infantry && s.unit(*u).order == Order::Good;
    let hex = s.unit(unit).hex();
    let others = s.units_in(hex).into_iter().filter(with);
    let others: i16 = others.map(|u| status::increments_in(b, s, u, hex)).sum();
    status::increments(b, s, unit) + others
}

/// Whether a further hex of a unit may lie in a hex.
pub(crate) fn may_lie(b: &Battle, s: &State, unit: UnitId, to: Formation, hex: HexId) -> Result<(), Refusal> {
    let me = Point::Unit(unit.0);
    let terrain = &b.charts.terrain[b.ground.terrain(hex)];
    let anywhere = matches!(to, Formation::Skirmish | Formation::RoadMarch);
    if !terrain.open && !anywhere || to != Formation::RoadMarch && terrain.cost.of(b.arm(unit)).is_none() {
        return Err(Refusal::new(rule!("16"), "form.ground").with("unit", me));
    }
    if status::is_enemy(b, s, b.side(unit), hex) {
        return Err(Refusal::new(rule!("18"), "step.enemy").with("hex", Point::Place(hex.0)));
    }
    may_stand(b, s, &[unit], hex)
}

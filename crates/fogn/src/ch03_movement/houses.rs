//! Buildings: how infantry enters them, occupies or defends them, and leaves (`buildings.units`).

use baize::{AreaKind, Edge, Figure, Leg, Length, MU, Pose, SLACK, Size, Spot, Turn, is_within};
use table::{Answer, Point, Refusal, rule};

use super::are_skirmishers;
use super::cross::lands;
use super::legs::{may_begin_across, push_test};
use super::survey::Near;
use super::way::{Course, Scene, Step};
use crate::armies::Arm;
use crate::core::charts::Activity;
use crate::core::field::unit_point;
use crate::core::place::{direction, figure, figures, middle, middle_of, size};
use crate::core::state::{AreaId, Cohesion, Formation, Halt, UnitId, did};
use crate::core::verb;
use crate::{Battle, State};

/// MU between two buildings that a unit goes over from one to the other.
const NEXT_DOOR: Length = Length::mu(2);

fn refusal(scene: &Scene<'_>, why: &'static str) -> Refusal {
    Refusal::new(rule!("buildings.units"), why).with("unit", unit_point(scene.way.unit))
}

/// The buildings of a table, by the numbers of their areas.
pub(crate) fn houses(b: &Battle) -> impl Iterator<Item = AreaId> + '_ {
    let areas = b.table.areas.iter().enumerate();
    areas.filter(|(_, area)| area.kind == AreaKind::Buildings).map(|(at, _)| AreaId(at as u8))
}

/// Whether another unit than this is in a building, or marches through it.
pub(crate) fn is_taken(b: &Battle, s: &State, house: AreaId, unit: UnitId) -> bool {
    let outline = &b.table.areas[house.i()].outline;
    let inside = |(one, at): (UnitId, Figure)| {
        one != unit
            && (s.unit(one).house == house || s.unit(one).house == AreaId::NONE && outline.has_part_of(&at))
    };
    [table::Side(0), table::Side(1)].into_iter().any(|side| figures(b, s, side).any(inside))
}

/// The pose of a unit inside: in the middle of the building, faced as it was.
pub(crate) fn inside(b: &Battle, unit: UnitId, house: AreaId, turn: Turn) -> Pose {
    let size = size(b, b.unit(unit), Formation::Tactical).expect("infantry stands in tactical formation");
    let at = middle(&b.table.areas[house.i()].outline.around());
    let spot = Spot { x: at.x as i16, y: at.y as i16 };
    Pose { at: spot, turn }.after(size, Leg::Ahead(Length(size.depth.0 / 2)))
}

/// The step that an answer about buildings means; none if it means something else. Who is inside does nothing but that.
pub(crate) fn step(scene: &Scene<'_>, answer: &Answer) -> Option<Result<Step, Refusal>> {
    let none = Point::Nothing;
    Some(match (answer.verb, answer.points) {
        (verb::GO_IN, [Point::Number(house), p, q]) if (p, q) == (none, none) => enter(scene, house, false),
        (verb::GARRISON, [Point::Number(house), p, q]) if (p, q) == (none, none) => enter(scene, house, true),
        (verb::DEFEND, points) if points == [none; 3] => defend(scene),
        (verb::OCCUPY, points) if points == [none; 3] => occupy(scene),
        (verb::GO_OUT, [Point::Number(edge), p, q]) if (p, q) == (none, none) => go_out(scene, edge),
        _ if scene.s.unit(scene.way.unit).house != AreaId::NONE => Err(refusal(scene, "house.inside")),
        _ => return None,
    })
}

/// Bars to all of it: the unit has begun a move, or was passed through.
fn begins(scene: &Scene<'_>) -> Result<(), Refusal> {
    if scene.way.course != Course::Fresh {
        return Err(
            Refusal::new(rule!("movement.measure"), "move.course").with("unit", unit_point(scene.way.unit))
        );
    }
    may_begin_across(scene)
}

/// A step of a unit that ends its move in a building, or next to it.
fn made(scene: &Scene<'_>, pose: Pose, course: Course, house: AreaId, defends: bool) -> Step {
    let mut made = scene.standing(course);
    (made.pose, made.formation, made.ends) = (pose, Formation::Tactical, true);
    (made.house, made.defends) = (house, defends);
    let here = figure(scene.b, scene.s, scene.way.unit);
    made.near = scene.foe_within(&here, Near::Six.distance()).is_some();
    made
}

/// Infantry enters a building that one of its edges touches, or one within 2 MU of that in which it is, by a test; it occupies or defends it.
fn enter(scene: &Scene<'_>, house: i16, defends: bool) -> Result<Step, Refusal> {
    begins(scene)?;
    let (b, s, unit) = (scene.b, scene.s, scene.way.unit);
    let now = s.unit(unit);
    let house =
        houses(b).find(|one| i32::from(one.0) == i32::from(house)).ok_or(refusal(scene, "house.where"))?;
    if b.arm(unit) != Arm::Infantry {
        return Err(refusal(scene, "house.who"));
    }
    if is_taken(b, s, house, unit) || now.house == house {
        return Err(refusal(scene, "house.full"));
    }
    let (outline, here) = (&b.table.areas[house.i()].outline, figure(b, s, unit));
    let around = outline.around();
    let from_house = now.house != AreaId::NONE;
    let touches = |edge: Edge| outline.apart(&edge.figure()).is_within(SLACK);
    let near = match from_house {
        true => is_within(&here, &around, NEXT_DOOR),
        false => touches(here.front()) || touches(here.edge(2)),
    };
    if !near {
        return Err(refusal(scene, "house.where"));
    }
    if now.halt == Halt::Stop {
        return Err(Refusal::new(rule!("recovery.halted"), "move.halted").with("unit", unit_point(unit)));
    }
    if let Some(foe) = scene.foe_within(&around, SLACK) {
        let contact = Refusal::new(rule!("movement.measure"), "move.contact");
        return Err(contact.with("unit", unit_point(unit)).with("foe", unit_point(foe)));
    }
    let mut made = made(scene, inside(b, unit, house, now.pose.turn), Course::Across, house, defends);
    made.near |= scene.foe_within(&around, Near::Six.distance()).is_some();
    let light = are_skirmishers(b, s, unit) && !from_house;
    push_test(scene, if light { Activity::ObstacleLight } else { Activity::Obstacle }, &mut made)?;
    let two = |at: &Figure| scene.foe_within(at, Near::Two.distance()).is_some();
    if now.cohesion == Cohesion::Disordered && two(&around) && !two(&here) {
        push_test(scene, Activity::NearEnemy, &mut made)?;
    }
    if now.halt == Halt::Test {
        push_test(scene, Activity::HaltedAdvance, &mut made)?;
    }
    Ok(made)
}

/// A unit that occupies a building, or marches through it, takes to its defence without a test.
fn defend(scene: &Scene<'_>) -> Result<Step, Refusal> {
    begins(scene)?;
    let (b, s, unit) = (scene.b, scene.s, scene.way.unit);
    let (now, own) = (s.unit(unit), scene.way.figure());
    let marches = || {
        let through = |one: &AreaId| b.table.areas[one.i()].outline.has_part_of(&own);
        houses(b).find(through).filter(|_| now.formation == Formation::Column && b.arm(unit) == Arm::Infantry)
    };
    let Some(house) = now.house.some().or_else(marches).filter(|_| !now.has(did::DEFENDS)) else {
        return Err(refusal(scene, "house.defend"));
    };
    Ok(made(scene, inside(b, unit, house, now.pose.turn), Course::Still, house, true))
}

/// A unit that defends a building goes over to occupying it by a test.
fn occupy(scene: &Scene<'_>) -> Result<Step, Refusal> {
    begins(scene)?;
    let now = scene.s.unit(scene.way.unit);
    if now.house == AreaId::NONE || !now.has(did::DEFENDS) {
        return Err(refusal(scene, "house.occupy"));
    }
    let mut made = made(scene, now.pose, Course::Still, now.house, false);
    push_test(scene, Activity::Obstacle, &mut made)?;
    Ok(made)
}

/// The pose of a unit that has left a building by an edge: its rear edge along that edge, as near to the middle as there is room.
fn outside(edge: Edge, size: Size, free: impl Fn(Pose) -> bool) -> Option<Pose> {
    let at = middle_of(edge);
    let (x, y) = (i64::from(edge.to.x - edge.from.x), i64::from(edge.to.y - edge.from.y));
    let turn = direction(y, -x);
    let out = Pose { at: Spot { x: at.x as i16, y: at.y as i16 }, turn };
    let out = out.after(size, Leg::Ahead(Length(size.depth.0 + 1)));
    let length = (x * x + y * y).unsigned_abs().isqrt().min(30_000) as i16;
    let most = (length + size.width.0) / 2 - MU.0 / 4;
    let shifts = (0..=most / 100).flat_map(|n| [n * 100, -n * 100]);
    shifts
        .map(|by| if by == 0 { out } else { out.after(size, Leg::Slide(Length(by))) })
        .find(|pose| free(*pose))
}

/// A unit in a building leaves it by one of its edges, by a test if it defends it, and stands before it.
fn go_out(scene: &Scene<'_>, edge: i16) -> Result<Step, Refusal> {
    begins(scene)?;
    let (b, s, unit) = (scene.b, scene.s, scene.way.unit);
    let now = s.unit(unit);
    if now.house == AreaId::NONE {
        return Err(refusal(scene, "house.outside"));
    }
    if now.halt == Halt::Stop {
        return Err(Refusal::new(rule!("recovery.halted"), "move.halted").with("unit", unit_point(unit)));
    }
    let around = b.table.areas[now.house.i()].outline.around();
    let edge = usize::try_from(edge).ok().and_then(|edge| around.edges().nth(edge));
    let edge = edge.ok_or(refusal(scene, "house.edge"))?;
    let size = size(b, b.unit(unit), Formation::Tactical).expect("infantry stands in tactical formation");
    let free = |pose: Pose| lands(scene, (pose, size)).is_ok();
    let pose = outside(edge, size, free).ok_or(refusal(scene, "house.room"))?;
    let mut made = made(scene, pose, Course::Across, AreaId::NONE, false);
    let there = pose.place(size.shape());
    made.near |= scene.foe_within(&there, Near::Six.distance()).is_some();
    if now.has(did::DEFENDS) {
        push_test(scene, Activity::Obstacle, &mut made)?;
    }
    if now.halt == Halt::Test {
        push_test(scene, Activity::HaltedAdvance, &mut made)?;
    }
    Ok(made)
}

/// The answers about buildings that a unit may give now.
pub(crate) fn suggestions(scene: &Scene<'_>, out: &mut Vec<Answer>) {
    let (b, s, unit) = (scene.b, scene.s, scene.way.unit);
    let now = s.unit(unit);
    let mut all: Vec<Answer> = vec![Answer::button(verb::DEFEND), Answer::button(verb::OCCUPY)];
    for house in houses(b).filter(|_| b.arm(unit) == Arm::Infantry) {
        let number = Point::Number(house.0.into());
        all.extend([Answer::one(verb::GO_IN, number), Answer::one(verb::GARRISON, number)]);
    }
    if let Some(house) = now.house.some() {
        let edges = b.table.areas[house.i()].outline.around().edges().len() as i16;
        all.extend((0..edges).map(|edge| Answer::one(verb::GO_OUT, Point::Number(edge))));
    }
    out.extend(all.into_iter().filter(|answer| matches!(step(scene, answer), Some(Ok(_)))));
}

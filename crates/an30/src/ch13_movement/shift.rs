//! 12.3, 12.5.3, 12.6.4.2: units in several hexes move: lines and skirmishers side by side, columns one part after the other.

use ground::{Aim, Dir, HexId};
use table::{Refusal, Rule, rule};

use crate::ch09_facing::facing;
use crate::ch10_zones::zones;
use crate::ch11_stacking::limits;
use crate::ch12_formations::{passage, skirmish};
use crate::ch13_movement::{allowance, force, step};
use crate::ch18_artillery::roads;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::{AimKind, hexes_of};
use crate::core::field::{hex_point, unit_point};
use crate::core::footprint::{self, Face};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, Order, State, UnitId, did};
use crate::core::status;

/// Shift: where the units of a stack come to lie by an act, and what it costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shift {
    /// The units with their new hexes.
    pub lays: Few<(UnitId, Hexes), 4>,
    /// The facing of all of them then.
    pub aim: Aim,
    /// Half movement points.
    pub cost: u16,
    /// Hexes entered in line, which count for its extra (12.6.4).
    pub paces: u8,
}

pub(crate) fn no(rule: Rule, why: &'static str, hex: HexId) -> Refusal {
    Refusal::new(rule, why).with("hex", hex_point(hex))
}

/// The cost that a formation adds to so many hexes entered next: for every hex, or every second or so one of the whole movement (12.6.4, reading 12);
/// the Old Guard's line has its own (12.6.4.1).
pub fn extra(b: &Battle, s: &State, unit: UnitId, hexes: u16) -> u16 {
    let (row, now) = (status::row(b, s, unit), s.unit(unit));
    if now.hexes().len() < usize::from(row.extra_from_hexes) {
        return 0;
    }
    let guard = now.shape() == Formation::Line && b.is(unit, Trait::OldGuard) && b.arm(unit) == Arm::Infantry;
    let every = if guard { b.charts.movement.old_guard_line.count() } else { row.extra_every }.max(1);
    let due = (1..=hexes).filter(|k| (u16::from(now.paces) + k) % every == 0);
    row.extra_half_mp * due.count() as u16
}

/// Start: what becomes of the hexes in which a stack lay.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// It leaves them: zones may hold it (10.2, 10.3), and it may pass through friends.
    Left,
    /// It stays in some of them.
    Kept,
}

/// Whether a stack in several hexes may come to lie in hexes: nobody else is there, its formation may be there, and zones do not hold it
/// (11.1.2.1, 12.3.5, 10.2, 10.3).
///
/// # Errors
/// The rule in the way.
pub fn may_lie(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    hexes: &[HexId],
    start: Start,
) -> Result<(), Refusal> {
    let top = stack[0];
    for &hex in hexes.iter().filter(|hex| !s.unit(top).hexes().contains(hex)) {
        if status::is_enemy(b, s, b.side(top), hex) {
            return Err(no(rule!("13.1.4"), "move.enemy", hex));
        }
        let passes = start == Start::Left && passage::is_passage(b, s, stack, hex);
        if !passes && s.units_in(hex).iter().any(|u| !stack.contains(u)) {
            return Err(no(rule!("11.1.2.1"), "stack.several_hexes", hex));
        }
        let shape = s.unit(top).shape();
        let anywhere = matches!(shape, Formation::Skirmish | Formation::RoadColumn);
        if !anywhere && !b.charts.terrain[b.ground.terrain(hex)].forms.contains(&shape) {
            return Err(no(rule!("12.3.5"), "move.formation", hex));
        }
        for &unit in stack {
            force::may_go(b, s, unit, hex)?;
            if start == Start::Left {
                step::may_leave(b, s, unit, hex)?;
            }
        }
    }
    Ok(())
}

/// The units of a stack, first the one whose formation and hexes are the stack's, also beneath guns (11.1.2.1, 18.5.2).
pub fn by_guide(b: &Battle, stack: &[UnitId]) -> Units {
    let mut units = Units::from_slice(stack);
    units.sort_by_key(|u| b.arm(*u) == Arm::Artillery);
    units
}

/// Whether a unit moves as one in several hexes: it lies in them, or it is a road column that grows as it marches.
pub fn is_long(b: &Battle, s: &State, unit: UnitId) -> bool {
    let road = s.unit(unit).shape() == Formation::RoadColumn;
    let grows = road && (road_hexes(b, s, unit) > 1 || b.arm(unit) == Arm::Artillery);
    s.unit(unit).hexes().len() > 1 || grows
}

/// The hexes that a road column takes when it is drawn out (12.8.2).
pub fn road_hexes(b: &Battle, s: &State, unit: UnitId) -> usize {
    let row = b.charts.formation(b.arm(unit), Formation::RoadColumn);
    row.hexes_of(status::increments(b, s, unit))
}

/// A unit in several hexes goes in a direction, or guns that a road or trail makes a road column (18.2.2).
///
/// # Errors
/// The rule in the way.
pub fn go(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Result<Shift, Refusal> {
    match roads::taken(b, s, stack, dir) {
        Some(shift) => Ok(shift),
        None => march(b, s, stack, dir),
    }
}

/// A stack in several hexes goes in a direction: a line and skirmishers with all parts, to the front; a column by its head (12.5.3, 12.6.4.2).
///
/// # Errors
/// The rule in the way.
pub fn march(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Result<Shift, Refusal> {
    let stack = &by_guide(b, stack)[..];
    let top = stack[0];
    let row = status::row(b, s, top);
    if row.aim == AimKind::Vertex {
        let faces: Few<Face> = footprint::parts(s, top).map(|part| facing::face(b, s, part, dir)).collect();
        let ahead = faces.contains(&Face::Front);
        if !ahead || faces.iter().any(|face| !matches!(face, Face::Front | Face::Within)) {
            return Err(Refusal::new(rule!("13.1.6"), "move.front").with("unit", unit_point(top)));
        }
        return abreast(b, s, stack, dir);
    }
    if facing::face(b, s, crate::core::state::Part::new(top, 0), dir) != Face::Front {
        return Err(Refusal::new(rule!("13.1.6"), "move.front").with("unit", unit_point(top)));
    }
    in_file(b, s, stack, dir)
}

/// A line goes sideways into a flank hex, without turning (9.3.1).
///
/// # Errors
/// The rule in the way.
pub fn sidestep(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Result<Shift, Refusal> {
    let stack = &by_guide(b, stack)[..];
    is_aside(s, stack[0], dir)?;
    abreast(b, s, stack, dir)
}

/// Whether a direction is that of the flank of a line (9.3.1).
///
/// # Errors
/// It is not.
pub fn is_aside(s: &State, unit: UnitId, dir: Dir) -> Result<(), Refusal> {
    let right = footprint::right_of(s.unit(unit).aim);
    if s.unit(unit).shape() != Formation::Line || (dir != right && dir != right.opposite()) {
        return Err(Refusal::new(rule!("9.3.1"), "sidestep.line").with("unit", unit_point(unit)));
    }
    Ok(())
}

/// Cavalry in line goes on and draws itself out by a hex, or in by one, at the same time (12.3.4.2): `end` is the hex beyond its ends that it takes, or
/// the one at an end that it gives up, as it comes to lie. It pays no more than the dearest terrain that any part enters.
///
/// # Errors
/// The rule in the way.
pub fn march_and(b: &Battle, s: &State, stack: &[UnitId], dir: Dir, end: HexId) -> Result<Shift, Refusal> {
    let (top, bad) =
        (stack[0], |why| Err(no(rule!("12.3.4.2"), why, end).with("unit", unit_point(stack[0]))));
    if b.arm(top) != Arm::Cavalry || s.unit(top).shape() != Formation::Line {
        return bad("extend.cavalry");
    }
    let mut shift = march(b, s, stack, dir)?;
    let mut hexes = shift.lays[0].1.clone();
    if hexes.iter().any(|hex| s.units_in(*hex).iter().any(|u| !stack.contains(u))) {
        return bad("stack.several_hexes");
    }
    let (first, last) = (hexes[0], hexes[hexes.len() - 1]);
    let right = footprint::right_of(s.unit(top).aim);
    if hexes.len() > 1 && (end == first || end == last) {
        hexes.retain(|hex| *hex != end);
    } else {
        let (from, side) = if b.ground.neighbour(last, right) == Some(end) {
            (last, right)
        } else if b.ground.neighbour(first, right.opposite()) == Some(end) {
            (first, right.opposite())
        } else {
            return bad("extend.hex");
        };
        if stack.iter().any(|u| hexes.len() + 1 > most_in_line(b, s, *u)) {
            return bad("extend.increments");
        }
        may_lie(b, s, stack, &[end], Start::Left)?;
        step::may_cross(b, s, top, from, side)?;
        let dear = step::ground(b, status::traveller(b, s, top), from, side)?;
        shift.cost = shift.cost.max(dear + extra(b, s, top, 1));
        hexes.insert(if from == last && side == right { hexes.len() } else { 0 }, end);
    }
    for (_, lay) in &mut shift.lays {
        lay.clone_from(&hexes);
    }
    afford(b, s, stack, shift)
}

/// All parts of a stack go a hex in the same direction, at the dearest of their costs (13.1.3.2); guns go with the part at which they stand, and with
/// all of them into terrain of general order (12.3.1.1).
fn abreast(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Result<Shift, Refusal> {
    step::drawn(b, s, stack)?;
    let line = s.unit(stack[0]);
    let left = b.ground.neighbour(line.hex(), dir);
    let gathers = left.filter(|left| {
        line.hexes().len() > 1 && line.shape() == Formation::Line && status::is_close(b, *left)
    });
    let (mut lays, mut cost) = (Few::new(), u16::MIN);
    for &unit in stack {
        let mut hexes = Hexes::new();
        if let (Some(left), Arm::Artillery) = (gathers, b.arm(unit)) {
            let enters = step::ground(b, status::traveller(b, s, unit), line.hex(), dir)?;
            let enters = enters + skirmish::hindrance(b, s, unit, left);
            cost = cost.max(way(b, s, unit, line.hexes(), 0)? + enters);
            hexes.push(left);
            lays.push((unit, hexes));
            continue;
        }
        for &hex in s.unit(unit).hexes() {
            let to =
                b.ground.neighbour(hex, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
            let ground = step::ground(b, status::traveller(b, s, unit), hex, dir)?;
            step::may_cross(b, s, unit, hex, dir)?;
            cost = cost.max(ground + extra(b, s, unit, 1) + skirmish::hindrance(b, s, unit, to));
            hexes.push(to);
        }
        let closes = status::is_close(b, hexes[0]) && s.unit(unit).shape() == Formation::Line;
        if closes && hexes.len() > 1 {
            cost = cost.max(close_up(b, s, unit, stack, dir, hexes[0])?);
            hexes.truncate(1);
        } else {
            may_lie(b, s, stack, &hexes, Start::Left)?;
        }
        lays.push((unit, hexes));
    }
    afford(b, s, stack, Shift { lays, aim: s.unit(stack[0]).aim, cost, paces: 1 })
}

/// The cost to a line in several hexes that comes together in terrain of general order before its left end: every part enters that hex (12.3.1.1).
fn close_up(
    b: &Battle,
    s: &State,
    unit: UnitId,
    stack: &[UnitId],
    dir: Dir,
    to: HexId,
) -> Result<u16, Refusal> {
    limits::may_join(b, s, stack, to)?;
    for &other in stack {
        step::may_leave(b, s, other, to)?;
        force::may_go(b, s, other, to)?;
    }
    let enters = step::ground(b, status::traveller(b, s, unit), s.unit(unit).hex(), dir)?;
    Ok(enters + gathering_from_right(b, s, unit, 0)? + extra(b, s, unit, 1))
}

/// A column goes by its head, each part into the hex of the one before it (12.5.3); a road column as its head pays (12.8.3), and draws itself out
/// (12.8.2.1). A column of companies that enters terrain of general order comes together there (12.3.1.1).
fn in_file(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Result<Shift, Refusal> {
    let (top, now) = (stack[0], s.unit(stack[0]));
    let head = now.hex();
    step::may_cross(b, s, top, head, dir)?;
    for two in now.hexes().windows(2) {
        let ahead = b.ground.dir_to(two[1], two[0]).expect("a file");
        step::may_cross(b, s, top, two[1], ahead)?;
    }
    let to = b.ground.neighbour(head, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let traveller = status::traveller(b, s, top);
    let road = now.shape() == Formation::RoadColumn;
    // The ground of a road column is its head's, by the road or not (12.8.3): its parts go where that went.
    let parts = if road { 1 } else { now.hexes().len() };
    let own: Few<u16> = now.hexes()[..parts]
        .windows(2)
        .map(|two| step::ground(b, traveller, two[1], b.ground.dir_to(two[1], two[0]).expect("a file")))
        .collect::<Result<_, _>>()?;
    let first = step::cost(b, s, top, dir)?;
    let close = !road && status::is_close(b, to);
    let mut hexes = Hexes::from_slice(&[to]);
    let cost = if close {
        first + own.iter().sum::<u16>()
    } else if road {
        first
    } else {
        own.iter().copied().fold(first, u16::max)
    };
    if !close {
        let most = if road { road_hexes(b, s, top) } else { now.hexes().len() };
        hexes.extend(now.hexes().iter().copied().take(most.saturating_sub(1)));
        may_lie(b, s, stack, &hexes, Start::Left)?;
    } else {
        limits::may_join(b, s, stack, to)?;
        step::may_leave(b, s, top, to)?;
    }
    let lays = stack.iter().map(|u| (*u, hexes.clone())).collect();
    afford(b, s, stack, Shift { lays, aim: now.aim, cost, paces: 0 })
}

/// A line in several hexes wheels by a hexside about one of its ends (9.2.1): so many hexes as its outer part passes, each at the dearest terrain
/// entered in that step (reading 12, ruling 28).
///
/// # Errors
/// The rule in the way.
pub fn wheel(b: &Battle, s: &State, stack: &[UnitId], pivot: HexId, aim: Aim) -> Result<Shift, Refusal> {
    let stack = &by_guide(b, stack)[..];
    let (top, now) = (stack[0], s.unit(stack[0]));
    let refusal = |why| Err(Refusal::new(rule!("9.2.1"), why).with("unit", unit_point(top)));
    let count = now.hexes().len();
    if now.shape() != Formation::Line || count < 2 {
        return refusal("wheel.line");
    }
    step::drawn(b, s, stack)?;
    let left = pivot == now.hex();
    if !left && now.hexes().last() != Some(&pivot) {
        return refusal("wheel.end");
    }
    if aim != now.aim.turn(if left { -2 } else { 2 }) {
        let other = aim == now.aim.turn(if left { 2 } else { -2 });
        return refusal(if other { "wheel.pivot" } else { "wheel.facing" });
    }
    let towards = swing(now.aim, left);
    let traveller = status::traveller(b, s, top);
    let (mut dear, mut hexes, mut drawn) = (Few::<u16, 8>::from_elem(0, count - 1), Hexes::new(), 0);
    for (i, &start) in now.hexes().iter().enumerate() {
        let steps = if left { i } else { count - 1 - i };
        let mut hex = start;
        for most in dear.iter_mut().take(steps) {
            let to = b
                .ground
                .neighbour(hex, towards)
                .ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
            let ground = step::ground(b, traveller, hex, towards)? + skirmish::hindrance(b, s, top, to);
            step::may_cross(b, s, top, hex, towards)?;
            *most = (*most).max(ground);
            may_lie(b, s, stack, &[to], Start::Kept)?;
            may_swing(b, s, top, hex, to)?;
            hex = to;
        }
        for &guns in stack.iter().filter(|u| b.arm(**u) == Arm::Artillery && s.unit(**u).hex() == start) {
            drawn = drawn.max(swung(b, s, guns, towards, steps)?);
        }
        hexes.push(hex);
    }
    let paces = (count - 1) as u8 * b.charts.changes.wheel.count() as u8;
    let each = b.charts.changes.wheel.count();
    let cost = (dear.iter().sum::<u16>() * each + extra(b, s, top, paces.into())).max(drawn * each);
    let lays = stack.iter().map(|u| (*u, moved_with(s, *u, now.hexes(), &hexes))).collect();
    afford(b, s, stack, Shift { lays, aim, cost, paces })
}

/// The direction in which the parts of a line swing about its left or right end.
fn swing(aim: Aim, left: bool) -> Dir {
    let right = footprint::right_of(aim);
    if left { right.turn(-2) } else { right.opposite().turn(2) }
}

/// The hexes over which the parts of a line sweep that wheels about one of its ends, those where they come to lie among them.
pub fn swept(b: &Battle, s: &State, unit: UnitId, pivot: HexId) -> Few<HexId> {
    let now = s.unit(unit);
    let left = pivot == now.hex();
    let (towards, last) = (swing(now.aim, left), now.hexes().len() - 1);
    let ahead = |hex: &HexId| b.ground.neighbour(*hex, towards);
    let parts = now.hexes().iter().enumerate();
    parts
        .flat_map(|(i, start)| {
            let steps = if left { i } else { last - i };
            std::iter::successors(ahead(start), ahead).take(steps)
        })
        .collect()
}

/// The cost to guns of so many hexes in a direction, with the part of a wheeling line at which they stand (13.1.3.2).
fn swung(b: &Battle, s: &State, guns: UnitId, towards: Dir, steps: usize) -> Result<u16, Refusal> {
    let (mut hex, mut cost) = (s.unit(guns).hex(), 0);
    for _ in 0..steps {
        cost += step::ground(b, status::traveller(b, s, guns), hex, towards)?;
        hex = b.ground.neighbour(hex, towards).unwrap_or(hex);
        cost += skirmish::hindrance(b, s, guns, hex);
    }
    Ok(cost)
}

/// The hexes of a unit of a line that goes from some hexes to others: guns stay with the part at which they stand (11.1.2.1).
fn moved_with(s: &State, unit: UnitId, from: &[HexId], to: &Hexes) -> Hexes {
    match s.unit(unit).hexes() {
        [own] => {
            let at = from.iter().position(|hex| hex == own).expect("guns stand with a part of the line");
            Hexes::from_slice(&[to[at]])
        }
        _ => to.clone(),
    }
}

/// Whether a part of a wheeling line may pass out of a hex under the eyes of the enemy: through zones only to close with an enemy next to the line
/// (10.2.1, 12.6.7, reading 205). With its last step it may come into one. Cavalry never swings from zone to zone of cavalry (10.3.3), and out of one first of
/// all (10.3.2, RULING reading 1172).
fn may_swing(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> Result<(), Refusal> {
    let held = |hex: HexId| zones::bears_on(b, s, b.side(unit), hex, zones::that_hold(b, s, unit));
    if !held(from) {
        return Ok(());
    }
    let own = s.unit(unit);
    let out = own.hexes().contains(&from) && !own.has(did::ACTED);
    let (closes, rule) = match b.arm(unit) {
        Arm::Infantry => (status::is_adjacent_to_enemy(b, s, unit), rule!("10.2.1")),
        _ if held(to) => return Err(no(rule!("10.3.3"), "zone.to_zone", to).with("unit", unit_point(unit))),
        _ => (out, rule!("10.3.2")),
    };
    if closes { Ok(()) } else { Err(no(rule, "wheel.zone", from)) }
}

/// The shift, if the stack has the points for it.
fn afford(b: &Battle, s: &State, stack: &[UnitId], shift: Shift) -> Result<Shift, Refusal> {
    if shift.cost > allowance::left(b, s, stack) {
        return Err(Refusal::new(rule!("13.1.7"), "move.points").with("unit", unit_point(stack[0])));
    }
    let top = stack[0];
    let passes = |hex: &HexId| s.units_in(*hex).iter().any(|u| !stack.contains(u));
    if let Some((_, hexes)) = shift.lays.iter().find(|(u, _)| *u == top) {
        let shape = if s.unit(top).order == Order::Good {
            step::formation_in(b, s, top, hexes[0])
        } else {
            s.unit(top).shape()
        };
        if !hexes.iter().any(passes) {
            limits::room(b, s, stack, shape, hexes)?;
        }
    }
    Ok(shift)
}

/// A line draws itself out by so many hexes to its left and right (12.3.2, 12.3.4), at the cost of the outermost part (ruling 27).
///
/// # Errors
/// The rule in the way.
pub fn extend(b: &Battle, s: &State, stack: &[UnitId], left: usize, right: usize) -> Result<Shift, Refusal> {
    let stack = &by_guide(b, stack)[..];
    let (top, now) = (stack[0], s.unit(stack[0]));
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(top)));
    if now.shape() != Formation::Line {
        return refusal(rule!("12.3.4"), "extend.line");
    }
    let count = now.hexes().len() + left + right;
    if stack.iter().any(|u| count > most_in_line(b, s, *u)) {
        let rule = if b.arm(top) == Arm::Infantry { rule!("12.3.4.1") } else { rule!("12.3.4.2") };
        return refusal(rule, "extend.increments");
    }
    let (mut hexes, mut costs) = (Hexes::from_slice(now.hexes()), Few::<u16, 2>::new());
    for (steps, dir, at_end) in
        [(left, footprint::right_of(now.aim).opposite(), false), (right, footprint::right_of(now.aim), true)]
    {
        let mut sum = 0;
        for _ in 0..steps {
            let end = if at_end { *hexes.last().expect("a hex") } else { hexes[0] };
            let to =
                b.ground.neighbour(end, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
            sum +=
                step::ground(b, status::traveller(b, s, top), end, dir)? + skirmish::hindrance(b, s, top, to);
            step::may_cross(b, s, top, end, dir)?;
            hexes.insert(if at_end { hexes.len() } else { 0 }, to);
        }
        costs.push(sum);
    }
    may_lie(b, s, stack, &hexes, Start::Kept)?;
    spread(b, s, stack, hexes, costs.into_iter().max().unwrap_or_default(), 0)
}

/// A line draws itself in to those of its hexes from one to another (12.3.1, 12.3.4).
///
/// # Errors
/// The rule in the way.
pub fn consolidate(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    first: HexId,
    last: HexId,
) -> Result<Shift, Refusal> {
    let stack = &by_guide(b, stack)[..];
    let (top, now) = (stack[0], s.unit(stack[0]));
    let place = |hex| now.hexes().iter().position(|h| *h == hex);
    let (Some(from), Some(to)) = (place(first), place(last)) else {
        return Err(no(rule!("12.3.4"), "consolidate.own_hex", first));
    };
    if now.shape() != Formation::Line || to < from || to - from + 1 >= now.hexes().len() {
        return Err(Refusal::new(rule!("12.3.4"), "consolidate.line").with("unit", unit_point(top)));
    }
    let kept: Hexes = now.hexes()[from..=to].into();
    if s.unit(top).has(did::ACTED) && zones::quits(b, s, top, &kept) {
        return Err(no(rule!("10.2.2.1"), "zone.first_action", kept[0]).with("unit", unit_point(top)));
    }
    let cost = gathering(b, s, top, from)?.max(gathering_from_right(b, s, top, to)?);
    let mut drawn = 0;
    let comes = |u: &&UnitId| b.arm(**u) == Arm::Artillery && s.unit(**u).formation != Formation::Unlimbered;
    for &guns in stack.iter().filter(comes) {
        let at = place(s.unit(guns).hex()).unwrap_or(from);
        drawn = drawn.max(way(b, s, guns, now.hexes(), at.clamp(from, to))?);
    }
    spread(b, s, stack, kept, cost, drawn)
}

/// Puts all units of a line into the hexes, guns into those where they stand if they can (11.1.2.1), with what infantry pays besides (12.3.4.1), or what
/// guns do that come up (13.1.3.2).
fn spread(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    hexes: Hexes,
    ground: u16,
    drawn: u16,
) -> Result<Shift, Refusal> {
    let changes = &b.charts.changes;
    let besides = match b.arm(stack[0]) {
        Arm::Infantry => changes.infantry_extend.count(),
        _ => changes.cavalry_extend.count(),
    };
    let lay = |u: &UnitId| {
        let own = s.unit(*u).hex();
        let guns = b.arm(*u) == Arm::Artillery;
        // Unlimbered guns stay where the line leaves them (18.2, 18.3.1), others come up to its nearest part.
        let stays = s.unit(*u).formation == Formation::Unlimbered;
        let near = hexes.iter().copied().min_by_key(|hex| b.ground.distance(own, *hex));
        let place = near.filter(|_| !stays).unwrap_or(own);
        (*u, if guns { Hexes::from_slice(&[place]) } else { hexes.clone() })
    };
    let lays = stack.iter().map(lay).collect();
    afford(
        b,
        s,
        stack,
        Shift { lays, aim: s.unit(stack[0]).aim, cost: drawn.max(ground + besides), paces: 0 },
    )
}

/// The most hexes of a unit's line (12.6.1, 12.6.2).
pub fn most_in_line(b: &Battle, s: &State, unit: UnitId) -> usize {
    let left = status::increments(b, s, unit);
    match b.arm(unit) {
        Arm::Infantry => {
            let from = b.charts.formation(Arm::Infantry, Formation::Line).extend_from;
            1 + usize::from(from.is_some_and(|least| left >= least))
        }
        Arm::Cavalry => {
            hexes_of(left, b.charts.limits.cavalry_column.value).min(crate::core::state::MAX_PARTS)
        }
        Arm::Artillery => crate::core::state::MAX_PARTS,
    }
}

/// The cost to the parts before one to come to it: the outermost's route (12.3.1).
pub fn gathering(b: &Battle, s: &State, unit: UnitId, at: usize) -> Result<u16, Refusal> {
    s.unit(unit).hexes()[..=at].windows(2).map(|two| along(b, s, unit, two[0], two[1])).sum()
}

/// As [`gathering`], of the parts behind one.
pub fn gathering_from_right(b: &Battle, s: &State, unit: UnitId, at: usize) -> Result<u16, Refusal> {
    s.unit(unit).hexes()[at..].windows(2).map(|two| along(b, s, unit, two[1], two[0])).sum()
}

/// The cost to guns of the way along the hexes of a line, from the part at which they stand to another one (11.1.2.1, 13.1.3.2).
fn way(b: &Battle, s: &State, guns: UnitId, hexes: &[HexId], to: usize) -> Result<u16, Refusal> {
    let at = hexes.iter().position(|hex| *hex == s.unit(guns).hex()).unwrap_or(to);
    let path = hexes[at.min(to)..=at.max(to)].windows(2);
    path.map(
        |two| if at < to { along(b, s, guns, two[0], two[1]) } else { along(b, s, guns, two[1], two[0]) },
    )
    .sum()
}

/// The cost to a part from a hex of its unit to the next one: a road column by the road on which it is (12.8.2.1). RULING: others pay for a skirmish zone
/// there (reading 1138).
fn along(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> Result<u16, Refusal> {
    let dir = b.ground.dir_to(from, to).expect("parts lie next to each other");
    let traveller = status::traveller(b, s, unit);
    let by_road =
        b.ground.roads(from, dir).iter().filter_map(|road| b.charts.roads[road].of(traveller)).min();
    match by_road.filter(|_| s.unit(unit).shape() == Formation::RoadColumn) {
        Some(cost) => Ok(cost),
        None => Ok(step::ground(b, traveller, from, dir)? + skirmish::hindrance(b, s, unit, to)),
    }
}

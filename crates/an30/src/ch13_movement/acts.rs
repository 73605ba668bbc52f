//! 13.1: what a moving stack may do next, and why not something else.

use ground::{Aim, Dir, HexId};
use table::{Answer, Point, Refusal, rule};

use crate::ch08_command::{marches, regroup};
use crate::ch09_facing::facing;
use crate::ch11_stacking::limits;
use crate::ch12_formations::{change, presentation, prone};
use crate::ch13_movement::shift::{self, Shift};
use crate::ch13_movement::step::{self, Gait};
use crate::ch13_movement::{allowance, force};
use crate::ch16_assault::assault;
use crate::ch18_artillery::maneuvers;
use crate::ch19_cavalry::charge;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_of, hex_point, unit_of, unit_point};
use crate::core::footprint;
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, State, UnitId, did};
use crate::core::{Few, verb};

/// Whether a stack has nothing more to do: its points are spent, and it may not declare anything either, which costs none (16.1, 19.1; the
/// example of 8.1.5 charges after the last of them).
pub fn is_done(b: &Battle, s: &State, stack: &[UnitId]) -> bool {
    let mut open = Vec::new();
    if allowance::left(b, s, stack) == 0 {
        declare(b, s, stack, &mut open);
        drop_spent(b, s, stack, &mut open);
        return open.is_empty();
    }
    false
}

/// The units of a stack that have no more points, where others have: they are dropped off, and those go on (13.1.3.1, 13.1.3.4).
fn drop_spent(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    let spent = |u: &&UnitId| allowance::left(b, s, &[**u]) == 0;
    if stack.iter().all(|u| spent(&u)) {
        return;
    }
    let drops = stack.iter().filter(|u| spent(u) && may_drop(b, s, stack, **u).is_ok());
    out.extend(drops.map(|u| Answer::one(verb::DROP, unit_point(*u))));
}

/// The assaults and charges that a stack may declare where it stands.
fn declare(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    assault::list(b, s, stack, out);
    charge::list(b, s, stack, out);
}

/// The next acts open to a stack.
pub fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    if allowance::left(b, s, stack) == 0 {
        declare(b, s, stack, out);
        drop_spent(b, s, stack, out);
        out.push(Answer::button(verb::HALT));
        return;
    }
    let top = stack[0];
    let hex = s.unit(top).hex();
    for dir in Dir::ALL {
        if step::may_enter(b, s, stack, dir).is_ok() {
            let to = b.ground.neighbour(hex, dir).expect("it may be entered");
            out.push(Answer::one(verb::GO, hex_point(to)));
        }
        let friends = b.ground.neighbour(hex, dir).filter(|to| may_join(b, s, stack, *to).is_ok());
        out.extend(friends.map(|to| Answer::one(verb::JOIN, hex_point(to))));
    }
    if s.unit(change::guide(b, stack)).shape() == Formation::Line {
        line(b, s, stack, out);
    }
    for aim in Aim::ALL {
        if may_turn(b, s, stack, aim).is_ok() {
            out.push(Answer::one(verb::TURN, Point::Facing(aim.0)));
        }
    }
    for formation in Formation::of(b.arm(change::lead(b, stack).unwrap_or(top))) {
        let lays = may_change(b, s, stack, *formation).into_iter().flatten();
        out.extend(lays.map(|lay| lay.answer(*formation)));
    }
    for &unit in stack {
        if may_drop(b, s, stack, unit).is_ok() {
            out.push(Answer::one(verb::DROP, unit_point(unit)));
        }
        if may_top(s, stack, unit).is_ok() {
            out.push(Answer::one(verb::TOP, unit_point(unit)));
        }
    }
    if prone::may_change(b, s, stack).is_ok() {
        out.push(Answer::one(verb::PRONE, unit_point(top)));
    }
    presentation::list(b, s, stack, out);
    declare(b, s, stack, out);
    maneuvers::list(b, s, stack, out);
    // No unit halts among others whom it only passes, while it can go on (11.1.2.d).
    let strays = force::strays(b, s, stack) || marches::strays(b, s, stack);
    let stays = out.iter().all(|answer| answer.verb != verb::GO) || !strays;
    let mut hexes = stack.iter().flat_map(|u| s.unit(*u).hexes());
    let lawful = hexes.all(|hex| limits::may_end(b, s, *hex, &s.units_in(*hex)).is_ok());
    let stays = stays && !prone::is_mixed(s, hex);
    if stays && lawful || is_stuck(b, s, stack, out) {
        out.push(Answer::button(verb::HALT));
    }
}

/// Whether a stack that may not end where it is can do nothing else: whatever is open to it costs nothing and brings it nowhere, and after no turn can it
/// go on. It ends there as it is, and too many in a hex are dealt with as always (11.1.3). RULING 1040.
fn is_stuck(b: &Battle, s: &State, stack: &[UnitId], open: &[Answer]) -> bool {
    let leads_on = |answer: &Answer| match (answer.verb, answer.facing()) {
        (verb::TOP, _) => false,
        (verb::TURN, Some(aim)) => {
            let mut turned = s.clone();
            for &unit in stack {
                turned.unit_mut(unit).aim = Aim(aim);
            }
            Dir::ALL.into_iter().any(|dir| step::may_enter(b, &turned, stack, dir).is_ok())
        }
        _ => true,
    };
    let bound = |answer: &Answer| matches!(answer.verb, verb::TURN | verb::TOP);
    open.iter().all(bound) && !open.iter().any(leads_on)
}

/// The acts open to a line besides: march by the flank, wheel, extend, consolidate.
fn line(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    let now = s.unit(change::guide(b, stack));
    let hexes = now.hexes();
    let (first, last) = (now.hex(), hexes[hexes.len() - 1]);
    let right = footprint::right_of(now.aim);
    for (dir, end) in [(right.opposite(), first), (right, last)] {
        let Some(beside) = b.ground.neighbour(end, dir) else { continue };
        if may_sidestep(b, s, stack, beside).is_ok() {
            out.push(Answer::one(verb::SIDESTEP, hex_point(beside)));
        }
    }
    if b.arm(stack[0]) == Arm::Cavalry {
        advances(b, s, stack, out);
    }
    for (pivot, aim) in [(first, now.aim.turn(-2)), (last, now.aim.turn(2))] {
        if may_wheel(b, s, stack, pivot, aim).is_ok() {
            out.push(Answer::two(verb::WHEEL, hex_point(pivot), Point::Facing(aim.0)));
        }
    }
    let room =
        stack.iter().map(|u| shift::most_in_line(b, s, *u)).min().unwrap_or(1).saturating_sub(hexes.len());
    for left in 0..=room {
        for right in 0..=room - left {
            if let Ok(spread) = may_extend(b, s, stack, left, right) {
                out.push(extend_answer(&spread, left, right));
            }
        }
    }
    for (i, from) in hexes.iter().enumerate() {
        for to in &hexes[i..] {
            if may_consolidate(b, s, stack, *from, *to).is_ok() {
                out.push(pair(verb::CONSOLIDATE, *from, *to));
            }
        }
    }
}

/// The advances by which cavalry in line draws itself out or in at the same time (12.3.4.2).
fn advances(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    let now = s.unit(stack[0]);
    let right = footprint::right_of(now.aim);
    for dir in Dir::ALL {
        let Some(to) = b.ground.neighbour(now.hex(), dir) else { continue };
        let last = b.ground.neighbour(now.hexes()[now.hexes().len() - 1], dir).unwrap_or(to);
        let beyond =
            [b.ground.neighbour(to, right.opposite()), b.ground.neighbour(last, right), Some(to), Some(last)];
        let mut ends: Few<HexId, 4> = Few::new();
        for end in beyond.into_iter().flatten() {
            if !ends.contains(&end) && may_advance(b, s, stack, to, end).is_ok() {
                ends.push(end);
                out.push(Answer::two(verb::GO, hex_point(to), hex_point(end)));
            }
        }
    }
}

/// Whether cavalry in line may go on and take, or give up, a hex at an end (12.3.4.2).
pub fn may_advance(b: &Battle, s: &State, stack: &[UnitId], to: HexId, end: HexId) -> Result<Shift, Refusal> {
    let dir = b.ground.dir_to(s.unit(stack[0]).hex(), to);
    let dir = dir.ok_or_else(|| shift::no(rule!("13.1.1"), "move.next_hex", to))?;
    upright(s, stack)?;
    stays(b, s, stack)?;
    let shift = shift::march_and(b, s, stack, dir, end)?;
    // Others may stay where it leaves the hexes to them (13.1.3).
    if shift.lays.iter().any(|(u, hexes)| hexes.iter().any(|hex| s.unit(*u).hexes().contains(hex))) {
        whole(s, stack)?;
    }
    regroup::may_go(b, s, &shift.lays)?;
    Ok(shift)
}

/// An answer that points at a hex, or two.
fn pair(verb: table::Verb, one: HexId, other: HexId) -> Answer {
    if one == other {
        Answer::one(verb, hex_point(one))
    } else {
        Answer::two(verb, hex_point(one), hex_point(other))
    }
}

/// Extending is told by the hexes of the new ends.
fn extend_answer(spread: &Shift, left: usize, right: usize) -> Answer {
    let hexes = &spread.lays[0].1;
    match (left, right) {
        (0, _) => Answer::one(verb::EXTEND, hex_point(hexes[hexes.len() - 1])),
        (_, 0) => Answer::one(verb::EXTEND, hex_point(hexes[0])),
        _ => Answer::two(verb::EXTEND, hex_point(hexes[0]), hex_point(hexes[hexes.len() - 1])),
    }
}

/// The hexes that an answer points at.
pub fn places(answer: &Answer) -> Few<HexId, 3> {
    answer
        .points
        .iter()
        .filter_map(|p| if let Point::Place(h) = p { Some(HexId(*h)) } else { None })
        .collect()
}

/// The shift of an answer of a line, judged.
///
/// # Errors
/// Why not.
pub fn shift_of(b: &Battle, s: &State, stack: &[UnitId], answer: &Answer) -> Result<Shift, Refusal> {
    let places = places(answer);
    let offered = || crate::ask::not_offered(rule!("13.1"));
    let Some(&first) = places.first() else { return Err(offered()) };
    match answer.verb {
        verb::SIDESTEP => may_sidestep(b, s, stack, first),
        verb::WHEEL => may_wheel(b, s, stack, first, Aim(answer.facing().ok_or_else(offered)?)),
        verb::CONSOLIDATE => may_consolidate(b, s, stack, first, *places.last().expect("one at least")),
        verb::EXTEND => {
            let now = s.unit(change::guide(b, stack));
            let (start, end) = (now.hex(), now.hexes()[now.hexes().len() - 1]);
            let right = footprint::right_of(now.aim);
            let (mut left_steps, mut right_steps) = (0, 0);
            for hex in places {
                let reach = |from: HexId, dir: Dir| {
                    let ray =
                        std::iter::successors(b.ground.neighbour(from, dir), |h| b.ground.neighbour(*h, dir));
                    ray.take(crate::core::state::MAX_PARTS).position(|h| h == hex).map(|i| i + 1)
                };
                match (reach(start, right.opposite()), reach(end, right)) {
                    (Some(steps), _) => left_steps = steps,
                    (_, Some(steps)) => right_steps = steps,
                    _ => return Err(shift::no(rule!("12.3.4"), "extend.hex", hex)),
                }
            }
            may_extend(b, s, stack, left_steps, right_steps)
        }
        _ => Err(offered()),
    }
}

fn may_sidestep(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> Result<Shift, Refusal> {
    let guide = change::guide(b, stack);
    let now = s.unit(guide);
    let ends = [now.hex(), now.hexes()[now.hexes().len() - 1]];
    let dir = ends.iter().find_map(|end| b.ground.dir_to(*end, to));
    let dir = dir.ok_or_else(|| shift::no(rule!("9.3.1"), "sidestep.line", to))?;
    let cost = step::may_go(b, s, stack, dir, Gait::Aside)?;
    if shift::is_long(b, s, guide) {
        return shift::sidestep(b, s, stack, dir);
    }
    let lays = stack.iter().map(|u| (*u, Hexes::from_slice(&[to]))).collect();
    Ok(Shift { lays, aim: now.aim, cost, paces: 1 })
}

fn may_wheel(b: &Battle, s: &State, stack: &[UnitId], pivot: HexId, aim: Aim) -> Result<Shift, Refusal> {
    upright(s, stack)?;
    whole_but_guns(b, s, stack)?;
    stays(b, s, stack)?;
    shift::wheel(b, s, stack, pivot, aim)
}

fn may_extend(b: &Battle, s: &State, stack: &[UnitId], left: usize, right: usize) -> Result<Shift, Refusal> {
    if left + right == 0 {
        return Err(crate::ask::not_offered(rule!("12.3.4")));
    }
    upright(s, stack)?;
    whole_but_guns(b, s, stack)?;
    stays(b, s, stack)?;
    shift::extend(b, s, stack, left, right)
}

fn may_consolidate(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    first: HexId,
    last: HexId,
) -> Result<Shift, Refusal> {
    upright(s, stack)?;
    // Guns may stand with a part of it that goes without them, or stays (11.1.2.1, 13.1.3).
    whole_but_guns(b, s, stack)?;
    let shift = shift::consolidate(b, s, stack, first, last)?;
    regroup::may_draw_in(b, s, &shift.lays)?;
    Ok(shift)
}

/// On the Regroup Chit no unit takes more hexes or wheels (8.9.2.2).
fn stays(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    stack.iter().try_for_each(|u| regroup::may_form(b, s, *u, Formation::Line))?;
    regroup::may_spread(b, s, stack)
}

/// Whether nobody of a stack lies prone: those only stand up (12.13.1).
pub fn upright(s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    match stack.iter().find(|u| s.unit(**u).prone == crate::core::state::Prone::Prone) {
        Some(unit) => Err(Refusal::new(rule!("12.13.1"), "move.prone").with("unit", unit_point(*unit))),
        None => Ok(()),
    }
}

/// Whether a stack may turn: it is the whole stack of its hex, since all counters of a hex look the same way (9.1), but for guns, which look as it does (18.1).
pub fn may_turn(b: &Battle, s: &State, stack: &[UnitId], aim: Aim) -> Result<(), Refusal> {
    upright(s, stack)?;
    // Guns look as the infantry with them does (18.1).
    facing::may_turn(b, s, change::lead(b, stack).unwrap_or(stack[0]), aim)?;
    whole_but_guns(b, s, stack)
}

/// The ways in which a whole stack may change formation (12.2.1).
///
/// # Errors
/// Why there is none.
pub fn may_change(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    formation: Formation,
) -> Result<Few<change::Lay, 12>, Refusal> {
    upright(s, stack)?;
    for &unit in stack {
        regroup::may_form(b, s, unit, formation)?;
    }
    // Nobody stands with skirmishers or on the road with a column, and only unlimbered guns in a square (11.1.2.d, 12.8.2, 12.9.4.2).
    let drawn = |u: &UnitId| !stack.contains(u) && s.unit(*u).formation != Formation::Unlimbered;
    let mixed = match formation {
        Formation::Skirmish | Formation::RoadColumn => false,
        Formation::Square => !s.units_in(s.unit(stack[0]).hex()).iter().any(drawn),
        _ => true,
    };
    if mixed {
        whole_but_guns(b, s, stack)?
    } else {
        whole(s, stack)?
    }
    change::lays(b, s, stack, formation)
}

/// Whether a unit may be dropped off: others go on (13.1.3.4).
pub fn may_drop(b: &Battle, s: &State, stack: &[UnitId], unit: UnitId) -> Result<(), Refusal> {
    if stack.len() < 2 || !stack.contains(&unit) {
        return Err(Refusal::new(rule!("13.1.3.4"), "drop.stack").with("unit", unit_point(unit)));
    }
    // It stands then with those who do not move on (11.1.4).
    s.unit(unit).hexes().iter().try_for_each(|&hex| {
        let stay: Units = s.units_in(hex).into_iter().filter(|u| *u == unit || !stack.contains(u)).collect();
        limits::may_end(b, s, hex, &stay)
    })
}

/// Whether a unit may be put on top of its stack: all of it moves (11.2.1).
pub fn may_top(s: &State, stack: &[UnitId], unit: UnitId) -> Result<(), Refusal> {
    upright(s, stack)?;
    whole(s, stack)?;
    // The order is that of each hex: guns come on top of the part of a line with which they stand (18.5.2).
    let on_top = s.unit(unit).hexes().iter().all(|hex| s.top(*hex) == Some(unit));
    if on_top || !stack.contains(&unit) || s.unit(unit).has(did::HALTED) {
        return Err(Refusal::new(rule!("11.2.1"), "top.stack").with("unit", unit_point(unit)));
    }
    Ok(())
}

/// Whether units are the whole stack of their hexes.
pub fn whole(s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    for &hex in stack.iter().flat_map(|u| s.unit(*u).hexes()) {
        if s.units_in(hex).iter().any(|u| !stack.contains(u)) {
            return Err(Refusal::new(rule!("9.1"), "move.whole_stack").with("hex", hex_point(hex)));
        }
    }
    Ok(())
}

/// Whether units are the whole stack of their hexes, or infantry with nobody but guns besides, which do not move with it: those look as it does (18.1), are in
/// a formation of their own, and stay where it leaves them (13.1.3).
///
/// # Errors
/// Who else stands there.
fn whole_but_guns(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let guns =
        |hex: &HexId| s.units_in(*hex).iter().all(|u| stack.contains(u) || b.arm(*u) == Arm::Artillery);
    let foot = is_foot(b, stack) && stack.iter().all(|u| s.unit(*u).hexes().iter().all(guns));
    if foot { Ok(()) } else { whole(s, stack) }
}

/// Whether skirmishers may go into the next hex to join the formed friends there, whom they would pass otherwise: they take up their formation, and pay
/// for it (11.1.2, reading 1203).
///
/// # Errors
/// The rule in the way.
pub fn may_join(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> Result<(), Refusal> {
    let no = || Refusal::new(rule!("11.1.2"), "join.nobody").with("hex", hex_point(to));
    let loose = |u: &UnitId| s.unit(*u).shape() == Formation::Skirmish;
    if s.is_empty(to) || !stack.iter().all(loose) {
        return Err(no());
    }
    let mut then = s.clone();
    then.activation.joins = to;
    if !stack.iter().all(|u| limits::joins(b, &then, *u, to)) {
        return Err(no());
    }
    let dir = b.ground.dir_to(s.unit(stack[0]).hex(), to);
    let dir = dir.ok_or_else(|| Refusal::new(rule!("13.1.1"), "move.next_hex"))?;
    step::may_enter(b, &then, stack, dir).map(|_| ())
}

/// The formation that an answer names.
pub fn asked_formation(answer: &Answer) -> Option<Formation> {
    let number = answer.points.iter().find_map(|p| if let Point::Number(n) = p { Some(*n) } else { None })?;
    Formation::ALL.get(usize::try_from(number).ok()?).copied()
}

/// The reason why an answer is not among those listed.
pub fn refuse(b: &Battle, s: &State, stack: &[UnitId], answer: &Answer) -> Refusal {
    let offered = crate::ask::not_offered(rule!("13.1"));
    let found = match answer.verb {
        verb::GO if places(answer).len() > 1 => {
            let places = places(answer);
            may_advance(b, s, stack, places[0], places[1]).err()
        }
        verb::GO => match hex_of(answer).and_then(|to| b.ground.dir_to(s.unit(stack[0]).hex(), to)) {
            Some(dir) => step::may_enter(b, s, stack, dir).err(),
            None => Some(Refusal::new(rule!("13.1.1"), "move.next_hex")),
        },
        verb::JOIN => hex_of(answer).and_then(|to| may_join(b, s, stack, to).err()),
        verb::TURN => answer.facing().and_then(|f| may_turn(b, s, stack, Aim(f)).err()),
        verb::FORM => asked_formation(answer).and_then(|f| {
            may_change(b, s, stack, f).err().or_else(|| change::refuse(b, s, stack, f, answer))
        }),
        verb::SIDESTEP | verb::WHEEL | verb::EXTEND | verb::CONSOLIDATE => {
            shift_of(b, s, stack, answer).err()
        }
        verb::DROP => unit_of(answer).and_then(|u| may_drop(b, s, stack, u).err()),
        verb::TOP => unit_of(answer).and_then(|u| may_top(s, stack, u).err()),
        verb::PRESENT => presentation::refuse(b, s, stack),
        verb::PRONE => prone::may_change(b, s, stack).err(),
        verb::ASSAULT | verb::GUARD => assault::refuse(b, s, stack, answer),
        verb::CHARGE | verb::GRAND => charge::refuse(b, s, stack, answer),
        verb::HALT if force::strays(b, s, stack) => {
            Some(Refusal::new(rule!("13.3.1"), "force.end_in_command").with("unit", unit_point(stack[0])))
        }
        verb::HALT if marches::strays(b, s, stack) => Some(
            Refusal::new(rule!("8.7.3"), "march.out_of_command")
                .with("unit", unit_point(stack[0]))
                .with("hex", hex_point(s.unit(stack[0]).hex())),
        ),
        verb::LIMBER | verb::PROLONG => maneuvers::refuse(b, s, stack, answer),
        _ => None,
    };
    found.unwrap_or(offered)
}

/// Whether a stack is infantry alone.
pub fn is_foot(b: &Battle, stack: &[UnitId]) -> bool {
    stack.iter().all(|u| b.arm(*u) == Arm::Infantry)
}

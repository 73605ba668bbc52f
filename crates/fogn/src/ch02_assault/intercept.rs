//! Interceptions: infantry and cavalry of the other side come between an assault and its target, or strike its flank (`assault.intercept`).

use baize::{Figure, Leg, Length, MU, Pose, Size, Sweep, Turn, apart, overlap};
use table::{Answer, Event, Options, Play, Point, Question, Refusal, Side, Span, rule};

use super::charge::{is_far, starts_behind, strikes_flank, wheeled, wheels};
use crate::Field;
use crate::armies::{Arm, Capability, Family};
use crate::ask::{not_offered, stranger};
use crate::ch01_command::{has_family, leader_of};
use crate::ch03_movement::Course;
use crate::ch04_complex_moves::price;
use crate::ch11_setting_up::first_turns_bar;
use crate::core::barrier::free_of_barriers;
use crate::core::charts::{Activity, Going};
use crate::core::field::{about, unit_of, unit_point};
use crate::core::place::{figure, figures, in_contact, size_of};
use crate::core::state::{Assault, Cohesion, Formation, Reaction, Stage, State, UnitId, did};
use crate::core::verb;
use crate::{Battle, core::state::CommanderId};

/// Payment for an interception by troops that are disordered or spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Payment {
    /// None is needed, or who leads sees to it.
    Free,
    /// A test.
    Test,
    /// All points that the corps commander who leads has left.
    Corps(CommanderId),
}

/// Interception: the way of a unit between an assault and its target.
struct Interception {
    wheeled: Pose,
    /// The lengths that it may go; one only to a flank.
    lengths: Vec<Length>,
    flank: bool,
    payment: Payment,
}

/// The farthest that an arm goes, and its longest wheel (`assault.intercept`).
const fn reach(arm: Arm) -> (Length, Length) {
    match arm {
        Arm::Cavalry => (Length::mu(4), Length::mu(2)),
        Arm::Infantry | Arm::Artillery => (Length::mu(2), Length::mu(1)),
    }
}

/// Whether a unit may intercept an assault by a wheel, and by which lengths.
fn may_intercept(
    b: &Battle,
    s: &State,
    unit: UnitId,
    foe: UnitId,
    by: Turn,
) -> Result<Interception, Refusal> {
    let no = |why| {
        let refusal = Refusal::new(rule!("assault.intercept"), why);
        Err(refusal.with("unit", unit_point(unit)).with("target", unit_point(foe)))
    };
    let Some(assault) = s.assaults.iter().find(|one| one.unit == foe && one.reaction == Reaction::Open)
    else {
        return no("intercept.whom");
    };
    let payment = may_at_all(b, s, unit, foe)?;
    let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
    let (far, wheel) = reach(b.arm(unit));
    let begins = wheeled(pose, size, by);
    if is_far(pose, begins, size, wheel.0) {
        return no("intercept.wheel");
    }
    let (own, other) = (figure(b, s, unit), figure(b, s, foe));
    let sweep = Sweep::new(begins, size, Leg::Ahead(far));
    let most = free_way(b, s, (unit, foe), &sweep);
    // From behind its flank: to contact.
    if starts_behind(b, s, unit, foe)
        && let Some(step) = sweep.first_touch(&other).filter(|step| *step <= most)
        && strikes_flank(&sweep.figure_at(step), &other)
    {
        let lengths = vec![Length(step as i16)];
        return Ok(Interception { wheeled: begins, lengths, flank: true, payment });
    }
    let least = (far.0 / 2).min((apart(&own, &other).units() / 2) as i16);
    let mut lengths: Vec<i16> = (1..).map(|n| n * MU.0 / 2).take_while(|n| *n < far.0).collect();
    lengths.extend([least, far.0, most as i16]);
    lengths.sort_unstable();
    lengths.dedup();
    let meets = |length: &i16| {
        let there = begins.after(size, Leg::Ahead(Length(*length)));
        let there = there.place(size.shape());
        *length > 0
            && is_met(b, s, assault, &there)
            && first_turns_bar(b, s, unit, Course::Forward, &there).is_ok()
    };
    // A wheel is for having more of itself before the enemy.
    let better = |length: &i16| {
        by == Turn(0) || {
            let before =
                |from: Pose| share(b, s, assault, from.after(size, Leg::Ahead(Length(*length))), size);
            before(begins) > before(pose)
        }
    };
    lengths.retain(|length| *length >= least && *length <= most as i16 && meets(length) && better(length));
    if lengths.is_empty() {
        return no("intercept.far");
    }
    let lengths = lengths.into_iter().map(Length).collect();
    Ok(Interception { wheeled: begins, lengths, flank: false, payment })
}

/// Whether a unit may intercept at all, and what that asks for.
fn may_at_all(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> Result<Payment, Refusal> {
    let now = s.unit(unit);
    let no = |why| {
        let refusal = Refusal::new(rule!("assault.intercept"), why);
        Err(refusal.with("unit", unit_point(unit)).with("target", unit_point(foe)))
    };
    let card = b.unit(unit);
    let formed = matches!(now.formation, Formation::Tactical | Formation::Supported);
    let assaulted = s.assaults.iter().any(|one| one.target == unit);
    if card.side == s.clock.side
        || !now.on_table()
        || card.arm() == Arm::Artillery
        || !formed
        || now.is_inside()
    {
        return no("intercept.who");
    }
    if now.cohesion >= Cohesion::Wavering {
        return Err(Refusal::new(rule!("movement.cohesion"), "intercept.wavering")
            .with("unit", unit_point(unit))
            .with("target", unit_point(foe)));
    }
    if assaulted || now.has(did::MOVED) || in_contact(b, s, unit) {
        return no("intercept.busy");
    }
    if card.arm() == Arm::Infantry && b.arm(foe) != Arm::Infantry {
        return no("intercept.foot");
    }
    let guard = card.is(Capability::Guard) || card.is(Capability::Shock);
    if now.cohesion == Cohesion::Steady && (!now.spent || guard) {
        return Ok(Payment::Free);
    }
    match leader_of(b, s, unit) {
        Some(corps) if b.commander(corps).is_of_corps() => Ok(Payment::Corps(corps)),
        Some(_) => Ok(Payment::Free),
        None if has_family(b, s, unit, Family::Officers) => Ok(Payment::Free),
        None => price(b, s, unit).map(|_| Payment::Test),
    }
}

/// Way that a unit has free: past no friend, over no difficult ground, on the table, and short of the enemy.
fn free_way(b: &Battle, s: &State, (unit, foe): (UnitId, UnitId), sweep: &Sweep) -> u16 {
    let mut most = sweep.steps();
    for (_, at) in figures(b, s, b.side(unit)).filter(|(friend, _)| *friend != unit) {
        most = most.min(sweep.first_overlap(&at).map_or(u16::MAX, |step| step.saturating_sub(1)));
    }
    for (other, at) in figures(b, s, b.side(foe)) {
        let touched =
            sweep.first_touch(&at).map(|step| if other == foe { step } else { step.saturating_sub(1) });
        most = most.min(touched.unwrap_or(u16::MAX));
    }
    for area in &b.table.areas {
        let outline = area.steep.as_ref().unwrap_or(&area.outline);
        if b.charts.terrain(area.kind).going >= Going::Difficult {
            most = most.min(sweep.first_in(outline).map_or(u16::MAX, |step| step.saturating_sub(1)));
        }
    }
    most = most.min(free_of_barriers(&b.table, sweep));
    while most > 0 && !b.table.has_all_of(&sweep.figure_at(most)) {
        most -= 1;
    }
    let there = sweep.figure_at(most);
    let others = [Side(0), Side(1)].into_iter().flat_map(|side| figures(b, s, side).collect::<Vec<_>>());
    let stands = others.filter(|(other, _)| *other != unit).all(|(_, at)| !overlap(&there, &at));
    if stands { most } else { 0 }
}

/// The way of an assault straight ahead, to its target.
fn way(b: &Battle, s: &State, assault: &Assault) -> Sweep {
    let size = size_of(b, s, assault.unit);
    let begins = wheeled(assault.from, size, assault.by);
    let (from, to) = (begins.at, assault.there.at);
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let length = (x * x + y * y).unsigned_abs().isqrt() as i16;
    Sweep::new(begins, size, Leg::Ahead(Length(length)))
}

/// Whether an assault meets a figure before its target, in front of where it begins.
fn is_met(b: &Battle, s: &State, assault: &Assault, at: &Figure) -> bool {
    let way = way(b, s, assault);
    let before = way.first_touch(&figure(b, s, assault.target)).unwrap_or(way.steps());
    !overlap(&way.figure_at(0), at) && way.first_touch(at).is_some_and(|step| step < before)
}

/// Share of a unit in a pose that lies before the front of an assault, along that front.
fn share(b: &Battle, s: &State, assault: &Assault, pose: Pose, size: Size) -> i64 {
    let front = way(b, s, assault).figure_at(0).front();
    let (x, y) = (i64::from(front.to.x - front.from.x), i64::from(front.to.y - front.from.y));
    let whole = x * x + y * y;
    let along = |at: &baize::Place| i64::from(at.x - front.from.x) * x + i64::from(at.y - front.from.y) * y;
    let own = pose.place(size.shape());
    let (low, high) = own
        .corners()
        .iter()
        .map(along)
        .fold((i64::MAX, i64::MIN), |(low, high), at| (low.min(at), high.max(at)));
    high.min(whole) - low.max(0)
}

/// Options of the interceptions.
struct Interceptions<'a> {
    b: &'a Battle,
    s: &'a State,
    side: Side,
}

fn answer(unit: UnitId, foe: UnitId, by: Turn) -> Answer {
    Answer::three(verb::INTERCEPT, unit_point(unit), unit_point(foe), Point::Turn(by.0))
}

impl Options for Interceptions<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        let (b, s) = (self.b, self.s);
        for unit in b.units_of(self.side) {
            for assault in s.assaults.iter().filter(|one| one.reaction == Reaction::Open) {
                // Nobody comes between from farther off than this.
                let near = Length(reach(b.arm(unit)).0.0 + 8 * MU.0);
                if !baize::is_within(&figure(b, s, unit), &figure(b, s, assault.unit), near) {
                    continue;
                }
                let all = wheels(b, s, unit, assault.unit);
                let legal = all.into_iter().find(|by| may_intercept(b, s, unit, assault.unit, *by).is_ok());
                out.extend(legal.map(|by| answer(unit, assault.unit, by)));
            }
        }
        out.push(Answer::button(verb::DONE));
    }

    fn judge(&self, listed: &[Answer], given: &Answer) -> Result<(), Refusal> {
        if listed.contains(given) {
            return Ok(());
        }
        if let Some(refusal) = stranger(self.b, rule!("assault.intercept"), given) {
            return Err(refusal);
        }
        match (given.verb, given.points) {
            (verb::INTERCEPT, [Point::Unit(unit), Point::Unit(foe), Point::Turn(by)]) => {
                may_intercept(self.b, self.s, UnitId(unit as u8), UnitId(foe as u8), Turn(by)).map(|_| ())
            }
            _ => Err(not_offered(rule!("assault.intercept"))),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let mut listed = Vec::new();
        self.list(&mut listed);
        let pairs = listed.iter().filter(|answer| answer.verb == verb::INTERCEPT);
        out.extend(pairs.map(|given| {
            let [unit, foe, _] = given.points;
            let to = |by| Answer::three(verb::INTERCEPT, unit, foe, Point::Turn(by));
            Span { from: to(0), to: to(u16::MAX) }
        }));
    }

    fn nearest(&self, given: &Answer) -> Option<Answer> {
        self.judge(&[], given).is_ok().then_some(*given)
    }
}

impl Field<'_, '_> {
    /// An interception, or the end of them.
    pub(super) fn intercept_step(&mut self) -> Play<()> {
        let (side, rule) = (self.s.clock.side.enemy(), rule!("assault.intercept"));
        let options = Interceptions { b: self.b, s: self.s, side };
        let mut listed = Vec::new();
        options.list(&mut listed);
        // Where nobody can come between, nobody is asked.
        if listed.len() == 1 {
            self.stage(Stage::React);
            return Ok(());
        }
        let about = about([Point::Side(side)]);
        let given =
            self.doors.ask(self.s, &Question { side, rule, key: "intercept", about, options: &options })?;
        let [Point::Unit(_), Point::Unit(foe), Point::Turn(by)] = given.points else {
            self.stage(Stage::React);
            return Ok(());
        };
        let unit = unit_of(&given).expect("an interception names its unit");
        self.intercept(unit, UnitId(foe as u8), Turn(by))
    }

    /// A unit intercepts: pays, goes as far as its player likes, and is met instead of the target; who is struck in flank or rear by it does not go on.
    fn intercept(&mut self, unit: UnitId, foe: UnitId, by: Turn) -> Play<()> {
        let way = may_intercept(self.b, self.s, unit, foe, by).expect("the question has judged it");
        self.s.unit_mut(unit).set(did::MOVED, true);
        match way.payment {
            Payment::Free => {}
            Payment::Test => {
                if !self.complex_move_test(unit, Activity::Intercept)?.passed() {
                    return Ok(());
                }
            }
            Payment::Corps(corps) => self.s.commander_mut(corps).points = 0,
        }
        let length =
            if way.lengths.len() == 1 { way.lengths[0] } else { self.ask_length(unit, &way.lengths)? };
        let size = size_of(self.b, self.s, unit);
        let now = self.s.unit_mut(unit);
        now.pose = way.wheeled.after(size, Leg::Ahead(length));
        now.set(did::SILENT, true);
        self.tell(|| {
            Event::new(rule!("assault.intercept"), "intercepted")
                .point("unit", unit_point(unit))
                .point("target", unit_point(foe))
                .point("distance", Point::Length(length.0))
                .word("where", if way.flank { "flank" } else { "front" })
        });
        if way.flank {
            self.s.assaults.retain(|one| one.unit != foe);
            self.s.unit_mut(foe).set(did::MOVED, true);
            if self.drop_levels(foe, 1)? == Cohesion::Broken {
                self.lose(foe);
                return Ok(());
            }
            let comes = self.s.unit(unit).pose;
            self.turn_to(foe, unit, comes);
            // It turned about its middle: the interceptor closes up again.
            self.advance(unit, comes, Length(4 * MU.0), Some(foe));
            return Ok(());
        }
        if let Some(assault) = self.s.assaults.iter_mut().find(|one| one.unit == foe) {
            assault.meant = assault.target;
            (assault.target, assault.flank, assault.reaction) = (unit, false, Reaction::Intercepts);
        }
        Ok(())
    }

    /// Asks how far a unit goes to intercept.
    fn ask_length(&mut self, unit: UnitId, lengths: &[Length]) -> Play<Length> {
        let rule = rule!("assault.intercept");
        let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
            out.extend(lengths.iter().map(|length| Answer::one(verb::AHEAD, Point::Length(length.0))));
        };
        let about = about([unit_point(unit)]);
        let refuse = |_: &Battle, _: &State, _: &Answer| not_offered(rule);
        let given = self.ask(self.b.side(unit), rule, "intercept.length", about, list, refuse)?;
        match given.points[0] {
            Point::Length(length) => Ok(Length(length)),
            _ => Ok(lengths[0]),
        }
    }
}

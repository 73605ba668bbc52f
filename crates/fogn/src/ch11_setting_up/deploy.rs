//! The deployment: in turns, three units each, command by command; commanders as soon as their command stands (`deployment`).

use baize::{Figure, Leg, Length, MU, Pose, Size, Spot, Turn};
use table::{Answer, Event, Options, Play, Point, Question, Refusal, Side, Span, rule};

use super::march::{may_be_off, off_answers};
use super::zone::{front, is_in_zone};
use crate::ask::{not_offered, stranger};
use crate::core::charts::Going;
use crate::core::coming::{Approach, Coming, communications_at};
use crate::core::field::{Over, about, commander_point, division_of, unit_of, unit_point};
use crate::core::place::{commander_size, figures, in_water, size};
use crate::core::state::{CommanderId, DivisionId, Formation, Status, UnitId};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Units that a side places in a row (`deployment`).
const ROW: u8 = 3;
/// Steps in which places for a unit are looked at, the wide ones first.
const STEPS: [Length; 2] = [Length::mu(4), Length::mu(1)];
/// The most places that are suggested.
const MOST: usize = 40;

/// The way that a side faces when it faces the enemy.
const fn forward(side: Side) -> Turn {
    if side.0 == 0 { Turn(0) } else { Turn::HALF }
}

/// Whether a unit is still to be deployed: it waits, and its division does not stay off the table.
fn is_to_be_deployed(b: &Battle, s: &State, unit: UnitId) -> bool {
    let division = &s.divisions[b.unit(unit).division.i()];
    s.unit(unit).status == Status::Waiting && division.coming == Coming::Here
}

/// The units that a side has still to deploy.
fn left<'a>(b: &'a Battle, s: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
    b.units_of(side).filter(move |unit| is_to_be_deployed(b, s, *unit))
}

/// Whether a unit may be deployed now in a formation: of the division that is begun, of any if none is (`deployment`).
fn may_deploy(b: &Battle, s: &State, side: Side, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(rule!("deployment"), why).with("unit", unit_point(unit)));
    let card = b.unit(unit);
    if card.side != side || !is_to_be_deployed(b, s, unit) {
        return no("deploy.whom");
    }
    let open = s.deployment.open[side.index()];
    if open != DivisionId::NONE && open != card.division {
        return no("deploy.order");
    }
    if size(b, card, formation).is_none() { no("form.never") } else { Ok(()) }
}

/// The formation that an answer names.
fn formation_of(answer: &Answer) -> Option<Formation> {
    let Point::Number(number) = answer.points[1] else { return None };
    usize::try_from(number).ok().and_then(|number| Formation::ALL.get(number)).copied()
}

/// Site: where a unit or a commander may be placed.
struct Site<'a> {
    b: &'a Battle,
    s: &'a State,
    side: Side,
    unit: UnitId,
    size: Size,
    friends: Vec<Figure>,
}

impl Site<'_> {
    /// Judges a pose: in the zone, on ground that can be entered, in nobody's place.
    fn judge(&self, pose: Pose) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(rule!("deployment"), why).with("unit", unit_point(self.unit)));
        let own = pose.place(self.size.shape());
        if !is_in_zone(self.b, self.s, self.side, &own) {
            return no("deploy.zone");
        }
        if self.friends.iter().any(|friend| baize::overlap(&own, friend)) {
            return no("deploy.room");
        }
        let barred = self.b.table.areas.iter().any(|area| {
            let outline = area.steep.as_ref().unwrap_or(&area.outline);
            self.b.charts.terrain(area.kind).going >= Going::Closed && outline.has_part_of(&own)
        });
        if barred || in_water(self.b, &own) { no("deploy.ground") } else { Ok(()) }
    }

    /// Places that are worth a suggestion: facing the enemy, from the front of the zone back and from its middle outward.
    fn suggestions(&self) -> Vec<Pose> {
        let (front, first) = (front(self.b, self.s, self.side), self.side == Side(0));
        let edge = if first { i32::from(self.b.table.depth.0) } else { 0 };
        let width = i32::from(self.b.table.width.0);
        let rows = (front - edge).abs() / i32::from(MU.0);
        let back = if first { 1 } else { -1 };
        let mut found = Vec::new();
        for step in STEPS {
            let mu = i32::from(step.0);
            for row in (0..=rows).step_by(usize::from(step.0.unsigned_abs() / MU.0.unsigned_abs())) {
                for aside in 0..=width / mu {
                    let off = if aside % 2 == 0 { aside / 2 } else { -(aside / 2 + 1) };
                    let (x, y) = (width / 2 + off * mu, front + back * row * i32::from(MU.0));
                    let pose = Pose { at: Spot { x: x as i16, y: y as i16 }, turn: forward(self.side) };
                    if self.judge(pose).is_ok() {
                        found.push(pose);
                    }
                    if found.len() == MOST {
                        return found;
                    }
                }
            }
            if !found.is_empty() {
                return found;
            }
        }
        found
    }
}

fn placing(pose: Pose) -> Answer {
    Answer::two(verb::PLACE, Point::Spot(pose.at.x, pose.at.y), Point::Turn(pose.turn.0))
}

impl Options for Site<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        out.extend(self.suggestions().into_iter().map(placing));
        // Who finds no place at all stays off the table (RULING 72).
        if out.is_empty() {
            out.push(Answer::button(verb::STAY));
        }
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        if let Some(refusal) = stranger(self.b, rule!("deployment"), answer) {
            return Err(refusal);
        }
        match (answer.verb, answer.points) {
            (verb::PLACE, [Point::Spot(x, y), Point::Turn(turn), Point::Nothing]) => {
                self.judge(Pose { at: Spot { x, y }, turn: Turn(turn) })
            }
            _ => Err(not_offered(rule!("deployment"))),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let to = |x, y, turn| Answer::two(verb::PLACE, Point::Spot(x, y), Point::Turn(turn));
        out.push(Span { from: to(0, 0, 0), to: to(self.b.table.width.0, self.b.table.depth.0, u16::MAX) });
    }

    /// The suggestion nearest to where one would have the unit.
    fn nearest(&self, answer: &Answer) -> Option<Answer> {
        if Options::judge(self, &[], answer).is_ok() {
            return Some(*answer);
        }
        let (verb::PLACE, [Point::Spot(x, y), Point::Turn(_), Point::Nothing]) = (answer.verb, answer.points)
        else {
            return None;
        };
        let far = |pose: &Pose| {
            let across = |a: i16, b: i16| (i64::from(a) - i64::from(b)).pow(2);
            across(pose.at.x, x) + across(pose.at.y, y)
        };
        self.suggestions().into_iter().min_by_key(far).map(placing)
    }
}

/// Post: where a commander is placed: with a unit of the command, or anywhere in the zone.
struct Post<'a> {
    b: &'a Battle,
    s: &'a State,
    side: Side,
    commander: CommanderId,
}

impl Post<'_> {
    fn may_join(&self, unit: UnitId) -> bool {
        crate::ch01_command::may_lead(self.b, self.s, self.commander, unit)
    }

    fn pose(&self, x: i16, y: i16) -> Pose {
        let size = commander_size(self.b);
        let middle = Pose { at: Spot { x, y }, turn: forward(self.side) };
        middle.after(size, Leg::Ahead(Length(size.depth.0 / 2)))
    }

    fn spot(&self, x: i16, y: i16) -> Answer {
        Answer::two(verb::RIDE, commander_point(self.commander), Point::Spot(x, y))
    }
}

impl Options for Post<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        let joins = self.b.units_of(self.side).filter(|unit| self.may_join(*unit));
        let who = commander_point(self.commander);
        out.extend(joins.map(|unit| Answer::two(verb::JOIN, who, unit_point(unit))));
        let size = commander_size(self.b);
        let depth = self.b.table.depth.0;
        let y = if self.side == Side(0) { depth - size.depth.0 } else { size.depth.0 };
        out.push(self.spot(self.b.table.width.0 / 2, y));
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        let rule = rule!("deployment");
        if let Some(refusal) = stranger(self.b, rule, answer) {
            return Err(refusal);
        }
        let who = commander_point(self.commander);
        match (answer.verb, answer.points) {
            (verb::RIDE, [leader, Point::Spot(x, y), Point::Nothing]) if leader == who => {
                let own = self.pose(x, y).place(commander_size(self.b).shape());
                if is_in_zone(self.b, self.s, self.side, &own) {
                    return Ok(());
                }
                Err(Refusal::new(rule, "deploy.leader").with("leader", who))
            }
            _ => Err(not_offered(rule)),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        out.push(Span { from: self.spot(0, 0), to: self.spot(self.b.table.width.0, self.b.table.depth.0) });
    }
}

impl Field<'_, '_> {
    /// A unit is placed, with the commanders whose command stands then, or a division is kept back (`deployment`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn deployment_step(&mut self) -> Play<Over> {
        let (side, b) = (self.s.clock.side, self.b);
        let is_left = |s: &State, side: Side| left(b, s, side).next().is_some();
        if !is_left(self.s, side) || self.s.deployment.row >= ROW {
            self.s.deployment.row = 0;
            if !is_left(self.s, side.enemy()) && !is_left(self.s, side) {
                self.mark_commanders_off();
                return Ok(Over::Yes);
            }
            if is_left(self.s, side.enemy()) {
                self.s.clock.side = side.enemy();
            }
            return Ok(Over::No);
        }
        let rule = rule!("deployment");
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            for unit in left(b, s, side) {
                let forms = Formation::ALL.iter().filter(|one| may_deploy(b, s, side, unit, **one).is_ok());
                out.extend(
                    forms.map(|one| Answer::two(verb::DEPLOY, unit_point(unit), Point::Number(*one as i16))),
                );
            }
            off_answers(b, s, side, false, out);
        };
        let refuse = |b: &Battle, s: &State, answer: &Answer| match (unit_of(answer), formation_of(answer)) {
            (Some(unit), Some(formation)) if answer.verb == verb::DEPLOY => {
                may_deploy(b, s, side, unit, formation).err().unwrap_or(not_offered(rule))
            }
            _ => match division_of(answer) {
                Some(division)
                    if answer.verb == verb::RESERVE && !may_be_off(b, s, side, division, false) =>
                {
                    Refusal::new(rule!("deployment.off_table"), "reserve.which")
                        .with("division", crate::core::field::division_point(division))
                }
                _ => not_offered(rule),
            },
        };
        let answer = self.ask(side, rule, "deploy", about([Point::Side(side)]), list, refuse)?;
        match (answer.verb, unit_of(&answer), formation_of(&answer)) {
            (verb::DEPLOY, Some(unit), Some(formation)) => self.deploy(unit, formation)?,
            _ => self.keep_off(side, &answer),
        }
        self.post_commanders(side)?;
        Ok(Over::No)
    }

    /// A unit gets its place (`deployment`).
    fn deploy(&mut self, unit: UnitId, formation: Formation) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let (side, rule) = (b.side(unit), rule!("deployment"));
        let size = size(b, b.unit(unit), formation).expect("the question has judged it");
        let friends = figures(b, s, side).map(|(_, figure)| figure);
        let base = s.communications[side.index()].map(|at| communications_at(b, side, at));
        let friends = friends.chain(base).collect();
        let options = Site { b, s, side, unit, size, friends };
        let question =
            Question { side, rule, key: "place", about: about([unit_point(unit)]), options: &options };
        let answer = self.doors.ask(s, &question)?;
        let division = b.unit(unit).division;
        let [Point::Spot(x, y), Point::Turn(turn), _] = answer.points else {
            let now = &mut self.s.divisions[division.i()];
            (now.coming, now.approach) = (Coming::Off, Approach::RearCentre);
            self.s.deployment.open[side.index()] = DivisionId::NONE;
            return Ok(());
        };
        let now = self.s.unit_mut(unit);
        (now.status, now.formation) = (Status::Table, formation);
        now.pose = Pose { at: Spot { x, y }, turn: Turn(turn) };
        self.s.deployment.row += 1;
        self.s.deployment.open[side.index()] = division;
        self.tell(|| {
            Event::new(rule, "deployed")
                .point("unit", unit_point(unit))
                .word("formation", formation.name())
                .point("to", Point::Spot(x, y))
                .point("turn", Point::Turn(turn))
        });
        Ok(())
    }

    /// Commanders are placed as soon as all units of their command stand, the corps commander after all others of the side (`deployment`).
    fn post_commanders(&mut self, side: Side) -> Play<()> {
        let b = self.b;
        let open = self.s.deployment.open[side.index()];
        if left(b, self.s, side).any(|unit| b.unit(unit).division == open) {
            return Ok(());
        }
        self.s.deployment.open[side.index()] = DivisionId::NONE;
        let all = left(b, self.s, side).next().is_none();
        let (corps, others): (Vec<_>, Vec<_>) =
            b.commander_ids().partition(|one| b.commander(*one).is_of_corps());
        for commander in others.into_iter().chain(corps) {
            let card = b.commander(commander);
            let waits = card.side == side && self.s.commander(commander).status == Status::Waiting;
            let stands = if card.is_of_corps() {
                all
            } else {
                let mut own = b.units_of(side).filter(|unit| {
                    b.unit(*unit).division == card.division && self.s.unit(*unit).status != Status::Absent
                });
                self.s.divisions[card.division.i()].coming == Coming::Here
                    && own.all(|unit| self.s.unit(unit).on_table())
            };
            if waits && stands {
                self.post(commander)?;
            }
        }
        Ok(())
    }

    /// A commander gets a place.
    fn post(&mut self, commander: CommanderId) -> Play<()> {
        let (b, side, rule) = (self.b, self.b.commander(commander).side, rule!("deployment"));
        // Who may be led is asked of those who are there.
        self.s.commander_mut(commander).status = Status::Table;
        let options = Post { b, s: self.s, side, commander };
        let about = about([commander_point(commander)]);
        let question = Question { side, rule, key: "post", about, options: &options };
        let answer = self.doors.ask(self.s, &question)?;
        match answer.points[1] {
            Point::Spot(x, y) => {
                let pose = Post { b, s: self.s, side, commander }.pose(x, y);
                self.s.commander_mut(commander).pose = pose;
            }
            _ => self.s.commander_mut(commander).with = unit_of(&answer).unwrap_or(UnitId::NONE),
        }
        self.tell(|| {
            Event::new(rule, "posted")
                .point("leader", commander_point(commander))
                .point("to", answer.points[1])
        });
        Ok(())
    }

    /// The base of a commander whose division is off the table marks its note beside the line of communications; nobody can reach it
    /// (`deployment.off_table`).
    fn mark_commanders_off(&mut self) {
        let b = self.b;
        for commander in b.commander_ids().filter(|one| !b.commander(*one).is_of_corps()) {
            let (side, division) = (b.commander(commander).side, b.commander(commander).division);
            let Some(at) = self.s.communications[side.index()] else { continue };
            if self.s.divisions[division.i()].coming == Coming::Off {
                let y = if side == Side(0) { b.table.depth.0 } else { 0 };
                self.s.commander_mut(commander).pose = Pose { at: Spot { x: at.0, y }, turn: forward(side) };
            }
        }
    }
}

//! The field of battle as a procedure sees it: battle, state and doors together.

use ground::HexId;
use table::{Answer, Doors, Event, Options, Play, Point, Question, Refusal, Rule, Side, Throw, ThrowKind};

use crate::battle::Battle;
use crate::few::Few;
use crate::shock::combat::Strike;
use crate::state::{LeaderId, MarkerId, State, UnitId, did};
use crate::why::{self, Asked};
use crate::{Jdg, commanders};

/// Where the rules' procedures live.
pub struct Field<'t, 'd> {
    /// The fixed part.
    pub b: &'t Battle,
    /// The changing part.
    pub s: &'t mut State,
    /// The doors.
    pub doors: &'t mut Doors<'d, Jdg>,
    /// Hexes that units were driven into since the combat began, for pursuers to follow (9.5.2).
    pub trail: Trail,
    /// Infantry that a charge threw out of its square: it forms none against the pursuit that results (9.3.1).
    pub(crate) broken: Few<UnitId>,
    /// Who passed through whom, and so made it test or run, the latest last (10.5).
    pub(crate) chain: Few<(UnitId, UnitId)>,
    /// Who strikes in the combat under way, for those who ask why they cannot refuse it (8.8).
    pub(crate) fight: Few<Strike>,
}

/// A question's options made of two closures over the same predicates.
pub struct Choices<L, F> {
    /// Lists the legal answers.
    pub list: L,
    /// Explains why another is refused.
    pub refuse: F,
}

impl<L: Fn(&mut Vec<Answer>), F: Fn(&Answer) -> Refusal> Options for Choices<L, F> {
    fn list(&self, out: &mut Vec<Answer>) {
        (self.list)(out);
    }

    fn refuse(&self, answer: &Answer) -> Refusal {
        (self.refuse)(answer)
    }
}

/// How a unit comes into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// By its own will: movement, charge, advance, pursuit, evasion, entry.
    Own,
    /// Driven: recoil, retreat, rout.
    Driven,
}

/// The hexes into which units were driven, in order.
#[derive(Clone, Debug)]
pub struct Trail {
    steps: [(UnitId, HexId); Trail::MOST],
    count: usize,
}

impl Default for Trail {
    fn default() -> Self {
        Trail { steps: [(UnitId::NONE, HexId::NONE); Trail::MOST], count: 0 }
    }
}

impl Trail {
    /// The most steps that are remembered; a combat drives units over far fewer hexes.
    pub const MOST: usize = 64;

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.count = 0;
    }

    /// Remembers that a unit was driven into a hex.
    pub fn push(&mut self, unit: UnitId, hex: HexId) {
        if self.count < Self::MOST {
            self.steps[self.count] = (unit, hex);
            self.count += 1;
        }
    }

    /// The hexes into which a unit was driven, in order.
    pub fn of(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        self.steps[..self.count].iter().filter(move |(u, _)| *u == unit).map(|(_, h)| *h)
    }
}

/// The units that caused somebody to recoil or retreat (10.3.1), or none.
#[derive(Clone, Copy, Debug)]
pub struct Foes {
    units: [UnitId; Foes::MOST],
    count: usize,
}

impl Default for Foes {
    fn default() -> Self {
        Foes { units: [UnitId::NONE; Foes::MOST], count: 0 }
    }
}

impl Foes {
    /// The most units that can attack at once: six hexes of four.
    pub const MOST: usize = 24;

    /// Nobody: the unit suffers without an attacker.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// One attacker.
    pub fn one(unit: UnitId) -> Self {
        Self::nobody().and(unit)
    }

    /// With another attacker.
    #[must_use]
    pub fn and(mut self, unit: UnitId) -> Self {
        self.units[self.count] = unit;
        self.count += 1;
        self
    }

    /// The attackers.
    pub fn units(&self) -> &[UnitId] {
        &self.units[..self.count]
    }
}

/// A unit as something to point at.
pub fn unit_point(unit: UnitId) -> Point {
    Point::Unit(unit.0.into())
}

/// A hex as something to point at.
pub fn hex_point(hex: HexId) -> Point {
    Point::Place(hex.0)
}

/// A leader as something to point at.
pub fn leader_point(leader: LeaderId) -> Point {
    Point::Leader(leader.0.into())
}

/// A marker as something to point at.
pub fn marker_point(marker: MarkerId) -> Point {
    Point::Marker(marker.0.into())
}

/// The unit an answer points at.
pub fn unit_of(answer: &Answer) -> Option<UnitId> {
    answer.unit().map(|u| UnitId(u as u8))
}

/// The hex an answer points at.
pub fn hex_of(answer: &Answer) -> Option<HexId> {
    answer.place().map(HexId)
}

impl<'t, 'd> Field<'t, 'd> {
    /// Opens the field.
    pub fn new(b: &'t Battle, s: &'t mut State, doors: &'t mut Doors<'d, Jdg>) -> Self {
        Field {
            b,
            s,
            doors,
            trail: Trail::default(),
            broken: Few::new(),
            chain: Few::new(),
            fight: Few::new(),
        }
    }

    /// Asks a side. `about` names what the question is about.
    ///
    /// # Errors
    /// As [`Doors::ask`].
    pub fn ask(
        &mut self,
        side: Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
        list: impl Fn(&Battle, &State, &mut Vec<Answer>),
        refuse: impl Fn(&Battle, &State, &Answer) -> Refusal,
    ) -> Play<Answer> {
        let (b, s) = (self.b, &*self.s);
        let asked = Asked { side, rule, key, about: &about, fight: &self.fight };
        let options = Choices {
            list: |out: &mut Vec<Answer>| list(b, s, out),
            refuse: |a: &Answer| {
                let mut listed = Vec::new();
                list(b, s, &mut listed);
                match why::meant(b, s, &asked, &listed, a) {
                    Ok(meant) => refuse(b, s, &meant),
                    Err(refusal) => refusal,
                }
            },
        };
        self.doors.ask(s, &Question { side, rule, key, about, options: &options })
    }

    /// Asks a side to choose among listed answers; `refuse` explains why another thing of the same kinds is not among them.
    ///
    /// # Errors
    /// As [`Doors::ask`].
    pub fn choose(
        &mut self,
        side: Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
        answers: &[Answer],
        refuse: impl Fn(&Battle, &State, &Answer) -> Refusal,
    ) -> Play<Answer> {
        self.ask(side, rule, key, about, |_, _, out| out.extend_from_slice(answers), refuse)
    }

    /// Asks a side to choose among all that could be named: facings of a unit that looks where it likes, yes or no.
    ///
    /// # Errors
    /// As [`Doors::ask`].
    pub fn choose_any(
        &mut self,
        side: Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
        answers: &[Answer],
    ) -> Play<Answer> {
        self.choose(side, rule, key, about, answers, |_, _, _| why::must(rule, key, &about))
    }

    /// Throws a ten-sided die read 0 to 9 (0.4). `class` says which faces lead to the same continuation.
    ///
    /// # Errors
    /// As [`Doors::roll`].
    pub fn d10(
        &mut self,
        rule: Rule,
        key: &'static str,
        side: Side,
        about: [Point; 3],
        class: impl Fn(i16) -> u32,
    ) -> Play<i16> {
        let face = self.doors.roll(&Throw {
            rule,
            key,
            side: Some(side),
            kind: ThrowKind::Die,
            faces: 10,
            about,
            class: &|face| class(face as i16),
            shows: &|face| Point::Number(face as i16),
        })?;
        Ok(face as i16)
    }

    /// Tells that something happened.
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.doors.tell(event);
    }

    /// Puts a unit into a hex, with everything that follows from its arrival: artillery over other troops (5.1.2), the objective passes
    /// to its side, reinforcement markers come off near enemies (5.2.1), enemy commanders next to it must or may move away if it
    /// came by its own will (2.5.2).
    ///
    /// # Errors
    /// As [`Doors::ask`].
    pub fn relocate(&mut self, unit: UnitId, hex: HexId, how: How) -> Play<()> {
        self.relocate_together(&[unit], hex, how)
    }

    /// The same for units that move together, from the top of their stack. RULING J215: enemy commanders give way once to all of them.
    ///
    /// # Errors
    /// As [`Doors::ask`].
    pub fn relocate_together(&mut self, units: &[UnitId], hex: HexId, how: How) -> Play<()> {
        for &unit in units {
            self.place(unit, hex, how);
        }
        commanders::disturb(self, units[0], how)
    }

    /// Puts one unit into a hex. Here alone is noted that a unit has moved, and what becomes of the attack for which it was
    /// committed.
    fn place(&mut self, unit: UnitId, hex: HexId, how: How) {
        self.lapse(unit, if how == How::Own { "lapse_moved" } else { "lapse_driven" });
        let last_gun = self.s.stack(hex).filter(|&u| u != unit && self.b.is_gun(u)).last();
        match last_gun {
            _ if !self.b.is_gun(unit) => self.s.put(unit, hex),
            Some(above) => self.s.put_under(unit, above),
            None => self.s.put_on_top(unit, hex),
        }
        self.pass_objective(unit, hex);
        self.release_round(unit);
        match how {
            How::Own => self.s.unit_mut(unit).did |= did::MOVED,
            How::Driven => {
                self.break_off(unit);
                self.trail.push(unit, hex);
            }
        }
    }

    /// A charger that is driven off, or evades, charges no more (RULING J178); its test at the end of the charge is due.
    pub(crate) fn break_off(&mut self, unit: UnitId) {
        let u = self.s.unit_mut(unit);
        if u.has(did::CHARGING) {
            u.did = (u.did & !did::CHARGING) | did::CHARGED;
        }
    }
}

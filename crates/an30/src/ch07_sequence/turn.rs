//! 7.1 to 7.6: the segments of a turn.

use table::{Event, Flow, Play, Rank, rule};

use crate::Field;
use crate::core::battle::Light;
use crate::core::field::{Errand, unit_point};
use crate::core::state::{Segment, Status, did, leader_did};

impl Field<'_> {
    /// One step of the game (7), after which the state is a checkpoint.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn step(&mut self) -> Play<Flow> {
        if self.fill_places()? == Errand::Done {
            return Ok(Flow::Continue);
        }
        if self.choose_commanders()? == Errand::Done {
            return Ok(Flow::Continue);
        }
        self.dissolve_positions();
        self.cancel_marches();
        match self.s.clock.segment {
            Segment::Command => self.command_segment()?,
            Segment::Maneuver => self.maneuver_segment()?,
            Segment::Fire => self.fire_segment()?,
            Segment::Assault => self.assault_segment()?,
            Segment::Reorganization => self.reorganization()?,
            Segment::Adjustment => self.adjustment()?,
            Segment::Over => {}
        }
        Ok(if self.s.clock.segment == Segment::Over { Flow::Over } else { Flow::Continue })
    }

    /// Goes on to a segment.
    pub fn enter_segment(&mut self, segment: Segment) {
        let clock = &mut self.s.clock;
        (clock.segment, clock.step, clock.cursor) = (segment, 0, 0);
        for unit in &mut self.s.units {
            unit.opening = unit.losses;
        }
        self.s.note_places();
        self.note_wrecks(segment);
        if segment == Segment::Maneuver {
            self.s.clock.drawer = self.s.clock.first;
        }
        if !matches!(segment, Segment::Command | Segment::Over) {
            self.tell(|| Event::new(segment_rule(segment), "segment").word("segment", segment.name()));
        }
    }

    /// The heading of a game turn.
    pub(crate) fn tell_turn(&mut self) {
        let (b, turn) = (self.b, self.s.clock.turn);
        let light = b.light(self.s);
        self.tell(|| {
            let clock = b.turns[usize::from(turn)].clock();
            let key = if clock.is_some() { "turn.begin" } else { "turn.untimed" };
            let event = Event::new(rule!("7"), key)
                .opening(Rank::Turn)
                .number("turn", i32::from(turn) + 1)
                .number("turns", b.turns.len() as i32)
                .word("light", Light::name(light));
            match clock {
                Some((hour, minute)) => event.time(hour, minute),
                None => event,
            }
        });
    }

    /// Reinforcements that have not entered when the game ends are eliminated (8.10.3).
    fn never_came(&mut self) {
        for unit in self.b.arrivals.iter().flat_map(|arrival| &arrival.units) {
            let now = self.s.unit_mut(*unit);
            if now.status == Status::Waiting && !now.has(did::RETURNS) {
                now.status = Status::Destroyed;
                self.tell(|| Event::new(rule!("8.10.3"), "never_came").point("unit", unit_point(*unit)));
            }
        }
    }

    /// The Turn Adjustment Segment (7.6): the next turn, or the end.
    fn adjustment(&mut self) -> Play<()> {
        if usize::from(self.s.clock.turn) + 1 >= self.b.turns.len() {
            self.never_came();
            self.enter_segment(Segment::Over);
            self.tell(|| Event::new(rule!("7.6"), "over"));
            return Ok(());
        }
        self.s.clock.turn += 1;
        for unit in &mut self.s.units {
            unit.set(did::TURN, false);
            (unit.spent, unit.spent_turn, unit.event) = (0, 0, 0);
            unit.mu = crate::core::state::MuId::NONE;
        }
        for leader in &mut self.s.leaders {
            leader.did &= leader_did::LASTING;
            (leader.spent, leader.mu) = (0, crate::core::state::MuId::NONE);
        }
        self.return_batteries()?;
        self.enter_segment(Segment::Command);
        Ok(())
    }
}

/// The rule of a segment.
const fn segment_rule(segment: Segment) -> table::Rule {
    match segment {
        Segment::Command => rule!("7.1"),
        Segment::Maneuver => rule!("7.2"),
        Segment::Fire => rule!("7.3"),
        Segment::Assault => rule!("7.4"),
        Segment::Reorganization => rule!("7.5"),
        Segment::Adjustment | Segment::Over => rule!("7.6"),
    }
}

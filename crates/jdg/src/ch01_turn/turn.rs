//! 1: the game turn. The clock's state machine: each step of the game is one pass through [`Field::step`].

use table::{Event, Flow, Play, Rank, Rulebook, Side, rule};

use crate::core::battle::Weather;
use crate::core::state::{Chit, GroupId, MarkerId, Phase, Renfort, Segment};
use crate::{Field, Jdg};

/// Both sides, in the battle's order.
pub const SIDES: [Side; 2] = [Side(0), Side(1)];

/// The cursor of the Orders Phase at its second and third checkpoint.
const RELEASES: u8 = 1;
const ALLOCATES: u8 = 2;

impl Field<'_, '_> {
    /// One step of the game (1), after which the state is a checkpoint.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn step(&mut self) -> Play<Flow> {
        self.watch_victory();
        match self.s.clock.phase {
            Phase::Orders => self.orders_phase()?,
            Phase::Initiative => self.initiative_phase()?,
            Phase::Assembly => self.assembly_phase(),
            Phase::Draw => self.draw_marker()?,
            Phase::Activation => self.activation_step()?,
            Phase::Rout => self.rout_phase()?,
            Phase::Demoralization => self.demoralization_phase(),
            Phase::Final => self.final_phase(),
            Phase::Over => {}
        }
        Ok(if self.s.clock.phase == Phase::Over { Flow::Over } else { Flow::Continue })
    }

    /// Goes on to a phase.
    pub(crate) fn enter_phase(&mut self, phase: Phase) {
        let clock = &mut self.s.clock;
        (clock.phase, clock.marker, clock.segment, clock.cursor) =
            (phase, MarkerId::NONE, Segment::Orders, 0);
    }

    /// A, the Orders Phase, in three checkpoints: combined markers (2.1.2), reinforcement markers (5.2.1), orders (2.3).
    fn orders_phase(&mut self) -> Play<()> {
        match self.s.clock.cursor {
            RELEASES => {
                self.release_reinforcements()?;
                self.s.clock.cursor = ALLOCATES;
            }
            ALLOCATES => {
                self.allocate_orders()?;
                self.enter_phase(Phase::Initiative);
            }
            _ => {
                self.tell_turn();
                self.place_combined_markers()?;
                self.s.clock.cursor = RELEASES;
            }
        }
        Ok(())
    }

    /// The heading of a game turn, with the time of day if the turn track says one.
    fn tell_turn(&mut self) {
        let b = self.b;
        let (turn, turns) = Jdg::turn(b, self.s);
        let weather = match b.weather(self.s) {
            Weather::Clear => "clear",
            Weather::Fog => "fog",
            Weather::Night => "night",
        };
        let clock = b.turns[usize::from(self.s.clock.turn)].clock();
        self.tell(|| {
            let key = if clock.is_some() { "turn.begin" } else { "turn.untimed" };
            let event = Event::new(rule!("1"), key)
                .opening(Rank::Turn)
                .number("turn", turn)
                .number("turns", turns)
                .word("weather", weather);
            match clock {
                Some((hour, minute)) => event.time(hour, minute),
                None => event,
            }
        });
    }

    /// E, rout movement, one unit a checkpoint (10.4).
    fn rout_phase(&mut self) -> Play<()> {
        if self.rout_step()? == Flow::Over {
            self.clear_activation();
            self.enter_phase(Phase::Demoralization);
        }
        Ok(())
    }

    /// E, demoralisation (11.2).
    fn demoralization_phase(&mut self) {
        self.demoralization();
        self.enter_phase(Phase::Final);
    }

    /// F, the Final Phase: victory (13), or the next turn; order markers come off.
    fn final_phase(&mut self) {
        if self.s.triumph != 0 || usize::from(self.s.clock.turn) + 1 >= self.b.turns.len() {
            self.enter_phase(Phase::Over);
            self.tell_outcome();
            return;
        }
        self.remove_markers();
        self.s.clock.turn += 1;
        self.enter_phase(Phase::Orders);
    }

    /// Order markers and the markers in the cup come off the table; commanders may move again (1.F, 2.5.1).
    fn remove_markers(&mut self) {
        let fresh = crate::State::no_order();
        self.s.groups.fill(fresh);
        for unit in &mut self.s.units {
            unit.group = GroupId::NONE;
            // Received Orders without the marker were for the turn of entry only (5.2.1, exception).
            if unit.renfort == Renfort::ThisTurn {
                unit.renfort = Renfort::None;
            }
        }
        for leader in &mut self.s.leaders {
            leader.moved = false;
        }
        for chit in self.s.markers.iter_mut().filter(|c| **c != Chit::Spent) {
            *chit = Chit::Out;
        }
        self.tell(|| Event::new(rule!("1.F"), "turn.end"));
    }
}

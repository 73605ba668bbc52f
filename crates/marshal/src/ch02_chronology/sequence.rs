//! The sequence of a turn (2).

use table::{Event, Flow, Play, Point, Rank, Side, rule};

use crate::core::battle::Battle;
use crate::core::state::{LeaderStatus, Phase, State, did};
use crate::core::status;
use crate::{Field, ch18_movement, ch30_morale, ch35_cavalry};

/// The phases of a side's sequence, in their order (2).
const SEQUENCE: [Phase; 6] = [
    Phase::Charge,
    Phase::Movement,
    Phase::DefensiveFire,
    Phase::OffensiveFire,
    Phase::Assault,
    Phase::Recovery,
];

impl Field<'_, '_> {
    /// Plays what comes next: a piece of the present phase, or the next phase (2).
    pub(crate) fn step(&mut self) -> Play<Flow> {
        self.announce();
        let is_over = match self.s.clock.phase {
            Phase::Mutual => {
                self.mutual()?;
                Over::Yes
            }
            Phase::Charge => ch35_cavalry::charge_step(self)?,
            Phase::Movement => ch18_movement::phase(self)?,
            Phase::DefensiveFire => {
                let side = self.s.clock.side.enemy();
                self.fire_step(side)?
            }
            Phase::OffensiveFire => {
                let side = self.s.clock.side;
                self.fire_step(side)?
            }
            Phase::Assault => self.assault_step()?,
            Phase::Recovery => ch30_morale::recovery_step(self)?,
            Phase::Over => return Ok(Flow::Over),
        };
        self.break_down_spent();
        if is_over == Over::Yes {
            self.pass_on();
        }
        Ok(if self.s.clock.phase == Phase::Over { Flow::Over } else { Flow::Continue })
    }

    /// Says which turn and which phase begins.
    fn announce(&mut self) {
        let clock = self.s.clock;
        if clock.begun || clock.phase == Phase::Over {
            return;
        }
        self.s.clock.begun = true;
        if clock.phase == Phase::Mutual {
            let turns = self.b.turns.len() as i32;
            let told = minutes(&self.b.turns[usize::from(clock.turn)]);
            self.tell(|| {
                let turn = i32::from(clock.turn) + 1;
                match told {
                    Some((hour, minute)) => Event::new(rule!("2"), "turn.begin").time(hour, minute),
                    None => Event::new(rule!("2"), "turn.untimed"),
                }
                .opening(Rank::Turn)
                .number("turn", turn)
                .number("turns", turns)
            });
            return;
        }
        let rank = if clock.phase == Phase::Charge { Rank::Section } else { Rank::Line };
        self.tell(|| {
            Event::new(rule!("2"), "phase")
                .opening(rank)
                .point("side", Point::Side(clock.side))
                .word("phase", clock.phase.name())
        });
    }

    /// The mutual sequence: reinforcements are identified, leaders come back, morale levels are reckoned on the hour (2, 43, 45).
    fn mutual(&mut self) -> Play<()> {
        self.arrivals_vary()?;
        let turn = self.s.clock.turn;
        for leader in self.b.leader_ids() {
            let now = self.s.leader(leader);
            if now.status == LeaderStatus::Wounded && now.back <= turn {
                self.leader_returns(leader);
            }
        }
        let is_hour = minutes(&self.b.turns[usize::from(turn)]).is_none_or(|(_, minute)| minute == 0);
        if is_hour {
            self.morale_levels();
        }
        Ok(())
    }

    /// The next phase, sequence or turn.
    fn pass_on(&mut self) {
        let clock = self.s.clock;
        self.s.fired_at.clear();
        self.s.assaulted.clear();
        self.s.charges.clear();
        if clock.phase == Phase::Assault {
            self.wild_rout();
        }
        for unit in &mut self.s.units {
            unit.set(did::FIRED | did::TRIED, false);
        }
        let at = SEQUENCE.iter().position(|phase| *phase == clock.phase);
        let next = at.map_or(0, |at| at + 1);
        let clock = &mut self.s.clock;
        (clock.step, clock.begun) = (0, false);
        if let Some(phase) = SEQUENCE.get(next) {
            clock.phase = *phase;
        } else if clock.side == Side(0) {
            (clock.side, clock.phase) = (Side(1), Phase::Charge);
            self.new_sequence();
        } else {
            clock.side = Side(0);
            clock.turn += 1;
            clock.phase = Phase::Mutual;
            self.new_sequence();
            if usize::from(self.s.clock.turn) >= self.b.turns.len() {
                self.s.clock.phase = Phase::Over;
                self.tell(|| Event::new(rule!("2"), "over").opening(Rank::End));
            }
        }
    }

    /// End of all that lasts for a sequence.
    fn new_sequence(&mut self) {
        self.s.shots.clear();
        self.s.passed.clear();
        for unit in &mut self.s.units {
            unit.did &= did::SPENT | did::SHOWN;
            (unit.spent, unit.fire_losses) = (0, 0);
            unit.target = ground::HexId::NONE;
        }
        self.marches_end();
        for leader in &mut self.s.leaders {
            leader.spent = 0;
        }
    }
}

/// End of a phase: whether anything of it is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// It has: there is more.
    No,
    /// It has nothing left.
    Yes,
}

/// Hour and minute of a time as a clock shows it, if one is written.
pub fn minutes(time: &str) -> Option<(i32, i32)> {
    roster::hour_and_minute(time)
}

/// Points by side, in halves, for the objectives as they are held now.
pub fn half_points(b: &Battle, s: &State) -> [i32; 2] {
    [Side(0), Side(1)].map(|side| {
        let held = b.objectives.iter().filter(|o| status::holder(b, s, o.hex) == Some(side));
        held.map(|o| 2 * o.points).sum()
    })
}

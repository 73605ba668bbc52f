//! The sequence of a turn: each side has its own, the attacker first (`sequence`).

use table::{Event, Flow, Play, Point, Rank, rule};

use crate::Field;
use crate::core::field::Over;
use crate::core::place::in_contact;
use crate::core::state::{Halt, Phase, Stage, Status, did};

/// Phases before the first turn of a game that is set up by the book, in its order (`deployment`).
const BEFORE: [Phase; 11] = [
    Phase::Initiative,
    Phase::Raising,
    Phase::Region,
    Phase::Hill,
    Phase::Selection,
    Phase::Placement,
    Phase::Works,
    Phase::Attachments,
    Phase::March,
    Phase::Communications,
    Phase::Deployment,
];

/// The phases of a side's turn, in their order.
const SEQUENCE: [Phase; 7] = [
    Phase::Command,
    Phase::Assault,
    Phase::Fire,
    Phase::ReturnFire,
    Phase::Movement,
    Phase::Combat,
    Phase::Recovery,
];

impl Field<'_, '_> {
    /// Plays what comes next: a piece of the present phase, or the next phase (`sequence`).
    pub(crate) fn step(&mut self) -> Play<Flow> {
        self.announce();
        let over = match self.s.clock.phase {
            Phase::Initiative => self.initiative_step()?,
            Phase::Raising => self.raise_step()?,
            Phase::Region => self.region_step()?,
            Phase::Hill => self.hill_step()?,
            Phase::Selection => self.selection_step()?,
            Phase::Placement => self.placement_step()?,
            Phase::Works => self.works_step()?,
            Phase::Attachments => self.attachment_step()?,
            Phase::March => self.march_step()?,
            Phase::Communications => self.communications_step()?,
            Phase::Deployment => self.deployment_step()?,
            Phase::Command => self.allocation_step()?,
            Phase::Assault => self.assault_step()?,
            Phase::Fire => self.fire_step(self.s.clock.side)?,
            Phase::ReturnFire => self.fire_step(self.s.clock.side.enemy())?,
            Phase::Movement => self.movement_step()?,
            Phase::Combat => self.combat_step()?,
            Phase::Recovery => self.recovery_step()?,
            Phase::Over => return Ok(Flow::Over),
        };
        if over == Over::Yes {
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
        let turns = self.b.turns;
        if clock.phase == Phase::Command && clock.side == clock.attacker {
            self.tell(|| {
                Event::new(rule!("sequence"), "turn.begin")
                    .opening(Rank::Turn)
                    .number("turn", clock.turn + 1)
                    .number("turns", turns)
            });
        }
        let rank = if clock.phase == Phase::Command { Rank::Section } else { Rank::Line };
        self.tell(|| {
            Event::new(rule!("sequence"), "phase")
                .opening(rank)
                .point("side", Point::Side(clock.side))
                .word("phase", clock.phase.name())
        });
    }

    /// The next phase, of this side's turn or of the next one.
    fn pass_on(&mut self) {
        self.end_phase();
        let clock = self.s.clock;
        if let Some(at) = BEFORE.iter().position(|phase| *phase == clock.phase) {
            let next = BEFORE.get(at + 1).copied();
            let now = &mut self.s.clock;
            (now.begun, now.phase) = (false, next.unwrap_or(Phase::Command));
            // The defender deploys first, the attacker moves first.
            now.side = if next == Some(Phase::Deployment) { now.attacker.enemy() } else { now.attacker };
            return;
        }
        let at = SEQUENCE.iter().position(|phase| *phase == clock.phase);
        let next = at.and_then(|at| SEQUENCE.get(at + 1)).copied();
        let now = &mut self.s.clock;
        (now.begun, now.strayed, now.recovering, now.aimed, now.called) = (false, false, false, false, false);
        (now.stage, now.second) = (Stage::Declare, false);
        now.phase = next.unwrap_or(Phase::Command);
        if next.is_some() {
            return;
        }
        now.side = clock.side.enemy();
        now.turn += u16::from(clock.side != clock.attacker);
    }

    /// End of a phase: deeds that count in it only; with a side's recovery all command points return (`command.points`), with its movement
    /// what fire did to its advance (`recovery.halted`).
    fn end_phase(&mut self) {
        let (b, clock) = (self.b, self.s.clock);
        for unit in b.unit_ids() {
            // Who is driven off an obstacle, or has nobody before it any more, is no assailant.
            if clock.phase == Phase::Combat && self.s.unit(unit).has(did::ASSAILS) {
                let stays = in_contact(b, self.s, unit);
                self.s.unit_mut(unit).set(did::ASSAILS, stays);
            }
            let now = self.s.unit_mut(unit);
            const OF_PHASE: [u32; 11] = [
                did::TESTED,
                did::FAILED,
                did::STAYS,
                did::BEGUN,
                did::COMMANDED,
                did::FIRED,
                did::TARGET,
                did::FOUGHT,
                did::AGAIN,
                did::LATE,
                did::PIVOTED,
            ];
            for bit in OF_PHASE {
                now.set(bit, false);
            }
            if b.side(unit) == clock.side && clock.phase == Phase::Movement {
                now.halt = Halt::None;
            }
            if clock.phase == Phase::Recovery {
                now.set(did::MOVED, false);
                now.set(did::RETIRED, false);
                now.set(did::FLANKED, false);
                now.set(did::DECLARED, false);
                now.set(did::SILENT, false);
            }
        }
        for commander in b.commander_ids() {
            let card = b.commander(commander);
            let now = self.s.commander_mut(commander);
            now.moved = false;
            if card.side == clock.side && clock.phase == Phase::Recovery {
                (now.points, now.given, now.recovered) = (now.level, false, false);
                // Who follows one who fell is there when the side's next recovery is over; for a corps one of the division commanders was promoted.
                if now.replaced && now.status == Status::Lost && !card.is_of_corps() {
                    now.status = Status::Table;
                }
            }
        }
    }
}

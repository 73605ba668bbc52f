//! The Assault Segment (7.4): which assault comes next, and what lasts beyond it.

use ground::HexId;
use table::{Answer, Play, Point, Side, rule};

use crate::Field;
use crate::core::field::{about, hex_of, hex_point};
use crate::core::state::{Segment, State};
use crate::core::verb;

impl Field<'_> {
    /// The Assault Segment (7.4), one assault a checkpoint: the side with more of them chooses first, then the sides in turns.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn assault_segment(&mut self) -> Play<()> {
        self.settle_markers();
        if self.s.assaults.iter().all(|a| a.fought) {
            self.close_assaults();
            self.close_charges();
            self.tire_assaulted();
            self.enter_segment(Segment::Reorganization);
            return Ok(());
        }
        let of = |s: &State, side: Side| s.assaults.iter().filter(|a| a.side == side && !a.fought).count();
        if self.s.clock.step == 0 {
            let first = match of(self.s, Side(0)).cmp(&of(self.s, Side(1))) {
                std::cmp::Ordering::Greater => Side(0),
                std::cmp::Ordering::Less => Side(1),
                std::cmp::Ordering::Equal => {
                    let sides = [Point::Side(Side(0)), Point::Side(Side(1))];
                    Side(self.draw(rule!("7.4"), "first", Side(0), &sides)? as u8)
                }
            };
            self.s.clock.step = first.0 + 1;
            return Ok(());
        }
        let wished = Side(self.s.clock.step - 1);
        let side = if of(self.s, wished) > 0 { wished } else { wished.enemy() };
        let at = self.next_assault(side)?;
        self.s.clock.step = side.enemy().0 + 1;
        let steps = self.b.variant;
        steps.resolve_assault(self, at)?;
        let hexes: Vec<HexId> = self.b.ground.hexes().filter(|hex| !self.s.is_empty(*hex)).collect();
        self.sort_out(&hexes)
    }

    /// Closes the segment: what lasts beyond it is fought again in the next one; those in none of it any more are free.
    fn close_assaults(&mut self) {
        for assault in &mut self.s.assaults {
            assault.fought = false;
        }
        self.release();
    }

    /// The owner picks the assault that is resolved next.
    fn next_assault(&mut self, side: Side) -> Play<usize> {
        let own: Vec<(usize, HexId)> = self
            .s
            .assaults
            .iter()
            .enumerate()
            .filter(|(_, a)| a.side == side && !a.fought)
            .map(|(at, a)| (at, a.targets[0]))
            .collect();
        if let [(only, _)] = own[..] {
            return Ok(only);
        }
        let answers: Vec<Answer> =
            own.iter().map(|(_, hex)| Answer::one(verb::RESOLVE, hex_point(*hex))).collect();
        let answer = self.choose(side, rule!("7.4"), "assault.next", about([Point::Side(side)]), &answers)?;
        let hex = hex_of(&answer);
        Ok(own.iter().find(|(_, target)| Some(*target) == hex).expect("it was listed").0)
    }
}

//! Losses (11, 12).

use ground::HexId;
use table::{Event, Few, Play, Refusal, Rule, rule};

use crate::Field;
use crate::ch16_organisations::least;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, State, Status, UnitId};
use crate::core::status;

/// Gunnery: muskets strike the top unit, guns a whole stack (11).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gunnery {
    /// Muskets.
    Muskets,
    /// Guns, alone or with others.
    Guns,
}

/// Shares of losses to fire in a hex (11, 16.14): muskets strike the top unit, guns all in turn from the top; of unlimbered guns every second loss,
/// the others those of the infantry with them, or of nobody.
pub fn dealt(b: &Battle, s: &State, hex: HexId, losses: i16, by: Gunnery) -> Few<(UnitId, i16), 8> {
    let units = s.units_in(hex);
    let served = |u: &UnitId| b.arm(*u) == Arm::Artillery && s.unit(*u).formation == Formation::Unlimbered;
    let guns: Few<UnitId, 8> = units.iter().copied().filter(served).collect();
    let others: Few<UnitId, 8> = units.iter().copied().filter(|u| !served(u)).collect();
    let mut shares: Few<(UnitId, i16), 8> = units.iter().map(|u| (*u, 0)).collect();
    let (mut to_guns, mut to_others) = (0, 0);
    for number in 1..=losses {
        let is_even = number % 2 == 0;
        let list = match () {
            () if guns.is_empty() => &others,
            () if is_even => &guns,
            () => &others,
        };
        let count = if is_even && !guns.is_empty() { &mut to_guns } else { &mut to_others };
        let room = |u: &UnitId, shares: &Few<(UnitId, i16), 8>| {
            let share = shares.iter().find(|(other, _)| other == u).map_or(0, |(_, n)| *n);
            share < status::increments(b, s, *u)
        };
        let standing: Few<UnitId, 8> = list.iter().copied().filter(|u| room(u, &shares)).collect();
        if standing.is_empty() {
            continue;
        }
        let at = if by == Gunnery::Guns { *count % standing.len() } else { 0 };
        *count += 1;
        let share = shares.iter_mut().find(|(u, _)| *u == standing[at]).expect("it is one of the hex");
        share.1 += 1;
    }
    shares.retain(|(_, n)| *n > 0);
    shares
}

impl Field<'_, '_> {
    /// A unit loses increments (11): without any it is gone, a line or skirmishers too few for two hexes close up at once (16, 19).
    pub(crate) fn lose(&mut self, unit: UnitId, count: i16, why: Rule) {
        let left = status::increments(self.b, self.s, unit);
        let count = count.min(left);
        if count <= 0 {
            return;
        }
        self.s.unit_mut(unit).losses += count as u8;
        let hex = self.s.unit(unit).hex();
        self.tell(|| {
            Event::new(why, "lost")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
                .number("losses", count)
        });
        if count == left {
            self.remove(unit, Status::Destroyed, rule!("11"));
            return;
        }
        let row = status::row(self.b, self.s, unit);
        let hexes: Hexes = self.s.unit(unit).hexes().into();
        let mut keeps = hexes.len();
        while keeps > 1 && left - count < least(self.b, row, keeps) {
            keeps -= 1;
        }
        if keeps < hexes.len() {
            self.s.put(unit, &hexes[..keeps]);
            self.tell(|| {
                Event::new(rule!("16"), "closed_up")
                    .point("unit", unit_point(unit))
                    .point("hex", hex_point(hex))
            });
        }
    }

    /// A unit is gone for good.
    pub(crate) fn remove(&mut self, unit: UnitId, status: Status, why: Rule) {
        let hex = self.s.unit(unit).hex();
        self.s.lift(unit);
        self.s.unit_mut(unit).status = status;
        self.tell(|| Event::new(why, "gone").point("unit", unit_point(unit)).word("how", status.name()));
        self.leaders_left_behind(self.b.side(unit), hex, status);
    }

    /// Settling of a hex whose limit is exceeded, or where formations differ: all check once where there are too many, then the last in go back to the hex
    /// from which they came (10, 31; RULING 1).
    /// Who is put out of one hex may crowd the next; after some in a step they stay where they are (RULING 36).
    pub(crate) fn settle(&mut self, hex: HexId) -> Play<()> {
        for time in 0..8 {
            let units = self.s.units_in(hex);
            if units.len() < 2 {
                return Ok(());
            }
            let Err(refusal) = super::lawful(self.b, self.s, hex, &units) else { return Ok(()) };
            if time == 0 && is_crowded(&refusal) {
                self.crowd_checks(hex)?;
            } else if self.put_out < MOST_PUT_OUT {
                self.put_out += 1;
                self.put_out(hex, refusal)?;
            }
        }
        Ok(())
    }

    /// The last in goes back to the hex from which it came if there are too many (10); else, and where it cannot, it is disordered (19).
    fn put_out(&mut self, hex: HexId, refusal: Refusal) -> Play<()> {
        let last = self.s.units_in(hex).into_iter().max_by_key(|u| self.s.unit(*u).entered);
        let last = last.expect("a stack has units");
        self.tell(|| {
            Event::new(refusal.rule, "displaced").point("unit", unit_point(last)).point("hex", hex_point(hex))
        });
        let now = self.s.unit(last);
        let from = now.from;
        let near = from.is_some() && self.b.ground.distance(from, hex) == 1;
        let free = near && !status::is_enemy(self.b, self.s, self.b.side(last), from);
        if is_crowded(&refusal)
            && now.order == Order::Good
            && now.hexes().len() == 1
            && free
            && super::may_stand(self.b, self.s, &[last], from).is_ok()
        {
            self.step_back(last, from);
            Ok(())
        } else if now.order == Order::Pgd {
            self.rout(last, rule!("10"))
        } else {
            self.disorder(last, rule!("10"))
        }
    }
}

/// Units that are put out of hexes in a step, at most.
const MOST_PUT_OUT: u8 = 16;

/// Whether units may not stand together because they are too many, not because they do not suit each other.
fn is_crowded(refusal: &Refusal) -> bool {
    matches!(refusal.why, "stack.limit" | "stack.guns" | "stack.never")
}

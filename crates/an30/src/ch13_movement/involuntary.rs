//! 13.2: involuntary movement: rout, recoil, bounce.

use ground::HexId;
use table::{Answer, Play, Refusal, rule};

use crate::Field;
use crate::ch10_zones::zones::{self, Whose};
use crate::ch11_stacking::limits;
use crate::ch13_movement::{allowance, step};
use crate::ch17_losses::losses::Cause;
use crate::core::battle::Battle;
use crate::core::charts::Exact;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{State, Status, UnitId};
use crate::core::{Few, status, verb};

/// Why a unit moves against its will.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retreat {
    /// Rout movement (12.12.2, 13.2).
    Rout,
    /// So many hexes, whatever they cost (16.7.1).
    Recoil(u8),
    /// A third of the movement potential (19.9.3).
    Bounce,
}

impl Field<'_> {
    /// A unit retreats (13.2.4), hex by hex; each exit from an enemy zone costs an increment (10.5). Without a way out it surrenders.
    /// Says which hexes it went through, the one that it left first: a pursuit follows them (19.11.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn retreat(&mut self, unit: UnitId, why: Retreat) -> Play<Few<HexId>> {
        let mut left = match why {
            Retreat::Rout => allowance::allowance(self.b, self.s, unit),
            Retreat::Recoil(_) => u16::MAX,
            Retreat::Bounce => {
                let third = self.b.charts.movement.bounce.value;
                let points = Exact::from(i32::from(allowance::potential(self.b, self.s, unit))) * third;
                2 * points.nearest().max(0) as u16
            }
        };
        let mut hexes = if let Retreat::Recoil(hexes) = why { u16::from(hexes) } else { u16::MAX };
        let leaders = if why == Retreat::Rout { self.swept(unit) } else { Few::new() };
        let mut been: Few<HexId> = Few::from_slice(&[self.s.unit(unit).hex()]);
        while hexes > 0 && self.s.unit(unit).on_map() {
            let ways = ways(self.b, self.s, unit, &been, left);
            if ways.is_empty() {
                if been.len() == 1 && !matches!(why, Retreat::Recoil(_)) {
                    self.remove(unit, Status::Surrendered, rule!("13.2.4"));
                }
                break;
            }
            let (to, cost) = self.way_back(unit, &ways)?;
            self.leave_under_fire(unit)?;
            if !self.s.unit(unit).on_map() {
                break;
            }
            self.enter_hex(&[unit], &leaders, to)?;
            been.push(to);
            left = left.saturating_sub(cost);
            hexes -= 1;
        }
        Ok(been)
    }

    /// A unit goes back so many hexes without suffering for it: displacement (11.1.5). Without a hex to go to it surrenders (13.2.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn step_back(&mut self, unit: UnitId, hexes: u8) -> Play<()> {
        let mut been: Few<HexId> = Few::from_slice(&[self.s.unit(unit).hex()]);
        for _ in 0..hexes {
            let ways = ways(self.b, self.s, unit, &been, u16::MAX);
            if ways.is_empty() {
                if been.len() == 1 {
                    self.remove(unit, Status::Surrendered, rule!("13.2.4"));
                }
                break;
            }
            let (to, _) = self.way_back(unit, &ways)?;
            self.enter_hex(&[unit], &[], to)?;
            been.push(to);
        }
        Ok(())
    }

    /// The owner's choice among the hexes that are open.
    fn way_back(&mut self, unit: UnitId, ways: &[(HexId, u16)]) -> Play<(HexId, u16)> {
        let answers: Few<Answer> =
            ways.iter().map(|(hex, _)| Answer::one(verb::BACK, hex_point(*hex))).collect();
        let answer = self.ask(
            self.b.side(unit),
            rule!("13.2.4"),
            "retreat.hex",
            about([unit_point(unit)]),
            |_, _, out| out.extend_from_slice(&answers),
            |_, _, _| Refusal::new(rule!("13.2.4"), "retreat.way").with("unit", unit_point(unit)),
        )?;
        let hex = hex_of(&answer).expect("back points at a hex");
        Ok(*ways.iter().find(|(way, _)| *way == hex).expect("it was listed"))
    }

    /// Each hex of an enemy zone that a retreating stack leaves costs it an increment (10.5).
    fn leave_under_fire(&mut self, unit: UnitId) -> Play<()> {
        let hex = self.s.unit(unit).hex();
        let friends = self.s.units_in(hex).iter().any(|other| *other != unit);
        if !friends && zones::bears_on(self.b, self.s, self.b.side(unit), hex, Whose::Any) {
            let each = self.b.charts.losses.zone_exited.count() as u8;
            self.lose(unit, each, Cause::Zone)?;
        }
        Ok(())
    }
}

/// The hexes into which a unit may retreat, with what they cost: not back, not into enemies, only where it may go and stand, one hex further
/// from the nearest enemy if possible (13.2.2 to 13.2.4).
fn ways(b: &Battle, s: &State, unit: UnitId, been: &[HexId], left: u16) -> Vec<(HexId, u16)> {
    let (from, side) = (s.unit(unit).hex(), b.side(unit));
    let far = |hex| status::nearest_enemy(b, s, side, hex, |_| true).unwrap_or(u16::MAX);
    let traveller = status::traveller(b, s, unit);
    let mut open: Vec<(HexId, u16)> = Vec::new();
    for dir in ground::Dir::ALL {
        let Some(to) = b.ground.neighbour(from, dir) else { continue };
        let cost = step::ground(b, traveller, from, dir).ok().filter(|cost| *cost <= left);
        let stands = !status::is_enemy(b, s, side, to) && limits::may_stand(b, s, &[unit], to).is_ok();
        if let Some(cost) = cost.filter(|_| stands && !been.contains(&to)) {
            open.push((to, cost));
        }
    }
    let now = far(from);
    if open.iter().any(|(hex, _)| far(*hex) > now) {
        open.retain(|(hex, _)| far(*hex) > now);
    }
    open
}

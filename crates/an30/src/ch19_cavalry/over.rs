//! 12.9.5, 19.2.6, 19.7.4: whom a charge rides over: squares of both sides, friendly skirmishers; and the square that it fights in its own hex.

use ground::{Dir, HexId};
use table::{Answer, Play, rule};

use crate::Field;
use crate::ch12_formations::passage::PushedBy;
use crate::ch15_fire::defence;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::Battle;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Charge, ChargeKind, ChargePhase, Formation, Order, State, UnitId};
use crate::core::{Few, status, verb};

use super::charge::Progress;
use super::pursuit::{Advance, Seizure};
use super::recall::Recall;
use super::{drive, grand_move};

/// The units of a hex that are not of a charge.
fn others(s: &State, c: &Charge, hex: HexId) -> Units {
    s.units_in(hex).into_iter().filter(|u| !c.units.contains(u)).collect()
}

/// Whether a square stands in a hex, alone or with the guns that it has taken in (12.9.4.2).
fn is_square(s: &State, hex: HexId) -> bool {
    s.units_in(hex).iter().any(|u| s.unit(*u).shape() == Formation::Square)
}

/// Whether friends in a hex let a charge pass: skirmishers and squares (19.2.6).
pub(super) fn lets_pass(s: &State, hex: HexId) -> bool {
    is_square(s, hex) || s.units_in(hex).iter().all(|u| s.unit(*u).shape() == Formation::Skirmish)
}

/// Whether a charge may ride over the enemies of a hex: a square that is not its target (19.7.4), and not that of a charge that awaits its mêlée.
pub(super) fn rides_over(s: &State, at: usize, hex: HexId) -> bool {
    let free = !s.charges[at].targets.contains(&hex) && !super::charge::awaits(s, hex);
    free && is_square(s, hex)
}

/// The hexes with which a charge strikes: of a column of companies its head (example 23), of a line all.
fn striking(s: &State, c: &Charge) -> Hexes {
    let Some(&top) = c.units.first() else { return Hexes::new() };
    let hexes = s.unit(top).hexes();
    let column = s.unit(top).shape() == Formation::Column;
    hexes.iter().copied().take(if column { 1 } else { hexes.len() }).collect()
}

/// The hexes of a charge, of those with which it strikes, in which others stand: it charges nobody until it is clear of them (19.7.4.2).
pub(super) fn covered(s: &State, at: usize) -> Hexes {
    let c = &s.charges[at];
    striking(s, c).into_iter().filter(|hex| !others(s, c, *hex).is_empty()).collect()
}

/// Those of them in which a charge fights the enemies whom it rides over (19.7.4.3).
pub(crate) fn within(s: &State, at: usize) -> Hexes {
    let c = &s.charges[at];
    covered(s, at).into_iter().filter(|hex| c.targets.contains(hex)).collect()
}

/// The cavalry of a hex whose charge awaits its mêlée: those whom it rode over may be there too, and nobody sets that right before (19.7.4).
pub fn of_hex(s: &State, hex: HexId) -> Units {
    let waits = |c: &&Charge| matches!(c.phase, ChargePhase::Contact | ChargePhase::Met);
    let charging = |u: &UnitId| s.charges.iter().filter(waits).any(|c| c.units.contains(u));
    s.units_in(hex).into_iter().filter(charging).collect()
}

/// Friendly skirmishers next to an enemy, who make room for a charge (12.10.5.2).
pub(super) fn makes_room(b: &Battle, s: &State, side: table::Side, unit: UnitId) -> bool {
    b.side(unit) == side
        && s.unit(unit).shape() == Formation::Skirmish
        && status::is_adjacent_to_enemy(b, s, unit)
}

/// Friendly skirmishers whom a charge would have pushed aside, and whom those they masked have disordered first (reading 1094): a charge passes no
/// others in disorder.
fn was_shot_at(b: &Battle, s: &State, side: table::Side, unit: UnitId) -> bool {
    b.side(unit) == side && s.unit(unit).order == Order::Disorder && status::is_adjacent_to_enemy(b, s, unit)
}

/// Whether a charge that goes into some hexes can go on from them, if it would share one with others there: it does not end among them (reading
/// 600, after 19.16.6.1).
pub(super) fn leads_on(b: &Battle, s: &State, at: usize, after: &[HexId], cost: u16) -> bool {
    let c = &s.charges[at];
    let side = b.side(c.units[0]);
    let stay = |hex: &HexId| others(s, c, *hex).iter().any(|u| !makes_room(b, s, side, *u));
    let grand = c.kind == ChargeKind::Grand;
    let mut then = s.clone();
    if grand {
        grand_move::clear_body(&mut then, at);
    }
    for &unit in &c.units {
        then.put(unit, after);
    }
    let strikes = striking(&then, c);
    if !strikes.iter().any(stay) {
        return true;
    }
    if strikes.iter().any(|hex| b.charts.terrain[b.ground.terrain(*hex)].blocks_los) {
        return false;
    }
    let next = &mut then.charges[at];
    next.left = next.left.saturating_sub(cost);
    next.route.push(after[0]);
    // A grand charge goes straight on (19.16.4.1).
    let next = c.grand.next.filter(|_| grand).map(|dir| grand_move::after(b, s, c.units[0], dir));
    then.charges[at].grand.next = next;
    let mut dirs = Dir::ALL.into_iter().filter(|dir| next.is_none_or(|next| *dir == next));
    dirs.any(|dir| drive::may_go(b, &then, at, dir).is_ok())
}

impl Field<'_> {
    /// The declared targets behind friendly skirmishers whom a charge is about to push aside fire at these, or hold their fire for the charge
    /// (12.10.5.2).
    pub(super) fn unmasks(&mut self, at: usize, after: &[HexId]) -> Play<()> {
        let (b, s, c) = (self.b, &*self.s, &self.s.charges[at]);
        let side = b.side(c.units[0]);
        let gives_way = |hex: &HexId| others(s, c, *hex).iter().any(|u| makes_room(b, s, side, *u));
        let hexes: Few<HexId> = after.iter().copied().filter(gives_way).collect();
        let targets = c.targets.clone();
        for hex in hexes {
            let near: Few<HexId> =
                targets.iter().copied().filter(|t| self.b.ground.distance(*t, hex) == 1).collect();
            self.unmask_targets(&near, hex, PushedBy::Charge)?;
        }
        Ok(())
    }

    /// Rides down those in the way of a charge: friendly skirmishers next to an enemy disorder and go back to where it came from (12.10.5.2; of a column of
    /// companies to the hex that it has left, reading 601); those in a square and the cavalry check if they are too many for the hex (12.9.5,
    /// 19.7.4.1). `before` are the hexes that the charge has left.
    pub(super) fn rides_down(&mut self, at: usize, before: &[HexId]) -> Play<()> {
        let units = self.s.charges[at].units.clone();
        let (b, top) = (self.b, units[0]);
        let now: Hexes = self.s.unit(top).hexes().into();
        for (i, &hex) in now.iter().enumerate().filter(|(_, hex)| !before.contains(hex)) {
            let others = others(self.s, &self.s.charges[at], hex);
            let Some(&first) = others.first() else { continue };
            if self.s.unit(first).shape() == Formation::Square {
                self.notes_square(at, &others);
                self.crowds_square(&units, &others, hex)?;
            } else if makes_room(b, self.s, b.side(top), first) || was_shot_at(b, self.s, b.side(top), first)
            {
                let back = [before.get(i), before.last()];
                let clear = |hex: &HexId| self.s.units_in(*hex).iter().all(|u| !units.contains(u));
                let Some(back) = back.into_iter().flatten().copied().find(clear) else { continue };
                for &unit in &others {
                    self.collapse(unit, hex);
                    self.disorder(unit, rule!("12.10.5.2"))?;
                    self.s.put(unit, &[back]);
                }
                // Among others who let the charge pass they violate the limits (11.1.4, 11.1.5).
                self.settle(back, &others)?;
            }
        }
        Ok(())
    }

    /// Cavalry in the hex of a square: above the limit of the hex all check; a unit that fails disorders, or routs if it was in disorder (12.9.5, 11.1.4).
    pub(super) fn crowds_square(&mut self, cavalry: &[UnitId], square: &[UnitId], hex: HexId) -> Play<()> {
        let b = self.b;
        let limit = b.charts.stacking[b.charts.terrain[b.ground.terrain(hex)].stacking].infantry.0;
        let all = cavalry.iter().chain(square).map(|u| status::increments(b, self.s, *u)).sum::<i16>();
        if Some(all) <= limit {
            return Ok(());
        }
        for group in [cavalry, square] {
            let there: Units = group.iter().copied().filter(|u| defence::may_check(self.s, *u)).collect();
            let mut check = Check::plain(Kind::Violation, rule!("12.9.5"));
            check.parts.push(b.charts.violations.square_ridden_over.part(1));
            let verdicts = self.check_morale(&there, &check)?;
            let failed: Units = verdicts.failed().collect();
            self.worsen_all(&failed, rule!("12.9.5"))?;
        }
        Ok(())
    }

    /// In the hex of an enemy square cavalry may try to stop and fight it, by a recall (19.7.4.3), unless it is in disorder (19.7.4.1). A grand charge
    /// never stops there (19.16.6).
    pub(super) fn fights_within(&mut self, at: usize) -> Play<Progress> {
        let (b, s, c) = (self.b, &*self.s, &self.s.charges[at]);
        let Some(&top) = c.units.first().filter(|_| c.kind == ChargeKind::Ordinary) else {
            return Ok(Progress::On);
        };
        let enemy = |hex: &HexId| s.units_in(*hex).iter().any(|u| b.side(*u) != b.side(top));
        let hexes: Few<HexId> = covered(s, at).into_iter().filter(enemy).collect();
        if hexes.is_empty() || c.units.iter().any(|u| s.unit(*u).order != Order::Good) {
            return Ok(Progress::On);
        }
        let answers = [Answer::one(verb::TARGET, hex_point(hexes[0])), Answer::button(verb::PASS)];
        let points = about([unit_point(top), hex_point(hexes[0])]);
        let answer = self.choose(b.side(top), rule!("19.7.4.3"), "charge.within", points, &answers)?;
        if answer.verb != verb::TARGET || self.recall(at, rule!("19.7.4.3"))? == Recall::Unheard {
            return Ok(Progress::On);
        }
        self.s.charges[at].targets = hexes.to_vec();
        self.await_melee(at);
        Ok(Progress::Over)
    }

    /// Cavalry whose enemies have left the hex where it fought them has it (19.10): its mêlée disorders it, and a line in several hexes gathers there.
    pub(crate) fn holds_the_hex(&mut self, units: &[UnitId], hex: HexId, seizure: Seizure) -> Play<Advance> {
        for &unit in units {
            self.collapse(unit, hex);
            if seizure == Seizure::ByMelee {
                self.disorder(unit, rule!("19.10.1"))?;
            }
        }
        Ok(Advance::of(units.first().is_some_and(|u| self.s.unit(*u).on_map())))
    }

    /// A charge has come to its mêlée.
    pub(super) fn await_melee(&mut self, at: usize) {
        let c = &mut self.s.charges[at];
        c.phase = ChargePhase::Contact;
        let (top, hex) = (c.units[0], c.targets[0]);
        self.tell(|| {
            table::Event::new(rule!("19.1.1.4"), "charge.contact")
                .point("unit", unit_point(top))
                .point("hex", hex_point(hex))
        });
    }
}

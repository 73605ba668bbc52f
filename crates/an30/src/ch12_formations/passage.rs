//! 12.10.5: skirmishers and others pass through each other; the pas de charge.

use ground::{Aim, Dir, HexId};
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch11_stacking::limits;
use crate::ch13_movement::acts;
use crate::ch13_movement::step::{self, Gait, Step};
use crate::ch15_fire::fire::{self, Firer, Occasion};
use crate::ch16_assault::assault;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, LeaderId, Order, State, UnitId, did};
use crate::core::{Few, status, verb};

/// Whether a stack that takes a step past friends can go on from there to where it may stand (11.1.2.d, 12.10.5.1): looking as it does, with the points
/// that it has, perhaps past others of the kind; a zone that holds it there ends its move.
pub fn leads_out(b: &Battle, s: &State, stack: &[UnitId], first: &Step) -> bool {
    let mut been: Few<HexId> = Few::from_slice(&[s.unit(stack[0]).hex()]);
    finds_out(b, &after(b, s, stack, first), stack, &mut been)
}

/// Whether a stack that is among friends whom it passes, and has taken up a formation there, can go on in it (11.1.2.d, 12.7.2).
pub(super) fn goes_on(b: &Battle, s: &State, stack: &[UnitId], formation: Formation, aim: Aim) -> bool {
    let mut then = s.clone();
    let formed = |u: &&UnitId| b.arm(**u) != Arm::Artillery && s.unit(**u).order == Order::Good;
    for &unit in stack.iter().filter(formed) {
        let now = then.unit_mut(unit);
        (now.formation, now.aim) = (formation, aim);
    }
    finds_out(b, &then, stack, &mut Few::new())
}

/// Whether a stack that passes friends comes to where it may stand, through hexes where it has not been: one copy of the state for each of them.
fn finds_out(b: &Battle, s: &State, stack: &[UnitId], been: &mut Few<HexId>) -> bool {
    been.push(s.unit(stack[0]).hex());
    Dir::ALL.into_iter().any(|dir| {
        let Ok(step) = step::enters(b, s, stack, dir, Gait::Ahead) else { return false };
        let new = !been.contains(&step.lays[0].1[0]);
        new && (!step.passes || finds_out(b, &after(b, s, stack, &step), stack, been))
    })
}

/// The state after a step, as far as the next one asks for it.
pub(crate) fn after(b: &Battle, s: &State, stack: &[UnitId], step: &Step) -> State {
    let mut then = s.clone();
    for (unit, hexes) in &step.lays {
        let formation = step::formation_in(b, s, *unit, hexes[0]);
        then.put(*unit, hexes);
        then.unit_mut(*unit).formation = formation;
    }
    for &unit in stack {
        let now = then.unit_mut(unit);
        now.spent += step.cost;
        now.paces = now.paces.saturating_add(1);
        now.set(did::ACTED, true);
    }
    then
}

/// Whether units are the whole stack of their hexes, but for friends whom they only pass.
///
/// # Errors
/// Who else stands there.
pub fn whole(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let passes = |hex: &HexId| {
        let others: Units = s.units_in(*hex).into_iter().filter(|u| !stack.contains(u)).collect();
        others.is_empty() || passes_by(b, s, stack, &others, *hex)
    };
    if s.unit(stack[0]).hexes().iter().all(passes) { Ok(()) } else { acts::whole(s, stack) }
}

/// Whether a hex holds friends whom a stack could only pass, not join.
pub fn is_passage(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> bool {
    let there: Units = s.units_in(to).into_iter().filter(|u| !stack.contains(u)).collect();
    passes_by(b, s, stack, &there, to)
}

/// Whether a stack only passes friends in a hex: skirmishers others, or others skirmishers, nobody in PGD (11.1.2.d, h, 11.1.2.h); skirmishers
/// pass skirmishers with whom they may not stand (12.10.5.1).
pub(super) fn passes_by(b: &Battle, s: &State, stack: &[UnitId], there: &[UnitId], hex: HexId) -> bool {
    // Skirmishers stand with nobody else (11.1.2.d): one unit of a hex tells of all.
    let ([top, ..], [first, ..]) = (there, stack) else { return false };
    if stack.iter().all(|u| limits::joins(b, s, *u, hex)) {
        return false;
    }
    let loose = |u: &UnitId| s.unit(*u).shape() == Formation::Skirmish;
    let pgd = there.iter().chain(stack).any(|u| s.unit(*u).order == Order::Pgd);
    let apart = || loose(top) && limits::may_stand(b, s, stack, hex).is_err();
    b.side(*top) == b.side(*first) && !pgd && (loose(top) != loose(first) || apart())
}

/// Whether a stack goes over friends in a hex at the pas de charge: it has declared an assault, and they are skirmishers next to an enemy
/// (12.10.5.2).
pub fn is_pas_de_charge(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> bool {
    let formed = s.unit(stack[0]).shape() != Formation::Skirmish;
    let beside = s.units_in(to).iter().any(|u| status::is_adjacent_to_enemy(b, s, *u));
    formed && beside && assault::assaults(s, stack[0]) && is_passage(b, s, stack, to)
}

/// The hexes among those into which a stack goes where it pushes skirmishers aside; nowhere, if it does not at all of those where others are.
pub fn pushed(b: &Battle, s: &State, stack: &[UnitId], hexes: &[HexId]) -> Few<HexId, 4> {
    let others = |hex: &HexId| s.units_in(*hex).iter().any(|u| !stack.contains(u));
    let held: Few<HexId, 4> = hexes.iter().copied().filter(others).collect();
    if held.iter().all(|hex| is_pas_de_charge(b, s, stack, *hex)) { held } else { Few::new() }
}

/// Cause: an assault or a charge that pushes skirmishers aside (12.10.5.2). RULING: fire held or given for the one is not for the other (reading 1214).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PushedBy {
    /// An assault.
    Assault,
    /// A charge.
    Charge,
}

impl PushedBy {
    /// Marks of those who held their fire for it, and of those who have none left against it.
    const fn marks(self) -> (u32, u32) {
        match self {
            PushedBy::Assault => (did::HELD_FIRE, did::FIRED_OFF),
            PushedBy::Charge => (did::HELD_FOR_CHARGE, did::FIRED_BEFORE_CHARGE),
        }
    }
}

impl Field<'_> {
    /// The targets of an assault whom friends of the assaulters have masked fire at these before they are pushed aside, or hold their fire for the
    /// assault by a check; who fails fires at them all the same (12.10.5.2).
    pub(crate) fn unmask(&mut self, stack: &[UnitId], hex: HexId) -> Play<()> {
        let targets: Few<HexId> = assault::targets_of(self.s, stack).into_iter().collect();
        self.unmask_targets(&targets, hex, PushedBy::Assault)
    }

    /// As [`Field::unmask`], of the targets of an assault or of a charge.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn unmask_targets(&mut self, targets: &[HexId], hex: HexId, by_whom: PushedBy) -> Play<()> {
        let (held, fired) = by_whom.marks();
        for &from in targets {
            let b = self.b;
            // All hexes of a unit that have them before them fire together, as they would at those who push them aside (15.5.3).
            let stack = fire::stack_of(self.s, from);
            let lies = stack.iter().flat_map(|u| self.s.unit(*u).hexes().iter().copied());
            let mut hexes: Few<HexId, 8> = Few::from_slice(&[from]);
            for near in lies.filter(|near| b.ground.distance(*near, hex) == 1) {
                if !hexes.contains(&near) {
                    hexes.push(near);
                }
            }
            let by: Few<Firer, 8> = hexes.iter().map(|from| Firer::plain(*from)).collect();
            let Some(attack) = fire::joint(b, self.s, &by, hex, Occasion::Unmasked, &[]) else { continue };
            let here = |u: &UnitId| attack.from.iter().any(|hex| self.s.unit(*u).hexes().contains(hex));
            let units: Units = stack.iter().copied().filter(here).collect();
            let Some(&top) = units.first() else { continue };
            // Those who have fired at some, or held their fire, have done so for the whole of it.
            if self.s.unit(top).has(held | fired) {
                continue;
            }
            let answers = [Answer::one(verb::FIRE, unit_point(top)), Answer::button(verb::PASS)];
            let points = about([unit_point(top), hex_point(hex)]);
            let answer = self.choose(b.side(top), rule!("12.10.5.2"), "unmasked", points, &answers)?;
            let check = Check::plain(Kind::Resolve, rule!("12.10.5.2"));
            let holds = answer.verb == verb::PASS && self.check_morale(&units, &check)?.all_passed();
            for &unit in &units {
                self.s.unit_mut(unit).set(if holds { held } else { fired }, true);
            }
            if !holds {
                // RULING: the skirmishers are no part of what comes, and check for their losses before they go (17.3.1, reading 1094).
                self.close_attack(&attack)?;
            }
        }
        Ok(())
    }

    /// A stack that has declared an assault takes the hex of friendly skirmishers: they are disordered and displaced into the hex from which it comes, without
    /// reactions (12.10.5.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn pas_de_charge(&mut self, stack: &[UnitId], leaders: &[LeaderId], to: HexId) -> Play<()> {
        self.unmask(stack, to)?;
        self.push_aside(stack, leaders, to)
    }

    /// As [`Field::pas_de_charge`], without a shot: of reserves, whom the enemy fires at in the second round (16.8.2, reading 705).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn push_aside(&mut self, stack: &[UnitId], leaders: &[LeaderId], to: HexId) -> Play<()> {
        let from = self.s.unit(stack[0]).hex();
        let loose: Units = self.s.units_in(to).into_iter().filter(|u| !stack.contains(u)).collect();
        self.enter_hex(stack, leaders, to)?;
        let loose: Few<(UnitId, HexId, HexId), 4> = loose.into_iter().map(|unit| (unit, to, from)).collect();
        self.throw_behind(&loose)
    }

    /// Skirmishers over whom a stack went, each with their hex and the one out of which it came there, are disordered in that one (12.10.5.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn throw_behind(&mut self, loose: &[(UnitId, HexId, HexId)]) -> Play<()> {
        for &(unit, to, from) in loose {
            if !self.s.unit(unit).hexes().contains(&to) {
                continue;
            }
            self.disorder(unit, rule!("12.10.5.2"))?;
            self.s.put(unit, &[from]);
            self.tell(|| {
                Event::new(rule!("12.10.5.2"), "pas_de_charge")
                    .point("unit", unit_point(unit))
                    .point("from", hex_point(to))
                    .point("hex", hex_point(from))
            });
        }
        // It is an involuntary movement: among others there they violate the limits (11.1.4).
        let mut hexes: Few<HexId, 4> = loose.iter().map(|(_, _, hex)| *hex).collect();
        hexes.dedup();
        for hex in hexes {
            let came: Units =
                loose.iter().filter(|(_, _, to)| *to == hex).map(|(unit, _, _)| *unit).collect();
            self.settle(hex, &came)?;
        }
        Ok(())
    }
}

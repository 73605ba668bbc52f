//! 12.10.9.1, 19.17: what cavalry does against a charge: skirmishers form up, others charge in their turn.

use ground::{Aim, HexId};
use table::{Effect, Event, Modifiers, Part, Play, Refusal, rule};

use crate::Field;
use crate::ch13_movement::{shift, step};
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::footprint;
use crate::core::state::{
    ChargeKind, ChargeMark, ChargePhase, Formation, Order, Phase, Readiness, State, UnitId,
};
use crate::core::{Few, status};

use super::charge::{self, Progress, no};
use super::meet::{self, Course, Stance};
use super::squares;

/// Whether cavalry skirmishers may form up against a charge: in its zone, in sight of it (12.10.9.1).
///
/// # Errors
/// Why not.
pub fn may_form_up(b: &Battle, s: &State, at: usize, unit: UnitId) -> Result<(), Refusal> {
    let (c, now) = (&s.charges[at], s.unit(unit));
    if !charge::move_now(s) {
        return Err(no(rule!("19.1.1.3.c"), "form_up.not_now", unit));
    }
    if b.arm(unit) != Arm::Cavalry || now.shape() != Formation::Skirmish {
        return Err(no(rule!("12.10.9.1"), "form_up.formation", unit));
    }
    if !now.hexes().iter().any(|hex| c.zone.contains(hex)) {
        return Err(no(rule!("12.10.9.1"), "form_up.zone", unit));
    }
    if squares::nearest_seen(b, s, unit, &c.units, u16::MAX).is_none() {
        return Err(no(rule!("12.10.9.1"), "form_up.sight", unit));
    }
    Ok(())
}

/// Hexes of a unit's reaction zone (19.17.1): light cavalry five, heavy three; tired three and two.
pub fn reaction_depth(b: &Battle, s: &State, unit: UnitId) -> u16 {
    let z = &b.charts.zones;
    let figure = match (status::is_heavy(b, unit), s.unit(unit).readiness) {
        (_, Readiness::Exhausted) => return 0,
        (false, Readiness::Ready) => &z.reaction_light,
        (true, Readiness::Ready) => &z.reaction_heavy,
        (false, Readiness::Tired) => &z.reaction_light_tired,
        (true, Readiness::Tired) => &z.reaction_heavy_tired,
    };
    figure.count()
}

/// As [`reaction_depth`], of all units of a unit's hex, who charge together: no farther than the least of them (reading 662).
pub fn stack_depth(b: &Battle, s: &State, unit: UnitId) -> u16 {
    let all = s.units_in(s.unit(unit).hex());
    all.iter().map(|u| reaction_depth(b, s, *u)).min().unwrap_or_default()
}

/// Whether the stack of a unit could charge in reaction or by opportunity at all: each of them (RULING reading 662) in good order, not exhausted (reading 44), in
/// no charge already, touched by none.
///
/// # Errors
/// Why not.
pub fn is_free(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    s.units_in(s.unit(unit).hex()).into_iter().try_for_each(|one| is_able(b, s, one))
}

/// As [`is_free`], of one unit.
fn is_able(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    if s.unit(unit).order != Order::Good {
        return Err(no(rule!("19.1.1.3.b"), "react.order", unit));
    }
    charge::may_charge(b, s, unit)?;
    if s.unit(unit).readiness == Readiness::Exhausted {
        return Err(no(rule!("19.15.5"), "charge.exhausted", unit));
    }
    if charge::of(s, unit).is_some() || s.unit(unit).charge == ChargeMark::Declared {
        return Err(no(rule!("19.17.1"), "react.charging", unit));
    }
    if super::opportunity::is_seized(s, unit) {
        return Err(no(rule!("19.18.3.6"), "react.seized", unit));
    }
    if charge::is_contacted(b, s, unit) {
        return Err(no(rule!("19.17.3"), "react.contacted", unit));
    }
    Ok(())
}

/// Whether the stack of a unit may charge in reaction to a charge (19.17).
///
/// # Errors
/// Why not.
pub fn may_react(b: &Battle, s: &State, at: usize, unit: UnitId) -> Result<(), Refusal> {
    let c = &s.charges[at];
    is_free(b, s, unit)?;
    let moving = s.activation.phase == Phase::Charges && c.phase == ChargePhase::Declared;
    if !moving || !matches!(c.kind, ChargeKind::Ordinary | ChargeKind::Grand) {
        return Err(no(rule!("19.17"), "react.not_now", unit));
    }
    let stance = b.variant.reaction_stance(b, s, at, unit)?;
    if !meet::can_meet(b, s, at, unit, &stance) {
        return Err(no(rule!("19.17.2"), "react.route", unit));
    }
    Ok(())
}

/// The stance in which a unit charges a charger in reaction by the Règlement: one that has it in its reaction zone (19.17.1, 19.17.1.1).
///
/// # Errors
/// That there is none.
pub fn stance(b: &Battle, s: &State, at: usize, unit: UnitId) -> Result<Stance, Refusal> {
    let hexes = s.charges[at].units.first().map_or(&[][..], |top| s.unit(*top).hexes());
    let stance = meet::reaching(b, s, unit, stack_depth(b, s, unit), hexes);
    stance.ok_or_else(|| no(rule!("19.17.1"), "react.zone", unit))
}

/// The modifiers of the check of a reaction or opportunity charge (19.17.2).
pub fn reaction_parts(b: &Battle, s: &State, unit: UnitId, stance: &Stance) -> Modifiers {
    let mut to = Modifiers::new();
    b.charts.reaction.quarter_wheel.add_if(stance.wheeled, &mut to);
    let tired = |u: &UnitId| s.unit(*u).readiness == Readiness::Tired;
    b.charts.reaction.tired.add_if(s.units_in(s.unit(unit).hex()).iter().any(tired), &mut to);
    to
}

/// The hexes in which cavalry comes to lie: one, if it was disordered on the way and has drawn together.
fn lie_of<'h>(s: &State, units: &[UnitId], hexes: &'h [HexId]) -> &'h [HexId] {
    &hexes[..hexes.len().min(s.unit(units[0]).hexes().len())]
}

impl Field<'_> {
    /// The meeting of cavalry with a charge: of several that are as direct its owner chooses to which hex it goes, and to which the charger (RULING reading
    /// 1117).
    fn choose_meeting(&mut self, at: usize, unit: UnitId, stance: &Stance) -> Play<Option<(Course, Course)>> {
        let mut all = meet::meetings(self.b, self.s, at, unit, stance);
        let side = self.b.side(unit);
        let heads = |all: &[(Course, Course)], of: fn(&(Course, Course)) -> HexId| -> Few<HexId> {
            let mut heads: Few<HexId> = Few::new();
            for hex in all.iter().map(of).collect::<Few<HexId>>() {
                if !heads.contains(&hex) {
                    heads.push(hex);
                }
            }
            heads
        };
        if all.is_empty() {
            return Ok(None);
        }
        for (key, of) in [
            ("react.place", (|pair| pair.1.hexes[0]) as fn(&(Course, Course)) -> HexId),
            ("react.meeting", |pair| pair.0.hexes[0]),
        ] {
            let hex = self.choose_hex(side, rule!("19.17.2"), key, unit, &heads(&all, of))?;
            all.retain(|pair| of(pair) == hex);
        }
        Ok(all.into_iter().next())
    }

    /// Cavalry that meets a charge rides over the friendly squares on its way: too many in a hex check (12.9.5, 19.2.6).
    fn ride_over_friends(&mut self, units: &[UnitId], course: &Course) -> Play<()> {
        let ridden = course.lies.iter().take(course.lies.len().saturating_sub(1)).flatten();
        let mut passed: Few<HexId, 8> = Few::new();
        for &hex in ridden {
            let square = self.s.units_in(hex).iter().any(|u| self.s.unit(*u).shape() == Formation::Square);
            if square && !passed.contains(&hex) {
                passed.push(hex);
                let others = self.s.units_in(hex);
                self.crowds_square(units, &others, hex)?;
            }
        }
        Ok(())
    }

    /// Cavalry skirmishers try to form up (12.10.9.1), a stack together (20.1.1): passed, a line in the hexes they have, if these allow it (12.3.5), else
    /// in one of them, which may take it in general order (12.7); failed, they stay skirmishers.
    pub(super) fn form_up(&mut self, at: usize, unit: UnitId) -> Play<()> {
        let b = self.b;
        let far =
            squares::nearest_seen(b, self.s, unit, &self.s.charges[at].units, u16::MAX).unwrap_or_default();
        let mut check = Check::plain(Kind::Resolve, rule!("12.10.9.1"));
        let row = b.charts.form_up.rows.iter().find(|(hexes, _)| *hexes == far as i16);
        let value = row.or(b.charts.form_up.rows.first()).map(|(_, value)| *value).unwrap_or_default();
        check.parts.push(Part {
            effect: Effect::Add(value),
            label: "form-up.distance",
            rule: rule!("12.10.9.1"),
        });
        let tired = self.s.unit(unit).readiness == Readiness::Tired;
        b.charts.form_up.modifiers.tired.add_if(tired, &mut check.parts);
        let grand = self.s.charges[at].kind == ChargeKind::Grand;
        b.charts.form_up.modifiers.grand_charge.add_if(grand, &mut check.parts);
        let stack = self.s.units_in(self.s.unit(unit).hex());
        if !self.check_morale(&stack, &check)?.all_passed() {
            return Ok(());
        }
        let (aim, hexes): (Aim, Few<HexId, 8>) = (self.s.unit(unit).aim, self.s.unit(unit).hexes().into());
        let row = b.charts.formation(Arm::Cavalry, Formation::Line);
        let lies = footprint::layout(b, row, aim, hexes[0], hexes.len()).as_deref() == Some(&hexes[..]);
        let enough = stack.iter().all(|u| hexes.len() <= shift::most_in_line(b, self.s, *u));
        let open = !hexes.iter().any(|hex| status::is_close(b, *hex));
        let whole = lies && enough && open;
        let hex = match whole {
            true => hexes[0],
            false => self.choose_hex(b.side(unit), rule!("12.10.9.1"), "form_up.hex", unit, &hexes)?,
        };
        for &one in &stack {
            if !whole {
                self.collapse(one, hex);
            }
            self.s.unit_mut(one).formation = Formation::Line;
            let formation = step::formation_in(b, self.s, one, hex);
            self.s.unit_mut(one).formation = formation;
            self.s.unit_mut(one).aim = self.nearest_aim(one, formation);
        }
        self.tell(|| Event::new(rule!("12.10.9.1"), "formed_up").point("unit", unit_point(unit)));
        Ok(())
    }

    /// A reaction charge (19.17.2): the check; passed, the two meet half-way, and the reactor is the attacker from now on.
    pub(super) fn reaction_charge(&mut self, at: usize, unit: UnitId) -> Play<Progress> {
        let b = self.b;
        let stack = self.s.units_in(self.s.unit(unit).hex());
        let mut check = Check::plain(Kind::Resolve, rule!("19.17.2"));
        let steps = self.b.variant;
        let Ok(stance) = steps.reaction_stance(self.b, self.s, at, unit) else { return Ok(Progress::On) };
        check.parts = reaction_parts(self.b, self.s, unit, &stance);
        if !self.check_morale(&stack, &check)?.all_passed() {
            return Ok(Progress::On);
        }
        let Some((own, other)) = self.choose_meeting(at, unit, &stance)? else {
            return Ok(Progress::On);
        };
        self.take_stance(&stack, &stance);
        let chargers = self.s.charges[at].units.clone();
        self.ride_over_friends(&chargers, &own)?;
        if self.is_broken(at) {
            return Ok(Progress::On);
        }
        self.ride_over_friends(&stack, &other)?;
        let befores = [
            own.before(&self.s.unit(chargers[0]).hexes().into()),
            other.before(&self.s.unit(stack[0]).hexes().into()),
        ];
        let mut charge =
            charge::begun(self.b, self.s, ChargeKind::Reaction, &stack, stack_depth(self.b, self.s, unit));
        self.dash(&stack, lie_of(self.s, &stack, &other.hexes));
        self.dash(&chargers, lie_of(self.s, &chargers, &own.hexes));
        for (units, hexes) in [(&stack[..], &other.hexes), (&chargers[..], &own.hexes)] {
            for hex in hexes {
                self.leaders_fly(*hex, b.side(units[0]))?;
            }
        }
        self.turn_to_meet(&chargers, &other.hexes);
        for &one in &stack {
            self.s.unit_mut(one).charge = ChargeMark::Declared;
        }
        charge.phase = ChargePhase::Contact;
        charge.targets = self.s.unit(chargers[0]).hexes().to_vec();
        charge.route.extend(other.heads.iter().copied());
        charge.against.clone_from(&chargers);
        let met = &mut self.s.charges[at];
        met.phase = ChargePhase::Met;
        met.against = stack.to_vec();
        met.route.extend(own.heads.iter().copied());
        self.s.charges.push(charge);
        let last = self.s.charges.len() - 1;
        self.rides_down(last, &befores[1])?;
        self.rides_down(at, &befores[0])?;
        self.tell(|| {
            Event::new(rule!("19.17.2"), "charge.met")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(other.hexes[0]))
                .point("at", hex_point(own.hexes[0]))
        });
        Ok(Progress::Over)
    }

    /// Turns cavalry so that a hex next to it is before its front, as little as possible (19.17.2, 16.9.3.1).
    pub(crate) fn face(&mut self, units: &[UnitId], hex: HexId) {
        for &unit in units {
            let now = *self.s.unit(unit);
            let row = status::row(self.b, self.s, unit);
            let mut aims: Vec<Aim> = footprint::aims(row).collect();
            aims.sort_by_key(|aim| aim.twelfths_to(now.aim));
            let Some(dir) = self.b.ground.dir_to(now.hex(), hex) else { continue };
            let fits = aims
                .into_iter()
                .find(|aim| footprint::faces(self.b, row, *aim, now.hexes(), 0).front.contains(dir));
            if let Some(aim) = fits {
                self.s.unit_mut(unit).aim = aim;
            }
        }
    }
}

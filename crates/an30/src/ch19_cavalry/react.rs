//! 12.10.9.1, 19.17: what cavalry does against a charge: skirmishers form up, others charge in their turn.

use ground::{Aim, HexId};
use table::{Effect, Event, Modifiers, Part, Play, Refusal, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::fans;
use crate::ch11_stacking::limits;
use crate::ch13_movement::step;
use crate::ch14_sight::sight;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::footprint;
use crate::core::state::{ChargeKind, ChargeMark, ChargePhase, Formation, Order, Readiness, State, UnitId};
use crate::core::{Few, status};

use super::charge::{self, Goes, no};

/// Whether cavalry skirmishers may form up against a charge: in its zone, in sight of it (12.10.9.1).
///
/// # Errors
/// Why not.
pub fn may_form_up(b: &Battle, s: &State, at: usize, unit: UnitId) -> Result<(), Refusal> {
    let (c, now) = (&s.charges[at], s.unit(unit));
    if b.arm(unit) != Arm::Cavalry || now.shape() != Formation::Skirmish {
        return Err(no(rule!("12.10.9.1"), "form_up.formation", unit));
    }
    if !now.hexes().iter().any(|hex| c.zone.contains(hex)) {
        return Err(no(rule!("12.10.9.1"), "form_up.zone", unit));
    }
    let from = c.units.first().map_or(HexId::NONE, |u| s.unit(*u).hex());
    if !now.hexes().iter().any(|hex| b.ground.distance(from, *hex) <= 1 || sight::sees(b, s, *hex, from)) {
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

/// Whether a unit could charge in reaction or by opportunity at all: in good order, not exhausted (reading 44), in no charge already, touched by none.
///
/// # Errors
/// Why not.
pub fn is_free(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    charge::may_charge(b, s, unit)?;
    if s.unit(unit).order != Order::Good {
        return Err(no(rule!("19.1.1.3.b"), "react.order", unit));
    }
    if s.unit(unit).readiness == Readiness::Exhausted {
        return Err(no(rule!("19.15.5"), "charge.exhausted", unit));
    }
    if charge::of(s, unit).is_some() || s.unit(unit).charge == ChargeMark::Declared {
        return Err(no(rule!("19.17.1"), "react.charging", unit));
    }
    if s.unit(unit).hexes().iter().any(|hex| charge::awaits(s, *hex)) {
        return Err(no(rule!("19.17.3"), "react.contacted", unit));
    }
    Ok(())
}

/// Where charger and reactor meet: the hex of each (19.17.2), half-way, the charger one hex more if the hexes between are odd.
pub fn meeting(b: &Battle, s: &State, at: usize, unit: UnitId) -> Option<(HexId, HexId)> {
    let c = &s.charges[at];
    let (charger, from, to) = (c.units[0], s.unit(c.units[0]).hex(), s.unit(unit).hex());
    let far = b.ground.distance(from, to);
    if far == 0 {
        return None;
    }
    let (between, react) = (far - 1, (far - 1) / 2);
    let dash = between - react;
    let mut zone: Few<HexId, 64> =
        fans::fan(b, s, unit, reaction_depth(b, s, unit)).iter().map(|(hex, _)| *hex).collect();
    zone.push(to);
    let most = b.charts.movement.reaction_charge.count();
    let reactors = s.units_in(to);
    let theirs = reach(b, s, &reactors, to, react, most, |hex| zone.contains(&hex));
    let ours = reach(b, s, &c.units, from, dash, c.left, |hex| c.zone.contains(&hex));
    for own in &ours {
        for other in &theirs {
            let near = b.ground.distance(*own, *other) == 1;
            let free = (*own == from || s.is_empty(*own)) && (*other == to || s.is_empty(*other));
            let faces = b.ground.dir_to(*other, *own).is_some_and(|dir| {
                facing::fronts(b, s, crate::core::state::Part::new(unit, 0)).contains(dir)
            });
            let _ = charger;
            if near && free && faces {
                return Some((*own, *other));
            }
        }
    }
    None
}

/// The hexes that cavalry in one hex gets to by so many steps of the shortest way, through open ground where nobody stands.
fn reach(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    from: HexId,
    steps: u16,
    most: u16,
    within: impl Fn(HexId) -> bool,
) -> Few<HexId, 32> {
    let mut edge: Few<(HexId, u16), 32> = Few::from_slice(&[(from, 0)]);
    for _ in 0..steps {
        let mut next: Few<(HexId, u16), 32> = Few::new();
        for (hex, spent) in &edge {
            for dir in ground::Dir::ALL {
                let Some(to) = b.ground.neighbour(*hex, dir) else { continue };
                let Ok(cost) = step::ground(b, status::traveller(b, s, units[0]), *hex, dir) else {
                    continue;
                };
                let good = within(to)
                    && s.is_empty(to)
                    && !status::is_close(b, to)
                    && spent + cost <= most
                    && limits::may_stand(b, s, units, to).is_ok();
                if good && !next.iter().any(|(known, _)| *known == to) {
                    next.push((to, spent + cost));
                }
            }
        }
        edge = next;
    }
    edge.iter().map(|(hex, _)| *hex).collect()
}

/// Whether the stack of a unit may charge in reaction to a charge (19.17), by the Règlement's condition: the charger is in its reaction zone.
///
/// # Errors
/// Why not.
pub fn may_react(b: &Battle, s: &State, at: usize, unit: UnitId) -> Result<(), Refusal> {
    let c = &s.charges[at];
    is_free(b, s, unit)?;
    let moving = s.activation.phase == crate::core::state::Phase::Charges && c.phase == ChargePhase::Declared;
    if !moving || !matches!(c.kind, ChargeKind::Ordinary) {
        return Err(no(rule!("19.17"), "react.not_now", unit));
    }
    // Units in several hexes do not charge in reaction yet.
    let single = |u: &UnitId| s.unit(*u).hexes().len() == 1;
    if !single(&unit) || !c.units.iter().all(single) {
        return Err(no(rule!("19.17.4"), "react.several_hexes", unit));
    }
    let depth = reaction_depth(b, s, unit);
    if !c.units.iter().any(|u| s.unit(*u).hexes().iter().any(|hex| fans::reaches(b, s, unit, depth, *hex))) {
        return Err(no(rule!("19.17.1"), "react.zone", unit));
    }
    if meeting(b, s, at, unit).is_none() {
        return Err(no(rule!("19.17.2"), "react.way", unit));
    }
    Ok(())
}

/// What modifies the check of a reaction or opportunity charge (19.17.2).
pub fn reaction_parts(b: &Battle, s: &State, unit: UnitId) -> Modifiers {
    let mut to = Modifiers::new();
    b.charts.reaction.tired.add_if(s.unit(unit).readiness == Readiness::Tired, &mut to);
    to
}

impl Field<'_> {
    /// Cavalry skirmishers try to form up (12.10.9.1): passed, a line in the hexes they have; failed, they stay skirmishers.
    pub(super) fn form_up(&mut self, at: usize, unit: UnitId) -> Play<()> {
        let b = self.b;
        let from = self.s.unit(self.s.charges[at].units[0]).hex();
        let far =
            self.s.unit(unit).hexes().iter().map(|hex| b.ground.distance(*hex, from)).min().unwrap_or(1);
        let mut check = Check::plain(Kind::Resolve, rule!("12.10.9.1"));
        let row = b.charts.form_up.iter().find(|(hexes, _)| *hexes == far.max(1) as i16);
        let value = row.or(b.charts.form_up.first()).map_or(0, |(_, value)| *value);
        check.parts.push(Part {
            effect: Effect::Add(value),
            label: "form-up.distance",
            rule: rule!("12.10.9.1"),
        });
        let tired = self.s.unit(unit).readiness == Readiness::Tired;
        b.charts.form_up_modifiers.tired.add_if(tired, &mut check.parts);
        let grand = self.s.charges[at].kind == ChargeKind::Grand;
        b.charts.form_up_modifiers.grand_charge.add_if(grand, &mut check.parts);
        if !self.check_morale(&[unit], &check)?.all_passed() {
            return Ok(());
        }
        let (aim, hexes): (Aim, Few<HexId, 8>) = (self.s.unit(unit).aim, self.s.unit(unit).hexes().into());
        let row = b.charts.formation(Arm::Cavalry, Formation::Line);
        let lies = footprint::layout(b, row, aim, hexes[0], hexes.len()).as_deref() == Some(&hexes[..]);
        let enough = status::increments(b, self.s, unit) >= hexes.len() as i16 * 4;
        if hexes.len() > 1 && !(lies && enough) {
            let side = b.side(unit);
            let hex = self.choose_hex(side, rule!("12.10.9.1"), "form_up.hex", unit, &hexes)?;
            self.collapse(unit, hex);
        }
        self.s.unit_mut(unit).formation = Formation::Line;
        self.tell(|| Event::new(rule!("12.10.9.1"), "formed_up").point("unit", unit_point(unit)));
        Ok(())
    }

    /// A reaction charge (19.17.2): the check; passed, the two meet half-way, and the reactor is the attacker from now on.
    pub(super) fn reaction_charge(&mut self, at: usize, unit: UnitId) -> Play<Goes> {
        let stack = self.s.units_in(self.s.unit(unit).hex());
        let mut check = Check::plain(Kind::Resolve, rule!("19.17.2"));
        check.parts = reaction_parts(self.b, self.s, unit);
        if !self.check_morale(&stack, &check)?.all_passed() {
            return Ok(Goes::On);
        }
        let Some((own, other)) = meeting(self.b, self.s, at, unit) else { return Ok(Goes::On) };
        let chargers = self.s.charges[at].units.clone();
        let mut charge =
            charge::begun(self.b, self.s, ChargeKind::Reaction, &stack, reaction_depth(self.b, self.s, unit));
        self.dash(&stack, other);
        self.dash(&chargers, own);
        self.face(&chargers, other);
        for &one in &stack {
            self.s.unit_mut(one).charge = ChargeMark::Declared;
        }
        charge.phase = ChargePhase::Contact;
        charge.targets = vec![own];
        charge.path.push(other);
        charge.against.clone_from(&chargers);
        self.s.charges[at].phase = ChargePhase::Met;
        self.s.charges[at].against = stack.to_vec();
        self.s.charges.push(charge);
        self.tell(|| {
            Event::new(rule!("19.17.2"), "charge.met")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(other))
                .point("at", hex_point(own))
        });
        Ok(Goes::Over)
    }

    /// Puts cavalry into a hex, as it is.
    pub(super) fn dash(&mut self, units: &[UnitId], hex: HexId) {
        let from = self.s.unit(units[0]).hex();
        if from == hex {
            return;
        }
        for leader in status::leaders_in(self.b, self.s, self.b.side(units[0]), from) {
            self.s.leader_mut(leader).hex = hex;
        }
        for &unit in units {
            self.s.put(unit, &[hex]);
        }
    }

    /// Turns cavalry so that a hex next to it is before its front, as little as possible (19.17.2).
    pub(super) fn face(&mut self, units: &[UnitId], hex: HexId) {
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

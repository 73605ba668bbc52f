//! 19.2.7, 19.2.8: the targets of a charge.

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, Rule, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::fans;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch13_movement::step;
use crate::ch14_sight::sight;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{ChargeKind, ChargePhase, Formation, State, UnitId};
use crate::core::{Few, status, verb};

use super::over;

/// Whether a charge is that of a line in several hexes, which may have several targets (19.2.8).
pub fn is_long_line(s: &State, unit: UnitId) -> bool {
    s.unit(unit).shape() == Formation::Line && s.unit(unit).hexes().len() > 1
}

/// Whether the stack of a hex is cavalry.
pub fn is_cavalry(b: &Battle, s: &State, hex: HexId) -> bool {
    s.top(hex).is_some_and(|u| b.arm(u) == Arm::Cavalry)
}

/// Whether another charge has the enemies of a hex as its target and awaits their mêlée (19.2.7.1); parts of a grand charge may have the same.
pub(super) fn is_taken(s: &State, at: usize, hex: HexId) -> bool {
    let grand = s.charges[at].kind == ChargeKind::Grand;
    s.charges.iter().any(|o| {
        let together = grand && o.kind == ChargeKind::Grand;
        o.phase == ChargePhase::Contact && !together && super::charge::strikes(o, s, hex)
    })
}

/// Refusal of a hex as a target of those who charge.
pub(super) fn barred(rule: Rule, why: &'static str, top: UnitId, hex: HexId) -> Result<(), Refusal> {
    Err(Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(hex)))
}

/// Whether there are enemies in a hex (19.2.7), who are not mere wrecks of guns (18.14.1.7).
pub(super) fn has_enemies(b: &Battle, s: &State, top: UnitId, hex: HexId) -> Result<(), Refusal> {
    if !status::is_enemy(b, s, b.side(top), hex) {
        return barred(rule!("19.2.7"), "target.empty", top, hex);
    }
    if status::is_wreck_hex(s, hex) {
        return barred(rule!("18.14.1.7"), "target.wreck", top, hex);
    }
    Ok(())
}

/// Whether cavalry's zone leaves a hex to those who charge: in it they charge cavalry only (10.3.4).
pub(super) fn is_free(b: &Battle, s: &State, top: UnitId, hex: HexId) -> Result<(), Refusal> {
    if zones::holds(b, s, top, ZoneOwners::Cavalry) && !is_cavalry(b, s, hex) {
        return barred(rule!("10.3.4"), "target.cavalry_zone", top, hex);
    }
    Ok(())
}

/// Whether cavalry can cross a hexside out of a hex; the hex behind it may be any (19.2.5, RULING reading 1116).
pub(super) fn crosses(b: &Battle, s: &State, top: UnitId, from: HexId, dir: Dir) -> bool {
    step::crosses(b, status::traveller(b, s, top), from, dir)
}

/// Whether those who charge can cross a hexside of a hex out of a hex between them and it, or out of their own if they are next to it (19.2.5).
fn is_open_to(b: &Battle, s: &State, at: usize, hex: HexId) -> bool {
    let top = s.charges[at].units[0];
    let own = s.unit(top).hexes();
    let near = |from: &HexId| b.ground.distance(*from, hex) <= 1;
    if own.iter().any(near) {
        return own.contains(&hex) || ahead(b, s, at).contains(&hex);
    }
    let sides = Dir::ALL.into_iter().filter_map(|dir| Some((dir, b.ground.neighbour(hex, dir)?)));
    let mut between = sides.filter(|(_, from)| own.iter().any(|own| b.ground.distance(*own, *from) == 1));
    between.any(|(dir, from)| crosses(b, s, top, from, dir.opposite()))
}

/// The hexes before the front of a charge whose hexside it can cross (19.2.5): of a column of companies those of its head.
pub(super) fn ahead(b: &Battle, s: &State, at: usize) -> Few<HexId> {
    let Some(&top) = s.charges[at].units.first() else { return Few::new() };
    let column = s.unit(top).shape() == Formation::Column;
    let mut found: Few<HexId> = Few::new();
    for (part, dir, hex) in facing::front_hexes(b, s, top) {
        let open = || crosses(b, s, top, s.hex_of(part), dir);
        if !(column && part.index() > 0 || found.contains(&hex)) && open() {
            found.push(hex);
        }
    }
    found
}

/// Whether a charge may name the enemies of a hex as its target, where it stands now (19.2.7).
///
/// # Errors
/// Why not.
pub fn may_name(b: &Battle, s: &State, at: usize, hex: HexId) -> Result<(), Refusal> {
    let c = &s.charges[at];
    let top = c.units[0];
    let no = |rule, why| barred(rule, why, top, hex);
    has_enemies(b, s, top, hex)?;
    if !c.reach.contains(&hex) {
        return no(rule!("19.2.7"), "target.zone");
    }
    if s.units_in(hex).iter().any(|u| c.spared.contains(u)) {
        return no(rule!("19.2.7"), "target.spared");
    }
    if is_taken(s, at, hex) {
        return no(rule!("19.2.7.1"), "target.taken");
    }
    if !fans::reaches(b, s, top, b.charts.zones.declare_target.count(), hex) {
        return no(rule!("19.2.7"), "target.front");
    }
    if !s.unit(top).hexes().iter().any(|from| sight::sees(b, s, *from, hex)) {
        return no(rule!("19.2.7"), "target.sight");
    }
    if !is_open_to(b, s, at, hex) {
        return no(rule!("19.2.5"), "target.terrain");
    }
    is_free(b, s, top, hex)?;
    let several = is_long_line(s, top) && !c.targets.is_empty();
    if several && c.targets.iter().any(|other| is_cavalry(b, s, *other) != is_cavalry(b, s, hex)) {
        return no(rule!("19.2.8"), "target.mixed");
    }
    Ok(())
}

/// Whether the enemies of a hex could become the target of a charge, wherever it comes from (19.2.7, 10.3.4).
pub(super) fn may_become(b: &Battle, s: &State, at: usize, hex: HexId) -> bool {
    let top = s.charges[at].units[0];
    has_enemies(b, s, top, hex).and_then(|()| is_free(b, s, top, hex)).is_ok() && !is_taken(s, at, hex)
}

/// The hexes within two hexes whose enemies a charge could name, and has not.
fn near(b: &Battle, s: &State, at: usize) -> Few<HexId> {
    let fan = fans::fan(b, s, s.charges[at].units[0], b.charts.zones.declare_target.count());
    let mut found: Few<HexId> = fan.iter().map(|(hex, _)| *hex).collect();
    found.retain(|hex| !s.charges[at].targets.contains(hex) && may_name(b, s, at, *hex).is_ok());
    found
}

/// The hexes that a charge may name now and has not named yet. A long line that has cavalry before it names cavalry only (19.2.8).
pub fn nameable(b: &Battle, s: &State, at: usize) -> Few<HexId> {
    let c = &s.charges[at];
    let top = c.units[0];
    if !c.targets.is_empty() && !is_long_line(s, top) {
        return Few::new();
    }
    let mut found = near(b, s, at);
    if is_long_line(s, top) && found.iter().any(|hex| is_cavalry(b, s, *hex)) {
        found.retain(|hex| is_cavalry(b, s, *hex));
    }
    found
}

/// The declared targets that lie before the front of those who charge, once they are clear of those whom they ride over (19.7.4.2); in their hex
/// those whom they fight there (19.7.4.3).
pub fn touched(b: &Battle, s: &State, at: usize) -> Few<HexId> {
    let c = &s.charges[at];
    if c.units.is_empty() {
        return Few::new();
    }
    if !over::covered(s, at).is_empty() {
        return over::within(s, at).iter().copied().collect();
    }
    let stands = |hex: &HexId| !s.is_empty(*hex) && !status::is_wreck_hex(s, *hex);
    ahead(b, s, at).into_iter().filter(|hex| c.targets.contains(hex) && stands(hex)).collect()
}

impl Field<'_> {
    /// A hex is a target, and with it what else of its units lies within the reach of the charge.
    fn name(&mut self, at: usize, hex: HexId) {
        let s = &mut *self.s;
        s.charges[at].targets.push(hex);
        for unit in s.units_in(hex) {
            for other in s.units[unit.i()].hexes() {
                let c = &mut s.charges[at];
                if c.reach.contains(other) && !c.targets.contains(other) {
                    c.targets.push(*other);
                }
            }
        }
    }

    /// The units of hexes are safe from a charge, but those of its targets (19.2.7).
    fn spare(&mut self, at: usize, hexes: &[HexId]) {
        let s = &mut *self.s;
        let units: Vec<UnitId> = hexes.iter().flat_map(|hex| s.units_in(*hex)).collect();
        let c = &mut s.charges[at];
        let meant = |u: &UnitId| s.units[u.i()].hexes().iter().any(|hex| c.targets.contains(hex));
        let spared: Vec<UnitId> = units.into_iter().filter(|u| !meant(u)).collect();
        c.spared.extend(spared);
    }

    /// The charger says of the enemies within two hexes whether they are its target (19.2.7). Whom it does not name is safe from it.
    pub(super) fn name_targets(&mut self, at: usize) -> Play<bool> {
        let mut named = false;
        loop {
            let open = nameable(self.b, self.s, at);
            if open.is_empty() {
                // A charge that has its target passes over all others (19.2.7).
                if !self.s.charges[at].targets.is_empty() {
                    self.spare(at, &near(self.b, self.s, at));
                }
                return Ok(named);
            }
            let top = self.s.charges[at].units[0];
            let rule = rule!("19.2.7");
            let may = |b: &Battle, s: &State, hex| may_name(b, s, at, hex);
            let asked = self.ask_target(top, rule, "charge.target", &open, may, "target.not_now")?;
            let Some(hex) = asked else {
                self.spare(at, &near(self.b, self.s, at));
                return Ok(named);
            };
            self.name(at, hex);
            named = true;
            self.tell_target(rule, top, hex);
        }
    }

    /// Asks those who charge which of some hexes is their target; none, if they say no. Another hex is refused by the predicate, or where that has
    /// nothing against it, with the last word.
    pub(super) fn ask_target(
        &mut self,
        top: UnitId,
        rule: Rule,
        key: &'static str,
        open: &[HexId],
        may: impl Fn(&Battle, &State, HexId) -> Result<(), Refusal>,
        last: &'static str,
    ) -> Play<Option<HexId>> {
        let answer = self.ask(
            self.b.side(top),
            rule,
            key,
            about([unit_point(top)]),
            |_, _, out| {
                out.extend(open.iter().map(|hex| Answer::one(verb::TARGET, hex_point(*hex))));
                out.push(Answer::button(verb::NO));
            },
            |b, s, answer| {
                let meant = hex_of(answer).and_then(|hex| may(b, s, hex).err());
                meant.unwrap_or(Refusal::new(rule, last))
            },
        )?;
        Ok(hex_of(&answer))
    }

    /// Tells that a hex is the target of those who charge.
    pub(super) fn tell_target(&mut self, rule: Rule, top: UnitId, hex: HexId) {
        self.tell(|| {
            Event::new(rule, "charge.target").point("unit", unit_point(top)).point("hex", hex_point(hex))
        });
    }
}

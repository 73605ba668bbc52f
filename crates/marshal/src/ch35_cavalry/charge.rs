//! Charge à cheval (37, 38): who may charge, the declarations, and the charges one by one.

use table::{Answer, Event, Few, Play, Point, Refusal, Rule, rule};

use crate::Field;
use crate::ask::not_offered;
use crate::ch02_chronology::Over;
use crate::ch16_organisations::may_form;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, unit_of, unit_point};
use crate::core::footprint;
use crate::core::state::{Charge, Formation, LeaderId, Order, Readiness, State, UnitId, did};
use crate::core::{status, verb};

/// Whether a unit may declare a charge (20, 35 to 37).
///
/// # Errors
/// Why it may not.
pub fn may_charge(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    match () {
        () if b.side(unit) != s.clock.side => refuse(rule!("2"), "unit.enemy"),
        () if !now.on_map() => refuse(rule!("37"), "unit.off"),
        () if b.arm(unit) != Arm::Cavalry => refuse(rule!("37"), "charge.arm"),
        () if now.order != Order::Good => refuse(rule!("37"), "charge.order"),
        () if now.readiness != Readiness::Fresh => refuse(rule!("36"), "charge.tired"),
        () if now.has(did::CHARGED) => refuse(rule!("38"), "charge.again"),
        // Whoever retreated more than a hex has spent its movement, of which a charge is made (29).
        () if now.has(did::SPENT) => refuse(rule!("29"), "move.spent"),
        () if now.formation == Formation::Skirmish => refuse(rule!("20"), "charge.skirmish"),
        () if now.formation == Formation::RoadMarch && !may_leave_road(b, s, unit) => {
            refuse(rule!("37"), "charge.formation")
        }
        () => Ok(()),
    }
}

/// Whether cavalry in road march can form column or line, as it must before it charges (37).
fn may_leave_road(b: &Battle, s: &State, unit: UnitId) -> bool {
    let (now, row) = (s.unit(unit), |to| b.charts.formation(Arm::Cavalry, to, || status::is_heavy(b, unit)));
    [Formation::Column, Formation::Line].into_iter().any(|to| {
        let mut aims = row(to).into_iter().flat_map(footprint::aims);
        now.order == Order::Good && aims.any(|aim| may_form(b, s, unit, to, aim, 1).is_ok())
    })
}

/// The regiments that charge together with one: all of its hex, lying and looking as it does.
fn together(b: &Battle, s: &State, unit: UnitId) -> Few<UnitId, 4> {
    let now = s.unit(unit);
    let same = |u: &UnitId| {
        let other = s.unit(*u);
        may_charge(b, s, *u).is_ok()
            && (other.hexes(), other.aim) == (now.hexes(), now.aim)
            && other.formation != Formation::RoadMarch
    };
    s.units_in(now.hex()).into_iter().filter(same).take(4).collect()
}

/// The nation of a leader: that of the first unit of the leader's command.
fn nation(b: &Battle, leader: LeaderId) -> Option<&str> {
    let command = b.leader(leader).command;
    let own = |u: &UnitId| b.up(b.unit(*u).command).any(|c| c == command);
    b.unit_ids().find(own).map(|u| b.unit(u).nation.as_str())
}

/// Whether a unit may charge with the other regiments of its hex: a leader of their nation with a bonus for cavalry is with them (37).
///
/// # Errors
/// Why they may not.
pub fn may_charge_together(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    may_charge(b, s, unit)?;
    let refuse = |why| Err(Refusal::new(rule!("37"), why).with("unit", unit_point(unit)));
    let (hex, own) = (s.unit(unit).hex(), b.unit(unit).nation.as_str());
    let leads = |l: LeaderId| b.leader(l).cavalry > 0 && nation(b, l).is_none_or(|nation| nation == own);
    match () {
        () if s.top(hex) != Some(unit) || together(b, s, unit).len() < 2 => refuse("charge.alone"),
        () if !status::leaders_in(b, s, b.side(unit), hex).into_iter().any(leads) => refuse("charge.leader"),
        () => Ok(()),
    }
}

/// A declaration, a charge, or the end of the segment (38).
///
/// # Errors
/// As the doors.
pub fn charge_step(field: &mut Field<'_, '_>) -> Play<Over> {
    if field.s.clock.step == 0 {
        return field.declare();
    }
    field.next_charge()
}

/// Lists the charges that may be declared.
fn list(b: &Battle, s: &State, out: &mut Vec<Answer>) {
    for unit in b.unit_ids() {
        if may_charge(b, s, unit).is_ok() {
            out.push(Answer::one(verb::CHARGE, unit_point(unit)));
        }
        if may_charge_together(b, s, unit).is_ok() {
            out.push(Answer::one(verb::CHARGE_TOGETHER, unit_point(unit)));
        }
    }
    out.push(Answer::button(verb::DONE));
}

impl Field<'_, '_> {
    /// Declares a charge, or has declared all of them (38).
    fn declare(&mut self) -> Play<Over> {
        let side = self.s.clock.side;
        if self.b.unit_ids().all(|u| may_charge(self.b, self.s, u).is_err()) {
            return self.declared();
        }
        let answer = self.ask(
            side,
            rule!("38"),
            "charge.declare",
            about([Point::Side(side)]),
            list,
            |b, s, answer| match (answer.verb, unit_of(answer)) {
                (verb::CHARGE, Some(unit)) => {
                    may_charge(b, s, unit).err().unwrap_or_else(|| not_offered(rule!("38")))
                }
                (verb::CHARGE_TOGETHER, Some(unit)) => {
                    may_charge_together(b, s, unit).err().unwrap_or_else(|| not_offered(rule!("38")))
                }
                _ => not_offered(rule!("38")),
            },
        )?;
        let Some(unit) = unit_of(&answer) else { return self.declared() };
        let units = match answer.verb {
            verb::CHARGE_TOGETHER => together(self.b, self.s, unit),
            _ => Few::from_iter([unit]),
        };
        for unit in &units {
            self.s.unit_mut(*unit).set(did::CHARGED, true);
        }
        self.s.charges.push(Charge { units });
        self.tell(|| Event::new(rule!("38"), "charge.declared").point("unit", unit_point(unit)));
        Ok(Over::No)
    }

    /// All charges are declared.
    fn declared(&mut self) -> Play<Over> {
        self.s.clock.step = 1;
        Ok(if self.s.charges.is_empty() { Over::Yes } else { Over::No })
    }

    /// One of the charges is carried out, in the order that the side likes (38).
    fn next_charge(&mut self) -> Play<Over> {
        let lost = |s: &State, c: &Charge| {
            let top = s.unit(c.units[0]);
            !top.on_map() || top.order != Order::Good
        };
        let charges = std::mem::take(&mut self.s.charges);
        self.s.charges = charges.into_iter().filter(|c| !lost(self.s, c)).collect();
        let tops: Few<UnitId, 8> = self.s.charges.iter().map(|c| c.units[0]).collect();
        let unit = match tops[..] {
            [] => return Ok(Over::Yes),
            [only] => only,
            _ => {
                let side = self.s.clock.side;
                let answers: Few<Answer, 8> =
                    tops.iter().map(|u| Answer::one(verb::CHARGE, unit_point(*u))).collect();
                let points = about([Point::Side(side)]);
                let answer = self.choose(side, rule!("38"), "charge.which", points, &answers)?;
                unit_of(&answer).expect("every charge has a unit")
            }
        };
        let at = self.s.charges.iter().position(|c| c.units[0] == unit).expect("it was declared");
        let charge = self.s.charges.remove(at);
        self.charge(charge.units)?;
        Ok(Over::No)
    }
}

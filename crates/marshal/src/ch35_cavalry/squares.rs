//! Carrés before a charge (38): who tries to form one, and what comes of it.

use table::{Answer, Event, Modifiers, Play, Refusal, Rule, rule};

use super::course::Course;
use crate::Field;
use crate::ask::not_offered;
use crate::ch16_organisations::fits;
use crate::ch21_fire::before;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::CarreRow;
use crate::core::dice::Dice;
use crate::core::field::{about, unit_of, unit_point};
use crate::core::state::{Formation, Order, State, UnitId, did};
use crate::core::{status, verb};

/// Whether a unit may try to form carré before a charge (38): in column or line on open ground, within four hexes, in sight, once in the segment.
///
/// # Errors
/// Why it may not.
pub fn may_form_square(b: &Battle, s: &State, unit: UnitId, charging: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    match () {
        () if b.side(unit) == b.side(charging) => return refuse(rule!("38"), "unit.enemy"),
        () if !now.on_map() => return refuse(rule!("38"), "unit.off"),
        () if b.arm(unit) != Arm::Infantry => return refuse(rule!("38"), "form.arm"),
        () if now.order != Order::Good => return refuse(rule!("30"), "form.order"),
        () if now.has(did::TRIED) => return refuse(rule!("38"), "square.again"),
        () if is_at_blows(b, s, unit) => return refuse(rule!("38"), "square.engaged"),
        () if now.has(did::SHELTERED) => return refuse(rule!("19"), "square.sheltered"),
        () if !matches!(now.formation, Formation::Column | Formation::Line) => {
            return refuse(rule!("38"), "square.formation");
        }
        () if !b.charts.terrain[b.ground.terrain(now.hex())].open => {
            return refuse(rule!("16"), "form.ground");
        }
        () => {}
    }
    fits(b, s, unit, Formation::Square, 1)?;
    let range = b.charts.charge.carre.count();
    let seen = s.unit(charging).hexes().iter().any(|hex| before(b, s, unit, *hex, range));
    if seen { Ok(()) } else { refuse(rule!("38"), "square.sight") }
}

/// Whether a charge has come to blows with somebody in a hex of a unit: it has chosen to stand (38).
fn is_at_blows(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.unit_ids().filter(|u| b.side(*u) != b.side(unit)).any(|u| {
        let now = s.unit(u);
        now.on_map() && now.has(did::ENGAGED) && s.unit(unit).hexes().contains(&now.target)
    })
}

/// The row of the Carré Realization Table for a unit: of its nation or of any, from its formation, at a distance.
fn row<'b>(b: &'b Battle, s: &State, unit: UnitId, hexes: i16) -> Option<&'b CarreRow> {
    let line = s.unit(unit).formation == Formation::Line;
    let fits = |row: &&CarreRow| row.hexes == hexes && row.line.is_none_or(|own| own == line);
    let of = |nation: &str| b.charts.carre.iter().filter(|row| row.nation == nation).find(fits);
    of(&b.unit(unit).nation).or_else(|| of("any"))
}

/// Modifiers of the dice (38): low is good.
fn modifiers(b: &Battle, s: &State, unit: UnitId, horse: &[UnitId]) -> Modifiers {
    let (figures, card, mut sum) = (&b.charts.carre_figures, b.unit(unit), Modifiers::new());
    let led = !status::leaders_with(b, s, unit).is_empty();
    figures.leader.add_if(led, &mut sum);
    let guard = b.is(unit, Trait::Guard);
    figures.guard.add_if(guard, &mut sum);
    figures.grenadier.add_if(!guard && card.kind == "grenadier", &mut sum);
    figures.light.add_if(!guard && matches!(card.kind.as_str(), "light" | "jager" | "fusilier"), &mut sum);
    let lancers = horse.iter().any(|u| s.back(*u).lance > 0);
    figures.lancers.add_if(lancers, &mut sum);
    let light = horse.iter().any(|u| !status::is_heavy(b, *u));
    figures.light_cavalry.add_if(!lancers && light, &mut sum);
    let level = b.up(card.command).find(|c| b.commands[c.i()].has_level);
    let level = level.map_or(0, |c| i16::from(s.levels[c.i()]));
    if level > 0 {
        sum.push(figures.level.part(level));
    }
    sum
}

impl Field<'_, '_> {
    /// Infantry within four hexes of a charge may try to form carré (38).
    pub(super) fn offer_squares(&mut self, course: &mut Course) -> Play<()> {
        let (top, side) = (course.top(), self.b.side(course.top()).enemy());
        while self.rides_on(course)
            && self.b.unit_ids().any(|u| may_form_square(self.b, self.s, u, top).is_ok())
        {
            let answer = self.ask(
                side,
                rule!("38"),
                "square.attempt",
                about([unit_point(top)]),
                |b, s, out| {
                    let able = b.unit_ids().filter(|u| may_form_square(b, s, *u, top).is_ok());
                    out.extend(able.map(|u| Answer::one(verb::SQUARE, unit_point(u))));
                    out.push(Answer::button(verb::PASS));
                },
                |b, s, answer| match unit_of(answer) {
                    Some(unit) => {
                        may_form_square(b, s, unit, top).err().unwrap_or_else(|| not_offered(rule!("38")))
                    }
                    None => not_offered(rule!("38")),
                },
            )?;
            let Some(unit) = unit_of(&answer) else { return Ok(()) };
            self.form_square(course, unit)?;
        }
        Ok(())
    }

    /// A try to form carré: the dice say whether the infantry of the hex forms it, is disordered or routs; guns fare as it does (38).
    fn form_square(&mut self, course: &Course, unit: UnitId) -> Play<()> {
        let (b, hex) = (self.b, self.s.unit(unit).hex());
        let (own, theirs) = (self.s.unit(unit).hexes(), self.s.unit(course.top()).hexes());
        let far = own.iter().flat_map(|own| theirs.iter().map(|hex| b.ground.distance(*own, *hex)));
        let row = row(b, self.s, unit, far.min().map_or(1, |far| far.max(1) as i16));
        let row = row.expect("the chart has a row for any nation").clone();
        let parts = modifiers(b, self.s, unit, &course.units);
        let total = parts.total();
        let class = |dice: Dice| match dice.and(total) {
            dice if dice <= row.formed => 0,
            dice if row.disordered.is_some_and(|last| dice <= last) => 1,
            _ => 2,
        };
        let points = about([unit_point(unit), unit_point(course.top())]);
        let dice = self.throw(rule!("38"), "square", b.side(unit), points, class)?;
        let outcome = class(dice);
        self.tell(|| {
            Event::new(rule!("38"), "square")
                .point("unit", unit_point(unit))
                .number("dice", dice.figure())
                .number("total", dice.and(total).clamped().figure())
                .word("result", ["square.formed", "square.disordered", "square.routed"][outcome as usize])
                .parts(&parts)
        });
        for own in self.s.units_in(hex) {
            let now = self.s.unit(own);
            let (served, order) = (now.formation == Formation::Unlimbered, now.order);
            self.s.unit_mut(own).set(did::TRIED, true);
            // Who has lost order already forms nothing, and only loses more of it.
            match outcome {
                0 if b.arm(own) == Arm::Infantry && order == Order::Good => self.stands_in_square(own),
                1 if !served && order == Order::Good => self.disorder(own, rule!("38"))?,
                2 if !served && order != Order::Pgd => self.rout(own, rule!("38"))?,
                _ => {}
            }
        }
        Ok(())
    }

    fn stands_in_square(&mut self, unit: UnitId) {
        let hex = self.s.unit(unit).hex();
        self.s.put(unit, &[hex]);
        self.s.unit_mut(unit).formation = Formation::Square;
    }
}

//! Attachments of divisions: given to units after the terrain is laid and before anybody is deployed; and the defender's fieldworks (`deployment`).

use table::{Answer, Event, Play, Point, Side, rule};

use super::placement::Where;
use crate::ask::not_offered;
use crate::core::before::Pooled;
use crate::core::field::{Over, about, unit_of, unit_point};
use crate::core::pieces::{Feature, Piece};
use crate::core::state::UnitId;
use crate::core::verb;
use crate::{Battle, Field, State};

/// Attachments that a unit has at the most (`attachments`).
const MOST: usize = 2;

/// The attachments of divisions.
fn pool(b: &Battle) -> &[Pooled] {
    b.game.as_ref().map_or(&[], |game| &game.pool)
}

/// The next attachment that is not given out, the defender's first, and its number.
fn next(b: &Battle, s: &State) -> Option<(usize, Side)> {
    let open = |side: Side| {
        let all = pool(b).iter().enumerate();
        all.filter(move |(at, one)| {
            b.division(one.division).side == side
                && !s.before.attached.iter().any(|(done, _)| usize::from(*done) == *at)
        })
        .map(move |(at, _)| (at, side))
        .next()
    };
    let defender = s.clock.attacker.enemy();
    open(defender).or_else(|| open(defender.enemy()))
}

/// Whether a unit may have it besides what it has: two at the most, of two sorts, but guns to guns.
fn may_have(b: &Battle, one: &Pooled, unit: UnitId) -> bool {
    let card = b.unit(unit);
    let guns = card.arm() == crate::armies::Arm::Artillery;
    one.to.contains(&unit)
        && card.attachments.len() < MOST
        && (guns || !card.attachments.iter().any(|other| other.family() == one.kind.family()))
}

impl Field<'_, '_> {
    /// A side gives an attachment of a division to a unit of it (`deployment`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn attachment_step(&mut self) -> Play<Over> {
        let Some((at, side)) = next(self.b, self.s) else { return Ok(Over::Yes) };
        let rule = rule!("deployment");
        let list = |b: &Battle, _: &State, out: &mut Vec<Answer>| {
            let one = &pool(b)[at];
            let units = one.to.iter().copied().filter(|unit| may_have(b, one, *unit));
            out.extend(units.map(|unit| Answer::one(verb::ATTACH, unit_point(unit))));
            out.push(Answer::button(verb::DONE));
        };
        let refuse = |_: &Battle, _: &State, answer: &Answer| match unit_of(answer) {
            Some(unit) if answer.verb == verb::ATTACH => {
                table::Refusal::new(rule, "attach.whom").with("unit", unit_point(unit))
            }
            _ => not_offered(rule),
        };
        let about = about([Point::Side(side)]);
        let kind = pool(self.b)[at].kind.name();
        let answer = self.ask(side, rule, "attach", about, list, refuse)?;
        let unit = unit_of(&answer).unwrap_or(UnitId::NONE);
        self.s.before.attached.push((at as u8, unit));
        if unit != UnitId::NONE {
            self.tell(|| {
                Event::new(rule, "attached").point("unit", unit_point(unit)).word("attachment", kind)
            });
        }
        Ok(Over::No)
    }

    /// The defender lays fieldworks of the army, in the centre of the own zone, without dice (`terrain.placement`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn works_step(&mut self) -> Play<Over> {
        let side = self.s.clock.attacker.enemy();
        let brought = self.b.game.as_ref().map_or([0, 0], |game| game.works[side.index()]);
        let Some(size) = (0..2).find(|size| self.s.before.works[*size] < brought[*size]) else {
            return Ok(Over::Yes);
        };
        self.s.before.works[size] += 1;
        self.s.before.pieces.push(Piece::chosen(Feature::Works, size == 1, true, side));
        let at = self.s.before.pieces.len() - 1;
        self.lay_area(at, Where::OwnZone)?;
        Ok(Over::No)
    }
}

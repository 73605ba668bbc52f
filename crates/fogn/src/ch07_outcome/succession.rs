//! Succession to fallen commanders: a division commander is promoted to the corps, officers of a unit may take over a division (`commanders.casualties`, `commanders.levels`).

use table::{Answer, Event, Few, Play, Point, rule};

use crate::armies::Family;
use crate::ask::not_offered;
use crate::ch01_command::{has_family, may_lead};
use crate::core::field::{about, commander_of, commander_point, unit_of, unit_point};
use crate::core::place::commander_pose;
use crate::core::state::{CommanderId, Status, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Level of a skilled commander, whom only an exceptional one becomes when promoted.
const SKILLED: u8 = 2;

impl Field<'_, '_> {
    /// The officers of a unit may take over their division at the start of its side's recovery, instead of a commander who comes at its end: they stand with the unit, and it has no officers any more.
    pub(crate) fn sacrifice_officers(&mut self) -> Play<()> {
        let side = self.s.clock.side;
        for commander in self.b.commander_ids() {
            let card = self.b.commander(commander);
            let now = self.s.commander(commander);
            if card.side != side || card.is_of_corps() || now.status != Status::Lost || !now.replaced {
                continue;
            }
            let (b, s) = (self.b, &*self.s);
            let may = |unit: &UnitId| {
                b.unit(*unit).division == card.division
                    && s.unit(*unit).on_table()
                    && has_family(b, s, *unit, Family::Officers)
            };
            let units: Few<UnitId, 8> = b.units_of(side).filter(may).collect();
            if units.is_empty() {
                continue;
            }
            let rule = rule!("commanders.casualties");
            let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
                out.extend(units.iter().map(|unit| Answer::one(verb::TAKE_OVER, unit_point(*unit))));
                out.push(Answer::button(verb::DONE));
            };
            let about = about([commander_point(commander)]);
            let answer = self.ask(side, rule, "sacrifice", about, list, |_, _, _| not_offered(rule))?;
            let Some(unit) = unit_of(&answer) else { continue };
            self.s.unit_mut(unit).set(did::ORPHANED, true);
            let leads = may_lead(self.b, self.s, commander, unit);
            let pose = self.s.unit(unit).pose;
            let now = self.s.commander_mut(commander);
            (now.status, now.pose) = (Status::Table, pose);
            now.with = if leads { unit } else { UnitId::NONE };
            self.tell_follows(commander, Point::Unit(unit.0.into()));
        }
        Ok(())
    }

    /// At the end of its side's recovery a corps without commander gets one of its division commanders, skilled if they were exceptional, else competent, and charismatic if they were; a competent one
    /// takes over the division.
    pub(crate) fn promote(&mut self) -> Play<()> {
        let side = self.s.clock.side;
        let Some(corps) = self.b.corps(side) else { return Ok(()) };
        if self.s.commander(corps).status != Status::Lost {
            return Ok(());
        }
        let able = |one: &CommanderId| {
            let card = self.b.commander(*one);
            card.side == side && !card.is_of_corps() && self.s.commander(*one).on_table()
        };
        let all: Few<CommanderId, 8> = self.b.commander_ids().filter(able).collect();
        let Some(first) = all.first().copied() else { return Ok(()) };
        let follows = if all.len() == 1 { first } else { self.ask_promotion(corps, &all)? };
        let pose = commander_pose(self.b, self.s, follows);
        let was = *self.s.commander(follows);
        let now = self.s.commander_mut(corps);
        (now.status, now.pose, now.with) = (Status::Table, pose, was.with);
        (now.level, now.charismatic) = (if was.level > SKILLED { SKILLED } else { 1 }, was.charismatic);
        let now = self.s.commander_mut(follows);
        (now.pose, now.with, now.replaced) = (pose, UnitId::NONE, true);
        (now.level, now.charismatic) = (1, false);
        self.tell_follows(corps, commander_point(follows));
        Ok(())
    }

    /// Asks who is promoted.
    fn ask_promotion(&mut self, corps: CommanderId, all: &[CommanderId]) -> Play<CommanderId> {
        let rule = rule!("commanders.levels");
        let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
            out.extend(all.iter().map(|one| Answer::one(verb::PROMOTE, commander_point(*one))));
        };
        let (side, about) = (self.b.commander(corps).side, about([commander_point(corps)]));
        let answer = self.ask(side, rule, "promotion", about, list, |_, _, _| not_offered(rule))?;
        Ok(commander_of(&answer).expect("the question lists commanders"))
    }

    fn tell_follows(&mut self, commander: CommanderId, who: Point) {
        let level = self.s.commander(commander).level;
        self.tell(|| {
            Event::new(rule!("commanders.casualties"), "follows")
                .point("leader", commander_point(commander))
                .point("who", who)
                .number("level", i16::from(level))
        });
    }
}

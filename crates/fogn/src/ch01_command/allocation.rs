//! Allocation: the active side's corps commander gives points to division commanders (`command.allocation`).

use table::{Answer, Event, Play, Point, Refusal, rule};

use crate::ask::not_offered;
use crate::core::field::{Over, about, commander_of, commander_point};
use crate::core::place::commander_figure;
use crate::core::state::CommanderId;
use crate::core::verb;
use crate::{Battle, Field, State};

use super::reach;

/// Points that a gift takes from the corps commander: as many as are given, and of what is given to one commander one more if they are allied and one
/// more if they are beyond the corps commander's reach (`commanders.allied`, `command.allocation`).
pub fn cost(b: &Battle, s: &State, corps: CommanderId, to: CommanderId, points: i16) -> i16 {
    let is_near =
        baize::is_within(&commander_figure(b, s, corps), &commander_figure(b, s, to), reach(b, s, corps));
    let is_allied = b.division(b.commander(to).division).allied;
    let more = i16::from(is_allied) + i16::from(!is_near);
    if s.commander(to).given { points } else { points + more }
}

/// Whether the corps commander may give so many points to a division commander.
///
/// # Errors
/// Why not.
pub fn may_give(b: &Battle, s: &State, to: CommanderId, points: i16) -> Result<(), Refusal> {
    let no = |why| Refusal::new(rule!("command.allocation"), why).with("leader", commander_point(to));
    let card = b.commander(to);
    let Some(corps) = b.corps(s.clock.side) else { return Err(no("give.nobody")) };
    if card.side != s.clock.side || card.is_of_corps() {
        return Err(no("give.whom"));
    }
    if !s.commander(corps).on_table() || !s.commander(to).on_table() {
        return Err(no("give.away"));
    }
    if points < 1 {
        return Err(no("give.nothing"));
    }
    let cost = cost(b, s, corps, to, points);
    let left = i16::from(s.commander(corps).points);
    if cost > left {
        // What makes it dearer is what bars it.
        let dear = if b.division(b.commander(to).division).allied {
            Refusal::new(rule!("commanders.allied"), "give.points").with("leader", commander_point(to))
        } else if cost > points {
            Refusal::new(rule!("commanders.range"), "give.points").with("leader", commander_point(to))
        } else {
            no("give.points")
        };
        return Err(dear.with("cost", Point::Number(cost)).with("left", Point::Number(left)));
    }
    Ok(())
}

impl Field<'_, '_> {
    /// One gift of the corps commander, or the end of the phase.
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn allocation_step(&mut self) -> Play<Over> {
        let side = self.s.clock.side;
        let rule = rule!("command.allocation");
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let all = b.commander_ids().flat_map(|to| (1..=3).map(move |points| (to, points)));
            let legal = all.filter(|(to, points)| may_give(b, s, *to, *points).is_ok());
            out.extend(legal.map(|(to, n)| Answer::two(verb::GIVE, commander_point(to), Point::Number(n))));
            out.push(Answer::button(verb::DONE));
        };
        let refuse = |b: &Battle, s: &State, answer: &Answer| match (commander_of(answer), answer.points[1]) {
            (Some(to), Point::Number(points)) if answer.verb == verb::GIVE => {
                may_give(b, s, to, points).err().unwrap_or(not_offered(rule))
            }
            _ => not_offered(rule),
        };
        let answer = self.ask(side, rule, "allocation", about([Point::Side(side)]), list, refuse)?;
        let (Some(to), Point::Number(points)) = (commander_of(&answer), answer.points[1]) else {
            return Ok(Over::Yes);
        };
        self.give(to, points);
        Ok(Over::No)
    }

    /// Gives points (`command.allocation`).
    fn give(&mut self, to: CommanderId, points: i16) {
        let corps = self.b.corps(self.s.clock.side).expect("points come from a corps commander");
        let cost = cost(self.b, self.s, corps, to, points);
        self.s.commander_mut(corps).points -= cost as u8;
        let now = self.s.commander_mut(to);
        now.points += points as u8;
        now.given = true;
        self.tell(|| {
            Event::new(rule!("command.allocation"), "given")
                .point("leader", commander_point(to))
                .number("points", points)
                .number("cost", cost)
        });
    }
}

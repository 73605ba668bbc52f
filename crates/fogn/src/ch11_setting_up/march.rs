//! The flank march: decided before anybody is deployed, and told to nobody else (`deployment.off_table`).

use table::{Answer, Event, Play, Point, Side, rule};

use crate::ask::not_offered;
use crate::core::coming::{Approach, Coming, divisions_of};
use crate::core::field::{Over, about, division_of, division_point};
use crate::core::state::{DivisionId, Status, UnitId};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Whether a division may still be kept off the table: none of it stands there, its side keeps no other one back so, at least one division of the side is
/// deployed, and none that got troops for the initiative (`deployment.off_table`, RULING 71).
pub(super) fn may_be_off(b: &Battle, s: &State, side: Side, division: DivisionId, flank: bool) -> bool {
    let now = &s.divisions[division.i()];
    let there = |unit: &UnitId| s.unit(*unit).status != Status::Absent;
    let units = || b.units_of(side).filter(move |unit| b.unit(*unit).division == division && there(unit));
    let untouched = now.coming == Coming::Here
        && units().next().is_some()
        && units().all(|unit| s.unit(unit).status == Status::Waiting);
    let others = || divisions_of(b, side).filter(move |one| *one != division);
    let alike = |one: &DivisionId| {
        let other = &s.divisions[one.i()];
        other.coming == Coming::Off && other.approach.is_flank() == flank
    };
    let stays = |one: DivisionId| {
        s.divisions[one.i()].coming == Coming::Here
            && b.units_of(side).any(|unit| b.unit(unit).division == one)
    };
    b.division(division).side == side
        && untouched
        && !units().any(|unit| b.unit(unit).extra)
        && !others().any(|one| alike(&one))
        && others().any(stays)
}

/// The answers that keep a division off the table.
pub(super) fn off_answers(b: &Battle, s: &State, side: Side, flank: bool, out: &mut Vec<Answer>) {
    let verb = if flank { verb::MARCH } else { verb::RESERVE };
    let ways = || Approach::ALL.iter().filter(move |one| one.is_flank() == flank);
    for division in divisions_of(b, side).filter(|one| may_be_off(b, s, side, *one, flank)) {
        let answer = |way: &Approach| Answer::two(verb, division_point(division), Point::Number(*way as i16));
        out.extend(ways().map(answer));
    }
}

impl Field<'_, '_> {
    /// The attacker may send a division on a flank march (`deployment.off_table`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn march_step(&mut self) -> Play<Over> {
        let (side, rule) = (self.s.clock.attacker, rule!("deployment.off_table"));
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            off_answers(b, s, side, true, out);
            out.push(Answer::button(verb::DONE));
        };
        let refuse = |_: &Battle, _: &State, _: &Answer| not_offered(rule);
        let answer = self.ask(side, rule, "march", about([Point::Side(side)]), list, refuse)?;
        self.keep_off(side, &answer);
        Ok(Over::Yes)
    }

    /// Keeps a division off the table, if an answer says so; only its own side is told from where it will come.
    pub(super) fn keep_off(&mut self, side: Side, answer: &Answer) {
        let (Some(division), Point::Number(way)) = (division_of(answer), answer.points[1]) else { return };
        let Some(approach) = usize::try_from(way).ok().and_then(|way| Approach::ALL.get(way)).copied() else {
            return;
        };
        let now = &mut self.s.divisions[division.i()];
        (now.coming, now.approach) = (Coming::Off, approach);
        self.tell(|| {
            Event::new(rule!("deployment.off_table"), "kept_off")
                .point("division", division_point(division))
                .word("approach", approach.name())
                .only(side)
        });
    }
}

//! Reserves and flank marches: when divisions off the table are called (`movement.reserves`).

use baize::{Length, Size};
use table::{Event, Modifiers, Play, Side, Test, Throw, ThrowKind, rule};

use crate::core::charts::Score;
use crate::core::coming::{Approach, Coming, divisions_of, stretch};
use crate::core::field::{about, commander_point, division_point};
use crate::core::place::figures;
use crate::core::state::{DivisionId, Status};
use crate::{Battle, Field, State};

/// An enemy so near to the place of their arrival calls reserves at once.
const ALARM: Length = Length::mu(12);
/// The first turn, counted from 0, in which dice are thrown for a division.
const FIRST: u16 = 1;

/// Result of the calls: whether dice were thrown for any division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Called {
    /// For some.
    Some,
    /// For none.
    None,
}

/// Whether an enemy is within 12 MU of the stretch of the edge where reserves will arrive (`movement.reserves`).
fn is_alarmed(b: &Battle, s: &State, side: Side, approach: Approach) -> bool {
    let stretch = stretch(b, side, approach);
    // A strip along the edge, as deep as a line can be.
    let strip = Size { width: stretch.length, depth: Length(2) };
    let edge = stretch.at(Length(stretch.length.0 / 2)).place(strip.shape());
    figures(b, s, side.enemy()).any(|(_, foe)| baize::is_within(&edge, &foe, ALARM))
}

impl Field<'_, '_> {
    /// The beginning of the phase: divisions that were called arrive; for all others off the table a die is thrown for each level of their commander
    /// from the second turn on (`movement.reserves`).
    pub(super) fn call_reserves(&mut self) -> Play<Called> {
        let (b, side) = (self.b, self.s.clock.side);
        let mut called = Called::None;
        for division in divisions_of(b, side) {
            let now = &mut self.s.divisions[division.i()];
            now.entered = 0;
            match now.coming {
                Coming::Called => now.coming = Coming::Enters,
                Coming::Off if self.s.clock.turn >= FIRST => {
                    called = Called::Some;
                    if self.tests_arrival(division)?.passed() {
                        self.call(division);
                    }
                }
                _ => {}
            }
        }
        Ok(called)
    }

    /// The dice for a division: one of them must show enough. Neither command points nor second throws count here.
    fn tests_arrival(&mut self, division: DivisionId) -> Play<Test> {
        let card = self.b.division(division);
        let Some(commander) = card.commander.some() else { return Ok(Test::Passed) };
        let (dice, least) = (self.s.commander(commander).level, self.b.charts.score(Score::Reserves));
        let rule = rule!("movement.reserves");
        let die = Throw {
            rule,
            key: "reserves",
            side: Some(card.side),
            kind: ThrowKind::Die,
            faces: 6,
            about: about([commander_point(commander)]),
            class: &|face| u32::from(face as i16 + 1 >= least),
            shows: &|face| table::Point::Number(face as i16 + 1),
        };
        let tally = self.doors.roll_pool(&table::Pool { die, dice: dice.into() })?;
        let result = Test::from(tally.of(1) > 0);
        let made = Modifiers::new().and(dice.into(), "level", rule!("commanders.levels"));
        self.tell(|| {
            Event::new(rule, "reserves.tested")
                .point("division", division_point(division))
                .number("dice", dice)
                .number("least", least)
                .word("result", result.word())
                .sum("dice", &made)
        });
        Ok(result)
    }

    /// A division is called, and its note is shown: from where it will come in its next Movement Phase.
    fn call(&mut self, division: DivisionId) {
        let now = &mut self.s.divisions[division.i()];
        now.coming = Coming::Called;
        let approach = now.approach;
        self.tell(|| {
            Event::new(rule!("movement.reserves"), "called")
                .point("division", division_point(division))
                .word("approach", approach.name())
        });
    }

    /// The end of the phase: the other side's reserves are called if an enemy stands near where they will arrive (RULING 73: not flank marches, of which
    /// the text does not speak).
    pub(super) fn alarm_reserves(&mut self) {
        let (b, side) = (self.b, self.s.clock.side.enemy());
        for division in divisions_of(b, side) {
            let now = self.s.divisions[division.i()];
            if now.coming == Coming::Off
                && !now.approach.is_flank()
                && is_alarmed(b, self.s, side, now.approach)
            {
                self.call(division);
            }
        }
    }

    /// Whether all units of a division that arrives are there; then it is as every other (`movement.arrival`).
    pub(super) fn is_whole(&mut self, division: DivisionId) {
        let b = self.b;
        let waits = b
            .unit_ids()
            .any(|unit| b.unit(unit).division == division && self.s.unit(unit).status == Status::Waiting);
        if !waits {
            self.s.divisions[division.i()].coming = Coming::Here;
        }
    }
}

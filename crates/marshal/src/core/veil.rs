//! The enemy's sight of a counter: its general side, until it lies turned over or its figures are in use (6, 13). For a specific side not seen yet the
//! enemy takes the average of its type.

use std::sync::Arc;

use table::Side;

use crate::core::back::Back;
use crate::core::battle::{Arm, Battle, UnitCard};
use crate::core::dice::Dice;
use crate::core::field::Field;
use crate::core::options;
use crate::core::state::{Formation, State, UnitId, did};

/// Whether a unit's counter lies turned over: skirmishers, unlimbered guns (13).
fn lies_open(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let guns = b.arm(unit) == Arm::Artillery && now.formation == Formation::Unlimbered;
    now.on_map() && (now.formation == Formation::Skirmish || guns)
}

/// Whether a viewer knows the specific side of a unit's counter: its own side, and everybody who has seen it turned over or its figures in use (6).
pub fn shows_figures(b: &Battle, s: &State, viewer: Option<Side>, unit: UnitId) -> bool {
    let known = s.unit(unit).has(did::SHOWN) || lies_open(b, s, unit);
    viewer == Some(b.side(unit)) || known || b.agreed(&options::COUNTERS)
}

/// A state as a viewer may know it.
pub fn view(b: &Battle, s: &State, viewer: Option<Side>) -> State {
    hindsight(b, s, s, viewer)
}

/// A state as a viewer may know it when play has come from there to another one, and has shown more.
pub fn hindsight(b: &Battle, began: &State, now: &State, viewer: Option<Side>) -> State {
    let mut seen = began.clone();
    let hides = |u: &UnitId| [began, now].iter().all(|s| !shows_figures(b, s, viewer, *u));
    let unseen: Vec<UnitId> = b.unit_ids().filter(hides).collect();
    if !unseen.is_empty() {
        let backs = Arc::make_mut(&mut seen.backs);
        unseen.iter().for_each(|u| backs[u.i()] = b.usual[u.i()]);
    }
    seen
}

impl Field<'_, '_> {
    /// The figures of units are in use: everybody has seen them (6).
    pub(crate) fn show(&mut self, units: &[UnitId]) {
        units.iter().for_each(|unit| self.s.unit_mut(*unit).set(did::SHOWN, true));
    }

    /// Notes what lies turned over now: it stays known when it is turned back (6).
    pub(crate) fn note_what_lies_open(&mut self) {
        for unit in self.b.unit_ids() {
            if !self.s.unit(unit).has(did::SHOWN) && lies_open(self.b, self.s, unit) {
                self.show(&[unit]);
            }
        }
    }
}

/// The marks that tell the type of a unit: what stands on the general side of its counter, or is plain to see (lances, men who skirmish).
type Type<'c> = (u8, u8, &'c str, &'c str, u32, [bool; 2]);

/// The type of a unit.
pub fn type_of<'c>(card: &'c UnitCard, back: &Back) -> Type<'c> {
    let light = back.skirmish.is_some() || card.arm == Arm::Infantry && back.range >= 2;
    (card.side.0, card.arm as u8, &card.nation, &card.kind, card.traits.0, [back.lance > 0, light])
}

/// The fewest counters whose average is taken for one of them: of two, whoever has seen one could reckon the other.
const FEWEST: usize = 3;

/// For every counter the average of its type; of a type of which there are fewer than three, that of the nearest wider kind that has three.
pub fn usual(units: &[UnitCard], backs: &[Back]) -> Vec<Back> {
    let kinds = |at: usize| {
        let (side, arm, nation, kind, traits, plain) = type_of(&units[at], &backs[at]);
        [
            (Some(side), arm, nation, kind, traits, Some(plain)),
            (Some(side), arm, "", "", 0, Some(plain)),
            (None, arm, "", "", 0, Some(plain)),
            (None, arm, "", "", 0, None),
        ]
    };
    let of = |at: usize, kind: usize| -> Vec<Back> {
        let own = kinds(at)[kind];
        (0..backs.len()).filter(|other| kinds(*other)[kind] == own).map(|other| backs[other]).collect()
    };
    let usual_of = |at: usize| {
        let all = (0..4).map(|kind| of(at, kind)).find(|found| found.len() >= FEWEST);
        let all = all.unwrap_or_else(|| of(at, 3));
        if all.len() > 1 { dressed(average(&all), &backs[at], units[at].arm) } else { backs[at] }
    };
    (0..units.len()).map(usual_of).collect()
}

/// An average of others, with what is plain to see of one: lances, men who skirmish.
fn dressed(average: Back, own: &Back, arm: Arm) -> Back {
    Back {
        range: if arm == Arm::Artillery { average.range } else { own.range },
        skirmish: own.skirmish.map(|_| average.skirmish.unwrap_or(1)),
        lance: if own.lance > 0 { average.lance.max(1) } else { 0 },
        ..average
    }
}

/// The average of specific sides.
fn average(all: &[Back]) -> Back {
    let fire = |at: usize| mean(all.iter().map(|back| back.fire[at]));
    Back {
        fire: [fire(0), fire(1), fire(2)],
        range: mean(all.iter().map(|back| back.range as i16)).max(0) as u16,
        melee: mean(all.iter().map(|back| back.melee)),
        morale: Dice(mean(all.iter().map(|back| back.morale.0))),
        skirmish: all
            .iter()
            .any(|back| back.skirmish.is_some())
            .then(|| mean(all.iter().filter_map(|back| back.skirmish))),
        lance: mean(all.iter().map(|back| back.lance)),
    }
}

/// The mean, to the nearest; of nothing 0.
fn mean(all: impl Iterator<Item = i16>) -> i16 {
    let (sum, count) = all.fold((0_i32, 0_i32), |(sum, count), one| (sum + i32::from(one), count + 1));
    if count == 0 { 0 } else { (2 * sum + count).div_euclid(2 * count) as i16 }
}

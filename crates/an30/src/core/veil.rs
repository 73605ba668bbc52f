//! What the enemy sees of a counter: its front, until play has shown its back (5.1.2, 5.2.2). For a back that he has not seen he takes the average of
//! its type and nation.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::Side;

use crate::core::battle::{Arm, Battle, LeaderCard, Post, Trait, UnitCard};
use crate::core::dice::Dice;
use crate::core::field::Field;
use crate::core::state::{
    Back, Backs, Bonuses, Courage, Formation, LeaderId, State, UnitId, did, leader_did,
};
use crate::core::{options, status};

/// Whether a unit's counter lies turned over: skirmishers, unlimbered guns, wrecks (5.1.2).
fn lies_open(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let guns = b.arm(unit) == Arm::Artillery && now.formation == Formation::Unlimbered;
    now.on_map() && (now.shape() == Formation::Skirmish || guns || status::is_wreck(s, unit))
}

/// Whether a leader's counter lies turned over: he has moved (7.2.1).
fn leader_lies_open(s: &State, leader: LeaderId) -> bool {
    s.leader(leader).has(leader_did::MOVED)
}

/// Whether a side may look at the back of a unit's counter now: of its own, and of those that lie turned over (5.1.2).
pub fn may_look_at_unit(b: &Battle, s: &State, viewer: Side, unit: UnitId) -> bool {
    b.side(unit) == viewer || lies_open(b, s, unit)
}

/// Whether a side may look at the back of a leader's counter now (5.2.2, 7.2.1).
pub fn may_look_at_leader(b: &Battle, s: &State, viewer: Side, leader: LeaderId) -> bool {
    b.leader(leader).side == viewer || leader_lies_open(s, leader)
}

/// Whether a viewer knows the back of a unit's counter: its own side, and everybody who has seen it turned over or its figures in use (5.1.2).
pub fn shows_figures(b: &Battle, s: &State, viewer: Option<Side>, unit: UnitId) -> bool {
    let known = s.unit(unit).has(did::SHOWN) || lies_open(b, s, unit);
    viewer == Some(b.side(unit)) || known || b.agreed(&options::COUNTERS)
}

/// Whether a viewer knows the back of a leader's counter: his own side, and everybody once he has moved or has helped (5.2.2, 7.2.1).
pub fn shows_bonuses(b: &Battle, s: &State, viewer: Option<Side>, leader: LeaderId) -> bool {
    let known = leader_lies_open(s, leader) || s.leader(leader).has(leader_did::SHOWN);
    viewer == Some(b.leader(leader).side) || known || b.agreed(&options::COUNTERS)
}

/// A state as a viewer may know it.
pub fn view(b: &Battle, s: &State, viewer: Option<Side>) -> State {
    let mut seen = s.clone();
    let unseen: Vec<UnitId> = b.unit_ids().filter(|u| !shows_figures(b, s, viewer, *u)).collect();
    let faces: Vec<LeaderId> = b.leader_ids().filter(|l| !shows_bonuses(b, s, viewer, *l)).collect();
    if !(unseen.is_empty() && faces.is_empty()) {
        let backs = Arc::make_mut(&mut seen.backs);
        unseen.iter().for_each(|u| backs.units[u.i()] = b.usual.units[u.i()]);
        faces.iter().for_each(|l| backs.leaders[l.i()] = b.usual.leaders[l.i()]);
    }
    seen
}

impl Field<'_> {
    /// The figures of units are in use, and with them those of the leader who helps them: everybody has seen them (5.1.2, 5.2.2).
    pub(crate) fn show(&mut self, units: &[UnitId]) {
        for &unit in units {
            self.s.unit_mut(unit).set(did::SHOWN, true);
            self.show_leader(status::leader_of(self.b, self.s, unit));
        }
    }

    /// A leader's figures are in use (5.2.2).
    pub(crate) fn show_leader(&mut self, leader: Option<LeaderId>) {
        if let Some(leader) = leader {
            self.s.leader_mut(leader).set(leader_did::SHOWN, true);
        }
    }

    /// What lies turned over now stays known when it is turned back (5.1.2, 7.2.1).
    pub(crate) fn note_what_lies_open(&mut self) {
        for unit in self.b.unit_ids().filter(|u| lies_open(self.b, self.s, *u)).collect::<Vec<_>>() {
            self.s.unit_mut(unit).set(did::SHOWN, true);
        }
        for leader in self.b.leader_ids() {
            if leader_lies_open(self.s, leader) {
                self.s.leader_mut(leader).set(leader_did::SHOWN, true);
            }
        }
    }
}

/// What tells the type of a unit: what stands on the front of its counter, or is plain to see (lances, men who skirmish, howitzers).
type Type<'c> = (u8, u8, &'c str, &'c str, u32, [bool; 3]);

/// The type of a unit.
pub fn type_of<'c>(card: &'c UnitCard, back: &Back) -> Type<'c> {
    let light = back.skirmish.is_some() || card.arm == Arm::Infantry && back.range >= 2;
    let howitzers = card.traits.has(Trait::Howitzers) && back.fire[1] == 0;
    let plain = [back.lance > 0, light, howitzers];
    (card.side.0, card.arm as u8, &card.nation, &card.kind, card.traits.0, plain)
}

/// The type of a leader.
pub fn type_of_leader(card: &LeaderCard) -> (Side, Post) {
    (card.side, card.post)
}

/// For every counter the average of its type.
pub fn usual(units: &[UnitCard], leaders: &[LeaderCard], backs: &Backs) -> Backs {
    let mut types: BTreeMap<Type<'_>, Vec<Back>> = BTreeMap::new();
    for (card, back) in units.iter().zip(&backs.units) {
        types.entry(type_of(card, back)).or_default().push(*back);
    }
    let mut posts: BTreeMap<(Side, Post), Vec<Bonuses>> = BTreeMap::new();
    for (card, bonuses) in leaders.iter().zip(&backs.leaders) {
        posts.entry(type_of_leader(card)).or_default().push(*bonuses);
    }
    let types: BTreeMap<_, Back> = types.into_iter().map(|(key, all)| (key, back(&all))).collect();
    let posts: BTreeMap<_, Bonuses> = posts.into_iter().map(|(key, all)| (key, bonuses(&all))).collect();
    Backs {
        units: units.iter().zip(&backs.units).map(|(card, own)| types[&type_of(card, own)]).collect(),
        leaders: leaders.iter().map(|card| posts[&type_of_leader(card)]).collect(),
    }
}

/// The average back of units.
fn back(all: &[Back]) -> Back {
    let fire = |at: usize| average(all.iter().map(|back| back.fire[at]));
    Back {
        fire: [fire(0), fire(1), fire(2)],
        range: average(all.iter().map(|back| back.range as i16)).max(0) as u16,
        melee: average(all.iter().map(|back| back.melee)),
        morale: all
            .iter()
            .any(|back| back.morale.is_some())
            .then(|| Dice(average(all.iter().filter_map(|back| back.morale).map(|dice| dice.0)))),
        skirmish: all
            .iter()
            .any(|back| back.skirmish.is_some())
            .then(|| average(all.iter().filter_map(|back| back.skirmish))),
        lance: average(all.iter().map(|back| back.lance)),
    }
}

/// The average bonuses of leaders.
fn bonuses(all: &[Bonuses]) -> Bonuses {
    let of = |figure: fn(&Bonuses) -> i16| average(all.iter().map(figure));
    let plain = |one: &Bonuses| if let Courage::Bonus(bonus) = one.morale { Some(bonus) } else { None };
    Bonuses {
        infantry: (of(|one| one.infantry.0), of(|one| one.infantry.1)),
        cavalry: (of(|one| one.cavalry.0), of(|one| one.cavalry.1)),
        artillery: of(|one| one.artillery),
        morale: Courage::Bonus(average(all.iter().filter_map(plain))),
    }
}

/// The average, to the nearest; of nothing 0.
fn average(all: impl Iterator<Item = i16>) -> i16 {
    let (sum, count) = all.fold((0_i32, 0_i32), |(sum, count), one| (sum + i32::from(one), count + 1));
    if count == 0 { 0 } else { (2 * sum + count).div_euclid(2 * count) as i16 }
}

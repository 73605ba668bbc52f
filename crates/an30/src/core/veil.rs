//! The enemy's sight of a counter: its front, until play has shown its back (5.1.2, 5.2.2). For a back not seen yet the enemy takes the average of
//! its type and nation.

use std::sync::Arc;

use ground::HexId;
use table::Side;

use crate::core::battle::{Arm, Battle, LeaderCard, Post, Trait, UnitCard};
use crate::core::dice::Dice;
use crate::core::field::Field;
use crate::core::state::{
    Back, Backs, Bonuses, Chit, Courage, Formation, LeaderId, LeaderStatus, Mu, MuId, MuKind, State, UnitId,
    did, leader_did,
};
use crate::core::{options, status};

/// Whether a unit's counter lies turned over: skirmishers, unlimbered guns, wrecks (5.1.2).
fn lies_open(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let guns = b.arm(unit) == Arm::Artillery && now.formation == Formation::Unlimbered;
    now.on_map() && (now.shape() == Formation::Skirmish || guns || status::is_wreck(s, unit))
}

/// Whether a leader's counter lies turned over: the leader has moved (7.2.1).
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

/// Whether a viewer knows the back of a leader's counter: the own side, and everybody once the leader has moved or has helped (5.2.2, 7.2.1).
pub fn shows_bonuses(b: &Battle, s: &State, viewer: Option<Side>, leader: LeaderId) -> bool {
    let known = leader_lies_open(s, leader) || s.leader(leader).has(leader_did::SHOWN);
    viewer == Some(b.leader(leader).side) || known || b.agreed(&options::COUNTERS)
}

/// Whether a viewer knows whose maneuver unit one is: its own side, and everybody once its chit has left the cup; always if nothing else was agreed
/// upon (8.4.1.2). The marker of an administrative march lies on the map (8.7.1).
pub fn shows_maneuver_unit(b: &Battle, s: &State, viewer: Option<Side>, mu: MuId) -> bool {
    let waits = b.agreed(&options::SECRET_MUS) && s.cup.contains(&Chit::Mu(mu));
    !waits || viewer.is_some_and(|side| b.leader(s.mus[mu.i()].leader).side == side)
}

/// Takes out of a state whose maneuver units those are that a viewer does not know: they are given to leaders of their side in order, and who they
/// took into command is out of it; of the initiative all count as having tried (8.4.1.2).
fn hide_maneuver_units(b: &Battle, seen: &mut State, now: &State, viewer: Option<Side>) {
    let all = (0..seen.mus.len()).map(|i| MuId(i as u16));
    let shown = |mu: MuId| [&*seen, now].iter().any(|s| shows_maneuver_unit(b, s, viewer, mu));
    let hidden: Vec<MuId> = all.filter(|mu| !shown(*mu)).collect();
    for unit in b.unit_ids().filter(|u| viewer != Some(b.side(*u))) {
        if seen.unit(unit).has(did::TAKEN_IN) {
            seen.unit_mut(unit).set(did::TAKEN_IN | did::IN_COMMAND, false);
        }
    }
    for leader in b.leader_ids().filter(|l| viewer != Some(b.leader(*l).side)) {
        let now = seen.leader_mut(leader);
        now.set(leader_did::TRIED, true);
        if hidden.contains(&now.mu) {
            now.mu = MuId::NONE;
        }
    }
    for mu in hidden {
        let side = b.leader(seen.mus[mu.i()].leader).side;
        let free = |l: &LeaderId| {
            let now = seen.leader(*l);
            b.leader(*l).side == side && now.status == LeaderStatus::Map && now.mu == MuId::NONE
        };
        let Some(leader) = b.leader_ids().find(free) else { continue };
        seen.mus[mu.i()] =
            Mu { leader, kind: MuKind::Plain, drawn: false, goal: HexId::NONE, flipped: false };
        seen.leader_mut(leader).mu = mu;
    }
}

/// A state as a viewer may know it.
pub fn view(b: &Battle, s: &State, viewer: Option<Side>) -> State {
    hindsight(b, s, s, viewer)
}

/// A state as a viewer may know it when play has come from there to another one, and has shown more.
pub fn hindsight(b: &Battle, began: &State, now: &State, viewer: Option<Side>) -> State {
    let mut seen = began.clone();
    if b.agreed(&options::SECRET_MUS) {
        hide_maneuver_units(b, &mut seen, now, viewer);
    }
    let hides_unit = |u: &UnitId| [began, now].iter().all(|s| !shows_figures(b, s, viewer, *u));
    let hides_leader = |l: &LeaderId| [began, now].iter().all(|s| !shows_bonuses(b, s, viewer, *l));
    let unseen: Vec<UnitId> = b.unit_ids().filter(hides_unit).collect();
    let faces: Vec<LeaderId> = b.leader_ids().filter(hides_leader).collect();
    if !(unseen.is_empty() && faces.is_empty()) {
        let backs = Arc::make_mut(&mut seen.backs);
        unseen.iter().for_each(|u| backs.units[u.i()] = b.usual.units[u.i()]);
        faces.iter().for_each(|l| backs.leaders[l.i()] = b.usual.leaders[l.i()]);
        hide_spans(b, began, &mut seen, &faces);
    }
    seen
}

/// The span of a leader of light cavalry is the bonus on the back (8.5.1.2), and whom it reaches would tell it: until the bonus has been seen all
/// whom that leader could command count as in command.
fn hide_spans(b: &Battle, s: &State, seen: &mut State, hidden: &[LeaderId]) {
    for place in b.leader_ids().filter(|l| b.leader(*l).light_cavalry) {
        let Some(command) = b.leader(place).command.some() else { continue };
        let holds = |l: &LeaderId| s.leader(*l).leads == command;
        let holder = b.leader_ids().find(holds);
        if holder.is_none_or(|holder| !hidden.contains(&holder)) {
            continue;
        }
        // RULING 1045.
        let led = |unit: &UnitId| {
            b.within(b.unit(*unit).command, command) || s.unit(*unit).assigned.some() == holder
        };
        for unit in b.unit_ids().filter(led) {
            seen.unit_mut(unit).set(did::IN_COMMAND, true);
        }
        let below = |l: &LeaderId| b.leader(*l).command.some().is_some_and(|own| b.within(own, command));
        for leader in b.leader_ids().filter(|l| below(l) && Some(*l) != holder) {
            seen.leader_mut(leader).set(leader_did::IN_COMMAND, true);
        }
    }
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

    /// Notes what lies turned over now: it stays known when it is turned back (5.1.2, 7.2.1).
    pub(crate) fn note_what_lies_open(&mut self) {
        for unit in self.b.unit_ids() {
            if !self.s.unit(unit).has(did::SHOWN) && lies_open(self.b, self.s, unit) {
                self.s.unit_mut(unit).set(did::SHOWN, true);
            }
        }
        for leader in self.b.leader_ids() {
            if leader_lies_open(self.s, leader) {
                self.s.leader_mut(leader).set(leader_did::SHOWN, true);
            }
        }
    }
}

/// The marks that tell the type of a unit: what stands on the front of its counter, or is plain to see (lances, men who skirmish, howitzers).
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

/// The fewest counters whose average is taken for one of them: of two, whoever has seen one could reckon the other (reading 915).
const FEWEST: usize = 3;

/// For every counter the average of its type; of a type of which there are fewer than three, that of the nearest wider kind that has three (reading
/// 915).
pub fn usual(units: &[UnitCard], leaders: &[LeaderCard], backs: &Backs) -> Backs {
    let kinds = |at: usize| {
        let (card, own) = (&units[at], &backs.units[at]);
        let (side, arm, nation, kind, traits, plain) = type_of(card, own);
        let wagon = card.traits.has(Trait::Wagon);
        let of = |side, nation, kind, traits, plain| (side, arm, nation, kind, traits, plain, wagon);
        [
            of(Some(side), nation, kind, traits, Some(plain)),
            of(Some(side), "", "", 0, Some(plain)),
            of(None, "", "", 0, Some(plain)),
            of(None, "", "", 0, None),
        ]
    };
    let posts = |at: usize| {
        let (side, post) = type_of_leader(&leaders[at]);
        [(Some(side), Some(post)), (None, Some(post)), (None, None)]
    };
    let usual_of = |(at, own): (usize, &Back)| {
        let all = widened(&backs.units, kinds, at);
        if all.len() > 1 { dressed(back(&all), own, units[at].arm) } else { *own }
    };
    Backs {
        units: backs.units.iter().enumerate().map(usual_of).collect(),
        leaders: (0..leaders.len()).map(|at| bonuses(&widened(&backs.leaders, posts, at))).collect(),
    }
}

/// The backs of the first of a counter's kinds that has three, from the narrowest on; of its last kind if none has.
fn widened<T: Copy, K: PartialEq, const N: usize>(
    all: &[T],
    kinds: impl Fn(usize) -> [K; N],
    at: usize,
) -> Vec<T> {
    let own = kinds(at);
    let of = |kind: usize| -> Vec<T> {
        let like = |other: &usize| kinds(*other)[kind] == own[kind];
        (0..all.len()).filter(like).map(|other| all[other]).collect()
    };
    (0..N).map(of).find(|found| found.len() >= FEWEST).unwrap_or_else(|| of(N - 1))
}

/// An average of others, with what is plain to see of one: lances, men who skirmish, howitzers.
fn dressed(average: Back, own: &Back, arm: Arm) -> Back {
    let [short, medium, long] = average.fire;
    Back {
        fire: [short, if own.fire[1] == 0 { 0 } else { medium.max(1) }, long],
        range: if arm == Arm::Artillery { average.range } else { own.range },
        skirmish: own.skirmish.map(|_| average.skirmish.unwrap_or(1)),
        lance: if own.lance > 0 { average.lance.max(1) } else { 0 },
        ..average
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

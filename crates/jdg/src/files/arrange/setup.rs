//! The set-up: where everything stands at the start, what arrives later, and what a vignette says of a unit besides.

use ground::HexId;
use muster::Fault;
use table::Side;

use super::build::Builder;
use super::raw::{RawCondition, RawReinforcement, RawRenfort, RawUnit};
use crate::ch05_stacking::stacking;
use crate::core::Facing;
use crate::core::battle::{Arrival, Battle};
use crate::core::state::{Condition, FormationId, Renfort, UnitId, did};

/// Words for the bits of [`did`].
pub const DEEDS: [(&str, u32); 14] = [
    ("moved", did::MOVED),
    ("turned", did::TURNED),
    ("fired", did::FIRED),
    ("replied", did::REPLIED),
    ("committed", did::COMMITTED),
    ("evaded", did::EVADED),
    ("charging", did::CHARGING),
    ("balked", did::BALKED),
    ("attacked", did::ATTACKED),
    ("broke", did::BROKE),
    ("rallied", did::RALLIED),
    ("halted", did::HALTED),
    ("charged", did::CHARGED),
    ("recalled", did::RECALLED),
];

impl Builder<'_, '_> {
    pub(super) fn arrivals(&mut self, battle: &Battle) -> Vec<Arrival> {
        let placed = |id: &str| self.raw.unit.iter().any(|u| u.id.get_ref() == id && u.at.is_some());
        let mut arrivals = Vec::new();
        let mut faults = Vec::new();
        let ids: Vec<&str> = battle.formations.iter().map(|f| f.id.as_str()).collect();
        for r in &self.raw.reinforcement {
            let Some(f) = ids.iter().position(|i| i == r.formation.get_ref()) else {
                faults.push((r.formation.span(), Fault::unknown("formation", r.formation.get_ref(), &ids)));
                continue;
            };
            let own: Vec<UnitId> = battle.formations[f].units.clone();
            let names: Vec<&str> = own.iter().map(|u| battle.unit(*u).id.as_str()).collect();
            let units: Vec<UnitId> = match &r.units {
                None => own.iter().copied().filter(|u| !placed(&battle.unit(*u).id)).collect(),
                Some(list) => {
                    let mut units = Vec::new();
                    for name in list {
                        match names.iter().position(|n| n == name.get_ref()) {
                            None => faults.push((
                                name.span(),
                                Fault::unknown("unit of the formation", name.get_ref(), &names),
                            )),
                            Some(_) if placed(name.get_ref()) => faults.push((
                                name.span(),
                                Fault::new(format!(
                                    "{:?} is set up on the map and cannot arrive too",
                                    name.get_ref()
                                )),
                            )),
                            Some(i) => units.push(own[i]),
                        }
                    }
                    units
                }
            };
            let entry = battle.ground.entry(r.entry.get_ref());
            if entry.is_none() {
                let letters: Vec<&str> = battle.ground.entries().iter().map(|(l, _)| l.as_str()).collect();
                faults.push((
                    r.entry.span(),
                    Fault::unknown("entry of the ground", r.entry.get_ref(), &letters),
                ));
            }
            let turn = *r.turn.get_ref();
            if turn == 0 || usize::from(turn) > battle.turns.len() {
                faults.push((
                    r.turn.span(),
                    Fault::new(format!("turn {turn} of {} turns", battle.turns.len())),
                ));
            }
            let facing = if battle.formations[f].side == Side(0) { Facing(1) } else { Facing(4) };
            arrivals.push((
                r,
                FormationId(f as u8),
                units,
                turn.saturating_sub(1),
                entry.unwrap_or(HexId(0)),
                facing,
            ));
        }
        for (span, fault) in faults {
            self.faults.put(span, fault);
        }
        let finish = |(r, formation, units, turn, entry, usual): (&RawReinforcement, _, _, _, _, _)| {
            Arrival { formation, units, turn, entry, facing: self.facing(r.facing.as_ref(), usual) }
        };
        arrivals.into_iter().map(finish).collect()
    }

    pub(super) fn set_up(&mut self, battle: &mut Battle) {
        let raw = self.raw;
        for u in &raw.unit {
            let Some(i) = battle.units.iter().position(|c| c.id == *u.id.get_ref()) else { continue };
            let unit = UnitId(i as u8);
            let usual = if battle.side(unit) == Side(0) { Facing(1) } else { Facing(4) };
            let facing = self.facing(u.facing.as_ref(), usual);
            self.status(battle, unit, u);
            battle.setup.units[i].facing = facing;
            let arrives = battle.arrivals.iter().any(|a| a.units.contains(&unit));
            match &u.at {
                Some(at) => {
                    let hex = self.hex(&battle.ground, at);
                    if battle.setup.top(hex).is_some_and(|t| battle.side(t) != battle.side(unit)) {
                        self.faults
                            .at(at.span(), format!("{:?} is set up in a hex of the enemy's", u.id.get_ref()));
                    } else if battle.is_gun(unit) {
                        // Artillery stands on top (5.1.2), batteries among themselves in the order of the file.
                        match battle.setup.stack(hex).filter(|&u| battle.is_gun(u)).last() {
                            Some(above) => battle.setup.put_under(unit, above),
                            None => battle.setup.put_on_top(unit, hex),
                        }
                    } else {
                        battle.setup.put(unit, hex);
                    }
                }
                None if arrives || self.lenient => {}
                None => {
                    let what = format!("unit {:?} is neither set up nor arrives", u.id.get_ref());
                    self.faults
                        .at(u.id.span(), what)
                        .expect("`at = \"...\"`, or a [[reinforcement]] of its formation");
                }
            }
        }
        for unit in &mut battle.setup.units {
            (unit.stood, unit.faced) = (unit.hex, unit.facing);
        }
        for c in &raw.commander {
            let Some(i) = battle.leaders.iter().position(|l| l.id == *c.id.get_ref()) else { continue };
            battle.setup.leaders[i].moved = c.moved;
            if let Some(at) = &c.at {
                battle.setup.leaders[i].hex = self.hex(&battle.ground, at);
            }
        }
        for (i, o) in battle.objectives.iter().enumerate() {
            battle.setup.holders[i] = o.holder.map_or(u8::MAX, |side| side.0);
        }
        for f in raw.formation.iter().filter(|f| f.demoralized) {
            if let Some(i) = battle.formations.iter().position(|c| c.id == *f.id.get_ref()) {
                battle.setup.formations[i].demoralized = true;
            }
        }
        if !self.lenient && self.faults.is_empty() {
            self.stacks(battle);
        }
    }

    /// Every stack of the set-up must be lawful (5.1.1).
    fn stacks(&mut self, battle: &Battle) {
        for u in &self.raw.unit {
            let Some(i) = battle.units.iter().position(|c| c.id == *u.id.get_ref()) else { continue };
            let hex = battle.setup.units[i].hex;
            if hex == HexId::NONE || battle.setup.top(hex) != Some(UnitId(i as u8)) {
                continue;
            }
            if stacking::broken_limit(battle, &battle.setup, hex).is_some() {
                let at = u.at.as_ref().map_or(0..0, muster::Spanned::span);
                let what = format!("the stack in {} is not allowed (5.1.1)", battle.ground.label(hex));
                self.faults.at(at, what);
            }
        }
    }

    /// Status of a unit in a vignette, besides its place.
    fn status(&mut self, battle: &mut Battle, unit: UnitId, raw: &RawUnit) {
        if let (None, Some(condition)) = (&raw.at, &raw.condition)
            && matches!(condition.get_ref(), RawCondition::Routed)
        {
            let what = format!("unit {:?} is routed, but stands nowhere", raw.id.get_ref());
            self.faults.at(condition.span(), what).expect("`at = \"...\"`");
        }
        if let (None, Some([aim, ..])) = (&raw.at, raw.aims.as_deref()) {
            let what = format!("unit {:?} is to attack, but stands nowhere", raw.id.get_ref());
            self.faults.at(aim.span(), what).expect("`at = \"...\"`");
        }
        let state = &mut battle.setup.units[unit.i()];
        state.condition = match raw.condition.as_ref().map(|c| *c.get_ref()) {
            None | Some(RawCondition::Good) => Condition::Good,
            Some(RawCondition::Disordered) => Condition::Disordered,
            Some(RawCondition::Routed) => Condition::Routed,
            Some(RawCondition::Eliminated) => Condition::Eliminated,
        };
        state.square = raw.square.unwrap_or(false);
        state.renfort = match raw.renfort {
            None | Some(RawRenfort::None) => Renfort::None,
            Some(RawRenfort::Marked) => Renfort::Marked,
            Some(RawRenfort::ThisTurn) => Renfort::ThisTurn,
            Some(RawRenfort::Normal) => Renfort::Normal,
        };
        let deeds = DEEDS.map(|(word, _)| word);
        for word in raw.did.iter().flatten() {
            if let Some(at) = self.faults.word("deed", word, &deeds) {
                state.did |= DEEDS[at].1;
            }
        }
        let dirs = ground::Dir::ALL.map(ground::Dir::name);
        for word in raw.aims.iter().flatten() {
            if let Some(at) = self.faults.word("direction", word, &dirs) {
                state.aims.insert(ground::Dir::ALL[at]);
            }
        }
    }
}

//! Prospects of an attack: the sum over the ten faces of the die of what each side loses, in tenths of a point.

use ground::HexId;
use jdg::ch08_shock::shock::combat::{self, Combat};
use jdg::ch08_shock::shock::modifiers;
use jdg::core::charts::{Effect, FollowUp, Sufferer};
use jdg::core::state::UnitId;

use super::field_view::{Escape, FieldView};

/// Worth of driving a unit back by a hex: its ground, its order of battle, the next blow.
const RECOIL: i32 = 80;
/// A repelled attacker only stands where they came from.
const REPELLED: i32 = 25;
/// Worth of a second combat to whoever may fight it (8.7.2).
const SECOND_COMBAT: i32 = 60;

/// Stake: what a side of a combat stands to lose.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stake {
    /// By a cohesion test of all its units.
    test: i32,
    /// By a disorder of all its units.
    disorder: i32,
    /// By a recoil.
    recoil: i32,
}

impl Stake {
    /// Adds an attacker.
    pub fn attacker(&mut self, view: &FieldView<'_>, unit: UnitId) {
        self.add(view, unit, REPELLED);
    }

    /// Adds a unit; its recoil costs so much.
    fn add(&mut self, view: &FieldView<'_>, unit: UnitId, recoil: i32) {
        self.test += view.loss(unit, Some(Effect::Test));
        self.disorder += view.loss(unit, Some(Effect::Disorder));
        self.recoil += recoil;
    }

    /// Adds what giving up the ground costs.
    pub fn ground(&mut self, value: i32) {
        self.recoil += value;
    }

    /// Adds a defender attacked from some hexes.
    pub fn defender(&mut self, view: &FieldView<'_>, unit: UnitId, at: HexId, from: &[HexId]) {
        let condition = view.s.unit(unit).condition;
        let recoil = match view.escape(unit, at, from) {
            Escape::Free => RECOIL,
            Escape::Harmed => 20 + view.disorder_loss(unit, condition),
            Escape::None => view.worth(unit, condition) + view.spirit(unit, condition),
        };
        if view.b.is_gun(unit) {
            // Artillery with losers recoils and tests, whatever the result (8.9).
            self.recoil += recoil + view.loss(unit, Some(Effect::Test));
        } else {
            self.add(view, unit, recoil);
        }
    }

    fn lost(&self, recoil: u8, effect: Option<Effect>) -> i32 {
        let effect = match effect {
            None => 0,
            Some(Effect::Test) => self.test,
            Some(Effect::Disorder | Effect::Rout) => self.disorder,
        };
        effect + if recoil > 0 { self.recoil } else { 0 }
    }
}

/// Promise of an attack with a sum of modifiers to the attacker.
pub fn promise(view: &FieldView<'_>, total: i16, attack: &Stake, defence: &Stake) -> i32 {
    let charts = &view.b.charts;
    let mut sum = 0;
    for die in 0..10 {
        let row = &charts.shock[charts.shock_row(die + total)];
        sum += match row.sufferer {
            Sufferer::Defender => defence.lost(row.recoil, row.effect) + follow_up(row.allows),
            Sufferer::Attacker => -attack.lost(row.recoil, row.effect) - follow_up(row.allows),
        };
    }
    sum / 10
}

fn follow_up(allows: FollowUp) -> i32 {
    if allows == FollowUp::Nothing { 0 } else { SECOND_COMBAT }
}

/// Promise of a combat as announced to the attacker, seen from whoever looks.
pub fn of_combat(view: &FieldView<'_>, combat: &Combat) -> i32 {
    let (b, s) = (view.b, view.s);
    let mut defence = Stake::default();
    let mut guns_taken = 0;
    let mut fought = false;
    for &hex in &combat.targets {
        if combat::only_guns(b, s, hex) {
            guns_taken += s.stack(hex).map(|u| view.worth_now(u)).sum::<i32>();
            continue;
        }
        fought = true;
        let mut from = [HexId::NONE; 6];
        let mut count = 0;
        for strike in combat.against(b, hex) {
            if count < 6 && !from[..count].contains(&strike.from) {
                from[count] = strike.from;
                count += 1;
            }
        }
        for unit in s.stack(hex) {
            defence.defender(view, unit, hex, &from[..count]);
        }
        defence.ground(view.prize(hex).min(400));
    }
    if !fought {
        return guns_taken;
    }
    defence.ground(guns_taken);
    let mut attack = Stake::default();
    for strike in &combat.strikes {
        attack.attacker(view, strike.unit);
    }
    promise(view, modifiers::modifiers(b, s, combat).total(), &attack, &defence)
}

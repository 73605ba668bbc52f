//! 8.5, 8.9: the die is thrown and the result applied.

use ground::{Dirs, HexId};
use table::{Event, Modifiers, Play, Point, rule};

use super::combat::{Combat, can_strike, held_against, only_guns};
use super::modifiers::modifiers;
use crate::Few;
use crate::ch06_facing::facing;
use crate::core::Facing;
use crate::core::charts::{Effect, FollowUp, Sufferer};
use crate::core::field::{Field, Foes, hex_point};
use crate::core::state::{UnitId, did};
use crate::core::strike::Strike;

/// Combat result: what became of a combat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CombatResult {
    /// Nobody was left to attack or to be attacked.
    NoFight,
    /// Only artillery was attacked, and taken (8.5).
    GunsTaken,
    /// A row of the Shock and Charge Table.
    Row(usize),
}

/// A combat that was fought, for what follows from it.
#[derive(Clone, Debug)]
pub(crate) struct FoughtCombat {
    /// The combat, with those who struck in the end.
    pub combat: Combat,
    /// The defenders and the hexes in which they stood.
    pub stood: Few<(UnitId, HexId)>,
    /// The attackers, with all who shared their hexes, and these hexes.
    pub came: Few<(UnitId, HexId)>,
    /// Its result.
    pub result: CombatResult,
}

impl FoughtCombat {
    fn none(combat: Combat) -> FoughtCombat {
        FoughtCombat { combat, stood: Few::new(), came: Few::new(), result: CombatResult::NoFight }
    }
}

impl Field<'_, '_> {
    /// A combat from the counter-charges to the results (8.3.3, 8.5, 9.4). Refusals, tests of engagement, squares and recalls
    /// are over.
    pub(crate) fn decide(&mut self, mut combat: Combat) -> Play<FoughtCombat> {
        self.trail.clear();
        self.note_combatants(&combat);
        self.counter_charges(&combat)?;
        self.reaction_fire(&combat.targets, &combat.bases())?;
        self.drop_out(&mut combat);
        if combat.strikes.is_empty() || combat.targets.is_empty() {
            return Ok(FoughtCombat::none(combat));
        }
        self.mark_attacked(&combat);
        let stood: Few<_> =
            combat.targets.iter().flat_map(|&hex| self.s.stack(hex).map(move |u| (u, hex))).collect();
        let came: Few<_> =
            combat.bases().iter().flat_map(|&hex| self.s.stack(hex).map(move |u| (u, hex))).collect();
        let mut fought = FoughtCombat { combat, stood, came, result: CombatResult::GunsTaken };
        if fought.combat.targets.iter().all(|&hex| only_guns(self.b, self.s, hex)) {
            self.face_targets(&fought.combat)?;
            self.take_guns(&fought.stood);
            return Ok(fought);
        }
        self.choose_terrain(&mut fought.combat)?;
        let row = self.throw_for(&fought.combat)?;
        fought.result = CombatResult::Row(row);
        match self.b.charts.shock[row].sufferer {
            Sufferer::Defender => self.defenders_suffer(&fought, row)?,
            Sufferer::Attacker => self.attackers_suffer(&fought, row)?,
        }
        Ok(fought)
    }

    /// Notes who fights (11.1) and forgets earlier counter-charges (9.4).
    fn note_combatants(&mut self, combat: &Combat) {
        let defenders: Few<UnitId> = combat.defenders(self.s).collect();
        for u in defenders {
            self.s.unit_mut(u).did &= !did::COUNTERCHARGED;
        }
        for strike in &combat.strikes {
            let u = self.s.unit_mut(strike.unit);
            u.did = (u.did | did::COMMITTED) & !did::COUNTERED;
        }
    }

    /// Notes who is shocked (8.2, RULING J220), and that announcements have come to a fight.
    fn mark_attacked(&mut self, combat: &Combat) {
        for strike in &combat.strikes {
            self.s.unit_mut(strike.unit).aims -= strike.aims;
            if combat.second || self.s.unit(strike.unit).has(did::CHARGING) {
                continue;
            }
            let shocked: Few<UnitId> = strike.targets(self.b).flat_map(|hex| self.s.stack(hex)).collect();
            for u in shocked {
                self.s.unit_mut(u).did |= did::ATTACKED;
            }
        }
    }

    /// Attackers disordered by reaction fire drop out (8.3.3), and so do targets that are not attacked any more.
    ///
    /// RULING J207: the charge of a unit that did not charge home even once is not tested at its end. RULING J228: what only they
    /// shocked is taken over as after a failed test of engagement.
    fn drop_out(&mut self, combat: &mut Combat) {
        let shocked = combat.shocked(self.b, self.s);
        for strike in &combat.strikes {
            if can_strike(self.b, self.s, strike.unit) {
                continue;
            }
            self.lapse(strike.unit, "lapse_shaken");
            if combat.pursuit == 0 && self.s.unit(strike.unit).has(did::CHARGING | did::CHARGED) {
                self.s.unit_mut(strike.unit).did &= !(did::CHARGING | did::CHARGED);
                self.tell_charge_lapsed(strike.unit, "lapse_shaken");
            }
        }
        let (b, s) = (self.b, &*self.s);
        combat.strikes.retain(|k| can_strike(b, s, k.unit) && s.unit(k.unit).hex == k.from);
        let takers = super::engage::take_over(b, s, combat, &shocked);
        self.tell_taken_over(&takers);
        if !combat.second {
            self.leave_to_others(combat, &shocked);
        }
        let (b, s) = (self.b, &*self.s);
        let strikes = &combat.strikes;
        let struck =
            |hex: HexId| strikes.iter().any(|k| k.hits(b, hex) && held_against(b, s, b.side(k.unit), hex));
        combat.targets.retain(|&mut hex| struck(hex));
    }

    /// Artillery attacked alone is eliminated (8.5, 8.9).
    fn take_guns(&mut self, guns: &[(UnitId, HexId)]) {
        for &(gun, hex) in guns {
            self.tell(|| {
                Event::new(rule!("8.9"), "shock.guns_taken").unit("unit", gun.0.into()).place("hex", hex.0)
            });
            self.eliminate(gun, rule!("8.9"));
        }
    }

    /// The throw on the Shock and Charge Table (8.5).
    fn throw_for(&mut self, combat: &Combat) -> Play<usize> {
        let modifiers = modifiers(self.b, self.s, combat);
        self.face_targets(combat)?;
        let total = modifiers.total();
        let charts = &self.b.charts;
        // A charge is told of one who charges.
        let charging = |k: &&Strike| self.s.unit(k.unit).has(did::CHARGING);
        let lead = combat.strikes.iter().find(charging).unwrap_or(&combat.strikes[0]);
        let hit = combat.targets.iter().copied().find(|&hex| lead.hits(self.b, hex));
        let (lead, target) = (lead.unit, hit.unwrap_or(combat.targets[0]));
        let about = [Point::Unit(lead.0.into()), hex_point(target), Point::Nothing];
        let side = combat.side(self.b);
        let row_of = |die: i16| charts.shock_row(die + total);
        let die = self.d10(rule!("8.5"), "shock", side, about, |die| row_of(die) as u32)?;
        let row = row_of(die);
        let charge = combat.strikes.iter().any(|k| self.s.unit(k.unit).has(did::CHARGING));
        self.tell(|| {
            let (rule, key) =
                if charge { (rule!("9.2"), "charge.result") } else { (rule!("8.5"), "shock.result") };
            Event::new(rule, key)
                .unit("unit", lead.0.into())
                .place("hex", target.0)
                .number("die", die)
                .number("modifiers", total)
                .number("total", die + total)
                .word("result", result_word(&charts.shock[row]))
                .word("right", right_word(&charts.shock[row], charge))
                .parts(&modifiers)
        });
        for &hex in combat.targets.iter().filter(|&&hex| hex != target) {
            let found = combat.against(self.b, hex).map(|k| k.unit).max_by_key(|&u| u == lead);
            let unit = found.unwrap_or(lead);
            self.tell(|| {
                Event::new(rule!("8.4.3"), "shock.also").unit("unit", unit.0.into()).place("hex", hex.0)
            });
        }
        Ok(row)
    }

    /// Attackers with six front hexes turn towards what they strike outside their usual two, before the combat is resolved
    /// (6.1.2). The modifier for it has been noted.
    ///
    /// RULING J127: as many of the attacked hexes as can be are in front then; the owner chooses among such facings.
    fn face_targets(&mut self, combat: &Combat) -> Play<()> {
        for base in combat.bases() {
            let aims =
                combat.strikes.iter().filter(|k| k.from == base).fold(Dirs::NONE, |aims, k| aims | k.aims);
            let Some(unit) = combat.strikes.iter().find(|k| k.from == base).map(|k| k.unit) else { continue };
            if (aims - facing::usual_fronts(self.s, unit)).is_empty() {
                continue;
            }
            let seen = |f: &Facing| f.fronts().into_iter().filter(|&dir| aims.contains(dir)).count();
            let most = Facing::ALL.iter().map(seen).max().unwrap_or_default();
            let open: Few<Facing> = Facing::ALL.into_iter().filter(|f| seen(f) == most).collect();
            let alike: Few<UnitId> = self.s.stack(base).filter(|&u| !self.b.is_gun(u)).collect();
            self.choose_facing(&alike, &open, rule!("6.1.2"), "shock.face_target")?;
        }
        Ok(())
    }

    /// The defence loses: every unit of the attacked hexes suffers, recoils first (8.5, 8.9, RULING J104).
    fn defenders_suffer(&mut self, fought: &FoughtCombat, row: usize) -> Play<()> {
        let row = &self.b.charts.shock[row];
        let charge = fought.combat.strikes.iter().any(|k| self.s.unit(k.unit).has(did::CHARGING));
        for &(unit, hex) in &fought.stood {
            let alone = fought.stood.iter().filter(|(_, h)| *h == hex).all(|(u, _)| self.b.is_gun(*u));
            if alone {
                self.take_guns(&[(unit, hex)]);
            } else if row.recoil > 0 {
                if charge {
                    self.break_squares(hex);
                }
                self.thrown_back(unit, hex, &fought.combat.foes_at(self.b, hex))?;
            }
        }
        for &(unit, hex) in &fought.stood {
            let foes = fought.combat.foes_at(self.b, hex);
            let effect = if self.b.is_gun(unit) { Some(Effect::Test) } else { row.effect };
            self.suffer(unit, effect, &foes)?;
        }
        Ok(())
    }

    /// The attack fails: every unit in the attackers' hexes suffers (8.5), artillery among them as 8.9 says.
    ///
    /// RULING J208: artillery with attackers who are not thrown back suffers nothing.
    fn attackers_suffer(&mut self, fought: &FoughtCombat, row: usize) -> Play<()> {
        let row = &self.b.charts.shock[row];
        let driven: Few<Foes> =
            fought.came.iter().map(|(_, hex)| fought.combat.foes_of(self.b, self.s, *hex)).collect();
        if row.recoil > 0 {
            for (&(unit, hex), foes) in fought.came.iter().zip(&driven) {
                self.thrown_back(unit, hex, foes)?;
            }
        }
        for (&(unit, _), foes) in fought.came.iter().zip(&driven) {
            let effect = match (self.b.is_gun(unit), row.recoil) {
                (true, 0) => None,
                (true, _) => Some(Effect::Disorder),
                (false, _) => row.effect,
            };
            self.suffer(unit, effect, foes)?;
        }
        Ok(())
    }

    /// A square that recoils after a charge cannot be formed again against the pursuit that results (9.3.1).
    fn break_squares(&mut self, hex: HexId) {
        let broken = self.s.stack(hex).filter(|&u| self.s.unit(u).square);
        self.broken.extend(broken);
    }

    /// A unit recoils out of a hex, if something else has not taken it away before. A square is broken up by it (4.2).
    fn thrown_back(&mut self, unit: UnitId, hex: HexId, foes: &Foes) -> Play<()> {
        if self.s.unit(unit).hex != hex {
            return Ok(());
        }
        self.recoil(unit, foes)
    }

    /// The second part of a result on one unit (8.5); whoever is off the map is left alone.
    fn suffer(&mut self, unit: UnitId, effect: Option<Effect>, foes: &Foes) -> Play<()> {
        let rule = if self.b.is_gun(unit) { rule!("8.9") } else { rule!("8.5") };
        match effect {
            None => Ok(()),
            Some(Effect::Test) => self.must_test(unit, Modifiers::new(), rule, foes),
            Some(Effect::Disorder) => self.disorder(unit, rule, foes),
            Some(Effect::Rout) => self.rout(unit, rule, foes),
        }
    }
}

/// The word for what a row of the Shock and Charge Table allows besides (8.7.2). Those who charge pursue, and break through nowhere.
fn right_word(row: &crate::core::charts::ShockRow, charge: bool) -> &'static str {
    match row.allows {
        FollowUp::Breakthrough if !charge => "right_breakthrough",
        FollowUp::CounterShock => "right_counter_shock",
        FollowUp::Breakthrough | FollowUp::Nothing => "right_none",
    }
}

/// The word for a row of the Shock and Charge Table.
fn result_word(row: &crate::core::charts::ShockRow) -> &'static str {
    match (row.sufferer, row.recoil > 0, row.effect) {
        (Sufferer::Attacker, true, Some(Effect::Disorder)) => "attacker_recoils_disordered",
        (Sufferer::Attacker, true, Some(_)) => "attacker_recoils_tests",
        (Sufferer::Attacker, true, None) => "attacker_recoils",
        (Sufferer::Attacker, false, Some(Effect::Disorder)) => "attacker_disordered",
        (Sufferer::Attacker, false, Some(_)) => "attacker_tests",
        (Sufferer::Defender, true, Some(Effect::Disorder)) => "defender_recoils_disordered",
        (Sufferer::Defender, true, Some(_)) => "defender_recoils_tests",
        (Sufferer::Defender, true, None) => "defender_recoils",
        (Sufferer::Defender, false, Some(Effect::Disorder)) => "defender_disordered",
        (Sufferer::Defender, false, Some(_)) => "defender_tests",
        (_, false, None) => "no_effect",
    }
}

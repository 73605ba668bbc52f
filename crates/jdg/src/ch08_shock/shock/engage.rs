//! 8.3.2, 8.4.1: from the announcement to the throw. The order of the combats, tests of engagement, and who takes over.

use ground::{Dirs, HexId};
use table::{Answer, Event, Flow, Modifiers, Play, Point, Refusal, rule};

use super::combat::{self, Combat, can_strike};
use super::result::CombatResult;
use crate::Few;
use crate::ch02_orders::orders;
use crate::ch06_facing::facing;
use crate::ch08_shock::advance::AdvanceSequel;
use crate::core::battle::Battle;
use crate::core::charts::Sufferer;
use crate::core::field::{Field, hex_of, hex_point};
use crate::core::state::{OrderStatus, State, UnitId, did};
use crate::core::strike::Strike;
use crate::core::verb;

/// Whether a stack must take over an attacked hex that has lost its attackers (8.2, note to 8.3.2): it shocks, and the hex
/// lies in its usual fronts.
fn must_take_over(b: &Battle, s: &State, strike: &Strike, hex: HexId) -> bool {
    let Some(dir) = b.ground.dir_to(strike.from, hex) else { return false };
    !s.unit(strike.unit).has(did::CHARGING)
        && facing::usual_fronts(s, strike.unit).contains(dir)
        && !combat::enemies_in(b, s, strike.unit, dir.into()).is_empty()
}

/// Hexes that were `shocked`, and have lost those who did it, are attacked by those stacks of the combat who must.
///
/// Returns who takes over what.
pub(super) fn take_over(
    b: &Battle,
    s: &State,
    combat: &mut Combat,
    shocked: &[HexId],
) -> Few<(UnitId, HexId)> {
    let mut taken = Few::new();
    for &hex in shocked {
        if combat::is_shocked(b, s, &combat.strikes, hex) {
            continue;
        }
        for strike in combat.strikes.iter_mut().filter(|k| must_take_over(b, s, k, hex)) {
            strike.aims |= b.ground.dir_to(strike.from, hex).map_or(Dirs::NONE, Dirs::from);
            taken.push((strike.unit, hex));
        }
    }
    taken
}

/// The answer that names a combat among others: its first target, and where two of them have that in common the hex of its first
/// attacker too.
fn name_of(combats: &[Combat], combat: &Combat) -> Answer {
    let target = combat.targets[0];
    let alone = combats.iter().filter(|c| c.targets[0] == target).count() == 1;
    match alone {
        true => Answer::one(verb::RESOLVE, hex_point(target)),
        false => Answer::two(verb::RESOLVE, hex_point(target), hex_point(combat.strikes[0].from)),
    }
}

impl Field<'_, '_> {
    /// One combat (shock or charge, with all that follows from it) is resolved; the active player chooses the order. Over
    /// when none is left; charges that found nobody have then ended too.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn combat_step(&mut self) -> Play<Flow> {
        self.settle_announcements()?;
        let combats = combat::group(self.b, combat::strikes(self.b, self.s));
        if combats.is_empty() {
            self.close_combat()?;
            return Ok(Flow::Over);
        }
        let chosen = self.pick(&combats)?;
        let combat = combats.into_iter().nth(chosen).expect("the chosen combat is one of those offered");
        self.resolve(combat)?;
        Ok(Flow::Continue)
    }

    /// The active player chooses the combat to be resolved next.
    fn pick(&mut self, combats: &[Combat]) -> Play<usize> {
        let side = orders::active_side(self.b, self.s);
        let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
            out.extend(combats.iter().map(|c| name_of(combats, c)));
        };
        let explain = |_: &Battle, _: &State, answer: &Answer| {
            let hex = hex_of(answer).unwrap_or(HexId::NONE);
            let first = combats.iter().filter(|c| c.targets[0] == hex).count();
            match combats.iter().find(|c| c.targets.contains(&hex)) {
                Some(_) if first > 1 => {
                    Refusal::new(rule!("8.4.1"), "shock.which").with("hex", hex_point(hex))
                }
                Some(c) if c.targets[0] == hex => {
                    Refusal::new(rule!("8.4.1"), "shock.one_combat").with("hex", hex_point(hex))
                }
                Some(c) => Refusal::new(rule!("8.4.1"), "shock.part_of")
                    .with("hex", hex_point(hex))
                    .with("with", hex_point(c.targets[0])),
                None => Refusal::new(rule!("8.3.1"), "shock.not_announced").with("hex", hex_point(hex)),
            }
        };
        let answer = self.ask(side, rule!("8.5"), "shock.order", [Point::Nothing; 3], list, explain)?;
        let chosen = combats.iter().position(|c| name_of(combats, c) == answer);
        Ok(chosen.expect("the gate admits only combats on offer"))
    }

    /// The end of the combat segment: charges that found nobody end.
    ///
    /// RULING J163: a charge whose enemies have gone before it could strike is over like any other, with its test.
    fn close_combat(&mut self) -> Play<()> {
        let left: Few<UnitId> = self.b.unit_ids().filter(|&u| self.s.unit(u).has(did::CHARGING)).collect();
        for &unit in &left {
            self.tell_charge_lapsed(unit, "lapse_nobody");
        }
        self.end_of_charge(&left)
    }

    /// An announced combat in the book's order: refusals (8.8), tests of engagement (8.3.2), then the throw and what follows.
    ///
    /// RULING J221: attackers all of whose targets evaded have nobody left to attack; they make no test, take nothing over, and may
    /// occupy what was vacated.
    fn resolve(&mut self, mut combat: Combat) -> Play<()> {
        let chargers: Few<UnitId> =
            combat.strikes.iter().map(|k| k.unit).filter(|&u| self.s.unit(u).has(did::CHARGING)).collect();
        self.charge.clone_from(&chargers);
        let attackers: Few<Strike> = combat.strikes.clone();
        self.fight = attackers.clone();
        let vacated = self.refusals(&combat)?;
        self.forget_vacated(&mut combat, &vacated);
        self.test_engagement(&mut combat)?;
        self.fight_parts(combat)?;
        self.occupy(&attackers, &vacated)?;
        self.end_of_charge(&chargers)?;
        for strike in &attackers {
            self.lapse_rest(strike.unit);
        }
        Ok(())
    }

    /// Hexes that everybody left by evading are targets no more (8.8.1).
    fn forget_vacated(&mut self, combat: &mut Combat, vacated: &[HexId]) {
        for strike in &mut combat.strikes {
            for dir in vacated.iter().filter_map(|&hex| self.b.ground.dir_to(strike.from, hex)) {
                strike.aims.remove(dir);
                self.s.unit_mut(strike.unit).aims.remove(dir);
            }
        }
        combat.strikes.retain(|k| !k.aims.is_empty());
    }

    /// After failed tests a combat may have fallen apart; its parts are fought one by one, in the active player's order.
    fn fight_parts(&mut self, combat: Combat) -> Play<()> {
        let mut strikes = combat.strikes;
        loop {
            let (b, s) = (self.b, &*self.s);
            strikes.retain(|k| can_strike(b, s, k.unit) && s.unit(k.unit).hex == k.from);
            for strike in &mut strikes {
                // What it had to take on from another part is among its own aims since.
                strike.aims |= s.unit(strike.unit).aims;
                strike.aims = still_there(b, s, strike);
            }
            // Who has nobody left to attack lapses: an enemy who is driven there later is not their target (RULING J217).
            strikes.retain(|k| !k.aims.is_empty());
            let parts = combat::group(self.b, strikes.clone());
            if parts.is_empty() {
                return Ok(());
            }
            let chosen = if parts.len() > 1 { self.pick(&parts)? } else { 0 };
            let part = parts.into_iter().nth(chosen).expect("the chosen part is one of those offered");
            strikes.retain(|k| !part.strikes.iter().any(|p| p.unit == k.unit));
            self.fight(part)?;
        }
    }

    /// The throw and what follows from it: pursuit, advance and breakthrough, or counter-shock (8.7, 9.5).
    pub(crate) fn fight(&mut self, combat: Combat) -> Play<()> {
        let fought = self.decide(combat)?;
        match fought.result {
            CombatResult::NoFight => Ok(()),
            CombatResult::GunsTaken => self.advance(&fought, AdvanceSequel::Stays),
            CombatResult::Row(row) => match self.b.charts.shock[row].sufferer {
                Sufferer::Attacker => self.riposte(&fought),
                Sufferer::Defender if self.is_charge(&fought) => {
                    self.pursue(&fought)?;
                    self.broken.clear(); // 9.3.1: barred against the pursuit that results, and no further.
                    Ok(())
                }
                Sufferer::Defender => self.advance(&fought, AdvanceSequel::MayBreakThrough),
            },
        }
    }

    /// A further shock that follows at once from a combat (8.7.2): no test of engagement, but it may be refused.
    pub(crate) fn further_shock(&mut self, mut combat: Combat) -> Play<()> {
        let attackers = combat.strikes.clone();
        self.fight = attackers.clone();
        let vacated = self.refusals(&combat)?;
        self.forget_vacated(&mut combat, &vacated);
        self.fight(combat)?;
        self.occupy(&attackers, &vacated)
    }

    /// Stacks without orders test their engagement, one test a stack (8.3.2); those that fail drop out, and those who stay
    /// take over what they must. Chargers have tested before (9.1).
    fn test_engagement(&mut self, combat: &mut Combat) -> Play<()> {
        let shocked = combat.shocked(self.b, self.s);
        for base in combat.bases() {
            let shocks = |k: &&Strike| k.from == base && !self.s.unit(k.unit).has(did::CHARGING);
            // RULING J36: the topmost unit that attacks.
            let Some(tester) = combat.strikes.iter().find(shocks).map(|k| k.unit) else { continue };
            if orders::order_status(self.b, self.s, tester) == Some(OrderStatus::Received) {
                continue;
            }
            if self.engagement_test(tester, Modifiers::new(), rule!("8.3.2"))?.passed() {
                continue;
            }
            self.tell(|| {
                Event::new(rule!("8.3.2"), "shock.balked").unit("unit", tester.0.into()).place("hex", base.0)
            });
            for strike in combat.strikes.iter().filter(|k| k.from == base) {
                let u = self.s.unit_mut(strike.unit);
                if !u.has(did::CHARGING) {
                    u.did |= did::BALKED;
                    u.aims = Dirs::NONE;
                }
            }
        }
        let (b, s) = (self.b, &*self.s);
        combat.strikes.retain(|k| can_strike(b, s, k.unit));
        let taken = take_over(b, s, combat, &shocked);
        self.tell_taken_over(&taken);
        self.leave_to_others(combat, &shocked);
        Ok(())
    }

    /// Tells who has to take on the targets of others (8.2, note to 8.3.2).
    pub(super) fn tell_taken_over(&mut self, taken: &[(UnitId, HexId)]) {
        for &(unit, hex) in taken {
            self.tell(|| {
                Event::new(rule!("8.3.2"), "shock.takes_over").unit("unit", unit.0.into()).place("hex", hex.0)
            });
        }
    }

    /// Leaves the enemies whom nobody of the combat takes over to stacks whose own combat is still to come (8.2, note to 8.3.2).
    pub(super) fn leave_to_others(&mut self, combat: &Combat, shocked: &[HexId]) {
        for &hex in shocked {
            if combat::is_shocked(self.b, self.s, &combat.strikes, hex) {
                continue;
            }
            for other in combat::strikes(self.b, self.s) {
                let own = combat.strikes.iter().any(|k| k.unit == other.unit);
                if !own && must_take_over(self.b, self.s, &other, hex) {
                    let dir = self.b.ground.dir_to(other.from, hex).expect("it lies in front");
                    self.s.unit_mut(other.unit).aims.insert(dir);
                    self.tell_taken_over(&[(other.unit, hex)]);
                }
            }
        }
    }
}

/// The aims of a strike behind which enemies still are, whom it may still attack (8.2); further ones that it must now take are
/// kept.
fn still_there(b: &Battle, s: &State, strike: &Strike) -> Dirs {
    let charges = s.unit(strike.unit).has(did::CHARGING);
    let held = |dir: &ground::Dir| {
        b.ground.neighbour(strike.from, *dir).is_some_and(|hex| {
            combat::held_against(b, s, b.side(strike.unit), hex) && (charges || combat::fresh(s, hex))
        })
    };
    strike.aims.iter().filter(held).collect()
}

//! 9.5: pursuit.

use ground::HexId;
use smallvec::smallvec;
use table::{Answer, Event, Play, Point, Refusal, rule};

use crate::Few;
use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch05_stacking::reinforcements;
use crate::ch06_facing::facing;
use crate::ch08_shock::advance::rank;
use crate::ch08_shock::shock::combat::{Combat, can_strike, held_against};
use crate::ch08_shock::shock::result::{CombatResult, FoughtCombat};
use crate::ch09_charge::charge::may_strike_into;
use crate::ch09_charge::charge::square::{Assent, Recall};
use crate::core::Facing;
use crate::core::battle::Battle;
use crate::core::charts::Sufferer;
use crate::core::field::{Field, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{State, UnitId, did};
use crate::core::strike::Strike;
use crate::core::verb;
use crate::why;

/// A unit driven off, and the hex it was driven from.
type DrivenUnit = (UnitId, HexId);

/// Appends the ways in which cavalry of one hex may pursue (9.5.2): its best unit alone, or all of it.
pub(crate) fn party_offers(b: &Battle, s: &State, party: &[UnitId], out: &mut impl Extend<Answer>) {
    let best = party.iter().map(|&u| rank(b, s, u)).max();
    let alone = party.iter().filter(|&&u| Some(rank(b, s, u)) == best);
    out.extend(alone.map(|&unit| Answer::one(verb::PURSUE, unit_point(unit))));
    out.extend((party.len() > 1).then(|| Answer::one(verb::PURSUE_STACK, unit_point(party[0]))));
}

/// The chargers that may pursue: in good order, next to a hex that the defence left (9.5.1).
fn chargers(b: &Battle, s: &State, fought: &FoughtCombat) -> Few<Strike> {
    let vacated = |hex: &HexId| s.is_empty(*hex);
    let able = |k: &&Strike| {
        s.unit(k.unit).has(did::CHARGING)
            && s.unit(k.unit).hex == k.from
            && can_strike(b, s, k.unit)
            && fought.combat.targets.iter().filter(|h| vacated(h)).any(|&h| k.hits(b, h))
    };
    fought.combat.strikes.iter().filter(able).copied().collect()
}

/// Choices of those who may pursue after a won charge (9.5.2): of one stack its best unit or all of it, of several stacks the one with the
/// best unit. Heavy cavalry goes before cohesion.
fn pursuit_choices(b: &Battle, s: &State, fought: &FoughtCombat, out: &mut Vec<Answer>) {
    let able = chargers(b, s, fought);
    // "If only one stack charges" looks at all who charged, not only at those who still can.
    let mut charged =
        fought.combat.strikes.iter().filter(|k| s.unit(k.unit).has(did::CHARGING)).map(|k| k.from);
    let one = charged.next();
    if charged.all(|from| Some(from) == one) {
        let party: Few<UnitId> = able.iter().map(|k| k.unit).collect();
        party_offers(b, s, &party, out);
        return;
    }
    let best = able.iter().map(|k| rank(b, s, k.unit)).max();
    for base in fought.combat.bases() {
        let stack: Few<UnitId> = able.iter().filter(|k| k.from == base).map(|k| k.unit).collect();
        if stack.iter().any(|&u| Some(rank(b, s, u)) == best) {
            let verb = if stack.len() > 1 { verb::PURSUE_STACK } else { verb::PURSUE };
            out.push(Answer::one(verb, unit_point(stack[0])));
        }
    }
}

/// The units of those driven off that can be followed (9.5.2): who charged them can go where they stood.
fn prey(s: &State, driven: &[DrivenUnit]) -> Few<DrivenUnit> {
    driven.iter().copied().filter(|&(u, hex)| s.unit(u).on_map() && s.is_empty(hex)).collect()
}

/// Facings open to pursuers in a hex (9.5.2): as before, or one vertex towards the route of the pursued unit, which must be
/// in front then. RULING J180: where a turn brings it in front, they turn.
fn facings(b: &Battle, hex: HexId, old: Facing, ahead: HexId) -> Few<Facing> {
    let sees = |f: &Facing| b.ground.dir_to(hex, ahead).is_some_and(|dir| f.fronts().contains(&dir));
    let open: Few<Facing> = [old, old.turn(-1), old.turn(1)].into_iter().filter(sees).collect();
    if open.is_empty() { smallvec![old] } else { open }
}

/// Reason why a unit does not pursue after a won charge (9.5.1, 9.5.2).
fn refuse_pursuer(b: &Battle, s: &State, fought: &FoughtCombat, answer: &Answer) -> Refusal {
    let Some(unit) = unit_of(answer) else { return Refusal::new(rule!("9.5.1"), "pursue.must") };
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit));
    let able = chargers(b, s, fought);
    if fought.combat.strikes.iter().any(|k| k.unit == unit && !s.unit(unit).has(did::CHARGING)) {
        return no(rule!("8.7.3"), "pursue.did_not_charge");
    }
    if !able.iter().any(|k| k.unit == unit) {
        return no(rule!("9.5.1"), "pursue.cannot");
    }
    let stack = able.iter().filter(|k| k.from == s.unit(unit).hex).count() > 1;
    match (answer.verb == verb::PURSUE_STACK, stack) {
        (true, false) => no(rule!("9.5.2"), "pursue.no_stack"),
        _ if able.iter().any(|k| rank(b, s, k.unit) > rank(b, s, unit)) => {
            no(rule!("9.5.2"), "pursue.not_first")
        }
        _ => no(rule!("9.5.2"), "pursue.whole_stack"),
    }
}

/// Reason why a unit is not pursued (9.5.2).
fn refuse_quarry(b: &Battle, s: &State, driven: &[DrivenUnit], answer: &Answer) -> Refusal {
    let Some(unit) = unit_of(answer) else { return why::not_offered(rule!("9.5.2")) };
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit));
    let Some(&(_, hex)) = driven.iter().find(|(u, _)| *u == unit) else {
        return no(rule!("9.5.2"), "pursue.not_driven");
    };
    if !s.unit(unit).on_map() {
        return why::off_map(b, s, unit);
    }
    no(rule!("9.5.1"), "pursue.stood").with("hex", hex_point(hex))
}

/// Whether pursuers may go on into the next hex: open to charges, no enemy in it, not kept for enemy reinforcements (9.1, 9.5.2, 5.2.3,
/// RULING J41). Friends are in none: the pursued unit has passed there.
fn may_ride_into(b: &Battle, s: &State, party: &[UnitId], from: HexId, to: HexId) -> Result<(), Refusal> {
    let no = |rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(party[0])).with("hex", hex_point(to)))
    };
    may_strike_into(b, s, party[0], from, to)?;
    if held_against(b, s, b.side(party[0]), to) {
        return no(rule!("5.1.2"), "move.enemy");
    }
    debug_assert!(s.is_empty(to), "no friends stand where those have fled who are pursued");
    reinforcements::bars(b, s, b.side(party[0]), to)
}

impl Field<'_, '_> {
    /// Whether the attackers of a combat charged, and some of them can still pursue.
    pub(crate) fn is_charge(&self, fought: &FoughtCombat) -> bool {
        !chargers(self.b, self.s, fought).is_empty()
    }

    /// A won charge obliges to pursue (9.5.1): who does, then the hunt.
    pub(crate) fn pursue(&mut self, fought: &FoughtCombat) -> Play<()> {
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| pursuit_choices(b, s, fought, out);
        let explain = |b: &Battle, s: &State, answer: &Answer| refuse_pursuer(b, s, fought, answer);
        let side = fought.combat.side(self.b);
        let answer = self.ask(side, rule!("9.5.1"), "pursue.who", [Point::Nothing; 3], list, explain)?;
        let unit = unit_of(&answer).expect("a pursuit names a unit");
        let able = chargers(self.b, self.s, fought);
        let strike =
            *able.iter().find(|k| k.unit == unit).expect("only a charger that can pursue is on offer");
        let party: Few<UnitId> = match answer.verb == verb::PURSUE_STACK {
            true => able.iter().filter(|k| k.from == strike.from).map(|k| k.unit).collect(),
            false => smallvec![unit],
        };
        // They pursue whom they charged themselves (9.5.2), not whom others of the combat struck.
        let struck = |&&(_, hex): &&DrivenUnit| strike.hits(self.b, hex);
        let driven: Few<DrivenUnit> = fought.stood.iter().filter(struck).copied().collect();
        if driven.iter().all(|&(u, _)| self.b.is_gun(u)) {
            self.take_ground(&party, &driven)?; // Artillery that stood alone is not pursued (8.9).
            return Ok(());
        }
        self.hunt(party, driven)
    }

    /// Pursuit, charge, pursuit, ... until nobody is left in front, the enemy holds, or the pursuers halt (9.5).
    ///
    /// RULING J175: pursuers disordered by reaction fire stay behind; the others go on.
    pub(crate) fn hunt(&mut self, mut party: Few<UnitId>, mut driven: Few<DrivenUnit>) -> Play<()> {
        loop {
            party.retain(|&mut u| can_strike(self.b, self.s, u));
            let quarry = self.choose_quarry(&party, &driven)?;
            let moved = match quarry {
                Some((unit, origin)) => self.ride_after(&party, unit, origin)?,
                None => self.take_ground(&party, &driven)?,
            };
            if !moved {
                return Ok(());
            }
            let Some(combat) = self.charge_again(&party, quarry.map(|(u, _)| u))? else { return Ok(()) };
            let fought = self.decide(combat)?;
            match fought.result {
                CombatResult::NoFight => return Ok(()),
                CombatResult::GunsTaken => {
                    self.take_ground(&party, &fought.stood)?;
                    return Ok(());
                }
                CombatResult::Row(row) if self.b.charts.shock[row].sufferer == Sufferer::Attacker => {
                    return self.riposte(&fought);
                }
                CombatResult::Row(_) => driven = fought.stood,
            }
        }
    }

    /// The unit to be pursued: of several, the owner's choice (9.5.2). RULING J181: one that flees before the hex of one eliminated.
    fn choose_quarry(&mut self, party: &[UnitId], driven: &[DrivenUnit]) -> Play<Option<DrivenUnit>> {
        let found = prey(self.s, driven);
        if found.is_empty() {
            return Ok(None);
        }
        let offers: Few<Answer> =
            found.iter().map(|&(u, _)| Answer::one(verb::CHOOSE, unit_point(u))).collect();
        let about = [unit_point(party[0]), Point::Nothing, Point::Nothing];
        let refuse = |b: &Battle, s: &State, answer: &Answer| refuse_quarry(b, s, driven, answer);
        let side = self.b.side(party[0]);
        let answer = self.choose(side, rule!("9.5.2"), "pursue.quarry", about, &offers, refuse)?;
        let unit = unit_of(&answer).expect("CHOOSE names a unit");
        Ok(found.into_iter().find(|&(u, _)| u == unit))
    }

    /// The pursuit movement (9.5.2): along the route of the pursued unit, zones ignored, until next to it or until another
    /// enemy is in front. False if the pursuers cannot move at all.
    fn ride_after(&mut self, party: &[UnitId], quarry: UnitId, origin: HexId) -> Play<bool> {
        let route: Few<HexId> = std::iter::once(origin).chain(self.trail.of(quarry)).collect();
        let mut moved = false;
        for step in 0..route.len() {
            let (here, there) = (self.s.unit(party[0]).hex, self.s.unit(quarry).hex);
            let near = moved && self.b.ground.dir_to(here, there).is_some();
            if near
                || route[step] == there
                || may_ride_into(self.b, self.s, party, here, route[step]).is_err()
            {
                break;
            }
            let ahead = route.get(step + 1).copied().unwrap_or(there);
            self.ride_into(party, route[step], Some(ahead))?;
            moved = true;
            if self.other_enemy_in_front(party[0], Some(quarry)) {
                break;
            }
        }
        Ok(moved)
    }

    /// One hex of pursuit, with its change of facing.
    fn ride_into(&mut self, party: &[UnitId], hex: HexId, ahead: Option<HexId>) -> Play<()> {
        for &unit in party {
            self.tell(|| {
                Event::new(rule!("9.5.2"), "pursue.rides").unit("unit", unit.0.into()).place("hex", hex.0)
            });
        }
        self.relocate_together(party, hex, ArrivalKind::Own)?;
        let old = self.s.unit(party[0]).facing;
        let open = match ahead {
            Some(ahead) => facings(self.b, hex, old, ahead),
            None => smallvec![old, old.turn(-1), old.turn(1)],
        };
        self.choose_facing(party, &open, rule!("9.5.2"), "advance.one_vertex")
    }

    /// The defence is gone altogether: the pursuers take its hex, may turn by one vertex, and may charge on (9.5.2). False if
    /// they cannot enter.
    fn take_ground(&mut self, party: &[UnitId], driven: &[DrivenUnit]) -> Play<bool> {
        let here = self.s.unit(party[0]).hex;
        // A hex that only artillery held is taken only if nobody else was attacked (8.9).
        let lone_guns = driven.iter().all(|&(u, _)| self.b.is_gun(u));
        let manned = |hex: HexId| lone_guns || driven.iter().any(|&(u, h)| h == hex && !self.b.is_gun(u));
        let mut open: Few<HexId> = Few::new();
        for &(_, hex) in driven {
            if !open.contains(&hex) && manned(hex) && may_ride_into(self.b, self.s, party, here, hex).is_ok()
            {
                open.push(hex);
            }
        }
        if open.is_empty() {
            return Ok(false);
        }
        let unit = party[0];
        let offers: Few<Answer> =
            open.iter().map(|&hex| Answer::two(verb::ADVANCE, unit_point(unit), hex_point(hex))).collect();
        let about = [unit_point(unit), Point::Nothing, Point::Nothing];
        let refuse = |b: &Battle, s: &State, answer: &Answer| match (unit_of(answer), hex_of(answer)) {
            (Some(u), Some(hex)) if u == unit && driven.iter().any(|&(_, h)| h == hex) => {
                let barred = may_ride_into(b, s, party, here, hex).err();
                barred.unwrap_or(Refusal::new(rule!("8.9"), "advance.guns_only").with("hex", hex_point(hex)))
            }
            (Some(u), Some(hex)) if u == unit => {
                Refusal::new(rule!("9.5.2"), "advance.not_vacated").with("hex", hex_point(hex))
            }
            (Some(u), _) => Refusal::new(rule!("9.5.2"), "advance.not_attacking").with("unit", unit_point(u)),
            _ => Refusal::new(rule!("9.5.2"), "advance.must"),
        };
        let answer = self.choose(self.b.side(unit), rule!("9.5.2"), "advance.who", about, &offers, refuse)?;
        let hex = hex_of(&answer).expect("ADVANCE names a hex");
        self.ride_into(party, hex, None)?;
        Ok(true)
    }

    /// Whether an enemy other than the pursued unit is in front.
    ///
    /// RULING J186: also one that cannot be charged where it stands.
    fn other_enemy_in_front(&self, unit: UnitId, quarry: Option<UnitId>) -> bool {
        let (b, s) = (self.b, &*self.s);
        let hexes = facing::usual_fronts(s, unit)
            .iter()
            .filter_map(|dir| b.ground.neighbour(s.unit(unit).hex, dir))
            .filter(|&hex| held_against(b, s, b.side(unit), hex));
        hexes.flat_map(|hex| s.stack(hex)).any(|u| Some(u) != quarry)
    }

    /// The next charge of a pursuit: all enemies in front (9.5.2), after a chance to halt before others than the pursued
    /// unit, squares and recall (9.3). `None` if there is none.
    fn charge_again(&mut self, party: &[UnitId], quarry: Option<UnitId>) -> Play<Option<Combat>> {
        let front = self.front(party);
        if front.aims.is_empty() {
            return Ok(None);
        }
        let unit = party[0];
        let targets: Few<HexId> = front.targets(self.b).collect();
        if self.other_enemy_in_front(unit, quarry) {
            let about = [unit_point(unit), hex_point(targets[0]), Point::Nothing];
            if self.assent(self.b.side(unit), rule!("9.5.2"), "pursue.halt", about)? == Assent::Yes {
                return Ok(None);
            }
        }
        for &u in party {
            let u = self.s.unit_mut(u);
            u.pursuits = u.pursuits.saturating_add(1);
        }
        let number = self.s.unit(unit).pursuits;
        self.tell(|| {
            Event::new(rule!("9.5.2"), "pursue.charges")
                .unit("unit", unit.0.into())
                .place("hex", targets[0].0)
                .number("number", number)
        });
        let squares = self.square_attempts(&targets)?;
        // RULING J172: cavalry recalled from a pursuit has charged before, and makes its test at the end.
        if !squares.is_empty() && self.recall(party, &squares)? == Recall::Heard {
            return Ok(None);
        }
        let strikes = party.iter().map(|&u| Strike::here(self.s, u, front.aims)).collect();
        Ok(Combat::of(self.b, strikes).map(|combat| Combat { pursuit: number, ..combat }))
    }
}

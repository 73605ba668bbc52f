//! 8.7.2: breakthrough shock and counter-shock; 9.5.1: attacked cavalry pursues.

use ground::{Dirs, HexId};
use smallvec::smallvec;
use table::{Answer, Event, Play, Point, Refusal, Verb, rule};

use crate::Few;
use crate::ch04_movement::movement;
use crate::ch05_stacking::reinforcements;
use crate::ch06_facing::facing;
use crate::ch08_shock::shock::combat::{Combat, can_strike, enemies_in, held_against};
use crate::ch08_shock::shock::result::{CombatResult, FoughtCombat};
use crate::ch09_charge::{charge, pursuit};
use crate::ch11_rally::demoralization::may_step_into;
use crate::ch12_weather::weather;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::FollowUp;
use crate::core::field::{Field, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{State, UnitId, did};
use crate::core::strike::Strike;
use crate::core::verb;
use crate::why;

/// The units of a hex that can counter-shock: infantry and cavalry in good order, not in square, that have not yet made a
/// second shock in this activation (8.7.2).
fn counter_shockers(b: &Battle, s: &State, hex: HexId) -> Few<UnitId> {
    s.stack(hex).filter(|&u| can_strike(b, s, u) && !s.unit(u).has(did::BROKE)).collect()
}

/// Whether units could counter-shock from a hex into which they advance without turning (8.7.2).
fn finds_enemy_from(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> bool {
    let all_round = b.charts.terrain[b.ground.terrain(hex)].six_fronts;
    let fronts = if all_round { Dirs::ALL } else { facing::usual_fronts(s, unit) };
    fronts.iter().any(|dir| {
        b.ground.neighbour(hex, dir).is_some_and(|target| {
            held_against(b, s, b.side(unit), target) && movement::may_enter(b, s, unit, hex, target).is_ok()
        })
    })
}

/// The hexes that attackers were driven from.
fn lost_ground(s: &State, fought: &FoughtCombat) -> Few<HexId> {
    fought.combat.bases().into_iter().filter(|&hex| s.is_empty(hex)).collect()
}

/// The vacated hexes into which the counter-shockers of a hex may advance (8.7.2).
fn step_ins(b: &Battle, s: &State, from: HexId, ground: &[HexId]) -> Few<(UnitId, HexId)> {
    let Some(&top) = counter_shockers(b, s, from).first() else { return Few::new() };
    let open = |hex: HexId| {
        b.ground.dir_to(from, hex).is_some_and(|dir| facing::fronts(b, s, top).contains(dir))
            && movement::may_enter(b, s, top, from, hex).is_ok()
            && may_step_into(b, s, top, hex).is_ok()
            && reinforcements::bars(b, s, b.side(top), hex).is_ok()
            && finds_enemy_from(b, s, top, hex)
    };
    ground.iter().copied().filter(|&hex| open(hex)).map(|hex| (top, hex)).collect()
}

/// Offers to the defence against a repelled attack where the table allows a counter-shock (8.7.2, 8.7.3, 9.5.1).
fn counter_offers(b: &Battle, s: &State, fought: &FoughtCombat, out: &mut Few<Answer>) {
    let ground = lost_ground(s, fought);
    let mut steps: Few<(UnitId, HexId)> = Few::new();
    for &hex in &fought.combat.targets {
        if let Some(&top) = counter_shockers(b, s, hex).first() {
            for dir in enemies_in(b, s, top, facing::fronts(b, s, top)).iter() {
                let target = b.ground.neighbour(hex, dir).expect("an enemy stands there");
                out.push(Answer::two(verb::ATTACK, unit_point(top), hex_point(target)));
            }
        }
        steps.extend(step_ins(b, s, hex, &ground));
    }
    // 8.7.3: cavalry before infantry, heavy cavalry before other.
    let priority = |unit: UnitId| (b.arm(unit) == Arm::Cavalry, b.unit(unit).heavy);
    let first = steps.iter().map(|&(unit, _)| priority(unit)).max();
    for &(unit, hex) in steps.iter().filter(|&&(unit, _)| Some(priority(unit)) == first) {
        out.push(Answer::two(verb::ADVANCE, unit_point(unit), hex_point(hex)));
    }
}

/// The pursuits open to attacked cavalry (9.5.1): after a passed counter-charge, or wherever the table allows a counter-shock.
fn pursuit_offers(b: &Battle, s: &State, fought: &FoughtCombat, authorised: bool, out: &mut Few<Answer>) {
    if weather::allows_charges(b, s).is_err() {
        return; // RULING J129: a pursuit is a charge (9.5.2), and there are none at night and in fog (12.1, 12.2).
    }
    for &hex in &fought.combat.targets {
        let able = |&u: &UnitId| {
            b.arm(u) == Arm::Cavalry
                && can_strike(b, s, u)
                && (authorised || s.unit(u).has(did::COUNTERCHARGED))
                && lost_ground(s, fought).iter().any(|&g| may_pursue_into(b, s, fought, u, g).is_ok())
        };
        let party: Few<UnitId> = s.stack(hex).filter(able).collect();
        pursuit::party_offers(b, s, &party, out);
    }
}

/// Whether attacked cavalry may pursue those who were driven from a hex (9.5.1, 9.5.2).
///
/// RULING J182: they attacked its own hex, and it has them in front: its pursuit is a charge, and goes as charges go.
fn may_pursue_into(
    b: &Battle,
    s: &State,
    fought: &FoughtCombat,
    unit: UnitId,
    to: HexId,
) -> Result<(), Refusal> {
    let from = s.unit(unit).hex;
    let no =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(to)));
    if !fought.combat.strikes.iter().any(|k| k.from == to && k.hits(b, from)) {
        return no(rule!("9.5.1"), "pursue.not_from_there");
    }
    if b.ground.dir_to(from, to).is_none_or(|dir| !facing::usual_fronts(s, unit).contains(dir)) {
        return no(rule!("6.1.2"), "shock.not_in_front");
    }
    charge::may_strike_into(b, s, unit, from, to)
}

/// Reason why a stack does not shock a hex in return (8.7.2).
fn refuse_target(b: &Battle, s: &State, unit: UnitId, aims: Dirs, answer: &Answer) -> Refusal {
    let must = Refusal::new(rule!("8.7.2"), "countershock.must").with("unit", unit_point(unit));
    let (Some(named), Some(target)) = (unit_of(answer), hex_of(answer)) else { return must };
    if named != unit {
        return must;
    }
    let no =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(target));
    let Some(dir) = b.ground.dir_to(s.unit(unit).hex, target) else {
        return no(rule!("8.2"), "shock.not_adjacent");
    };
    if aims.contains(dir) {
        return no(rule!("8.7.2"), "shock.announced_before");
    }
    if !held_against(b, s, b.side(unit), target) {
        return no(rule!("8.2"), "shock.no_enemy");
    }
    if !facing::fronts(b, s, unit).contains(dir) {
        return no(rule!("6.1.2"), "shock.not_in_front");
    }
    no(rule!("8.2"), "shock.cannot_enter")
}

/// Reason why the defence cannot strike back so (8.7.2, 9.4, 9.5.1).
fn refuse_riposte(b: &Battle, s: &State, fought: &FoughtCombat, counter: bool, answer: &Answer) -> Refusal {
    let Some(unit) = unit_of(answer) else { return why::not_offered(rule!("8.7.2")) };
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit));
    if !s.unit(unit).on_map() {
        return why::off_map(b, s, unit);
    }
    let hex = s.unit(unit).hex;
    if !fought.combat.targets.contains(&hex) {
        return no(rule!("8.7.2"), "counter.not_attacked");
    }
    if b.is_gun(unit) {
        return no(rule!("8.9"), "shock.artillery");
    }
    if !can_strike(b, s, unit) {
        return no(rule!("8.7.2"), "counter.shaken");
    }
    if matches!(answer.verb, verb::PURSUE | verb::PURSUE_STACK) {
        return refuse_counter_pursuit(b, s, fought, counter, answer.verb, unit);
    }
    if s.unit(unit).has(did::BROKE) {
        return no(rule!("8.7.2"), "counter.once");
    }
    if let Some(&top) = counter_shockers(b, s, hex).first().filter(|&&top| top != unit) {
        return no(rule!("5.1.3"), "shock.not_top").with("top", unit_point(top));
    }
    match (answer.verb, hex_of(answer)) {
        (verb::ATTACK, _) => refuse_target(b, s, unit, Dirs::NONE, answer),
        (_, Some(to)) => refuse_step_in(b, s, fought, unit, to),
        _ => why::not_offered(rule!("8.7.2")),
    }
}

/// Reason why a unit does not pursue a repelled attack (9.4, 9.5.1).
fn refuse_counter_pursuit(
    b: &Battle,
    s: &State,
    fought: &FoughtCombat,
    authorised: bool,
    verb: Verb,
    unit: UnitId,
) -> Refusal {
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit));
    if b.arm(unit) != Arm::Cavalry {
        return no(rule!("9.5.1"), "charge.not_cavalry");
    }
    if let Err(refusal) = weather::allows_charges(b, s) {
        return refusal;
    }
    if !authorised && !s.unit(unit).has(did::COUNTERCHARGED) {
        return no(rule!("9.5.1"), "pursue.not_allowed");
    }
    let ground = lost_ground(s, fought);
    if ground.is_empty() {
        return no(rule!("9.5.1"), "pursue.nobody_left");
    }
    let judged = ground.iter().map(|&hex| may_pursue_into(b, s, fought, unit, hex));
    let refused: Few<_> = judged.filter_map(|step| step.err()).collect();
    match refused.first() {
        Some(first) if refused.len() == ground.len() => *first,
        _ if verb == verb::PURSUE_STACK => no(rule!("9.5.2"), "pursue.no_stack"),
        _ => no(rule!("9.5.2"), "pursue.not_first"),
    }
}

/// Reason why a unit does not step into a hex for its counter-shock (8.7.2).
fn refuse_step_in(b: &Battle, s: &State, fought: &FoughtCombat, unit: UnitId, to: HexId) -> Refusal {
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(to));
    if !lost_ground(s, fought).contains(&to) {
        return no(rule!("8.7.2"), "advance.not_vacated");
    }
    let from = s.unit(unit).hex;
    let Some(dir) = b.ground.dir_to(from, to) else { return no(rule!("4.4.1"), "move.not_next") };
    if !facing::fronts(b, s, unit).contains(dir) {
        return no(rule!("6.1.2"), "shock.not_in_front");
    }
    let open = movement::may_enter(b, s, unit, from, to)
        .and_then(|()| may_step_into(b, s, unit, to))
        .and_then(|()| reinforcements::bars(b, s, b.side(unit), to));
    if let Err(refusal) = open {
        return refusal;
    }
    match finds_enemy_from(b, s, unit, to) {
        false => no(rule!("8.7.2"), "counter.nobody_there"),
        true => no(rule!("8.7.3"), "advance.not_first"),
    }
}

impl Field<'_, '_> {
    /// The attackers that advanced may shock again, all enemies in front of them (8.7.2). No test of engagement.
    pub(super) fn breakthrough(&mut self, units: &[UnitId]) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let strikes: Few<Strike> = units
            .iter()
            .filter(|&&u| can_strike(b, s, u) && !s.unit(u).has(did::BROKE))
            // RULING J177: out of a village, too, only the usual two fronts.
            .map(|&u| Strike::here(s, u, enemies_in(b, s, u, facing::usual_fronts(s, u))))
            .filter(|k| !k.aims.is_empty())
            .collect();
        let Some(combat) = Combat::of(b, strikes) else { return Ok(()) };
        let unit = combat.strikes[0].unit;
        let about = [unit_point(unit), hex_point(combat.targets[0]), Point::Nothing];
        let offers = [Answer::button(verb::YES), Answer::button(verb::NO)];
        let answer = self.choose_any(b.side(unit), rule!("8.7.2"), "breakthrough.offer", about, &offers)?;
        if answer.verb == verb::NO {
            return Ok(());
        }
        for strike in &combat.strikes {
            self.s.unit_mut(strike.unit).did |= did::BROKE;
        }
        self.tell_second("shock.breaks_through", &combat);
        self.further_shock(combat.as_second())
    }

    /// The attack was repelled: counter-shock, or pursuit by attacked cavalry, where allowed (8.7.2, 9.4, 9.5.1).
    ///
    /// RULING J171: one stack of the defence does one of these, as one stack breaks through. RULING J222: also those of the active side
    /// who beat off a counter-shock, and chargers that were thrown back before (RULING J178).
    pub(crate) fn riposte(&mut self, fought: &FoughtCombat) -> Play<()> {
        let CombatResult::Row(row) = fought.result else { return Ok(()) };
        let counter = self.b.charts.shock[row].allows == FollowUp::CounterShock;
        let mut offers: Few<Answer> = Few::new();
        if counter {
            counter_offers(self.b, self.s, fought, &mut offers);
        }
        pursuit_offers(self.b, self.s, fought, counter, &mut offers);
        if offers.is_empty() {
            return Ok(());
        }
        offers.push(Answer::button(verb::PASS));
        let (rule, key) = match counter {
            true => (rule!("8.7.2"), "countershock.offer"),
            false => (rule!("9.4"), "pursue.who"),
        };
        let side = fought.combat.side(self.b).enemy();
        let about = [hex_point(fought.combat.targets[0]), Point::Nothing, Point::Nothing];
        let refuse = |b: &Battle, s: &State, answer: &Answer| refuse_riposte(b, s, fought, counter, answer);
        let answer = self.choose(side, rule, key, about, &offers, refuse)?;
        let Some(unit) = unit_of(&answer) else { return Ok(()) };
        match (answer.verb, hex_of(&answer)) {
            (verb::ATTACK, Some(target)) => self.counter_shock(unit, Some(target)),
            (verb::ADVANCE, Some(hex)) => {
                let units = counter_shockers(self.b, self.s, self.s.unit(unit).hex);
                self.enter(&units, hex)?;
                self.counter_shock(unit, None)
            }
            _ => self.counter_pursuit(unit, answer.verb == verb::PURSUE_STACK, fought),
        }
    }

    /// The counter-shock of a stack: against the hex chosen, and others in front of it if its owner likes (8.7.2).
    fn counter_shock(&mut self, unit: UnitId, target: Option<HexId>) -> Play<()> {
        let hex = self.s.unit(unit).hex;
        let units = counter_shockers(self.b, self.s, hex);
        let mut aims = target.and_then(|t| self.b.ground.dir_to(hex, t)).map_or(Dirs::NONE, Dirs::from);
        loop {
            let left = enemies_in(self.b, self.s, unit, facing::fronts(self.b, self.s, unit)) - aims;
            if left.is_empty() {
                break;
            }
            let mut offers: Few<Answer> = left
                .iter()
                .filter_map(|dir| self.b.ground.neighbour(hex, dir))
                .map(|t| Answer::two(verb::ATTACK, unit_point(unit), hex_point(t)))
                .collect();
            if !aims.is_empty() {
                offers.push(Answer::button(verb::PASS));
            }
            let about = [unit_point(unit), Point::Nothing, Point::Nothing];
            let answer = self.ask(
                self.b.side(unit),
                rule!("8.7.2"),
                "countershock.target",
                about,
                |_, _, out| out.extend_from_slice(&offers),
                |b, s, answer| refuse_target(b, s, unit, aims, answer),
            )?;
            let Some(dir) = hex_of(&answer).and_then(|t| self.b.ground.dir_to(hex, t)) else { break };
            aims.insert(dir);
        }
        for &u in &units {
            self.s.unit_mut(u).did |= did::BROKE;
        }
        let strikes = units.iter().map(|&u| Strike::here(self.s, u, aims)).collect();
        let Some(combat) = Combat::of(self.b, strikes) else { return Ok(()) };
        self.tell_second("shock.in_return", &combat);
        self.further_shock(combat.as_second())
    }

    /// Tells of a second shock (8.7.2), once for each hex attacked.
    fn tell_second(&mut self, key: &'static str, combat: &Combat) {
        let unit = combat.strikes[0].unit;
        for hex in &combat.targets {
            self.tell(|| Event::new(rule!("8.7.2"), key).unit("unit", unit.0.into()).place("hex", hex.0));
        }
    }

    /// Attacked cavalry pursues the repelled attackers; it is then under the restrictions of a charge (9.4, 9.5.1).
    fn counter_pursuit(&mut self, unit: UnitId, whole: bool, fought: &FoughtCombat) -> Play<()> {
        let hex = self.s.unit(unit).hex;
        let party: Few<UnitId> = match whole {
            true => self
                .s
                .stack(hex)
                .filter(|&u| self.b.arm(u) == Arm::Cavalry && can_strike(self.b, self.s, u))
                .collect(),
            false => smallvec![unit],
        };
        let (b, s) = (self.b, &*self.s);
        let before = |&&(_, base): &&(UnitId, HexId)| may_pursue_into(b, s, fought, unit, base).is_ok();
        let driven = fought.came.iter().filter(before).copied().collect();
        for &u in &party {
            self.s.unit_mut(u).did |= did::CHARGING;
        }
        self.charge.extend(party.iter().copied());
        self.hunt(party.clone(), driven)?;
        self.end_of_charge(&party)
    }
}

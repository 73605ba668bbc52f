//! 8.8: refusal of shock by cavalry.

use ground::HexId;
use table::{Answer, Event, Modifiers, Play, Point, Refusal, Test, rule};

use crate::Few;
use crate::ch00_general::general::ratings;
use crate::ch04_movement::movement::costs::{self, Neighbour, Price};
use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch05_stacking::{reinforcements, stacking};
use crate::ch06_facing::zones;
use crate::ch08_shock::shock::combat::{Combat, foes, occupier};
use crate::ch10_disorder::disorder::{Disorders, worse};
use crate::ch12_weather::weather;
use crate::core::Facing;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{Field, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{Condition, State, UnitId, did};
use crate::core::strike::Strike;
use crate::core::verb;
use crate::why;

/// From an entry cost of 3 MP an evasion disorders (8.8.1), in half movement points.
const HARD_GOING_HALF_MP: u16 = 6;
/// One movement point.
const MP: u16 = 2;
/// The hexes within two of one: no more evasions than these.
const MOST: usize = 18;

/// An evasion that is open to a unit (8.8.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evasion {
    /// The hex passed through, for an evasion of two hexes.
    pub through: Option<HexId>,
    /// The hex reached.
    pub to: HexId,
    /// Disorders suffered on the way: hard going, and fronts of enemies.
    pub disorders: u8,
    cost: u16,
}

/// Arm that a unit refuses (8.8.1, 8.8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusedArm {
    /// Infantry, alone or with heavy cavalry: the refusing units test their cohesion.
    Infantry,
    /// Heavy cavalry only: no test.
    HeavyCavalry,
}

/// Whether a unit may refuse the shock that goes against its hex, and as whose (8.8.1, 8.8.2, RULING J33).
///
/// # Errors
/// Why not.
pub fn may_refuse(b: &Battle, s: &State, unit: UnitId, against: &[Strike]) -> Result<RefusedArm, Refusal> {
    let u = s.unit(unit);
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    if b.arm(unit) != Arm::Cavalry {
        return no(rule!("8.8.1"), "refuse.not_cavalry");
    }
    if u.condition >= Condition::Routed {
        return no(rule!("10.2"), "refuse.routed");
    }
    if u.has(did::EVADED) {
        return no(rule!("8.8.1"), "refuse.once");
    }
    if against.iter().any(|k| s.unit(k.unit).has(did::CHARGING)) {
        return no(rule!("9.1"), "refuse.charge");
    }
    let horse = || against.iter().filter(|k| b.arm(k.unit) == Arm::Cavalry);
    if horse().any(|k| !b.unit(k.unit).heavy) {
        return no(rule!("8.8.2"), "refuse.light_cavalry");
    }
    if horse().count() > 0 && b.unit(unit).heavy {
        return no(rule!("8.8.2"), "refuse.heavy");
    }
    let foot = against.iter().any(|k| b.arm(k.unit) == Arm::Infantry);
    Ok(if foot { RefusedArm::Infantry } else { RefusedArm::HeavyCavalry })
}

/// One step of an evasion, its restrictions those of normal movement (8.8.1, 6.2.2): cost and disorders, or why not.
fn step(b: &Battle, s: &State, unit: UnitId, at: HexId, to: HexId, ends: bool) -> Result<(u16, u8), Refusal> {
    let (u, side) = (s.unit(unit), b.side(unit));
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(to));
    let dir = costs::neighbours(b, unit, at, to)?;
    let tenant = occupier(b, s, to);
    if tenant == Some(side.enemy()) {
        return Err(no(rule!("5.1.2"), "move.enemy"));
    }
    if s.stack(to).any(|u| s.unit(u).square) {
        return Err(no(rule!("4.4.3"), "move.square_in_way"));
    }
    if ends {
        reinforcements::bars(b, s, side, to)?; // RULING J124: kept hexes may be passed.
    }
    if let Some(holder) = zones::shared_holder(b, s, side, u.hex, to) {
        return Err(no(rule!("6.2.2"), "refuse.same_zone").with("enemy", unit_point(holder)));
    }
    let beside = Neighbour::beside(b, s, side, to);
    let Price::HalfMp(mut cost) = costs::price(b, b.arm(unit), at, dir, to, beside) else {
        return Err(no(rule!("4.3.2"), "move.closed"));
    };
    let zone = zones::in_enemy_zone(b, s, side, to);
    if zone && !ends {
        return Err(no(rule!("6.2.2"), "refuse.stops"));
    }
    if zone && s.formations[b.unit(unit).formation.i()].demoralized {
        return Err(no(rule!("11.2"), "move.demoralized"));
    }
    if beside == Neighbour::Enemy
        && u.condition == Condition::Disordered
        && weather::bars_disordered_contact(b, s)
    {
        return Err(no(rule!("12.1"), "move.night_contact"));
    }
    let hard = u8::from(cost >= HARD_GOING_HALF_MP);
    let front = u8::from(zones::in_enemy_front(b, s, side, to));
    if zone {
        cost += weather::zone_entry_half_mp(b, s);
        cost += if u.condition == Condition::Disordered { MP } else { 0 };
    }
    if tenant.is_some() && !ends {
        cost += MP;
    }
    Ok((cost, hard + front))
}

/// Whether an evasion of one or two hexes is open: the route by which it goes, or why not.
///
/// RULING J176: with the allowance that the unit shows, not reduced.
fn evasion(
    b: &Battle,
    s: &State,
    unit: UnitId,
    through: Option<HexId>,
    to: HexId,
) -> Result<Evasion, Refusal> {
    let u = s.unit(unit);
    let leaving = if zones::in_enemy_zone(b, s, b.side(unit), u.hex) { MP } else { 0 };
    let (mut cost, mut disorders) = (leaving, 0);
    let mut at = u.hex;
    for (hex, ends) in through.map(|hex| (hex, false)).into_iter().chain([(to, true)]) {
        let (half_mp, suffered) = step(b, s, unit, at, hex, ends)?;
        cost += half_mp;
        disorders += suffered;
        at = hex;
    }
    if cost > ratings(b, s, unit).half_mp {
        return Err(Refusal::new(rule!("4.1.1"), "refuse.too_far")
            .with("unit", unit_point(unit))
            .with("hex", hex_point(to)));
    }
    stacking::may_stack(b, s, unit, to)?;
    Ok(Evasion { through, to, disorders, cost })
}

/// All evasions open to a unit against attackers from the hexes of `against` (8.8.1): those of one hex, then those of two,
/// each by the route with the fewest disorders and the least cost.
///
/// RULING J30: two hexes lead to a distance of three from every attacker, or of two if no such hex can be reached.
/// RULING J165: no evasion ends next to an attacker whom it refuses.
pub fn evasions(b: &Battle, s: &State, unit: UnitId, against: &[Strike]) -> Few<Evasion, MOST> {
    let here = s.unit(unit).hex;
    let gap = |hex: HexId| against.iter().map(|k| b.ground.distance(k.from, hex)).min().unwrap_or(u16::MAX);
    let around = |hex: HexId| b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
    let mut open: Few<Evasion, MOST> =
        around(here).filter(|&to| gap(to) >= 2).filter_map(|to| evasion(b, s, unit, None, to).ok()).collect();
    for least in [3, 2] {
        let ones = open.len();
        for through in around(here) {
            for to in around(through).filter(|&to| gap(to) >= least && b.ground.distance(here, to) == 2) {
                if let Ok(route) = evasion(b, s, unit, Some(through), to) {
                    keep_better(&mut open, route);
                }
            }
        }
        if open.len() > ones {
            break;
        }
    }
    open
}

fn keep_better(open: &mut Few<Evasion, MOST>, route: Evasion) {
    match open.iter_mut().find(|known| known.to == route.to) {
        None => open.push(route),
        Some(known) if (route.disorders, route.cost) < (known.disorders, known.cost) => *known = route,
        Some(_) => {}
    }
}

/// Reason why a hex is no evasion.
fn explain(b: &Battle, s: &State, unit: UnitId, against: &[Strike], answer: &Answer) -> Refusal {
    let (Some(to), Some(named)) = (hex_of(answer), unit_of(answer)) else {
        return why::not_offered(rule!("8.8.1"));
    };
    if !s.unit(named).on_map() {
        return why::off_map(b, s, named);
    }
    if named != unit {
        let against = why::attackers(b, s, against, s.unit(named).hex);
        if let Err(refusal) = may_refuse(b, s, named, &against) {
            return refusal;
        }
        return Refusal::new(rule!("8.8.1"), "refuse.other")
            .with("unit", unit_point(unit))
            .with("named", unit_point(named));
    }
    let here = s.unit(unit).hex;
    let far =
        |why| Refusal::new(rule!("8.8.1"), why).with("unit", unit_point(unit)).with("hex", hex_point(to));
    match b.ground.distance(here, to) {
        1 if against.iter().any(|k| b.ground.distance(k.from, to) < 2) => far("refuse.too_near"),
        1 => evasion(b, s, unit, None, to).err().unwrap_or(why::not_offered(rule!("8.8.1"))),
        2 => {
            let between = |h: &HexId| h.is_some() && b.ground.distance(*h, to) == 1;
            let routes = b.ground.neighbours(here).into_iter().filter(between);
            let mut tried = routes.map(|through| evasion(b, s, unit, Some(through), to));
            // A route that is open: then the hex is not far enough (RULING J30).
            match tried.clone().any(|route| route.is_ok()) {
                true => far("refuse.too_near"),
                false => tried.find_map(|route| route.err()).unwrap_or_else(|| far("refuse.too_near")),
            }
        }
        _ => far("refuse.one_or_two"),
    }
}

impl Field<'_, '_> {
    /// The attacked cavalry refuses or stands, unit by unit, before the attackers' tests of engagement (8.8). Returns the
    /// hexes that were vacated altogether.
    ///
    /// RULING J185: the units of a stack choose each for itself.
    pub(crate) fn refusals(&mut self, combat: &Combat) -> Play<Few<HexId>> {
        let mut vacated = Few::new();
        for &hex in &combat.targets {
            let against: Few<Strike> = combat.against(self.b, hex).copied().collect();
            let units: Few<UnitId> = self.s.stack(hex).collect();
            for unit in units {
                self.refuse(unit, &against)?;
            }
            if self.s.is_empty(hex) {
                vacated.push(hex);
            }
        }
        Ok(vacated)
    }

    /// One unit refuses or stands (8.8.1, 8.8.2).
    fn refuse(&mut self, unit: UnitId, against: &[Strike]) -> Play<()> {
        let Ok(whom) = may_refuse(self.b, self.s, unit, against) else { return Ok(()) };
        if evasions(self.b, self.s, unit, against).is_empty() {
            return Ok(());
        }
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let open = evasions(b, s, unit, against);
            out.extend(open.iter().map(|e| Answer::two(verb::EVADE, unit_point(unit), hex_point(e.to))));
            out.push(Answer::button(verb::STAND));
        };
        let refuse = |b: &Battle, s: &State, answer: &Answer| explain(b, s, unit, against, answer);
        let about = [unit_point(unit), Point::Nothing, Point::Nothing];
        let rule = if whom == RefusedArm::Infantry { rule!("8.8.1") } else { rule!("8.8.2") };
        let answer = self.ask(self.b.side(unit), rule, "refuse.shock", about, list, refuse)?;
        let Some(to) = hex_of(&answer) else { return Ok(()) };
        let route = evasions(self.b, self.s, unit, against).into_iter().find(|e| e.to == to);
        self.evade(unit, route.expect("the gate admits only open evasions"), whom, against)
    }

    /// The evasion: declared, tested, carried out, then what it costs (8.8.1).
    fn evade(&mut self, unit: UnitId, route: Evasion, whom: RefusedArm, against: &[Strike]) -> Play<()> {
        let pursuers = foes(against.iter().map(|k| k.unit));
        let hexes = if route.through.is_some() { 2 } else { 1 };
        self.s.unit_mut(unit).did |= did::EVADED;
        self.tell(|| {
            Event::new(rule!("8.8.1"), "refuse.evades")
                .unit("unit", unit.0.into())
                .place("hex", route.to.0)
                .number("hexes", hexes)
        });
        if whom == RefusedArm::Infantry {
            let tests = &self.b.charts.tests;
            let figure =
                if route.through.is_some() { tests.refusal_two_hexes } else { tests.refusal_one_hex };
            if self.cohesion_test(unit, figure.on(Modifiers::new()), rule!("8.8.1"))? == Test::Failed {
                self.disorder(unit, rule!("8.8.1"), &pursuers)?;
            }
        }
        // RULING J31: cavalry routed by the test has retreated in place of its evasion.
        if self.s.unit(unit).condition >= Condition::Routed {
            return Ok(());
        }
        for hex in route.through.into_iter().chain([route.to]) {
            self.relocate(unit, hex, ArrivalKind::Own)?;
        }
        // RULING J178: a charger that evades a counter-shock has left the place from which it charges.
        self.break_off(unit);
        self.face_after_evasion(unit)?;
        // RULING J226: all that the evasion costs is suffered, also by a unit that the first disorder routs.
        if worse(self.b, unit, self.s.unit(unit).condition, Disorders(route.disorders))
            == Condition::Eliminated
        {
            self.eliminate(unit, rule!("10.2"));
        }
        for _ in 0..route.disorders {
            self.disorder(unit, rule!("8.8.1"), &pursuers)?;
        }
        Ok(())
    }

    /// The unit faces as it likes after its evasion, or as those whom it joins (8.8.1, 6.1.1).
    fn face_after_evasion(&mut self, unit: UnitId) -> Play<()> {
        let hex = self.s.unit(unit).hex;
        if let Some(partner) = crate::ch06_facing::facing::partner(self.b, self.s, unit, |_| false) {
            self.s.unit_mut(unit).facing = self.s.unit(partner).facing;
            return Ok(());
        }
        let offers: Few<Answer> =
            Facing::ALL.into_iter().map(|f| Answer::one(verb::TURN, Point::Facing(f.0))).collect();
        let about = [unit_point(unit), hex_point(hex), Point::Nothing];
        let answer = self.choose_any(self.b.side(unit), rule!("8.8.1"), "refuse.facing", about, &offers)?;
        if let Some(facing) = answer.facing() {
            self.s.unit_mut(unit).facing = Facing(facing);
        }
        Ok(())
    }
}

//! The mêlée: values, odds, dice (12, 13, 16, 30, 33, 35, 36).

use ground::HexId;
use table::{Event, Play, rule};

use super::assault::{assaulting_hex, assaulting_hexes, face_met, fighters};
use crate::Field;
use crate::ch07_leaders::Cause;
use crate::ch13_orientation::face;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{Exact, MeleeResult, Obstacle, Odds};
use crate::core::dice::Dice;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::footprint::Face;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, LeaderId, Order, Readiness, State, UnitId, did};
use crate::core::{options, status};

/// Mêlée value of a unit in some of its hexes: in proportion to what it has left and has there, with the factors of its own state (12, 16, 30, 36). A
/// road march has a quarter of its value in each of its hexes (16).
fn own_value(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> Exact {
    let (now, figures) = (s.unit(unit), &b.charts.melee_figures);
    let there = if now.order == Order::Good && now.formation == Formation::RoadMarch {
        status::share(b, s, unit) * Exact::whole(hexes.len() as i32)
    } else {
        let held: i16 = hexes.iter().map(|hex| status::increments_in(b, s, unit, *hex)).sum();
        Exact::new(held.into(), b.unit(unit).increments.into())
    };
    let horse = b.arm(unit) == Arm::Cavalry;
    let mut value = Exact::whole(s.back(unit).melee.into()) * there;
    value = value
        * match now.order {
            Order::Good => status::row(b, s, unit).melee,
            Order::Disorder => figures.disorder.value,
            Order::Pgd if horse => figures.routed_cavalry.value,
            Order::Pgd => figures.routed_foot.value,
        };
    if horse && now.order == Order::Good {
        value = value
            * match now.readiness {
                Readiness::Fresh => Exact::ONE,
                Readiness::Tired => figures.tired.value,
                Readiness::Exhausted => figures.exhausted.value,
            };
        if now.has(did::SPARES) {
            value = value * figures.spared.value;
        }
        if now.formation == Formation::GeneralOrder {
            value = value * figures.cavalry_general_order.value;
        }
        if status::is_heavy(b, unit) && now.formation == Formation::Line {
            value = value * figures.heavy_line.value;
        }
    }
    // Guns in disorder are worth one at least (30).
    let least = b.arm(unit) == Arm::Artillery && now.order == Order::Disorder;
    if least { value.max(Exact::ONE) } else { value }
}

/// A unit's value as the odds take it: with its fraction, unless the players agreed to drop them (12).
fn whole(b: &Battle, value: Exact) -> Exact {
    if b.agreed(&options::FRACTIONS) { Exact::whole(value.floor()) } else { value }
}

/// Whether heavy cavalry meets light only (35); it doubles through its own front (RULING 41).
fn heavy_meets_light(b: &Battle, units: &[UnitId], others: &[UnitId]) -> bool {
    let light = |u: &UnitId| b.arm(*u) == Arm::Cavalry && !status::is_heavy(b, *u);
    units.iter().all(|u| status::is_heavy(b, *u)) && !others.is_empty() && others.iter().all(light)
}

/// Attack value (33): each unit's, more through a flank or rear, other against a carré, with lances (35).
pub fn attack_value(b: &Battle, s: &State, attackers: &[UnitId], at: HexId) -> Exact {
    let figures = &b.charts.melee_figures;
    let defenders = s.units_in(at);
    let square = s.top(at).is_some_and(|u| status::is_in(b, s, u, Arm::Infantry, Formation::Square));
    let of = |u: &UnitId| {
        let mut value = own_value(b, s, *u, &assaulting_hexes(b, s, *u, at));
        value = value
            * match face_met(b, s, *u, at) {
                Face::Flank => figures.flank.value,
                Face::Rear => figures.rear.value,
                _ => Exact::ONE,
            };
        let horse = b.arm(*u) == Arm::Cavalry;
        if square {
            value =
                value * if horse { figures.cavalry_at_square.value } else { figures.foot_at_square.value };
        }
        let hexes = assaulting_hexes(b, s, *u, at);
        let ahead = hexes.iter().any(|from| looks_at(b, s, *u, (*from, at)));
        if horse && across_stream(b, s, *u, at) {
            value = value * figures.stream.value;
        }
        if horse && ahead && heavy_meets_light(b, &[*u], &defenders) {
            value = value * figures.heavy_at_light.value;
        }
        if s.unit(*u).has(did::STRAIGHT) {
            value = value * figures.straight.value;
        }
        if s.unit(*u).has(did::WILD) {
            value = value * figures.wild.value;
        }
        // Whoever was charged on the move stands still, attacker though it is called (35, 40).
        let stands = s.unit(*u).has(did::ENGAGED) && !s.unit(*u).has(did::CHARGED);
        let lances = if stands { Exact::ZERO } else { lances(b, s, *u, hexes.len()) };
        whole(b, value + lances)
    };
    attackers.iter().map(of).sum()
}

/// Whether a unit attacks across a stream (35; RULING 53).
fn across_stream(b: &Battle, s: &State, unit: UnitId, at: HexId) -> bool {
    let from = assaulting_hex(b, s, unit, at);
    let dir = from.and_then(|from| Some((from, b.ground.dir_to(from, at)?)));
    dir.is_some_and(|(from, dir)| {
        b.ground
            .hexside(from, dir)
            .iter()
            .any(|feature| b.charts.hexsides[feature].obstacle == Obstacle::Stream)
    })
}

/// Whether a unit has a hex next to one of its own before its front.
fn looks_at(b: &Battle, s: &State, unit: UnitId, (own, at): (HexId, HexId)) -> bool {
    let met = |part| Some(face(b, s, part, b.ground.dir_to(own, at)?));
    s.part_in(unit, own).and_then(met) == Some(Face::Front)
}

/// Lance bonus of who attacks or charges in answer, in good order, in proportion to what it has left; in line twice in each of the hexes with which it
/// fights (12, 16, 35).
fn lances(b: &Battle, s: &State, unit: UnitId, hexes: usize) -> Exact {
    let lance = s.back(unit).lance;
    if lance == 0 || s.unit(unit).order != Order::Good {
        return Exact::ZERO;
    }
    let times = if s.unit(unit).formation == Formation::Line { 2 * hexes as i16 } else { 1 };
    Exact::whole((lance * times).into()) * status::share(b, s, unit)
}

/// Defence value of a hex (32): all its units that defend it.
pub fn defence_value(b: &Battle, s: &State, attackers: &[UnitId], at: HexId) -> Exact {
    let ahead = |u: UnitId| {
        let mut from = attackers.iter().flat_map(|other| assaulting_hexes(b, s, *other, at));
        from.all(|from| looks_at(b, s, u, (at, from)))
    };
    let heavy = |u: UnitId| heavy_meets_light(b, &[u], attackers) && ahead(u);
    let of = |u: UnitId| {
        let twice = if heavy(u) { b.charts.melee_figures.heavy_at_light.value } else { Exact::ONE };
        let lances = if s.unit(u).has(did::COUNTERS) { lances(b, s, u, 1) } else { Exact::ZERO };
        whole(b, own_value(b, s, u, &[at]) * twice + lances)
    };
    fighters(s, at).into_iter().map(of).sum()
}

/// The leader who helps in a mêlée from one of the hexes in which these units fight, with the bonus for them (7).
fn helper(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    fights_in: impl Fn(UnitId) -> Hexes,
) -> (Option<LeaderId>, i16) {
    let figure = |l: LeaderId, u: UnitId| {
        if b.arm(u) == Arm::Cavalry { b.leader(l).cavalry } else { b.leader(l).infantry }
    };
    let led = units.iter().flat_map(|u| {
        let leaders = fights_in(*u).into_iter().flat_map(|hex| status::leaders_in(b, s, b.side(*u), hex));
        leaders.map(|l| (l, figure(l, *u)))
    });
    led.max_by_key(|(l, bonus)| (*bonus, std::cmp::Reverse(*l)))
        .map_or((None, 0), |(l, bonus)| (Some(l), bonus))
}

/// Natural dice that strike a leader in a mêlée (7): the attackers' 11 and 12, the defenders' 64 to 66.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Struck {
    Nobody,
    Attacker,
    Defender,
}

fn struck(dice: Dice) -> Struck {
    match dice.figure() {
        11 | 12 => Struck::Attacker,
        64..=66 => Struck::Defender,
        _ => Struck::Nobody,
    }
}

impl Field<'_, '_> {
    /// The mêlée (33): odds of all values, rounded down; dice; the result (34).
    pub(super) fn melee(&mut self, attackers: &[UnitId], at: HexId) -> Play<()> {
        let b = self.b;
        let side = b.side(attackers[0]);
        let defenders = self.s.units_in(at);
        self.spare(attackers, &defenders, at)?;
        self.show(attackers);
        self.show(&defenders);
        let (attack, defence) =
            (attack_value(b, self.s, attackers, at), defence_value(b, self.s, attackers, at));
        let columns = b.charts.melee.iter().map(|row| row.odds);
        let struck_on_the_move = defenders.iter().any(|u| self.s.unit(*u).has(did::OPPORTUNITY));
        if struck_on_the_move && Odds::column(columns.clone(), attack, defence).is_none() {
            return self.too_weak(attackers, &defenders, at);
        }
        // Below the first column the first (RULING 8).
        let row = &b.charts.melee[Odds::column(columns, attack, defence).unwrap_or(0)];
        let (leader, bonus) = helper(b, self.s, attackers, |u| assaulting_hexes(b, self.s, u, at));
        let (other, against) = helper(b, self.s, &defenders, |_| Hexes::from_slice(&[at]));
        let modifiers = table::Modifiers::new().and_if(bonus != 0, bonus, "leader.melee", rule!("7")).and_if(
            against != 0,
            -against,
            "leader.defence",
            rule!("7"),
        );
        let total = modifiers.total();
        let class = |dice: Dice| 4 * row.results.place(dice.and(total)) as u32 + struck(dice) as u32;
        let points = about([unit_point(attackers[0]), hex_point(at)]);
        let dice = self.throw(rule!("33"), "melee", side, points, class)?;
        let result = row.results.at(dice.and(total));
        let (told, odds) = ([attack.parts(), defence.parts()], row.odds);
        self.tell(|| {
            let losses = if let MeleeResult::Losses(losses, _) = result { losses } else { [0, 0] };
            Event::new(rule!("33"), "melee")
                .point("unit", unit_point(attackers[0]))
                .point("hex", hex_point(at))
                .number("attack", told[0].0)
                .number("attack_per", told[0].1)
                .number("defence", told[1].0)
                .number("defence_per", told[1].1)
                .number("attacker", odds.attacker)
                .number("defender", odds.defender)
                .number("dice", dice.figure())
                .number("total", dice.and(total).clamped().figure())
                .word("result", result.word())
                .number("attacker_losses", losses[0])
                .number("defender_losses", losses[1])
                .parts(&modifiers)
        });
        let from = assaulting_hex(b, self.s, attackers[0], at).unwrap_or(at);
        self.tire(attackers);
        self.tire(&defenders);
        match struck(dice) {
            Struck::Attacker => {
                self.strike_leader(side, leader.map_or(from, |l| self.s.leader(l).hex), leader, Cause::Melee)?
            }
            Struck::Defender => self.strike_leader(side.enemy(), at, other, Cause::Melee)?,
            Struck::Nobody => {}
        }
        self.apply(attackers, &defenders, at, result)
    }

    /// Below 1:2 those whom cavalry charged on the move rout without a throw (40).
    fn too_weak(&mut self, attackers: &[UnitId], defenders: &[UnitId], at: HexId) -> Play<()> {
        self.tell(|| {
            Event::new(rule!("40"), "melee.weak")
                .point("unit", unit_point(attackers[0]))
                .point("hex", hex_point(at))
        });
        self.tire(attackers);
        self.tire(defenders);
        self.apply(attackers, defenders, at, MeleeResult::AttackerRouts)
    }
}

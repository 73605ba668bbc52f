//! Reasons why a hex cannot be reached: the one that fits best.

use ground::{Dir, Flood, HexId, Step};
use table::{Point, Refusal, rule};

use super::costs::{self, Neighbour, Price};
use super::marks::{ENEMY, Marks, WITHIN, ZONE};
use super::reach::{may_halt, rough_step, with_marks};
use super::step::{Bar, Mover, StepOutcome};
use super::{Pace, Walk};
use crate::ch02_orders::orders;
use crate::core::battle::Battle;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{OrderStatus, Renfort, State, UnitId, did};

/// More than any route costs: for asking how far a hex would be.
pub const BOUNDLESS: u16 = 8000;

/// The best reason why the units of a walk cannot go to a hex now.
pub fn why_not_reach(b: &Battle, s: &State, walk: &Walk, hex: HexId) -> Refusal {
    let lead = walk.party.lead();
    let refusal =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(lead)).with("hex", hex_point(hex));
    let told = |bar: Bar| bar.refusal(b, s, walk, hex);
    with_marks(b, s, walk, |flood, marks, mover| {
        if hex == mover.at {
            return refusal(rule!("4.4.1"), "move.already_there");
        }
        if marks.at(hex).has(ENEMY) {
            return told(Bar::Enemy);
        }
        if mover.stands_still(marks) {
            return told(Bar::Stopped);
        }
        let flood = mover.search(flood, marks, BOUNDLESS);
        if let Some(cost) = flood.cost(hex) {
            return match may_halt(b, s, &walk.party, hex) {
                Err(refusal) if cost <= mover.left => refusal,
                _ => match straight_bar(mover, marks, hex) {
                    Some(bar) => told(bar),
                    None => match bar_on_the_route(mover, marks, hex) {
                        Some((bar, there)) => bar.refusal(b, s, walk, there),
                        None => too_far(s, mover, lead, hex, cost),
                    },
                },
            };
        }
        if marks.at(hex).has(WITHIN) {
            return told(if mover.renfort { Bar::StatusLost { near: hex } } else { Bar::MarchNear });
        }
        nearest_bar(mover, flood, marks, hex)
            .or_else(|| closed_ground(mover, hex))
            .map_or_else(|| refusal(rule!("4.4.1"), "move.no_way"), told)
    })
}

/// The best reason why the units of a walk, in good order, cannot go to a hex by a last step that disorders them: its price, or who stands
/// there; otherwise what bars any route.
pub fn why_not_scramble(b: &Battle, s: &State, walk: &Walk, hex: HexId) -> Refusal {
    let barred = with_marks(b, s, walk, |flood, marks, mover| {
        if mover.stands_still(marks) {
            return None;
        }
        let flood = mover.search(flood, marks, mover.left);
        let (_, cost) = rough_step(mover, flood, marks, hex, BOUNDLESS)?;
        if cost > mover.left {
            return Some(too_far(s, mover, walk.party.lead(), hex, cost));
        }
        may_halt(b, s, &walk.party, hex).err()
    });
    barred.unwrap_or_else(|| why_not_reach(b, s, walk, hex))
}

/// Key of the refusal of a named route that is open: its hexes are named one after the other.
pub const ROUTE_OPEN: &str = "move.way_open";

/// Reason why the units of a walk cannot go over these hexes, each next to the one before; [`ROUTE_OPEN`] if they can.
pub fn why_not_route(b: &Battle, s: &State, walk: &Walk, route: &[HexId]) -> Refusal {
    let lead = walk.party.lead();
    let refusal = |why| Refusal::new(rule!("4.4.1"), why).with("unit", unit_point(lead));
    with_marks(b, s, walk, |_, marks, mover| {
        let (mut at, mut spent, mut stopped) = (mover.at, 0, mover.stands_still(marks));
        for &hex in route {
            let told = |bar: Bar| bar.refusal(b, s, walk, hex);
            let Some(dir) = b.ground.dir_to(at, hex) else {
                return refusal("move.way_broken").with("hex", hex_point(hex)).with("from", hex_point(at));
            };
            if stopped {
                return told(if marks.at(at).has(WITHIN) {
                    Bar::StatusLost { near: at }
                } else {
                    Bar::Stopped
                });
            }
            match mover.step(marks, at, dir, hex) {
                StepOutcome::Barred(bar) => return told(bar),
                StepOutcome::Open { rough: true, .. } => return told(Bar::Rough),
                StepOutcome::Open { cost, stop, .. } => (at, spent, stopped) = (hex, spent + cost, stop),
            }
            if spent > mover.left {
                return too_far(s, mover, lead, hex, spent);
            }
        }
        match may_halt(b, s, &walk.party, at) {
            Err(refusal) => refusal,
            Ok(()) => refusal(ROUTE_OPEN).with("hex", hex_point(at)),
        }
    })
}

/// Bar on the step straight into the next hex, when there is only a long route round.
fn straight_bar(mover: &Mover, marks: &Marks, to: HexId) -> Option<Bar> {
    let dir = mover.b.ground.dir_to(mover.at, to)?;
    match mover.step(marks, mover.at, dir, to) {
        StepOutcome::Barred(bar) => Some(bar),
        StepOutcome::Open { rough: true, .. } => Some(Bar::Rough),
        StepOutcome::Open { .. } => None,
    }
}

/// Bar on the route that would be short enough, were it open, and where: then the hex is not too far.
fn bar_on_the_route(mover: &Mover, marks: &Marks, to: HexId) -> Option<(Bar, HexId)> {
    let mut flood = Flood::new();
    flood.flood(&mover.b.ground, mover.at, mover.left, |from, dir, to, _| {
        match mover.step(marks, from, dir, to) {
            StepOutcome::Open { cost, .. } => Step::Enter(cost),
            StepOutcome::Barred(Bar::Ground(_)) => Step::No,
            StepOutcome::Barred(_) => {
                let beside = marks.at(to).neighbour();
                match costs::price(mover.b, mover.arm, from, dir, to, beside) {
                    Price::HalfMp(cost) => Step::Enter(cost),
                    _ => Step::No,
                }
            }
        }
    });
    let mut route = Vec::new();
    flood.route(to, &mut route);
    let mut stop = None;
    for &[from, next] in route.array_windows() {
        let dir = mover.b.ground.dir_to(from, next)?;
        if let Some(bar) = stop {
            return Some((bar, next));
        }
        match mover.step(marks, from, dir, next) {
            StepOutcome::Barred(bar) => return Some((bar, next)),
            StepOutcome::Open { rough: true, .. } => return Some((Bar::Rough, next)),
            StepOutcome::Open { stop: true, .. } if marks.at(next).has(ZONE) => stop = Some(Bar::Stopped),
            StepOutcome::Open { stop: true, .. } => stop = Some(Bar::StatusLost { near: next }),
            StepOutcome::Open { .. } => {}
        }
    }
    None
}

/// More than what is left: the next hex cannot be paid (4.4.1), or the allowance is too small, whatever its kind.
fn too_far(s: &State, mover: &Mover, lead: UnitId, hex: HexId, cost: u16) -> Refusal {
    let b = mover.b;
    let (rule, why) = if mover.left > 0 && b.ground.dir_to(mover.at, hex).is_some() {
        (rule!("4.4.1"), "move.too_dear")
    } else if mover.pace == Pace::Forced {
        (rule!("4.1.3"), "move.too_far")
    } else if s.unit(lead).has(did::FIRED) {
        (rule!("4.4.2"), "move.too_far_fired")
    } else if orders::order_status(b, s, lead) == Some(OrderStatus::NoOrders)
        && s.unit(lead).renfort != Renfort::Normal
    {
        (rule!("4.1.2"), "move.too_far_reduced")
    } else {
        (rule!("4.1.1"), "move.too_far")
    };
    Refusal::new(rule, why)
        .with("hex", hex_point(hex))
        .with("need", Point::Number(cost.div_ceil(2) as i16))
        .with("left", Point::Number((mover.left / 2) as i16))
}

/// Bar on the step into the hex from a hex that is reached: the step straight from where the units stand before others,
/// then the rarest reason, the zone stop last.
fn nearest_bar(mover: &Mover, flood: &Flood, marks: &Marks, to: HexId) -> Option<Bar> {
    let ground = &mover.b.ground;
    let mut found = None;
    for dir in Dir::ALL {
        let Some(from) = ground.neighbour(to, dir).filter(|&from| flood.cost(from).is_some()) else {
            continue;
        };
        let stopped = from != mover.at && marks.at(from).has(ZONE);
        let bar = match mover.step(marks, from, dir.opposite(), to) {
            StepOutcome::Barred(bar) => bar,
            StepOutcome::Open { .. } if stopped => Bar::Stopped,
            StepOutcome::Open { rough: true, .. } => Bar::Rough,
            StepOutcome::Open { .. } => continue,
        };
        if from == mover.at {
            return Some(bar);
        }
        if found.is_none() || found == Some(Bar::Stopped) {
            found = Some(bar);
        }
    }
    found
}

/// Part of the ground that bars every step into a hex that nothing reached, if it is the ground (4.3, 4.3.2).
fn closed_ground(mover: &Mover, to: HexId) -> Option<Bar> {
    let ground = &mover.b.ground;
    let mut bar = None;
    for dir in Dir::ALL {
        let Some(from) = ground.neighbour(to, dir) else { continue };
        match costs::price(mover.b, mover.arm, from, dir.opposite(), to, Neighbour::Nobody) {
            Price::HalfMp(_) => return None,
            price => bar = bar.or(Some(Bar::Ground(price))),
        }
    }
    bar
}

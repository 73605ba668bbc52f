//! Rehearsal of a charge that was declared, or has come to its mêlée: the state in which it goes on at once, as everything stands (7.2.2).

use ground::HexId;

use crate::core::battle::Battle;
use crate::core::state::{Charge, ChargeKind, ChargePhase, Phase, Segment, State};

use super::{meet, targets};

/// The charges of a state that another one has not as far on, alone: about to fight their mêlée: one that is only declared has come to the
/// enemies nearest to it. None where there are none, or where it can come to nobody.
pub fn rehearsal(b: &Battle, before: &State, now: &State) -> Option<State> {
    let is_new = |c: &Charge| {
        let known = |old: &Charge| old.phase == c.phase && old.units.iter().any(|u| c.units.contains(u));
        matches!(c.phase, ChargePhase::Declared | ChargePhase::Contact) && !before.charges.iter().any(known)
    };
    let fights = now.charges.iter().any(|c| is_new(c) && c.phase == ChargePhase::Contact);
    if !now.charges.iter().any(is_new) || now.activation.chit.is_none() {
        return None;
    }
    let mut then = now.clone();
    let waits = |c: &Charge| matches!(c.phase, ChargePhase::Declared | ChargePhase::Contact);
    then.charges.retain(|c| !waits(c) || is_new(c));
    then.clock.segment = Segment::Maneuver;
    then.clock.cursor = 0;
    then.activation.phase = Phase::Melees;
    if !fights {
        then = before_its_target(b, &then)?;
    }
    Some(then)
}

/// A state in which an ordinary charge that is declared has ridden to the nearest enemies that it can come to, the shortest way, and awaits their mêlée;
/// none where it can come to nobody. A grand charge goes straight on, and what it comes to is not foretold.
fn before_its_target(b: &Battle, s: &State) -> Option<State> {
    let at = s.charges.iter().position(|c| c.phase == ChargePhase::Declared)?;
    let c = &s.charges[at];
    let &top = c.units.first().filter(|_| c.kind == ChargeKind::Ordinary)?;
    let mut likely: Vec<HexId> =
        c.reach.iter().copied().filter(|hex| targets::may_become(b, s, at, *hex)).collect();
    let far = |hex: &HexId| s.unit(top).hexes().iter().map(|own| b.ground.distance(*own, *hex)).min();
    likely.sort_by_key(far);
    let within = |hex: HexId| c.zone.contains(&hex);
    let ways: Vec<meet::Course> =
        (0..=c.left / 2).flat_map(|steps| meet::courses(b, s, &c.units, steps, c.left, within)).collect();
    likely.into_iter().find_map(|hex| ways.iter().find_map(|way| come_to(b, s, (at, hex), way)))
}

/// A state in which a charge has ridden some way and has the enemies of a hex before its front; none if it has not.
fn come_to(b: &Battle, s: &State, (at, hex): (usize, HexId), way: &meet::Course) -> Option<State> {
    let mut then = s.clone();
    let units = then.charges[at].units.clone();
    let (from, to) = (s.unit(units[0]).hex(), way.hexes[0]);
    for &unit in &units {
        then.put(unit, &way.hexes);
    }
    for leader in b.leader_ids().filter(|l| s.leader(*l).hex == from) {
        then.leader_mut(leader).hex = to;
    }
    let all = s.units_in(hex).into_iter().flat_map(|unit| s.unit(unit).hexes().to_vec());
    let c = &mut then.charges[at];
    c.targets = vec![hex];
    for other in all {
        if c.reach.contains(&other) && !c.targets.contains(&other) {
            c.targets.push(other);
        }
    }
    c.route.extend(way.heads.iter().copied());
    c.left -= way.cost;
    c.spent += way.cost;
    c.phase = ChargePhase::Contact;
    (!targets::touched(b, &then, at).is_empty()).then_some(then)
}

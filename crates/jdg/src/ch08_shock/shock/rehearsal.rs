//! Rehearsal of an announced combat: the state in which it is resolved at once, as everything stands (8.3.1, 8.5).

use crate::core::battle::Battle;
use crate::core::state::{Phase, Segment, State, did};

use super::combat;

/// The first combat of a state with an attack that another one has not, alone and about to be resolved. None where no attack is new, or where combats
/// are being resolved already.
pub fn rehearsal(b: &Battle, before: &State, now: &State) -> Option<State> {
    let announces = matches!(now.clock.segment, Segment::Movement | Segment::Announce);
    if now.clock.phase != Phase::Activation || !announces {
        return None;
    }
    let strikes = combat::strikes(b, now);
    let known = combat::strikes(b, before);
    let combats = combat::group(b, strikes);
    let own = combats.into_iter().find(|c| c.strikes.iter().any(|strike| !known.contains(strike)))?;
    let mut then = now.clone();
    for unit in b.unit_ids().filter(|u| own.strikes.iter().all(|strike| strike.unit != *u)) {
        let other = then.unit_mut(unit);
        other.aims = ground::Dirs::NONE;
        other.did &= !did::CHARGING;
    }
    then.clock.segment = Segment::Combat;
    then.clock.cursor = 0;
    Some(then)
}

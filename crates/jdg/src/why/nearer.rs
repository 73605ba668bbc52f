//! The rule that bars an action itself, where its place in the turn would not be the whole truth.

use std::cmp::Ordering;

use table::{Answer, Refusal, rule};

use super::{RefusalContext, fit, own_activation, places};
use crate::ch01_turn::activation;
use crate::ch02_orders::orders;
use crate::ch07_fire::fire;
use crate::ch08_shock::shock::announce;
use crate::ch08_shock::{refusal, shock};
use crate::core::battle::Battle;
use crate::core::field::{hex_of, unit_of, unit_point};
use crate::core::state::{Phase, Segment, State, did};
use crate::core::strike::Strike;
use crate::core::verb;

/// Bar on a shot or an announcement, now that their step is over: it may never have been on offer.
pub(super) fn too_late(
    b: &Battle,
    s: &State,
    asked: &RefusalContext<'_>,
    answer: &Answer,
) -> Option<Refusal> {
    let step = activation::step_of(answer.verb)?;
    let key = match (step, step.cmp(&s.clock.segment)) {
        (Segment::Fire, Ordering::Less) => "fire.battery",
        (Segment::Announce, Ordering::Less) => "shock.announce",
        _ => return None,
    };
    let fitted = fit(s, &RefusalContext { key, ..*asked }, answer).ok()?;
    // Who did it, or was committed to it, had their turn: then the step is over, and nothing else.
    let unit = unit_of(&fitted).filter(|&unit| !s.unit(unit).has(did::FIRED | did::COMMITTED))?;
    if b.side(unit) != orders::active_side(b, s) {
        return None;
    }
    match step {
        Segment::Fire => fire::bars(b, s, &fitted),
        _ => announce::may_announce(b, s, unit, hex_of(&fitted)?).err(),
    }
}

/// Bar on an action of combat while combats are fought, though another question is to be answered now.
pub(super) fn in_combat(
    b: &Battle,
    s: &State,
    asked: &RefusalContext<'_>,
    answer: &Answer,
) -> Option<Refusal> {
    if s.clock.phase != Phase::Activation || s.clock.segment != Segment::Combat {
        return None;
    }
    let actor = unit_of(answer).map_or(asked.side, |unit| b.side(unit));
    let own = own_activation(b, s, actor);
    match answer.verb {
        verb::RESOLVE => Some(places::must(asked.rule, asked.key, asked.about)),
        verb::ATTACK if own => {
            too_late(b, s, asked, answer).or(Some(Refusal::new(rule!("8.3.1"), "segment.shock_is_over")))
        }
        verb::ATTACK | verb::ADVANCE if !own => Some(Refusal::new(rule!("8.7.2"), "when.counter")),
        verb::TURN if asked.key == "breakthrough.offer" => {
            let refusal = Refusal::new(rule!("8.7.2"), "advance.no_turn");
            Some(
                unit_of(&Answer { points: *asked.about, ..*answer })
                    .map_or(refusal, |unit| refusal.with("unit", unit_point(unit))),
            )
        }
        verb::EVADE => cannot_evade(b, s, asked, answer),
        _ => None,
    }
}

/// Reason why cavalry was not asked whether it refuses the shock against its hex (8.8.1, 8.8.2).
fn cannot_evade(b: &Battle, s: &State, asked: &RefusalContext<'_>, answer: &Answer) -> Option<Refusal> {
    let fitted = fit(s, asked, answer).ok()?;
    let unit = unit_of(&fitted)?;
    if !s.unit(unit).on_map() {
        return Some(super::off_map(b, s, unit));
    }
    let against = attackers(b, s, asked.fight, s.unit(unit).hex);
    match refusal::may_refuse(b, s, unit, &against) {
        Err(refusal) => Some(refusal),
        Ok(_) if !against.is_empty() && refusal::evasions(b, s, unit, &against).is_empty() => {
            Some(Refusal::new(rule!("8.8.1"), "refuse.nowhere").with("unit", unit_point(unit)))
        }
        Ok(_) => None,
    }
}

/// Attackers of a hex: those in the combat under way, or else as announced.
pub(crate) fn attackers(b: &Battle, s: &State, fight: &[Strike], hex: ground::HexId) -> crate::Few<Strike> {
    let hits = |k: &Strike| k.hits(b, hex) && s.top(hex).is_some_and(|top| b.side(top) != b.side(k.unit));
    let now: crate::Few<Strike> = fight.iter().copied().filter(hits).collect();
    if now.is_empty() { shock::combat::strikes(b, s).into_iter().filter(hits).collect() } else { now }
}

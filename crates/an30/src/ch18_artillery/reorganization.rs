//! Guns in the Reorganization Segment (7.5.5, 7.5.8); burning hexes stand in `howitzers`, re-supply in `battery_box`.

use table::{Answer, Event, Play, Point, Side, rule};

use crate::Field;
use crate::ch17_losses::losses::Cause;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Post, Trait};
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{LeaderStatus, Order, Segment, State, UnitId, did};
use crate::core::status::{self, Losses};
use crate::core::verb;

/// The services of volunteers to a side (18.13): infantry of the Old Guard that its monarch is with, and batteries of its nation that have losses.
fn volunteers(b: &Battle, s: &State, side: Side) -> Few<(UnitId, UnitId), 16> {
    let monarch = b.leader_ids().find(|l| {
        let (card, now) = (b.leader(*l), s.leader(*l));
        card.side == side && card.post == Post::Monarch && now.status == LeaderStatus::Map
    });
    let mut found = Few::new();
    let Some(hex) = monarch.map(|l| s.leader(l).hex) else { return found };
    let cost = b.charts.losses.volunteers.count() as u8;
    for guard in s.units_in(hex) {
        let left = status::endurance(b, guard).0.saturating_sub(s.unit(guard).losses);
        if !b.is(guard, Trait::OldGuard) || b.arm(guard) != Arm::Infantry || left < cost {
            continue;
        }
        let short = |u: &UnitId| {
            let (card, now) = (b.unit(*u), s.unit(*u));
            let gun = card.arm == Arm::Artillery && !b.is(*u, Trait::Wagon);
            gun && card.side == side && card.nation == b.unit(guard).nation && now.on_map() && now.losses > 0
        };
        found.extend(b.unit_ids().filter(short).map(|battery| (guard, battery)));
    }
    found
}

/// Whether a unit may clear a wreck away (18.14.1.7.1): a battalion of infantry, or sapeurs, in good order, that has been next to one since the
/// Maneuver Segment began, and has neither left its hexes, nor fired, nor been in a mêlée. RULING 1185: who turns or changes formation remains there.
fn may_clear(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let able = status::is_battalion(b, unit) || b.is(unit, Trait::Sapeurs);
    b.arm(unit) == Arm::Infantry
        && able
        && now.on_map()
        && now.order == Order::Good
        && now.has(did::BESIDE_WRECK)
        && !now.has(did::FOUGHT)
}

/// The wrecks next to a unit.
fn wrecks_beside(b: &Battle, s: &State, unit: UnitId) -> Few<UnitId, 4> {
    let beside = |wagon: &UnitId| {
        let own = s.unit(unit).hexes().iter();
        status::is_wreck(s, *wagon)
            && s.unit(*wagon).on_map()
            && own.into_iter().any(|hex| b.ground.distance(*hex, s.unit(*wagon).hex()) == 1)
    };
    b.wagons.iter().copied().filter(beside).collect()
}

impl Field<'_> {
    /// Volunteers of the Old Guard serve guns, as their owner likes (7.5.5, 18.13): increments of the guard for one of a battery, at once, for good.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn volunteer_gunners(&mut self) -> Play<()> {
        let (b, first) = (self.b, self.s.clock.first);
        for side in [first, first.enemy()] {
            loop {
                let able = volunteers(b, self.s, side);
                if able.is_empty() {
                    break;
                }
                let mut answers: Few<Answer> = able
                    .iter()
                    .map(|(guard, gun)| Answer::two(verb::SERVE, unit_point(*guard), unit_point(*gun)))
                    .collect();
                answers.push(Answer::button(verb::DONE));
                let points = about([Point::Side(side)]);
                let answer = self.choose(side, rule!("18.13"), "gunners", points, &answers)?;
                let chosen = answers.iter().position(|a| *a == answer).and_then(|at| able.get(at).copied());
                let Some((guard, battery)) = chosen else { break };
                self.lose(guard, Losses::of(b.charts.losses.volunteers.value), Cause::Volunteers)?;
                self.forget_event(&[guard]);
                self.s.unit_mut(battery).losses -= 1;
                self.tell(|| {
                    Event::new(rule!("18.13"), "gunners.replaced")
                        .point("unit", unit_point(battery))
                        .point("by", unit_point(guard))
                });
            }
        }
        Ok(())
    }

    /// Notes who stands next to a wreck when the Maneuver Segment begins (18.14.1.7.1).
    pub(crate) fn note_wrecks(&mut self, segment: Segment) {
        if segment != Segment::Maneuver || self.b.wagons.is_empty() {
            return;
        }
        for unit in self.b.unit_ids() {
            let beside =
                !wrecks_beside(self.b, self.s, unit).is_empty() && self.s.unit(unit).order == Order::Good;
            self.s.unit_mut(unit).set(did::BESIDE_WRECK, beside);
        }
    }

    /// Wrecked wagons are removed, one by a unit, as its owner likes (7.5.8, 18.14.1.7.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn clear_wrecks(&mut self) -> Play<()> {
        let (b, first) = (self.b, self.s.clock.first);
        for side in [first, first.enemy()] {
            loop {
                let mut answers: Few<Answer> = Few::new();
                for unit in b.unit_ids().filter(|u| b.side(*u) == side && may_clear(b, self.s, *u)) {
                    let near = wrecks_beside(b, self.s, unit);
                    let hex = |wreck: &UnitId| hex_point(self.s.unit(*wreck).hex());
                    answers.extend(near.iter().map(|w| Answer::two(verb::CLEAR, unit_point(unit), hex(w))));
                }
                if answers.is_empty() {
                    break;
                }
                answers.push(Answer::button(verb::DONE));
                let points = about([Point::Side(side)]);
                let answer = self.choose(side, rule!("18.14.1.7.1"), "wreck.remove", points, &answers)?;
                let (Some(unit), Some(hex)) = (unit_of(&answer), hex_of(&answer)) else { break };
                self.s.unit_mut(unit).set(did::BESIDE_WRECK, false);
                if let Some(wreck) = self.s.top(hex) {
                    self.remove(wreck, crate::core::state::Status::Destroyed, rule!("18.14.1.7.1"));
                }
            }
        }
        Ok(())
    }
}

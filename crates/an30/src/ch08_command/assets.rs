//! 7.1.2.1, 8.4.3.3: assets are assigned to leaders below.

use table::{Answer, Event, Play, Point, Refusal, Side, rule};

use crate::Field;
use crate::ch08_command::span;
use crate::core::battle::{Arm, Battle, Rank, Trait};
use crate::core::field::{Errand, about, leader_of, leader_point, unit_of, unit_point};
use crate::core::state::{CommandId, LeaderId, LeaderStatus, State, UnitId};
use crate::core::{status, verb};

/// Whether a command has cavalry only, but for its horse artillery and wagons.
fn is_mounted(b: &Battle, command: CommandId) -> bool {
    let own = |u: &UnitId| b.within(b.unit(*u).command, command);
    let mut found = false;
    for unit in b.unit_ids().filter(own) {
        found = true;
        if b.arm(unit) == Arm::Infantry || b.arm(unit) == Arm::Artillery && !b.is(unit, Trait::Horse) {
            return false;
        }
    }
    found
}

/// Whether an asset may be assigned to a leader (8.4.3.3): one beneath the command that it belongs to; to a leader of cavalry only cavalry, horse
/// artillery and its wagons.
///
/// # Errors
/// Why not.
pub fn may_assign(b: &Battle, s: &State, side: Side, unit: UnitId, leader: LeaderId) -> Result<(), Refusal> {
    let refusal = |why| {
        let points = Refusal::new(rule!("8.4.3.3"), why).with("unit", unit_point(unit));
        Err(points.with("leader", leader_point(leader)))
    };
    if b.side(unit) != side || b.leader(leader).side != side {
        return refusal("asset.not_yours");
    }
    if !s.unit(unit).on_map() || s.leader(leader).status != LeaderStatus::Map {
        return refusal("asset.off_map");
    }
    if s.unit(unit).assigned.some().is_some() {
        return refusal("asset.assigned");
    }
    let (own, to) = (b.unit(unit).command, s.leader(leader).leads);
    // An escort is an asset of its army (8.9.1.1).
    let army = |command| b.of_rank(command, Rank::Army);
    let from = if b.is(unit, Trait::Escort) { army(own).unwrap_or(own) } else { own };
    if to.some().is_none() || own == to || !b.within(to, from) {
        return refusal("asset.not_beneath");
    }
    if is_mounted(b, to) && b.arm(unit) != Arm::Cavalry && !b.is(unit, Trait::Horse) {
        return refusal("asset.cavalry");
    }
    if span::is_light(b, s, leader) && status::is_heavy(b, unit) {
        let points = Refusal::new(rule!("8.5.1.3"), "asset.light").with("unit", unit_point(unit));
        return Err(points.with("leader", leader_point(leader)));
    }
    Ok(())
}

/// Whether an aide-de-camp may be assigned to a leader, as an asset (8.4.3.2, 8.4.3.3): one beneath the command to whose staff the aide belongs.
///
/// # Errors
/// Why not.
pub fn may_attach(
    b: &Battle,
    s: &State,
    side: Side,
    aide: LeaderId,
    leader: LeaderId,
) -> Result<(), Refusal> {
    let refusal = |why| {
        let points = Refusal::new(rule!("8.4.3.2"), why).with("aide", leader_point(aide));
        Err(points.with("leader", leader_point(leader)))
    };
    if b.leader(aide).side != side || b.leader(leader).side != side {
        return refusal("aide.not_yours");
    }
    if s.leader(aide).status != LeaderStatus::Map || s.leader(leader).status != LeaderStatus::Map {
        return refusal("aide.off_map");
    }
    if !span::is_aide(b, s, aide) {
        return refusal("aide.has_command");
    }
    if s.leader(aide).assigned.some().is_some() {
        return refusal("aide.assigned");
    }
    let (own, to) = (b.leader(aide).command, s.leader(leader).leads);
    let beneath = own.some().zip(to.some()).is_some_and(|(own, to)| own != to && b.within(to, own));
    if beneath { Ok(()) } else { refusal("aide.not_beneath") }
}

/// The two leaders that an answer points at: the aide-de-camp and the one who gets the aide.
fn pair_of(answer: &Answer) -> Option<(LeaderId, LeaderId)> {
    match answer.points {
        [Point::Leader(aide), Point::Leader(leader), _] => Some((LeaderId(aide), LeaderId(leader))),
        _ => None,
    }
}

impl Field<'_> {
    /// A side assigns an asset, or has nothing to assign any more (7.1.2.1). Assignments last for the turn.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn assign_asset(&mut self, side: Side) -> Play<Errand> {
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let free = |u: &UnitId| {
                b.side(*u) == side && s.unit(*u).on_map() && s.unit(*u).assigned.some().is_none()
            };
            for unit in b.unit_ids().filter(free) {
                let to = b.leader_ids().filter(|l| may_assign(b, s, side, unit, *l).is_ok());
                out.extend(to.map(|l| Answer::two(verb::ASSIGN, unit_point(unit), leader_point(l))));
            }
            for aide in b.leader_ids().filter(|l| b.leader(*l).post.is_adc()) {
                let to = b.leader_ids().filter(|l| may_attach(b, s, side, aide, *l).is_ok());
                out.extend(to.map(|l| Answer::two(verb::ASSIGN, leader_point(aide), leader_point(l))));
            }
        };
        let mut any = Vec::new();
        list(self.b, self.s, &mut any);
        if any.is_empty() {
            return Ok(Errand::Nothing);
        }
        let answer = self.ask(
            side,
            rule!("7.1.2.1"),
            "asset",
            about([Point::Side(side)]),
            |b, s, out| {
                list(b, s, out);
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| {
                let barred = match (unit_of(answer), leader_of(answer), pair_of(answer)) {
                    (Some(unit), Some(leader), _) => may_assign(b, s, side, unit, leader).err(),
                    (_, _, Some((aide, leader))) => may_attach(b, s, side, aide, leader).err(),
                    _ => None,
                };
                barred.unwrap_or(crate::ask::not_offered(rule!("7.1.2.1")))
            },
        )?;
        if let Some((aide, leader)) = pair_of(&answer) {
            self.s.leader_mut(aide).assigned = leader;
            self.tell(|| {
                Event::new(rule!("8.4.3.2"), "aide.assigned")
                    .point("aide", leader_point(aide))
                    .point("leader", leader_point(leader))
            });
            return Ok(Errand::Done);
        }
        let (Some(unit), Some(leader)) = (unit_of(&answer), leader_of(&answer)) else {
            return Ok(Errand::Nothing);
        };
        self.s.unit_mut(unit).assigned = leader;
        self.tell(|| {
            Event::new(rule!("8.4.3.3"), "asset.assigned")
                .point("unit", unit_point(unit))
                .point("leader", leader_point(leader))
        });
        Ok(Errand::Done)
    }
}

//! Command: who becomes a maneuver unit, and to whom assets go.

use an30::ch08_command::{members, span};
use an30::core::battle::Arm;
use an30::core::field::{leader_of, unit_of};
use an30::core::state::{LeaderId, MuKind, Order, UnitId};
use an30::core::verb;
use table::Answer;

use super::context::DecisionContext;
use super::field_view::{FieldView, can_charge, worth};

/// The need for a unit to move this turn.
fn need(view: &FieldView<'_>, desk: &DecisionContext<'_, '_>, unit: UnitId) -> i32 {
    let (b, s) = (view.b, view.s);
    let now = s.unit(unit);
    if now.order == Order::Pgd {
        return 0;
    }
    let far = i32::from(view.nearest_foe(now.hex()));
    let goal = desk
        .memory
        .goals
        .of(unit)
        .map_or(0, |(hex, pull)| pull * i32::from(b.ground.distance(now.hex(), hex)).min(8));
    let near = match far {
        0..=4 => 30,
        5..=8 => 24,
        9..=14 => 12,
        _ => 6,
    };
    let horse = if can_charge(b, s, unit) && far <= 10 { 2 } else { 1 };
    let guns = if b.arm(unit) == Arm::Artillery { 2 } else { 1 };
    worth(b, s, unit) / 20 * (near + goal / 16) * horse / guns / 10
}

/// The value of a maneuver unit of a leader: those of the leader's units that no other one has yet.
fn value(desk: &DecisionContext<'_, '_>, leader: LeaderId) -> i32 {
    let view = &desk.view;
    let (b, s) = (view.b, view.s);
    let mut taken: Vec<UnitId> = Vec::new();
    for mu in s.mus.iter().filter(|mu| b.leader(mu.leader).side == view.side) {
        if mu.kind != MuKind::Administrative {
            taken.extend(members::members(b, s, mu.leader));
        }
    }
    let own = members::members(b, s, leader);
    own.into_iter().filter(|u| !taken.contains(u)).map(|u| need(view, desk, u)).sum()
}

/// The leader whose troops matter most gets the command point.
pub fn create(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.memory.settle(&desk.view);
    let best = desk.best(|a| match (a.verb, leader_of(a)) {
        (verb::CREATE, Some(leader)) => value(desk, leader),
        (verb::PASS, _) => 1,
        _ => 0,
    });
    desk.say(|d| match best.verb {
        verb::PASS => "Nobody else has anything to do this turn.".into(),
        _ => format!("{}: these troops matter most.", d.answer_name(&best)),
    });
    best
}

/// Light cavalry tries: it costs nothing.
pub fn initiative(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let best = desk.best(|a| i32::from(a.verb == verb::INITIATIVE));
    desk.say(|_| "It costs nothing to try.".into());
    best
}

/// An asset goes to the leader near by who has most to do, if its own is far away or has nobody else.
pub fn asset(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.memory.settle(&desk.view);
    let view = &desk.view;
    let (b, s) = (view.b, view.s);
    let best = desk.best(|a| {
        let (Some(unit), Some(leader)) = (unit_of(a), leader_of(a)) else { return 0 };
        let hex = s.unit(unit).hex();
        let reach = span::span(b, s, leader);
        if !span::in_span(b, s, leader, reach, hex) {
            return -1;
        }
        let own = b.command(b.unit(unit).command).head;
        let above = span::leader_of(b, s, own);
        let led = above.is_some_and(|l| members::is_led_by(b, s, unit, l));
        let brigade = value(desk, leader);
        let home = above.map_or(0, |l| value(desk, l));
        if led && home > brigade { -1 } else { 1 + brigade }
    });
    desk.say(|d| match best.verb {
        verb::ASSIGN => format!("{}: near, and has something to do.", d.answer_name(&best)),
        _ => "The others stay with those who have them.".into(),
    });
    best
}

//! Leaders: where they ride, and whom they go along with.

use an30::ch08_command::{riding, span};
use an30::core::battle::Post;
use an30::core::field::{hex_of, leader_of};
use an30::core::state::{Chit, LeaderId, Order};
use an30::core::{status, verb};
use ground::HexId;
use table::{Answer, Point};

use super::context::DecisionContext;
use super::field_view::FieldView;

/// The gain for which a leader rides.
const WORTHWHILE: i32 = 25;

/// The worth of a hex to a leader: among the leader's own troops, with more of them about, and not where capture threatens.
fn place(view: &FieldView<'_>, leader: LeaderId, hex: HexId) -> i32 {
    let (b, s) = (view.b, view.s);
    let Some(own) = s.leader(leader).leads.some() else { return company(view, leader, hex) };
    let high = status::post(b, s, leader) <= Post::Corps;
    let reach = span::span(b, s, leader).max(1);
    let mut value = company(view, leader, hex);
    for &unit in &view.own {
        let card = b.unit(unit);
        let direct = b.command(card.command).head == own || s.unit(unit).assigned == leader;
        let far = s.unit(unit).hexes().iter().map(|h| b.ground.distance(*h, hex)).min().unwrap_or(99);
        let share = if direct {
            30
        } else if b.within(card.command, own) {
            6
        } else {
            0
        };
        value += match far {
            far if far <= reach => share,
            far => -share * i32::from((far - reach).min(6)) / 6,
        };
    }
    for other in b
        .leader_ids()
        .filter(|l| *l != leader && s.leader(*l).hex.is_some() && span::superior(b, s, *l) == Some(leader))
    {
        let far = b.ground.distance(s.leader(other).hex, hex);
        value += if far <= reach { 20 } else { -4 * i32::from((far - reach).min(8)) };
    }
    if let Some(up) = span::superior(b, s, leader) {
        let far = b.ground.distance(s.leader(up).hex, hex);
        value += if far <= span::span(b, s, up) { 12 } else { 0 };
    }
    value - if high { 2 } else { 0 } * i32::from(8 - view.nearest_foe(hex).min(8))
}

/// The worth to a leader of the troops in a hex: a leader alone near the enemy is taken; one with those who fight helps.
fn company(view: &FieldView<'_>, leader: LeaderId, hex: HexId) -> i32 {
    let (b, s) = (view.b, view.s);
    let troops = s.units_in(hex);
    let far = view.nearest_foe(hex);
    if troops.is_empty() {
        return if far <= 3 {
            -120
        } else if far <= 6 {
            -25
        } else {
            0
        };
    }
    let routed = troops.iter().all(|u| s.unit(*u).order == Order::Pgd);
    let own = s.leader(leader).leads;
    let mine = troops.iter().any(|u| own.some().is_none_or(|own| b.within(b.unit(*u).command, own)));
    let fights = s
        .assaults
        .iter()
        .any(|a| a.targets.contains(&hex) || a.attackers.iter().any(|mark| mark.from == hex));
    if routed {
        // With a leader they may recover.
        return if far > 4 { 25 } else { -40 };
    }
    10 + if mine { 10 } else { 0 } + if fights { 25 } else { 0 } - if far <= 1 && !fights { 10 } else { 0 }
}

/// A leader who should ride somewhere, if there is one.
pub fn who_rides(desk: &mut DecisionContext<'_, '_>) -> Option<Answer> {
    let rides: Vec<Answer> = desk.legal().iter().copied().filter(|a| a.verb == verb::RIDE).collect();
    for answer in rides {
        let leader = leader_of(&answer)?;
        let who = Point::Leader(leader.0);
        let later = desk.view.s.activation.chit == Some(Chit::Leader) && has_his_turn(&desk.view, leader);
        if desk.memory.rejected(who) || later {
            continue;
        }
        let view = &desk.view;
        let stay = place(view, leader, view.s.leader(leader).hex);
        let best =
            riding::reach(view.b, view.s, leader).into_iter().map(|hex| place(view, leader, hex)).max();
        if best.is_some_and(|best| best > stay + WORTHWHILE) {
            desk.say(|d| format!("{} rides to the troops.", d.answer_name(&answer)));
            return Some(answer);
        }
        desk.memory.reject(who);
    }
    None
}

/// The hex to which a leader rides.
pub fn hex(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(leader) = desk.about_leader() else { return desk.first() };
    let here = desk.view.s.leader(leader).hex;
    let best = desk.best(|a| {
        let hex = hex_of(a).unwrap_or(here);
        4 * place(&desk.view, leader, hex) - i32::from(desk.view.b.ground.distance(here, hex))
    });
    desk.say(|d| format!("{} rides where most of the command is about.", d.about_name()));
    best
}

/// A leader rides alone, when all others have moved; goes along only where that could not be done.
pub fn along(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let rides = |l: LeaderId| riding::may_ride(desk.view.b, desk.view.s, desk.view.side, l).is_ok();
    let yes = !desk.about_leader().is_some_and(rides);
    desk.say(|_| match yes {
        true => "Goes along.".into(),
        false => "Follows when the others have moved.".into(),
    });
    desk.button(if yes { verb::YES } else { verb::NO })
}

/// Whether a leader moves later with a maneuver unit that is still in the cup, the leader's own or that of one above.
fn has_his_turn(view: &FieldView<'_>, leader: LeaderId) -> bool {
    let waits = |l: LeaderId| {
        let mu = view.s.leader(l).mu;
        mu.some().is_some() && view.s.cup.contains(&Chit::Mu(mu))
    };
    waits(leader) || span::superior(view.b, view.s, leader).is_some_and(waits)
}

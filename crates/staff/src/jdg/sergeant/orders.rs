//! Orders, markers and initiative (2, 3).

use jdg::ch00_general::general;
use jdg::ch02_orders::{commanders, orders};
use jdg::core::battle::MarkerKind;
use jdg::core::field::unit_of;
use jdg::core::state::{Condition, FormationId, GroupId, MarkerId, UnitId};
use jdg::core::verb;
use table::{Answer, Point};

use super::context::DecisionContext;
use super::field_view::FieldView;

/// An order goes to the group to which it makes most difference: strong, near the enemy, with a leader of little initiative.
pub fn group(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let best = desk.best(|a| unit_of(a).map_or(0, |u| 1 + need(view, view.s.unit(u).group)));
    desk.say(|d| match unit_of(&best) {
        Some(unit) => {
            format!("The order goes to the group of {}: nobody makes better use of it.", d.unit_name(unit))
        }
        None => "Nobody needs an order.".into(),
    });
    best
}

/// Gain of a group by an order.
fn need(view: &FieldView<'_>, group: GroupId) -> i32 {
    let mut sum = 0;
    let mut fails = 0;
    for unit in orders::members(view.b, view.s, group) {
        sum += weight(view, unit);
        fails = 10 - passes(view, group, unit);
    }
    // An initiative that passes anyway makes the order needless.
    sum * (4 + fails.max(0)) / 10
}

/// Weight of a unit when it may act: strength, the more the nearer the enemy is.
fn weight(view: &FieldView<'_>, unit: UnitId) -> i32 {
    if view.s.unit(unit).condition != Condition::Good {
        return 1;
    }
    let strength = i32::from(general::strength(view.b, view.s, unit)) + 1;
    let strength = if view.b.is_gun(unit) { 1 } else { strength };
    let near = match view.nearest_foe(view.s.unit(unit).hex) {
        0..=1 => 12,
        2..=4 => 14,
        5..=7 => 10,
        8..=12 => 7,
        _ => 5,
    };
    strength * near
}

/// Faces of ten on which the initiative test of a group passes, by its formation's better marker.
fn passes(view: &FieldView<'_>, group: GroupId, unit: UnitId) -> i32 {
    let formation = &view.b.formations[view.b.unit(unit).formation.i()];
    let rating = formation.markers.iter().map(|&m| view.b.marker(m).initiative).max().unwrap_or(0);
    chances(view, group, rating)
}

/// Faces of ten on which an initiative test against a rating passes (2.4.3).
fn chances(view: &FieldView<'_>, group: GroupId, rating: i16) -> i32 {
    let help = orders::members(view.b, view.s, group)
        .filter_map(|u| commanders::modifier_at(view.b, view.s, view.side, view.s.unit(u).hex))
        .max()
        .unwrap_or(0);
    i32::from(rating + help + 1).clamp(0, 10)
}

/// The formation that is best placed to strike, or most in need of acting, opens the turn.
pub fn open(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let best = desk.best(|a| match a.points[0] {
        Point::Marker(m) => match view.b.marker(MarkerId(m as u8)).kind {
            MarkerKind::Ordinary(formation) => 1 + readiness(view, formation),
            MarkerKind::Combined { .. } => 0,
        },
        _ => 0,
    });
    desk.say(|d| format!("Opens the turn with {}: it is best placed.", d.answer_name(&best)));
    best
}

/// Readiness of a formation now.
fn readiness(view: &FieldView<'_>, formation: FormationId) -> i32 {
    let mut sum = 0;
    for &unit in view.b.formations[formation.i()].units.iter().filter(|u| view.s.unit(**u).on_map()) {
        let u = view.s.unit(unit);
        let ordered = u.group.some().is_some_and(|g| view.s.groups[g.i()].received);
        let value = weight(view, unit);
        sum += if ordered { value } else { value / 2 };
    }
    sum
}

/// A leader is put to the test if that promises more than acting at reduced capacity (2.4.2, 2.4.3).
pub fn test(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(unit) = desk.about_unit() else { return desk.first() };
    let view = &desk.view;
    let group = view.s.unit(unit).group;
    let chances = chances(view, group, view.b.marker(view.s.clock.marker).initiative);
    let (mut full, mut half) = (0, 0);
    for unit in orders::members(view.b, view.s, group) {
        let value = weight(view, unit);
        let near = view.nearest_foe(view.s.unit(unit).hex);
        full += 10 * value;
        half += value
            * if view.b.is_gun(unit) {
                9 // it fires all the same
            } else if near <= 2 {
                view.engages(unit)
            } else if near <= 4 {
                6
            } else {
                5
            };
    }
    // Full capacity opens more than the figures show: charges at full rate, attacks without a test.
    let test = full * chances * 12 / 100 > half;
    let verb = if test { verb::INITIATIVE } else { verb::REDUCED };
    desk.say(|d| match test {
        true => format!(
            "{}: the leader passes {chances} times in ten, which is worth the risk.",
            d.unit_name(unit)
        ),
        false => format!("{}: the leader would pass only {chances} times in ten.", d.unit_name(unit)),
    });
    desk.legal_one(verb, unit).unwrap_or(desk.first())
}

/// A combined marker is used once its formations are near the enemy.
pub fn combined(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let last = usize::from(view.s.clock.turn) + 2 >= view.b.turns.len();
    let contact = |marker: MarkerId| {
        let MarkerKind::Combined { formations, .. } = &view.b.marker(marker).kind else { return 0 };
        let units = formations.iter().flat_map(|f| &view.b.formations[f.i()].units);
        let ready =
            units.filter(|u| view.s.unit(**u).on_map() && view.s.unit(**u).condition == Condition::Good);
        ready.filter(|u| last || view.nearest_foe(view.s.unit(**u).hex) <= 6).count() as i32
    };
    let best = desk.best(|a| match a.points[0] {
        Point::Marker(m) => contact(MarkerId(m as u8)),
        _ => 1, // PASS, unless two units are near
    });
    desk.say(|d| match best.verb {
        verb::PASS => "Keeps the combined markers until the formations are in contact.".into(),
        _ => format!("Puts {} into the cup: its formations are in contact.", d.answer_name(&best)),
    });
    best
}

/// The marker gives forced marches and Received Orders: nobody gives it up.
pub fn release(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.say(|_| "Reinforcements keep their marker while it lasts.".into());
    desk.button(verb::PASS)
}

/// The unit that leads a stack should be the one most sure to engage (5.1.3).
pub fn stack(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let rank = |u: UnitId| {
        let r = general::ratings(view.b, view.s, u);
        let good = i32::from(view.s.unit(u).condition == Condition::Good);
        100 * good + 10 * i32::from(r.engagement) - i32::from(r.strength) + i32::from(r.cohesion)
    };
    let Some(hex) = desk.about_hex() else { return desk.button(verb::PASS) };
    let guns = desk.about_unit().is_some_and(|u| view.b.is_gun(u));
    let top = view.s.stack(hex).find(|&u| view.b.is_gun(u) == guns).map_or(0, rank);
    let best = desk.best(|a| unit_of(a).map_or(top, rank));
    desk.say(|_| "The unit most ready to engage goes on top.".into());
    best
}

//! Fire where it hurts most.

use an30::ch15_fire::fire::{self, Firer, Occasion};
use an30::core::dice::Dice;
use an30::core::field::unit_of;
use an30::core::state::{Order, Shot};
use an30::core::{status, verb};
use ground::HexId;
use table::{Answer, Point};

use super::context::DecisionContext;
use super::field_view::{FieldView, worth};

/// The average harm of an attack by some hexes on another one, in hundredths of an increment.
fn harm(view: &FieldView<'_>, by: &[HexId], at: HexId) -> i32 {
    let firers: Vec<Firer> = by.iter().map(|hex| Firer::plain(*hex)).collect();
    let Some(attack) = fire::unlimited(view.b, view.s, &firers, at, Occasion::Segment, &[]) else { return 0 };
    let Some(column) = attack.column(view.b) else { return 0 };
    let total = attack.dice.total();
    let losses = &view.b.charts.fire[column].losses;
    let sum: i32 = (0..Dice::FACES).map(|face| i32::from(losses.at(Dice::of_face(face).and(total)))).sum();
    let hit = (0..Dice::FACES).filter(|face| losses.at(Dice::of_face(*face).and(total)) > 0).count() as i32;
    let Some(top) = view.s.top(at) else { return 0 };
    let each = worth(view.b, view.s, top) / i32::from(status::increments(view.b, view.s, top).max(1));
    // Whoever is hit checks, and may be shaken.
    let shaken = if view.s.unit(top).order == Order::Pgd { 0 } else { worth(view.b, view.s, top) / 8 };
    (sum * each + hit * shaken) / Dice::FACES as i32
}

/// The hexes that are to fire at a hex already.
fn already(view: &FieldView<'_>, at: HexId) -> Vec<HexId> {
    let ours = view.s.firing.volleys.iter().filter(|v| v.side == view.side && v.at == at && !v.howitzers);
    ours.flat_map(|v| &v.by).map(|shot: &Shot| shot.from).collect()
}

/// The hex that fires, and its target: what adds most.
pub fn declare(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let best = desk.best(|a| match a.verb {
        verb::FIRE => {
            let places: Vec<HexId> = a
                .points
                .iter()
                .filter_map(|p| if let Point::Place(h) = p { Some(HexId(*h)) } else { None })
                .collect();
            let Some(unit) = unit_of(a) else { return -1 };
            let at = *places.last().expect("fire points at a hex");
            let from = if places.len() > 1 { places[0] } else { view.s.unit(unit).hex() };
            added(view, from, at)
        }
        verb::SECTIONS => 60,
        // Whoever is laid fires.
        verb::SPARE => -1,
        _ => 0,
    });
    desk.say(|d| match best.verb {
        verb::FIRE => format!("{} fires where it hurts most.", d.answer_name(&best)),
        _ => "No other fire is worth the powder.".into(),
    });
    best
}

/// The harm that a hex adds to the fire at another one.
fn added(view: &FieldView<'_>, from: HexId, at: HexId) -> i32 {
    let mut by = already(view, at);
    let before = if by.is_empty() { 0 } else { harm(view, &by, at) };
    by.push(from);
    // A little for what only together comes to something.
    harm(view, &by, at) - before + 1
}

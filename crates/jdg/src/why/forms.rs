//! Forms: what an action points at.

use table::{Answer, Point, Refusal, Verb};

use super::{RefusalContext, places};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{LeaderId, State, UnitId};
use crate::core::verb;

/// A kind of thing pointed at.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Unit,
    Leader,
    Hex,
    Facing,
    Marker,
}

use Kind::{Facing, Hex, Leader, Marker, Unit};

/// The things that a verb names, each way of naming them, and the sentence that says so.
pub(super) type Forms = (&'static [&'static [Kind]], &'static str);

pub(super) fn forms(key: &str, verb: Verb) -> Forms {
    match verb {
        verb::ORDER | verb::RELEASE | verb::TOP | verb::RALLY | verb::CHOOSE => (&[&[Unit]], "needs.unit"),
        verb::INITIATIVE | verb::REDUCED | verb::SQUARE | verb::UNSQUARE => (&[&[Unit]], "needs.unit"),
        verb::PURSUE | verb::PURSUE_STACK | verb::ENTER => (&[&[Unit]], "needs.unit"),
        // Who asks at once for a hex gets the reason why the unit cannot go there.
        verb::MOVE | verb::STACK | verb::MARCH | verb::MARCH_STACK => {
            (&[&[Unit], &[Unit, Hex]], "needs.unit")
        }
        verb::ENTER_STACK => (&[&[Unit, Unit], &[Unit, Unit, Unit]], "needs.two_or_three_units"),
        verb::ENTER_NORMAL => (&[&[Unit], &[Unit, Unit], &[Unit, Unit, Unit]], "needs.one_to_three_units"),
        verb::OPEN | verb::PLACE => (&[&[Marker]], "needs.marker"),
        verb::RIDE => (&[&[Leader]], "needs.leader"),
        verb::TURN if matches!(key, "move.unit" | "rally.facing") => {
            (&[&[Unit, Facing]], "needs.unit_facing")
        }
        verb::TURN => (&[&[Facing]], "needs.facing"),
        verb::HALT if key == "move.to" => (&[&[Facing]], "needs.facing"),
        verb::BACK if key == "withdraw.to" => (&[&[Hex], &[]], "needs.hex"),
        verb::RESOLVE => (&[&[Hex], &[Hex, Hex]], "needs.hex"),
        // Who names the hexes before it too asks for one route.
        verb::GO if key == "move.to" => (&[&[Hex], &[Hex, Hex], &[Hex, Hex, Hex]], "needs.hex"),
        verb::GO | verb::SCRAMBLE | verb::BACK => (&[&[Hex]], "needs.hex"),
        verb::FIRE | verb::COMBINE => (&[&[Unit, Hex], &[Unit, Hex, Facing]], "needs.unit_hex"),
        verb::CHARGE | verb::CHARGE_STACK | verb::ATTACK => (&[&[Unit, Hex]], "needs.unit_hex"),
        verb::REACT | verb::EVADE | verb::ADVANCE => (&[&[Unit, Hex]], "needs.unit_hex"),
        verb::UNDER => (&[&[Unit, Unit]], "needs.unit_unit"),
        verb::TERRAIN => (&[&[Hex, Hex]], "needs.hex_hex"),
        _ => (&[&[]], "needs.nothing"),
    }
}

/// Whether the first thing that an action names is a unit.
pub(super) fn names_unit(key: &str, verb: Verb) -> bool {
    matches!(forms(key, verb).0, [[Unit, ..], ..])
}

/// Says what the action names.
pub(super) fn needs(asked: &RefusalContext<'_>, verb: Verb) -> Refusal {
    Refusal::new(places::home(verb), forms(asked.key, verb).1)
}

/// The answer with things of the kinds that its verb takes: for a unit or commander where a hex is wanted its hex, for a hex
/// where a unit is wanted the top unit there.
///
/// # Errors
/// What the action names, if that is not to be had.
pub(crate) fn fit(s: &State, asked: &RefusalContext<'_>, answer: &Answer) -> Result<Answer, Refusal> {
    let used = answer.points.iter().rposition(|p| *p != Point::Nothing).map_or(0, |last| last + 1);
    let (forms, _) = forms(asked.key, answer.verb);
    for form in forms.iter().filter(|form| form.len() == used) {
        let mut fitted = Answer::button(answer.verb);
        let slots = fitted.points.iter_mut().zip(&answer.points).zip(*form);
        let fits = slots.map(|((slot, point), kind)| as_kind(s, *point, *kind).map(|p| *slot = p));
        if fits.collect::<Option<Vec<()>>>().is_some() {
            return Ok(fitted);
        }
    }
    Err(needs(asked, answer.verb))
}

/// A thing as one of a kind.
fn as_kind(s: &State, point: Point, kind: Kind) -> Option<Point> {
    match (kind, point) {
        (Unit, Point::Unit(_))
        | (Leader, Point::Leader(_))
        | (Hex, Point::Place(_))
        | (Facing, Point::Facing(_))
        | (Marker, Point::Marker(_)) => Some(point),
        (Hex, Point::Unit(u)) => {
            let hex = s.unit(UnitId(u as u8)).hex;
            hex.is_some().then(|| hex_point(hex))
        }
        (Hex, Point::Leader(l)) => {
            let hex = s.leaders[LeaderId(l as u8).i()].hex;
            hex.is_some().then(|| hex_point(hex))
        }
        (Unit, Point::Place(h)) => s.top(ground::HexId(h)).map(unit_point),
        _ => None,
    }
}

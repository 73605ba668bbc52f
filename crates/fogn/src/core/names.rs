//! Names of what answers and events point at: lengths in MU, turns in degrees, where these say exactly what is meant.

use baize::{Length, MU, Spot, Turn};
use table::{Names, Point, PointKind, ThingName, names};

use super::battle::Battle;
use super::coming::Approach;
use super::pieces::Feature;
use super::state::Formation;
use crate::armies::Region;

/// The ending of a length in MU.
const LENGTH: &str = "mu";
/// The ending of a turn in degrees.
const TURN: &str = "deg";

/// A length as scripts write it: `2.5mu`. Four places tell every length: there are 400 units to the MU.
pub fn length_id(length: Length) -> String {
    let units = i32::from(length.0);
    let sign = if units < 0 { "-" } else { "" };
    let (whole, rest) = (units.abs() / 400, units.abs() % 400 * 25);
    let digits = format!("{rest:04}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("{sign}{whole}{point}{digits}{LENGTH}")
}

/// The length that a word means, to the nearest unit.
pub fn length_of(word: &str) -> Option<Length> {
    let units = thousandths(word.strip_suffix(LENGTH)?, 10_000)? * i64::from(MU.0);
    i16::try_from(rounded(units, 10_000)).ok().map(Length)
}

/// A turn as scripts write it, `22.5deg`, to the right; to the left with a minus; no longer than it must be to say which it is.
pub fn turn_id(turn: Turn) -> String {
    let signed = if turn == Turn::HALF { i64::from(turn.0) } else { i64::from(turn.0 as i16) };
    let written = |places: u32| {
        let times = 10_i64.pow(places);
        let parts = rounded(signed * 360 * times, 65_536);
        let sign = if parts < 0 { "-" } else { "" };
        let (whole, rest) = (parts.abs() / times, parts.abs() % times);
        let rest = format!("{rest:0places$}", places = places as usize);
        let rest = if places == 0 { String::new() } else { format!(".{rest}") };
        format!("{sign}{whole}{rest}{TURN}")
    };
    (0..3).map(written).find(|text| turn_of(text) == Some(turn)).unwrap_or_else(|| written(3))
}

/// The turn that a word means, to the nearest unit. Three places tell every turn: a unit of it is more than five thousandths of a degree.
pub fn turn_of(word: &str) -> Option<Turn> {
    let thousandths = thousandths(word.strip_suffix(TURN)?, 1000)?;
    (thousandths.abs() <= 360_000).then(|| Turn(rounded(thousandths * 65_536, 360_000) as u16))
}

/// The spot that a word means: MU to the right and down, `12,20.5`.
pub fn spot_of(word: &str) -> Option<Spot> {
    let (x, y) = word.split_once(',')?;
    let number = |text: &str| length_of(&format!("{}{LENGTH}", text.trim())).map(|length| length.0);
    Some(Spot { x: number(x)?, y: number(y)? })
}

/// A decimal number, so many times as large, if it is a whole number then.
fn thousandths(word: &str, times: i64) -> Option<i64> {
    let (sign, digits) = word.strip_prefix('-').map_or((1, word), |rest| (-1, rest));
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let places = times.ilog10() as usize;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > 4 || part.len() > places || !is_number(whole) || !is_number(part) {
        return None;
    }
    let part: i64 = if part.is_empty() { 0 } else { format!("{part:0<places$}").parse().ok()? };
    Some(sign * (whole.parse::<i64>().ok()? * times + part))
}

/// A ratio to the nearest whole number, halves away from nothing.
fn rounded(number: i64, of: i64) -> i64 {
    let half = if number < 0 { -of / 2 } else { of / 2 };
    (number + half) / of
}

/// Name of a measure: as scripts write it, and for readers with another ending.
fn told(id: String, ending: &str, sign: &str) -> ThingName<'static> {
    let name = format!("{}{sign}", id.trim_end_matches(ending));
    ThingName::new(id, name)
}

impl Names for Battle {
    fn name(&self, point: Point) -> Option<ThingName<'_>> {
        match point {
            Point::Unit(u) => self.units.get(usize::from(u)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Leader(l) => self.commanders.get(usize::from(l)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Formation(f) => self.divisions.get(usize::from(f)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Side(side) => self.sides.get(side.index()).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Length(length) => Some(told(length_id(Length(length)), LENGTH, " MU")),
            Point::Turn(turn) => Some(told(turn_id(Turn(turn)), TURN, "°")),
            Point::Nothing | Point::Number(_) | Point::Spot(..) => None,
            Point::Place(_) | Point::Facing(_) | Point::Marker(_) => None,
        }
    }

    fn number(&self, kind: PointKind, id: &str) -> Option<i32> {
        match kind {
            PointKind::Length => length_of(id).map(|length| length.0.into()),
            PointKind::Turn => turn_of(id).map(|turn| turn.0.into()),
            PointKind::Spot => spot_of(id).map(|spot| Point::Spot(spot.x, spot.y).number()),
            PointKind::Number => {
                let named = Formation::named(id).map(|formation| formation as i32);
                let named = named.or_else(|| Feature::named(id).map(|feature| feature as i32));
                let named = named.or_else(|| Region::named(id).map(|region| region as i32));
                let named = named.or_else(|| Approach::named(id).map(|approach| approach as i32));
                named.or_else(|| id.parse::<i16>().ok().map(i32::from))
            }
            kind => names::listed(self, kind, id),
        }
    }

    fn find(&self, id: &str) -> Option<Point> {
        const KINDS: [PointKind; 8] = [
            PointKind::Unit,
            PointKind::Leader,
            PointKind::Formation,
            PointKind::Side,
            PointKind::Length,
            PointKind::Turn,
            PointKind::Spot,
            PointKind::Number,
        ];
        KINDS.into_iter().find_map(|kind| Point::new(kind, self.number(kind, id)?))
    }
}

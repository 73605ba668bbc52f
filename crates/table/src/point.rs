//! Points: what answers, refusals and events point at, and the one table of how each kind of it is written.

use crate::Side;

/// Something an answer, a refusal or an event points at. Numbers are the rulebook's own ids.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub enum Point {
    /// Points at nothing.
    #[default]
    Nothing,
    /// A unit.
    Unit(u16),
    /// A commander.
    Leader(u16),
    /// A place: a hex, for rulebooks on hexes.
    Place(u16),
    /// A facing.
    Facing(u8),
    /// A formation.
    Formation(u16),
    /// A marker: a counter that is drawn or laid down.
    Marker(u16),
    /// A side.
    Side(Side),
    /// A number.
    Number(i16),
    /// A spot on a table without hexes: units to the right, and down.
    Spot(i16, i16),
    /// A turn, or a direction, in 65,536ths of a circle.
    Turn(u16),
    /// A length, in units of such a table.
    Length(i16),
}

/// A kind of [`Point`]. The API writes it as its letter, with which short texts begin (`u3`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema))]
pub enum PointKind {
    /// Nothing.
    #[cfg_attr(feature = "wire", serde(rename = "-"))]
    Nothing,
    /// A unit.
    #[cfg_attr(feature = "wire", serde(rename = "u"))]
    Unit,
    /// A commander.
    #[cfg_attr(feature = "wire", serde(rename = "l"))]
    Leader,
    /// A place.
    #[cfg_attr(feature = "wire", serde(rename = "h"))]
    Place,
    /// A facing.
    #[cfg_attr(feature = "wire", serde(rename = "d"))]
    Facing,
    /// A formation.
    #[cfg_attr(feature = "wire", serde(rename = "f"))]
    Formation,
    /// A marker.
    #[cfg_attr(feature = "wire", serde(rename = "m"))]
    Marker,
    /// A side.
    #[cfg_attr(feature = "wire", serde(rename = "s"))]
    Side,
    /// A number.
    #[cfg_attr(feature = "wire", serde(rename = "n"))]
    Number,
    /// A spot.
    #[cfg_attr(feature = "wire", serde(rename = "p"))]
    Spot,
    /// A turn.
    #[cfg_attr(feature = "wire", serde(rename = "t"))]
    Turn,
    /// A length.
    #[cfg_attr(feature = "wire", serde(rename = "g"))]
    Length,
}

/// Spelling of a point: how a kind of point is written.
struct Spelling {
    kind: PointKind,
    /// In short texts for programs (`u3`).
    letter: char,
    /// In answers as text (`unit#3`), where the thing has no id of its own.
    word: &'static str,
    /// As blanks of the catalogue's templates (`{unit}`).
    blanks: &'static [&'static str],
}

const SPELLINGS: [Spelling; 12] = [
    Spelling { kind: PointKind::Nothing, letter: '-', word: "nothing", blanks: &[] },
    Spelling { kind: PointKind::Unit, letter: 'u', word: "unit", blanks: &["unit"] },
    Spelling { kind: PointKind::Leader, letter: 'l', word: "leader", blanks: &["leader"] },
    Spelling { kind: PointKind::Place, letter: 'h', word: "place", blanks: &["hex", "place"] },
    Spelling { kind: PointKind::Facing, letter: 'd', word: "facing", blanks: &["facing"] },
    Spelling { kind: PointKind::Formation, letter: 'f', word: "formation", blanks: &["formation"] },
    Spelling { kind: PointKind::Marker, letter: 'm', word: "marker", blanks: &["marker"] },
    Spelling { kind: PointKind::Side, letter: 's', word: "side", blanks: &["side"] },
    Spelling { kind: PointKind::Number, letter: 'n', word: "number", blanks: &["number"] },
    Spelling { kind: PointKind::Spot, letter: 'p', word: "spot", blanks: &["spot"] },
    Spelling { kind: PointKind::Turn, letter: 't', word: "turn", blanks: &["turn"] },
    Spelling { kind: PointKind::Length, letter: 'g', word: "length", blanks: &["length"] },
];

impl PointKind {
    const fn spelling(self) -> &'static Spelling {
        &SPELLINGS[self as usize]
    }

    /// Its letter in short texts.
    pub const fn letter(self) -> char {
        self.spelling().letter
    }

    /// Its word: `unit`, `leader`, `place`, `facing`, `formation`, `marker`, `side`, `number`, `spot`,
    /// `turn`, `length`; `nothing`.
    pub const fn word(self) -> &'static str {
        self.spelling().word
    }

    /// Its names in templates.
    pub const fn blanks(self) -> &'static [&'static str] {
        self.spelling().blanks
    }

    /// The kind of a word.
    pub fn from_word(word: &str) -> Option<PointKind> {
        SPELLINGS.iter().find(|row| row.word == word).map(|row| row.kind)
    }

    /// The kind of a letter.
    pub fn from_letter(letter: char) -> Option<PointKind> {
        SPELLINGS.iter().find(|row| row.letter == letter).map(|row| row.kind)
    }
}

impl Point {
    /// The point of that kind and number; `None` where the kind has no such number (nothing has only 0).
    pub fn new(kind: PointKind, number: i32) -> Option<Point> {
        let id = u16::try_from(number);
        let small = u8::try_from(number);
        Some(match kind {
            PointKind::Nothing if number == 0 => Point::Nothing,
            PointKind::Nothing => return None,
            PointKind::Unit => Point::Unit(id.ok()?),
            PointKind::Leader => Point::Leader(id.ok()?),
            PointKind::Place => Point::Place(id.ok()?),
            PointKind::Facing => Point::Facing(small.ok()?),
            PointKind::Formation => Point::Formation(id.ok()?),
            PointKind::Marker => Point::Marker(id.ok()?),
            PointKind::Side => Point::Side(Side(small.ok()?)),
            PointKind::Number => Point::Number(number.try_into().ok()?),
            PointKind::Spot => Point::Spot((number >> 16) as i16, number as i16),
            PointKind::Turn => Point::Turn(id.ok()?),
            PointKind::Length => Point::Length(number.try_into().ok()?),
        })
    }

    /// Kind of the thing it points at.
    pub const fn kind(self) -> PointKind {
        self.kind_and_number().0
    }

    /// The number of the thing, 0 for nothing; of a spot both its numbers, the first above the second, in 16 bits each.
    pub const fn number(self) -> i32 {
        self.kind_and_number().1
    }

    const fn kind_and_number(self) -> (PointKind, i32) {
        match self {
            Point::Nothing => (PointKind::Nothing, 0),
            Point::Unit(n) => (PointKind::Unit, n as i32),
            Point::Leader(n) => (PointKind::Leader, n as i32),
            Point::Place(n) => (PointKind::Place, n as i32),
            Point::Facing(n) => (PointKind::Facing, n as i32),
            Point::Formation(n) => (PointKind::Formation, n as i32),
            Point::Marker(n) => (PointKind::Marker, n as i32),
            Point::Side(side) => (PointKind::Side, side.0 as i32),
            Point::Number(n) => (PointKind::Number, n as i32),
            Point::Spot(x, y) => (PointKind::Spot, (x as i32) << 16 | (y as u16) as i32),
            Point::Turn(n) => (PointKind::Turn, n as i32),
            Point::Length(n) => (PointKind::Length, n as i32),
        }
    }

    /// Its short text for programs: a letter and its number (`u3`); `None` for [`Point::Nothing`].
    pub fn short(self) -> Option<String> {
        let (kind, number) = self.kind_and_number();
        (kind != PointKind::Nothing).then(|| format!("{}{number}", kind.letter()))
    }

    /// The point of a short text.
    pub fn from_short(text: &str) -> Option<Point> {
        let mut rest = text.chars();
        let kind = PointKind::from_letter(rest.next()?).filter(|kind| *kind != PointKind::Nothing)?;
        Point::new(kind, rest.as_str().parse().ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_written_and_read_back() {
        for (place, row) in SPELLINGS.iter().enumerate() {
            assert_eq!(row.kind as usize, place, "the table stands in the order of the kinds");
            assert_eq!(PointKind::from_word(row.word), Some(row.kind));
            assert_eq!(PointKind::from_letter(row.letter), Some(row.kind));
            for number in [0, 1, 255, 32_000, -3, 70_000, i32::MIN, i32::MAX, (5 << 16) - 7] {
                let Some(point) = Point::new(row.kind, number) else { continue };
                assert_eq!((point.kind(), point.number()), (row.kind, number));
                let short = point.short();
                assert_eq!(short.as_deref().and_then(Point::from_short), short.is_some().then_some(point));
            }
        }
    }

    #[test]
    fn a_number_out_of_range_points_at_nothing() {
        for text in
            ["u70000", "u-1", "d256", "s300", "n40000", "t-1", "t70000", "g40000", "-0", "x3", "u", "", "ü3"]
        {
            assert_eq!(Point::from_short(text), None, "{text}");
        }
    }
}

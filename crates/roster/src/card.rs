//! `battle.toml`: what the chooser of battles shows, and who fights.

use muster::{Collector, Fault, Faults, Format, Name, Source, Spanned, read_toml};
use serde::Deserialize;
use table::Side;

use crate::words::Size;

/// The card of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Name.
    pub name: String,
    /// Its entry in the chooser.
    pub about: About,
    /// The two sides.
    pub sides: [SideCard; 2],
}

/// Card of a battle in the chooser: what it shows of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Date, `YYYY-MM-DD`.
    pub date: String,
    /// Place; may be empty.
    pub place: String,
    /// Size.
    pub size: Size,
    /// Typical playing time in minutes.
    pub minutes: u32,
    /// 1 to 5.
    pub difficulty: u8,
    /// A sentence or two.
    pub blurb: String,
}

/// A side's name and colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Of its counters, `#rrggbb`.
    pub colour: String,
}

/// `battle.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCard {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    name: String,
    date: Name,
    #[serde(default)]
    place: String,
    size: Name,
    minutes: u32,
    difficulty: Spanned<u8>,
    blurb: String,
    side: Vec<RawSide>,
}

/// A side in `battle.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSide {
    id: Name,
    name: String,
    colour: Name,
}

impl Card {
    /// Reads `battle.toml`.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source) -> Result<Card, Faults> {
        let raw: RawCard = read_toml(source)?;
        let mut faults = Collector::new(source);
        let size = Size::read(&raw.size, &mut faults).unwrap_or_default();
        if !is_date(raw.date.get_ref()) {
            let what = format!("{:?} is no date", raw.date.get_ref());
            faults.at(raw.date.span(), what).expect("year, month and day, as in \"1806-07-04\"");
        }
        if !(1..=5).contains(raw.difficulty.get_ref()) {
            let what = format!("difficulty {}", raw.difficulty.get_ref());
            faults.at(raw.difficulty.span(), what).expect("1 to 5");
        }
        let sides = sides(&raw.side, &mut faults);
        let about = About {
            date: raw.date.into_inner(),
            place: raw.place,
            size,
            minutes: raw.minutes,
            difficulty: raw.difficulty.into_inner(),
            blurb: raw.blurb,
        };
        faults.into_result(())?;
        let sides = sides.expect("where there are not two sides, that is a fault");
        Ok(Card { name: raw.name, about, sides })
    }
}

/// The two sides of the battle; `None`, and a fault, if there are not two.
fn sides(raw: &[RawSide], faults: &mut Collector<'_>) -> Option<[SideCard; 2]> {
    for side in raw {
        check_id(&side.id, faults);
        if !is_colour(side.colour.get_ref()) {
            let what = format!("{:?} is no colour", side.colour.get_ref());
            faults.at(side.colour.span(), what).expect("\"#rrggbb\"");
        }
    }
    let card = |side: &RawSide| SideCard {
        id: side.id.get_ref().clone(),
        name: side.name.clone(),
        colour: side.colour.get_ref().clone(),
    };
    match raw {
        [one, two] => {
            if one.id.get_ref() == two.id.get_ref() {
                faults.at(two.id.span(), format!("{:?} names the other side already", two.id.get_ref()));
            }
            Some([card(one), card(two)])
        }
        _ => {
            faults.whole(format!("{} sides", raw.len())).expect("exactly two [[side]] tables");
            None
        }
    }
}

/// Whether a text is a colour, `#rrggbb`.
fn is_colour(text: &str) -> bool {
    text.strip_prefix('#').is_some_and(|rest| rest.len() == 6 && rest.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Whether a text is a year, a month and a day.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let number = |part: &str, digits: usize| {
        let holds = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u16>().ok().filter(|_| holds)
    };
    match parts[..] {
        [year, month, day] => {
            number(year, 4).is_some()
                && number(month, 2).is_some_and(|month| (1..=12).contains(&month))
                && number(day, 2).is_some_and(|day| (1..=31).contains(&day))
        }
        _ => false,
    }
}

/// The side of this id; a fault and the first side if there is none.
pub fn side_named(sides: &[SideCard; 2], name: &Name, faults: &mut Collector<'_>) -> Side {
    match sides.iter().position(|side| side.id == *name.get_ref()) {
        Some(i) => Side(i as u8),
        None => {
            let ids = [sides[0].id.as_str(), sides[1].id.as_str()];
            faults.put(name.span(), Fault::unknown("side", name.get_ref(), &ids));
            Side(0)
        }
    }
}

/// Ids are words of lower-case letters, digits and hyphens that begin with a letter, so that scripts can tell them from hexes and
/// facings; anything else is a fault.
pub fn check_id(id: &Name, faults: &mut Collector<'_>) {
    let text = id.get_ref();
    let good = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !good || text.len() > 40 {
        faults
            .at(id.span(), format!("{text:?} cannot be an id"))
            .expect("a lower-case letter, then lower-case letters, digits and hyphens, at most 40 in all");
    }
}

/// The hour and the minute of a time that is written as a clock shows it: `14:20`.
pub fn hour_and_minute(time: &str) -> Option<(i32, i32)> {
    let (hour, minute) = time.split_once(':')?;
    Some((hour.trim().parse().ok()?, minute.trim().parse().ok()?))
}

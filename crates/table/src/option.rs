//! Options of a game: what a rulebook leaves to the players to settle before they begin.

use muster::nearest;

use crate::Rule;
use crate::text::TextError;

/// An option that a rulebook declares. Its label, and those of its values, stand in the catalogue's `[option]` table, under `name` and
/// `name.value`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOption {
    /// Its name: one lower-case word.
    pub name: &'static str,
    /// Its values, each one lower-case word; the first is the default.
    pub values: &'static [&'static str],
    /// The rule that leaves it open.
    pub rule: Rule,
}

/// Settings: what each declared option is, in the order of the declaration: names and values.
pub type Settings = Vec<(&'static str, &'static str)>;

/// Settings if nobody wishes otherwise.
pub fn defaults(declared: &'static [GameOption]) -> Settings {
    declared.iter().map(|option| (option.name, option.values[0])).collect()
}

/// Settles what each option is: as wished, else the default.
///
/// # Errors
/// An option or a value that there is not, with the nearest; or an option named twice.
pub fn settle(declared: &'static [GameOption], wished: &[(String, String)]) -> Result<Settings, TextError> {
    let mut settled = defaults(declared);
    let fault = |what, nearest: Option<&str>| Err(TextError { what, nearest: nearest.map(str::to_owned) });
    for (at, (name, value)) in wished.iter().enumerate() {
        let Some(place) = declared.iter().position(|option| option.name == name) else {
            let what = match declared {
                [] => format!("there is no option `{name}`: this rulebook has none"),
                _ => format!("there is no option `{name}`"),
            };
            return fault(what, nearest(name, declared.iter().map(|option| option.name)));
        };
        if wished[..at].iter().any(|(other, _)| other == name) {
            return fault(format!("option `{name}` is set twice"), None);
        }
        let values = declared[place].values;
        let Some(known) = values.iter().find(|known| *known == value) else {
            let what = format!("option `{name}` is never `{value}`, but one of: {}", values.join(", "));
            return fault(what, nearest(value, values.iter().copied()));
        };
        settled[place].1 = known;
    }
    Ok(settled)
}

/// An option as it is typed: `name=value`.
///
/// # Errors
/// It has another form.
pub fn parse(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.into(), value.into())),
        _ => Err(format!("`{text}` is no option: write name=value")),
    }
}

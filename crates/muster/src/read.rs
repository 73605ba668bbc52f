use serde::de::DeserializeOwned;
use toml::de::{DeTable, Error};

use crate::{Collector, Fault, Faults, Source};

/// Reads a TOML text into `T`, whose structs should `#[serde(deny_unknown_fields)]`.
///
/// # Errors
/// The file is too large; or all its faults of syntax; or, if there are none, the first place where it does not
/// have the shape of `T`, with the nearest valid name for an unknown field or word.
pub fn read_toml<T: DeserializeOwned>(source: &Source) -> Result<T, Faults> {
    source.check_size()?;
    let mut faults = Collector::new(source);
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    for error in &errors {
        add(&mut faults, error);
    }
    if !faults.is_empty() {
        return Err(faults.into_result(()).expect_err("there is a fault"));
    }
    match T::deserialize(toml::Deserializer::from(table)) {
        Ok(value) => Ok(value),
        Err(error) => {
            add(&mut faults, &error);
            Err(faults.into_result(()).expect_err("there is a fault"))
        }
    }
}

/// Adds toml's `error`, its message taken apart into what, expected and nearest.
fn add(faults: &mut Collector<'_>, error: &Error) {
    let message = error.message();
    let (what, expected) = match message.split_once(", expected ") {
        Some((what, expected)) => (what, Some(expected)),
        None => (message, None),
    };
    let mut fault = Fault::new(what.replace('\n', " "));
    if let Some(expected) = expected {
        fault.expect(expected.replace('\n', " "));
        if what.starts_with("unknown field") || what.starts_with("unknown variant") {
            let name = quoted(what).next().unwrap_or_default();
            fault.suggest(name, quoted(expected));
        }
    }
    faults.put(error.span().unwrap_or(0..0), fault);
}

/// The words between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

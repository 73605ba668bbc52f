use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use crate::{Collector, Fault, Faults, Source, Span};

/// Reads a TOML text into `T`, whose structs should `#[serde(deny_unknown_fields)]`.
///
/// # Errors
/// The file is too large; or all its faults of syntax; or, if there are none, the places where it does not have the
/// shape of `T` (all of them, but none beyond the first missing field), with the nearest valid name for an
/// unknown field or word.
pub fn read_toml<T: DeserializeOwned>(source: &Source) -> Result<T, Faults> {
    source.check_size()?;
    let mut faults = Collector::new(source);
    let (table, errors) = DeTable::parse_recoverable(&source.text);
    for error in &errors {
        faults.put(span(error), explain(error));
    }
    if !faults.is_empty() {
        return Err(faults.into_result(()).expect_err("there is a fault"));
    }
    shape(table, faults)
}

/// Turns a table into `T`. A field that does not fit is noted and left out, to go on and find the next fault,
/// until a field that `T` cannot do without is left out or not there.
fn shape<T: DeserializeOwned>(table: Spanned<DeTable<'_>>, mut faults: Collector<'_>) -> Result<T, Faults> {
    const ROUNDS: usize = 20;
    let whole = table.span();
    let mut table = table.into_inner();
    let mut left_out: Vec<String> = Vec::new();
    for _ in 0..ROUNDS {
        let error = match T::deserialize(toml::Deserializer::from(Spanned::new(whole.clone(), table.clone())))
        {
            Ok(value) => return faults.into_result(value),
            Err(error) => error,
        };
        let fault = explain(&error);
        let missing = error.message().starts_with("missing field");
        if missing && quoted(error.message()).any(|field| left_out.iter().any(|name| name == field)) {
            break;
        }
        left_out.extend(fault.nearest.clone());
        faults.put(span(&error), fault);
        match leave_out(&mut table, &span(&error)) {
            Some(name) if !missing => left_out.push(name),
            _ => break,
        }
    }
    Err(faults.into_result(()).expect_err("there is a fault"))
}

/// Removes the field whose key or value stands at `span`, or the item of an array there; gives the name of the
/// field.
fn leave_out(table: &mut DeTable<'_>, span: &Span) -> Option<String> {
    let found = table.iter().find(|(key, value)| key.span() == *span || value.span() == *span);
    if let Some(key) = found.map(|(key, _)| key.clone()) {
        table.remove(&key);
        return Some(key.get_ref().to_string());
    }
    table.iter_mut().find_map(|(key, value)| {
        leave_out_of_value(value.get_mut(), span)
            .map(|name| name.unwrap_or_else(|| key.get_ref().to_string()))
    })
}

/// The same within a value; the name is `None` for an item of the value itself.
fn leave_out_of_value(value: &mut DeValue<'_>, span: &Span) -> Option<Option<String>> {
    match value {
        DeValue::Table(table) => leave_out(table, span).map(Some),
        DeValue::Array(items) => {
            if let Some(index) = items.iter().position(|item| item.span() == *span) {
                let others = items.iter().enumerate().filter(|&(i, _)| i != index);
                *items = others.map(|(_, item)| item.clone()).collect();
                return Some(None);
            }
            items.iter_mut().find_map(|item| leave_out_of_value(item.get_mut(), span))
        }
        _ => None,
    }
}

fn span(error: &Error) -> Span {
    error.span().unwrap_or(0..0)
}

/// Toml's `error`, its message taken apart into what, expected and nearest.
fn explain(error: &Error) -> Fault {
    let message = error.message().replace('\n', " ");
    let Some((what, expected)) = message.split_once(", expected ") else { return Fault::new(message) };
    let mut fault = Fault::new(what);
    fault.expect(in_words(expected));
    if what.starts_with("unknown field") || what.starts_with("unknown variant") {
        fault.suggest(quoted(what).next().unwrap_or_default(), quoted(expected));
    }
    fault
}

/// The name of a type of the program as an author of data files would put it.
fn in_words(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" | "u64" | "usize" => "a whole number from 0",
        "i8" | "i16" | "i32" | "i64" => "a whole number",
        other => other,
    }
}

/// The words between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

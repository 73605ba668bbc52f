//! JSON whose parts know where they stand in the text.

use std::borrow::Cow;
use std::fmt;

use muster::{Collector, Fault, Source, Span};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

/// A value of a JSON text and where it stands.
#[derive(Clone, Debug)]
pub(crate) struct Part<'t> {
    pub text: &'t str,
    pub span: Span,
}

impl<'t> Part<'t> {
    /// The whole text of a source, if it is JSON.
    pub fn whole(source: &'t Source) -> Result<Part<'t>, Fault> {
        let parsed: Result<&RawValue, _> = serde_json::from_str(&source.text);
        parsed.map(|raw| Part::of(source, raw)).map_err(|error| Fault::new(plain(&error)))
    }

    /// A part of the text that the parser has lent out of it.
    fn of(source: &Source, raw: &'t RawValue) -> Part<'t> {
        let text = raw.get();
        let start = (text.as_ptr() as usize).saturating_sub(source.text.as_ptr() as usize);
        Part { text, span: start..start + text.len() }
    }

    /// Its members, if it is an object; a fault if not, and for each name that stands twice.
    pub fn members(&self, faults: &mut Collector<'t>) -> Option<Members<'t>> {
        let source = faults.source();
        let Ok(RawObject(raw)) = serde_json::from_str::<RawObject<'t>>(self.text) else {
            faults.at(self.span.clone(), format!("{} here", self.kind())).expect("an object {...}");
            return None;
        };
        let mut list: Vec<(Cow<'t, str>, Part<'t>)> = Vec::new();
        for (name, value) in raw {
            let part = Part::of(source, value);
            if list.iter().any(|(known, _)| *known == name) {
                faults.at(part.span.clone(), format!("{name:?} stands twice in one object"));
            }
            list.push((name, part));
        }
        Some(Members { list, span: self.span.clone() })
    }

    /// Its items, if it is an array.
    pub fn items(&self, source: &'t Source) -> Option<Vec<Part<'t>>> {
        let raw: Vec<&'t RawValue> = serde_json::from_str(self.text).ok()?;
        Some(raw.into_iter().map(|raw| Part::of(source, raw)).collect())
    }

    /// Its text, if it is a string.
    pub fn string(&self) -> Option<String> {
        serde_json::from_str(self.text).ok()
    }

    /// Its number, if it is one and finite.
    pub fn number(&self) -> Option<f64> {
        serde_json::from_str(self.text).ok().filter(|number: &f64| number.is_finite())
    }

    pub fn is_null(&self) -> bool {
        self.text == "null"
    }

    /// Its kind, in words.
    pub fn kind(&self) -> &'static str {
        match self.text.as_bytes().first() {
            Some(b'{') => "an object",
            Some(b'[') => "an array",
            Some(b'"') => "a text",
            Some(b't' | b'f') => "true or false",
            Some(b'n') => "null",
            _ => "a number",
        }
    }
}

/// The members of an object, in the order of the text.
#[derive(Clone, Debug)]
pub(crate) struct Members<'t> {
    pub list: Vec<(Cow<'t, str>, Part<'t>)>,
    pub span: Span,
}

impl<'t> Members<'t> {
    /// The member of that name; `null` is as good as absent, for tools write it into every empty field.
    pub fn get(&self, name: &str) -> Option<&Part<'t>> {
        self.list.iter().find(|(known, part)| known == name && !part.is_null()).map(|(_, part)| part)
    }

    /// The member of that name; a fault if it is not there, with the misspelt name if one is near.
    pub fn need(&self, name: &str, faults: &mut Collector<'t>) -> Option<&Part<'t>> {
        if self.get(name).is_none() {
            let near = muster::nearest(name, self.list.iter().map(|(known, _)| known.as_ref()));
            let near = near.filter(|near| *near != name).map(|near| format!("; {near:?} stands here"));
            let at = self.span.start..self.span.start + 1;
            faults.at(at, format!("missing {name:?}{}", near.unwrap_or_default()));
        }
        self.get(name)
    }
}

/// The members of an object as the parser gives them.
struct RawObject<'t>(Vec<(Cow<'t, str>, &'t RawValue)>);

impl<'de> Deserialize<'de> for RawObject<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RawObject<'de>, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = RawObject<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<RawObject<'de>, A::Error> {
                let mut list = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    list.push((Cow::Owned(name), map.next_value()?));
                }
                Ok(RawObject(list))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// Words of the parser, without the place that it puts at the end.
pub(crate) fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The place of the parser's complaint in the text.
pub(crate) fn span_of(source: &Source, error: &serde_json::Error) -> Span {
    let before: usize =
        source.text.split_inclusive('\n').take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = before + error.column().saturating_sub(1);
    at..at + 1
}

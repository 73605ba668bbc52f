//! The message catalogue: sentences for events, questions, refusals, modifiers, answers and throws.
//!
//! A catalogue is a TOML text with the tables `[event]`, `[question]`, `[refusal]`, `[modifier]`, `[verb]`, `[word]`,
//! `[throw]`, `[ending]` and `[option]`, from keys to templates. In a template, `{name}` is replaced by the fact of that name: a thing on the table by
//! its title, a number by itself, a word by its entry in `[word]`. Questions, answers and throws name what they point at by its
//! kind (`{unit}`, `{leader}`, `{hex}` or `{place}`, `{facing}`, `{formation}`, `{marker}`, `{side}`, `{number}`) or by its place in line
//! (`{0}`, `{1}`, `{2}`). In an event, `{modifiers}` is the list of its modifiers, unless a fact has that name; where a template does
//! not use it, the list follows in brackets. Whatever is missing renders legibly: the key, and the facts.

use std::collections::BTreeMap;

use muster::nearest;

use crate::{Answer, Event, GameOption, Names, Part, Point, Refusal, Rulebook, Sum, Throw, Value};

const TABLES: [&str; 9] =
    ["event", "question", "refusal", "modifier", "verb", "word", "throw", "ending", "option"];
const HEADS: [&str; 4] = ["format", "rulebook", "language", "title"];

/// A fault of a catalogue's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct CatalogueError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The fault, in words.
    pub what: String,
}

/// Templates by table and key.
#[derive(Clone, Debug, Default)]
pub struct Catalogue {
    language: String,
    templates: BTreeMap<(&'static str, String), String>,
}

fn fault_at(text: &str, at: usize, what: String) -> CatalogueError {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    CatalogueError { line, column, what }
}

/// Place of a key, nearly enough for a message.
fn place_of(text: &str, key: &str) -> usize {
    let last = key.rsplit('.').next().unwrap_or(key);
    text.find(key).or_else(|| text.find(last)).unwrap_or(0)
}

impl Catalogue {
    /// Parses a catalogue.
    ///
    /// # Errors
    /// Every fault that is found: bad TOML, unknown tables, templates that are not texts, braces that do not close.
    pub fn parse(text: &str) -> Result<Catalogue, Vec<CatalogueError>> {
        let root: toml::Table = toml::from_str(text).map_err(|error: toml::de::Error| {
            let at = error.span().map_or(0, |span| span.start);
            vec![fault_at(text, at, error.message().to_string())]
        })?;
        let mut catalogue = Catalogue::default();
        let mut faults = Vec::new();
        for (name, value) in &root {
            match (TABLES.iter().find(|table| *table == name), value) {
                (Some(table), toml::Value::Table(entries)) => {
                    catalogue.flatten(table, "", entries, text, &mut faults);
                }
                (None, toml::Value::String(code)) if name == "language" => {
                    catalogue.language.clone_from(code)
                }
                _ if HEADS.contains(&name.as_str()) => {}
                _ => {
                    let near = nearest(name, TABLES)
                        .map(|near| format!("; did you mean `[{near}]`?"))
                        .unwrap_or_default();
                    faults.push(fault_at(
                        text,
                        place_of(text, name),
                        format!("`{name}` is no table of a catalogue{near}"),
                    ));
                }
            }
        }
        if faults.is_empty() { Ok(catalogue) } else { Err(faults) }
    }

    fn flatten(
        &mut self,
        table: &'static str,
        prefix: &str,
        entries: &toml::Table,
        text: &str,
        faults: &mut Vec<CatalogueError>,
    ) {
        for (key, value) in entries {
            let full = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            match value {
                toml::Value::String(template) if blanks(template).is_none() => {
                    faults.push(fault_at(
                        text,
                        place_of(text, &full),
                        format!("`{full}`: a brace does not close"),
                    ));
                }
                toml::Value::String(template) => {
                    self.templates.insert((table, full), template.clone());
                }
                toml::Value::Table(inner) => self.flatten(table, &full, inner, text, faults),
                _ => faults.push(fault_at(text, place_of(text, &full), format!("`{full}` is not a text"))),
            }
        }
    }

    /// The code of its language, `fr`; empty, if it does not say.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// Catalogue completed with the words of another, key by key: a translation with its gaps filled. Where it is nothing but gaps, it
    /// is in the other's language.
    #[must_use]
    pub fn or(mut self, other: &Catalogue) -> Catalogue {
        if self.language.is_empty() {
            self.language.clone_from(&other.language);
        }
        for (key, template) in &other.templates {
            self.templates.entry(key.clone()).or_insert_with(|| template.clone());
        }
        self
    }

    /// The template of a key, for example `("event", "turn.start")`.
    pub fn template(&self, table: &'static str, key: &str) -> Option<&str> {
        self.templates.get(&(table, key.to_string())).map(String::as_str)
    }

    /// All keys, as `(table, key)`, in order.
    pub fn keys(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.templates.keys().map(|(table, key)| (*table, key.as_str()))
    }

    /// A word, or the key where there is none.
    pub fn word(&self, key: &str) -> String {
        self.label("word", key)
    }

    fn label(&self, table: &'static str, key: &str) -> String {
        self.template(table, key).unwrap_or(key).to_string()
    }

    /// Title of a thing, for readers. A marker's stands in the words under its id (`title.<id>`), or, if that ends in a number, without it
    /// (`title.mu` for `mu-3`, where NUMBER is replaced); others, and one without such a word, are called as the battle calls them.
    pub fn title(&self, names: &dyn Names, point: Point) -> String {
        let Point::Marker(_) = point else { return names.title(point) };
        let id = names.id(point);
        if let Some(own) = self.template("word", &format!("title.{id}")) {
            return own.to_owned();
        }
        let stem = id.rsplit_once('-').filter(|(_, number)| number.parse::<u16>().is_ok());
        let numbered = stem.and_then(|(stem, number)| {
            Some(self.template("word", &format!("title.{stem}"))?.replace("NUMBER", number))
        });
        numbered.unwrap_or_else(|| names.title(point))
    }

    /// A value in words.
    pub fn value(&self, names: &dyn Names, value: Value) -> String {
        match value {
            Value::Point(Point::Number(n)) => n.to_string(),
            Value::Point(Point::Nothing) => self.label("word", "nothing"),
            Value::Point(point) => self.title(names, point),
            Value::Number(n) => n.to_string(),
            Value::Word(word) => self.label("word", word),
        }
    }

    /// A sentence from a template, or the key with its facts where there is none.
    fn sentence(&self, names: &dyn Names, table: &'static str, key: &str, facts: &[(&str, Value)]) -> String {
        let Some(template) = self.template(table, key) else {
            let facts: Vec<String> =
                facts.iter().map(|(name, v)| format!("{name} {}", self.value(names, *v))).collect();
            return if facts.is_empty() { key.to_string() } else { format!("{key}: {}", facts.join(", ")) };
        };
        fill(template, |name| facts.iter().find(|(n, _)| *n == name).map(|(_, v)| self.value(names, *v)))
    }

    /// An event's sums: `+6: odds 0 [8.6], clear +1 [8.6.1]`, several by name and parted by semicolons. Empty if it has none.
    pub fn sums(&self, sums: &[Sum]) -> String {
        let part =
            |part: &Part| format!("{} {} [{}]", self.label("modifier", part.label), part.effect, part.rule);
        let sum = |sum: &Sum| {
            let parts: Vec<String> = sum.parts.iter().map(part).collect();
            let name =
                if sum.name.is_empty() { String::new() } else { self.label("modifier", sum.name) + " " };
            format!("{name}{sum}: {}", parts.join(", "))
        };
        sums.iter().map(sum).collect::<Vec<_>>().join("; ")
    }

    /// An event as a sentence, with its modifiers.
    pub fn event(&self, names: &dyn Names, event: &Event) -> String {
        let list = self.sums(&event.sums);
        let inside = event.fact("modifiers").is_none()
            && self.template("event", event.key).is_some_and(|template| template.contains("{modifiers}"));
        let sentence = match self.template("event", event.key) {
            Some(template) if inside => fill(template, |name| match name {
                "modifiers" => Some(format!("({list})").replace("()", "")),
                _ => event.fact(name).map(|value| self.value(names, value)),
            }),
            _ => self.sentence(names, "event", event.key, &event.facts),
        };
        if inside || list.is_empty() {
            sentence.trim_end().to_string()
        } else {
            format!("{sentence} ({list})")
        }
    }

    /// A refusal as a sentence, with its rule.
    pub fn refusal(&self, names: &dyn Names, refusal: &Refusal) -> String {
        let facts: Vec<(&str, Value)> = refusal.values().collect();
        format!("{} [{}]", self.sentence(names, "refusal", refusal.why, &facts), refusal.rule)
    }

    /// A question as a sentence.
    pub fn asking(&self, names: &dyn Names, side: crate::Side, key: &str, about: &[Point; 3]) -> String {
        let mut facts = facts_of(about);
        facts.push(("side", Value::Point(Point::Side(side))));
        self.pointed(names, "question", key, &facts)
    }

    /// A throw as a label.
    pub fn throwing(
        &self,
        names: &dyn Names,
        side: Option<crate::Side>,
        key: &str,
        about: &[Point; 3],
    ) -> String {
        let mut facts = facts_of(about);
        facts.extend(side.map(|side| ("side", Value::Point(Point::Side(side)))));
        self.pointed(names, "throw", key, &facts)
    }

    fn pointed(
        &self,
        names: &dyn Names,
        table: &'static str,
        key: &str,
        facts: &[(&'static str, Value)],
    ) -> String {
        if self.template(table, key).is_some() {
            return self.sentence(names, table, key, facts);
        }
        let plain: Vec<_> = facts
            .iter()
            .filter(|(name, _)| name.parse::<u8>().is_err() && *name != "place")
            .copied()
            .collect();
        self.sentence(names, table, key, &plain)
    }

    /// An answer in words: its verb's label with its blanks filled, followed by the titles of what it points at and no blank has taken.
    pub fn answer<R: Rulebook>(&self, names: &R::Battle, answer: &Answer) -> String {
        let verb = R::VERBS.get(answer.verb.0 as usize).copied().unwrap_or("?");
        let label = self.label("verb", verb);
        let facts = facts_of(&answer.points);
        let said = |value: Value| match value {
            Value::Number(number) => {
                let word = i16::try_from(number).ok().and_then(|number| R::number_word(answer.verb, number));
                word.map_or_else(|| number.to_string(), |word| self.label("word", word))
            }
            other => self.value(names, other),
        };
        let taken: Vec<Value> = blanks(&label)
            .unwrap_or_default()
            .into_iter()
            .filter_map(|blank| facts.iter().find(|(name, _)| *name == blank).map(|(_, value)| *value))
            .collect();
        let mut text =
            fill(&label, |name| facts.iter().find(|(n, _)| *n == name).map(|(_, value)| said(*value)));
        for point in answer.points.iter().filter(|point| **point != Point::Nothing) {
            let value = Value::from(*point);
            if !taken.contains(&value) {
                text.push(' ');
                text.push_str(&said(value));
            }
        }
        text
    }

    /// The own name of an answer that ends something (movement, attacks), in the question to which it is given. The table `[ending]` has it
    /// under the question's key and the verb's word: `move.unit.pass`.
    pub fn ending<R: Rulebook>(&self, key: &str, answer: &Answer) -> Option<&str> {
        if answer.points.iter().any(|point| *point != Point::Nothing) {
            return None;
        }
        let verb = R::VERBS.get(answer.verb.0 as usize)?;
        self.template("ending", &format!("{key}.{verb}"))
    }

    /// An answer in words, as it is said in answer to a question: with its own name, if it has one there.
    pub fn answer_to<R: Rulebook>(&self, names: &R::Battle, key: &str, answer: &Answer) -> String {
        self.ending::<R>(key, answer).map_or_else(|| self.answer::<R>(names, answer), str::to_owned)
    }

    /// Gaps of the catalogue for an event: keys as `event.turn.start`, and blanks for which the event has no fact.
    pub fn lacks_for_event(&self, event: &Event) -> Vec<String> {
        let mut names: Vec<&str> = event.facts.iter().map(|(name, _)| *name).collect();
        names.push("modifiers");
        let mut lacks = self.lacks("event", event.key, &names);
        let names = event.sums.iter().map(|sum| sum.name).filter(|name| !name.is_empty());
        let labels = event.sums.iter().flat_map(|sum| &sum.parts).map(|part| part.label);
        lacks.extend(names.chain(labels).flat_map(|label| self.lacks("modifier", label, &[])));
        let words = event
            .facts
            .iter()
            .filter_map(|(_, v)| if let Value::Word(word) = v { Some(*word) } else { None });
        lacks.extend(words.flat_map(|word| self.lacks("word", word, &[])));
        lacks
    }

    /// Gaps of the catalogue for a refusal.
    pub fn lacks_for_refusal(&self, refusal: &Refusal) -> Vec<String> {
        self.lacks("refusal", refusal.why, &refusal.values().map(|(name, _)| name).collect::<Vec<_>>())
    }

    /// Gaps of the catalogue for a question.
    pub fn lacks_for_question(&self, key: &str, about: &[Point; 3]) -> Vec<String> {
        let mut names: Vec<&str> = facts_of(about).iter().map(|(name, _)| *name).collect();
        names.push("side");
        self.lacks("question", key, &names)
    }

    /// Gaps of the catalogue for a throw.
    pub fn lacks_for_throw(&self, throw: &Throw<'_>) -> Vec<String> {
        let mut names: Vec<&str> = facts_of(&throw.about).iter().map(|(name, _)| *name).collect();
        names.extend(throw.side.map(|_| "side"));
        self.lacks("throw", throw.key, &names)
    }

    /// The verbs of a rulebook that have no label.
    pub fn lacks_for_verbs<R: Rulebook>(&self) -> Vec<String> {
        R::VERBS
            .iter()
            .filter(|verb| self.template("verb", verb).is_none())
            .map(|verb| format!("verb.{verb}"))
            .collect()
    }

    /// An option's label.
    pub fn option(&self, option: &GameOption) -> String {
        self.label("option", option.name)
    }

    /// The label of an option's value.
    pub fn option_value(&self, option: &GameOption, value: &str) -> String {
        let key = format!("{}.{value}", option.name);
        self.template("option", &key).unwrap_or(value).to_string()
    }

    /// Gaps of the catalogue for a rulebook's options and their values.
    pub fn lacks_for_options<R: Rulebook>(&self) -> Vec<String> {
        let keys = |option: &GameOption| {
            let values = option.values.iter().map(|value| format!("{}.{value}", option.name));
            values.chain([option.name.to_owned()]).collect::<Vec<_>>()
        };
        R::OPTIONS.iter().flat_map(keys).flat_map(|key| self.lacks("option", &key, &[])).collect()
    }

    fn lacks(&self, table: &'static str, key: &str, facts: &[&str]) -> Vec<String> {
        match self.template(table, key) {
            None => vec![format!("{table}.{key}")],
            Some(template) => {
                let blanks = blanks(template).unwrap_or_default();
                let unknown = blanks.into_iter().filter(|blank| !facts.contains(blank));
                unknown.map(|blank| format!("{table}.{key}: {{{blank}}}")).collect()
            }
        }
    }
}

/// Names of points in templates.
fn facts_of(points: &[Point; 3]) -> Vec<(&'static str, Value)> {
    let mut facts = Vec::new();
    for (place, point) in points.iter().enumerate().filter(|(_, point)| **point != Point::Nothing) {
        let value = Value::from(*point);
        facts.extend(point.kind().blanks().iter().map(|blank| (*blank, value)));
        facts.push((["0", "1", "2"][place], value));
    }
    facts
}

/// The names of a template's blanks; `None` if a brace does not close.
fn blanks(template: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let close = rest[open..].find('}')? + open;
        names.push(&rest[open + 1..close]);
        rest = &rest[close + 1..];
    }
    Some(names)
}

fn fill(template: &str, value: impl Fn(&str) -> Option<String>) -> String {
    let mut text = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let Some((name, after)) = after.split_once('}') else {
            text.push('{');
            rest = after;
            continue;
        };
        match value(name) {
            Some(value) => text.push_str(&value),
            None => text.push_str(&format!("{{{name}}}")),
        }
        rest = after;
    }
    text.push_str(rest);
    text
}

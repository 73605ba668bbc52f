//! The rule index: what players look rules up in, and what is covered by code and tests.

use muster::{Faults, Format, Source, Spanned, read_toml};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::data;

/// The rules of a book.
#[derive(Clone, Debug)]
pub struct Index {
    book: String,
    /// All rules, in the book's order.
    pub rules: Vec<RuleEntry>,
}

/// A rule in the index.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RuleEntry {
    /// Its number in the book.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its summary, in our own words.
    pub summary: String,
    /// Its status: how far it is enforced.
    pub status: RuleStatus,
    /// The gap, where something is.
    #[serde(default)]
    pub missing: String,
}

/// Status of a rule: how far a rule is enforced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub enum RuleStatus {
    /// Entirely.
    #[serde(rename = "done")]
    Done,
    /// In part; the entry says what is missing.
    #[serde(rename = "partly")]
    Partly,
    /// Not yet.
    #[serde(rename = "not yet")]
    NotYet,
    /// An optional rule.
    #[serde(rename = "optional")]
    Optional,
    /// Decides nothing by itself.
    #[serde(rename = "definition")]
    Definition,
}

impl RuleStatus {
    /// As a word.
    pub fn word(self) -> &'static str {
        match self {
            RuleStatus::Done => "done",
            RuleStatus::Partly => "partly",
            RuleStatus::NotYet => "not yet",
            RuleStatus::Optional => "optional",
            RuleStatus::Definition => "definition",
        }
    }
}

/// Coverage of a rule: where a rule is enforced and tested.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// Places in the code that cite it: file and line.
    pub code: Vec<(&'static str, u32)>,
    /// Vignettes and tests that name it.
    pub tests: Vec<&'static str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawIndex {
    #[serde(rename = "format")]
    _format: Format<1>,
    rulebook: String,
    #[serde(rename = "title")]
    _title: String,
    #[serde(default)]
    rule: Vec<Spanned<RuleEntry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTranslation {
    #[serde(rename = "format")]
    _format: Format<1>,
    #[serde(rename = "rulebook")]
    _rulebook: String,
    #[serde(rename = "language")]
    _language: Option<String>,
    #[serde(rename = "title")]
    _title: Option<String>,
    #[serde(default)]
    rule: Vec<TranslatedRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TranslatedRule {
    id: Spanned<String>,
    title: String,
    summary: String,
}

impl Index {
    /// The same rules with titles and summaries from a translation; those that it lacks stay as they are.
    ///
    /// # Errors
    /// All the translation's faults.
    pub fn translated(&self, source: &Source) -> Result<Index, Faults> {
        let raw: RawTranslation = read_toml(source)?;
        let mut faults = muster::Collector::new(source);
        let mut index = self.clone();
        for TranslatedRule { id, title, summary } in raw.rule {
            match index.rules.iter_mut().find(|rule| rule.id == *id.get_ref()) {
                Some(rule) => (rule.title, rule.summary) = (title, summary),
                None => {
                    faults.at(id.span(), format!("the index has no rule {}", id.get_ref()));
                }
            }
        }
        faults.into_result(index)
    }

    /// Reads an index.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source) -> Result<Index, Faults> {
        let raw: RawIndex = read_toml(source)?;
        let mut faults = muster::Collector::new(source);
        for (i, spanned) in raw.rule.iter().enumerate() {
            let (rule, place) = (spanned.get_ref(), spanned.span());
            if raw.rule[..i].iter().any(|earlier| earlier.get_ref().id == rule.id) {
                faults.at(place.clone(), format!("rule {} stands twice", rule.id));
            }
            if rule.status == RuleStatus::Partly && rule.missing.is_empty() {
                faults
                    .at(place, format!("rule {} is partly done", rule.id))
                    .expect("`missing` says what is missing");
            }
        }
        let rules = raw.rule.into_iter().map(Spanned::into_inner).collect();
        faults.into_result(Index { book: raw.rulebook, rules })
    }

    /// A rule by its number.
    pub fn rule(&self, id: &str) -> Option<&RuleEntry> {
        self.rules.iter().find(|rule| rule.id == id)
    }

    /// The number nearest to one that is not there: with the same digits (8.81 for 8.8.1), else the rule it would stand below, else
    /// the one spelt most like it.
    pub fn nearest(&self, id: &str) -> Option<&str> {
        let ids = || self.rules.iter().map(|rule| rule.id.as_str());
        let bare = |id: &str| id.replace('.', "");
        let same_digits = ids().find(|known| known.contains('.') && bare(known) == bare(id));
        let above = id.rsplit_once('.').map(|(chapter, _)| chapter);
        same_digits
            .or_else(|| ids().find(|known| Some(*known) == above))
            .or_else(|| muster::nearest(id, ids()))
    }

    /// The rules directly below one: 8.8.1 and 8.8.2 below 8.8.
    pub fn below<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a RuleEntry> {
        self.rules
            .iter()
            .filter(move |rule| rule.id.rsplit_once('.').is_some_and(|(chapter, _)| chapter == id))
    }

    /// Rules whose number, title or summary contains all the words.
    pub fn search<'a>(&'a self, words: &'a str) -> impl Iterator<Item = &'a RuleEntry> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        self.rules.iter().filter(move |rule| {
            let text = format!("{} {} {}", rule.id, rule.title, rule.summary).to_lowercase();
            words.iter().all(|word| text.contains(word))
        })
    }

    /// Coverage of a rule: the places where it is enforced and tested. A rule that is only the heading of others is enforced where they are.
    pub fn coverage(&self, id: &str) -> Coverage {
        let mut code = self.cited(|rule| rule == id);
        if code.is_empty() {
            let part = format!("{id}.");
            code = self.cited(|rule| rule.starts_with(&part));
        }
        let tests = data::tests(&self.book).filter(|(name, rules)| {
            rules.contains(&id) || self.named_by(name).is_some_and(|rule| rule == id)
        });
        Coverage { code, tests: tests.map(|(name, _)| name).collect() }
    }

    /// The places in the code that cite certain rules.
    fn cited(&self, wanted: impl Fn(&str) -> bool) -> Vec<(&'static str, u32)> {
        let cited = data::cited(&self.book).filter(|(rule, ..)| wanted(rule));
        cited.map(|(_, file, line)| (file, line)).collect()
    }

    /// Rules that the code cites and the index does not list, with their places.
    pub fn unlisted(&self) -> Vec<(&'static str, &'static str, u32)> {
        data::cited(&self.book).filter(|(id, ..)| self.rule(id).is_none()).collect()
    }

    /// The rule that a test is named by: the longest number with which its name begins (`r8_8_1_two_hexes`).
    fn named_by(&self, test: &str) -> Option<&str> {
        let name = test.rsplit(['/', ' ']).next()?.strip_prefix('r')?;
        let words: Vec<&str> = name.split('_').collect();
        (1..=words.len().min(6)).rev().find_map(|n| {
            let id = words[..n].join(".");
            self.rules.iter().find(|rule| rule.id.eq_ignore_ascii_case(&id)).map(|rule| rule.id.as_str())
        })
    }
}

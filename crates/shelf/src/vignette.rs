//! Vignettes of any rulebook: their transcript in sentences, and their exact odds.

mod weigh;

use engraver::text::{Colours, Sheet};
use std::collections::{BTreeMap, BTreeSet};

use muster::{Faults, Source};
use table::vignette::{Line, Vignette, event_words, refusal_words};

use crate::book::{CaseLine, CaseRun, Drawing, EventKey, FormationInfo, LineKind, OddsTable, VignetteFile};
use crate::data;
use crate::forces;
use crate::language::Language;
use crate::odds;
use crate::presentation::Presentation;
use crate::replay::Viewpoint;
use weigh::MOST_RUNS_OF_A_VIGNETTE;
pub use weigh::{Course, Plan, Stand};

/// A vignette, checked.
pub struct LoadedVignette<R: Presentation>(Vignette<R>);

impl<R: Presentation> LoadedVignette<R> {
    /// Reads a vignette.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source) -> Result<Self, Faults> {
        Vignette::read(source).map(LoadedVignette)
    }
}

impl<R: Presentation> VignetteFile for LoadedVignette<R> {
    fn title(&self) -> &str {
        &self.0.title
    }

    fn rules(&self) -> &[String] {
        &self.0.rules
    }

    fn cases(&self) -> Vec<String> {
        self.0.cases.iter().map(|case| case.name.clone()).collect()
    }

    fn draw(&self, case: usize, drawing: Drawing) -> Result<Vec<u8>, String> {
        let b = &self.0.cases[case].battle;
        R::draw(b, &R::start(b), R::catalogue(Language::ENGLISH), drawing)
    }

    fn text(&self, case: usize, width: usize, colours: Colours) -> String {
        let b = &self.0.cases[case].battle;
        <R as Presentation>::text(
            b,
            &R::start(b),
            R::catalogue(Language::ENGLISH),
            Sheet::whole(width, colours),
        )
    }

    fn order_of_battle(&self, case: usize) -> Vec<FormationInfo> {
        let b = &self.0.cases[case].battle;
        let words = R::catalogue(Language::ENGLISH);
        let board = R::board(b, Viewpoint::All, words);
        forces::order_of_battle(&board, &R::position(b, &R::start(b), &|_| true), words)
    }

    fn run(&self, case: usize) -> CaseRun {
        let case = &self.0.cases[case];
        CaseRun { lines: case.run().lines.iter().map(|line| sentence::<R>(&case.battle, line)).collect() }
    }

    fn odds(&self, case: usize) -> Result<OddsTable, String> {
        let case = &self.0.cases[case];
        let base = case.run();
        if let Some((place, what)) = base.differences().next() {
            return Err(format!(
                "the script does not come out as expected, so its plan is not clear: {place}: {what}"
            ));
        }
        let course = Course::of(case, &base);
        let ends = course.ends(MOST_RUNS_OF_A_VIGNETTE)?;
        let table = odds::table_of(&case.battle, &ends, R::catalogue(Language::ENGLISH))?;
        // Where nothing is played nothing is weighed.
        let ends = if course.steps() == 0 { Vec::new() } else { table.ends };
        Ok(OddsTable { note: course.note().map(str::to_owned), ends, ..table })
    }
}

/// A line of the transcript in words.
fn sentence<R: Presentation>(b: &R::Battle, line: &Line) -> CaseLine {
    let catalogue = R::catalogue(Language::ENGLISH);
    let (kind, text) = match line {
        Line::Event(event) => (LineKind::Event, catalogue.event(b, event)),
        Line::Answered(text) => (LineKind::Answer, text.clone()),
        Line::Passed => {
            (LineKind::Passed, "In the step of the start nobody has anything to decide.".to_owned())
        }
        Line::Due(text) => (LineKind::Due, format!("The script ends where {text}")),
        Line::Thrown(text) => (LineKind::Throw, text.clone()),
        Line::Refused(refusal, text) => {
            (LineKind::Refused, format!("{text}: {}", catalogue.refusal(b, refusal)))
        }
        Line::Held(text) => (LineKind::Held, text.clone()),
        Line::Differs(place, text) => (LineKind::Differs, format!("{place}: {text}")),
        Line::RefusedInstead(place, text, refusal) => {
            (LineKind::Differs, format!("{place}: {text}: {}", catalogue.refusal(b, refusal)))
        }
    };
    let words = match line {
        Line::Event(event) => Some(event_words(b, event)),
        Line::Refused(refusal, _) => Some(format!("by {} key {}", refusal.rule, refusal_words(b, refusal))),
        _ => None,
    };
    CaseLine { kind, text, words }
}

/// The names in braces of a sentence.
fn named(sentence: &str) -> BTreeSet<String> {
    let name = |part: &str| part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    sentence.split('{').skip(1).map(name).filter(|name| !name.is_empty()).collect()
}

/// The events of the catalogue, with the facts that their sentences name and that the built-in vignettes tell.
pub fn events<R: Presentation>() -> Vec<EventKey> {
    let catalogue = R::catalogue(Language::ENGLISH);
    let mut found: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for (_, key) in catalogue.keys().filter(|(table, _)| *table == "event") {
        let sentence = catalogue.template("event", key).unwrap_or_default();
        found.insert(key.to_owned(), (named(sentence), BTreeSet::new()));
    }
    let folder = format!("vignettes/{}/", R::ID);
    let built_in = data::below(&folder).filter(|(path, _)| path.ends_with(".toml"));
    for vignette in built_in.filter_map(|(path, text)| Vignette::<R>::read(&Source::new(path, text)).ok()) {
        for event in vignette.cases.iter().flat_map(|case| case.run().events().cloned().collect::<Vec<_>>()) {
            let (facts, parts) = found.entry(event.key.to_owned()).or_default();
            facts.extend(event.facts.iter().map(|(name, _)| (*name).to_owned()));
            let told = event.sums.iter().flat_map(|sum| &sum.parts);
            parts.extend(told.map(|part| part.label.to_owned()));
        }
    }
    let row = |(key, (facts, parts)): (String, (BTreeSet<String>, BTreeSet<String>))| EventKey {
        sentence: catalogue.template("event", &key).unwrap_or_default().to_owned(),
        facts: facts.into_iter().collect(),
        parts: parts.into_iter().collect(),
        key,
    };
    found.into_iter().map(row).collect()
}

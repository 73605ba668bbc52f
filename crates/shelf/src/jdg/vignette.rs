//! Vignettes of Jours de Gloire: their transcript in sentences, and their exact odds.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use jdg::vignette::{Case, Line, Transcript, Vignette, event_words};
use jdg::{Battle, Jdg, State};
use muster::{Faults, Source};
use table::umpires::{Distribution, Odds};
use table::{Answer, Doors, Flow, Play, Player, Rulebook, Seen, Side};

use super::JoursDeGloire;
use crate::book::{
    Book, CaseLine, CaseRun, Drawing, EventKey, FormationInfo, LineKind, OddsTable, VignetteFile,
};
use crate::data;
use crate::language::Language;
use crate::manner::Manner;
use crate::odds::{self, Changes};

/// The most runs for the odds; where every case would take more, rare cases are left out.
const MOST_RUNS: u64 = 200_000;
/// A case that comes up less than once in so many is rare.
const RAREST: u64 = 1_000_000;

/// A vignette, checked.
pub struct JdgVignette(Vignette);

impl JdgVignette {
    /// Reads a vignette.
    pub fn read(source: &Source) -> Result<Self, Faults> {
        Vignette::read(source).map(JdgVignette)
    }
}

impl VignetteFile for JdgVignette {
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
        Jdg::draw(b, &b.setup, drawing)
    }

    fn text(&self, case: usize, width: usize, colour: bool) -> String {
        let b = &self.0.cases[case].battle;
        <Jdg as Manner>::text(b, &b.setup, width, colour)
    }

    fn order_of_battle(&self, case: usize) -> Vec<FormationInfo> {
        let b = &self.0.cases[case].battle;
        Jdg::order_of_battle(b, &b.setup)
    }

    fn run(&self, case: usize) -> CaseRun {
        let case = &self.0.cases[case];
        CaseRun { lines: case.run().lines.iter().map(|line| sentence(&case.battle, line)).collect() }
    }

    fn odds(&self, case: usize) -> Result<OddsTable, String> {
        let case = &self.0.cases[case];
        let base = case.run();
        if let Some((place, what)) = base.differences().next() {
            return Err(format!(
                "the script does not come out as expected, so its plan is not clear: {place}: {what}"
            ));
        }
        let ends = ends(case, &base)?;
        let table = odds::table_of(&case.battle, &ends, JoursDeGloire.catalogue(Language::ENGLISH))?;
        Ok(OddsTable { note: played(&base), ..table })
    }
}

/// A line of the transcript in words.
fn sentence(b: &Battle, line: &Line) -> CaseLine {
    let catalogue = JoursDeGloire.catalogue(Language::ENGLISH);
    let (kind, text) = match line {
        Line::Event(event) => (LineKind::Event, catalogue.event(b, event)),
        Line::Answered(text) => (LineKind::Answer, text.clone()),
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
    let words = if let Line::Event(event) = line { Some(event_words(b, event)) } else { None };
    CaseLine { kind, text, words }
}

/// The names in braces of a sentence.
fn named(sentence: &str) -> BTreeSet<String> {
    let name = |part: &str| part.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect::<String>();
    sentence.split('{').skip(1).map(name).filter(|name| !name.is_empty()).collect()
}

/// The events of the catalogue, with the facts that their sentences name and that the built-in vignettes tell.
pub(super) fn events() -> Vec<EventKey> {
    let catalogue = JoursDeGloire.catalogue(Language::ENGLISH);
    let mut found: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for (_, key) in catalogue.keys().filter(|(table, _)| *table == "event") {
        let sentence = catalogue.template("event", key).unwrap_or_default();
        found.insert(key.to_owned(), (named(sentence), BTreeSet::new()));
    }
    let built_in = data::below("vignettes/jdg/").filter(|(path, _)| path.ends_with(".toml"));
    for vignette in built_in.filter_map(|(path, text)| Vignette::read(&Source::new(path, text)).ok()) {
        for event in vignette.cases.iter().flat_map(|case| case.run().events().cloned().collect::<Vec<_>>()) {
            let (facts, parts) = found.entry(event.key.to_owned()).or_default();
            facts.extend(event.facts.iter().map(|(name, _)| (*name).to_owned()));
            parts.extend(event.parts.iter().map(|part| part.label.to_owned()));
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

/// Decides as the script did where the same question comes up again, and else does as little as possible.
struct Plan<'a> {
    answers: &'a [(Side, &'static str, Answer)],
    used: Vec<bool>,
}

impl<'a> Plan<'a> {
    fn of(base: &'a Transcript) -> Self {
        Plan { answers: &base.answers, used: vec![false; base.answers.len()] }
    }
}

impl Player<Jdg> for Plan<'_> {
    fn begin(&mut self) {
        self.used.fill(false);
    }

    fn decide(&mut self, seen: &Seen<'_, Jdg>) -> Answer {
        let asked = (seen.side(), seen.question.key);
        let planned = (0..self.answers.len()).find(|&i| {
            let (side, key, answer) = self.answers[i];
            !self.used[i] && (side, key) == asked && seen.legal.contains(&answer)
        });
        match planned {
            Some(i) => {
                self.used[i] = true;
                self.answers[i].2
            }
            None => Jdg::quiet(seen.legal),
        }
    }
}

/// What is played where the script does not end with a step.
fn played(base: &Transcript) -> Option<String> {
    match (base.steps, base.is_inside) {
        (_, true) => Some(
            "The script ends inside a step: it is played to its end, with as little as possible decided."
                .to_owned(),
        ),
        (0, false) => Some("The script decides and throws nothing: there is nothing to weigh.".to_owned()),
        _ => None,
    }
}

/// Plays the steps in which anything happens before the script ends, each to its end.
fn play(case: &Case, base: &Transcript, doors: &mut Doors<'_, Jdg>) -> Play<State> {
    let mut state = case.battle.setup.clone();
    for _ in 0..base.steps + usize::from(base.is_inside) {
        if Jdg::step(&case.battle, &mut state, doors)? == Flow::Over {
            break;
        }
    }
    Ok(state)
}

/// Every state in which the case can end, with its share; where there are too many cases, those that are not rare.
fn ends(case: &Case, base: &Transcript) -> Result<Distribution<Changes>, String> {
    let every = ends_of(case, base, |odds| odds.most_runs(MOST_RUNS))?;
    if every.complete() {
        return Ok(every);
    }
    ends_of(case, base, |odds| odds.most_runs(MOST_RUNS).rarest(RAREST))
}

fn ends_of(
    case: &Case,
    base: &Transcript,
    limit: impl for<'a> Fn(Odds<'a, Jdg>) -> Odds<'a, Jdg>,
) -> Result<Distribution<Changes>, String> {
    let b = &case.battle;
    let words = JoursDeGloire.catalogue(Language::ENGLISH);
    let mut plan = Plan::of(base);
    let distribution = limit(Odds::new(b).player(&mut plan)).of(|doors| -> Play<Changes> {
        let state = play(case, base, doors)?;
        Ok(Jdg::changes(b, &b.setup, &state, words))
    });
    distribution.map_err(|error| error.to_string())
}

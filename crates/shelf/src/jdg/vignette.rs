//! Vignettes of Jours de Gloire: their transcript in sentences, and their exact odds.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use jdg::state::{Condition, State};
use jdg::vignette::{Case, Line, Transcript, Vignette};
use jdg::{Battle, Jdg, verb};
use muster::{Faults, Source};
use table::umpires::{Distribution, Odds, Share};
use table::{Answer, Flow, Names, Play, Player, Point, Rulebook, Seen, Side};

use super::JoursDeGloire;
use crate::book::{Book, CaseLine, CaseRun, LineKind, OddsTable, VignetteFile};

/// The most runs that the odds of a vignette may take.
const MOST_RUNS: u64 = 2_000_000;

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
        table_of(&case.battle, &ends)
    }
}

/// A line of the transcript in words.
fn sentence(b: &Battle, line: &Line) -> CaseLine {
    let catalogue = JoursDeGloire.catalogue();
    let (kind, text) = match line {
        Line::Event(event) => (LineKind::Event, catalogue.event(b, event)),
        Line::Answered(text) => (LineKind::Answer, text.clone()),
        Line::Thrown(text) => (LineKind::Throw, text.clone()),
        Line::Refused(refusal, text) => {
            (LineKind::Refused, format!("{text}: {}", catalogue.refusal(b, refusal)))
        }
        Line::Held(text) => (LineKind::Held, text.clone()),
        Line::Differs(place, text) => (LineKind::Differs, format!("{place}: {text}")),
    };
    CaseLine { kind, text }
}

/// Decides as the script did where the same question comes up again, and else does as little as possible.
struct Plan<'a> {
    answers: &'a [(Side, &'static str, Answer)],
    used: Arc<Vec<AtomicBool>>,
}

impl Player<Jdg> for Plan<'_> {
    fn decide(&mut self, seen: &Seen<'_, Jdg>) -> Answer {
        let planned = self.answers.iter().zip(self.used.iter()).find(|((side, key, answer), used)| {
            !used.load(Ordering::Relaxed)
                && (*side, *key) == (seen.side(), seen.question.key)
                && seen.legal.contains(answer)
        });
        if let Some(((_, _, answer), used)) = planned {
            used.store(true, Ordering::Relaxed);
            return *answer;
        }
        quiet(seen.legal)
    }
}

/// The answer that does least.
pub fn quiet(legal: &[Answer]) -> Answer {
    let quiet = [verb::PASS, verb::NO, verb::STAND, verb::HALT, verb::DONE, verb::REDUCED];
    let found = quiet.iter().find_map(|verb| legal.iter().find(|answer| answer.verb == *verb));
    *found.unwrap_or(&legal[0])
}

/// Every state in which the case can end, with its share.
fn ends(case: &Case, base: &Transcript) -> Result<Distribution<Summary>, String> {
    let b = &case.battle;
    let used: Arc<Vec<AtomicBool>> = Arc::new(base.answers.iter().map(|_| AtomicBool::new(false)).collect());
    let mut plan = Plan { answers: &base.answers, used: Arc::clone(&used) };
    let distribution = Odds::new(b).player(&mut plan).most_runs(MOST_RUNS).of(|doors| -> Play<Summary> {
        used.iter().for_each(|flag| flag.store(false, Ordering::Relaxed));
        let mut state = b.setup.clone();
        for _ in 0..base.steps {
            if Jdg::step(b, &mut state, doors)? == Flow::Over {
                break;
            }
        }
        Ok(summary(b, &state))
    });
    distribution.map_err(|error| error.to_string())
}

/// What became of each unit and leader of a battle, in words; those to whom nothing happened say nothing.
type Summary = Vec<(Point, String)>;

fn summary(b: &Battle, s: &State) -> Summary {
    let units = b.unit_ids().filter_map(|u| {
        let (before, now) = (b.setup.unit(u), s.unit(u));
        let mut words = Vec::new();
        if (before.condition, before.square) != (now.condition, now.square) {
            words.push(match (now.condition, now.square) {
                (Condition::Good, true) => "in square",
                (Condition::Good, false) => "in good order",
                (Condition::Disordered, _) => "disordered",
                (Condition::Routed, _) => "routed",
                (Condition::Eliminated, _) => "eliminated",
            });
        }
        let mut text = words.join(", ");
        if now.hex != before.hex && now.condition != Condition::Eliminated {
            let place = if now.on_map() {
                format!("in {}", b.ground.label(now.hex))
            } else {
                "off the map".to_owned()
            };
            text = if text.is_empty() { place } else { format!("{text} {place}") };
        }
        (!text.is_empty()).then(|| (Point::Unit(u.0.into()), text))
    });
    let leaders = (0..b.leaders.len()).filter_map(|l| {
        let (before, now) = (b.setup.leaders[l], s.leaders[l]);
        let text = if now.lost && !before.lost {
            "lost".to_owned()
        } else if now.hex != before.hex {
            format!("in {}", b.title(Point::Place(now.hex.0)))
        } else {
            return None;
        };
        Some((Point::Leader(l as u16), text))
    });
    units.chain(leaders).collect()
}

/// The ends in words, the likeliest first, and the chances of each unit by itself.
fn table_of(b: &Battle, ends: &Distribution<Summary>) -> Result<OddsTable, String> {
    let words = |end: &Summary| {
        let parts: Vec<String> =
            end.iter().map(|(point, text)| format!("{} {text}", b.title(*point))).collect();
        if parts.is_empty() { "nothing changes".to_owned() } else { parts.join("; ") }
    };
    let mut rows: Vec<(String, Share)> = ends.rows.iter().map(|(end, share)| (words(end), *share)).collect();
    rows.sort_by_key(|(_, share)| std::cmp::Reverse(share.permille()));
    let mut touched: Vec<Point> =
        ends.rows.iter().flat_map(|(end, _)| end.iter().map(|(point, _)| *point)).collect();
    touched.sort();
    touched.dedup();
    let mut units = Vec::new();
    for point in touched {
        let own = |end: &Summary| {
            end.iter()
                .find(|(p, _)| *p == point)
                .map_or_else(|| "unchanged".to_owned(), |(_, text)| text.clone())
        };
        let alone = ends.map(own).map_err(|error| error.to_string())?;
        let mut chances = alone.rows;
        chances.sort_by_key(|(_, share)| std::cmp::Reverse(share.permille()));
        units.push((b.title(point), chances));
    }
    Ok(OddsTable { ends: rows, units, runs: ends.runs, is_complete: ends.complete() })
}

//! Exact chances, in words.

use std::any::Any;
use std::cmp::Reverse;
use std::rc::Rc;

use table::phrase::Catalogue;
use table::session::{DecisionAhead, Foresight, Horizon, Path, PossibleThrow, ThrowTime};
use table::umpires::{Distribution, Share};
use table::{Answer, Event, Memory, Names, Player, Point, Question, SeenQuestion, Sum, Value, Written};

use crate::book::{AheadTable, OddsTable};
use crate::presentation::Presentation;

/// Changes by thing: what became of each thing concerned; those to whom nothing happened are not in the list.
pub type Changes = Vec<(Point, String)>;

/// Player who decides as little as possible.
pub(crate) struct QuietPlayer;

impl<R: Presentation> Player<R> for QuietPlayer {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        R::least(seen.legal)
    }

    fn repeat(&mut self, _state: &R::State, _question: &Question<'_>, _answer: &Answer) -> bool {
        true
    }

    fn recall(&self, _into: &mut Written) -> Memory {
        Memory::Told
    }

    fn kept(&self) -> Option<Rc<dyn Any>> {
        Some(Rc::new(()))
    }
}

/// The ends in words, what changes first, and the chances of each thing by itself.
pub(crate) fn table_of<'e>(
    names: &dyn Names,
    ends: &'e Distribution<Changes>,
    catalogue: &Catalogue,
) -> Result<OddsTable, String> {
    let rows = changes_first(names, ends, catalogue);
    let mut touched: Vec<Point> =
        ends.rows.iter().flat_map(|(end, _)| end.iter().map(|(point, _)| *point)).collect();
    touched.sort();
    touched.dedup();
    let mut units = Vec::new();
    for point in touched {
        let own = |(end, share): &'e (Changes, Share)| {
            (end.iter().find(|(p, _)| *p == point).map(|(_, text)| text.as_str()), *share)
        };
        let cases = ends.rows.iter().map(own);
        let mut rows = Distribution::gather(cases, ends.runs).map_err(|error| error.to_string())?.rows;
        rows.sort_by_key(|(state, share)| (state.is_none(), Reverse(share.permille())));
        let word = |state: Option<&str>| state.map_or_else(|| catalogue.word("now.same"), ToOwned::to_owned);
        units.push((
            names.title(point),
            rows.into_iter().map(|(state, share)| (word(state), share)).collect(),
        ));
    }
    Ok(OddsTable {
        ends: rows,
        units,
        runs: ends.runs,
        is_complete: ends.complete(),
        sums: Vec::new(),
        contest: None,
        ahead: None,
        note: None,
    })
}

/// Fate of all things together, in words. Things of one fate are named together: a stack goes where it goes once.
pub fn in_words(names: &dyn Names, end: &Changes, catalogue: &Catalogue) -> String {
    if end.is_empty() {
        return catalogue.word("now.nothing");
    }
    let mut fates: Vec<(&str, Vec<String>)> = Vec::new();
    for (point, fate) in end {
        let title = names.title(*point);
        match fates.iter_mut().find(|(known, _)| known == fate) {
            Some((_, titles)) => titles.push(title),
            None => fates.push((fate, vec![title])),
        }
    }
    let parts: Vec<String> =
        fates.into_iter().map(|(fate, titles)| format!("{} {fate}", titles.join(" + "))).collect();
    parts.join("; ")
}

/// The ends in words: what changes leads, the likeliest first, however likely it is that nothing does.
fn changes_first(
    names: &dyn Names,
    ends: &Distribution<Changes>,
    catalogue: &Catalogue,
) -> Vec<(String, Share)> {
    let mut rows: Vec<&(Changes, Share)> = ends.rows.iter().collect();
    rows.sort_by_key(|(end, share)| (end.is_empty(), Reverse(share.permille())));
    let words = |(end, share): &(Changes, Share)| match end.is_empty() && ends.rows.len() > 1 {
        true => (catalogue.word("now.otherwise"), *share),
        false => (in_words(names, end, catalogue), *share),
    };
    rows.into_iter().map(words).collect()
}

/// Markers are not told with what becomes of the troops: each is as likely after any end.
fn parted(changes: Changes) -> (Changes, Changes) {
    changes.into_iter().partition(|(point, _)| !matches!(point, Point::Marker(_)))
}

/// Consequences of an answer, in words; `changed` says what differs in a state from what is seen now.
pub(crate) fn foreseen<R: Presentation>(
    battle: &R::Battle,
    sight: &Foresight<R::State>,
    catalogue: &Catalogue,
    changed: impl Fn(&R::State) -> Changes,
) -> Result<OddsTable, String> {
    let gather = |rows: Vec<(Changes, Share)>| {
        Distribution::gather(rows.into_iter(), sight.runs).map_err(|error| error.to_string())
    };
    let (mut near, mut drawn, mut ends, mut decides) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    // Where it would have gone on no end has come; only where nothing else was looked through it is all that is known.
    let whole = sight.paths.iter().all(|path| path.horizon != Horizon::Far);
    let is_known = |path: &&Path<R::State>| path.horizon != Horizon::Far;
    let nothing_known = !sight.paths.iter().any(|path| is_known(&path));
    for path in sight.paths.iter().filter(|path| nothing_known || is_known(path)) {
        let (troops, markers) = parted(changed(&path.near));
        near.push((troops, path.share));
        // Two markers of one name are the same to a player.
        drawn.extend(
            markers.into_iter().map(|marker| (in_words(battle, &vec![marker], catalogue), path.share)),
        );
        ends.push((parted(changed(&path.end)).0, path.share));
        if let Horizon::Decision(ahead) = path.horizon {
            decides.push((deciding(battle, &ahead, catalogue), path.share));
        }
    }
    let mut later: Vec<&PossibleThrow> = Vec::new();
    if let Some(rehearsed) = &sight.rehearsed {
        ends = rehearsed.ends.iter().map(|(end, share)| (parted(changed(end)).0, *share)).collect();
        later.extend(&rehearsed.throws);
    }
    let named = |rows: Vec<(String, Share)>| {
        let rows = Distribution::gather(rows.into_iter(), sight.runs).map_err(|error| error.to_string())?;
        Ok::<_, String>(likeliest_first(rows.rows))
    };
    let (near, ends) = (gather(near)?, gather(ends)?);
    let thrown = |when: ThrowTime| {
        let named = sight.throws.iter().chain(later.iter().copied()).filter(|throw| throw.when == when);
        let mut labels: Vec<String> = named.map(|throw| throwing(battle, throw, catalogue)).collect();
        let mut known = std::collections::HashSet::new();
        labels.retain(|label| known.insert(label.clone()));
        labels
    };
    let ahead = AheadTable {
        near: changes_first(battle, &near, catalogue),
        decides: named(decides)?,
        drawn: named(drawn)?,
        throws: thrown(ThrowTime::AtOnce),
        later: thrown(ThrowTime::Later),
        is_veiled: sight.paths.iter().any(|path| path.horizon == Horizon::Veil),
        is_assumed: near.rows != ends.rows,
        is_rehearsed: sight.rehearsed.is_some(),
    };
    let table = table_of(battle, &ends, catalogue)?;
    Ok(OddsTable { is_complete: table.is_complete && whole, ahead: Some(ahead), ..table })
}

/// A decision that lies ahead, with who takes it.
fn deciding(names: &dyn Names, ahead: &DecisionAhead, catalogue: &Catalogue) -> String {
    let side = names.title(Point::Side(ahead.side));
    let question = catalogue.asking(names, ahead.side, ahead.key, &ahead.about);
    if question.starts_with(&side) {
        return question;
    }
    catalogue.word("now.asked").replace("SIDE", &side).replace("QUESTION", &question)
}

/// A throw with what it is for.
pub fn throwing(names: &dyn Names, throw: &PossibleThrow, catalogue: &Catalogue) -> String {
    let label = catalogue.throwing(names, throw.side, throw.key, &throw.about);
    let about = throw.about.iter().filter(|point| **point != Point::Nothing);
    let about: Vec<String> =
        about.map(|point| names.title(*point)).filter(|name| !label.contains(name)).collect();
    if about.is_empty() { label } else { format!("{label} ({})", about.join(", ")) }
}

fn likeliest_first(mut rows: Vec<(String, Share)>) -> Vec<(String, Share)> {
    rows.sort_by_key(|(_, share)| Reverse(share.permille()));
    rows
}

/// Something that every case of a step has first: it is known before anything is thrown.
#[derive(Default)]
struct Known<T> {
    /// The step in which something comes first.
    step: usize,
    first: Option<T>,
    differs: bool,
}

impl<T: Default + PartialEq> Known<T> {
    /// Notes what one case of a step has first; nothing is the default.
    fn note(&mut self, step: usize, now: T) {
        if step != self.step {
            if self.differs || self.first.as_ref().is_some_and(|first| *first != T::default()) {
                return;
            }
            (self.step, self.first) = (step, None);
        }
        match &self.first {
            None => self.first = Some(now),
            Some(first) => self.differs |= *first != now,
        }
    }

    /// The thing that all cases have alike; nothing where they differ.
    fn get(self) -> T {
        self.first.filter(|_| !self.differs).unwrap_or_default()
    }
}

/// Two who contend, and their odds: attacker, defender.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Contest {
    unit: Point,
    hex: Point,
    odds: [i32; 2],
}

impl Contest {
    /// The contest of which an event tells.
    fn of(event: &Event) -> Option<Contest> {
        let number = |name| match event.fact(name) {
            Some(Value::Number(number)) => Some(number),
            _ => None,
        };
        let point = |name| match event.fact(name) {
            Some(Value::Point(point)) => Some(point),
            _ => None,
        };
        let odds = [number("attacker")?, number("defender")?];
        Some(Contest { unit: point("unit")?, hex: point("hex")?, odds })
    }

    fn in_words(self, names: &dyn Names, catalogue: &Catalogue) -> String {
        let [attacker, defender] = self.odds;
        let template = catalogue.word("now.contest");
        let named = template.replace("UNIT", &names.title(self.unit)).replace("HEX", &names.title(self.hex));
        named.replace("ODDS", &format!("{attacker}:{defender}"))
    }
}

/// The sums and the contest that every case has first: they are known before anything is thrown.
pub(crate) struct Sums<'a> {
    told: &'a [Event],
    sums: Known<Vec<Sum>>,
    contest: Known<Option<Contest>>,
}

/// Number of the entries at the end of the log among which events of the present step may stand.
const STEP: usize = 400;

impl<'a> Sums<'a> {
    /// Begins with a log, of which only what comes later is looked at.
    pub fn new(log: &'a [Event]) -> Sums<'a> {
        let told = &log[log.len().saturating_sub(STEP)..];
        Sums { told, sums: Known::default(), contest: Known::default() }
    }

    /// Notes the events of one case of a step.
    pub fn note(&mut self, step: usize, events: &[Event]) {
        let new = || events.iter().filter(|event| !self.told.contains(event));
        let sums = new().find(|event| !event.sums.is_empty()).map(|event| event.sums.clone());
        let contest = new().find_map(Contest::of);
        self.sums.note(step, sums.unwrap_or_default());
        self.contest.note(step, contest);
    }

    /// The sums, if all cases have the same, and who contends with whom, in words.
    pub fn known(self, names: &dyn Names, catalogue: &Catalogue) -> (Vec<Sum>, Option<String>) {
        (self.sums.get(), self.contest.get().map(|contest| contest.in_words(names, catalogue)))
    }
}

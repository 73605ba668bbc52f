//! Exact chances, in words.

use std::cmp::Reverse;

use table::phrase::Catalogue;
use table::umpires::{Distribution, Share};
use table::{Answer, Event, Modifier, Names, Player, Point, Seen};

use crate::book::OddsTable;
use crate::manner::Manner;

/// What became of each thing concerned; those to whom nothing happened are not in the list.
pub(crate) type Changes = Vec<(Point, String)>;

/// Decides as little as possible.
pub(crate) struct Quiet;

impl<R: Manner> Player<R> for Quiet {
    fn decide(&mut self, seen: &Seen<'_, R>) -> Answer {
        R::quiet(seen.legal)
    }
}

/// The ends in words, the likeliest first, and the chances of each thing by itself.
pub(crate) fn table_of(
    names: &dyn Names,
    ends: &Distribution<Changes>,
    catalogue: &Catalogue,
) -> Result<OddsTable, String> {
    let words = |end: &Changes| {
        let parts: Vec<String> =
            end.iter().map(|(point, text)| format!("{} {text}", names.title(*point))).collect();
        if parts.is_empty() { catalogue.word("now.nothing") } else { parts.join("; ") }
    };
    let rows = likeliest_first(ends.rows.iter().map(|(end, share)| (words(end), *share)).collect());
    let mut touched: Vec<Point> =
        ends.rows.iter().flat_map(|(end, _)| end.iter().map(|(point, _)| *point)).collect();
    touched.sort();
    touched.dedup();
    let mut units = Vec::new();
    for point in touched {
        let own = |end: &Changes| {
            let found = end.iter().find(|(p, _)| *p == point);
            found.map_or_else(|| catalogue.word("now.same"), |(_, text)| text.clone())
        };
        let alone = ends.map(own).map_err(|error| error.to_string())?;
        units.push((names.title(point), likeliest_first(alone.rows)));
    }
    Ok(OddsTable { ends: rows, units, runs: ends.runs, is_complete: ends.complete(), parts: Vec::new() })
}

fn likeliest_first(mut rows: Vec<(String, Share)>) -> Vec<(String, Share)> {
    rows.sort_by_key(|(_, share)| Reverse(share.permille()));
    rows
}

/// The sum that every case has first: its modifiers are known before anything is thrown.
pub(crate) struct Sums<'a> {
    told: &'a [Event],
    first: Option<Vec<Modifier>>,
    differs: bool,
}

/// How far back in the log events of the present step may stand.
const STEP: usize = 400;

impl<'a> Sums<'a> {
    /// What stands in the log already is not looked at.
    pub fn new(log: &'a [Event]) -> Sums<'a> {
        Sums { told: &log[log.len().saturating_sub(STEP)..], first: None, differs: false }
    }

    /// Notes the events of one case.
    pub fn note(&mut self, events: &[Event]) {
        let sum = events.iter().find(|event| !event.parts.is_empty() && !self.told.contains(event));
        let parts = sum.map(|event| event.parts.clone()).unwrap_or_default();
        match &self.first {
            None => self.first = Some(parts),
            Some(first) => self.differs |= *first != parts,
        }
    }

    /// The modifiers, if all cases have the same.
    pub fn known(self) -> Vec<Modifier> {
        self.first.filter(|_| !self.differs).unwrap_or_default()
    }
}

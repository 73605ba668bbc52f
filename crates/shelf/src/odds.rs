//! Exact chances, in words.

use std::cmp::Reverse;

use table::umpires::{Distribution, Share};
use table::{Answer, Names, Player, Point, Seen};

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
pub(crate) fn table_of(names: &dyn Names, ends: &Distribution<Changes>) -> Result<OddsTable, String> {
    let words = |end: &Changes| {
        let parts: Vec<String> =
            end.iter().map(|(point, text)| format!("{} {text}", names.title(*point))).collect();
        if parts.is_empty() { "nothing changes".to_owned() } else { parts.join("; ") }
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
            found.map_or_else(|| "unchanged".to_owned(), |(_, text)| text.clone())
        };
        let alone = ends.map(own).map_err(|error| error.to_string())?;
        units.push((names.title(point), likeliest_first(alone.rows)));
    }
    Ok(OddsTable { ends: rows, units, runs: ends.runs, is_complete: ends.complete() })
}

fn likeliest_first(mut rows: Vec<(String, Share)>) -> Vec<(String, Share)> {
    rows.sort_by_key(|(_, share)| Reverse(share.permille()));
    rows
}

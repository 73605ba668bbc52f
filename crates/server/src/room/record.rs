//! The log as one viewer sees it: the events that they may see, and the answers that their standing orders gave.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use shelf::{Game, Viewpoint};
use table::session::Notice;
use table::{Event, Side};

use super::words;
use crate::wire::{Fact, LogEntry};

/// The key of entries that tell of standing orders.
const KEY: &str = "order.answered";

/// An answer that a standing order gave. Only its side is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrderedAnswer {
    /// The side.
    pub side: u8,
    /// The journal's line of the answer, from 1.
    pub line: u64,
    /// Number of the events, for all audiences, that had been told before it.
    pub after: usize,
    /// The order's place among the side's orders, from 1.
    pub order: u32,
    /// The rule that asked.
    pub rule: String,
    /// The question's key.
    #[serde(default)]
    pub key: String,
    /// Subjects of the question, by ids.
    #[serde(default)]
    pub about: Vec<String>,
    /// The answer, as it is typed.
    #[serde(default)]
    pub answer: String,
    /// The question and the answer in English words: of those that were kept without what they are made from now.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

impl OrderedAnswer {
    fn entry(&self, live: &dyn Game, at: u32) -> LogEntry {
        LogEntry {
            at,
            rule: self.rule.clone(),
            key: KEY.to_owned(),
            opens: None,
            text: words::ordered(live, self),
            facts: BTreeMap::from([("order".to_owned(), Fact::Number(self.order as i32))]),
            sums: Vec::new(),
        }
    }
}

/// Something in the log.
pub enum Item<'a> {
    /// An event.
    Event(&'a Event),
    /// An answer by standing order.
    Ordered(&'a OrderedAnswer),
    /// Something that happened to the game: it was taken back, a seat changed hands.
    Notice(&'a Notice),
}

impl Item<'_> {
    /// As an entry of the log at a place.
    pub fn entry(&self, live: &dyn Game, at: u32) -> LogEntry {
        match self {
            Item::Event(event) => words::entry(live, at, event),
            Item::Ordered(ordered) => ordered.entry(live, at),
            Item::Notice(notice) => words::notice(live, at, &notice.what),
        }
    }
}

/// A log from which some have been taken.
#[derive(Clone, Copy, Default)]
pub struct Place {
    /// Events taken, for all audiences.
    pub events: usize,
    /// Answers by standing order taken, of both sides.
    pub ordered: usize,
    /// Notices taken, for all audiences.
    pub notices: usize,
}

/// Sources of the log: what the log is made of, for all audiences.
#[derive(Clone, Copy)]
pub struct LogSources<'a> {
    /// The events.
    pub log: &'a [Event],
    /// The answers that standing orders gave.
    pub ordered: &'a [OrderedAnswer],
    /// Notices about the game.
    pub notices: &'a [Notice],
}

impl LogSources<'_> {
    /// All of it.
    pub fn end(&self) -> Place {
        Place { events: self.log.len(), ordered: self.ordered.len(), notices: self.notices.len() }
    }
}

/// The log as somebody sees it from a place on.
pub fn items<'a>(told: LogSources<'a>, from: Place, viewpoint: Viewpoint) -> impl Iterator<Item = Item<'a>> {
    let LogSources { log, ordered, notices } = told;
    let mut events =
        log.iter().enumerate().skip(from.events).filter(move |(_, event)| viewpoint.sees(event)).peekable();
    let mut notes = ordered
        .iter()
        .skip(from.ordered)
        .filter(move |ordered| viewpoint.knows(Side(ordered.side)))
        .peekable();
    let mut notices =
        notices.iter().skip(from.notices).filter(move |notice| is_for(notice, viewpoint)).peekable();
    std::iter::from_fn(move || {
        let next = events.peek().map_or(usize::MAX, |(at, _)| *at);
        let noticed = notices.peek().map_or(usize::MAX, |notice| notice.after);
        if let Some(ordered) = notes.next_if(|ordered| ordered.after <= next.min(noticed)) {
            return Some(Item::Ordered(ordered));
        }
        match notices.next_if(|notice| notice.after <= next) {
            Some(notice) => Some(Item::Notice(notice)),
            None => events.next().map(|(_, event)| Item::Event(event)),
        }
    })
}

/// Whether somebody is told a notice.
pub fn is_for(notice: &Notice, viewpoint: Viewpoint) -> bool {
    match viewpoint {
        Viewpoint::All => true,
        Viewpoint::Of(viewer) => notice.to.contains(&viewer),
    }
}

/// Without those whose answers the journal has taken back.
pub fn not_undone(journal: &str, ordered: Vec<OrderedAnswer>) -> Vec<OrderedAnswer> {
    let mut stands = ordered;
    for (line, back) in undone(journal, 0) {
        stands.retain(|ordered| ordered.line < back || ordered.line > line);
    }
    stands
}

/// The lines of a journal, or of a piece of it after so many lines, on which something is taken back, with the first line taken back.
pub fn undone(lines: &str, before: u64) -> impl Iterator<Item = (u64, u64)> {
    (before + 1..).zip(lines.lines()).filter_map(|(at, line)| {
        let back = line.strip_prefix("undo ")?.split(' ').next()?.parse().ok()?;
        Some((at, back))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Rule;
    use table::session::Happening;

    fn ordered(line: u64, after: usize) -> OrderedAnswer {
        serde_json::from_value(
            serde_json::json!({ "side": 0, "line": line, "after": after, "order": 1, "rule": "1" }),
        )
        .expect("it reads")
    }

    #[test]
    fn answers_by_order_stand_between_the_events() {
        let log = [
            Event::new(Rule("1"), "a"),
            Event::new(Rule("1"), "b").only(Side(9)),
            Event::new(Rule("1"), "c"),
        ];
        let all = [ordered(1, 0), ordered(2, 2), ordered(3, 3)];
        let what = Happening::TakenBack { by: Side(0), agreed: true };
        let notices = [Notice { after: 2, what, to: vec![Some(Side(0))] }];
        let text = |from, owner: u8| {
            let told = LogSources { log: &log, ordered: &all, notices: &notices };
            let items = items(told, from, Viewpoint::Of(Some(Side(owner))));
            let word = |item: Item<'_>| match item {
                Item::Event(event) => event.key.to_owned(),
                Item::Ordered(ordered) => ordered.line.to_string(),
                Item::Notice(_) => "back".to_owned(),
            };
            items.map(word).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(Place::default(), 0), "1 a 2 back c 3");
        assert_eq!(text(Place::default(), 1), "a c");
        assert_eq!(text(Place { events: 2, ordered: 1, notices: 1 }, 0), "2 c 3");
    }

    #[test]
    fn what_was_taken_back_is_not_told() {
        let journal = "answer a x 00\nanswer b x 00\nundo 2 by b agreed 00\nanswer b y 00\n";
        let stands = not_undone(journal, vec![ordered(1, 0), ordered(2, 0), ordered(4, 0)]);
        assert_eq!(stands.iter().map(|ordered| ordered.line).collect::<Vec<_>>(), [1, 4]);
    }
}

//! The rows of a chart of modifiers, found by their ids, and held against the rule by which each is applied.

use muster::{Collector, Fault, Faults, Source, Span, Spanned};
use serde::Deserialize;
use table::Rule;

use crate::core::charts::{Figure, Remark};

/// A row of a chart of modifiers.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureRow {
    id: String,
    value: i16,
    /// The test that it counts for, in the chart of tests.
    test: Option<Spanned<String>>,
    rule: Spanned<String>,
    #[serde(rename = "source")]
    _source: Remark,
    #[serde(rename = "note")]
    _note: Option<Remark>,
}

/// The rows that nobody has asked for yet, the ids asked for, and the faults found.
pub struct Figures<'s> {
    rows: Vec<Spanned<FigureRow>>,
    ids: Vec<&'static str>,
    pub faults: Collector<'s>,
}

impl<'s> Figures<'s> {
    /// All the rows of a chart.
    pub fn new(source: &'s Source, rows: Vec<Spanned<FigureRow>>) -> Figures<'s> {
        Figures { rows, ids: Vec::new(), faults: Collector::new(source) }
    }

    /// The figure of an id, which counts for no kind of test.
    pub fn figure(&mut self, id: &'static str, label: &'static str, rule: Rule) -> Figure {
        self.take(id, None, label, rule)
    }

    /// The figure of an id, which counts for a kind of test and has its own name as label.
    pub fn of_test(&mut self, id: &'static str, test: &'static str, rule: Rule) -> Figure {
        self.take(id, Some(test), id, rule)
    }

    fn take(
        &mut self,
        id: &'static str,
        test: Option<&'static str>,
        label: &'static str,
        rule: Rule,
    ) -> Figure {
        self.ids.push(id);
        let Some(place) = self.rows.iter().position(|row| row.get_ref().id == id) else {
            self.faults.whole(format!("there is no row for modifier {id:?}"));
            return Figure { value: 0, label, rule };
        };
        let row = self.rows.remove(place);
        let (span, row) = (row.span(), row.into_inner());
        match (&row.test, test) {
            (Some(given), Some(test)) if given.get_ref() != test => {
                let fault = self.faults.at(given.span(), "the figure counts for other tests");
                fault.expect(format!("test = {test:?}"));
            }
            (None, Some(test)) => {
                self.faults.at(span, "missing field `test`").expect(format!("test = {test:?}"));
            }
            (Some(given), None) => {
                self.faults.at(given.span(), "no figure of this chart counts for a test").expect("no `test`");
            }
            _ => {}
        }
        self.checked(row.value, (row.rule.get_ref(), row.rule.span()), label, rule)
    }

    /// A figure whose row cites a rule, at a place, which must be that by which it is applied.
    pub fn checked(
        &mut self,
        value: i16,
        (cited, at): (&String, Span),
        label: &'static str,
        rule: Rule,
    ) -> Figure {
        if cited != rule.0 {
            let fault = self.faults.at(at, "the figure is applied by another rule");
            fault.expect(format!("rule = \"{rule}\""));
        }
        Figure { value, label, rule }
    }

    /// Charts made of the figures, if nothing was wrong with them and no row is left.
    pub fn done<T>(mut self, made: T) -> Result<T, Faults> {
        for row in &self.rows {
            let id = &row.get_ref().id;
            if self.ids.contains(&id.as_str()) {
                self.faults.at(row.span(), format!("a second row for {id:?}"));
            } else {
                self.faults.put(row.span(), Fault::unknown("modifier", id, &self.ids));
            }
        }
        self.faults.into_result(made)
    }
}

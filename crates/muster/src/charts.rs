//! Charts: the figures of a rulebook, each table in a file of its own, in whose place a game or a vignette may put another.

use std::marker::PhantomData;

use serde::Deserialize;
use toml::{Spanned, Table, Value};

use crate::{Collector, Fault, Faults, Name, Source};

/// The charts of a rulebook, as they are read from their files.
pub trait ChartSet: Sized {
    /// The rulebook's id; its charts stand in `books/<id>/charts`.
    const BOOK: &'static str;
    /// The standard files: name without ending, and text.
    const STANDARD: &'static [(&'static str, &'static str)];

    /// Reads and checks all the charts.
    ///
    /// # Errors
    /// The faults of the first chart file that has any.
    fn read(files: &ChartFiles<Self>) -> Result<Self, Faults>;

    /// The name by which a row can be found: its id, or what else tells it from the others.
    fn row_name(row: &Value) -> Option<String>;
}

/// The chart files of a game: the standard ones, some perhaps replaced.
#[derive(Clone, Debug)]
pub struct ChartFiles<C> {
    files: Vec<(&'static str, Source)>,
    set: PhantomData<C>,
}

impl<C: ChartSet> Default for ChartFiles<C> {
    fn default() -> Self {
        ChartFiles::of(C::BOOK, &[])
    }
}

impl<C: ChartSet> ChartFiles<C> {
    /// The standard files, with those of a variant, of the book of this id, in their place.
    pub fn of(book: &str, own: &[(&str, &str)]) -> Self {
        let file = |(name, text): &(&'static str, &'static str)| {
            let given = own.iter().find(|(given, _)| given == name);
            let (book, text) = given.map_or((C::BOOK, *text), |(_, text)| (book, *text));
            (*name, Source::new(format!("books/{book}/charts/{name}.toml"), text))
        };
        ChartFiles { files: C::STANDARD.iter().map(file).collect(), set: PhantomData }
    }

    /// These files with others, known by the names of their files, in their place.
    ///
    /// # Errors
    /// There is no chart of that name.
    pub fn with(mut self, others: &[Source]) -> Result<Self, Faults> {
        for other in others {
            self.replace(&other.stem(), other.clone())?;
        }
        Ok(self)
    }

    /// Puts a file in place of a standard one.
    ///
    /// # Errors
    /// There is no chart of that name.
    pub fn replace(&mut self, name: &str, source: Source) -> Result<(), Faults> {
        match self.files.iter_mut().find(|(known, _)| *known == name) {
            Some((_, file)) => {
                *file = source;
                Ok(())
            }
            None => Err(Faults(vec![Fault::unknown("chart", name, &self.names())])),
        }
    }

    /// The names of the charts.
    pub fn names(&self) -> Vec<&'static str> {
        self.files.iter().map(|(name, _)| *name).collect()
    }

    /// The charts by name, each with its text.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.files.iter().map(|(name, source)| (*name, source.text.as_str()))
    }

    /// The text of a chart.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts().find(|(known, _)| *known == name).map(|(_, text)| text)
    }

    /// The file of one of the standard charts.
    ///
    /// # Panics
    /// If there is no chart of that name.
    pub fn source(&self, name: &str) -> &Source {
        let file = self.files.iter().find(|(known, _)| *known == name);
        &file.expect("all standard names are present").1
    }

    /// Reads and checks all the charts.
    ///
    /// # Errors
    /// The faults of the first chart file that has any.
    pub fn load(&self) -> Result<C, Faults> {
        C::read(self)
    }

    /// Reads and checks all the charts, with the rows that a file changes.
    ///
    /// # Errors
    /// What is wrong with them, told at the first change after which it is.
    pub fn changed(self, changes: &[RowChange], source: &Source) -> Result<C, Faults> {
        let mut files = ChartFiles { files: self.files.clone(), set: PhantomData };
        for change in changes {
            change.apply(&mut files, source)?;
        }
        files.load().map_err(|faults| spoiler(self, changes, source).unwrap_or(faults))
    }
}

/// The faults of the first change that spoils a chart.
fn spoiler<C: ChartSet>(mut files: ChartFiles<C>, changes: &[RowChange], source: &Source) -> Option<Faults> {
    changes.iter().find_map(|change| {
        change.apply(&mut files, source).ok()?;
        let chart = format!("chart {:?} with this row", change.chart.get_ref());
        Some(files.load().err()?.blamed_on(source, change.row.span(), &chart))
    })
}

/// Change of a chart's row: the row is found by its name, its place or some of its fields; those of `set` are replaced.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RowChange {
    chart: Name,
    /// The list of the chart; `row` if it is not said.
    list: Option<String>,
    /// The row's name, its place from 1, or fields of it.
    row: Spanned<Value>,
    set: Table,
}

impl RowChange {
    /// Changes the row in the chart's text.
    fn apply<C: ChartSet>(&self, charts: &mut ChartFiles<C>, source: &Source) -> Result<(), Faults> {
        let mut faults = Collector::new(source);
        let name = self.chart.get_ref();
        let Some(text) = charts.text(name) else {
            faults.put(self.chart.span(), Fault::unknown("chart", name, &charts.names()));
            return faults.into_result(());
        };
        let mut table: Table = text.parse().expect("the charts are TOML");
        let list = table.get_mut(self.list.as_deref().unwrap_or("row"));
        let mut none = Vec::new();
        let rows = list.and_then(Value::as_array_mut).unwrap_or(&mut none);
        match self.find::<C>(rows)[..] {
            [row] => rows[row].as_table_mut().expect("a row is a table").extend(self.set.clone()),
            [] => {
                let names: Vec<String> = rows.iter().filter_map(C::row_name).collect();
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let wanted = self.row.get_ref();
                let wanted = wanted.as_str().map_or_else(|| wanted.to_string(), str::to_owned);
                faults
                    .put(self.row.span(), Fault::unknown(&format!("row of chart {name:?}"), &wanted, &names));
            }
            ref several => {
                let what = format!("{} rows of chart {name:?} are so", several.len());
                faults.at(self.row.span(), what).expect(
                    "more of its fields: row = { side = \"attacker\", up_to = 2 }, or its place from 1",
                );
            }
        }
        faults.into_result(())?;
        let text = toml::to_string(&table).expect("a table is TOML");
        charts.replace(name, Source::new(format!("{name} as the vignette has it"), text))
    }

    /// The places of the rows that are meant.
    fn find<C: ChartSet>(&self, rows: &[Value]) -> Vec<usize> {
        let is_meant = |row: &Value| match self.row.get_ref() {
            Value::Table(fields) => fields.iter().all(|(key, value)| row.get(key) == Some(value)),
            name => name.as_str().is_some_and(|name| C::row_name(row).is_some_and(|own| own == name)),
        };
        match self.row.get_ref() {
            Value::Integer(place) => {
                usize::try_from(place - 1).ok().filter(|&i| i < rows.len()).into_iter().collect()
            }
            _ => (0..rows.len()).filter(|&i| is_meant(&rows[i])).collect(),
        }
    }
}

//! Rows of charts: what serde reads of a figure, and how rows become figures, values, values by kinds of ground.

use ground::{ByKind, Kind};
use muster::{Collector, Fault, Faults, Source, Spanned};
use serde::Deserialize;

use crate::exact::Exact;
use crate::figures::{Bounds, FigureRow, Figures, Span};

/// A number or a word.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
pub enum RawValue {
    /// A number.
    Whole(i16),
    /// `"3/2"`, `"NA"`, or the name of something.
    Word(String),
}

impl RawValue {
    /// A whole number.
    pub fn whole(&self) -> Option<i16> {
        if let RawValue::Whole(n) = self { Some(*n) } else { None }
    }

    /// A whole number or a fraction.
    pub fn exact(&self) -> Option<Exact> {
        match self {
            RawValue::Whole(n) => Some(Exact::whole((*n).into())),
            RawValue::Word(word) => word.parse().ok(),
        }
    }

    /// A word that is no figure.
    pub fn word(&self) -> Option<&str> {
        if let RawValue::Word(word) = self { Some(word) } else { None }
    }

    /// A figure, or `"NA"`.
    ///
    /// # Errors
    /// It is neither.
    pub fn perhaps(&self) -> Result<Option<Exact>, String> {
        match self {
            RawValue::Word(word) if word == "NA" => Ok(None),
            other => {
                other.exact().map(Some).ok_or_else(|| format!("{other:?} is neither a figure nor \"NA\""))
            }
        }
    }

    /// A whole number, or `"NA"`.
    ///
    /// # Errors
    /// It is neither.
    pub fn count(&self) -> Result<Option<i16>, String> {
        match self {
            RawValue::Word(word) if word == "NA" => Ok(None),
            RawValue::Whole(n) => Ok(Some(*n)),
            RawValue::Word(word) => Err(format!("{word:?} is neither a whole number nor \"NA\"")),
        }
    }

    /// A cost: a whole number from 0, or `"NA"`.
    ///
    /// # Errors
    /// It is neither.
    pub fn cost(&self) -> Result<Option<u16>, String> {
        match self.count()? {
            None => Ok(None),
            Some(n) => u16::try_from(n).map(Some).map_err(|_| format!("a cost of {n}")),
        }
    }
}

/// A row of a list of figures.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "some of it is for readers, or belongs to the code that knows the row")]
pub struct RawFigure {
    /// Its name.
    pub id: String,
    label: String,
    rule: String,
    source: Option<String>,
    sources: Option<toml::Table>,
    note: Option<String>,
    /// Its value.
    pub value: Option<RawValue>,
    /// Columns that it shifts by.
    pub columns: Option<RawValue>,
    /// The first reading for which it holds; the lowest, if it says the last alone.
    pub first: Option<i16>,
    /// The last; the highest, if it says the first alone.
    pub last: Option<i16>,
    /// Troops or values that it is taken of.
    pub of: Option<RawList>,
    unit: Option<String>,
    dice: Option<String>,
    direction: Option<String>,
    chart: Option<String>,
    effect: Option<String>,
    kind: Option<String>,
    per: Option<String>,
    when: Option<String>,
    not_when: Option<Vec<String>>,
    not_with: Option<Vec<String>>,
    #[serde(rename = "type")]
    type_: Option<String>,
    arm: Option<String>,
    #[serde(rename = "where")]
    where_: Option<String>,
    above: Option<i16>,
    share: Option<RawValue>,
    hexes: Option<i16>,
    most_half_mp: Option<i16>,
    least: Option<i16>,
    most: Option<i16>,
    attackers_least: Option<i16>,
    every: Option<i16>,
    units: Option<i16>,
}

impl FigureRow for RawFigure {
    fn whole(&self) -> Option<i16> {
        self.value.as_ref().or(self.columns.as_ref())?.whole()
    }

    fn exact(&self) -> Option<Exact> {
        self.value.as_ref()?.exact()
    }

    fn word(&self) -> Option<&str> {
        self.value.as_ref()?.word()
    }

    fn span(&self) -> Option<Span> {
        let says = self.first.is_some() || self.last.is_some();
        let span = Span { first: self.first.unwrap_or(i16::MIN), last: self.last.unwrap_or(i16::MAX) };
        says.then_some(span)
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            above: self.above,
            share: self.share.as_ref().and_then(RawValue::exact),
            hexes: self.hexes,
            most_half_mp: self.most_half_mp,
            least: self.least,
            most: self.most,
            attackers_least: self.attackers_least,
            every: self.every,
            units: self.units,
        }
    }
}

/// One word or several.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub enum RawList {
    /// One.
    One(#[allow(dead_code, reason = "whose value it is, the code knows")] String),
    /// Several.
    Several(Vec<String>),
}

/// A list of figures by name: each once.
///
/// # Errors
/// All faults of the rows, with their places.
pub fn figures<T: Figures>(source: &Source, rows: &[Spanned<RawFigure>]) -> Result<T, Faults> {
    let mut faults = Collector::new(source);
    let mut found: Vec<Option<&Spanned<RawFigure>>> = vec![None; T::IDS.len()];
    for row in rows {
        let id = row.get_ref().id.as_str();
        match T::IDS.iter().position(|known| *known == id) {
            None => {
                faults.put(row.span(), Fault::unknown("row", id, T::IDS));
            }
            Some(i) if found[i].is_some() => {
                faults.at(row.span(), format!("a second row for {id:?}"));
            }
            Some(i) => found[i] = Some(row),
        }
    }
    for (id, row) in T::IDS.iter().zip(&found) {
        if row.is_none() && faults.is_empty() {
            faults.whole(format!("there is no row {id:?}"));
        }
    }
    faults.into_result(())?;
    let found: Vec<&Spanned<RawFigure>> = found.into_iter().flatten().collect();
    let rows: Vec<RawFigure> = found.iter().map(|row| row.get_ref().clone()).collect();
    T::of_rows(&rows).map_err(|(at, wanted)| {
        let mut faults = Collector::new(source);
        faults.at(found[at].span(), format!("row {:?} has no such figure", rows[at].id)).expect(wanted);
        faults.into_result(()).expect_err("there is a fault")
    })
}

/// Rows that become values; the faults of all.
///
/// # Errors
/// The faults, with their places.
pub fn each<R, T>(
    source: &Source,
    rows: &[Spanned<R>],
    make: impl Fn(&R) -> Result<T, Fault>,
) -> Result<Vec<T>, Faults> {
    let mut faults = Collector::new(source);
    let mut made = Vec::new();
    for row in rows {
        match make(row.get_ref()) {
            Ok(value) => made.push(value),
            Err(fault) => {
                faults.put(row.span(), fault);
            }
        }
    }
    faults.into_result(made)
}

/// Rows by kinds of ground: at most one each.
///
/// # Errors
/// The faults, with their places.
pub fn by_kind<R, K: Kind + std::str::FromStr<Err = Fault>, T>(
    source: &Source,
    rows: &[Spanned<R>],
    name: impl Fn(&R) -> &str,
    make: impl Fn(&R) -> Result<T, Fault>,
) -> Result<ByKind<K, T>, Faults> {
    let mut faults = Collector::new(source);
    let mut found = ByKind::default();
    for row in rows {
        match (name(row.get_ref()).parse::<K>(), make(row.get_ref())) {
            (Err(fault), _) | (Ok(_), Err(fault)) => {
                faults.put(row.span(), fault);
            }
            (Ok(kind), Ok(value)) => {
                if found.put(kind, value).is_some() {
                    faults.at(row.span(), format!("a second row for {:?}", name(row.get_ref())));
                }
            }
        }
    }
    faults.into_result(found)
}

/// The place of a word in a list.
///
/// # Errors
/// A fault with the nearest word.
pub fn word(kind: &str, name: &str, known: &[&str]) -> Result<usize, Fault> {
    known.iter().position(|word| *word == name).ok_or_else(|| Fault::unknown(kind, name, known))
}

//! Armoury: the prices, what holds of any army, and the army lists, of the repository or of others' files.

use muster::{Collector, Faults, Format, Name, Source, read_toml};
use serde::Deserialize;

use super::list::List;
use super::points::Points;
use super::rules::{Known, RawRule, Rule};

/// The army lists of the repository: the names of their files, and their texts.
pub const STANDARD: &[(&str, &str)] = &[
    ("anglo-portuguese-1810", include_str!("../../../../books/fogn/armies/anglo-portuguese-1810.toml")),
    ("austria-1813", include_str!("../../../../books/fogn/armies/austria-1813.toml")),
    ("france-1812", include_str!("../../../../books/fogn/armies/france-1812.toml")),
    ("france-1813", include_str!("../../../../books/fogn/armies/france-1813.toml")),
    ("ottoman-1809", include_str!("../../../../books/fogn/armies/ottoman-1809.toml")),
    ("prussia-1813", include_str!("../../../../books/fogn/armies/prussia-1813.toml")),
    ("russia-1812", include_str!("../../../../books/fogn/armies/russia-1812.toml")),
    ("spain-1810", include_str!("../../../../books/fogn/armies/spain-1810.toml")),
];

/// The file of what holds of any army.
const COMPOSITION: &str = include_str!("../../../../books/fogn/charts/composition.toml");

/// Armoury: all that armies are read and checked with.
#[derive(Clone, Debug)]
pub struct Armoury {
    /// Prices.
    pub points: Points,
    /// Army lists.
    pub lists: Vec<List>,
    /// Rules that hold of any army.
    pub composition: Vec<Rule>,
    /// Rules that hold besides of an army without a list.
    pub free: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawComposition {
    #[expect(dead_code, reason = "a mark of the file")]
    format: Format<1>,
    chart: Name,
    #[expect(dead_code, reason = "for readers")]
    title: String,
    rule: Vec<RawRule>,
    free: Vec<RawRule>,
}

impl Armoury {
    /// The armoury of the book.
    ///
    /// # Panics
    /// Never: a test reads all its files.
    pub fn standard() -> Armoury {
        let points = Points::standard();
        let file = |(name, text): &(&str, &str)| Source::new(format!("books/fogn/armies/{name}.toml"), *text);
        let read =
            |list| List::read(&file(list), &points).expect("the lists of the repository have no faults");
        let lists = STANDARD.iter().map(read).collect();
        let source = Source::new("books/fogn/charts/composition.toml", COMPOSITION);
        let (composition, free) = composition(&source).expect("the chart of the repository has no faults");
        Armoury { points, lists, composition, free }
    }

    /// A list by its id.
    pub fn list(&self, id: &str) -> Option<&List> {
        self.lists.iter().find(|list| list.id == id)
    }
}

/// Reads what holds of any army: the rules of all, and of those without a list.
///
/// # Errors
/// All faults of the file.
pub fn composition(source: &Source) -> Result<(Vec<Rule>, Vec<Rule>), Faults> {
    let raw: RawComposition = read_toml(source)?;
    let mut faults = Collector::new(source);
    faults.word("chart", &raw.chart, &["composition"]);
    let known = Known::default();
    let mut checked =
        |rules: &[RawRule]| rules.iter().map(|rule| rule.checked(&known, &mut faults)).collect::<Vec<_>>();
    let rules = (checked(&raw.rule), checked(&raw.free));
    faults.into_result(rules)
}

//! Any text in place of a chart of any rulebook is a chart or is refused with faults.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;
use muster::Source;

fuzz_target!(|input: (u8, u8, &str)| {
    let (book, chart, text) = input;
    let books: Vec<_> = shelf::known().collect();
    let book = books[usize::from(book) % books.len()];
    let names = book.chart_names();
    let name = names[usize::from(chart) % names.len()];
    let _ = book.check_chart(&Source::new(format!("{name}.toml"), text));
});

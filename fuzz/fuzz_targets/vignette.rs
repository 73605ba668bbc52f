//! Any text is a vignette of any rulebook or is refused with faults; a vignette runs to an end.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;
use muster::Source;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let books: Vec<_> = shelf::known().collect();
    let book = books[usize::from(which) % books.len()];
    if let Ok(vignette) = book.vignette(&Source::new("fuzz.toml", text)) {
        for case in 0..vignette.cases().len() {
            let _ = vignette.run(case);
        }
    }
});

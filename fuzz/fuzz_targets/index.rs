//! Any text is a rule index or is refused with faults; a rule index is searched without an accident.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;
use muster::Source;

fuzz_target!(|input: (&str, &str)| {
    if let Ok(index) = shelf::Index::read(&Source::new("fuzz.toml", input.0)) {
        let _ = index.search(input.1).count();
        let _ = index.nearest(input.1);
        let _ = index.coverage(input.1);
    }
});

//! Any text is a catalogue of sentences or is refused with faults.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(faults) = shelf::Catalogue::parse(text) {
        assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line > 0));
    }
});

//! Any text is a catalogue of sentences or is refused with faults.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Err(faults) = shelf::Catalogue::parse(text) {
        assert!(!faults.is_empty() && faults.iter().all(|fault| fault.line > 0));
    }
});

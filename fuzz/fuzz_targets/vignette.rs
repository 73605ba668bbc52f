//! Any text is a vignette or is refused with faults; a vignette runs to an end.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster::Source;

fuzz_target!(|text: &str| {
    if let Ok(vignette) = jdg::vignette::Vignette::read(&Source::new("fuzz.toml", text)) {
        for case in &vignette.cases {
            let _ = case.run();
        }
    }
});

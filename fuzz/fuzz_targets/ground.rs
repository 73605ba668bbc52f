//! Any text is a ground or is refused with faults.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster::Source;

fuzz_target!(|text: &str| {
    let _ = ground::Ground::read(&Source::new("fuzz.toml", text));
});

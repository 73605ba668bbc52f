//! Any text is a ground or is refused with faults.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;
use muster::Source;

fuzz_target!(|text: &str| {
    let _ = ground::Ground::read(&Source::new("fuzz.toml", text));
});

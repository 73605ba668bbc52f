//! Any text in place of a chart is a chart or is refused with faults.
#![no_main]

use jdg::files::chart_files::{ChartFiles, STANDARD};
use libfuzzer_sys::fuzz_target;
use muster::Source;

fuzz_target!(|input: (u8, &str)| {
    let mut charts = ChartFiles::default();
    let name = STANDARD[usize::from(input.0) % STANDARD.len()].0;
    charts.replace(name, Source::new("fuzz.toml", input.1)).expect("a standard name");
    let _ = charts.load();
});

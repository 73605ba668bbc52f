//! Any bytes are a journal or a fault with its line.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = table::journal::read(bytes);
});

//! Any bytes are a journal or a fault with its line.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = table::journal::read(bytes);
});

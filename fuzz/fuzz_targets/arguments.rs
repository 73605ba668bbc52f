//! Any arguments are understood, or refused in words. (What the commands then do with odd ones is tried by `hostile.rs`.)
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;

fuzz_target!(|line: &str| {
    let args = std::iter::once("berthier").chain(line.split('\u{1f}')).map(Into::into);
    if let Err(why) = berthier::understood(args) {
        assert!(!why.trim().is_empty());
    }
});

//! Frame of every fuzz target. The fuzzer itself is a library in C++ that only runs need (feature `run`, which `cargo xtask fuzz` asks
//! for): without it a target is a program that does nothing, so that the checks read it as they read everything else.

#[cfg(feature = "run")]
pub use libfuzzer_sys::fuzz_target;

/// Stand-in for the fuzzer's macro: takes the same function, and never calls it.
#[cfg(not(feature = "run"))]
#[macro_export]
macro_rules! fuzz_target {
    (|$input:ident: $kind:ty| $body:expr) => {
        fn main() {
            let _target: fn($kind) = |$input: $kind| $body;
        }
    };
}

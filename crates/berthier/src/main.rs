//! The program: everything is in the library beside it.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A server opens and closes many games on many threads: this allocator gives their memory back, and is quicker at it.
#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    berthier::main()
}

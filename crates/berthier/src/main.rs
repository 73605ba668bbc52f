//! The program: everything is in the library beside it.

use std::process::ExitCode;

fn main() -> ExitCode {
    berthier::main()
}

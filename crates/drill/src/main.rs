//! The command line of the house with the drill book on its shelf, for the tests.

use std::process::ExitCode;

fn main() -> ExitCode {
    drill::on_the_shelf();
    berthier::main()
}

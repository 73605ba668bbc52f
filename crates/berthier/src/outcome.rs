//! Outcome: how a command ended.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use muster::Faults;

use crate::commands::common::width;
use crate::excerpt;

/// Outcome of a command: what a command comes to.
pub type CommandResult = Result<(), Failure>;

/// Failure of a command: why it did not come to a good end.
#[derive(Debug)]
pub enum Failure {
    /// Something differs from what was expected, or a check failed; the command has printed what. Exit code 1.
    Differs,
    /// The same, with what to print.
    Failed(String),
    /// A request that makes no sense. Exit code 2.
    Usage(String),
    /// Data that cannot be used. Exit code 3.
    Data(String),
    /// The same, with the faults of its files. Exit code 3.
    Faults(Faults),
    /// Whoever read the output has gone away; nothing is wrong.
    Closed,
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> ExitCode {
        let code = match self {
            Failure::Closed => 0,
            Failure::Differs | Failure::Failed(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Data(_) | Failure::Faults(_) => 3,
        };
        ExitCode::from(code)
    }

    /// Message to the user; the faults of files are drawn if they sit at a terminal.
    pub fn message(&self) -> Option<String> {
        match self {
            Failure::Closed | Failure::Differs => None,
            Failure::Failed(text) | Failure::Usage(text) | Failure::Data(text) => Some(text.clone()),
            Failure::Faults(faults) if io::stderr().is_terminal() => {
                Some(format!("there are faults in the data\n\n{}", excerpt::drawn(faults, width())))
            }
            Failure::Faults(faults) => Some(faults.to_string()),
        }
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Failure::Faults(faults)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Failure::Closed
        } else {
            Failure::Failed(error.to_string())
        }
    }
}

/// Writes a file that the user named.
///
/// # Errors
/// With the file's name.
pub fn write_file(path: &std::path::Path, bytes: &[u8]) -> CommandResult {
    std::fs::write(path, bytes)
        .map_err(|e| Failure::Failed(format!("{} cannot be written: {e}", path.display())))
}

/// Tries whether a file can be written, without changing what stands in it.
///
/// # Errors
/// With the file's name.
pub fn writable(path: &std::path::Path) -> CommandResult {
    let is_new = !path.exists();
    std::fs::OpenOptions::new()
        .append(true)
        .create(true)
        .open(path)
        .map_err(|e| Failure::Failed(format!("{} cannot be written: {e}", path.display())))?;
    if is_new {
        let _ = std::fs::remove_file(path);
    }
    Ok(())
}

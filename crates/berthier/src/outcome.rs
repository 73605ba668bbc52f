//! How a command ended.

use std::io;

use muster::Faults;

/// What a command comes to.
pub type Done = Result<(), Failure>;

/// Why a command did not come to a good end.
#[derive(Debug)]
pub enum Failure {
    /// Something differs from what was expected, or a check failed; the command has printed what. Exit code 1.
    Differs,
    /// The same, with what to print.
    Failed(String),
    /// What was asked for makes no sense. Exit code 2.
    Usage(String),
    /// Data that cannot be used. Exit code 3.
    Data(String),
    /// Whoever read the output has gone away; nothing is wrong.
    Closed,
}

impl Failure {
    /// The exit code.
    pub fn code(&self) -> u8 {
        match self {
            Failure::Closed => 0,
            Failure::Differs | Failure::Failed(_) => 1,
            Failure::Usage(_) => 2,
            Failure::Data(_) => 3,
        }
    }

    /// What to tell the user.
    pub fn message(&self) -> Option<&str> {
        match self {
            Failure::Closed | Failure::Differs => None,
            Failure::Failed(text) | Failure::Usage(text) | Failure::Data(text) => Some(text),
        }
    }
}

impl From<Faults> for Failure {
    fn from(faults: Faults) -> Self {
        Failure::Data(faults.to_string())
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
pub fn write_file(path: &std::path::Path, bytes: &[u8]) -> Done {
    std::fs::write(path, bytes)
        .map_err(|e| Failure::Failed(format!("{} cannot be written: {e}", path.display())))
}

/// Tries whether a file can be written, without changing what stands in it.
///
/// # Errors
/// With the file's name.
pub fn writable(path: &std::path::Path) -> Done {
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

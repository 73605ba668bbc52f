//! The data folder: one server's at a time, and nobody else's to read.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;

use super::StoreError;

/// The file that says that a server uses the folder.
const LOCK: &str = "berthier.lock";

/// Keeps a folder for one server, as long as the file is open.
///
/// # Errors
/// Another server uses it, or it cannot be made.
pub fn keep(folder: &Path) -> Result<File, StoreError> {
    std::fs::create_dir_all(folder)?;
    let file = OpenOptions::new().create(true).truncate(false).write(true).open(folder.join(LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(StoreError::Taken),
        Err(TryLockError::Error(error)) => Err(error.into()),
    }
}

/// Endings of the files that SQLite writes beside the data file.
const BESIDE: [&str; 2] = ["-wal", "-shm"];

/// Makes a file if there is none, and lets only its owner read and write it. SQLite gives the files that it makes beside it the same
/// rights; those that are there already, after a crash, get them here.
///
/// # Errors
/// The file system does not allow it.
pub fn make_private(file: &Path) -> Result<(), StoreError> {
    let mut options = OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let opened = options.open(file)?;
    #[cfg(unix)]
    opened.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    drop(opened);
    #[cfg(unix)]
    for ending in BESIDE {
        let mut beside = file.as_os_str().to_owned();
        beside.push(ending);
        match std::fs::set_permissions(&beside, std::os::unix::fs::PermissionsExt::from_mode(0o600)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            _ => {}
        }
    }
    Ok(())
}

//! The file of a game: its journal, written as it is played, and beside it the seed of the dice while it is secret.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use shelf::Game;

use crate::commands::common::seed_path;
use crate::outcome::{CommandResult, Failure};

/// Number of the games of a battle that are kept under names of their own.
const MOST_GAMES: usize = 100_000;

/// An open journal.
pub struct GameFile {
    path: PathBuf,
    file: File,
}

fn broken(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Failed(format!("{} cannot be written: {error}", path.display()))
}

impl GameFile {
    /// A new journal: where the user wants it, else under a free name in the folder for such files.
    pub fn create(wanted: Option<&Path>, battle: &str, seed: &[u8; 32]) -> Result<Self, Failure> {
        let path = match wanted {
            Some(path) => path.to_path_buf(),
            None => free_name(battle)?,
        };
        let file = OpenOptions::new().write(true).create_new(true).open(&path).map_err(|error| {
            if error.kind() == std::io::ErrorKind::AlreadyExists {
                let path = path.display();
                Failure::Usage(format!(
                    "{path} exists; go on with it by --resume {path}, or give another name"
                ))
            } else {
                broken(&path, &error)
            }
        })?;
        let beside = seed_path(&path);
        std::fs::write(&beside, table::hash::hex(seed)).map_err(|error| broken(&beside, &error))?;
        Ok(GameFile { path, file })
    }

    /// The journal of a game that goes on: mended if a power cut had torn it.
    pub fn resume(path: &Path, game: &mut dyn Game) -> Result<Self, Failure> {
        let failed = |error: std::io::Error| broken(path, &error);
        // The whole journal is written, what the game has added to a torn one too: none of it is to be appended again.
        let whole = game.journal();
        game.take_lines();
        if std::fs::read(path).map_err(failed)? != whole.as_bytes() {
            let mut mended = path.as_os_str().to_owned();
            mended.push(".mended");
            std::fs::write(&mended, whole).map_err(failed)?;
            std::fs::rename(&mended, path).map_err(failed)?;
        }
        let file = OpenOptions::new().append(true).open(path).map_err(failed)?;
        Ok(GameFile { path: path.to_path_buf(), file })
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends lines, safely on the disk before anything that follows from them is shown.
    pub fn append(&mut self, lines: &str) -> CommandResult {
        if lines.is_empty() {
            return Ok(());
        }
        let written = self.file.write_all(lines.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| broken(&self.path, &error))
    }

    /// The seed is revealed in the journal: the file beside it is of no more use.
    pub fn forget_seed(&self) {
        let _ = std::fs::remove_file(seed_path(&self.path));
    }
}

/// A name that no game has yet, `maida-1.journal`, in the user's folder for such files.
fn free_name(battle: &str) -> Result<PathBuf, Failure> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    let folder = state.or(home).map_or_else(|| PathBuf::from("."), |folder| folder.join("berthier"));
    std::fs::create_dir_all(&folder).map_err(|error| broken(&folder, &error))?;
    let name =
        (1..MOST_GAMES).map(|n| folder.join(format!("{battle}-{n}.journal"))).find(|path| !path.exists());
    name.ok_or_else(|| Failure::Failed(format!("{} is full of games of {battle}", folder.display())))
}

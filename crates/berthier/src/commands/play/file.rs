//! The file of a game: its journal, written as it is played, and beside it the seed of the dice while it is secret.

use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use shelf::Game;

use crate::commands::common::{games_folder, seed_path};
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
    /// A new journal: where the user wants it, else under a free name in the folder for such files. The seed, if the dice follow from one, is kept
    /// beside it.
    pub fn create(wanted: Option<&Path>, battle: &str, seed: Option<&[u8; 32]>) -> Result<Self, Failure> {
        let (path, file) = match wanted {
            Some(path) => (path.to_path_buf(), new_file(path)),
            None => free_file(battle)?,
        };
        let file = file.map_err(|error| {
            if error.kind() == ErrorKind::AlreadyExists {
                let path = path.display();
                Failure::Usage(format!(
                    "{path} exists; go on with it by `berthier play --resume {path}`, or give another name"
                ))
            } else {
                broken(&path, &error)
            }
        })?;
        if let Some(seed) = seed {
            let beside = seed_path(&path);
            std::fs::write(&beside, table::hash::hex(seed)).map_err(|error| broken(&beside, &error))?;
        }
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

fn new_file(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// A new file under a name that no game has yet, `maida-1.journal`, in the user's folder for such files.
fn free_file(battle: &str) -> Result<(PathBuf, io::Result<File>), Failure> {
    let folder = games_folder().unwrap_or_else(|| PathBuf::from("."));
    std::fs::create_dir_all(&folder).map_err(|error| broken(&folder, &error))?;
    let name = |n: usize| folder.join(format!("{battle}-{n}.journal"));
    let made = (1..MOST_GAMES).map(|n| (name(n), new_file(&name(n))));
    let is_taken =
        |made: &io::Result<File>| made.as_ref().is_err_and(|error| error.kind() == ErrorKind::AlreadyExists);
    made.into_iter()
        .find(|(_, made)| !is_taken(made))
        .ok_or_else(|| Failure::Failed(format!("{} is full of games of {battle}", folder.display())))
}

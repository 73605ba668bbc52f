//! Common ground of several commands.

use engraver::text::Colours;
use std::fmt::Display;
use std::fs::File;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Once;

use clap::Args;
use muster::{Faults, Source};
use shelf::{Book, Drawing, Game, PictureFormat, Table, VignetteFile};

use crate::outcome::{CommandResult, Failure, write_file};
use crate::paint::{DIM, painted};

/// A battle, and a game of it that goes on.
pub type ResumedGame = (Box<dyn Table>, Box<dyn Game>);

/// Set-up of a battle: how a battle is set up.
#[derive(Args)]
pub struct BattleArgs {
    /// The rulebook; if absent, the first that has a scenario for the battle
    #[arg(long = "rules", value_name = "BOOK")]
    pub book: Option<String>,
    /// A chart file of your own, in place of the standard one of its name
    #[arg(long, value_name = "FILE")]
    pub chart: Vec<PathBuf>,
    /// An option of the game; `rules BOOK --options` lists those of a rulebook
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = table::option::parse)]
    pub options: Vec<(String, String)>,
}

impl BattleArgs {
    /// The standard set-up under a rulebook.
    pub fn plain(book: &str) -> BattleArgs {
        BattleArgs { book: Some(book.to_owned()), chart: Vec::new(), options: Vec::new() }
    }

    /// The same under a rulebook.
    pub fn under(&self, book: &str) -> BattleArgs {
        BattleArgs { book: Some(book.to_owned()), chart: self.chart.clone(), options: self.options.clone() }
    }

    /// The rulebook under which a battle is set up: the one that is named, or the first that has a scenario for it, those that are offered before
    /// those that are still being written; of such a one it is said.
    pub fn book_for(&self, battle: &str) -> Result<&'static dyn Book, Failure> {
        let named = self.book.as_deref().map(shelf::known_book).transpose();
        let named = named.map_err(|faults| Failure::Usage(faults.to_string()))?;
        Ok(noted(named.unwrap_or_else(|| shelf::book_for(battle))))
    }

    /// Sets up a battle by its id or its folder.
    pub fn table(&self, battle: &str) -> Result<Box<dyn Table>, Failure> {
        self.table_by(self.book_for(battle)?, battle)
    }

    /// The vignette of a name, of the rulebook that is named, if one is; or the file.
    pub fn vignette(&self, name: &str) -> Result<Source, Faults> {
        shelf::find_vignette_of(self.book.as_deref(), name)
    }

    fn table_by(&self, book: &dyn Book, battle: &str) -> Result<Box<dyn Table>, Failure> {
        let charts = self.chart.iter().map(|path| Source::read(path)).collect::<Result<Vec<_>, _>>()?;
        let is_known = Path::new(battle).exists() || book.battles().iter().any(|entry| entry.id == battle);
        table::option::settle(book.options(), &self.options)
            .map_err(|error| Failure::Usage(format!("{}: {error}", book.title())))?;
        let order = shelf::Order { battle, charts: &charts, options: &self.options };
        book.load(&order).map_err(|faults| match is_known {
            true => Failure::from(faults),
            false => Failure::Usage(faults.to_string()),
        })
    }

    /// Sets up the battle of a journal that stands in a file.
    pub fn table_of(&self, path: &Path, journal: &[u8]) -> Result<Box<dyn Table>, Failure> {
        let head = table::session::describe(journal).map_err(|fault| in_journal(path, fault))?;
        // An option that is given with a journal is held against the one that the journal names.
        let options = if self.options.is_empty() { head.options } else { self.options.clone() };
        BattleArgs { options, ..self.under(&head.rulebook) }.table(&head.setup.battle)
    }

    /// The game of a journal, to be looked at, as far as the journal goes.
    pub fn seen(&self, path: &Path) -> Result<ResumedGame, Failure> {
        let journal = read_journal(path)?;
        let table = self.table_of(path, &journal)?;
        let game = table.look(&journal).map_err(|fault| in_journal(path, fault))?;
        Ok((table, game))
    }

    /// The game of a journal, with the seed that stands beside it if the game is not finished.
    pub fn game_of(&self, path: &Path) -> Result<ResumedGame, Failure> {
        let journal = read_journal(path)?;
        let table = self.table_of(path, &journal)?;
        let game = table.resume(&journal, seed_beside(path)).map_err(|fault| in_journal(path, fault))?;
        Ok((table, game))
    }
}

/// A rulebook, which says on the standard error once that it is still being written, if it is.
pub fn noted(book: &'static dyn Book) -> &'static dyn Book {
    static SAID: Once = Once::new();
    if shelf::is_being_written(book) {
        SAID.call_once(|| {
            let note =
                format!("{} ({}) is being written: what it plays may still change.", book.title(), book.id());
            // A note that cannot be written is no reason to stop.
            let _ = writeln!(anstream::stderr(), "{}", painted(DIM, note));
        });
    }
    book
}

/// Reads a vignette; of a rulebook that is still being written it is said.
pub fn read_vignette(source: &Source) -> Result<Box<dyn VignetteFile>, Failure> {
    if let Some(book) = shelf::book_of(source)? {
        noted(book);
    }
    Ok(shelf::read_vignette(source)?)
}

/// A fault of a journal, with the file in which it stands.
pub fn in_journal(path: &Path, fault: impl Display) -> Failure {
    Failure::Data(format!("{}: {fault}", path.display()))
}

/// The most bytes of a journal: more than any game can fill.
const MOST_JOURNAL: u64 = 64 << 20;

/// The bytes of a journal.
pub fn read_journal(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_JOURNAL + 1).read_to_end(&mut bytes));
    match read {
        Ok(length) if length as u64 > MOST_JOURNAL => Err(Failure::Data(format!(
            "{} is no journal: it is longer than {} megabytes",
            path.display(),
            MOST_JOURNAL >> 20
        ))),
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::Data(format!(
            "{} cannot be read: {error}{}",
            path.display(),
            if error.kind() == std::io::ErrorKind::NotFound { other_journal(path) } else { String::new() }
        ))),
    }
}

/// Journal that somebody may have meant who names one that is not there: who names a battle wants one of its games.
fn other_journal(path: &Path) -> String {
    let name = path.to_string_lossy();
    let is_battle = shelf::known().flat_map(|book| book.battles()).any(|battle| battle.id == name);
    if !is_battle {
        return String::new();
    }
    let saved = games_folder().and_then(|folder| newest_journal(&folder, &name));
    match saved {
        Some(saved) => format!(
            ". {name} is a battle, and this command wants a saved game. The latest of it here: {}",
            saved.display()
        ),
        None => format!(
            ". {name} is a battle, and this command wants a saved game: `berthier play {name}` saves one as you play, and says where"
        ),
    }
}

/// The journal of a battle in a folder that was written last.
fn newest_journal(folder: &Path, battle: &str) -> Option<PathBuf> {
    let is_game = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let number = name.strip_prefix(battle).and_then(|rest| rest.strip_prefix('-'));
        let number = number.and_then(|rest| rest.strip_suffix(".journal"));
        number.is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
    };
    let files = std::fs::read_dir(folder).ok()?.filter_map(|entry| Some(entry.ok()?.path()));
    files.filter(is_game).max_by_key(|path| path.metadata().and_then(|data| data.modified()).ok())
}

/// The user's folder for games that were given no place of their own.
pub fn games_folder() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
    state.or(home).map(|folder| folder.join("berthier"))
}

/// The file that keeps the seed of an unfinished game's dice.
pub fn seed_path(journal: &Path) -> PathBuf {
    let mut name = journal.as_os_str().to_owned();
    name.push(".seed");
    PathBuf::from(name)
}

fn seed_beside(journal: &Path) -> Option<[u8; 32]> {
    let text = std::fs::read_to_string(seed_path(journal)).ok()?;
    table::hash::unhex(text.trim())?.try_into().ok()
}

/// Beginning of a journal.
const MAGIC: &[u8; 16] = b"berthier-journal";

/// Whether a file begins like a journal.
pub fn is_journal(path: &Path) -> bool {
    let mut start = [0; MAGIC.len()];
    File::open(path).and_then(|mut file| file.read_exact(&mut start)).is_ok() && start == *MAGIC
}

/// The width of the terminal, or of a page.
pub fn width() -> usize {
    match terminal_size::terminal_size() {
        Some((width, _)) if std::io::stdout().is_terminal() => usize::from(width.0).clamp(40, 240),
        _ => 100,
    }
}

/// Colours, if they will be seen.
pub fn colours() -> Colours {
    match anstream::AutoStream::choice(&std::io::stdout()) {
        anstream::ColorChoice::Never => Colours::Without,
        _ => Colours::Ansi,
    }
}

/// Look of a map: how the map in a picture looks.
#[derive(Args)]
pub struct PictureArgs {
    /// Pixels for the width of a hex in the picture, from 16 to 400
    #[arg(long, value_name = "PIXELS", default_value_t = engraver::SCALE, requires = "out",
        value_parser = clap::value_parser!(u32).range(16..=400))]
    scale: u32,
    /// Leave the numbers of the hexes out of the picture
    #[arg(long, requires = "out")]
    no_numbers: bool,
}

impl PictureArgs {
    /// The drawing in a format.
    pub fn drawing(&self, format: PictureFormat) -> Drawing {
        Drawing { format, px_per_hex: self.scale, numbers: !self.no_numbers }
    }
}

/// Writes a picture in the format that its name ends in.
pub fn write_picture(path: &Path, draw: impl Fn(PictureFormat) -> Result<Vec<u8>, String>) -> CommandResult {
    let format = match path.extension().and_then(|ending| ending.to_str()) {
        Some("svg") => PictureFormat::Svg,
        Some("png") => PictureFormat::Png,
        _ => return Err(Failure::Usage(format!("{}: pictures end in .svg or .png", path.display()))),
    };
    write_file(path, &draw(format).map_err(Failure::Failed)?)
}

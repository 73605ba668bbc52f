//! The folder of a battle, built in or on disk.

use std::path::Path;

use muster::{Fault, Faults, Source};

use crate::data;
use crate::own::print;

/// The ground of a battle.
const GROUND: &str = "ground.toml";

/// The ground of a battle at the scale of a rulebook, where [`GROUND`] is that of another.
fn own_ground(book: &str) -> String {
    format!("ground.{book}.toml")
}

/// The files of a battle under a rulebook.
#[derive(Clone, Debug)]
pub struct Folder {
    /// The battle's id: the name of its folder.
    pub id: String,
    /// `battle.toml`.
    pub battle: Source,
    /// `ground.toml`, or where the book has a ground of its own scale, `ground.an30.toml`.
    pub ground: Source,
    /// `order-of-battle.toml`.
    pub order_of_battle: Source,
    /// The scenario, called like the rulebook: `jdg.toml`; of a further one `an30.gemioncourt.toml`.
    pub scenario: Source,
}

impl Folder {
    /// The ids of the built-in battles with a scenario for a rulebook.
    pub fn built_in(book: &str) -> Vec<&'static str> {
        let scenario = format!("/{book}.toml");
        let folders = data::below("battles/").filter_map(|(path, _)| path.strip_suffix(&scenario));
        folders.filter_map(|folder| folder.strip_prefix("battles/")).collect()
    }

    /// The ids of the further scenarios of built-in battles: that of the battle, and the scenario's name behind a point. Tools find them by it; no
    /// list has them.
    pub fn further(book: &str) -> Vec<String> {
        let id = |path: &str| {
            let (folder, file) = path.strip_prefix("battles/")?.split_once('/')?;
            Some(format!("{folder}.{}", name_of_further(book, file)?))
        };
        data::below("battles/").filter_map(|(path, _)| id(path)).collect()
    }

    /// The files of a built-in battle, or of a further scenario of one; empty ones if there is none of the id.
    pub fn own(book: &str, id: &str) -> Folder {
        let (folder, further) = id.split_once('.').unwrap_or((id, ""));
        let file = |name: &str| {
            let path = |name: &str| format!("battles/{folder}/{name}");
            let own = path(&own_ground(book));
            let path = if name == GROUND && data::file(&own).is_some() { own } else { path(name) };
            let text = data::file(&path).unwrap_or_default();
            Ok(Source::new(path, text))
        };
        Folder::of(id.to_owned(), &scenario(book, further), file).expect("what is built in can be read")
    }

    /// The files of a folder on disk.
    ///
    /// # Errors
    /// A file is missing or not readable.
    pub fn read(book: &str, folder: &Path) -> Result<Folder, Faults> {
        Folder::read_scenario(book, folder, "")
    }

    fn read_scenario(book: &str, folder: &Path, further: &str) -> Result<Folder, Faults> {
        let id = folder.file_name().map_or_else(|| "battle".to_owned(), |n| n.to_string_lossy().into_owned());
        let id = if further.is_empty() { id } else { format!("{id}.{further}") };
        let own = folder.join(own_ground(book));
        let file = |name: &str| if name == GROUND && own.is_file() { own.clone() } else { folder.join(name) };
        Folder::of(id, &scenario(book, further), |name| Source::read(&file(name)))
    }

    fn of(
        id: String,
        scenario: &str,
        file: impl Fn(&str) -> Result<Source, Faults>,
    ) -> Result<Folder, Faults> {
        Ok(Folder {
            id,
            battle: file("battle.toml")?,
            ground: file(GROUND)?,
            order_of_battle: file("order-of-battle.toml")?,
            scenario: file(scenario)?,
        })
    }

    /// The files of what was asked for: a built-in battle by its id, or a further scenario of one (`quatre-bras.gemioncourt`); a folder on disk, or a
    /// file in one: that of a further scenario means this one.
    ///
    /// # Errors
    /// There is no such battle, with the nearest id; or a file is missing.
    pub fn find(book: &str, battle: &str) -> Result<Folder, Faults> {
        let (own, path) = (Folder::built_in(book), Path::new(battle));
        if own.contains(&battle) || Folder::further(book).iter().any(|id| id == battle) {
            return Ok(Folder::own(book, battle));
        }
        if path.is_dir() {
            return Folder::read(book, path);
        }
        if !path.is_file() {
            return Err(Faults(vec![Fault::unknown("battle", battle, &own)]));
        }
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.join("battle.toml").is_file() {
            let what = format!("{battle} is no battle: no battle.toml stands beside it");
            return Err(Faults(vec![Fault::new(what)]));
        }
        let file = path.file_name().map(|name| name.to_string_lossy());
        let further = file.as_deref().and_then(|file| name_of_further(book, file));
        Folder::read_scenario(book, folder, further.unwrap_or_default())
    }

    /// The hash of its files together, under the name by which a game's journal keeps it.
    pub fn print(&self) -> (String, String) {
        let files = [&self.battle, &self.ground, &self.order_of_battle, &self.scenario];
        ("battle".to_owned(), print(&files.map(|source| source.text.as_str())))
    }
}

/// The file of a scenario: the usual one, or a further one by its name.
fn scenario(book: &str, further: &str) -> String {
    if further.is_empty() { format!("{book}.toml") } else { format!("{book}.{further}.toml") }
}

/// The name of the further scenario that a file of this name is, if it is one of the book.
fn name_of_further<'f>(book: &str, file: &'f str) -> Option<&'f str> {
    file.strip_prefix(book)?.strip_prefix('.')?.strip_suffix(".toml")
}

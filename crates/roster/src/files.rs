//! The files of a battle's folder, as far as one rulebook reads them.

use std::path::Path;

use muster::{Collector, Faults, Name, Source};

/// The ground of a battle, unless a rulebook has one at its own scale.
const GROUND: &str = "ground.toml";

/// The four files of a battle under a rulebook.
#[derive(Clone, Debug)]
pub struct BattleFiles {
    /// The battle's id: the name of its folder, with that of a further scenario behind a point.
    pub id: String,
    /// `battle.toml`.
    pub battle: Source,
    /// `ground.toml`, or where the book has a ground of its own scale, `ground.an30.toml`.
    pub ground: Source,
    /// `order-of-battle.toml`.
    pub order_of_battle: Source,
    /// The scenario, called like the rulebook: `jdg.toml`; a further one `an30.gemioncourt.toml`.
    pub scenario: Source,
}

impl BattleFiles {
    /// Reads the files of a battle's folder.
    ///
    /// # Errors
    /// A file is missing or not readable.
    pub fn read(book: &str, folder: &Path) -> Result<BattleFiles, Faults> {
        BattleFiles::read_further(book, folder, "")
    }

    /// Reads the files of a battle's folder with a further scenario: the same ground and order of battle, another hour. Without a name it is the usual
    /// scenario.
    ///
    /// # Errors
    /// A file is missing or not readable.
    pub fn read_further(book: &str, folder: &Path, name: &str) -> Result<BattleFiles, Faults> {
        let id = folder.file_name().map_or_else(|| "battle".to_owned(), |n| n.to_string_lossy().into_owned());
        let has = |name: &str| folder.join(name).is_file();
        BattleFiles::from(book, (&id, name), has, |name| Source::read(&folder.join(name)))
    }

    /// The files of a folder that is somewhere else than on disk: its id with the name of the scenario (empty for the usual one), which files it has,
    /// and each of them.
    ///
    /// # Errors
    /// As those files.
    pub fn from(
        book: &str,
        (folder, further): (&str, &str),
        has: impl Fn(&str) -> bool,
        file: impl Fn(&str) -> Result<Source, Faults>,
    ) -> Result<BattleFiles, Faults> {
        let own = format!("ground.{book}.toml");
        let further = if further.is_empty() { String::new() } else { format!(".{further}") };
        Ok(BattleFiles {
            id: format!("{folder}{further}"),
            battle: file("battle.toml")?,
            ground: file(if has(&own) { &own } else { GROUND })?,
            order_of_battle: file("order-of-battle.toml")?,
            scenario: file(&format!("{book}{further}.toml"))?,
        })
    }
}

/// Finds fault with a scenario that says that it is one of another rulebook.
pub fn check_rulebook(named: &Name, id: &str, title: &str, faults: &mut Collector<'_>) {
    if named.get_ref() != id {
        let what = format!("this is no scenario for {title}");
        faults.at(named.span(), what).expect(format!("rulebook = {id:?}"));
    }
}

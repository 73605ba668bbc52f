//! The files of a battle: built in, or on disk.

use std::path::Path;

use muster::{Fault, Faults, Source};
use roster::BattleFiles;

use crate::data;

/// The ids of the built-in battles with a scenario for a rulebook.
pub fn built_in(book: &str) -> Vec<&'static str> {
    let scenario = format!("/{book}.toml");
    let folders = data::below("battles/").filter_map(|(path, _)| path.strip_suffix(&scenario));
    folders.filter_map(|folder| folder.strip_prefix("battles/")).collect()
}

/// The ids of the built-in battles for a rulebook, and of their further scenarios.
pub fn listed(book: &str) -> Vec<String> {
    built_in(book).into_iter().map(str::to_owned).chain(further(book)).collect()
}

/// The ids of the further scenarios of built-in battles: that of the battle, and the scenario's name behind a point.
pub fn further(book: &str) -> Vec<String> {
    let id = |path: &str| {
        let (folder, file) = path.strip_prefix("battles/")?.split_once('/')?;
        Some(format!("{folder}.{}", name_of_further(book, file)?))
    };
    data::below("battles/").filter_map(|(path, _)| id(path)).collect()
}

/// The files of a built-in battle, or of a further scenario of one; empty ones if there is none of the id.
pub fn own_battle(book: &str, id: &str) -> BattleFiles {
    let (folder, further) = id.split_once('.').unwrap_or((id, ""));
    let path = |name: &str| format!("battles/{folder}/{name}");
    let has = |name: &str| data::file(&path(name)).is_some();
    let file = |name: &str| Ok(Source::new(path(name), data::file(&path(name)).unwrap_or_default()));
    BattleFiles::from(book, (folder, further), has, file).expect("what is built in can be read")
}

/// The files of what was asked for: a built-in battle by its id, or a further scenario of one (`quatre-bras.gemioncourt`); a folder on disk, or a
/// file in one: that of a further scenario means this one.
///
/// # Errors
/// There is no such battle, with the nearest id; or a file is missing.
pub fn find_battle(book: &str, battle: &str) -> Result<BattleFiles, Faults> {
    let (own, path) = (built_in(book), Path::new(battle));
    if own.contains(&battle) || further(book).iter().any(|id| id == battle) {
        return Ok(own_battle(book, battle));
    }
    if path.is_dir() {
        return BattleFiles::read(book, path);
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
    BattleFiles::read_further(book, folder, further.unwrap_or_default())
}

/// All the TOML files of a battle's folder: of a built-in battle or one of its scenarios, of a folder on disk or a file in one.
///
/// # Errors
/// A file cannot be read.
pub fn files_of(battle: &str) -> Result<Vec<Source>, Faults> {
    let path = Path::new(battle);
    let on_disk = if path.is_dir() { Some(path) } else { path.parent().filter(|_| path.is_file()) };
    let own = format!("battles/{}/", battle.split('.').next().unwrap_or(battle));
    let built_in = data::below(&own).filter(|(path, _)| path.ends_with(".toml"));
    let built_in: Vec<Source> = built_in.map(|(path, text)| Source::new(path, text)).collect();
    let Some(folder) = on_disk.filter(|_| built_in.is_empty()) else { return Ok(built_in) };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder)
        .map_err(|error| Faults(vec![Fault::new(format!("{}: {error}", folder.display()))]))?;
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths.sort();
    paths.iter().map(|path| Source::read(path)).collect()
}

/// The name of the further scenario that a file of this name is, if it is one of the book.
fn name_of_further<'f>(book: &str, file: &'f str) -> Option<&'f str> {
    file.strip_prefix(book)?.strip_prefix('.')?.strip_suffix(".toml")
}

//! Reading what a rulebook has built in: its index and its sentences in every language, the lessons of its battles.

use std::path::Path;
use std::sync::OnceLock;

use muster::{ChartFiles, ChartSet, Faults, Source};
use roster::{BattleFiles, TranslatedNames, names_in};
use table::phrase::Catalogue;

use crate::index::Index;
use crate::language::Language;
use crate::lessons::Lessons;
use crate::{data, folder};

/// A built-in file that must be there and without faults, because the tests check it.
fn own<T>(path: &str, read: impl Fn(&Source) -> Result<T, Faults>) -> T {
    let text = data::file(path).unwrap_or_else(|| panic!("{path} is built in"));
    read(&Source::new(path, text)).unwrap_or_else(|faults| panic!("a built-in file has faults:\n{faults}"))
}

/// Something in every language: from the built-in file `<stem>.<code>.toml`, where there is one.
fn of_all<T>(stem: &str, read: impl Fn(&str) -> T, otherwise: impl Fn() -> T) -> Vec<T> {
    let path = |language: Language| format!("{stem}.{}.toml", language.code());
    let given = |path: &String| data::file(path).is_some();
    Language::all()
        .map(|language| Some(path(language)).filter(given).map_or_else(&otherwise, |p| read(&p)))
        .collect()
}

/// The rule index of a book in every language, by [`Language::index`].
pub(crate) fn indexes(book: &str) -> Vec<Index> {
    let english = own(&format!("books/{book}/index.toml"), Index::read);
    let read = |path: &str| own(path, |source| english.translated(source));
    of_all(&format!("books/{book}/index"), read, || english.clone())
}

/// The words of the house in a language: what is said in any game, and the names of what stands on any map.
pub fn house_words(language: Language) -> &'static Catalogue {
    static WORDS: OnceLock<Vec<Catalogue>> = OnceLock::new();
    let read = || of_all("books/messages", |path| own(path, crate::catalogue::read), Catalogue::default);
    &WORDS.get_or_init(|| translated(read()))[language.index()]
}

/// Each catalogue with the English words where it has none.
fn translated(all: Vec<Catalogue>) -> Vec<Catalogue> {
    let english = all[Language::ENGLISH.index()].clone();
    all.into_iter().map(|words| words.or(&english)).collect()
}

/// The sentences of a book in every language, by [`Language::index`]: those of another, and then the words of the house, where it has none of its own.
pub(crate) fn catalogues(book: &str, base: &str) -> Vec<Catalogue> {
    let read = |path: &str| own(path, crate::catalogue::read);
    let of = |folder: &str| of_all(&format!("{folder}/messages"), read, Catalogue::default);
    let mut all = of(&format!("books/{book}"));
    for folder in [format!("books/{base}"), "books".to_owned()] {
        for (words, others) in all.iter_mut().zip(of(&folder)) {
            *words = std::mem::take(words).or(&others);
        }
    }
    translated(all)
}

/// The lessons in a battle's folder by language, in English where they are not translated; none if there is no file of them.
///
/// # Errors
/// The faults of a file.
pub(crate) fn lessons(battle: &str) -> Result<Vec<Lessons>, Faults> {
    let read = |name: &str| {
        let path = format!("battles/{battle}/{name}");
        let own = Path::new(battle).join(name);
        match data::file(&path) {
            Some(text) => Lessons::read(&Source::new(path, text)).map(Some),
            None if own.is_file() => Lessons::read(&Source::read(&own)?).map(Some),
            None => Ok(None),
        }
    };
    let english = read("tutorial.toml")?.unwrap_or_default();
    let in_language = |language: Language| {
        let translated = read(&format!("tutorial.{}.toml", language.code()))?;
        Ok(translated.unwrap_or_else(|| english.clone()))
    };
    Language::all().map(in_language).collect()
}

/// The names of a battle by language, where they are translated: of a built-in battle or one of its scenarios, of a folder on disk or a file in one.
///
/// # Errors
/// The faults of a file.
pub(crate) fn names(battle: &str) -> Result<Vec<Option<TranslatedNames>>, Faults> {
    let files = folder::files_of(battle)?;
    let own = |source: &&Source| !leaf(source).starts_with("names.");
    let known = files.iter().filter(own).flat_map(|source| names_in(&source.text)).collect();
    let in_language = |language: Language| {
        let name = format!("names.{}.toml", language.code());
        let source = files.iter().find(|source| leaf(source) == name);
        source.map(|source| TranslatedNames::read(source, &known)).transpose()
    };
    Language::all().map(in_language).collect()
}

/// A file's name without its folder.
fn leaf(source: &Source) -> &str {
    source.name.rsplit(['/', '\\']).next().unwrap_or(&source.name)
}

/// The hash by which a game's journal knows some data that it was played with.
fn print(texts: &[&str]) -> String {
    table::hash::hex(&table::hash::state_hash(&texts)[..8])
}

/// The hashes of the data that a game is played with: each chart, and the battle's files together.
pub(crate) fn prints<C: ChartSet>(files: &BattleFiles, charts: &ChartFiles<C>) -> Vec<(String, String)> {
    let charts = charts.texts().map(|(name, text)| (name, print(&[text])));
    let battle = [&files.battle, &files.ground, &files.order_of_battle, &files.scenario];
    let battle = print(&battle.map(|source| source.text.as_str()));
    charts.chain([("battle", battle)]).map(|(name, print)| (name.to_owned(), print)).collect()
}

//! The languages that the shelf speaks: English, and those into which a book's sentences are translated.

use std::sync::OnceLock;

use crate::data;

/// A language. The default is English, into which nothing need be translated and which stands in wherever a translation has a gap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Language(u8);

/// The codes of all languages, English first: those of the files `books/<book>/messages.<code>.toml`.
fn codes() -> &'static [&'static str] {
    static CODES: OnceLock<Vec<&'static str>> = OnceLock::new();
    CODES.get_or_init(|| {
        let names = data::below("books/").filter_map(|(path, _)| path.rsplit('/').next());
        let codes = names.filter_map(|name| name.strip_prefix("messages.")?.strip_suffix(".toml"));
        let mut others: Vec<&str> = codes.filter(|code| *code != "en").collect();
        others.sort_unstable();
        others.dedup();
        std::iter::once("en").chain(others).collect()
    })
}

impl Language {
    /// English.
    pub const ENGLISH: Language = Language(0);

    /// All languages, English first.
    pub fn all() -> impl ExactSizeIterator<Item = Language> + Clone {
        (0..codes().len() as u8).map(Language)
    }

    /// The language of a tag, `fr` or `fr-CH`, if it is spoken here.
    pub fn of(tag: &str) -> Option<Language> {
        let code = tag.split(['-', '_']).next().unwrap_or_default();
        Language::all().find(|language| language.code().eq_ignore_ascii_case(code))
    }

    /// Its code, `fr`.
    pub fn code(self) -> &'static str {
        codes()[self.index()]
    }

    /// Its place among all languages.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

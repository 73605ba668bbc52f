//! The data of the rulebooks, built into the program.

mod house {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

/// Built-in data: what is built in of rulebooks, as the tables of `build/scan.rs` have it.
#[derive(Clone, Copy, Debug)]
pub struct Data {
    /// Files, by their path (`battles/maida/ground.toml`), with their text.
    pub files: &'static [(&'static str, &'static str)],
    /// Citations of rules in code: book, rule, file, line.
    pub cited: &'static [(&'static str, &'static str, &'static str, u32)],
    /// Tests: book, name, the rules that a vignette says it shows.
    pub tests: &'static [(&'static str, &'static str, &'static [&'static str])],
}

/// The data of the repository.
static HOUSE: Data = Data { files: house::FILES, cited: house::CITED, tests: house::TESTS };

fn all() -> impl Iterator<Item = &'static Data> {
    std::iter::once(&HOUSE).chain(crate::guests().iter().map(|guest| &guest.data))
}

/// The text of a built-in file, by its path (`battles/maida/ground.toml`).
pub(crate) fn file(path: &str) -> Option<&'static str> {
    all().flat_map(|data| data.files).find(|(name, _)| *name == path).map(|(_, text)| *text)
}

/// The built-in files below a folder (`vignettes/jdg/`), in the order of their paths.
pub(crate) fn below(folder: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    all().flat_map(|data| data.files).filter(move |(name, _)| name.starts_with(folder)).copied()
}

/// Citations of rules in a book's code: rule, file, line.
pub(crate) fn cited(book: &str) -> impl Iterator<Item = (&'static str, &'static str, u32)> {
    let cited = all().flat_map(|data| data.cited).filter(move |(of, ..)| *of == book);
    cited.map(|(_, rule, file, line)| (*rule, *file, *line))
}

/// A book's tests: name, and the rules that a vignette says it shows.
pub(crate) fn tests(book: &str) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let tests = all().flat_map(|data| data.tests).filter(move |(of, ..)| *of == book);
    tests.map(|(_, name, rules)| (*name, *rules))
}

//! Book to be mutated: `books/<id>/mutants.toml`.

use std::fs;
use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

use crate::mutant::Mutant;

/// A rulebook, and what is known of its mutants.
pub struct Book {
    /// Its crate and its folder in `books/`.
    pub name: String,
    settings: Settings,
    /// The text of `mutants.toml`.
    text: String,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Settings {
    /// Parts of the crate's source that are not rules (reading of files, the vignette engine): beginnings of paths below
    /// `src`, alone or with the beginning of a function's name behind a blank.
    #[serde(default)]
    skip: Vec<String>,
    /// Further files of the crate's `tests` that are run when vignettes and recordings notice nothing, alone or with a part of
    /// the names of those tests in them that are meant.
    #[serde(default)]
    tests: Vec<String>,
    /// Rulebooks that are variants in the same crate: their vignettes are played by the same program.
    #[serde(default)]
    variants: Vec<String>,
    /// Mutants that are known to change nothing that can be seen.
    #[serde(default)]
    alike: Vec<EquivalentMutants>,
}

/// Mutants that are known to be equal to the rules as they are, with the reason. Without `was` or `change` it is all of the function, or
/// of the chart's figure; without `nth` all that read so in the function.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EquivalentMutants {
    file: Spanned<String>,
    function: String,
    #[serde(default)]
    was: Option<String>,
    #[serde(default)]
    change: Option<String>,
    /// Number among several with the same words, from 0, in the order of the source.
    #[serde(default)]
    nth: Option<usize>,
    why: String,
}

impl EquivalentMutants {
    fn names(&self, mutant: &Mutant) -> bool {
        mutant.file.ends_with(self.file.get_ref())
            && self.function == mutant.function
            && self.was.as_ref().is_none_or(|was| *was == mutant.was)
            && self.change.as_ref().is_none_or(|change| *change == mutant.change)
            && self.nth.is_none_or(|nth| nth == mutant.nth)
    }

    /// Words for it.
    fn words(&self) -> String {
        let was = self.was.as_ref().map_or_else(String::new, |was| format!(": `{was}`"));
        let change = self.change.as_ref().map_or_else(String::new, |change| format!(": {change}"));
        let nth = self.nth.map_or_else(String::new, |nth| format!(" (nth {nth})"));
        format!("{}: {}{was}{change}{nth}", self.file.get_ref(), self.function)
    }

    /// Unlikeness of a mutant to the one it names: changed letters, another function or file counting most.
    fn unlike(&self, mutant: &Mutant) -> usize {
        let differs = |own: &Option<String>, other: &str| own.as_ref().map_or(0, |own| distance(own, other));
        let elsewhere = usize::from(!mutant.file.ends_with(self.file.get_ref()));
        1000 * elsewhere
            + 10 * distance(&self.function, &mutant.function)
            + differs(&self.was, &mutant.was)
            + differs(&self.change, &mutant.change)
    }
}

/// Distance of two texts: letters to be changed, put in or left out to make one text of another.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.chars().enumerate() {
        let mut corner = std::mem::replace(&mut row[0], i + 1);
        for (j, with) in other.iter().enumerate() {
            let least = (corner + usize::from(letter != *with)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = std::mem::replace(&mut row[j + 1], least);
        }
    }
    row[other.len()]
}

impl Book {
    /// Reads what stands in the book's `mutants.toml`.
    pub fn read(root: &Path, name: &str) -> Result<Book, String> {
        if !root.join("crates").join(name).is_dir() || !root.join("books").join(name).is_dir() {
            return Err(format!("there is no rulebook {name:?}: no crates/{name} or no books/{name}"));
        }
        let text = fs::read_to_string(root.join(settings_of(name))).unwrap_or_default();
        Book::of(name, text)
    }

    fn of(name: &str, text: String) -> Result<Book, String> {
        let settings: Settings = toml::from_str(&text).map_err(|e| format!("{}: {e}", settings_of(name)))?;
        let book = Book { name: name.to_owned(), settings, text };
        let vague = |a: &&EquivalentMutants| a.nth.is_some() && (a.was.is_none() || a.change.is_none());
        match book.settings.alike.iter().find(vague) {
            Some(alike) => Err(format!("{}: `nth` goes with `was` and `change`", book.place(alike))),
            None => Ok(book),
        }
    }

    /// Place of an entry: the file and the line.
    fn place(&self, alike: &EquivalentMutants) -> String {
        let before = &self.text[..alike.file.span().start];
        format!("{}:{}", settings_of(&self.name), before.matches('\n').count() + 1)
    }

    /// The entries that name none of the mutants there are, each with its place and the nearest one there is: what they spoke of is gone, or
    /// reads otherwise.
    pub fn stale(&self, all: &[Mutant]) -> Vec<String> {
        let names_none = |alike: &&EquivalentMutants| !all.iter().any(|mutant| alike.names(mutant));
        let told = |alike: &EquivalentMutants| {
            let nearest = all.iter().min_by_key(|mutant| alike.unlike(mutant));
            let nearest = nearest.map_or_else(String::new, |m| {
                format!("; nearest: {}: {}: `{}`: {} (nth {})", m.file, m.function, m.was, m.change, m.nth)
            });
            format!("{}: there is no mutant {}{nearest}", self.place(alike), alike.words())
        };
        self.settings.alike.iter().filter(names_none).map(told).collect()
    }

    /// Whether a file of the crate, by its path below `src`, holds no rules.
    pub fn skips(&self, below_src: &str) -> bool {
        self.settings.skip.iter().any(|part| below_src.starts_with(part.as_str()))
    }

    /// Whether a function of such a file holds no rules.
    pub fn skips_function(&self, below_src: &str, function: &str) -> bool {
        let parts = self.settings.skip.iter().filter_map(|part| part.split_once(' '));
        parts.into_iter().any(|(file, name)| below_src.starts_with(file) && function.starts_with(name))
    }

    /// The book and its variants: the folders of the vignettes.
    pub fn editions(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name.as_str()).chain(self.settings.variants.iter().map(String::as_str))
    }

    /// The tests that are run besides vignettes and recordings.
    pub fn tests(&self) -> &[String] {
        &self.settings.tests
    }

    /// Reason why a mutant is known to change nothing.
    pub fn why_alike(&self, mutant: &Mutant) -> Option<&str> {
        self.settings.alike.iter().find(|alike| alike.names(mutant)).map(|alike| alike.why.as_str())
    }
}

/// The path of a book's settings.
fn settings_of(name: &str) -> String {
    format!("books/{name}/mutants.toml")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutant::Switch;
    use crate::tree::Tree;

    fn mutant(function: &str, was: &str, nth: usize) -> Mutant {
        Mutant {
            file: "crates/jdg/src/ch07_fire/fire.rs".to_owned(),
            line: 3,
            function: function.to_owned(),
            was: was.to_owned(),
            change: "<= for <".to_owned(),
            nth,
            switch: Switch::Code(7),
        }
    }

    fn alike(more: &str) -> String {
        format!("[[alike]]\nfile = \"fire.rs\"\nfunction = \"hits\"\nwhy = \"so\"\n{more}\n")
    }

    #[test]
    fn one_of_several_that_read_alike_can_be_named() {
        let second = "was = \"a < b\"\nchange = \"<= for <\"\nnth = 1";
        let book = Book::of("jdg", alike(second)).expect("it reads");
        let known = |nth| book.why_alike(&mutant("hits", "a < b", nth));
        assert_eq!([known(0), known(1), known(2)], [None, Some("so"), None]);
        let all = Book::of("jdg", alike("was = \"a < b\"")).expect("it reads");
        assert!((0..3).all(|nth| all.why_alike(&mutant("hits", "a < b", nth)).is_some()));
        let vague = Book::of("jdg", alike("nth = 1")).err().expect("of what?");
        assert!(vague.starts_with("books/jdg/mutants.toml:2: "), "{vague}");
    }

    #[test]
    fn an_entry_that_names_nothing_is_told_with_its_place_and_the_nearest() {
        let text = format!("{}\n{}", alike("was = \"a < b\""), alike("was = \"a < c + 1\""));
        let book = Book::of("jdg", text).expect("it reads");
        let all = [mutant("misses", "a < c + 1", 0), mutant("hits", "a < b", 0), mutant("hits", "a < c", 2)];
        let [stale] = &book.stale(&all)[..] else { panic!("one of them: {:?}", book.stale(&all)) };
        assert!(stale.starts_with("books/jdg/mutants.toml:8: there is no mutant fire.rs: hits: `a < c + 1`"));
        assert!(stale.ends_with("fire.rs: hits: `a < c`: <= for < (nth 2)"), "{stale}");
        assert_eq!(book.stale(&[]).len(), 2);
    }

    #[test]
    fn letters_are_counted() {
        let count = |one, other| distance(one, other);
        assert_eq!([count("", "abc"), count("abc", "abc"), count("kitten", "sitting")], [3, 0, 3]);
    }

    /// Of all rulebooks of the repository, before anything is compiled: what does not compile counts as there.
    #[test]
    fn every_entry_of_the_repository_names_a_mutant() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let books = fs::read_dir(root.join("books")).expect("there are books").flatten();
        let mut found = 0;
        for folder in books.filter(|folder| folder.path().join("mutants.toml").is_file()) {
            let name = folder.file_name().into_string().expect("a name in letters");
            let book = Book::read(&root, &name).expect("it reads");
            let tree = Tree::only_read(&root);
            let mut all = crate::build::mutants(&tree, &book).expect("the source reads");
            all.extend(
                crate::charts::mutants(&tree, &book).expect("the charts read").into_iter().map(|(m, _)| m),
            );
            let stale = book.stale(&all);
            assert!(stale.is_empty(), "{}", stale.join("\n"));
            found += book.settings.alike.len();
        }
        assert!(found > 0, "no book has entries");
    }
}

//! Finding data files: built-in ones by name, others by their path on disk.

use std::path::Path;

use muster::{Collector, Fault, Faults, Source, nearest};

use crate::folder::{built_in, further};
use crate::{Book, VignetteFile, data};

/// The paths of all built-in vignettes of a book.
pub fn vignettes(book: &str) -> Vec<&'static str> {
    data::below(&format!("vignettes/{book}/")).map(|(path, _)| path).collect()
}

/// A vignette: a file on disk, or a built-in one by its path or its name (`r8_8_1_two_hexes_test_at_minus_two`).
///
/// # Errors
/// There is no such file; names the nearest built-in one.
pub fn find_vignette(name: &str) -> Result<Source, Faults> {
    find_vignette_of(None, name)
}

/// As [`find_vignette`], of those that are built in only one of a rulebook, if it is given: two books may have vignettes of one name.
///
/// # Errors
/// As [`find_vignette`].
pub fn find_vignette_of(book: Option<&str>, name: &str) -> Result<Source, Faults> {
    if Path::new(name).is_file() {
        return Source::read(Path::new(name));
    }
    let folder = book.map_or_else(|| "vignettes/".to_owned(), |book| format!("vignettes/{book}/"));
    let stem = |path: &'static str| path.rsplit('/').next().unwrap_or(path).trim_end_matches(".toml");
    let found = data::below(&folder).find(|(path, _)| *path == name || stem(path) == name);
    match found {
        Some((path, text)) => Ok(Source::new(path, text)),
        None => {
            let mut fault = Fault::new(format!("no file and no vignette is called {name:?}"));
            fault.nearest =
                nearest(name, data::below(&folder).map(|(path, _)| stem(path))).map(str::to_owned);
            Err(Faults(vec![fault]))
        }
    }
}

/// Rules by which a book cuts the survey of a battlefield, if it says so.
pub fn cutting(book: &str) -> Option<Source> {
    let path = format!("books/{book}/cut.toml");
    data::file(&path).map(|text| Source::new(path, text))
}

/// The first rulebook that has a scenario for a battle, a built-in one by its id or a folder on disk, or that has the further scenario which is named;
/// those that are still being written come last. The first of all, if there is none.
pub fn book_for(battle: &str) -> &'static dyn Book {
    let named = |book: &&dyn Book| {
        let file = Path::new(battle).file_name().and_then(|name| name.to_str());
        let own = |file: &str| file.starts_with(&format!("{}.", book.id())) && Path::new(battle).is_file();
        file.is_some_and(own) || further(book.id()).iter().any(|id| id == battle)
    };
    crate::known()
        .find(named)
        .or_else(|| crate::known().find(|book| has(*book, battle)))
        .unwrap_or(crate::books()[0])
}

/// Whether a book has a scenario of a built-in battle, or of a folder on disk.
fn has(book: &dyn Book, battle: &str) -> bool {
    let path = Path::new(battle);
    let folder = if path.is_file() { path.parent().unwrap_or(path) } else { path };
    built_in(book.id()).contains(&battle) || folder.join(format!("{}.toml", book.id())).is_file()
}

/// The rulebook that a data file names in its `rulebook` field; `None` if it has no such field, or is not TOML.
///
/// # Errors
/// The name's place, where no rulebook is called so.
pub fn book_of(source: &Source) -> Result<Option<&'static dyn Book>, Faults> {
    #[derive(serde::Deserialize)]
    struct BookField {
        rulebook: toml::Spanned<String>,
    }
    let Ok(BookField { rulebook }) = toml::from_str(&source.text) else { return Ok(None) };
    crate::known_book(rulebook.get_ref()).map(Some).map_err(|mut faults| {
        for fault in &mut faults.0 {
            fault.place = Some(source.place(rulebook.span()));
        }
        faults
    })
}

/// A vignette, read under the rulebook that it names.
///
/// # Errors
/// All its faults; where it names no rulebook, those that there are, and the first that can read it.
pub fn read_vignette(source: &Source) -> Result<Box<dyn VignetteFile>, Faults> {
    if let Some(book) = book_of(source)? {
        return book.vignette(source);
    }
    // A file that is no TOML at all is told so at its place.
    muster::read_toml::<toml::Table>(source)?;
    let line = |book: &dyn Book| format!("rulebook = {:?}", book.id());
    let lines: Vec<String> = crate::known().map(line).collect();
    let named =
        |book: &dyn Book| Source::new(source.name.clone(), format!("{}\n{}", line(book), source.text));
    let mut faults = Collector::new(source);
    let fault = faults.whole("the vignette names no rulebook").expect(lines.join(" or "));
    fault.nearest =
        crate::known().find(|book| book.vignette(&named(*book)).is_ok()).map(|book| book.id().to_owned());
    Err(faults.into_result(()).expect_err("there is a fault"))
}

//! Checking any data file.

use std::path::Path;

use ground::Ground;
use muster::{Fault, Faults, Source};

use crate::book::Order;
use crate::{Book, Index, Lessons, book_of, catalogue, known_book};

/// Checks a data file of any kind, told by its name and place, and says what kind it is.
///
/// # Errors
/// All its faults; a file whose kind cannot be told is a fault too.
pub fn check(path: &Path) -> Result<&'static str, Faults> {
    let source = Source::read(path)?;
    if source.text.starts_with("berthier-journal") {
        return check_journal(&source).map(|()| "journal");
    }
    let name = path.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    let above = folder.file_name().map(|n| n.to_string_lossy().into_owned()).unwrap_or_default();
    if let Some(checked) = crate::armies::check(path, &source) {
        return checked;
    }
    match name.as_str() {
        _ if name.starts_with("ground.") => Ground::read(&source).map(|_| "ground"),
        "index.toml" => Index::read(&source).map(|_| "rule index"),
        _ if name.starts_with("tutorial.") => Lessons::read(&source).map(|_| "lessons"),
        _ if name.starts_with("index.") => check_translated(folder, &source).map(|()| "rule index"),
        _ if name.starts_with("messages.") => catalogue::read(&source).map(|_| "messages"),
        "battle.toml" | "order-of-battle.toml" => check_battle(folder),
        _ => match book_above(folder) {
            Some(book) if above == "charts" => book.check_chart(&source).map(|()| "chart"),
            _ => check_by_content(path, &name, &source),
        },
    }
}

/// The rulebook whose folder holds this folder of charts.
fn book_above(folder: &Path) -> Option<&'static dyn Book> {
    let id = folder.parent()?.file_name()?.to_str()?;
    known_book(id).ok()
}

/// A translation of the rule index beside it.
fn check_translated(folder: &Path, source: &Source) -> Result<(), Faults> {
    Index::read(&Source::read(&folder.join("index.toml"))?)?.translated(source).map(|_| ())
}

/// A journal's lines and their chain; what they say is for `verify`.
fn check_journal(source: &Source) -> Result<(), Faults> {
    match table::journal::read(source.text.as_bytes()) {
        Ok(_) => Ok(()),
        Err(table::journal::Fault { line, what }) => {
            let place = muster::Place { file: source.name.clone(), line, column: 1 };
            Err(Faults(vec![Fault { place: Some(place), ..Fault::new(what) }]))
        }
    }
}

/// Checks the battle of a folder under every rulebook that has a scenario there.
fn check_battle(folder: &Path) -> Result<&'static str, Faults> {
    for book in crate::known().filter(|book| folder.join(format!("{}.toml", book.id())).is_file()) {
        book.check_battle(folder)?;
    }
    Ok("battle")
}

/// Scenarios and vignettes, which name their rulebook; and charts outside their folder.
fn check_by_content(path: &Path, name: &str, source: &Source) -> Result<&'static str, Faults> {
    if let Some(book) = book_of(source)? {
        // `an30.toml`, or a further scenario, `an30.gemioncourt.toml`.
        let scenario = name.strip_prefix(book.id()).is_some_and(|rest| rest.starts_with('.'));
        if scenario && path.with_file_name("battle.toml").is_file() {
            return book.load(&Order::of(&path.to_string_lossy())).map(|_| "scenario");
        }
        return book.vignette(source).map(|_| "vignette");
    }
    // A file that is no TOML at all is told so at its place.
    muster::read_toml::<toml::Table>(source)?;
    for book in crate::known() {
        if book.chart_names().iter().any(|chart| name == format!("{chart}.toml")) {
            return book.check_chart(source).map(|()| "chart");
        }
    }
    let mut fault = Fault::new("the kind of this file cannot be told");
    fault.expect(
        "a battle's file, a vignette (with `rulebook`), a chart, an index or messages, by their usual names",
    );
    fault.place = Some(source.place(0..0));
    Err(Faults(vec![fault]))
}

//! Random play from the starts of the vignettes ends in order, and whatever is asked, told, refused or thrown has its sentence in both languages.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fogn::Fogn;
use fogn::vignette::Vignette;
use muster::Source;
use table::battery::Battery;
use table::phrase::Catalogue;
use table::vignette::Line;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The number of random games from each start; `GAMES=1000` plays more.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn catalogue(language: &str) -> Catalogue {
    let path = root().join(format!("books/fogn/messages.{language}.toml"));
    let text = std::fs::read_to_string(&path).expect("the sentences are there");
    Catalogue::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()))
}

/// The files of a folder and its folders, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("vignettes").flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    found.sort();
    found
}

#[test]
fn every_sentence_that_play_needs_is_there_and_random_play_ends_in_order() {
    let words = catalogue("en");
    let mut lacks = BTreeSet::new();
    for path in files(&root().join("vignettes/fogn")) {
        let vignette = Source::read(&path).and_then(|source| Vignette::read(&source));
        for case in vignette.unwrap_or_else(|faults| panic!("{faults}")).cases {
            for line in case.run().lines {
                match line {
                    Line::Event(event) => lacks.extend(words.lacks_for_event(&event)),
                    Line::Refused(refusal, _) => lacks.extend(words.lacks_for_refusal(&refusal)),
                    _ => {}
                }
            }
            let battery = Battery::<Fogn>::new(Arc::new(case.battle), case.name.clone());
            if let Err(what) = battery.random_games(0..games(2)) {
                panic!("{} [{}]: {what}", path.display(), case.name);
            }
            let lacking = battery.catalogue_lacks(&words, 0..2);
            lacks.extend(lacking.unwrap_or_else(|what| panic!("{} [{}]: {what}", path.display(), case.name)));
        }
    }
    assert!(lacks.is_empty(), "books/fogn/messages.en.toml lacks:\n{lacks:#?}");
}

#[test]
fn the_languages_have_the_same_keys_and_blanks() {
    let (english, french) = (catalogue("en"), catalogue("fr"));
    assert!(english.keys().eq(french.keys()), "other keys");
    let blanks = |words: &Catalogue, table: &'static str, key: &str| -> BTreeSet<String> {
        let template = words.template(table, key).expect("it is there");
        template.split('{').skip(1).filter_map(|rest| rest.split('}').next()).map(str::to_owned).collect()
    };
    for (table, key) in english.keys() {
        assert_eq!(blanks(&english, table, key), blanks(&french, table, key), "{table}.{key}");
    }
}

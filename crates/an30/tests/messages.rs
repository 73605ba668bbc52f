//! Whatever is asked, told, refused or thrown has its sentence, in English and so in French: in random play from the start of every vignette and of the
//! battle of the tests, in the scripts of the vignettes, and wherever the source names a key.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use an30::An30;
use an30::core::charts::{self, Figures};
use an30::variant::{Doherty2005, Edition, Standard};
use an30::vignette::Vignette;
use muster::Source;
use table::battery::Battery;
use table::phrase::Catalogue;
use table::vignette::Line;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The sentences of the Règlement.
fn base(language: &str) -> Catalogue {
    of_book("an30", language)
}

/// Those of the revision, with what it says as the Règlement does.
fn catalogue(language: &str) -> Catalogue {
    of_book("doherty2005", language).or(&base(language))
}

fn of_book(book: &str, language: &str) -> Catalogue {
    let path = root().join(format!("books/{book}/messages.{language}.toml"));
    let text = std::fs::read_to_string(&path).expect("the sentences are there");
    Catalogue::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()))
}

/// All files below a folder with an ending, in order.
fn files(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("the folder is there").flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for path in entries.into_iter().map(|entry| entry.path()) {
        if path.is_dir() {
            files(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            out.push(path);
        }
    }
}

/// The sentences that a catalogue lacks in random play from the starts of all vignettes, and in their scripts.
fn lacks_of_vignettes<E: Edition>(words: &Catalogue) -> BTreeSet<String> {
    let mut paths = Vec::new();
    files(&root().join("vignettes").join(E::ID), "toml", &mut paths);
    let mut lacks = BTreeSet::new();
    for (number, path) in paths.iter().enumerate() {
        let vignette = Source::read(path).and_then(|source| Vignette::<E>::read(&source));
        for case in vignette.unwrap_or_else(|faults| panic!("{faults}")).cases {
            for line in case.run().lines {
                match line {
                    Line::Event(event) => lacks.extend(words.lacks_for_event(&event)),
                    Line::Refused(refusal, _) => lacks.extend(words.lacks_for_refusal(&refusal)),
                    _ => {}
                }
            }
            let mut battery = Battery::<An30<E>>::new(Arc::new(case.battle), case.name.clone());
            battery.most_steps = 40;
            let seed = number as u64;
            let lacking = battery.catalogue_lacks(words, seed..seed + 2);
            lacks.extend(lacking.unwrap_or_else(|what| panic!("{} [{}]: {what}", path.display(), case.name)));
        }
    }
    lacks
}

/// The sentences that a catalogue lacks in random games of the battle of the tests.
fn lacks_of_games<E: Edition>(words: &Catalogue) -> BTreeSet<String> {
    let battle = E::read(&root().join("crates/an30/tests/practice"));
    let battle = battle.unwrap_or_else(|faults| panic!("{faults}"));
    let battery = Battery::<An30<E>>::new(Arc::new(battle), "practice");
    battery.catalogue_lacks(words, 0..20).expect("the games run")
}

#[test]
fn every_sentence_that_play_needs_is_there() {
    let words = base("en");
    let mut lacks = lacks_of_vignettes::<Standard>(&words);
    lacks.extend(lacks_of_games::<Standard>(&words));
    assert!(lacks.is_empty(), "books/an30/messages.en.toml lacks:\n{lacks:#?}");
    let words = catalogue("en");
    let mut lacks = lacks_of_vignettes::<Doherty2005>(&words);
    lacks.extend(lacks_of_games::<Doherty2005>(&words));
    assert!(lacks.is_empty(), "books/doherty2005/messages.en.toml lacks:\n{lacks:#?}");
}

/// The tables whose keys the source cites.
const CITED: [&str; 5] = ["event", "question", "refusal", "throw", "verb"];

/// The text literals of the rules' source, comments left out.
fn literals() -> BTreeSet<String> {
    let mut paths = Vec::new();
    files(&root().join("crates/an30/src"), "rs", &mut paths);
    let mut found = BTreeSet::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("it can be read");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        found.extend(code.flat_map(|line| line.split('"').skip(1).step_by(2)).map(str::to_owned));
    }
    found
}

/// Whether a literal is a key with a dot: rules' numbers and files' names are none.
fn is_key(literal: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty() && part != "toml" && part.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    literal.split('.').count() > 1 && literal.split('.').all(plain)
}

#[test]
fn every_key_that_the_source_cites_has_its_sentence_and_no_sentence_is_without_use() {
    let (words, cited) = (catalogue("en"), literals());
    let said: BTreeSet<&str> = words.keys().map(|(_, key)| key).collect();
    let lacking: Vec<&String> = cited.iter().filter(|l| is_key(l) && !said.contains(l.as_str())).collect();
    assert!(lacking.is_empty(), "books/an30/messages.en.toml lacks:\n{lacking:#?}");
    let idle: Vec<&str> = words
        .keys()
        .filter(|(table, key)| CITED.contains(table) && !cited.contains(*key))
        .map(|(_, key)| key)
        .collect();
    assert!(idle.is_empty(), "books/an30/messages.en.toml says what the source does not cite:\n{idle:#?}");
}

/// Charts of which any row may come into a sum.
const SUMMED: [(&str, &[&str]); 17] = [
    ("close", charts::Close::IDS),
    ("defensive-shifts", charts::Shifts::IDS),
    ("fire-modifiers", charts::FireModifiers::IDS),
    ("form-up", charts::FormUpModifiers::IDS),
    ("limbering", charts::LimberingModifiers::IDS),
    ("melee-cavalry", charts::CavalryMelee::IDS),
    ("melee-infantry", charts::InfantryMelee::IDS),
    ("melee-modifiers", charts::MeleeModifiers::IDS),
    ("morale", charts::Morale::IDS),
    ("rallying-square", charts::RallyingModifiers::IDS),
    ("reaction", charts::Reaction::IDS),
    ("recall", charts::RecallModifiers::IDS),
    ("scatter", charts::ScatterModifiers::IDS),
    ("square", charts::SquareModifiers::IDS),
    ("stacking-violations", charts::Violations::IDS),
    ("stand-assault", charts::StandAssault::IDS),
    ("stand-charge", charts::StandCharge::IDS),
];

#[test]
fn every_modifier_of_the_charts_has_its_label_and_no_label_is_of_another() {
    let words = catalogue("en");
    let source: BTreeSet<String> = literals();
    for (chart, rows) in SUMMED {
        let of_chart = format!("{chart}.");
        let labels: Vec<&str> = words
            .keys()
            .filter_map(|(table, key)| (table == "modifier").then(|| key.strip_prefix(&of_chart))?)
            .collect();
        for row in rows {
            assert!(labels.contains(row), "no label for {chart}.{row}");
        }
        for label in labels {
            assert!(
                rows.contains(&label) || source.contains(&format!("{chart}.{label}")),
                "{chart}.{label} labels nothing"
            );
        }
    }
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

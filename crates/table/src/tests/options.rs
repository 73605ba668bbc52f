//! Options of a game: settled before it, written in its journal, checked when it is loaded.

use std::sync::Arc;

use crate::dice::Seed;
use crate::journal::Chain;
use crate::option::{parse, settle};
use crate::phrase::Catalogue;
use crate::session::{Seat, Session, Setup, describe, verify};
use crate::toy::{Toy, ToyBattle, button, verb};
use crate::{Answer, Point, Rulebook, Side};

fn wish(text: &str) -> Vec<(String, String)> {
    text.split_whitespace().map(|one| parse(one).unwrap()).collect()
}

fn game(options: &str) -> Session<Toy> {
    let battle = ToyBattle { start: [0, 1, 2, 7, 8, 9], ..ToyBattle::with(&wish(options)).unwrap() };
    let seats = vec![Seat::person("Anna"), Seat::person("Bob")];
    let setup = Setup { battle: "line".into(), charts: vec![], seats, contributions: vec![] };
    let mut session = Session::new(Arc::new(battle), &setup, Seed::from_number(1)).unwrap();
    session.answer(Side(0), button(verb::PASS)).unwrap();
    session.answer(Side(1), button(verb::PASS)).unwrap();
    session
}

/// A journal with its header's option lines replaced by others, chained anew.
fn rewritten(journal: &str, options: &str) -> String {
    let mut chain = Chain::default();
    let mut out = String::new();
    for line in journal.lines() {
        let (text, _) = line.rsplit_once(' ').unwrap();
        if !text.starts_with("option ") {
            out += &(chain.seal(text) + "\n");
        }
        if text.starts_with("battle ") {
            wish(options).iter().for_each(|(name, value)| {
                out += &(chain.seal(&format!("option {name} {value}")) + "\n");
            });
        }
    }
    out
}

fn fault(battle: &ToyBattle, journal: &str) -> String {
    verify::<Toy>(Arc::new(battle.clone()), journal.as_bytes()).unwrap_err().to_string()
}

#[test]
fn an_option_changes_the_game_and_stands_in_its_journal() {
    let (short, long) = (game(""), game("range=long"));
    let side = short.pending()[0].side;
    let [mine, theirs] = if side == Side(0) { [2, 3] } else { [3, 2] };
    let far = Answer::two(verb::FIRE, Point::Unit(mine), Point::Unit(theirs));
    assert!(!short.pending()[0].legal.contains(&far));
    assert!(long.pending()[0].legal.contains(&far));
    assert!(short.journal().contains("\noption range short "), "{}", short.journal());
    let head = describe(long.journal().as_bytes()).unwrap();
    assert_eq!(head.options, wish("range=long"));
    for session in [short, long] {
        verify::<Toy>(session.battle().clone(), session.journal().as_bytes()).unwrap();
    }
}

#[test]
fn a_journal_does_not_load_with_other_options() {
    let long = game("range=long").journal();
    let what =
        "journal line 4: the game is played with option range=long, the battle was set up with range=short";
    assert_eq!(fault(&ToyBattle::default(), &long), what);
    let strange = rewritten(&long, "range=lnog");
    let what =
        "journal line 4: option `range` is never `lnog`, but one of: short, long; did you mean `long`?";
    assert_eq!(fault(&ToyBattle::default(), &strange), what);
}

#[test]
fn a_journal_from_before_there_were_options_loads_with_their_defaults() {
    let old = rewritten(&game("").journal(), "");
    assert!(!old.contains("option"), "{old}");
    verify::<Toy>(Arc::new(ToyBattle::default()), old.as_bytes()).unwrap();
    let long = ToyBattle::with(&wish("range=long")).unwrap();
    assert!(fault(&long, &old).contains("set up with range=long"));
}

#[test]
fn wishes_that_cannot_be_are_named_with_the_nearest() {
    let settled = |text: &str| settle(Toy::OPTIONS, &wish(text)).map_err(|error| error.to_string());
    assert_eq!(settled(""), Ok(vec![("range", "short")]));
    assert_eq!(settled("range=long"), Ok(vec![("range", "long")]));
    assert_eq!(settled("rang=long"), Err("there is no option `rang`; did you mean `range`?".into()));
    assert_eq!(settled("range=long range=long"), Err("option `range` is set twice".into()));
    assert!(settle(&[], &wish("a=b")).unwrap_err().what.contains("this rulebook has none"));
    assert!(parse("range").is_err() && parse("=long").is_err() && parse("range=").is_err());
}

#[test]
fn options_are_named_by_the_catalogue() {
    let words = "[option]\nrange = \"Range\"\n\"range.long\" = \"over five places\"\n";
    let catalogue = Catalogue::parse(words).unwrap();
    let range = &Toy::OPTIONS[0];
    assert_eq!(catalogue.option(range), "Range");
    assert_eq!(catalogue.option_value(range, "long"), "over five places");
    assert_eq!(catalogue.option_value(range, "short"), "short");
    assert_eq!(catalogue.lacks_for_options::<Toy>(), ["option.range.short"]);
}

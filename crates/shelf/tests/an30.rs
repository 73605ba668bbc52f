//! Rulebooks that are being written, An XXX and its revision of 2005, are known and not offered; what the shelf asks of every book they have already.

use shelf::board::Fitness;
use shelf::{Book, Language, Order, Viewpoint};
use table::Side;

fn an30() -> &'static dyn Book {
    shelf::known_book("an30").unwrap_or_else(|faults| panic!("{faults}"))
}

/// An XXX and its variant.
fn both() -> [&'static dyn Book; 2] {
    ["an30", "doherty2005"].map(|id| shelf::known_book(id).unwrap_or_else(|faults| panic!("{faults}")))
}

/// The battle of the rulebook's own tests.
const PRACTICE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../an30/tests/practice");

#[test]
fn a_book_that_is_being_written_is_known_and_not_offered() {
    for book in both() {
        let id = book.id();
        assert!(shelf::book(id).is_err());
        assert!(shelf::books().iter().all(|other| other.id() != id));
        assert!(shelf::known().any(|other| other.id() == id));
    }
}

/// The revision's code lies in a folder of An XXX's: its citations are its own, and An XXX's where it leaves that as it is.
#[test]
fn the_code_of_a_variant_counts_for_it() {
    let [base, own] = both().map(|book| book.index(Language::ENGLISH));
    let places = own.coverage("P1").code;
    assert!(places.iter().any(|(file, _)| file.contains("doherty2005")), "{places:?}");
    assert!(base.rules.iter().all(|rule| rule.id != "P1"));
    let places = base.coverage("19.9").code;
    assert!(places.iter().any(|(file, _)| file.contains("doherty2005")), "{places:?}");
}

/// The revision says what it does otherwise, and all else as An XXX does; it plays An XXX's battles.
#[test]
fn a_variant_has_the_sentences_and_the_battles_of_its_base() {
    let [base, own] = both();
    let words = [base, own].map(|book| book.catalogue(Language::ENGLISH));
    assert!(words[0].keys().all(|key| words[1].keys().any(|other| other == key)));
    assert!(words[1].keys().any(|(_, key)| key == "pursuit.losses"));
    let ids = [base, own].map(|book| book.battles().into_iter().map(|entry| entry.id).collect::<Vec<_>>());
    assert_eq!(ids[0], ids[1]);
    assert!(!ids[0].is_empty());
    assert!(own.load(&Order::of(PRACTICE)).is_ok());
}

#[test]
fn its_odds_cover_every_case_of_a_recall() {
    let vignette = an30().vignette(&an30().bench_vignette()).unwrap_or_else(|faults| panic!("{faults}"));
    let weighed = (0..vignette.cases().len()).filter_map(|case| vignette.odds(case).ok());
    assert!(weighed.into_iter().any(|odds| odds.is_complete && odds.ends.len() > 1), "no case has odds");
}

/// The board of the battle of its tests: several hexes a counter, states and badges that are declared, and backs that only their owner sees.
#[test]
fn its_board_shows_a_side_the_backs_of_its_own_counters_only() {
    let table = an30().load(&Order::of(PRACTICE)).unwrap_or_else(|faults| panic!("{faults}"));
    let board = table.board(Viewpoint::Of(Some(Side(0))), Language::ENGLISH);
    for unit in &board.units {
        assert_eq!(unit.reverse.is_empty(), unit.side == 1, "{}", unit.id);
        assert!(!unit.figures.is_empty());
    }
    let game = table.open([None, None], [7; 32]).expect("it opens");
    let position = game.position(Some(Side(0)));
    assert!(position.counters.iter().any(|counter| counter.at.len() > 1), "a line lies in several hexes");
    for counter in &position.counters {
        assert!(board.states.iter().any(|state| state.id == counter.state), "{}", counter.state);
        assert!(counter.badges.iter().all(|badge| board.badges.iter().any(|known| known.id == *badge)));
    }
    assert!(position.markers.iter().all(|m| board.marker_states.iter().any(|state| state.id == m.state)));
    assert!(board.phases.iter().any(|phase| phase.id == position.clock.phase));
    assert!(board.states.iter().any(|state| state.fitness == Fitness::Lost));
    let hidden = position.counters.iter().zip(&board.units).filter(|(now, _)| now.ratings == "?");
    assert!(hidden.clone().count() > 0 && hidden.into_iter().all(|(_, card)| card.side == 1));
    let open = [("counters".to_owned(), "open".to_owned())];
    let order = Order { options: &open, ..Order::of(PRACTICE) };
    let table = an30().load(&order).unwrap_or_else(|faults| panic!("{faults}"));
    let board = table.board(Viewpoint::Of(Some(Side(0))), Language::ENGLISH);
    assert!(board.units.iter().all(|unit| !unit.reverse.is_empty()));
}

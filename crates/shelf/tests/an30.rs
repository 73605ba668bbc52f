//! Rulebooks that are being written, An XXX and its revision of 2005, are known and not offered; what the shelf asks of every book they have already.

use shelf::board::Fitness;
use shelf::{Book, Game, Language, Order, Viewpoint};
use table::{Answer, Point, Side};

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

/// The small scenarios of a battle stand in the list of battles beside it, the easier before it.
#[test]
fn further_scenarios_are_listed() {
    let ids: Vec<String> = an30().battles().into_iter().map(|entry| entry.id).collect();
    let at = |id: &str| {
        ids.iter().position(|other| other == id).unwrap_or_else(|| panic!("{id} is not in {ids:?}"))
    };
    assert!(at("quatre-bras.gemioncourt") < at("quatre-bras"));
    at("quatre-bras.cuirassiers");
}

/// Plays on at Gémioncourt, moving stacks a few steps each, and calls for every step that is asked for.
fn each_step(most: usize, mut see: impl FnMut(&dyn Game, Side, Point, &[Answer])) {
    let table =
        an30().load(&Order::of("quatre-bras.gemioncourt")).unwrap_or_else(|faults| panic!("{faults}"));
    let mut game = table.open([None, None], [7; 32]).expect("it opens");
    let mut steps = 0;
    while steps < most {
        let pending = game.pending().first().expect("it goes on").clone();
        if pending.key == "move.step" {
            see(&*game, pending.side, pending.about[0], &pending.legal);
            steps += 1;
        }
        // The first answer moves somebody, or goes on; every fifth time a unit halts.
        let halts = steps % 5 == 4 && pending.key == "move.step";
        let answer = if halts { pending.legal.last() } else { pending.legal.first() };
        game.answer(pending.side, *answer.expect("there is one")).expect("it is legal");
    }
}

/// The reach on the map is what the rules let a unit do: the next hexes without a turn are the steps that are offered.
#[test]
fn the_reach_of_a_unit_begins_with_the_steps_that_it_may_take() {
    let mut farther = 0;
    each_step(60, |game, side, unit, legal| {
        let reach = game.overlay(Some(side), unit, ("reach", None)).expect("it is on the map");
        let position = game.position(Some(side));
        let id = unit.short().expect("a unit");
        let from = position.counters.iter().find(|counter| counter.id == id).expect("it is there").at[0];
        let next = reach.hexes.iter().filter(|mark| mark.from == Some(from) && mark.via.is_none());
        let mut shown: Vec<u16> = next.map(|mark| mark.hex).collect();
        let go = game.verbs().iter().position(|word| *word == "go").expect("it is a verb");
        let steps = legal
            .iter()
            .filter(|answer| usize::from(answer.verb.0) == go && answer.points[1] == Point::Nothing);
        let mut offered: Vec<u16> = steps
            .filter_map(|answer| match answer.points[0] {
                Point::Place(hex) => Some(hex),
                _ => None,
            })
            .collect();
        shown.sort_unstable();
        offered.sort_unstable();
        // A cheaper way round to the next hex is a way round all the same.
        assert!(shown.iter().all(|hex| offered.contains(hex)), "{id}: {shown:?}, {offered:?}");
        let reached = |hex: &u16| reach.hexes.iter().any(|mark| mark.hex == *hex);
        assert!(offered.iter().all(reached), "{id}: {offered:?}");
        farther += reach.hexes.iter().filter(|mark| mark.from != Some(from)).count();
    });
    assert!(farther > 100, "hardly anything is farther away than a step: {farther}");
}

/// Charge zones, fire and zones of influence are laid over the map at the start of the cuirassiers' charge.
#[test]
fn zones_and_fire_are_laid_over_the_map() {
    let table =
        an30().load(&Order::of("quatre-bras.cuirassiers")).unwrap_or_else(|faults| panic!("{faults}"));
    let board = table.board(Viewpoint::All, Language::ENGLISH);
    let game = table.open([None, None], [7; 32]).expect("it opens");
    let mut found = std::collections::BTreeMap::new();
    for counter in game.position(None).counters.iter().filter(|counter| !counter.at.is_empty()) {
        let of = Point::from_short(&counter.id).expect("a pointer");
        for overlay in board.overlays.iter().filter(|overlay| !overlay.aimed) {
            if let Ok(laid) = game.overlay(None, of, (&overlay.id, None)) {
                *found.entry(overlay.id.clone()).or_insert(0) += laid.hexes.len();
            }
        }
    }
    for id in ["reach", "zone", "fire", "charge", "reaction", "opportunity", "command", "sight"] {
        assert!(found.get(id).is_some_and(|hexes| *hexes > 0), "{id}: {found:?}");
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

/// The lessons of the outpost come up when what they tell of can be done, in games of the learner's side by advice: those of the first turns in every one, that of
/// fire in every one against the recruit, whom learners meet, and of all lessons most.
#[test]
fn the_lessons_of_the_outpost_come_up_in_play() {
    const GAMES: [(u8, &str); 6] =
        [(1, "recruit"), (2, "recruit"), (3, "recruit"), (4, "recruit"), (3, "sergeant"), (4, "sergeant")];
    let table = an30().load(&Order::of("outpost")).unwrap_or_else(|faults| panic!("{faults}"));
    let (mut games, learner) = (Vec::new(), Side(0));
    for (seed, enemy) in GAMES {
        let (mut lessons, mut shown) = (table.lessons(Language::ENGLISH), Vec::new());
        let mut game = table.open([None, Some(enemy)], [seed; 32]).expect("it opens");
        while !game.over() {
            game.run_players(usize::MAX).expect("the computer can play");
            let Some(pending) = game.pending().first().cloned() else { continue };
            let offers =
                |verb: &str| pending.legal.iter().any(|a| game.verbs()[usize::from(a.verb.0)] == verb);
            shown.extend(lessons.due(game.turn().0, pending.key, offers).map(|lesson| lesson.title));
            let (answer, _) = game.hint(learner).expect("there is advice");
            game.answer(learner, answer).expect("it is legal");
        }
        games.push(shown);
    }
    let all: Vec<String> =
        table.lessons(Language::ENGLISH).all().iter().map(|lesson| lesson.title.clone()).collect();
    for title in &all[1..5] {
        assert!(games.iter().all(|shown| shown.contains(title)), "{title}: {games:?}");
    }
    // A sergeant may be upon the guns before they have fired.
    let met =
        |(shown, (_, enemy)): (&Vec<String>, (u8, &str))| enemy == "sergeant" || shown.contains(&all[5]);
    assert!(games.iter().zip(GAMES).all(met), "{}: {games:?}", all[5]);
    let never: Vec<&String> =
        all.iter().filter(|title| !games.iter().flatten().any(|t| &t == title)).collect();
    assert!(never.len() <= all.len() / 3, "these never come up: {never:?}");
}

/// Advice of one adviser leads on whoever takes it, as they have a movement in mind: no unit is sent to and fro. Asked twice the adviser says the
/// same, and after another answer thinks afresh.
#[test]
fn advice_goes_on_with_what_it_began() {
    let table = an30().load(&Order::of("outpost")).unwrap_or_else(|faults| panic!("{faults}"));
    let (mut game, learner) = (table.open([None, Some("recruit")], [1; 32]).expect("it opens"), Side(0));
    let mut trail: Vec<(table::Point, Vec<String>)> = Vec::new();
    while !game.over() {
        game.run_players(usize::MAX).expect("the computer can play");
        let Some(pending) = game.pending().first().cloned() else { continue };
        let advice = game.hint(learner).expect("there is advice");
        assert_eq!(game.hint(learner), Ok(advice.clone()));
        assert_eq!(game.copy().hint(learner), Ok(advice.clone()));
        let text = game.print(&advice.0);
        match (pending.key, &mut trail[..]) {
            ("move.step", [.., (about, been)]) if *about == pending.about[0] => {
                let is_back =
                    text.starts_with("go ") && been.iter().rev().skip(1).any(|known| *known == text);
                assert!(!is_back, "turn {}: {text} after {been:?}", game.turn().0);
                been.push(text);
            }
            ("move.step", _) => trail.push((pending.about[0], vec![text])),
            _ => trail.clear(),
        }
        game.answer(learner, advice.0).expect("it is legal");
    }
}

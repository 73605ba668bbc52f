//! Boards say all that is needed to show their positions: whatever a position names, the board declares, with a name in every language.

use std::collections::BTreeSet;

use shelf::board::{Board, Fitness, Look, Position, Sign};
use shelf::{Game, Language, Table, Viewpoint};
use table::{Point, Side};

/// The first battle of every rulebook, played to its end by two of its weakest players, some times.
fn played() -> Vec<(Box<dyn Table>, Box<dyn Game>)> {
    let play = |(book, seed): (&'static dyn shelf::Book, u8)| {
        let table = book.load(&shelf::Order::of(&book.battles()[0].id)).expect("it is built in");
        let player = Some(book.players()[0]);
        let mut live = table.open([player, player], [seed; 32]).expect("it opens");
        for _ in 0..10_000 {
            if live.over() {
                return (table, live);
            }
            live.run_players(100).expect("they answer legally");
        }
        panic!("{}: the game does not end", book.id());
    };
    shelf::known().flat_map(|book| (1..=8).map(move |seed| (book, seed))).map(play).collect()
}

/// Every position of a game, with all eyes together.
fn each_position(live: &dyn Game, mut see: impl FnMut(Position)) {
    let visit = &mut |_: &shelf::ReplayedStep, position: &dyn Fn() -> Position| {
        see(position());
        true
    };
    live.replay(0, Viewpoint::All, visit).expect("it replays");
}

/// Names in a position that the board does not declare.
fn undeclared(board: &Board, position: &Position) -> Vec<String> {
    let mut found = Vec::new();
    let mut name = |what: &str, id: &str, is_known: bool| {
        if !is_known {
            found.push(format!("{what} {id}"));
        }
    };
    let clock = &position.clock;
    name("phase", &clock.phase, board.phases.iter().any(|phase| phase.id == clock.phase));
    if let Some(step) = &clock.step {
        name("step", step, board.steps.iter().any(|known| known.id == *step));
    }
    for counter in &position.counters {
        name("state", &counter.state, board.states.iter().any(|state| state.id == counter.state));
        for badge in &counter.badges {
            name("badge", badge, board.badges.iter().any(|known| known.id == *badge));
        }
        let is_facing = |facing: u8| usize::from(facing) < board.facings.len();
        name("facing of", &counter.id, counter.facing.is_none_or(is_facing));
    }
    for marker in &position.markers {
        name("marker", &marker.state, board.marker_states.iter().any(|state| state.id == marker.state));
    }
    for mark in position.formations.iter().flat_map(|formation| &formation.marks) {
        name("mark", mark, board.formation_marks.iter().any(|known| known.id == *mark));
    }
    for order in position.groups.iter().filter_map(|group| group.order.as_ref()) {
        name("order", order, board.orders.iter().any(|known| known.id == *order));
    }
    found
}

#[test]
fn whatever_a_position_names_is_declared() {
    let mut states = BTreeSet::new();
    for (table, live) in played() {
        let board = table.board(Viewpoint::All, Language::ENGLISH);
        each_position(&*live, |position| {
            assert_eq!(undeclared(&board, &position), Vec::<String>::new());
            states.extend(position.counters.into_iter().map(|counter| counter.state));
        });
    }
    assert!(states.len() > 2, "too little happens: {states:?}");
}

/// The names that a board declares, each with what it is for.
fn names(board: &Board) -> Vec<(&'static str, String, String)> {
    let mut names = Vec::new();
    let mut add =
        |what: &'static str, id: &str, label: &str| names.push((what, id.to_owned(), label.to_owned()));
    let lists = [&board.phases, &board.steps, &board.formation_marks, &board.orders, &board.events];
    for named in lists.into_iter().flatten() {
        add("name", &named.id, &named.label);
    }
    board.states.iter().for_each(|state| add("state", &state.id, &state.label));
    board.badges.iter().for_each(|badge| add("badge", &badge.id, &badge.label));
    board.marker_states.iter().for_each(|state| add("marker", &state.id, &state.label));
    board.overlays.iter().for_each(|overlay| add("overlay", &overlay.id, &overlay.label));
    board.layers.iter().for_each(|layer| add("layer", &layer.id, &layer.label));
    for card in board.units.iter().chain(&board.leaders) {
        add("kind", &card.id, &card.kind);
        card.figures.iter().for_each(|figure| add("figure", &card.id, &figure.name));
    }
    // A book may have no weather.
    let weathers = board.turns.iter().filter(|turn| !turn.weather.is_empty());
    weathers.for_each(|turn| add("weather", &turn.time, &turn.weather));
    names
}

#[test]
fn what_is_declared_has_a_name_in_every_language() {
    for (table, _) in played() {
        for language in Language::all() {
            for (what, id, label) in names(&table.board(Viewpoint::All, language)) {
                // What has no words stands as its key.
                let is_key = label.contains('.') && !label.contains(' ');
                assert!(!label.is_empty() && !is_key, "{what} {id} in {}: {label:?}", language.code());
            }
        }
    }
}

/// The kinds by which the record is filtered: the first words of whatever a book can tell.
#[test]
fn the_kinds_of_events_in_the_record_have_names() {
    for book in shelf::known() {
        let table = book.load(&shelf::Order::of(&book.battles()[0].id)).expect("it is built in");
        let board = table.board(Viewpoint::All, Language::ENGLISH);
        let told = book.catalogue(Language::ENGLISH).keys().filter(|(table, _)| *table == "event");
        let kinds: BTreeSet<&str> = told.filter_map(|(_, key)| key.split('.').next()).collect();
        let named: BTreeSet<&str> = board.events.iter().map(|event| event.id.as_str()).collect();
        let differ: Vec<_> = kinds.symmetric_difference(&named).collect();
        assert!(!kinds.is_empty() && differ.is_empty(), "{}: {differ:?}", book.id());
    }
}

#[test]
fn only_declared_overlays_are_laid_and_each_of_a_counter_s_own_can_be() {
    for (table, live) in played() {
        let board = table.board(Viewpoint::Of(None), Language::ENGLISH);
        let (position, ids) = (live.position(None), board.overlays.iter().map(|overlay| overlay.id.as_str()));
        let ids: Vec<&str> = ids.collect();
        let cards = board.units.iter().chain(&board.leaders).zip(&position.counters);
        for (card, now) in cards.filter(|(_, now)| !now.at.is_empty()) {
            let of = Point::from_short(&now.id).expect("a counter's id is a pointer");
            for id in &card.overlays {
                assert!(ids.contains(&id.as_str()), "{id} is not declared");
                let laid = live.overlay(None, of, (id, None));
                // Who cannot do a thing as it stands says why, with its rule.
                let told = laid.as_ref().is_err_and(|why| why.ends_with(']'));
                assert!(laid.is_ok() || told && id != "reach", "{} of {}: {laid:?}", id, now.id);
            }
            assert!(live.overlay(None, of, ("no such overlay", None)).is_err());
        }
        for aimed in board.overlays.iter().filter(|overlay| overlay.aimed) {
            let lay = |to| live.overlay(None, Point::Place(0), (&aimed.id, to));
            assert!(lay(Some(Point::Place(1))).is_ok());
            assert!(lay(None).is_err() && lay(Some(Point::Place(u16::MAX))).is_err());
        }
        let named = board.route_overlay.iter().chain(board.layers.iter().map(|layer| &layer.overlay));
        let lines = board.overlays.iter().filter_map(|overlay| overlay.line.as_ref());
        for id in named.chain(lines).chain(&board.place_overlays) {
            assert!(ids.contains(&id.as_str()), "{id} is not declared");
        }
    }
}

#[test]
fn distances_are_counted_from_place_to_place() {
    let table =
        shelf::book("jdg").expect("it is on the shelf").load(&shelf::Order::of("maida")).expect("it loads");
    let ground = table.board(Viewpoint::Of(None), Language::ENGLISH).ground;
    let at = |column: u16, row: u16| (row - 1) * ground.columns + column - 1;
    for ((column, row), hexes) in [
        ((2, 2), 0),
        ((2, 1), 1),
        ((2, 3), 1),
        ((1, 2), 1),
        ((3, 2), 1),
        ((1, 3), 1),
        ((3, 3), 1),
        ((1, 1), 2),
        ((4, 4), 3),
    ] {
        assert_eq!(table.distance(at(2, 2), at(column, row)), Some(hexes), "{column} {row}");
        assert_eq!(table.distance(at(column, row), at(2, 2)), Some(hexes), "{column} {row}");
    }
    assert_eq!(table.distance(0, u16::MAX), None);
}

#[test]
fn states_and_badges_of_the_first_book_look_as_they_always_did() {
    let table = shelf::book("jdg")
        .expect("it is on the shelf")
        .load(&shelf::Order::of("tutorial"))
        .expect("it loads");
    let board = table.board(Viewpoint::Of(Some(Side(0))), Language::ENGLISH);
    let states: Vec<_> = board.states.iter().map(|s| (s.id.as_str(), s.fitness, s.look)).collect();
    assert_eq!(
        states,
        [
            ("good", Fitness::Steady, Look::Plain),
            ("disordered", Fitness::Shaken, Look::Striped),
            ("routed", Fitness::Shaken, Look::Pale),
            ("eliminated", Fitness::Lost, Look::Plain),
            ("waiting", Fitness::Waiting, Look::Plain),
        ]
    );
    let badge = |id: &str| board.badges.iter().find(|badge| badge.id == id).expect("it is declared");
    assert!(badge("square").all_round && badge("square").sign == Some(Sign::Square));
    assert_eq!((badge("fired").sign, badge("replied").sign), (Some(Sign::Smoke), None));
    let degrees: Vec<u16> = board.facings.iter().map(|facing| facing.degrees).collect();
    assert_eq!(degrees, [30, 90, 150, 210, 270, 330]);
}

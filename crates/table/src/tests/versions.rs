use super::sessions::{play_until, start};
use crate::dice::Seed;
use crate::journal::{Chain, Entry};
use crate::session::Session;
use crate::toy::Toy;

/// The journal of a game that has begun, as another version of the rulebook would have written it, with an entry changed.
fn of_version(version: u32, change: impl Fn(Entry) -> Entry) -> (Session<Toy>, String) {
    let mut session = start(5);
    play_until(&mut session, 5, |s| s.turn().0 == 2);
    let entries = crate::journal::read(session.journal().as_bytes()).unwrap().entries;
    let mut chain = Chain::default();
    let seal = |entry: Entry| match entry {
        Entry::Rulebook { id, .. } => chain.seal(&Entry::Rulebook { id, version }.to_string()) + "\n",
        other => chain.seal(&change(other).to_string()) + "\n",
    };
    let journal = entries.into_iter().map(seal).collect();
    (session, journal)
}

#[test]
fn a_game_of_an_older_version_goes_on_where_this_one_comes_to_the_same_states() {
    let (session, journal) = of_version(1, |entry| entry);
    let load = |journal: &str| {
        Session::<Toy>::from_journal(session.battle().clone(), journal.as_bytes(), Some(Seed::from_number(5)))
    };
    let mut loaded = load(&journal).unwrap().session;
    assert_eq!((loaded.hash(), loaded.journal()), (session.hash(), journal));
    play_until(&mut loaded, 5, |s| s.turn().0 == 3);
    assert_eq!(load(&loaded.journal()).unwrap().session.hash(), loaded.hash());
}

#[test]
fn a_game_of_another_version_that_comes_to_other_states_is_not_played_blindly() {
    let (session, journal) = of_version(1, |entry| match entry {
        Entry::State(_) => Entry::State([1; 8]),
        other => other,
    });
    let load = |journal: &str| {
        Session::<Toy>::look(session.battle().clone(), journal.as_bytes())
            .map(|_| ())
            .unwrap_err()
            .to_string()
    };
    let told = load(&journal);
    assert!(
        told.contains("played by toy version 1; this program has toy version 2: the state is not"),
        "{told}"
    );
    // One from the future is not tried.
    let told = load(&of_version(3, |entry| entry).1);
    assert!(told.starts_with("journal line 2: the game was played by toy version 3"), "{told}");
}

//! No die is thrown by an answer whose odds did not show it: whole games with dice that are typed in, so that each throw is named
//! before it falls, are held against what was said before each answer.

use std::path::Path;
use std::sync::Arc;

use jdg::core::state::State;
use jdg::files::arrange;
use jdg::{Battle, Jdg};
use table::dice::FastDice;
use table::session::{PossibleThrow, Seat, ThrowTime};
use table::{Answer, Point, Side};

use shelf::binding::Presentation;
use shelf::inside::{self, LiveGame};
use shelf::{AheadTable, Game};

/// Promise: what was said before an answer was given.
struct Promise {
    side: Side,
    answer: String,
    question: &'static str,
    before: State,
    ahead: AheadTable,
    is_complete: bool,
}

/// A game with what was checked in it.
struct WatchedGame {
    game: LiveGame<Jdg>,
    promise: Option<Promise>,
    /// Answers, and of how many one is looked ahead of: the odds of each take far longer than the game.
    answers: u32,
    one_of: u32,
    /// Throws that came up, those behind a veil among them, and answers whose end was looked at.
    throws: u32,
    veiled: u32,
    ends: u32,
    dice: FastDice,
}

fn battle(name: &str) -> Arc<Battle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    Arc::new(arrange::read(&folder).unwrap_or_else(|faults| panic!("{faults}")))
}

impl WatchedGame {
    fn new(battle: Arc<Battle>, name: &str, seed: u64, one_of: u32) -> WatchedGame {
        let seats = [Seat::person("first"), Seat::person("second")];
        let named = shelf::Language::all().map(|_| Arc::clone(&battle)).collect();
        let game =
            inside::host((battle, named), name, &[], seats, Default::default(), None).expect("it begins");
        WatchedGame {
            game,
            promise: None,
            answers: 0,
            one_of,
            throws: 0,
            veiled: 0,
            ends: 0,
            dice: FastDice::new(seed),
        }
    }

    /// Whether the game has been left or is over; else one answer or throw more.
    fn goes_on(&mut self, adviser: &str, seed: u64) -> bool {
        if self.game.session.wanted().is_some() {
            self.throw();
            return true;
        }
        self.end_of_promise();
        if self.game.session.over() {
            return false;
        }
        let pending = self.game.session.pending();
        let pending = pending[self.dice.below(pending.len() as u32) as usize].clone();
        let ends = pending.legal.contains(&Answer::button(jdg::core::verb::PASS));
        assert!(!ends || self.game.ending(&pending).is_some(), "{}: its ending has no name", pending.key);
        let answer = match adviser {
            "recruit" => self.dice.pick(&pending.legal),
            name => {
                let adviser = Jdg::player(name, seed).expect("the player is there");
                self.game.session.advice(pending.side, adviser).expect("there is advice").0
            }
        };
        if self.answers.is_multiple_of(self.one_of) {
            self.promise(pending.side, pending.key, answer);
        }
        self.answers += 1;
        self.game.session.answer(pending.side, answer).expect("the answer is legal");
        true
    }

    /// Notes what is said of an answer.
    fn promise(&mut self, side: Side, question: &'static str, answer: Answer) {
        let text = self.game.print(&answer);
        let table = self.game.odds(side, answer).unwrap_or_else(|why| panic!("{question}, {text}: {why}"));
        let ahead = table.ahead.expect("a live game looks ahead");
        // Of decisions taken at the same time in secret nothing is seen.
        let alone = self.game.session.pending().len() == 1;
        let before = self.game.session.sight(Some(side));
        let is_complete = table.is_complete;
        self.promise = alone.then_some(Promise { side, answer: text, question, before, ahead, is_complete });
    }

    /// Throws, after a look whether the last answer's odds showed it.
    fn throw(&mut self) {
        let wanted = self.game.session.wanted().expect("a throw is waited for").clone();
        if let Some(Promise { question, answer, ahead, is_complete, .. }) = &self.promise {
            let table::session::AwaitedThrow { key, side, about, .. } = wanted;
            let thrown = PossibleThrow { key, side, about, when: ThrowTime::AtOnce };
            let label = inside::throwing(self.game.names(), &thrown, self.game.catalogue());
            self.throws += 1;
            self.veiled += u32::from(ahead.is_veiled && !ahead.throws.contains(&label));
            assert!(
                ahead.is_veiled || ahead.throws.contains(&label),
                "`{answer}` to {question} throws {label}, but its odds said {:?} (complete: {is_complete})",
                ahead.throws
            );
        }
        let outcome = self.dice.below(wanted.shows.len() as u32);
        self.game.session.throw(outcome).expect("the outcome is one of those it may have");
    }

    /// Asserts that the throw was among those promised.
    fn end_of_promise(&mut self) {
        let Some(promise) = self.promise.take() else { return };
        let now = self.game.session.sight(Some(promise.side));
        let words = self.game.catalogue();
        let changes = Jdg::changes(self.game.session.battle(), &promise.before, &now, words);
        let (troops, markers): (Vec<_>, Vec<_>) =
            changes.into_iter().partition(|(point, _)| !matches!(point, Point::Marker(_)));
        let came = inside::in_words(self.game.names(), &troops, words);
        let Promise { question, answer, ahead, is_complete, .. } = &promise;
        // Beside ends that change something it has words of its own.
        let otherwise = words.word("now.otherwise");
        let is_came = |end: &String| *end == came || (troops.is_empty() && *end == otherwise);
        let is_named = ahead.near.iter().any(|(end, _)| is_came(end));
        let drawn =
            markers.iter().map(|marker| inside::in_words(self.game.names(), &vec![marker.clone()], words));
        let are_drawn = drawn.clone().all(|text| ahead.drawn.iter().any(|(known, _)| *known == text));
        // What may change leads, however seldom it does.
        let quiet = [words.word("now.nothing"), otherwise];
        let leads = |rows: &[(String, table::umpires::Share)]| rows.len() < 2 || !quiet.contains(&rows[0].0);
        assert!(leads(&ahead.near), "`{answer}` to {question} leads with what does not change: {ahead:?}");
        if !ahead.is_veiled && *is_complete {
            self.ends += 1;
            let clocks = (promise.before.clock, now.clock);
            assert!(is_named, "`{answer}` to {question} came to `{came}`, {clocks:?}, said was {ahead:?}");
            assert!(are_drawn, "`{answer}` to {question} drew {:?}", drawn.collect::<Vec<_>>());
        }
    }
}

/// Plays so many games, with a look ahead of one in so many answers.
fn check(name: &str, adviser: &str, games: u64, one_of: u32) {
    let battle = battle(name);
    let (mut throws, mut veiled, mut ends) = (0, 0, 0);
    for seed in 1..=games {
        let mut watched = WatchedGame::new(Arc::clone(&battle), name, seed, one_of);
        while watched.goes_on(adviser, seed) {}
        throws += watched.throws;
        veiled += watched.veiled;
        ends += watched.ends;
    }
    println!("{name}, {adviser}: {throws} throws, {veiled} behind a veil, {ends} ends");
    assert!(throws > 100 / one_of, "{name}: only {throws} throws");
    assert!(ends > throws, "{name}: only {ends} ends looked at");
    assert!(
        veiled * 50 <= throws,
        "{name}: {veiled} of {throws} throws came where the enemy's orders hid them"
    );
}

#[test]
fn no_die_is_thrown_unforeshown_in_the_tutorial() {
    check("tutorial", "recruit", 3, 1);
    check("tutorial", "sergeant", 3, 1);
}

#[test]
fn no_die_is_thrown_unforeshown_at_maida() {
    check("maida", "recruit", 1, 1);
    check("maida", "sergeant", 1, 1);
}

#[test]
fn no_die_is_thrown_unforeshown_at_saalfeld() {
    check("saalfeld", "recruit", 1, 5);
    check("saalfeld", "sergeant", 1, 5);
}

//! The inner loop allocates little: copies of the state nothing, lists of legal answers nothing but for those of moves now and then, a decision of a
//! random game a few times. Each limit stands a little above what was counted, so that what comes to be allocated besides is noticed.

use std::collections::BTreeMap;
use std::path::Path;

use allocation_counter::measure;
use an30::variant::{Edition, Standard};
use an30::{An30, Battle};
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff, play_out};
use table::{Answer, Player, Rulebook, SeenQuestion};

type Book = An30<Standard>;

/// The battles, by folder and scenario, with the most allocations of a decision in random play.
const BATTLES: [(&str, &str, u64); 3] =
    [("quatre-bras", "gemioncourt", 3), ("quatre-bras", "", 2), ("maida", "", 2)];

/// The question whose lists allocate, where a stack may do more than is usual; at most once in so many.
const RARELY: (&str, u64) = ("move.step", 40);

/// The most steps of a game.
const MOST_STEPS: u64 = 50_000;

fn battle(folder: &str, scenario: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(folder);
    Standard::read_further(&folder, scenario).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A random player who lists the legal answers of each question again and counts what that allocates.
struct Lister {
    player: RandomPlayer,
    buffer: Vec<Answer>,
    /// By question: the lists, and what they allocated.
    lists: BTreeMap<&'static str, (u64, u64)>,
}

impl Lister {
    fn new(seed: u64) -> Self {
        let player = RandomPlayer::new(seed);
        Lister { player, buffer: Vec::with_capacity(4096), lists: BTreeMap::new() }
    }
}

impl Player<Book> for Lister {
    fn decide(&mut self, seen: &SeenQuestion<'_, Book>) -> Answer {
        let counted = measure(|| {
            self.buffer.clear();
            seen.question.options.list(&mut self.buffer);
        });
        let (lists, allocated) = self.lists.entry(seen.question.key).or_default();
        *lists += 1;
        *allocated += counted.count_total;
        self.player.decide(seen)
    }
}

#[test]
fn lists_of_legal_answers_allocate_nothing_or_rarely() {
    for (folder, scenario, _) in BATTLES {
        let b = battle(folder, scenario);
        let (mut one, mut two) = (Lister::new(4), Lister::new(5));
        for seed in 0..3 {
            // The first game grows the workspaces.
            if seed == 1 {
                (one, two) = (Lister::new(4), Lister::new(5));
            }
            let mut umpire = Staff::<Book>::new(vec![&mut one, &mut two], FastDice::new(seed));
            let played = play_out::<Book>(&b, &mut Book::start(&b), &mut umpire, MOST_STEPS);
            played.expect("random players never wait");
        }
        for (key, (lists, allocated)) in one.lists.into_iter().chain(two.lists) {
            println!("{folder}.{scenario} {key}: {allocated} allocations in {lists} lists");
            let most = if key == RARELY.0 { 1 + lists / RARELY.1 } else { 0 };
            assert!(allocated <= most, "{folder}.{scenario}: {key} allocated {allocated} in {lists} lists");
        }
    }
}

/// Number of the allocations of a random game, and of its decisions.
fn allocations_of_a_game(b: &Battle, seed: u64) -> (u64, u64) {
    let (mut one, mut two) = (RandomPlayer::new(seed), RandomPlayer::new(seed + 100));
    let mut umpire = Staff::<Book>::new(vec![&mut one, &mut two], FastDice::new(seed));
    let mut state = Book::start(b);
    let counted = measure(|| {
        play_out::<Book>(b, &mut state, &mut umpire, MOST_STEPS).expect("random players never wait");
    });
    (counted.count_total, umpire.decisions())
}

#[test]
fn a_random_game_allocates_a_few_times_a_decision() {
    for (folder, scenario, most) in BATTLES {
        let b = battle(folder, scenario);
        // The first games grow the workspaces.
        for seed in 0..2 {
            allocations_of_a_game(&b, seed);
        }
        for seed in 2..6 {
            let (allocated, decisions) = allocations_of_a_game(&b, seed);
            println!("{folder}.{scenario}: {allocated} allocations in {decisions} decisions");
            assert!(
                allocated <= most * decisions,
                "{folder}.{scenario}: {allocated} in {decisions} decisions"
            );
        }
    }
}

/// Predicates try moves on copies of the state: a copy takes over the lists of one that was dropped.
#[test]
fn copies_of_the_state_allocate_nothing() {
    let b = battle("quatre-bras", "");
    let state = Book::start(&b);
    drop(state.clone());
    let counted = measure(|| (0..100).for_each(|_| drop(std::hint::black_box(state.clone()))));
    assert_eq!(counted.count_total, 0, "{counted:?}");
}

//! The inner loop allocates nothing: movement floods, zones of control, lines of sight, lists of legal answers; a whole
//! random game next to nothing.

use std::path::Path;

use allocation_counter::measure;
use jdg::ch04_movement::movement::{Pace, Party, Walk, reach};
use jdg::ch06_facing::zones;
use jdg::ch07_fire::sight;
use jdg::files::arrange;
use jdg::{Battle, Jdg, State};
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff, play_out};
use table::{Answer, Player, Rulebook, SeenQuestion};

const BATTLES: [&str; 2] = ["maida", "saalfeld"];

/// Lines of sight are tabled up to this distance, in hexes: no gun shoots farther.
const FARTHEST: u16 = 24;

fn battle(name: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    arrange::read(&folder).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A position after so many steps of random play.
fn position(b: &Battle, steps: u64) -> State {
    let (mut one, mut two) = (RandomPlayer::new(1), RandomPlayer::new(2));
    let mut umpire = Staff::<Jdg>::new(vec![&mut one, &mut two], FastDice::new(3));
    let mut state = Jdg::start(b);
    play_out::<Jdg>(b, &mut state, &mut umpire, steps).expect("random players never wait");
    state
}

/// Everything that the rules compute over the whole map: each unit's reachable hexes, each hex's zones, each line of sight.
fn look_around(b: &Battle, s: &State) -> u64 {
    let mut seen = 0;
    for unit in b.unit_ids().filter(|&unit| s.unit(unit).on_map()) {
        for pace in [Pace::Normal, Pace::Forced] {
            let mut walk = Walk::begin(b, s, Party::one(unit), pace);
            walk.left[0] = b.unit(unit).front.half_mp;
            reach::each_goal(b, s, &walk, |_, _| seen += 1);
        }
        let from = s.unit(unit).hex;
        for to in b.ground.hexes() {
            if b.ground.distance(from, to) <= FARTHEST {
                seen += u64::from(sight::sees(b, s, from, to));
            }
            seen += u64::from(zones::in_enemy_zone(b, s, b.side(unit), to));
            seen += u64::from(zones::in_enemy_front(b, s, b.side(unit), to));
        }
    }
    seen
}

#[test]
fn floods_zones_and_lines_of_sight_allocate_nothing() {
    for name in BATTLES {
        let b = battle(name);
        let positions = [0, 50, 150, 300].map(|steps| position(&b, steps));
        // The first searches grow the workspace to the size of the map and of the longest ways.
        for s in &positions {
            look_around(&b, s);
        }
        for (number, s) in positions.iter().enumerate() {
            let mut seen = 0;
            let counted = measure(|| seen = look_around(&b, s));
            assert!(seen > 100, "{name}: there is something to see");
            assert_eq!(counted.count_total, 0, "{name}, position {number}: {counted:?}");
        }
    }
}

/// A random player who lists the legal answers of each question again and counts what that allocates.
struct Lister {
    player: RandomPlayer,
    buffer: Vec<Answer>,
    lists: u64,
    /// The questions whose lists allocated something, with how much.
    wasteful: Vec<(&'static str, u64)>,
}

impl Lister {
    fn new(seed: u64) -> Self {
        let player = RandomPlayer::new(seed);
        Lister { player, buffer: Vec::with_capacity(4096), lists: 0, wasteful: Vec::new() }
    }
}

impl Player<Jdg> for Lister {
    fn decide(&mut self, seen: &SeenQuestion<'_, Jdg>) -> Answer {
        let counted = measure(|| {
            self.buffer.clear();
            seen.question.options.list(&mut self.buffer);
        });
        self.lists += 1;
        if counted.count_total > 0 {
            self.wasteful.push((seen.question.key, counted.count_total));
        }
        self.player.decide(seen)
    }
}

#[test]
fn lists_of_legal_answers_allocate_nothing() {
    for name in BATTLES {
        let b = battle(name);
        let (mut one, mut two) = (Lister::new(4), Lister::new(5));
        for seed in 0..9 {
            // The first game grows the workspaces.
            if seed == 1 {
                (one, two) = (Lister::new(4), Lister::new(5));
            }
            let mut umpire = Staff::<Jdg>::new(vec![&mut one, &mut two], FastDice::new(seed));
            play_out::<Jdg>(&b, &mut Jdg::start(&b), &mut umpire, 50_000).expect("random players never wait");
        }
        assert!(one.lists + two.lists > 1000, "{name}: there are questions to answer");
        assert_eq!((one.wasteful, two.wasteful), (vec![], vec![]), "{name}");
    }
}

/// Number of the allocations of a random game, and of its decisions.
fn allocations_of_a_game(b: &Battle, seed: u64) -> (u64, u64) {
    let (mut one, mut two) = (RandomPlayer::new(seed), RandomPlayer::new(seed + 100));
    let mut umpire = Staff::<Jdg>::new(vec![&mut one, &mut two], FastDice::new(seed));
    let mut state = Jdg::start(b);
    let counted = measure(|| {
        play_out::<Jdg>(b, &mut state, &mut umpire, 50_000).expect("random players never wait");
    });
    (counted.count_total, umpire.decisions())
}

/// A whole game makes the list of legal answers that its doors keep, and that list may grow once or twice; nothing else, once
/// the workspaces have grown.
const LIST: u64 = 3;

#[test]
fn a_random_game_allocates_its_list_of_answers_and_nothing_else() {
    for name in BATTLES {
        let b = battle(name);
        // The same games grow the workspaces: each bucket of each flood by itself.
        let first = (0..10).map(|seed| allocations_of_a_game(&b, seed).0).sum::<u64>();
        println!("{name}: {first} allocations in ten games that grow the workspaces");
        for seed in 0..10 {
            let (allocated, decisions) = allocations_of_a_game(&b, seed);
            println!("{name}: {allocated} allocations in {decisions} decisions");
            assert!(
                (1..=LIST).contains(&allocated),
                "{name}, {seed}: {allocated} allocations, {decisions} decisions"
            );
        }
    }
}

//! The computer players play whole games: they end, break no invariant, and the better player wins.

use std::path::Path;

use jdg::files::arrange;
use jdg::{Battle, Jdg};
use staff::duel::{Checks, Tally, duel};
use table::dice::FastDice;
use table::umpires::{Staff, play_out};
use table::{Answer, Player, Rulebook, SeenQuestion};

const BATTLES: [&str; 3] = ["tutorial", "maida", "saalfeld"];

fn battle(name: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    arrange::read(&folder).unwrap_or_else(|faults| panic!("{faults}"))
}

fn play(battle: &Battle, names: [&str; 2], games: u64) -> Tally {
    duel::<Jdg>(battle, staff::jdg::player, names, 1, games, Checks::EveryStep)
        .unwrap_or_else(|mishap| panic!("{}: {names:?}: {mishap:?}", battle.id))
}

/// Number of the games that the sergeant plays against the recruit on each side of a battle.
const GAMES: u64 = 100;
/// Number of them that they must win.
const WON: u32 = 95;

fn the_sergeant_wins(name: &str) {
    let battle = battle(name);
    let first = play(&battle, ["sergeant", "recruit"], GAMES);
    let second = play(&battle, ["recruit", "sergeant"], GAMES);
    assert!(first.won[0] >= WON, "{name}, on the first side: {first:?}");
    assert!(second.won[1] >= WON, "{name}, on the second side: {second:?}");
}

#[test]
fn the_sergeant_beats_the_recruit_in_the_tutorial_from_either_side() {
    the_sergeant_wins("tutorial");
}

#[test]
fn the_sergeant_beats_the_recruit_at_maida_from_either_side() {
    the_sergeant_wins("maida");
}

#[test]
fn the_sergeant_beats_the_recruit_at_saalfeld_from_either_side() {
    the_sergeant_wins("saalfeld");
}

/// The beginner's opponent is stronger than chance and weaker than the sergeant, in every battle and from either side.
#[test]
fn the_cadet_stands_between_recruit_and_sergeant() {
    for name in BATTLES {
        let battle = battle(name);
        let over = |names: [&str; 2], side: usize| {
            let tally = play(&battle, names, 20);
            println!("{name} {names:?}: {tally:?}");
            (tally.won[side], tally.half_points[side] - tally.half_points[1 - side])
        };
        let recruits = [over(["cadet", "recruit"], 0), over(["recruit", "cadet"], 1)];
        assert!(
            recruits.iter().map(|(won, _)| won).sum::<u32>() >= 30,
            "{name}, against recruits: {recruits:?}"
        );
        let sergeants = [over(["sergeant", "cadet"], 0), over(["cadet", "sergeant"], 1)];
        assert!(sergeants.iter().map(|(won, _)| won).sum::<u32>() >= 25, "{name}, sergeants: {sergeants:?}");
    }
}

/// Whatever a cadet does, the sergeant would do, or it is to leave something be.
#[test]
fn a_cadet_does_nothing_that_a_sergeant_would_not() {
    struct PlayerPair(Box<dyn Player<Jdg>>, Box<dyn Player<Jdg>>, u32);
    impl Player<Jdg> for PlayerPair {
        fn decide(&mut self, seen: &SeenQuestion<'_, Jdg>) -> Answer {
            let (cadet, sergeant) = (self.0.decide(seen), self.1.decide(seen));
            let nothing = [jdg::core::verb::PASS, jdg::core::verb::NO, jdg::core::verb::REDUCED];
            assert!(cadet == sergeant || nothing.contains(&cadet.verb), "{}: {cadet:?}", seen.question.key);
            assert!(self.0.why().ends_with('.'));
            self.2 += u32::from(cadet != sergeant);
            cadet
        }
    }
    let battle = battle("tutorial");
    let seat = |seed| {
        let player = |name| staff::jdg::player(name, seed).expect("the player is there");
        PlayerPair(player("cadet"), player("sergeant"), 0)
    };
    let (mut first, mut second) = (seat(1), seat(2));
    let mut umpire = Staff::new(vec![&mut first, &mut second], FastDice::new(5));
    let mut state = Jdg::start(&battle);
    play_out::<Jdg>(&battle, &mut state, &mut umpire, 50_000).expect("computer players never wait");
    assert!(first.2 + second.2 > 5, "no chance was let go by: {} and {}", first.2, second.2);
}

#[test]
fn sergeants_fight_each_other() {
    for name in BATTLES {
        let tally = play(&battle(name), ["sergeant", "sergeant"], 6);
        assert!(tally.drawn <= 2, "{name}: {tally:?}");
        assert!(tally.half_points.iter().sum::<i64>() > 6 * 10, "{name}: too little blood: {tally:?}");
    }
}

#[test]
fn recruits_break_no_invariant() {
    for name in BATTLES {
        assert_eq!(play(&battle(name), ["recruit", "recruit"], 6).games(), 6, "{name}");
    }
}

/// Notes what another player decides and why.
struct NotingPlayer {
    player: Box<dyn Player<Jdg>>,
    notes: Vec<(Answer, String)>,
}

impl Player<Jdg> for NotingPlayer {
    fn decide(&mut self, seen: &SeenQuestion<'_, Jdg>) -> Answer {
        let answer = self.player.decide(seen);
        assert!(seen.legal.contains(&answer), "{}: {answer:?} is not legal", seen.question.key);
        self.notes.push((answer, self.player.why()));
        answer
    }
}

fn noted(battle: &Battle, seed: u64) -> Vec<(Answer, String)> {
    let seat = || NotingPlayer {
        player: staff::jdg::player("sergeant", seed).expect("there is a sergeant"),
        notes: Vec::new(),
    };
    let (mut first, mut second) = (seat(), seat());
    let mut umpire = Staff::new(vec![&mut first, &mut second], FastDice::new(seed));
    let mut state = Jdg::start(battle);
    play_out::<Jdg>(battle, &mut state, &mut umpire, 50_000).expect("computer players never wait");
    first.notes.into_iter().chain(second.notes).collect()
}

#[test]
fn the_same_seed_makes_the_same_game_and_every_decision_has_a_reason() {
    let battle = battle("maida");
    let notes = noted(&battle, 3);
    assert!(notes.len() > 50, "{}", notes.len());
    assert!(notes.iter().all(|(_, why)| why.ends_with('.')), "{notes:?}");
    assert_eq!(notes, noted(&battle, 3));
}

/// A seat changes hands in the middle of the game: what a player remembers only spares them thinking.
#[test]
fn a_player_can_take_over_any_seat_at_any_time() {
    struct Relay(u64);
    impl Player<Jdg> for Relay {
        fn decide(&mut self, seen: &SeenQuestion<'_, Jdg>) -> Answer {
            self.0 += 1;
            staff::jdg::player("sergeant", self.0).expect("there is a sergeant").decide(seen)
        }
    }
    let battle = battle("tutorial");
    let (mut first, mut second) = (Relay(0), Relay(0));
    let mut umpire = Staff::new(vec![&mut first, &mut second], FastDice::new(1));
    let mut state = Jdg::start(&battle);
    play_out::<Jdg>(&battle, &mut state, &mut umpire, 50_000).expect("computer players never wait");
    assert!(Jdg::outcome(&battle, &state).is_some());
}

#[test]
fn unknown_players_are_not_there() {
    assert!(staff::jdg::player("marshal", 1).is_none());
    assert!(staff::jdg::NAMES.iter().all(|name| staff::jdg::player(name, 1).is_some()));
}

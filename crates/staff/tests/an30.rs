//! The computer players of the Règlement de l'An XXX play whole games: they end, break no invariant, answer legally and always the same from the
//! same seed, and the better player wins. `GAMES=100` plays more of those that are counted.

use std::path::Path;
use std::sync::Arc;

use an30::core::status;
use an30::variant::{Doherty2005, Edition, Standard};
use an30::{An30, Battle};
use staff::an30::Rules;
use staff::duel::{Checks, Tally, duel};
use table::dice::{FastDice, Seed};
use table::session::{Horizon, Seat, Session, Setup};
use table::umpires::{Staff, play_out};
use table::vignette::Staged;
use table::{Answer, Player, Rulebook, SeenQuestion, Side};

fn battle(name: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/quatre-bras");
    Standard::read_further(&folder, name).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The number of games that are counted.
fn games(usual: u64) -> u64 {
    std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn play(battle: &Battle, names: [&str; 2], games: u64) -> Tally {
    duel::<Rules>(battle, staff::an30::player, names, 1, games, Checks::EveryStep)
        .unwrap_or_else(|mishap| panic!("{}: {names:?}: {mishap:?}", battle.id))
}

/// The sergeant wins 95 games of 100 against the recruit on a side; of a few all but one.
fn wins(battle: &Battle, side: usize, usual: u64) {
    let games = games(usual);
    let names = if side == 0 { ["sergeant", "recruit"] } else { ["recruit", "sergeant"] };
    let tally = play(battle, names, games);
    println!("{} {names:?}: {tally:?}", battle.id);
    let lost = games - u64::from(tally.won[side]);
    assert!(lost <= (games / 20).max(1), "{}, side {side}: {tally:?}", battle.id);
}

#[test]
fn the_sergeant_beats_the_recruit_in_the_cuirassiers_charge_from_either_side() {
    let battle = battle("cuirassiers");
    wins(&battle, 0, 6);
    wins(&battle, 1, 6);
}

#[test]
fn the_sergeant_holds_gemioncourt_against_the_recruit() {
    wins(&battle("gemioncourt"), 1, 8);
}

/// The revision of 2005 is played by the same sergeant, who tries out its assaults and charges with its own steps.
#[test]
fn the_sergeant_beats_the_recruit_by_the_revision_of_2005() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/quatre-bras");
    let battle =
        Doherty2005::read_further(&folder, "cuirassiers").unwrap_or_else(|faults| panic!("{faults}"));
    for (side, names) in [(0, ["sergeant", "recruit"]), (1, ["recruit", "sergeant"])] {
        let tally = duel::<An30<Doherty2005>>(&battle, staff::an30::player, names, 1, 5, Checks::EveryStep)
            .unwrap_or_else(|mishap| panic!("{names:?}: {mishap:?}"));
        println!("{names:?}: {tally:?}");
        assert!(tally.won[side] >= 4, "side {side}: {tally:?}");
    }
}

/// A defender of the farm who does nothing sits in it still: the French are to win by what they take around it.
#[test]
fn the_sergeant_wins_gemioncourt_from_the_recruit() {
    wins(&battle("gemioncourt"), 0, 8);
}

/// Player who notes what another one decides, and why.
struct NotingPlayer {
    player: Box<dyn Player<Rules>>,
    notes: Vec<(Answer, String)>,
}

impl NotingPlayer {
    fn new(seed: u64) -> NotingPlayer {
        let player = staff::an30::player("sergeant", seed).expect("there is a sergeant");
        NotingPlayer { player, notes: Vec::new() }
    }
}

impl Player<Rules> for NotingPlayer {
    fn decide(&mut self, seen: &SeenQuestion<'_, Rules>) -> Answer {
        let answer = self.player.decide(seen);
        assert!(seen.legal.contains(&answer), "{}: {answer:?} is not legal", seen.question.key);
        self.notes.push((answer, self.player.why()));
        answer
    }
}

/// A game between sergeants: what they decided, and the share of each side's increments that was lost, in hundredths.
fn noted(battle: &Battle, seed: u64) -> (Vec<(Answer, String)>, [i32; 2]) {
    let (mut first, mut second) = (NotingPlayer::new(seed), NotingPlayer::new(seed + 100));
    let mut umpire = Staff::new(vec![&mut first, &mut second], FastDice::new(seed));
    let mut state = Rules::start(battle);
    play_out::<Rules>(battle, &mut state, &mut umpire, 50_000).expect("computer players never wait");
    assert!(Rules::outcome(battle, &state).is_some(), "the game ends");
    let lost = [0, 1].map(|side| {
        let own = || battle.unit_ids().filter(|u| battle.side(*u).index() == side);
        let there = own().filter(|u| Rules::start(battle).unit(*u).on_map());
        let (mut all, mut gone) = (0, 0);
        for unit in there {
            let before = Rules::start(battle).unit(unit).losses;
            all += i32::from(battle.unit(unit).increments) - i32::from(before);
            gone += i32::from(status::lost(battle, &state, unit)) - i32::from(before);
        }
        100 * gone / all.max(1)
    });
    (first.notes.into_iter().chain(second.notes).collect(), lost)
}

#[test]
fn the_same_seed_makes_the_same_game_and_every_decision_has_a_reason() {
    let battle = battle("gemioncourt");
    let (notes, _) = noted(&battle, 3);
    assert!(notes.len() > 50, "{}", notes.len());
    assert!(notes.iter().all(|(_, why)| why.ends_with('.')), "{notes:?}");
    assert_eq!(notes, noted(&battle, 3).0);
}

/// Sergeant who remembers nothing, as the advisers of a live game do; with the answers that they gave for a unit one after the other.
struct ForgetfulSergeant {
    seed: u64,
    unit: Option<u16>,
    row: Vec<Answer>,
}

/// No movement takes so many answers.
const LONGEST_MOVEMENT: usize = 60;

impl Player<Rules> for ForgetfulSergeant {
    fn decide(&mut self, seen: &SeenQuestion<'_, Rules>) -> Answer {
        let mut sergeant =
            staff::an30::player::<Standard>("sergeant", self.seed).expect("there is a sergeant");
        let answer = sergeant.decide(seen);
        let unit = seen.question.unit().filter(|_| seen.question.key == "move.step");
        if unit.is_none() || self.unit != unit {
            (self.unit, self.row) = (unit, Vec::new());
        }
        self.row.push(answer);
        assert!(self.row.len() < LONGEST_MOVEMENT, "{unit:?} goes to and fro: {:?}", self.row);
        answer
    }
}

/// Turns may cost nothing: whoever thinks of every answer anew is not to turn to and fro for ever.
#[test]
fn a_sergeant_who_remembers_nothing_comes_to_the_end_of_every_movement() {
    let battle = battle("gemioncourt");
    for dice in 0..games(4) {
        let mut both = [0, 1].map(|_| ForgetfulSergeant { seed: 1806, unit: None, row: Vec::new() });
        let [first, second] = &mut both;
        let mut umpire = Staff::new(vec![first, second], FastDice::new(dice));
        let mut state = Rules::start(&battle);
        play_out::<Rules>(&battle, &mut state, &mut umpire, 50_000).expect("computer players never wait");
        assert!(Rules::outcome(&battle, &state).is_some(), "the game ends");
    }
}

#[test]
fn openings_differ_from_seed_to_seed() {
    let battle = battle("gemioncourt");
    let moves = |seed| -> Vec<Answer> { noted(&battle, seed).0.into_iter().take(25).map(|n| n.0).collect() };
    assert!((1..5).any(|seed| moves(seed) != moves(0)), "all openings are the same");
}

/// A battle of some hours costs neither side half of what it has.
#[test]
fn battles_between_sergeants_are_no_slaughter() {
    for name in ["gemioncourt", "cuirassiers"] {
        let battle = battle(name);
        let mut sum = [0; 2];
        let count = 4;
        for seed in 0..count {
            let lost = noted(&battle, seed).1;
            println!("{name}, {seed}: {lost:?} of a hundred lost");
            sum = [sum[0] + lost[0], sum[1] + lost[1]];
        }
        assert!(sum.iter().all(|lost| *lost < 45 * count as i32), "{name}: {sum:?}");
        assert!(sum[0] + sum[1] > 4 * count as i32, "{name}: too little blood: {sum:?}");
    }
}

#[test]
fn recruits_break_no_invariant() {
    let battle = battle("cuirassiers");
    assert_eq!(play(&battle, ["recruit", "recruit"], 3).games(), 3);
}

/// A seat changes hands in the middle of the game: what a player remembers only spares them thinking.
#[test]
fn a_player_can_take_over_any_seat_at_any_time() {
    /// A number of decisions, and who takes them until another one sits down.
    struct Relay(u64, Box<dyn Player<Rules>>);
    impl Player<Rules> for Relay {
        fn decide(&mut self, seen: &SeenQuestion<'_, Rules>) -> Answer {
            self.0 += 1;
            if self.0.is_multiple_of(5) {
                self.1 = staff::an30::player("sergeant", self.0).expect("there is a sergeant");
            }
            self.1.decide(seen)
        }
    }
    let battle = battle("gemioncourt");
    let relay = || Relay(0, staff::an30::player("sergeant", 0).expect("there is a sergeant"));
    let (mut first, mut second) = (relay(), relay());
    let mut umpire = Staff::new(vec![&mut first, &mut second], FastDice::new(1));
    let mut state = Rules::start(&battle);
    play_out::<Rules>(&battle, &mut state, &mut umpire, 50_000).expect("computer players never wait");
    assert!(Rules::outcome(&battle, &state).is_some());
}

#[test]
fn unknown_players_are_not_there() {
    assert!(staff::an30::player::<Standard>("marshal", 1).is_none());
    assert!(staff::an30::NAMES.iter().all(|name| staff::an30::player::<Standard>(name, 1).is_some()));
}

/// Player who does as little as possible.
struct Quiet;

impl Player<Rules> for Quiet {
    fn decide(&mut self, seen: &SeenQuestion<'_, Rules>) -> Answer {
        Rules::quiet(seen.legal)
    }
}

/// Whoever looks ahead from within a step begins with what has been answered and thrown in it, in a view in which the enemy's backs are unknown but
/// for what the step itself has shown (5.1.2): an answer must not come to another question there. Counts the looks in games between sergeants, and
/// those that led elsewhere.
fn looks(battle: Battle, games: std::ops::Range<u64>) -> (u32, u32) {
    let battle = Arc::new(battle);
    let setup = Setup {
        battle: battle.id.clone(),
        charts: Vec::new(),
        seats: ["one", "two"].map(Seat::computer).into(),
        contributions: Vec::new(),
    };
    let (mut looks, mut astray) = (0, 0);
    for seed in games {
        let session = Session::<Rules>::new(Arc::clone(&battle), &setup, Seed::from_number(seed));
        let mut session = session.expect("it begins");
        for side in [Side(0), Side(1)] {
            session.set_player(side, staff::an30::player("sergeant", seed));
        }
        while let Some(pending) = session.pending().first() {
            let (side, key, answer) = (pending.side, pending.key, Rules::quiet(&pending.legal));
            let sight = session.foresee(side, answer, &mut Quiet, 1, &mut |_, _| {});
            let sight = sight.unwrap_or_else(|why| panic!("game {seed}, {key} {answer:?}: {why}"));
            looks += 1;
            if sight.paths.iter().any(|path| path.horizon == Horizon::Veil) {
                println!("game {seed}, {key} {answer:?}: the step leads elsewhere in their view");
                astray += 1;
            }
            session.run_players(1).expect("sergeants answer legally");
        }
    }
    (looks, astray)
}

#[test]
fn r5_1_2_what_a_step_has_shown_is_reckoned_with_by_who_looks_ahead_within_it() {
    let maida = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/maida");
    let maida = Standard::read(&maida).unwrap_or_else(|faults| panic!("{faults}"));
    for (battle, usual) in [(maida, 2), (battle("gemioncourt"), 1)] {
        let (name, (looks, astray)) = (battle.id.clone(), looks(battle, 1..1 + games(usual)));
        println!("{name}: {looks} looks, {astray} of them astray");
        assert!(looks > 100 && astray == 0, "{name}: {astray} of {looks}");
    }
}

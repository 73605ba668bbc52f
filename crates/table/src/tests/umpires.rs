use crate::dice::FastDice;
use crate::toy::{Shot, Toy, ToyBattle, fire, verb};
use crate::umpires::{
    Ending, FirstLegal, Odds, RandomPlayer, Recording, Replay, Script, ScriptThrow, Share, Staff, play_out,
};
use crate::{Answer, Doors, Point, Rulebook, Stop};

fn random_game(seed: u64) -> (crate::toy::ToyState, u64, Vec<crate::Event>) {
    let battle = ToyBattle::default();
    let (mut red, mut blue) = (RandomPlayer::new(seed), RandomPlayer::new(seed + 1));
    let mut events = Vec::new();
    let mut sink = |event| events.push(event);
    let mut staff = Staff::<Toy>::new(vec![&mut red, &mut blue], FastDice::new(seed)).telling(&mut sink);
    let mut state = Toy::start(&battle);
    let ended = play_out(&battle, &mut state, &mut staff, 1000).unwrap();
    assert!(matches!(ended, Ending::Over(_)));
    let decisions = staff.decisions();
    (state, decisions, events)
}

#[test]
fn the_same_seeds_give_the_same_game() {
    assert_eq!(random_game(7), random_game(7));
    assert_ne!(random_game(7).2, random_game(8).2);
}

#[test]
fn the_odds_of_a_fire_are_exact() {
    let battle = ToyBattle { start: [0, 1, 2, 3, 8, 9], ..ToyBattle::default() };
    let start = Toy::start(&battle);
    let shoot = |doors: &mut Doors<'_, Toy>| fire(&mut start.clone(), doors, 2, 3);
    // Standing: strength 3, distance 1: a hit at 4 and more.
    let stand = [Answer::button(verb::STAND)];
    let odds = Odds::<Toy>::new(&battle).answers(&stand).of(shoot).unwrap();
    assert_eq!(odds.share(&Shot::Hit), Share { of: 3, all: 5 });
    assert!(odds.complete());
    assert_eq!(odds.runs, 2);
    // Evading and pursued: nerve at 5 and more, then strength 3, distance 2, pursuit 1.
    let chase = [Answer::one(verb::EVADE, Point::Place(4)), Answer::button(verb::PURSUE)];
    let odds = Odds::<Toy>::new(&battle).answers(&chase).of(shoot).unwrap();
    assert_eq!(odds.share(&Shot::Hit), Share { of: 3, all: 10 });
    assert_eq!(odds.runs, 3);
}

#[test]
fn odds_that_are_cut_short_say_what_they_cover() {
    let battle = ToyBattle { start: [0, 1, 2, 3, 8, 9], ..ToyBattle::default() };
    let start = Toy::start(&battle);
    let odds =
        Odds::<Toy>::new(&battle).most_runs(1).of(|doors| fire(&mut start.clone(), doors, 2, 3)).unwrap();
    assert!(!odds.complete());
    assert_eq!(odds.covered, Share { of: 2, all: 5 });
    assert!(odds.table(|shot| format!("{shot:?}")).contains("40.0 %"));
}

#[test]
fn rare_cases_can_be_left_out() {
    let battle = ToyBattle { start: [0, 1, 2, 3, 8, 9], ..ToyBattle::default() };
    let start = Toy::start(&battle);
    let shoot = |once_in| {
        Odds::<Toy>::new(&battle).rarest(once_in).of(|doors| fire(&mut start.clone(), doors, 2, 3)).unwrap()
    };
    // 2 cases of 5 come up less than every other time, 3 of 5 do not.
    let often = shoot(2);
    assert_eq!((often.covered, often.runs), (Share { of: 3, all: 5 }, 1));
    assert_eq!(often.share(&Shot::Hit), Share { of: 3, all: 5 });
    assert!(shoot(3).complete());
}

#[test]
fn a_script_plays_a_worked_example() {
    let battle = ToyBattle { start: [0, 1, 2, 3, 8, 9], ..ToyBattle::default() };
    let mut state = Toy::start(&battle);
    let answers = ["reserve red-1", "reserve blue-1", "fire red-3 blue-1", "stand", "pass"];
    let throws = [ScriptThrow::Shows("red".into()), ScriptThrow::Shows("6".into())];
    let mut script = Script::<Toy>::new(&battle, answers, throws);
    assert_eq!(play_out(&battle, &mut state, &mut script, 4), Ok(Ending::Unfinished));
    script.finish().unwrap();
    assert_eq!(state.strength[3], 2);
    let last = script.events().last().unwrap();
    assert_eq!(last.sums[0].total().value, crate::Ratio::whole(0));
    assert_eq!(script.transcript()[2], "throw red (draw, 2)");
}

#[test]
fn a_script_that_tries_what_is_illegal_is_refused_by_the_rule() {
    let battle = ToyBattle::default();
    let mut state = Toy::start(&battle);
    let mut script = Script::<Toy>::new(
        &battle,
        ["pass", "pass", "fire red-3 blue-3"],
        [ScriptThrow::Shows("red".into())],
    );
    let stop = play_out(&battle, &mut state, &mut script, 4).unwrap_err();
    let Stop::Refused(_, _, refusal) = stop else { panic!("{stop:?}") };
    assert_eq!((refusal.rule.0, refusal.why), ("3.3", "fire.far"));
}

#[test]
fn a_script_that_misspells_is_told_the_nearest_answer() {
    let battle = ToyBattle::default();
    let mut state = Toy::start(&battle);
    let mut script = Script::<Toy>::new(&battle, ["reserve rde-1"], []);
    let Err(Stop::Broken(text)) = play_out(&battle, &mut state, &mut script, 4) else { panic!() };
    assert!(text.contains("did you mean `reserve red-1`?"), "{text}");
    assert!(text.contains("pass; reserve red-1; reserve red-2"), "{text}");
}

#[test]
fn a_replay_waits_at_its_end_and_checks_every_answer() {
    let battle = ToyBattle::default();
    let mut state = Toy::start(&battle);
    let recording = Recording {
        answers: vec![
            (crate::Side(1), Answer::button(verb::PASS)),
            (crate::Side(0), Answer::button(verb::PASS)),
        ],
        throws: vec![],
    };
    let mut replay = Replay::new(&recording);
    assert_eq!(play_out::<Toy>(&battle, &mut state, &mut replay, 9), Err(Stop::Waiting));
    assert_eq!(replay.left(), (0, 0));
    let bad = Recording { answers: vec![(crate::Side(0), Answer::button(verb::FIRE))], throws: vec![] };
    let stop = play_out::<Toy>(&battle, &mut Toy::start(&battle), &mut Replay::new(&bad), 9);
    assert!(matches!(stop, Err(Stop::Broken(_))));
}

#[test]
fn the_first_legal_player_explains_itself() {
    assert!(!crate::Player::<Toy>::why(&FirstLegal).is_empty());
}

#[test]
#[ignore = "prints speeds; run it with --release --nocapture"]
fn speeds() {
    let battle = ToyBattle { start: [0, 1, 2, 3, 8, 9], ..ToyBattle::default() };
    let clock = std::time::Instant::now();
    let (mut decisions, mut games) = (0, 0);
    while clock.elapsed().as_millis() < 500 {
        let (mut red, mut blue) = (RandomPlayer::new(games), RandomPlayer::new(games + 1));
        let mut staff = Staff::<Toy>::new(vec![&mut red, &mut blue], FastDice::new(games));
        play_out(&battle, &mut Toy::start(&battle), &mut staff, 1000).unwrap();
        decisions += staff.decisions();
        games += 1;
    }
    println!("{} decisions a second", decisions as u128 * 1000 / clock.elapsed().as_millis());
    let start = Toy::start(&battle);
    let chase = [Answer::one(verb::EVADE, Point::Place(4)), Answer::button(verb::PURSUE)];
    let clock = std::time::Instant::now();
    let mut runs = 0;
    while clock.elapsed().as_millis() < 500 {
        let odds = Odds::<Toy>::new(&battle)
            .answers(&chase)
            .of(|doors| fire(&mut start.clone(), doors, 2, 3))
            .unwrap();
        runs += odds.runs;
    }
    println!("{} runs of odds a second", runs as u128 * 1000 / clock.elapsed().as_millis());
}

use std::cell::Cell;

use crate::ask::{Choices, as_given};
use crate::toy::{Toy, ToyBattle, ToyState, verb};
use crate::umpires::{Distribution, FirstLegal, KnownAnswers, Odds, OddsError};
use crate::{
    Answer, Doors, Event, Locals, Play, Player, Point, Question, Refusal, Rulebook, SeenQuestion, Side,
    Throw, ThrowKind, rule,
};

/// Candour of a volley at its landmarks.
#[derive(Clone, Copy, PartialEq)]
enum Says {
    /// All on which the rest depends.
    All,
    /// The throws, but not the hits.
    TooLittle,
}

/// A throw of a die of six that counts as a hit at 5 and more.
fn shot(doors: &mut Doors<'_, Toy>) -> Play<bool> {
    let class = |face: u32| u32::from(face >= 4);
    let face = doors.roll(&Throw {
        rule: rule!("3.3"),
        key: "fire",
        side: None,
        kind: ThrowKind::Die,
        faces: 6,
        about: [Point::Nothing; 3],
        class: &class,
        shows: &|face| Point::Number(face as i16 + 1),
    })?;
    Ok(face >= 4)
}

/// Hits of so many shots, with a landmark after each.
fn volley(doors: &mut Doors<'_, Toy>, state: &ToyState, shots: u32, says: Says) -> Play<u32> {
    doors.begin_episode();
    let mut hits = 0;
    for number in 0..shots {
        hits += u32::from(shot(doors)?);
        let locals: &dyn Locals = match says {
            Says::All => &(number, hits),
            Says::TooLittle => &number,
        };
        doors.landmark("shot", state, locals)?;
    }
    doors.end_episode();
    Ok(hits)
}

fn odds(battle: &ToyBattle) -> Odds<'_, Toy> {
    Odds::new(battle)
}

/// Twelve shots are 4096 cases, and so many runs; with landmarks it is one for each class of each throw after each number of hits.
#[test]
fn landmarks_make_a_sum_of_a_product() {
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let straight = odds(&battle).straight().of(|doors| volley(doors, &state, 12, Says::All)).unwrap();
    let weighed = odds(&battle).of(|doors| volley(doors, &state, 12, Says::All)).unwrap();
    assert_eq!(straight.runs, 4096);
    assert_eq!(weighed.rows, straight.rows);
    assert!(weighed.complete() && weighed.rows.len() == 13);
    // After n throws there are n + 1 numbers of hits, and two classes follow each.
    assert_eq!(weighed.runs, (0..12).map(|thrown| 2 * (thrown + 1)).sum::<u64>() + 13);
    assert_eq!(
        odds(&battle).of(|doors| volley(doors, &state, 60, Says::All)).unwrap().rows.len(),
        61,
        "as many throws as nobody could go through by themselves"
    );
}

/// A landmark at which something is left out makes wrong odds: that is what the comparison with straight ones finds.
#[test]
fn a_landmark_that_says_too_little_is_found_out() {
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let straight = odds(&battle).straight().of(|doors| volley(doors, &state, 4, Says::TooLittle)).unwrap();
    let wrong = odds(&battle).of(|doors| volley(doors, &state, 4, Says::TooLittle)).unwrap();
    assert_eq!(straight.rows.len(), 5);
    assert_ne!(wrong.rows, straight.rows);
}

/// Cases that differ in something that was settled before an episode are not counted together before it ends, and need not say it.
#[test]
fn an_episode_keeps_apart_what_was_settled_before_it() {
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let two = |doors: &mut Doors<'_, Toy>| {
        doors.begin_episode();
        // Its hits are not said at the landmarks of the second volley.
        let first = volley(doors, &state, 5, Says::All)?;
        let second = volley(doors, &state, 5, Says::All)?;
        doors.landmark("both", &state, &(first + second))?;
        let third = volley(doors, &state, 5, Says::All)?;
        doors.end_episode();
        Ok((first + second) * 100 + third)
    };
    let straight = odds(&battle).straight().of(two).unwrap();
    let weighed = odds(&battle).of(two).unwrap();
    assert_eq!((straight.runs, straight.rows.len()), (1 << 15, 66));
    assert_eq!(weighed.rows, straight.rows);
    assert!(weighed.runs < 2000, "{} runs", weighed.runs);
}

/// Outside an episode a landmark is none: nobody knows what was settled before it.
#[test]
fn outside_an_episode_there_are_no_landmarks() {
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let bare = |doors: &mut Doors<'_, Toy>| {
        let first = shot(doors)?;
        doors.landmark("bare", &state, &())?;
        let second = shot(doors)?;
        Ok((first, second))
    };
    let weighed = odds(&battle).of(bare).unwrap();
    assert_eq!((weighed.runs, weighed.rows.len()), (4, 4));
}

/// A player who does not tell what it remembers is taken to remember everything.
#[test]
fn who_does_not_tell_what_it_remembers_is_asked_in_every_case() {
    struct Silent;
    impl Player<Toy> for Silent {
        fn decide(&mut self, seen: &SeenQuestion<'_, Toy>) -> Answer {
            seen.legal[0]
        }
    }
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let runs = |player: &mut dyn Player<Toy>| {
        odds(&battle).player(player).of(|doors| volley(doors, &state, 6, Says::All)).unwrap().runs
    };
    assert_eq!(runs(&mut Silent), 64);
    let known = vec![vec![Answer::button(verb::PASS)], Vec::new()];
    assert_eq!(runs(&mut KnownAnswers::new(&known, Silent)), 64);
    assert_eq!(runs(&mut KnownAnswers::new(&known, FirstLegal)), runs(&mut FirstLegal));
    assert!(runs(&mut FirstLegal) < 64);
}

/// With rare cases left out what is weighed together counts together: a landmark never makes less of it.
#[test]
fn cases_that_come_together_are_less_rare() {
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let weigh = |odds: Odds<'_, Toy>| -> Result<Distribution<u32>, OddsError> {
        odds.rarest(200).of(|doors| volley(doors, &state, 10, Says::All))
    };
    let (straight, weighed) = (weigh(odds(&battle).straight()).unwrap(), weigh(odds(&battle)).unwrap());
    assert!(!straight.complete() && !weighed.complete());
    assert!(weighed.covered.approx() > straight.covered.approx());
}

/// Some cases come to their end also where the runs do not suffice, and their shares are lower bounds.
#[test]
fn in_haste_the_likeliest_cases_come_to_their_end() {
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let all = odds(&battle).of(|doors| volley(doors, &state, 10, Says::All)).unwrap();
    let few = odds(&battle).most_runs(80).of(|doors| volley(doors, &state, 10, Says::All)).unwrap();
    assert!(few.runs == 80 && !few.complete() && few.covered.permille() > 50, "{}", few.covered);
    assert!(few.rows.iter().all(|(hits, share)| share.approx() <= all.share(hits).approx()));
}

/// A run that goes the way of one before is not asked again what was asked there: nothing is listed for it. Who cannot repeat an answer gives it anew.
#[test]
fn what_was_answered_on_the_same_way_is_not_listed_again() {
    struct Anew;
    impl Player<Toy> for Anew {
        fn decide(&mut self, seen: &SeenQuestion<'_, Toy>) -> Answer {
            seen.legal[1]
        }
    }
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let listed = Cell::new(0);
    let options = Choices {
        list: |out: &mut Vec<Answer>| {
            listed.set(listed.get() + 1);
            out.extend([verb::PASS, verb::FIRE].map(Answer::button));
        },
        read: as_given,
        refuse: |_: &Answer| Refusal::new(rule!("4"), "short.not_offered"),
    };
    let about = [Point::Nothing; 3];
    let question = Question { side: Side(0), rule: rule!("4"), key: "act", about, options: &options };
    let asked = |doors: &mut Doors<'_, Toy>| {
        let before = doors.ask(&state, &question)?.verb;
        let hits = volley(doors, &state, 4, Says::All)?;
        Ok((before, hits, doors.ask(&state, &question)?.verb))
    };
    let weighed = odds(&battle).of(asked).unwrap();
    // Once before the throws, and once after them for each number of hits.
    assert_eq!((weighed.rows.len(), listed.take()), (5, 6));
    let straight = odds(&battle).straight().of(asked).unwrap();
    // After the throws each of the sixteen ways is one of its own.
    assert_eq!((straight.rows, straight.runs, listed.take()), (weighed.rows, 16, 17));
    let anew = odds(&battle).player(&mut Anew).straight().of(asked).unwrap();
    assert_eq!((anew.runs, listed.take()), (16, 32));
    assert!(anew.rows.iter().all(|((before, _, after), _)| [*before, *after] == [verb::FIRE; 2]));
}

/// Two volleys as legs, each shot with its hits as luggage, each volley within a leg of its own if they are nested; counts the shots that are played.
fn legs(doors: &mut Doors<'_, Toy>, shots: u32, nested: bool, played: &Cell<u32>) -> Play<(u32, u32)> {
    let mut state = Toy::start(&ToyBattle::default());
    let fire = |doors: &mut Doors<'_, Toy>, state: &mut ToyState, hits: &mut u32| {
        doors.begin_episode();
        for _ in 0..shots {
            doors.leg("shot", state, (hits, &()), |doors, state, hits| {
                played.set(played.get() + 1);
                *hits += u32::from(shot(doors)?);
                state.turn = *hits as u8;
                Ok(())
            })?;
        }
        doors.end_episode();
        Ok(())
    };
    doors.begin_episode();
    let mut hits = 0;
    for _ in 0..2 {
        if nested {
            doors.leg("volley", &mut state, (&mut hits, &()), fire)?;
        } else {
            fire(doors, &mut state, &mut hits)?;
        }
    }
    assert_eq!(u32::from(state.turn), hits, "what a leg did to the state comes back with its luggage");
    let last = u32::from(shot(doors)?);
    doors.end_episode();
    Ok((hits, last))
}

/// Legs give the odds of landmarks, and none of them is played again from a case that waits at its end.
#[test]
fn legs_are_not_played_again() {
    let battle = ToyBattle::default();
    for nested in [false, true] {
        let played = Cell::new(0);
        let straight = odds(&battle).straight().of(|doors| legs(doors, 4, nested, &played)).unwrap();
        assert_eq!((straight.runs, straight.rows.len()), (512, 18));
        assert_eq!(played.take(), 512 * 8);
        let weighed = odds(&battle).of(|doors| legs(doors, 4, nested, &played)).unwrap();
        assert_eq!(weighed.rows, straight.rows);
        // Each run plays one shot, or the last of all, which is no leg.
        assert!(u64::from(played.take()) < weighed.runs && weighed.runs < 200, "nested: {nested}");
    }
}

/// A player who keeps nothing goes the whole way again, and the odds are the same.
#[test]
fn who_keeps_nothing_goes_the_whole_way_again() {
    struct Forgetful;
    impl Player<Toy> for Forgetful {
        fn decide(&mut self, seen: &SeenQuestion<'_, Toy>) -> Answer {
            seen.legal[0]
        }

        fn recall(&self, _into: &mut crate::Written) -> crate::Memory {
            crate::Memory::Told
        }
    }
    let battle = ToyBattle::default();
    let played = Cell::new(0);
    let kept = odds(&battle).of(|doors| legs(doors, 4, true, &played)).unwrap();
    let few = played.take();
    let anew = odds(&battle).player(&mut Forgetful).of(|doors| legs(doors, 4, true, &played)).unwrap();
    assert_eq!(anew.rows, kept.rows);
    assert!(played.get() > 2 * few, "{} and {few}", played.get());
}

/// The events of a run are all of its events, those of legs that were not played again too, and each once.
#[test]
fn a_run_that_takes_legs_up_tells_their_events() {
    let battle = ToyBattle::default();
    let ends = odds(&battle)
        .of_told(
            |doors| {
                let mut state = Toy::start(&battle);
                doors.begin_episode();
                let mut hits = 0;
                for _ in 0..3 {
                    doors.leg("shot", &mut state, (&mut hits, &()), |doors, _, hits| {
                        let hit = shot(doors)?;
                        doors.tell(|| Event::new(rule!("3.3"), if hit { "hit" } else { "missed" }));
                        *hits += u32::from(hit);
                        Ok(())
                    })?;
                }
                doors.end_episode();
                Ok(hits)
            },
            |hits, events| (hits, events.iter().filter(|event| event.key == "hit").count(), events.len()),
        )
        .unwrap();
    let told: Vec<_> = ends.rows.iter().map(|(end, _)| *end).collect();
    assert_eq!(told, [(0, 0, 3), (1, 1, 3), (2, 2, 3), (3, 3, 3)]);
}

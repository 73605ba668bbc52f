use std::sync::Arc;

use crate::dice::{FastDice, Seed};
use crate::session::{Accord, Seat, Session, SessionError, Setup, describe, verify};
use crate::toy::{Phase, Toy, ToyBattle, is_private, verb};
use crate::umpires::{FirstLegal, RandomPlayer, Replay, Share, play_out};
use crate::{Answer, Event, Point, Rulebook, Side, Stop, rule};

const RED: Side = Side(0);
const BLUE: Side = Side(1);

fn setup() -> Setup {
    Setup {
        battle: "line".into(),
        charts: vec![("fire".into(), "00aa".into())],
        seats: vec![Seat::person("Anna"), Seat::person("Bob")],
        contributions: vec![b"hello".to_vec()],
    }
}

pub(super) fn start(seed: u64) -> Session<Toy> {
    Session::new(
        Arc::new(ToyBattle { start: [0, 1, 2, 3, 4, 5], ..ToyBattle::default() }),
        &setup(),
        Seed::from_number(seed),
    )
    .unwrap()
}

/// Plays with random answers until something holds.
pub(super) fn play_until(session: &mut Session<Toy>, seed: u64, holds: impl Fn(&Session<Toy>) -> bool) {
    let mut dice = FastDice::new(seed);
    while !session.over() && !holds(session) {
        let pending = dice.below(session.pending().len() as u32) as usize;
        let pending = session.pending()[pending].clone();
        session.answer(pending.side, dice.pick(&pending.legal)).unwrap();
    }
}

fn reserve(squad: u16) -> Answer {
    Answer::one(verb::RESERVE, Point::Unit(squad))
}

#[test]
fn both_sides_decide_at_once_in_any_order() {
    for order in [[RED, BLUE], [BLUE, RED]] {
        let mut session = start(1);
        assert_eq!(session.pending().len(), 2);
        for side in order {
            session.answer(side, reserve(u16::from(side.0) * 3)).unwrap();
        }
        assert_eq!(session.state().reserve, [Some(0), Some(3)]);
        assert!(matches!(session.state().phase, Phase::Act(_)));
        assert_eq!(session.log().iter().filter(|event| is_private(event)).count(), 2);
        assert_eq!(session.log().iter().filter(|event| event.key == "turn.start").count(), 1);
        assert_eq!(session.events_for(None).filter(|(_, event)| is_private(event)).count(), 0);
        let loaded =
            Session::<Toy>::from_journal(session.battle().clone(), session.journal().as_bytes(), None)
                .unwrap();
        assert_eq!(loaded.session.hash(), session.hash());
        assert_eq!(loaded.session.log(), session.log());
    }
}

#[test]
fn an_illegal_answer_changes_nothing() {
    let mut session = start(1);
    let before = (session.hash(), session.journal(), session.pending().to_vec());
    let refused = session.answer(RED, reserve(4)).unwrap_err();
    assert!(matches!(refused, SessionError::Refused(refusal) if refusal.rule == rule!("1.1")));
    assert_eq!(session.why_not(RED, reserve(4)).unwrap().unwrap().why, "reserve.who");
    assert_eq!(session.why_not(RED, reserve(0)).unwrap(), None);
    assert_eq!(before, (session.hash(), session.journal(), session.pending().to_vec()));
    session.answer(RED, reserve(0)).unwrap();
    assert_eq!(session.answer(RED, reserve(1)), Err(SessionError::NotAsked(RED)));
}

#[test]
fn every_event_is_delivered_once_whatever_is_run_again() {
    for seed in 0..30 {
        let mut session = start(seed);
        let mut delivered = session.log().to_vec();
        let mut dice = FastDice::new(seed);
        while !session.over() {
            let at = dice.below(session.pending().len() as u32) as usize;
            let pending = session.pending()[at].clone();
            delivered.extend(session.answer(pending.side, dice.pick(&pending.legal)).unwrap().events);
        }
        assert_eq!(delivered, session.log());
        let recording = session.recording();
        let mut replay = Replay::new(&recording).listening();
        let mut state = Toy::start(session.battle());
        play_out::<Toy>(session.battle(), &mut state, &mut replay, 1000).unwrap();
        assert_eq!(&state, session.state());
        let key = |event: &Event| format!("{event:?}");
        let (mut a, mut b) = (delivered, replay.take_events());
        a.sort_by_key(key);
        b.sort_by_key(key);
        assert_eq!(a, b);
    }
}

#[test]
fn dice_are_seen_before_the_next_question_is_answered() {
    for seed in 0..200 {
        let mut session = start(seed);
        play_until(&mut session, seed, |s| s.log().last().is_some_and(|e| e.key == "evade.done"));
        if !session.over() {
            assert_eq!(session.pending()[0].key, "pursue");
            return;
        }
    }
    panic!("nobody evaded");
}

#[test]
fn a_finished_game_verifies_and_any_tampering_is_found() {
    let mut session = start(3);
    play_until(&mut session, 3, |_| false);
    let open = session.journal();
    let report = verify::<Toy>(session.battle().clone(), open.as_bytes()).unwrap();
    assert!(!report.dice_verified && !report.ended && report.outcome.is_some());
    session.finish();
    let report = verify::<Toy>(session.battle().clone(), session.journal().as_bytes()).unwrap();
    assert!(report.dice_verified && report.ended && report.throws > 5 && report.states > 20);
    assert!(matches!(session.answer(RED, reserve(1)), Err(SessionError::Finished)));
    // A forger who makes the chain anew is caught by the dice and by the states.
    let forge = |from: &str, to: &str| {
        let mut chain = crate::journal::Chain::default();
        let mut done = false;
        let entries = session
            .journal()
            .lines()
            .map(|line| line.rsplit_once(' ').unwrap().0.to_string())
            .collect::<Vec<_>>();
        let forged = entries.into_iter().map(|text| {
            let hit = !done && text.starts_with(from);
            done |= hit;
            chain.seal(if hit { to } else { &text }) + "\n"
        });
        let text: String = forged.collect();
        verify::<Toy>(session.battle().clone(), text.as_bytes()).unwrap_err()
    };
    let thrown = if session.journal().contains("throw 0 2 1") { "throw 0 2 0" } else { "throw 0 2 1" };
    assert!(forge("throw 0", thrown).what.contains("not what the dice give"));
    assert!(forge("state", "state 0000000000000000").what.contains("not what the answers"));
    assert!(forge("reveal", &format!("reveal {}", "00".repeat(32))).what.contains("committed"));
    assert!(forge("rulebook", "rulebook toy 3").what.contains("version 3"));
    assert!(forge("answer", "answer green pass").what.contains("no side"));
}

#[test]
fn a_game_goes_on_after_any_power_cut() {
    let mut session = start(5);
    play_until(&mut session, 5, |s| s.turn().0 == 2);
    let journal = session.journal();
    let begun = journal.find(" begin").unwrap_or(0).max(journal.find("\nbegin").unwrap()) + 30;
    for length in begun..journal.len() {
        let cut = &journal.as_bytes()[..length];
        let mut loaded =
            Session::<Toy>::from_journal(session.battle().clone(), cut, Some(Seed::from_number(5))).unwrap();
        let whole = crate::journal::read(cut).unwrap().repaired();
        let rest = loaded.session.take_lines();
        assert_eq!(whole + &rest, loaded.session.journal());
        assert!(journal.starts_with(&loaded.session.journal()), "cut at {length}");
    }
}

#[test]
fn a_journal_cut_anywhere_can_be_seen_and_verified_without_the_seed() {
    let mut session = start(5);
    play_until(&mut session, 5, |s| s.turn().0 == 2);
    let journal = session.journal();
    let first = journal.find("\nanswer").unwrap() + 1;
    let mut unthrown = 0;
    for length in first..journal.len() {
        let cut = &journal.as_bytes()[..length];
        let loaded = Session::<Toy>::look(session.battle().clone(), cut).unwrap();
        assert!(journal.starts_with(&loaded.session.journal()), "cut at {length}");
        let report = verify::<Toy>(session.battle().clone(), cut).unwrap();
        assert_eq!(report.unthrown, loaded.unthrown);
        // Who wants to go on needs the seed.
        let going_on = Session::<Toy>::from_journal(session.battle().clone(), cut, None);
        assert_eq!(going_on.map(|_| ()).map_err(|fault| fault.line).err(), report.unthrown);
        unthrown += usize::from(report.unthrown.is_some());
    }
    assert!(unthrown > 0, "some cut falls between an answer and its throws");
}

#[test]
fn without_the_seed_a_game_can_be_seen_but_not_go_on_past_the_dice() {
    let session = start(5);
    let mut loaded =
        Session::<Toy>::from_journal(session.battle().clone(), session.journal().as_bytes(), None).unwrap();
    loaded.session.answer(RED, reserve(0)).unwrap();
    assert_eq!(loaded.session.answer(BLUE, reserve(3)), Err(SessionError::NoSeed));
    let wrong = Session::<Toy>::from_journal(
        session.battle().clone(),
        session.journal().as_bytes(),
        Some(Seed([0; 32])),
    );
    assert!(wrong.is_err());
    let head = describe(session.journal().as_bytes()).unwrap();
    assert_eq!((head.rulebook.as_str(), head.version, head.setup.battle.as_str()), ("toy", 2, "line"));
}

#[test]
fn a_secret_choice_may_be_changed_until_the_other_side_has_chosen() {
    let mut session = start(1);
    session.answer(RED, reserve(0)).unwrap();
    let log = session.log().len();
    session.undo(RED).unwrap();
    assert_eq!(session.pending().len(), 2);
    assert_eq!(session.log().len(), log - 1);
    session.answer(RED, reserve(1)).unwrap();
    session.answer(BLUE, reserve(3)).unwrap();
    assert_eq!(session.undo(RED), Err(SessionError::NeedsAgreement));
    assert_eq!(session.undo(BLUE), Err(SessionError::NeedsAgreement));
    assert_eq!(session.state().reserve[0], Some(1));
}

#[test]
fn a_march_is_taken_back_and_everything_is_as_before() {
    let mut session = start(2);
    session.answer(RED, Answer::button(verb::PASS)).unwrap();
    session.answer(BLUE, Answer::button(verb::PASS)).unwrap();
    let side = session.pending()[0].side;
    let march = *session.pending()[0].legal.iter().find(|answer| answer.verb == verb::MARCH).unwrap();
    let before = (session.hash(), session.pending().to_vec(), session.log().to_vec());
    session.answer(side, march).unwrap();
    assert_ne!(before.0, session.hash());
    session.undo(side).unwrap();
    assert_eq!(before, (session.hash(), session.pending().to_vec(), session.log().to_vec()));
    session.answer(side, march).unwrap();
    verify::<Toy>(session.battle().clone(), session.journal().as_bytes()).unwrap();
}

#[test]
fn going_back_past_dice_needs_consent_and_never_uses_a_number_twice() {
    let mut session = start(4);
    play_until(&mut session, 4, |s| s.log().last().is_some_and(|e| e.key == "fire.done"));
    let shot = session.recording();
    let firer = session.pending()[0].side;
    assert_eq!(
        session.undo(firer.enemy()).err().or(session.undo(firer).err()),
        Some(SessionError::NeedsAgreement)
    );
    assert_eq!(session.agree(RED), Err(SessionError::NoProposal));
    assert_eq!(session.propose_undo(firer, 1), Ok(Accord::Open));
    session.decline();
    assert_eq!(session.propose_undo(firer, 1), Ok(Accord::Open));
    assert_eq!(session.agree(firer.enemy()), Ok(Accord::Reached));
    assert!(session.recording().throws.len() < shot.throws.len());
    play_until(&mut session, 9, |s| s.turn().0 == 4);
    session.finish();
    let report = verify::<Toy>(session.battle().clone(), session.journal().as_bytes()).unwrap();
    assert_eq!(report.undone, 1);
    let numbers: Vec<u64> = crate::journal::read(session.journal().as_bytes())
        .unwrap()
        .entries
        .iter()
        .filter_map(|entry| if let crate::journal::Entry::Throw { n, .. } = entry { Some(*n) } else { None })
        .collect();
    assert!(numbers.windows(2).all(|pair| pair[0] + 1 == pair[1]));
}

#[test]
fn computers_take_seats_and_agree_to_anything_in_practice() {
    let mut session = start(6);
    session.set_seat(BLUE, Seat::computer("lots"));
    session.set_player(BLUE, Some(Box::new(RandomPlayer::new(1))));
    let mut dice = FastDice::new(6);
    while session.turn().0 < 2 || session.can_undo(RED) {
        session.run_players(100).unwrap();
        let pending = session.pending()[0].clone();
        assert_eq!(pending.side, RED);
        session.answer(RED, dice.pick(&pending.legal)).unwrap();
    }
    assert_eq!(session.undo(RED), Err(SessionError::NoPractice));
    assert_eq!(session.propose_undo(RED, 2), Err(SessionError::NoPractice));
    assert!(!session.can_undo(RED));
    session.practise();
    session.undo(RED).unwrap();
    assert_eq!(session.why(BLUE).unwrap(), "Drawn by lot.");
    session.set_seat(RED, Seat::computer("first"));
    session.set_player(RED, Some(Box::new(RandomPlayer::new(3))));
    session.set_player(BLUE, Some(Box::new(FirstLegal)));
    while !session.over() {
        let lines = session.journal().matches("\nanswer").count();
        session.run_players(3).unwrap();
        assert!(session.journal().matches("\nanswer").count() <= lines + 3);
    }
    session.finish();
    let report = verify::<Toy>(session.battle().clone(), session.journal().as_bytes()).unwrap();
    assert!(report.dice_verified && report.undone == 1);
    // A journal in which a computer player agreed without being in practice is not this game's.
    let entries = crate::journal::read(session.journal().as_bytes()).unwrap().entries;
    let mut chain = crate::journal::Chain::default();
    let strict = entries.iter().filter(|entry| **entry != crate::journal::Entry::Practice);
    let strict: String = strict.map(|entry| chain.seal(&entry.to_string()) + "\n").collect();
    let fault = verify::<Toy>(session.battle().clone(), strict.as_bytes()).unwrap_err();
    assert!(fault.what.contains("practice"), "{fault}");
}

#[test]
fn own_decisions_are_taken_back_together_up_to_the_last_throw() {
    let mut session = start(2);
    session.answer(RED, Answer::button(verb::PASS)).unwrap();
    session.answer(BLUE, Answer::button(verb::PASS)).unwrap();
    let side = session.pending()[0].side;
    let before = (session.hash(), session.log().to_vec());
    let mut given = 0;
    while given < 2 && session.pending()[0].side == side {
        let march = session.pending()[0].legal.iter().find(|answer| answer.verb == verb::MARCH).copied();
        let Some(march) = march else { break };
        session.answer(side, march).unwrap();
        given += 1;
    }
    assert_eq!(given, 2, "the side marches twice");
    session.set_seat(side.enemy(), Seat::computer("lots"));
    assert_eq!(
        session.propose_undo(side, 2),
        Ok(Accord::Reached),
        "a computer agrees where nothing was learnt"
    );
    assert_eq!(before, (session.hash(), session.log().to_vec()));
    verify::<Toy>(session.battle().clone(), session.journal().as_bytes()).unwrap();
}

#[test]
fn the_odds_of_an_answer_come_from_the_side_s_view() {
    let mut session = start(2);
    session.answer(RED, reserve(2)).unwrap();
    session.answer(BLUE, reserve(3)).unwrap();
    let side = session.pending()[0].side;
    let target = if side == RED { 3 } else { 2 };
    let firer = if side == RED { 2 } else { 3 };
    let fire = Answer::two(verb::FIRE, Point::Unit(firer), Point::Unit(target));
    let sight = session.foresee(side, fire, &mut FirstLegal, 1000, &mut |_, _| {}).unwrap();
    let hits = sight.paths.iter().filter(|path| path.end.strength[target as usize] == 2);
    let hit = hits.fold(Share::NONE, |sum, path| sum.plus(path.share).unwrap());
    // The reserve that makes the target harder to hit is not known to the firer.
    assert_eq!(hit.permille(), 600);
    assert!(session.foresee(side.enemy(), fire, &mut FirstLegal, 9, &mut |_, _| {}).is_err());
}

#[test]
fn a_look_ahead_that_has_no_time_for_all_cases_sees_the_likeliest() {
    let mut session = start(2);
    session.answer(RED, reserve(2)).unwrap();
    session.answer(BLUE, reserve(3)).unwrap();
    let side = session.pending()[0].side;
    let (firer, target) = if side == RED { (2, 3) } else { (3, 2) };
    let fire = Answer::two(verb::FIRE, Point::Unit(firer), Point::Unit(target));
    let look = |most_runs: u64| {
        let sight = session.foresee(side, fire, &mut FirstLegal, most_runs, &mut |_, _| {}).unwrap();
        let shares = sight.paths.iter().map(|path| path.share);
        (shares.reduce(|a, b| a.plus(b).unwrap()).unwrap().permille(), sight.runs, sight.throws.len())
    };
    // A miss, of two fifths, is the first of the two cases, and a hit the likelier.
    assert_eq!(look(100), (1000, 2, 1));
    assert_eq!(look(1), (600, 2, 1));
}

#[test]
fn dice_on_a_real_table_are_waited_for_and_typed_in() {
    let battle = Arc::new(ToyBattle { start: [0, 1, 2, 3, 4, 5], ..ToyBattle::default() });
    let mut session = Session::<Toy>::typed(battle.clone(), &setup()).unwrap();
    let mut dice = FastDice::new(7);
    let mut thrown = 0;
    while !session.over() {
        if let Some(wanted) = session.wanted().cloned() {
            assert!(session.pending().is_empty());
            let faces = wanted.shows.len() as u32;
            assert_eq!(session.throw(faces), Err(SessionError::NoThrow));
            session.throw(dice.below(faces)).unwrap();
            thrown += 1;
        } else {
            let pending = session.pending()[0].clone();
            session.answer(pending.side, dice.pick(&pending.legal)).unwrap();
        }
        assert_eq!(session.throw(99), Err(SessionError::NoThrow));
        let loaded = Session::<Toy>::from_journal(battle.clone(), session.journal().as_bytes(), None);
        let loaded = loaded.unwrap().session;
        assert_eq!((loaded.hash(), loaded.log()), (session.hash(), session.log()));
        assert_eq!((loaded.wanted(), loaded.pending()), (session.wanted(), session.pending()));
    }
    assert!(thrown > 3, "{thrown} throws");
    session.finish();
    let report = verify::<Toy>(battle, session.journal().as_bytes()).unwrap();
    assert!(report.ended && !report.dice_verified && report.throws == thrown);
}

/// A game with typed dice that waits for the throw of a shot, and who fires.
fn awaited(seed: u64) -> (Session<Toy>, Side) {
    let battle = Arc::new(ToyBattle { start: [0, 1, 2, 3, 4, 5], ..ToyBattle::default() });
    let mut session = Session::<Toy>::typed(battle, &setup()).unwrap();
    let mut dice = FastDice::new(seed);
    for _ in 0..1000 {
        match session.wanted().cloned() {
            Some(wanted) if wanted.key == "fire" => return (session, wanted.side.unwrap()),
            Some(wanted) => drop(session.throw(dice.below(wanted.shows.len() as u32)).unwrap()),
            None => {
                let pending = session.pending()[0].clone();
                session.answer(pending.side, dice.pick(&pending.legal)).unwrap();
            }
        }
    }
    panic!("nobody fires");
}

fn reloaded(session: &Session<Toy>) -> Session<Toy> {
    let loaded = Session::<Toy>::from_journal(session.battle().clone(), session.journal().as_bytes(), None);
    let loaded = loaded.unwrap().session;
    assert_eq!((loaded.journal(), loaded.hash()), (session.journal(), session.hash()));
    assert_eq!((loaded.wanted(), loaded.pending()), (session.wanted(), session.pending()));
    assert_eq!(loaded.log(), session.log());
    loaded
}

#[test]
fn a_game_is_not_lost_by_what_happens_while_a_throw_is_awaited() {
    // The seat changes hands.
    let (mut session, firer) = awaited(1);
    session.set_seat(firer, Seat::person("Clara"));
    reloaded(&session).throw(9).unwrap();
    session.throw(9).unwrap();
    reloaded(&session);
    // The answer is taken back, and the same throw is asked for again.
    let (mut session, firer) = awaited(1);
    session.propose_undo(firer, 1).unwrap();
    session.agree(firer.enemy()).unwrap();
    assert!(session.wanted().is_none());
    let pending = session.pending()[0].clone();
    let mut dice = FastDice::new(3);
    session.answer(pending.side, dice.pick(&pending.legal)).unwrap();
    for _ in 0..20 {
        reloaded(&session);
        match session.wanted().cloned() {
            Some(wanted) => drop(session.throw(dice.below(wanted.shows.len() as u32)).unwrap()),
            None if session.over() => break,
            None => {
                let pending = session.pending()[0].clone();
                session.answer(pending.side, dice.pick(&pending.legal)).unwrap();
            }
        }
    }
}

#[test]
fn a_mistyped_throw_is_taken_back_by_consent_and_typed_again() {
    let (mut session, firer) = awaited(1);
    let before = (session.wanted().cloned(), session.log().to_vec(), session.hash());
    session.throw(9).unwrap();
    assert_eq!(
        session.undo(firer),
        Err(SessionError::NeedsAgreement),
        "a die that was seen is not alone one's own"
    );
    assert_eq!(session.propose_undo(firer, 1), Ok(Accord::Open));
    assert_eq!(session.agree(firer.enemy()), Ok(Accord::Reached));
    assert_eq!(before, (session.wanted().cloned(), session.log().to_vec(), session.hash()));
    reloaded(&session);
    session.throw(9).unwrap();
    let hit = session.log().to_vec();
    session.step_back().unwrap();
    assert_eq!(before, (session.wanted().cloned(), session.log().to_vec(), session.hash()));
    session.throw(0).unwrap();
    assert_ne!(session.log(), hit);
    reloaded(&session);
    // Dice that nobody types are not taken back by themselves: the last decision is.
    let mut session = start(1);
    session.answer(RED, reserve(0)).unwrap();
    session.answer(BLUE, reserve(3)).unwrap();
    session.step_back().unwrap();
    assert_eq!(session.pending().len(), 1);
    session.step_back().unwrap();
    assert_eq!(session.step_back(), Err(SessionError::NothingToUndo));
}

#[test]
fn a_proposal_lapses_when_a_seat_changes_hands() {
    let mut session = start(4);
    play_until(&mut session, 4, |s| s.log().last().is_some_and(|e| e.key == "fire.done"));
    let firer = session.pending()[0].side;
    assert_eq!(session.propose_undo(firer, 1), Ok(Accord::Open));
    session.set_seat(firer.enemy(), Seat::computer("lots"));
    assert_eq!(session.agree(firer.enemy()), Err(SessionError::NoProposal));
    verify::<Toy>(session.battle().clone(), session.journal().as_bytes()).unwrap();
}

#[test]
fn names_of_seats_are_those_that_the_journal_writes() {
    let mut session = start(1);
    for name in ["Anna", "  Anna", "An na", "An  na", "", " ", &format!("{} b", "a".repeat(511))] {
        session.set_seat(RED, Seat::person(name));
        assert_eq!(reloaded_seat(&session), *session.seat(RED), "{name:?}");
    }
}

fn reloaded_seat(session: &Session<Toy>) -> Seat {
    let loaded = Session::<Toy>::from_journal(session.battle().clone(), session.journal().as_bytes(), None);
    loaded.unwrap().session.seat(RED).clone()
}

#[test]
fn a_journal_with_many_decisions_taken_back_is_loaded_in_time_that_its_length_bounds() {
    // Far back and near, over and over, late in the game.
    let mut session = start(8);
    play_until(&mut session, 8, |s| s.turn().0 == 5);
    let mut dice = FastDice::new(8);
    for _ in 0..300 {
        let far = if dice.below(10) == 0 { 15 } else { 2 };
        let back = 1 + dice.below(far) as usize;
        let by = dice.pick(&[RED, BLUE]);
        session.propose_undo(by, back).unwrap();
        assert_eq!(session.agree(by.enemy()), Ok(Accord::Reached));
        for _ in 0..2 * back {
            if !session.over() {
                let pending = session.pending()[0].clone();
                session.answer(pending.side, dice.pick(&pending.legal)).unwrap();
            }
        }
    }
    let undone = session.journal().matches("\nundo ").count();
    assert_eq!(undone, 300);
    let lines = session.journal().lines().count() as u64;
    let loaded =
        Session::<Toy>::from_journal(session.battle().clone(), session.journal().as_bytes(), None).unwrap();
    assert!(loaded.session.runs() <= 2 * lines, "{} runs for {lines} lines", loaded.session.runs());
    assert_eq!(loaded.session.runs(), session.runs(), "loading does what play did");
}

#[test]
fn stops_become_session_errors() {
    assert!(matches!(SessionError::from(Stop::Waiting), SessionError::Broken(_)));
}

#[test]
fn a_copy_stays_as_it_was_and_can_be_played_on_by_itself() {
    for seed in 0..20 {
        let mut session = start(seed);
        play_until(&mut session, seed, |session| session.log().len() > 12);
        let mut copy = session.copy();
        let (journal, hash, stamp) = (copy.journal(), copy.hash(), copy.stamp());
        assert_eq!((session.journal(), session.hash(), session.stamp()), (journal.clone(), hash, stamp));
        play_until(&mut session, seed + 1, |_| false);
        assert_ne!(session.stamp(), stamp);
        assert_eq!((copy.journal(), copy.hash(), copy.stamp()), (journal, hash, stamp));
        play_until(&mut copy, seed + 1, |_| false);
        assert_eq!((copy.journal(), copy.hash()), (session.journal(), session.hash()));
        assert_eq!(copy.log(), session.log());
    }
}

#[test]
fn nothing_is_written_after_the_end_of_a_journal() {
    let mut session = start(3);
    play_until(&mut session, 3, |session| session.can_undo(RED));
    session.promise(Seed::from_number(4));
    session.propose_undo(RED, 1).unwrap();
    assert!(session.proposal().is_some() && session.open_promise().is_some());
    session.finish();
    let journal = session.journal();
    assert!(session.agree(BLUE).is_err());
    session.decline();
    assert!(session.contribute(BLUE, vec![7; 16]).is_err());
    assert!(session.mix().is_err());
    session.promise(Seed::from_number(5));
    session.continue_saved();
    session.practise();
    session.set_seat(BLUE, Seat::computer("steady"));
    assert!(session.undo(RED).is_err() && session.propose_undo(RED, 1).is_err());
    assert_eq!(session.journal(), journal);
    verify::<Toy>(session.battle().clone(), journal.as_bytes()).unwrap();
}

//! Pools: thrown die by die in play, weighed by their tallies in odds.

use crate::dice::FastDice;
use crate::toy::{Toy, ToyBattle};
use crate::umpires::{Odds, OddsError, RandomPlayer, Script, ScriptThrow, Share, Staff};
use crate::{Doors, Play, Point, Pool, Stop, Tally, Throw, ThrowKind, rule};

fn die<'a>(class: &'a dyn Fn(u32) -> u32) -> Throw<'a> {
    Throw {
        rule: rule!("3"),
        key: "hit",
        side: None,
        kind: ThrowKind::Die,
        faces: 6,
        about: [Point::Nothing; 3],
        class,
        shows: &|outcome| Point::Number(outcome as i16 + 1),
    }
}

/// Sixes, fives, and what is less.
fn by_score(outcome: u32) -> u32 {
    outcome.saturating_sub(3)
}

fn hits(dice: u16) -> impl FnMut(&mut Doors<'_, Toy>) -> Play<(u16, u16, u16)> {
    move |doors| {
        let tally = doors.roll_pool(&Pool { die: die(&by_score), dice })?;
        assert_eq!(tally.dice(), dice);
        Ok((tally.of(0), tally.of(1), tally.of(2)))
    }
}

/// The same thrown one by one.
fn one_by_one(dice: u16) -> impl FnMut(&mut Doors<'_, Toy>) -> Play<(u16, u16, u16)> {
    move |doors| {
        let mut count = [0; 3];
        for _ in 0..dice {
            count[by_score(doors.roll(&die(&by_score))?) as usize] += 1;
        }
        Ok((count[0], count[1], count[2]))
    }
}

#[test]
fn the_odds_of_a_pool_are_those_of_its_dice() {
    let battle = ToyBattle::default();
    for dice in [0, 1, 2, 5] {
        let pool = Odds::<Toy>::new(&battle).of(hits(dice)).unwrap();
        let single = Odds::<Toy>::new(&battle).of(one_by_one(dice)).unwrap();
        assert_eq!(pool.rows, single.rows, "{dice} dice");
        assert!(pool.complete());
        // So many ways to part the dice among three classes.
        let dice = u64::from(dice);
        assert_eq!(pool.runs, (dice + 1) * (dice + 2) / 2);
    }
    // Of 4 dice two sixes and one five: 12 orders, 4 faces for the other one.
    let four = Odds::<Toy>::new(&battle).of(hits(4)).unwrap();
    assert_eq!(four.share(&(1, 1, 2)), Share { of: 1, all: 27 });
}

#[test]
fn two_pools_one_after_the_other_are_weighed_together() {
    let battle = ToyBattle::default();
    let twice = |doors: &mut Doors<'_, Toy>| {
        let first = doors.roll_pool(&Pool { die: die(&by_score), dice: 2 })?;
        // As many dice more as there were sixes.
        let second = doors.roll_pool(&Pool { die: die(&by_score), dice: first.of(2) })?;
        Ok(first.of(2) + second.of(2))
    };
    let odds = Odds::<Toy>::new(&battle).of(twice).unwrap();
    assert!(odds.complete());
    // None: 25 of 36. Four: a sixth to the fourth.
    assert_eq!((odds.share(&0), odds.share(&4)), (Share { of: 25, all: 36 }, Share { of: 1, all: 1296 }));
}

#[test]
fn dice_that_have_fallen_already_are_not_weighed_again() {
    let battle = ToyBattle::default();
    // Two dice of three fell as a six and a one; the third is open.
    let odds = Odds::<Toy>::new(&battle).thrown(&[5, 0]).of(hits(3)).unwrap();
    assert_eq!(odds.runs, 3);
    assert_eq!(odds.share(&(1, 0, 2)), Share { of: 1, all: 6 });
    assert_eq!(odds.share(&(2, 0, 1)), Share { of: 2, all: 3 });
    let all = Odds::<Toy>::new(&battle).thrown(&[5, 0, 0]).of(hits(3)).unwrap();
    assert_eq!(all.share(&(2, 0, 1)), Share::ALL);
}

#[test]
fn in_play_every_die_is_a_throw() {
    let battle = ToyBattle::default();
    let throws = [6, 1, 5].map(|shown| ScriptThrow::Shows(shown.to_string()));
    let mut script = Script::<Toy>::new(&battle, Vec::<String>::new(), throws);
    assert_eq!(hits(3)(&mut Doors::new(&battle, &mut script)), Ok((1, 1, 1)));
    assert_eq!(script.finish(), Ok(()));
    let mut player = RandomPlayer::new(1);
    let mut staff = Staff::<Toy>::new(vec![&mut player], FastDice::new(1));
    let mut sixes = 0;
    for _ in 0..1000 {
        sixes += hits(12)(&mut Doors::new(&battle, &mut staff)).unwrap().2;
    }
    assert!((1800..2200).contains(&sixes), "{sixes} of 12000");
}

#[test]
fn a_pool_too_fine_or_of_too_many_classes_is_refused() {
    let battle = ToyBattle::default();
    assert_eq!(Odds::<Toy>::new(&battle).of(hits(60)).unwrap_err(), OddsError::TooFine, "6 to the 60th");
    assert!(Odds::<Toy>::new(&battle).of(hits(40)).unwrap().complete());
    let many = |doors: &mut Doors<'_, Toy>| {
        let wide = Throw { faces: 9, ..die(&|outcome| outcome) };
        doors.roll_pool(&Pool { die: wide, dice: 1 }).map(|tally: Tally| tally.of(8))
    };
    let stopped = Odds::<Toy>::new(&battle).of(many).unwrap_err();
    assert!(
        matches!(stopped, OddsError::Stopped(Stop::Broken(ref why)) if why.contains("class 8")),
        "{stopped}"
    );
}

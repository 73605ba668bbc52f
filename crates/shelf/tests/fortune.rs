//! Throws are weighed honestly: nothing but chance is weighed, and a replay shows what each eye may see.

use shelf::{Fortune, Game, Viewpoint};
use table::Side;

/// The tutorial, played to its end by two recruits.
fn played() -> Box<dyn Game> {
    let table = shelf::books()[0].load(&shelf::Order::of("tutorial")).expect("it is built in");
    let mut live = table.open([Some("recruit"), Some("recruit")], [7; 32]).expect("it opens");
    for _ in 0..10_000 {
        if live.over() {
            return live;
        }
        live.run_players(100).expect("recruits answer legally");
    }
    panic!("the game does not end");
}

fn weighed(live: &dyn Game) -> Fortune {
    live.fortune()().expect("a finished game replays")
}

#[test]
fn every_throw_is_weighed_once_in_its_order() {
    let live = played();
    let fortune = weighed(&*live);
    let thrown = live.journal().lines().filter(|line| line.starts_with("throw ")).count();
    assert!(fortune.is_whole);
    assert_eq!(fortune.throws.len(), thrown);
    assert!(fortune.throws.is_sorted_by_key(|throw| (throw.step, throw.log)));
    assert_eq!(fortune, weighed(&*live), "the same game weighs the same");
}

#[test]
fn what_came_lies_between_the_ends_and_what_decides_nothing_weighs_nothing() {
    let fortune = weighed(&*played());
    assert!(fortune.throws.iter().any(|throw| throw.least < throw.most), "some throw decides something");
    for throw in &fortune.throws {
        assert!(throw.least <= throw.actual && throw.actual <= throw.most, "{throw:?}");
        assert!(throw.least <= throw.expected && throw.expected <= throw.most, "{throw:?}");
        assert!(throw.better + throw.worse < throw.faces.max(1), "{throw:?}");
        if throw.least == throw.most {
            assert_eq!((throw.actual, throw.better, throw.worse), (throw.expected, 0, 0), "{throw:?}");
        }
    }
}

#[test]
fn both_sides_eyes_together_see_every_answer() {
    let live = played();
    let labels = |viewpoint: Viewpoint| {
        let mut labels = 0;
        let mut steps = 0;
        let visit = &mut |step: &shelf::ReplayedStep, _: &dyn Fn() -> shelf::board::Position| {
            labels += step.answers.len();
            steps += 1;
            true
        };
        live.replay(0, viewpoint, visit).expect("it replays");
        (steps, labels)
    };
    let (steps, all) = labels(Viewpoint::All);
    let own = [Side(0), Side(1)].map(|side| labels(Viewpoint::Of(Some(side))));
    assert_eq!(own.map(|(steps, _)| steps), [steps; 2], "all see the same steps");
    assert_eq!(own[0].1 + own[1].1, all);
    assert_eq!(labels(Viewpoint::Of(None)).1, 0);
}

#[test]
fn a_replay_from_any_step_shows_what_the_whole_replay_shows_from_there() {
    let live = played();
    for viewpoint in [Viewpoint::All, Viewpoint::Of(Some(Side(0))), Viewpoint::Of(None)] {
        let from = |first: usize| {
            let mut shown = Vec::new();
            let visit = &mut |step: &shelf::ReplayedStep, position: &dyn Fn() -> shelf::board::Position| {
                shown.push(format!("{step:?} {:?}", position()));
                true
            };
            live.replay(first, viewpoint, visit).expect("it replays");
            shown
        };
        let whole = from(0);
        for first in (0..whole.len()).step_by(whole.len() / 23 + 1).chain([whole.len() - 1]) {
            let part = from(first);
            assert_eq!(part.len(), whole.len() - first, "{viewpoint:?} from {first}");
            assert!(part == whole[first..], "{viewpoint:?} from {first}: {:?}", part.first());
        }
    }
}

//! A live game is played without knowing its rulebook's types, and says in words why it does not do something.

use shelf::Game;
use table::session::Seat;
use table::{Answer, Side};

/// The tutorial, at its first question to a person.
fn begun() -> Box<dyn Game> {
    let table = shelf::books()[0].load(&shelf::Order::of("tutorial")).expect("it is built in");
    table.open([None, None], [7; 32]).expect("it opens")
}

#[test]
fn whatever_is_listed_is_read_back_as_it_is_printed_and_may_be_answered() {
    let mut game = begun();
    for _ in 0..200 {
        let Some(side) = game.pending().first().map(|pending| pending.side) else { break };
        let asking = game.asking(side).expect("it is asked");
        for choice in &asking.choices {
            assert_eq!(game.read(side, &choice.text), Ok(choice.answer));
            assert_eq!(game.why_not(side, choice.answer), Ok(None));
        }
        let last = asking.choices.last().expect("there are at least two").answer;
        game.answer(side, last).expect("it is legal");
    }
    game.finish();
    assert_eq!(game.take_lines(), game.journal());
    assert_eq!(game.take_lines(), "");
}

#[test]
fn errors_are_sentences() {
    let mut game = begun();
    let side = game.pending()[0].side;
    let first = game.asking(side).expect("it is asked").choices[0].clone();
    let slip = game.read(side, &format!("{}x", first.text)).expect_err("nothing is called so");
    assert!(slip.sentence.contains("did you mean"), "{slip}");
    let legal = &game.pending()[0].legal;
    let other = legal.iter().flat_map(|answer| (0..40).map(|unit| (answer.verb, unit)));
    let mut others = other.map(|(verb, unit)| Answer::one(verb, table::Point::Unit(unit)));
    let illegal = others.find(|answer| !legal.contains(answer)).expect("not all is legal");
    let refusal = game.why_not(side, illegal).expect("the side is asked").expect("it is not legal");
    assert!(refusal.rule.is_some() && refusal.sentence.ends_with(']'), "{refusal}");
    assert_eq!(game.answer(side, illegal), Err(refusal));
    assert!(game.undo(side).is_err(), "nothing is decided yet");
    let lines = game.journal().lines().count();
    assert!(game.set_seat(side, Seat::computer("recrut")).is_err_and(|why| why.contains("recruit")));
    assert_eq!(game.journal().lines().count(), lines, "nobody was seated");
    assert_eq!(game.asking(Side(1 - side.0)).is_some(), game.pending().len() > 1);
}

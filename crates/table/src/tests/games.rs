use std::sync::Arc;

use crate::Side;
use crate::dice::Seed;
use crate::game::{Game, Hosted};
use crate::phrase::Catalogue;
use crate::report::ReportFormat;
use crate::session::{Seat, Session, Setup};
use crate::toy::{Toy, ToyBattle};
use crate::umpires::RandomPlayer;

fn game() -> Box<dyn Game> {
    let setup = Setup {
        battle: "line".into(),
        charts: vec![],
        seats: vec![Seat::person("Anna"), Seat::computer("lots")],
        contributions: vec![],
    };
    let battle = Arc::new(ToyBattle { start: [0, 1, 2, 3, 4, 5], ..ToyBattle::default() });
    let mut session = Session::<Toy>::new(battle, &setup, Seed::from_number(1)).unwrap();
    session.set_player(Side(1), Some(Box::new(RandomPlayer::new(1))));
    let words = "[event]\n\"turn.start\" = \"Turn {turn}\"\n[refusal]\n\"reserve.who\" = \"Only your own\"\n";
    Box::new(Hosted::new(session, Box::leak(Box::new(Catalogue::parse(words).unwrap()))))
}

#[test]
fn a_game_is_played_without_knowing_its_rulebook() {
    let mut game = game();
    let mut turns = 0;
    while !game.over() {
        game.run_players(1000).unwrap();
        if let Some(asking) = game.asking(Some(Side(0))).into_iter().find(|asking| asking.side == Side(0)) {
            let choices = asking.question.unwrap().choices;
            game.answer_text(Side(0), &choices[turns % choices.len()].text).unwrap();
            turns += 1;
        }
    }
    assert!(game.outcome().is_some());
    assert!(game.report(None, "A game", ReportFormat::Plain).contains("Turn 2"));
    let told = game.told(Some(Side(0)), 0);
    assert_eq!(told[0].sentence, "Turn 1");
    assert!(told.iter().all(|told| told.event.to.includes(Some(Side(0)))));
    game.finish();
    assert_eq!(game.take_lines(), game.journal());
    assert_eq!(game.take_lines(), "");
}

#[test]
fn errors_are_sentences() {
    let mut game = game();
    assert_eq!(game.answer_text(Side(0), "reserve blue-1").unwrap_err().sentence, "Only your own [1.1]");
    assert_eq!(game.why_not(Side(0), "reserve blue-1").unwrap().unwrap().rule.unwrap().0, "1.1");
    assert_eq!(game.why_not(Side(0), "reserve red-1").unwrap(), None);
    let slip = game.answer_text(Side(0), "resreve red-1").unwrap_err();
    assert!(slip.sentence.contains("did you mean `reserve red-1`?"), "{slip}");
    assert!(game.answer_index(Side(0), 99).is_err());
    assert!(game.undo(Side(0)).is_err());
    let other = game.asking(Some(Side(1)));
    assert!(other.iter().any(|asking| asking.side == Side(0) && asking.question.is_none()));
}

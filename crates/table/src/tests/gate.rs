//! The gate admits what a question judges legal, whether it is listed or not.

use std::sync::Arc;

use crate::ask::{Choices, as_given};
use crate::toy::{Toy, ToyBattle, button, verb};
use crate::umpires::{RandomPlayer, Script, Staff};
use crate::{Answer, Doors, Options, Play, Point, Question, Refusal, Rulebook, Side, Stop, rule};

/// March any distance up to 100: three distances are listed.
struct Distances;

fn march(distance: i16) -> Answer {
    Answer::one(verb::MARCH, Point::Number(distance))
}

impl Options for Distances {
    fn list(&self, out: &mut Vec<Answer>) {
        out.extend([march(0), march(50), march(100)]);
    }

    fn judge(&self, _listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        match (answer.verb, answer.points) {
            (verb::MARCH, [Point::Number(0..=100), Point::Nothing, Point::Nothing]) => Ok(()),
            _ => Err(Refusal::new(rule!("3.2"), "march.far")),
        }
    }
}

fn ask(options: &dyn Options, text: &str) -> Play<Answer> {
    let battle = ToyBattle::default();
    let state = Toy::start(&battle);
    let mut script = Script::<Toy>::new(&battle, [text], []);
    let about = [Point::Nothing; 3];
    let question = Question { side: Side(0), rule: rule!("3.2"), key: "act", about, options };
    Doors::new(&battle, &mut script).ask(&state, &question)
}

#[test]
fn what_is_judged_legal_passes_though_it_is_not_listed() {
    assert_eq!(ask(&Distances, "march #50"), Ok(march(50)));
    assert_eq!(ask(&Distances, "march #37"), Ok(march(37)));
    let refusal = Refusal::new(rule!("3.2"), "march.far");
    assert_eq!(ask(&Distances, "march #101"), Err(Stop::Refused(Side(0), march(101), refusal)));
}

#[test]
fn computer_players_choose_among_what_is_listed() {
    let battle = Arc::new(ToyBattle::default());
    let state = Toy::start(&battle);
    let mut player = RandomPlayer::new(1);
    let mut staff = Staff::<Toy>::new(vec![&mut player], crate::dice::FastDice::new(1));
    let mut doors = Doors::new(&*battle, &mut staff);
    let about = [Point::Nothing; 3];
    let question = Question { side: Side(0), rule: rule!("3.2"), key: "act", about, options: &Distances };
    let mut listed = Vec::new();
    Distances.list(&mut listed);
    for _ in 0..50 {
        assert!(listed.contains(&doors.ask(&state, &question).unwrap()));
    }
}

#[test]
fn an_answer_is_read_before_the_question_s_own_predicates_explain() {
    let stranger = Refusal::new(rule!("1"), "not.on_the_table");
    let listed = [button(verb::PASS), Answer::one(verb::MARCH, Point::Place(1))];
    let own = |answer: &Answer| Refusal::new(rule!("2"), "own").with("thing", answer.points[0]);
    // Who names a squad means the place where it stands; a squad that does not exist is a stranger.
    let read = |_: &[Answer], answer: &Answer| match answer.points[0] {
        Point::Unit(6..) => Err(stranger),
        Point::Unit(squad) => Ok(Answer::one(answer.verb, Point::Place(squad + 10))),
        _ => Ok(*answer),
    };
    let list = |out: &mut Vec<Answer>| out.extend(listed);
    let layered = Choices { list, read, refuse: own };
    let judge = |answer: Answer| layered.judge(&listed, &answer);
    assert_eq!(judge(listed[1]), Ok(()));
    assert_eq!(judge(Answer::one(verb::MARCH, Point::Unit(9))), Err(stranger));
    let there = Refusal::new(rule!("2"), "own").with("thing", Point::Place(12));
    assert_eq!(judge(Answer::one(verb::MARCH, Point::Unit(2))), Err(there));
    let plain = Choices { list, read: as_given, refuse: own };
    let here = Refusal::new(rule!("2"), "own").with("thing", Point::Unit(9));
    assert_eq!(plain.judge(&listed, &Answer::one(verb::MARCH, Point::Unit(9))), Err(here));
}

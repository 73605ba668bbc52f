//! The gate admits what a question judges legal, whether it is listed or not.

use std::sync::Arc;

use crate::ask::{Choices, as_given};
use crate::toy::{Toy, ToyBattle, button, verb};
use crate::umpires::{RandomPlayer, Script, Staff};
use crate::{Answer, Doors, Options, Play, Point, Question, Refusal, Rulebook, Side, Span, Stop, rule};

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
    assert_eq!(ask(&Distances, "march #101"), Err(Stop::Refused(Side(0), march(101), Box::new(refusal))));
}

/// March any distance up to 100, of which only one is listed.
struct OneOfMany;

impl Options for OneOfMany {
    fn list(&self, out: &mut Vec<Answer>) {
        out.push(march(50));
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        Distances.judge(listed, answer)
    }

    fn spans(&self, out: &mut Vec<Span>) {
        out.push(Span { from: march(0), to: march(100) });
    }
}

#[test]
fn an_answer_that_is_listed_alone_is_forced_only_where_nothing_else_may_be_answered() {
    assert_eq!(ask(&OneOfMany, "march #37"), Ok(march(37)), "the script is asked");
    struct Only;
    impl Options for Only {
        fn list(&self, out: &mut Vec<Answer>) {
            out.push(march(50));
        }
        fn judge(&self, _listed: &[Answer], _answer: &Answer) -> Result<(), Refusal> {
            Ok(())
        }
    }
    assert_eq!(ask(&Only, "march #37"), Ok(march(50)), "the script is not asked");
}

#[test]
fn a_span_holds_what_lies_between_its_ends() {
    let span = |from: Point, to: Point| Span {
        from: Answer::one(verb::MARCH, from),
        to: Answer::one(verb::MARCH, to),
    };
    let holds = |span: Span, at: Point| span.contains(&Answer::one(verb::MARCH, at));
    let field = span(Point::Spot(-5, 0), Point::Spot(5, 9));
    for (spot, inside) in
        [((-5, 0), true), ((5, 9), true), ((0, 10), false), ((6, 0), false), ((0, -1), false)]
    {
        assert_eq!(holds(field, Point::Spot(spot.0, spot.1)), inside, "{spot:?}");
    }
    assert!(!holds(field, Point::Number(3)), "of another kind");
    assert!(!field.contains(&Answer::one(verb::PASS, Point::Spot(0, 0))), "of another verb");
    assert!(
        !field.contains(&Answer::two(verb::MARCH, Point::Spot(0, 0), Point::Number(1))),
        "with more points"
    );
    let about = span(Point::Turn(65_000), Point::Turn(1000));
    for (turn, inside) in
        [(65_000, true), (0, true), (1000, true), (1001, false), (64_999, false), (32_768, false)]
    {
        assert_eq!(holds(about, Point::Turn(turn)), inside, "{turn}");
    }
    assert!(holds(span(Point::Length(-3), Point::Length(3)), Point::Length(-3)));
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

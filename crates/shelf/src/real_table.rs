//! A battle on a real table: people decide and throw their own dice, and the rules are kept for them.

use std::sync::Arc;

use table::session::{AwaitedDecision, AwaitedThrow, Seat, Session, SessionError, Setup};
use table::{Answer, Point, Side, text};

use crate::game::Choice;
use crate::language::Language;
use crate::presentation::Presentation;

/// Utterance: what people at a table say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Utterance<T> {
    /// Utterance that was asked for.
    This(T),
    /// They want to go back by so many decisions and throws.
    Back(usize),
    /// They leave the table.
    Leave,
}

impl<T> Utterance<T> {
    fn map<U>(self, made: impl FnOnce(T) -> U) -> Utterance<U> {
        match self {
            Utterance::This(what) => Utterance::This(made(what)),
            Utterance::Back(count) => Utterance::Back(count),
            Utterance::Leave => Utterance::Leave,
        }
    }
}

/// Input: what brings the game on.
enum Input {
    Answer(Side, Answer),
    Throw(u32),
}

/// The people at a real table.
pub trait RealTable {
    /// A decision: the side, the question, and the legal answers. Gives the answer as it is typed.
    fn decide(&mut self, side: &str, question: &str, answers: &[Choice]) -> Utterance<String>;

    /// Tells them why what they typed is not done. They are asked again.
    fn refused(&mut self, why: &str);

    /// Asks what they threw or drew: what for, and what it may show. Gives the place of what it shows.
    fn throw(&mut self, what: &str, shows: &[String]) -> Utterance<u32>;

    /// Tells them what happened.
    fn told(&mut self, sentence: &str);

    /// The last decisions and throws, so many of them, did not happen.
    fn taken_back(&mut self, count: usize);
}

/// Keeps the rules of a battle to its end, or until the people leave. All who sit around one table consent to what they take back.
pub(crate) fn referee<R: Presentation>(
    battle: &Arc<R::Battle>,
    desk: &mut dyn RealTable,
) -> Result<(), String> {
    let setup = Setup {
        battle: R::scene(battle).id.to_owned(),
        charts: Vec::new(),
        seats: R::sides(battle).iter().map(|side| Seat::person(&side.name)).collect(),
        contributions: Vec::new(),
    };
    let mut session = Session::<R>::typed(Arc::clone(battle), &setup).map_err(|error| error.to_string())?;
    let catalogue = R::catalogue(Language::ENGLISH);
    let mut told = 0;
    loop {
        for event in &session.log()[told..] {
            desk.told(&catalogue.event(&**battle, event));
        }
        told = session.log().len();
        if session.over() {
            return Ok(());
        }
        let said = match (session.wanted(), session.pending().first()) {
            (Some(wanted), _) => thrown::<R>(battle, wanted, desk).map(Input::Throw),
            (None, Some(pending)) => {
                decided::<R>(battle, pending, desk).map(|answer| Input::Answer(pending.side, answer))
            }
            (None, None) => return Err("the game waits for nobody".to_owned()),
        };
        let done = match said {
            Utterance::This(Input::Throw(outcome)) => session.throw(outcome).map(|_| ()),
            Utterance::This(Input::Answer(side, answer)) => session.answer(side, answer).map(|_| ()),
            Utterance::Back(count) => back(&mut session, count, desk),
            Utterance::Leave => return Ok(()),
        };
        told = told.min(session.log().len());
        match done {
            Ok(()) => {}
            Err(SessionError::Refused(refusal)) => desk.refused(&catalogue.refusal(&**battle, &refusal)),
            Err(error @ (SessionError::NothingToUndo | SessionError::NoThrow)) => {
                desk.refused(&error.to_string());
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

/// Goes back by so many decisions and throws, or to the beginning.
fn back<R: Presentation>(
    session: &mut Session<R>,
    count: usize,
    desk: &mut dyn RealTable,
) -> Result<(), SessionError> {
    for done in 0..count {
        match session.step_back() {
            Ok(()) => {}
            Err(_) if done > 0 => {
                desk.taken_back(done);
                return Ok(());
            }
            Err(error) => return Err(error),
        }
    }
    desk.taken_back(count);
    Ok(())
}

fn decided<R: Presentation>(
    battle: &R::Battle,
    pending: &AwaitedDecision,
    desk: &mut dyn RealTable,
) -> Utterance<Answer> {
    let catalogue = R::catalogue(Language::ENGLISH);
    let sides = R::sides(battle);
    let side = &sides[pending.side.index()].name;
    let sentence = catalogue.asking(battle, pending.side, pending.key, &pending.about);
    let offer = |answer: &Answer| Choice {
        text: text::print::<R>(battle, answer),
        label: catalogue.answer_to::<R>(battle, pending.key, answer),
        is_ending: catalogue.ending::<R>(pending.key, answer).is_some(),
        answer: *answer,
    };
    let answers: Vec<Choice> = pending.legal.iter().map(offer).collect();
    loop {
        let typed = match desk.decide(side, &sentence, &answers) {
            Utterance::This(typed) => typed,
            Utterance::Back(count) => return Utterance::Back(count),
            Utterance::Leave => return Utterance::Leave,
        };
        match text::choose::<R>(battle, &pending.legal, &typed) {
            Ok(answer) => return Utterance::This(answer),
            Err(error) => desk.refused(&error.to_string()),
        }
    }
}

fn thrown<R: Presentation>(
    battle: &R::Battle,
    wanted: &AwaitedThrow,
    desk: &mut dyn RealTable,
) -> Utterance<u32> {
    let label = R::catalogue(Language::ENGLISH).throwing(battle, wanted.side, wanted.key, &wanted.about);
    let shown = |point: &Point| match point {
        Point::Number(n) => n.to_string(),
        other => text::print_point(battle, *other),
    };
    let shows: Vec<String> = wanted.shows.iter().map(shown).collect();
    desk.throw(&format!("{label} ({})", wanted.rule), &shows)
}

//! Plays a vignette's script.

use muster::Place;
use table::{
    Answer, Asked, Doors, Event, Flow, Names, Play, Point, Refusal, Rulebook, Side, Stop, Throw, Umpire, text,
};

use super::script::Step;
use super::{Case, expect};
use crate::state::State;
use crate::{Battle, Jdg, verb};

/// The most top-level steps that a vignette may take.
const MOST_STEPS: usize = 400;

/// A line of the transcript.
#[derive(Clone, Debug)]
pub enum Line {
    /// An event.
    Event(Event),
    /// A question and its answer.
    Answered(String),
    /// A die or a draw.
    Thrown(String),
    /// An attempt, refused as it should be.
    Refused(Refusal, String),
    /// An expectation that holds.
    Held(String),
    /// A difference from what was expected, or a fault of the script.
    Differs(Place, String),
    /// A difference: something was refused that should not have been, or not by that rule.
    RefusedInstead(Place, String, Refusal),
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Transcript {
    /// Everything in order.
    pub lines: Vec<Line>,
    /// The decisions: who, the question's key, the answer. Where only one was legal nothing was decided.
    pub answers: Vec<(Side, &'static str, Answer)>,
    /// The faces of all throws, in order.
    pub thrown: Vec<u32>,
    /// Top-level steps played to their end.
    pub steps: usize,
    /// Whether the script ends inside a step in which something has happened.
    pub is_inside: bool,
    /// The state at the end.
    pub state: State,
}

impl Transcript {
    /// The differences from what was expected.
    pub fn differences(&self) -> impl Iterator<Item = (&Place, &str)> {
        self.lines.iter().filter_map(|line| match line {
            Line::Differs(place, what) | Line::RefusedInstead(place, what, _) => Some((place, what.as_str())),
            _ => None,
        })
    }

    /// The events.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.lines.iter().filter_map(|l| if let Line::Event(e) = l { Some(e) } else { None })
    }
}

/// The umpire who follows a script.
pub(super) struct Follower<'c> {
    case: &'c Case,
    next: usize,
    pub(super) lines: Vec<Line>,
    /// Events from here on were not yet claimed by an expectation.
    pub(super) unclaimed: usize,
    answers: Vec<(Side, &'static str, Answer)>,
    thrown: Vec<u32>,
    steps: usize,
    /// Answers, throws and events so far.
    moves: usize,
    is_inside: bool,
    failed: bool,
}

/// Plays one case.
pub fn run_case(case: &Case) -> Transcript {
    let mut state = case.battle.setup.clone();
    let mut follower = Follower {
        case,
        next: 0,
        lines: Vec::new(),
        unclaimed: 0,
        answers: Vec::new(),
        thrown: Vec::new(),
        steps: 0,
        moves: 0,
        is_inside: false,
        failed: false,
    };
    follower.play(&mut state);
    let Follower { lines, answers, thrown, steps, is_inside, .. } = follower;
    Transcript { lines, answers, thrown, steps, is_inside, state }
}

impl Follower<'_> {
    fn battle(&self) -> &Battle {
        &self.case.battle
    }

    fn play(&mut self, state: &mut State) {
        let case = self.case;
        for _ in 0..MOST_STEPS {
            if self.settle_at_end(state) || self.failed {
                return;
            }
            let before = self.moves;
            let mut doors = Doors::new(&case.battle, self);
            match Jdg::step(&case.battle, state, &mut doors) {
                Ok(Flow::Continue) => self.steps += 1,
                Ok(Flow::Over) => {
                    self.steps += 1;
                    self.rest(state, "the game is over");
                    return;
                }
                Err(Stop::Waiting) => {
                    self.is_inside = self.moves != before;
                    self.rest(state, "the game waits for another answer");
                    return;
                }
                Err(Stop::Refused(side, answer, refusal)) => {
                    let words = text::print::<Jdg>(&case.battle, &answer);
                    let name = &case.battle.sides[side.index()].id;
                    let place = self.place(self.next.saturating_sub(1));
                    let what = format!("{name}: \"{words}\" is refused by {}", refusal.rule);
                    self.lines.push(Line::RefusedInstead(place, what, refusal));
                    return;
                }
                Err(Stop::Broken(what)) => {
                    let place = self.place(self.next);
                    self.lines.push(Line::Differs(place, what));
                    return;
                }
            }
        }
        let place = self.place(self.next);
        self.lines
            .push(Line::Differs(place, format!("the script is not at its end after {MOST_STEPS} steps")));
    }

    /// Between steps: if only expectations are left, they are looked at here, and the vignette is done.
    fn settle_at_end(&mut self, state: &State) -> bool {
        let only = self.case.script.steps[self.next..]
            .iter()
            .all(|(_, _, s)| matches!(s, Step::Expect(e) if !expect::needs_question(e)));
        if only && self.next > 0 {
            self.rest(state, "");
        }
        only && (self.next > 0 || self.case.script.steps.is_empty())
    }

    /// Looks at the expectations that are left and complains of everything else that is.
    fn rest(&mut self, state: &State, why: &str) {
        while self.next < self.case.script.steps.len() {
            let (place, line, step) = &self.case.script.steps[self.next];
            self.next += 1;
            match step {
                Step::Expect(e) => self.hold(place, line, e, state, None),
                Step::Skip(_) => {}
                _ => {
                    self.lines.push(Line::Differs(
                        place.clone(),
                        format!("{why}, and \"{line}\" does not come to pass"),
                    ));
                    return;
                }
            }
        }
    }

    fn hold(
        &mut self,
        place: &Place,
        line: &str,
        e: &super::Expectation,
        state: &State,
        asked: Option<&Asked<'_, Jdg>>,
    ) {
        let case = self.case;
        match expect::check(&case.battle, state, asked, self, e) {
            Ok(()) => self.lines.push(Line::Held(line.to_owned())),
            Err(what) => self.lines.push(Line::Differs(place.clone(), format!("{line}: {what}"))),
        }
    }

    fn place(&self, step: usize) -> Place {
        let steps = &self.case.script.steps;
        steps
            .get(step.min(steps.len().saturating_sub(1)))
            .map_or_else(|| Place { file: "vignette".to_owned(), line: 1, column: 1 }, |(p, _, _)| p.clone())
    }

    fn fail<T>(&mut self, place: Place, what: String) -> Play<T> {
        self.failed = true;
        self.lines.push(Line::Differs(place, what));
        Err(Stop::Waiting)
    }

    fn attempt(
        &mut self,
        place: &Place,
        line: &str,
        answer: table::Answer,
        rule: Option<&String>,
        asked: &Asked<'_, Jdg>,
    ) {
        if asked.legal.contains(&answer) {
            let what = format!("{line}: it is legal here ({})", asked.question.key);
            self.lines.push(Line::Differs(place.clone(), what));
            return;
        }
        let refusal = asked.question.options.refuse(&answer);
        if rule.is_some_and(|r| r != refusal.rule.0) {
            let what = format!("{line}: refused by {}", refusal.rule);
            self.lines.push(Line::RefusedInstead(place.clone(), what, refusal));
        } else {
            self.lines.push(Line::Refused(refusal, line.to_owned()));
        }
    }

    fn answered(&mut self, asked: &Asked<'_, Jdg>, answer: table::Answer) -> table::Answer {
        let question = asked.question;
        let words = text::print::<Jdg>(self.battle(), &answer);
        let side = &self.battle().sides[question.side.index()].id;
        self.lines.push(Line::Answered(format!("{side} [{} {}] {words}", question.key, question.rule)));
        self.moves += 1;
        if asked.only().is_none() {
            self.answers.push((question.side, question.key, answer));
        }
        answer
    }
}

impl Umpire<Jdg> for Follower<'_> {
    fn answer(&mut self, asked: &Asked<'_, Jdg>) -> Play<table::Answer> {
        let case = self.case;
        loop {
            let Some((place, line, step)) = case.script.steps.get(self.next) else {
                return match asked.only() {
                    Some(only) => Ok(self.answered(asked, only)),
                    None => Err(Stop::Waiting),
                };
            };
            match step {
                Step::Expect(e) => {
                    self.next += 1;
                    self.hold(place, line, e, asked.state, Some(asked));
                }
                Step::Refuse(answer, rule) => {
                    self.next += 1;
                    self.attempt(place, line, *answer, rule.as_ref(), asked);
                }
                Step::Skip(until) if *until == asked.question.key => self.next += 1,
                Step::Skip(_) => {
                    let quiet = [verb::PASS, verb::NO, verb::STAND, verb::HALT, verb::DONE, verb::REDUCED];
                    let pass = quiet.iter().find_map(|q| asked.legal.iter().find(|a| a.verb == *q));
                    return Ok(self.answered(asked, *pass.unwrap_or(&asked.legal[0])));
                }
                Step::Answer(side, answer) => {
                    let fits = side.is_none_or(|s| s == asked.question.side);
                    if let Some(only) = asked.only().filter(|only| !fits || only != answer) {
                        return Ok(self.answered(asked, only));
                    }
                    if !fits {
                        let key = asked.question.key;
                        let what = format!(
                            "the question {key} goes to the other side, \"{line}\" does not answer it"
                        );
                        return self.fail(place.clone(), what);
                    }
                    self.next += 1;
                    if !asked.legal.contains(answer) {
                        let list = text::print_list::<Jdg>(asked.battle, asked.legal, 30);
                        let key = asked.question.key;
                        self.lines.push(Line::Answered(format!("(the question is {key}; legal: {list})")));
                    }
                    return Ok(self.answered(asked, *answer));
                }
                Step::Throw(_) => {
                    if let Some(only) = asked.only() {
                        return Ok(self.answered(asked, only));
                    }
                    let list = text::print_list::<Jdg>(asked.battle, asked.legal, 30);
                    let what =
                        format!("\"{line}\" stands where {} is asked; legal: {list}", asked.question.key);
                    return self.fail(place.clone(), what);
                }
            }
        }
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let case = self.case;
        // Expectations of states wait for the next question; a throw shows no state.
        let found = (self.next..case.script.steps.len())
            .find(|&i| !matches!(case.script.steps[i].2, Step::Expect(_)));
        let Some(i) = found else {
            let place = self.place(self.next);
            return self.fail(place, format!("the script has no throw for {} ({})", throw.key, throw.rule));
        };
        let (place, line, step) = &case.script.steps[i];
        let Step::Throw(shown) = step else {
            let what =
                format!("\"{line}\" stands where a throw for {} ({}) is needed", throw.key, throw.rule);
            return self.fail(place.clone(), what);
        };
        if i != self.next {
            let (place, line, _) = &case.script.steps[self.next];
            let what =
                format!("{line}: an expectation directly before a throw cannot be looked at; put it behind");
            return self.fail(place.clone(), what);
        }
        self.next += 1;
        let about = throw
            .about
            .iter()
            .find(|p| **p != Point::Nothing)
            .map(|p| self.battle().id(*p))
            .unwrap_or_default();
        self.lines.push(Line::Thrown(format!(
            "{} {about} ({}): {}",
            throw.key,
            throw.rule,
            self.battle().id(*shown)
        )));
        match (0..throw.faces).find(|&face| (throw.shows)(face) == *shown) {
            Some(face) => {
                self.moves += 1;
                self.thrown.push(face);
                Ok(face)
            }
            None => self.fail(
                place.clone(),
                format!("\"{line}\" cannot come up: {} outcomes of {}", throw.faces, throw.key),
            ),
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        self.moves += 1;
        self.lines.push(Line::Event(event));
    }
}

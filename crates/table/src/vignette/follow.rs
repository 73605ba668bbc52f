//! Plays a vignette's script.

use muster::Place;

use super::expect::{self, bars, refusal_words};
use super::script::{Bar, Expectation, Step};
use super::{Case, Staged};
use crate::{
    Answer, Decision, Doors, Event, Flow, Names, Play, Point, Question, Refusal, Side, Stop, Throw, Umpire,
    text,
};

/// The most top-level steps that a vignette may take.
const MOST_STEPS: usize = 400;
/// The most steps that are looked through after the script for what is due.
const MOST_PEEKED: usize = 20;

/// A line of the transcript.
#[derive(Clone, Debug)]
pub enum Line {
    /// An event.
    Event(Event),
    /// A question and its answer.
    Answered(String),
    /// A die or a draw.
    Thrown(String),
    /// In the step with which it starts nobody had anything to decide, and nothing happened.
    Passed,
    /// Throw or decision due where the script ends.
    Due(String),
    /// An attempt, refused as it should be.
    Refused(Refusal, String),
    /// An expectation that holds.
    Held(String),
    /// A difference from what was expected, or a fault of the script.
    Differs(Place, String),
    /// A difference: something was refused that should not have been, or not by that rule.
    RefusedInstead(Place, String, Refusal),
}

/// Transcript: what came out.
pub struct Transcript<R: Staged> {
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
    /// Number of the steps after the script that lead through a throw that comes before anybody decides; 0 if somebody does.
    pub ahead: usize,
    /// The state at the end.
    pub state: R::State,
}

impl<R: Staged> Transcript<R> {
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
pub(super) struct Follower<'c, R: Staged> {
    case: &'c Case<R>,
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
    /// Throw or decision due, where a step stopped for want of it.
    due: String,
    /// The script is over: what would come is looked at, and nothing of it is noted.
    peeks: bool,
    /// A throw is due then, and so many steps lead through it.
    throws: bool,
    ahead: usize,
    /// The step stopped before a throw, so that the state can be looked at.
    looks: bool,
    /// Record of the step before it stopped, to be told again: answers, throws; and how many events.
    told: StepRecord,
}

/// Record of a step: what has come to pass in a step: it is run again after a look at the state before a throw.
#[derive(Default)]
struct StepRecord {
    answers: Vec<Answer>,
    thrown: Vec<u32>,
    events: usize,
    /// Number of the inputs and events of it that have been repeated.
    again: [usize; 3],
}

/// Plays one case.
pub(super) fn run_case<R: Staged>(case: &Case<R>) -> Transcript<R> {
    let mut state = R::start(&case.battle);
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
        due: String::new(),
        peeks: false,
        throws: false,
        ahead: 0,
        looks: false,
        told: StepRecord::default(),
    };
    follower.play(&mut state);
    let Follower { lines, answers, thrown, steps, is_inside, ahead, .. } = follower;
    Transcript { lines, answers, thrown, steps, is_inside, ahead, state }
}

impl<R: Staged> Follower<'_, R> {
    fn battle(&self) -> &R::Battle {
        &self.case.battle
    }

    fn play(&mut self, state: &mut R::State) {
        let case = self.case;
        for _ in 0..MOST_STEPS {
            if self.settle_at_end(state) {
                self.peek(state.clone());
                return;
            }
            if self.failed {
                return;
            }
            let before = self.moves;
            match self.step(state) {
                Ok(Flow::Continue) => {
                    if self.steps == 0 && self.moves == before {
                        self.lines.push(Line::Passed);
                    }
                    self.steps += 1;
                }
                Ok(Flow::Over) => {
                    self.steps += 1;
                    self.rest(state, "the game is over");
                    return;
                }
                Err(Stop::Waiting) => {
                    self.is_inside = self.moves != before;
                    if !self.failed {
                        self.rest(state, "the script stops");
                        self.lines.push(Line::Due(std::mem::take(&mut self.due)));
                    }
                    return;
                }
                Err(Stop::Refused(side, answer, refusal)) => {
                    let words = text::print::<R>(&case.battle, &answer);
                    let name = text::print_side(&case.battle, side);
                    let place = self.place(self.next.saturating_sub(1));
                    let what = format!("{name}: \"{words}\" is refused by {}", refusal.rule);
                    self.lines.push(Line::RefusedInstead(place, what, *refusal));
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

    /// Plays one step; before a throw that expectations precede it stops, looks, and runs again to the same point.
    fn step(&mut self, state: &mut R::State) -> Play<Flow> {
        let case = self.case;
        let before = state.clone();
        self.told = StepRecord::default();
        loop {
            let flow = R::step(&case.battle, state, &mut Doors::new(&case.battle, self));
            if !std::mem::take(&mut self.looks) {
                return flow;
            }
            while let Some((place, line, Step::Expect(e))) = case.script.steps.get(self.next) {
                self.next += 1;
                self.hold(place, line, e, state, None);
            }
            state.clone_from(&before);
            self.told.again = [0; 3];
        }
    }

    /// Names what is due after the script, through what nobody decides, and counts the steps that lead through a throw.
    fn peek(&mut self, mut state: R::State) {
        let so_far = (self.lines.len(), self.answers.len(), self.thrown.len(), self.moves, self.failed);
        self.peeks = true;
        let waits = (1..=MOST_PEEKED)
            .map(|number| (number, self.step(&mut state)))
            .find(|(_, flow)| !matches!(flow, Ok(Flow::Continue)));
        self.peeks = false;
        (self.moves, self.failed) = (so_far.3, so_far.4);
        self.lines.truncate(so_far.0);
        self.answers.truncate(so_far.1);
        self.thrown.truncate(so_far.2);
        let due = std::mem::take(&mut self.due);
        if let Some((number, Err(Stop::Waiting))) = waits
            && !due.is_empty()
        {
            self.ahead = if self.throws { number } else { 0 };
            self.lines.push(Line::Due(due));
        }
    }

    /// Between steps: if only expectations are left, they are looked at here, and the vignette is done.
    fn settle_at_end(&mut self, state: &R::State) -> bool {
        let only = self.case.script.steps[self.next..]
            .iter()
            .all(|(_, _, s)| matches!(s, Step::Expect(e) if !expect::needs_question(e)));
        let only = only || matches!(self.case.script.steps.get(self.next), Some((_, _, Step::Stop)));
        let only = only
            && R::rests(&self.case.battle, state)
            && (self.next > 0 || !matches!(self.case.script.steps.first(), Some((_, _, Step::Expect(_)))));
        if only {
            self.rest(state, "the script stops");
        }
        only
    }

    /// Looks at the expectations that are left and complains of everything else that is.
    fn rest(&mut self, state: &R::State, why: &str) {
        while self.next < self.case.script.steps.len() {
            let (place, line, step) = &self.case.script.steps[self.next];
            self.next += 1;
            match step {
                Step::Expect(e) => self.hold(place, line, e, state, None),
                Step::Skip(_) | Step::Stop => {}
                Step::Refuse(..) => {
                    let what = format!(
                        "{why}: nothing is asked any more, and nothing refused; \"{line}\" belongs before the answer that leads here"
                    );
                    self.lines.push(Line::Differs(place.clone(), what));
                    return;
                }
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
        e: &Expectation,
        state: &R::State,
        asked: Option<&Decision<'_, R>>,
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

    /// The script ends at a question.
    fn stop(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let Question { side, key, rule, .. } = asked.question;
        let list = text::print_list::<R>(asked.battle, asked.legal, 12);
        self.due =
            format!("{} decides: {key} ({rule}); legal: {list}", text::print_side(self.battle(), *side));
        Err(Stop::Waiting)
    }

    fn fail<T>(&mut self, place: Place, what: String) -> Play<T> {
        self.failed = true;
        self.lines.push(Line::Differs(place, what));
        Err(Stop::Waiting)
    }

    fn attempt(&mut self, place: &Place, line: &str, answer: Answer, bar: &Bar, asked: &Decision<'_, R>) {
        let Err(refusal) = asked.judge(&answer) else {
            let what = format!("{line}: it is legal here ({})", asked.question.key);
            self.lines.push(Line::Differs(place.clone(), what));
            return;
        };
        if R::allows(&refusal) {
            let what = format!("{line}: that way is open ({})", asked.question.key);
            self.lines.push(Line::Differs(place.clone(), what));
            return;
        }
        if !bars(asked.battle, bar, &refusal) {
            let words = refusal_words(asked.battle, &refusal);
            let what = format!("{line}: refused by {} key {words}", refusal.rule);
            self.lines.push(Line::RefusedInstead(place.clone(), what, refusal));
        } else {
            self.lines.push(Line::Refused(refusal, line.to_owned()));
        }
    }

    fn answered(&mut self, asked: &Decision<'_, R>, answer: Answer) -> Answer {
        let question = asked.question;
        let words = text::print::<R>(self.battle(), &answer);
        let side = text::print_side(self.battle(), question.side);
        self.lines.push(Line::Answered(format!("{side} [{} {}] {words}", question.key, question.rule)));
        self.moves += 1;
        self.told.answers.push(answer);
        self.told.again[0] += 1;
        if asked.only().is_none() {
            self.answers.push((question.side, question.key, answer));
        }
        answer
    }
}

impl<R: Staged> Umpire<R> for Follower<'_, R> {
    fn remembered(&mut self, _state: &R::State, _question: &Question<'_>) -> Option<Answer> {
        let again = self.told.answers.get(self.told.again[0]).copied();
        self.told.again[0] += usize::from(again.is_some());
        again
    }

    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let case = self.case;
        loop {
            let Some((place, line, step)) = case.script.steps.get(self.next) else {
                return match asked.only() {
                    Some(only) => Ok(self.answered(asked, only)),
                    None => self.stop(asked),
                };
            };
            match step {
                Step::Stop => return self.stop(asked),
                Step::Expect(e) => {
                    self.next += 1;
                    self.hold(place, line, e, asked.state, Some(asked));
                }
                Step::Refuse(answer, bar) => {
                    self.next += 1;
                    self.attempt(place, line, *answer, bar, asked);
                }
                Step::Skip(until) if *until == asked.question.key => self.next += 1,
                Step::Skip(_) => {
                    return Ok(self.answered(asked, R::quiet(asked.legal)));
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
                    if asked.judge(answer).is_err() {
                        let list = text::print_list::<R>(asked.battle, asked.legal, 30);
                        let key = asked.question.key;
                        self.lines.push(Line::Answered(format!("(the question is {key}; legal: {list})")));
                    }
                    return Ok(self.answered(asked, *answer));
                }
                Step::Throw(_) => {
                    if let Some(only) = asked.only() {
                        return Ok(self.answered(asked, only));
                    }
                    let list = text::print_list::<R>(asked.battle, asked.legal, 30);
                    let what =
                        format!("\"{line}\" stands where {} is asked; legal: {list}", asked.question.key);
                    return self.fail(place.clone(), what);
                }
            }
        }
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        if let Some(&face) = self.told.thrown.get(self.told.again[1]) {
            self.told.again[1] += 1;
            return Ok(face);
        }
        let case = self.case;
        let found = (self.next..case.script.steps.len())
            .find(|&i| !matches!(case.script.steps[i].2, Step::Expect(_)));
        if found != Some(self.next) && self.next < case.script.steps.len() {
            // What stands before the throw is looked at in the state as it is now, and the step runs again.
            self.looks = true;
            return Err(Stop::Waiting);
        }
        if self.peeks {
            self.throws = true;
            self.due = format!("a throw is due: {} ({})", throw.key, throw.rule);
            return Err(Stop::Waiting);
        }
        let Some((place, line, step)) = case.script.steps.get(self.next) else {
            let place = self.place(self.next);
            let what = format!(
                "the script has no throw for {} ({}); `throw any` takes what comes, `stop` ends the script before it",
                throw.key, throw.rule
            );
            return self.fail(place, what);
        };
        let shown = match step {
            Step::Throw(shown) => *shown,
            Step::Skip(_) => None,
            Step::Stop => {
                self.due = format!("a throw is due: {} ({})", throw.key, throw.rule);
                return Err(Stop::Waiting);
            }
            _ => {
                let what =
                    format!("\"{line}\" stands where a throw for {} ({}) is needed", throw.key, throw.rule);
                return self.fail(place.clone(), what);
            }
        };
        self.next += usize::from(matches!(step, Step::Throw(_)));
        let about = throw
            .about
            .iter()
            .find(|p| **p != Point::Nothing)
            .map(|p| self.battle().id(*p))
            .unwrap_or_default();
        let face = match shown {
            None => Some(throw.faces / 2),
            Some(shown) => (0..throw.faces).find(|&face| (throw.shows)(face) == shown),
        };
        match face {
            Some(face) => {
                let shows = self.battle().id((throw.shows)(face));
                let any = if shown.is_none() { " (any)" } else { "" };
                self.lines
                    .push(Line::Thrown(format!("{} {about} ({}): {shows}{any}", throw.key, throw.rule)));
                self.moves += 1;
                self.told.thrown.push(face);
                self.told.again[1] += 1;
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
        self.told.again[2] += 1;
        if self.told.again[2] <= self.told.events {
            return;
        }
        self.told.events += 1;
        self.moves += 1;
        self.lines.push(Line::Event(event));
    }
}

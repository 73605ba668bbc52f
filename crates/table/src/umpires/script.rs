//! The script umpire: answers and throws from a file, for tests, vignettes and worked examples.

use std::collections::VecDeque;

use super::player::{Player, SeenQuestion};
use crate::{Answer, Decision, Event, Names, Play, Point, Question, Rulebook, Stop, Throw, Umpire, text};

/// Number of the legal answers that an error lists.
const LISTED: usize = 24;

/// A scripted throw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ScriptThrow {
    /// The outcome itself, counted from 0.
    Outcome(u32),
    /// Its show, as text: a number on the die (`7`), or the id of what is drawn.
    Shows(String),
}

/// A list of answers and a list of throws behind the doors, each taken in order.
///
/// A question with a single legal answer is answered without the script, unless the next answer of the script is that one.
/// An illegal answer is refused at the gate and comes out as [`Stop::Refused`].
pub struct Script<'a, R: Rulebook> {
    battle: &'a R::Battle,
    answers: VecDeque<String>,
    throws: VecDeque<ScriptThrow>,
    then: Option<&'a mut dyn Player<R>>,
    events: Vec<Event>,
    transcript: Vec<String>,
}

impl<'a, R: Rulebook> Script<'a, R> {
    /// A script. Answers are texts as [`text::print`] prints them.
    pub fn new(
        battle: &'a R::Battle,
        answers: impl IntoIterator<Item = impl Into<String>>,
        throws: impl IntoIterator<Item = ScriptThrow>,
    ) -> Self {
        Script {
            battle,
            answers: answers.into_iter().map(Into::into).collect(),
            throws: throws.into_iter().collect(),
            then: None,
            events: Vec::new(),
            transcript: Vec::new(),
        }
    }

    /// Lets a player decide where the script has no more answers.
    #[must_use]
    pub fn then(mut self, player: &'a mut dyn Player<R>) -> Self {
        self.then = Some(player);
        self
    }

    /// The events so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// One line for each question answered and each throw: `answer side verb ... (question, rule)`, `throw ... (key, rule)`.
    pub fn transcript(&self) -> &[String] {
        &self.transcript
    }

    /// Fails if the script holds answers or throws that nothing asked for.
    ///
    /// # Errors
    /// Names what is left.
    pub fn finish(&self) -> Result<(), String> {
        let mut left: Vec<String> = self.answers.iter().map(|text| format!("answer `{text}`")).collect();
        left.extend(self.throws.iter().map(|throw| format!("throw {throw:?}")));
        if left.is_empty() { Ok(()) } else { Err(format!("nothing asked for {}", left.join(", "))) }
    }

    fn decide(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let next = self.answers.front().map(|text| text::choose::<R>(asked.battle, asked.legal, text));
        if let Some(only) = asked.only() {
            if next == Some(Ok(only)) {
                self.answers.pop_front();
            }
            return Ok(only);
        }
        match (next, &mut self.then) {
            (Some(Ok(answer)), _) => {
                self.answers.pop_front();
                Ok(answer)
            }
            (Some(Err(error)), _) => Err(Stop::Broken(format!("{}: {error}", describe(asked)))),
            (None, Some(player)) => Ok(player.decide(&SeenQuestion::new(asked))),
            (None, None) => {
                Err(Stop::Broken(format!("{}, but the script has no more answers", describe(asked))))
            }
        }
    }
}

/// The question, who is asked and what is legal, in words.
fn describe<R: Rulebook>(asked: &Decision<'_, R>) -> String {
    let Question { side, rule, key, .. } = asked.question;
    let side = text::print_side(asked.battle, *side);
    let legal = text::print_list::<R>(asked.battle, asked.legal, LISTED);
    format!("{side} is asked {key} ({rule}); legal are: {legal}")
}

/// The outcome that shows what a text says.
fn outcome_showing(names: &dyn Names, throw: &Throw<'_>, text: &str) -> Option<u32> {
    let number: Option<i16> = text.strip_prefix('#').unwrap_or(text).parse().ok();
    let found = |shown: Point| match shown {
        Point::Number(n) => number == Some(n),
        other => text::print_point(names, other) == text || names.id(other) == text,
    };
    (0..throw.faces).find(|outcome| found((throw.shows)(*outcome)))
}

impl<R: Rulebook> Umpire<R> for Script<'_, R> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let answer = self.decide(asked)?;
        let side = text::print_side(asked.battle, asked.question.side);
        let text = text::print::<R>(asked.battle, &answer);
        self.transcript
            .push(format!("answer {side} {text} ({}, {})", asked.question.key, asked.question.rule));
        Ok(answer)
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let outcome = match self.throws.pop_front() {
            Some(ScriptThrow::Outcome(outcome)) => outcome,
            Some(ScriptThrow::Shows(text)) => {
                outcome_showing(self.battle, throw, &text).ok_or_else(|| {
                    let shown: Vec<String> = (0..throw.faces.min(LISTED as u32))
                        .map(|outcome| text::print_point(self.battle, (throw.shows)(outcome)))
                        .collect();
                    let all = shown.join(" ");
                    Stop::Broken(format!(
                        "the throw {} ({}) cannot show `{text}`; it shows: {all}",
                        throw.key, throw.rule
                    ))
                })?
            }
            None => {
                return Err(Stop::Broken(format!(
                    "{} ({}) is thrown, but the script has no more throws",
                    throw.key, throw.rule
                )));
            }
        };
        if outcome < throw.faces {
            let shown = text::print_point(self.battle, (throw.shows)(outcome));
            self.transcript.push(format!("throw {shown} ({}, {})", throw.key, throw.rule));
        }
        Ok(outcome)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        self.events.push(event);
    }
}

//! A battle on a real table: people type their decisions and what their dice show.

use std::io::Write;

use shelf::{RealTable, Table, Utterance};

use crate::commands::choices::Choice;
use crate::commands::console::Console;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{BAD, CHOICE, DICE, DIM, HEAD, painted};

/// Keeps the rules until the end, or until the people leave.
pub fn run(table: &dyn Table, out: &mut dyn Write) -> CommandResult {
    writeln!(
        out,
        "{}",
        painted(HEAD, format!("{}: you decide and throw, Berthier keeps the rules.", table.title()))
    )?;
    writeln!(
        out,
        "{}",
        painted(
            DIM,
            "Type a number or the words of a choice; anything else is explained. list shows the choices again. undo takes back \
             what was typed last, a die too (undo 3: the last three). quit leaves."
        )
    )?;
    let mut people = People { console: Console::new(out), failure: None };
    let ended = table.referee(&mut people);
    match people.failure {
        Some(failure) => Err(failure),
        None => ended.map_err(Failure::Failed),
    }
}

/// The people at the table.
struct People<'a> {
    console: Console<'a>,
    /// Failure because of which they cannot be reached any more.
    failure: Option<Failure>,
}

impl People<'_> {
    /// Outcome of writing; if nobody can read, they have left.
    fn note(&mut self, done: CommandResult) -> Option<()> {
        match done {
            Ok(()) => Some(()),
            Err(failure) => {
                self.failure = Some(failure);
                None
            }
        }
    }

    /// The question, and what may be answered.
    fn list(&mut self, side: &str, question: &str, answers: &[shelf::Choice]) -> CommandResult {
        let heading = format!("\n{} {}", painted(HEAD, format!("{side}:")), painted(CHOICE, question));
        writeln!(self.console.out, "{heading}")?;
        let choices: Vec<_> = answers
            .iter()
            .map(|offered| Choice { typed: &offered.text, words: &offered.label, answer: offered.answer })
            .collect();
        self.console.choices(&choices)
    }

    /// A line that they type, if it is not one of those that can be typed at any time.
    fn typed(&mut self, prompt: &str) -> Utterance<String> {
        let line = match self.console.line(prompt) {
            Ok(Some(line)) => line.trim().to_owned(),
            Ok(None) => return Utterance::Leave,
            Err(error) => {
                self.failure = Some(error.into());
                return Utterance::Leave;
            }
        };
        let (word, count) = line.split_once(char::is_whitespace).unwrap_or((&line, "1"));
        match (word, count.trim().parse()) {
            ("quit" | "q", _) => Utterance::Leave,
            ("undo", Ok(count @ 1..)) => Utterance::Back(count),
            _ => Utterance::This(line),
        }
    }
}

impl RealTable for People<'_> {
    fn decide(&mut self, side: &str, question: &str, answers: &[shelf::Choice]) -> Utterance<String> {
        let question = question.trim_start_matches(side).trim_start_matches(": ");
        let shown = self.list(side, question, answers).and_then(|()| self.console.fresh());
        if self.note(shown).is_none() {
            return Utterance::Leave;
        }
        loop {
            let line = match self.typed("> ") {
                Utterance::This(line) => line,
                other => return other,
            };
            if line == "list" {
                let shown = self.list(side, question, answers);
                if self.note(shown).is_none() {
                    return Utterance::Leave;
                }
                continue;
            }
            match line.parse::<usize>() {
                Ok(number) if (1..=answers.len()).contains(&number) => {
                    return Utterance::This(answers[number - 1].text.clone());
                }
                Ok(_) => self.refused(&format!("The choices are numbered from 1 to {}.", answers.len())),
                Err(_) if line.is_empty() => {}
                Err(_) => {
                    let is_named =
                        |answer: &&shelf::Choice| answer.label.to_lowercase() == line.to_lowercase();
                    let is_blind = |answer: &&shelf::Choice| answer.is_ending && answer.text == line;
                    if let Some(named) = answers.iter().find(is_named) {
                        return Utterance::This(named.text.clone());
                    }
                    match answers.iter().find(is_blind) {
                        Some(shelf::Choice { label, .. }) => self.refused(&format!(
                            "Several things end with {line}. Here it would mean: {label}. Type that, or its number."
                        )),
                        None => return Utterance::This(line),
                    }
                }
            }
        }
    }

    fn refused(&mut self, why: &str) {
        let shown = writeln!(self.console.out, "  {}", painted(BAD, why)).map_err(Failure::from);
        self.note(shown);
    }

    fn throw(&mut self, what: &str, shows: &[String]) -> Utterance<u32> {
        let range = match shows {
            [first, .., last] if shows.iter().all(|shown| shown.parse::<i32>().is_ok()) => {
                format!("{first} to {last}")
            }
            _ => shows.join(", "),
        };
        loop {
            let line = match self.typed(&painted(DICE, format!("{what}: what comes up ({range})? "))) {
                Utterance::This(line) => line,
                Utterance::Back(count) => return Utterance::Back(count),
                Utterance::Leave => return Utterance::Leave,
            };
            if let Some(face) = shows.iter().position(|shown| *shown == line) {
                return Utterance::This(u32::try_from(face).expect("a die has few faces"));
            }
            self.refused(&format!("It shows {range}."));
        }
    }

    fn told(&mut self, sentence: &str) {
        let shown = writeln!(self.console.out, "  {sentence}").map_err(Failure::from);
        self.note(shown);
    }

    fn taken_back(&mut self, count: usize) {
        let what =
            if count == 1 { "Taken back.".to_owned() } else { format!("Taken back: the last {count}.") };
        let shown = writeln!(self.console.out, "  {}", painted(DIM, what)).map_err(Failure::from);
        self.note(shown);
    }
}

//! Recorded playthroughs: a whole game, line by line, compared with a file.

use std::path::Path;

use super::Battery;
use crate::dice::FastDice;
use crate::hash::{hex, state_hash};
use crate::phrase::Catalogue;
use crate::{
    Answer, Decision, Doors, Event, Flow, Names, Outcome, Play, Rulebook, Throw, Umpire, Winner, text,
};

/// Plays at random and writes everything down.
struct Recorder<'a, R: Rulebook> {
    battle: &'a R::Battle,
    catalogue: &'a Catalogue,
    dice: FastDice,
    lines: Vec<String>,
}

impl<R: Rulebook> Umpire<R> for Recorder<'_, R> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let answer = self.dice.pick(asked.legal);
        let side = text::print_side(asked.battle, asked.question.side);
        let text = text::print::<R>(asked.battle, &answer);
        let count = asked.legal.len();
        self.lines.push(format!(
            "answer {side} {text}  ({}, {}, 1 of {count})",
            asked.question.key, asked.question.rule
        ));
        Ok(answer)
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let outcome = self.dice.below(throw.faces);
        let shown = text::print_point(self.battle, (throw.shows)(outcome));
        self.lines.push(format!("throw {shown}  ({}, {}, 1 of {})", throw.key, throw.rule, throw.faces));
        Ok(outcome)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        let sentence = self.catalogue.event(self.battle, &event);
        let to = match event.to {
            crate::Audience::All => String::new(),
            crate::Audience::Only(side) => format!(" to {}", self.battle.id(crate::Point::Side(side))),
        };
        self.lines.push(format!("tell{to} [{}] {sentence}", event.rule));
    }
}

/// A random game from a seed, written down: every answer, throw, event and the hash of every state.
///
/// # Errors
/// If the game breaks or does not end.
pub fn playthrough<R: Rulebook>(
    battery: &Battery<R>,
    catalogue: &Catalogue,
    seed: u64,
) -> Result<String, String> {
    let battle = &*battery.battle;
    let mut recorder = Recorder::<R> { battle, catalogue, dice: FastDice::new(seed), lines: Vec::new() };
    recorder.lines.push(format!("{} {} of {}, seed {seed}", R::ID, R::VERSION, battery.name));
    let mut state = R::start(battle);
    for _ in 0..battery.most_steps {
        let flow = R::step(battle, &mut state, &mut Doors::new(battle, &mut recorder));
        let flow = flow.map_err(|stop| format!("{stop:?}"))?;
        recorder.lines.push(format!("state {}", &hex(&state_hash(&state))[..16]));
        if flow == Flow::Over {
            recorder.lines.push(ending(battle, R::outcome(battle, &state)));
            return Ok(recorder.lines.join("\n") + "\n");
        }
    }
    Err(format!("no end after {} steps", battery.most_steps))
}

/// The last line: who won, how, when, and with how many points, in halves.
fn ending(battle: &dyn Names, outcome: Option<Outcome>) -> String {
    let Some(Outcome { winner, half_points: [first, second], turn, how }) = outcome else {
        return "over, without an outcome".to_owned();
    };
    let winner = match winner {
        Winner::Side(side) => text::print_side(battle, side),
        Winner::Draw => "nobody".to_owned(),
    };
    format!("over, won by {winner}  ({how}, turn {turn}, half points {first} : {second})")
}

/// Compares a text with a file, line by line. With `UPDATE_EXPECT=1` in the environment, writes the file instead.
///
/// # Errors
/// The first line that differs, or that there is no file.
pub fn compare_with_file(path: &Path, actual: &str) -> Result<(), String> {
    if std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1") {
        return std::fs::write(path, actual).map_err(|error| format!("{}: {error}", path.display()));
    }
    let expected = std::fs::read_to_string(path)
        .map_err(|error| format!("{}: {error}; UPDATE_EXPECT=1 writes it", path.display()))?;
    let (mut a, mut b) = (actual.lines(), expected.lines());
    for line in 1.. {
        match (a.next(), b.next()) {
            (None, None) => break,
            (a, b) if a == b => {}
            (a, b) => {
                let show = |line: Option<&str>| line.unwrap_or("(the end)").to_string();
                return Err(format!(
                    "{} line {line}:\n  expected {}\n  found    {}",
                    path.display(),
                    show(b),
                    show(a)
                ));
            }
        }
    }
    Ok(())
}

//! A game whose dice fall on a real table: people say what came up.

use table::{Point, Side, text};

use super::TerminalGame;
use super::orders::Sequel;
use crate::outcome::Failure;
use crate::paint::{DICE, painted};

/// Range of what a die or a draw may show, as people say it: a row of figures by its ends.
fn range(shows: &[String]) -> String {
    match shows {
        [first, .., last] if shows.iter().all(|shown| shown.parse::<i32>().is_ok()) => {
            format!("{first} to {last}")
        }
        _ => shows.join(", "),
    }
}

impl TerminalGame<'_> {
    /// Asks what fell, if the game waits for a throw. All that can be looked at at a decision can be looked at here, too, as everybody may see it.
    pub(super) fn throw(&mut self) -> Result<Sequel, Failure> {
        let Some(wanted) = self.game.wanted() else {
            return Err(Failure::Failed("the game waits for nobody".to_owned()));
        };
        let (thrower, rule) = (wanted.side, wanted.rule.0);
        let names = self.game.names();
        let shown = |point: &Point| match point {
            Point::Number(number) => number.to_string(),
            other => text::print_point(names, *other),
        };
        let label = self.game.catalogue().throwing(names, wanted.side, wanted.key, &wanted.about);
        let shows: Vec<String> = wanted.shows.iter().map(shown).collect();
        let range = range(&shows);
        let what = format!("{label} ({rule}): what comes up ({range})? ");
        let viewer = self.person();
        self.tell(viewer)?;
        loop {
            let Some(line) = self.console.line(&painted(DICE, &what))? else { return Ok(Sequel::Leave) };
            let typed = line.trim();
            if let Some(outcome) = shows.iter().position(|shown| shown == typed) {
                let outcome = u32::try_from(outcome).expect("a die has few faces");
                self.game.throw(outcome).map_err(|error| Failure::Failed(error.sentence))?;
                self.save()?;
                return Ok(Sequel::Next);
            }
            let (word, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
            let rest = rest.trim();
            match word {
                "quit" | "q" | "exit" => return Ok(Sequel::Leave),
                "?" | "help" => self.help()?,
                "why" => self.look(viewer, "rule", rule).map(|_| ())?,
                "undo" => {
                    let by = self.last.or(thrower).unwrap_or(Side(0));
                    match self.undo(by, rest)? {
                        Sequel::Again => {}
                        after => return Ok(after),
                    }
                }
                _ if self.look(viewer, word, rest)? => {}
                _ => self.complain(&format!(
                    "It shows {range}. Besides: undo, map, units, log, score, why, rule, save, quit."
                ))?,
            }
        }
    }
}

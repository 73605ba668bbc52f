//! A game whose dice fall on a real table: people say what came up.

use table::{Point, Side, text};

use super::TerminalGame;
use super::orders::Sequel;
use crate::outcome::Failure;
use crate::paint::{DICE, painted};

impl TerminalGame<'_> {
    /// Asks what fell, if the game waits for a throw.
    pub(super) fn throw(&mut self) -> Result<Sequel, Failure> {
        let Some(wanted) = self.game.wanted() else {
            return Err(Failure::Failed("the game waits for nobody".to_owned()));
        };
        let thrower = wanted.side;
        let names = self.game.names();
        let shown = |point: &Point| match point {
            Point::Number(number) => number.to_string(),
            other => text::print_point(names, *other),
        };
        let label = self.game.catalogue().throwing(names, wanted.side, wanted.key, &wanted.about);
        let shows: Vec<String> = wanted.shows.iter().map(shown).collect();
        let what = format!("{label} ({}): what comes up ({})? ", wanted.rule, shows.join(" "));
        self.tell(self.person())?;
        loop {
            let Some(line) = self.console.line(&painted(DICE, &what))? else { return Ok(Sequel::Leave) };
            let typed = line.trim();
            if ["quit", "q", "exit"].contains(&typed) {
                return Ok(Sequel::Leave);
            }
            let (word, count) = typed.split_once(' ').unwrap_or((typed, ""));
            if word == "undo" {
                let by = self.last.or(thrower).unwrap_or(Side(0));
                match self.undo(by, count.trim())? {
                    Sequel::Again => continue,
                    after => return Ok(after),
                }
            }
            let Some(outcome) = shows.iter().position(|shown| shown == typed) else {
                self.complain(&format!("It shows one of {}; or undo, or quit.", shows.join(", ")))?;
                continue;
            };
            let outcome = u32::try_from(outcome).expect("a die has few faces");
            self.game.throw(outcome).map_err(|error| Failure::Failed(error.sentence))?;
            self.save()?;
            return Ok(Sequel::Next);
        }
    }
}

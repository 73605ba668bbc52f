//! `why`: the reason against anything that can be pointed at.

use shelf::{QuestionText, pointing_at};
use table::{Answer, Side};

use super::TerminalGame;
use super::orders::Meaning;
use crate::outcome::CommandResult;

/// So many reasons are enough.
const MOST_REASONS: usize = 6;

impl TerminalGame<'_> {
    /// Explains why something is not allowed: an answer, or things that are only pointed at.
    pub(super) fn why(&mut self, side: Side, asking: &QuestionText, typed: &str) -> CommandResult {
        if typed.is_empty() {
            let what = "What is not allowed? An answer (why go 0605), a unit or a hex (why 0605), or the number of a choice.";
            return self.console.remark(what);
        }
        let answer = match self.meant(side, asking, typed) {
            Meaning::Answer(answer) => answer,
            Meaning::NoSuchNumber => return self.no_such_number(),
            Meaning::Nothing(error) => return self.why_there(side, asking, typed, &error.sentence),
        };
        match self.game.why_not(side, answer) {
            Ok(None) => self.console.remark("That is allowed."),
            Ok(Some(refusal)) => self.complain(&refusal.sentence),
            Err(error) => self.complain(&error.sentence),
        }
    }

    /// Explains things that were only pointed at, units or hexes: each choice with its words of the same kinds replaced by them.
    fn why_there(
        &mut self,
        side: Side,
        asking: &QuestionText,
        typed: &str,
        otherwise: &str,
    ) -> CommandResult {
        let pointed = self.by_id(side, typed);
        let legal: Vec<Answer> = asking.choices.iter().map(|choice| choice.answer).collect();
        let answers = pointing_at(&legal, self.game.names(), &pointed);
        let mut reasons = Vec::new();
        for answer in answers {
            let reason = match self.game.why_not(side, answer) {
                Ok(Some(refusal)) => refusal.sentence,
                Ok(None) => format!("{}: that is allowed.", self.game.print(&answer)),
                Err(_) => continue,
            };
            if !reasons.contains(&reason) {
                reasons.push(reason);
            }
        }
        let known = pointed.split_whitespace().all(|word| self.game.names().find(word).is_some());
        if reasons.is_empty() {
            return match known {
                true => self.console.remark("The decision that is asked for now is not about that."),
                false => self.complain(otherwise),
            };
        }
        reasons.iter().take(MOST_REASONS).try_for_each(|reason| self.complain(reason))
    }

    /// Words that were typed, with the id in place of a unit's name.
    fn by_id(&self, side: Side, typed: &str) -> String {
        let formations = self.game.units(Some(side));
        let mut units = formations.into_iter().flat_map(|formation| formation.units);
        let named = units.find(|unit| unit.name.to_lowercase() == typed.to_lowercase());
        named.map_or_else(|| typed.to_owned(), |unit| unit.id)
    }
}

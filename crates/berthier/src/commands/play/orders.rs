//! Orders: what a person can type.

use std::path::Path;

use shelf::{Choice, GameError, QuestionText};
use table::session::{Accord, Seat, SessionError};
use table::{Answer, Point, Side, text};

use super::{DueMap, ListedChoice, TerminalGame};
use crate::commands::battles::wrapped;
use crate::commands::common::width;
use crate::commands::console::capital;
use crate::commands::odds::{self, Detail};
use crate::commands::{rules, show};
use crate::outcome::{CommandResult, Failure};
use crate::paint::{BAD, DIM, HEAD, painted};

/// Number of the sentences that `log` shows.
const LOGGED: usize = 30;

/// Sequel: what comes after a line was typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sequel {
    /// The question stands.
    Again,
    /// It has been answered, or taken back.
    Next,
    /// The people leave.
    Leave,
}

/// Meaning of a line: what is meant by something typed.
pub(super) enum Meaning {
    /// An answer, which need not be legal.
    Answer(Answer),
    /// A number that no choice has.
    NoSuchNumber,
    /// Words that say nothing.
    Nothing(GameError),
}

/// Words that can be typed, and what they do.
const HELP: &[(&str, &str)] = &[
    ("a number, or words", "decide: 3, or: go 0304, or: end movement"),
    ("list", "the choices again"),
    ("why WORDS", "why something is not allowed: why go 0605, why 0605, why leger-1-1 0605"),
    ("odds 3, odds 3 all", "the exact chances of what follows from a choice: the likeliest ends, or all"),
    ("hint", "what the best computer player would do, and why"),
    ("undo, undo 3", "take your last decision, or the last three, back"),
    ("practice", "let the computer agree to take back anything, dice too"),
    ("map, map 0605", "the whole map, or what lies around a hex"),
    ("score", "points, objectives and losses so far"),
    ("units, log", "the formations, what happened"),
    ("rule 8.8.1", "look a rule up (or: rule square)"),
    ("seat SIDE PLAYER", "give a seat to a computer player by name, or to me"),
    ("save FILE", "copy the game so far; it is saved anyway"),
    ("quit", "leave; the game can be gone on with"),
];

/// The room of what is typed in the help.
const TYPED: usize = 21;

/// The answer that ends something, where the word that was typed (the same one for all endings, or its beginning) does not say what: it may
/// have been typed for the question before.
fn blind_ending<'t>(asking: &'t QuestionText, typed: &str) -> Option<&'t Choice> {
    let ending = asking.choices.iter().find(|choice| choice.is_ending)?;
    (!typed.is_empty() && ending.text.starts_with(typed)).then_some(ending)
}

/// The only one of some.
fn only<T>(mut of: impl Iterator<Item = T>) -> Option<T> {
    let first = of.next()?;
    of.next().is_none().then_some(first)
}

impl TerminalGame<'_> {
    /// Does what a person typed.
    pub(super) fn order(&mut self, side: Side, asking: &QuestionText, line: &str) -> Result<Sequel, Failure> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "" if self.console.has_more() => self.console.more()?,
            "" => self.console.remark("Type a number, the words of a choice, or ? for help.")?,
            "?" | "help" if rest.is_empty() => self.help()?,
            "quit" | "q" | "exit" => return Ok(Sequel::Leave),
            "list" | "l" => self.list(side, asking)?,
            "units" | "map" | "m" | "u" | "log" | "score" | "rule" | "rules" | "save" => {
                self.look(Some(side), word, rest)?;
            }
            "why" | "?" => self.why(side, asking, rest)?,
            "odds" | "o" => self.odds(side, asking, rest)?,
            "hint" | "h" => self.hint(side, asking)?,
            "seat" => return self.seat(rest),
            "practice" => self.practise()?,
            "undo" => return self.undo(side, rest),
            _ => return self.decide(side, asking, line),
        }
        Ok(Sequel::Again)
    }

    /// The answer that is meant: that of a choice, if its number or its words were typed, or what one choice alone begins with, points at (a hex, a
    /// facing) or has among its words; else what the words say. Capitals make no difference.
    pub(super) fn meant(&self, side: Side, asking: &QuestionText, typed: &str) -> Meaning {
        let is_name = self.game.names().find(typed).is_some();
        if let Some(number) = typed.parse::<i64>().ok().filter(|_| !is_name) {
            let index = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let choice = index.and_then(|index| self.listed.get(index));
            return choice
                .map_or(Meaning::NoSuchNumber, |listed| Meaning::Answer(asking.choices[listed.at].answer));
        }
        let small = typed.to_lowercase();
        let shown = self.listed.iter().find(|listed| listed.words.to_lowercase() == small);
        let named = asking.choices.iter().find(|choice| choice.label.to_lowercase() == small);
        let is_typed = |choice: &&Choice| choice.text.to_lowercase() == small;
        let exact = shown.map(|listed| &asking.choices[listed.at]).or(named);
        if let Some(choice) = exact.or_else(|| asking.choices.iter().find(is_typed)) {
            return Meaning::Answer(choice.answer);
        }
        let begins = |choice: &&Choice| {
            choice.text.to_lowercase().starts_with(&small)
                || is_name && choice.text.rsplit(' ').next() == Some(typed)
        };
        if let Some(choice) = only(asking.choices.iter().filter(begins)) {
            return Meaning::Answer(choice.answer);
        }
        let read =
            self.game.read(side, typed).or_else(|error| self.game.read(side, &small).map_err(|_| error));
        read.map_or_else(
            |error| self.has_words(asking, &small).map_or(Meaning::Nothing(error), Meaning::Answer),
            Meaning::Answer,
        )
    }

    /// The one choice of the list that has all these words in its own, if it ends nothing.
    fn has_words(&self, asking: &QuestionText, words: &str) -> Option<Answer> {
        let has_all = |listed: &&ListedChoice| {
            let own = listed.words.to_lowercase();
            let own: Vec<&str> = own.split(|c: char| !c.is_alphanumeric()).collect();
            words.split_whitespace().all(|word| own.contains(&word))
        };
        let choice = &asking.choices[only(self.listed.iter().filter(has_all))?.at];
        (!choice.is_ending).then_some(choice.answer)
    }

    /// Shows what can be looked at at any moment; whether the word asks for anything of the kind.
    pub(super) fn look(&mut self, viewer: Option<Side>, word: &str, rest: &str) -> Result<bool, Failure> {
        match word {
            "map" | "m" => self.map(viewer, rest)?,
            "units" | "u" => self.units(viewer)?,
            "log" => self.log(viewer, rest)?,
            "score" => self.score(viewer)?,
            "rule" | "rules" => self.rule(rest)?,
            "save" => self.copy(rest)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn help(&mut self) -> CommandResult {
        for (typed, what) in HELP {
            for (number, line) in wrapped(what, width().saturating_sub(TYPED + 2)).iter().enumerate() {
                let typed = if number == 0 { typed } else { "" };
                writeln!(self.console.out, "  {typed:<TYPED$}{line}")?;
            }
        }
        Ok(())
    }

    pub(super) fn complain(&mut self, text: &str) -> CommandResult {
        for line in wrapped(&capital(text), width().min(110) - 4) {
            writeln!(self.console.out, "  {}", painted(BAD, line))?;
        }
        Ok(())
    }

    fn decide(&mut self, side: Side, asking: &QuestionText, typed: &str) -> Result<Sequel, Failure> {
        if let Some(choice) = blind_ending(asking, typed) {
            self.complain(&format!(
                "Several things end with {typed}. Here it would mean: {0}. Type that ({1}), or its number.",
                choice.label,
                choice.label.to_lowercase()
            ))?;
            return Ok(Sequel::Again);
        }
        let answered = match self.meant(side, asking, typed) {
            Meaning::Answer(answer) => self.game.answer(side, answer),
            Meaning::Nothing(error) => Err(error),
            Meaning::NoSuchNumber => {
                self.no_such_number()?;
                return Ok(Sequel::Again);
            }
        };
        match answered {
            Ok(()) => {
                self.save()?;
                self.tell(Some(side))?;
                Ok(Sequel::Next)
            }
            Err(error) => {
                self.complain(&error.sentence)?;
                if error.rule.is_none() {
                    self.console.remark("Type ? for what you can type, list for the choices.")?;
                }
                Ok(Sequel::Again)
            }
        }
    }

    pub(super) fn no_such_number(&mut self) -> CommandResult {
        self.complain(&format!("The choices are numbered from 1 to {}.", self.listed.len()))
    }

    fn odds(&mut self, side: Side, asking: &QuestionText, typed: &str) -> CommandResult {
        if typed.is_empty() {
            return self.console.remark("The chances of which choice? For example: odds 1");
        }
        let (typed, detail) = match typed.strip_suffix(" all") {
            Some(choice) => (choice.trim(), Detail::All),
            None => (typed, Detail::Summary),
        };
        let odds = match self.meant(side, asking, typed) {
            Meaning::Answer(answer) => self.game.odds(side, answer),
            Meaning::Nothing(error) => Err(error.sentence),
            Meaning::NoSuchNumber => return self.no_such_number(),
        };
        match odds {
            Ok(table) => odds::print_ahead(&table, detail, self.console.out),
            Err(error) => self.complain(&error),
        }
    }

    fn hint(&mut self, side: Side, asking: &QuestionText) -> CommandResult {
        match self.game.hint(side) {
            Ok((answer, why)) => {
                let number = self.listed.iter().position(|listed| asking.choices[listed.at].answer == answer);
                let label = number.map_or_else(
                    || self.game.label_to(asking.key, &answer),
                    |n| format!("{}) {}", n + 1, asking.choices[self.listed[n].at].label),
                );
                self.console.remark(&format!("The computer would choose {label}. {why}"))
            }
            Err(error) => self.complain(&error),
        }
    }

    fn units(&mut self, viewer: Option<Side>) -> CommandResult {
        let sides = self.table.sides();
        for (number, info) in sides.iter().enumerate() {
            writeln!(self.console.out, "{}", painted(HEAD, &info.name))?;
            let mut own = self.game.units(viewer);
            own.retain(|formation| formation.side == number);
            show::order_of_battle(&own, self.console.out)?;
        }
        Ok(())
    }

    fn log(&mut self, viewer: Option<Side>, count: &str) -> CommandResult {
        let told = super::sentences(&*self.game, viewer, 0);
        let count = count.parse().unwrap_or(LOGGED);
        for (event, sentence) in &told[told.len().saturating_sub(count)..] {
            self.console.event(event.opens, sentence, event.rule.0)?;
        }
        Ok(())
    }

    fn rule(&mut self, words: &str) -> CommandResult {
        let book = self.table.book();
        if let Some(rule) = book.index(shelf::Language::ENGLISH).rule(words) {
            return rules::in_brief(rule, self.console.out);
        }
        let found: Vec<_> = book.index(shelf::Language::ENGLISH).search(words).collect();
        if found.is_empty() || words.is_empty() {
            return self
                .console
                .remark("No rule speaks of that. Try a number (rule 8.8.1) or a word (rule square).");
        }
        for rule in found {
            writeln!(self.console.out, "  {} {}", painted(HEAD, &rule.id), rule.title)?;
        }
        Ok(())
    }

    fn copy(&mut self, path: &str) -> CommandResult {
        if path.is_empty() {
            let path = self.file.path().display().to_string();
            return self.console.remark(&format!("The game is saved as you play in {path}."));
        }
        let journal = self.game.journal();
        match std::fs::write(Path::new(path), journal) {
            Ok(()) => self.console.remark(&format!("Copied to {path}, without the secret of the dice.")),
            Err(error) => self.complain(&format!("{path} cannot be written: {error}")),
        }
    }

    /// The game becomes a practice, which the journal records.
    fn practise(&mut self) -> CommandResult {
        self.game.practise();
        self.save()?;
        self.console.remark("Practice: the computer agrees to take anything back. The journal records it.")
    }

    /// Points, objectives with who holds them, and losses.
    fn score(&mut self, viewer: Option<Side>) -> CommandResult {
        let board = self.table.board(shelf::Viewpoint::Of(viewer), shelf::Language::ENGLISH);
        let position = self.game.position(viewer);
        for ((side, half), lost) in board.sides.iter().zip(&position.half_points).zip(&position.losses) {
            let points = f64::from(*half) / 2.0;
            let noun = if *half == 2 { "point" } else { "points" };
            let name = painted(HEAD, &side.name);
            writeln!(self.console.out, "  {name}: {points} {noun}; strength lost {lost}")?;
        }
        for (objective, holder) in board.objectives.iter().zip(&position.holders) {
            let by = holder.and_then(|side| board.sides.get(usize::from(side)));
            let by = by.map_or("nobody", |side| side.name.as_str());
            let noun = if objective.points == 1 { "point" } else { "points" };
            let hex = text::print_point(self.game.names(), Point::Place(objective.hex));
            let line = format!("{hex} {}, {} {noun}: {by}", objective.name, objective.points);
            writeln!(self.console.out, "  {line}")?;
        }
        Ok(())
    }

    /// `undo`, or `undo 3` for the last three decisions; around a real table typed dice count as well, whosever they are.
    pub(super) fn undo(&mut self, side: Side, count: &str) -> Result<Sequel, Failure> {
        let Ok(back) = (if count.is_empty() { Ok(1) } else { count.parse::<usize>() }) else {
            self.complain("How many decisions: undo, or undo 3?")?;
            return Ok(Sequel::Again);
        };
        if self.game.is_typed() {
            return self.step_back(back.max(1));
        }
        let game = &mut self.game;
        let alone = back <= 1 && game.undo(side).is_ok();
        let done = match if alone { Ok(Accord::Reached) } else { game.propose_undo(side, back) } {
            Ok(Accord::Reached) => true,
            Ok(Accord::Open) => self.undo_by_consent(side)?,
            Err(error) => {
                self.complain(&error.sentence)?;
                if error.sentence == SessionError::NoPractice.to_string() {
                    self.console.remark("If you only want to try things out, type practice first.")?;
                }
                false
            }
        };
        if !done {
            return Ok(Sequel::Again);
        }
        self.save()?;
        self.shown = self.shown.min(self.game.log().len());
        if back > 1 {
            self.map_due = DueMap::Whole;
        }
        self.console.remark("Taken back.")?;
        Ok(Sequel::Next)
    }

    /// Goes back by so many decisions and throws, or to the beginning.
    fn step_back(&mut self, count: usize) -> Result<Sequel, Failure> {
        let mut done = 0;
        let stopped = loop {
            match self.game.step_back() {
                Ok(()) => done += 1,
                Err(error) => break Some(error),
            }
            if done == count {
                break None;
            }
        };
        match (done, stopped) {
            (0, Some(error)) => {
                self.complain(&error.sentence)?;
                return Ok(Sequel::Again);
            }
            (1, _) => self.console.remark("Taken back.")?,
            (more, _) => self.console.remark(&format!("Taken back: the last {more}."))?,
        }
        self.save()?;
        self.shown = self.shown.min(self.game.log().len());
        if done > 1 {
            self.map_due = DueMap::Whole;
        }
        Ok(Sequel::Next)
    }

    /// Two people at one keyboard: the other is asked.
    fn undo_by_consent(&mut self, side: Side) -> Result<bool, Failure> {
        let other = side.enemy();
        let name = self.table.sides()[other.index()].name.clone();
        let line = self.console.line(&format!("Something was learnt since. Do the {name} agree? [y/n] "))?;
        let agrees = line.is_some_and(|line| line.trim().to_lowercase().starts_with('y'));
        if !agrees {
            self.game.decline_undo();
            return Ok(false);
        }
        let accord = self.game.agree_undo(other).map_err(|error| Failure::Failed(error.sentence))?;
        Ok(accord == Accord::Reached)
    }

    /// `seat french sergeant`, `seat british me`.
    fn seat(&mut self, words: &str) -> Result<Sequel, Failure> {
        let sides = self.table.sides();
        let (name, player) = words.split_once(' ').unwrap_or((words, ""));
        let Some(number) = sides.iter().position(|side| side.id == name) else {
            let ids = format!("{} or {}", sides[0].id, sides[1].id);
            self.complain(&format!(
                "Which side: {ids}? And who: {} or me?",
                self.table.book().players().join(", ")
            ))?;
            return Ok(Sequel::Again);
        };
        let side = Side(u8::try_from(number).expect("a battle has two sides"));
        let player = (player.trim() != "me").then(|| player.trim());
        let seat = player.map_or_else(|| Seat::person("player"), Seat::computer);
        if let Err(error) = self.game.set_seat(side, seat) {
            self.complain(&error)?;
            return Ok(Sequel::Again);
        }
        self.save()?;
        let who = player.unwrap_or("a person");
        writeln!(self.console.out, "  {}", painted(DIM, format!("{}: {who}", sides[number].name)))?;
        Ok(Sequel::Next)
    }
}

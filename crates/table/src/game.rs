//! A live game as the command line and the server see it: without its rulebook's types.

use crate::dice::Seed;
use crate::phrase::Catalogue;
use crate::report::{ReportFormat, report};
use crate::session::{Notice, Promised, Proposal, Seat, Session, SessionError, Undone};
use crate::{Answer, Event, Names, Outcome, Point, Rule, Rulebook, Side, text};

/// A side and who sits there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideInfo {
    /// The side.
    pub side: Side,
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Who sits there.
    pub seat: Seat,
}

/// A legal answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The answer.
    pub answer: Answer,
    /// As it is typed and written in the journal.
    pub text: String,
    /// In words.
    pub label: String,
    /// Whether it ends something under a name of its own: no other answer of the kind is meant by that name.
    pub is_ending: bool,
}

/// A question that a game waits for, as one viewer sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asking {
    /// Who decides.
    pub side: Side,
    /// The rest, if the viewer is the one who decides: others learn only that the game waits for this side.
    pub question: Option<AskingWhat>,
}

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskingWhat {
    /// The rule that asks.
    pub rule: Rule,
    /// Key of the question.
    pub key: &'static str,
    /// What it is about.
    pub about: [Point; 3],
    /// In words.
    pub sentence: String,
    /// The legal answers.
    pub choices: Vec<Choice>,
}

impl AskingWhat {
    /// Answers about things that are only pointed at, as text: each choice with words replaced by those given, wherever things of the same
    /// kinds stand. None if a word names nothing. Not all of them are legal.
    pub fn pointing_at(&self, names: &dyn Names, words: &str) -> Vec<String> {
        let kind = |word: &str| names.find(word).map(|point| std::mem::discriminant(&point));
        let words: Vec<&str> = words.split_whitespace().collect();
        let kinds: Option<Vec<_>> = words.iter().map(|word| kind(word)).collect();
        let Some(kinds) = kinds.filter(|kinds| !kinds.is_empty()) else { return Vec::new() };
        let mut found = Vec::new();
        for choice in &self.choices {
            let own: Vec<&str> = choice.text.split(' ').collect();
            let own_kinds: Vec<_> = own.iter().map(|word| kind(word)).collect();
            // The first word is the verb.
            for at in 1..own.len() {
                let fits = own_kinds[at..].len() >= kinds.len()
                    && own_kinds[at..].iter().zip(&kinds).all(|(own, other)| *own == Some(*other));
                if fits {
                    let mut answer = own.clone();
                    answer[at..at + words.len()].copy_from_slice(&words);
                    found.push(answer.join(" "));
                }
            }
        }
        found.sort();
        found.dedup();
        found
    }
}

/// An event as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Told {
    /// Its place in the log.
    pub at: usize,
    /// The event.
    pub event: Event,
    /// In words, with its modifiers.
    pub sentence: String,
}

/// Why a game does not do what it is told, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct GameError {
    /// The rule that stands in the way, if one does.
    pub rule: Option<Rule>,
    /// Why.
    pub sentence: String,
}

/// A live game of any rulebook. Whatever takes a viewer shows only what that viewer may know; `None` is an onlooker.
pub trait Game: Send {
    /// The sides and who sits there.
    fn sides(&self) -> Vec<SideInfo>;
    /// The things on the table by name.
    fn names(&self) -> &dyn Names;
    /// Gives a seat to somebody else.
    fn set_seat(&mut self, side: Side, seat: Seat);
    /// What the game waits for.
    fn asking(&self, viewer: Option<Side>) -> Vec<Asking>;
    /// Answers by text.
    ///
    /// # Errors
    /// [`GameError`], also with the nearest legal answer where the text says nothing.
    fn answer_text(&mut self, side: Side, text: &str) -> Result<(), GameError>;
    /// Answers by the place among the legal answers.
    ///
    /// # Errors
    /// [`GameError`].
    fn answer_index(&mut self, side: Side, index: usize) -> Result<(), GameError>;
    /// Tells what fell on a real table, by the number of the outcome.
    ///
    /// # Errors
    /// [`GameError`], if no such throw is waited for.
    fn throw(&mut self, outcome: u32) -> Result<(), GameError>;
    /// Why a side may not answer so; `None` if it may.
    ///
    /// # Errors
    /// [`GameError`], if the text says nothing or the side is not asked.
    fn why_not(&mut self, side: Side, text: &str) -> Result<Option<GameError>, GameError>;
    /// Lets the computer players decide, at most so often.
    ///
    /// # Errors
    /// [`GameError`].
    fn run_players(&mut self, most: usize) -> Result<(), GameError>;
    /// What happened from a place in the log on.
    fn told(&self, viewer: Option<Side>, from: usize) -> Vec<Told>;
    /// A number that grows with every change, and the length of the log.
    fn revision(&self) -> (u64, usize);
    /// The game turn, from 1, and how many there are.
    fn turn(&self) -> (u16, u16);
    /// The outcome, once there is one.
    fn outcome(&self) -> Option<Outcome>;
    /// Whether the game has been played to its end.
    fn over(&self) -> bool;
    /// Takes back a side's last decision, if it may do so alone.
    ///
    /// # Errors
    /// [`GameError`].
    fn undo(&mut self, side: Side) -> Result<(), GameError>;
    /// Proposes to take back a side's last decisions; whether it is done at once.
    ///
    /// # Errors
    /// [`GameError`].
    fn propose_undo(&mut self, side: Side, back: usize) -> Result<bool, GameError>;
    /// Agrees (`true`) or declines; whether it is done.
    ///
    /// # Errors
    /// [`GameError`].
    fn respond_undo(&mut self, side: Side, agree: bool) -> Result<bool, GameError>;
    /// Makes the game a practice, for good: computer players agree to take anything back. The journal records it.
    fn practise(&mut self);
    /// Whether the game is a practice.
    fn is_practice(&self) -> bool;
    /// Promises another seed to be mixed into the dice; see [`Session::promise`].
    fn promise(&mut self, seed: [u8; 32]);
    /// What was promised under play; the last may be open.
    fn promised(&self) -> &[Promised];
    /// A side contributes to the open promise.
    ///
    /// # Errors
    /// [`GameError`]: none is open, or it is too much.
    fn contribute(&mut self, side: Side, bytes: Vec<u8>) -> Result<(), GameError>;
    /// Mixes the open promise into the dice.
    ///
    /// # Errors
    /// [`GameError`]: none is open.
    fn mix(&mut self) -> Result<(), GameError>;
    /// The seeds of the promises, a secret of the host.
    fn mixed_seeds(&self) -> Vec<[u8; 32]>;
    /// Notes that the game goes on from a saved one; the journal records it.
    fn continue_saved(&mut self);
    /// The proposal to take decisions back that lies on the table.
    fn undo_proposed(&self) -> Option<&Proposal>;
    /// What it would undo, as far as a viewer may know.
    fn undone(&self, viewer: Option<Side>) -> Option<Undone>;
    /// What happened to the game, not in it: see [`Notice`].
    fn notices(&self) -> &[Notice];
    /// The journal's new lines since the last call.
    fn take_lines(&mut self) -> String;
    /// The whole journal.
    fn journal(&self) -> String;
    /// Ends the journal and reveals the seed.
    fn finish(&mut self);
    /// The after-action report.
    fn report(&self, viewer: Option<Side>, title: &str, format: ReportFormat) -> String;
}

/// A session with what is needed to speak of it.
pub struct Hosted<R: Rulebook> {
    /// The session.
    pub session: Session<R>,
    /// The words.
    pub catalogue: &'static Catalogue,
}

impl<R: Rulebook> Hosted<R> {
    /// A session with a catalogue.
    pub fn new(session: Session<R>, catalogue: &'static Catalogue) -> Self {
        Hosted { session, catalogue }
    }

    fn in_words(&self, error: SessionError) -> GameError {
        match error {
            SessionError::Refused(refusal) => {
                let sentence = self.catalogue.refusal(&**self.session.battle(), &refusal);
                GameError { rule: Some(refusal.rule), sentence }
            }
            other => GameError { rule: None, sentence: other.to_string() },
        }
    }

    fn meant(&self, side: Side, text: &str) -> Result<Answer, GameError> {
        let pending = self.session.pending().iter().find(|pending| pending.side == side);
        let pending = pending.ok_or_else(|| self.in_words(SessionError::NotAsked(side)))?;
        text::choose::<R>(self.session.battle(), &pending.legal, text)
            .map_err(|error| GameError { rule: None, sentence: error.to_string() })
    }
}

impl<R: Rulebook> Game for Hosted<R> {
    fn sides(&self) -> Vec<SideInfo> {
        let battle = &**self.session.battle();
        let info = |side: Side| SideInfo {
            side,
            id: text::print_side(battle, side),
            title: battle.title(Point::Side(side)),
            seat: self.session.seat(side).clone(),
        };
        self.session.sides().map(info).collect()
    }

    fn names(&self) -> &dyn Names {
        &**self.session.battle()
    }

    fn set_seat(&mut self, side: Side, seat: Seat) {
        self.session.set_seat(side, seat);
    }

    fn asking(&self, viewer: Option<Side>) -> Vec<Asking> {
        let battle = &**self.session.battle();
        let choice = |key: &str, answer: &Answer| Choice {
            answer: *answer,
            text: text::print::<R>(battle, answer),
            label: self.catalogue.answer_to::<R>(battle, key, answer),
            is_ending: self.catalogue.ending::<R>(key, answer).is_some(),
        };
        let asking = |pending: &crate::session::Pending| Asking {
            side: pending.side,
            question: (viewer == Some(pending.side)).then(|| AskingWhat {
                rule: pending.rule,
                key: pending.key,
                about: pending.about,
                sentence: self.catalogue.asking(battle, pending.side, pending.key, &pending.about),
                choices: pending.legal.iter().map(|answer| choice(pending.key, answer)).collect(),
            }),
        };
        self.session.pending().iter().map(asking).collect()
    }

    fn answer_text(&mut self, side: Side, text: &str) -> Result<(), GameError> {
        let answer = self.meant(side, text)?;
        self.session.answer(side, answer).map(|_| ()).map_err(|error| self.in_words(error))
    }

    fn answer_index(&mut self, side: Side, index: usize) -> Result<(), GameError> {
        let pending = self.session.pending().iter().find(|pending| pending.side == side);
        let pending = pending.ok_or_else(|| self.in_words(SessionError::NotAsked(side)))?;
        let count = pending.legal.len();
        let answer = pending.legal.get(index).copied();
        let answer = answer
            .ok_or_else(|| GameError { rule: None, sentence: format!("there are only {count} choices") })?;
        self.session.answer(side, answer).map(|_| ()).map_err(|error| self.in_words(error))
    }

    fn throw(&mut self, outcome: u32) -> Result<(), GameError> {
        self.session.throw(outcome).map(|_| ()).map_err(|error| self.in_words(error))
    }

    fn why_not(&mut self, side: Side, text: &str) -> Result<Option<GameError>, GameError> {
        let answer = self.meant(side, text)?;
        let refusal = self.session.why_not(side, answer).map_err(|error| self.in_words(error))?;
        Ok(refusal.map(|refusal| self.in_words(SessionError::Refused(refusal))))
    }

    fn run_players(&mut self, most: usize) -> Result<(), GameError> {
        self.session.run_players(most).map(|_| ()).map_err(|error| self.in_words(error))
    }

    fn told(&self, viewer: Option<Side>, from: usize) -> Vec<Told> {
        let battle = &**self.session.battle();
        let told = |(at, event): (usize, &Event)| Told {
            at,
            event: event.clone(),
            sentence: self.catalogue.event(battle, event),
        };
        self.session.events_for(viewer).filter(|(at, _)| *at >= from).map(told).collect()
    }

    fn revision(&self) -> (u64, usize) {
        self.session.revision()
    }

    fn turn(&self) -> (u16, u16) {
        self.session.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    fn over(&self) -> bool {
        self.session.over()
    }

    fn undo(&mut self, side: Side) -> Result<(), GameError> {
        self.session.undo(side).map_err(|error| self.in_words(error))
    }

    fn propose_undo(&mut self, side: Side, back: usize) -> Result<bool, GameError> {
        self.session.propose_undo(side, back).map_err(|error| self.in_words(error))
    }

    fn respond_undo(&mut self, side: Side, agree: bool) -> Result<bool, GameError> {
        if agree {
            return self.session.agree(side).map_err(|error| self.in_words(error));
        }
        self.session.decline();
        Ok(false)
    }

    fn practise(&mut self) {
        self.session.practise();
    }

    fn is_practice(&self) -> bool {
        self.session.is_practice()
    }

    fn promise(&mut self, seed: [u8; 32]) {
        self.session.promise(Seed(seed));
    }

    fn promised(&self) -> &[Promised] {
        self.session.promised()
    }

    fn contribute(&mut self, side: Side, bytes: Vec<u8>) -> Result<(), GameError> {
        self.session.contribute(side, bytes).map_err(|error| self.in_words(error))
    }

    fn mix(&mut self) -> Result<(), GameError> {
        self.session.mix().map_err(|error| self.in_words(error))
    }

    fn mixed_seeds(&self) -> Vec<[u8; 32]> {
        self.session.mixed_seeds().iter().map(|seed| seed.0).collect()
    }

    fn continue_saved(&mut self) {
        self.session.continue_saved();
    }

    fn undo_proposed(&self) -> Option<&Proposal> {
        self.session.proposal()
    }

    fn undone(&self, viewer: Option<Side>) -> Option<Undone> {
        self.session.undone(viewer)
    }

    fn notices(&self) -> &[Notice] {
        self.session.notices()
    }

    fn take_lines(&mut self) -> String {
        self.session.take_lines()
    }

    fn journal(&self) -> String {
        self.session.journal()
    }

    fn finish(&mut self) {
        self.session.finish();
    }

    fn report(&self, viewer: Option<Side>, title: &str, format: ReportFormat) -> String {
        let events = self.session.events_for(viewer).map(|(_, event)| event);
        report(title, events, self.catalogue, &**self.session.battle(), format)
    }
}

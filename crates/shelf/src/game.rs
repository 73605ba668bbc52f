//! A live game as the command line and the server hold it: of any rulebook, without its types.

use engraver::text::Colours;
use table::phrase::Catalogue;
use table::session::{
    Accord, AwaitedDecision, AwaitedThrow, Notice, PromisedSeed, Proposal, Seat, StateStamp, UndoExtent,
};
use table::{Answer, Event, Names, Outcome, Point, Rule, Side};

use crate::board::{OverlayData, Position};
use crate::book::{Drawing, FormationInfo, OddsTable};
use crate::fortune::Fortune;
use crate::language::Language;
use crate::replay::Viewpoint;

/// A legal answer, as it is offered to people.
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

/// Question in words: what a side is asked, in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QuestionText {
    /// The rule that asks.
    pub rule: Rule,
    /// Key of the question.
    pub key: &'static str,
    /// Subjects of it.
    pub about: [Point; 3],
    /// In words.
    pub sentence: String,
    /// The legal answers.
    pub choices: Vec<Choice>,
}

/// Answers about things that are only pointed at, by their names: each legal answer with its points replaced by these, wherever points of
/// the same kinds stand. None if a name is nothing's. Not all of them are legal.
pub fn pointing_at(legal: &[Answer], names: &dyn Names, words: &str) -> Vec<Answer> {
    let points: Option<Vec<Point>> = words.split_whitespace().map(|word| names.find(word)).collect();
    let Some(points) = points.filter(|points| !points.is_empty()) else { return Vec::new() };
    let mut found = Vec::new();
    for answer in legal {
        for (at, own) in answer.points.windows(points.len()).enumerate() {
            if own.iter().zip(&points).all(|(own, other)| own.kind() == other.kind()) {
                let mut pointed = *answer;
                pointed.points[at..at + points.len()].copy_from_slice(&points);
                found.push(pointed);
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

/// Error of a game: why it does not do what it is told, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct GameError {
    /// The rule that stands in the way, if one does.
    pub rule: Option<Rule>,
    /// The reason, as a sentence.
    pub sentence: String,
}

/// A live game. A viewer of `None` is an onlooker who belongs to no side. All words are in the language in which it speaks: English, until
/// it is told otherwise.
pub trait Game: Send {
    /// The game as it stands, to be looked at and thought about while it goes on: without its computer players, and speaking the same language.
    fn copy(&self) -> Box<dyn Game>;

    /// Stamp of this state.
    fn stamp(&self) -> StateStamp;

    /// Speaks in a language from now on.
    fn speak(&mut self, language: Language);

    /// The sentences of its rulebook in the language in which it speaks.
    fn catalogue(&self) -> &'static Catalogue;

    /// The things on the table by name.
    fn names(&self) -> &dyn Names;

    /// Seat of a side.
    fn seat(&self, side: Side) -> &Seat;

    /// Gives a seat to somebody else: to a computer player by their name, or to a person.
    ///
    /// # Errors
    /// There is no such player.
    fn set_seat(&mut self, side: Side, seat: Seat) -> Result<(), String>;

    /// The decisions that the game waits for, without their words. What is asked of a side is that side's secret.
    fn pending(&self) -> &[AwaitedDecision];

    /// Question to a side, in words; none if nothing is.
    fn asking(&self, side: Side) -> Option<QuestionText>;

    /// The throw that the game waits for, where dice fall on a real table.
    fn wanted(&self) -> Option<&AwaitedThrow>;

    /// The answer that somebody means who types it. It need not be legal.
    ///
    /// # Errors
    /// Nothing is asked of the side, or the text says nothing: with the nearest legal answer.
    fn read(&self, side: Side, text: &str) -> Result<Answer, GameError>;

    /// Answers.
    ///
    /// # Errors
    /// Nothing is asked of the side, or it may not answer so: nothing has changed.
    fn answer(&mut self, side: Side, answer: Answer) -> Result<(), GameError>;

    /// Tells what fell on a real table, by the number of the outcome.
    ///
    /// # Errors
    /// No such throw is waited for.
    fn throw(&mut self, outcome: u32) -> Result<(), GameError>;

    /// Reason why a side may not answer so; `None` if it may.
    ///
    /// # Errors
    /// Nothing is asked of the side.
    fn why_not(&mut self, side: Side, answer: Answer) -> Result<Option<GameError>, GameError>;

    /// The exact chances of what follows from an answer, through all that nobody decides, as far as the side can know.
    ///
    /// # Errors
    /// Why there are none.
    fn odds(&self, side: Side, answer: Answer) -> Result<OddsTable, String>;

    /// Hint of the best computer player to a side: an answer, and the reason.
    ///
    /// # Errors
    /// Nothing is asked of the side.
    fn hint(&mut self, side: Side) -> Result<(Answer, String), String>;

    /// Lets the computer players decide, at most so often.
    ///
    /// # Errors
    /// The game cannot go on with it: a fault of a player.
    fn run_players(&mut self, most: usize) -> Result<(), GameError>;

    /// The decision of the computer player who is asked first, as work to be done without the game; none if none is asked.
    fn thinking(&self) -> Option<Thinking>;

    /// Plays a thought, if its player is still asked the same in the same position; whether they are.
    ///
    /// # Errors
    /// The game cannot go on with it: a fault of the player.
    fn offer(&mut self, thought: &Thought) -> Result<bool, String>;

    /// An answer as it is typed.
    fn print(&self, answer: &Answer) -> String;

    /// An answer in words.
    fn label(&self, answer: &Answer) -> String;

    /// An answer in words, as it is said in answer to a question of this key.
    fn label_to(&self, key: &str, answer: &Answer) -> String;

    /// An answer as it is typed, to a question of this key, in words; the text itself, if it is none.
    fn in_words(&self, key: &str, text: &str) -> String;

    /// The answer that ends what is asked for, by its place, with its own name; none if the question has no such answer.
    fn ending(&self, pending: &AwaitedDecision) -> Option<(usize, String)>;

    /// The words of the verbs, by number.
    fn verbs(&self) -> &'static [&'static str];

    /// Whether a question asks a unit where it goes, each place at a cost.
    fn asks_for_move(&self, key: &str) -> bool;

    /// All that happened, for all audiences: filter before showing.
    fn log(&self) -> &[Event];

    /// Notices of what happened to the game, not in it: see [`Notice`].
    fn notices(&self) -> &[Notice];

    /// The game turn, from 1, and how many there are.
    fn turn(&self) -> (u16, u16);

    /// The points of the sides so far, in halves, as everybody knows them: a sum, with nothing else looked at.
    fn half_points(&self) -> [i32; 2];

    /// The outcome, once there is one.
    fn outcome(&self) -> Option<Outcome>;

    /// Whether the game has been played to its end.
    fn over(&self) -> bool;

    /// Whether a side could take its last decision back alone.
    fn can_undo(&self, side: Side) -> bool;

    /// Takes back a side's last decision, if it may do so alone.
    ///
    /// # Errors
    /// There is none, or others have to agree.
    fn undo(&mut self, side: Side) -> Result<(), GameError>;

    /// Whether the dice fall on a real table, and are typed in.
    fn is_typed(&self) -> bool;

    /// Takes back the last decision or typed throw, whoever's it was: people around one table consent to it.
    ///
    /// # Errors
    /// There is none.
    fn step_back(&mut self) -> Result<(), GameError>;

    /// Proposes to take back a side's last decisions; others may agree at once.
    ///
    /// # Errors
    /// There are not so many, or nobody can agree.
    fn propose_undo(&mut self, side: Side, back: usize) -> Result<Accord, GameError>;

    /// A side agrees to what was proposed.
    ///
    /// # Errors
    /// Nobody has proposed anything.
    fn agree_undo(&mut self, side: Side) -> Result<Accord, GameError>;

    /// Declines what was proposed, or withdraws it.
    fn decline_undo(&mut self);

    /// The proposal to take decisions back that lies on the table.
    fn undo_proposed(&self) -> Option<&Proposal>;

    /// Extent of what it would undo, as far as a viewer may know.
    fn undone(&self, viewer: Option<Side>) -> Option<UndoExtent>;

    /// Makes the game a practice, for good: computer players agree to take anything back. The journal records it.
    fn practise(&mut self);

    /// Whether the game is a practice.
    fn is_practice(&self) -> bool;

    /// Promises another seed to be mixed into the dice; see [`table::session::Session::promise`].
    fn promise(&mut self, seed: [u8; 32]);

    /// Seeds promised under play; the last may be open.
    fn promised(&self) -> &[PromisedSeed];

    /// A side contributes to the open promise.
    ///
    /// # Errors
    /// None is open, or it is too much.
    fn contribute(&mut self, side: Side, bytes: Vec<u8>) -> Result<(), GameError>;

    /// Mixes the open promise into the dice.
    ///
    /// # Errors
    /// None is open.
    fn mix(&mut self) -> Result<(), GameError>;

    /// The seeds of the promises, a secret of the host.
    fn mixed_seeds(&self) -> Vec<[u8; 32]>;

    /// Notes that the game goes on from a saved one; the journal records it.
    fn continue_saved(&mut self);

    /// The journal's new lines since the last call.
    fn take_lines(&mut self) -> String;

    /// The whole journal.
    fn journal(&self) -> String;

    /// Ends the journal and reveals the seed.
    fn finish(&mut self);

    /// Whether the journal has ended.
    fn finished(&self) -> bool;

    /// A picture of what a viewer knows.
    ///
    /// # Errors
    /// Why it cannot be drawn.
    fn draw(&self, viewer: Option<Side>, drawing: Drawing) -> Result<Vec<u8>, String>;

    /// View of a viewer, as text in lines of at most `width` characters.
    fn text(&self, viewer: Option<Side>, width: usize, colours: Colours) -> String;

    /// The same of what lies around some things; the whole map if they lie far apart or nowhere.
    fn text_around(&self, viewer: Option<Side>, around: &[Point], width: usize, colours: Colours) -> String;

    /// The formations with their units, as a viewer knows them.
    fn units(&self, viewer: Option<Side>) -> Vec<FormationInfo>;

    /// Position as a viewer knows it, as neutral data.
    fn position(&self, viewer: Option<Side>) -> Position;

    /// Something to be laid over the map, from what a viewer knows: of what, the id of one of the board's overlays, and where it leads if it is
    /// aimed.
    ///
    /// # Errors
    /// There is nothing of the kind.
    fn overlay(
        &self,
        viewer: Option<Side>,
        of: Point,
        what: (&str, Option<Point>),
    ) -> Result<OverlayData, String>;

    /// Plays the game so far again, step by step, with somebody's eyes. `visit` is called for the end of the step `from` (that of step 0 is the
    /// start) and of each that follows, and stops the replay by giving `false`. Whatever step `from` is, the game is played again only from a
    /// checkpoint not far before it.
    ///
    /// # Errors
    /// The game does not replay: a fault of the rulebook.
    fn replay(
        &self,
        from: usize,
        viewpoint: Viewpoint,
        visit: &mut dyn FnMut(&ReplayedStep, &dyn Fn() -> Position) -> bool,
    ) -> Result<(), String>;

    /// Pictures of the game so far as somebody sees it, when so many events had been told (in growing order).
    ///
    /// # Errors
    /// As [`Game::replay`], or it cannot be drawn.
    fn pictures(
        &self,
        viewpoint: Viewpoint,
        told: &[usize],
        drawing: Drawing,
    ) -> Result<Vec<Vec<u8>>, String>;

    /// The work of weighing each throw of the game so far, to be done wherever there is time for it. What it finds holds both sides' secrets.
    fn fortune(&self) -> Weighing;
}

/// Work that can be done without the game; it fails only where the rulebook has a fault.
pub type Weighing = Box<dyn FnOnce() -> Result<Fortune, String> + Send>;

/// A decision of a computer player, to be thought out wherever there is time for it.
pub type Thinking = Box<dyn FnOnce() -> Result<Thought, String> + Send>;

/// Decision of a computer player: what a computer player has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// The side that was asked, and the situation for which it was thought.
    pub(crate) side: Side,
    pub(crate) player: String,
    pub(crate) situation: Option<u64>,
    pub(crate) answer: Answer,
}

/// A step of a replay.
#[derive(Clone, Debug)]
pub struct ReplayedStep {
    /// The game turn after it, from 1.
    pub turn: u16,
    /// The decisions taken in it, in their order, those of the other side that the viewer may not know left out.
    pub answers: Vec<(Side, String)>,
    /// The events up to its end, those that the viewer may not see counted too.
    pub log: usize,
}

//! A live game with what only its rulebook can add: pictures, rosters, chances, advice.

use std::sync::Arc;

use table::dice::Seed;
use table::game::{Game, Hosted};
use table::phrase::Catalogue;
use table::session::{Edition, Pending, Seat, Session, Setup, Wanted};
use table::{Answer, Event, Point, Side, text};

use crate::board::{OverlayData, Position};
use crate::book::{Drawing, FormationInfo, OddsTable};
use crate::fortune::Fortune;
use crate::language::Language;
use crate::manner::Manner;
use crate::odds;
use crate::replay::Gaze;
use crate::set::player;

/// The most runs that the odds of a decision may take to look through all cases; and as many again in each pass through those that are not
/// rare, if there are more. How often it comes to that stands in docs/performance.md.
const MOST_RUNS: u64 = 4_000;

/// A live game. A viewer of `None` is an onlooker who belongs to no side. All words are in the language in which it speaks: English, until
/// it is told otherwise.
pub trait Live: Send {
    /// The game as it stands, to be looked at and thought about while it goes on: without its computer players, and speaking the same language.
    fn copy(&self) -> Box<dyn Live>;

    /// Which state this is.
    fn edition(&self) -> Edition;

    /// The decision of the computer player who is asked first, as work to be done without the game; none if none is asked.
    fn thinking(&self) -> Option<Thinking>;

    /// Plays a thought, if its player is still asked the same in the same position; whether he is.
    ///
    /// # Errors
    /// The game cannot go on with it: a fault of the player.
    fn offer(&mut self, thought: &Thought) -> Result<bool, String>;

    /// Speaks in a language from now on.
    fn speak(&mut self, language: Language);

    /// The language in which it speaks.
    fn language(&self) -> Language;

    /// The sentences of its rulebook in that language.
    fn catalogue(&self) -> &'static Catalogue;

    /// The game.
    fn game(&self) -> &dyn Game;

    /// The game, to play it.
    fn game_mut(&mut self) -> &mut dyn Game;

    /// Gives a seat to a computer player, or to a person.
    ///
    /// # Errors
    /// There is no such player.
    fn seat(&mut self, side: Side, player: Option<&str>) -> Result<(), String>;

    /// The exact chances of what follows from an answer, through all that nobody decides, as far as the side can know.
    ///
    /// # Errors
    /// Why there are none.
    fn odds(&self, side: Side, answer: &str) -> Result<OddsTable, String>;

    /// What the best computer player would answer for a side, as text, and why.
    ///
    /// # Errors
    /// Nothing is asked of the side.
    fn hint(&mut self, side: Side) -> Result<(String, String), String>;

    /// A picture of what a viewer knows.
    ///
    /// # Errors
    /// Why it cannot be drawn.
    fn draw(&self, viewer: Option<Side>, drawing: Drawing) -> Result<Vec<u8>, String>;

    /// What a viewer knows, as text in lines of at most `width` characters.
    fn text(&self, viewer: Option<Side>, width: usize, colour: bool) -> String;

    /// The formations with their units, as a viewer knows them.
    fn units(&self, viewer: Option<Side>) -> Vec<FormationInfo>;

    /// What a viewer knows, as neutral data.
    fn position(&self, viewer: Option<Side>) -> Position;

    /// The points of the sides so far, in halves, as everybody knows them: a sum, with nothing else looked at.
    fn half_points(&self) -> [i32; 2];

    /// The decisions that the game waits for, without their words. What is asked of a side is that side's secret.
    fn pending(&self) -> &[Pending];

    /// The throw that the game waits for, where dice fall on a real table.
    fn wanted(&self) -> Option<&Wanted>;

    /// What that throw is for, in words; empty if none is waited for.
    fn wanted_label(&self) -> String;

    /// All that happened, for all audiences: filter before showing.
    fn log(&self) -> &[Event];

    /// The words of the verbs, by number.
    fn verbs(&self) -> &'static [&'static str];

    /// Whether a question asks a unit where it goes, each place at a cost.
    fn asks_way(&self, key: &str) -> bool;

    /// An answer in words.
    fn label(&self, answer: &Answer) -> String;

    /// An answer as it is typed.
    fn print(&self, answer: &Answer) -> String;

    /// A typed answer to what a side is asked, in words; the text itself, if it is none.
    fn label_of(&self, side: Side, text: &str) -> String;

    /// An answer as it is typed, to a question of this key, in words; the text itself, if it is none.
    fn in_words(&self, key: &str, text: &str) -> String;

    /// The answer that ends what is asked for, by its place, with its own name; none if the question has no such answer.
    fn ending(&self, pending: &Pending) -> Option<(usize, String)>;

    /// Whether a side could take its last decision back alone.
    fn can_undo(&self, side: Side) -> bool;

    /// Whether the journal has ended.
    fn finished(&self) -> bool;

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

    /// Plays the game so far again, step by step, with somebody's eyes; `visit` is called for the start and after each step, and stops the
    /// replay by giving `false`.
    ///
    /// # Errors
    /// The game does not replay: a fault of the rulebook.
    fn replay(
        &self,
        gaze: Gaze,
        visit: &mut dyn FnMut(&ReplayedStep, &dyn Fn() -> Position) -> bool,
    ) -> Result<(), String> {
        self.replay_from(0, gaze, visit)
    }

    /// As [`Live::replay`], but `visit` is called first for the end of the step `from`: whatever step that is, the game is played again
    /// only from a checkpoint not far before it.
    ///
    /// # Errors
    /// As [`Live::replay`].
    fn replay_from(
        &self,
        from: usize,
        gaze: Gaze,
        visit: &mut dyn FnMut(&ReplayedStep, &dyn Fn() -> Position) -> bool,
    ) -> Result<(), String>;

    /// The work of weighing each throw of the game so far, to be done wherever there is time for it. What it finds holds both sides' secrets.
    fn fortune(&self) -> Weighing;

    /// Pictures of the game so far as somebody sees it, when so many events had been told (in growing order).
    ///
    /// # Errors
    /// As [`Live::replay`], or it cannot be drawn.
    fn pictures(&self, gaze: Gaze, told: &[usize], drawing: Drawing) -> Result<Vec<Vec<u8>>, String>;
}

/// Work that can be done without the game; it fails only where the rulebook has a fault.
pub type Weighing = Box<dyn FnOnce() -> Result<Fortune, String> + Send>;

/// A decision of a computer player, to be thought out wherever there is time for it.
pub type Thinking = Box<dyn FnOnce() -> Result<Thought, String> + Send>;

/// What a computer player has decided.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thought {
    /// Who was asked, and for which situation it was thought.
    side: Side,
    player: String,
    situation: Option<u64>,
    answer: Answer,
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

/// A live game of a rulebook.
pub(crate) struct LiveGame<R: Manner> {
    game: Hosted<R>,
    language: Language,
}

/// The seed of a computer player's choices in a live game. Any fixed number will do: the dice are another matter, and a player
/// sees only his side's view.
const PLAYER_SEED: u64 = 1806;

impl<R: Manner> LiveGame<R> {
    /// Begins a game. A seat with a name is that computer player's, the others are people's.
    pub fn open(
        battle: Arc<R::Battle>,
        name: &str,
        prints: &[(String, String)],
        seats: [Option<&str>; 2],
        seed: [u8; 32],
    ) -> Result<Self, String> {
        let seat = |player: Option<&str>| player.map_or_else(|| Seat::person("player"), Seat::computer);
        LiveGame::host(battle, name, prints, seats.map(seat), Default::default(), Some(seed))
    }

    /// Begins a game of people by name, with what each side mixes into the dice; without a seed, with dice on a real table.
    pub fn host(
        battle: Arc<R::Battle>,
        name: &str,
        prints: &[(String, String)],
        seats: [Seat; 2],
        contributions: [Vec<u8>; 2],
        seed: Option<[u8; 32]>,
    ) -> Result<Self, String> {
        let setup = Setup {
            battle: name.to_owned(),
            charts: prints.to_vec(),
            seats: seats.to_vec(),
            contributions: contributions.to_vec(),
        };
        let session = match seed {
            Some(seed) => Session::new(battle, &setup, Seed(seed)),
            None => Session::typed(battle, &setup),
        };
        LiveGame::of(session.map_err(|error| error.to_string())?)
    }

    /// Goes on with a game.
    pub fn resume(
        battle: Arc<R::Battle>,
        journal: &[u8],
        seed: Option<[u8; 32]>,
        mixed: &[[u8; 32]],
    ) -> Result<Self, String> {
        let mixed: Vec<Seed> = mixed.iter().copied().map(Seed).collect();
        let loaded = Session::from_mixed(battle, journal, seed.map(Seed), &mixed);
        LiveGame::of(loaded.map_err(|fault| fault.to_string())?.session)
    }

    /// Looks at a game from its journal, which may end anywhere.
    pub fn look(battle: Arc<R::Battle>, journal: &[u8]) -> Result<Self, String> {
        LiveGame::of(Session::look(battle, journal).map_err(|fault| fault.to_string())?.session)
    }

    /// Seats the computer players that the seats name.
    fn of(mut session: Session<R>) -> Result<Self, String> {
        for side in session.sides() {
            let seat = session.seat(side).clone();
            if seat.computer {
                session.set_player(side, Some(player::<R>(&seat.name, PLAYER_SEED)?));
            }
        }
        let language = Language::ENGLISH;
        Ok(LiveGame { game: Hosted::new(session, R::catalogue(language)), language })
    }

    fn battle(&self) -> &R::Battle {
        self.game.session.battle()
    }

    #[cfg(test)]
    pub(crate) fn session(&self) -> &Session<R> {
        &self.game.session
    }

    pub(crate) fn session_mut(&mut self) -> &mut Session<R> {
        &mut self.game.session
    }

    #[cfg(test)]
    pub(crate) fn names(&self) -> &R::Battle {
        self.battle()
    }

    fn pending(&self, side: Side) -> Result<&Pending, String> {
        let pending = self.game.session.pending().iter().find(|pending| pending.side == side);
        pending.ok_or_else(|| "nothing is asked of that side now".to_owned())
    }
}

impl<R: Manner> Live for LiveGame<R> {
    fn copy(&self) -> Box<dyn Live> {
        let game = Hosted::new(self.game.session.copy(), self.game.catalogue);
        Box::new(LiveGame { game, language: self.language })
    }

    fn edition(&self) -> Edition {
        self.game.session.edition()
    }

    fn thinking(&self) -> Option<Thinking> {
        let mut copy = self.game.session.copy();
        let (side, name) = copy.thinker().map(|(side, name)| (side, name.to_owned()))?;
        let situation = copy.situation(side);
        // A player keeps nothing between two decisions; one who draws lots is not to draw the same each time.
        let seed = PLAYER_SEED.wrapping_add(copy.edition().journal);
        Some(Box::new(move || {
            let advice = copy.advice(side, player::<R>(&name, seed)?).map_err(|error| error.to_string())?;
            Ok(Thought { side, player: name, situation, answer: advice.0 })
        }))
    }

    fn offer(&mut self, thought: &Thought) -> Result<bool, String> {
        let session = &mut self.game.session;
        let asks = session.thinker() == Some((thought.side, &*thought.player));
        if !asks || session.situation(thought.side) != thought.situation {
            return Ok(false);
        }
        session.answer(thought.side, thought.answer).map(|_| true).map_err(|error| error.to_string())
    }

    fn speak(&mut self, language: Language) {
        self.language = language;
        self.game.catalogue = R::catalogue(language);
    }

    fn language(&self) -> Language {
        self.language
    }

    fn catalogue(&self) -> &'static Catalogue {
        self.game.catalogue
    }

    fn game(&self) -> &dyn Game {
        &self.game
    }

    fn game_mut(&mut self) -> &mut dyn Game {
        &mut self.game
    }

    fn seat(&mut self, side: Side, name: Option<&str>) -> Result<(), String> {
        let taken = name.map(|name| player::<R>(name, PLAYER_SEED)).transpose()?;
        self.game.session.set_seat(side, name.map_or_else(|| Seat::person("player"), Seat::computer));
        self.game.session.set_player(side, taken);
        Ok(())
    }

    fn odds(&self, side: Side, answer: &str) -> Result<OddsTable, String> {
        let legal = &self.pending(side)?.legal;
        let answer = text::choose::<R>(self.battle(), legal, answer).map_err(|error| error.to_string())?;
        let before = self.game.session.sight(Some(side));
        let mut sums = odds::Sums::new(self.game.session.log());
        let mut hear = |step: usize, events: &[Event]| sums.note(step, events);
        let sight = self.game.session.foresee(side, answer, &mut odds::Quiet, MOST_RUNS, &mut hear);
        let sight = sight.map_err(|error| error.to_string())?;
        let changed = |after: &R::State| R::changes(self.battle(), &before, after, self.game.catalogue);
        let mut table = odds::foreseen::<R>(self.battle(), &sight, self.game.catalogue, changed)?;
        table.sums = sums.known();
        Ok(table)
    }

    fn hint(&mut self, side: Side) -> Result<(String, String), String> {
        let best = R::book().players().last().copied().unwrap_or("recruit");
        let advice = self.game.session.advice(side, player::<R>(best, PLAYER_SEED)?);
        let (answer, why) = advice.map_err(|error| error.to_string())?;
        Ok((text::print::<R>(self.battle(), &answer), why))
    }

    fn draw(&self, viewer: Option<Side>, drawing: Drawing) -> Result<Vec<u8>, String> {
        R::draw(self.battle(), &self.game.session.sight(viewer), drawing)
    }

    fn text(&self, viewer: Option<Side>, width: usize, colour: bool) -> String {
        R::text(self.battle(), &self.game.session.sight(viewer), width, colour)
    }

    fn units(&self, viewer: Option<Side>) -> Vec<FormationInfo> {
        R::order_of_battle(self.battle(), &self.game.session.sight(viewer))
    }

    fn position(&self, viewer: Option<Side>) -> Position {
        R::position(self.battle(), &self.game.session.sight(viewer), &|side| viewer == Some(side))
    }

    fn half_points(&self) -> [i32; 2] {
        R::half_points(self.battle(), &self.game.session.sight(None))
    }

    fn pending(&self) -> &[Pending] {
        self.game.session.pending()
    }

    fn wanted(&self) -> Option<&Wanted> {
        self.game.session.wanted()
    }

    fn wanted_label(&self) -> String {
        let Some(wanted) = self.game.session.wanted() else { return String::new() };
        self.game.catalogue.throwing(self.battle(), wanted.side, wanted.key, &wanted.about)
    }

    fn log(&self) -> &[Event] {
        self.game.session.log()
    }

    fn verbs(&self) -> &'static [&'static str] {
        R::VERBS
    }

    fn asks_way(&self, key: &str) -> bool {
        R::WAYS.contains(&key)
    }

    fn label(&self, answer: &Answer) -> String {
        self.game.catalogue.answer::<R>(self.battle(), answer)
    }

    fn print(&self, answer: &Answer) -> String {
        text::print::<R>(self.battle(), answer)
    }

    fn label_of(&self, side: Side, text: &str) -> String {
        let Ok(pending) = self.pending(side) else { return text.to_owned() };
        let meant = text::choose::<R>(self.battle(), &pending.legal, text);
        let label = |answer| self.game.catalogue.answer_to::<R>(self.battle(), pending.key, &answer);
        meant.map_or_else(|_| text.to_owned(), label)
    }

    fn in_words(&self, key: &str, text: &str) -> String {
        let answer = text::parse::<R>(self.battle(), text);
        let words = |answer| self.game.catalogue.answer_to::<R>(self.battle(), key, &answer);
        answer.map_or_else(|_| text.to_owned(), words)
    }

    fn ending(&self, pending: &Pending) -> Option<(usize, String)> {
        let named = |(at, answer)| {
            let name = self.game.catalogue.ending::<R>(pending.key, answer)?;
            Some((at, name.to_owned()))
        };
        pending.legal.iter().enumerate().find_map(named)
    }

    fn can_undo(&self, side: Side) -> bool {
        self.game.session.can_undo(side)
    }

    fn finished(&self) -> bool {
        self.game.session.finished()
    }

    fn overlay(
        &self,
        viewer: Option<Side>,
        of: Point,
        what: (&str, Option<Point>),
    ) -> Result<OverlayData, String> {
        R::overlay(self.battle(), &self.game.session.sight(viewer), of, what, self.game.catalogue)
    }

    fn replay_from(
        &self,
        from: usize,
        gaze: Gaze,
        visit: &mut dyn FnMut(&ReplayedStep, &dyn Fn() -> Position) -> bool,
    ) -> Result<(), String> {
        crate::replay::replay::<R>(&self.game.session, from, gaze, self.game.catalogue, visit)
    }

    fn pictures(&self, gaze: Gaze, told: &[usize], drawing: Drawing) -> Result<Vec<Vec<u8>>, String> {
        crate::replay::pictures::<R>(&self.game.session, gaze, told, drawing)
    }

    fn fortune(&self) -> Weighing {
        let (battle, recording) = (Arc::clone(self.game.session.battle()), self.game.session.recording());
        Box::new(move || crate::fortune::fortune::<R>(&battle, &recording))
    }
}

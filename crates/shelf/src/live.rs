//! A live game of one rulebook: its session, and the words in which it speaks.

use engraver::text::{Colours, Sheet};
use std::sync::Arc;

use table::dice::Seed;
use table::phrase::Catalogue;
use table::session::{
    Accord, AwaitedDecision, AwaitedThrow, Notice, PromisedSeed, Proposal, Seat, Session, SessionError,
    Setup, StateStamp, UndoExtent,
};
use table::{Answer, Event, Names, Outcome, Point, Side, text};

use crate::board::{OverlayData, Position};
use crate::book::{Drawing, FormationInfo, OddsTable};
use crate::forces;
use crate::game::{Choice, Game, GameError, QuestionText, ReplayedStep, Thinking, Thought, Weighing};
use crate::language::Language;
use crate::loaded::player;
use crate::mind::{Advice, Adviser, Mind};
use crate::odds;
use crate::presentation::Presentation;
use crate::replay::Viewpoint;

/// The most runs that the odds of a decision may take to look through all cases; and as many again in two passes through those that are not
/// rare, if there are more. How often it comes to that stands in docs/performance.md.
const MOST_RUNS_AHEAD: u64 = 4_000;

/// The seed of a computer player's choices in a live game. Any fixed number will do: the dice are another matter, and a player
/// sees only their side's view.
const PLAYER_SEED: u64 = 1806;

/// A live game of a rulebook.
pub struct LiveGame<R: Presentation> {
    /// The game itself.
    pub session: Session<R>,
    words: &'static Catalogue,
    language: Language,
    /// The battle by language, with the names of its things in it.
    named: Arc<[Arc<R::Battle>]>,
    /// Minds of the computer players, by side.
    minds: [Mind<R>; 2],
    /// Advisers of the sides. A copy of the game asks the same ones.
    advisers: [Adviser<R>; 2],
}

/// A battle, and the same with its names in each language.
type Battles<B> = (Arc<B>, Arc<[Arc<B>]>);

/// Begins a game of people by name, with what each side mixes into the dice; without a seed, with dice on a real table.
///
/// # Errors
/// Says why it cannot begin.
pub fn host<R: Presentation>(
    (battle, named): Battles<R::Battle>,
    name: &str,
    prints: &[(String, String)],
    seats: [Seat; 2],
    contributions: [Vec<u8>; 2],
    seed: Option<[u8; 32]>,
) -> Result<LiveGame<R>, String> {
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
    seated(session.map_err(|error| error.to_string())?, named)
}

/// Goes on with a game.
pub(crate) fn resume<R: Presentation>(
    (battle, named): Battles<R::Battle>,
    journal: &[u8],
    seed: Option<[u8; 32]>,
    mixed: &[[u8; 32]],
) -> Result<LiveGame<R>, String> {
    let mixed: Vec<Seed> = mixed.iter().copied().map(Seed).collect();
    let loaded = Session::from_mixed(battle, journal, seed.map(Seed), &mixed);
    seated(loaded.map_err(|fault| fault.to_string())?.session, named)
}

/// Looks at a game from its journal, which may end anywhere.
pub(crate) fn look<R: Presentation>(
    (battle, named): Battles<R::Battle>,
    journal: &[u8],
) -> Result<LiveGame<R>, String> {
    seated(Session::look(battle, journal).map_err(|fault| fault.to_string())?.session, named)
}

/// A game with the computer players that its seats name.
fn seated<R: Presentation>(
    mut session: Session<R>,
    named: Arc<[Arc<R::Battle>]>,
) -> Result<LiveGame<R>, String> {
    for side in session.sides() {
        let seated = seat_player::<R>(session.seat(side))?;
        session.set_player(side, seated);
    }
    let language = Language::ENGLISH;
    let (minds, advisers) = (Default::default(), Default::default());
    Ok(LiveGame { session, words: R::catalogue(language), language, named, minds, advisers })
}

/// The computer player whom a seat names, if it is one's.
fn seat_player<R: Presentation>(seat: &Seat) -> Result<Option<Box<dyn table::Player<R>>>, String> {
    seat.computer.then(|| player::<R>(&seat.name, PLAYER_SEED)).transpose()
}

impl<R: Presentation> LiveGame<R> {
    /// The battle, with the names of its things in the language in which the game speaks.
    fn battle(&self) -> &R::Battle {
        &self.named[self.language.index()]
    }

    /// Drops what the computer players and advisers had in mind: something is taken back.
    fn forget(&mut self) {
        self.minds = Default::default();
        self.advisers = Default::default();
    }

    fn asked(&self, side: Side) -> Result<&AwaitedDecision, GameError> {
        let pending = self.session.pending().iter().find(|pending| pending.side == side);
        pending.ok_or_else(|| self.error(SessionError::NotAsked(side)))
    }

    /// An error in words.
    fn error(&self, error: SessionError) -> GameError {
        match error {
            SessionError::Refused(refusal) => {
                let sentence = self.words.refusal(self.battle(), &refusal);
                GameError { rule: Some(refusal.rule), sentence }
            }
            other => GameError { rule: None, sentence: other.to_string() },
        }
    }
}

impl<R: Presentation> Game for LiveGame<R> {
    fn copy(&self) -> Box<dyn Game> {
        Box::new(LiveGame {
            session: self.session.copy(),
            words: self.words,
            language: self.language,
            named: Arc::clone(&self.named),
            minds: Default::default(),
            advisers: self.advisers.clone(),
        })
    }

    fn stamp(&self) -> StateStamp {
        self.session.stamp()
    }

    fn speak(&mut self, language: Language) {
        (self.words, self.language) = (R::catalogue(language), language);
    }

    fn catalogue(&self) -> &'static Catalogue {
        self.words
    }

    fn names(&self) -> &dyn Names {
        self.battle()
    }

    fn seat(&self, side: Side) -> &Seat {
        self.session.seat(side)
    }

    fn set_seat(&mut self, side: Side, seat: Seat) -> Result<(), String> {
        let seated = seat_player::<R>(&seat)?;
        self.session.set_seat(side, seat);
        self.session.set_player(side, seated);
        Ok(())
    }

    fn pending(&self) -> &[AwaitedDecision] {
        self.session.pending()
    }

    fn asking(&self, side: Side) -> Option<QuestionText> {
        let AwaitedDecision { rule, key, about, legal, .. } = self.asked(side).ok()?;
        let choice = |answer: &Answer| Choice {
            answer: *answer,
            text: self.print(answer),
            label: self.label_to(key, answer),
            is_ending: self.words.ending::<R>(key, answer).is_some(),
        };
        let sentence = self.words.asking(self.battle(), side, key, about);
        let choices = legal.iter().map(choice).collect();
        Some(QuestionText { rule: *rule, key, about: *about, sentence, choices })
    }

    fn wanted(&self) -> Option<&AwaitedThrow> {
        self.session.wanted()
    }

    fn read(&self, side: Side, text: &str) -> Result<Answer, GameError> {
        text::choose::<R>(self.battle(), &self.asked(side)?.legal, text)
            .map_err(|error| GameError { rule: None, sentence: error.to_string() })
    }

    fn answer(&mut self, side: Side, answer: Answer) -> Result<(), GameError> {
        if self.advisers[side.index()].is_overruled(|| self.session.situation(side), &answer) {
            self.advisers[side.index()] = Adviser::default();
        }
        self.session.answer(side, answer).map(|_| ()).map_err(|error| self.error(error))
    }

    fn throw(&mut self, outcome: u32) -> Result<(), GameError> {
        self.session.throw(outcome).map(|_| ()).map_err(|error| self.error(error))
    }

    fn why_not(&mut self, side: Side, answer: Answer) -> Result<Option<GameError>, GameError> {
        let refusal = self.session.why_not(side, answer).map_err(|error| self.error(error))?;
        Ok(refusal.map(|refusal| self.error(SessionError::Refused(refusal))))
    }

    fn odds(&self, side: Side, answer: Answer) -> Result<OddsTable, String> {
        let before = self.session.sight(Some(side));
        let mut sums = odds::Sums::new(self.session.log());
        let mut hear = |step: usize, events: &[Event]| sums.note(step, events);
        let sight = self.session.foresee(side, answer, &mut odds::QuietPlayer, MOST_RUNS_AHEAD, &mut hear);
        let sight = sight.map_err(|error| error.to_string())?;
        let changed = |after: &R::State| R::changes(self.battle(), &before, after, self.words);
        let mut table = odds::foreseen::<R>(self.battle(), &sight, self.words, changed)?;
        (table.sums, table.contest) = sums.known(self.battle(), self.words);
        Ok(table)
    }

    fn hint(&mut self, side: Side) -> Result<(Answer, String), String> {
        let adviser = self.advisers[side.index()].clone();
        let situation = self.session.situation(side).unwrap_or_default();
        if let Some(advice) = adviser.said(situation) {
            return Ok((advice.answer, advice.why));
        }
        let best = R::book().players().last().copied().unwrap_or("recruit");
        let thinker = adviser.mind().of(best, || player::<R>(best, PLAYER_SEED))?;
        let (answer, why) = self.session.advice(side, thinker).map_err(|error| error.to_string())?;
        adviser.say(Advice { situation, answer, why: why.clone() });
        Ok((answer, why))
    }

    fn run_players(&mut self, most: usize) -> Result<(), GameError> {
        self.session.run_players(most).map(|_| ()).map_err(|error| self.error(error))
    }

    fn thinking(&self) -> Option<Thinking> {
        let mut copy = self.session.copy();
        let (side, name) = copy.thinker().map(|(side, name)| (side, name.to_owned()))?;
        let situation = copy.situation(side);
        let mind = self.minds[side.index()].clone();
        // A player keeps nothing that they need between two decisions; one who draws lots is not to draw the same each time.
        let seed = PLAYER_SEED.wrapping_add(copy.stamp().journal);
        Some(Box::new(move || {
            let thinker = mind.of(&name, || player::<R>(&name, seed))?;
            let advice = copy.advice(side, thinker).map_err(|error| error.to_string())?;
            Ok(Thought { side, player: name, situation, answer: advice.0 })
        }))
    }

    fn offer(&mut self, thought: &Thought) -> Result<bool, String> {
        let asks = self.session.thinker() == Some((thought.side, &*thought.player));
        if !asks || self.session.situation(thought.side) != thought.situation {
            return Ok(false);
        }
        self.session.answer(thought.side, thought.answer).map(|_| true).map_err(|error| error.to_string())
    }

    fn print(&self, answer: &Answer) -> String {
        text::print::<R>(self.battle(), answer)
    }

    fn label(&self, answer: &Answer) -> String {
        self.words.answer::<R>(self.battle(), answer)
    }

    fn label_to(&self, key: &str, answer: &Answer) -> String {
        self.words.answer_to::<R>(self.battle(), key, answer)
    }

    fn in_words(&self, key: &str, text: &str) -> String {
        let answer = text::parse::<R>(self.battle(), text);
        answer.map_or_else(|_| text.to_owned(), |answer| self.label_to(key, &answer))
    }

    fn ending(&self, pending: &AwaitedDecision) -> Option<(usize, String)> {
        let named = |(at, answer)| {
            let name = self.words.ending::<R>(pending.key, answer)?;
            Some((at, name.to_owned()))
        };
        pending.legal.iter().enumerate().find_map(named)
    }

    fn verbs(&self) -> &'static [&'static str] {
        R::VERBS
    }

    fn asks_for_move(&self, key: &str) -> bool {
        R::MOVE_QUESTIONS.contains(&key)
    }

    fn log(&self) -> &[Event] {
        self.session.log()
    }

    fn notices(&self) -> &[Notice] {
        self.session.notices()
    }

    fn turn(&self) -> (u16, u16) {
        self.session.turn()
    }

    fn half_points(&self) -> [i32; 2] {
        R::half_points(self.battle(), &self.session.sight(None))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.session.outcome()
    }

    fn over(&self) -> bool {
        self.session.over()
    }

    fn can_undo(&self, side: Side) -> bool {
        self.session.can_undo(side)
    }

    fn undo(&mut self, side: Side) -> Result<(), GameError> {
        self.forget();
        self.session.undo(side).map_err(|error| self.error(error))
    }

    fn is_typed(&self) -> bool {
        self.session.is_typed()
    }

    fn step_back(&mut self) -> Result<(), GameError> {
        self.forget();
        self.session.step_back().map_err(|error| self.error(error))
    }

    fn propose_undo(&mut self, side: Side, back: usize) -> Result<Accord, GameError> {
        self.session.propose_undo(side, back).map_err(|error| self.error(error))
    }

    fn agree_undo(&mut self, side: Side) -> Result<Accord, GameError> {
        self.forget();
        self.session.agree(side).map_err(|error| self.error(error))
    }

    fn decline_undo(&mut self) {
        self.session.decline();
    }

    fn undo_proposed(&self) -> Option<&Proposal> {
        self.session.proposal()
    }

    fn undone(&self, viewer: Option<Side>) -> Option<UndoExtent> {
        self.session.undone(viewer)
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

    fn promised(&self) -> &[PromisedSeed] {
        self.session.promised()
    }

    fn contribute(&mut self, side: Side, bytes: Vec<u8>) -> Result<(), GameError> {
        self.session.contribute(side, bytes).map_err(|error| self.error(error))
    }

    fn mix(&mut self) -> Result<(), GameError> {
        self.session.mix().map_err(|error| self.error(error))
    }

    fn mixed_seeds(&self) -> Vec<[u8; 32]> {
        self.session.mixed_seeds().iter().map(|seed| seed.0).collect()
    }

    fn continue_saved(&mut self) {
        self.session.continue_saved();
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

    fn finished(&self) -> bool {
        self.session.finished()
    }

    fn draw(&self, viewer: Option<Side>, drawing: Drawing) -> Result<Vec<u8>, String> {
        R::draw(self.battle(), &self.session.sight(viewer), self.words, drawing)
    }

    fn text(&self, viewer: Option<Side>, width: usize, colours: Colours) -> String {
        R::text(self.battle(), &self.session.sight(viewer), self.words, Sheet::whole(width, colours))
    }

    fn text_around(&self, viewer: Option<Side>, around: &[Point], width: usize, colours: Colours) -> String {
        let seen = self.session.sight(viewer);
        let position = R::position(self.battle(), &seen, &|side| viewer == Some(side));
        let units = R::board(self.battle(), Viewpoint::Of(viewer), self.words).units.len();
        let hexes_of = |point: &Point| match *point {
            Point::Place(hex) => vec![hex],
            Point::Unit(unit) => {
                position.counters.get(usize::from(unit)).map(|c| c.at.clone()).unwrap_or_default()
            }
            Point::Leader(leader) => {
                position.counters.get(units + usize::from(leader)).map(|c| c.at.clone()).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let around: Vec<ground::HexId> = around.iter().flat_map(hexes_of).map(ground::HexId).collect();
        R::text(self.battle(), &seen, self.words, Sheet { around: &around, ..Sheet::whole(width, colours) })
    }

    fn units(&self, viewer: Option<Side>) -> Vec<FormationInfo> {
        let board = R::board(self.battle(), Viewpoint::Of(viewer), self.words);
        forces::order_of_battle(&board, &self.position(viewer), self.words)
    }

    fn position(&self, viewer: Option<Side>) -> Position {
        R::position(self.battle(), &self.session.sight(viewer), &|side| viewer == Some(side))
    }

    fn overlay(
        &self,
        viewer: Option<Side>,
        of: Point,
        what: (&str, Option<Point>),
    ) -> Result<OverlayData, String> {
        R::overlay(self.battle(), &self.session.sight(viewer), of, what, self.words)
    }

    fn replay(
        &self,
        from: usize,
        viewpoint: Viewpoint,
        visit: &mut dyn FnMut(&ReplayedStep, &dyn Fn() -> Position) -> bool,
    ) -> Result<(), String> {
        crate::replay::replay::<R>(&self.session, self.battle(), from, viewpoint, self.words, visit)
    }

    fn pictures(
        &self,
        viewpoint: Viewpoint,
        told: &[usize],
        drawing: Drawing,
    ) -> Result<Vec<Vec<u8>>, String> {
        crate::replay::pictures::<R>(&self.session, self.battle(), viewpoint, told, self.words, drawing)
    }

    fn fortune(&self) -> Weighing {
        let (battle, recording) = (Arc::clone(self.session.battle()), self.session.recording());
        Box::new(move || crate::fortune::fortune::<R>(&battle, &recording))
    }
}

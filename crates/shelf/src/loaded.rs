//! A battle set up on the table.

use engraver::text::{Colours, Sheet};
use std::sync::Arc;

use muster::Fault;
use table::session::{Head, Seat, Setup, VerifyReport, verify};
use table::{Names, Player};

use crate::bench::{self, Progress};
use crate::board::{Board, Position};
use crate::book::{About, BattleEntry, Book, Drawing, FormationInfo, SideInfo, Table};
use crate::forces;
use crate::game::Game;
use crate::language::Language;
use crate::lessons::Lessons;
use crate::live;
use crate::matches::{self, Match, Telling};
use crate::presentation::Presentation;
use crate::replay::Viewpoint;

/// A battle of any rulebook, loaded and checked.
pub struct LoadedBattle<R: Presentation> {
    /// Name under which it was asked for: an id or a folder.
    pub name: String,
    /// The battle.
    pub battle: Arc<R::Battle>,
    /// The battle by language, with the names of its things in it.
    pub named: Arc<[Arc<R::Battle>]>,
    /// The hashes of the data from which it was made: charts, and the battle's files.
    pub prints: Vec<(String, String)>,
    /// Its lessons by language, if there are any.
    pub lessons: Vec<Lessons>,
}

impl<R: Presentation> LoadedBattle<R> {
    /// The start as an onlooker sees it.
    fn seen(&self) -> R::State {
        R::view(&self.battle, &R::start(&self.battle), None)
    }

    /// The battle with its names in a language.
    fn named(&self, language: Language) -> &R::Battle {
        &self.named[language.index()]
    }

    /// Refuses a journal that was not played with this rulebook and this data.
    fn fits(&self, journal: &[u8]) -> Result<Setup, String> {
        let Head { rulebook, setup, .. } =
            table::session::describe(journal).map_err(|fault| fault.to_string())?;
        if rulebook != R::ID {
            return Err(format!("the game is one of {rulebook}, not of {}", R::ID));
        }
        for (name, hash) in &setup.charts {
            match self.prints.iter().find(|(own, _)| own == name) {
                Some((_, own)) if own == hash => {}
                _ => {
                    return Err(format!(
                        "the game was played with other data: {name} is not the same (give its charts with --chart)"
                    ));
                }
            }
        }
        Ok(setup)
    }
}

impl<R: Presentation> Table for LoadedBattle<R> {
    fn book(&self) -> &'static dyn Book {
        R::book()
    }

    fn id(&self) -> &str {
        R::scene(&self.battle).id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn title(&self) -> &str {
        R::scene(&self.battle).title
    }

    fn about(&self) -> About {
        R::about(&self.battle)
    }

    fn entry(&self, language: Language) -> BattleEntry {
        let named = self.named(language);
        let scene = R::scene(named);
        BattleEntry { id: scene.id.to_owned(), title: scene.title.to_owned(), about: R::about(named) }
    }

    fn sides_in(&self, language: Language) -> [SideInfo; 2] {
        R::sides(self.named(language))
    }

    fn sides(&self) -> [SideInfo; 2] {
        R::sides(&self.battle)
    }

    fn names(&self) -> &dyn Names {
        &*self.battle
    }

    fn order_of_battle(&self, language: Language) -> Vec<FormationInfo> {
        let board = self.board(Viewpoint::Of(None), language);
        forces::order_of_battle(&board, &self.start(), R::catalogue(language))
    }

    fn lessons(&self, language: Language) -> Lessons {
        self.lessons.get(language.index()).cloned().unwrap_or_default()
    }

    fn draw(&self, drawing: Drawing, language: Language) -> Result<Vec<u8>, String> {
        R::draw(self.named(language), &self.seen(), R::catalogue(language), drawing)
    }

    fn text(&self, width: usize, colours: Colours, language: Language) -> String {
        R::text(self.named(language), &self.seen(), R::catalogue(language), Sheet::whole(width, colours))
    }

    fn mechanisms(&self) -> Vec<(&'static str, String)> {
        let words = R::catalogue(Language::ENGLISH);
        R::MECHANISMS.iter().map(|of| (of.name, words.word(&format!("mechanism.{}", of.name)))).collect()
    }

    fn ending(&self, how: &str) -> String {
        R::catalogue(Language::ENGLISH).word(how)
    }

    fn strengths(&self) -> [i32; 2] {
        R::troop_values(&self.battle, &R::start(&self.battle)).map(|hundredths| hundredths / 100)
    }

    fn play(&self, players: [&str; 2], seed: u64, telling: Telling) -> Result<Match, String> {
        let seeds = matches::seeds(seed);
        let mut first = player::<R>(players[0], seeds[1])?;
        let mut second = player::<R>(players[1], seeds[2])?;
        matches::play::<R>(&self.battle, [&mut *first, &mut *second], seed, telling)
    }

    fn open(&self, seats: [Option<&str>; 2], seed: [u8; 32]) -> Result<Box<dyn Game>, String> {
        let seat = |player: Option<&str>| player.map_or_else(|| Seat::person("player"), Seat::computer);
        self.host(seats.map(seat), Default::default(), Some(seed))
    }

    fn host(
        &self,
        seats: [Seat; 2],
        mixed: [Vec<u8>; 2],
        seed: Option<[u8; 32]>,
    ) -> Result<Box<dyn Game>, String> {
        let battle = (Arc::clone(&self.battle), Arc::clone(&self.named));
        Ok(Box::new(live::host::<R>(battle, &self.name, &self.prints, seats, mixed, seed)?))
    }

    fn ground(&self, language: Language) -> String {
        R::ground(self.named(language))
    }

    fn board(&self, viewpoint: Viewpoint, language: Language) -> Board {
        R::board(self.named(language), viewpoint, R::catalogue(language))
    }

    fn distance(&self, from: u16, to: u16) -> Option<u16> {
        R::distance(&self.battle, from, to)
    }

    fn start(&self) -> Position {
        R::position(&self.battle, &self.seen(), &|_| false)
    }

    fn resume_mixed(
        &self,
        journal: &[u8],
        seed: Option<[u8; 32]>,
        mixed: &[[u8; 32]],
    ) -> Result<Box<dyn Game>, String> {
        self.fits(journal)?;
        Ok(Box::new(live::resume::<R>(
            (Arc::clone(&self.battle), Arc::clone(&self.named)),
            journal,
            seed,
            mixed,
        )?))
    }

    fn is_of_other_version(&self, journal: &[u8]) -> bool {
        let head = table::session::describe(journal);
        head.is_ok_and(|head| head.version != R::VERSION || self.fits(journal).is_err())
    }

    fn look(&self, journal: &[u8]) -> Result<Box<dyn Game>, String> {
        self.fits(journal)?;
        Ok(Box::new(live::look::<R>((Arc::clone(&self.battle), Arc::clone(&self.named)), journal)?))
    }

    fn bench(&self, seconds: f64, heed: &mut dyn FnMut(Progress)) -> Result<(), String> {
        bench::figures(self, seconds, heed)
    }

    fn verify(&self, journal: &[u8]) -> Result<VerifyReport, String> {
        self.fits(journal)?;
        verify::<R>(Arc::clone(&self.battle), journal).map_err(|fault| fault.to_string())
    }
}

/// A computer player by name.
pub(crate) fn player<R: Presentation>(name: &str, seed: u64) -> Result<Box<dyn Player<R>>, String> {
    R::player(name, seed).ok_or_else(|| Fault::unknown("player", name, R::book().players()).to_string())
}

//! Books: what a rulebook gives to the house, so that nobody else need know it.

use engraver::text::Colours;
use std::path::Path;

use muster::{Faults, Source};
use roster::Size;
use table::umpires::Share;
use table::{GameOption, Names};

use crate::bench::Progress;
use crate::board::{Board, Position};
use crate::game::Game;
use crate::index::Index;
use crate::language::Language;
use crate::lessons::Lessons;
use crate::matches::{Match, Telling};
use crate::replay::Viewpoint;
use table::phrase::Catalogue;
use table::session::{Seat, VerifyReport};

/// Timing of a book: how the rules of a rulebook time its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// Seconds for each side at the start.
    pub budget_s: u32,
    /// Seconds added for each section of a turn that is the side's.
    pub increment_s: u32,
}

/// Order of a battle: what is to be set up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Order<'a> {
    /// A built-in battle by its id, or a folder on disk.
    pub battle: &'a str,
    /// Chart files in place of the standard charts of the same name.
    pub charts: &'a [Source],
    /// Options of the game, by name and value; what is not named has its default.
    pub options: &'a [(String, String)],
}

impl<'a> Order<'a> {
    /// A battle with the standard charts and options.
    pub fn of(battle: &'a str) -> Self {
        Order { battle, ..Order::default() }
    }
}

/// A rulebook on the shelf.
pub trait Book: Sync {
    /// Its id: the name of its folder in `books/`.
    fn id(&self) -> &'static str;

    /// Its title.
    fn title(&self) -> &'static str;

    /// The rulebook that it revises: what it does not say otherwise is as there.
    fn base(&self) -> Option<&'static dyn Book> {
        None
    }

    /// Version of the code's reading of the rules.
    fn version(&self) -> u32;

    /// The computer players that know it, from the weakest.
    fn players(&self) -> &'static [&'static str];

    /// The computer player for those who learn: weak, but never absurd.
    fn beginner(&self) -> &'static str;

    /// The built-in battles that have a scenario for it, the easiest first.
    fn battles(&self) -> Vec<BattleEntry>;

    /// Options that players settle before a game begins.
    fn options(&self) -> &'static [GameOption];

    /// Sets up a battle.
    ///
    /// # Errors
    /// The faults of its files; for an unknown id, option or value, the nearest one.
    fn load(&self, order: &Order<'_>) -> Result<Box<dyn Table>, Faults>;

    /// Reads a vignette.
    ///
    /// # Errors
    /// All its faults.
    fn vignette(&self, source: &Source) -> Result<Box<dyn VignetteFile>, Faults>;

    /// A typical small problem whose exact odds measure their speed.
    fn bench_vignette(&self) -> Source;

    /// The rule index, with titles and summaries in a language.
    fn index(&self, language: Language) -> &'static Index;

    /// The sentences of events, questions and refusals in a language; in English what is not translated.
    fn catalogue(&self, language: Language) -> &'static Catalogue;

    /// The verbs of its answers.
    fn verbs(&self) -> &'static [&'static str];

    /// The events that it tells, by key.
    fn events(&self) -> Vec<EventKey>;

    /// The questions that it asks, if it lists them.
    fn questions(&self) -> Vec<QuestionKey> {
        Vec::new()
    }

    /// The names of its charts.
    fn chart_names(&self) -> Vec<&'static str>;

    /// The clocks that its rules set, if they time the moves.
    fn timing(&self) -> Option<Timing> {
        None
    }

    /// Checks a chart file that is to replace the standard one of its name.
    ///
    /// # Errors
    /// All its faults.
    fn check_chart(&self, chart: &Source) -> Result<(), Faults>;

    /// Checks a battle's folder on disk.
    ///
    /// # Errors
    /// The faults of the first file that has any.
    fn check_battle(&self, folder: &Path) -> Result<(), Faults>;
}

/// A kind of question, for those who write scripts.
#[derive(Clone, Debug)]
pub struct QuestionKey {
    /// Its key.
    pub key: &'static str,
    /// Forms of its answers; what is in brackets may be left out.
    pub answers: Vec<String>,
}

/// A kind of event, for those who write vignettes.
#[derive(Clone, Debug)]
pub struct EventKey {
    /// Its key.
    pub key: String,
    /// The names of its facts.
    pub facts: Vec<String>,
    /// The labels of its modifiers.
    pub parts: Vec<String>,
    /// Its sentence, with the facts in braces.
    pub sentence: String,
}

/// A battle in the chooser.
#[derive(Clone, Debug)]
pub struct BattleEntry {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// About the battle.
    pub about: About,
}

/// Card of a battle: what a chooser shows of a battle.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// Date, as written.
    pub date: String,
    /// Place where it was fought.
    pub place: String,
    /// Size.
    pub size: Size,
    /// Typical playing time in minutes.
    pub minutes: u32,
    /// 1 (for newcomers) to 5.
    pub difficulty: u8,
    /// A sentence or two.
    pub blurb: String,
    /// Game turns.
    pub turns: usize,
    /// Units of each side.
    pub units: [usize; 2],
}

impl About {
    /// Words about a battle from its card, with the length of its track and the units of each side.
    pub fn of(about: &roster::About, turns: usize, units: [usize; 2]) -> About {
        let about = about.clone();
        About {
            date: about.date,
            place: about.place,
            size: about.size,
            minutes: about.minutes,
            difficulty: about.difficulty,
            blurb: about.blurb,
            turns,
            units,
        }
    }
}

/// A side of a battle.
#[derive(Clone, Debug)]
pub struct SideInfo {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Counter colour, `#rrggbb`.
    pub colour: String,
}

/// A formation in the order of battle.
#[derive(Clone, Debug)]
pub struct FormationInfo {
    /// The side's number.
    pub side: usize,
    /// Name.
    pub name: String,
    /// Its units, one line each: id, name, figures, where.
    pub units: Vec<UnitInfo>,
}

/// A unit in the order of battle.
#[derive(Clone, Debug)]
pub struct UnitInfo {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Type and figures, for readers.
    pub figures: String,
    /// Its place and its state, for readers.
    pub state: String,
}

/// A battle set up under its rulebook.
pub trait Table: Send + Sync {
    /// The rulebook.
    fn book(&self) -> &'static dyn Book;

    /// The battle's id.
    fn id(&self) -> &str;

    /// Its title.
    fn title(&self) -> &str;

    /// About the battle.
    fn about(&self) -> About;

    /// The two sides.
    fn sides(&self) -> [SideInfo; 2];

    /// Its entry in a chooser, with its names in a language.
    fn entry(&self, language: Language) -> BattleEntry;

    /// The two sides, with their names in a language.
    fn sides_in(&self, language: Language) -> [SideInfo; 2];

    /// Names of what events and answers point at.
    fn names(&self) -> &dyn Names;

    /// The order of battle at the start, as an onlooker sees it.
    fn order_of_battle(&self, language: Language) -> Vec<FormationInfo>;

    /// The lessons of a tutorial; none for other battles.
    fn lessons(&self, language: Language) -> Lessons;

    /// Name under which it was set up: an id or a folder. It stands in the journals of its games.
    fn name(&self) -> &str;

    /// A picture of the position at the start, as an onlooker sees it.
    ///
    /// # Errors
    /// Why it cannot be drawn.
    fn draw(&self, drawing: Drawing, language: Language) -> Result<Vec<u8>, String>;

    /// The position at the start as an onlooker sees it, as text in lines of at most `width` characters.
    fn text(&self, width: usize, colours: Colours, language: Language) -> String;

    /// Begins a live game. A seat with a name is that computer player's, the others are people's. The seed is the secret from
    /// which the dice follow.
    ///
    /// # Errors
    /// An unknown player, or a game that cannot begin.
    fn open(&self, seats: [Option<&str>; 2], seed: [u8; 32]) -> Result<Box<dyn Game>, String>;

    /// Begins a live game with people by name and with what each side mixes into the dice. Without a seed the dice fall on a
    /// real table, and the game waits for each throw ([`Game::wanted`]).
    ///
    /// # Errors
    /// An unknown computer player, or a game that cannot begin.
    fn host(
        &self,
        seats: [Seat; 2],
        mixed: [Vec<u8>; 2],
        seed: Option<[u8; 32]>,
    ) -> Result<Box<dyn Game>, String>;

    /// Board: all that stands still as far as somebody may know it, as neutral data, with its words in a language.
    fn board(&self, viewpoint: Viewpoint, language: Language) -> Board;

    /// Distance of two places, in the book's unit of distance; none if one of them is not on the board.
    fn distance(&self, from: u16, to: u16) -> Option<u16>;

    /// The bare ground as an SVG picture, its places named in a language: no counters, no title. Its units are those of [`Board::ground`](crate::board::GroundData): 100 from
    /// vertex to vertex of a hex, the middle of the first hex at 0, 0.
    fn ground(&self, language: Language) -> String;

    /// The position at the start as an onlooker sees it, as neutral data.
    fn start(&self) -> Position;

    /// Goes on with a game from its journal; without the seed only as far as no dice are needed.
    ///
    /// # Errors
    /// The first fault of the journal, with its line; or that it was played with other data.
    fn resume(&self, journal: &[u8], seed: Option<[u8; 32]>) -> Result<Box<dyn Game>, String> {
        self.resume_mixed(journal, seed, &[])
    }

    /// Goes on with a game into whose dice more seeds were mixed under play.
    ///
    /// # Errors
    /// As [`Table::resume`].
    fn resume_mixed(
        &self,
        journal: &[u8],
        seed: Option<[u8; 32]>,
        mixed: &[[u8; 32]],
    ) -> Result<Box<dyn Game>, String>;

    /// Whether a journal was played with another version of the rulebook or with other data, and so may come to other states here.
    fn is_of_other_version(&self, journal: &[u8]) -> bool;

    /// A game from its journal, to be looked at and not played on. The journal may end anywhere after the first answer: where that is among
    /// the throws of an answer, the game stands before it.
    ///
    /// # Errors
    /// As [`Table::resume`].
    fn look(&self, journal: &[u8]) -> Result<Box<dyn Game>, String>;

    /// Measures how fast its games are, on one core, and tells the figures as they come; each takes about `seconds`, or as long as a whole game.
    ///
    /// # Errors
    /// A game breaks down.
    fn bench(&self, seconds: f64, heed: &mut dyn FnMut(Progress)) -> Result<(), String>;

    /// Verifies a journal: its chain, every answer at the gate, every throw, every state.
    ///
    /// # Errors
    /// The first fault, with its line; or that it was played with other data.
    fn verify(&self, journal: &[u8]) -> Result<VerifyReport, String>;

    /// Plays one game between computer players, one a side; the whole game follows from the seed.
    ///
    /// # Errors
    /// An unknown player, with the nearest name; or a game that breaks down, with the reason.
    fn play(&self, players: [&str; 2], seed: u64, telling: Telling) -> Result<Match, String>;

    /// Strength of each side at the start, as its losses are counted.
    fn strengths(&self) -> [i32; 2];

    /// Mechanisms that are counted in games between computer players: their ids, and their names for readers.
    fn mechanisms(&self) -> Vec<(&'static str, String)>;

    /// The words for readers of how a game ended ([`Match::how`](crate::Match::how)).
    fn ending(&self, how: &str) -> String;
}

/// The format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// SVG.
    Svg,
    /// PNG.
    Png,
}

/// Style of a map: how a map is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The format.
    pub format: PictureFormat,
    /// Pixels for the width of a hex, from 16 to 400.
    pub px_per_hex: u32,
    /// Whether the hexes have their numbers.
    pub numbers: bool,
}

/// A vignette file, ready to run.
pub trait VignetteFile: Send + Sync {
    /// Its title.
    fn title(&self) -> &str;

    /// The rules that it shows, the main one first.
    fn rules(&self) -> &[String];

    /// Names of its variants; one empty name if there are none.
    fn cases(&self) -> Vec<String>;

    /// A picture of the start of a variant.
    ///
    /// # Errors
    /// Why there is none.
    fn draw(&self, case: usize, drawing: Drawing) -> Result<Vec<u8>, String>;

    /// The start of a variant as a map of characters.
    fn text(&self, case: usize, width: usize, colours: Colours) -> String;

    /// The units of a variant at its start.
    fn order_of_battle(&self, case: usize) -> Vec<FormationInfo>;

    /// Plays the script of a variant.
    fn run(&self, case: usize) -> CaseRun;

    /// The exact chances of what the script's decisions can come to, whatever is thrown.
    ///
    /// # Errors
    /// Why there are none.
    fn odds(&self, case: usize) -> Result<OddsTable, String>;
}

/// Run of a variant: what came of a variant of a vignette.
#[derive(Clone, Debug)]
pub struct CaseRun {
    /// Everything in order.
    pub lines: Vec<CaseLine>,
}

impl CaseRun {
    /// The differences from what was expected.
    pub fn differences(&self) -> usize {
        self.lines.iter().filter(|line| line.kind == LineKind::Differs).count()
    }
}

/// A line of a vignette's transcript.
#[derive(Clone, Debug)]
pub struct CaseLine {
    /// Kind of the line.
    pub kind: LineKind,
    /// The line, for readers.
    pub text: String,
    /// An event in the words that a script's `expect event` takes, or a refusal in those of `refuse`.
    pub words: Option<String>,
}

/// Kinds of lines in a vignette's transcript.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineKind {
    /// Something happened.
    Event,
    /// A question was answered.
    Answer,
    /// A die or a draw.
    Throw,
    /// The first step passed: nobody had anything to decide in it.
    Passed,
    /// Throw or decision due where the script ends.
    Due,
    /// An attempt was refused, as it should be.
    Refused,
    /// An expectation holds.
    Held,
    /// Something differs from what was expected.
    Differs,
}

impl LineKind {
    /// As a word, for programs.
    pub fn word(self) -> &'static str {
        match self {
            LineKind::Event => "event",
            LineKind::Answer => "answer",
            LineKind::Throw => "throw",
            LineKind::Passed => "passed",
            LineKind::Due => "due",
            LineKind::Refused => "refused",
            LineKind::Held => "held",
            LineKind::Differs => "differs",
        }
    }
}

/// The exact chances of what can come of a procedure.
#[derive(Clone, Debug)]
pub struct OddsTable {
    /// Every end, in words, with its share of all cases; what changes first, the likeliest first. None where nothing was weighed.
    pub ends: Vec<(String, Share)>,
    /// For each unit to which anything can happen: its name, and the chance of each of its states.
    pub units: Vec<(String, Vec<(String, Share)>)>,
    /// Number of the runs it took.
    pub runs: u64,
    /// Whether all cases were looked at; if not, the shares are lower bounds.
    pub is_complete: bool,
    /// The first sums, where they are the same in all cases.
    pub sums: Vec<table::Sum>,
    /// The two who contend, and their odds, in words, where they are the same in all cases.
    pub contest: Option<String>,
    /// Foresight of an answer in a live game: what is thrown, and who decides next.
    pub ahead: Option<AheadTable>,
    /// Note on the part of a vignette's script that was played for it, where that is not the script and nothing else.
    pub note: Option<String>,
}

impl OddsTable {
    /// The share of all cases that was looked at, in tenths of a percent, rounded down: 1000 only if that is all of them.
    pub fn covered_permille(&self) -> u32 {
        let covered: f64 = self.ends.iter().map(|(_, share)| share.approx()).sum();
        if self.is_complete { 1000 } else { ((1000.0 * covered) as u32).min(999) }
    }
}

/// Table of what follows: what follows from an answer in a live game until somebody decides again. The ends of an [`OddsTable`] go on from there: they take
/// every further decision for the least, until what was begun is finished.
#[derive(Clone, Debug)]
pub struct AheadTable {
    /// Changes by the time that somebody decides again, with their share of all cases; in the same order.
    pub near: Vec<(String, Share)>,
    /// Decisions then, and their sides; the likeliest first.
    pub decides: Vec<(String, Share)>,
    /// Draws meanwhile that come next; the likeliest first.
    pub drawn: Vec<(String, Share)>,
    /// Throws that may come before anybody decides.
    pub throws: Vec<String>,
    /// Throws that may come after further decisions.
    pub later: Vec<String>,
    /// Whether it ends where something comes to light that the side does not know.
    pub is_veiled: bool,
    /// Whether the ends take a further decision for the least.
    pub is_assumed: bool,
    /// Whether the ends are those of what is announced, fought at once as everything stands.
    pub is_rehearsed: bool,
}

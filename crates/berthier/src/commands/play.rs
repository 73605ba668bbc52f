//! `berthier play`: a battle in the terminal.

mod dice;
mod file;
mod menu;
mod orders;
mod seat;
mod why;

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Parser;
use shelf::{Game, Lessons, QuestionText, Table};
use table::session::Seat;
use table::{Event, Point, Rank, Side};

use super::choices::Choice;
use super::common::BattleArgs;
use super::console::Console;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, GOOD, HEAD, painted};
use file::GameFile;
use menu::Company;
use orders::Sequel;

/// Plays a battle: against the computer, with a friend at the same keyboard, or watching
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier play                                choose a battle, a side, and go
  berthier play tutorial                       lessons as you play
  berthier play maida --side british           against the sergeant
  berthier play saalfeld --both                two people at one keyboard
  berthier play maida --watch                  two computers (Enter goes on)
  berthier play maida --watch --fast           the same without a pause
  berthier play --resume maida-1.journal       go on with a game
  berthier play maida --practice               where even dice may be taken back

The game is saved as you play. Type ? in a game for what you can type.

A decision can be taken back (undo) as long as nothing was learnt since: no throw, no secret, no decision of the other \
side. Beyond that the other side must agree; the computer does so only in practice (--practice, or `practice` typed in \
a game; a game with lessons is practice from the start).")]
pub struct Args {
    /// The battle: its id or its folder
    battle: Option<String>,
    /// Your side
    #[arg(long, conflicts_with_all = ["both", "watch"])]
    side: Option<String>,
    /// Two people at one keyboard
    #[arg(long, conflicts_with = "watch")]
    both: bool,
    /// Two computers play
    #[arg(long)]
    watch: bool,
    /// Do not wait for Enter between the sections of a turn
    #[arg(long, requires = "watch")]
    fast: bool,
    /// The computer player on the other side (on both with --watch): the best one, in a tutorial the one for beginners
    #[arg(long, value_name = "PLAYER")]
    against: Option<String>,
    /// A practice game: the computer agrees to take anything back, dice too. The journal records it
    #[arg(long)]
    practice: bool,
    /// Go on with the game of this journal
    #[arg(long, value_name = "FILE", conflicts_with_all = ["battle", "side", "both", "watch", "seed"])]
    resume: Option<PathBuf>,
    /// File in which the game is saved as you play
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    save: Option<PathBuf>,
    /// The seed of the dice, for a game that can be played again; anybody who knows it knows the dice
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    set_up: BattleArgs,
}

/// Sentences of a game for a viewer, from a place in its log on: the events, and their sentences.
fn sentences(game: &dyn Game, viewer: Option<Side>, from: usize) -> Vec<(Event, String)> {
    let seen = game.log()[from..].iter().filter(|event| event.to.includes(viewer));
    seen.map(|event| (event.clone(), game.catalogue().event(game.names(), event))).collect()
}

/// Lets Ctrl-C say how the game goes on before it ends the program: all of it is on the disk at any moment.
fn say_how_to_go_on(path: String) {
    // Where no handler can be set, Ctrl-C ends the program without a word.
    let _ = ctrlc::set_handler(move || {
        let _ = writeln!(anstream::stdout(), "\n\nTo go on: berthier play --resume {path}");
        std::process::exit(INTERRUPTED);
    });
}

/// The exit code of a program that an interrupt has ended.
const INTERRUPTED: i32 = 130;

/// The things that a question is about, and those that its choices point at.
fn asked_about(asking: &QuestionText) -> Vec<Point> {
    let pointed = asking.choices.iter().flat_map(|choice| choice.answer.points);
    asking.about.iter().copied().chain(pointed).collect()
}

/// A game in the terminal.
struct TerminalGame<'a> {
    table: &'a dyn Table,
    game: Box<dyn Game>,
    file: GameFile,
    lessons: Lessons,
    console: Console<'a>,
    /// Events up to here have been shown.
    shown: usize,
    /// The side that decided last at the keyboard.
    last: Option<Side>,
    /// Map that is to be shown before the next question.
    map_due: DueMap,
    /// Whether onlookers go on from one section of a turn to the next by Enter.
    pauses: bool,
    /// The choices behind the numbers of the list, from 1 on.
    listed: Vec<ListedChoice>,
}

/// Due map: how much of the map has changed enough to be shown again.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
enum DueMap {
    /// Nothing.
    #[default]
    Nothing,
    /// What is asked about, with what lies around it.
    Local,
    /// The whole.
    Whole,
}

/// Listed choice: a choice as the list shows it.
struct ListedChoice {
    /// Its place among the choices of the question.
    at: usize,
    /// Its words, with the price of a move.
    words: String,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let mut console = Console::new(out);
    if let Some(path) = &args.resume {
        let (table, mut game) = args.set_up.game_of(path)?;
        let file = GameFile::resume(path, &mut *game)?;
        if args.practice {
            game.practise();
        }
        let lessons = Lessons::default();
        return TerminalGame::new(&*table, game, file, lessons, console).play();
    }
    let company = match () {
        () if args.both => Company::Both,
        () if args.watch => Company::Watch,
        () => Company::One(args.side.clone()),
    };
    let wish = match &args.battle {
        Some(battle) => menu::Wish { battle: battle.clone(), book: None, company },
        None => match menu::ask(&mut console, &args.set_up, company)? {
            Some(wish) => wish,
            None => return Ok(()),
        },
    };
    let table = match wish.book {
        Some(book) => args.set_up.under(book).table(&wish.battle)?,
        None => args.set_up.table(&wish.battle)?,
    };
    let seats = seat::seats(&*table, &wish, args.against.as_deref())?;
    let seed = seat::seed(args.seed)?;
    let mut game = table.open([seats[0].as_deref(), seats[1].as_deref()], seed).map_err(Failure::Usage)?;
    let file = GameFile::create(args.save.as_deref(), table.id(), Some(&seed))?;
    let watch = wish.company == Company::Watch;
    let lessons = if watch { Lessons::default() } else { table.lessons(shelf::Language::ENGLISH) };
    // Who learns may try things out.
    if args.practice || !lessons.all().is_empty() {
        game.practise();
    }
    let mut played = TerminalGame::new(&*table, game, file, lessons, console);
    played.pauses = watch && !args.fast;
    played.play()
}

/// People at a real table decide and throw their own dice, and the rules are kept for them.
pub fn at_real_table(table: &dyn Table, save: Option<&Path>, out: &mut dyn Write) -> CommandResult {
    let seats = table.sides().map(|side| Seat::person(&side.name));
    let game = table.host(seats, Default::default(), None).map_err(Failure::Failed)?;
    let file = GameFile::create(save, table.id(), None)?;
    TerminalGame::new(table, game, file, Lessons::default(), Console::new(out)).play()
}

impl<'a> TerminalGame<'a> {
    fn new(
        table: &'a dyn Table,
        game: Box<dyn Game>,
        file: GameFile,
        lessons: Lessons,
        console: Console<'a>,
    ) -> Self {
        TerminalGame {
            table,
            game,
            file,
            lessons,
            console,
            shown: 0,
            last: None,
            map_due: DueMap::Whole,
            pauses: false,
            listed: Vec::new(),
        }
    }

    /// Plays until the end, or until the people leave.
    fn play(mut self) -> CommandResult {
        let saved = format!("Saved as you play in {}.", self.file.path().display());
        writeln!(self.console.out, "{}", painted(HEAD, self.table.title()))?;
        self.console.remark(&saved)?;
        if self.game.is_typed() {
            self.console.remark("You decide and throw your own dice; Berthier keeps the rules.")?;
        }
        if self.game.is_practice() {
            self.console.remark("Practice: anything can be taken back (undo), dice too.")?;
        }
        if !self.people().is_empty() {
            self.console.remark("At any moment, type ? for what you can type.")?;
        }
        self.save()?;
        say_how_to_go_on(self.file.path().display().to_string());
        loop {
            if self.game.over() {
                return self.end();
            }
            let sides: Vec<Side> = self.game.pending().iter().map(|pending| pending.side).collect();
            match sides.iter().find(|side| !self.is_computer(**side)) {
                _ if sides.iter().any(|side| self.is_computer(*side)) => {
                    self.game.run_players(1).map_err(|error| Failure::Failed(error.sentence))?;
                    self.save()?;
                    if self.tell(self.person())? == Sequel::Leave {
                        return self.leave();
                    }
                }
                Some(side) => {
                    if self.ask(*side, sides.len() > 1)? == Sequel::Leave {
                        return self.leave();
                    }
                }
                None => {
                    if self.throw()? == Sequel::Leave {
                        return self.leave();
                    }
                }
            }
        }
    }

    fn is_computer(&self, side: Side) -> bool {
        self.game.seat(side).computer
    }

    /// The sides that people play.
    fn people(&self) -> Vec<Side> {
        [Side(0), Side(1)].into_iter().filter(|side| !self.is_computer(*side)).collect()
    }

    /// The one person who plays, if there is exactly one; only they may see their secrets.
    fn person(&self) -> Option<Side> {
        if let [one] = self.people()[..] { Some(one) } else { None }
    }

    /// Writes what is new into the file.
    fn save(&mut self) -> CommandResult {
        let lines = self.game.take_lines();
        self.file.append(&lines)
    }

    /// Tells what has happened since the last time. Onlookers may leave before a section.
    fn tell(&mut self, viewer: Option<Side>) -> Result<Sequel, Failure> {
        let told = sentences(&*self.game, viewer, self.shown);
        self.shown = self.game.log().len();
        for (event, sentence) in told {
            let opens = event.opens;
            let due = match opens {
                Rank::Turn => DueMap::Whole,
                Rank::Section => DueMap::Local,
                Rank::Line | Rank::End => DueMap::Nothing,
            };
            self.map_due = self.map_due.max(due);
            if opens == Rank::Section && self.pauses && self.pause(viewer)? == Sequel::Leave {
                return Ok(Sequel::Leave);
            }
            self.console.event(opens, &sentence, event.rule.0)?;
        }
        Ok(Sequel::Next)
    }

    /// Onlookers have time to read before the next section. Where nobody types, nobody is waited for.
    fn pause(&mut self, viewer: Option<Side>) -> Result<Sequel, Failure> {
        loop {
            let Some(line) = self.console.line("Enter goes on (map, fast, quit) ")? else {
                self.pauses = false;
                return Ok(Sequel::Next);
            };
            match line.trim() {
                "" => return Ok(Sequel::Next),
                "map" | "m" => self.map(viewer, "")?,
                "quit" | "q" | "exit" => return Ok(Sequel::Leave),
                "fast" | "f" => {
                    self.pauses = false;
                    return Ok(Sequel::Next);
                }
                _ => self
                    .console
                    .remark("Enter goes on; map shows the map, fast stops waiting, quit leaves.")?,
            }
        }
    }

    /// Asks a person, and does what they type.
    fn ask(&mut self, side: Side, in_secret: bool) -> Result<Sequel, Failure> {
        self.hand_over(side, in_secret)?;
        self.tell(Some(side))?;
        let Some(asking) = self.game.asking(side) else { return Ok(Sequel::Next) };
        match std::mem::take(&mut self.map_due) {
            DueMap::Nothing => {}
            DueMap::Local => self.map_around(Some(side), &asked_about(&asking))?,
            DueMap::Whole => self.map(Some(side), "")?,
        }
        let offers = |verb: &str| asking.choices.iter().any(|c| c.text.split(' ').next() == Some(verb));
        if let Some(lesson) = self.lessons.due(self.game.turn().0, asking.key, offers) {
            self.console.lesson(&lesson.title, &lesson.text)?;
        }
        let (turn, turns) = self.game.turn();
        let name = &self.table.sides()[side.index()].name;
        let sentence = asking.sentence.trim_start_matches(name.as_str()).trim_start_matches(": ");
        self.console.question(&format!("[{turn}/{turns}] {name}:"), sentence, asking.rule.0)?;
        self.list(side, &asking)?;
        self.console.fresh()?;
        loop {
            let Some(line) = self.console.line("> ")? else { return Ok(Sequel::Leave) };
            match self.order(side, &asking, line.trim())? {
                Sequel::Again => {}
                after => return Ok(after),
            }
        }
    }

    /// The keyboard goes to the other side, if both are people and there are secrets.
    fn hand_over(&mut self, side: Side, in_secret: bool) -> CommandResult {
        let changes = self.last.is_some_and(|last| last != side);
        self.last = Some(side);
        if self.person().is_none() && (changes || in_secret) && (in_secret || self.console.was_secret) {
            let name = self.table.sides()[side.index()].name.clone();
            if changes {
                self.console.pass_on(&name)?;
            }
        }
        self.console.was_secret = in_secret;
        Ok(())
    }

    /// The choices of a question, hexes to go to with their cost.
    fn list(&mut self, side: Side, asking: &QuestionText) -> CommandResult {
        let (prices, meaning) = self.prices(side, asking);
        let label = |choice: &shelf::Choice| {
            let place = choice.answer.points.iter().rev().find(|point| **point != Point::Nothing);
            let price = prices.iter().find(|(hex, _)| place == Some(&Point::Place(*hex)));
            match (price, choice.label.strip_suffix(')')) {
                (None, _) => choice.label.clone(),
                (Some((_, price)), Some(named)) => format!("{named}, {price})"),
                (Some((_, price)), None) => format!("{} ({price})", choice.label),
            }
        };
        let labels: Vec<String> = asking.choices.iter().map(label).collect();
        let choices: Vec<Choice<'_>> = asking
            .choices
            .iter()
            .zip(&labels)
            .map(|(choice, words)| Choice { typed: &choice.text, words, answer: choice.answer })
            .collect();
        let numbered = self.console.choices(&choices)?;
        self.listed = numbered.into_iter().map(|at| ListedChoice { at, words: labels[at].clone() }).collect();
        if labels.iter().zip(&asking.choices).any(|(label, choice)| *label != choice.label) {
            self.console.remark(&format!("In brackets: {meaning}."))?;
        }
        Ok(())
    }

    /// Prices of going to each hex, where a move is asked for, and what these figures mean.
    fn prices(&self, side: Side, asking: &QuestionText) -> (Vec<(u16, String)>, String) {
        let moves = self.game.asks_for_move(asking.key);
        let Some(unit) = asking.about.iter().find(|point| moves && matches!(point, Point::Unit(_))) else {
            return Default::default();
        };
        let board = self.table.board(shelf::Viewpoint::Of(Some(side)), shelf::Language::ENGLISH);
        let Some(overlay) = board.route_overlay else { return Default::default() };
        let reach = self.game.overlay(Some(side), *unit, (&overlay, None));
        let Ok(reach) = reach else { return Default::default() };
        (reach.hexes.into_iter().map(|hex| (hex.hex, hex.label)).collect(), reach.text)
    }

    /// The map as a viewer sees it: the whole, or what lies around a hex or a unit.
    fn map(&mut self, viewer: Option<Side>, around: &str) -> CommandResult {
        let point = self.game.names().find(around);
        match point {
            _ if around.is_empty() => self.map_around(viewer, &[]),
            Some(point @ (Point::Place(_) | Point::Unit(_) | Point::Leader(_))) => {
                self.map_around(viewer, &[point])
            }
            _ => self.complain(&format!("{around} is no hex and no unit: map, or for example map 0605.")),
        }
    }

    fn map_around(&mut self, viewer: Option<Side>, around: &[Point]) -> CommandResult {
        let (width, colours) = (super::common::width(), super::common::colours());
        let text = match around {
            [] => self.game.text(viewer, width, colours),
            around => self.game.text_around(viewer, around, width, colours),
        };
        writeln!(self.console.out, "\n{text}")?;
        Ok(())
    }

    /// The game is over.
    fn end(mut self) -> CommandResult {
        self.tell(None)?;
        self.game.finish();
        self.save()?;
        self.file.forget_seed();
        let outcome = self.game.outcome();
        let sides = self.table.sides();
        let who = match outcome.map(|outcome| outcome.winner) {
            Some(table::Winner::Side(side)) => format!("Victory: {}", sides[side.index()].name),
            _ => "The battle is drawn".to_owned(),
        };
        let points = outcome.map_or([0; 2], |outcome| outcome.half_points).map(|half| f64::from(half) / 2.0);
        let score = format!("{} {}, {} {} points", sides[0].name, points[0], sides[1].name, points[1]);
        writeln!(self.console.out, "\n{} ({score})", painted(GOOD, who))?;
        let path = self.file.path().display();
        let next = format!("berthier replay {path} --report battle.html   berthier verify {path}");
        writeln!(self.console.out, "{}", painted(DIM, next))?;
        Ok(())
    }

    /// The people leave before the end.
    fn leave(mut self) -> CommandResult {
        self.save()?;
        let path = self.file.path().display();
        writeln!(
            self.console.out,
            "\nTo go on: {}",
            painted(HEAD, format!("berthier play --resume {path}"))
        )?;
        Ok(())
    }
}

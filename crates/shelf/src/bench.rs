//! Benchmark: how fast a battle's games are: every figure is a median of rounds on one core.

use crate::matches::Telling;
use std::time::{Duration, Instant};

use table::dice::{FastDice, Seed};
use table::session::{Seat, Session, Setup};
use table::umpires::{RandomPlayer, Staff};
use table::{Answer, Doors, Flow, Player, Rulebook, SeenQuestion, Side};

use crate::Table;
use crate::game::Game;
use crate::live;
use crate::loaded::{LoadedBattle, player};
use crate::presentation::Presentation;

/// The rounds whose median is taken.
const ROUNDS: u64 = 5;
/// The live games whose every decision is timed, [`ROUNDS`] times.
const RESUMED_GAMES: u64 = 4;
/// Number of the times that two decisions are taken back and given again in a journal whose loading is measured.
const UNDONE: usize = 150;
/// The games between the best players, and the random ones, before each of whose decisions what follows from it is foretold.
const FORESEEN_GAMES: u64 = 2;
/// Steps of random play to a position in the middle of things.
const WARM_UP_STEPS: usize = 150;

/// A figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// Name of the measurement.
    pub what: &'static str,
    /// The value.
    pub value: f64,
    /// In what it is counted.
    pub unit: &'static str,
}

/// Progress of a benchmark: what those who wait for its figures are told.
#[derive(Clone, Debug)]
pub enum Progress {
    /// This is measured next.
    Begins(&'static str),
    /// A figure is there.
    Done(Figure),
}

/// Reporter of a benchmark, which tells the figures as they come.
struct Reporter<'h>(&'h mut dyn FnMut(Progress));

impl Reporter<'_> {
    fn begins(&mut self, what: &'static str) {
        (self.0)(Progress::Begins(what));
    }

    fn add(&mut self, what: &'static str, value: f64, unit: &'static str) {
        (self.0)(Progress::Done(Figure { what, value, unit }));
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

fn slowest(values: &[f64]) -> f64 {
    values.iter().copied().fold(0.0, f64::max)
}

/// The median over some rounds of how often a second something is done; it says how often it did it each time.
fn per_second(round: Duration, mut work: impl FnMut(u64) -> u64) -> f64 {
    let mut seed = 0;
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let mut done = 0;
        while started.elapsed() < round {
            done += work(seed);
            seed += 1;
        }
        rounds.push(done as f64 / started.elapsed().as_secs_f64());
    }
    median(rounds)
}

/// Measures a battle, and tells each figure as it is there, the quickest first. Each takes about `seconds`, or as long as a whole game.
pub(crate) fn figures<R: Presentation>(
    set: &LoadedBattle<R>,
    seconds: f64,
    heed: &mut dyn FnMut(Progress),
) -> Result<(), String> {
    let round = Duration::from_secs_f64(seconds / ROUNDS as f64);
    let b = &*set.battle;
    let middle = middle::<R>(b)?;
    let report = &mut Reporter(heed);
    let copies = per_second(round, |_| {
        (0..1000).for_each(|_| drop(std::hint::black_box(middle.clone())));
        1000
    });
    report.add("copies of the state", copies, "a second");
    report.add("size of the state", R::size(&middle) as f64, "bytes");
    report.add("lists of legal answers", lists::<R>(b, round)?, "a second");
    report.add("reachable sets", sets::<R>(b, &middle, round), "a second");
    report.add("reachable set, slowest unit", slowest_reach::<R>(b, &middle) * 1e6, "microseconds");
    let best = R::book().players().last().copied().unwrap_or("recruit");
    for (name, games, decisions) in [
        ("recruit", "random games", "decisions in random play"),
        (best, "games between the best players", "decisions in games between the best players"),
    ] {
        report.begins(games);
        let [played, decided] = playing(set, name, round);
        report.add(games, played, "a second");
        report.add(decisions, decided, "a second");
    }
    journals(set, report)?;
    previews(set, best, report)?;
    report.begins("resuming");
    let waits = resuming::<R>(set)?;
    report.add("resuming, median decision", waits.median * 1e6, "microseconds");
    report.add("resuming, worst decision by its fastest run", waits.worst * 1e6, "microseconds");
    report.add("resuming, slowest single run of all", waits.slowest * 1e6, "microseconds");
    Ok(())
}

/// Games of a player against itself in a second, and their decisions: the medians of rounds, each of whole games.
fn playing<R: Presentation>(set: &LoadedBattle<R>, name: &str, round: Duration) -> [f64; 2] {
    let (mut games, mut decisions, mut seed) = (Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        let started = Instant::now();
        let (mut played, mut decided) = (0, 0);
        while started.elapsed() < round {
            decided += set.play([name, name], seed, Telling::Silent).map_or(0, |game| game.decisions);
            played += 1;
            seed += 1;
        }
        let seconds = started.elapsed().as_secs_f64();
        games.push(f64::from(played) / seconds);
        decisions.push(decided as f64 / seconds);
    }
    [median(games), median(decisions)]
}

/// Figures of the journal of a whole random game: loading it, and taking back what it holds.
fn journals<R: Presentation>(set: &LoadedBattle<R>, report: &mut Reporter<'_>) -> Result<(), String> {
    report.begins("loading a whole game");
    let [plain, undone] = loading::<R>(set)?;
    report.add("loading a whole game", plain.time * 1e3, "milliseconds");
    report.add("loading it with 300 decisions taken back late", undone.time * 1e3, "milliseconds");
    report.add("steps run for each line of that journal", undone.runs as f64 / undone.lines as f64, "");
    report.begins("taking a decision back");
    let back = taking_back::<R>(set)?;
    let middle = median(back.times.clone()) * 1e6;
    report.add("taking a decision back, median of a whole game", middle, "microseconds");
    report.add("taking a decision back, slowest", slowest(&back.times) * 1e6, "microseconds");
    report.add(
        "steps run for each decision taken back",
        back.runs as f64 / back.times.len().max(1) as f64,
        "",
    );
    report.add("taking half a game back at once", back.half * 1e3, "milliseconds");
    Ok(())
}

/// Figures of previews: of what is foretold before each decision of games.
fn previews<R: Presentation>(
    set: &LoadedBattle<R>,
    best: &str,
    report: &mut Reporter<'_>,
) -> Result<(), String> {
    for (name, previews) in
        [("recruit", "previews in random games"), (best, "previews in games between sergeants")]
    {
        report.begins(previews);
        let seen = foreseeing::<R>(set, name)?;
        report.add(previews, seen.times.len() as f64, "");
        report.add("complete", 100.0 * seen.complete as f64 / seen.times.len().max(1) as f64, "%");
        report.add("least covered", seen.least, "% of all cases");
        report.add("most runs", seen.runs as f64, "");
        report.add("median", median(seen.times.clone()) * 1e3, "milliseconds");
        report.add("slowest", slowest(&seen.times) * 1e3, "milliseconds");
    }
    Ok(())
}

/// Number of the sets of reachable hexes that are found in a second.
fn sets<R: Presentation>(b: &R::Battle, s: &R::State, round: Duration) -> f64 {
    per_second(round, |_| {
        let mut sets = 0;
        R::reachable_sets(b, s, &mut |hexes| {
            std::hint::black_box(hexes);
            sets += 1;
        });
        sets
    })
}

/// The time of the unit whose reachable hexes take longest, each by the least of its times, in seconds.
fn slowest_reach<R: Presentation>(b: &R::Battle, s: &R::State) -> f64 {
    let mut least: Vec<f64> = Vec::new();
    for _ in 0..ROUNDS {
        let (mut number, mut started) = (0, Instant::now());
        R::reachable_sets(b, s, &mut |_| {
            let took = started.elapsed().as_secs_f64();
            match least.get_mut(number) {
                Some(known) => *known = known.min(took),
                None => least.push(took),
            }
            (number, started) = (number + 1, Instant::now());
        });
    }
    slowest(&least)
}

/// A position in the middle of a random game.
fn middle<R: Presentation>(b: &R::Battle) -> Result<R::State, String> {
    let (mut one, mut two) = (RandomPlayer::new(1), RandomPlayer::new(2));
    let mut umpire = Staff::<R>::new(vec![&mut one, &mut two], FastDice::new(3));
    let mut doors = Doors::new(b, &mut umpire);
    let mut state = R::start(b);
    for _ in 0..WARM_UP_STEPS {
        let flow = R::step(b, &mut state, &mut doors).map_err(|stop| format!("{stop:?}"))?;
        if flow == Flow::Over {
            break;
        }
    }
    Ok(state)
}

/// A random player who lists the legal answers of each question again, against the clock.
struct Lister {
    player: RandomPlayer,
    buffer: Vec<Answer>,
    lists: u64,
    time: Duration,
}

impl<R: Rulebook> Player<R> for Lister {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        let started = Instant::now();
        self.buffer.clear();
        seen.question.options.list(&mut self.buffer);
        self.time += started.elapsed();
        self.lists += 1;
        self.player.decide(seen)
    }
}

fn lists<R: Presentation>(b: &R::Battle, round: Duration) -> Result<f64, String> {
    let lister =
        |seed| Lister { player: RandomPlayer::new(seed), buffer: Vec::new(), lists: 0, time: Duration::ZERO };
    let mut rounds = Vec::new();
    for seed in 0..ROUNDS {
        let (mut one, mut two) = (lister(seed), lister(seed + ROUNDS));
        let started = Instant::now();
        let mut game = 0;
        while started.elapsed() < round {
            let mut umpire = Staff::<R>::new(vec![&mut one, &mut two], FastDice::new(seed * 1000 + game));
            let mut state = R::start(b);
            let played = table::umpires::play_out::<R>(b, &mut state, &mut umpire, u64::MAX);
            played.map_err(|stop| format!("{stop:?}"))?;
            game += 1;
        }
        rounds.push((one.lists + two.lists) as f64 / (one.time + two.time).as_secs_f64());
    }
    Ok(median(rounds))
}

/// Decides at random, so many times or to the end.
fn go_on<R: Presentation>(
    session: &mut Session<R>,
    dice: &mut FastDice,
    decisions: usize,
) -> Result<(), String> {
    for _ in 0..decisions {
        let Some(pending) = session.pending().first() else { break };
        let (side, answer) = (pending.side, dice.pick(&pending.legal));
        session.answer(side, answer).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// A game that was taken back.
struct UndoTimes {
    /// The time of each decision that was taken back, the last one first, in seconds.
    times: Vec<f64>,
    /// Number of the steps run for it.
    runs: u64,
    /// The time in which half of the game is taken back at once, in seconds.
    half: f64,
}

/// Takes a whole random game back, one decision after the other, and half of it at once.
fn taking_back<R: Presentation>(set: &LoadedBattle<R>) -> Result<UndoTimes, String> {
    let mut session = begun::<R>(set, 1)?;
    go_on(&mut session, &mut FastDice::new(1), usize::MAX)?;
    let mut once = session.copy();
    let before = session.runs();
    let mut times = Vec::new();
    loop {
        let started = Instant::now();
        if session.step_back().is_err() {
            break;
        }
        times.push(started.elapsed().as_secs_f64());
    }
    let started = Instant::now();
    once.propose_undo(Side(0), times.len() / 4).map_err(|error| error.to_string())?;
    once.agree(Side(1)).map_err(|error| error.to_string())?;
    Ok(UndoTimes { times, runs: session.runs() - before, half: started.elapsed().as_secs_f64() })
}

/// Tally of previews: what was foretold of the decisions of games.
struct PreviewTally {
    /// The time of each, in seconds.
    times: Vec<f64>,
    /// Those for which all cases were looked through.
    complete: usize,
    /// The least share of all cases that was looked through, in percent.
    least: f64,
    /// The most runs.
    runs: u64,
}

/// Foretells before each decision of games what follows from it, as the page and the terminal do.
fn foreseeing<R: Presentation>(set: &LoadedBattle<R>, name: &str) -> Result<PreviewTally, String> {
    let mut foretold = PreviewTally { times: Vec::new(), complete: 0, least: 100.0, runs: 0 };
    for seed in 1..=FORESEEN_GAMES {
        let seats = [Seat::person("one"), Seat::person("two")];
        let seed_of_dice = Some(Seed::from_number(seed).0);
        let battle = (std::sync::Arc::clone(&set.battle), std::sync::Arc::clone(&set.named));
        let mut game = live::host::<R>(battle, &set.name, &[], seats, Default::default(), seed_of_dice)?;
        while let Some(pending) = game.pending().first() {
            let side = pending.side;
            let adviser = player::<R>(name, seed.wrapping_add(foretold.times.len() as u64))?;
            let advice = game.session.advice(side, adviser).map_err(|error| error.to_string())?;
            let started = Instant::now();
            let odds = game.odds(side, advice.0)?;
            foretold.times.push(started.elapsed().as_secs_f64());
            foretold.complete += usize::from(odds.is_complete);
            foretold.least = foretold.least.min(f64::from(odds.covered_permille()) / 10.0);
            foretold.runs = foretold.runs.max(odds.runs);
            game.session.answer(side, advice.0).map_err(|error| error.to_string())?;
        }
    }
    Ok(foretold)
}

/// A game that was loaded.
struct LoadedGame {
    /// Seconds.
    time: f64,
    /// Number of the runs of steps.
    runs: u64,
    /// Lines of the journal.
    lines: usize,
}

/// Measures the loading of a random game, and of the same one in which near its end decisions were taken back and given again.
fn loading<R: Presentation>(set: &LoadedBattle<R>) -> Result<[LoadedGame; 2], String> {
    let seed = Seed::from_number(1);
    let mut session = begun::<R>(set, 1)?;
    let mut dice = FastDice::new(1);
    go_on(&mut session, &mut dice, usize::MAX)?;
    let load = |journal: &str| -> Result<LoadedGame, String> {
        let mut times = Vec::new();
        let mut runs = 0;
        for _ in 0..ROUNDS {
            let started = Instant::now();
            let battle = std::sync::Arc::clone(&set.battle);
            let loaded = Session::<R>::from_journal(battle, journal.as_bytes(), Some(seed));
            runs = loaded.map_err(|fault| fault.to_string())?.session.runs();
            times.push(started.elapsed().as_secs_f64());
        }
        Ok(LoadedGame { time: median(times), runs, lines: journal.lines().count() })
    };
    let plain = load(&session.journal())?;
    for _ in 0..UNDONE {
        session.step_back().map_err(|error| error.to_string())?;
        session.step_back().map_err(|error| error.to_string())?;
        go_on(&mut session, &mut dice, 2)?;
    }
    Ok([plain, load(&session.journal())?])
}

/// Times from an answer to the next question of a live game, in seconds.
struct WaitTimes {
    /// The median decision.
    median: f64,
    /// The worst decision, each measured by the least of its runs: what the machine did besides is not counted.
    worst: f64,
    /// The slowest of all runs, whatever the machine did besides.
    slowest: f64,
}

/// Measures whole random games, the same ones in every round.
fn resuming<R: Presentation>(set: &LoadedBattle<R>) -> Result<WaitTimes, String> {
    let mut waits = WaitTimes { median: 0.0, worst: 0.0, slowest: 0.0 };
    let mut least = Vec::new();
    for game in 1..=RESUMED_GAMES {
        let mut decisions = resumed::<R>(set, game)?;
        waits.slowest = decisions.iter().copied().fold(waits.slowest, f64::max);
        for _ in 1..ROUNDS {
            for (decision, again) in decisions.iter_mut().zip(resumed::<R>(set, game)?) {
                waits.slowest = waits.slowest.max(again);
                *decision = decision.min(again);
            }
        }
        least.append(&mut decisions);
    }
    waits.worst = least.iter().copied().fold(0.0, f64::max);
    waits.median = median(least);
    Ok(waits)
}

/// The time of each decision of a random live game that follows from its number.
fn resumed<R: Presentation>(set: &LoadedBattle<R>, game: u64) -> Result<Vec<f64>, String> {
    let mut session = begun::<R>(set, game)?;
    let mut dice = FastDice::new(game);
    let mut times = Vec::new();
    while let Some(pending) = session.pending().first() {
        let (side, answer) = (pending.side, dice.pick(&pending.legal));
        let started = Instant::now();
        session.answer(side, answer).map_err(|error| error.to_string())?;
        times.push(started.elapsed().as_secs_f64());
        if session.over() {
            break;
        }
    }
    Ok(times)
}

/// A live game of people that follows from its number.
fn begun<R: Presentation>(set: &LoadedBattle<R>, game: u64) -> Result<Session<R>, String> {
    let setup = Setup {
        battle: set.name.clone(),
        charts: Vec::new(),
        seats: vec![Seat::person("one"), Seat::person("two")],
        contributions: Vec::new(),
    };
    let battle = std::sync::Arc::clone(&set.battle);
    Session::new(battle, &setup, Seed::from_number(game)).map_err(|error| error.to_string())
}

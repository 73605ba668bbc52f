//! Luck: what each throw of a game decided at once.
//!
//! A throw is weighed by the troops that it costs or saves. For each class of its outcomes the step in which it fell is played to its end
//! again from where it began, with the answers and throws that came before; what is thrown after it is taken in every case with its
//! weight, and who has to decide after it does the least. That gives the mean of what the troops of the two sides are worth ([`Presentation::troop_values`])
//! after each class. The mean over all outcomes is what could be expected, the mean of the class that fell is the actual value, and the
//! difference is the luck. What a throw brings about after its step (a hill held, a turn lost) is not weighed.

use table::umpires::{KnownAnswers, MOST_STEPS, Odds, Recording};
use table::{Answer, Decision, Doors, Event, Flow, Play, Point, Question, Rule, Side, Stop, Throw, Umpire};

use crate::odds::QuietPlayer;
use crate::presentation::Presentation;
use crate::replay::Watcher;

/// The most outcomes of a throw that is weighed.
const MOST_FACES: u32 = 1000;
/// The most runs for one class of one throw.
const MOST_RUNS_OF_A_CLASS: u64 = 400;
/// The most runs for a whole game.
const MOST_RUNS_OF_A_GAME: u64 = 400_000;

/// The throws of a game, weighed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Fortune {
    /// The throws, in their order.
    pub throws: Vec<WeighedThrow>,
    /// Whether all were weighed; if not, the bound on the work was reached, and the later ones are missing.
    pub is_whole: bool,
}

/// A throw with what it decided. Worths are those of the first side over the second, compared with the step's beginning, in
/// hundredths of a strength point.
#[derive(Clone, PartialEq, Debug)]
pub struct WeighedThrow {
    /// The number of its step: the first step is 1, as the start is 0.
    pub step: usize,
    /// The events before it, for all audiences.
    pub log: usize,
    /// The rule that calls for it.
    pub rule: Rule,
    /// Purpose of the throw: its key in a catalogue.
    pub key: &'static str,
    /// Subjects of the throw.
    pub about: [Point; 3],
    /// The side that threw, where one did.
    pub side: Option<Side>,
    /// Number of its outcomes.
    pub faces: u32,
    /// Outcome that fell, as it reads.
    pub shows: String,
    /// Mean over all outcomes.
    pub expected: i32,
    /// Mean after what fell.
    pub actual: i32,
    /// After the outcome that is worst for the first side.
    pub least: i32,
    /// After the one that is best for it.
    pub most: i32,
    /// Number of the outcomes that are better for the first side than what fell.
    pub better: u32,
    /// Number of the outcomes that are worse.
    pub worse: u32,
}

/// A throw as it was asked for.
struct ThrowNote {
    log: usize,
    rule: Rule,
    key: &'static str,
    about: [Point; 3],
    side: Option<Side>,
    faces: u32,
    outcome: u32,
    shows: String,
    /// By class: its smallest outcome, how many outcomes it has, and whether it fell.
    classes: Vec<(u32, u32, bool)>,
    /// Number of the answers of the step that came before it.
    answers: usize,
}

/// Plays a recording and weighs its throws.
pub(crate) fn fortune<R: Presentation>(battle: &R::Battle, recording: &Recording) -> Result<Fortune, String> {
    let mut umpire = Noter { watcher: Watcher::new(recording), battle, throws: Vec::new(), log: 0 };
    let mut state = R::start(battle);
    let mut fortune = Fortune { throws: Vec::new(), is_whole: true };
    let mut left = MOST_RUNS_OF_A_GAME;
    for step in 1..=MOST_STEPS as usize {
        let before = state.clone();
        let flow = match R::step(battle, &mut state, &mut Doors::new(battle, &mut umpire)) {
            Ok(flow) => flow,
            Err(Stop::Waiting) => return Ok(fortune),
            Err(stop) => return Err(format!("{stop:?}")),
        };
        let (answers, throws) =
            (std::mem::take(&mut umpire.watcher.answers), std::mem::take(&mut umpire.throws));
        let outcomes: Vec<u32> = throws.iter().map(|throw| throw.outcome).collect();
        for (at, noted) in throws.into_iter().enumerate() {
            if left == 0 {
                fortune.is_whole = false;
                return Ok(fortune);
            }
            let known = (&answers[..noted.answers], &outcomes[..at]);
            fortune.throws.push(weigh::<R>(battle, &before, known, noted, step, &mut left)?);
        }
        if flow == Flow::Over {
            return Ok(fortune);
        }
    }
    Err("the game does not end".to_owned())
}

/// Weighs one throw, after what was answered and thrown before it in its step.
fn weigh<R: Presentation>(
    battle: &R::Battle,
    before: &R::State,
    (answers, thrown): (&[(Side, Answer)], &[u32]),
    noted: ThrowNote,
    step: usize,
    left: &mut u64,
) -> Result<WeighedThrow, String> {
    let mut means = vec![0.0; noted.classes.len()];
    if noted.classes.len() > 1 {
        for (mean, (smallest, ..)) in means.iter_mut().zip(&noted.classes) {
            let thrown: Vec<u32> = thrown.iter().copied().chain([*smallest]).collect();
            *mean = mean_after::<R>(battle, before, answers, &thrown, left)?;
        }
    }
    let all =
        || noted.classes.iter().zip(&means).map(|((_, outcomes, fell), mean)| (*outcomes, *fell, *mean));
    let actual = all().find(|(_, fell, _)| *fell).map_or(0.0, |(_, _, mean)| mean);
    let expected = all().map(|(outcomes, _, mean)| f64::from(outcomes) * mean).sum::<f64>();
    let count =
        |holds: &dyn Fn(f64) -> bool| all().filter(|(_, _, m)| holds(*m)).map(|(n, ..)| n).sum::<u32>();
    let whole = |value: f64| value.round() as i32;
    Ok(WeighedThrow {
        step,
        log: noted.log,
        rule: noted.rule,
        expected: whole(expected / f64::from(noted.faces.max(1))),
        actual: whole(actual),
        least: whole(means.iter().copied().fold(actual, f64::min)),
        most: whole(means.iter().copied().fold(actual, f64::max)),
        better: count(&|mean| mean > actual),
        worse: count(&|mean| mean < actual),
        key: noted.key,
        about: noted.about,
        side: noted.side,
        faces: noted.faces,
        shows: noted.shows,
    })
}

/// The mean change of what the first side's troops are worth over the second's at the step's end, after what is known.
fn mean_after<R: Presentation>(
    battle: &R::Battle,
    before: &R::State,
    answers: &[(Side, Answer)],
    thrown: &[u32],
    left: &mut u64,
) -> Result<f64, String> {
    let balance = |state: &R::State| {
        let [first, second] = R::troop_values(battle, state);
        first - second
    };
    let began = balance(before);
    let mut known = [Vec::new(), Vec::new()];
    for &(side, answer) in answers {
        known[side.index()].push(answer);
    }
    let mut plan = KnownAnswers::new(&known, QuietPlayer);
    let odds = Odds::<R>::new(battle).player(&mut plan).thrown(thrown).most_runs(MOST_RUNS_OF_A_CLASS);
    let ends = odds.of(|doors| {
        let mut state = before.clone();
        R::step(battle, &mut state, doors)?;
        Ok(balance(&state) - began)
    });
    let ends = ends.map_err(|error| error.to_string())?;
    *left = left.saturating_sub(ends.runs);
    let sum: f64 = ends.rows.iter().map(|(value, share)| f64::from(*value) * share.approx()).sum();
    // Where not every case was looked at, those that were stand for the others.
    Ok(sum / ends.covered.approx().max(f64::MIN_POSITIVE))
}

/// A replay that notes the answers and throws of the step.
struct Noter<'a, R: Presentation> {
    watcher: Watcher<'a>,
    battle: &'a R::Battle,
    throws: Vec<ThrowNote>,
    log: usize,
}

impl<R: Presentation> Noter<'_, R> {
    fn note(&self, throw: &Throw<'_>, outcome: u32) -> ThrowNote {
        let fell = (throw.class)(outcome);
        let mut classes: Vec<(u32, (u32, u32, bool))> = Vec::new();
        for face in 0..throw.faces.min(MOST_FACES) {
            let class = (throw.class)(face);
            match classes.iter_mut().find(|(known, _)| *known == class) {
                Some((_, (_, outcomes, _))) => *outcomes += 1,
                None => classes.push((class, (face, 1, class == fell))),
            }
        }
        if throw.faces > MOST_FACES {
            classes.clear();
        }
        ThrowNote {
            log: self.log,
            rule: throw.rule,
            key: throw.key,
            about: throw.about,
            side: throw.side,
            faces: throw.faces,
            outcome,
            shows: match (throw.shows)(outcome) {
                Point::Number(n) => n.to_string(),
                Point::Nothing => outcome.to_string(),
                other => table::Names::title(self.battle, other),
            },
            classes: classes.into_iter().map(|(_, class)| class).collect(),
            answers: self.watcher.answers.len(),
        }
    }
}

impl<R: Presentation> Umpire<R> for Noter<'_, R> {
    fn remembered(&mut self, state: &R::State, question: &Question<'_>) -> Option<Answer> {
        Umpire::<R>::remembered(&mut self.watcher, state, question)
    }

    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        Umpire::<R>::answer(&mut self.watcher, asked)
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let outcome = Umpire::<R>::throw(&mut self.watcher, throw)?;
        let noted = self.note(throw, outcome);
        self.throws.push(noted);
        Ok(outcome)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, _event: Event) {
        self.log += 1;
    }
}

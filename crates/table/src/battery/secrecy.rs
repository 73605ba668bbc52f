//! Non-interference: what a side may not know does not change what it is told.

use super::{Battery, mutated};
use crate::dice::FastDice;
use crate::hash::{hex, state_hash};
use crate::session::Session;
use crate::umpires::{Player, RandomPlayer, SeenQuestion, Staff};
use crate::{
    Answer, Decision, Doors, Event, Flow, Memory, Play, Point, Rulebook, Side, Throw, Umpire, Written,
};

/// Closeness of a look at what a side is told.
#[derive(Clone, Copy, Debug)]
pub struct Closeness {
    /// About one checkpoint in so many is looked at; all, if it is 1.
    pub every: u32,
    /// So many answers to a question are previewed.
    pub previews: usize,
    /// The runs of each preview.
    pub runs: u64,
}

impl Closeness {
    /// Three answers of about one checkpoint in so many, each through some hundreds of cases.
    pub const fn at(every: u32) -> Closeness {
        Closeness { every, previews: 3, runs: 300 }
    }

    /// Every checkpoint, with one answer and its first few cases.
    pub const EACH: Closeness = Closeness { every: 1, previews: 1, runs: 12 };
}

/// Secrets: what a rulebook tells the battery about its secrets.
pub trait Secrets<R: Rulebook> {
    /// A state that differs from the given one only in what `keep` may not know, somehow drawn from the seed.
    fn scramble(&self, battle: &R::Battle, state: &R::State, keep: Side, seed: u64) -> R::State;

    /// Whether an event brings a secret to light, so that what follows may rightly differ, as may the event itself.
    fn reveals(&self, _event: &Event) -> bool {
        false
    }
}

/// Mark of a step: what happened in a step, as far as the comparison goes.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Mark {
    /// The side saw this: it must not differ.
    Seen(String),
    /// Another side saw this: if it differs, what follows may differ.
    Other(String),
    /// A secret came to light: what follows may differ.
    Revealed,
}

/// Plays a step and notes what one side sees.
struct Watcher<'a, R: Rulebook> {
    side: Side,
    dice: FastDice,
    choices: FastDice,
    secrets: &'a dyn Secrets<R>,
    marks: Vec<Mark>,
}

impl<R: Rulebook> Umpire<R> for Watcher<'_, R> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let question = asked.question;
        let what = format!("{} {} {:?} {:?}", question.key, question.rule, question.about, asked.legal);
        self.marks.push(Mark::Seen(format!("side {} is asked", question.side.0)));
        if question.side == self.side {
            let view = hex(&state_hash(&R::view(asked.battle, asked.state, Some(self.side))));
            let mutant = mutated(
                &self.choices.pick(asked.legal),
                asked.legal,
                &super::verbs::<R>(),
                &mut self.choices,
            );
            let refused = asked.judge(&mutant).err();
            self.marks.push(Mark::Seen(format!("{what} view {view}; {mutant:?} {refused:?}")));
        } else {
            self.marks.push(Mark::Other(what));
        }
        Ok(self.choices.pick(asked.legal))
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let outcome = self.dice.below(throw.faces);
        let shows = (throw.shows)(outcome);
        self.marks.push(Mark::Seen(format!(
            "throw {} {} of {} shows {shows:?}",
            throw.key, throw.rule, throw.faces
        )));
        Ok(outcome)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        if self.secrets.reveals(&event) {
            self.marks.push(Mark::Revealed);
        } else if event.to.includes(Some(self.side)) {
            self.marks.push(Mark::Seen(format!("{event:?}")));
        }
    }
}

/// Decides in previews: whatever points at nothing, since it ends something, and else the first of what is legal. Who always took the first might turn
/// round and round for ever.
struct Ender;

impl<R: Rulebook> Player<R> for Ender {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        let ends = |answer: &&Answer| answer.points.iter().all(|point| *point == Point::Nothing);
        *seen.legal.iter().find(ends).unwrap_or(&seen.legal[0])
    }

    fn recall(&self, _into: &mut Written) -> Memory {
        Memory::Told
    }
}

impl<R: Rulebook> Battery<R> {
    /// Plays a random game; at about one checkpoint in `every`, for each side: scrambles what the side may not know, and compares views,
    /// previews, and questions, refusals, throws and events of the next step, as far as no secret comes to light.
    ///
    /// # Errors
    /// What the side can tell apart.
    pub fn secrecy(&self, secrets: &dyn Secrets<R>, seed: u64, every: u32) -> Result<(), String> {
        self.secrecy_so_close(secrets, seed, Closeness::at(every))
    }

    /// As [`Battery::secrecy`], looked at so closely.
    ///
    /// # Errors
    /// What the side can tell apart.
    pub fn secrecy_so_close(
        &self,
        secrets: &dyn Secrets<R>,
        seed: u64,
        close: Closeness,
    ) -> Result<(), String> {
        let mut players: Vec<RandomPlayer> =
            (0..self.sides).map(|side| RandomPlayer::new(seed * 256 + u64::from(side))).collect();
        let seats = players.iter_mut().map(|player| player as &mut dyn crate::Player<R>).collect();
        let mut staff = Staff::<R>::new(seats, FastDice::new(seed));
        let mut doors = Doors::new(&*self.battle, &mut staff);
        let mut state = R::start(&self.battle);
        let mut dice = FastDice::new(seed);
        for step in 0..self.most_steps {
            if dice.below(close.every.max(1)) == 0 {
                for side in (0..self.sides).map(Side) {
                    let told = self.compare(secrets, &state, side, dice.bits(), close);
                    told.map_err(|why| format!("seed {seed}, step {step}, side {}: {why}", side.0))?;
                }
            }
            match R::step(&self.battle, &mut state, &mut doors) {
                Ok(Flow::Continue) => {}
                Ok(Flow::Over) => return Ok(()),
                Err(stop) => return Err(format!("seed {seed}, step {step}: {stop:?}")),
            }
        }
        Err(format!("seed {seed}: no end after {} steps", self.most_steps))
    }

    fn compare(
        &self,
        secrets: &dyn Secrets<R>,
        state: &R::State,
        side: Side,
        seed: u64,
        close: Closeness,
    ) -> Result<(), String> {
        let other = secrets.scramble(&self.battle, state, side, seed);
        let view = |state: &R::State| R::view(&self.battle, state, Some(side));
        if view(state) != view(&other) {
            return Err("the views differ".into());
        }
        let watch = |state: &R::State| {
            let (dice, choices) = (FastDice::new(seed), FastDice::new(seed ^ 1));
            let mut watcher = Watcher { side, dice, choices, secrets, marks: Vec::new() };
            let result =
                R::step(&self.battle, &mut state.clone(), &mut Doors::new(&*self.battle, &mut watcher));
            result.map(|_| watcher.marks).map_err(|stop| format!("{stop:?}"))
        };
        let (a, b) = (watch(state)?, watch(&other)?);
        for at in 0..a.len().max(b.len()) {
            match (a.get(at), b.get(at)) {
                (Some(Mark::Revealed), _) | (_, Some(Mark::Revealed)) => break,
                (Some(Mark::Other(a)), Some(Mark::Other(b))) if a != b => break,
                (a, b) if a == b => {}
                (a, b) => return Err(format!("it can tell apart {a:?} and {b:?}")),
            }
        }
        let previews = |state: &R::State| self.previews(secrets, state, side, seed, close);
        let (a, b) = (previews(state)?, previews(&other)?);
        if let (Some(a), Some(b)) = (a, b)
            && let Some((a, b)) = a.iter().zip(&b).find(|(a, b)| a != b)
        {
            return Err(format!("previews tell apart {a} and {b}"));
        }
        Ok(())
    }

    /// Previews of some answers for a side in a live game that stands at a state; nothing where it is not asked, or where a
    /// secret has come to light before.
    fn previews(
        &self,
        secrets: &dyn Secrets<R>,
        state: &R::State,
        side: Side,
        seed: u64,
        close: Closeness,
    ) -> Result<Option<Vec<String>>, String> {
        let broken = |error: crate::session::SessionError| error.to_string();
        let session =
            Session::<R>::from_state(self.battle.clone(), &self.setup(), state.clone()).map_err(broken)?;
        let asked = session.pending().iter().find(|pending| pending.side == side);
        let (Some(asked), false) = (asked, session.log().iter().any(|event| secrets.reveals(event))) else {
            return Ok(None);
        };
        let mut dice = FastDice::new(seed ^ 2);
        let mut told = Vec::new();
        for _ in 0..close.previews {
            let answer = dice.pick(&asked.legal);
            let mut heard = Vec::new();
            let mut hear = |step: usize, events: &[Event]| heard.push(format!("{step} {events:?}"));
            let sight = session.foresee(side, answer, &mut Ender, close.runs, &mut hear).map_err(broken)?;
            let paths: Vec<String> = sight
                .paths
                .iter()
                .map(|path| {
                    let seen = [&path.near, &path.end].map(|state| hex(&state_hash(state)));
                    format!("{:?} {seen:?} {:?}", path.share, path.horizon)
                })
                .collect();
            told.push(format!("{} {answer:?}: {paths:?} {:?} {heard:?}", asked.key, sight.throws));
        }
        Ok(Some(told))
    }
}

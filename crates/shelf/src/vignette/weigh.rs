//! The exact odds of a vignette: its steps one after the other, from every state to which the throws of those before can lead.

use std::any::Any;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use foldhash::fast::FixedState;
use table::umpires::{Distribution, Odds, OddsError, Share};
use table::vignette::{Case, Transcript};
use table::{Answer, Doors, Flow, Memory, Play, Player, Question, SeenQuestion, Side, Written};

use crate::language::Language;
use crate::odds::Changes;
use crate::presentation::Presentation;

/// The most runs for the odds; where every case would take more, rare cases are left out.
pub(super) const MOST_RUNS_OF_A_VIGNETTE: u64 = 200_000;
/// A case is rare that comes up less than once in so many times as many cases as there are runs.
const RARE: u64 = 5;
/// The most states between two steps that are told apart, some kilobytes each. Further ones are not covered.
const MOST_STANDS: usize = 10_000;

/// Decides as the script did where the same question comes up again, and else does as little as possible.
pub struct Plan<'a> {
    answers: &'a [(Side, &'static str, Answer)],
    /// Answers that were given already. Read between two runs, while the umpire keeps the player.
    used: Mutex<Vec<bool>>,
}

impl<'a> Plan<'a> {
    /// The plan of a script that was played.
    pub fn of<R: Presentation>(base: &'a Transcript<R>) -> Self {
        Plan { answers: &base.answers, used: Mutex::new(vec![false; base.answers.len()]) }
    }
}

impl<R: Presentation> Player<R> for &Plan<'_> {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        let asked = (seen.side(), seen.question.key);
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let planned = (0..self.answers.len()).find(|&i| {
            let (side, key, answer) = self.answers[i];
            !used[i] && (side, key) == asked && seen.legal.contains(&answer)
        });
        match planned {
            Some(i) => {
                used[i] = true;
                self.answers[i].2
            }
            None => R::quiet(seen.legal),
        }
    }

    /// The first answer of the plan to this question that is this one is used up again.
    fn repeat(&mut self, _state: &R::State, question: &Question<'_>, answer: &Answer) -> bool {
        let asked = (question.side, question.key, *answer);
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(i) = (0..self.answers.len()).find(|&i| !used[i] && self.answers[i] == asked) {
            used[i] = true;
        }
        true
    }

    fn recall(&self, into: &mut Written) -> Memory {
        into.put(&*self.used.lock().unwrap_or_else(PoisonError::into_inner));
        Memory::Told
    }

    fn kept(&self) -> Option<Rc<dyn Any>> {
        Some(Rc::new(self.used.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }

    fn take_up(&mut self, kept: &dyn Any) {
        if let Some(used) = kept.downcast_ref() {
            self.used.lock().unwrap_or_else(PoisonError::into_inner).clone_from(used);
        }
    }
}

/// Stand of a case between two steps. What follows depends on nothing else but throws.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Stand<S> {
    /// The state of the game.
    pub state: S,
    used: Vec<bool>,
    is_over: bool,
}

/// States between two steps with their shares.
type Stands<S> = Vec<(Box<Stand<S>>, Share)>;

/// The steps in which anything happens before a script ends, each to its end.
pub struct Course<'a, R: Presentation> {
    case: &'a Case<R>,
    base: &'a Transcript<R>,
    /// Steps after a script that throws no die, up to the first that throws one before anybody decides.
    forced: usize,
    landmarks: Landmarks,
}

/// Landmarks: whether cases that come to one alike are weighed together.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Landmarks {
    /// They are.
    Minded,
    /// Each is weighed by itself.
    Ignored,
}

impl<'a, R: Presentation> Course<'a, R> {
    /// The steps of a case whose script was played.
    pub fn of(case: &'a Case<R>, base: &'a Transcript<R>) -> Self {
        // A combat that is the only one is fought at once: what was announced is weighed with it.
        let forced = if base.thrown.is_empty() && base.steps > 0 { base.ahead } else { 0 };
        Course { case, base, forced, landmarks: Landmarks::Minded }
    }

    /// As if there were no landmarks: each case is played by itself, to be compared with.
    #[must_use]
    pub fn straight(self) -> Self {
        Course { landmarks: Landmarks::Ignored, ..self }
    }

    /// Number of the steps.
    pub fn steps(&self) -> usize {
        self.base.steps + usize::from(self.base.is_inside) + self.forced
    }

    /// Note on what is played where the script does not end with a step.
    pub fn note(&self) -> Option<&'static str> {
        match (self.base.steps, self.base.is_inside, self.forced) {
            (_, true, _) => Some(
                "The script ends inside a step: it is played to its end, with as little as possible decided.",
            ),
            (0, ..) => Some("The script decides and throws nothing: there is nothing to weigh."),
            (.., 0) if self.base.thrown.is_empty() => {
                Some("No die is thrown in what the script plays: let it go on to what is to be weighed.")
            }
            (.., 0) => None,
            _ => Some(
                "The script throws no die: what nobody decides after it is played up to the next throw and what comes of it, with as little \
                 as possible decided.",
            ),
        }
    }

    /// The stand before the first.
    pub fn start(&self) -> Stand<R::State> {
        Stand {
            state: R::start(&self.case.battle),
            used: vec![false; self.base.answers.len()],
            is_over: false,
        }
    }

    /// Plays a step, decided by the plan, which the doors must have behind them.
    ///
    /// # Errors
    /// The umpire behind the doors stops the play.
    pub fn step(
        &self,
        from: &Stand<R::State>,
        plan: &Plan<'_>,
        doors: &mut Doors<'_, R>,
    ) -> Play<Stand<R::State>> {
        if from.is_over {
            return Ok(from.clone());
        }
        let used = || plan.used.lock().unwrap_or_else(PoisonError::into_inner);
        used().clone_from(&from.used);
        let mut state = from.state.clone();
        let is_over = R::step(&self.case.battle, &mut state, doors)? == Flow::Over;
        let used = used().clone();
        Ok(Stand { state, used, is_over })
    }

    /// Changes from the start.
    pub fn changes(&self, stand: &Stand<R::State>) -> Changes {
        let b = &self.case.battle;
        R::changes(b, &R::start(b), &stand.state, R::catalogue(Language::ENGLISH))
    }

    /// Every state in which the case can end, with its share; where so many runs do not cover all cases, those that are not rare.
    ///
    /// # Errors
    /// Says why the odds cannot be told.
    pub fn ends(&self, most_runs: u64) -> Result<Distribution<Changes>, String> {
        let every = self.weighed(most_runs, None).map_err(|error| error.to_string())?;
        if every.complete() {
            return Ok(every);
        }
        self.weighed(most_runs, Some(RARE * most_runs)).map_err(|error| error.to_string())
    }

    /// The ends that so many runs come to, all of them or those that come up more than once in `rarest`.
    fn weighed(&self, most_runs: u64, rarest: Option<u64>) -> Result<Distribution<Changes>, OddsError> {
        let (mut stands, mut runs) = (vec![(Box::new(self.start()), Share::ALL)], 0);
        for step in 0..self.steps() {
            let left = (most_runs - runs) / (self.steps() - step) as u64;
            let most = if rarest.is_some() { left } else { most_runs - runs };
            let (next, took) = self.weigh_step(stands, most, rarest)?;
            (stands, runs) = (next, runs + took);
        }
        Distribution::gather(stands.iter().map(|(stand, share)| (self.changes(stand), *share)), runs)
    }

    /// The states after a step, with their shares, and how many runs it took: from the likeliest states first.
    fn weigh_step(
        &self,
        mut stands: Stands<R::State>,
        most_runs: u64,
        rarest: Option<u64>,
    ) -> Result<(Stands<R::State>, u64), OddsError> {
        let (mut next, mut known) = (Stands::new(), HashMap::<u64, Vec<usize>, FixedState>::default());
        let plan = Plan::of(self.base);
        let mut runs = 0;
        stands.sort_by_key(|(_, share)| Reverse(share.part_of(1 << 32)));
        for (stand, share) in stands {
            let mut player = &plan;
            let mut odds = Odds::<R>::new(&self.case.battle).player(&mut player).most_runs(most_runs - runs);
            if self.landmarks == Landmarks::Ignored {
                odds = odds.straight();
            }
            if let Some(once_in) = rarest {
                odds = odds.rarest(share.part_of(once_in).max(1));
            }
            let found = odds.of(|doors| -> Play<Option<usize>> {
                let after = self.step(&stand, &plan, doors)?;
                let alike = known.entry(FixedState::default().hash_one(&after)).or_default();
                let new = next.len();
                Ok(match alike.iter().find(|&&at| *next[at].0 == after) {
                    Some(&at) => Some(at),
                    None if new == MOST_STANDS => None,
                    None => {
                        alike.push(new);
                        next.push((Box::new(after), Share::NONE));
                        Some(new)
                    }
                })
            })?;
            runs += found.runs;
            for (at, part) in found.rows.iter().filter_map(|(at, part)| at.map(|at| (at, *part))) {
                let part = share.times(part.of, part.all).and_then(|part| next[at].1.plus(part));
                next[at].1 = part.ok_or(OddsError::TooFine)?;
            }
        }
        Ok((next, runs))
    }
}

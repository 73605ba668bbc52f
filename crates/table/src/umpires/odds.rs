//! The odds umpire: exact probabilities of any procedure, by walking through every class of every throw.

use std::fmt;

use super::player::{FirstLegal, Player};
use super::waiting::{Haste, Waiting};
use super::walker::{Landmarks, Walker, Watch};
use crate::{Answer, Doors, Event, Play, Rulebook, Stop};

/// An exact share of all cases: a ratio in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Share {
    /// Numerator.
    pub of: u128,
    /// Denominator, never 0.
    pub all: u128,
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl Share {
    /// No case.
    pub const NONE: Share = Share { of: 0, all: 1 };
    /// Every case.
    pub const ALL: Share = Share { of: 1, all: 1 };

    fn reduced(self) -> Share {
        let common = gcd(self.of, self.all).max(1);
        Share { of: self.of / common, all: self.all / common }
    }

    /// So many of all of these cases; `None` if it cannot be written in 128 bits.
    pub fn times(self, of: u128, all: u128) -> Option<Share> {
        let fast = self.of.checked_mul(of).zip(self.all.checked_mul(all));
        fast.map(|(of, all)| Share { of, all }).or_else(|| {
            let (a, b) = (self.reduced(), Share { of, all }.reduced());
            let (x, y) = (Share { of: a.of, all: b.all }.reduced(), Share { of: b.of, all: a.all }.reduced());
            Some(Share { of: x.of.checked_mul(y.of)?, all: x.all.checked_mul(y.all)? })
        })
    }

    /// These cases and others; `None` if it cannot be written in 128 bits.
    pub fn plus(self, other: Share) -> Option<Share> {
        if self.all == other.all {
            return Some(Share { of: self.of.checked_add(other.of)?, all: self.all });
        }
        let (a, b) = (self.reduced(), other.reduced());
        let scale = b.all / gcd(a.all, b.all);
        let all = a.all.checked_mul(scale)?;
        let of = a.of.checked_mul(scale)?.checked_add(b.of.checked_mul(all / b.all)?)?;
        Some(Share { of, all })
    }

    /// Share of so many cases, rounded down.
    pub fn part_of(self, cases: u64) -> u64 {
        let cases = u128::from(cases);
        let part = self.of.checked_mul(cases).map(|of| of / self.all);
        let part = part.unwrap_or_else(|| self.of / (self.all / cases).max(1));
        u64::try_from(part.min(cases)).expect("it is at most the number of cases")
    }

    /// As a number from 0 to 1, for drawing and printing only.
    pub fn approx(self) -> f64 {
        self.of as f64 / self.all as f64
    }

    /// In tenths of a percent, rounded to the nearest.
    pub fn permille(self) -> u32 {
        let Share { of, all } = self.reduced();
        let (of, all) = if all > u128::MAX / 4000 { (of >> 16, (all >> 16).max(1)) } else { (of, all) };
        u32::try_from((of * 2000 + all) / (2 * all)).expect("a share is at most 1")
    }
}

impl fmt::Display for Share {
    /// As a percentage with one decimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let permille = self.permille();
        f.pad(&format!("{}.{} %", permille / 10, permille % 10))
    }
}

/// Results with their exact shares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distribution<T> {
    /// The results in their order, each once, with its share.
    pub rows: Vec<(T, Share)>,
    /// The share of all cases that the rows cover: all of them, unless the limit was reached.
    pub covered: Share,
    /// Number of the runs it took.
    pub runs: u64,
}

impl<T: Ord> Distribution<T> {
    /// Whether every case is covered. If not, the rows are lower bounds.
    pub fn complete(&self) -> bool {
        self.covered == Share::ALL
    }

    /// The share of one result.
    pub fn share(&self, result: &T) -> Share {
        self.rows.iter().find(|(r, _)| r == result).map_or(Share::NONE, |(_, share)| *share)
    }

    /// The same cases under coarser results.
    ///
    /// # Errors
    /// [`OddsError::TooFine`] if a sum cannot be written in 128 bits.
    pub fn map<U: Ord>(&self, mut coarser: impl FnMut(&T) -> U) -> Result<Distribution<U>, OddsError> {
        let mut rows = Rows(Vec::new());
        for (result, share) in &self.rows {
            rows.add(coarser(result), *share)?;
        }
        Ok(rows.finish(self.covered, self.runs))
    }

    /// Cases with their shares, counted together by their result.
    ///
    /// # Errors
    /// [`OddsError::TooFine`] if a sum cannot be written in 128 bits.
    pub fn gather(cases: impl Iterator<Item = (T, Share)>, runs: u64) -> Result<Distribution<T>, OddsError> {
        let mut rows = Rows(Vec::new());
        let mut covered = Share::NONE;
        for (result, share) in cases {
            rows.add(result, share)?;
            covered = covered.plus(share).ok_or(OddsError::TooFine)?;
        }
        Ok(rows.finish(covered, runs))
    }

    /// A table: result, percentage and exact ratio, one a line.
    pub fn table(&self, mut label: impl FnMut(&T) -> String) -> String {
        let labels: Vec<String> = self.rows.iter().map(|(result, _)| label(result)).collect();
        let width = labels.iter().map(|l| l.chars().count()).max().unwrap_or(0);
        let mut table = String::new();
        for (label, (_, share)) in labels.iter().zip(&self.rows) {
            table.push_str(&format!("{label:<width$}  {share:>7}  {}/{}\n", share.of, share.all));
        }
        if !self.complete() {
            table.push_str(&format!("(only {} of all cases were looked at)\n", self.covered));
        }
        table
    }
}

/// Error of the odds: why there are none.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum OddsError {
    /// The procedure stopped.
    #[error("the procedure stopped: {0:?}")]
    Stopped(Stop),
    /// A share cannot be written as a ratio of 128-bit numbers.
    #[error("the odds are too fine for 128-bit numbers")]
    TooFine,
    /// The procedure did not do the same thing twice after the same throws.
    #[error("the procedure or its plan is not deterministic: {0}")]
    Unsteady(String),
}

/// Rows under construction, kept sorted.
struct Rows<T>(Vec<(T, Share)>);

impl<T: Ord> Rows<T> {
    fn add(&mut self, result: T, share: Share) -> Result<(), OddsError> {
        match self.0.binary_search_by(|(r, _)| r.cmp(&result)) {
            Ok(at) => self.0[at].1 = self.0[at].1.plus(share).ok_or(OddsError::TooFine)?,
            Err(at) => self.0.insert(at, (result, share)),
        }
        Ok(())
    }

    fn finish(self, covered: Share, runs: u64) -> Distribution<T> {
        let rows = self.0.into_iter().map(|(result, share)| (result, share.reduced())).collect();
        Distribution { rows, covered: covered.reduced(), runs }
    }
}

/// The odds umpire. Build it with [`Odds::new`], then let it walk with [`Odds::of`].
pub struct Odds<'a, R: Rulebook> {
    battle: &'a R::Battle,
    answers: &'a [Answer],
    thrown: &'a [u32],
    player: Option<&'a mut dyn Player<R>>,
    most_runs: u64,
    rarest: Option<u64>,
    watch: Option<&'a dyn Watch>,
    landmarks: Landmarks,
}

impl<'a, R: Rulebook> Odds<'a, R> {
    /// Odds in a battle, by default with the first legal answer to every question, and at most 100 000 runs.
    pub fn new(battle: &'a R::Battle) -> Self {
        Odds {
            battle,
            answers: &[],
            thrown: &[],
            player: None,
            most_runs: 100_000,
            rarest: None,
            watch: None,
            landmarks: Landmarks::Minded,
        }
    }

    /// The first answers, in order. A forced question (one legal answer) takes none, unless the next is that very one.
    #[must_use]
    pub fn answers(mut self, answers: &'a [Answer]) -> Self {
        self.answers = answers;
        self
    }

    /// Player who decides after the fixed answers. It must decide the same way in the same situation.
    #[must_use]
    pub fn player(mut self, player: &'a mut dyn Player<R>) -> Self {
        self.player = Some(player);
        self
    }

    /// The outcomes of the first throws, which are thrown already.
    #[must_use]
    pub fn thrown(mut self, outcomes: &'a [u32]) -> Self {
        self.thrown = outcomes;
        self
    }

    /// Gives up after so many runs, with what is covered until then.
    #[must_use]
    pub fn most_runs(mut self, runs: u64) -> Self {
        self.most_runs = runs;
        self
    }

    /// Lets somebody watch the runs.
    #[must_use]
    pub(crate) fn watched(mut self, watch: &'a dyn Watch) -> Self {
        self.watch = Some(watch);
        self
    }

    /// Leaves out the cases that come up less than once in so many, but for one that goes on where all would be left out. What is
    /// left out is not covered.
    #[must_use]
    pub fn rarest(mut self, once_in: u64) -> Self {
        self.rarest = Some(once_in);
        self
    }

    /// Runs a procedure once for each case. It must begin from the same state each time.
    ///
    /// # Errors
    /// [`OddsError`].
    pub fn of<T: Ord>(
        self,
        procedure: impl FnMut(&mut Doors<'_, R>) -> Play<T>,
    ) -> Result<Distribution<T>, OddsError> {
        self.walk(false, procedure, |result, _| result)
    }

    /// Passes landmarks by, as if there were none: every case is played by itself.
    #[must_use]
    pub fn straight(mut self) -> Self {
        self.landmarks = Landmarks::Ignored;
        self
    }

    /// As [`Odds::of`], but the results are made also from the events of the run. Where cases went on together from a landmark they are those of one of
    /// them; only the first event with sums is the same in all.
    ///
    /// # Errors
    /// [`OddsError`].
    pub fn of_told<S, T: Ord>(
        self,
        procedure: impl FnMut(&mut Doors<'_, R>) -> Play<S>,
        label: impl FnMut(S, Vec<Event>) -> T,
    ) -> Result<Distribution<T>, OddsError> {
        self.walk(true, procedure, label)
    }

    fn walk<S, T: Ord>(
        self,
        listens: bool,
        mut procedure: impl FnMut(&mut Doors<'_, R>) -> Play<S>,
        mut label: impl FnMut(S, Vec<Event>) -> T,
    ) -> Result<Distribution<T>, OddsError> {
        let mut first = FirstLegal;
        let player: &mut dyn Player<R> = match self.player {
            Some(player) => player,
            None => &mut first,
        };
        let mut walker = Walker::new(self.answers, self.thrown, player, listens);
        (walker.rarest, walker.watch, walker.landmarks) = (self.rarest, self.watch, self.landmarks);
        let mut list = Vec::with_capacity(256);
        let mut runs = 0;
        let (mut rows, mut covered) = (Rows(Vec::new()), Share::NONE);
        let mut waiting = Waiting::default();
        waiting.start();
        'runs: while let Some(case) = waiting.next(Haste::after(runs, self.most_runs)) {
            walker.go_on(case);
            loop {
                if runs == self.most_runs {
                    break 'runs;
                }
                walker.begin();
                let mut doors = Doors::with_list(self.battle, &mut walker, list);
                let result = procedure(&mut doors);
                list = doors.into_list();
                runs += 1;
                if self.watch.is_some_and(Watch::has_seen_enough) {
                    break 'runs;
                }
                let waits = walker.wait(&mut waiting);
                if walker.too_fine {
                    return Err(OddsError::TooFine);
                }
                if !waits {
                    let result = result.map_err(OddsError::Stopped)?;
                    covered = covered.plus(walker.share).ok_or(OddsError::TooFine)?;
                    rows.add(label(result, walker.events()), walker.share)?;
                }
                if !walker.is_steady() {
                    return Err(OddsError::Unsteady("fewer throws than before".into()));
                }
                if !walker.advance() {
                    break;
                }
            }
        }
        Ok(rows.finish(covered, runs))
    }
}

//! A ladder of checkpoints: from near any point of the game so far one can play on to it in a few steps.
//!
//! Every checkpoint is put on it, and older ones are thinned out: those further back stand further apart, by powers of two. So a game of n
//! steps keeps some 2 log n of them for going back a little (at most as many steps are played again as are taken back), and
//! beside these one about every [`EVENLY`]th part of the game for opening any point of it.

use std::sync::Arc;

/// Into how many parts, at least, the game is cut by checkpoints.
const EVENLY: u64 = 16;

/// A checkpoint.
#[derive(Debug)]
pub(super) struct Rung<S> {
    /// Number of the steps played by then.
    pub(super) step: u64,
    /// Number of the inputs used up by then.
    pub(super) inputs: usize,
    /// Number of the events told by then.
    pub(super) log: usize,
    /// The state. It is shared, so that a rung costs nothing to copy.
    pub(super) state: Arc<S>,
}

impl<S> Clone for Rung<S> {
    fn clone(&self) -> Self {
        Rung { state: Arc::clone(&self.state), ..*self }
    }
}

impl<S> Clone for Ladder<S> {
    fn clone(&self) -> Self {
        Ladder { rungs: self.rungs.clone() }
    }
}

/// The checkpoints that are kept, in the order of the game. The first is the start.
#[derive(Debug)]
pub(super) struct Ladder<S> {
    rungs: Vec<Rung<S>>,
}

impl<S> Ladder<S> {
    pub(super) fn new(start: S) -> Self {
        Ladder { rungs: vec![Rung { step: 0, inputs: 0, log: 0, state: Arc::new(start) }] }
    }

    /// Puts the newest checkpoint on top, and thins out those below it.
    pub(super) fn push(&mut self, rung: Rung<S>) {
        let now = rung.step;
        debug_assert!(self.top().step < now && self.top().inputs <= rung.inputs, "a ladder goes up");
        self.rungs.push(rung);
        self.rungs.retain(|rung| rung.step.is_multiple_of(spacing(now, rung.step)));
    }

    /// The newest checkpoint.
    pub(super) fn top(&self) -> &Rung<S> {
        self.rungs.last().expect("the start is never taken away")
    }

    /// The last checkpoint at which no more than so many inputs had been used up.
    pub(super) fn before_input(&self, inputs: usize) -> &Rung<S> {
        &self.rungs[self.rungs.partition_point(|rung| rung.inputs <= inputs) - 1]
    }

    /// The last checkpoint at which no more than so many steps had been played.
    pub(super) fn before_step(&self, step: u64) -> &Rung<S> {
        &self.rungs[self.rungs.partition_point(|rung| rung.step <= step) - 1]
    }

    /// Takes all checkpoints above a step away.
    pub(super) fn cut(&mut self, step: u64) {
        self.rungs.truncate(self.rungs.partition_point(|rung| rung.step <= step));
    }
}

/// Spacing of checkpoints that are as old as the one after `step` steps is after `now`. It only grows with time, by powers of two:
/// what is thinned out is never missed afterwards.
fn spacing(now: u64, step: u64) -> u64 {
    let power = |most: u64| 1 << most.max(1).ilog2();
    power((now - step) / 2).min(power(now / EVENLY))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn climbed(steps: u64) -> Ladder<u64> {
        let mut ladder = Ladder::new(0);
        for step in 1..=steps {
            let inputs = usize::try_from(step).unwrap() * 2;
            ladder.push(Rung { step, inputs, log: 0, state: Arc::new(step) });
        }
        ladder
    }

    #[test]
    fn going_back_costs_no_more_than_what_is_taken_back_or_a_part_of_the_game() {
        for steps in [0, 1, 2, 3, 15, 16, 17, 100, 1000, 4095, 4096] {
            let ladder = climbed(steps);
            for step in 0..=steps {
                let rung = ladder.before_step(step);
                let again = step - rung.step;
                assert_eq!(rung.state, Arc::new(rung.step));
                assert!(
                    again <= steps - step,
                    "{again} steps again to take {} of {steps} back",
                    steps - step
                );
                assert!(again <= steps / EVENLY, "{again} steps again to open {step} of {steps}");
                let at = usize::try_from(step).unwrap() * 2;
                assert_eq!(
                    (ladder.before_input(at).step, ladder.before_input(at + 1).step),
                    (rung.step, rung.step)
                );
            }
        }
    }

    #[test]
    fn a_ladder_grows_by_the_logarithm_of_the_game() {
        for (steps, most) in [(100, 50), (1000, 56), (10_000, 62), (100_000, 68)] {
            let kept = climbed(steps).rungs.len();
            assert!(kept <= most, "{kept} checkpoints after {steps} steps");
        }
    }

    #[test]
    fn what_is_cut_off_is_climbed_again() {
        let mut ladder = climbed(1000);
        ladder.cut(900);
        assert!(ladder.top().step <= 900 && ladder.top().step >= 800, "{}", ladder.top().step);
        ladder.cut(0);
        assert_eq!(ladder.top().step, 0);
    }
}

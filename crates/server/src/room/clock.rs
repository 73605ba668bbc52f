//! A side's budget of time.

use serde::{Deserialize, Serialize};
use table::Side;

use crate::wire::{ClockRule, Clocks, FlagRule};

/// The clocks of a game, as they are kept.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockState {
    /// Milliseconds left by side, at `at_ms`.
    pub left_ms: Vec<i64>,
    /// Sides whose clocks run.
    pub running: Vec<u8>,
    /// Time at which that was so, in milliseconds since 1970.
    pub at_ms: i64,
    /// Stopped by consent.
    pub paused: bool,
    /// Side that proposes to stop them, or to go on.
    pub proposed_by: Option<u8>,
    /// For how many sections of turns time was added, by side. What is taken back and played again counts once.
    #[serde(default)]
    pub added: [u32; 2],
    /// Rule for the clock at zero.
    #[serde(default)]
    pub at_zero: FlagRule,
}

impl ClockState {
    /// Full clocks, none running.
    pub fn new(rule: &ClockRule, now_ms: i64) -> ClockState {
        let full = i64::from(rule.budget_s) * 1000;
        ClockState {
            left_ms: vec![full; 2],
            running: Vec::new(),
            at_ms: now_ms,
            paused: false,
            proposed_by: None,
            added: [0; 2],
            at_zero: rule.at_zero,
        }
    }

    /// Lets time pass.
    pub fn tick(&mut self, now_ms: i64) {
        let passed = (now_ms - self.at_ms).max(0);
        if !self.paused {
            for side in &self.running {
                self.left_ms[usize::from(*side)] -= passed;
            }
        }
        self.at_ms = self.at_ms.max(now_ms);
    }

    /// Something was decided that came in at one moment and was done at another, for which nobody's clock pays: time is added for new
    /// sections, and the clocks of those run who are asked now.
    pub fn decided(
        &mut self,
        rule: &ClockRule,
        sections: [u32; 2],
        asked: &[u8],
        (came_ms, now_ms): (i64, i64),
    ) {
        self.tick(came_ms);
        self.at_ms = self.at_ms.max(now_ms);
        for (side, all) in sections.into_iter().enumerate() {
            let new = all.saturating_sub(self.added[side]);
            self.left_ms[side] += i64::from(rule.increment_s) * 1000 * i64::from(new);
            self.added[side] = self.added[side].max(all);
        }
        self.running = asked.to_vec();
    }

    /// Time at which the first of the running clocks that count falls, in seconds since 1970.
    pub fn due(&self, counts: impl Fn(Side) -> bool) -> Option<i64> {
        let running = self.running.iter().filter(|side| counts(Side(**side)));
        let left = running.map(|side| self.left_ms[usize::from(*side)]).min()?;
        (!self.paused).then(|| (self.at_ms + left).div_euclid(1000) + 1)
    }

    /// A side agrees to stop the clocks, or to start them again: that is done when the other has agreed before.
    pub fn agree(&mut self, side: Side, now_ms: i64) {
        if self.proposed_by.is_some_and(|by| by != side.0) {
            return self.turn_over(now_ms);
        }
        self.tick(now_ms);
        self.proposed_by = Some(side.0);
    }

    /// The clocks stop, or run again.
    pub fn turn_over(&mut self, now_ms: i64) {
        self.tick(now_ms);
        self.paused = !self.paused;
        self.proposed_by = None;
    }

    /// The side whose time is over, the first if there are several.
    pub fn fallen(&self) -> Option<Side> {
        let left = |side: &u8| self.left_ms[usize::from(*side)];
        self.running.iter().copied().filter(|side| left(side) <= 0).min_by_key(left).map(Side)
    }

    /// As it is shown.
    pub fn shown(&self) -> Clocks {
        Clocks {
            left_ms: self.left_ms.clone(),
            running: self.running.clone(),
            at_ms: self.at_ms,
            paused: self.paused,
            pause_proposed_by: self.proposed_by,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_those_who_are_asked_and_stops_by_consent() {
        let rule = ClockRule { budget_s: 60, increment_s: 5, at_zero: FlagRule::Nothing };
        let mut clocks = ClockState::new(&rule, 0);
        clocks.decided(&rule, [1, 0], &[0], (0, 0));
        assert_eq!((clocks.left_ms[0], clocks.due(|_| true)), (65_000, Some(66)));
        clocks.decided(&rule, [1, 0], &[1], (10_000, 10_000));
        assert_eq!(clocks.left_ms, [55_000, 60_000]);
        // A section that was taken back and is played again brings nothing.
        clocks.decided(&rule, [0, 0], &[1], (10_000, 10_000));
        clocks.decided(&rule, [1, 0], &[1], (10_000, 10_000));
        assert_eq!(clocks.left_ms, [55_000, 60_000]);
        // What was done late is nobody's time.
        clocks.decided(&rule, [1, 0], &[1], (10_000, 15_000));
        clocks.agree(Side(1), 25_000);
        assert!(!clocks.paused);
        clocks.agree(Side(0), 35_000);
        assert!(clocks.paused);
        clocks.tick(500_000);
        assert_eq!((clocks.left_ms.as_slice(), clocks.due(|_| true)), ([55_000, 40_000].as_slice(), None));
        assert_eq!(clocks.fallen(), None);
        clocks.turn_over(500_000);
        assert!(!clocks.paused);
        clocks.tick(541_000);
        assert_eq!(clocks.fallen(), Some(Side(1)));
    }
}

//! The cadet: plays simply and never absurdly, an opponent for beginners.
//!
//! The cadet asks the sergeant what to do, and now and then lets a chance go by: moves a unit fewer, holds a battery's fire, does not
//! sound the charge, lets the beaten run. All that the cadet does would be sensible; only some of it is left undone.

use jdg::Jdg;
use jdg::core::verb;
use table::dice::FastDice;
use table::{Answer, Player, SeenQuestion, Verb};

use super::sergeant::Sergeant;

/// A beginner's opponent.
pub struct Cadet {
    sergeant: Sergeant,
    dice: FastDice,
    why: Option<String>,
}

impl Cadet {
    /// A cadet whose hesitations follow from the seed.
    pub fn new(seed: u64) -> Self {
        Cadet { sergeant: Sergeant::new(seed), dice: FastDice::new(seed), why: None }
    }
}

/// In how many of ten cases a cadet lets a chance go by, and by which answer.
fn hesitation(key: &str, advised: &Answer) -> Option<(u32, Verb)> {
    match (key, advised.verb) {
        ("move.unit", verb::CHARGE | verb::CHARGE_STACK) => Some((7, verb::PASS)),
        ("move.unit", verb::MARCH | verb::MARCH_STACK) => Some((5, verb::PASS)),
        ("move.unit", _) => Some((2, verb::PASS)),
        ("orders.group", _) => Some((3, verb::PASS)),
        ("initiative.test", _) => Some((5, verb::REDUCED)),
        ("fire.battery" | "react.fire", _) => Some((4, verb::PASS)),
        ("fire.reply", _) => Some((7, verb::PASS)),
        ("shock.announce", _) => Some((5, verb::PASS)),
        ("countershock.offer" | "pursue.who", _) => Some((8, verb::PASS)),
        ("breakthrough.offer" | "countercharge", _) => Some((8, verb::NO)),
        ("rally.unit", _) => Some((4, verb::PASS)),
        _ => None,
    }
}

impl Player<Jdg> for Cadet {
    fn decide(&mut self, seen: &SeenQuestion<'_, Jdg>) -> Answer {
        let advised = self.sergeant.decide(seen);
        self.why = None;
        let Some((cases, verb)) = hesitation(seen.question.key, &advised) else { return advised };
        let quiet = Answer::button(verb);
        let may = quiet != advised && seen.legal.contains(&quiet);
        // The die falls also where nothing could be left undone, so that it does not matter what else was on offer.
        if self.dice.below(10) >= cases || !may {
            return advised;
        }
        self.why = Some("A cadet is content with what has been done.".to_owned());
        quiet
    }

    fn why(&self) -> String {
        self.why.clone().unwrap_or_else(|| Player::<Jdg>::why(&self.sergeant))
    }
}

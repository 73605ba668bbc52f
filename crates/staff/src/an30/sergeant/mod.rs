//! The sergeant: plays sensibly by rules of thumb, and tries out what can be tried out: assaults and charges are played from the view of the
//! own side with separate dice, and what comes of them on average decides (`trial`).
//!
//! The sergeant sees only what the side sees, and keeps nothing that is needed: what is remembered of an activation spares thinking twice. All values are whole
//! numbers (`field_view`), so that they decide the same everywhere. A seed gives each sergeant whims: some goals are dearer to one than to others.

mod command;
mod context;
mod deeds;
mod field_view;
mod fire;
mod goals;
mod habits;
mod leaders;
mod moves;
mod reactions;
mod stance;
mod trial;
mod walk;

use an30::An30;
use an30::variant::Edition;
use table::{Answer, Decision, Player, Rulebook, SeenQuestion};

use super::Rules;
use context::{DecisionContext, Memory};
use field_view::FieldView;

/// A computer player by rules of thumb.
#[derive(Default)]
pub struct Sergeant {
    memory: Memory,
    why: String,
}

impl Sergeant {
    /// A sergeant whose whims follow from the seed.
    pub fn new(seed: u64) -> Self {
        Sergeant { memory: Memory::new(seed), why: String::new() }
    }
}

impl<E: Edition> Player<An30<E>> for Sergeant {
    fn decide(&mut self, seen: &SeenQuestion<'_, An30<E>>) -> Answer {
        let view = FieldView::new(seen.battle, seen.view(), seen.side());
        self.memory.refresh(&view);
        // Editions differ in the steps that the battle has with it, not in what is asked and seen: one desk serves all.
        let (battle, state) = (seen.battle, seen.view());
        let asked = Decision::<Rules> { battle, state, question: seen.question, legal: seen.legal };
        let seen = &SeenQuestion::new(&asked);
        let mut desk = DecisionContext { seen, view, memory: &mut self.memory, why: &mut self.why };
        dispatch(&mut desk)
    }

    fn begin(&mut self) {
        self.memory = Memory::new(self.memory.seed);
    }

    fn remembers(&self) -> bool {
        true
    }

    fn why(&self) -> String {
        self.why.clone()
    }
}

impl DecisionContext<'_, '_> {
    /// An answer in words: its verb, and what it points at.
    fn word(&self, answer: &Answer) -> String {
        let verb = Rules::VERBS[usize::from(answer.verb.0)];
        format!("{verb} {}", self.answer_name(answer)).trim_end().to_owned()
    }
}

/// Every question has its chapter; the lesser ones are answered by habit.
fn dispatch(desk: &mut DecisionContext<'_, '_>) -> Answer {
    match desk.seen.question.key {
        "mu.create" => command::create(desk),
        "initiative" => command::initiative(desk),
        "asset" => command::asset(desk),
        "move.stack" => moves::choose(desk),
        "move.step" => moves::step(desk),
        "leader.hex" => leaders::hex(desk),
        "leader.along" => leaders::along(desk),
        "fire.declare" => fire::declare(desk),
        "charge.answered" | "charge.target" | "charge.recall" | "charge.withdraw" => reactions::charge(desk),
        "opportunity_charge" => reactions::seize(desk),
        _ => reactions::usual(desk),
    }
}

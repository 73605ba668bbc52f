//! The sergeant: plays sensibly by rules of thumb, each a short function that says why.
//!
//! They see only what their side sees, and keep nothing that they need: what they remember of an activation spares thinking
//! twice. All values are whole numbers ([`field_view`]), so that they decide the same everywhere.

mod context;
pub mod field_view;
mod fire;
mod goals;
mod moves;
mod orders;
mod prospect;
mod rally;
mod reactions;
mod shock;
mod stance;

use jdg::Jdg;
use table::{Answer, Player, SeenQuestion};

use context::{DecisionContext, Memory};
use field_view::FieldView;

/// A computer player by rules of thumb.
#[derive(Default)]
pub struct Sergeant {
    memory: Memory,
    why: String,
}

impl Sergeant {
    /// A sergeant. Their rules leave nothing to chance, so that all seeds decide alike.
    pub fn new(_seed: u64) -> Self {
        Sergeant::default()
    }
}

impl Player<Jdg> for Sergeant {
    fn decide(&mut self, seen: &SeenQuestion<'_, Jdg>) -> Answer {
        let view = FieldView::new(seen.battle, seen.view(), seen.side());
        self.memory.refresh(&view);
        let mut desk = DecisionContext { seen, view, memory: &mut self.memory, why: &mut self.why };
        dispatch(&mut desk)
    }

    fn why(&self) -> String {
        self.why.clone()
    }
}

/// Every question has its chapter.
fn dispatch(desk: &mut DecisionContext<'_, '_>) -> Answer {
    match desk.seen.question.key {
        "orders.group" => orders::group(desk),
        "initiative.choose" => orders::open(desk),
        "initiative.test" => orders::test(desk),
        "cup.combined" => orders::combined(desk),
        "release.reinforcement" => orders::release(desk),
        "stack.order" => orders::stack(desk),
        "fire.battery" => fire::choose(desk),
        "fire.reply" => fire::reply(desk),
        "fire.under" => fire::under(desk),
        "react.fire" => fire::react(desk),
        "move.unit" => moves::choose(desk),
        "move.to" => moves::go(desk),
        "charge.path" => moves::charge_path(desk),
        "charge.facing" => moves::charge_facing(desk),
        "shock.announce" => shock::announce(desk),
        "shock.order" => shock::order(desk),
        "shock.terrain" => shock::terrain(desk),
        "refuse.shock" => reactions::refuse(desk),
        "square.attempt" => reactions::square(desk),
        "recall.attempt" => reactions::recall(desk),
        "countercharge" => reactions::countercharge(desk),
        "advance.who" => reactions::advance(desk),
        "advance.guns" => reactions::guns(desk),
        "breakthrough.offer" => reactions::breakthrough(desk),
        "countershock.offer" | "countershock.target" => reactions::riposte(desk),
        "pursue.who" => reactions::pursue(desk),
        "pursue.halt" => reactions::halt_pursuit(desk),
        "withdraw.to" | "recall.to" => reactions::withdraw(desk),
        "leader.displace" => reactions::displace(desk),
        "rally.unit" => rally::choose(desk),
        key if key.ends_with(".facing") => rally::face(desk),
        _ => desk.first(),
    }
}

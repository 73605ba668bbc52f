//! Occasion: the activation of a battle to which a sergeant's memory belongs.

use ground::Ground;

/// Change since a memory was last looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    Nothing,
    /// Another activation is on.
    Activation,
    /// Another battle is fought.
    Battle,
}

/// The battle and the activation that a memory is of.
pub struct Occasion<A> {
    /// Where the battle is kept, the size of its map, and the activation.
    now: Option<(usize, usize, A)>,
    /// The battle's id.
    battle: String,
}

impl<A> Default for Occasion<A> {
    fn default() -> Self {
        Occasion { now: None, battle: String::new() }
    }
}

impl<A: PartialEq> Occasion<A> {
    /// Notes where the game is, and says what of it is new.
    pub fn note<B>(&mut self, battle: &B, id: &str, ground: &Ground, activation: A) -> Change {
        let (at, size) = (std::ptr::from_ref(battle) as usize, ground.len());
        let now = Some((at, size, activation));
        if self.now == now {
            return Change::Nothing;
        }
        let is_known = self.now.as_ref().is_some_and(|(known, hexes, _)| (*known, *hexes) == (at, size))
            && self.battle == id;
        self.now = now;
        if is_known {
            return Change::Activation;
        }
        id.clone_into(&mut self.battle);
        Change::Battle
    }
}

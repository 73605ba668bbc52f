//! Occasion: the section of a battle to which a sergeant's memory belongs: whatever a book opens as one, an activation or a segment.

use ground::Ground;

/// Change since a memory was last looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    Nothing,
    /// Another section is on.
    Section,
    /// Another battle is fought.
    Battle,
}

/// The battle and the section that a memory is of.
pub struct Occasion<S> {
    /// Place where the battle is kept, the size of its map, and the section.
    now: Option<(usize, usize, S)>,
    /// The battle's id.
    battle: String,
}

impl<S> Default for Occasion<S> {
    fn default() -> Self {
        Occasion { now: None, battle: String::new() }
    }
}

impl<S: PartialEq> Occasion<S> {
    /// Notes where the game is, and says what of it is new.
    pub fn note<B>(&mut self, battle: &B, id: &str, ground: &Ground, section: S) -> Change {
        let (at, size) = (std::ptr::from_ref(battle) as usize, ground.len());
        let now = Some((at, size, section));
        if self.now == now {
            return Change::Nothing;
        }
        let is_known = self.now.as_ref().is_some_and(|(known, hexes, _)| (*known, *hexes) == (at, size))
            && self.battle == id;
        self.now = now;
        if is_known {
            return Change::Section;
        }
        id.clone_into(&mut self.battle);
        Change::Battle
    }
}

//! Ground floor: what all chapters speak of. It imports none of them.

pub mod battle;
pub mod charts;
pub mod d66;
pub mod lay;
pub mod state;
pub mod verb;

//! 29, 32 to 34. Assault à mêlée: declared, met or evaded, checked for by both sides, fought, and what comes of it.

mod assault;
mod evade;
mod melee;
mod results;

pub use assault::may_assault;
pub(crate) use evade::Slip;
pub use melee::{attack_value, defence_value};

//! Charges that are declared (19). Chapter 19 owns this file.

use ground::HexId;

use super::UnitId;
use super::unit::words;

words! {
    /// How far a charge is.
    ChargePhase {
        /// Declared (19.1.1 step 1).
        Declared = "declared",
        /// Its movement is over and a mêlée is due.
        Contact = "contact",
        /// Its mêlée is fought.
        Fought = "fought",
    }
}

/// A charge under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charge {
    /// The top unit of the stack that charges.
    pub unit: UnitId,
    /// How far it is.
    pub phase: ChargePhase,
    /// Where it began.
    pub from: HexId,
    /// The declared target; [`HexId::NONE`] while none is.
    pub target: HexId,
    /// Half movement points left.
    pub left: u16,
    /// Hexes of its path since the marker, the first included.
    pub path: Vec<HexId>,
    /// A grand charge (19.16).
    pub grand: bool,
    /// It charges in reaction, or by opportunity.
    pub reaction: bool,
}

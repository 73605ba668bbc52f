//! Ids are small integers.

table::ids! {
    u16;
    /// A combat unit.
    UnitId,
    /// A leader.
    LeaderId,
    /// A command: a brigade, a division, a corps, an army (8).
    CommandId,
    /// A maneuver unit (8.4).
    MuId,
}

/// A part of a unit: what of it stands in one of its hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Part(u16);

impl Part {
    /// None.
    pub const NONE: Part = Part(u16::MAX);

    /// A part of a unit, by the number of its hex.
    pub const fn new(unit: UnitId, index: usize) -> Part {
        Part(unit.0 * super::MAX_PARTS as u16 + index as u16)
    }

    /// The unit.
    pub const fn unit(self) -> UnitId {
        UnitId(self.0 / super::MAX_PARTS as u16)
    }

    /// The number of its hex among the unit's.
    pub const fn index(self) -> usize {
        self.0 as usize % super::MAX_PARTS
    }

    /// This one, unless it is [`Part::NONE`].
    pub fn some(self) -> Option<Part> {
        if self == Part::NONE { None } else { Some(self) }
    }
}

//! Terrain: what ground does (Terrain Effects Chart).

use crate::core::state::Formation;

/// A column of the Movement Chart (13.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Traveller {
    /// Battalions and regiments in any formation.
    Infantry,
    /// Companies in skirmish order.
    SkirmishCompany,
    /// Cavalry.
    Cavalry,
    /// Limbered guns and ammunition wagons.
    Artillery,
    /// Leaders.
    Leader,
}

/// Costs in half movement points, by column; `None`: may not enter or cross.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs(pub [Option<u16>; 5]);

impl Costs {
    /// The cost for a column.
    pub const fn of(self, traveller: Traveller) -> Option<u16> {
        self.0[traveller as usize]
    }
}

/// Row of a terrain: what a hex of a terrain does.
#[derive(Clone, Debug)]
pub struct TerrainRow {
    /// Cost of entry.
    pub cost: Costs,
    /// Formed units go into general order (12.7).
    pub general_order: bool,
    /// Voluntary formations that may be formed here.
    pub forms: Vec<Formation>,
    /// Hinders sight (14.1.1).
    pub blocks_los: bool,
    /// Ends a shot path (18.9.1).
    pub ends_ricochet: bool,
    /// Cover for routed units (13.2.6).
    pub cover: bool,
    /// Guns may be prolonged (18.3.1).
    pub prolong: bool,
    /// Units may go prone (12.13.2).
    pub prone: bool,
    /// Hides prone units (12.13.6).
    pub hides_prone: bool,
    /// Lines have flanks (12.6.6.1).
    pub line_has_flanks: bool,
    /// Can be set on fire (18.15.5).
    pub burns: bool,
    /// A special structure (16.6.2).
    pub special_structure: bool,
    /// Basic defence against harassment; `None`: skirmish zones do not reach in (12.10.7.1).
    pub harassment: Option<i16>,
    /// Its row of [`super::Charts::defence`].
    pub defence: usize,
    /// Its row of [`super::Charts::stacking`].
    pub stacking: usize,
}

/// Cost of a hexside: how the cost of a hexside is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexsideCost {
    /// Added to that of the hex.
    Added,
    /// Instead of that of the hex.
    Whole,
}

/// Hindrance to sight: how a hexside hinders sight (14.2, 14.1.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HexsideSight {
    /// Not.
    Open,
    /// By the heights of both units.
    Slope,
    /// Always, also along it.
    Blocks,
}

/// Cover: which row of the Fire Defense Chart a hexside gives to the hex behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// None.
    None,
    /// That of [`super::Charts::defence`] at the place.
    Row(usize),
}

/// Row of a hexside: what a hexside does.
#[derive(Clone, Debug)]
pub struct HexsideRow {
    /// Cost of crossing.
    pub cost: Costs,
    /// Manner of taking it.
    pub taken: HexsideCost,
    /// Only uphill.
    pub uphill_only: bool,
    /// Combat units cross in road column only.
    pub road_column_only: bool,
    /// Sight.
    pub sight: HexsideSight,
    /// A shot path ends here uphill; otherwise it passes (18.9.2).
    pub ends_ricochet_uphill: bool,
    /// Downhill the shot passes over the hex behind it (18.9.2).
    pub shadow: bool,
    /// Guns may be prolonged across.
    pub prolong: bool,
    /// Hides prone units behind it.
    pub hides_prone: bool,
    /// Cover of the hex behind.
    pub covers: Cover,
}

//! The charts, as loaded from `books/jdg/charts`. The code looks results up and never holds a table.

use ground::{ByKind, Feature, Kinds, Terrain, Way};

/// Figures by arm: foot, cavalry, artillery.
pub type ByArm<T> = [T; 3];

/// A cost in half movement points; `None` is NA.
pub type Cost = Option<u16>;

/// What a hex of a terrain does (Terrain Effects Chart).
#[derive(Clone, Debug)]
pub struct TerrainRow {
    /// Cost of entry by arm.
    pub cost: ByArm<Cost>,
    /// Whether a charge may begin in, pass through or strike it (9.1).
    pub charge: bool,
    /// Whether it blocks lines of sight (7.4.1).
    pub blocks: bool,
    /// Shock modifier for an attack on it.
    pub shock: i16,
    /// Fire modifier for a target in it.
    pub fire: i16,
    /// Units in it have six front hexes (6.1.1).
    pub six_fronts: bool,
    /// Squares may be formed in it (4.2).
    pub square: bool,
    /// Rout movement may stop in it (10.4).
    pub rout_may_stop: bool,
    /// Zones of control extend into it from outside (6.2.1).
    pub zoc_enters: bool,
    /// Recoil or retreat into or through it needs enough movement points (10.3.4).
    pub recoil_needs_mp: bool,
}

/// When a hexside blocks lines of sight (7.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideSight {
    /// Never.
    Open,
    /// Always.
    Blocks,
    /// Unless firer or target is next to it.
    UnlessAdjacent,
}

/// What a hexside does (Terrain Effects Chart).
#[derive(Clone, Debug)]
pub struct SideRow {
    /// Added to the cost of the hex entered, by arm.
    pub cost: ByArm<Cost>,
    /// A road or trail crosses it without this cost.
    pub path_waives: bool,
    /// What an arm marked NA pays on a road or trail; `None`: not even there.
    pub path_lifts: Cost,
    /// Whether a charge may cross it or strike across it (9.1).
    pub charge: bool,
    /// Lines of sight.
    pub sight: SideSight,
    /// Whether artillery may fire across it at an adjacent target (7.4.4).
    pub point_blank: bool,
    /// Shock modifier uphill, or into the protected hex.
    pub shock_up: i16,
    /// Shock modifier downhill, or out of it.
    pub shock_down: i16,
    /// Fire modifier for a target that it covers.
    pub fire: i16,
    /// Zones of control extend across (6.2.1).
    pub zoc_across: bool,
    /// Zones of control extend into the protected hex (6.2.1).
    pub zoc_into: bool,
    /// Infantry that crosses is disordered (8.7.1).
    pub disorders_foot: bool,
    /// Recoil and retreat across disorder (10.3.4).
    pub recoil_disorders: bool,
}

/// One effect of a combat result, in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// A cohesion test; failure is one disorder.
    Test,
    /// One disorder.
    Disorder,
    /// Routed at once (fire only, 10.2).
    Rout,
}

/// A row of the Fire Table (7.5).
#[derive(Clone, Debug)]
pub struct FireRow {
    /// The highest total to which it applies; `None` for the last row.
    pub up_to: Option<i16>,
    /// Effects on each affected unit, in order.
    pub effects: Vec<Effect>,
}

/// Die Roll Modifiers for Artillery Fire.
#[derive(Clone, Debug)]
pub struct FireModifiers {
    /// Two batteries of a hex and formation at one target (7.3).
    pub combined_batteries: i16,
    /// Within effective range.
    pub effective_range: i16,
    /// Beyond it.
    pub maximum_range: i16,
    /// Reaction fire.
    pub reaction_fire: i16,
    /// Reaction fire from a square, besides (9.3.2).
    pub reaction_from_square: i16,
    /// Target in square, normal fire only.
    pub target_in_square: i16,
    /// Massed target: (at least so many strength points, modifier), rising; normal fire only (7.1).
    pub massed: Vec<(i16, i16)>,
}

/// A row of the Odds Table (8.6.1).
#[derive(Clone, Copy, Debug)]
pub struct OddsRow {
    /// Attacker's part of the ratio.
    pub attacker: i16,
    /// Defender's part.
    pub defender: i16,
    /// Modifier.
    pub modifier: i16,
}

/// The side of a combat that suffers a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sufferer {
    /// The attackers.
    Attacker,
    /// The defenders.
    Defender,
}

/// What a result allows besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Allows {
    /// Nothing.
    Nothing,
    /// A breakthrough shock (8.7.2).
    Breakthrough,
    /// A counter-shock, or a pursuit by attacked cavalry (8.7.2, 9.5.1).
    CounterShock,
}

/// A row of the Shock and Charge Table (8.5).
#[derive(Clone, Debug)]
pub struct ShockRow {
    /// The highest total to which it applies; `None` for the last row.
    pub up_to: Option<i16>,
    /// Who suffers.
    pub sufferer: Sufferer,
    /// Hexes of recoil.
    pub recoil: u8,
    /// Effect after the recoil.
    pub effect: Option<Effect>,
    /// What it allows.
    pub allows: Allows,
}

/// Die Roll Modifiers for Shock or Charge.
#[derive(Clone, Debug)]
pub struct ShockModifiers {
    /// Shock by cavalry that does not charge (9.1).
    pub cavalry_shock: i16,
    /// Charge by heavy cavalry.
    pub charge_heavy: i16,
    /// Charge by other cavalry.
    pub charge_other: i16,
    /// Charge met by a passed counter-charge (9.4).
    pub charge_countered: i16,
    /// Charge against a square (9.3.2).
    pub charge_on_square: i16,
    /// Cavalry shock against a square, besides `cavalry_shock`.
    pub cavalry_on_square: i16,
    /// Infantry shock against a square (4.2).
    pub infantry_on_square: i16,
    /// Foot and horse together, target not in square (9.2).
    pub combined_arms: i16,
    /// Through a rear hex (6.1.2).
    pub rear: i16,
    /// Target routed (10.2).
    pub target_routed: i16,
    /// For each pursuit charge from the second (9.5.2).
    pub pursuit_step: i16,
    /// From a six-front hex outside the two usual fronts (6.1.2).
    pub six_front_other_side: i16,
    /// Target disordered; 0 as printed, since disorder counts through cohesion (8.6.2).
    pub target_disordered: i16,
}

/// Modifiers to the die of tests.
#[derive(Clone, Debug)]
pub struct TestModifiers {
    /// Counter-charge of non-heavy against heavy cavalry (9.4).
    pub counter_charge_heavy: i16,
    /// Refusal of shock by one hex (8.8.1).
    pub refuse_one_hex: i16,
    /// Refusal by two hexes.
    pub refuse_two_hexes: i16,
    /// Rally of a routed unit (11.1).
    pub rally_routed: i16,
    /// Rally of a routed unit at night, in place of the former (12.1).
    pub rally_routed_night: i16,
    /// Cohesion tests at night (12.1).
    pub night_cohesion: i16,
    /// Cohesion tests in fog (12.2).
    pub fog_cohesion: i16,
}

/// All the charts of the rulebook.
#[derive(Clone, Debug)]
pub struct Charts {
    /// What hexes do; kinds that the book does not know have no row.
    pub terrain: ByKind<Terrain, TerrainRow>,
    /// What hexsides do, likewise.
    pub sides: ByKind<Feature, SideRow>,
    /// Entry cost along a way, by arm, likewise.
    pub paths: ByKind<Way, ByArm<u16>>,
    /// Fire Table.
    pub fire: Vec<FireRow>,
    /// Fire modifiers.
    pub fire_modifiers: FireModifiers,
    /// Odds Table, in rising order.
    pub odds: Vec<OddsRow>,
    /// Modifier for odds worse than the first row.
    pub odds_worse: i16,
    /// Shock and Charge Table.
    pub shock: Vec<ShockRow>,
    /// Shock modifiers.
    pub shock_modifiers: ShockModifiers,
    /// Test modifiers.
    pub tests: TestModifiers,
    /// Name and text of every chart file, for the journal to record their hashes.
    pub texts: Vec<(String, String)>,
}

impl Charts {
    /// The kinds of ground that the charts have rows for.
    pub fn kinds(&self) -> Kinds {
        Kinds {
            terrain: self.terrain.kinds().collect(),
            sides: self.sides.kinds().collect(),
            ways: self.paths.kinds().collect(),
        }
    }

    /// The effects of a fire total (7.5).
    pub fn fire_result(&self, total: i16) -> &FireRow {
        self.fire
            .iter()
            .find(|row| row.up_to.is_none_or(|most| total <= most))
            .expect("the last row has no upper limit")
    }

    /// The row of the fire table for a total, by its place.
    pub fn fire_row(&self, total: i16) -> usize {
        self.fire
            .iter()
            .position(|row| row.up_to.is_none_or(|most| total <= most))
            .expect("the last row has no upper limit")
    }

    /// The row of the shock table for a total, by its place.
    pub fn shock_row(&self, total: i16) -> usize {
        self.shock
            .iter()
            .position(|row| row.up_to.is_none_or(|most| total <= most))
            .expect("the last row has no upper limit")
    }

    /// The odds modifier: the best row not above the true ratio (8.6.1). A defender without strength counts as the best row.
    pub fn odds_modifier(&self, attacker: i16, defender: i16) -> i16 {
        let reached = |row: &&OddsRow| {
            i32::from(attacker) * i32::from(row.defender) >= i32::from(defender) * i32::from(row.attacker)
        };
        self.odds.iter().rfind(reached).map_or(self.odds_worse, |row| row.modifier)
    }
}

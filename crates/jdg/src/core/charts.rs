//! The charts, as they stand in the files of `books/jdg/charts`. The code looks results up and never holds a table.

use ground::{ByKind, Feature, Kinds, Road, Terrain};
use roster::Arm;
use serde::{Deserialize, Deserializer};
use table::{Effect as Does, Modifiers, Part, Rule};

/// A cost in half movement points; `None` is NA.
pub type Cost = Option<u16>;

/// A figure that adds to a die: its value, the key of its label, and the rule that grants it. The file, the event and the code
/// have all three from here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Figure {
    /// The figure that is added.
    pub value: i16,
    /// Key of its label in the catalogue's `[modifier]` table.
    pub label: &'static str,
    /// The rule.
    pub rule: Rule,
}

impl Figure {
    /// The figure, so many times.
    #[must_use]
    pub fn times(self, count: i16) -> Figure {
        Figure { value: self.value * count, ..self }
    }

    /// The sum with the figure added.
    #[must_use]
    pub fn on(self, sum: Modifiers) -> Modifiers {
        sum.and(self.value, self.label, self.rule)
    }

    /// The sum with the figure added if the condition holds.
    #[must_use]
    pub fn on_if(self, condition: bool, sum: Modifiers) -> Modifiers {
        if condition { self.on(sum) } else { sum }
    }
}

impl From<Figure> for Part {
    fn from(figure: Figure) -> Part {
        Part { effect: Does::Add(figure.value), label: figure.label, rule: figure.rule }
    }
}

/// Remark: what a file says to its readers only: it must be text, and nothing is decided by it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Remark;

impl<'de> Deserialize<'de> for Remark {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Remark, D::Error> {
        String::deserialize(deserializer).map(|_| Remark)
    }
}

/// A cost as files write it: a number, or `"NA"`.
fn cost<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Cost, D::Error> {
    #[derive(Deserialize)]
    enum NotAvailable {
        #[serde(rename = "NA")]
        Na,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum CostText {
        HalfMp(u16),
        Word(NotAvailable),
    }
    const WRONG: &str = "this is no cost, expected half movement points or \"NA\"";
    match CostText::deserialize(deserializer) {
        Ok(CostText::HalfMp(cost)) => Ok(Some(cost)),
        Ok(CostText::Word(NotAvailable::Na)) => Ok(None),
        Err(_) => Err(serde::de::Error::custom(WRONG)),
    }
}

/// Row of a terrain: what a hex of a terrain does (Terrain Effects Chart).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// The terrain.
    pub terrain: Terrain,
    /// Cost of entry for infantry.
    #[serde(deserialize_with = "cost")]
    pub foot_half_mp: Cost,
    /// Cost of entry for cavalry.
    #[serde(deserialize_with = "cost")]
    pub cavalry_half_mp: Cost,
    /// Cost of entry for artillery.
    #[serde(deserialize_with = "cost")]
    pub artillery_half_mp: Cost,
    /// Whether a charge may begin in, pass through or strike it (9.1).
    pub charge: bool,
    /// Whether it blocks lines of sight (7.4.1).
    pub blocks_los: bool,
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
    /// Recoil or retreat into or through it needs enough movement points (10.3.4); absent where only a road leads in.
    pub recoil_needs_mp: Option<bool>,
    /// Source of the row's figures.
    pub source: Remark,
    /// The columns that the rules text itself fixes.
    #[serde(default)]
    pub stated: Vec<Remark>,
    /// A note.
    pub note: Option<Remark>,
}

impl HexsideRow {
    /// Whether any arm pays to cross it.
    pub fn is_paid(&self) -> bool {
        [self.foot_half_mp, self.cavalry_half_mp, self.artillery_half_mp]
            .into_iter()
            .flatten()
            .any(|cost| cost > 0)
    }
}

impl TerrainRow {
    /// Whether any arm enters it without a road.
    pub fn is_entered(&self) -> bool {
        [Arm::Infantry, Arm::Cavalry, Arm::Artillery].into_iter().any(|arm| self.half_mp(arm).is_some())
    }

    /// Cost of entry for an arm.
    #[inline]
    pub fn half_mp(&self, arm: Arm) -> Cost {
        match arm {
            Arm::Infantry => self.foot_half_mp,
            Arm::Cavalry => self.cavalry_half_mp,
            Arm::Artillery => self.artillery_half_mp,
        }
    }
}

/// Hindrance to sight: when a hexside blocks lines of sight (7.4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
pub enum HexsideSight {
    /// Never.
    #[serde(rename = "no")]
    Open,
    /// Always.
    #[serde(rename = "yes")]
    Blocks,
    /// Unless firer or target is next to it.
    #[serde(rename = "unless_adjacent")]
    UnlessAdjacent,
}

/// Row of a hexside: what a hexside does (Terrain Effects Chart).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HexsideRow {
    /// The feature.
    #[serde(rename = "side")]
    pub hexside: Feature,
    /// Added to the cost of the hex entered, for infantry.
    #[serde(deserialize_with = "cost")]
    pub foot_half_mp: Cost,
    /// The same for cavalry.
    #[serde(deserialize_with = "cost")]
    pub cavalry_half_mp: Cost,
    /// The same for artillery.
    #[serde(deserialize_with = "cost")]
    pub artillery_half_mp: Cost,
    /// A road or trail crosses it without this cost; absent where there is none to pay.
    #[serde(rename = "path_waives")]
    pub road_waives: Option<bool>,
    /// Price on a road or trail for an arm marked NA; `None`: not even there.
    #[serde(rename = "path_lifts_half_mp", deserialize_with = "cost")]
    pub road_lifts_half_mp: Cost,
    /// Whether a charge may cross it or strike across it (9.1).
    pub charge: bool,
    /// Lines of sight.
    pub los: HexsideSight,
    /// Whether artillery may fire across it at an adjacent target (7.4.4).
    pub point_blank: bool,
    /// Shock modifier uphill, or into the protected hex.
    pub shock_up: i16,
    /// Shock modifier downhill, or out of it; absent where it works both ways.
    pub shock_down: Option<i16>,
    /// Fire modifier for a target that it covers; absent where it covers nobody.
    pub fire: Option<i16>,
    /// Zones of control extend across (6.2.1).
    pub zoc_across: bool,
    /// Zones of control extend into the protected hex (6.2.1); absent where it protects none.
    pub zoc_into: Option<bool>,
    /// Infantry that crosses is disordered (8.7.1).
    pub disorders_foot: bool,
    /// Recoil and retreat across disorder (10.3.4).
    pub recoil_disorders: bool,
    /// Source of the row's figures.
    pub source: Remark,
    /// The columns that the rules text itself fixes.
    #[serde(default)]
    pub stated: Vec<Remark>,
    /// A note.
    pub note: Option<Remark>,
}

impl HexsideRow {
    /// Surcharge on the cost of the hex entered, for an arm.
    #[inline]
    pub fn half_mp(&self, arm: Arm) -> Cost {
        match arm {
            Arm::Infantry => self.foot_half_mp,
            Arm::Cavalry => self.cavalry_half_mp,
            Arm::Artillery => self.artillery_half_mp,
        }
    }
}

/// Row of a road: what a hex costs along it (4.3.1).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoadRow {
    /// The road.
    #[serde(rename = "path")]
    pub road: Road,
    /// Cost for infantry.
    pub foot_half_mp: u16,
    /// Cost for cavalry.
    pub cavalry_half_mp: u16,
    /// Cost for artillery.
    pub artillery_half_mp: u16,
    /// Source of the row's figures.
    pub source: Remark,
    /// A note.
    pub note: Option<Remark>,
}

impl RoadRow {
    /// Cost for an arm.
    #[inline]
    pub fn half_mp(&self, arm: Arm) -> u16 {
        match arm {
            Arm::Infantry => self.foot_half_mp,
            Arm::Cavalry => self.cavalry_half_mp,
            Arm::Artillery => self.artillery_half_mp,
        }
    }
}

/// One effect of a combat result, in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// A cohesion test; failure is one disorder.
    #[serde(rename = "ct")]
    Test,
    /// One disorder.
    Disorder,
    /// Routed at once (fire only, 10.2).
    Rout,
}

/// A row of the Fire Table (7.5).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FireRow {
    /// The highest total to which it applies; `None` for the last row.
    pub up_to: Option<i16>,
    /// Effects on each affected unit, in order.
    pub result: Vec<Effect>,
    /// Source of the row's figures.
    pub source: Remark,
    /// A note.
    pub note: Option<Remark>,
}

/// Die Roll Modifiers for Artillery Fire.
#[derive(Clone, Debug)]
pub struct FireModifiers {
    /// Two batteries of a hex and formation at one target (7.3).
    pub combined_batteries: Figure,
    /// Within effective range.
    pub effective_range: Figure,
    /// Beyond it.
    pub maximum_range: Figure,
    /// Reaction fire.
    pub reaction_fire: Figure,
    /// Reaction fire from a square, besides (9.3.2).
    pub reaction_from_square: Figure,
    /// Target in square, normal fire only.
    pub target_in_square: Figure,
    /// Massed target, in rising order; normal fire only (7.1).
    pub massed: Vec<MassBonus>,
}

/// Bonus against mass: what a target of some strength adds to fire at it (7.1).
#[derive(Clone, Copy, Debug)]
pub struct MassBonus {
    /// The least strength points of infantry and cavalry.
    pub at_least_strength: i16,
    /// Its figure.
    pub figure: Figure,
}

/// A row of the Odds Table (8.6.1).
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OddsRow {
    /// Attacker's part of the ratio.
    pub attacker: i16,
    /// Defender's part.
    pub defender: i16,
    /// Modifier.
    pub modifier: i16,
    /// Source of the row's figures.
    pub source: Remark,
    /// A note.
    pub note: Option<Remark>,
}

/// The side of a combat that suffers a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sufferer {
    /// The attackers.
    Attacker,
    /// The defenders.
    Defender,
}

/// Permissions of a result: what a result allows besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FollowUp {
    /// Nothing.
    Nothing,
    /// A breakthrough shock (8.7.2).
    Breakthrough,
    /// A counter-shock, or a pursuit by attacked cavalry (8.7.2, 9.5.1).
    CounterShock,
}

/// A row of the Shock and Charge Table (8.5).
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShockRow {
    /// The highest total to which it applies; `None` for the last row.
    pub up_to: Option<i16>,
    /// Sufferer of the result.
    #[serde(rename = "side")]
    pub sufferer: Sufferer,
    /// Hexes of recoil: 0 or 1.
    pub recoil: u8,
    /// Effect after the recoil.
    #[serde(deserialize_with = "effect")]
    pub effect: Option<Effect>,
    /// Its follow-up.
    pub allows: FollowUp,
    /// Source of the row's figures.
    pub source: Remark,
    /// A note.
    pub note: Option<Remark>,
}

/// An effect as files write it, or `"none"`.
fn effect<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Effect>, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum EffectText {
        None,
        Ct,
        Disorder,
    }
    Ok(match EffectText::deserialize(deserializer)? {
        EffectText::None => None,
        EffectText::Ct => Some(Effect::Test),
        EffectText::Disorder => Some(Effect::Disorder),
    })
}

/// Die Roll Modifiers for Shock or Charge.
#[derive(Clone, Debug)]
pub struct ShockModifiers {
    /// Shock by cavalry that does not charge (9.1).
    pub cavalry_shock: Figure,
    /// Charge by heavy cavalry.
    pub charge_heavy: Figure,
    /// Charge by other cavalry.
    pub charge_other: Figure,
    /// Charge met by a passed counter-charge (9.4).
    pub charge_countered: Figure,
    /// Charge against a square (9.3.2).
    pub charge_on_square: Figure,
    /// Cavalry shock against a square, besides `cavalry_shock`.
    pub cavalry_shock_on_square: Figure,
    /// Infantry shock against a square (4.2).
    pub infantry_on_square: Figure,
    /// Foot and horse together, target not in square (9.2).
    pub combined_arms: Figure,
    /// Through a rear hex (6.1.2).
    pub rear: Figure,
    /// Target routed (10.2).
    pub target_routed: Figure,
    /// For each pursuit charge from the second (9.5.2).
    pub pursuit_step: Figure,
    /// From a six-front hex outside the two usual fronts (6.1.2).
    pub six_front_other_side: Figure,
    /// Target disordered: 0 as printed, since disorder counts through cohesion (8.6.2).
    pub target_disordered: Figure,
}

/// Modifiers to the die of tests.
#[derive(Clone, Debug)]
pub struct TestModifiers {
    /// Counter-charge of non-heavy against heavy cavalry (9.4).
    pub countercharge_light_against_heavy: Figure,
    /// Refusal of shock by one hex (8.8.1).
    pub refusal_one_hex: Figure,
    /// Refusal by two hexes.
    pub refusal_two_hexes: Figure,
    /// Rally of a routed unit (11.1).
    pub rally_routed: Figure,
    /// Rally of a routed unit at night, in place of the former (12.1).
    pub rally_routed_night: Figure,
    /// Cohesion tests at night (12.1).
    pub night: Figure,
    /// Cohesion tests in fog (12.2).
    pub fog: Figure,
}

/// Charts: all the charts of the rulebook.
#[derive(Clone, Debug)]
pub struct Charts {
    /// Effects of hexes; kinds that the book does not know have no row.
    pub terrain: ByKind<Terrain, TerrainRow>,
    /// Effects of hexsides, likewise.
    pub hexsides: ByKind<Feature, HexsideRow>,
    /// Prices of roads, likewise.
    pub roads: ByKind<Road, RoadRow>,
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
}

impl Charts {
    /// The kinds of ground that the charts have rows for.
    pub fn kinds(&self) -> Kinds {
        Kinds {
            terrain: self.terrain.kinds().collect(),
            hexsides: self.hexsides.kinds().collect(),
            roads: self.roads.kinds().collect(),
        }
    }

    /// The row of the fire table for a total, by its place.
    pub fn fire_row(&self, total: i16) -> usize {
        row_for(self.fire.iter().map(|row| row.up_to), total)
    }

    /// The row of the shock table for a total, by its place.
    pub fn shock_row(&self, total: i16) -> usize {
        row_for(self.shock.iter().map(|row| row.up_to), total)
    }

    /// The odds modifier: the best row not above the true ratio (8.6.1). A defender without strength counts as the best row.
    pub fn odds_modifier(&self, attacker: i16, defender: i16) -> i16 {
        let reached = |row: &&OddsRow| {
            i32::from(attacker) * i32::from(row.defender) >= i32::from(defender) * i32::from(row.attacker)
        };
        self.odds.iter().rfind(reached).map_or(self.odds_worse, |row| row.modifier)
    }
}

/// The place of the first row whose upper limit is not below a total.
fn row_for(mut limits: impl Iterator<Item = Option<i16>>, total: i16) -> usize {
    limits.position(|limit| limit.is_none_or(|most| total <= most)).expect("the last row has no upper limit")
}

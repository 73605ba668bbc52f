//! The charts of charges: figures, carrés, recall (37 to 42).

use labataille::dice::Dice;
use labataille::figures;

/// A row of the Carré Realization Table (38): the last readings that form the carré, and that disorder.
#[derive(Clone, Debug)]
pub struct CarreRow {
    /// Nation, or `any`.
    pub nation: String,
    /// Only from line, or only not from line.
    pub line: Option<bool>,
    /// Hexes to the charge.
    pub hexes: i16,
    /// The last reading that forms it.
    pub formed: Dice,
    /// The last reading that disorders; none: what does not form routs.
    pub disordered: Option<Dice>,
}

/// A row of the Cavalry Recall Chart (42).
#[derive(Clone, Debug)]
pub struct RecallRow {
    /// Nation, or `any`.
    pub nation: String,
    /// Only of heavy cavalry, or only of light.
    pub heavy: Option<bool>,
    /// The least reading of the die that recalls.
    pub least: i16,
}

figures! {
    /// Charges (37 to 42): movement in half points, hexes, and the Cavalry Charge Morale Modifiers.
    ChargeFigures, "charge" {
        /// Added to the movement of a charge.
        bonus: i16 = "37",
        /// A hexside of turning.
        turn: i16 = "38",
        /// A change of formation in the first hex.
        change: i16 = "37",
        /// Hexsides that light cavalry turns in a hex.
        turns_light: i16 = "38",
        /// Hexsides that heavy cavalry turns in a hex.
        turns_heavy: i16 = "38",
        /// Hexes straight on for the advantages of a charge.
        straight: i16 = "38",
        /// Hexes from which infantry may form carré.
        carre: i16 = "38",
        /// Half points for an increment of routed infantry that is ridden down.
        trample_routed: i16 = "38",
        /// The same of disordered infantry.
        trample_disordered: i16 = "38",
        /// Half points of cavalry that was not recalled.
        wild: i16 = "38",
        /// Bonus of a leader to the die of recall.
        recall_leader: i16 = "42",
        /// Hexes of the reaction zone of light cavalry.
        reaction_light: i16 = "39",
        /// The same of heavy cavalry.
        reaction_heavy: i16 = "39",
        /// Hexes to who is charged on the move.
        opportunity: i16 = "40",
        /// Charged in the flank.
        flank: i16 = "38",
        /// In the rear.
        rear: i16 = "38",
        /// In skirmish order.
        skirmish: i16 = "38",
        /// In line.
        line: i16 = "38",
        /// Disordered, besides what every check has for it.
        disorder: i16 = "38",
        /// Routed, likewise.
        rout: i16 = "38",
        /// Across a stream.
        stream: i16 = "38",
        /// By lancers.
        lancers: i16 = "38",
        /// By heavy cavalry.
        heavy: i16 = "38",
        /// In a forced march.
        forced: i16 = "44",
    }
}

figures! {
    /// Modifiers of the Carré Realization Table (38).
    CarreFigures, "carre" {
        /// A leader is with them.
        leader: i16 = "38",
        /// Guard.
        guard: i16 = "38",
        /// Grenadiers.
        grenadier: i16 = "38",
        /// Light infantry, jäger, fusiliers.
        light: i16 = "38",
        /// Lancers charge.
        lancers: i16 = "38",
        /// Light cavalry charges.
        light_cavalry: i16 = "38",
        /// For each morale level.
        level: i16 = "38",
    }
}

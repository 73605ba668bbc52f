//! The raw shape of a vignette file.

use baize::TableFile;
use muster::{Collector, Fault, Faults, Format, RowChange, Source, Spanned};
use serde::Deserialize;
use table::vignette::VariantHead;

use crate::files::arrange::{Name, RawCommander, RawDivision, RawOrder, RawUnit};

/// A vignette file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawVignette {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    pub rulebook: Name,
    pub title: String,
    pub rules: Vec<String>,
    #[allow(dead_code, reason = "for readers")]
    #[serde(default)]
    note: String,
    /// Game turns; two if absent.
    pub turns: Option<u16>,
    /// The table; an open one of 60 by 40 MU if absent.
    pub ground: Option<TableFile>,
    #[serde(default)]
    pub start: RawStart,
    /// Preliminaries of a points game.
    pub game: Option<RawGame>,
    #[serde(default)]
    pub chart: Vec<RowChange>,
    #[serde(default)]
    pub division: Vec<RawDivision>,
    #[serde(default)]
    pub commander: Vec<RawCommander>,
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    pub script: Option<Spanned<String>>,
    #[serde(default)]
    pub variant: Vec<RawVariant>,
}

/// Start of a vignette: where the game is when the vignette begins.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RawStart {
    /// The phase; movement if absent.
    pub phase: Option<Name>,
    /// The active side; the first if absent.
    pub side: Option<Name>,
    /// Weather; fair if absent.
    pub weather: Option<Name>,
    /// Game turn, from 1.
    pub turn: Option<u16>,
    /// The attacker, who moves first; the first side if absent.
    pub attacker: Option<Name>,
    /// Whether the zones of deployment bind the sides in their first turns.
    pub zones: Option<bool>,
    /// Middle of the line of communications of each side that has one, along its edge from the left edge of the table.
    #[serde(default)]
    pub communications: Vec<Name>,
}

/// Preliminaries of a points game, of both sides in their order.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RawGame {
    /// Scores before the dice.
    pub initiative: [i16; 2],
    /// Points that the armies cost.
    pub points: [i32; 2],
    /// Regions of the lists.
    pub regions: [Vec<Name>; 2],
    /// Fieldworks, small and large.
    pub works: [[u8; 2]; 2],
    /// The region, where it is chosen already.
    pub region: Option<Name>,
    /// Troops that may be had for the initiative.
    pub recruit: Vec<RawRecruit>,
    /// Attachments of divisions.
    pub attachment: Vec<RawPooled>,
    /// Pieces of terrain that are chosen, or lie already; the first two are the defender's own hill and road.
    pub piece: Vec<RawPiece>,
}

/// Piece of terrain that is chosen.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawPiece {
    pub kind: Name,
    pub side: Option<Name>,
    #[serde(default)]
    pub large: bool,
    #[serde(default)]
    pub compulsory: bool,
    /// The hill on which it lies: its number among the pieces, from 0.
    pub upon: Option<u8>,
    /// Middle of its far edge, of one that lies already.
    pub at: Option<Name>,
    /// Ends and bend of a line that lies already.
    pub line: Option<[Name; 3]>,
}

/// Troops that a side may get: as a unit of its own, for some points.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawRecruit {
    pub like: Name,
    pub points: i16,
}

/// Attachment that a division gives to a unit.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawPooled {
    pub kind: Name,
    pub division: Name,
}

/// A variant: what differs from the file's own situation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawVariant {
    #[serde(default)]
    pub name: String,
    #[allow(dead_code, reason = "for readers")]
    #[serde(default)]
    rules: Vec<String>,
    /// Units of the same id are changed field by field; others are added.
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    /// Commanders, likewise.
    #[serde(default)]
    pub commander: Vec<RawCommander>,
    /// Divisions, likewise.
    #[serde(default)]
    pub division: Vec<RawDivision>,
    /// Units and commanders that are not there.
    #[serde(default)]
    pub without: Vec<Name>,
    /// The start, all of it.
    pub start: Option<RawStart>,
    /// The preliminaries, all of them.
    pub game: Option<RawGame>,
    /// The table, all of it.
    pub ground: Option<TableFile>,
    #[serde(default)]
    pub chart: Vec<RowChange>,
    pub script: Option<Spanned<String>>,
}

impl RawVariant {
    /// Its head.
    pub fn head(&self) -> VariantHead<'_> {
        VariantHead { name: &self.name, script: self.script.as_ref() }
    }
}

impl RawVignette {
    /// Its order of battle.
    pub fn order(&self) -> RawOrder {
        let (division, commander, unit) = (self.division.clone(), self.commander.clone(), self.unit.clone());
        RawOrder { division, commander, unit }
    }

    /// Makes the variant's changes.
    pub fn apply(&mut self, variant: &RawVariant, source: &Source) -> Result<(), Faults> {
        let mut faults = Collector::new(source);
        for gone in &variant.without {
            let before = self.unit.len() + self.commander.len();
            self.unit.retain(|u| u.id.get_ref() != gone.get_ref());
            self.commander.retain(|c| c.id.get_ref() != gone.get_ref());
            if self.unit.len() + self.commander.len() == before {
                let ids: Vec<&str> = self.unit.iter().map(|u| u.id.get_ref().as_str()).collect();
                faults.put(gone.span(), Fault::unknown("unit or commander", gone.get_ref(), &ids));
            }
        }
        muster::change(&mut self.unit, &variant.unit);
        muster::change(&mut self.commander, &variant.commander);
        muster::change(&mut self.division, &variant.division);
        if let Some(start) = &variant.start {
            self.start = start.clone();
        }
        if let Some(game) = &variant.game {
            self.game = Some(game.clone());
        }
        if let Some(ground) = &variant.ground {
            self.ground = Some(ground.clone());
        }
        self.chart.extend(variant.chart.iter().cloned());
        faults.into_result(())
    }
}

//! Reads the charts from their files. The standard ones are part of the program; a person who owns the printed charts may give files of their own
//! in their place.

use ground::{ByKind, Dir, Dirs, Feature, Terrain};
use labataille::dice::{Bands, Dice};
use labataille::faces::PartKind;
use labataille::figures::Figures;
use labataille::rows::{RawFigure, RawValue, by_kind, each, figures, word};
use muster::{ChartSet, Collector, Fault, Faults, Format, Source, Spanned, Value, read_toml};
use roster::Arm;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::core::charts::{
    AimKind, Arc, Away, CarreRow, Charts, Checks, Costs, DefenceRow, DefenderKind, FireBasis, FireRow,
    FormationRow, HexsideRow, MatrixRow, MeleeResult, MeleeRow, Obstacle, Odds, PreMeleeRow, RecallRow,
    TerrainRow, Troops, Wound,
};
use crate::core::state::{Formation, Order};

/// The standard chart files: name without ending, and text.
pub const STANDARD: [(&str, &str); 20] = [
    ("carre", include_str!("../../../../books/marshal/charts/carre.toml")),
    ("charge", include_str!("../../../../books/marshal/charts/charge.toml")),
    ("fire", include_str!("../../../../books/marshal/charts/fire.toml")),
    ("fire-defence", include_str!("../../../../books/marshal/charts/fire-defence.toml")),
    ("fire-figures", include_str!("../../../../books/marshal/charts/fire-figures.toml")),
    ("formations", include_str!("../../../../books/marshal/charts/formations.toml")),
    ("hexsides", include_str!("../../../../books/marshal/charts/hexsides.toml")),
    ("leader-casualties", include_str!("../../../../books/marshal/charts/leader-casualties.toml")),
    ("levels", include_str!("../../../../books/marshal/charts/levels.toml")),
    ("limbering", include_str!("../../../../books/marshal/charts/limbering.toml")),
    ("melee", include_str!("../../../../books/marshal/charts/melee.toml")),
    ("melee-figures", include_str!("../../../../books/marshal/charts/melee-figures.toml")),
    ("melee-matrix", include_str!("../../../../books/marshal/charts/melee-matrix.toml")),
    ("morale", include_str!("../../../../books/marshal/charts/morale.toml")),
    ("movement", include_str!("../../../../books/marshal/charts/movement.toml")),
    ("pre-melee", include_str!("../../../../books/marshal/charts/pre-melee.toml")),
    ("recall", include_str!("../../../../books/marshal/charts/recall.toml")),
    ("stacking", include_str!("../../../../books/marshal/charts/stacking.toml")),
    ("terrain", include_str!("../../../../books/marshal/charts/terrain.toml")),
    ("troops", include_str!("../../../../books/marshal/charts/troops.toml")),
];

/// The chart files of a game.
pub type ChartFiles = muster::ChartFiles<Charts>;

impl ChartSet for Charts {
    const BOOK: &'static str = "marshal";
    const STANDARD: &'static [(&'static str, &'static str)] = &STANDARD;

    fn read(files: &ChartFiles) -> Result<Charts, Faults> {
        charts(files)
    }

    /// Its id, or what stands in the place of one.
    fn row_name(row: &Value) -> Option<String> {
        const KEYS: [&str; 6] = ["id", "terrain", "hexside", "odds", "defence", "defender"];
        KEYS.iter().find_map(|key| row.get(key))?.as_str().map(str::to_owned)
    }
}

/// A chart file with rows of one shape, and the smaller lists that some have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chart<R> {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    #[allow(dead_code, reason = "the file's name says which it is")]
    chart: String,
    #[allow(dead_code, reason = "for readers")]
    title: String,
    #[serde(default = "Vec::new")]
    row: Vec<Spanned<R>>,
    #[serde(default)]
    modifier: Vec<Spanned<RawFigure>>,
    #[serde(default)]
    arc: Vec<Spanned<RawArc>>,
}

/// Defines raw rows, each with its source for readers.
macro_rules! rows {
    ($($name:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* })*) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name {
            $($(#[$meta])* $field: $type,)*
            #[allow(dead_code, reason = "for readers")]
            source: String,
            #[allow(dead_code, reason = "for readers")]
            note: Option<String>,
        }
    )*};
}

rows! {
    RawOdds { odds: String, attacker: i16, defender: i16, losses: Vec<(i16, i16)>, }
    RawMelee { odds: String, attacker: i16, defender: i16, results: Vec<String>, }
    RawPreMelee { odds: String, attacker: i16, defender: i16, attack: i16, defend: i16, }
    RawMatrix { defender: String, order: String, codes: [i16; 5], }
    RawDefence { defence: String, figures: Vec<RawValue>, }
    RawTerrain { terrain: String, half_mp: [RawValue; 4], #[serde(default)] general_order: bool, #[serde(default)] open: bool,
        #[serde(default)] blocks_los: bool, #[serde(default)] cover: bool, defence: String, most: [RawValue; 3], with_guns: i16, }
    RawHexside { hexside: String, half_mp: [RawValue; 4], #[serde(default)] uphill_only: bool, #[serde(default)] obstacle: Option<String>, }
    RawFormation { arm: String, formation: String, heavy: Option<bool>, aim: String, hexes: usize, extend_from: i16, footprint: String,
        zone: bool, fire: String, fire_increments: i16, defence: String, melee: RawValue, }
    RawArc { footprint: String, part: String, front: Vec<u8>, flank: Vec<u8>, rear: Vec<u8>, }
    RawTroops { nation: String, kind: String, printed: i16, line: RawValue, square: RawValue, skirmish: RawValue, checks: String, }
    RawWound { die: i16, id: String, away: String, #[serde(default)] dice: u16, }
    RawLevel { percent: i16, value: i16, }
    RawLimber { nation: String, horse: bool, least: i16, }
    RawCarre { nation: String, line: Option<bool>, hexes: i16, formed: i16, disordered: Option<i16>, }
    RawRecall { nation: String, heavy: Option<bool>, least: i16, }
}

fn chart<R: DeserializeOwned>(source: &Source) -> Result<Chart<R>, Faults> {
    read_toml(source)
}

fn list<T: Figures>(source: &Source) -> Result<T, Faults> {
    let chart: Chart<RawFigure> = chart(source)?;
    figures(source, &chart.row)
}

/// Reads all the charts, each file once.
fn charts(files: &ChartFiles) -> Result<Charts, Faults> {
    let at = |name| files.source(name);
    let defence = defence(at("fire-defence"))?;
    let formations: Chart<RawFormation> = chart(at("formations"))?;
    let pre_melee: Chart<RawPreMelee> = chart(at("pre-melee"))?;
    let levels: Chart<RawLevel> = chart(at("levels"))?;
    let limbering: Chart<RawLimber> = chart(at("limbering"))?;
    let carre: Chart<RawCarre> = chart(at("carre"))?;
    let recall: Chart<RawRecall> = chart(at("recall"))?;
    Ok(Charts {
        terrain: terrain(at("terrain"), &defence)?,
        hexsides: hexsides(at("hexsides"))?,
        formations: each(at("formations"), &formations.row, formation)?,
        arcs: each(at("formations"), &formations.arc, arc)?,
        troops: troops(at("troops"))?,
        defence,
        fire: fire(at("fire"))?,
        fire_figures: list(at("fire-figures"))?,
        melee: melee(at("melee"))?,
        matrix: matrix(at("melee-matrix"))?,
        melee_figures: list(at("melee-figures"))?,
        pre_melee: each(at("pre-melee"), &pre_melee.row, |r| {
            Ok(PreMeleeRow {
                odds: odds(&r.odds, r.attacker, r.defender)?,
                attacker: r.attack,
                defender: r.defend,
            })
        })?,
        pre_melee_figures: figures(at("pre-melee"), &pre_melee.modifier)?,
        morale: list(at("morale"))?,
        levels: levels.row.iter().map(|r| (r.get_ref().percent, r.get_ref().value)).collect(),
        movement: list(at("movement"))?,
        stacking: list(at("stacking"))?,
        wounds: wounds(at("leader-casualties"))?,
        limbering: limbering
            .row
            .iter()
            .map(Spanned::get_ref)
            .map(|r| (r.nation.clone(), r.horse, r.least))
            .collect(),
        charge: list(at("charge"))?,
        carre: each(at("carre"), &carre.row, carre_row)?,
        carre_figures: figures(at("carre"), &carre.modifier)?,
        recall: each(at("recall"), &recall.row, |r| {
            Ok(RecallRow { nation: r.nation.clone(), heavy: r.heavy, least: r.least })
        })?,
    })
}

/// A row of the Carré Realization Table, with readings of the dice as they are written.
fn carre_row(r: &RawCarre) -> Result<CarreRow, Fault> {
    let reading = |written: i16| {
        Dice::written(written).ok_or_else(|| Fault::new(format!("{written} is no reading of the dice")))
    };
    Ok(CarreRow {
        nation: r.nation.clone(),
        line: r.line,
        hexes: r.hexes,
        formed: reading(r.formed)?,
        disordered: r.disordered.map(reading).transpose()?,
    })
}

fn odds(name: &str, attacker: i16, defender: i16) -> Result<Odds, Fault> {
    if attacker < 1 || defender < 1 {
        return Err(Fault::new(format!("odds {name:?} of less than 1")));
    }
    Ok(Odds { attacker, defender })
}

fn bands<T>(found: Vec<(i16, T)>) -> Result<Bands<T>, Fault> {
    let mut bands: Vec<(Dice, T)> = Vec::new();
    for (start, value) in found {
        let start =
            Dice::written(start).ok_or_else(|| Fault::new(format!("{start} is no reading of the dice")))?;
        if bands.last().map_or(start != Dice(0), |(before, _)| *before >= start) {
            return Err(Fault::new("the bands start at 11 and rise"));
        }
        bands.push((start, value));
    }
    if bands.is_empty() { Err(Fault::new("a row without bands")) } else { Ok(Bands(bands)) }
}

fn fire(source: &Source) -> Result<Vec<FireRow>, Faults> {
    let chart: Chart<RawOdds> = chart(source)?;
    each(source, &chart.row, |r| {
        Ok(FireRow { odds: odds(&r.odds, r.attacker, r.defender)?, losses: bands(r.losses.clone())? })
    })
}

/// `AR`, `AD`, `-`, `DD`, `DR`, `DS`, or losses: `2*/1`.
fn result(name: &str) -> Option<MeleeResult> {
    Some(match name {
        "AR" => MeleeResult::AttackerRouts,
        "AD" => MeleeResult::AttackerDisorders,
        "-" => MeleeResult::Blank,
        "DD" => MeleeResult::DefenderDisorders,
        "DR" => MeleeResult::DefenderRouts,
        "DS" => MeleeResult::DefenderSurrenders,
        losses => {
            let (attacker, defender) = losses.split_once('/')?;
            let of = |side: &str| Some((side.trim_end_matches('*').parse().ok()?, side.ends_with('*')));
            let (a, d): ((i16, bool), (i16, bool)) = (of(attacker)?, of(defender)?);
            MeleeResult::Losses([a.0, d.0], [a.1, d.1])
        }
    })
}

/// Columns of 36 results, one for each reading of the dice.
fn melee(source: &Source) -> Result<Vec<MeleeRow>, Faults> {
    let chart: Chart<RawMelee> = chart(source)?;
    each(source, &chart.row, |r| {
        let results: Option<Vec<MeleeResult>> = r.results.iter().map(|name| result(name)).collect();
        let results = results.filter(|list| list.len() == Dice::FACES as usize);
        let results = results.ok_or_else(|| {
            Fault::new("a column has 36 results: AR, AD, -, DD, DR, DS, or losses like 2*/1")
        })?;
        let rows = results.into_iter().enumerate().map(|(at, result)| (Dice(at as i16), result));
        Ok(MeleeRow { odds: odds(&r.odds, r.attacker, r.defender)?, results: Bands(rows.collect()) })
    })
}

fn matrix(source: &Source) -> Result<Vec<MatrixRow>, Faults> {
    let chart: Chart<RawMatrix> = chart(source)?;
    each(source, &chart.row, |r| {
        Ok(MatrixRow {
            defender: DefenderKind::ALL[word("defender", &r.defender, DefenderKind::NAMES)?],
            order: Order::ALL[word("order", &r.order, Order::NAMES)?],
            codes: r.codes,
        })
    })
}

fn defence(source: &Source) -> Result<Vec<DefenceRow>, Faults> {
    let chart: Chart<RawDefence> = chart(source)?;
    each(source, &chart.row, |r| {
        let mut figures = [None; 9];
        if r.figures.len() != figures.len() {
            return Err(Fault::new(format!(
                "{} figures, one for each of {:?}",
                r.figures.len(),
                DefenceRow::COLUMNS
            )));
        }
        for (figure, value) in figures.iter_mut().zip(&r.figures) {
            *figure = value.count().map_err(Fault::new)?;
        }
        Ok(DefenceRow { name: r.defence.clone(), figures })
    })
}

fn costs(values: &[RawValue; 4]) -> Result<Costs, Fault> {
    let mut costs = [None; 4];
    for (cost, value) in costs.iter_mut().zip(values) {
        *cost = value.cost().map_err(Fault::new)?;
    }
    Ok(Costs(costs))
}

fn terrain(source: &Source, defence: &[DefenceRow]) -> Result<ByKind<Terrain, TerrainRow>, Faults> {
    let chart: Chart<RawTerrain> = chart(source)?;
    let rows: Vec<&str> = defence.iter().map(|row| row.name.as_str()).collect();
    let make = |r: &RawTerrain| {
        let mut most = [None; 3];
        for (most, value) in most.iter_mut().zip(&r.most) {
            *most = value.count().map_err(Fault::new)?;
        }
        Ok(TerrainRow {
            cost: costs(&r.half_mp)?,
            general_order: r.general_order,
            open: r.open,
            blocks_los: r.blocks_los,
            cover: r.cover,
            defence: word("row of fire-defence", &r.defence, &rows)?,
            most,
            with_guns: r.with_guns,
        })
    };
    let found: ByKind<Terrain, TerrainRow> = by_kind(source, &chart.row, |r| &r.terrain, make)?;
    let mut faults = Collector::new(source);
    if found.get(Terrain::Clear).is_none() {
        faults.whole(
            "there is no row for terrain \"clear\", of which is every hex that a ground says nothing of",
        );
    }
    faults.into_result(found)
}

fn hexsides(source: &Source) -> Result<ByKind<Feature, HexsideRow>, Faults> {
    let chart: Chart<RawHexside> = chart(source)?;
    by_kind(
        source,
        &chart.row,
        |r| &r.hexside,
        |r: &RawHexside| {
            let obstacle = r.obstacle.as_deref().unwrap_or("none");
            let obstacle = Obstacle::ALL[word("obstacle", obstacle, Obstacle::NAMES)?];
            Ok(HexsideRow { cost: costs(&r.half_mp)?, uphill_only: r.uphill_only, obstacle })
        },
    )
}

fn formation(r: &RawFormation) -> Result<FormationRow, Fault> {
    let melee = r.melee.exact().ok_or_else(|| Fault::new(format!("{:?} is no factor", r.melee)))?;
    Ok(FormationRow {
        arm: Arm::ALL[word("arm", &r.arm, Arm::NAMES)?],
        formation: Formation::ALL[word("formation", &r.formation, Formation::NAMES)?],
        heavy: r.heavy,
        aim: AimKind::ALL[word("aim", &r.aim, AimKind::NAMES)?],
        hexes: r.hexes,
        extend_from: r.extend_from,
        footprint: r.footprint.clone(),
        zone: r.zone,
        fire: FireBasis::ALL[word("basis of fire", &r.fire, FireBasis::NAMES)?],
        fire_increments: r.fire_increments,
        defence: word("column of fire-defence", &r.defence, &DefenceRow::COLUMNS)?,
        melee,
    })
}

fn arc(r: &RawArc) -> Result<Arc, Fault> {
    const PARTS: [(&str, PartKind); 7] = [
        ("single", PartKind::Single),
        ("head", PartKind::Head),
        ("body", PartKind::Body),
        ("tail", PartKind::Tail),
        ("left", PartKind::Left),
        ("middle", PartKind::Middle),
        ("right", PartKind::Right),
    ];
    let dirs = |hexsides: &[u8]| -> Result<Dirs, Fault> {
        match hexsides.iter().find(|hexside| **hexside > 5) {
            Some(hexside) => Err(Fault::new(format!("a hex has no side {hexside}"))),
            None => Ok(hexsides.iter().map(|hexside| Dir(*hexside)).collect()),
        }
    };
    let part = PARTS[word("part", &r.part, &PARTS.map(|(name, _)| name))?].1;
    let (front, flank, rear) = (dirs(&r.front)?, dirs(&r.flank)?, dirs(&r.rear)?);
    Ok(Arc { footprint: r.footprint.clone(), part, front, flank, rear })
}

fn troops(source: &Source) -> Result<Vec<Troops>, Faults> {
    let chart: Chart<RawTroops> = chart(source)?;
    let exact = |value: &RawValue| value.exact().ok_or_else(|| Fault::new(format!("{value:?} is no figure")));
    each(source, &chart.row, |r| {
        Ok(Troops {
            nation: r.nation.clone(),
            kind: r.kind.clone(),
            printed: r.printed,
            line: exact(&r.line)?,
            square: exact(&r.square)?,
            skirmish: r.skirmish.perhaps().map_err(Fault::new)?,
            checks: Checks::ALL[word("losses", &r.checks, Checks::NAMES)?],
        })
    })
}

fn wounds(source: &Source) -> Result<Vec<Wound>, Faults> {
    const WORDS: [&str; 6] = ["head", "chest", "leg", "arm", "captured", "flesh"];
    let chart: Chart<RawWound> = chart(source)?;
    let found = each(source, &chart.row, |r| {
        let id = WORDS[word("wound", &r.id, &WORDS)?];
        let away = match word("absence", &r.away, &["dead", "hours", "captured", "none"])? {
            0 => Away::Dead,
            1 => Away::Hours(r.dice),
            2 => Away::Captured,
            _ => Away::None,
        };
        Ok((r.die, Wound { word: id, away }))
    })?;
    let mut faults = Collector::new(source);
    if found.iter().map(|(die, _)| *die).ne(1..=6) {
        faults.whole("the rows are not the six faces of a die, from 1 on");
    }
    faults.into_result(found.into_iter().map(|(_, wound)| wound).collect())
}

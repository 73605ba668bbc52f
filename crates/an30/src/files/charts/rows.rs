//! The rows of each chart that is more than a list of figures.

use ground::{ByKind, Dir, Dirs, Feature, Road, Terrain};
use muster::{Collector, Fault, Faults, Source, Spanned};
use roster::{Arm, Rank};
use table::Rule;

use super::raw::{
    Chart, RawArc, RawArmy, RawBound, RawDefence, RawDie, RawFigure, RawFormation, RawHexes, RawHexside,
    RawLevel, RawLimbering, RawList, RawMethod, RawOdds, RawRecall, RawRoad, RawSquare, RawStacking,
    RawTerrain, RawTrack, RawTroops, RawValue,
};
use super::read::{bands, by_kind, chart, each, word};
use crate::core::charts::{
    Absence, AimKind, Arc, Army, Costs, Cover, DefenceRow, DieRows, FireBasis, FireRow, FormationRow,
    HexsideCost, HexsideRow, HexsideSight, Level, MeleeResult, MeleeRow, Method, PartKind, Spread,
    SquareResult, SquareRow, StackingRow, StandRow, TerrainRow, Track, Troops, Wound, Years,
};
use crate::core::exact::Odds;
use crate::core::state::Formation;

fn costs(values: [&RawValue; 5]) -> Result<Costs, Fault> {
    let mut costs = [None; 5];
    for (cost, value) in costs.iter_mut().zip(values) {
        *cost = value.cost().map_err(Fault::new)?;
    }
    Ok(Costs(costs))
}

pub(super) fn formation_named(name: &str) -> Result<Formation, Fault> {
    Ok(Formation::ALL[word("formation", name, Formation::NAMES)?])
}

/// The rows of hexes. Every ground has clear hexes.
pub(super) fn terrain(
    source: &Source,
    defence: &[DefenceRow],
    stacking: &[StackingRow],
) -> Result<ByKind<Terrain, TerrainRow>, Faults> {
    let chart: Chart<RawTerrain> = chart(source)?;
    let defences: Vec<&str> = defence.iter().map(|row| row.name.as_str()).collect();
    let stackings: Vec<&str> = stacking.iter().map(|row| row.name.as_str()).collect();
    let make = |r: &RawTerrain| {
        Ok(TerrainRow {
            cost: costs([
                &r.infantry_half_mp,
                &r.skirmish_company_half_mp,
                &r.cavalry_half_mp,
                &r.artillery_half_mp,
                &r.leader_half_mp,
            ])?,
            general_order: r.general_order,
            forms: r.forms.iter().map(|name| formation_named(name)).collect::<Result<_, _>>()?,
            blocks_los: r.blocks_los,
            ends_ricochet: r.ends_ricochet,
            cover: r.cover,
            prolong: r.prolong,
            prone: r.prone,
            hides_prone: r.hides_prone,
            line_has_flanks: r.line_has_flanks != Some(false),
            burns: r.burns,
            special_structure: r.special_structure,
            harassment: r.harassment.count().map_err(Fault::new)?,
            defence: word("row of fire-defence", &r.defence, &defences)?,
            stacking: word("row of stacking", &r.stacking, &stackings)?,
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

/// The rows of hexsides.
pub(super) fn hexsides(
    source: &Source,
    defence: &[DefenceRow],
) -> Result<ByKind<Feature, HexsideRow>, Faults> {
    let chart: Chart<RawHexside> = chart(source)?;
    let defences: Vec<&str> = defence.iter().map(|row| row.name.as_str()).collect();
    by_kind(
        source,
        &chart.row,
        |r| &r.hexside,
        |r: &RawHexside| {
            Ok(HexsideRow {
                cost: costs([
                    &r.infantry_half_mp,
                    &r.skirmish_company_half_mp,
                    &r.cavalry_half_mp,
                    &r.artillery_half_mp,
                    &r.leader_half_mp,
                ])?,
                taken: [HexsideCost::Added, HexsideCost::Whole][word("cost", &r.cost, &["added", "whole"])?],
                uphill_only: word("costs_when", &r.costs_when, &["both", "up"])? == 1,
                road_column_only: r.road_column_only,
                sight: [HexsideSight::Open, HexsideSight::Slope, HexsideSight::Blocks]
                    [word("los", &r.los, &["no", "slope", "yes"])?],
                ends_ricochet_uphill: word("ricochet", &r.ricochet, &["passes", "ends_up"])? == 1,
                shadow: r.shadow,
                prolong: r.prolong,
                hides_prone: r.hides_prone,
                covers: if r.covers == "none" {
                    Cover::None
                } else {
                    Cover::Row(word("row of fire-defence", &r.covers, &defences)?)
                },
            })
        },
    )
}

pub(super) fn roads(source: &Source) -> Result<ByKind<Road, Costs>, Faults> {
    let chart: Chart<RawRoad> = chart(source)?;
    by_kind(
        source,
        &chart.row,
        |r| &r.road,
        |r: &RawRoad| {
            // Companies on a road are infantry: nobody is in skirmish order there.
            costs([
                &r.infantry_half_mp,
                &r.infantry_half_mp,
                &r.cavalry_half_mp,
                &r.artillery_half_mp,
                &r.leader_half_mp,
            ])
        },
    )
}

/// Formations; every arm has those that its units can be in.
pub(super) fn formations(
    source: &Source,
    rows: &[Spanned<RawFormation>],
) -> Result<Vec<FormationRow>, Faults> {
    let found = each(source, rows, formation)?;
    let mut faults = Collector::new(source);
    for arm in Arm::ALL {
        for formation in Formation::of(*arm) {
            if !found.iter().any(|row| row.arm == *arm && row.formation == *formation) {
                faults.whole(format!("there is no row for {formation} of {arm}"));
            }
        }
    }
    faults.into_result(found)
}

fn formation(r: &RawFormation) -> Result<FormationRow, Fault> {
    let exact = |value: &RawValue| value.exact().ok_or_else(|| Fault::new(format!("{value:?} is no factor")));
    let defence = match r.defence.as_str() {
        "as_limbered_or_not" => None,
        name => Some(word("column of fire-defence", name, &DefenceRow::COLUMNS)?),
    };
    let formation = formation_named(&r.formation)?;
    Ok(FormationRow {
        arm: Arm::ALL[word("arm", &r.arm, Arm::NAMES)?],
        formation,
        aim: [AimKind::Hexside, AimKind::Vertex, AimKind::All, AimKind::Path]
            [word("aim", &r.aim, &["hexside", "vertex", "all", "path"])?],
        spread: [Spread::One, Spread::Two, Spread::File, Spread::Many]
            [word("hexes", &r.hexes, &["one", "two", "file", "many"])?],
        footprint: r.footprint.clone(),
        extend_from: r.extend_from.count().map_err(Fault::new)?,
        voluntary: r.voluntary,
        formed: r.formed,
        zone: r.zone,
        fire: [
            FireBasis::Printed,
            FireBasis::Increments,
            FireBasis::Square,
            FireBasis::SkirmishValue,
            FireBasis::None,
        ][word("fire", &r.fire, &["printed", "increments", "square", "skirmish_value", "none"])?],
        fire_increments: r.fire_increments.count().map_err(Fault::new)?.unwrap_or(0),
        fire_factor: exact(&r.fire_factor)?,
        melee: exact(&r.melee)?,
        movement: exact(&r.movement)?,
        extra_half_mp: r.extra_half_mp.cost().map_err(Fault::new)?.unwrap_or(0),
        extra_from_hexes: r.extra_from_hexes.cost().map_err(Fault::new)?.unwrap_or(1),
        extra_every: r.extra_every.cost().map_err(Fault::new)?.unwrap_or(1).max(1),
        minimum_increments: r.minimum_increments.count().map_err(Fault::new)?.unwrap_or(1),
        increments_per_hex: r.increments_per_hex.count().map_err(Fault::new)?,
        defence,
        blocks_los: r.blocks_los,
        rule: formation.rule(),
    })
}

pub(super) fn arcs(source: &Source, rows: &[Spanned<RawArc>]) -> Result<Vec<Arc>, Faults> {
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
    each(source, rows, |r: &RawArc| {
        let names = PARTS.map(|(name, _)| name);
        let (front, rear) = (dirs(&r.front)?, dirs(&r.rear)?);
        let part = PARTS[word("part", &r.part, &names)?].1;
        Ok(Arc { footprint: r.footprint.clone(), part, front, flank: Dirs::ALL - front - rear, rear })
    })
}

pub(super) fn stacking(source: &Source, rows: &[Spanned<RawStacking>]) -> Result<Vec<StackingRow>, Faults> {
    let rank = |name: &str| match name {
        "none" => Ok(None),
        name => word("rank", name, Rank::NAMES).map(|i| Some(Rank::ALL[i])),
    };
    let most = |value: &RawValue| value.count().map_err(Fault::new);
    each(source, rows, |r: &RawStacking| {
        Ok(StackingRow {
            name: r.stacking.clone(),
            infantry: (most(&r.infantry)?, rank(&r.infantry_or)?),
            cavalry: (most(&r.cavalry)?, rank(&r.cavalry_or)?),
            guns: (most(&r.guns)?, rank(&r.guns_or)?),
            infantry_with_guns: most(&r.infantry_with_guns)?,
        })
    })
}

pub(super) fn defence(source: &Source, rows: &[Spanned<RawDefence>]) -> Result<Vec<DefenceRow>, Faults> {
    each(source, rows, |r: &RawDefence| {
        let columns = [
            &r.column,
            &r.line,
            &r.square,
            &r.general_order,
            &r.skirmish,
            &r.disorder,
            &r.pgd,
            &r.limbered,
            &r.unlimbered,
            &r.road_column,
            &r.cavalry_column,
            &r.cavalry_line,
            &r.cavalry_general_order,
            &r.cavalry_skirmish,
            &r.cavalry_disorder,
            &r.cavalry_pgd,
            &r.cavalry_road_column,
        ];
        let mut figures = [None; 17];
        for (figure, value) in figures.iter_mut().zip(columns) {
            *figure = value.count().map_err(Fault::new)?;
        }
        Ok(DefenceRow { name: r.defence.clone(), figures })
    })
}

/// From a year on, if one is told, and up to one.
fn years(from: Option<u16>, until: Option<u16>) -> Years {
    from.unwrap_or(u16::MIN)..=until.unwrap_or(u16::MAX)
}

pub(super) fn troops(source: &Source) -> Result<Vec<Troops>, Faults> {
    let chart: Chart<RawTroops> = chart(source)?;
    each(source, &chart.row, |r: &RawTroops| {
        Ok(Troops {
            id: r.id.clone(),
            nation: r.nation.clone(),
            kind: r.kind.clone(),
            line: r.line.perhaps().map_err(Fault::new)?,
            square: r.square.perhaps().map_err(Fault::new)?,
            skirmish: r.skirmish.perhaps().map_err(Fault::new)?,
            printed: r.printed.perhaps().map_err(Fault::new)?,
            rifles: r.rifles,
            years: years(r.from, r.until),
        })
    })
}

fn odds(r: &RawOdds) -> Result<Odds, Fault> {
    match (r.attacker, r.defender) {
        (Some(attacker @ 1..), Some(defender @ 1..)) => Ok(Odds { attacker, defender }),
        _ => Err(Fault::new(format!("odds {:?} without `attacker` and `defender`, at least 1 each", r.odds))),
    }
}

/// Columns of odds rise, each above the one before.
fn rising<'r>(source: &Source, rows: impl Iterator<Item = &'r Spanned<RawOdds>>) -> Result<(), Faults> {
    let mut faults = Collector::new(source);
    let mut before: Option<Odds> = None;
    for row in rows {
        let Ok(here) = odds(row.get_ref()) else { continue };
        if before.is_some_and(|b| {
            i32::from(b.attacker) * i32::from(here.defender)
                >= i32::from(here.attacker) * i32::from(b.defender)
        }) {
            faults.at(row.span(), format!("the odds {} do not rise", row.get_ref().odds));
        }
        before = Some(here);
    }
    faults.into_result(())
}

pub(super) fn fire(source: &Source) -> Result<Vec<FireRow>, Faults> {
    let chart: Chart<RawOdds> = chart(source)?;
    rising(source, chart.row.iter())?;
    each(source, &chart.row, |r: &RawOdds| {
        Ok(FireRow { odds: odds(r)?, losses: bands(&r.bands, |band| band.losses.map(i16::from))? })
    })
}

/// `AS`, `AR`, `AD2`, `blank`, `DD1`, `DR`, `DR2`, `DS`, `DS1`.
fn result(name: &str) -> Option<MeleeResult> {
    let digits = name.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let hexes: u8 = if digits.is_empty() { 0 } else { digits.parse().ok()? };
    Some(match &name[..name.len() - digits.len()] {
        "AS" => MeleeResult::AttackerSurrenders,
        "AR" => MeleeResult::AttackerRouts,
        "AD" => MeleeResult::AttackerDisorders(hexes),
        "blank" => MeleeResult::Blank,
        "DD" => MeleeResult::DefenderDisorders(hexes),
        "DR" => MeleeResult::DefenderRouts(hexes),
        "DS" => MeleeResult::DefenderSurrenders(hexes),
        _ => return None,
    })
}

/// The mêlée chart, and its column for rounds without odds.
pub(super) fn melee(source: &Source) -> Result<(Vec<MeleeRow>, MeleeRow), Faults> {
    let chart: Chart<RawOdds> = chart(source)?;
    let results = |r: &RawOdds| bands(&r.bands, |band| band.result.as_deref().and_then(result));
    let (with, without): (Vec<_>, Vec<_>) =
        chart.row.into_iter().partition(|row| row.get_ref().odds != "firefight");
    rising(source, with.iter())?;
    let rows = each(source, &with, |r: &RawOdds| Ok(MeleeRow { odds: odds(r)?, results: results(r)? }))?;
    let none = Odds { attacker: 0, defender: 0 };
    let own = each(source, &without, |r: &RawOdds| Ok(MeleeRow { odds: none, results: results(r)? }))?;
    let mut faults = Collector::new(source);
    if own.len() != 1 {
        faults.whole(format!("{} columns \"firefight\"", own.len())).expect("one");
    }
    if rows.is_empty() {
        faults.whole("no column of odds");
    }
    faults.into_result(())?;
    Ok((rows, own.into_iter().next().expect("there is one")))
}

pub(super) fn stand_odds(source: &Source, rows: &[Spanned<RawOdds>]) -> Result<Vec<StandRow>, Faults> {
    rising(source, rows.iter())?;
    each(source, rows, |r: &RawOdds| {
        let value = r.value.ok_or_else(|| Fault::new("odds without a `value`"))?;
        Ok(StandRow { odds: odds(r)?, value })
    })
}

pub(super) fn density(source: &Source, rows: &[Spanned<RawBound>]) -> Result<Vec<(i16, i16)>, Faults> {
    let found: Vec<(i16, i16)> = rows.iter().map(|r| (r.get_ref().above, r.get_ref().value)).collect();
    let mut faults = Collector::new(source);
    if found.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
        faults.whole("the rows of `density` must rise");
    }
    faults.into_result(found)
}

pub(super) fn methods(source: &Source, rows: &[Spanned<RawMethod>]) -> Result<Vec<Method>, Faults> {
    each(source, rows, |r: &RawMethod| {
        let band = |b: &Spanned<super::raw::RawBand>| Some((b.get_ref().hexes?.into(), b.get_ref().value?));
        let bands: Option<Vec<(i16, i16)>> = r.bands.iter().map(band).collect();
        match bands {
            Some(bands)
                if bands.first().is_some_and(|band| band.0 == 1)
                    && bands.windows(2).all(|pair| pair[0].0 < pair[1].0) =>
            {
                Ok(Method { name: r.method.clone(), bands })
            }
            _ => Err(Fault::new("a method has bands of `hexes` and `value` that rise from 1 hex on")),
        }
    })
}

pub(super) fn armies(
    source: &Source,
    rows: &[Spanned<RawArmy>],
    methods: &[Method],
) -> Result<Vec<Army>, Faults> {
    let names: Vec<&str> = methods.iter().map(|m| m.name.as_str()).collect();
    each(source, rows, |r: &RawArmy| {
        let method = word("method", r.method.as_deref().unwrap_or_default(), &names)?;
        Ok(Army { nation: r.nation.clone(), method, years: years(r.from, r.until) })
    })
}

/// The results of a die: a row for each face from 1 on.
pub(super) fn die<T>(
    source: &Source,
    rows: &[Spanned<RawDie>],
    value: impl Fn(&RawDie) -> Option<T>,
) -> Result<DieRows<T>, Faults> {
    let mut faults = Collector::new(source);
    let mut found = Vec::new();
    for (i, row) in rows.iter().enumerate() {
        match value(row.get_ref()) {
            _ if row.get_ref().die != i as i16 + 1 => {
                faults.at(row.span(), format!("die {}", row.get_ref().die)).expect(format!("{}", i + 1));
            }
            Some(value) => found.push(value),
            None => {
                faults.at(row.span(), "a row without its result");
            }
        }
    }
    if rows.len() < 6 {
        faults.whole(format!("{} rows for six faces", rows.len()));
    }
    faults.into_result(DieRows(found))
}

pub(super) fn die_chart<T>(
    source: &Source,
    value: impl Fn(&RawDie) -> Option<T>,
) -> Result<DieRows<T>, Faults> {
    let chart: Chart<RawDie> = chart(source)?;
    die(source, &chart.row, value)
}

pub(super) fn hexes(r: &RawDie) -> Option<i16> {
    r.hexes.map(i16::from)
}

pub(super) fn spiked(r: &RawDie) -> Option<bool> {
    match r.result.as_deref()? {
        "spiked" => Some(true),
        "saved" => Some(false),
        _ => None,
    }
}

pub(super) fn wound(r: &RawDie) -> Option<Wound> {
    const WORDS: [&str; 6] = ["head", "chest", "leg", "arm", "stunned", "flesh"];
    let id = r.id.as_deref()?;
    let away = match (r.away.as_deref()?, r.dice, r.unit.as_deref()) {
        ("for_good", _, _) => Absence::ForGood,
        (_, Some(dice), Some("hours")) => Absence::Hours(dice),
        (_, Some(dice), Some("turns")) => Absence::Turns(dice),
        _ => return None,
    };
    Some(Wound { word: WORDS.into_iter().find(|word| *word == id)?, away, mortal: r.mortal? })
}

pub(super) fn by_hexes(rows: &[Spanned<RawHexes>]) -> Vec<(i16, i16)> {
    rows.iter().map(|r| (r.get_ref().hexes.into(), r.get_ref().value)).collect()
}

pub(super) fn recall(rows: &[Spanned<RawRecall>]) -> Vec<(String, i16)> {
    rows.iter().map(|r| (r.get_ref().nation.clone(), r.get_ref().succeeds_from.into())).collect()
}

pub(super) fn limbering(rows: &[Spanned<RawLimbering>]) -> Vec<(String, String, bool, i16)> {
    let row = |r: &RawLimbering| (r.nation.clone(), r.kind.clone(), r.guard, r.succeeds_from.into());
    rows.iter().map(|r| row(r.get_ref())).collect()
}

pub(super) fn levels(rows: &[Spanned<RawLevel>]) -> Vec<Level> {
    let row = |r: &RawLevel| Level { level: r.level, percent: r.percent.into(), value: r.value };
    rows.iter().map(|r| row(r.get_ref())).collect()
}

pub(super) fn tracks(source: &Source, rows: &[Spanned<RawTrack>]) -> Result<Vec<Track>, Faults> {
    each(source, rows, |r: &RawTrack| {
        let band = |b: &Spanned<super::raw::RawBand>| {
            let b = b.get_ref();
            Some((b.level?, b.battalions?.into(), b.value?))
        };
        let levels: Option<Vec<_>> = r.bands.iter().map(band).collect();
        match levels {
            Some(levels) if !levels.is_empty() => Ok(Track { id: r.id.clone(), levels }),
            _ => Err(Fault::new("a track has bands of `level`, `battalions` and `value`")),
        }
    })
}

pub(super) fn square_armies(rows: &[Spanned<RawArmy>]) -> Vec<(String, String)> {
    let army = |r: &RawArmy| (r.nation.clone(), r.army.clone().unwrap_or_default());
    rows.iter().map(|r| army(r.get_ref())).collect()
}

/// The modifiers of the square that some troops have, with those troops.
pub(super) fn square_types(rows: &[Spanned<RawFigure>]) -> Vec<(String, Vec<String>)> {
    let types = |r: &RawFigure| match &r.of {
        Some(RawList::Several(list)) => Some((r.id.clone(), list.clone())),
        _ => None,
    };
    rows.iter().filter_map(|r| types(r.get_ref())).collect()
}

pub(super) fn squares(source: &Source, rows: &[Spanned<RawSquare>]) -> Result<Vec<SquareRow>, Faults> {
    let result = |name: &str| match name {
        "square" => Some(SquareResult::Square),
        "disorder" => Some(SquareResult::Disorder),
        "rout" => Some(SquareResult::Rout),
        "none" => Some(SquareResult::NoEffect),
        _ => None,
    };
    each(source, rows, |r: &RawSquare| {
        let results = bands(&r.bands, |band| band.result.as_deref().and_then(result))?;
        Ok(SquareRow { army: r.army.clone(), hexes: r.hexes.into(), results })
    })
}

/// The rule of a formation is the code's, so that it can be cited.
impl Formation {
    fn rule(self) -> Rule {
        match self {
            Formation::Column => table::rule!("12.4"),
            Formation::Line => table::rule!("12.6"),
            Formation::Square => table::rule!("12.9"),
            Formation::Skirmish => table::rule!("12.10"),
            Formation::GeneralOrder => table::rule!("12.7"),
            Formation::RoadColumn => table::rule!("12.8"),
            Formation::Limbered | Formation::Unlimbered => table::rule!("18.2"),
            Formation::Disorder => table::rule!("12.11"),
            Formation::Pgd => table::rule!("12.12"),
        }
    }
}

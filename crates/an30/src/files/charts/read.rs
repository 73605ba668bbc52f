//! Reading rows: lists of figures by name, rows by a name that something else knows, bands that rise.

use labataille::rows::figures;
pub(super) use labataille::rows::{by_kind, each, word};
use muster::{Fault, Faults, Source, Spanned, read_toml};
use serde::de::DeserializeOwned;

use super::ChartFiles;
use super::raw::{Chart, RawBand, RawFigure, RawSquare};
use super::rows;
use crate::core::charts::{
    Charts, DiceChart, Figures, MoraleLevels, Pursuit, PursuitByPoints, PursuitChart, SquareChart,
    StandAssault, StandRow,
};
use crate::core::dice::{Bands, Dice};

/// Reads all the charts, each file once.
pub(super) fn charts(files: &ChartFiles) -> Result<Charts, Faults> {
    let at = |name| files.source(name);
    let defence: Chart<_> = chart(at("fire-defence"))?;
    let stacking: Chart<_> = chart(at("stacking"))?;
    let defence_rows = rows::defence(at("fire-defence"), &defence.row)?;
    let stacking_rows = rows::stacking(at("stacking"), &stacking.row)?;
    let formations: Chart<_> = chart(at("formations"))?;
    let fire_modifiers: Chart<RawFigure> = chart(at("fire-modifiers"))?;
    let close: Chart<_> = chart(at("close-distance"))?;
    let methods = rows::methods(at("close-distance"), &close.row)?;
    let shifts: Chart<_> = chart(at("defensive-shifts"))?;
    let morale: Chart<RawFigure> = chart(at("morale"))?;
    let casualties: Chart<_> = chart(at("leader-casualties"))?;
    let (melee, firefight) = rows::melee(at("melee"))?;
    Ok(Charts {
        terrain: rows::terrain(at("terrain"), &defence_rows, &stacking_rows)?,
        hexsides: rows::hexsides(at("hexsides"), &defence_rows)?,
        roads: rows::roads(at("roads"))?,
        arcs: rows::arcs(at("formations"), &formations.arc)?,
        formations: rows::formations(at("formations"), &formations.row)?,
        limits: figures(at("stacking"), &stacking.formation)?,
        stacking: stacking_rows,
        violations: list(at("stacking-violations"))?,
        changes: list(at("formation-changes"))?,
        troops: rows::troops(at("fire-multiples"))?,
        defence_modifiers: figures(at("fire-defence"), &defence.modifier)?,
        defence: defence_rows,
        fire: rows::fire(at("fire"))?,
        density: rows::density(at("fire-modifiers"), &fire_modifiers.density)?,
        fire_modifiers: figures(at("fire-modifiers"), &fire_modifiers.row)?,
        fire_values: list(at("fire-values"))?,
        melee,
        firefight,
        melee_modifiers: list(at("melee-modifiers"))?,
        infantry_melee: list(at("melee-infantry"))?,
        cavalry_melee: list(at("melee-cavalry"))?,
        close: list(at("close"))?,
        armies: rows::armies(at("close-distance"), &close.army, &methods)?,
        methods,
        stand_assault: stand_assault(at("stand-assault"))?,
        stand_charge: list(at("stand-charge"))?,
        defensive_shifts: rows::die(at("defensive-shifts"), &shifts.row, |r| r.columns)?,
        shifts: figures(at("defensive-shifts"), &shifts.shift)?,
        impetus: rows::die_chart(at("impetus"), rows::hexes)?,
        pursuit: pursuit(at("pursuit"))?,
        thresholds: figures(at("morale"), &morale.threshold)?,
        morale: figures(at("morale"), &morale.row)?,
        levels: levels(at("morale-levels"))?,
        square: square(at("square"))?,
        rallying: dice_chart(at("rallying-square"), |_, rows| Ok(rows::by_hexes(rows)))?,
        form_up: dice_chart(at("form-up"), |_, rows| Ok(rows::by_hexes(rows)))?,
        reaction: list(at("reaction"))?,
        recall: dice_chart(at("recall"), |_, rows| Ok(rows::recall(rows)))?,
        limbering: dice_chart(at("limbering"), |_, rows| Ok(rows::limbering(rows)))?,
        casualty: figures(at("leader-casualties"), &casualties.trigger)?,
        wounds: rows::die(at("leader-casualties"), &casualties.row, rows::wound)?,
        scatter: dice_chart(at("scatter"), |source, dice| rows::die(source, dice, rows::hexes))?,
        spiked: rows::die_chart(at("spiked-guns"), rows::spiked)?,
        explosions: list(at("explosions"))?,
        ammunition: list(at("ammunition"))?,
        chances: list(at("chances"))?,
        command: list(at("command"))?,
        harassment: list(at("harassment"))?,
        losses: list(at("losses"))?,
        movement: list(at("movement"))?,
        readiness: list(at("readiness"))?,
        zones: list(at("zones"))?,
    })
}

/// Reads a chart file and checks that it is the one of its name.
pub(super) fn chart<R: DeserializeOwned>(source: &Source) -> Result<Chart<R>, Faults> {
    read_toml(source)
}

/// A chart with modifiers of its dice.
fn dice_chart<R: DeserializeOwned, T, M: Figures>(
    source: &Source,
    rows: impl Fn(&Source, &[Spanned<R>]) -> Result<T, Faults>,
) -> Result<DiceChart<T, M>, Faults> {
    let chart: Chart<R> = chart(source)?;
    Ok(DiceChart { modifiers: figures(source, &chart.modifier)?, rows: rows(source, &chart.row)? })
}

/// The roll to stand against an assault: by odds, and by what else there is.
fn stand_assault(source: &Source) -> Result<DiceChart<Vec<StandRow>, StandAssault>, Faults> {
    let chart: Chart<RawFigure> = chart(source)?;
    Ok(DiceChart { rows: rows::stand_odds(source, &chart.odds)?, modifiers: figures(source, &chart.row)? })
}

/// The square chart, with the troops and the armies that it names.
fn square(source: &Source) -> Result<SquareChart, Faults> {
    let chart: Chart<RawSquare> = chart(source)?;
    Ok(SquareChart {
        armies: rows::square_armies(&chart.nation),
        types: rows::square_types(&chart.modifier),
        modifiers: figures(source, &chart.modifier)?,
        rows: rows::squares(source, &chart.row)?,
    })
}

/// The morale levels, with and without a track.
fn levels(source: &Source) -> Result<MoraleLevels, Faults> {
    let chart: Chart<RawFigure> = chart(source)?;
    Ok(MoraleLevels { default: rows::levels(&chart.default), tracks: rows::tracks(source, &chart.track)? })
}

/// A chart that is one list of figures.
fn list<T: Figures>(source: &Source) -> Result<T, Faults> {
    let chart: Chart<RawFigure> = chart(source)?;
    figures(source, &chart.row)
}

/// The pursuit hex by hex (19.11), or that of the revision (I8), by what the chart has.
fn pursuit(source: &Source) -> Result<PursuitChart, Faults> {
    let chart: Chart<RawFigure> = chart(source)?;
    if chart.row.iter().any(|row| row.get_ref().id == PursuitByPoints::IDS[0]) {
        figures(source, &chart.row).map(PursuitChart::ByPoints)
    } else {
        figures::<Pursuit>(source, &chart.row).map(PursuitChart::ByHexes)
    }
}

/// Bands by the dice: the first starts at 11, and they rise.
pub(super) fn bands<T>(
    rows: &[Spanned<RawBand>],
    value: impl Fn(&RawBand) -> Option<T>,
) -> Result<Bands<T>, Fault> {
    let mut found: Vec<(Dice, T)> = Vec::new();
    for row in rows {
        let row = row.get_ref();
        let start = row.start.and_then(Dice::written).ok_or_else(|| {
            let mut fault = Fault::new("a band has no `start` that is a reading of the dice");
            fault.expect("11 to 66, both digits 1 to 6");
            fault
        })?;
        let value = value(row).ok_or_else(|| Fault::new("a band has no such value"))?;
        if found.last().map_or(start != Dice(0), |(before, _)| *before >= start) {
            return Err(Fault::new("the bands start at 11 and rise"));
        }
        found.push((start, value));
    }
    if found.is_empty() { Err(Fault::new("a row without bands")) } else { Ok(Bands(found)) }
}

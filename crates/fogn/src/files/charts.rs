//! Reads the charts from their files. The standard ones are part of the program; a person who owns the printed charts may give files of their own
//! in their place.

use baize::{AreaKind, Length, MU};
use muster::{ChartSet, Collector, Fault, Faults, Format, Name, Source, Spanned, Value, read_toml};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::armies::{Region, Training};
use crate::core::charts::{
    Activity, Back, Charts, CombatDice, CombatHit, Ease, Fate, FireDice, FireHit, FireResult, Going, Mover,
    Outcome, Peril, Rank, Reach, Score, TerrainRow, TrainingRow,
};
use crate::core::state::Halt;

/// The standard chart files: name without ending, and text.
pub const STANDARD: [(&str, &str); 16] = [
    ("casualties", include_str!("../../../../books/fogn/charts/casualties.toml")),
    ("casualty-dice", include_str!("../../../../books/fogn/charts/casualty-dice.toml")),
    ("combat-dice", include_str!("../../../../books/fogn/charts/combat-dice.toml")),
    ("combat-hits", include_str!("../../../../books/fogn/charts/combat-hits.toml")),
    ("combat-losses", include_str!("../../../../books/fogn/charts/combat-losses.toml")),
    ("command", include_str!("../../../../books/fogn/charts/command.toml")),
    ("fire-dice", include_str!("../../../../books/fogn/charts/fire-dice.toml")),
    ("fire-hits", include_str!("../../../../books/fogn/charts/fire-hits.toml")),
    ("fire-results", include_str!("../../../../books/fogn/charts/fire-results.toml")),
    ("movement", include_str!("../../../../books/fogn/charts/movement.toml")),
    ("moves", include_str!("../../../../books/fogn/charts/moves.toml")),
    ("outcome", include_str!("../../../../books/fogn/charts/outcome.toml")),
    ("regions", include_str!("../../../../books/fogn/charts/regions.toml")),
    ("scores", include_str!("../../../../books/fogn/charts/scores.toml")),
    ("terrain", include_str!("../../../../books/fogn/charts/terrain.toml")),
    ("training", include_str!("../../../../books/fogn/charts/training.toml")),
];

/// The chart files of a game.
pub type ChartFiles = muster::ChartFiles<Charts>;

impl ChartSet for Charts {
    const BOOK: &'static str = "fogn";
    const STANDARD: &'static [(&'static str, &'static str)] = &STANDARD;

    fn read(files: &ChartFiles) -> Result<Charts, Faults> {
        let at = |name| files.source(name);
        let reach = rows(at("command"), &["corps", "division"], |row: &RawReach| &row.commander, reach)?;
        let [corps, division] = reach[..] else { unreachable!("there are as many rows as names") };
        let losses = |row: &RawLosses, _: &mut Collector<'_>| Some([row.levels, row.guard]);
        Ok(Charts {
            movement: rows(at("movement"), Mover::NAMES, |row: &RawMover| &row.mover, mover)?,
            terrain: rows(at("terrain"), AreaKind::NAMES, |row: &RawTerrain| &row.terrain, terrain)?,
            moves: rows(at("moves"), Activity::NAMES, |row: &RawActivity| &row.activity, activity)?,
            training: rows(at("training"), Training::NAMES, |row: &RawTraining| &row.training, training)?,
            scores: figures(at("scores"), Score::NAMES)?,
            fire_dice: sized(at("fire-dice"), FireDice::NAMES)?,
            fire_hits: figures(at("fire-hits"), FireHit::NAMES)?,
            fire_results: rows(at("fire-results"), &HITS[..5], |row: &RawResult| &row.hits, result)?,
            outcome: rows(at("outcome"), Outcome::NAMES, |row: &RawOutcome| &row.id, outcome)?,
            combat_dice: sized(at("combat-dice"), CombatDice::NAMES)?,
            combat_hits: figures(at("combat-hits"), CombatHit::NAMES)?,
            combat_losses: rows(at("combat-losses"), &HITS, |row: &RawLosses| &row.hits, losses)?,
            casualties: figures(at("casualties"), Peril::NAMES)?,
            casualty_dice: figures(at("casualty-dice"), Rank::NAMES)?,
            regions: rows(at("regions"), Region::NAMES, |row: &RawRegion| &row.region, region)?,
            corps,
            division,
        })
    }

    /// Its id, or what stands in the place of one.
    fn row_name(row: &Value) -> Option<String> {
        const KEYS: [&str; 8] =
            ["id", "hits", "mover", "terrain", "activity", "training", "commander", "region"];
        KEYS.iter().find_map(|key| row.get(key))?.as_str().map(str::to_owned)
    }
}

/// Checks a file that stands in the place of a chart.
///
/// # Errors
/// All its faults; there is no chart of that name.
pub fn check(name: &str, source: &Source) -> Result<(), Faults> {
    let mut files = ChartFiles::default();
    files.replace(name, source.clone())?;
    files.load().map(|_| ())
}

/// A chart file with rows of one shape.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chart<R> {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    #[allow(dead_code, reason = "the file's name says which it is")]
    chart: String,
    #[allow(dead_code, reason = "for readers")]
    title: String,
    row: Vec<Spanned<R>>,
}

/// Defines raw rows, each with its source for readers.
macro_rules! raw_rows {
    ($($name:ident { $($field:ident: $type:ty,)* })*) => {$(
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name {
            $($field: $type,)*
            #[allow(dead_code, reason = "for readers")]
            source: String,
            #[allow(dead_code, reason = "for readers")]
            note: Option<String>,
        }
    )*};
}

raw_rows! {
    RawReach { commander: Name, normal: i16, leading: i16, combat: i16, }
    RawMover { mover: Name, open: RawLength, rough: RawLength, difficult: RawLength, }
    RawTerrain { terrain: Name, going: Name, fire: u8, fight: u8, cover: bool, seen: i16, blocks: bool, }
    RawActivity { activity: Name, steady: Name, wavering: Name, }
    RawTraining { training: Name, moves: i16, cohesion: i16, }
    RawScore { id: Name, value: i16, }
    RawDice { id: Name, small: i16, large: i16, }
    RawResult { hits: Name, advance: Name, back: Name, levels: i16, }
    RawLosses { hits: Name, levels: i16, guard: i16, }
    RawRegion {
        region: Name,
        open: [u8; 2],
        steep_hill: [u8; 2],
        gentle_hill: [u8; 2],
        water: [u8; 2],
        road: [u8; 2],
        impassable: [u8; 2],
        difficult: [u8; 2],
        buildings: [u8; 2],
        rough: [u8; 2],
    }
    RawOutcome { id: Name, disordered: Name, wavering: Name, broken: Name, }
}

/// A length in MU, or none where a word stands.
#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
enum RawLength {
    Mu(i16),
    Not(NotAllowed),
}

/// The word for what is not allowed.
#[derive(Deserialize, Clone, Copy)]
enum NotAllowed {
    #[serde(rename = "NA")]
    Na,
}

/// The rows of a chart in the order of their names: each once, none missing.
fn rows<R: DeserializeOwned, T>(
    source: &Source,
    names: &[&str],
    name: impl Fn(&R) -> &Name,
    read: impl Fn(&R, &mut Collector<'_>) -> Option<T>,
) -> Result<Vec<T>, Faults> {
    let chart: Chart<R> = read_toml(source)?;
    let mut faults = Collector::new(source);
    let mut found: Vec<Option<T>> = names.iter().map(|_| None).collect();
    for row in &chart.row {
        let name = name(row.get_ref());
        let Some(at) = faults.word("row", name, names) else { continue };
        if found[at].is_some() {
            faults.at(name.span(), format!("a second row {}", name.get_ref()));
        }
        found[at] = read(row.get_ref(), &mut faults);
    }
    let missing = names.iter().zip(&found).filter(|(_, row)| row.is_none()).map(|(name, _)| *name);
    let missing: Vec<&str> = missing.collect();
    if faults.is_empty() && !missing.is_empty() {
        faults.whole(format!("no row {}", missing.join(", ")));
    }
    faults.into_result(found.into_iter().flatten().collect())
}

/// Numbers of hits as rows are called by them.
const HITS: [&str; 7] = ["0", "1", "2", "3", "4", "5", "6"];

/// A chart with one figure a row.
fn figures(source: &Source, names: &[&str]) -> Result<Vec<i16>, Faults> {
    rows(source, names, |row: &RawScore| &row.id, |row, _| Some(row.value))
}

/// A chart with a figure for small and one for large units.
fn sized(source: &Source, names: &[&str]) -> Result<Vec<[i16; 2]>, Faults> {
    rows(source, names, |row: &RawDice| &row.id, |row, _| Some([row.small, row.large]))
}

/// A number of MU.
fn length(mu: i16) -> Length {
    Length(mu.clamp(0, 80) * MU.0)
}

fn reach(row: &RawReach, _: &mut Collector<'_>) -> Option<Reach> {
    Some(Reach { normal: length(row.normal), leading: length(row.leading), combat: length(row.combat) })
}

fn mover(row: &RawMover, _: &mut Collector<'_>) -> Option<[Option<Length>; 3]> {
    let read = |cell: RawLength| match cell {
        RawLength::Mu(mu) => Some(length(mu)),
        RawLength::Not(NotAllowed::Na) => None,
    };
    Some([row.open, row.rough, row.difficult].map(read))
}

fn terrain(row: &RawTerrain, faults: &mut Collector<'_>) -> Option<TerrainRow> {
    Some(TerrainRow {
        going: Going::read(&row.going, faults)?,
        fire: row.fire,
        fight: row.fight,
        cover: row.cover,
        seen: (row.seen > 0).then(|| length(row.seen)),
        blocks: row.blocks,
    })
}

fn activity(row: &RawActivity, faults: &mut Collector<'_>) -> Option<[Ease; 2]> {
    Some([Ease::read(&row.steady, faults)?, Ease::read(&row.wavering, faults)?])
}

fn result(row: &RawResult, faults: &mut Collector<'_>) -> Option<FireResult> {
    let (advance, back) = (Halt::read(&row.advance, faults)?, Back::read(&row.back, faults)?);
    Some(FireResult { advance, back, levels: row.levels })
}

fn outcome(row: &RawOutcome, faults: &mut Collector<'_>) -> Option<[Fate; 3]> {
    let mut fate = |name: &Name| match name.get_ref().as_str() {
        "halt" => Some(Fate::Halt),
        "destroyed" => Some(Fate::Destroyed),
        "abandoned" => Some(Fate::Abandoned),
        text => {
            let more = text.parse::<i16>().ok().filter(|more| (0..=20).contains(more));
            if more.is_none() {
                let what = format!("{text:?} is no outcome");
                faults.at(name.span(), what).expect("halt, destroyed, or MU beyond the die");
            }
            more.map(Fate::Retire)
        }
    };
    Some([fate(&row.disordered)?, fate(&row.wavering)?, fate(&row.broken)?])
}

/// The least and the most pieces of each column.
fn region(row: &RawRegion, faults: &mut Collector<'_>) -> Option<[[u8; 2]; 9]> {
    let all = [
        row.open,
        row.steep_hill,
        row.gentle_hill,
        row.water,
        row.road,
        row.impassable,
        row.difficult,
        row.buildings,
        row.rough,
    ];
    if all.iter().any(|[least, most]| least > most) {
        faults.at(row.region.span(), "a least number above the most");
        return None;
    }
    Some(all)
}

fn training(row: &RawTraining, faults: &mut Collector<'_>) -> Option<TrainingRow> {
    if row.moves < 1 || row.cohesion < 1 {
        let mut fault = Fault::new("a test without dice");
        fault.expect("at least one");
        faults.put(row.training.span(), fault);
        return None;
    }
    Some(TrainingRow { moves: row.moves, cohesion: row.cohesion })
}

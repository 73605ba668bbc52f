//! From files to charts and battles, checked.

use ground::{ByKind, Dir, Ground, HexId, Terrain};
use muster::{ChartSet, Collector, Fault, Faults, Format, Source, Spanned, Value, read_toml};
use roster::{About, Arm, BattleFiles, Card as BattleCard, Roster, check_rulebook};
use serde::Deserialize;
use table::{GameOption, Rulebook, Settings, Side};

use crate::Drill;
use crate::ch1_turn::{COUNTERS, MOVEMENT};
use crate::ch5_victory;
use crate::core::battle::{Battle, Card, Kind, Objective};
use crate::core::charts::{Charts, Hit, TerrainRow};
use crate::core::d66::D66;
use crate::core::lay;
use crate::core::state::{Condition, MOST_OBJECTIVES, MOST_UNITS, NOBODY, Phase, State, Unit};

/// The charts, by name, with their text in the book's folder.
pub const CHARTS: [(&str, &str); 2] = [
    ("fire", include_str!("../books/drill/charts/fire.toml")),
    ("terrain", include_str!("../books/drill/charts/terrain.toml")),
];

/// The chart files of a game.
pub type ChartFiles = muster::ChartFiles<Charts>;

impl ChartSet for Charts {
    const BOOK: &'static str = Drill::ID;
    const STANDARD: &'static [(&'static str, &'static str)] = &CHARTS;

    fn read(files: &ChartFiles) -> Result<Charts, Faults> {
        let (columns, fire) = fire_of(files.source("fire"))?;
        Ok(Charts { columns, fire, terrain: terrain_of(files.source("terrain"))? })
    }

    fn row_name(row: &Value) -> Option<String> {
        row.get("terrain")?.as_str().map(str::to_owned)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawFire {
    #[serde(rename = "format")]
    _format: Format<1>,
    #[serde(rename = "chart")]
    _chart: String,
    columns: Vec<i32>,
    row: Vec<RawRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    dice: Spanned<[i64; 2]>,
    results: Spanned<Vec<String>>,
    #[serde(rename = "source")]
    _source: String,
}

fn fire_of(source: &Source) -> Result<(Vec<i32>, Vec<Vec<Hit>>), Faults> {
    let raw: RawFire = read_toml(source)?;
    let mut faults = Collector::new(source);
    let mut fire: Vec<Vec<Hit>> = Vec::new();
    for row in &raw.row {
        let [first, last] = row.dice.get_ref().map(D66::read);
        let (Some(first), Some(last)) = (first, last) else {
            faults.at(row.dice.span(), "no throw of two dice").expect("11 to 66, each die 1 to 6");
            continue;
        };
        if first.place() != fire.len() as i32 || last < first {
            faults
                .at(row.dice.span(), "the rows do not follow each other")
                .expect("every throw once, from 11 on");
        }
        let hits: Vec<Option<Hit>> = row.results.get_ref().iter().map(|name| Hit::named(name)).collect();
        if hits.len() != raw.columns.len() || hits.contains(&None) {
            let mut fault = Fault::new("no results of these columns");
            fault.expect("for each column nothing, check, loss_1 or loss_2");
            faults.put(row.results.span(), fault);
        }
        let hits: Vec<Hit> = hits.into_iter().flatten().collect();
        fire.resize(last.place() as usize + 1, hits);
    }
    if faults.is_empty() && fire.len() != D66::OUTCOMES as usize {
        faults.whole("the rows do not reach 66");
    }
    faults.into_result((raw.columns, fire))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTerrain {
    #[serde(rename = "format")]
    _format: Format<1>,
    #[serde(rename = "chart")]
    _chart: String,
    row: Vec<RawTerrainRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTerrainRow {
    terrain: Spanned<String>,
    cost: u8,
    cover: u8,
    #[serde(rename = "source")]
    _source: String,
}

fn terrain_of(source: &Source) -> Result<ByKind<Terrain, TerrainRow>, Faults> {
    let raw: RawTerrain = read_toml(source)?;
    let mut faults = Collector::new(source);
    let mut rows = ByKind::default();
    for RawTerrainRow { terrain, cost, cover, .. } in raw.row {
        if let Some(kind) = faults.word("terrain", &terrain, &Terrain::NAMES) {
            rows.put(Terrain::ALL[kind], TerrainRow { cost, cover });
        }
    }
    faults.into_result(rows)
}

/// A unit's figures in a scenario or a vignette.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawUnit {
    /// Id.
    pub id: Spanned<String>,
    /// Its side, in a vignette.
    pub side: Option<Spanned<String>>,
    kind: Option<Kind>,
    strength: u8,
    morale: Spanned<i64>,
    at: Spanned<String>,
    facing: Spanned<String>,
    #[serde(default)]
    shaken: Option<bool>,
}

/// A hex worth points.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawObjective {
    at: Spanned<String>,
    points: u8,
}

/// The scenario of a battle.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScenario {
    #[serde(rename = "format")]
    _format: Format<1>,
    rulebook: Spanned<String>,
    turns: u8,
    unit: Vec<RawUnit>,
    #[serde(default)]
    objective: Vec<RawObjective>,
}

/// Reads a battle.
///
/// # Errors
/// All the faults of the first file that has any.
pub fn battle(files: &BattleFiles, charts: Charts, settled: Settings) -> Result<Battle, Faults> {
    let card = BattleCard::read(&files.battle)?;
    let ground = Ground::read(&files.ground)?;
    let roster = Roster::read(&files.order_of_battle, &card.sides)?;
    let scenario: RawScenario = read_toml(&files.scenario)?;
    let mut faults = Collector::new(&files.scenario);
    check_rulebook(&scenario.rulebook, Drill::ID, "the drill book", &mut faults);
    let units: Vec<_> = scenario.unit.iter().map(|unit| &unit.id).collect();
    let roster = roster.played(&[], &units, &mut faults);
    let material = Material {
        id: files.id.clone(),
        title: card.name,
        about: card.about,
        turns: scenario.turns,
        ground,
        charts,
        roster,
        settled,
    };
    material.build(&scenario.unit, &scenario.objective, faults)
}

/// Material of a battle: what a battle is made of, besides its units' figures.
pub struct Material {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Its entry in the chooser.
    pub about: About,
    /// Game turns.
    pub turns: u8,
    /// The ground.
    pub ground: Ground,
    /// The charts.
    pub charts: Charts,
    /// Order of battle.
    pub roster: Roster,
    /// The options.
    pub settled: Settings,
}

/// Whether an option has another value than its default.
fn is_set(settled: &Settings, option: &GameOption) -> bool {
    settled.iter().any(|(name, value)| *name == option.name && *value != option.values[0])
}

impl Material {
    /// Checks the figures and makes the battle.
    ///
    /// # Errors
    /// All faults.
    pub fn build(
        self,
        units: &[RawUnit],
        objectives: &[RawObjective],
        mut faults: Collector<'_>,
    ) -> Result<Battle, Faults> {
        let is_open = is_set(&self.settled, &COUNTERS);
        if units.len() > MOST_UNITS || objectives.len() > MOST_OBJECTIVES {
            faults.whole(format!("more than {MOST_UNITS} units or {MOST_OBJECTIVES} objectives"));
            return Err(faults.into_result(()).expect_err("there is a fault"));
        }
        let mut state = State {
            turn: 1,
            side: Side(0),
            phase: Phase::Move,
            units: [Unit::NONE; MOST_UNITS],
            holders: [NOBODY; MOST_OBJECTIVES],
            lost: [0; 2],
        };
        let mut cards = Vec::new();
        for raw in units {
            let Some((card, unit)) = self.unit(raw, &mut faults) else { continue };
            state.units[cards.len()] = Unit { shown: is_open, ..unit };
            cards.push(card);
        }
        let objective = |raw: &RawObjective| Objective {
            hex: self.ground.hex_named(&raw.at, &mut faults).unwrap_or(HexId(0)),
            points: raw.points,
        };
        let objectives = objectives.iter().map(objective).collect();
        let formation = |f: &roster::Formation| (f.id.clone(), f.name.clone(), f.side);
        let Material { id, title, about, turns, ground, charts, roster, settled } = self;
        let mut battle = Battle {
            id,
            title,
            about,
            ground,
            charts,
            formations: roster.formations.iter().map(formation).collect(),
            sides: roster.sides,
            units: cards,
            objectives,
            turns,
            settled,
            is_open,
            setup: state,
        };
        for (number, raw) in units.iter().enumerate().take(battle.units.len()) {
            check_room(&battle, number as u16, raw, &mut faults);
        }
        faults.into_result(())?;
        let mut setup = battle.setup.clone();
        ch5_victory::hold(&battle, &mut setup);
        battle.setup = setup;
        Ok(battle)
    }

    fn unit(&self, raw: &RawUnit, faults: &mut Collector<'_>) -> Option<(Card, Unit)> {
        let Some(unit) = self.roster.units.iter().find(|unit| unit.id == *raw.id.get_ref()) else {
            let ids: Vec<&str> = self.roster.units.iter().map(|unit| unit.id.as_str()).collect();
            faults.put(raw.id.span(), Fault::unknown("unit", raw.id.get_ref(), &ids));
            return None;
        };
        let facing = Dir::ALL.iter().find(|dir| dir.name() == raw.facing.get_ref());
        if facing.is_none() {
            faults.at(raw.facing.span(), "no hexside").expect("N, NE, SE, S, SW or NW");
        }
        let morale = D66::read(*raw.morale.get_ref());
        if morale.is_none() {
            faults.at(raw.morale.span(), "no throw of two dice").expect("11 to 66, each die 1 to 6");
        }
        let hex = self.ground.hex_named(&raw.at, faults)?;
        let gun = if unit.arm == Arm::Artillery { Kind::Gun } else { Kind::Line };
        let card = Card {
            id: unit.id.clone(),
            name: unit.name.clone(),
            nation: unit.nation.clone(),
            side: self.roster.formations[unit.formation].side,
            formation: unit.formation as u16,
            kind: raw.kind.unwrap_or(gun),
            strength: raw.strength,
            morale: morale?,
        };
        let shaken = raw.shaken.unwrap_or_default();
        let now = Unit {
            hex,
            facing: *facing?,
            strength: raw.strength,
            condition: if shaken { Condition::Shaken } else { Condition::Good },
            movement: MOVEMENT,
            acted: false,
            shown: false,
        };
        Some((card, now))
    }
}

/// A unit stands on the map and alone.
fn check_room(b: &Battle, unit: u16, raw: &RawUnit, faults: &mut Collector<'_>) {
    let (card, now) = (b.card(unit), b.setup.unit(unit));
    let Some(own) = lay::hexes_of(b, card.kind, now.hex, now.facing) else {
        faults.at(raw.at.span(), format!("the left wing of {} is off the map", card.id));
        return;
    };
    let is_taken = |other: u16| {
        let (kind, now) = (b.card(other).kind, b.setup.unit(other));
        let theirs = lay::hexes_of(b, kind, now.hex, now.facing).unwrap_or_default();
        own.iter().any(|hex| theirs.contains(hex))
    };
    if let Some(other) = (0..unit).find(|other| is_taken(*other)) {
        faults.at(raw.at.span(), format!("{} stands there already", b.card(other).id));
    }
}

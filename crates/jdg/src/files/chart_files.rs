//! Reads the charts from their files. The standard ones are part of the program; a person who owns the printed charts
//! may give files of their own in their place.

mod figures;

use ground::{ByKind, Features, Kind, Terrain};
use muster::{ChartSet, Collector, Faults, Format, Source, Spanned, Value, read_toml};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use table::rule;

use crate::core::charts::{
    Charts, Effect, FireModifiers, FireRow, HexsideRow, MassBonus, OddsRow, Remark, RoadRow, ShockModifiers,
    ShockRow, TerrainRow, TestModifiers,
};
use figures::{FigureRow, Figures};

/// The standard chart files: name without ending, and text.
pub const STANDARD: [(&str, &str); 9] = [
    ("terrain", include_str!("../../../../books/jdg/charts/terrain.toml")),
    ("hexsides", include_str!("../../../../books/jdg/charts/hexsides.toml")),
    ("roads", include_str!("../../../../books/jdg/charts/roads.toml")),
    ("fire", include_str!("../../../../books/jdg/charts/fire.toml")),
    ("fire-modifiers", include_str!("../../../../books/jdg/charts/fire-modifiers.toml")),
    ("odds", include_str!("../../../../books/jdg/charts/odds.toml")),
    ("shock", include_str!("../../../../books/jdg/charts/shock.toml")),
    ("shock-modifiers", include_str!("../../../../books/jdg/charts/shock-modifiers.toml")),
    ("tests", include_str!("../../../../books/jdg/charts/tests.toml")),
];

/// The chart files of a game.
pub type ChartFiles = muster::ChartFiles<Charts>;

impl ChartSet for Charts {
    const BOOK: &'static str = "jdg";
    const STANDARD: &'static [(&'static str, &'static str)] = &STANDARD;

    fn read(files: &ChartFiles) -> Result<Charts, Faults> {
        let at = |name| files.source(name);
        let (odds, odds_worse) = odds(at("odds"))?;
        let clear =
            (Terrain::Clear, "terrain \"clear\", of which is every hex that a ground says nothing of");
        Ok(Charts {
            terrain: by_kind(at("terrain"), &[clear], |row: &TerrainRow| row.terrain, terrain_lacks)?,
            hexsides: by_kind(at("hexsides"), &[], |row: &HexsideRow| row.hexside, hexside_lacks)?,
            roads: by_kind(at("roads"), &[], |row: &RoadRow| row.road, |_| None)?,
            fire: table_of(at("fire"), |row: &FireRow| row.up_to)?,
            fire_modifiers: fire_modifiers(at("fire-modifiers"))?,
            odds,
            odds_worse,
            shock: shock(at("shock"))?,
            shock_modifiers: shock_modifiers(at("shock-modifiers"))?,
            tests: tests(at("tests"))?,
        })
    }

    /// Its id, terrain, side or path, its result, its ratio, or the highest total to which it applies.
    fn row_name(row: &Value) -> Option<String> {
        let words =
            ["id", "terrain", "path"].iter().find_map(|key| row.get(key)?.as_str().map(str::to_owned));
        let result = || {
            let list = row.get("result")?.as_array()?;
            Some(if list.is_empty() {
                "none".to_owned()
            } else {
                list.iter().filter_map(Value::as_str).collect::<Vec<_>>().join("+")
            })
        };
        let ratio =
            || Some(format!("{}:{}", row.get("attacker")?.as_integer()?, row.get("defender")?.as_integer()?));
        let total = || {
            row.get("recoil")?;
            Some(row.get("up_to").map_or_else(|| "above".to_owned(), |most| format!("up to {most}")))
        };
        let side = || row.get("side")?.as_str().map(str::to_owned);
        words.or_else(result).or_else(ratio).or_else(total).or_else(side)
    }
}

/// File of a chart: what stands in a chart's file. Only the fire modifiers have rows of massed targets, only the odds a modifier below their rows.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chart<R> {
    #[serde(rename = "format")]
    _format: Format<1>,
    #[serde(rename = "chart")]
    _chart: Remark,
    #[serde(rename = "title")]
    _title: Remark,
    #[serde(rename = "unit")]
    _unit: Remark,
    row: Vec<Spanned<R>>,
    #[serde(default)]
    massed: Vec<Spanned<MassedRow>>,
    worse: Option<Spanned<WorseOdds>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MassedRow {
    at_least_strength: i16,
    value: i16,
    rule: String,
    #[serde(rename = "source")]
    _source: Remark,
    #[serde(rename = "note")]
    _note: Option<Remark>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WorseOdds {
    modifier: i16,
    #[serde(rename = "source")]
    _source: Remark,
    #[serde(rename = "note")]
    _note: Option<Remark>,
}

/// Reads a chart that has rows and nothing else.
fn rows<R: DeserializeOwned>(source: &Source) -> Result<Vec<Spanned<R>>, Faults> {
    let chart: Chart<R> = read_toml(source)?;
    let mut faults = Collector::new(source);
    if let Some(massed) = chart.massed.first() {
        faults.at(massed.span(), "`massed` belongs into the chart \"fire-modifiers\"");
    }
    if let Some(worse) = &chart.worse {
        faults.at(worse.span(), "`worse` belongs into the chart \"odds\"");
    }
    faults.into_result(chart.row)
}

/// Reads a chart of ground: a row for each kind that the book knows, at most one, and one for each of `needed`. A column that not
/// every row has is asked for where the row's other columns need it.
fn by_kind<R: DeserializeOwned, K: Kind + std::fmt::Display>(
    source: &Source,
    needed: &[(K, &str)],
    kind: impl Fn(&R) -> K,
    lacks: impl Fn(&R) -> Option<&'static str>,
) -> Result<ByKind<K, R>, Faults> {
    let mut faults = Collector::new(source);
    let mut found = ByKind::default();
    for row in rows(source)? {
        let (span, row) = (row.span(), row.into_inner());
        let kind = kind(&row);
        if let Some(column) = lacks(&row) {
            faults.at(span.clone(), format!("the row for \"{kind}\" has no `{column}`"));
        }
        if found.put(kind, row).is_some() {
            faults.at(span, format!("a second row for \"{kind}\""));
        }
    }
    for (kind, why) in needed {
        if found.get(*kind).is_none() && faults.is_empty() {
            faults.whole(format!("there is no row for {why}"));
        }
    }
    faults.into_result(found)
}

/// Ground that can be entered without a road is ground to recoil into (10.3.4).
fn terrain_lacks(row: &TerrainRow) -> Option<&'static str> {
    (row.is_entered() && row.recoil_needs_mp.is_none()).then_some("recoil_needs_mp")
}

/// Gap of a hexside's row: a cost may be waived on a road (4.3.1); what has two sides is attacked from both; a work covers (7.5), and says
/// whether zones of control reach into the hex that it protects (6.2.1).
fn hexside_lacks(row: &HexsideRow) -> Option<&'static str> {
    let work = Features::WORKS.contains(row.hexside);
    let sided = work || Features::SLOPES.contains(row.hexside);
    [
        ("path_waives", row.is_paid() && row.road_waives.is_none()),
        ("shock_down", sided && row.shock_down.is_none()),
        ("fire", work && row.fire.is_none()),
        ("zoc_into", work && row.zoc_into.is_none()),
    ]
    .into_iter()
    .find_map(|(column, lacks)| lacks.then_some(column))
}

/// Reads a table of totals.
fn table_of<R: DeserializeOwned>(
    source: &Source,
    up_to: impl Fn(&R) -> Option<i16>,
) -> Result<Vec<R>, Faults> {
    let rows = rows(source)?;
    check_limits(source, &rows, up_to)?;
    Ok(rows.into_iter().map(Spanned::into_inner).collect())
}

/// Upper limits must rise and only the last row has none.
fn check_limits<R>(
    source: &Source,
    rows: &[Spanned<R>],
    up_to: impl Fn(&R) -> Option<i16>,
) -> Result<(), Faults> {
    let mut faults = Collector::new(source);
    for (i, row) in rows.iter().enumerate() {
        let last = i + 1 == rows.len();
        match up_to(row.get_ref()) {
            None if !last => {
                faults.at(row.span(), "a row without `up_to` before the last one");
            }
            Some(_) if last => {
                faults.at(row.span(), "the last row must have no `up_to`, so that every total has a row");
            }
            Some(limit) if i > 0 && up_to(rows[i - 1].get_ref()).is_some_and(|before| before >= limit) => {
                faults.at(row.span(), format!("`up_to = {limit}` does not rise"));
            }
            _ => {}
        }
    }
    if rows.is_empty() {
        faults.whole("the table has no row");
    }
    faults.into_result(())
}

fn odds(source: &Source) -> Result<(Vec<OddsRow>, i16), Faults> {
    let chart: Chart<OddsRow> = read_toml(source)?;
    let mut faults = Collector::new(source);
    if let Some(massed) = chart.massed.first() {
        faults.at(massed.span(), "`massed` belongs into the chart \"fire-modifiers\"");
    }
    let mut rows: Vec<OddsRow> = Vec::new();
    for row in &chart.row {
        let r = *row.get_ref();
        if r.attacker < 1 || r.defender < 1 {
            faults.at(row.span(), "both parts of a ratio must be at least 1");
        } else if rows.last().is_some_and(|b| {
            i32::from(b.attacker) * i32::from(r.defender) >= i32::from(r.attacker) * i32::from(b.defender)
        }) {
            faults.at(row.span(), format!("the ratio {}:{} does not rise", r.attacker, r.defender));
        }
        rows.push(r);
    }
    let worse = chart.worse.map(|worse| worse.into_inner().modifier);
    if worse.is_none() {
        faults.whole("missing table `worse`, the modifier for a ratio below the first row");
    }
    faults.into_result((rows, worse.unwrap_or_default()))
}

fn shock(source: &Source) -> Result<Vec<ShockRow>, Faults> {
    let rows: Vec<Spanned<ShockRow>> = rows(source)?;
    check_limits(source, &rows, |row| row.up_to)?;
    let mut faults = Collector::new(source);
    for row in &rows {
        if row.get_ref().effect == Some(Effect::Rout) {
            faults
                .at(row.span(), "shock never routs in one step (10.2)")
                .expect("\"none\", \"ct\" or \"disorder\"");
        }
        if row.get_ref().recoil > 1 {
            faults.at(row.span(), "a recoil is of one hex (10.)").expect("0 or 1");
        }
    }
    faults.into_result(())?;
    Ok(rows.into_iter().map(Spanned::into_inner).collect())
}

fn fire_modifiers(source: &Source) -> Result<FireModifiers, Faults> {
    let chart: Chart<FigureRow> = read_toml(source)?;
    let mut f = Figures::new(source, chart.row);
    if let Some(worse) = &chart.worse {
        f.faults.at(worse.span(), "`worse` belongs into the chart \"odds\"");
    }
    let modifiers = FireModifiers {
        combined_batteries: f.figure("combined_batteries", "fire.combined", rule!("7.3")),
        effective_range: f.figure("effective_range", "fire.effective_range", rule!("7.3")),
        maximum_range: f.figure("maximum_range", "fire.maximum_range", rule!("7.3")),
        reaction_fire: f.figure("reaction_fire", "fire.reaction", rule!("9.3.2")),
        reaction_from_square: f.figure("reaction_from_square", "fire.from_square", rule!("9.3.2")),
        target_in_square: f.figure("target_in_square", "fire.at_square", rule!("7.5")),
        massed: massed(&chart.massed, &mut f),
    };
    f.done(modifiers)
}

fn massed(rows: &[Spanned<MassedRow>], f: &mut Figures<'_>) -> Vec<MassBonus> {
    let mut found: Vec<MassBonus> = Vec::new();
    for row in rows {
        let MassedRow { at_least_strength, value, rule, .. } = row.get_ref();
        let figure = f.checked(*value, (rule, row.span()), "fire.massed", rule!("7.1"));
        if found.last().is_some_and(|before| before.at_least_strength >= *at_least_strength) {
            f.faults.at(row.span(), "the rows of `massed` must rise in strength");
        }
        found.push(MassBonus { at_least_strength: *at_least_strength, figure });
    }
    found
}

fn shock_modifiers(source: &Source) -> Result<ShockModifiers, Faults> {
    let mut f = Figures::new(source, rows(source)?);
    let mut figure = |id, rule| f.figure(id, id, rule);
    let modifiers = ShockModifiers {
        cavalry_shock: figure("cavalry_shock", rule!("9.1")),
        charge_heavy: figure("charge_heavy", rule!("9.4")),
        charge_other: figure("charge_other", rule!("9.2")),
        charge_countered: figure("charge_countered", rule!("9.4")),
        charge_on_square: figure("charge_on_square", rule!("9.3.2")),
        cavalry_shock_on_square: figure("cavalry_shock_on_square", rule!("4.2")),
        infantry_on_square: figure("infantry_on_square", rule!("4.2")),
        combined_arms: figure("combined_arms", rule!("9.2")),
        rear: figure("rear", rule!("6.1.2")),
        target_routed: figure("target_routed", rule!("10.2")),
        pursuit_step: figure("pursuit_step", rule!("9.5.2")),
        six_front_other_side: figure("six_front_other_side", rule!("6.1.2")),
        target_disordered: figure("target_disordered", rule!("8.6.2")),
    };
    f.done(modifiers)
}

fn tests(source: &Source) -> Result<TestModifiers, Faults> {
    let mut f = Figures::new(source, rows(source)?);
    let mut figure = |id, test, rule| f.of_test(id, test, rule);
    let modifiers = TestModifiers {
        countercharge_light_against_heavy: figure(
            "countercharge_light_against_heavy",
            "engagement",
            rule!("9.4"),
        ),
        refusal_one_hex: figure("refusal_one_hex", "cohesion", rule!("8.8.1")),
        refusal_two_hexes: figure("refusal_two_hexes", "cohesion", rule!("8.8.1")),
        rally_routed: figure("rally_routed", "rally", rule!("11.1")),
        rally_routed_night: figure("rally_routed_night", "rally", rule!("12.1")),
        night: figure("night", "cohesion", rule!("12.1")),
        fog: figure("fog", "cohesion", rule!("12.2")),
    };
    f.done(modifiers)
}

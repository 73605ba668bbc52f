//! Reads the charts from their files. The standard ones are part of the program; a person who owns the printed charts
//! may give files of his own in their place.

mod raw;

use ground::{ByKind, Feature, Kind, Terrain, Way};
use muster::{Collector, Fault, Faults, Source, Spanned, read_toml};

use raw::{
    Chart, RawAllows, RawCost, RawEffect, RawFire, RawModifier, RawOdds, RawPath, RawShock, RawSide,
    RawSufferer, RawTerrain,
};

use crate::core::charts::{
    Allows, ByArm, Charts, Cost, FireModifiers, FireRow, OddsRow, ShockModifiers, ShockRow, SideRow,
    SideSight, Sufferer, TerrainRow, TestModifiers,
};

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

/// The chart files of a game: the standard ones, some perhaps replaced.
#[derive(Clone, Debug)]
pub struct ChartFiles {
    files: Vec<(String, Source)>,
}

impl Default for ChartFiles {
    fn default() -> Self {
        let file = |(name, text): &(&str, &str)| {
            ((*name).to_owned(), Source::new(format!("books/jdg/charts/{name}.toml"), *text))
        };
        ChartFiles { files: STANDARD.iter().map(file).collect() }
    }
}

impl ChartFiles {
    /// Puts a file in place of a standard one.
    ///
    /// # Errors
    /// There is no chart of that name.
    pub fn replace(&mut self, name: &str, source: Source) -> Result<(), Faults> {
        match self.files.iter_mut().find(|(n, _)| n == name) {
            Some((_, file)) => {
                *file = source;
                Ok(())
            }
            None => {
                let names: Vec<&str> = STANDARD.iter().map(|(n, _)| *n).collect();
                Err(Faults(vec![muster::Fault::unknown("chart", name, &names)]))
            }
        }
    }

    /// The text of a chart.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, s)| s.text.as_str())
    }

    fn source(&self, name: &str) -> &Source {
        &self.files.iter().find(|(n, _)| n == name).expect("all standard names are present").1
    }

    /// Reads and checks all the charts.
    ///
    /// # Errors
    /// The faults of the first chart file that has any.
    pub fn load(&self) -> Result<Charts, Faults> {
        let (odds, odds_worse) = odds(self.source("odds"))?;
        Ok(Charts {
            terrain: terrain(self.source("terrain"))?,
            sides: sides(self.source("hexsides"))?,
            paths: paths(self.source("roads"))?,
            fire: fire(self.source("fire"))?,
            fire_modifiers: fire_modifiers(self.source("fire-modifiers"))?,
            odds,
            odds_worse,
            shock: shock(self.source("shock"))?,
            shock_modifiers: shock_modifiers(self.source("shock-modifiers"))?,
            tests: tests(self.source("tests"))?,
            texts: self.files.iter().map(|(n, s)| (n.clone(), s.text.clone())).collect(),
        })
    }
}

/// Collects the rows of a chart of ground: a row for each kind that the book knows, at most one, and one for each of `needed`.
fn by_kind<R, K: Kind + std::str::FromStr<Err = Fault>, T>(
    source: &Source,
    rows: Vec<Spanned<R>>,
    needed: &[(K, &str)],
    make: impl Fn(&R) -> (String, Result<T, String>),
) -> Result<ByKind<K, T>, Faults> {
    let mut faults = Collector::new(source);
    let mut found = ByKind::default();
    for row in rows {
        let (name, made) = make(row.get_ref());
        match (name.parse::<K>(), made) {
            (Err(fault), _) => {
                faults.put(row.span(), fault);
            }
            (Ok(_), Err(what)) => {
                faults.at(row.span(), what);
            }
            (Ok(kind), Ok(value)) => {
                if found.put(kind, value).is_some() {
                    faults.at(row.span(), format!("a second row for {name:?}"));
                }
            }
        }
    }
    for (kind, why) in needed {
        if found.get(*kind).is_none() && faults.is_empty() {
            faults.whole(format!("there is no row for {why}"));
        }
    }
    faults.into_result(found)
}

/// Collects the rows of a chart that has one row for each thing of a kind.
fn one_each<R, T>(
    source: &Source,
    rows: Vec<Spanned<R>>,
    kind: &str,
    names: &[&str],
    make: impl Fn(&R) -> (String, Result<T, String>),
) -> Result<Vec<T>, Faults> {
    let mut faults = Collector::new(source);
    let mut found: Vec<Option<T>> = names.iter().map(|_| None).collect();
    for row in rows {
        let (name, made) = make(row.get_ref());
        match (names.iter().position(|n| *n == name), made) {
            (None, _) => {
                faults.put(row.span(), muster::Fault::unknown(kind, &name, names));
            }
            (Some(_), Err(what)) => {
                faults.at(row.span(), what);
            }
            (Some(i), Ok(_)) if found[i].is_some() => {
                faults.at(row.span(), format!("a second row for {name:?}"));
            }
            (Some(i), Ok(value)) => found[i] = Some(value),
        }
    }
    for (name, value) in names.iter().zip(&found) {
        if value.is_none() && faults.is_empty() {
            faults.whole(format!("there is no row for {kind} {name:?}"));
        }
    }
    faults.into_result(())?;
    Ok(found.into_iter().flatten().collect())
}

fn by_arm(foot: &RawCost, cavalry: &RawCost, artillery: &RawCost) -> Result<ByArm<Cost>, String> {
    Ok([foot.cost()?, cavalry.cost()?, artillery.cost()?])
}

fn terrain(source: &Source) -> Result<ByKind<Terrain, TerrainRow>, Faults> {
    let chart: Chart<RawTerrain> = read_toml(source)?;
    let needed = [(Terrain::Clear, "terrain \"clear\", of which is every hex that a ground says nothing of")];
    by_kind(source, chart.row, &needed, |r: &RawTerrain| {
        let make = || {
            Ok(TerrainRow {
                cost: by_arm(&r.foot_half_mp, &r.cavalry_half_mp, &r.artillery_half_mp)?,
                charge: r.charge,
                blocks: r.blocks_los,
                shock: r.shock,
                fire: r.fire,
                six_fronts: r.six_fronts,
                square: r.square,
                rout_may_stop: r.rout_may_stop,
                zoc_enters: r.zoc_enters,
                recoil_needs_mp: r.recoil_needs_mp,
            })
        };
        (r.terrain.clone(), make())
    })
}

fn sides(source: &Source) -> Result<ByKind<Feature, SideRow>, Faults> {
    let chart: Chart<RawSide> = read_toml(source)?;
    by_kind(source, chart.row, &[], |r: &RawSide| {
        let make = || {
            Ok(SideRow {
                cost: by_arm(&r.foot_half_mp, &r.cavalry_half_mp, &r.artillery_half_mp)?,
                path_waives: r.path_waives,
                path_lifts: r.path_lifts_half_mp.cost()?,
                charge: r.charge,
                sight: match r.los.as_str() {
                    "no" => SideSight::Open,
                    "yes" => SideSight::Blocks,
                    "unless_adjacent" => SideSight::UnlessAdjacent,
                    other => {
                        return Err(format!(
                            "unknown los {other:?}; expected \"no\", \"yes\" or \"unless_adjacent\""
                        ));
                    }
                },
                point_blank: r.point_blank,
                shock_up: r.shock_up,
                shock_down: r.shock_down,
                fire: r.fire,
                zoc_across: r.zoc_across,
                zoc_into: r.zoc_into,
                disorders_foot: r.disorders_foot,
                recoil_disorders: r.recoil_disorders,
            })
        };
        (r.side.clone(), make())
    })
}

fn paths(source: &Source) -> Result<ByKind<Way, ByArm<u16>>, Faults> {
    let chart: Chart<RawPath> = read_toml(source)?;
    by_kind(source, chart.row, &[], |r: &RawPath| {
        (r.path.clone(), Ok([r.foot_half_mp, r.cavalry_half_mp, r.artillery_half_mp]))
    })
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

fn fire(source: &Source) -> Result<Vec<FireRow>, Faults> {
    let chart: Chart<RawFire> = read_toml(source)?;
    check_limits(source, &chart.row, |r| r.up_to)?;
    let row = |r: Spanned<RawFire>| {
        let r = r.into_inner();
        FireRow { up_to: r.up_to, effects: r.result.into_iter().filter_map(RawEffect::effect).collect() }
    };
    Ok(chart.row.into_iter().map(row).collect())
}

fn odds(source: &Source) -> Result<(Vec<OddsRow>, i16), Faults> {
    let chart: Chart<RawOdds> = read_toml(source)?;
    let mut faults = Collector::new(source);
    let mut rows: Vec<OddsRow> = Vec::new();
    for row in &chart.row {
        let r = row.get_ref();
        let here = OddsRow { attacker: r.attacker, defender: r.defender, modifier: r.modifier };
        if r.attacker < 1 || r.defender < 1 {
            faults.at(row.span(), "both parts of a ratio must be at least 1");
        } else if rows.last().is_some_and(|b| {
            i32::from(b.attacker) * i32::from(r.defender) >= i32::from(r.attacker) * i32::from(b.defender)
        }) {
            faults.at(row.span(), format!("the ratio {}:{} does not rise", r.attacker, r.defender));
        }
        rows.push(here);
    }
    let worse = chart.worse.as_ref().map(|w| w.modifier);
    if worse.is_none() {
        faults.whole("missing table `worse`, the modifier for a ratio below the first row");
    }
    faults.into_result((rows, worse.unwrap_or_default()))
}

fn shock(source: &Source) -> Result<Vec<ShockRow>, Faults> {
    let chart: Chart<RawShock> = read_toml(source)?;
    check_limits(source, &chart.row, |r| r.up_to)?;
    let mut faults = Collector::new(source);
    for row in &chart.row {
        if row.get_ref().effect == RawEffect::Rout {
            faults
                .at(row.span(), "shock never routs in one step (10.2)")
                .expect("\"none\", \"ct\" or \"disorder\"");
        }
        if row.get_ref().recoil > 1 {
            faults.at(row.span(), "a recoil is of one hex (10.)").expect("0 or 1");
        }
    }
    faults.into_result(())?;
    let row = |r: Spanned<RawShock>| {
        let r = r.into_inner();
        ShockRow {
            up_to: r.up_to,
            sufferer: match r.side {
                RawSufferer::Attacker => Sufferer::Attacker,
                RawSufferer::Defender => Sufferer::Defender,
            },
            recoil: r.recoil,
            effect: r.effect.effect(),
            allows: match r.allows {
                RawAllows::Nothing => Allows::Nothing,
                RawAllows::Breakthrough => Allows::Breakthrough,
                RawAllows::CounterShock => Allows::CounterShock,
            },
        }
    };
    Ok(chart.row.into_iter().map(row).collect())
}

fn fire_modifiers(source: &Source) -> Result<FireModifiers, Faults> {
    let chart: Chart<RawModifier> = read_toml(source)?;
    let names = [
        "combined_batteries",
        "effective_range",
        "maximum_range",
        "reaction_fire",
        "reaction_from_square",
        "target_in_square",
    ];
    let v = one_each(source, chart.row, "modifier", &names, |r| (r.id.clone(), Ok(r.value)))?;
    let massed: Vec<(i16, i16)> = chart.massed.iter().map(|m| (m.at_least_strength, m.value)).collect();
    if massed.windows(2).any(|w| w[0].0 >= w[1].0) {
        let mut faults = Collector::new(source);
        faults.whole("the rows of `massed` must rise in strength");
        faults.into_result(())?;
    }
    Ok(FireModifiers {
        combined_batteries: v[0],
        effective_range: v[1],
        maximum_range: v[2],
        reaction_fire: v[3],
        reaction_from_square: v[4],
        target_in_square: v[5],
        massed,
    })
}

fn shock_modifiers(source: &Source) -> Result<ShockModifiers, Faults> {
    let chart: Chart<RawModifier> = read_toml(source)?;
    let names = [
        "cavalry_shock",
        "charge_heavy",
        "charge_other",
        "charge_countered",
        "charge_on_square",
        "cavalry_shock_on_square",
        "infantry_on_square",
        "combined_arms",
        "rear",
        "target_routed",
        "pursuit_step",
        "six_front_other_side",
        "target_disordered",
    ];
    let v = one_each(source, chart.row, "modifier", &names, |r| (r.id.clone(), Ok(r.value)))?;
    Ok(ShockModifiers {
        cavalry_shock: v[0],
        charge_heavy: v[1],
        charge_other: v[2],
        charge_countered: v[3],
        charge_on_square: v[4],
        cavalry_on_square: v[5],
        infantry_on_square: v[6],
        combined_arms: v[7],
        rear: v[8],
        target_routed: v[9],
        pursuit_step: v[10],
        six_front_other_side: v[11],
        target_disordered: v[12],
    })
}

fn tests(source: &Source) -> Result<TestModifiers, Faults> {
    let chart: Chart<RawModifier> = read_toml(source)?;
    let names = [
        "countercharge_light_against_heavy",
        "refusal_one_hex",
        "refusal_two_hexes",
        "rally_routed",
        "rally_routed_night",
        "night",
        "fog",
    ];
    let v = one_each(source, chart.row, "modifier", &names, |r| (r.id.clone(), Ok(r.value)))?;
    Ok(TestModifiers {
        counter_charge_heavy: v[0],
        refuse_one_hex: v[1],
        refuse_two_hexes: v[2],
        rally_routed: v[3],
        rally_routed_night: v[4],
        night_cohesion: v[5],
        fog_cohesion: v[6],
    })
}

#[cfg(test)]
mod tests_of_the_charts {
    use super::*;

    fn charts() -> Charts {
        ChartFiles::default().load().expect("the standard charts load")
    }

    #[test]
    fn r8_6_1_ratios_round_for_the_defender() {
        let c = charts();
        assert_eq!(c.odds_modifier(8, 3), 2);
        assert_eq!(c.odds_modifier(5, 6), -1);
        assert_eq!(c.odds_modifier(1, 5), c.odds_worse);
        assert_eq!(c.odds_modifier(6, 0), 4);
    }

    #[test]
    fn r8_5_six_of_ten_rolls_at_plus_one_hit_the_defender() {
        let c = charts();
        let hits = (0..10).filter(|die| c.shock[c.shock_row(die + 1)].sufferer == Sufferer::Defender).count();
        assert_eq!(hits, 6);
    }

    #[test]
    fn a_misspelt_terrain_is_found_with_its_place() {
        let text =
            ChartFiles::default().text("terrain").expect("a standard chart").replace("\"woods\"", "\"wods\"");
        let mut files = ChartFiles::default();
        files.replace("terrain", Source::new("mine.toml", text)).expect("a standard name");
        let faults = files.load().expect_err("a misspelt name").to_string();
        assert!(faults.contains("mine.toml:") && faults.contains("did you mean \"woods\""), "{faults}");
    }
}

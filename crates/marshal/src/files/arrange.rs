//! From files to a playable battle: all faults of a file are listed at once, and nothing is loaded by halves.

use std::path::Path;
use std::sync::Arc;

use ground::{Ground, HexId};
pub use muster::Name;
use muster::{Collector, Faults, Format, RowChange, Spanned, changeable, read_toml};
use roster::{About, Arm, BattleFiles, Card, Rank, Roster, ToldCommand, ToldLeader, check_rulebook};
use serde::Deserialize;
use table::Settings;

use crate::core::back::Back;
use crate::core::battle::{Arrival, Battle, CommandCard, LeaderCard, Objective, Trait, Traits, UnitCard};
use crate::core::charts::Charts;
use crate::core::dice::Dice;
use crate::core::state::{CommandId, LeaderId, MAX_UNITS, State, UnitId};
use crate::core::veil;
use crate::files::charts::ChartFiles;

/// `marshal.toml`.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawScenario {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    /// The rulebook.
    pub rulebook: Name,
    /// Title.
    #[serde(default)]
    pub title: String,
    /// Formations and units of the order of battle that are not there, with all that is beneath them.
    #[serde(default)]
    pub absent: Vec<Name>,
    /// The times of the turns; empty ones where nothing is said.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Rows of the charts that are others in this battle (46).
    #[serde(default)]
    pub chart: Vec<RowChange>,
    /// Commands.
    #[serde(default)]
    pub command: Vec<RawCommand>,
    /// Leaders.
    #[serde(default)]
    pub leader: Vec<RawLeader>,
    /// Units.
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    /// Reinforcements.
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
    /// Objectives.
    #[serde(default)]
    pub objective: Vec<RawObjective>,
}

impl RawScenario {
    /// A scenario with nothing in it.
    pub fn empty(rulebook: Name) -> RawScenario {
        RawScenario {
            format: Format,
            rulebook,
            title: String::new(),
            absent: Vec::new(),
            turns: Vec::new(),
            chart: Vec::new(),
            command: Vec::new(),
            leader: Vec::new(),
            unit: Vec::new(),
            reinforcement: Vec::new(),
            objective: Vec::new(),
        }
    }
}

/// A command.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawCommand {
    /// Id.
    pub id: Name,
    /// Its name, if the order of battle has no such command.
    pub name: Option<String>,
    /// Its side, in vignettes, and where the order of battle has it not.
    pub side: Option<Name>,
    /// The command above, likewise.
    pub under: Option<Name>,
    /// Its rank, likewise.
    pub rank: Option<Name>,
    /// Whether it has a morale level of its own.
    #[serde(default)]
    pub levels: bool,
    /// Its morale level at the start (vignettes).
    #[serde(default)]
    pub level: u8,
}

/// Reinforcements that come together (45).
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawReinforcement {
    /// Units.
    #[serde(default)]
    pub units: Vec<Name>,
    /// Leaders.
    #[serde(default)]
    pub leaders: Vec<Name>,
    /// Turn, from 1.
    pub turn: Spanned<u16>,
    /// Whether a die delays them: by a turn for every point above one.
    #[serde(default)]
    pub variable: bool,
    /// Letter of the entry.
    pub entry: Name,
}

/// An objective.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawObjective {
    /// Hex.
    pub hex: Name,
    /// Name.
    pub name: String,
    /// Points.
    pub points: i32,
}

/// Fire: one value, or one for each range.
#[derive(Deserialize, Clone, Copy)]
#[serde(untagged)]
pub enum RawFire {
    /// Infantry's.
    One(i16),
    /// Guns' at short, medium and long range.
    Three([i16; 3]),
}

changeable! {
    /// A unit: the figures of its counter, and where and how it stands.
    RawUnit {
        /// Its side, in vignettes.
        side: Name,
        /// Its command, in vignettes.
        command: Name,
        /// Its arm, in vignettes.
        arm: Name,
        /// Nation, likewise.
        nation: Name,
        /// Kind, likewise: with the nation its row of the troops.
        kind: String,
        /// Regiment, battalion, company, squadron, battery.
        size: Name,
        /// The unit of which it is a part, in vignettes.
        part_of: Name,
        /// Increments.
        increments: i16,
        /// Movement points.
        movement: i16,
        /// Fire value.
        fire: RawFire,
        /// Range.
        range: u16,
        /// Mêlée value.
        melee: i16,
        /// Morale value.
        morale: Spanned<i16>,
        /// Skirmish value of cavalry.
        skirmish: i16,
        /// Lance bonus.
        lance: i16,
        /// Traits.
        traits: Vec<Name>,
        /// Its hex.
        at: Name,
        /// Its hexes: a line from the left.
        hexes: Vec<Name>,
        /// Facing.
        facing: Name,
        /// Formation.
        formation: Name,
        /// Order.
        order: Name,
        /// Increments lost.
        losses: u8,
        /// Increments lost to defensive fire in this sequence (vignettes).
        fire_losses: u8,
        /// Readiness.
        readiness: Name,
        /// The hex that it fired at (vignettes).
        target: Name,
    }
    /// A leader.
    RawLeader {
        /// The name, if the order of battle has no such leader.
        name: String,
        /// Side, in vignettes.
        side: Name,
        /// The command, in vignettes and where the order of battle says nothing.
        command: Name,
        /// Movement points.
        movement: i16,
        /// Mêlée bonus with infantry.
        infantry: i16,
        /// Mêlée bonus with cavalry.
        cavalry: i16,
        /// Fire bonus of guns.
        artillery: i16,
        /// Morale bonus.
        morale: i16,
        /// Special ability with guns.
        gunner: bool,
        /// Hex.
        at: Name,
    }
}

/// Material of a battle: everything but the scenario.
pub struct Material {
    /// Id of the battle.
    pub id: String,
    /// Title.
    pub title: String,
    /// For the chooser.
    pub about: About,
    /// Ground.
    pub ground: Ground,
    /// Charts.
    pub charts: Charts,
    /// Order of battle.
    pub roster: Roster,
    /// Settings that the players agreed upon.
    pub settled: Settings,
    /// A vignette: missing figures take usual values, and nobody need be set up.
    pub lenient: bool,
}

/// Checks the files and makes the battle.
///
/// # Errors
/// All the faults of the first file that has any.
pub fn load(files: &BattleFiles, charts: &ChartFiles) -> Result<Battle, Faults> {
    let card = Card::read(&files.battle)?;
    let scenario: RawScenario = read_toml(&files.scenario)?;
    // What the special rules of a battle say comes before the standard charts (46).
    let charts = charts.clone().changed(&scenario.chart, &files.scenario)?;
    let ground = Ground::read_for(&files.ground, &charts.kinds())?;
    let roster = Roster::read(&files.order_of_battle, &card.sides)?;
    let mut faults = Collector::new(&files.scenario);
    let roster = completed(roster, &scenario, &mut faults);
    check_rulebook(&scenario.rulebook, "marshal", "the rules of Marshal Enterprises", &mut faults);
    let title = if scenario.title.is_empty() { card.name } else { scenario.title.clone() };
    let material = Material {
        id: files.id.clone(),
        title,
        about: card.about,
        ground,
        charts,
        roster,
        settled: Settings::new(),
        lenient: false,
    };
    build(material, &scenario, faults)
}

/// Reads the battle of a folder, with the standard charts.
///
/// # Errors
/// All the faults of the first file that has any.
pub fn read(folder: &Path) -> Result<Battle, Faults> {
    load(&BattleFiles::read("marshal", folder)?, &ChartFiles::default())
}

/// The order of battle with the commands and leaders that a scenario adds to it: those that it gives a name.
fn completed(roster: Roster, raw: &RawScenario, faults: &mut Collector<'_>) -> Roster {
    let commands: Vec<ToldCommand<'_>> = raw
        .command
        .iter()
        .map(|c| ToldCommand {
            id: &c.id,
            name: c.name.as_deref(),
            side: c.side.as_ref(),
            under: c.under.as_ref(),
            rank: c.rank.as_ref(),
        })
        .collect();
    let leaders: Vec<ToldLeader<'_>> = raw
        .leader
        .iter()
        .map(|l| ToldLeader { id: &l.id, name: l.name.as_deref(), command: l.command.as_ref() })
        .collect();
    roster.completed(&commands, &leaders, faults)
}

/// Makes the battle.
///
/// # Errors
/// All the faults of the scenario.
pub fn build(material: Material, raw: &RawScenario, mut faults: Collector<'_>) -> Result<Battle, Faults> {
    let Material { id, title, about, ground, charts, roster, settled, lenient } = material;
    if roster.units.len() > MAX_UNITS {
        faults.whole(format!("{} units", roster.units.len())).expect(format!("at most {MAX_UNITS}"));
    }
    let commands = commands(&roster, raw, &mut faults);
    let (units, backs) = units(&roster, raw, &charts, lenient, &mut faults);
    let leaders = leaders(&roster, raw, &mut faults);
    let objective = |o: &RawObjective| Objective {
        hex: ground.hex_named(&o.hex, &mut faults).unwrap_or(HexId(0)),
        name: o.name.clone(),
        points: o.points,
    };
    let objectives: Vec<Objective> = raw.objective.iter().map(objective).collect();
    let turns = if raw.turns.is_empty() { vec![String::new()] } else { raw.turns.clone() };
    let usual = veil::usual(&units, &backs);
    let mut setup = State::empty(ground.len(), units.len(), leaders.len(), commands.len());
    setup.backs = Arc::new(backs);
    let sides = roster.sides.clone();
    let mut battle = Battle {
        id,
        title,
        about,
        ground,
        charts,
        settled,
        sides,
        units,
        leaders,
        commands,
        turns,
        arrivals: Vec::new(),
        objectives,
        usual,
        setup,
    };
    battle.arrivals = arrivals(&battle, raw, &mut faults);
    battle.setup.delays = vec![0; battle.arrivals.len()];
    super::setup::set_up(&mut battle, raw, lenient, &mut faults);
    faults.into_result(battle)
}

fn commands(roster: &Roster, raw: &RawScenario, faults: &mut Collector<'_>) -> Vec<CommandCard> {
    let ids: Vec<&str> = roster.formations.iter().map(|f| f.id.as_str()).collect();
    let found = faults.matched("command", &ids, &raw.command, |c| &c.id);
    let card = |(formation, raw): (&roster::Formation, Option<&RawCommand>)| CommandCard {
        id: formation.id.clone(),
        name: formation.name.clone(),
        side: formation.side,
        rank: formation.rank,
        under: formation.under.map_or(CommandId::NONE, |up| CommandId(up as u16)),
        has_level: raw.is_some_and(|r| r.levels),
    };
    roster.formations.iter().zip(found).map(card).collect()
}

/// The units that the scenario plays. One that it leaves out is no counter of this battle: the parts of a regiment that it lists, or the regiment of the
/// battalions, and whoever is absent. Only infantry may have both: cavalry never breaks down (6).
fn chosen<'r>(
    roster: &Roster,
    raw: &'r RawScenario,
    faults: &mut Collector<'_>,
) -> Vec<(usize, &'r RawUnit)> {
    let ids: Vec<&str> = roster.units.iter().map(|u| u.id.as_str()).collect();
    let found = faults.matched("unit", &ids, &raw.unit, |u| &u.id);
    let absent = roster.absent(&raw.absent, faults);
    let listed = |i: usize| found[i].is_some();
    for (i, unit) in roster.units.iter().enumerate() {
        let parts = (0..ids.len()).any(|j| listed(j) && roster.wholes(j).any(|whole| whole == i));
        if !absent[i] && !listed(i) && !parts && !roster.wholes(i).any(listed) {
            faults.whole(format!("unit {:?} of the order of battle has no entry", unit.id));
        }
        if let Some(raw) = found[i].filter(|_| absent[i] || parts && unit.arm != Arm::Infantry) {
            let what = if absent[i] { "is absent" } else { "stands here as its parts" };
            faults.at(raw.id.span(), format!("unit {:?} {what} and has an entry", unit.id));
        }
    }
    found.into_iter().enumerate().filter_map(|(i, raw)| Some((i, raw?))).collect()
}

fn units(
    roster: &Roster,
    raw: &RawScenario,
    charts: &Charts,
    lenient: bool,
    faults: &mut Collector<'_>,
) -> (Vec<UnitCard>, Vec<Back>) {
    let (mut cards, mut backs) = (Vec::new(), Vec::new());
    let chosen = chosen(roster, raw, faults);
    for &(i, raw) in &chosen {
        let unit = &roster.units[i];
        let part_of = roster.wholes(i).find_map(|whole| chosen.iter().position(|(at, _)| *at == whole));
        let arm = raw.arm.as_ref().and_then(|name| Arm::read(name, faults)).unwrap_or(unit.arm);
        let size = raw.size.as_ref().and_then(|name| Rank::read(name, faults)).or(unit.rank);
        let troops = charts.troops.iter().position(|row| row.nation == unit.nation && row.kind == unit.kind);
        if troops.is_none() && arm == Arm::Infantry {
            let what = format!("no troops of {:?} are {:?}", unit.nation, unit.kind);
            faults.at(raw.id.span(), what).expect("a nation and a type of the chart `troops`");
        }
        let troops = troops.unwrap_or(0);
        let (increments, movement, melee) = match arm {
            Arm::Infantry => (6, 6, 12),
            Arm::Cavalry => (8, 14, 24),
            Arm::Artillery => (3, 5, 3),
        };
        let mut figure = |name: &str, told: Option<i16>, usual: i16| {
            if told.is_none() && !lenient {
                faults.at(raw.id.span(), format!("unit {:?} has no {name}", raw.id.get_ref()));
            }
            told.unwrap_or(usual)
        };
        let increments = figure("increments", raw.increments, increments);
        let movement = figure("movement", raw.movement, movement);
        let melee = figure("melee", raw.melee, melee);
        figure("morale", raw.morale.as_ref().map(|value| *value.get_ref()), 0);
        let back = Back {
            fire: fire(raw.fire, arm, charts.troops[troops].printed),
            range: raw.range.unwrap_or(if arm == Arm::Artillery { 8 } else { 1 }),
            melee,
            morale: morale(raw, arm, faults),
            skirmish: raw.skirmish,
            lance: raw.lance.unwrap_or(0),
        };
        backs.push(back);
        cards.push(UnitCard {
            id: unit.id.clone(),
            name: unit.name.clone(),
            nation: unit.nation.clone(),
            kind: unit.kind.clone(),
            side: roster.formations[unit.formation].side,
            command: CommandId(unit.formation as u16),
            size: size.unwrap_or(match arm {
                Arm::Infantry => Rank::Battalion,
                Arm::Cavalry => Rank::Regiment,
                Arm::Artillery => Rank::Battery,
            }),
            part_of: part_of.map_or(UnitId::NONE, |at| UnitId(at as u16)),
            increments,
            movement,
            troops,
            traits: traits(raw, faults),
            back,
            arm,
        });
    }
    (cards, backs)
}

/// The reinforcements, each with its turn and entry (45).
fn arrivals(battle: &Battle, raw: &RawScenario, faults: &mut Collector<'_>) -> Vec<Arrival> {
    let units: Vec<&str> = battle.units.iter().map(|u| u.id.as_str()).collect();
    let leaders: Vec<&str> = battle.leaders.iter().map(|l| l.id.as_str()).collect();
    let letters: Vec<&str> = battle.ground.entries().iter().map(|(letter, _)| letter.as_str()).collect();
    let mut arrivals = Vec::new();
    for r in &raw.reinforcement {
        let own = r.units.iter().filter_map(|name| faults.word("unit", name, &units));
        let own = own.map(|i| UnitId(i as u16)).collect();
        let led = r.leaders.iter().filter_map(|name| faults.word("leader", name, &leaders));
        let led = led.map(|i| LeaderId(i as u16)).collect();
        let entry = faults.word("entry of the ground", &r.entry, &letters);
        let turn = *r.turn.get_ref();
        if turn == 0 || usize::from(turn) > battle.turns.len() {
            faults.at(r.turn.span(), format!("turn {turn} of {} turns", battle.turns.len()));
        }
        arrivals.push(Arrival {
            units: own,
            leaders: led,
            turn: turn.saturating_sub(1),
            variable: r.variable,
            entry: entry.map_or(HexId(0), |at| battle.ground.entries()[at].1),
        });
    }
    arrivals
}

fn fire(raw: Option<RawFire>, arm: Arm, printed: i16) -> [i16; 3] {
    match raw {
        Some(RawFire::One(value)) => [value; 3],
        Some(RawFire::Three(values)) => values,
        None if arm == Arm::Infantry => [printed; 3],
        None if arm == Arm::Artillery => [18, 12, 6],
        None => [0; 3],
    }
}

fn morale(raw: &RawUnit, arm: Arm, faults: &mut Collector<'_>) -> Dice {
    let usual = Dice(if arm == Arm::Infantry { 7 } else { 5 });
    let Some(value) = &raw.morale else { return usual };
    let found = Dice::written(*value.get_ref());
    if found.is_none() {
        faults.at(value.span(), "this is no morale value").expect("11 to 66 with digits from 1 to 6");
    }
    found.unwrap_or(usual)
}

fn traits(raw: &RawUnit, faults: &mut Collector<'_>) -> Traits {
    let named = raw.traits.iter().flatten().filter_map(|name| Trait::read(name, faults));
    named.fold(Traits::default(), Traits::with)
}

fn leaders(roster: &Roster, raw: &RawScenario, faults: &mut Collector<'_>) -> Vec<LeaderCard> {
    let ids: Vec<&str> = roster.leaders.iter().map(|c| c.id.as_str()).collect();
    let found = faults.matched("leader", &ids, &raw.leader, |c| &c.id);
    let card = |(leader, raw): (&roster::Leader, Option<&RawLeader>)| {
        let value = |get: fn(&RawLeader) -> Option<i16>| raw.and_then(get).unwrap_or(0);
        LeaderCard {
            id: leader.id.clone(),
            name: leader.name.clone(),
            side: leader.side,
            command: leader.leads.map_or(CommandId::NONE, |f| CommandId(f as u16)),
            movement: raw.and_then(|r| r.movement).unwrap_or(12),
            infantry: value(|r| r.infantry),
            cavalry: value(|r| r.cavalry),
            artillery: value(|r| r.artillery),
            morale: value(|r| r.morale),
            gunner: raw.and_then(|r| r.gunner).unwrap_or(false),
        }
    };
    roster.leaders.iter().zip(found).map(card).collect()
}

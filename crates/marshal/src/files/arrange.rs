//! From files to a playable battle: all faults of a file are listed at once, and nothing is loaded by halves.

use ground::{Ground, HexId};
pub use muster::Name;
use muster::{Collector, Faults, Format, Spanned, changeable, read_toml};
use roster::{About, Arm, BattleFiles, Card, Rank, Roster, check_rulebook};
use serde::Deserialize;
use table::Settings;

use crate::core::battle::{Battle, CommandCard, LeaderCard, Objective, Trait, Traits, UnitCard};
use crate::core::charts::Charts;
use crate::core::dice::Dice;
use crate::core::state::{Back, CommandId, MAX_UNITS, State};
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
    /// The times of the turns; empty ones where nothing is said.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Commands.
    #[serde(default)]
    pub command: Vec<RawCommand>,
    /// Leaders.
    #[serde(default)]
    pub leader: Vec<RawLeader>,
    /// Units.
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    /// Objectives.
    #[serde(default)]
    pub objective: Vec<RawObjective>,
}

impl RawScenario {
    /// A scenario with nothing in it.
    pub fn empty(rulebook: Name) -> RawScenario {
        let (command, leader, unit, objective) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        RawScenario {
            format: Format,
            rulebook,
            title: String::new(),
            turns: Vec::new(),
            command,
            leader,
            unit,
            objective,
        }
    }
}

/// A command.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct RawCommand {
    /// Id.
    pub id: Name,
    /// Its side, in vignettes.
    pub side: Option<Name>,
    /// The command above, in vignettes.
    pub under: Option<Name>,
    /// Whether it has a morale level of its own.
    #[serde(default)]
    pub levels: bool,
    /// Its morale level at the start (vignettes).
    #[serde(default)]
    pub level: u8,
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
        /// Side, in vignettes.
        side: Name,
        /// The command, in vignettes.
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
}

/// Checks the files and makes the battle.
///
/// # Errors
/// All the faults of the first file that has any.
pub fn load(files: &BattleFiles, charts: &ChartFiles) -> Result<Battle, Faults> {
    let charts = charts.load()?;
    let card = Card::read(&files.battle)?;
    let ground = Ground::read_for(&files.ground, &charts.kinds())?;
    let roster = Roster::read(&files.order_of_battle, &card.sides)?;
    let scenario: RawScenario = read_toml(&files.scenario)?;
    let mut faults = Collector::new(&files.scenario);
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
    };
    build(material, &scenario, faults)
}

/// Makes the battle.
///
/// # Errors
/// All the faults of the scenario.
pub fn build(material: Material, raw: &RawScenario, mut faults: Collector<'_>) -> Result<Battle, Faults> {
    let Material { id, title, about, ground, charts, roster, settled } = material;
    if roster.units.len() > MAX_UNITS {
        faults.whole(format!("{} units", roster.units.len())).expect(format!("at most {MAX_UNITS}"));
    }
    let commands = commands(&roster, raw, &mut faults);
    let units = units(&roster, raw, &charts, &mut faults);
    let leaders = leaders(&roster, raw, &mut faults);
    let objective = |o: &RawObjective| Objective {
        hex: ground.hex_named(&o.hex, &mut faults).unwrap_or(HexId(0)),
        name: o.name.clone(),
        points: o.points,
    };
    let objectives: Vec<Objective> = raw.objective.iter().map(objective).collect();
    let turns = if raw.turns.is_empty() { vec![String::new()] } else { raw.turns.clone() };
    let setup = State::empty(ground.len(), units.len(), leaders.len(), commands.len());
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
        objectives,
        setup,
    };
    super::setup::set_up(&mut battle, raw, &mut faults);
    faults.into_result(battle)
}

fn commands(roster: &Roster, raw: &RawScenario, faults: &mut Collector<'_>) -> Vec<CommandCard> {
    let ids: Vec<&str> = roster.formations.iter().map(|f| f.id.as_str()).collect();
    let found = faults.matched("command", &ids, &raw.command, |c| &c.id);
    let card = |(formation, raw): (&roster::Formation, Option<&RawCommand>)| CommandCard {
        id: formation.id.clone(),
        name: formation.name.clone(),
        side: formation.side,
        under: formation.under.map_or(CommandId::NONE, |up| CommandId(up as u16)),
        has_level: raw.is_some_and(|r| r.levels),
    };
    roster.formations.iter().zip(found).map(card).collect()
}

fn units(roster: &Roster, raw: &RawScenario, charts: &Charts, faults: &mut Collector<'_>) -> Vec<UnitCard> {
    let ids: Vec<&str> = roster.units.iter().map(|u| u.id.as_str()).collect();
    let found = faults.matched("unit", &ids, &raw.unit, |u| &u.id);
    let mut cards = Vec::new();
    for (unit, raw) in roster.units.iter().zip(found) {
        let Some(raw) = raw else {
            faults.whole(format!("unit {:?} of the order of battle has no entry", unit.id));
            continue;
        };
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
            increments: raw.increments.unwrap_or(increments),
            movement: raw.movement.unwrap_or(movement),
            troops,
            traits: traits(raw, faults),
            back: Back {
                fire: fire(raw.fire, arm, charts.troops[troops].printed),
                range: raw.range.unwrap_or(if arm == Arm::Artillery { 8 } else { 1 }),
                melee: raw.melee.unwrap_or(melee),
                morale: morale(raw, arm, faults),
                skirmish: raw.skirmish,
                lance: raw.lance.unwrap_or(0),
            },
            arm,
        });
    }
    cards
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

//! A battle of Jours de Gloire on the table.

use jdg::battle::{Arm, UnitCard};
use jdg::state::{Condition, State, UnitId};
use jdg::{Battle, Jdg};
use muster::Source;
use table::{Names, Player, Point};

use super::JoursDeGloire;
use crate::book::{About, Book, FormationInfo, SideInfo, Table, UnitInfo};
use crate::lessons::Lessons;
use crate::matches::{self, Match};

/// A battle, loaded and checked.
pub struct JdgTable {
    battle: Battle,
    lessons: Option<Source>,
}

impl JdgTable {
    /// Puts a battle on the table, with its lessons if there are any.
    pub fn new(battle: Battle, lessons: Option<Source>) -> Self {
        JdgTable { battle, lessons }
    }
}

impl Table for JdgTable {
    fn book(&self) -> &'static dyn Book {
        &JoursDeGloire
    }

    fn id(&self) -> &str {
        &self.battle.id
    }

    fn title(&self) -> &str {
        &self.battle.title
    }

    fn about(&self) -> About {
        super::about(&self.battle)
    }

    fn sides(&self) -> [SideInfo; 2] {
        self.battle.sides.each_ref().map(|side| SideInfo {
            id: side.id.clone(),
            name: side.name.clone(),
            colour: side.colour.clone(),
        })
    }

    fn names(&self) -> &dyn Names {
        &self.battle
    }

    fn order_of_battle(&self) -> Vec<FormationInfo> {
        order_of_battle(&self.battle, &self.battle.setup)
    }

    fn lessons(&self) -> Lessons {
        self.lessons.as_ref().and_then(|source| Lessons::read(source).ok()).unwrap_or_default()
    }

    fn play(&self, players: [&str; 2], seed: u64, with_log: bool) -> Result<Match, String> {
        let seeds = matches::seeds(seed);
        let mut first = player(players[0], seeds[1])?;
        let mut second = player(players[1], seeds[2])?;
        let losses = |s: &State| losses(&self.battle, s);
        matches::play::<Jdg>(&self.battle, [&mut *first, &mut *second], seed, with_log, losses)
    }
}

/// A computer player by name.
pub fn player(name: &str, seed: u64) -> Result<Box<dyn Player<Jdg>>, String> {
    staff::player(name, seed).ok_or_else(|| muster::Fault::unknown("player", name, staff::NAMES).to_string())
}

/// Strength points eliminated, by the side that lost them.
fn losses(b: &Battle, s: &State) -> [i32; 2] {
    let mut lost = [0; 2];
    for unit in b.unit_ids().filter(|&u| s.unit(u).condition == Condition::Eliminated) {
        lost[b.side(unit).index()] += i32::from(b.unit(unit).front.strength);
    }
    lost
}

/// The formations with their units, as they are in a state.
pub fn order_of_battle(b: &Battle, s: &State) -> Vec<FormationInfo> {
    let formation = |card: &jdg::battle::FormationCard| FormationInfo {
        side: card.side.index(),
        name: card.name.clone(),
        units: card.units.iter().map(|&unit| unit_info(b, s, unit)).collect(),
    };
    b.formations.iter().map(formation).collect()
}

fn unit_info(b: &Battle, s: &State, unit: UnitId) -> UnitInfo {
    let card = b.unit(unit);
    UnitInfo {
        id: card.id.clone(),
        name: card.name.clone(),
        figures: figures(card),
        state: unit_state(b, s, unit),
    }
}

/// The figures of a counter's front, for readers.
fn figures(card: &UnitCard) -> String {
    let (front, heavy) = (&card.front, if card.heavy { " (heavy)" } else { "" });
    let mp = front.half_mp / 2;
    match card.arm {
        Arm::Artillery => format!(
            "artillery, fire {}, cohesion {}, movement {mp}, range {}-{}",
            front.strength, front.cohesion, card.range.0, card.range.1
        ),
        arm => format!(
            "{}{heavy}, strength {}, cohesion {}, engagement {}, movement {mp}",
            if arm == Arm::Cavalry { "cavalry" } else { "infantry" },
            front.strength,
            front.cohesion,
            front.engagement
        ),
    }
}

/// Where a unit is and in which state.
fn unit_state(b: &Battle, s: &State, unit: UnitId) -> String {
    let now = s.unit(unit);
    let condition = match now.condition {
        Condition::Good => "in good order",
        Condition::Disordered => "disordered",
        Condition::Routed => "routed",
        Condition::Eliminated => return "eliminated".to_owned(),
    };
    if !now.on_map() {
        let due = b.arrivals.iter().find(|arrival| arrival.units.contains(&unit));
        return due
            .map_or_else(|| "off the map".to_owned(), |arrival| format!("due on turn {}", arrival.turn + 1));
    }
    let at = b.title(Point::Place(now.hex.0));
    let square = if now.square { ", in square" } else { "" };
    format!("{at}, facing {}, {condition}{square}", now.facing)
}

//! The fixed part of a battle: table, order of battle, charts, scenario.

use baize::{Size, Table};
use roster::About;
pub use roster::SideCard;
use table::{Point, Side};

use super::before::Preliminaries;
use super::charts::Charts;
use super::pieces::Column;
use super::state::{CommanderId, DivisionId, State, UnitId};
use crate::armies::{Arm, Attachment, Capability, Drill, Elan, Family, Quality, Training, Troops};
use crate::formations::Strength;

/// A battle, loaded and checked. Needs no further checks.
#[derive(Clone)]
pub struct Battle {
    /// The battle's id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its entry in the chooser.
    pub about: About,
    /// The table. The near edge is the first side's own, the far edge the second's.
    pub table: Table,
    /// A base (`bases`).
    pub base: Size,
    /// Weather (`movement.weather`).
    pub weather: Weather,
    /// The charts.
    pub charts: Charts,
    /// The two sides; the first is the attacker and moves first (`sequence`).
    pub sides: [SideCard; 2],
    /// Divisions, by id.
    pub divisions: Vec<DivisionCard>,
    /// Units, by id.
    pub units: Vec<UnitCard>,
    /// Commanders, by id.
    pub commanders: Vec<CommanderCard>,
    /// Game turns, each of both sides.
    pub turns: u16,
    /// Whether the sides deploy in zones, which binds them in their first turns (`deployment.first_turns`).
    pub by_zones: bool,
    /// Preliminaries of a points game; none of a battle that is set up.
    pub game: Option<Preliminaries>,
    /// Half points that each army is worth more than its units (`points.initiative`).
    pub worth_more: [i32; 2],
    /// The state at the start.
    pub setup: State,
}

muster::words! {
    /// Weather of a day (`movement.weather`).
    "weather", Weather {
        /// Fair.
        Fair = "fair",
        /// Rain or snow, which spoils powder and order.
        Wet = "wet",
        /// So much of it that all go more slowly, too.
        Heavy = "heavy",
    }
}

muster::words! {
    /// Kind of the half of a unit of cavalry that is not as the rest (`combat.lighter`, `combat.additions`).
    "half", Half {
        /// Light cavalry.
        Light = "light",
        /// Heavy cavalry.
        Heavy = "heavy",
        /// Shock cavalry.
        Shock = "shock",
        /// Lancers.
        Lancers = "lancers",
    }
}

/// A division.
#[derive(Clone, Debug)]
pub struct DivisionCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Whether it is allied (`commanders.allied`).
    pub allied: bool,
    /// Its commander; none in vignettes only.
    pub commander: CommanderId,
}

/// A unit: troop type, élan, training, weapons (`troops.types`).
#[derive(Clone, Debug)]
pub struct UnitCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Nation.
    pub nation: String,
    /// Its side.
    pub side: Side,
    /// Its division.
    pub division: DivisionId,
    /// Troop type.
    pub troops: Troops,
    /// Drill in which infantry moves; of no meaning for others.
    pub drill: Drill,
    /// Drill in which it fires.
    pub fires: Drill,
    /// Élan.
    pub elan: Elan,
    /// Training.
    pub training: Training,
    /// Size.
    pub strength: Strength,
    /// Special capabilities.
    pub special: Vec<Capability>,
    /// Kind of a half of it, if it is of two (`combat.lighter`).
    pub half: Option<Half>,
    /// Attachments.
    pub attachments: Vec<Attachment>,
    /// Whether its side got it for its initiative, so that it does not count in its army's combat value (`points.initiative`).
    pub extra: bool,
}

impl UnitCard {
    /// Its arm.
    pub fn arm(&self) -> Arm {
        self.troops.arm()
    }

    /// Whether it has a capability.
    pub fn is(&self, capability: Capability) -> bool {
        self.special.contains(&capability)
    }

    /// Whether it has an attachment of a family.
    pub fn has(&self, family: Family) -> bool {
        self.attachments.iter().any(|attachment| attachment.family() == family)
    }

    /// Whether its guns move as heavy ones: some are, or an attachment of theirs is (`movement.allowance`).
    pub fn is_heavy(&self) -> bool {
        self.troops == Troops::HeavyArtillery
            || self.arm() == Arm::Artillery && self.attachments.contains(&Attachment::HeavyArtillery)
    }
}

/// A commander (`commanders.levels`).
#[derive(Clone, Debug)]
pub struct CommanderCard {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Side.
    pub side: Side,
    /// The division that the commander has; none of a corps commander.
    pub division: DivisionId,
    /// Level.
    pub quality: Quality,
    /// Whether troops that the commander leads hold better.
    pub charismatic: bool,
}

impl CommanderCard {
    /// Whether it is a corps commander.
    pub fn is_of_corps(&self) -> bool {
        self.division == DivisionId::NONE
    }

    /// Level: command points of a turn.
    pub const fn level(&self) -> i16 {
        match self.quality {
            Quality::Exceptional => 3,
            Quality::Skilled => 2,
            Quality::Competent => 1,
        }
    }
}

/// Region of a points game: how many pieces of each kind it has.
#[derive(Clone, Copy, Debug)]
pub struct RegionRow<'a>(&'a [[u8; 2]; 9]);

impl RegionRow<'_> {
    /// The least pieces of a column.
    pub(crate) fn least(self, column: Column) -> u32 {
        self.0[column as usize][0].into()
    }

    /// The most.
    pub(crate) fn most(self, column: Column) -> u32 {
        self.0[column as usize][1].into()
    }
}

impl Battle {
    /// The region that was chosen; the first one before that.
    pub fn region(&self, s: &State) -> RegionRow<'_> {
        RegionRow(&self.charts.regions[s.before.region.map_or(0, |region| region as usize)])
    }

    /// The battle as the decisions before it have made it (`terrain.placement`).
    pub fn as_made<'a>(&'a self, s: &'a State) -> &'a Battle {
        s.made.0.as_deref().unwrap_or(self)
    }

    /// Whether what an answer points at is in this battle at all: an answer from outside may point at anything.
    pub fn has(&self, point: Point) -> bool {
        match point {
            Point::Unit(u) => usize::from(u) < self.units.len(),
            Point::Leader(l) => usize::from(l) < self.commanders.len(),
            Point::Formation(d) => usize::from(d) < self.divisions.len(),
            Point::Side(side) => side.index() < self.sides.len(),
            // Numbers, spots, turns and lengths are never strange.
            Point::Nothing | Point::Number(_) | Point::Spot(..) | Point::Turn(_) | Point::Length(_) => true,
            Point::Place(_) | Point::Facing(_) | Point::Marker(_) => false,
        }
    }

    /// A unit's card.
    pub fn unit(&self, unit: UnitId) -> &UnitCard {
        &self.units[unit.i()]
    }

    /// A commander's card.
    pub fn commander(&self, commander: CommanderId) -> &CommanderCard {
        &self.commanders[commander.i()]
    }

    /// A division.
    pub fn division(&self, division: DivisionId) -> &DivisionCard {
        &self.divisions[division.i()]
    }

    /// A unit's side.
    pub fn side(&self, unit: UnitId) -> Side {
        self.units[unit.i()].side
    }

    /// A unit's arm.
    pub fn arm(&self, unit: UnitId) -> Arm {
        self.units[unit.i()].arm()
    }

    /// All units.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + Clone + use<> {
        (0..self.units.len() as u8).map(UnitId)
    }

    /// The units of a side.
    pub fn units_of(&self, side: Side) -> impl Iterator<Item = UnitId> + Clone + '_ {
        self.unit_ids().filter(move |unit| self.side(*unit) == side)
    }

    /// All commanders.
    pub fn commander_ids(&self) -> impl Iterator<Item = CommanderId> + Clone + use<> {
        (0..self.commanders.len() as u8).map(CommanderId)
    }

    /// The corps commander of a side, if it has one.
    pub fn corps(&self, side: Side) -> Option<CommanderId> {
        self.commander_ids().find(|commander| {
            let card = self.commander(*commander);
            card.side == side && card.is_of_corps()
        })
    }

    /// The commander of a unit's division, if it has one.
    pub fn commander_of(&self, unit: UnitId) -> Option<CommanderId> {
        self.division(self.unit(unit).division).commander.some()
    }
}

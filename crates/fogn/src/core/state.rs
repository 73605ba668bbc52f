//! The changing part of a game: flat, copied freely.

use baize::{Length, Pose};
use muster::words;
use table::Side;

use super::before::{Before, Made};
use super::coming::{Deployment, Division};
use crate::armies::Arm;
use crate::formations::Array;

table::ids! {
    u8;
    /// A unit.
    UnitId,
    /// A commander.
    CommanderId,
    /// A division.
    DivisionId,
    /// An area of the table.
    AreaId,
}

/// The most units a battle may have.
pub const MAX_UNITS: usize = 120;

words! {
    /// Formation of a unit (`units.formations`).
    "formation", Formation {
        /// Two bases deep.
        Tactical = "tactical",
        /// Three bases deep: a large unit that supports itself.
        Supported = "supported",
        /// Extended line: one base deep.
        Line = "line",
        /// March column: one base wide.
        Column = "column",
        /// Square.
        Square = "square",
        /// Skirmishers, two bases deep.
        Skirmish = "skirmish",
        /// Skirmishers, one base deep.
        SkirmishLine = "skirmish_line",
        /// Guns limbered.
        Limbered = "limbered",
        /// Guns unlimbered.
        Unlimbered = "unlimbered",
    }
}

impl Formation {
    /// The array in which its bases stand; guns have none.
    pub const fn array(self) -> Option<Array> {
        match self {
            Formation::Tactical | Formation::Square | Formation::Skirmish => Some(Array::Tactical),
            Formation::Supported => Some(Array::Deep),
            Formation::Line | Formation::SkirmishLine => Some(Array::Line),
            Formation::Column => Some(Array::Column),
            Formation::Limbered | Formation::Unlimbered => None,
        }
    }

    /// The formation of an arm when nothing else is said.
    pub const fn usual(arm: Arm) -> Formation {
        match arm {
            Arm::Infantry | Arm::Cavalry => Formation::Tactical,
            Arm::Artillery => Formation::Unlimbered,
        }
    }

    /// Whether infantry in it is wholly in skirmish order.
    pub const fn is_skirmish(self) -> bool {
        matches!(self, Formation::Skirmish | Formation::SkirmishLine)
    }
}

words! {
    /// Cohesion of a unit, the best first (`cohesion.levels`).
    "cohesion", Cohesion {
        /// In good order.
        Steady = "steady",
        /// Reduced, but still in the fight.
        Disordered = "disordered",
        /// In a critical state.
        Wavering = "wavering",
        /// Fleeing.
        Broken = "broken",
    }
}

words! {
    /// Status of a unit or a commander.
    "status", Status {
        /// On the table.
        Table = "table",
        /// Not yet arrived, or not yet deployed.
        Waiting = "waiting",
        /// Not in this game.
        Absent = "absent",
        /// Lost.
        Lost = "lost",
        /// Guns that their crews have left (`guns.abandoned`).
        Abandoned = "abandoned",
    }
}

words! {
    /// Halt of a unit by fire, until its movement phase is over (`recovery.halted`).
    "halt", Halt {
        /// It moves as it likes.
        None = "free",
        /// It advances only after a test.
        Test = "checked",
        /// It does not advance.
        Stop = "stopped",
    }
}

/// Deeds of a unit, as bits of [`Unit::did`].
pub mod did {
    /// Moved in this turn.
    pub const MOVED: u32 = 1;
    /// Has had its first complex move test of this phase.
    pub const TESTED: u32 = 1 << 1;
    /// Has failed a complex move test in this phase.
    pub const FAILED: u32 = 1 << 2;
    /// Was passed through in this phase, and so stays where it is.
    pub const STAYS: u32 = 1 << 3;
    /// Has begun its move of this phase.
    pub const BEGUN: u32 = 1 << 4;
    /// Was in command when it began.
    pub const COMMANDED: u32 = 1 << 5;
    /// Fires in this phase.
    pub const FIRED: u32 = 1 << 6;
    /// Was fired at in this phase.
    pub const TARGET: u32 = 1 << 7;
    /// Made an outcome move in this turn, or retired before the enemy.
    pub const RETIRED: u32 = 1 << 8;
    /// Has fought in this phase.
    pub const FOUGHT: u32 = 1 << 9;
    /// Was assaulted in its flank or rear, and has turned to its attackers.
    pub const FLANKED: u32 = 1 << 10;
    /// Has declared an assault in this turn.
    pub const DECLARED: u32 = 1 << 11;
    /// Is on its way to an enemy.
    pub const CHARGES: u32 = 1 << 12;
    /// Has changed formation or gone away when it was assaulted, and does not fire in this turn.
    pub const SILENT: u32 = 1 << 13;
    /// Are guns whose crews were driven off with the last friends near them (`guns.abandoned`).
    pub const ALONE: u32 = 1 << 14;
    /// Has met another enemy in the first half of its pursuit, and fights again in this phase.
    pub const AGAIN: u32 = 1 << 15;
    /// Has met another enemy later in its pursuit, and fights in the next turn.
    pub const LATE: u32 = 1 << 16;
    /// Has lost its officers (`commanders.casualties`).
    pub const ORPHANED: u32 = 1 << 17;
    /// Has broken once, and lost all attachments but skirmishers (`recovery.broken`).
    pub const STRIPPED: u32 = 1 << 18;
    /// Are guns that have pivoted in this phase (`firing.targets`).
    pub const PIVOTED: u32 = 1 << 19;
    /// Has come up to fight somebody who holds an obstacle, or across one (`obstacles`).
    pub const ASSAILS: u32 = 1 << 24;
    /// Defends the building in which it is (`buildings.units`).
    pub const DEFENDS: u32 = 1 << 25;
}

/// A unit's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Pose: the centre of its front edge, and the way it faces.
    pub pose: Pose,
    /// Deeds of it: bits of [`did`].
    pub did: u32,
    /// Formation.
    pub formation: Formation,
    /// Cohesion.
    pub cohesion: Cohesion,
    /// Status.
    pub status: Status,
    /// Halt by fire.
    pub halt: Halt,
    /// Whether it is spent (`recovery.spent`).
    pub spent: bool,
    /// The building in which it is (`buildings.units`).
    pub house: AreaId,
    /// Pose of guns in works before they turned to fire; to which they are put back (`works`).
    pub laid: Option<Pose>,
}

impl Unit {
    /// Whether a bit of [`did`] is set.
    pub fn has(&self, bit: u32) -> bool {
        self.did & bit != 0
    }

    /// Sets or clears a bit of [`did`].
    pub fn set(&mut self, bit: u32, on: bool) {
        if on { self.did |= bit } else { self.did &= !bit }
    }

    /// Whether it is on the table.
    pub fn on_table(&self) -> bool {
        self.status == Status::Table
    }

    /// Whether it is in a building.
    pub fn is_inside(&self) -> bool {
        self.house != AreaId::NONE
    }

    /// Whether it defends the building in which it is.
    pub fn defends(&self) -> bool {
        self.is_inside() && self.has(did::DEFENDS)
    }
}

/// A commander's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Commander {
    /// Pose of the base of one who leads no unit.
    pub pose: Pose,
    /// The unit that is led (`commanders.joining`).
    pub with: UnitId,
    /// Status.
    pub status: Status,
    /// Command points left (`command.points`).
    pub points: u8,
    /// Whether the corps commander has given points in this turn (`command.allocation`).
    pub given: bool,
    /// Whether the commander has tried to restore a unit in this phase (`recovery.phase`).
    pub recovered: bool,
    /// Whether somebody follows one who fell (`commanders.casualties`).
    pub replaced: bool,
    /// Level of who has the command now (`commanders.levels`).
    pub level: u8,
    /// Whether they inspire those whom they lead.
    pub charismatic: bool,
    /// Whether the commander has moved or given an order to move in this phase.
    pub moved: bool,
}

impl Commander {
    /// Whether the commander is on the table.
    pub fn on_table(&self) -> bool {
        self.status == Status::Table
    }
}

words! {
    /// Phase of a player's turn (`sequence`).
    "phase", Phase {
        /// Dice for the initiative (`points.initiative`).
        Initiative = "initiative",
        /// The attacker may get troops for it.
        Raising = "raising",
        /// The attacker chooses the region (`points.region`).
        Region = "region",
        /// The defender lays the own hill and road (`terrain.selection`).
        Hill = "hill",
        /// Both sides choose terrain.
        Selection = "selection",
        /// Both sides lay it (`terrain.placement`).
        Placement = "placement",
        /// The defender lays fieldworks.
        Works = "works",
        /// Divisions give out attachments.
        Attachments = "attachments",
        /// The attacker may send a division on a flank march (`deployment.off_table`).
        March = "flank_march",
        /// Both sides lay their lines of communications.
        Communications = "communications",
        /// Both sides deploy.
        Deployment = "deployment",
        /// Command point allocation.
        Command = "command",
        /// The active side assaults.
        Assault = "assault",
        /// The active side fires.
        Fire = "fire",
        /// The other side fires.
        ReturnFire = "return_fire",
        /// Movement.
        Movement = "movement",
        /// Combat.
        Combat = "combat",
        /// Recovery.
        Recovery = "recovery",
        /// The game is over.
        Over = "over",
    }
}

impl Phase {
    /// Whether it comes before the first turn.
    pub const fn is_before(self) -> bool {
        matches!(
            self,
            Phase::Initiative
                | Phase::Raising
                | Phase::Region
                | Phase::Hill
                | Phase::Selection
                | Phase::Placement
                | Phase::Works
                | Phase::Attachments
                | Phase::March
                | Phase::Communications
                | Phase::Deployment
        )
    }
}

words! {
    /// Stage of the Assault Phase (`sequence`).
    "stage", Stage {
        /// The active side declares its assaults.
        Declare = "declare",
        /// The other side intercepts.
        Intercept = "intercept",
        /// Targets react.
        React = "react",
        /// Guns fire before their crews leave them.
        Volley = "volley",
        /// Who stands fires at close range.
        Fire = "defence",
        /// Assaults come to contact.
        Contact = "contact",
    }
}

/// The clock.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Game turn, from 0.
    pub turn: u16,
    /// The active side.
    pub side: Side,
    /// The attacker, who moves first (`points.initiative`).
    pub attacker: Side,
    /// The phase.
    pub phase: Phase,
    /// Whether the phase has been announced.
    pub begun: bool,
    /// Whether a unit out of command has moved in this phase, after which none in command does (`sequence`).
    pub strayed: bool,
    /// Whether the divisions off the table have been called in this movement phase.
    pub called: bool,
    /// Whether the commanders have ridden in this recovery phase.
    pub recovering: bool,
    /// Whether all dice of this phase's fire are given out.
    pub aimed: bool,
    /// Stage of the Assault Phase.
    pub stage: Stage,
    /// Whether the second round of combat is fought, of those who met others in their pursuit (`sequence`).
    pub second: bool,
}

words! {
    /// Part of a unit that fires as a whole (`firing.line`).
    "part", Part {
        /// All of it.
        Whole = "whole",
        /// The left half of a line.
        Left = "left",
        /// The right half.
        Right = "right",
    }
}

words! {
    /// Reaction: what a target does before it is reached (`assault.reactions`).
    "reaction", Reaction {
        /// It has not reacted yet.
        Open = "open",
        /// It stands, and may fire.
        Stands = "stands",
        /// It stands, but does not fire.
        Silent = "silent",
        /// Guns fire before their crews leave them.
        Volley = "volley",
        /// It went away.
        Gone = "gone",
        /// It intercepts, and is met instead of the target.
        Intercepts = "intercepts",
    }
}

/// Assault that was declared and not yet made (`assault.declare`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Assault {
    /// The unit that assaults.
    pub unit: UnitId,
    /// Its target.
    pub target: UnitId,
    /// Its wheel before it goes straight ahead.
    pub by: baize::Turn,
    /// Pose in which it began.
    pub from: Pose,
    /// Pose in which it would meet its target, which counts for fire at it (`assault.fire`).
    pub there: Pose,
    /// Whether it strikes a flank or the rear.
    pub flank: bool,
    /// Whether the target has lost its level for that.
    pub shaken: bool,
    /// Reaction of the target.
    pub reaction: Reaction,
    /// The target that it was meant for before somebody came between, who does not fire at it (`assault.intercept`).
    pub meant: UnitId,
    /// Halt by fire of its advance.
    pub halt: Halt,
}

/// Shot: dice that a unit has given out against a target (`firing.split`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The unit that fires.
    pub unit: UnitId,
    /// Part of it.
    pub part: Part,
    /// Its target.
    pub target: UnitId,
    /// Dice of the unit's own training.
    pub own: u8,
    /// Dice of attachments and of those who support, which count as drilled.
    pub other: u8,
}

/// The changing part of a game. Lists by id are as long as the battle's.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Clock.
    pub clock: Clock,
    /// Units, by id.
    pub units: Vec<Unit>,
    /// Commanders, by id.
    pub commanders: Vec<Commander>,
    /// Dice given out in this phase and not yet thrown.
    pub shots: Vec<Shot>,
    /// Assaults that were declared and not yet made.
    pub assaults: Vec<Assault>,
    /// Divisions, by id.
    pub divisions: Vec<Division>,
    /// Lines of communications of the sides: the middle of each, from the left edge of the table; none in battles without them.
    pub communications: [Option<Length>; 2],
    /// The deployment.
    pub deployment: Deployment,
    /// Decisions before a points game.
    pub before: Before,
    /// The battle that this has made.
    pub made: Made,
}

/// A state copied over another one takes its lists over: a game that is played step by step allocates none of them anew.
impl Clone for State {
    fn clone(&self) -> State {
        State {
            clock: self.clock,
            units: self.units.clone(),
            commanders: self.commanders.clone(),
            shots: self.shots.clone(),
            assaults: self.assaults.clone(),
            divisions: self.divisions.clone(),
            communications: self.communications,
            deployment: self.deployment,
            before: self.before.clone(),
            made: self.made.clone(),
        }
    }

    fn clone_from(&mut self, other: &State) {
        let State { clock, units, commanders, shots, assaults, divisions, .. } = other;
        let State { communications, deployment, before, made, .. } = other;
        self.clock = *clock;
        self.units.clone_from(units);
        self.commanders.clone_from(commanders);
        self.shots.clone_from(shots);
        self.assaults.clone_from(assaults);
        self.divisions.clone_from(divisions);
        (self.communications, self.deployment) = (*communications, *deployment);
        self.before.clone_from(before);
        self.made.clone_from(made);
    }
}

impl State {
    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.i()]
    }

    /// A unit, to be changed.
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.i()]
    }

    /// A commander.
    pub fn commander(&self, commander: CommanderId) -> &Commander {
        &self.commanders[commander.i()]
    }

    /// A commander, to be changed.
    pub fn commander_mut(&mut self, commander: CommanderId) -> &mut Commander {
        &mut self.commanders[commander.i()]
    }

    /// Bytes that a copy takes.
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<State>()
            + std::mem::size_of_val(&self.units[..])
            + std::mem::size_of_val(&self.commanders[..])
            + std::mem::size_of_val(&self.shots[..])
            + std::mem::size_of_val(&self.assaults[..])
            + std::mem::size_of_val(&self.divisions[..])
    }
}

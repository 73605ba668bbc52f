//! State of command: what changes of command: leaders, maneuver units, the cup, the sides (8).

use ground::HexId;
use table::Side;

use super::{CommandId, LeaderId, MuId};
use muster::words;

words! {
    /// Status of a leader.
    "status of a leader", LeaderStatus {
        /// On the map.
        Map = "map",
        /// Not yet arrived.
        Waiting = "waiting",
        /// Wounded; will return (8.2.3).
        Wounded = "wounded",
        /// Dead, captured, or wounded for good.
        Lost = "lost",
    }
}

/// Deeds of a leader, as bits of [`Leader::did`].
pub mod leader_did {
    /// Moved this turn (8.1.2).
    pub const MOVED: u16 = 1;
    /// The leader's corps is activated (8.4.3.1).
    pub const ACTIVATED: u16 = 1 << 1;
    /// Traced as in command (7.1.2).
    pub const IN_COMMAND: u16 = 1 << 2;
    /// Belongs to what the current chit activates.
    pub const MEMBER: u16 = 1 << 3;
    /// Tried the initiative this turn (8.5).
    pub const TRIED: u16 = 1 << 4;
    /// The figures on the back have been shown (5.2.1).
    pub const SHOWN: u16 = 1 << 5;
    /// Stepped down from the post (8.2.5).
    pub const STEPPED_DOWN: u16 = 1 << 6;
    /// Left the map with units that routed (13.2.7).
    pub const ROUTED: u16 = 1 << 7;
    /// Those that outlast the turn.
    pub const LASTING: u16 = ACTIVATED | SHOWN | STEPPED_DOWN | ROUTED;
}

/// A leader's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// Hex; [`HexId::NONE`] off the map.
    pub hex: HexId,
    /// The command that the leader has now, if any: the original one, or one taken over (8.2.4).
    pub leads: CommandId,
    /// Status.
    pub status: LeaderStatus,
    /// Bits of [`leader_did`].
    pub did: u16,
    /// The turn, from 0, from which the leader may return.
    pub back: u8,
    /// Half movement points spent this turn.
    pub spent: u16,
    /// The leader's maneuver unit of this turn.
    pub mu: MuId,
    /// The leader to whom an aide-de-camp is assigned this turn (8.4.3.2).
    pub assigned: LeaderId,
    /// The hex in which the owner chose this leader among others of the same rank (8.1.7): it holds while the leader stays there.
    pub chosen: HexId,
    /// Hex when the segment began (8.1.5).
    pub began: HexId,
}

impl Leader {
    /// A leader who is not there.
    pub const NOBODY: Leader = Leader {
        hex: HexId::NONE,
        leads: CommandId::NONE,
        status: LeaderStatus::Waiting,
        did: 0,
        back: 0,
        spent: 0,
        mu: MuId::NONE,
        assigned: LeaderId::NONE,
        chosen: HexId::NONE,
        began: HexId::NONE,
    };

    /// Whether a bit of [`leader_did`] is set.
    pub fn has(&self, bit: u16) -> bool {
        self.did & bit != 0
    }

    /// Sets or clears a bit of [`leader_did`].
    pub fn set(&mut self, bit: u16, on: bool) {
        if on { self.did |= bit } else { self.did &= !bit }
    }
}

words! {
    /// Kinds of maneuver units (8.4.2).
    "kind of maneuver unit", MuKind {
        /// By span (8.4.2).
        Plain = "plain",
        /// March column (8.6).
        MarchColumn = "march-column",
        /// By initiative (8.5).
        Initiative = "initiative",
        /// Administrative march (8.7).
        Administrative = "administrative",
    }
}

/// A maneuver unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mu {
    /// Its leader.
    pub leader: LeaderId,
    /// Kind.
    pub kind: MuKind,
    /// Drawn this turn, or forfeit.
    pub drawn: bool,
    /// Goal of an administrative march.
    pub goal: HexId,
    /// An administrative march has arrived: its marker is flipped (8.7.2).
    pub flipped: bool,
}

/// A chit of the draw cup (7.1.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Chit {
    /// Leaders move (8.9.1).
    Leader,
    /// Units out of command move (8.9.2).
    Regroup,
    /// Artillery fires (8.9.3).
    Artillery,
    /// Reinforcements enter (8.9.4).
    Reinforcement,
    /// A maneuver unit moves.
    Mu(MuId),
}

impl Chit {
    /// The action chits, in the order of 8.9.
    pub const ACTIONS: [Chit; 4] = [Chit::Leader, Chit::Regroup, Chit::Artillery, Chit::Reinforcement];
    /// Their ids.
    pub const NAMES: [&'static str; 4] =
        ["leader-chit", "regroup-chit", "artillery-chit", "reinforcement-chit"];

    /// Its number as a marker: action chits, then maneuver units.
    pub const fn number(self) -> u16 {
        match self {
            Chit::Leader => 0,
            Chit::Regroup => 1,
            Chit::Artillery => 2,
            Chit::Reinforcement => 3,
            Chit::Mu(mu) => mu.0.saturating_add(4),
        }
    }

    /// The chit of a marker's number.
    pub fn of_number(number: u16) -> Chit {
        match Chit::ACTIONS.get(usize::from(number)) {
            Some(chit) => *chit,
            None => Chit::Mu(MuId(number - 4)),
        }
    }
}

/// State of a side: what changes of a side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct SideState {
    /// Command points left (8.3.2).
    pub points: u8,
    /// It creates no more maneuver units this turn.
    pub passed: bool,
}

impl SideState {
    /// Both sides, in the battle's order.
    pub const BOTH: [Side; 2] = [Side(0), Side(1)];
}

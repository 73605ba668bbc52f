//! The field of battle as a procedure sees it: battle, state and doors together.

use ground::HexId;
use table::{Answer, Doors, Event, Play, Point, Rule, Side, Throw, ThrowKind};

use crate::Few;
use crate::Jdg;
use crate::core::battle::Battle;
use crate::core::state::{LeaderId, MarkerId, State, UnitId};
use crate::core::strike::Strike;

/// The faces of the die (0.4).
const FACES: u32 = 10;

/// Field of play: where the rules' procedures live.
pub struct Field<'t, 'd> {
    /// The fixed part.
    pub b: &'t Battle,
    /// The changing part.
    pub s: &'t mut State,
    /// The doors.
    pub doors: &'t mut Doors<'d, Jdg>,
    /// Hexes that units were driven into since the combat began, for pursuers to follow (9.5.2).
    pub trail: Trail,
    /// Infantry that a charge threw out of its square: it forms none against the pursuit that results (9.3.1).
    pub(crate) broken: Few<UnitId>,
    /// Units that passed through another and so made it test or run, each with that one, the latest last (10.5).
    pub(crate) chain: Few<(UnitId, UnitId)>,
    /// Strikes of the combat under way, for those who ask why they cannot refuse it (8.8).
    pub(crate) fight: Few<Strike>,
    /// Units that charge in the combat under way, or pursue in what follows from it: they have a charge to end with its test (9.2).
    pub(crate) charge: Few<UnitId>,
}

/// The hexes into which units were driven, in order.
#[derive(Clone, Default, Debug)]
pub struct Trail {
    steps: Few<(UnitId, HexId), 64>,
}

impl Trail {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.steps.clear();
    }

    /// Remembers that a unit was driven into a hex.
    pub fn push(&mut self, unit: UnitId, hex: HexId) {
        self.steps.push((unit, hex));
    }

    /// The hexes into which a unit was driven, in order.
    pub fn of(&self, unit: UnitId) -> impl Iterator<Item = HexId> + '_ {
        self.steps.iter().filter(move |(u, _)| *u == unit).map(|(_, h)| *h)
    }
}

/// The units that caused somebody to recoil or retreat (10.3.1), or none.
#[derive(Clone, Copy, Debug)]
pub struct Foes {
    units: [UnitId; Foes::MOST],
    count: usize,
}

impl Default for Foes {
    fn default() -> Self {
        Foes { units: [UnitId::NONE; Foes::MOST], count: 0 }
    }
}

impl Foes {
    /// The most units that can attack at once: six hexes of four.
    pub const MOST: usize = 24;

    /// Nobody: the unit suffers without an attacker.
    pub fn nobody() -> Self {
        Self::default()
    }

    /// One attacker.
    pub fn one(unit: UnitId) -> Self {
        Self::nobody().and(unit)
    }

    /// With another attacker.
    #[must_use]
    pub fn and(mut self, unit: UnitId) -> Self {
        self.units[self.count] = unit;
        self.count += 1;
        self
    }

    /// The attackers.
    pub fn units(&self) -> &[UnitId] {
        &self.units[..self.count]
    }
}

/// A unit as something to point at.
pub fn unit_point(unit: UnitId) -> Point {
    Point::Unit(unit.0.into())
}

/// A hex as something to point at.
pub fn hex_point(hex: HexId) -> Point {
    Point::Place(hex.0)
}

/// A leader as something to point at.
pub fn leader_point(leader: LeaderId) -> Point {
    Point::Leader(leader.0.into())
}

/// A marker as something to point at.
pub fn marker_point(marker: MarkerId) -> Point {
    Point::Marker(marker.0.into())
}

/// The unit an answer points at.
pub fn unit_of(answer: &Answer) -> Option<UnitId> {
    answer.unit().map(|u| UnitId(u as u8))
}

/// The hex an answer points at.
pub fn hex_of(answer: &Answer) -> Option<HexId> {
    answer.place().map(HexId)
}

impl<'t, 'd> Field<'t, 'd> {
    /// Opens the field.
    pub fn new(b: &'t Battle, s: &'t mut State, doors: &'t mut Doors<'d, Jdg>) -> Self {
        Field {
            b,
            s,
            doors,
            trail: Trail::default(),
            broken: Few::new(),
            chain: Few::new(),
            fight: Few::new(),
            charge: Few::new(),
        }
    }

    /// Throws a die of ten faces read 0 to 9 (0.4). `class` says which faces lead to the same continuation.
    ///
    /// # Errors
    /// As [`Doors::roll`].
    pub fn d10(
        &mut self,
        rule: Rule,
        key: &'static str,
        side: Side,
        about: [Point; 3],
        class: impl Fn(i16) -> u32,
    ) -> Play<i16> {
        let face = self.doors.roll(&Throw {
            rule,
            key,
            side: Some(side),
            kind: ThrowKind::Die,
            faces: FACES,
            about,
            class: &|face| class(face as i16),
            shows: &|face| Point::Number(face as i16),
        })?;
        Ok(face as i16)
    }

    /// Tells that something happened.
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.doors.tell(event);
    }
}

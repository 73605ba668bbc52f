//! Way of a unit: the move that it is making, leg by leg, and the scene in which it makes it.

use baize::{Figure, Length, Pose, Size, Turn};
use table::Few;

use super::roads::stands_on_road;
use super::survey::{Near, going_at_figure};
use crate::core::charts::{Activity, Going};
use crate::core::place::{figures, size_of};
use crate::core::state::{AreaId, Formation, UnitId};
use crate::{Battle, State};

/// Course of a move: of which sort it is. A move is of one sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Course {
    /// It has not begun.
    Fresh,
    /// Forward, with wheels (`movement.wheel`).
    Forward,
    /// To the rear (`movement.rear`).
    Rear,
    /// In any direction (`movement.skirmishers`).
    Any,
    /// Across an obstacle (`obstacles`).
    Across,
    /// A turn, a change of formation or a slide, otherwise in place (`movement.reform`).
    Still,
}

/// Way: the move of a unit so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The unit.
    pub unit: UnitId,
    /// Pose in which the move began.
    pub start: Pose,
    /// Pose of the unit.
    pub pose: Pose,
    /// Its rectangle, which does not change while it goes.
    pub size: Size,
    /// Sort of move.
    pub course: Course,
    /// Wheeled so far, to either side together (`movement.wheel`).
    pub wheeled: u16,
    /// Straight ahead so far.
    pub straight: Length,
    /// Slid so far, to the right.
    pub slid: Length,
    /// Going of the worst ground crossed (`movement.terrain`).
    pub going: Going,
    /// Whether it has been within 6 MU of an enemy in this move.
    pub near: bool,
    /// Whether it has been on a road all the time (`movement.roads`).
    pub road: bool,
    /// Whether it is the second move (`movement.second`).
    pub second: bool,
    /// Whether the unit has arrived in this phase (`movement.arrival`).
    pub arrived: bool,
    /// The unit whose commander pays for its tests: itself, or the one that is led in its group (`movement.groups`).
    pub payer: UnitId,
    /// Activities for which a test was passed in this move.
    pub cleared: Few<Activity, 4>,
}

impl Way {
    /// A move that begins where the unit stands.
    pub fn begin(b: &Battle, s: &State, unit: UnitId) -> Way {
        let pose = s.unit(unit).pose;
        Way {
            unit,
            start: pose,
            pose,
            size: size_of(b, s, unit),
            course: Course::Fresh,
            wheeled: 0,
            straight: Length(0),
            slid: Length(0),
            going: Going::Open,
            near: false,
            road: true,
            second: false,
            arrived: false,
            payer: unit,
            cleared: Few::new(),
        }
    }

    /// The rest of the move of a unit that has arrived: measured from where its front crossed the edge (`movement.arrival`).
    pub fn arrived(b: &Battle, s: &State, unit: UnitId, start: Pose) -> Way {
        let way = Way::begin(b, s, unit);
        let own = way.figure();
        let near = figures(b, s, b.side(unit).enemy())
            .any(|(_, foe)| baize::is_within(&own, &foe, Near::Six.distance()));
        Way {
            start,
            course: Course::Forward,
            straight: way.size.depth,
            going: going_at_figure(b, &own),
            near,
            road: stands_on_road(b, s.unit(unit).formation, way.pose, way.size),
            arrived: true,
            ..way
        }
    }

    /// The figure of the unit where it is.
    pub fn figure(&self) -> Figure {
        self.pose.place(self.size.shape())
    }

    /// Takes a step.
    pub fn take(&mut self, step: &Step) {
        self.pose = step.pose;
        self.course = step.course;
        self.wheeled += step.wheeled.amount();
        self.straight = Length(self.straight.0 + step.straight.0);
        self.slid = Length(self.slid.0 + step.slid.0);
        self.going = self.going.max(step.going);
        self.near |= step.near;
        self.road &= step.road;
    }
}

/// Step: where a leg ends, and what it asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Pose of the unit then.
    pub pose: Pose,
    /// Its formation then.
    pub formation: Formation,
    /// Sort of move that it makes of it.
    pub course: Course,
    /// Wheel in it.
    pub wheeled: Turn,
    /// Length of it straight ahead.
    pub straight: Length,
    /// Slide in it.
    pub slid: Length,
    /// Going of the worst ground in it.
    pub going: Going,
    /// Whether it comes, or is, within 6 MU of an enemy.
    pub near: bool,
    /// Whether it is on a road all the time, in march column or limbered.
    pub road: bool,
    /// The activities that ask for a test; one test is made for all of them.
    pub tests: Few<Activity, 4>,
    /// The friends that are passed through.
    pub through: Few<UnitId, 4>,
    /// Friends who make room, and where they stand then.
    pub shifts: Few<(UnitId, Pose), 2>,
    /// Whether the move ends with it.
    pub ends: bool,
    /// The building in which the unit is then.
    pub house: AreaId,
    /// Whether it defends that then.
    pub defends: bool,
}

/// Scene: who stands about while a unit makes its way, with their figures.
pub struct Scene<'a> {
    /// The battle.
    pub b: &'a Battle,
    /// The state; the unit that moves stands there as it began.
    pub s: &'a State,
    /// The way so far.
    pub way: &'a Way,
    /// Enemies on the table.
    pub foes: Vec<(UnitId, Figure)>,
    /// Friends on the table, without the unit itself.
    pub friends: Vec<(UnitId, Figure)>,
}

impl<'a> Scene<'a> {
    /// The scene of a way.
    pub fn new(b: &'a Battle, s: &'a State, way: &'a Way) -> Scene<'a> {
        let side = b.side(way.unit);
        let foes = figures(b, s, side.enemy()).collect();
        let friends = figures(b, s, side).filter(|(unit, _)| *unit != way.unit).collect();
        Scene { b, s, way, foes, friends }
    }

    /// A step that changes nothing yet.
    pub(crate) fn standing(&self, course: Course) -> Step {
        Step {
            pose: self.way.pose,
            formation: self.s.unit(self.way.unit).formation,
            course,
            wheeled: Turn(0),
            straight: Length(0),
            slid: Length(0),
            going: Going::Open,
            near: false,
            road: false,
            tests: Few::new(),
            through: Few::new(),
            shifts: Few::new(),
            ends: false,
            house: self.s.unit(self.way.unit).house,
            defends: self.s.unit(self.way.unit).defends(),
        }
    }

    /// Whether an enemy is within a distance of a figure.
    pub(crate) fn foe_within(&self, figure: &Figure, distance: Length) -> Option<UnitId> {
        self.foes.iter().find(|(_, foe)| baize::is_within(figure, foe, distance)).map(|(unit, _)| *unit)
    }
}

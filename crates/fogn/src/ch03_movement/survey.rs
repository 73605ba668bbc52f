//! Survey of a leg: what the unit meets on it, and at which step: enemies near by, friends in the way, terrain.

use baize::{AreaKind, Figure, Leg, Length, Lies, MU, Outline, SLACK, Size, Sweep, apart};
use table::Few;

use super::legs::Motion;
use super::way::Scene;
use crate::core::barrier::barriers;
use crate::core::charts::Going;
use crate::core::state::{Formation, UnitId};

/// Distances at which an enemy matters to a move: 10, 6 and 2 MU, and contact.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Near {
    /// 10 MU: to wavering units.
    Ten,
    /// 6 MU: to second moves, slides, road moves.
    Six,
    /// 2 MU.
    Two,
    /// Contact.
    Touch,
}

impl Near {
    pub(crate) const ALL: [Near; 4] = [Near::Ten, Near::Six, Near::Two, Near::Touch];

    /// The distance.
    pub(crate) const fn distance(self) -> Length {
        match self {
            Near::Ten => Length::mu(10),
            Near::Six => Length::mu(6),
            Near::Two => Length::mu(2),
            Near::Touch => SLACK,
        }
    }
}

/// Meeting with an enemy: at which step it is first so near.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub(crate) foe: UnitId,
    pub(crate) near: Near,
    pub(crate) step: u16,
}

/// Survey of a leg.
pub(crate) struct Survey {
    pub(crate) sweep: Sweep,
    /// Meetings, only of distances that matter.
    pub(crate) meetings: Few<Meeting, 8>,
    /// Friends in the way: the step at which each is first overlapped.
    pub(crate) friends: Few<(UnitId, Figure, u16), 4>,
    /// Ground that is not open: its going, and the step at which it is first entered.
    pub(crate) ground: Few<(Going, u16), 8>,
    /// The step at which a column or a limber first enters a building.
    pub(crate) house: Option<u16>,
}

impl Survey {
    /// Surveys a leg from a pose.
    pub(crate) fn of(scene: &Scene<'_>, sweep: Sweep) -> Survey {
        let here = sweep.figure_at(0);
        // No corner goes farther than this; a wheel's outer corner along its arc, which is longer than its way as the crow flies.
        let reach = travel(&sweep);
        let mut survey =
            Survey { sweep, meetings: Few::new(), friends: Few::new(), ground: Few::new(), house: None };
        for (foe, figure) in &scene.foes {
            let distance = i64::from(apart(&here, figure).units());
            for near in Near::ALL {
                let first = || sweep.first_within(figure, near.distance());
                if distance - reach <= i64::from(near.distance().0) + 8
                    && let Some(step) = first()
                {
                    survey.meetings.push(Meeting { foe: *foe, near, step });
                }
            }
        }
        for (friend, figure) in &scene.friends {
            let distance = i64::from(apart(&here, figure).units());
            if distance <= reach + 8
                && let Some(step) = sweep.first_overlap(figure)
            {
                survey.friends.push((*friend, *figure, step));
            }
        }
        survey.see_ground(scene, &here, reach);
        survey
    }

    /// A survey that sees nothing: of the measure of a leg alone.
    pub(crate) fn blind(motion: &Motion, size: Size) -> Survey {
        let sweep = Sweep::new(motion.from, size, motion.leg);
        Survey { sweep, meetings: Few::new(), friends: Few::new(), ground: Few::new(), house: None }
    }

    /// Terrain on the way.
    fn see_ground(&mut self, scene: &Scene<'_>, here: &Figure, reach: i64) {
        let (low, high) = here.rim();
        let reach = reach as i32 + 8;
        let is_near = |outline: &Outline| {
            let (a, b) = outline.rim();
            a.x <= high.x + reach && low.x <= b.x + reach && a.y <= high.y + reach && low.y <= b.y + reach
        };
        for area in &scene.b.table.areas {
            let outline = area.steep.as_ref().unwrap_or(&area.outline);
            let going = scene.b.charts.terrain(area.kind).going;
            if area.kind == AreaKind::Buildings && marches(scene) {
                self.house = self.house.into_iter().chain(self.sweep.first_in(outline)).min();
                continue;
            }
            if going != Going::Open && is_near(outline) {
                self.ground.extend(self.sweep.first_in(outline).map(|step| (going, step)));
            }
        }
        // A march column goes over bridges and fords as on a road.
        let column = scene.s.unit(scene.way.unit).formation == Formation::Column;
        let (begins, ends) = (self.sweep.from, self.sweep.pose_at(self.sweep.steps()));
        let (table, size, base) = (&scene.b.table, self.sweep.size, scene.b.base);
        for barrier in barriers(table).filter(|barrier| barrier.bars()) {
            let near = Length((reach + i32::from(barrier.half.0)).min(i16::MAX.into()) as i16);
            let bridged =
                column && [begins, ends].into_iter().all(|at| barrier.has_crossing(table, at, size, base));
            if !bridged && barrier.is_within(here, Length(near.0 - barrier.half.0)) {
                self.ground.extend(barrier.met(&self.sweep).map(|step| (Going::Closed, step)));
            }
        }
    }

    /// The first meeting at a distance, with whomever.
    pub(crate) fn first(&self, near: Near) -> Option<Meeting> {
        let all = self.meetings.iter().filter(|meeting| meeting.near == near);
        all.min_by_key(|meeting| meeting.step).copied()
    }

    /// Going of the worst ground entered up to a step.
    pub(crate) fn going(&self, step: u16) -> Going {
        let entered = self.ground.iter().filter(|(_, first)| *first <= step);
        entered.map(|(going, _)| *going).max().unwrap_or(Going::Open)
    }
}

/// The most that a corner travels on a leg, in units.
fn travel(sweep: &Sweep) -> i64 {
    let (width, depth) = (i64::from(sweep.size.width.0), i64::from(sweep.size.depth.0));
    match sweep.leg {
        Leg::Ahead(by) | Leg::Back(by) | Leg::Slide(by) | Leg::Drift { by, .. } => by.0.unsigned_abs().into(),
        // An arc about a corner, of the corner farthest from it; a unit of turn is a little less than 1/10,430 of the radius.
        Leg::Wheel { by, .. } | Leg::Spin(by) => (width + depth) * i64::from(by.amount()) / 10_430 + 1,
        Leg::Swing { right, back, by } => {
            let far = i64::from(right.0).abs() + i64::from(back.0).abs();
            (width + depth + far) * i64::from(by.amount()) / 10_430 + 1
        }
        Leg::About => width + depth,
    }
}

/// Whether a unit is one of those that pass through buildings on a road: in march column or limbered (`buildings.units`).
fn marches(scene: &Scene<'_>) -> bool {
    matches!(scene.s.unit(scene.way.unit).formation, Formation::Column | Formation::Limbered)
}

/// Whether any part of a figure is in a building.
pub(crate) fn is_in_house(b: &crate::Battle, figure: &Figure) -> bool {
    let mut houses = b.table.areas.iter().filter(|area| area.kind == AreaKind::Buildings);
    houses.any(|area| area.outline.has_part_of(figure))
}

/// Going of the ground on which a figure stands (`movement.terrain`).
pub(crate) fn going_under(scene: &Scene<'_>, figure: &Figure) -> Going {
    let column = marches(scene);
    going_of(scene.b, figure, |kind| !(column && kind == AreaKind::Buildings))
}

/// The same of any figure on the table.
pub(crate) fn going_at_figure(b: &crate::Battle, figure: &Figure) -> Going {
    going_of(b, figure, |_| true)
}

fn going_of(b: &crate::Battle, figure: &Figure, counts: impl Fn(AreaKind) -> bool) -> Going {
    let areas = b.table.areas.iter().filter(|area| {
        let outline = area.steep.as_ref().unwrap_or(&area.outline);
        outline.has_part_of(figure) && counts(area.kind)
    });
    areas.map(|area| b.charts.terrain(area.kind).going).max().unwrap_or(Going::Open)
}

/// Going of the ground at a place; for those who stand on one (`movement.commanders`).
pub(crate) fn going_at(b: &crate::Battle, place: baize::Place) -> Going {
    let areas = b.table.areas.iter().filter(|area| {
        let outline = area.steep.as_ref().unwrap_or(&area.outline);
        outline.lies(place) == Lies::Inside
    });
    areas.map(|area| b.charts.terrain(area.kind).going).max().unwrap_or(Going::Open)
}

/// Half of a length.
pub(crate) const fn half(length: Length) -> Length {
    Length(length.0 / 2)
}

/// So many MU.
pub(crate) const THREE: Length = Length(3 * MU.0);

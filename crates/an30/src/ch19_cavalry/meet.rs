//! 19.17.1.1, 19.17.2, 19.17.4, 19.17.5, 19.18.7: how cavalry stands to charge out of its turn, and where it meets those whom it charges.

use std::ops::ControlFlow;

use ground::{Dir, HexId};
use table::{Event, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::fans;
use crate::ch13_movement::step;
use crate::core::battle::{Arm, Battle};
pub use crate::core::cavalry::Stance;
use crate::core::field::unit_point;
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Part, State, UnitId};
use crate::core::{Few, status};

use super::{drive, over, react, targets};

/// The stances of a unit in good order: its own, and those to either flank (19.17.1.1), a column of companies as a line and a line with no more
/// increments in a hex than such a column has as one.
pub fn stances(b: &Battle, s: &State, unit: UnitId) -> Few<Stance, 3> {
    let now = s.unit(unit);
    let own = Stance { formation: now.shape(), aim: now.aim, hexes: now.hexes().into(), wheeled: false };
    let mut found: Few<Stance, 3> = Few::new();
    found.push(own);
    let to = match now.shape() {
        Formation::Column => Formation::Line,
        Formation::Line => Formation::Column,
        _ => return found,
    };
    let each = i32::from(b.charts.zones.side_zone_increments.value);
    let all: i32 = s.units_in(now.hex()).iter().map(|u| i32::from(status::increments(b, s, *u))).sum();
    if to == Formation::Column && all > each * now.hexes().len() as i32 {
        return found;
    }
    let row = b.charts.formation(Arm::Cavalry, to);
    let ahead: Hexes = now.hexes().into();
    let back: Hexes = now.hexes().iter().rev().copied().collect();
    for aim in [now.aim.turn(3), now.aim.turn(-3)] {
        let lies =
            |hexes: &&Hexes| footprint::layout(b, row, aim, hexes[0], hexes.len()).as_ref() == Some(*hexes);
        if let Some(hexes) = [&ahead, &back].into_iter().find(lies) {
            found.push(Stance { formation: to, aim, hexes: hexes.clone(), wheeled: true });
        }
    }
    found
}

/// The state with units in a stance.
pub fn posed(s: &State, units: &[UnitId], stance: &Stance) -> State {
    let mut then = s.clone();
    pose(&mut then, units, stance);
    then
}

fn pose(s: &mut State, units: &[UnitId], stance: &Stance) {
    for &unit in units.iter().filter(|_| stance.wheeled) {
        if s.unit(unit).hexes() != &stance.hexes[..] {
            s.reverse(unit);
        }
        let now = s.unit_mut(unit);
        (now.formation, now.aim) = (stance.formation, stance.aim);
    }
}

/// The stance from which a unit has one of some hexes in its zone of so many hexes: its own if it can be.
pub fn reaching(b: &Battle, s: &State, unit: UnitId, depth: u16, hexes: &[HexId]) -> Option<Stance> {
    let own = s.unit(unit).hexes();
    if !own.iter().any(|h| hexes.iter().any(|hex| b.ground.distance(*h, *hex) <= depth)) {
        return None;
    }
    if hexes.iter().any(|hex| fans::reaches(b, s, unit, depth, *hex)) {
        return stances(b, s, unit).into_iter().next();
    }
    let units = s.units_in(s.unit(unit).hex());
    stances(b, s, unit).into_iter().skip(1).find(|stance| {
        let then = posed(s, &units, stance);
        hexes.iter().any(|hex| fans::reaches(b, &then, unit, depth, *hex))
    })
}

/// Hexes in which cavalry lies at the end of a route, and how it came there.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// Its hexes.
    pub(super) hexes: Hexes,
    /// The hexes of its head on its route, the first left out.
    pub(super) heads: Few<HexId, 8>,
    /// Its hexes after each of its steps.
    pub(super) lies: Few<Hexes, 4>,
    /// Half movement points.
    pub(super) cost: u16,
}

impl Course {
    /// That of those who stay where they are.
    pub(super) fn here(hexes: Hexes) -> Course {
        Course { hexes, heads: Few::new(), lies: Few::new(), cost: 0 }
    }

    /// Its hexes before its last step, of those who lay so at first.
    pub(super) fn before(&self, first: &Hexes) -> Hexes {
        self.lies.len().checked_sub(2).map_or(first, |last| &self.lies[last]).clone()
    }
}

/// Whether a charger and a reactor in its stance can meet ([`meetings`]).
pub(crate) fn can_meet(b: &Battle, s: &State, at: usize, unit: UnitId, stance: &Stance) -> bool {
    let mut found = false;
    each_meeting(b, s, at, unit, stance, &mut |_, _| {
        found = true;
        ControlFlow::Break(())
    });
    found
}

/// The meetings of a charger and a reactor in its stance: the course of each (19.17.2), half-way, the charger one hex more if the hexes between are odd.
pub(super) fn meetings(
    b: &Battle,
    s: &State,
    at: usize,
    unit: UnitId,
    stance: &Stance,
) -> Vec<(Course, Course)> {
    let mut found = Vec::new();
    each_meeting(b, s, at, unit, stance, &mut |own, other| {
        found.push((own.clone(), other.clone()));
        ControlFlow::Continue(())
    });
    found
}

fn each_meeting(
    b: &Battle,
    s: &State,
    at: usize,
    unit: UnitId,
    stance: &Stance,
    each: &mut dyn FnMut(&Course, &Course) -> ControlFlow<()>,
) {
    let c = &s.charges[at];
    let stack = s.units_in(s.unit(unit).hex());
    let then = posed(s, &stack, stance);
    let from = s.unit(c.units[0]).hexes();
    let pairs = from.iter().flat_map(|own| stance.hexes.iter().map(|h| b.ground.distance(*own, *h)));
    let Some(between) = pairs.min().and_then(|hexes| hexes.checked_sub(1)) else { return };
    let react = between / 2;
    let depth = react::stack_depth(b, s, unit);
    let zone: Few<HexId, 64> = fans::fan(b, &then, unit, depth).iter().map(|(hex, _)| *hex).collect();
    let most = b.charts.movement.reaction_charge.count();
    let theirs = courses(b, &then, &stack, react, most, |hex| zone.contains(&hex));
    let ours = courses(b, s, &c.units, between - react, c.left, |hex| c.zone.contains(&hex));
    let row = b.charts.formation(Arm::Cavalry, stance.formation);
    for own in &ours {
        for other in &theirs {
            let (ours, theirs) = (&own.hexes, &other.hexes);
            let apart = !ours.iter().any(|hex| theirs.contains(hex));
            let strikes = (0..theirs.len()).any(|part| {
                let front = footprint::faces(b, row, stance.aim, theirs, part).front;
                let near = |dir| b.ground.neighbour(theirs[part], dir);
                let rides = |dir| targets::crosses(b, s, unit, theirs[part], dir);
                front.iter().any(|dir| rides(dir) && near(dir).is_some_and(|h| ours.contains(&h)))
            });
            if apart && strikes && each(own, other).is_break() {
                return;
            }
        }
    }
}

/// The hexes in which cavalry lies after so many steps through open ground where nobody stands: in one hex in any direction, else ahead as it lies.
pub(super) fn courses(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    steps: u16,
    most: u16,
    within: impl Fn(HexId) -> bool,
) -> Vec<Course> {
    let (top, now) = (units[0], s.unit(units[0]));
    let fronts = facing::fronts(b, s, Part::new(top, 0));
    let column = now.shape() == Formation::Column;
    let mut edge: Vec<Course> = vec![Course::here(now.hexes().into())];
    // It passes friends as a charge does (19.2.6): skirmishers make room for it where it ends (12.10.5.2), squares do not; it stops where sight stops (19.2.3).
    let hides = |hex: &HexId| b.charts.terrain[b.ground.terrain(*hex)].blocks_los;
    for step in 1..=steps {
        let mut next: Vec<Course> = Vec::new();
        let striking = |hexes: &Hexes| if column { 1 } else { hexes.len() };
        let free = |course: &&Course| step == 1 || !course.hexes[..striking(&course.hexes)].iter().any(hides);
        for Course { hexes, heads, lies, cost: spent } in edge.iter().filter(free) {
            for dir in Dir::ALL.into_iter().filter(|dir| hexes.len() == 1 || fronts.contains(*dir)) {
                let Some(to) = drive::after(b, now.shape(), hexes, dir) else { continue };
                let Some(cost) = step_cost(b, s, top, hexes, &to) else { continue };
                let new = to.iter().filter(|hex| !now.hexes().contains(hex));
                let loose =
                    |hex: HexId| s.units_in(hex).iter().all(|u| s.unit(*u).shape() == Formation::Skirmish);
                let passes = |hex: HexId| {
                    let friends = !status::is_enemy(b, s, b.side(top), hex);
                    friends && (loose(hex) || step < steps && over::lets_pass(s, hex))
                };
                let open = |hex: &HexId| {
                    within(*hex) && (s.is_empty(*hex) || passes(*hex)) && !status::is_close(b, *hex)
                };
                let good = new.into_iter().all(open) && spent + cost <= most;
                if good && !next.iter().any(|known| known.hexes == to) {
                    let mut heads = heads.clone();
                    heads.push(to[0]);
                    let mut lies = lies.clone();
                    lies.push(to.clone());
                    next.push(Course { hexes: to, heads, lies, cost: spent + cost });
                }
            }
        }
        edge = next;
    }
    edge
}

/// The dearest of what the parts of a unit pay for a step.
fn step_cost(b: &Battle, s: &State, unit: UnitId, from: &[HexId], to: &[HexId]) -> Option<u16> {
    let traveller = status::traveller(b, s, unit);
    let steps = from.iter().zip(to);
    steps
        .map(|(from, to)| step::ground(b, traveller, *from, b.ground.dir_to(*from, *to)?).ok())
        .try_fold(0, |most, cost| Some(most.max(cost?)))
}

/// Whether cavalry has one of some hexes before its front.
fn faces_any(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> bool {
    facing::front_hexes(b, s, unit).iter().any(|(_, _, hex)| hexes.contains(hex))
}

impl Field<'_> {
    /// Cavalry takes up its stance: the quarter-wheel is free (19.17.5, 19.18.7).
    pub(super) fn take_stance(&mut self, units: &[UnitId], stance: &Stance) {
        if !stance.wheeled {
            return;
        }
        pose(self.s, units, stance);
        let top = units[0];
        self.tell(|| {
            Event::new(rule!("19.17.5"), "quarter_wheeled")
                .point("unit", unit_point(top))
                .word("formation", stance.formation.name())
        });
    }

    /// Puts cavalry into hexes, as it is, and its leaders with it.
    pub(crate) fn dash(&mut self, units: &[UnitId], hexes: &[HexId]) {
        let before: Hexes = self.s.unit(units[0]).hexes().into();
        if before[..] == *hexes {
            return;
        }
        self.leaders_ride(self.b.side(units[0]), &before, hexes);
        for &unit in units {
            self.s.put(unit, hexes);
        }
    }

    /// Turns cavalry toward enemies next to it, as little as possible: in one hex it turns, a column turns its head (19.17.2); a line in several hexes
    /// wheels about an end as far as it can (19.17.4).
    pub(super) fn turn_to_meet(&mut self, units: &[UnitId], enemy: &[HexId]) {
        let (b, top) = (self.b, units[0]);
        if faces_any(b, self.s, top, enemy) {
            return;
        }
        let (head, long) = (self.s.unit(top).hex(), self.s.unit(top).hexes().len() > 1);
        if !(long && self.s.unit(top).shape() == Formation::Line) {
            if let Some(hex) = enemy.iter().find(|hex| b.ground.distance(head, **hex) == 1) {
                self.face(units, *hex);
            }
            return;
        }
        let row = status::row(b, self.s, top);
        let now = *self.s.unit(top);
        let count = now.hexes().len();
        for (at_left, turn) in [(true, -2), (false, 2)] {
            let aim = now.aim.turn(turn);
            let first = if at_left {
                Some(now.hex())
            } else {
                let back = footprint::right_of(aim).opposite();
                (1..count).try_fold(now.hexes()[count - 1], |hex, _| b.ground.neighbour(hex, back))
            };
            let Some(hexes) = first.and_then(|first| footprint::layout(b, row, aim, first, count)) else {
                continue;
            };
            let free = |hex: &HexId| now.hexes().contains(hex) || self.s.is_empty(*hex);
            let open = hexes.iter().all(|hex| free(hex) && !status::is_close(b, *hex));
            let sees = (0..count).any(|part| {
                let front = footprint::faces(b, row, aim, &hexes, part).front;
                front
                    .iter()
                    .any(|dir| b.ground.neighbour(hexes[part], dir).is_some_and(|h| enemy.contains(&h)))
            });
            if open && sees {
                self.dash(units, &hexes);
                for &unit in units {
                    self.s.unit_mut(unit).aim = aim;
                }
                return;
            }
        }
    }
}

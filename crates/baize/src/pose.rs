use crate::sines::rounded;
use crate::{Figure, Length, Place, Shape, Size, Spot, Turn};

/// Pose of a figure: where the centre of its front edge is, and which way it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pose {
    /// Centre of the front edge.
    pub at: Spot,
    /// The way it faces.
    pub turn: Turn,
}

/// One of the two corners of a front edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Corner {
    /// The left one, as the figure looks.
    Left,
    /// The right one.
    Right,
}

/// Leg of a move: one simple motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Leg {
    /// Turns about a corner of the front edge, which stays; to the right about the right one goes forward.
    Wheel {
        /// The corner that stays.
        pivot: Corner,
        /// By how much, clockwise.
        by: Turn,
    },
    /// Goes straight ahead.
    Ahead(Length),
    /// Goes straight back, facing as before.
    Back(Length),
    /// Goes sideways, to the right; to the left if less than nothing.
    Slide(Length),
    /// Goes some way without turning, the way counted clockwise from where it faces.
    Drift {
        /// The way.
        way: Turn,
        /// The distance.
        by: Length,
    },
    /// Turns about a point that lies so far to its right and behind its front, as a part of something larger that wheels.
    Swing {
        /// To the right of the centre of its front edge.
        right: Length,
        /// Behind it.
        back: Length,
        /// By how much, clockwise.
        by: Turn,
    },
    /// Turns about on its place: the rear edge becomes the front edge.
    About,
    /// Turns on its place about its middle.
    Spin(Turn),
}

/// The farthest a spot may come to lie from the middle of the numbers: 80 MU of table and a little beyond its edge fit.
const FARTHEST: i64 = i16::MAX as i64;

impl Pose {
    /// Place of a point that is so many half units to the right of the pose and behind it, rounded to whole units.
    fn point(self, (right, back): (i32, i32)) -> (i64, i64) {
        let (sine, cosine) = (self.turn.sine(), self.turn.cosine());
        let (right, back) = (i64::from(right), i64::from(back));
        let x = rounded(right * cosine - back * sine, 1);
        let y = rounded(right * sine + back * cosine, 1);
        (i64::from(self.at.x) + x, i64::from(self.at.y) + y)
    }

    /// The figure of a shape that stands so.
    pub fn place(self, shape: Shape) -> Figure {
        let mut corners = [Place { x: 0, y: 0 }; 8];
        for (own, &corner) in corners.iter_mut().zip(shape.halves()) {
            let (x, y) = self.point(corner);
            *own = Place { x: x as i32, y: y as i32 };
        }
        Figure::placed(corners, shape.halves().len())
    }

    /// The pose after a leg of a figure of that size, its spot rounded once. A spot that would lie beyond the numbers, some way beyond the
    /// edge of any table, stays at their end.
    #[must_use]
    pub fn after(self, size: Size, leg: Leg) -> Pose {
        let (along, deep) = (|by: Length| 2 * i32::from(by.0), 2 * i32::from(size.depth.0));
        match leg {
            Leg::Ahead(by) => self.moved((0, -along(by))),
            Leg::Back(by) => self.moved((0, along(by))),
            Leg::Slide(by) => self.moved((along(by), 0)),
            Leg::Drift { way, by } => {
                let turned = Pose { turn: self.turn.and(way), ..self }.moved((0, -along(by)));
                Pose { turn: self.turn, ..turned }
            }
            Leg::About => Pose { turn: self.turn.and(Turn::HALF), ..self.moved((0, deep)) },
            Leg::Wheel { pivot, by } => {
                let half = i32::from(size.width.0);
                self.turned((if pivot == Corner::Left { -half } else { half }, 0), by)
            }
            Leg::Spin(by) => self.turned((0, deep / 2), by),
            Leg::Swing { right, back, by } => self.turned((along(right), along(back)), by),
        }
    }

    /// Moved by half units to its right and back.
    fn moved(self, by: (i32, i32)) -> Pose {
        let (x, y) = self.point(by);
        Pose { at: spot(x, y), turn: self.turn }
    }

    /// Turned about a point, which lies so many half units to the right and back of the pose before and after.
    fn turned(self, (right, back): (i32, i32), by: Turn) -> Pose {
        let turn = self.turn.and(by);
        let (right, back) = (i64::from(right), i64::from(back));
        let (sine, cosine) = (self.turn.sine() - turn.sine(), self.turn.cosine() - turn.cosine());
        let x = rounded(right * cosine - back * sine, 1);
        let y = rounded(right * sine + back * cosine, 1);
        Pose { at: spot(i64::from(self.at.x) + x, i64::from(self.at.y) + y), turn }
    }

    /// The legs that lead to another pose: a wheel forward about the inner corner, then ahead (or back), then sideways; each left out that is
    /// nothing. Their end lies within [`SLACK`](crate::SLACK) of that pose and faces the same way.
    pub fn legs_to(self, size: Size, goal: Pose) -> [Option<Leg>; 3] {
        let by = goal.turn.from(self.turn);
        let pivot = if by.is_right() { Corner::Right } else { Corner::Left };
        let wheel = (by != Turn(0)).then_some(Leg::Wheel { pivot, by });
        let wheeled = wheel.map_or(self, |leg| self.after(size, leg));
        let x = i64::from(goal.at.x) - i64::from(wheeled.at.x);
        let y = i64::from(goal.at.y) - i64::from(wheeled.at.y);
        let (sine, cosine) = (goal.turn.sine(), goal.turn.cosine());
        let ahead = length(rounded(x * sine - y * cosine, 0));
        let aside = length(rounded(x * cosine + y * sine, 0));
        let straight = match ahead.0 {
            0 => None,
            1.. => Some(Leg::Ahead(ahead)),
            _ => Some(Leg::Back(Length(-ahead.0))),
        };
        [wheel, straight, (aside.0 != 0).then_some(Leg::Slide(aside))]
    }
}

fn spot(x: i64, y: i64) -> Spot {
    let near = |number: i64| number.clamp(-FARTHEST, FARTHEST) as i16;
    Spot { x: near(x), y: near(y) }
}

fn length(units: i64) -> Length {
    Length(units.clamp(-FARTHEST, FARTHEST) as i16)
}

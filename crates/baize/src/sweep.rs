use crate::{
    Apart, Corner, Edge, Figure, Leg, Length, Line, Outline, Pose, SLACK, Shape, Size, Turn, apart, overlap,
};

/// Way of a figure along one leg, from where it stands to where the leg ends: step by step, a unit of length or of turn at a time. Every
/// step is placed from the beginning, so that roundings do not add up, and what is asked of the way is answered by the placed steps.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// Pose from which it begins.
    pub from: Pose,
    /// The rectangle whose corners the leg goes by.
    pub size: Size,
    /// Shape that goes along; mostly the rectangle's own shape.
    pub shape: Shape,
    /// The leg to its end.
    pub leg: Leg,
}

impl Sweep {
    /// The way of a rectangle.
    pub fn new(from: Pose, size: Size, leg: Leg) -> Sweep {
        Sweep { from, size, shape: size.shape(), leg }
    }

    /// Number of steps that it takes, up to the end of the leg.
    pub fn steps(&self) -> u16 {
        match self.leg {
            Leg::Ahead(by) | Leg::Back(by) | Leg::Slide(by) | Leg::Drift { by, .. } => by.0.unsigned_abs(),
            Leg::Wheel { by, .. } | Leg::Spin(by) | Leg::Swing { by, .. } => by.amount(),
            Leg::About => 1,
        }
    }

    /// The leg as far as a step.
    pub fn leg_to(&self, step: u16) -> Leg {
        let part = |by: Length| Length(if by.0 < 0 { step.wrapping_neg() as i16 } else { step as i16 });
        let turn =
            |by: Turn| if by.is_right() || by == Turn::HALF { Turn(step) } else { Turn(step).reversed() };
        match self.leg {
            Leg::Ahead(by) => Leg::Ahead(part(by)),
            Leg::Back(by) => Leg::Back(part(by)),
            Leg::Slide(by) => Leg::Slide(part(by)),
            Leg::Drift { way, by } => Leg::Drift { way, by: part(by) },
            Leg::Wheel { pivot, by } => Leg::Wheel { pivot, by: turn(by) },
            Leg::Spin(by) => Leg::Spin(turn(by)),
            Leg::Swing { right, back, by } => Leg::Swing { right, back, by: turn(by) },
            Leg::About => Leg::About,
        }
    }

    /// The pose at a step; at the step 0 it has not moved.
    pub fn pose_at(&self, step: u16) -> Pose {
        if step == 0 { self.from } else { self.from.after(self.size, self.leg_to(step)) }
    }

    /// The figure at a step.
    pub fn figure_at(&self, step: u16) -> Figure {
        self.pose_at(step).place(self.shape)
    }

    /// The first step at which it comes within a distance of a figure; none if it never does.
    pub fn first_within(&self, other: &Figure, distance: Length) -> Option<u16> {
        self.first(|figure| apart(figure, other), distance, |_| true)
    }

    /// The first step at which it touches a figure: first contact.
    pub fn first_touch(&self, other: &Figure) -> Option<u16> {
        self.first_within(other, SLACK)
    }

    /// The first step at which it overlaps a figure.
    pub fn first_overlap(&self, other: &Figure) -> Option<u16> {
        self.first(|figure| apart(figure, other), SLACK, |figure| overlap(figure, other))
    }

    /// The first step at which any part of it stands in an area, by more than [`SLACK`].
    pub fn first_in(&self, area: &Outline) -> Option<u16> {
        self.first(|figure| area.apart(figure), SLACK, |figure| area.has_part_of(figure))
    }

    /// The first step at which it stands on a line: nearer to its middle than half its width, or across it, by more than [`SLACK`].
    pub fn first_on(&self, line: &Line) -> Option<u16> {
        let half = Length(line.width.0 / 2);
        let stretches = line.points.windows(2).map(|pair| Edge { from: pair[0], to: pair[1] });
        stretches.filter_map(|stretch| self.first_on_stretch(stretch, half)).min()
    }

    /// The first step at which it stands on a stretch of a line that is so broad to both sides.
    pub fn first_on_stretch(&self, stretch: Edge, half: Length) -> Option<u16> {
        self.first(|figure| stretch.apart(figure), half.max(SLACK), |figure| stretch.is_under(half, figure))
    }

    /// The first step within a distance at which a condition holds, which holds nowhere farther off. Steps are left out where the distance is
    /// so large that they cannot bring it so near.
    pub(crate) fn first(
        &self,
        distance_of: impl Fn(&Figure) -> Apart,
        within: Length,
        holds: impl Fn(&Figure) -> bool,
    ) -> Option<u16> {
        let (steps, pace) = (u32::from(self.steps()), self.pace());
        let mut step = 0_u32;
        while step <= steps {
            let figure = self.figure_at(step as u16);
            let distance = distance_of(&figure);
            if distance.is_within(within) {
                if holds(&figure) {
                    return Some(step as u16);
                }
                step += 1;
            } else {
                // Of two steps each corner is rounded by less than 1.5 units, which is 3; the distance in whole units is rounded down.
                let free = i64::from(distance.units()) - i64::from(within.0) - 3;
                step += u32::try_from(free.max(0) * 10_430 / pace).unwrap_or(u32::MAX).clamp(1, 1 << 16);
            }
        }
        None
    }

    /// The most that a corner moves in a step, in 10,430ths of a unit. A step of a turn is a 65,536th of a circle, for which 1/10,430 is a little
    /// more than enough.
    fn pace(&self) -> i64 {
        let pivot = match self.leg {
            Leg::Wheel { pivot: Corner::Left, .. } => (-i64::from(self.size.width.0), 0),
            Leg::Wheel { pivot: Corner::Right, .. } => (i64::from(self.size.width.0), 0),
            Leg::Swing { right, back, .. } => (2 * i64::from(right.0), 2 * i64::from(back.0)),
            Leg::Spin(_) => (0, i64::from(self.size.depth.0)),
            Leg::About => return i64::MAX,
            _ => return 10_430,
        };
        let square = |&(x, y): &(i32, i32)| (i64::from(x) - pivot.0).pow(2) + (i64::from(y) - pivot.1).pow(2);
        let farthest = self.shape.halves().iter().map(square).max().unwrap_or(0);
        (farthest.isqrt() / 2 + 1).max(1)
    }
}

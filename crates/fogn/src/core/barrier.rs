//! Barriers: what lies across the way in lines: walls, hedges, water, and the banks around fields (`obstacles`, `rivers`).

use baize::{
    Area, AreaKind, Bank, Edge, Figure, Length, Line, LineKind, Outline, Place, PointKind, Pose, SLACK, Size,
    Sweep, Table, Water,
};

/// Matter of a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matter {
    /// A wall.
    Wall,
    /// A hedge.
    Hedge,
    /// A river or stream.
    Water(Water),
    /// Works, but for their open rear.
    Works,
}

/// Trace of a barrier on the table.
#[derive(Clone, Copy)]
enum Trace<'a> {
    Line(&'a [Place]),
    Around(&'a Outline),
    /// All edges of an area but the one that begins at a corner.
    Open(&'a Area, usize),
}

/// Barrier: something in a line that cannot simply be ignored.
#[derive(Clone, Copy)]
pub struct Barrier<'a> {
    /// Its matter.
    pub matter: Matter,
    /// Its breadth to each side of its middle.
    pub half: Length,
    /// Whether it is the bank of a field.
    pub bank: bool,
    trace: Trace<'a>,
    /// Number of its line; of no meaning for the bank of a field.
    line: usize,
}

/// The barriers of a table. A dried-up stream is nothing; a dried-up river is a gully, which has a bank only.
pub fn barriers(table: &Table) -> impl Iterator<Item = Barrier<'_>> {
    let lines = table.lines.iter().enumerate().filter_map(|(at, line)| of_line(at, line));
    lines.chain(table.areas.iter().filter_map(of_area))
}

fn of_line(number: usize, line: &Line) -> Option<Barrier<'_>> {
    let matter = match line.kind {
        LineKind::Wall => Matter::Wall,
        LineKind::Hedge => Matter::Hedge,
        LineKind::River => Matter::Water(line.water.unwrap_or(Water::Waist)),
        LineKind::Stream => match line.water.unwrap_or(Water::Waist) {
            Water::Dry => return None,
            water => Matter::Water(water),
        },
        LineKind::Road | LineKind::SunkenRoad => return None,
    };
    let (half, trace) = (Length(line.width.0 / 2), Trace::Line(&line.points));
    Some(Barrier { matter, half, bank: false, trace, line: number })
}

fn of_area(area: &Area) -> Option<Barrier<'_>> {
    if area.kind == AreaKind::Works {
        let trace = Trace::Open(area, area.rear.unwrap_or(usize::MAX));
        return Some(Barrier {
            matter: Matter::Works,
            half: Length(0),
            bank: false,
            trace,
            line: usize::MAX,
        });
    }
    let matter = match area.bank? {
        Bank::Wall => Matter::Wall,
        Bank::Hedge => Matter::Hedge,
    };
    Some(Barrier {
        matter,
        half: Length(0),
        bank: true,
        trace: Trace::Around(&area.outline),
        line: usize::MAX,
    })
}

impl<'a> Barrier<'a> {
    /// Its straight stretches.
    pub fn stretches(self) -> impl Iterator<Item = Edge> + 'a {
        let (points, outline, rear) = match self.trace {
            Trace::Line(points) => (points, None, usize::MAX),
            Trace::Around(outline) => (&[] as &[Place], Some(outline), usize::MAX),
            Trace::Open(area, rear) => (&[] as &[Place], Some(&area.outline), rear),
        };
        let of_line = points.windows(2).map(|pair| Edge { from: pair[0], to: pair[1] });
        let around = outline.into_iter().flat_map(Outline::edges).enumerate();
        of_line.chain(around.filter(move |(at, _)| *at != rear).map(|(_, edge)| edge))
    }

    /// Whether it bars the way: water that is ankle deep or has dried up does not.
    pub fn bars(self) -> bool {
        !matches!(self.matter, Matter::Water(Water::Dry | Water::Ankle))
    }

    /// The works whose edges it is.
    pub fn works(self) -> Option<&'a Area> {
        if let Trace::Open(area, _) = self.trace { Some(area) } else { None }
    }

    /// Whether it is water.
    pub fn is_water(self) -> bool {
        matches!(self.matter, Matter::Water(_))
    }

    /// Whether a figure stands on it.
    pub fn is_under(self, figure: &Figure) -> bool {
        self.stretches().any(|stretch| stretch.is_under(self.half, figure))
    }

    /// Whether it comes so near to an edge or a figure.
    pub fn is_within(self, figure: &Figure, distance: Length) -> bool {
        let most = Length(self.half.0 + distance.0);
        self.stretches().any(|stretch| stretch.apart(figure).is_within(most))
    }

    /// Whether an edge touches it.
    pub fn touches(self, edge: Edge) -> bool {
        self.is_within(&edge.figure(), SLACK)
    }

    /// Whether it comes between two places.
    pub fn parts(self, from: Place, to: Place) -> bool {
        self.stretches().any(|stretch| stretch.meets(Edge { from, to }))
    }

    /// The first step of a way at which it is stood upon.
    pub fn first_on(self, sweep: &Sweep) -> Option<u16> {
        self.stretches().filter_map(|stretch| sweep.first_on_stretch(stretch, self.half)).min()
    }

    /// The first step of a way at which it is stood upon; not for who stands on it by a hair's breadth and does not go over it.
    pub fn met(self, sweep: &Sweep) -> Option<u16> {
        let middle = |step: u16| middle_of_figure(&sweep.figure_at(step));
        self.first_on(sweep).filter(|step| *step > 0 || self.parts(middle(0), middle(sweep.steps())))
    }

    /// The bridges and fords over it.
    fn crossings(self, table: &'a Table) -> impl Iterator<Item = Place> + 'a {
        let water = self.is_water();
        let over = move |point: &&baize::Point| {
            water && point.over == self.line && matches!(point.kind, PointKind::Bridge | PointKind::Ford)
        };
        table.points.iter().filter(over).map(|point| point.at)
    }

    /// Whether a unit that goes straight ahead or back from a pose comes to a bridge or ford: one lies before its front or behind it, no nearer to the front's ends than half
    /// the width of a base that comes over it (`bridges`).
    pub fn has_crossing(self, table: &Table, pose: Pose, size: Size, base: Size) -> bool {
        let aside = |at: Place| {
            let (x, y) = (i64::from(at.x) - i64::from(pose.at.x), i64::from(at.y) - i64::from(pose.at.y));
            (x * pose.turn.cosine() + y * pose.turn.sine()) >> 30
        };
        let most = i64::from((size.width.0 - base.width.0).max(0) / 2) + i64::from(base.width.0 / 4);
        self.crossings(table).any(|at| aside(at).abs() <= most)
    }
}

/// The first barrier that bars a straight way, with the step at which it would be stood upon.
pub fn first_barrier<'a>(table: &'a Table, sweep: &Sweep) -> Option<(u16, Barrier<'a>)> {
    let bars = barriers(table).filter(|barrier| barrier.bars());
    let met = bars.filter_map(|barrier| Some((barrier.met(sweep)?, barrier)));
    met.min_by_key(|(step, _)| *step)
}

/// Steps of a way that are free of barriers: up to where it comes to one.
pub fn free_of_barriers(table: &Table, sweep: &Sweep) -> u16 {
    first_barrier(table, sweep).map_or(u16::MAX, |(step, _)| step.saturating_sub(1))
}

/// Whether a figure would stand on a barrier that bars the way.
pub fn is_on_barrier(table: &Table, figure: &Figure) -> bool {
    barriers(table).any(|barrier| barrier.bars() && barrier.is_under(figure))
}

/// The step of a straight way at which a figure has a barrier right behind it, from where it stands before it or on it; none if it does not get over it on this way.
pub fn beyond(barrier: Barrier<'_>, sweep: &Sweep) -> Option<u16> {
    let start = middle_of_figure(&sweep.figure_at(0));
    let over = |step: u16| {
        let there = sweep.figure_at(step);
        !barrier.is_under(&there) && barrier.parts(start, middle_of_figure(&there))
    };
    const PACE: u16 = 20;
    let rough = (PACE..=sweep.steps()).step_by(PACE.into()).find(|step| over(*step))?;
    (rough - PACE + 1..=rough).find(|step| over(*step))
}

fn middle_of_figure(figure: &Figure) -> Place {
    super::place::middle(figure)
}

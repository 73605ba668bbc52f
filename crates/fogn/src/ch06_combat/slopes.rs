//! Slopes: which bases of a unit stand uphill, and who fights or holds a height (`combat.additions`, `morale.procedure`).

use baize::{Area, Figure, Leg, Length, Lies, Place, SLACK, Size, Standing, is_within};
use table::Few;

use crate::ch10_features::above_dry_bed;
use crate::core::place::{figure, middle, size_of};
use crate::core::state::UnitId;
use crate::{Battle, State};

/// Height of a unit over those whom it fights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Height {
    /// None.
    Level,
    /// Some of its bases in contact stand uphill, and no enemy's.
    Partly,
    /// All of them do.
    Wholly,
}

/// The bases of a unit, rank by rank.
pub(crate) fn bases(b: &Battle, s: &State, unit: UnitId) -> Vec<Figure> {
    let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
    let files = (size.width.0 / b.base.width.0).max(1);
    let ranks = (size.depth.0 / b.base.depth.0).max(1);
    let own = Size { width: Length(size.width.0 / files), depth: Length(size.depth.0 / ranks) };
    let mut all = Vec::new();
    for rank in 0..ranks {
        for file in 0..files {
            let aside = Leg::Slide(Length((2 * file - files + 1) * own.width.0 / 2));
            let at = pose.after(size, aside).after(size, Leg::Back(Length(rank * own.depth.0)));
            all.push(at.place(own.shape()));
        }
    }
    all
}

/// The point of a hill's crest nearest to a place; of a hill without one its middle is the peak.
fn nearest_height(hill: &Area, from: Place) -> Place {
    let (low, high) = hill.outline.rim();
    let peak = Place { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
    let on = |pair: &[Place]| {
        let (a, z) = (pair[0], pair[1]);
        let (x, y) = (i64::from(z.x - a.x), i64::from(z.y - a.y));
        let whole = (x * x + y * y).max(1);
        let part = (i64::from(from.x - a.x) * x + i64::from(from.y - a.y) * y).clamp(0, whole);
        Place { x: a.x + (x * part / whole) as i32, y: a.y + (y * part / whole) as i32 }
    };
    let apart = |at: &Place| {
        let (x, y) = (i64::from(at.x - from.x), i64::from(at.y - from.y));
        x * x + y * y
    };
    let crest = hill.crest.windows(2).map(on).chain(hill.crest.iter().copied());
    crest.min_by_key(apart).unwrap_or(peak)
}

/// Whether a base stands uphill: three of its corners on a hill at least, with the nearest part of the crest behind the line of its front.
fn is_uphill(b: &Battle, base: &Figure) -> bool {
    b.table.areas.iter().filter(|area| area.kind.is_hill()).any(|hill| {
        let on = base.corners().iter().filter(|at| hill.outline.lies(**at) != Lies::Outside).count();
        on >= 3 && base.front().standing(nearest_height(hill, middle(base))) == Standing::Behind
    })
}

/// The bases of a unit that touch some others.
fn touching(b: &Battle, s: &State, unit: UnitId, others: &[UnitId]) -> Vec<Figure> {
    let figures: Few<Figure, 8> = others.iter().map(|other| figure(b, s, *other)).collect();
    let mut all = bases(b, s, unit);
    all.retain(|base| figures.iter().any(|other| is_within(base, other, SLACK)));
    all
}

/// Height of a unit over its opponents.
pub(super) fn height(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> Height {
    if above_dry_bed(b, s, unit, foes) {
        return Height::Wholly;
    }
    let own = touching(b, s, unit, foes);
    let high = own.iter().filter(|base| is_uphill(b, base)).count();
    let level = high == 0
        || foes.iter().any(|foe| touching(b, s, *foe, &[unit]).iter().any(|base| is_uphill(b, base)));
    if level {
        Height::Level
    } else if high == own.len() {
        Height::Wholly
    } else {
        Height::Partly
    }
}

/// Whether a unit holds a height: all bases of its front rank stand uphill, so that whoever comes is below.
pub(crate) fn holds_height(b: &Battle, s: &State, unit: UnitId) -> bool {
    let files = (size_of(b, s, unit).width.0 / b.base.width.0).max(1) as usize;
    bases(b, s, unit).iter().take(files).all(|base| is_uphill(b, base))
}

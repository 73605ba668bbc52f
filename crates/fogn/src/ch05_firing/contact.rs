//! Units that are partly in contact: which of their bases may still fire and be fired at (`firing.units`).

use std::ops::Range as Span;

use baize::{Figure, Leg, Length, SLACK, Size, is_within};
use table::Few;

use crate::ch06_combat::bases;
use crate::core::across::meet_across;
use crate::core::place::{figure, figures, in_contact, size_of};
use crate::core::state::{Part, UnitId};
use crate::{Battle, State};

/// Files of a part of a unit, counted from its left.
fn files_of(b: &Battle, s: &State, unit: UnitId, part: Part) -> Span<usize> {
    let all = (size_of(b, s, unit).width.0 / b.base.width.0).max(1) as usize;
    match part {
        Part::Whole => 0..all,
        Part::Left => 0..all / 2,
        Part::Right => all / 2..all,
    }
}

/// For each file whether its base in the front rank is free: it touches no enemy, nor another base of the unit that does, be it corner to corner.
fn free_files(b: &Battle, s: &State, unit: UnitId) -> Few<bool, 8> {
    let files = files_of(b, s, unit, Part::Whole).len();
    let foes: Few<(UnitId, Figure), 8> = figures(b, s, b.side(unit).enemy())
        .filter(|(_, at)| is_within(&figure(b, s, unit), at, SLACK))
        .collect();
    // Across an obstacle nobody says which bases meet: all do.
    let across = figures(b, s, b.side(unit).enemy()).any(|(foe, _)| meet_across(b, s, unit, foe));
    let bases = bases(b, s, unit);
    let touches = |at: usize| across || foes.iter().any(|(_, foe)| is_within(&bases[at], foe, SLACK));
    let held: Vec<bool> = (0..bases.len()).map(touches).collect();
    let near = |file: usize| {
        (0..bases.len()).any(|at| held[at] && (at % files).abs_diff(file) <= 1 && at / files <= 1)
    };
    (0..files).map(|file| !near(file)).collect()
}

/// The longest run of free files of a part; none if it has none. Of one that touches nobody, all of them.
pub(super) fn free_run(b: &Battle, s: &State, unit: UnitId, part: Part) -> Option<Span<usize>> {
    let span = files_of(b, s, unit, part);
    if s.unit(unit).is_inside() || !in_contact(b, s, unit) {
        return Some(span);
    }
    let free = free_files(b, s, unit);
    let mut best: Option<Span<usize>> = None;
    let mut from = span.start;
    for file in span.clone().chain([span.end]) {
        if file < span.end && free[file] {
            continue;
        }
        if file > from && best.as_ref().is_none_or(|best| file - from > best.len()) {
            best = Some(from..file);
        }
        from = file + 1;
    }
    best
}

/// Number of files in which a part fires, and whether that is all of them.
pub(super) fn firing_files(b: &Battle, s: &State, unit: UnitId, part: Part) -> (usize, bool) {
    let all = files_of(b, s, unit, part).len();
    let free = free_run(b, s, unit, part).map_or(0, |run| run.len());
    (free, free == all)
}

/// The figure of the free files of a part; none if it has none.
pub(super) fn free_figure(b: &Battle, s: &State, unit: UnitId, part: Part) -> Option<Figure> {
    let run = free_run(b, s, unit, part)?;
    let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
    let all = files_of(b, s, unit, Part::Whole).len() as i16;
    let width = size.width.0 / all;
    let aside = (run.start as i16 + run.end as i16 - all) * width / 2;
    let own = Size { width: Length(width * run.len() as i16), ..size };
    Some(pose.after(size, Leg::Slide(Length(aside))).place(own.shape()))
}

/// The figure of a unit that may be fired at: all of it, or of one that is partly in contact what is free of that; none if nothing is.
pub(crate) fn exposed(b: &Battle, s: &State, unit: UnitId) -> Option<Figure> {
    if s.unit(unit).is_inside() || !in_contact(b, s, unit) {
        return (!s.unit(unit).is_inside() || !in_contact(b, s, unit)).then(|| figure(b, s, unit));
    }
    free_figure(b, s, unit, Part::Whole)
}

//! Ranges, arcs and sight: at whom a unit may fire (`firing.units`, `firing.ranges`, `firing.targets`, `firing.over`).

use baize::{Apart, Blocker, Figure, Leg, Length, Place, Size, ahead, apart, gaps, is_partly_in, sees};
use muster::words;
use table::{Few, Refusal, Rule, rule};

use super::buildings::{fires_around, house_aims};
use super::contact::{exposed, firing_files, free_figure, free_run};
use super::heights::{crests, gully_bars, is_down, rule_of_crests};
use crate::armies::{Arm, Attachment, Capability, Drill, Family, Troops};
use crate::ch01_command::{has, has_family};
use crate::ch02_assault::{may_be_shot, shown};
use crate::ch03_movement::are_skirmishers;
use crate::ch10_features::is_open_to;
use crate::core::field::unit_point;
use crate::core::place::{figure, figures, in_contact, middle_of, size_of};
use crate::core::state::{Cohesion, Formation, Part, Phase, UnitId, did};
use crate::{Battle, State};

words! {
    /// Range band (`firing.ranges`), the nearest first.
    "range", Range {
        /// To 2 MU.
        Close = "close",
        /// To 6 MU.
        Medium = "medium",
        /// To 16 MU.
        Long = "long",
    }
}

impl Range {
    /// The farthest of it.
    pub const fn most(self) -> Length {
        match self {
            Range::Close => Length::mu(2),
            Range::Medium => Length::mu(6),
            Range::Long => Length::mu(16),
        }
    }

    /// The band of a distance.
    pub(super) fn of(distance: Apart) -> Option<Range> {
        Range::ALL.iter().copied().find(|range| distance.is_within(range.most()))
    }
}

/// Aim: a target that a part of a unit may fire at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Aim {
    /// The target.
    pub target: UnitId,
    /// The range band.
    pub range: Range,
    /// Whether it is seen from both front corners, too.
    pub clear: bool,
}

/// The farthest band in which a unit fires at all: infantry close, reformed and light infantry and any with skirmishers or guns attached medium, guns long
/// (`firing.ranges`); none of those who never fire.
pub(super) fn farthest(b: &Battle, s: &State, unit: UnitId) -> Option<Range> {
    let (card, formation) = (b.unit(unit), s.unit(unit).formation);
    let guns = has_family(b, s, unit, Family::Artillery) && !has(b, s, unit, Attachment::Rockets);
    match card.arm() {
        Arm::Artillery if formation == Formation::Unlimbered => Some(Range::Long),
        Arm::Artillery => None,
        _ if formation == Formation::Column => None,
        Arm::Cavalry => guns.then_some(Range::Medium),
        Arm::Infantry if formation == Formation::Square => Some(Range::Close),
        Arm::Infantry => {
            let far = card.troops == Troops::Light || card.fires == Drill::Reformed || guns;
            Some(if far || has_family(b, s, unit, Family::Skirmishers) {
                Range::Medium
            } else {
                Range::Close
            })
        }
    }
}

/// Whether the fire of a unit carries so far.
pub(crate) fn reaches(b: &Battle, s: &State, unit: UnitId, distance: Apart) -> bool {
    let mortars = b.unit(unit).is(Capability::Mortars);
    let range = Range::of(distance).filter(|range| !mortars || *range == Range::Long);
    range.is_some_and(|range| farthest(b, s, unit).is_some_and(|most| range <= most))
}

/// Whether a unit may fire in this phase at all (`firing.units`). Those in contact do not, but for bases that are free of it.
///
/// # Errors
/// Why not.
pub fn may_fire(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    if !now.on_table() {
        return no(rule!("firing.units"), "fire.off");
    }
    if now.has(did::FIRED) {
        return no(rule!("firing.units"), "fire.again");
    }
    if now.cohesion == Cohesion::Broken || farthest(b, s, unit).is_none() {
        return no(rule!("firing.ranges"), "fire.never");
    }
    if s.clock.phase == Phase::Assault && b.side(unit) == s.clock.side {
        return no(rule!("assault.fire"), "fire.whose_turn");
    }
    if now.has(did::SILENT) {
        return no(rule!("firing.units"), "fire.reacted");
    }
    if now.is_inside() && !now.defends() {
        return no(rule!("buildings.fire"), "fire.house");
    }
    if free_run(b, s, unit, Part::Whole).is_none() || now.is_inside() && in_contact(b, s, unit) {
        return no(rule!("firing.units"), "fire.fighting");
    }
    Ok(())
}

/// The figure of a part of a unit: of a half of a line its half; of one that is partly in contact what is free of that.
pub(super) fn part_figure(b: &Battle, s: &State, unit: UnitId, part: Part) -> Figure {
    if let (_, false) = firing_files(b, s, unit, part)
        && let Some(free) = free_figure(b, s, unit, part)
    {
        return free;
    }
    let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
    let quarter = size.width.0 / 4;
    let half = |shift: i16| {
        let own = Size { width: Length(size.width.0 / 2), ..size };
        pose.after(size, Leg::Slide(Length(shift))).place(own.shape())
    };
    match part {
        Part::Whole => figure(b, s, unit),
        Part::Left => half(-quarter),
        Part::Right => half(quarter),
    }
}

/// The parts in which a unit fires at a range: a line of infantry in halves at close range (`firing.line`).
pub(super) fn parts(b: &Battle, s: &State, unit: UnitId, range: Range) -> &'static [Part] {
    let line = matches!(s.unit(unit).formation, Formation::Line | Formation::SkirmishLine);
    match line && b.arm(unit) == Arm::Infantry && range == Range::Close {
        true => &[Part::Left, Part::Right],
        false => &[Part::Whole],
    }
}

/// All that a part of a unit may fire at: straight ahead, in range, seen from the middle of its front (`firing.targets`), in the nearest band where there is
/// anybody. Guns pass over skirmishers where there are others in that band.
pub fn aims(b: &Battle, s: &State, unit: UnitId) -> Few<(Part, Aim), 8> {
    if fires_around(b, s, unit) {
        return house_aims(b, s, unit).into_iter().map(|aim| (Part::Whole, aim)).collect();
    }
    let mut found = Few::new();
    let Some(farthest) = farthest(b, s, unit) else { return found };
    for range in Range::ALL.iter().copied().filter(|range| *range <= farthest) {
        if range < Range::Long && b.unit(unit).is(Capability::Mortars) {
            continue;
        }
        for part in parts(b, s, unit, range) {
            if free_run(b, s, unit, *part).is_none() {
                continue;
            }
            found.extend(aims_of(b, s, unit, *part, range).into_iter().map(|aim| (*part, aim)));
        }
        if !found.is_empty() {
            break;
        }
    }
    let is_loose = |(_, aim): &(Part, Aim)| s.unit(aim.target).formation.is_skirmish();
    if b.arm(unit) == Arm::Artillery && !found.iter().all(is_loose) {
        found.retain(|aim| !is_loose(aim));
    }
    found
}

/// The aims of a part in a band.
pub(super) fn aims_of(b: &Battle, s: &State, unit: UnitId, part: Part, range: Range) -> Few<Aim, 8> {
    let own = part_figure(b, s, unit, part);
    let strip = ahead(own.front());
    let side = b.side(unit).enemy();
    let mut found = Few::new();
    for (target, _) in figures(b, s, side) {
        let figure = shown(b, s, target);
        if Range::of(apart(&own, &figure)) != Some(range)
            || !is_partly_in(&figure, &strip)
            || !may_be_shot(s, unit, target, range)
            || s.unit(target).is_inside() && !s.unit(target).defends() && b.arm(unit) != Arm::Artillery
            || gully_bars(b, s, unit, &figure, range).is_some()
            || is_open_to(b, s, unit, target)
            || s.unit(target).has(did::TARGET)
            || exposed(b, s, target).is_none()
        {
            continue;
        }
        let from = |place: Place| can_see(b, s, (unit, place), (target, &figure), range);
        if from(middle_of(own.front())) {
            let clear = from(own.front().from) && from(own.front().to);
            found.push(Aim { target, range, clear });
        }
    }
    found
}

/// Whether a target is seen from a place of a unit's front: past no other unit, through no gap narrower than a base, past no ground that hides it
/// (`firing.over`, `terrain.types`). At long range guns see past enemy skirmishers 2 MU away from both.
pub(super) fn can_see(
    b: &Battle,
    s: &State,
    (unit, from): (UnitId, Place),
    (target, figure): (UnitId, &Figure),
    range: Range,
) -> bool {
    let own = crate::core::place::figure(b, s, unit);
    if is_hidden(b, figure, apart(&own, figure)) || is_down(b, &own, figure) {
        return false;
    }
    let others = b.unit_ids().filter(|other| *other != unit && *other != target && s.unit(*other).on_table());
    let near = |other: &Figure| baize::is_within(other, &own, range.most());
    let guns = b.arm(unit) == Arm::Artillery && range == Range::Long;
    let passes = |other: UnitId, at: &Figure| {
        let far = |one: &Figure| !apart(at, one).is_less_than(Range::Close.most());
        guns && b.side(other) != b.side(unit) && are_skirmishers(b, s, other) && far(&own) && far(figure)
    };
    let mut figures: Vec<Figure> = others
        .map(|other| (other, crate::core::place::figure(b, s, other)))
        .filter(|(other, at)| near(at) && !passes(*other, at))
        .map(|(_, at)| at)
        .collect();
    let closed = gaps(&figures, b.base.width);
    figures.extend(closed);
    figures.extend(crests(b, s, unit, figure, range));
    let mut blockers: Vec<Blocker<'_>> = figures.iter().map(Blocker::Figure).collect();
    // Who stands in what hides looks out of it and is looked at in it; RULING: a hill hides what is beyond it from those who are not on it.
    let hides = b.table.areas.iter().filter(|area| {
        b.charts.terrain(area.kind).blocks
            && !area.outline.has_part_of(&own)
            && !area.outline.has_part_of(figure)
    });
    blockers.extend(hides.map(|area| Blocker::Area(&area.outline)));
    sees(from, figure, &blockers)
}

/// Whether a unit sees another at all, from the middle of its front or a corner of it.
pub fn sees_unit(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> bool {
    let (own, theirs) = (figure(b, s, unit), figure(b, s, target));
    // Its own front, and what skirmishers of the enemy leave open, as for guns at long range; nobody assaults from farther off.
    let front = own.front();
    let mut places = [middle_of(front), front.from, front.to].into_iter();
    places.any(|place| can_see(b, s, (unit, place), (target, &theirs), Range::Long))
}

/// Whether a figure stands wholly in ground in which it is seen only from nearer than this.
fn is_hidden(b: &Battle, figure: &Figure, distance: Apart) -> bool {
    b.table.areas.iter().any(|area| {
        let seen = b.charts.terrain(area.kind).seen;
        // Of gullies the distance from the edge counts.
        let seen = seen.filter(|_| area.kind != baize::AreaKind::Gully);
        seen.is_some_and(|seen| !distance.is_within(seen) && area.outline.has_all_of(figure))
    })
}

/// The rule that bars a target which would be in range otherwise: of gullies, of crests, of what stands between, or none of these.
pub(crate) fn barring(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> Option<Rule> {
    let (own, theirs) = (figure(b, s, unit), shown(b, s, target));
    let range = Range::of(apart(&own, &theirs))?;
    if let Some(rule) = gully_bars(b, s, unit, &theirs, range) {
        return Some(rule);
    }
    let from = middle_of(own.front());
    let walls = crests(b, s, unit, &theirs, range);
    let blockers: Vec<Blocker<'_>> = walls.iter().map(Blocker::Figure).collect();
    if !sees(from, &theirs, &blockers) {
        return Some(rule_of_crests());
    }
    // Straight ahead, but past others or through a gap that is too narrow.
    let ahead = is_partly_in(&theirs, &ahead(own.front()));
    (ahead && !can_see(b, s, (unit, from), (target, &theirs), range)).then_some(rule!("firing.over"))
}

//! Dice of fire: by range, troops, formation and size; attachments, support, enemy cavalry; and what losses of cohesion take away (`firing.dice`,
//! `firing.cavalry`, `firing.cohesion`, `firing.support`).

use baize::{Edge, Length, MU, Place, Shape, ahead, is_partly_in, is_within};

use table::{Modifiers, Rule, rule};

use super::buildings::{all_inside, fires_around};
use super::contact::firing_files;
use super::targets::{Aim, Range, aims, part_figure};
use crate::armies::{Arm, Attachment, Capability, Drill, Family, Troops};
use crate::ch01_command::{has, has_family};
use crate::ch02_assault::shown;
use crate::ch03_movement::are_skirmishers;
use crate::ch06_combat::bases;
use crate::core::battle::Weather;
use crate::core::charts::FireDice;
use crate::core::place::{figure, figures, in_contact, size_of};
use crate::core::state::{Cohesion, Formation, Part, UnitId, did};
use crate::formations::Strength;
use crate::{Battle, State};

/// Dice of a part of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Dice {
    /// Of the unit's own training.
    pub own: i16,
    /// Of attachments and of those who support, which count as drilled.
    pub other: i16,
}

impl Dice {
    /// All of them.
    pub const fn all(self) -> i16 {
        self.own + self.other
    }
}

/// Dice of a part of a unit at a range, against these targets (`firing.dice`).
pub fn dice_of(b: &Battle, s: &State, unit: UnitId, part: Part, targets: &[Aim]) -> Dice {
    dice_made(b, s, unit, part, targets).0
}

/// The same dice with all that made them: allowance, enemy cavalry, attachments, support, and what each cause has taken away.
pub fn dice_made(b: &Battle, s: &State, unit: UnitId, part: Part, targets: &[Aim]) -> (Dice, Modifiers) {
    let Some(range) = targets.first().map(|aim| aim.range) else {
        return (Dice::default(), Modifiers::new());
    };
    let (allowed, cavalry) = own_dice(b, s, unit, (part, range), targets);
    let housed = s.unit(unit).is_inside();
    let around = fires_around(b, s, unit);
    let allowed = match around || all_inside(b, s, unit, targets) {
        true if b.arm(unit) != Arm::Cavalry => b.charts.fire_dice(FireDice::Building, Strength::Small),
        _ => allowed,
    };
    let cavalry = if around { 0 } else { cavalry };
    let own = (allowed + cavalry).max(0);
    let attached = attached_dice(b, s, unit, part, range, own);
    let supported = if range == Range::Close { support_dice(b, s, unit, part, targets) } else { 0 };
    let made = Modifiers::new()
        .and(allowed, "allowance", rule!("firing.dice"))
        .and_if(cavalry != 0, own - allowed, "cavalry_near", rule!("firing.cavalry"))
        .and_if(attached != 0, attached, "attached", rule!("attachments"))
        .and_if(supported != 0, supported, "support", rule!("firing.support"));
    let clear = targets.iter().all(|aim| aim.clear);
    let full = Dice { own, other: attached + supported };
    // Who defends a building minds neither ground nor weather.
    let outside = i16::from(!housed);
    let (ground, wet) = (ground(b, s, unit) * outside, wet(b, unit) * outside);
    let losses = [levels(b, s, unit), i16::from(!clear), ground, wet, 0];
    let (level, made) = told_losses(full.all(), losses, made, rule!("firing.cohesion"));
    (lose(b, unit, full, level), made)
}

/// Losses of some dice: what cohesion, a view that is not clear, ground and weather take away of some dice, one after the other; the levels of all of them together.
pub fn told_losses(dice: i16, losses: [i16; 5], mut made: Modifiers, rule: Rule) -> (i16, Modifiers) {
    let mut level = 0;
    for (more, label) in losses.into_iter().zip(["shaken", "unclear", "ground", "weather", "water"]) {
        let lost = reduced(dice, level + more) - reduced(dice, level);
        let rule = if label == "ground" { rule!("movement.terrain") } else { rule };
        made = made.and_if(lost != 0, lost, label, rule);
        level += more;
    }
    (level, made)
}

/// The unit's own dice, before losses, and what enemy cavalry takes of them.
fn own_dice(
    b: &Battle,
    s: &State,
    unit: UnitId,
    (part, range): (Part, Range),
    targets: &[Aim],
) -> (i16, i16) {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let loose = now.formation == Formation::Square || now.formation.is_skirmish();
    let row = match (card.arm(), range) {
        (Arm::Cavalry, _) => return (0, 0),
        (Arm::Artillery, Range::Close) => FireDice::CloseGuns,
        (Arm::Artillery, Range::Medium) => FireDice::MediumGuns,
        (Arm::Artillery, Range::Long) if card.is_heavy() || card.is(Capability::Mortars) => {
            FireDice::LongHeavy
        }
        (Arm::Artillery, Range::Long) => FireDice::LongMedium,
        (Arm::Infantry, Range::Close) if loose => FireDice::CloseLoose,
        (Arm::Infantry, Range::Close) => FireDice::CloseFormed,
        (Arm::Infantry, _) => medium_row(b, s, unit),
    };
    let dice = b.charts.fire_dice(row, counts_as(b, s, unit, part, targets));
    // RULING: one base alone has half of the dice of a small unit.
    let dice = if firing_files(b, s, unit, part) == (1, false) { dice / 2 } else { dice };
    let cavalry = card.arm() == Arm::Infantry && range == Range::Medium && cavalry_near(b, s, unit, targets);
    let row = if has_rifles(b, s, unit) { FireDice::CavalryRifles } else { FireDice::CavalryMuskets };
    let less = if cavalry { b.charts.fire_dice(row, Strength::Small) } else { 0 };
    (dice, less)
}

/// Whether a unit has rifles, or riflemen attached.
pub(super) fn has_rifles(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.unit(unit).is(Capability::Rifles) || has(b, s, unit, Attachment::RifleSkirmishers)
}

/// Row of infantry at medium range.
fn medium_row(b: &Battle, s: &State, unit: UnitId) -> FireDice {
    let card = b.unit(unit);
    match (card.troops, card.fires, has_family(b, s, unit, Family::Skirmishers)) {
        (Troops::Light, ..) => FireDice::MediumLight,
        (_, Drill::Reformed, true) => FireDice::MediumReformedSkirmishers,
        (_, Drill::Reformed, false) => FireDice::MediumReformed,
        (_, Drill::Unreformed, true) => FireDice::MediumUnreformedSkirmishers,
        (_, Drill::Unreformed, false) => FireDice::MediumUnreformed,
    }
}

/// The size as which a unit fires: a large one that supports itself, or whose targets stand before one base at an end only, as a small one.
fn counts_as(b: &Battle, s: &State, unit: UnitId, part: Part, targets: &[Aim]) -> Strength {
    let (card, now) = (b.unit(unit), s.unit(unit));
    // RULING: of a unit that is partly in contact two bases of its front fire as a small unit.
    let (free, all) = firing_files(b, s, unit, part);
    if card.strength == Strength::Small || now.formation == Formation::Supported || !all && free < 3 {
        return Strength::Small;
    }
    let front = part_figure(b, s, unit, part).front();
    let bases = match part {
        Part::Whole => i32::from(size_of(b, s, unit).width.0 / b.base.width.0),
        Part::Left | Part::Right => i32::from(size_of(b, s, unit).width.0 / b.base.width.0 / 2),
    };
    let within = |from: i32, to: i32| from + (to - from) / bases.max(1);
    let shift = |from: Place, to: Place| Place { x: within(from.x, to.x), y: within(from.y, to.y) };
    // The front without its base at the left end, and at the right end.
    let inner = [
        Edge { from: shift(front.from, front.to), to: front.to },
        Edge { from: front.from, to: shift(front.to, front.from) },
    ];
    let before_an_end = inner.into_iter().any(|inner| {
        let strip = ahead(inner);
        targets.iter().all(|aim| !is_partly_in(&shown(b, s, aim.target), &strip))
    });
    if before_an_end { Strength::Small } else { Strength::Large }
}

/// Whether enemy cavalry keeps skirmishers in: a unit of it within 6 MU, or attached to a target (`firing.cavalry`).
fn cavalry_near(b: &Battle, s: &State, unit: UnitId, targets: &[Aim]) -> bool {
    let own = figure(b, s, unit);
    let near = |(foe, at): (UnitId, baize::Figure)| {
        b.arm(foe) == Arm::Cavalry && is_within(&own, &at, Range::Medium.most())
    };
    let attached =
        |aim: &Aim| b.arm(aim.target) == Arm::Infantry && has_family(b, s, aim.target, Family::Cavalry);
    figures(b, s, b.side(unit).enemy()).any(near) || targets.iter().any(attached)
}

/// Dice of guns attached (`firing.dice`): rockets at long range only; none of infantry in skirmish order; of a line in the half where they stand, the left.
fn attached_dice(b: &Battle, s: &State, unit: UnitId, part: Part, range: Range, own: i16) -> i16 {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let guns = card.attachments.iter().filter(|one| one.family() == Family::Artillery);
    let guns = guns.filter(|one| has(b, s, unit, **one));
    let firing = guns.filter(|one| **one != Attachment::Rockets || range == Range::Long).count() as i16;
    if firing == 0 || now.formation.is_skirmish() || part == Part::Right {
        return 0;
    }
    let of = |row| b.charts.fire_dice(row, Strength::Small);
    let each = match range {
        Range::Close if now.formation == Formation::Square => of(FireDice::AttachedSquare),
        Range::Close => of(FireDice::AttachedClose),
        Range::Medium if own == 0 => of(FireDice::AttachedMediumAlone),
        Range::Medium => of(FireDice::AttachedMedium),
        Range::Long if card.arm() == Arm::Artillery => of(FireDice::AttachedLong),
        Range::Long => 0,
    };
    firing * each
}

/// Dice of howitzers, and of rockets at long range, attached to a battery (`firing.hit`).
pub(super) fn shells(b: &Battle, s: &State, unit: UnitId, range: Range) -> u8 {
    let of = |row| b.charts.fire_dice(row, Strength::Small);
    let each = match range {
        Range::Close => of(FireDice::AttachedClose),
        Range::Medium => of(FireDice::AttachedMedium),
        Range::Long => of(FireDice::AttachedLong),
    };
    let attached = b.unit(unit).attachments.iter().filter(|one| has(b, s, unit, **one));
    let lobs = attached
        .filter(|one| **one == Attachment::Howitzers || **one == Attachment::Rockets && range == Range::Long);
    lobs.count() as u8 * each as u8
}

/// Dice of those who support the fire of a part at close range, one unit on each flank (`firing.support`). RULING: who may support does, since it has no
/// other use for its dice.
fn support_dice(b: &Battle, s: &State, unit: UnitId, part: Part, targets: &[Aim]) -> i16 {
    let own = part_figure(b, s, unit, part);
    let middle = own.front();
    let mut flanks = [0_i16; 2];
    for other in b.units_of(b.side(unit)).filter(|other| *other != unit) {
        let Some(dice) = supports(b, s, other, &own, targets) else { continue };
        let theirs = figure(b, s, other).front();
        let at = Place { x: (theirs.from.x + theirs.to.x) / 2, y: (theirs.from.y + theirs.to.y) / 2 };
        // To the right of the front is what lies right of its middle, along it.
        let (x, y) = (i64::from(middle.to.x - middle.from.x), i64::from(middle.to.y - middle.from.y));
        let half = |a: i32, b: i32, c: i32| i64::from(2 * a - b - c);
        let along = half(at.x, middle.from.x, middle.to.x) * x + half(at.y, middle.from.y, middle.to.y) * y;
        let flank = &mut flanks[usize::from(along > 0)];
        *flank = (*flank).max(dice);
    }
    flanks.iter().sum()
}

/// Dice with which a unit supports fire at one of some targets: next to the firing unit, within a base's depth; without a target of its own; the target forward of
/// its front and within a base's width of its side; not wavering.
fn supports(b: &Battle, s: &State, other: UnitId, own: &baize::Figure, targets: &[Aim]) -> Option<i16> {
    let (card, now) = (b.unit(other), s.unit(other));
    let able = now.on_table()
        && now.cohesion <= Cohesion::Disordered
        && !now.is_inside()
        && !now.has(did::FIRED)
        && !now.has(did::PIVOTED)
        && !in_contact(b, s, other)
        && matches!(card.arm(), Arm::Infantry | Arm::Artillery)
        && !matches!(now.formation, Formation::Column | Formation::Limbered | Formation::Square);
    if !able || !is_within(own, &figure(b, s, other), b.base.depth) || !aims(b, s, other).is_empty() {
        return None;
    }
    let size = size_of(b, s, other);
    let area = now.pose.place(Shape::ahead(size.width, b.base.width, Length(16 * MU.0)));
    // Its dice go against the nearest enemy whom it could support fire at.
    let theirs = figure(b, s, other);
    let apart = |foe: UnitId| baize::apart(&theirs, &shown(b, s, foe));
    let foes = b.units_of(card.side.enemy()).filter(|foe| s.unit(*foe).on_table());
    let near = foes.filter(|foe| {
        let at = shown(b, s, *foe);
        is_partly_in(&at, &area) && is_within(&theirs, &at, Range::Close.most())
    });
    let nearest = near.map(apart).min();
    let supported = |aim: &Aim| {
        is_partly_in(&shown(b, s, aim.target), &area)
            && nearest.is_none_or(|nearest| apart(aim.target) <= nearest)
    };
    targets.iter().any(supported).then(|| {
        let guns = card.arm() == Arm::Artillery || has_family(b, s, other, Family::Artillery);
        let row = if guns { FireDice::SupportGuns } else { FireDice::SupportInfantry };
        b.charts.fire_dice(row, Strength::Small)
    })
}

/// Levels that a unit has lost, one at least if it is spent (`firing.cohesion`).
fn levels(_: &Battle, s: &State, unit: UnitId) -> i16 {
    let now = s.unit(unit);
    (now.cohesion as i16).max(i16::from(now.spent))
}

/// Levels of the ground: of the worst on which any of it stands. Who has a base of its front rank and half of all bases wholly in the open fires a level lower only; a large unit that fired as a small
/// one instead would have as many dice (`movement.terrain`).
fn ground(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let own = figure(b, s, unit);
    let grounds =
        b.table.areas.iter().filter(|area| area.steep.as_ref().unwrap_or(&area.outline).has_part_of(&own));
    let ground = grounds.map(|area| i16::from(b.charts.terrain(area.kind).fire)).max().unwrap_or(0);
    if are_skirmishers(b, s, unit) {
        return 0;
    }
    if ground > 1 && mostly_open(b, s, unit) { 1 } else { ground }
}

/// Whether a base of a unit's front rank and half of all its bases stand wholly in the open.
fn mostly_open(b: &Battle, s: &State, unit: UnitId) -> bool {
    let open = |base: &baize::Figure| {
        let mut grounds = b.table.areas.iter().filter(|area| b.charts.terrain(area.kind).fire > 0);
        !grounds.any(|area| area.steep.as_ref().unwrap_or(&area.outline).has_part_of(base))
    };
    let bases = bases(b, s, unit);
    let front = (size_of(b, s, unit).width.0 / b.base.width.0).max(1) as usize;
    let free = bases.iter().filter(|base| open(base)).count();
    bases.iter().take(front).any(open) && 2 * free >= bases.len()
}

/// A level of rain or snow, but for cavalry.
fn wet(b: &Battle, unit: UnitId) -> i16 {
    i16::from(b.weather != Weather::Fair && b.arm(unit) != Arm::Cavalry)
}

/// Dice that are left so many levels down: one of each full three is lost, one of each two, all.
pub fn reduced(dice: i16, level: i16) -> i16 {
    match level {
        ..=0 => dice,
        1 => dice - dice / 3,
        2 => dice - dice / 2,
        _ => 0,
    }
}

/// Takes dice away. The player may choose which: RULING: those go first that are worth less, of veterans those that count as drilled, of all others their own.
fn lose(b: &Battle, unit: UnitId, dice: Dice, level: i16) -> Dice {
    let gone = dice.all() - reduced(dice.all(), level);
    if b.unit(unit).training == crate::armies::Training::Veteran {
        let other = gone.min(dice.other);
        Dice { own: dice.own - (gone - other), other: dice.other - other }
    } else {
        let own = gone.min(dice.own);
        Dice { own: dice.own - own, other: dice.other - (gone - own) }
    }
}

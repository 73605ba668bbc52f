//! Dice of combat: the allowance, what supports and troops add and take, and losses of cohesion (`combat.dice`, `combat.additions`, `combat.flank_support`,
//! `combat.rear_support`, `combat.cohesion`).

use baize::{Length, MU, Shape, Standing, Sweep, is_partly_in, is_within};
use table::{Few, Modifiers, rule};

use super::buildings::{at_building, house_support};
use super::contact::{fight_now, opponents};
use super::slopes::{Height, height};
use crate::armies::{Arm, Attachment, Capability, Elan, Family, Training, Troops};
use crate::ch01_command::{has, has_family};
use crate::ch03_movement::{allowance_of, are_skirmishers};
use crate::ch05_firing::{reduced, told_losses};
use crate::ch10_features::{across, defends, is_at_rear, keeps, levels_of_water, works_of};
use crate::core::barrier::free_of_barriers;
use crate::core::battle::{Half, Weather};
use crate::core::charts::{CombatDice, Going};
use crate::core::place::{direction, figure, figures, in_contact, size_of};
use crate::core::state::{Cohesion, Formation, UnitId};
use crate::formations::Strength;
use crate::{Battle, State};

/// Dice of a unit against its opponents, before they are shared out, with all that made them; less its losses of cohesion.
pub fn dice_against(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> (i16, Modifiers) {
    let (hands, parts) = hands(b, s, unit, foes);
    (hands.iter().map(|(_, dice)| dice).sum(), parts)
}

/// Hands that throw the dice of a unit: its own, and those of each unit that supports its flank, which throws by its own élan (`combat.flank_support`). RULING: of the dice that losses of cohesion
/// take away those of the worst élan go first, which the owner may choose.
pub(super) fn hands(
    b: &Battle,
    s: &State,
    unit: UnitId,
    foes: &[UnitId],
) -> (Few<(UnitId, i16), 4>, Modifiers) {
    let each = b.charts.combat_dice(CombatDice::FlankSupport, Strength::Small);
    let building = foes.iter().any(|foe| keeps(b, s, unit, *foe) || keeps(b, s, *foe, unit));
    let supporters = if building { Few::new() } else { flank_support(b, s, unit, foes) };
    let (total, level, parts) = made(b, s, unit, foes, each * supporters.len() as i16);
    let mut all: Few<(UnitId, i16), 4> =
        Few::from_slice(&[(unit, total.max(0) - each * supporters.len() as i16)]);
    all.extend(supporters.iter().map(|one| (*one, each)));
    let mut gone = total.max(0) - reduced(total.max(0), level);
    // What opponents take goes off the unit's own dice first, and then off its supporters'.
    let mut owed = (-all[0].1).max(0);
    all[0].1 = all[0].1.max(0);
    for hand in all.iter_mut().skip(1) {
        let less = owed.min(hand.1);
        (hand.1, owed) = (hand.1 - less, owed - less);
    }
    let worth = |one: UnitId| {
        let card = b.unit(one);
        let fine = i16::from(card.is(Capability::Guard)) + i16::from(card.elan == Elan::Superior);
        fine - i16::from(card.elan == Elan::Poor)
    };
    let mut order: Few<usize, 4> = (0..all.len()).collect();
    order.sort_by_key(|at| (worth(all[*at].0), *at == 0));
    for at in order {
        let less = gone.min(all[at].1);
        (all[at].1, gone) = (all[at].1 - less, gone - less);
    }
    (all, parts)
}

/// The dice before losses of cohesion, the levels of these, and all that counted.
fn made(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId], support: i16) -> (i16, i16, Modifiers) {
    if let Some(made) = at_building(b, s, unit, foes) {
        return made;
    }
    let rule = rule!("combat.additions");
    let add = |row| b.charts.combat_dice(row, Strength::Small);
    let uphill = match height(b, s, unit, foes) {
        Height::Level => 0,
        Height::Partly => add(CombatDice::UphillPart),
        Height::Wholly => add(CombatDice::Uphill),
    };
    let wholly = b.unit(unit).is(Capability::Lancers);
    let lances = if wholly { CombatDice::Lancers } else { CombatDice::LancersPart };
    let any = |test: &dyn Fn(UnitId) -> bool| foes.iter().any(|foe| test(*foe));
    let parts = Modifiers::new()
        .and(allowance(b, s, unit, foes), "allowance", rule!("combat.dice"))
        .and_if(any(&|foe| rides_down(b, s, unit, foe)), add(lances), "lancers", rule!("troops.weapons"))
        .and(uphill, "uphill", rule)
        .and(support, "flank_support", rule!("combat.flank_support"))
        .and_if(
            rear_support(b, s, unit),
            add(CombatDice::RearSupport),
            "rear_support",
            rule!("combat.rear_support"),
        )
        .and_if(
            any(&|foe| rear_support(b, s, foe)),
            -add(CombatDice::RearSupport),
            "enemy_rear_support",
            rule!("combat.rear_support"),
        )
        .and_if(any(&|foe| shocks(b, s, unit, foe)), add(CombatDice::Shock), "shock", rule)
        .and_if(any(&|foe| shocks(b, s, foe, unit)), -add(CombatDice::Shock), "enemy_shock", rule)
        .and_if(any(&|foe| guns_help(b, s, unit, foe)), add(CombatDice::AttachedGuns), "attached_guns", rule);
    let total = parts.total();
    let (level, parts) = told_losses(total.max(0), losses(b, s, unit, foes), parts, rule!("combat.cohesion"));
    (total, level, parts)
}

/// The allowance: formed infantry and cavalry in the open, and all others (`combat.dice`). A unit that supports itself fights as a small one.
fn allowance(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> i16 {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let square = |foe: &UnitId| s.unit(*foe).formation == Formation::Square;
    let formed = matches!(now.formation, Formation::Tactical | Formation::Supported | Formation::Line)
        && card.arm() != Arm::Artillery
        && !(card.troops == Troops::LightCavalry && card.training == Training::Irregular)
        && going(b, s, unit) == Going::Open
        && !foes.iter().any(|foe| across(b, s, unit, *foe))
        && !(card.arm() == Arm::Cavalry && foes.iter().any(square));
    let row = if formed { CombatDice::Formed } else { CombatDice::Other };
    let deep = now.formation == Formation::Supported;
    b.charts.combat_dice(row, if deep { Strength::Small } else { card.strength })
}

/// Going of the worst ground under a unit.
fn going(b: &Battle, s: &State, unit: UnitId) -> Going {
    let own = figure(b, s, unit);
    let areas =
        b.table.areas.iter().filter(|area| area.steep.as_ref().unwrap_or(&area.outline).has_part_of(&own));
    let worst = areas.map(|area| b.charts.terrain(area.kind).going).max().unwrap_or(Going::Open);
    // Who occupies a building stands as in rough ground.
    if worst == Going::Closed { Going::Rough } else { worst }
}

/// Whether lancers that do not waver fight infantry or artillery.
fn rides_down(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    let card = b.unit(unit);
    (card.is(Capability::Lancers) || card.half == Some(Half::Lancers))
        && s.unit(unit).cohesion != Cohesion::Wavering
        && b.arm(foe) != Arm::Cavalry
}

/// Whether shock cavalry, all of it, fights infantry that is not in square, or light cavalry.
fn shocks(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    let infantry = b.arm(foe) == Arm::Infantry && s.unit(foe).formation != Formation::Square;
    let infantry = infantry && !defends(b, s, foe, unit);
    b.unit(unit).is(Capability::Shock) && (infantry || b.unit(foe).troops == Troops::LightCavalry)
}

/// Whether guns attached to cavalry help: against cavalry and squares.
fn guns_help(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    let guns = has(b, s, unit, Attachment::MediumArtillery);
    let helped = b.arm(foe) == Arm::Cavalry || s.unit(foe).formation == Formation::Square;
    b.arm(unit) == Arm::Cavalry && guns && helped
}

/// Whether a unit may support another at all: not wavering; infantry in formation infantry and guns, cavalry cavalry; not poor troops superior ones or guards.
fn may_support(b: &Battle, s: &State, other: UnitId, unit: UnitId) -> bool {
    let (theirs, own, now) = (b.unit(other), b.unit(unit), s.unit(other));
    let arms = match theirs.arm() {
        Arm::Infantry => own.arm() != Arm::Cavalry && !now.formation.is_skirmish(),
        Arm::Cavalry => own.arm() == Arm::Cavalry,
        Arm::Artillery => false,
    };
    let fine = own.elan == Elan::Superior || own.is(Capability::Guard);
    other != unit
        && now.on_table()
        && !now.is_inside()
        && now.cohesion <= Cohesion::Disordered
        && arms
        && !(fine && theirs.elan == Elan::Poor)
}

/// Supporters on the flanks: units not in combat within a base's width, with an opponent in their support area; one on each side (`combat.flank_support`).
fn flank_support(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> Few<UnitId, 2> {
    let own = figure(b, s, unit);
    let mut flanks = [UnitId::NONE; 2];
    // None where either side defends an obstacle.
    let defended = |foe: &UnitId| defends(b, s, unit, *foe) || defends(b, s, *foe, unit);
    if foes.iter().any(defended) {
        return Few::new();
    }
    for (other, theirs) in figures(b, s, b.side(unit)) {
        let near = || is_within(&own, &theirs, b.base.width) && !in_contact(b, s, other);
        if !may_support(b, s, other, unit) || !near() || is_behind(b, s, other, unit) {
            continue;
        }
        let size = size_of(b, s, other);
        let area = s.unit(other).pose.place(Shape::ahead(size.width, b.base.width, Length(16 * MU.0)));
        let square =
            |foe: &UnitId| b.arm(other) == Arm::Cavalry && s.unit(*foe).formation == Formation::Square;
        if foes.iter().any(|foe| !square(foe) && is_partly_in(&figure(b, s, *foe), &area)) {
            let flank = &mut flanks[usize::from(to_the_right(&own, &theirs))];
            if flank.some().is_none() {
                *flank = other;
            }
        }
    }
    flanks.into_iter().filter(|one| one.some().is_some()).collect()
}

/// Whether a figure's middle lies to the right of the middle of another's front.
fn to_the_right(own: &baize::Figure, other: &baize::Figure) -> bool {
    let (front, at) = (own.front(), crate::core::place::middle(other));
    let (x, y) = (i64::from(front.to.x - front.from.x), i64::from(front.to.y - front.from.y));
    let half = |a: i32, from: i32, to: i32| i64::from(2 * a - from - to);
    half(at.x, front.from.x, front.to.x) * x + half(at.y, front.from.y, front.to.y) * y > 0
}

/// Whether a unit has rear support: it stands deep, or another could reach its rear in a move and stands within 6 MU, with two bases' width behind it, and not level with
/// its front (`combat.rear_support`).
pub(crate) fn rear_support(b: &Battle, s: &State, unit: UnitId) -> bool {
    if s.unit(unit).is_inside() {
        return house_support(b, s, unit);
    }
    if s.unit(unit).formation == Formation::Supported {
        return true;
    }
    let mut all = figures(b, s, b.side(unit)).map(|(other, _)| other);
    all.any(|other| may_back(b, s, other, unit) && is_spared(b, s, other, unit))
}

/// Whether a unit stands so that it could support another from the rear.
fn may_back(b: &Battle, s: &State, other: UnitId, unit: UnitId) -> bool {
    may_support(b, s, other, unit)
        && !in_contact(b, s, other)
        && (is_behind(b, s, other, unit) || works_of(b, s, unit).is_some() && backs_works(b, s, other, unit))
        && comes_up(b, s, other, unit)
}

/// Whether a unit stands within 6 MU of the rear of the works in which another is, with some of that straight ahead; their rear counts as its own (`works`).
fn backs_works(b: &Battle, s: &State, other: UnitId, unit: UnitId) -> bool {
    let (own, theirs) = (figure(b, s, unit), figure(b, s, other));
    is_at_rear(b, s, unit, other)
        && is_within(&own, &theirs, Length::mu(6))
        && is_partly_in(&own, &baize::ahead(theirs.front()))
}

/// Whether a unit has support left for another: it supports two at the most. RULING: those in combat that are nearest to it.
fn is_spared(b: &Battle, s: &State, other: UnitId, unit: UnitId) -> bool {
    let theirs = figure(b, s, other);
    let distance = |one: UnitId| (baize::apart(&theirs, &figure(b, s, one)), one);
    let rivals = b.units_of(b.side(unit)).filter(|one| {
        *one != unit
            && s.unit(*one).on_table()
            && s.unit(*one).formation != Formation::Supported
            && in_contact(b, s, *one)
            && may_back(b, s, other, *one)
    });
    rivals.filter(|rival| distance(*rival) < distance(unit)).count() < 2
}

/// Whether a unit could come to the rear of another in one move over the ground between them; friends who are not in contact do not count.
fn comes_up(b: &Battle, s: &State, other: UnitId, unit: UnitId) -> bool {
    let (size, pose) = (size_of(b, s, other), s.unit(other).pose);
    let own = size_of(b, s, unit);
    let rear = s.unit(unit).pose.after(own, baize::Leg::Back(own.depth)).at;
    let (x, y) = (i64::from(rear.x) - i64::from(pose.at.x), i64::from(rear.y) - i64::from(pose.at.y));
    let gap = baize::apart(&figure(b, s, unit), &figure(b, s, other)).units().min(16_000) as i16;
    let way = direction(x, y).from(pose.turn);
    let sweep = Sweep::new(pose, size, baize::Leg::Drift { way, by: Length(gap) });
    let grounds = b.table.areas.iter().filter(|area| {
        let outline = area.steep.as_ref().unwrap_or(&area.outline);
        outline.has_part_of(&sweep.figure_at(0)) || sweep.first_in(outline).is_some()
    });
    if free_of_barriers(&b.table, &sweep) < sweep.steps() {
        return false;
    }
    let worst = grounds.map(|area| b.charts.terrain(area.kind).going).max().unwrap_or(Going::Open);
    let barred = |one: UnitId, at: &baize::Figure| one != unit && sweep.first_overlap(at).is_some();
    let foes = figures(b, s, b.side(unit).enemy()).any(|(foe, at)| barred(foe, &at));
    let engaged = figures(b, s, b.side(unit))
        .any(|(one, at)| one != other && barred(one, &at) && in_contact(b, s, one));
    allowance_of(b, s, other, worst).is_some_and(|most| gap <= most.0) && !foes && !engaged
}

/// Whether a unit stands behind another as its rear support must.
fn is_behind(b: &Battle, s: &State, other: UnitId, unit: UnitId) -> bool {
    let (own, theirs) = (figure(b, s, unit), figure(b, s, other));
    let near = Length::mu(6);
    let front = theirs.front();
    let forward = own.corners().iter().any(|at| front.standing(*at) == Standing::Ahead);
    // The strip behind the unit, seen from its rear edge: that it has two of the other's bases means more than one base's width of its front.
    let size = size_of(b, s, unit);
    let about = s.unit(unit).pose.after(size, baize::Leg::About);
    let strip = about.place(Shape::ahead(size.width, Length(0), Length(16 * MU.0)));
    let inner = {
        let own = size_of(b, s, other);
        let narrow = Length((own.width.0 - 2 * b.base.width.0).max(0) + 2 * baize::SLACK.0 + 20);
        s.unit(other).pose.place(baize::Size { width: narrow, depth: own.depth }.shape())
    };
    forward && is_within(&own, &theirs, near) && is_partly_in(&inner, &strip)
}

/// Levels lower than steady as which a unit fights: its losses, one at least if it is spent; those of the ground if it is no skirmisher; one more for infantry and
/// artillery against cavalry in rain or snow (RULING: against cavalry only); those of water across which it has come.
pub(super) fn losses(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> [i16; 5] {
    let now = s.unit(unit);
    let losses = (now.cohesion as i16).max(i16::from(now.spent));
    let own = figure(b, s, unit);
    let grounds =
        b.table.areas.iter().filter(|area| area.steep.as_ref().unwrap_or(&area.outline).has_part_of(&own));
    let ground = grounds.map(|area| i16::from(b.charts.terrain(area.kind).fight)).max().unwrap_or(0);
    // Who occupies a building stands as in rough ground.
    let ground = if s.unit(unit).is_inside() { ground.max(1) } else { ground };
    let ground = if are_skirmishers(b, s, unit) { 0 } else { ground };
    let ridden = foes.iter().any(|foe| b.arm(*foe) == Arm::Cavalry);
    let wet = b.weather != Weather::Fair && b.arm(unit) != Arm::Cavalry && ridden;
    [losses, 0, ground, i16::from(wet), levels_of_water(b, s, unit, foes)]
}

/// The opponents that a unit fights with its front; those that are broken do not fight any more.
pub(super) fn fought(b: &Battle, s: &State, unit: UnitId) -> table::Few<UnitId, 8> {
    let broken = |foe: UnitId| s.unit(foe).cohesion == Cohesion::Broken;
    let all = opponents(b, s, unit);
    let fought = all
        .iter()
        .filter(|contact| contact.fights && !broken(contact.foe) && fight_now(s, unit, contact.foe));
    fought.map(|contact| contact.foe).collect()
}

/// Whether the unit has officers of its own, who lead it.
pub(super) fn has_officer(b: &Battle, s: &State, unit: UnitId) -> bool {
    has_family(b, s, unit, Family::Officers)
}

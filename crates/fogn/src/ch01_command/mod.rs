//! Command point allocation phase: how far commanders reach, who leads whom, and points given by the corps commander.

mod allocation;

use baize::{Length, is_within};

use crate::armies::{Arm, Attachment, Family};
use crate::core::charts::Reach;
use crate::core::place::{commander_figure, figure, in_contact};
use crate::core::state::{CommanderId, UnitId, did};
use crate::{Battle, State};

/// Command range of a commander as they are now (`commanders.range`).
pub fn reach(b: &Battle, s: &State, commander: CommanderId) -> Length {
    let Reach { normal, leading, combat } =
        if b.commander(commander).is_of_corps() { b.charts.corps } else { b.charts.division };
    match s.commander(commander).with.some() {
        Some(unit) if in_contact(b, s, unit) => combat,
        Some(_) => leading,
        None => normal,
    }
}

/// Whether a unit is within reach of a commander: their own, or the nearest part of it (`commanders.range`).
pub fn is_in_reach(b: &Battle, s: &State, commander: CommanderId, unit: UnitId) -> bool {
    let now = s.commander(commander);
    let is_near =
        || is_within(&commander_figure(b, s, commander), &figure(b, s, unit), reach(b, s, commander));
    now.on_table() && s.unit(unit).on_table() && (now.with == unit || is_near())
}

/// Whether a unit still has an attachment: officers until they fall, and of one that has broken skirmishers only (RULING: guns beside guns stay).
pub fn has(b: &Battle, s: &State, unit: UnitId, attachment: Attachment) -> bool {
    b.unit(unit).attachments.contains(&attachment) && keeps(b, s, unit, attachment.family())
}

/// Whether a unit still has an attachment of a family.
pub fn has_family(b: &Battle, s: &State, unit: UnitId, family: Family) -> bool {
    b.unit(unit).has(family) && keeps(b, s, unit, family)
}

fn keeps(b: &Battle, s: &State, unit: UnitId, family: Family) -> bool {
    let now = s.unit(unit);
    let stays = family == Family::Skirmishers || b.arm(unit) == Arm::Artillery;
    !(now.has(did::STRIPPED) && !stays || family == Family::Officers && now.has(did::ORPHANED))
}

/// Whether a unit is in command: within reach of its division commander, or with a brigade commander of its own (`commanders.range`).
pub fn is_in_command(b: &Battle, s: &State, unit: UnitId) -> bool {
    has_family(b, s, unit, Family::Officers)
        || b.commander_of(unit).is_some_and(|commander| is_in_reach(b, s, commander, unit))
}

/// The commander who leads a unit, if one does (`commanders.joining`).
pub fn leader_of(b: &Battle, s: &State, unit: UnitId) -> Option<CommanderId> {
    b.commander_ids()
        .find(|commander| s.commander(*commander).on_table() && s.commander(*commander).with == unit)
}

/// Whether a unit is led: by a commander of any kind, artillery only by a brigade commander (`cmt.commanders`).
pub fn is_led(b: &Battle, s: &State, unit: UnitId) -> bool {
    has_family(b, s, unit, Family::Officers)
        || b.arm(unit) != Arm::Artillery && leader_of(b, s, unit).is_some()
}

/// Whether a commander may join a unit at all: infantry or cavalry of their own command that is not in combat (`commanders.joining`).
pub fn may_lead(b: &Battle, s: &State, commander: CommanderId, unit: UnitId) -> bool {
    let (card, own) = (b.commander(commander), b.unit(unit));
    own.side == card.side
        && (card.is_of_corps() || own.division == card.division)
        && own.arm() != Arm::Artillery
        && s.unit(unit).on_table()
        && !in_contact(b, s, unit)
        && leader_of(b, s, unit).is_none()
}

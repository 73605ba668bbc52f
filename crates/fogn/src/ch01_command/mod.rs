//! Command point allocation phase: how far commanders reach, who leads whom, and points given by the corps commander.

mod allocation;

use baize::{Length, is_within};

use crate::armies::{Arm, Family};
use crate::core::charts::Reach;
use crate::core::place::{commander_figure, figure, in_contact};
use crate::core::state::{CommanderId, UnitId};
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

/// Whether a unit is in command: within reach of its division commander, or with a brigade commander of its own (`commanders.range`).
pub fn is_in_command(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.unit(unit).has(Family::Officers)
        || b.commander_of(unit).is_some_and(|commander| is_in_reach(b, s, commander, unit))
}

/// The commander who leads a unit, if one does (`commanders.joining`).
pub fn leader_of(b: &Battle, s: &State, unit: UnitId) -> Option<CommanderId> {
    b.commander_ids()
        .find(|commander| s.commander(*commander).on_table() && s.commander(*commander).with == unit)
}

/// Whether a unit is led: by a commander of any kind, artillery only by a brigade commander (`cmt.commanders`).
pub fn is_led(b: &Battle, s: &State, unit: UnitId) -> bool {
    let card = b.unit(unit);
    card.has(Family::Officers) || card.arm() != Arm::Artillery && leader_of(b, s, unit).is_some()
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

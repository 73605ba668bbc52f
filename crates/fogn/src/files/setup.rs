//! The set-up: where everybody stands at the start.

use baize::{Pose, Spot, Turn};
use muster::{Collector, Name};
use table::Side;

use super::arrange::{RawCommander, RawDivision, RawOrder, RawUnit};
use crate::core::battle::Battle;
use crate::core::coming::{Approach, Coming, Division};
use crate::core::names::spot_of;
use crate::core::place::{commander_size, figure, size};
use crate::core::state::{AreaId, Cohesion, Commander, Formation, Halt, Status, Unit, UnitId, did};

/// Puts everybody where the file says, and finds fault with those who stand beside the table or in each other.
pub(super) fn set_up(battle: &mut Battle, order: &RawOrder, faults: &mut Collector<'_>) {
    for raw in &order.division {
        division(battle, raw, faults);
    }
    for (at, raw) in order.unit.iter().enumerate() {
        let unit = unit(battle, UnitId(at as u8), raw, faults);
        battle.setup.units.push(unit);
    }
    for (at, raw) in order.commander.iter().enumerate() {
        let commander = commander(battle, at, raw, faults);
        battle.setup.commanders.push(commander);
    }
    if faults.is_empty() {
        for (at, raw) in order.unit.iter().enumerate() {
            check_room(battle, UnitId(at as u8), raw, faults);
        }
    }
}

/// The spot that a text means.
fn spot(name: &Name, faults: &mut Collector<'_>) -> Option<Spot> {
    let found = spot_of(name.get_ref());
    if found.is_none() {
        let what = format!("{:?} is no place on a table", name.get_ref());
        faults.at(name.span(), what).expect("MU to the right and down: \"12,20.5\"");
    }
    found
}

/// The way that a side faces when nothing is said: toward the other side's edge.
const fn usual_turn(side: Side) -> Turn {
    if side.0 == 0 { Turn(0) } else { Turn::HALF }
}

/// Sets a division that is off the table on its way.
fn division(battle: &mut Battle, raw: &RawDivision, faults: &mut Collector<'_>) {
    let Some(approach) = raw.off.as_ref().and_then(|name| Approach::read(name, faults)) else { return };
    let coming = raw.coming.as_ref().and_then(|name| Coming::read(name, faults)).unwrap_or(Coming::Off);
    let at = battle.divisions.iter().position(|card| card.id == *raw.id.get_ref());
    if let Some(now) = at.and_then(|at| battle.setup.divisions.get_mut(at)) {
        *now = Division { coming, approach, entered: 0 };
    }
}

fn unit(battle: &Battle, unit: UnitId, raw: &RawUnit, faults: &mut Collector<'_>) -> Unit {
    let card = battle.unit(unit);
    let formation = raw.formation.as_ref().and_then(|name| Formation::read(name, faults));
    let formation = formation.unwrap_or(Formation::usual(card.arm()));
    if size(battle, card, formation).is_none() {
        let at = raw.formation.as_ref().map_or(raw.id.span(), Name::span);
        faults.at(at, format!("no unit of {} and this size is in {formation}", card.troops));
    }
    let at = raw.at.as_ref().and_then(|name| spot(name, faults));
    let turn = raw.facing.as_ref().map(|degrees| {
        if !(-360..=360).contains(degrees.get_ref()) {
            faults.at(degrees.span(), "no direction").expect("degrees, clockwise from the far edge");
        }
        Turn::degrees((*degrees.get_ref()).clamp(-360, 360) as i16)
    });
    let house = raw.house.as_ref().and_then(|name| house(battle, name, faults)).unwrap_or(AreaId::NONE);
    let defends = if raw.defends == Some(true) { did::DEFENDS } else { 0 };
    Unit {
        pose: Pose { at: at.unwrap_or_default(), turn: turn.unwrap_or(usual_turn(card.side)) },
        did: defends | if raw.moved == Some(true) { did::MOVED } else { 0 },
        formation,
        cohesion: raw
            .cohesion
            .as_ref()
            .and_then(|name| Cohesion::read(name, faults))
            .unwrap_or(Cohesion::Steady),
        status: match at {
            Some(_) if raw.abandoned == Some(true) => Status::Abandoned,
            Some(_) => Status::Table,
            None if card.extra => Status::Absent,
            None => Status::Waiting,
        },
        halt: raw.halt.as_ref().and_then(|name| Halt::read(name, faults)).unwrap_or(Halt::None),
        spent: raw.spent.unwrap_or(false),
        house,
        laid: None,
    }
}

/// The building of a name.
fn house(battle: &Battle, name: &Name, faults: &mut Collector<'_>) -> Option<AreaId> {
    let of_kind = |area: &baize::Area| area.kind == baize::AreaKind::Buildings;
    let names: Vec<&str> =
        battle.table.areas.iter().filter(|area| of_kind(area)).map(|area| area.name.as_str()).collect();
    let found = faults.word("building", name, &names)?;
    let at = battle.table.areas.iter().position(|area| of_kind(area) && area.name == names[found]);
    at.map(|at| AreaId(at as u8))
}

fn commander(battle: &Battle, at: usize, raw: &RawCommander, faults: &mut Collector<'_>) -> Commander {
    let card = &battle.commanders[at];
    let ids: Vec<&str> = battle.units.iter().map(|card| card.id.as_str()).collect();
    let with = raw.with.as_ref().and_then(|name| faults.word("unit", name, &ids));
    let middle = raw.at.as_ref().and_then(|name| spot(name, faults));
    let status = if with.is_some() || middle.is_some() { Status::Table } else { Status::Waiting };
    let half = commander_size(battle).depth.0 / 2;
    let turn = usual_turn(card.side);
    let at = Pose { at: middle.unwrap_or_default(), turn };
    Commander {
        pose: at.after(commander_size(battle), baize::Leg::Ahead(baize::Length(half))),
        with: with.map_or(UnitId::NONE, |with| UnitId(with as u8)),
        status,
        points: raw.points.unwrap_or(card.level() as u8),
        given: false,
        replaced: false,
        level: card.level() as u8,
        charismatic: card.charismatic,
        recovered: false,
        moved: false,
    }
}

/// A unit stands on the table and alone.
fn check_room(battle: &Battle, unit: UnitId, raw: &RawUnit, faults: &mut Collector<'_>) {
    let s = &battle.setup;
    if !s.unit(unit).on_table() {
        return;
    }
    let own = figure(battle, s, unit);
    if !battle.table.has_all_of(&own) {
        faults.at(raw.id.span(), format!("{:?} does not stand wholly on the table", raw.id.get_ref()));
    }
    let others = battle.unit_ids().filter(|other| *other < unit && s.unit(*other).on_table());
    for other in others {
        if baize::overlap(&own, &figure(battle, s, other)) {
            faults
                .at(raw.id.span(), format!("{:?} and {:?} overlap", raw.id.get_ref(), battle.unit(other).id));
        }
    }
}

/// Leaves everybody off the table, to be deployed: troops for the initiative are not in the game yet.
pub(super) fn leave_off(battle: &mut Battle) {
    for card in &battle.units {
        battle.setup.units.push(Unit {
            pose: Pose { at: Spot::default(), turn: usual_turn(card.side) },
            did: 0,
            formation: Formation::usual(card.arm()),
            cohesion: Cohesion::Steady,
            status: if card.extra { Status::Absent } else { Status::Waiting },
            halt: Halt::None,
            spent: false,
            house: AreaId::NONE,
            laid: None,
        });
    }
    for card in &battle.commanders {
        battle.setup.commanders.push(Commander {
            pose: Pose { at: Spot::default(), turn: usual_turn(card.side) },
            with: UnitId::NONE,
            status: Status::Waiting,
            points: card.level() as u8,
            given: false,
            replaced: false,
            level: card.level() as u8,
            charismatic: card.charismatic,
            recovered: false,
            moved: false,
        });
    }
}

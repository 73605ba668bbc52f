//! Who is there: the roster that a battle's order of battle, or a vignette, gives to the scenario.

use std::collections::HashSet;

use muster::{Collector, Fault, Faults, Source};
use table::Side;

use super::raw::{Name, OrderUnit, RawArm, RawOrderOfBattle};

/// A side's name and colour.
#[derive(Clone, Debug)]
pub struct RosterSide {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// `#rrggbb`.
    pub colour: String,
}

/// A unit in history.
#[derive(Clone, Debug)]
pub struct RosterUnit {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Nation.
    pub nation: String,
    /// Kind of troops.
    pub kind: String,
    /// Its formation's id.
    pub formation: String,
    /// Arm.
    pub arm: RawArm,
}

/// Who is there: sides, formations (id, name, side), units and commanders (id, name, side), in the order of the file.
#[derive(Clone, Debug)]
pub struct Roster {
    /// The sides.
    pub sides: [RosterSide; 2],
    /// Formations: id, name, side.
    pub formations: Vec<(String, String, Side)>,
    /// Units.
    pub units: Vec<RosterUnit>,
    /// Commanders: id, name, side.
    pub commanders: Vec<(String, String, Side)>,
}

/// The side of this id; a fault and the first side if there is none.
pub(super) fn side_named(sides: &[RosterSide; 2], name: &Name, faults: &mut Collector<'_>) -> Side {
    match sides.iter().position(|s| s.id == *name.get_ref()) {
        Some(i) => Side(i as u8),
        None => {
            let ids = [sides[0].id.as_str(), sides[1].id.as_str()];
            faults.put(name.span(), Fault::unknown("side", name.get_ref(), &ids));
            Side(0)
        }
    }
}

impl Roster {
    /// The roster of `order-of-battle.toml`.
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn of_battle(
        source: &Source,
        order: &RawOrderOfBattle,
        sides: [RosterSide; 2],
    ) -> Result<Roster, Faults> {
        let mut faults = Collector::new(source);
        let mut seen: HashSet<&str> = HashSet::new();
        let ids = order.formation.iter().map(|f| &f.id).chain(order.unit.iter().map(|u| &u.id));
        for id in ids.chain(order.commander.iter().map(|c| &c.id)) {
            check_id(id, &mut faults);
            if !seen.insert(id.get_ref()) {
                faults.at(id.span(), format!("{:?} names something else already", id.get_ref()));
            }
        }
        let formations: Vec<(String, String, Side)> = order
            .formation
            .iter()
            .map(|f| (f.id.get_ref().clone(), f.name.clone(), side_named(&sides, &f.side, &mut faults)))
            .collect();
        let names: Vec<&str> = formations.iter().map(|f| f.0.as_str()).collect();
        let unit = |u: &OrderUnit, faults: &mut Collector<'_>| {
            if !names.contains(&u.formation.get_ref().as_str()) {
                faults.put(u.formation.span(), Fault::unknown("formation", u.formation.get_ref(), &names));
            }
            RosterUnit {
                id: u.id.get_ref().clone(),
                name: u.name.clone(),
                nation: u.nation.clone(),
                kind: u.kind.clone(),
                formation: u.formation.get_ref().clone(),
                arm: *u.arm.get_ref(),
            }
        };
        let units = order.unit.iter().map(|u| unit(u, &mut faults)).collect();
        let commanders = order
            .commander
            .iter()
            .map(|c| (c.id.get_ref().clone(), c.name.clone(), side_named(&sides, &c.side, &mut faults)))
            .collect();
        faults.into_result(Roster { sides: sides.clone(), formations, units, commanders })
    }
}

/// Ids are words of lower-case letters, digits and hyphens that begin with a letter, so that scripts can tell them from hexes and facings.
pub(crate) fn check_id(id: &Name, faults: &mut Collector<'_>) {
    let text = id.get_ref();
    let good = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !good || text.len() > 40 {
        faults
            .at(id.span(), format!("{text:?} cannot be an id"))
            .expect("a lower-case letter, then lower-case letters, digits and hyphens, at most 40 in all");
    }
}

//! The revised assault and charge sequence of 2005: a variant of the Règlement, by the letters of its own text: A the infantry assault, FF its
//! firefights, G the charge of the Old Guard. What it does not change is the Règlement's. The charges of cavalry (C, P, I, K) are not in play yet.
//! Readings: `docs/an30/rulings-2005.md`, by number.

mod assault;
mod firefight;

use ground::HexId;
use table::Play;

use crate::Field;
use crate::ch16_assault::clash::{Clash, Party};
use crate::core::battle::Battle;
use crate::core::state::{Assault, State, UnitId};
use crate::variant::Variant;

/// The revision of 2005.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doherty2005;

impl Variant for Doherty2005 {
    fn resolve_assault(&self, field: &mut Field<'_>, assault: usize) -> Play<()> {
        field.revised_assault(assault)
    }

    fn closing_distance(
        &self,
        b: &Battle,
        s: &State,
        stack: &[UnitId],
        target: HexId,
        _at_first: u16,
    ) -> u16 {
        assault::distance_to(b, s, stack, target)
    }

    fn join_firefight(&self, field: &mut Field<'_>, assault: Assault, hexes: &[HexId]) -> Option<Assault> {
        field.join_firefight(assault, hexes)
    }

    fn reacts_on_arrival(&self) -> bool {
        true
    }

    fn guard_renews(&self) -> bool {
        true
    }

    fn assault_impetus(&self, field: &mut Field<'_>, clash: &Clash, party: &Party, hex: HexId) -> Play<()> {
        field.revised_impetus(clash, party, hex)
    }
}

//! Units on both sides of a barrier: who holds it, and who meets across it (`obstacles`, `rivers`).

use baize::{Area, Edge, Figure, Leg, Length, Lies, Place, SLACK, ahead, is_partly_in};
use table::Side;

use super::barrier::{Barrier, barriers};
use super::battle::Battle;
use super::coming::communications;
use super::place::{figure, middle, middle_of, size_of};
use super::state::{State, UnitId, did};
use crate::armies::Arm;
use crate::formations::Strength;

/// MU from a bank within which it is held.
const BANK: Length = Length::mu(2);
/// The most that small works measure.
const SMALL_WORKS: Length = Length::mu(4);

/// Whether a unit stands in works that it may hold: all of it, or its middle where it is too large for that; infantry or artillery, into small works small units only, and no more than three
/// bases of guns (`works`).
pub fn mans(b: &Battle, s: &State, unit: UnitId, works: &Area) -> bool {
    let (card, own) = (b.unit(unit), figure(b, s, unit));
    let (low, high) = works.outline.rim();
    let small = (high.x - low.x).max(high.y - low.y) <= i32::from(SMALL_WORKS.0);
    let guns = card.arm() == Arm::Artillery && size_of(b, s, unit).width.0 > 3 * b.base.width.0;
    card.arm() != Arm::Cavalry
        && !guns
        && !(small && card.strength == Strength::Large)
        && works.outline.lies(middle(&own)) == Lies::Inside
}

/// Whether a unit stands at a barrier as who holds it does: its front touches it; it faces water whose bank is within 2 MU of the middle of its front or of both its ends.
pub fn is_at(b: &Battle, s: &State, unit: UnitId, barrier: Barrier<'_>) -> bool {
    if s.unit(unit).is_inside() {
        return false;
    }
    if let Some(works) = barrier.works() {
        return mans(b, s, unit, works);
    }
    let front = figure(b, s, unit).front();
    if !barrier.is_water() {
        return barrier.touches(front);
    }
    let near = |at: Place| barrier.is_within(&Edge { from: at, to: at }.figure(), BANK);
    if !(near(middle_of(front)) || near(front.from) && near(front.to)) {
        return false;
    }
    let reach = Length(3 * barrier.half.0 + 2 * BANK.0);
    let before = s.unit(unit).pose.after(size_of(b, s, unit), Leg::Ahead(reach)).at;
    barrier.parts(middle_of(front), before.into())
}

/// The barrier that a unit holds against an enemy beyond it, or against one who has come across shallow water.
pub fn held<'a>(b: &'a Battle, s: &State, holder: UnitId, foe: UnitId) -> Option<Barrier<'a>> {
    let (own, other) = (figure(b, s, holder), figure(b, s, foe));
    let came = s.unit(foe).has(did::ASSAILS);
    barriers(&b.table).find(|barrier| {
        let parts = || barrier.parts(middle(&own), middle(&other));
        (parts() || came && !barrier.bars()) && is_at(b, s, holder, *barrier)
    })
}

/// Whether a unit that has come up to a barrier to fight meets another that holds it on the other side.
fn comes_up(b: &Battle, s: &State, unit: UnitId, holder: UnitId) -> bool {
    if !s.unit(unit).has(did::ASSAILS) {
        return false;
    }
    let Some(barrier) = held(b, s, holder, unit) else { return false };
    let (own, other): (Figure, Figure) = (figure(b, s, unit), figure(b, s, holder));
    // In works one holds all sides, wherever one stands.
    let reach = if barrier.works().is_some() { 3 * BANK.0 } else { BANK.0 };
    let near = baize::is_within(&own, &other, Length(3 * barrier.half.0 + reach));
    near && barrier.touches(own.front()) && is_partly_in(&other, &ahead(own.front()))
}

/// Whether two enemies touch the same line of communications: they fight as if they stood front to front (`recovery.loc`).
fn share_communications(b: &Battle, s: &State, one: UnitId, other: UnitId) -> bool {
    let bases = [Side(0), Side(1)].into_iter().filter_map(|side| communications(b, s, side));
    let touches = |unit: UnitId, base: &Figure| baize::is_within(&figure(b, s, unit), base, SLACK);
    bases.into_iter().any(|base| touches(one, &base) && touches(other, &base))
}

/// Whether two enemies meet across a barrier, or a line of communications: in contact as far as it lets them.
pub fn meet_across(b: &Battle, s: &State, one: UnitId, other: UnitId) -> bool {
    comes_up(b, s, one, other) || comes_up(b, s, other, one) || share_communications(b, s, one, other)
}

//! 12.10.7: the skirmish zone of cavalry in skirmish order, and harassment.

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Side, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch11_stacking::limits;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch13_movement::step;
use crate::ch15_fire::value;
use crate::ch17_losses::losses::{self, Cause};
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{Exact, Traveller};
use crate::core::exact::Odds;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, Part, State, UnitId};
use crate::core::status::{self, Losses};
use crate::core::{footprint, verb};

/// Ring of a skirmish zone: which of the two a hex lies in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ring {
    /// Next to a front hexside.
    Near,
    /// Behind that.
    Far,
}

/// Whether a unit has a skirmish zone: cavalry in skirmish order, unless formed enemy light cavalry rests next to its light cavalry (12.10.7.2).
pub fn skirmishes(b: &Battle, s: &State, unit: UnitId) -> bool {
    if b.arm(unit) != Arm::Cavalry || s.unit(unit).shape() != Formation::Skirmish || !s.unit(unit).on_map() {
        return false;
    }
    let near = s.unit(unit).hexes().iter().flat_map(|hex| b.ground.neighbours(*hex)).filter(|h| h.is_some());
    let nullifies = |u: UnitId| {
        let formed = matches!(s.unit(u).shape(), Formation::Line | Formation::Column);
        b.side(u) != b.side(unit) && b.arm(u) == Arm::Cavalry && !status::is_heavy(b, u) && formed
    };
    status::is_heavy(b, unit) || !near.flat_map(|h| s.stack(h).map(Part::unit)).any(nullifies)
}

/// The next hex, if cavalry may go there: a skirmish zone reaches across no other (12.10.7).
fn across(b: &Battle, from: HexId, dir: Dir) -> Option<HexId> {
    b.ground.neighbour(from, dir).filter(|_| step::ground(b, Traveller::Cavalry, from, dir).is_ok())
}

/// The ring of a unit's skirmish zone in which a hex lies: two hexes out from each front hexside (reading 58). It reaches across terrain of general
/// order, but not into it.
pub fn ring_of(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Option<Ring> {
    let depth = b.charts.zones.skirmish.count();
    let within = s.unit(unit).hexes().iter().any(|own| b.ground.distance(*own, hex) <= depth);
    if !within || !skirmishes(b, s, unit) {
        return None;
    }
    b.charts.terrain[b.ground.terrain(hex)].harassment?;
    let mut ring = None;
    for part in footprint::parts(s, unit) {
        let dirs = facing::fronts(b, s, part);
        for near in dirs.iter().filter_map(|dir| across(b, s.hex_of(part), dir)) {
            if near == hex {
                return Some(Ring::Near);
            }
            if depth > 1 && dirs.iter().any(|dir| across(b, near, dir) == Some(hex)) {
                ring = Some(Ring::Far);
            }
        }
    }
    ring
}

/// The cost that enemy skirmish zones add to that of a hex for infantry and guns (12.10.7), in half movement points: of several the dearest.
pub fn hindrance(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> u16 {
    if b.arm(unit) == Arm::Cavalry {
        return 0;
    }
    let side = b.side(unit);
    let rings = b.unit_ids().filter(|u| b.side(*u) != side).filter_map(|u| ring_of(b, s, u, hex));
    match rings.min() {
        Some(Ring::Near) => b.charts.movement.skirmish_zone_near.count(),
        Some(Ring::Far) => b.charts.movement.skirmish_zone_far.count(),
        None => 0,
    }
}

/// A harassment: the cavalry, the skirmish value times the hexes, the sum of their defences (12.10.7.1).
fn harassments(b: &Battle, s: &State, side: Side, exited: &[HexId]) -> Few<(UnitId, Exact, i16), 4> {
    let enemies = b.unit_ids().filter(|u| b.side(*u) != side && s.unit(*u).on_map());
    let mut found = Few::new();
    for unit in enemies {
        if s.back(unit).skirmish.is_none() {
            continue;
        }
        let value = value::skirmish_value(b, s, unit);
        let hexes = exited.iter().filter(|hex| ring_of(b, s, unit, **hex).is_some());
        let defences: Few<i16, 8> =
            hexes.filter_map(|hex| b.charts.terrain[b.ground.terrain(*hex)].harassment).collect();
        if !defences.is_empty() {
            let value = i32::from(value) * defences.len() as i32;
            found.push((unit, Exact::whole(value), defences.iter().sum()));
        }
    }
    found
}

/// The ways in which skirmishers who came together in a hex lie in two again: with one to their left or right, into which they could go, and which is open to them.
fn drawn_out(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    open: impl Fn(HexId) -> bool,
) -> Few<(HexId, Hexes), 2> {
    let (top, mut found) = (stack[0], Few::new());
    let (hex, right) = (s.unit(top).hex(), footprint::right_of(s.unit(top).aim));
    for dir in [right.opposite(), right] {
        let Some(beside) = b.ground.neighbour(hex, dir).filter(|to| s.is_empty(*to) && open(*to)) else {
            continue;
        };
        let hexes = Hexes::from_slice(&if dir == right { [hex, beside] } else { [beside, hex] });
        let mut then = s.clone();
        stack.iter().for_each(|unit| then.put(*unit, &hexes));
        let fits = hexes.iter().all(|own| limits::lawful(b, &then, *own).is_ok());
        if fits && step::ground(b, status::traveller(b, s, top), hex, dir).is_ok() {
            found.push((beside, hexes));
        }
    }
    found
}

impl Field<'_> {
    /// Skirmishers who went back together draw out again where they end, if they are too many for one hex (12.10.2, 12.10.4): into a hex beside it that is open to
    /// them, which their owner chooses. RULING: where there is none they stay together (reading 1093).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn draw_out(
        &mut self,
        stack: &[UnitId],
        open: impl Fn(&Battle, &State, HexId) -> bool,
    ) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let Some(&top) = stack.first().filter(|u| s.unit(**u).on_map()) else { return Ok(()) };
        let loose = |u: &UnitId| s.unit(*u).shape() == Formation::Skirmish;
        let whole = s.units_in(s.unit(top).hex()).iter().eq(stack.iter());
        let wide = stack.iter().any(|u| losses::most_hexes(b, s, *u) > 1);
        if !whole || !wide || !stack.iter().all(loose) || s.unit(top).hexes().len() > 1 {
            return Ok(());
        }
        let ways = drawn_out(b, s, stack, |hex| open(b, s, hex));
        let answers: Few<Answer> =
            ways.iter().map(|(hex, _)| Answer::one(verb::CHOOSE, hex_point(*hex))).collect();
        if answers.is_empty() {
            return Ok(());
        }
        let points = about([unit_point(top)]);
        let answer = self.choose(b.side(top), rule!("12.10.2"), "skirmish.hex", points, &answers)?;
        let at = answers.iter().position(|one| *one == answer).unwrap_or(0);
        stack.iter().for_each(|unit| self.lay_in(*unit, &ways[at].1));
        Ok(())
    }

    /// Skirmishing cavalry harasses units that went back through its zone in involuntary movement (12.10.7.1, 13.2): `been` is their path, with the
    /// hex where they now are last.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn harassed(&mut self, stack: &[UnitId], been: &[HexId], why: Retreat) -> Play<()> {
        let h = &self.b.charts.harassment;
        let horse = stack.first().is_some_and(|u| self.b.arm(*u) == Arm::Cavalry);
        let added = if why.is_rout() && horse { h.routing_cavalry.value } else { h.other.value };
        self.harass(stack, been, added)
    }

    /// Skirmishing cavalry harasses a stack that retreats before an assault or a charge through its zone (12.10.7.1): `been` is its path, with the hex
    /// where it now is last.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn harass_retreat(&mut self, stack: &[UnitId], been: &[HexId]) -> Play<()> {
        let loose = stack.first().is_some_and(|u| {
            self.b.arm(*u) == Arm::Infantry && self.s.unit(*u).shape() == Formation::Skirmish
        });
        if loose {
            return self.harass_skirmishers(stack, been);
        }
        self.harass(stack, been, self.b.charts.harassment.other.value)
    }

    /// As [`Field::harass_retreat`], of foot that retreated in skirmish order, whatever it is in by now.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn harass_skirmishers(&mut self, stack: &[UnitId], been: &[HexId]) -> Play<()> {
        self.harass(stack, been, self.b.charts.harassment.retreating_skirmishers.value)
    }

    fn harass(&mut self, stack: &[UnitId], been: &[HexId], added: i16) -> Play<()> {
        let Some(&top) = stack.first() else { return Ok(()) };
        let exited = &been[..been.len().saturating_sub(1)];
        let b = self.b;
        for (by, value, defence) in harassments(b, self.s, b.side(top), exited) {
            let defence = Exact::whole(i32::from(defence + added));
            let columns = b.charts.fire.iter().map(|row| row.odds);
            let Some(column) = Odds::column(columns, value, defence) else { continue };
            let losses = &b.charts.fire[column].losses;
            let Some(&target) = stack.iter().find(|u| self.s.unit(**u).on_map()) else { return Ok(()) };
            let points = about([unit_point(by), unit_point(target)]);
            let dice = self.throw(rule!("12.10.7.1"), "harassment", b.side(by), points, |d| {
                u32::from(losses.at(d).unsigned_abs())
            })?;
            let lost = Losses::of(losses.at(dice));
            self.show(&[by]);
            self.tell(|| {
                Event::new(rule!("12.10.7.1"), "harassed")
                    .point("by", unit_point(by))
                    .point("unit", unit_point(target))
                    .number("dice", i32::from(dice.figure()))
                    .number("losses", i32::from(lost.0))
            });
            if lost == Losses::NONE {
                continue;
            }
            self.lose(target, lost, Cause::Harassment)?;
            // Of those in PGD none checks (12.12.4).
            let here: Units = stack.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
            self.check_and_suffer(&here, &Check::plain(Kind::AfterLoss, rule!("12.10.7.1")))?;
        }
        Ok(())
    }
}

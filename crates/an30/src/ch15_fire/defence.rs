//! 15.2, 15.7: the fire defence of a hex, and the density of the target.

use ground::{Dir, Features, HexId, TraceStep};
use table::{Effect, Modifiers, Part as Term, Rule, rule};

use crate::ch09_facing::facing;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::{Cover, DefenceRow, Exact};
use crate::core::footprint::Face;
use crate::core::state::{Formation, Order, Part, Prone, State, UnitId, did};
use crate::core::status;

/// Entry: how fire comes into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// By which hexside; none where it comes along a hex spine.
    pub side: Option<Dir>,
    /// The hex out of which it comes.
    pub from: HexId,
    /// The hex at which it is aimed: that same one, or one before it on the shot path (18.9.1).
    pub aimed: HexId,
}

/// Entry of fire from one hex into another.
pub fn entry(b: &Battle, from: HexId, at: HexId) -> Entry {
    let side = match b.ground.hexsides_facing(from, at) {
        (Some(dir), None) | (None, Some(dir)) => Some(dir),
        _ => None,
    };
    Entry { side, from, aimed: at }
}

/// Whether fire comes into a hex of a line in enfilade (15.7.1.1): through its flank. RULING 1187: who fires along a line in several hexes through the flank
/// of one of them has all that lies behind it in enfilade too.
fn enfilades(b: &Battle, s: &State, part: Part, entry: &Entry) -> bool {
    let Some(side) = entry.side else { return false };
    match facing::face(b, s, part, side) {
        Face::Within => {}
        face => return face == Face::Flank,
    }
    let (unit, at) = (part.unit(), s.hex_of(part));
    // The hexside by which the shot came to the unit, in the last of its hexes before this one into which it came from elsewhere.
    let mut into = None;
    for passed in b.ground.ray(entry.from, entry.aimed, b.ground.distance(entry.from, at)) {
        match passed {
            TraceStep::Hexside(near, far) => {
                if let Some(hit) = s.part_in(unit, far).filter(|_| s.part_in(unit, near).is_none()) {
                    into = b.ground.dir_to(far, near).map(|dir| (hit, dir));
                }
                if far == at {
                    break;
                }
            }
            TraceStep::Along { .. } | TraceStep::Vertex { .. } => into = None,
            TraceStep::Hex(_) => {}
        }
    }
    into.is_some_and(|(hit, dir)| facing::face(b, s, hit, dir) == Face::Flank)
}

/// The column of a word of the Fire Defense Chart.
fn column(word: &str) -> usize {
    DefenceRow::COLUMNS.iter().position(|known| *known == word).expect("the chart has the column")
}

/// The column of a unit (15.2): by its formation; disordered guns as limbered or not, wagons as limbered guns (18.14.1.5).
fn own_column(b: &Battle, s: &State, unit: UnitId) -> usize {
    let unlimbered = s.unit(unit).formation == Formation::Unlimbered && !b.is(unit, Trait::Wagon);
    let guns = column(if unlimbered { "unlimbered" } else { "limbered" });
    if b.is(unit, Trait::Wagon) { guns } else { status::row(b, s, unit).defence.unwrap_or(guns) }
}

/// The parts of a hex, without guns that are left out of an assault or a charge (18.10.3).
fn there(s: &State, at: HexId) -> impl Iterator<Item = Part> + Clone + '_ {
    s.stack(at).filter(|part| !s.unit(part.unit()).has(did::LEFT_OUT))
}

/// The unit that a hex is seen as: infantry if guns stand with it (15.7.1.4), else its top unit.
fn seen(b: &Battle, s: &State, at: HexId, only: &[UnitId]) -> Option<Part> {
    let counts = |part: &Part| only.is_empty() || only.contains(&part.unit());
    let mut parts = there(s, at).filter(counts);
    let top = parts.clone().next()?;
    if is_mixed(b, s, at, only) {
        return parts.find(|part| b.arm(part.unit()) == Arm::Infantry);
    }
    Some(top)
}

/// Whether unlimbered guns stand with infantry in a hex (15.7.1.4).
fn is_mixed(b: &Battle, s: &State, at: HexId, only: &[UnitId]) -> bool {
    let mut units = there(s, at).map(Part::unit).filter(|u| only.is_empty() || only.contains(u));
    let guns = |u: UnitId| b.arm(u) == Arm::Artillery && s.unit(u).formation == Formation::Unlimbered;
    units.clone().any(guns) && units.any(|u| b.arm(u) == Arm::Infantry)
}

/// The fire defence of a hex against fire that comes in by some hexsides (15.2, 15.7.1), with its parts. Only some of its units count if they are
/// named (15.6.1, 15.7.1.1, 15.7.1.2, 15.7.1.3). `None` where nobody is.
pub fn defence(b: &Battle, s: &State, at: HexId, entries: &[Entry], only: &[UnitId]) -> Option<Modifiers> {
    let part = seen(b, s, at, only)?;
    let (unit, m) = (part.unit(), &b.charts.defence_modifiers);
    let (own, shape) = (own_column(b, s, unit), s.unit(unit).shape());
    let as_column = match b.arm(unit) {
        Arm::Cavalry => column("cavalry_column"),
        _ => column("column"),
    };
    let line = shape == Formation::Line;
    let flank = |entry: &Entry| enfilades(b, s, part, entry);
    let mut to = Modifiers::new();
    let mut base = |column: usize, label: &'static str, rule: Rule| {
        to.push(Term { effect: Effect::Base(figure(b, at, column, entries)), label, rule });
    };
    let counts = only_or_all(only);
    let in_line = || increments(b, s, at, |u| counts(&u) && s.unit(u).shape() == Formation::Line);
    if line && entries.iter().any(flank) {
        base(as_column, m.enfilade.label, m.enfilade.rule);
    } else if line && m.doubled_files.bounds.above.is_some_and(|most| in_line() > Exact::whole(most.into())) {
        base(as_column, m.doubled_files.label, m.doubled_files.rule);
    } else {
        base(own, "fire-defence.row", rule!("15.2"));
    }
    let square = shape == Formation::Square;
    let in_square = || increments(b, s, at, |u| b.arm(u) == Arm::Infantry);
    let large =
        square && m.large_square.bounds.above.is_some_and(|most| in_square() > Exact::whole(most.into()));
    if large {
        to = Modifiers::new();
        to.push(Term {
            effect: Effect::Base(m.large_square.value),
            label: m.large_square.label,
            rule: m.large_square.rule,
        });
    }
    m.guns_with_infantry.add_if(!large && is_mixed(b, s, at, only), &mut to);
    m.prone.add_if(s.unit(unit).prone == Prone::Prone, &mut to);
    Some(to)
}

/// Whether a unit of a hex counts.
fn only_or_all(only: &[UnitId]) -> impl Fn(&UnitId) -> bool + '_ {
    move |unit| only.is_empty() || only.contains(unit)
}

/// The figure of a column for the terrain of a hex (15.2); that of a hexside by which all fire comes, if it is better and has one.
fn figure(b: &Battle, at: HexId, column: usize, entries: &[Entry]) -> i16 {
    let of = |row: usize| b.charts.defence[row].figures[column];
    let own = of(b.charts.terrain[b.ground.terrain(at)].defence);
    let behind = |entry: &Entry| entry.side.and_then(|dir| cover(b, at, dir, column));
    // The worst of them: no cover at all is less than any.
    let worst = entries.iter().map(behind).min().flatten();
    // A formation that cannot stand there has no figure: what the open has is taken.
    let open = || b.charts.defence.iter().find_map(|row| row.figures[column]).unwrap_or_default();
    own.max(worst).unwrap_or_else(open)
}

/// The best figure that the hexside of a hex gives against fire across it.
fn cover(b: &Battle, at: HexId, dir: Dir, column: usize) -> Option<i16> {
    let rows = b.ground.hexside(at, dir).iter().filter_map(|feature| {
        let shields = !Features::WORKS.contains(feature) || b.ground.protected(at, dir);
        match b.charts.hexsides[feature].covers {
            Cover::Row(row) if shields => b.charts.defence[row].figures[column],
            _ => None,
        }
    });
    rows.max()
}

/// Increments in a hex of units that count, guns one each.
pub fn increments(b: &Battle, s: &State, at: HexId, counts: impl Fn(UnitId) -> bool) -> Exact {
    there(s, at).filter(|part| counts(part.unit())).map(|part| status::share(b, s, part)).sum()
}

/// The dice modifier of a massed target (15.7): the last row above whose figure the increments of the hex are.
pub fn density(b: &Battle, s: &State, at: HexId) -> i16 {
    let there = increments(b, s, at, |_| true);
    let rows = b.charts.density.iter().rev();
    rows.clone().find(|(most, _)| there > Exact::whole((*most).into())).map_or(0, |row| row.1)
}

/// The guns or the ammunition wagon of a hex, among those who are fired at if only some are: what may explode (18.6.1).
pub fn explosive(b: &Battle, s: &State, at: HexId, only: &[UnitId]) -> Option<UnitId> {
    let mut units = there(s, at).map(Part::unit).filter(only_or_all(only));
    units.find(|u| b.arm(*u) == Arm::Artillery)
}

/// Whether a unit can still be shaken: it is on the map and not in PGD (12.12.4).
pub fn may_check(s: &State, unit: UnitId) -> bool {
    s.unit(unit).on_map() && s.unit(unit).order != Order::Pgd && !status::is_wreck(s, unit)
}

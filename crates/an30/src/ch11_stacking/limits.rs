//! 11.1: what may stand in a hex together.

use ground::{Dir, HexId};
use table::{Refusal, rule};

use crate::ch13_movement::step;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Rank, Trait};
use crate::core::charts::{Exact, StackingRow};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Formation, Order, Part, Prone, State, UnitId};
use crate::core::status;

/// The part of a unit that stands in the hex.
#[derive(Clone, Copy)]
struct Piece {
    unit: UnitId,
    share: Exact,
    shape: Formation,
}

/// A part that stands in the hex.
fn standing(b: &Battle, s: &State, part: Part) -> Piece {
    Piece { unit: part.unit(), share: status::share(b, s, part), shape: s.unit(part.unit()).shape() }
}

/// A unit that comes into the hex, in the formation that it is in there (12.7).
fn coming(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Piece {
    let now = s.unit(unit);
    let shape = if now.order == Order::Good { step::formation_in(b, s, unit, hex) } else { now.shape() };
    // Who goes into general order comes together (12.3.1.1), guns off their road too (18.2.2).
    let whole = matches!(shape, Formation::GeneralOrder | Formation::Limbered);
    let share =
        if whole { Exact::whole(status::increments(b, s, unit).into()) } else { part_share(b, s, unit) };
    Piece { unit, share, shape }
}

/// Whether the units of a hex, as they stand, may stand together.
///
/// # Errors
/// The rule that they break.
pub fn lawful(b: &Battle, s: &State, hex: HexId) -> Result<(), Refusal> {
    let pieces: Few<Piece, 8> = s.stack(hex).map(|part| standing(b, s, part)).collect();
    together(b, s, hex, &pieces)
}

/// As [`lawful`], of some of the units of the hex.
///
/// # Errors
/// The rule that they break.
pub fn lawful_of(b: &Battle, s: &State, hex: HexId, units: &[UnitId]) -> Result<(), Refusal> {
    let own = s.stack(hex).filter(|part| units.contains(&part.unit()));
    let pieces: Few<Piece, 8> = own.map(|part| standing(b, s, part)).collect();
    together(b, s, hex, &pieces)
}

/// Whether units of a hex may end a movement there together by the will of their owner: as [`lawful`], but those in good order with those in disorder,
/// who are all disordered by it (11.1.2.e). RULING: that cures their different formations alone, and nobody else's stay (reading 1150).
///
/// # Errors
/// The rule that they break.
pub fn may_end(b: &Battle, s: &State, hex: HexId, units: &[UnitId]) -> Result<(), Refusal> {
    let own = s.stack(hex).filter(|part| units.contains(&part.unit()));
    let pieces: Few<Piece, 8> = own.map(|part| standing(b, s, part)).collect();
    gathered(b, s, hex, &pieces, Alike::ButOrder)?;
    guns_alike(b, s, hex, units)
}

/// Whether the units of a hex, as they stand, are few enough for it, whatever their formations (11.1.1).
///
/// # Errors
/// The rule that they break.
pub fn within_limits(b: &Battle, s: &State, hex: HexId) -> Result<(), Refusal> {
    let pieces: Few<Piece, 8> = s.stack(hex).map(|part| standing(b, s, part)).collect();
    let row = &b.charts.stacking[b.charts.terrain[b.ground.terrain(hex)].stacking];
    terrain_limit(b, row, hex, &pieces)
}

/// Nobody comes to those who lie prone: they and those who stand are not mixed (12.13.3).
fn lets_in(s: &State, units: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    let prone = |u: &UnitId| s.unit(*u).prone == Prone::Prone && !units.contains(u);
    if s.units_in(hex).iter().any(prone) { breaks(hex, rule!("12.13.3"), "prone.stack") } else { Ok(()) }
}

/// Whether units may end their movement in a hex with those that stand there (11.1.2).
///
/// # Errors
/// The rule that stands in the way.
pub fn may_stand(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    lets_in(s, units, hex)?;
    let there = s.stack(hex).filter(|part| !units.contains(&part.unit()));
    let mut pieces: Few<Piece, 8> = there.map(|part| standing(b, s, part)).collect();
    pieces.extend(units.iter().map(|unit| coming(b, s, *unit, hex)));
    together(b, s, hex, &pieces)
}

/// Whether a stack that comes to lie in hexes in a formation keeps within their limits and those of the formation (11.1.1, 11.1.4, 12.5.1); guns stand
/// in one of them (11.1.2.1).
///
/// # Errors
/// The limit that it breaks.
pub fn room(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    shape: Formation,
    hexes: &[HexId],
) -> Result<(), Refusal> {
    for (i, &hex) in hexes.iter().enumerate() {
        let mut pieces: Few<Piece, 8> = Few::new();
        for &unit in stack {
            let left = status::increments(b, s, unit);
            if b.arm(unit) != Arm::Artillery {
                let row = b.charts.formation_of(b.arm(unit), shape);
                let share = status::share_of(row, shape, left, i, hexes.len());
                pieces.push(Piece { unit, share, shape });
                continue;
            }
            let place = hexes.iter().position(|h| *h == s.unit(unit).hex()).unwrap_or_default();
            if place == i {
                pieces.push(Piece { unit, share: Exact::whole(left.into()), shape: s.unit(unit).shape() });
            }
        }
        if pieces.is_empty() {
            continue;
        }
        formation_limit(b, hex, &pieces)?;
        if !marches_on_a_road(b, hex, &pieces) {
            let row = &b.charts.stacking[b.charts.terrain[b.ground.terrain(hex)].stacking];
            terrain_limit(b, row, hex, &pieces)?;
        }
    }
    Ok(())
}

/// Whether skirmishers are about to join the formed friends of a hex, and may (11.1.2, reading 1203).
pub fn joins(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> bool {
    let loose = s.unit(unit).shape() == Formation::Skirmish;
    loose && s.activation.joins == hex && conforms(b, s, unit, hex).is_some()
}

/// The formation of the top unit of a hex, if a unit that joins it there has to take it up: both of one arm, in good order, in one hex (11.1.2).
pub fn conforms(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Option<Formation> {
    let there = s.units_in(hex);
    let top = there.iter().copied().find(|u| b.arm(*u) == b.arm(unit))?;
    let (own, theirs) = (s.unit(unit).shape(), s.unit(top).shape());
    // Skirmishers pass, but where their owner would have them join (reading 1203).
    let joins = own == Formation::Skirmish && s.activation.joins == hex;
    let taken = matches!(theirs, Formation::Column | Formation::Line | Formation::Square)
        || joins && theirs == Formation::GeneralOrder;
    let free = joins
        || !matches!(own, Formation::Skirmish | Formation::RoadColumn | Formation::Disorder | Formation::Pgd);
    let one = s.unit(top).hexes().len() == 1 && s.unit(unit).hexes().len() <= 1;
    let foot = b.arm(unit) != Arm::Artillery && b.side(top) == b.side(unit);
    // Limbered guns unlimber beside unlimbered ones. RULING reading 1174.
    if b.arm(unit) == Arm::Artillery && own == Formation::Limbered && s.unit(unit).on_map() {
        let guns = b.side(top) == b.side(unit) && theirs == Formation::Unlimbered;
        return (guns && top != unit && !b.is(unit, Trait::Wagon)).then_some(theirs);
    }
    (taken && free && one && foot && own != theirs).then_some(theirs)
}

/// Whether the guns among units that are to stand in a hex are all limbered, or all unlimbered (11.1.2).
///
/// # Errors
/// They are not.
pub fn guns_alike(b: &Battle, s: &State, hex: HexId, units: &[UnitId]) -> Result<(), Refusal> {
    let guns = |u: &&UnitId| b.arm(**u) == Arm::Artillery && s.unit(**u).order == Order::Good;
    let mut formations = units.iter().filter(guns).map(|u| s.unit(*u).formation == Formation::Unlimbered);
    let first = formations.next();
    if formations.all(|unlimbered| Some(unlimbered) == first) {
        return Ok(());
    }
    breaks(hex, rule!("11.1.2"), "stack.formations")
}

/// Whether units may go into a hex to those that stand there: they take up the formation of these (11.1.2), and good order may come to disorder and the
/// other way round, which disorders both at the end (11.1.2.e, f).
///
/// # Errors
/// The rule that stands in the way.
pub fn may_join(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    let there = s.units_in(hex);
    let orders = |u: &UnitId| matches!(s.unit(*u).shape(), Formation::Disorder);
    let formed = |u: &UnitId| s.unit(*u).order == Order::Good && s.unit(*u).shape() != Formation::Skirmish;
    let mixed = there.iter().chain(units).any(orders) && there.iter().chain(units).any(formed);
    let conform = units.iter().any(|u| conforms(b, s, *u, hex).is_some());
    if !(mixed || conform) {
        return may_stand(b, s, units, hex);
    }
    lets_in(s, units, hex)?;
    let mut pieces: Few<Piece, 8> = s.stack(hex).map(|part| standing(b, s, part)).collect();
    pieces.extend(units.iter().map(|unit| coming(b, s, *unit, hex)));
    gathered(b, s, hex, &pieces, Alike::Not)
}

/// Whether units may pass through a hex with those that stand there: as [`may_stand`], but units not in PGD pass freely through skirmishers and
/// skirmishers through units not in PGD (11.1.2, 11.1.2.f).
///
/// # Errors
/// The rule that stands in the way.
pub fn may_pass(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    let loose = |unit: UnitId| s.unit(unit).shape() == Formation::Skirmish;
    let routed = |unit: UnitId| s.unit(unit).shape() == Formation::Pgd;
    let there = s.units_in(hex);
    let one_side = there.iter().all(|other| units.iter().all(|unit| b.side(*unit) == b.side(*other)));
    let free = there.iter().all(|u| loose(*u)) || units.iter().all(|u| loose(*u));
    if one_side && free && !there.iter().chain(units).any(|u| routed(*u)) {
        return Ok(());
    }
    may_stand(b, s, units, hex)
}

/// Whether the units of a stack may take up a formation in a hex beside the others who are there, as those stand (11.1.1, 11.1.2): with who is in disorder
/// too, until the end of the movement (11.1.2.e).
///
/// # Errors
/// The rule that stands in the way.
pub fn may_form_beside(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    shape: Formation,
    hex: HexId,
) -> Result<(), Refusal> {
    let piece = |part: Part| match part.unit() {
        unit if stack.contains(&unit)
            && b.arm(unit) != Arm::Artillery
            && s.unit(unit).order == Order::Good =>
        {
            Piece { unit, share: Exact::whole(status::increments(b, s, unit).into()), shape }
        }
        _ => standing(b, s, part),
    };
    let pieces: Few<Piece, 8> = s.stack(hex).map(piece).collect();
    gathered(b, s, hex, &pieces, Alike::ButOrder)
}

/// The share of a unit that would stand in one of its hexes.
fn part_share(b: &Battle, s: &State, unit: UnitId) -> Exact {
    if s.unit(unit).on_map() {
        status::share(b, s, Part::new(unit, 0))
    } else {
        Exact::from(i32::from(status::increments(b, s, unit)))
    }
}

/// A refusal that names the hex.
fn breaks(hex: HexId, rule: table::Rule, why: &'static str) -> Result<(), Refusal> {
    Err(Refusal::new(rule, why).with("hex", hex_point(hex)))
}

/// Sides and arms (11.1.2), formations, then the limit of the terrain (11.1.1) and of the formation.
fn together(b: &Battle, s: &State, hex: HexId, pieces: &[Piece]) -> Result<(), Refusal> {
    gathered(b, s, hex, pieces, Alike::All)
}

/// Measure in which the units of a hex have to be in one formation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Alike {
    /// All of them.
    All,
    /// All but those in disorder, with others that are formed.
    ButOrder,
    /// Not yet: they take it up as they come.
    Not,
}

/// As [`together`]; of one formation as far as is asked.
fn gathered(b: &Battle, s: &State, hex: HexId, pieces: &[Piece], alike: Alike) -> Result<(), Refusal> {
    let shaken = |p: &Piece| p.shape == Formation::Disorder;
    let formed = |p: &Piece| !matches!(p.shape, Formation::Skirmish | Formation::Pgd);
    if pieces.is_empty() {
        return Ok(());
    }
    // Each with each: guns on top tell nothing of the infantry beneath them.
    let mut rest = pieces;
    while let Some((one, others)) = rest.split_first() {
        rest = others;
        for other in others {
            kinds(b, hex, one.unit, other.unit)?;
            let mingled = (shaken(one) && formed(other)) || (shaken(other) && formed(one));
            if alike == Alike::All || (alike == Alike::ButOrder && !mingled) {
                company(b, hex, one, other)?;
            }
            spreads(b, s, hex, one.unit, other.unit)?;
        }
    }
    let wagon = pieces.iter().find(|p| b.is(p.unit, Trait::Wagon));
    if let Some(wagon) = wagon.filter(|_| pieces.len() > 1) {
        return breaks(hex, rule!("11.1.2"), "stack.wagon")
            .map_err(|r| r.with("unit", unit_point(wagon.unit)));
    }
    formation_limit(b, hex, pieces)?;
    if marches_on_a_road(b, hex, pieces) {
        return Ok(());
    }
    let row = &b.charts.stacking[b.charts.terrain[b.ground.terrain(hex)].stacking];
    terrain_limit(b, row, hex, pieces)
}

/// Enemies, and cavalry with others, never stand together (11.1.2, 18.14.1.3).
fn kinds(b: &Battle, hex: HexId, one: UnitId, other: UnitId) -> Result<(), Refusal> {
    if b.side(one) != b.side(other) {
        return breaks(hex, rule!("11.1.2.a"), "stack.enemy");
    }
    match (b.arm(one), b.arm(other)) {
        (Arm::Cavalry, Arm::Infantry) | (Arm::Infantry, Arm::Cavalry) => {
            breaks(hex, rule!("11.1.2.b"), "stack.infantry_cavalry")
        }
        (Arm::Cavalry, Arm::Artillery) | (Arm::Artillery, Arm::Cavalry) => {
            breaks(hex, rule!("11.1.2.c"), "stack.cavalry_guns")
        }
        _ => Ok(()),
    }
}

/// All units of a hex are in the same formation (11.1.2); guns stand with infantry as they are.
fn company(b: &Battle, hex: HexId, one: &Piece, other: &Piece) -> Result<(), Refusal> {
    let (this, that) = (one.shape, other.shape);
    let (one, other) = (one.unit, other.unit);
    let loose = |f: Formation| f == Formation::Skirmish;
    if loose(this) != loose(that) {
        return breaks(hex, rule!("11.1.2.d"), "stack.skirmishers");
    }
    let guns = b.arm(one) == Arm::Artillery || b.arm(other) == Arm::Artillery;
    if (this == Formation::Pgd) != (that == Formation::Pgd) {
        return breaks(hex, rule!("11.1.2.g"), "stack.pgd");
    }
    if this == that || guns {
        return Ok(());
    }
    breaks(hex, rule!("11.1.2"), "stack.formations")
}

/// Units share several hexes only if each of them lies in all of these; guns stand in one of them (11.1.2.1).
fn spreads(b: &Battle, s: &State, hex: HexId, one: UnitId, other: UnitId) -> Result<(), Refusal> {
    let guns = b.arm(one) == Arm::Artillery || b.arm(other) == Arm::Artillery;
    let (these, those) = (s.unit(one).hexes(), s.unit(other).hexes());
    if guns || (these.len() <= 1 && those.len() <= 1) || these == those {
        return Ok(());
    }
    breaks(hex, rule!("11.1.2.1"), "stack.several_hexes")
}

/// The limit of a formation, whatever the terrain.
fn formation_limit(b: &Battle, hex: HexId, pieces: &[Piece]) -> Result<(), Refusal> {
    let limits = &b.charts.limits;
    let total: Exact = pieces.iter().map(|p| p.share).sum();
    let arm = b.arm(pieces[0].unit);
    let most = |n: i16| Exact::whole(n.into());
    let road = pieces.iter().any(|p| p.shape == Formation::RoadColumn);
    match (arm, pieces[0].shape) {
        _ if road && pieces.len() > 1 => breaks(hex, rule!("12.8.2"), "stack.road_column"),
        // A unit that is too large for it stands in two hexes all the same (12.10.3).
        (Arm::Infantry, Formation::Skirmish) if total > most(limits.skirmish.value) && pieces.len() > 1 => {
            breaks(hex, rule!("12.10.3"), "stack.limit")
        }
        (Arm::Cavalry, Formation::Column) if total > most(limits.cavalry_column.value) => {
            breaks(hex, rule!("12.5.1"), "stack.limit")
        }
        _ => Ok(()),
    }
}

/// Whether a road column has a hex with a road or trail to itself: it is on that, whatever else is in the hex (12.8), and only its own limit counts.
fn marches_on_a_road(b: &Battle, hex: HexId, pieces: &[Piece]) -> bool {
    let has_road = || Dir::ALL.into_iter().any(|dir| !b.ground.roads(hex, dir).is_empty());
    pieces.len() == 1 && pieces[0].shape == Formation::RoadColumn && has_road()
}

/// The limit of the terrain: increments, or one unit up to a rank (11.1.1); guns with infantry count more (11.1.1.1).
fn terrain_limit(b: &Battle, row: &StackingRow, hex: HexId, pieces: &[Piece]) -> Result<(), Refusal> {
    let of = |arm: Arm| pieces.iter().filter(move |p| b.arm(p.unit) == arm && !b.is(p.unit, Trait::Wagon));
    let total = |arm: Arm| of(arm).map(|p| p.share).sum::<Exact>();
    let fit = |sum: Exact, most: Option<i16>| most.is_some_and(|most| sum <= Exact::whole(most.into()));
    let within = |arm: Arm, (most, up_to): (Option<i16>, Option<Rank>)| match of(arm).collect::<Few<_>>()[..]
    {
        [] => true,
        [one] if up_to.is_some_and(|rank| b.unit(one.unit).size >= rank) => true,
        _ => fit(total(arm), most),
    };
    let any = |arm: Arm| of(arm).next().is_some();
    if any(Arm::Infantry) && any(Arm::Artillery) {
        let each = Exact::whole(b.charts.limits.gun_increment.value.into());
        let sum = total(Arm::Infantry) + total(Arm::Artillery) * each;
        let fits = fit(sum, row.infantry_with_guns);
        return if fits { Ok(()) } else { breaks(hex, rule!("11.1.1.1"), "stack.limit") };
    }
    let fits = within(Arm::Infantry, row.infantry)
        && within(Arm::Cavalry, row.cavalry)
        && within(Arm::Artillery, row.guns);
    if fits { Ok(()) } else { breaks(hex, rule!("11.1.1"), "stack.limit") }
}

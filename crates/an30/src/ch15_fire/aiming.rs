//! 15.4.1, 15.4.2, 15.5, 18.5: which hexes may fire at which, alone and together, in the Fire Segment and on the Artillery Chit.

use ground::HexId;
use table::{Refusal, Rule, Side, rule};

use crate::ch15_fire::fire::{self, Firer, Occasion};
use crate::ch15_fire::value::{self, Fire, Firers};
use crate::ch16_assault::assault;
use crate::ch18_artillery::supply;
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::FireBasis;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Chit, Formation, Shot, State, UnitId, Volley};
use crate::core::status;

fn no(rule: Rule, why: &'static str, shot: Shot, at: HexId) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(shot.unit)).with("hex", hex_point(at))
}

/// The firers of the moment: guns only on the Artillery Chit (8.9.3).
pub fn who(s: &State) -> Firers {
    if s.activation.chit == Some(Chit::Artillery) { Firers::Guns } else { Firers::All }
}

/// The hexes of a side that could fire, with their top unit each.
pub fn shots(b: &Battle, s: &State, side: Side) -> Few<Shot, 32> {
    let mut found = Few::new();
    for unit in b.unit_ids().filter(|u| b.side(*u) == side) {
        for &from in s.unit(unit).hexes() {
            if s.top(from) != Some(unit) {
                continue;
            }
            let lead = value::lead(b, s, from).map(crate::core::state::Part::unit);
            let able = lead.is_some_and(|u| {
                let guns = b.arm(u) == Arm::Artillery;
                status::row(b, s, u).fire != FireBasis::None && (guns || who(s) == Firers::All)
            });
            if able {
                found.push(Shot { unit, from });
            }
        }
    }
    found
}

/// The hexes where enemies of a side stand.
pub fn targets(b: &Battle, s: &State, side: Side) -> Few<HexId, 32> {
    let mut found: Few<HexId, 32> = Few::new();
    for unit in b.unit_ids().filter(|u| b.side(*u) != side) {
        found.extend(s.unit(unit).hexes().iter().copied().filter(|hex| s.top(*hex) == Some(unit)));
    }
    found
}

/// The volley at a hex that a side has declared.
pub fn volley_at(s: &State, side: Side, at: HexId) -> Option<&Volley> {
    s.firing.volleys.iter().find(|v| v.side == side && v.at == at && !v.howitzers)
}

/// The hexes at which a hex is to fire already.
fn fired_at(s: &State, from: HexId) -> impl Iterator<Item = HexId> + '_ {
    let ours = move |v: &&Volley| !v.howitzers && v.by.iter().any(|shot| shot.from == from);
    s.firing.volleys.iter().filter(ours).map(|v| v.at)
}

/// Whether a hex may be declared to fire at another one.
///
/// # Errors
/// The first rule in the way.
pub fn may_fire(b: &Battle, s: &State, shot: Shot, at: HexId) -> Result<Fire, Refusal> {
    let fire = may_aim(b, s, shot, at)?;
    if b.ground.distance(shot.from, at) > 1 && fires_next_door(b, s, shot) {
        return Err(no(rule!("15.5.1"), "fire.adjacent_first", shot, at));
    }
    enough(b, s, shot, at)?;
    Ok(fire)
}

/// As [`may_fire`], but for adjacent targets that go first, and for the odds.
fn may_aim(b: &Battle, s: &State, shot: Shot, at: HexId) -> Result<Fire, Refusal> {
    let fire = may_aim_alone(b, s, shot, at)?;
    together(b, s, shot, at, &fire)?;
    let promised: Few<UnitId> = s.firing.volleys.iter().flat_map(|v| promised(b, s, v)).collect();
    if fire.guns && !supply::serves(b, s, &fire.units, &promised) {
        return Err(no(rule!("18.14"), "fire.ammunition", shot, at));
    }
    Ok(fire)
}

/// The batteries that are to spend a round in a volley.
fn promised(b: &Battle, s: &State, volley: &Volley) -> Few<UnitId, 8> {
    let all = |shot: &Shot| {
        if volley.howitzers { Few::from_slice(&[shot.unit]) } else { value::batteries(b, s, shot.from) }
    };
    volley.by.iter().flat_map(all).collect()
}

/// Whether the owner may keep a battery of a hex back while the others fire (18.5): before the hex is to fire, and not the last one. RULING 1188: in the Fire
/// Segment and on the Artillery Chit; against an assault or a charge, and by opportunity, all fire.
pub fn may_spare(b: &Battle, s: &State, battery: UnitId) -> bool {
    let from = s.unit(battery).hex();
    let laid = value::batteries(b, s, from);
    laid.len() > 1 && laid.contains(&battery) && fired_at(s, from).next().is_none()
}

/// As [`may_aim`], whoever else fires at the target.
fn may_aim_alone(b: &Battle, s: &State, shot: Shot, at: HexId) -> Result<Fire, Refusal> {
    let side = b.side(shot.unit);
    if !status::is_enemy(b, s, side, at) {
        return Err(no(rule!("15.1"), "fire.no_enemy", shot, at));
    }
    if s.top(shot.from) != Some(shot.unit) {
        return Err(no(rule!("12.4.3"), "fire.top", shot, at));
    }
    if b.arm(shot.unit) != Arm::Cavalry && assaults(s, shot.from, who(s)) {
        return Err(no(rule!("15.5.4"), "fire.assault", shot, at));
    }
    let fire = value::of_hex(b, s, shot.from, at, who(s))?;
    free(b, s, shot, at)?;
    light_cavalry_first(b, s, shot, at)?;
    let shells = |v: &Volley| v.side == side && v.at == at && v.howitzers;
    if s.firing.volleys.iter().chain(&s.firing.sections).any(shells) {
        return Err(no(rule!("15.4.1"), "fire.one_attack", shot, at));
    }
    if !fire.guns && status::is_wreck_hex(s, at) {
        return Err(no(rule!("18.14.1.7"), "fire.wreck", shot, at));
    }
    Ok(fire)
}

/// Whether a hex takes part in an assault, on either side (15.5.4, 16.2.5); on the Artillery Chit guns fire all the same (16.2.5.1, 16.2.5.2).
fn assaults(s: &State, from: HexId, who: Firers) -> bool {
    who == Firers::All && assault::takes_part(s, from)
}

/// A hex fires once (15.5.2); a square up to three times, at hexes that do not touch each other (12.9.6); cavalry skirmishers at every hex
/// (12.10.8). The hexes of one unit do not fire separately at one unit (15.5.3).
fn free(b: &Battle, s: &State, shot: Shot, at: HexId) -> Result<(), Refusal> {
    let mut before: Few<HexId, 8> = fired_at(s, shot.from).collect();
    if before.contains(&at) {
        return Err(no(rule!("15.5.2"), "fire.fired", shot, at));
    }
    let square = s.stack(shot.from).any(|part| s.unit(part.unit()).shape() == Formation::Square);
    if square {
        if before.len() >= usize::from(b.charts.fire_values.square_attacks.count()) {
            return Err(no(rule!("12.9.6"), "fire.square_count", shot, at));
        }
        if before.iter().any(|other| b.ground.distance(*other, at) <= 1) {
            return Err(no(rule!("12.9.6"), "fire.square_pattern", shot, at));
        }
        return Ok(());
    }
    if b.arm(shot.unit) == Arm::Cavalry {
        // One attack with its value on each enemy, from whichever of its hexes (12.10.8).
        let ours = |v: &Volley| v.at == at && v.by.iter().any(|by| by.unit == shot.unit);
        let again = s.firing.volleys.iter().any(ours);
        return if again { Err(no(rule!("12.10.8"), "fire.skirmished", shot, at)) } else { Ok(()) };
    }
    if !before.is_empty() {
        return Err(no(rule!("15.5.2"), "fire.fired", shot, at));
    }
    let others = s.unit(shot.unit).hexes().iter().filter(|hex| **hex != shot.from);
    before.extend(others.flat_map(|hex| fired_at(s, *hex)));
    let one_unit = |hex: &HexId| {
        let there = s.units_in(*hex);
        *hex != at && s.units_in(at).iter().any(|u| there.contains(u))
    };
    if before.iter().any(one_unit) {
        return Err(no(rule!("15.5.3"), "fire.same_unit", shot, at));
    }
    Ok(())
}

/// Cavalry skirmishers next to formed enemy light cavalry skirmish with it alone (12.10.8).
fn light_cavalry_first(b: &Battle, s: &State, shot: Shot, at: HexId) -> Result<(), Refusal> {
    if b.arm(shot.unit) != Arm::Cavalry {
        return Ok(());
    }
    let side = b.side(shot.unit);
    let light = |hex: HexId| {
        let top = s.top(hex).filter(|u| b.side(*u) != side && b.arm(*u) == Arm::Cavalry);
        top.is_some_and(|u| !status::is_heavy(b, u) && status::is_formed(b, s, u))
    };
    let before = s.unit(shot.unit).hexes().iter().any(|own| {
        b.ground
            .neighbours(*own)
            .into_iter()
            .any(|hex| hex.is_some() && light(hex) && value::in_arc(b, s, *own, hex))
    });
    if before && !light(at) {
        return Err(no(rule!("12.10.8"), "fire.light_cavalry", shot, at));
    }
    Ok(())
}

/// Whether a hex has an adjacent target at which it could fire by itself: then it fires at no other (15.5.1).
pub fn fires_next_door(b: &Battle, s: &State, shot: Shot) -> bool {
    b.ground
        .neighbours(shot.from)
        .into_iter()
        .filter(|near| near.is_some() && !status::is_wreck_hex(s, *near))
        .any(|near| may_aim(b, s, shot, near).is_ok() && alone(b, s, shot, near))
}

/// Whether a hex reaches the least odds by itself (15.4.3).
pub fn alone(b: &Battle, s: &State, shot: Shot, at: HexId) -> bool {
    fire::joint(b, s, &[Firer::plain(shot.from)], at, Occasion::Segment, &[]).is_some()
}

/// Guns that are not next to their target fire together with others by a leader only.
fn together(b: &Battle, s: &State, shot: Shot, at: HexId, fire: &Fire) -> Result<(), Refusal> {
    let Some(volley) = volley_at(s, b.side(shot.unit), at) else { return Ok(()) };
    let mut guns = guns_of(b, &volley.by);
    if fire.guns {
        guns.push(shot.from);
    }
    let far = unless_near(b, guns, at);
    let others = volley.by.iter().chain([&shot]).any(|one| !far.contains(&one.from));
    let allowed = may_combine(b, s, b.side(shot.unit), &far, others);
    if allowed { Ok(()) } else { Err(no(rule!("18.5"), "fire.combine", shot, at)) }
}

/// The hexes of those whose guns fire.
fn guns_of(b: &Battle, by: &[Shot]) -> Few<HexId, 4> {
    by.iter().filter(|shot| b.arm(shot.unit) == Arm::Artillery).map(|shot| shot.from).collect()
}

/// The hexes of those whose guns fire at a hex, unless all of them are next to it (18.5).
fn far_guns(b: &Battle, by: &[Shot], at: HexId) -> Few<HexId, 4> {
    unless_near(b, guns_of(b, by), at)
}

/// Hexes of guns, unless all of them are next to their target.
fn unless_near(b: &Battle, guns: Few<HexId, 4>, at: HexId) -> Few<HexId, 4> {
    if guns.iter().any(|from| b.ground.distance(*from, at) > 1) { guns } else { Few::new() }
}

/// Whether guns that are not next to their target may fire together, and with others if there are: two adjacent stacks, one of them with a leader with
/// an artillery bonus; three, the middle one with an artillery leader of special ability (18.5, reading 21). Infantry joins distant guns by such
/// a leader with or next to them (15.4.2).
fn may_combine(b: &Battle, s: &State, side: Side, far: &[HexId], others: bool) -> bool {
    let v = &b.charts.fire_values;
    let touch = |a: HexId, c: HexId| b.ground.distance(a, c) == 1;
    let bonus = |hex: HexId| status::leaders_in(b, s, side, hex).iter().any(|l| s.bonuses(*l).artillery > 0);
    let gunner = |hex: HexId| status::leaders_in(b, s, side, hex).iter().any(|l| b.leader(*l).gunner);
    let near = |hex: HexId| b.ground.neighbours(hex).into_iter().any(|h| h.is_some() && bonus(h));
    match far[..] {
        [] => true,
        [only] => !others || bonus(only) || near(only),
        [a, c] => v.combine_two.value >= 2 && touch(a, c) && (bonus(a) || bonus(c) || gunner(a) || gunner(c)),
        [a, c, d] => {
            let middle = |m: HexId, x: HexId, y: HexId| touch(m, x) && touch(m, y) && gunner(m);
            v.combine_three.value >= 3 && (middle(a, c, d) || middle(c, a, d) || middle(d, a, c))
        }
        _ => false,
    }
}

/// Whether an attack with this hex can come to 1:3: with those who fire at the target already, and those who still could join them (15.4.2, 15.4.3).
fn enough(b: &Battle, s: &State, shot: Shot, at: HexId) -> Result<(), Refusal> {
    if alone(b, s, shot, at) {
        return Ok(());
    }
    let side = b.side(shot.unit);
    let mut by: Few<Shot, 8> = Few::from_slice(&[shot]);
    by.extend(volley_at(s, side, at).iter().flat_map(|volley| volley.by.iter().copied()));
    let far = far_guns(b, &by, at);
    let (guns, near): (Few<Shot, 8>, Few<Shot, 8>) = shots(b, s, side)
        .into_iter()
        .filter(|other| !by.iter().any(|one| one.from == other.from))
        .filter(|other| may_join(b, &far, *other, at) && may_aim_alone(b, s, *other, at).is_ok())
        .partition(|other| !far_guns(b, &[*other], at).is_empty());
    let reaches = |with: &[Shot], near: &[Shot]| {
        let all: Few<Shot, 8> = by.iter().chain(with).chain(near).copied().collect();
        let firers: Few<Firer, 8> = all.iter().map(|one| Firer::plain(one.from)).collect();
        let far = far_guns(b, &all, at);
        may_combine(b, s, side, &far, all.iter().any(|one| !far.contains(&one.from)))
            && fire::joint(b, s, &firers, at, Occasion::Segment, &[]).is_some()
    };
    let tries = |with: &[Shot]| reaches(with, &near) || reaches(with, &[]);
    let three = |i: usize, j: usize| {
        far.is_empty() && (j + 1..guns.len()).any(|k| tries(&[guns[i], guns[j], guns[k]]))
    };
    let two = |i: usize| (i + 1..guns.len()).any(|j| tries(&[guns[i], guns[j]]) || three(i, j));
    if tries(&[]) || (0..guns.len()).any(|i| tries(&[guns[i]]) || two(i)) {
        return Ok(());
    }
    Err(no(rule!("15.4.3"), "fire.odds", shot, at))
}

/// Whether a hex is near enough to join those who fire at another one: next to it or two hexes away; guns from afar if they are in one group with
/// those that fire.
fn may_join(b: &Battle, far: &[HexId], other: Shot, at: HexId) -> bool {
    if b.arm(other.unit) != Arm::Artillery {
        return b.ground.distance(other.from, at) <= b.charts.fire_values.skirmish_range.count();
    }
    far.iter().all(|hex| b.ground.distance(*hex, other.from) <= 2)
}

/// Whether a hex may forgo its fire (7.3): with a leader in whichever hex of its unit (8.1.1.1), guns also with one with an artillery bonus next to them; on the Artillery Chit, and for
/// skirmish attacks, nobody must (reading 2).
pub fn is_free(b: &Battle, s: &State, shot: Shot) -> bool {
    let (side, arm) = (b.side(shot.unit), b.arm(shot.unit));
    let bonus = |hex: HexId| status::leaders_in(b, s, side, hex).iter().any(|l| s.bonuses(*l).artillery > 0);
    who(s) == Firers::Guns
        || arm == Arm::Cavalry
        || s.units_in(shot.from).iter().any(|u| status::leader_of(b, s, *u).is_some())
        || arm == Arm::Artillery
            && b.ground.neighbours(shot.from).into_iter().any(|h| h.is_some() && bonus(h))
}

/// The top unit of a hex as one that fires.
pub fn shot_of(s: &State, unit: UnitId, from: Option<HexId>) -> Option<Shot> {
    let from = from.or_else(|| s.unit(unit).hexes().first().copied())?;
    Some(Shot { unit, from })
}

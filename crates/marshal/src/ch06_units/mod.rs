//! 6. Combat units: infantry that stands as a regiment, as its battalions or as their companies, and breaks down or re-forms in play.

use ground::HexId;
use table::{Event, Few, Refusal, rule};

use crate::Field;
use crate::ch10_increments::lawful;
use crate::ch16_organisations::fits;
use crate::ch18_movement::allowance;
use crate::core::battle::{Arm, Battle, Rank};
use crate::core::field::unit_point;
use crate::core::state::{Formation, March, Order, Part, State, Status, Unit, UnitId, did};
use crate::core::status::parts;

/// Cost of breaking down or re-forming, in half points: that of a change of formation on foot (RULING 49).
fn cost(b: &Battle) -> i16 {
    b.charts.movement.infantry.value
}

fn refuse<T>(why: &'static str, unit: UnitId) -> Result<T, Refusal> {
    Err(Refusal::new(rule!("6"), why).with("unit", unit_point(unit)))
}

/// Whether a unit in its movement breaks down into the counters of its parts, and which (6).
///
/// # Errors
/// Why it does not.
pub fn may_break_down(b: &Battle, s: &State, unit: UnitId) -> Result<Few<UnitId, 8>, Refusal> {
    let all = folded_parts(b, s, unit);
    if all.is_empty() {
        return refuse("present.parts", unit);
    }
    is_fit(b, s, unit)?;
    if s.unit(unit).formation == Formation::Skirmish {
        all.iter().try_for_each(|part| fits(b, s, *part, Formation::Skirmish, 1))?;
    }
    Ok(all)
}

/// The parts that a unit on the map stands for: all of them, but for what was lost before it re-formed.
fn folded_parts(b: &Battle, s: &State, unit: UnitId) -> Few<UnitId, 8> {
    parts(b, unit).into_iter().filter(|part| s.unit(*part).status == Status::Folded).collect()
}

/// Whether a unit can be laid out otherwise where it is: in good order, in one hex, with a point for it, not on a forced march.
fn is_fit(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    if now.order != Order::Good || now.hexes().len() != 1 {
        return refuse("present.formation", unit);
    }
    if now.march == March::Forced {
        return Err(Refusal::new(rule!("44"), "form.forced").with("unit", unit_point(unit)));
    }
    if i16::from(now.spent) + cost(b) > allowance(b, s, unit) {
        return Err(Refusal::new(rule!("16"), "form.points").with("unit", unit_point(unit)));
    }
    Ok(())
}

/// The whole that a part in its movement forms with all others that are left, and who these are (6): in one hex and formation, none of which has moved.
///
/// # Errors
/// Why it does not.
pub fn may_reform(b: &Battle, s: &State, unit: UnitId) -> Result<(UnitId, Few<UnitId, 8>), Refusal> {
    let Some(whole) = b.unit(unit).part_of.some() else { return refuse("present.parts", unit) };
    let hex = s.unit(unit).hex();
    let lost = |u: &UnitId| matches!(s.unit(*u).status, Status::Destroyed | Status::Surrendered);
    let all = parts(b, whole);
    let here: Few<UnitId, 8> = s.units_in(hex).into_iter().filter(|u| all.contains(u)).collect();
    if s.unit(whole).status != Status::Folded || all.iter().any(|u| !here.contains(u) && !lost(u)) {
        return refuse("present.together", unit);
    }
    for &part in &here {
        is_fit(b, s, part)?;
        let (own, other) = (s.unit(unit), s.unit(part));
        if (own.formation, own.aim) != (other.formation, other.aim) {
            return refuse("present.alike", part);
        }
        if part != unit && other.has(did::MOVED | did::SPENT) {
            return refuse("present.moved", part);
        }
    }
    let mut then = s.clone();
    fold(b, &mut then, whole, &here);
    if is_spent(b, &then, whole) {
        return refuse("present.losses", whole);
    }
    let others: Few<UnitId, 8> = then.units_in(hex);
    lawful(b, &then, hex, &others)?;
    fits(b, &then, whole, then.unit(whole).formation, 1)?;
    Ok((whole, here))
}

/// Whether a regiment must break down: with half of its increments lost, or as many as one of its battalions has (6).
fn is_spent(b: &Battle, s: &State, unit: UnitId) -> bool {
    let (card, lost) = (b.unit(unit), i16::from(s.unit(unit).losses));
    if card.arm != Arm::Infantry || card.size != Rank::Regiment || lost == 0 {
        return false;
    }
    let battalion = parts(b, unit).iter().map(|part| b.unit(*part).increments).min();
    battalion.is_some_and(|battalion| 2 * lost >= card.increments || lost >= battalion)
}

/// Losses dealt out to units of so many increments, as evenly as can be, the odd ones from the first on; none loses its last while another has more (RULING 50).
fn dealt(losses: u8, increments: &[i16]) -> Few<u8, 8> {
    let mut shares: Few<u8, 8> = increments.iter().map(|_| 0).collect();
    for _ in 0..losses {
        let left = |i: &usize| increments[*i] - i16::from(shares[*i]);
        let least = |keeps: i16| (0..shares.len()).filter(|i| left(i) > keeps).min_by_key(|i| shares[*i]);
        let Some(next) = least(1).or(least(0)) else { break };
        shares[next] += 1;
    }
    shares
}

/// The counters of the parts in the place of their whole, the first ones in its first hexes, with its place in the stack, facing, formation, order, deeds and
/// their shares of its losses (RULING 50).
fn unfold(b: &Battle, s: &mut State, unit: UnitId, all: &[UnitId]) {
    let whole = *s.unit(unit);
    let stacks: Few<(HexId, Few<Part, 8>), 5> =
        whole.hexes().iter().map(|hex| (*hex, s.stack(*hex).collect())).collect();
    s.lift(unit);
    s.unit_mut(unit).status = Status::Folded;
    let sizes: Few<i16, 8> = all.iter().map(|part| b.unit(*part).increments).collect();
    let before = parts(b, unit).into_iter().filter(|part| !all.contains(part));
    let before: i16 = before.map(|part| b.unit(part).increments).sum();
    let shares = dealt(whole.losses.saturating_sub(before as u8), &sizes);
    let of_fire = dealt(whole.fire_losses, &shares.iter().map(|n| i16::from(*n)).collect::<Few<i16, 8>>());
    for (i, &part) in all.iter().enumerate() {
        let now = s.unit_mut(part);
        *now = in_place_of(now, whole);
        (now.losses, now.fire_losses) = (shares[i], of_fire[i]);
        if i16::from(shares[i]) < sizes[i] {
            now.status = Status::Map;
            s.put(part, &[stacks[i * stacks.len() / all.len()].0]);
        } else {
            now.status = Status::Destroyed;
        }
        // What it fired at and whom it rode by, it did with all its parts.
        let shots: Few<HexId, 4> = s.shots.iter().filter(|shot| shot.0 == unit).map(|shot| shot.1).collect();
        s.shots.extend(shots.into_iter().map(|hex| (part, hex)));
        let riders: Few<UnitId, 4> =
            s.passed.iter().filter(|pair| pair.1 == unit).map(|pair| pair.0).collect();
        s.passed.extend(riders.into_iter().map(|rider| (rider, part)));
    }
    for (hex, before) in &stacks {
        let own: Few<Part, 8> = s.stack(*hex).filter(|part| all.contains(&part.unit())).collect();
        let order: Few<Part, 8> = before
            .iter()
            .flat_map(|part| if part.unit() == unit { own.clone() } else { Few::from_slice(&[*part]) })
            .collect();
        s.reorder(*hex, &order);
    }
}

/// The whole in the place of its parts, with their losses, and those of the parts that are lost (RULING 50).
fn fold(b: &Battle, s: &mut State, whole: UnitId, here: &[UnitId]) {
    let top = *s.unit(here[0]);
    let hex = top.hex();
    let before: Few<Part, 8> = s.stack(hex).collect();
    let lost = |u: &UnitId| match here.contains(u) {
        true => s.unit(*u).losses,
        false => b.unit(*u).increments as u8,
    };
    let losses: u8 = parts(b, whole).iter().map(lost).sum();
    let now: Few<Unit, 8> = here.iter().map(|u| *s.unit(*u)).collect();
    let most = |of: fn(&Unit) -> u8| now.iter().map(of).max().unwrap_or(0);
    let (spent, marches) = (most(|u| u.spent), most(|u| u.marches));
    let fire_losses = now.iter().map(|u| u.fire_losses).sum();
    let deeds = now.iter().fold(0, |all, u| all | u.did);
    for &part in here {
        s.lift(part);
        s.unit_mut(part).status = Status::Folded;
    }
    let mut other = top;
    other.did = deeds & !did::MOVED;
    (other.losses, other.fire_losses, other.spent, other.marches) = (losses, fire_losses, spent, marches);
    let now = s.unit_mut(whole);
    *now = in_place_of(now, other);
    s.put(whole, &[hex]);
    let whole_part = Part::new(whole, 0);
    let order: Few<Part, 8> = before
        .iter()
        .filter(|part| part.unit() == here[0] || !here.contains(&part.unit()))
        .map(|part| if part.unit() == here[0] { whole_part } else { *part })
        .collect();
    s.reorder(hex, &order);
}

/// A counter in the place of another, not yet put there: all is as it was, but for what is known of its own specific side.
fn in_place_of(own: &Unit, other: Unit) -> Unit {
    let mut now = other.lifted();
    now.status = Status::Map;
    now.set(did::SHOWN, own.has(did::SHOWN));
    now
}

/// Reason why a unit in its movement is not laid out otherwise; none if it may be.
pub(crate) fn refused(b: &Battle, s: &State, unit: UnitId) -> Option<Refusal> {
    let broken = may_break_down(b, s, unit).err()?;
    let reformed = may_reform(b, s, unit).err()?;
    Some(if b.unit(unit).part_of.some().is_some() { reformed } else { broken })
}

impl Field<'_, '_> {
    /// A unit in its movement breaks down into its parts, or re-forms with the others (6). Whoever stands there then goes on by itself.
    pub(crate) fn present(&mut self, unit: UnitId) {
        let (b, price) = (self.b, cost(self.b) as u8);
        let shown = if let Ok(all) = may_break_down(b, self.s, unit) {
            self.s.unit_mut(unit).spent += price;
            unfold(b, self.s, unit, &all);
            all[0]
        } else {
            let (whole, here) = may_reform(b, self.s, unit).expect("it was offered");
            here.iter().for_each(|part| self.s.unit_mut(*part).spent += price);
            fold(b, self.s, whole, &here);
            whole
        };
        self.tell_presented(unit, shown);
    }

    /// Regiments that have lost too much break down into their battalions (6), after the fire, mêlée or movement in which they lost it (RULING 50).
    pub(crate) fn break_down_spent(&mut self) {
        for unit in self.b.unit_ids() {
            if self.s.unit(unit).on_map() && is_spent(self.b, self.s, unit) {
                let all = folded_parts(self.b, self.s, unit);
                unfold(self.b, self.s, unit, &all);
                self.tell_presented(unit, all[0]);
            }
        }
    }

    fn tell_presented(&mut self, unit: UnitId, now: UnitId) {
        let hex = self.s.unit(now).hex();
        self.tell(|| Event::new(rule!("6"), "presented").point("unit", unit_point(unit)).place("hex", hex.0));
    }
}

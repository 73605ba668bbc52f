//! 17.1 to 17.4: who takes losses, and what they do to formations.

use ground::{Aim, HexId};
use table::{Answer, Event, Play, Rule, rule};

use crate::Field;
use crate::ch12_formations::presentation;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Rank, Trait};
use crate::core::charts::{AimKind, Exact, Spread};
use crate::core::field::{about, hex_point, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, State, Status, UnitId};
use crate::core::status::{self, Losses};
use crate::core::verb;

/// Cause: what losses come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Fire (15.5).
    Fire,
    /// A mêlée (17.1.2).
    Melee,
    /// Leaving an enemy zone involuntarily (10.5).
    Zone,
    /// Impetus (16.9.3).
    Impetus,
    /// Pursuit (19.11).
    Pursuit,
    /// Harassment (12.10.7.1).
    Harassment,
    /// An explosion (18.6.1).
    Explosion,
    /// Volunteers who go to the guns (18.13).
    Volunteers,
}

impl Cause {
    const fn rule(self) -> Rule {
        match self {
            Cause::Fire => rule!("17.1.1"),
            Cause::Melee => rule!("17.1.2"),
            Cause::Zone => rule!("10.5"),
            Cause::Impetus => rule!("16.9.3"),
            Cause::Pursuit => rule!("19.11"),
            Cause::Harassment => rule!("12.10.7.1"),
            Cause::Explosion => rule!("18.6.1"),
            Cause::Volunteers => rule!("18.13"),
        }
    }
}

/// Bearer: who of the units that were hit bears losses from fire (17.1.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bearer {
    /// The top one, then the next.
    Top,
    /// Each of them in turn: medium and long range.
    Each,
}

/// The units of a hex that take each of so many losses from fire: the top unit; guns and infantry in turn, the infantry the odd ones (17.1.1.1); at medium
/// and long range each of them spread from the top (17.1.1, reading 24).
pub fn who_is_hit(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    losses: Losses,
    bearer: Bearer,
) -> Few<(UnitId, Losses), 8> {
    let guns = |u: &UnitId| b.arm(*u) == Arm::Artillery && s.unit(*u).formation == Formation::Unlimbered;
    let foot = |u: &UnitId| b.arm(*u) == Arm::Infantry;
    let mixed = units.iter().any(guns) && units.iter().any(foot);
    let room = |u: UnitId| match b.is(u, Trait::Wagon) {
        true => u8::MAX,
        false => status::endurance(b, u).0.saturating_sub(s.unit(u).losses),
    };
    let mut shares: Few<(UnitId, u8), 8> = units.iter().map(|u| (*u, 0)).collect();
    for i in 0..losses.0 {
        let own = |u: UnitId| !mixed || foot(&u) == (i % 2 == 0);
        let open = |(u, n): (UnitId, u8), all: bool| n < room(u) && (all || own(u));
        let any = shares.iter().any(|share| open(*share, false));
        let mut able = shares.iter_mut().filter(|share| open(**share, !any));
        let hit = match bearer {
            Bearer::Top => able.next(),
            Bearer::Each => able.min_by_key(|share| share.1),
        };
        let Some((_, n)) = hit else { break };
        *n += 1;
    }
    shares.into_iter().filter(|(_, n)| *n > 0).map(|(unit, n)| (unit, Losses(n))).collect()
}

/// The one of several units that takes losses in a mêlée: guns while there are any (18.10.5, ruling 43), else the first of them (17.1.2).
pub fn who_bleeds(b: &Battle, units: impl Iterator<Item = UnitId>) -> Option<UnitId> {
    units.min_by_key(|u| b.arm(*u) != Arm::Artillery)
}

/// Losses of a regiment, dealt out to its battalions of so many increments: as equally as possible, the older ones first (12.1.4); none loses its last
/// increment while another has more than one (reading 527).
pub fn dealt(losses: Losses, increments: &[Losses]) -> Few<Losses, 8> {
    let mut shares: Few<u8, 8> = increments.iter().map(|_| 0).collect();
    for _ in 0..losses.0 {
        let left = |i: &usize| increments[*i].0.saturating_sub(shares[*i]);
        let least = |keeps: u8| (0..increments.len()).filter(|i| left(i) > keeps).min_by_key(|i| shares[*i]);
        let Some(next) = least(1).or(least(0)) else { break };
        shares[next] += 1;
    }
    shares.into_iter().map(Losses).collect()
}

impl Field<'_> {
    /// Marks losses on a unit (17), at once with what follows from them: destruction (17.3.5), breakdown (12.1.2), closing ranks (17.1.6), a
    /// formation that is too small (17.1.5, 17.1.3). Checks are the caller's.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn lose(&mut self, unit: UnitId, losses: Losses, cause: Cause) -> Play<()> {
        self.lose_in(unit, self.s.unit(unit).hex(), losses, cause)
    }

    /// As [`Field::lose`], in the hex of the unit that was hit: a unit in several shrinks away from it (17.1.6).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn lose_in(&mut self, unit: UnitId, hex: HexId, losses: Losses, cause: Cause) -> Play<()> {
        if losses == Losses::NONE || !self.s.unit(unit).on_map() {
            return Ok(());
        }
        let b = self.b;
        if b.is(unit, Trait::Wagon) {
            match cause {
                Cause::Fire | Cause::Harassment => self.lose_rounds(unit, losses, rule!("18.14.1.5")),
                _ => self.wreck(unit, rule!("18.14.1.6")),
            }
            return Ok(());
        }
        let room = status::endurance(b, unit).0.saturating_sub(self.s.unit(unit).losses);
        let losses = losses.0.min(room);
        let now = self.s.unit_mut(unit);
        now.losses += losses;
        now.event += losses;
        let left = status::increments(b, self.s, unit);
        self.tell(|| {
            Event::new(cause.rule(), "losses")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
                .number("losses", i32::from(losses))
                .number("left", i32::from(left))
        });
        if Losses(self.s.unit(unit).losses) >= status::endurance(b, unit) {
            let hexes: Few<HexId, 8> = self.s.unit(unit).hexes().into();
            let square = square_minimum(b, self.s, unit);
            match b.arm(unit) {
                Arm::Artillery => self.remove(unit, Status::Box, rule!("18.11")),
                _ => self.remove(unit, Status::Destroyed, rule!("17.3.5")),
            }
            // Those who go to serve guns leave nobody to an enemy (18.13, reading 522).
            if cause != Cause::Volunteers {
                self.leaders_left_behind(unit, &hexes);
            }
            return self.break_square(hexes[0], square);
        }
        let lay: Hexes = self.s.unit(unit).hexes().into();
        if self.break_down_if_due(unit)? {
            // A battalion is in one hex: who lies in several with it is too much there (11.1.2.1).
            return lay.iter().try_for_each(|hex| self.put_right(*hex, &[]));
        }
        let before: Hexes = self.s.unit(unit).hexes().into();
        for other in sharers(self.s, unit) {
            self.close_ranks(other, hex, most_hexes(b, self.s, unit));
        }
        let now: Hexes = self.s.unit(unit).hexes().into();
        for hex in now.iter().filter(|_| before != now) {
            self.put_right(*hex, &[])?;
        }
        self.keep_square(self.s.unit(unit).hex())
    }

    /// Losses from fire at a hex, of the units that were aimed at there, from the top (17.1.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn lose_from_fire(
        &mut self,
        hex: HexId,
        units: &[UnitId],
        losses: Losses,
        bearer: Bearer,
    ) -> Play<()> {
        for (unit, share) in who_is_hit(self.b, self.s, units, losses, bearer) {
            self.lose_in(unit, hex, share, Cause::Fire)?;
        }
        Ok(())
    }

    /// Takes a unit off the map for good.
    pub fn remove(&mut self, unit: UnitId, status: Status, why: Rule) {
        let hexes: Few<HexId, 8> = self.s.unit(unit).hexes().iter().copied().collect();
        let hex = self.s.unit(unit).hex();
        self.s.lift(unit);
        self.s.unit_mut(unit).status = status;
        self.tell(|| {
            Event::new(why, "removed")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
                .word("status", status.name())
        });
        if status == Status::Surrendered {
            self.leaders_left_behind(unit, &hexes);
        }
    }

    /// A new event begins: losses counted for its check are forgotten (17.3.4).
    pub fn forget_event(&mut self, units: &[UnitId]) {
        for &unit in units {
            self.s.unit_mut(unit).event = 0;
        }
    }

    /// A regiment that has lost half of its increments breaks down at once, if its battalions are counters; one of nine increments or less only if its
    /// owner wishes (12.1.2). Says whether it did.
    fn break_down_if_due(&mut self, unit: UnitId) -> Play<bool> {
        let (b, losses) = (self.b, &self.b.charts.losses);
        let card = b.unit(unit);
        let share = losses.breakdown_share.value;
        let due = card.arm == Arm::Infantry
            && card.size == Rank::Regiment
            && Exact::from(i32::from(status::lost(b, self.s, unit)))
                >= share * Exact::whole(card.increments.into());
        let parts = presentation::parts(b, unit);
        if !due || parts.is_empty() {
            return Ok(false);
        }
        if card.increments <= losses.breakdown_spared.value {
            let answers = [Answer::button(verb::YES), Answer::button(verb::NO)];
            let points = about([unit_point(unit)]);
            if self.choose(card.side, rule!("12.1.2"), "breakdown", points, &answers)?.verb == verb::NO {
                return Ok(false);
            }
        }
        self.break_down(unit, &parts);
        Ok(true)
    }

    /// Puts battalions in the place of their regiment, with its facing, formation and losses (12.1.2.1, 12.1.4).
    pub fn break_down(&mut self, unit: UnitId, parts: &[UnitId]) {
        let hex = self.s.unit(unit).hex();
        presentation::unfold(self.b, self.s, unit, parts);
        self.tell(|| {
            Event::new(rule!("12.1.2"), "broke_down")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
        });
    }

    /// A unit in several hexes that has too few increments for them shrinks, away from the hex that was hit, in its formation (17.1.6); and with it those
    /// who share its hexes (11.1.2.1, reading 832).
    fn close_ranks(&mut self, unit: UnitId, hit: HexId, most: usize) {
        let (b, row) = (self.b, status::row(self.b, self.s, unit));
        let hexes: Hexes = self.s.unit(unit).hexes().iter().copied().collect();
        if hexes.len() <= most {
            return;
        }
        let from_head = hexes.first() == Some(&hit);
        let kept: Hexes = if from_head { hexes[hexes.len() - most..].into() } else { hexes[..most].into() };
        let entered = self.s.unit(unit).entered;
        let stacks: Few<(HexId, Few<UnitId, 8>)> =
            kept.iter().map(|hex| (*hex, self.s.units_in(*hex))).collect();
        self.s.put(unit, &kept);
        for (hex, order) in stacks {
            self.s.reorder(hex, &order);
        }
        self.s.unit_mut(unit).entered = entered;
        self.leaders_close_up(b.side(unit), &hexes, &kept);
        let follows = row.spread == Spread::File || row.aim == AimKind::Path;
        if let Some(dir) = b.ground.dir_to(kept[0], hexes[0]).filter(|_| follows && from_head) {
            // The new head looks at where the old one was.
            self.s.unit_mut(unit).aim = Aim::hexside(dir);
        }
        self.tell(|| {
            Event::new(rule!("17.1.6"), "closed_ranks")
                .point("unit", unit_point(unit))
                .number("hexes", kept.len() as i32)
        });
    }

    /// A square that lost, or of which a unit has left its hex against its will, may be too small now (12.9.3, 17.1.5); no other formation needs
    /// more than one increment.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn keep_square(&mut self, hex: HexId) -> Play<()> {
        let least = self.s.units_in(hex).into_iter().find_map(|u| square_minimum(self.b, self.s, u));
        self.break_square(hex, least)
    }

    /// All units of a square disorder when its infantry has fewer increments than it needs, the guns in it too (12.9.3, 17.1.5.1).
    fn break_square(&mut self, hex: HexId, least: Option<i16>) -> Play<()> {
        let units = self.s.units_in(hex);
        let foot = units.iter().filter(|u| self.b.arm(**u) == Arm::Infantry);
        let left: i16 = foot.map(|u| status::increments(self.b, self.s, *u)).sum();
        for unit in units.into_iter().filter(|_| least.is_some_and(|least| left < least)) {
            self.disorder(unit, rule!("12.9.3"))?;
        }
        Ok(())
    }
}

/// The increments that the square of a unit needs, if it stands in one.
fn square_minimum(b: &Battle, s: &State, unit: UnitId) -> Option<i16> {
    (s.unit(unit).shape() == Formation::Square).then(|| status::row(b, s, unit).minimum_increments)
}

/// A unit, and those who lie in all of its several hexes.
fn sharers(s: &State, unit: UnitId) -> Units {
    let hexes = s.unit(unit).hexes();
    s.units_in(s.unit(unit).hex())
        .into_iter()
        .filter(|u| *u == unit || hexes.len() > 1 && s.unit(*u).hexes() == hexes)
        .collect()
}

/// The most hexes that a unit's increments allow in its formation.
pub(crate) fn most_hexes(b: &Battle, s: &State, unit: UnitId) -> usize {
    let (row, left) = (status::row(b, s, unit), status::increments(b, s, unit));
    let by = |each: i16| (left + each - 1).div_euclid(each.max(1)).max(1) as usize;
    match (b.arm(unit), s.unit(unit).shape()) {
        (Arm::Cavalry, Formation::Line) => by(b.charts.limits.cavalry_column.value),
        (Arm::Cavalry, Formation::Skirmish) => 2,
        _ => match (row.extend_from, row.increments_per_hex) {
            (Some(from), _) => 1 + usize::from(left >= from),
            (None, Some(each)) => by(each),
            (None, None) => s.unit(unit).hexes().len(),
        },
    }
}

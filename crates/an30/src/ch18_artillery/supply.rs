//! 18.14: ammunition: wagons, or rounds of a battery's own.

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Rule, Side, rule};

use crate::Field;
use crate::ch10_zones::zones;
use crate::ch13_movement::step;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::Traveller;
use crate::core::field::{about, unit_of, unit_point};
use crate::core::state::{FirePhase, Formation, State, Status, UnitId};
use crate::core::status::{self, Losses};
use crate::core::verb;

/// Rounds that a battery with intrinsic supply, or a wagon, has at first; the French Imperial Guard's has more (18.14.1, 18.14.2, reading 54).
pub fn rounds(b: &Battle, unit: UnitId) -> i16 {
    let (a, guard) = (&b.charts.ammunition, b.is(unit, Trait::Guard) && b.unit(unit).nation == "france");
    match (b.is(unit, Trait::Wagon), guard) {
        (true, true) => a.wagon_french_guard.value,
        (true, false) => a.wagon.value,
        (false, true) => a.intrinsic_french_guard.value,
        (false, false) => a.intrinsic.value,
    }
}

/// Whether wagons supply the guns of a side (18.14, reading 120): it has some in this battle. Else each battery has rounds of its own.
pub fn has_wagons(b: &Battle, side: Side) -> bool {
    b.wagons.iter().any(|wagon| b.side(*wagon) == side)
}

/// Whether a battery or wagon has no rounds of its own left.
pub fn is_empty(b: &Battle, s: &State, unit: UnitId) -> bool {
    i16::from(s.unit(unit).rounds) >= rounds(b, unit)
}

/// Whether a battery has ammunition (18.14): from a wagon in reach, or of its own.
pub fn is_supplied(b: &Battle, s: &State, unit: UnitId) -> bool {
    if b.is(unit, Trait::Wagon) || !has_wagons(b, b.side(unit)) {
        return !is_empty(b, s, unit);
    }
    !wagons(b, s, unit).is_empty()
}

/// Unlimbered guns without ammunition (18.10.3).
pub fn is_useless(b: &Battle, s: &State, unit: UnitId) -> bool {
    let guns = b.arm(unit) == Arm::Artillery && s.unit(unit).formation == Formation::Unlimbered;
    guns && !is_supplied(b, s, unit)
}

/// The wagons that a battery may draw from (18.14.1): of its nation and calibre, which is its printed range (18.7, 18.14.1.4), by a free route within its span.
pub fn wagons(b: &Battle, s: &State, battery: UnitId) -> Few<UnitId, 4> {
    let (card, from, a) = (b.unit(battery), s.unit(battery).hex(), &b.charts.ammunition);
    let span = if b.is(battery, Trait::Horse) { a.horse_span.count() } else { a.foot_span.count() };
    let fits = |wagon: &UnitId| {
        let (own, now) = (b.unit(*wagon), s.unit(*wagon));
        own.side == card.side
            && own.nation == card.nation
            && s.back(*wagon).range == s.back(battery).range
            && now.on_map()
            && !status::is_wreck(s, *wagon)
            && !is_empty(b, s, *wagon)
            && b.ground.distance(from, now.hex()) <= span
    };
    let near = b.wagons.iter().copied().filter(fits);
    near.filter(|wagon| from.is_some() && reaches(b, s, card.side, from, s.unit(*wagon).hex(), span))
        .collect()
}

/// Whether the wagons of some batteries have a round for each of them, besides those promised to others that draw from the same (18.14, 18.14.1): all fire at
/// once.
pub fn serves(b: &Battle, s: &State, batteries: &[UnitId], promised: &[UnitId]) -> bool {
    let guns = |u: &&UnitId| b.arm(**u) == Arm::Artillery;
    let Some(&first) = batteries.iter().find(guns).filter(|u| has_wagons(b, b.side(**u))) else {
        return true;
    };
    let each = b.charts.ammunition.attack.each();
    let own: Few<UnitId, 4> = wagons(b, s, first);
    let left = |wagon: &UnitId| (rounds(b, *wagon) - i16::from(s.unit(*wagon).rounds)) / each;
    let draws = |u: &&UnitId| wagons(b, s, **u).iter().any(|wagon| own.contains(wagon));
    let others = promised.iter().filter(guns).filter(|u| !batteries.contains(u)).filter(draws).count();
    let asked = batteries.iter().filter(guns).count() + others;
    own.iter().map(left).sum::<i16>() >= asked as i16
}

/// Whether a supply route leads from a battery to its wagon (18.14.1.1): where artillery may go, and between the two through no enemy and no enemy
/// zone (reading 121).
fn reaches(b: &Battle, s: &State, side: Side, from: HexId, to: HexId, span: u16) -> bool {
    let mut known: Few<HexId, 64> = Few::from_slice(&[from]);
    let mut begin = 0;
    for _ in 0..span {
        let end = known.len();
        for i in begin..end {
            let here = known[i];
            for dir in Dir::ALL {
                let Some(next) = b.ground.neighbour(here, dir).filter(|next| !known.contains(next)) else {
                    continue;
                };
                let is_road = b.ground.roads(here, dir).iter().next().is_some();
                if !is_road && step::ground(b, Traveller::Artillery, here, dir).is_err() {
                    continue;
                }
                if next == to {
                    return true;
                }
                if !is_barred(b, s, side, next) {
                    known.push(next);
                }
            }
        }
        begin = end;
    }
    from == to
}

/// Whether an enemy, or the zone of one, bars a hex for supply. Guns bar it with ammunition or without.
fn is_barred(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    let enemy = |near: HexId| status::is_enemy(b, s, side, near);
    enemy(hex)
        || Dir::ALL.into_iter().zip(b.ground.neighbours(hex)).any(|(dir, near)| {
            let zone = |part| zones::reaches(b, s, part).contains(dir.opposite());
            near.is_some() && enemy(near) && s.stack(near).any(zone)
        })
}

impl Field<'_> {
    /// A battery spends a round (18.14): of its own, or of a wagon that its owner chooses if there are several (18.14.1). An empty wagon goes to the
    /// battery box.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn spend_round(&mut self, battery: UnitId) -> Play<()> {
        let (b, side) = (self.b, self.b.side(battery));
        let each = b.charts.ammunition.attack.count() as u8;
        if !has_wagons(b, side) {
            self.s.unit_mut(battery).rounds += each;
            return Ok(());
        }
        let open = wagons(b, self.s, battery);
        let Some(&first) = open.first() else { return Ok(()) };
        let wagon = if open.len() == 1 {
            first
        } else {
            let answers: Few<Answer> =
                open.iter().map(|wagon| Answer::one(verb::SUPPLY, unit_point(*wagon))).collect();
            let points = about([unit_point(battery)]);
            let answer = self.choose(side, rule!("18.14.1"), "supply.wagon", points, &answers)?;
            unit_of(&answer).unwrap_or(first)
        };
        self.s.unit_mut(wagon).rounds += each;
        // All fire of a segment is one: the wagon is there until it is carried out (15.5).
        if self.s.firing.phase == FirePhase::First {
            self.put_away(wagon);
        }
        Ok(())
    }

    /// An empty wagon that is whole goes to the battery box (18.14.1).
    fn put_away(&mut self, wagon: UnitId) {
        let empty = is_empty(self.b, self.s, wagon) && !status::is_wreck(self.s, wagon);
        if empty && self.s.unit(wagon).on_map() {
            self.remove(wagon, Status::Box, rule!("18.14.1"));
        }
    }

    /// The wagons that were emptied by the fire of a segment go to the battery box when it is carried out (18.14.1, 15.5).
    pub(crate) fn put_empty_wagons_away(&mut self) {
        for &wagon in &self.b.wagons {
            self.put_away(wagon);
        }
    }

    /// A wagon loses rounds to fire or to an explosion (18.14.1.5, 18.6.1); without any it is a wreck (18.14.1.7).
    pub fn lose_rounds(&mut self, wagon: UnitId, lost: Losses, why: Rule) {
        if status::is_wreck(self.s, wagon) {
            return;
        }
        let all = rounds(self.b, wagon);
        // RULING: rounds are no increments: who loses them does not check (17.1.4, reading 1200). Its last one it may have given away.
        if is_empty(self.b, self.s, wagon) {
            return;
        }
        let now = self.s.unit_mut(wagon);
        now.rounds = i16::from(now.rounds).saturating_add(lost.0.into()).min(all) as u8;
        let left = all - i16::from(now.rounds);
        self.tell(|| {
            Event::new(why, "rounds_lost")
                .point("unit", unit_point(wagon))
                .number("rounds", i32::from(lost.0))
                .number("left", i32::from(left))
        });
        if left == 0 {
            self.wreck(wagon, why);
        }
    }
}

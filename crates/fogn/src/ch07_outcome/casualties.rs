//! Casualties to commanders (`commanders.casualties`).

use table::{Event, Play, Test, rule};

use crate::Field;
use crate::armies::Family;
use crate::ch01_command::{has_family, leader_of};
use crate::core::charts::{Peril, Rank};
use crate::core::field::{commander_point, unit_point};
use crate::core::place::commander_pose;
use crate::core::state::{Cohesion, Status, UnitId, did};

/// Hits from which a commander is in danger, those included that large units and others do not count.
const DANGEROUS: i16 = 3;

impl Field<'_, '_> {
    /// Danger to who leads a unit that took so many hits at once: all dice of the commander's rank must show enough. The unit then tests, and the commander is replaced by a
    /// competent one at the end of the next recovery phase of the side.
    pub(crate) fn endanger(&mut self, unit: UnitId, hits: i16, peril: Peril) -> Play<()> {
        if hits < DANGEROUS {
            return Ok(());
        }
        self.endanger_officers(unit, peril)?;
        let Some(leader) = leader_of(self.b, self.s, unit) else { return Ok(()) };
        let corps = self.b.commander(leader).is_of_corps();
        let dice = self.b.charts.casualty_dice(if corps { Rank::Corps } else { Rank::Division });
        let least = self.b.charts.casualty(peril);
        let who = (self.b.side(unit).enemy(), unit);
        let thrown = self.throw(rule!("commanders.casualties"), "casualty", who, dice as u16, |face| {
            u32::from(face >= least)
        })?;
        let falls = i16::try_from(thrown.of(1)).unwrap_or(0) == dice;
        self.tell(|| {
            Event::new(rule!("commanders.casualties"), "in_danger")
                .point("leader", commander_point(leader))
                .point("unit", unit_point(unit))
                .number("dice", dice)
                .number("least", least)
                .word("result", if falls { "falls" } else { "escapes" })
        });
        if falls {
            let pose = commander_pose(self.b, self.s, leader);
            let now = self.s.commander_mut(leader);
            (now.pose, now.with, now.status, now.replaced) = (pose, UnitId::NONE, Status::Lost, true);
            (now.level, now.charismatic) = (1, false);
            self.sees_trouble(unit, &[])?;
        }
        Ok(())
    }

    /// A broken unit that enemies come upon is destroyed; who leads it may fall (`recovery.broken`). RULING: as in a combat.
    pub(crate) fn overrun(&mut self, unit: UnitId) -> Play<()> {
        self.endanger(unit, DANGEROUS, Peril::Combat)?;
        self.lose(unit);
        Ok(())
    }

    /// Danger to the officers attached to a unit: one die. Who falls is gone for good, and the unit tests (`commanders.casualties`).
    fn endanger_officers(&mut self, unit: UnitId, peril: Peril) -> Play<()> {
        if !has_family(self.b, self.s, unit, Family::Officers) {
            return Ok(());
        }
        let (dice, least) = (self.b.charts.casualty_dice(Rank::Brigade), self.b.charts.casualty(peril));
        let who = (self.b.side(unit).enemy(), unit);
        let thrown = self.throw(rule!("commanders.casualties"), "casualty", who, dice as u16, |face| {
            u32::from(face >= least)
        })?;
        let falls = i16::try_from(thrown.of(1)).unwrap_or(0) == dice;
        self.tell(|| {
            Event::new(rule!("commanders.casualties"), "officers_in_danger")
                .point("unit", unit_point(unit))
                .number("dice", dice)
                .number("least", least)
                .word("result", if falls { "falls" } else { "escapes" })
        });
        if falls {
            self.s.unit_mut(unit).set(did::ORPHANED, true);
            self.sees_trouble(unit, &[])?;
        }
        Ok(())
    }

    /// A unit that was broken in the enemy's turn flees a normal move toward its own edge (`recovery.broken`).
    pub(crate) fn flee(&mut self) -> Play<Test> {
        let side = self.s.clock.side;
        let broken = self.b.units_of(side).find(|unit| {
            let now = self.s.unit(*unit);
            now.on_table()
                && now.cohesion == Cohesion::Broken
                && !now.has(did::MOVED)
                && !now.has(did::RETIRED)
        });
        let Some(unit) = broken else { return Ok(Test::Failed) };
        self.s.unit_mut(unit).set(did::MOVED, true);
        self.flees_home(unit)?;
        Ok(Test::Passed)
    }
}

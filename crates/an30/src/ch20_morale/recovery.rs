//! 20.2: recovery of good order (7.5.1, 7.5.2).

use ground::HexId;
use table::{Answer, Event, Play, Point, Side, rule};

use crate::Field;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch13_movement::step;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::field::{Errand, about, hex_point, unit_of, unit_point};
use crate::core::state::{Order, State, UnitId, did};
use crate::core::{status, verb};

/// Whether an enemy in good order is nearer than units in PGD may leave be (13.2.5, 20.2.2).
fn is_pressed(b: &Battle, s: &State, unit: UnitId) -> bool {
    let near = status::nearest_ordered_enemy(b, s, b.side(unit), s.unit(unit).hex());
    near.is_some_and(|hexes| hexes < b.charts.zones.pgd.count())
}

/// Whether a unit in PGD must rout on: an enemy in good order is nearer than it may be, and no leader is with it (13.2.5, 20.2.2).
pub fn routs_on(b: &Battle, s: &State, unit: UnitId) -> bool {
    s.unit(unit).order == Order::Pgd && status::leader_of(b, s, unit).is_none() && is_pressed(b, s, unit)
}

/// Whether a unit may check to recover: in disorder not next to an enemy (20.2.1); in PGD not within reach of an enemy in good order, unless with a
/// leader and not next to any (20.2.2).
pub fn may_recover(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let beside = status::is_adjacent_to_enemy(b, s, unit);
    let barred = match now.order {
        Order::Good => true,
        Order::Disorder => beside,
        Order::Pgd => is_pressed(b, s, unit) && (beside || status::leader_of(b, s, unit).is_none()),
    };
    now.on_map() && !now.has(did::TRIED) && !barred
}

/// The duties of a side towards its units in disorder, or in PGD: those in PGD that rout on, and the tops of the stacks that may check. The stack
/// is that of a hex.
fn due(b: &Battle, s: &State, side: Side, from: Order) -> Few<Answer> {
    let ours = b.unit_ids().filter(|u| b.side(*u) == side && s.unit(*u).on_map() && s.unit(*u).order == from);
    let mut due: Few<Answer> = Few::new();
    for unit in ours.filter(|u| !s.unit(*u).has(did::TRIED)) {
        let tries = |u: &UnitId| s.unit(*u).order == from && may_recover(b, s, *u);
        if routs_on(b, s, unit) {
            due.push(Answer::one(verb::RUN, unit_point(unit)));
        } else if s.units_in(s.unit(unit).hex()).into_iter().find(tries) == Some(unit) {
            due.push(Answer::one(verb::RECOVER, unit_point(unit)));
        }
    }
    due
}

impl Field<'_> {
    /// The owner says which of their units in PGD routs on next, or which stack in disorder or PGD checks to recover with one throw, or lets
    /// those be who need not do either (7.5.1, 7.5.2, 20.2).
    pub(crate) fn recover_next(&mut self, side: Side, from: Order) -> Play<Errand> {
        let due = due(self.b, self.s, side, from);
        let answer = match due[..] {
            [] => return Ok(Errand::Nothing),
            [only] if only.verb == verb::RUN => only,
            [first, ..] => {
                let mut answers = due.clone();
                if due.iter().all(|answer| answer.verb == verb::RECOVER) {
                    answers.push(Answer::button(verb::PASS));
                }
                let (key, points) = match due.len() {
                    1 => ("recover", first.points),
                    _ => ("recover.next", about([Point::Side(side)])),
                };
                self.choose(side, rule!("20.2"), key, points, &answers)?
            }
        };
        match (answer.verb, unit_of(&answer)) {
            (verb::RUN, Some(unit)) => {
                self.s.unit_mut(unit).set(did::TRIED, true);
                self.rout_on(unit)?;
            }
            (_, Some(unit)) => self.try_recovery(unit, from)?,
            (_, None) => {
                for top in due.iter().filter_map(unit_of) {
                    self.tried_with(top, &[from]);
                }
            }
        }
        Ok(Errand::Done)
    }

    /// Those of a hex who check with a unit, the top of them, out of some orders: they have tried.
    fn tried_with(&mut self, top: UnitId, from: &[Order]) -> Few<UnitId, 8> {
        let tries = |u: &UnitId| from.contains(&self.s.unit(*u).order) && may_recover(self.b, self.s, *u);
        let stack: Few<UnitId, 8> =
            self.s.units_in(self.s.unit(top).hex()).into_iter().filter(tries).collect();
        for &unit in &stack {
            self.s.unit_mut(unit).set(did::TRIED, true);
        }
        stack
    }

    /// A unit in PGD goes on with its rout (13.2.5).
    fn rout_on(&mut self, unit: UnitId) -> Play<()> {
        let hex = self.s.unit(unit).hex();
        self.tell(|| {
            Event::new(rule!("13.2.5"), "routs_on")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
        });
        self.retreat(unit, Retreat::Rout)?;
        Ok(())
    }

    /// The check for recovery (20.2): one throw, each unit by itself (ruling 15); for those in PGD with those in disorder too. RULING: as soon as these check
    /// (reading 1092). Who does not recover is displaced from those
    /// in good order; in PGD it routs to cover if it lost it so, or on from an enemy in good order (20.2.3).
    fn try_recovery(&mut self, top: UnitId, from: Order) -> Play<()> {
        let hex = self.s.unit(top).hex();
        let orders = [Order::Disorder, Order::Pgd];
        let stack = self.tried_with(top, if from == Order::Disorder { &orders } else { &orders[1..] });
        let verdicts = self.check_morale(&stack, &Check::plain(Kind::Recovery, rule!("20.2")))?;
        let passed: Few<UnitId, 8> = stack.iter().copied().filter(|u| verdicts.passed(*u)).collect();
        self.reform(hex, &passed)?;
        let here = self.s.units_in(hex);
        let (good, rest): (Few<UnitId, 8>, Few<UnitId, 8>) =
            here.iter().copied().partition(|u| self.s.unit(*u).order == Order::Good);
        if good.is_empty() || rest.is_empty() {
            return Ok(());
        }
        self.displace(&rest)?;
        for unit in rest {
            if !self.s.unit(unit).on_map() {
                continue;
            }
            let covers = |hex| self.b.charts.terrain[self.b.ground.terrain(hex)].cover;
            let bare =
                self.s.unit(unit).order == Order::Pgd && covers(hex) && !covers(self.s.unit(unit).hex());
            if bare || routs_on(self.b, self.s, unit) {
                self.rout_on(unit)?;
            }
        }
        Ok(())
    }

    /// Units recover good order (20.2.4): in column, cavalry in line, where the terrain lets them, guns as they are; facing as their owner
    /// wishes. Who stands with units in good order does as they do.
    fn reform(&mut self, hex: HexId, units: &[UnitId]) -> Play<()> {
        let Some(&top) = units.first() else { return Ok(()) };
        let same_arm = |u: &UnitId| self.b.arm(*u) == self.b.arm(top);
        let ordered = |u: &UnitId| self.s.unit(*u).order == Order::Good;
        let model = self.s.units_in(hex).into_iter().find(|u| ordered(u) && same_arm(u));
        for &unit in units {
            self.s.unit_mut(unit).order = Order::Good;
        }
        let chosen = match model {
            Some(model) => self.s.unit(model).aim,
            None => {
                let formation = step::formation_in(self.b, self.s, top, hex);
                self.choose_facing(top, formation, rule!("20.2.4"), "recover.facing")?
            }
        };
        for &unit in units {
            let formation = match model {
                Some(model) if self.b.arm(model) == self.b.arm(unit) => self.s.unit(model).formation,
                _ => step::formation_in(self.b, self.s, unit, hex),
            };
            let now = self.s.unit_mut(unit);
            (now.formation, now.aim) = (formation, chosen);
            let aim = self.nearest_aim(unit, formation);
            self.s.unit_mut(unit).aim = aim;
            self.tell(|| {
                Event::new(rule!("20.2.4"), "recovered")
                    .point("unit", unit_point(unit))
                    .point("hex", hex_point(hex))
            });
        }
        Ok(())
    }
}

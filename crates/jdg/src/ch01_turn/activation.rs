//! 1.D: the Activation Phase. Markers are drawn; each activation goes through its segments in their strict order.

use std::cmp::Ordering;

use ground::HexId;
use table::{Answer, Event, Flow, Play, Point, Rank, Refusal, Side, Throw, ThrowKind, Verb, rule};

use crate::ch00_general::general::ratings;
use crate::ch02_orders::orders;
use crate::ch05_stacking::reinforcements;
use crate::core::battle::{Battle, MarkerKind, Usage};
use crate::core::field::{Field, hex_point, marker_point, unit_of, unit_point};
use crate::core::state::{Chit, Condition, MarkerId, OrderStatus, Phase, Renfort, Segment, State, UnitId};
use crate::core::verb;
use crate::why;

/// The cursor of an activation's first step once its order markers have been turned up (2.4).
pub(crate) const REVEALED: u8 = 1;

impl Field<'_, '_> {
    /// D.1: the marker chosen to open the turn, or one drawn from the cup, begins an activation; the last marker is put aside
    /// and ends the phase (2.2).
    ///
    /// # Errors
    /// As [`table::Doors::roll`].
    pub fn draw_marker(&mut self) -> Play<()> {
        let at = |s: &State, chit: Chit| s.markers.iter().position(|c| *c == chit).map(|i| MarkerId(i as u8));
        if let Some(marker) = at(self.s, Chit::Opening) {
            self.activate(marker);
            return Ok(());
        }
        let left = self.s.markers.iter().filter(|c| **c == Chit::Cup).count() as u32;
        if left <= 1 {
            if let Some(marker) = at(self.s, Chit::Cup) {
                self.s.markers[marker.i()] = Chit::Out;
                self.tell(|| Event::new(rule!("2.2"), "cup.last").point("marker", marker_point(marker)));
            }
            self.delay_reinforcements();
            self.enter_phase(Phase::Rout);
            if self.s.units.iter().any(|u| u.on_map() && u.condition == Condition::Routed) {
                self.tell(|| Event::new(rule!("1.E"), "rout.begin"));
            }
            return Ok(());
        }
        let markers = self.s.markers;
        let nth = |n: u32| {
            let mut cup = (0..markers.len()).filter(|&m| markers[m] == Chit::Cup);
            MarkerId(cup.nth(n as usize).expect("the outcome is below the number of markers in the cup") as u8)
        };
        let drawn = self.doors.roll(&Throw {
            rule: rule!("2.2"),
            key: "cup.draw",
            side: None,
            kind: ThrowKind::Draw,
            faces: left,
            about: [Point::Nothing; 3],
            class: &|n| nth(n).0.into(),
            shows: &|n| marker_point(nth(n)),
        })?;
        self.activate(nth(drawn));
        Ok(())
    }

    /// A marker's activation begins (2.2).
    fn activate(&mut self, marker: MarkerId) {
        // The marker that opens the turn stays known as such while it is used: it was not drawn (5.2).
        if self.s.markers[marker.i()] != Chit::Opening {
            self.s.markers[marker.i()] = Chit::Drawn;
        }
        self.enter_phase(Phase::Activation);
        self.s.clock.marker = marker;
        let card = self.b.marker(marker);
        self.tell(|| {
            let event = Event::new(rule!("2.2"), "activation.begin")
                .opening(Rank::Section)
                .point("marker", marker_point(marker))
                .point("side", Point::Side(card.side))
                .number("initiative", card.initiative);
            match card.kind {
                MarkerKind::Ordinary(formation) => {
                    event.point("formation", Point::Formation(formation.0.into()))
                }
                MarkerKind::Combined { .. } => event.point("formation", marker_point(marker)),
            }
        });
    }

    /// Wipes off what was noted of the activation, or of the rout movement.
    pub(crate) fn clear_activation(&mut self) {
        for unit in &mut self.s.units {
            unit.begin();
        }
        for group in &mut self.s.groups {
            group.order_status = OrderStatus::Open;
        }
        self.s.entered.fill(0);
    }

    /// One step of the activation (1.D.2, 1.D.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn activation_step(&mut self) -> Play<()> {
        let flow = match self.s.clock.segment {
            Segment::Orders => self.orders_segment()?,
            Segment::Stacks => self.restack_step()?,
            Segment::Fire => self.fire_step()?,
            Segment::Movement => self.movement_step()?,
            Segment::Announce => self.announce_step()?,
            Segment::Combat => self.combat_step()?,
            Segment::Rally => self.rally_step()?,
        };
        if flow == Flow::Continue {
            return Ok(());
        }
        self.s.clock.cursor = 0;
        self.s.clock.segment = match self.s.clock.segment {
            Segment::Orders => Segment::Stacks,
            Segment::Stacks => Segment::Fire,
            Segment::Fire => Segment::Movement,
            Segment::Movement => Segment::Announce,
            Segment::Announce => Segment::Combat,
            Segment::Combat => Segment::Rally,
            Segment::Rally => {
                self.end_activation();
                return Ok(());
            }
        };
        Ok(())
    }

    /// The activation is over: the marker is put to one side (2.2).
    fn end_activation(&mut self) {
        let marker = self.s.clock.marker;
        let once = matches!(self.b.marker(marker).kind, MarkerKind::Combined { usage: Usage::Once, .. });
        // RULING J110: a combined marker that works once is spent by its activation, not by being left in the cup.
        self.s.markers[marker.i()] = if once { Chit::Spent } else { Chit::Drawn };
        for unit in self.b.unit_ids() {
            // Entered in normal march: the full rate was for this activation only (5.2.1).
            if self.s.unit(unit).renfort == Renfort::Normal {
                self.s.unit_mut(unit).renfort = Renfort::Released;
            }
        }
        self.clear_activation();
        self.enter_phase(Phase::Draw);
    }

    /// D.2: order markers are turned up; then each group without orders chooses, one a step (2.4).
    fn orders_segment(&mut self) -> Play<Flow> {
        self.s.clock.cursor = REVEALED;
        orders::group_released(self.b, self.s);
        self.reveal_orders();
        self.settle_group()
    }

    /// Restacking at the beginning of the activation (5.1.2), one stack a step; the cursor is the next stack's top unit.
    fn restack_step(&mut self) -> Play<Flow> {
        let (b, s) = (self.b, &*self.s);
        let next = b.unit_ids().skip(s.clock.cursor as usize).find(|&u| worth_restacking(b, s, u));
        let Some(lowest) = next else { return Ok(Flow::Over) };
        self.s.clock.cursor = lowest.0 + 1;
        let hex = self.s.unit(lowest).hex;
        let guns = self.b.is_gun(lowest);
        let size = self.s.stack(hex).filter(|&u| self.b.is_gun(u) == guns).count();
        // Bringing one unit to the top, as often as there are units less one, makes every order.
        for _ in 1..size {
            let side = self.b.side(lowest);
            let about = [hex_point(hex), unit_point(lowest), Point::Nothing];
            let answer = self.ask(
                side,
                rule!("5.1.2"),
                "stack.order",
                about,
                |b, s, out| {
                    let others = s.stack(hex).filter(|&u| b.is_gun(u) == guns).skip(1);
                    out.extend(others.map(|u| Answer::one(verb::TOP, unit_point(u))));
                    out.push(Answer::button(verb::PASS));
                },
                |b, s, answer| refuse_top(b, s, hex, guns, answer),
            )?;
            let Some(unit) = unit_of(&answer) else { break };
            self.bring_to_top(unit);
        }
        Ok(Flow::Continue)
    }

    /// Puts a unit on top of its stack, infantry and cavalry still under the artillery (5.1.2).
    fn bring_to_top(&mut self, unit: UnitId) {
        let hex = self.s.unit(unit).hex;
        let mut guns = [UnitId::NONE; 4];
        let mut count = 0;
        if !self.b.is_gun(unit) {
            for gun in self.s.stack(hex).filter(|&u| self.b.is_gun(u)).take(guns.len()) {
                guns[count] = gun;
                count += 1;
            }
        }
        self.s.put_on_top(unit, hex);
        for &gun in guns[..count].iter().rev() {
            self.s.put_on_top(gun, hex);
        }
        self.tell(|| {
            Event::new(rule!("5.1.2"), "stack.order").unit("unit", unit.0.into()).place("hex", hex.0)
        });
    }

    /// Formations whose units were due and whose marker was not drawn are delayed: both markers next turn (5.2.1).
    fn delay_reinforcements(&mut self) {
        for formation in self.b.formation_ids() {
            let late = reinforcements::is_due(self.b, self.s, formation)
                && !orders::is_present(self.b, self.s, formation);
            if late && !self.s.formations[formation.i()].delayed {
                self.s.formations[formation.i()].delayed = true;
                self.tell(|| {
                    Event::new(rule!("5.2.1"), "reinforcement.delayed")
                        .point("formation", Point::Formation(formation.0.into()))
                });
            }
        }
    }
}

/// Reason why a unit is not brought to the top of a stack (5.1.2).
fn refuse_top(b: &Battle, s: &State, hex: HexId, guns: bool, answer: &Answer) -> Refusal {
    let unit = unit_of(answer).expect("the action names a unit");
    let refusal =
        |why| Refusal::new(rule!("5.1.2"), why).with("unit", unit_point(unit)).with("hex", hex_point(hex));
    if !s.unit(unit).on_map() {
        return why::off_map(b, s, unit);
    }
    match s.unit(unit).hex == hex {
        false => refusal("stack.elsewhere"),
        true if b.is_gun(unit) != guns => {
            Refusal::new(rule!("5.1.2"), "stack.order").with("hex", hex_point(hex))
        }
        true => refusal("stack.on_top"),
    }
}

/// The step of an activation in which an action has its place (1.D.3), if it has only one.
pub(crate) fn step_of(verb: Verb) -> Option<Segment> {
    Some(match verb {
        verb::INITIATIVE | verb::REDUCED => Segment::Orders,
        verb::TOP => Segment::Stacks,
        verb::FIRE | verb::COMBINE => Segment::Fire,
        verb::MOVE | verb::STACK | verb::MARCH | verb::MARCH_STACK | verb::RIDE => Segment::Movement,
        verb::CHARGE | verb::CHARGE_STACK | verb::SQUARE | verb::UNSQUARE => Segment::Movement,
        verb::ENTER | verb::ENTER_STACK | verb::ENTER_NORMAL => Segment::Movement,
        verb::ATTACK => Segment::Announce,
        verb::RESOLVE => Segment::Combat,
        verb::RALLY => Segment::Rally,
        _ => return None,
    })
}

/// Reason why the active side cannot do a thing now that has its place in another step of the activation (1.D.3).
pub(crate) fn out_of_step(b: &Battle, s: &State, side: Side, answer: &Answer) -> Option<Refusal> {
    let now = s.clock.segment;
    if s.clock.phase != Phase::Activation || orders::active_side(b, s) != side {
        return None;
    }
    let step = step_of(answer.verb)?;
    let (rule, why) = match (step, step.cmp(&now)) {
        (_, Ordering::Equal) | (Segment::Stacks | Segment::Combat, Ordering::Greater) => return None,
        (Segment::Announce, Ordering::Less) if now == Segment::Combat => return None,
        (Segment::Orders, _) => (rule!("2.4.3"), "segment.orders_are_settled"),
        (Segment::Stacks, _) => (rule!("5.1.2"), "segment.stacks_are_set"),
        (Segment::Fire, Ordering::Less) => (rule!("1.D"), "segment.fire_is_over"),
        (Segment::Fire, _) => (rule!("1.D"), "segment.fire_is_later"),
        (Segment::Movement, Ordering::Less) => (rule!("1.D"), "segment.movement_is_over"),
        (Segment::Movement, _) => (rule!("1.D"), "segment.movement_is_later"),
        (Segment::Announce, Ordering::Less) => (rule!("1.D"), "segment.shock_is_over"),
        (Segment::Announce, _) => (rule!("1.D"), "segment.shock_is_later"),
        (Segment::Combat, _) => (rule!("1.D"), "segment.combat_is_over"),
        (Segment::Rally, _) => (rule!("1.D"), "segment.rally_is_later"),
    };
    Some(Refusal::new(rule, why))
}

/// Whether a unit is the lowest-numbered of its kind (guns, or others) in a stack of active units whose order matters: two or
/// more that may act and differ.
fn worth_restacking(b: &Battle, s: &State, unit: UnitId) -> bool {
    let alike = || s.stack(s.unit(unit).hex).filter(|&u| b.is_gun(u) == b.is_gun(unit));
    let may_act = |u: UnitId| {
        s.unit(u).condition < Condition::Routed
            && matches!(orders::order_status(b, s, u), Some(OrderStatus::Received | OrderStatus::NoOrders))
    };
    let figures = |u: UnitId| {
        let card = b.unit(u);
        (*ratings(b, s, u), card.heavy, card.range, s.unit(u).condition, orders::order_status(b, s, u))
    };
    let differs = |u: UnitId| figures(u) != figures(unit);
    alike().all(|u| u >= unit && may_act(u)) && alike().any(differs)
}

//! 19.7: squares in the face of cavalry, and the question what else answers a charge (19.1.1 step 3).

use ground::HexId;
use table::{Answer, Effect, Event, Modifiers, Part, Play, Refusal, Side, rule};

use crate::Field;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch11_stacking::limits;
use crate::ch14_sight::sight;
use crate::ch15_fire::fire;
use crate::ch16_assault::assault;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::SquareResult;
use crate::core::field::{about, unit_of, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{ChargeKind, Formation, Order, State, UnitId, did};
use crate::core::{Few, status, verb};

use super::charge::{self, Progress};
use super::react;
use super::recall::Recall;
use super::results::Flight;

/// Hexes between a unit and the nearest hex of cavalry that it sees, among those that are no more than so many away.
pub(super) fn nearest_seen(
    b: &Battle,
    s: &State,
    unit: UnitId,
    cavalry: &[UnitId],
    within: u16,
) -> Option<u16> {
    let theirs = cavalry.iter().flat_map(|u| s.unit(*u).hexes().iter().copied());
    let pairs = theirs.flat_map(|hex| s.unit(unit).hexes().iter().map(move |own| (*own, hex)));
    let near = pairs.filter(|(own, hex)| b.ground.distance(*own, *hex) <= within);
    let seen = near.filter(|(own, hex)| sight::sees(b, s, *own, *hex));
    seen.map(|(own, hex)| b.ground.distance(own, hex)).min()
}

/// Hexes between a unit and the nearest hex of cavalry that it sees, if those are near enough for a square (19.7).
pub fn distance(b: &Battle, s: &State, unit: UnitId, cavalry: &[UnitId]) -> Option<u16> {
    nearest_seen(b, s, unit, cavalry, b.charts.zones.square.count())
}

/// The stack of a unit: all who stand in any of its hexes, or of theirs (11.1.2.1, reading 218).
fn stack_of(s: &State, unit: UnitId) -> Units {
    fire::stack_of(s, s.unit(unit).hex())
}

/// Whether the stack of a unit, which is on top, may try to form square, or rallying square, against cavalry (19.7, 19.3.1, 19.18.5.c).
///
/// # Errors
/// Why not.
pub fn may_square(b: &Battle, s: &State, unit: UnitId, cavalry: &[UnitId]) -> Result<(), Refusal> {
    let no = |rule, why| Err(charge::no(rule, why, unit));
    let stack = stack_of(s, unit);
    if !s.unit(unit).on_map()
        || b.arm(unit) != Arm::Infantry && !stack.iter().any(|u| b.arm(*u) == Arm::Infantry)
    {
        return no(rule!("19.7"), "square.arm");
    }
    let led = stack.iter().any(|u| status::leader_of(b, s, *u).is_some());
    for &other in &stack {
        if s.unit(other).order != Order::Good {
            return no(rule!("19.3.1.j"), "square.order");
        }
        match (b.arm(other), s.unit(other).formation) {
            (Arm::Artillery, Formation::Unlimbered) if led => {}
            (Arm::Artillery, Formation::Unlimbered) => return no(rule!("19.3.1.g"), "square.guns"),
            (Arm::Artillery, _) => return no(rule!("19.3.1.h"), "square.with_limbered"),
            (Arm::Infantry, Formation::Square) => return no(rule!("19.7"), "square.already"),
            (Arm::Infantry, Formation::GeneralOrder) => return no(rule!("19.7"), "square.formation"),
            _ => {}
        }
    }
    if !s.unit(unit).hexes().iter().any(|hex| holds_square(b, *hex)) {
        return no(rule!("12.2.3"), "square.terrain");
    }
    if !fill_a_square(b, s, &stack) {
        return no(rule!("12.9.3"), "square.increments");
    }
    if s.assaults.iter().any(|a| a.targets.iter().any(|t| s.unit(unit).hexes().contains(t))) {
        return no(rule!("19.1.1.3.a"), "square.assaulted");
    }
    if stack.iter().any(|u| assault::assaults(s, *u)) {
        return no(rule!("16.2.4.1"), "square.assaults");
    }
    if s.unit(unit).has(did::DIVERTED) {
        return no(rule!("16.2.4.1"), "square.diverted");
    }
    if s.unit(unit).hexes().iter().any(|own| charge::awaits(s, *own)) {
        return no(rule!("19.1.1.3.a"), "square.in_contact");
    }
    if distance(b, s, unit, cavalry).is_none() {
        return no(rule!("19.7"), "square.far");
    }
    Ok(())
}

/// Whether the foot of a stack is enough for a square (12.9.3).
fn fill_a_square(b: &Battle, s: &State, stack: &[UnitId]) -> bool {
    let foot = stack.iter().filter(|u| b.arm(**u) == Arm::Infantry);
    let least = b.charts.formation(Arm::Infantry, Formation::Square).minimum_increments;
    foot.map(|u| status::increments(b, s, *u)).sum::<i16>() >= least
}

/// Whether the ground of a hex allows a square (12.9).
fn holds_square(b: &Battle, hex: HexId) -> bool {
    b.charts.terrain[b.ground.terrain(hex)].forms.contains(&Formation::Square)
}

/// Whether a unit forms a rallying square (19.7.2).
fn rallies(s: &State, unit: UnitId) -> bool {
    matches!(s.unit(unit).shape(), Formation::Skirmish | Formation::RoadColumn)
}

/// The modifiers of the dice of the Carré Realization Chart (19.7.1, 19.16.5): of types of troops the worst, of types of cavalry the worst.
pub fn square_parts(b: &Battle, s: &State, unit: UnitId, cavalry: &[UnitId], kind: ChargeKind) -> Modifiers {
    let m = &b.charts.square.modifiers;
    let mut to = Modifiers::new();
    m.leader.add_if(status::leader_of(b, s, unit).is_some(), &mut to);
    let lances = cavalry.iter().any(|u| s.back(*u).lance > 0);
    m.lancers.add_if(lances, &mut to);
    m.light_cavalry.add_if(!lances && cavalry.iter().any(|u| !status::is_heavy(b, *u)), &mut to);
    m.grand_charge.add_if(kind == ChargeKind::Grand, &mut to);
    let troops = b.unit(unit).troops.map(|t| b.charts.troops[usize::from(t)].id.as_str());
    for (id, of) in &b.charts.square.types {
        if troops.is_some_and(|troops| of.iter().any(|one| one == troops)) {
            let row = match id.as_str() {
                "old_guard" => &m.old_guard,
                "young_guard" => &m.young_guard,
                "legere" => &m.legere,
                "hanover_landwehr" => &m.hanover_landwehr,
                "dutch_militia" => &m.dutch_militia,
                "brunswick_line" => &m.brunswick_line,
                "hanover_line" => &m.hanover_line,
                "belgian_line" => &m.belgian_line,
                "brunswick_light" => &m.brunswick_light,
                "nassau" => &m.nassau,
                _ => continue,
            };
            to.push(row.part(1));
        }
    }
    let own = b.unit(unit).command;
    let superior = std::iter::once(own).chain(b.above(own)).find(|c| b.command(*c).superior);
    let level = superior.map_or(0, |c| i16::from(s.levels[c.i()]));
    if level > 0 {
        to.push(m.morale_level.part(level));
    }
    to
}

/// The bands of the Carré Realization Chart for a unit at a distance.
fn bands(b: &Battle, unit: UnitId, hexes: u16) -> Option<&crate::core::dice::Bands<SquareResult>> {
    let nation = &b.unit(unit).nation;
    let army = b.charts.square.armies.iter().find(|(of, _)| of == nation).map(|(_, army)| army)?;
    let row = b.charts.square.rows.iter().find(|row| row.army == *army && row.hexes == hexes as i16)?;
    Some(&row.results)
}

impl Field<'_> {
    /// Cavalry begins a movement: stacks of a side may try to form square against it, once each (19.7).
    pub fn new_attempts(&mut self, side: Side) {
        let b = self.b;
        for unit in b.unit_ids().filter(|u| b.side(*u) == side) {
            self.s.unit_mut(unit).set(did::TRIED, false);
        }
    }

    /// Infantry near cavalry that has just spent movement points may try to form square (19.7).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn squares_form(&mut self, cavalry: &[UnitId]) -> Play<()> {
        let there = |u: &UnitId| self.b.arm(*u) == Arm::Cavalry && self.s.unit(*u).on_map();
        let Some(&first) = cavalry.first() else { return Ok(()) };
        if !cavalry.iter().all(there) {
            return Ok(());
        }
        let side = self.b.side(first).enemy();
        loop {
            let able: Few<UnitId> = self
                .tops(side)
                .filter(|u| {
                    !self.s.unit(*u).has(did::TRIED) && may_square(self.b, self.s, *u, cavalry).is_ok()
                })
                .collect();
            let Some(unit) = self.who_squares(side, first, &able)? else { return Ok(()) };
            for other in stack_of(self.s, unit) {
                self.s.unit_mut(other).set(did::TRIED, true);
            }
            self.try_square(unit, cavalry, ChargeKind::Ordinary)?;
        }
    }

    /// The top units of the stacks of a side, of a stack in several hexes that of the first.
    pub(super) fn tops(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        let (b, s) = (self.b, &*self.s);
        let leads = |hex: HexId| s.units_in(hex).iter().all(|u| s.unit(*u).hex() == hex);
        b.unit_ids().filter(move |u| {
            let hex = s.unit(*u).hex();
            b.side(*u) == side && s.unit(*u).on_map() && s.top(hex) == Some(*u) && leads(hex)
        })
    }

    fn who_squares(&mut self, side: Side, cavalry: UnitId, able: &[UnitId]) -> Play<Option<UnitId>> {
        if able.is_empty() {
            return Ok(None);
        }
        let answer = self.ask(
            side,
            rule!("19.7"),
            "square",
            about([unit_point(cavalry)]),
            |_, _, out| {
                out.extend(able.iter().map(|u| Answer::one(verb::SQUARE, unit_point(*u))));
                out.push(Answer::button(verb::WAIT));
            },
            |b, s, answer| match unit_of(answer) {
                Some(unit) if b.side(unit) == side => may_square(b, s, unit, &[cavalry])
                    .err()
                    .unwrap_or(Refusal::new(rule!("19.7"), "square.tried")),
                _ => crate::ask::not_offered(rule!("19.7")),
            },
        )?;
        Ok(unit_of(&answer))
    }

    /// A stack tries to form square, or rallying square (19.7.1, 19.7.2.1), after the reactions that this calls for (19.7.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn try_square(
        &mut self,
        unit: UnitId,
        cavalry: &[UnitId],
        kind: ChargeKind,
    ) -> Play<(SquareResult, Flight)> {
        let nothing = (SquareResult::NoEffect, Flight::default());
        let stack = stack_of(self.s, unit);
        if self.spend(&stack, Act::Spend)? == Continuation::Interrupted {
            return Ok(nothing);
        }
        let Some(hexes) = distance(self.b, self.s, unit, cavalry) else { return Ok(nothing) };
        self.stand_up(&stack);
        let steps = self.b.variant;
        if rallies(self.s, unit) {
            steps.rallying_square(self, unit, cavalry, hexes, kind)
        } else {
            self.realize_square(unit, cavalry, hexes, kind)
        }
    }

    /// The throw on the Carré Realization Chart (19.7.1); the result holds for the whole stack.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn realize_square(
        &mut self,
        unit: UnitId,
        cavalry: &[UnitId],
        hexes: u16,
        kind: ChargeKind,
    ) -> Play<(SquareResult, Flight)> {
        let b = self.b;
        let mut flight = Flight::default();
        let top = stack_of(self.s, unit).into_iter().find(|u| b.arm(*u) == Arm::Infantry);
        let top = top.unwrap_or(unit);
        let Some(bands) = bands(b, top, hexes) else { return Ok((SquareResult::NoEffect, flight)) };
        let parts = square_parts(b, self.s, top, cavalry, kind);
        let total = parts.total();
        let points = about([unit_point(unit)]);
        let dice = self.throw(rule!("19.7.1"), "square", b.side(unit), points, |dice| {
            bands.place(dice.and(total)) as u32
        })?;
        let result = bands.at(dice.and(total));
        let word = match result {
            SquareResult::Square => "square",
            SquareResult::Disorder => "disorder",
            SquareResult::Rout => "rout",
            SquareResult::NoEffect => "nothing",
        };
        self.tell(|| {
            Event::new(rule!("19.7.1"), "square.tried")
                .point("unit", unit_point(unit))
                .number("dice", i32::from(dice.figure()))
                .number("total", i32::from(dice.and(total).figure()))
                .number("hexes", i32::from(hexes))
                .word("result", word)
                .parts(&parts)
        });
        let stack = stack_of(self.s, unit);
        match result {
            SquareResult::Square => self.stand_in_square(unit, &stack)?,
            SquareResult::Disorder => {
                let hexes: Few<HexId> = stack.iter().flat_map(|u| self.s.unit(*u).hexes().to_vec()).collect();
                for unit in stack {
                    self.disorder(unit, rule!("19.7.1"))?;
                }
                // Who draws together with the guns may be too many there (11.1.5).
                for hex in hexes {
                    self.put_right(hex, &[])?;
                }
            }
            SquareResult::Rout => flight = self.flee(&stack, rule!("19.7.1"))?,
            SquareResult::NoEffect => {}
        }
        Ok((result, flight))
    }

    /// A rallying square by the Règlement (19.7.2.1): a morale check by distance; who fails disorders, the others form it if they are enough (12.9.3,
    /// reading 1061).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn rallying_square(&mut self, unit: UnitId, hexes: u16, kind: ChargeKind) -> Play<SquareResult> {
        let b = self.b;
        let stack = stack_of(self.s, unit);
        let mut check = Check::plain(Kind::Other, rule!("19.7.2.1"));
        let row = b.charts.rallying.rows.iter().find(|(at, _)| *at == hexes as i16);
        let value = row.map(|(_, value)| *value).unwrap_or_default();
        check.parts.push(Part {
            effect: Effect::Add(value),
            label: "rallying-square.distance",
            rule: rule!("19.7.2.1"),
        });
        b.charts.rallying.modifiers.grand_charge.add_if(kind == ChargeKind::Grand, &mut check.parts);
        let verdicts = self.check_morale(&stack, &check)?;
        self.forget_event(&stack);
        let passed: Few<UnitId, 8> = stack.iter().copied().filter(|u| verdicts.passed(*u)).collect();
        self.suffer(&verdicts, rule!("19.7.2.1"))?;
        if !fill_a_square(b, self.s, &passed) {
            return Ok(SquareResult::Disorder);
        }
        self.stand_in_square(unit, &passed)?;
        Ok(SquareResult::Square)
    }

    /// A stack stands in square: a unit in several hexes gathers in one that its owner chooses (19.7), of those that allow it (12.9), and of these where
    /// there is room beside the guns, if there is any (11.1.1).
    fn stand_in_square(&mut self, unit: UnitId, stack: &[UnitId]) -> Play<()> {
        let own = self.s.unit(unit).hexes().iter().copied();
        let mut hexes: Few<HexId, 8> = own.filter(|hex| holds_square(self.b, *hex)).collect();
        let roomy = |hex: &HexId| {
            let mut then = self.s.clone();
            for &other in stack.iter().filter(|u| self.b.arm(**u) == Arm::Infantry) {
                then.put(other, &[*hex]);
                then.unit_mut(other).formation = Formation::Square;
            }
            limits::lawful(self.b, &then, *hex).is_ok()
        };
        if hexes.iter().any(roomy) {
            hexes.retain(|hex| roomy(hex));
        }
        let hex = self.choose_hex(self.b.side(unit), rule!("19.7"), "square.hex", unit, &hexes)?;
        for &other in stack {
            self.collapse(other, hex);
        }
        let foot: Few<UnitId, 8> =
            stack.iter().copied().filter(|u| self.b.arm(*u) == Arm::Infantry).collect();
        let aim = self.nearest_aim(foot[0], Formation::Square);
        self.form(&foot, Formation::Square, aim);
        self.put_right(hex, &[])
    }

    /// The other side's answers to a charge where it stands (19.1.1 step 3 a to c): squares, cavalry skirmishers who form up, reaction charges,
    /// one after the other as it likes, until it has done.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn charge_is_answered(&mut self, at: usize) -> Play<Progress> {
        loop {
            let Some(&top) = self.s.charges[at].units.first() else { return Ok(Progress::On) };
            let side = self.b.side(top).enemy();
            let (b, s) = (self.b, &*self.s);
            let mut list: Few<Answer> = Few::new();
            for unit in self.tops(side) {
                if s.charges[at].tried.contains(&unit) {
                    continue;
                }
                if may_square(b, s, unit, &s.charges[at].units).is_ok() {
                    list.push(Answer::one(verb::SQUARE, unit_point(unit)));
                }
                if react::may_form_up(b, s, at, unit).is_ok() {
                    list.push(Answer::one(verb::FORM, unit_point(unit)));
                }
                if react::may_react(b, s, at, unit).is_ok() {
                    list.push(Answer::one(verb::REACT, unit_point(unit)));
                    list.push(Answer::one(verb::SQUADRON, unit_point(unit)));
                }
            }
            if list.is_empty() {
                return Ok(Progress::On);
            }
            let answer = self.ask(
                side,
                rule!("19.1.1.3"),
                "charge.answered",
                about([unit_point(top)]),
                |_, _, out| {
                    out.extend_from_slice(&list);
                    out.push(Answer::button(verb::WAIT));
                },
                |b, s, answer| refuse(b, s, at, answer),
            )?;
            let Some(unit) = unit_of(&answer) else { return Ok(Progress::On) };
            if self.carry_out_answer(at, unit, &answer)? == Progress::Over {
                return Ok(Progress::Over);
            }
            self.drop_broken(at);
        }
    }

    /// One answer to a charge.
    fn carry_out_answer(&mut self, at: usize, unit: UnitId, answer: &Answer) -> Play<Progress> {
        let stack = stack_of(self.s, unit);
        self.s.charges[at].tried.extend(stack);
        let (units, kind) = (self.s.charges[at].units.clone(), self.s.charges[at].kind);
        match answer.verb {
            verb::SQUARE => {
                let hexes: Few<HexId, 8> = self.s.unit(unit).hexes().into();
                let (result, flight) = self.try_square(unit, &units, kind)?;
                self.square_tried(at, &hexes, result, flight)
            }
            verb::FORM => {
                self.form_up(at, unit)?;
                Ok(Progress::On)
            }
            _ => {
                self.preserves(unit, answer.verb == verb::SQUADRON);
                self.reaction_charge(at, unit)
            }
        }
    }

    /// The consequences of a declared target's attempt for the charge (19.1.1 step 3a, 19.1.1.3.a.i, 19.1.1.3.a.ii, 19.1.1.3.a.iii): a square, or a hex that it left, may be the end of the charge, or the
    /// beginning of another, by a recall.
    fn square_tried(
        &mut self,
        at: usize,
        hexes: &[HexId],
        result: SquareResult,
        flight: Flight,
    ) -> Play<Progress> {
        let targets: Few<HexId> =
            self.s.charges[at].targets.iter().copied().filter(|hex| hexes.contains(hex)).collect();
        if targets.is_empty() || self.s.charges[at].phase != crate::core::state::ChargePhase::Declared {
            return Ok(Progress::On);
        }
        // A square that gathered in another hex of its own is the target there.
        let now: Few<HexId> = hexes.iter().copied().filter(|hex| !self.s.is_empty(*hex)).collect();
        self.s.charges[at].targets.retain(|hex| !hexes.contains(hex));
        let others = self.s.charges[at].targets.iter().any(|hex| !self.s.is_empty(*hex));
        let c = &mut self.s.charges[at];
        c.targets.extend(if now.is_empty() && !others { targets } else { now });
        if !matches!(result, SquareResult::Square | SquareResult::Rout) {
            return Ok(Progress::On);
        }
        // A line that has other targets goes back whole, or not at all (19.2.8).
        if self.may_recall(at)? == Recall::Heard {
            return self.recalled(at);
        }
        if result == SquareResult::Rout && !others {
            return self.after_the_vanished(at, hexes, flight);
        }
        Ok(Progress::On)
    }
}

/// The reason why an answer to a charge is not open.
fn refuse(b: &Battle, s: &State, at: usize, answer: &Answer) -> Refusal {
    let offered = crate::ask::not_offered(rule!("19.1.1.3"));
    let Some(unit) = unit_of(answer) else { return offered };
    if s.charges[at].tried.contains(&unit) {
        return charge::no(rule!("19.7"), "charge.tried", unit);
    }
    match answer.verb {
        verb::SQUARE => may_square(b, s, unit, &s.charges[at].units).err().unwrap_or(offered),
        verb::FORM => react::may_form_up(b, s, at, unit).err().unwrap_or(offered),
        verb::REACT | verb::SQUADRON => react::may_react(b, s, at, unit).err().unwrap_or(offered),
        _ => offered,
    }
}

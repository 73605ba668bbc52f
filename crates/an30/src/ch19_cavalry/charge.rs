//! 19.1, 19.2: charges: who may charge, how a charge is declared, and the order in which charges are carried out.

use ground::HexId;
use table::{Answer, Event, Play, Refusal, Side, rule};

use crate::Field;
use crate::ch08_command::regroup;
use crate::ch10_zones::fans;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_point, unit_of, unit_point};
use crate::core::footprint;
use crate::core::state::{
    Charge, ChargeKind, ChargeMark, ChargePhase, Formation, Order, Phase, Readiness, State, UnitId, did,
};
use crate::core::{status, verb};

use super::{grand, targets};

/// Course of a charge: whether it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Progress {
    /// It does.
    On,
    /// It is over, or has come to its mêlée.
    Over,
}

/// The charge in which a unit takes part, if one is under way.
pub fn of(s: &State, unit: UnitId) -> Option<usize> {
    s.charges.iter().position(|c| c.phase != ChargePhase::Over && c.units.contains(&unit))
}

/// Whether charges move: in their sub-segment (7.2.2.1), and in that of their mêlées while one charges anew (19.6.2).
pub fn move_now(s: &State) -> bool {
    let anew = || s.charges.iter().any(|c| c.phase == ChargePhase::Declared);
    match s.activation.phase {
        Phase::Charges => true,
        Phase::Melees => anew(),
        _ => false,
    }
}

/// Whether units of a hex are the target of a charge that awaits its mêlée (19.2.7.1), be it in another hex of theirs.
pub fn awaits(s: &State, hex: HexId) -> bool {
    s.charges.iter().any(|c| c.phase == ChargePhase::Contact && strikes(c, s, hex))
}

/// Whether a charge has the units of a hex as its target.
pub fn strikes(charge: &Charge, s: &State, hex: HexId) -> bool {
    if charge.quarry.0.iter().any(|quarry| quarry.hex(s) == Some(hex)) {
        return true;
    }
    let is_struck = |own: &HexId| charge.targets.contains(own);
    is_struck(&hex) || s.units_in(hex).iter().any(|u| s.unit(*u).hexes().iter().any(is_struck))
}

/// Whether charging cavalry has come to a unit as its target (19.17.3): it has touched it, whether the charge awaits its mêlée yet or not.
pub fn is_contacted(b: &Battle, s: &State, unit: UnitId) -> bool {
    let hexes = s.unit(unit).hexes();
    (0..s.charges.len())
        .filter(|at| matches!(s.charges[*at].phase, ChargePhase::Declared | ChargePhase::Contact))
        .any(|at| targets::touched(b, s, at).iter().any(|hex| hexes.contains(hex)))
}

/// Whether a unit is the target of a charging unit next to it: it has no opportunity fire then (19.2.7.2).
pub fn holds_fire(b: &Battle, s: &State, unit: UnitId) -> bool {
    let hexes = s.unit(unit).hexes();
    let next_to = |other: &HexId| hexes.iter().any(|own| b.ground.distance(*other, *own) == 1);
    s.charges.iter().any(|c| {
        c.phase != ChargePhase::Over
            && c.targets.iter().any(|hex| hexes.contains(hex))
            && c.units.iter().flat_map(|u| s.unit(*u).hexes()).any(next_to)
    })
}

/// Movement points of a charge, and hexes of its zone (19.2.1).
fn depth(b: &Battle) -> u16 {
    b.charts.movement.charge.count() / 2
}

/// A refusal about a unit.
pub(super) fn no(rule: table::Rule, why: &'static str, unit: UnitId) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(unit))
}

/// Whether a unit could charge at all as it stands, in any kind of charge: cavalry in line or column of companies, straight, outside terrain of
/// general order (19.2.2, 19.2.4, 12.5.3.2).
///
/// # Errors
/// Why not.
pub fn may_charge(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    if b.arm(unit) != Arm::Cavalry {
        return Err(no(rule!("19.1"), "charge.arm", unit));
    }
    if now.hexes().iter().any(|hex| status::is_close(b, *hex)) {
        return Err(no(rule!("19.2.4"), "charge.general_order", unit));
    }
    if !matches!(now.shape(), Formation::Line | Formation::Column) {
        return Err(no(rule!("19.2.2"), "charge.formation", unit));
    }
    let row = status::row(b, s, unit);
    if footprint::layout(b, row, now.aim, now.hex(), now.hexes().len()).as_deref() != Some(now.hexes()) {
        return Err(no(rule!("12.5.3.2"), "charge.straight", unit));
    }
    Ok(())
}

/// Whether a stack may declare a charge where it stands (19.1, 19.2): ready (19.15.4, 19.15.5), not having charged yet, all of its hex, and with a
/// possible target in its zone (19.2.3).
///
/// # Errors
/// Why not.
pub fn may_declare(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    may_begin(b, s, stack)?;
    has_target(b, s, stack[0], depth(b))
}

/// Whether an enemy stands in the zone of a unit's charge, or next to it (19.2.3).
///
/// # Errors
/// That none does.
pub(super) fn has_target(b: &Battle, s: &State, top: UnitId, depth: u16) -> Result<(), Refusal> {
    let reach = fans::fan(b, s, top, depth + 1);
    let may_be = |hex: HexId| status::is_enemy(b, s, b.side(top), hex) && !status::is_wreck_hex(s, hex);
    if reach.iter().any(|(hex, _)| may_be(*hex)) {
        Ok(())
    } else {
        Err(no(rule!("19.2.3"), "charge.no_target", top))
    }
}

/// As [`may_declare`], whoever stands before it; not what is exhausted already (19.15.1.1).
///
/// # Errors
/// Why not.
pub(super) fn may_begin(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let top = stack[0];
    if s.activation.chit.is_none() {
        return Err(no(rule!("19.1"), "charge.chit", top));
    }
    regroup::may_attack(b, s, stack)?;
    for &unit in stack {
        may_charge(b, s, unit)?;
        if s.unit(unit).charge != ChargeMark::None {
            return Err(no(rule!("19.13.2"), "charge.again", unit));
        }
        match s.unit(unit).readiness {
            Readiness::Ready => {}
            Readiness::Tired => return Err(no(rule!("19.15.4"), "charge.tired", unit)),
            Readiness::Exhausted => return Err(no(rule!("19.15.5"), "charge.exhausted", unit)),
        }
        if s.unit(unit).hexes() != s.unit(top).hexes() {
            return Err(no(rule!("19.2.2"), "charge.stack", unit));
        }
    }
    if s.unit(top).hexes().iter().any(|hex| s.units_in(*hex).len() != stack.len()) {
        return Err(no(rule!("19.2.2"), "charge.stack", top));
    }
    Ok(())
}

/// The charges that a stack may declare as the next act of its movement (19.1, 19.16).
pub fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    if b.arm(stack[0]) != Arm::Cavalry {
        return;
    }
    if may_declare(b, s, stack).is_ok() {
        out.push(Answer::one(verb::CHARGE, unit_point(stack[0])));
    }
    if grand::may_lead(b, s, stack).is_ok() {
        out.push(Answer::one(verb::GRAND, unit_point(stack[0])));
    }
}

/// The reason why it may not.
pub fn refuse(b: &Battle, s: &State, stack: &[UnitId], answer: &Answer) -> Option<Refusal> {
    if answer.verb == verb::GRAND {
        return grand::may_lead(b, s, stack).err();
    }
    may_declare(b, s, stack).err()
}

/// A charge of a stack as it stands: its zone is fixed now (19.2.1).
pub fn begun(b: &Battle, s: &State, kind: ChargeKind, stack: &[UnitId], points: u16) -> Charge {
    let (top, column) = (stack[0], s.unit(stack[0]).shape() == Formation::Column);
    let mut charge = Charge::new(kind, stack, s.unit(top).hex());
    for (hex, steps) in fans::fan(b, s, top, points + 1) {
        charge.reach.push(hex);
        if steps <= points {
            charge.zone.push(hex);
        }
    }
    if column {
        charge.tail = s.unit(top).hexes()[1..].to_vec();
    }
    charge.left = 2 * points;
    charge
}

impl Field<'_> {
    /// Declares a charge (19.1.1 step 1): the marker is placed; the charge waits for the end of the maneuver unit (7.2.2). Infantry near by may
    /// form square at once (19.7).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn declare_charge(&mut self, stack: &[UnitId], answer: &Answer) -> Play<()> {
        if answer.verb == verb::GRAND {
            return self.declare_grand(stack);
        }
        self.preserve(stack)?;
        let charge = begun(self.b, self.s, ChargeKind::Ordinary, stack, depth(self.b));
        for &unit in stack {
            self.s.unit_mut(unit).charge = ChargeMark::Declared;
        }
        self.s.charges.push(charge);
        let (top, hex) = (stack[0], self.s.unit(stack[0]).hex());
        self.tell(|| {
            Event::new(rule!("19.1.1.1"), "charge.declared")
                .point("unit", unit_point(top))
                .point("hex", hex_point(hex))
        });
        self.charge_is_answered(self.s.charges.len() - 1)?;
        Ok(())
    }

    /// The owner says whether only the first squadron is to fight (19.15.2).
    pub(super) fn preserve(&mut self, stack: &[UnitId]) -> Play<()> {
        let top = stack[0];
        let answers = [Answer::button(verb::YES), Answer::button(verb::NO)];
        let points = about([unit_point(top)]);
        let answer = self.choose(self.b.side(top), rule!("19.15.2"), "charge.preserve", points, &answers)?;
        for &unit in stack {
            self.s.unit_mut(unit).set(did::PRESERVES, answer.verb == verb::YES);
        }
        Ok(())
    }

    /// Whether the stack of a unit that charges out of its turn fights with its first squadron only (19.15.2).
    pub(super) fn preserves(&mut self, unit: UnitId, first: bool) {
        for unit in self.s.units_in(self.s.unit(unit).hex()) {
            self.s.unit_mut(unit).set(did::PRESERVES, first);
        }
    }

    /// The Cavalry Charge Sub-segment (7.2.2.1): the phasing player says which charge comes next (19.1), one a checkpoint; then the mêlées.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn charge_step(&mut self) -> Play<()> {
        // A grand charge is one (19.16.4).
        let mut due: Vec<usize> = self.waiting(ChargePhase::Declared);
        due.retain(|at| grand::parts(self.s, *at)[0] == *at);
        if due.is_empty() {
            self.s.activation.phase = Phase::Melees;
            self.s.clock.cursor = 0;
            return Ok(());
        }
        let side = self.s.activation.side;
        let at = self.next_charge(side, "charge.next", &due)?;
        match self.s.charges[at].kind {
            ChargeKind::Grand => self.run_grand(at),
            _ => self.run_charge(at),
        }
    }

    /// The Charge Mêlée Sub-segment (7.2.2.2): the players choose in turns, the phasing player first (19.9), one mêlée a checkpoint; then the next
    /// chit.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn charge_melee_step(&mut self) -> Play<()> {
        let due: Vec<usize> = self.waiting(ChargePhase::Contact);
        if due.is_empty() {
            self.charges_done();
            return Ok(());
        }
        let phasing = self.s.activation.side;
        let side = if self.s.clock.cursor.is_multiple_of(2) { phasing } else { phasing.enemy() };
        let at = self.next_charge(side, "melee.next", &due)?;
        self.s.clock.cursor += 1;
        self.allot(at)?;
        let steps = self.b.variant;
        steps.charge_melee(self, at)
    }

    /// The charges in a phase, by their places.
    fn waiting(&self, phase: ChargePhase) -> Vec<usize> {
        (0..self.s.charges.len()).filter(|at| self.s.charges[*at].phase == phase).collect()
    }

    /// A side's choice among charges, by who charges.
    fn next_charge(&mut self, side: Side, key: &'static str, due: &[usize]) -> Play<usize> {
        let top = |at: &usize| self.s.charges[*at].units[0];
        let answers: Vec<Answer> =
            due.iter().map(|at| Answer::one(verb::RESOLVE, unit_point(top(at)))).collect();
        let answer = self.choose(side, rule!("19.1"), key, about([]), &answers)?;
        let chosen = unit_of(&answer).expect("resolve points at a unit");
        Ok(*due.iter().find(|at| self.s.charges[**at].units[0] == chosen).expect("it was listed"))
    }

    /// Whether those who charge can no longer: routed, or gone.
    pub(crate) fn is_broken(&self, at: usize) -> bool {
        let gone = |u: &UnitId| !self.s.unit(*u).on_map() || self.s.unit(*u).order == Order::Pgd;
        self.s.charges[at].units.iter().all(gone)
    }

    /// Exempts what those who charge do from now on: it is no movement of theirs that could be halted.
    pub(crate) fn unhalt(&mut self, at: usize) {
        for unit in self.s.charges[at].units.clone() {
            self.s.unit_mut(unit).set(did::HALTED, false);
        }
    }

    /// Takes those who are no longer able to charge out of a charge; their marker is turned (19.13.2).
    pub(crate) fn drop_broken(&mut self, at: usize) {
        let s = &mut *self.s;
        let charge = &mut s.charges[at];
        let able = |u: &UnitId| s.units[u.i()].on_map() && s.units[u.i()].order != Order::Pgd;
        let (left, broken): (Vec<UnitId>, Vec<UnitId>) = charge.units.iter().copied().partition(able);
        for unit in &broken {
            s.units[unit.i()].charge = ChargeMark::Done;
        }
        charge.units = left;
        charge.broken.extend(broken);
    }
}

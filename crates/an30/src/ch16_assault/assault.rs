//! 16.1, 16.2: who assaults what; the Assault Segment.

use ground::HexId;
use table::{Answer, Event, Play, Point, Refusal, Side, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch13_movement::{allowance, step};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{Assault, Assaulter, Formation, Order, Segment, State, UnitId};
use crate::core::{status, verb};

/// Whether a stack may declare an assault on a hex that it can still reach (16.1).
///
/// # Errors
/// Why not.
pub fn may_declare(b: &Battle, s: &State, stack: &[UnitId], target: HexId) -> Result<(), Refusal> {
    let top = stack[0];
    let no =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(target)));
    if stack.iter().any(|u| b.arm(*u) != Arm::Infantry) {
        return no(rule!("16"), "assault.infantry");
    }
    if stack.iter().any(|u| s.unit(*u).order == Order::Pgd) {
        return no(rule!("12.12"), "assault.pgd");
    }
    if stack.iter().any(|u| s.unit(*u).shape() == Formation::RoadColumn) {
        return no(rule!("12.8.4"), "assault.road_column");
    }
    if !status::is_enemy(b, s, b.side(top), target) {
        let leaders = status::leader_in(b, s, b.side(top).enemy(), target).is_some();
        let (rule, why) =
            if leaders { (rule!("16.2.6"), "assault.leaders") } else { (rule!("16.1"), "assault.nobody") };
        return no(rule, why);
    }
    if status::is_wreck_hex(s, target) {
        return no(rule!("18.14.1.7"), "assault.wreck");
    }
    let whole = s.units_in(s.unit(top).hex());
    if whole.iter().any(|u| b.arm(*u) == Arm::Infantry && !stack.contains(u)) {
        return no(rule!("16.2.2"), "assault.whole_stack");
    }
    if s.assaults.iter().any(|a| a.attackers.iter().any(|a| a.unit == top)) {
        return no(rule!("16.1"), "assault.declared");
    }
    let near =
        s.unit(top).hexes().iter().map(|hex| b.ground.distance(*hex, target)).min().unwrap_or(u16::MAX);
    if near > 1 + allowance::left(b, s, stack) / 2 {
        return no(rule!("16.1"), "assault.reach");
    }
    Ok(())
}

/// Whether a stack may assault a hex from where it stands (16.2.1): through its front, and where it could go itself (16.2.7).
///
/// # Errors
/// Why not.
pub fn may_assault(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    let no = |rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(target)))
    };
    if !status::is_enemy(b, s, b.side(unit), target) {
        return no(rule!("16.1"), "assault.nobody");
    }
    let fronts = facing::front_hexes(b, s, unit);
    if !fronts.iter().any(|(_, _, hex)| *hex == target) {
        return no(rule!("16.2.1"), "assault.front");
    }
    let open = |(part, dir, hex): &(crate::core::state::Part, ground::Dir, HexId)| {
        *hex == target && step::ground(b, status::traveller(b, s, unit), s.hex_of(*part), *dir).is_ok()
    };
    if fronts.iter().any(open) { Ok(()) } else { no(rule!("16.2.7"), "assault.closed") }
}

/// The assaults that a moving stack may declare.
pub fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    let top = stack[0];
    if b.arm(top) != Arm::Infantry {
        return;
    }
    let reach = 1 + allowance::left(b, s, stack) / 2;
    for hex in b.ground.within(s.unit(top).hex(), reach) {
        if may_declare(b, s, stack, hex).is_ok() {
            out.push(Answer::one(verb::ASSAULT, hex_point(hex)));
        }
    }
}

/// Why a declaration is not among them.
pub fn refuse(b: &Battle, s: &State, stack: &[UnitId], answer: &Answer) -> Option<Refusal> {
    may_declare(b, s, stack, hex_of(answer)?).err()
}

/// Hexes from a unit to the nearest enemy combat unit, its hex counted (16.4.1).
pub fn closing_distance(b: &Battle, s: &State, unit: UnitId) -> u8 {
    let hexes = s.unit(unit).hexes().iter();
    let near = hexes.filter_map(|hex| status::nearest_enemy(b, s, b.side(unit), *hex, |_| true)).min();
    near.unwrap_or(0).min(u16::from(u8::MAX)) as u8
}

impl Field<'_> {
    /// Stacks in these hexes are assaulted or charged: their own assaults are off at once (16.2.4).
    pub fn divert(&mut self, hexes: &[HexId]) {
        for assault in &mut self.s.assaults {
            assault.attackers.retain(|a| !hexes.contains(&a.from));
        }
        self.s.assaults.retain(|assault| !assault.attackers.is_empty());
    }

    /// Declares an assault (16.1): the marker with its distance, that of the beginning of the movement if it is shorter (16.4.1). The stack has
    /// still to get next to its target.
    pub fn declare_assault(&mut self, stack: &[UnitId], target: HexId, at_first: u8) {
        let top = stack[0];
        let distance = closing_distance(self.b, self.s, top).min(at_first);
        let now = self.s.unit(top);
        let column = now.formation == Formation::Column && now.order == Order::Good;
        let attacker = Assaulter { unit: top, from: now.hex(), column, distance, joined: false };
        let side = self.b.side(top);
        self.s.assaults.push(Assault {
            side,
            attackers: vec![attacker],
            targets: vec![target],
            locked: false,
        });
        self.tell(|| {
            Event::new(rule!("16.1"), "assault.declared")
                .point("unit", unit_point(top))
                .point("hex", hex_point(target))
                .number("hexes", i32::from(distance))
        });
    }

    /// At the end of a movement a stack with an assault marker stands before its target, or it disorders and the assault is off (16.1). An assault
    /// on a hex that others of the side assault already joins theirs (16.2.7.2). Who assaults and is assaulted is diverted (16.2.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn conclude_assault(&mut self, stack: &[UnitId]) -> Play<()> {
        let mine = |a: &Assault| a.attackers.iter().any(|a| stack.contains(&a.unit));
        let Some(at) = self.s.assaults.iter().position(mine) else { return Ok(()) };
        let target = self.s.assaults[at].targets[0];
        let here = |u: &&UnitId| self.s.unit(**u).on_map() && self.s.unit(**u).order != Order::Pgd;
        let top = stack.iter().find(here).copied();
        let stands = top.is_some_and(|top| may_assault(self.b, self.s, top, target).is_ok());
        let mut assault = self.s.assaults.remove(at);
        let (Some(top), true) = (top, stands) else {
            self.tell(|| Event::new(rule!("16.1"), "assault.cancelled").point("hex", hex_point(target)));
            for &unit in stack {
                self.disorder(unit, rule!("16.1"))?;
            }
            let hexes: Vec<HexId> = stack.iter().map(|u| self.s.unit(*u).hex()).collect();
            return self.sort_out(&hexes);
        };
        let hexes: Vec<HexId> = match self.s.top(target) {
            Some(enemy) => self.s.unit(enemy).hexes().to_vec(),
            None => vec![target],
        };
        self.divert(&hexes);
        assault.attackers[0].unit = top;
        assault.attackers[0].from = self.s.unit(top).hex();
        let joins = |a: &Assault| a.side == assault.side && a.targets.iter().any(|hex| hexes.contains(hex));
        match self.s.assaults.iter().position(joins) {
            Some(other) => {
                let other = &mut self.s.assaults[other];
                other.attackers.append(&mut assault.attackers);
                if !other.targets.contains(&target) {
                    other.targets.push(target);
                }
            }
            None => self.s.assaults.push(assault),
        }
        Ok(())
    }

    /// Puts hexes right where some units disordered and others did not (11.1.5).
    pub(super) fn sort_out(&mut self, hexes: &[HexId]) -> Play<()> {
        for hex in hexes.iter().filter(|hex| hex.is_some()) {
            self.put_right(*hex, &[])?;
        }
        Ok(())
    }

    /// The Assault Segment (7.4), one assault a checkpoint: the side with more of them chooses first, then the sides in turns.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn assault_segment(&mut self) -> Play<()> {
        if self.s.assaults.is_empty() {
            self.enter_segment(Segment::Reorganization);
            return Ok(());
        }
        let of = |s: &State, side: Side| s.assaults.iter().filter(|a| a.side == side).count();
        if self.s.clock.step == 0 {
            let first = match of(self.s, Side(0)).cmp(&of(self.s, Side(1))) {
                std::cmp::Ordering::Greater => Side(0),
                std::cmp::Ordering::Less => Side(1),
                std::cmp::Ordering::Equal => {
                    let sides = [Point::Side(Side(0)), Point::Side(Side(1))];
                    Side(self.draw(rule!("7.4"), "first", Side(0), &sides)? as u8)
                }
            };
            self.s.clock.step = first.0 + 1;
            return Ok(());
        }
        let wished = Side(self.s.clock.step - 1);
        let side = if of(self.s, wished) > 0 { wished } else { wished.enemy() };
        let at = self.next_assault(side)?;
        self.s.clock.step = side.enemy().0 + 1;
        let steps = self.b.variant;
        steps.resolve_assault(self, at)?;
        let hexes: Vec<HexId> = self.b.ground.hexes().filter(|hex| !self.s.is_empty(*hex)).collect();
        self.sort_out(&hexes)
    }

    /// The owner picks the assault that is resolved next.
    fn next_assault(&mut self, side: Side) -> Play<usize> {
        let own: Vec<(usize, HexId)> = self
            .s
            .assaults
            .iter()
            .enumerate()
            .filter(|(_, a)| a.side == side)
            .map(|(at, a)| (at, a.targets[0]))
            .collect();
        if let [(only, _)] = own[..] {
            return Ok(only);
        }
        let answers: Vec<Answer> =
            own.iter().map(|(_, hex)| Answer::one(verb::RESOLVE, hex_point(*hex))).collect();
        let answer = self.choose(side, rule!("7.4"), "assault.next", about([Point::Side(side)]), &answers)?;
        let hex = hex_of(&answer);
        Ok(own.iter().find(|(_, target)| Some(*target) == hex).expect("it was listed").0)
    }
}

//! 10.3: where a recoil or retreat may go, and what becomes of the unit there. A unit that has a choice must take a hex that
//! lets it live (10.3.1), so every step is looked at to its end.

use ground::{Dir, Feature, HexId};
use table::{Refusal, Rule, rule};

use crate::ch00_general::general::ratings;
use crate::ch04_movement::movement::costs::{self, Neighbour, Price};
use crate::ch05_stacking::{reinforcements, stacking};
use crate::ch06_facing::{facing, zones};
use crate::ch10_disorder::disorder::{Disorders, worse};
use crate::core::battle::Arm;
use crate::core::field::{Foes, hex_point, unit_point};
use crate::core::state::{Condition, UnitId};
use crate::{Battle, State, why};

/// Prospect of a withdrawal: what a withdrawal comes to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Prospect {
    /// The unit is eliminated, or may not halt.
    Lost,
    /// It ends on top of another routed unit, which is allowed only if there is no other way (5.1.2).
    Crowded,
    /// It ends lawfully.
    Safe,
}

/// Kind of unit: what makes a unit withdraw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A result of one hex (10.3.1).
    Recoil,
    /// Of two or three hexes, in rout (10.2).
    Retreat,
    /// A recall before a square (9.3.3): a recoil, but of the unit's own will and into no front hex.
    Recall,
}

/// Number of the hexes of a withdrawal: of a retreat two, of cavalry three (10.2), all others one.
fn hexes(b: &Battle, unit: UnitId, kind: Kind) -> u8 {
    match (kind, b.arm(unit)) {
        (Kind::Retreat, Arm::Cavalry) => 3,
        (Kind::Retreat, Arm::Infantry | Arm::Artillery) => 2,
        (Kind::Recoil | Kind::Recall, _) => 1,
    }
}

/// A withdrawal so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leg {
    /// The hex where it began.
    pub origin: HexId,
    /// The hex reached.
    pub at: HexId,
    /// Hexes still to go.
    pub left: u8,
    /// The unit's condition.
    pub condition: Condition,
    /// Kind of its withdrawal.
    pub kind: Kind,
}

impl Leg {
    /// Before the first hex. RULING J156: a retreat after a recoil begins afresh.
    pub fn start(b: &Battle, unit: UnitId, at: HexId, condition: Condition, kind: Kind) -> Leg {
        Leg { origin: at, at, left: hexes(b, unit, kind), condition, kind }
    }

    /// After one more hex.
    pub fn step(&self, to: HexId, condition: Condition) -> Leg {
        Leg { at: to, left: self.left.saturating_sub(1), condition, ..*self }
    }
}

/// The disorders that a step brings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Harm {
    /// For the hexside: steep slope, ford, bridge (10.3.4).
    pub side: u8,
    /// For an enemy's front hex (10.3.5).
    pub front: u8,
}

impl Harm {
    /// Together.
    pub fn total(self) -> Disorders {
        Disorders(self.side + self.front)
    }
}

/// The disorders that a step of a recoil or retreat brings.
pub(super) fn harm(b: &Battle, s: &State, unit: UnitId, from: HexId, to: HexId) -> Harm {
    let dir = b.ground.dir_to(from, to).expect("a unit withdraws hex by hex");
    let hard = |feature: Feature| b.charts.hexsides[feature].recoil_disorders;
    Harm {
        side: costs::true_features(b.ground.hexside(from, dir)).iter().any(hard).into(),
        front: zones::in_enemy_front(b, s, b.side(unit), to).into(),
    }
}

/// Whether a unit in some condition may halt in a hex (5.1.1, 5.1.2): a routed unit alone, or in need with one other.
pub fn halts(b: &Battle, s: &State, unit: UnitId, condition: Condition, hex: HexId) -> Prospect {
    let mut others = s.stack(hex).filter(|&other| other != unit);
    let Some(first) = others.next() else { return Prospect::Safe };
    if condition != Condition::Routed {
        let lawful = stacking::may_stack(b, s, unit, hex).is_ok();
        return if lawful { Prospect::Safe } else { Prospect::Lost };
    }
    let apart = [b.arm(first), b.arm(unit)];
    let mixed = apart == [Arm::Infantry, Arm::Cavalry] || apart == [Arm::Cavalry, Arm::Infantry];
    let alike = s.unit(first).condition == Condition::Routed && !mixed;
    if alike && others.next().is_none() { Prospect::Crowded } else { Prospect::Lost }
}

/// Whether a unit that enters a hex passes through units it may not stack with (10.5).
///
/// RULING J145: a routed unit traverses whoever is in its way, also a routed unit, since the two may stack only in need;
/// where it has to halt on one, it does not traverse it.
pub(super) fn traverses(b: &Battle, s: &State, unit: UnitId, leg: &Leg, hex: HexId) -> bool {
    match halts(b, s, unit, leg.condition, hex) {
        Prospect::Lost => true,
        Prospect::Crowded => leg.left > 1,
        Prospect::Safe => false,
    }
}

/// A unit that must withdraw, and from whom.
#[derive(Clone, Copy)]
pub(super) struct Withdrawal<'a> {
    pub b: &'a Battle,
    pub s: &'a State,
    pub unit: UnitId,
    pub foes: &'a Foes,
}

/// The hexes that may be chosen.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    hexes: [HexId; 6],
    count: usize,
}

impl Choices {
    /// As a list.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..self.count]
    }
}

impl Withdrawal<'_> {
    /// The next hexes with the best prospect, clockwise from N; none if the unit is lost whatever it does.
    pub fn choices(&self, leg: &Leg) -> Choices {
        let mut choices = Choices { hexes: [HexId::NONE; 6], count: 0 };
        let mut best = Prospect::Crowded;
        for hex in self.b.ground.neighbours(leg.at).into_iter().filter(|hex| hex.is_some()) {
            let prospect = self.prospect(leg, hex);
            if prospect > best {
                (best, choices.count) = (prospect, 0);
            }
            if prospect == best {
                choices.hexes[choices.count] = hex;
                choices.count += 1;
            }
        }
        choices
    }

    /// Reason why a hex is not among the choices.
    pub fn refuse(&self, leg: &Leg, to: HexId) -> Refusal {
        if let Err(refusal) = self.may_step(leg, to) {
            return refusal;
        }
        match self.prospect(leg, to) {
            Prospect::Lost => self.no(rule!("10.3.1"), "recoil.elimination", to),
            Prospect::Crowded => self.no(rule!("5.1.2"), "recoil.crowded", to),
            Prospect::Safe => why::not_offered(rule!("10.3.1")),
        }
    }

    fn no(&self, rule: Rule, why: &'static str, to: HexId) -> Refusal {
        Refusal::new(rule, why).with("unit", unit_point(self.unit)).with("hex", hex_point(to))
    }

    /// Whether the unit may take a step at all: direction (10.3.1), enemies, terrain (10.3.4).
    fn may_step(&self, leg: &Leg, to: HexId) -> Result<(), Refusal> {
        let Some(dir) = self.b.ground.dir_to(leg.at, to) else {
            return Err(self.no(rule!("10.3"), "recoil.one_hex", to));
        };
        self.may_enter(leg.at, dir, to)?;
        if leg.kind == Kind::Recall {
            self.may_fall_back(to)?;
        }
        if leg.at == leg.origin {
            return self.leaves_attackers(leg, to);
        }
        let distance = |hex| self.b.ground.distance(leg.origin, hex);
        if distance(to) > distance(leg.at) {
            Ok(())
        } else {
            Err(self.no(rule!("10.3.1"), "recoil.origin", to))
        }
    }

    /// The first hex takes the unit farther from each attacker; in a recoil a hex next to an attacker will do, if its zone of
    /// control does not reach it (10.3.1; RULING J149: not in a retreat). RULING J45: all attackers that are still on the map, where they are now.
    ///
    /// RULING J146: fire drives a unit away from the batteries that fired. RULING J147: without attackers (a unit traversed in
    /// a rout move, a refusal) only the growing distance from the first hex counts.
    fn leaves_attackers(&self, leg: &Leg, to: HexId) -> Result<(), Refusal> {
        let ground = &self.b.ground;
        for &foe in self.foes.units() {
            let at = self.s.unit(foe).hex;
            if !at.is_some() || ground.distance(at, to) > ground.distance(at, leg.at) {
                continue;
            }
            let free = leg.kind == Kind::Recoil
                && ground.dir_to(at, to).is_some_and(|dir| !zones::exerts(self.b, self.s, foe, dir));
            if !free {
                return Err(self.no(rule!("10.3.1"), "recoil.attacker", to).with("enemy", unit_point(foe)));
            }
        }
        Ok(())
    }

    /// Bar on a recall more than a recoil (9.3.3): front hexes of enemies, and hexes kept for their reinforcements (RULING J130).
    ///
    /// RULING J187: front hexes of any enemy, also of guns and squares, which have no zone of control.
    fn may_fall_back(&self, to: HexId) -> Result<(), Refusal> {
        let side = self.b.side(self.unit);
        if facing::before_enemy(self.b, self.s, side, to).is_some() {
            return Err(self.no(rule!("9.3.3"), "recall.front", to));
        }
        reinforcements::bars(self.b, self.s, side, to)
    }

    /// Enemies and terrain. Movement points do not count, but what is impassable stays so. RULING J159: hexes kept for
    /// reinforcements (5.2.3) are open to those who are driven, and zones to the demoralized (11.2).
    ///
    /// RULING J148: slopes bar nobody; the rule names the steep one with its price. What else the terrain charts close to an arm
    /// (NA) is impassable to it (4.3.2), unless a road or trail lifts the bar.
    fn may_enter(&self, from: HexId, dir: Dir, to: HexId) -> Result<(), Refusal> {
        let (b, s, unit) = (self.b, self.s, self.unit);
        let side = b.side(unit);
        if s.top(to).is_some_and(|top| b.side(top) != side) {
            return Err(self.no(rule!("10.3.1"), "recoil.enemy", to));
        }
        match costs::price(b, b.arm(unit), from, dir, to, Neighbour::Nobody) {
            Price::HalfMp(cost) => {
                let row = &b.charts.terrain[b.ground.terrain(to)];
                let short = row.recoil_needs_mp == Some(true) && cost > ratings(b, s, unit).half_mp;
                if short { Err(self.no(rule!("10.3.4"), "recoil.castle", to)) } else { Ok(()) }
            }
            Price::BarredSide | Price::ImpassableSide
                if costs::only_slopes_bar(b, b.arm(unit), from, dir) =>
            {
                let castle = b.charts.terrain[b.ground.terrain(to)].recoil_needs_mp == Some(true);
                if castle { Err(self.no(rule!("10.3.4"), "recoil.castle", to)) } else { Ok(()) }
            }
            price => Err(Refusal { rule: rule!("10.3.4"), ..costs::barred(unit, to, price) }),
        }
    }

    /// Prospect of a step, if the owner goes on as well as possible.
    fn prospect(&self, leg: &Leg, to: HexId) -> Prospect {
        if self.may_step(leg, to).is_err() {
            return Prospect::Lost;
        }
        let harm = harm(self.b, self.s, self.unit, leg.at, to);
        let condition = worse(self.b, self.unit, leg.condition, harm.total());
        if condition == Condition::Eliminated {
            return Prospect::Lost;
        }
        if condition == Condition::Routed && leg.condition != Condition::Routed {
            return self.best(&Leg::start(self.b, self.unit, to, condition, Kind::Retreat));
        }
        let leg = leg.step(to, condition);
        match halts(self.b, self.s, self.unit, condition, to) {
            Prospect::Lost => self.best(&leg),
            halt if leg.left == 0 => halt,
            _ => self.best(&leg),
        }
    }

    /// The best prospect from here on.
    fn best(&self, leg: &Leg) -> Prospect {
        let neighbours = self.b.ground.neighbours(leg.at).into_iter().filter(|hex| hex.is_some());
        neighbours.map(|hex| self.prospect(leg, hex)).max().unwrap_or(Prospect::Lost)
    }
}

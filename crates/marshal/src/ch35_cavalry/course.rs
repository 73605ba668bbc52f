//! The course of a charge, hex by hex (37, 38).

use ground::{Aim, Dir, HexId};
use table::{Answer, Event, Few, Play, Point, Refusal, rule};

use crate::Field;
use crate::ask::not_offered;
use crate::ch10_increments::may_stand;
use crate::ch16_organisations::may_form;
use crate::ch18_movement::hexside_cost;
use crate::ch21_fire::blocked;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, State, UnitId, did, strain};
use crate::core::{status, verb};

/// A charge on its way.
#[derive(Clone, Debug)]
pub struct Course {
    /// Those who charge, the top one first.
    pub units: Few<UnitId, 4>,
    /// Half movement points that are left.
    pub left: i16,
    /// Hexes entered.
    pub hexes: i16,
    /// Hexes entered in a straight line up to here.
    pub straight: i16,
    /// Whether an enemy could have been struck.
    pub offered: bool,
    /// Whether an enemy was met or driven off: the charge came to something.
    pub met: bool,
    /// Whether the recall was tried: once in a charge (38).
    pub recalled: bool,
    /// The enemy cavalry that charges against it (39), with the hexes that each may still go.
    pub against: Few<(UnitId, i16), 4>,
}

impl Course {
    /// A charge as it begins: five points more than the slowest has (37).
    pub fn begin(b: &Battle, units: Few<UnitId, 4>) -> Course {
        let slowest = units.iter().map(|u| b.unit(*u).movement).min().unwrap_or(0);
        let left = 2 * slowest + b.charts.charge.bonus.value;
        Course {
            units,
            left,
            hexes: 0,
            straight: 0,
            offered: false,
            met: false,
            recalled: false,
            against: Few::new(),
        }
    }

    /// The top unit.
    pub fn top(&self) -> UnitId {
        self.units[0]
    }

    /// Whether it has gone straight so far that it strikes with the charge's advantages (38).
    pub fn is_straight(&self, b: &Battle) -> bool {
        self.straight >= b.charts.charge.straight.value
    }
}

/// Progress of a charge: whether it goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It does.
    On,
    /// It is over.
    Over,
}

/// A step of cavalry that charges: where to, how it lies and looks then, at what cost in half points, how far it turned, and over which carré.
#[derive(Clone, Debug)]
pub struct Step {
    /// The hexes.
    pub hexes: Hexes,
    /// The aim.
    pub aim: Aim,
    /// The cost.
    pub cost: i16,
    /// Hexsides turned.
    pub turned: i16,
    /// The carré of the enemy that it rides over, if it does (38).
    pub over: Option<HexId>,
}

/// Hexsides by which cavalry turns to go through one, and its aim then: a column towards the hexside, a line so that it is before its front.
fn turn_to(formation: Formation, aim: Aim, dir: Dir) -> (i16, Aim) {
    let fronts = |aim: &Aim| match formation {
        Formation::Line => {
            let left = labataille::faces::zero(*aim);
            left == dir || left.turn(1) == dir
        }
        _ => *aim == Aim::hexside(dir),
    };
    let turns = [0_i8, 1, -1, 2, -2, 3].into_iter().map(|turn| (i16::from(turn.abs()), aim.turn(2 * turn)));
    turns.into_iter().find(|(_, aim)| fronts(aim)).unwrap_or((6, aim))
}

/// Whether charging cavalry may go over the friends in a hex: skirmishers, carrés, limbered guns and other cavalry (16, 18).
fn lets_through(b: &Battle, s: &State, hex: HexId) -> bool {
    s.units_in(hex).into_iter().all(|u| {
        let now = s.unit(u);
        b.arm(u) == Arm::Cavalry
            || matches!(now.formation, Formation::Skirmish | Formation::Square | Formation::Limbered)
    })
}

/// Whether the ground allows a charge from a hex into the next one, be somebody there or not (37).
pub(super) fn charges_into(b: &Battle, from: HexId, to: HexId) -> bool {
    let ground = &b.charts.terrain[b.ground.terrain(to)];
    let side = b.ground.dir_to(from, to).and_then(|dir| hexside_cost(b, from, dir, |c| c.of(Arm::Cavalry)));
    ground.cost.of(Arm::Cavalry).is_some() && !ground.general_order && side.is_some()
}

/// The cost of a hex for charging cavalry, in half points; none where it may not go (37).
fn hex_cost(b: &Battle, s: &State, unit: UnitId, (from, to): (HexId, HexId), dir: Dir) -> Option<i16> {
    let ground = &b.charts.terrain[b.ground.terrain(to)];
    let free = !status::is_enemy(b, s, b.side(unit), to) && lets_through(b, s, to);
    let cost = ground.cost.of(Arm::Cavalry).filter(|_| free && !ground.general_order)?;
    Some((cost + hexside_cost(b, from, dir, |c| c.of(Arm::Cavalry))?) as i16)
}

/// A step of a unit in a direction, with so many hexsides of turning at most (37, 38). A line in several hexes does not turn (RULING 19).
pub fn step(b: &Battle, s: &State, unit: UnitId, dir: Dir, most: i16) -> Option<Step> {
    let now = s.unit(unit);
    let (turned, aim) = turn_to(now.formation, now.aim, dir);
    if turned > most || turned > 0 && now.hexes().len() > 1 {
        return None;
    }
    let mut hexes = Hexes::new();
    let mut cost = 0;
    for from in now.hexes() {
        let to = b.ground.neighbour(*from, dir)?;
        cost = cost.max(hex_cost(b, s, unit, (*from, to), dir)?);
        hexes.push(to);
    }
    Some(Step { hexes, aim, cost: cost + turned * b.charts.charge.turn.value, turned, over: None })
}

/// A step over a carré of the enemy that is no target of the charge, straight on to the hex behind it (38): a column's.
fn step_over(b: &Battle, s: &State, unit: UnitId, dir: Dir, most: i16) -> Option<Step> {
    let now = s.unit(unit);
    let (turned, aim) = turn_to(now.formation, now.aim, dir);
    let ridden = b.ground.neighbour(now.hex(), dir)?;
    let square = |u: &UnitId| status::is_in(b, s, *u, Arm::Infantry, Formation::Square);
    let enemy = status::is_enemy(b, s, b.side(unit), ridden) && s.units_in(ridden).iter().any(square);
    if turned > most || now.hexes().len() > 1 || !enemy {
        return None;
    }
    let to = b.ground.neighbour(ridden, dir)?;
    let onto = b.charts.terrain[b.ground.terrain(ridden)].cost.of(Arm::Cavalry)? as i16
        + hexside_cost(b, now.hex(), dir, |c| c.of(Arm::Cavalry))? as i16;
    let beyond = hex_cost(b, s, unit, (ridden, to), dir)?;
    let cost = onto + beyond + turned * b.charts.charge.turn.value;
    Some(Step { hexes: Hexes::from_slice(&[to]), aim, cost, turned, over: Some(ridden) })
}

/// The steps that a charge may take now (38): the first straight on, later ones with a turn, as sharp as its kind may.
pub fn steps(b: &Battle, s: &State, course: &Course) -> Vec<Step> {
    let figures = &b.charts.charge;
    let heavy = course.units.iter().any(|u| status::is_heavy(b, *u));
    let most = match course.hexes {
        0 => 0,
        _ if heavy => figures.turns_heavy.value,
        _ => figures.turns_light.value,
    };
    let top = course.top();
    let on = Dir::ALL.into_iter().filter_map(|dir| step(b, s, top, dir, most));
    let over = Dir::ALL.into_iter().filter_map(|dir| step_over(b, s, top, dir, most));
    on.chain(over).filter(|step| step.cost <= course.left).collect()
}

/// The enemies straight ahead, two hexes off or next to the charge, in sight, on ground for charges and not yet passed by: the hex of each, and the direction (37, 38).
fn ahead(b: &Battle, s: &State, course: &Course) -> Vec<(HexId, Dir)> {
    let (top, mut found) = (course.top(), Vec::new());
    let fresh = |hex: HexId| {
        let new = |u: &UnitId| !s.passed.contains(&(top, *u));
        status::is_enemy(b, s, b.side(top), hex) && s.units_in(hex).iter().any(new)
    };
    for part in s.unit(top).hexes() {
        for dir in
            Dir::ALL.into_iter().filter(|dir| turn_to(s.unit(top).formation, s.unit(top).aim, *dir).0 == 0)
        {
            let Some(next) = b.ground.neighbour(*part, dir) else { continue };
            if fresh(next) {
                if charges_into(b, *part, next) {
                    found.push((next, dir));
                }
                continue;
            }
            let beyond =
                b.ground.neighbour(next, dir).filter(|hex| fresh(*hex) && charges_into(b, next, *hex));
            let reaches = || step(b, s, top, dir, 0).is_some_and(|step| step.cost <= course.left);
            if let Some(hex) = beyond.filter(|hex| blocked(b, s, *part, *hex).is_none() && reaches()) {
                found.push((hex, dir));
            }
        }
    }
    found.dedup_by_key(|(hex, _)| *hex);
    found
}

impl Field<'_, '_> {
    /// A charge from its first hex to its last (38).
    pub(super) fn charge(&mut self, units: Few<UnitId, 4>) -> Play<()> {
        let mut course = Course::begin(self.b, units);
        self.tell(|| Event::new(rule!("38"), "charge.begins").point("unit", unit_point(course.top())));
        for unit in &course.units {
            self.s.unit_mut(*unit).strain |= strain::MOVED | strain::HALF;
        }
        self.form_first(&mut course)?;
        self.offer_reactions(&mut course)?;
        self.offer_squares(&mut course)?;
        while self.pace(&mut course)? == Progress::On {}
        self.come_to_rest(&course)
    }

    /// Whether a charge can still go on: its men are on the map and in good order.
    pub(super) fn rides_on(&self, course: &Course) -> bool {
        let top = self.s.unit(course.top());
        top.on_map() && top.order == Order::Good && !top.has(did::ENGAGED)
    }

    /// A change of formation in the first hex costs double (37; RULING 18).
    fn form_first(&mut self, course: &mut Course) -> Play<()> {
        let (unit, cost) = (course.top(), self.b.charts.charge.change.value);
        let mut answers: Vec<Answer> = Vec::new();
        for formation in [Formation::Column, Formation::Line] {
            for aim in Aim::ALL {
                for hexes in 1..=3 {
                    if course.units.len() == 1
                        && formation != self.s.unit(unit).formation
                        && may_form(self.b, self.s, unit, formation, aim, hexes).is_ok()
                    {
                        let number = Point::Number(formation.number_in(hexes));
                        answers.push(Answer::two(verb::FORM, Point::Facing(aim.0), number));
                    }
                }
            }
        }
        if answers.is_empty() {
            return Ok(());
        }
        // Nobody charges in road march (37).
        if self.s.unit(unit).formation != Formation::RoadMarch {
            answers.push(Answer::button(verb::PASS));
        }
        let points = about([unit_point(unit)]);
        let answer = self.choose(self.b.side(unit), rule!("37"), "charge.form", points, &answers)?;
        let [Point::Facing(aim), Point::Number(number), _] = answer.points else { return Ok(()) };
        let (formation, hexes, _) = Formation::numbered(number).expect("it was offered");
        let laid = may_form(self.b, self.s, unit, formation, Aim(aim), hexes).expect("it was offered");
        course.left -= cost;
        self.s.put(unit, &laid);
        let now = self.s.unit_mut(unit);
        (now.formation, now.aim) = (formation, Aim(aim));
        self.tell(|| {
            Event::new(rule!("37"), "formed")
                .point("unit", unit_point(unit))
                .word("formation", formation.name())
                .point("facing", Point::Facing(aim))
        });
        Ok(())
    }

    /// One hex of a charge: a target is declared or passed by, or the charge goes on, and the enemy answers (38, 39).
    fn pace(&mut self, course: &mut Course) -> Play<Progress> {
        if !self.rides_on(course) {
            return Ok(Progress::Over);
        }
        if let Some((target, dir)) = self.declare_target(course)? {
            return self.strike(course, target, dir);
        }
        let Some(to) = self.ask_step(course)? else { return Ok(Progress::Over) };
        self.go_on(course, &to)?;
        Ok(Progress::On)
    }

    /// The enemies ahead are declared to be the target, or passed by for good (38).
    fn declare_target(&mut self, course: &mut Course) -> Play<Option<(HexId, Dir)>> {
        let found = ahead(self.b, self.s, course);
        if found.is_empty() {
            return Ok(None);
        }
        course.offered = true;
        let mut answers: Few<Answer, 8> =
            found.iter().map(|(hex, _)| Answer::one(verb::TARGET, hex_point(*hex))).collect();
        answers.push(Answer::button(verb::PASS));
        let top = course.top();
        let points = about([unit_point(top)]);
        let answer = self.choose(self.b.side(top), rule!("38"), "charge.target", points, &answers)?;
        match hex_of(&answer) {
            Some(hex) => Ok(found.into_iter().find(|(at, _)| *at == hex)),
            None => {
                for (hex, _) in &found {
                    let spared = self.s.units_in(*hex);
                    let each = course.units.iter().flat_map(|own| spared.iter().map(|other| (*own, *other)));
                    self.s.passed.extend(each);
                }
                Ok(None)
            }
        }
    }

    /// The next hex of a charge, as its owner likes; none if it halts (38).
    fn ask_step(&mut self, course: &Course) -> Play<Option<Step>> {
        let top = course.top();
        let found = steps(self.b, self.s, course);
        let stays = may_stand(self.b, self.s, &[top], self.s.unit(top).hex()).is_ok();
        let answer = self.ask(
            self.b.side(top),
            rule!("38"),
            "charge.step",
            about([unit_point(top)]),
            |_, _, out| {
                out.extend(found.iter().map(|step| Answer::one(verb::GO, hex_point(step.hexes[0]))));
                if stays || found.is_empty() {
                    out.push(Answer::button(verb::HALT));
                }
            },
            |_, _, answer| match answer.verb {
                verb::GO => Refusal::new(rule!("38"), "charge.way").with("unit", unit_point(top)),
                _ => not_offered(rule!("38")),
            },
        )?;
        let hex = hex_of(&answer);
        Ok(hex.and_then(|hex| found.into_iter().find(|step| step.hexes[0] == hex)))
    }

    /// Charging cavalry goes a hex on: fired at where it leaves a zone (28), and answered by charges (39) and carrés (38) where it comes to.
    pub(super) fn go_on(&mut self, course: &mut Course, step: &Step) -> Play<()> {
        self.opportunity_fire(course.top())?;
        if !self.rides_on(course) {
            return Ok(());
        }
        if let Some(square) = step.over {
            self.ride_over(course, square)?;
            if !self.rides_on(course) {
                return Ok(());
            }
        }
        course.left -= step.cost;
        let hexes = if step.over.is_some() { 2 } else { 1 };
        course.hexes += hexes;
        course.straight = if step.turned == 0 { course.straight + hexes } else { hexes };
        self.ride_to(&course.units, step);
        self.follow(course)?;
        if self.rides_on(course) {
            self.offer_reactions(course)?;
        }
        if self.rides_on(course) {
            self.offer_squares(course)?;
        }
        Ok(())
    }

    /// Charging cavalry is on a carré that is not its target, and rides on: it is fired at there, with all that the carré has (28, 38).
    fn ride_over(&mut self, course: &Course, square: HexId) -> Play<()> {
        let (top, targets) = (course.top(), course.units.clone());
        self.tell(|| {
            Event::new(rule!("38"), "charge.over")
                .point("unit", unit_point(top))
                .point("hex", hex_point(square))
        });
        for unit in &targets {
            let now = self.s.unit_mut(*unit);
            now.set(did::ON_SQUARE, true);
            now.target = square;
        }
        self.opportunity_fire(top)?;
        for unit in &targets {
            let now = self.s.unit_mut(*unit);
            now.set(did::ON_SQUARE, false);
            now.target = HexId::NONE;
        }
        Ok(())
    }

    /// Cavalry rides to the hexes of a step, and its leaders with it.
    pub(super) fn ride_to(&mut self, units: &[UnitId], step: &Step) {
        let (top, from) = (units[0], self.s.unit(units[0]).hex());
        for unit in units {
            self.s.put(*unit, &step.hexes);
            let now = self.s.unit_mut(*unit);
            (now.aim, now.from) = (step.aim, from);
            if now.formation == Formation::GeneralOrder {
                // Out of general order it is a column, for nothing (16).
                now.formation = Formation::Column;
            }
        }
        if self.s.is_empty(from) {
            for leader in status::leaders_in(self.b, self.s, self.b.side(top), from) {
                self.s.leader_mut(leader).hex = step.hexes[0];
            }
        }
        self.tell(|| {
            Event::new(rule!("38"), "charge.moved")
                .point("unit", unit_point(top))
                .point("from", hex_point(from))
                .point("hex", hex_point(step.hexes[0]))
        });
        step.hexes.iter().for_each(|hex| self.ride_down(top, *hex));
    }

    /// End of a charge: who could have struck somebody and did not routs where it stands (38); who struck and comes to no mêlée is tired (36; RULING 54); those who
    /// charged against it rest (39).
    fn come_to_rest(&mut self, course: &Course) -> Play<()> {
        self.reactions_end(course);
        let engaged = self.s.unit(course.top()).has(did::ENGAGED);
        for unit in &course.units {
            let now = self.s.unit(*unit);
            if !now.on_map() || engaged {
                continue;
            }
            if course.met {
                self.at_least_tired(*unit);
            } else if course.offered && now.order == Order::Good {
                self.break_formation(*unit, Order::Pgd, rule!("38"));
                self.exhaust(*unit);
            }
        }
        let hexes: Few<HexId, 5> = self.s.unit(course.top()).hexes().iter().copied().collect();
        hexes.into_iter().try_for_each(|hex| self.settle(hex))
    }
}

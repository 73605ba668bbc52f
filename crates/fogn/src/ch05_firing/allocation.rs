//! The phase: each unit's dice are given out against its targets, then target after target is thrown at (`firing.split`).

use baize::{Place, Turn, apart};
use table::{Answer, Event, Few, Play, Point, Refusal, Side, rule};

use super::buildings::{fires_around, shares_from_works, targets_from_works};
use super::dice::{Dice, dice_made, dice_of};
use super::pivot;
use super::targets::{Aim, Range, aims, barring, may_fire, part_figure};
use crate::armies::Arm;
use crate::ask::not_offered;
use crate::ch02_assault::shown;
use crate::ch10_features::works_of;
use crate::core::field::{Over, about, unit_of, unit_point};
use crate::core::place::{figure, middle_of};
use crate::core::state::{Part, Phase, Shot, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Plan of a part of a unit that fires: the dice that it has left to give out, and the targets that have none yet.
struct Plan {
    part: Part,
    dice: Dice,
    open: Few<Aim, 8>,
    /// The target most in the middle.
    central: UnitId,
    /// Dice that the central one has, if it has its own already.
    given: Option<i16>,
    /// The most that another has.
    most: i16,
    /// All dice of the part.
    all: i16,
    /// All targets.
    targets: i16,
    /// Of guns in works the dice that they may give to a target.
    choice: Option<Vec<i16>>,
}

/// The plans of a unit, part by part; none for a part that has given out all.
fn plans(b: &Battle, s: &State, unit: UnitId) -> Few<Plan, 2> {
    let all = aims(b, s, unit);
    let mut found = Few::new();
    if fires_around(b, s, unit) {
        found.extend(house_plan(b, s, unit, &all));
        return found;
    }
    for part in Part::ALL {
        let targets: Few<Aim, 8> = all.iter().filter(|(of, _)| of == part).map(|(_, aim)| *aim).collect();
        if targets.is_empty() {
            continue;
        }
        let dice = dice_of(b, s, unit, *part, &targets);
        let given: Few<&Shot, 8> =
            s.shots.iter().filter(|shot| shot.unit == unit && shot.part == *part).collect();
        let spent = |of: fn(&Shot) -> u8| given.iter().map(|shot| i16::from(of(shot))).sum::<i16>();
        let left =
            Dice { own: dice.own - spent(|shot| shot.own), other: dice.other - spent(|shot| shot.other) };
        let of = |target| {
            given.iter().find(|shot| shot.target == target).map(|shot| i16::from(shot.own + shot.other))
        };
        let central = central(b, s, unit, *part, &targets);
        let open: Few<Aim, 8> = targets.iter().filter(|aim| of(aim.target).is_none()).copied().collect();
        if b.arm(unit) == Arm::Artillery && works_of(b, s, unit).is_some() {
            let first = given.first().map(|shot| i16::from(shot.own + shot.other));
            let done = first.is_some_and(|first| given.len() >= targets_from_works(dice.all(), first));
            let choice = shares_from_works(dice.all(), targets.len() as i16, first);
            if !open.is_empty() && !done && dice.all() > 0 {
                let (most, all, targets) = (0, dice.all(), targets.len() as i16);
                let choice = Some(choice);
                found.push(Plan {
                    part: *part,
                    dice,
                    open,
                    central,
                    given: None,
                    most,
                    all,
                    targets,
                    choice,
                });
            }
            continue;
        }
        let others = targets.iter().filter(|aim| aim.target != central).filter_map(|aim| of(aim.target));
        if left.all() > 0 && !open.is_empty() {
            let (most, all, targets) = (others.max().unwrap_or(0), dice.all(), targets.len() as i16);
            found.push(Plan {
                part: *part,
                dice: left,
                open,
                central,
                given: of(central),
                most,
                all,
                targets,
                choice: None,
            });
        }
    }
    found
}

/// Plan of a unit that defends a building: so many dice against each of its targets, those of guns attached against the first (`buildings.fire`).
fn house_plan(b: &Battle, s: &State, unit: UnitId, all: &[(Part, Aim)]) -> Option<Plan> {
    let given = |aim: &Aim| s.shots.iter().any(|shot| shot.unit == unit && shot.target == aim.target);
    let begun = s.shots.iter().any(|shot| shot.unit == unit);
    let aim = all.iter().map(|(_, aim)| *aim).find(|aim| !given(aim))?;
    let mut dice = dice_of(b, s, unit, Part::Whole, &[aim]);
    if begun {
        dice.other = 0;
    }
    let open = Few::from_slice(&[aim]);
    let (part, central) = (Part::Whole, aim.target);
    (dice.all() > 0).then(|| Plan {
        part,
        dice,
        open,
        central,
        given: None,
        most: 0,
        all: dice.all(),
        targets: 1,
        choice: None,
    })
}

/// The target nearest to the line straight ahead of the middle of the front.
fn central(b: &Battle, s: &State, unit: UnitId, part: Part, targets: &[Aim]) -> UnitId {
    let front = part_figure(b, s, unit, part).front();
    let from = middle_of(front);
    let (x, y) = (i64::from(front.to.x - front.from.x), i64::from(front.to.y - front.from.y));
    let aside = |aim: &Aim| {
        let corners = shown(b, s, aim.target);
        let nearest = |at: &Place| (i64::from(at.x - from.x) * x + i64::from(at.y - from.y) * y).abs();
        let corners = corners.corners();
        let signs: Few<bool, 8> = corners
            .iter()
            .map(|at| i64::from(at.x - from.x) * x + i64::from(at.y - from.y) * y > 0)
            .collect();
        // Who is right ahead has corners on both sides.
        let astride = signs.iter().any(|sign| *sign) && signs.iter().any(|sign| !*sign);
        if astride { 0 } else { corners.iter().map(nearest).min().unwrap_or(0) }
    };
    let nearest = targets.iter().min_by_key(|aim| (aside(aim), apart_units(b, s, unit, aim.target)));
    nearest.map_or(UnitId::NONE, |aim| aim.target)
}

fn apart_units(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> u32 {
    apart(&figure(b, s, unit), &shown(b, s, target)).units()
}

impl Plan {
    /// The least that a target gets: one of up to five dice, two of more; one where there are not enough (RULING: with six dice and more than three targets two each as far
    /// as they go).
    fn least(&self) -> i16 {
        if self.all > 5 { 2 } else { 1 }
    }

    /// Whether so many dice may be given to a target now.
    fn allows(&self, target: UnitId, dice: i16) -> bool {
        if let Some(choice) = &self.choice {
            return choice.contains(&dice);
        }
        let left = self.dice.all();
        let others = self.open.len() as i16 - 1;
        if dice < 1 || dice > left {
            return false;
        }
        // With more targets than dice can serve each gets the least, and some none.
        if self.targets * self.least() > self.all {
            return dice == self.least().min(left);
        }
        let rest = left - dice;
        let is_central = target == self.central;
        let fits = match (is_central, self.given) {
            // The central one keeps up with every other, those to come too, which could take all the rest.
            (true, _) => {
                dice >= self.most
                    && rest >= others * self.least()
                    && (others == 0 || dice >= least_share(rest, others))
            }
            (false, Some(given)) => dice <= given && rest <= others * given,
            (false, None) => rest - (others - 1) * self.least() >= dice.max(self.most),
        };
        dice >= self.least() && rest >= others * self.least() && fits && (others > 0 || rest == 0)
    }
}

/// The least that the largest of some shares of dice is.
fn least_share(dice: i16, shares: i16) -> i16 {
    (dice + shares - 1) / shares
}

/// Lists the dice that a unit may give out now.
fn list_unit(b: &Battle, s: &State, unit: UnitId, out: &mut Vec<Answer>) {
    let Some(plan) = plans(b, s, unit).into_iter().next() else { return };
    for aim in &plan.open {
        let legal = (1..=plan.dice.all()).filter(|dice| plan.allows(aim.target, *dice));
        out.extend(legal.map(|dice| answer(unit, aim.target, dice)));
    }
}

fn answer(unit: UnitId, target: UnitId, dice: i16) -> Answer {
    Answer::three(verb::FIRE, unit_point(unit), unit_point(target), Point::Number(dice))
}

/// Whether a unit has begun to give out dice, or must fire: at close range (`firing.targets`).
fn must_go_on(b: &Battle, s: &State, unit: UnitId) -> bool {
    let begun = s.shots.iter().any(|shot| shot.unit == unit);
    // In the Assault Phase whoever was to fire does.
    let assault = s.clock.phase == Phase::Assault;
    let close = || aims(b, s, unit).first().is_some_and(|(_, aim)| assault || aim.range == Range::Close);
    !plans(b, s, unit).is_empty() && (begun || close())
}

/// The units of a side that may give out dice.
fn firing<'a>(b: &'a Battle, s: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
    b.units_of(side).filter(|unit| may_fire(b, s, *unit).is_ok())
}

impl Field<'_, '_> {
    /// A piece of the fire of a side: dice of a unit given out, or a target thrown at.
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn fire_step(&mut self, side: Side) -> Play<Over> {
        if !self.s.clock.aimed {
            if self.s.shots.is_empty() && self.s.clock.phase == Phase::Fire {
                self.commanders_shun_fire();
            }
            if !self.ask_fire(side)? {
                self.s.clock.aimed = true;
            }
            return Ok(Over::No);
        }
        let mut targets: Few<UnitId, 16> = self.s.shots.iter().map(|shot| shot.target).collect();
        targets.sort();
        targets.dedup();
        let Some(first) = targets.first().copied() else { return Ok(Over::Yes) };
        let target = if targets.len() == 1 { first } else { self.ask_target(side, &targets)? };
        self.throw_at(side, target)?;
        Ok(Over::No)
    }

    /// Asks for dice of a unit; whether some were given out.
    fn ask_fire(&mut self, side: Side) -> Play<bool> {
        let rule = rule!("firing.split");
        let mut pivots = Vec::new();
        pivot::list(self.b, self.s, side, &mut pivots);
        let none = firing(self.b, self.s, side).all(|unit| plans(self.b, self.s, unit).is_empty());
        if none && pivots.is_empty() {
            return Ok(false);
        }
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let begun = firing(b, s, side)
                .find(|unit| s.shots.iter().any(|shot| shot.unit == *unit) && must_go_on(b, s, *unit));
            match begun {
                Some(unit) => list_unit(b, s, unit, out),
                None => {
                    firing(b, s, side).for_each(|unit| list_unit(b, s, unit, out));
                    out.extend(pivots.iter().copied());
                    if !firing(b, s, side).any(|unit| must_go_on(b, s, unit)) {
                        out.push(Answer::button(verb::DONE));
                    }
                }
            }
        };
        let refuse = |b: &Battle, s: &State, answer: &Answer| refuse(b, s, side, answer);
        let answer = self.ask(side, rule, "fire", about([Point::Side(side)]), list, refuse)?;
        if let (verb::PIVOT, Some(unit), Point::Turn(by)) = (answer.verb, unit_of(&answer), answer.points[1])
        {
            self.pivot(unit, Turn(by));
            return Ok(true);
        }
        let [Point::Unit(_), Point::Unit(target), Point::Number(dice)] = answer.points else {
            return Ok(false);
        };
        let unit = unit_of(&answer).expect("the question lists units");
        self.give_out(unit, UnitId(target as u8), dice);
        Ok(true)
    }

    /// Gives out dice, those of the unit's own training first.
    fn give_out(&mut self, unit: UnitId, target: UnitId, dice: i16) {
        let plan = plans(self.b, self.s, unit).into_iter().next().expect("the unit has dice left");
        let own = dice.min(plan.dice.own);
        let shot = Shot { unit, part: plan.part, target, own: own as u8, other: (dice - own) as u8 };
        self.s.shots.push(shot);
        if plans(self.b, self.s, unit).is_empty() {
            self.s.unit_mut(unit).set(did::FIRED, true);
        }
        let all: Few<Aim, 8> = aims(self.b, self.s, unit)
            .iter()
            .filter(|(part, _)| *part == plan.part)
            .map(|(_, aim)| *aim)
            .collect();
        let (_, made) = dice_made(self.b, self.s, unit, plan.part, &all);
        self.tell(|| {
            Event::new(rule!("firing.split"), "aimed")
                .point("unit", unit_point(unit))
                .point("target", unit_point(target))
                .number("dice", dice)
                .word("part", plan.part.name())
                .sum("dice", &made)
        });
    }

    /// Asks at which target the dice are thrown next.
    fn ask_target(&mut self, side: Side, targets: &[UnitId]) -> Play<UnitId> {
        let rule = rule!("firing.results");
        let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| {
            out.extend(targets.iter().map(|target| Answer::one(verb::THROW, unit_point(*target))));
        };
        let answer =
            self.ask(side, rule, "target", about([Point::Side(side)]), list, |_, _, _| not_offered(rule))?;
        Ok(unit_of(&answer).expect("the question lists units"))
    }
}

/// Reason why dice may not be given out so.
fn refuse(b: &Battle, s: &State, side: Side, answer: &Answer) -> Refusal {
    if answer.verb == verb::DONE {
        let owing = firing(b, s, side).find(|unit| must_go_on(b, s, *unit));
        return owing.map_or(not_offered(rule!("firing.split")), |unit| {
            Refusal::new(rule!("firing.targets"), "fire.must").with("unit", unit_point(unit))
        });
    }
    if let (verb::PIVOT, [Point::Unit(unit), Point::Turn(by), _]) = (answer.verb, answer.points) {
        let refused = pivot::may_pivot(b, s, UnitId(unit as u8), Turn(by)).err();
        let useless = Refusal::new(rule!("firing.targets"), "pivot.useless");
        return refused.unwrap_or(useless.with("unit", Point::Unit(unit)));
    }
    let (verb::FIRE, [Point::Unit(unit), Point::Unit(target), Point::Number(_)]) =
        (answer.verb, answer.points)
    else {
        return not_offered(rule!("firing.split"));
    };
    let (unit, target) = (UnitId(unit as u8), UnitId(target as u8));
    let no =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("target", unit_point(target));
    if b.side(unit) != side {
        return no(rule!("firing.units"), "fire.whose");
    }
    if let Err(refusal) = may_fire(b, s, unit) {
        return refusal;
    }
    if !aims(b, s, unit).iter().any(|(_, aim)| aim.target == target) {
        let bars = barring(b, s, unit, target).unwrap_or(rule!("firing.targets"));
        return no(bars, "fire.aim");
    }
    no(rule!("firing.split"), "fire.split")
}

//! Infantry and guns before a charge (19, 38): skirmishers run, the others stand or break; the cavalry tramples whom it catches.

use ground::{Dir, HexId};
use table::{Answer, Event, Few, Modifiers, Play, Point, Side, rule};

use super::course::{Course, Progress, step};
use crate::Field;
use crate::ch13_orientation::met_from;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Obstacle;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::footprint::Face;
use crate::core::state::{Formation, March, Order, State, UnitId, did};
use crate::core::{status, verb};

/// Modifiers of the check to stand before cavalry that comes from a hex (38). Those of every check come besides (RULING 21).
pub fn modifiers(b: &Battle, s: &State, unit: UnitId, horse: &[UnitId], from: HexId) -> Modifiers {
    let (now, figures, mut sum) = (s.unit(unit), &b.charts.charge, Modifiers::new());
    let at = now.hexes().iter().copied().min_by_key(|hex| b.ground.distance(*hex, from)).unwrap_or(from);
    let face = met_from(b, s, at, from);
    let good = now.order == Order::Good;
    figures.flank.add_if(face == Face::Flank, &mut sum);
    figures.rear.add_if(face == Face::Rear, &mut sum);
    figures.skirmish.add_if(good && now.formation == Formation::Skirmish, &mut sum);
    figures.line.add_if(good && now.formation == Formation::Line, &mut sum);
    figures.disorder.add_if(now.order == Order::Disorder, &mut sum);
    figures.rout.add_if(now.order == Order::Pgd, &mut sum);
    let streams = b.ground.dir_to(from, at).is_some_and(|dir| {
        let rows = b.ground.hexside(from, dir).iter().map(|feature| b.charts.hexsides[feature].obstacle);
        rows.into_iter().any(|obstacle| obstacle == Obstacle::Stream)
    });
    figures.stream.add_if(streams, &mut sum);
    figures.lancers.add_if(horse.iter().any(|u| s.back(*u).lance > 0), &mut sum);
    figures.forced.add_if(now.march == March::Forced, &mut sum);
    figures.heavy.add_if(horse.iter().any(|u| status::is_heavy(b, *u)), &mut sum);
    sum
}

/// The hexes into which skirmishers may run before a charge: next to them, with infantry in good order in column, line or carré, or ground of general
/// order (19).
pub(super) fn shelters(b: &Battle, s: &State, unit: UnitId) -> Few<HexId, 6> {
    let side = b.side(unit);
    let formed = |hex: HexId| {
        s.units_in(hex).into_iter().any(|u| {
            let now = s.unit(u);
            b.side(u) == side
                && b.arm(u) == Arm::Infantry
                && now.order == Order::Good
                && now.formation != Formation::Skirmish
        })
    };
    let beside = s.unit(unit).hexes().iter().flat_map(|hex| b.ground.neighbours(*hex));
    let mut found: Few<HexId, 6> = Few::new();
    for hex in beside.filter(|hex| hex.is_some() && !status::is_enemy(b, s, side, *hex)) {
        let close = status::is_close(b, hex)
            && b.charts.terrain[b.ground.terrain(hex)].cost.of(Arm::Infantry).is_some();
        if (formed(hex) || close) && !found.contains(&hex) && !s.unit(unit).hexes().contains(&hex) {
            found.push(hex);
        }
    }
    found
}

impl Field<'_, '_> {
    /// A charge strikes its target: it closes in, and whoever is there stands, runs, forms up or breaks (38).
    pub(super) fn strike(&mut self, course: &mut Course, target: HexId, dir: Dir) -> Play<Progress> {
        let top = course.top();
        self.tell(|| {
            Event::new(rule!("38"), "charge.target")
                .point("unit", unit_point(top))
                .point("hex", hex_point(target))
        });
        self.skirmishers_run(target)?;
        let runs = |s: &State, u: &UnitId| s.unit(*u).on_map() && s.unit(*u).order == Order::Pgd;
        let foot = |u: &UnitId| self.b.arm(*u) == Arm::Infantry && !runs(self.s, u);
        let stood: Few<UnitId, 8> = self.s.units_in(target).into_iter().filter(foot).collect();
        let beside = |field: &Self| {
            field.s.unit(top).hexes().iter().any(|hex| field.b.ground.distance(*hex, target) == 1)
        };
        // Infantry that has become the target may form carré now, at two hexes (38).
        self.offer_squares(course)?;
        if !self.rides_on(course) {
            return Ok(Progress::Over);
        }
        let held = status::is_enemy(self.b, self.s, self.b.side(top), target);
        if held && !beside(self) {
            let Some(step) = step(self.b, self.s, top, dir, 0).filter(|step| step.cost <= course.left) else {
                return Ok(Progress::On);
            };
            self.go_on(course, &step)?;
        }
        if !self.rides_on(course) {
            return Ok(Progress::Over);
        }
        // Infantry that was the target and did not form its carré but routed: the cavalry is to be recalled (42; RULING 42).
        let fled = stood.iter().copied().find(|u| runs(self.s, u));
        let gone = !status::is_enemy(self.b, self.s, self.b.side(top), target) || !beside(self);
        let progress = if gone { Progress::On } else { self.contact(course, target)? };
        course.met = true;
        match fled {
            Some(unit) if progress == Progress::On && self.s.unit(unit).on_map() => self.recall(course, unit),
            _ => Ok(progress),
        }
    }

    /// Skirmishers who are the target may run into friends or cover next to them (19).
    fn skirmishers_run(&mut self, target: HexId) -> Play<()> {
        for unit in self.s.units_in(target) {
            if !status::is_in(self.b, self.s, unit, Arm::Infantry, Formation::Skirmish) {
                continue;
            }
            let found = shelters(self.b, self.s, unit);
            if found.is_empty() {
                continue;
            }
            let mut answers: Few<Answer, 8> = found
                .iter()
                .map(|hex| Answer::two(verb::RETREAT, unit_point(unit), hex_point(*hex)))
                .collect();
            answers.push(Answer::button(verb::STAND));
            let points = about([unit_point(unit)]);
            let answer = self.choose(self.b.side(unit), rule!("19"), "skirmish.run", points, &answers)?;
            if let Some(to) = hex_of(&answer) {
                self.takes_shelter(unit, to);
            }
        }
        Ok(())
    }

    /// Skirmishers run in among friends or into cover, at the bottom of the hex, in column or general order (19).
    pub(super) fn takes_shelter(&mut self, unit: UnitId, to: HexId) {
        self.s.put(unit, &[to]);
        let formation = self.gathered(unit);
        let now = self.s.unit_mut(unit);
        now.formation = formation;
        now.set(did::SHELTERED, true);
        if now.aim.is_vertex() {
            now.aim = now.aim.turn(1);
        }
        self.tell(|| {
            Event::new(rule!("19"), "sheltered").point("unit", unit_point(unit)).point("hex", hex_point(to))
        });
    }

    /// A charge has come to its target (38, 41).
    fn contact(&mut self, course: &mut Course, target: HexId) -> Play<Progress> {
        let of = |field: &Self, arm| field.s.units_in(target).into_iter().find(|u| field.b.arm(*u) == arm);
        course.met = true;
        if of(self, Arm::Cavalry).is_some() {
            return Ok(self.engage(course, target));
        }
        let Some(foot) = of(self, Arm::Infantry) else {
            // Guns whose infantry has just been disordered or routed by its carré are abandoned (41).
            let left = |u: &UnitId| self.s.unit(*u).has(did::TRIED);
            if !self.s.units_in(target).iter().any(left) {
                return self.charge_guns(course, target);
            }
            self.guns_left(course, target)?;
            let stand = status::is_enemy(self.b, self.s, self.b.side(course.top()), target);
            return Ok(if stand { self.engage(course, target) } else { Progress::On });
        };
        let now = self.s.unit(foot);
        if now.order == Order::Good && now.formation == Formation::Square {
            for unit in &course.units {
                self.s.unit_mut(*unit).set(did::ON_SQUARE, true);
            }
            return Ok(self.engage(course, target));
        }
        // Without the straight way there is nothing of a charge in it but the mêlée.
        if !course.is_straight(self.b) {
            return Ok(self.engage(course, target));
        }
        if now.order == Order::Disorder && now.has(did::TRIED) {
            self.trample(course, foot, self.b.charts.charge.trample_disordered.value)?;
            return Ok(if self.s.is_empty(target) { Progress::On } else { self.engage(course, target) });
        }
        self.infantry_stands(course, target, foot)
    }

    /// Infantry that did not form carré checks to stand; skirmishers and a road march do not even try (19, 38). The broken are trampled and run.
    fn infantry_stands(&mut self, course: &mut Course, target: HexId, foot: UnitId) -> Play<Progress> {
        let from = self.beside(course, target);
        let now = self.s.unit(foot);
        let good = now.order == Order::Good;
        let loose = good && now.formation == Formation::Skirmish;
        let marches = good && now.formation == Formation::RoadMarch;
        let more = modifiers(self.b, self.s, foot, &course.units, from);
        if !loose && !marches && self.check_morale(foot, more, rule!("38"))?.passed() {
            return Ok(self.engage(course, target));
        }
        self.trample(course, foot, self.b.charts.charge.trample_routed.value)?;
        let others = self.s.units_in(target);
        for unit in others {
            self.breaks_too(course, unit, (foot, from))?;
        }
        if marches {
            self.neighbours_check(self.s.clock.side.enemy(), &[target])?;
        }
        self.guns_left(course, target)?;
        if status::is_enemy(self.b, self.s, self.b.side(course.top()), target) {
            return Ok(self.engage(course, target));
        }
        if loose || !self.s.unit(foot).on_map() { Ok(Progress::On) } else { self.recall(course, foot) }
    }

    /// One of a stack whose infantry broke before a charge: the first routs, the other infantry checks (31), limbered guns go with it (41).
    fn breaks_too(&mut self, course: &Course, unit: UnitId, (first, from): (UnitId, HexId)) -> Play<()> {
        let guns = self.b.arm(unit) == Arm::Artillery;
        if guns && self.s.unit(unit).formation == Formation::Unlimbered {
            return Ok(());
        }
        let more = modifiers(self.b, self.s, unit, &course.units, from);
        if unit == first || guns || !self.check_morale(unit, more, rule!("31"))?.passed() {
            self.rout(unit, rule!("38"))?;
        }
        Ok(())
    }

    /// Whoever stands next to a road march that was ridden down checks (38; RULING 14).
    pub(super) fn neighbours_check(&mut self, side: Side, hexes: &[HexId]) -> Play<()> {
        let mut beside: Few<UnitId, 8> = Few::new();
        for hex in hexes.iter().flat_map(|hex| self.b.ground.neighbours(*hex)) {
            beside.extend(self.s.units_in(hex));
        }
        let mut checked: Few<UnitId, 8> = Few::new();
        for unit in beside {
            let good = self.s.unit(unit).on_map() && self.s.unit(unit).order == Order::Good;
            if self.b.side(unit) == side && good && !checked.contains(&unit) {
                checked.push(unit);
                self.check_and_suffer(unit, Modifiers::new(), rule!("38"))?;
            }
        }
        Ok(())
    }

    /// The hex of a charge that lies next to its target.
    pub(super) fn beside(&self, course: &Course, target: HexId) -> HexId {
        let own = self.s.unit(course.top()).hexes().iter().copied();
        own.min_by_key(|hex| self.b.ground.distance(*hex, target)).expect("the charge is on the map")
    }

    /// Cavalry and whom it has come to: the mêlée is mandatory, and both do nothing else (38, 39).
    pub(super) fn engage(&mut self, course: &Course, target: HexId) -> Progress {
        let (top, straight) = (course.top(), course.is_straight(self.b) && course.against.is_empty());
        // Whoever was not recalled has no advantage of a straight way (RULING 26).
        let straight = straight && !self.s.unit(top).has(did::WILD);
        for unit in &course.units {
            let now = self.s.unit_mut(*unit);
            now.set(did::ENGAGED, true);
            now.set(did::STRAIGHT, straight);
            now.target = target;
        }
        self.tell(|| {
            Event::new(rule!("38"), "charge.contact")
                .point("unit", unit_point(top))
                .point("hex", hex_point(target))
        });
        Progress::Over
    }

    /// Increments ridden down, one for so many half points, as the owner likes (38).
    pub(super) fn trample(&mut self, course: &mut Course, unit: UnitId, each: i16) -> Play<()> {
        let most = (course.left / each).min(status::increments(self.b, self.s, unit));
        if most <= 0 {
            return Ok(());
        }
        let top = course.top();
        let answers: Vec<Answer> =
            (0..=most).rev().map(|n| Answer::one(verb::TRAMPLE, Point::Number(n))).collect();
        let points = about([unit_point(top), unit_point(unit)]);
        let answer = self.choose(self.b.side(top), rule!("38"), "trample", points, &answers)?;
        let Point::Number(count) = answer.points[0] else { return Ok(()) };
        course.left -= count * each;
        self.lose(unit, count, rule!("38"));
        Ok(())
    }
}

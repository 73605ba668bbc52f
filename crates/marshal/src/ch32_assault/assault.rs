//! The assault process (33).

use ground::HexId;
use table::{Answer, Event, Few, Modifiers, Play, Point, Refusal, Rule, Side, rule};

use crate::Field;
use crate::ask::not_offered;
use crate::ch02_chronology::Over;
use crate::ch10_increments::may_stand;
use crate::ch13_orientation::met_from;
use crate::ch20_horse_tirailleurs;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{Exact, Obstacle, Odds, PreMeleeRow};
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::footprint::{self, Face};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, March, Order, State, UnitId, did};
use crate::core::{status, verb};

/// The hex of a unit from which it assaults a hex: one that has it before its front (32).
pub fn assaulting_hex(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Option<HexId> {
    assaulting_hexes(b, s, unit, at).first().copied()
}

/// All the hexes of a unit from which it assaults a hex (16, 32).
pub fn assaulting_hexes(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Hexes {
    // Who has come to blows fights whichever way it looks (38, 40).
    let engaged = s.unit(unit).has(did::ENGAGED);
    let meets = |part: &crate::core::state::Part| {
        let dir = b.ground.dir_to(s.hex_of(*part), at);
        dir.is_some_and(|dir| engaged || footprint::faces_of(b, s, *part).front.contains(dir))
    };
    footprint::parts(s, unit).filter(meets).map(|part| s.hex_of(part)).collect()
}

/// Whether a unit may assault a hex (16, 30, 32).
///
/// # Errors
/// Why it may not.
pub fn may_assault(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(at)))
    };
    match () {
        () if b.side(unit) != s.clock.side => return refuse(rule!("32"), "unit.enemy"),
        () if !now.on_map() => return refuse(rule!("32"), "unit.off"),
        () if now.order == Order::Pgd => return refuse(rule!("30"), "assault.routed"),
        () if now.march != March::None => return refuse(rule!("44"), "assault.forced"),
        () if now.has(did::ASSAULTED) => return refuse(rule!("32"), "assault.again"),
        () if now.formation == Formation::Square => return refuse(rule!("16"), "assault.square"),
        () if b.arm(unit) == Arm::Artillery && !now.has(did::ENGAGED) => {
            return refuse(rule!("32"), "assault.guns");
        }
        () if !status::is_enemy(b, s, b.side(unit), at) => return refuse(rule!("32"), "fire.nobody"),
        () if s.assaulted.contains(&at) => return refuse(rule!("32"), "assault.hex"),
        () if fired_elsewhere(b, s, unit, at) => return refuse(rule!("32"), "assault.fired"),
        () if b.arm(unit) == Arm::Cavalry && is_square(b, s, at) && !now.has(did::ON_SQUARE) => {
            return refuse(rule!("16"), "assault.on_square");
        }
        () if has_passed(s, unit, at) => return refuse(rule!("38"), "assault.passed"),
        () => {}
    }
    let Some(from) = assaulting_hex(b, s, unit, at) else { return refuse(rule!("32"), "assault.front") };
    let dir = b.ground.dir_to(from, at).expect("it is the next hex");
    let ground = b.charts.terrain[b.ground.terrain(at)].cost.of(b.arm(unit)).is_some();
    let side = crate::ch18_movement::hexside_cost(b, from, dir, |c| c.of(b.arm(unit))).is_some();
    if ground && side { Ok(()) } else { refuse(rule!("32"), "assault.ground") }
}

/// Whether infantry stands in carré in a hex.
fn is_square(b: &Battle, s: &State, at: HexId) -> bool {
    s.units_in(at).iter().any(|u| status::is_in(b, s, *u, Arm::Infantry, Formation::Square))
}

/// Whether a unit fired at other hexes only, or has come to blows elsewhere (32, 38).
fn fired_elsewhere(b: &Battle, s: &State, unit: UnitId, at: HexId) -> bool {
    let now = s.unit(unit);
    let fired = || s.shots.contains(&(unit, at)) && ch20_horse_tirailleurs::is_tirailleur(b, s, unit);
    now.target.is_some() && now.target != at && !fired()
}

/// Whether somebody in a hex was passed by in a unit's charge: it attacks them no more in this sequence (38).
fn has_passed(s: &State, unit: UnitId, at: HexId) -> bool {
    let now = s.unit(unit);
    // Whoever was not recalled fights the first that it meets.
    let met = now.has(did::ENGAGED) && now.target == at;
    !met && s.units_in(at).into_iter().any(|other| s.passed.contains(&(unit, other)))
}

/// Whether a unit has come to blows and must assault whom it has met (38 to 40).
fn must_assault(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    now.has(did::ENGAGED) && now.target.is_some() && may_assault(b, s, unit, now.target).is_ok()
}

/// Lists the assaults that may be made; the mandatory ones come before all others (38 to 40).
fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    for unit in b.unit_ids().filter(|u| must_assault(b, s, *u)) {
        out.push(Answer::two(verb::ASSAULT, unit_point(unit), hex_point(s.unit(unit).target)));
    }
    if !out.is_empty() {
        return;
    }
    for unit in b.unit_ids().filter(|u| b.side(*u) == side && s.unit(*u).on_map()) {
        let beside = s.unit(unit).hexes().iter().flat_map(|hex| b.ground.neighbours(*hex));
        for at in beside.filter(|hex| hex.is_some()) {
            let answer = Answer::two(verb::ASSAULT, unit_point(unit), hex_point(at));
            if may_assault(b, s, unit, at).is_ok() && !out.contains(&answer) {
                out.push(answer);
            }
        }
    }
    out.push(Answer::button(verb::DONE));
}

/// Whether a unit may join an assault: no other arm joins one of cavalry against cavalry (35).
fn may_join(b: &Battle, s: &State, with: &[UnitId], unit: UnitId, at: HexId) -> Result<(), Refusal> {
    may_assault(b, s, unit, at)?;
    if with.contains(&unit) {
        return Err(not_offered(rule!("32")));
    }
    let horse = |u: &UnitId| b.arm(*u) == Arm::Cavalry;
    let mixes = with.iter().any(|u| horse(u) != horse(&unit));
    if s.units_in(at).iter().all(horse) && mixes {
        return Err(Refusal::new(rule!("35"), "assault.arms").with("unit", unit_point(unit)));
    }
    Ok(())
}

/// The face through which units meet the defenders: a flank before a rear before the front.
pub fn face_met(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Face {
    assaulting_hex(b, s, unit, at).map_or(Face::Front, |from| met_from(b, s, at, from))
}

/// Increments of attackers and defenders as the check before a mêlée counts them (16, 33).
pub fn counted(b: &Battle, s: &State, attackers: &[UnitId], at: HexId) -> (i16, i16) {
    let most = b.charts.pre_melee_figures.line_increments.value;
    let (mut sum, mut lines) = (0, Few::<(HexId, i16), 8>::new());
    for unit in attackers {
        let line = status::is_in(b, s, *unit, Arm::Infantry, Formation::Line);
        for hex in assaulting_hexes(b, s, *unit, at) {
            let there = status::increments_in(b, s, *unit, hex);
            // Of the lines of a hex together no more (16; RULING 40).
            let before: i16 = lines.iter().filter(|(own, _)| *own == hex).map(|(_, count)| count).sum();
            let counts = if line { there.min(most - before) } else { there };
            if line {
                lines.push((hex, counts));
            }
            sum += counts;
        }
    }
    let defenders = fighters(s, at).into_iter().map(|u| status::increments_in(b, s, u, at)).sum();
    (sum, defenders)
}

/// The units of a hex that defend it: not skirmishers who have run in from a charge, unless they are alone there (19).
pub(super) fn fighters(s: &State, at: HexId) -> Units {
    let (all, mut formed) = (s.units_in(at), s.units_in(at));
    formed.retain(|u| !s.unit(*u).has(did::SHELTERED));
    if formed.is_empty() { all } else { formed }
}

/// The column of the odds of increments; below the first the first.
fn odds(b: &Battle, (attackers, defenders): (i16, i16)) -> PreMeleeRow {
    let columns = b.charts.pre_melee.iter().map(|row| row.odds);
    let at = Odds::column(columns, Exact::whole(attackers.into()), Exact::whole(defenders.into()));
    b.charts.pre_melee[at.unwrap_or(0)]
}

/// The obstacle that attackers have before them: worst of all.
fn obstacle(b: &Battle, s: &State, attackers: &[UnitId], at: HexId) -> Obstacle {
    let of = |u: &UnitId| {
        let from = assaulting_hex(b, s, *u, at)?;
        let dir = b.ground.dir_to(from, at)?;
        let rows = b.ground.hexside(from, dir).iter().map(|feature| b.charts.hexsides[feature]);
        let counts = rows.filter(|row| !row.uphill_only || b.ground.uphill(from, dir));
        counts.map(|row| row.obstacle).max()
    };
    attackers.iter().filter_map(of).max().unwrap_or(Obstacle::None)
}

impl Field<'_, '_> {
    /// One assault, or the end of the segment (33).
    pub(crate) fn assault_step(&mut self) -> Play<Over> {
        let side = self.s.clock.side;
        let answer = self.ask(
            side,
            rule!("32"),
            "assault.unit",
            about([Point::Side(side)]),
            |b, s, out| list(b, s, side, out),
            |b, s, answer| match (unit_of(answer), hex_of(answer)) {
                (Some(unit), Some(at)) if answer.verb == verb::ASSAULT => {
                    let other = || match b.unit_ids().find(|u| must_assault(b, s, *u)) {
                        Some(first) => {
                            Refusal::new(rule!("38"), "assault.first").with("unit", unit_point(first))
                        }
                        None => not_offered(rule!("32")),
                    };
                    may_assault(b, s, unit, at).err().unwrap_or_else(other)
                }
                _ => not_offered(rule!("32")),
            },
        )?;
        let (Some(unit), Some(at)) = (unit_of(&answer), hex_of(&answer)) else { return Ok(Over::Yes) };
        let attackers = self.muster(unit, at)?;
        self.s.assaulted.push(at);
        for unit in &attackers {
            self.s.unit_mut(*unit).set(did::ASSAULTED, true);
        }
        self.assault(attackers, at)?;
        Ok(Over::No)
    }

    /// Those who assault together, as their owner wishes.
    fn muster(&mut self, unit: UnitId, at: HexId) -> Play<Units> {
        let mut with = Units::from_iter([unit]);
        let side = self.b.side(unit);
        // Whoever has come to blows with the same enemy fights along.
        for other in self.b.unit_ids() {
            if must_assault(self.b, self.s, other)
                && may_join(self.b, self.s, &with, other, at).is_ok()
                && with.len() < 8
            {
                with.push(other);
            }
        }
        while with.len() < 8 {
            let now = with.clone();
            let answer = self.ask(
                side,
                rule!("32"),
                "assault.join",
                about([unit_point(unit), hex_point(at)]),
                |b, s, out| {
                    out.extend(
                        b.unit_ids()
                            .filter(|u| may_join(b, s, &now, *u, at).is_ok())
                            .map(|u| Answer::one(verb::JOIN, unit_point(u))),
                    );
                    out.push(Answer::button(verb::DONE));
                },
                |b, s, answer| match unit_of(answer) {
                    Some(other) => {
                        may_join(b, s, &now, other, at).err().unwrap_or_else(|| not_offered(rule!("32")))
                    }
                    None => not_offered(rule!("32")),
                },
            )?;
            match unit_of(&answer) {
                Some(other) => with.push(other),
                None => break,
            }
        }
        Ok(with)
    }

    /// An assault, step by step (33).
    fn assault(&mut self, mut attackers: Units, at: HexId) -> Play<()> {
        self.tell(|| {
            Event::new(rule!("33"), "assault")
                .point("unit", unit_point(attackers[0]))
                .point("hex", hex_point(at))
        });
        // Nobody slips away from a charge that has come home (RULING 23).
        if !attackers.iter().any(|u| self.s.unit(*u).has(did::ENGAGED)) {
            self.evade(&attackers, at)?;
        }
        if self.s.is_empty(at) {
            return self.pursue(&attackers, at);
        }
        if self.checks_before(&attackers, at) {
            // General order does not check before it is assaulted; who assaults it does (33; RULING 39).
            if !status::is_close(self.b, at) {
                self.defenders_check(&attackers, at)?;
            }
            attackers.retain(|u| self.s.unit(*u).on_map());
            if self.s.is_empty(at) {
                return self.advance(&attackers, at, Advance::Offered);
            }
            self.attackers_check(&mut attackers, at)?;
        }
        if attackers.is_empty() { Ok(()) } else { self.melee(&attackers, at) }
    }

    /// Whether there are checks before the mêlée: none where cavalry fights (33).
    fn checks_before(&self, attackers: &[UnitId], at: HexId) -> bool {
        let horse = |u: &UnitId| self.b.arm(*u) == Arm::Cavalry;
        !attackers.iter().any(horse) && !self.s.units_in(at).iter().any(horse)
    }

    /// The defenders check (33): the top unit, and after its failure the others of the stack.
    fn defenders_check(&mut self, attackers: &Units, at: HexId) -> Play<()> {
        let figures = &self.b.charts.pre_melee_figures;
        let (sum, top) = (counted(self.b, self.s, attackers, at), self.s.top(at).expect("they are there"));
        let faces = attackers.iter().map(|u| face_met(self.b, self.s, *u, at));
        let worst =
            faces.fold(
                Face::Front,
                |worst, face| if worst == Face::Flank || face == Face::Front { worst } else { face },
            );
        let now = self.s.unit(top);
        let good = now.order == Order::Good;
        let obstacle = obstacle(self.b, self.s, attackers, at);
        let mut parts = Modifiers::new().and(odds(self.b, sum).defender, "pre-melee.odds", rule!("33"));
        figures.flank_defender.add_if(worst == Face::Flank, &mut parts);
        figures.rear_defender.add_if(worst == Face::Rear, &mut parts);
        figures.skirmish_defender.add_if(good && now.formation == Formation::Skirmish, &mut parts);
        figures.line_defender.add_if(good && now.formation == Formation::Line, &mut parts);
        figures.slope_defender.add_if(obstacle == Obstacle::Slope, &mut parts);
        figures.stream_defender.add_if(obstacle == Obstacle::Stream, &mut parts);
        self.check_and_suffer(top, parts, rule!("33"))?;
        Ok(())
    }

    /// The attackers check, each unit (33): those who fail are out of it.
    fn attackers_check(&mut self, attackers: &mut Units, at: HexId) -> Play<()> {
        let figures = &self.b.charts.pre_melee_figures;
        let row = odds(self.b, counted(self.b, self.s, attackers, at));
        let obstacle = obstacle(self.b, self.s, attackers, at);
        let met = self.s.top(at).map(|u| self.s.unit(u).order);
        for unit in attackers.clone() {
            let face = face_met(self.b, self.s, unit, at);
            let mut parts = Modifiers::new().and(row.attacker, "pre-melee.odds", rule!("33"));
            figures.flank_attacker.add_if(face == Face::Flank, &mut parts);
            figures.rear_attacker.add_if(face == Face::Rear, &mut parts);
            figures.disorder_attacker.add_if(met == Some(Order::Disorder), &mut parts);
            figures.rout_attacker.add_if(met == Some(Order::Pgd), &mut parts);
            figures.slope_attacker.add_if(obstacle == Obstacle::Slope, &mut parts);
            figures.stream_attacker.add_if(obstacle == Obstacle::Stream, &mut parts);
            let losses = i16::from(self.s.unit(unit).fire_losses);
            if losses > 0 {
                parts.push(figures.fire_loss.part(losses));
            }
            let order = self.s.unit(unit).order;
            let test = if self.s.unit(unit).on_map() {
                self.check_and_suffer(unit, parts, rule!("33"))?
            } else {
                table::Test::Failed
            };
            let fell = !test.passed() || self.s.unit(unit).order != order;
            if fell {
                attackers.retain(|u| *u != unit);
            }
        }
        attackers.retain(|u| self.s.unit(*u).on_map() && assaulting_hex(self.b, self.s, *u, at).is_some());
        Ok(())
    }

    /// After a retreat the attackers may advance, and assault once more, but not after a second retreat (29).
    fn pursue(&mut self, attackers: &Units, at: HexId) -> Play<()> {
        self.advance(attackers, at, Advance::Offered)?;
        for unit in attackers {
            let now = self.s.unit(*unit);
            if now.hexes().contains(&at) && !now.has(did::PURSUED) {
                let now = self.s.unit_mut(*unit);
                now.set(did::ASSAULTED, false);
                now.set(did::PURSUED, true);
                now.target = HexId::NONE;
            }
        }
        Ok(())
    }

    /// Attackers go into the hex that is free (33).
    pub(super) fn advance(&mut self, attackers: &[UnitId], at: HexId, how: Advance) -> Play<()> {
        let mut how = how;
        loop {
            let may = |b: &Battle, s: &State, u: &UnitId| {
                s.unit(*u).on_map()
                    && !s.unit(*u).hexes().contains(&at)
                    && s.unit(*u).hexes().iter().any(|hex| b.ground.distance(*hex, at) == 1)
                    && enters(b, s, *u, at)
            };
            let able: Units = attackers.iter().copied().filter(|u| may(self.b, self.s, u)).collect();
            if able.is_empty() {
                return Ok(());
            }
            let answer = self.ask(
                self.b.side(able[0]),
                rule!("33"),
                "advance",
                about([hex_point(at)]),
                |_, _, out| {
                    out.extend(able.iter().map(|u| Answer::one(verb::ADVANCE, unit_point(*u))));
                    if how == Advance::Offered {
                        out.push(Answer::button(verb::PASS));
                    }
                },
                |_, _, _| not_offered(rule!("33")),
            )?;
            let Some(unit) = unit_of(&answer) else { return Ok(()) };
            self.goes_in(unit, at);
            how = Advance::Offered;
        }
    }

    /// A unit advances: in one hex, looking on.
    fn goes_in(&mut self, unit: UnitId, at: HexId) {
        let beside = |from: &HexId| Some((*from, self.b.ground.dir_to(*from, at)?));
        let (from, dir) =
            self.s.unit(unit).hexes().iter().find_map(beside).expect("one of its hexes is next to it");
        // The enemy's leaders who stayed behind ride away before it (7; RULING 17).
        let side = self.b.side(unit);
        for leader in status::leaders_in(self.b, self.s, side.enemy(), at) {
            self.leader_flies(leader, at);
        }
        self.s.put(unit, &[at]);
        let formation = self.gathered(unit);
        let now = self.s.unit_mut(unit);
        let keeps = now.formation == Formation::Skirmish
            || now.formation == Formation::Line && status::is_open(self.b, at);
        if !keeps {
            (now.formation, now.aim) = (formation, dir.into());
        }
        now.from = from;
        // The leaders of a hex that is left go along (7; RULING 17).
        if self.s.is_empty(from) {
            for leader in status::leaders_in(self.b, self.s, side, from) {
                self.s.leader_mut(leader).hex = at;
            }
        }
        self.tell(|| {
            Event::new(rule!("33"), "advanced").point("unit", unit_point(unit)).point("hex", hex_point(at))
        });
    }
}

/// Manner of an advance: offered, or to be made by one unit at least (33).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Advance {
    /// Offered.
    Offered,
    /// One unit must.
    Forced,
}

/// Whether a unit may stand in the hex that it would advance into.
fn enters(b: &Battle, s: &State, unit: UnitId, at: HexId) -> bool {
    b.charts.terrain[b.ground.terrain(at)].cost.of(b.arm(unit)).is_some()
        && may_stand(b, s, &[unit], at).is_ok()
}

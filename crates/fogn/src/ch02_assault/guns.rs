//! Guns that are assaulted: they stand by a test, fire before they are left, are left, or are limbered in time; abandoned guns, and their recovery
//! (`assault.reactions`, `guns.abandoned`, `guns.recovered`).

use baize::{Figure, Leg, Length, MU, is_within, overlap};
use table::{Answer, Event, Few, Play, Test, Verb, rule};

use super::evade::Trail;
use crate::Field;
use crate::armies::{Arm, Troops};
use crate::ch04_complex_moves::Needs;
use crate::ch08_recovery::cohesion_score;
use crate::core::charts::Score;
use crate::core::field::unit_point;
use crate::core::place::{figure, figures, size_of};
use crate::core::state::{Assault, Cohesion, Formation, Reaction, Status, UnitId, did};
use crate::core::verb;

/// MU within which crews find shelter with infantry.
const SHELTER: Length = Length::mu(2);
/// MU from which an assault leaves guns time to limber or to fire first.
const IN_TIME: Length = Length::mu(4);
/// MU within which infantry sends crews back to their guns.
const RECOVERY: Length = Length::mu(6);

impl Field<'_, '_> {
    /// Guns: limbered ones retire. Unlimbered ones stand by a test, or are left if there is infantry near by; if the assault began beyond 4 MU they may fire first by the same test, and
    /// horse artillery limbers and retires.
    pub(super) fn guns_react(&mut self, target: UnitId, by: &[Assault]) -> Play<Reaction> {
        let from: Few<UnitId, 8> = by.iter().map(|assault| assault.unit).collect();
        if self.s.unit(target).formation == Formation::Limbered {
            self.evades(target, &from)?;
            return Ok(Reaction::Gone);
        }
        let own = figure(self.b, self.s, target);
        let in_time = !by.iter().any(|one| is_within(&own, &figure(self.b, self.s, one.unit), IN_TIME));
        let horse = self.b.unit(target).troops == Troops::HorseArtillery;
        let shelter = self.friends_on_foot(target, SHELTER).next().is_some();
        let mut verbs: Few<Verb, 4> = Few::from_slice(&[verb::STAND]);
        if in_time && (shelter || horse) {
            verbs.push(verb::VOLLEY);
        }
        if shelter {
            verbs.push(verb::LEAVE);
        }
        if horse && in_time {
            verbs.push(verb::LIMBERS);
        }
        let chosen = if verbs.len() == 1 { verb::STAND } else { self.ask_reaction(target, "guns", &verbs)? };
        if chosen == verb::LEAVE {
            self.abandon(target, 1);
            return Ok(Reaction::Gone);
        }
        let score = if chosen == verb::LIMBERS { Score::Event } else { Score::Guns };
        let passed = self.assault_test(target, score)?.passed();
        match (chosen, passed) {
            (verb::STAND, true) => return Ok(Reaction::Stands),
            (verb::VOLLEY, true) => return Ok(Reaction::Volley),
            (verb::LIMBERS, passed) => {
                if !passed && self.drop_levels(target, 1)? == Cohesion::Broken {
                    self.breaks(target, &from)?;
                    return Ok(Reaction::Gone);
                }
                self.evades(target, &from)?;
            }
            (verb::VOLLEY, false) if horse => self.evades(target, &from)?,
            _ => self.abandon(target, 2),
        }
        Ok(Reaction::Gone)
    }

    /// Infantry of the unit's side within some MU of it.
    fn friends_on_foot(&self, unit: UnitId, within: Length) -> impl Iterator<Item = (UnitId, Figure)> + '_ {
        let own = figure(self.b, self.s, unit);
        let firm = |one: UnitId| self.s.unit(one).cohesion != Cohesion::Broken;
        figures(self.b, self.s, self.b.side(unit)).filter(move |(friend, at)| {
            *friend != unit
                && self.b.arm(*friend) == Arm::Infantry
                && firm(*friend)
                && is_within(&own, at, within)
        })
    }

    /// Crews that have fired leave their guns, horse artillery with them, unless the fire has stopped all who assault them.
    pub(super) fn leave_after_volley(&mut self, guns: UnitId) -> Play<()> {
        let by: Few<Assault, 8> =
            self.s.assaults.iter().filter(|assault| assault.target == guns).copied().collect();
        let mut from: Few<UnitId, 8> = Few::new();
        for assault in by {
            if self.goes_through(assault.unit)?.passed() {
                from.push(assault.unit);
            } else {
                self.s.unit_mut(assault.unit).set(did::MOVED, true);
                self.s.assaults.retain(|one| one.unit != assault.unit);
            }
        }
        if from.is_empty() || !self.s.unit(guns).on_table() {
            return Ok(());
        }
        let before = figure(self.b, self.s, guns);
        if self.b.unit(guns).troops == Troops::HorseArtillery {
            self.evades(guns, &from)?;
        } else {
            self.abandon(guns, 1);
        }
        let after = if self.s.unit(guns).on_table() { figure(self.b, self.s, guns) } else { before };
        self.gone(guns, &Trail { before, after })
    }

    /// Guns are left by their crews, who lose so many levels for it; beyond three the guns are lost (`guns.abandoned`).
    pub(crate) fn abandon(&mut self, guns: UnitId, losses: usize) {
        let had = self.s.unit(guns).cohesion as usize;
        if had + losses > Cohesion::Broken as usize {
            self.lose(guns);
            return;
        }
        let now = self.s.unit_mut(guns);
        (now.status, now.cohesion) = (Status::Abandoned, Cohesion::ALL[had + losses]);
        now.set(did::ALONE, false);
        self.tell(|| {
            Event::new(rule!("guns.abandoned"), "abandoned")
                .point("unit", unit_point(guns))
                .number("losses", (had + losses) as i16)
        });
    }

    /// The crews of abandoned guns suffer once more when the last friends within 2 MU are driven farther off (`guns.abandoned`). Asked when a unit has left the place where it was.
    pub(crate) fn crews_driven_off(&mut self, unit: UnitId, before: &Figure) {
        let side = self.b.side(unit);
        for guns in self.b.units_of(side) {
            let now = self.s.unit(guns);
            if now.status != Status::Abandoned || now.has(did::ALONE) {
                continue;
            }
            let own = figure(self.b, self.s, guns);
            let sheltered = figures(self.b, self.s, side).any(|(_, at)| is_within(&own, &at, SHELTER));
            if is_within(&own, before, SHELTER) && !sheltered {
                self.abandon(guns, 1);
                self.s.unit_mut(guns).set(did::ALONE, true);
            }
        }
    }

    /// The active side's abandoned guns are recovered, or lost, where infantry is within 6 MU and nearer than any enemy that is not broken, and no enemy within 2 MU
    /// (`guns.recovered`).
    pub(crate) fn recover_guns(&mut self) -> Play<()> {
        for guns in self.b.units_of(self.s.clock.side) {
            if self.s.unit(guns).status == Status::Abandoned && self.may_recover(guns) {
                self.recover(guns)?;
            }
        }
        Ok(())
    }

    /// Whether an attempt is to be made for abandoned guns.
    fn may_recover(&self, guns: UnitId) -> bool {
        let own = figure(self.b, self.s, guns);
        let apart = |at: &Figure| baize::apart(&own, at);
        let foes = || figures(self.b, self.s, self.b.side(guns).enemy());
        let firm = foes().filter(|(foe, _)| self.s.unit(*foe).cohesion != Cohesion::Broken);
        let threat = firm.map(|(_, at)| apart(&at)).min();
        let help = self.friends_on_foot(guns, RECOVERY).map(|(_, at)| apart(&at)).min();
        let safe = !foes().any(|(_, at)| is_within(&own, &at, SHELTER));
        safe && help.is_some_and(|help| threat.is_none_or(|threat| help < threat))
    }

    /// The attempt: by the dice of its training, 5 or more, 6 after three losses. RULING: where friends stand on the guns these come to stand as little farther back as they must.
    fn recover(&mut self, guns: UnitId) -> Play<()> {
        let worst = self.s.unit(guns).cohesion == Cohesion::Broken;
        let least = cohesion_score(self.b, self.s, guns, if worst { Score::Rally } else { Score::Recovery });
        let dice = self.b.charts.training(self.b.unit(guns).training).cohesion;
        let needs = Needs { dice, least };
        let result = self.test(guns, rule!("guns.recovered"), "recovery", needs)?;
        self.tell(|| {
            Event::new(rule!("guns.recovered"), "recovered")
                .point("unit", unit_point(guns))
                .number("dice", dice)
                .number("least", least)
                .word("result", result.word())
        });
        if result == Test::Failed {
            self.lose(guns);
            return Ok(());
        }
        let (pose, size) = (self.s.unit(guns).pose, size_of(self.b, self.s, guns));
        let free = |back: &i16| {
            let own = pose.after(size, Leg::Back(Length(*back))).place(size.shape());
            let mut all = [table::Side(0), table::Side(1)].into_iter();
            self.b.table.has_all_of(&own)
                && !all.any(|side| figures(self.b, self.s, side).any(|(_, at)| overlap(&own, &at)))
        };
        let back = (0..=8 * MU.0).step_by(20).find(free);
        let Some(back) = back else { return Ok(()) };
        let now = self.s.unit_mut(guns);
        now.pose = if back == 0 { pose } else { pose.after(size, Leg::Back(Length(back))) };
        (now.status, now.cohesion) = (Status::Table, Cohesion::Wavering);
        now.set(did::ALONE, false);
        Ok(())
    }

    /// Asks a unit to choose among reactions.
    pub(super) fn ask_reaction(&mut self, unit: UnitId, key: &'static str, verbs: &[Verb]) -> Play<Verb> {
        let rule = rule!("assault.reactions");
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.extend(verbs.iter().copied().map(Answer::button));
        };
        let about = crate::core::field::about([unit_point(unit)]);
        let refuse = |_: &crate::Battle, _: &crate::State, _: &Answer| crate::ask::not_offered(rule);
        Ok(self.ask(self.b.side(unit), rule, key, about, list, refuse)?.verb)
    }
}

//! Outcome moves: levels of cohesion that are lost, who breaks and whom that shakes, and where those go who must go (`outcome.moves`, `morale.other`).

mod casualties;
mod retire;
mod succession;

use baize::{Edge, Length, MU, Place, Turn, is_within};
use table::{Event, Few, Play, Point, Rule, Throw, ThrowKind, rule};

use crate::Field;
use crate::armies::{Arm, Capability, Troops};
use crate::ch03_movement::are_skirmishers;
use crate::ch04_complex_moves::Needs;
use crate::ch06_combat::opponents;
use crate::ch08_recovery::{cohesion_dice, cohesion_score};
use crate::ch10_features::defends;
use crate::core::charts::{Fate, Outcome, Score};
use crate::core::field::{about, unit_point};
use crate::core::place::{figure, size_of};
use crate::core::state::{Cohesion, Formation, UnitId, did};

/// Away: how far a unit goes that must go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Away {
    /// As the table of outcome moves says.
    Outcome,
    /// To 3 MU from the enemy, if it is nearer (`firing.results`).
    ToThree,
}

/// An edge without its ends, which touch whatever touches the edges beside it.
fn inner(edge: Edge) -> Edge {
    let within = |from: i32, to: i32| from + (to - from) / 20;
    Edge {
        from: Place { x: within(edge.from.x, edge.to.x), y: within(edge.from.y, edge.to.y) },
        to: Place { x: within(edge.to.x, edge.from.x), y: within(edge.to.y, edge.from.y) },
    }
}

/// MU within which others see a unit break.
const SEEN: Length = Length::mu(4);

impl Field<'_, '_> {
    /// A unit loses so many levels; its cohesion then (`cohesion.levels`).
    pub(crate) fn drop_levels(&mut self, unit: UnitId, levels: i16) -> Play<Cohesion> {
        let now = self.s.unit_mut(unit);
        if levels > 0 {
            let at = (now.cohesion as usize + levels as usize).min(Cohesion::Broken as usize);
            now.cohesion = Cohesion::ALL[at];
            let cohesion = now.cohesion;
            self.tell(|| {
                Event::new(rule!("cohesion.levels"), "shaken")
                    .point("unit", unit_point(unit))
                    .word("cohesion", cohesion.name())
            });
        }
        Ok(self.s.unit(unit).cohesion)
    }

    /// A unit is broken and flees; those who see it test: near non-skirmishing cavalry when it breaks, near non-skirmishing infantry where it passes. Infantry that was spent
    /// is lost at the end of its flight (`recovery.spent`).
    pub(crate) fn breaks(&mut self, unit: UnitId, from: &[UnitId]) -> Play<()> {
        let shows = !are_skirmishers(self.b, self.s, unit);
        let arm = self.b.arm(unit);
        self.s.unit_mut(unit).set(did::STRIPPED, true);
        let near = |field: &Field<'_, '_>| field.friends_near(unit);
        let mut seen = if arm == Arm::Cavalry && shows { near(self) } else { Few::new() };
        self.go_away(unit, from, Away::Outcome)?;
        if arm == Arm::Infantry && shows {
            seen = near(self);
        }
        if arm == Arm::Infantry && self.s.unit(unit).spent && self.s.unit(unit).on_table() {
            self.lose(unit);
        }
        for friend in seen {
            // Guards do not mind others.
            let guard = |one: UnitId| self.b.unit(one).is(Capability::Guard);
            if !guard(friend) || guard(unit) {
                self.sees_trouble(friend, from)?;
            }
        }
        Ok(())
    }

    /// The friends within 4 MU of a unit that may be shaken.
    fn friends_near(&self, unit: UnitId) -> Few<UnitId, 16> {
        if !self.s.unit(unit).on_table() {
            return Few::new();
        }
        let own = figure(self.b, self.s, unit);
        let may = |other: &UnitId| {
            let now = self.s.unit(*other);
            *other != unit && now.on_table() && now.cohesion != Cohesion::Broken
        };
        let friends = self.b.units_of(self.b.side(unit)).filter(may);
        friends.filter(|other| is_within(&own, &figure(self.b, self.s, *other), SEEN)).collect()
    }

    /// A unit tests because of what it sees or suffers from friends; failed, it loses a level, and may break itself (`morale.other`).
    pub(crate) fn sees_trouble(&mut self, unit: UnitId, from: &[UnitId]) -> Play<()> {
        if !self.s.unit(unit).on_table() || self.s.unit(unit).cohesion == Cohesion::Broken {
            return Ok(());
        }
        let needs = Needs {
            dice: cohesion_dice(self.b, self.s, unit),
            least: cohesion_score(self.b, self.s, unit, Score::Event),
        };
        let result = self.test(unit, rule!("morale.other"), "cohesion", needs)?;
        self.tell(|| {
            Event::new(rule!("morale.other"), "cohesion.tested")
                .point("unit", unit_point(unit))
                .number("dice", needs.dice)
                .number("least", needs.least)
                .word("result", result.word())
        });
        if !result.passed() && self.drop_levels(unit, 1)? == Cohesion::Broken {
            self.breaks(unit, from)?;
        }
        Ok(())
    }

    /// A unit goes away from enemies: by the table of outcome moves, or to 3 MU (`outcome.moves`, `firing.results`).
    pub(crate) fn go_away(&mut self, unit: UnitId, from: &[UnitId], away: Away) -> Play<()> {
        if !self.s.unit(unit).on_table() {
            return Ok(());
        }
        // Who defends a building leaves it only when broken.
        if self.s.unit(unit).defends() && self.s.unit(unit).cohesion != Cohesion::Broken {
            return Ok(());
        }
        match away {
            Away::ToThree => self.retire_to_three(unit, from),
            Away::Outcome => {
                match self.b.charts.outcome(self.outcome_row(unit), self.s.unit(unit).cohesion) {
                    Fate::Halt => Ok(()),
                    Fate::Destroyed => {
                        self.lose(unit);
                        Ok(())
                    }
                    Fate::Abandoned => {
                        self.abandon(unit, 2);
                        Ok(())
                    }
                    // With enemies on both flanks, or before and behind it, nobody gets away.
                    Fate::Retire(_) if self.is_hemmed_in(unit) => {
                        let broken = self.s.unit(unit).cohesion == Cohesion::Broken;
                        if broken || self.drop_levels(unit, 1)? == Cohesion::Broken {
                            self.lose(unit);
                        }
                        Ok(())
                    }
                    Fate::Retire(more) => {
                        let die = self.one_die(unit, rule!("outcome.moves"), "retire")?;
                        // Horse artillery that begins limbered goes 2 MU farther; nobody less than 3.
                        let horse = self.b.unit(unit).troops == Troops::HorseArtillery
                            && self.s.unit(unit).formation == Formation::Limbered;
                        let distance = (die + more + if horse { 2 } else { 0 }).max(3);
                        self.retire(unit, from, distance)
                    }
                }
            }
        }
    }

    /// A unit makes an outcome move in a direction, of so many MU at least (`movement.arrival`).
    pub(crate) fn outcome_along(&mut self, unit: UnitId, turn: Turn, least: i16) -> Play<()> {
        match self.b.charts.outcome(self.outcome_row(unit), self.s.unit(unit).cohesion) {
            Fate::Retire(more) => {
                let die = self.one_die(unit, rule!("outcome.moves"), "retire")?;
                self.go(unit, turn, (die + more).max(least) * MU.0, &[])
            }
            _ => self.go_away(unit, &[], Away::Outcome),
        }
    }

    /// Whether enemies touch both flanks of a unit, or its front and its rear (`outcome.retire`).
    fn is_hemmed_in(&self, unit: UnitId) -> bool {
        if self.s.unit(unit).is_inside() {
            return false;
        }
        let own = figure(self.b, self.s, unit);
        let mut touched = [false; 4];
        for contact in opponents(self.b, self.s, unit) {
            let foe = figure(self.b, self.s, contact.foe);
            for (edge, touched) in own.edges().zip(&mut touched) {
                *touched |= inner(edge).apart(&foe).is_within(baize::SLACK);
            }
        }
        touched[1] && touched[3] || touched[0] && touched[2]
    }

    /// A unit evades from enemies: as a wavering one of its kind, horse artillery out of battery 2 MU beyond its die (RULING, `assault.evade`).
    pub(crate) fn evades(&mut self, unit: UnitId, from: &[UnitId]) -> Play<()> {
        let row = self.outcome_row(unit);
        let more = match self.b.charts.outcome(row, Cohesion::Wavering) {
            _ if row == Outcome::HorseGuns => 2,
            Fate::Retire(more) => more,
            _ => 2,
        };
        let horse = self.b.unit(unit).troops == Troops::HorseArtillery && row == Outcome::Limbered;
        let die = self.one_die(unit, rule!("assault.evade"), "retire")?;
        self.s.unit_mut(unit).set(did::SILENT, true);
        self.retire(unit, from, (die + more + if horse { 2 } else { 0 }).max(3))
    }

    /// A unit that was caught goes so many MU more, faced as it was (`assault.reactions`).
    pub(crate) fn flees_on(&mut self, unit: UnitId, from: &[UnitId], mu: i16) -> Play<()> {
        let facing = self.s.unit(unit).pose.turn;
        self.retire(unit, from, mu)?;
        let (pose, size) = (self.s.unit(unit).pose, size_of(self.b, self.s, unit));
        let back = pose.after(size, baize::Leg::About);
        if self.s.unit(unit).on_table() && pose.turn == facing.and(baize::Turn::HALF) {
            self.s.unit_mut(unit).pose = back;
        }
        Ok(())
    }

    /// Row of the table for a unit, by whom it touches.
    fn outcome_row(&self, unit: UnitId) -> Outcome {
        let (card, now) = (self.b.unit(unit), self.s.unit(unit));
        let contacts = opponents(self.b, self.s, unit);
        let cavalry = contacts.iter().any(|contact| self.b.arm(contact.foe) == Arm::Cavalry);
        let square = now.formation == Formation::Square;
        let defended = contacts.iter().any(|contact| defends(self.b, self.s, unit, contact.foe));
        let horse = card.troops == Troops::HorseArtillery;
        match (card.arm(), now.formation, contacts.is_empty()) {
            (Arm::Infantry, ..) if cavalry && (square || defended) => Outcome::InfantryHeld,
            (Arm::Infantry, ..) if cavalry => Outcome::InfantryRiddenDown,
            (Arm::Infantry, ..) => Outcome::Infantry,
            (Arm::Cavalry, ..) => Outcome::Cavalry,
            (Arm::Artillery, Formation::Limbered, true) => Outcome::Limbered,
            (Arm::Artillery, Formation::Limbered, false) => Outcome::LimberedContact,
            (Arm::Artillery, _, false) if cavalry => Outcome::GunsCavalry,
            (Arm::Artillery, _, false) => Outcome::GunsInfantry,
            (Arm::Artillery, _, true) if horse => Outcome::HorseGuns,
            (Arm::Artillery, _, true) => Outcome::FootGuns,
        }
    }

    /// One die of a unit.
    pub(crate) fn one_die(&mut self, unit: UnitId, rule: Rule, key: &'static str) -> Play<i16> {
        let face = self.doors.roll(&Throw {
            rule,
            key,
            side: Some(self.b.side(unit)),
            kind: ThrowKind::Die,
            faces: 6,
            about: about([unit_point(unit)]),
            class: &|face| face,
            shows: &|face| Point::Number(face as i16 + 1),
        })?;
        Ok(face as i16 + 1)
    }
}

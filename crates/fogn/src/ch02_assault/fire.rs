//! Fire of the Assault Phase: guns before their crews leave them, then all who stand, at close range, at units that assault (`assault.fire`).

use baize::{Figure, Leg, Length, MU, Sweep};
use table::{Few, Play};

use super::charge::wheeled;
use crate::ch05_firing::{Range, aims, exposed};
use crate::core::field::Over;
use crate::core::place::{figure, size_of};
use crate::core::state::{Assault, Cohesion, Phase, Reaction, Stage, State, UnitId, did};
use crate::{Battle, Field};

/// MU from the target at which assaults pause for its fire.
const PAUSE: Length = Length::mu(2);

/// The assault of a unit, if it makes one.
pub(super) fn assault_of(s: &State, unit: UnitId) -> Option<&Assault> {
    s.assaults.iter().find(|assault| assault.unit == unit)
}

/// The figure that counts for fire at a unit: of one that assaults, and is fired at by those who stand, where it would meet its target; else where it is; of one that is partly in contact what is free of that.
pub(crate) fn shown(b: &Battle, s: &State, unit: UnitId) -> Figure {
    let met = assault_of(s, unit).filter(|_| {
        let clock = s.clock;
        clock.phase == Phase::Assault && clock.stage == Stage::Fire && s.unit(unit).has(did::CHARGES)
    });
    met.map_or_else(
        || exposed(b, s, unit).unwrap_or_else(|| figure(b, s, unit)),
        |assault| assault.there.place(size_of(b, s, unit).shape()),
    )
}

/// Whether a unit may be fired at by another now: in the Assault Phase only while it assaults, by guns that are about to be left at medium range too, by others at close range; not by
/// who is struck in flank or rear by it, nor by its target if it is intercepted or has not stood.
pub(crate) fn may_be_shot(s: &State, firer: UnitId, target: UnitId, range: Range) -> bool {
    if s.clock.phase != Phase::Assault {
        return true;
    }
    let Some(assault) = assault_of(s, target).filter(|_| s.unit(target).has(did::CHARGES)) else {
        return false;
    };
    let own = assault.target == firer;
    match s.clock.stage {
        Stage::Volley => own && assault.reaction == Reaction::Volley && range <= Range::Medium,
        Stage::Fire => {
            range == Range::Close
                && assault.meant != firer
                && (!own || assault.reaction == Reaction::Stands && !assault.flank)
        }
        _ => false,
    }
}

impl Field<'_, '_> {
    /// Guns that are about to be left fire at whoever assaults them, where these are farthest off within 6 MU; then the crews leave.
    pub(super) fn volley_step(&mut self) -> Play<()> {
        if !self.fires_at(Reaction::Volley, Range::Medium.most())? {
            return Ok(());
        }
        let guns: Few<UnitId, 8> =
            self.those(Reaction::Volley).iter().map(|assault| assault.target).collect();
        for unit in guns {
            if self.those(Reaction::Volley).iter().any(|assault| assault.target == unit) {
                self.leave_after_volley(unit)?;
            }
        }
        self.fires_no_more();
        self.stage(Stage::Fire);
        Ok(())
    }

    /// All who stand fire at close range at those who have come to 2 MU.
    pub(super) fn stand_and_fire_step(&mut self) -> Play<()> {
        if !self.s.clock.aimed && self.s.shots.is_empty() {
            self.shake_flanks()?;
        }
        if self.fires_at(Reaction::Stands, PAUSE)? {
            self.fires_no_more();
            self.stage(Stage::Contact);
        }
        Ok(())
    }

    /// The assaults whose targets have reacted so.
    pub(super) fn those(&self, reaction: Reaction) -> Few<Assault, 8> {
        self.s.assaults.iter().filter(|assault| assault.reaction == reaction).copied().collect()
    }

    /// A piece of the fire at assaults; whether it is over. Before it begins, those who are fired at go to where they are.
    fn fires_at(&mut self, reaction: Reaction, distance: Length) -> Play<bool> {
        if !self.s.clock.aimed && self.s.shots.is_empty() {
            for assault in self.s.assaults.clone() {
                let pauses = match reaction {
                    Reaction::Volley => assault.reaction == Reaction::Volley,
                    _ => !matches!(assault.reaction, Reaction::Gone | Reaction::Intercepts),
                };
                let able =
                    self.s.unit(assault.unit).on_table() && !self.s.unit(assault.unit).has(did::RETIRED);
                if pauses && able && !self.s.unit(assault.unit).has(did::CHARGES) {
                    self.pause(assault, distance);
                }
                let comes = able && assault.reaction != Reaction::Gone;
                let charges = comes && (reaction == Reaction::Stands || pauses);
                self.s.unit_mut(assault.unit).set(did::CHARGES, charges);
            }
        }
        Ok(self.fire_step(self.s.clock.side.enemy())? == Over::Yes)
    }

    /// A unit goes to where its target, farther off than so much, is first within it.
    fn pause(&mut self, assault: Assault, distance: Length) {
        let Assault { unit, target, by, from, .. } = assault;
        let size = size_of(self.b, self.s, unit);
        let fresh = self.s.unit(unit).pose == from;
        let begins = if fresh { wheeled(from, size, by) } else { self.s.unit(unit).pose };
        let sweep = Sweep::new(begins, size, Leg::Ahead(Length(20 * MU.0)));
        let step = sweep.first_within(&figure(self.b, self.s, target), distance).unwrap_or(0);
        self.advance(unit, begins, Length(step as i16), None);
    }

    /// After fire nobody has fired, been fired at or is on the way any more: the next fire is that of another phase.
    fn fires_no_more(&mut self) {
        for unit in self.b.unit_ids() {
            let now = self.s.unit_mut(unit);
            for bit in [did::FIRED, did::TARGET, did::CHARGES] {
                now.set(bit, false);
            }
        }
        self.s.shots.clear();
    }

    /// A unit that is struck in flank or rear by one whom nobody else could stop by fire loses its level before it fires at others (`assault.flank`).
    fn shake_flanks(&mut self) -> Play<()> {
        for at in 0..self.s.assaults.len() {
            let assault = self.s.assaults[at];
            let standing = matches!(assault.reaction, Reaction::Stands | Reaction::Silent);
            if !assault.flank || assault.shaken || !standing || !self.s.unit(assault.target).on_table() {
                continue;
            }
            self.s.unit_mut(assault.unit).set(did::CHARGES, true);
            let others = self.b.units_of(self.b.side(assault.target)).filter(|unit| *unit != assault.target);
            let stopped = others
                .filter(|unit| crate::ch05_firing::may_fire(self.b, self.s, *unit).is_ok())
                .any(|unit| aims(self.b, self.s, unit).iter().any(|(_, aim)| aim.target == assault.unit));
            self.s.unit_mut(assault.unit).set(did::CHARGES, false);
            if !stopped {
                self.s.assaults[at].shaken = true;
                self.drop_levels(assault.target, 1)?;
            }
        }
        Ok(())
    }

    /// Whether fire leaves an assault to be made at all.
    pub(super) fn goes_on(&self, unit: UnitId) -> bool {
        let now = self.s.unit(unit);
        now.on_table() && now.cohesion <= Cohesion::Disordered && !now.has(did::RETIRED)
    }
}

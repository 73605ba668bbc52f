//! The Assault Phase: who may go for whom, who comes between, how the other side reacts, its fire, and contact.

mod charge;
mod contact;
mod declare;
mod evade;
mod fire;
mod guns;
mod impetuous;
mod intercept;
mod reaction;

use table::Play;

use crate::Field;
use crate::core::field::Over;
use crate::core::state::Stage;

pub use charge::{Charge, may_assault};
pub(crate) use charge::{starts_behind, strikes_flank, wheeled, wheels};
pub(crate) use evade::Trail;
pub(crate) use fire::{may_be_shot, shown};

impl Field<'_, '_> {
    /// A piece of the phase: a declaration, an interception, a reaction, fire, or an assault that comes to contact (`sequence`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn assault_step(&mut self) -> Play<Over> {
        match self.s.clock.stage {
            Stage::Declare => self.declare_step()?,
            Stage::Intercept => self.intercept_step()?,
            Stage::React => self.react_step()?,
            Stage::Volley => self.volley_step()?,
            Stage::Fire => self.stand_and_fire_step()?,
            Stage::Contact => return self.contact_step(),
        }
        Ok(Over::No)
    }

    /// Goes on to a stage of the phase.
    fn stage(&mut self, stage: Stage) {
        self.s.clock.stage = stage;
        self.s.clock.aimed = false;
    }
}

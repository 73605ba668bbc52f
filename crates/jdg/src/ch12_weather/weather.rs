//! 12: night and fog.

use table::{Modifiers, Refusal, rule};

use crate::core::battle::{Battle, Weather};
use crate::core::state::State;

/// Adds the weather's part to a cohesion test: night (12.1) and fog (12.2).
pub fn on_cohesion(b: &Battle, s: &State, modifiers: Modifiers) -> Modifiers {
    let tests = &b.charts.tests;
    match b.weather(s) {
        Weather::Clear => modifiers,
        Weather::Fog => tests.fog.on(modifiers),
        Weather::Night => tests.night.on(modifiers),
    }
}

/// Half movement points that entering an enemy zone of control costs on top: 2 MP at night (12.1), 1 MP in fog (12.2).
pub fn zone_entry_half_mp(b: &Battle, s: &State) -> u16 {
    match b.weather(s) {
        Weather::Clear => 0,
        Weather::Fog => 2,
        Weather::Night => 4,
    }
}

/// Whether charges are allowed (12.1, 12.2).
///
/// # Errors
/// The refusal, at night and in fog.
pub fn allows_charges(b: &Battle, s: &State) -> Result<(), Refusal> {
    match b.weather(s) {
        Weather::Clear => Ok(()),
        Weather::Fog => Err(Refusal::new(rule!("12.2"), "charge.fog")),
        Weather::Night => Err(Refusal::new(rule!("12.1"), "charge.night")),
    }
}

/// Whether forced marches are allowed to units that are not reinforcements (12.1, 12.2).
///
/// # Errors
/// The refusal, at night and in fog.
pub fn allows_forced_march(b: &Battle, s: &State) -> Result<(), Refusal> {
    match b.weather(s) {
        Weather::Clear => Ok(()),
        Weather::Fog => Err(Refusal::new(rule!("12.2"), "march.fog")),
        Weather::Night => Err(Refusal::new(rule!("12.1"), "march.night")),
    }
}

/// Whether artillery may fire at a distance of more than one hex (12.1, 12.2).
///
/// # Errors
/// The refusal, at night and in fog.
pub fn allows_distant_fire(b: &Battle, s: &State) -> Result<(), Refusal> {
    match b.weather(s) {
        Weather::Clear => Ok(()),
        Weather::Fog => Err(Refusal::new(rule!("12.2"), "fire.fog")),
        Weather::Night => Err(Refusal::new(rule!("12.1"), "fire.night")),
    }
}

/// Whether a disordered unit may come into contact with the enemy (12.1).
pub fn bars_disordered_contact(b: &Battle, s: &State) -> bool {
    b.weather(s) == Weather::Night
}

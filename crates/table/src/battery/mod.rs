//! The battery: checks that every rulebook passes. A rulebook's tests make a [`Battery`] and call its checks; each
//! returns what is wrong as a text.

mod counts;
mod figures;
mod play;
mod record;
mod restarts;
mod secrecy;
mod vignettes;

use std::path::PathBuf;
use std::sync::Arc;

pub use counts::{check_counts, count_continuations};
pub use figures::{FigureTest, cases_with_own_charts, explained, unnoticed};
pub use record::{compare_with_file, playthrough};
pub use restarts::{Restarts, Table};
pub use secrecy::{Closeness, Secrets};
pub use vignettes::play_vignettes;

use crate::dice::FastDice;
use crate::session::{Seat, Session, Setup};
use crate::{Answer, Point, PointKind, Rulebook, Verb};

/// Battery of checks: what is checked: a rulebook with one of its battles.
pub struct Battery<R: Rulebook> {
    /// The battle.
    pub battle: Arc<R::Battle>,
    /// Its name.
    pub name: String,
    /// Number of its sides.
    pub sides: u8,
    /// A game that takes more steps than this does not end.
    pub most_steps: u64,
    /// Folder for the journals of failed games.
    pub dump: PathBuf,
}

impl<R: Rulebook> Battery<R> {
    /// The checks of a battle between two sides. Failed games are written to the directory for temporary files.
    pub fn new(battle: Arc<R::Battle>, name: impl Into<String>) -> Self {
        Battery {
            battle,
            name: name.into(),
            sides: 2,
            most_steps: 20_000,
            dump: std::env::temp_dir().join("berthier-failures"),
        }
    }

    fn setup(&self) -> Setup {
        Setup {
            battle: self.name.clone(),
            charts: Vec::new(),
            seats: (0..self.sides).map(|side| Seat::person(format!("side {side}"))).collect(),
            contributions: Vec::new(),
        }
    }

    /// A live game from a seed.
    ///
    /// # Errors
    /// If it cannot start.
    pub fn session(&self, seed: u64) -> Result<Session<R>, String> {
        let seed = crate::dice::Seed::from_number(seed);
        Session::new(Arc::clone(&self.battle), &self.setup(), seed).map_err(|error| error.to_string())
    }
}

/// An answer somewhat like another.
fn mutated(answer: &Answer, others: &[Answer], verbs: usize, dice: &mut FastDice) -> Answer {
    let mut mutant = *answer;
    match dice.below(4) {
        0 => mutant.verb = Verb(dice.below(u32::try_from(verbs).unwrap_or(255)) as u8),
        1 => mutant.points[dice.below(3) as usize] = dice.pick(others).points[dice.below(3) as usize],
        2 => mutant.points.swap(0, 1),
        _ => {
            let at = dice.below(3) as usize;
            let by = dice.below(9) as i32 + 1;
            let point = mutant.points[at];
            let kind = if point == Point::Nothing { PointKind::Number } else { point.kind() };
            mutant.points[at] = Point::new(kind, point.number() + by).unwrap_or_default();
        }
    }
    mutant
}

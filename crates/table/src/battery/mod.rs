//! The battery: checks that every rulebook passes. A rulebook's tests make a [`Battery`] and call its checks; each
//! returns what is wrong as a text.

mod counts;
mod figures;
mod play;
mod record;
mod restarts;
mod secrecy;
mod sequels;
mod vignettes;

use std::path::PathBuf;
use std::sync::Arc;

pub use counts::{check_counts, count_continuations};
pub use figures::{FigureTest, cases_with_own_charts, explained, unnoticed};
pub use record::{compare_with_file, playthrough};
pub use restarts::{Restarts, Table};
pub use secrecy::{Closeness, Secrets};
pub use sequels::check_sequels;
pub use vignettes::{in_thread, play_vignettes};

use crate::dice::FastDice;
use crate::session::{Seat, Session, Setup};
use crate::{Answer, Point, PointKind, Rulebook, Span, Verb};

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

/// All verbs of a rulebook.
fn verbs<R: Rulebook>() -> Vec<Verb> {
    (0..R::VERBS.len()).map(|verb| Verb(verb as u8)).collect()
}

/// An answer somewhat like another, perhaps with one of some verbs.
fn mutated(answer: &Answer, others: &[Answer], verbs: &[Verb], dice: &mut FastDice) -> Answer {
    let mut mutant = *answer;
    match dice.below(4) {
        0 => mutant.verb = dice.pick(verbs),
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

/// An answer by lot in a span, or a little outside of it.
fn spanned(span: &Span, dice: &mut FastDice) -> Answer {
    let mut between = |from: i32, to: i32| {
        let room = to.abs_diff(from).saturating_add(1);
        let margin = room / 8 + 1;
        // The numbers of a span fit into 16 bits, but for spots, whose two are drawn apart.
        let drawn = dice.below(room.saturating_add(2 * margin));
        from.wrapping_add(drawn as i32).wrapping_sub(margin as i32)
    };
    let mut answer = span.from;
    for (own, to) in answer.points.iter_mut().zip(span.to.points) {
        *own = match (*own, to) {
            (Point::Spot(a, b), Point::Spot(c, d)) => {
                Point::Spot(between(a.into(), c.into()) as i16, between(b.into(), d.into()) as i16)
            }
            (Point::Turn(a), Point::Turn(b)) => {
                Point::Turn(a.wrapping_add(between(0, b.wrapping_sub(a).into()) as u16))
            }
            (from, to) if from == to => from,
            (from, to) => {
                let number = between(from.number(), to.number());
                Point::new(from.kind(), number).unwrap_or(from)
            }
        };
    }
    answer
}

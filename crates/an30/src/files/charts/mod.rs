//! Reads the charts from their files. The standard ones are part of the program; a person who owns the printed charts may give files of
//! their own in their place, and a variant of the rulebook has some of its own.

pub(crate) mod raw;
mod read;
mod rows;

use muster::{Fault, Faults, Source};

use crate::core::charts::Charts;

/// The standard chart files: name without ending, and text.
pub const STANDARD: [(&str, &str); 43] = [
    ("ammunition", include_str!("../../../../../books/an30/charts/ammunition.toml")),
    ("chances", include_str!("../../../../../books/an30/charts/chances.toml")),
    ("close", include_str!("../../../../../books/an30/charts/close.toml")),
    ("close-distance", include_str!("../../../../../books/an30/charts/close-distance.toml")),
    ("command", include_str!("../../../../../books/an30/charts/command.toml")),
    ("defensive-shifts", include_str!("../../../../../books/an30/charts/defensive-shifts.toml")),
    ("explosions", include_str!("../../../../../books/an30/charts/explosions.toml")),
    ("fire", include_str!("../../../../../books/an30/charts/fire.toml")),
    ("fire-defence", include_str!("../../../../../books/an30/charts/fire-defence.toml")),
    ("fire-modifiers", include_str!("../../../../../books/an30/charts/fire-modifiers.toml")),
    ("fire-multiples", include_str!("../../../../../books/an30/charts/fire-multiples.toml")),
    ("fire-values", include_str!("../../../../../books/an30/charts/fire-values.toml")),
    ("form-up", include_str!("../../../../../books/an30/charts/form-up.toml")),
    ("formation-changes", include_str!("../../../../../books/an30/charts/formation-changes.toml")),
    ("formations", include_str!("../../../../../books/an30/charts/formations.toml")),
    ("harassment", include_str!("../../../../../books/an30/charts/harassment.toml")),
    ("hexsides", include_str!("../../../../../books/an30/charts/hexsides.toml")),
    ("impetus", include_str!("../../../../../books/an30/charts/impetus.toml")),
    ("leader-casualties", include_str!("../../../../../books/an30/charts/leader-casualties.toml")),
    ("limbering", include_str!("../../../../../books/an30/charts/limbering.toml")),
    ("losses", include_str!("../../../../../books/an30/charts/losses.toml")),
    ("melee", include_str!("../../../../../books/an30/charts/melee.toml")),
    ("melee-cavalry", include_str!("../../../../../books/an30/charts/melee-cavalry.toml")),
    ("melee-infantry", include_str!("../../../../../books/an30/charts/melee-infantry.toml")),
    ("melee-modifiers", include_str!("../../../../../books/an30/charts/melee-modifiers.toml")),
    ("morale", include_str!("../../../../../books/an30/charts/morale.toml")),
    ("morale-levels", include_str!("../../../../../books/an30/charts/morale-levels.toml")),
    ("movement", include_str!("../../../../../books/an30/charts/movement.toml")),
    ("pursuit", include_str!("../../../../../books/an30/charts/pursuit.toml")),
    ("rallying-square", include_str!("../../../../../books/an30/charts/rallying-square.toml")),
    ("reaction", include_str!("../../../../../books/an30/charts/reaction.toml")),
    ("readiness", include_str!("../../../../../books/an30/charts/readiness.toml")),
    ("recall", include_str!("../../../../../books/an30/charts/recall.toml")),
    ("scatter", include_str!("../../../../../books/an30/charts/scatter.toml")),
    ("spiked-guns", include_str!("../../../../../books/an30/charts/spiked-guns.toml")),
    ("square", include_str!("../../../../../books/an30/charts/square.toml")),
    ("stacking", include_str!("../../../../../books/an30/charts/stacking.toml")),
    ("stacking-violations", include_str!("../../../../../books/an30/charts/stacking-violations.toml")),
    ("stand-assault", include_str!("../../../../../books/an30/charts/stand-assault.toml")),
    ("stand-charge", include_str!("../../../../../books/an30/charts/stand-charge.toml")),
    ("terrain", include_str!("../../../../../books/an30/charts/terrain.toml")),
    ("ways", include_str!("../../../../../books/an30/charts/ways.toml")),
    ("zones", include_str!("../../../../../books/an30/charts/zones.toml")),
];

/// The charts that the revision of 2005 has of its own.
pub const DOHERTY: [(&str, &str); 6] = [
    ("defensive-shifts", include_str!("../../../../../books/doherty2005/charts/defensive-shifts.toml")),
    ("losses", include_str!("../../../../../books/doherty2005/charts/losses.toml")),
    ("melee", include_str!("../../../../../books/doherty2005/charts/melee.toml")),
    ("melee-modifiers", include_str!("../../../../../books/doherty2005/charts/melee-modifiers.toml")),
    ("pursuit", include_str!("../../../../../books/doherty2005/charts/pursuit.toml")),
    ("stand-assault", include_str!("../../../../../books/doherty2005/charts/stand-assault.toml")),
];

/// The chart files of a game: the standard ones, some perhaps replaced.
#[derive(Clone, Debug)]
pub struct ChartFiles {
    files: Vec<(String, Source)>,
}

impl Default for ChartFiles {
    fn default() -> Self {
        ChartFiles::of("an30", &[])
    }
}

impl ChartFiles {
    /// The standard files, with those of a variant, of the book of this id, in their place.
    pub fn of(book: &str, own: &[(&str, &str)]) -> ChartFiles {
        let file = |(name, text): &(&str, &str)| {
            let (book, text) =
                own.iter().find(|(n, _)| n == name).map_or(("an30", *text), |(_, t)| (book, *t));
            ((*name).to_owned(), Source::new(format!("books/{book}/charts/{name}.toml"), text))
        };
        ChartFiles { files: STANDARD.iter().map(file).collect() }
    }

    /// Puts a file in place of a standard one.
    ///
    /// # Errors
    /// There is no chart of that name.
    pub fn replace(&mut self, name: &str, source: Source) -> Result<(), Faults> {
        match self.files.iter_mut().find(|(n, _)| n == name) {
            Some((_, file)) => {
                *file = source;
                Ok(())
            }
            None => {
                let names: Vec<&str> = STANDARD.iter().map(|(n, _)| *n).collect();
                Err(Faults(vec![Fault::unknown("chart", name, &names)]))
            }
        }
    }

    /// The text of a chart.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.files.iter().find(|(n, _)| n == name).map(|(_, s)| s.text.as_str())
    }

    pub(crate) fn source(&self, name: &str) -> &Source {
        &self.files.iter().find(|(n, _)| n == name).expect("all standard names are present").1
    }

    /// Reads and checks all the charts.
    ///
    /// # Errors
    /// The faults of the first chart file that has any.
    pub fn load(&self) -> Result<Charts, Faults> {
        read::charts(self)
    }
}

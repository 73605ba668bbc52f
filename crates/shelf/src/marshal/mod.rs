//! La Bataille by the rules of Marshal Enterprises on the shelf. They are being written: looked up, refereed, played by who names them, not offered.

mod board;
mod overlay;
mod table;

use ::marshal::core::charts::Charts;
use ::marshal::files::arrange;
use ::marshal::{Battle, Marshal};
use ::table::Settings;
use muster::{ChartFiles, Faults, Source};
use roster::BattleFiles;

use crate::book::Timing;
use crate::volume::{Binding, Volume};

/// The rules on the shelf.
pub static MARSHAL_ENTERPRISES: Binding<Marshal> = Binding::new();

impl Volume for Marshal {
    const TITLE: &'static str = "La Bataille, Marshal Enterprises";
    const PLAYERS: &'static [&'static str] = staff::marshal::NAMES;
    const BEGINNER: &'static str = staff::marshal::BEGINNER;
    /// Ten minutes for each sequence of a side (2, 8, 17), and two for what it answers before its first.
    const TIMING: Option<Timing> = Some(Timing { budget_s: 120, increment_s: 600 });

    type Charts = Charts;

    fn battle(files: &BattleFiles, charts: &ChartFiles<Charts>, settled: Settings) -> Result<Battle, Faults> {
        let battle = arrange::load(files, charts)?;
        Ok(Battle { settled, ..battle })
    }

    fn bench_vignette() -> Source {
        crate::find_vignette("r33_an_assault").expect("it is built in")
    }
}

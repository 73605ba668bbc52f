//! Editions: the Règlement's own steps, and the variants with their names and charts.

use std::path::Path;
use std::sync::LazyLock;

use ground::HexId;
use muster::Faults;
use roster::BattleFiles;
use table::{GameOption, Play, Refusal, Rule};

use crate::Field;
use crate::ch16_assault::assault;
use crate::ch19_cavalry::react;
use crate::core::assault::{OngoingAssault, Party};
use crate::core::battle::Battle;
use crate::core::cavalry::{Flight, Stance};
use crate::core::charts::{Charts, SquareResult};
use crate::core::options;
use crate::core::state::{ChargeKind, State, UnitId};
use crate::files::arrange;
use crate::files::charts::{ChartFiles, DOHERTY};

pub use crate::core::variant::Variant;
pub use crate::doherty2005::Doherty2005;

/// The Règlement de l'An XXX itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standard;

impl Variant for Standard {
    fn resolve_assault(&self, field: &mut Field<'_>, assault: usize) -> Play<()> {
        field.resolve_assault(assault)
    }

    fn closing_distance(
        &self,
        b: &Battle,
        s: &State,
        stack: &[UnitId],
        _target: HexId,
        at_first: u16,
    ) -> u16 {
        assault::closing_distance(b, s, stack[0]).min(at_first)
    }

    fn assault_impetus(
        &self,
        field: &mut Field<'_>,
        ongoing: &OngoingAssault,
        party: &Party,
        hex: HexId,
    ) -> Play<()> {
        field.impetus(ongoing, party, hex)
    }

    fn charge_melee(&self, field: &mut Field<'_>, charge: usize) -> Play<()> {
        field.episode(|field| field.charge_melee(charge))
    }

    fn reaction_stance(&self, b: &Battle, s: &State, charge: usize, unit: UnitId) -> Result<Stance, Refusal> {
        react::stance(b, s, charge, unit)
    }

    fn rallying_square(
        &self,
        field: &mut Field<'_>,
        unit: UnitId,
        _cavalry: &[UnitId],
        hexes: u16,
        kind: ChargeKind,
    ) -> Play<(SquareResult, Flight)> {
        Ok((field.rallying_square(unit, hexes, kind)?, Flight::default()))
    }

    fn rout_of_charged(
        &self,
        field: &mut Field<'_>,
        by: (&[usize], &[HexId]),
        units: &[UnitId],
        why: Rule,
    ) -> Play<Flight> {
        field.flee_struck(units, by.1, why)
    }

    fn pursue_at_once(&self, field: &mut Field<'_>, charge: usize, hex: HexId, flight: &Flight) -> Play<()> {
        field.chase_at_once(charge, hex, flight)
    }

    fn cavalry_regroup(&self, field: &mut Field<'_>, charge: usize, units: &[UnitId]) -> Play<()> {
        field.regroup_cavalry(charge, units)
    }
}

/// An edition of the rulebook: a variant with its name and its charts.
pub trait Edition: Send + Sync + 'static {
    /// The id of the book.
    const ID: &'static str;
    /// Its steps.
    const STEPS: &'static dyn Variant;
    /// Options that its players may agree upon.
    const OPTIONS: &'static [GameOption] = options::ALL;

    /// Its charts.
    fn charts() -> ChartFiles;

    /// Its charts as they are, which are read once: most vignettes change none of them.
    fn own_charts() -> &'static Result<Charts, Faults>;

    /// The battle of a folder.
    ///
    /// # Errors
    /// A file is missing; or all the faults of the first file that has any.
    fn read(folder: &Path) -> Result<Battle, Faults> {
        Self::read_further(folder, "")
    }

    /// A further scenario of the battle of a folder: the same ground and order of battle, another hour.
    ///
    /// # Errors
    /// As [`Edition::read`].
    fn read_further(folder: &Path, name: &str) -> Result<Battle, Faults> {
        let files = BattleFiles::read_further(Standard::ID, folder, name)?;
        arrange::load(&files, &Self::charts(), Self::STEPS)
    }
}

impl Edition for Standard {
    const ID: &'static str = "an30";
    const STEPS: &'static dyn Variant = &Standard;

    fn charts() -> ChartFiles {
        ChartFiles::default()
    }

    fn own_charts() -> &'static Result<Charts, Faults> {
        static READ: LazyLock<Result<Charts, Faults>> = LazyLock::new(|| Standard::charts().load());
        &READ
    }
}

impl Edition for Doherty2005 {
    const ID: &'static str = "doherty2005";
    const STEPS: &'static dyn Variant = &Doherty2005;
    const OPTIONS: &'static [GameOption] = crate::doherty2005::OPTIONS;

    fn charts() -> ChartFiles {
        ChartFiles::of(Self::ID, &DOHERTY)
    }

    fn own_charts() -> &'static Result<Charts, Faults> {
        static READ: LazyLock<Result<Charts, Faults>> = LazyLock::new(|| Doherty2005::charts().load());
        &READ
    }
}

/// The charts of an edition, read.
///
/// # Errors
/// The faults of a chart.
pub fn charts<E: Edition>() -> Result<Charts, muster::Faults> {
    E::charts().load()
}

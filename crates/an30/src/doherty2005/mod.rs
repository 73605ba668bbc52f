//! The revised assault and charge sequence of 2005: a variant of the Règlement, by the letters of its own text: A the infantry assault, FF its
//! firefights, G the charge of the Old Guard, C the charge of cavalry, with its mêlées P, I and K. What it does not change is the Règlement's.
//! Rulings: `docs/an30/rulings-2005.md`, by number.

mod assault;
mod charge;
mod firefight;
mod regroup;

use ground::HexId;
use table::{GameOption, Play, Refusal, Rule, rule};

use crate::Field;
use crate::core::assault::{OngoingAssault, Party};
use crate::core::battle::{Arm, Battle};
use crate::core::cavalry::{Flight, Stance};
use crate::core::charts::SquareResult;
use crate::core::options::{COUNTERS, FIRST_FIRE, HOWITZER_SECTIONS, TEAM_PLAY};
use crate::core::state::{Assault, Charge, ChargeKind, Formation, State, UnitId};
use crate::core::variant::Variant;

/// Option of the huzzah: whether the British and the King's German Legion cheer from line alone, as in the Règlement, or from any formation: the text does not say (reading 13).
pub const HUZZAH: GameOption = GameOption { name: "huzzah", values: &["line", "any"], rule: rule!("A5") };

/// Options that its players may agree upon.
pub const OPTIONS: &[GameOption] = &[COUNTERS, FIRST_FIRE, HOWITZER_SECTIONS, HUZZAH, TEAM_PLAY];

/// The revision of 2005 (V1, V2, V3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Doherty2005;

impl Variant for Doherty2005 {
    fn resolve_assault(&self, field: &mut Field<'_>, assault: usize) -> Play<()> {
        field.revised_assault(assault)
    }

    fn closing_distance(
        &self,
        b: &Battle,
        s: &State,
        stack: &[UnitId],
        target: HexId,
        _at_first: u16,
    ) -> u16 {
        assault::distance_to(b, s, stack, target)
    }

    fn join_firefight(&self, field: &mut Field<'_>, assault: Assault, hexes: &[HexId]) -> Option<Assault> {
        field.join_firefight(assault, hexes)
    }

    fn may_cheer(&self, b: &Battle, s: &State, unit: UnitId) -> bool {
        s.unit(unit).shape() == Formation::Line || b.agreed(&HUZZAH)
    }

    /// Whether an advance disorders a party: one that fought a mêlée in whatever hex it takes, also in one that was left before (A8, G8, reading 1010);
    /// one that fought none only in a hex that a result emptied (reading 4).
    fn advance_disorders(&self, ongoing: &OngoingAssault, party: &Party, hex: HexId) -> bool {
        ongoing.won.contains(&hex) || party.units.iter().any(|unit| ongoing.fought.contains(unit))
    }

    fn reacts_on_arrival(&self) -> bool {
        true
    }

    fn guard_renews(&self) -> bool {
        true
    }

    fn assault_impetus(
        &self,
        field: &mut Field<'_>,
        ongoing: &OngoingAssault,
        party: &Party,
        hex: HexId,
    ) -> Play<()> {
        field.revised_impetus(ongoing, party, hex)
    }

    fn charge_melee(&self, field: &mut Field<'_>, charge: usize) -> Play<()> {
        field.episode(|field| field.revised_charge(charge))
    }

    fn reaction_stance(&self, b: &Battle, s: &State, charge: usize, unit: UnitId) -> Result<Stance, Refusal> {
        charge::reaction_stance(b, s, charge, unit)
    }

    /// Cavalry skirmishers do (C5); others retreat when the mêlée is fought (I1, K1).
    fn retreats_on_contact(&self, b: &Battle, s: &State, top: UnitId) -> bool {
        b.arm(top) == Arm::Cavalry && s.unit(top).shape() == Formation::Skirmish
    }

    fn rallying_square(
        &self,
        field: &mut Field<'_>,
        unit: UnitId,
        cavalry: &[UnitId],
        hexes: u16,
        kind: ChargeKind,
    ) -> Play<(SquareResult, Flight)> {
        field.realize_square(unit, cavalry, hexes, kind)
    }

    fn rout_of_charged(
        &self,
        field: &mut Field<'_>,
        by: (&[usize], &[HexId]),
        units: &[UnitId],
        why: Rule,
    ) -> Play<Flight> {
        field.rout_of_charged(by, units, why)
    }

    fn pursue_at_once(&self, field: &mut Field<'_>, charge: usize, _hex: HexId, flight: &Flight) -> Play<()> {
        field.run_down_at_the_attempt(charge, flight)
    }

    /// Whether a charge tires: one that rode down units in PGD does, whatever its kind (P2).
    fn tires(&self, charge: &Charge) -> bool {
        matches!(charge.kind, ChargeKind::Ordinary | ChargeKind::Grand) || charge.ran_down
    }

    fn cavalry_regroup(&self, field: &mut Field<'_>, charge: usize, units: &[UnitId]) -> Play<()> {
        field.revised_regroup(charge, units)
    }
}

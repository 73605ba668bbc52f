//! Variants: where a variant of the rulebook plays a step in its own way. A step that differs is a method here; the chapter calls it through the
//! battle (`self.b.variant.resolve_assault(self, ...)`), and nobody asks which variant runs. What names no chapter has the Règlement's answer as its
//! default; the other steps of the Règlement stand in `crate::variant`, above the chapters. Figures that differ are the variant's charts and
//! need nothing here. The revision of 2005: `docs/an30/rulings-2005.md`.

use ground::HexId;
use table::{Play, Refusal, Rule};

use crate::core::assault::{OngoingAssault, Party};
use crate::core::battle::Battle;
use crate::core::cavalry::{Flight, Stance};
use crate::core::charts::SquareResult;
use crate::core::field::Field;
use crate::core::state::{Assault, Charge, ChargeKind, Formation, State, UnitId};

/// Steps that a variant may play in its own way.
pub trait Variant: Send + Sync {
    /// Resolves an assault (16.1.1), by its place in the state's list, and takes it off the list.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    fn resolve_assault(&self, field: &mut Field<'_>, assault: usize) -> Play<()>;

    /// The distance on the marker of a stack that declares an assault (16.4.1); `at_first`: that at the beginning of its movement.
    fn closing_distance(&self, b: &Battle, s: &State, stack: &[UnitId], target: HexId, at_first: u16) -> u16;

    /// An assault whose stack has come before its target may become part of a firefight; else it is given back. `hexes`: those of its targets.
    fn join_firefight(&self, _field: &mut Field<'_>, assault: Assault, _hexes: &[HexId]) -> Option<Assault> {
        Some(assault)
    }

    /// Whether reactions to an advance after a mêlée come when who advances is in its new hex; else they come before it goes (10.1.3).
    fn reacts_on_arrival(&self) -> bool {
        false
    }

    /// Whether a party is disordered by its advance into a hex after an assault: if a result of the chart emptied one of those that it assaulted
    /// (16.1.1 step 6, 16.9).
    fn advance_disorders(&self, ongoing: &OngoingAssault, party: &Party, _hex: HexId) -> bool {
        // RULING: whichever of them it takes (reading 1042).
        party.targets.iter().any(|hex| ongoing.won.contains(hex))
    }

    /// Whether a unit may cheer in the formation that it has (16.1.1 step 3c).
    fn may_cheer(&self, _b: &Battle, s: &State, unit: UnitId) -> bool {
        s.unit(unit).shape() == Formation::Line
    }

    /// Whether the Old Guard may take a new target in its charge, where the first one retreated (16.3.7.2); else its charge is over (16.10.1).
    fn guard_renews(&self) -> bool {
        false
    }

    /// A party that advanced into a hex after an assault follows up (16.9.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    fn assault_impetus(
        &self,
        field: &mut Field<'_>,
        ongoing: &OngoingAssault,
        party: &Party,
        hex: HexId,
    ) -> Play<()>;

    /// Fights the mêlée of a charge that has made contact (19.9), by its place in the state's list, and takes it off the list.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    fn charge_melee(&self, field: &mut Field<'_>, charge: usize) -> Play<()>;

    /// The stance in which the stack of a unit charges a charge in reaction, if its zone lets it (19.17.1).
    ///
    /// # Errors
    /// That its zone does not.
    fn reaction_stance(&self, b: &Battle, s: &State, charge: usize, unit: UnitId) -> Result<Stance, Refusal>;

    /// Whether a target, by its top unit, retreats before a charge as soon as it comes up; else when its mêlée is fought (19.1.1 step 3d).
    fn retreats_on_contact(&self, _b: &Battle, _s: &State, _top: UnitId) -> bool {
        true
    }

    /// A stack tries to form rallying square against cavalry so many hexes away (19.7.2.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    fn rallying_square(
        &self,
        field: &mut Field<'_>,
        unit: UnitId,
        cavalry: &[UnitId],
        hexes: u16,
        kind: ChargeKind,
    ) -> Play<(SquareResult, Flight)>;

    /// Targets of a charge rout because they did not stand, or by the result of the mêlée (19.1.2 steps 2 and 5). `by`: the charges, and the hexes of
    /// the targets that they struck.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    fn rout_of_charged(
        &self,
        field: &mut Field<'_>,
        by: (&[usize], &[HexId]),
        units: &[UnitId],
        why: Rule,
    ) -> Play<Flight>;

    /// Those who charged pursue a target that they stood next to when it routed from its attempt to form square (19.1.1 step 3a), out of a hex.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    fn pursue_at_once(&self, field: &mut Field<'_>, charge: usize, hex: HexId, flight: &Flight) -> Play<()>;

    /// Whether a charge costs a degree of readiness, whatever comes of it (19.15.1).
    fn tires(&self, charge: &Charge) -> bool {
        matches!(charge.kind, ChargeKind::Ordinary | ChargeKind::Grand)
    }

    /// Those who charged regroup (19.12).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    fn cavalry_regroup(&self, field: &mut Field<'_>, charge: usize, units: &[UnitId]) -> Play<()>;
}

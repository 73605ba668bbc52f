//! Contacts: who fights whom, and through which edge (`combat.dice`, `assault.flank`).

use baize::{Figure, is_within, overlap, touching};
use table::Few;

use crate::ch10_features::is_open_to;
use crate::core::across::meet_across;
use crate::core::place::{figure, figures};
use crate::core::state::{Cohesion, Formation, UnitId, did};
use crate::{Battle, State};

/// Contact of a unit with an enemy, as the unit sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// The enemy.
    pub foe: UnitId,
    /// Whether the unit's own front touches it.
    pub fights: bool,
    /// Whether the unit is attacked in its flank or rear by it: by the enemy's front, not at its own; or as it was assaulted.
    pub flanked: bool,
}

/// The enemies that touch a unit.
pub fn opponents(b: &Battle, s: &State, unit: UnitId) -> Few<Contact, 8> {
    let own = figure(b, s, unit);
    let foes = figures(b, s, b.side(unit).enemy());
    let near = foes.filter_map(|(foe, theirs)| {
        let touched = touches(&own, &theirs);
        (touched || meet_across(b, s, unit, foe)).then_some((foe, theirs, touched))
    });
    near.map(|(foe, theirs, touched)| {
        if !touched {
            return Contact { foe, fights: true, flanked: false };
        }
        // A building has no front, nor flank.
        let (housed, keeps) = (s.unit(unit).is_inside(), s.unit(foe).is_inside());
        let (fights, attacked) =
            (housed || front_touches(&own, &theirs), !keeps && front_touches(&theirs, &own));
        let square = housed || s.unit(unit).formation == Formation::Square;
        // Into the rear of works is into a flank, however who is in them stands.
        if touched && !housed && attacked && is_open_to(b, s, unit, foe) {
            return Contact { foe, fights, flanked: true };
        }
        let flanked = attacked && !square && (!fights || s.unit(unit).has(did::FLANKED));
        Contact { foe, fights, flanked }
    })
    .collect()
}

fn touches(a: &Figure, b: &Figure) -> bool {
    is_within(a, b, baize::SLACK) && !overlap(a, b)
}

/// Whether the front edge or a front corner of a figure touches another.
fn front_touches(own: &Figure, other: &Figure) -> bool {
    let parts = touching(own, other);
    parts.has_edge(0) || parts.has_corner(0) || parts.has_corner(1)
}

/// Whether two units in contact fight in this round: who met another in a pursuit does in the second round, or in the next turn (`sequence`, `outcome.pursuit`).
pub(super) fn fight_now(s: &State, one: UnitId, other: UnitId) -> bool {
    let waits = |unit: UnitId| {
        let now = s.unit(unit);
        now.has(did::LATE) || now.has(did::AGAIN) && !s.clock.second
    };
    !waits(one) && !waits(other)
}

/// The units that fight with this one, directly or through others: all that are decided together; none if nobody fights.
pub(super) fn together(b: &Battle, s: &State, unit: UnitId) -> Few<UnitId, 8> {
    let mut all: Few<UnitId, 8> = Few::from_slice(&[unit]);
    let mut at = 0;
    while at < all.len() {
        for contact in opponents(b, s, all[at]) {
            let broken = |one: UnitId| s.unit(one).cohesion == Cohesion::Broken;
            if !all.contains(&contact.foe) && !broken(contact.foe) && fight_now(s, all[at], contact.foe) {
                all.push(contact.foe);
            }
        }
        at += 1;
    }
    all
}

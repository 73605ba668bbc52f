//! Options that the players may agree upon.

use std::path::Path;

use marshal::Marshal;
use marshal::ch32_assault::defence_value;
use marshal::core::exact::Exact;
use marshal::core::options::{ALL, FRACTIONS};
use marshal::files::arrange::read;
use table::Rulebook;

/// A battalion with a loss has a share of its mêlée value: whole only if it was agreed that fractions are dropped.
#[test]
fn r12_fractions_are_kept_unless_it_is_agreed_to_drop_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/maida");
    let mut battle = read(&folder).unwrap_or_else(|faults| panic!("{faults}"));
    let mut state = Marshal::start(&battle);
    let broken = |b: &marshal::Battle, s: &marshal::State| {
        let own = |hex| defence_value(b, s, &[], hex);
        b.unit_ids().map(|u| own(s.unit(u).hex())).find(|value| *value != Exact::whole(value.floor()))
    };
    for unit in battle.unit_ids() {
        state.unit_mut(unit).losses = 1;
    }
    assert!(broken(&battle, &state).is_some(), "every value is whole");
    battle.settled.push((FRACTIONS.name, "dropped"));
    assert!(broken(&battle, &state).is_none());
    assert!(ALL.iter().all(|option| option.values.len() == 2));
}

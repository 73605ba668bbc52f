//! The specific sides of counters are a secret until play shows them (6): games that differ only in sides which a player has not seen look the same to
//! that player.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use marshal::core::dice::Dice;
use marshal::core::options::COUNTERS;
use marshal::core::state::{UnitId, did};
use marshal::core::veil;
use marshal::files::arrange::read;
use marshal::{Battle, Marshal, State};
use table::battery::{Battery, Closeness, Secrets};
use table::dice::FastDice;
use table::{Event, Point, Rulebook, Side, Value};

/// Maida, with no two counters of an arm alike on their specific sides, and none that its general side tells apart.
fn battle() -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/maida");
    let mut battle = read(&folder).unwrap_or_else(|faults| panic!("{faults}"));
    let mut backs = (*battle.setup.backs).clone();
    for (n, (card, back)) in battle.units.iter_mut().zip(&mut backs).enumerate() {
        card.kind = String::new();
        back.melee += 3 * n as i16;
        back.fire[0] += n as i16;
        back.morale = Dice((back.morale.0 + n as i16) % 30);
    }
    battle.usual = veil::usual(&battle.units, &backs);
    battle.setup.backs = Arc::new(backs);
    battle
}

/// Deals the specific sides of one type that a side has not seen among their counters anew.
struct Unseen {
    battle: Arc<Battle>,
    keep: Cell<Side>,
}

impl Secrets<Marshal> for Unseen {
    fn scramble(&self, b: &Battle, s: &State, keep: Side, seed: u64) -> State {
        self.keep.set(keep);
        let (mut dice, mut other) = (FastDice::new(seed), s.clone());
        let backs = Arc::make_mut(&mut other.backs);
        let mut types: BTreeMap<_, Vec<UnitId>> = BTreeMap::new();
        let hidden = |u: &UnitId| b.side(*u) != keep && !veil::shows_figures(b, s, Some(keep), *u);
        for unit in b.unit_ids().filter(hidden) {
            types.entry(veil::type_of(b.unit(unit), s.back(unit))).or_default().push(unit);
        }
        for units in types.values() {
            let mut dealt = units.clone();
            for at in (1..dealt.len()).rev() {
                dealt.swap(at, dice.below(at as u32 + 1) as usize);
            }
            units.iter().zip(dealt).for_each(|(unit, from)| backs[unit.i()] = *s.back(from));
        }
        other
    }

    /// Fire, mêlées and checks of the other side.
    fn reveals(&self, event: &Event) -> bool {
        let theirs = |value: &Value| match value {
            Value::Point(Point::Unit(unit)) => self.battle.side(UnitId(*unit)) != self.keep.get(),
            _ => false,
        };
        let told = ["fire", "morale.checked"].contains(&event.key);
        ["melee", "melee.weak", "crowded"].contains(&event.key)
            || told && event.facts.iter().any(|(_, value)| theirs(value))
    }
}

/// About one step in so many is looked at; `LOOKS=5` says in how many.
fn looks(usual: u32) -> u32 {
    std::env::var("LOOKS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

#[test]
fn r6_what_a_side_has_not_seen_of_counters_does_not_change_what_it_is_told() {
    let battle = Arc::new(battle());
    let battery: Battery<Marshal> = Battery::new(Arc::clone(&battle), "secrets");
    let close = Closeness { every: looks(40), ..Closeness::EACH };
    for seed in 0..2 {
        let unseen = Unseen { battle: Arc::clone(&battle), keep: Cell::new(Side(0)) };
        let told = battery.secrecy_so_close(&unseen, seed, close);
        told.unwrap_or_else(|what| panic!("{what}"));
    }
}

#[test]
fn r6_an_unseen_counter_is_taken_for_the_average_of_its_type_and_a_seen_one_is_known() {
    let mut battle = battle();
    let mut state = Marshal::start(&battle);
    let hidden = |b: &Battle, s: &State, u: &UnitId| !veil::shows_figures(b, s, Some(Side(0)), *u);
    let foes: Vec<UnitId> = battle.unit_ids().filter(|u| hidden(&battle, &state, u)).collect();
    assert!(foes.len() > 5, "{}", foes.len());
    let seen = Marshal::view(&battle, &state, Some(Side(0)));
    for unit in battle.unit_ids() {
        let known = !foes.contains(&unit);
        assert_eq!(known, battle.side(unit) == Side(0) || seen.back(unit) == state.back(unit));
        let expected = if known { *state.back(unit) } else { battle.usual[unit.i()] };
        assert_eq!(*seen.back(unit), expected, "{}", battle.unit(unit).id);
    }
    assert_ne!(seen.back(foes[0]), state.back(foes[0]));
    state.unit_mut(foes[0]).set(did::SHOWN, true);
    assert_eq!(Marshal::view(&battle, &state, Some(Side(0))).back(foes[0]), state.back(foes[0]));
    assert_ne!(Marshal::view(&battle, &state, None).back(foes[1]), state.back(foes[1]));
    battle.settled.push((COUNTERS.name, "open"));
    assert_eq!(Marshal::view(&battle, &state, None).back(foes[1]), state.back(foes[1]));
}

//! Sums that add, multiply and shift, as numbers and in words.

use proptest::prelude::*;

use crate::phrase::Catalogue;
use crate::toy::ToyBattle;
use crate::{Effect, Event, Modifiers, Part, Ratio, Total, rule};

/// Two squads of 5 and 4, the first halved by the hill; three columns to the left for the wall, one to the right for the flank.
fn attack() -> Modifiers {
    Modifiers::new()
        .with(Effect::Base(5), "strength", rule!("5.2"))
        .with(Effect::Times(1, 2), "hill", rule!("5.6"))
        .with(Effect::Base(4), "strength", rule!("5.2"))
        .with(Effect::Shift(-3), "wall", rule!("5.7"))
        .with(Effect::Shift(1), "flank", rule!("5.8"))
}

fn defence() -> Modifiers {
    Modifiers::new().with(Effect::Base(3), "strength", rule!("5.2")).with(
        Effect::Times(2, 1),
        "square",
        rule!("5.9"),
    )
}

#[test]
fn what_multiplies_multiplies_what_stands_before_it() {
    assert_eq!(attack().exact(), Total { value: Ratio { of: 13, per: 2 }, columns: -2 });
    assert_eq!((attack().exact().value.floor(), attack().exact().value.ceil()), (6, 7));
    assert_eq!(defence().exact().value, Ratio::whole(6));
    let below = Modifiers::new().and(-5, "a", rule!("1")).with(Effect::Times(1, 2), "b", rule!("1")).exact();
    assert_eq!((below.value.floor(), below.value.ceil()), (-3, -2));
}

#[test]
fn an_event_tells_several_sums_by_name() {
    let event = Event::new(rule!("5"), "fire").sum("attack", &attack()).sum("defence", &defence());
    let event =
        event.sum("dice", &Modifiers::new().and(2, "morale", rule!("5.1"))).sum("none", &Modifiers::new());
    let words = "[event]\nfire = \"Fire\"\n[modifier]\nattack = \"for the attack\"\n";
    let catalogue = Catalogue::parse(words).unwrap();
    assert_eq!(
        catalogue.event(&ToyBattle::default(), &event),
        "Fire (for the attack 13/2←2: strength 5 [5.2], hill ×1/2 [5.6], strength 4 [5.2], wall ←3 [5.7], flank →1 [5.8]; \
         defence 6: strength 3 [5.2], square ×2 [5.9]; dice +2: morale +2 [5.1])"
    );
    let lacks = catalogue.lacks_for_event(&event);
    assert!(
        lacks.contains(&"modifier.defence".into()) && lacks.contains(&"modifier.hill".into()),
        "{lacks:?}"
    );
    assert!(!lacks.contains(&"modifier.attack".into()), "{lacks:?}");
    let shift =
        Event::new(rule!("5"), "fire").parts(&Modifiers::new().with(Effect::Shift(2), "flank", rule!("5.8")));
    assert_eq!(catalogue.event(&ToyBattle::default(), &shift), "Fire (→2: flank →2 [5.8])");
}

#[test]
#[should_panic(expected = "×1/2 (hill) does not add")]
fn a_sum_that_multiplies_has_no_plain_total() {
    let _ = attack().total();
}

proptest! {
    #[test]
    fn a_sum_that_only_adds_is_what_it_always_was(values in prop::collection::vec(-99i16..99, 0..Modifiers::MOST)) {
        let mut sum = Modifiers::new();
        values.iter().for_each(|value| sum.add(*value, "a", rule!("1")));
        let total: i16 = values.iter().sum();
        prop_assert_eq!(sum.total(), total);
        prop_assert_eq!(sum.exact(), Total { value: Ratio::whole(total.into()), columns: 0 });
    }

    #[test]
    fn a_total_is_in_lowest_terms_and_between_its_roundings(
        effects in prop::collection::vec((0..3, -9i16..9, 1i16..4), 0..8),
    ) {
        let effect = |(kind, n, per): (i32, i16, i16)| match kind {
            0 => Effect::Add(n),
            1 => Effect::Times(n, per),
            _ => Effect::Shift(n),
        };
        let part = |values| Part { effect: effect(values), label: "a", rule: rule!("1") };
        let parts: Vec<Part> = effects.into_iter().map(part).collect();
        let Total { value, columns } = Total::of(&parts);
        prop_assert!((2..=value.per).all(|n| value.of % n != 0 || value.per % n != 0), "{}", value);
        let (low, high) = (value.floor(), value.ceil());
        prop_assert!(low * value.per <= value.of && value.of <= high * value.per && high - low <= 1);
        let shifted: i16 = parts.iter().map(|p| if let Effect::Shift(n) = p.effect { n } else { 0 }).sum();
        prop_assert_eq!(columns, shifted);
    }
}

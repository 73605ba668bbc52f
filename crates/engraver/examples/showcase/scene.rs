//! The scene of the showcase, for the example and for the tests.

use engraver::{At, Counter, Look, Map, Overlay, Sign, Symbol, Tag};
use ground::{Aim, Ground, HexId};
use muster::Source;

/// Ground with everything that there is.
pub fn ground() -> Ground {
    let source = Source::new("ground.toml", include_str!("ground.toml"));
    Ground::read(&source).expect("the showcase has no faults")
}

/// Its picture.
pub fn map(ground: &Ground) -> Map<'_> {
    Map::new(ground)
        .title("Showcase")
        .subtitle("Everything that a map can show")
        .caption("Invented ground")
        .counters(counters(ground))
        .overlays(overlays(ground))
}

fn hex(ground: &Ground, name: &str) -> HexId {
    ground.hex(name).expect("the showcase names hexes of its own map")
}

/// Counters of every kind and state.
pub fn counters(ground: &Ground) -> Vec<Counter> {
    let nations =
        ["france", "britain", "austria", "russia", "prussia", "saxony", "spain", "portugal", "italy"];
    let of_each = Symbol::ALL.into_iter().zip(nations).enumerate().map(|(i, (symbol, nation))| Counter {
        at: At::hex(
            hex(ground, &format!("{:02}08", i + 4)),
            (symbol != Symbol::Commander).then_some(Aim(2 * (i as u8 % 6) + 1)),
        ),
        side_colour: if i % 2 == 0 { "#27408b" } else { "#b22222" }.to_owned(),
        nation: nation.to_owned(),
        stripe: Some(["#2e8b57", "#ffd700", "#8a2be2", "#d2691e"][i % 4].to_owned()),
        symbol,
        name: format!("{symbol:?}"),
        strength: (i + 1).to_string(),
        ratings: "6-7-6".to_owned(),
        ..Counter::default()
    });
    let stack = (0..3).map(|i| Counter {
        at: At::hex(hex(ground, "1309"), Some(Aim(11))),
        stack_order: i,
        side_colour: "#b22222".to_owned(),
        nation: "britain".to_owned(),
        stripe: Some("#4169e1".to_owned()),
        name: "78th Foot".to_owned(),
        strength: "4".to_owned(),
        ratings: "7-7-6".to_owned(),
        ..Counter::default()
    });
    let long = Counter {
        at: At::Hexes(vec![hex(ground, "0105"), hex(ground, "0106")], Some(Aim(3))),
        side_colour: "#27408b".to_owned(),
        nation: "france".to_owned(),
        stripe: Some("#2e8b57".to_owned()),
        name: "Long line".to_owned(),
        strength: "9".to_owned(),
        ..Counter::default()
    };
    of_each.chain(of_each_state(ground)).chain(stack).chain([long]).collect()
}

/// Counters with every look and every sign.
fn of_each_state(ground: &Ground) -> impl Iterator<Item = Counter> + '_ {
    let states = [
        (Look::Striped, vec![]),
        (Look::Pale, vec![]),
        (Look::Plain, vec![Sign::Square, Sign::Smoke]),
        (Look::Plain, vec![Sign::Sabres]),
        (Look::Plain, vec![Sign::Plus]),
        (Look::Striped, vec![Sign::Tick]),
        (Look::Plain, vec![Sign::Column, Sign::Chevron]),
        (Look::Plain, vec![Sign::Line, Sign::Chevrons]),
        (Look::Plain, vec![Sign::Dots, Sign::Low]),
        (Look::Plain, vec![Sign::Scattered]),
        (Look::Plain, vec![Sign::Road]),
        (Look::Plain, vec![Sign::Spokes]),
        (Look::Plain, vec![Sign::Gun]),
    ];
    states.into_iter().enumerate().map(move |(i, (look, signs))| Counter {
        at: At::hex(
            hex(ground, &format!("{:02}{:02}", i % 6 + 5, 10 + i / 6)),
            Some(Aim((2 * i as u8 + 1) % 12)),
        ),
        side_colour: "#27408b".to_owned(),
        nation: ["france", "naples", "poland", "bavaria", "switzerland", "austria"][i % 6].to_owned(),
        stripe: Some("#2e8b57".to_owned()),
        symbol: if signs.contains(&Sign::Sabres) { Symbol::HeavyCavalry } else { Symbol::Infantry },
        name: "42e ligne, II".to_owned(),
        strength: "4".to_owned(),
        ratings: "6-7-6".to_owned(),
        look,
        all_round: signs.contains(&Sign::Square),
        tags: (look == Look::Striped)
            .then(|| Tag { letter: 's', label: "striped".to_owned() })
            .into_iter()
            .collect(),
        signs,
        ..Counter::default()
    })
}

/// Marks of every kind.
pub fn overlays(ground: &Ground) -> Vec<Overlay> {
    let at = |name: &str| hex(ground, name);
    let reach = [("0203", "2"), ("0303", "3"), ("0202", "4½"), ("0302", "1")];
    let mut list: Vec<Overlay> = reach
        .map(|(name, label)| Overlay::Reach { hex: at(name), label: label.to_owned() })
        .into_iter()
        .collect();
    list.extend([
        Overlay::Path(["0402", "0502", "0602", "0702"].map(at).to_vec()),
        Overlay::Zone { hexes: ["1308", "1408", "1208"].map(at).to_vec(), colour: "#b22222".to_owned() },
        Overlay::Line { from: at("0405"), to: at("0805"), blocked: Some(at("0605")) },
        Overlay::Line { from: at("0202"), to: at("0105"), blocked: None },
        Overlay::Objective { hex: at("1204"), side: Some("#27408b".to_owned()), label: "8".to_owned() },
        Overlay::Objective { hex: at("0802"), side: None, label: "3".to_owned() },
        Overlay::Highlight { hex: at("1203"), colour: "#e0a800".to_owned() },
    ]);
    list
}

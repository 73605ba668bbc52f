//! A position of Jours de Gloire in the engraver's terms.

use engraver::{Counter, Map, Marks, Overlay, Symbol};
use jdg::Battle;
use jdg::ch00_general::general::ratings;
use jdg::core::battle::{Arm, Ratings, UnitCard, Weather};
use jdg::core::state::{Condition, Phase, State, UnitId, did};
use table::Side;

/// The counters of a position. What a viewer may not know must have been taken out of the state.
pub fn counters(b: &Battle, s: &State) -> Vec<Counter> {
    let mut counters = Vec::new();
    for hex in b.ground.hexes() {
        let stack: Vec<UnitId> = s.stack(hex).collect();
        let height = stack.len();
        counters.extend(
            stack.iter().enumerate().map(|(depth, &unit)| counter(b, s, unit, (height - depth) as u8)),
        );
    }
    for (card, now) in b.leaders.iter().zip(&s.leaders).filter(|(_, now)| now.hex.is_some() && !now.lost) {
        counters.push(Counter {
            hex: now.hex,
            stack_order: 9,
            side_colour: b.sides[card.side.index()].colour.clone(),
            nation: nation_of(b, card.side),
            symbol: Symbol::Commander,
            name: card.name.clone(),
            strength: card.modifier.to_string(),
            ratings: format!("{}-{}", card.orders, card.range),
            marks: Marks { moved: now.moved, ..Marks::default() },
            ..Counter::default()
        });
    }
    // The first side first, so that a text shows it in capitals.
    counters.sort_by_key(|counter| counter.side_colour != b.sides[0].colour);
    counters
}

fn counter(b: &Battle, s: &State, unit: UnitId, stack_order: u8) -> Counter {
    let (card, now, figures) = (b.unit(unit), s.unit(unit), ratings(b, s, unit));
    Counter {
        hex: now.hex,
        stack_order,
        side_colour: b.sides[card.side.index()].colour.clone(),
        nation: card.nation.clone(),
        stripe: Some(b.formations[card.formation.i()].stripe.clone()),
        symbol: symbol(card.arm, &card.kind, card.heavy),
        name: card.name.clone(),
        strength: figures.strength.to_string(),
        ratings: ratings_line(card, figures),
        facing: Some(now.facing.aim()),
        marks: Marks {
            disordered: now.condition == Condition::Disordered,
            routed: now.condition == Condition::Routed,
            square: now.square,
            fired: now.has(did::FIRED),
            charging: now.has(did::CHARGING),
            reinforcement: now.renfort.holds(),
            moved: s.clock.phase == Phase::Activation && (now.has(did::MOVED) || now.has(did::HALTED)),
        },
    }
}

/// The line under the large number of a counter.
pub fn ratings_line(card: &UnitCard, figures: &Ratings) -> String {
    let mp = figures.half_mp / 2;
    match card.arm {
        Arm::Artillery => format!("{}-{} {mp}", card.range.0, card.range.1),
        _ => format!("{}-{}-{mp}", figures.cohesion, figures.engagement),
    }
}

/// The symbol of a unit.
pub fn symbol(arm: Arm, kind: &str, heavy: bool) -> Symbol {
    match (arm, kind) {
        (Arm::Infantry, "light" | "jäger" | "jager") => Symbol::LightInfantry,
        (Arm::Infantry, "grenadier" | "guard") => Symbol::Grenadier,
        (Arm::Infantry, _) => Symbol::Infantry,
        (Arm::Cavalry, _) if heavy => Symbol::HeavyCavalry,
        (Arm::Cavalry, "hussar" | "chasseur" | "light" | "cossack") => Symbol::LightCavalry,
        (Arm::Cavalry, _) => Symbol::Cavalry,
        (Arm::Artillery, "horse") => Symbol::HorseArtillery,
        (Arm::Artillery, _) => Symbol::FootArtillery,
    }
}

/// The nation of a side's first unit, for its commanders.
pub fn nation_of(b: &Battle, side: Side) -> String {
    b.units.iter().find(|unit| unit.side == side).map(|unit| unit.nation.clone()).unwrap_or_default()
}

/// The picture of a position, with the objectives and their holders.
pub fn map<'a>(b: &'a Battle, s: &State) -> Map<'a> {
    let turn = &b.turns[usize::from(s.clock.turn)];
    let weather = match turn.weather {
        Weather::Clear => "",
        Weather::Fog => ", fog",
        Weather::Night => ", night",
    };
    let subtitle = if s.clock.turn == 0 && s.clock.phase == Phase::Orders {
        format!("{}, {}", b.about.place, b.about.date)
    } else {
        format!("turn {} of {}, {}{weather}", s.clock.turn + 1, b.turns.len(), turn.time)
    };
    let objectives = b.objectives.iter().zip(&s.holders).map(|(objective, holder)| Overlay::Objective {
        hex: objective.hex,
        side: b.sides.get(usize::from(*holder)).map(|side| side.colour.clone()),
        label: objective.points.to_string(),
    });
    Map::new(&b.ground)
        .title(b.title.clone())
        .subtitle(subtitle)
        .counters(counters(b, s))
        .overlays(objectives)
}

//! The book as neutral data.

use ground::Dir;
use shelf::Catalogue;
use shelf::binding::Presentation;
use shelf::board::{
    ArmData, AskData, BadgeData, Board, ClockData, Counter, CounterData, FacingData, FigureData, Fitness,
    FormationData, FormationState, LayerData, LayerSource, Look, NamedItem, ObjectiveData, OverlayKind,
    Position, SideData, Sign, StateData, Symbol, TurnData, VerbData, ground_data, label,
};
use table::Side;

use crate::Drill;
use crate::ch5_victory;
use crate::core::battle::{Battle, Card, Kind, Objective};
use crate::core::lay;
use crate::core::state::{Condition, NOBODY, Phase, State};

/// The overlay of what a unit can fire at.
pub const FIELD: &str = "field";

/// The states of counters, with what they mean and look like.
const STATES: [(&str, Fitness, Look); 3] = [
    ("good", Fitness::Steady, Look::Plain),
    ("shaken", Fitness::Shaken, Look::Striped),
    ("lost", Fitness::Lost, Look::Plain),
];

/// The arms.
const ARMS: [(&str, &[Symbol]); 2] = [("infantry", Symbol::INFANTRY), ("artillery", Symbol::ARTILLERY)];

/// The phases of a side's move.
const PHASES: [&str; 3] = ["movement", "fire", "over"];

/// Board: all that stands still.
pub fn board(b: &Battle, words: &Catalogue) -> Board {
    let objective =
        |o: &Objective| ObjectiveData { hex: o.hex.0, name: b.name_of(o), points: o.points.into() };
    let facing = |dir: &Dir| FacingData { name: dir.name().to_owned(), degrees: 60 * dir.index() as u16 };
    let field = label("overlay.button", FIELD, words);
    Board {
        ground: ground_data(&b.ground, words),
        sides: Drill::sides(b).map(SideData::from).to_vec(),
        units: b.units.iter().map(|card| card_data(card, words)).collect(),
        leaders: Vec::new(),
        formations: b.formations.iter().enumerate().map(|(n, f)| formation(b, n, f)).collect(),
        markers: Vec::new(),
        turns: vec![TurnData { time: String::new(), weather: String::new() }; b.turns.into()],
        arrivals: Vec::new(),
        objectives: b.objectives.iter().map(objective).collect(),
        verbs: VerbData::all::<Drill>(words, |_| None),
        facings: Dir::ALL.iter().map(facing).collect(),
        questions: AskData::all(words, |_| None),
        arms: ArmData::all(&ARMS, words),
        states: StateData::all(&STATES, words),
        badges: BadgeData::all(&[("acted", Some(Sign::Smoke))], &[], words),
        phases: NamedItem::all("phase", &PHASES, words),
        steps: Vec::new(),
        formation_marks: Vec::new(),
        orders: Vec::new(),
        marker_states: Vec::new(),
        events: NamedItem::events(words),
        overlays: vec![OverlayKind { id: FIELD.to_owned(), label: field.clone(), aimed: false, line: None }],
        place_overlays: Vec::new(),
        route_overlay: None,
        layers: vec![LayerData {
            id: FIELD.to_owned(),
            label: field,
            overlay: FIELD.to_owned(),
            from: LayerSource::EnemyUnits,
            counted: true,
        }],
    }
}

fn formation(b: &Battle, number: usize, (id, name, side): &(String, String, Side)) -> FormationData {
    FormationData {
        id: id.clone(),
        name: name.clone(),
        side: side.0,
        under: None,
        stripe: "#2e8b57".to_owned(),
        units: b.unit_numbers().filter(|unit| usize::from(b.card(*unit).formation) == number).collect(),
    }
}

fn card_data(card: &Card, words: &Catalogue) -> CounterData {
    let symbol = match card.kind {
        Kind::Line => Symbol::Infantry,
        Kind::Gun => Symbol::FootArtillery,
    };
    let morale =
        FigureData { name: label("figure", "morale", words), value: card.morale.number().to_string() };
    CounterData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        formation: Some(card.formation),
        nation: card.nation.clone(),
        symbol,
        kind: label("kind", symbol.word(), words),
        figures: vec![morale],
        reverse: Vec::new(),
        overlays: vec![FIELD.to_owned()],
    }
}

/// A unit's strength, as far as the state holds it.
fn strength(s: &State, unit: u16) -> String {
    match s.unit(unit) {
        now if now.stands() && now.strength == 0 => "?".to_owned(),
        now => now.strength.to_string(),
    }
}

/// Position: all that changes, from a state out of which a viewer's unknowns have been taken.
pub fn position(b: &Battle, s: &State) -> Position {
    let phase = match s.phase {
        Phase::Move => "movement",
        Phase::Fire | Phase::Toll(..) | Phase::Morale(_) => "fire",
        Phase::Over => "over",
    };
    let holder = |holder: &u8| (*holder != NOBODY).then_some(*holder);
    Position {
        clock: ClockData {
            turn: s.turn.into(),
            turns: b.turns.into(),
            phase: phase.to_owned(),
            step: None,
            side: Some(s.side.0),
            marker: None,
        },
        counters: b.unit_numbers().map(|unit| counter(b, s, unit)).collect(),
        markers: Vec::new(),
        formations: (0..b.formations.len() as u16)
            .map(|formation| FormationState { formation, marks: Vec::new() })
            .collect(),
        groups: Vec::new(),
        holders: s.holders[..b.objectives.len()].iter().map(holder).collect(),
        half_points: ch5_victory::points(b, s).map(|points| 2 * points).to_vec(),
        losses: s.lost.map(i32::from).to_vec(),
        announced: Vec::new(),
    }
}

fn counter(b: &Battle, s: &State, unit: u16) -> Counter {
    let now = s.unit(unit);
    let state = match now.condition {
        Condition::Good => "good",
        Condition::Shaken => "shaken",
        Condition::Lost => "lost",
    };
    Counter {
        id: format!("u{unit}"),
        at: lay::hexes(b, s, unit).iter().map(|hex| hex.0).collect(),
        height: 0,
        facing: now.stands().then_some(now.facing.0),
        strength: strength(s, unit),
        ratings: b.card(unit).morale.number().to_string(),
        state: state.to_owned(),
        badges: if now.acted { vec!["acted".to_owned()] } else { Vec::new() },
    }
}

//! Jours de Gloire as neutral data, for whoever draws it.

use jdg::ch00_general::general::ratings;
use jdg::ch08_shock::shock::combat;
use jdg::core::battle::{Arm, MarkerKind, Ratings, UnitCard, Weather};
use jdg::core::state::{Chit, Condition, GroupId, LeaderId, Phase, Segment, State, UnitId, did};
use jdg::core::verb;
use jdg::{Battle, Jdg};

use table::phrase::Catalogue;
use table::{Point, Verb};

use super::{declared, overlay};
use crate::board::{
    AnnouncedAttack, ArmData, ArrivalData, AskData, Board, ClockData, Counter, CounterData, FigureData,
    FormationData, FormationState, GroupState, MarkerData, MarkerState, NamedItem, ObjectiveData, Position,
    SideData, Symbol, TurnData, VerbData, ground_data,
};
use crate::presentation::Presentation;

/// The answers and the questions that lead over the map in a charge, not in a move.
const CHARGING_VERBS: [Verb; 2] = [verb::CHARGE, verb::CHARGE_STACK];
const CHARGING_QUESTIONS: [&str; 1] = ["charge.path"];

/// The kind of overlay that shows where something leads, if it is one of those that charge, or a commander's ride.
fn route_overlay(charging: &[&str], what: &str) -> Option<String> {
    let rides = what == verb::WORDS[usize::from(verb::RIDE.0)];
    let kind = if rides { Some(overlay::REACH) } else { charging.contains(&what).then_some(overlay::CHARGE) };
    kind.map(str::to_owned)
}

/// Board: all that stands still.
pub fn board(b: &Battle, catalogue: &Catalogue) -> Board {
    let unit_numbers = |units: &[UnitId]| units.iter().map(|unit| u16::from(unit.0)).collect();
    let charging = CHARGING_VERBS.map(|verb| verb::WORDS[usize::from(verb.0)]);
    let formation = |card: &jdg::core::battle::FormationCard| FormationData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        under: None,
        stripe: card.stripe.clone(),
        units: unit_numbers(&card.units),
    };
    let turn = |card: &jdg::core::battle::TurnCard| TurnData {
        time: card.time.clone(),
        weather: catalogue.word(weather(card.weather)),
    };
    let arrival = |arrival: &jdg::core::battle::Arrival| ArrivalData {
        turn: u16::from(arrival.turn) + 1,
        side: b.formations[arrival.formation.i()].side.0,
        units: unit_numbers(&arrival.units),
        hex: arrival.entry.0,
    };
    let objective = |o: &jdg::core::battle::Objective| ObjectiveData {
        hex: o.hex.0,
        name: o.name.clone(),
        points: o.points,
    };
    Board {
        ground: ground_data(&b.ground, catalogue),
        sides: Jdg::sides(b).map(SideData::from).to_vec(),
        units: b.units.iter().map(|card| unit_data(card, catalogue)).collect(),
        leaders: b.leaders.iter().map(|card| leader_data(b, card, catalogue)).collect(),
        formations: b.formations.iter().map(formation).collect(),
        markers: b.markers.iter().map(marker_data).collect(),
        turns: b.turns.iter().map(turn).collect(),
        arrivals: b.arrivals.iter().map(arrival).collect(),
        objectives: b.objectives.iter().map(objective).collect(),
        verbs: VerbData::all::<Jdg>(catalogue, |word| route_overlay(&charging, word)),
        facings: declared::facings(),
        questions: AskData::all(catalogue, |key| route_overlay(&CHARGING_QUESTIONS, key)),
        arms: ArmData::all(&declared::ARMS, catalogue),
        states: declared::states(catalogue),
        badges: declared::badges(catalogue),
        phases: NamedItem::all("phase", &declared::PHASES, catalogue),
        steps: NamedItem::all("step", &declared::STEPS, catalogue),
        formation_marks: NamedItem::all("mark", &declared::FORMATION_MARKS, catalogue),
        orders: NamedItem::all("order", &declared::ORDERS, catalogue),
        marker_states: declared::marker_states(catalogue),
        events: NamedItem::events(catalogue),
        overlays: declared::overlays(catalogue),
        place_overlays: vec![overlay::SIGHT.to_owned()],
        route_overlay: Some(overlay::REACH.to_owned()),
        layers: declared::layers(catalogue),
    }
}

/// The key of a weather's name.
pub fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => "weather.clear",
        Weather::Fog => "weather.fog",
        Weather::Night => "weather.night",
    }
}

/// Figures by the keys of their names.
fn figures<const N: usize>(named: [(&str, String); N], words: &Catalogue) -> Vec<FigureData> {
    let figure = |(key, value)| FigureData { name: words.word(&format!("figure.{key}")), value };
    named.into_iter().map(figure).collect()
}

fn unit_figures(card: &UnitCard, side: &Ratings, words: &Catalogue) -> Vec<FigureData> {
    let (strength, cohesion) = (side.strength.to_string(), side.cohesion.to_string());
    let movement = ("movement", (side.half_mp / 2).to_string());
    match card.arm {
        Arm::Artillery => {
            let range = format!("{}-{}", card.range.0, card.range.1);
            figures([("fire", strength), ("range", range), ("cohesion", cohesion), movement], words)
        }
        Arm::Infantry | Arm::Cavalry => {
            let engagement = ("engagement", side.engagement.to_string());
            figures([("strength", strength), ("cohesion", cohesion), engagement, movement], words)
        }
    }
}

fn unit_data(card: &UnitCard, words: &Catalogue) -> CounterData {
    let symbol = symbol(card.arm, &card.kind, card.heavy);
    CounterData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        formation: Some(card.formation.0.into()),
        nation: card.nation.clone(),
        symbol,
        kind: kind(symbol, words),
        figures: unit_figures(card, &card.front, words),
        reverse: unit_figures(card, &card.back, words),
        overlays: overlay::of_unit(card.arm).iter().map(|id| (*id).to_owned()).collect(),
    }
}

/// The symbol of a unit.
fn symbol(arm: Arm, kind: &str, heavy: bool) -> Symbol {
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

/// The name of a kind of unit.
fn kind(symbol: Symbol, words: &Catalogue) -> String {
    words.word(&format!("kind.{}", symbol.word()))
}

/// The line under the large number of a counter.
fn ratings_line(card: &UnitCard, figures: &Ratings) -> String {
    let mp = figures.half_mp / 2;
    match card.arm {
        Arm::Artillery => format!("{}-{} {mp}", card.range.0, card.range.1),
        Arm::Infantry | Arm::Cavalry => format!("{}-{}-{mp}", figures.cohesion, figures.engagement),
    }
}

fn leader_data(b: &Battle, card: &jdg::core::battle::LeaderCard, words: &Catalogue) -> CounterData {
    let ratings = [
        ("modifier", card.modifier.to_string()),
        ("orders", card.orders.to_string()),
        ("range", card.range.to_string()),
    ];
    CounterData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        formation: None,
        nation: nation_of(b, card.side),
        symbol: Symbol::Commander,
        kind: kind(Symbol::Commander, words),
        figures: figures(ratings, words),
        reverse: Vec::new(),
        overlays: [overlay::REACH, overlay::COMMAND].map(str::to_owned).to_vec(),
    }
}

/// The nation of a side's first unit, for its commanders.
fn nation_of(b: &Battle, side: table::Side) -> String {
    b.units.iter().find(|unit| unit.side == side).map(|unit| unit.nation.clone()).unwrap_or_default()
}

fn marker_data(card: &jdg::core::battle::MarkerCard) -> MarkerData {
    let formations = match &card.kind {
        MarkerKind::Ordinary(formation) => vec![u16::from(formation.0)],
        MarkerKind::Combined { formations, .. } => formations.iter().map(|f| u16::from(f.0)).collect(),
    };
    MarkerData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: Some(card.side.0),
        value: card.initiative.to_string(),
        formations,
    }
}

/// Position: all that changes, from a state out of which a viewer's unknowns have been taken; `knows` says whose face-down orders it still holds.
pub fn position(b: &Battle, s: &State, knows: impl Fn(table::Side) -> bool) -> Position {
    let leaders = (0..b.leaders.len() as u8).map(|leader| leader_counter(b, s, LeaderId(leader)));
    let marker = |(at, chit): (usize, &Chit)| MarkerState {
        marker: at as u16,
        state: chit_word(*chit).to_owned(),
        side: None,
        of: None,
    };
    Position {
        clock: clock(b, s),
        counters: b.unit_ids().map(|unit| unit_counter(b, s, unit)).chain(leaders).collect(),
        markers: s.markers[..b.markers.len()].iter().enumerate().map(marker).collect(),
        formations: (0..b.formations.len()).map(|at| formation_state(s, at)).collect(),
        groups: groups(b, s, knows),
        holders: s.holders[..b.objectives.len()]
            .iter()
            .map(|holder| (*holder < 2).then_some(*holder))
            .collect(),
        half_points: Jdg::half_points(b, s).to_vec(),
        losses: Jdg::losses(b, s).to_vec(),
        announced: announced(b, s),
    }
}

/// The attacks that are announced and still to be fought, one for each stack (8.3.1), and charges that have come to an enemy (9.2).
fn announced(b: &Battle, s: &State) -> Vec<AnnouncedAttack> {
    let mut found: Vec<AnnouncedAttack> = Vec::new();
    if s.clock.phase != Phase::Activation {
        return found;
    }
    for strike in combat::strikes(b, s) {
        let attack = AnnouncedAttack {
            side: b.side(strike.unit).0,
            by: Point::Unit(strike.unit.0.into()).short().unwrap_or_default(),
            way: vec![strike.from.0],
            at: strike.targets(b).map(|hex| hex.0).collect(),
        };
        if !found.iter().any(|known| known.way == attack.way && known.at == attack.at) {
            found.push(attack);
        }
    }
    found
}

fn chit_word(chit: Chit) -> &'static str {
    match chit {
        Chit::Out => "out",
        Chit::Cup => "cup",
        Chit::Drawn => "drawn",
        Chit::Opening => "opening",
        Chit::Spent => "spent",
    }
}

fn clock(b: &Battle, s: &State) -> ClockData {
    let clock = s.clock;
    let phase = match clock.phase {
        Phase::Orders => "orders",
        Phase::Initiative => "initiative",
        Phase::Assembly => "assembly",
        Phase::Draw => "draw",
        Phase::Activation => "activation",
        Phase::Rout => "rout",
        Phase::Demoralization => "demoralization",
        Phase::Final => "final",
        Phase::Over => "over",
    };
    let step = match clock.segment {
        Segment::Orders => "orders",
        Segment::Stacks => "stacks",
        Segment::Fire => "fire",
        Segment::Movement => "movement",
        Segment::Announce => "announce",
        Segment::Combat => "combat",
        Segment::Rally => "rally",
    };
    let marker = clock.marker.some().filter(|_| clock.phase == Phase::Activation);
    ClockData {
        turn: u16::from(clock.turn) + 1,
        turns: b.turns.len() as u16,
        phase: phase.to_owned(),
        step: (clock.phase == Phase::Activation).then(|| step.to_owned()),
        side: marker.map(|marker| b.marker(marker).side.0),
        marker: marker.map(|marker| marker.0.into()),
    }
}

fn unit_counter(b: &Battle, s: &State, unit: UnitId) -> Counter {
    let (card, now, side) = (b.unit(unit), s.unit(unit), ratings(b, s, unit));
    let on_map = now.on_map();
    let state = match now.condition {
        Condition::Eliminated => "eliminated",
        _ if !on_map => "waiting",
        Condition::Good => "good",
        Condition::Disordered => "disordered",
        Condition::Routed => "routed",
    };
    let below = |unit: UnitId| {
        let mut height = 0;
        let mut under = s.unit(unit).under;
        while let Some(next) = under.some() {
            (height, under) = (height + 1, s.unit(next).under);
        }
        height
    };
    let active = s.clock.phase == Phase::Activation;
    let badges = [
        ("square", now.square),
        ("fired", now.has(did::FIRED)),
        ("replied", now.has(did::REPLIED)),
        ("charging", now.has(did::CHARGING)),
        ("moved", active && (now.has(did::MOVED) || now.has(did::HALTED))),
        ("reinforcement", now.renfort.holds()),
    ];
    Counter {
        id: format!("u{}", unit.0),
        at: on_map.then_some(now.hex.0).into_iter().collect(),
        height: if on_map { below(unit) } else { 0 },
        facing: on_map.then_some(now.facing.0),
        strength: side.strength.to_string(),
        ratings: ratings_line(card, side),
        state: state.to_owned(),
        badges: badges.iter().filter(|(_, holds)| *holds).map(|(id, _)| (*id).to_owned()).collect(),
    }
}

fn leader_counter(b: &Battle, s: &State, leader: LeaderId) -> Counter {
    let (card, now) = (&b.leaders[leader.i()], &s.leaders[leader.i()]);
    let on_map = now.hex.is_some() && !now.lost;
    let state = match (now.lost, on_map) {
        (true, _) => "eliminated",
        (false, true) => "good",
        (false, false) => "waiting",
    };
    let moved = (on_map && now.moved).then(|| "moved".to_owned());
    Counter {
        id: format!("l{}", leader.0),
        at: on_map.then_some(now.hex.0).into_iter().collect(),
        height: if on_map { 9 } else { 0 },
        facing: None,
        strength: card.modifier.to_string(),
        ratings: format!("{}-{}", card.orders, card.range),
        state: state.to_owned(),
        badges: moved.into_iter().collect(),
    }
}

fn formation_state(s: &State, at: usize) -> FormationState {
    let now = s.formations[at];
    let marks = [("demoralized", now.demoralized), ("delayed", now.delayed)];
    let marks = marks.iter().filter(|(_, holds)| *holds).map(|(word, _)| (*word).to_owned());
    FormationState { formation: at as u16, marks: marks.collect() }
}

/// The tactical groups with at least a unit on the map (2.3.1).
fn groups(b: &Battle, s: &State, knows: impl Fn(table::Side) -> bool) -> Vec<GroupState> {
    let mut groups: Vec<GroupState> = Vec::new();
    for unit in b.unit_ids().filter(|&unit| s.unit(unit).on_map()) {
        let Some(id) = s.unit(unit).group.some() else { continue };
        match groups.iter_mut().find(|group| group.group == u16::from(id.0)) {
            Some(group) => group.units.push(unit.0.into()),
            None => groups.push(group_state(s, id, knows(b.side(unit)), unit)),
        }
    }
    groups
}

fn group_state(s: &State, id: GroupId, known: bool, first: UnitId) -> GroupState {
    let now = s.groups[id.i()];
    let order = match (known || now.revealed, now.received) {
        (false, _) => None,
        (true, true) => Some("orders".to_owned()),
        (true, false) => Some("no_orders".to_owned()),
    };
    GroupState { group: id.0.into(), units: vec![first.0.into()], order, revealed: now.revealed }
}

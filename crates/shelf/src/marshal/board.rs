//! The rules of Marshal Enterprises as neutral data. Of the specific sides of counters a side sees its own, and those that play has shown (6).

use ::marshal::ch02_chronology::half_points;
use ::marshal::core::battle::{Arm, Arrival, LeaderCard, Objective, Trait};
use ::marshal::core::charts::AimKind;
use ::marshal::core::options::COUNTERS;
use ::marshal::core::state::{LeaderId, LeaderStatus, Order, Phase, Readiness, State, Status, UnitId, did};
use ::marshal::core::{status, veil};
use ::marshal::{Battle, Marshal};
use ground::Aim;
use table::Side;
use table::phrase::Catalogue;

use super::overlay;
use crate::board::{
    ArmData, ArrivalData, AskData, BadgeData, Board, ClockData, Counter, CounterData, FacingData, FigureData,
    Fitness, FormationData, FormationState, Look, NamedItem, ObjectiveData, Position, SideData, Sign,
    StateData, Symbol, TurnData, VerbData, ground_data, label,
};
use crate::presentation::Presentation;
use crate::replay::Viewpoint;

/// The states of counters, with what they mean and look like.
const STATES: [(&str, Fitness, Look); 7] = [
    ("good", Fitness::Steady, Look::Plain),
    ("disorder", Fitness::Shaken, Look::Striped),
    ("pgd", Fitness::Shaken, Look::Pale),
    ("wounded", Fitness::Waiting, Look::Plain),
    ("lost", Fitness::Lost, Look::Plain),
    ("waiting", Fitness::Waiting, Look::Plain),
    ("folded", Fitness::Waiting, Look::Plain),
];

/// The badges of counters, with their signs: formations first.
const BADGES: [(&str, Option<Sign>); 12] = [
    ("column", Some(Sign::Column)),
    ("line", Some(Sign::Line)),
    ("square", Some(Sign::Square)),
    ("skirmish", Some(Sign::Dots)),
    ("general_order", Some(Sign::Scattered)),
    ("road_march", Some(Sign::Road)),
    ("limbered", Some(Sign::Spokes)),
    ("unlimbered", Some(Sign::Gun)),
    ("tired", Some(Sign::Chevron)),
    ("exhausted", Some(Sign::Chevrons)),
    ("charged", Some(Sign::Sabres)),
    ("moved", Some(Sign::Tick)),
];

/// The arms.
const ARMS: [(&str, &[Symbol]); 3] =
    [("infantry", Symbol::INFANTRY), ("cavalry", Symbol::CAVALRY), ("artillery", Symbol::ARTILLERY)];

/// The marks of commands: their morale levels (43).
const LEVELS: [&str; 3] = ["level_1", "level_2", "level_3"];

/// The verbs by which somebody goes somewhere, and the questions that ask where.
const GOING: [&str; 4] = ["move", "ride", "move.act", "ride.hex"];

/// The overlay that shows where something leads.
fn route_overlay(what: &str) -> Option<String> {
    GOING.contains(&what).then(|| overlay::REACH.to_owned())
}

/// Board: all that stands still.
pub fn board(b: &Battle, viewpoint: Viewpoint, words: &Catalogue) -> Board {
    let knows = |side: Side| viewpoint.knows(side) || b.agreed(&COUNTERS);
    let objective = |o: &Objective| ObjectiveData { hex: o.hex.0, name: o.name.clone(), points: o.points };
    let arrival = |arrival: &Arrival| ArrivalData {
        turn: arrival.turn + 1,
        side: arrival.units.first().map_or(0, |unit| b.side(*unit).0),
        units: arrival.units.iter().map(|unit| unit.0).collect(),
        hex: arrival.entry.0,
    };
    let facing = |aim: &Aim| FacingData { name: aim.name().to_owned(), degrees: 30 * u16::from(aim.0) };
    let turn = |time: &String| TurnData { time: time.clone(), weather: String::new() };
    Board {
        ground: ground_data(&b.ground, words),
        sides: Marshal::sides(b).map(SideData::from).to_vec(),
        units: b.unit_ids().map(|unit| unit_data(b, unit, knows(b.side(unit)), words)).collect(),
        leaders: b.leader_ids().map(|leader| leader_data(b, leader, words)).collect(),
        formations: (0..b.commands.len()).map(|command| formation(b, command)).collect(),
        markers: Vec::new(),
        turns: b.turns.iter().map(turn).collect(),
        arrivals: b.arrivals.iter().map(arrival).collect(),
        objectives: b.objectives.iter().map(objective).collect(),
        verbs: VerbData::all::<Marshal>(words, route_overlay),
        facings: Aim::ALL.iter().map(facing).collect(),
        questions: AskData::all(words, route_overlay),
        arms: ArmData::all(&ARMS, words),
        states: StateData::all(&STATES, words),
        badges: BadgeData::all(&BADGES, &["square"], words),
        phases: NamedItem::all("phase", Phase::NAMES, words),
        steps: Vec::new(),
        formation_marks: NamedItem::all("mark", &LEVELS, words),
        orders: Vec::new(),
        marker_states: Vec::new(),
        events: NamedItem::events(words),
        overlays: overlay::kinds(words),
        place_overlays: vec![overlay::SIGHT.to_owned()],
        route_overlay: None,
        layers: overlay::layers(words),
    }
}

fn formation(b: &Battle, command: usize) -> FormationData {
    let card = &b.commands[command];
    FormationData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        under: card.under.some().map(|up| up.0),
        stripe: b.sides[card.side.index()].colour.clone(),
        units: b.unit_ids().filter(|u| b.unit(*u).command.i() == command).map(|u| u.0).collect(),
    }
}

fn figure(key: &str, value: impl ToString, words: &Catalogue) -> FigureData {
    FigureData { name: label("figure", key, words), value: value.to_string() }
}

/// The figures of the specific side of a unit's counter (6).
fn specific(b: &Battle, unit: UnitId, words: &Catalogue) -> Vec<FigureData> {
    let (card, back) = (b.unit(unit), b.setup.back(unit));
    let [short, medium, long] = back.fire;
    let fire =
        if card.arm == Arm::Artillery { format!("{short}/{medium}/{long}") } else { short.to_string() };
    let mut figures = vec![
        figure("fire", fire, words),
        figure("range", back.range, words),
        figure("melee", back.melee, words),
        figure("morale", back.morale, words),
    ];
    figures.extend(back.skirmish.map(|value| figure("skirmish", value, words)));
    figures.extend((back.lance > 0).then(|| figure("lance", back.lance, words)));
    figures
}

fn unit_data(b: &Battle, unit: UnitId, known: bool, words: &Catalogue) -> CounterData {
    let card = b.unit(unit);
    let symbol = symbol(b, unit);
    CounterData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        formation: Some(card.command.0),
        nation: card.nation.clone(),
        symbol,
        kind: label("kind", symbol.word(), words),
        figures: vec![figure("increments", card.increments, words), figure("movement", card.movement, words)],
        reverse: if known { specific(b, unit, words) } else { Vec::new() },
        overlays: overlay::OF_UNITS.map(str::to_owned).to_vec(),
    }
}

fn symbol(b: &Battle, unit: UnitId) -> Symbol {
    let card = b.unit(unit);
    match card.arm {
        Arm::Infantry if card.traits.has(Trait::Guard) || card.kind.contains("grenadier") => {
            Symbol::Grenadier
        }
        Arm::Infantry if card.kind.contains("light") || card.kind.contains("jager") => Symbol::LightInfantry,
        Arm::Infantry => Symbol::Infantry,
        Arm::Cavalry if status::is_heavy(b, unit) => Symbol::HeavyCavalry,
        Arm::Cavalry => Symbol::LightCavalry,
        Arm::Artillery if card.traits.has(Trait::Horse) => Symbol::HorseArtillery,
        Arm::Artillery => Symbol::FootArtillery,
    }
}

/// The nation of a leader: that of the first unit beneath the command, else of the side.
fn nation(b: &Battle, leader: LeaderId) -> String {
    let card = b.leader(leader);
    let own = |unit: &UnitId| b.up(b.unit(*unit).command).any(|command| command == card.command);
    let side = |unit: &UnitId| b.side(*unit) == card.side;
    let of = |unit: UnitId| b.unit(unit).nation.clone();
    b.unit_ids().find(own).or_else(|| b.unit_ids().find(side)).map(of).unwrap_or_default()
}

fn leader_data(b: &Battle, leader: LeaderId, words: &Catalogue) -> CounterData {
    let card: &LeaderCard = b.leader(leader);
    CounterData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        formation: card.command.some().map(|command| command.0),
        nation: nation(b, leader),
        symbol: Symbol::Commander,
        kind: label("kind", Symbol::Commander.word(), words),
        figures: vec![figure("movement", card.movement, words)],
        reverse: vec![
            figure("bonus_infantry", card.infantry, words),
            figure("bonus_cavalry", card.cavalry, words),
            figure("bonus_artillery", card.artillery, words),
            figure("bonus_morale", card.morale, words),
        ],
        overlays: vec![overlay::REACH.to_owned()],
    }
}

/// Position: all that changes.
pub fn position(b: &Battle, s: &State, knows: &dyn Fn(Side) -> bool) -> Position {
    let sided = !matches!(s.clock.phase, Phase::Mutual | Phase::Over);
    Position {
        clock: ClockData {
            turn: s.clock.turn.min(b.turns.len() as u16 - 1) + 1,
            turns: b.turns.len() as u16,
            phase: s.clock.phase.name().to_owned(),
            step: None,
            side: sided.then_some(s.clock.side.0),
            marker: None,
        },
        counters: b
            .unit_ids()
            .map(|unit| unit_counter(b, s, unit, knows(b.side(unit))))
            .chain(b.leader_ids().map(|leader| leader_counter(b, s, leader)))
            .collect(),
        markers: Vec::new(),
        formations: (0..b.commands.len() as u16)
            .map(|formation| FormationState { formation, marks: level(s, formation) })
            .collect(),
        groups: Vec::new(),
        holders: b.objectives.iter().map(|o| status::holder(b, s, o.hex).map(|side| side.0)).collect(),
        half_points: half_points(b, s).to_vec(),
        losses: losses(b, s).to_vec(),
        announced: Vec::new(),
    }
}

/// Increments that each side has lost: all those of a unit that is gone. What a counter lost for which others stand now, they have lost.
pub(super) fn losses(b: &Battle, s: &State) -> [i32; 2] {
    let mut lost = [0; 2];
    for unit in b.unit_ids() {
        let gone = matches!(s.unit(unit).status, Status::Destroyed | Status::Surrendered);
        let of = match s.unit(unit).status {
            Status::Folded => 0,
            _ if gone => b.unit(unit).increments,
            _ => i16::from(s.unit(unit).losses),
        };
        lost[b.side(unit).index()] += i32::from(of);
    }
    lost
}

/// The mark of a command whose morale level has risen.
fn level(s: &State, formation: u16) -> Vec<String> {
    let level = usize::from(s.levels[usize::from(formation)]);
    let mark = level.checked_sub(1).and_then(|at| LEVELS.get(at));
    mark.map(|mark| (*mark).to_owned()).into_iter().collect()
}

fn unit_counter(b: &Battle, s: &State, unit: UnitId, knows: bool) -> Counter {
    let (now, back) = (s.unit(unit), s.back(unit));
    let known = knows || veil::shows_figures(b, s, None, unit);
    let row = b.charts.formation(b.arm(unit), now.formation, || status::is_heavy(b, unit));
    let all_round = row.is_none_or(|row| row.aim == AimKind::All);
    let state = match (now.status, now.order) {
        (Status::Map, Order::Good) => "good",
        (Status::Map, Order::Disorder) => "disorder",
        (Status::Map, Order::Pgd) => "pgd",
        (Status::Destroyed | Status::Surrendered, _) => "lost",
        // Where the enemy's regiments stand as battalions is seen on the map, not in their lists.
        (Status::Folded, _) if knows => "folded",
        (Status::Waiting | Status::Folded, _) => "waiting",
    };
    let above = s.units_in(now.hex()).iter().rev().position(|other| *other == unit).unwrap_or(0);
    Counter {
        id: format!("u{}", unit.0),
        at: now.hexes().iter().map(|hex| hex.0).collect(),
        height: if now.on_map() { above as u8 } else { 0 },
        facing: (now.on_map() && !all_round).then_some(now.aim.0),
        strength: status::increments(b, s, unit).max(0).to_string(),
        ratings: if known { format!("{} · {}", back.melee, back.morale) } else { "?".into() },
        state: state.to_owned(),
        badges: if now.on_map() { badges(b, s, unit) } else { Vec::new() },
    }
}

fn badges(b: &Battle, s: &State, unit: UnitId) -> Vec<String> {
    let now = s.unit(unit);
    let keeps = now.order == Order::Good || b.arm(unit) == Arm::Artillery;
    let formation = keeps.then(|| now.formation.name());
    let tired = match now.readiness {
        Readiness::Fresh => None,
        Readiness::Tired => Some("tired"),
        Readiness::Exhausted => Some("exhausted"),
    };
    let moved = now.has(did::MOVED).then_some("moved");
    let charged = now.has(did::CHARGED).then_some("charged");
    [formation, tired, charged, moved].into_iter().flatten().map(str::to_owned).collect()
}

fn leader_counter(b: &Battle, s: &State, leader: LeaderId) -> Counter {
    let (now, card) = (s.leader(leader), b.leader(leader));
    let state = match now.status {
        LeaderStatus::Map => "good",
        LeaderStatus::Waiting => "waiting",
        LeaderStatus::Wounded => "wounded",
        LeaderStatus::Lost => "lost",
    };
    let rode = (now.spent > 0 && now.status == LeaderStatus::Map).then(|| "moved".to_owned());
    Counter {
        id: format!("l{}", leader.0),
        at: now.hex.is_some().then_some(now.hex.0).into_iter().collect(),
        height: 0,
        facing: None,
        strength: String::new(),
        ratings: format!("{} · {} · {} · {}", card.infantry, card.cavalry, card.artillery, card.morale),
        state: state.to_owned(),
        badges: rode.into_iter().collect(),
    }
}

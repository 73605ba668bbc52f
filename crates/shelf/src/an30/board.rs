//! The Règlement de l'An XXX as neutral data. The board shows viewers the backs of their own counters; those of the others stand in the position, as
//! soon as play has shown them (5.1.2, 5.2.2).

use ::an30::core::battle::{Arm, LeaderCard, Trait, UnitCard};
use ::an30::core::charts::AimKind;
use ::an30::core::options::COUNTERS;
use ::an30::core::state::{
    ChargeMark, ChargePhase, Chit, Courage, LeaderId, LeaderStatus, MuId, Order, Prone, Readiness, Segment,
    State, Status, UnitId, did, leader_did,
};
use ::an30::core::{status, veil};
use ::an30::variant::Standard;
use ::an30::{An30, Battle};
use ground::Aim;
use table::phrase::Catalogue;
use table::{Names, Point, Side};

use super::overlay;
use crate::board::{
    AnnouncedAttack, ArmData, ArrivalData, AskData, BadgeData, Board, ClockData, Counter, CounterData,
    FacingData, FigureData, Fitness, FormationData, FormationState, Look, MarkerData, MarkerState,
    MarkerStateData, NamedItem, ObjectiveData, Position, SideData, Sign, StateData, Symbol, TurnData,
    VerbData, ground_data, label,
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
const BADGES: [(&str, Option<Sign>); 17] = [
    ("column", Some(Sign::Column)),
    ("line", Some(Sign::Line)),
    ("square", Some(Sign::Square)),
    ("skirmish", Some(Sign::Dots)),
    ("general_order", Some(Sign::Scattered)),
    ("road_column", Some(Sign::Road)),
    ("limbered", Some(Sign::Spokes)),
    ("unlimbered", Some(Sign::Gun)),
    ("prone", Some(Sign::Low)),
    ("tired", Some(Sign::Chevron)),
    ("exhausted", Some(Sign::Chevrons)),
    ("charging", Some(Sign::Sabres)),
    ("charged", None),
    ("moved", Some(Sign::Tick)),
    ("wrecked", None),
    ("activated", Some(Sign::Plus)),
    ("out_of_command", None),
];

/// The arms.
const ARMS: [(&str, &[Symbol]); 3] =
    [("infantry", Symbol::INFANTRY), ("cavalry", Symbol::CAVALRY), ("artillery", Symbol::ARTILLERY)];

/// The steps of the Maneuver Segment.
const STEPS: [&str; 4] = ["draw", "move", "charges", "melees"];

/// The verbs by which somebody goes somewhere, and the questions that ask where.
const GOING: [&str; 5] = ["move", "alone", "ride", "move.step", "leader.hex"];

/// The verbs that declare a charge, and the questions of its way: its zone is shown.
const CHARGING: [&str; 4] = ["charge", "grand", "charge.step", "charge.target"];

/// The overlay that shows where something leads.
fn route_overlay(what: &str) -> Option<String> {
    let charges = CHARGING.contains(&what).then_some(overlay::CHARGE);
    let shoots = (what == "fire").then_some(overlay::SHOT);
    GOING.contains(&what).then_some(overlay::REACH).or(charges).or(shoots).map(str::to_owned)
}

/// The marks of superior formations: their morale levels (20.3).
const LEVELS: [&str; 3] = ["level_1", "level_2", "level_3"];

/// The states of chits, and whether such a chit is in play.
const MARKERS: [(&str, bool); 4] = [("out", false), ("cup", true), ("drawn", true), ("spent", false)];

/// Board: all that stands still.
pub fn board(b: &Battle, viewpoint: Viewpoint, words: &Catalogue) -> Board {
    let knows = |side: Side| viewpoint.knows(side) || b.agreed(&COUNTERS);
    let objective = |o: &::an30::core::battle::Objective| ObjectiveData {
        hex: o.hex.0,
        name: o.name.clone(),
        points: o.points,
    };
    let turn = |turn: &::an30::core::battle::TurnCard| TurnData {
        time: turn.time.clone(),
        weather: label("weather", turn.light.name(), words),
    };
    let arrival = |arrival: &::an30::core::battle::Arrival| ArrivalData {
        turn: u16::from(arrival.turn) + 1,
        side: arrival.units.first().map_or(0, |unit| b.side(*unit).0),
        units: arrival.units.iter().map(|unit| unit.0).collect(),
        hex: arrival.entry.0,
    };
    let facing = |aim: &Aim| FacingData { name: aim.name().to_owned(), degrees: 30 * u16::from(aim.0) };
    Board {
        ground: ground_data(&b.ground, words),
        sides: An30::<Standard>::sides(b).map(SideData::from).to_vec(),
        units: b.unit_ids().map(|unit| unit_data(b, unit, knows(b.side(unit)), words)).collect(),
        leaders: b.leader_ids().map(|l| leader_data(b, l, knows(b.leader(l).side), words)).collect(),
        formations: (0..b.commands.len()).map(|command| formation(b, command)).collect(),
        markers: (0..markers(b)).map(|marker| marker_data(b, marker, words)).collect(),
        turns: b.turns.iter().map(turn).collect(),
        arrivals: b.arrivals.iter().map(arrival).collect(),
        objectives: b.objectives.iter().map(objective).collect(),
        verbs: VerbData::all::<An30<Standard>>(words, route_overlay),
        facings: Aim::ALL.iter().map(facing).collect(),
        questions: AskData::all(words, route_overlay),
        arms: ArmData::all(&ARMS, words),
        states: StateData::all(&STATES, words),
        badges: BadgeData::all(&BADGES, &["square", "general_order"], words),
        phases: NamedItem::all("phase", Segment::NAMES, words),
        steps: NamedItem::all("step", &STEPS, words),
        formation_marks: NamedItem::all("mark", &LEVELS, words),
        orders: Vec::new(),
        marker_states: MARKERS.map(|state| marker_state_data(state, words)).to_vec(),
        events: NamedItem::events(words),
        overlays: overlay::kinds(words),
        place_overlays: vec![overlay::SIGHT.to_owned()],
        route_overlay: None,
        layers: overlay::layers(words),
    }
}

fn marker_state_data((id, in_play): (&str, bool), words: &Catalogue) -> MarkerStateData {
    MarkerStateData { id: id.to_owned(), label: label("marker", id, words), in_play }
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

/// Number of the chits at most: the action chits, and the markers of maneuver units.
fn markers(b: &Battle) -> u16 {
    (Chit::ACTIONS.len() + 2 * b.leaders.len()) as u16
}

fn marker_data(b: &Battle, marker: u16, words: &Catalogue) -> MarkerData {
    let (id, name) = (b.id(Point::Marker(marker)), words.title(b, Point::Marker(marker)));
    MarkerData { id, name, side: None, value: String::new(), formations: Vec::new() }
}

fn figure(key: &str, value: impl ToString, words: &Catalogue) -> FigureData {
    FigureData { name: label("figure", key, words), value: value.to_string() }
}

/// The figures of the front of a unit's counter (5.1.1).
pub fn front(card: &UnitCard, words: &Catalogue) -> Vec<FigureData> {
    vec![figure("increments", card.increments, words), figure("movement", card.movement, words)]
}

/// The figures of the back of a unit's counter, as a state has them (5.1.2).
pub fn back_of(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> Vec<FigureData> {
    let (card, back) = (b.unit(unit), s.back(unit));
    let [short, medium, long] = back.fire;
    let fire =
        if card.arm == Arm::Artillery { format!("{short}/{medium}/{long}") } else { short.to_string() };
    let mut figures = vec![
        figure("fire", fire, words),
        figure("range", back.range, words),
        figure("melee", back.melee, words),
        figure("morale", back.morale.map_or_else(|| "–".to_owned(), |rating| rating.to_string()), words),
    ];
    figures.extend(back.skirmish.map(|value| figure("skirmish", value, words)));
    figures.extend((back.lance > 0).then(|| figure("lance", back.lance, words)));
    figures
}

/// The figures of the back of a leader's counter (5.2.2).
fn bonuses(s: &State, leader: LeaderId, words: &Catalogue) -> Vec<FigureData> {
    let own = s.bonuses(leader);
    let courage = match own.morale {
        Courage::Always => "A".to_owned(),
        Courage::Bonus(bonus) => bonus.to_string(),
    };
    let both = |(attack, defence): (i16, i16)| format!("{attack}/{defence}");
    vec![
        figure("bonus_infantry", both(own.infantry), words),
        figure("bonus_cavalry", both(own.cavalry), words),
        figure("bonus_artillery", own.artillery, words),
        figure("bonus_morale", courage, words),
    ]
}

fn unit_data(b: &Battle, unit: UnitId, known: bool, words: &Catalogue) -> CounterData {
    let card = b.unit(unit);
    let symbol = symbol(b, unit);
    let wagon = card.traits.has(Trait::Wagon);
    CounterData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        formation: Some(card.command.0),
        nation: card.nation.clone(),
        symbol,
        kind: label("kind", if wagon { "wagon" } else { symbol.word() }, words),
        figures: front(card, words),
        reverse: if known { back_of(b, &b.setup, unit, words) } else { Vec::new() },
        overlays: overlay::of_unit(card.arm).iter().map(|id| (*id).to_owned()).collect(),
    }
}

fn symbol(b: &Battle, unit: UnitId) -> Symbol {
    let card = b.unit(unit);
    let guard = card.traits.has(Trait::Guard) || card.traits.has(Trait::OldGuard);
    match card.arm {
        Arm::Infantry if guard || card.kind.contains("grenadier") => Symbol::Grenadier,
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
    let own = |unit: &UnitId| card.command.some().is_some_and(|whole| b.within(b.unit(*unit).command, whole));
    let of = |unit: UnitId| b.unit(unit).nation.clone();
    let side = |unit: &UnitId| b.side(*unit) == card.side;
    b.unit_ids().find(own).or_else(|| b.unit_ids().find(side)).map(of).unwrap_or_default()
}

fn leader_data(b: &Battle, leader: LeaderId, known: bool, words: &Catalogue) -> CounterData {
    let card: &LeaderCard = b.leader(leader);
    CounterData {
        id: card.id.clone(),
        name: card.name.clone(),
        side: card.side.0,
        formation: card.command.some().map(|command| command.0),
        nation: nation(b, leader),
        symbol: Symbol::Commander,
        kind: label("kind", Symbol::Commander.word(), words),
        figures: vec![figure("movement", card.movement, words), figure("points", card.points, words)],
        reverse: if known { bonuses(&b.setup, leader, words) } else { Vec::new() },
        overlays: overlay::OF_LEADERS.map(str::to_owned).to_vec(),
    }
}

/// Position: all that changes, from a state out of which a viewer's unknowns have been taken.
pub fn position(b: &Battle, s: &State, knows: &dyn Fn(Side) -> bool) -> Position {
    let maneuver = s.clock.segment == Segment::Maneuver;
    Position {
        clock: ClockData {
            turn: u16::from(s.clock.turn) + 1,
            turns: b.turns.len() as u16,
            phase: s.clock.segment.name().to_owned(),
            step: maneuver.then(|| s.activation.phase.name().to_owned()),
            side: (maneuver && s.activation.chit.is_some()).then_some(s.activation.side.0),
            marker: s.activation.chit.filter(|_| maneuver).map(Chit::number),
        },
        counters: b
            .unit_ids()
            .map(|unit| unit_counter(b, s, unit, knows(b.side(unit))))
            .chain(b.leader_ids().map(|l| leader_counter(b, s, l, knows(b.leader(l).side))))
            .collect(),
        markers: (0..markers(b)).map(|marker| marker_state(b, s, marker, knows)).collect(),
        formations: (0..b.commands.len() as u16)
            .map(|formation| FormationState { formation, marks: level(s, formation) })
            .collect(),
        groups: Vec::new(),
        holders: b.objectives.iter().map(|o| status::holder(b, s, o.hex).map(|side| side.0)).collect(),
        half_points: ::an30::half_points(b, s).to_vec(),
        losses: losses(b, s).to_vec(),
        announced: announced(b, s),
    }
}

/// The assaults and charges that are still to be fought (7.2.2, 7.4).
fn announced(b: &Battle, s: &State) -> Vec<AnnouncedAttack> {
    let mark = |mark: &::an30::core::state::Assaulter| AnnouncedAttack {
        side: b.side(mark.unit).0,
        by: Point::Unit(mark.unit.0).short().unwrap_or_default(),
        way: vec![mark.from.0],
        at: mark.at.iter().filter(|hex| hex.is_some()).map(|hex| hex.0).collect(),
    };
    let assaults = s.assaults.iter().flat_map(|assault| assault.marks()).map(mark);
    let charges = s.charges.iter().filter(|charge| charge.phase != ChargePhase::Over).filter_map(|charge| {
        let top = *charge.units.first()?;
        Some(AnnouncedAttack {
            side: b.side(top).0,
            by: Point::Unit(top.0).short().unwrap_or_default(),
            way: charge.route.iter().map(|hex| hex.0).collect(),
            at: charge.targets.iter().map(|hex| hex.0).collect(),
        })
    });
    assaults.chain(charges).collect()
}

/// Increments that each side has lost.
pub(super) fn losses(b: &Battle, s: &State) -> [i32; 2] {
    let mut lost = [0; 2];
    for unit in b.unit_ids() {
        lost[b.side(unit).index()] += i32::from(status::lost(b, s, unit));
    }
    lost
}

/// The mark of a formation whose morale level has risen.
fn level(s: &State, formation: u16) -> Vec<String> {
    let level = usize::from(s.levels[usize::from(formation)]);
    let mark = level.checked_sub(1).and_then(|at| LEVELS.get(at));
    mark.map(|mark| (*mark).to_owned()).into_iter().collect()
}

/// A chit. A maneuver unit's is its leader's; who that is may be a secret (8.4.1.2), its side is none.
fn marker_state(b: &Battle, s: &State, marker: u16, knows: &dyn Fn(Side) -> bool) -> MarkerState {
    let chit = Chit::of_number(marker);
    let mu = match chit {
        Chit::Mu(id) => s.mus.get(id.i()).map(|mu| (id, mu)),
        _ => None,
    };
    let state = match () {
        () if s.activation.chit == Some(chit) => "drawn",
        () if s.cup.contains(&chit) || s.queue.contains(&chit) => "cup",
        () if mu.is_some_and(|(_, mu)| mu.drawn) => "spent",
        () => "out",
    };
    let side = mu.map(|(_, mu)| b.leader(mu.leader).side);
    let shown = |id: MuId, side: Side| knows(side) || veil::shows_maneuver_unit(b, s, None, id);
    let of = mu.filter(|(id, mu)| shown(*id, b.leader(mu.leader).side));
    MarkerState {
        marker,
        state: state.to_owned(),
        side: side.map(|side| side.0),
        of: of.and_then(|(_, mu)| Point::Leader(mu.leader.0).short()),
    }
}

fn unit_counter(b: &Battle, s: &State, unit: UnitId, knows: bool) -> Counter {
    let now = s.unit(unit);
    let known = knows || veil::shows_figures(b, s, None, unit);
    let rating = |back: &::an30::core::state::Back| back.morale.map_or("–".to_owned(), |r| r.to_string());
    let ratings =
        |back| if known { format!("{} · {}", s.back(unit).melee, rating(back)) } else { "?".into() };
    let all_round = b.charts.formation_of(b.arm(unit), now.shape()).is_none_or(|row| row.aim == AimKind::All);
    let state = match (now.status, now.order) {
        (Status::Map, Order::Good) => "good",
        (Status::Map, Order::Disorder) => "disorder",
        (Status::Map, Order::Pgd) => "pgd",
        (Status::Destroyed | Status::Surrendered, _) => "lost",
        // Where the enemy's regiments stand as battalions is seen on the map, not in their lists.
        (Status::Folded, _) if knows => "folded",
        _ => "waiting",
    };
    let above = s.units_in(now.hex()).iter().rev().position(|other| *other == unit).unwrap_or(0);
    Counter {
        id: format!("u{}", unit.0),
        at: now.hexes().iter().map(|hex| hex.0).collect(),
        height: if now.on_map() { above as u8 } else { 0 },
        facing: (now.on_map() && !all_round).then_some(now.aim.0),
        strength: status::increments(b, s, unit).max(0).to_string(),
        ratings: ratings(s.back(unit)),
        state: state.to_owned(),
        badges: if now.on_map() { badges(b, s, unit) } else { Vec::new() },
    }
}

fn badges(b: &Battle, s: &State, unit: UnitId) -> Vec<String> {
    let now = s.unit(unit);
    let keeps = now.order == Order::Good || b.arm(unit) == Arm::Artillery;
    let formation = keeps.then(|| now.formation.name());
    let tired = match now.readiness {
        Readiness::Ready => None,
        Readiness::Tired => Some("tired"),
        Readiness::Exhausted => Some("exhausted"),
    };
    let charge = match now.charge {
        ChargeMark::None => None,
        ChargeMark::Declared => Some("charging"),
        ChargeMark::Done => Some("charged"),
    };
    let prone = (now.prone == Prone::Prone).then_some("prone");
    let traced = s.clock.segment == Segment::Maneuver;
    let astray = (traced && !now.has(did::IN_COMMAND)).then_some("out_of_command");
    let moved = now.has(did::MOVED).then_some("moved");
    let wrecked = now.has(did::WRECKED).then_some("wrecked");
    let all = [formation, prone, tired, charge, moved, wrecked, astray];
    all.into_iter().flatten().map(str::to_owned).collect()
}

fn leader_counter(b: &Battle, s: &State, leader: LeaderId, knows: bool) -> Counter {
    let now = s.leader(leader);
    let known = knows || veil::shows_bonuses(b, s, None, leader);
    let state = match now.status {
        LeaderStatus::Map => "good",
        LeaderStatus::Waiting => "waiting",
        LeaderStatus::Wounded => "wounded",
        LeaderStatus::Lost => "lost",
    };
    let own = s.bonuses(leader);
    let courage = match own.morale {
        Courage::Always => "A".to_owned(),
        Courage::Bonus(bonus) => bonus.to_string(),
    };
    let bits = [(leader_did::MOVED, "moved"), (leader_did::ACTIVATED, "activated")];
    Counter {
        id: format!("l{}", leader.0),
        at: now.hex.is_some().then_some(now.hex.0).into_iter().collect(),
        height: 0,
        facing: None,
        strength: String::new(),
        ratings: if known {
            format!("{} · {} · {} · {courage}", own.infantry.0, own.cavalry.0, own.artillery)
        } else {
            "?".to_owned()
        },
        state: state.to_owned(),
        badges: bits.into_iter().filter(|(bit, _)| now.has(*bit)).map(|(_, id)| id.to_owned()).collect(),
    }
}

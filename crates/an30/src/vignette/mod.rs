//! Vignettes of this rulebook: a few units on a scrap of map, and what a script may expect of them.
//!
//! The format is documented in `docs/formats.md` (the scenario's tables) and `README.md` of this crate; scripts are played by
//! [`table::vignette`].

mod expect;
mod raw;

use ground::Ground;
use muster::{Collector, Fault, Faults, Source, Spanned, read_toml};
use roster::{Arm, Formation, Leader, Rank, Roster, SideCard, Unit, check_id};
use table::option::settle;
use table::vignette::{Check, Script, Staged};
use table::{Answer, GameOption, Names, Point, Side};

use crate::An30;
use crate::core::battle::Battle;
use crate::core::charts::Charts;
use crate::core::dice::Dice;
use crate::core::state::{
    Activation, Chit, LeaderStatus, Mu, MuId, MuKind, Phase, Segment, UnitId, did, leader_did,
};
use crate::core::verb;
use crate::files::arrange::raw::{Name, RawScenario};
use crate::files::arrange::{Writing, build};
use crate::variant::Edition;
use raw::{RawStart, RawVignette};

/// A vignette of this rulebook.
pub type Vignette<E> = table::vignette::Vignette<An30<E>>;

/// A variant of one.
pub type Case<E> = table::vignette::Case<An30<E>>;

impl<E: Edition> Staged for An30<E> {
    const EXPECTS: &'static [&'static str] = expect::EXPECTS;

    fn read(source: &Source) -> Result<Vignette<E>, Faults> {
        let raw: RawVignette = read_toml(source)?;
        let mut faults = Collector::new(source);
        if raw.rulebook.get_ref() != E::ID {
            faults
                .at(raw.rulebook.span(), "no rulebook of this name here")
                .expect(format!("rulebook = {:?}", E::ID));
        }
        if raw.rules.is_empty() {
            faults.whole("`rules` is empty").expect("the number of the rule that it shows");
        }
        let own: Vec<_> = raw.variant.iter().map(|variant| variant.script.as_ref()).collect();
        table::vignette::check_scripts(raw.script.as_ref(), &own, &mut faults);
        let names: Vec<&str> = raw.variant.iter().map(|variant| variant.name.as_str()).collect();
        table::vignette::check_names(&names, &mut faults);
        faults.into_result(())?;
        let mut cases = Vec::new();
        if raw.variant.is_empty() {
            cases.push(case::<E>(source, "", raw.script.as_ref(), None)?);
        }
        for variant in &raw.variant {
            let script = variant.script.as_ref().or(raw.script.as_ref());
            cases.push(case::<E>(source, &variant.name, script, Some(variant))?);
        }
        Ok(Vignette { title: raw.title, rules: raw.rules, cases })
    }

    /// Two dice, 11 to 66, or one die, 1 to 6.
    fn die(word: &str) -> Result<Point, Fault> {
        match word.parse::<i16>() {
            Ok(n) if (1..=6).contains(&n) || Dice::written(n).is_some() => Ok(Point::Number(n)),
            _ => {
                let mut fault = Fault::new(format!("{word:?} is no throw"));
                fault.expect("11 to 66 with digits from 1 to 6, one die from 1 to 6, or `any`");
                Err(fault)
            }
        }
    }

    /// A chit, or whatever else is drawn: a leader, a side.
    fn marker(battle: &Battle, word: &str) -> Result<Point, Fault> {
        battle.find(word).ok_or_else(|| Fault::unknown("chit, leader or side", word, &Chit::NAMES))
    }

    fn quiet(legal: &[Answer]) -> Answer {
        let quiet = [verb::PASS, verb::NO, verb::STAND, verb::HALT, verb::DONE];
        *quiet.iter().find_map(|q| legal.iter().find(|a| a.verb == *q)).unwrap_or(&legal[0])
    }

    fn holds(battle: &Battle, state: &crate::State, what: &str, words: &[&str]) -> Check {
        expect::check(battle, state, what, words)
    }
}

/// Builds a case. The file is read again for each, because a variant changes units and start before they are checked.
fn case<E: Edition>(
    source: &Source,
    name: &str,
    script: Option<&Spanned<String>>,
    variant: Option<&raw::RawVariant>,
) -> Result<Case<E>, Faults> {
    let mut raw: RawVignette = read_toml(source)?;
    if let Some(variant) = variant {
        raw.apply(variant, source)?;
    }
    let charts = raw::charts(E::charts(), &raw.chart, source)?;
    let battle = battle(source, &raw, charts, E::STEPS, E::OPTIONS)?;
    let script = match script {
        Some(text) => Script::parse::<An30<E>>(source, text, &battle)?,
        None => Script::default(),
    };
    Ok(Case { name: name.to_owned(), battle, script })
}

fn battle(
    source: &Source,
    raw: &RawVignette,
    charts: Charts,
    variant: &'static dyn crate::core::variant::Variant,
    options: &'static [GameOption],
) -> Result<Battle, Faults> {
    let ground = Ground::build_for(&raw.ground.scrap(), source, &charts.kinds())?;
    let roster = roster(source, raw)?;
    let wished: Vec<(String, String)> =
        raw.option.iter().map(|[name, value]| (name.clone(), value.clone())).collect();
    let settled = settle(options, &wished).map_err(|error| Faults(vec![Fault::new(error.to_string())]))?;
    let writing = Writing {
        id: "vignette".to_owned(),
        title: raw.title.clone(),
        year: raw.year.unwrap_or(1813),
        ground,
        charts,
        roster,
        variant,
        settled,
        lenient: true,
    };
    let mut scenario = RawScenario::empty(raw.rulebook.clone());
    raw.fill(&mut scenario);
    let mut battle = build(writing, &scenario, Collector::new(source))?;
    start(source, &raw.start, &mut battle)?;
    Ok(battle)
}

/// The place of a name among ids; a fault if it is not there.
fn place(kind: &str, name: &Name, ids: &[String], faults: &mut Collector<'_>) -> Option<usize> {
    let found = ids.iter().position(|id| id == name.get_ref());
    if found.is_none() {
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        faults.put(name.span(), Fault::unknown(kind, name.get_ref(), &ids));
    }
    found
}

/// The roster that a vignette implies: commands are those that it lists and those that units name; a side's units are of its corps if they name
/// none.
fn roster(source: &Source, raw: &RawVignette) -> Result<Roster, Faults> {
    let mut faults = Collector::new(source);
    let mut sides = [
        SideCard { id: "blue".to_owned(), name: "Blue".to_owned(), colour: "#27408b".to_owned() },
        SideCard { id: "red".to_owned(), name: "Red".to_owned(), colour: "#a52a2a".to_owned() },
    ];
    for (i, side) in raw.side.iter().enumerate().take(2) {
        sides[i].id.clone_from(side.id.get_ref());
        sides[i].name.clone_from(side.id.get_ref());
    }
    let side = |name: Option<&Name>, faults: &mut Collector<'_>| {
        name.map_or(Side(0), |name| roster::side_named(&sides, name, faults))
    };
    let ids: Vec<String> = raw.command.iter().map(|c| c.id.get_ref().clone()).collect();
    let mut formations: Vec<Formation> = Vec::new();
    for c in &raw.command {
        check_id(&c.id, &mut faults);
        let under = c.under.as_ref().and_then(|name| place("command", name, &ids, &mut faults));
        let above = under.and_then(|up| formations.get(up)).map(|up| up.side);
        let rank = c.rank.as_ref().and_then(|name| {
            let ranks: Vec<String> = Rank::NAMES.iter().map(|word| (*word).to_owned()).collect();
            place("rank", name, &ranks, &mut faults).map(|at| Rank::ALL[at])
        });
        let own =
            if c.side.is_none() { above.unwrap_or(Side(0)) } else { side(c.side.as_ref(), &mut faults) };
        formations.push(command(c.id.get_ref(), own, rank.unwrap_or(Rank::Division), under));
    }
    let mut units = Vec::new();
    let unit_ids: Vec<String> = raw.unit.iter().map(|u| u.id.get_ref().clone()).collect();
    for u in &raw.unit {
        check_id(&u.id, &mut faults);
        let at = u.command.as_ref().and_then(|name| place("command", name, &ids, &mut faults));
        let own = match (at, &u.side) {
            (Some(at), None) => formations[at].side,
            (_, named) => side(named.as_ref(), &mut faults),
        };
        let formation = at.unwrap_or_else(|| usual_command(&mut formations, &sides, own));
        let part_of = u.part_of.as_ref().and_then(|name| place("unit", name, &unit_ids, &mut faults));
        let nation = u.nation.as_ref().map(|n| n.get_ref().clone());
        units.push(Unit {
            id: u.id.get_ref().clone(),
            name: u.id.get_ref().clone(),
            nation: nation.unwrap_or_else(|| if own == Side(0) { "france" } else { "austria" }.to_owned()),
            kind: u.kind.clone().unwrap_or_else(|| "line".to_owned()),
            formation,
            part_of,
            rank: None,
            arm: Arm::Infantry,
            weapons: Vec::new(),
            men: None,
            guns: None,
        });
    }
    let mut leaders = Vec::new();
    for l in &raw.leader {
        check_id(&l.id, &mut faults);
        let at = l.command.as_ref().and_then(|name| place("command", name, &ids, &mut faults));
        let own = match (at, &l.side) {
            (Some(at), None) => formations[at].side,
            (_, named) => side(named.as_ref(), &mut faults),
        };
        let leads = at.or_else(|| Some(usual_command(&mut formations, &sides, own)));
        let (id, name) = (l.id.get_ref().clone(), l.id.get_ref().clone());
        leaders.push(Leader { id, name, side: own, leads });
    }
    faults.into_result(Roster { sides, formations, units, leaders })
}

fn command(id: &str, side: Side, rank: Rank, under: Option<usize>) -> Formation {
    let (id, name) = (id.to_owned(), id.to_owned());
    Formation { id, name, side, rank: Some(rank), under, commander: String::new() }
}

/// The division of a side's units and leaders that name no command.
fn usual_command(formations: &mut Vec<Formation>, sides: &[SideCard; 2], side: Side) -> usize {
    let id = format!("{}-division", sides[side.index()].id);
    formations.iter().position(|f| f.id == id).unwrap_or_else(|| {
        formations.push(command(&id, side, Rank::Division, None));
        formations.len() - 1
    })
}

/// Sets the clock, the cup and the chit in hand as the vignette says. A maneuver unit in hand is that of the leader or of the whole side named:
/// units on the map that do not say otherwise belong to it.
fn start(source: &Source, raw: &RawStart, battle: &mut Battle) -> Result<(), Faults> {
    let mut faults = Collector::new(source);
    let mut state = battle.setup.clone();
    let turns = battle.turns.len();
    if !(1..=turns).contains(&usize::from(*raw.turn.get_ref())) {
        let what = format!("turn {}, where there are {turns}", raw.turn.get_ref());
        faults
            .at(raw.turn.span(), what)
            .expect("a turn of the track: one [[turn]] for each, one if there is none");
    }
    let word = |kind: &str, name: &Option<Name>, known: &[&str], faults: &mut Collector<'_>| {
        let name = name.as_ref()?;
        let found = known.iter().position(|word| word == name.get_ref());
        if found.is_none() {
            faults.put(name.span(), Fault::unknown(kind, name.get_ref(), known));
        }
        found
    };
    let segment = word("segment", &raw.segment, Segment::NAMES, &mut faults);
    state.clock.turn = raw.turn.get_ref().saturating_sub(1).min(turns as u8 - 1);
    state.clock.segment = segment.map_or(Segment::Maneuver, |at| Segment::ALL[at]);
    state.clock.step = raw.step;
    let names = [battle.sides[0].id.as_str(), battle.sides[1].id.as_str()];
    let first = word("side", &raw.first, &names, &mut faults).unwrap_or(0);
    (state.clock.first, state.clock.drawer) = (Side(first as u8), Side(first as u8));
    let leaders: Vec<&str> = battle.leaders.iter().map(|l| l.id.as_str()).collect();
    for name in &raw.cup {
        let chit = match Chit::NAMES.iter().position(|chit| chit == name.get_ref()) {
            Some(at) => Some(Chit::ACTIONS[at]),
            None => word("chit or leader", &Some(name.clone()), &leaders, &mut faults)
                .map(|l| mu_of(&mut state, l)),
        };
        state.cup.extend(chit);
    }
    if state.clock.segment == Segment::Maneuver && raw.draw {
        state.activation = Activation::NONE;
    } else if state.clock.segment == Segment::Maneuver {
        let known: Vec<&str> = names.into_iter().chain(leaders.iter().copied()).chain(Chit::NAMES).collect();
        let at = word("side, leader or chit", &raw.active, &known, &mut faults).unwrap_or(0);
        activate(battle, &mut state, at);
        let phase = word("phase", &raw.phase, Phase::NAMES, &mut faults);
        state.activation.phase = phase.map_or(Phase::Move, |at| Phase::ALL[at]);
    }
    faults.into_result(())?;
    state.note_places();
    battle.setup = state;
    Ok(())
}

/// The maneuver unit of a leader.
fn mu_of(state: &mut crate::State, leader: usize) -> Chit {
    let mu = MuId(state.mus.len() as u16);
    let leader = crate::core::state::LeaderId(leader as u16);
    state.mus.push(Mu {
        leader,
        kind: MuKind::Plain,
        drawn: false,
        goal: ground::HexId::NONE,
        flipped: false,
    });
    state.leader_mut(leader).mu = mu;
    Chit::Mu(mu)
}

/// Puts a chit in hand: a side's (all its units are members), a leader's maneuver unit, or an action chit.
fn activate(battle: &Battle, state: &mut crate::State, at: usize) {
    let members = |state: &mut crate::State, units: &[UnitId]| {
        for &unit in units {
            state.unit_mut(unit).set(did::MEMBER | did::IN_COMMAND, true);
        }
    };
    let leaders = battle.leaders.len();
    match at {
        0 | 1 => {
            let side = Side(at as u8);
            let units: Vec<UnitId> =
                battle.unit_ids().filter(|u| battle.side(*u) == side && state.unit(*u).on_map()).collect();
            members(state, &units);
            for leader in battle.leader_ids().filter(|l| battle.leader(*l).side == side) {
                state.leader_mut(leader).set(leader_did::MEMBER, true);
            }
            state.activation =
                Activation { chit: Some(Chit::Mu(MuId::NONE)), side, phase: Phase::Move, ..Activation::NONE };
        }
        _ if at < 2 + leaders => {
            let chit = mu_of(state, at - 2);
            let leader = crate::core::state::LeaderId(at as u16 - 2);
            let units = crate::ch08_command::members::members(battle, state, leader);
            members(state, &units);
            let side = battle.leader(leader).side;
            let here = state.leader(leader).status == LeaderStatus::Map;
            state.leader_mut(leader).set(leader_did::MEMBER, here);
            state.activation = Activation { chit: Some(chit), side, phase: Phase::Move, ..Activation::NONE };
        }
        _ => {
            let chit = Chit::ACTIONS[at - 2 - leaders];
            let side = state.clock.first;
            state.activation = Activation { chit: Some(chit), side, phase: Phase::Move, ..Activation::NONE };
        }
    }
}

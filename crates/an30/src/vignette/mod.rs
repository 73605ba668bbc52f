//! Vignettes of this rulebook: a few units on a scrap of map, and what a script may expect of them.
//!
//! The format is documented in `docs/formats.md` (the scenario's tables) and `README.md` of this crate; scripts are played by
//! [`table::vignette`].

mod expect;
mod raw;

use ground::Ground;
use muster::{Collector, Fault, Faults, Source};
use roster::{About, Formation, Leader, Rank, Roster, SideCard, Unit, check_id, plain_sides, side_or_first};
use table::option::settle;
use table::vignette::{Check, Head, Staged, VariantHead, VignetteFile};
use table::{GameOption, Names, Point, Side, Verb};

use crate::An30;
use crate::core::battle::Battle;
use crate::core::charts::Charts;
use crate::core::dice::Dice;
use crate::core::state::{
    Activation, Chit, LeaderStatus, Mu, MuId, MuKind, Phase, Segment, UnitId, did, leader_did,
};
use crate::core::verb;
use crate::files::arrange::raw::{Name, RawScenario};
use crate::files::arrange::{Material, build};
use crate::variant::Edition;
use raw::{RawStart, RawVariant, RawVignette};

/// A vignette of this rulebook.
pub type Vignette<E> = table::vignette::Vignette<An30<E>>;

/// A variant of one.
pub type Case<E> = table::vignette::Case<An30<E>>;

impl<E: Edition> Staged for An30<E> {
    const EXPECTS: &'static [&'static str] = expect::EXPECTS;
    const QUIET: &'static [Verb] = &[verb::PASS, verb::NO, verb::STAND, verb::HALT, verb::DONE];

    fn read(source: &Source) -> Result<Vignette<E>, Faults> {
        table::vignette::read::<An30<E>, RawVignette>(source)
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

    fn holds(battle: &Battle, state: &crate::State, what: &str, words: &[&str]) -> Check {
        expect::check(battle, state, what, words)
    }
}

impl<E: Edition> VignetteFile<An30<E>> for RawVignette {
    fn head(&self) -> Head<'_> {
        Head {
            rulebook: &self.rulebook,
            title: &self.title,
            rules: &self.rules,
            script: self.script.as_ref(),
        }
    }

    fn variants(&self) -> Vec<VariantHead<'_>> {
        self.variant.iter().map(RawVariant::head).collect()
    }

    fn vary(&mut self, variant: usize, source: &Source) -> Result<(), Faults> {
        let variant = std::mem::take(&mut self.variant).swap_remove(variant);
        self.apply(&variant, source)
    }

    fn battle(&self, source: &Source) -> Result<Battle, Faults> {
        let charts = if self.chart.is_empty() {
            E::own_charts().clone()
        } else {
            E::charts().changed(&self.chart, source)
        };
        battle(source, self, charts?, E::STEPS, E::OPTIONS)
    }
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
    let settled = settle(options, &wished)?;
    let material = Material {
        id: "vignette".to_owned(),
        title: raw.title.clone(),
        about: About::default(),
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
    let mut battle = build(material, &scenario, Collector::new(source))?;
    start(source, &raw.start, &mut battle)?;
    Ok(battle)
}

/// The roster that a vignette implies: commands are those that it lists and those that units name; a side's units are of its corps if they name
/// none.
fn roster(source: &Source, raw: &RawVignette) -> Result<Roster, Faults> {
    let mut faults = Collector::new(source);
    let sides = plain_sides(raw.side.iter().map(|side| &side.id));
    let side = |name: Option<&Name>, faults: &mut Collector<'_>| side_or_first(&sides, name, faults);
    let ids: Vec<String> = raw.command.iter().map(|c| c.id.get_ref().clone()).collect();
    let mut formations: Vec<Formation> = Vec::new();
    for c in &raw.command {
        check_id(&c.id, &mut faults);
        let under = c.under.as_ref().and_then(|name| faults.word("command", name, &ids));
        let above = under.and_then(|up| formations.get(up)).map(|up| up.side);
        let rank = c.rank.as_ref().and_then(|name| Rank::read(name, &mut faults));
        let own =
            if c.side.is_none() { above.unwrap_or(Side(0)) } else { side(c.side.as_ref(), &mut faults) };
        formations.push(command(c.id.get_ref(), own, rank.unwrap_or(Rank::Division), under));
    }
    let mut units = Vec::new();
    let unit_ids: Vec<String> = raw.unit.iter().map(|u| u.id.get_ref().clone()).collect();
    for u in &raw.unit {
        check_id(&u.id, &mut faults);
        let at = u.command.as_ref().and_then(|name| faults.word("command", name, &ids));
        let own = match (at, &u.side) {
            (Some(at), None) => formations[at].side,
            (_, named) => side(named.as_ref(), &mut faults),
        };
        let formation = at.unwrap_or_else(|| usual_command(&mut formations, &sides, own));
        let part_of = u.part_of.as_ref().and_then(|name| faults.word("unit", name, &unit_ids));
        let plain = Unit::plain(u.id.get_ref(), own, formation);
        units.push(Unit {
            nation: u.nation.as_ref().map_or(plain.nation, |nation| nation.get_ref().clone()),
            kind: u.kind.clone().unwrap_or(plain.kind),
            part_of,
            ..plain
        });
    }
    let mut leaders = Vec::new();
    for l in &raw.leader {
        check_id(&l.id, &mut faults);
        let at = l.command.as_ref().and_then(|name| faults.word("command", name, &ids));
        let own = match (at, &l.side) {
            (Some(at), None) => formations[at].side,
            (_, named) => side(named.as_ref(), &mut faults),
        };
        let leads = at.or_else(|| Some(usual_command(&mut formations, &sides, own)));
        leaders.push(Leader::plain(l.id.get_ref(), own, leads));
    }
    faults.into_result(Roster { sides, formations, units, leaders })
}

fn command(id: &str, side: Side, rank: Rank, under: Option<usize>) -> Formation {
    Formation { rank: Some(rank), under, ..Formation::plain(id, side) }
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
        faults.word(kind, name.as_ref()?, known)
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

//! Vignettes of this rulebook: a few units on a scrap of map, and what a script may expect of them.
//!
//! The format is documented in `docs/vignettes.md`; scripts are played by [`table::vignette`].

mod expect;
mod raw;
mod script;

use muster::{Collector, Fault, Faults, Name, Source};
use roster::{About, Formation, Leader, Roster, Unit, check_id, plain_sides, side_or_first};
use table::vignette::{Check, Head, Staged, VariantHead, VignetteFile};
use table::{Answer, Point, Refusal, Side, Verb};

use crate::Jdg;
use crate::ch04_movement::movement::why::ROUTE_OPEN;
use crate::core::battle::Battle;
use crate::core::state::{
    Chit, Group, GroupId, MAX_UNITS, OrderStatus, Phase, Renfort, Segment, State, UnitId,
};
use crate::core::verb;
use crate::files::arrange::raw::{RawCommander, RawFormation, RawOrder, RawScenario, RawUnit};
use crate::files::arrange::{Material, build};
use crate::files::chart_files::ChartFiles;
use ground::Ground;
use raw::{RawStart, RawVariant, RawVignette};

/// A vignette of this rulebook.
pub type Vignette = table::vignette::Vignette<Jdg>;

/// A variant of one.
pub type Case = table::vignette::Case<Jdg>;

/// Transcript: what came of one.
pub type Transcript = table::vignette::Transcript<Jdg>;

impl Staged for Jdg {
    const EXPECTS: &'static [&'static str] = expect::EXPECTS;
    const QUIET: &'static [Verb] =
        &[verb::PASS, verb::NO, verb::STAND, verb::HALT, verb::DONE, verb::REDUCED];

    fn read(source: &Source) -> Result<Vignette, Faults> {
        table::vignette::read::<Jdg, RawVignette>(source)
    }

    fn die(word: &str) -> Result<Point, Fault> {
        script::die(word)
    }

    fn marker(battle: &Battle, word: &str) -> Result<Point, Fault> {
        script::marker(battle, word)
    }

    fn answers(battle: &Battle, words: &str) -> Result<Vec<Answer>, Fault> {
        script::legs(words, battle)
    }

    fn attempt(battle: &Battle, words: &str) -> Result<Answer, Fault> {
        script::route(words, battle)
    }

    fn allows(refusal: &Refusal) -> bool {
        refusal.why == ROUTE_OPEN
    }

    fn holds(battle: &Battle, state: &State, what: &str, words: &[&str]) -> Check {
        expect::check(battle, state, what, words)
    }
}

impl VignetteFile<Jdg> for RawVignette {
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
        battle(source, self)
    }
}

fn battle(source: &Source, raw: &RawVignette) -> Result<Battle, Faults> {
    let charts = ChartFiles::default().changed(&raw.chart, source)?;
    let ground = Ground::build_for(&raw.ground.scrap(), source, &charts.kinds())?;
    let roster = roster(source, raw)?;
    let about = About::default();
    let material = Material {
        id: "vignette".to_owned(),
        title: raw.title.clone(),
        about,
        ground,
        charts,
        roster,
        lenient: true,
    };
    let mut scenario = RawScenario::empty(raw.rulebook.clone());
    raw.fill(&mut scenario);
    let mut battle = build(material, &scenario, Collector::new(source))?;
    start(source, &raw.start, &scenario, &mut battle)?;
    Ok(battle)
}

/// The roster that a vignette implies: formations are those that it lists and those that units name.
fn roster(source: &Source, raw: &RawVignette) -> Result<Roster, Faults> {
    let mut faults = Collector::new(source);
    let sides = plain_sides(raw.side.iter().map(|side| &side.id));
    let side_of = |name: Option<&Name>, faults: &mut Collector<'_>| side_or_first(&sides, name, faults);
    let mut formations: Vec<Formation> = Vec::new();
    for f in &raw.formation {
        let RawFormation { id, side, .. } = f;
        check_id(id, &mut faults);
        formations.push(Formation::plain(id.get_ref(), side_of(side.as_ref(), &mut faults)));
    }
    let mut units = Vec::new();
    for u in &raw.unit {
        let RawUnit { id, side, formation: own_formation, .. } = u;
        check_id(id, &mut faults);
        let named = own_formation.as_ref().map(|f| f.get_ref().clone());
        let known = named.as_ref().and_then(|n| formations.iter().find(|f| f.id == *n)).map(|f| f.side);
        let own = match (side, known) {
            (None, Some(side)) => side,
            _ => side_of(side.as_ref(), &mut faults),
        };
        let named = named.unwrap_or_else(|| format!("{}-corps", sides[own.index()].id));
        let place = formations.iter().position(|f| f.id == named).unwrap_or_else(|| {
            formations.push(Formation::plain(&named, own));
            formations.len() - 1
        });
        let plain = Unit::plain(id.get_ref(), own, place);
        units.push(Unit { arm: u.arm.as_ref().map_or(plain.arm, |arm| *arm.get_ref()), ..plain });
    }
    let leader =
        |c: &RawCommander| Leader::plain(c.id.get_ref(), side_of(c.side.as_ref(), &mut faults), None);
    let leaders = raw.commander.iter().map(leader).collect();
    faults.into_result(Roster { sides, formations, units, leaders })
}

/// Sets the clock, the markers and the order groups as the vignette says.
fn start(source: &Source, raw: &RawStart, scenario: &RawScenario, battle: &mut Battle) -> Result<(), Faults> {
    let mut faults = Collector::new(source);
    let mut state = battle.setup.clone();
    let turns = battle.turns.len();
    if !(1..=turns).contains(&usize::from(*raw.turn.get_ref())) {
        let what = format!("turn {}, where there are {turns}", raw.turn.get_ref());
        faults
            .at(raw.turn.span(), what)
            .expect("a turn of the track: one [[turn]] for each, one clear turn if there is none");
    }
    state.clock.turn = raw.turn.get_ref().saturating_sub(1).min(turns as u8 - 1);
    state.clock.phase = raw.phase;
    state.clock.segment = raw.segment;
    for (i, marker) in battle.markers.iter().enumerate() {
        let listed = raw.cup.iter().any(|m| *m.get_ref() == marker.id);
        state.markers[i] = if listed { Chit::Cup } else { Chit::Out };
    }
    let markers: Vec<&str> = battle.markers.iter().map(|m| m.id.as_str()).collect();
    for name in &raw.cup {
        faults.word("marker", name, &markers);
    }
    if state.clock.phase == Phase::Activation {
        let found =
            match &raw.active {
                None if battle.formations.first().is_some_and(|f| f.side != Side(0)) => {
                    faults.whole(format!(
                    "the first formation, {:?}, is not of the first side, {:?}: whose activation is it?",
                    battle.formations[0].id, battle.sides[0].id
                )).expect("active = \"...\" under [start], a formation or a marker");
                    None
                }
                None => Some(0),
                Some(name) => {
                    let by_formation = battle.formations.iter().position(|f| f.id == *name.get_ref());
                    let marker = by_formation.map(|f| battle.formations[f].markers[0].i());
                    marker.or_else(|| battle.markers.iter().position(|m| m.id == *name.get_ref()))
                }
            };
        match (found, &raw.active) {
            (Some(m), _) if m < battle.markers.len() => {
                state.clock.marker = crate::core::state::MarkerId(m as u8);
                state.markers[m] = Chit::Drawn;
            }
            (_, Some(name)) => {
                let mut ids: Vec<&str> = battle.formations.iter().map(|f| f.id.as_str()).collect();
                ids.extend(battle.markers.iter().map(|m| m.id.as_str()));
                faults.put(name.span(), muster::Fault::unknown("formation or marker", name.get_ref(), &ids));
            }
            _ if faults.is_empty() => {
                faults.whole("an activation needs a formation").expect("a [[unit]]");
            }
            _ => {}
        }
    } else if let Some(name) = &raw.active {
        let what = format!("nobody is active in this phase, {:?} neither", name.get_ref());
        faults.at(name.span(), what).expect("no `active`, or phase = \"activation\"");
    }
    facings(scenario, battle, &mut faults);
    // Who acts is not known while a name is wrong.
    faults.into_result(())?;
    groups(source, scenario, battle, &mut state)?;
    battle.setup = state;
    Ok(())
}

/// Units of a hex look the same way, batteries among themselves (6.1.1).
fn facings(scenario: &RawScenario, battle: &Battle, faults: &mut Collector<'_>) {
    let placed = |raw: &RawUnit| {
        let i = battle.units.iter().position(|c| c.id == *raw.id.get_ref())?;
        battle.setup.units[i].on_map().then_some(UnitId(i as u8))
    };
    for (n, raw) in scenario.unit.iter().enumerate() {
        let Some(unit) = placed(raw) else { continue };
        let alike = |other: &UnitId| {
            battle.setup.unit(*other).hex == battle.setup.unit(unit).hex
                && battle.is_gun(*other) == battle.is_gun(unit)
        };
        let Some(above) = scenario.unit[..n].iter().filter_map(placed).find(alike) else { continue };
        let (one, other) = (battle.setup.unit(above).facing, battle.setup.unit(unit).facing);
        if one != other {
            let at = raw.facing.as_ref().or(raw.at.as_ref()).unwrap_or(&raw.id);
            let hex = battle.ground.label(battle.setup.unit(unit).hex);
            let what = format!(
                "{:?} looks {other} in {hex}, where {:?} looks {one} (6.1.1)",
                raw.id.get_ref(),
                battle.unit(above).id
            );
            faults.at(at.span(), what).expect(format!(
                "facing = \"{one}\", as all but batteries do in a hex, or as its batteries do"
            ));
        }
    }
}

/// The tactical groups by distance (2.3.1), split where units name different orders. Who names none has that of its group if only one is
/// named there, and received orders if none is. A reinforcement under its marker has a status of its own, and no order (5.2.1).
fn groups(
    source: &Source,
    scenario: &RawScenario,
    battle: &Battle,
    state: &mut crate::State,
) -> Result<(), Faults> {
    if matches!(state.clock.phase, Phase::Orders) {
        return Ok(());
    }
    crate::ch02_orders::orders::form_groups(battle, state);
    let mut faults = Collector::new(source);
    let found = named_orders(scenario, battle, state);
    let mut keys: Vec<(GroupId, RawOrder, GroupId)> = Vec::new();
    for raw in &scenario.unit {
        let Some(i) = battle.units.iter().position(|c| c.id == *raw.id.get_ref()) else { continue };
        if i >= MAX_UNITS || !state.units[i].on_map() || state.units[i].renfort == Renfort::Marked {
            continue;
        }
        let chain = state.units[i].group;
        let named: Vec<RawOrder> = found.iter().filter(|f| f.0 == chain).map(|f| f.1).collect();
        let order = match (&raw.order, &named[..]) {
            (Some(order), _) => *order.get_ref(),
            (None, []) => RawOrder::Received,
            (None, [one]) => *one,
            (None, _) => {
                let what = format!("which order has {:?}? Its group names several", raw.id.get_ref());
                faults.at(raw.id.span(), what).expect("order = \"received\", or another");
                continue;
            }
        };
        let known = keys.iter().find(|k| (k.0, k.1) == (chain, order)).map(|k| k.2);
        let group = known.unwrap_or_else(|| {
            let own = crate::ch02_orders::orders::own_group(crate::core::state::UnitId(i as u8));
            keys.push((chain, order, own));
            own
        });
        let active = state.clock.phase == Phase::Activation
            && battle.activates(state.clock.marker, battle.units[i].formation)
            && battle.marker(state.clock.marker).side == battle.units[i].side;
        let order_status = match order {
            _ if !active || state.clock.segment == Segment::Orders => OrderStatus::Open,
            RawOrder::Received | RawOrder::Initiative => OrderStatus::Received,
            RawOrder::None => OrderStatus::NoOrders,
            RawOrder::Failed => OrderStatus::RallyOnly,
            RawOrder::Open => OrderStatus::Open,
        };
        let revealed = active && state.clock.segment != Segment::Orders;
        state.units[i].group = group;
        state.groups[group.i()] = Group { received: order == RawOrder::Received, revealed, order_status };
    }
    faults.into_result(())
}

/// The orders that the units of each group name, each once.
fn named_orders(scenario: &RawScenario, battle: &Battle, state: &crate::State) -> Vec<(GroupId, RawOrder)> {
    let mut found = Vec::new();
    for raw in &scenario.unit {
        let unit = battle.units.iter().position(|c| c.id == *raw.id.get_ref());
        let placed = unit.map(|i| state.units[i]).filter(|u| u.on_map() && u.renfort != Renfort::Marked);
        if let Some(named) = placed.zip(raw.order.as_ref()).map(|(u, order)| (u.group, *order.get_ref()))
            && !found.contains(&named)
        {
            found.push(named);
        }
    }
    found
}

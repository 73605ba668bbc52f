//! Checks an arrangement and makes the battle of it.

use std::collections::HashMap;

use ground::{Edge, Facing, Ground, HexId};
use muster::{Collector, Fault, Faults, Source};
use table::Side;

use super::raw::{
    Name, OrderUnit, RawArm, RawAutomatic, RawBack, RawCommander, RawCondition, RawFormation,
    RawOrderOfBattle, RawRenfort, RawScenario, RawUnit, RawUsage, RawWeather,
};
use crate::battle::{
    About, Arm, Arrival, Automatic, Battle, Condition as When, FormationCard, LeaderCard, MarkerCard,
    MarkerKind, Objective, Ratings, RoutGoal, Scoring, SideCard, TurnCard, UnitCard, Usage, Weather,
};
use crate::charts::Charts;
use crate::stacking;
use crate::state::{
    Condition, FormationId, LeaderId, MAX_FORMATIONS, MAX_HEXES, MAX_LEADERS, MAX_MARKERS, MAX_OBJECTIVES,
    MAX_UNITS, MarkerId, Renfort, State, UnitId, did,
};

/// A side's name and colour.
#[derive(Clone, Debug)]
pub struct RosterSide {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// `#rrggbb`.
    pub colour: String,
}

/// A unit in history.
#[derive(Clone, Debug)]
pub struct RosterUnit {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Nation.
    pub nation: String,
    /// Kind of troops.
    pub kind: String,
    /// Its formation's id.
    pub formation: String,
    /// Arm.
    pub arm: RawArm,
}

/// Who is there: sides, formations (id, name, side), units and commanders (id, name, side), in the order of the file.
#[derive(Clone, Debug)]
pub struct Roster {
    /// The sides.
    pub sides: [RosterSide; 2],
    /// Formations: id, name, side.
    pub formations: Vec<(String, String, Side)>,
    /// Units.
    pub units: Vec<RosterUnit>,
    /// Commanders: id, name, side.
    pub commanders: Vec<(String, String, Side)>,
}

/// Everything but the scenario.
pub struct Writing {
    /// Id of the battle.
    pub id: String,
    /// Title.
    pub title: String,
    /// For the chooser.
    pub about: About,
    /// Ground.
    pub ground: Ground,
    /// Charts.
    pub charts: Charts,
    /// Who is there.
    pub roster: Roster,
    /// A vignette: missing figures take usual values, and any arrangement goes.
    pub lenient: bool,
}

fn side_named(sides: &[RosterSide; 2], name: &Name, faults: &mut Collector<'_>) -> Side {
    match sides.iter().position(|s| s.id == *name.get_ref()) {
        Some(i) => Side(i as u8),
        None => {
            let ids = [sides[0].id.as_str(), sides[1].id.as_str()];
            faults.put(name.span(), Fault::unknown("side", name.get_ref(), &ids));
            Side(0)
        }
    }
}

impl Roster {
    /// The roster of `order-of-battle.toml`.
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn of_battle(
        source: &Source,
        order: &RawOrderOfBattle,
        sides: [RosterSide; 2],
    ) -> Result<Roster, Faults> {
        let mut faults = Collector::new(source);
        let mut seen: HashMap<&str, ()> = HashMap::new();
        let ids = order.formation.iter().map(|f| &f.id).chain(order.unit.iter().map(|u| &u.id));
        for id in ids.chain(order.commander.iter().map(|c| &c.id)) {
            check_id(id, &mut faults);
            if seen.insert(id.get_ref(), ()).is_some() {
                faults.at(id.span(), format!("{:?} names something else already", id.get_ref()));
            }
        }
        let formations: Vec<(String, String, Side)> = order
            .formation
            .iter()
            .map(|f| (f.id.get_ref().clone(), f.name.clone(), side_named(&sides, &f.side, &mut faults)))
            .collect();
        let names: Vec<&str> = formations.iter().map(|f| f.0.as_str()).collect();
        let unit = |u: &OrderUnit, faults: &mut Collector<'_>| {
            if !names.contains(&u.formation.get_ref().as_str()) {
                faults.put(u.formation.span(), Fault::unknown("formation", u.formation.get_ref(), &names));
            }
            RosterUnit {
                id: u.id.get_ref().clone(),
                name: u.name.clone(),
                nation: u.nation.clone(),
                kind: u.kind.clone(),
                formation: u.formation.get_ref().clone(),
                arm: *u.arm.get_ref(),
            }
        };
        let units = order.unit.iter().map(|u| unit(u, &mut faults)).collect();
        let commanders = order
            .commander
            .iter()
            .map(|c| (c.id.get_ref().clone(), c.name.clone(), side_named(&sides, &c.side, &mut faults)))
            .collect();
        faults.into_result(Roster { sides: sides.clone(), formations, units, commanders })
    }
}

/// Ids are words of lower-case letters, digits and hyphens that begin with a letter, so that scripts can tell them from hexes and facings.
pub(crate) fn check_id(id: &Name, faults: &mut Collector<'_>) {
    let text = id.get_ref();
    let good = text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !good || text.len() > 40 {
        faults
            .at(id.span(), format!("{text:?} cannot be an id"))
            .expect("a lower-case letter, then lower-case letters, digits and hyphens, at most 40 in all");
    }
}

/// Makes the battle.
///
/// # Errors
/// All the faults of the scenario.
pub fn build(writing: Writing, raw: &RawScenario, faults: Collector<'_>) -> Result<Battle, Faults> {
    let builder = Builder { faults, lenient: writing.lenient, raw };
    builder.battle(writing)
}

struct Builder<'a, 's> {
    faults: Collector<'s>,
    lenient: bool,
    raw: &'a RawScenario,
}

impl Builder<'_, '_> {
    fn battle(mut self, writing: Writing) -> Result<Battle, Faults> {
        let Writing { id, title, about, ground, charts, roster, .. } = writing;
        self.limits(&roster, &ground);
        if !self.faults.is_empty() {
            self.faults.into_result(())?;
            unreachable!("there is a fault");
        }
        let leaders = self.leaders(&roster);
        let (mut formations, mut markers) = self.formations(&roster);
        let units = self.units(&roster, &formations);
        for (i, unit) in units.iter().enumerate() {
            formations[unit.formation.i()].units.push(UnitId(i as u8));
        }
        self.combined(&roster, &formations, &mut markers);
        let sides = self.sides(&roster, &ground, &leaders);
        let turns: Vec<TurnCard> = self.turns();
        let objectives = self.objectives(&roster, &ground);
        let automatic = self
            .raw
            .automatic
            .iter()
            .map(|a| self_automatic(a, &roster, &ground, &mut self.faults))
            .collect();
        let v = &self.raw.victory;
        let victory =
            Scoring { eliminated: v.eliminated, routed: v.routed, commander: v.commander, draw: v.draw };
        let mut battle = Battle {
            id,
            title,
            about,
            ground,
            charts,
            sides,
            units,
            leaders,
            formations,
            markers,
            turns,
            arrivals: Vec::new(),
            objectives,
            victory,
            automatic,
            setup: State::empty(),
        };
        battle.arrivals = self.arrivals(&battle);
        self.set_up(&mut battle);
        self.faults.into_result(battle)
    }

    fn limits(&mut self, roster: &Roster, ground: &Ground) {
        let counts = [
            ("units", roster.units.len(), MAX_UNITS),
            ("formations", roster.formations.len(), MAX_FORMATIONS),
            ("commanders", roster.commanders.len(), MAX_LEADERS),
            ("objectives", self.raw.objective.len(), MAX_OBJECTIVES),
            ("hexes", ground.len(), MAX_HEXES),
            ("markers", self.raw.marker.len() + 2 * roster.formations.len(), MAX_MARKERS),
            ("turns", self.raw.turn.len(), 60),
        ];
        for (what, count, most) in counts {
            if count > most {
                self.faults.whole(format!("{count} {what}")).expect(format!("at most {most}"));
            }
        }
    }

    /// Finds each entry of the roster's in the scenario's list, and complains of those that are in only one of the two.
    fn matched<'r, T>(
        &mut self,
        kind: &str,
        ids: &[&str],
        list: &'r [T],
        id: impl Fn(&T) -> &Name,
    ) -> Vec<Option<&'r T>> {
        let mut found: Vec<Option<&T>> = vec![None; ids.len()];
        for item in list {
            let name = id(item);
            match ids.iter().position(|i| i == name.get_ref()) {
                None => {
                    self.faults.put(name.span(), Fault::unknown(kind, name.get_ref(), ids));
                }
                Some(i) if found[i].is_some() => {
                    self.faults.at(name.span(), format!("a second entry for {kind} {:?}", name.get_ref()));
                }
                Some(i) => found[i] = Some(item),
            }
        }
        for (i, f) in found.iter().enumerate() {
            if f.is_none() && !self.lenient {
                self.faults.whole(format!("{kind} {:?} of the order of battle has no entry", ids[i]));
            }
        }
        found
    }

    fn leaders(&mut self, roster: &Roster) -> Vec<LeaderCard> {
        let raw = self.raw;
        let ids: Vec<&str> = roster.commanders.iter().map(|c| c.0.as_str()).collect();
        let found = self.matched("commander", &ids, &raw.commander, |c| &c.id);
        let card = |((id, name, side), raw): (&(String, String, Side), Option<&RawCommander>)| LeaderCard {
            id: id.clone(),
            name: name.clone(),
            side: *side,
            modifier: raw.map_or(0, |r| r.modifier),
            orders: raw.map_or(0, |r| r.orders),
            range: raw.map_or(0, |r| r.range),
        };
        roster.commanders.iter().zip(found).map(card).collect()
    }

    fn formations(&mut self, roster: &Roster) -> (Vec<FormationCard>, Vec<MarkerCard>) {
        let raw = self.raw;
        let ids: Vec<&str> = roster.formations.iter().map(|f| f.0.as_str()).collect();
        let found = self.matched("formation", &ids, &raw.formation, |f| &f.id);
        let mut markers = Vec::new();
        let mut cards = Vec::new();
        for (i, ((id, name, side), raw)) in roster.formations.iter().zip(found).enumerate() {
            let initiatives = raw.map_or_else(|| vec![5, 5], |r| r.markers.get_ref().clone());
            if let Some(r) = raw.filter(|_| initiatives.is_empty() || initiatives.len() > 2) {
                self.faults
                    .at(r.markers.span(), format!("{} markers", initiatives.len()))
                    .expect("one or two (2.1.1)");
            }
            let mut own = Vec::new();
            for (n, &initiative) in initiatives.iter().take(2).enumerate() {
                own.push(MarkerId(markers.len() as u8));
                markers.push(MarkerCard {
                    id: format!("{id}-am{}", n + 1),
                    name: name.clone(),
                    side: *side,
                    initiative,
                    kind: MarkerKind::Ordinary(FormationId(i as u8)),
                });
            }
            cards.push(FormationCard {
                id: id.clone(),
                name: name.clone(),
                side: *side,
                stripe: raw.and_then(|r: &RawFormation| r.stripe.clone()).unwrap_or_else(|| stripe(i)),
                markers: own,
                units: Vec::new(),
            });
        }
        (cards, markers)
    }

    fn units(&mut self, roster: &Roster, formations: &[FormationCard]) -> Vec<UnitCard> {
        let raw = self.raw;
        let ids: Vec<&str> = roster.units.iter().map(|u| u.id.as_str()).collect();
        let found = self.matched("unit", &ids, &raw.unit, |u| &u.id);
        let mut cards = Vec::new();
        for (unit, raw) in roster.units.iter().zip(found) {
            let formation =
                formations.iter().position(|f| f.id == unit.formation).expect("the roster was checked");
            let arm = match raw.and_then(|r| r.arm.as_ref()).map_or(unit.arm, |a| *a.get_ref()) {
                RawArm::Infantry => Arm::Infantry,
                RawArm::Cavalry => Arm::Cavalry,
                RawArm::Artillery => Arm::Artillery,
            };
            let front = self.front(raw, arm);
            let heavy = raw.is_some_and(|r| r.heavy);
            if let Some(r) = raw.filter(|_| heavy && arm != Arm::Cavalry) {
                self.faults.at(r.id.span(), "only cavalry can be heavy (0.3)");
            }
            cards.push(UnitCard {
                id: unit.id.clone(),
                name: unit.name.clone(),
                nation: unit.nation.clone(),
                kind: unit.kind.clone(),
                side: formations[formation].side,
                formation: FormationId(formation as u8),
                arm,
                heavy,
                front,
                back: back(&front, raw.map(|r| &r.disordered)),
                range: self.range(raw, arm),
            });
        }
        cards
    }

    fn front(&mut self, raw: Option<&RawUnit>, arm: Arm) -> Ratings {
        let usual = match arm {
            Arm::Infantry => [4, 6, 6, 6],
            Arm::Cavalry => [4, 6, 6, 9],
            Arm::Artillery => [3, 6, 0, 5],
        };
        let given = raw.map_or([None; 4], |r| {
            [r.strength.as_ref(), r.cohesion.as_ref(), r.engagement.as_ref(), r.movement.as_ref()]
        });
        let names = ["strength", "cohesion", "engagement", "movement"];
        let most = [30, 9, 10, 20];
        let mut values = usual;
        for i in 0..4 {
            match given[i] {
                Some(v) if !(0..=most[i]).contains(v.get_ref()) => {
                    let expected = format!("0 to {}", most[i]);
                    self.faults.at(v.span(), format!("{} {}", names[i], v.get_ref())).expect(expected);
                }
                Some(v) => values[i] = *v.get_ref(),
                None if self.lenient || (arm == Arm::Artillery && i == 2) => {}
                None => {
                    if let Some(r) = raw {
                        self.faults.at(r.id.span(), format!("unit {:?} has no {}", r.id.get_ref(), names[i]));
                    }
                }
            }
        }
        Ratings {
            strength: values[0],
            cohesion: values[1],
            engagement: values[2],
            half_mp: 2 * values[3] as u16,
        }
    }

    fn range(&mut self, raw: Option<&RawUnit>, arm: Arm) -> (u16, u16) {
        let given = raw.and_then(|r| r.range.as_ref());
        match (arm, given) {
            (Arm::Artillery, Some(r)) => {
                let (effective, most) = *r.get_ref();
                if effective > most || most == 0 || most > 20 {
                    self.faults
                        .at(r.span(), format!("range [{effective}, {most}]"))
                        .expect("[effective, maximum], rising, at most 20");
                }
                (effective, most)
            }
            (Arm::Artillery, None) => {
                if let Some(r) = raw.filter(|_| !self.lenient) {
                    self.faults.at(r.id.span(), format!("battery {:?} has no range", r.id.get_ref()));
                }
                (3, 5)
            }
            (_, Some(r)) => {
                self.faults.at(r.span(), "only artillery has a range (0.3)");
                (0, 0)
            }
            (_, None) => (0, 0),
        }
    }

    fn combined(&mut self, roster: &Roster, formations: &[FormationCard], markers: &mut Vec<MarkerCard>) {
        let ids: Vec<&str> = formations.iter().map(|f| f.id.as_str()).collect();
        for m in &self.raw.marker {
            check_id(&m.id, &mut self.faults);
            let side = side_named(&roster.sides, &m.side, &mut self.faults);
            let mut activated = Vec::new();
            for name in &m.activates {
                match ids.iter().position(|i| i == name.get_ref()) {
                    None => {
                        self.faults.put(name.span(), Fault::unknown("formation", name.get_ref(), &ids));
                    }
                    Some(i) if formations[i].side != side => {
                        self.faults
                            .at(name.span(), format!("{:?} is not of the marker's side", name.get_ref()));
                    }
                    Some(i) => activated.push(FormationId(i as u8)),
                }
            }
            markers.push(MarkerCard {
                id: m.id.get_ref().clone(),
                name: m.name.clone(),
                side,
                initiative: m.initiative,
                kind: MarkerKind::Combined {
                    formations: activated,
                    usage: match m.usage {
                        RawUsage::Once => Usage::Once,
                        RawUsage::Choice => Usage::Choice,
                        RawUsage::EveryTurn => Usage::EveryTurn,
                    },
                    from: m.from.unwrap_or(1).saturating_sub(1),
                },
            });
        }
    }

    fn sides(&mut self, roster: &Roster, ground: &Ground, leaders: &[LeaderCard]) -> [SideCard; 2] {
        let raw = self.raw;
        let ids: Vec<&str> = roster.sides.iter().map(|s| s.id.as_str()).collect();
        let found = self.matched("side", &ids, &raw.side, |s| &s.id);
        let mut card = |i: usize| {
            let usual = if i == 0 { Edge::W } else { Edge::E };
            let rout = match found[i] {
                None => RoutGoal::Edge(usual),
                Some(s) => match (s.rout.get_ref().parse::<Edge>(), ground.hex(s.rout.get_ref())) {
                    (Ok(edge), _) => RoutGoal::Edge(edge),
                    (_, Some(hex)) => RoutGoal::Hex(hex),
                    _ => {
                        self.faults
                            .at(
                                s.rout.span(),
                                format!("{:?} is neither an edge nor a hex of the map", s.rout.get_ref()),
                            )
                            .expect("N, S, E, W or a hex like \"0110\"");
                        RoutGoal::Edge(usual)
                    }
                },
            };
            let strategic = found[i].and_then(|s| s.strategic.as_ref());
            let named = strategic.and_then(|name| {
                let at = leaders.iter().position(|l| l.id == *name.get_ref() && l.side.index() == i);
                if at.is_none() {
                    let ids: Vec<&str> = leaders.iter().map(|l| l.id.as_str()).collect();
                    self.faults
                        .put(name.span(), Fault::unknown("commander of this side", name.get_ref(), &ids));
                }
                at
            });
            let only = leaders.iter().position(|l| l.side.index() == i);
            SideCard {
                id: roster.sides[i].id.clone(),
                name: roster.sides[i].name.clone(),
                colour: roster.sides[i].colour.clone(),
                rout,
                strategic: named.or(only).map(|l| LeaderId(l as u8)),
            }
        };
        [card(0), card(1)]
    }

    fn turns(&mut self) -> Vec<TurnCard> {
        if self.raw.turn.is_empty() && !self.lenient {
            self.faults.whole("no turns").expect("a [[turn]] table for each game turn");
        }
        let card = |t: &super::raw::RawTurn| TurnCard {
            time: t.time.clone(),
            weather: match t.weather {
                RawWeather::Clear => Weather::Clear,
                RawWeather::Fog => Weather::Fog,
                RawWeather::Night => Weather::Night,
            },
        };
        let mut turns: Vec<TurnCard> = self.raw.turn.iter().map(card).collect();
        if turns.is_empty() {
            turns.push(TurnCard { time: "12:00".to_owned(), weather: Weather::Clear });
        }
        turns
    }

    fn hex(&mut self, ground: &Ground, name: &Name) -> HexId {
        hex_named(ground, name, &mut self.faults)
    }

    fn facing(&mut self, name: Option<&Name>, usual: Facing) -> Facing {
        let Some(name) = name else { return usual };
        match Facing::ALL.iter().find(|f| f.to_string() == *name.get_ref()) {
            Some(f) => *f,
            None => {
                let names = ["NE", "E", "SE", "SW", "W", "NW"];
                self.faults.put(name.span(), Fault::unknown("facing", name.get_ref(), &names));
                usual
            }
        }
    }

    fn objectives(&mut self, roster: &Roster, ground: &Ground) -> Vec<Objective> {
        let mut objectives = Vec::new();
        for o in &self.raw.objective {
            let hex = self.hex(ground, &o.hex);
            let holder = o.holder.as_ref().map(|h| side_named(&roster.sides, h, &mut self.faults));
            objectives.push(Objective { hex, name: o.name.clone(), points: o.points, holder });
        }
        objectives
    }

    fn arrivals(&mut self, battle: &Battle) -> Vec<Arrival> {
        let placed = |id: &str| self.raw.unit.iter().any(|u| u.id.get_ref() == id && u.at.is_some());
        let mut arrivals = Vec::new();
        let mut faults = Vec::new();
        let ids: Vec<&str> = battle.formations.iter().map(|f| f.id.as_str()).collect();
        for r in &self.raw.reinforcement {
            let Some(f) = ids.iter().position(|i| i == r.formation.get_ref()) else {
                faults.push((r.formation.span(), Fault::unknown("formation", r.formation.get_ref(), &ids)));
                continue;
            };
            let own: Vec<UnitId> = battle.formations[f].units.clone();
            let names: Vec<&str> = own.iter().map(|u| battle.unit(*u).id.as_str()).collect();
            let units: Vec<UnitId> = match &r.units {
                None => own.iter().copied().filter(|u| !placed(&battle.unit(*u).id)).collect(),
                Some(list) => {
                    let mut units = Vec::new();
                    for name in list {
                        match names.iter().position(|n| n == name.get_ref()) {
                            None => faults.push((
                                name.span(),
                                Fault::unknown("unit of the formation", name.get_ref(), &names),
                            )),
                            Some(_) if placed(name.get_ref()) => faults.push((
                                name.span(),
                                Fault::new(format!(
                                    "{:?} is set up on the map and cannot arrive too",
                                    name.get_ref()
                                )),
                            )),
                            Some(i) => units.push(own[i]),
                        }
                    }
                    units
                }
            };
            let entry = battle.ground.entry(r.entry.get_ref());
            if entry.is_none() {
                let letters: Vec<&str> = battle.ground.entries().iter().map(|(l, _)| l.as_str()).collect();
                faults.push((
                    r.entry.span(),
                    Fault::unknown("entry of the ground", r.entry.get_ref(), &letters),
                ));
            }
            let turn = *r.turn.get_ref();
            if turn == 0 || usize::from(turn) > battle.turns.len() {
                faults.push((
                    r.turn.span(),
                    Fault::new(format!("turn {turn} of {} turns", battle.turns.len())),
                ));
            }
            let facing = if battle.formations[f].side == Side(0) { Facing(1) } else { Facing(4) };
            arrivals.push((
                r,
                FormationId(f as u8),
                units,
                turn.saturating_sub(1),
                entry.unwrap_or(HexId(0)),
                facing,
            ));
        }
        for (span, fault) in faults {
            self.faults.put(span, fault);
        }
        let finish =
            |(r, formation, units, turn, entry, usual): (&super::raw::RawReinforcement, _, _, _, _, _)| {
                Arrival { formation, units, turn, entry, facing: self.facing(r.facing.as_ref(), usual) }
            };
        arrivals.into_iter().map(finish).collect()
    }

    fn set_up(&mut self, battle: &mut Battle) {
        let raw = self.raw;
        for u in &raw.unit {
            let Some(i) = battle.units.iter().position(|c| c.id == *u.id.get_ref()) else { continue };
            let unit = UnitId(i as u8);
            let usual = if battle.side(unit) == Side(0) { Facing(1) } else { Facing(4) };
            let facing = self.facing(u.facing.as_ref(), usual);
            self.status(battle, unit, u);
            battle.setup.units[i].facing = facing;
            let arrives = battle.arrivals.iter().any(|a| a.units.contains(&unit));
            match &u.at {
                Some(at) => {
                    let hex = self.hex(&battle.ground, at);
                    if battle.setup.top(hex).is_some_and(|t| battle.side(t) != battle.side(unit)) {
                        self.faults
                            .at(at.span(), format!("{:?} is set up in a hex of the enemy's", u.id.get_ref()));
                    } else if battle.is_gun(unit) {
                        // Artillery stands on top (5.1.2), batteries among themselves in the order of the file.
                        match battle.setup.stack(hex).filter(|&u| battle.is_gun(u)).last() {
                            Some(above) => battle.setup.put_under(unit, above),
                            None => battle.setup.put_on_top(unit, hex),
                        }
                    } else {
                        battle.setup.put(unit, hex);
                    }
                }
                None if arrives || self.lenient => {}
                None => {
                    let what = format!("unit {:?} is neither set up nor arrives", u.id.get_ref());
                    self.faults
                        .at(u.id.span(), what)
                        .expect("`at = \"...\"`, or a [[reinforcement]] of its formation");
                }
            }
        }
        for c in &raw.commander {
            let Some(i) = battle.leaders.iter().position(|l| l.id == *c.id.get_ref()) else { continue };
            battle.setup.leaders[i].moved = c.moved;
            if let Some(at) = &c.at {
                battle.setup.leaders[i].hex = self.hex(&battle.ground, at);
            }
        }
        for (i, o) in battle.objectives.iter().enumerate() {
            battle.setup.holders[i] = crate::state::side_number(o.holder);
        }
        for f in raw.formation.iter().filter(|f| f.demoralized) {
            if let Some(i) = battle.formations.iter().position(|c| c.id == *f.id.get_ref()) {
                battle.setup.formations[i].demoralized = true;
            }
        }
        if !self.lenient && self.faults.is_empty() {
            self.stacks(battle);
        }
    }

    /// Every stack of the set-up must be lawful (5.1.1).
    fn stacks(&mut self, battle: &Battle) {
        for u in &self.raw.unit {
            let Some(i) = battle.units.iter().position(|c| c.id == *u.id.get_ref()) else { continue };
            let hex = battle.setup.units[i].hex;
            if hex == HexId::NONE || battle.setup.top(hex) != Some(UnitId(i as u8)) {
                continue;
            }
            if let Err(refusal) = stacking::lawful(battle, &battle.setup, hex) {
                let at = u.at.as_ref().map_or(0..0, muster::Spanned::span);
                self.faults.at(
                    at,
                    format!("the stack in {} is not allowed ({})", battle.ground.label(hex), refusal.rule),
                );
            }
        }
    }

    /// What a vignette says of a unit besides its place.
    fn status(&mut self, battle: &mut Battle, unit: UnitId, raw: &RawUnit) {
        let state = &mut battle.setup.units[unit.i()];
        state.condition = match raw.condition.as_ref().map(|c| *c.get_ref()) {
            None | Some(RawCondition::Good) => Condition::Good,
            Some(RawCondition::Disordered) => Condition::Disordered,
            Some(RawCondition::Routed) => Condition::Routed,
            Some(RawCondition::Eliminated) => Condition::Eliminated,
        };
        state.square = raw.square;
        state.renfort = match raw.renfort {
            RawRenfort::None => Renfort::None,
            RawRenfort::Marked => Renfort::Marked,
            RawRenfort::ThisTurn => Renfort::ThisTurn,
            RawRenfort::Normal => Renfort::Normal,
        };
        for word in &raw.did {
            let names: Vec<&str> = DEEDS.iter().map(|d| d.0).collect();
            match DEEDS.iter().find(|d| d.0 == word.get_ref()) {
                Some((_, bit)) => state.did |= bit,
                None => {
                    self.faults.put(word.span(), Fault::unknown("deed", word.get_ref(), &names));
                }
            }
        }
        for word in &raw.aims {
            match ground::Dir::ALL.iter().find(|d| d.to_string() == *word.get_ref()) {
                Some(dir) => state.aims |= 1 << dir.0,
                None => {
                    let names = ["N", "NE", "SE", "S", "SW", "NW"];
                    self.faults.put(word.span(), Fault::unknown("direction", word.get_ref(), &names));
                }
            }
        }
    }
}

/// Words for the bits of [`did`].
pub const DEEDS: [(&str, u16); 12] = [
    ("moved", did::MOVED),
    ("turned", did::TURNED),
    ("fired", did::FIRED),
    ("replied", did::REPLIED),
    ("committed", did::COMMITTED),
    ("evaded", did::EVADED),
    ("charging", did::CHARGING),
    ("balked", did::BALKED),
    ("attacked", did::ATTACKED),
    ("broke", did::BROKE),
    ("rallied", did::RALLIED),
    ("halted", did::HALTED),
];

fn self_automatic(
    raw: &RawAutomatic,
    roster: &Roster,
    ground: &Ground,
    faults: &mut Collector<'_>,
) -> Automatic {
    let when = When {
        demoralized: raw.when.demoralized,
        holds: raw.when.holds.iter().map(|h| hex_named(ground, h, faults)).collect(),
        eliminated: raw.when.eliminated,
    };
    if when.demoralized.is_none() && when.holds.is_empty() && when.eliminated.is_none() {
        faults
            .at(raw.side.span(), "a condition without parts would always hold")
            .expect("demoralized, holds or eliminated");
    }
    Automatic { side: side_named(&roster.sides, &raw.side, faults), when }
}

fn hex_named(ground: &Ground, name: &Name, faults: &mut Collector<'_>) -> HexId {
    ground.hex(name.get_ref()).unwrap_or_else(|| {
        faults.at(name.span(), format!("{:?} is no hex of the map", name.get_ref())).expect(format!(
            "0101 to {:02}{:02}",
            ground.columns(),
            ground.rows()
        ));
        HexId(0)
    })
}

fn back(front: &Ratings, raw: Option<&RawBack>) -> Ratings {
    let less = |given: Option<i16>, front: i16| given.unwrap_or((front - 1).max(0));
    Ratings {
        strength: raw.and_then(|r| r.strength).unwrap_or(front.strength),
        cohesion: less(raw.and_then(|r| r.cohesion), front.cohesion),
        engagement: less(raw.and_then(|r| r.engagement), front.engagement),
        half_mp: raw
            .and_then(|r| r.movement)
            .map_or(front.half_mp.saturating_sub(2), |m| 2 * m.max(0) as u16),
    }
}

/// A stripe colour for formations that name none.
fn stripe(index: usize) -> String {
    const COLOURS: [&str; 8] =
        ["#c0392b", "#2e86c1", "#229954", "#d4ac0d", "#7d3c98", "#ca6f1e", "#17a589", "#707b7c"];
    COLOURS[index % COLOURS.len()].to_owned()
}

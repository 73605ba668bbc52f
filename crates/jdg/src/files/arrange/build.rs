//! Checks an arrangement and makes the battle of it.

use ground::{Edge, Ground, HexId};
use muster::{Collector, Fault, Faults, Spanned};
use roster::{About, Formation, Leader, Roster, check_id, side_named};

use super::raw::{
    Name, RawAutomatic, RawBack, RawCommander, RawFormation, RawScenario, RawUnit, RawUsage, RawWeather,
};
use crate::core::Facing;
use crate::core::battle::{
    Arm, AutomaticVictory, Battle, Condition as When, FormationCard, LeaderCard, MarkerCard, MarkerKind,
    Objective, Ratings, RoutGoal, Scoring, SideCard, TurnCard, UnitCard, Usage, Weather,
};
use crate::core::charts::Charts;
use crate::core::state::{
    FormationId, LeaderId, MAX_ARRIVALS, MAX_FORMATIONS, MAX_HEXES, MAX_LEADERS, MAX_MARKERS, MAX_OBJECTIVES,
    MAX_UNITS, MarkerId, State, UnitId,
};

/// Material of a battle: everything but the scenario.
pub struct Material {
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
    /// Order of battle.
    pub roster: Roster,
    /// A vignette: missing figures take usual values, and any arrangement goes.
    pub lenient: bool,
}

/// Makes the battle.
///
/// # Errors
/// All the faults of the scenario.
pub fn build(material: Material, raw: &RawScenario, faults: Collector<'_>) -> Result<Battle, Faults> {
    let builder = Builder { faults, lenient: material.lenient, raw };
    builder.battle(material)
}

pub(super) struct Builder<'a, 's> {
    pub(super) faults: Collector<'s>,
    pub(super) lenient: bool,
    pub(super) raw: &'a RawScenario,
}

impl Builder<'_, '_> {
    fn battle(mut self, material: Material) -> Result<Battle, Faults> {
        let Material { id, title, about, ground, charts, roster, .. } = material;
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
        let automatic =
            self.raw.automatic.iter().map(|a| automatic(a, &roster, &ground, &mut self.faults)).collect();
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
            ("commanders", roster.leaders.len(), MAX_LEADERS),
            ("reinforcements", self.raw.reinforcement.len(), MAX_ARRIVALS),
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
        let found = self.faults.matched(kind, ids, list, id);
        for (i, f) in found.iter().enumerate() {
            if f.is_none() && !self.lenient {
                self.faults.whole(format!("{kind} {:?} of the order of battle has no entry", ids[i]));
            }
        }
        found
    }

    fn leaders(&mut self, roster: &Roster) -> Vec<LeaderCard> {
        let raw = self.raw;
        let ids: Vec<&str> = roster.leaders.iter().map(|c| c.id.as_str()).collect();
        let found = self.matched("commander", &ids, &raw.commander, |c| &c.id);
        let card = |(leader, raw): (&Leader, Option<&RawCommander>)| LeaderCard {
            id: leader.id.clone(),
            name: leader.name.clone(),
            side: leader.side,
            modifier: raw.map_or(0, |r| r.modifier),
            orders: raw.map_or(0, |r| r.orders),
            range: raw.map_or(0, |r| r.range),
        };
        roster.leaders.iter().zip(found).map(card).collect()
    }

    fn formations(&mut self, roster: &Roster) -> (Vec<FormationCard>, Vec<MarkerCard>) {
        let raw = self.raw;
        let ids: Vec<&str> = roster.formations.iter().map(|f| f.id.as_str()).collect();
        let found = self.matched("formation", &ids, &raw.formation, |f| &f.id);
        let mut markers = Vec::new();
        let mut cards = Vec::new();
        for (i, (Formation { id, name, side, .. }, raw)) in roster.formations.iter().zip(found).enumerate() {
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
            let formation = unit.formation;
            let arm = raw.and_then(|r| r.arm.as_ref()).map_or(unit.arm, |arm| *arm.get_ref());
            let front = self.front(raw, arm);
            let heavy = raw.and_then(|r| r.heavy).unwrap_or(false);
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
                back: back(&front, raw.and_then(|r| r.disordered.as_ref())),
                range: self.range(raw, arm),
            });
        }
        cards
    }

    fn front(&mut self, raw: Option<&RawUnit>, arm: Arm) -> Ratings {
        let (strength, engagement, movement) = match arm {
            Arm::Infantry => (4, 6, 6),
            Arm::Cavalry => (4, 6, 9),
            Arm::Artillery => (3, 0, 5),
        };
        Ratings {
            strength: self.rating(raw, "strength", |r| r.strength.as_ref(), (strength, 30)),
            cohesion: self.rating(raw, "cohesion", |r| r.cohesion.as_ref(), (6, 9)),
            // Guns are not engaged.
            engagement: match raw.filter(|r| arm != Arm::Artillery || r.engagement.is_some()) {
                None => engagement,
                raw => self.rating(raw, "engagement", |r| r.engagement.as_ref(), (engagement, 10)),
            },
            half_mp: 2 * self.rating(raw, "movement", |r| r.movement.as_ref(), (movement, 20)) as u16,
        }
    }

    /// A printed rating of a unit, up to a highest one; the usual one where a vignette says nothing.
    fn rating(
        &mut self,
        raw: Option<&RawUnit>,
        name: &str,
        given: impl Fn(&RawUnit) -> Option<&Spanned<i16>>,
        (usual, most): (i16, i16),
    ) -> i16 {
        let Some(raw) = raw else { return usual };
        match given(raw) {
            Some(v) if !(0..=most).contains(v.get_ref()) => {
                let what = format!("{name} {}", v.get_ref());
                self.faults.at(v.span(), what).expect(format!("0 to {most}"));
            }
            Some(v) => return *v.get_ref(),
            None if self.lenient => {}
            None => {
                self.faults.at(raw.id.span(), format!("unit {:?} has no {name}", raw.id.get_ref()));
            }
        }
        usual
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
                match self.faults.word("formation", name, &ids) {
                    None => {}
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
                    brings_reinforcements: m.reinforcements,
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

    pub(super) fn hex(&mut self, ground: &Ground, name: &Name) -> HexId {
        ground.hex_named(name, &mut self.faults).unwrap_or(HexId(0))
    }

    pub(super) fn facing(&mut self, name: Option<&Name>, usual: Facing) -> Facing {
        let Some(name) = name else { return usual };
        Facing::named(name.get_ref()).unwrap_or_else(|| {
            self.faults.put(name.span(), Fault::unknown("facing", name.get_ref(), &Facing::NAMES));
            usual
        })
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
}

fn automatic(
    raw: &RawAutomatic,
    roster: &Roster,
    ground: &Ground,
    faults: &mut Collector<'_>,
) -> AutomaticVictory {
    let when = When {
        demoralized: raw.when.demoralized,
        holds: raw.when.holds.iter().map(|h| ground.hex_named(h, faults).unwrap_or(HexId(0))).collect(),
        eliminated: raw.when.eliminated,
    };
    if when.demoralized.is_none() && when.holds.is_empty() && when.eliminated.is_none() {
        faults
            .at(raw.side.span(), "a condition without parts would always hold")
            .expect("demoralized, holds or eliminated");
    }
    AutomaticVictory { side: side_named(&roster.sides, &raw.side, faults), when }
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

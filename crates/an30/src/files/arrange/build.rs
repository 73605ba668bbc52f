//! Checks an arrangement and makes the battle of it.

use std::sync::Arc;

use ground::{Edge, Ground, HexId};
use muster::{Collector, Fault, Faults, Spanned};
use roster::{About, Arm, Rank, Roster};
use table::Settings;

use super::raw::{Name, RawBonus, RawFire, RawLeader, RawRating, RawScenario, RawUnit};
use crate::core::battle::{
    Arrival, Battle, CommandCard, Courage, LeaderCard, Light, Objective, PositionCard, Post, SideCard, Trait,
    Traits, TurnCard, UnitCard,
};
use crate::core::charts::{Charts, Exact};
use crate::core::dice::Dice;
use crate::core::state::{
    Back, Backs, Bonuses, CommandId, LeaderId, MAX_COMMANDS, MAX_LEADERS, MAX_UNITS, State, UnitId,
};
use crate::core::variant::Variant;
use crate::core::veil;

/// Material of a battle: everything but the scenario.
pub struct Material {
    /// Id of the battle.
    pub id: String,
    /// Title.
    pub title: String,
    /// For the chooser.
    pub about: About,
    /// Year.
    pub year: u16,
    /// Ground.
    pub ground: Ground,
    /// Charts.
    pub charts: Charts,
    /// Order of battle.
    pub roster: Roster,
    /// Variant whose steps are played.
    pub variant: &'static dyn Variant,
    /// Settings that the players agreed upon.
    pub settled: Settings,
    /// A vignette: missing figures take usual values, and any arrangement goes.
    pub lenient: bool,
}

/// Makes the battle.
///
/// # Errors
/// All the faults of the scenario.
pub fn build(material: Material, raw: &RawScenario, faults: Collector<'_>) -> Result<Battle, Faults> {
    Builder { faults, lenient: material.lenient, raw }.battle(material)
}

/// The printed figures of a unit.
struct Front {
    increments: i16,
    movement: i16,
    melee: i16,
}

pub(super) struct Builder<'a, 's> {
    pub(super) faults: Collector<'s>,
    pub(super) lenient: bool,
    pub(super) raw: &'a RawScenario,
}

impl Builder<'_, '_> {
    fn battle(mut self, material: Material) -> Result<Battle, Faults> {
        let Material { id, title, about, year, ground, charts, roster, variant, settled, .. } = material;
        let counts = [
            ("units", roster.units.len(), MAX_UNITS),
            ("commands", roster.formations.len(), MAX_COMMANDS),
            ("leaders", roster.leaders.len(), MAX_LEADERS),
            ("turns", self.raw.turn.len(), 200),
        ];
        for (what, count, most) in counts {
            if count > most {
                self.faults.whole(format!("{count} {what}")).expect(format!("at most {most}"));
            }
        }
        let mut commands = self.commands(&roster, &charts);
        let (units, backs) = self.units(&roster, &charts, &commands, year);
        let (leaders, bonuses) = self.leaders(&roster);
        let backs = Backs { units: backs, leaders: bonuses };
        heads(&mut commands, &leaders);
        let sides = self.sides(&roster, &ground);
        let turns = self.turns();
        let objectives: Vec<Objective> = self
            .raw
            .objective
            .iter()
            .map(|o| Objective {
                hex: ground.hex_named(&o.hex, &mut self.faults).unwrap_or(HexId(0)),
                name: o.name.clone(),
                points: o.points,
            })
            .collect();
        let usual = Arc::new(veil::usual(&units, &leaders, &backs));
        let mut setup = State::empty(ground.len(), units.len(), leaders.len(), commands.len());
        setup.backs = Arc::new(backs);
        let mut battle = Battle {
            id,
            title,
            about,
            year,
            ground,
            charts,
            variant,
            settled,
            sides,
            wagons: wagons(&units),
            units,
            leaders,
            commands,
            turns,
            arrivals: Vec::new(),
            positions: Vec::new(),
            objectives,
            usual,
            setup,
        };
        battle.arrivals = self.arrivals(&battle);
        battle.setup.termini = battle.arrivals.iter().map(|arrival| arrival.terminus).collect();
        battle.positions = self.positions(&battle);
        self.set_up(&mut battle);
        self.faults.into_result(battle)
    }

    fn commands(&mut self, roster: &Roster, charts: &Charts) -> Vec<CommandCard> {
        let raw = self.raw;
        let ids: Vec<&str> = roster.formations.iter().map(|f| f.id.as_str()).collect();
        let found = self.faults.matched("command", &ids, &raw.command, |c| &c.id);
        let tracks: Vec<&str> = charts.levels.tracks.iter().map(|t| t.id.as_str()).collect();
        let mut cards = Vec::new();
        for (formation, raw) in roster.formations.iter().zip(found) {
            let track = raw.and_then(|r| r.track.as_ref()).and_then(|name| {
                let at = self.faults.word("morale level track", name, &tracks)?;
                Some(at as u16)
            });
            cards.push(CommandCard {
                id: formation.id.clone(),
                name: formation.name.clone(),
                side: formation.side,
                rank: formation.rank,
                under: formation.under.map_or(CommandId::NONE, |up| CommandId(up as u16)),
                head: CommandId(cards.len() as u16),
                track,
                superior: track.is_some() || raw.is_some_and(|r| r.superior),
            });
        }
        cards
    }

    /// The units that the scenario plays, with their backs. One that it leaves out is no counter of this battle.
    fn units(
        &mut self,
        roster: &Roster,
        charts: &Charts,
        commands: &[CommandCard],
        year: u16,
    ) -> (Vec<UnitCard>, Vec<Back>) {
        let raw = self.raw;
        let ids: Vec<&str> = roster.units.iter().map(|u| u.id.as_str()).collect();
        let found = self.faults.matched("unit", &ids, &raw.unit, |u| &u.id);
        let chosen: Vec<usize> = (0..roster.units.len()).filter(|i| found[*i].is_some()).collect();
        let absent = roster.absent(&raw.absent, &mut self.faults);
        for (i, unit) in roster.units.iter().enumerate() {
            let listed = |j: usize| found[j].is_some();
            let parts = (0..ids.len()).any(|j| listed(j) && roster.wholes(j).any(|whole| whole == i));
            if !absent[i] && !listed(i) && !parts && !roster.wholes(i).any(listed) {
                self.faults.whole(format!("unit {:?} of the order of battle has no entry", unit.id));
            }
            if let Some(raw) = found[i].filter(|_| absent[i]) {
                self.faults.at(raw.id.span(), format!("unit {:?} is absent and has an entry", unit.id));
            }
        }
        let (mut cards, mut backs) = (Vec::new(), Vec::new());
        for &i in &chosen {
            let (unit, raw) = (&roster.units[i], found[i].expect("it was chosen"));
            let arm = raw.arm.as_ref().and_then(|name| self.faults.word("arm", name, Arm::NAMES));
            let arm = arm.map_or(unit.arm, |at| Arm::ALL[at]);
            let nation = raw.nation.as_ref().map_or_else(|| unit.nation.clone(), |n| n.get_ref().clone());
            let kind = raw.kind.clone().unwrap_or_else(|| unit.kind.clone());
            let part_of = roster.wholes(i).find_map(|whole| chosen.iter().position(|c| *c == whole));
            let part_of = part_of.map_or(UnitId::NONE, |at| UnitId(at as u16));
            let side = commands[unit.formation].side;
            let troops = self.troops(raw, charts, arm, &nation, &kind, year);
            let (size, front, traits) =
                (self.size(raw, unit.rank, arm), self.figures(raw, arm), self.traits(raw));
            backs.push(Back {
                melee: front.melee,
                fire: fire(raw.fire, arm, troops.and_then(|row| charts.troops[usize::from(row)].printed)),
                range: raw.range.unwrap_or(if arm == Arm::Artillery { 8 } else { 1 }),
                morale: self.morale(raw, arm),
                skirmish: raw.skirmish,
                lance: raw.lance.unwrap_or(0),
            });
            cards.push(UnitCard {
                id: unit.id.clone(),
                name: unit.name.clone(),
                side,
                command: CommandId(unit.formation as u16),
                size,
                part_of,
                troops,
                increments: front.increments,
                movement: front.movement,
                traits,
                arm,
                nation,
                kind,
            });
        }
        (cards, backs)
    }

    fn size(&mut self, raw: &RawUnit, told: Option<Rank>, arm: Arm) -> Rank {
        let named = raw
            .size
            .as_ref()
            .and_then(|name| self.faults.word("size", name, Rank::NAMES))
            .map(|at| Rank::ALL[at]);
        named.or(told).unwrap_or(match arm {
            Arm::Infantry => Rank::Battalion,
            Arm::Cavalry => Rank::Regiment,
            Arm::Artillery => Rank::Battery,
        })
    }

    /// Increments, movement potential, mêlée value.
    fn figures(&mut self, raw: &RawUnit, arm: Arm) -> Front {
        let (increments, movement, melee) = match arm {
            Arm::Infantry => (6, 6, 12),
            Arm::Cavalry => (8, 14, 24),
            Arm::Artillery => (3, 5, 3),
        };
        Front {
            increments: self.figure(raw, "increments", raw.increments.as_ref(), (1, increments)),
            movement: self.figure(raw, "movement", raw.movement.as_ref(), (0, movement)),
            melee: self.figure(raw, "melee", raw.melee.as_ref(), (0, melee)),
        }
    }

    /// A printed figure of a unit, from a least one on; the usual one where a vignette says nothing.
    fn figure(
        &mut self,
        raw: &RawUnit,
        name: &str,
        given: Option<&Spanned<i16>>,
        (least, usual): (i16, i16),
    ) -> i16 {
        match given {
            Some(v) if !(least..=99).contains(v.get_ref()) => {
                let what = format!("{name} {}", v.get_ref());
                self.faults.at(v.span(), what).expect(format!("{least} to 99"));
            }
            Some(v) => return *v.get_ref(),
            None if self.lenient => {}
            None => {
                self.faults.at(raw.id.span(), format!("unit {:?} has no {name}", raw.id.get_ref()));
            }
        }
        usual
    }

    fn morale(&mut self, raw: &RawUnit, arm: Arm) -> Option<Dice> {
        let usual = Dice::written(if arm == Arm::Infantry { 22 } else { 16 });
        let Some(rating) = &raw.morale else {
            if !self.lenient {
                self.faults.at(raw.id.span(), format!("unit {:?} has no morale", raw.id.get_ref()));
            }
            return usual;
        };
        match rating.get_ref() {
            RawRating::Word(word) if word == "-" => None,
            RawRating::Number(n) if Dice::written(*n).is_some() => Dice::written(*n),
            _ => {
                self.faults
                    .at(rating.span(), "this is no morale rating")
                    .expect("11 to 66 with digits from 1 to 6, or \"-\"");
                usual
            }
        }
    }

    /// The row of the Fire Effects Chart of infantry: the type named, else the unit's kind, of its nation, in the year of the battle.
    fn troops(
        &mut self,
        raw: &RawUnit,
        charts: &Charts,
        arm: Arm,
        nation: &str,
        kind: &str,
        year: u16,
    ) -> Option<u16> {
        if arm != Arm::Infantry {
            return None;
        }
        let wanted = raw.troops.as_ref().map_or(kind, |name| name.get_ref().as_str());
        let rows =
            charts.troops.iter().enumerate().filter(|(_, t)| t.nation == nation && t.years.contains(&year));
        let found = rows.clone().find(|(_, t)| t.kind == wanted).map(|(i, _)| i as u16);
        if found.is_none() && !(self.lenient && raw.troops.is_none()) {
            let kinds: Vec<&str> = rows.map(|(_, t)| t.kind.as_str()).collect();
            let span = raw.troops.as_ref().map_or(raw.id.span(), Spanned::span);
            self.faults.put(span, Fault::unknown(&format!("type of troops of {nation}"), wanted, &kinds));
        }
        found.or_else(|| charts.troops.iter().position(|t| t.id == "france_line").map(|i| i as u16))
    }

    fn traits(&mut self, raw: &RawUnit) -> Traits {
        let mut traits = Traits::default();
        for name in raw.traits.iter().flatten() {
            if let Some(at) = self.faults.word("trait", name, Trait::NAMES) {
                traits = traits.with(Trait::ALL[at]);
            }
        }
        traits
    }

    fn leaders(&mut self, roster: &Roster) -> (Vec<LeaderCard>, Vec<Bonuses>) {
        let raw = self.raw;
        let ids: Vec<&str> = roster.leaders.iter().map(|c| c.id.as_str()).collect();
        let found = self.faults.matched("leader", &ids, &raw.leader, |c| &c.id);
        let (mut cards, mut bonuses) = (Vec::new(), Vec::new());
        for (leader, raw) in roster.leaders.iter().zip(found) {
            let post = raw
                .and_then(|r| r.post.as_ref())
                .and_then(|name| self.faults.word("post", name, Post::NAMES));
            let rank = leader.leads.and_then(|f| roster.formations[f].rank);
            let usual = match rank {
                Some(Rank::Army) => Post::Army,
                Some(Rank::Wing | Rank::Corps) => Post::Corps,
                Some(Rank::Division) => Post::Division,
                _ => Post::Brigade,
            };
            let courage =
                raw.and_then(|r| r.morale.as_ref()).map_or(Courage::Bonus(0), |rating| {
                    match rating.get_ref() {
                        RawRating::Number(n) => Courage::Bonus(*n),
                        RawRating::Word(word) if word == "A" => Courage::Always,
                        RawRating::Word(_) => {
                            self.faults
                                .at(rating.span(), "this is no morale bonus")
                                .expect("a number, or \"A\"");
                            Courage::Bonus(0)
                        }
                    }
                });
            let value = |get: fn(&RawLeader) -> Option<i16>| raw.and_then(get).unwrap_or(0);
            bonuses.push(Bonuses {
                infantry: bonus(raw.and_then(|r| r.infantry)),
                cavalry: bonus(raw.and_then(|r| r.cavalry)),
                artillery: value(|r| r.artillery),
                morale: courage,
            });
            cards.push(LeaderCard {
                id: leader.id.clone(),
                name: leader.name.clone(),
                side: leader.side,
                post: post.map_or(usual, |at| Post::ALL[at]),
                command: leader.leads.map_or(CommandId::NONE, |f| CommandId(f as u16)),
                movement: raw.and_then(|r| r.movement).unwrap_or(12),
                points: raw.and_then(|r| r.points).unwrap_or(0),
                light_cavalry: raw.and_then(|r| r.light_cavalry).unwrap_or(false),
                gunner: raw.and_then(|r| r.gunner).unwrap_or(false),
                horseman: raw.and_then(|r| r.horseman).unwrap_or(false),
            });
        }
        (cards, bonuses)
    }

    fn sides(&mut self, roster: &Roster, ground: &Ground) -> [SideCard; 2] {
        let raw = self.raw;
        let ids: Vec<&str> = roster.sides.iter().map(|s| s.id.as_str()).collect();
        let found = self.faults.matched("side", &ids, &raw.side, |s| &s.id);
        let mut card = |i: usize| {
            let depot = found[i].and_then(|s| s.depot.as_ref());
            let names: Vec<&str> = Edge::ALL.iter().map(|edge| edge.name()).collect();
            let edge =
                depot.and_then(|name| self.faults.word("map edge", name, &names)).map(|at| Edge::ALL[at]);
            let told = found[i].map_or(&[][..], |s| &s.depots);
            let hexes: Vec<HexId> = told.iter().map(|name| self.hex(ground, name)).collect();
            let whole = || edge.into_iter().flat_map(|edge| ground.edge_hexes(edge)).collect();
            SideCard {
                id: roster.sides[i].id.clone(),
                name: roster.sides[i].name.clone(),
                colour: roster.sides[i].colour.clone(),
                depots: if hexes.is_empty() { whole() } else { hexes },
                spans: found[i].map_or([None; 3], |s| [s.spans.brigade, s.spans.corps, s.spans.army]),
                corps: found[i].and_then(|s| s.corps).unwrap_or(true),
                points: found[i].map_or(0, |s| s.points),
                resupply: found[i].is_some_and(|s| s.resupply),
            }
        };
        [card(0), card(1)]
    }

    fn turns(&mut self) -> Vec<TurnCard> {
        let raw = self.raw;
        if raw.turn.is_empty() && !self.lenient {
            self.faults.whole("no turns").expect("a [[turn]] table for each game turn");
        }
        let mut turns = Vec::new();
        for turn in &raw.turn {
            let light = turn.light.as_ref().and_then(|name| self.faults.word("light", name, Light::NAMES));
            turns.push(TurnCard {
                time: turn.time.clone(),
                light: light.map_or(Light::Day, |at| Light::ALL[at]),
            });
        }
        if turns.is_empty() {
            turns.push(TurnCard { time: String::new(), light: Light::Day });
        }
        turns
    }

    fn arrivals(&mut self, battle: &Battle) -> Vec<Arrival> {
        let raw = self.raw;
        let units: Vec<&str> = battle.units.iter().map(|u| u.id.as_str()).collect();
        let leaders: Vec<&str> = battle.leaders.iter().map(|l| l.id.as_str()).collect();
        let letters: Vec<&str> = battle.ground.entries().iter().map(|(l, _)| l.as_str()).collect();
        let mut arrivals = Vec::new();
        for r in &raw.reinforcement {
            let own: Vec<usize> =
                r.units.iter().filter_map(|name| self.faults.word("unit", name, &units)).collect();
            let led: Vec<usize> =
                r.leaders.iter().filter_map(|name| self.faults.word("leader", name, &leaders)).collect();
            let entry = self.faults.word("entry of the ground", &r.entry, &letters);
            let turn = *r.turn.get_ref();
            if turn == 0 || usize::from(turn) > battle.turns.len() {
                let what = format!("turn {turn} of {} turns", battle.turns.len());
                self.faults.at(r.turn.span(), what);
            }
            arrivals.push(Arrival {
                units: own.into_iter().map(|i| UnitId(i as u16)).collect(),
                leaders: led.into_iter().map(|i| LeaderId(i as u16)).collect(),
                turn: turn.saturating_sub(1),
                entry: entry.map_or(HexId(0), |at| battle.ground.entries()[at].1),
                terminus: r.terminus.as_ref().map_or(HexId::NONE, |name| self.hex(&battle.ground, name)),
            });
        }
        arrivals
    }

    fn positions(&mut self, battle: &Battle) -> Vec<PositionCard> {
        let raw = self.raw;
        let ids: Vec<&str> = battle.units.iter().map(|u| u.id.as_str()).collect();
        let mut positions = Vec::new();
        for p in &raw.position {
            let units = p.units.iter().filter_map(|name| self.faults.word("unit", name, &ids));
            let units = units.map(|i| UnitId(i as u16)).collect();
            let hexes: Vec<HexId> = p.hexes.iter().map(|name| self.hex(&battle.ground, name)).collect();
            if hexes.is_empty() {
                self.faults.whole("a static position without hexes").expect("one at least");
                continue;
            }
            positions.push(PositionCard { hexes, units });
        }
        if positions.len() > 32 {
            self.faults.whole(format!("{} static positions", positions.len())).expect("at most 32");
        }
        positions
    }

    pub(super) fn hex(&mut self, ground: &Ground, name: &Name) -> HexId {
        ground.hex_named(name, &mut self.faults).unwrap_or(HexId(0))
    }
}

/// The ammunition wagons among units.
fn wagons(units: &[UnitCard]) -> Vec<UnitId> {
    let is = |(_, card): &(usize, &UnitCard)| card.traits.has(Trait::Wagon);
    units.iter().enumerate().filter(is).map(|(i, _)| UnitId(i as u16)).collect()
}

/// Finds the command whose leader leads the units of each command: its own, or the nearest above that has a leader.
fn heads(commands: &mut [CommandCard], leaders: &[LeaderCard]) {
    for i in 0..commands.len() {
        let own = CommandId(i as u16);
        let mut chain = std::iter::successors(Some(own), |c| commands[c.i()].under.some()).take(MAX_COMMANDS);
        let led = |c: &CommandId| leaders.iter().any(|l| l.command == *c && !l.post.is_adc());
        commands[i].head = chain.find(led).unwrap_or(own);
    }
}

/// The printed fire values of a unit; of infantry that names none that of an average battalion of its troops (Fire Effects Chart).
fn fire(raw: Option<RawFire>, arm: Arm, usual: Option<Exact>) -> [i16; 3] {
    match raw {
        Some(RawFire::One(value)) => [value, 0, 0],
        Some(RawFire::Three(values)) => values,
        None if arm == Arm::Infantry => [usual.map_or(0, |value| value.floor() as i16), 0, 0],
        None if arm == Arm::Artillery => [24, 16, 8],
        None => [0; 3],
    }
}

fn bonus(raw: Option<RawBonus>) -> (i16, i16) {
    match raw {
        Some(RawBonus::One(both)) => (both, both),
        Some(RawBonus::Two([attack, defence])) => (attack, defence),
        None => (0, 0),
    }
}

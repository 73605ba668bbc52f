//! A points game of two armies: their troops, and what they bring to the table before it (`armies.lists`, `points.system`).

use baize::Table;
use muster::{Collector, Faults, Source};
use roster::{About, SideCard};

use super::arrange::{Material, assemble, misplaced};
use super::setup::leave_off;
use crate::armies::{Armoury, Army, Attachment, Region, Trait, UnitSize};
use crate::ch11_setting_up::is_recruit;
use crate::core::battle::{Battle, CommanderCard, DivisionCard, UnitCard, Weather};
use crate::core::before::{BONUS, Pooled, Preliminaries, Recruit};
use crate::core::charts::Charts;
use crate::core::state::{CommanderId, DivisionId, Phase, UnitId};
use crate::formations::Strength;
use table::Side;

/// Slots for troops that a side may get for its initiative.
const SLOTS: usize = 2;

/// Meeting of two armies: all but the armies themselves.
pub struct Meeting {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// The open table.
    pub table: Table,
    /// Charts.
    pub charts: Charts,
    /// The two sides.
    pub sides: [SideCard; 2],
    /// Game turns.
    pub turns: u16,
}

/// The battle of two armies, which begins with the dice for the initiative.
///
/// # Errors
/// Faults of what they come to: more units than a battle has.
pub fn of_armies(meeting: Meeting, armies: [&Army; 2], armoury: &Armoury) -> Result<Battle, Faults> {
    let source = Source::new("armies", "");
    let Meeting { id, title, table, charts, sides, turns } = meeting;
    let mut cards = Cards::new(armoury);
    for (at, army) in armies.into_iter().enumerate() {
        cards.army(Side(at as u8), &sides[at].id, army);
    }
    let about = About::default();
    let material = Material { id, title, about, table, weather: Weather::Fair, charts, sides, turns };
    let Cards { divisions, commanders, units, game, .. } = cards;
    let mut faults = Collector::new(&source);
    let mut battle = assemble(material, (divisions, units, commanders), &mut faults);
    leave_off(&mut battle);
    battle.game = Some(game);
    battle.by_zones = true;
    battle.setup.clock.phase = Phase::Initiative;
    faults.into_result(battle)
}

/// The cards of both armies.
struct Cards<'a> {
    armoury: &'a Armoury,
    divisions: Vec<DivisionCard>,
    commanders: Vec<CommanderCard>,
    units: Vec<UnitCard>,
    game: Preliminaries,
}

impl<'a> Cards<'a> {
    fn new(armoury: &'a Armoury) -> Cards<'a> {
        Cards {
            armoury,
            divisions: Vec::new(),
            commanders: Vec::new(),
            units: Vec::new(),
            game: Preliminaries {
                initiative: [0; 2],
                points: [0; 2],
                regions: [Vec::new(), Vec::new()],
                recruits: [Vec::new(), Vec::new()],
                pool: Vec::new(),
                works: [[0; 2]; 2],
            },
        }
    }

    fn army(&mut self, side: Side, prefix: &str, army: &Army) {
        let list = army.list.as_ref().and_then(|id| self.armoury.list(id));
        let corps = &army.corps;
        let card = CommanderCard {
            id: format!("{prefix}-corps"),
            name: named(&corps.name, &format!("{} corps", army.name)),
            side,
            division: DivisionId::NONE,
            quality: corps.quality,
            charismatic: corps.has(Trait::Charismatic),
        };
        let at = side.index();
        self.game.initiative[at] = card.level() + list.map_or(0, |list| list.initiative as i16);
        self.game.regions[at] = list.map_or_else(|| Region::ALL.to_vec(), |list| list.regions.clone());
        self.game.points[at] = self.armoury.cost(army);
        self.game.works[at] = army.fieldworks.map(|number| number.min(u8::MAX.into()) as u8);
        self.commanders.push(card);
        let first = self.units.len();
        for (number, division) in army.divisions.iter().enumerate() {
            let id = DivisionId(self.divisions.len() as u8);
            let key = format!("{prefix}-{}", number + 1);
            let name = named(&division.name, &key);
            let allied = division.commander.has(Trait::Allied);
            let commander = CommanderId(self.commanders.len() as u8);
            let leader = &division.commander;
            self.commanders.push(CommanderCard {
                id: format!("{key}-commander"),
                name: named(&leader.name, &format!("{name}: commander")),
                side,
                division: id,
                quality: leader.quality,
                charismatic: leader.has(Trait::Charismatic),
            });
            let infantry = list.and_then(|list| list.parts.get(division.part)).map(|part| part.infantry);
            let own = self.units.len();
            for (place, unit) in division.units.iter().enumerate() {
                let sight = unit.sight();
                let paid = unit.profile.paid;
                self.units.push(UnitCard {
                    id: format!("{key}-{}", place + 1),
                    name: named(&unit.name, &unit.label),
                    nation: sight.nation.to_owned(),
                    side,
                    division: id,
                    troops: unit.profile.troops,
                    drill: infantry.map_or(paid, |infantry| infantry.moves),
                    fires: infantry.map_or(paid, |infantry| infantry.fires),
                    elan: unit.profile.elan,
                    training: unit.profile.training,
                    strength: strength(unit.size),
                    special: unit.profile.special.clone(),
                    half: None,
                    attachments: unit.attachments.iter().map(|one| one.kind).collect(),
                    extra: false,
                });
            }
            for attached in &division.attachments {
                let to = (own..self.units.len()).filter(|unit| fits(&self.units[*unit], attached.kind));
                let to = to.map(|unit| UnitId(unit as u8)).collect();
                self.game.pool.push(Pooled { kind: attached.kind, division: id, to });
            }
            self.divisions.push(DivisionCard { id: key, name, side, allied, commander });
        }
        self.recruits(side, army, first);
        self.slots(side, prefix);
    }

    /// The troops of its list of which the army may get some, or, without a list, those that it has.
    fn recruits(&mut self, side: Side, army: &Army, first: usize) {
        let at = side.index();
        let list = army.list.as_ref().and_then(|id| self.armoury.list(id));
        let Some(pattern) = self.units.get(first).cloned() else { return };
        let mut found = Vec::new();
        match list {
            Some(list) => {
                for entry in &list.entries {
                    let infantry = list.parts[entry.part].infantry;
                    for bases in &entry.bases {
                        let Some(size) = self.armoury.points.size(entry.profile.troops.arm(), *bases) else {
                            continue;
                        };
                        let card = UnitCard {
                            name: entry.name.clone(),
                            nation: entry.nation.clone(),
                            troops: entry.profile.troops,
                            drill: infantry.moves,
                            fires: infantry.fires,
                            elan: entry.profile.elan,
                            training: entry.profile.training,
                            strength: strength(size),
                            special: entry.profile.special.clone(),
                            half: None,
                            attachments: Vec::new(),
                            ..pattern.clone()
                        };
                        found.push(Recruit { card, points: (entry.points * bases.cast_signed()) as i16 });
                    }
                }
            }
            None => {
                let units = army.divisions.iter().flat_map(|division| &division.units);
                for (unit, card) in units.zip(&self.units[first..]) {
                    let card = UnitCard { attachments: Vec::new(), ..card.clone() };
                    let points = (unit.points * unit.bases.cast_signed()) as i16;
                    let known = found.iter().any(|one: &Recruit| {
                        one.points == points
                            && one.card.troops == card.troops
                            && one.card.training == card.training
                    });
                    if !known {
                        found.push(Recruit { card, points });
                    }
                }
            }
        }
        found.retain(|one| is_recruit(&one.card) && one.points <= BONUS);
        self.game.recruits[at] = found;
    }

    /// Cards for troops that the side may get; they are in the game when it does.
    fn slots(&mut self, side: Side, prefix: &str) {
        let Some(pattern) = self.units.iter().rfind(|card| card.side == side).cloned() else { return };
        for number in 1..=SLOTS {
            let id = format!("{prefix}-extra-{number}");
            let name = format!("extra troops {number}");
            self.units.push(UnitCard { id, name, attachments: Vec::new(), extra: true, ..pattern.clone() });
        }
    }
}

/// A name, or another if it is empty.
fn named(name: &str, other: &str) -> String {
    if name.is_empty() { other.to_owned() } else { name.to_owned() }
}

const fn strength(size: UnitSize) -> Strength {
    match size {
        UnitSize::Small => Strength::Small,
        UnitSize::Large => Strength::Large,
    }
}

/// Whether troops may have an attachment at all.
fn fits(card: &UnitCard, kind: Attachment) -> bool {
    let mut all = card.attachments.clone();
    all.push(kind);
    misplaced(card.troops, &all).is_none()
}

//! `order-of-battle.toml`: formations, units and commanders of a battle.

use std::collections::HashSet;

use muster::{Collector, Faults, Source, read_toml};
use table::Side;

use crate::card::{SideCard, check_id, side_named};
use crate::file::{Name, RawFormation, RawLeader, RawOrder, RawUnit};
use crate::words::{Arm, Rank, Weapon};

/// Roster: who is there, in the order of the file. Formations and units point at others by their place in these lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roster {
    /// The sides.
    pub sides: [SideCard; 2],
    /// The formations.
    pub formations: Vec<Formation>,
    /// The units.
    pub units: Vec<Unit>,
    /// Those who lead.
    pub leaders: Vec<Leader>,
}

/// A formation: a brigade, a division, a corps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formation {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Side.
    pub side: Side,
    /// Rank, if it is told.
    pub rank: Option<Rank>,
    /// The formation that it is under.
    pub under: Option<usize>,
    /// Its leader, for readers; commanders with an id of their own say themselves what they lead.
    pub commander: String,
}

/// A unit: a battalion, a squadron, a battery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Its formation.
    pub formation: usize,
    /// The unit that it is a part of: the regiment of a battalion.
    pub part_of: Option<usize>,
    /// Rank, if it is told.
    pub rank: Option<Rank>,
    /// Nation.
    pub nation: String,
    /// Arm.
    pub arm: Arm,
    /// Kind of troops, a free word for the symbol: `line`, `light`, `hussar`, ...
    pub kind: String,
    /// Its weapons, if they are told.
    pub weapons: Vec<Weapon>,
    /// Heads, if they are known.
    pub men: Option<u32>,
    /// Guns, if they are known.
    pub guns: Option<u32>,
}

/// A commander who stands on the field in person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Side.
    pub side: Side,
    /// The formation that they lead, if it is told.
    pub leads: Option<usize>,
}

impl Roster {
    /// Reads `order-of-battle.toml` of a battle with these sides.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source, sides: &[SideCard; 2]) -> Result<Roster, Faults> {
        let raw: RawOrder = read_toml(source)?;
        let mut reader = Reader { faults: Collector::new(source), sides };
        reader.ids(&raw);
        let formations = reader.formations(&raw.formation);
        let units = reader.units(&raw.unit, &raw.formation);
        let leaders = reader.leaders(&raw.commander, &raw.formation, &formations);
        reader.faults.into_result(Roster { sides: sides.clone(), formations, units, leaders })
    }

    /// The formations above one, from the nearest on; itself not.
    pub fn above(&self, formation: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.formations[formation].under, |&up| self.formations[up].under)
    }

    /// The units that one is a part of, from the nearest on; itself not.
    pub fn wholes(&self, unit: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.units[unit].part_of, |&whole| self.units[whole].part_of)
    }
}

struct Reader<'a, 's> {
    faults: Collector<'s>,
    sides: &'a [SideCard; 2],
}

impl Reader<'_, '_> {
    /// Every id is one, and names one thing only.
    fn ids(&mut self, raw: &RawOrder) {
        let mut seen: HashSet<&str> = HashSet::new();
        let ids = raw.formation.iter().map(|f| &f.id).chain(raw.unit.iter().map(|u| &u.id));
        for id in ids.chain(raw.commander.iter().map(|c| &c.id)) {
            check_id(id, &mut self.faults);
            if !seen.insert(id.get_ref()) {
                self.faults.at(id.span(), format!("{:?} names something else already", id.get_ref()));
            }
        }
    }

    fn formations(&mut self, raw: &[RawFormation]) -> Vec<Formation> {
        let ids: Vec<&str> = raw.iter().map(|f| f.id.get_ref().as_str()).collect();
        let under: Vec<Option<usize>> =
            raw.iter().map(|f| self.find("formation", &ids, f.under.as_ref())).collect();
        let under = self.tree(raw.iter().map(|f| f.under.as_ref()), &ids, under, "under");
        let ranks: Vec<Option<Rank>> = raw.iter().map(|f| self.rank(f.rank.as_ref())).collect();
        let mut formations = Vec::new();
        for (i, f) in raw.iter().enumerate() {
            self.ranked(f.rank.as_ref(), ranks[i], under[i].map(|up| (ids[up], ranks[up])), "under");
            formations.push(Formation {
                id: f.id.get_ref().clone(),
                name: f.name.clone(),
                side: Side(0),
                rank: ranks[i],
                under: under[i],
                commander: f.commander.clone(),
            });
        }
        for (i, f) in raw.iter().enumerate() {
            formations[i].side = self.side_of(f, raw, &under, i);
        }
        formations
    }

    /// The side of a formation: its own, or that of the next above which has one.
    fn side_of(&mut self, f: &RawFormation, raw: &[RawFormation], under: &[Option<usize>], i: usize) -> Side {
        let sides = self.sides;
        let above = std::iter::successors(under[i], |&up| under[up]).find_map(|up| raw[up].side.as_ref());
        let above = above.and_then(|name| sides.iter().position(|side| side.id == *name.get_ref()));
        match (&f.side, above) {
            (None, Some(side)) => Side(side as u8),
            (None, None) => {
                if f.under.is_none() {
                    let what = format!("formation {:?} has no side", f.id.get_ref());
                    self.faults
                        .at(f.id.span(), what)
                        .expect("`side`, or `under` with a formation that has one");
                }
                Side(0)
            }
            (Some(name), _) => {
                let side = side_named(sides, name, &mut self.faults);
                if let Some(above) = above.filter(|&above| above != side.index()) {
                    let what = format!("{:?} is under a formation of the other side", f.id.get_ref());
                    self.faults.at(name.span(), what).expect(format!("{:?}", sides[above].id));
                }
                side
            }
        }
    }

    fn units(&mut self, raw: &[RawUnit], formations: &[RawFormation]) -> Vec<Unit> {
        let ids: Vec<&str> = raw.iter().map(|u| u.id.get_ref().as_str()).collect();
        let formation_ids: Vec<&str> = formations.iter().map(|f| f.id.get_ref().as_str()).collect();
        let wholes: Vec<Option<usize>> =
            raw.iter().map(|u| self.find("unit", &ids, u.part_of.as_ref())).collect();
        let wholes = self.tree(raw.iter().map(|u| u.part_of.as_ref()), &ids, wholes, "part of");
        let own: Vec<Option<usize>> =
            raw.iter().map(|u| self.find("formation", &formation_ids, u.formation.as_ref())).collect();
        let ranks: Vec<Option<Rank>> = raw.iter().map(|u| self.rank(u.rank.as_ref())).collect();
        let mut units = Vec::new();
        for (i, u) in raw.iter().enumerate() {
            self.ranked(
                u.rank.as_ref(),
                ranks[i],
                wholes[i].map(|whole| (ids[whole], ranks[whole])),
                "part of",
            );
            let inherited =
                std::iter::successors(wholes[i], |&whole| wholes[whole]).find_map(|whole| own[whole]);
            if u.formation.is_none() && u.part_of.is_none() {
                let what = format!("unit {:?} has no formation", u.id.get_ref());
                self.faults
                    .at(u.id.span(), what)
                    .expect("`formation`, or `part_of` with a unit that has one");
            }
            let weapons = u.weapons.iter().filter_map(|name| Weapon::read(name, &mut self.faults)).collect();
            units.push(Unit {
                id: u.id.get_ref().clone(),
                name: u.name.clone(),
                formation: own[i].or(inherited).unwrap_or(0),
                part_of: wholes[i],
                rank: ranks[i],
                nation: u.nation.clone(),
                arm: Arm::read(&u.arm, &mut self.faults).unwrap_or(Arm::Infantry),
                kind: u.kind.clone(),
                weapons,
                men: u.men,
                guns: u.guns,
            });
        }
        units
    }

    fn leaders(
        &mut self,
        raw: &[RawLeader],
        formations: &[RawFormation],
        checked: &[Formation],
    ) -> Vec<Leader> {
        let ids: Vec<&str> = formations.iter().map(|f| f.id.get_ref().as_str()).collect();
        let mut leaders = Vec::new();
        for c in raw {
            let leads = self.find("formation", &ids, c.leads.as_ref());
            let of_formation = leads.map(|f| checked[f].side);
            let side = match &c.side {
                Some(name) => {
                    let side = side_named(self.sides, name, &mut self.faults);
                    if of_formation.is_some_and(|other| other != side) {
                        let what = format!("{:?} leads a formation of the other side", c.id.get_ref());
                        self.faults.at(name.span(), what);
                    }
                    side
                }
                None => of_formation.unwrap_or_else(|| {
                    if c.leads.is_none() {
                        let what = format!("commander {:?} has no side", c.id.get_ref());
                        self.faults.at(c.id.span(), what).expect("`side`, or `leads` with a formation");
                    }
                    Side(0)
                }),
            };
            leaders.push(Leader { id: c.id.get_ref().clone(), name: c.name.clone(), side, leads });
        }
        leaders
    }

    /// The place of a name in a list of ids; a fault if it is given and not there.
    fn find(&mut self, kind: &str, ids: &[&str], name: Option<&Name>) -> Option<usize> {
        self.faults.word(kind, name?, ids)
    }

    fn rank(&mut self, name: Option<&Name>) -> Option<Rank> {
        name.and_then(|name| Rank::read(name, &mut self.faults))
    }

    /// Order of ranks: whoever is under another, or part of it, is of a lower rank.
    fn ranked(
        &mut self,
        at: Option<&Name>,
        own: Option<Rank>,
        above: Option<(&str, Option<Rank>)>,
        how: &str,
    ) {
        if let (Some(at), Some(own), Some((id, Some(other)))) = (at, own, above)
            && own <= other
        {
            self.faults.at(at.span(), format!("a {own} {how} {id:?}, a {other}")).expect("a lower rank");
        }
    }

    /// Cuts the links that lead round in a circle, each with a fault where it is written.
    fn tree<'n>(
        &mut self,
        names: impl Iterator<Item = Option<&'n Name>>,
        ids: &[&str],
        mut links: Vec<Option<usize>>,
        how: &str,
    ) -> Vec<Option<usize>> {
        for (i, name) in names.enumerate() {
            let round = std::iter::successors(links[i], |&up| links[up]).take(links.len()).any(|up| up == i);
            if let (true, Some(name)) = (round, name) {
                self.faults.at(name.span(), format!("{:?} is {how} itself", ids[i]));
                links[i] = None;
            }
        }
        links
    }
}

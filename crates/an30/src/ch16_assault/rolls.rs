//! 16.4, 16.5: rolling to close and to stand.

use ground::{Dir, Feature, HexId, Terrain};
use table::{Effect, Event, Modifiers, Part as Term, Play, Rule, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch15_fire::fire::Nerve;
use crate::ch16_assault::ongoing::{OngoingAssault, Party, contacts, faces};
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::{Exact, Method};
use crate::core::exact::Odds;
use crate::core::field::{about, unit_point};
use crate::core::footprint::Face;
use crate::core::state::{Part, Prone, State, UnitId, did};
use crate::core::{Few, status};

/// Round: which one of an assault is fought.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Round {
    /// The first (16.1.1 step 3).
    First,
    /// The second (step 5).
    Second,
}

type Contacts = Few<(Part, Dir, HexId)>;

/// Whether every hexside through which a party is touched has something: ground counts only then (reading 301).
fn all(found: &Contacts, has: impl Fn(&(Part, Dir, HexId)) -> bool) -> bool {
    !found.is_empty() && found.iter().all(has)
}

/// Ground between the parties: uphill for the attackers, across water, at a special structure, at a sunken road.
fn lie(b: &Battle, s: &State, found: &Contacts) -> [bool; 4] {
    let side = |(part, dir, _): &(Part, Dir, HexId)| b.ground.hexside(s.hex_of(*part), *dir);
    let terrain = |(_, _, hex): &(Part, Dir, HexId)| b.ground.terrain(*hex);
    let wet = |c: &(Part, Dir, HexId)| {
        [Feature::Stream, Feature::River, Feature::Canal].iter().any(|f| side(c).contains(*f))
    };
    [
        all(found, |c| b.ground.uphill(s.hex_of(c.0), c.1)),
        all(found, wet),
        all(found, |c| b.charts.terrain[terrain(c)].special_structure),
        all(found, |c| terrain(c) == Terrain::SunkenRoad),
    ]
}

/// The contacts of some parties with others.
fn touching(b: &Battle, s: &State, from: &[Party], to: &[Party]) -> Contacts {
    from.iter().flat_map(|one| to.iter().flat_map(move |other| contacts(b, s, one, other))).collect()
}

/// Whether any unit of some parties lies prone.
fn prone(b: &Battle, s: &State, parties: &[Party]) -> bool {
    parties.iter().any(|p| p.present(b, s).iter().any(|u| s.unit(*u).prone == Prone::Prone))
}

/// The method of attack of a unit's army (16.4.2).
fn method(b: &Battle, unit: UnitId) -> Option<&Method> {
    let nation = &b.unit(unit).nation;
    let army = b.charts.armies.iter().find(|army| army.nation == *nation && army.years.contains(&b.year));
    army.map(|army| &b.charts.methods[army.method])
}

/// The modifier of a distance for the dice of a unit that closes (16.4.1), by the method of its army; nothing without a distance.
pub fn distance(b: &Battle, unit: UnitId, hexes: u16) -> Option<Term> {
    let method = method(b, unit).filter(|_| hexes > 0)?;
    let (_, value) = method.bands.iter().rev().find(|(from, _)| i32::from(*from) <= i32::from(hexes))?;
    let (label, rule) = (b.charts.close.distance.label, b.charts.close.distance.rule);
    Some(Term { effect: Effect::Add(*value), label, rule })
}

/// The modifiers of the roll to close (16.4.1, 16.4.2; Roll to Close Modifiers Chart).
pub fn to_close(b: &Battle, s: &State, party: &Party, targets: &[Party], round: Round) -> Modifiers {
    let (mut to, close) = (Modifiers::new(), &b.charts.close);
    let Some(top) = party.top(b, s) else { return to };
    if let Some(term) = distance(b, top, party.distance.into()).filter(|_| round == Round::First) {
        to.push(term);
    }
    let careful = method(b, top).is_some_and(|m| m.name == "british" || m.name == "prussian");
    close.column.add_if(careful && party.column && round == Round::First, &mut to);
    close.prone_target.add_if(prone(b, s, targets), &mut to);
    let found = touching(b, s, std::slice::from_ref(party), targets);
    let [uphill, stream, structure, sunken] = lie(b, s, &found);
    close.uphill.add_if(uphill, &mut to);
    close.stream.add_if(stream, &mut to);
    close.special_structure.add_if(structure, &mut to);
    close.sunken_road.add_if(sunken, &mut to);
    to
}

/// The modifiers of the roll to stand (16.5, 16.5.1; Roll to Stand vs. Assault Modifiers Chart).
pub fn to_stand(b: &Battle, s: &State, party: &Party, attackers: &[Party]) -> Modifiers {
    let (mut to, stand) = (Modifiers::new(), &b.charts.stand_assault.modifiers);
    let found = touching(b, s, attackers, std::slice::from_ref(party));
    let count = |hexes: Vec<HexId>| {
        let mut hexes = hexes;
        hexes.sort();
        hexes.dedup();
        Exact::whole(hexes.len() as i32)
    };
    let from = count(found.iter().map(|(part, _, _)| s.hex_of(*part)).collect());
    let at = count(found.iter().map(|(_, _, hex)| *hex).collect());
    let columns = b.charts.stand_assault.rows.iter().map(|row| row.odds);
    let row = &b.charts.stand_assault.rows[Odds::column(columns, from, at).unwrap_or(0)];
    if row.value != 0 && !found.is_empty() {
        let (label, rule) = ("stand-assault.odds", rule!("16.5.1"));
        to.push(Term { effect: Effect::Add(row.value), label, rule });
    }
    let hit = |face: Face| {
        found.iter().any(|(part, _, hex)| facing::hit(b, s, *hex, s.hex_of(*part)) == Some(face))
    };
    stand.flank.add_if(hit(Face::Flank), &mut to);
    stand.rear.add_if(hit(Face::Rear), &mut to);
    stand.prone.add_if(prone(b, s, std::slice::from_ref(party)), &mut to);
    stand.held_fire.add_if(party.present(b, s).iter().any(|u| s.unit(*u).has(did::HELD_FIRE)), &mut to);
    let [uphill, stream, structure, sunken] = lie(b, s, &found);
    stand.uphill.add_if(uphill, &mut to);
    stand.stream.add_if(stream, &mut to);
    stand.special_structure.add_if(structure, &mut to);
    stand.sunken_road.add_if(sunken, &mut to);
    stand.no_retreat.add_if(party.cornered, &mut to);
    if party.abandoned > 0 {
        to.push(stand.abandoned.part(party.abandoned));
    }
    let guard = attackers.iter().any(|p| p.top(b, s).is_some_and(|u| b.is(u, Trait::OldGuard)));
    stand.old_guard.add_if(guard, &mut to);
    let sum = |units: &[UnitId]| units.iter().map(|u| status::increments(b, s, *u)).sum::<i16>();
    let many: i16 = attackers.iter().map(|p| sum(&p.present(b, s))).sum();
    let few = stand.few.bounds.most.is_some_and(|most| sum(&party.present(b, s)) <= most)
        && stand.few.bounds.attackers_least.is_some_and(|least| many >= least);
    stand.few.add_if(few, &mut to);
    to
}

/// Whether a party stands without fail: cavalry (16.5.2), and whoever is in a special structure (16.5.4, 16.2.8).
pub fn stands_anyway(b: &Battle, s: &State, party: &Party) -> bool {
    let inside = |hex: &HexId| b.charts.terrain[b.ground.terrain(*hex)].special_structure;
    let here = party.present(b, s);
    here.iter().any(|u| b.arm(*u) == Arm::Cavalry) || party.hexes(b, s).iter().any(inside)
}

/// The best nerve of some parties.
fn best_of(parties: &[Party]) -> Nerve {
    if parties.iter().any(|p| p.nerve == Nerve::Steady) { Nerve::Steady } else { Nerve::Shaken }
}

/// Word for so many columns of a mêlée that are shifted for those who stand.
pub(crate) const fn columns_in_favour(columns: i16) -> &'static str {
    match columns {
        ..=0 => "columns.0",
        1 => "columns.1",
        2 => "columns.2",
        3.. => "columns.more",
    }
}

impl Field<'_> {
    /// The attackers roll to close (16.4), the top unit for its stack. `foes`: where all defenders failed before them in round 2, who fails now
    /// only fires once (16.1.1 step 5b, 16.1.1.3.a). Steady, if any of them passed.
    pub(crate) fn roll_to_close(
        &mut self,
        ongoing: &mut OngoingAssault,
        round: Round,
        foes: Nerve,
    ) -> Play<Nerve> {
        for i in 0..ongoing.attackers.len() {
            let party = ongoing.attackers[i].clone();
            let targets: Few<Party, 4> =
                ongoing.defenders.iter().filter(|d| faces(self.b, self.s, &party, d)).cloned().collect();
            let Some(top) = party.top(self.b, self.s) else { continue };
            let parts = to_close(self.b, self.s, &party, &targets, round);
            let check = Check { kind: Kind::Close, rule: rule!("16.4"), parts };
            let passed = self.check_for_all(&party.present(self.b, self.s), top, &check)?.passed();
            let now = &mut ongoing.attackers[i];
            (now.nerve, now.shifts) = (if passed { Nerve::Steady } else { Nerve::Shaken }, 0);
            if !passed && foes == Nerve::Steady {
                self.worsen_all(&party.all(self.b, self.s), rule!("16.4"))?;
            }
        }
        Ok(best_of(&ongoing.attackers))
    }

    /// The defenders roll to stand (16.5, 16.1.1.3.a, 16.1.1.5.b): who passes throws a die for defensive shifts. `foes`: where all attackers failed before them, who fails only
    /// fires once (16.1.1 step 3a). Steady, if any of them passed.
    pub(crate) fn roll_to_stand(&mut self, ongoing: &mut OngoingAssault, foes: Nerve) -> Play<Nerve> {
        for i in 0..ongoing.defenders.len() {
            let party = ongoing.defenders[i].clone();
            let attackers: Few<Party, 4> =
                ongoing.attackers.iter().filter(|a| faces(self.b, self.s, a, &party)).cloned().collect();
            let stack = party.present(self.b, self.s);
            let Some(&top) = stack.first() else { continue };
            let parts = to_stand(self.b, self.s, &party, &attackers);
            let check = Check { kind: Kind::Stand, rule: rule!("16.5"), parts };
            let passed = self.check_for_all(&stack, top, &check)?.passed();
            stack.iter().for_each(|u| self.s.unit_mut(*u).set(did::HELD_FIRE, false));
            let now = &mut ongoing.defenders[i];
            (now.nerve, now.shifts) = (if passed { Nerve::Steady } else { Nerve::Shaken }, 0);
            if passed {
                ongoing.defenders[i].shifts = self.throw_for_shifts(top, rule!("16.5"))?;
            } else if foes == Nerve::Steady && !stands_anyway(self.b, self.s, &party) {
                let left = party.hexes(self.b, self.s);
                let routes = self.give_way(&party, rule!("16.5"))?;
                ongoing.fled(&party.units, &left, routes);
            }
        }
        Ok(best_of(&ongoing.defenders))
    }

    /// The die of defensive shifts (16.5): the columns that it gives to those who stand.
    pub(crate) fn throw_for_shifts(&mut self, top: UnitId, why: Rule) -> Play<i16> {
        let b = self.b;
        let shifts = &b.charts.defensive_shifts;
        let of = |die: i16| shifts.at(die).unsigned_abs().into();
        let points = about([unit_point(top)]);
        let die = self.throw_one(why, "assault.shifts", b.side(top), points, of)?;
        let columns = shifts.at(die);
        self.tell(|| {
            Event::new(why, "assault.shifts")
                .point("unit", unit_point(top))
                .number("die", i32::from(die))
                .number("columns", i32::from(columns))
                .word("favour", columns_in_favour(columns))
        });
        Ok(columns)
    }

    /// Prone units that stand get up before the fire (12.13.7).
    pub(crate) fn get_up(&mut self, ongoing: &OngoingAssault) {
        for unit in ongoing.defenders.iter().flat_map(|p| p.units.iter()) {
            if self.s.unit(*unit).prone == Prone::Prone {
                self.s.unit_mut(*unit).prone = Prone::Stood;
            }
        }
    }
}

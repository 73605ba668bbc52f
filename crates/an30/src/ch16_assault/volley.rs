//! 16.1.1 steps 3b, 5c: offensive and defensive fire.

use ground::{Dir, HexId};
use table::{Answer, Play, rule};

use crate::Field;
use crate::ch15_fire::fire::{Attack, Firer, Nerve, Occasion, joint};
use crate::ch16_assault::ongoing::{OngoingAssault, Party, contacts};
use crate::core::battle::Battle;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{Formation, Part, State, UnitId, did};
use crate::core::{Few, verb};

/// Increments lost in effect to a volley (ruling 42): by which parties, and of which, each by the unit by which it is known, in which hex; of none where attackers
/// were shot down whole.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hit {
    by: Few<UnitId, 2>,
    on: Option<UnitId>,
    at: HexId,
    lost: i16,
}

/// Toll: what the fire of both sides did.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Toll {
    hits: Few<Hit, 4>,
}

impl Toll {
    /// Increments that some parties lost to the fire of others, and attackers whom these shot down whole (reading 1051). What was lost in a hex counts for all who
    /// stood in it, also when they have parted since (16.2.3.2).
    pub fn of(&self, b: &Battle, s: &State, by: &[&Party], on: &[&Party]) -> i16 {
        let named = |parties: &[&Party], unit: UnitId| parties.iter().any(|p| p.known == unit);
        let there = |hex: HexId| on.iter().any(|p| p.hexes(b, s).contains(&hex));
        let counts = |hit: &&Hit| {
            hit.by.iter().any(|u| named(by, *u)) && hit.on.is_none_or(|unit| named(on, unit) || there(hit.at))
        };
        self.hits.iter().filter(counts).map(|hit| hit.lost).sum()
    }
}

/// A hex that fires, with what its party's roll gives it, and the hexes at which it may: one of each enemy stack before it (15.5.3).
struct Gun {
    from: HexId,
    nerve: Nerve,
    at: Few<HexId, 4>,
}

/// The aims of each hex that touches an enemy stack: as many as can at the same of its hexes, for their fire counts together (16.2.7.4).
fn aims(s: &State, touched: &[(Part, Dir, HexId)]) -> Few<(HexId, HexId), 4> {
    let reaches = |to: HexId| touched.iter().filter(move |c| c.2 == to).count();
    let mut found: Few<(HexId, HexId), 4> = Few::new();
    for &(part, _, hex) in touched {
        let from = s.hex_of(part);
        match found.iter_mut().find(|(own, _)| *own == from) {
            Some((_, at)) if reaches(hex) > reaches(*at) => *at = hex,
            Some(_) => {}
            None => found.push((from, hex)),
        }
    }
    found
}

/// The hexes of some parties that have others before their front (16.1.1 step 3b).
fn guns(b: &Battle, s: &State, by: &[Party], at: &[Party], occasion: Occasion) -> Few<Gun, 4> {
    let mut found: Few<Gun, 4> = Few::new();
    for party in by {
        for target in at {
            // Of a unit in several hexes those that are assaulted fire (16.2.7.4).
            let meets: Few<HexId, 8> = contacts(b, s, target, party).iter().map(|c| c.2).collect();
            let loaded = |from: &HexId| !s.units_in(*from).iter().any(|u| s.unit(*u).has(did::FIRED_OFF));
            let may = |from: &HexId| occasion == Occasion::Offensive || meets.contains(from) && loaded(from);
            for (from, hex) in aims(s, &contacts(b, s, party, target)).into_iter().filter(|(f, _)| may(f)) {
                match found.iter_mut().find(|gun| gun.from == from) {
                    Some(gun) if gun.at.contains(&hex) => {}
                    Some(gun) => gun.at.push(hex),
                    None => found.push(Gun { from, nerve: party.nerve, at: Few::from_slice(&[hex]) }),
                }
            }
        }
    }
    found
}

impl Field<'_> {
    /// Both sides fire at once: all attacks are made up before the first is carried out. The losses call for no checks (16.1.1 step 3b, 16.1.1.5.c).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn exchange_fire(&mut self, ongoing: &OngoingAssault) -> Play<Toll> {
        self.episode(|field| field.both_fire(ongoing))
    }

    fn both_fire(&mut self, ongoing: &OngoingAssault) -> Play<Toll> {
        let ours = self.volleys(&ongoing.attackers, &ongoing.defenders, Occasion::Offensive)?;
        let theirs = self.volleys(&ongoing.defenders, &ongoing.attackers, Occasion::Defensive)?;
        let mut toll = Toll::default();
        for (attacks, by, at) in [
            (&ours, &ongoing.attackers, &ongoing.defenders),
            (&theirs, &ongoing.defenders, &ongoing.attackers),
        ] {
            for attack in attacks {
                self.leg("volley", &mut toll, &(), |f, toll| {
                    let fired = |p: &&Party| attack.by.iter().any(|u| p.units.contains(u));
                    let by = by.iter().filter(fired).map(|p| p.known).collect();
                    let there = f.s.units_in(attack.at);
                    let on = at.iter().find(|p| p.present(f.b, f.s).iter().any(|u| there.contains(u)));
                    let on = on.map(|p| p.known);
                    let lost = f.close_attack(attack)?.effective;
                    toll.hits.push(Hit { by, on, at: attack.at, lost });
                    Ok(())
                })?;
            }
        }
        let fallen = ongoing.attackers.iter().filter(|p| p.present(self.b, self.s).is_empty());
        for party in fallen {
            toll.hits.iter_mut().filter(|hit| hit.on == Some(party.known)).for_each(|hit| hit.on = None);
        }
        let units: Few<UnitId> = ongoing
            .attackers
            .iter()
            .chain(&ongoing.defenders)
            .flat_map(|p| p.units.iter().copied())
            .collect();
        self.forget_event(&units);
        Ok(toll)
    }

    /// The attacks of some parties at others: all that fire at one hex together (15.4.1). A hex with several stacks before it fires at the one that
    /// its owner chooses.
    fn volleys(&mut self, by: &[Party], at: &[Party], occasion: Occasion) -> Play<Few<Attack, 4>> {
        let b = self.b;
        let mut volleys: Few<(HexId, Few<Firer, 4>), 4> = Few::new();
        for mut gun in guns(b, self.s, by, at, occasion) {
            let square = self.s.stack(gun.from).any(|p| self.s.unit(p.unit()).shape() == Formation::Square);
            let apart =
                |gun: &Gun, hex: HexId| gun.at.iter().all(|h| *h == hex || b.ground.distance(*h, hex) > 1);
            while !gun.at.is_empty() {
                let free = gun.at.iter().copied().find(|hex| square && apart(&gun, *hex));
                let target = match free {
                    Some(hex) => hex,
                    None => self.aim_at(&gun, occasion)?,
                };
                let firer = Firer { from: gun.from, factor: gun.nerve.factor(b, occasion) };
                match volleys.iter_mut().find(|(known, _)| *known == target) {
                    Some((_, firers)) => firers.push(firer),
                    None => volleys.push((target, Few::from_slice(&[firer]))),
                }
                // A square fires a third at each, not at neighbours (12.9.6, reading 1053).
                gun.at.retain(|hex| square && b.ground.distance(*hex, target) > 1);
            }
        }
        Ok(volleys.iter().filter_map(|(hex, all)| joint(b, self.s, all, *hex, occasion, &[])).collect())
    }

    /// The stack at which a hex fires.
    fn aim_at(&mut self, gun: &Gun, occasion: Occasion) -> Play<HexId> {
        let (first, Some(top)) = (gun.at[0], self.s.top(gun.from)) else { return Ok(gun.at[0]) };
        let plain = [Firer::plain(gun.from)];
        let fires = |hex: &HexId| joint(self.b, self.s, &plain, *hex, occasion, &[]).is_some();
        if gun.at.len() < 2 || !gun.at.iter().any(fires) {
            return Ok(first);
        }
        let answers: Few<Answer> =
            gun.at.iter().map(|hex| Answer::two(verb::FIRE, hex_point(gun.from), hex_point(*hex))).collect();
        let points = about([unit_point(top), hex_point(gun.from)]);
        let answer = self.choose(self.b.side(top), rule!("16.1.1.3.b"), "assault.fire", points, &answers)?;
        let place = answers.iter().position(|one| *one == answer).unwrap_or(0);
        Ok(gun.at[place])
    }
}

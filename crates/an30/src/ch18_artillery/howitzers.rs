//! 18.15: howitzer attacks of howitzer batteries; those of sections (18.15.2) have a file of their own.

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, Rule, Side, rule};

use crate::Field;
use crate::ch14_sight::sight;
use crate::ch15_fire::defence;
use crate::ch15_fire::fire::{Attack, Hits, dice};
use crate::ch15_fire::{aiming, value};
use crate::ch16_assault::assault;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::charts::Exact;
use crate::core::dice::Dice;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{Chit, Order, Shot, State, Strike, UnitId, Volley};
use crate::core::verb;

fn no(rule: Rule, why: &'static str, shot: Shot, at: HexId) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(shot.unit)).with("hex", hex_point(at))
}

/// Whether a howitzer battery may make a howitzer attack at a hex (18.15.1): beyond short range, in its arc; no sight is needed.
///
/// # Errors
/// The rule in the way.
pub fn may_throw(b: &Battle, s: &State, shot: Shot, at: HexId) -> Result<(), Refusal> {
    if !value::is_howitzer(b, s, shot.unit) {
        return Err(no(rule!("18.15.1"), "howitzer.battery", shot, at));
    }
    if value::has_thrown(s, shot.unit) {
        return Err(no(rule!("15.5.2"), "fire.fired", shot, at));
    }
    if !value::batteries(b, s, shot.from).contains(&shot.unit) {
        return Err(no(rule!("15.5.5"), "fire.ammunition", shot, at));
    }
    let distance = b.ground.distance(shot.from, at);
    if distance <= b.charts.fire_values.short_range.count() || distance > s.back(shot.unit).range {
        return Err(no(rule!("18.15.1"), "howitzer.range", shot, at));
    }
    if !value::in_arc(b, s, shot.from, at) {
        return Err(no(rule!("15.5.1"), "fire.arc", shot, at));
    }
    let short = b.charts.fire_values.short_range.count();
    let fired = s
        .firing
        .volleys
        .iter()
        .any(|v| v.by.iter().any(|x| x.from == shot.from) && b.ground.distance(shot.from, v.at) <= short);
    let busy = s.activation.chit != Some(Chit::Artillery) && assault::takes_part(s, shot.from);
    if fired || busy {
        return Err(no(if fired { rule!("15.5.2") } else { rule!("15.5.4") }, "fire.fired", shot, at));
    }
    if s.firing.volleys.iter().any(|v| v.side == b.side(shot.unit) && v.at == at) {
        return Err(no(rule!("15.4.1"), "fire.one_attack", shot, at));
    }
    let top = s.top(shot.from).unwrap_or(shot.unit);
    if aiming::fires_next_door(b, s, Shot { unit: top, from: shot.from }) {
        return Err(no(rule!("15.5.1"), "fire.adjacent_first", shot, at));
    }
    Ok(())
}

/// The howitzer attacks that a side may declare: at enemies, and at what burns (18.15.5).
pub fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    let own = b.unit_ids().filter(|u| b.side(*u) == side).filter(|u| s.unit(*u).on_map());
    let batteries: Few<UnitId, 4> = own.filter(|u| value::is_howitzer(b, s, *u)).collect();
    if batteries.is_empty() {
        return;
    }
    let targets = aiming::targets(b, s, side);
    for unit in batteries {
        let shot = Shot { unit, from: s.unit(unit).hex() };
        for at in b.ground.within(shot.from, s.back(unit).range) {
            let burns = b.charts.terrain[b.ground.terrain(at)].burns && !s.fires.contains(&at);
            if (burns || targets.contains(&at)) && may_throw(b, s, shot, at).is_ok() {
                out.push(Answer::two(verb::FIRE, unit_point(unit), hex_point(at)));
            }
        }
    }
}

/// A declared howitzer attack with its figures taken down: long range, whatever the distance; where it falls is open.
pub fn strike(b: &Battle, s: &State, volley: &Volley, event: u16) -> Option<Strike> {
    let shot = volley.by.first()?;
    let printed = s.back(shot.unit).fire[2];
    Some(Strike {
        side: volley.side,
        event,
        at: volley.at,
        howitzers: true,
        from: vec![shot.from],
        by: vec![shot.unit],
        aimed: Vec::new(),
        value: value::of_battery(b, s, shot.unit, printed),
        defence: Exact::ONE,
        canister: 0,
        density: 0,
        leader: crate::ch15_fire::fire::bonus(b, s, volley.side, shot.from),
        shared: true,
        guns: true,
    })
}

impl Field<'_> {
    /// A howitzer attack (18.15.3): direction and distance of the scatter, then a fire attack on the hex where it falls, whoever is there; a
    /// natural throw may set it on fire (18.15.5).
    pub(crate) fn howitzer_attack(&mut self, mut attack: Attack) -> Play<Hits> {
        let b = self.b;
        let at = self.scatter(&attack)?;
        let from = attack.from[0];
        let burns = b.charts.terrain[b.ground.terrain(at)].burns && !self.s.fires.contains(&at);
        attack.at = at;
        let found = defence::defence(b, self.s, at, &[defence::entry(b, from, at)], &[]);
        attack.defence = found.map_or(Exact::ONE, |parts| Exact::whole(parts.total().max(1).into()));
        // Its leader helped when it was declared, whatever has happened since (7.3).
        attack.dice = dice(b, defence::density(b, self.s, at), attack.leader);
        let strikes = found.is_some() && attack.column(b).is_some();
        if strikes {
            return self.fire_attack_that_burns(&attack, burns);
        }
        if burns {
            let span = b.charts.chances.fire_starts.value;
            let class = |dice: Dice| u32::from(span.holds(dice.figure()));
            let dice =
                self.throw(rule!("18.15.5"), "howitzer.fire", attack.side, about([hex_point(at)]), class)?;
            if span.holds(dice.figure()) {
                self.set_on_fire(at)?;
            }
        }
        Ok(Hits::default())
    }

    /// The hex where it falls (18.15.3): a die for the direction, 1 to the north and on clockwise, one for the distance.
    fn scatter(&mut self, attack: &Attack) -> Play<HexId> {
        let (b, aimed, from) = (self.b, attack.at, &attack.from);
        let points = about([hex_point(aimed)]);
        let direction =
            self.throw_one(rule!("18.15.3"), "howitzer.direction", attack.side, points, |die| die as u32)?;
        let m = &b.charts.scatter.modifiers;
        let mut parts = table::Modifiers::new();
        m.howitzer_battery.add_if(from.len() == 1, &mut parts);
        // Of sections one that sees is enough, and one that is near (reading 708).
        m.no_sight.add_if(!from.iter().any(|from| sight::sees(b, self.s, *from, aimed)), &mut parts);
        let medium = b.charts.fire_values.medium_range.count();
        let far = from.iter().all(|from| b.ground.distance(*from, aimed) > medium);
        m.beyond_medium.add_if(far, &mut parts);
        m.artillery_leader.add_if(attack.leader > 0, &mut parts);
        let total = parts.total();
        let rows = &b.charts.scatter.rows;
        let class = |die: i16| rows.at(die + total) as u32;
        let die = self.throw_one(rule!("18.15.3"), "howitzer.distance", attack.side, points, class)?;
        let dir = Dir(direction.clamp(1, 6) as u8 - 1);
        let mut at = aimed;
        for _ in 0..rows.at(die + total) {
            at = b.ground.neighbour(at, dir).unwrap_or(at);
        }
        self.tell(|| {
            Event::new(rule!("18.15.3"), "howitzer.falls")
                .point("hex", hex_point(at))
                .point("aimed", hex_point(aimed))
                .number("direction", i32::from(direction))
                .number("die", i32::from(die))
                .parts(&parts)
        });
        Ok(at)
    }

    /// A hex begins to burn: units in it disorder, or rout if they were in disorder (18.15.5); who is in PGD already is no worse for it.
    pub(crate) fn set_on_fire(&mut self, at: HexId) -> Play<()> {
        self.s.fires.push(at);
        self.tell(|| Event::new(rule!("18.15.5"), "burns").point("hex", hex_point(at)));
        for unit in self.s.units_in(at) {
            if self.s.part_in(unit, at).is_some() && self.s.unit(unit).order != Order::Pgd {
                self.worsen(unit, rule!("18.15.5"))?;
            }
        }
        Ok(())
    }

    /// Units in burning hexes check, then a die for each hex says whether the fire goes out (7.5.6, 18.15.5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn burn(&mut self) -> Play<()> {
        let burning = self.s.fires.clone();
        for &hex in &burning {
            let stack: Few<UnitId, 8> =
                self.s.units_in(hex).into_iter().filter(|u| defence::may_check(self.s, *u)).collect();
            let check = Check::plain(Kind::Other, rule!("18.15.5"));
            self.check_and_suffer(&stack, &check)?;
        }
        for hex in burning {
            let span = self.b.charts.chances.fire_goes_out.value;
            let class = |die: i16| u32::from(span.holds(die));
            let side = self.s.clock.first;
            let die =
                self.throw_one(rule!("18.15.5"), "fire.goes_out", side, about([hex_point(hex)]), class)?;
            if span.holds(die) {
                self.s.fires.retain(|other| *other != hex);
                self.tell(|| Event::new(rule!("18.15.5"), "burnt_out").point("hex", hex_point(hex)));
            }
        }
        Ok(())
    }

    /// The fire attack of howitzers, whose natural dice may set the hex on fire.
    fn fire_attack_that_burns(&mut self, attack: &Attack, burns: bool) -> Play<Hits> {
        let (hits, dice) = self.attack_with_dice(attack, burns)?;
        if burns && self.b.charts.chances.fire_starts.value.holds(dice.figure()) {
            self.set_on_fire(attack.at)?;
        }
        Ok(hits)
    }
}

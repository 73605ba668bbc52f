//! 8.1: leaders with units, and without.

use ground::HexId;
use table::{Answer, Event, Play, Side, rule};

use crate::Field;
use crate::ch08_command::marches;
use crate::core::charts::Traveller;
use crate::core::field::{Errand, about, hex_of, hex_point, leader_of, leader_point};
use crate::core::state::{LeaderId, LeaderStatus, State, UnitId, leader_did};
use crate::core::{Few, status, verb};

impl Field<'_> {
    /// The leaders in the hexes of a unit (8.1.1.1).
    pub(crate) fn with(&self, unit: UnitId) -> Few<LeaderId, 4> {
        let (side, hexes) = (self.b.side(unit), self.s.unit(unit).hexes().iter());
        hexes.flat_map(|hex| status::leaders_in(self.b, self.s, side, *hex)).collect()
    }

    /// The leaders who may go along with a stack: all of the maneuver unit in its hexes who have not moved, and began the segment with it
    /// (8.1.5).
    pub fn led(&self, stack: &[UnitId]) -> Few<LeaderId, 4> {
        let mut leaders: Few<LeaderId, 4> = Few::new();
        for leader in stack.iter().flat_map(|unit| self.with(*unit)) {
            if !leaders.contains(&leader) {
                leaders.push(leader);
            }
        }
        let stood = |u: &UnitId| self.s.unit(*u).began == self.s.unit(*u).hex();
        if !stack.iter().any(stood) {
            return Few::new();
        }
        let stays =
            |l: LeaderId| marches::of_leader(self.s, l).is_some_and(|mu| marches::has_arrived(self.s, mu));
        let free = |l: &LeaderId| {
            let now = self.s.leader(*l);
            let here = now.began == now.hex && now.has(leader_did::MEMBER);
            here && !now.has(leader_did::MOVED) && !stays(*l)
        };
        leaders.retain(|l| free(l));
        leaders
    }

    /// The choice whose bonuses count where several leaders of the highest rank stand together, made by their owner (8.1.7, reading 700).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn choose_commanders(&mut self) -> Play<Errand> {
        for leader in self.b.leader_ids() {
            let now = *self.s.leader(leader);
            if now.hex.is_some() && now.chosen == now.hex {
                continue;
            }
            self.s.leader_mut(leader).chosen = HexId::NONE;
            let side = self.b.leader(leader).side;
            let mut equals = status::leaders_in(self.b, self.s, side, now.hex);
            if equals.len() < 2 || equals[0] != leader || self.s.is_empty(now.hex) {
                continue;
            }
            let highest = status::post(self.b, self.s, leader);
            equals.retain(|l| status::post(self.b, self.s, *l) == highest);
            if equals.len() < 2 {
                continue;
            }
            let answers: Few<Answer> =
                equals.iter().map(|l| Answer::one(verb::CHOOSE, leader_point(*l))).collect();
            let points = about([hex_point(now.hex)]);
            let answer = self.choose(side, rule!("8.1.7"), "leader.commands", points, &answers)?;
            let chosen = leader_of(&answer).unwrap_or(leader);
            self.s.leader_mut(chosen).chosen = now.hex;
            return Ok(Errand::Done);
        }
        Ok(Errand::Nothing)
    }

    /// A unit surrendered, or lost its last increment: leaders whom it leaves alone in its hexes are captured (8.1.4, reading 522).
    pub fn leaders_left_behind(&mut self, unit: UnitId, hexes: &[HexId]) {
        for &hex in hexes.iter().filter(|hex| hex.is_some()) {
            // Enemies may be there: cavalry above a square, or in the hex of those whom it drove off.
            let side = self.b.side(unit);
            if self.s.units_in(hex).iter().any(|other| self.b.side(*other) == side) {
                continue;
            }
            for leader in status::leaders_in(self.b, self.s, side, hex) {
                self.lose_leader(leader);
            }
        }
    }

    /// The leaders whom a unit that routs takes along: those in its hexes, also if friends stay who do not rout (8.1.6, reading 503).
    pub fn swept(&mut self, unit: UnitId) -> Few<LeaderId, 4> {
        let leaders = self.with(unit);
        for leader in &leaders {
            self.s.leader_mut(*leader).set(leader_did::MOVED, true);
        }
        leaders
    }

    /// Leaders come into a hex with units, but those who have fallen on the way.
    pub(crate) fn leaders_come(&mut self, leaders: &[LeaderId], to: HexId) {
        for &leader in leaders {
            let now = self.s.leader_mut(leader);
            if now.hex.is_some() {
                now.hex = to;
            }
        }
    }

    /// A unit in several hexes drew together: the leaders of those that nobody of its side holds any more go along (8.1.1.1).
    pub(crate) fn leaders_draw_up(&mut self, side: Side, left: &[HexId], to: HexId) {
        for &hex in left.iter().filter(|hex| **hex != to) {
            if status::holder(self.b, self.s, hex) != Some(side) {
                for leader in status::leaders_in(self.b, self.s, side, hex) {
                    self.s.leader_mut(leader).hex = to;
                }
            }
        }
    }

    /// As [`Field::leaders_draw_up`], each into the nearest of the hexes that are kept.
    pub(crate) fn leaders_close_up(&mut self, side: Side, before: &[HexId], kept: &[HexId]) {
        for gone in before.iter().filter(|hex| !kept.contains(hex)) {
            if let Some(near) = kept.iter().copied().min_by_key(|own| self.b.ground.distance(*own, *gone)) {
                self.leaders_draw_up(side, &[*gone], near);
            }
        }
    }

    /// Units of a side came into a hex: enemy leaders alone there fly to the nearest hex with friends, or are captured if the enemy is all around
    /// them (8.1.4, reading 5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn leaders_fly(&mut self, hex: HexId, side: Side) -> Play<()> {
        self.leaders_fly_before(hex, side, &[])
    }

    /// Whether the enemy is all around a hex: every hex next to it that a leader could enter holds an enemy unit, or did before it came from there
    /// (8.1.4, reading 5).
    fn is_surrounded(&self, hex: HexId, side: Side, from: &[HexId]) -> bool {
        let (b, s) = (self.b, &*self.s);
        let near = b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
        let open = |h: &HexId| b.charts.terrain[b.ground.terrain(*h)].cost.of(Traveller::Leader).is_some();
        near.filter(open).all(|h| from.contains(&h) || status::is_enemy(b, s, side, h))
    }

    /// Those with whom leaders stood must rout and cannot, for the enemy is all around them: the leaders are captured, whoever of their own stays there
    /// (8.1.4).
    pub fn leaders_trapped(&mut self, leaders: &[LeaderId]) {
        for &leader in leaders {
            let hex = self.s.leader(leader).hex;
            if hex.is_some() && self.is_surrounded(hex, self.b.leader(leader).side, &[]) {
                self.lose_leader(leader);
            }
        }
    }

    /// As [`Field::leaders_fly`], where the units came from a hex next to it: that one was theirs when they entered.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn leaders_fly_from(&mut self, hex: HexId, side: Side, from: HexId) -> Play<()> {
        self.leaders_fly_before(hex, side, &[from])
    }

    /// As [`Field::leaders_fly_from`], where the units came from several hexes.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn leaders_fly_before(&mut self, hex: HexId, side: Side, from: &[HexId]) -> Play<()> {
        // A square that is ridden over keeps its leaders (19.7.4).
        if self.s.units_in(hex).iter().any(|u| self.b.side(*u) != side) {
            return Ok(());
        }
        for leader in status::leaders_in(self.b, self.s, side.enemy(), hex) {
            let (b, s) = (self.b, &*self.s);
            let surrounded = self.is_surrounded(hex, side.enemy(), from);
            let friends = |h: &HexId| status::holder(b, s, *h) == Some(side.enemy());
            let nearest = b.ground.hexes().filter(friends).map(|h| b.ground.distance(hex, h)).min();
            let Some(nearest) = nearest.filter(|_| !surrounded) else {
                self.lose_leader(leader);
                continue;
            };
            let answers: Few<Answer> = b
                .ground
                .hexes()
                .filter(|h| friends(h) && b.ground.distance(hex, *h) == nearest)
                .map(|h| Answer::one(verb::BACK, hex_point(h)))
                .collect();
            let answer = self.choose(
                side.enemy(),
                rule!("8.1.4"),
                "leader.flies",
                about([leader_point(leader)]),
                &answers,
            )?;
            let to = hex_of(&answer).expect("back points at a hex");
            self.s.leader_mut(leader).hex = to;
            self.tell(|| {
                Event::new(rule!("8.1.4"), "leader.flew")
                    .point("leader", leader_point(leader))
                    .point("hex", hex_point(to))
            });
        }
        Ok(())
    }

    /// A leader is captured, and replaced before anything else happens (8.2.4).
    pub fn lose_leader(&mut self, leader: LeaderId) {
        let hex = self.s.leader(leader).hex;
        let now = self.s.leader_mut(leader);
        (now.hex, now.status) = (HexId::NONE, LeaderStatus::Lost);
        self.forfeit(leader);
        self.tell(|| {
            Event::new(rule!("8.1.4"), "leader.captured")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
        });
    }

    /// The maneuver unit of a leader who fell is forfeit (8.2.6).
    pub fn forfeit(&mut self, leader: LeaderId) {
        let State { mus, cup, queue, .. } = &mut *self.s;
        for (i, mu) in mus.iter_mut().enumerate().filter(|(_, mu)| mu.leader == leader) {
            mu.drawn = true;
            cup.retain(|chit| chit.number() != 4 + i as u16);
            queue.retain(|chit| chit.number() != 4 + i as u16);
        }
    }
}

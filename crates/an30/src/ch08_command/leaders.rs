//! 8.1: leaders with units, and without.

use ground::HexId;
use table::{Answer, Event, Play, Side, rule};

use crate::Field;
use crate::core::charts::Traveller;
use crate::core::field::{about, hex_of, hex_point, leader_point};
use crate::core::state::{CommandId, LeaderId, LeaderStatus, Order, State, Status, UnitId, leader_did};
use crate::core::{Few, status, verb};

impl Field<'_> {
    /// The leaders who go along with a stack that moves as a whole: all of the maneuver unit in its hex who have not moved (8.1.5).
    pub fn led(&self, stack: &[UnitId]) -> Few<LeaderId, 4> {
        let hex = self.s.unit(stack[0]).hex();
        if self.s.units_in(hex).len() > stack.len() {
            return Few::new();
        }
        let mut leaders = status::leaders_in(self.b, self.s, self.b.side(stack[0]), hex);
        let free = |l: &LeaderId| {
            self.s.leader(*l).has(leader_did::MEMBER) && !self.s.leader(*l).has(leader_did::MOVED)
        };
        leaders.retain(|l| free(l));
        leaders
    }

    /// A unit left the map: leaders who were with it alone are captured if it surrendered or was destroyed (8.1.4), and go with it if it routed
    /// off the map.
    pub fn leaders_left_behind(&mut self, unit: UnitId, hex: HexId, how: Status) {
        if !hex.is_some() || !self.s.is_empty(hex) || !matches!(how, Status::Destroyed | Status::Surrendered)
        {
            return;
        }
        for leader in status::leaders_in(self.b, self.s, self.b.side(unit), hex) {
            self.lose_leader(leader);
        }
    }

    /// The leaders whom a unit that routs takes along: those in its hex, unless friends who do not rout stay with them (8.1.6).
    pub fn swept(&mut self, unit: UnitId) -> Few<LeaderId, 4> {
        let hex = self.s.unit(unit).hex();
        if self.s.units_in(hex).iter().any(|u| self.s.unit(*u).order != Order::Pgd) {
            return Few::new();
        }
        let leaders = status::leaders_in(self.b, self.s, self.b.side(unit), hex);
        for leader in &leaders {
            self.s.leader_mut(*leader).set(leader_did::MOVED, true);
        }
        leaders
    }

    /// Units of a side came into a hex: enemy leaders alone there fly to the nearest hex with friends, or are captured if the enemy is all around
    /// them (8.1.4, reading 5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn leaders_fly(&mut self, hex: HexId, side: Side) -> Play<()> {
        for leader in status::leaders_in(self.b, self.s, side.enemy(), hex) {
            let (b, s) = (self.b, &*self.s);
            let near = b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
            let open =
                |h: &HexId| b.charts.terrain[b.ground.terrain(*h)].cost.of(Traveller::Leader).is_some();
            let surrounded = near.filter(open).all(|h| status::is_enemy(b, s, side.enemy(), h));
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

    /// A leader is lost for good.
    pub fn lose_leader(&mut self, leader: LeaderId) {
        let hex = self.s.leader(leader).hex;
        let now = self.s.leader_mut(leader);
        (now.hex, now.status) = (HexId::NONE, LeaderStatus::Lost);
        self.forfeit(leader);
        self.s.leader_mut(leader).leads = CommandId::NONE;
        self.tell(|| {
            Event::new(rule!("8.1.4"), "leader.captured")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
        });
    }

    /// The maneuver unit of a leader who fell is forfeit (8.2.6).
    pub fn forfeit(&mut self, leader: LeaderId) {
        let State { mus, cup, .. } = &mut *self.s;
        for (i, mu) in mus.iter_mut().enumerate().filter(|(_, mu)| mu.leader == leader) {
            mu.drawn = true;
            cup.retain(|chit| chit.number() != 4 + i as u16);
        }
    }
}

//! 8.1: leaders with units, and without.

use ground::HexId;
use table::{Event, rule};

use crate::Field;
use crate::core::field::{hex_point, leader_point};
use crate::core::state::{LeaderId, LeaderStatus, State, Status, UnitId, leader_did};
use crate::core::{Few, status};

impl Field<'_> {
    /// The leaders who go along with a stack that moves as a whole: all in its hex who have not moved (8.1.5).
    pub fn led(&self, stack: &[UnitId]) -> Few<LeaderId, 4> {
        let hex = self.s.unit(stack[0]).hex();
        if self.s.units_in(hex).len() > stack.len() {
            return Few::new();
        }
        let mut leaders = status::leaders_in(self.b, self.s, self.b.side(stack[0]), hex);
        leaders.retain(|l| !self.s.leader(*l).has(leader_did::MOVED));
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

    /// A leader is lost for good.
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
        let State { mus, cup, .. } = &mut *self.s;
        for (i, mu) in mus.iter_mut().enumerate().filter(|(_, mu)| mu.leader == leader) {
            mu.drawn = true;
            cup.retain(|chit| chit.number() != 4 + i as u16);
        }
    }
}

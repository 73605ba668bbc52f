//! Commanders whom enemies come upon while they are alone: they ride to friends, or are taken (`movement.commanders`).

use baize::{Leg, Length, SLACK, Spot, ahead, apart, is_partly_in, is_within};
use table::{Event, Side, rule};

use crate::Field;
use crate::ch05_firing::may_fire;
use crate::core::field::{commander_point, unit_point};
use crate::core::place::{commander_figure, commander_size, figures};
use crate::core::state::{CommanderId, Status, UnitId};

/// MU within which a commander finds friends when enemies come upon them.
const FRIENDS: Length = Length::mu(10);
/// The farthest of fire that drives a commander to friends.
const FIRE: Length = Length::mu(6);

impl Field<'_, '_> {
    /// Commanders alone whom an enemy unit touches ride to the nearest friends within 10 MU, or are taken.
    pub(crate) fn come_upon_commanders(&mut self) {
        for commander in self.b.commander_ids() {
            let now = self.s.commander(commander);
            if !now.on_table() || now.with.some().is_some() {
                continue;
            }
            let own = commander_figure(self.b, self.s, commander);
            let side = self.b.commander(commander).side;
            if figures(self.b, self.s, side.enemy()).any(|(_, foe)| is_within(&own, &foe, SLACK)) {
                self.rides_to_friends(commander, Some(FRIENDS));
            }
        }
    }

    /// At the start of fire, commanders alone at close or medium range of enemies who can fire there ride to the nearest friends.
    pub(crate) fn commanders_shun_fire(&mut self) {
        for commander in self.b.commander_ids() {
            let now = self.s.commander(commander);
            if !now.on_table() || now.with.some().is_some() {
                continue;
            }
            let own = commander_figure(self.b, self.s, commander);
            let side: Side = self.b.commander(commander).side;
            let shot = figures(self.b, self.s, side.enemy()).any(|(foe, at)| {
                may_fire(self.b, self.s, foe).is_ok()
                    && is_within(&own, &at, FIRE)
                    && crate::ch05_firing::reaches(self.b, self.s, foe, apart(&own, &at))
                    && is_partly_in(&own, &ahead(at.front()))
            });
            if shot {
                self.rides_to_friends(commander, None);
            }
        }
    }

    /// A commander rides to the nearest friendly unit, behind it, and joins it if that is allowed; one of the corps loses a point for it. Without friends near enough they are taken.
    fn rides_to_friends(&mut self, commander: CommanderId, within: Option<Length>) {
        let card = self.b.commander(commander);
        let own = commander_figure(self.b, self.s, commander);
        let near = figures(self.b, self.s, card.side)
            .filter(|(_, at)| within.is_none_or(|most| is_within(&own, at, most)))
            .min_by_key(|(_, at)| apart(&own, at));
        let corps = card.is_of_corps();
        let now = self.s.commander_mut(commander);
        let Some((unit, _)) = near else {
            if within.is_some() {
                (now.status, now.replaced) = (Status::Lost, true);
                (now.level, now.charismatic) = (1, false);
                self.tell(|| {
                    Event::new(rule!("movement.commanders"), "taken")
                        .point("leader", commander_point(commander))
                });
            }
            return;
        };
        if corps {
            now.points = now.points.saturating_sub(1);
        }
        self.place_behind(commander, unit);
        self.tell(|| {
            Event::new(rule!("movement.commanders"), "sheltered")
                .point("leader", commander_point(commander))
                .point("unit", unit_point(unit))
        });
    }

    /// A commander comes to stand behind a unit, and leads it if it is one that they may lead.
    fn place_behind(&mut self, commander: CommanderId, unit: UnitId) {
        if crate::ch01_command::may_lead(self.b, self.s, commander, unit) {
            self.s.commander_mut(commander).with = unit;
            return;
        }
        let size = crate::core::place::size_of(self.b, self.s, unit);
        let behind = self.s.unit(unit).pose.after(size, Leg::Back(size.depth));
        let half = commander_size(self.b);
        let (width, depth) = (self.b.table.width.0, self.b.table.depth.0);
        let keep = |at: i16, most: i16| at.clamp(half.width.0, most - half.width.0);
        let at = Spot { x: keep(behind.at.x, width), y: keep(behind.at.y, depth) };
        self.s.commander_mut(commander).pose = baize::Pose { at, turn: behind.turn };
    }
}

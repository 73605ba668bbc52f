//! 16.9.1: a line that advances in all its hexes at once.

use ground::{Dir, HexId};
use table::{Answer, Play, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch13_movement::step;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, LeaderId, UnitId};
use crate::core::{Few, footprint, status, verb};

impl Field<'_> {
    /// The empty hexes into which a line in several, or skirmishers, go ahead with all its parts, one of them a given hex. RULING: where they can come to lie in
    /// two ways their owner says in which other hex (16.9.1, reading 1212).
    pub(super) fn abreast(&mut self, top: UnitId, to: HexId) -> Play<Option<Hexes>> {
        let ways = self.ways_abreast(top, to);
        let apart = |way: &Hexes| {
            let only = |hex: &&HexId| ways.iter().filter(|other| other.contains(hex)).count() == 1;
            way.iter().find(only).copied()
        };
        let others: Few<(HexId, usize), 2> =
            ways.iter().enumerate().filter_map(|(i, way)| Some((apart(way)?, i))).collect();
        if ways.len() < 2 || others.len() < ways.len() {
            return Ok(ways.into_iter().next());
        }
        let answers: Few<Answer> =
            others.iter().map(|(hex, _)| Answer::one(verb::CHOOSE, hex_point(*hex))).collect();
        let points = about([unit_point(top), hex_point(to)]);
        let answer = self.choose(self.b.side(top), rule!("16.9.1"), "assault.abreast", points, &answers)?;
        let chosen = others.iter().find(|(hex, _)| Some(*hex) == hex_of(&answer)).map_or(0, |(_, i)| *i);
        Ok(ways.into_iter().nth(chosen))
    }

    /// All such hexes, each once.
    fn ways_abreast(&self, top: UnitId, to: HexId) -> Few<Hexes, 2> {
        let (b, s) = (self.b, &*self.s);
        let own = s.unit(top).hexes();
        let shape = s.unit(top).shape();
        if own.len() < 2 || !matches!(shape, Formation::Line | Formation::Skirmish) {
            return Few::new();
        }
        let fronts = footprint::parts(s, top)
            .flat_map(|part| facing::fronts(b, s, part).iter().collect::<Few<Dir, 6>>());
        let dirs: Few<Dir> = fronts.collect();
        let open = |from: HexId, dir: Dir| {
            let hex = b.ground.neighbour(from, dir)?;
            let ground = step::ground(b, status::traveller(b, s, top), from, dir).is_ok();
            let forms = shape == Formation::Skirmish
                || b.charts.terrain[b.ground.terrain(hex)].forms.contains(&Formation::Line);
            (ground && forms && s.is_empty(hex)).then_some(hex)
        };
        let ahead = |dir: &Dir| own.iter().map(|hex| open(*hex, *dir)).collect::<Option<Hexes>>();
        let mut found: Few<Hexes, 2> = Few::new();
        for way in dirs.iter().filter_map(ahead).filter(|way| way.contains(&to)) {
            if !found.iter().any(|known| known.iter().all(|hex| way.contains(hex))) {
                found.push(way);
            }
        }
        found
    }

    /// A line goes into hexes side by side as it is, with the leaders of each of its parts.
    pub(super) fn go_abreast(&mut self, stack: &[UnitId], hexes: &[HexId]) -> Play<()> {
        let side = self.b.side(stack[0]);
        let before: Few<HexId> = self.s.unit(stack[0]).hexes().into();
        let places = before.iter().zip(hexes);
        let leaders: Few<(LeaderId, HexId), 4> = places
            .flat_map(|(own, to)| {
                status::leaders_in(self.b, self.s, side, *own).into_iter().map(|l| (l, *to))
            })
            .collect();
        for &unit in stack {
            self.s.put(unit, hexes);
        }
        for (leader, to) in leaders {
            self.s.leader_mut(leader).hex = to;
        }
        hexes.iter().try_for_each(|hex| self.leaders_fly_before(*hex, side, &before))
    }
}

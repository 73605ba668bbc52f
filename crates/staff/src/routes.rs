//! Routes over the ground and their costs, found once a battle: they depend on nothing that changes.

use ground::{Dir, Flood, Ground, HexId, Step};

/// The cost of a route to what cannot be reached, in half movement points.
pub const FAR: u16 = 400;

/// Costs of the routes to hexes, for each kind of traveller that a book knows.
pub struct Routes<T> {
    fields: Vec<(HexId, T, Vec<u16>)>,
    flood: Flood,
}

impl<T> Default for Routes<T> {
    fn default() -> Self {
        Routes { fields: Vec::new(), flood: Flood::default() }
    }
}

impl<T: Copy + PartialEq> Routes<T> {
    /// The cost of the route to a hex, in half movement points, units and zones left aside. `step` says what a step costs, from the goal backwards: from a
    /// hex that is nearer to the goal, in a direction, to the next.
    pub fn half_mp(
        &mut self,
        ground: &Ground,
        traveller: T,
        (from, to): (HexId, HexId),
        mut step: impl FnMut(HexId, Dir, HexId) -> Step,
    ) -> u16 {
        if let Some((.., field)) = self.fields.iter().find(|(hex, t, _)| *hex == to && *t == traveller) {
            return field[from.index()];
        }
        self.flood.flood(ground, to, FAR, |at, dir, next, _| step(at, dir, next));
        let mut field = vec![FAR; ground.len()];
        for (hex, cost) in self.flood.reached() {
            field[hex.index()] = cost;
        }
        let found = field[from.index()];
        self.fields.push((to, traveller, field));
        found
    }

    /// Forgets everything, for another battle.
    pub fn clear(&mut self) {
        self.fields.clear();
    }
}

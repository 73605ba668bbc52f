//! Ways of retreat (30): which steps lead a disordered or routed unit farther from all enemies than it began.

use ground::HexId;
use table::Few;

use crate::core::battle::{Arm, Battle};
use crate::core::state::{Order, State, UnitId};
use crate::core::status;

/// Goal of a retreat (30), the better first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Goal {
    /// Farther from all enemies than it began; a rout with all its points used.
    Clear,
    /// The map's edge, over which a rout goes on.
    Edge,
}

/// A step that a retreat may take next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    /// The hex.
    pub to: HexId,
    /// Its cost, in half points.
    pub cost: i16,
    /// Whether it leads no farther from the enemy, its cost, whether friends are there: the least is the best (30).
    rank: (bool, i16, bool),
}

/// Steps that a retreat may take next, if any.
pub(super) enum Next {
    /// One of these, all as good.
    Step(Few<Way, 6>),
    /// None: it is over.
    Over,
    /// None: it cannot be made as it must.
    Cornered,
}

/// A retreat as it stands: what it has come through, and what it has left.
pub(super) struct Course<'a> {
    b: &'a Battle,
    s: &'a State,
    arm: Arm,
    order: Order,
    /// The unit's own hex, and the hexes that it has been in.
    been: &'a [HexId],
    /// All hexes of the enemy.
    enemies: Vec<HexId>,
}

/// Half points left at a hex, and whether a goal can be reached from there: what has been found out so far.
type Found = Vec<(HexId, i16, bool)>;

impl<'a> Course<'a> {
    /// The retreat of a unit that has been in some hexes, the last of them its own.
    pub fn new(b: &'a Battle, s: &'a State, unit: UnitId, been: &'a [HexId]) -> Course<'a> {
        let enemies = status::enemies(b, s, b.side(unit)).map(|(_, hex)| hex).collect();
        Course { b, s, arm: b.arm(unit), order: s.unit(unit).order, been, enemies }
    }

    /// Hexes to the nearest enemy.
    fn nearest(&self, hex: HexId) -> u16 {
        self.enemies.iter().map(|enemy| self.b.ground.distance(hex, *enemy)).min().unwrap_or(u16::MAX)
    }

    /// Whether a hex is farther from all enemies than the retreat began (RULING 47). Who is in good order need not come to such a one.
    fn is_clear(&self, hex: HexId) -> bool {
        self.order == Order::Good || self.enemies.is_empty() || self.nearest(hex) > self.nearest(self.been[0])
    }

    /// The steps out of a hex: never nearer to an enemy, never into a hex that it was in.
    fn ways(&self, from: HexId, been: &[HexId]) -> Few<Way, 6> {
        let now = self.nearest(from);
        let mut ways = Few::new();
        for to in self.b.ground.neighbours(from) {
            let closed = !to.is_some() || been.contains(&to) || self.enemies.contains(&to);
            if closed || self.nearest(to) < now {
                continue;
            }
            let Some(cost) = crate::ch18_movement::ground_cost(self.b, self.arm, from, to) else { continue };
            let rank = (self.nearest(to) == now, cost, !self.s.is_empty(to));
            ways.push(Way { to, cost, rank });
        }
        ways
    }

    fn is_at_edge(&self, hex: HexId) -> bool {
        self.b.ground.neighbours(hex).iter().any(|next| !next.is_some())
    }

    /// Whether the retreat can reach its goal from a hex, with so many half points left there. `been` are the hexes as far from the enemy as it, that it has
    /// come through: no others can be entered again.
    fn reaches(&self, goal: Goal, hex: HexId, left: i16, been: &mut Vec<HexId>, found: &mut Found) -> bool {
        let alone = been.len() == 1;
        if let Some((.., known)) = found.iter().find(|(at, points, _)| alone && (*at, *points) == (hex, left))
        {
            return *known;
        }
        let ways = if left > 0 { self.ways(hex, been) } else { Few::new() };
        let mut affordable = ways.iter().filter(|way| way.cost <= left).peekable();
        let reached = match goal {
            Goal::Edge if left > 0 && self.is_at_edge(hex) => true,
            Goal::Clear if affordable.peek().is_none() => {
                let cut_short = self.order == Order::Pgd && left > 0 && ways.is_empty();
                !cut_short && self.is_clear(hex)
            }
            _ => affordable.any(|way| self.leads(goal, way, left - way.cost, been, found)),
        };
        if alone {
            found.push((hex, left, reached));
        }
        reached
    }

    /// Whether a step leads to the goal, with so many half points left after it.
    fn leads(&self, goal: Goal, way: &Way, left: i16, been: &mut Vec<HexId>, found: &mut Found) -> bool {
        if !way.rank.0 {
            return self.reaches(goal, way.to, left, &mut vec![way.to], found);
        }
        been.push(way.to);
        let reached = self.reaches(goal, way.to, left, been, found);
        been.pop();
        reached
    }

    /// The next steps of a retreat with so many half points left: the best of those that lead to its goal. The first hex is entered whatever it costs (30).
    pub fn next(&self, left: i16) -> Next {
        let own = *self.been.last().expect("it is somewhere");
        let is_first = self.been.len() == 1;
        let mut ways = self.ways(own, self.been);
        let none = ways.is_empty();
        ways.retain(|way| is_first || way.cost <= left);
        if ways.is_empty() {
            let cut_short = none && self.order == Order::Pgd;
            let over = !is_first && !cut_short && self.is_clear(own);
            return if over { Next::Over } else { Next::Cornered };
        }
        let goals = match self.order {
            Order::Pgd if self.is_at_edge(own) => &[Goal::Clear][..],
            Order::Pgd => &[Goal::Clear, Goal::Edge],
            Order::Good | Order::Disorder => &[Goal::Clear],
        };
        for goal in goals {
            let mut found = Found::new();
            let level = |hex: &HexId| self.nearest(*hex) == self.nearest(own);
            let mut been: Vec<HexId> = self.been.iter().copied().filter(level).collect();
            let leading: Few<Way, 6> = ways
                .iter()
                .copied()
                .filter(|way| self.leads(*goal, way, left - way.cost, &mut been, &mut found))
                .collect();
            if let Some(best) = leading.iter().map(|way| way.rank).min() {
                return Next::Step(leading.into_iter().filter(|way| way.rank == best).collect());
            }
        }
        Next::Cornered
    }
}

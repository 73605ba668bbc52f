//! 14.1, 14.2: what hinders a line of sight, and past whom nobody fires.

use ground::{Feature, HexId, TraceStep};
use table::{Refusal, rule};

use crate::core::battle::Battle;
use crate::core::charts::{Exact, HexsideSight};
use crate::core::field::hex_point;
use crate::core::state::{Formation, Part, Prone, State};
use crate::core::status;

/// Whether a line of sight is free between two hexes (14.1), and what hinders it. Adjacent hexes always see each other (14.2.2). RULING: sight is mutual (14), so it
/// is free if it is from either end (reading 1194).
///
/// # Errors
/// The rule, and the hex in the way.
pub fn line(b: &Battle, s: &State, from: HexId, to: HexId) -> Result<(), Refusal> {
    if b.ground.distance(from, to) <= 1 {
        return Ok(());
    }
    Line::new(b, s, from, to).look().or_else(|why| Line::new(b, s, to, from).look().map_err(|_| why))
}

/// Whether the line of sight between two hexes is free.
pub fn sees(b: &Battle, s: &State, from: HexId, to: HexId) -> bool {
    line(b, s, from, to).is_ok()
}

/// Whether a hex can be fired at from another, by what stands between: in sight, and past nobody (14.1.2, 14.1.3).
///
/// # Errors
/// The rule, and the hex in the way.
pub fn shot(b: &Battle, s: &State, from: HexId, to: HexId) -> Result<(), Refusal> {
    if b.ground.distance(from, to) <= 1 {
        return Ok(());
    }
    line(b, s, from, to)?;
    Line::new(b, s, from, to).past_units()
}

/// Whether the units of a hex hinder sight: together of a stacking value from the chart's on, those that are neither prone nor in square nor in
/// skirmish order (14.1.1). Guns count as with infantry (11.1.1.1, 8.1.3), but not in a square: the stack is in it.
pub fn hinders(b: &Battle, s: &State, hex: HexId) -> bool {
    let mut value = Exact::ZERO;
    let squared = s.stack(hex).any(|part| s.unit(part.unit()).shape() == Formation::Square);
    for part in s.stack(hex) {
        let row = status::row(b, s, part.unit());
        if row.blocks_los && !squared && s.unit(part.unit()).prone != Prone::Prone {
            value = value + stacking_value(b, s, part);
        }
    }
    value >= Exact::whole(b.charts.zones.stack_blocks.value.into())
}

/// The stacking value of what stands of a unit in a hex: its increments, those of guns each as many of infantry.
fn stacking_value(b: &Battle, s: &State, part: Part) -> Exact {
    let share = status::share(b, s, part);
    match b.arm(part.unit()) {
        roster::Arm::Artillery => share * Exact::whole(b.charts.limits.gun_increment.value.into()),
        _ => share,
    }
}

/// A line between the centres of two hexes that are not adjacent.
struct Line<'a> {
    b: &'a Battle,
    s: &'a State,
    from: HexId,
    to: HexId,
    /// Levels from one end up to the other.
    rise: i16,
    /// It crosses slopes between hexes of the same level.
    rough: bool,
}

/// A thing in the way: a hex, or the hexside between two.
#[derive(Clone, Copy)]
enum Obstacle {
    Hex(HexId),
    Hexside(HexId, HexId),
}

impl<'a> Line<'a> {
    fn new(b: &'a Battle, s: &'a State, from: HexId, to: HexId) -> Line<'a> {
        let mut line = Line { b, s, from, to, rise: 0, rough: false };
        line.rough = b.ground.trace(from, to).any(|passed| match passed {
            TraceStep::Hexside(a, c) => line.step(a, c) != 0,
            TraceStep::Vertex { hex, left, right } => {
                [left, right].into_iter().flatten().any(|near| line.step(hex, near) != 0)
            }
            TraceStep::Hex(_) | TraceStep::Along { .. } => false,
        });
        line.rise = i16::from(b.ground.level(to)) - i16::from(b.ground.level(from)) + line.unlevelled(to);
        line
    }

    /// Steps of slopes between hexes of the same level, up to a hex of the line: a map may have slopes without levels.
    fn unlevelled(&self, end: HexId) -> i16 {
        if !self.rough {
            return 0;
        }
        let (mut steps, mut at) = (0, self.from);
        for passed in self.b.ground.trace(self.from, self.to) {
            let next = match passed {
                TraceStep::Hexside(_, hex) | TraceStep::Hex(hex) | TraceStep::Vertex { hex, .. } => hex,
                TraceStep::Along { left, right } if left != Some(end) => right.or(left).unwrap_or(at),
                TraceStep::Along { .. } => end,
            };
            steps += self.step(at, next);
            at = next;
            if at == end {
                break;
            }
        }
        steps
    }

    /// One up or down across a slope between hexes of the same level.
    fn step(&self, from: HexId, to: HexId) -> i16 {
        let ground = &self.b.ground;
        let Some(dir) = ground.dir_to(from, to) else { return 0 };
        let slope = ground.level(from) == ground.level(to) && self.is_slope(from, to);
        if !slope {
            0
        } else if ground.uphill(from, dir) {
            1
        } else {
            -1
        }
    }

    fn is_slope(&self, a: HexId, c: HexId) -> bool {
        self.sights(a, c, HexsideSight::Slope)
    }

    /// Whether a hexside carries a feature that acts on sight so.
    fn sights(&self, a: HexId, c: HexId, how: HexsideSight) -> bool {
        let dir = self.b.ground.dir_to(a, c).expect("a hexside lies between two hexes");
        self.b.ground.hexside(a, dir).iter().any(|f: Feature| self.b.charts.hexsides[f].sight == how)
    }

    /// The first thing that blocks the line, from its beginning on. Units that cannot be seen themselves do not block (14.1.1, ruling 33).
    fn look(&self) -> Result<(), Refusal> {
        for passed in self.b.ground.trace(self.from, self.to) {
            match passed {
                TraceStep::Hex(hex) => self.hex(hex)?,
                TraceStep::Hexside(a, c) => self.crosses(a, c, rule!("14.1.1"))?,
                TraceStep::Along { left, right } => {
                    if let (Some(a), Some(c)) = (left, right)
                        && self.sights(a, c, HexsideSight::Blocks)
                        && !self.overlooked(Obstacle::Hexside(a, c))
                    {
                        return Err(blocked(rule!("14.1.4"), "sight.along", a));
                    }
                    if let (Some(a), Some(c)) = (left, right) {
                        self.crosses(a, c, rule!("14.1.4"))
                            .map_err(|refusal| Refusal { rule: rule!("14.1.4"), ..refusal })?;
                    }
                    for hex in [left, right].into_iter().flatten() {
                        self.hex(hex).map_err(|refusal| Refusal { rule: rule!("14.1.4"), ..refusal })?;
                    }
                }
                TraceStep::Vertex { hex, left, right } => {
                    for beside in [left, right].into_iter().flatten() {
                        self.crosses(hex, beside, rule!("14.1.4"))
                            .map_err(|refusal| Refusal { rule: rule!("14.1.4"), ..refusal })?;
                    }
                }
            }
        }
        Ok(())
    }

    /// A hex between the ends: higher ground than both, blocking terrain, or a stack that blocks.
    fn hex(&self, hex: HexId) -> Result<(), Refusal> {
        let height = self.height(hex);
        if height > 0 && height > self.rise {
            return Err(blocked(rule!("14.2.1"), "sight.higher", hex));
        }
        let terrain = self.b.charts.terrain[self.b.ground.terrain(hex)].blocks_los;
        if terrain && !self.overlooked(Obstacle::Hex(hex)) {
            return Err(blocked(rule!("14.1.1"), "sight.terrain", hex));
        }
        let stack = hinders(self.b, self.s, hex) && !self.overlooked(Obstacle::Hex(hex));
        if stack && line(self.b, self.s, self.from, hex).is_ok() {
            return Err(blocked(rule!("14.1.1"), "sight.units", hex));
        }
        Ok(())
    }

    /// Levels of a hex of the line above its beginning.
    fn height(&self, hex: HexId) -> i16 {
        let ground = &self.b.ground;
        let levels = i16::from(ground.level(hex)) - i16::from(ground.level(self.from));
        levels + self.unlevelled(hex)
    }

    /// A hexside that the line crosses, or that ends in a corner through which it goes (READING 910): always in the way (a tree line), or as a slope by the heights of both ends (14.2.1). READING 101: between
    /// ends of the same height a slope is no obstacle of its own; higher ground between them is.
    fn crosses(&self, a: HexId, c: HexId, rule: table::Rule) -> Result<(), Refusal> {
        let tree_line = self.sights(a, c, HexsideSight::Blocks);
        let slope = self.rise != 0 && self.is_slope(a, c);
        if (tree_line || slope) && !self.overlooked(Obstacle::Hexside(a, c)) {
            let rule = if slope { rule!("14.2.1") } else { rule };
            return Err(blocked(rule, if slope { "sight.slope" } else { "sight.hexside" }, c));
        }
        Ok(())
    }

    /// Whether a thing between ends of different heights is nearer to the higher one (14.2.1).
    fn overlooked(&self, thing: Obstacle) -> bool {
        let ground = &self.b.ground;
        let away = |end| match thing {
            Obstacle::Hex(hex) => ground.distance(end, hex),
            Obstacle::Hexside(a, c) => ground.distance(end, a) + ground.distance(end, c),
        };
        match self.rise {
            0 => false,
            1.. => away(self.to) < away(self.from),
            _ => away(self.from) < away(self.to),
        }
    }

    /// Nobody fires through units, nor over friends; over enemies as the heights allow (14.1.2, 14.1.3). Along a hexside the units on both sides
    /// are in the way (14.1.4, 12.13.5).
    fn past_units(&self) -> Result<(), Refusal> {
        let own = status::holder(self.b, self.s, self.from);
        for passed in self.b.ground.trace(self.from, self.to) {
            let hexes = match passed {
                TraceStep::Hex(hex) => [Some(hex), None],
                TraceStep::Along { left, right } => [left, right],
                TraceStep::Hexside(..) | TraceStep::Vertex { .. } => continue,
            };
            for hex in hexes.into_iter().flatten() {
                let there = status::holder(self.b, self.s, hex);
                if there.is_none() {
                    continue;
                }
                if there == own {
                    return Err(blocked(rule!("14.1.3"), "sight.friends", hex));
                }
                if !self.overlooked(Obstacle::Hex(hex)) {
                    return Err(blocked(rule!("14.1.2"), "sight.through", hex));
                }
            }
        }
        Ok(())
    }
}

/// Whether prone units of a hex can be seen by who fires from another one: not in terrain that hides them, nor behind a hexside that does
/// (12.13.6).
pub fn sees_prone(b: &Battle, from: HexId, to: HexId) -> bool {
    if b.charts.terrain[b.ground.terrain(to)].hides_prone {
        return false;
    }
    let hides = |dir| b.ground.hexside(to, dir).iter().any(|f| b.charts.hexsides[f].hides_prone);
    let (left, right) = b.ground.hexsides_facing(from, to);
    !left.into_iter().chain(right).all(hides)
}

/// Whether a unit is prone; the others of its hex are then too (12.13.3).
pub fn is_prone(s: &State, hex: HexId) -> bool {
    s.top(hex).is_some_and(|top| s.unit(top).prone == Prone::Prone)
}

fn blocked(rule: table::Rule, why: &'static str, hex: HexId) -> Refusal {
    Refusal::new(rule, why).with("hex", hex_point(hex))
}

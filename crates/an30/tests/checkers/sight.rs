//! 14: lines of sight, with whole numbers, hex by hex of the map.

use std::collections::HashMap;

use an30::ch14_sight::sight;
use an30::core::state::{Formation, Order, Prone, UnitId};
use an30::{Battle, State};
use ground::{Dir, HexId};
use roster::Arm;
use table::dice::FastDice;

use super::plain;
use super::sheets::Sheets;
use super::{Tally, positions};

/// The steps N NE SE S SW NW in axial coordinates.
const STEPS: [(i64, i64); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The places of the hexes of a map.
pub struct Plan {
    at: Vec<(i64, i64)>,
}

impl Plan {
    /// Of a map, by going from hex to hex.
    pub fn of(b: &Battle) -> Plan {
        let (mut at, mut open) = (HashMap::from([(HexId(0), (0, 0))]), vec![HexId(0)]);
        while let Some(hex) = open.pop() {
            let (x, y) = at[&hex];
            for dir in Dir::ALL {
                let Some(next) = b.ground.neighbour(hex, dir) else { continue };
                let step = STEPS[dir.index()];
                if at.insert(next, (x + step.0, y + step.1)).is_none() {
                    open.push(next);
                }
            }
        }
        Plan { at: b.ground.hexes().map(|hex| at[&hex]).collect() }
    }

    fn distance(&self, a: HexId, b: HexId) -> i64 {
        let ((ax, ay), (bx, by)) = (self.at[a.index()], self.at[b.index()]);
        let (x, y) = (bx - ax, by - ay);
        x.abs().max(y.abs()).max((x + y).abs())
    }

    /// The hexes that a line through the centres of two hexes goes on through beyond the second, as far as a range from the first: hex by hex, or the two hexes
    /// along whose common hexside it runs.
    pub fn beyond(&self, b: &Battle, from: HexId, at: HexId, range: u16) -> Vec<(Vec<HexId>, bool)> {
        let ((px, py), (qx, qy)) = (self.at[from.index()], self.at[at.index()]);
        let (dx, dy) = (qx - px, qy - py);
        let (p, q) = ((3 * px, 3 * py), (3 * qx, 3 * qy));
        let turn = |v: (i64, i64)| (dx * (v.1 - p.1) - dy * (v.0 - p.0)).signum();
        let far = |v: (i64, i64)| (2 * dx + dy) * (v.0 - p.0) + (2 * dy + dx) * (v.1 - p.1);
        let mut found: Vec<(i64, Vec<HexId>, bool)> = Vec::new();
        for hex in b.ground.hexes().filter(|hex| b.ground.distance(from, *hex) <= range) {
            let corners = self.corners(hex);
            let turns = corners.map(turn);
            let centre = (3 * self.at[hex.index()].0, 3 * self.at[hex.index()].1);
            if turns.contains(&1) && turns.contains(&-1) && hex != at && far(centre) > far(q) {
                found.push((2 * far(centre), vec![hex], false));
            }
            for dir in Dir::ALL {
                let (left, right) = (corners[(dir.index() + 5) % 6], corners[dir.index()]);
                let next = b.ground.neighbour(hex, dir);
                let middle = far(left) + far(right);
                let runs = turn(left) == 0 && turn(right) == 0 && middle > 2 * far(q);
                if runs && next.is_none_or(|next| next.0 > hex.0 || b.ground.distance(from, next) > range) {
                    found.push((middle, std::iter::once(hex).chain(next).collect(), true));
                }
            }
        }
        found.sort_by_key(|(far, _, _)| *far);
        // Where it leaves the map it is over, also where the ragged edge would let it come back (reading 916).
        let mut last = at;
        let goes_on = |(_, hexes, along): &(i64, Vec<HexId>, bool)| {
            let (before, [first, ..]) = (last, hexes.as_slice()) else { return false };
            let through = b.ground.dir_to(before, *first).is_some_and(|dir| {
                let corners = self.corners(before);
                turn(corners[(dir.index() + 5) % 6]) * turn(corners[dir.index()]) <= 0
            });
            last = *first;
            *along || through
        };
        found.into_iter().take_while(goes_on).map(|(_, hexes, along)| (hexes, along)).collect()
    }

    /// The corners of a hex, in thirds of a step: the one of number n lies between the directions n and n + 1.
    fn corners(&self, hex: HexId) -> [(i64, i64); 6] {
        let (x, y) = self.at[hex.index()];
        std::array::from_fn(|n| {
            let (f, g) = (STEPS[n], STEPS[(n + 1) % 6]);
            (3 * x + f.0 + g.0, 3 * y + f.1 + g.1)
        })
    }
}

/// Trace of a line between two centres: hexes that it goes through, hexsides that it crosses, hexsides along which it runs.
#[derive(Default)]
struct LineTrace {
    hexes: Vec<HexId>,
    crossed: Vec<(HexId, Dir)>,
    along: Vec<(HexId, Dir)>,
    /// The two hexsides between which it goes through a corner to run along a third.
    corners: Vec<(HexId, Dir)>,
}

fn line_trace(b: &Battle, plan: &Plan, from: HexId, to: HexId) -> LineTrace {
    let thirds = |hex: HexId| (3 * plan.at[hex.index()].0, 3 * plan.at[hex.index()].1);
    let (p, q) = (thirds(from), thirds(to));
    let (dx, dy) = (q.0 - p.0, q.1 - p.1);
    let turn = |v: (i64, i64)| (dx * (v.1 - p.1) - dy * (v.0 - p.0)).signum();
    // How far along the line a corner lies, between 0 and `length` if it is between the ends: the axes lie at sixty degrees.
    let far = |v: (i64, i64)| (2 * dx + dy) * (v.0 - p.0) + (2 * dy + dx) * (v.1 - p.1);
    let length = far(q);
    let mut found = LineTrace::default();
    let most = plan.distance(from, to);
    for hex in b.ground.hexes().filter(|h| plan.distance(from, *h) <= most && plan.distance(to, *h) <= most) {
        let corners = plan.corners(hex);
        let turns = corners.map(turn);
        let through = turns.contains(&1) && turns.contains(&-1);
        if through && hex != from && hex != to && (0..length).contains(&far(thirds(hex))) {
            found.hexes.push(hex);
        }
        for dir in Dir::ALL {
            let next = b.ground.neighbour(hex, dir);
            // The hexside towards a direction lies between the corners before and after it; each once, also those along the edge of the map.
            let (left, right) = (corners[(dir.index() + 5) % 6], corners[dir.index()]);
            let between = far(left) + far(right) > 0 && far(left) + far(right) < 2 * length;
            if !between || next.is_some_and(|next| next.0 < hex.0) {
                continue;
            }
            match (turn(left), turn(right)) {
                (0, 0) => found.along.push((hex, dir)),
                (l, r) if l * r < 0 && next.is_some() => found.crossed.push((hex, dir)),
                _ => {}
            }
        }
    }
    touch(b, plan, &mut found, from, to, turn);
    corner(b, &mut found, from, to);
    found
}

/// At both ends of a hexside along which the line runs it goes through a corner, between two more hexsides.
fn corner(b: &Battle, found: &mut LineTrace, from: HexId, to: HexId) {
    for (hex, dir) in found.along.clone() {
        let beyond = b.ground.neighbour(hex, dir);
        for end in
            [dir.turn(1), dir.turn(-1)].into_iter().filter_map(|turned| b.ground.neighbour(hex, turned))
        {
            if end == from || end == to || found.hexes.contains(&end) {
                let beside =
                    [Some(hex), beyond].into_iter().flatten().filter_map(|one| b.ground.dir_to(end, one));
                found.corners.extend(beside.map(|dir| (end, dir)));
            }
        }
    }
}

/// The crossing of a hexside by a line that goes from one hex into the next exactly at its end.
fn touch(
    b: &Battle,
    plan: &Plan,
    found: &mut LineTrace,
    from: HexId,
    to: HexId,
    turn: impl Fn((i64, i64)) -> i64,
) {
    let mut inside = found.hexes.clone();
    inside.extend([from, to]);
    for hex in inside.clone() {
        for dir in Dir::ALL {
            let Some(next) =
                b.ground.neighbour(hex, dir).filter(|next| next.0 > hex.0 && inside.contains(next))
            else {
                continue;
            };
            let corners = plan.corners(hex);
            let ends = (turn(corners[(dir.index() + 5) % 6]), turn(corners[dir.index()]));
            let one = (ends.0 == 0) != (ends.1 == 0);
            if one
                && !found.crossed.contains(&(hex, dir))
                && plan.distance(from, next) != plan.distance(from, hex)
            {
                found.crossed.push((hex, dir));
            }
        }
    }
}

/// The stacking value of the units of a hex that hinder sight (14.1.1), in twelfths: an increment of guns is worth six (11.1.1.1, 15.7).
fn bulk(b: &Battle, s: &State, hex: HexId) -> i64 {
    let units: Vec<UnitId> = s.units_in(hex).to_vec();
    let counts = |u: &&UnitId| {
        let now = s.unit(**u);
        let low = now.prone == Prone::Prone;
        let loose =
            now.order == Order::Good && matches!(now.formation, Formation::Square | Formation::Skirmish);
        let guns_in_square = b.arm(**u) == Arm::Artillery
            && units
                .iter()
                .any(|o| s.unit(*o).order == Order::Good && s.unit(*o).formation == Formation::Square);
        !low && !loose && !guns_in_square
    };
    let of = |u: &UnitId| {
        let (now, left) = (s.unit(*u), plain::increments(b, s, *u));
        let count = now.hexes().len() as i64;
        let guns = b.arm(*u) == Arm::Artillery;
        if now.order == Order::Good && now.formation == Formation::RoadColumn {
            let each = if b.arm(*u) == Arm::Artillery { 1 } else { 4 };
            let index = now.hexes().iter().position(|own| *own == hex).unwrap_or(0) as i64;
            let rest = left - each * index;
            return 12 * if index + 1 == count { rest } else { rest.min(each) } * if guns { 6 } else { 1 };
        }
        12 * left * if guns { 6 } else { 1 } / count
    };
    units.iter().filter(counts).map(of).sum()
}

/// One thing that may hinder: how far it is from the one end and from the other, in half hexes; whether it is ground above both ends.
struct Obstacle {
    from: i64,
    to: i64,
    towers: bool,
}

/// Whether it hinders: always between ends of one height, else unless it is nearer to the higher end (14.2.1, reading 101).
fn hinders(b: &Battle, from: HexId, to: HexId, what: &Obstacle) -> bool {
    let (low, high) = (b.ground.level(from), b.ground.level(to));
    match low.cmp(&high) {
        _ if what.towers => true,
        std::cmp::Ordering::Equal => true,
        std::cmp::Ordering::Less => what.to >= what.from,
        std::cmp::Ordering::Greater => what.from >= what.to,
    }
}

/// Whether the line of sight between two hexes is free (14): who is seen sees (reading 1194).
pub fn sees(b: &Battle, s: &State, sheets: &Sheets, plan: &Plan, from: HexId, to: HexId) -> bool {
    looks(b, s, sheets, plan, from, to) || looks(b, s, sheets, plan, to, from)
}

/// Whether nothing hinders the view from the one hex to the other.
fn looks(b: &Battle, s: &State, sheets: &Sheets, plan: &Plan, from: HexId, to: HexId) -> bool {
    if plan.distance(from, to) <= 1 {
        return true;
    }
    let line = line_trace(b, plan, from, to);
    let tops = b.ground.level(from).max(b.ground.level(to));
    let slopes = b.ground.level(from) != b.ground.level(to);
    let mut obstacles = ground_obstacles(b, sheets, plan, &line, (from, to), (tops, slopes));
    let ends = |hex: HexId| (2 * plan.distance(from, hex), 2 * plan.distance(hex, to));
    // A stack that is itself out of sight hinders nobody (14.1.1, ruling 33).
    let mut stacks: Vec<HexId> = line.hexes.clone();
    for (hex, dir) in &line.along {
        stacks.push(*hex);
        stacks.extend(b.ground.neighbour(*hex, *dir));
    }
    stacks.retain(|hex| bulk(b, s, *hex) >= 36 && sees(b, s, sheets, plan, from, *hex));
    for hex in stacks {
        let (near, far) = ends(hex);
        obstacles.push(Obstacle { from: near, to: far, towers: false });
    }
    !obstacles.iter().any(|o| hinders(b, from, to, o))
}

/// Terrain and hexsides in the way.
fn ground_obstacles(
    b: &Battle,
    sheets: &Sheets,
    plan: &Plan,
    line: &LineTrace,
    (from, to): (HexId, HexId),
    (tops, slopes): (i8, bool),
) -> Vec<Obstacle> {
    let mut found = Vec::new();
    let ends = |hex: HexId| (2 * plan.distance(from, hex), 2 * plan.distance(hex, to));
    let mut hexes = line.hexes.clone();
    for (hex, dir) in &line.along {
        hexes.push(*hex);
        hexes.extend(b.ground.neighbour(*hex, *dir));
    }
    for hex in hexes {
        let towers = b.ground.level(hex) > tops;
        if towers || sheets.flag(b, hex, "blocks_los") {
            let (near, far) = ends(hex);
            found.push(Obstacle { from: near, to: far, towers });
        }
    }
    for (hex, dir) in line.crossed.iter().chain(&line.along).chain(&line.corners) {
        let Some(next) = b.ground.neighbour(*hex, *dir) else { continue };
        let along = line.along.contains(&(*hex, *dir));
        for row in sheets.hexsides(b, *hex, *dir) {
            let hides = match row["los"].as_str() {
                Some("yes") => true,
                Some("slope") => slopes,
                _ => false,
            };
            if hides {
                let (a, c) = (ends(*hex), ends(next));
                let (near, far) = if along { a } else { ((a.0 + c.0) / 2, (a.1 + c.1) / 2) };
                found.push(Obstacle { from: near, to: far, towers: false });
            }
        }
    }
    found
}

/// Whether a hex may be fired at from another one: in sight, through nobody, over no friends, over enemies only where they are nearer to the higher end
/// (14.1.2, 14.1.3).
pub fn may_shoot(b: &Battle, s: &State, sheets: &Sheets, plan: &Plan, from: HexId, to: HexId) -> bool {
    if plan.distance(from, to) <= 1 {
        return true;
    }
    let line = line_trace(b, plan, from, to);
    let army = s.top(from).map(|unit| b.side(unit));
    let mut hexes = line.hexes.clone();
    for (hex, dir) in &line.along {
        hexes.push(*hex);
        hexes.extend(b.ground.neighbour(*hex, *dir));
    }
    let over = |hex: &HexId| {
        let what =
            Obstacle { from: 2 * plan.distance(from, *hex), to: 2 * plan.distance(*hex, to), towers: false };
        s.units_in(*hex).iter().all(|u| Some(b.side(*u)) != army && !hinders(b, from, to, &what))
    };
    sees(b, s, sheets, plan, from, to) && hexes.iter().all(over)
}

/// The hexside of a hex by which a line from another one comes in; `None` where it comes in at a corner along a hexside.
pub fn entry(b: &Battle, plan: &Plan, from: HexId, at: HexId) -> Option<Dir> {
    let line = line_trace(b, plan, from, at);
    let touches = |(hex, dir): &(HexId, Dir)| {
        let next = b.ground.neighbour(*hex, *dir)?;
        if *hex == at {
            return Some(*dir);
        }
        (next == at).then(|| dir.opposite())
    };
    line.crossed.iter().find_map(touches)
}

/// The hexside by which a line from one hex to another comes into a unit that lies in the latter and others beside it, and of which of its hexes that is;
/// `None` where it comes in at a corner.
pub fn way_in(b: &Battle, plan: &Plan, from: HexId, at: HexId, own: &[HexId]) -> Option<(HexId, Dir)> {
    let line = line_trace(b, plan, from, at);
    let (mut hex, mut after) = (at, None);
    loop {
        let touches = |(one, dir): &(HexId, Dir)| {
            let next = b.ground.neighbour(*one, *dir)?;
            let side = match (*one == hex, next == hex) {
                (true, _) => *dir,
                (_, true) => dir.opposite(),
                _ => return None,
            };
            (Some(side) != after).then_some(side)
        };
        let side = line.crossed.iter().find_map(touches)?;
        let before = b.ground.neighbour(hex, side)?;
        if !own.contains(&before) {
            return Some((hex, side));
        }
        (hex, after) = (before, Some(side.opposite()));
    }
}

fn look(b: &Battle, s: &State, sheets: &Sheets, plan: &Plan, dice: &mut FastDice, tally: &mut Tally) {
    for _ in 0..60 {
        let hex = |dice: &mut FastDice| HexId(dice.below(b.ground.len() as u32) as u16);
        let from = hex(dice);
        let to = hex(dice);
        if b.ground.distance(from, to) > 12 {
            continue;
        }
        let ours = sees(b, s, sheets, plan, from, to);
        let theirs = sight::line(b, s, from, to);
        let level = b.ground.level(from) == b.ground.level(to);
        let kind = match (ours, level) {
            (true, true) => "in sight",
            (false, true) => "out of sight",
            (true, false) => "in sight, up or down",
            (false, false) => "out of sight, up or down",
        };
        tally.same(kind, &ours, &theirs.is_ok(), || {
            let line = line_trace(b, plan, from, to);
            let names = |of: &[(HexId, Dir)]| {
                of.iter().map(|(h, d)| format!("{}{}", b.ground.label(*h), d.name())).collect::<Vec<_>>()
            };
            let hexes: Vec<String> =
                line.hexes.iter().map(|h| format!("{}={}", b.ground.label(*h), bulk(b, s, *h))).collect();
            format!(
                "{hexes:?} {:?} {:?} {:?} {} ({}) to {} ({}): {:?}",
                names(&line.crossed),
                names(&line.along),
                names(&line.corners),
                b.ground.label(from),
                b.ground.level(from),
                b.ground.label(to),
                b.ground.level(to),
                theirs.err().map(|r| (r.rule, r.why, r.facts))
            )
        });
    }
}

#[test]
fn r14_lines_of_sight_are_those_of_the_text() {
    let (sheets, mut tally, mut dice) = (Sheets::read(), Tally::default(), FastDice::new(14));
    let mut plans: HashMap<String, Plan> = HashMap::new();
    positions::all(120, |b, s| {
        let plan = plans.entry(b.id.clone()).or_insert_with(|| Plan::of(b));
        look(b, s, &sheets, plan, &mut dice, &mut tally);
    });
    tally.settle(&[
        ("in sight", 1000),
        ("out of sight", 500),
        ("in sight, up or down", 200),
        ("out of sight, up or down", 500),
    ]);
}

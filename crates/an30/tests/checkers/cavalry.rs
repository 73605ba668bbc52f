//! 19.2.1, 19.17.1, 19.14: zones of charges, and what both sides of a charge's mêlée are worth.

use an30::ch19_cavalry::{charge, react, strength};
use an30::core::battle::Light;
use an30::core::state::{Charge, ChargeKind, ChargeMark, Formation, Order, Readiness, UnitId, did};
use an30::{Battle, State};
use ground::{Aim, Dir, HexId};
use roster::Arm;
use table::dice::FastDice;

use super::plain::{self, Face};
use super::sheets::Sheets;
use super::{Tally, movement, positions, zones};

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Value(i64, i64);

impl Value {
    fn times(self, of: i64, per: i64) -> Value {
        let (of, per) = (self.0 * of, self.1 * per);
        let (mut a, mut b) = (of.abs(), per);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Value(of / a.max(1), per / a.max(1))
    }

    fn plus(self, whole: i64) -> Value {
        Value(self.0 + whole * self.1, self.1)
    }
}

fn is_in(s: &State, unit: UnitId, formation: Formation) -> bool {
    s.unit(unit).order == Order::Good && s.unit(unit).formation == formation
}

/// Heavy cavalry: 12 or less on the counter, unless it is marked otherwise (19.14.1).
fn is_heavy(b: &Battle, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Cavalry
        && !plain::is(b, unit, "light")
        && (plain::is(b, unit, "heavy") || b.unit(unit).movement <= 12)
}

fn fronts(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hex: HexId) -> Vec<Dir> {
    let faces = plain::faces(b, s, sheets, unit, hex);
    Dir::ALL.into_iter().filter(|dir| faces[dir.index()] == Face::Front).collect()
}

/// The numbers of hexes of one and of a second direction that lead from a hex to another one, if they do.
fn led_to(b: &Battle, from: HexId, to: HexId, one: Dir, two: Dir) -> Option<u16> {
    let cube = |hex: HexId| {
        let column = i32::from(b.ground.column(hex));
        (column, i32::from(b.ground.row(hex)) - (column - 1) / 2)
    };
    let steps = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];
    let ((q, r), (tq, tr)) = (cube(from), cube(to));
    let (x, y) = (tq - q, tr - r);
    let ((a, c), (d, e)) = (steps[one.index()], steps[two.index()]);
    let det = a * e - c * d;
    let (first, second) = ((x * e - y * d) * det, (a * y - c * x) * det);
    (first >= 0 && second >= 0 && first + second > 0).then_some((first + second) as u16)
}

/// The hexes that lie within so many hexes of the front hexsides of a unit (19.2.1, reading 58).
fn zone(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, depth: u16) -> Vec<HexId> {
    let own = s.unit(unit).hexes();
    let reached = |hex: &HexId| {
        own.iter().any(|from| {
            let front = fronts(b, s, sheets, unit, *from);
            front.iter().any(|one| {
                let two = one.turn(1);
                let second = if front.contains(&two) { two } else { *one };
                if second == *one {
                    let straight = led_to(b, *from, *hex, *one, one.turn(1));
                    return straight.is_some_and(|far| far <= depth)
                        && led_to(b, *from, *hex, *one, one.turn(-1)).is_some();
                }
                led_to(b, *from, *hex, *one, second).is_some_and(|far| far <= depth)
            })
        })
    };
    b.ground.hexes().filter(|hex| !own.contains(hex) && reached(hex)).collect()
}

/// The hexes with which a unit strikes some others, and the faces that it strikes: front before flank before rear (19.14.5, 19.14.6, reading 406).
fn contacts(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hexes: &[HexId]) -> Vec<(HexId, u8)> {
    let column = is_in(s, unit, Formation::Column);
    let own = s.unit(unit).hexes().iter().take(if column { 1 } else { usize::MAX });
    own.filter_map(|from| {
        let faces = fronts(b, s, sheets, unit, *from).into_iter().filter_map(|dir| {
            let to = b.ground.neighbour(*from, dir).filter(|to| hexes.contains(to))?;
            let side = plain::faces(b, s, sheets, *s.units_in(to).first()?, to)[dir.opposite().index()];
            Some(match side {
                Face::Front => 0,
                Face::Flank => 1,
                _ => 2,
            })
        });
        Some((*from, faces.min()?))
    })
    .collect()
}

/// The rest that losses, horses and light leave of a printed value (17.2.4, 19.15.4, 19.15.5, 21.1).
fn left_of(b: &Battle, s: &State, unit: UnitId) -> Value {
    let card = i64::from(b.unit(unit).increments);
    let value = Value(i64::from(s.backs.units[unit.i()].melee), 1);
    let value = value.times(plain::increments(b, s, unit), card);
    if b.arm(unit) != Arm::Cavalry {
        return value;
    }
    let horses = match s.unit(unit).readiness {
        Readiness::Ready => 1,
        Readiness::Tired => 2,
        Readiness::Exhausted => 3,
    };
    let light = match b.light(s) {
        Light::Day => 1,
        Light::Dusk => 2,
        Light::Night => 3,
    };
    value.times(1, horses * light)
}

/// The lance bonus that losses leave of a top unit (17.2.2, 19.14.3, 21.1.2).
fn lances(b: &Battle, s: &State, unit: UnitId) -> i64 {
    let bonus = i64::from(s.backs.units[unit.i()].lance);
    let lost = i64::from(b.unit(unit).increments) - plain::increments(b, s, unit);
    let top = s.units_in(s.unit(unit).hex()).first() == Some(&unit);
    if bonus == 0 || !top || b.light(s) == Light::Night { 0 } else { (bonus - lost / 3).max(1) }
}

/// Whether heavy cavalry fights light cavalry and nobody else (19.14.1).
fn outweighs(b: &Battle, unit: UnitId, others: &[UnitId]) -> bool {
    let light = |u: &UnitId| b.arm(*u) == Arm::Cavalry && !is_heavy(b, *u);
    is_heavy(b, unit) && others.iter().all(light)
}

/// The length of a charge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Length {
    Short,
    Dear,
    Long,
}

/// Whether the last three hexes, the one that is struck among them, lie straight, and cost a point each at most (19.14.4, reading 407).
fn length(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, route: &[HexId]) -> Length {
    let Some(first) = route.len().checked_sub(4) else { return Length::Short };
    if b.ground.distance(route[first], route[first + 3]) != 3 {
        return Length::Short;
    }
    let cheap = route[first..].windows(2).all(|two| {
        let dir = b.ground.dir_to(two[0], two[1]);
        dir.and_then(|dir| movement::ground(b, s, sheets, unit, two[0], dir)).is_some_and(|cost| cost <= 2)
    });
    if cheap { Length::Long } else { Length::Dear }
}

/// The lengths of a charging unit's routes to hexes that it touches, one for each of its hexes and of them; `None` where one leads off the map.
fn lengths(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    (c, unit, wave): (&Charge, UnitId, usize),
    hexes: &[HexId],
) -> Vec<Option<Length>> {
    let mut route: Vec<HexId> = c.tail.iter().take(wave).rev().copied().collect();
    route.extend(&c.route);
    let near = |own: &HexId| {
        // A line goes ahead as one: each of its hexes has gone the same way.
        let mut moved = Some(vec![*own]);
        for two in route.windows(2).rev() {
            let back = b.ground.dir_to(two[1], two[0]);
            moved = moved.and_then(|mut moved| {
                moved.insert(0, b.ground.neighbour(moved[0], back?)?);
                Some(moved)
            });
        }
        let ends = hexes.iter().filter(|hex| b.ground.distance(**hex, *own) == 1);
        ends.map(|end| {
            let mut route = moved.clone()?;
            route.push(*end);
            Some(length(b, s, sheets, unit, &route))
        })
        .collect::<Vec<_>>()
    };
    contacts(b, s, sheets, unit, hexes).iter().flat_map(|(own, _)| near(own)).collect()
}

/// The value of a charging unit (19.9.1, 19.14); `None` where the text does not say which route of its line counts.
fn attack(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    (c, unit, wave): (&Charge, UnitId, usize),
    hexes: &[HexId],
) -> Option<Value> {
    let (mut value, now) = (left_of(b, s, unit), s.unit(unit));
    let (count, column) = (now.hexes().len() as i64, now.formation == Formation::Column);
    let touching = contacts(b, s, sheets, unit, hexes);
    let struck = touching.len() as i64;
    value = if column { value.times(1, count) } else { value.times(struck, count) };
    if now.has(did::PRESERVES) && (!column || count == 1) {
        value = value.times(1, 3);
    }
    let others: Vec<UnitId> = hexes.iter().flat_map(|hex| s.units_in(*hex).to_vec()).collect();
    for formation in [Formation::Square, Formation::GeneralOrder] {
        if others.iter().any(|u| is_in(s, *u, formation)) {
            value = value.times(1, 3);
        }
    }
    if outweighs(b, unit, &others) {
        value = value.times(2, 1);
    }
    let mut long = false;
    if others.iter().any(|u| b.arm(*u) == Arm::Cavalry) {
        let theirs = others.iter().map(|u| s.unit(*u).hexes().len()).max().unwrap_or(1);
        if !column && count > 1 && now.hexes().len() > theirs {
            value = value.times(3, 2);
        }
    } else {
        let all = lengths(b, s, sheets, (c, unit, wave), hexes);
        let first = (*all.first()?)?;
        if all.iter().any(|other| *other != Some(first)) {
            return None;
        }
        let short = first == Length::Short || c.kind == ChargeKind::Opportunity;
        long = first == Length::Long && is_heavy(b, unit) && !short;
        value = if short { value.times(1, 2) } else { value };
        value = if long { value.times(2, 1) } else { value };
    }
    if !long {
        let parts = |face: u8| touching.iter().filter(|(_, f)| *f == face).count() as i64;
        // Each hex has its share: once to the front, twice in the flank, half as much again in the rear.
        value = value.times(2 * struck + 2 * parts(1) + parts(2), 2 * struck);
    }
    let bonus = lances(b, s, unit);
    Some(match (bonus, column) {
        (0, _) => value,
        (_, true) => value.plus((bonus / count).max(1)),
        (_, false) => value.plus(2 * bonus * struck),
    })
}

/// The value of a unit that is charged (12.5.4, 12.6.5.1, 19.14.1, 19.14.7); `None`: guns without ammunition.
fn defence(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    (c, unit): (&Charge, UnitId),
    hexes: &[HexId],
) -> Option<Value> {
    let (now, horse) = (s.unit(unit), b.arm(unit) == Arm::Cavalry);
    if b.arm(unit) == Arm::Artillery
        && !plain::is(b, unit, "wagon")
        && !zones::is_supplied(b, s, sheets, unit)
    {
        return None;
    }
    let mut value = left_of(b, s, unit);
    value = match (now.order, now.formation) {
        (Order::Disorder, _) | (Order::Good, Formation::Skirmish) => value.times(1, 2),
        (Order::Good, Formation::GeneralOrder) if horse => value.times(1, 3),
        (Order::Good, Formation::Limbered) => value.times(1, 2),
        _ => value,
    };
    let (own, count) = (now.hexes(), now.hexes().len());
    let engaged = if is_in(s, unit, Formation::Column) && count > 1 {
        let strikers: Vec<HexId> = c.units.iter().flat_map(|u| s.unit(*u).hexes().to_vec()).collect();
        let first = own.iter().enumerate().filter(|(_, hex)| hexes.contains(hex)).flat_map(|(at, hex)| {
            let dirs = strikers.iter().filter_map(|from| b.ground.dir_to(*hex, *from));
            let faces = plain::faces(b, s, sheets, unit, *hex);
            dirs.map(move |dir| match faces[dir.index()] {
                Face::Front => 0,
                Face::Flank => at,
                _ => count - 1,
            })
            .collect::<Vec<_>>()
        });
        count - first.min()?
    } else {
        own.iter().filter(|hex| hexes.contains(hex)).count()
    };
    value = value.times(engaged as i64, count as i64);
    if !horse {
        return Some(value);
    }
    if outweighs(b, unit, &c.units) {
        value = value.times(2, 1);
    }
    if now.charge != ChargeMark::Declared {
        value = value.times(1, 2);
    }
    let bonus = lances(b, s, unit);
    let each = (bonus / count as i64).max(1);
    Some(if bonus > 0 { value.plus((each * engaged as i64).max(1)) } else { value })
}

/// A charge of the stack of a unit that has come so: mostly straight.
fn invented(b: &Battle, s: &State, unit: UnitId, dice: &mut FastDice) -> Charge {
    let stack = s.units_in(s.unit(unit).hex()).to_vec();
    let kinds = [ChargeKind::Ordinary, ChargeKind::Ordinary, ChargeKind::Reaction, ChargeKind::Opportunity];
    let mut c = Charge::new(dice.pick(&kinds), &stack, s.unit(unit).hex());
    let back = Dir((s.unit(unit).aim.0 / 2) % 6).opposite();
    let step = |from: HexId, dice: &mut FastDice| {
        let turn = [0, 0, 0, 1, -1][dice.below(5) as usize];
        b.ground.neighbour(from, back.turn(turn))
    };
    for _ in 0..dice.below(5) {
        let Some(hex) = step(c.route[0], dice) else { break };
        c.route.insert(0, hex);
    }
    let mut last = c.route[0];
    for _ in 1..s.unit(unit).hexes().len() {
        let Some(hex) = step(last, dice) else { break };
        c.tail.push(hex);
        last = hex;
    }
    c
}

/// The position with the stack of a unit brought next to enemies, as it is, facing anywhere.
fn brought(b: &Battle, s: &State, unit: UnitId, dice: &mut FastDice) -> Option<State> {
    let foes: Vec<HexId> = b
        .unit_ids()
        .filter(|u| b.side(*u) != b.side(unit) && s.unit(*u).on_map())
        .flat_map(|u| s.unit(u).hexes().to_vec())
        .collect();
    if foes.is_empty() {
        return None;
    }
    let stack = s.units_in(s.unit(unit).hex()).to_vec();
    let (count, column) = (s.unit(unit).hexes().len(), is_in(s, unit, Formation::Column));
    let aim = Aim(2 * dice.below(6) as u8 + u8::from(!column));
    let first = b.ground.neighbour(dice.pick(&foes), Dir(dice.below(6) as u8))?;
    let step = if column { Dir(aim.0 / 2).opposite() } else { Dir(aim.0 / 2).turn(2) };
    let mut hexes = vec![first];
    while hexes.len() < count {
        hexes.push(b.ground.neighbour(hexes[hexes.len() - 1], step)?);
    }
    let mut then = s.clone();
    for &one in &stack {
        then.lift(one);
    }
    if !hexes.iter().all(|hex| then.is_empty(*hex)) {
        return None;
    }
    for &one in &stack {
        then.unit_mut(one).aim = aim;
        then.put(one, &hexes);
    }
    Some(then)
}

fn melees(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, dice: &mut FastDice, tally: &mut Tally) {
    let front = |own: &HexId| {
        let dirs = fronts(b, s, sheets, unit, *own);
        dirs.into_iter().filter_map(|dir| b.ground.neighbour(*own, dir)).collect::<Vec<_>>()
    };
    let column = is_in(s, unit, Formation::Column);
    let own = s.unit(unit).hexes();
    let before: Vec<HexId> = own.iter().take(if column { 1 } else { own.len() }).flat_map(front).collect();
    let enemy = |hex: &&HexId| s.units_in(**hex).first().is_some_and(|u| b.side(*u) != b.side(unit));
    let Some(hex) = before.iter().find(enemy) else { return };
    let theirs: Vec<HexId> = s.units_in(*hex).iter().flat_map(|u| s.unit(*u).hexes().to_vec()).collect();
    let mut hexes: Vec<HexId> = Vec::new();
    for hex in before.iter().filter(|hex| theirs.contains(hex)) {
        if !hexes.contains(hex) {
            hexes.push(*hex);
        }
    }
    let mut s = s.clone();
    let spares = dice.below(4) == 0;
    for one in s.units_in(s.unit(unit).hex()) {
        s.unit_mut(one).set(did::PRESERVES, spares);
    }
    let c = invented(b, &s, unit, dice);
    let wave = if column { dice.below(own.len() as u32) as usize } else { 0 };
    let place = |what: UnitId| {
        let told = |u: UnitId| {
            let now = s.unit(u);
            let at: Vec<_> = now.hexes().iter().map(|h| b.ground.label(*h).to_string()).collect();
            format!(
                "{} {at:?} {:?} {:?} {} {:?}",
                b.unit(u).id,
                now.order,
                now.formation,
                now.aim,
                now.readiness
            )
        };
        let route: Vec<_> = c.route.iter().map(|h| b.ground.label(*h).to_string()).collect();
        format!(
            "{} by {}, wave {wave}, {:?}, route {route:?}, others {:?}",
            told(what),
            told(unit),
            c.kind,
            hexes.iter().flat_map(|h| s.units_in(*h).to_vec()).map(told).collect::<Vec<_>>()
        )
    };
    for one in c.units.iter().copied() {
        let Some(ours) = attack(b, &s, sheets, (&c, one, wave), &hexes) else { continue };
        let theirs = strength::attack(b, &s, &c, one, &hexes, wave).exact().value;
        let theirs = Value(i64::from(theirs.of), i64::from(theirs.per)).times(1, 1);
        tally.same("attack", &ours, &theirs, || place(one));
    }
    let flees = |u: UnitId| s.unit(u).order == Order::Pgd || is_in(&s, u, Formation::RoadColumn);
    let defenders: Vec<UnitId> = s.units_in(*hex).to_vec();
    for one in defenders.into_iter().filter(|u| !flees(*u) && !plain::is(b, *u, "wagon")) {
        if s.unit(one).has(did::PRESERVES) && s.unit(one).charge == ChargeMark::Declared {
            continue;
        }
        let ours = defence(b, &s, sheets, (&c, one), &hexes);
        let theirs = strength::defence(b, &s, &c, one, &hexes).map(|sum| sum.exact().value);
        let theirs = theirs.map(|v| Value(i64::from(v.of), i64::from(v.per)).times(1, 1));
        let kind = if b.arm(one) == Arm::Cavalry { "defence of cavalry" } else { "defence" };
        tally.same(kind, &ours, &theirs, || place(one));
    }
}

fn look(b: &Battle, s: &State, sheets: &Sheets, dice: &mut FastDice, tally: &mut Tally) {
    let horse = b.unit_ids().filter(|u| b.arm(*u) == Arm::Cavalry && s.unit(*u).on_map());
    for unit in horse.filter(|u| is_in(s, *u, Formation::Line) || is_in(s, *u, Formation::Column)) {
        let now = s.unit(unit);
        let id = || {
            let at: Vec<_> = now.hexes().iter().map(|h| b.ground.label(*h).to_string()).collect();
            format!("{} at {at:?}, {:?}, {}", b.unit(unit).id, now.formation, now.aim)
        };
        let stack = s.units_in(now.hex()).to_vec();
        if stack[0] == unit {
            let c = charge::begun(b, s, ChargeKind::Ordinary, &stack, 5);
            let sorted = |hexes: &[HexId]| {
                let mut hexes = hexes.to_vec();
                hexes.sort_unstable();
                hexes
            };
            let kind = if now.hexes().len() > 1 { "zone of several hexes" } else { "zone" };
            tally.same(kind, &zone(b, s, sheets, unit, 5), &sorted(&c.zone), id);
            tally.same("edge of the zone", &zone(b, s, sheets, unit, 6), &sorted(&c.reach), id);
            melees(b, s, sheets, unit, dice, tally);
            for _ in 0..4 {
                if let Some(then) = brought(b, s, unit, dice) {
                    melees(b, &then, sheets, unit, dice, tally);
                }
            }
        }
        let deep = match (is_heavy(b, unit), now.readiness) {
            (_, Readiness::Exhausted) => 0,
            (false, Readiness::Ready) => 5,
            (true, Readiness::Ready) | (false, Readiness::Tired) => 3,
            (true, Readiness::Tired) => 2,
        };
        tally.same("reaction", &deep, &react::reaction_depth(b, s, unit), id);
    }
}

#[test]
fn r19_charge_zones_and_melees_are_those_of_the_text() {
    let (sheets, mut tally, mut dice) = (Sheets::read(), Tally::default(), FastDice::new(19));
    positions::all(200, |b, s| look(b, s, &sheets, &mut dice, &mut tally));
    tally.settle(&[
        ("zone", 300),
        ("zone of several hexes", 300),
        ("edge of the zone", 600),
        ("reaction", 600),
        ("attack", 1000),
        ("defence", 500),
        ("defence of cavalry", 200),
    ]);
}

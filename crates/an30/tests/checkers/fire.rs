//! 15: fire values, fire defence, density.

use std::collections::HashMap;

use an30::ch15_fire::defence;
use an30::ch15_fire::value::{self, Firers};
use an30::core::state::{Formation, Order, Prone, UnitId};
use an30::{Battle, State};
use ground::{Dir, HexId};
use roster::Arm;
use table::dice::FastDice;
use toml::Table;

use super::plain::{self, Face};
use super::sheets::Sheets;
use super::sight::{self, Plan};
use super::{Tally, positions, zones};

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Part(i64, i64);

impl Part {
    fn new(of: i64, per: i64) -> Part {
        let (mut a, mut b) = (of.abs(), per);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Part(of / a.max(1), per / a.max(1))
    }

    fn plus(self, other: Part) -> Part {
        Part::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, of: i64, per: i64) -> Part {
        Part::new(self.0 * of, self.1 * per)
    }

    fn least(self, other: Part) -> Part {
        if self.0 * other.1 <= other.0 * self.1 { self } else { other }
    }
}

fn is_in(s: &State, unit: UnitId, formation: Formation) -> bool {
    s.unit(unit).order == Order::Good && s.unit(unit).formation == formation
}

/// The share of a unit's increments that stands in a hex (12.3).
fn share(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Part {
    let (left, now) = (plain::increments(b, s, unit), s.unit(unit));
    let count = now.hexes().len() as i64;
    if is_in(s, unit, Formation::RoadColumn) {
        let each = if b.arm(unit) == Arm::Artillery { 1 } else { 4 };
        let index = now.hexes().iter().position(|own| *own == hex).unwrap_or(0) as i64;
        let rest = left - each * index;
        return Part(if index + 1 == count { rest } else { rest.min(each) }, 1);
    }
    Part::new(left, count)
}

/// The row of the Fire Effects Chart of an infantry unit.
fn troops<'s>(b: &Battle, sheets: &'s Sheets, unit: UnitId) -> &'s Table {
    let card = b.unit(unit);
    let fits = |row: &&Table| {
        let year = |key: &str| row.get(key).and_then(toml::Value::as_integer);
        let now = i64::from(b.year);
        row["nation"].as_str() == Some(&card.nation)
            && row["type"].as_str() == Some(&card.kind)
            && year("from").is_none_or(|first| first <= now)
            && year("until").is_none_or(|last| now <= last)
    };
    sheets.list("fire-multiples", "row").find(fits).expect("a row of the fire multiples")
}

fn multiple(b: &Battle, sheets: &Sheets, unit: UnitId, column: &str) -> Option<Part> {
    let value = &troops(b, sheets, unit)[column];
    // Troops that have no figure of their own in a formation fire as in line.
    let value = if value.as_str() == Some("NA") { &troops(b, sheets, unit)["line"] } else { value };
    match value.as_integer() {
        Some(number) => Some(Part(number, 1)),
        None => {
            let (of, per) = value.as_str()?.split_once('/')?;
            Some(Part::new(of.parse().ok()?, per.parse().ok()?))
        }
    }
}

/// The fire value of infantry by increments, the top units first, up to so many (12.6.5, 12.9.6, 12.10.12, ruling 32).
fn by_increments(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    from: HexId,
    column: &str,
    most: i64,
) -> Option<Part> {
    let (mut left, mut sum) = (Part(most.max(0), 1), Part(0, 1));
    for unit in s.units_in(from).iter().copied().filter(|u| b.arm(*u) == Arm::Infantry) {
        let firing = share(b, s, unit, from).least(left);
        left = left.plus(firing.times(-1, 1));
        let times = multiple(b, sheets, unit, column)?;
        sum = sum.plus(firing.times(times.0, times.1));
    }
    Some(sum)
}

/// The printed value of the top infantry unit: half with its last increment (17.2.1), half in disorder (12.11.3).
fn printed(b: &Battle, s: &State, unit: UnitId) -> Part {
    let last = plain::increments(b, s, unit) == 1 && b.unit(unit).increments > 1;
    let value = Part(i64::from(s.backs.units[unit.i()].fire[0]), if last { 2 } else { 1 });
    let value = Part::new(value.0, value.1);
    if s.unit(unit).order == Order::Disorder { value.times(1, 2) } else { value }
}

/// The fire value of the guns on top of a hex at a distance: by range, for the increments left (17.2.3, 18.5, 18.7), half in disorder.
/// Past units only howitzers fire (14.1.3, reading 114).
fn guns(b: &Battle, s: &State, sheets: &Sheets, (from, distance): (HexId, u16), clear: bool) -> Option<Part> {
    let mut sum: Option<Part> = None;
    for unit in s.units_in(from).iter().copied().take_while(|u| b.arm(*u) == Arm::Artillery) {
        let (now, back) = (s.unit(unit), &s.backs.units[unit.i()]);
        let fires =
            now.formation == Formation::Unlimbered && now.order != Order::Pgd && !plain::is(b, unit, "wagon");
        if !fires || !zones::is_supplied(b, s, sheets, unit) {
            continue;
        }
        let howitzers = plain::is(b, unit, "howitzers") && back.fire[1] == 0;
        let value = match distance {
            d if d > back.range => continue,
            _ if !clear && !howitzers => continue,
            0..=2 => back.fire[0],
            _ if howitzers => continue,
            3..=5 => back.fire[1],
            _ => back.fire[2],
        };
        let value =
            Part::new(i64::from(value) * plain::increments(b, s, unit), i64::from(b.unit(unit).increments));
        let value = if now.order == Order::Disorder { value.times(1, 2) } else { value };
        sum = Some(sum.unwrap_or(Part(0, 1)).plus(value));
    }
    sum
}

/// Whether a hex lies where another one fires: reached by steps through its front hexsides (15.5.1, reading 58).
fn in_arc(b: &Battle, s: &State, sheets: &Sheets, from: HexId, at: HexId) -> bool {
    let units = s.units_in(from);
    let by = units.iter().copied().find(|u| b.arm(*u) != Arm::Artillery).unwrap_or(units[0]);
    let faces = plain::faces(b, s, sheets, by, from);
    let fronts: Vec<Dir> = Dir::ALL.into_iter().filter(|dir| faces[dir.index()] == Face::Front).collect();
    // Only steps that lead nearer: a shortest way by fronts alone.
    let mut reached = vec![from];
    for left in (0..b.ground.distance(from, at)).rev() {
        let nearer = |hex: &HexId| b.ground.distance(*hex, at) == left;
        let mut next: Vec<HexId> = reached
            .iter()
            .flat_map(|hex| fronts.iter().filter_map(|dir| b.ground.neighbour(*hex, *dir)))
            .filter(nearer)
            .collect();
        next.sort_unstable();
        next.dedup();
        reached = next;
    }
    reached.contains(&at)
}

/// The fire value of a hex at another one (15.3).
fn value_of(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    plan: &Plan,
    (from, at): (HexId, HexId),
    who: Firers,
) -> Option<Part> {
    let units = s.units_in(from);
    let (top, distance) = (units[0], b.ground.distance(from, at));
    let foot = units.iter().copied().find(|u| b.arm(*u) == Arm::Infantry);
    if s.unit(top).prone == Prone::Prone
        || !in_arc(b, s, sheets, from, at)
        || !sight::sees(b, s, sheets, plan, from, at)
    {
        return None;
    }
    let clear = sight::may_shoot(b, s, sheets, plan, from, at);
    let chit = who == Firers::Guns;
    if chit && b.arm(top) != Arm::Artillery {
        return None;
    }
    if b.arm(top) == Arm::Cavalry {
        let lost = i64::from(b.unit(top).increments) - plain::increments(b, s, top);
        let value = i64::from(s.backs.units[top.i()].skirmish.unwrap_or(0));
        let reaches = is_in(s, top, Formation::Skirmish) && distance == 1;
        return reaches.then(|| Part((value - lost / 3).max(1), 1));
    }
    let firing =
        if b.arm(top) == Arm::Artillery { guns(b, s, sheets, (from, distance), clear) } else { None };
    let gun_increments: i64 =
        units.iter().filter(|u| b.arm(**u) == Arm::Artillery).map(|u| plain::increments(b, s, *u)).sum();
    let infantry = foot.and_then(|foot| {
        let on_top = b.arm(top) == Arm::Infantry;
        if s.unit(foot).order == Order::Pgd || !clear || chit {
            return None;
        }
        match (s.unit(foot).order, s.unit(foot).formation) {
            (Order::Good, Formation::Line) if distance == 1 => {
                by_increments(b, s, sheets, from, "line", 4 - gun_increments)
            }
            (Order::Good, Formation::Square) if distance == 1 => {
                by_increments(b, s, sheets, from, "square", 9)
            }
            (Order::Good, Formation::Skirmish) if distance <= 2 => {
                let rifles =
                    troops(b, sheets, foot).get("rifles").and_then(toml::Value::as_bool) == Some(true);
                let value = by_increments(b, s, sheets, from, "skirmish", 3)?;
                Some(if distance == 2 && !rifles { value.times(1, 2) } else { value })
            }
            (Order::Good, Formation::Column | Formation::GeneralOrder) | (Order::Disorder, _)
                if on_top && distance == 1 =>
            {
                Some(printed(b, s, foot))
            }
            _ => None,
        }
    });
    let square = foot.is_some_and(|foot| is_in(s, foot, Formation::Square));
    if square && distance > 1 {
        return None;
    }
    let sum = match (firing, infantry) {
        (Some(a), Some(c)) => a.plus(c),
        (one, other) => one.or(other)?,
    };
    Some(if square { sum.times(1, 3) } else { sum })
}

/// The word of the Fire Defense Chart for a unit.
fn word(b: &Battle, s: &State, unit: UnitId) -> String {
    let now = s.unit(unit);
    let shape = match now.order {
        Order::Good => now.formation.name(),
        Order::Disorder => "disorder",
        Order::Pgd => "pgd",
    };
    match b.arm(unit) {
        Arm::Infantry => shape.to_owned(),
        Arm::Cavalry => format!("cavalry_{shape}"),
        Arm::Artillery if now.formation == Formation::Unlimbered => "unlimbered".to_owned(),
        Arm::Artillery => "limbered".to_owned(),
    }
}

/// The fire defence of a hex against fire from others (15.2, 15.7.1).
fn defence_of(b: &Battle, s: &State, sheets: &Sheets, plan: &Plan, at: HexId, from: &[HexId]) -> i64 {
    let units = s.units_in(at);
    let foot = units.iter().copied().find(|u| b.arm(*u) == Arm::Infantry);
    let unit = foot.unwrap_or(units[0]);
    let entries: Vec<Option<Dir>> = from.iter().map(|from| sight::entry(b, plan, *from, at)).collect();
    let in_formation = |formation: Formation| -> Part {
        let there = units.iter().copied().filter(|u| is_in(s, *u, formation));
        there.map(|u| share(b, s, u, at)).fold(Part(0, 1), Part::plus)
    };
    let above = |sum: Part, limit: i64| sum.0 > limit * sum.1;
    let prone = if s.unit(unit).prone == Prone::Prone { 2 } else { 0 };
    let mut column = word(b, s, unit);
    if is_in(s, unit, Formation::Square) && above(in_formation(Formation::Square), 9) {
        return 4 + prone;
    }
    if is_in(s, unit, Formation::Line) {
        let own = s.unit(unit).hexes();
        let enfiladed =
            from.iter().filter_map(|from| sight::way_in(b, plan, *from, at, own)).any(|(hex, dir)| {
                // Along the line, by the flank of another of its hexes (reading 1187).
                plain::faces(b, s, sheets, unit, hex)[dir.index()] == Face::Flank
            });
        if enfiladed || above(in_formation(Formation::Line), 6) {
            column = if b.arm(unit) == Arm::Cavalry { "cavalry_column" } else { "column" }.to_owned();
        }
    }
    let figure = |row: &str| {
        sheets.entry("fire-defence", "row", "defence", row).and_then(|row| row[&column].as_integer())
    };
    let open = figure(sheets.word(b, at, "defence")).expect("it can stand there");
    // All of the attack must come across what covers; the poorest cover counts.
    let covered = |entry: &Option<Dir>| {
        covers(b, sheets, at, *entry).into_iter().filter_map(figure).fold(open, i64::max)
    };
    let mut best = entries.iter().map(covered).min().unwrap_or(open);
    let guns =
        units.iter().any(|u| b.arm(*u) == Arm::Artillery && s.unit(*u).formation == Formation::Unlimbered);
    if foot.is_some() && guns {
        best -= 2;
    }
    best + prone
}

/// The rows that what lies on a hexside of the target gives to fire that comes across it.
fn covers<'s>(b: &Battle, sheets: &'s Sheets, at: HexId, entry: Option<Dir>) -> Vec<&'s str> {
    let Some(dir) = entry else { return Vec::new() };
    let rows = sheets.hexsides(b, at, dir);
    rows.into_iter().filter_map(|row| row["covers"].as_str()).filter(|row| *row != "none").collect()
}

/// The dice modifier of a massed target (15.7).
fn density_of(b: &Battle, s: &State, sheets: &Sheets, at: HexId) -> i64 {
    let sum = s.units_in(at).iter().map(|u| share(b, s, *u, at)).fold(Part(0, 1), Part::plus);
    let reached = sheets
        .list("fire-modifiers", "density")
        .filter(|row| sum.0 > sum.1 * row["above"].as_integer().expect("a number"));
    reached
        .map(|row| (row["above"].as_integer(), row["value"].as_integer().expect("a number")))
        .max()
        .map_or(0, |(_, value)| value)
}

fn look(b: &Battle, s: &State, sheets: &Sheets, plan: &Plan, dice: &mut FastDice, tally: &mut Tally) {
    let held: Vec<HexId> = b.ground.hexes().filter(|hex| !s.is_empty(*hex)).collect();
    for &at in &held {
        let units = s.units_in(at);
        let stack = || told(b, s, at);
        tally.same("density", &density_of(b, s, sheets, at), &i64::from(defence::density(b, s, at)), stack);
        let far = |from: &&HexId| **from != at && b.ground.distance(**from, at) <= 8;
        let near: Vec<HexId> = b.ground.hexes().filter(|hex| far(&hex)).collect();
        for count in 1..=2 {
            let from: Vec<HexId> = (0..count).map(|_| dice.pick(&near)).collect();
            let entries: Vec<_> = from.iter().map(|from| defence::entry(b, *from, at)).collect();
            let theirs = defence::defence(b, s, at, &entries, &[])
                .map(|sum| (i64::from(sum.exact().value.of), i64::from(sum.exact().value.per)));
            let ours = (defence_of(b, s, sheets, plan, at, &from), 1);
            let kind = if is_in(s, units[0], Formation::Line) { "defence of a line" } else { "defence" };
            tally.same(kind, &Some(ours), &theirs, || {
                format!(
                    "{} from {:?}",
                    stack(),
                    from.iter().map(|h| b.ground.label(*h).to_string()).collect::<Vec<_>>()
                )
            });
        }
        for &from in held.iter().filter(far) {
            let enemy = b.side(s.units_in(from)[0]) != b.side(units[0]);
            let prone = s.unit(units[0]).prone == Prone::Prone;
            if !enemy || prone {
                continue;
            }
            for who in [Firers::All, Firers::Guns] {
                fire(b, s, sheets, plan, (from, at, who), tally);
            }
        }
    }
}

fn fire(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    plan: &Plan,
    (from, at, who): (HexId, HexId, Firers),
    tally: &mut Tally,
) {
    let ours = value_of(b, s, sheets, plan, (from, at), who);
    let theirs = value::of_hex(b, s, from, at, who);
    let kind = match (&ours, who) {
        (Some(_), Firers::Guns) => "guns' fire",
        (Some(_), Firers::All) => "fire",
        (None, _) => "no fire",
    };
    let why = theirs.as_ref().err().map(|r| (r.rule, r.why));
    let theirs =
        theirs.ok().map(|fire| Part(i64::from(fire.value.parts().0), i64::from(fire.value.parts().1)));
    tally.same(kind, &ours, &theirs, || format!("{} at {}: {why:?}", told(b, s, from), told(b, s, at)));
}

/// The units in a hex, told.
fn told(b: &Battle, s: &State, hex: HexId) -> String {
    let of = |u: &UnitId| {
        let now = s.unit(*u);
        format!(
            "{} {:?} {:?} {} {}",
            b.unit(*u).id,
            now.formation,
            now.order,
            now.aim,
            plain::increments(b, s, *u)
        )
    };
    let names: Vec<String> = s.units_in(hex).iter().map(of).collect();
    format!("{} {} {names:?}", b.ground.label(hex), b.ground.terrain(hex).name())
}

#[test]
fn r15_fire_values_and_defences_are_those_of_the_text() {
    let (sheets, mut tally, mut dice) = (Sheets::read(), Tally::default(), FastDice::new(15));
    let mut plans: HashMap<String, Plan> = HashMap::new();
    positions::all(200, |b, s| {
        let plan = plans.entry(b.id.clone()).or_insert_with(|| Plan::of(b));
        look(b, s, &sheets, plan, &mut dice, &mut tally);
    });
    tally.settle(&[
        ("density", 2000),
        ("defence", 2000),
        ("defence of a line", 500),
        ("fire", 500),
        ("guns' fire", 100),
        ("no fire", 500),
    ]);
}

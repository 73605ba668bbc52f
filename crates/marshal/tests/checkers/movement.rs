//! 14, 16, 18, 20: zones, allowances, and what a step costs.

use ground::{Dir, HexId};
use marshal::ch14_zones::exerters;
use marshal::ch18_movement::{allowance, may_go};
use marshal::core::state::{Formation, March, Order, UnitId, did};
use marshal::{Battle, State};
use roster::Arm;
use table::Side;

use super::plain::{self, Face};
use super::sheets::Sheets;
use super::{Tally, positions};

/// Half movement points of a unit in this phase (18, 30, 44).
fn allowed(b: &Battle, s: &State, unit: UnitId) -> i64 {
    let printed = 2 * i64::from(b.unit(unit).movement);
    match s.unit(unit).order {
        Order::Good if s.unit(unit).march == March::Forced => 2 * printed,
        Order::Good => printed,
        Order::Disorder => printed / 2,
        Order::Pgd => 0,
    }
}

/// Cost of a hex to foot and guns besides, for the enemy's horse in skirmish order (20).
fn vexed(b: &Battle, s: &State, sheets: &Sheets, side: Side, hex: HexId) -> i64 {
    let enemies = b.unit_ids().filter(|u| b.side(*u) != side && b.arm(*u) == Arm::Cavalry);
    let mut most = 0;
    for unit in enemies.filter(|u| plain::stands(s, *u, Formation::Skirmish) && s.unit(*u).on_map()) {
        let own = s.unit(unit).hexes();
        let near =
            |at: HexId| own.iter().map(|hex| b.ground.distance(*hex, at)).min().expect("it is on the map");
        let pinned = b.unit_ids().any(|other| {
            let there = s.unit(other);
            b.side(other) == side
                && plain::light(b, other)
                && there.order == Order::Good
                && there.hexes().iter().any(|hex| near(*hex) == 1)
        });
        let cost = match near(hex) {
            1 => sheets.value("movement", "horse_near"),
            2 => sheets.value("movement", "horse_far"),
            _ => 0,
        };
        if !pinned && own.iter().any(|from| plain::sees_ahead(b, s, unit, *from, hex)) {
            most = most.max(cost);
        }
    }
    most
}

/// The cost of a step of a unit that is alone, into hexes where nobody is; `None` where it may not go.
fn step(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, dir: Dir) -> Option<i64> {
    let (now, arm, side) = (s.unit(unit), b.arm(unit), b.side(unit));
    if now.formation == Formation::Unlimbered || now.order == Order::Pgd {
        return None;
    }
    let mut most = 0;
    for from in now.hexes() {
        let face = plain::faces(b, s, unit, *from)[dir.index()];
        if face != Face::Front && face != Face::Own && now.order != Order::Disorder {
            return None;
        }
        let to = b.ground.neighbour(*from, dir)?;
        // A line of one hex goes into general order for nothing; a carré does not.
        let forms_up =
            now.formation == Formation::Line && now.hexes().len() == 1 && sheets.flag(b, to, "general_order");
        let needs_clear = matches!(now.formation, Formation::Line | Formation::Square) && !forms_up;
        if !sheets.flag(b, to, "open") && needs_clear {
            return None;
        }
        let ground =
            sheets.hex_cost(b, to, arm as usize)? + sheets.hexside_cost(b, *from, dir, arm as usize)?;
        let horse = if arm == Arm::Cavalry {
            0
        } else {
            vexed(b, s, sheets, side, *from).max(vexed(b, s, sheets, side, to))
        };
        most = most.max(ground + horse);
    }
    let mounted = arm == Arm::Cavalry || plain::is_horse(b, unit);
    let held = |hex: &HexId| {
        plain::zoners(b, s, side.enemy(), *hex).iter().any(|u| !mounted || b.arm(*u) == Arm::Cavalry)
    };
    if now.has(did::STEPPED) && now.hexes().iter().any(held) {
        return None;
    }
    if now.formation == Formation::Square {
        return (!now.has(did::STEPPED)).then(|| sheets.value("movement", "square"));
    }
    (most + i64::from(now.spent) <= allowed(b, s, unit)).then_some(most)
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    for hex in b.ground.hexes() {
        for side in [Side(0), Side(1)] {
            let mut found = exerters(b, s, side, hex).to_vec();
            found.sort();
            tally.same("zone", &plain::zoners(b, s, side, hex), &found, || b.ground.label(hex).to_string());
        }
    }
    for unit in b.unit_ids().filter(|u| s.unit(*u).on_map()) {
        let now = s.unit(unit);
        let id = |dir: Dir| {
            let lies: Vec<String> = now.hexes().iter().map(|hex| b.ground.label(*hex).to_string()).collect();
            let lies = lies.join("+");
            format!("{} {lies} {} {:?} {:?} to {dir:?}", b.unit(unit).id, now.aim, now.formation, now.order)
        };
        tally.same("allowance", &allowed(b, s, unit), &i64::from(allowance(b, s, unit)), || id(Dir(0)));
        let alone = now.hexes().iter().all(|hex| s.units_in(*hex).len() == 1);
        let lines_up = now.formation == Formation::Line && now.hexes().len() > 1 && now.has(did::STEPPED);
        let forced = now.march != March::None;
        if !alone || lines_up || forced || now.formation == Formation::RoadMarch {
            continue;
        }
        for dir in Dir::ALL {
            let ahead = |from: &HexId| b.ground.neighbour(*from, dir);
            let free = |to: HexId| s.is_empty(to) || now.hexes().contains(&to);
            if !now.hexes().iter().filter_map(ahead).all(free) {
                continue;
            }
            let ours = step(b, s, sheets, unit, dir);
            let judged = may_go(b, s, unit, dir);
            let theirs = judged.as_ref().ok().map(|step| i64::from(step.cost));
            let kind = if ours.is_none() {
                "no step"
            } else if now.hexes().len() > 1 {
                "abreast"
            } else {
                "step"
            };
            tally.same(kind, &ours, &theirs, || format!("{}: {judged:?}", id(dir)));
        }
    }
}

#[test]
fn r18_steps_cost_and_zones_reach_as_the_text_says() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(&sheets, 150, |b, s| look(b, s, &sheets, &mut tally));
    tally.settle(&[
        ("zone", 10_000),
        ("allowance", 3000),
        ("step", 2000),
        ("abreast", 200),
        ("no step", 2000),
    ]);
}

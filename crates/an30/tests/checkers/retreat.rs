//! 13.2.2 to 13.2.4, 18.9: where a retreat may go on, and what lies on a shot path.

use std::collections::HashMap;

use an30::ch13_movement::involuntary::Retreat;
use an30::ch13_movement::route::{self, NextSteps};
use an30::ch18_artillery::ricochet;
use an30::core::state::{UnitId, did};
use an30::{Battle, State};
use ground::{Dir, HexId};
use table::dice::FastDice;

use super::sheets::Sheets;
use super::sight::Plan;
use super::{Tally, plain, positions, zones};

/// The hexes into which a unit may recoil: open to it, without enemies, further from the nearest enemy if there is one such.
fn open_steps(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, been: &[HexId]) -> Vec<HexId> {
    let enemy =
        |u: &UnitId| b.side(*u) != b.side(unit) && s.unit(*u).on_map() && !s.unit(*u).has(did::WRECKED);
    let enemies: Vec<HexId> = b.unit_ids().filter(enemy).flat_map(|u| s.unit(u).hexes().to_vec()).collect();
    let far = |hex: HexId| enemies.iter().map(|e| b.ground.distance(hex, *e)).min().unwrap_or(u16::MAX);
    let from = s.unit(unit).hex();
    let column = plain::column(b, s, unit);
    let may = |dir: &Dir| {
        let to = b.ground.neighbour(from, *dir)?;
        let held = s.units_in(to).iter().any(|u| b.side(*u) != b.side(unit));
        let open = zones::is_open_to(b, sheets, column, from, *dir) && !held && !been.contains(&to);
        open.then_some(to)
    };
    let mut found: Vec<HexId> = Dir::ALL.iter().filter_map(may).collect();
    if found.iter().any(|hex| far(*hex) > far(from)) {
        found.retain(|hex| far(*hex) > far(from));
    }
    found.sort_unstable();
    found
}

/// The hexes of a shot path beyond its target, with whether it runs along a hexside there: straight on to the range, into what stops it and no further,
/// not up a slope, over the hex behind a severe slope downhill (18.9.1 to 18.9.5).
fn shot_path(
    b: &Battle,
    sheets: &Sheets,
    plan: &Plan,
    (from, at): (HexId, HexId),
    range: u16,
) -> Vec<(HexId, bool)> {
    let stops = |hex: HexId| sheets.flag(b, hex, "ends_ricochet");
    if b.ground.distance(from, at) < 3 || stops(at) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut over = 0;
    let mut before = vec![at];
    for (hexes, along) in plan.beyond(b, from, at, range) {
        let crossed: Vec<(HexId, Dir)> = before
            .iter()
            .flat_map(|near| {
                hexes.iter().filter_map(|far| b.ground.dir_to(*near, *far).map(|dir| (*near, dir)))
            })
            .collect();
        for (near, dir) in crossed {
            let far = b.ground.neighbour(near, dir).expect("it is on the map");
            for row in sheets.hexsides(b, near, dir) {
                if row["ricochet"].as_str() == Some("ends_up") && b.ground.uphill(near, dir) {
                    return found;
                }
                if b.ground.uphill(far, dir.opposite()) {
                    over = over.max(i64::from(row["shadow"].as_bool() == Some(true)));
                }
            }
        }
        if over == 0 {
            found.extend(hexes.iter().map(|hex| (*hex, along)));
        }
        over = (over - 1).max(0);
        if hexes.iter().any(|hex| stops(*hex)) {
            return found;
        }
        before = hexes;
    }
    found
}

fn look(b: &Battle, s: &State, sheets: &Sheets, plan: &Plan, dice: &mut FastDice, tally: &mut Tally) {
    for unit in b.unit_ids().filter(|u| s.unit(*u).on_map() && s.unit(*u).hexes().len() == 1) {
        let from = s.unit(unit).hex();
        let been = [from, HexId(dice.below(b.ground.len() as u32) as u16)];
        let ours = open_steps(b, s, sheets, unit, &been);
        let mut theirs: Vec<HexId> = match route::next_steps(b, s, &[unit], &been, Retreat::Recoil(2)) {
            NextSteps::Open(steps) => steps.iter().filter_map(|step| step.to).collect(),
            NextSteps::Enough | NextSteps::Blocked => Vec::new(),
        };
        theirs.sort_unstable();
        let kind = if ours.is_empty() { "no step back" } else { "steps back" };
        tally.same(kind, &ours, &theirs, || format!("{} at {}", b.unit(unit).id, b.ground.label(from)));
    }
    for _ in 0..10 {
        let hex = |dice: &mut FastDice| HexId(dice.below(b.ground.len() as u32) as u16);
        let (from, at) = (hex(dice), hex(dice));
        let range = 3 + dice.below(10) as u16;
        if b.ground.distance(from, at) > range || from == at {
            continue;
        }
        let mut ours = shot_path(b, sheets, plan, (from, at), range);
        let bounds = ricochet::path(b, from, at, range);
        let mut theirs: Vec<(HexId, bool)> = bounds.iter().map(|bound| (bound.hex, bound.spine)).collect();
        ours.sort_unstable();
        theirs.sort_unstable();
        let kind = if ours.is_empty() { "no shot path" } else { "shot path" };
        tally.same(kind, &ours, &theirs, || {
            let names = |all: &[(HexId, bool)]| {
                all.iter()
                    .map(|(h, spine)| format!("{}{}", b.ground.label(*h), if *spine { "|" } else { "" }))
                    .collect::<Vec<_>>()
            };
            format!(
                "{} at {} to {range}: {:?} and {:?}",
                b.ground.label(from),
                b.ground.label(at),
                names(&ours),
                names(&theirs)
            )
        });
    }
}

#[test]
fn r13_2_r18_9_retreats_and_shot_paths_go_where_the_text_says() {
    let (sheets, mut tally, mut dice) = (Sheets::read(), Tally::default(), FastDice::new(13));
    let mut plans: HashMap<String, Plan> = HashMap::new();
    positions::all(80, |b, s| {
        let plan = plans.entry(b.id.clone()).or_insert_with(|| Plan::of(b));
        look(b, s, &sheets, plan, &mut dice, &mut tally);
    });
    tally.settle(&[("steps back", 2000), ("shot path", 1000), ("no shot path", 300)]);
}

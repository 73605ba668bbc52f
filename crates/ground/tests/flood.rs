//! The movement search.

use ground::{Dir, Flood, Ground, HexId, Search, Step};
use muster::Source;
use proptest::prelude::*;

fn clear(columns: u16, rows: u16) -> Ground {
    let text = format!("format = 1\ncolumns = {columns}\nrows = {rows}");
    Ground::read(&Source::new("clear", text)).expect("a good file")
}

#[test]
fn a_budget_reaches_a_circle_and_ties_are_fixed() {
    let ground = clear(9, 9);
    let centre = ground.hex("0505").unwrap();
    let mut flood = Flood::new();
    flood.flood(&ground, centre, 5, |_, _, _, _| Step::Enter(2));
    let mut reached: Vec<(HexId, u16)> = flood.reached().collect();
    assert_eq!(reached[0], (centre, 0));
    reached.sort();
    let circle: Vec<_> =
        ground.within(centre, 2).map(|hex| (hex, 2 * ground.distance(centre, hex))).collect();
    assert_eq!(reached, circle);
    let mut route = Vec::new();
    flood.route(ground.hex("0603").unwrap(), &mut route);
    let route: Vec<String> = route.iter().map(|&hex| ground.label(hex).to_string()).collect();
    assert_eq!(route, ["0505", "0504", "0603"], "by the first neighbour clockwise from N");
}

#[test]
fn a_move_that_stops_goes_round_by_another_route() {
    // 0202 can be entered cheaply from 0201, but the move ends there; dearer from 0102 it goes on to 0203.
    let ground = clear(2, 3);
    let hex = |name| ground.hex(name).unwrap();
    let mut flood = Flood::new();
    let step = |from: HexId, _, to: HexId, _| {
        let names = (ground.label(from).to_string(), ground.label(to).to_string());
        match (names.0.as_str(), names.1.as_str()) {
            ("0101", "0201") | ("0101", "0102") => Step::Enter(1),
            ("0201", "0202") => Step::EnterAndStop(1),
            ("0102", "0202") => Step::Enter(3),
            ("0202", "0203") => Step::Enter(1),
            _ => Step::No,
        }
    };
    flood.flood(&ground, hex("0101"), 9, step);
    assert_eq!(flood.cost(hex("0202")), Some(2));
    assert_eq!(flood.cost(hex("0203")), Some(5));
    assert_eq!(flood.cost(hex("0103")), None);
    let route = |end| flood.route_back(hex(end)).map(|hex| ground.label(hex).to_string()).collect::<Vec<_>>();
    assert_eq!(route("0202"), ["0202", "0201", "0101"]);
    assert_eq!(route("0203"), ["0203", "0202", "0102", "0101"]);
    assert!(route("0103").is_empty());
}

/// Any step's cost, the same whenever it is asked for.
fn step(seed: u64, from: HexId, dir: Dir) -> Step {
    let mixed =
        (seed ^ (u64::from(from.0) << 8 | u64::from(dir.0))).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    match mixed % 8 {
        0 => Step::No,
        1 | 2 => Step::EnterAndStop((mixed >> 8) as u16 % 5),
        _ => Step::Enter((mixed >> 8) as u16 % 6),
    }
}

/// The cheapest costs by going over all steps again and again, until nothing changes.
fn brute_force(ground: &Ground, start: HexId, budget: u16, seed: u64) -> Vec<Option<u16>> {
    let mut moving = vec![None; ground.len()];
    let mut best = vec![None; ground.len()];
    (moving[start.index()], best[start.index()]) = (Some(0), Some(0));
    let lower = |old: &mut Option<u16>, new: u16| {
        let better = new <= budget && old.is_none_or(|old| new < old);
        if better {
            *old = Some(new);
        }
        better
    };
    let mut changed = true;
    while changed {
        changed = false;
        for from in ground.hexes() {
            let Some(spent) = moving[from.index()] else { continue };
            for dir in Dir::ALL {
                let Some(to) = ground.neighbour(from, dir) else { continue };
                match step(seed, from, dir) {
                    Step::No => {}
                    Step::EnterAndStop(cost) => changed |= lower(&mut best[to.index()], spent + cost),
                    Step::Enter(cost) => {
                        changed |= lower(&mut best[to.index()], spent + cost);
                        changed |= lower(&mut moving[to.index()], spent + cost);
                    }
                }
            }
        }
    }
    best
}

proptest! {
    #[test]
    fn the_flood_finds_the_cheapest_routes(
        size in (1u16..9, 1u16..9), start: u16, budget in 0u16..25, seed: u64, other_seed: u64,
    ) {
        let ground = clear(size.0, size.1);
        let start = HexId(start % ground.len() as u16);
        let mut flood = Flood::new();
        // Something else first: a workspace that was used gives the same as a new one.
        flood.flood(&ground, start, 20, |from, dir, _, _| step(other_seed, from, dir));
        flood.flood(&ground, start, budget, |from, dir, _, _| step(seed, from, dir));
        let costs: Vec<Option<u16>> = ground.hexes().map(|hex| flood.cost(hex)).collect();
        prop_assert_eq!(&costs, &brute_force(&ground, start, budget, seed));
        let mut reached: Vec<HexId> = flood.reached().map(|(hex, _)| hex).collect();
        reached.sort();
        let with_cost: Vec<HexId> = ground.hexes().filter(|&hex| flood.cost(hex).is_some()).collect();
        prop_assert_eq!(reached, with_cost);
        let mut route = Vec::new();
        for (hex, cost) in flood.reached() {
            flood.route(hex, &mut route);
            prop_assert_eq!((route[0], route[route.len() - 1]), (start, hex));
            let mut spent = 0;
            for (i, pair) in route.windows(2).enumerate() {
                let dir = ground.dir_to(pair[0], pair[1]).expect("steps to neighbours");
                spent += match step(seed, pair[0], dir) {
                    Step::Enter(cost) => cost,
                    Step::EnterAndStop(cost) => { prop_assert_eq!(i + 2, route.len()); cost }
                    Step::No => { prop_assert!(false); 0 }
                };
            }
            prop_assert_eq!(spent, cost);
        }
    }
}

#[test]
fn a_search_goes_over_nodes_that_are_no_hexes() {
    // A line of ten nodes with a bridge from 2 to 7, on which the move ends.
    let mut search = Search::new();
    search.run(10, 0, 6, |node, spent, steps| {
        assert!(spent < 6 || node == 6, "{node} was reached for {spent}");
        steps.to((node + 1).min(9), if node < 9 { Step::Enter(1) } else { Step::No });
        if node == 2 {
            steps.to(7, Step::EnterAndStop(3));
        }
    });
    let reached: Vec<(u32, u16)> = search.reached().collect();
    assert_eq!(reached, [(0, 0), (1, 1), (2, 2), (3, 3), (7, 5), (4, 4), (5, 5), (6, 6)]);
    assert_eq!(search.route_back(7).collect::<Vec<_>>(), [7, 2, 1, 0]);
    assert_eq!((search.cost(8), search.route_back(8).count()), (None, 0));
}

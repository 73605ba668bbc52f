//! Markers, orders, commanders, reinforcements, rallying.

use jdg::core::battle::{Arm, Arrival, MarkerKind};
use jdg::core::state::{Chit, Condition, FormationId, LeaderId, OrderStatus, Phase, Renfort, UnitId, did};
use table::Point;

use super::Facts;
use super::case::Case;

fn kind<'c>(c: &'c Case<'_>) -> &'c MarkerKind {
    &c.b.markers[c.marker().i()].kind
}

fn present(c: &Case<'_>, formation: FormationId) -> bool {
    c.b.unit_ids().any(|u| c.b.units[u.i()].formation == formation && c.at(u).is_some())
}

fn group(c: &Case<'_>, unit: UnitId) -> Vec<UnitId> {
    let own = c.now(unit).group;
    let alike =
        |u: &UnitId| c.now(*u).group == own && c.b.units[u.i()].formation == c.b.units[unit.i()].formation;
    c.b.unit_ids().filter(|u| c.at(*u).is_some() && alike(u)).collect()
}

/// The commanders of a unit's side who reach a unit of its group, and their orders.
fn reaching(c: &Case<'_>, unit: UnitId) -> Vec<u8> {
    let units = group(c, unit);
    let own = c.b.leaders.iter().zip(&c.s.leaders).filter(|(card, _)| card.side == c.of(unit));
    own.filter(|(card, now)| units.iter().any(|&u| c.apart(now.hex, c.at(u)) <= card.range))
        .map(|(card, _)| card.orders)
        .collect()
}

fn order_status(c: &Case<'_>, unit: UnitId) -> Option<OrderStatus> {
    c.orders(unit)
}

fn place(c: &Case<'_>, leader: LeaderId) -> ground::HexId {
    c.s.leaders[leader.i()].hex
}

fn friends(c: &Case<'_>, leader: LeaderId, hex: ground::HexId) -> bool {
    c.here(hex).iter().any(|&u| c.of(u) == c.b.leaders[leader.i()].side)
}

/// Price of a ride over the ground alone.
fn ride(c: &Case<'_>, leader: LeaderId, to: ground::HexId) -> Option<u16> {
    let mut flood = ground::Flood::new();
    flood.flood(&c.b.ground, place(c, leader), 8000, |from, _, to, _| {
        c.step_cost(Arm::Cavalry, from, to, false).map_or(ground::Step::No, ground::Step::Enter)
    });
    flood.cost(to)
}

fn named(c: &Case<'_>) -> Vec<UnitId> {
    c.answer
        .points
        .iter()
        .filter_map(|p| if let Point::Unit(u) = p { Some(UnitId(*u as u8)) } else { None })
        .collect()
}

fn arrival<'c>(c: &'c Case<'_>, unit: UnitId) -> Option<&'c Arrival> {
    c.b.arrivals.iter().find(|a| a.units.contains(&unit))
}

fn waits(c: &Case<'_>, unit: UnitId) -> bool {
    !c.at(unit).is_some() && !c.is(unit, Condition::Eliminated)
}

const BUSY: u32 = did::MOVED
    | did::TURNED
    | did::FIRED
    | did::REPLIED
    | did::COMMITTED
    | did::EVADED
    | did::CHARGING
    | did::CHARGED
    | did::BALKED
    | did::RECALLED
    | did::BROKE
    | did::SQUARED;

pub const FACTS: Facts = &[
    ("marker.ordinary", |c| matches!(kind(c), MarkerKind::Ordinary(_))),
    ("marker.spent", |c| c.s.markers[c.marker().i()] == Chit::Spent),
    ("marker.placed", |c| !matches!(c.s.markers[c.marker().i()], Chit::Out | Chit::Spent)),
    (
        "marker.early",
        |c| matches!(kind(c), MarkerKind::Combined { from, .. } if c.s.clock.turn < *from && c.number("turn") == i32::from(*from) + 1),
    ),
    (
        "marker.nobody",
        |c| matches!(kind(c), MarkerKind::Combined { formations, .. } if formations.iter().all(|&f| !present(c, f))),
    ),
    ("marker.enemy", |c| c.b.markers[c.marker().i()].side != c.side),
    ("orders.reinforcement", |c| c.now(c.unit("unit")).renfort == Renfort::Marked),
    ("orders.already", |c| c.s.groups[c.now(c.unit("unit")).group.i()].received),
    ("orders.range", |c| {
        let unit = c.unit("unit");
        let far = group(c, unit).iter().map(|&u| c.apart(place(c, c.leader()), c.at(u))).min();
        reaching(c, unit).is_empty() && far.map(i32::from) == Some(c.number("distance"))
    }),
    ("orders.spent", |c| {
        let given = c.b.unit_ids().filter(|&u| c.of(u) == c.side && c.s.groups[u.i()].received).count();
        given >= reaching(c, c.unit("unit")).iter().map(|&n| usize::from(n)).sum()
    }),
    ("orders.represented", |c| {
        group(c, c.unit("unit")).first() == Some(&c.unit("first")) && c.unit("first") != c.unit("unit")
    }),
    ("open.enemy", |c| c.b.markers[c.marker().i()].side != c.side),
    ("open.combined", |c| matches!(kind(c), MarkerKind::Combined { .. })),
    (
        "open.out",
        |c| matches!(kind(c), MarkerKind::Ordinary(f) if !present(c, *f) || c.s.formations[f.i()].demoralized),
    ),
    ("open.off_map", |c| matches!(kind(c), MarkerKind::Ordinary(f) if !present(c, *f))),
    ("leader.not_active", |c| c.mover() != Some(c.b.leaders[c.leader().i()].side)),
    ("leader.absent", |c| !place(c, c.leader()).is_some()),
    ("leader.moved", |c| c.s.leaders[c.leader().i()].moved),
    ("leader.shut_in", |c| {
        let (leader, from) = (c.leader(), place(c, c.leader()));
        let side = c.b.leaders[leader.i()].side;
        c.b.ground.neighbours(from).into_iter().filter(|h| h.is_some()).all(|to| {
            c.step_cost(Arm::Cavalry, from, to, false).is_none_or(|cost| cost > 14)
                || c.held(side, to)
                || c.zoned(side, to) && !friends(c, leader, to)
        })
    }),
    ("leader.enemy_hex", |c| {
        c.of(c.unit("unit")) != c.side && c.answer.points.contains(&Point::Place(c.at(c.unit("unit")).0))
    }),
    ("leader.zone", |c| c.zoned(c.side, c.hex("hex")) && c.here(c.hex("hex")).is_empty()),
    ("leader.too_far", |c| ride(c, c.leader(), c.hex("hex")).is_some_and(|cost| cost > 14)),
    ("leader.no_way", |c| ride(c, c.leader(), c.hex("hex")).is_none()),
    ("leader.barred", |c| {
        let (from, to) = (place(c, c.leader()), c.hex("hex"));
        let near = |h: ground::HexId| c.apart(from, h) <= 14 && c.apart(h, to) <= 14;
        c.b.ground.hexes().any(|h| near(h) && (c.held(c.side, h) || c.zoned(c.side, h)))
    }),
    ("leader.hemmed", |c| {
        let (leader, from, to) = (c.leader(), place(c, c.leader()), c.hex("hex"));
        let open = |a, b| c.step_cost(Arm::Cavalry, a, b, false).is_some();
        let between = |mid: &ground::HexId| mid.is_some() && open(from, *mid) && open(*mid, to);
        let ways: Vec<_> = c.b.ground.neighbours(from).into_iter().filter(between).collect();
        let held = |mid: &ground::HexId| c.held(c.b.leaders[leader.i()].side, *mid);
        !open(from, to) && !ways.is_empty() && ways.iter().all(held)
    }),
    ("leader.alone", |c| !friends(c, c.leader(), place(c, c.leader()))),
    ("leader.goes_with", |c| {
        c.key == "leader.displace" && c.about.contains(&Point::Unit(c.unit("unit").0.into()))
    }),
    ("leader.there", |c| place(c, c.leader()) == c.hex("hex")),
    ("leader.closed", |c| {
        let (from, to) = (place(c, c.leader()), c.hex("hex"));
        let open = |a, b| c.step_cost(Arm::Cavalry, a, b, false).is_some();
        let around = |h| c.b.ground.neighbours(h).into_iter().filter(|n| n.is_some());
        match c.key {
            "leader.displace" => !open(from, to) && !around(from).any(|mid| open(from, mid) && open(mid, to)),
            _ => !around(to).any(|mid| open(mid, to)),
        }
    }),
    ("leader.one_or_two", |c| c.apart(place(c, c.leader()), c.hex("hex")) > 2),
    ("leader.reinforcement", |c| {
        matches!(c.now(c.unit("unit")).renfort, Renfort::Marked | Renfort::ThisTurn)
    }),
    ("leader.ordered", |c| order_status(c, c.unit("unit")) == Some(OrderStatus::Received)),
    ("leader.one_by_one", |c| {
        c.about.contains(&Point::Unit(c.unit("first").0.into()))
            && order_status(c, c.unit("unit")) == Some(OrderStatus::Open)
    }),
    ("leader.settled", |c| order_status(c, c.unit("unit")).is_some_and(|f| f != OrderStatus::Open)),
    ("rally.good_order", |c| c.is(c.unit("unit"), Condition::Good)),
    ("rally.tried", |c| c.did(c.unit("unit"), did::RALLIED)),
    ("rally.busy", |c| {
        let now = c.now(c.unit("unit"));
        now.did & BUSY != 0 || (now.hex, now.facing) != (now.stood, now.faced)
    }),
    ("rally.enemy", |c| c.enemies(c.of(c.unit("unit"))).any(|e| c.next(c.at(e), c.at(c.unit("unit"))))),
    ("rally.crowd", |c| {
        c.together(c.unit("unit"), c.unit("other"))
            && [c.unit("unit"), c.unit("other")].iter().all(|&u| c.is(u, Condition::Routed))
    }),
    ("rally.stack", |c| {
        let unit = c.unit("unit");
        let fighters: Vec<_> =
            c.here(c.at(unit)).into_iter().filter(|&u| c.arm(u) != Arm::Artillery).collect();
        let points = |&u: &UnitId| {
            let card = &c.b.units[u.i()];
            i32::from(if u == unit || c.is(u, Condition::Good) {
                card.front.strength
            } else {
                card.back.strength
            })
        };
        let sum: i32 = fighters.iter().map(points).sum();
        fighters.len() == 3 && sum > 6 && sum == c.number("sum")
    }),
    ("entry.none", |c| !waits(c, c.unit("unit"))),
    ("entry.early", |c| {
        arrival(c, c.unit("unit"))
            .is_some_and(|a| a.turn > c.s.clock.turn && i32::from(a.turn) + 1 == c.number("turn"))
    }),
    ("entry.combined", |c| matches!(kind(c), MarkerKind::Combined { brings_reinforcements: false, .. })),
    ("entry.opening", |c| c.s.markers[c.marker().i()] == Chit::Opening),
    ("entry.unlike", |c| {
        let units = named(c);
        units.iter().any(|&u| {
            c.arm(u) != c.arm(units[0])
                || arrival(c, u).map(|a| a.entry) != arrival(c, units[0]).map(|a| a.entry)
        })
    }),
    ("entry.near", |c| c.enemies(c.of(c.unit("unit"))).any(|e| c.apart(c.at(e), c.hex("hex")) <= 5)),
    ("entry.impassable", |c| c.ground(c.hex("hex")).half_mp(c.arm(c.unit("unit"))).is_none()),
    ("entry.too_dear", |c| {
        let unit = c.unit("unit");
        let cost = c.ground(c.hex("hex")).half_mp(c.arm(unit)).unwrap_or(4);
        let least = named(c).iter().map(|&u| c.shown(u)).min().unwrap_or(0);
        c.number("stack") * i32::from(cost) + 4 > i32::from(least)
    }),
    ("entry.enemy", |c| c.held(c.of(c.unit("unit")), c.hex("hex"))),
    ("entry.occupied", |c| !c.here(c.hex("hex")).is_empty()),
    ("entry.barred", |c| {
        let (hex, entry) = (c.hex("hex"), c.hex("entry"));
        c.b.arrivals
            .iter()
            .any(|a| a.entry == entry && c.apart(entry, hex) <= 1 && a.units.iter().any(|&u| waits(c, u)))
    }),
    ("entry.twice", |c| {
        let mut units = named(c);
        units.sort_unstable();
        units.windows(2).any(|pair| pair[0] == pair[1])
    }),
    ("entry.order", |c| c.unit("first") < c.unit("unit") && named(c).contains(&c.unit("first"))),
    ("release.unmarked", |c| {
        c.now(c.unit("unit")).renfort != Renfort::Marked || c.s.clock.phase != Phase::Orders
    }),
];

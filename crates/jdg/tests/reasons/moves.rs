//! Movement, facing, zones of control; squares and stacks.

use ground::Dir;
use jdg::core::battle::{Arm, Weather};
use jdg::core::state::{Condition, OrderStatus, Renfort, UnitId, did};
use jdg::core::verb;
use table::Point;

use super::Facts;
use super::case::Case;

/// The unit that the answer or the question is about.
fn mover(c: &Case<'_>) -> UnitId {
    let unit = |points: &[Point; 3]| {
        points.iter().find_map(|p| if let Point::Unit(u) = p { Some(UnitId(*u as u8)) } else { None })
    };
    unit(&c.answer.points).or(unit(&c.about)).expect("a unit moves")
}

/// Too far: more than is left, over the ground alone and with what zones and friends add.
fn too_far(c: &Case<'_>) -> bool {
    let unit = mover(c);
    let party: Vec<UnitId> = c.here(c.at(unit)).into_iter().filter(|&u| c.arm(u) == c.arm(unit)).collect();
    let party = if c.did(unit, did::MOVED) { vec![unit] } else { party };
    let least = c.route_cost(unit, &party, !c.did(unit, did::MOVED), c.hex("hex"));
    let left = c.number("left");
    c.number("need") >= left && least.is_none_or(|cost| i32::from(cost) > 2 * left)
}

const ARMS: [Arm; 3] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];

fn closed_sides(c: &Case<'_>, arm: Option<Arm>) -> bool {
    let (hex, arms) = (c.hex("hex"), arm.map_or(ARMS.to_vec(), |arm| vec![arm]));
    Dir::ALL.into_iter().any(|dir| {
        let rows: Vec<_> = c.b.ground.hexside(hex, dir).iter().map(|f| &c.b.charts.hexsides[f]).collect();
        arms.iter().all(|&arm| rows.iter().any(|row| row.half_mp(arm).is_none()))
    })
}

fn demoralized(c: &Case<'_>, unit: UnitId) -> bool {
    c.s.formations[c.b.units[unit.i()].formation.i()].demoralized
}

fn within_five(c: &Case<'_>, hex: ground::HexId) -> bool {
    within(c, hex, 5)
}

fn within(c: &Case<'_>, hex: ground::HexId, hexes: u16) -> bool {
    c.apart(c.at(c.unit("enemy")), hex) <= hexes && c.of(c.unit("enemy")) != c.of(c.unit("unit"))
}

/// A unit of the two has a condition, the other has not.
fn differ(c: &Case<'_>, has: impl Fn(UnitId) -> bool) -> bool {
    has(c.unit("unit")) != has(c.unit("other"))
}

fn facing_of(c: &Case<'_>) -> Option<jdg::Facing> {
    c.answer.facing().map(jdg::Facing)
}

pub const FACTS: Facts = &[
    ("move.already", |c| c.did(c.unit("unit"), did::MOVED | did::HALTED | did::CHARGING | did::TURNED)),
    ("move.already_there", |c| c.at(c.unit("unit")) == c.hex("hex")),
    ("move.balked", |c| c.did(c.unit("unit"), did::BALKED)),
    ("move.barred_hex", |c| c.ground(c.hex("hex")).half_mp(c.arm(c.unit("unit"))).is_none()),
    ("move.barred_side", |c| closed_sides(c, Some(c.arm(c.unit("unit"))))),
    ("move.impassable_hex", |c| ARMS.into_iter().all(|arm| c.ground(c.hex("hex")).half_mp(arm).is_none())),
    ("move.impassable_side", |c| closed_sides(c, None)),
    ("move.enemy", |c| c.held(c.of(c.unit("unit")), c.hex("hex"))),
    ("move.fired", |c| {
        c.did(c.unit("unit"), did::FIRED) && c.orders(c.unit("unit")) == Some(OrderStatus::NoOrders)
    }),
    ("move.go_or_halt", |c| c.key == "move.to" && c.about[0] == Point::Unit(c.unit("unit").0.into())),
    ("move.mixed_stack", |c| {
        c.together(c.unit("unit"), c.unit("other")) && differ(c, |u| c.arm(u) == c.arm(c.unit("unit")))
    }),
    ("move.night_contact", |c| {
        let unit = c.unit("unit");
        let shaken = c.here(c.at(unit)).iter().any(|&u| !c.is(u, Condition::Good));
        c.weather() == Weather::Night
            && shaken
            && c.enemies(c.of(unit)).any(|e| c.next(c.at(e), c.hex("hex")))
    }),
    ("move.no_stack", |c| {
        let unit = c.unit("unit");
        c.s.top(c.at(unit)) != Some(unit) || c.here(c.at(unit)).len() < 2
    }),
    ("move.no_step", |c| {
        let unit = c.unit("unit");
        let plain = |&to: &ground::HexId| {
            let near = c.enemies(c.of(unit)).any(|e| c.apart(c.at(e), to) <= 5);
            to.is_some()
                && c.here(to).is_empty()
                && !near
                && c.step_cost(c.arm(unit), c.at(unit), to, false).is_some_and(|cost| cost <= 2)
        };
        c.shown(unit) < 8 || c.now(unit).did != 0 || !c.b.ground.neighbours(c.at(unit)).iter().any(plain)
    }),
    ("move.no_way", |c| {
        let unit = c.unit("unit");
        let open = |h: &ground::HexId| {
            h.is_some() && *h == c.at(unit) && c.step_cost(c.arm(unit), *h, c.hex("hex"), true).is_some()
        };
        !c.b.ground.neighbours(c.hex("hex")).iter().any(open)
            || c.zoned(c.of(unit), c.at(unit))
            || c.zoned(c.of(unit), c.hex("hex"))
    }),
    ("move.not_next", |c| !c.next(c.at(c.unit("unit")), c.hex("hex"))),
    ("move.not_yours", |c| c.of(c.unit("unit")) != c.side),
    ("move.rally_only", |c| c.rally_only(c.unit("unit"))),
    ("move.routed", |c| c.is(c.unit("unit"), Condition::Routed)),
    ("move.square", |c| c.now(c.unit("unit")).square),
    ("move.square_in_way", |c| c.here(c.hex("hex")).iter().any(|&u| c.now(u).square)),
    ("move.scramble_disordered", |c| !c.is(c.unit("unit"), Condition::Good)),
    ("move.scramble_needless", |c| {
        c.legal.contains(&table::Answer::one(verb::GO, Point::Place(c.hex("hex").0)))
    }),
    ("move.too_far", |c| too_far(c)),
    ("move.too_far_fired", |c| too_far(c) && c.did(mover(c), did::FIRED)),
    ("move.too_far_reduced", |c| too_far(c) && c.orders(mover(c)) == Some(OrderStatus::NoOrders)),
    ("move.too_dear", |c| c.next(c.at(mover(c)), c.hex("hex")) && too_far(c)),
    ("move.name_first", |c| {
        c.key == "move.unit" && c.route_cost(c.unit("unit"), &[c.unit("unit")], true, c.hex("hex")).is_some()
    }),
    ("move.halt_to_turn", |c| c.key == "move.to" && c.answer.verb != verb::HALT),
    ("move.rough", |c| {
        let rough = |dir: Dir| {
            c.b.ground.hexside(c.hex("hex"), dir).iter().any(|f| c.b.charts.hexsides[f].disorders_foot)
        };
        c.arm(c.unit("unit")) == Arm::Infantry && Dir::ALL.into_iter().any(rough)
    }),
    ("move.closed", |c| {
        let unit = c.unit("unit");
        let from = c.b.ground.neighbours(c.hex("hex")).into_iter().filter(|&h| c.apart(h, c.at(unit)) <= 1);
        from.into_iter().any(|h| c.step_cost(c.arm(unit), h, c.hex("hex"), true).is_none())
    }),
    ("move.demoralized", |c| demoralized(c, c.unit("unit")) && c.zoned(c.of(c.unit("unit")), c.hex("hex"))),
    ("move.way_open", |c| {
        c.key == "move.to" && c.answer.points.iter().filter(|p| matches!(p, Point::Place(_))).count() > 1
    }),
    ("move.way_broken", |c| !c.next(c.hex("from"), c.hex("hex"))),
    ("march.disorder", |c| !c.is(c.unit("unit"), Condition::Good)),
    ("march.fired", |c| c.did(c.unit("unit"), did::FIRED)),
    ("march.status_lost", |c| {
        // The hex is the next after one within five of the enemy, or such a one itself.
        c.now(c.unit("unit")).renfort == Renfort::Marked && within(c, c.hex("hex"), 6)
    }),
    ("march.friends", |c| c.here(c.hex("hex")).iter().any(|&u| c.of(u) == c.of(c.unit("unit")))),
    ("march.near_enemy", |c| within_five(c, c.hex("hex"))),
    ("march.no_marker", |c| c.now(c.unit("unit")).renfort == Renfort::ThisTurn),
    ("march.no_orders", |c| c.orders(c.unit("unit")) != Some(OrderStatus::Received)),
    ("march.start_near_enemy", |c| c.at(c.unit("unit")) == c.hex("hex") && within_five(c, c.hex("hex"))),
    ("march.fog", |c| c.weather() == Weather::Fog),
    ("march.night", |c| c.weather() == Weather::Night),
    ("march.one_kind", |c| c.key == "move.to" && matches!(c.answer.verb, verb::MARCH | verb::MARCH_STACK)),
    ("zoc.artillery", |c| {
        let escort = c
            .here(c.hex("hex"))
            .iter()
            .any(|&u| c.of(u) == c.of(c.unit("unit")) && c.arm(u) != Arm::Artillery);
        c.arm(c.unit("unit")) == Arm::Artillery && c.zone(c.unit("enemy"), c.hex("hex")) && !escort
    }),
    ("zoc.demoralized", |c| demoralized(c, c.unit("unit")) && c.zone(c.unit("enemy"), c.hex("hex"))),
    ("zoc.front", |c| {
        let enemy = c.unit("enemy");
        c.zone(enemy, c.hex("hex"))
            && c.fronts(enemy).contains(&c.hex("hex"))
            && c.zoned(c.of(c.unit("unit")), c.at(c.unit("unit")))
    }),
    ("zoc.same_enemy", |c| {
        let (enemy, now) = (c.unit("enemy"), c.now(c.unit("unit")));
        c.zone(enemy, c.hex("hex")) && (c.zone(enemy, now.hex) || c.zone(enemy, now.stood))
    }),
    ("zoc.stop", |c| {
        let (side, around) = (c.of(c.unit("unit")), c.b.ground.neighbours(c.hex("hex")));
        c.zoned(side, c.at(c.unit("unit"))) || around.into_iter().any(|h| h.is_some() && c.zoned(side, h))
    }),
    ("facing.already", |c| Some(c.now(c.unit("unit")).facing.0) == c.facing()),
    ("facing.first", |c| {
        c.together(c.unit("unit"), c.unit("first"))
            && (c.arm(c.unit("unit")) == Arm::Artillery) == (c.arm(c.unit("first")) == Arm::Artillery)
    }),
    ("facing.partner", |c| {
        let (unit, partner) = (c.unit("unit"), c.unit("partner"));
        c.together(unit, partner)
            && (c.arm(unit) == Arm::Artillery) == (c.arm(partner) == Arm::Artillery)
            && facing_of(c) != Some(c.now(partner).facing)
            || c.together(unit, partner)
                && c.did(partner, did::MOVED | did::TURNED | did::HALTED | did::CHARGING)
    }),
    ("facing.zone", |c| {
        let (unit, now) = (c.unit("unit"), c.now(c.unit("unit")));
        let steps = c.facing().map_or(0, |f| now.facing.steps_to(jdg::Facing(f)).0);
        c.zoned(c.of(unit), now.hex) && steps + u8::from(now.did & did::TURNED != 0) > 1
    }),
];

pub const STANDING: Facts = &[
    ("square.already", |c| c.now(c.unit("unit")).square),
    ("square.battery_alone", |c| {
        c.arm(c.unit("unit")) == Arm::Artillery
            && !c.here(c.at(c.unit("unit"))).iter().any(|&u| c.arm(u) == Arm::Infantry)
    }),
    ("square.cannot_pay", |c| {
        // A battery that has fired moves half as far, and without orders not at all (2.4.2, 7.3).
        let fired = c.now(c.unit("unit")).did & did::FIRED != 0;
        let still = fired && c.orders(c.unit("unit")) != Some(OrderStatus::Received);
        still || c.shown(c.unit("unit")) < if fired { 16 } else { 8 }
    }),
    ("square.cavalry", |c| c.arm(c.unit("unit")) == Arm::Cavalry),
    ("square.disorder", |c| !c.is(c.unit("unit"), Condition::Good)),
    ("square.just_formed", |c| {
        c.now(c.unit("unit")).square && c.did(c.unit("unit"), did::HALTED | did::MOVED)
    }),
    ("square.moved", |c| c.did(c.unit("unit"), did::MOVED | did::SQUARED)),
    ("square.not_in", |c| !c.now(c.unit("unit")).square),
    ("square.terrain", |c| c.at(c.unit("unit")) == c.hex("hex") && !c.ground(c.hex("hex")).square),
    ("square.whole_hex", |c| c.together(c.unit("unit"), c.unit("top"))),
    ("stack.formation", |c| {
        let formation = |u: UnitId| c.b.units[u.i()].formation;
        formation(c.unit("unit")) != formation(c.unit("other"))
            && [c.unit("unit"), c.unit("other")].iter().all(|&u| c.arm(u) != Arm::Artillery)
    }),
    ("stack.guns", |c| {
        let batteries = |u: &&UnitId| c.arm(**u) == Arm::Artillery;
        c.here(c.hex("hex")).iter().chain([&c.unit("unit")]).any(|u| batteries(&u))
    }),
    ("stack.infantry_cavalry", |c| {
        let arms = [c.arm(c.unit("unit")), c.arm(c.unit("other"))];
        arms.contains(&Arm::Infantry) && arms.contains(&Arm::Cavalry)
    }),
    ("stack.into_square", |c| c.now(c.unit("other")).square && c.at(c.unit("other")) == c.hex("hex")),
    ("stack.limit", |c| {
        let there = c.here(c.hex("hex"));
        let comes = c
            .answer
            .points
            .iter()
            .filter(|p| matches!(p, Point::Unit(_)))
            .count()
            .max(c.here(c.at(c.unit("unit"))).len());
        comes + there.iter().filter(|&&u| c.arm(u) != Arm::Artillery && u != c.unit("unit")).count() >= 2
    }),
    ("stack.routed", |c| differ(c, |u| c.is(u, Condition::Routed))),
    ("stack.elsewhere", |c| c.at(c.unit("unit")) != c.hex("hex")),
    ("stack.on_top", |c| {
        let guns = c.arm(c.unit("unit")) == Arm::Artillery;
        c.s.stack(c.hex("hex")).find(|&u| (c.arm(u) == Arm::Artillery) == guns) == Some(c.unit("unit"))
    }),
    ("stack.order", |c| c.key == "stack.order" && c.about[0] == Point::Place(c.hex("hex").0)),
];

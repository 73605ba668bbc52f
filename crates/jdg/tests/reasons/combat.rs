//! Fire, sight, shock, refusal; charges and what follows from a combat.

use std::cmp::Ordering;

use ground::{Dir, Edge, HexId};
use jdg::Facing;
use jdg::core::battle::{Arm, RoutGoal, Weather};
use jdg::core::charts::HexsideSight;
use jdg::core::state::{Condition, Segment, UnitId, did};
use jdg::core::verb;
use table::Point;

use super::Facts;
use super::case::Case;

/// Batteries of one formation in one hex.
fn paired(c: &Case<'_>, one: UnitId, other: UnitId) -> bool {
    let formation = |u: UnitId| c.b.units[u.i()].formation;
    c.together(one, other)
        && [one, other].iter().all(|&u| c.arm(u) == Arm::Artillery)
        && formation(one) == formation(other)
}

/// The one place that an answer names.
fn place(c: &Case<'_>) -> HexId {
    c.line().1
}

fn beyond(c: &Case<'_>, weather: Weather) -> bool {
    let (from, to) = c.line();
    c.weather() == weather && c.apart(from, to) > 1
}

/// An obstacle in the line's way, or next to where it runs along a hexside.
fn between(c: &Case<'_>, hex: HexId) -> bool {
    let (from, to) = c.line();
    c.apart(from, hex) < c.apart(from, to)
        && c.apart(hex, to) < c.apart(from, to)
        && c.beside_line(from, to, hex) < 1.0
}

fn obstructs(c: &Case<'_>, hex: HexId) -> bool {
    !c.here(hex).is_empty() || c.ground(hex).blocks_los
}

fn blocking_hexside(c: &Case<'_>) -> bool {
    let (one, other) = (c.hex("hex"), c.hex("beyond"));
    let dir = c.dir(one, other);
    dir.is_some_and(|dir| {
        c.b.ground.hexside(one, dir).iter().any(|f| c.b.charts.hexsides[f].los != HexsideSight::Open)
    })
}

/// Those of the other side who strike a hex.
fn strikers(c: &Case<'_>, side: table::Side, hex: HexId) -> Vec<UnitId> {
    c.enemies(side).filter(|&u| c.strikes(u, hex)).collect()
}

/// Cavalry of that weight that attacks a unit, or is committed to the fight that goes on.
fn horse(c: &Case<'_>, unit: UnitId, heavy: bool) -> bool {
    let weight = |u: &UnitId| c.arm(*u) == Arm::Cavalry && c.b.units[u.i()].heavy == heavy;
    let known = strikers(c, c.of(unit), c.at(unit));
    let committed = c.enemies(c.of(unit)).any(|u| weight(&u) && c.did(u, did::BROKE | did::COMMITTED));
    committed || known.iter().any(weight)
}

fn open_hex(c: &Case<'_>, unit: UnitId, hex: HexId) -> bool {
    c.step_cost(c.arm(unit), c.at(unit), hex, true).is_some()
}

/// The ground's least cost for a charge, and what a charge has: half the allowance, rounded up.
fn reach(c: &Case<'_>, unit: UnitId, target: HexId) -> (Option<u16>, u16) {
    let ends = c.b.ground.neighbours(target).into_iter().filter(|h| h.is_some() && *h != c.at(unit));
    let least = ends.filter_map(|hex| c.route_cost(unit, &[unit], true, hex)).min();
    (least, (c.shown(unit) / 2).div_ceil(2) * 2)
}

fn steps(c: &Case<'_>, unit: UnitId) -> u8 {
    c.answer.facing().map_or(0, |f| c.now(unit).facing.steps_to(Facing(f)).0)
}

/// Bearing of a hex on the goal of a routed unit, next to where it stands: nearer, beside, or farther off (10.4).
fn runs(c: &Case<'_>) -> Ordering {
    let (from, to) = (c.at(c.unit("unit")), c.hex("hex"));
    let (column, row) = (
        |hex| c.b.ground.column(hex),
        |hex| 2 * c.b.ground.row(hex) + u16::from(c.b.ground.column(hex).is_multiple_of(2)),
    );
    match c.b.sides[c.of(c.unit("unit")).index()].rout {
        RoutGoal::Edge(Edge::N) => row(to).cmp(&row(from)),
        RoutGoal::Edge(Edge::S) => row(from).cmp(&row(to)),
        RoutGoal::Edge(Edge::W) => column(to).cmp(&column(from)),
        RoutGoal::Edge(Edge::E) => column(from).cmp(&column(to)),
        RoutGoal::Hex(goal) => c.apart(to, goal).cmp(&c.apart(from, goal)),
    }
}

fn about_hex(c: &Case<'_>) -> Option<HexId> {
    c.about.iter().find_map(|p| if let Point::Place(h) = p { Some(HexId(*h)) } else { None })
}

fn about_unit(c: &Case<'_>) -> Option<UnitId> {
    c.about.iter().find_map(|p| if let Point::Unit(u) = p { Some(UnitId(*u as u8)) } else { None })
}

pub const FACTS: Facts = &[
    ("fire.no_battery", |c| c.arm(c.unit("unit")) != Arm::Artillery),
    ("fire.rally_only", |c| c.rally_only(c.unit("unit"))),
    ("fire.fired", |c| c.did(c.unit("unit"), did::FIRED)),
    ("fire.disordered", |c| c.is(c.unit("unit"), Condition::Disordered)),
    ("fire.routed", |c| c.is(c.unit("unit"), Condition::Routed)),
    ("fire.no_target", |c| !c.held(c.of(c.unit("unit")), c.hex("hex"))),
    ("fire.range", |c| {
        let most = c.b.units[c.unit("unit").i()].range.1;
        i32::from(most) == c.number("range") && c.apart(c.at(c.unit("unit")), c.hex("hex")) > most
    }),
    ("fire.cone", |c| {
        let now = c.now(c.unit("unit"));
        let facing = c
            .answer
            .facing()
            .filter(|_| c.key == "fire.battery" || matches!(c.answer.verb, verb::FIRE | verb::COMBINE))
            .map_or(now.facing, Facing);
        !c.b.ground.in_cone(now.hex, facing, c.hex("hex")) && c.fronts(c.unit("unit")).len() < 6
    }),
    ("fire.fog", |c| beyond(c, Weather::Fog)),
    ("fire.night", |c| beyond(c, Weather::Night)),
    ("fire.adjacent", |c| {
        let (unit, enemy) = (c.unit("unit"), c.unit("enemy"));
        let dir = c.dir(c.at(unit), c.at(enemy));
        let fronts = |f: Facing| dir.is_some_and(|dir| f.fronts().contains(&dir));
        let turned = c.answer.facing().is_some_and(|f| fronts(Facing(f)));
        c.of(enemy) != c.of(unit) && dir.is_some() && (turned || c.fronts(unit).contains(&c.at(enemy)))
    }),
    ("fire.turn_one", |c| steps(c, c.unit("unit")) > 1),
    ("fire.turned", |c| c.did(c.unit("unit"), did::TURNED)),
    ("fire.turn_neighbour", |c| c.arm(c.unit("unit")) == Arm::Artillery && !c.active(c.unit("unit"))),
    ("fire.no_partner", |c| !c.here(c.at(c.unit("unit"))).iter().any(|&u| paired(c, c.unit("unit"), u))),
    ("fire.replied", |c| c.did(c.unit("unit"), did::REPLIED)),
    ("fire.not_struck", |c| {
        Some(place(c)) != about_hex(c)
            || c.at(c.unit("unit")) != c.at(about_unit(c).expect("a battery is asked"))
    }),
    ("fire.not_front", |c| !c.fronts(c.unit("unit")).contains(&c.hex("hex"))),
    ("fire.reacts_alone", |c| c.key == "react.fire" && c.answer.verb == verb::COMBINE),
    ("fire.not_attacking", |c| !c.here(c.hex("hex")).iter().any(|&u| c.strikes(u, c.at(c.unit("unit"))))),
    ("fire.not_attacked", |c| {
        strikers(c, c.of(c.unit("unit")), c.at(c.unit("unit"))).is_empty()
            || c.at(c.unit("unit")) != c.at(about_unit(c).expect("a battery is asked"))
    }),
    ("fire.top_or_under", |c| c.key == "fire.under" && c.at(c.unit("top")) == c.at(c.unit("under"))),
    ("fire.replies_alone", |c| c.key == "fire.reply" && c.answer.verb == verb::COMBINE),
    ("fire.reply_without_turn", |c| c.key == "fire.reply" && c.answer.facing().is_some()),
    ("fire.faces_so", |c| c.answer.facing().is_some() && steps(c, c.unit("unit")) == 0),
    ("fire.other_leads", |c| paired(c, c.unit("unit"), c.unit("other"))),
    ("sight.close", |c| {
        let (from, to) = c.line();
        let dir = c.dir(from, to);
        dir.is_some_and(|dir| {
            c.b.ground.hexside(from, dir).iter().any(|f| !c.b.charts.hexsides[f].point_blank)
        })
    }),
    ("sight.higher", |c| {
        let (level, (from, to)) = (|hex| c.b.ground.level(hex), c.line());
        between(c, c.hex("hex")) && level(c.hex("hex")) > level(from).max(level(to))
    }),
    ("sight.hex", |c| between(c, c.hex("hex")) && obstructs(c, c.hex("hex"))),
    ("sight.side", |c| blocking_hexside(c)),
    ("sight.along", |c| blocking_hexside(c)),
    ("sight.between", |c| {
        obstructs(c, c.hex("hex"))
            || Dir::ALL.into_iter().any(|d| !c.b.ground.hexside(c.hex("hex"), d).is_empty())
            || c.b.ground.level(c.hex("hex")) > 0
    }),
    ("sight.far_from_height", |c| {
        let (from, to) = c.line();
        c.b.ground.level(from).max(c.b.ground.level(to)) > c.b.ground.level(c.hex("hex")).min(1)
    }),
    ("shock.artillery", |c| c.arm(c.unit("unit")) == Arm::Artillery),
    ("shock.disordered", |c| c.is(c.unit("unit"), Condition::Disordered)),
    ("shock.routed", |c| c.is(c.unit("unit"), Condition::Routed)),
    ("shock.square", |c| c.now(c.unit("unit")).square),
    ("shock.rally_only", |c| c.rally_only(c.unit("unit"))),
    ("shock.charging", |c| c.did(c.unit("unit"), did::CHARGING)),
    ("shock.balked", |c| c.did(c.unit("unit"), did::BALKED | did::RECALLED)),
    ("shock.not_adjacent", |c| !c.next(c.at(c.unit("unit")), c.hex("hex"))),
    ("shock.no_enemy", |c| !c.held(c.of(c.unit("unit")), c.hex("hex"))),
    ("shock.not_in_front", |c| {
        !c.fronts(c.unit("unit")).contains(&c.hex("hex"))
            || c.key == "pursue.who"
            || c.key == "countershock.offer"
    }),
    ("shock.once", |c| c.here(c.hex("hex")).iter().all(|&u| c.did(u, did::ATTACKED))),
    ("shock.cannot_enter", |c| !open_hex(c, c.unit("unit"), c.hex("hex"))),
    ("shock.face_target", |c| c.key == "advance.facing" && c.in_step(Segment::Combat)),
    ("shock.companion_balked", |c| {
        c.together(c.unit("unit"), c.unit("other")) && c.did(c.unit("other"), did::BALKED | did::RECALLED)
    }),
    ("charge.companion", |c| {
        !c.together(c.unit("unit"), c.unit("other"))
            && c.is(c.unit("other"), Condition::Good)
            && c.at(c.unit("other")) == c.hex("hex")
    }),
    ("shock.companion_charges", |c| {
        c.together(c.unit("unit"), c.unit("charger")) && c.did(c.unit("charger"), did::CHARGING)
    }),
    ("shock.not_top", |c| c.together(c.unit("unit"), c.unit("top"))),
    ("shock.announced_before", |c| c.strikes(c.unit("unit"), c.hex("hex")) || c.key == "countershock.target"),
    ("shock.neglected", |c| {
        // A charge is no shock.
        let shocks = |u| c.of(u) == c.side && !c.did(u, did::CHARGING) && c.strikes(u, c.hex("hex"));
        !c.b.unit_ids().any(shocks)
            && c.held(c.side, c.hex("hex"))
            && !c.now(c.unit("unit")).aims.is_empty()
            && c.fronts(c.unit("unit")).contains(&c.hex("hex"))
    }),
    ("shock.part_of", |c| {
        c.held(c.side, c.hex("hex")) && c.held(c.side, c.hex("with")) && c.hex("hex") != c.hex("with")
    }),
    ("shock.one_combat", |c| {
        c.legal.contains(&table::Answer::one(verb::RESOLVE, Point::Place(c.hex("hex").0)))
    }),
    ("shock.which", |c| c.legal.iter().filter(|a| a.points[0] == Point::Place(c.hex("hex").0)).count() > 1),
    ("shock.apart", |c| {
        c.strikes(c.unit("other"), c.hex("hex")) && !c.next(c.at(c.unit("other")), c.at(c.unit("unit")))
    }),
    ("shock.no_base", |c| !c.legal.iter().any(|a| a.points == c.answer.points)),
    ("shock.not_announced", |c| {
        !c.b.unit_ids().any(|u| {
            c.of(u) == c.side
                && c.strikes(u, c.hex("hex"))
                && c.held(c.side, c.hex("hex"))
                && c.is(u, Condition::Good)
        }) || c.legal.iter().all(|a| a.points[0] != Point::Place(c.hex("hex").0))
    }),
    ("refuse.not_cavalry", |c| c.arm(c.unit("unit")) != Arm::Cavalry),
    ("refuse.routed", |c| c.now(c.unit("unit")).condition >= Condition::Routed),
    ("refuse.once", |c| c.did(c.unit("unit"), did::EVADED)),
    ("refuse.charge", |c| {
        c.enemies(c.of(c.unit("unit")))
            .any(|u| c.did(u, did::CHARGING | did::CHARGED) && c.arm(u) == Arm::Cavalry)
    }),
    ("refuse.light_cavalry", |c| horse(c, c.unit("unit"), false)),
    ("refuse.heavy", |c| c.b.units[c.unit("unit").i()].heavy && horse(c, c.unit("unit"), true)),
    ("refuse.nowhere", |c| {
        let unit = c.unit("unit");
        let free = |h: &HexId| {
            h.is_some() && c.here(*h).is_empty() && c.enemies(c.of(unit)).all(|e| c.apart(c.at(e), *h) > 1)
        };
        let open = |h: &HexId| c.step_cost(Arm::Cavalry, c.at(unit), *h, false).is_some_and(|cost| cost <= 2);
        !c.b.ground.neighbours(c.at(unit)).iter().any(|h| free(h) && open(h)) || c.shown(unit) < 6
    }),
    ("refuse.same_zone", |c| {
        c.zone(c.unit("enemy"), c.at(c.unit("unit"))) && c.zone(c.unit("enemy"), c.hex("hex"))
    }),
    ("refuse.stops", |c| c.zoned(c.of(c.unit("unit")), c.hex("hex"))),
    ("refuse.too_far", |c| {
        c.route_cost(c.unit("unit"), &[c.unit("unit")], true, c.hex("hex"))
            .is_none_or(|cost| cost > c.shown(c.unit("unit")))
    }),
    ("refuse.too_near", |c| {
        c.enemies(c.of(c.unit("unit")))
            .any(|e| c.next(c.at(e), c.at(c.unit("unit"))) && c.apart(c.at(e), c.hex("hex")) <= 2)
    }),
    ("refuse.one_or_two", |c| !matches!(c.apart(c.at(c.unit("unit")), c.hex("hex")), 1 | 2)),
    ("refuse.other", |c| about_unit(c) == Some(c.unit("unit")) && c.unit("named") != c.unit("unit")),
];

pub const FOLLOWING: Facts = &[
    ("charge.not_cavalry", |c| c.arm(c.unit("unit")) != Arm::Cavalry),
    ("charge.night", |c| c.weather() == Weather::Night),
    ("charge.fog", |c| c.weather() == Weather::Fog),
    ("charge.disordered", |c| c.is(c.unit("unit"), Condition::Disordered)),
    ("charge.routed", |c| c.now(c.unit("unit")).condition >= Condition::Routed),
    ("charge.rally_only", |c| c.rally_only(c.unit("unit"))),
    ("charge.spent", |c| {
        c.did(
            c.unit("unit"),
            did::MOVED | did::TURNED | did::HALTED | did::COMMITTED | did::BALKED | did::CHARGING,
        )
    }),
    ("charge.start_terrain", |c| !c.ground(c.at(c.unit("unit"))).charge),
    ("charge.terrain", |c| !c.ground(c.hex("hex")).charge),
    ("charge.hexside", |c| {
        Dir::ALL.into_iter().any(|dir| c.hexside_rows(c.hex("hex"), dir).iter().any(|row| !row.charge))
    }),
    ("charge.no_enemy", |c| !c.held(c.of(c.unit("unit")), c.hex("hex"))),
    ("charge.target_terrain", |c| !c.ground(c.hex("hex")).charge),
    ("charge.not_in_front", |c| {
        !c.b.ground.in_cone(c.at(c.unit("unit")), c.now(c.unit("unit")).facing, c.hex("hex"))
    }),
    ("charge.no_stack", |c| {
        let unit = c.unit("unit");
        c.here(c.at(unit)).len() < 2
            || c.s.top(c.at(unit)) != Some(unit)
            || c.here(c.at(unit))
                .iter()
                .any(|&u| !c.is(u, Condition::Good) || c.now(u).did != 0 || !c.active(u))
    }),
    ("charge.out_of_reach", |c| {
        let (least, half) = reach(c, c.unit("unit"), c.hex("hex"));
        2 * c.number("need") > i32::from(half)
            && least.is_some_and(|cost| cost > half || c.answer.verb == verb::CHARGE_STACK)
    }),
    ("charge.no_way", |c| {
        let (least, half) = reach(c, c.unit("unit"), c.hex("hex"));
        least.is_none_or(|cost| cost <= half)
    }),
    ("charge.end_out_of_reach", |c| {
        let unit = c.unit("unit");
        let (_, half) = reach(c, unit, c.hex("hex"));
        i32::from(half) >= 2 * c.number("points")
            && c.route_cost(unit, &[unit], true, c.hex("hex"))
                .is_none_or(|cost| i32::from(cost) > 2 * c.number("points"))
    }),
    ("charge.end_not_beside", |c| !c.next(c.hex("hex"), c.hex("target"))),
    ("charge.must_move", |c| c.hex("hex") == c.at(c.unit("unit"))),
    ("charge.friendly_guns", |c| {
        c.here(c.hex("hex")).iter().any(|&u| c.of(u) == c.side && c.arm(u) == Arm::Artillery)
    }),
    ("charge.end_facing", |c| {
        c.zoned(c.side, c.at(c.unit("unit")))
            || c.here(c.hex("hex")).iter().any(|&u| c.arm(u) != Arm::Artillery)
    }),
    ("charge.faces_target", |c| {
        let dir = c.dir(c.at(c.unit("unit")), c.hex("hex"));
        !dir.zip(c.answer.facing()).is_some_and(|(dir, f)| Facing(f).fronts().contains(&dir))
    }),
    ("charge.keeps_facing", |c| c.key == "charge.facing" && c.did(c.unit("unit"), did::MOVED)),
    ("advance.artillery", |c| c.arm(c.unit("unit")) == Arm::Artillery),
    ("advance.not_attacking", |c| !c.legal.iter().any(|a| a.unit() == Some(c.unit("unit").0.into()))),
    ("advance.not_first", |c| {
        !c.legal.iter().any(|a| {
            a.verb == c.answer.verb
                && a.unit() == Some(c.unit("unit").0.into())
                && a.place() == c.answer.place()
        })
    }),
    ("advance.must", |c| c.key == "advance.who" && !c.legal.iter().any(|a| a.verb == verb::PASS)),
    ("advance.one_vertex", |c| {
        c.key == "advance.facing" && !c.legal.iter().any(|a| a.facing() == c.answer.facing())
    }),
    ("advance.other_target", |c| {
        !c.next(c.at(c.unit("unit")), c.hex("hex")) || c.here(c.hex("hex")).is_empty()
    }),
    ("advance.shaken", |c| {
        let now = c.now(c.unit("unit"));
        now.condition != Condition::Good
            || now.square
            || now.did & (did::BALKED | did::MOVED) != 0
            || !now.hex.is_some()
            // It recoiled from where it attacked, in good order.
            || !c.next(c.at(c.unit("unit")), c.hex("hex"))
    }),
    ("advance.not_vacated", |c| {
        !c.here(c.hex("hex")).is_empty() || !c.legal.iter().any(|a| a.place() == Some(c.hex("hex").0))
    }),
    ("advance.guns_only", |c| c.here(c.hex("hex")).is_empty()),
    ("advance.no_turn", |c| {
        matches!(c.key, "breakthrough.offer" | "countershock.target")
            && c.about[0] == Point::Unit(c.unit("unit").0.into())
    }),
    ("counter.not_attacked", |c| !c.legal.iter().any(|a| a.unit() == Some(c.unit("unit").0.into()))),
    ("counter.shaken", |c| {
        let now = c.now(c.unit("unit"));
        now.condition != Condition::Good || now.square || now.did & did::BALKED != 0
    }),
    ("counter.once", |c| c.did(c.unit("unit"), did::BROKE)),
    ("counter.nobody_there", |c| {
        let now = c.now(c.unit("unit"));
        let ahead = now.facing.fronts().into_iter().filter_map(|dir| c.b.ground.neighbour(c.hex("hex"), dir));
        c.here(c.hex("hex")).is_empty()
            && !ahead.into_iter().any(|h| {
                c.held(c.side, h) && c.step_cost(c.arm(c.unit("unit")), c.hex("hex"), h, true).is_some()
            })
    }),
    ("countershock.must", |c| {
        matches!(c.key, "countershock.target") && about_unit(c) == Some(c.unit("unit"))
    }),
    ("pursue.must", |c| c.key == "pursue.who" && !c.legal.iter().any(|a| a.verb == verb::PASS)),
    ("pursue.not_first", |c| {
        !c.legal.iter().any(|a| a.unit() == Some(c.unit("unit").0.into()) && a.verb == c.answer.verb)
    }),
    ("pursue.did_not_charge", |c| !c.did(c.unit("unit"), did::CHARGING)),
    ("pursue.cannot", |c| !c.legal.iter().any(|a| a.unit() == Some(c.unit("unit").0.into()))),
    ("pursue.no_stack", |c| {
        c.answer.verb == verb::PURSUE_STACK
            && !c
                .legal
                .iter()
                .any(|a| a.verb == verb::PURSUE_STACK && a.unit() == Some(c.unit("unit").0.into()))
    }),
    ("pursue.whole_stack", |c| {
        c.here(c.at(c.unit("unit"))).len() > 1 && c.legal.iter().any(|a| a.verb == verb::PURSUE_STACK)
    }),
    ("pursue.not_driven", |c| {
        !c.legal.contains(&table::Answer::one(verb::CHOOSE, Point::Unit(c.unit("unit").0.into())))
    }),
    ("pursue.stood", |c| !c.here(c.hex("hex")).is_empty()),
    ("pursue.not_from_there", |c| c.here(c.hex("hex")).is_empty()),
    ("pursue.not_allowed", |c| !c.did(c.unit("unit"), did::COUNTERCHARGED) && c.key != "countershock.offer"),
    ("pursue.nobody_left", |c| c.key == "countershock.offer" || c.key == "pursue.who"),
    ("recall.front", |c| c.enemies(c.side).any(|e| c.fronts(e).contains(&c.hex("hex")))),
    ("recoil.one_hex", |c| !c.next(c.at(c.unit("unit")), c.hex("hex"))),
    ("recoil.attacker", |c| {
        c.apart(c.at(c.unit("enemy")), c.hex("hex")) <= c.apart(c.at(c.unit("enemy")), c.at(c.unit("unit")))
    }),
    ("recoil.origin", |c| c.next(c.at(c.unit("unit")), c.hex("hex"))),
    ("recoil.enemy", |c| c.held(c.of(c.unit("unit")), c.hex("hex"))),
    ("recoil.castle", |c| c.ground(c.hex("hex")).recoil_needs_mp == Some(true)),
    ("recoil.elimination", |c| {
        let unit = c.unit("unit");
        c.next(c.at(unit), c.hex("hex"))
            && !c.held(c.of(unit), c.hex("hex"))
            && c.legal.iter().any(|a| a.place().is_some())
    }),
    ("recoil.crowded", |c| {
        c.is(c.unit("unit"), Condition::Routed)
            && c.b.unit_ids().filter(|&u| c.is(u, Condition::Routed)).count() > 1
    }),
    ("rout.one_hex", |c| !c.next(c.at(c.unit("unit")), c.hex("hex"))),
    ("rout.map_edge", |c| c.key == "withdraw.to"),
    ("rout.aside", |c| runs(c) != Ordering::Greater),
    ("rout.direction", |c| runs(c) == Ordering::Greater),
    ("rout.front", |c| c.zone_in_front(c.of(c.unit("unit")), c.hex("hex"))),
    ("rout.full", |c| c.answer.verb == verb::HALT),
    ("rout.not_out", |c| c.key == "withdraw.to" && c.answer.place().is_none()),
    ("rout.same_zone", |c| {
        let now = c.now(c.unit("unit"));
        c.enemies(c.of(c.unit("unit"))).any(|e| c.zone(e, c.hex("hex"))) && now.condition == Condition::Routed
    }),
    ("rout.steep", |c| {
        Dir::ALL
            .into_iter()
            .any(|dir| c.hexside_rows(c.hex("hex"), dir).iter().any(|row| row.recoil_disorders))
    }),
    ("rout.straight", |c| runs(c) != Ordering::Greater && c.is(c.unit("unit"), Condition::Routed)),
    ("rout.too_dear", |c| {
        let unit = c.unit("unit");
        let spent = c.at(unit) != c.now(unit).stood || c.shown(unit) <= 12;
        spent && c.next(c.at(unit), c.hex("hex")) && !c.held(c.of(unit), c.hex("hex"))
    }),
];

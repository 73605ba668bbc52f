//! 2.1 to 2.4: markers, orders, initiative of leaders.

use table::{Answer, Event, Flow, Modifiers, Play, Point, Refusal, Side, rule, together};

use crate::ch01_turn::turn::SIDES;
use crate::ch02_orders::commanders;
use crate::ch05_stacking::reinforcements;
use crate::core::battle::{Battle, MarkerKind, Usage};
use crate::core::field::{Field, leader_point, marker_point, unit_of, unit_point};
use crate::core::state::{
    Chit, Condition, FormationId, Group, GroupId, LeaderId, MAX_UNITS, MarkerId, OrderStatus, Phase, Renfort,
    State, UnitId,
};
use crate::core::verb;
use crate::{Few, why};

/// The group that bears a unit's number. A tactical group is numbered by its first unit; a unit that comes on as a
/// reinforcement has its own.
pub fn own_group(unit: UnitId) -> GroupId {
    GroupId(unit.0)
}

/// Order status of a unit in the current activation (2.4); `None` if it is not its formation's turn.
///
/// A reinforcement's status is its own (5.2.1); otherwise that of its tactical group counts.
pub fn order_status(b: &Battle, s: &State, unit: UnitId) -> Option<OrderStatus> {
    if !is_active(b, s, unit) {
        return None;
    }
    let now = s.unit(unit);
    Some(match now.renfort {
        Renfort::Marked | Renfort::ThisTurn => OrderStatus::Received,
        Renfort::Normal | Renfort::Released => OrderStatus::NoOrders,
        Renfort::None => now.group.some().map_or(OrderStatus::NoOrders, |g| s.groups[g.i()].order_status),
    })
}

/// Whether a unit's formation is active (2.2).
pub fn is_active(b: &Battle, s: &State, unit: UnitId) -> bool {
    s.clock.phase == Phase::Activation && b.activates(s.clock.marker, b.unit(unit).formation)
}

/// The side whose marker is being used; outside activations the first side.
pub fn active_side(b: &Battle, s: &State) -> Side {
    s.clock.marker.some().map(|m| b.marker(m).side).unwrap_or_default()
}

/// The units of a tactical group that are on the map, in order.
pub fn members<'a>(b: &'a Battle, s: &'a State, group: GroupId) -> impl Iterator<Item = UnitId> + 'a {
    let formation = b.unit(UnitId(group.0)).formation;
    b.formations[formation.i()]
        .units
        .iter()
        .copied()
        .filter(move |&u| s.unit(u).group == group && s.unit(u).on_map())
}

/// Whether a combined marker may be, or must be, put into the cup in this Orders Phase (2.1.2).
///
/// # Errors
/// Why not.
pub fn may_place(b: &Battle, s: &State, marker: MarkerId) -> Result<Usage, Refusal> {
    let refusal = |why| Refusal::new(rule!("2.1.2"), why).with("marker", marker_point(marker));
    let MarkerKind::Combined { formations, usage, from, brings_reinforcements } = &b.marker(marker).kind
    else {
        return Err(refusal("marker.ordinary"));
    };
    match s.markers[marker.i()] {
        Chit::Spent => return Err(refusal("marker.spent")),
        Chit::Out => {}
        _ => return Err(refusal("marker.placed")),
    }
    if s.clock.turn < *from {
        return Err(refusal("marker.early").with("turn", Point::Number(i16::from(*from) + 1)));
    }
    if !formations
        .iter()
        .any(|&f| is_present(b, s, f) || *brings_reinforcements && reinforcements::is_due(b, s, f))
    {
        return Err(refusal("marker.nobody"));
    }
    Ok(*usage)
}

/// Whether a unit of the formation is on the map (1.C).
pub fn is_present(b: &Battle, s: &State, formation: FormationId) -> bool {
    b.formations[formation.i()].units.iter().any(|&u| s.unit(u).on_map())
}

/// Units of one formation, each at most two hexes from another of them (2.3.1).
struct Chain {
    units: [UnitId; MAX_UNITS],
    count: usize,
}

impl Chain {
    /// The chain of a unit: all that hang together with it over units of their formation on the map.
    fn of(b: &Battle, s: &State, first: UnitId) -> Chain {
        let mut chain = Chain { units: [UnitId::NONE; MAX_UNITS], count: 1 };
        chain.units[0] = first;
        let mut next = 0;
        while next < chain.count {
            let at = s.unit(chain.units[next]).hex;
            next += 1;
            for &other in &b.formations[b.unit(first).formation.i()].units {
                let there = s.unit(other);
                let near = there.on_map() && b.ground.distance(at, there.hex) <= 2;
                if near && !chain.units().contains(&other) {
                    chain.units[chain.count] = other;
                    chain.count += 1;
                }
            }
        }
        chain
    }

    fn units(&self) -> &[UnitId] {
        &self.units[..self.count]
    }
}

/// Forms the tactical groups of the turn (2.3.1): units of one formation, chained by distances of at most two hexes.
/// The order markers of the turn before are off the table (1.F). A group is numbered by its first unit; units under a reinforcement marker link others
/// but have their own status (5.2.1).
pub fn form_groups(b: &Battle, s: &mut State) {
    for unit in &mut s.units {
        if unit.renfort == Renfort::Released {
            unit.renfort = Renfort::None;
        }
    }
    for first in b.unit_ids() {
        if s.unit(first).on_map() && s.unit(first).group == GroupId::NONE {
            number_group(s, Chain::of(b, s, first).units());
        }
    }
}

/// Gives a chain of units its number, and units under a reinforcement marker their own.
fn number_group(s: &mut State, chain: &[UnitId]) {
    let marked = |s: &State, u: UnitId| s.unit(u).renfort == Renfort::Marked;
    let number = chain.iter().copied().filter(|&u| !marked(s, u)).min();
    for &unit in chain {
        if marked(s, unit) {
            s.unit_mut(unit).group = own_group(unit);
            s.groups[own_group(unit).i()].revealed = true;
        } else {
            s.unit_mut(unit).group =
                own_group(number.expect("a unit without the marker is in the chain: this one"));
        }
    }
}

/// Forms groups of those units of the active formations that have lost their reinforcement marker, or came on without it, since the
/// groups of the turn were formed (2.3.1, 5.2.1).
///
/// RULING J214: they have no part in the groups of the Orders Phase, whose orders are out; those in one chain are a group of
/// their own, without orders, for the rest of the turn.
pub fn group_released(b: &Battle, s: &mut State) {
    for first in b.unit_ids() {
        let released = |s: &State, u: UnitId| s.unit(u).on_map() && s.unit(u).renfort == Renfort::Released;
        if !released(s, first) || !is_active(b, s, first) {
            continue;
        }
        let group = own_group(first);
        for &unit in Chain::of(b, s, first).units() {
            if released(s, unit) {
                let now = s.unit_mut(unit);
                (now.renfort, now.group) = (Renfort::None, group);
            }
        }
    }
}

/// The commanders of a side who may give an order to a group, a bit each: one of its units is in their range (2.3.2).
fn reach(b: &Battle, s: &State, side: Side, group: GroupId) -> u8 {
    let mut mask = 0;
    for (i, card) in b.leaders.iter().enumerate().filter(|(_, card)| card.side == side) {
        let leader = LeaderId(i as u8);
        if members(b, s, group).any(|u| commanders::in_range(b, s, leader, s.unit(u).hex)) {
            debug_assert!(card.side == side);
            mask |= 1 << i;
        }
    }
    mask
}

/// The commander of a side who is nearest to a group, and their distance from its nearest unit.
fn nearest_commander(b: &Battle, s: &State, side: Side, group: GroupId) -> Option<(LeaderId, u16)> {
    let on_map = |l: &LeaderId| b.leaders[l.i()].side == side && s.leaders[l.i()].hex.is_some();
    let far = |l: LeaderId| {
        members(b, s, group).map(|u| b.ground.distance(s.leaders[l.i()].hex, s.unit(u).hex)).min()
    };
    let leaders = b.leader_ids().filter(on_map);
    leaders.filter_map(|l| Some((l, far(l)?))).min_by_key(|&(_, distance)| distance)
}

/// Whether the commanders of a side can give all the orders given so far and one more to `extra`, each within their rating and
/// to groups in their range (2.3.2).
///
/// By Hall's theorem it is enough that no set of commanders is asked for more orders than it can give by groups that
/// nobody else reaches.
fn orders_suffice(b: &Battle, s: &State, side: Side, extra: GroupId) -> bool {
    let ordered = |group: &GroupId| s.groups[group.i()].received || *group == extra;
    let groups = b.unit_ids().filter(|&u| b.side(u) == side).map(own_group).filter(ordered);
    let asked: Few<u8, MAX_UNITS> = groups.map(|group| reach(b, s, side, group)).collect();
    let able = |set: u8| -> usize {
        b.leaders
            .iter()
            .enumerate()
            .filter(|(i, _)| set & (1 << i) != 0)
            .map(|(_, l)| usize::from(l.orders))
            .sum()
    };
    let all = 1_u8 << b.leaders.len();
    (0..all).all(|set| asked.iter().filter(|&&mask| mask & !set == 0).count() <= able(set))
}

/// Whether its side may give an order to the group of which this is the first unit (2.3.2).
///
/// # Errors
/// Why not.
pub fn may_order(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let side = b.side(unit);
    let refusal = |why| Refusal::new(rule!("2.3.2"), why).with("unit", unit_point(unit));
    let now = s.unit(unit);
    if !now.on_map() {
        return Err(Refusal { rule: rule!("2.3.1"), ..why::off_map(b, s, unit) });
    }
    if now.renfort == Renfort::Marked {
        return Err(Refusal::new(rule!("5.2.1"), "orders.reinforcement").with("unit", unit_point(unit)));
    }
    let group = now.group;
    if s.groups[group.i()].received {
        return Err(refusal("orders.already"));
    }
    if reach(b, s, side, group) == 0 {
        // A side without commanders gives no orders and is not asked for any (2.5.2).
        let nearest = nearest_commander(b, s, side, group);
        return Err(nearest.map_or(refusal("orders.range"), |(leader, distance)| {
            refusal("orders.range")
                .with("leader", leader_point(leader))
                .with("distance", Point::Number(distance as i16))
        }));
    }
    if !orders_suffice(b, s, side, group) {
        return Err(refusal("orders.spent"));
    }
    match spokesman(b, s, group) {
        Some(first) if first != unit => Err(refusal("orders.represented").with("first", unit_point(first))),
        _ => Ok(()),
    }
}

/// The unit that stands for a group in questions: its first.
pub fn spokesman(b: &Battle, s: &State, group: GroupId) -> Option<UnitId> {
    members(b, s, group).next()
}

fn list_orders(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    out.extend(
        b.unit_ids()
            .filter(|&u| b.side(u) == side && may_order(b, s, u).is_ok())
            .map(|u| Answer::one(verb::ORDER, unit_point(u))),
    );
}

impl Field<'_, '_> {
    /// Combined markers go into the cup (1.A, 2.1.2): those that must, and those that their side chooses to place.
    /// RULING J115: openly, the battle's first side first; only orders are secret.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn place_combined_markers(&mut self) -> Play<()> {
        for marker in self.b.marker_ids() {
            if may_place(self.b, self.s, marker) == Ok(Usage::EveryTurn) {
                self.place_marker(marker);
            }
        }
        for side in SIDES {
            while self.offer_combined_marker(side)? {}
        }
        Ok(())
    }

    /// Offers a side its combined markers; false when it places no more.
    fn offer_combined_marker(&mut self, side: Side) -> Play<bool> {
        let placeable =
            |b: &Battle, s: &State, m: &MarkerId| b.marker(*m).side == side && may_place(b, s, *m).is_ok();
        if !self.b.marker_ids().any(|m| placeable(self.b, self.s, &m)) {
            return Ok(false);
        }
        let answer = self.ask(
            side,
            rule!("2.1.2"),
            "cup.combined",
            [Point::Side(side), Point::Nothing, Point::Nothing],
            |b, s, out| {
                let marks = b.marker_ids().filter(|m| placeable(b, s, m));
                out.extend(marks.map(|m| Answer::one(verb::PLACE, marker_point(m))));
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| match marker_of(answer) {
                Some(m) if b.marker(m).side != side => {
                    Refusal::new(rule!("2.1.2"), "marker.enemy").with("marker", marker_point(m))
                }
                m => m.and_then(|m| may_place(b, s, m).err()).unwrap_or(why::not_offered(rule!("2.1.2"))),
            },
        )?;
        let Some(marker) = marker_of(&answer) else { return Ok(false) };
        self.place_marker(marker);
        Ok(true)
    }

    fn place_marker(&mut self, marker: MarkerId) {
        self.s.markers[marker.i()] = Chit::Cup;
        let side = self.b.marker(marker).side;
        self.tell(|| {
            Event::new(rule!("2.1.2"), "cup.combined")
                .point("marker", marker_point(marker))
                .point("side", Point::Side(side))
        });
    }

    /// Tactical groups are formed and both sides give their orders in secret, at the same time (2.3.1, 2.3.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn allocate_orders(&mut self) -> Play<()> {
        form_groups(self.b, self.s);
        together(&SIDES, |side| self.give_orders(side))?;
        self.tell(|| Event::new(rule!("1.A"), "orders.placed"));
        Ok(())
    }

    /// A side gives its orders (2.3.2).
    fn give_orders(&mut self, side: Side) -> Play<()> {
        loop {
            let own = |u: &UnitId| self.b.side(*u) == side;
            if !self.b.unit_ids().filter(own).any(|u| may_order(self.b, self.s, u).is_ok()) {
                return Ok(());
            }
            let answer = self.ask(
                side,
                rule!("2.3.2"),
                "orders.group",
                [Point::Side(side), Point::Nothing, Point::Nothing],
                |b, s, out| {
                    list_orders(b, s, side, out);
                    out.push(Answer::button(verb::PASS));
                },
                |b, s, answer| {
                    let none = why::not_offered(rule!("2.3.2"));
                    unit_of(answer).and_then(|u| may_order(b, s, u).err()).unwrap_or(none)
                },
            )?;
            let Some(unit) = unit_of(&answer) else { return Ok(()) };
            let group = self.s.unit(unit).group;
            self.s.groups[group.i()].received = true;
            self.tell(|| Event::new(rule!("2.3.2"), "orders.given").unit("unit", unit.0.into()).only(side));
        }
    }

    /// The order markers of the active formations are turned face up (2.4), and the groups they cover get their status.
    pub fn reveal_orders(&mut self) {
        for unit in self.b.unit_ids() {
            let group = own_group(unit);
            let Some(first) = spokesman(self.b, self.s, group) else { continue };
            if !is_active(self.b, self.s, first) {
                continue;
            }
            let Group { received, revealed, .. } = self.s.groups[group.i()];
            if !revealed {
                self.s.groups[group.i()].revealed = true;
                let (rule, word) = if received {
                    (rule!("2.4.1"), "received_orders")
                } else {
                    (rule!("2.4.2"), "no_orders")
                };
                let told =
                    || Event::new(rule, "orders.revealed").unit("unit", first.0.into()).word("orders", word);
                self.tell(told);
            }
            if received {
                self.s.groups[group.i()].order_status = OrderStatus::Received;
            } else if !needs_leader(self.b, self.s, group) {
                self.s.groups[group.i()].order_status = OrderStatus::NoOrders;
            }
        }
    }

    /// One No Orders group of the active formations chooses between the leader's initiative and reduced capacity (2.4.2, 2.4.3,
    /// RULING J6: before its first action). Over when none is left.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn settle_group(&mut self) -> Play<Flow> {
        let (b, s) = (self.b, &*self.s);
        let open = b.unit_ids().map(own_group).find_map(|g| {
            let first = spokesman(b, s, g)?;
            (is_active(b, s, first) && s.groups[g.i()].order_status == OrderStatus::Open)
                .then_some((g, first))
        });
        let Some((group, first)) = open else { return Ok(Flow::Over) };
        let answers =
            [Answer::one(verb::INITIATIVE, unit_point(first)), Answer::one(verb::REDUCED, unit_point(first))];
        let about = [unit_point(first), marker_point(self.s.clock.marker), Point::Nothing];
        let refuse = |b: &Battle, s: &State, answer: &Answer| refuse_group(b, s, first, answer);
        let answer =
            self.choose(self.b.side(first), rule!("2.4.3"), "initiative.test", about, &answers, refuse)?;
        self.s.groups[group.i()].order_status = if answer.verb == verb::INITIATIVE {
            self.test_leader(group, first)?
        } else {
            OrderStatus::NoOrders
        };
        Ok(Flow::Continue)
    }

    /// The leader of the formation tests their initiative for a group (2.4.3).
    fn test_leader(&mut self, group: GroupId, first: UnitId) -> Play<OrderStatus> {
        let (b, marker) = (self.b, self.s.clock.marker);
        let rating = b.marker(marker).initiative;
        let side = b.side(first);
        let help = members(b, self.s, group)
            .filter_map(|u| commanders::modifier_at(b, self.s, side, self.s.unit(u).hex))
            .max();
        let mut modifiers = Modifiers::new();
        if let Some(help) = help {
            modifiers.add(-help, "commander", rule!("2.4.3"));
        }
        let passes = |die: i16| die + modifiers.total() <= rating;
        let about = [unit_point(first), marker_point(marker), Point::Nothing];
        let die = self.d10(rule!("2.4.3"), "test.initiative", side, about, |die| u32::from(passes(die)))?;
        let passed = passes(die);
        self.tell(|| {
            Event::new(rule!("2.4.3"), "test.initiative")
                .unit("unit", first.0.into())
                .point("marker", marker_point(marker))
                .number("die", die)
                .number("total", die + modifiers.total())
                .number("rating", rating)
                .word("result", if passed { "passed" } else { "failed" })
                .parts(&modifiers)
        });
        Ok(if passed { OrderStatus::Received } else { OrderStatus::RallyOnly })
    }
}

/// Reason why another unit than the first of the group whose turn it is cannot be named (2.4).
fn refuse_group(b: &Battle, s: &State, first: UnitId, answer: &Answer) -> Refusal {
    let unit = unit_of(answer).expect("the action names a unit");
    let now = s.unit(unit);
    let no =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("first", unit_point(first));
    if !now.on_map() {
        return why::off_map(b, s, unit);
    }
    if !is_active(b, s, unit) {
        return why::inactive(b, s, unit);
    }
    if now.group == s.unit(first).group {
        return no(rule!("2.4.3"), "orders.represented");
    }
    match (now.renfort, order_status(b, s, unit)) {
        (Renfort::Marked | Renfort::ThisTurn, _) => no(rule!("5.2.1"), "leader.reinforcement"),
        (_, Some(OrderStatus::Received)) => no(rule!("2.4.1"), "leader.ordered"),
        (_, Some(OrderStatus::Open)) => no(rule!("2.4"), "leader.one_by_one"),
        _ => no(rule!("2.4.2"), "leader.settled"),
    }
}

/// Whether a group without orders has anything to gain from its leader: a unit that is not routed and whose status is not that of
/// a reinforcement (2.4.3, 5.2.1).
fn needs_leader(b: &Battle, s: &State, group: GroupId) -> bool {
    members(b, s, group)
        .any(|u| s.unit(u).renfort == Renfort::None && s.unit(u).condition < Condition::Routed)
}

/// The marker an answer points at.
pub fn marker_of(answer: &Answer) -> Option<MarkerId> {
    answer.points.iter().find_map(|p| match p {
        Point::Marker(m) => Some(MarkerId(*m as u8)),
        _ => None,
    })
}

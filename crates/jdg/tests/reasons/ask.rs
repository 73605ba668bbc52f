//! Reasons given for any answer: strangers, things that are missing, what must be decided first, when an action has its place.

use jdg::Jdg;
use jdg::core::state::Segment;
use table::{Point, Rulebook};

use super::Facts;
use super::case::Case;

/// The kinds of the things that the answer points at, a letter each.
fn shape(c: &Case<'_>) -> String {
    let letter = |p: &Point| match p {
        Point::Nothing => '-',
        Point::Unit(_) => 'U',
        Point::Place(_) => 'H',
        Point::Facing(_) => 'F',
        Point::Leader(_) => 'L',
        Point::Marker(_) => 'M',
        _ => '?',
    };
    c.answer.points.iter().map(letter).collect::<String>().trim_end_matches('-').to_owned()
}

/// The answer does not name what it should.
fn lacks(c: &Case<'_>, forms: &[&str]) -> bool {
    !forms.contains(&shape(c).as_str())
}

/// The question is that one, and is about what the sentence says.
fn asked(c: &Case<'_>, keys: &[&str]) -> bool {
    keys.contains(&c.key) && c.refusal.facts.iter().all(|(name, p)| name.is_empty() || c.about.contains(p))
}

/// It is not the unit's own activation in that step.
fn not_in(c: &Case<'_>, segment: Segment) -> bool {
    !(c.in_step(segment) && c.mover() == Some(c.side))
}

/// The active side asks for a thing of an earlier, or of a later step.
fn past(c: &Case<'_>, segment: Segment) -> bool {
    c.mover().is_some() && c.s.clock.segment > segment
}

fn future(c: &Case<'_>, segment: Segment) -> bool {
    c.mover() == Some(c.side) && c.s.clock.segment < segment
}

/// The step is still to come, for the side that is active: not where it is over, nor where the defence would strike back.
fn before(c: &Case<'_>, segment: Segment) -> bool {
    let reached = c.mover() == Some(c.side) && c.s.clock.segment >= segment;
    let fighting = c.in_step(Segment::Combat);
    !(reached || fighting)
}

fn never_listed(c: &Case<'_>) -> bool {
    c.legal.iter().all(|a| a.verb != c.answer.verb)
}

const FACING: &[&str] =
    &["refuse.facing", "advance.facing", "charge.facing", "recall.facing", "rally.facing", "square.facing"];

pub const FACTS: Facts = &[
    ("not.on_the_map", |c| matches!(c.thing(), Point::Place(hex) if usize::from(hex) >= c.b.ground.len())),
    ("not.on_the_table", |c| !c.b.has(c.thing())),
    // There is no excuse for this one.
    ("not.offered", |_| false),
    ("needs.nothing", |c| lacks(c, &[""])),
    ("needs.unit", |c| lacks(c, &["U"])),
    ("needs.hex", |c| lacks(c, &["H"])),
    ("needs.facing", |c| lacks(c, &["F"])),
    ("needs.marker", |c| lacks(c, &["M"])),
    ("needs.leader", |c| lacks(c, &["L"])),
    ("needs.unit_facing", |c| lacks(c, &["UF"])),
    ("needs.unit_hex", |c| lacks(c, &["UH"])),
    ("needs.unit_unit", |c| lacks(c, &["UU"])),
    ("needs.hex_hex", |c| lacks(c, &["HH"])),
    ("needs.two_or_three_units", |c| lacks(c, &["UU", "UUU"])),
    ("needs.one_to_three_units", |c| lacks(c, &["U", "UU", "UUU"])),
    ("must.orders", |c| asked(c, &["orders.group"])),
    ("must.open", |c| asked(c, &["initiative.choose"])),
    ("must.leader", |c| asked(c, &["initiative.test"])),
    ("must.place", |c| asked(c, &["cup.combined"])),
    ("must.release", |c| asked(c, &["release.reinforcement"])),
    ("must.stack", |c| asked(c, &["stack.order"])),
    ("must.fire", |c| asked(c, &["fire.battery"])),
    ("must.reply", |c| asked(c, &["fire.reply"])),
    ("must.under", |c| asked(c, &["fire.under"])),
    ("must.react", |c| asked(c, &["react.fire"])),
    ("must.move", |c| asked(c, &["move.unit"])),
    ("must.ride", |c| asked(c, &["move.to"]) && matches!(c.about[0], Point::Leader(_))),
    ("must.withdraw", |c| asked(c, &["withdraw.to"])),
    ("must.displace", |c| asked(c, &["leader.displace"])),
    ("must.rally", |c| asked(c, &["rally.unit"])),
    ("must.face", |c| asked(c, FACING)),
    ("must.announce", |c| asked(c, &["shock.announce"])),
    ("must.resolve", |c| asked(c, &["shock.order"])),
    ("must.terrain", |c| asked(c, &["shock.terrain"])),
    ("must.refuse", |c| asked(c, &["refuse.shock"])),
    ("must.advance", |c| asked(c, &["advance.who"])),
    ("must.guns", |c| asked(c, &["advance.guns"])),
    ("must.breakthrough", |c| asked(c, &["breakthrough.offer"])),
    ("must.counter", |c| asked(c, &["countershock.offer"])),
    ("must.target", |c| asked(c, &["countershock.target"])),
    ("must.charge", |c| asked(c, &["charge.path"])),
    ("must.square", |c| asked(c, &["square.attempt"])),
    ("must.recall", |c| asked(c, &["recall.attempt"])),
    ("must.fall_back", |c| asked(c, &["recall.to"])),
    ("must.countercharge", |c| asked(c, &["countercharge"])),
    ("must.pursue", |c| asked(c, &["pursue.who"])),
    ("must.quarry", |c| asked(c, &["pursue.quarry"])),
    ("must.halt", |c| asked(c, &["pursue.halt"])),
    ("when.order", |c| c.key != "orders.group" && never_listed(c)),
    ("when.open", |c| c.key != "initiative.choose" && never_listed(c)),
    ("when.place", |c| c.key != "cup.combined" && never_listed(c)),
    ("when.release", |c| c.key != "release.reinforcement" && never_listed(c)),
    ("when.leader", |c| not_in(c, Segment::Orders)),
    ("when.top", |c| not_in(c, Segment::Stacks)),
    ("when.turn", |c| not_in(c, Segment::Movement) && never_listed(c)),
    ("when.fire", |c| not_in(c, Segment::Fire) && never_listed(c)),
    ("when.under", |c| c.key != "fire.under"),
    ("when.move", |c| not_in(c, Segment::Movement)),
    ("when.go", |c| !matches!(c.key, "move.to" | "charge.path") && never_listed(c)),
    ("when.ride", |c| not_in(c, Segment::Movement)),
    ("when.enter", |c| not_in(c, Segment::Movement)),
    ("when.square", |c| not_in(c, Segment::Movement) && c.key != "square.attempt"),
    ("when.charge", |c| not_in(c, Segment::Movement)),
    // Not where the announcing is over, nor where the defence would strike back.
    ("when.attack", |c| before(c, Segment::Announce)),
    ("when.resolve", |c| before(c, Segment::Combat)),
    ("when.terrain", |c| c.key != "shock.terrain"),
    ("when.react", |c| c.key != "react.fire"),
    ("when.evade", |c| c.key != "refuse.shock"),
    ("when.advance", |c| !matches!(c.key, "advance.who" | "countershock.offer")),
    ("when.pursue", |c| !c.key.starts_with("pursue.") || c.key == "pursue.halt" || never_listed(c)),
    ("when.back", |c| !matches!(c.key, "withdraw.to" | "recall.to" | "leader.displace")),
    ("when.rally", |c| not_in(c, Segment::Rally)),
    ("when.countercharge", |c| c.key != "countercharge"),
    ("when.recall", |c| c.key != "recall.attempt"),
    ("when.counter", |c| c.in_step(Segment::Combat) && never_listed(c)),
    ("when.never", |c| usize::from(c.answer.verb.0) >= Jdg::VERBS.len()),
    ("segment.orders_are_settled", |c| past(c, Segment::Orders)),
    ("segment.stacks_are_set", |c| past(c, Segment::Stacks)),
    ("segment.fire_is_over", |c| past(c, Segment::Fire)),
    ("segment.movement_is_over", |c| past(c, Segment::Movement)),
    ("segment.shock_is_over", |c| past(c, Segment::Announce)),
    ("segment.combat_is_over", |c| past(c, Segment::Combat)),
    ("segment.fire_is_later", |c| future(c, Segment::Fire)),
    ("segment.movement_is_later", |c| future(c, Segment::Movement)),
    ("segment.shock_is_later", |c| future(c, Segment::Announce)),
    ("segment.rally_is_later", |c| future(c, Segment::Rally)),
    ("unit.eliminated", |c| c.is(c.unit("unit"), jdg::core::state::Condition::Eliminated)),
    ("unit.arrives", |c| {
        let unit = c.unit("unit");
        let due = |a: &&jdg::core::battle::Arrival| {
            i32::from(a.turn) + 1 == c.number("turn") && a.entry == c.hex("hex")
        };
        !c.at(unit).is_some() && c.b.arrivals.iter().filter(due).any(|a| a.units.contains(&unit))
    }),
    ("unit.not_arrived", |c| !c.at(c.unit("unit")).is_some()),
    ("unit.inactive", |c| {
        let unit = c.unit("unit");
        !c.active(unit)
            && c.marker() == c.s.clock.marker
            && c.formation() == Some(c.b.units[unit.i()].formation)
    }),
];

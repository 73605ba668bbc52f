//! Expectations: what a vignette of this rulebook may expect of units, the ground and the state of the game.

use table::vignette::{Check, same};
use table::{Names, Point, Refusal};

use crate::ch02_orders::orders;
use crate::ch04_movement::movement;
use crate::ch06_facing::zones;
use crate::ch07_fire::{fire, sight};
use crate::ch13_victory::victory;
use crate::core::battle::Battle;
use crate::core::state::{Chit, Condition, OrderStatus, Renfort, State, UnitId};

/// The words that may follow `expect` in a vignette of this rulebook, besides those of any.
pub(super) const EXPECTS: &[&str] = &[
    "unit",
    "cost",
    "los",
    "zoc",
    "leader",
    "order",
    "holder",
    "phase",
    "demoralized",
    "points",
    "marker",
    "group",
    "fire",
];

/// Looks at one expectation.
pub(super) fn check(b: &Battle, s: &State, what: &str, words: &[&str]) -> Check {
    match what {
        "unit" => unit(b, s, words),
        "cost" => cost(b, s, words),
        "los" => line_of_sight(b, s, words),
        "zoc" => zone(b, s, words),
        "leader" => leader(b, s, words),
        "order" => order(b, s, words),
        "group" => group(b, s, words),
        "fire" => fire_at(b, s, words),
        "holder" => holder(b, s, words),
        "phase" => {
            same(words, &[&format!("{:?}", s.clock.phase).to_lowercase(), &(s.clock.turn + 1).to_string()])
        }
        "demoralized" => demoralized(b, s, words),
        "points" => {
            let points = victory::half_points(b, s);
            same(words, &[&points[0].to_string(), &points[1].to_string()])
        }
        "marker" => marker(b, s, words),
        other => Err(format!("no expectation {other:?}")),
    }
}

fn unit_named(b: &Battle, name: Option<&&str>) -> Result<UnitId, String> {
    let name = name.ok_or("which unit?")?;
    match b.find(name) {
        Some(Point::Unit(u)) => Ok(UnitId(u as u8)),
        _ => Err(format!("there is no unit {name:?}")),
    }
}

fn hex_named(b: &Battle, name: Option<&&str>) -> Result<ground::HexId, String> {
    let name = name.ok_or("which hex?")?;
    b.ground.hex(name).ok_or_else(|| format!("{name:?} is no hex of the map"))
}

/// The words that describe a unit now.
fn words_of(b: &Battle, s: &State, unit: UnitId) -> Vec<String> {
    let u = s.unit(unit);
    let mut words = vec![
        match u.condition {
            Condition::Good => "good",
            Condition::Disordered => "disordered",
            Condition::Routed => "routed",
            Condition::Eliminated => "eliminated",
        }
        .to_owned(),
    ];
    words.push(if u.on_map() { format!("at={}", b.ground.label(u.hex)) } else { "off".to_owned() });
    words.push(format!("facing={}", u.facing));
    words.push(if u.square { "square" } else { "no-square" }.to_owned());
    words.push(if s.stack(u.hex).next() == Some(unit) { "top" } else { "below" }.to_owned());
    words.push(
        match u.renfort {
            Renfort::None | Renfort::Released => "no-renfort",
            Renfort::Marked => "renfort",
            Renfort::ThisTurn => "renfort-this-turn",
            Renfort::Normal => "renfort-normal",
        }
        .to_owned(),
    );
    words.extend(crate::files::arrange::DEEDS.iter().filter(|d| u.has(d.1)).map(|d| d.0.to_owned()));
    words
}

fn unit(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let found = words_of(b, s, unit);
    for word in &words[1..] {
        let (negated, plain) = match word.strip_prefix('!') {
            Some(rest) => (true, rest),
            None => (false, *word),
        };
        if found.iter().any(|f| f == plain) == negated {
            return Err(format!("{word} is not so: it is {}", found.join(" ")));
        }
    }
    Ok(())
}

/// `cost UNIT HEX = 2.5` in movement points by its normal or reduced movement, `= no` when it cannot get there.
fn cost(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let hex = hex_named(b, words.get(1))?;
    let found = match movement::cost_to(b, s, unit, hex) {
        None => "no".to_owned(),
        Some(half) if half % 2 == 0 => (half / 2).to_string(),
        Some(half) => format!("{}.5", half / 2),
    };
    same(&words[words.len().min(3)..], &[&found])
}

/// `los FROM TO clear`, `los FROM TO blocked RULE`.
fn line_of_sight(b: &Battle, s: &State, words: &[&str]) -> Check {
    let (from, to) = (hex_named(b, words.first())?, hex_named(b, words.get(1))?);
    let sight = sight::sight(b, s, from, to);
    if sight.is_ok() != sight::sees(b, s, from, to) {
        return Err("the quick answer to what is seen is another".to_owned());
    }
    match sight {
        Ok(()) => same(&words[2..], &["clear"]),
        Err(r) => {
            let by: Vec<String> = r.facts.iter().filter(|f| !f.0.is_empty()).map(|f| b.id(f.1)).collect();
            same(&words[2..], &["blocked", r.rule.0, &by.join(" ")])
        }
    }
}

/// `zoc UNIT HEX yes`, `zoc UNIT HEX no RULE`.
fn zone(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    let hex = hex_named(b, words.get(1))?;
    let dir = b.ground.dir_to(s.unit(unit).hex, hex).ok_or("the hex is not next to the unit")?;
    same(&words[2..], if zones::exerts(b, s, unit, dir) { &["yes"] } else { &["no", "6.2.1"] })
}

/// Whether a battery may fire at a hex, facing as it does or turned first; and why not.
fn may_fire(b: &Battle, s: &State, battery: UnitId, hex: ground::HexId) -> Result<(), Refusal> {
    let bar = fire::may_fire(b, s, battery, hex, s.unit(battery).facing);
    bar.or_else(|bar| {
        let turned = crate::core::Facing::ALL
            .into_iter()
            .any(|facing| fire::may_fire(b, s, battery, hex, facing).is_ok());
        if turned { Ok(()) } else { Err(bar) }
    })
}

/// `fire BATTERY HEX yes`, `fire BATTERY HEX no [because RULE]`; `fire [BATTERY] none [because RULE]`: at no enemy, and the rule is
/// one of those that stand in the way.
fn fire_at(b: &Battle, s: &State, words: &[&str]) -> Check {
    let (words, because) = match words {
        [words @ .., "because", rule] => (words, Some(*rule)),
        _ => (words, None),
    };
    let batteries: Vec<UnitId> = match words {
        ["none"] => b
            .unit_ids()
            .filter(|&u| b.is_gun(u) && orders::is_active(b, s, u) && s.unit(u).on_map())
            .collect(),
        [name, ..] => vec![unit_named(b, Some(name))?],
        [] => Vec::new(),
    };
    if let Some(other) = batteries.iter().find(|&&unit| !b.is_gun(unit) || !s.unit(unit).on_map()) {
        return Err(format!("{} is no battery on the map", b.unit(*other).id));
    }
    let (hexes, wanted): (Vec<ground::HexId>, bool) = match words {
        ["none"] | [_, "none"] => (b.ground.hexes().filter(|&hex| s.top(hex).is_some()).collect(), false),
        [_, hex, "yes"] if because.is_none() => (vec![hex_named(b, Some(hex))?], true),
        [_, hex, "no"] => (vec![hex_named(b, Some(hex))?], false),
        _ => return Err(
            "expected `fire BATTERY HEX yes`, `fire BATTERY HEX no because RULE` or `fire none because RULE`"
                .to_owned(),
        ),
    };
    let mut bars = Vec::new();
    for &battery in &batteries {
        let enemies = |hex: &&ground::HexId| {
            wanted || words.len() > 2 || s.top(**hex).is_some_and(|u| b.side(u) != b.side(battery))
        };
        for &hex in hexes.iter().filter(enemies) {
            match (may_fire(b, s, battery, hex), wanted) {
                (Ok(()), true) => return Ok(()),
                (Ok(()), false) => {
                    return Err(format!("{} may fire at {}", b.unit(battery).id, b.ground.label(hex)));
                }
                (Err(bar), _) => bars.push((
                    bar.rule.0,
                    format!("{} at {}: {}", b.unit(battery).id, b.ground.label(hex), bar.rule),
                )),
            }
        }
    }
    if !wanted && because.is_none_or(|rule| bars.iter().any(|bar| bar.0 == rule)) {
        return Ok(());
    }
    let list: Vec<String> = bars.into_iter().map(|bar| bar.1).collect();
    Err(if list.is_empty() {
        "there is no battery, or no enemy".to_owned()
    } else {
        format!("barred are {}", list.join("; "))
    })
}

fn leader(b: &Battle, s: &State, words: &[&str]) -> Check {
    let name = words.first().ok_or("which leader?")?;
    let Some(Point::Leader(l)) = b.find(name) else { return Err(format!("there is no leader {name:?}")) };
    let leader = &s.leaders[usize::from(l)];
    let place =
        if leader.lost { "lost".to_owned() } else { format!("at={}", b.id(Point::Place(leader.hex.0))) };
    same(&words[1..], &[&place, if leader.moved { "moved" } else { "fresh" }])
}

/// `order UNIT received|none [full|reduced|rally-only|open]`: the group's order, then how it may act. A reinforcement's status is
/// its own (5.2.1).
fn order(b: &Battle, s: &State, words: &[&str]) -> Check {
    let unit = unit_named(b, words.first())?;
    match s.unit(unit).renfort {
        Renfort::Marked | Renfort::ThisTurn => return same(&words[1..], &["received", "full"]),
        Renfort::Normal | Renfort::Released => return same(&words[1..], &["none", "reduced"]),
        Renfort::None => {}
    }
    let Some(group) = s.unit(unit).group.some() else { return same(&words[1..], &["groupless"]) };
    let group = &s.groups[group.i()];
    let order_status = match group.order_status {
        OrderStatus::Open => "open",
        OrderStatus::Received => "full",
        OrderStatus::NoOrders => "reduced",
        OrderStatus::RallyOnly => "rally-only",
    };
    same(&words[1..], &[if group.received { "received" } else { "none" }, order_status])
}

/// `group A B same|apart`.
fn group(b: &Battle, s: &State, words: &[&str]) -> Check {
    let (one, two) = (unit_named(b, words.first())?, unit_named(b, words.get(1))?);
    let together = s.unit(one).group == s.unit(two).group;
    same(&words[2..], &[if together { "same" } else { "apart" }])
}

fn holder(b: &Battle, s: &State, words: &[&str]) -> Check {
    let hex = hex_named(b, words.first())?;
    let i = b.objectives.iter().position(|o| o.hex == hex).ok_or("it is no objective")?;
    let holder = b.sides.get(usize::from(s.holders[i])).map_or("nobody", |c| c.id.as_str());
    same(&words[1..], &[holder])
}

fn demoralized(b: &Battle, s: &State, words: &[&str]) -> Check {
    let name = words.first().ok_or("which formation?")?;
    let Some(Point::Formation(f)) = b.find(name) else {
        return Err(format!("there is no formation {name:?}"));
    };
    same(&words[1..], &[if s.formations[usize::from(f)].demoralized { "yes" } else { "no" }])
}

fn marker(b: &Battle, s: &State, words: &[&str]) -> Check {
    let name = words.first().ok_or("which marker?")?;
    let Some(Point::Marker(m)) = b.find(name) else { return Err(format!("there is no marker {name:?}")) };
    let place = match s.markers[usize::from(m)] {
        Chit::Out => "out",
        Chit::Cup => "cup",
        Chit::Drawn => "drawn",
        Chit::Opening => "opening",
        Chit::Spent => "spent",
    };
    same(&words[1..], &[place])
}

//! 20.1: what modifies a morale check.

use an30::ch20_morale::check::{self, Kind};
use an30::core::battle::Light;
use an30::core::state::{Courage, Formation, LeaderId, LeaderStatus, Order, UnitId, did};
use an30::{Battle, State};
use ground::HexId;
use roster::{Arm, Rank};

use super::plain;
use super::sheets::Sheets;
use super::{Tally, positions};

/// The units in the hexes of one, those in PGD left out but itself (reading 218), from the top of its first hex.
fn company(b: &Battle, s: &State, unit: UnitId) -> Vec<UnitId> {
    let mut found: Vec<UnitId> = Vec::new();
    for hex in s.unit(unit).hexes() {
        for other in s.units_in(*hex) {
            let counts = other == unit || s.unit(other).order != Order::Pgd;
            if counts && b.side(other) == b.side(unit) && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// The leader who commands in the hexes of a unit (8.1.7); `Err` where two are equal and their owner chose.
fn leader(b: &Battle, s: &State, unit: UnitId) -> Result<Option<LeaderId>, ()> {
    let here = |l: &LeaderId| {
        let now = s.leader(*l);
        now.status == LeaderStatus::Map
            && s.unit(unit).hexes().contains(&now.hex)
            && b.leader(*l).side == b.side(unit)
    };
    let found: Vec<LeaderId> = b.leader_ids().filter(here).collect();
    let best = found.iter().copied().min_by_key(|l| b.leader(*l).post);
    let equals = best
        .is_some_and(|best| found.iter().filter(|l| b.leader(**l).post == b.leader(best).post).count() > 1);
    let moved_up =
        found.iter().any(|l| s.leader(*l).leads.some().is_some_and(|leads| leads != b.leader(*l).command));
    if equals || moved_up { Err(()) } else { Ok(best) }
}

fn is_old_guard(b: &Battle, unit: UnitId) -> bool {
    plain::is(b, unit, "old-guard")
}

/// Whether units of different corps or nations stand together, without an army or corps leader common to all (11.3).
fn is_mixed(b: &Battle, s: &State, units: &[UnitId], leader: Option<LeaderId>) -> bool {
    let corps =
        |u: UnitId| b.of_rank(b.unit(u).command, Rank::Corps).or(b.of_rank(b.unit(u).command, Rank::Wing));
    let first = units[0];
    let differs = |u: &UnitId| b.unit(*u).nation != b.unit(first).nation || corps(*u) != corps(first);
    let common = |l: LeaderId| {
        let card = b.leader(l);
        let rank = matches!(
            card.post,
            an30::core::battle::Post::Army
                | an30::core::battle::Post::Corps
                | an30::core::battle::Post::Monarch
        );
        rank && units.iter().all(|u| b.within(b.unit(*u).command, card.command))
    };
    let anybody = b.leader_ids().filter(|l| {
        let now = s.leader(*l);
        now.status == LeaderStatus::Map && units.iter().any(|u| s.unit(*u).hexes().contains(&now.hex))
    });
    let _ = leader;
    units.iter().any(differs) && !anybody.into_iter().any(common)
}

/// The sum of the modifiers of a unit (General Morale Check Modifiers Chart), without those of its place beneath others; elites leave out what is against
/// them only when they check (20.1.2).
fn sum(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, kind: Kind) -> Option<i64> {
    let (card, now, m) = (b.unit(unit), s.unit(unit), |id: &str| sheets.value("morale", id));
    let units = company(b, s, unit);
    let led = leader(b, s, unit).ok()?;
    let good = now.order == Order::Good;
    let mut parts: Vec<i64> = Vec::new();
    if now.order == Order::Disorder {
        parts.push(m("disorder"));
    }
    if now.order == Order::Pgd && kind == Kind::Recovery {
        parts.push(m("pgd"));
        match b.light(s) {
            Light::Day => {}
            Light::Dusk => parts.push(m("pgd_dusk")),
            Light::Night => parts.push(m("pgd_night")),
        }
    }
    if good && now.formation == Formation::RoadColumn {
        parts.push(m("road_column"));
    }
    // Guns in a square are part of it (12.9.4.2).
    let guns = card.arm == Arm::Artillery && now.formation == Formation::Unlimbered;
    let stands = |u: &UnitId| s.unit(*u).order == Order::Good && s.unit(*u).formation == Formation::Square;
    if (stands(&unit) || guns && units.iter().any(stands)) && kind != Kind::Close {
        parts.push(m("square"));
    }
    let large = |u: &&UnitId| match b.arm(**u) {
        Arm::Infantry => b.unit(**u).size <= Rank::Battalion,
        Arm::Cavalry => b.unit(**u).size <= Rank::Regiment,
        Arm::Artillery => true,
    };
    let further = units.iter().filter(large).count() as i64 - 1;
    if led.is_none() && further > 0 {
        parts.push(further * m("leaderless"));
    }
    let own = units.iter().position(|u| *u == unit).expect("it stands there");
    let under = !is_old_guard(b, unit) && units[..own].iter().any(|u| is_old_guard(b, *u));
    if under {
        parts.push(m("under_old_guard"));
    } else if is_mixed(b, s, &units, led) {
        parts.push(m("mixed"));
    }
    let big = card.size <= Rank::Battalion && card.arm != Arm::Artillery;
    let left = plain::increments(b, s, unit);
    if big && 2 * left <= i64::from(card.increments) {
        parts.push(m("half_strength"));
    }
    let each = if is_old_guard(b, unit) { 2 } else { 1 };
    let before = i64::from(card.increments) - i64::from(now.losses - now.event) / each;
    let lost = before - left;
    if kind == Kind::AfterLoss && big && lost > 0 && 2 * lost >= before {
        parts.push(m("grievous"));
    }
    if let Some(Courage::Bonus(bonus)) = led.map(|l| s.backs.leaders[l.i()].morale) {
        parts.push(i64::from(bonus) * m("leader"));
    }
    if now.has(did::FORCED) && now.bonus > 0 && card.arm == Arm::Infantry {
        parts.push(m("force_march"));
    }
    parts.push(level(b, s, sheets, unit));
    Some(parts.into_iter().sum())
}

/// The modifier of the morale level of its superior formation, to battalions and regiments of infantry (20.3).
fn level(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId) -> i64 {
    if b.arm(unit) != Arm::Infantry || b.unit(unit).size > Rank::Battalion {
        return 0;
    }
    let command = b.unit(unit).command;
    let Some(whole) = std::iter::once(command).chain(b.above(command)).find(|c| b.command(*c).superior)
    else {
        return 0;
    };
    let now = i64::from(s.levels[whole.i()]);
    let row = sheets.list("morale-levels", "default").find(|row| row["level"].as_integer() == Some(now));
    row.map_or(0, |row| row["value"].as_integer().expect("a number"))
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    if !s.charges.is_empty() {
        return;
    }
    for unit in b.unit_ids().filter(|u| s.unit(*u).on_map() && !s.unit(*u).has(did::WRECKED)) {
        let hex: HexId = s.unit(unit).hex();
        for kind in [Kind::AfterLoss, Kind::LeaveZone, Kind::Recovery, Kind::Close, Kind::Stand, Kind::Other]
        {
            let Some(ours) = sum(b, s, sheets, unit, kind) else { continue };
            let stack: Vec<UnitId> = s.units_in(hex).to_vec();
            let theirs = i64::from(check::sum(b, s, &stack, unit, kind).total());
            let word = match kind {
                Kind::AfterLoss => "after losses",
                Kind::Recovery => "recovery",
                Kind::Close => "close",
                _ => "others",
            };
            tally.same(word, &ours, &theirs, || {
                let names = stack.iter().map(|u| {
                    format!(
                        "{} {:?} {:?} {}",
                        b.unit(*u).id,
                        s.unit(*u).formation,
                        s.unit(*u).order,
                        plain::increments(b, s, *u)
                    )
                });
                format!(
                    "{} in {} {:?} {kind:?} {:?}",
                    b.unit(unit).id,
                    b.ground.label(hex),
                    names.collect::<Vec<_>>(),
                    check::sum(b, s, &stack, unit, kind).parts()
                )
            });
        }
    }
}

#[test]
fn r20_1_morale_modifiers_are_those_of_the_text() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(300, |b, s| {
        let mut s = s.clone();
        let clean = s.serial == 0;
        if !clean && b.id == "medley" {
            for (at, command) in b.commands.iter().enumerate() {
                s.levels[at] = if command.superior { (s.serial % 4) as u8 } else { 0 };
            }
            for (at, unit) in s.units.iter_mut().enumerate() {
                unit.event = unit.losses.min(at as u8 % 5);
            }
        }
        look(b, &s, &sheets, &mut tally);
    });
    tally.settle(&[("after losses", 3000), ("recovery", 3000), ("close", 3000), ("others", 3000)]);
}

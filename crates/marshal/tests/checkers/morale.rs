//! 7, 12, 16, 30, 31, 43, and 38: what modifies a morale check, and one before a charge.

use ground::{Dir, HexId};
use marshal::ch30_morale::modifiers;
use marshal::ch35_cavalry::to_stand;
use marshal::core::state::{Formation, LeaderStatus, March, Order, UnitId};
use marshal::{Battle, State};
use roster::Arm;

use super::plain::{self, Face};
use super::sheets::Sheets;
use super::{Tally, positions};

/// The sum of what modifies any check of a unit.
fn sum(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId) -> i64 {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let mut sum = match now.order {
        Order::Good => 0,
        Order::Disorder => -3,
        Order::Pgd => -6,
    };
    if card.arm == Arm::Infantry && 2 * i64::from(now.losses) > i64::from(card.increments) {
        sum -= 6;
    }
    if plain::stands(s, unit, Formation::Square) {
        sum += 6;
    }
    if plain::stands(s, unit, Formation::RoadMarch) {
        sum -= 12;
    }
    let whole = b.up(card.command).find(|c| b.commands[c.i()].has_level);
    if let Some(command) = whole {
        let row =
            sheets.rows("levels").nth(usize::from(s.levels[command.i()])).expect("a level of the chart");
        sum += row["value"].as_integer().expect("a number");
    }
    let with = |l: &marshal::core::state::LeaderId| {
        let there = s.leader(*l);
        there.status == LeaderStatus::Map
            && b.leader(*l).side == card.side
            && now.hexes().contains(&there.hex)
    };
    sum + b.leader_ids().filter(with).map(|l| i64::from(b.leader(l).morale)).max().unwrap_or(0)
}

/// The sum of what modifies the check of infantry before cavalry that comes from the next hex, besides what modifies any check.
fn before_horse(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    unit: UnitId,
    (horse, from, at): (UnitId, HexId, HexId),
) -> i64 {
    let charge = |id: &str| sheets.value("charge", id);
    let now = s.unit(unit);
    let dir = b.ground.dir_to(at, from).expect("they are next to each other");
    let mut sum = match plain::met(b, s, at, dir) {
        Face::Flank => charge("flank"),
        Face::Rear => charge("rear"),
        _ => 0,
    };
    sum += match (now.order, now.formation) {
        (Order::Disorder, _) => charge("disorder"),
        (Order::Pgd, _) => charge("rout"),
        (_, Formation::Skirmish) => charge("skirmish"),
        (_, Formation::Line) => charge("line"),
        _ => 0,
    };
    if sheets.has_stream(b, from, b.ground.dir_to(from, at).expect("they are next to each other")) {
        sum += charge("stream");
    }
    if s.back(horse).lance > 0 {
        sum += charge("lancers");
    }
    if plain::heavy(b, horse) {
        sum += charge("heavy");
    }
    if now.march == March::Forced {
        sum += charge("forced");
    }
    sum
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    for unit in b.unit_ids().filter(|u| s.unit(*u).on_map()) {
        let place = || format!("{} {:?}", b.unit(unit).id, s.unit(unit));
        let theirs = i64::from(modifiers(b, s, unit).total());
        tally.same("check", &sum(b, s, sheets, unit), &theirs, place);
        if b.arm(unit) == Arm::Cavalry {
            continue;
        }
        // The first of its hexes that the cavalry touches is the one that it strikes.
        let mut met: Vec<HexId> = Vec::new();
        for (at, dir) in s.unit(unit).hexes().iter().flat_map(|at| Dir::ALL.map(|dir| (*at, dir))) {
            let Some(from) = b.ground.neighbour(at, dir).filter(|from| !met.contains(from)) else { continue };
            met.push(from);
            let horse = s.units_in(from).iter().copied().find(|u| b.arm(*u) == Arm::Cavalry);
            let Some(horse) = horse.filter(|u| b.side(*u) != b.side(unit)) else { continue };
            let ours = before_horse(b, s, sheets, unit, (horse, from, at));
            let theirs = i64::from(to_stand(b, s, unit, &[horse], from).total());
            tally.same("charge", &ours, &theirs, place);
        }
    }
}

#[test]
fn r31_morale_modifiers_are_those_of_the_text() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(&sheets, 300, |b, s| look(b, s, &sheets, &mut tally));
    tally.settle(&[("check", 5000), ("charge", 300)]);
}

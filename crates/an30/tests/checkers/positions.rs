//! Positions: those of random games, and units scattered at random.

use std::path::Path;
use std::sync::Arc;

use an30::An30;
use an30::core::state::{Formation, Order, Prone, Readiness, Status, UnitId, did};
use an30::variant::{Edition, Standard};
use an30::{Battle, State};
use ground::{Aim, Dir, HexId};
use roster::Arm;
use table::dice::FastDice;
use table::umpires::{Player, RandomPlayer, Staff};
use table::{Doors, Flow, Rulebook};

use super::plain;
use super::sheets::Sheets;

type Book = An30<Standard>;

/// A battle of the tests' own.
pub fn battle(name: &str) -> Arc<Battle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(name);
    Arc::new(Standard::read(&folder).unwrap_or_else(|faults| panic!("{faults}")))
}

fn more() -> u64 {
    std::env::var("POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Looks at positions of random games and at scattered ones.
pub fn all(scattered_ones: u64, mut look: impl FnMut(&Battle, &State)) {
    for name in ["practice", "cavalry"] {
        let b = battle(name);
        (0..2 * more()).for_each(|seed| game(&b, seed, &mut look));
    }
    let b = battle("medley");
    (0..scattered_ones * more()).for_each(|seed| look(&b, &scattered(&b, seed)));
}

/// Looks at every third position of a random game.
fn game(b: &Battle, seed: u64, look: &mut impl FnMut(&Battle, &State)) {
    let mut players = [RandomPlayer::new(2 * seed), RandomPlayer::new(2 * seed + 1)];
    let seats = players.iter_mut().map(|player| player as &mut dyn Player<Book>).collect();
    let mut staff = Staff::<Book>::new(seats, FastDice::new(seed));
    let mut doors = Doors::new(b, &mut staff);
    let mut state = Book::start(b);
    for step in 0..20_000 {
        if step % 3 == 0 {
            look(b, &state);
        }
        if Book::step(b, &mut state, &mut doors).expect("the game runs") == Flow::Over {
            break;
        }
    }
}

/// Units and leaders thrown over the map, each in a formation that its hexes allow; some in stacks.
pub fn scattered(b: &Battle, seed: u64) -> State {
    let (mut dice, sheets, mut s) = (FastDice::new(seed), Sheets::read(), b.setup.clone());
    s.clock.turn = dice.below(b.turns.len() as u32) as u8;
    let folded = dice.below(2) == 0;
    for unit in b.unit_ids() {
        s.lift(unit);
    }
    let mut order: Vec<UnitId> = b.unit_ids().collect();
    for at in (1..order.len()).rev() {
        order.swap(at, dice.below(at as u32 + 1) as usize);
    }
    for unit in order {
        let is_part = b.unit(unit).part_of.some().is_some();
        let is_whole = b.unit_ids().any(|other| b.unit(other).part_of == unit);
        if is_part && !folded || is_whole && folded {
            s.unit_mut(unit).status = Status::Folded;
            continue;
        }
        let placed = (0..60).any(|_| place(b, &mut s, &sheets, unit, &mut dice));
        s.unit_mut(unit).status = if placed { Status::Map } else { Status::Destroyed };
    }
    for leader in b.leader_ids() {
        let near: Vec<HexId> =
            b.unit_ids().filter(|u| b.side(*u) == b.leader(leader).side).map(|u| s.unit(u).hex()).collect();
        let hex = dice.pick(&near);
        if hex.is_some() {
            s.leader_mut(leader).hex = hex;
        }
    }
    s
}

/// Tries to put a unit somewhere: alone, with others of its kind, or guns with infantry.
fn place(b: &Battle, s: &mut State, sheets: &Sheets, unit: UnitId, dice: &mut FastDice) -> bool {
    let (card, arm) = (b.unit(unit), b.arm(unit));
    let wagon = plain::is(b, unit, "wagon");
    let most = card.increments * if plain::is(b, unit, "old-guard") { 2 } else { 1 };
    let (few, now) = (if dice.below(3) == 0 { 40 } else { 4 }, s.unit_mut(unit));
    now.losses = dice.below((most as u32).min(few)) as u8;
    now.order = match dice.below(8) {
        0 | 1 => Order::Disorder,
        2 => Order::Pgd,
        _ => Order::Good,
    };
    now.readiness =
        if arm == Arm::Cavalry { Readiness::ALL[dice.below(3) as usize] } else { Readiness::Ready };
    now.rounds = if dice.below(5) == 0 { 16 } else { dice.below(11) as u8 };
    now.set(did::FIRST_FIRE, dice.below(2) == 0);
    now.prone = Prone::Up;
    if !wagon && dice.below(3) == 0 && join(b, s, unit, dice) {
        return true;
    }
    let forms = [
        &[
            Formation::Column,
            Formation::Line,
            Formation::Line,
            Formation::Square,
            Formation::Skirmish,
            Formation::RoadColumn,
        ][..],
        &[Formation::Column, Formation::Line, Formation::Line, Formation::Skirmish, Formation::RoadColumn][..],
        &[Formation::Limbered, Formation::Unlimbered, Formation::Unlimbered, Formation::RoadColumn][..],
    ];
    let forms = forms[match arm {
        Arm::Infantry => 0,
        Arm::Cavalry => 1,
        Arm::Artillery => 2,
    }];
    let mut formation = dice.pick(forms);
    if wagon && formation == Formation::Unlimbered {
        formation = Formation::Limbered;
    }
    let mut first = HexId(dice.below(b.ground.len() as u32) as u16);
    let foes: Vec<HexId> = b
        .unit_ids()
        .filter(|u| b.side(*u) != card.side && s.unit(*u).on_map())
        .map(|u| s.unit(u).hex())
        .collect();
    if !foes.is_empty() && dice.below(2) == 0 {
        let near: Vec<HexId> = b.ground.within(dice.pick(&foes), 2).collect();
        first = dice.pick(&near);
    }
    let aim = Aim(dice.below(12) as u8);
    if s.unit(unit).order == Order::Pgd && formation == Formation::Unlimbered {
        formation = Formation::Limbered;
    }
    lie(b, s, sheets, unit, (formation, aim, first))
}

/// Lays a unit so, if the ground and others allow it.
fn lie(
    b: &Battle,
    s: &mut State,
    sheets: &Sheets,
    unit: UnitId,
    (formation, aim, first): (Formation, Aim, HexId),
) -> bool {
    let arm = b.arm(unit);
    let close = sheets.general_order(b, first);
    let vertex = matches!(formation, Formation::Line | Formation::Skirmish);
    let aim = if vertex { Aim(aim.0 | 1) } else { Aim(aim.0 & !1) };
    let good = s.unit(unit).order == Order::Good;
    let shape = if !good
        || arm == Arm::Artillery
        || !close
        || matches!(formation, Formation::Skirmish | Formation::RoadColumn)
    {
        formation
    } else {
        Formation::GeneralOrder
    };
    let aim = if shape == Formation::GeneralOrder { Aim(aim.0 & !1) } else { aim };
    let left = plain::increments(b, s, unit);
    if formation == Formation::Skirmish && !plain::may_skirmish(b, s, unit)
        || shape == Formation::Square && left < 3
        || shape == Formation::Unlimbered && close
    {
        return false;
    }
    let count = if good { plain::usual_hexes(b, unit, shape, left, usize::from(aim.0)) } else { 1 };
    let step = if vertex { Dir(aim.0 / 2).turn(2) } else { Dir(aim.0 / 2).opposite() };
    let mut hexes = vec![first];
    while hexes.len() < count {
        let Some(next) = b.ground.neighbour(hexes[hexes.len() - 1], step) else { return false };
        hexes.push(next);
    }
    let fits = |hex: &HexId| {
        let forms = sheets.forms(b, *hex);
        let here = match shape {
            Formation::Column | Formation::Line | Formation::Square | Formation::Skirmish if good => {
                forms.iter().any(|f| f == shape.name())
            }
            _ => true,
        };
        here && s.is_empty(*hex) && sheets.terrain_cost(b, *hex, plain::column(b, s, unit)).is_some()
    };
    if !hexes.iter().all(fits) {
        return false;
    }
    let now = s.unit_mut(unit);
    (now.formation, now.aim) = (shape, aim);
    let soft = ["clear", "farm", "cultivated"].contains(&b.ground.terrain(first).name());
    let may_lie = plain::is(b, unit, "prone") && good && soft && shape != Formation::RoadColumn;
    now.prone = if may_lie && now.losses.is_multiple_of(2) { Prone::Prone } else { Prone::Up };
    s.put(unit, &hexes);
    true
}

/// Puts a unit with others of its arm in their formation, or guns with infantry, on top or beneath.
fn join(b: &Battle, s: &mut State, unit: UnitId, dice: &mut FastDice) -> bool {
    let arm = b.arm(unit);
    let fits = |other: &UnitId| {
        let (there, theirs) = (s.unit(*other), b.arm(*other));
        let single = there.hexes().len() == 1 && s.units_in(there.hex()).len() < 3;
        let formed = match there.formation {
            Formation::Column | Formation::Line => true,
            Formation::Square | Formation::Unlimbered | Formation::Limbered => theirs != Arm::Cavalry,
            Formation::Skirmish => {
                arm == theirs && plain::may_skirmish(b, s, unit) && plain::increments(b, s, unit) <= 3
            }
            _ => false,
        };
        let guns = arm == Arm::Artillery
            && theirs == Arm::Infantry
            && there.order == Order::Good
            && there.formation != Formation::Skirmish;
        let spread =
            arm == Arm::Cavalry && there.formation == Formation::Column && plain::increments(b, s, unit) > 4;
        b.side(*other) == b.side(unit)
            && there.on_map()
            && single
            && formed
            && !spread
            && there.prone == Prone::Up
            && there.order != Order::Pgd
            && !plain::is(b, *other, "wagon")
            && (theirs == arm || guns)
    };
    let others: Vec<UnitId> = b.unit_ids().filter(fits).collect();
    if others.is_empty() {
        return false;
    }
    let other = *s.unit(dice.pick(&others));
    let guns_with_foot =
        arm == Arm::Artillery && s.units_in(other.hex()).iter().any(|u| b.arm(*u) == Arm::Infantry);
    let now = s.unit_mut(unit);
    (now.order, now.aim) = (other.order, other.aim);
    now.formation = if guns_with_foot { Formation::Unlimbered } else { other.formation };
    s.put(unit, other.hexes());
    if dice.below(2) == 0 {
        let mut order: Vec<UnitId> = s.units_in(other.hex()).to_vec();
        order.rotate_right(1);
        s.reorder(other.hex(), &order);
    }
    true
}

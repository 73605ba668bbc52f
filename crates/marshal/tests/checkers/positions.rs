//! Positions: those of random games, and units scattered at random.

use std::path::Path;

use ground::{Aim, Dir, HexId};
use marshal::core::state::{Formation, LeaderStatus, Order, Readiness, Status, UnitId, did};
use marshal::files::arrange;
use marshal::{Battle, Marshal, State};
use roster::Arm;
use table::dice::FastDice;
use table::umpires::{Player, RandomPlayer, Staff};
use table::{Doors, Flow, Rulebook};

use super::plain;
use super::sheets::Sheets;

fn battle(name: &str) -> Battle {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    arrange::read(&folder).unwrap_or_else(|faults| panic!("{faults}"))
}

fn more() -> u64 {
    std::env::var("POSITIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Looks at positions of random games and at scattered ones.
pub fn all(sheets: &Sheets, scattered_ones: u64, mut look: impl FnMut(&Battle, &State)) {
    let b = battle("../../battles/maida");
    (0..more()).for_each(|seed| game(&b, seed, &mut look));
    let b = battle("tests/medley");
    (0..scattered_ones * more()).for_each(|seed| look(&b, &scattered(&b, sheets, seed)));
}

/// Looks at every fifth position of a random game.
fn game(b: &Battle, seed: u64, look: &mut impl FnMut(&Battle, &State)) {
    let mut players = [RandomPlayer::new(2 * seed), RandomPlayer::new(2 * seed + 1)];
    let seats = players.iter_mut().map(|player| player as &mut dyn Player<Marshal>).collect();
    let mut staff = Staff::<Marshal>::new(seats, FastDice::new(seed));
    let mut doors = Doors::new(b, &mut staff);
    let mut state = Marshal::start(b);
    for step in 0..20_000 {
        if step % 5 == 0 {
            look(b, &state);
        }
        if Marshal::step(b, &mut state, &mut doors).expect("the game runs") == Flow::Over {
            break;
        }
    }
}

/// Units and leaders thrown over the map, each in a formation that its hexes allow; some in stacks.
fn scattered(b: &Battle, sheets: &Sheets, seed: u64) -> State {
    let (mut dice, mut s) = (FastDice::new(seed), b.setup.clone());
    b.unit_ids().for_each(|unit| s.lift(unit));
    let mut order: Vec<UnitId> = b.unit_ids().collect();
    for at in (1..order.len()).rev() {
        order.swap(at, dice.below(at as u32 + 1) as usize);
    }
    for unit in order {
        let placed = (0..60).any(|_| place(b, &mut s, sheets, unit, &mut dice));
        s.unit_mut(unit).status = if placed { Status::Map } else { Status::Destroyed };
    }
    for level in &mut s.levels {
        *level = dice.below(4) as u8;
    }
    for leader in b.leader_ids() {
        let own: Vec<UnitId> =
            b.unit_ids().filter(|u| b.side(*u) == b.leader(leader).side && s.unit(*u).on_map()).collect();
        let unit = dice.pick(&own);
        let hexes = s.unit(unit).hexes().to_vec();
        let now = s.leader_mut(leader);
        (now.hex, now.status) = (dice.pick(&hexes), LeaderStatus::Map);
    }
    s
}

/// Tries to put a unit somewhere: alone, or with others of its kind.
fn place(b: &Battle, s: &mut State, sheets: &Sheets, unit: UnitId, dice: &mut FastDice) -> bool {
    let (card, arm) = (b.unit(unit), b.arm(unit));
    let few = if dice.below(3) == 0 { 40 } else { 3 };
    let now = s.unit_mut(unit);
    now.losses = dice.below((card.increments as u32).min(few)) as u8;
    now.order = match dice.below(8) {
        0 | 1 if arm != Arm::Cavalry => Order::Disorder,
        2 => Order::Pgd,
        _ => Order::Good,
    };
    now.readiness =
        if arm == Arm::Cavalry { Readiness::ALL[dice.below(3) as usize] } else { Readiness::Fresh };
    now.did = 0;
    for bit in [did::STEPPED, did::SPARES, did::STRAIGHT, did::WILD, did::COUNTERS] {
        now.set(bit, dice.below(4) == 0);
    }
    if dice.below(3) == 0 && join(b, s, unit, dice) {
        return true;
    }
    let forms = match arm {
        Arm::Infantry => &[
            Formation::Column,
            Formation::Line,
            Formation::Line,
            Formation::Square,
            Formation::Skirmish,
            Formation::Skirmish,
        ][..],
        Arm::Cavalry => &[Formation::Column, Formation::Column, Formation::Line, Formation::Skirmish][..],
        Arm::Artillery => &[Formation::Limbered, Formation::Unlimbered, Formation::Unlimbered][..],
    };
    let formation = dice.pick(forms);
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
    lie(b, s, sheets, unit, (formation, Aim(dice.below(12) as u8), first))
}

/// Lays a unit so, if the ground and others allow it.
fn lie(
    b: &Battle,
    s: &mut State,
    sheets: &Sheets,
    unit: UnitId,
    (formation, aim, first): (Formation, Aim, HexId),
) -> bool {
    let (arm, left) = (b.arm(unit), plain::left(b, s, unit));
    let good = s.unit(unit).order == Order::Good;
    let close = sheets.flag(b, first, "general_order");
    let own = |formation| if close && arm != Arm::Artillery { Formation::GeneralOrder } else { formation };
    let shape = match (arm, formation) {
        (Arm::Artillery, _) => formation,
        _ if !good => own(Formation::Column),
        (_, Formation::Skirmish) => Formation::Skirmish,
        _ => own(formation),
    };
    let card = b.unit(unit);
    let loose = match arm {
        Arm::Infantry => sheets.multiple(&card.nation, &card.kind, "skirmish").is_some(),
        Arm::Cavalry => card.back.skirmish.is_some(),
        Arm::Artillery => false,
    };
    if shape == Formation::Skirmish && !loose || shape == Formation::Square && left < 3 {
        return false;
    }
    let vertex = matches!(shape, Formation::Line | Formation::Skirmish);
    let aim = if vertex { Aim(aim.0 | 1) } else { Aim(aim.0 & !1) };
    let count = match (arm, shape) {
        (Arm::Infantry, Formation::Line) if left >= 5 && first.0.is_multiple_of(2) => 2,
        (Arm::Cavalry, Formation::Line) => (left / 4).clamp(1, 3),
        (Arm::Infantry, Formation::Skirmish) if left >= 9 => 3,
        (Arm::Infantry, Formation::Skirmish) if left >= 4 => 2,
        (Arm::Cavalry, Formation::Skirmish) => 2,
        _ => 1,
    };
    let step = Dir(aim.0 / 2).turn(2);
    let mut hexes = vec![first];
    while hexes.len() < count as usize {
        let Some(next) = b.ground.neighbour(hexes[hexes.len() - 1], step) else { return false };
        hexes.push(next);
    }
    let fits = |hex: &HexId| {
        let formed = matches!(shape, Formation::Line | Formation::Square);
        s.is_empty(*hex)
            && sheets.hex_cost(b, *hex, arm as usize).is_some()
            && (!formed || sheets.flag(b, *hex, "open"))
    };
    if !hexes.iter().all(fits) {
        return false;
    }
    let now = s.unit_mut(unit);
    (now.formation, now.aim) = (shape, aim);
    s.put(unit, &hexes);
    true
}

/// Puts a unit beneath others of its arm in their formation, or guns in position with infantry.
fn join(b: &Battle, s: &mut State, unit: UnitId, dice: &mut FastDice) -> bool {
    let arm = b.arm(unit);
    let fits = |other: &UnitId| {
        let (there, theirs) = (s.unit(*other), b.arm(*other));
        let guns = arm == Arm::Artillery && theirs == Arm::Infantry && there.order == Order::Good;
        let alike =
            theirs == arm && there.order == s.unit(unit).order && there.formation != Formation::Skirmish;
        b.side(*other) == b.side(unit)
            && there.on_map()
            && there.hexes().len() == 1
            && s.units_in(there.hex()).len() < 3
            && (alike || guns && there.formation != Formation::Skirmish)
            && !(there.formation == Formation::Column && plain::heavy(b, *other) != plain::heavy(b, unit))
    };
    let others: Vec<UnitId> = b.unit_ids().filter(fits).collect();
    if others.is_empty() {
        return false;
    }
    let other = *s.unit(dice.pick(&others));
    let now = s.unit_mut(unit);
    let even = Aim(other.aim.0 & !1);
    (now.formation, now.aim) = if arm == Arm::Artillery && other.formation != Formation::Limbered {
        (Formation::Unlimbered, even)
    } else {
        (other.formation, other.aim)
    };
    s.put(unit, other.hexes());
    true
}

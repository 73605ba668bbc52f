//! 4. Morale.

use ground::HexId;
use table::ask::{Choices, as_given};
use table::{Answer, Doors, Event, Modifiers, Play, Point, Question, Refusal, Test, rule};

use crate::Drill;
use crate::core::battle::Battle;
use crate::core::d66::{self, D66};
use crate::core::state::{Condition, Loss, Phase, State};
use crate::core::{lay, verb};

/// The loss of all that is left.
pub const ALL: Loss = Loss(u8::MAX);

/// A unit checks its morale: who fails is shaken and falls back; who was shaken before is lost (4.1).
///
/// # Errors
/// As the doors.
pub fn check(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>, unit: u16) -> Play<()> {
    s.phase = Phase::Fire;
    let is_shaken = s.unit(unit).condition == Condition::Shaken;
    let modifiers = Modifiers::new().and_if(is_shaken, -3, "shaken", rule!("4.1"));
    if test(b, s, doors, unit, modifiers)?.passed() {
        return Ok(());
    }
    if is_shaken {
        s.phase = Phase::Toll(unit, ALL);
        return Ok(());
    }
    s.unit_mut(unit).condition = Condition::Shaken;
    doors.tell(|| Event::new(rule!("4.1"), "unit.shaken").unit("unit", unit));
    retreat(b, s, doors, unit)
}

/// Two dice up to the unit's morale, so many throws higher or lower (4.1).
///
/// # Errors
/// As the doors.
pub fn test(
    b: &Battle,
    s: &State,
    doors: &mut Doors<'_, Drill>,
    unit: u16,
    modifiers: Modifiers,
) -> Play<Test> {
    debug_assert!(s.unit(unit).stands(), "only who stands has morale");
    let needed = b.card(unit).morale.moved(modifiers.total().into());
    let class = |dice: D66| u32::from(dice <= needed);
    let dice = d66::throw(doors, (rule!("4.1"), "morale"), (b.side(unit), unit), &class)?;
    let test = Test::from(dice <= needed);
    doors.tell(|| {
        let told = Event::new(rule!("4.1"), "morale.checked").unit("unit", unit);
        let told = told.number("dice", dice.number()).number("needed", needed.number());
        told.word("result", test.word()).parts(&modifiers)
    });
    Ok(test)
}

/// The hexes to which a unit can fall back, facing as it does: the three behind it (4.2).
fn hexes_back(b: &Battle, s: &State, unit: u16) -> Vec<HexId> {
    let now = s.unit(unit);
    let behind = [2, 3, 4].into_iter().filter_map(|turn| b.ground.neighbour(now.hex, now.facing.turn(turn)));
    behind.filter(|hex| lay::room(b, s, unit, *hex, now.facing).is_some()).collect()
}

/// A unit falls back a hex; who cannot is lost (4.2).
fn retreat(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>, unit: u16) -> Play<()> {
    let hexes = hexes_back(b, s, unit);
    if hexes.is_empty() {
        s.phase = Phase::Toll(unit, ALL);
        return Ok(());
    }
    let me = Point::Unit(unit);
    let options = Choices {
        list: |out: &mut Vec<Answer>| {
            out.extend(hexes.iter().map(|hex| Answer::one(verb::RETREAT, Point::Place(hex.0))));
        },
        read: as_given,
        refuse: |_: &Answer| Refusal::new(rule!("4.2"), "retreat.where").with("unit", me),
    };
    let about = [me, Point::Nothing, Point::Nothing];
    let question =
        Question { side: b.side(unit), rule: rule!("4.2"), key: "retreat", about, options: &options };
    let hex = doors.ask(s, &question)?.place().expect("every step back leads to a hex");
    s.unit_mut(unit).hex = HexId(hex);
    doors.tell(|| Event::new(rule!("4.2"), "unit.retreats").unit("unit", unit).place("to", hex));
    Ok(())
}

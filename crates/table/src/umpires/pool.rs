//! Pools of dice: all their tallies with their exact shares, as multinomials.

use crate::Tally;

/// All tallies of so many dice, of which each falls into a class with so many of its faces; each with the number of ways in which the dice
/// fall so. `None` if a number is too large.
pub(super) fn tallies(faces: &[u32; Tally::CLASSES], dice: u16) -> Option<Vec<(Tally, u128)>> {
    let mut out = Vec::new();
    let whole = Tallied { tally: Tally::default(), ways: 1, left: dice };
    tally_up(faces, 0, whole, &mut out)?;
    Some(out)
}

/// Part of a pool that is counted already: its tally, in how many ways it falls so, and how many dice are left.
#[derive(Clone, Copy)]
struct Tallied {
    tally: Tally,
    ways: u128,
    left: u16,
}

/// Lists all tallies of what is left over the classes from `class` on, each with the number of ways in which the dice fall so. `None` if a
/// number is too large.
fn tally_up(
    faces: &[u32; Tally::CLASSES],
    class: usize,
    part: Tallied,
    out: &mut Vec<(Tally, u128)>,
) -> Option<()> {
    let Some(&own) = faces.get(class) else {
        if part.left == 0 {
            out.push((part.tally, part.ways));
        }
        return Some(());
    };
    let most = if own == 0 { 0 } else { part.left };
    let mut ways = part.ways;
    for dice in 0..=most {
        if dice > 0 {
            // One die more in this class: times its faces, and times the dice from which it may be chosen, parted by their order.
            ways = ways.checked_mul(u128::from(own))?.checked_mul(u128::from(part.left - dice + 1))?;
            ways /= u128::from(dice);
        }
        let mut tally = part.tally;
        tally.add(class as u32, dice).ok()?;
        tally_up(faces, class + 1, Tallied { tally, ways, left: part.left - dice }, out)?;
    }
    Some(())
}

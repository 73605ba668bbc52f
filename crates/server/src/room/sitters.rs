//! Past seats: who has sat where: whose secrets a seat holds, and who is told of whom.

use serde::{Deserialize, Serialize};
use table::Side;

use super::RoomState;
use crate::store::{SeatKind, SeatRow};

/// The most that are kept of a side. Only those who sat at the same side crowd out the one who sat there first, so that nobody can
/// have it forgotten who sat at the other, and a seat that was closed stays closed.
const MOST: usize = 32;
/// The most names that are told of a seat.
const TOLD: usize = 4;

/// Somebody who sits or sat at a side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitter {
    /// The side.
    pub side: u8,
    /// Their name, or the computer player's.
    pub name: String,
    /// Their id as a holder; none for a computer player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holder: Option<String>,
}

/// Notes that somebody sits at a seat.
pub fn note(sat: &mut Vec<Sitter>, seat: &SeatRow) {
    if seat.kind == SeatKind::Free {
        return;
    }
    let new = Sitter { side: seat.side, name: seat.name.clone(), holder: seat.holder.clone() };
    sat.retain(|old| {
        (old.side, &old.holder) != (new.side, &new.holder) || old.holder.is_none() && *old != new
    });
    let side = new.side;
    sat.push(new);
    if sat.iter().filter(|old| old.side == side).count() > MOST
        && let Some(first) = sat.iter().position(|old| old.side == side)
    {
        sat.remove(first);
    }
}

/// Somebody goes by another name to us: they have signed in.
pub fn move_away(sat: &mut [Sitter], from: &str, to: &str) {
    for old in sat.iter_mut().filter(|old| old.holder.as_deref() == Some(from)) {
        old.holder = Some(to.to_owned());
    }
}

/// Whether who sits there was the last to sit down there; if they are another now, they have signed in since. In a game from before that was noted, they are
/// noted now.
pub fn bring_up_to_date(sat: &mut Vec<Sitter>, seat: &SeatRow) {
    let Some(now) = &seat.holder else { return };
    let last = sat.iter().rev().filter(|old| old.side == seat.side).find_map(|old| old.holder.clone());
    match last {
        Some(before) if before != *now => move_away(sat, &before, now),
        Some(_) => {}
        None => note(sat, seat),
    }
}

/// The names of those who sat at a seat before the one who sits there now, the last at the end.
pub fn before(sat: &[Sitter], seat: &SeatRow) -> Vec<String> {
    let is_now =
        |old: &Sitter| seat.kind != SeatKind::Free && (&old.name, &old.holder) == (&seat.name, &seat.holder);
    let mut names: Vec<String> = Vec::new();
    for old in sat.iter().filter(|old| old.side == seat.side && !is_now(old)) {
        names.retain(|name| *name != old.name);
        names.push(old.name.clone());
    }
    names.split_off(names.len().saturating_sub(TOLD))
}

/// Whether a person comes to a game that others have sat in, and they have not.
pub fn is_new(sat: &[Sitter], seat: &SeatRow) -> bool {
    let mut people = sat.iter().filter_map(|sat| sat.holder.as_deref()).peekable();
    let comes = seat.kind == SeatKind::Person && people.peek().is_some();
    comes && people.all(|person| Some(person) != seat.holder.as_deref())
}

/// Whether nobody but one person has ever sat in a game.
pub fn is_alone(sat: &[Sitter], seats: &[SeatRow], holder: Option<&str>) -> bool {
    let people = sat.iter().filter_map(|sat| sat.holder.as_deref());
    let mut all = people.chain(seats.iter().filter_map(|seat| seat.holder.as_deref()));
    holder.is_some() && all.all(|person| Some(person) == holder)
}

impl RoomState {
    /// Whether a free seat holds the secrets of somebody who left it, against somebody else who sat on the other side. Who it is that would
    /// take it cannot be known, so nobody can: only the one who left it comes back, or sends somebody by a code that they made before.
    pub fn is_closed(&self, side: Side) -> bool {
        let people = |side: Side| {
            let sat = self.summary.sat.iter().filter(move |sat| sat.side == side.0);
            sat.filter_map(|sat| sat.holder.as_deref())
        };
        let secret = self.counts.answers[side.index()] > 0;
        let strangers = people(side).any(|one| people(side.enemy()).any(|other| one != other));
        self.seats[side.index()].kind == SeatKind::Free && secret && strangers
    }

    /// Whether somebody was the last person at a side.
    pub fn was_last(&self, side: Side, holder: Option<&str>) -> bool {
        let last = self
            .summary
            .sat
            .iter()
            .rev()
            .filter(|sat| sat.side == side.0)
            .find_map(|sat| sat.holder.as_deref());
        holder.is_some() && last == holder
    }
}

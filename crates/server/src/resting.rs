//! Games in memory that are to rest on disk, because others need their place.

use std::collections::HashMap;
use std::sync::Arc;

use tokio::sync::OnceCell;

use crate::room::Room;

/// A game that is in memory, or is being loaded.
type Cell = Arc<OnceCell<Arc<Room>>>;

/// Bytes of journals of games in memory, beyond which those rest that nobody has looked at for longest. A game takes some eight times as much.
pub const AWAKE_BYTES: usize = 64 << 20;

/// For how many seconds nobody has looked at a game in memory; none if somebody has it in their hands right now, and so keeps it: two copies of a
/// game must not be.
pub fn idle_s(cell: &Cell, room: &Arc<Room>) -> Option<i64> {
    let is_held = Arc::strong_count(room) > 1 || Arc::strong_count(cell) > 1;
    if is_held { None } else { room.idle_s() }
}

/// Games that are to rest, so that no more than so many bytes of journals are in memory.
pub fn resting(rooms: &HashMap<String, Cell>, most: usize) -> Vec<String> {
    let of = |(id, cell): (&String, &Cell)| {
        let room = cell.get()?;
        Some((idle_s(cell, room), room.length(), id.clone()))
    };
    longest_idle(rooms.iter().filter_map(of).collect(), most)
}

/// Those that were not looked at for longest, until the lengths of the others are no more than `most`; such as are held stay.
fn longest_idle(mut games: Vec<(Option<i64>, usize, String)>, most: usize) -> Vec<String> {
    let mut bytes: usize = games.iter().map(|(_, length, _)| length).sum();
    games.sort_by_key(|(idle, ..)| std::cmp::Reverse(*idle));
    let mut rest = Vec::new();
    for (idle, length, id) in games {
        if bytes <= most || idle.is_none() {
            break;
        }
        bytes -= length;
        rest.push(id);
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_rest_that_nobody_has_looked_at_for_longest_when_memory_is_short() {
        let games = [("held", None, 40), ("new", Some(0), 30), ("old", Some(9), 20), ("older", Some(10), 10)];
        let resting = |most| {
            let games = games.map(|(id, idle, length)| (idle, length, id.to_owned()));
            longest_idle(games.into(), most)
        };
        assert!(resting(100).is_empty());
        assert_eq!(resting(95), ["older"]);
        assert_eq!(resting(75), ["older", "old"]);
        assert_eq!(resting(1), ["older", "old", "new"]);
    }
}

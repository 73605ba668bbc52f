//! Seats: who sits where, and the seed of the dice.

use shelf::Table;

use super::menu::{Company, Wish};
use crate::outcome::Failure;

/// The computer player of each side; none where a person sits.
pub fn seats(table: &dyn Table, wish: &Wish, against: Option<&str>) -> Result<[Option<String>; 2], Failure> {
    let players = table.book().players();
    let learns = wish.company != Company::Watch && !table.lessons(shelf::Language::ENGLISH).all().is_empty();
    let usual = if learns { table.book().beginner() } else { players.last().copied().unwrap_or_default() };
    let against = against.unwrap_or(usual);
    if wish.company != Company::Both && !players.contains(&against) {
        return Err(Failure::Usage(muster::Fault::unknown("player", against, players).to_string()));
    }
    let computer = || Some(against.to_owned());
    let side = match &wish.company {
        Company::Both => return Ok([None, None]),
        Company::Watch => return Ok([computer(), computer()]),
        Company::One(side) => side,
    };
    let sides = table.sides();
    let ids = [sides[0].id.as_str(), sides[1].id.as_str()];
    match side.as_deref().unwrap_or(ids[0]) {
        side if side == ids[0] => Ok([None, computer()]),
        side if side == ids[1] => Ok([computer(), None]),
        other => Err(Failure::Usage(muster::Fault::unknown("side", other, &ids).to_string())),
    }
}

/// The seed that the user gave, or one that nobody can know.
pub fn seed(number: Option<u64>) -> Result<[u8; 32], Failure> {
    if let Some(number) = number {
        return Ok(table::dice::Seed::from_number(number).0);
    }
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)
        .map_err(|error| Failure::Failed(format!("the system gives no random numbers: {error}")))?;
    Ok(seed)
}

//! Words of a script that are this rulebook's own: the die, the cup, and routes over several hexes.

use muster::Fault;
use table::vignette::answer;
use table::{Answer, Names, Point};

use crate::Jdg;
use crate::core::battle::Battle;
use crate::core::verb;

/// Throw of a die, as it shows (0.4).
pub(super) fn die(word: &str) -> Result<Point, Fault> {
    match word.parse::<i16>() {
        Ok(n) if (0..=9).contains(&n) => Ok(Point::Number(n)),
        _ => {
            let mut fault = Fault::new(format!("{word:?} is no throw of the die"));
            fault.expect("0 to 9 (0.4), or `any`");
            Err(fault)
        }
    }
}

/// The marker of an id, or the first one of a formation.
pub(super) fn marker(battle: &Battle, word: &str) -> Result<Point, Fault> {
    match battle.find(word) {
        Some(marker @ Point::Marker(_)) => Ok(marker),
        Some(Point::Formation(f)) => {
            let marker = battle.formations[usize::from(f)].markers[0];
            Ok(Point::Marker(marker.0.into()))
        }
        _ => {
            let ids: Vec<&str> = battle.markers.iter().map(|m| m.id.as_str()).collect();
            Err(Fault::unknown("marker", word, &ids))
        }
    }
}

/// The words before and behind `via`.
fn parted(words: &str) -> Option<(&str, Vec<&str>)> {
    let (to, via) = words.split_once(" via ")?;
    Some((to.trim(), via.split_whitespace().collect()))
}

/// An answer; `go 0605 via 0405 0505` is one for each leg of the route, however many there are.
pub(super) fn legs(words: &str, battle: &Battle) -> Result<Vec<Answer>, Fault> {
    let Some((last, via)) = parted(words) else {
        return Ok(vec![answer::<Jdg>(battle, words)?]);
    };
    let mut route = hexes(words, battle)?;
    route.extend(answer::<Jdg>(battle, last)?.place().map(Point::Place));
    let place =
        |point: Point| if let Point::Place(hex) = point { ground::HexId(hex) } else { ground::HexId::NONE };
    if let Some(pair) =
        route.windows(2).find(|pair| battle.ground.dir_to(place(pair[0]), place(pair[1])).is_none())
    {
        let mut fault = Fault::new(format!("{} is not next to {}", battle.id(pair[1]), battle.id(pair[0])));
        fault.expect("every hex of the route, each next to the one before");
        return Err(fault);
    }
    let first = via.iter().map(|hex| format!("go {hex}"));
    first.chain([last.to_owned()]).map(|leg| answer::<Jdg>(battle, &leg)).collect()
}

/// The hexes of a route before its goal.
fn hexes(words: &str, battle: &Battle) -> Result<Vec<Point>, Fault> {
    let (last, via) = parted(words).unwrap_or((words, Vec::new()));
    let goal = answer::<Jdg>(battle, last)?;
    let before: Vec<Point> = via
        .iter()
        .filter_map(|hex| battle.find(hex))
        .filter(|point| matches!(point, Point::Place(_)))
        .collect();
    if goal.verb != verb::GO || goal.place().is_none() || before.is_empty() || before.len() < via.len() {
        let mut fault = Fault::new(format!("{words:?} names no route"));
        fault.expect("`go`, a hex, `via`, and the hexes before it, in order: `go 0605 via 0405 0505`");
        return Err(fault);
    }
    Ok(before)
}

/// An answer with the route that it names behind its goal, to be refused: `go 0605 via 0505`. An answer has room for two hexes besides.
pub(super) fn route(words: &str, battle: &Battle) -> Result<Answer, Fault> {
    let Some((last, _)) = parted(words) else { return answer::<Jdg>(battle, words) };
    let before = hexes(words, battle)?;
    let mut found = answer::<Jdg>(battle, last)?;
    if before.len() > 2 {
        let mut fault =
            Fault::new(format!("{} hexes before the goal are too many to refuse a route", before.len()));
        fault
            .expect("one or two behind `via`; what is open before them is gone first, as `go 0405 via 0305`");
        return Err(fault);
    }
    found.points[1..=before.len()].copy_from_slice(&before);
    Ok(found)
}

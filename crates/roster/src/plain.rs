//! Plain armies, of which nothing is said but ids: those of vignettes. Blue fights red.

use muster::{Collector, Name};
use table::Side;

use crate::card::{SideCard, side_named};
use crate::order::{Formation, Leader, Unit};
use crate::words::Arm;

/// Blue and red; the first two of the ids, where there are any, in place of their own.
pub fn plain_sides<'n>(ids: impl IntoIterator<Item = &'n Name>) -> [SideCard; 2] {
    let plain = |id: &str, name: &str, colour: &str| SideCard {
        id: id.to_owned(),
        name: name.to_owned(),
        colour: colour.to_owned(),
    };
    let mut sides = [plain("blue", "Blue", "#27408b"), plain("red", "Red", "#a52a2a")];
    for (side, id) in sides.iter_mut().zip(ids) {
        side.id.clone_from(id.get_ref());
        side.name.clone_from(id.get_ref());
    }
    sides
}

/// The side of this id, the first if none is said; a fault and the first side if there is none of the id.
pub fn side_or_first(sides: &[SideCard; 2], name: Option<&Name>, faults: &mut Collector<'_>) -> Side {
    name.map_or(Side(0), |name| side_named(sides, name, faults))
}

impl Formation {
    /// A formation called like its id.
    pub fn plain(id: &str, side: Side) -> Formation {
        let (id, name) = (id.to_owned(), id.to_owned());
        Formation { id, name, side, rank: None, under: None, commander: String::new() }
    }
}

impl Unit {
    /// Infantry of the line called like its id: French on the first side, Austrian on the second.
    pub fn plain(id: &str, side: Side, formation: usize) -> Unit {
        Unit {
            id: id.to_owned(),
            name: id.to_owned(),
            formation,
            part_of: None,
            rank: None,
            nation: if side == Side(0) { "france" } else { "austria" }.to_owned(),
            arm: Arm::Infantry,
            kind: "line".to_owned(),
            weapons: Vec::new(),
            men: None,
            guns: None,
        }
    }
}

impl Leader {
    /// A leader called like their id.
    pub fn plain(id: &str, side: Side, leads: Option<usize>) -> Leader {
        Leader { id: id.to_owned(), name: id.to_owned(), side, leads }
    }
}

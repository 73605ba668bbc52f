//! Places: how large units are as they stand, the figures that they and commanders make on the table, and who is near whom.

use baize::{Apart, Edge, Figure, Leg, Length, Place, Pose, Size, Turn, apart};
use table::Side;

use super::across::meet_across;
use super::battle::{Battle, UnitCard};
use super::state::{CommanderId, Formation, State, UnitId};
use crate::armies::{Arm, Attachment, Family, Troops};
use crate::formations::Strength;

/// The rectangle of a unit in a formation; none if it never stands so (`units.formations`).
pub fn size(b: &Battle, card: &UnitCard, formation: Formation) -> Option<Size> {
    match (card.arm(), formation) {
        (Arm::Artillery, Formation::Limbered) => Some(limbered(b.base, card.strength)),
        (Arm::Artillery, Formation::Unlimbered) => Some(unlimbered(b.base, card)),
        (Arm::Artillery, _) => None,
        (Arm::Cavalry, Formation::Square | Formation::Skirmish | Formation::SkirmishLine) => None,
        (Arm::Infantry, Formation::Skirmish | Formation::SkirmishLine) if card.troops != Troops::Light => {
            None
        }
        _ => formation.array()?.size(card.strength, b.base),
    }
}

/// A limber: as wide as a base, two bases deep for a small unit and two and two thirds for a large one. (RULING: the book gives 90 and 120 mm,
/// and a width of 40 mm for all figures; where guns limber, the limber's corners take the place of a base's, so it is as wide.)
fn limbered(base: Size, strength: Strength) -> Size {
    let thirds = if strength == Strength::Small { 6 } else { 8 };
    Size { width: base.width, depth: Length(base.depth.0 * thirds / 3) }
}

/// Guns in battery: two bases side by side, three of a large unit, and one for each attachment of guns (`attachments.places`). Heavy guns stand on
/// square bases.
fn unlimbered(base: Size, card: &UnitCard) -> Size {
    let own = if card.strength == Strength::Small { 2 } else { 3 };
    let attached = card.attachments.iter().filter(|one| one.family() == Family::Artillery).count() as i16;
    let heavy =
        card.troops == Troops::HeavyArtillery || card.attachments.contains(&Attachment::HeavyArtillery);
    Size {
        width: Length(base.width.0 * (own + attached)),
        depth: if heavy { base.width } else { base.depth },
    }
}

/// The rectangle of a unit as it stands.
///
/// # Panics
/// If it stands as it cannot: the files and every change of formation see to that.
pub fn size_of(b: &Battle, s: &State, unit: UnitId) -> Size {
    size(b, b.unit(unit), s.unit(unit).formation).expect("a unit stands as it can")
}

/// The figure of a unit on the table: of one in a building the building's, from which all is measured (`buildings.units`).
pub fn figure(b: &Battle, s: &State, unit: UnitId) -> Figure {
    if let Some(house) = s.unit(unit).house.some() {
        return b.table.areas[house.i()].outline.around();
    }
    s.unit(unit).pose.place(size_of(b, s, unit).shape())
}

/// The rectangle of a commander's base, which is square.
pub fn commander_size(b: &Battle) -> Size {
    Size { width: b.base.width, depth: b.base.width }
}

/// Pose of a commander's base. (RULING: of one who leads a unit at the middle of its rear edge; the book says only that they touch.)
pub fn commander_pose(b: &Battle, s: &State, commander: CommanderId) -> Pose {
    let now = s.commander(commander);
    match now.with.some() {
        Some(unit) => {
            let size = size_of(b, s, unit);
            s.unit(unit).pose.after(size, Leg::Back(size.depth))
        }
        None => now.pose,
    }
}

/// The figure of a commander's base.
pub fn commander_figure(b: &Battle, s: &State, commander: CommanderId) -> Figure {
    commander_pose(b, s, commander).place(commander_size(b).shape())
}

/// The units of a side on the table, with their figures.
pub fn figures<'a>(b: &'a Battle, s: &'a State, side: Side) -> impl Iterator<Item = (UnitId, Figure)> + 'a {
    b.units_of(side).filter(|unit| s.unit(*unit).on_table()).map(|unit| (unit, figure(b, s, unit)))
}

/// The nearest enemy unit and how far it is; none if there is none on the table.
pub fn nearest_enemy(b: &Battle, s: &State, side: Side, figure: &Figure) -> Option<(UnitId, Apart)> {
    let foes = figures(b, s, side.enemy()).map(|(unit, foe)| (unit, apart(figure, &foe)));
    foes.min_by_key(|(_, distance)| *distance)
}

/// The middle of a figure, between its first and third corner.
pub fn middle(figure: &Figure) -> Place {
    let corners = figure.corners();
    Place { x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2 }
}

/// The middle of an edge, to the unit.
pub fn middle_of(edge: Edge) -> Place {
    Place { x: (edge.from.x + edge.to.x) / 2, y: (edge.from.y + edge.to.y) / 2 }
}

/// The direction of a way to the right and down: found by halving, on the side where it lies.
pub fn direction(x: i64, y: i64) -> Turn {
    // To the right of a direction lies what turns clockwise from it.
    let aside = |turn: Turn| turn.sine() * y + turn.cosine() * x;
    let right = aside(Turn(0)) >= 0;
    let (mut low, mut high) = (0_u16, Turn::HALF.0);
    let at = |by: u16| if right { Turn(by) } else { Turn(by).reversed() };
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        let still = aside(at(middle)) >= 0;
        if still == right { low = middle } else { high = middle - 1 }
    }
    at(low)
}

/// Whether any part of a figure stands in flowing water.
pub fn in_water(b: &Battle, figure: &Figure) -> bool {
    let mut lines = b.table.lines.iter().filter(|line| line.kind.is_water());
    lines.any(|line| line.is_within(figure, Length(line.width.0 / 2)))
}

/// Whether a unit touches an enemy, or meets one across an obstacle.
pub fn in_contact(b: &Battle, s: &State, unit: UnitId) -> bool {
    let own = figure(b, s, unit);
    figures(b, s, b.side(unit).enemy())
        .any(|(foe, at)| baize::is_within(&own, &at, baize::SLACK) || meet_across(b, s, unit, foe))
}

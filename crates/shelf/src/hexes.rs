//! Help for every rulebook on hexes: pictures of a board and a position in the engraver's terms, distances.

use engraver::text::Sheet;
use engraver::{At, Counter, Map, Tag};
use ground::{Aim, Ground, HexId};
use table::phrase::Catalogue;
use table::{Names, Point, Refusal};

use crate::board::{
    Board, Counter as PlacedCounter, CounterData, Fitness, OverlayData, OverlayHex, Position,
};
use crate::book::{Drawing, PictureFormat};

/// Scene of a battle: what every rulebook on hexes has of one.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'b> {
    /// The battle's id.
    pub id: &'b str,
    /// Its title.
    pub title: &'b str,
    /// The colours of the two sides' counters.
    pub colours: [&'b str; 2],
    /// Its ground.
    pub ground: &'b Ground,
}

/// The counters of a position as the engraver draws them. Those of the first side come first, so that a text shows it in capitals.
pub fn counters(board: &Board, position: &Position) -> Vec<Counter> {
    let cards = board.units.iter().chain(&board.leaders);
    let on_map = cards.zip(&position.counters).filter(|(_, now)| !now.at.is_empty());
    let mut counters: Vec<Counter> = on_map.filter_map(|(card, now)| counter(board, card, now)).collect();
    let first = board.sides.first().map(|side| side.colour.as_str());
    counters.sort_by_key(|counter| Some(counter.side_colour.as_str()) != first);
    counters
}

/// A picture of a map in the format and the size that somebody wishes.
///
/// # Errors
/// It would be too large.
pub fn picture(map: Map<'_>, drawing: Drawing) -> Result<Vec<u8>, String> {
    let map = map.scale(drawing.px_per_hex);
    let map = if drawing.numbers { map } else { map.without_numbers() };
    match drawing.format {
        PictureFormat::Svg => Ok(map.svg().into_bytes()),
        PictureFormat::Png => map.png().map_err(|error| error.to_string()),
    }
}

/// A position as a map of characters, with the names of the sides under it. The objectives are the board's.
pub fn text(
    ground: &Ground,
    (board, position): (&Board, &Position),
    words: &Catalogue,
    sheet: Sheet<'_>,
) -> String {
    let width = sheet.width;
    let objectives: Vec<HexId> = board.objectives.iter().map(|objective| HexId(objective.hex)).collect();
    let sheet = Sheet { objectives: &objectives, ..sheet };
    let map = engraver::text::map(ground, &counters(board, position), sheet, &|key| words.word(key));
    let [sides, capitals, small] =
        ["sides", "capitals", "small"].map(|key| words.word(&format!("text.{key}")));
    let names = [capitals, small].into_iter().zip(&board.sides);
    let names: Vec<String> = names.map(|(text, side)| text.replace("SIDE", &side.name)).collect();
    let head = format!("{sides:<8}");
    let length = head.chars().count() + 2 + names.iter().map(|name| name.chars().count()).sum::<usize>();
    let between = if length <= width { ", ".to_owned() } else { format!(",\n{:<8}", "") };
    format!("{map}{head}{}\n", names.join(&between))
}

/// Hexes from one place to another; none if one of them is not on the ground.
pub fn distance(ground: &Ground, from: u16, to: u16) -> Option<u16> {
    let is_there = usize::from(from.max(to)) < ground.len();
    is_there.then(|| ground.distance(HexId(from), HexId(to)))
}

/// The label of a hex that bars a line of sight.
pub const BARS: &str = "✕";

/// Half movement points as readers write them.
pub fn points(half_mp: u16) -> String {
    match (half_mp / 2, half_mp % 2) {
        (0, 1) => "½".to_owned(),
        (whole, 0) => whole.to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The overlay of a line of sight: what bars it, and by which rule, if anything does.
pub fn line_of_sight(b: &dyn Names, barred: Option<&Refusal>, words: &Catalogue) -> OverlayData {
    let Some(refusal) = barred else {
        return OverlayData { text: words.word("overlay.clear"), ..OverlayData::default() };
    };
    let crossed = |value: &Point| match value {
        Point::Place(hex) => Some(OverlayHex { hex: *hex, label: BARS.to_owned(), from: None, via: None }),
        _ => None,
    };
    OverlayData {
        hexes: refusal.facts.iter().filter_map(|(_, value)| crossed(value)).collect(),
        text: words.refusal(b, refusal),
        rule: Some(refusal.rule.to_string()),
    }
}

/// A counter; none if it counts for nothing any more.
fn counter(board: &Board, card: &CounterData, now: &PlacedCounter) -> Option<Counter> {
    let state = board.states.iter().find(|state| state.id == now.state)?;
    if state.fitness == Fitness::Lost {
        return None;
    }
    let badges = board.badges.iter().filter(|badge| now.badges.contains(&badge.id));
    let tag = |(letter, label): (Option<char>, &String)| Some(Tag { letter: letter?, label: label.clone() });
    let tags = std::iter::once((state.letter, &state.label))
        .chain(badges.clone().map(|badge| (badge.letter, &badge.label)));
    let facing = now.facing.and_then(|facing| board.facings.get(usize::from(facing)));
    let formation = card.formation.and_then(|formation| board.formations.get(usize::from(formation)));
    Some(Counter {
        at: At::Hexes(
            now.at.iter().map(|hex| HexId(*hex)).collect(),
            facing.map(|facing| Aim((facing.degrees % 360 / 30) as u8)),
        ),
        stack_order: now.height,
        side_colour: board
            .sides
            .get(usize::from(card.side))
            .map(|side| side.colour.clone())
            .unwrap_or_default(),
        nation: card.nation.clone(),
        stripe: formation.map(|formation| formation.stripe.clone()),
        symbol: card.symbol,
        name: card.name.clone(),
        strength: now.strength.clone(),
        ratings: now.ratings.clone(),
        look: state.look,
        all_round: badges.clone().any(|badge| badge.all_round),
        tags: tags.filter_map(tag).collect(),
        signs: badges.filter_map(|badge| badge.sign).collect(),
    })
}

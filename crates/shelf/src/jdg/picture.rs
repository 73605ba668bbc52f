//! A position of Jours de Gloire in the engraver's terms.

use engraver::{Map, Overlay};
use jdg::Battle;
use jdg::core::battle::Weather;
use jdg::core::state::{Phase, State};
use table::phrase::Catalogue;

use super::board;
use crate::hexes;

/// The picture of a position, with the objectives and their holders. What a viewer may not know must have been taken out of the state.
pub fn map<'a>(b: &'a Battle, s: &State, words: &Catalogue) -> Map<'a> {
    let turn = &b.turns[usize::from(s.clock.turn)];
    let subtitle = if s.clock.turn == 0 && s.clock.phase == Phase::Orders {
        format!("{}, {}", b.about.place, b.about.date)
    } else {
        let of = words.word("picture.turn").replace("TURNS", &b.turns.len().to_string());
        let number = of.replace("TURN", &(s.clock.turn + 1).to_string());
        // Clear weather goes without saying.
        let weather = Some(turn.weather).filter(|weather| *weather != Weather::Clear);
        let weather = weather.map(|weather| words.word(board::weather(weather)));
        let parts = [Some(number), Some(turn.time.clone()), weather];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    };
    let objectives = b.objectives.iter().zip(&s.holders).map(|(objective, holder)| Overlay::Objective {
        hex: objective.hex,
        side: b.sides.get(usize::from(*holder)).map(|side| side.colour.clone()),
        label: objective.points.to_string(),
    });
    Map::new(&b.ground)
        .title(b.title.clone())
        .subtitle(subtitle)
        .counters(hexes::counters(&board::board(b, words), &board::position(b, s, |_| false)))
        .overlays(objectives)
}

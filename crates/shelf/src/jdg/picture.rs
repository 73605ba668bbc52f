//! A position of Jours de Gloire in the engraver's terms.

use engraver::{Counter, Map, Overlay};
use jdg::Battle;
use jdg::core::battle::Weather;
use jdg::core::state::{Phase, State};

use super::{JoursDeGloire, board};
use crate::book::Book;
use crate::hexes;
use crate::language::Language;

/// The counters of a position. What a viewer may not know must have been taken out of the state.
pub fn counters(b: &Battle, s: &State) -> Vec<Counter> {
    hexes::counters(
        &board::board(b, JoursDeGloire.catalogue(Language::ENGLISH)),
        &board::position(b, s, |_| false),
    )
}

/// The picture of a position, with the objectives and their holders.
pub fn map<'a>(b: &'a Battle, s: &State) -> Map<'a> {
    let turn = &b.turns[usize::from(s.clock.turn)];
    let weather = match turn.weather {
        Weather::Clear => "",
        Weather::Fog => ", fog",
        Weather::Night => ", night",
    };
    let subtitle = if s.clock.turn == 0 && s.clock.phase == Phase::Orders {
        format!("{}, {}", b.about.place, b.about.date)
    } else {
        format!("turn {} of {}, {}{weather}", s.clock.turn + 1, b.turns.len(), turn.time)
    };
    let objectives = b.objectives.iter().zip(&s.holders).map(|(objective, holder)| Overlay::Objective {
        hex: objective.hex,
        side: b.sides.get(usize::from(*holder)).map(|side| side.colour.clone()),
        label: objective.points.to_string(),
    });
    Map::new(&b.ground)
        .title(b.title.clone())
        .subtitle(subtitle)
        .counters(counters(b, s))
        .overlays(objectives)
}

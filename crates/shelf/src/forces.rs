//! The order of battle in words: what a board and a position say of each unit, for a reader of any rulebook.

use ground::Terrain;
use table::phrase::Catalogue;

use crate::board::{Board, Counter, CounterData, FigureData, Fitness, Position};
use crate::book::{FormationInfo, UnitInfo};

/// The formations with their units as a viewer knows them; before them each side's commanders who belong to no formation.
pub fn order_of_battle(board: &Board, position: &Position, words: &Catalogue) -> Vec<FormationInfo> {
    let (units, leaders) = position.counters.split_at(board.units.len().min(position.counters.len()));
    let info = |(card, now): (&CounterData, &Counter)| unit_info(board, card, now, words);
    let led = |formation: Option<u16>, side: u8| {
        let own = board.leaders.iter().zip(leaders);
        own.filter(move |(card, _)| card.formation == formation && card.side == side)
    };
    let staffs = board.sides.iter().enumerate().map(|(side, _)| FormationInfo {
        side,
        name: words.word("text.commanders"),
        units: led(None, side as u8).map(info).collect(),
    });
    let formations = board.formations.iter().enumerate().map(|(number, formation)| {
        let own = formation.units.iter().map(|unit| usize::from(*unit));
        let own = own.filter_map(|unit| Some((board.units.get(unit)?, units.get(unit)?)));
        FormationInfo {
            side: usize::from(formation.side),
            name: formation.name.clone(),
            units: led(Some(number as u16), formation.side).chain(own).map(info).collect(),
        }
    });
    staffs.chain(formations).filter(|formation| !formation.units.is_empty()).collect()
}

fn unit_info(board: &Board, card: &CounterData, now: &Counter, words: &Catalogue) -> UnitInfo {
    UnitInfo {
        id: card.id.clone(),
        name: card.name.clone(),
        figures: figures(card, now),
        state: state(board, now, words).join(", "),
    }
}

/// Figures of a card: kind of the unit, the numbers on its counter as it lies, and the figures printed on it. Of the reverse those are told which the face
/// does not name.
fn figures(card: &CounterData, now: &Counter) -> String {
    let on_face = |figure: &&FigureData| card.figures.iter().any(|known| known.name == figure.name);
    let printed = card.figures.iter().chain(card.reverse.iter().filter(|figure| !on_face(figure)));
    let printed: Vec<String> = printed.map(|figure| format!("{} {}", figure.name, figure.value)).collect();
    let counter = [card.kind.as_str(), &now.strength, &now.ratings];
    let counter: Vec<&str> = counter.into_iter().filter(|text| !text.is_empty()).collect();
    if printed.is_empty() {
        counter.join(" ")
    } else {
        format!("{} ({})", counter.join(" "), printed.join(", "))
    }
}

/// State of a counter: its place, its aim, its state where that is not the usual one, and its badges.
fn state(board: &Board, now: &Counter, words: &Catalogue) -> Vec<String> {
    let mut said = Vec::new();
    if !now.at.is_empty() {
        said.push(now.at.iter().map(|hex| place(board, *hex, words)).collect::<Vec<_>>().join(" "));
    }
    let facing = now.facing.and_then(|facing| board.facings.get(usize::from(facing)));
    said.extend(facing.map(|facing| words.word("text.facing").replace("FACING", &facing.name)));
    let declared = board.states.iter().find(|state| state.id == now.state);
    let unusual = declared.filter(|state| state.fitness != Fitness::Steady || said.is_empty());
    said.extend(unusual.map(|state| state.label.clone()));
    if declared.is_some_and(|state| state.fitness == Fitness::Waiting) {
        let number = now.id.strip_prefix('u').and_then(|number| number.parse().ok());
        let due =
            board.arrivals.iter().find(|arrival| number.is_some_and(|unit| arrival.units.contains(&unit)));
        said.extend(due.map(|due| words.word("text.due").replace("TURN", &due.turn.to_string())));
    }
    let badges = board.badges.iter().filter(|badge| now.badges.contains(&badge.id));
    said.extend(badges.map(|badge| badge.label.clone()));
    said
}

/// A hex by its label, with the name that is printed on it and the ground that its counters hide: `0304 (woods, height 2)`. Open ground and height 0
/// go without saying.
fn place(board: &Board, hex: u16, words: &Catalogue) -> String {
    let ground = &board.ground;
    let columns = ground.columns.max(1);
    let label = format!("{:02}{:02}", hex % columns + 1, hex / columns + 1);
    let named = ground.places.iter().find(|place| place.hex == hex).map(|place| place.name.clone());
    let terrain = ground.terrain.get(usize::from(hex)).and_then(|kind| ground.kinds.get(usize::from(*kind)));
    let terrain = terrain.filter(|kind| kind.id != Terrain::Clear.name()).map(|kind| kind.label.clone());
    let level = ground.levels.get(usize::from(hex)).filter(|level| **level != 0);
    let height = level.map(|level| format!("{} {level}", words.word("legend.height")));
    let said: Vec<String> = [named, terrain, height].into_iter().flatten().collect();
    if said.is_empty() { label } else { format!("{label} ({})", said.join(", ")) }
}

//! Games as cards, for lists and at the head of a view.

use shelf::{Language, Table};
use table::Side;

use super::{Room, RoomState, sitters, words};
use crate::store::{ListedGame, OVER, SeatKind, SeatRow};
use crate::wire::{GameCard, GameStatus, OutcomeCard, SeatCard, SideCard};

impl Room {
    /// The card for lists, in a language.
    pub fn card(&self, inner: &RoomState, language: Language, holder: Option<&str>) -> GameCard {
        let listed = ListedGame {
            game: self.row.clone(),
            state: inner.state_row(&self.row.id),
            seats: inner.seats.clone(),
        };
        card(&listed, &*self.table, (language, holder), |side| self.is_here(side))
    }
}

/// The sides of a battle, in a language.
pub fn side_cards(table: &dyn Table, language: Language) -> Vec<SideCard> {
    let card = |side: shelf::SideInfo| SideCard { id: side.id, name: side.name, colour: side.colour };
    table.sides_in(language).map(card).into()
}

/// The title of a game in a language. One that was kept under another title has that.
pub fn title(table: &dyn Table, kept: &str, language: Language) -> String {
    if kept == table.title() { table.entry(language).title } else { kept.to_owned() }
}

/// A game for a list, as a holder of seats sees it, in a language.
pub fn card(
    listed: &ListedGame,
    table: &dyn Table,
    (language, holder): (Language, Option<&str>),
    here: impl Fn(Side) -> bool,
) -> GameCard {
    let (summary, sides) = (&listed.state.summary, side_cards(table, language));
    let seat = |seat: &SeatRow| SeatCard {
        side: sides[usize::from(seat.side)].clone(),
        kind: seat.kind,
        name: seat.name.clone(),
        here: here(Side(seat.side)),
        shows: seat.shows,
        before: sitters::before(&summary.sat, seat),
        closed: summary.closed.contains(&seat.side),
    };
    let mine: Vec<u8> = listed
        .seats
        .iter()
        .filter(|seat| seat.holder.is_some() && seat.holder.as_deref() == holder)
        .map(|seat| seat.side)
        .collect();
    let told = |outcome: &OutcomeCard| {
        let names = [0, 1].map(|side: usize| sides.get(side).map_or("", |side| side.name.as_str()));
        OutcomeCard { text: words::ended(language.code(), outcome, names), ..outcome.clone() }
    };
    let status = match listed.state.status {
        OVER => GameStatus::Over,
        _ if listed.seats.iter().any(|seat| seat.kind == SeatKind::Free) => GameStatus::Gathering,
        _ => GameStatus::Playing,
    };
    GameCard {
        id: listed.game.id.clone(),
        rulebook: listed.game.rulebook.clone(),
        battle: listed.game.battle.clone(),
        title: title(table, &listed.game.title, language),
        status,
        turn: summary.turn,
        turns: summary.turns,
        seats: listed.seats.iter().map(seat).collect(),
        my_turn: summary.waiting.iter().any(|side| mine.contains(side)),
        waiting: summary.waiting.clone(),
        mine,
        changed: listed.state.changed,
        outcome: summary.outcome.as_ref().map(told),
        continued: summary.continued,
        options: listed.game.options.clone(),
    }
}

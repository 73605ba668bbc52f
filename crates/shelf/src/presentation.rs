//! Presentation of a rulebook: what the shelf must know of it, beyond what the table knows, to set up its battles and show its games.

use engraver::text::Colours;
use table::phrase::Catalogue;
use table::vignette::Staged;
use table::{Player, Point, Side};

use crate::board::{Board, OverlayData, Position};
use crate::book::{About, Book, Drawing, SideInfo};
use crate::language::Language;
use crate::replay::Viewpoint;

/// A rulebook's own manner of being shown.
pub trait Presentation: Staged {
    /// The questions that ask a unit where it goes: each place among their answers has a cost ([`Board::way`]).
    const WAYS: &'static [&'static str] = &[];

    /// The book on the shelf.
    fn book() -> &'static dyn Book;

    /// Its sentences in a language.
    fn catalogue(language: Language) -> &'static Catalogue {
        Self::book().catalogue(language)
    }

    /// A battle's id and title.
    fn title(b: &Self::Battle) -> (&str, &str);

    /// What a battle is like.
    fn about(b: &Self::Battle) -> About;

    /// The two sides.
    fn sides(b: &Self::Battle) -> [SideInfo; 2];

    /// Strength lost for good, by the side that lost it.
    fn losses(b: &Self::Battle, s: &Self::State) -> [i32; 2];

    /// Points by side, in halves.
    fn half_points(b: &Self::Battle, s: &Self::State) -> [i32; 2];

    /// What each side's troops are worth as they stand, in hundredths of a strength point: whole in their usual state, less in a worse one,
    /// nothing when they are lost. Those still to come count as they will arrive.
    fn troop_values(b: &Self::Battle, s: &Self::State) -> [i32; 2];

    /// A picture of a position, in some words.
    fn draw(
        b: &Self::Battle,
        s: &Self::State,
        words: &Catalogue,
        drawing: Drawing,
    ) -> Result<Vec<u8>, String>;

    /// A position as text, in some words.
    fn text(b: &Self::Battle, s: &Self::State, words: &Catalogue, width: usize, colours: Colours) -> String;

    /// What differs between two states, for each thing concerned: the thing, and what became of it in some words.
    fn changes(
        b: &Self::Battle,
        before: &Self::State,
        after: &Self::State,
        words: &Catalogue,
    ) -> Vec<(table::Point, String)>;

    /// How many bytes a state takes, with what it has outside of itself, for measuring.
    fn size(s: &Self::State) -> usize {
        std::mem::size_of_val(s)
    }

    /// Finds the reachable hexes of every unit on the map, for measuring; how many units there were.
    fn reachable_sets(b: &Self::Battle, s: &Self::State) -> u64;

    /// A computer player by name.
    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Self>>>;

    /// The bare ground as an SVG picture.
    fn ground(b: &Self::Battle) -> String;

    /// What stands still in a battle as far as somebody may know it, as neutral data with some words.
    fn board(b: &Self::Battle, gaze: Viewpoint, words: &Catalogue) -> Board;

    /// How far apart two places are, in the book's unit of distance; none if one of them is not on the board.
    fn distance(b: &Self::Battle, from: u16, to: u16) -> Option<u16>;

    /// What changes, as neutral data, from a state out of which the viewer's unknowns have been taken; `knows` says whose secrets it still
    /// holds.
    fn position(b: &Self::Battle, s: &Self::State, knows: &dyn Fn(Side) -> bool) -> Position;

    /// Something to be laid over the map, from a state as its viewer knows it, in some words: the id of an overlay of the board, and where it
    /// leads, if it is aimed.
    fn overlay(
        b: &Self::Battle,
        s: &Self::State,
        of: Point,
        what: (&str, Option<Point>),
        words: &Catalogue,
    ) -> Result<OverlayData, String>;
}

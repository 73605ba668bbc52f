//! Presentation of a rulebook: what the shelf must know of it, beyond what the table knows, to set up its battles and show its games.

use engraver::Map;
use engraver::text::Sheet;
use table::phrase::Catalogue;
use table::vignette::Staged;
use table::{Answer, Names, Player, Point, Side};

use crate::board::{Board, OverlayData, Position};
use crate::book::{About, Book, Drawing, SideInfo};
use crate::hexes::{self, Scene};
use crate::language::Language;
use crate::replay::Viewpoint;

/// Mechanism of a rulebook: something of which a designer asks how often it happens, and what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mechanism {
    /// Its name: the word `mechanism.NAME` of the catalogue.
    pub name: &'static str,
    /// The keys of the events of which each is one time.
    pub events: &'static [&'static str],
    /// Kind: its part in what units are lost by.
    pub kind: MechanismKind,
}

/// Kind of a mechanism.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MechanismKind {
    /// Units can be lost by it: those lost later are counted as lost by it, up to the next such one.
    Costs,
    /// A unit is lost.
    Loss,
    /// Neither.
    Counted,
}

/// A rulebook's own manner of being shown.
pub trait Presentation: Staged {
    /// The questions that ask a unit where it goes: each place among their answers has a cost ([`Board::route_overlay`]).
    const MOVE_QUESTIONS: &'static [&'static str] = &[];

    /// Mechanisms of which a simulation counts how often they come up.
    const MECHANISMS: &'static [Mechanism] = &[];

    /// The book on the shelf.
    fn book() -> &'static dyn Book;

    /// The answer that does least, for whoever looks ahead: by default the quiet one of its vignettes.
    fn least(legal: &[Answer]) -> Answer {
        Self::quiet(legal)
    }

    /// Its sentences in a language.
    fn catalogue(language: Language) -> &'static Catalogue {
        Self::book().catalogue(language)
    }

    /// A battle's name, its sides' colours and its ground.
    fn scene(b: &Self::Battle) -> Scene<'_>;

    /// About a battle.
    fn about(b: &Self::Battle) -> About;

    /// The two sides.
    fn sides(b: &Self::Battle) -> [SideInfo; 2] {
        let colours = Self::scene(b).colours;
        [0, 1].map(|number| {
            let side = Point::Side(Side(number));
            let colour = colours[usize::from(number)].to_owned();
            SideInfo { id: b.id(side), name: b.title(side), colour }
        })
    }

    /// Strength lost for good, by the side that lost it.
    fn losses(b: &Self::Battle, s: &Self::State) -> [i32; 2];

    /// Points by side, in halves.
    fn half_points(b: &Self::Battle, s: &Self::State) -> [i32; 2];

    /// Worth of each side's troops as they stand, in hundredths of a strength point: whole in their usual state, less in a worse one,
    /// nothing when they are lost. Those still to come count as they will arrive.
    fn troop_values(b: &Self::Battle, s: &Self::State) -> [i32; 2];

    /// A position as a map, in some words. What a viewer may not know must have been taken out of the state.
    fn map<'b>(b: &'b Self::Battle, s: &Self::State, words: &Catalogue) -> Map<'b> {
        let (scene, board) = (Self::scene(b), Self::board(b, Viewpoint::Of(None), words));
        let counters = hexes::counters(&board, &Self::position(b, s, &|_| false));
        Map::new(scene.ground).title(scene.title.to_owned()).counters(counters)
    }

    /// A picture of a position, in some words.
    ///
    /// # Errors
    /// It would be too large.
    fn draw(
        b: &Self::Battle,
        s: &Self::State,
        words: &Catalogue,
        drawing: Drawing,
    ) -> Result<Vec<u8>, String> {
        hexes::picture(Self::map(b, s, words), drawing)
    }

    /// A position as text, in some words.
    fn text(b: &Self::Battle, s: &Self::State, words: &Catalogue, sheet: Sheet<'_>) -> String {
        let board = Self::board(b, Viewpoint::Of(None), words);
        let position = Self::position(b, s, &|_| false);
        hexes::text(Self::scene(b).ground, (&board, &position), words, sheet)
    }

    /// Changes between two states, for each thing concerned: the thing, and what became of it in some words.
    fn changes(
        b: &Self::Battle,
        before: &Self::State,
        after: &Self::State,
        words: &Catalogue,
    ) -> Vec<(table::Point, String)>;

    /// Size of a state in bytes, with what it has outside of itself, for measuring.
    fn size(s: &Self::State) -> usize {
        std::mem::size_of_val(s)
    }

    /// Finds the reachable hexes of every unit on the map, for measuring, and says after each how many there are.
    fn reachable_sets(b: &Self::Battle, s: &Self::State, found: &mut dyn FnMut(usize));

    /// A computer player by name.
    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Self>>>;

    /// The bare ground as an SVG picture.
    fn ground(b: &Self::Battle) -> String {
        Map::new(Self::scene(b).ground).svg()
    }

    /// Board: all that stands still in a battle as far as somebody may know it, as neutral data with some words.
    fn board(b: &Self::Battle, viewpoint: Viewpoint, words: &Catalogue) -> Board;

    /// Distance of two places, in the book's unit of distance; none if one of them is not on the board.
    fn distance(b: &Self::Battle, from: u16, to: u16) -> Option<u16> {
        hexes::distance(Self::scene(b).ground, from, to)
    }

    /// Position: all that changes, as neutral data, from a state out of which the viewer's unknowns have been taken; `knows` says whose secrets it still
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

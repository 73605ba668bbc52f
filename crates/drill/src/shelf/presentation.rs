//! Presentation: how the book is shown.

use ground::{HexId, Twelfths};
use shelf::binding::{Changes, Presentation, Scene};
use shelf::board::{Board, OverlayData, OverlayHex, Position};
use shelf::{About, Book, Catalogue, Viewpoint};
use table::umpires::RandomPlayer;
use table::{Player, Point, Side};

use super::{DRILL_BOOK, board};
use crate::Drill;
use crate::core::battle::Battle;
use crate::core::state::{Condition, State};
use crate::{ch3_fire, ch5_victory, core::lay};

impl Presentation for Drill {
    fn book() -> &'static dyn Book {
        &DRILL_BOOK
    }

    fn scene(b: &Battle) -> Scene<'_> {
        let colours = b.sides.each_ref().map(|side| side.colour.as_str());
        Scene { id: &b.id, title: &b.title, colours, ground: &b.ground }
    }

    fn about(b: &Battle) -> About {
        let of = |side| b.units.iter().filter(|card| card.side.index() == side).count();
        About::of(&b.about, b.turns.into(), [of(0), of(1)])
    }

    fn losses(_: &Battle, s: &State) -> [i32; 2] {
        s.lost.map(i32::from)
    }

    fn half_points(b: &Battle, s: &State) -> [i32; 2] {
        ch5_victory::points(b, s).map(|points| 2 * points)
    }

    fn troop_values(b: &Battle, s: &State) -> [i32; 2] {
        let mut worth = [0; 2];
        for unit in b.unit_numbers() {
            let each = if s.unit(unit).condition == Condition::Good { 100 } else { 50 };
            worth[b.side(unit).index()] += each * i32::from(s.unit(unit).strength);
        }
        worth
    }

    fn changes(b: &Battle, before: &State, after: &State, words: &Catalogue) -> Changes {
        let change = |unit: u16| {
            let (old, new) = (before.unit(unit), after.unit(unit));
            let mut said = Vec::new();
            if old.condition != new.condition {
                said.push(words.word(match new.condition {
                    Condition::Good => "now.good",
                    Condition::Shaken => "now.shaken",
                    Condition::Lost => "now.lost",
                }));
            }
            if new.stands() && new.strength < old.strength {
                said.push(words.word("now.weaker"));
            }
            if new.stands() && new.hex != old.hex {
                said.push(format!("{} {}", words.word("now.to"), b.ground.label(new.hex)));
            }
            (!said.is_empty()).then(|| (Point::Unit(unit), said.join(" ")))
        };
        b.unit_numbers().filter_map(change).collect()
    }

    /// Nobody moves in the Drill: a unit reaches the hex in which it has room.
    fn reachable_sets(b: &Battle, s: &State, found: &mut dyn FnMut(usize)) {
        for unit in b.unit_numbers() {
            let stand = s.unit(unit);
            found(usize::from(lay::room(b, s, unit, stand.hex, stand.facing).is_some()));
        }
    }

    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Drill>>> {
        (name == "recruit").then(|| Box::new(RandomPlayer::new(seed)) as Box<dyn Player<Drill>>)
    }

    /// Board with the cards everybody knows; the strength is no part of it (1.2).
    fn board(b: &Battle, _: Viewpoint, words: &Catalogue) -> Board {
        board::board(b, words)
    }

    fn position(b: &Battle, s: &State, _: &dyn Fn(Side) -> bool) -> Position {
        board::position(b, s)
    }

    fn overlay(
        b: &Battle,
        s: &State,
        of: Point,
        (kind, _): (&str, Option<Point>),
        words: &Catalogue,
    ) -> Result<OverlayData, String> {
        let unit = match of {
            Point::Unit(unit) if kind == board::FIELD && usize::from(unit) < b.units.len() => unit,
            _ => return Err(words.word("overlay.none")),
        };
        let (own, facing) = (lay::hexes(b, s, unit), s.unit(unit).facing);
        let covered = |hex: HexId| {
            own.iter().any(|from| {
                b.ground.distance(*from, hex) <= ch3_fire::range(b, unit)
                    && b.ground.in_arc(*from, facing, Twelfths(2), hex)
            })
        };
        let hexes = b.ground.hexes().filter(|hex| !own.contains(hex) && covered(*hex));
        let hexes =
            hexes.map(|hex| OverlayHex { hex: hex.0, label: String::new(), from: None, via: None }).collect();
        Ok(OverlayData { hexes, text: words.word("overlay.field"), rule: Some("3.2".to_owned()) })
    }
}

//! Presentation of Jours de Gloire.

use engraver::Map;
use jdg::ch04_movement::movement::{Pace, Party, Walk, reach};
use jdg::core::state::{Condition, OrderStatus, Phase, State, UnitId, did};
use jdg::{Battle, Jdg};
use table::phrase::Catalogue;
use table::{Names, Player, Point, Side};

use super::{JOURS_DE_GLOIRE, board, overlay, picture};
use crate::board::{Board, OverlayData, Position};
use crate::book::{About, Book};
use crate::hexes::Scene;
use crate::odds::Changes;
use crate::presentation::{Mechanism, MechanismKind, Presentation};
use crate::replay::Viewpoint;

impl Presentation for Jdg {
    const MECHANISMS: &'static [Mechanism] = &[
        Mechanism {
            name: "fire",
            events: &["fire.result", "fire.counter_battery", "fire.reaction"],
            kind: MechanismKind::Costs,
        },
        Mechanism { name: "shock", events: &["shock.result"], kind: MechanismKind::Costs },
        Mechanism { name: "charge", events: &["charge.result"], kind: MechanismKind::Costs },
        Mechanism { name: "square", events: &["square.formed"], kind: MechanismKind::Counted },
        Mechanism { name: "rout", events: &["disorder.routed"], kind: MechanismKind::Counted },
        Mechanism { name: "flight", events: &["rout.begin"], kind: MechanismKind::Costs },
        Mechanism { name: "rally", events: &["rally.restored"], kind: MechanismKind::Counted },
        Mechanism {
            name: "lost",
            events: &["disorder.eliminated", "rout.leaves", "shock.guns_taken"],
            kind: MechanismKind::Loss,
        },
    ];
    const MOVE_QUESTIONS: &'static [&'static str] = &["move.to"];

    fn book() -> &'static dyn Book {
        &JOURS_DE_GLOIRE
    }

    fn scene(b: &Battle) -> Scene<'_> {
        let colours = b.sides.each_ref().map(|side| side.colour.as_str());
        Scene { id: &b.id, title: &b.title, colours, ground: &b.ground }
    }

    fn about(b: &Battle) -> About {
        let of = |side| b.units.iter().filter(|unit| unit.side.index() == side).count();
        About::of(&b.about, b.turns.len(), [of(0), of(1)])
    }

    fn half_points(b: &Battle, s: &State) -> [i32; 2] {
        jdg::ch13_victory::victory::half_points(b, s)
    }

    fn losses(b: &Battle, s: &State) -> [i32; 2] {
        let mut lost = [0; 2];
        for unit in b.unit_ids().filter(|&u| s.unit(u).condition == Condition::Eliminated) {
            lost[b.side(unit).index()] += i32::from(b.unit(unit).front.strength);
        }
        lost
    }

    fn troop_values(b: &Battle, s: &State) -> [i32; 2] {
        let mut worth = [0; 2];
        for unit in b.unit_ids() {
            let each = match s.unit(unit).condition {
                Condition::Good => 100,
                Condition::Disordered => 60,
                Condition::Routed => 30,
                Condition::Eliminated => 0,
            };
            worth[b.side(unit).index()] += each * i32::from(b.unit(unit).front.strength);
        }
        worth
    }

    fn map<'b>(b: &'b Battle, s: &State, words: &Catalogue) -> Map<'b> {
        picture::map(b, s, words)
    }

    fn changes(b: &Battle, before: &State, after: &State, words: &Catalogue) -> Changes {
        changes(b, before, after, words)
    }

    fn reachable_sets(b: &Battle, s: &State, found: &mut dyn FnMut(usize)) {
        for unit in b.unit_ids().filter(|&unit| s.unit(unit).on_map()) {
            let mut walk = Walk::begin(b, s, Party::one(unit), Pace::Normal);
            // The full allowance, whether or not the unit may act now.
            walk.left[0] = b.unit(unit).front.half_mp;
            let mut hexes = 0;
            reach::each_reachable(b, s, &walk, |_, _| hexes += 1);
            found(hexes);
        }
    }

    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Jdg>>> {
        staff::jdg::player(name, seed)
    }

    /// Nothing on a counter is secret in this book: all see the same board.
    fn board(b: &Battle, _: Viewpoint, words: &Catalogue) -> Board {
        board::board(b, words)
    }

    fn position(b: &Battle, s: &State, knows: &dyn Fn(Side) -> bool) -> Position {
        board::position(b, s, knows)
    }

    fn overlay(
        b: &Battle,
        s: &State,
        of: Point,
        what: (&str, Option<Point>),
        words: &Catalogue,
    ) -> Result<OverlayData, String> {
        overlay::overlay(b, s, of, what, words)
    }
}

/// Changes between two states, in words.
fn changes(b: &Battle, before: &State, after: &State, words: &Catalogue) -> Changes {
    let to = |place: String| format!("{} {place}", words.word("now.to"));
    let units = b.unit_ids().filter_map(|u| {
        let (old, new) = (before.unit(u), after.unit(u));
        let mut text = "";
        if (old.condition, old.square) != (new.condition, new.square) {
            text = match (new.condition, new.square) {
                (Condition::Good, true) => "now.square",
                (Condition::Good, false) => "now.good",
                (Condition::Disordered, _) => "now.disordered",
                (Condition::Routed, _) => "now.routed",
                (Condition::Eliminated, _) => "now.eliminated",
            };
        }
        let mut said = Vec::new();
        if !text.is_empty() {
            said.push(words.word(text));
        }
        if new.has(did::BALKED) && !old.has(did::BALKED) {
            said.push(words.word("now.balked"));
        }
        said.extend(order_status(b, before, after, u).map(|key| words.word(key)));
        if new.hex != old.hex && new.condition != Condition::Eliminated {
            said.push(if new.on_map() {
                to(b.ground.label(new.hex).to_string())
            } else {
                words.word("now.off_map")
            });
        }
        (!said.is_empty()).then(|| (Point::Unit(u.0.into()), said.join(" ")))
    });
    let leaders = (0..b.leaders.len()).filter_map(|l| {
        let (old, new) = (before.leaders[l], after.leaders[l]);
        let text = if new.lost && !old.lost {
            words.word("now.lost")
        } else if new.hex != old.hex {
            to(b.id(Point::Place(new.hex.0)))
        } else {
            return None;
        };
        Some((Point::Leader(l as u16), text))
    });
    let (old, new) = (before.clock, after.clock);
    let begins = new.phase == Phase::Activation && (old.phase, old.marker) != (new.phase, new.marker);
    let marker = begins.then(|| (Point::Marker(new.marker.0.into()), words.word("now.next")));
    units.chain(leaders).chain(marker).collect()
}

/// Order status of the tactical group that a unit leads, where that has just been settled.
fn order_status(b: &Battle, before: &State, after: &State, unit: UnitId) -> Option<&'static str> {
    let now = after.unit(unit);
    let first = b.unit_ids().find(|&other| after.unit(other).group == now.group);
    let group = now.group.some().filter(|_| first == Some(unit))?;
    let (old, new) = (before.groups[group.i()].order_status, after.groups[group.i()].order_status);
    match new {
        _ if new == old => None,
        OrderStatus::Open => None,
        OrderStatus::Received => Some("now.ordered"),
        OrderStatus::NoOrders => Some("now.reduced"),
        OrderStatus::RallyOnly => Some("now.rally_only"),
    }
}

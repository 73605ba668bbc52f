//! Presentation of the rules of Marshal Enterprises.

use ::marshal::ch02_chronology::half_points;
use ::marshal::core::state::{LeaderStatus, Order, Readiness, State, Status, UnitId};
use ::marshal::core::status;
use ::marshal::{Battle, Marshal};
use table::phrase::Catalogue;
use table::{Player, Point, Side};

use super::{board, overlay};
use crate::board::{Board, OverlayData, Position};
use crate::book::{About, Book};
use crate::hexes::Scene;
use crate::language::Language;
use crate::odds::Changes;
use crate::presentation::{Mechanism, MechanismKind, Presentation};
use crate::replay::Viewpoint;

impl Presentation for Marshal {
    const MECHANISMS: &'static [Mechanism] = &[
        Mechanism { name: "fire", events: &["fire"], kind: MechanismKind::Costs },
        Mechanism { name: "assault", events: &["assault"], kind: MechanismKind::Costs },
        Mechanism { name: "melee", events: &["melee"], kind: MechanismKind::Costs },
        Mechanism { name: "charge", events: &["charge.contact"], kind: MechanismKind::Costs },
        Mechanism { name: "square", events: &["square"], kind: MechanismKind::Counted },
        Mechanism { name: "rout", events: &["routed"], kind: MechanismKind::Counted },
        Mechanism { name: "rally", events: &["recovered"], kind: MechanismKind::Counted },
        Mechanism { name: "lost", events: &["gone"], kind: MechanismKind::Loss },
    ];
    const MOVE_QUESTIONS: &'static [&'static str] = &["move.act"];

    fn book() -> &'static dyn Book {
        &super::MARSHAL_ENTERPRISES
    }

    fn scene(b: &Battle) -> Scene<'_> {
        let colours = b.sides.each_ref().map(|side| side.colour.as_str());
        Scene { id: &b.id, title: &b.title, colours, ground: &b.ground }
    }

    fn about(b: &Battle) -> About {
        let of = |side| b.units.iter().filter(|unit| unit.side.index() == side).count();
        About::of(&b.about, b.turns.len(), [of(0), of(1)])
    }

    fn losses(b: &Battle, s: &State) -> [i32; 2] {
        board::losses(b, s)
    }

    fn size(s: &State) -> usize {
        s.bytes()
    }

    fn half_points(b: &Battle, s: &State) -> [i32; 2] {
        half_points(b, s)
    }

    fn troop_values(b: &Battle, s: &State) -> [i32; 2] {
        let mut worth = [0; 2];
        for unit in b.unit_ids() {
            let now = s.unit(unit);
            let each = match (now.status, now.order) {
                (Status::Map | Status::Waiting, Order::Good) => 100,
                (Status::Map | Status::Waiting, Order::Disorder) => 60,
                (Status::Map | Status::Waiting, Order::Pgd) => 30,
                _ => 0,
            };
            worth[b.side(unit).index()] += each * i32::from(status::increments(b, s, unit).max(0));
        }
        worth
    }

    fn changes(b: &Battle, before: &State, after: &State, words: &Catalogue) -> Changes {
        let units = b.unit_ids().filter_map(|unit| changed(b, before, after, unit, words));
        let leaders = b.leader_ids().filter_map(|leader| {
            let (old, new) = (before.leader(leader), after.leader(leader));
            let said = if new.status != old.status && new.status != LeaderStatus::Map {
                words.word("now.lost")
            } else if new.hex != old.hex && new.hex.is_some() {
                format!("{} {}", words.word("now.to"), b.ground.label(new.hex))
            } else {
                return None;
            };
            Some((Point::Leader(leader.0), said))
        });
        units.chain(leaders).collect()
    }

    fn reachable_sets(b: &Battle, s: &State, found: &mut dyn FnMut(usize)) {
        for unit in b.unit_ids().filter(|u| s.unit(*u).on_map()) {
            found(overlay::reach(b, s, unit, Self::catalogue(Language::ENGLISH)).hexes.len());
        }
    }

    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<Marshal>>> {
        staff::marshal::player(name, seed)
    }

    fn board(b: &Battle, viewpoint: Viewpoint, words: &Catalogue) -> Board {
        board::board(b, viewpoint, words)
    }

    fn position(b: &Battle, s: &State, knows: &dyn Fn(Side) -> bool) -> Position {
        board::position(b, s, knows)
    }

    fn overlay(
        b: &Battle,
        s: &State,
        of: Point,
        (kind, to): (&str, Option<Point>),
        words: &Catalogue,
    ) -> Result<OverlayData, String> {
        overlay::overlay(b, s, of, (kind, to), words)
    }
}

/// Changes of a unit, in words.
fn changed(
    b: &Battle,
    before: &State,
    after: &State,
    unit: UnitId,
    words: &Catalogue,
) -> Option<(Point, String)> {
    let (old, new) = (before.unit(unit), after.unit(unit));
    let mut said = Vec::new();
    if new.status != old.status {
        said.push(words.word(new.status.name()));
        // What is gone has neither order nor increments to speak of.
        if matches!(new.status, Status::Destroyed | Status::Surrendered) {
            return Some((Point::Unit(unit.0), said.remove(0)));
        }
    }
    if new.order != old.order {
        said.push(words.word(match new.order {
            Order::Good => "now.good",
            Order::Disorder => "now.disorder",
            Order::Pgd => "now.pgd",
        }));
    } else if new.formation != old.formation {
        said.push(format!("{} {}", words.word("now.formation"), words.word(new.formation.name())));
    }
    if new.losses > old.losses {
        said.push(format!("{} {}", words.word("now.losses"), new.losses - old.losses));
    }
    if new.readiness != old.readiness {
        said.push(words.word(match new.readiness {
            Readiness::Fresh => "now.fresh",
            Readiness::Tired => "now.tired",
            Readiness::Exhausted => "now.exhausted",
        }));
    }
    if new.on_map() && new.hexes() != old.hexes() {
        said.push(format!("{} {}", words.word("now.to"), b.ground.label(new.hex())));
    }
    (!said.is_empty()).then(|| (Point::Unit(unit.0), said.join(", ")))
}

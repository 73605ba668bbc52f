//! Standing orders: answers that a player has left for questions that may come while they are away.
//!
//! Conditions are about neutral things only (distances, states, numbers), looked up in what the side sees, so that they serve
//! every rulebook.

use std::cell::OnceCell;

use shelf::board::{Board, Fitness, Position};
use table::session::AwaitedDecision;
use table::{Answer, Point};

use crate::api_error::{ApiError, Result};
use crate::wire::{OrderChoice, OrderCondition, StandingOrder};

/// The most orders of a side.
const MOST: usize = 50;
/// The most conditions of an order.
const CONDITIONS: usize = 8;
/// The longest word of an order, in bytes.
const LONGEST: usize = 80;

/// Check that orders can be understood.
///
/// # Errors
/// What cannot.
pub fn check(orders: &[StandingOrder]) -> Result<()> {
    if orders.len() > MOST {
        return Err(ApiError::bad_request(format!("at most {MOST} standing orders")));
    }
    for order in orders {
        let words = [&order.key, &order.verb].into_iter().chain(&order.at);
        if words.chain(order.only_if.iter().filter_map(word_of)).any(|word| word.len() > LONGEST) {
            return Err(ApiError::bad_request("no word of an order is so long"));
        }
        if order.only_if.len() > CONDITIONS {
            return Err(ApiError::bad_request(format!("at most {CONDITIONS} conditions in an order")));
        }
        let things = order.only_if.iter().filter_map(|condition| match condition {
            OrderCondition::Is { thing, .. } => Some(thing),
            _ => None,
        });
        if order.at.iter().chain(things).any(|thing| Point::from_short(thing).is_none()) {
            return Err(ApiError::bad_request("an order points at nothing that there could be"));
        }
    }
    Ok(())
}

/// The word in a condition, if it has one.
fn word_of(condition: &OrderCondition) -> Option<&String> {
    match condition {
        OrderCondition::Enemy { arm, .. } | OrderCondition::Friend { arm, .. } => arm.as_ref(),
        OrderCondition::State { state: word, .. } | OrderCondition::Is { thing: word, .. } => Some(word),
        _ => None,
    }
}

/// A question, and what its side sees.
pub(super) struct Situation<'a> {
    pub pending: &'a AwaitedDecision,
    pub turn: u16,
    pub board: &'a Board,
    /// Distance of two places.
    pub distance: &'a dyn Fn(u16, u16) -> Option<u16>,
    /// Looks at the position as the side sees it; only when a condition needs it.
    pub look: &'a dyn Fn() -> Position,
    pub seen: OnceCell<Position>,
}

impl Situation<'_> {
    /// The first order that fits: its place, and the number of the legal answer that it gives.
    pub fn choose(
        &self,
        orders: &[StandingOrder],
        verb: impl Fn(&Answer) -> &'static str,
    ) -> Option<(usize, usize)> {
        let fits = |order: &StandingOrder| {
            order.key == self.pending.key && order.only_if.iter().all(|condition| self.holds(condition))
        };
        orders.iter().enumerate().filter(|(_, order)| fits(order)).find_map(|(place, order)| {
            let at = order.at.as_deref().map(Point::from_short);
            let points_there =
                |answer: &Answer| at.is_none_or(|at| at.is_some_and(|p| answer.points.contains(&p)));
            let legal = self.pending.legal.iter().enumerate();
            let mut able = legal.filter(|(_, answer)| verb(answer) == order.verb && points_there(answer));
            let number = |answer: &Answer| number_of(&answer.points).unwrap_or(0);
            let to_enemy = |answer: &Answer| {
                self.place_of(&answer.points)
                    .and_then(|hex| self.nearest(hex, false, None))
                    .unwrap_or(i32::MAX)
            };
            let found = match order.choice {
                OrderChoice::First => able.next(),
                OrderChoice::Least => able.min_by_key(|(_, answer)| number(answer)),
                OrderChoice::Most => able.max_by_key(|(_, answer)| number(answer)),
                OrderChoice::Nearest => able.min_by_key(|(_, answer)| to_enemy(answer)),
                OrderChoice::Farthest => able.max_by_key(|(_, answer)| to_enemy(answer)),
            };
            found.map(|(answer, _)| (place, answer))
        })
    }

    fn holds(&self, condition: &OrderCondition) -> bool {
        let about = &self.pending.about;
        let within = |value: Option<i32>, least: i32, most: i32| {
            value.is_some_and(|value| (least..=most).contains(&value))
        };
        match *condition {
            OrderCondition::Number { least, most } => within(number_of(about), least, most),
            OrderCondition::Answers { least, most } => {
                within(Some(self.pending.legal.len() as i32), least, most)
            }
            OrderCondition::Turn { least, most } => within(Some(self.turn.into()), least, most),
            OrderCondition::Enemy { ref arm, least, most } => {
                let hex = self.place_of(about);
                within(hex.and_then(|hex| self.nearest(hex, false, arm.as_deref())), least, most)
            }
            OrderCondition::Friend { ref arm, least, most } => {
                let hex = self.place_of(about);
                within(hex.and_then(|hex| self.nearest(hex, true, arm.as_deref())), least, most)
            }
            OrderCondition::Between { least, most } => within(self.between(), least, most),
            OrderCondition::Strength { least, most } => within(self.strength(), least, most),
            OrderCondition::State { ref state, not } => {
                self.unit().is_some_and(|unit| (self.state(unit) == Some(state.as_str())) != not)
            }
            OrderCondition::Is { ref thing, not } => {
                Point::from_short(thing).is_some_and(|point| self.concerns(point) != not)
            }
        }
    }

    fn strength(&self) -> Option<i32> {
        self.seen().counters.get(usize::from(self.unit()?))?.strength.parse().ok()
    }

    fn seen(&self) -> &Position {
        self.seen.get_or_init(self.look)
    }

    /// The unit that the question is about.
    fn unit(&self) -> Option<u16> {
        self.pending.about.iter().find_map(|point| if let Point::Unit(n) = point { Some(*n) } else { None })
    }

    fn state(&self, unit: u16) -> Option<&str> {
        self.seen().counters.get(usize::from(unit)).map(|counter| counter.state.as_str())
    }

    /// Hex of a thing.
    fn hex(&self, point: Point) -> Option<u16> {
        let at = match point {
            Point::Place(hex) => return Some(hex),
            Point::Unit(unit) => usize::from(unit),
            Point::Leader(leader) => self.board.units.len() + usize::from(leader),
            _ => return None,
        };
        self.seen().counters.get(at)?.at.first().copied()
    }

    /// The first place among points.
    fn place_of(&self, points: &[Point; 3]) -> Option<u16> {
        points.iter().find_map(|point| self.hex(*point))
    }

    fn between(&self) -> Option<i32> {
        let mut hexes = self.pending.about.iter().filter_map(|point| self.hex(*point));
        self.apart(hexes.next()?, hexes.next()?)
    }

    /// The distance to the nearest enemy, or to the nearest other unit of one's own; of an arm, if one is meant.
    fn nearest(&self, hex: u16, friend: bool, arm: Option<&str>) -> Option<i32> {
        let own = self.pending.side.0;
        let arm = arm.map(|id| self.board.arms.iter().find(|arm| arm.id == id));
        let counts = |(at, card): &(usize, &shelf::board::CounterData)| {
            (card.side == own) == friend
                && arm.is_none_or(|arm| arm.is_some_and(|arm| arm.symbols.contains(&card.symbol)))
                && !(friend && self.pending.about.contains(&Point::Unit(*at as u16)))
        };
        let place = |(at, _): (usize, &shelf::board::CounterData)| {
            self.seen()
                .counters
                .get(at)
                .filter(|counter| !self.is_lost(&counter.state))
                .map(|counter| &counter.at)
        };
        let units = self.board.units.iter().enumerate().filter(counts).filter_map(place).flatten();
        units.filter_map(|other| self.apart(hex, *other)).min()
    }

    fn apart(&self, from: u16, to: u16) -> Option<i32> {
        (self.distance)(from, to).map(i32::from)
    }

    /// Whether a unit in a state counts for nothing any more.
    fn is_lost(&self, state: &str) -> bool {
        self.board.states.iter().any(|known| known.id == state && known.fitness == Fitness::Lost)
    }

    /// Whether the question is about a thing, or about a unit of a formation.
    fn concerns(&self, point: Point) -> bool {
        let formation = |unit: &Point| match unit {
            Point::Unit(n) => {
                self.board.units.get(usize::from(*n)).and_then(|card| card.formation).map(Point::Formation)
            }
            _ => None,
        };
        let about = &self.pending.about;
        about.contains(&point) || about.iter().filter_map(formation).any(|formation| formation == point)
    }
}

/// The first number among points.
fn number_of(points: &[Point; 3]) -> Option<i32> {
    points.iter().find_map(|point| if let Point::Number(n) = point { Some((*n).into()) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Rule, Side, Verb};

    /// The battle of the tests, and its position at the start.
    fn battle() -> (Box<dyn shelf::Table>, Board, Position) {
        let table = shelf::book("jdg")
            .expect("it is on the shelf")
            .load(&shelf::Order::of("maida"))
            .expect("it loads");
        let (board, start) =
            (table.board(shelf::Viewpoint::Of(None), shelf::Language::ENGLISH), table.start());
        (table, board, start)
    }

    /// Answer that orders give on a question about points.
    fn chosen(orders: &[StandingOrder], about: [Point; 3]) -> Option<(usize, usize)> {
        let (table, board, position) = battle();
        let legal = vec![
            Answer::button(Verb(0)),
            Answer::one(Verb(1), Point::Unit(4)),
            Answer::one(Verb(1), Point::Unit(5)),
            Answer::one(Verb(2), Point::Number(3)),
            Answer::one(Verb(2), Point::Number(7)),
        ];
        let pending = AwaitedDecision {
            side: Side(0),
            rule: Rule("8.8"),
            key: "refuse",
            about,
            legal,
            spans: Vec::new(),
        };
        let look = || position.clone();
        let situation = Situation {
            pending: &pending,
            turn: 1,
            board: &board,
            distance: &|from, to| table.distance(from, to),
            look: &look,
            seen: OnceCell::new(),
        };
        situation.choose(orders, |answer| ["stand", "evade", "lose"][usize::from(answer.verb.0)])
    }

    fn order(verb: &str, only_if: &[OrderCondition]) -> StandingOrder {
        StandingOrder {
            key: "refuse".into(),
            verb: verb.into(),
            choice: OrderChoice::First,
            at: None,
            only_if: only_if.to_vec(),
        }
    }

    const NONE: [Point; 3] = [Point::Nothing; 3];

    #[test]
    fn the_first_order_that_fits_answers() {
        let three = [Point::Number(3), Point::Nothing, Point::Nothing];
        let number = |least, most| [OrderCondition::Number { least, most }];
        let orders = [order("evade", &number(4, 9)), order("stand", &number(0, 9))];
        assert_eq!(chosen(&orders, three), Some((1, 0)));
        assert_eq!(chosen(&[order("evade", &number(0, 9))], three), Some((0, 1)));
        assert_eq!(chosen(&[order("evade", &number(0, 9))], NONE), None);
        assert_eq!(chosen(&[order("charge", &[])], NONE), None);
        assert_eq!(chosen(&[StandingOrder { key: "other".into(), ..order("stand", &[]) }], NONE), None);
        assert_eq!(
            chosen(&[StandingOrder { at: Some("u5".into()), ..order("evade", &[]) }], NONE),
            Some((0, 2))
        );
        let most = StandingOrder { choice: OrderChoice::Most, ..order("lose", &[]) };
        assert_eq!(chosen(&[most], NONE), Some((0, 4)));
    }

    #[test]
    fn distances_states_and_formations_are_looked_up_in_what_the_side_sees() {
        let (table, board, position) = battle();
        let on_map = |side: u8, word: &str| {
            let found = board.units.iter().enumerate().find(|(at, card)| {
                card.side == side
                    && card.symbol.word().contains(word)
                    && !position.counters[*at].at.is_empty()
            });
            found.map(|(at, _)| at as u16).expect("there is one on the map")
        };
        let mine = on_map(0, "infantry");
        let about = [Point::Unit(mine), Point::Nothing, Point::Nothing];
        let hex = position.counters[usize::from(mine)].at[0];
        let all = (0..board.units.len()).filter(|at| board.units[*at].side == 1);
        let to_enemy = all
            .flat_map(|at| position.counters[at].at.clone())
            .filter_map(|other| table.distance(hex, other).map(i32::from));
        let nearest = to_enemy.min().expect("there are enemies");
        let holds = |condition: OrderCondition| chosen(&[order("stand", &[condition])], about).is_some();
        let enemy = |arm: Option<&str>, least, most| {
            holds(OrderCondition::Enemy { arm: arm.map(str::to_owned), least, most })
        };
        assert!(enemy(None, nearest, nearest) && !enemy(None, 0, nearest - 1));
        assert!(enemy(Some("infantry"), 0, 99) && !enemy(Some("elephants"), 0, 99));
        assert!(holds(OrderCondition::Friend { arm: None, least: 0, most: 99 }));
        let state = |state: &str, not| holds(OrderCondition::State { state: state.into(), not });
        assert!(state("good", false) && !state("good", true));
        assert!(!state("routed", false) && state("routed", true));
        let is = |thing: String, not| holds(OrderCondition::Is { thing, not });
        assert!(is(format!("u{mine}"), false) && is("u999".into(), true) && !is("u999".into(), false));
        let formation = board.units[usize::from(mine)].formation.expect("it belongs to one");
        assert!(is(format!("f{formation}"), false));
        let (least, most) = (1, 99);
        assert!(
            holds(OrderCondition::Strength { least, most }) && holds(OrderCondition::Turn { least, most: 1 })
        );
        assert!(holds(OrderCondition::Answers { least: 5, most: 5 }));
    }
    #[test]
    fn grenadiers_count_as_infantry() {
        let (_, board, _) = battle();
        let infantry = board.arms.iter().find(|arm| arm.id == "infantry").expect("it is declared");
        assert!(infantry.symbols.contains(&shelf::board::Symbol::Grenadier));
    }
}

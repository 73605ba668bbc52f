//! Standing orders: answers that a player has left for questions that may come while he is away.

use table::session::Pending;
use table::{Answer, Point};

use crate::wire::{OrderChoice, OrderCondition, StandingOrder};

/// The legal answer that the first fitting order gives, by its number.
pub(super) fn choose(
    orders: &[StandingOrder],
    pending: &Pending,
    turn: u16,
    verb: impl Fn(&Answer) -> &'static str,
) -> Option<usize> {
    let fits = |order: &&StandingOrder| {
        order.key == pending.key
            && order.only_if.as_ref().is_none_or(|condition| holds(condition, pending, turn))
    };
    orders.iter().filter(fits).find_map(|order| {
        let with_verb = pending.legal.iter().enumerate().filter(|(_, answer)| verb(answer) == order.verb);
        let number = |answer: &Answer| number_of(&answer.points).unwrap_or(0);
        let found = match order.choice {
            OrderChoice::First => with_verb.take(1).last(),
            OrderChoice::Least => with_verb.min_by_key(|(_, answer)| number(answer)),
            OrderChoice::Most => with_verb.max_by_key(|(_, answer)| number(answer)),
        };
        found.map(|(at, _)| at)
    })
}

fn holds(condition: &OrderCondition, pending: &Pending, turn: u16) -> bool {
    let value = match condition.what.as_str() {
        "number" => number_of(&pending.about),
        "answers" => Some(pending.legal.len() as i32),
        "turn" => Some(turn.into()),
        _ => None,
    };
    value.is_some_and(|value| (condition.least..=condition.most).contains(&value))
}

/// The first number among points.
fn number_of(points: &[Point; 3]) -> Option<i32> {
    points.iter().find_map(|point| if let Point::Number(n) = point { Some((*n).into()) } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{Rule, Side, Verb};

    #[test]
    fn the_first_order_that_fits_answers() {
        let legal = vec![
            Answer::button(Verb(0)),
            Answer::one(Verb(1), Point::Unit(4)),
            Answer::one(Verb(1), Point::Unit(5)),
        ];
        let about = [Point::Number(3), Point::Nothing, Point::Nothing];
        let pending = Pending { side: Side(0), rule: Rule("8.8"), key: "refuse", about, legal };
        let verb = |answer: &Answer| ["stand", "evade"][usize::from(answer.verb.0)];
        let order = |verb: &str, least, most| StandingOrder {
            key: "refuse".into(),
            verb: verb.into(),
            choice: OrderChoice::First,
            only_if: Some(OrderCondition { what: "number".into(), least, most }),
        };
        assert_eq!(choose(&[order("evade", 4, 9), order("stand", 0, 9)], &pending, 1, verb), Some(0));
        assert_eq!(choose(&[order("evade", 0, 9), order("stand", 0, 9)], &pending, 1, verb), Some(1));
        assert_eq!(choose(&[order("charge", 0, 9)], &pending, 1, verb), None);
        let other = StandingOrder { key: "other".into(), ..order("stand", 0, 9) };
        assert_eq!(choose(&[other], &pending, 1, verb), None);
    }
}

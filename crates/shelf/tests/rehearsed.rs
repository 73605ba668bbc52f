//! The odds of an announcement: what comes of an assault, a charge or a shock that is fought later, told as soon as it can be announced, and how a charge
//! that comes to its target goes on to its mêlée.

use shelf::{Game, OddsTable, Order};
use table::{Answer, Side};

/// Plays on as the best computer player would, and looks at the odds of answers of some verbs to some questions: all that have been rehearsed, with the
/// question, the answer in words, and how many were not.
fn announced(
    (book, battle): (&str, &str),
    wanted: impl Fn(&str, &str) -> bool,
    (seeds, most): (std::ops::Range<u8>, usize),
) -> (Vec<(String, OddsTable)>, Vec<String>) {
    let book = shelf::known_book(book).unwrap_or_else(|faults| panic!("{faults}"));
    let table = book.load(&Order::of(battle)).unwrap_or_else(|faults| panic!("{faults}"));
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for seed in seeds {
        let mut game = table.open([None, None], [seed; 32]).expect("it opens");
        while !game.over() && found.len() < most {
            let pending = game.pending().first().expect("it goes on").clone();
            let word = |answer: &Answer| game.verbs()[usize::from(answer.verb.0)];
            for answer in pending.legal.iter().filter(|answer| wanted(pending.key, word(answer))) {
                let odds = looked(&*game, pending.side, *answer);
                let said = format!("{}: {}", pending.key, game.print(answer));
                let ahead = odds.ahead.as_ref().expect("a live game looks ahead");
                if ahead.is_rehearsed { found.push((said, odds)) } else { others.push(said) }
            }
            let (answer, _) = game.hint(pending.side).expect("there is advice");
            game.answer(pending.side, answer).expect("it is legal");
        }
    }
    (found, others)
}

fn looked(game: &dyn Game, side: Side, answer: Answer) -> OddsTable {
    game.odds(side, answer).unwrap_or_else(|why| panic!("{}: {why}", game.print(&answer)))
}

/// Announcements are fought, mostly with dice: they are named, and no single end is said to be certain where any fall.
fn weighs(all: &[(String, OddsTable)]) {
    let mut thrown = 0;
    for (said, odds) in all {
        let ahead = odds.ahead.as_ref().expect("a live game looks ahead");
        let falls = !ahead.later.is_empty() || !ahead.throws.is_empty();
        let ends = odds.ends.len();
        println!("{said}: {ends} ends, {}, later {:?}", odds.is_complete, ahead.later);
        assert_eq!(falls, ends > 1, "{said}, dice {:?}: {:?}", ahead.later, odds.ends);
        assert!(odds.covered_permille() > 500, "{said}: {} of 1000 looked at", odds.covered_permille());
        thrown += u32::from(falls);
    }
    assert!(thrown > 2, "hardly anything is thrown: {thrown} of {}", all.len());
}

#[test]
fn a_shock_is_weighed_when_it_is_announced() {
    let (found, others) =
        announced(("jdg", "tutorial"), |key, verb| key == "shock.announce" && verb == "attack", (1..4, 12));
    weighs(&found);
    assert!(found.len() > 3, "{} of {}", found.len(), others.len());
}

#[test]
fn an_assault_is_weighed_when_it_is_declared() {
    let (found, others) =
        announced(("an30", "quatre-bras.gemioncourt"), |_, verb| verb == "assault", (1..4, 12));
    weighs(&found);
    assert!(found.len() > others.len(), "{} rehearsed, not: {others:?}", found.len());
}

#[test]
fn a_charge_is_weighed_when_it_is_declared() {
    let (found, others) =
        announced(("an30", "quatre-bras.cuirassiers"), |_, verb| verb == "charge", (1..4, 8));
    weighs(&found);
    // A charge that finds no clear way to anybody has no odds, and is not said to have any.
    assert!(found.len() > 4, "{} rehearsed, not: {others:?}", found.len());
}

/// The step by which a charge comes next to its target goes on to fire and mêlée, whatever the enemy may answer.
#[test]
fn a_charge_that_comes_to_its_target_is_weighed_to_its_melee() {
    let (found, others) = announced(
        ("an30", "quatre-bras.cuirassiers"),
        |key, verb| key == "charge.step" && verb == "go" || key == "charge.target" && verb == "target",
        (1..6, 12),
    );
    weighs(&found);
    let fought = |(_, odds): &&(String, OddsTable)| {
        let ahead = odds.ahead.as_ref().expect("a live game looks ahead");
        ahead.later.iter().chain(&ahead.throws).any(|label| label.contains("êlée"))
    };
    let melees = found.iter().filter(fought).count();
    assert!(melees > 0, "no mêlée among {} rehearsed, {} not", found.len(), others.len());
}

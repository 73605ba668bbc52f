//! The smallest whole rulebook, and what it gets for nothing: `cargo run -p table --example bridge`.
//!
//! Two companies race for a bridge, five paces away. In turn each marches a pace for certain, or runs: two paces on a die of 3 or more,
//! none on less. Whoever steps on the bridge first wins.
//!
//! It shows the three things a rulebook is made of (a battle that stands still, a state that changes, a `step` that reaches people and
//! dice through the doors), then what any umpire makes of it: an answer refused with its rule, a game between two players, exact odds.

use table::ask::{Choices, as_given};
use table::dice::FastDice;
use table::umpires::{Odds, RandomPlayer, Staff, play_out};
use table::{
    Answer, Doors, Event, Flow, Names, Options, Outcome, Play, Point, Question, Refusal, Rulebook, Side,
    ThingName, Throw, ThrowKind, Verb, Winner, rule,
};

const MARCH: Verb = Verb(0);
const RUN: Verb = Verb(1);
const PACES: u16 = 5;

/// The rulebook.
struct Race;

/// Fixed part: what stands still: here, nothing but the names of the sides.
struct Bank;

/// Changing part: what changes: the paces that are left, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Paces {
    left: [u16; 2],
    turn: u16,
}

impl Paces {
    fn to_move(&self) -> Side {
        Side((self.turn % 2) as u8)
    }
}

impl Names for Bank {
    fn name(&self, point: Point) -> Option<ThingName<'_>> {
        let Point::Side(side) = point else { return None };
        ["north", "south"].get(side.index()).copied().map(ThingName::unnamed)
    }
}

/// Reason why a company one pace away may not run (2.1).
fn close_by() -> Refusal {
    Refusal::new(rule!("2.1"), "run.one_pace_left")
}

/// Options of a company: one list, and one reason for what is not on it.
fn ways(left: u16) -> impl Options {
    Choices {
        list: move |out: &mut Vec<Answer>| {
            out.push(Answer::button(MARCH));
            if left > 1 {
                out.push(Answer::button(RUN));
            }
        },
        read: as_given,
        refuse: |_: &Answer| close_by(),
    }
}

impl Rulebook for Race {
    type Battle = Bank;
    type State = Paces;
    const ID: &'static str = "race";
    const VERSION: u32 = 1;
    const VERBS: &'static [&'static str] = &["march", "run"];

    fn start(_: &Bank) -> Paces {
        Paces { left: [PACES; 2], turn: 0 }
    }

    fn step(_: &Bank, state: &mut Paces, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        let side = state.to_move();
        let left = state.left[side.index()];
        let about = [Point::Side(side), Point::Nothing, Point::Nothing];
        let question = Question { side, rule: rule!("2"), key: "way", about, options: &ways(left) };
        let gone = if doors.ask(state, &question)?.verb == RUN {
            let die = doors.roll(&Throw {
                rule: rule!("2.1"),
                key: "run",
                side: Some(side),
                kind: ThrowKind::Die,
                faces: 6,
                about,
                class: &|face| u32::from(face + 1 >= 3),
                shows: &|face| Point::Number(face as i16 + 1),
            })?;
            if die + 1 >= 3 { 2 } else { 0 }
        } else {
            1
        };
        state.left[side.index()] = left.saturating_sub(gone);
        doors.tell(|| Event::new(rule!("2"), "moved").point("side", Point::Side(side)).number("paces", gone));
        state.turn += 1;
        Ok(if state.left[side.index()] == 0 { Flow::Over } else { Flow::Continue })
    }

    /// Nothing is secret here.
    fn view(_: &Bank, state: &Paces, _: Option<Side>) -> Paces {
        state.clone()
    }

    fn outcome(_: &Bank, state: &Paces) -> Option<Outcome> {
        let winner = state.left.iter().position(|left| *left == 0)?;
        let half_points = [0, 1].map(|side| if side == winner { 2 } else { 0 });
        Some(Outcome {
            winner: Winner::Side(Side(winner as u8)),
            half_points,
            turn: state.turn,
            how: "victory.bridge",
        })
    }

    fn check(_: &Bank, state: &Paces) -> Result<(), String> {
        if state.left.iter().all(|left| *left <= PACES) {
            Ok(())
        } else {
            Err("somebody went back".to_owned())
        }
    }

    fn turn(_: &Bank, state: &Paces) -> (u16, u16) {
        (state.turn + 1, 2 * PACES)
    }
}

fn main() {
    // Refusals: the question itself judges, and names the rule.
    let mut listed = Vec::new();
    let near = ways(1);
    near.list(&mut listed);
    let refusal = near.judge(&listed, &Answer::button(RUN)).expect_err("one pace is not run");
    println!("run with one pace left: refused by {} ({})", refusal.rule, refusal.why);

    // A game between two players who choose at random.
    let (mut north, mut south) = (RandomPlayer::new(1), RandomPlayer::new(2));
    let mut aloud = |event: Event| println!("  {} {:?}", event.key, event.facts);
    let mut staff: Staff<'_, Race> =
        Staff::new(vec![&mut north, &mut south], FastDice::new(7)).telling(&mut aloud);
    let mut state = Race::start(&Bank);
    play_out::<Race>(&Bank, &mut state, &mut staff, 100).expect("nobody stops it");
    println!("{:?}", Race::outcome(&Bank, &state));

    // Exact odds: who wins if both run wherever they may? Every case is looked at, none is sampled; games that nobody has won after
    // eight moves are counted apart.
    let mut runner = Runner;
    let odds = Odds::<Race>::new(&Bank).player(&mut runner).of(|doors| {
        let mut state = Race::start(&Bank);
        for _ in 0..8 {
            if Race::step(&Bank, &mut state, doors)? == Flow::Over {
                return Ok(Some(state.to_move().enemy()));
            }
        }
        Ok(None)
    });
    let table = odds.expect("every case can be counted").table(|winner| match winner {
        Some(side) => Names::title(&Bank, Point::Side(*side)),
        None => "nobody yet".to_owned(),
    });
    print!("{table}");
}

/// Runs wherever that is allowed.
struct Runner;

impl table::Player<Race> for Runner {
    fn decide(&mut self, seen: &table::SeenQuestion<'_, Race>) -> Answer {
        *seen.legal.last().expect("a list is never empty")
    }
}

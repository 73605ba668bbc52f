//! Games between computer players.

use table::dice::FastDice;
use table::umpires::{Checks, MatchEnd, Staff, play_match};
use table::{Event, Player, Winner};

use crate::presentation::{Mechanism, MechanismKind, Presentation};

/// Finished game: what came of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Match {
    /// The seed from which it follows.
    pub seed: u64,
    /// The number of the side that won; none for a draw.
    pub winner: Option<usize>,
    /// Its ending: a key of the catalogue's `[word]` table.
    pub how: &'static str,
    /// Points by side, in halves.
    pub half_points: [i32; 2],
    /// The game turn in which it ended.
    pub turn: u16,
    /// Strength points eliminated, by the side that lost them.
    pub losses: [i32; 2],
    /// Questions answered, forced ones included.
    pub decisions: u64,
    /// Throws.
    pub throws: u64,
    /// Times of each of the rulebook's mechanisms ([`Table::mechanisms`](crate::Table::mechanisms)).
    pub mechanisms: Vec<u32>,
    /// Units lost by each of them.
    pub lost_by: Vec<u32>,
    /// Log of the events, if asked for.
    pub log: Vec<Event>,
}

/// Telling: whether a match is told or only counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Telling {
    /// Its events are kept.
    Log,
    /// Only its mechanisms are counted.
    Counted,
    /// They are not made.
    Silent,
}

/// Independent seeds for the dice and the two players, all from one.
pub(crate) fn seeds(seed: u64) -> [u64; 3] {
    let mut dice = FastDice::new(seed);
    std::array::from_fn(|_| dice.bits())
}

/// Counter of mechanisms.
struct Tally {
    of: &'static [Mechanism],
    times: Vec<u32>,
    lost_by: Vec<u32>,
    /// The mechanism by which units are lost at present.
    at_work: Option<usize>,
}

impl Tally {
    fn new(of: &'static [Mechanism]) -> Tally {
        Tally { of, times: vec![0; of.len()], lost_by: vec![0; of.len()], at_work: None }
    }

    fn count(&mut self, event: &Event) {
        let Some(number) = self.of.iter().position(|mechanism| mechanism.events.contains(&event.key)) else {
            return;
        };
        self.times[number] += 1;
        match self.of[number].kind {
            MechanismKind::Costs => self.at_work = Some(number),
            MechanismKind::Loss => {
                if let Some(by) = self.at_work {
                    self.lost_by[by] += 1;
                }
            }
            MechanismKind::Counted => {}
        }
    }
}

/// Plays a game to its end.
pub(crate) fn play<R: Presentation>(
    battle: &R::Battle,
    players: [&mut dyn Player<R>; 2],
    seed: u64,
    telling: Telling,
) -> Result<Match, String> {
    let [first, second] = players;
    let mut log = Vec::new();
    let mut tally = Tally::new(R::MECHANISMS);
    let mut sink = |event: Event| {
        tally.count(&event);
        if telling == Telling::Log {
            log.push(event);
        }
    };
    let mut staff = Staff::new(vec![&mut *first, &mut *second], FastDice::new(seeds(seed)[0]));
    if telling != Telling::Silent {
        staff = staff.telling(&mut sink);
    }
    let end = play_match(battle, staff, Checks::Never).map_err(|why| format!("game {seed}: {why}"))?;
    let MatchEnd { state, outcome, decisions, throws } = end;
    let winner = match outcome.winner {
        Winner::Side(side) => Some(side.index()),
        Winner::Draw => None,
    };
    Ok(Match {
        seed,
        winner,
        how: outcome.how,
        half_points: outcome.half_points,
        turn: outcome.turn,
        losses: R::losses(battle, &state),
        decisions,
        throws,
        mechanisms: tally.times,
        lost_by: tally.lost_by,
        log,
    })
}

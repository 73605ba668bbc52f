//! From the journal back to the game: every entry is played again, and every throw and state that follows must be the journal's.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::live::Dice;
use super::run::Offer;
use super::undo::Consent;
use super::{Seat, Session, SessionError, Setup};
use crate::dice::{CommittedDice, Seed};
use crate::journal::{Entry, Fault, Reading, TornLine, read};
use crate::option::settle;
use crate::{Outcome, Rulebook, Side, text};

/// A game loaded from its journal.
pub struct LoadedGame<R: Rulebook> {
    /// The game. [`Session::take_lines`] yields what must be appended to the repaired journal, if a power cut lost what had followed.
    pub session: Session<R>,
    /// Setup in the header.
    pub setup: Setup,
    /// Torn line at the journal's end: if anything, write [`Session::journal`] as the whole file.
    pub torn: Option<TornLine>,
}

/// A game to be looked at, not played on.
pub struct ReadGame<R: Rulebook> {
    /// The game.
    pub session: Session<R>,
    /// The line of a last answer some of whose throws the journal does not hold, where the seed is not known: the game stands before it.
    pub unthrown: Option<usize>,
}

/// Report of a verification: what the verification of a journal has found in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VerifyReport {
    /// Lines read.
    pub lines: usize,
    /// Answers that passed the gate.
    pub answers: usize,
    /// Throws that the game asked for, as recorded.
    pub throws: usize,
    /// States whose hashes are right.
    pub states: usize,
    /// Decisions taken back.
    pub undone: usize,
    /// Whether the seed is revealed, so that it and every throw were recomputed against the commitment.
    pub dice_verified: bool,
    /// Whether the journal has ended.
    pub ended: bool,
    /// The outcome, if the game was played to its end.
    pub outcome: Option<Outcome>,
    /// A torn last line.
    pub torn: Option<TornLine>,
    /// The line of a last answer some of whose throws are not in the journal and cannot be recomputed while the seed is secret.
    pub unthrown: Option<usize>,
}

/// Failure of an entry: why an entry of a journal is not done again.
enum EntryFailure {
    /// It needs a throw that the journal does not hold, and the seed is not known.
    NoSeed,
    /// It does not follow from the game.
    Fault(String),
}

impl From<String> for EntryFailure {
    fn from(what: String) -> EntryFailure {
        EntryFailure::Fault(what)
    }
}

/// Head of a journal: what the header of a journal says of its game: enough to set up what it needs.
#[derive(Clone, Debug)]
pub struct Head {
    /// The rulebook's id.
    pub rulebook: String,
    /// Version of its reading.
    pub version: u32,
    /// Battle, charts and seats.
    pub setup: Setup,
    /// The options that it names. A game from before its rulebook had options names none: then they have their defaults.
    pub options: Vec<(String, String)>,
}

/// A header, with what only the game itself needs.
struct Header {
    head: Head,
    sides: Vec<String>,
    commitment: [u8; 32],
}

fn header(reading: &Reading) -> Result<Header, Fault> {
    let end = reading.entries.iter().position(|entry| *entry == Entry::Begin);
    let end = end.ok_or(Fault { line: reading.entries.len(), what: "the header is not complete".into() })?;
    let setup =
        Setup { battle: String::new(), charts: Vec::new(), seats: Vec::new(), contributions: Vec::new() };
    let head = Head { rulebook: String::new(), version: 0, setup, options: Vec::new() };
    let mut header = Header { head, sides: Vec::new(), commitment: [0; 32] };
    for entry in &reading.entries[..end] {
        let head = &mut header.head;
        match entry.clone() {
            Entry::Rulebook { id, version } => (head.rulebook, head.version) = (id, version),
            Entry::Battle(name) => head.setup.battle = name,
            Entry::Chart { id, hash } => head.setup.charts.push((id, hash)),
            Entry::Option { name, value } => head.options.push((name, value)),
            Entry::Seat { side, computer, name } => {
                head.setup.seats.push(Seat { computer, name });
                header.sides.push(side);
            }
            Entry::Commitment(digest) => header.commitment = digest,
            Entry::Contribution { bytes, .. } => head.setup.contributions.push(bytes),
            _ => {}
        }
    }
    if header.sides.len() > 255 {
        return Err(Fault { line: end, what: "too many seats".into() });
    }
    Ok(header)
}

/// The rulebook, the battle's name, the charts and the options that a journal's header names.
///
/// # Errors
/// As [`read`]; also if the header is not complete.
pub fn describe(journal: &[u8]) -> Result<Head, Fault> {
    Ok(header(&read(journal)?)?.head)
}

/// Refuses a battle that was set up with other options than those that a header names.
fn fits<R: Rulebook>(battle: &R::Battle, reading: &Reading, named: &[(String, String)]) -> Result<(), Fault> {
    let settled = R::settled(battle);
    let played = settle(R::OPTIONS, named);
    let what = match &played {
        Err(error) => error.to_string(),
        Ok(played) => match played.iter().zip(&settled).find(|(played, here)| played != here) {
            None => return Ok(()),
            Some(((name, played), (_, here))) => {
                format!(
                    "the game is played with option {name}={played}, the battle was set up with {name}={here}"
                )
            }
        },
    };
    let line = reading.entries.iter().position(|entry| matches!(entry, Entry::Option { .. }));
    Err(Fault { line: line.map_or(1, |line| line + 1), what })
}

impl<R: Rulebook> Session<R> {
    /// Loads a game: replays it, and verifies every line. With the seed (or with one that the journal reveals) all throws are
    /// recomputed; without, they are taken from the journal, and the game can go on only until the dice are needed.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn from_journal(
        battle: Arc<R::Battle>,
        journal: &[u8],
        seed: Option<Seed>,
    ) -> Result<LoadedGame<R>, Fault> {
        Session::from_mixed(battle, journal, seed, &[])
    }

    /// Loads a game in which more seeds were promised under play.
    ///
    /// # Errors
    /// As [`Session::from_journal`].
    pub fn from_mixed(
        battle: Arc<R::Battle>,
        journal: &[u8],
        seed: Option<Seed>,
        mixed: &[Seed],
    ) -> Result<LoadedGame<R>, Fault> {
        let reading = read(journal)?;
        let (session, setup, unthrown) = Session::load(battle, &reading, seed, mixed)?;
        match unthrown {
            None => Ok(LoadedGame { session, setup, torn: reading.torn }),
            Some(line) => Err(Fault { line, what: SessionError::NoSeed.to_string() }),
        }
    }

    /// Loads a game to be looked at, as [`Session::from_journal`] does without the seed; but where the journal ends among the throws of an
    /// answer, the game stands before that answer.
    ///
    /// # Errors
    /// The first fault, with its line.
    pub fn look(battle: Arc<R::Battle>, journal: &[u8]) -> Result<ReadGame<R>, Fault> {
        let (session, _, unthrown) = Session::load(battle, &read(journal)?, None, &[])?;
        Ok(ReadGame { session, unthrown })
    }

    fn load(
        battle: Arc<R::Battle>,
        reading: &Reading,
        seed: Option<Seed>,
        mixed: &[Seed],
    ) -> Result<(Self, Setup, Option<usize>), Fault> {
        let header = header(reading)?;
        let fault = |line, what: String| Fault { line, what };
        let Head { rulebook: id, version, setup, options } = header.head.clone();
        if id != R::ID || version > R::VERSION {
            return Err(fault(2, other_version::<R>(&id, version)));
        }
        fits::<R>(&battle, reading, &options)?;
        let (seed, dice) = dice_of(reading, &header, seed)?;
        let mut session = Session::bare(battle, setup.seats.clone(), dice, seed);
        let revealed: Vec<Seed> = reading.entries.iter().filter_map(revealed).skip(1).collect();
        session.mixing.seeds = if revealed.len() < mixed.len() { mixed.to_vec() } else { revealed };
        session.recorded = throws_of(reading);
        session.write_header(version, &setup, &options, header.commitment);
        for (line, expected) in session.lines.iter().enumerate() {
            if reading.lines.get(line) != Some(expected) {
                return Err(fault(
                    line + 1,
                    "the header is not in the order or form in which it is written".into(),
                ));
            }
        }
        let begun = session.lines.len();
        match session.advance(Offer::Nothing) {
            Ok(_) => {}
            Err(error) => return Err(fault(begun, error.to_string())),
        }
        // A game of an older reading goes on where this one comes to every one of its states.
        let unthrown = session.replay(reading).map_err(|found| match version == R::VERSION {
            true => found,
            false => fault(found.line, format!("{}: {}", other_version::<R>(&id, version), found.what)),
        })?;
        session.taken = reading.lines.len().min(session.lines.len());
        Ok((session, setup, unthrown))
    }

    /// Does everything again; gives the line of a last answer whose throws are neither in the journal nor can be made.
    fn replay(&mut self, reading: &Reading) -> Result<Option<usize>, Fault> {
        let mut checked = 0;
        loop {
            while checked < self.lines.len().min(reading.lines.len()) {
                if self.lines[checked] != reading.lines[checked] {
                    return Err(differs(checked, &reading.entries[checked], &self.lines[checked]));
                }
                checked += 1;
            }
            let Some(entry) = reading.entries.get(checked) else { return Ok(None) };
            let fault = |what: String| Fault { line: checked + 1, what };
            match self.apply(entry) {
                Ok(()) => {}
                Err(EntryFailure::NoSeed) if come_by_themselves(&reading.entries[checked + 1..]) => {
                    return Ok(Some(checked + 1));
                }
                Err(EntryFailure::NoSeed) => return Err(fault(SessionError::NoSeed.to_string())),
                Err(EntryFailure::Fault(what)) => return Err(fault(what)),
            }
            if self.lines.len() == checked {
                return Err(fault(format!("`{entry}` changes nothing")));
            }
        }
    }

    /// Does what an entry of the journal did.
    fn apply(&mut self, entry: &Entry) -> Result<(), EntryFailure> {
        let (battle, sides) = (Arc::clone(&self.battle), self.sides());
        let side_of = |text: &str| {
            text::parse_side(&*battle, sides.clone(), text).ok_or(format!("there is no side `{text}`"))
        };
        match entry {
            Entry::Answer { side, text } => {
                let answer = text::parse::<R>(&battle, text).map_err(|error| error.to_string())?;
                match self.answer(side_of(side)?, answer) {
                    Ok(_) => Ok(()),
                    Err(SessionError::NoSeed) => Err(EntryFailure::NoSeed),
                    Err(error) => Err(EntryFailure::Fault(format!("`{text}` of {side}: {error}"))),
                }
            }
            // What fell on a real table is told again when its turn comes; other dice fall by themselves.
            Entry::Throw { outcome, .. } if matches!(self.dice, Dice::Typed) => match self.throw(*outcome) {
                Ok(_) => Ok(()),
                Err(error) => Err(EntryFailure::Fault(format!("`{entry}`: {error}"))),
            },
            Entry::Undo { line, side, agreed } => {
                let consent = if *agreed { Consent::Agreed } else { Consent::Alone };
                Ok(self.apply_undo(*line, side_of(side)?, consent)?)
            }
            Entry::Propose { line, side } => {
                let at = self.at_line(*line).ok_or(format!("line {line} cannot be taken back"))?;
                Ok(self.propose_before(side_of(side)?, at).map(|_| ()).map_err(|error| error.to_string())?)
            }
            Entry::Agree { side } => {
                Ok(self.agree(side_of(side)?).map(|_| ()).map_err(|error| error.to_string())?)
            }
            Entry::Decline => {
                self.decline();
                Ok(())
            }
            Entry::Seat { side, computer, name } => {
                self.set_seat(side_of(side)?, Seat { computer: *computer, name: name.clone() });
                Ok(())
            }
            Entry::Continued => {
                self.continue_saved();
                Ok(())
            }
            Entry::Promise(commitment) => Ok(self.promise_again(*commitment)?),
            Entry::Contribution { side, bytes } => {
                let done = self.contribute(side_of(side)?, bytes.clone());
                Ok(done.map_err(|error| error.to_string())?)
            }
            Entry::Mix => Ok(self.mix().map_err(|error| error.to_string())?),
            Entry::Practice => {
                self.practise();
                Ok(())
            }
            Entry::Reveal(_) | Entry::End => {
                self.finish();
                Ok(())
            }
            other => Err(EntryFailure::Fault(format!("`{other}` does not follow from the game"))),
        }
    }

    fn apply_undo(&mut self, line: usize, side: Side, consent: Consent) -> Result<(), String> {
        let at = self.at_line(line).ok_or(format!("line {line} is nothing that can be taken back"))?;
        self.take_back(at, side, consent)
            .map_err(|error| format!("line {line} could not be taken back: {error}"))
    }
}

/// Whether the entries come of themselves from the answer before them.
fn come_by_themselves(entries: &[Entry]) -> bool {
    entries.iter().all(|entry| matches!(entry, Entry::Throw { .. } | Entry::State(_)))
}

fn other_version<R: Rulebook>(id: &str, version: u32) -> String {
    let (own, newest) = (R::ID, R::VERSION);
    format!("the game was played by {id} version {version}; this program has {own} version {newest}")
}

fn differs(at: usize, found: &Entry, expected: &str) -> Fault {
    let expected = expected.rsplit_once(' ').map_or(expected, |(text, _)| text);
    let what = match found {
        Entry::Throw { .. } => "the throw is not what the dice give",
        Entry::State(_) => "the state is not what the answers and throws lead to",
        Entry::Reveal(_) => "the seed is not the one committed to",
        _ => "the entry does not follow from the game",
    };
    Fault { line: at + 1, what: format!("{what}: `{found}`, expected `{expected}`") }
}

/// The throws that a journal holds, by number.
fn throws_of(reading: &Reading) -> Arc<BTreeMap<u64, (u32, u32)>> {
    let throw = |entry: &Entry| match entry {
        Entry::Throw { n, faces, outcome } => Some((*n, (*faces, *outcome))),
        _ => None,
    };
    Arc::new(reading.entries.iter().filter_map(throw).collect())
}

fn revealed(entry: &Entry) -> Option<Seed> {
    match entry {
        Entry::Reveal(bytes) => Some(Seed(*bytes)),
        _ => None,
    }
}

/// The dice: from the seed if it is known, checked against the commitment, else from the journal.
fn dice_of(reading: &Reading, header: &Header, seed: Option<Seed>) -> Result<(Option<Seed>, Dice), Fault> {
    let revealed = reading.entries.iter().position(|entry| matches!(entry, Entry::Reveal(_)));
    if header.commitment == super::NO_COMMITMENT {
        return Ok((None, Dice::Typed));
    }
    let known = match revealed.map(|at| &reading.entries[at]) {
        Some(Entry::Reveal(bytes)) => Some(Seed(*bytes)),
        _ => seed,
    };
    match known {
        Some(seed) if seed.commitment() == header.commitment => {
            let dice = CommittedDice::new(&seed, &super::contributions(&header.head.setup));
            Ok((Some(seed), Dice::Known(dice)))
        }
        Some(_) => {
            let line = revealed.map_or(1, |at| at + 1);
            Err(Fault { line, what: "the seed is not the one committed to before play".into() })
        }
        None => Ok((None, Dice::Recorded(throws_of(reading)))),
    }
}

/// Verifies a journal: its chain, every answer at the gate, every throw, every state.
///
/// # Errors
/// The first fault, with its line.
pub fn verify<R: Rulebook>(battle: Arc<R::Battle>, journal: &[u8]) -> Result<VerifyReport, Fault> {
    let reading = read(journal)?;
    let loaded = Session::<R>::look(battle, journal)?;
    let whole = &reading.entries[..loaded.unthrown.map_or(reading.entries.len(), |line| line - 1)];
    let count = |holds: fn(&Entry) -> bool| whole.iter().filter(|entry| holds(entry)).count();
    Ok(VerifyReport {
        lines: reading.lines.len(),
        answers: count(|entry| matches!(entry, Entry::Answer { .. })),
        throws: count(|entry| matches!(entry, Entry::Throw { .. })),
        states: count(|entry| matches!(entry, Entry::State(_))),
        undone: count(|entry| matches!(entry, Entry::Undo { .. })),
        dice_verified: count(|entry| matches!(entry, Entry::Reveal(_)))
            == 1 + count(|entry| matches!(entry, Entry::Promise(_))),
        ended: reading.entries.last() == Some(&Entry::End),
        outcome: loaded.session.outcome(),
        torn: reading.torn,
        unthrown: loaded.unthrown,
    })
}

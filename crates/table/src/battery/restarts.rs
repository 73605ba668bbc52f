//! Random play with everything that can happen to a live game, stopped and loaded again at any point.

use std::sync::Arc;

use super::Battery;
use crate::dice::{FastDice, Seed};
use crate::session::{Accord, Progress, Seat, Session, SessionError, verify};
use crate::umpires::{Player, SeenQuestion};
use crate::{Answer, Rulebook, Side};

/// Table: where the dice of a game fall.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Table {
    /// In the program, from a seed.
    Seeded,
    /// On a real table: people type what fell.
    Real,
}

/// Random games: how a game is played at random.
#[derive(Clone, Copy, Debug)]
pub struct Restarts {
    /// The dice.
    pub table: Table,
    /// The game is loaded after about one deed in so many.
    pub every: u32,
    /// It is broken off after so many deeds.
    pub most: u32,
}

/// Something that people do with a live game.
#[derive(Clone, Debug)]
enum Deed {
    Answer(Side, Answer),
    Throw(u32),
    /// Computer players decide, at most so often.
    Players(usize),
    Undo(Side),
    Propose(Side, usize),
    Agree(Side),
    Decline,
    StepBack,
    Seat(Side, Seat),
    Practise,
    /// A fresh seed is promised, contributed to and mixed in.
    Promise(u64),
    Contribute(Side, u8),
    Mix,
}

/// A computer player whose decision follows from the question alone, so that one who sits down later decides the same.
struct SteadyPlayer;

impl<R: Rulebook> Player<R> for SteadyPlayer {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        let known = format!("{} {:?} {:?}", seen.question.key, seen.question.about, seen.legal);
        let sum = known.bytes().fold(7_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
        FastDice::new(sum).pick(seen.legal)
    }
}

impl<R: Rulebook> Battery<R> {
    /// Plays a random game with answers, throws, computers that take over, decisions taken back alone and by consent, seats that change hands,
    /// and practice. After deeds it is loaded from its journal and must be the same: journal, state, views, questions, log. From there
    /// the loaded game is played on, beside one that is never stopped, and the same deeds must have the same effects. At the end the
    /// journal is cut at every line and loaded.
    ///
    /// # Errors
    /// The deed and what differs, with the journal.
    pub fn restarts(&self, number: u64, how: Restarts) -> Result<(), String> {
        let seed = (how.table == Table::Seeded).then(|| Seed::from_number(number));
        let begin = || match seed {
            Some(seed) => Session::<R>::new(Arc::clone(&self.battle), &self.setup(), seed),
            None => Session::typed(Arc::clone(&self.battle), &self.setup()),
        };
        let mut whole = begin().map_err(|error| error.to_string())?;
        let mut stopped = begin().map_err(|error| error.to_string())?;
        let mut dice = FastDice::new(number);
        for count in 1..=how.most {
            if whole.over() {
                break;
            }
            let deed = deed(&whole, &mut dice);
            let (one, other) = (done(&mut whole, &deed), done(&mut stopped, &deed));
            let whole = &whole;
            let fault =
                |why: &str| format!("{how:?} {number}, deed {count}, {deed:?}: {why}\n{}", whole.journal());
            if one != other {
                return Err(fault(&format!("gives {one:?}, and after restarts {other:?}")));
            }
            if dice.below(how.every) == 0 {
                let mut loaded = self.loaded(whole, seed).map_err(|why| fault(&why))?;
                self.same(whole, &loaded).map_err(|why| fault(&why))?;
                if seed.is_some() {
                    let seen = self.loaded(whole, None).map_err(|why| fault(&why))?;
                    self.same(whole, &seen).map_err(|why| fault(&format!("without the seed: {why}")))?;
                }
                take_seats(&mut loaded);
                stopped = loaded;
            }
        }
        self.same(&whole, &stopped).map_err(|why| format!("{how:?} {number}, at the end: {why}"))?;
        whole.finish();
        verify::<R>(Arc::clone(&self.battle), whole.journal().as_bytes())
            .map_err(|fault| format!("{how:?} {number}: {fault}\n{}", whole.journal()))?;
        self.cut(&whole, seed, how.every, &mut dice)
            .map_err(|why| format!("{how:?} {number}: {why}\n{}", whole.journal()))
    }

    fn loaded(&self, session: &Session<R>, seed: Option<Seed>) -> Result<Session<R>, String> {
        let journal = session.journal();
        // Whoever does not know the first seed knows none of them.
        let mixed = if seed.is_some() { session.mixed_seeds() } else { &[] };
        let loaded = Session::<R>::from_mixed(Arc::clone(&self.battle), journal.as_bytes(), seed, mixed);
        Ok(loaded.map_err(|fault| fault.to_string())?.session)
    }

    /// Cuts the journal after lines and goes on from there: what follows by itself is what had followed.
    fn cut(
        &self,
        session: &Session<R>,
        seed: Option<Seed>,
        every: u32,
        dice: &mut FastDice,
    ) -> Result<(), String> {
        let journal = session.journal();
        let ends: Vec<usize> = journal.match_indices('\n').map(|(at, _)| at + 1).collect();
        let begun = journal.lines().position(|line| line.starts_with("begin ")).ok_or("it has not begun")?;
        for (line, end) in ends.iter().enumerate().skip(begun) {
            if dice.below(every) > 0 {
                continue;
            }
            let cut = &journal.as_bytes()[..*end];
            let mixed = session.mixed_seeds();
            let loaded = Session::<R>::from_mixed(Arc::clone(&self.battle), cut, seed, mixed);
            let loaded = loaded.map_err(|fault| format!("cut after line {}: {fault}", line + 1))?.session;
            if !journal.starts_with(&loaded.journal()) {
                return Err(format!("cut after line {}: it goes on otherwise", line + 1));
            }
        }
        Ok(())
    }

    /// Equality of two games for all who look at them and play them.
    fn same(&self, one: &Session<R>, other: &Session<R>) -> Result<(), String> {
        let differs = |what: &str, same: bool| if same { Ok(()) } else { Err(format!("another {what}")) };
        differs("journal", one.journal() == other.journal())?;
        differs("hash", one.hash() == other.hash())?;
        differs("state", one.state() == other.state())?;
        differs("question", one.pending() == other.pending())?;
        differs("throw", one.wanted() == other.wanted())?;
        differs("log", one.log() == other.log())?;
        differs("proposal", one.proposal() == other.proposal())?;
        differs("promises", one.promised() == other.promised())?;
        differs("notices", one.notices() == other.notices())?;
        differs("recording", one.recording() == other.recording())?;
        differs(
            "end",
            (one.over(), one.finished(), one.outcome()) == (other.over(), other.finished(), other.outcome()),
        )?;
        differs("practice", one.is_practice() == other.is_practice())?;
        for viewer in one.sides().map(Some).chain([None]) {
            differs("view", one.view(viewer) == other.view(viewer))?;
            differs("undone", one.undone(viewer) == other.undone(viewer))?;
            differs("sight", one.sight(viewer) == other.sight(viewer))?;
        }
        for side in one.sides() {
            differs("seat", one.seat(side) == other.seat(side))?;
            differs("undo", one.can_undo(side) == other.can_undo(side))?;
        }
        Ok(())
    }
}

/// Next deed: mostly the game goes on.
fn deed<R: Rulebook>(session: &Session<R>, dice: &mut FastDice) -> Deed {
    let sides: Vec<Side> = session.sides().collect();
    let side = dice.pick(&sides);
    match dice.below(40) {
        0 | 1 => return Deed::Undo(side),
        2 => return Deed::Propose(side, 1 + dice.below(4) as usize),
        3 if dice.below(2) == 0 => return Deed::StepBack,
        4 => return Deed::Seat(side, Seat::person(dice.pick(&["Anna", " Anna ", "Bob  the elder", ""]))),
        5 => return Deed::Seat(side, Seat::computer("steady")),
        6..=9 => return Deed::Players(1 + dice.below(3) as usize),
        10 if dice.below(8) == 0 => return Deed::Practise,
        22 if session.open_promise().is_none() => return Deed::Promise(dice.bits()),
        22 => return Deed::Contribute(side, dice.below(64) as u8),
        23 if session.open_promise().is_some() => return Deed::Mix,
        11..=20 if session.proposal().is_some() => return Deed::Agree(side),
        21 if session.proposal().is_some() => return Deed::Decline,
        _ => {}
    }
    if let Some(wanted) = session.wanted() {
        return Deed::Throw(dice.below(u32::try_from(wanted.shows.len()).unwrap_or(1)));
    }
    let asked = session.pending();
    let Some(pending) = asked.get(dice.below(u32::try_from(asked.len()).unwrap_or(1)) as usize) else {
        return Deed::Undo(side);
    };
    // Now and then somebody answers who is not asked, or what another is asked.
    let by = if dice.below(20) == 0 { side } else { pending.side };
    Deed::Answer(by, dice.pick(&pending.legal))
}

/// Does it, and says what came of it.
fn done<R: Rulebook>(session: &mut Session<R>, deed: &Deed) -> Result<(bool, Progress), SessionError> {
    let nothing = |done: bool| (done, Progress::default());
    let agreed = |accord: Accord| nothing(accord == Accord::Reached);
    match deed.clone() {
        Deed::Answer(side, answer) => session.answer(side, answer).map(|progress| (true, progress)),
        Deed::Throw(outcome) => session.throw(outcome).map(|progress| (true, progress)),
        Deed::Players(most) => session.run_players(most).map(|progress| (true, progress)),
        Deed::Undo(side) => session.undo(side).map(|()| nothing(true)),
        Deed::Propose(side, back) => session.propose_undo(side, back).map(agreed),
        Deed::Agree(side) => session.agree(side).map(agreed),
        Deed::Decline => {
            session.decline();
            Ok(nothing(true))
        }
        Deed::StepBack => session.step_back().map(|()| nothing(true)),
        Deed::Seat(side, seat) => {
            session.set_seat(side, seat);
            take_seats(session);
            Ok(nothing(true))
        }
        Deed::Promise(number) => {
            session.promise(Seed::from_number(number));
            Ok(nothing(true))
        }
        Deed::Contribute(side, byte) => {
            session.contribute(side, vec![byte; byte.into()]).map(|()| nothing(true))
        }
        Deed::Mix => session.mix().map(|()| nothing(true)),
        Deed::Practise => {
            session.practise();
            Ok(nothing(true))
        }
    }
}

/// Lets the computer players sit down whose seats they are.
fn take_seats<R: Rulebook>(session: &mut Session<R>) {
    for side in session.sides() {
        let player = session.seat(side).computer.then(|| Box::new(SteadyPlayer) as Box<dyn Player<R>>);
        session.set_player(side, player);
    }
}

//! Rehearsals: what comes of what an answer announces, were it fought at once as everything stands.
//!
//! Between an announcement and its fight much may come: other moves, fire, the enemy's choices. A player who announces wants to know the odds all
//! the same. The rulebook says from which state the fight would be played ([`Rulebook::rehearsal`]); it is played in all its cases, everybody deciding as a
//! quiet player does.

use super::ahead::{Begun, FirstStep, Foresight, Frontier, Horizon, Look, MOST_STEPS, PossibleThrow};
use super::{Session, SessionError};
use crate::umpires::{Player, Share};
use crate::{Event, Rulebook, Side};

/// The parts of the runs that two passes have: one through all cases, one through those that are not rare.
const PASSES: u64 = 2;

/// Rehearsed fights: what comes of what is announced, were it fought at once.
#[derive(Clone, Debug)]
pub struct Rehearsed<S> {
    /// The states in which it ends, with their share of all cases; ways on which nothing is announced end as they do.
    pub ends: Vec<(S, Share)>,
    /// Throws that may come in it.
    pub throws: Vec<PossibleThrow>,
    /// Number of the runs it took.
    pub runs: u64,
}

impl<S> Rehearsed<S> {
    /// The share of all cases that was played; none if it cannot be written down.
    pub fn covered(&self) -> Option<Share> {
        self.ends.iter().map(|(_, share)| *share).try_fold(Share::NONE, Share::plus)
    }
}

impl<R: Rulebook> Session<R> {
    /// Rehearses what is announced on the ways of a look ahead; none where nothing is. All cases are played if that takes at most so many runs,
    /// else those that are not rare.
    pub(super) fn rehearse(
        &self,
        side: Side,
        sight: &Foresight<R::State>,
        player: &mut dyn Player<R>,
        most_runs: u64,
        hear: &mut dyn FnMut(usize, &[Event]),
    ) -> Result<Option<Rehearsed<R::State>>, SessionError> {
        let before = R::hindsight(&self.battle, &self.checkpoint, self.told_state(), Some(side));
        let of = |state: &R::State| R::rehearsal(&self.battle, &before, state);
        let (mut open, mut done) = (Frontier::new(), Vec::new());
        for path in sight.paths.iter().filter(|path| path.horizon != Horizon::Far) {
            match of(&path.end).or_else(|| of(&path.near)) {
                Some(state) => open.add(state, path.share),
                None => done.push((path.end.clone(), path.share)),
            }
        }
        if open.states.is_empty() {
            return Ok(None);
        }
        let begun = Rehearsed { ends: done, throws: Vec::new(), runs: 0 };
        let whole = self.act(side, (&open, &begun), &before, player, (most_runs, None), hear)?;
        let known = sight.paths.iter().filter(|path| path.horizon != Horizon::Far);
        let known = known.map(|path| path.share).try_fold(Share::NONE, Share::plus);
        if whole.covered().is_some() && whole.covered() == known {
            return Ok(Some(whole));
        }
        let once_in = Some((most_runs / PASSES).max(1));
        let likely = self.act(side, (&open, &begun), &before, player, (most_runs, once_in), hear)?;
        let seen = |acted: &Rehearsed<R::State>| acted.covered().map_or(0, |share| share.part_of(1 << 32));
        let (mut more, less) = if seen(&likely) < seen(&whole) { (whole, likely) } else { (likely, whole) };
        let new: Vec<PossibleThrow> =
            less.throws.into_iter().filter(|throw| !more.throws.contains(throw)).collect();
        more.throws.extend(new);
        more.runs += less.runs;
        Ok(Some(more))
    }

    /// Plays rehearsals from some states to their ends.
    fn act(
        &self,
        side: Side,
        (open, begun): (&Frontier<R::State>, &Rehearsed<R::State>),
        before: &R::State,
        player: &mut dyn Player<R>,
        limits: (u64, Option<u64>),
        hear: &mut dyn FnMut(usize, &[Event]),
    ) -> Result<Rehearsed<R::State>, SessionError> {
        let mut look = Look::new(&*self.battle, side, player, limits);
        look.notes.open().begin(Begun::Rehearsed);
        let (mut states, mut acted) = (open.states.clone(), begun.clone());
        for step in 0..MOST_STEPS {
            let mut next = Frontier::new();
            for (state, share) in states {
                if look.left == 0 {
                    break;
                }
                let left = look.left;
                let mut heard = |events: &[Event]| hear(MOST_STEPS + step, events);
                let ends = look.step((&state, share), FirstStep::default(), left, &mut heard)?;
                for (end, of) in ends {
                    let Some(share) = share.times(of.of, of.all) else { continue };
                    match R::rehearsal(&self.battle, before, &end.state).filter(|_| !end.over) {
                        Some(state) => next.add(state, share),
                        None => acted.ends.push((end.state, share)),
                    }
                }
            }
            states = next.states;
            if states.is_empty() {
                break;
            }
        }
        acted.throws = look.notes.open().take_throws();
        acted.runs += look.runs;
        Ok(acted)
    }
}

//! Random play: invariants, the gate, saving and loading, undo, the catalogue.

use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::{Battery, mutated, verbs};
use crate::dice::{FastDice, Seed};
use crate::journal::{Entry, read};
use crate::phrase::Catalogue;
use crate::session::{Accord, AwaitedDecision, Session, SessionError, verify};
use crate::umpires::{RandomPlayer, Staff};
use crate::{Answer, Decision, Doors, Event, Flow, Play, Rulebook, Side, Throw, Umpire, text};

/// Number of the legal answers of one question that are tried.
const MOST_TRIED: usize = 200;

/// Number of the answers that are tried in and about the spans of a question.
const SPANNED: usize = 60;

/// Number of the illegal answers to each question that show whether the catalogue can refuse them.
const MUTANTS: usize = 8;

impl<R: Rulebook> Battery<R> {
    /// Plays random games in line to their ends, with [`Rulebook::check`] at every checkpoint.
    ///
    /// # Errors
    /// The seed, the step and what is wrong.
    pub fn random_games(&self, seeds: Range<u64>) -> Result<(), String> {
        self.games_of(seeds, RandomPlayer::new)
    }

    /// As [`Battery::random_games`], between players of another kind, each made from a seed of their own.
    ///
    /// # Errors
    /// The seed, the step and what is wrong.
    pub fn games_of<P: crate::Player<R>>(
        &self,
        seeds: Range<u64>,
        player: impl Fn(u64) -> P,
    ) -> Result<(), String> {
        for seed in seeds {
            let mut players: Vec<P> =
                (0..self.sides).map(|side| player(seed * 256 + u64::from(side))).collect();
            let seats = players.iter_mut().map(|player| player as &mut dyn crate::Player<R>).collect();
            let mut staff = Staff::<R>::new(seats, FastDice::new(seed));
            let mut doors = Doors::new(&*self.battle, &mut staff);
            let mut state = R::start(&self.battle);
            self.checked(&state).map_err(|why| format!("seed {seed}, at the start: {why}"))?;
            for step in 1.. {
                if step > self.most_steps {
                    return Err(format!("seed {seed}: no end after {} steps", self.most_steps));
                }
                let flow = R::step(&self.battle, &mut state, &mut doors);
                let flow = flow.map_err(|stop| format!("seed {seed}, step {step}: {stop:?}"))?;
                self.checked(&state).map_err(|why| format!("seed {seed}, step {step}: {why}"))?;
                if flow == Flow::Over {
                    R::outcome(&self.battle, &state)
                        .ok_or(format!("seed {seed}: over without an outcome"))?;
                    break;
                }
            }
        }
        Ok(())
    }

    /// The invariants, and that views of views are the same views.
    fn checked(&self, state: &R::State) -> Result<(), String> {
        R::check(&self.battle, state)?;
        for viewer in (0..self.sides).map(|side| Some(Side(side))).chain([None]) {
            let view = R::view(&self.battle, state, viewer);
            if R::view(&self.battle, &view, viewer) != view {
                return Err(format!("the view of {viewer:?} is not idempotent"));
            }
        }
        Ok(())
    }

    /// Plays a random live game, and at about one decision in `every`: tries every legal answer and many illegal ones, takes decisions
    /// back, loads the game from its journal. At the end verifies the journal.
    /// A failure is written as a journal that replays to the failing answer.
    ///
    /// # Errors
    /// What is wrong, and where the journal is.
    pub fn live_game(&self, seed: u64, every: u32) -> Result<(), String> {
        let mut session = self.session(seed)?;
        let mut dice = FastDice::new(seed);
        let mut decisions = 0u64;
        while !session.over() {
            decisions += 1;
            let at = dice.below(u32::try_from(session.pending().len()).unwrap_or(1)) as usize;
            let Some(pending) = session.pending().get(at).cloned() else {
                return Err("nobody is asked".into());
            };
            let answer = dice.pick(&pending.legal);
            let sampled = dice.below(every.max(1)) == 0;
            let played = catch_unwind(AssertUnwindSafe(|| {
                if sampled {
                    self.try_answers(&mut session, &pending, &mut dice)?;
                    self.try_undo(&mut session, &pending, answer)?;
                    self.try_loading(&mut session, seed)?;
                }
                session.answer(pending.side, answer).map_err(|error| error.to_string())?;
                self.checked(session.state())
            }));
            let why = match played {
                Ok(Ok(())) if decisions <= self.most_steps * 8 => continue,
                Ok(Ok(())) => "no end".to_string(),
                Ok(Err(why)) => why,
                Err(panic) => panic_text(&*panic),
            };
            return Err(format!(
                "seed {seed}, decision {decisions}: {why}\n{}",
                self.dumped(&session, seed, pending.side, answer)
            ));
        }
        session.finish();
        let report = verify::<R>(Arc::clone(&self.battle), session.journal().as_bytes())
            .map_err(|fault| fault.to_string())?;
        if report.dice_verified && report.ended {
            Ok(())
        } else {
            Err(format!("seed {seed}: not verified: {report:?}"))
        }
    }

    /// Writes the journal of a failed game, with the failing answer at its end.
    fn dumped(&self, session: &Session<R>, seed: u64, side: Side, answer: Answer) -> String {
        let mut journal = session.journal();
        if let Ok(mut reading) = read(journal.as_bytes()) {
            let side = text::print_side(&*self.battle, side);
            let entry = Entry::Answer { side, text: text::print::<R>(&self.battle, &answer) };
            journal.push_str(&reading.chain.seal(&entry.to_string()));
            journal.push('\n');
        }
        let path = self.dump.join(format!("{}-{}-{seed}.journal", R::ID, self.name));
        let written = std::fs::create_dir_all(&self.dump).and_then(|()| std::fs::write(&path, journal));
        let seed = crate::hash::hex(&Seed::from_number(seed).0);
        match written {
            Ok(()) => format!("the journal is in {} (seed of the dice {seed})", path.display()),
            Err(error) => format!("the journal could not be written to {}: {error}", path.display()),
        }
    }

    /// Every legal answer is taken and prints and parses; others are refused, and nothing changes; the wrong side is not heard.
    fn try_answers(
        &self,
        session: &mut Session<R>,
        pending: &AwaitedDecision,
        dice: &mut FastDice,
    ) -> Result<(), String> {
        let before = (session.hash(), session.journal());
        for answer in pending.legal.iter().take(MOST_TRIED) {
            let text = text::print::<R>(&self.battle, answer);
            if text::parse::<R>(&self.battle, &text) != Ok(*answer) {
                return Err(format!("{}: `{text}` does not parse back to {answer:?}", pending.key));
            }
            session
                .try_answer(pending.side, *answer)
                .map_err(|error| format!("{}: `{text}`: {error}", pending.key))?;
        }
        for _ in 0..MOST_TRIED {
            let mutant = mutated(&dice.pick(&pending.legal), &pending.legal, &verbs::<R>(), dice);
            let refused =
                session.why_not(pending.side, mutant).map_err(|error| format!("{}: {error}", pending.key))?;
            let Some(refusal) = refused else {
                session
                    .try_answer(pending.side, mutant)
                    .map_err(|error| format!("{}: {mutant:?} may be given, but: {error}", pending.key))?;
                continue;
            };
            if refusal.why.is_empty() || refusal.rule.0.is_empty() {
                return Err(format!("{}: {mutant:?} gives {refusal:?}", pending.key));
            }
            if !matches!(session.answer(pending.side, mutant), Err(SessionError::Refused(_))) {
                return Err(format!("{}: {mutant:?} is not refused", pending.key));
            }
        }
        self.try_spans(session, pending, dice)?;
        for side in session.sides() {
            let asked = session.pending().iter().any(|other| other.side == side);
            if !asked && session.answer(side, pending.legal[0]) != Err(SessionError::NotAsked(side)) {
                return Err(format!("{}: {side:?} is heard without being asked", pending.key));
            }
        }
        if before == (session.hash(), session.journal()) {
            Ok(())
        } else {
            Err("trying answers has changed the game".into())
        }
    }

    /// Answers by lot in the spans and a little outside: none breaks anything, what is judged legal is taken, prints and parses, and the nearest
    /// legal answer to any other is legal and its own nearest. Outside of all spans nothing is legal that is not listed.
    fn try_spans(
        &self,
        session: &mut Session<R>,
        pending: &AwaitedDecision,
        dice: &mut FastDice,
    ) -> Result<(), String> {
        let key = pending.key;
        for _ in 0..if pending.spans.is_empty() { 0 } else { SPANNED } {
            let answer = super::spanned(&dice.pick(&pending.spans), dice);
            let near = session.nearest(pending.side, answer).map_err(|error| format!("{key}: {error}"))?;
            let refused = session.why_not(pending.side, answer).map_err(|error| format!("{key}: {error}"))?;
            if refused.is_none() {
                let text = text::print::<R>(&self.battle, &answer);
                if text::parse::<R>(&self.battle, &text) != Ok(answer) {
                    return Err(format!("{key}: `{text}` does not parse back to {answer:?}"));
                }
                session
                    .try_answer(pending.side, answer)
                    .map_err(|error| format!("{key}: `{text}`: {error}"))?;
                if !pending.legal.contains(&answer)
                    && !pending.spans.iter().any(|span| span.contains(&answer))
                {
                    return Err(format!("{key}: {answer:?} is legal outside of all spans"));
                }
            }
            let Some(near) = near else { continue };
            let refused_near =
                session.why_not(pending.side, near).map_err(|error| format!("{key}: {error}"))?;
            let again = session.nearest(pending.side, near).map_err(|error| format!("{key}: {error}"))?;
            let is_kept = refused.is_some() || near == answer;
            if refused_near.is_some() || again != Some(near) || !is_kept {
                return Err(format!(
                    "{key}: nearest to {answer:?} is {near:?}, and to that {again:?}: {refused_near:?}"
                ));
            }
        }
        Ok(())
    }

    /// An answer that is taken back leaves everything as it was.
    fn try_undo(
        &self,
        session: &mut Session<R>,
        pending: &AwaitedDecision,
        answer: Answer,
    ) -> Result<(), String> {
        let before =
            (session.state().clone(), session.hash(), session.pending().to_vec(), session.log().to_vec());
        session.answer(pending.side, answer).map_err(|error| error.to_string())?;
        let mut accord = session.propose_undo(pending.side, 1).map_err(|error| error.to_string())?;
        for side in session.sides() {
            if accord == Accord::Open {
                accord = session.agree(side).map_err(|error| error.to_string())?;
            }
        }
        let after =
            (session.state().clone(), session.hash(), session.pending().to_vec(), session.log().to_vec());
        if accord == Accord::Reached && before == after {
            Ok(())
        } else {
            Err(format!("undo of {answer:?} does not restore the game"))
        }
    }

    /// The game that is loaded from the journal is the same.
    fn try_loading(&self, session: &mut Session<R>, seed: u64) -> Result<(), String> {
        let seed = Some(Seed::from_number(seed));
        let loaded = Session::<R>::from_journal(Arc::clone(&self.battle), session.journal().as_bytes(), seed);
        let loaded = loaded.map_err(|fault| fault.to_string())?.session;
        let same = loaded.hash() == session.hash()
            && loaded.pending() == session.pending()
            && loaded.log() == session.log()
            && loaded.journal() == session.journal();
        if same { Ok(()) } else { Err("the game loaded from its journal is another".into()) }
    }

    /// Gaps of a catalogue for random games: keys, and blanks that are never filled. For refusals, random illegal answers are tried.
    ///
    /// # Errors
    /// If a game does not run.
    pub fn catalogue_lacks(
        &self,
        catalogue: &Catalogue,
        seeds: Range<u64>,
    ) -> Result<BTreeSet<String>, String> {
        let mut listener = Listener { catalogue, dice: FastDice::new(seeds.start), lacks: BTreeSet::new() };
        listener.lacks.extend(catalogue.lacks_for_verbs::<R>());
        listener.lacks.extend(catalogue.lacks_for_options::<R>());
        for seed in seeds {
            let mut state = R::start(&self.battle);
            let mut doors = Doors::new(&*self.battle, &mut listener as &mut dyn Umpire<R>);
            for _ in 0..self.most_steps {
                match R::step(&self.battle, &mut state, &mut doors) {
                    Ok(Flow::Continue) => {}
                    Ok(Flow::Over) => break,
                    Err(stop) => return Err(format!("game {seed}: {stop:?}")),
                }
            }
        }
        Ok(listener.lacks)
    }
}

pub(super) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_string());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    format!("panic: {}", text.unwrap_or_default())
}

/// Plays at random and asks of everything whether the catalogue can say it.
struct Listener<'a> {
    catalogue: &'a Catalogue,
    dice: FastDice,
    lacks: BTreeSet<String>,
}

impl<R: Rulebook> Umpire<R> for Listener<'_> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        self.lacks.extend(self.catalogue.lacks_for_question(asked.question.key, &asked.question.about));
        for _ in 0..MUTANTS {
            let mutant = mutated(&self.dice.pick(asked.legal), asked.legal, &verbs::<R>(), &mut self.dice);
            if let Err(refusal) = asked.judge(&mutant) {
                self.lacks.extend(self.catalogue.lacks_for_refusal(&refusal));
            }
        }
        Ok(self.dice.pick(asked.legal))
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        self.lacks.extend(self.catalogue.lacks_for_throw(throw));
        Ok(self.dice.below(throw.faces))
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        self.lacks.extend(self.catalogue.lacks_for_event(&event));
    }
}

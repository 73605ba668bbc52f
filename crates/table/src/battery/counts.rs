//! Counts of legal continuations to a small depth: one number that changes whenever legality changes.

use crate::{Answer, Decision, Doors, Flow, Play, Rulebook, Stop, Throw, Umpire};

/// The most continuations that are counted.
const MOST: u64 = 50_000_000;

/// Walks through all continuations, one a run.
struct Counter {
    /// For each choice on the path: the one taken, and how many there are.
    path: Vec<(u32, u32)>,
    at: usize,
    decisions: u32,
    depth: u32,
}

impl Counter {
    fn choose(&mut self, count: u32) -> u32 {
        if self.at == self.path.len() {
            self.path.push((0, count));
        }
        self.at += 1;
        self.path[self.at - 1].0
    }

    fn advance(&mut self) -> bool {
        while let Some(last) = self.path.last_mut() {
            last.0 += 1;
            if last.0 < last.1 {
                return true;
            }
            self.path.pop();
        }
        false
    }
}

impl<R: Rulebook> Umpire<R> for Counter {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        if let Some(only) = asked.only() {
            return Ok(only);
        }
        if self.decisions == self.depth {
            return Err(Stop::Waiting);
        }
        self.decisions += 1;
        let count = u32::try_from(asked.legal.len()).map_err(|_| Stop::Broken("too many answers".into()))?;
        Ok(asked.legal[self.choose(count) as usize])
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let mut classes: Vec<(u32, u32)> = Vec::new();
        for outcome in 0..throw.faces {
            let class = (throw.class)(outcome);
            if classes.iter().all(|(known, _)| *known != class) {
                classes.push((class, outcome));
            }
        }
        let taken =
            self.choose(u32::try_from(classes.len()).map_err(|_| Stop::Broken("too many classes".into()))?);
        Ok(classes[taken as usize].1)
    }
}

/// Number of the continuations of so many decisions that a state has. Forced decisions (one legal answer) do not count as decisions; throws branch
/// by their classes; a game that ends earlier counts once. Decisions that are taken at once count one side after the other.
///
/// # Errors
/// If the procedure breaks, or there are too many.
pub fn count_continuations<R: Rulebook>(
    battle: &R::Battle,
    state: &R::State,
    decisions: u32,
) -> Result<u64, String> {
    let mut counter = Counter { path: Vec::new(), at: 0, decisions: 0, depth: decisions };
    for count in 1..=MOST {
        counter.at = 0;
        counter.decisions = 0;
        let mut state = state.clone();
        loop {
            match R::step(battle, &mut state, &mut Doors::new(battle, &mut counter as &mut dyn Umpire<R>)) {
                Ok(Flow::Continue) => {}
                Ok(Flow::Over) | Err(Stop::Waiting) => break,
                Err(stop) => return Err(format!("{stop:?}")),
            }
        }
        if !counter.advance() {
            return Ok(count);
        }
    }
    Err(format!("more than {MOST} continuations"))
}

/// Checks counts in a text: lines `position decisions count`, with `#` comments. A rulebook says what the positions are.
///
/// # Errors
/// The first wrong line, or all right counts if the text has a `?` for a count.
pub fn check_counts<R: Rulebook>(
    counts: &str,
    battle: &R::Battle,
    mut position: impl FnMut(&str) -> Option<R::State>,
) -> Result<(), String> {
    let mut asked = Vec::new();
    for (at, line) in counts.lines().enumerate() {
        let fault = |why: String| format!("line {}: {why}", at + 1);
        let words: Vec<&str> = line.split('#').next().unwrap_or("").split_whitespace().collect();
        let [name, decisions, count] = words[..] else {
            if words.is_empty() {
                continue;
            }
            return Err(fault("expected `position decisions count`".into()));
        };
        let state = position(name).ok_or_else(|| fault(format!("no position `{name}`")))?;
        let decisions: u32 = decisions.parse().map_err(|_| fault(format!("`{decisions}` is no number")))?;
        let found = count_continuations::<R>(battle, &state, decisions).map_err(fault)?;
        match count {
            "?" => asked.push(format!("{name} {decisions} {found}")),
            count if count == found.to_string() => {}
            count => return Err(fault(format!("{found} continuations, expected {count}"))),
        }
    }
    if asked.is_empty() { Ok(()) } else { Err(asked.join("\n")) }
}

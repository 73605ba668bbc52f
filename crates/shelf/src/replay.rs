//! Playing a game again, step by step, for those who look at it afterwards.

use table::phrase::Catalogue;
use table::session::{Session, Stretch};
use table::umpires::{MOST_STEPS, Recording, Replay};
use table::{Answer, Decision, Doors, Event, Flow, Play, Question, Side, Stop, Throw, Umpire};

use crate::board::Position;
use crate::book::Drawing;
use crate::game::ReplayedStep;
use crate::presentation::Presentation;

/// With whose eyes a game is played again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewpoint {
    /// A side's, or an onlooker's.
    Of(Option<Side>),
    /// All sides' together: nothing is hidden. Only for games that are over.
    All,
}

impl Viewpoint {
    /// Whether it sees what a side alone may see.
    pub fn knows(self, side: Side) -> bool {
        match self {
            Viewpoint::Of(viewer) => viewer == Some(side),
            Viewpoint::All => true,
        }
    }

    /// Whether it sees an event.
    pub fn sees(self, event: &Event) -> bool {
        match self {
            Viewpoint::Of(viewer) => event.to.includes(viewer),
            Viewpoint::All => true,
        }
    }

    /// A picture of what it sees.
    fn draw<R: Presentation>(
        self,
        b: &R::Battle,
        s: &R::State,
        words: &Catalogue,
        drawing: Drawing,
    ) -> Result<Vec<u8>, String> {
        match self {
            Viewpoint::Of(viewer) => R::draw(b, &R::view(b, s, viewer), words, drawing),
            Viewpoint::All => R::draw(b, s, words, drawing),
        }
    }

    fn position<R: Presentation>(self, battle: &R::Battle, state: &R::State) -> Position {
        match self {
            Viewpoint::Of(viewer) => {
                R::position(battle, &R::view(battle, state, viewer), &|s| viewer == Some(s))
            }
            Viewpoint::All => R::position(battle, state, &|_| true),
        }
    }
}

/// Plays a game again from near a step, and visits the end of that step and of each that follows; the end of step 0 is the start. The
/// battle may be the same with its names in another language.
pub(crate) fn replay<R: Presentation>(
    session: &Session<R>,
    battle: &R::Battle,
    from: usize,
    viewpoint: Viewpoint,
    words: &Catalogue,
    visit: &mut dyn FnMut(&ReplayedStep, &dyn Fn() -> Position) -> bool,
) -> Result<(), String> {
    let say = |answer: &Answer| words.answer::<R>(battle, answer);
    // What was decided in the step itself belongs to it.
    let stretch = session.stretch(from.saturating_sub(1) as u64);
    let mut at = stretch.step;
    walk::<R>(battle, &stretch, viewpoint, &say, &mut |step, state| {
        let goes_on = at < from as u64 || visit(step, &|| viewpoint.position::<R>(battle, state));
        at += 1;
        goes_on
    })
}

/// Pictures of the game when so many events had been told, each at the end of the step in which they were: in growing order.
pub(crate) fn pictures<R: Presentation>(
    session: &Session<R>,
    battle: &R::Battle,
    viewpoint: Viewpoint,
    told: &[usize],
    words: &Catalogue,
    drawing: Drawing,
) -> Result<Vec<Vec<u8>>, String> {
    let mut drawn = Vec::new();
    let mut failed = None;
    walk::<R>(battle, &session.stretch(0), viewpoint, &|_| String::new(), &mut |step, state| {
        while failed.is_none() && told.get(drawn.len()).is_some_and(|told| *told <= step.log) {
            match viewpoint.draw::<R>(battle, state, words, drawing) {
                Ok(picture) => drawn.push(picture),
                Err(why) => failed = Some(why),
            }
        }
        failed.is_none() && drawn.len() < told.len()
    })?;
    failed.map_or(Ok(drawn), Err)
}

/// Plays a stretch of a game and visits the states at its start and at the end of each step.
fn walk<R: Presentation>(
    battle: &R::Battle,
    stretch: &Stretch<R>,
    viewpoint: Viewpoint,
    say: &dyn Fn(&Answer) -> String,
    visit: &mut dyn FnMut(&ReplayedStep, &R::State) -> bool,
) -> Result<(), String> {
    let mut umpire = Watcher::new(&stretch.recording);
    let mut state = stretch.state.as_ref().clone();
    let mut log = stretch.log;
    let mut flow = Flow::Continue;
    for _ in 0..MOST_STEPS {
        log += umpire.events();
        let shown = |(side, answer): &(Side, Answer)| {
            // Another side's answers may be secrets; what follows openly from them stands in the log.
            viewpoint.knows(*side).then(|| (*side, say(answer)))
        };
        let answers = umpire.answers.iter().filter_map(shown).collect();
        umpire.answers.clear();
        let step = ReplayedStep { turn: R::turn(battle, &state).0, answers, log };
        if !visit(&step, &state) || flow == Flow::Over {
            return Ok(());
        }
        match R::step(battle, &mut state, &mut Doors::new(battle, &mut umpire)) {
            Ok(next) => flow = next,
            Err(Stop::Waiting) => return Ok(()),
            Err(stop) => return Err(format!("{stop:?}")),
        }
    }
    Err("the game does not end".to_owned())
}

/// A replay that notes the answers of the step.
pub(crate) struct Watcher<'a> {
    replay: Replay<'a>,
    /// Answers that were given where more than one answer was legal.
    pub answers: Vec<(Side, Answer)>,
}

impl<'a> Watcher<'a> {
    /// Nothing is noted yet.
    pub fn new(recording: &'a Recording) -> Watcher<'a> {
        Watcher { replay: Replay::new(recording).listening(), answers: Vec::new() }
    }

    /// Number of the events since it was asked last.
    pub fn events(&mut self) -> usize {
        self.replay.take_events().len()
    }
}

impl<R: Presentation> Umpire<R> for Watcher<'_> {
    fn remembered(&mut self, state: &R::State, question: &Question<'_>) -> Option<Answer> {
        Umpire::<R>::remembered(&mut self.replay, state, question)
    }

    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let answer = Umpire::<R>::answer(&mut self.replay, asked)?;
        if asked.only().is_none() {
            self.answers.push((asked.question.side, answer));
        }
        Ok(answer)
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        Umpire::<R>::throw(&mut self.replay, throw)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        Umpire::<R>::hear(&mut self.replay, event);
    }
}

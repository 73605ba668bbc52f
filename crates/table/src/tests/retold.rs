//! Looking ahead from within a step whose course hangs on something that only one side knows.

use std::sync::Arc;

use crate::ask::{Choices, as_given};
use crate::session::{Foresight, Horizon, Seat, Session, Setup};
use crate::toy::{ToyBattle, verb};
use crate::umpires::FirstLegal;
use crate::{
    Answer, Doors, Flow, Names, Outcome, Play, Point, Question, Refusal, Rulebook, Side, ThingName, Throw,
    ThrowKind, Verb, rule,
};

/// A rulebook of one step: red pushes, blue goes back or stands, as the die and blue's nerve have it, and red follows or pushes again.
struct Push;

/// Sight of blue's nerve: what the throw does with it.
#[derive(Clone, Copy, PartialEq)]
enum Sight {
    /// It stays blue's secret.
    Secret,
    /// Everybody has seen it then.
    Shown,
}

struct Meadow {
    sight: Sight,
    nerve: u32,
}

impl Names for Meadow {
    fn name(&self, point: Point) -> Option<ThingName<'_>> {
        ToyBattle::default().name(point).map(|_| ThingName::unnamed(format!("{point:?}")))
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct PushState {
    nerve: u32,
    shown: bool,
    losses: u32,
    over: bool,
}

/// Nerve that red takes blue for having until it has been shown.
const USUAL: u32 = 3;

fn ask(
    doors: &mut Doors<'_, Push>,
    state: &PushState,
    side: u8,
    key: &'static str,
    verbs: [Verb; 2],
) -> Play<Verb> {
    let options = Choices {
        list: |out: &mut Vec<Answer>| out.extend(verbs.map(Answer::button)),
        read: as_given,
        refuse: |_: &Answer| Refusal::new(rule!("1"), "other"),
    };
    let question =
        Question { side: Side(side), rule: rule!("1"), key, about: [Point::Nothing; 3], options: &options };
    doors.ask(state, &question).map(|answer| answer.verb)
}

fn die(doors: &mut Doors<'_, Push>, key: &'static str) -> Play<u32> {
    let (class, shows) = (|face: u32| face, |face: u32| Point::Number(face as i16));
    let (kind, about) = (ThrowKind::Die, [Point::Nothing; 3]);
    doors.roll(&Throw {
        rule: rule!("2"),
        key,
        side: None,
        kind,
        faces: 6,
        about,
        class: &class,
        shows: &shows,
    })
}

impl Rulebook for Push {
    type Battle = Meadow;
    type State = PushState;
    const ID: &'static str = "push";
    const VERSION: u32 = 1;
    const VERBS: &'static [&'static str] = &["reserve", "pass", "march", "fire", "stand", "evade", "pursue"];

    fn start(battle: &Meadow) -> PushState {
        PushState { nerve: battle.nerve, shown: false, losses: 0, over: false }
    }

    fn step(battle: &Meadow, state: &mut PushState, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        ask(doors, state, 0, "push", [verb::PASS, verb::MARCH])?;
        let yields = die(doors, "nerve")? >= state.nerve;
        state.shown = battle.sight == Sight::Shown;
        if yields {
            ask(doors, state, 1, "back", [verb::EVADE, verb::RESERVE])?;
            ask(doors, state, 0, "follow", [verb::PASS, verb::PURSUE])?;
        } else {
            ask(doors, state, 1, "stand", [verb::STAND, verb::FIRE])?;
            ask(doors, state, 0, "again", [verb::PASS, verb::MARCH])?;
        }
        state.losses = u32::from(die(doors, "losses")? >= state.nerve);
        state.over = true;
        Ok(Flow::Over)
    }

    fn view(battle: &Meadow, state: &PushState, viewer: Option<Side>) -> PushState {
        Push::hindsight(battle, state, state, viewer)
    }

    fn hindsight(_: &Meadow, began: &PushState, now: &PushState, viewer: Option<Side>) -> PushState {
        let known = viewer == Some(Side(1)) || began.shown || now.shown;
        PushState { nerve: if known { began.nerve } else { USUAL }, ..began.clone() }
    }

    fn outcome(_: &Meadow, _: &PushState) -> Option<Outcome> {
        None
    }

    fn check(_: &Meadow, _: &PushState) -> Result<(), String> {
        Ok(())
    }

    fn turn(_: &Meadow, _: &PushState) -> (u16, u16) {
        (1, 1)
    }
}

/// Foresight of red's second answer, when the first die has shown 4 and blue has answered.
fn foreseen(sight: Sight, nerve: u32, blue: Verb) -> Foresight<PushState> {
    let setup = Setup {
        battle: "meadow".into(),
        charts: vec![],
        seats: vec![Seat::person("red"), Seat::person("blue")],
        contributions: vec![],
    };
    let mut session = Session::<Push>::typed(Arc::new(Meadow { sight, nerve }), &setup).unwrap();
    session.answer(Side(0), Answer::button(verb::MARCH)).unwrap();
    session.throw(4).unwrap();
    session.answer(Side(1), Answer::button(blue)).unwrap();
    let pass = Answer::button(verb::PASS);
    session.foresee(Side(0), pass, &mut FirstLegal, 1000, &mut |_, _| {}).unwrap()
}

fn losses(sight: &Foresight<PushState>) -> u32 {
    let paths = sight.paths.iter().filter(|path| path.end.losses > 0);
    paths.map(|path| path.share.permille()).sum()
}

/// Nerve that the throw has shown is known in all that is looked ahead from there.
#[test]
fn what_a_step_has_shown_is_known_to_who_looks_ahead_within_it() {
    let sight = foreseen(Sight::Shown, 5, verb::STAND);
    assert!(sight.paths.iter().all(|path| path.horizon == Horizon::Over));
    assert_eq!((losses(&sight), sight.throws.len()), (167, 1));
    assert_eq!(losses(&foreseen(Sight::Shown, 4, verb::EVADE)), 333);
}

/// Red takes blue for one who goes back at 4: then it is asked something else, and nothing is told.
#[test]
fn a_step_that_goes_astray_in_a_view_foretells_nothing() {
    let sight = foreseen(Sight::Secret, 5, verb::STAND);
    assert!(
        matches!(&sight.paths[..], [path] if path.horizon == Horizon::Veil && path.share.permille() == 1000)
    );
    assert!(sight.throws.is_empty() && losses(&sight) == 0);
    // Where it comes the same way the usual nerve is reckoned with.
    assert_eq!(losses(&foreseen(Sight::Secret, 4, verb::EVADE)), 500);
}

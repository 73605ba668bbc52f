//! A toy rulebook on which the umpires are tested: two sides of three squads on a line of ten places.
//!
//! Each turn: (1) both sides secretly put a squad in reserve or none, at once; (2) the sides are drawn blindly to act;
//! (3) the side drawn acts with as many squads as it likes, one a step: it marches, or fires, or passes. A squad
//! fired at may evade, and the firer may then pursue with a second die. A squad in reserve is harder to hit, which
//! reveals it. The game ends after five turns, or when a side has no squad left.

use crate::ask::{Choices, as_given};
use crate::option::settle;
use crate::text::TextError;
use crate::{
    Answer, Audience, Doors, Event, Flow, GameOption, Modifiers, Names, Options, Outcome, Play, Point,
    Question, Rank, Refusal, Rulebook, Settings, Side, ThingName, Throw, ThrowKind, Verb, Winner, rule,
    together,
};

const SQUADS: u16 = 3;
const PLACES: u16 = 10;
const TURNS: u8 = 5;

/// Range of squads' fire (3.3).
const RANGE: GameOption = GameOption { name: "range", values: &["short", "long"], rule: rule!("3.3") };

/// Verbs, in the order of [`Rulebook::VERBS`].
pub mod verb {
    use crate::Verb;
    /// Put a squad in reserve.
    pub const RESERVE: Verb = Verb(0);
    /// Do nothing.
    pub const PASS: Verb = Verb(1);
    /// Move one place.
    pub const MARCH: Verb = Verb(2);
    /// Fire at a squad.
    pub const FIRE: Verb = Verb(3);
    /// Stand under fire.
    pub const STAND: Verb = Verb(4);
    /// Go back a place before the fire.
    pub const EVADE: Verb = Verb(5);
    /// Follow one who evades.
    pub const PURSUE: Verb = Verb(6);
}

/// The rulebook.
#[derive(Debug)]
pub struct Toy;

/// The fixed part: where the squads start.
#[derive(Clone, Debug)]
pub struct ToyBattle {
    /// The place of each squad at the start, red's three first.
    pub start: [u16; 6],
    /// Over how many places squads fire: 3 or, by an option, 5.
    pub range: u16,
}

impl ToyBattle {
    /// Sets up the usual battle with options.
    ///
    /// # Errors
    /// There is no such option.
    pub fn with(options: &[(String, String)]) -> Result<ToyBattle, TextError> {
        let settled = settle(Toy::OPTIONS, options)?;
        Ok(ToyBattle { range: if settled[0].1 == "long" { 5 } else { 3 }, ..ToyBattle::default() })
    }
}

impl Default for ToyBattle {
    fn default() -> Self {
        ToyBattle { start: [0, 1, 2, 7, 8, 9], range: 3 }
    }
}

/// Phase: what part of the turn is next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// Both sides choose their reserves.
    Reserves,
    /// A side is drawn.
    Draw,
    /// The side drawn acts.
    Act(Side),
    /// The game is over.
    Over,
}

/// The changing part.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ToyState {
    /// The turn, from 1.
    pub turn: u8,
    /// The clock within the turn.
    pub phase: Phase,
    /// Strength of each squad; 0 is gone.
    pub strength: [u8; 6],
    /// Place of each squad.
    pub place: [u16; 6],
    /// Squads that have acted in this activation.
    pub acted: [bool; 6],
    /// The squad in reserve, by side. Secret.
    pub reserve: [Option<u16>; 2],
    /// The sides still in the cup.
    pub cup: [bool; 2],
}

fn side_of(squad: u16) -> Side {
    Side(u8::from(squad >= SQUADS))
}

fn squads(side: Side) -> std::ops::Range<u16> {
    let first = u16::from(side.0) * SQUADS;
    first..first + SQUADS
}

impl ToyState {
    fn alive(&self, squad: u16) -> bool {
        self.strength[squad as usize] > 0
    }

    fn living(&self, side: Side) -> impl Iterator<Item = u16> + '_ {
        squads(side).filter(|squad| self.alive(*squad))
    }

    fn distance(&self, a: u16, b: u16) -> u16 {
        self.place[a as usize].abs_diff(self.place[b as usize])
    }

    /// Reason why a squad may not do something; `None` if it may.
    fn act_refused(&self, range: u16, side: Side, answer: &Answer) -> Option<Refusal> {
        if *answer == Answer::button(verb::PASS) {
            return None;
        }
        let Some(squad) = answer.unit().filter(|squad| *squad < 2 * SQUADS) else {
            return Some(Refusal::new(rule!("3"), "act.what"));
        };
        let me = Point::Unit(squad);
        if side_of(squad) != side || !self.alive(squad) {
            return Some(Refusal::new(rule!("3"), "act.not_yours").with("unit", me));
        }
        if self.acted[squad as usize] {
            return Some(Refusal::new(rule!("3.1"), "act.twice").with("unit", me));
        }
        match (answer.verb, answer.points) {
            (verb::MARCH, [_, Point::Place(to), Point::Nothing]) => {
                let here = self.place[squad as usize];
                (to >= PLACES || to.abs_diff(here) != 1).then(|| {
                    Refusal::new(rule!("3.2"), "march.far").with("unit", me).with("to", Point::Place(to))
                })
            }
            (verb::FIRE, [_, Point::Unit(target), Point::Nothing]) if target < 2 * SQUADS => {
                let aim = Refusal::new(rule!("3.3"), "fire.target")
                    .with("unit", me)
                    .with("target", Point::Unit(target));
                let far = Refusal { why: "fire.far", ..aim };
                if side_of(target) == side || !self.alive(target) {
                    Some(aim)
                } else {
                    (self.distance(squad, target) > range).then_some(far)
                }
            }
            _ => Some(Refusal::new(rule!("3"), "act.what")),
        }
    }
}

/// Lists what a side may do when it acts.
fn list_acts(state: &ToyState, range: u16, side: Side, out: &mut Vec<Answer>) {
    out.push(Answer::button(verb::PASS));
    let mut keep = |answer: Answer| {
        if state.act_refused(range, side, &answer).is_none() {
            out.push(answer);
        }
    };
    for squad in squads(side) {
        for to in 0..PLACES {
            keep(Answer::two(verb::MARCH, Point::Unit(squad), Point::Place(to)));
        }
        for target in squads(side.enemy()) {
            keep(Answer::two(verb::FIRE, Point::Unit(squad), Point::Unit(target)));
        }
    }
}

/// A short list of answers, refused by one rule.
fn short(answers: &[Answer], refusal: Refusal) -> impl Options {
    Choices {
        list: |out: &mut Vec<Answer>| out.extend_from_slice(answers),
        read: as_given,
        refuse: move |_: &Answer| refusal,
    }
}

fn ask_short(
    doors: &mut Doors<'_, Toy>,
    state: &ToyState,
    side: Side,
    key: &'static str,
    about: u16,
    answers: &[Answer],
) -> Play<Answer> {
    let options = short(answers, Refusal::new(rule!("4"), "short.not_offered"));
    let about = [Point::Unit(about), Point::Nothing, Point::Nothing];
    doors.ask(state, &Question { side, rule: rule!("4"), key, about, options: &options })
}

fn die(doors: &mut Doors<'_, Toy>, key: &'static str, squad: u16, class: &dyn Fn(u32) -> u32) -> Play<u32> {
    doors.roll(&Throw {
        rule: rule!("5"),
        key,
        side: Some(side_of(squad)),
        kind: ThrowKind::Die,
        faces: 10,
        about: [Point::Unit(squad), Point::Nothing, Point::Nothing],
        class,
        shows: &|outcome| Point::Number(outcome as i16),
    })
}

/// Both sides choose their reserves at once (1).
fn reserves(state: &mut ToyState, doors: &mut Doors<'_, Toy>) -> Play<()> {
    let before = state.clone();
    if before.turn == 1 {
        doors.tell(|| Event::new(rule!("1"), "turn.start").opening(Rank::Turn).number("turn", before.turn));
    }
    let reserve = &mut state.reserve;
    together(&[Side(0), Side(1)], |side| {
        let mut answers = vec![Answer::button(verb::PASS)];
        answers.extend(before.living(side).map(|squad| Answer::one(verb::RESERVE, Point::Unit(squad))));
        let options = short(&answers, Refusal::new(rule!("1.1"), "reserve.who"));
        let about = [Point::Side(side), Point::Nothing, Point::Nothing];
        let question = Question { side, rule: rule!("1.1"), key: "reserve", about, options: &options };
        reserve[side.index()] = doors.ask(&before, &question)?.unit();
        let chosen = reserve[side.index()];
        doors.tell(|| {
            let told = Event::new(rule!("1.1"), "reserve.chosen").only(side);
            chosen.map_or(told.clone(), |squad| told.unit("unit", squad))
        });
        Ok(())
    })?;
    doors.tell(|| Event::new(rule!("1.2"), "reserve.done"));
    state.cup = [true; 2];
    state.phase = Phase::Draw;
    Ok(())
}

/// A side is drawn to act (2).
fn draw(state: &mut ToyState, doors: &mut Doors<'_, Toy>) -> Play<()> {
    let inside: Vec<u8> = (0..2).filter(|side| state.cup[*side as usize]).collect();
    let drawn = doors.roll(&Throw {
        rule: rule!("2"),
        key: "draw",
        side: None,
        kind: ThrowKind::Draw,
        faces: inside.len() as u32,
        about: [Point::Nothing; 3],
        class: &|outcome| outcome,
        shows: &|outcome| Point::Marker(inside[outcome as usize].into()),
    })?;
    let side = Side(inside[drawn as usize]);
    doors.tell(|| {
        Event::new(rule!("2"), "activation.start").opening(Rank::Section).point("side", Point::Side(side))
    });
    state.cup[side.index()] = false;
    state.acted = [false; 6];
    state.phase = Phase::Act(side);
    Ok(())
}

/// One squad acts, or the side passes (3).
fn act(state: &mut ToyState, range: u16, side: Side, doors: &mut Doors<'_, Toy>) -> Play<()> {
    let now = &*state;
    let options = Choices {
        list: |out: &mut Vec<Answer>| list_acts(now, range, side, out),
        read: as_given,
        refuse: |answer: &Answer| {
            now.act_refused(range, side, answer).expect("only illegal answers are refused")
        },
    };
    let about = [Point::Side(side), Point::Nothing, Point::Nothing];
    let question = Question { side, rule: rule!("3"), key: "act", about, options: &options };
    let answer = doors.ask(now, &question)?;
    match (answer.verb, answer.points) {
        (verb::MARCH, [Point::Unit(squad), Point::Place(to), _]) => {
            state.acted[squad as usize] = true;
            state.place[squad as usize] = to;
            doors.tell(|| Event::new(rule!("3.2"), "march.done").unit("unit", squad).place("to", to));
        }
        (verb::FIRE, [Point::Unit(squad), Point::Unit(target), _]) => {
            state.acted[squad as usize] = true;
            fire(state, doors, squad, target)?;
        }
        _ => {
            state.phase = if state.cup == [false; 2] { Phase::Reserves } else { Phase::Draw };
            if state.phase == Phase::Reserves {
                end_turn(state, doors);
            }
        }
    }
    if [Side(0), Side(1)].iter().any(|side| state.living(*side).next().is_none()) {
        state.phase = Phase::Over;
    }
    Ok(())
}

fn end_turn(state: &mut ToyState, doors: &mut Doors<'_, Toy>) {
    state.reserve = [None; 2];
    state.acted = [false; 6];
    if state.turn == TURNS {
        state.phase = Phase::Over;
    } else {
        state.turn += 1;
        let turn = state.turn;
        doors.tell(|| Event::new(rule!("1"), "turn.start").opening(Rank::Turn).number("turn", turn));
    }
}

/// Shot: what came of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shot {
    /// The target lost a point.
    Hit,
    /// It did not, or nobody fired.
    Miss,
}

/// Fire (3.3): the target may evade, the firer may pursue, then the die is thrown.
pub fn fire(state: &mut ToyState, doors: &mut Doors<'_, Toy>, squad: u16, target: u16) -> Play<Shot> {
    let mut answers = vec![Answer::button(verb::STAND)];
    let away = if state.place[target as usize] >= state.place[squad as usize] { 1i16 } else { -1 };
    let back = state.place[target as usize].checked_add_signed(away).filter(|place| *place < PLACES);
    if let Some(back) = back {
        answers.push(Answer::one(verb::EVADE, Point::Place(back)));
    }
    let reaction = ask_short(doors, state, side_of(target), "react", target, &answers)?;
    let mut pursued = false;
    if let Some(back) = reaction.place() {
        state.place[target as usize] = back;
        doors.tell(|| Event::new(rule!("4.1"), "evade.done").unit("unit", target).place("to", back));
        let answers = [Answer::button(verb::PASS), Answer::button(verb::PURSUE)];
        pursued = ask_short(doors, state, side_of(squad), "pursue", squad, &answers)?.verb == verb::PURSUE;
        if pursued {
            let nerve = die(doors, "nerve", squad, &|outcome| u32::from(outcome >= 5))?;
            doors.tell(|| {
                Event::new(rule!("5.1"), "nerve.tested").unit("unit", squad).number("die", nerve as i32)
            });
            if nerve < 5 {
                return Ok(Shot::Miss);
            }
        }
    }
    let reserve = state.reserve[side_of(target).index()] == Some(target);
    let modifiers = Modifiers::new()
        .and(i16::from(state.strength[squad as usize]), "strength", rule!("5.2"))
        .and(-(state.distance(squad, target) as i16), "distance", rule!("5.3"))
        .and_if(reserve, -2, "reserve", rule!("1.3"))
        .and_if(pursued, 1, "pursuit", rule!("4.2"));
    let total = modifiers.total();
    let outcome = die(doors, "fire", squad, &|outcome| u32::from(outcome as i16 + total >= 6))?;
    let hit = outcome as i16 + total >= 6;
    doors.tell(|| {
        let event = Event::new(rule!("5"), "fire.done").unit("unit", squad).unit("target", target);
        event.number("die", outcome as i32).word("result", if hit { "hit" } else { "miss" }).parts(&modifiers)
    });
    if hit {
        state.strength[target as usize] -= 1;
        if state.strength[target as usize] == 0 {
            doors.tell(|| Event::new(rule!("5.4"), "squad.gone").unit("unit", target));
        }
    }
    Ok(if hit { Shot::Hit } else { Shot::Miss })
}

/// The markers are called like the sides, and win over them.
impl Names for ToyBattle {
    fn name(&self, point: Point) -> Option<ThingName<'_>> {
        let side =
            |side: usize| Some(ThingName::new(*["red", "blue"].get(side)?, *["Red", "Blue"].get(side)?));
        match point {
            Point::Unit(squad) if squad < 2 * SQUADS => {
                let (colour, number) = (side(side_of(squad).index())?, squad % SQUADS + 1);
                let id = format!("{}-{number}", colour.id);
                Some(ThingName::new(id, format!("{} squad {number}", colour.name)))
            }
            Point::Place(place) if place < PLACES => Some(ThingName::unnamed(format!("p{place}"))),
            Point::Side(Side(number)) => side(number.into()),
            Point::Marker(number) => side(number.into()).map(|name| ThingName::unnamed(name.id)),
            _ => None,
        }
    }
}

impl Rulebook for Toy {
    type Battle = ToyBattle;
    type State = ToyState;
    const ID: &'static str = "toy";
    const VERSION: u32 = 2;
    const VERBS: &'static [&'static str] = &["reserve", "pass", "march", "fire", "stand", "evade", "pursue"];

    const OPTIONS: &'static [GameOption] = &[RANGE];

    fn settled(battle: &ToyBattle) -> Settings {
        vec![(RANGE.name, RANGE.values[usize::from(battle.range > 3)])]
    }

    fn start(battle: &ToyBattle) -> ToyState {
        ToyState {
            turn: 1,
            phase: Phase::Reserves,
            strength: [3; 6],
            place: battle.start,
            acted: [false; 6],
            reserve: [None; 2],
            cup: [false; 2],
        }
    }

    fn step(battle: &ToyBattle, state: &mut ToyState, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        match state.phase {
            Phase::Reserves => reserves(state, doors)?,
            Phase::Draw => draw(state, doors)?,
            Phase::Act(side) => act(state, battle.range, side, doors)?,
            Phase::Over => unreachable!("no step after the end"),
        }
        Ok(if state.phase == Phase::Over { Flow::Over } else { Flow::Continue })
    }

    fn view(_battle: &ToyBattle, state: &ToyState, viewer: Option<Side>) -> ToyState {
        let mut view = state.clone();
        for side in [Side(0), Side(1)] {
            if viewer != Some(side) {
                view.reserve[side.index()] = None;
            }
        }
        view
    }

    fn outcome(_battle: &ToyBattle, state: &ToyState) -> Option<Outcome> {
        let left = [Side(0), Side(1)]
            .map(|side| squads(side).map(|s| i32::from(state.strength[s as usize])).sum::<i32>());
        (state.phase == Phase::Over).then(|| Outcome {
            winner: match left[0].cmp(&left[1]) {
                std::cmp::Ordering::Less => Winner::Side(Side(1)),
                std::cmp::Ordering::Equal => Winner::Draw,
                std::cmp::Ordering::Greater => Winner::Side(Side(0)),
            },
            half_points: left.map(|points| points * 2),
            turn: state.turn.into(),
            how: "victory.points",
        })
    }

    fn check(_battle: &ToyBattle, state: &ToyState) -> Result<(), String> {
        match state.place.iter().position(|place| *place >= PLACES) {
            Some(squad) => Err(format!("squad {squad} is off the line")),
            None if state.strength.iter().any(|strength| *strength > 3) => Err("a squad has grown".into()),
            None => Ok(()),
        }
    }

    fn turn(_battle: &ToyBattle, state: &ToyState) -> (u16, u16) {
        (state.turn.into(), TURNS.into())
    }
}

/// Whether an audience is narrower than everybody; used by tests.
pub fn is_private(event: &Event) -> bool {
    event.to != Audience::All
}

/// The button of a verb.
pub fn button(verb: Verb) -> Answer {
    Answer::button(verb)
}

//! Very many plays of a case with real throws. The same throws lead to the same state, so that no throws are played twice.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

use foldhash::fast::FixedState;
use table::dice::FastDice;
use table::{Answer, Decision, Doors, Play, Player, Rulebook, SeenQuestion, Throw, Umpire};

use super::STRAIGHT;
use shelf::binding::{Changes, Presentation};
use shelf::inside::{Course, Plan, Stand};

/// The most states that are remembered, some kilobytes each; then all are forgotten.
const MOST_STANDS: usize = 5_000;

/// A die and what it has shown.
struct Thrower<'a, 'b> {
    plan: &'a Plan<'b>,
    dice: &'a mut FastDice,
    /// Throws given already, then all that came up: faces and outcome. The classes of the odds are not looked at.
    thrown: Vec<(u32, u32)>,
    next: usize,
}

impl<R: Presentation> Umpire<R> for Thrower<'_, '_> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        Ok(asked.only().unwrap_or_else(|| self.plan.decide(&SeenQuestion::new(asked))))
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        if self.next == self.thrown.len() {
            self.thrown.push((throw.faces, self.dice.below(throw.faces)));
        }
        let (faces, outcome) = self.thrown[self.next];
        assert_eq!(faces, throw.faces, "the same throws come after the same throws");
        self.next += 1;
        Ok(outcome)
    }
}

/// Node of the tree of throws: what follows after some throws of a step.
enum Node {
    /// Nobody has thrown so yet.
    Unknown,
    /// A throw with so many faces; what follows after each stands from there on.
    Throw(u32, usize),
    /// The end of the step, and the state there.
    Stand(usize),
}

/// A known state, the node of the step that follows it, and how often a play has ended there.
type KnownStand<R> = (Rc<Stand<<R as Rulebook>::State>>, usize, u32);

pub struct Sampler<'a, R: Presentation> {
    course: Course<'a, R>,
    plan: Plan<'a>,
    battle: &'a R::Battle,
    nodes: Vec<Node>,
    stands: Vec<KnownStand<R>>,
    known: HashMap<Rc<Stand<R::State>>, usize, FixedState>,
    ends: BTreeMap<Changes, u32>,
}

impl<'a, R: Presentation> Sampler<'a, R> {
    pub fn new(course: Course<'a, R>, plan: Plan<'a>, battle: &'a R::Battle) -> Self {
        let (nodes, stands) = (Vec::new(), Vec::new());
        Sampler { course, plan, battle, nodes, stands, known: HashMap::default(), ends: BTreeMap::new() }
    }

    /// Ends of the plays with these numbers.
    pub fn ends(&mut self, plays: Range<u32>) -> BTreeMap<Changes, u32> {
        self.forget();
        for number in plays {
            let end = self.play(&mut FastDice::new(number.into()));
            if number < STRAIGHT {
                let straight = self.straight(&mut FastDice::new(number.into()));
                assert!(
                    straight == *self.stands[end].0,
                    "what is remembered leads where play number {number} leads"
                );
            }
            self.stands[end].2 += 1;
            if self.stands.len() > MOST_STANDS {
                self.forget();
            }
        }
        self.forget();
        std::mem::take(&mut self.ends)
    }

    /// Takes down how plays have ended, and keeps nothing but the start.
    fn forget(&mut self) {
        for (stand, _, count) in self.stands.drain(..).filter(|(_, _, count)| *count > 0) {
            *self.ends.entry(self.course.changes(&stand)).or_default() += count;
        }
        self.nodes.clear();
        self.known.clear();
        self.stand(self.course.start());
    }

    /// The number of a state.
    fn stand(&mut self, stand: Stand<R::State>) -> usize {
        let stand = Rc::new(stand);
        let new = self.stands.len();
        let number = *self.known.entry(stand.clone()).or_insert(new);
        if number == new {
            self.stands.push((stand, self.nodes.len(), 0));
            self.nodes.push(Node::Unknown);
        }
        number
    }

    fn play(&mut self, dice: &mut FastDice) -> usize {
        (0..self.course.steps()).fold(0, |from, _| self.step(from, dice))
    }

    fn straight(&self, dice: &mut FastDice) -> Stand<R::State> {
        (0..self.course.steps()).fold(self.course.start(), |from, _| self.really(&from, Vec::new(), dice).0)
    }

    fn really(
        &self,
        from: &Stand<R::State>,
        thrown: Vec<(u32, u32)>,
        dice: &mut FastDice,
    ) -> (Stand<R::State>, Vec<(u32, u32)>) {
        let mut thrower = Thrower { plan: &self.plan, dice, thrown, next: 0 };
        let mut doors = Doors::new(self.battle, &mut thrower);
        let after = self.course.step(from, &self.plan, &mut doors).expect("it can be played");
        (after, thrower.thrown)
    }

    /// A step as it went before after the same throws, and really where nobody has thrown so yet.
    fn step(&mut self, from: usize, dice: &mut FastDice) -> usize {
        let (mut at, mut thrown) = (self.stands[from].1, Vec::new());
        loop {
            match self.nodes[at] {
                Node::Stand(after) => return after,
                Node::Throw(faces, first) => {
                    let outcome = dice.below(faces);
                    thrown.push((faces, outcome));
                    at = first + outcome as usize;
                }
                Node::Unknown => break,
            }
        }
        let known = thrown.len();
        let (after, thrown) = self.really(&self.stands[from].0.clone(), thrown, dice);
        for (faces, outcome) in &thrown[known..] {
            let first = self.nodes.len();
            self.nodes.extend((0..*faces).map(|_| Node::Unknown));
            self.nodes[at] = Node::Throw(*faces, first);
            at = first + *outcome as usize;
        }
        let after = self.stand(after);
        self.nodes[at] = Node::Stand(after);
        after
    }
}

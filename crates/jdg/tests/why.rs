//! "Why can't I ...?": over random play of every battle, whatever is asked is refused with a rule of the book and a sentence to the
//! point. `SAMPLE=60` prints some of the sentences.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jdg::core::state::UnitId;
use jdg::files::arrange;
use jdg::{Battle, Jdg, State};
use table::battery::Battery;
use table::dice::FastDice;
use table::phrase::Catalogue;
use table::session::{AwaitedDecision, Session};
use table::{Answer, Point, Rulebook, Side, Verb, text};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn battle(name: &str) -> Arc<Battle> {
    Arc::new(arrange::read(&root().join("battles").join(name)).expect("the battle loads"))
}

/// The rules that the index lists.
fn rules() -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join("books/jdg/index.toml")).expect("the index is there");
    let ids = text.lines().filter_map(|line| line.strip_prefix("id = \"")?.strip_suffix('"'));
    ids.map(str::to_owned).collect()
}

fn catalogue() -> Catalogue {
    let text =
        std::fs::read_to_string(root().join("books/jdg/messages.en.toml")).expect("the sentences are there");
    Catalogue::parse(&text).expect("the sentences parse")
}

/// Candidates as a player might try them, and others that no player would.
struct Candidates<'a> {
    battle: &'a Battle,
    state: &'a State,
    pending: &'a AwaitedDecision,
    dice: &'a mut FastDice,
}

impl Candidates<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.dice.below(u32::try_from(count.max(1)).expect("a small count")) as usize
    }

    /// A hex: often that of a unit, or one next to it.
    fn place(&mut self) -> Point {
        let b = self.battle;
        let unit = UnitId(self.below(b.units.len()) as u8);
        let hex = self.state.unit(unit).hex;
        if !hex.is_some() || self.below(4) == 0 {
            return Point::Place(self.below(b.ground.len()) as u16);
        }
        let next = b.ground.neighbours(hex)[self.below(6)];
        Point::Place(if next.is_some() && self.below(2) == 0 { next.0 } else { hex.0 })
    }

    /// Something to point at, mostly of the battle.
    fn thing(&mut self, kind: usize) -> Point {
        let b = self.battle;
        match kind {
            0 => Point::Unit(self.below(b.units.len()) as u16),
            1 => self.place(),
            2 => Point::Facing(self.below(6) as u8),
            3 => Point::Leader(self.below(b.leaders.len()) as u16),
            4 => Point::Marker(self.below(b.markers.len()) as u16),
            // What the choices point at: near to being legal.
            5..=7 => {
                let choice = self.pending.legal[self.below(self.pending.legal.len())];
                choice.points[self.below(3)]
            }
            8 => Point::Number(self.below(40) as i16 - 20),
            9 => Point::Side(Side(self.below(3) as u8)),
            10 => Point::Formation(self.below(b.formations.len() + 1) as u16),
            11 => Point::Place(9999),
            _ => Point::Unit(900),
        }
    }

    /// Every verb with all sorts of things, and the choices with one thing changed.
    fn all(&mut self) -> Vec<Answer> {
        let mut found = Vec::new();
        for verb in 0..=Jdg::VERBS.len() as u8 {
            let verb = Verb(verb);
            found.push(Answer::button(verb));
            for kinds in
                [&[0][..], &[1], &[2], &[3], &[4], &[0, 1], &[0, 2], &[0, 0], &[1, 1], &[5], &[6, 5, 7]]
            {
                let mut answer = Answer::button(verb);
                for (slot, &kind) in answer.points.iter_mut().zip(kinds) {
                    *slot = self.thing(kind);
                }
                found.push(answer);
            }
            let malformed = [self.below(13), self.below(13), self.below(13)].map(|kind| self.thing(kind));
            found.push(Answer { verb, points: malformed });
        }
        for _ in 0..40 {
            let mut answer = self.pending.legal[self.below(self.pending.legal.len())];
            let (at, kind) = (self.below(3), self.below(5));
            answer.points[at] = self.thing(kind);
            found.push(answer);
        }
        found
    }

    /// The choices with one thing changed to another of its kind: the action belongs here and names what it takes.
    fn near(&mut self) -> Vec<Answer> {
        let mut found = Vec::new();
        for _ in 0..60 {
            let mut answer = self.pending.legal[self.below(self.pending.legal.len())];
            let at = self.below(3);
            let kind = match answer.points[at] {
                Point::Unit(_) => 0,
                Point::Place(_) => 1,
                Point::Facing(_) => 2,
                Point::Leader(_) => 3,
                Point::Marker(_) => 4,
                _ => continue,
            };
            answer.points[at] = self.thing(kind);
            found.push(answer);
        }
        found
    }
}

/// Refusals of random games: what they say.
#[derive(Default)]
struct RefusalTally {
    asked: usize,
    /// The times each reason was given.
    reasons: BTreeMap<&'static str, usize>,
    /// A sentence for each pair of question and reason.
    sentences: BTreeMap<(String, &'static str), String>,
    faults: BTreeSet<String>,
}

impl RefusalTally {
    fn ask(
        &mut self,
        session: &mut Session<Jdg>,
        pending: &AwaitedDecision,
        answer: Answer,
        near: bool,
        book: &(BTreeSet<String>, Catalogue),
    ) {
        let battle = Arc::clone(session.battle());
        let typed = || format!("{}: {}", pending.key, text::print::<Jdg>(&*battle, &answer));
        let refusal = match session.why_not(pending.side, answer) {
            Ok(None) => return,
            Ok(Some(refusal)) => refusal,
            Err(error) => {
                self.faults.insert(format!("{}: {error}", typed()));
                return;
            }
        };
        self.asked += 1;
        *self.reasons.entry(refusal.why).or_default() += 1;
        let (rules, catalogue) = book;
        if !rules.contains(refusal.rule.0) {
            self.faults.insert(format!(
                "{} is refused by {}, which is not in the index",
                typed(),
                refusal.rule
            ));
        }
        if near && (refusal.why.starts_with("when.") || refusal.why.starts_with("needs.")) {
            self.faults.insert(format!("{} belongs here, and is refused by {}", typed(), refusal.why));
        }
        if refusal.why == "not.offered" {
            self.faults.insert(format!("{} has no reason", typed()));
        }
        for lack in catalogue.lacks_for_refusal(&refusal) {
            self.faults.insert(lack);
        }
        let sentence = || format!("{} -> {}", typed(), catalogue.refusal(&*battle, &refusal));
        self.sentences.entry((pending.key.to_owned(), refusal.why)).or_insert_with(sentence);
    }
}

/// Plays random games and asks at one decision in `every`.
fn listen(name: &str, seeds: std::ops::Range<u64>, every: u32, heard: &mut RefusalTally) {
    let battle = battle(name);
    let book = (rules(), catalogue());
    for seed in seeds {
        let mut session =
            Battery::<Jdg>::new(Arc::clone(&battle), name).session(seed).expect("the game begins");
        let mut dice = FastDice::new(seed);
        let mut met: BTreeMap<&'static str, u32> = BTreeMap::new();
        while !session.over() {
            let at = dice.below(session.pending().len() as u32) as usize;
            let pending = session.pending()[at].clone();
            // Rare questions are always tried.
            let times = met.entry(pending.key).or_default();
            *times += 1;
            if *times <= 4 || dice.below(every) == 0 {
                let state = session.state().clone();
                let mut tried =
                    Candidates { battle: &battle, state: &state, pending: &pending, dice: &mut dice };
                let (all, near) = (tried.all(), tried.near());
                for answer in all {
                    heard.ask(&mut session, &pending, answer, false, &book);
                }
                for answer in near {
                    heard.ask(&mut session, &pending, answer, true, &book);
                }
            }
            let answer = dice.pick(&pending.legal);
            session.answer(pending.side, answer).expect("a legal answer is taken");
        }
    }
}

#[test]
fn every_refusal_has_a_rule_of_the_book_and_a_reason_of_its_own() {
    let mut heard = RefusalTally::default();
    let scale = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    listen("tutorial", 0..4 * scale, 20, &mut heard);
    listen("maida", 100..100 + 3 * scale, 60, &mut heard);
    listen("saalfeld", 200..200 + 2 * scale, 120, &mut heard);
    if let Some(sample) = std::env::var("SAMPLE").ok().and_then(|n| n.parse().ok()) {
        let all: Vec<&String> = heard.sentences.values().collect();
        let step = (all.len() / std::cmp::max(sample, 1)).max(1);
        all.iter().step_by(step).for_each(|sentence| println!("{sentence}"));
        println!("{} refusals, {} reasons: {:#?}", heard.asked, heard.reasons.len(), heard.reasons);
    }
    assert!(heard.asked > 10_000, "only {} refusals were heard", heard.asked);
    assert!(heard.faults.is_empty(), "{} faults:\n{:#?}", heard.faults.len(), heard.faults);
}

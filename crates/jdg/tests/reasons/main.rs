//! "Why can't I ...?", and is it true? At the questions of random games, and of random plays from the start of every vignette,
//! answers that are nearly legal are tried, and the facts of every refusal are held against the position by a predicate of the
//! test's own, written from the rule. Every reason of the book has one. `SHOW=1` tells which reasons play never came to.

mod ask;
mod case;
mod combat;
mod moves;
mod turn;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use case::Case;
use jdg::core::verb;
use jdg::files::arrange;
use jdg::vignette::Vignette;
use jdg::{Battle, Jdg, State};
use muster::Source;
use table::dice::FastDice;
use table::{Answer, Decision, Doors, Flow, Play, Point, Rulebook, Stop, Throw, Umpire, Verb, text};

/// A predicate for each reason: whether what it says holds.
type Facts = &'static [(&'static str, fn(&Case<'_>) -> bool)];

fn facts() -> BTreeMap<&'static str, fn(&Case<'_>) -> bool> {
    let tables: [Facts; 6] =
        [ask::FACTS, turn::FACTS, moves::FACTS, moves::STANDING, combat::FACTS, combat::FOLLOWING];
    let mut all = BTreeMap::new();
    for &(why, holds) in tables.into_iter().flatten() {
        assert!(all.insert(why, holds).is_none(), "{why} has two predicates");
    }
    all
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

const U: Point = Point::Unit(0);
const H: Point = Point::Place(0);
const F: Point = Point::Facing(0);

/// Points of actions.
const KINDS: &[(&[Verb], &[Point])] = &[
    (
        &[verb::ORDER, verb::RELEASE, verb::TOP, verb::RALLY, verb::CHOOSE, verb::INITIATIVE, verb::REDUCED],
        &[U],
    ),
    (
        &[verb::SQUARE, verb::UNSQUARE, verb::PURSUE, verb::PURSUE_STACK, verb::ENTER, verb::ENTER_NORMAL],
        &[U],
    ),
    (&[verb::MOVE, verb::STACK, verb::MARCH, verb::MARCH_STACK], &[U]),
    (&[verb::MOVE, verb::STACK, verb::MARCH, verb::MARCH_STACK], &[U, H]),
    (&[verb::ENTER_STACK, verb::ENTER_NORMAL, verb::UNDER], &[U, U]),
    (&[verb::ENTER_STACK, verb::ENTER_NORMAL], &[U, U, U]),
    (&[verb::OPEN, verb::PLACE], &[Point::Marker(0)]),
    (&[verb::RIDE], &[Point::Leader(0)]),
    (&[verb::TURN], &[U, F]),
    (&[verb::TURN, verb::HALT], &[F]),
    (&[verb::BACK, verb::GO, verb::SCRAMBLE, verb::RESOLVE], &[H]),
    (&[verb::RESOLVE, verb::TERRAIN], &[H, H]),
    (&[verb::FIRE, verb::COMBINE], &[U, H]),
    (&[verb::FIRE, verb::COMBINE], &[U, H, F]),
    (&[verb::CHARGE, verb::CHARGE_STACK, verb::ATTACK, verb::REACT, verb::EVADE, verb::ADVANCE], &[U, H]),
];

/// Plays at random, and tries at every question what is not quite legal.
struct Prober<'f> {
    facts: &'f BTreeMap<&'static str, fn(&Case<'_>) -> bool>,
    dice: FastDice,
    /// Legal answers of the questions before this one.
    before: Vec<Answer>,
    /// Questions still to be tried.
    left: usize,
    /// Answers tried at a question.
    tries: usize,
    reached: BTreeMap<&'static str, usize>,
    faults: BTreeMap<&'static str, (usize, String)>,
    place: String,
}

impl Prober<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.dice.below(u32::try_from(count.max(1)).expect("a small count")) as usize
    }

    /// A thing of the same kind, often near.
    fn other(&mut self, b: &Battle, s: &State, point: Point) -> Point {
        match point {
            Point::Unit(_) => Point::Unit(self.below(b.units.len()) as u16),
            Point::Place(hex) => {
                let unit = jdg::core::state::UnitId(self.below(b.units.len()) as u8);
                let there = if self.below(2) == 0 { ground::HexId(hex) } else { s.unit(unit).hex };
                if there.is_some() && self.below(2) == 0 {
                    return Point::Place(there.0);
                }
                if !there.is_some() {
                    return Point::Place(self.below(b.ground.len()) as u16);
                }
                let near = b.ground.neighbours(there)[self.below(6)];
                Point::Place(if near.is_some() { near.0 } else { there.0 })
            }
            Point::Facing(_) => Point::Facing(self.below(6) as u8),
            Point::Leader(_) if !b.leaders.is_empty() => Point::Leader(self.below(b.leaders.len()) as u16),
            Point::Marker(_) => Point::Marker(self.below(b.markers.len()) as u16),
            other => other,
        }
    }

    fn candidate(&mut self, asked: &Decision<'_, Jdg>) -> Answer {
        let (b, s) = (asked.battle, asked.state);
        let mut answer = asked.legal[self.below(asked.legal.len())];
        match self.below(5) {
            0 if !self.before.is_empty() => {
                let back = self.below(self.before.len());
                answer = self.before[back];
            }
            1 | 2 => {
                // Any action, with things of the kinds that it takes, mostly.
                answer.verb = Verb(self.below(Jdg::VERBS.len() + 1) as u8);
                answer.points = [Point::Nothing; 3];
                let known =
                    KINDS.iter().filter(|(verbs, _)| verbs.contains(&answer.verb)).map(|(_, kinds)| *kinds);
                let known: Vec<_> = known.collect();
                let chosen = match known.as_slice() {
                    [] => &[][..],
                    known => known[self.below(known.len())],
                };
                for (at, &kind) in chosen.iter().enumerate() {
                    answer.points[at] = self.other(b, s, kind);
                }
                if self.below(12) == 0 {
                    answer.points[self.below(3)] =
                        [Point::Unit(900), Point::Place(9999), Point::Facing(1)][self.below(3)];
                }
                return answer;
            }
            _ => {}
        }
        let at = self.below(3);
        answer.points[at] = self.other(b, s, answer.points[at]);
        answer
    }

    fn probe(&mut self, asked: &Decision<'_, Jdg>) {
        let question = asked.question;
        for _ in 0..self.tries {
            let answer = self.candidate(asked);
            let Err(refusal) = asked.judge(&answer) else { continue };
            *self.reached.entry(refusal.why).or_default() += 1;
            let case = Case {
                b: asked.battle,
                s: asked.state,
                side: question.side,
                key: question.key,
                about: question.about,
                legal: asked.legal,
                answer,
                refusal,
            };
            let holds = self.facts.get(refusal.why).is_some_and(|holds| holds_up(*holds, &case));
            if !holds {
                let tried = text::print::<Jdg>(asked.battle, &answer);
                let facts: Vec<String> = refusal
                    .values()
                    .map(|(name, _)| name)
                    .zip(refusal.facts)
                    .map(|(name, (_, p))| format!("{name}={}", table::Names::id(asked.battle, p)))
                    .collect();
                let told = format!(
                    "{}: at {} \"{tried}\" -> {} [{}] {}",
                    self.place,
                    question.key,
                    refusal.why,
                    refusal.rule,
                    facts.join(" ")
                );
                self.faults.entry(refusal.why).or_insert((0, told)).0 += 1;
            }
        }
    }

    /// Plays a battle from a state until it is over or enough was asked.
    fn play(&mut self, battle: &Battle, mut state: State, questions: usize) {
        self.left = questions;
        self.before.clear();
        while self.left > 0 {
            match Jdg::step(battle, &mut state, &mut Doors::new(battle, self)) {
                Ok(Flow::Over) | Err(Stop::Waiting) => return,
                Ok(Flow::Continue) => {}
                Err(stop) => panic!("{}: {stop:?}", self.place),
            }
        }
    }
}

impl Umpire<Jdg> for Prober<'_> {
    fn answer(&mut self, asked: &Decision<'_, Jdg>) -> Play<Answer> {
        if self.left == 0 {
            return Err(Stop::Waiting);
        }
        self.left -= 1;
        self.probe(asked);
        if asked.legal.len() > 1 {
            let at = self.below(asked.legal.len());
            self.before.truncate(40);
            self.before.insert(0, asked.legal[at]);
        }
        // Ends of segments come rarely among many moves: they are taken more often than by chance.
        let ends = asked.legal.iter().copied().find(|a| a.verb == verb::PASS).filter(|_| self.below(6) == 0);
        Ok(ends.unwrap_or_else(|| asked.legal[self.below(asked.legal.len())]))
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        Ok(self.dice.below(throw.faces))
    }
}

/// A fact that is missing is none that holds.
fn holds_up(holds: fn(&Case<'_>) -> bool, case: &Case<'_>) -> bool {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| holds(case))).unwrap_or(false)
}

fn vignettes(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("the folder is there").flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        match entry.path() {
            path if path.is_dir() => vignettes(&path, out),
            path if path.extension().is_some_and(|e| e == "toml") => out.push(path),
            _ => {}
        }
    }
}

/// The keys of the catalogue's refusals.
fn reasons() -> BTreeSet<String> {
    let text =
        std::fs::read_to_string(root().join("books/jdg/messages.en.toml")).expect("the sentences are there");
    let table = text
        .lines()
        .skip_while(|line| *line != "[refusal]")
        .skip(1)
        .take_while(|line| !line.starts_with('['));
    table.filter_map(|line| line.strip_prefix('"')?.split_once('"').map(|(key, _)| key.to_owned())).collect()
}

#[test]
fn every_reason_has_a_predicate() {
    let facts = facts();
    let known: BTreeSet<String> = facts.keys().map(|&key| key.to_owned()).collect();
    let all = reasons();
    let without: Vec<_> = all.difference(&known).collect();
    let unknown: Vec<_> = known.difference(&all).collect();
    assert!(without.is_empty(), "reasons without a predicate: {without:?}");
    assert!(unknown.is_empty(), "predicates of reasons that the book has not: {unknown:?}");
}

#[test]
fn the_facts_of_every_refusal_are_true() {
    let facts = facts();
    let scale: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut prober = Prober {
        facts: &facts,
        dice: FastDice::new(6),
        before: Vec::new(),
        left: 0,
        tries: 40,
        reached: BTreeMap::new(),
        faults: BTreeMap::new(),
        place: String::new(),
    };
    for (name, games) in [("tutorial", 3), ("maida", 2), ("saalfeld", 1)] {
        let battle = arrange::read(&root().join("battles").join(name)).expect("the battle loads");
        for game in 0..games * scale {
            prober.place = format!("{name} {game}");
            prober.play(&battle, battle.setup.clone(), 2500);
        }
    }
    let mut files = Vec::new();
    vignettes(&root().join("vignettes/jdg"), &mut files);
    prober.tries = 80;
    for path in files {
        let vignette =
            Source::read(&path).and_then(|source| Vignette::read(&source)).expect("the vignette reads");
        for case in &vignette.cases {
            prober.place = format!("{} [{}]", path.file_stem().expect("a name").to_string_lossy(), case.name);
            for _ in 0..3 * scale {
                prober.play(&case.battle, case.battle.setup.clone(), 20);
            }
        }
    }
    let asked: usize = prober.reached.values().sum();
    let never: Vec<_> = facts.keys().filter(|key| !prober.reached.contains_key(*key)).collect();
    println!(
        "{asked} refusals, {} of {} reasons; never reached: {never:?}",
        prober.reached.len(),
        facts.len()
    );
    if std::env::var_os("SHOW").is_some() {
        println!("{:#?}", prober.reached);
    }
    assert!(asked > 50_000, "only {asked} refusals were heard");
    assert!(prober.reached.len() * 5 > facts.len() * 4, "play came to {} reasons only", prober.reached.len());
    assert!(prober.faults.is_empty(), "{} reasons are not true: {:#?}", prober.faults.len(), prober.faults);
}

/// The nearest reason, not only the rule, is named where several share a rule: by vignette, variant and attempt, in order.
#[test]
fn the_nearest_reason_is_named() {
    let expected: &[(&str, &str, &[&str])] = &[
        (
            "ch09-charge/r9_1_what_bars_a_charge_is_named",
            "friendly guns hold one way to it, a stream closes the other",
            &["charge.friendly_guns"],
        ),
        (
            "ch09-charge/r9_1_what_bars_a_charge_is_named",
            "it would have to stop in zones of control before",
            &["zoc.stop"],
        ),
        (
            "ch09-charge/r9_1_what_bars_a_charge_is_named",
            "four points are too many",
            &["charge.out_of_reach"],
        ),
        (
            "ch08-shock/r8_3_1_no_announcement_once_combat_has_begun",
            "not announced in time",
            &["segment.shock_is_over"],
        ),
        (
            "ch08-shock/r8_3_1_no_announcement_once_combat_has_begun",
            "the reaction fire comes first",
            &["must.react"],
        ),
        (
            "ch08-shock/r8_3_1_no_announcement_once_combat_has_begun",
            "the defence does not announce",
            &["when.counter", "when.counter"],
        ),
        ("ch08-shock/r8_8_1_who_may_refuse", "infantry cannot", &["refuse.not_cavalry"]),
        ("ch08-shock/r8_8_1_who_may_refuse", "routed cavalry cannot", &["refuse.routed"]),
        ("ch08-shock/r8_8_1_who_may_refuse", "once", &["refuse.once"]),
        (
            "ch06-facing-and-zones/r6_2_2_what_zones_close_is_not_too_far",
            "it would have to stop in between",
            &["zoc.stop", "move.too_far"],
        ),
        ("ch08-shock/r8_8_2_heavy_cavalry", "heavy cavalry does not refuse", &["refuse.heavy"]),
        ("ch08-shock/r8_8_2_heavy_cavalry", "other cavalry is not refused", &["refuse.light_cavalry"]),
        (
            "ch07-artillery-fire/r7_4_what_kept_a_battery_silent",
            "it held its fire",
            &["segment.fire_is_over"],
        ),
    ];
    for (file, variant, reasons) in expected {
        let path = root().join("vignettes/jdg").join(format!("{file}.toml"));
        let vignette =
            Source::read(&path).and_then(|source| Vignette::read(&source)).expect("the vignette reads");
        let case = vignette.cases.iter().find(|case| case.name == *variant).expect("the variant is there");
        let told = case.run();
        let heard: Vec<&str> = told
            .lines
            .iter()
            .filter_map(|line| {
                if let table::vignette::Line::Refused(refusal, _) = line { Some(refusal.why) } else { None }
            })
            .collect();
        assert_eq!(heard, *reasons, "{file} [{variant}]");
    }
}

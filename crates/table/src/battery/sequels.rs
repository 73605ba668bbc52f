//! Sequels: every vignette played on by lot, with a line of digests for each that is compared with a file.
//!
//! Scripts go where their authors thought of; lots go elsewhere. A sequel proves no rule, as nobody has worked it out from the text: it notices that
//! something has changed, and says where.

use std::collections::{BTreeMap, VecDeque};
use std::fs;
use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use muster::Source;

use super::mutated;
use super::play::panic_text;
use super::vignettes::{below, in_thread, is_chosen};
use crate::dice::FastDice;
use crate::hash::StateHasher;
use crate::landmark::Locals;
use crate::vignette::{Case, Staged, event_words};
use crate::{
    Answer, Decision, Doors, Event, Flow, Play, Rulebook, Side, Stop, Throw, Umpire, Verb, Written, text,
};

/// Number of the decisions by lot in a sequel.
const DECISIONS: usize = 30;
/// The most games of a sequel: one that is over begins again, as long as there are decisions left.
const GAMES: usize = 3;
/// Number of the decisions after which there is a digest.
const STRETCH: usize = 10;
/// Number of the answers, most of them illegal, that are tried at each question.
const TRIED: usize = 3;
/// The most top-level steps of a game.
const MOST_STEPS: usize = 600;
/// One answer by lot in so many may do little where others do more.
const QUIET_ONE_IN: u32 = 5;
/// Number of the lines that are shown of the story before something broke.
const LAST: usize = 16;
/// Number of the sequels that are told, of those that come to something else.
const SHOWN: usize = 3;

/// Beginning of a sequel.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Beginning {
    /// The situation as it is staged.
    Staged,
    /// The end of the script.
    Script,
}

impl Beginning {
    const ALL: [Beginning; 2] = [Beginning::Staged, Beginning::Script];
}

/// Chronicle: what came of a sequel.
struct Chronicle {
    /// Digests of all that was asked, answered, tried, thrown and told up to the first decision by lot, and to the end of each stretch.
    story: Vec<String>,
    /// Digest of the states after the steps, of what each side may see of them, and of the ends.
    states: String,
    /// The story in words, each with the number of its digest; empty if it is not to be told.
    tale: Vec<(usize, String)>,
}

impl Chronicle {
    fn digests(&self) -> String {
        format!("{} {}", self.story.join(" "), self.states)
    }

    /// Words for what differs from other digests, with the story of that stretch; none if nothing does.
    fn against(&self, recorded: &str) -> Option<String> {
        let own = self.digests();
        let own: Vec<&str> = own.split(' ').collect();
        let recorded: Vec<&str> = recorded.split(' ').collect();
        let at = (0..own.len()).find(|&at| own.get(at) != recorded.get(at))?;
        if at == self.story.len() && recorded.len() == own.len() {
            return Some(
                "questions, answers, throws and events are the same, but states are others".to_owned(),
            );
        }
        let which = match at {
            0 => "what comes before the first decision by lot is".to_owned(),
            _ => format!("decisions {} to {} are", (at - 1) * STRETCH + 1, at * STRETCH),
        };
        let lines =
            self.tale.iter().filter(|(stretch, _)| *stretch == at).map(|(_, line)| format!("\n    {line}"));
        Some(format!("{which} other than recorded. Now:{}", lines.collect::<String>()))
    }
}

/// Plays every vignette below a folder on, from its start and from the end of its script, and compares a line for each of its cases with a file.
/// `ONLY` and `FIRST` choose as in [`super::play_vignettes`]; `UPDATE_EXPECT=1` writes the lines of those that are chosen.
///
/// # Errors
/// Which of them come to something else and where they do, and what broke.
pub fn check_sequels<R: Staged>(folder: &Path, recorded: &Path) -> Result<String, String> {
    let text = fs::read_to_string(recorded).unwrap_or_default();
    let expected: BTreeMap<&str, &str> = text.lines().filter_map(|line| line.split_once("]: ")).collect();
    let updates = std::env::var_os("UPDATE_EXPECT").is_some_and(|value| value == "1");
    let first = std::env::var_os("FIRST").is_some();
    let (mut lines, mut others, mut broken) = (BTreeMap::new(), Vec::new(), Vec::new());
    for (name, case) in cases::<R>(folder)? {
        let file = file_of(&name).unwrap_or_default();
        match in_thread(&file, || line_of(&name, &case)) {
            Ok(line) => {
                if expected.get(name.as_str()) != Some(&line.as_str()) {
                    others.push((name.clone(), case));
                }
                lines.insert(name, line);
            }
            Err(why) => broken.push(why),
        }
        if first && !updates && !(others.is_empty() && broken.is_empty()) {
            break;
        }
    }
    let is_left = |name: &str| file_of(name).is_none_or(|file| !is_chosen(&folder.join(file)));
    if updates {
        let left = expected.iter().filter(|(name, _)| is_left(name));
        lines.extend(left.map(|(name, line)| ((*name).to_owned(), (*line).to_owned())));
        let text: String = lines.iter().map(|(name, line)| format!("{name}]: {line}\n")).collect();
        fs::write(recorded, text).map_err(|error| format!("{}: {error}", recorded.display()))?;
        others.clear();
    } else {
        let gone = expected.keys().filter(|name| !first && !is_left(name) && !lines.contains_key(**name));
        broken.extend(gone.map(|name| format!("{name}]: is recorded, but there is no such case")));
    }
    if others.is_empty() && broken.is_empty() {
        return Ok(format!("{} sequels", lines.len()));
    }
    broken.extend(told::<R>(recorded, &expected, &others));
    Err(broken.join("\n"))
}

/// The file of a case.
fn file_of(name: &str) -> Option<String> {
    Some(format!("{}.toml", name.split_once(" [")?.0))
}

/// Words for sequels that come to something else, the first of them with what happens now.
fn told<R: Staged>(
    recorded: &Path,
    expected: &BTreeMap<&str, &str>,
    others: &[(String, Case<R>)],
) -> Option<String> {
    let one = |(name, case): &(String, Case<R>)| {
        let Some(line) = expected.get(name.as_str()) else { return format!("{name}]: is not recorded") };
        let against = |(beginning, digests): (Beginning, &str)| {
            let now = play(name, case, beginning, true).ok()?;
            now.against(digests)
        };
        let differences = Beginning::ALL.into_iter().zip(line.split(" | ")).find_map(against);
        format!("{name}]: {}", differences.unwrap_or_default())
    };
    let shown: Vec<String> = others.iter().take(SHOWN).map(one).collect();
    let names: Vec<String> = others.iter().skip(SHOWN).map(|(name, _)| format!("{name}]")).collect();
    let package = std::env::var("CARGO_PKG_NAME").unwrap_or_else(|_| R::ID.to_owned());
    (!others.is_empty()).then(|| {
        format!(
            "{} vignettes, played on by lot, come to something else than {} says:\n{}\n{}\nIf this is meant, \
             `UPDATE_EXPECT=1 cargo test -p {package} --test sequels` writes the file again.",
            others.len(),
            recorded.display(),
            shown.join("\n"),
            names.join("\n"),
        )
    })
}

/// The cases of the vignettes that are chosen, each with its name: the file and the variant.
fn cases<R: Staged>(folder: &Path) -> Result<Vec<(String, Case<R>)>, String> {
    let mut files = Vec::new();
    below(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut all = Vec::new();
    for path in files.iter().filter(|path| is_chosen(path)) {
        let file = path.strip_prefix(folder).unwrap_or(path).with_extension("");
        let vignette = Source::read(path).and_then(|source| R::read(&source)).map_err(|f| f.to_string())?;
        let first = all.len();
        for case in vignette.cases {
            let name = format!("{} [{}", file.display(), case.name);
            let namesakes =
                all[first..].iter().filter(|(_, other): &&(String, Case<R>)| other.name == case.name);
            let name = match namesakes.count() {
                0 => name,
                before => format!("{name} ({})", before + 1),
            };
            all.push((name, case));
        }
    }
    Ok(all)
}

/// The line of a case, without its name.
fn line_of<R: Staged>(name: &str, case: &Case<R>) -> Result<String, String> {
    let digests = |beginning| {
        let played = catch_unwind(AssertUnwindSafe(|| play(name, case, beginning, false)));
        match played {
            Ok(Ok(chronicle)) => Ok(chronicle.digests()),
            // Once more, with its story.
            Ok(Err(why)) => {
                Err(format!("{name}]: {}", play(name, case, beginning, true).err().unwrap_or(why)))
            }
            Err(panic) => Err(format!("{name}]: {}", panic_text(&*panic))),
        }
    };
    let lines: Result<Vec<String>, String> = Beginning::ALL.into_iter().map(digests).collect();
    Ok(lines?.join(" | "))
}

/// Plays a sequel.
fn play<R: Staged>(
    name: &str,
    case: &Case<R>,
    beginning: Beginning,
    tells: bool,
) -> Result<Chronicle, String> {
    let (answers, thrown) = match beginning {
        Beginning::Staged => (VecDeque::new(), VecDeque::new()),
        Beginning::Script => {
            let played = case.run();
            (played.answers.into_iter().map(|(.., answer)| answer).collect(), played.thrown.into())
        }
    };
    let mut seed = StateHasher::default();
    (name, beginning).hash(&mut seed);
    let mut lot = Lot::<R> {
        battle: &case.battle,
        answers: VecDeque::new(),
        thrown: VecDeque::new(),
        dice: FastDice::new(seed.finish()),
        decisions: 0,
        story: StateHasher::default(),
        states: StateHasher::default(),
        marks: Vec::new(),
        tale: tells.then(Vec::new),
    };
    for _ in 0..GAMES {
        (lot.answers, lot.thrown) = (answers.clone(), thrown.clone());
        lot.game().map_err(|why| lot.ends_with(&why))?;
    }
    lot.mark();
    Ok(Chronicle { story: lot.marks, states: short(&lot.states), tale: lot.tale.unwrap_or_default() })
}

/// The last digits of a digest.
fn short(digest: &StateHasher) -> String {
    format!("{:04x}", digest.finish() & 0xffff)
}

/// Lot: the umpire of a sequel. It gives the script's answers and throws as long as there are any, then others by lot.
struct Lot<'a, R: Rulebook> {
    battle: &'a R::Battle,
    answers: VecDeque<Answer>,
    thrown: VecDeque<u32>,
    dice: FastDice,
    decisions: usize,
    story: StateHasher,
    states: StateHasher,
    marks: Vec<String>,
    tale: Option<Vec<(usize, String)>>,
}

impl<R: Staged> Lot<'_, R> {
    /// Plays a game to its end, or until there are no decisions left. What must hold between steps is looked at where it holds at the start, which
    /// vignettes may contrive.
    fn game(&mut self) -> Result<(), String> {
        let battle = self.battle;
        let mut state = R::start(battle);
        let is_sound = R::check(battle, &state).is_ok();
        for _ in 0..MOST_STEPS {
            match R::step(battle, &mut state, &mut Doors::new(battle, self)) {
                Ok(flow) => {
                    self.look(&state);
                    if is_sound {
                        R::check(battle, &state)?;
                    }
                    if flow == Flow::Over {
                        R::outcome(battle, &state).hash(&mut self.states);
                        return Ok(());
                    }
                }
                Err(Stop::Waiting) => return Ok(()),
                Err(Stop::Refused(_, answer, refusal)) => {
                    self.put(&answer);
                    refusal.hash(&mut self.story);
                    return Ok(());
                }
                Err(Stop::Broken(why)) => return Err(why),
            }
        }
        Ok(())
    }

    /// Words for what broke, with what came before.
    fn ends_with(&self, why: &str) -> String {
        let tale = self.tale.iter().flatten().map(|(_, line)| line);
        let last: Vec<&str> = tale.rev().take(LAST).map(String::as_str).collect();
        let last: String = last.into_iter().rev().map(|line| format!("\n    {line}")).collect();
        format!("{why}, after{last}")
    }

    /// Looks at a state with everybody's eyes.
    fn look(&mut self, state: &R::State) {
        state.hash(&mut self.states);
        for viewer in [Some(Side(0)), Some(Side(1)), None] {
            R::view(self.battle, state, viewer).hash(&mut self.states);
        }
    }

    /// Ends a stretch.
    fn mark(&mut self) {
        self.marks.push(short(&self.story));
    }

    /// Tells something.
    fn tell(&mut self, words: impl FnOnce() -> String) {
        let stretch = self.marks.len();
        if let Some(tale) = &mut self.tale {
            tale.push((stretch, words()));
        }
    }

    /// An answer by lot: first what to do, seldom something quiet, so that much happens; then with what.
    fn draw(&mut self, legal: &[Answer], verbs: &[Verb]) -> Answer {
        let loud: Vec<Verb> = verbs.iter().copied().filter(|verb| !R::QUIET.contains(verb)).collect();
        let may_rest = loud.is_empty() || self.dice.below(QUIET_ONE_IN) == 0;
        let verb = self.dice.pick(if may_rest { verbs } else { &loud });
        let answers: Vec<Answer> = legal.iter().copied().filter(|answer| answer.verb == verb).collect();
        self.dice.pick(&answers)
    }

    /// Tries answers that are somewhat like legal ones.
    fn attempt(&mut self, asked: &Decision<'_, R>, verbs: &[Verb]) {
        for _ in 0..TRIED {
            let like = self.dice.pick(asked.legal);
            let tried = mutated(&like, asked.legal, verbs, &mut self.dice);
            asked.judge(&tried).hash(&mut self.story);
        }
    }

    /// Puts an answer into the story: its verb by its word, as verbs may be added to a rulebook.
    fn put(&mut self, answer: &Answer) {
        (word::<R>(answer.verb), answer.points).hash(&mut self.story);
    }
}

/// The word of a verb.
fn word<R: Rulebook>(verb: Verb) -> &'static str {
    R::VERBS[usize::from(verb.0)]
}

/// The verbs of answers, in the order of their words.
fn verbs_of<R: Rulebook>(legal: &[Answer]) -> Vec<Verb> {
    let mut verbs: Vec<Verb> = legal.iter().map(|answer| answer.verb).collect();
    verbs.sort_by_key(|verb| word::<R>(*verb));
    verbs.dedup();
    verbs
}

impl<R: Staged> Umpire<R> for Lot<'_, R> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        let question = asked.question;
        (question.side, question.rule, question.key, question.about).hash(&mut self.story);
        asked.legal.iter().for_each(|answer| self.put(answer));
        if let Some(only) = asked.only() {
            return Ok(only);
        }
        let scripted = self.answers.pop_front();
        if scripted.is_none() {
            if self.decisions.is_multiple_of(STRETCH) && self.marks.len() <= self.decisions / STRETCH {
                self.mark();
            }
            if self.decisions == DECISIONS {
                return Err(Stop::Waiting);
            }
            self.decisions += 1;
        }
        let verbs = verbs_of::<R>(asked.legal);
        self.attempt(asked, &verbs);
        let answer = scripted.unwrap_or_else(|| self.draw(asked.legal, &verbs));
        self.put(&answer);
        self.tell(|| {
            let side = text::print_side(asked.battle, question.side);
            let words = text::print::<R>(asked.battle, &answer);
            let count = asked.legal.len();
            format!("answer {side} {words}  ({}, {}, 1 of {count})", question.key, question.rule)
        });
        Ok(answer)
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let outcome = self.thrown.pop_front().unwrap_or_else(|| self.dice.below(throw.faces));
        let shows = (throw.shows)(outcome);
        let classes: Vec<u32> = (0..throw.faces).map(throw.class).collect();
        let alike = |class: &u32| classes.iter().position(|other| other == class);
        let alike: Vec<Option<usize>> = classes.iter().map(alike).collect();
        (throw.rule, throw.key, throw.side, throw.about, alike, shows).hash(&mut self.story);
        let battle = self.battle;
        self.tell(|| {
            let shown = text::print_point(battle, shows);
            format!("throw {shown}  ({}, {}, 1 of {})", throw.key, throw.rule, throw.faces)
        });
        Ok(outcome)
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        event.hash(&mut self.story);
        let battle = self.battle;
        self.tell(|| format!("tell {}", event_words(battle, &event)));
    }

    fn landmark(&mut self, name: &'static str, _state: &R::State, locals: &dyn Locals) -> Play<()> {
        let mut written = Written::default();
        locals.write(&mut written);
        (name, written).hash(&mut self.story);
        Ok(())
    }
}

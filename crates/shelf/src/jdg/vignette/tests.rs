//! The exact odds of every vignette against plays with real throws.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use table::dice::FastDice;
use table::umpires::{Share, Staff};
use table::{Asked, Event, Throw, Umpire};

use super::*;

/// How many plays of each case: `PLAYS` says so; two thousand where `CI` is set, and fewer by hand. Ten thousand take minutes.
fn plays() -> u32 {
    let asked = std::env::var("PLAYS").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(if std::env::var_os("CI").is_some() { 2_000 } else { 500 })
}

/// A row is wrong if a truth like it gives such plays less than once in `e^LIMIT`: with the 20 000 rows of all vignettes a true
/// table fails once in ten million runs with other seeds. Ten thousand plays show a share of 50 % that is off by 4 %, five hundred one
/// that is off by 17 %, and every end that no row names.
const LIMIT: f64 = 26.0;

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("the vignettes are there").flatten().map(|e| e.path()).collect();
    entries.sort();
    for path in entries {
        match path.is_dir() {
            true => files(&path, out),
            false => out.extend(path.extension().is_some_and(|e| e == "toml").then_some(path)),
        }
    }
}

/// Every case of every vignette that comes out as expected, with its name; `ONLY` limits them to paths that contain it.
fn each_case(mut look: impl FnMut(&str, Case, Transcript)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes/jdg");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let only = std::env::var("ONLY").unwrap_or_default();
    for path in paths.iter().filter(|path| path.to_string_lossy().contains(&only)) {
        let vignette = Source::read(path).and_then(|source| Vignette::read(&source)).expect("it loads");
        for case in vignette.cases {
            let base = case.run();
            let name = path.strip_prefix(&root).expect("below the root").display();
            assert_eq!(base.differences().count(), 0, "{name} [{}]", case.name);
            look(&format!("{name} [{}]", case.name), case, base);
        }
    }
}

/// The script's own throws, and its plan.
struct OwnThrows<'a> {
    plan: Plan<'a>,
    left: std::slice::Iter<'a, u32>,
    told: Vec<Event>,
}

impl Umpire<Jdg> for OwnThrows<'_> {
    fn answer(&mut self, asked: &Asked<'_, Jdg>) -> Play<Answer> {
        Ok(asked.only().unwrap_or_else(|| self.plan.decide(&Seen::new(asked))))
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        Ok(self.left.next().copied().unwrap_or(0).min(throw.faces - 1))
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, event: Event) {
        self.told.push(event);
    }
}

/// The script itself is one of the cases that the odds weigh: with its own throws its plan leads to all that it told.
#[test]
fn odds_weigh_all_that_the_script_plays() {
    let mut wrong = Vec::new();
    each_case(|name, case, base| {
        let mut own = OwnThrows { plan: Plan::of(&base), left: base.thrown.iter(), told: Vec::new() };
        play(&case, &base, &mut Doors::new(&case.battle, &mut own)).expect("it can be played");
        let scripted: Vec<&Event> = base.events().collect();
        let same = own.told.iter().zip(&scripted).take_while(|(one, other)| one == *other).count();
        if same < scripted.len() || own.left.len() > 0 {
            let next = scripted.get(same).map_or("nothing", |event| event.key);
            wrong.push(format!("{name}: of {} events {same} come again, not {next}", scripted.len()));
        }
    });
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// How improbable so many of `plays` are under a share, as an exponent of e (Chernoff's bound, true for any number of plays).
fn surprise(count: u32, plays: u32, share: f64) -> f64 {
    let (seen, all) = (f64::from(count) / f64::from(plays), f64::from(plays));
    let term = |a: f64, b: f64| if a == 0.0 { 0.0 } else { a * (a / b).ln() };
    all * (term(seen, share) + term(1.0 - seen, 1.0 - share))
}

/// The table of a case: the whole one before ten thousand plays, else as far as as many runs lead.
fn weighed(case: &Case, base: &Transcript, plays: u32) -> Distribution<Changes> {
    let table = match plays {
        10_000.. => ends(case, base),
        few => ends_of(case, base, |odds| odds.most_runs(few.into())),
    };
    table.expect("there are odds")
}

/// The rows of a case that plays show to be wrong, and the number of its rows.
fn sampled(name: &str, case: &Case, base: &Transcript, plays: u32) -> (usize, Vec<String>) {
    let (b, words) = (&case.battle, JoursDeGloire.catalogue(Language::ENGLISH));
    let table = weighed(case, base, plays);
    if table.runs == 1 {
        return (0, Vec::new());
    }
    let mut counts: BTreeMap<Changes, u32> = BTreeMap::new();
    for number in 0..plays {
        let (mut one, mut other) = (Plan::of(base), Plan::of(base));
        let mut staff = Staff::new(vec![&mut one, &mut other], FastDice::new(number.into()));
        let state = play(case, base, &mut Doors::new(b, &mut staff)).expect("it can be played");
        *counts.entry(Jdg::changes(b, &b.setup, &state, words)).or_default() += 1;
    }
    let missing = 1.0 - table.covered.approx();
    let mut wrong = Vec::new();
    for (end, share) in &table.rows {
        let count = counts.remove(end).unwrap_or(0);
        let seen = f64::from(count) / f64::from(plays);
        let told = seen.clamp(share.approx(), (share.approx() + missing).min(1.0));
        if surprise(count, plays, told) > LIMIT {
            let end = odds::in_words(b, end, words);
            wrong.push(format!("{name}: {share} said, {count} of {plays} played: {end}"));
        }
    }
    if table.covered == Share::ALL {
        wrong.extend(counts.iter().map(|(end, count)| {
            let end = odds::in_words(b, end, words);
            format!("{name}: in no row, {count} of {plays} played: {end}")
        }));
    }
    (table.rows.len(), wrong)
}

#[test]
fn odds_hold_in_sampled_plays() {
    let mut cases = Vec::new();
    each_case(|name, case, base| cases.push((name.to_owned(), case, base)));
    let plays = plays();
    let next = AtomicUsize::new(0);
    let work = || {
        let (mut rows, mut wrong) = (0, Vec::new());
        while let Some((name, case, base)) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let found = sampled(name, case, base, plays);
            rows += found.0;
            wrong.extend(found.1);
        }
        (rows, wrong)
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let (rows, wrong) = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let found = workers.into_iter().map(|worker| worker.join().expect("a worker ends"));
        found.fold((0, Vec::new()), |(rows, wrong), (more, worse)| (rows + more, [wrong, worse].concat()))
    });
    println!("{} cases, {rows} rows, {plays} plays each", cases.len());
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
}

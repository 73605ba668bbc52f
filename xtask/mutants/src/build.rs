//! Compiles the mutated rulebook: one program with all mutants in it.

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::book::Book;
use crate::mutant::{Mutant, Name, Switch};
use crate::rewrite::{SWITCHES, rewrite};
use crate::run::MutantFate;
use crate::tree::Tree;

/// The file in the target folder that names the mutants that do not compile.
const BROKEN: &str = "broken.jsonl";

/// Number of the rounds in which mutants that do not compile are taken out before we give up.
const MOST_ROUNDS: usize = 40;

/// A test program.
pub struct Program {
    /// The name of its file in the rulebook's `tests`.
    pub name: String,
    /// Its path.
    pub path: PathBuf,
    /// Arguments that choose among its tests.
    pub args: Vec<String>,
}

/// The test programs that are to notice mutants.
pub struct Programs {
    /// `tests/vignettes.rs` of the rulebook.
    vignettes: Program,
    /// `tests/battery.rs`, which plays the recorded games again.
    battery: Program,
    /// Those that the book names besides.
    further: Vec<Program>,
}

impl Programs {
    /// In the order in which they are tried, each with what it means if it fails.
    pub fn in_order(&self) -> impl Iterator<Item = (MutantFate, &Program)> {
        let first = [(MutantFate::Vignette, &self.vignettes), (MutantFate::Recording, &self.battery)];
        first.into_iter().chain(self.further.iter().map(|program| (MutantFate::Test, program)))
    }
}

/// The tests of `tests/battery.rs` that compare with recordings.
const RECORDINGS: [&str; 3] = ["recorded_games", "legal_continuations", "--test-threads=1"];

/// Build: its programs and mutants.
pub struct Build {
    /// The test programs.
    pub programs: Programs,
    /// The mutants in them, in the order of the source.
    pub mutants: Vec<Mutant>,
}

/// Number of the lines around an error in which the mutant that causes it is looked for.
const FAR: usize = 30;

/// Whether a file is written by [`build`] and not copied.
pub fn is_rewritten(book: &str, name: &str) -> bool {
    name == SOURCE || name.ends_with(".rs") && name.starts_with(&format!("crates/{book}/src/"))
}

/// Source by which every data file of every rulebook comes in.
const SOURCE: &str = "crates/muster/src/source.rs";

/// Compiles the mutants that are to be tried, without some: the fewer are left, the quicker. Those that do not compile are left out too.
pub fn build(tree: &Tree, book: &Book, mut left_out: HashSet<Name>) -> Result<Build, String> {
    open_charts(tree)?;
    let mut broken = broken_before(tree);
    for round in 1..=MOST_ROUNDS {
        left_out.extend(broken.iter().cloned());
        let (mutants, texts) = write(tree, book, &left_out)?;
        eprintln!(
            "compiling {} mutants of {} (round {round}, {} do not compile)",
            mutants.len(),
            book.name,
            broken.len()
        );
        match compile(tree, book)? {
            Ok(programs) => return Ok(Build { programs, mutants }),
            Err(errors) => {
                let before = broken.len();
                for (file, from, to, message) in &errors {
                    let Some(text) = texts.get(file) else { return Err(format!("{file}: {message}")) };
                    let moved = put_back(&mutants, file, message);
                    let found = if moved.is_empty() { switches_near(text, *from, *to) } else { moved };
                    if found.is_empty() {
                        return Err(format!("{file}:{from}: {message}"));
                    }
                    let named = |number| mutants.iter().find(|m| m.switch == Switch::Code(number));
                    broken.extend(found.into_iter().filter_map(named).map(Mutant::name));
                }
                if broken.len() == before {
                    return Err(format!("the mutated rules do not compile: {errors:#?}"));
                }
                keep_broken(tree, &broken)?;
            }
        }
    }
    Err(format!("the mutated rules do not compile after {MOST_ROUNDS} rounds"))
}

/// Mutants that did not compile before, so that it is not looked for again: a name a line.
fn broken_before(tree: &Tree) -> HashSet<Name> {
    let text = fs::read_to_string(tree.target.join(BROKEN)).unwrap_or_default();
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn keep_broken(tree: &Tree, broken: &HashSet<Name>) -> Result<(), String> {
    let lines: Result<Vec<String>, _> = broken.iter().map(serde_json::to_string).collect();
    let text = lines.map_err(|e| e.to_string())?.join("\n");
    fs::create_dir_all(&tree.target)
        .and_then(|()| fs::write(tree.target.join(BROKEN), text))
        .map_err(|e| format!("{BROKEN}: {e}"))
}

/// Lets a file given in the environment stand in the place of a chart that the program holds.
fn open_charts(tree: &Tree) -> Result<(), String> {
    let text = tree.read(SOURCE)?;
    let usual = "Source { name: name.into(), text: text.into() }";
    if !text.contains(usual) {
        return Err(format!("{SOURCE}: `Source::new` is not as this program knows it: `{usual}`"));
    }
    let opened = "\
        let (name, text): (String, String) = (name.into(), text.into());
        let text = match (std::env::var(\"MUTANT_CHART\"), std::env::var(\"MUTANT_CHART_FILE\")) {
            (Ok(chart), Ok(file)) if chart == name => std::fs::read_to_string(file).expect(\"the mutated chart\"),
            _ => text,
        };
        Source { name, text }";
    tree.write(SOURCE, &text.replace(usual, opened))
}

type Texts = BTreeMap<String, String>;

/// The mutants of the book's source, whether or not they compile.
pub fn mutants(tree: &Tree, book: &Book) -> Result<Vec<Mutant>, String> {
    Ok(mutated(tree, book, &HashSet::new())?.0)
}

/// Writes the mutated sources of the book, without some mutants.
fn write(tree: &Tree, book: &Book, left_out: &HashSet<Name>) -> Result<(Vec<Mutant>, Texts), String> {
    let (mutants, texts) = mutated(tree, book, left_out)?;
    texts.iter().try_for_each(|(name, text)| tree.write(name, text))?;
    Ok((mutants, texts))
}

/// The mutated sources of the book, without some mutants.
fn mutated(tree: &Tree, book: &Book, left_out: &HashSet<Name>) -> Result<(Vec<Mutant>, Texts), String> {
    let src = format!("crates/{}/src/", book.name);
    let (mut mutants, mut texts, mut next) = (Vec::new(), Texts::new(), 0);
    for name in tree.files(&src, ".rs") {
        let mut text = tree.read(&name)?;
        let below = &name[src.len()..];
        if !book.skips(below) {
            let rewritten = rewrite(&name, &text, next, left_out)?;
            next = rewritten.next;
            let rules = rewritten.mutants.into_iter().filter(|m| !book.skips_function(below, &m.function));
            mutants.extend(rules);
            text = rewritten.text;
        }
        if below == "lib.rs" {
            text.push_str(SWITCHES);
        }
        texts.insert(name, text);
    }
    Ok((mutants, texts))
}

type Errors = Vec<(String, usize, usize, String)>;

/// Compiles the book's tests; on errors their files, first and last lines, and texts.
fn compile(tree: &Tree, book: &Book) -> Result<Result<Programs, Errors>, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["test", "--no-run", "--quiet", "--message-format=json", "--package", &book.name])
        .args(["--test", "vignettes", "--test", "battery"])
        .args(book.tests().iter().filter_map(|test| test.split(' ').next()).flat_map(|test| ["--test", test]))
        .current_dir(&tree.root)
        .env("CARGO_TARGET_DIR", &tree.target)
        .env("RUSTFLAGS", "--cap-lints=allow")
        // A build that is interrupted leaves parts of the code behind that the next one would not fit to.
        .env("CARGO_INCREMENTAL", "0")
        .output()
        .map_err(|e| format!("cargo cannot be started: {e}"))?;
    let (mut errors, mut programs) = (Errors::new(), BTreeMap::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else { continue };
        if let Some(program) = message["executable"].as_str() {
            let name = message["target"]["name"].as_str().unwrap_or_default();
            programs.insert(name.to_owned(), PathBuf::from(program));
        }
        if message["message"]["level"] == "error" {
            errors.extend(place_of(&message["message"]));
        }
    }
    if !output.status.success() && !errors.is_empty() {
        return Ok(Err(errors));
    }
    let program = |name: &str, args: &[&str]| match programs.get(name) {
        Some(path) if output.status.success() => {
            let args = args.iter().map(|&arg| arg.to_owned()).collect();
            Ok(Program { name: name.to_owned(), path: path.clone(), args })
        }
        _ => Err(format!("cargo test --no-run: {}", String::from_utf8_lossy(&output.stderr))),
    };
    let further = |test: &String| match test.split_once(' ') {
        Some((name, part)) => program(name, &[part]),
        None => program(test, &[]),
    };
    Ok(Ok(Programs {
        vignettes: program("vignettes", &[])?,
        battery: program("battery", &RECORDINGS)?,
        further: book.tests().iter().map(further).collect::<Result<_, _>>()?,
    }))
}

/// Places of an error: all its primary places.
fn place_of(message: &Value) -> Errors {
    let text = message["message"].as_str().unwrap_or_default();
    let spans = message["spans"].as_array().map(Vec::as_slice).unwrap_or_default();
    let line = |span: &Value, key: &str| span[key].as_u64().unwrap_or(1) as usize;
    let primary = spans.iter().filter(|span| span["is_primary"] == true);
    primary
        .map(|span| {
            let file = span["file_name"].as_str().unwrap_or_default().to_owned();
            (file, line(span, "line_start"), line(span, "line_end"), text.to_owned())
        })
        .collect()
}

/// Mutants that leave out what puts a value back which an error says has been moved away.
fn put_back(mutants: &[Mutant], file: &str, message: &str) -> Vec<u32> {
    let Some((_, name)) = message.split_once("moved value: `") else { return Vec::new() };
    let step = format!("{} = ", name.trim_end_matches('`'));
    let left_out = |m: &&Mutant| m.file == file && m.change == "left out" && m.was.starts_with(&step);
    let number = |m: &Mutant| match m.switch {
        Switch::Code(number) => Some(number),
        Switch::Chart(_) => None,
    };
    mutants.iter().filter(left_out).filter_map(number).collect()
}

/// The numbers of the mutants whose switches begin in these lines, else in the nearest line above them that has any, else in the nearest one
/// below: what a loop has moved away it moves in its later lines.
fn switches_near(text: &str, from: usize, to: usize) -> Vec<u32> {
    let lines: Vec<&str> = text.lines().collect();
    let found: Vec<u32> = (from..=to).flat_map(|line| numbers(&lines, line)).collect();
    if !found.is_empty() {
        return found;
    }
    let near = (1..from).rev().take(FAR).chain((to + 1..=lines.len()).take(FAR));
    near.map(|line| numbers(&lines, line)).find(|found| !found.is_empty()).unwrap_or_default()
}

/// The numbers in the switches that begin in a line (from 1); their arguments may stand on the lines after it.
fn numbers(lines: &[&str], line: usize) -> Vec<u32> {
    let Some(first) = lines.get(line - 1) else { return Vec::new() };
    let rest = lines[line..(line + 3).min(lines.len())].join(" ");
    let switches: Vec<&str> = first.split("__mutant::").skip(1).collect();
    let mut found = Vec::new();
    for (n, switch) in switches.iter().enumerate() {
        let whole = if n + 1 == switches.len() { format!("{switch} {rest}") } else { (*switch).to_owned() };
        let inside = whole.split_once('(').map_or("", |(_, inside)| inside);
        let words = inside.split([',', ')']).take(if whole.starts_with("truth") { 2 } else { 1 });
        found.extend(words.filter_map(|word| word.trim().trim_end_matches("u32").parse::<u32>().ok()));
    }
    found
}

//! Whatever is typed or given: the command line ends soon, with an exit code of its own, and says what was wrong.
//!
//! The runs follow from fixed seeds; how many of them are made depends on the time that each property may take.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use shelf::{Book, Language};
use table::dice::FastDice;

/// Time for which each property is tried.
const BUDGET: Duration = Duration::from_secs(8);
/// The most seeds with which a property is tried.
const MOST_SEEDS: u64 = 600;
/// Time that one run may take, on a loaded machine too.
const PATIENCE: Duration = Duration::from_secs(120);

/// Outcome of a run: exit code and output.
struct RunOutcome {
    code: Option<i32>,
    out: String,
    errors: String,
}

/// A folder for the files of one property, empty.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("berthier-hostile-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

fn reader(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    let mut pipe = pipe.expect("piped");
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Runs the program in a folder; a run that does not end in time is killed and has no code.
fn run(folder: &Path, args: &[String], input: &[u8]) -> RunOutcome {
    let mut child = Command::new(env!("CARGO_BIN_EXE_berthier"))
        .args(args)
        .current_dir(folder)
        .env("XDG_STATE_HOME", folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let (out, errors) = (reader(child.stdout.take()), reader(child.stderr.take()));
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_vec();
    let typing = std::thread::spawn(move || {
        // The program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let started = Instant::now();
    let code = loop {
        match child.try_wait().expect("it is our child") {
            Some(status) => break status.code(),
            None if started.elapsed() > PATIENCE => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let _ = typing.join();
    let text = |thread: std::thread::JoinHandle<String>| thread.join().expect("reading does not fail");
    RunOutcome { code, out: text(out), errors: text(errors) }
}

/// Checks what must hold of every run.
fn check(what: &str, ran: &RunOutcome) {
    let tail: String = ran.out.lines().rev().take(12).collect::<Vec<_>>().join("\n");
    let shown = format!("{what}\n--- errors\n{}\n--- end of the output, last line first\n{tail}", ran.errors);
    let code = ran.code.unwrap_or_else(|| panic!("it did not end in {PATIENCE:?}, or was killed: {shown}"));
    assert!((0..=3).contains(&code), "exit code {code}: {shown}");
    assert!(!ran.errors.contains("panicked") && !ran.out.contains("panicked"), "{shown}");
    assert!(!ran.errors.contains("broke one of its own rules"), "{shown}");
    if code >= 2 {
        assert!(!ran.errors.trim().is_empty(), "an error without a word: {shown}");
    }
}

/// Tries a property with one seed after another until its time is up.
fn tries(mut property: impl FnMut(u64, &mut FastDice)) {
    let started = Instant::now();
    for seed in 0..MOST_SEEDS {
        if started.elapsed() > BUDGET {
            break;
        }
        property(seed, &mut FastDice::new(seed));
    }
}

#[rustfmt::skip]
const COMMANDS: &[&str] = &[
    "battles", "show", "play", "rules", "check", "referee", "odds", "replay", "verify", "simulate", "bench",
    "completions", "help", "shwo", "",
];
#[rustfmt::skip]
const OPTIONS: &[&str] = &[
    "--json", "--text", "--out", "--scale", "--no-numbers", "--side", "--both", "--watch", "--fast",
    "--against", "--resume", "--save", "--seed", "--rules", "--chart", "--variant", "--coverage", "--to",
    "--report", "--csv", "--plot", "--log", "--players", "--help", "--version", "--sead", "-x", "--", "-",
];
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "square", "french", "british", "recruit,sergeant", "bash", "maidda", "jgd", "8.8.17", "sargeant", "0", "-1", "45", "16..400", "18446744073709551616", "99999999999999999999999999999999",
    "1e9", "0x10", "NaN", "", " ", "Crösten", "皇帝万歳", "\u{202e}evas", "é́́́", "a\nb", "%s%n",
    "../../../../../../etc/passwd", "broken.toml", "broken.journal", "binary", "empty", "folder",
    "deep.toml", "none.journal", "/dev/zero", "out.svg", "out.png", "out.gif", "no/such/out.svg", "report.html",
];

/// Names of the books on the shelf, those too that are being written, and of their battles, players, rules and vignettes.
fn known_words() -> Vec<&'static str> {
    let of_book = |book: &'static dyn Book| {
        let battles = book.battles().into_iter().map(|battle| &*battle.id.leak());
        let rules = book.index(Language::ENGLISH).rules.iter().map(|rule| rule.id.as_str());
        let (battles, rules) = (battles.take(3).collect::<Vec<_>>(), rules.take(3).collect::<Vec<_>>());
        let vignettes = shelf::vignettes(book.id()).into_iter().take(2).flat_map(|path| [path, stem(path)]);
        [&[book.id()], book.players(), &battles, &rules, &vignettes.collect::<Vec<_>>()].concat()
    };
    shelf::known().flat_map(of_book).collect()
}

/// A built-in vignette's name.
fn stem(path: &'static str) -> &'static str {
    path.rsplit('/').next().unwrap_or(path).trim_end_matches(".toml")
}

/// The first battle of every book that is offered, with the book.
fn offered() -> Vec<(&'static dyn Book, String)> {
    let first = |book: &&'static dyn Book| Some((*book, book.battles().into_iter().next()?.id));
    let all: Vec<_> = shelf::books().iter().filter_map(first).collect();
    assert!(!all.is_empty(), "a book is offered");
    all
}

/// Files to stumble over.
fn lay_files(folder: &Path) {
    let write =
        |name: &str, bytes: &[u8]| std::fs::write(folder.join(name), bytes).expect("it can be written");
    write("broken.toml", b"format = 1\nrulebook = \"jdg\"\ntitle = \"x\nunit = [[[");
    write("deep.toml", format!("a = {}1{}", "[".repeat(5000), "]".repeat(5000)).as_bytes());
    write("broken.journal", b"berthier-journal 1\nheader rulebook=jdg\n\xff\xfe\n");
    write("binary", &(0..=255).cycle().take(5000).collect::<Vec<u8>>());
    write("empty", b"");
    std::fs::create_dir_all(folder.join("folder")).expect("a folder");
}

/// A line of arguments; what would rightly take long (many games, long measurements) is left out.
fn arguments(dice: &mut FastDice, known: &[&str]) -> Vec<String> {
    let command = dice.pick(COMMANDS);
    let mut args = vec![command.to_owned()];
    let mut words = dice.below(5);
    if command == "simulate" {
        args.extend(["--games", "2", "--players", "recruit"].map(str::to_owned));
        args.push(dice.pick(&["tutorial", "maida", "saalfled", ""]).to_owned());
        args.extend(["--threads".to_owned(), dice.pick(&["0", "1", "999999999", "x"]).to_owned()]);
    } else if command == "bench" {
        args.push(dice.pick(&["mayda", "--seconds", "folder", "--rules"]).to_owned());
        args.push(dice.pick(&["x", "--jsn", "binary"]).to_owned());
        words = 0;
    }
    for _ in 0..words {
        let from = [OPTIONS, WORDS, known][dice.below(3) as usize];
        args.push(dice.pick(from).to_owned());
    }
    args
}

#[test]
fn any_arguments_end_in_an_answer() {
    let folder = folder("arguments");
    lay_files(&folder);
    let known = known_words();
    tries(|seed, dice| {
        let args = arguments(dice, &known);
        let ran = run(&folder, &args, b"1\nquit\n");
        check(&format!("seed {seed}: {args:?}"), &ran);
        // What was said names what was wrong: an argument, a file, or the usage.
        if ran.code == Some(2) || ran.code == Some(3) {
            let named = args.iter().any(|arg| {
                let plain = arg.trim_start_matches('-');
                let named = if plain.is_empty() { "\"\"" } else { plain };
                ran.errors.contains(named) || ran.out.contains(named)
            });
            assert!(
                named || ran.errors.contains("Usage") || ran.errors.contains("required"),
                "{args:?}: {}",
                ran.errors
            );
        }
    });
    let _ = std::fs::remove_dir_all(folder);
}

#[rustfmt::skip]
const TYPED: &[&str] = &[
    "1", "2", "3", "7", "19", "0", "-1", "99999999999999999999", "1.5", "pass", "go 0304", "go 9999", "go",
    "attack", "attack grenadiers-1 0705", "move grenadiers-1", "halt E", "halt Q", "why go 0605", "why",
    "why 3", "why 皇帝", "odds", "odds 1", "odds 2", "odds frobnicate", "hint", "undo", "undo 5", "map",
    "units", "log", "log 3", "log x", "rule", "rule 8.8.1", "rule square", "rule 99", "list", "?",
    "? go 0101", "help", "save", "save /no/such/folder/file", "seat", "seat french recruit", "seat french",
    "seat russian me", "seat x y", "", "   ", "frobnicate", "皇帝万歳", "\u{1b}[2J", "\0", "é́́́́", "y", "n",
    "10", "9", "draw", "throw 8", "tell me", "go 0304 0305 0306", "attack attack attack",
];

/// The verbs of a book's answers.
fn verbs(book: &'static dyn Book) -> Vec<&'static str> {
    let words = book.catalogue(Language::ENGLISH);
    words.keys().filter(|(table, _)| *table == "verb").map(|(_, verb)| verb).collect()
}

/// Lines as somebody might type them who does not look, or knows some verbs.
fn typing(dice: &mut FastDice, verbs: &[&str]) -> Vec<u8> {
    let mut input = Vec::new();
    for _ in 0..dice.below(120) {
        match dice.below(12) {
            0..=5 => input.extend((1 + dice.below(6)).to_string().bytes()),
            6 => input.extend(std::iter::repeat_n(b'x', dice.below(5000) as usize)),
            7 => input.extend((0..dice.below(20)).map(|_| dice.below(256) as u8)),
            8 => input.extend(dice.pick(verbs).bytes()),
            _ => input.extend(dice.pick(TYPED).bytes()),
        }
        input.push(b'\n');
    }
    input
}

#[test]
fn anything_typed_is_answered() {
    let folder = folder("typing");
    let offered = offered();
    tries(|seed, dice| {
        let (book, battle) = &offered[dice.below(offered.len() as u32) as usize];
        let save = folder.join(format!("{seed}.journal")).to_string_lossy().into_owned();
        let number = seed.to_string();
        let seated: &[&str] = &["--seed", &number, "--save", &save];
        let (command, rest): (_, &[&[&str]]) = match dice.below(4) {
            0 => ("referee", &[]),
            1 => ("play", &[&["--both"], seated]),
            2 => ("play", &[&["--watch"], seated]),
            _ => ("play", &[seated]),
        };
        let args = [&[command, battle, "--rules", book.id()], &*rest.concat()].concat();
        let args: Vec<String> = args.into_iter().map(str::to_owned).collect();
        let input = typing(dice, &verbs(*book));
        let ran = run(&folder, &args, &input);
        check(&format!("seed {seed}: {args:?} < {:?}", String::from_utf8_lossy(&input)), &ran);
        assert_eq!(ran.code, Some(0), "seed {seed}: {args:?}: {}", ran.errors);
        if args[0] == "play" {
            let verified = run(&folder, &["verify".to_owned(), save], b"");
            assert_eq!(verified.code, Some(0), "seed {seed}: {}{}", verified.out, verified.errors);
        }
    });
    let _ = std::fs::remove_dir_all(folder);
}

/// A journal with something done to it.
fn mutated(journal: &[u8], dice: &mut FastDice) -> Vec<u8> {
    let mut bytes = journal.to_vec();
    let mut lines: Vec<Vec<u8>> =
        journal.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect();
    let place =
        |len: usize, dice: &mut FastDice| dice.below(u32::try_from(len).expect("a small file")) as usize;
    let line = place(lines.len(), dice);
    match dice.below(8) {
        0 => bytes.truncate(place(bytes.len(), dice)),
        1 => {
            let at = place(bytes.len(), dice);
            bytes[at] ^= 1 << dice.below(8);
        }
        2 => {
            let at = place(bytes.len(), dice);
            bytes.splice(at..at, (0..9).map(|_| dice.below(256) as u8));
        }
        3 => {
            lines.remove(line);
            bytes = lines.concat();
        }
        4 => {
            lines.insert(line, lines[place(lines.len(), dice)].clone());
            bytes = lines.concat();
        }
        5 => {
            let other = place(lines.len(), dice);
            lines.swap(line, other);
            bytes = lines.concat();
        }
        6 => {
            lines[line] = b"answer french pass 0000\n".to_vec();
            bytes = lines.concat();
        }
        _ => {
            lines[line] = dice
                .pick(&["\n", "berthier-journal 99\n", "end\n", "throw 99999999999999 10 3\n", "皇帝\n"])
                .into();
            bytes = lines.concat();
        }
    }
    bytes
}

#[test]
fn a_spoilt_journal_is_found_out() {
    for (book, battle) in offered() {
        spoilt_journals(book, &battle);
    }
}

fn spoilt_journals(book: &dyn Book, battle: &str) {
    let folder = folder("journals");
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let whole = "whole.journal";
    let game = ["play", battle, "--rules", book.id(), "--watch", "--fast", "--against", book.players()[0]];
    let args = [&game[..], &["--seed", "4", "--save", whole]].concat();
    assert_eq!(run(&folder, &words(&args), b"").code, Some(0));
    let journal = std::fs::read(folder.join(whole)).expect("it was written");
    tries(|seed, dice| {
        let bytes = mutated(&journal, dice);
        std::fs::write(folder.join("spoilt.journal"), &bytes).expect("it can be written");
        let what = format!("seed {seed}");
        let verified = run(&folder, &words(&["verify", "spoilt.journal"]), b"");
        check(&what, &verified);
        // A line more, less or other breaks the chain; the beginning of a whole journal is a sound one.
        let sound = journal.starts_with(&bytes) || verified.out.contains("not wholly written");
        assert!(verified.code != Some(0) || sound, "{what} was taken for sound: {}", verified.out);
        assert!(
            verified.code == Some(0)
                || verified.errors.contains("line")
                || verified.errors.contains("journal"),
            "{what}: {}",
            verified.errors
        );
        check(&what, &run(&folder, &words(&["replay", "spoilt.journal"]), b""));
        if seed % 4 == 0 {
            check(&what, &run(&folder, &words(&["show", "spoilt.journal"]), b""));
            check(&what, &run(&folder, &words(&["play", "--resume", "spoilt.journal"]), b"1\n2\nquit\n"));
        }
    });
    let _ = std::fs::remove_dir_all(folder);
}

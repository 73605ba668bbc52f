//! Starts a test program, and says how it ended.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};

use crate::build::Program;
use crate::mutant::{Mutant, Switch};
use crate::tree::Tree;

/// End of a test program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProgramEnd {
    /// All tests passed.
    Passed,
    /// A test failed, the program crashed, or used up its processor time or memory.
    Failed,
    /// Somebody stopped it: this says nothing about the mutant.
    Stopped,
}

/// A mutant that heaps up memory without end is noticed before the machine notices it; in KiB of addresses.
const MOST_MEMORY: u64 = 6 << 20;

/// The signals by which a program ends of itself: abort (memory, stack), bus, arithmetic, memory fault, and processor time.
const OF_ITSELF: [i32; 6] = [4, 6, 7, 8, 11, 24];

/// Runs a test program against a mutant; only these vignettes, if they are named.
pub fn run(
    tree: &Tree,
    program: &Program,
    mutant: &Mutant,
    most_seconds: u64,
    only: Option<&str>,
) -> ProgramEnd {
    let limits =
        format!("ulimit -S -v {MOST_MEMORY}; ulimit -S -t {most_seconds}; ulimit -c 0; exec \"$0\" \"$@\"");
    let mut command = command(tree, program, &limits);
    match &mutant.switch {
        Switch::Code(number) => command.env("MUTANT", number.to_string()),
        Switch::Chart(chart) => command.env("MUTANT_CHART", &mutant.file).env("MUTANT_CHART_FILE", chart),
    };
    command.env("FIRST", "1").envs(only.map(|names| ("ONLY", names)));
    let Ok(status) = command.status() else { return ProgramEnd::Stopped };
    match status.signal() {
        None if status.success() => ProgramEnd::Passed,
        None => ProgramEnd::Failed,
        Some(signal) if OF_ITSELF.contains(&signal) => ProgramEnd::Failed,
        Some(_) => ProgramEnd::Stopped,
    }
}

/// Switches that each thread of a program comes to, by the threads' names.
pub type ByThreads = HashMap<String, HashSet<u32>>;

/// Runs a test program without a mutant: which switches its threads come to, and its seconds of processor time.
pub fn run_measured(tree: &Tree, program: &Program) -> Result<(ByThreads, f64), String> {
    let reached = run_reaching(tree, program)?;
    let times = tree.target.join("times");
    let mut second = command(tree, program, "\"$0\" \"$@\" || exit 1; times > \"$TIMES\"");
    if !second.env("TIMES", &times).status().is_ok_and(|status| status.success()) {
        return Err(fails(program));
    }
    let times = fs::read_to_string(&times).map_err(|e| format!("{}: {e}", times.display()))?;
    let seconds = of_children(&times).ok_or_else(|| format!("the shell's `times` said {times:?}"))?;
    Ok((reached, seconds))
}

/// Switches that a test program comes to without a mutant.
fn run_reaching(tree: &Tree, program: &Program) -> Result<ByThreads, String> {
    let log = tree.target.join("reached");
    drop(fs::remove_file(&log));
    let mut command = command(tree, program, "exec \"$0\" \"$@\"");
    command.env("MUTANTS_REACHED", &log);
    if !command.status().is_ok_and(|status| status.success()) {
        return Err(fails(program));
    }
    Ok(by_threads(&fs::read_to_string(&log).unwrap_or_default()))
}

/// Reads what the switches wrote: `thread 3 NAME` when a thread comes to its first one, `3 17` for switch 17.
fn by_threads(log: &str) -> ByThreads {
    let mut names: HashMap<&str, &str> = HashMap::new();
    let mut reached: HashMap<&str, HashSet<u32>> = HashMap::new();
    for line in log.lines() {
        let mut words = line.splitn(3, ' ');
        match (words.next(), words.next(), words.next()) {
            (Some("thread"), Some(thread), name) => drop(names.insert(thread, name.unwrap_or_default())),
            (Some(thread), Some(switch), None) => {
                reached.entry(thread).or_default().extend(switch.parse::<u32>().ok());
            }
            _ => {}
        }
    }
    let mut all = ByThreads::new();
    for (thread, switches) in reached {
        let name = names.get(thread).copied().unwrap_or_default();
        all.entry(name.to_owned()).or_default().extend(switches);
    }
    all
}

fn fails(program: &Program) -> String {
    format!("{} fails without a mutant; mend that first", program.path.display())
}

/// The processor time of the children in what the shell's `times` prints: user and system, on the second line.
fn of_children(times: &str) -> Option<f64> {
    let of_one = |word: &str| -> Option<f64> {
        let (minutes, seconds) = word.trim_end_matches('s').split_once('m')?;
        Some(minutes.parse::<f64>().ok()? * 60.0 + seconds.replace(',', ".").parse::<f64>().ok()?)
    };
    times.lines().nth(1)?.split_whitespace().map(of_one).sum()
}

/// A program started by the shell, which sets its limits.
fn command(tree: &Tree, program: &Program, script: &str) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(script).arg(&program.path).args(&program.args);
    command.current_dir(&tree.root).env("RUST_BACKTRACE", "0");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(script: &str) -> (Tree, Program) {
        let here = std::env::temp_dir();
        let tree = Tree {
            origin: here.clone(),
            root: here.clone(),
            target: here.clone(),
            charts: here,
            sources: String::new(),
        };
        let args = vec!["-c".to_owned(), script.to_owned()];
        (tree, Program { name: "sh".to_owned(), path: "/bin/sh".into(), args })
    }

    fn ended(script: &str) -> ProgramEnd {
        let (tree, program) = program(script);
        let name = String::new;
        let (file, function, was, change) = (name(), name(), name(), name());
        let mutant = Mutant { file, line: 1, function, was, change, nth: 0, switch: Switch::Code(1) };
        run(&tree, &program, &mutant, 1, None)
    }

    #[test]
    fn waiting_is_no_work_and_work_without_end_is_noticed() {
        assert_eq!(ended("sleep 3"), ProgramEnd::Passed);
        assert_eq!(ended("while :; do :; done"), ProgramEnd::Failed);
    }

    #[test]
    fn a_failure_is_noticed_and_a_stop_from_outside_is_none() {
        assert_eq!(ended("test $MUTANT = 1"), ProgramEnd::Passed);
        assert_eq!(ended("exit 101"), ProgramEnd::Failed);
        assert_eq!(ended("kill -ABRT $$"), ProgramEnd::Failed);
        assert_eq!(ended("kill -KILL $$"), ProgramEnd::Stopped);
        assert_eq!(ended("kill -INT $$"), ProgramEnd::Stopped);
    }

    #[test]
    fn what_is_reached_goes_by_the_names_of_threads() {
        let reached =
            by_threads("thread 0 main\n0 7\nthread 1 r1_a.toml\n1 7\n1 9\nthread 2 r1_a.toml\n2 11\nhalf");
        let of = |name: &str| {
            let mut of: Vec<u32> = reached[name].iter().copied().collect();
            of.sort_unstable();
            of
        };
        assert_eq!((of("main"), of("r1_a.toml")), (vec![7], vec![7, 9, 11]));
    }

    #[test]
    fn the_shell_says_how_long_a_program_worked() {
        assert_eq!(of_children("0m0.000s 0m0.010s\n1m2.500s 0m0.250s\n"), Some(62.75));
        assert_eq!(of_children("what?"), None);
        let (tree, program) = program("exit 0");
        assert!(run_measured(&tree, &program).is_ok_and(|(_, seconds)| seconds < 1.0));
    }
}

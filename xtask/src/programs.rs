//! The test programs of the workspace, run side by side: many wait for clocks and sockets, and cargo runs one after the other.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::command::{cargo_path, root, target};

/// One test program.
#[derive(Debug, Clone, PartialEq, Eq)]
struct TestProgram {
    /// The package and the target, as `server together`; `server sources` for the tests in its sources.
    name: String,
    file: PathBuf,
    /// The folder of the package, where cargo starts its tests.
    folder: PathBuf,
}

/// Programs of a run: those left to start, and those that have ended.
struct Progress {
    waiting: Vec<TestProgram>,
    all: usize,
    ended: usize,
    failed: Vec<String>,
    milliseconds: BTreeMap<String, u64>,
}

/// Builds every test program of the workspace and runs them, as many at once as there are cores, the longest first.
pub fn run() -> Result<(), String> {
    let mut waiting = build()?;
    let known = Durations::read();
    // From the end: the last is started first. One that was never timed comes before all others; of several the largest, as they link the most.
    let size = |program: &TestProgram| std::fs::metadata(&program.file).map_or(0, |file| file.len());
    waiting.sort_by_key(|program| (known.of(&program.name), size(program)));
    let all = waiting.len();
    let progress =
        Mutex::new(Progress { waiting, all, ended: 0, failed: Vec::new(), milliseconds: BTreeMap::new() });
    let started = Instant::now();
    let cores = thread::available_parallelism().map_or(1, usize::from);
    eprintln!("-- {all} test programs, {cores} at once");
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| work(&progress));
        }
    });
    let progress = progress.into_inner().expect("no worker panics");
    Durations::write(&progress.milliseconds);
    if progress.failed.is_empty() {
        eprintln!("   ({:.0} s)", started.elapsed().as_secs_f32());
        return Ok(());
    }
    Err(format!(
        "{} of {all} test programs failed, their output is above: {}",
        progress.failed.len(),
        progress.failed.join(", ")
    ))
}

/// Runs one program after the other until none is left.
fn work(progress: &Mutex<Progress>) {
    while let Some(program) = next(progress) {
        let started = Instant::now();
        let output = Command::new(&program.file).current_dir(&program.folder).output();
        tell(&mut progress.lock().expect("no worker panics"), &program, started.elapsed(), output);
    }
}

fn next(progress: &Mutex<Progress>) -> Option<TestProgram> {
    progress.lock().expect("no worker panics").waiting.pop()
}

/// Notes and prints how a program ended; all that it said if it failed.
fn tell(progress: &mut Progress, program: &TestProgram, time: Duration, output: std::io::Result<Output>) {
    progress.ended += 1;
    let ok = output.as_ref().is_ok_and(|output| output.status.success());
    let (ended, all, name) = (progress.ended, progress.all, &program.name);
    let how = if ok { "ok" } else { "FAILED" };
    eprintln!("   [{ended}/{all}] {name} {how} ({:.1} s)", time.as_secs_f32());
    if ok {
        progress.milliseconds.insert(name.clone(), time.as_millis() as u64);
        return;
    }
    progress.failed.push(name.clone());
    match output {
        Ok(output) => {
            eprintln!(
                "{}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            eprintln!("!! {name} ended with {}", output.status);
        }
        Err(why) => eprintln!("!! {} cannot be started: {why}", program.file.display()),
    }
}

/// Has cargo build the test programs; its errors and warnings are seen.
fn build() -> Result<Vec<TestProgram>, String> {
    let args = ["test", "--workspace", "--locked", "--no-run", "--message-format", "json-render-diagnostics"];
    eprintln!("-- cargo {}", args.join(" "));
    let started = Instant::now();
    let built = Command::new(cargo_path())
        .args(args)
        .current_dir(root())
        .stderr(std::process::Stdio::inherit())
        .output()
        .map_err(|why| format!("cargo cannot be started: {why}"))?;
    if !built.status.success() {
        return Err(format!("the test programs cannot be built ({})", built.status));
    }
    eprintln!("   ({:.0} s)", started.elapsed().as_secs_f32());
    Ok(listed(&String::from_utf8_lossy(&built.stdout)))
}

/// The test programs among cargo's messages, a JSON object each line.
fn listed(messages: &str) -> Vec<TestProgram> {
    let programs = messages.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        if message["profile"]["test"] != true {
            return None;
        }
        let file = PathBuf::from(message["executable"].as_str()?);
        let folder = Path::new(message["manifest_path"].as_str()?).parent()?.to_path_buf();
        let package = folder.file_name()?.to_string_lossy().into_owned();
        let own = message["target"]["kind"][0] == "test";
        let name = if own { message["target"]["name"].as_str()? } else { "sources" };
        let name = format!("{package} {name}");
        Some(TestProgram { name, file, folder })
    });
    programs.collect()
}

/// Times of the programs when they passed last, in milliseconds.
struct Durations(HashMap<String, u64>);

impl Durations {
    fn file() -> PathBuf {
        target().join("test-milliseconds.json")
    }

    fn read() -> Durations {
        let text = std::fs::read_to_string(Durations::file()).unwrap_or_default();
        Durations(serde_json::from_str(&text).unwrap_or_default())
    }

    fn of(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(u64::MAX)
    }

    /// Only the order of the next run depends on it, so that a file that cannot be written is no fault.
    fn write(times: &BTreeMap<String, u64>) {
        let mut known = Durations::read().0;
        known.extend(times.iter().map(|(name, time)| (name.clone(), *time)));
        let _ = serde_json::to_string(&known).map(|text| std::fs::write(Durations::file(), text));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_those_that_test() {
        let messages = r#"
{"reason":"compiler-artifact","manifest_path":"/r/crates/server/Cargo.toml","target":{"kind":["test"],"name":"together"},"profile":{"test":true},"executable":"/t/together-1"}
{"reason":"compiler-artifact","manifest_path":"/r/crates/server/Cargo.toml","target":{"kind":["lib"],"name":"server"},"profile":{"test":true},"executable":"/t/server-1"}
{"reason":"compiler-artifact","manifest_path":"/r/crates/server/Cargo.toml","target":{"name":"server"},"profile":{"test":false},"executable":null}
{"reason":"compiler-artifact","manifest_path":"/r/crates/berthier/Cargo.toml","target":{"name":"berthier"},"profile":{"test":false},"executable":"/t/berthier"}
{"reason":"build-finished","success":true}"#;
        let program = |name: &str, file: &str| TestProgram {
            name: name.to_owned(),
            file: PathBuf::from(file),
            folder: PathBuf::from("/r/crates/server"),
        };
        assert_eq!(
            listed(messages),
            [program("server together", "/t/together-1"), program("server sources", "/t/server-1")]
        );
    }
}

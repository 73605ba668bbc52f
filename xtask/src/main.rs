//! `cargo xtask`: everything that is done with the repository besides editing it.
//!
//! `play` builds the program and starts it; `test` runs every check and test; `bench` prints the speed figures;
//! `pictures` renders the pictures of the README again.

mod licences;

use std::env;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

const HELP: &str = "\
Usage: cargo xtask <command>

  play [ARGS]   build Berthier and start it (ARGS go to `berthier play`)
  test          all checks and tests: format, lints, licences, tests, documentation, data files
  bench [ARGS]  the speed figures of docs/performance.md, on one core
  load [GAMES [SECONDS [STORED]]]
                the server under load: 64 games at once for 10 seconds, over 10000 stored ones
  pictures      render the pictures of the README and the battles' pages again
  fuzz [SECS]   run every fuzz target for SECS seconds each (needs cargo-fuzz; names it if it is missing)
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "play" => play(&rest),
        "test" => test(),
        "bench" => bench(&rest),
        "load" => load(&rest),
        "pictures" => pictures(),
        "fuzz" => fuzz(&rest),
        "" | "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("xtask knows no command {other:?}\n\n{HELP}")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            eprintln!("xtask: {what}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in the repository").to_path_buf()
}

/// Runs a command in the root; what it prints is seen.
fn run(program: &str, args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let started = Instant::now();
    eprintln!("-- {program} {}", args.join(" "));
    let status = Command::new(program)
        .args(args)
        .envs(variables.iter().copied())
        .current_dir(root())
        .status()
        .map_err(|e| format!("{program} cannot be started ({e}); is it installed and on the PATH?"))?;
    if status.success() {
        eprintln!("   ({:.0} s)", started.elapsed().as_secs_f32());
        Ok(())
    } else {
        Err(format!("`{program} {}` failed ({status})", args.join(" ")))
    }
}

fn cargo(args: &[&str]) -> Result<(), String> {
    run(&env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()), args, &[])
}

fn play(rest: &[String]) -> Result<(), String> {
    let mut args = vec!["run", "--quiet", "--release", "--package", "berthier", "--", "play"];
    args.extend(rest.iter().map(String::as_str));
    cargo(&args)
}

fn test() -> Result<(), String> {
    let started = Instant::now();
    cargo(&["fmt", "--all", "--check"])?;
    licences::check(&root())?;
    cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])?;
    cargo(&["test", "--workspace", "--locked", "--no-fail-fast"])?;
    let cargo_path = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    run(&cargo_path, &["doc", "--workspace", "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    eprintln!("everything passed in {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

fn bench(rest: &[String]) -> Result<(), String> {
    let mut args = vec!["run", "--quiet", "--release", "--package", "berthier", "--", "bench"];
    args.extend(rest.iter().map(String::as_str));
    cargo(&args)
}

/// The pictures, with pixels a hex: some 1000 to 1200 pixels wide, and below 900 kB each.
const PICTURES: [(&str, &str); 3] = [("maida", "62"), ("saalfeld", "39"), ("tutorial", "90")];

fn load(rest: &[String]) -> Result<(), String> {
    cargo(&["build", "--quiet", "--release", "--package", "berthier"])?;
    let berthier = root().join("target/release/berthier");
    let berthier = berthier.to_string_lossy();
    let mut args =
        vec!["run", "--quiet", "--release", "--package", "server", "--example", "load", "--", &berthier];
    args.extend(rest.iter().map(String::as_str));
    cargo(&args)
}

fn pictures() -> Result<(), String> {
    cargo(&["build", "--quiet", "--release", "--package", "berthier"])?;
    let berthier = root().join("target/release/berthier");
    let berthier = berthier.to_string_lossy();
    for (battle, scale) in PICTURES {
        let out = format!("docs/pictures/{battle}.png");
        run(&berthier, &["show", battle, "--out", &out, "--scale", scale, "--no-numbers"], &[])?;
    }
    Ok(())
}

fn fuzz(rest: &[String]) -> Result<(), String> {
    let seconds = rest.first().map_or("60", String::as_str);
    let limit = format!("-max_total_time={seconds}");
    let list = Command::new("cargo")
        .args(["fuzz", "list"])
        .current_dir(root())
        .output()
        .map_err(|e| e.to_string())
        .and_then(|o| if o.status.success() { Ok(o.stdout) } else { Err("cargo-fuzz is missing".to_owned()) })
        .map_err(|e| format!("{e}; install it with `cargo install cargo-fuzz`"))?;
    for target in String::from_utf8_lossy(&list).lines() {
        run("cargo", &["fuzz", "run", target, "--", &limit], &[("RUSTC_BOOTSTRAP", "1")])?;
    }
    Ok(())
}

//! `cargo xtask`: everything that is done with the repository besides editing it.
//!
//! `play` builds the program and starts it; `test` runs every check and test; `bench` prints the speed figures;
//! `pictures` renders the pictures of the README again.

mod browser;
mod check;
mod client;
mod command;
mod debian;
mod licences;
mod node;
mod pictures;
mod play;
mod programs;
mod space;

use std::env;
use std::process::{Command, ExitCode};

use command::{berthier, build, cargo, root, run};

const HELP: &str = "\
Usage: cargo xtask <command>

  play [OPTIONS]
                build Berthier and open it in the browser (OPTIONS go to `berthier serve`)
  play --terminal [ARGS], play BATTLE [ARGS]
                play in the terminal (ARGS go to `berthier play`)
  test          all checks and tests: format, lints, licences, tests, documentation, data files, the client
                in a browser
  test --rust   only the tests in Rust, as after a change of a rule
  e2e [FILES]   only the tests of the client in a browser
  bench [ARGS]  the speed figures of docs/performance.md, on one core
  load [GAMES [SECONDS [STORED]]]
                the server under load: 64 games at once for 10 seconds, over 10000 stored ones
  pictures      render the pictures of the README and the battles' pages again
  mutants BOOK  change a rulebook's code and charts one place at a time, and show which changes no vignette and no
                recorded game notices (--help tells more)
  fuzz [SECS]   run every fuzz target for SECS seconds each (needs cargo-fuzz; names it if it is missing)
";

fn main() -> ExitCode {
    let mut args = env::args().skip(1);
    let command = args.next().unwrap_or_default();
    let rest: Vec<String> = args.collect();
    let done = match command.as_str() {
        "play" => play::play(&rest),
        "test" => test(&rest),
        "e2e" => check::end_to_end_only(&rest),
        "bench" => bench(&rest),
        "load" => load(&rest),
        "pictures" => pictures::pictures(),
        "fuzz" => fuzz(&rest),
        "mutants" => mutants(&rest),
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

fn test(rest: &[String]) -> Result<(), String> {
    match rest {
        [] => check::test(),
        [only] if only == "--rust" => check::rust(),
        other => Err(format!("`cargo xtask test` takes --rust or nothing, not {:?}", other.join(" "))),
    }
}

fn bench(rest: &[String]) -> Result<(), String> {
    let mut args = vec!["run", "--quiet", "--release", "--package", "berthier", "--", "bench"];
    args.extend(rest.iter().map(String::as_str));
    cargo(&args)
}

fn load(rest: &[String]) -> Result<(), String> {
    build("release")?;
    let berthier = berthier("release");
    let berthier = berthier.to_string_lossy();
    let mut args =
        vec!["run", "--quiet", "--release", "--package", "server", "--example", "load", "--", &berthier];
    args.extend(rest.iter().map(String::as_str));
    cargo(&args)
}

fn mutants(rest: &[String]) -> Result<(), String> {
    let mut args = vec!["run", "--quiet", "--manifest-path", "xtask/mutants/Cargo.toml", "--"];
    args.extend(rest.iter().map(String::as_str));
    cargo(&args)
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
        run(
            "cargo",
            &["fuzz", "run", "--features", "run", target, "--", &limit],
            &[("RUSTC_BOOTSTRAP", "1")],
        )?;
    }
    Ok(())
}

//! Starting other programs.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The root of the repository.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in the repository").to_path_buf()
}

/// Folder in which cargo builds: the folder with `debug` and `release`.
pub fn target() -> PathBuf {
    // This program runs from there, wherever the settings of this machine say that it is.
    let own = env::current_exe().ok();
    let folder = own.as_deref().and_then(Path::parent).and_then(Path::parent);
    folder.map_or_else(|| root().join("target"), Path::to_path_buf)
}

/// The program as it was built, `debug` or `release`.
pub fn berthier(profile: &str) -> PathBuf {
    target().join(profile).join(format!("berthier{}", env::consts::EXE_SUFFIX))
}

/// Runs a command in the root; what it prints is seen.
pub fn run(program: &str, args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(args).envs(variables.iter().copied()).current_dir(root());
    watch(command)
}

/// Runs a prepared command; what it prints is seen.
pub fn watch(mut command: Command) -> Result<(), String> {
    let started = Instant::now();
    let words = words(&command);
    eprintln!("-- {words}");
    let status = command.status().map_err(|e| {
        let program = command.get_program().to_string_lossy();
        format!("{program} cannot be started ({e}); is it installed and on the PATH?")
    })?;
    if status.success() {
        eprintln!("   ({:.0} s)", started.elapsed().as_secs_f32());
        Ok(())
    } else {
        Err(format!("`{words}` failed ({status})"))
    }
}

/// A command as one would type it.
fn words(command: &Command) -> String {
    let parts = std::iter::once(command.get_program()).chain(command.get_args());
    parts.map(|part| part.to_string_lossy()).collect::<Vec<_>>().join(" ")
}

/// Runs cargo in the root.
pub fn cargo(args: &[&str]) -> Result<(), String> {
    run(&cargo_path(), args, &[])
}

/// The cargo that runs this program.
pub fn cargo_path() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned())
}

/// Builds the program, `debug` or `release`.
pub fn build(profile: &str) -> Result<(), String> {
    // In the workspace, so that the tests and the program are built from the same dependencies with the same features.
    let mut args = vec!["build", "--locked", "--workspace", "--bin", "berthier"];
    if profile == "release" {
        args.push("--release");
    }
    cargo(&args)
}

/// Builds the debug program as the tests do, with the features that they ask for: after them it stands there already.
pub fn build_as_tested() -> Result<(), String> {
    // A test of the program has cargo put it in its place; `cargo build` would compile most of the workspace again.
    cargo(&["test", "--workspace", "--locked", "--no-run", "--test", "house"])
}

/// A program on a search path.
pub fn find_on(path: Option<OsString>, names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&path?).collect();
    names.iter().find_map(|name| {
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        folders.iter().map(|folder| folder.join(&file)).find(|path| path.is_file())
    })
}

/// A program on the PATH.
pub fn find(names: &[&str]) -> Option<PathBuf> {
    find_on(env::var_os("PATH"), names)
}

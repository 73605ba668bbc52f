//! `cargo xtask test`: every check and test, on a clean clone too.

use std::path::Path;
use std::time::Instant;

use crate::command::{build_as_tested, cargo, cargo_path, root, run, target};
use crate::node::Node;
use crate::{browser, client, licences, programs, space};

/// The program that measures what tests notice.
const MUTANTS: &str = "xtask/mutants/Cargo.toml";

/// Runs everything; the quick things first.
pub fn test() -> Result<(), String> {
    let started = Instant::now();
    space::look();
    cargo(&["fmt", "--all", "--check"])?;
    cargo(&["fmt", "--manifest-path", MUTANTS, "--check"])?;
    licences::check(&root())?;
    licences::check_client(&root())?;
    let node = Node::ready()?;
    let chromium = browser::ready()?;
    client::install(&node)?;
    node.npm(&["run", "format:check"], &[])?;
    node.npm(&["run", "lint"], &[])?;
    node.npm(&["run", "check"], &[])?;
    node.npm(&["test"], &[])?;
    // Before the program, which takes the client in.
    client::build(Some(&node))?;
    cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"])?;
    // A workspace of its own.
    cargo(&["test", "--quiet", "--manifest-path", MUTANTS, "--locked"])?;
    programs::run()?;
    examples_in_docs()?;
    run(&cargo_path(), &["doc", "--workspace", "--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    build_as_tested()?;
    end_to_end(&node, &chromium, &[])?;
    eprintln!("everything passed in {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

/// Only the tests in Rust.
pub fn rust() -> Result<(), String> {
    let started = Instant::now();
    programs::run()?;
    examples_in_docs()?;
    eprintln!("all tests in Rust passed in {:.0} s", started.elapsed().as_secs_f32());
    Ok(())
}

fn examples_in_docs() -> Result<(), String> {
    cargo(&["test", "--workspace", "--locked", "--doc", "--quiet"])
}

/// Only the end-to-end tests of the client; `rest` goes to vitest, as the names of files.
pub fn end_to_end_only(rest: &[String]) -> Result<(), String> {
    let node = Node::ready()?;
    let chromium = browser::ready()?;
    client::install(&node)?;
    client::build(Some(&node))?;
    build_as_tested()?;
    end_to_end(&node, &chromium, rest)
}

fn end_to_end(node: &Node, chromium: &Path, rest: &[String]) -> Result<(), String> {
    let pictures = target().join("pictures");
    client::end_to_end(node, chromium, "debug", &pictures, rest)
}

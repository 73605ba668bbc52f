//! Node.js and npm, with which the client is built and tested.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command::{find_on, root, target, watch};
use crate::debian;

/// Least version of Node for the client's tools: major and minor version.
const LEAST: (u32, u32) = (20, 19);

/// A Node.js that is new enough, with its npm.
pub struct Node {
    /// The search path on which both stand first.
    path: OsString,
    npm: PathBuf,
}

impl Node {
    /// Finds Node.js, or installs it: Debian's package, and where that is too old, the one from npm in a folder of our own.
    pub fn ready() -> Result<Node, String> {
        if let Some(node) = Self::found() {
            return Ok(node);
        }
        let (major, minor) = LEAST;
        let missing = format!("the client needs Node.js {major}.{minor} or newer with npm");
        if Self::any_npm().is_none() {
            debian::install(&["nodejs", "npm"]).map_err(|what| format!("{missing}: {what}"))?;
        }
        if let Some(node) = Self::found() {
            return Ok(node);
        }
        let npm = Self::any_npm().ok_or_else(|| format!("{missing}; install it from https://nodejs.org"))?;
        fetch_own(&npm).map_err(|what| format!("{missing}: {what}"))?;
        Self::found().ok_or_else(|| format!("{missing}; install it from https://nodejs.org"))
    }

    /// One on the PATH or in our own folder, if it is new enough.
    fn found() -> Option<Node> {
        let system = env::var_os("PATH").unwrap_or_default();
        let own: OsString =
            env::join_paths(std::iter::once(own_bin()).chain(env::split_paths(&system))).ok()?;
        [system, own].into_iter().find_map(|path| {
            let node = find_on(Some(path.clone()), &["node", "nodejs"])?;
            let npm = find_on(Some(path.clone()), &["npm"])?;
            version(&node).is_some_and(|version| version >= LEAST).then_some(Node { path, npm })
        })
    }

    /// An npm that starts, however old.
    fn any_npm() -> Option<PathBuf> {
        let npm = find_on(env::var_os("PATH"), &["npm"])?;
        version(&npm).map(|_| npm)
    }

    /// Runs npm in the client's folder.
    pub fn npm(&self, args: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
        let mut command = Command::new(&self.npm);
        command
            .args(args)
            .envs(variables.iter().copied())
            .env("PATH", &self.path)
            .current_dir(root().join("web"));
        watch(command)
    }
}

/// The folder of our own.
fn own() -> PathBuf {
    target().join("node")
}

fn own_bin() -> PathBuf {
    own().join("node_modules/.bin")
}

/// Fetches Node.js and a npm that fits it from npm, with nothing run on installing.
fn fetch_own(npm: &Path) -> Result<(), String> {
    let system = if env::consts::OS == "macos" { "darwin" } else { env::consts::OS };
    let processor = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let node = format!("node-{system}-{processor}@22");
    let folder = own();
    fs::create_dir_all(&folder).map_err(|e| format!("{} cannot be made: {e}", folder.display()))?;
    // With a package of its own the folder is no part of one above it.
    fs::write(folder.join("package.json"), "{\"private\": true}\n").map_err(|e| e.to_string())?;
    let mut command = Command::new(npm);
    command.args(["install", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts", &node, "npm@11"]);
    command.current_dir(&folder);
    watch(command)
}

/// Major and minor version of a program that answers `--version` with something like `v20.19.0`.
fn version(program: &Path) -> Option<(u32, u32)> {
    let output =
        Command::new(program).arg("--version").output().ok().filter(|output| output.status.success())?;
    let text = String::from_utf8(output.stdout).ok()?;
    let mut numbers = text.trim().trim_start_matches('v').split('.').map(|part| part.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

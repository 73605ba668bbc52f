//! The copy of the repository in which the mutants are made.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the tests of a rulebook depend on.
const TESTED: [&str; 6] = ["Cargo", "crates/", "books/", "battles/", "vignettes/", "recorded/"];

/// A copy of the files that git knows.
pub struct Tree {
    /// The root of the repository.
    pub origin: PathBuf,
    /// The root of the copy.
    pub root: PathBuf,
    /// Where cargo builds it.
    pub target: PathBuf,
    /// Where the changed charts are put.
    pub charts: PathBuf,
    /// Another for other sources of what is tested.
    pub sources: String,
}

impl Tree {
    /// Copies what git knows below `origin` into `to`, but for what is `rewritten` afterwards. A file that is the same
    /// already stays untouched, so that cargo builds only what has changed.
    pub fn copy(origin: &Path, to: &Path, rewritten: impl Fn(&str) -> bool) -> Result<Tree, String> {
        let output = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(origin)
            .output()
            .map_err(|e| format!("git cannot be started: {e}"))?;
        if !output.status.success() {
            return Err(format!("git ls-files: {}", String::from_utf8_lossy(&output.stderr)));
        }
        fs::create_dir_all(to).map_err(|e| format!("{}: {e}", to.display()))?;
        let to = to.canonicalize().map_err(|e| format!("{}: {e}", to.display()))?;
        let origin = origin.canonicalize().map_err(|e| format!("{}: {e}", origin.display()))?;
        let (target, charts, sources) = (to.join("build"), to.join("charts"), String::new());
        let mut tree = Tree { origin, root: to.join("tree"), target, charts, sources };
        let mut hasher = DefaultHasher::new();
        for name in String::from_utf8_lossy(&output.stdout).split('\0') {
            if name.is_empty() {
                continue;
            }
            let text = fs::read(tree.origin.join(name));
            if TESTED.iter().any(|part| name.starts_with(part)) && !name.ends_with("/mutants.toml") {
                (name, text.as_ref().ok()).hash(&mut hasher);
            }
            if rewritten(name) {
                continue;
            }
            match text {
                Ok(text) => write_if_changed(&tree.root.join(name), &text)?,
                // Removed, and not committed yet.
                Err(_) => drop(fs::remove_file(tree.root.join(name))),
            }
        }
        tree.sources = format!("{:016x}", hasher.finish());
        Ok(tree)
    }

    /// Replaces a file of the copy.
    pub fn write(&self, name: &str, text: &str) -> Result<(), String> {
        write_if_changed(&self.root.join(name), text.as_bytes())
    }

    /// The text of a file of the repository.
    pub fn read(&self, name: &str) -> Result<String, String> {
        fs::read_to_string(self.origin.join(name)).map_err(|e| format!("{name}: {e}"))
    }

    /// The files below a folder of the repository that end so, by their paths below the root, in order.
    pub fn files(&self, folder: &str, ending: &str) -> Vec<String> {
        let mut found = Vec::new();
        collect(&self.origin.join(folder), &mut found);
        let below = |path: PathBuf| Some(path.strip_prefix(&self.origin).ok()?.to_str()?.to_owned());
        let mut names: Vec<String> =
            found.into_iter().filter_map(below).filter(|name| name.ends_with(ending)).collect();
        names.sort();
        names
    }
}

fn collect(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, out);
        } else {
            out.push(path);
        }
    }
}

/// Writes a file unless it holds these bytes already.
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|now| now == bytes) {
        return Ok(());
    }
    let put = || {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, bytes)
    };
    put().map_err(|e: std::io::Error| format!("{}: {e}", path.display()))
}

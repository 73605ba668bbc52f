//! The copy of the repository in which the mutants are made.

use std::collections::HashSet;
use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files and folders on which the tests of a rulebook depend.
const TESTED: [&str; 6] = ["Cargo", "crates/", "books/", "battles/", "vignettes/", "recorded/"];

/// A copy of the files that git knows.
pub struct Tree {
    /// The root of the repository.
    pub origin: PathBuf,
    /// The root of the copy.
    pub root: PathBuf,
    /// Folder in which cargo builds it.
    pub target: PathBuf,
    /// Folder of the changed charts.
    pub charts: PathBuf,
    /// Another for other sources of what is tested.
    pub sources: String,
}

impl Tree {
    /// Copies what git knows below `origin` into `to`, but for what is `rewritten` afterwards. A file that is the same
    /// already stays untouched, so that cargo builds only what has changed; one that is gone goes from the copy too.
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
        let mut there = HashSet::new();
        for name in String::from_utf8_lossy(&output.stdout).split('\0') {
            if name.is_empty() {
                continue;
            }
            let text = fs::read(tree.origin.join(name));
            if TESTED.iter().any(|part| name.starts_with(part)) && !name.ends_with("/mutants.toml") {
                (name, text.as_ref().ok()).hash(&mut hasher);
            }
            // Listed, but not there: removed, and not committed yet.
            let Ok(text) = text else { continue };
            there.insert(name.to_owned());
            if !rewritten(name) {
                write_if_changed(&tree.root.join(name), &text)?;
            }
        }
        tree.clear_but(&there)?;
        tree.sources = format!("{:016x}", hasher.finish());
        Ok(tree)
    }

    /// A repository that is only read.
    #[cfg(test)]
    pub fn only_read(origin: &Path) -> Tree {
        let no = PathBuf::new;
        Tree { origin: origin.to_path_buf(), root: no(), target: no(), charts: no(), sources: String::new() }
    }

    /// Removes from the copy what is not among these names, and folders that are empty then.
    fn clear_but(&self, there: &HashSet<String>) -> Result<(), String> {
        let mut found = Vec::new();
        collect(&self.root, &mut found);
        for path in found {
            let name = path.strip_prefix(&self.root).ok().and_then(Path::to_str);
            if name.is_some_and(|name| there.contains(name)) {
                continue;
            }
            fs::remove_file(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let folders = path.ancestors().skip(1).take_while(|folder| **folder != *self.root);
            // A folder that still holds something is not removed, nor those above it.
            folders.map(fs::remove_dir).take_while(Result::is_ok).for_each(drop);
        }
        Ok(())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_git_lists_no_longer_goes_from_the_copy() {
        let here = std::env::temp_dir().join(format!("mutants-tree-{}", std::process::id()));
        drop(fs::remove_dir_all(&here));
        let (origin, to) = (here.join("origin"), here.join("to"));
        let put =
            |name: &str, text: &str| write_if_changed(&origin.join(name), text.as_bytes()).expect("written");
        for (name, text) in [("a.txt", "a"), ("kept/b.txt", "b"), ("gone/deep/c.txt", "c"), ("src/d.rs", "d")]
        {
            put(name, text);
        }
        let git =
            |args: &[&str]| Command::new("git").args(args).current_dir(&origin).output().expect("git runs");
        assert!(git(&["init", "--quiet"]).status.success());
        let copy = || Tree::copy(&origin, &to, |name| name.ends_with(".rs")).expect("it copies");
        let tree = copy();
        tree.write("src/d.rs", "changed").expect("written");
        let in_copy = |name: &str| tree.root.join(name).exists();
        assert!(in_copy("gone/deep/c.txt") && in_copy("src/d.rs"));
        fs::remove_dir_all(origin.join("gone")).expect("it goes");
        put("kept/b.txt", "other");
        copy();
        assert!(in_copy("a.txt") && in_copy("src/d.rs"), "what stays, stays");
        assert_eq!(fs::read_to_string(tree.root.join("kept/b.txt")).expect("it is there"), "other");
        assert!(!in_copy("gone"), "with its folders");
        assert!(git(&["add", "--all"]).status.success());
        fs::remove_file(origin.join("src/d.rs")).expect("it goes");
        copy();
        assert!(!in_copy("src/d.rs"), "listed, but not there");
        fs::remove_dir_all(&here).expect("it goes");
    }
}

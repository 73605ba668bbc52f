//! The client in the browser: installed and built only when something has changed.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use crate::command::{berthier, root};
use crate::node::Node;

/// Sources of the built client, below `web`.
const SOURCES: [&str; 7] = [
    "src",
    "public",
    "index.html",
    "package-lock.json",
    "svelte.config.js",
    "tsconfig.json",
    "vite.config.ts",
];

/// Installs the client's packages, if the list of them is another one than last time.
pub fn install(node: &Node) -> Result<(), String> {
    let web = root().join("web");
    let lock = fs::read(web.join("package-lock.json")).map_err(|e| format!("web/package-lock.json: {e}"))?;
    let stamp = web.join("node_modules/.installed-package-lock.json");
    if fs::read(&stamp).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    node.npm(&["ci", "--no-audit", "--no-fund"], &[])?;
    fs::write(&stamp, lock).map_err(|e| format!("{}: {e}", stamp.display()))
}

/// Builds the client, if its sources are newer than what was built. Without a Node at hand, one is made ready for that.
pub fn build(node: Option<&Node>) -> Result<(), String> {
    if is_current() {
        return Ok(());
    }
    let found;
    let node = match node {
        Some(node) => node,
        None => {
            found = Node::ready()?;
            &found
        }
    };
    install(node)?;
    node.npm(&["run", "build"], &[])
}

/// Whether the client is built, and nothing that it is made from is newer.
fn is_current() -> bool {
    let web = root().join("web");
    let built = fs::metadata(web.join("dist/index.html")).and_then(|file| file.modified()).ok();
    let changed = SOURCES.iter().filter_map(|source| newest(&web.join(source))).max();
    built.is_some() && built > changed
}

/// Runs the end-to-end tests with a built program; their pictures go to a folder. `files` names some of them.
pub fn end_to_end(
    node: &Node,
    chromium: &Path,
    profile: &str,
    pictures: &Path,
    files: &[String],
) -> Result<(), String> {
    fs::create_dir_all(pictures).map_err(|e| format!("{}: {e}", pictures.display()))?;
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let (program, chromium, pictures) = (text(&berthier(profile)), text(chromium), text(pictures));
    let mut args = vec!["run", "e2e", "--"];
    args.extend(files.iter().map(String::as_str));
    let variables = [
        ("BERTHIER_PROGRAM", &*program),
        ("BERTHIER_CHROMIUM", &*chromium),
        ("BERTHIER_PICTURES", &*pictures),
    ];
    node.npm(&args, &variables)
}

/// Time at which a file, or anything below a folder, was changed last. A file that was taken away changes its folder.
fn newest(path: &Path) -> Option<SystemTime> {
    let own = fs::metadata(path).and_then(|it| it.modified()).ok();
    let below = fs::read_dir(path).into_iter().flatten().flatten().filter_map(|entry| newest(&entry.path()));
    below.chain(own).max()
}

//! The vignettes of a rulebook, all of them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use muster::Source;

use crate::vignette::{Case, Staged};

/// Plays every vignette below a folder, and says how many there are. Those whose path contains one of the words of the variable `ONLY`, which have
/// commas between them, if it is set; with `FIRST` no further ones after a failure.
///
/// # Errors
/// Whatever comes out otherwise than its vignette expects, a line each.
pub fn play_vignettes<R: Staged>(folder: &Path) -> Result<String, String> {
    let mut files = Vec::new();
    below(folder, &mut files).map_err(|error| format!("{}: {error}", folder.display()))?;
    let first = std::env::var_os("FIRST").is_some();
    if files.is_empty() {
        return Err(format!("{}: there is no vignette", folder.display()));
    }
    files.retain(|path| is_chosen(path));
    let (mut failures, mut cases) = (Vec::new(), 0);
    for path in &files {
        if first && !failures.is_empty() {
            break;
        }
        let name = path.strip_prefix(folder).unwrap_or(path).display().to_string();
        match Source::read(path).and_then(|source| R::read(&source)) {
            Err(faults) => failures.push(faults.to_string()),
            Ok(vignette) => {
                cases += vignette.cases.len();
                let differences =
                    in_thread(&name, || vignette.cases.iter().flat_map(differences).collect::<Vec<_>>());
                failures.extend(differences.iter().map(|difference| format!("{name}{difference}")));
            }
        }
    }
    if failures.is_empty() {
        return Ok(format!("{} vignettes, {cases} cases", files.len()));
    }
    Err(format!("{} differences:\n{}", failures.len(), failures.join("\n")))
}

/// Does something in a thread that has a vignette's name: if it panics, that is said, and the measuring of mutants learns what code it comes to.
pub fn in_thread<T: Send>(name: &str, what: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name(name.to_owned()).spawn_scoped(scope, what);
        let ended = thread.expect("a thread can be started").join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Whether `ONLY` chooses a vignette.
pub(super) fn is_chosen(path: &Path) -> bool {
    let only = std::env::var("ONLY").unwrap_or_default();
    only.split(',').any(|part| path.to_string_lossy().contains(part))
}

/// Differences of a case from what is expected.
fn differences<R: Staged>(case: &Case<R>) -> Vec<String> {
    let Ok(transcript) = catch_unwind(AssertUnwindSafe(|| case.run())) else {
        return vec![format!(" [{}]: panicked", case.name)];
    };
    transcript.differences().map(|(place, what)| format!(":{}: [{}] {what}", place.line, case.name)).collect()
}

/// The vignettes below a folder, in the order of their names.
pub(super) fn below(folder: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            below(&path, out)?;
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            out.push(path);
        }
    }
    Ok(())
}

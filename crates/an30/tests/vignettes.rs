//! Every vignette of the rulebook comes out as expected.

use std::path::{Path, PathBuf};

use an30::variant::{Doherty2005, Edition, Standard};
use an30::vignette::Vignette;
use muster::Source;

fn vignettes(folder: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder).expect("the folder is there").flatten().collect();
    entries.sort_by_key(std::fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        if path.is_dir() {
            vignettes(&path, out);
        } else if path.extension().is_some_and(|e| e == "toml") {
            out.push(path);
        }
    }
}

#[test]
fn every_vignette_comes_out_as_expected() {
    all_come_out::<Standard>();
}

#[test]
fn every_vignette_of_the_revision_comes_out_as_expected() {
    all_come_out::<Doherty2005>();
}

/// All vignettes of an edition, or those whose path contains one of the words in `ONLY`, which have commas between them; with `FIRST` no
/// further ones after a failure.
fn all_come_out<E: Edition>() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes").join(E::ID);
    let mut files = Vec::new();
    vignettes(&root, &mut files);
    let only = std::env::var("ONLY").unwrap_or_default();
    let first = std::env::var_os("FIRST").is_some();
    let wanted = |path: &Path| only.split(',').any(|part| path.to_string_lossy().contains(part));
    let mut failures = Vec::new();
    let mut cases = 0;
    for path in files.iter().filter(|path| wanted(path)) {
        if first && !failures.is_empty() {
            break;
        }
        let name = path.strip_prefix(&root).expect("below the root").display().to_string();
        let vignette = Source::read(path).and_then(|source| Vignette::<E>::read(&source));
        match vignette {
            Err(faults) => failures.push(faults.to_string()),
            Ok(vignette) => {
                for case in &vignette.cases {
                    cases += 1;
                    let run = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case.run()));
                    match run {
                        Err(_) => failures.push(format!("{name} [{}]: panicked", case.name)),
                        Ok(transcript) => {
                            for (place, what) in transcript.differences() {
                                failures.push(format!("{name}:{}: [{}] {what}", place.line, case.name));
                            }
                        }
                    }
                }
            }
        }
    }
    println!("{} vignettes, {cases} cases", files.len());
    assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), failures.join("\n"));
}

//! The plan of the house holds: who uses whom, and that no room's core imports what is built on it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// For each room those that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rooms, by their folders.
fn rooms() -> Vec<String> {
    let entries = fs::read_dir(root().join("crates")).expect("the crates are there");
    let mut rooms: Vec<String> =
        entries.map(|entry| entry.expect("readable").file_name().into_string().expect("a name")).collect();
    rooms.retain(|room| root().join("crates").join(room).join("Cargo.toml").is_file());
    rooms.sort();
    rooms
}

/// Who uses whom by the manifests; what only tests use does not count.
fn by_manifest(rooms: &[String]) -> Uses {
    let uses = |room: &String| {
        let manifest = read(&root().join("crates").join(room).join("Cargo.toml"));
        let section = manifest
            .split("\n[")
            .find(|section| section.trim_start_matches('[').starts_with("dependencies]"));
        let names =
            section.into_iter().flat_map(str::lines).filter_map(|line| line.split(['.', ' ', '=']).next());
        names.filter(|name| rooms.iter().any(|room| room == name)).map(str::to_owned).collect()
    };
    rooms.iter().map(|room| (room.clone(), uses(room))).collect()
}

/// Who uses whom by the picture in ARCHITECTURE.md.
fn by_picture() -> Uses {
    let text = read(&root().join("ARCHITECTURE.md"));
    let picture = text.split("flowchart TD\n").nth(1).and_then(|rest| rest.split("```").next());
    let mut uses = Uses::new();
    for line in picture.expect("ARCHITECTURE.md has a picture of the rooms").lines() {
        let chain: Vec<&str> = line.split("-->").map(str::trim).collect();
        for room in &chain {
            uses.entry((*room).to_owned()).or_default();
        }
        for pair in chain.windows(2) {
            uses.entry(pair[0].to_owned()).or_default().insert(pair[1].to_owned());
        }
    }
    uses
}

/// With all that the used ones use.
fn closed(uses: &Uses) -> Uses {
    let mut closed = uses.clone();
    for _ in 0..uses.len() {
        for (room, used) in closed.clone() {
            let further: Vec<String> = used.iter().flat_map(|other| closed[other].clone()).collect();
            closed.get_mut(&room).expect("the same rooms").extend(further);
        }
    }
    closed
}

#[test]
fn the_picture_of_the_rooms_is_true_and_has_no_circle() {
    let rooms = rooms();
    assert!(rooms.len() > 10, "{rooms:?}");
    let (manifest, picture) = (closed(&by_manifest(&rooms)), by_picture());
    assert_eq!(
        picture.keys().collect::<Vec<_>>(),
        manifest.keys().collect::<Vec<_>>(),
        "every room is drawn"
    );
    assert_eq!(closed(&picture), manifest, "ARCHITECTURE.md draws what the manifests say");
    let circle = manifest.iter().find(|(room, used)| used.contains(*room));
    assert_eq!(circle, None, "no room uses itself through others");
}

#[test]
fn a_room_uses_only_rooms_above_it_in_the_list() {
    let text = read(&root().join("ARCHITECTURE.md"));
    let rooms = rooms();
    let listed: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_once('/').map(|(room, _)| room))
        .filter(|name| rooms.iter().any(|room| room == name))
        .collect();
    assert_eq!(
        listed.iter().copied().collect::<BTreeSet<_>>().len(),
        rooms.len(),
        "every room is listed: {listed:?}"
    );
    let place = |room: &str| listed.iter().position(|name| *name == room);
    for (room, used) in by_manifest(&rooms) {
        for other in used {
            assert!(place(&other) < place(&room), "{room} uses {other}, which stands below it");
        }
    }
}

/// The source files of a folder.
fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            out.push(path);
        }
    }
}

/// The lines of code, comments left out.
fn code(path: &Path) -> Vec<String> {
    let text = read(path);
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect()
}

#[test]
fn the_core_of_a_rulebook_imports_no_chapter() {
    let mut seen = 0;
    for room in rooms() {
        let core = root().join("crates").join(&room).join("src/core");
        if !core.is_dir() {
            continue;
        }
        let mut files = Vec::new();
        sources(&core, &mut files);
        for file in files {
            seen += 1;
            let imported = code(&file).into_iter().find(|line| line.contains("crate::ch"));
            assert_eq!(imported, None, "{}", file.display());
        }
    }
    assert!(seen > 20, "{seen} files of cores");
}

#[test]
fn no_source_file_is_longer_than_600_lines() {
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    assert!(files.len() > 300, "{} files", files.len());
    for file in files {
        let lines = read(&file).lines().count();
        assert!(lines <= 600, "{} has {lines} lines: part it along its seams", file.display());
    }
}

/// The functions of a file that are longer than so many lines, each with its first line's number. A function ends at the first line that closes
/// what its own line opened, as `cargo fmt` sets it.
fn long_functions(text: &str, most: usize) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let indent = |line: &str| line.len() - line.trim_start().len();
    let is_function = |line: &str| {
        let words: Vec<&str> = line.trim_start().split([' ', '(']).collect();
        let before = words.iter().position(|word| *word == "fn");
        before.is_some_and(|at| {
            words[..at].iter().all(|word| word.starts_with(char::is_alphabetic) || word.ends_with(')'))
        })
    };
    let mut long = Vec::new();
    for (at, line) in lines.iter().enumerate().filter(|(_, line)| is_function(line)) {
        let end = lines[at..]
            .iter()
            .position(|other| indent(other) == indent(line) && other.trim_end().ends_with(['}', ';']));
        let length = end.map_or(0, |end| end + 1);
        if length > most {
            long.push((at + 1, line.trim().to_owned()));
        }
    }
    long
}

#[test]
fn no_function_is_longer_than_70_lines() {
    let example = format!("pub(crate) fn long() {{\n{}}}\nfn short() {{\n}}\n", "    step();\n".repeat(70));
    assert_eq!(
        long_functions(&example, 70),
        [(1, "pub(crate) fn long() {".to_owned())],
        "what is long is found"
    );
    let mut files = Vec::new();
    sources(&root().join("crates"), &mut files);
    sources(&root().join("xtask"), &mut files);
    for file in files {
        // An XXX is being written.
        let most = if file.components().any(|part| part.as_os_str() == "an30") { 100 } else { 70 };
        let long = long_functions(&read(&file), most);
        assert!(
            long.is_empty(),
            "{}: {long:?} is longer than {most} lines: part it by its steps",
            file.display()
        );
    }
}

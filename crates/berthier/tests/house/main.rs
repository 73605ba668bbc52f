//! The plan of the house holds: who uses whom among its rooms, and among the storeys of a rulebook.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

mod documents;
mod programs;
mod vignettes;

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

/// Uses among the rooms by the manifests; what only tests use does not count.
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

/// Uses among the rooms by the picture in ARCHITECTURE.md.
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

/// The files of a folder that end so.
fn sources(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            sources(&path, ending, out);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            out.push(path);
        }
    }
}

/// The lines of code, comments left out.
fn code(path: &Path) -> Vec<String> {
    let text = read(path);
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(str::to_owned).collect()
}

/// The storeys of a rulebook by ARCHITECTURE.md, from the ground up; `ch*` stands for its chapters.
fn storeys() -> Vec<Vec<String>> {
    let text = read(&root().join("ARCHITECTURE.md"));
    let part = text.split("## Inside a rulebook").nth(1).and_then(|rest| rest.split("```").nth(1));
    let lines = part.expect("ARCHITECTURE.md lists the storeys").lines().filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let names = line.split("  ").next().unwrap_or_default();
            names.split(", ").map(|name| name.trim().to_owned()).collect()
        })
        .collect()
}

/// The place of a module among the storeys.
fn storey(storeys: &[Vec<String>], module: &str) -> Option<usize> {
    let chapter =
        module.strip_prefix("ch").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let name = if chapter { "ch*" } else { module };
    storeys.iter().position(|line| line.iter().any(|listed| listed == name))
}

/// The names at the root of a crate that a text of so deep a module imports: by `crate::`, or by as many `super::` as lead there.
fn imported(text: &str, depth: usize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let name =
        |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    for root in ["crate::".to_owned(), "super::".repeat(depth)] {
        for (at, _) in text.match_indices(&root) {
            let own =
                text[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || "_$:".contains(c));
            let rest = &text[at + root.len()..];
            match rest.strip_prefix('{') {
                _ if own => {}
                None => {
                    found.insert(name(rest));
                }
                Some(group) => {
                    let (mut depth, mut begins) = (0, true);
                    for (at, c) in group.char_indices() {
                        if begins && depth == 0 && c.is_alphabetic() {
                            found.insert(name(&group[at..]));
                        }
                        begins = c == ',' || begins && c.is_whitespace();
                        depth += i32::from(c == '{') - i32::from(c == '}');
                        if depth < 0 {
                            break;
                        }
                    }
                }
            }
        }
    }
    found.remove("super");
    found
}

/// The modules out of which a crate hands things on at its root, by their names there.
fn handed_on(lib: &str) -> BTreeMap<String, String> {
    let statements = lib.split("pub use crate::").skip(1).filter_map(|rest| rest.split(';').next());
    let of_module = |path: &str| -> Vec<(String, String)> {
        let module = path.split("::").next().unwrap_or_default().to_owned();
        let names = path.rsplit("::").next().unwrap_or_default().trim_matches(['{', '}']);
        names.split(',').map(|name| (name.trim().to_owned(), module.clone())).collect()
    };
    statements.flat_map(of_module).collect()
}

#[test]
fn the_modules_of_a_rulebook_import_only_what_stands_above_them_in_the_list() {
    let example = "use crate::{Field, core::{Few, status}, files};\nlet x = super::super::variant::Y + $crate::no + my_crate::no;\n";
    let expected = ["Field", "core", "files", "variant"].map(str::to_owned);
    assert_eq!(imported(example, 2), BTreeSet::from(expected), "what is imported is found");
    let storeys = storeys();
    assert!(storeys.len() > 5, "{storeys:?}");
    let mut seen = 0;
    for room in rooms() {
        let folder = root().join("crates").join(&room).join("src");
        if !folder.join("core").is_dir() {
            continue;
        }
        let handed_on = handed_on(&read(&folder.join("lib.rs")));
        let mut files = Vec::new();
        sources(&folder, "rs", &mut files);
        for file in files {
            let path = file.strip_prefix(&folder).expect("it lies in it").with_extension("");
            let mut path: Vec<&str> = path.iter().filter_map(|part| part.to_str()).collect();
            path.retain(|part| *part != "mod");
            let module = path[0];
            if ["lib", "main"].contains(&module) {
                continue;
            }
            let own = storey(&storeys, module);
            assert!(own.is_some(), "{}: ARCHITECTURE.md lists no module {module}", file.display());
            for name in imported(&code(&file).join("\n"), path.len()) {
                let other = handed_on.get(&name).unwrap_or(&name);
                // What is defined at the root itself is of no module.
                let above = storey(&storeys, other).is_none_or(|other| Some(other) <= own);
                assert!(above, "{} imports {other}, which stands below {module}", file.display());
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "{seen} imports");
}

#[test]
fn no_source_file_is_longer_than_600_lines() {
    let mut files = Vec::new();
    sources(&root().join("crates"), "rs", &mut files);
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
    sources(&root().join("crates"), "rs", &mut files);
    sources(&root().join("xtask"), "rs", &mut files);
    for file in files {
        let long = long_functions(&read(&file), 70);
        assert!(
            long.is_empty(),
            "{}: {long:?} is longer than 70 lines: part it by its steps",
            file.display()
        );
    }
}

/// The signatures of the functions of a file that others use (`pub` and `pub(crate)`), those of such traits among them, each on one line with its
/// first line's number.
fn signatures(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut found, mut in_trait) = (Vec::new(), false);
    for (at, line) in lines.iter().enumerate() {
        match *line {
            line if line.starts_with("pub trait ") || line.starts_with("pub(crate) trait ") => {
                in_trait = true
            }
            "}" => in_trait = false,
            _ => {}
        }
        let words = line.trim_start().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        let words = words.trim_start_matches("const ").trim_start_matches("async ");
        let shared = ["pub ", "pub(crate) "].iter().any(|word| line.trim_start().starts_with(word));
        let is_public = shared || in_trait && !line.starts_with("     ");
        if is_public && words.starts_with("fn ") {
            let end = lines[at..]
                .iter()
                .position(|line| line.ends_with(['{', ';', '}']) || line.ends_with("where"));
            let signature: Vec<&str> =
                lines[at..=at + end.expect("a signature ends")].iter().map(|line| line.trim()).collect();
            found.push((at + 1, signature.join(" ")));
        }
    }
    found
}

/// Depth in brackets at which each letter of a text stands, before it; an arrow's point is no bracket.
fn depths(text: &str) -> Vec<(usize, char, i32)> {
    let (mut depth, mut last) = (0, ' ');
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        let closes = matches!(c, ')' | ']') || c == '>' && last != '-';
        depth -= i32::from(closes);
        found.push((at, c, depth));
        depth += i32::from(matches!(c, '(' | '[' | '<'));
        last = c;
    }
    found
}

/// The parameters of a signature and what it gives.
fn parts(signature: &str) -> (Vec<&str>, &str) {
    let all = depths(signature);
    let open = all.iter().find(|(_, c, depth)| *c == '(' && *depth == 0).expect("parameters").0;
    let close = all.iter().find(|(at, c, depth)| *at > open && *c == ')' && *depth == 0).expect("they end").0;
    let commas = all.iter().filter(|(at, c, depth)| *c == ',' && *depth == 1 && (open..close).contains(at));
    let ends: Vec<usize> = commas.map(|(at, ..)| *at).chain([close]).collect();
    let starts = std::iter::once(open + 1).chain(ends.iter().map(|at| at + 1));
    let parameters = starts.zip(&ends).filter(|(start, end)| start < end);
    let parameters = parameters.map(|(start, end)| signature[start..*end].trim()).collect();
    let result = signature[close + 1..].split(" where").next().unwrap_or_default();
    (parameters, result.trim_end_matches([' ', '{', ';']).trim_start_matches([' ', '-', '>']))
}

/// Whether a type says `bool` or `u8` where a name would say what it is: bytes, predicates and what a channel carries are something else.
fn is_bare(kind: &str) -> bool {
    if ["Fn(", "FnMut(", "FnOnce(", "fn(", "Receiver<"].iter().any(|other| kind.contains(other)) {
        return false;
    }
    let rest =
        ["[u8]", "[u8;", "Vec<u8>"].iter().fold(kind.to_owned(), |rest, bytes| rest.replace(bytes, "_"));
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == "bool" || word == "u8")
}

/// Part of a signature that has no name: a parameter that is a bare `bool` or `u8`, a result that is a bare `u8`, a step that says `bool`.
/// Fine are a predicate's `-> bool`, the `condition` of an `add_if`, and whether `set` puts a bit on.
fn nameless(signature: &str) -> Option<String> {
    let name = signature.split("fn ").nth(1)?.split(['(', '<']).next()?;
    let (parameters, result) = parts(signature);
    let wrong = parameters.into_iter().find(|parameter| {
        let (word, kind) = parameter.split_once(": ").unwrap_or_default();
        let says_it =
            kind == "bool" && (word == "condition" && name.ends_with("_if") || (name, word) == ("set", "on"));
        is_bare(kind) && !says_it
    });
    let result =
        Some(result).filter(|kind| kind.contains("Play<bool>") || kind.contains("u8") && is_bare(kind));
    wrong.or(result).map(str::to_owned)
}

#[test]
fn no_public_signature_has_a_bare_bool_or_u8() {
    let example = "pub trait Tells {\n    fn told(&self, loud: bool);\n}\npub fn lose(\n    unit: UnitId,\n    losses: u8,\n) -> Play<()> {\n}\n\
                   pub fn bytes(of: &[u8], keep: impl Fn(u8) -> bool) -> bool {\n}\nfn own(loud: bool) {\n}\n\
                   pub(crate) fn add_if(self, condition: bool) -> Self {\n}\npub fn steps(self) -> Option<u8> {\n}\npub fn step(&mut self) -> Play<bool> {\n";
    let found: Vec<_> =
        signatures(example).into_iter().filter_map(|(at, text)| Some((at, nameless(&text)?))).collect();
    let expected = [(2, "loud: bool"), (4, "losses: u8"), (15, "Option<u8>"), (17, "Play<bool>")];
    assert_eq!(found, expected.map(|(at, what)| (at, what.to_owned())), "what has no name is found");
    let mut files = Vec::new();
    for room in rooms() {
        sources(&root().join("crates").join(room).join("src"), "rs", &mut files);
    }
    let (mut seen, mut nameless_ones) = (0, Vec::new());
    for file in files {
        for (line, signature) in signatures(&read(&file)) {
            seen += 1;
            // The table knows no facing: the number is that of the point.
            if file.ends_with("table/src/answer.rs") && signature.contains("fn facing(") {
                continue;
            }
            let found =
                nameless(&signature).map(|what| format!("{}:{line}: {what}: {signature}", file.display()));
            nameless_ones.extend(found);
        }
    }
    assert!(nameless_ones.is_empty(), "these need a type that says what they are: {nameless_ones:#?}");
    assert!(seen > 2000, "{seen} signatures");
}

/// Tests or examples of a crate that leaves them out: nobody would run it.
#[test]
fn what_a_crate_leaves_out_of_its_tests_is_not_there() {
    let mut left_out = 0;
    for room in rooms() {
        let folder = root().join("crates").join(&room);
        let manifest = read(&folder.join("Cargo.toml"));
        let mut files = Vec::new();
        sources(&folder.join("src"), "rs", &mut files);
        let has = |what: &[&str]| {
            let begins = |line: &str| what.iter().any(|what| line.trim_start().starts_with(what));
            files.iter().find(|file| read(file).lines().any(begins))
        };
        if manifest.contains("[lib]\ntest = false") {
            left_out += 1;
            let tests = has(&["#[test]", "proptest!"]);
            assert_eq!(tests, None, "{room} compiles no tests in its sources: they belong into `tests`");
        }
        if manifest.contains("\ndoctest = false") {
            left_out += 1;
            assert_eq!(has(&["/// ```", "//! ```"]), None, "{room} runs no examples of its documents");
        }
    }
    assert!(left_out > 10, "{left_out}");
}

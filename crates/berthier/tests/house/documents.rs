//! Documents of the house: how they begin, of whom they speak, what they explain, and that what they name is there.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{read, rooms, root, sources};

/// All Rust sources of the crates and tools, but for those of others' folders.
fn all_sources() -> Vec<PathBuf> {
    let mut files = Vec::new();
    ["crates", "xtask", "fuzz"].iter().for_each(|folder| sources(&root().join(folder), "rs", &mut files));
    files.retain(|file| !file.components().any(|part| part.as_os_str() == "target"));
    assert!(files.len() > 500, "{} files", files.len());
    files
}

/// Kind of what a document stands before, where its document is looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Documented {
    /// A type, a trait or a module.
    Type,
    /// A function.
    Function,
    /// A constant or a field.
    Value,
}

/// Kind of what a line defines; `None` of others.
fn defined_by(line: &str) -> Option<Documented> {
    let words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    let words: Vec<&str> =
        words.skip_while(|word| word.starts_with("in") || ["async", "unsafe"].contains(word)).collect();
    match *words.first()? {
        "struct" | "enum" | "trait" | "type" | "union" | "mod" => Some(Documented::Type),
        "fn" => Some(Documented::Function),
        "const" if words.get(1) == Some(&"fn") => Some(Documented::Function),
        "const" | "static" => Some(Documented::Value),
        first => {
            let name = first.strip_suffix(':')?;
            let is_field = name.starts_with(|c: char| c.is_ascii_lowercase()) && !name.contains(':');
            is_field.then_some(Documented::Value)
        }
    }
}

/// The documents of modules, types, functions, constants and fields that begin with a question word, each with its line's number. What answers
/// yes or no may begin with "Whether": a function, or a value that is a `bool`.
fn begun_with_a_question(text: &str) -> Vec<(usize, &str)> {
    const WORDS: [&str; 9] = ["What", "Who", "Whom", "Whose", "Which", "How", "Why", "Where", "When"];
    let first = |line: &str, mark: &str| {
        let rest = line.trim_start().strip_prefix(mark)?;
        rest.split([' ', ',', '.', ':', '\'']).next().map(str::to_owned)
    };
    let asks = |word: &str| WORDS.contains(&word);
    let lines: Vec<&str> = text.lines().collect();
    let is_document = |at: usize| lines[at].trim_start().starts_with("///");
    let named = |at: usize| {
        let rest = lines[at..].iter().map(|line| line.trim_start());
        let mut rest =
            rest.skip_while(|line| line.starts_with("///") || line.starts_with("#[") || line.ends_with(")]"));
        rest.next().unwrap_or_default()
    };
    let is_wrong = |at: usize| {
        let Some(word) = first(lines[at], "/// ") else { return false };
        let (line, begins) = (named(at), at == 0 || !is_document(at - 1));
        let may_ask_whether = |kind| match kind {
            Documented::Type => false,
            Documented::Function => true,
            Documented::Value => line.contains("bool") || line.contains("Bool"),
        };
        let of = |kind| asks(&word) || word == "Whether" && !may_ask_whether(kind);
        begins && defined_by(line).is_some_and(of)
    };
    let head =
        lines.first().filter(|line| first(line, "//! ").is_some_and(|word| asks(&word) || word == "Whether"));
    let others = (0..lines.len()).filter(|&at| is_wrong(at)).map(|at| (at + 1, lines[at].trim()));
    head.map(|line| (1, *line)).into_iter().chain(others).collect()
}

#[test]
fn documents_begin_with_a_noun() {
    let example = "//! What it is.\n/// Who runs.\n#[derive(Clone)]\npub(crate) enum Runner {\n    /// Which one.\n    One,\n}\n\
                   /// How many there are.\nfn count() {}\n/// Count: how many.\nstruct Count;\n/// Whether it runs.\npub fn runs() -> bool {}\n\
                   /// Where it runs.\npub const RUN: u8 = 1;\n/// What.\n    pub kind: Kind,\n/// Whether it ran.\n    ran: bool,\n\
                   /// Whether it ran well.\n    well: Well,\n";
    let found: Vec<usize> = begun_with_a_question(example).into_iter().map(|(line, _)| line).collect();
    assert_eq!(found, [1, 2, 8, 14, 16, 20], "what asks is found");
    let mut wrong = Vec::new();
    for file in all_sources() {
        let text = read(&file);
        let found = begun_with_a_question(&text);
        wrong.extend(found.into_iter().map(|(line, what)| format!("{}:{line}: {what}", file.display())));
    }
    assert!(wrong.is_empty(), "begin with the noun, then say the clause: {wrong:#?}");
}

/// Whether a line speaks of a person as a man or a woman.
fn is_of_a_man_or_a_woman(line: &str) -> bool {
    const WORDS: [&str; 7] = ["he", "him", "his", "himself", "she", "her", "hers"];
    line.split(|c: char| !c.is_alphanumeric()).any(|word| WORDS.contains(&word.to_lowercase().as_str()))
}

/// People who play, lead or host are they. Historical persons keep what they were, in the pages of the battles, and so do the Anna and Bert of
/// some tests.
#[test]
fn people_are_they_in_documents_and_in_the_sources() {
    assert!(
        is_of_a_man_or_a_woman("/// Whether he has moved.")
            && !is_of_a_man_or_a_woman("/// Then they heal there.")
    );
    let mut wrong = Vec::new();
    let mut look = |file: &Path, comments_only: bool| {
        for (at, line) in read(file).lines().enumerate() {
            let counts = !comments_only || line.trim_start().starts_with("//");
            if counts && is_of_a_man_or_a_woman(line) {
                wrong.push(format!("{}:{}: {}", file.display(), at + 1, line.trim()));
            }
        }
    };
    for file in all_sources() {
        if file.components().any(|part| part.as_os_str() == "src") {
            look(&file, true);
        }
    }
    let mut pages = Vec::new();
    for entry in fs::read_dir(root()).expect("a folder") {
        pages.push(entry.expect("readable").path());
    }
    pages.retain(|page| page.extension().is_some_and(|ending| ending == "md"));
    sources(&root().join("docs"), "md", &mut pages);
    sources(&root().join("books"), "md", &mut pages);
    sources(&root().join("books"), "toml", &mut pages);
    sources(&root().join("web/src/lib/words/en"), "ts", &mut pages);
    assert!(pages.len() > 100, "{} pages", pages.len());
    pages.retain(|page| !page.to_string_lossy().ends_with(".fr.toml"));
    pages.iter().for_each(|page| look(page, false));
    // Games that were recorded contain this sentence.
    wrong.retain(|line| !line.contains("\"test.initiative\" = "));
    assert!(wrong.is_empty(), "people are they: {wrong:#?}");
}

/// The names of the crates that a manifest uses, our own left out.
fn crates_of(manifest: &str) -> Vec<String> {
    let mut names = Vec::new();
    let sections = manifest
        .split("\n[")
        .filter(|section| section.lines().next().is_some_and(|head| head.ends_with("dependencies]")));
    for line in sections.flat_map(|section| section.lines().skip(1)) {
        let is_row = line.starts_with(|c: char| c.is_ascii_lowercase()) && line.contains('=');
        if is_row && !line.contains("path = \"") {
            names.extend(line.split(['.', ' ', '=']).next().map(str::to_owned));
        }
    }
    names
}

#[test]
fn each_dependency_is_explained() {
    let page = read(&root().join("docs/dependencies.md"));
    let rows: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .filter_map(|line| line.split('|').nth(1))
        .collect();
    let explained: BTreeSet<&str> = rows.iter().flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    let own = rooms();
    let mut manifests = vec![
        root().join("xtask/Cargo.toml"),
        root().join("xtask/mutants/Cargo.toml"),
        root().join("fuzz/Cargo.toml"),
    ];
    manifests.extend(own.iter().map(|room| root().join("crates").join(room).join("Cargo.toml")));
    let mut used: BTreeSet<String> =
        manifests.iter().flat_map(|manifest| crates_of(&read(manifest))).collect();
    used.retain(|name| !own.contains(name));
    let packages = read(&root().join("web/package.json"));
    let of_client = packages.split("ependencies\": {").skip(1).flat_map(|part| part.split('}').next());
    let of_client = of_client.flat_map(|part| part.split('"').skip(1).step_by(4));
    used.extend(of_client.map(str::to_owned));
    assert!(used.len() > 70, "{used:?}");
    let missing: Vec<&String> = used.iter().filter(|name| !explained.contains(name.as_str())).collect();
    assert!(missing.is_empty(), "docs/dependencies.md says of each what it is for, and why it: {missing:?}");
}

/// The names of the sources that a page gives, `room::tests` as well as `Field::combat_step`.
fn names_in(page: &str) -> Vec<&str> {
    let quoted = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    quoted
        .filter(|name| name.contains("::") && name.chars().all(|c| c.is_alphanumeric() || "_:".contains(c)))
        .collect()
}

#[test]
fn names_in_documents_are_those_of_the_sources() {
    assert_eq!(names_in("as `room::tests` and `Room`\nsay, `a::b(c)`"), ["room::tests"]);
    let mut known = BTreeSet::new();
    for file in all_sources() {
        let parts = file
            .components()
            .map(|part| part.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned());
        known.extend(parts);
        let text = read(&file);
        known.extend(text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned));
    }
    let mut pages =
        vec![root().join("README.md"), root().join("ARCHITECTURE.md"), root().join("CONTRIBUTING.md")];
    sources(&root().join("docs"), "md", &mut pages);
    let mut unknown = Vec::new();
    for page in pages {
        let text = read(&page);
        let strangers =
            names_in(&text).into_iter().filter(|name| !name.split("::").all(|part| known.contains(part)));
        unknown.extend(strangers.map(|name| format!("{}: {name}", page.display())));
    }
    assert!(unknown.is_empty(), "these are called otherwise today: {unknown:#?}");
}

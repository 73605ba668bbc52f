//! The tables that a program is built with: the data files of rulebooks, and where their rules are cited and tested. A crate that has a
//! rulebook's data under it has a build script that makes them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Writes the tables of the folders `battles`, `books` and `vignettes` below a root; `way` leads there from the crate, and `home` says in which
/// crate a book's code is.
pub fn tables(root: &Path, way: &str, home: impl Fn(&str) -> PathBuf) {
    let mut files = Vec::new();
    for folder in ["battles", "books", "vignettes"] {
        println!("cargo::rerun-if-changed={}", root.join(folder).display());
        collect(&root.join(folder), "toml", &mut files);
    }
    let mut out = String::from("pub(crate) static FILES: &[(&str, &str)] = &[\n");
    for path in &files {
        let name = name(root, path);
        let _ = writeln!(
            out,
            "    ({name:?}, include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"{way}/{name}\"))),"
        );
    }
    out.push_str("];\n");
    let mut cited = String::new();
    let mut tests = String::new();
    let books = folders(&root.join("books"));
    for book in &books {
        scan_code(root, &home(book), book, &books, &mut cited, &mut tests);
        scan_vignettes(root, book, &files, &mut tests);
    }
    let _ = write!(out, "pub(crate) static CITED: &[(&str, &str, &str, u32)] = &[\n{cited}];\n");
    let _ = write!(out, "pub(crate) static TESTS: &[(&str, &str, &[&str])] = &[\n{tests}];\n");
    let target = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("tables.rs");
    fs::write(target, out).expect("the build folder can be written");
}

/// A path below the root, with slashes.
fn name(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).expect("found below the root");
    below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// All files with an ending below a folder, in the order of their names.
fn collect(folder: &Path, ending: &str, out: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, ending, out);
        } else if path.extension().is_some_and(|e| e == ending) {
            out.push(path);
        }
    }
}

/// Names of the folders in a folder, in order.
fn folders(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter(|entry| entry.path().is_dir())
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Citations (`rule!("8.8.1")`) in a rulebook's source, and tests named by a rule in its source and tests. A folder in it that is named after
/// another book holds a variant, which cites that book, and its host's where it leaves that as it is.
fn scan_code(root: &Path, home: &Path, book: &str, books: &[String], cited: &mut String, tests: &mut String) {
    let numbers = Numbers::of(root, book);
    // The folder of a variant has its code itself; it lies in the sources of its host.
    let is_variant = !home.join("src").is_dir();
    let parts: &[&str] = if is_variant { &[""] } else { &["src", "tests"] };
    let host = home.ancestors().nth(2).and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    let of_host = Numbers::of(root, &host);
    let cites_host = |id: &str| is_variant && !numbers.has(id) && of_host.ids.iter().any(|known| known == id);
    for &part in parts {
        let folder = home.join(part);
        // A book may have data before it has code; a folder that is not there would make cargo build anew each time.
        if !folder.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", folder.display());
        let mut files = Vec::new();
        collect(&folder, "rs", &mut files);
        let variant = |path: &PathBuf| {
            let below = path.strip_prefix(&folder).unwrap_or(path);
            below.iter().any(|part| books.iter().any(|other| other != book && part == other.as_str()))
        };
        for path in files.into_iter().filter(|path| !variant(path)) {
            let file = name(root, &path);
            let text = fs::read_to_string(&path).unwrap_or_default();
            for (n, line) in text.lines().enumerate() {
                let own = cited_in(line, &numbers).filter(|id| !cites_host(id)).map(|id| (book, id));
                let hosts = cited_in(line, &of_host).filter(|id| cites_host(id)).map(|id| (&*host, id));
                for (of, id) in own.chain(hosts).filter(|_| part != "tests") {
                    let _ = writeln!(cited, "    ({of:?}, {id:?}, {file:?}, {}),", n + 1);
                }
                if let Some(test) = test_in(line, &numbers) {
                    let _ = writeln!(tests, "    ({book:?}, {:?}, &[]),", format!("{file}: {test}"));
                }
            }
        }
    }
}

/// Numbering of a book: how a book numbers its rules: the ids of its index.
struct Numbers {
    ids: Vec<String>,
    /// Some have parts (`8.8.1`); then a plain number in the documentation is no rule's, but a number like any other.
    in_parts: bool,
}

impl Numbers {
    fn of(root: &Path, book: &str) -> Numbers {
        let index = fs::read_to_string(root.join("books").join(book).join("index.toml")).unwrap_or_default();
        let id = |line: &str| {
            line.strip_prefix("id")?.trim_start().strip_prefix('=')?.split('"').nth(1).map(str::to_owned)
        };
        let ids: Vec<String> = index.lines().filter_map(id).collect();
        let in_parts = ids.iter().any(|id| id.contains('.'));
        Numbers { ids, in_parts }
    }

    /// Whether a word of the documentation is a rule's number: one of the index or, so that a number which the index lacks is
    /// found, one that looks like them.
    fn has(&self, word: &str) -> bool {
        let is_part = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let known = self.ids.iter().any(|id| id == word);
        if self.in_parts { word.contains('.') && (known || word.split('.').all(is_part)) } else { known }
    }

    /// Whether a rule's number begins with this part.
    fn begin_with(&self, part: &str) -> bool {
        self.ids.iter().any(|id| id.split('.').next().is_some_and(|first| first.eq_ignore_ascii_case(part)))
    }
}

/// The rules that a line of code cites, `rule!("8.8.1")`, or names in its documentation, `/// ... (8.8.1, RULING J31)`.
fn cited_in<'l>(line: &'l str, numbers: &Numbers) -> impl Iterator<Item = &'l str> {
    let macros = line.split("rule!(\"").skip(1).filter_map(|rest| rest.split_once('"')).map(|(id, _)| id);
    let docs = line.trim_start().strip_prefix("///").unwrap_or_default();
    let named = docs.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    let named = named.flat_map(|(inside, _)| inside.split([',', ';', ' '])).filter(move |id| numbers.has(id));
    macros.chain(named)
}

/// The test function that a line begins, if its name begins with a rule: `r8_8_1_...`.
fn test_in<'l>(line: &'l str, numbers: &Numbers) -> Option<&'l str> {
    let (test, _) = line.trim_start().strip_prefix("fn ")?.split_once('(')?;
    let (first, _) = test.strip_prefix('r')?.split_once('_')?;
    numbers.begin_with(first).then_some(test)
}

/// Vignettes, with the rules that they say they show.
fn scan_vignettes(root: &Path, book: &str, files: &[PathBuf], tests: &mut String) {
    for path in files {
        let file = name(root, path);
        if !file.starts_with(&format!("vignettes/{book}/")) {
            continue;
        }
        let text = fs::read_to_string(path).unwrap_or_default();
        // Those of the file and those of each of its variants.
        let lists = text
            .lines()
            .filter_map(|line| line.strip_prefix("rules")?.trim_start().strip_prefix('='))
            .map(|list| list.split('#').next().unwrap_or_default());
        let mut rules: Vec<&str> = Vec::new();
        for rule in lists.flat_map(|list| list.split('"').skip(1).step_by(2)) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let _ = writeln!(tests, "    ({book:?}, {file:?}, &{rules:?}),");
    }
}

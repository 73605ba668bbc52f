//! Vignettes as they are written: the situation first, units in rows, and beside each throw how its result comes about.

use std::path::PathBuf;

use super::{read, rooms, root, sources};

/// The first line of a vignette that stands after a script and is neither the next variant nor nothing.
fn after_the_script(text: &str) -> Option<(usize, &str)> {
    let (mut inside, mut played) = (false, false);
    for (at, line) in text.lines().enumerate() {
        let edge = line.matches("\"\"\"").count() % 2 == 1;
        match inside {
            true => inside = !edge,
            false if line.starts_with("script = ") => (inside, played) = (edge, true),
            false if line == "[[variant]]" => played = false,
            false if played && !line.is_empty() && !line.starts_with('#') => return Some((at + 1, line)),
            false => inside = edge,
        }
    }
    None
}

#[test]
fn a_vignette_has_its_situation_before_its_script_and_one_form_for_units() {
    let wrong = "unit = []\nscript = \"\"\"\npass\n\"\"\"\n\n[start]\nturn = 1\n";
    assert_eq!(after_the_script(wrong), Some((6, "[start]")), "a situation after the script is found");
    let files = all_vignettes();
    assert!(files.len() > 800, "{} vignettes", files.len());
    for file in files {
        let text = read(&file);
        let after = after_the_script(&text);
        assert_eq!(after, None, "{}: what is played stands last", file.display());
        let table = text.lines().find(|line| line.ends_with("unit]]"));
        assert_eq!(table, None, "{}: units are rows of `unit = [...]`", file.display());
        const ROWS: [&str; 8] = [
            "[[command]]",
            "[[commander]]",
            "[[formation]]",
            "[[leader]]",
            "[[marker]]",
            "[[position]]",
            "[[reinforcement]]",
            "[[turn]]",
        ];
        let table = text.lines().find(|line| ROWS.contains(line));
        assert_eq!(table, None, "{}: what fits on a line stands in rows", file.display());
    }
}

/// Fault of the comment beside a throw, if there is one: the comment has a part for each die, or several for one (a stack checks by one throw), and
/// each part begins with what was thrown, so that a throw that is changed does not keep the arithmetic of another.
fn unexplained(line: &str) -> Option<&'static str> {
    let (throw, comment) = line.split_once('#').unwrap_or((line, ""));
    let faces: Vec<&str> = throw.split_whitespace().skip(1).collect();
    let parts: Vec<&str> = comment.split(';').map(str::trim).collect();
    let thrown = if let [face] = faces[..] { vec![face; parts.len()] } else { faces };
    let begins = |(part, face): (&&str, &&str)| {
        part.strip_prefix(face).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', ',', ':']))
    };
    if comment.trim().is_empty() || parts == thrown {
        Some("nothing beside it says how its result comes about")
    } else if parts.len() != thrown.len() {
        Some("beside it stand not so many parts as dice, with `;` between them")
    } else if !parts.iter().zip(&thrown).all(begins) {
        Some("what stands beside it does not begin with what is thrown")
    } else {
        None
    }
}

/// The throws of a vignette's scripts, each with its line's number, and the draws that do not say what is drawn.
fn throws(text: &str) -> Vec<(usize, &str)> {
    let (mut inside, mut found) = (false, Vec::new());
    for (at, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if inside && (line.starts_with("throw ") || line.starts_with("draw any")) {
            found.push((at + 1, line));
        }
        let edge = line.matches("\"\"\"").count() % 2 == 1;
        inside = if inside { !edge } else { edge && line.starts_with("script = ") };
    }
    found
}

/// The vignettes of all books, also those that only tests have.
fn all_vignettes() -> Vec<PathBuf> {
    let folders = rooms().into_iter().map(|room| root().join("crates").join(room).join("vignettes"));
    let mut files = Vec::new();
    for folder in folders.chain([root().join("vignettes")]).filter(|folder| folder.is_dir()) {
        sources(&folder, "toml", &mut files);
    }
    files
}

#[test]
fn each_throw_of_a_vignette_has_its_arithmetic_beside_it() {
    let told = |line| unexplained(line).unwrap_or_default();
    let sound = [
        "throw 7 2  # 7 -3 = 4, at most 6: passed; 2, at most 6: passed",
        "throw 33  # 33, above 16: passed; 33 -3 disorder = 26, not above 33: failed",
        "throw any  # any: spiked or saved",
    ];
    assert!(sound.into_iter().all(|line| told(line).is_empty()), "these say how it comes about");
    for bare in ["throw 7", "throw 7  #", "throw 7 2  # 7; 2"] {
        assert!(told(bare).contains("nothing"), "{bare}");
    }
    assert!(told("throw 7 2  # 7, at most 6: passed").contains("so many parts"));
    for other in ["throw 7  # 8, at most 6: passed", "throw 1  # 11, above 6: failed", "throw 7  # not 8"] {
        assert!(told(other).contains("does not begin"), "{other}");
    }
    let script =
        "note = \"\"\"\nthrow 1\n\"\"\"\nthrow = 2\nscript = \"\"\"\ndraw mu-1\nthrow 3\ndraw any\n\"\"\"\n";
    assert_eq!(throws(script), [(7, "throw 3"), (8, "draw any")], "throws stand in scripts");
    let (mut seen, mut faults) = (0, Vec::new());
    for file in all_vignettes() {
        let text = read(&file);
        for (at, line) in throws(&text) {
            seen += 1;
            faults.extend(unexplained(line).map(|why| format!("{}:{at}: {why}: {line}", file.display())));
        }
    }
    assert!(faults.is_empty(), "beside a throw stands how its result comes about: {faults:#?}");
    assert!(seen > 3000, "{seen} throws");
}

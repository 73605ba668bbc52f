//! Every command, as a user runs it: its happy path, and what it says to bad input.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

/// A folder for the files of one test.
pub fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("berthier-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_berthier"));
    command.args(args).env("XDG_STATE_HOME", std::env::temp_dir()).env_remove("CLICOLOR_FORCE");
    command
}

/// Runs a command with some input.
pub fn run_with(args: &[&str], input: &str) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The program may end before it has read everything.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

pub fn run(args: &[&str]) -> Output {
    run_with(args, "")
}

pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

pub fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[track_caller]
pub fn good(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}{}", out(&output), errors(&output));
    out(&output)
}

#[track_caller]
pub fn bad(args: &[&str], code: i32, says: &str) {
    let output = run(args);
    assert_eq!(output.status.code(), Some(code), "{args:?}: {}{}", out(&output), errors(&output));
    assert!(errors(&output).contains(says), "{args:?}: {}", errors(&output));
}

#[track_caller]
pub fn json(args: &[&str]) -> Value {
    serde_json::from_str(&good(args)).expect("the output is JSON")
}

#[test]
fn battles_lists_what_there_is() {
    assert!(good(&["battles"]).contains("Maida"));
    let list = json(&["battles", "--json"]);
    assert!(list.as_array().expect("a list").iter().any(|battle| battle["id"] == "saalfeld"));
}

#[test]
fn no_colours_where_nobody_sees_them() {
    assert!(!good(&["battles"]).contains('\x1b'));
    assert!(!good(&["show", "tutorial"]).contains('\x1b'));
}

#[test]
fn every_command_has_help_with_examples() {
    for name in [
        "battles",
        "show",
        "play",
        "rules",
        "army",
        "check",
        "referee",
        "odds",
        "simulate",
        "replay",
        "verify",
        "bench",
        "completions",
    ] {
        let help = good(&[name, "--help"]);
        assert!(help.contains("Example") && help.contains(&format!("berthier {name}")), "{name}: {help}");
    }
    assert!(good(&["completions", "bash"]).contains("simulate"));
}

/// A rulebook that is still being written is served by every command that is told its name, or the name of something that only it has.
#[test]
fn a_book_that_is_being_written_is_served_where_it_is_named() {
    for args in [
        &["show", "maida", "--rules", "an30"][..],
        &["show", "outpost"],
        &["show", "quatre-bras.gemioncourt", "--rules", "doherty2005"],
        &["rules", "an30", "12.9"],
        &["simulate", "outpost", "--rules", "an30", "--players", "recruit", "--games", "1"],
        &["referee", "r16_6_melee", "--rules", "an30"],
        &["odds", "r16_6_melee", "--rules", "an30"],
        &["show", "maida", "--rules", "marshal"],
        &["simulate", "maida", "--rules", "marshal", "--players", "recruit", "--games", "1"],
        &["rules", "marshal", "37"],
    ] {
        let said = run(args);
        let note = errors(&said);
        assert!(said.status.success(), "{args:?}: {note}");
        assert!(note.contains("is being written"), "{args:?}: {note}");
    }
    assert!(!good(&["battles"]).contains("Gémioncourt"), "it is not offered");
}

#[test]
fn unknown_names_bring_the_nearest() {
    bad(&["show", "maidda"], 2, "did you mean \"maida\"");
    bad(&["play", "saalfed"], 2, "did you mean \"saalfeld\"");
    bad(&["play", "maida", "--side", "frensh"], 2, "did you mean \"french\"");
    bad(&["simulate", "maida", "--players", "sargeant"], 2, "did you mean \"sergeant\"");
    bad(&["rules", "jgd"], 2, "did you mean \"jdg\"");
    bad(&["rules", "jdg", "8.8.17"], 2, "did you mean 8.8");
    bad(&["simulate"], 2, "Usage");
}

#[test]
fn show_draws_and_prints() {
    let text = good(&["show", "maida"]);
    assert!(text.contains("Reynier") && text.contains("leger-1-1"));
    let picture = folder("show").join("tutorial.svg");
    good(&["show", "tutorial", "--out", &picture.to_string_lossy()]);
    assert!(std::fs::read_to_string(&picture).expect("it was written").starts_with("<svg"));
    assert!(json(&["show", "tutorial", "--json"])["position"].is_object());
    bad(&["show", "tutorial", "--out", "map.gif"], 2, ".svg or .png");
    let small = folder("scale").join("small.svg").to_string_lossy().into_owned();
    good(&["show", "tutorial", "--out", &small, "--scale", "20", "--no-numbers"]);
    let (small, large) =
        (std::fs::read(small).expect("it was written"), std::fs::read(&picture).expect("it was written"));
    assert!(small.len() < large.len());
    let of_a_book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../battles/maida/ground.an30.toml");
    let field = folder("field").join("field.svg").to_string_lossy().into_owned();
    good(&["show", of_a_book, "--out", &field, "--scale", "16"]);
    assert!(std::fs::read_to_string(&field).expect("it was written").contains("Maida"));
    bad(&["show", "tutorial", "--out", "map.svg", "--scale", "4"], 2, "16..=400");
    bad(&["show", "tutorial", "--scale", "45"], 2, "--out");
}

#[test]
fn rules_are_looked_up_and_covered() {
    let rule = good(&["rules", "jdg", "8.8.1"]);
    assert!(
        rule.contains("crates/jdg/src/ch08_shock/refusal.rs:") && rule.contains("shown by vignettes/jdg/")
    );
    assert!(good(&["rules", "jdg", "square"]).contains("4.2"));
    assert!(good(&["rules", "jdg", "carré"]).contains("4.2"), "in any language");
    assert!(good(&["rules", "jdg", "--coverage"]).contains("rules:"));
    assert_eq!(json(&["rules", "jdg", "4.2", "--json"])[0]["id"], "4.2");
}

/// A small situation: one march, which the rules allow, and a hex that is expected afterwards.
fn vignette(hex: &str) -> String {
    format!(
        "format = 1\nrulebook = \"jdg\"\ntitle = \"A march\"\nrules = [\"4.4.1\"]\n\
         script = \"\"\"\nmove foot\ngo 0402\nhalt E\nexpect unit foot at={hex}\n\"\"\"\n\
         [ground]\ncolumns = 8\nrows = 8\n[start]\nsegment = \"movement\"\n\
         [[unit]]\nid = \"foot\"\nat = \"0404\"\nfacing = \"E\"\n\
         [[unit]]\nid = \"enemy\"\nside = \"red\"\nat = \"0808\"\nfacing = \"W\"\n"
    )
}

#[test]
fn check_finds_all_faults_with_their_places() {
    let folder = folder("check");
    let file = folder.join("march.toml");
    std::fs::write(&file, vignette("0402")).expect("it can be written");
    let name = file.to_string_lossy();
    assert!(good(&["check", &name]).contains("(vignette)"));
    std::fs::write(&file, vignette("0402").replace("at = \"0404\"", "att = \"0404\""))
        .expect("it can be written");
    let output = run(&["check", &name]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        out(&output).contains("march.toml:") && out(&output).contains("did you mean \"at\""),
        "{}",
        out(&output)
    );
    let list: Value = serde_json::from_slice(&run(&["check", "--json", &name]).stdout).expect("it is JSON");
    assert_eq!(list[0]["faults"].as_array().map(|faults| !faults.is_empty()), Some(true));
    bad(&["check", "no-such-file.toml"], 3, "have faults");
}

#[test]
fn referee_says_what_differs() {
    let folder = folder("referee");
    let (right, wrong) = (folder.join("right.toml"), folder.join("wrong.toml"));
    std::fs::write(&right, vignette("0402")).expect("it can be written");
    std::fs::write(&wrong, vignette("0403")).expect("it can be written");
    assert!(good(&["referee", &right.to_string_lossy()]).contains("as expected"));
    let output = run(&["referee", &wrong.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).contains("1 difference "), "{}", out(&output));
    let lines = json(&["referee", "--json", &right.to_string_lossy()]);
    assert_eq!(lines["cases"][0]["differences"], 0);
    bad(&["referee", "r8_8_1_two_hexes_test_at_minus_too"], 3, "r8_8_1_two_hexes_test_at_minus_two");
}

#[test]
fn a_vignette_that_names_no_rulebook_brings_the_one_that_reads_it() {
    let file = folder("nameless").join("nameless.toml");
    let name = file.to_string_lossy();
    for of in ["r8_8_1_two_hexes_test_at_minus_two", "r16_6_melee"] {
        let source = shelf::find_vignette(of).expect("it is built in");
        let (named, rest) = source.text.split_once("\nrulebook = \"").expect("it names its rulebook");
        let (book, rest) = rest.split_once("\"\n").expect("the line ends");
        std::fs::write(&file, format!("{named}\n{rest}")).expect("it can be written");
        for command in ["referee", "odds", "show"] {
            bad(&[command, &name], 3, "names no rulebook; expected rulebook = \"jdg\" or");
            bad(&[command, &name], 3, &format!("did you mean {book:?}?"));
        }
    }
    std::fs::write(&file, "title = ").expect("it can be written");
    bad(&["referee", &name], 3, "nameless.toml:1:");
}

#[test]
fn a_vignette_is_shown_and_its_events_are_listed() {
    let name = "r8_8_1_two_hexes_test_at_minus_two";
    let text = good(&["show", name]);
    assert!(text.contains("01   02   03"), "{text}");
    let picture = folder("show-vignette").join("v.png");
    good(&["show", name, "--out", &picture.to_string_lossy()]);
    assert!(std::fs::read(&picture).expect("it was written").starts_with(b"\x89PNG"));
    let events = good(&["referee", name, "--events"]);
    assert!(events.contains(" rule="), "{events}");
    let keys = good(&["rules", "jdg", "--events", "move.goes"]);
    assert!(keys.contains("from half_mp to unit"), "{keys}");
    let parts = good(&["rules", "jdg", "--events", "shock.result"]);
    assert!(parts.contains("parts:") && parts.contains("rear"), "{parts}");
    bad(&["rules", "jdg", "--events", "move.goez"], 2, "move.goes");
    let questions = good(&["rules", "jdg", "--questions", "fire"]);
    assert!(questions.contains("fire.under\n  under UNIT UNIT"), "{questions}");
    assert!(!questions.contains("move.unit"), "{questions}");
    bad(&["rules", "jdg", "--questions", "move.unti"], 2, "move.unit");
}

#[test]
fn odds_are_exact_and_complete() {
    let cases = json(&["odds", "r8_8_1_two_hexes_test_at_minus_two", "--json"]);
    for case in cases.as_array().expect("a list of cases") {
        assert_eq!(case["complete"], true);
        let ends = case["ends"].as_array().expect("a list of ends");
        let sum: f64 = ends.iter().map(|end| end["share"]["approx"].as_f64().expect("a number")).sum();
        assert!((sum - 1.0).abs() < 1e-9, "{case}");
    }
    let picture = folder("odds").join("odds.png");
    good(&["odds", "r8_8_1_two_hexes_test_at_minus_two", "--out", &picture.to_string_lossy()]);
    assert!(std::fs::read(&picture).expect("it was written").starts_with(b"\x89PNG"));
}

#[test]
fn odds_say_where_a_script_throws_no_die() {
    let nothing = "No die is thrown in what the script plays";
    for (name, is_thrown) in
        [("r1_D_fire_before_movement", false), ("r8_8_1_two_hexes_test_at_minus_two", true)]
    {
        let text = good(&["odds", name]).split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(text.contains(nothing), !is_thrown, "{name}: {text}");
        for case in json(&["odds", name, "--json"]).as_array().expect("a list of cases") {
            let said = case["note"].as_str().is_some_and(|note| note.starts_with(nothing));
            assert_eq!(said, !is_thrown, "{case}");
        }
    }
}

#[test]
fn odds_give_no_chance_of_what_nobody_plays() {
    let file = folder("odds-nothing").join("nothing.toml");
    let asked = vignette("0404").replace("move foot\ngo 0402\nhalt E\n", "");
    std::fs::write(&file, asked).expect("it is written");
    let text = good(&["odds", &file.to_string_lossy()]);
    assert!(text.contains("there is nothing to weigh") && !text.contains('%'), "{text}");
    let case = json(&["odds", &file.to_string_lossy(), "--json"])[0].clone();
    assert_eq!(case["ends"], serde_json::json!([]), "{case}");
    let picture = file.with_extension("svg");
    good(&["odds", &file.to_string_lossy(), "--out", &picture.to_string_lossy()]);
    assert!(std::fs::read_to_string(&picture).expect("it was drawn").contains("nothing to weigh"));
}

#[test]
fn what_is_fought_at_once_after_a_script_is_weighed_and_named() {
    let name = "r8_3_1_announced_alone_is_fought_at_once";
    let case = json(&["odds", name, "--json"])[0].clone();
    let ends = case["ends"].as_array().expect("a list of ends").len();
    assert!(ends > 3 && case["complete"] == true, "{case}");
    assert!(case["note"].as_str().is_some_and(|note| note.contains("up to the next throw")), "{case}");
    assert!(good(&["referee", name]).contains("The script ends where a throw is due: shock (8.5)"));
    let picture = folder("odds-note").join("odds.svg");
    good(&["odds", name, "--out", &picture.to_string_lossy()]);
    assert!(std::fs::read_to_string(&picture).expect("it was written").contains("up to the next throw"));
}

#[test]
fn simulate_gives_the_same_on_any_number_of_threads() {
    let folder = folder("simulate");
    let csv = |threads: &str| {
        let file = folder.join(format!("{threads}.csv"));
        let name = file.to_string_lossy().into_owned();
        let summary = good(&[
            "simulate",
            "tutorial",
            "--games",
            "12",
            "--players",
            "recruit",
            "--threads",
            threads,
            "--csv",
            &name,
            "--json",
        ]);
        (summary, std::fs::read_to_string(&file).expect("it was written"))
    };
    let (one, two) = (csv("1"), csv("2"));
    assert_eq!(one, two);
    assert_eq!(one.1.lines().count(), 13);
    let summary: Value = serde_json::from_str(&one.0).expect("it is JSON");
    assert_eq!(summary["games"], 12);
}

/// The mechanisms of games, in words, as a table, and as a file that data frames read.
#[test]
fn simulate_counts_what_decides_the_games() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let folder = folder("mechanisms");
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (csv, parquet) = (file("games.csv"), file("games.parquet"));
    let args = ["simulate", "tutorial", "--games", "6", "--csv", &csv, "--parquet", &parquet];
    let text = good(&args);
    assert!(text.contains("a game has: fires ") && text.contains("units lost by them"), "{text}");
    let csv = std::fs::read_to_string(&csv).expect("it was written");
    let names: Vec<&str> = csv.lines().next().expect("a heading").split(',').collect();
    let reader =
        SerializedFileReader::new(std::fs::File::open(&parquet).expect("it was written")).expect("sound");
    let schema = reader.metadata().file_metadata().schema_descr();
    let kept: Vec<String> = schema.columns().iter().map(|column| column.name().to_owned()).collect();
    assert_eq!(kept, names);
    let rows: Vec<String> = reader
        .get_row_iter(None)
        .expect("it has rows")
        .map(|row| {
            let row = row.expect("a row");
            let cells = row.get_column_iter().map(|(_, cell)| cell.to_string().trim_matches('"').to_owned());
            cells.collect::<Vec<String>>().join(",")
        })
        .collect();
    let same =
        |row: &str| row.split(',').map(|cell| cell.trim_end_matches(".0").to_owned()).collect::<Vec<_>>();
    let expected: Vec<_> = csv.lines().skip(1).map(same).collect();
    assert_eq!(rows.iter().map(|row| same(row)).collect::<Vec<_>>(), expected);
    let lost = names.iter().position(|name| *name == "lost").expect("units lost are counted");
    assert!(expected.iter().any(|row| row[lost] != "0"), "{csv}");
}

#[test]
fn compare_sets_a_battle_under_several_rulebooks_side_by_side() {
    let games = ["compare", "maida", "--rules", "jdg,marshal", "--players", "recruit", "--games", "2"];
    let text = good(&games);
    let row = |name: &str| text.lines().find(|line| line.trim_start().starts_with(name)).expect("a row");
    assert!(row("rulebook").contains("jdg") && row("rulebook").contains("marshal"), "{text}");
    assert!(row("French win").matches('%').count() == 2, "{text}");
    assert_eq!(row("ends").matches("on points 2").count(), 2, "{text}");
    let list = json(&[&games[..], &["--json"]].concat());
    assert_eq!((&list[0]["rulebook"], &list[1]["rulebook"]), (&"jdg".into(), &"marshal".into()));
    assert!(list[1]["share_lost"][0].as_f64().is_some_and(|share| (0.0..=100.0).contains(&share)));
    bad(&["compare", "maidda"], 2, "did you mean \"maida\"");
    bad(&["compare", "maida", "--rules", "jgd"], 2, "did you mean");
}

#[test]
fn a_closed_pipe_is_no_accident() {
    let mut child = command(&["rules", "jdg", "--coverage"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert!(!errors(&output).contains("panicked"), "{}", errors(&output));
}

#[test]
fn a_rulebook_has_no_other_options_than_it_declares() {
    assert!(good(&["rules", "jdg", "--options"]).contains("leaves nothing to be settled"));
    assert_eq!(good(&["rules", "jdg", "--options", "--json"]).trim(), "[]");
    bad(&["show", "tutorial", "--option", "fog=open"], 2, "there is no option `fog`");
    bad(&["show", "tutorial", "--option", "fog"], 2, "write name=value");
}

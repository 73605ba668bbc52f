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
fn run_with(args: &[&str], input: &str) -> Output {
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
fn json(args: &[&str]) -> Value {
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
fn referee_keeps_the_rules_of_a_real_table() {
    // The empty line lifts the curtain between the sides' secrets.
    let typed = "1\n\nfrobnicate\nno more orders\n10\n9\n3\nquit\n";
    let output = run_with(&["referee", "tutorial"], typed);
    let text = out(&output);
    assert!(output.status.success(), "{text}{}", errors(&output));
    assert!(text.contains("not something one can do") && text.contains("It shows 0 to 9."), "{text}");
}

#[test]
fn referee_takes_a_mistyped_die_back() {
    let typed = "1\nno more orders\n\nno more orders\n9\n1\nundo\n4\nundo 2\n5\n6\nundo 1000\n\nquit\n";
    let output = run_with(&["referee", "tutorial"], typed);
    let text = out(&output);
    assert!(output.status.success(), "{text}{}", errors(&output));
    for said in ["Taken back.", "Taken back: the last 2.", "Taken back: the last 4."] {
        assert!(text.contains(said), "{said}: {text}");
    }
    // Two dice, the second again after the first way back, both after the other.
    let asked = text.matches("what comes up (0 to 9)?").count();
    assert_eq!(asked, 5, "{text}");
}

#[test]
fn referee_ends_nothing_by_a_word_that_ends_everything() {
    let text = out(&run_with(&["referee", "tutorial"], "pass\nno more orders\n\npass\nquit\n"));
    assert_eq!(text.matches("Here it would mean: No more orders.").count(), 2, "{text}");
    assert!(!text.contains("Both sides have laid out"), "{text}");
}

/// All that can be looked at in a game can be looked at by those who are about to throw; and a game is gone on with where it was left.
#[test]
fn referee_is_a_game_that_is_looked_at_saved_and_gone_on_with() {
    let file = folder("evening").join("evening.journal").to_string_lossy().into_owned();
    let typed = "1\nno more orders\n\nno more orders\nmap\nunits\nscore\nlog\nwhy\n?\nfrobnicate\n9\nquit\n";
    let text = out(&run_with(&["referee", "tutorial", "--save", &file], typed));
    for said in [
        "you decide and throw your own dice".to_lowercase().as_str(),
        "legend",
        "grenadiers-1",
        "points; strength lost 0",
        "strategic initiative",
        "a number, or words",
        "besides: undo, map, units",
        "to go on:",
    ] {
        let said = said.replace("legend", "map:");
        assert!(text.to_lowercase().contains(&said), "no {said:?} in:\n{text}");
    }
    let again = out(&run_with(&["play", "--resume", &file], "8\nquit\n"));
    assert!(again.contains("you decide and throw") || again.contains("You decide and throw"), "{again}");
    let journal = std::fs::read_to_string(&file).expect("it was written");
    assert!(journal.contains("\nthrow 0 10 9 ") && journal.contains("\nthrow 1 10 8 "), "{journal}");
    let beside = std::path::Path::new(&file).with_extension("journal.seed");
    assert!(!beside.exists(), "dice that people throw follow from no seed");
}

#[test]
fn referee_lists_the_choices_again() {
    let once = out(&run_with(&["referee", "tutorial"], "quit\n"));
    let twice = out(&run_with(&["referee", "tutorial"], "list\nquit\n"));
    let choices = once.matches(" 1) Give an order").count();
    assert!(choices > 0, "{once}");
    assert_eq!(twice.matches(" 1) Give an order").count(), 2 * choices, "{twice}");
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

/// What a game is made of, in words, as a table, and as a file that data frames read.
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
fn a_game_that_is_left_and_resumed_is_the_same_as_one_played_through() {
    let folder = folder("resume");
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let (whole, parts) = (file("whole.journal"), file("parts.journal"));
    let play =
        |save: &str, input: &str| run_with(&["play", "tutorial", "--seed", "11", "--save", save], input);
    let whole_run = play(&whole, "1\n1\n1\n1\n1\n1\nquit\n");
    assert!(out(&whole_run).contains("To go on"), "{}{}", out(&whole_run), errors(&whole_run));
    play(&parts, "1\n1\n1\n");
    run_with(&["play", "--resume", &parts], "1\n1\n1\n");
    let read = |path: &str| std::fs::read_to_string(path).expect("it was written");
    assert_eq!(read(&whole), read(&parts));
    bad(&["play", "tutorial", "--save", &whole], 2, "exists");
    // A torn last line, as after a power cut, is left out, and the game goes on from the one before.
    let torn = read(&whole);
    std::fs::write(&parts, &torn[..torn.len() - 9]).expect("it can be written");
    // A state is found again without anybody's help, an answer must be given again.
    let was_answer = torn.lines().last().is_some_and(|line| line.starts_with("answer"));
    run_with(&["play", "--resume", &parts], if was_answer { "1\nquit\n" } else { "quit\n" });
    assert_eq!(read(&whole), read(&parts));
}

#[test]
fn an_unfinished_game_is_seen_as_far_as_any_line() {
    let file = folder("seen").join("game.journal").to_string_lossy().into_owned();
    run_with(&["play", "tutorial", "--seed", "11", "--save", &file], "1\n1\n1\n1\n1\n1\nquit\n");
    let journal = std::fs::read_to_string(&file).expect("it was written");
    let lines = journal.lines().count();
    let first = journal.lines().position(|line| line.starts_with("answer")).expect("there is one");
    for line in first + 1..=lines {
        let seen = run(&["replay", &file, "--to", &line.to_string()]);
        assert!(seen.status.success(), "line {line}: {}", errors(&seen));
        let cut = format!("{file}.{line}.journal");
        let part: String = journal.split_inclusive('\n').take(line).collect();
        std::fs::write(&cut, part).expect("it can be written");
        assert!(run(&["verify", &cut]).status.success(), "line {line}");
    }
    bad(&["replay", &file, "--to", "9999"], 2, "no line 9999");
}

#[test]
fn play_explains_advises_and_takes_back() {
    let file = folder("play").join("game.journal").to_string_lossy().into_owned();
    let input = "?\nhint\nodds 1\nwhy go 0101\nwhy musketeers\nfrobnicate\nrule 2.3\n1\nundo\nlog\nunits\nmap\nquit\n";
    let output = run_with(&["play", "tutorial", "--seed", "3", "--save", &file], input);
    let text = out(&output);
    assert!(output.status.success(), "{text}{}", errors(&output));
    for expected in [
        "One order to give",
        "The computer would choose",
        "Thrown at once: strategic initiative (French)",
        "not something one can do",
        "Smolensk Musketeers belongs to the enemy.",
        "Taken back.",
        "grenadiers-1",
    ] {
        assert!(text.contains(expected), "no {expected:?} in:\n{text}");
    }
}

/// What a choice says can be typed as it stands, in any case of letters, or by some of its words.
#[test]
fn choices_are_typed_as_they_are_shown() {
    let file = folder("shown").join("game.journal").to_string_lossy().into_owned();
    let args = ["play", "maida", "--side", "french", "--seed", "3", "--save", &file];
    let typed = "GIVE AN ORDER TO 1ER LÉGER, I\n1st Polish\nmap 1410\nmap nowhere\nscore\nquit\n";
    let text = out(&run_with(&args, typed));
    for said in [
        "Orders for 1er léger, I",
        "Orders for 1st Polish, I",
        "Nowhere is no hex and no unit",
        "The coppice, 4 points: British",
    ] {
        assert!(text.contains(said), "no {said:?} in:\n{text}");
    }
    let heads =
        |row: &&str| row.starts_with("    ") && row.split_whitespace().all(|n| n.parse::<u8>().is_ok());
    let widths: Vec<usize> = text.lines().filter(heads).map(|row| row.split_whitespace().count()).collect();
    assert!(
        widths.contains(&24) && widths.contains(&9),
        "the whole map, and what lies around a hex: {widths:?}"
    );
}

#[test]
fn who_replays_a_battle_is_told_that_a_game_is_wanted() {
    let file = folder("replayed").join("game.journal").to_string_lossy().into_owned();
    run_with(&["play", "tutorial", "--save", &file], "quit\n");
    let output = run(&["replay", "maida"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(
        errors(&output).contains("maida is a battle, and this command wants a saved game"),
        "{}",
        errors(&output)
    );
}

#[test]
fn the_computer_takes_the_dice_back_in_practice_only() {
    let file = folder("practice").join("game.journal").to_string_lossy().into_owned();
    let args = ["play", "maida", "--side", "british", "--seed", "1", "--save", &file];
    let output =
        run_with(&args, "no more orders\nundo\nundo x\nundo 99\nundo\npractice\nundo\nwhy 0505\nquit\n");
    let text = out(&output);
    assert!(output.status.success(), "{text}{}", errors(&output));
    assert_eq!(text.matches("only in practice").count(), 2, "{text}");
    assert_eq!(text.matches("Taken back.").count(), 1, "{text}");
    let journal = std::fs::read_to_string(&file).expect("it was written");
    let lines: Vec<&str> = journal.lines().map(|line| line.split(' ').next().unwrap_or_default()).collect();
    assert!(lines.ends_with(&["practice", "undo"]), "{journal}");
    assert!(good(&["verify", &file]).contains("sound"));
    // Who learns may take anything back from the start; anybody may begin so.
    let file = folder("learning").join("game.journal").to_string_lossy().into_owned();
    run_with(&["play", "tutorial", "--save", &file], "quit\n");
    assert!(std::fs::read_to_string(&file).expect("it was written").contains("\npractice "));
}

/// The word for all endings is not enough, so that none is typed ahead into the next; each has a name of its own.
#[test]
fn an_ending_is_given_by_its_own_name_only() {
    let file = folder("endings").join("game.journal").to_string_lossy().into_owned();
    let args = ["play", "tutorial", "--seed", "1", "--save", &file];
    let text = out(&run_with(&args, "pass\np\nend movement\nquit\n"));
    assert_eq!(text.matches("Several things end with").count(), 2, "{text}");
    assert!(text.contains(") No more orders") && !text.contains("Pass"), "{text}");
    let answers = |file: &str| {
        std::fs::read_to_string(file).expect("it was written").matches("\nanswer french ").count()
    };
    assert_eq!(answers(&file), 0, "{text}");
    let file = folder("ending").join("game.journal").to_string_lossy().into_owned();
    run_with(&["play", "tutorial", "--seed", "1", "--save", &file], "No more Orders\nquit\n");
    assert_eq!(answers(&file), 1);
}

#[test]
fn a_game_with_real_dice_asks_what_came_up() {
    let table = shelf::books()[0].load(&shelf::Order::of("tutorial")).expect("it is built in");
    let seats = ["Anna", "Boris"].map(table::session::Seat::person);
    let live = table.host(seats, Default::default(), None).expect("it begins");
    let file = folder("real-dice").join("game.journal").to_string_lossy().into_owned();
    std::fs::write(&file, live.journal()).expect("it can be written");
    let text =
        out(&run_with(&["play", "--resume", &file], "no more orders\n\nno more orders\n99\n5\n4\nquit\n"));
    assert!(text.contains("what comes up (0 to 9)?") && text.contains("It shows 0 to 9."), "{text}");
    let journal = std::fs::read_to_string(&file).expect("it was written");
    assert!(journal.contains("\nthrow 0 10 5 ") && journal.contains("\nthrow 1 10 4 "), "{journal}");
}

#[test]
fn a_word_of_a_choice_is_enough_and_every_word_can_be_asked_about() {
    let file = folder("words").join("game.journal").to_string_lossy().into_owned();
    let args = ["play", "tutorial", "--seed", "3", "--save", &file];
    let input =
        "why hussars-at\nwhy Kiev Grenadiers\n99\n-1\nodds 99\nodds\n\u{1b}[A\norder hussards\nquit\n";
    let text = out(&run_with(&args, input));
    for expected in [
        "Austrian hussars belongs to the enemy.",
        "Kiev Grenadiers belongs to the enemy.",
        "The choices are numbered from 1 to 3.",
        "The chances of which choice?",
        "Orders for 9e hussards",
    ] {
        assert!(text.contains(expected), "no {expected:?} in:\n{text}");
    }
    assert!(!text.contains('\u{1b}'), "what was typed comes back raw");
}

#[test]
fn a_watched_game_replays_and_verifies_and_tampering_is_found() {
    let folder = folder("verify");
    let file = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let game = file("game.journal");
    let output =
        run(&["play", "tutorial", "--watch", "--against", "recruit", "--seed", "5", "--save", &game]);
    assert!(
        output.status.success() && out(&output).contains("points"),
        "{}{}",
        out(&output),
        errors(&output)
    );
    let report = json(&["verify", &game, "--json"]);
    assert_eq!((&report["sound"], &report["dice_verified"]), (&Value::Bool(true), &Value::Bool(true)));
    assert!(good(&["replay", &game]).contains("Turn 1"));
    let told = json(&["replay", &game, "--json"]);
    assert_eq!((&told["battle"], &told["over"]), (&Value::from("tutorial"), &Value::Bool(true)));
    assert!(told["events"].as_array().is_some_and(|events| events.len() > 50 && events[0]["rule"] == "1"));
    assert!(told["outcome"]["points"].is_array() && told["position"].is_object());
    let page = file("battle.html");
    good(&["replay", &game, "--report", &page, "--to", "60", "--text"]);
    assert!(std::fs::read_to_string(&page).expect("it was written").contains("<h1>"));
    assert!(good(&["show", &game]).contains("Oudinot"));
    let text = std::fs::read_to_string(&game).expect("it was written");
    let line = text.lines().position(|line| line.starts_with("throw ")).expect("dice were thrown");
    let forged: Vec<String> = text
        .lines()
        .enumerate()
        .map(|(at, l)| if at == line { l.replacen("throw 0 10", "throw 0 11", 1) } else { l.to_owned() })
        .collect();
    std::fs::write(&game, forged.join("\n") + "\n").expect("it can be written");
    bad(&["verify", &game], 1, &format!("line {}", line + 1));
    bad(&["verify", "no-such.journal"], 3, "cannot be read");
}

#[test]
fn the_menu_leads_into_a_game() {
    let output = run_with(&["play"], "tutrial\ntutorial\n2\nquit\n");
    let text = out(&output);
    assert!(
        text.contains("Did you mean tutorial?") && text.contains("To go on"),
        "{text}{}",
        errors(&output)
    );
    assert!(run_with(&["play"], "").status.success());
}

#[test]
fn two_people_hand_the_keyboard_over_between_secrets() {
    let file = folder("both").join("game.journal").to_string_lossy().into_owned();
    let output = run_with(
        &["play", "tutorial", "--both", "--seed", "2", "--save", &file],
        "1\n\nno more orders\n\nundo\nn\nquit\n",
    );
    let text = out(&output);
    assert!(output.status.success(), "{text}{}", errors(&output));
    assert!(text.contains("The keyboard goes to Russians and Austrians"), "{text}");
    let mut parts = text.split("The keyboard goes to");
    let (first, second) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    assert!(first.contains("Grenadiers d'Oudinot, I") && !second.contains("Orders for Grenadiers"), "{text}");
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

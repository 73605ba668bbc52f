//! The drill book on the command line: every command, as a user would run it.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn folder(test: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("drill-{}-{test}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder for temporary files");
    folder
}

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_drill"));
    command.args(args).env("XDG_STATE_HOME", std::env::temp_dir()).env_remove("CLICOLOR_FORCE");
    command.stdin(Stdio::null()).output().expect("the program starts")
}

#[track_caller]
fn good(args: &[&str]) -> String {
    let output = run(args);
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{args:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

#[track_caller]
fn bad(args: &[&str], code: i32, says: &str) {
    let output = run(args);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {errors}");
    assert!(errors.contains(says), "{args:?}: {errors}");
}

#[test]
fn the_battle_is_listed_and_shown_without_its_secrets() {
    assert!(good(&["battles"]).contains("The meadow"));
    let shown = good(&["show", "meadow"]);
    assert!(shown.contains("1st Red") && shown.contains("line ? ") && !shown.contains("line 7 "), "{shown}");
}

#[test]
fn a_game_is_watched_saved_verified_replayed_and_reported() {
    let file = folder("play").join("game.journal").to_string_lossy().into_owned();
    let game = good(&[
        "play",
        "meadow",
        "--watch",
        "--fast",
        "--seed",
        "7",
        "--option",
        "counters=open",
        "--save",
        &file,
    ]);
    assert!(game.contains("checks its morale") || game.contains("fires at"), "{game}");
    good(&["verify", &file]);
    let journal = std::fs::read_to_string(&file).expect("it was saved");
    assert!(
        journal.contains("rulebook drill 1") && journal.contains("option counters open"),
        "{}",
        &journal[..600]
    );
    good(&["replay", &file, "--to", "20"]);
    bad(&["play", "meadow", "--watch", "--option", "counters=opne"], 2, "did you mean");
    bad(&["play", "meadow", "--watch", "--against", "sergeant"], 2, "recruit");
}

/// The menu offers the battles of all rulebooks to whoever comes without one in mind.
#[test]
fn the_menu_offers_every_rulebook() {
    let file = folder("menu").join("game.journal").to_string_lossy().into_owned();
    let mut command = Command::new(env!("CARGO_BIN_EXE_drill"));
    command.args(["play", "--save", &file]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let typed = child.stdin.take().expect("piped").write_all(b"meadow\n3\n1\nquit\n");
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(typed.is_ok() && said.contains("Jours de Gloire, tutorial"), "{said}");
    assert!(said.contains("The Drill Book, tutorial") && said.contains("Which unit moves?"), "{said}");
}

#[test]
fn the_computers_of_the_book_play_many_games() {
    let said = good(&["simulate", "meadow", "--games", "20"]);
    assert!(said.contains("recruit"), "{said}");
    bad(&["simulate", "meadow", "--players", "sergeant"], 2, "recruit");
}

#[test]
fn vignettes_are_refereed_and_weighed() {
    let said = good(&["referee", "r3_3_fire_from_behind_counts_double", "--events"]);
    assert!(said.contains("Everything comes out as expected.") && said.contains("from behind"), "{said}");
    let odds = good(&["odds", "r3_3_fire_from_behind_counts_double"]);
    assert!(odds.contains("shaken") && odds.contains('%'), "{odds}");
}

#[test]
fn rules_are_looked_up_with_their_code_and_tests() {
    assert!(good(&["rules", "drill"]).contains("Hidden strength"));
    let rule = good(&["rules", "drill", "3.3"]);
    assert!(rule.contains("src/ch3_fire.rs") && rule.contains("r3_3_fire_from_behind"), "{rule}");
    let coverage = good(&["rules", "drill", "--coverage"]);
    assert!(coverage.contains("17 done, 0 partly, 0 not yet"), "{coverage}");
    assert!(!coverage.contains("cited nowhere"), "{coverage}");
    assert!(good(&["rules", "drill", "--options"]).contains("counters=hidden|open"));
    assert!(good(&["rules", "drill", "--events", "fire"]).contains("enfilade"));
}

#[test]
fn its_files_are_checked() {
    let own = |path: &str| format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    for file in [
        "battles/meadow/drill.toml",
        "battles/meadow/battle.toml",
        "books/drill/index.toml",
        "books/drill/messages.fr.toml",
        "books/drill/charts/fire.toml",
        "vignettes/drill/r2_4_a_shaken_unit_rallies.toml",
    ] {
        good(&["check", &own(file)]);
    }
    let folder = folder("check");
    let fire = std::fs::read_to_string(own("books/drill/charts/fire.toml")).expect("it is there");
    let file = folder.join("fire.toml");
    std::fs::write(&file, fire.replace("[25, 36]", "[26, 37]")).expect("it is written");
    bad(&["simulate", "meadow", "--games", "1", "--chart", &file.to_string_lossy()], 3, "11 to 66");
}

#[test]
fn the_house_does_not_have_it() {
    let house = std::fs::read_to_string(format!("{}/../berthier/Cargo.toml", env!("CARGO_MANIFEST_DIR")));
    let shelf = std::fs::read_to_string(format!("{}/../shelf/Cargo.toml", env!("CARGO_MANIFEST_DIR")));
    let server = std::fs::read_to_string(format!("{}/../server/Cargo.toml", env!("CARGO_MANIFEST_DIR")));
    for manifest in [house, shelf, server] {
        assert!(!manifest.expect("it is there").contains("drill"), "nothing that ships knows the drill book");
    }
}

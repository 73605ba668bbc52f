//! Games in the terminal, played, watched, refereed, left and gone on with.

use serde_json::Value;

use crate::commands::{bad, errors, folder, good, json, out, run, run_with};

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

/// A choice can be typed as it is shown, in any case of letters, or by some of its words.
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

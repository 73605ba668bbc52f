//! On a terminal: colours, unless they are not wanted, and lines no wider than it. The terminal is a pseudo-terminal.

#![cfg(unix)]

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::process::{Command, Stdio};

use rustix::fs::OFlags;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// Content of a terminal of some width after a command has run there with something typed.
fn on_terminal(args: &[&str], variables: &[(&str, &str)], columns: u16, typed: &[&str]) -> String {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a pseudo-terminal");
    grantpt(&terminal).and_then(|()| unlockpt(&terminal)).expect("it can be used");
    let size = Winsize { ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("it has a size");
    let name = ptsname(&terminal, Vec::new()).expect("it has a name");
    let name = name.to_str().expect("device names are plain").to_owned();
    let end = || {
        let flags = OFlags::NOCTTY.bits() as i32;
        let file = OpenOptions::new().read(true).write(true).custom_flags(flags).open(&name);
        Stdio::from(file.expect("its other end opens"))
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_berthier"));
    command.args(args).env("TERM", "xterm-256color").env("XDG_STATE_HOME", std::env::temp_dir());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"] {
        command.env_remove(variable);
    }
    command.envs(variables.iter().copied()).stdin(end()).stdout(end()).stderr(end());
    let mut child = command.spawn().expect("the program starts");
    // Its ends of the terminal belong to the program alone from here on.
    drop(command);
    let mut terminal = File::from(terminal);
    // What is typed before a question stands there is dropped: so each piece comes when the program waits.
    let mut pieces = typed.iter();
    let mut shown = Vec::new();
    let mut piece = [0; 4096];
    // The end of a pseudo-terminal is an error.
    while let Ok(count @ 1..) = terminal.read(&mut piece) {
        shown.extend_from_slice(&piece[..count]);
        if plain(&String::from_utf8_lossy(&shown)).ends_with("\n> ")
            && let Some(next) = pieces.next()
        {
            terminal.write_all(next.as_bytes()).expect("it takes what is typed");
        }
    }
    assert!(child.wait().expect("the program ends").success(), "{args:?}");
    String::from_utf8_lossy(&shown).replace('\r', "")
}

/// The colours and styles taken out.
fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split("\x1b[");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        out.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    out
}

#[test]
fn colours_are_seen_on_a_terminal_only_where_they_are_wanted() {
    for args in [&["battles"][..], &["show", "tutorial"], &["rules", "jdg", "8.8.1"]] {
        let coloured = on_terminal(args, &[], 100, &[]);
        assert!(coloured.contains("\x1b["), "{args:?} has colours on a terminal: {coloured}");
        for refused in [("NO_COLOR", "1"), ("TERM", "dumb"), ("CLICOLOR", "0")] {
            let shown = on_terminal(args, &[refused], 100, &[]);
            assert!(!shown.contains('\x1b'), "{args:?} with {refused:?}: {shown:?}");
            // A map without colours tells sides and heights apart by signs instead.
            assert!(args[0] == "show" || shown == plain(&coloured), "{args:?} with {refused:?}: {shown}");
        }
    }
}

#[test]
fn a_game_fits_a_narrow_terminal() {
    let save = std::env::temp_dir().join(format!("berthier-{}-narrow.journal", std::process::id()));
    let _ = std::fs::remove_file(&save);
    let save = save.to_string_lossy().into_owned();
    let args = ["play", "tutorial", "--seed", "3", "--save", &save];
    let typed = [
        "?\n",
        "hint\n",
        "odds 1\n",
        "why grenadiers-1\n",
        "rule 8.8.1\n",
        "1\n",
        "log\n",
        "units\n",
        "undo\n",
        "quit\n",
    ];
    let shown = plain(&on_terminal(&args, &[], 60, &typed));
    for line in shown.lines().filter(|line| !line.contains(".journal")) {
        assert!(line.chars().count() <= 60, "too wide for 60 columns: {line:?}");
    }
    assert!(shown.contains("To go on"), "{shown}");
}

/// An answer typed before its question stood on the screen was meant for another one.
#[test]
fn what_is_typed_ahead_answers_no_later_question() {
    let save = std::env::temp_dir().join(format!("berthier-{}-ahead.journal", std::process::id()));
    let _ = std::fs::remove_file(&save);
    let save = save.to_string_lossy().into_owned();
    let args = ["play", "tutorial", "--seed", "3", "--save", &save];
    let shown = plain(&on_terminal(&args, &[], 100, &["1\n1\n1\n", "quit\n"]));
    assert_eq!(
        shown.matches("What was typed before this question stood here is dropped.").count(),
        1,
        "{shown}"
    );
    let journal = std::fs::read_to_string(&save).expect("it was written");
    assert_eq!(journal.matches("\nanswer french ").count(), 1, "{journal}");
    let _ = std::fs::remove_file(&save);
}

//! Programs from Debian's packages, where the machine has them and we may install them.

use std::process::{Command, Stdio};

use crate::command::{find, watch};

/// Installs packages. An error says what to do by hand.
pub fn install(packages: &[&str]) -> Result<(), String> {
    let wanted = packages.join(" ");
    if find(&["apt-get"]).is_none() {
        return Err(format!("there is no apt-get here; install {wanted} as your system does it"));
    }
    let by_hand = format!("run `sudo apt-get install {wanted}`");
    let Some(before) = rights() else {
        return Err(format!("no right to install packages; {by_hand}"));
    };
    // The lists of a fresh machine are empty; that they are old elsewhere may do no harm, so a failure is not the end.
    if let Err(what) = apt(before, &["update", "--quiet"]) {
        eprintln!("   {what}; trying all the same");
    }
    let args: Vec<&str> =
        ["install", "--yes", "--quiet", "--no-install-recommends"].iter().chain(packages).copied().collect();
    apt(before, &args).map_err(|what| format!("{what}; {by_hand}"))
}

/// Words before `apt-get`: nothing for the administrator, `sudo` for those who may use it without a password.
fn rights() -> Option<&'static [&'static str]> {
    let output = |program: &str, args: &[&str]| {
        Command::new(program).args(args).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()
    };
    if output("id", &["-u"]).is_some_and(|id| id.stdout.trim_ascii() == b"0") {
        return Some(&[]);
    }
    let sudo = output("sudo", &["--non-interactive", "true"]).is_some_and(|done| done.status.success());
    sudo.then_some(&["sudo", "--non-interactive"])
}

fn apt(before: &[&str], args: &[&str]) -> Result<(), String> {
    let mut words = before.iter().copied().chain(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
    let mut command = Command::new(words.next().expect("env is always there"));
    command.args(words).args(args).stdin(Stdio::null());
    watch(command)
}

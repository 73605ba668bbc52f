//! `cargo xtask pictures`: the pictures of the README and the battles' pages.

use crate::command::{berthier, build, root, run};
use crate::node::Node;
use crate::{browser, client};

/// The battles, with pixels a hex: some 1000 to 1200 pixels wide, and below 900 kB each.
const BATTLES: [(&str, &str); 3] = [("maida", "62"), ("saalfeld", "39"), ("tutorial", "90")];

/// Renders them all again, those of the client in a browser.
pub fn pictures() -> Result<(), String> {
    let node = Node::ready()?;
    let chromium = browser::ready()?;
    client::install(&node)?;
    client::build(Some(&node))?;
    build("release")?;
    let program = berthier("release");
    let program = program.to_string_lossy();
    for (battle, scale) in BATTLES {
        let out = format!("docs/pictures/{battle}.png");
        run(&program, &["show", battle, "--out", &out, "--scale", scale, "--no-numbers"], &[])?;
    }
    client::end_to_end(&node, &chromium, "release", &root().join("docs/pictures"), &["pictures".to_owned()])
}

//! The browser in which the client is tested.

use std::path::PathBuf;

use crate::command::find;
use crate::debian;

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// A Chromium on the PATH; Debian's is installed where there is none.
pub fn ready() -> Result<PathBuf, String> {
    if let Some(browser) = find(&NAMES) {
        return Ok(browser);
    }
    let missing = "the tests of the client need Chromium (`chromium` or `google-chrome` on the PATH)";
    debian::install(&["chromium"]).map_err(|what| format!("{missing}: {what}"))?;
    find(&NAMES).ok_or_else(|| missing.to_owned())
}

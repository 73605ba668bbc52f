//! The licences of everything that is built in: only those that let the program be given away under its own.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Licences that need nothing but their notice.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
    "0BSD",
    "MPL-2.0",
    "CDLA-Permissive-2.0",
    "OFL-1.1",
    "NCSA",
    "BlueOak-1.0.0",
];

/// Checks every package of the client's lock file: what goes into the page, and what builds and tests it.
pub fn check_client(root: &Path) -> Result<(), String> {
    eprintln!("-- licences of the client's packages");
    let text = fs::read_to_string(root.join("web/package-lock.json"))
        .map_err(|e| format!("web/package-lock.json: {e}"))?;
    let lock: Value = serde_json::from_str(&text).map_err(|e| format!("web/package-lock.json: {e}"))?;
    let packages = lock["packages"].as_object().ok_or("web/package-lock.json lists no packages")?;
    // The package without a name is the client itself.
    let named = packages.iter().filter(|(name, _)| !name.is_empty());
    judge(named.map(|(name, package)| (name.as_str(), package["license"].as_str())))
}

/// Checks every package of cargo's lock file.
pub fn check(root: &Path) -> Result<(), String> {
    eprintln!("-- licences");
    let output = Command::new("cargo")
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()
        .map_err(|e| format!("cargo metadata cannot be started: {e}"))?;
    if !output.status.success() {
        return Err(format!("cargo metadata failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let metadata: Value = serde_json::from_slice(&output.stdout).map_err(|e| e.to_string())?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    judge(
        packages.iter().map(|package| (package["name"].as_str().unwrap_or("?"), package["license"].as_str())),
    )
}

/// Says which packages, each with its licence, are not under an allowed one.
fn judge<'a>(packages: impl Iterator<Item = (&'a str, Option<&'a str>)>) -> Result<(), String> {
    let mut bad = Vec::new();
    let mut count = 0;
    for (name, licence) in packages {
        count += 1;
        match licence {
            Some(expression) if allowed(expression) => {}
            Some(expression) => bad.push(format!("{name}: {expression}")),
            None => bad.push(format!("{name}: no licence is named")),
        }
    }
    if bad.is_empty() {
        eprintln!("   {count} packages, all under licences that allow it");
        Ok(())
    } else {
        Err(format!("licences that are not on the list:\n  {}", bad.join("\n  ")))
    }
}

/// Whether an SPDX expression can be satisfied by allowed licences. Packages of before SPDX part alternatives by a stroke.
fn allowed(expression: &str) -> bool {
    let read = spdx::Expression::parse_mode(expression, spdx::ParseMode::LAX);
    read.is_ok_and(|read| read.evaluate(|part| ALLOWED.contains(&part.to_string().as_str())))
}

#[cfg(test)]
mod tests {
    use super::allowed;

    #[test]
    fn alternatives_within_parts_are_alternatives() {
        assert!(allowed("(MIT OR GPL-3.0-only) AND Unicode-3.0"));
        assert!(allowed("MIT/Apache-2.0"));
        assert!(allowed("Apache-2.0 WITH LLVM-exception"));
        assert!(!allowed("(GPL-2.0-only OR GPL-3.0-only) AND MIT"));
        assert!(!allowed("MIT AND (GPL-3.0-only OR Unicode-3.0) AND GPL-2.0-only"));
        assert!(!allowed("no licence at all"));
    }
}

//! The licences of everything that is built in: only those that let the program be given away under its own.

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
];

/// Checks every package of the lock file.
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
    let mut bad = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or("?");
        match package["license"].as_str() {
            Some(expression) if allowed(expression) => {}
            Some(expression) => bad.push(format!("{name}: {expression}")),
            None => bad.push(format!("{name}: no licence is named")),
        }
    }
    if bad.is_empty() {
        eprintln!("   {} packages, all under licences that allow it", packages.len());
        Ok(())
    } else {
        Err(format!("licences that are not on the list:\n  {}", bad.join("\n  ")))
    }
}

/// Whether an SPDX expression can be satisfied by allowed licences: one of the alternatives, all of its parts.
fn allowed(expression: &str) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    plain
        .split(" OR ")
        .any(|alternative| alternative.split(" AND ").all(|part| ALLOWED.contains(&part.trim())))
}

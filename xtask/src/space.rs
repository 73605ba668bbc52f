//! Room on the disk for what is built: a linker that finds it full says nothing of it.

use crate::command::target;

/// Bytes that a whole run of checks and tests writes from nothing.
const WHOLE: u64 = 8 << 30;
/// Bytes that a run writes where everything was built before.
const AGAIN: u64 = 2 << 30;

/// Says so where there may be too little room.
pub fn look() {
    let built = target().join("debug").join("berthier").is_file();
    let needed = if built { AGAIN } else { WHOLE };
    if let Some(free) = free().filter(|free| *free < needed) {
        let (free, needed, target) = (gib(free), gib(needed), target());
        eprintln!(
            "!! {free:.1} GiB are free for {}, and some {needed:.0} may be needed: what fails may fail of that",
            target.display()
        );
    }
}

fn gib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 30)
}

/// Free space where cargo builds, in bytes; nothing where that cannot be known.
#[cfg(unix)]
fn free() -> Option<u64> {
    let found = rustix::fs::statvfs(target()).ok()?;
    found.f_bavail.checked_mul(found.f_frsize)
}

#[cfg(not(unix))]
fn free() -> Option<u64> {
    None
}

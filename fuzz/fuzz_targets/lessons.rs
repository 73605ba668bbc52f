//! Any text is a tutorial's lessons or is refused with faults; a lesson is shown once.
#![no_main]

use libfuzzer_sys::fuzz_target;
use muster::Source;

fuzz_target!(|text: &str| {
    if let Ok(mut lessons) = shelf::Lessons::read(&Source::new("fuzz.toml", text)) {
        for lesson in lessons.all().to_vec() {
            let _ = lessons.due(lesson.turn, &lesson.phase);
            assert!(lessons.due(lesson.turn, &lesson.phase).is_none());
        }
    }
});

//! Any text is a tutorial's lessons or is refused with faults; a lesson is shown once.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;
use muster::Source;

fuzz_target!(|text: &str| {
    if let Ok(mut lessons) = shelf::Lessons::read(&Source::new("fuzz.toml", text)) {
        for lesson in lessons.all().to_vec() {
            let _ = lessons.due(lesson.turn, &lesson.phase);
            assert!(lessons.due(lesson.turn, &lesson.phase).is_none());
        }
    }
});

//! Any text is a tutorial's lessons or is refused with faults; each call of a question shows fewer lessons than are left.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;
use muster::Source;

fuzz_target!(|text: &str| {
    if let Ok(mut lessons) = shelf::Lessons::read(&Source::new("fuzz.toml", text)) {
        for lesson in lessons.all().to_vec() {
            let offers = |verb: &str| lesson.verb.as_deref() == Some(verb);
            let mut left = lessons.all().len();
            while lessons.due(lesson.turn, &lesson.phase, offers).is_some() {
                assert!(lessons.all().len() < left, "a lesson that was shown is left");
                left = lessons.all().len();
            }
        }
        assert!(lessons.all().is_empty(), "a lesson is never shown");
    }
});

//! Whatever is typed in a game is an answer, or is refused in words; the game goes on, and its journal is sound.
#![no_main]

use libfuzzer_sys::fuzz_target;

/// The lines of a game that are looked at.
const MOST_LINES: usize = 40;

fuzz_target!(|text: &str| {
    let book = shelf::books()[0];
    let table = book.load("tutorial", &[]).unwrap_or_else(|faults| panic!("{faults}"));
    let mut live = table.open([None, None], [7; 32]).expect("a built-in battle opens");
    for line in text.lines().take(MOST_LINES) {
        let Some(side) = live.game().asking(None).first().map(|asking| asking.side) else { break };
        let _ = live.game_mut().why_not(side, line);
        let _ = live.odds(side, line);
        let answered = match line.parse() {
            Ok(index) => live.game_mut().answer_index(side, index),
            Err(_) => live.game_mut().answer_text(side, line),
        };
        if let Err(why) = answered {
            assert!(!why.sentence.is_empty());
        }
    }
    live.game_mut().finish();
    table.verify(live.game().journal().as_bytes()).expect("the journal is sound");
});

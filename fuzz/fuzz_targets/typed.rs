//! Whatever is typed in a game of any rulebook is an answer, or is refused in words; the game goes on, and its journal is sound.
#![cfg_attr(feature = "run", no_main)]

use berthier_fuzz::fuzz_target;

/// The lines of a game that are looked at.
const MOST_LINES: usize = 40;

fuzz_target!(|input: (u8, &str)| {
    let (which, text) = input;
    let books: Vec<_> = shelf::known().collect();
    let book = books[usize::from(which) % books.len()];
    let easiest = &book.battles()[0].id;
    let table = book.load(&shelf::Order::of(easiest)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut live = table.open([None, None], [7; 32]).expect("a built-in battle opens");
    for line in text.lines().take(MOST_LINES) {
        let Some(pending) = live.pending().first() else { break };
        let side = pending.side;
        let listed = line.parse().ok().and_then(|at: usize| pending.legal.get(at).copied());
        let answer = match listed.map_or_else(|| live.read(side, line), Ok) {
            Ok(answer) => answer,
            Err(why) => {
                assert!(!why.sentence.is_empty());
                continue;
            }
        };
        let _ = live.why_not(side, answer);
        let _ = live.odds(side, answer);
        if let Err(why) = live.answer(side, answer) {
            assert!(!why.sentence.is_empty());
        }
    }
    live.finish();
    table.verify(live.journal().as_bytes()).expect("the journal is sound");
});

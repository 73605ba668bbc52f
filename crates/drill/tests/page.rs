//! Board of the drill book as the page is given it: the client's tests draw it (`web/src/components/map/Counters.test.ts`).

use std::path::Path;

use serde_json::{Value, json};
use shelf::{Language, Order, Viewpoint};
use table::Side;
use table::dice::FastDice;

/// The first game by lot that comes to a shaken line beside an enemy of unknown strength, as the first side sees it then.
fn seen() -> Value {
    drill::on_the_shelf();
    let table = shelf::book("drill").and_then(|book| book.load(&Order::of("meadow"))).expect("it loads");
    let viewer = Some(Side(0));
    for seed in 0..50 {
        let mut live = table.open([None, None], [seed; 32]).expect("it begins");
        let mut lot = FastDice::new(seed.into());
        while let Some(asked) = live.pending().first() {
            let (side, answer) = (asked.side, lot.pick(&asked.legal));
            live.answer(side, answer).expect("it is legal");
            let position = live.position(viewer);
            let shaken = |c: &shelf::board::Counter| c.state == "shaken" && c.at.len() == 2;
            let hidden = |c: &shelf::board::Counter| c.strength == "?";
            if position.counters.iter().any(shaken) && position.counters.iter().any(hidden) {
                return json!({ "board": table.board(Viewpoint::Of(viewer), Language::ENGLISH), "position": position });
            }
        }
    }
    panic!("it never comes to that");
}

/// `BERTHIER_UPDATE=1` writes the fixture again when a change of it is meant.
#[test]
fn the_fixture_of_the_page_is_what_the_server_gives() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/fixtures/drill.json");
    let text = format!("{:#}\n", seen());
    if std::env::var_os("BERTHIER_UPDATE").is_some() {
        std::fs::write(&path, &text).expect("the fixture can be written");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == text,
        "web/src/lib/fixtures/drill.json is out of date: BERTHIER_UPDATE=1 cargo test -p drill page"
    );
}

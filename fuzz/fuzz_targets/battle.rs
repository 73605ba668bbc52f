//! Any text in place of Maida's scenario is a battle or is refused with faults.
#![no_main]

use jdg::files::arrange::BattleFiles;
use jdg::files::chart_files::ChartFiles;
use libfuzzer_sys::fuzz_target;
use muster::Source;

fuzz_target!(|text: &str| {
    let files = BattleFiles {
        id: "fuzz".to_owned(),
        battle: Source::new("battle.toml", include_str!("../../battles/maida/battle.toml")),
        ground: Source::new("ground.toml", include_str!("../../battles/maida/ground.toml")),
        order_of_battle: Source::new("order-of-battle.toml", include_str!("../../battles/maida/order-of-battle.toml")),
        scenario: Source::new("jdg.toml", text),
    };
    let _ = files.load(&ChartFiles::default());
});

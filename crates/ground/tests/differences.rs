//! Differences of two grounds.

use ground::Ground;
use muster::Source;

fn ground(columns: u32, more: &str) -> Ground {
    let text = format!("format = 1\ncolumns = {columns}\nrows = 3\n{more}");
    Ground::read(&Source::new("g.toml", text)).expect("no faults")
}

#[test]
fn all_that_differs_is_told_hex_by_hex() {
    let old = ground(
        3,
        "[hexes]\nwoods = [\"0101\"]\n[sides]\nstream = [\"0102-0202\"]\n[places]\nMill = \"0203\"\n[entries]\nA = \"0101\"\n",
    );
    let new = ground(
        3,
        "[levels]\n2 = [\"0301\"]\n[sides]\nriver = [\"0102-0202\"]\n[paths]\nroad = [[\"0101\", \"0102\"]]\n\
         [places]\nMill = \"0303\"\n[entries]\nB = \"0101\"\n",
    );
    let told: Vec<String> =
        old.differences(&new).expect("of one size").iter().map(ToString::to_string).collect();
    let expected = [
        "0101: woods, now clear",
        "0101-0102: road none, now road",
        "0301: level 0, now 2",
        "0102-0202: stream, now river",
        "Mill: 0203, now 0303",
        "entry A: 0101, now nowhere",
        "entry B: nowhere, now 0101",
    ];
    assert_eq!(told, expected);
    assert_eq!(old.differences(&old), Some(Vec::new()));
    assert_eq!(old.differences(&ground(4, "")), None);
}

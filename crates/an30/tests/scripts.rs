//! The language of vignettes, and the faults of a line that says something wrong.

use an30::An30;
use an30::variant::Standard;
use muster::Source;
use table::vignette::Staged;

const UNIT: &str = "format = 1\nrulebook = \"an30\"\ntitle = \"t\"\nrules = [\"1\"]\nscript = \"stop\"\n\n\
    [ground]\ncolumns = 5\nrows = 5\n\n[[unit]]\nid = \"foot\"\nside = \"blue\"\nat = \"0303\"\n";

/// The faults of a vignette with these further lines.
fn faults(rest: &str) -> (String, String) {
    let text = format!("{UNIT}\n{rest}");
    let read = <An30<Standard> as Staged>::read(&Source::new("v.toml", text.clone()));
    (text, read.err().map(|faults| faults.to_string()).unwrap_or_default())
}

#[test]
fn a_row_that_spoils_a_chart_is_a_fault_at_its_place_in_the_vignette() {
    let bad = "[[chart]]\nchart = \"fire\"\nrow = \"1:2\"\nset = { attacker = \"many\" }\n";
    assert_eq!(faults("").1, "");
    let (text, told) = faults(bad);
    assert!(told.contains("chart \"fire\" with this row: "), "{told}");
    let line: usize = told.split(':').nth(1).and_then(|n| n.parse().ok()).expect("a line");
    assert_eq!(text.lines().nth(line - 1), Some("row = \"1:2\""), "{told}");
    // Of several changes it is told at that which spoils it.
    let also = "[[chart]]\nchart = \"fire\"\nrow = \"1:3\"\nset = { label = \"Fire at long odds\" }\n";
    let (text, told) = faults(&format!("{also}\n{bad}"));
    let line: usize = told.split(':').nth(1).and_then(|n| n.parse().ok()).expect("a line");
    assert_eq!(text.lines().nth(line - 1), Some("row = \"1:2\""), "{told}");
}

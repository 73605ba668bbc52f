//! Every vignette, played on by lot, comes to what it came to before.

use std::path::Path;

use table::battery::check_sequels;

#[test]
fn sequels_come_to_what_they_came_to() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    match check_sequels::<marshal::Marshal>(
        &root.join("vignettes/marshal"),
        &root.join("recorded/marshal/sequels.txt"),
    ) {
        Ok(counted) => println!("{counted}"),
        Err(failures) => panic!("{failures}"),
    }
}

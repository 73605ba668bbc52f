//! Every vignette, played on by lot, comes to what it came to before.

use std::path::Path;

use an30::An30;
use an30::variant::{Doherty2005, Edition, Standard};
use table::battery::check_sequels;

#[test]
fn sequels_come_to_what_they_came_to() {
    all_are_as_recorded::<Standard>();
}

#[test]
fn sequels_by_the_revision_come_to_what_they_came_to() {
    all_are_as_recorded::<Doherty2005>();
}

fn all_are_as_recorded<E: Edition>() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (folder, recorded) = (root.join("vignettes").join(E::ID), root.join("recorded").join(E::ID));
    match check_sequels::<An30<E>>(&folder, &recorded.join("sequels.txt")) {
        Ok(counted) => println!("{counted}"),
        Err(failures) => panic!("{failures}"),
    }
}

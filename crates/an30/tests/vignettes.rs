//! Every vignette of the rulebook comes out as expected.

use std::path::Path;

use an30::An30;
use an30::variant::{Doherty2005, Edition, Standard};
use table::battery::play_vignettes;

#[test]
fn every_vignette_comes_out_as_expected() {
    all_come_out::<Standard>();
}

#[test]
fn every_vignette_of_the_revision_comes_out_as_expected() {
    all_come_out::<Doherty2005>();
}

fn all_come_out<E: Edition>() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes").join(E::ID);
    match play_vignettes::<An30<E>>(&folder) {
        Ok(counted) => println!("{counted}"),
        Err(failures) => panic!("{failures}"),
    }
}

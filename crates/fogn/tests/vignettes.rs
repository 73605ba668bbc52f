//! Every vignette of the rulebook comes out as expected.

use std::path::Path;

use table::battery::play_vignettes;

#[test]
fn every_vignette_comes_out_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vignettes/fogn");
    match play_vignettes::<fogn::Fogn>(&folder) {
        Ok(counted) => println!("{counted}"),
        Err(failures) => panic!("{failures}"),
    }
}

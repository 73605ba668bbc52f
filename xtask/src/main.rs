//! Build, play, test.
fn main() {}

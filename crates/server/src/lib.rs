//! Games in the browser.

pub mod wire;

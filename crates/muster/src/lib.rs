//! Reads data files: turns TOML text into values, and lists all the faults of a file with their places.
//!
//! A file is either loaded as a whole or refused with every fault found ([`Faults`]), each with file, line,
//! column, what was expected and the nearest valid name. The way of a file:
//!
//! 1. [`Source`] holds its name and text;
//! 2. [`read_toml`] gives its raw shape, a serde type with [`Spanned`] fields where a fault may have to be pointed at;
//! 3. the caller checks the meaning with a [`Collector`], which gathers the faults until
//!    [`Collector::into_result`].
//!
//! Knows no rulebook and no hex.

mod change;
mod charts;
mod fault;
mod format;
mod read;
mod source;
mod words;

pub use change::{Changeable, change};
pub use charts::{ChartFiles, ChartSet, RowChange};
pub use fault::{Collector, Fault, Faults, MAX_FAULTS, nearest, one_of};
pub use format::Format;
pub use read::read_toml;
pub use source::{MAX_BYTES, Place, Source, Span};
pub use toml::{Spanned, Value};

/// A name with its place in the file.
pub type Name = Spanned<String>;

//! 3: strategic initiative.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]

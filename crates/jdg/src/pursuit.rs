//! 9.5: pursuit.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]

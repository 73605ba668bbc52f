//! 1: the game turn.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]

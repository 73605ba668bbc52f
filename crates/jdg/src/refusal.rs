//! 8.8: refusal of shock.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]

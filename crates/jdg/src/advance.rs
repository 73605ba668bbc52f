//! 8.7: advance after shock.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]

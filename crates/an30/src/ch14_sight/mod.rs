//! 14: line of sight. Folds the exact traces of the ground ([`ground::Ground::trace`]) by this book's rule.
//!
//! Others call: [`sight::line`] (charges, squares, forming up: with the reason), [`sight::sees`] (the same, without), [`sight::shot`] (fire:
//! also past units, 14.1.2 and 14.1.3), [`sight::sees_prone`] (12.13.6).

pub mod sight;

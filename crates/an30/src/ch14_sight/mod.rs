//! 14: line of sight. Folds the exact traces of the ground ([`ground::Ground::trace`]) by this book's rule.
//!
//! Others call: [`sight::line`] (charges, howitzers, reactions) and [`sight::sees`] (fire).

pub mod sight;

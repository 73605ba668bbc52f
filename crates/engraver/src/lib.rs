//! engraver

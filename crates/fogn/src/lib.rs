//! Field of Glory Napoleonic: begun with its armies. Nothing of its battles is here yet, and the book is not on the shelf: army lists are read,
//! armies chosen from them are checked and printed ([`armies`]), and no game can be played.

pub mod armies;

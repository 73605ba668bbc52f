//! Field of Glory Napoleonic: begun with its armies and its formations. Nothing of its battles is here yet, and the book is not on the shelf: army
//! lists are read, armies chosen from them are checked and printed ([`armies`]), bases stand in formations and change them ([`formations`]), and no
//! game can be played. `books/fogn/index.toml` says of each rule that it is not yet there.

pub mod armies;
pub mod formations;

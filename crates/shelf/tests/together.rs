//! All tests of this crate in one program: each program more would be linked anew after every change.

mod an30;
mod board;
mod foreshown;
mod fortune;
mod game;
mod hostile;
mod odds;
mod rehearsed;
mod shelf;

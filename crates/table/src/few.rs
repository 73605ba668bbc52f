//! Short lists that live where they are made, so that the procedures of a rulebook allocate nothing.

use smallvec::SmallVec;

/// A few things: the units of a stack, the places around one, the strikes of a combat. Up to `MOST` need no allocation;
/// more are kept too, at the price of one.
pub type Few<T, const MOST: usize = 16> = SmallVec<[T; MOST]>;

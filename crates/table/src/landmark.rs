//! Landmarks: where a procedure says all on which the rest of it depends, so that exact odds go on once for all cases that come there alike. Legs: parts of
//! a procedure that end in a landmark, so that exact odds go on from there without playing them again.

use std::any::Any;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::{Play, Stop};

/// Locals of a procedure at a landmark: what it carries besides the state of the game.
pub trait Locals {
    /// Writes them down.
    fn write(&self, into: &mut Written);
}

impl<T: Hash> Locals for T {
    fn write(&self, into: &mut Written) {
        self.hash(into);
    }
}

/// Luggage of a leg: the locals of a procedure that the leg changes, besides the state of the game.
pub trait Luggage: Locals {
    /// A copy, to be taken up in another run.
    fn packed(&self) -> Rc<dyn Any>;

    /// Becomes what was packed.
    fn unpack(&mut self, packed: &dyn Any);
}

/// Parcel: what a leg gives on besides the state: the luggage that it changes, what it found, and the locals that it does not change but the rest depends on.
pub struct Parcel<'a, L, T> {
    luggage: &'a mut L,
    found: Option<T>,
    beside: &'a dyn Locals,
}

impl<'a, L, T> Parcel<'a, L, T> {
    /// With nothing found yet.
    pub fn new(luggage: &'a mut L, beside: &'a dyn Locals) -> Self {
        Parcel { luggage, found: None, beside }
    }

    /// The luggage.
    pub fn luggage(&mut self) -> &mut L {
        self.luggage
    }

    /// Puts in what was found.
    pub fn put(&mut self, found: T) {
        self.found = Some(found);
    }

    /// Find of the leg.
    ///
    /// # Errors
    /// Nothing was: the leg was taken for another one.
    pub fn found(self) -> Play<T> {
        self.found.ok_or_else(|| Stop::Broken("a leg was taken for another one".into()))
    }
}

impl<L: Hash, T: Hash> Locals for Parcel<'_, L, T> {
    fn write(&self, into: &mut Written) {
        into.put(&(&*self.luggage, &self.found));
        self.beside.write(into);
    }
}

impl<L: Hash + Clone + 'static, T: Hash + Clone + 'static> Luggage for Parcel<'_, L, T> {
    fn packed(&self) -> Rc<dyn Any> {
        Rc::new((self.luggage.clone(), self.found.clone()))
    }

    fn unpack(&mut self, packed: &dyn Any) {
        // What does not fit leaves nothing found.
        if let Some((luggage, found)) = packed.downcast_ref::<(L, Option<T>)>() {
            self.luggage.clone_from(luggage);
            self.found.clone_from(found);
        }
    }
}

/// Bytes that values hash to, one after the other. Values of one type that write the same bytes are the same, so that nothing has to be kept of
/// them but these.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Written(Vec<u8>);

impl Written {
    /// Writes a value down.
    pub fn put(&mut self, value: &impl Hash) {
        value.hash(self);
    }
}

impl Hasher for Written {
    /// Nobody asks: it is no hash.
    fn finish(&self) -> u64 {
        0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.0.push(n);
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.0.extend(n.to_le_bytes());
    }

    /// Lengths are small numbers: one byte, unless they are not.
    #[inline]
    fn write_usize(&mut self, n: usize) {
        match u8::try_from(n) {
            Ok(small) if small < u8::MAX => self.0.push(small),
            _ => {
                self.0.push(u8::MAX);
                self.0.extend_from_slice(&n.to_le_bytes());
            }
        }
    }

    /// The kind of a value, of those of its type, is a small number.
    #[inline]
    fn write_isize(&mut self, n: isize) {
        self.write_usize(n as usize);
    }
}

/// Memory of a player between two of its decisions in one run of the odds umpire, as far as it tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// It has written down all of it on which its decisions depend.
    Told,
    /// It does not tell: no two cases are the same to it.
    Untold,
}

impl Memory {
    /// Of two players: told, if both have.
    #[must_use]
    pub fn and(self, other: Memory) -> Memory {
        if self == Memory::Told { other } else { Memory::Untold }
    }
}

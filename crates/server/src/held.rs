//! Memory bound: how much of what is sent to us is held in memory at once.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

/// Bytes that are held: in all, and by address.
#[derive(Default)]
struct Bytes {
    all: usize,
    from: HashMap<IpAddr, usize>,
}

/// Bytes of one kind, with the most in all and from one address.
pub struct Pool {
    most: (usize, usize),
    bytes: Arc<Mutex<Bytes>>,
}

/// Room for what has come of a body, as long as it lives.
pub struct Reservation {
    from: IpAddr,
    size: usize,
    most: (usize, usize),
    bytes: Arc<Mutex<Bytes>>,
}

impl Reservation {
    /// Takes room for so many bytes more. False, if there is none.
    pub fn grow(&mut self, more: usize) -> bool {
        if more == 0 {
            return true;
        }
        let mut bytes = self.bytes.lock().expect("nobody panics with this lock");
        let own = bytes.from.get(&self.from).copied().unwrap_or_default();
        if bytes.all + more > self.most.0 || own + more > self.most.1 {
            return false;
        }
        bytes.all += more;
        bytes.from.insert(self.from, own + more);
        self.size += more;
        true
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut bytes = self.bytes.lock().expect("nobody panics with this lock");
        bytes.all -= self.size;
        if let Some(own) = bytes.from.get_mut(&self.from) {
            *own -= self.size;
            if *own == 0 {
                bytes.from.remove(&self.from);
            }
        }
    }
}

impl Pool {
    /// A pool with nothing in it.
    pub fn new(most: (usize, usize)) -> Pool {
        Pool { most, bytes: Arc::default() }
    }

    /// Room for a body of an address of which nothing has come, if all of it would find room now. What is announced takes none.
    pub fn hold(&self, from: IpAddr, announced: usize) -> Option<Reservation> {
        let bytes = self.bytes.lock().expect("nobody panics with this lock");
        let own = bytes.from.get(&from).copied().unwrap_or_default();
        let fits = announced == 0 || bytes.all + announced <= self.most.0 && own + announced <= self.most.1;
        fits.then(|| Reservation { from, size: 0, most: self.most, bytes: Arc::clone(&self.bytes) })
    }
}

//! How much of what is sent to us is held in memory at once.

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

/// Room for a body, as long as it lives.
pub struct Held {
    from: IpAddr,
    size: usize,
    bytes: Arc<Mutex<Bytes>>,
}

impl Drop for Held {
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

    /// Room for so many bytes from an address, if there is any.
    pub fn hold(&self, from: IpAddr, size: usize) -> Option<Held> {
        let mut bytes = self.bytes.lock().expect("nobody panics with this lock");
        let own = bytes.from.get(&from).copied().unwrap_or_default();
        if bytes.all + size > self.most.0 || own + size > self.most.1 {
            return None;
        }
        bytes.all += size;
        if size > 0 {
            bytes.from.insert(from, own + size);
        }
        Some(Held { from, size, bytes: Arc::clone(&self.bytes) })
    }
}

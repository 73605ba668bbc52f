//! One hash of a state for every machine.

use std::hash::{Hash, Hasher};

use sha2::{Digest, Sha256};

/// Feeds what is hashed to SHA-256: numbers in little-endian order, `usize` and `isize` as 64 bits. Slices of numbers are fed as they
/// lie in memory, so big-endian machines are not supported.
#[derive(Clone, Default)]
pub(crate) struct StateHasher(Sha256);

impl Hasher for StateHasher {
    fn finish(&self) -> u64 {
        let digest: [u8; 32] = self.0.clone().finalize().into();
        u64::from_le_bytes(digest[..8].try_into().expect("a digest has 32 bytes"))
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn write_u16(&mut self, n: u16) {
        self.0.update(n.to_le_bytes());
    }

    fn write_u32(&mut self, n: u32) {
        self.0.update(n.to_le_bytes());
    }

    fn write_u64(&mut self, n: u64) {
        self.0.update(n.to_le_bytes());
    }

    fn write_u128(&mut self, n: u128) {
        self.0.update(n.to_le_bytes());
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }

    fn write_i16(&mut self, n: i16) {
        self.0.update(n.to_le_bytes());
    }

    fn write_i32(&mut self, n: i32) {
        self.0.update(n.to_le_bytes());
    }

    fn write_i64(&mut self, n: i64) {
        self.0.update(n.to_le_bytes());
    }

    fn write_i128(&mut self, n: i128) {
        self.0.update(n.to_le_bytes());
    }

    fn write_isize(&mut self, n: isize) {
        self.write_i64(n as i64);
    }
}

/// The SHA-256 of a state.
pub fn state_hash(state: &impl Hash) -> [u8; 32] {
    let mut hasher = StateHasher::default();
    state.hash(&mut hasher);
    hasher.0.finalize().into()
}

/// Bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

/// Lower-case hexadecimal digits as bytes.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    base16ct::lower::decode_vec(text).ok()
}

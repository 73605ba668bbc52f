//! Chance: a fast generator for games in line, and dice that anybody can check for live games.
//!
//! # Committed dice, byte by byte
//!
//! All texts are ASCII without a terminating zero, all numbers big-endian, `|` joins bytes.
//!
//! 1. The host draws a secret `seed` of 32 bytes and publishes the commitment
//!    `SHA-256("berthier dice commitment 1\n" | seed)` before anybody contributes.
//! 2. Each side contributes any bytes (also none). The key of the game is
//!    `HMAC-SHA256(key = seed, "berthier dice key 1\n" | for each side in order: side as u8 | length as u32 | bytes)`.
//! 3. Throw number `n` (a u64, from 0) with `faces` outcomes: for `block` = 0, 1, 2, ... (a u32) compute
//!    `HMAC-SHA256(key, "berthier dice throw 1\n" | n | block)` and read its 32 bytes as four u64. The first of these
//!    numbers, block after block, that is below `2^64 - (2^64 mod faces)` is taken; the outcome is that number modulo `faces`.
//!    So every outcome is exactly equally likely.
//! 4. After the game the seed is revealed: anybody recomputes the commitment and every throw.
//! 5. Under play the host may promise another seed (its commitment, as in 1), to which the sides contribute after that; when that is mixed
//!    in, the key from then on is `HMAC-SHA256(key = the new seed, "berthier dice key 2\n" | the key before | for each side in order:
//!    side as u8 | length as u32 | bytes)`. The numbers of the throws go on. All seeds are revealed in the order of their promises.

use hmac::{Hmac, KeyInit, Mac};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use sha2::{Digest, Sha256};

use crate::Side;

/// A fast generator (xoshiro256++), for computer matches. Not for games between people who need not trust each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FastDice(Xoshiro256PlusPlus);

impl FastDice {
    /// A generator whose whole sequence follows from the number, on every machine.
    pub fn new(seed: u64) -> Self {
        FastDice(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// An outcome below `faces`, each equally likely (Lemire's method, with rejection). `faces` of 0 counts as 1.
    #[inline]
    pub fn below(&mut self, faces: u32) -> u32 {
        let faces = faces.max(1);
        let mut wide = u64::from(self.word()) * u64::from(faces);
        if (wide as u32) < faces {
            let threshold = faces.wrapping_neg() % faces;
            while (wide as u32) < threshold {
                wide = u64::from(self.word()) * u64::from(faces);
            }
        }
        (wide >> 32) as u32
    }

    /// One of the items of a slice.
    ///
    /// # Panics
    /// If the slice is empty.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        assert!(!items.is_empty(), "picking from an empty slice");
        let count = u32::try_from(items.len()).expect("no list of choices has 2^32 items");
        items[self.below(count) as usize]
    }

    /// 64 random bits, for example to seed another generator.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    #[inline]
    fn word(&mut self) -> u32 {
        (self.0.next_u64() >> 32) as u32
    }
}

/// The secret from which all throws of a live game follow.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Seed(pub [u8; 32]);

impl std::fmt::Debug for Seed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Seed(secret)")
    }
}

impl Seed {
    /// A seed from a number, for tests and for games where nothing is at stake.
    pub fn from_number(number: u64) -> Self {
        Seed(
            Sha256::digest([b"berthier seed from number 1\n".as_slice(), &number.to_be_bytes()].concat())
                .into(),
        )
    }

    /// Commitment that is published before play; see the module's page.
    pub fn commitment(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(b"berthier dice commitment 1\n");
        hash.update(self.0);
        hash.finalize().into()
    }
}

/// The dice of a live game; see the module's page for the exact bytes.
#[derive(Clone, Debug)]
pub struct CommittedDice {
    key: [u8; 32],
    keyed: Hmac<Sha256>,
}

impl CommittedDice {
    /// Mixes the sides' contributions into the seed, in the order of the sides.
    pub fn new(seed: &Seed, contributions: &[Vec<u8>]) -> Self {
        let mut mac = keyed(&seed.0);
        mac.update(b"berthier dice key 1\n");
        CommittedDice::keyed_by(mac, contributions)
    }

    /// Mixes another seed, with new contributions, into the dice.
    pub fn mixed(&self, seed: &Seed, contributions: &[Vec<u8>]) -> Self {
        let mut mac = keyed(&seed.0);
        mac.update(b"berthier dice key 2\n");
        mac.update(&self.key);
        CommittedDice::keyed_by(mac, contributions)
    }

    fn keyed_by(mut mac: Hmac<Sha256>, contributions: &[Vec<u8>]) -> Self {
        for (side, bytes) in contributions.iter().enumerate() {
            let side = Side(u8::try_from(side).expect("a battle has at most 256 sides"));
            let length = u32::try_from(bytes.len()).expect("a contribution is shorter than 4 GiB");
            mac.update(&[side.0]);
            mac.update(&length.to_be_bytes());
            mac.update(bytes);
        }
        let key: [u8; 32] = mac.finalize().into_bytes().into();
        CommittedDice { key, keyed: keyed(&key) }
    }

    /// The outcome of throw number `n` with so many faces. `faces` of 0 counts as 1.
    pub fn throw(&self, n: u64, faces: u32) -> u32 {
        let faces = u128::from(faces.max(1));
        let limit = (1u128 << 64) - (1u128 << 64) % faces;
        for block in 0u32.. {
            let mut mac = self.keyed.clone();
            mac.update(b"berthier dice throw 1\n");
            mac.update(&n.to_be_bytes());
            mac.update(&block.to_be_bytes());
            let bytes = mac.finalize().into_bytes();
            for chunk in bytes.chunks_exact(8) {
                let number = u64::from_be_bytes(chunk.try_into().expect("chunks of eight bytes"));
                if u128::from(number) < limit {
                    return u32::try_from(u128::from(number) % faces).expect("smaller than the faces");
                }
            }
        }
        unreachable!("each number is rejected with a probability below 2^-32")
    }
}

fn keyed(key: &[u8]) -> Hmac<Sha256> {
    Hmac::new_from_slice(key).expect("HMAC takes keys of any length")
}

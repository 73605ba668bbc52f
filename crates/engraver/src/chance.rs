//! Scatter that is the same for the same input: a hash of a place, not a generator with a state.

/// A number from 0 up to 1 for a place and a purpose.
pub(crate) fn chance(a: i32, b: i32, purpose: u32) -> f64 {
    let mut word = (a as u32 as u64) << 32 | b as u32 as u64;
    word ^= u64::from(purpose).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for factor in [0xbf58_476d_1ce4_e5b9_u64, 0x94d0_49bb_1331_11eb] {
        word = (word ^ (word >> 30)).wrapping_mul(factor);
    }
    word ^= word >> 31;
    (word >> 11) as f64 / (1_u64 << 53) as f64
}

/// A number from `-size` to `size`.
pub(crate) fn jitter(a: i32, b: i32, purpose: u32, size: f64) -> f64 {
    (chance(a, b, purpose) * 2.0 - 1.0) * size
}

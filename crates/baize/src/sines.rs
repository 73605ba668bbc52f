//! The one table of sines: all that is not a whole number by itself comes from it.

use std::sync::LazyLock;

use crate::Turn;

/// Binary digits behind the point of a sine.
pub(crate) const DIGITS: u32 = 30;

/// Sines of the turns of a quarter, rounded to 30 binary digits.
static QUARTER: LazyLock<Vec<i32>> = LazyLock::new(|| (0..=1 << 14).map(sine_of).collect());

/// π in 61 binary digits behind the point.
const PI: i128 = 7_244_019_458_077_122_842;

/// The sine of so many 65,536ths of a circle, up to a quarter, by its series. Each of some twenty terms is cut off at 61 digits, so the error stays
/// below 2^-55; a test shows that no sine lies so near to half a last digit that this could matter.
fn sine_of(turn: i128) -> i32 {
    // Beyond an eighth the cosine of the rest has the quicker series.
    let (angle, is_sine) = if turn <= 1 << 13 { (turn, true) } else { ((1 << 14) - turn, false) };
    let sum = series(angle * PI / (1 << 15), is_sine);
    ((sum + (1 << 30)) >> 31) as i32
}

/// Sine or cosine of an angle in 61 binary digits.
fn series(angle: i128, is_sine: bool) -> i128 {
    let (mut term, mut next) = if is_sine { (angle, 2) } else { (1 << 61, 1) };
    let mut sum = term;
    while term != 0 {
        term = -((term * angle) >> 61);
        term = ((term * angle) >> 61) / (next * (next + 1));
        next += 2;
        sum += term;
    }
    sum
}

/// Sine of a direction, in 2^30ths.
pub(crate) fn sin(turn: Turn) -> i64 {
    let (quadrant, rest) = (turn.0 >> 14, usize::from(turn.0 & 0x3fff));
    let table = &*QUARTER;
    i64::from(match quadrant {
        0 => table[rest],
        1 => table[(1 << 14) - rest],
        2 => -table[rest],
        _ => -table[(1 << 14) - rest],
    })
}

/// Cosine of a direction, in 2^30ths.
pub(crate) fn cos(turn: Turn) -> i64 {
    sin(turn.and(Turn::QUARTER))
}

/// A number of 2^30ths, and as many halves more as asked for, to the nearest whole number; from the middle away from nothing, so that what is mirrored is
/// rounded to the mirrored.
pub(crate) fn rounded(number: i64, halves: u32) -> i64 {
    let half = 1_i64 << (DIGITS + halves - 1);
    if number >= 0 { (number + half) >> (DIGITS + halves) } else { -((half - number) >> (DIGITS + halves)) }
}

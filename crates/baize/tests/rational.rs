//! The same questions answered once more, in ratios of any length and by other ways, to hold the answers against.

use baize::{Figure, Place};
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};

pub type Pair = (BigRational, BigRational);

pub fn whole(number: i64) -> BigRational {
    BigRational::from_integer(BigInt::from(number))
}

pub fn pair(at: Place) -> Pair {
    (whole(at.x.into()), whole(at.y.into()))
}

pub fn minus(a: &Pair, b: &Pair) -> Pair {
    (&a.0 - &b.0, &a.1 - &b.1)
}

pub fn cross(a: &Pair, b: &Pair) -> BigRational {
    &a.0 * &b.1 - &a.1 * &b.0
}

fn square(a: &Pair) -> BigRational {
    &a.0 * &a.0 + &a.1 * &a.1
}

/// Square of the distance of a place from a segment: to the point on it that is nearest.
fn to_segment(place: &Pair, from: &Pair, to: &Pair) -> BigRational {
    let along = minus(to, from);
    let off = minus(place, from);
    let share = (&along.0 * &off.0 + &along.1 * &off.1) / square(&along);
    let share = share.max(BigRational::zero()).min(whole(1));
    square(&(&off.0 - &along.0 * &share, &off.1 - &along.1 * &share))
}

/// Part of a polygon that lies on the right of the line through two points, or on it.
pub fn cut(polygon: &[Pair], from: &Pair, to: &Pair) -> Vec<Pair> {
    let along = minus(to, from);
    let depth = |p: &Pair| cross(&along, &minus(p, from));
    let mut left = Vec::new();
    for (i, a) in polygon.iter().enumerate() {
        let b = &polygon[(i + 1) % polygon.len()];
        let (da, db) = (depth(a), depth(b));
        if !da.is_negative() {
            left.push(a.clone());
        }
        if (da.is_negative() && db.is_positive()) || (da.is_positive() && db.is_negative()) {
            let share = &da / (&da - &db);
            left.push((&a.0 + (&b.0 - &a.0) * &share, &a.1 + (&b.1 - &a.1) * &share));
        }
    }
    left
}

/// The part that two figures have in common, by cutting one with every edge of the other; empty where they have no point in common.
pub fn common(a: &Figure, b: &Figure) -> Vec<Pair> {
    let mut part: Vec<Pair> = a.corners().iter().map(|&at| pair(at)).collect();
    for edge in b.edges() {
        part = cut(&part, &pair(edge.from), &pair(edge.to));
    }
    part
}

/// Twice the area of a polygon.
pub fn area(polygon: &[Pair]) -> BigRational {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(a, b)| cross(a, b)).fold(BigRational::zero(), |sum, part| sum + part)
}

/// Square of the distance of two figures.
pub fn squared(a: &Figure, b: &Figure) -> BigRational {
    if !common(a, b).is_empty() {
        return BigRational::zero();
    }
    let from = |a: &Figure, b: &Figure| {
        let each = a.corners().iter().flat_map(|&at| {
            b.edges().map(move |edge| to_segment(&pair(at), &pair(edge.from), &pair(edge.to)))
        });
        each.min().expect("figures have corners")
    };
    from(a, b).min(from(b, a))
}

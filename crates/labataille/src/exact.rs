//! Exact fractions: what is computed of strengths and shares is never rounded before the book says so.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Div, Mul, Sub};
use std::str::FromStr;

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exact {
    of: i32,
    per: i32,
}

impl Exact {
    /// Nothing.
    pub const ZERO: Exact = Exact::whole(0);
    /// One.
    pub const ONE: Exact = Exact::whole(1);

    /// A whole number.
    pub const fn whole(n: i32) -> Exact {
        Exact { of: n, per: 1 }
    }

    /// A fraction.
    ///
    /// # Panics
    /// If the denominator is 0 or the reduced fraction does not fit 32 bits: no strength is so large.
    pub fn new(of: i64, per: i64) -> Exact {
        assert!(per != 0, "a share of nothing");
        if per == 1 {
            return Exact::whole(i32::try_from(of).expect("strengths are small"));
        }
        let (mut a, mut b) = (of.unsigned_abs(), per.unsigned_abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1) as i64 * per.signum();
        let small = |n: i64| i32::try_from(n / common).expect("strengths are small");
        Exact { of: small(of), per: small(per) }
    }

    /// Numerator and denominator.
    pub const fn parts(self) -> (i32, i32) {
        (self.of, self.per)
    }

    /// Rounded down.
    pub const fn floor(self) -> i32 {
        self.of.div_euclid(self.per)
    }

    /// Rounded up.
    pub const fn ceil(self) -> i32 {
        -((-self.of).div_euclid(self.per))
    }

    /// Rounded to the nearest whole number, a half upwards.
    pub const fn nearest(self) -> i32 {
        (2 * self.of + self.per).div_euclid(2 * self.per)
    }

    /// As what a part of a sum does: a factor.
    ///
    /// # Panics
    /// If a part does not fit 16 bits: no factor is so large.
    pub fn times(self) -> table::Effect {
        let small = |n: i32| i16::try_from(n).expect("factors are small");
        table::Effect::Times(small(self.of), small(self.per))
    }
}

impl From<i32> for Exact {
    fn from(n: i32) -> Exact {
        Exact::whole(n)
    }
}

impl From<table::Ratio> for Exact {
    fn from(ratio: table::Ratio) -> Exact {
        Exact::new(ratio.of.into(), ratio.per.into())
    }
}

impl Add for Exact {
    type Output = Exact;

    fn add(self, o: Exact) -> Exact {
        let (a, b) = (i64::from(self.of) * i64::from(o.per), i64::from(o.of) * i64::from(self.per));
        Exact::new(a + b, i64::from(self.per) * i64::from(o.per))
    }
}

impl Sub for Exact {
    type Output = Exact;

    fn sub(self, o: Exact) -> Exact {
        self + Exact { of: -o.of, per: o.per }
    }
}

impl Mul for Exact {
    type Output = Exact;

    fn mul(self, o: Exact) -> Exact {
        Exact::new(i64::from(self.of) * i64::from(o.of), i64::from(self.per) * i64::from(o.per))
    }
}

impl Div for Exact {
    type Output = Exact;

    fn div(self, o: Exact) -> Exact {
        Exact::new(i64::from(self.of) * i64::from(o.per), i64::from(self.per) * i64::from(o.of))
    }
}

impl std::iter::Sum for Exact {
    fn sum<I: Iterator<Item = Exact>>(all: I) -> Exact {
        all.fold(Exact::ZERO, Add::add)
    }
}

impl PartialOrd for Exact {
    fn partial_cmp(&self, o: &Exact) -> Option<Ordering> {
        Some(self.cmp(o))
    }
}

impl Ord for Exact {
    fn cmp(&self, o: &Exact) -> Ordering {
        (i64::from(self.of) * i64::from(o.per)).cmp(&(i64::from(o.of) * i64::from(self.per)))
    }
}

/// `7` or `7/2`.
impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.per {
            1 => write!(f, "{}", self.of),
            per => write!(f, "{}/{per}", self.of),
        }
    }
}

impl FromStr for Exact {
    type Err = String;

    fn from_str(text: &str) -> Result<Exact, String> {
        let number = |part: &str| part.trim().parse::<i16>().map_err(|_| format!("{text:?} is no figure"));
        match text.split_once('/') {
            None => Ok(Exact::whole(number(text)?.into())),
            Some((of, per)) => match (number(of)?, number(per)?) {
                (_, ..=0) => Err(format!("{text:?} is no fraction")),
                (of, per) => Ok(Exact::new(of.into(), per.into())),
            },
        }
    }
}

/// A column of a chart of odds, attacker to defender.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The attacker's part.
    pub attacker: i16,
    /// The defender's part.
    pub defender: i16,
}

impl Odds {
    /// Whether these strengths reach the column. A defender without strength is reached by whoever attacks with any.
    pub fn reached(self, attack: Exact, defence: Exact) -> bool {
        attack * Exact::whole(self.defender.into()) >= defence * Exact::whole(self.attacker.into())
    }

    /// The column of strengths: the best one reached, so that what lies between two is rounded for the defender; `None` below the first.
    /// The columns rise.
    pub fn column(columns: impl IntoIterator<Item = Odds>, attack: Exact, defence: Exact) -> Option<usize> {
        columns.into_iter().take_while(|odds| odds.reached(attack, defence)).count().checked_sub(1)
    }
}

//! Numbers of 256 bits, for the one comparison that needs them.

use std::cmp::Ordering;

/// A whole number below 2^256, its lowest part first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide([u64; 4]);

impl Wide {
    pub fn of(number: u128) -> Wide {
        Wide([number as u64, (number >> 64) as u64, 0, 0])
    }

    /// Times a number; what goes beyond 256 bits must not happen.
    pub fn times(self, number: u128) -> Wide {
        let (low, high) = (number as u64, (number >> 64) as u64);
        let (a, b) = (self.times_part(low), self.times_part(high));
        assert!(b.0[3] == 0, "the product fits");
        a.plus(Wide([0, b.0[0], b.0[1], b.0[2]]))
    }

    fn times_part(self, number: u64) -> Wide {
        let mut carry = 0_u128;
        let mut product = [0; 4];
        for (own, part) in product.iter_mut().zip(self.0) {
            let sum = u128::from(part) * u128::from(number) + carry;
            (*own, carry) = (sum as u64, sum >> 64);
        }
        assert!(carry == 0, "the product fits");
        Wide(product)
    }

    fn plus(self, other: Wide) -> Wide {
        let mut carry = 0_u128;
        let mut sum = [0; 4];
        for (i, own) in sum.iter_mut().enumerate() {
            let part = u128::from(self.0[i]) + u128::from(other.0[i]) + carry;
            (*own, carry) = (part as u64, part >> 64);
        }
        Wide(sum)
    }
}

impl PartialOrd for Wide {
    fn partial_cmp(&self, other: &Wide) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Wide {
    fn cmp(&self, other: &Wide) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

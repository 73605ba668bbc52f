use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Unexpected, Visitor};

/// The `format` field of a file; reads from the number `N` and from nothing else.
///
/// ```
/// # use muster::{Format, Source, read_toml};
/// #[derive(serde::Deserialize)]
/// struct File { #[allow(dead_code)] format: Format<1> }
/// assert!(read_toml::<File>(&Source::new("a.toml", "format = 1")).is_ok());
/// let error = read_toml::<File>(&Source::new("a.toml", "format = 2")).err().unwrap();
/// assert_eq!(error.to_string(), "a.toml:1:10: invalid value: integer `2`; expected format 1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Format<const N: u32>;

impl<'de, const N: u32> Deserialize<'de> for Format<N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Number<const N: u32>;
        impl<const N: u32> Visitor<'_> for Number<N> {
            type Value = Format<N>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "format {N}")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<Format<N>, E> {
                if number == i64::from(N) {
                    Ok(Format)
                } else {
                    Err(E::invalid_value(Unexpected::Signed(number), &self))
                }
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Format<N>, E> {
                if number == u64::from(N) {
                    Ok(Format)
                } else {
                    Err(E::invalid_value(Unexpected::Unsigned(number), &self))
                }
            }
        }
        deserializer.deserialize_u64(Number)
    }
}

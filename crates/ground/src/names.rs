//! Vocabularies: what all the small ones share: a list, a name for each word, reading and printing by name.

/// Gives `$type` the list `ALL`, `NAMES`, `name()`, `Display`, `FromStr` (a [`muster::Fault`] with the nearest
/// name when it fails) and serde by name.
macro_rules! names {
    ($kind:literal, $type:ident, $count:expr, [$($value:expr => $name:literal),* $(,)?]) => {
        impl $type {
            /// All of them, in order.
            pub const ALL: [$type; $count] = [$($value),*];
            /// Their names, in the same order.
            pub const NAMES: [&'static str; $count] = [$($name),*];

            /// The name used in data files and messages.
            pub fn name(self) -> &'static str {
                Self::NAMES[self.index()]
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = muster::Fault;

            fn from_str(name: &str) -> Result<$type, muster::Fault> {
                let found = Self::NAMES.iter().position(|&known| known == name);
                found.map(|i| Self::ALL[i]).ok_or_else(|| muster::Fault::unknown($kind, name, &Self::NAMES))
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                let name = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
                name.parse().map_err(|_| serde::de::Error::unknown_variant(&name, &Self::NAMES))
            }
        }
    };
}

/// A list of words: the enum `$type` with one line a word (its doc comment, its name in files and, if the list has them, its letter
/// in grids or text maps), and all that [`names!`] gives.
macro_rules! words {
    ($(#[$outer:meta])* $kind:literal, $type:ident {
        $($(#[$doc:meta])* $word:ident = $name:literal $($letter:literal)?),* $(,)?
    }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$doc])* $word),*
        }

        impl $type {
            #[allow(dead_code, reason = "not every list has letters")]
            const LETTERS: &[char] = &[$($($letter,)?)*];

            /// Its number in the list of all.
            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }
        }

        impl crate::Kind for $type {
            const WORDS: &'static [$type] = &$type::ALL;

            #[inline]
            fn number(self) -> usize {
                self.index()
            }
        }

        names!($kind, $type, { [$($name),*].len() }, [$($type::$word => $name),*]);
    };
}

/// A set of the words of `$item`, as bits by their index.
macro_rules! bit_set {
    ($set:ident, $bits:ty, $item:ident, $doc:literal) => {
        #[doc = $doc]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $set(pub $bits);

        impl $set {
            /// The empty set.
            pub const NONE: $set = $set(0);

            /// The set of `items`.
            pub const fn of(items: &[$item]) -> $set {
                let mut bits = 0;
                let mut i = 0;
                while i < items.len() {
                    bits |= 1 << items[i] as u8;
                    i += 1;
                }
                $set(bits)
            }

            /// Whether `item` is in the set.
            pub const fn contains(self, item: $item) -> bool {
                self.0 & (1 << item as u8) != 0
            }

            /// Whether the two sets share an item.
            pub const fn intersects(self, other: $set) -> bool {
                self.0 & other.0 != 0
            }

            /// Whether the set is empty.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Adds `item`.
            pub fn insert(&mut self, item: $item) {
                self.0 |= 1 << item as u8;
            }

            /// The items in their order.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let mut left = self.0;
                std::iter::from_fn(move || {
                    let first = (left != 0).then(|| left.trailing_zeros())?;
                    left &= left - 1;
                    Some($item::ALL[first as usize])
                })
            }
        }

        impl FromIterator<$item> for $set {
            fn from_iter<T: IntoIterator<Item = $item>>(items: T) -> $set {
                let mut set = $set::NONE;
                items.into_iter().for_each(|item| set.insert(item));
                set
            }
        }

        impl From<$item> for $set {
            fn from(item: $item) -> $set {
                $set::of(&[item])
            }
        }

        impl std::ops::BitOr for $set {
            type Output = $set;

            fn bitor(self, other: $set) -> $set {
                $set(self.0 | other.0)
            }
        }

        impl std::fmt::Display for $set {
            /// The names, separated by commas; `none` for the empty set.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let names: Vec<&str> = self.iter().map($item::name).collect();
                f.pad(&if names.is_empty() { "none".to_owned() } else { names.join(", ") })
            }
        }
    };
}

pub(crate) use {bit_set, names, words};

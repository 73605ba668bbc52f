//! Words: closed lists of names that stand in files.

/// Defines an enum of words, each with its name in files: the list of all, the names, and reading one at its place.
///
/// ```
/// muster::words! {
///     /// How a unit fights.
///     "arm", Arm {
///         /// On foot.
///         Infantry = "infantry",
///         /// Mounted.
///         Cavalry = "cavalry",
///     }
/// }
/// assert_eq!(Arm::named("cavalry"), Some(Arm::Cavalry));
/// assert_eq!(Arm::Infantry.to_string(), "infantry");
/// ```
#[macro_export]
macro_rules! words {
    ($(#[$outer:meta])* $kind:literal, $type:ident { $($(#[$doc:meta])* $word:ident = $name:literal),* $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $type {
            $($(#[$doc])* $word),*
        }

        impl $type {
            /// All of them, in order.
            pub const ALL: &[$type] = &[$($type::$word),*];
            /// Their names in files, in the same order.
            pub const NAMES: &[&str] = &[$($name),*];

            /// Its name in files.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The word of that name.
            pub fn named(name: &str) -> Option<$type> {
                Self::NAMES.iter().position(|known| *known == name).map(|i| Self::ALL[i])
            }

            /// The word written at a place of a file; a fault with the names there are if it is none of them.
            pub fn read(name: &$crate::Name, faults: &mut $crate::Collector<'_>) -> Option<$type> {
                faults.word($kind, name, Self::NAMES).map(|i| Self::ALL[i])
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

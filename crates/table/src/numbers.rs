//! Numbers of a rulebook's own: verbs, and ids of its things.

/// Defines the verbs of a rulebook, each with its word: a constant for each, and `WORDS`, the words of all by number.
#[macro_export]
macro_rules! verbs {
    ($($(#[$doc:meta])* $name:ident = $word:literal,)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Number { $($name,)* }
        $($(#[$doc])* pub const $name: $crate::Verb = $crate::Verb(Number::$name as u8);)*
        /// The word of every verb, by number.
        pub const WORDS: &[&str] = &[$($word,)*];
    };
}

/// Defines ids of a size: `ids! { u8; UnitId, LeaderId, }`.
#[macro_export]
macro_rules! ids {
    ($size:ty; $($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
        pub struct $name(pub $size);

        impl $name {
            /// None of them.
            pub const NONE: $name = $name(<$size>::MAX);

            /// As an index.
            pub const fn i(self) -> usize {
                self.0 as usize
            }

            /// This one, unless it is [`Self::NONE`].
            pub fn some(self) -> Option<$name> {
                if self == Self::NONE { None } else { Some(self) }
            }
        }
    )*};
}

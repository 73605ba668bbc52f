//! The words of an order of battle.

use muster::{Collector, Fault, Spanned};

/// A closed list of words: the enum, its names in files, and reading a name with its place.
macro_rules! words {
    ($(#[$outer:meta])* $kind:literal, $type:ident { $($(#[$doc:meta])* $word:ident = $name:literal),* $(,)? }) => {
        $(#[$outer])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $type {
            $($(#[$doc])* $word),*
        }

        impl $type {
            /// All of them, in order.
            pub const ALL: &[$type] = &[$($type::$word),*];
            /// Their names in files, in the same order.
            pub const NAMES: &[&str] = &[$($name),*];

            /// Its name in files.
            pub fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// The word of that name.
            pub fn named(name: &str) -> Option<$type> {
                Self::NAMES.iter().position(|known| *known == name).map(|i| Self::ALL[i])
            }

            /// The word written at a place of a file; a fault with the names there are if it is none of them.
            pub fn read(name: &Spanned<String>, faults: &mut Collector<'_>) -> Option<$type> {
                let found = Self::named(name.get_ref());
                if found.is_none() {
                    faults.put(name.span(), Fault::unknown($kind, name.get_ref(), Self::NAMES));
                }
                found
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

words! {
    /// The rank of a formation or unit, the highest first.
    "rank", Rank {
        /// All that a side has on the field.
        Army = "army",
        /// A wing of an army.
        Wing = "wing",
        /// A corps.
        Corps = "corps",
        /// A division.
        Division = "division",
        /// A brigade.
        Brigade = "brigade",
        /// A regiment.
        Regiment = "regiment",
        /// A battalion.
        Battalion = "battalion",
        /// Some squadrons, or one.
        Squadron = "squadron",
        /// A battery.
        Battery = "battery",
        /// A company, or a half battery.
        Company = "company",
    }
}

words! {
    /// How a unit fights.
    "arm", Arm {
        /// On foot.
        Infantry = "infantry",
        /// Mounted.
        Cavalry = "cavalry",
        /// With guns.
        Artillery = "artillery",
    }
}

words! {
    /// What a unit fights with.
    "weapon", Weapon {
        /// The smoothbore of the line.
        Musket = "musket",
        /// A rifled musket.
        Rifle = "rifle",
        /// The short musket of horsemen.
        Carbine = "carbine",
        /// A lance.
        Lance = "lance",
        /// A pike.
        Pike = "pike",
        /// Breastplates.
        Cuirass = "cuirass",
        /// Guns of three pounds.
        Gun3 = "3-pounder",
        /// Guns of four pounds.
        Gun4 = "4-pounder",
        /// Guns of six pounds.
        Gun6 = "6-pounder",
        /// Guns of eight pounds.
        Gun8 = "8-pounder",
        /// Guns of nine pounds.
        Gun9 = "9-pounder",
        /// Guns of twelve pounds.
        Gun12 = "12-pounder",
        /// Howitzers.
        Howitzer = "howitzer",
        /// Rockets.
        Rocket = "rocket",
    }
}

words! {
    /// Size of a battle, for the chooser.
    #[derive(Default)]
    #[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema))]
    #[cfg_attr(feature = "wire", serde(rename_all = "snake_case"), ts(rename = "BattleSize"), schema(as = BattleSize))]
    "size", Size {
        /// A lesson.
        #[default]
        Tutorial = "tutorial",
        /// An evening.
        Small = "small",
        /// A day.
        Medium = "medium",
        /// More.
        Large = "large",
    }
}

impl<'de> serde::Deserialize<'de> for Arm {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Arm, D::Error> {
        let name = <std::borrow::Cow<'_, str>>::deserialize(deserializer)?;
        Arm::named(&name).ok_or_else(|| serde::de::Error::unknown_variant(&name, Arm::NAMES))
    }
}

//! The words of an order of battle.

use muster::words;

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
    /// Arm of a unit: its manner of fighting.
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
    /// Weapon of a unit.
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

//! The words of army lists and armies.

use muster::words;

words! {
    /// Arm: the three main categories of troops.
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
    /// Troop type of a unit.
    "troop type", Troops {
        /// Infantry of the line.
        Line = "line",
        /// Light infantry.
        Light = "light",
        /// Light cavalry.
        LightCavalry = "light_cavalry",
        /// Heavy cavalry.
        HeavyCavalry = "heavy_cavalry",
        /// Medium foot artillery.
        MediumArtillery = "medium_artillery",
        /// Heavy foot artillery.
        HeavyArtillery = "heavy_artillery",
        /// Horse artillery.
        HorseArtillery = "horse_artillery",
    }
}

impl Troops {
    /// Its arm.
    pub const fn arm(self) -> Arm {
        match self {
            Troops::Line | Troops::Light => Arm::Infantry,
            Troops::LightCavalry | Troops::HeavyCavalry => Arm::Cavalry,
            Troops::MediumArtillery | Troops::HeavyArtillery | Troops::HorseArtillery => Arm::Artillery,
        }
    }
}

words! {
    /// Drill of infantry: whether it manoeuvres, fires or is paid for in columns or in lines.
    "drill", Drill {
        /// In attack columns, with light companies.
        Reformed = "reformed",
        /// In lines.
        Unreformed = "unreformed",
    }
}

words! {
    /// Élan: the quality of troops.
    "élan", Elan {
        /// Above the others.
        Superior = "superior",
        /// As most.
        Average = "average",
        /// Below the others.
        Poor = "poor",
    }
}

words! {
    /// Training of troops.
    "training", Training {
        /// For years.
        Veteran = "veteran",
        /// Used to orders.
        Drilled = "drilled",
        /// Lately enlisted.
        Conscript = "conscript",
        /// None that is formal.
        Irregular = "irregular",
    }
}

words! {
    /// Special capability of troops.
    "capability", Capability {
        /// With rifles.
        Rifles = "rifles",
        /// Of a guard.
        Guard = "guard",
        /// With lances.
        Lancers = "lancers",
        /// The heaviest cavalry.
        Shock = "shock",
        /// Hard to hold back.
        Impetuous = "impetuous",
        /// Guns that stay where they stand, in fieldworks.
        Immobile = "immobile",
        /// Guns that are mortars.
        Mortars = "mortars",
    }
}

words! {
    /// Attachment: a base with an ability of its own, put in place of one of a unit, or beside the guns.
    "attachment", Attachment {
        /// Skirmishers with muskets.
        Skirmishers = "skirmishers",
        /// Skirmishers with rifles.
        RifleSkirmishers = "rifle_skirmishers",
        /// Medium artillery.
        MediumArtillery = "medium_artillery",
        /// Heavy artillery.
        HeavyArtillery = "heavy_artillery",
        /// Howitzers.
        Howitzers = "howitzers",
        /// Rockets.
        Rockets = "rockets",
        /// An officer: a brigade commander.
        Officer = "officer",
        /// Cavalry.
        Cavalry = "cavalry",
    }
}

/// Family of attachments; a unit has two of one family never.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Skirmishers of either weapon.
    Skirmishers,
    /// Guns of any kind.
    Artillery,
    /// Officers.
    Officers,
    /// Cavalry.
    Cavalry,
}

impl Attachment {
    /// Its family.
    pub const fn family(self) -> Family {
        match self {
            Attachment::Skirmishers | Attachment::RifleSkirmishers => Family::Skirmishers,
            Attachment::MediumArtillery
            | Attachment::HeavyArtillery
            | Attachment::Howitzers
            | Attachment::Rockets => Family::Artillery,
            Attachment::Officer => Family::Officers,
            Attachment::Cavalry => Family::Cavalry,
        }
    }
}

words! {
    /// Level of a commander.
    "quality", Quality {
        /// Three command points.
        Exceptional = "exceptional",
        /// Two command points.
        Skilled = "skilled",
        /// One command point.
        Competent = "competent",
    }
}

words! {
    /// Territory type in which an army fights.
    "region", Region {
        /// France and Central Europe.
        CentralEurope = "central_europe",
        /// Southern Europe.
        SouthernEurope = "southern_europe",
        /// Spain and Portugal.
        SpainPortugal = "spain_portugal",
        /// Eastern Europe.
        EasternEurope = "eastern_europe",
        /// Egypt and the Middle East.
        EgyptMiddleEast = "egypt_middle_east",
    }
}

words! {
    /// Kind of a division, by the arms in it.
    "kind of division", DivisionKind {
        /// Without cavalry.
        Infantry = "infantry",
        /// Without infantry.
        Cavalry = "cavalry",
        /// With both.
        Mixed = "mixed",
    }
}

words! {
    /// Section of an army list.
    "section", Section {
        /// The foot, and the guns printed with it.
        CoreInfantry = "core_infantry",
        /// The horse, and the guns printed with it.
        CoreCavalry = "core_cavalry",
        /// The rest.
        Optional = "optional",
    }
}

words! {
    /// Time by which attachments are given to their units.
    "allocation", Allocation {
        /// When the army is made.
        Created = "created",
        /// After the terrain has been placed and before anything is deployed: an army names the division only.
        Terrain = "terrain",
    }
}

words! {
    /// Size of a unit or of a fieldwork.
    "size", UnitSize {
        /// Few bases.
        Small = "small",
        /// Half as many again.
        Large = "large",
    }
}

words! {
    /// Trait of a commander, by which the price differs.
    "trait", Trait {
        /// Charismatic.
        Charismatic = "charismatic",
        /// Of an ally.
        Allied = "allied",
    }
}

//! The words of the ground: what hexes are made of, what hexsides carry, which roads link hexes.
//!
//! The lists are closed and hold what hex rulebooks of the period know, not what one of them does. Closed, because every kind
//! needs more than a name: a drawing in the engraver, a letter or a place in the text map, a word in each language, and code that names
//! it (a ford needs water, a slope has an upper hex); a compiler and the tests of the pictures see to it that none is forgotten.
//! A new kind is one line here and one drawing. A rulebook's charts need not know them all: a ground that uses a kind
//! which the charts lack is refused with the place of its first use ([`Kinds`](crate::Kinds)).

use crate::names::{bit_set, names, words};

words! {
    /// Terrain of a hex.
    #[derive(Default)]
    "terrain", Terrain {
        /// Open ground.
        #[default]
        Clear = "clear" '.',
        /// Woods.
        Woods = "woods" 'w',
        /// Fruit trees in rows.
        Orchard = "orchard" 'o',
        /// Palm trees.
        PalmGrove = "palm_grove" 'p',
        /// A village.
        Village = "village" 'v',
        /// A town.
        Town = "town" 't',
        /// A castle or another massive building.
        Castle = "castle" 'c',
        /// A marsh.
        Marsh = "marsh" 'm',
        /// A lake or other deep water.
        Lake = "lake" 'l',
        /// Ground that nobody can enter.
        Impassable = "impassable" 'x',
        /// Old or dense woods, where a book tells them from others.
        Forest = "forest" 'W',
        /// Brush, scrub or a thicket.
        Brush = "brush" 'b',
        /// Fields under the plough.
        Cultivated = "cultivated" 'u',
        /// Standing crops that hide a man.
        HighCrops = "high_crops" 'U',
        /// Gardens.
        Garden = "garden" 'g',
        /// Vines.
        Vineyard = "vineyard" 'y',
        /// A farm or a few houses.
        Farm = "farm" 'f',
        /// A hamlet.
        Hamlet = "hamlet" 'h',
        /// A city, closely built.
        City = "city" 'T',
        /// A strong building that a book treats by itself: a walled farm, an abbey, a manor.
        SpecialStructure = "special_structure" 'C',
        /// A swamp, worse than a marsh.
        Swamp = "swamp" 'M',
        /// Broken or stony ground.
        Rough = "rough" 'r',
        /// A ravine that fills the hex.
        Gully = "gully" 'z',
        /// A road between banks, which shelters who stands in it.
        SunkenRoad = "sunken_road" 's',
        /// A quarry or sand pit.
        Quarry = "quarry" 'k',
        /// A lake or pond under ice.
        FrozenLake = "frozen_lake" 'L',
    }
}

impl Terrain {
    /// Its standard letter in a terrain grid: a capital is the heavier kin of the small letter.
    pub const fn letter(self) -> char {
        Terrain::LETTERS[self.index()]
    }
}

words! {
    /// Feature of a hexside, in the order in which it is drawn; the letter is its character in text maps.
    #[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename_all = "snake_case"), schema(rename_all = "snake_case"))]
    "hexside feature", Feature {
        /// A slope up to the higher hex.
        Slope = "slope" '-',
        /// A steep slope up to the higher hex.
        SteepSlope = "steep_slope" '%',
        /// A cliff that nobody climbs.
        Cliff = "cliff" '%',
        /// A ravine along the hexside.
        Ravine = "ravine" '%',
        /// A ditch.
        Ditch = "ditch" ',',
        /// A crest line or bank.
        Crest = "crest" '^',
        /// A dike.
        Dike = "dike" '^',
        /// A stream.
        Stream = "stream" '~',
        /// A canal.
        Canal = "canal" '≈',
        /// A river.
        River = "river" '≈',
        /// A ford through a river or a canal.
        Ford = "ford" ':',
        /// A bridge over a river, a canal, a stream or a ravine.
        Bridge = "bridge" '#',
        /// A line of trees.
        TreeLine = "tree_line" '*',
        /// A fence.
        Fence = "fence" '+',
        /// A hedge.
        Hedge = "hedge" '"',
        /// A wall.
        Wall = "wall" '=',
        /// A wall that a man cannot climb: of a town, of a walled farm.
        HighWall = "high_wall" '=',
        /// Felled trees, their branches outward.
        Abatis = "abatis" '=',
        /// A trench or breastwork, lighter than a redoubt.
        Entrenchment = "entrenchment" '=',
        /// The work of a redoubt.
        Redoubt = "redoubt" '=',
        /// The work of a fortification.
        Fortification = "fortification" '=',
    }
}

impl Feature {
    /// Its character in a text map.
    pub const fn mark(self) -> char {
        Feature::LETTERS[self.index()]
    }
}

bit_set!(Features, u32, Feature, "What one hexside carries.");

impl Features {
    /// Those that go up to the higher hex.
    pub const SLOPES: Features = Features::of(&[Feature::Slope, Feature::SteepSlope, Feature::Cliff]);
    /// Those that protect a hex.
    pub const WORKS: Features = Features::of(&[
        Feature::Wall,
        Feature::Redoubt,
        Feature::Fortification,
        Feature::Hedge,
        Feature::HighWall,
        Feature::Entrenchment,
        Feature::Abatis,
    ]);
    /// Deep water: a ford goes through it, and a road across it has a bridge of its own.
    pub const DEEP: Features = Features::of(&[Feature::River, Feature::Canal]);
    /// Features drawn on text maps besides water and heights: ditches, hedges, walls and the like.
    pub const OBSTACLES: Features = Features::of(&[
        Feature::Cliff,
        Feature::Ravine,
        Feature::Ditch,
        Feature::Dike,
        Feature::TreeLine,
        Feature::Fence,
        Feature::Hedge,
        Feature::HighWall,
        Feature::Abatis,
        Feature::Entrenchment,
    ]);
    /// Features that a bridge leads over.
    pub const BRIDGED: Features =
        Features::of(&[Feature::Stream, Feature::River, Feature::Canal, Feature::Ravine]);
}

words! {
    /// Road: a link of a hex with its neighbour, the better first.
    #[cfg_attr(feature = "wire", derive(ts_rs::TS, utoipa::ToSchema), ts(rename_all = "snake_case"), schema(rename_all = "snake_case"))]
    "road", Road {
        /// A paved road.
        Highway = "highway",
        /// A road.
        Road = "road",
        /// A road on a dam, through water or marsh.
        Causeway = "causeway",
        /// A trail.
        Trail = "trail",
    }
}

bit_set!(Roads, u8, Road, "The roads that link a hex with one neighbour.");

use crate::names::{bit_set, names};

/// What a hex is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Terrain {
    /// Open ground.
    #[default]
    Clear,
    /// Woods.
    Woods,
    /// Fruit trees in rows.
    Orchard,
    /// Palm trees.
    PalmGrove,
    /// A village.
    Village,
    /// A town.
    Town,
    /// A castle or another massive building.
    Castle,
    /// A marsh.
    Marsh,
    /// A lake or other deep water.
    Lake,
    /// Ground that nobody can enter.
    Impassable,
}

names!("terrain", Terrain, 10, [
    Terrain::Clear => "clear",
    Terrain::Woods => "woods",
    Terrain::Orchard => "orchard",
    Terrain::PalmGrove => "palm_grove",
    Terrain::Village => "village",
    Terrain::Town => "town",
    Terrain::Castle => "castle",
    Terrain::Marsh => "marsh",
    Terrain::Lake => "lake",
    Terrain::Impassable => "impassable",
]);

impl Terrain {
    /// The standard letters of the terrain grid, in the order of [`Terrain::ALL`].
    const LETTERS: [char; 10] = ['.', 'w', 'o', 'p', 'v', 't', 'c', 'm', 'l', 'x'];

    /// Its number in [`Terrain::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its standard letter in a terrain grid.
    pub const fn letter(self) -> char {
        Terrain::LETTERS[self.index()]
    }
}

/// What a hexside can carry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    /// A slope up to the higher hex.
    Slope,
    /// A steep slope up to the higher hex.
    SteepSlope,
    /// A crest line, bank or dike.
    Crest,
    /// A stream.
    Stream,
    /// A river.
    River,
    /// A ford through a river.
    Ford,
    /// A bridge over a river or stream.
    Bridge,
    /// A wall.
    Wall,
    /// The work of a redoubt.
    Redoubt,
    /// The work of a fortification.
    Fortification,
}

names!("hexside feature", Feature, 10, [
    Feature::Slope => "slope",
    Feature::SteepSlope => "steep_slope",
    Feature::Crest => "crest",
    Feature::Stream => "stream",
    Feature::River => "river",
    Feature::Ford => "ford",
    Feature::Bridge => "bridge",
    Feature::Wall => "wall",
    Feature::Redoubt => "redoubt",
    Feature::Fortification => "fortification",
]);

impl Feature {
    /// Its number in [`Feature::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

bit_set!(Features, u16, Feature, "What one hexside carries.");

impl Features {
    /// Those that go up to the higher hex.
    pub const SLOPES: Features = Features::of(&[Feature::Slope, Feature::SteepSlope]);
    /// Those that protect a hex.
    pub const WORKS: Features = Features::of(&[Feature::Wall, Feature::Redoubt, Feature::Fortification]);
}

/// What can link a hex with its neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// A road.
    Road,
    /// A trail.
    Trail,
}

names!("way", Way, 2, [Way::Road => "road", Way::Trail => "trail"]);

impl Way {
    /// Its number in [`Way::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

bit_set!(Ways, u8, Way, "The ways that link a hex with one neighbour.");

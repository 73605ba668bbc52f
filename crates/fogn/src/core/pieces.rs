//! Pieces of terrain that players choose and lay before a points game (`terrain.selection`, `terrain.placement`).

use baize::{
    Area, AreaKind, Figure, Leg, Length, Line, LineKind, MU, Outline, Place, Pose, Size, Spot, Water,
};
use muster::words;
use table::Side;

words! {
    /// Column of the table of regions.
    "column", Column {
        /// Open ground.
        Open = "open",
        /// Steep hills.
        SteepHill = "steep_hill",
        /// Gentle hills.
        GentleHill = "gentle_hill",
        /// Rivers and streams.
        Water = "water",
        /// Roads.
        Road = "road",
        /// Ground that nobody enters.
        Impassable = "impassable",
        /// Difficult ground.
        Difficult = "difficult",
        /// Buildings.
        Buildings = "buildings",
        /// Rough ground and cover.
        Rough = "rough",
    }
}

words! {
    /// Feature: what a piece is.
    "feature", Feature {
        /// Ground that is kept open.
        Open = "open_ground",
        /// A hill that is steep all over.
        SteepHill = "steep_hill",
        /// A hill that is steep in the half that looks to its far edge.
        PartlySteep = "partly_steep_hill",
        /// A gentle hill.
        GentleHill = "gentle_hill",
        /// A river.
        River = "river",
        /// A stream.
        Stream = "stream",
        /// A road.
        Road = "road",
        /// A lake.
        Lake = "lake",
        /// Rocks.
        Rocks = "rocks",
        /// A marsh.
        Marsh = "marsh",
        /// Dense woods.
        DenseWoods = "dense_woods",
        /// Buildings.
        Village = "village",
        /// Open woods.
        OpenWoods = "open_woods",
        /// A plantation.
        Plantation = "plantation",
        /// A vineyard.
        Vineyard = "vineyard",
        /// Uneven ground.
        Rough = "rough_ground",
        /// An open field.
        OpenField = "open_field",
        /// Soft sand.
        Sand = "sand",
        /// A gully.
        Gully = "gully",
        /// Fieldworks.
        Works = "fieldworks",
    }
}

impl Feature {
    /// Its column in the table of regions.
    pub const fn column(self) -> Column {
        match self {
            Feature::Open => Column::Open,
            Feature::SteepHill | Feature::PartlySteep => Column::SteepHill,
            Feature::GentleHill => Column::GentleHill,
            Feature::River | Feature::Stream => Column::Water,
            Feature::Road => Column::Road,
            Feature::Lake | Feature::Rocks => Column::Impassable,
            Feature::Marsh | Feature::DenseWoods => Column::Difficult,
            Feature::Village => Column::Buildings,
            Feature::OpenWoods
            | Feature::Plantation
            | Feature::Vineyard
            | Feature::Rough
            | Feature::OpenField
            | Feature::Sand
            | Feature::Gully
            | Feature::Works => Column::Rough,
        }
    }

    /// The area of terrain that it makes; none of lines and of ground that is kept open.
    pub const fn area(self) -> Option<AreaKind> {
        Some(match self {
            Feature::Open | Feature::River | Feature::Stream | Feature::Road => return None,
            Feature::SteepHill | Feature::PartlySteep => AreaKind::SteepHill,
            Feature::GentleHill => AreaKind::GentleHill,
            Feature::Lake => AreaKind::Lake,
            Feature::Rocks => AreaKind::Rocks,
            Feature::Marsh => AreaKind::Marsh,
            Feature::DenseWoods => AreaKind::DenseWoods,
            Feature::Village => AreaKind::Buildings,
            Feature::OpenWoods => AreaKind::OpenWoods,
            Feature::Plantation => AreaKind::Plantation,
            Feature::Vineyard => AreaKind::Vineyard,
            Feature::Rough => AreaKind::Rough,
            Feature::OpenField => AreaKind::OpenField,
            Feature::Sand => AreaKind::Sand,
            Feature::Gully => AreaKind::Gully,
            Feature::Works => AreaKind::Works,
        })
    }

    /// The line of terrain that it makes, and its width.
    pub const fn line(self) -> Option<(LineKind, Length)> {
        match self {
            Feature::River => Some((LineKind::River, Length::mu(2))),
            Feature::Stream => Some((LineKind::Stream, MU)),
            Feature::Road => Some((LineKind::Road, MU)),
            _ => None,
        }
    }

    /// Whether it is a hill, on which others may lie.
    pub const fn is_hill(self) -> bool {
        matches!(self, Feature::SteepHill | Feature::PartlySteep | Feature::GentleHill)
    }

    /// Whether it may lie on a hill: woods and plantations, buildings, rough ground (`terrain.types`).
    pub const fn lies_on_hills(self) -> bool {
        matches!(
            self,
            Feature::OpenWoods
                | Feature::DenseWoods
                | Feature::Plantation
                | Feature::Village
                | Feature::Rough
        )
    }

    /// Whether it flows.
    pub const fn is_water(self) -> bool {
        matches!(self, Feature::River | Feature::Stream)
    }

    /// Whether there are large ones: of areas all but buildings.
    pub const fn may_be_large(self) -> bool {
        !matches!(self, Feature::River | Feature::Stream | Feature::Road | Feature::Village)
    }
}

/// Lie of a piece: where it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lie {
    /// Chosen and not yet laid.
    Chosen,
    /// An area at a pose: the middle of its far edge.
    Area(Pose),
    /// A line from an end to the other by its bend.
    Line([Spot; 3]),
    /// Taken away.
    Gone,
}

/// Piece of terrain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its kind.
    pub feature: Feature,
    /// Whether it is a large one.
    pub large: bool,
    /// Whether the region must have it.
    pub compulsory: bool,
    /// Side that chose it.
    pub owner: Side,
    /// The hill on which it lies: its number among the pieces (`terrain.types`).
    pub upon: Option<u8>,
    /// Place where it is.
    pub lie: Lie,
    /// The die by which it was laid; 0 without one.
    pub die: u8,
    /// Its water.
    pub water: Option<Water>,
}

/// MU to the right and down of the middle of the far edge, in tenths: small pieces fit into a circle of 7.5 MU, large ones into one of 10, and both hold a rectangle of
/// 2.5 by 3.75 MU (RULING 77).
const SMALL: [(i32, i32); 8] =
    [(-15, 0), (15, 0), (25, 10), (25, 35), (15, 45), (-15, 45), (-25, 35), (-25, 10)];
const LARGE: [(i32, i32); 8] =
    [(-25, 0), (25, 0), (40, 12), (40, 43), (25, 55), (-25, 55), (-40, 43), (-40, 12)];
/// Buildings are rectangles of 4 by 3 MU.
const BUILDINGS: [(i32, i32); 8] =
    [(-19, 0), (19, 0), (20, 1), (20, 29), (19, 30), (-19, 30), (-20, 29), (-20, 1)];
/// Fieldworks hold two bases side by side, large ones three.
const WORKS: [(i32, i32); 8] =
    [(-15, 0), (15, 0), (16, 1), (16, 15), (15, 16), (-15, 16), (-16, 15), (-16, 1)];
const LARGE_WORKS: [(i32, i32); 8] =
    [(-23, 0), (23, 0), (24, 1), (24, 15), (23, 16), (-23, 16), (-24, 15), (-24, 1)];

impl Piece {
    /// The corners of the piece in tenths of a MU.
    const fn corners(&self) -> &'static [(i32, i32); 8] {
        match (self.feature, self.large) {
            (Feature::Village, _) => &BUILDINGS,
            (Feature::Works, true) => &LARGE_WORKS,
            (Feature::Works, false) => &WORKS,
            (_, true) => &LARGE,
            (_, false) => &SMALL,
        }
    }

    /// Depth of the piece from its far edge.
    pub fn size(&self) -> Size {
        let [width, depth] = match (self.feature, self.large) {
            (Feature::Village, _) => [40, 30],
            (Feature::Works, true) => [48, 16],
            (Feature::Works, false) => [32, 16],
            (_, true) => [80, 55],
            (_, false) => [50, 45],
        };
        Size { width: Length(width * MU.0 / 10), depth: Length(depth * MU.0 / 10) }
    }

    /// The figure of an area at a pose.
    ///
    /// # Panics
    /// Never: the corners of all pieces make a shape.
    pub fn figure(&self, pose: Pose) -> Figure {
        let tenth = i32::from(MU.0) / 10;
        let corners: Vec<(i32, i32)> = self.corners().iter().map(|(x, y)| (x * tenth, y * tenth)).collect();
        pose.place(baize::Shape::new(&corners).expect("a convex piece"))
    }

    /// The pose of a piece that lies on the middle of a hill.
    pub fn upon(&self, hill: &Piece) -> Lie {
        let Lie::Area(pose) = hill.lie else { return Lie::Gone };
        let back = Length(hill.size().depth.0 / 2);
        let middle = pose.after(hill.size(), Leg::Back(back));
        Lie::Area(self.about(middle.at, middle.turn))
    }

    /// The pose with its middle at a spot.
    pub fn about(&self, spot: Spot, turn: baize::Turn) -> Pose {
        Pose { at: spot, turn }.after(self.size(), Leg::Ahead(Length(self.size().depth.0 / 2)))
    }

    /// The area of terrain that it makes where it lies.
    pub fn as_area(&self) -> Option<Area> {
        let (Lie::Area(pose), Some(kind)) = (self.lie, self.feature.area()) else { return None };
        let figure = self.figure(pose);
        let corners = figure.corners();
        let outline = Outline::new(corners.to_vec(), Vec::new()).ok()?;
        // The crest of a hill runs along its middle.
        let middle = |a: Place, b: Place, part: i32| Place {
            x: a.x + (b.x - a.x) * part / 8,
            y: a.y + (b.y - a.y) * part / 8,
        };
        let (left, right) = (middle(corners[7], corners[6], 4), middle(corners[2], corners[3], 4));
        let crest =
            if kind.is_hill() { vec![middle(left, right, 2), middle(left, right, 6)] } else { Vec::new() };
        let rear = (kind == AreaKind::Works).then_some(4);
        // The steep part is the half at the far edge, up to the crest.
        let steep = (self.feature == Feature::PartlySteep).then(|| {
            let half = vec![corners[0], corners[1], corners[2], right, left, corners[7]];
            Outline::new(half, Vec::new()).ok()
        });
        let steep = steep.flatten();
        Some(Area { kind, name: String::new(), outline, steep, crest, bank: None, rear })
    }

    /// The line of terrain that it makes where it lies.
    pub fn as_line(&self) -> Option<Line> {
        let (Lie::Line(spots), Some((kind, width))) = (self.lie, self.feature.line()) else { return None };
        let points = spots.map(Place::from).to_vec();
        Some(Line { kind, name: String::new(), points, width, water: self.water })
    }
}

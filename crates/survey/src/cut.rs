//! Cutting a hex ground from a survey.

use geo::{BoundingRect, Coord, Intersects, MapCoords, Polygon};
use ground::{Feature, Ground, HexId, Terrain};
use muster::{Collector, Faults, Source};

use crate::draft::{Draft, Hexside};
use crate::grid::{Grid, SAMPLES, distance2};
use crate::lines::{CURRENTS, PlacedItem, chains_of_hexes, middle_of, put_hexsides};
use crate::relief::Relief;
use crate::rules::{Rules, TerrainRow};
use crate::{Class, Figure, Plan, Survey, correct, write};

/// Result of a cut: what came of a cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The ground, as the text of a ground file.
    pub text: String,
    /// Notes for the author: a line each.
    pub notes: Vec<String>,
}

/// Cuts the hex ground of a battle for a book. The same survey, rules and plan give the same text everywhere.
///
/// # Errors
/// What of the survey the book's rules do not know; bridges that cross nothing; corrections that change nothing or name what
/// is not
/// there.
pub fn cut(survey: &Survey, rules: &Rules, plan: &Plan) -> Result<Cut, Faults> {
    let grid = Grid::new(plan.hex_meters, plan.origin, plan.rotation);
    let mut cutter = Cutter {
        items: placed(survey, &grid),
        grid,
        rules,
        plan,
        draft: Draft::new(&plan.blank),
        faults: Collector::new(&survey.text),
    };
    cutter.known();
    cutter.not_too_long()?;
    cutter.heights();
    cutter.terrain();
    cutter.hexsides();
    cutter.roads();
    cutter.slopes();
    cutter.crossings();
    cutter.places();
    let Cutter { mut draft, faults, .. } = cutter;
    faults.into_result(())?;
    correct::entries(&mut draft, survey, &grid, plan)?;
    correct::apply(&mut draft, plan)?;
    let text = write::ground(&draft, survey, plan);
    Ground::read(&Source::new(format!("the ground cut from {}", survey.text.name), text.as_str()))?;
    Ok(Cut { text, notes: draft.notes })
}

/// The items of a survey with their figures on a grid.
pub(crate) fn placed<'s>(survey: &'s Survey, grid: &Grid) -> Vec<PlacedItem<'s>> {
    let place = |at: Coord<f64>| grid.place(at);
    let of = |figure: &Figure| match figure {
        Figure::Point(at) => Figure::Point(place(*at)),
        Figure::Lines(lines) => Figure::Lines(lines.iter().map(|line| line.map_coords(place)).collect()),
        Figure::Areas(areas) => Figure::Areas(areas.iter().map(|area| area.map_coords(place)).collect()),
    };
    survey.items.iter().map(|item| PlacedItem { item, figure: of(&item.figure) }).collect()
}

/// The most that is followed along lines, in widths of a hex.
const MOST_HEXES: f64 = 20_000.0;

/// Features that go up, the steepest first.
const STEEPEST: [Feature; 3] = [Feature::Cliff, Feature::SteepSlope, Feature::Slope];

struct Cutter<'s> {
    items: Vec<PlacedItem<'s>>,
    grid: Grid,
    rules: &'s Rules,
    plan: &'s Plan,
    draft: Draft,
    faults: Collector<'s>,
}

impl Cutter<'_> {
    /// A fault for what the book's rules say nothing of.
    fn known(&mut self) {
        for PlacedItem { item, .. } in &self.items {
            if !self.rules.knows(item) {
                let what = format!(
                    "no row says what {:?} makes of {} ({})",
                    self.rules.rulebook, item.id, item.class
                );
                self.faults.at(item.span.clone(), what).expect("a row in the book's cut.toml");
            }
        }
    }

    /// A fault, at once, if there is more to follow than any battlefield has.
    fn not_too_long(&self) -> Result<(), Faults> {
        let lines = self.items.iter().flat_map(|placed| placed.figure.lines());
        let hexes = lines.map(length).sum::<f64>() / self.grid.across;
        let mut faults = Collector::new(self.faults.source());
        if hexes > MOST_HEXES {
            let what = format!("all lines together are as long as {hexes:.0} hexes");
            faults.whole(what).expect(format!("at most {MOST_HEXES}: larger hexes, or a smaller field"));
        }
        faults.into_result(())
    }

    /// Height of each hex, and its level.
    fn heights(&mut self) {
        let relief = Relief::new(self.items.iter().map(|p| (p.item, &p.figure)), self.grid.across / 4.0);
        for hex in self.draft.blank.hexes() {
            let samples = self.grid.samples(self.draft.cell(hex));
            let sum: f64 = relief.heights(&samples).iter().sum();
            let height = (sum / samples.len() as f64 * 100.0).round() / 100.0;
            let level = ((height - self.plan.base) / self.plan.step.unwrap_or(self.rules.step)).floor();
            self.draft.heights[hex.index()] = (height * 100.0).round() as i64;
            self.draft.levels[hex.index()] = level.max(0.0) as i64;
            if level > 9.0 {
                let what = format!("hex {} lies at {height} m: level {level}", self.draft.blank.label(hex));
                self.faults.whole(what).expect("level 9 at most: a higher base_m, or a larger step_m");
                return;
            }
        }
    }

    /// Terrain of each hex: the first row of the book whose share it reaches.
    fn terrain(&mut self) {
        for hex in self.draft.blank.hexes() {
            let cell = self.draft.cell(hex);
            let samples = self.grid.samples(cell);
            let ruling = self.rules.terrain.iter().find(|row| {
                let points = self
                    .of_row(row)
                    .any(|figure| matches!(figure, Figure::Point(at) if self.grid.cell(*at) == cell));
                points || self.share(row, &samples) * 100 >= row.share * SAMPLES
            });
            self.draft.terrain[hex.index()] = ruling.map_or(Terrain::Clear, |row| row.into);
        }
    }

    fn of_row<'c>(&'c self, row: &'c TerrainRow) -> impl Iterator<Item = &'c Figure> {
        self.items.iter().filter(|placed| row.of.contains(&placed.item.class)).map(|placed| &placed.figure)
    }

    /// Number of the samples in the areas of a row.
    fn share(&self, row: &TerrainRow, samples: &[Coord<f64>]) -> usize {
        let areas: Vec<&Polygon<f64>> = self
            .of_row(row)
            .flat_map(|figure| if let Figure::Areas(areas) = figure { areas.as_slice() } else { &[] })
            .filter(|area| self.comes_near(area, samples))
            .collect();
        samples.iter().filter(|at| areas.iter().any(|area| area.intersects(*at))).count()
    }

    /// Whether the rectangle of an area reaches the hex of these samples.
    fn comes_near(&self, area: &Polygon<f64>, samples: &[Coord<f64>]) -> bool {
        let (Some(bounds), Some(at)) = (area.bounding_rect(), samples.first()) else { return false };
        let reach = 2.0 * self.grid.across;
        (bounds.min().x - reach..=bounds.max().x + reach).contains(&at.x)
            && (bounds.min().y - reach..=bounds.max().y + reach).contains(&at.y)
    }

    /// Waters, the greater and longer first, then walls and the like.
    fn hexsides(&mut self) {
        let mut lines: Vec<(Feature, &PlacedItem<'_>)> = Vec::new();
        for placed in &self.items {
            if let (Class::Hexside(_), Figure::Lines(_)) = (placed.item.class, &placed.figure) {
                lines.extend(self.rules.hexside(placed.item).flatten().map(|feature| (feature, placed)));
            }
        }
        let rank = |(feature, placed): &(Feature, &PlacedItem<'_>)| {
            let water = CURRENTS.iter().position(|current| current == feature).unwrap_or(CURRENTS.len());
            let length: f64 = placed.figure.lines().iter().map(length).sum();
            (water, -length as i64)
        };
        lines.sort_by_key(rank);
        for placed in put_hexsides(&mut self.draft, &self.grid, &lines) {
            let what = format!("{} ({}) cannot be followed on this grid", placed.item.id, placed.item.class);
            self.faults.at(placed.item.span.clone(), what).expect("an end nearer to the water it joins");
        }
        self.only_greatest(&CURRENTS);
        self.only_greatest(&STEEPEST);
    }

    /// A hexside carries one of these: the first.
    fn only_greatest(&mut self, kinds: &[Feature]) {
        for (number, smaller) in kinds.iter().enumerate() {
            for greater in &kinds[..number] {
                let taken = self.draft.hexsides.get(greater).cloned().unwrap_or_default();
                self.draft.hexsides.entry(*smaller).or_default().retain(|hexside| !taken.contains(hexside));
            }
        }
    }

    /// Roads and the like, and what they make of open hexes.
    fn roads(&mut self) {
        let waters: Vec<&PlacedItem<'_>> = self
            .items
            .iter()
            .filter(|placed| {
                placed.item.class.is_current() && self.rules.hexside(placed.item).flatten().is_some()
            })
            .collect();
        let mut roads = Vec::new();
        for placed in self.items.iter().filter(|placed| placed.item.class.is_road()) {
            if let Some((Some(road), hexes)) = self.rules.road(placed.item) {
                roads.push((road, hexes, placed));
            }
        }
        let placed: Vec<&PlacedItem<'_>> = roads.iter().map(|(.., placed)| *placed).collect();
        let chains = chains_of_hexes(&self.draft, &self.grid, &placed, &waters);
        for ((road, terrain, placed), parts) in roads.iter().zip(chains) {
            let Some(parts) = parts else {
                let what =
                    format!("{} ({}) cannot be followed on this grid", placed.item.id, placed.item.class);
                self.faults
                    .at(placed.item.span.clone(), what)
                    .expect("fewer meetings within the width of a hex");
                continue;
            };
            for hex in parts.iter().flatten() {
                let open = &mut self.draft.terrain[hex.index()];
                *open = terrain.filter(|_| *open == Terrain::Clear).unwrap_or(*open);
            }
            self.draft.roads.entry(*road).or_default().extend(parts);
        }
    }

    /// A hexside between two levels is as steep as the book measures.
    fn slopes(&mut self) {
        let hexsides: Vec<Hexside> = self.draft.hexsides_by_ends().into_values().collect();
        for hexside in hexsides {
            let (a, b) = (hexside.0.index(), hexside.1.index());
            if self.draft.levels[a] == self.draft.levels[b] || self.draft.carries(hexside, &STEEPEST) {
                continue;
            }
            let climb = (self.draft.heights[a] - self.draft.heights[b]).abs() as f64;
            let percent = climb / self.grid.across;
            match () {
                () if percent >= self.rules.steep => self.draft.put(Feature::SteepSlope, hexside),
                () if percent >= self.rules.slope => self.draft.put(Feature::Slope, hexside),
                () => false,
            };
        }
    }

    /// Each bridge and ford on the hexside with water that is nearest, best one that a road crosses.
    fn crossings(&mut self) {
        let mut found = Vec::new();
        for placed in &self.items {
            let (Class::Hexside(feature @ (Feature::Bridge | Feature::Ford)), Figure::Point(at)) =
                (placed.item.class, &placed.figure)
            else {
                continue;
            };
            if self.draft.hex(self.grid.cell(*at)).is_none() {
                continue;
            }
            let item = placed.item;
            let deep = self.nearest_water(*at, feature == Feature::Ford);
            let any = self.nearest_water(*at, false);
            match (deep, any) {
                (Some(hexside), _) => found.push((feature, hexside)),
                (None, Some(_)) => {
                    self.draft
                        .notes
                        .push(format!("{} ({feature}): the water there is wadable anywhere", item.id));
                }
                (None, None) => {
                    self.faults
                        .at(
                            item.span.clone(),
                            format!("{} ({feature}) crosses no water of this cut", item.id),
                        )
                        .expect("a stream, river or canal within a hex and a half");
                }
            }
        }
        for (feature, hexside) in found {
            self.draft.put(feature, hexside);
        }
    }

    /// The hexside with water nearest to a point; one that a road leads over is preferred.
    fn nearest_water(&self, at: Coord<f64>, is_deep: bool) -> Option<Hexside> {
        let kinds = if is_deep { &CURRENTS[..2] } else { &CURRENTS[..] };
        let roads = self.draft.road_hexsides();
        let wet = kinds.iter().filter_map(|kind| self.draft.hexsides.get(kind)).flatten();
        let reach = (1.5 * self.grid.across).powi(2);
        let near = wet.filter_map(|hexside| {
            let off = distance2(middle_of(&self.grid, &self.draft, *hexside), at);
            (off <= reach).then_some((!roads.contains(hexside), off, *hexside))
        });
        near.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)))
            .map(|(.., hexside)| hexside)
    }

    /// The names on the map: those of the survey, and those of villages and the like that have no name of their own there.
    fn places(&mut self) {
        let mut places: Vec<(String, HexId)> = Vec::new();
        let is_name = |placed: &&PlacedItem<'_>| placed.item.class == Class::Name;
        let names = self.items.iter().filter(is_name);
        let built = self.items.iter().filter(|placed| is_built(placed.item.class));
        for placed in names.chain(built) {
            let (Some(name), Some(at)) = (&placed.item.name, middle(&placed.figure)) else { continue };
            let Some(hex) = self.draft.hex(self.grid.cell(at)) else { continue };
            if places.iter().all(|(known, _)| known != name) {
                places.push((name.clone(), hex));
            }
        }
        self.draft.places = places;
    }
}

fn length(line: &geo::LineString<f64>) -> f64 {
    line.0.windows(2).map(|pair| distance2(pair[0], pair[1]).sqrt()).sum()
}

fn is_built(class: Class) -> bool {
    use Terrain::{Castle, City, Farm, Hamlet, SpecialStructure, Town, Village};
    matches!(class, Class::Area(Castle | City | Farm | Hamlet | SpecialStructure | Town | Village))
}

/// The middle of a point or of the first area.
pub(crate) fn middle(figure: &Figure) -> Option<Coord<f64>> {
    match figure {
        Figure::Point(at) => Some(*at),
        Figure::Areas(areas) => areas.first()?.bounding_rect().map(|bounds| bounds.center()),
        Figure::Lines(_) => None,
    }
}

//! From a file to a checked table; every fault is listed.

use muster::{Collector, Faults, Format, Name, Source, Span, Spanned, read_toml};
use serde::Deserialize;

use crate::{
    Area, AreaKind, Bank, Length, Lies, Line, LineKind, MU, Outline, OutlineError, Place, Point, PointKind,
    Table, Water,
};

/// The largest side of a table in MU: its units fit into 16 bits.
const LARGEST: i64 = 80;

/// Two numbers of the file, to the right and down.
type Pair = Spanned<[i64; 2]>;

/// File of a table as it is written, or the part of another file that says what lies on one.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
pub struct TableFile {
    /// Needed in a file of its own.
    format: Option<Format<1>>,
    #[serde(default)]
    name: String,
    units_per_mu: Spanned<i64>,
    width: Spanned<i64>,
    depth: Spanned<i64>,
    #[serde(default, rename = "area")]
    areas: Vec<AreaEntry>,
    #[serde(default, rename = "line")]
    lines: Vec<LineEntry>,
    #[serde(default, rename = "point")]
    points: Vec<PointEntry>,
    /// Rings around soft ground.
    #[serde(default)]
    soft: Vec<Spanned<Vec<Pair>>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct AreaEntry {
    kind: Name,
    #[serde(default)]
    name: String,
    outline: Spanned<Vec<Pair>>,
    #[serde(default)]
    holes: Vec<Spanned<Vec<Pair>>>,
    steep: Option<Spanned<Vec<Pair>>>,
    #[serde(default)]
    crest: Option<Spanned<Vec<Pair>>>,
    bank: Option<Name>,
    rear: Option<Spanned<i64>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct LineEntry {
    kind: Name,
    #[serde(default)]
    name: String,
    points: Spanned<Vec<Pair>>,
    width: Option<Spanned<i64>>,
    water: Option<Name>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct PointEntry {
    kind: Name,
    #[serde(default)]
    name: String,
    at: Pair,
}

impl Table {
    /// Reads a table.
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn read(source: &Source) -> Result<Table, Faults> {
        let file: TableFile = read_toml(source)?;
        if file.format.is_none() {
            let mut faults = Collector::new(source);
            faults.whole("a file without `format`").expect("format = 1");
            return Err(faults.into_result(()).expect_err("there is a fault"));
        }
        file.table(source)
    }
}

impl TableFile {
    /// Checks what is written and makes the table.
    ///
    /// # Errors
    /// All its faults, at their places in the source from which it was read.
    pub fn table(&self, source: &Source) -> Result<Table, Faults> {
        let file = self;
        let mut faults = Collector::new(source);
        let per_mu = *file.units_per_mu.get_ref();
        if !(1..=i64::from(MU.0)).contains(&per_mu) || i64::from(MU.0) % per_mu != 0 {
            faults
                .at(file.units_per_mu.span(), format!("{per_mu} units to the MU"))
                .expect("a number that divides 400, such as 1, 10 or 400");
            return Err(faults.into_result(()).expect_err("there is a fault"));
        }
        let mut reader =
            Reader { faults, scale: i64::from(MU.0) / per_mu, width: Length(0), depth: Length(0) };
        reader.width = reader.side("width", &file.width);
        reader.depth = reader.side("depth", &file.depth);
        if !reader.faults.is_empty() {
            return Err(reader.faults.into_result(()).expect_err("there is a fault"));
        }
        let mut table = Table { name: file.name.clone(), ..Table::open(reader.width, reader.depth) };
        table.areas = file.areas.iter().filter_map(|entry| reader.area(entry)).collect();
        table.soft = file.soft.iter().filter_map(|ring| reader.outline(ring, &[])).collect();
        let lines: Vec<Option<Line>> = file.lines.iter().map(|entry| reader.line(entry)).collect();
        // A point over a line with a fault of its own is not called one that crosses nothing.
        if lines.iter().all(Option::is_some) {
            table.lines = lines.into_iter().flatten().collect();
            table.points = file.points.iter().filter_map(|entry| reader.point(entry, &table.lines)).collect();
        }
        reader.faults.into_result(table)
    }
}

struct Reader<'s> {
    faults: Collector<'s>,
    /// Units for each of the file's.
    scale: i64,
    width: Length,
    depth: Length,
}

impl Reader<'_> {
    fn side(&mut self, what: &str, number: &Spanned<i64>) -> Length {
        let most = LARGEST * i64::from(MU.0) / self.scale;
        if !(1..=most).contains(number.get_ref()) {
            self.faults
                .at(number.span(), format!("a {what} of {}", number.get_ref()))
                .expect(format!("1 to {most}, which are {LARGEST} MU"));
            return Length(0);
        }
        Length((number.get_ref() * self.scale) as i16)
    }

    /// A place on the table.
    fn place(&mut self, pair: &Pair) -> Option<Place> {
        let [x, y] = *pair.get_ref();
        let most = |side: Length| i64::from(side.0) / self.scale;
        let (right, down) = (most(self.width), most(self.depth));
        if !(0..=right).contains(&x) || !(0..=down).contains(&y) {
            self.faults
                .at(pair.span(), format!("[{x}, {y}] lies beside the table"))
                .expect(format!("at most [{right}, {down}]"));
            return None;
        }
        Some(Place { x: (x * self.scale) as i32, y: (y * self.scale) as i32 })
    }

    /// All places of a list, or none if one has a fault.
    fn places(&mut self, list: &[Pair]) -> Option<Vec<Place>> {
        let places: Vec<Option<Place>> = list.iter().map(|pair| self.place(pair)).collect();
        places.into_iter().collect()
    }

    /// An outline; its fault stands where the corner does that it is about.
    fn outline(&mut self, outer: &Spanned<Vec<Pair>>, holes: &[Spanned<Vec<Pair>>]) -> Option<Outline> {
        let ring = self.places(outer.get_ref())?;
        let cut: Option<Vec<Vec<Place>>> = holes.iter().map(|hole| self.places(hole.get_ref())).collect();
        let cut = cut?;
        Outline::new(ring, cut)
            .map_err(|error| {
                let span = fault_span(error, outer, holes);
                self.faults.at(span, error.to_string());
            })
            .ok()
    }

    fn area(&mut self, entry: &AreaEntry) -> Option<Area> {
        let kind = AreaKind::read(&entry.kind, &mut self.faults);
        let outline = self.outline(&entry.outline, &entry.holes);
        let steep = entry.steep.as_ref().map(|ring| self.outline(ring, &[]));
        let crest = entry.crest.as_ref().map_or(Some(Vec::new()), |crest| self.places(crest.get_ref()));
        let bank = entry.bank.as_ref().and_then(|name| Bank::read(name, &mut self.faults));
        let (kind, outline, crest) = (kind?, outline?, crest?);
        let only = |faults: &mut Collector<'_>, span: Option<Span>, what: &str, fits: bool, of: &str| {
            if let Some(span) = span.filter(|_| !fits) {
                faults
                    .at(span, format!("`{what}` of an area of the kind {kind}"))
                    .expect(format!("it at {of} only"));
            }
        };
        let faults = &mut self.faults;
        only(
            faults,
            entry.steep.as_ref().map(Spanned::span),
            "steep",
            kind == AreaKind::SteepHill,
            "a steep_hill",
        );
        only(faults, entry.crest.as_ref().map(Spanned::span), "crest", kind.is_hill(), "a hill");
        only(
            faults,
            entry.bank.as_ref().map(Spanned::span),
            "bank",
            kind == AreaKind::EnclosedField,
            "an enclosed_field",
        );
        only(faults, entry.rear.as_ref().map(Spanned::span), "rear", kind == AreaKind::Works, "works");
        self.within(&outline, entry.steep.as_ref(), steep.as_ref().and_then(Option::as_ref));
        self.crest_within(&outline, entry.crest.as_ref(), &crest);
        let rear = self.rear(entry, kind, &outline);
        let steep = match steep {
            Some(part) => Some(part?),
            None => None,
        };
        Some(Area { kind, name: entry.name.clone(), outline, steep, crest, bank, rear })
    }

    /// The steep part lies on its hill.
    fn within(&mut self, hill: &Outline, list: Option<&Spanned<Vec<Pair>>>, steep: Option<&Outline>) {
        let (Some(list), Some(steep)) = (list, steep) else { return };
        let outside = steep.rings()[0].iter().any(|&corner| hill.lies(corner) == Lies::Outside);
        if outside {
            self.faults.at(list.span(), "the steep part reaches beyond its hill");
        }
    }

    fn crest_within(&mut self, hill: &Outline, list: Option<&Spanned<Vec<Pair>>>, crest: &[Place]) {
        let Some(list) = list else { return };
        if crest.len() < 2 {
            self.faults.at(list.span(), "a crest of fewer than two points");
        }
        for (&place, pair) in crest.iter().zip(list.get_ref()) {
            if hill.lies(place) == Lies::Outside {
                self.faults.at(pair.span(), "the crest leaves its hill");
            }
        }
    }

    /// The open edge of works: by the corner of the file where it begins, whatever way round the corners are written.
    fn rear(&mut self, entry: &AreaEntry, kind: AreaKind, outline: &Outline) -> Option<usize> {
        let count = entry.outline.get_ref().len();
        let Some(rear) = &entry.rear else {
            if kind == AreaKind::Works {
                self.faults
                    .at(entry.kind.span(), "works without `rear`")
                    .expect(format!("the corner from 1 to {count} where their open edge begins"));
            }
            return None;
        };
        let written = usize::try_from(*rear.get_ref()).ok().filter(|corner| (1..=count).contains(corner));
        let Some(written) = written else {
            self.faults.at(rear.span(), format!("corner {}", rear.get_ref())).expect(format!("1 to {count}"));
            return None;
        };
        let corners = entry.outline.get_ref();
        let first = *corners[0].get_ref();
        let ring = &outline.rings()[0];
        let turned =
            i64::from(ring[0].x) != first[0] * self.scale || i64::from(ring[0].y) != first[1] * self.scale;
        // Turned round, the corner with number i comes at count - 1 - i, and the edge begins at its other end.
        Some(if turned { (2 * count - 1 - written) % count } else { written - 1 })
    }

    fn line(&mut self, entry: &LineEntry) -> Option<Line> {
        let kind = LineKind::read(&entry.kind, &mut self.faults);
        let points = self.places(entry.points.get_ref());
        let width = match &entry.width {
            Some(width) => self.width_of(width),
            None => kind.filter(|kind| kind.is_water()).map_or(Some(Length(0)), |_| {
                self.faults.at(entry.kind.span(), "water without a `width`");
                None
            }),
        };
        let points = points?;
        if points.len() < 2 {
            self.faults.at(entry.points.span(), "a line of fewer than two points");
            return None;
        }
        if let Some(twice) = (1..points.len()).find(|&i| points[i] == points[i - 1]) {
            self.faults.at(entry.points.get_ref()[twice].span(), "the same point twice");
            return None;
        }
        let (kind, water) = (kind?, self.water(entry, kind?)?);
        Some(Line { kind, name: entry.name.clone(), points, width: width?, water })
    }

    /// Height of the water of a river or stream: to the waist, if nothing is said.
    fn water(&mut self, entry: &LineEntry, kind: LineKind) -> Option<Option<Water>> {
        match (&entry.water, kind.is_water()) {
            (None, true) => Some(Some(Water::Waist)),
            (None, false) => Some(None),
            (Some(name), true) => Water::read(name, &mut self.faults).map(Some),
            (Some(name), false) => {
                self.faults
                    .at(name.span(), format!("`water` of a line of the kind {kind}"))
                    .expect("it at a river or stream only");
                None
            }
        }
    }

    fn width_of(&mut self, width: &Spanned<i64>) -> Option<Length> {
        let most = 10 * i64::from(MU.0) / self.scale;
        if !(0..=most).contains(width.get_ref()) {
            self.faults
                .at(width.span(), format!("a width of {}", width.get_ref()))
                .expect(format!("0 to {most}, which are 10 MU"));
            return None;
        }
        Some(Length((width.get_ref() * self.scale) as i16))
    }

    /// A bridge or a ford, which lies on water.
    fn point(&mut self, entry: &PointEntry, lines: &[Line]) -> Option<Point> {
        let kind = PointKind::read(&entry.kind, &mut self.faults);
        let at = self.place(&entry.at)?;
        let spot = crate::Figure::of(&[at]);
        let over = |line: &Line| line.kind.is_water() && line.is_within(&spot, Length(line.width.0 / 2));
        let Some(over) = lines.iter().position(over) else {
            self.faults
                .at(entry.at.span(), format!("a {} beside the water", entry.kind.get_ref()))
                .expect("a point within the width of a river or stream");
            return None;
        };
        Some(Point { kind: kind?, name: entry.name.clone(), at, over })
    }
}

fn fault_span(error: OutlineError, outer: &Spanned<Vec<Pair>>, holes: &[Spanned<Vec<Pair>>]) -> Span {
    let corner = |i: usize| outer.get_ref().get(i).map_or(outer.span(), Spanned::span);
    match error {
        OutlineError::Few => outer.span(),
        OutlineError::Twice(i) | OutlineError::Crosses(i) => corner(i),
        OutlineError::Hole(i) => holes.get(i).map_or(outer.span(), Spanned::span),
    }
}

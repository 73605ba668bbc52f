//! Reading a survey: every fault with its place.

use std::collections::BTreeMap;

use geo::Coord;
use muster::{Collector, Fault, Faults, Source, Span};

use crate::json::{Members, Part, plain, span_of};
use crate::{Class, Figure, Grade, Item, Projection, Survey, figure};

/// Properties that a feature may have.
const PROPERTIES: [&str; 12] = [
    "class",
    "name",
    "height_m",
    "width_m",
    "depth_m",
    "known",
    "source",
    "note",
    "id",
    "format",
    "projection",
    "title",
];

/// The most points of a survey.
const MOST_POINTS: usize = 20_000;

/// Properties that the usual tools write into every feature for themselves.
const OF_TOOLS: [&str; 10] = [
    "fid",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "fill",
    "fill-opacity",
    "marker-color",
    "marker-size",
    "marker-symbol",
    "description",
];

impl Survey {
    /// Reads a survey and checks it.
    ///
    /// # Errors
    /// All its faults; a survey with a fault is not read at all.
    pub fn read(source: &Source) -> Result<Survey, Faults> {
        let mut faults = Collector::new(source);
        let features = features(source, &mut faults);
        let mut reader = Reader { faults, projection: None, name: String::new(), ids: BTreeMap::new() };
        let parts: Vec<RawFeature<'_>> =
            features.into_iter().enumerate().filter_map(|(index, part)| reader.raw(index, part)).collect();
        reader.origin(&parts);
        let mut items: Vec<Item> = Vec::new();
        for raw in parts.iter().filter(|raw| raw.class != Some(Class::Origin)) {
            items.extend(reader.item(raw));
        }
        reader.names(&items);
        reader.not_too_many(&items);
        let Reader { faults, projection, name, .. } = reader;
        let projection = projection.unwrap_or(Projection::Metres { origin: Coord { x: 0.0, y: 0.0 } });
        faults.into_result(Survey { name, projection, items, text: source.clone() })
    }
}

/// The features of the collection.
fn features<'t>(source: &'t Source, faults: &mut Collector<'t>) -> Vec<Part<'t>> {
    let whole = match Part::whole(source) {
        Ok(whole) => whole,
        Err(_) => {
            if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&source.text) {
                faults.at(span_of(source, &error), plain(&error)).expect("GeoJSON");
            }
            return Vec::new();
        }
    };
    let Some(members) = whole.members(faults) else { return Vec::new() };
    let kind = members.need("type", faults).and_then(Part::string);
    if kind.as_deref().is_some_and(|kind| kind != "FeatureCollection") {
        let at = members.get("type").map_or(0..0, |part| part.span.clone());
        faults.at(at, format!("{:?}", kind.unwrap_or_default())).expect("\"FeatureCollection\"");
    }
    let Some(list) = members.need("features", faults) else { return Vec::new() };
    list.items(source).unwrap_or_else(|| {
        faults.at(list.span.clone(), format!("{} here", list.kind())).expect("an array of features");
        Vec::new()
    })
}

/// A feature taken apart, its meaning not yet checked.
struct RawFeature<'t> {
    id: String,
    class: Option<Class>,
    properties: Members<'t>,
    geometry: Option<Part<'t>>,
    span: Span,
}

struct Reader<'t> {
    faults: Collector<'t>,
    projection: Option<Projection>,
    name: String,
    ids: BTreeMap<String, usize>,
}

impl<'t> Reader<'t> {
    /// Takes a feature apart.
    fn raw(&mut self, index: usize, part: Part<'t>) -> Option<RawFeature<'t>> {
        let members = part.members(&mut self.faults)?;
        let geometry = members.need("geometry", &mut self.faults).cloned();
        let properties = members.need("properties", &mut self.faults)?.members(&mut self.faults)?;
        let id = members.get("id").or(properties.get("id"));
        let id = id.map(|id| id.string().unwrap_or_else(|| id.text.to_owned()));
        let head = part.span.start..part.span.start + 1;
        if let Some(id) = &id
            && let Some(first) = self.ids.insert(id.clone(), index + 1)
        {
            self.faults.at(head.clone(), format!("id {id:?} is that of feature {first} already"));
        }
        let id = id.unwrap_or_else(|| format!("#{}", index + 1));
        self.properties_known(&id, &properties);
        let class = properties.need("class", &mut self.faults).cloned();
        let class = class.and_then(|part| self.class(&id, &part));
        Some(RawFeature { id, class, properties, geometry, span: head })
    }

    /// A fault for each property that nobody knows.
    fn properties_known(&mut self, id: &str, properties: &Members<'t>) {
        for (name, part) in &properties.list {
            let is_known = PROPERTIES.contains(&name.as_ref()) || OF_TOOLS.contains(&name.as_ref());
            if !is_known && !part.is_null() && !name.starts_with('_') {
                let mut fault = Fault::unknown("property", name, &PROPERTIES);
                fault.what.push_str(&format!(" of {id}"));
                self.faults.put(part.span.clone(), fault);
            }
        }
    }

    fn class(&mut self, id: &str, part: &Part<'t>) -> Option<Class> {
        let name = self.text(id, "class", part)?;
        Class::named(&name).map_err(|fault| self.faults.put(part.span.clone(), fault)).ok()
    }

    /// The one feature that says what the whole survey is.
    fn origin(&mut self, parts: &[RawFeature<'t>]) {
        let origins: Vec<&RawFeature<'t>> =
            parts.iter().filter(|raw| raw.class == Some(Class::Origin)).collect();
        let Some(raw) = origins.first() else {
            let known = parts.iter().all(|raw| raw.class.is_some());
            if known && (!parts.is_empty() || self.faults.is_empty()) {
                self.faults
                    .whole("no feature of the class \"origin\"")
                    .expect("one Point with the properties format, name and projection");
            }
            return;
        };
        for other in &origins[1..] {
            self.faults.at(other.span.clone(), format!("{} is a second origin", other.id)).expect("one");
        }
        let format = raw.properties.need("format", &mut self.faults).cloned();
        if let Some(format) = format.filter(|format| format.text != "1") {
            self.faults.at(format.span, format!("format {}", format.text)).expect("format 1");
        }
        self.name = self.needed_text(raw, "name").unwrap_or_default();
        self.graded(raw);
        let kind = self.needed_text(raw, "projection");
        let at = self.figure(raw, Class::Origin, None);
        let (Some(kind), Some(Figure::Point(origin))) = (kind, at) else { return };
        match kind.as_str() {
            "metres" => self.projection = Some(Projection::Metres { origin }),
            "transverse_mercator" => {
                self.projection = Some(Projection::TransverseMercator { origin });
            }
            other => {
                let span =
                    raw.properties.get("projection").map_or(raw.span.clone(), |part| part.span.clone());
                self.faults.put(span, Fault::unknown("projection", other, &Projection::NAMES));
            }
        }
    }

    /// A feature with all that it says checked.
    fn item(&mut self, raw: &RawFeature<'t>) -> Option<Item> {
        let class = raw.class?;
        let name = raw.properties.get("name").cloned();
        let name = name.and_then(|part| self.text(&raw.id, "name", &part));
        if class == Class::Name && name.is_none() {
            self.faults.at(raw.span.clone(), format!("{} has no name", raw.id)).expect("\"name\"");
        }
        let (grade, source) = self.graded(raw)?;
        let height = self.number(raw, "height_m", -500.0..=9000.0);
        if class.needs_height() && raw.properties.get("height_m").is_none() {
            self.faults
                .at(raw.span.clone(), format!("{} ({class}) says no height", raw.id))
                .expect("\"height_m\"");
        }
        let width = self.number(raw, "width_m", 0.0..=5000.0);
        if class.is_current() && raw.properties.get("width_m").is_none() {
            self.faults
                .at(raw.span.clone(), format!("{} ({class}) says no width", raw.id))
                .expect("\"width_m\"");
        }
        let depth = self.number(raw, "depth_m", 0.0..=200.0);
        let figure = self.figure(raw, class, self.projection)?;
        let (id, span) = (raw.id.clone(), raw.span.clone());
        Some(Item { id, class, name, height, width, depth, grade, source, figure, span })
    }

    /// Grade of a feature, and its source.
    fn graded(&mut self, raw: &RawFeature<'t>) -> Option<(Grade, String)> {
        let known = self.needed_text(raw, "known");
        let source = self.needed_text(raw, "source");
        let known = known?;
        let grade = Grade::named(&known);
        if grade.is_none() {
            let span = raw.properties.get("known").map_or(raw.span.clone(), |part| part.span.clone());
            self.faults.put(span, Fault::unknown("grade", &known, &Grade::NAMES));
        }
        Some((grade?, source?))
    }

    fn needed_text(&mut self, raw: &RawFeature<'t>, name: &str) -> Option<String> {
        let part = raw.properties.need(name, &mut self.faults).cloned()?;
        self.text(&raw.id, name, &part)
    }

    fn text(&mut self, id: &str, name: &str, part: &Part<'t>) -> Option<String> {
        let text = part.string().filter(|text| !text.trim().is_empty() && text.len() <= 400);
        if text.is_none() {
            self.faults
                .at(part.span.clone(), format!("{} as {name:?} of {id}", part.kind()))
                .expect("a text of 1 to 400 letters");
        }
        text
    }

    fn number(
        &mut self,
        raw: &RawFeature<'t>,
        name: &str,
        range: std::ops::RangeInclusive<f64>,
    ) -> Option<f64> {
        let part = raw.properties.get(name)?.clone();
        let number = part.number().filter(|number| range.contains(number));
        if number.is_none() {
            let what =
                format!("{} as {name:?} of {}", part.text.chars().take(20).collect::<String>(), raw.id);
            self.faults.at(part.span.clone(), what).expect(format!(
                "a number from {} to {}",
                range.start(),
                range.end()
            ));
        }
        number
    }

    fn figure(
        &mut self,
        raw: &RawFeature<'t>,
        class: Class,
        projection: Option<Projection>,
    ) -> Option<Figure> {
        let part = raw.geometry.clone()?;
        figure::read(&raw.id, class, &part, projection, &mut self.faults)
    }

    /// A battlefield is not a country: what works through pairs of points stays quick.
    fn not_too_many(&mut self, items: &[Item]) {
        let points: usize = items.iter().map(|item| item.figure.points().len()).sum();
        if points > MOST_POINTS {
            self.faults.whole(format!("{points} points")).expect(format!("at most {MOST_POINTS}"));
        }
    }

    /// No two places share a name.
    fn names(&mut self, items: &[Item]) {
        let mut known: BTreeMap<&str, &str> = BTreeMap::new();
        for item in items.iter().filter(|item| item.class == Class::Name) {
            let Some(name) = &item.name else { continue };
            if let Some(other) = known.insert(name, &item.id) {
                self.faults
                    .at(item.span.clone(), format!("{} and {other} are both called {name:?}", item.id));
            }
        }
    }
}

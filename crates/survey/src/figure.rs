//! The geometry of a feature: its shape, its numbers, its sense.

use geo::algorithm::Validation;
use geo::{Coord, Geometry, LineString, MapCoords, Polygon};
use geojson::{GeometryValue, Position};
use muster::Collector;

use crate::json::Part;
use crate::{Class, Figure, Projection, Shape};

/// Reach of a survey from the origin, in metres.
const REACH: f64 = 100_000.0;

/// The geometry of a feature in metres; faults where it is not what its class is drawn as. Without a projection the
/// coordinates stay
/// as they are: those of the origin.
pub(crate) fn read(
    id: &str,
    class: Class,
    part: &Part<'_>,
    projection: Option<Projection>,
    faults: &mut Collector<'_>,
) -> Option<Figure> {
    let parsed: Result<geojson::Geometry, _> = part.text.parse();
    // What reads GeoJSON lets any list of numbers be a position, and then takes two of them.
    if parsed.as_ref().is_ok_and(|geometry| !has_whole_positions(&geometry.value)) {
        let fault = faults.at(part.span.clone(), format!("a position of {id} has less than two numbers"));
        fault.expect(class.shape().to_string());
        return None;
    }
    let geometry = parsed.and_then(Geometry::<f64>::try_from).map_err(|error| {
        let text = error.to_string().replace('\n', " ");
        let text = text.split(" at line ").next().unwrap_or_default().to_owned();
        faults
            .at(part.span.clone(), format!("the geometry of {id}: {text}"))
            .expect(class.shape().to_string());
    });
    let geometry = geometry.ok()?;
    if !positions_in_reach(id, part, projection, faults) {
        return None;
    }
    let geometry = match projection {
        Some(projection) => geometry.map_coords(|at| projection.meters(at)),
        None => geometry,
    };
    shaped(id, class, geometry, part, faults)
}

/// Whether every position has two numbers or more.
fn has_whole_positions(value: &GeometryValue) -> bool {
    let are_whole = |line: &Vec<Position>| line.iter().all(|position| position.as_slice().len() >= 2);
    match value {
        GeometryValue::Point { coordinates } => coordinates.as_slice().len() >= 2,
        GeometryValue::MultiPoint { coordinates } | GeometryValue::LineString { coordinates } => {
            are_whole(coordinates)
        }
        GeometryValue::MultiLineString { coordinates } | GeometryValue::Polygon { coordinates } => {
            coordinates.iter().all(are_whole)
        }
        GeometryValue::MultiPolygon { coordinates } => coordinates.iter().flatten().all(are_whole),
        GeometryValue::GeometryCollection { geometries } => {
            geometries.iter().all(|geometry| has_whole_positions(&geometry.value))
        }
    }
}

/// A fault for the first position that cannot be meant.
fn positions_in_reach(
    id: &str,
    part: &Part<'_>,
    projection: Option<Projection>,
    faults: &mut Collector<'_>,
) -> bool {
    let mut positions = Vec::new();
    collect(part, faults, &mut positions, 0);
    for (part, at) in positions {
        let (is_fine, expected) = match projection {
            None => (at.x.is_finite() && at.y.is_finite(), "two numbers"),
            Some(Projection::TransverseMercator { .. }) if at.x.abs() > 180.0 || at.y.abs() > 85.0 => {
                (false, "degrees of longitude and latitude, in this order")
            }
            Some(projection) => {
                let Coord { x, y } = projection.meters(at);
                (x.abs().max(y.abs()) <= REACH, "a place within 100 km of the origin")
            }
        };
        if !is_fine {
            faults.at(part.span, format!("{id} lies at {}, {}", at.x, at.y)).expect(expected);
            return false;
        }
    }
    true
}

/// All positions of a geometry with their places in the text.
fn collect<'t>(part: &Part<'t>, faults: &Collector<'t>, found: &mut Vec<(Part<'t>, Coord<f64>)>, depth: u8) {
    // The deepest, a MultiPolygon, has four arrays in each other.
    const DEEPEST: u8 = 6;
    if depth > DEEPEST {
        return;
    }
    if part.text.starts_with('{') {
        let mut silent = Collector::new(faults.source());
        let coordinates = part.members(&mut silent).and_then(|members| members.get("coordinates").cloned());
        coordinates.into_iter().for_each(|inner| collect(&inner, faults, found, depth + 1));
        return;
    }
    let Some(items) = part.items(faults.source()) else { return };
    match items.iter().map(Part::number).collect::<Option<Vec<f64>>>().as_deref() {
        Some([x, y, ..]) => found.push((part.clone(), Coord { x: *x, y: *y })),
        _ => items.iter().for_each(|inner| collect(inner, faults, found, depth + 1)),
    }
}

/// The geometry as its class is drawn.
fn shaped(
    id: &str,
    class: Class,
    geometry: Geometry<f64>,
    part: &Part<'_>,
    faults: &mut Collector<'_>,
) -> Option<Figure> {
    let shape = class.shape();
    let figure = match geometry {
        Geometry::Point(point) if matches!(shape, Shape::Point | Shape::AreaOrPoint) => {
            Figure::Point(point.0)
        }
        Geometry::LineString(line) if shape == Shape::Line => Figure::Lines(vec![line]),
        Geometry::MultiLineString(lines) if shape == Shape::Line => Figure::Lines(lines.0),
        Geometry::Polygon(area) if matches!(shape, Shape::Area | Shape::AreaOrPoint) => {
            Figure::Areas(vec![area])
        }
        Geometry::MultiPolygon(areas) if matches!(shape, Shape::Area | Shape::AreaOrPoint) => {
            Figure::Areas(areas.0)
        }
        _ => {
            faults
                .at(part.span.clone(), format!("{id} is no {class} by its geometry"))
                .expect(shape.to_string());
            return None;
        }
    };
    let figure = without_repeats(figure);
    if let Some(fault) = nonsense(&figure) {
        faults.at(part.span.clone(), format!("{id}: {fault}"));
        return None;
    }
    Some(figure)
}

/// The same with no point twice in a row.
fn without_repeats(figure: Figure) -> Figure {
    let thin = |line: LineString<f64>| {
        let mut points = line.0;
        points.dedup();
        LineString(points)
    };
    match figure {
        Figure::Lines(lines) => Figure::Lines(lines.into_iter().map(thin).collect()),
        Figure::Areas(areas) => {
            let thin_area = |area: Polygon<f64>| {
                let (outer, inner) = area.into_inner();
                Polygon::new(thin(outer), inner.into_iter().map(thin).collect())
            };
            Figure::Areas(areas.into_iter().map(thin_area).collect())
        }
        point => point,
    }
}

/// Nonsense in a figure, if there is any.
fn nonsense(figure: &Figure) -> Option<String> {
    match figure {
        Figure::Lines(lines) if lines.is_empty() || lines.iter().any(|line| line.0.len() < 2) => {
            Some("a line has two points or more".to_owned())
        }
        Figure::Areas(areas) if areas.is_empty() => Some("a MultiPolygon without polygons".to_owned()),
        Figure::Areas(areas) => {
            let first = areas.iter().find_map(|area| area.check_validation().err());
            first.map(|error| error.to_string())
        }
        Figure::Lines(_) | Figure::Point(_) => None,
    }
}

//! Reading surveys: what is read, and every fault with its place.

use muster::Source;
use proptest::prelude::*;
use survey::{Class, Figure, Survey};

/// The feature that says what the survey is.
const ORIGIN: &str = r#"{"type": "Feature", "id": "o", "geometry": {"type": "Point", "coordinates": [0, 0]},
 "properties": {"class": "origin", "format": 1, "name": "Heath", "projection": "metres", "known": "known", "source": "none"}}"#;

/// A feature with a geometry and further properties.
fn feature(id: &str, geometry: &str, properties: &str) -> String {
    format!(
        "{{\"type\": \"Feature\", \"id\": {id:?}, \"geometry\": {geometry},\n \
         \"properties\": {{\"known\": \"fair\", \"source\": \"a map\", {properties}}}}}"
    )
}

/// A survey of the origin and these features, each from a line of its own: the first on line 5.
fn collection(features: &[String]) -> String {
    let mut all = vec![ORIGIN.to_owned()];
    all.extend(features.iter().cloned());
    format!("{{\"type\": \"FeatureCollection\",\n \"features\": [\n{}\n]}}", all.join(",\n"))
}

fn read(text: &str) -> Result<Survey, String> {
    Survey::read(&Source::new("s.geojson", text)).map_err(|faults| faults.to_string())
}

/// A survey with these features has exactly these faults.
#[track_caller]
fn check(features: &[String], faults: &[&str]) {
    let found = read(&collection(features)).expect_err("it has faults");
    assert_eq!(found.lines().collect::<Vec<_>>(), faults);
}

const POINT: &str = r#"{"type": "Point", "coordinates": [10, 20]}"#;
const LINE: &str = r#"{"type": "LineString", "coordinates": [[0, 0], [100, 0]]}"#;
const SQUARE: &str =
    r#"{"type": "Polygon", "coordinates": [[[0, 0], [100, 0], [100, 100], [0, 100], [0, 0]]]}"#;

#[test]
fn a_survey_is_read_with_all_that_it_says() {
    let brook = feature("brook", LINE, r#""class": "stream", "name": "Brook", "width_m": 3, "depth_m": 0.5"#);
    let wood = feature("wood", SQUARE, r##""class": "woods", "height_m": null, "fill": "#00ff00""##);
    let survey = read(&collection(&[brook, wood])).expect("no faults");
    assert_eq!((survey.name.as_str(), survey.items.len()), ("Heath", 2));
    let brook = survey.item("brook").expect("it is there");
    assert_eq!((brook.class.name(), brook.width, brook.depth), ("stream", Some(3.0), Some(0.5)));
    assert_eq!((brook.grade.name(), brook.source.as_str()), ("fair", "a map"));
    assert!(matches!(&survey.items[1].figure, Figure::Areas(areas) if areas.len() == 1));
}

#[test]
fn degrees_become_metres_from_the_origin() {
    let text = collection(&[feature(
        "hill",
        r#"{"type": "Point", "coordinates": [16.3, 38.91]}"#,
        r#""class": "spot_height", "height_m": 20"#,
    )]);
    let text =
        text.replace("[0, 0]},\n", "[16.3, 38.9]},\n").replace("\"metres\"", "\"transverse_mercator\"");
    let survey = read(&text).expect("no faults");
    let Figure::Point(at) = survey.items[0].figure else { panic!("a point") };
    assert!(at.x.abs() < 0.01 && (at.y - 1110.1).abs() < 0.5, "{at:?}");
}

#[test]
fn what_is_misspelt_is_told_with_the_nearest_name() {
    check(
        &[
            feature("a", SQUARE, r#""class": "wods""#),
            feature("b", POINT, r#""clas": "woods""#),
            feature("c", SQUARE, r#""class": "woods", "hight_m": 3"#),
        ],
        &[
            "s.geojson:6:62: unknown class \"wods\"; did you mean \"woods\"?",
            "s.geojson:8:16: missing \"class\"; \"clas\" stands here",
            "s.geojson:8:61: unknown property \"clas\" of b; expected one of \"class\", \"name\", \"height_m\", \"width_m\", \
             \"depth_m\", \"known\", \"source\", \"note\", \"id\", \"format\", \"projection\", \"title\"; did you mean \"class\"?",
            "s.geojson:10:82: unknown property \"hight_m\" of c; expected one of \"class\", \"name\", \"height_m\", \"width_m\", \
             \"depth_m\", \"known\", \"source\", \"note\", \"id\", \"format\", \"projection\", \"title\"; did you mean \"height_m\"?",
        ],
    );
}

#[test]
fn what_a_class_needs_is_asked_for() {
    check(
        &[
            feature("a", LINE, r#""class": "contour""#),
            feature("b", LINE, r#""class": "river", "width_m": -2"#),
            feature("c", LINE, r#""class": "stream""#),
            feature("d", POINT, r#""class": "name""#),
            feature("d", POINT, r#""class": "name", "name": 7"#),
        ],
        &[
            "s.geojson:5:1: a (contour) says no height; expected \"height_m\"",
            "s.geojson:8:82: -2 as \"width_m\" of b; expected a number from 0 to 5000",
            "s.geojson:9:1: c (stream) says no width; expected \"width_m\"",
            "s.geojson:11:1: d has no name; expected \"name\"",
            "s.geojson:13:1: id \"d\" is that of feature 5 already",
            "s.geojson:13:1: d has no name; expected \"name\"",
            "s.geojson:14:78: a number as \"name\" of d; expected a text of 1 to 400 letters",
        ],
    );
}

#[test]
fn a_geometry_is_what_its_class_is_drawn_as_and_makes_sense() {
    let bow_tie = r#"{"type": "Polygon", "coordinates": [[[0, 0], [100, 100], [100, 0], [0, 100], [0, 0]]]}"#;
    let nowhere = r#"{"type": "LineString", "coordinates": [[0, 0], [700000, 4300000]]}"#;
    let one = r#"{"type": "LineString", "coordinates": [[5, 5], [5, 5]]}"#;
    check(
        &[
            feature("a", POINT, r#""class": "woods""#),
            feature("b", bow_tie, r#""class": "woods""#),
            feature("c", nowhere, r#""class": "road""#),
            feature("d", one, r#""class": "road""#),
            feature("e", r#"{"type": "Pont", "coordinates": [1, 2]}"#, r#""class": "farm""#),
            feature("f", r#"{"type": "LineString", "coordinates": [[0, 0], [5]]}"#, r#""class": "road""#),
        ],
        &[
            "s.geojson:5:44: a is no woods by its geometry; expected a Polygon or MultiPolygon",
            "s.geojson:7:44: b: exterior ring has a self-intersection",
            "s.geojson:9:91: c lies at 700000, 4300000; expected a place within 100 km of the origin",
            "s.geojson:11:44: d: a line has two points or more",
            "s.geojson:13:44: the geometry of e: Error while deserializing GeoJSON: unknown variant `Pont`, expected one of \
             `Point`, `LineString`, `Polygon`, `MultiPoint`, `MultiLineString`, `MultiPolygon`, `GeometryCollection`; expected a \
             Polygon, a MultiPolygon or a Point",
            "s.geojson:15:44: a position of f has less than two numbers; expected a LineString or MultiLineString",
        ],
    );
}

#[test]
fn a_file_that_is_no_survey_is_told_so() {
    let one = |text: &str| read(text).expect_err("it has faults");
    assert_eq!(one("{\"type\": \n nonsense}"), "s.geojson:2:3: expected ident; expected GeoJSON");
    assert_eq!(one("[]"), "s.geojson:1:1: an array here; expected an object {...}");
    assert_eq!(
        one("{\"type\": \"Feature\", \"features\": 3}"),
        "s.geojson:1:10: \"Feature\"; expected \"FeatureCollection\"\ns.geojson:1:33: a number here; expected an array of features"
    );
    assert_eq!(
        one("{\"type\": \"FeatureCollection\", \"feautres\": []}"),
        "s.geojson:1:1: missing \"features\"; \"feautres\" stands here"
    );
    assert!(
        one("{\"type\": \"FeatureCollection\", \"features\": []}")
            .contains("no feature of the class \"origin\"")
    );
    let second = collection(&[ORIGIN.replace("\"o\"", "\"p\"")]);
    assert_eq!(one(&second), "s.geojson:5:1: p is a second origin; expected one");
    let degrees = collection(&[]).replace("metres", "mercator");
    assert!(one(&degrees).contains("unknown projection \"mercator\""), "{}", one(&degrees));
}

#[test]
fn every_class_is_found_by_its_name() {
    for class in Class::all() {
        assert_eq!(Class::named(class.name()), Ok(class));
    }
    assert!(Class::all().count() > 45);
}

proptest! {
    /// A survey with anything written over a part of it is read or refused: no panic.
    #[test]
    fn nothing_brings_the_reader_down(start in 0_usize..900, length in 0_usize..40, over in "\\PC{0,12}") {
        let text = collection(&[
            feature("brook", LINE, r#""class": "stream", "width_m": 3"#),
            feature("wood", SQUARE, r#""class": "woods""#),
            feature("hill", POINT, r#""class": "spot_height", "height_m": 30"#),
        ]);
        let cut = |at: usize| (0..=at.min(text.len())).rev().find(|&i| text.is_char_boundary(i)).unwrap_or(0);
        let (start, end) = (cut(start), cut(start + length));
        let _ = read(&format!("{}{over}{}", &text[..start], &text[end..]));
    }
}

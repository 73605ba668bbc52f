//! Cutting the ground of a continuous table.

use muster::Source;
use survey::{Survey, TablePlan, cut_table};

const SURVEY: &str = r#"{"type": "FeatureCollection", "features": [
{"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}, "properties":
 {"class": "origin", "format": 1, "name": "Heath", "projection": "metres", "known": "known", "source": "none"}},
{"type": "Feature", "id": "wood", "geometry": {"type": "Polygon", "coordinates": [
 [[-100, 100], [200, 100], [200, -200], [-100, -200], [-100, 100]], [[20, -20], [40, -20], [40, -40], [20, -20]]]},
 "properties": {"class": "woods", "name": "The \"Wood\"", "known": "fair", "source": "a map"}},
{"type": "Feature", "id": "brook", "geometry": {"type": "LineString", "coordinates": [[-50, -300], [50, -300], [50.1, -300], [250, -300], [900, -300]]},
 "properties": {"class": "stream", "width_m": 4, "known": "fair", "source": "a map"}},
{"type": "Feature", "id": "hill", "geometry": {"type": "Point", "coordinates": [300, -100]},
 "properties": {"class": "spot_height", "height_m": 12.5, "known": "fair", "source": "a map"}},
{"type": "Feature", "id": "far", "geometry": {"type": "Point", "coordinates": [3000, -100]},
 "properties": {"class": "spot_height", "height_m": 12, "known": "fair", "source": "a map"}}
]}"#;

const PLAN: &str = "format = 1\nmu_meters = 20\norigin = [0, 0]\nwidth_mu = 30\ndepth_mu = 20\n";

#[test]
fn what_lies_on_the_table_is_cut_at_its_edges_in_whole_units() {
    let survey = Survey::read(&Source::new("s.geojson", SURVEY)).expect("no faults");
    let plan = TablePlan::read(&Source::new("cut.table.toml", PLAN)).expect("no faults");
    let cut = cut_table(&survey, &plan);
    assert_eq!(cut, cut_table(&survey, &plan));
    let expected = r#"# Cut from survey.geojson by `berthier cut --table`. Units to the right and down from the upper left corner.
format = 1
name = "Heath"
units_per_mu = 400
mu_meters = 20
width = 12000
depth = 8000

[[area]]
kind = "woods"
name = "The \"Wood\""
outline = [[0, 4000], [0, 0], [4000, 0], [4000, 4000]]
holes = [[[400, 400], [800, 800], [800, 400]]]

[[line]]
kind = "stream"
width = 80
points = [[0, 6000], [12000, 6000]]

[[point]]
kind = "spot_height"
height_cm = 1250
at = [6000, 2000]
"#;
    assert_eq!(cut.text, expected);
    assert_eq!(cut.notes, Vec::<String>::new());
}

#[test]
fn a_table_has_a_size() {
    let plan = PLAN.replace("width_mu = 30", "width_mu = 81");
    let faults = TablePlan::read(&Source::new("cut.table.toml", plan)).expect_err("too wide").to_string();
    assert_eq!(faults, "cut.table.toml:4:12: 81 MU; expected 1 to 80");
}

//! Cutting grounds from surveys: what rules a hex, and that lines keep together.

use std::collections::BTreeSet;

use ground::{Dir, Feature, Features, Ground, HexId, Road, Terrain};
use muster::Source;
use proptest::prelude::*;
use survey::{Cut, Plan, Rules, Survey, cut};

const ORIGIN: &str = r#"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [0, 0]}, "properties":
 {"class": "origin", "format": 1, "name": "Heath", "projection": "metres", "known": "known", "source": "none"}}"#;

const RULES: &str = include_str!("../../../books/jdg/cut.toml");

/// 12 by 10 hexes of 100 m; 0101 lies at 0, 0, so the map reaches from there to the south-east.
const PLAN: &str =
    "format = 1\nbook = \"jdg\"\nhex_meters = 100\norigin = [0, 0]\ncolumns = 12\nrows = 10\nbase_m = 0\n";

/// A feature: class, further properties, type and coordinates of its geometry.
fn feature(id: &str, class: &str, more: &str, kind: &str, coordinates: &str) -> String {
    format!(
        "{{\"type\": \"Feature\", \"id\": {id:?}, \"geometry\": {{\"type\": {kind:?}, \"coordinates\": {coordinates}}}, \
         \"properties\": {{\"class\": {class:?}, \"known\": \"fair\", \"source\": \"a map\"{more}}}}}"
    )
}

fn line(id: &str, class: &str, points: &[(i32, i32)]) -> String {
    let wet = matches!(class, "stream" | "river" | "canal");
    let more = if wet { ", \"width_m\": 20, \"depth_m\": 3" } else { "" };
    let points: Vec<String> = points.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
    feature(id, class, more, "LineString", &format!("[{}]", points.join(", ")))
}

fn square(id: &str, class: &str, (x, y): (i32, i32), (w, h): (i32, i32)) -> String {
    let (e, s) = (x + w, y - h);
    feature(
        id,
        class,
        "",
        "Polygon",
        &format!("[[[{x}, {y}], [{e}, {y}], [{e}, {s}], [{x}, {s}], [{x}, {y}]]]"),
    )
}

fn try_cut(features: &[String], more: &str) -> Result<(Ground, Cut), String> {
    let mut all = vec![ORIGIN.to_owned()];
    all.extend(features.iter().cloned());
    let text = format!("{{\"type\": \"FeatureCollection\", \"features\": [\n{}\n]}}", all.join(",\n"));
    let read = || {
        let survey = Survey::read(&Source::new("s.geojson", text))?;
        let rules = Rules::read(&Source::new("rules.toml", RULES))?;
        let plan = Plan::read(&Source::new("cut.toml", format!("{PLAN}{more}")))?;
        let cut = cut(&survey, &rules, &plan)?;
        Ok((Ground::read(&Source::new("ground.toml", cut.text.as_str()))?, cut))
    };
    read().map_err(|faults: muster::Faults| faults.to_string())
}

#[track_caller]
fn cut_of(features: &[String]) -> Ground {
    try_cut(features, "").expect("no faults").0
}

/// The hexsides with a feature, by their hexes.
fn sides(ground: &Ground, feature: Feature) -> Vec<(HexId, HexId)> {
    let all = ground.hexes().flat_map(|hex| Dir::ALL.into_iter().take(3).map(move |dir| (hex, dir)));
    let with = all.filter(|(hex, dir)| ground.hexside(*hex, *dir).contains(feature));
    with.filter_map(|(hex, dir)| Some((hex, ground.neighbour(hex, dir)?))).collect()
}

/// The pieces into which things fall that are linked where `linked` says so.
fn pieces<T: Copy + Ord>(all: &[T], linked: impl Fn(T, T) -> bool) -> usize {
    let mut left: BTreeSet<T> = all.iter().copied().collect();
    let mut count = 0;
    while let Some(first) = left.pop_first() {
        count += 1;
        let mut open = vec![first];
        while let Some(at) = open.pop() {
            let next: Vec<T> = left.iter().copied().filter(|other| linked(at, *other)).collect();
            left.retain(|other| !next.contains(other));
            open.extend(next);
        }
    }
    count
}

/// Two hexsides touch where their hexes are three that lie around one corner.
fn touch(ground: &Ground, a: (HexId, HexId), b: (HexId, HexId)) -> bool {
    let hexes: BTreeSet<HexId> = [a.0, a.1, b.0, b.1].into();
    let hexes: Vec<HexId> = hexes.into_iter().collect();
    hexes.len() == 3
        && ground.distance(hexes[0], hexes[1]) == 1
        && ground.distance(hexes[1], hexes[2]) == 1
        && ground.distance(hexes[0], hexes[2]) == 1
}

fn pieces_of(ground: &Ground, feature: Feature) -> usize {
    pieces(&sides(ground, feature), |a, b| touch(ground, a, b))
}

fn on_roads(ground: &Ground) -> Vec<HexId> {
    ground.hexes().filter(|hex| Dir::ALL.into_iter().any(|dir| !ground.roads(*hex, dir).is_empty())).collect()
}

fn pieces_of_roads(ground: &Ground) -> usize {
    let leads = |a: HexId, b: HexId| ground.dir_to(a, b).is_some_and(|dir| !ground.roads(a, dir).is_empty());
    pieces(&on_roads(ground), leads)
}

fn names(ground: &Ground, hexes: impl IntoIterator<Item = HexId>) -> Vec<String> {
    hexes.into_iter().map(|hex| ground.label(hex).to_string()).collect()
}

#[test]
fn the_first_row_whose_share_is_reached_rules_the_hex() {
    // The hex 0303 has its middle at 173 m east, 200 m south; its half to the west is wood, a tenth of it a farm.
    let wood = square("w", "woods", (100, -140), (75, 120));
    let farm = square("f", "farm", (160, -180), (35, 40));
    let ground = cut_of(std::slice::from_ref(&wood));
    let hex = ground.hex("0303").expect("on the map");
    assert_eq!(ground.terrain(hex), Terrain::Woods);
    let with_farm = cut_of(&[wood.clone(), farm]);
    assert_eq!(with_farm.terrain(hex), Terrain::Woods, "the farm is too small to rule");
    let at = feature("f", "farm", "", "Point", "[173, -200]");
    assert_eq!(cut_of(&[wood, at]).terrain(hex), Terrain::Village, "a farm drawn as a point rules its hex");
}

#[test]
fn heights_between_contours_give_levels_and_slopes() {
    let contour = |id: &str, x: i32, height: i32| {
        let more = format!(", \"height_m\": {height}");
        feature(id, "contour", &more, "LineString", &format!("[[{x}, 500], [{x}, -1500]]"))
    };
    // From 0 m at the western edge the ground rises 6 in 100 to 60 m at the eastern.
    let ground = cut_of(&[contour("a", 0, 0), contour("b", 500, 30), contour("c", 1000, 60)]);
    let level = |name: &str| ground.level(ground.hex(name).expect("on the map"));
    assert_eq!(["0105", "0305", "0505", "0905", "1205"].map(level), [0, 0, 1, 2, 3]);
    let up = Features::from(Feature::Slope);
    for (hex, dir) in ground.hexes().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir))) {
        let Some(other) = ground.neighbour(hex, dir) else { continue };
        let expected = if ground.level(hex) == ground.level(other) { Features::NONE } else { up };
        assert_eq!(ground.hexside(hex, dir), expected, "{}", ground.label(hex));
    }
}

#[test]
fn a_cliff_drawn_where_the_ground_rises_is_there_instead_of_a_slope() {
    let contour = |id: &str, x: i32, height: i32| {
        let more = format!(", \"height_m\": {height}");
        feature(id, "contour", &more, "LineString", &format!("[[{x}, 500], [{x}, -1500]]"))
    };
    let cliff = line("c", "cliff", &[(550, -200), (550, -700)]);
    let low_wall = line("d", "ravine", &[(550, -500), (550, -650)]);
    let ground = cut_of(&[contour("a", 400, 0), contour("b", 600, 20), cliff, low_wall]);
    let steep = sides(&ground, Feature::SteepSlope);
    assert!(steep.len() >= 5, "{steep:?}");
    assert_eq!(pieces_of(&ground, Feature::SteepSlope), 1);
    let slopes = sides(&ground, Feature::Slope);
    assert!(!slopes.is_empty() && slopes.iter().all(|side| !steep.contains(side)));
    assert!(steep.iter().all(|(a, b)| ground.uphill(*a, ground.dir_to(*a, *b).expect("neighbours"))
        || ground.uphill(*b, ground.dir_to(*b, *a).expect("neighbours"))));
}

#[test]
fn a_brook_is_one_chain_and_ends_on_the_river_that_it_joins() {
    let river = line("r", "river", &[(300, 100), (330, -300), (260, -520), (300, -1100)]);
    let brook = line("b", "stream", &[(900, -350), (700, -380), (520, -300), (400, -330), (322, -310)]);
    let ground = cut_of(&[brook, river]);
    assert_eq!(pieces_of(&ground, Feature::River), 1);
    let all: Vec<_> = [Feature::River, Feature::Stream].map(|feature| sides(&ground, feature)).concat();
    assert_eq!(pieces(&all, |a, b| touch(&ground, a, b)), 1);
    assert_eq!(pieces_of(&ground, Feature::Stream), 1);
}

#[test]
fn a_road_beside_a_river_stays_on_its_bank_and_bridges_stand_where_roads_cross() {
    // The road runs 25 m from the river, closer than the grid can show, and crosses it once.
    let river = line("r", "river", &[(0, -430), (300, -455), (600, -400), (1100, -440)]);
    let bank = line("bank", "road", &[(0, -405), (300, -430), (600, -375), (1100, -415)]);
    let over = line("over", "road", &[(600, -375), (610, -700)]);
    let bridge = feature("bridge", "bridge", "", "Point", "[601, -400]");
    let ground = cut_of(&[bank, over, river, bridge]);
    let wet = sides(&ground, Feature::River);
    let crossed = wet.iter().filter(|(a, b)| {
        let dir = ground.dir_to(*a, *b).expect("neighbours");
        !ground.roads(*a, dir).is_empty()
    });
    assert_eq!(crossed.count(), 1);
    let bridges = sides(&ground, Feature::Bridge);
    assert_eq!(bridges.len(), 1);
    assert!(wet.contains(&bridges[0]));
    assert_eq!(pieces_of_roads(&ground), 1);
}

#[test]
fn a_bridge_over_nothing_is_a_fault_at_its_place() {
    let bridge = feature("b", "bridge", "", "Point", "[400, -400]");
    let fault = try_cut(&[bridge], "").expect_err("there is no water");
    assert_eq!(
        fault,
        "s.geojson:4:1: b (bridge) crosses no water of this cut; expected a stream, river or canal within a hex and a half"
    );
}

#[test]
fn more_than_a_battlefield_is_refused() {
    let back_and_forth: Vec<(i32, i32)> =
        (0..30).map(|i| (if i % 2 == 0 { 0 } else { 90_000 }, -i * 10)).collect();
    let fault = try_cut(&[line("r", "road", &back_and_forth)], "").expect_err("it is too long");
    assert!(fault.starts_with("s.geojson:1:1: all lines together are as long as 26100 hexes"), "{fault}");
    let many: Vec<(i32, i32)> = (0..20_001).map(|i| (i % 100, -(i % 97))).collect();
    let fault = try_cut(&[line("r", "road", &many)], "").expect_err("there are too many");
    assert_eq!(fault, "s.geojson:1:1: 20001 points; expected at most 20000");
}

#[test]
fn corrections_survive_a_new_cut_and_none_outlives_its_reason() {
    let wood = square("w", "woods", (-60, 60), (120, 120));
    let correction = |hex: &str| {
        format!("[[correction]]\nreason = \"a clearing\"\nterrain = \"clear\"\nhexes = [{hex:?}]\n")
    };
    let (ground, _) = try_cut(std::slice::from_ref(&wood), &correction("0101")).expect("no faults");
    assert_eq!(ground.terrain(HexId(0)), Terrain::Clear);
    assert_eq!(
        try_cut(std::slice::from_ref(&wood), &correction("0202")).expect_err("0202 is clear already"),
        "cut.toml:8:1: this correction changes nothing any more (a clearing); expected to be taken out"
    );
    assert_eq!(
        try_cut(&[wood], &correction("1301")).expect_err("there are 12 columns"),
        "cut.toml:11:10: \"1301\" is no hex of this cut; expected 0101 to 1210"
    );
}

#[test]
fn corrections_of_lines_add_and_take_away() {
    let road = line("r", "road", &[(0, -300), (900, -300)]);
    let hand = "[[correction]]\nreason = \"ends at the mill\"\nremove = \"road\"\npath = [\"0203\", \"0304\"]\n\
                [[correction]]\nreason = \"the lane\"\nadd = \"trail\"\npath = [\"0101\", \"0102\"]\n\
                [[correction]]\nreason = \"the mill race\"\nadd = \"stream\"\nsides = [\"0101-0201\"]\n";
    let (before, _) = try_cut(std::slice::from_ref(&road), "").expect("no faults");
    let (after, _) = try_cut(&[road], hand).expect("no faults");
    assert_eq!((pieces_of_roads(&before), pieces_of_roads(&after)), (1, 3));
    let hex = after.hex("0101").expect("on the map");
    assert!(after.roads(hex, Dir(3)).contains(Road::Trail));
    assert_eq!(sides(&after, Feature::Stream).len(), 1);
}

#[test]
fn entries_and_names_come_from_points_of_the_survey() {
    let name = feature("n", "name", ", \"name\": \"Mill\"", "Point", "[173, -200]");
    let (ground, _) = try_cut(std::slice::from_ref(&name), "[entries]\nA = \"n\"\n").expect("no faults");
    assert_eq!(names(&ground, ground.entry("A")), ["0303"]);
    assert_eq!(ground.places(), [("Mill".to_owned(), ground.entry("A").expect("there"))]);
    let fault = try_cut(&[name], "[entries]\nA = \"m\"\n").expect_err("no such feature");
    assert!(fault.starts_with("cut.toml:9:5: no feature \"m\" in the survey"), "{fault}");
}

#[test]
fn faults_of_a_plan_stand_at_their_places() {
    let faults = try_cut(&[], "rotaton = 3\n").expect_err("misspelt");
    assert!(faults.contains("cut.toml:8:1: unknown field `rotaton`"), "{faults}");
    assert!(faults.contains("did you mean \"rotation\"?"), "{faults}");
    let faults = try_cut(&[], "[[correction]]\nreason = \" \"\nlevel = 2\n").expect_err("two faults");
    assert_eq!(faults.lines().count(), 2, "{faults}");
}

/// A river that closes on itself while a brook ends on it from afar.
#[test]
fn brooks_end_on_a_river_that_closes_on_itself() {
    let river = [(60, -62), (60, -357), (217, -278), (60, -62)];
    let ground = cut_of(&[
        line("b0", "stream", &[(393, -783), (60, -354), (241, -278)]),
        line("b1", "stream", &[(60, -433), (235, -226), (417, -783)]),
        line("r", "river", &river),
    ]);
    let all: Vec<_> = [Feature::River, Feature::Stream].map(|feature| sides(&ground, feature)).concat();
    assert_eq!(pieces(&all, |a, b| touch(&ground, a, b)), 1);
}

/// Distance of a point from a line.
fn off_line((x, y): (i32, i32), line: &[(i32, i32)]) -> f64 {
    let off = |pair: &[(i32, i32)]| {
        let (ax, ay) = (f64::from(pair[0].0), f64::from(pair[0].1));
        let (bx, by) = (f64::from(pair[1].0) - ax, f64::from(pair[1].1) - ay);
        let (px, py) = (f64::from(x) - ax, f64::from(y) - ay);
        let share = ((px * bx + py * by) / (bx * bx + by * by).max(1.0)).clamp(0.0, 1.0);
        (px - bx * share).hypot(py - by * share)
    };
    line.windows(2).map(off).fold(f64::INFINITY, f64::min)
}

/// Points of a line inside the map, not too far from each other.
fn points() -> impl Strategy<Value = Vec<(i32, i32)>> {
    proptest::collection::vec((60..900_i32, -900..-60_i32), 2..8)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// However a brook winds and crosses itself: one chain without gaps or stray pieces.
    #[test]
    fn a_brook_has_no_gaps(points in points()) {
        let ground = cut_of(&[line("b", "stream", &points)]);
        prop_assert!(pieces_of(&ground, Feature::Stream) <= 1);
    }

    /// Brooks that end on a river, drawn a little beside it, or on each other: all waters are one piece. Nothing else flows nearer to an end than what it
    /// ends on: that it would join.
    #[test]
    fn brooks_end_on_waters(river in points(), brooks in proptest::collection::vec(points(), 1..4), off in 0..30_i32) {
        let mut lines = vec![river.clone()];
        let mut end = river[river.len() / 2];
        for points in &brooks {
            let mut points = points.clone();
            points.push((end.0 + off, end.1));
            end = points[0];
            lines.push(points);
        }
        for (number, line) in lines.iter().enumerate().skip(1) {
            let end = line[line.len() - 1];
            let own = off_line(end, &lines[number - 1]);
            let others = lines.iter().enumerate().filter(|(other, _)| *other != number && *other + 1 != number);
            prop_assume!(others.map(|(_, other)| off_line(end, other)).all(|other| own <= other));
        }
        let brooks = lines.iter().enumerate().skip(1).map(|(k, points)| line(&format!("b{k}"), "stream", points));
        let features: Vec<String> = brooks.chain([line("r", "river", &lines[0])]).collect();
        let ground = cut_of(&features);
        let all: Vec<_> = [Feature::River, Feature::Stream].map(|feature| sides(&ground, feature)).concat();
        prop_assert!(pieces(&all, |a, b| touch(&ground, a, b)) <= 1);
    }

    /// Roads that start in one place stay joined there, and each comes to the hex where it ends.
    #[test]
    fn roads_meet_where_they_meet(roads in proptest::collection::vec(points(), 2..5), water in points()) {
        let start = roads[0][0];
        let mut features = vec![line("water", "river", &water)];
        for (number, points) in roads.iter().enumerate() {
            let mut points = points.clone();
            points[0] = start;
            features.push(line(&format!("r{number}"), "road", &points));
            let (x, y) = points[points.len() - 1];
            let name = format!(", \"name\": \"end {number}\"");
            features.push(feature(&format!("n{number}"), "name", &name, "Point", &format!("[{x}, {y}]")));
        }
        let (ground, first) = try_cut(&features, "").expect("no faults");
        let roads = on_roads(&ground);
        for (name, hex) in ground.places() {
            prop_assert!(roads.is_empty() || roads.contains(hex), "{name} at {}", ground.label(*hex));
        }
        prop_assert!(pieces_of_roads(&ground) <= 1);
        let (_, second) = try_cut(&features, "").expect("no faults");
        prop_assert_eq!(first, second);
    }
}

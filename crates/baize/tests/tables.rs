//! Tables from files: what is read, and every fault with its place.

use baize::{
    AreaKind, Bank, Figure, Length, Lies, LineKind, Place, PointKind, Pose, Size, Spot, Table, Turn,
};
use muster::Source;

fn read(text: &str) -> Result<Table, String> {
    let whole = format!("format = 1\nunits_per_mu = 10\nwidth = 720\ndepth = 480\n{text}");
    Table::read(&Source::new("t.toml", whole)).map_err(|faults| faults.to_string())
}

fn at(x: i16, y: i16) -> Figure {
    let size = Size { width: Length(1200), depth: Length(900) };
    Pose { at: Spot { x, y }, turn: Turn(0) }.place(size.shape())
}

const VALLEY: &str = r#"
[[area]]
kind = "steep_hill"
name = "Long Hill"
outline = [[100, 50], [200, 50], [220, 100], [100, 120]]
steep = [[100, 50], [150, 50], [140, 80]]
crest = [[110, 80], [180, 80]]
[[area]]
kind = "open_woods"
outline = [[120, 60], [160, 60], [160, 90], [120, 90]]
[[area]]
kind = "enclosed_field"
bank = "hedge"
outline = [[300, 300], [340, 300], [340, 340], [300, 340]]
[[area]]
kind = "works"
rear = 3
outline = [[400, 100], [430, 100], [430, 120], [400, 120]]
[[line]]
kind = "river"
width = 25
points = [[0, 200], [720, 240]]
[[line]]
kind = "road"
points = [[360, 0], [360, 480]]
[[point]]
kind = "bridge"
at = [360, 220]
"#;

#[test]
fn a_table_is_read_with_what_lies_on_it() {
    let table = read(VALLEY).expect("it has no faults");
    assert_eq!((table.width, table.depth), (Length::mu(72), Length::mu(48)));
    let kinds: Vec<AreaKind> = table.areas.iter().map(|area| area.kind).collect();
    assert_eq!(kinds, [AreaKind::SteepHill, AreaKind::OpenWoods, AreaKind::EnclosedField, AreaKind::Works]);
    assert_eq!(table.areas[0].outline.rings()[0][1], Place { x: 8000, y: 2000 }, "tenths of an MU");
    assert_eq!(table.areas[0].crest.len(), 2);
    assert_eq!(table.areas[2].bank, Some(Bank::Hedge));
    assert_eq!(table.areas[3].rear, Some(2), "the edge from the third corner");
    assert_eq!((table.lines[0].kind, table.lines[0].width), (LineKind::River, Length(1000)));
    assert_eq!((table.points[0].kind, table.points[0].over), (PointKind::Bridge, 0));
    let on_hill: Vec<&str> =
        table.areas_at(Place { x: 5600, y: 3000 }).map(|area| area.kind.name()).collect();
    assert_eq!(on_hill, ["steep_hill", "open_woods"], "one upon the other");
    let steep = table.areas[0].steep.as_ref().expect("a part is steep");
    assert_eq!(steep.lies(Place { x: 5600, y: 2400 }), Lies::Inside);
    assert_eq!(table.areas_of(&at(5600, 3000)).count(), 2);
    assert_eq!(table.lines_of(&at(14_400, 8000)).count(), 2, "on the bridge");
    assert_eq!(table.lines_of(&at(2000, 10_000)).count(), 0);
    assert!(
        table.has_all_of(&at(600, 0))
            && !table.has_all_of(&at(599, 0))
            && !table.has_all_of(&at(600, 18_301))
    );
}

#[test]
fn works_written_against_the_clock_have_the_same_rear() {
    let text =
        "[[area]]\nkind = \"works\"\nrear = 1\noutline = [[400, 100], [400, 120], [430, 120], [430, 100]]\n";
    let table = read(text).expect("it has no faults");
    let works = &table.areas[0];
    let ring = &works.outline.rings()[0];
    let rear = works.rear.expect("it is open");
    let ends = [ring[rear], ring[(rear + 1) % 4]];
    // Its written edge goes from the first corner down to the second; clockwise it goes up.
    assert_eq!(ends, [Place { x: 16_000, y: 4800 }, Place { x: 16_000, y: 4000 }]);
}

#[test]
fn every_fault_is_told_with_its_place() {
    let faulty = r#"
[[area]]
kind = "open_wood"
outline = [[0, 0], [10, 10], [10, 0], [0, 10]]
[[area]]
kind = "lake"
bank = "fence"
rear = 1
outline = [[0, 0], [10, 0], [900, 10]]
[[area]]
kind = "gentle_hill"
steep = [[0, 0], [10, 0], [10, 30]]
crest = [[5, 5], [50, 5]]
outline = [[0, 0], [10, 0], [10, 10]]
[[area]]
kind = "works"
outline = [[0, 0], [10, 0], [10, 10]]
[[area]]
kind = "works"
rear = 4
outline = [[0, 0], [10, 0], [10, 10]]
[[line]]
kind = "river"
points = [[0, 0], [10, 0]]
[[line]]
kind = "road"
width = 101
points = [[0, 0]]
"#;
    let expected = "\
t.toml:7:8: unknown area \"open_wood\"; expected one of AREAS; did you mean \"open_woods\"?
t.toml:8:12: the edge from corner 1 meets another edge: an outline does not cross itself
t.toml:11:8: unknown bank \"fence\"; expected one of \"wall\", \"hedge\"
t.toml:13:29: [900, 10] lies beside the table; expected at most [720, 480]
t.toml:16:9: `steep` of an area of the kind gentle_hill; expected it at a steep_hill only
t.toml:16:9: the steep part reaches beyond its hill
t.toml:17:18: the crest leaves its hill
t.toml:20:8: works without `rear`; expected the corner from 1 to 3 where their open edge begins
t.toml:24:8: corner 4; expected 1 to 3
t.toml:27:8: water without a `width`
t.toml:31:9: a width of 101; expected 0 to 100, which are 10 MU
t.toml:32:10: a line of fewer than two points";
    let expected = expected.replace("one of AREAS", &muster::one_of(AreaKind::NAMES));
    let told = read(faulty).expect_err("it has faults");
    assert_eq!(told.lines().collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());
    let astray = "[[point]]\nkind = \"bridge\"\nat = [1, 1]\n";
    assert_eq!(
        read(astray).expect_err("no water"),
        "t.toml:7:6: a bridge beside the water; expected a point within the width of a river or stream"
    );
}

#[test]
fn the_measures_of_a_table_have_bounds() {
    let sized = |units: i64, width: i64| {
        let text = format!("format = 1\nunits_per_mu = {units}\nwidth = {width}\ndepth = 1\n");
        Table::read(&Source::new("t.toml", text))
            .map(|table| table.width)
            .map_err(|faults| faults.to_string())
    };
    assert_eq!(sized(400, 32_000), Ok(Length(32_000)));
    assert_eq!(sized(1, 80), Ok(Length(32_000)));
    assert_eq!(
        sized(1, 81).expect_err("too wide"),
        "t.toml:3:9: a width of 81; expected 1 to 80, which are 80 MU"
    );
    assert_eq!(
        sized(3, 9).expect_err("not whole"),
        "t.toml:2:16: 3 units to the MU; expected a number that divides 400, such as 1, 10 or 400"
    );
}

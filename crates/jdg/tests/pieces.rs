//! The small pieces on which the chapters stand, each by itself: facings, charts, what a side sees, the list of questions in the documents.
//!
//! They stand here and not beside the pieces, so that the rulebook is compiled once for all its tests.

use std::path::Path;

use ground::Dir;
use jdg::ch02_orders::orders;
use jdg::core::charts::{Charts, Sufferer};
use jdg::core::state::Group;
use jdg::files::arrange;
use jdg::files::chart_files::ChartFiles;
use jdg::{Facing, Jdg, questions};
use muster::Source;
use table::{Rulebook, Side};

/// Two states that differ only in the face-down orders of one side look the same to the other and to onlookers.
#[test]
fn r2_3_2_orders_are_secret_until_revealed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/tutorial");
    let battle = arrange::read(&folder).expect("the battle loads");
    let mut one = Jdg::start(&battle);
    orders::form_groups(&battle, &mut one);
    let mut other = one.clone();
    for unit in battle.unit_ids() {
        other.groups[orders::own_group(unit).i()].received = battle.side(unit) == Side(1);
    }
    assert_ne!(one, other);
    assert_eq!(Jdg::view(&battle, &one, Some(Side(0))), Jdg::view(&battle, &other, Some(Side(0))));
    assert_eq!(Jdg::view(&battle, &one, None), Jdg::view(&battle, &other, None));
    assert_eq!(Jdg::view(&battle, &other, Some(Side(1))), other);
    let shown = |g: &mut Group| g.revealed = true;
    one.groups.iter_mut().for_each(shown);
    other.groups.iter_mut().for_each(shown);
    assert_eq!(Jdg::view(&battle, &other, Some(Side(0))), other);
}

fn charts() -> Charts {
    ChartFiles::default().load().expect("the standard charts load")
}

#[test]
fn r8_6_1_ratios_round_for_the_defender() {
    let c = charts();
    assert_eq!(c.odds_modifier(8, 3), 2);
    assert_eq!(c.odds_modifier(5, 6), -1);
    assert_eq!(c.odds_modifier(1, 5), c.odds_worse);
    assert_eq!(c.odds_modifier(6, 0), 4);
}

#[test]
fn r8_5_six_of_ten_rolls_at_plus_one_hit_the_defender() {
    let c = charts();
    let hits = (0..10).filter(|die| c.shock[c.shock_row(die + 1)].sufferer == Sufferer::Defender).count();
    assert_eq!(hits, 6);
}

#[test]
fn a_misspelt_terrain_is_found_with_its_place() {
    let text =
        ChartFiles::default().text("terrain").expect("a standard chart").replace("\"woods\"", "\"wods\"");
    let mut files = ChartFiles::default();
    files.replace("terrain", Source::new("mine.toml", text)).expect("a standard name");
    let faults = files.load().expect_err("a misspelt name").to_string();
    assert!(faults.contains("mine.toml:") && faults.contains("did you mean \"woods\""), "{faults}");
}

/// The faults of a chart in which one text stands in the place of another.
fn faults(chart: &str, old: &str, new: &str) -> String {
    let text = ChartFiles::default().text(chart).expect("a standard chart").replacen(old, new, 1);
    let mut files = ChartFiles::default();
    files.replace(chart, Source::new("mine.toml", text)).expect("a standard name");
    files.load().expect_err("a fault").to_string()
}

#[test]
fn a_figure_cites_the_rule_by_which_it_is_applied() {
    let found = faults("shock-modifiers", "rule = \"9.1\"", "rule = \"9.4\"");
    assert_eq!(found, "mine.toml:12:8: the figure is applied by another rule; expected rule = \"9.1\"");
    let found = faults("fire-modifiers", "value = 1\nrule = \"7.1\"", "value = 1\nrule = \"7.5\"");
    assert!(found.contains("expected rule = \"7.1\""), "{found}");
    let found = faults("tests", "test = \"rally\"", "test = \"cohesion\"");
    assert!(found.contains("the figure counts for other tests; expected test = \"rally\""), "{found}");
}

#[test]
fn figures_are_found_by_their_ids() {
    let found = faults("shock-modifiers", "\"rear\"", "\"raer\"");
    assert!(
        found.contains("unknown modifier \"raer\"") && found.contains("did you mean \"rear\""),
        "{found}"
    );
    let found = faults("shock-modifiers", "\"combined_arms\"", "\"rear\"");
    assert!(found.contains("a second row for \"rear\""), "{found}");
    let text = ChartFiles::default().text("tests").expect("a standard chart").to_owned();
    let fog = text.rfind("[[row]]").expect("rows");
    let found = faults("tests", &text[fog..], "");
    assert!(found.contains("there is no row for modifier \"fog\""), "{found}");
    let found = faults("fire", "[[row]]", "[worse]\nmodifier = 1\nsource = \"\"\n[[row]]");
    assert!(found.contains("`worse` belongs into the chart \"odds\""), "{found}");
}

/// The row of a question in docs/vignettes.md.
fn row((key, answers): (&str, Vec<String>)) -> String {
    let answers: Vec<String> = answers.iter().map(|answer| format!("`{answer}`")).collect();
    format!("| `{key}` | {} |", answers.join(", "))
}

#[test]
fn the_documentation_lists_every_question_and_its_answers() {
    let docs = include_str!("../../../docs/vignettes.md");
    let (_, listed) = docs.split_once("## Questions and their answers").expect("the docs have a chapter");
    let (listed, _) = listed.split_once("\n## ").expect("another chapter follows");
    let listed: Vec<&str> = listed.lines().filter(|line| line.starts_with("| `")).collect();
    let rows: Vec<String> = questions().map(row).collect();
    assert_eq!(listed, rows, "docs/vignettes.md should list:\n{}", rows.join("\n"));
}

#[test]
fn r6_1_facings_look_at_vertices() {
    assert_eq!(Facing(0).fronts().map(Dir::name), ["N", "NE"]);
    assert_eq!(Facing::named("E").expect("a facing").fronts().map(Dir::name), ["NE", "SE"]);
    assert_eq!(Facing::named("NW").expect("a facing").fronts().map(Dir::name), ["NW", "N"]);
    assert_eq!(Facing::ALL.map(|facing| facing.aim().name()), ["NNE", "E", "SSE", "SSW", "W", "NNW"]);
    let fronts = |facing: Facing| facing.fronts().into_iter().collect::<ground::Dirs>();
    assert!(Facing::ALL.into_iter().all(|facing| fronts(facing) == facing.aim().fronts()));
}

#[test]
fn r6_1_turns_go_round() {
    assert_eq!((Facing(5).turn(1), Facing(0).turn(-1)), (Facing(0), Facing(5)));
    assert_eq!(Facing::ALL.map(|other| Facing(4).steps_to(other).0), [2, 3, 2, 1, 0, 1]);
}

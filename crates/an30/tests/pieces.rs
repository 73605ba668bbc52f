//! The small pieces on which the chapters stand, each by itself: dice, fractions, stacks, charts.
//!
//! They stand here and not beside the pieces, so that the rulebook is compiled once for all its tests.

use an30::ch12_formations::companies::share;
use an30::ch17_losses::losses::dealt;
use an30::core::dice::{Bands, Dice};
use an30::core::exact::{Exact, Odds};
use an30::core::state::{Part, State, UnitId};
use an30::core::status::Losses;
use an30::files::charts::{ChartFiles, DOHERTY};
use ground::{Dir, Ground, HexId};
use muster::Source;

#[test]
fn r12_5_4_4_no_hex_counts_twice() {
    // The example: front and rear of three hexes.
    assert_eq!(share(3, 0, &[2]), Exact::new(2, 3));
    assert_eq!(share(3, 2, &[0]), Exact::new(1, 3));
    // Front, flank of the middle hex, rear.
    assert_eq!(share(3, 0, &[1, 2]), Exact::new(1, 3));
    assert_eq!(share(3, 1, &[0, 2]), Exact::new(1, 3));
    // Both flanks of the middle hex.
    assert_eq!(share(3, 1, &[1]), Exact::new(1, 3));
    assert_eq!(share(3, 0, &[]), Exact::ONE);
}

#[test]
fn the_standard_charts_load() {
    let charts = ChartFiles::default().load().unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((charts.morale.disorder.value, charts.morale.disorder.rule.0), (-3, "12.11.4"));
    assert_eq!((charts.movement.tired.value, charts.fire.len()), (Exact::new(1, 2), 16));
}

#[test]
fn the_revision_has_charts_of_its_own() {
    let charts = ChartFiles::of("doherty2005", &DOHERTY).load().unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(charts.melee_modifiers.offensive_hit.value, 3);
}

#[test]
fn a_fault_of_a_chart_is_found_with_its_place() {
    for (name, from, to, says) in [
        ("terrain", "terrain = \"woods\"", "terrain = \"wods\"", "did you mean \"woods\""),
        ("morale", "id = \"disorder\"", "id = \"disordre\"", "did you mean \"disorder\""),
        ("morale", "value = -12", "value = \"many\"", "a whole number"),
        ("fire", "start = 65", "start = 67", "reading of the dice"),
        ("terrain", "stacking = \"close\"", "stacking = \"closs\"", "did you mean \"close\""),
    ] {
        let text = ChartFiles::default().text(name).expect("a standard chart").replacen(from, to, 1);
        let mut files = ChartFiles::default();
        files.replace(name, Source::new("mine.toml", text)).expect("a standard name");
        let faults = files.load().expect_err("a fault").to_string();
        assert!(faults.contains("mine.toml:") && faults.contains(says), "{name}: {faults}");
    }
}

#[test]
fn r12_1_4_losses_are_dealt_to_the_older_battalions_first() {
    let dealt = |losses, sizes: &[u8]| {
        let sizes: Vec<Losses> = sizes.iter().copied().map(Losses).collect();
        dealt(Losses(losses), &sizes).iter().map(|share| share.0).collect::<Vec<_>>()
    };
    assert_eq!(dealt(7, &[6, 6, 6]), [3, 2, 2]);
    assert_eq!(dealt(4, &[4, 4]), [2, 2]);
    assert_eq!(dealt(7, &[6, 6, 2]), [3, 3, 1]);
}

#[test]
fn a_step_beyond_a_hex_is_counted_as_one_on_the_map() {
    let text = "format = 1\nname = \"plain\"\ncolumns = 8\nrows = 8\n";
    let source = muster::Source::new("ground".to_owned(), text.to_owned());
    let ground = Ground::read(&source).expect("a plain");
    let start: Vec<HexId> = ground.hexes().collect();
    // The arithmetic agrees with the map's own distances wherever both can be asked.
    for from in &start {
        for dir in Dir::ALL {
            let Some(next) = ground.neighbour(*from, dir) else { continue };
            for to in &start {
                assert_eq!(ground.distance_beyond(*from, dir, *to), ground.distance(next, *to));
            }
        }
    }
}

fn dice(figure: i16) -> Dice {
    Dice::written(figure).expect("a reading")
}

#[test]
fn r6_1_modifiers_count_in_steps() {
    assert_eq!(dice(35).and(9).figure(), 52);
    assert_eq!(dice(22).and(-6).figure(), 12);
    assert!(dice(66).and(3) > dice(66) && dice(11).and(-1) < dice(11));
    assert_eq!((dice(66).and(3).figure(), dice(11).and(-9).figure()), (66, 11));
}

#[test]
fn every_face_is_written_and_read_back() {
    for face in 0..Dice::FACES {
        let shown = Dice::of_face(face);
        assert_eq!(Dice::written(shown.figure()), Some(shown));
    }
    assert_eq!([10, 17, 70, 67, 0].map(Dice::written), [None; 5]);
}

#[test]
fn a_band_holds_from_its_start() {
    let bands = Bands(vec![(dice(11), 'a'), (dice(64), 'b')]);
    assert_eq!(
        [dice(63), dice(64), dice(66).and(9), dice(11).and(-9)].map(|d| bands.at(d)),
        ['a', 'b', 'b', 'a']
    );
}

fn exact(text: &str) -> Exact {
    text.parse().expect("a figure")
}

#[test]
fn r13_1_1_1_a_half_rounds_up() {
    for (text, whole) in [("16/3", 5), ("13/2", 7), ("17/3", 6), ("11/3", 4)] {
        assert_eq!(exact(text).nearest(), whole, "{text}");
    }
}

#[test]
fn odds_are_rounded_for_the_defender_and_an_exact_column_is_reached() {
    let columns = [(1, 2), (2, 3), (1, 1), (2, 1)].map(|(attacker, defender)| Odds { attacker, defender });
    let at = |a: &str, d: &str| Odds::column(columns, exact(a), exact(d));
    assert_eq!((at("24", "36"), at("16/3", "8")), (Some(1), Some(1)));
    assert_eq!((at("17", "15/2"), at("15", "8"), at("1", "3")), (Some(3), Some(2), None));
    assert_eq!(at("1", "0"), Some(3));
}

#[test]
fn fractions_add_and_multiply_without_loss() {
    assert_eq!(exact("7/2") + exact("7/2"), Exact::whole(7));
    assert_eq!((exact("15/6") * exact("2")).to_string(), "5");
    assert_eq!((exact("1") / exact("3") - exact("1/3")).parts(), (0, 1));
}

#[test]
fn r11_2_who_enters_stands_at_the_bottom() {
    let mut s = State::empty(4, 3, 0, 0);
    let [a, b, c] = [0, 1, 2].map(UnitId);
    s.put(a, &[HexId(0), HexId(1)]);
    s.put(b, &[HexId(1)]);
    s.put(c, &[HexId(1)]);
    assert_eq!(s.units_in(HexId(1)).as_slice(), [a, b, c]);
    s.reorder(HexId(1), &[c, a, b]);
    s.lift(a);
    assert_eq!((s.units_in(HexId(1)).as_slice(), s.top(HexId(0))), (&[c, b][..], None));
    s.put(a, &[HexId(0), HexId(1), HexId(2)]);
    s.put(c, &[HexId(1)]);
    s.reverse(a);
    assert_eq!(s.unit(a).hexes(), [HexId(2), HexId(1), HexId(0)]);
    assert_eq!(s.units_in(HexId(1)).as_slice(), [b, a, c]);
    s.put(c, &[HexId(3)]);
    assert_eq!((s.top(HexId(1)), s.hex_of(Part::new(c, 0))), (Some(b), HexId(3)));
}

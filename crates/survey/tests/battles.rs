//! The surveys of the battles: cut again, they give the grounds that are committed, and those are sound.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use ground::{Dir, Feature, Ground, HexId};
use muster::Source;
use survey::{Class, Cut, Figure, Item, Plan, Rules, Survey, cut};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> Source {
    Source::read(path).unwrap_or_else(|faults| panic!("{faults}"))
}

fn survey_of(battle: &str) -> Survey {
    let path = root().join("battles").join(battle).join("survey.geojson");
    Survey::read(&read(&path)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn cut_of(battle: &str, book: &str) -> Cut {
    let plan = root().join("battles").join(battle).join(format!("cut.{book}.toml"));
    let rules = root().join("books").join(book).join("cut.toml");
    let made = || cut(&survey_of(battle), &Rules::read(&read(&rules))?, &Plan::read(&read(&plan))?);
    made().unwrap_or_else(|faults| panic!("{faults}"))
}

fn ground_of(battle: &str, book: &str) -> Ground {
    Ground::read(&Source::new(battle, cut_of(battle, book).text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// A new cut is what is committed beside this test.
#[track_caller]
fn check(battle: &str, book: &str) {
    let file = format!("tests/cuts/{battle}.{book}.toml");
    compare(battle, book, &Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
}

/// A new cut is what is committed; `UPDATE_EXPECT=1` writes it.
#[track_caller]
fn compare(battle: &str, book: &str, path: &Path) {
    let cut = cut_of(battle, book);
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path, &cut.text).expect("the folder can be written");
    }
    assert_eq!(read(path).text, cut.text, "{}", path.display());
    assert_eq!(cut.notes, Vec::<String>::new());
}

#[test]
fn maida_is_cut_as_it_is_committed() {
    check("maida", "jdg");
}

/// The same field at another scale: hexes of 100 m, and kinds of ground that the first book does not know.
#[test]
fn maida_is_played_by_another_book_on_the_ground_that_its_survey_gives() {
    compare("maida", "an30", &root().join("battles/maida/ground.an30.toml"));
}

#[test]
fn saalfeld_is_cut_as_it_is_committed() {
    check("saalfeld", "jdg");
}

/// The tutorial is played on the ground that its survey gives.
#[test]
fn the_tutorial_is_cut_as_it_is_played() {
    compare("tutorial", "jdg", &root().join("battles/tutorial/ground.toml"));
}

/// Quatre-Bras is played on the ground that its survey gives.
#[test]
fn quatre_bras_is_cut_as_it_is_played() {
    compare("quatre-bras", "an30", &root().join("battles/quatre-bras/ground.toml"));
}

/// The fourth book's hexes are those of the second; what it makes of scrub, farms and heights is its own.
#[test]
fn maida_is_played_by_the_fourth_book_on_the_hexes_of_the_second() {
    compare("maida", "marshal", &root().join("battles/maida/ground.marshal.toml"));
    let [second, fourth] = ["an30", "marshal"].map(|book| ground_of("maida", book));
    assert!(second.hexes().eq(fourth.hexes()));
    assert_eq!(second.entries(), fourth.entries());
}

#[test]
fn saalfeld_is_cut_as_the_fourth_book_will_play_it() {
    compare("saalfeld", "marshal", &root().join("battles/saalfeld/ground.marshal.toml"));
}

/// Neumarkt will be played on the ground that its survey gives.
#[test]
fn neumarkt_is_cut_as_it_will_be_played() {
    compare("neumarkt", "marshal", &root().join("battles/neumarkt/ground.toml"));
}

/// Place of an item, if it is a point.
fn at(item: &Item) -> (f64, f64) {
    match &item.figure {
        Figure::Point(at) => (at.x, at.y),
        _ => panic!("{} is no point", item.id),
    }
}

/// Kilometres between two points of a survey, in tenths.
fn tenths(survey: &Survey, a: &str, b: &str) -> i64 {
    let [a, b] = [a, b].map(|id| at(survey.item(id).unwrap_or_else(|| panic!("no {id}"))));
    ((a.0 - b.0).hypot(a.1 - b.1) / 100.0).round() as i64
}

/// Held against a map of today: San Pietro lies some eleven kilometres from the mouth of the Lamato, and two from Maida.
#[test]
fn the_distances_are_the_real_ones() {
    let maida = survey_of("maida");
    let san_pietro = at(maida.item("san-pietro-height").expect("it is there"));
    assert_eq!((san_pietro.0.hypot(san_pietro.1) / 1000.0).round(), 11.0);
    assert_eq!(tenths(&maida, "san-pietro-height", "maida-height"), 23);
    let saalfeld = survey_of("saalfeld");
    assert_eq!(tenths(&saalfeld, "saalfeld-bridge", "schwarza-bridge"), 61);
    let quatre_bras = survey_of("quatre-bras");
    assert_eq!(tenths(&quatre_bras, "quatre-bras", "gemioncourt"), 10);
    assert_eq!(tenths(&quatre_bras, "quatre-bras", "frasnes-bridge"), 39);
    let neumarkt = survey_of("neumarkt");
    assert_eq!(tenths(&neumarkt, "market-height", "rott-bridge"), 3);
}

/// The pieces into which the hexsides with these features fall.
fn pieces(ground: &Ground, features: &[Feature]) -> usize {
    let sides = ground.hexes().flat_map(|hex| Dir::ALL.into_iter().take(3).map(move |dir| (hex, dir)));
    let wet = sides
        .filter(|(hex, dir)| features.iter().any(|feature| ground.hexside(*hex, *dir).contains(*feature)));
    let mut left: BTreeSet<(HexId, HexId)> =
        wet.filter_map(|(hex, dir)| Some((hex, ground.neighbour(hex, dir)?))).collect();
    let touch = |a: (HexId, HexId), b: (HexId, HexId)| {
        let hexes: BTreeSet<HexId> = [a.0, a.1, b.0, b.1].into();
        let next = |a: &HexId, b: &HexId| ground.distance(*a, *b) <= 1;
        hexes.len() == 3 && hexes.iter().all(|a| hexes.iter().all(|b| next(a, b)))
    };
    let mut count = 0;
    while let Some(first) = left.pop_first() {
        count += 1;
        let mut open = vec![first];
        while let Some(side) = open.pop() {
            let next: Vec<_> = left.iter().copied().filter(|other| touch(side, *other)).collect();
            left.retain(|other| !next.contains(other));
            open.extend(next);
        }
    }
    count
}

#[test]
fn waters_hang_together_and_what_the_scenarios_name_is_on_the_maps() {
    const WATERS: [Feature; 2] = [Feature::River, Feature::Stream];
    for (battle, book, waters, names) in [
        ("maida", "jdg", 1, vec!["Masseria", "The coppice", "French camp", "Lamato", "Ippolito"]),
        (
            "saalfeld",
            "jdg",
            1,
            vec![
                "Saalfeld",
                "Graba",
                "Wöhlsdorf",
                "Crösten",
                "Beulwitz",
                "Garnsdorf",
                "Schwarza",
                "Sandberg",
            ],
        ),
        // The stream and the brook run into the pond, its outflow leaves it, and the brook of Frasnes is another water.
        (
            "quatre-bras",
            "an30",
            4,
            vec!["Quatre-Bras", "Gémioncourt", "Grand Pierrepont", "Piraumont", "La Bergerie", "Frasnes"],
        ),
        (
            "saalfeld",
            "marshal",
            1,
            vec!["Saalfeld", "Graba", "Wöhlsdorf", "Crösten", "Beulwitz", "Garnsdorf", "Schwarza"],
        ),
        // All brooks run into the Rott.
        (
            "neumarkt",
            "marshal",
            1,
            vec!["Neumarkt", "Sankt Veit", "Adlstein", "Oberscherm", "Stetten", "Teising", "Hörbering"],
        ),
    ] {
        let ground = ground_of(battle, book);
        assert_eq!(pieces(&ground, &WATERS), waters, "{battle}");
        for name in names {
            assert!(ground.places().iter().any(|(known, _)| known == name), "{name} is not on {battle}");
        }
    }
}

/// No road changes the bank where nobody has surveyed a bridge: a road over a river would have one of its own.
#[test]
fn bridges_stand_where_they_were_surveyed() {
    for (battle, book) in [
        ("maida", "jdg"),
        ("saalfeld", "jdg"),
        ("quatre-bras", "an30"),
        ("saalfeld", "marshal"),
        ("neumarkt", "marshal"),
    ] {
        let (survey, ground) = (survey_of(battle), ground_of(battle, book));
        for feature in [Feature::Bridge, Feature::Ford] {
            let drawn = survey.items.iter().filter(|item| item.class == Class::Hexside(feature)).count();
            let sides =
                ground.hexes().flat_map(|hex| Dir::ALL.into_iter().take(3).map(move |dir| (hex, dir)));
            let cut = sides.filter(|(hex, dir)| ground.hexside(*hex, *dir).contains(feature)).count();
            assert!(cut <= drawn, "{battle}: {cut} of {feature}, {drawn} in the survey");
        }
    }
}

//! Battle cards and orders of battle: what they mean, and the exact faults of bad ones.

use muster::{Collector, Source, Spanned};
use roster::{Arm, Card, Rank, Roster, SideCard, Weapon};
use table::Side;

const CARD: &str = r##"format = 1
name = "A bridge"
date = "1806-07-04"
size = "small"
minutes = 30
difficulty = 1
blurb = "Two battalions and a bridge."
[[side]]
id = "french"
name = "French"
colour = "#27408b"
[[side]]
id = "british"
name = "British"
colour = "#a52a2a"
"##;

const ORDER: &str = r#"format = 1
[[formation]]
id = "corps-5"
side = "french"
name = "V Corps"
rank = "corps"
[[formation]]
id = "suchet"
under = "corps-5"
name = "Suchet"
rank = "division"
[[formation]]
id = "claparede"
under = "suchet"
name = "Claparède"
rank = "brigade"
commander = "Général Claparède"
[[formation]]
id = "cole"
side = "british"
name = "Cole"
[[unit]]
id = "ligne-34"
formation = "claparede"
name = "34e ligne"
rank = "regiment"
nation = "france"
arm = "infantry"
weapons = ["musket"]
[[unit]]
id = "ligne-34-1"
part_of = "ligne-34"
name = "34e ligne, I"
rank = "battalion"
nation = "france"
arm = "infantry"
kind = "line"
men = 930
[[unit]]
id = "ligne-34-2"
part_of = "ligne-34"
name = "34e ligne, II"
nation = "france"
arm = "infantry"
[[unit]]
id = "guns"
formation = "suchet"
name = "Simonin"
nation = "france"
arm = "artillery"
weapons = ["8-pounder", "howitzer"]
guns = 6
[[unit]]
id = "foot-20"
formation = "cole"
name = "20th Foot"
nation = "britain"
arm = "infantry"
[[commander]]
id = "lannes"
name = "Lannes"
leads = "corps-5"
[[commander]]
id = "stuart"
side = "british"
name = "Stuart"
"#;

fn sides() -> [SideCard; 2] {
    Card::read(&Source::new("battle.toml", CARD)).expect("a good card").sides
}

fn roster() -> Roster {
    Roster::read(&Source::new("order.toml", ORDER), &sides()).expect("a good order of battle")
}

/// The faults of the good card after one change.
fn card(old: &str, new: &str, expected: &str) {
    assert_eq!(CARD.matches(old).count(), 1, "{old:?} stands once in the good card");
    let faults = Card::read(&Source::new("battle.toml", CARD.replace(old, new))).expect_err("a bad card");
    assert_eq!(faults.to_string(), expected);
}

/// The faults of the good order of battle after one change.
fn order(old: &str, new: &str, expected: &str) {
    assert_eq!(ORDER.matches(old).count(), 1, "{old:?} stands once in the good order of battle");
    let source = Source::new("order.toml", ORDER.replace(old, new));
    let faults = Roster::read(&source, &sides()).expect_err("a bad order of battle");
    assert_eq!(faults.to_string(), expected);
}

#[test]
fn a_good_order_of_battle_means_what_it_says() {
    let roster = roster();
    let [corps, suchet, claparede, cole] = [0, 1, 2, 3];
    assert_eq!(roster.above(claparede).collect::<Vec<_>>(), [suchet, corps]);
    let side = |f: usize| roster.formations[f].side;
    assert_eq!([corps, suchet, claparede, cole].map(side), [Side(0), Side(0), Side(0), Side(1)]);
    assert_eq!(roster.formations[claparede].rank, Some(Rank::Brigade));
    assert_eq!(roster.formations[cole].rank, None);
    let battalion = &roster.units[1];
    assert_eq!((battalion.formation, battalion.part_of, battalion.men), (claparede, Some(0), Some(930)));
    assert_eq!((battalion.arm, battalion.kind.as_str()), (Arm::Infantry, "line"));
    assert_eq!(
        (&roster.units[3].weapons[..], roster.units[3].guns),
        (&[Weapon::Gun8, Weapon::Howitzer][..], Some(6))
    );
    assert_eq!((roster.leaders[0].side, roster.leaders[0].leads), (Side(0), Some(corps)));
    assert_eq!((roster.leaders[1].side, roster.leaders[1].leads), (Side(1), None));
}

#[test]
fn a_card_is_checked_as_a_whole() {
    card(
        "\"1806-07-04\"",
        "\"1806-7-4\"",
        "battle.toml:3:8: \"1806-7-4\" is no date; expected year, month and day, as in \"1806-07-04\"",
    );
    card(
        "\"small\"",
        "\"smal\"",
        "battle.toml:4:8: unknown size \"smal\"; expected one of \"tutorial\", \"small\", \"medium\", \"large\"; did you mean \"small\"?",
    );
    card("difficulty = 1", "difficulty = 6", "battle.toml:6:14: difficulty 6; expected 1 to 5");
    card("#27408b", "blue", "battle.toml:11:10: \"blue\" is no colour; expected \"#rrggbb\"");
    card("\"british\"", "\"french\"", "battle.toml:13:6: \"french\" names the other side already");
    let three = "#a52a2a\"\n[[side]]\nid = \"dutch\"\nname = \"Dutch\"\ncolour = \"#ff8800";
    card("#a52a2a", three, "battle.toml:1:1: 3 sides; expected exactly two [[side]] tables");
}

#[test]
fn names_that_lead_nowhere_are_pointed_at() {
    order(
        "formation = \"cole\"",
        "formation = \"coal\"",
        "order.toml:55:13: unknown formation \"coal\"; expected one of \"corps-5\", \"suchet\", \"claparede\", \"cole\"; did you mean \"cole\"?",
    );
    order(
        "part_of = \"ligne-34\"\nname = \"34e ligne, II\"",
        "part_of = \"ligne-3\"\nname = \"34e ligne, II\"",
        "order.toml:41:11: unknown unit \"ligne-3\"; expected one of \"ligne-34\", \"ligne-34-1\", \"ligne-34-2\", \"guns\", \"foot-20\"; did you mean \"ligne-34\"?",
    );
    order(
        "leads = \"corps-5\"",
        "leads = \"corps\"",
        "order.toml:62:9: unknown formation \"corps\"; expected one of \"corps-5\", \"suchet\", \"claparede\", \"cole\"; did you mean \"corps-5\"?",
    );
    order(
        "\"howitzer\"",
        "\"howitzers\"",
        "order.toml:51:25: unknown weapon \"howitzers\"; expected one of \"musket\", \"rifle\", \"carbine\", \"lance\", \"pike\", \"cuirass\", \"3-pounder\", \"4-pounder\", \"6-pounder\", \"8-pounder\", \"9-pounder\", \"12-pounder\", \"howitzer\", \"rocket\"; did you mean \"howitzer\"?",
    );
}

#[test]
fn a_tree_is_a_tree() {
    order(
        "id = \"corps-5\"\nside = \"french\"",
        "id = \"corps-5\"\nside = \"french\"\nunder = \"claparede\"",
        "order.toml:5:9: \"corps-5\" is under itself",
    );
    order(
        "rank = \"division\"",
        "rank = \"corps\"",
        "order.toml:11:8: a corps under \"corps-5\", a corps; expected a lower rank",
    );
    order(
        "part_of = \"ligne-34\"\nname = \"34e ligne, I\"",
        "part_of = \"ligne-34-1\"\nformation = \"cole\"\nname = \"34e ligne, I\"",
        "order.toml:32:11: \"ligne-34-1\" is part of itself",
    );
    order("id = \"foot-20\"", "id = \"lannes\"", "order.toml:60:6: \"lannes\" names something else already");
}

#[test]
fn everything_has_one_side() {
    order(
        "side = \"british\"\nname = \"Cole\"",
        "name = \"Cole\"",
        "order.toml:19:6: formation \"cole\" has no side; expected `side`, or `under` with a formation that has one",
    );
    order(
        "under = \"suchet\"",
        "under = \"suchet\"\nside = \"british\"",
        "order.toml:15:8: \"claparede\" is under a formation of the other side; expected \"french\"",
    );
    order(
        "leads = \"corps-5\"",
        "leads = \"corps-5\"\nside = \"british\"",
        "order.toml:63:8: \"lannes\" leads a formation of the other side",
    );
    order(
        "name = \"Lannes\"\nleads = \"corps-5\"",
        "name = \"Lannes\"",
        "order.toml:60:6: commander \"lannes\" has no side; expected `side`, or `leads` with a formation",
    );
}

fn refs(list: &[Spanned<String>]) -> Vec<&Spanned<String>> {
    list.iter().collect()
}

/// Order of battle of a scenario that lists these names: each unit with its formation, then the other formations, and the faults.
fn played(formations: &[&str], units: &[&str]) -> String {
    #[derive(serde::Deserialize)]
    struct Lists {
        formations: Vec<Spanned<String>>,
        units: Vec<Spanned<String>>,
    }
    let source = Source::new("s.toml", format!("formations = {formations:?}\nunits = {units:?}"));
    let lists: Lists = muster::read_toml(&source).expect("two lists");
    let mut faults = Collector::new(&source);
    let played = roster().played(&refs(&lists.formations), &refs(&lists.units), &mut faults);
    let unit = |u: &roster::Unit| format!("{}:{}", u.id, played.formations[u.formation].id);
    let mut text: Vec<String> = played.units.iter().map(unit).collect();
    let empty = |f: usize| !played.units.iter().any(|u| u.formation == f);
    text.extend((0..played.formations.len()).filter(|&f| empty(f)).map(|f| played.formations[f].id.clone()));
    text.extend(faults.into_result(()).err().map(|faults| faults.to_string()));
    text.join(" ")
}

#[test]
fn a_book_plays_the_ranks_that_it_lists() {
    // Brigades and battalions: the guns of the division are with nobody who is listed, and stay with their own.
    assert_eq!(
        played(&["claparede", "cole"], &["ligne-34-1", "ligne-34-2", "guns", "foot-20"]),
        "ligne-34-1:claparede ligne-34-2:claparede guns:suchet foot-20:cole"
    );
    // Divisions and regiments.
    assert_eq!(
        played(&["suchet", "cole"], &["ligne-34", "guns", "foot-20"]),
        "ligne-34:suchet guns:suchet foot-20:cole"
    );
    // A corps.
    assert_eq!(
        played(&["corps-5", "cole"], &["ligne-34", "guns", "foot-20"]),
        "ligne-34:corps-5 guns:corps-5 foot-20:cole"
    );
}

#[test]
fn what_a_book_forgets_stays_to_be_asked_after() {
    assert_eq!(
        played(&["suchet"], &["ligne-34-1", "guns"]),
        "ligne-34-1:suchet ligne-34-2:suchet guns:suchet foot-20:cole"
    );
    assert_eq!(played(&["suchet"], &[]), "ligne-34:suchet guns:suchet foot-20:cole");
    assert_eq!(
        played(&["suchet", "cole"], &["ligne-34", "ligne-34-2", "guns", "foot-20"]),
        "ligne-34:suchet ligne-34-2:suchet guns:suchet foot-20:cole s.toml:2:22: \"ligne-34-2\" is a part of \"ligne-34\", which is \
         listed too; expected the whole or its parts"
    );
}

//! Violations: each restriction of the lists, broken alone in an army that is legal otherwise, is found and named.

use muster::Source;

use super::armies::{armoury, sample};

/// A unit as a file has it.
fn unit(of: &str, bases: u32, attachments: &str) -> String {
    let (of, kind) =
        of.split_once('/').map_or((of, String::new()), |(of, kind)| (of, format!("kind = {kind:?}\n")));
    format!("\n[[division.unit]]\nof = {of:?}\n{kind}bases = {bases}\nattachments = [{attachments}]\n")
}

/// Changes a sample army once, without its limit of points, and tells the faults.
#[track_caller]
fn faults(name: &str, from: &str, to: &str) -> String {
    let text = sample(name).replace("points = 800\n", "");
    assert!(text.contains(from), "{name} has no {from:?}");
    let source = Source::new("army.toml", text.replacen(from, to, 1));
    match armoury().army(&source) {
        Ok(_) => "legal".to_owned(),
        Err(faults) => faults.to_string(),
    }
}

/// The army breaks one restriction only, and that is said.
#[track_caller]
fn check(name: &str, from: &str, to: &str, expected: &str) {
    let found = faults(name, from, to);
    assert!(found.contains(expected), "{name}: {found}");
    assert_eq!(found.lines().count(), 1, "{name}: {found}");
}

/// As [`check`], where the change breaks others too.
#[track_caller]
fn among(name: &str, from: &str, to: &str, expected: &str) {
    let found = faults(name, from, to);
    assert!(found.lines().any(|line| line.contains(expected)), "{name}: {found}");
}

/// A division of a commander, with units.
fn division(name: &str, quality: &str, units: &[String]) -> String {
    format!("\n[[division]]\nname = {name:?}\ncommander = {{ quality = {quality:?} }}\n{}", units.concat())
}

const ANGLO: &str = "anglo-portuguese-1810";
const ALLIES: &str = "anglo-portuguese-1810-allies";

#[test]
fn points_one_too_many_is_said() {
    let armoury = armoury();
    let text = sample(ANGLO);
    let cost = armoury.cost(&armoury.choice(&Source::new("a", text.clone())).expect("it can be read"));
    let tight = text.replace("points = 800", &format!("points = {}", cost - 1));
    let found = armoury.army(&Source::new("army.toml", tight)).expect_err("it costs more").to_string();
    assert_eq!(
        found,
        format!("army.toml:6:10: the army costs {cost} points, 1 too many; expected at most {}", cost - 1)
    );
}

#[test]
fn a_files_own_faults_are_told_with_their_places() {
    check(ANGLO, "of = \"foot-guards\"", "of = \"foot-gards\"", "did you mean \"foot-guards\"?");
    check(ANGLO, "kind = \"veteran\"", "kind = \"vetran\"", "did you mean \"veteran\"?");
    check(ANGLO, "kind = \"veteran\"\n", "", "\"british-infantry\" has several kinds");
    check(
        ANGLO,
        "bases = 4",
        "bases = 5",
        "a unit of british-infantry/veteran with 5 bases; expected 4 or 6",
    );
    check(ANGLO, "list = \"anglo-portuguese-1810\"", "list = \"anglo\"", "unknown army list \"anglo\"");
    check(ANGLO, "\"skirmishers\"", "\"cavalry\"", "Anglo-Portuguese Army has no attachment cavalry");
}

#[test]
fn commanders_are_those_of_the_list() {
    check(
        "russia-1812",
        "quality = \"skilled\"",
        "quality = \"exceptional\"",
        "no exceptional corps commander",
    );
    check(
        ANGLO,
        "quality = \"skilled\" }",
        "quality = \"exceptional\", charismatic = true }",
        "2 charismatic commanders",
    );
    check(
        "austria-1813",
        "\"skilled\" }",
        "\"exceptional\" }",
        "1 exceptional division commanders; expected at most 0",
    );
    let more = division("4th", "skilled", &[unit("hussars/drilled", 4, ""), unit("cossacks", 4, "")]);
    among(
        "russia-1812",
        "\n[[division]]",
        &format!("{more}\n[[division]]"),
        "4 division commanders, too many",
    );
}

#[test]
fn minima_and_maxima_are_kept() {
    check(
        ANGLO,
        "of = \"kgl-infantry\"\nkind = \"average\"",
        "of = \"highlanders\"",
        "infantry of the King's German Legion has 0 bases, 4 too few; expected at least 4",
    );
    check(
        ANGLO,
        "of = \"foot-guards\"",
        "of = \"kgl-infantry\"\nkind = \"average\"",
        "King's German Legion (average) has 8 bases, 4 too many; expected at most 4",
    );
}

#[test]
fn the_anglo_portuguese_restrictions_are_kept() {
    among(
        ANGLO,
        "of = \"dragoons\"\nkind = \"plain\"",
        "of = \"highlanders\"",
        "mixed divisions are not used",
    );
    check(
        ANGLO,
        "of = \"portuguese-infantry\"\nkind = \"drilled\"\nbases = 4",
        "of = \"portuguese-infantry\"\nkind = \"drilled\"\nbases = 6",
        "has an officer (portuguese-officer): 0; expected at least 1",
    );
    among(
        ANGLO,
        "of = \"british-foot-artillery\"\nkind = \"drilled\"",
        "of = \"portuguese-foot-artillery\"",
        "with another Portuguese unit",
    );
    check(
        ALLIES,
        "of = \"kgl-light\"\nbases = 4",
        "of = \"kgl-light\"\nbases = 4\n\n[[division.unit]]\nof = \"kgl-infantry\"\nkind = \"average\"\nbases = 4",
        "the Light Division has light infantry of the army besides",
    );
    check(
        ALLIES,
        "attachments = [\"skirmishers\"]\n",
        "",
        "at least one attachment of skirmishers (least-skirmishers): 0",
    );
    check(
        ANGLO,
        "attachments = [\"skirmishers\", \"officer\"]",
        "attachments = [\"skirmishers\", \"officer\", \"officer\"]",
        "at most one officer (one-officer): 2; expected at most 1",
    );
    among(ALLIES, "contingent = \"spanish\"\n", "", "in a division of Anglo-Portuguese Army");
    check(
        ALLIES,
        "of = \"spanish-guards\"\nbases = 4\nattachments = [\"rifle_skirmishers\"]",
        "of = \"spanish-guards\"\nbases = 4\nattachments = [\"rifle_skirmishers\", \"officer\"]",
        "Spanish Allies has no attachment officer",
    );
    check(
        ALLIES,
        "contingent = \"spanish\"",
        "contingent = \"spanish\"\nattachments = [\"cavalry\"]",
        "that no unit has",
    );
    check(
        ALLIES,
        "attachments = [\"rockets\"]",
        "attachments = [\"medium_artillery\"]",
        "cannot have the attachment medium_artillery; expected \"rockets\"",
    );
}

#[test]
fn the_spanish_restrictions_are_kept() {
    let name = "spain-1810";
    check(
        name,
        "kind = \"poor\"\nbases = 4",
        "kind = \"poor\"\nbases = 4\nattachments = [\"medium_artillery\"]",
        "only without a unit of it",
    );
    check(
        name,
        "of = \"guards\"\nbases = 4",
        "of = \"guards\"\nbases = 4\nattachments = [\"medium_artillery\"]",
        "at most one attachment of artillery (one-artillery): 2",
    );
    check(
        name,
        "of = \"guerrillas\"\nbases = 6",
        "of = \"guerrillas\"\nbases = 4\nattachments = [\"officer\"]\n\n[[division.unit]]\nof = \"guerrillas\"\nbases = 4\nattachments = [\"officer\"]",
        "the army has at most one officer",
    );
    among(
        name,
        "of = \"militia\"\nbases = 4",
        "of = \"militia\"\nbases = 4\nattachments = [\"skirmishers\", \"cavalry\", \"officer\"]",
        "3 attachments of a unit; expected at most 2",
    );
    check(
        name,
        "of = \"light-dragoons\"\nbases = 4",
        "of = \"light-dragoons\"\nbases = 4\nattachments = [\"skirmishers\"]",
        "cannot have the attachment skirmishers",
    );
}

#[test]
fn the_french_restrictions_of_1812_are_kept() {
    let (name, allied) = ("france-1812", "france-1812-allies");
    check(
        name,
        "attachments = [\"skirmishers\", \"officer\"]",
        "attachments = [\"skirmishers\", \"officer\", \"medium_artillery\", \"heavy_artillery\"]",
        "at most one attachment of artillery",
    );
    among(
        name,
        "of = \"swiss\"\nkind = \"veteran\"",
        "of = \"croatians\"\nattachments = [\"skirmishers\", \"skirmishers\"]",
        "second attachment of one sort",
    );
    among(
        name,
        "of = \"swiss\"\nkind = \"veteran\"",
        "of = \"dragoons\"\nkind = \"drilled\"",
        "the cavalry of a mixed division is core cavalry",
    );
    among(
        allied,
        "of = \"poles\"\nkind = \"average\"",
        "of = \"line-infantry\"\nkind = \"drilled\"",
        "in a division of Allied Contingents",
    );
    among(
        allied,
        "bases = 4\n\n[[division.unit]]\nof = \"chevauxlegers\"\nbases = 4",
        "bases = 4",
        "allied cavalry has 4 bases, 4 too few",
    );
    check(
        allied,
        "quality = \"competent\" }\ncontingent",
        "quality = \"exceptional\" }\ncontingent",
        "Allied Contingents: 1 exceptional division commanders",
    );
}

#[test]
fn allied_cavalry_rides_with_the_french_up_to_their_number() {
    let name = "france-1812-allies";
    let cavalry = |french: usize, allied: usize| {
        let mut units = vec![unit("chasseurs/average", 4, ""); french];
        units.extend(vec![unit("baden-hussars", 4, ""); allied.min(1)]);
        units.extend(vec![unit("berg-lancers", 4, ""); allied.saturating_sub(1)]);
        division("Cavalry", "competent", &units)
    };
    let most = "at least half of the cavalry of a cavalry division";
    let first = "\n[[division]]";
    let text = |french, allied| format!("{}{first}", cavalry(french, allied));
    assert!(!faults(name, first, &text(1, 1)).contains(most));
    assert!(faults(name, first, &text(1, 2)).contains(most));
}

#[test]
fn the_russian_restrictions_are_kept() {
    let (name, guard) = ("russia-1812", "russia-1812-guard");
    check(
        guard,
        "of = \"grenadiers\"\nkind = \"veteran\"",
        "of = \"musketeers\"\nkind = \"drilled\"",
        "the division of the guard has grenadiers",
    );
    check(
        name,
        "of = \"dragoons\"\nkind = \"drilled\"\nbases = 4",
        "of = \"dragoons\"\nkind = \"drilled\"\nbases = 4\nattachments = [\"officer\"]\n\n[[division.unit]]\nof = \"cuirassiers\"\nkind = \"drilled\"\nbases = 4\nattachments = [\"officer\"]",
        "at most one officer",
    );
    check(
        name,
        "attachments = [\"medium_artillery\"]\n",
        "",
        "the army has at least one attachment of artillery",
    );
    check(
        name,
        "of = \"heavy-artillery\"\nkind = \"drilled\"\nbases = 2",
        "of = \"heavy-artillery\"\nkind = \"drilled\"\nbases = 2\n\n[[division.unit]]\nof = \"guard-field-artillery\"\nbases = 2",
        "at most one unit of artillery",
    );
    check(
        name,
        "fieldworks = { small = 1 }",
        "fieldworks = { small = 1, large = 2 }",
        "fieldworks of 8 bases; expected at most 6",
    );
    among(
        name,
        "of = \"hussars\"\nkind = \"drilled\"\nbases = 4",
        "of = \"hussars\"\nkind = \"drilled\"\nbases = 4\nattachments = [\"cavalry\"]",
        "cannot have the attachment cavalry",
    );
    among(
        name,
        "of = \"cossacks\"\nbases = 4",
        "of = \"opolchenie\"\nbases = 6",
        "has at least three units of infantry",
    );
    check(
        name,
        "attachments = [\"officer\"]",
        "attachments = [\"heavy_artillery\"]",
        "cannot have the attachment heavy_artillery",
    );
    check(
        name,
        "bases = 6\nattachments = [\"officer\"]",
        "bases = 6\nattachments = [\"officer\"]\n\n[[division.unit]]\nof = \"jaegers\"\nkind = \"drilled\"\nbases = 8",
        "a unit of jaegers/drilled with 8 bases",
    );
}

#[test]
fn the_ottoman_restrictions_are_kept() {
    let name = "ottoman-1809";
    check(
        name,
        "of = \"arnauts\"\nbases = 4",
        "of = \"arnauts\"\nbases = 4\nattachments = [\"skirmishers\"]",
        "cannot have the attachment skirmishers",
    );
    check(
        name,
        "of = \"sekhans\"\nbases = 4",
        "of = \"sekhans\"\nbases = 4\nattachments = [\"medium_artillery\"]",
        "cannot have the attachment medium_artillery; expected one of \"officer\", \"cavalry\"",
    );
    check(
        name,
        "fieldworks = { small = 1 }\n",
        "fieldworks = { small = 1, large = 2 }\n",
        "fieldworks of 8 bases; expected at most 5",
    );
    among(
        name,
        "of = \"djellis\"\nbases = 4",
        "of = \"fellahin\"\nbases = 6",
        "the cavalry of a mixed division is light",
    );
}

#[test]
fn immobile_guns_want_works() {
    let guns = unit("provincial-artillery", 3, "");
    let found = faults(
        "ottoman-1809",
        "of = \"foot-artillery\"\nkind = \"poor\"\nbases = 2\n",
        &format!("of = \"foot-artillery\"\nkind = \"poor\"\nbases = 2\n{guns}"),
    );
    assert!(found.contains("1 immobile batteries, 1 of them large, want works"), "{found}");
}

#[test]
fn the_french_restrictions_of_1813_are_kept() {
    let name = "france-1813";
    among(
        name,
        "of = \"chasseurs\"\nkind = \"poor\"\nbases = 6",
        "of = \"chasseurs\"\nkind = \"poor\"\nbases = 6\nattachments = [\"officer\"]",
        "cannot have the attachment officer; expected none",
    );
    check(
        name,
        "of = \"provisional-light\"\nkind = \"poor\"\nbases = 4",
        "of = \"provisional-light\"\nkind = \"poor\"\nbases = 4\nattachments = [\"cavalry\"]",
        "attachments of cavalry are had only without units of it",
    );
    among(
        name,
        "of = \"chasseurs\"\nkind = \"poor\"\nbases = 6",
        "of = \"chasseurs\"\nkind = \"poor\"\nbases = 6\n\n[[division.unit]]\nof = \"dragoons\"\nkind = \"poor\"\nbases = 6",
        "at most eight bases of cavalry (mixed-cavalry-bases): 12; expected at most 8",
    );
    check(
        name,
        "of = \"line-infantry\"\nkind = \"veteran\"",
        "of = \"naval-infantry\"",
        "naval and allied units are in divisions without other French units",
    );
    check(
        name,
        "of = \"field-artillery\"\nkind = \"drilled\"\nbases = 2",
        "of = \"field-artillery\"\nkind = \"drilled\"\nbases = 2\nattachments = [\"medium_artillery\"]",
        "cannot have the attachment medium_artillery; expected \"heavy_artillery\"",
    );
}

#[test]
fn the_prussian_restrictions_are_kept() {
    let name = "prussia-1813";
    among(
        name,
        "attachments = [\"rifle_skirmishers\", \"medium_artillery\"]",
        "attachments = [\"skirmishers\", \"skirmishers\", \"medium_artillery\"]",
        "at least half of the attachments of skirmishers have rifles",
    );
    check(
        name,
        "attachments = [\"medium_artillery\"]",
        "attachments = [\"howitzers\", \"medium_artillery\"]",
        "has one attachment of it (artillery-with-units): 2",
    );
    check(name, "attachments = [\"medium_artillery\"]\n", "", "has one or two attachments of artillery");
    among(
        name,
        "of = \"hussars\"\nbases = 4",
        "of = \"hussars\"\nbases = 4\n\n[[division.unit]]\nof = \"cuirassiers\"\nkind = \"drilled\"\nbases = 4",
        "dragoons or light cavalry, that of the guard excepted",
    );
    among(
        name,
        "of = \"dragoons\"\nkind = \"average\"\nbases = 4",
        "of = \"dragoons\"\nkind = \"average\"\nbases = 4\n\n[[division.unit]]\nof = \"cuirassiers\"\nkind = \"drilled\"\nbases = 4",
        "dragoons or cuirassiers, not both",
    );
    check(
        name,
        "of = \"landwehr\"\nkind = \"average\"\nbases = 6",
        "of = \"landwehr\"\nkind = \"average\"\nbases = 6\nattachments = [\"rifle_skirmishers\"]",
        "cannot have the attachment rifle_skirmishers",
    );
    among(
        name,
        "of = \"reserve-infantry\"\nkind = \"average\"\nbases = 4",
        "of = \"guard-infantry\"\nbases = 4",
        "the division of the guards has nothing else",
    );
}

#[test]
fn the_austrian_restrictions_are_kept() {
    let name = "austria-1813";
    check(
        name,
        "of = \"chevauxlegers\"\nbases = 6",
        "of = \"chevauxlegers\"\nbases = 6\n\n[[division.unit]]\nof = \"jaegers\"\nbases = 4",
        "in a division without light infantry",
    );
    among(
        name,
        "of = \"landwehr\"\nbases = 6",
        "of = \"landwehr\"\nbases = 6\n\n[[division.unit]]\nof = \"grenzers\"\nkind = \"irregular\"\nbases = 4",
        "are in a mixed division",
    );
    check(
        name,
        "of = \"horse-artillery\"\nbases = 2",
        "of = \"horse-artillery\"\nbases = 2\n\n[[division.unit]]\nof = \"cuirassiers\"\nbases = 4",
        "cuirassiers are in a mixed division",
    );
    check(
        name,
        "attachments = [\"medium_artillery\"]",
        "attachments = [\"heavy_artillery\"]\n\n[[division.unit]]\nof = \"german-infantry\"\nkind = \"drilled\"\nbases = 4\nattachments = [\"medium_artillery\"]",
        "at most one attachment of artillery",
    );
}

//! The two orders of battle of the appendix as armies without a list: the text says that they go beyond what armies bought with points may be,
//! and here stands in what exactly, with their points reckoned by hand. An army commander is no part of an army yet and is left out.

use muster::Source;

use super::armies::armoury;

/// An army of one's own troops; a division a paragraph: its commander, then its units as `bases type élan training capabilities | attachments`,
/// and after `+` the attachments that the order gives to no unit.
fn army(corps: &str, drill: &str, divisions: &str) -> Source {
    let mut text = format!(
        "format = 1\narmy = \"A\"\ninfantry = {{ moves = {drill:?}, fires = {drill:?}, paid = {drill:?} }}\ncorps = {{ quality = {corps:?} }}\n"
    );
    let words =
        |list: &str| list.split_whitespace().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(", ");
    for (number, paragraph) in divisions.trim().split("\n\n").enumerate() {
        let mut lines = paragraph.lines().map(str::trim);
        let commander = lines.next().expect("a commander");
        text +=
            &format!("[[division]]\nname = \"{}\"\ncommander = {{ quality = {commander:?} }}\n", number + 1);
        let (stored, units): (Vec<&str>, Vec<&str>) = lines.partition(|line| line.starts_with('+'));
        let stored: Vec<&str> = stored.iter().map(|line| line.trim_start_matches('+')).collect();
        text += &format!("attachments = [{}]\n", words(&stored.join(" ")));
        for unit in units {
            let (troops, attached) = unit.split_once('|').unwrap_or((unit, ""));
            let mut of = troops.split_whitespace();
            let mut next = || of.next().expect("four words");
            let (bases, kind, elan, training) = (next(), next(), next(), next());
            let special = words(&of.collect::<Vec<_>>().join(" "));
            text += &format!(
                "[[division.unit]]\nbases = {bases}\ntype = {kind:?}\nelan = {elan:?}\ntraining = {training:?}\nspecial = [{special}]\nattachments = [{}]\n",
                words(attached)
            );
        }
    }
    Source::new("army.toml", text)
}

/// An army costs so much, and goes beyond what is allowed in just these things.
#[track_caller]
fn check(source: &Source, cost: i32, beyond: &[&str]) {
    let army = armoury().choice(source).unwrap_or_else(|faults| panic!("{faults}\n{}", source.text));
    assert_eq!(armoury().cost(&army), cost);
    let found = armoury().check(&army, source).err().map(|faults| faults.to_string()).unwrap_or_default();
    let found: Vec<&str> =
        found.lines().map(|line| line.splitn(4, ':').last().unwrap_or_default().trim()).collect();
    assert_eq!(found, beyond);
}

#[test]
fn plancenoit_the_prussians_have_a_division_too_many() {
    let prussians = "
        skilled
        6 line average veteran
        6 line average conscript
        6 line superior conscript
        2 heavy_artillery average drilled
        + rifle_skirmishers officer

        competent
        6 line average veteran
        6 line average conscript
        4 line superior conscript
        3 medium_artillery poor drilled
        + skirmishers cavalry

        skilled
        4 light_cavalry average veteran
        6 light_cavalry average drilled
        4 light_cavalry average drilled lancers
        6 light_cavalry average conscript
        2 horse_artillery poor drilled
        + officer

        competent
        6 line average veteran
        6 line average conscript
        4 line superior conscript
        + rifle_skirmishers cavalry

        competent
        6 line superior veteran
        6 line average drilled
        6 line superior conscript
        2 medium_artillery average drilled
        + officer cavalry";
    // Bülow 50. Losthin 50, 78 + 42 + 66, 48, 10 + 12. Hiller 30, 78 + 42 + 44, 48, 8 + 6. Prussen 50, 40 + 48 + 40 + 36, 38, 12.
    // Stülpnagel 30, 78 + 42 + 44, 10 + 6. Tippelskirch 30, 102 + 60 + 66, 40, 12 + 6.
    let cost = 50
        + (50 + 186 + 48 + 22)
        + (30 + 164 + 48 + 14)
        + (50 + 164 + 38 + 12)
        + (30 + 164 + 16)
        + (30 + 228 + 40 + 18);
    let beyond =
        ["an army has two to four divisions, allied ones among them (divisions): 5; expected at most 4"];
    check(&army("skilled", "reformed", prussians), cost, &beyond);
}

#[test]
fn plancenoit_the_french_have_a_division_too_many() {
    let french = "
        competent
        4 line average veteran
        4 line average drilled
        4 line average drilled
        + medium_artillery

        competent
        4 line average drilled
        4 line average drilled
        2 medium_artillery average drilled
        + skirmishers officer

        competent
        4 light_cavalry average veteran lancers
        4 light_cavalry average drilled lancers
        4 light_cavalry average drilled
        + medium_artillery

        competent
        6 light_cavalry average drilled
        4 light_cavalry average drilled
        + medium_artillery

        skilled
        6 light average drilled guard
        6 light average drilled guard
        4 line superior veteran guard
        + skirmishers officer";
    // Lobau 50. 30, 52 + 40 + 40, 10. 30, 40 + 40, 40, 8 + 12. 30, 48 + 40 + 32, 10. 30, 48 + 32, 10. 50, 96 + 96 + 84, 8 + 12.
    let cost =
        50 + (30 + 132 + 10) + (30 + 80 + 40 + 20) + (30 + 120 + 10) + (30 + 80 + 10) + (50 + 276 + 20);
    let beyond =
        ["an army has two to four divisions, allied ones among them (divisions): 5; expected at most 4"];
    check(&army("skilled", "reformed", french), cost, &beyond);
}

#[test]
fn sacile_the_austrian_corps_are_smaller_or_otherwise_mixed_than_divisions_may_be() {
    // The first regiment is printed as veteran and drilled, and with no élan: it is taken as average and drilled. Jaegers carry rifles.
    let eighth = "
        competent
        6 line average drilled | officer
        6 line average drilled
        6 line average drilled | officer
        6 line average drilled
        6 line average drilled | medium_artillery
        4 line average drilled
        2 heavy_artillery average drilled
        2 medium_artillery average drilled

        competent
        6 light average drilled | rifle_skirmishers
        6 light_cavalry average drilled | medium_artillery
        6 light_cavalry superior drilled";
    let cost = 30 + (30 + 5 * 48 + 32 + 12 + 12 + 10 + 48 + 40) + (30 + 72 + 10 + 48 + 10 + 66);
    let beyond = [
        "\"1\": a division has at most one unit of artillery (one-battery): 2; expected at most 1",
        "\"2\": a mixed division has two to four units of infantry (mixed-infantry): 1; expected at least 2",
    ];
    check(&army("competent", "unreformed", eighth), cost, &beyond);
    let ninth = "
        competent
        6 light average conscript
        4 light_cavalry superior drilled
        6 heavy_cavalry average veteran

        skilled
        6 line average veteran | medium_artillery
        6 line average drilled
        6 line average drilled | medium_artillery
        6 line average drilled

        competent
        6 light_cavalry superior drilled | medium_artillery
        6 light_cavalry superior drilled
        6 light average conscript | medium_artillery

        competent
        4 line average veteran
        4 line average veteran
        6 heavy_cavalry average veteran | medium_artillery";
    let cost = 30
        + (30 + 54 + 44 + 78)
        + (50 + 60 + 10 + 48 + 48 + 10 + 48)
        + (30 + 66 + 10 + 66 + 54 + 10)
        + (30 + 40 + 40 + 78 + 10);
    let beyond = [
        "\"1\": a mixed division has two to four units of infantry (mixed-infantry): 1; expected at least 2",
        "\"3\": a mixed division has two to four units of infantry (mixed-infantry): 1; expected at least 2",
    ];
    check(&army("competent", "unreformed", ninth), cost, &beyond);
}

#[test]
fn sacile_the_french_have_two_divisions_too_many() {
    let french = "
        skilled
        6 line average veteran
        6 line average drilled
        6 line average drilled
        4 light_cavalry average drilled
        + medium_artillery

        competent
        6 line average drilled
        6 line average drilled
        6 line average drilled
        2 medium_artillery average drilled
        + officer

        skilled
        6 line average veteran
        6 line average drilled
        6 line average drilled
        2 medium_artillery average drilled

        skilled
        6 light average veteran
        4 line average drilled
        6 line average drilled
        6 line average drilled
        2 medium_artillery average drilled
        + officer

        competent
        6 line average veteran | skirmishers
        4 line average drilled | medium_artillery
        4 line average drilled | cavalry

        skilled
        4 light_cavalry average drilled
        4 light_cavalry average drilled
        4 light_cavalry average drilled
        4 light_cavalry superior drilled
        + medium_artillery";
    let cost = 50
        + (50 + 78 + 60 + 60 + 32 + 10)
        + (30 + 180 + 40 + 12)
        + (50 + 78 + 120 + 40)
        + (50 + 96 + 40 + 120 + 40 + 12)
        + (30 + 78 + 8 + 40 + 10 + 40 + 6)
        + (50 + 96 + 44 + 10);
    let beyond =
        ["an army has two to four divisions, allied ones among them (divisions): 6; expected at most 4"];
    check(&army("skilled", "reformed", french), cost, &beyond);
}

//! Points: an independent reckoning of prices, written from the text alone, agrees with the program's; and the rows of the army lists that
//! have prices of their own are known one by one.

use std::collections::BTreeMap;

use fogn::armies::{Drill, Elan, Points, Profile, STANDARD, Training, Troops};
use muster::Source;
use toml::{Table, Value};

use super::armies::{armoury, samples};

/// A base by the Points Cost table, from the words of a file; `None` where the table has a dash.
fn base(kind: &str, paid: &str, elan: &str, training: &str, special: &[&str]) -> Option<i64> {
    let column =
        ["veteran", "drilled", "conscript", "irregular"].iter().position(|name| *name == training)?;
    let (row, superior, poor): ([i64; 4], i64, i64) = match (kind, paid) {
        ("line", "unreformed") => ([10, 8, 6, 7], 3, -2),
        ("line", _) => ([13, 10, 7, 0], 4, -2),
        ("light", _) => ([16, 12, 9, 8], 5, -3),
        ("light_cavalry", _) => ([10, 8, 6, 7], 3, -1),
        ("heavy_cavalry", _) => ([13, 10, 8, 9], 4, -2),
        ("medium_artillery", _) => ([28, 20, 0, 0], 4, -4),
        ("heavy_artillery", _) => ([32, 24, 0, 0], 7, -5),
        ("horse_artillery", _) => ([32, 24, 0, 0], 6, -5),
        _ => return None,
    };
    if row[column] == 0 {
        return None;
    }
    let of_elan = if elan == "superior" {
        superior
    } else if elan == "poor" {
        poor
    } else {
        0
    };
    let mut sum = row[column] + of_elan;
    for word in special {
        sum += match *word {
            "rifles" => 1,
            "guard" => 4,
            "lancers" => 2,
            "shock" => 3,
            "impetuous" => -1,
            "immobile" => -5,
            _ => 0,
        };
    }
    Some(sum)
}

fn commander(of: &Value) -> i64 {
    let level = match of["quality"].as_str() {
        Some("exceptional") => 80,
        Some("skilled") => 50,
        _ => 30,
    };
    level + if of.get("charismatic").and_then(Value::as_bool) == Some(true) { 10 } else { 0 }
}

/// The price of an attachment under a list: three differ from the table, which rulings 8 and the lists give.
fn attachment(list: &str, name: &str) -> i64 {
    match (list, name) {
        ("anglo-portuguese-1810", "rockets") | ("ottoman-1809", "medium_artillery") => 12,
        (_, "skirmishers") => 8,
        (_, "rifle_skirmishers" | "medium_artillery" | "rockets") => 10,
        (_, "heavy_artillery" | "howitzers" | "officer") => 12,
        _ => 6,
    }
}

fn words<'v>(of: &'v Value, key: &str) -> Vec<&'v str> {
    of.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
}

fn list<'v>(of: &'v Table, key: &str) -> impl Iterator<Item = &'v Value> {
    of.get(key).and_then(Value::as_array).into_iter().flatten()
}

/// Row of a list: its name, the price by the table, the printed one.
type Row = (String, Option<i64>, i64);

/// The rows of a list, by `unit/kind` or `unit`.
fn rows(text: &str) -> Vec<Row> {
    let file: Table = text.parse().expect("it is TOML");
    let mut rows = Vec::new();
    for part in list(&file, "part") {
        let paid = part["infantry"]["paid"].as_str().unwrap_or_default();
        for unit in list(part.as_table().expect("a table"), "unit") {
            for kind in unit["kinds"].as_array().expect("a list") {
                let id = unit["id"].as_str().unwrap_or_default();
                let id = kind
                    .get("id")
                    .and_then(Value::as_str)
                    .map_or(id.to_owned(), |kind| format!("{id}/{kind}"));
                let troops = kind.get("type").unwrap_or(&unit["type"]).as_str().unwrap_or_default();
                let word = |key: &str| kind[key].as_str().unwrap_or_default();
                let table = base(troops, paid, word("elan"), word("training"), &words(kind, "special"));
                rows.push((id, table, kind["points"].as_integer().expect("a number")));
            }
        }
    }
    rows
}

#[test]
fn the_lists_have_these_prices_of_their_own_and_no_others() {
    let mut own = Vec::new();
    let mut seen = 0;
    for (name, text) in STANDARD {
        for (id, table, printed) in rows(text) {
            seen += 1;
            let table = table.expect("the table has a price");
            if table != printed {
                own.push(format!("{name} {id}: {printed} for {table}"));
            }
        }
    }
    assert_eq!(seen, 211, "rows of the appendix");
    let expected = [
        "austria-1813 grenzers/poor: 6 for 9",
        "austria-1813 grenzers/irregular: 7 for 8",
        "france-1812 berg/conscript: 8 for 7",
        "france-1812 saxons: 8 for 7",
        "france-1812 neapolitans: 4 for 5",
        "france-1812 rheinbund: 6 for 7",
        "prussia-1813 guard-cuirassiers: 17 for 20",
        "russia-1812 guard-field-artillery: 32 for 28",
        "russia-1812 guard-heavy-artillery: 36 for 35",
        "russia-1812 opolchenie: 4 for 5",
        "spain-1810 hussars: 6 for 7",
        "spain-1810 lancers: 8 for 9",
    ];
    assert_eq!(own, expected);
}

#[test]
fn the_price_of_any_troops_is_that_of_the_independent_reckoning() {
    let points = Points::standard();
    let mut seen = 0;
    for (troops, elan) in
        Troops::ALL.iter().flat_map(|troops| Elan::ALL.iter().map(move |elan| (*troops, *elan)))
    {
        for (training, paid) in
            Training::ALL.iter().flat_map(|training| Drill::ALL.iter().map(move |paid| (*training, *paid)))
        {
            for mask in 0..64_usize {
                let special: Vec<_> = fogn::armies::Capability::ALL
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| mask >> i & 1 == 1)
                    .collect();
                let special: Vec<_> = special.into_iter().map(|(_, special)| *special).collect();
                let names: Vec<&str> = special.iter().map(|special| special.name()).collect();
                let own = base(troops.name(), paid.name(), elan.name(), training.name(), &names);
                let profile = Profile { troops, elan, training, special, paid };
                assert_eq!(points.base(&profile).map(i64::from), own, "{profile:?}");
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 7 * 3 * 4 * 2 * 64);
}

/// The points of an army by its file and its list's alone.
pub fn reckoned(text: &str) -> i64 {
    let army: Table = text.parse().expect("it is TOML");
    let list_id = army["list"].as_str().expect("it has a list");
    let of_list = STANDARD.iter().find(|(name, _)| *name == list_id).expect("there is one").1;
    let prices: BTreeMap<String, i64> =
        rows(of_list).into_iter().map(|(id, _, printed)| (id, printed)).collect();
    let attached =
        |of: &Value| -> i64 { words(of, "attachments").iter().map(|name| attachment(list_id, name)).sum() };
    let mut sum = commander(&army["corps"]);
    for division in list(&army, "division") {
        sum += commander(&division["commander"]) + attached(division);
        sum -= if division.get("contingent").is_some() { 10 } else { 0 };
        for unit in division["unit"].as_array().expect("units") {
            let of = unit["of"].as_str().expect("a unit").to_owned();
            let id =
                unit.get("kind").and_then(Value::as_str).map_or(of.clone(), |kind| format!("{of}/{kind}"));
            sum += prices[&id] * unit["bases"].as_integer().expect("a number") + attached(unit);
        }
    }
    let works = |size| army.get("fieldworks").and_then(|works| works.get(size)?.as_integer()).unwrap_or(0);
    sum + 20 * works("small") + 30 * works("large")
}

#[test]
fn the_sample_armies_cost_what_the_independent_reckoning_says() {
    let armoury = armoury();
    for (name, source) in samples() {
        let army = armoury.choice(&source).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(i64::from(armoury.cost(&army)), reckoned(&source.text), "{name}");
    }
    let free = "format = 1\narmy = \"own\"\ninfantry = { moves = \"reformed\", fires = \"reformed\", paid = \"reformed\" }\n\
                corps = { quality = \"skilled\" }\n\
                division = [{ name = \"A\", commander = { quality = \"competent\" }, allied = true, unit = [\
                { type = \"line\", elan = \"superior\", training = \"veteran\", special = [\"guard\"], bases = 6, attachments = [\"officer\"] }] }]\n";
    let army = armoury.choice(&Source::new("own.toml", free)).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(armoury.cost(&army), 50 + 20 + 6 * (13 + 4 + 4) + 12);
}

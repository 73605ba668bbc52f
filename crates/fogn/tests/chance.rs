//! Chance: armies made by lot. Legal armies that are shuffled and grown within the limits stay legal and cost what an independent reckoning
//! says; one fault put into them is found; and of armies that are drawn at random the same limits and compositions are found broken as by an
//! independent count from the files of the lists.

use std::collections::BTreeMap;

use fogn::armies::STANDARD;
use muster::Source;
use proptest::prelude::*;
use proptest::test_runner::TestRng;
use toml::{Table, Value};

use super::armies::{armoury, samples};
use super::points::reckoned;

/// A limit of a list: its rows, the minimum and the maximum, and whether that part of the list is used.
struct Limit {
    of: Vec<String>,
    min: Option<i64>,
    max: Option<i64>,
    if_any: bool,
    part: String,
}

/// Row of a list that a lot can fall on.
#[derive(Clone)]
struct Row {
    unit: String,
    kind: Option<String>,
    troops: String,
    bases: Vec<i64>,
    part: String,
}

impl Row {
    fn id(&self) -> String {
        self.kind.as_ref().map_or(self.unit.clone(), |kind| format!("{}/{kind}", self.unit))
    }
}

fn items<'v>(of: &'v Table, key: &str) -> impl Iterator<Item = &'v Value> {
    of.get(key).and_then(Value::as_array).into_iter().flatten()
}

fn number(of: &Value, key: &str) -> Option<i64> {
    of.get(key).and_then(Value::as_integer)
}

fn text(of: &Value, key: &str) -> Option<String> {
    of.get(key).and_then(Value::as_str).map(str::to_owned)
}

/// The rows and limits of a list, read without the program.
fn read(list: &str) -> (Vec<Row>, Vec<Limit>) {
    let file: Table = list.parse().expect("it is TOML");
    let (mut rows, mut limits): (Vec<Row>, Vec<Limit>) = (Vec::new(), Vec::new());
    for part in items(&file, "part") {
        let name = text(part, "id").expect("an id");
        let first = rows.len();
        for unit in items(part.as_table().expect("a table"), "unit") {
            let begins = rows.len();
            for kind in unit["kinds"].as_array().expect("kinds") {
                let row = Row {
                    unit: text(unit, "id").expect("an id"),
                    kind: text(kind, "id"),
                    troops: text(kind, "type").or(text(unit, "type")).expect("a type"),
                    bases: kind["bases"]
                        .as_array()
                        .expect("sizes")
                        .iter()
                        .filter_map(Value::as_integer)
                        .collect(),
                    part: name.clone(),
                };
                let (min, max) = (number(kind, "min"), number(kind, "max"));
                limits.push(Limit { of: vec![row.id()], min, max, if_any: false, part: name.clone() });
                rows.push(row);
            }
            let of = rows[begins..].iter().map(Row::id).collect();
            let (min, max) = (number(unit, "min"), number(unit, "max"));
            limits.push(Limit { of, min, max, if_any: false, part: name.clone() });
        }
        for limit in items(part.as_table().expect("a table"), "limit") {
            let names: Vec<&str> =
                limit["of"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
            let is_of = |row: &&Row| names.contains(&row.unit.as_str()) || names.contains(&row.id().as_str());
            let of = rows[first..].iter().filter(is_of).map(Row::id).collect();
            let if_any = limit.get("if_any").is_some();
            let (min, max) = (number(limit, "min"), number(limit, "max"));
            limits.push(Limit { of, min, max, if_any, part: name.clone() });
        }
    }
    (rows, limits)
}

/// The bases of each row in an army.
fn bases(army: &Table) -> BTreeMap<String, i64> {
    let mut sum = BTreeMap::new();
    for unit in
        items(army, "division").flat_map(|division| items(division.as_table().expect("a table"), "unit"))
    {
        let of = text(unit, "of").expect("a unit");
        let id = text(unit, "kind").map_or(of.clone(), |kind| format!("{of}/{kind}"));
        *sum.entry(id).or_insert(0) += number(unit, "bases").expect("a number");
    }
    sum
}

fn have(limit: &Limit, bases: &BTreeMap<String, i64>) -> i64 {
    limit.of.iter().filter_map(|id| bases.get(id)).sum()
}

/// Lots from a seed.
struct Lots(TestRng);

impl Lots {
    fn new(seed: [u8; 32]) -> Lots {
        Lots(TestRng::from_seed(proptest::test_runner::RngAlgorithm::ChaCha, &seed))
    }

    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i + 1);
            list.swap(i, j);
        }
    }
}

/// A legal army by lot: a sample, its divisions and units in another order, some units grown as far as the limits of the list let them.
fn legal(lots: &mut Lots) -> Table {
    let all = samples();
    let (_, source) = &all[lots.below(all.len())];
    let mut army: Table = source.text.parse().expect("it is TOML");
    army.remove("points");
    let list = army["list"].as_str().expect("a list").to_owned();
    let (rows, limits) = read(STANDARD.iter().find(|(name, _)| *name == list).expect("there is one").1);
    let divisions = army["division"].as_array_mut().expect("divisions");
    lots.shuffle(divisions);
    for division in divisions {
        lots.shuffle(division["unit"].as_array_mut().expect("units"));
    }
    for _ in 0..6 {
        let places: Vec<(usize, usize)> = items(&army, "division")
            .enumerate()
            .flat_map(|(d, division)| {
                (0..division["unit"].as_array().expect("units").len()).map(move |u| (d, u))
            })
            .collect();
        let (d, u) = places[lots.below(places.len())];
        let mut grown = army.clone();
        let unit = &mut grown["division"].as_array_mut().expect("divisions")[d]["unit"]
            .as_array_mut()
            .expect("units")[u];
        let id = text(unit, "kind").map_or(text(unit, "of").expect("a unit"), |kind| {
            format!("{}/{kind}", text(unit, "of").expect("a unit"))
        });
        let row = rows.iter().find(|row| row.id() == id).expect("a row");
        let size = row.bases[lots.below(row.bases.len())];
        // What the other restrictions of these lists count by bases or sizes is left as it is.
        let counted = match list.as_str() {
            "ottoman-1809" => !row.troops.ends_with("cavalry"),
            "france-1813" => !["line", "light"].contains(&row.troops.as_str()),
            "anglo-portuguese-1810" => row.unit.starts_with("portuguese"),
            _ => false,
        };
        if counted || size < number(unit, "bases").expect("a number") {
            continue;
        }
        unit.as_table_mut().expect("a table").insert("bases".to_owned(), Value::Integer(size));
        let sum = bases(&grown);
        if limits.iter().all(|limit| limit.max.is_none_or(|max| have(limit, &sum) <= max)) {
            army = grown;
        }
    }
    army
}

fn source(army: &Table) -> Source {
    Source::new("army.toml", toml::to_string(army).expect("it is TOML"))
}

/// Puts a fault into a legal army by lot; gives what must be said of it.
fn spoil(army: &mut Table, lots: &mut Lots) -> &'static str {
    let cost = reckoned(&toml::to_string(army).expect("it is TOML"));
    let divisions = army["division"].as_array_mut().expect("divisions");
    let d = lots.below(divisions.len());
    let units = divisions[d]["unit"].as_array_mut().expect("units");
    let u = lots.below(units.len());
    let unit = units[u].as_table_mut().expect("a table");
    match lots.below(9) {
        0 => {
            unit.insert("bases".to_owned(), Value::Integer(5));
            "with 5 bases; expected"
        }
        1 => {
            unit.insert("of".to_owned(), Value::String("dwarfs".to_owned()));
            "unknown unit of the list \"dwarfs\""
        }
        2 => {
            unit.insert("attachments".to_owned(), Value::Array(vec![Value::String("officers".to_owned())]));
            "did you mean \"officer\"?"
        }
        3 => {
            army.insert("points".to_owned(), Value::Integer(cost - 1));
            ", 1 too many; expected at most"
        }
        4 => {
            units.clear();
            "has neither infantry nor cavalry"
        }
        5 => {
            let more = divisions[d].clone();
            divisions.extend([more.clone(), more.clone(), more.clone(), more]);
            "an army has two to four divisions"
        }
        6 => {
            divisions.truncate(1);
            "an army has two to four divisions"
        }
        7 => {
            divisions[d]
                .as_table_mut()
                .expect("a table")
                .insert("contingent".to_owned(), Value::String("elves".to_owned()));
            "unknown contingent \"elves\""
        }
        _ => {
            army["corps"]
                .as_table_mut()
                .expect("a table")
                .insert("quality".to_owned(), Value::String("dashing".to_owned()));
            "unknown quality \"dashing\""
        }
    }
}

/// An army of any list drawn at random, and the list's place.
fn drawn(lots: &mut Lots) -> (Table, usize) {
    let place = lots.below(STANDARD.len());
    (drawn_of(place, lots), place)
}

/// An army of a list drawn at random: some divisions, some units in each.
fn drawn_of(place: usize, lots: &mut Lots) -> Table {
    let (rows, _) = read(STANDARD[place].1);
    let mut divisions = Vec::new();
    for _ in 0..1 + lots.below(5) {
        let mut units = Vec::new();
        for _ in 0..1 + lots.below(6) {
            let row = &rows[lots.below(rows.len())];
            let mut unit = Table::new();
            unit.insert("of".to_owned(), Value::String(row.unit.clone()));
            row.kind.iter().for_each(|kind| {
                unit.insert("kind".to_owned(), Value::String(kind.clone()));
            });
            unit.insert("bases".to_owned(), Value::Integer(row.bases[lots.below(row.bases.len())]));
            units.push(Value::Table(unit));
        }
        let mut division: Table =
            "name = \"A\"\ncommander = { quality = \"competent\" }".parse().expect("it is TOML");
        division.insert("unit".to_owned(), Value::Array(units));
        divisions.push(Value::Table(division));
    }
    let mut army: Table =
        "format = 1\narmy = \"A\"\ncorps = { quality = \"competent\" }".parse().expect("it is TOML");
    army.insert("list".to_owned(), Value::String(STANDARD[place].0.to_owned()));
    army.insert("division".to_owned(), Value::Array(divisions));
    army
}

/// Gives some of an army's units and divisions attachments of the list, and some divisions to contingents.
fn furnish(army: &mut Table, list: &str, lots: &mut Lots) {
    let file: Table = list.parse().expect("it is TOML");
    let (rows, _) = read(list);
    let kinds = |part: &str| -> Vec<Value> {
        let part = items(&file, "part").find(|other| text(other, "id").as_deref() == Some(part));
        let part = part.expect("a part").as_table().expect("a table").clone();
        items(&part, "attachment").map(|entry| entry["kind"].clone()).collect()
    };
    let parts: Vec<String> = items(&file, "part").filter_map(|part| text(part, "id")).collect();
    let some = |part: &str, lots: &mut Lots| {
        let kinds = kinds(part);
        let number = [0, 0, 1, 1, 2][lots.below(5)];
        Value::Array((0..number).map(|_| kinds[lots.below(kinds.len())].clone()).collect())
    };
    for division in army["division"].as_array_mut().expect("divisions") {
        let part = &parts[lots.below(parts.len())];
        let attachments = some(part, lots);
        for unit in division["unit"].as_array_mut().expect("units") {
            let of = text(unit, "of").expect("a unit");
            let own = &rows.iter().find(|row| row.unit == of).expect("a row").part;
            unit.as_table_mut().expect("a table").insert("attachments".to_owned(), some(own, lots));
        }
        let division = division.as_table_mut().expect("a table");
        division.insert("attachments".to_owned(), attachments);
        if part != "main" {
            division.insert("contingent".to_owned(), Value::String(part.clone()));
        }
    }
}

#[test]
fn no_rule_of_a_list_is_one_that_nobody_can_break() {
    let mut dead = Vec::new();
    for (place, list) in armoury().lists.iter().enumerate() {
        let rules: Vec<&str> = list.rules.iter().map(|rule| rule.id.as_str()).collect();
        let mut broken = std::collections::BTreeSet::new();
        for seed in 0..1500_u32 {
            let mut bytes = [0; 32];
            bytes[..4].copy_from_slice(&seed.to_le_bytes());
            bytes[4] = place as u8;
            let mut lots = Lots::new(bytes);
            let mut army = drawn_of(place, &mut lots);
            furnish(&mut army, STANDARD[place].1, &mut lots);
            let faults = armoury().army(&source(&army)).err().map(|faults| faults.0).unwrap_or_default();
            let told = |rule: &&str| faults.iter().any(|fault| fault.what.contains(&format!("({rule})")));
            broken.extend(rules.iter().copied().filter(|rule| told(rule)));
            if broken.len() == rules.len() {
                break;
            }
        }
        let never = rules.iter().filter(|rule| !broken.contains(*rule));
        dead.extend(never.map(|rule| format!("{}: {rule}", list.id)));
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Divisions by arms: infantry, cavalry, foot and horse artillery.
fn arms(army: &Table, rows: &[Row]) -> Vec<[usize; 4]> {
    let of = |unit: &Value| {
        let id = text(unit, "kind").map_or(text(unit, "of").expect("a unit"), |kind| {
            format!("{}/{kind}", text(unit, "of").expect("a unit"))
        });
        match rows.iter().find(|row| row.id() == id).expect("a row").troops.as_str() {
            "line" | "light" => 0,
            "light_cavalry" | "heavy_cavalry" => 1,
            "horse_artillery" => 3,
            _ => 2,
        }
    };
    items(army, "division")
        .map(|division| {
            let mut sum = [0; 4];
            division["unit"].as_array().expect("units").iter().for_each(|unit| sum[of(unit)] += 1);
            sum
        })
        .collect()
}

proptest! {
    #[test]
    fn a_legal_army_by_lot_is_legal_and_costs_what_is_reckoned(seed: [u8; 32]) {
        let armoury = armoury();
        let army = legal(&mut Lots::new(seed));
        let source = source(&army);
        match armoury.army(&source) {
            Ok(army) => prop_assert_eq!(i64::from(armoury.cost(&army)), reckoned(&source.text)),
            Err(faults) => prop_assert!(false, "{}\n{}", faults, source.text),
        }
    }

    #[test]
    fn one_fault_in_a_legal_army_is_found(seed: [u8; 32]) {
        let mut lots = Lots::new(seed);
        let mut army = legal(&mut lots);
        let expected = spoil(&mut army, &mut lots);
        let found = armoury().army(&source(&army)).expect_err("it is spoilt").to_string();
        prop_assert!(found.contains(expected), "{expected}: {found}");
    }

    #[test]
    fn limits_and_compositions_of_drawn_armies_are_those_of_an_independent_count(seed: [u8; 32]) {
        let armoury = armoury();
        let (table, place) = drawn(&mut Lots::new(seed));
        let (name, list) = STANDARD[place];
        let (rows, limits) = read(list);
        let source = source(&table);
        let found = armoury.army(&source).err().map(|faults| faults.to_string()).unwrap_or_default();
        prop_assert!(!found.contains("more faults"), "all faults are listed");
        let count = |what: &str| found.lines().filter(|line| line.contains(what)).count();
        let sum = bases(&table);
        let used = |part: &str| part == "main" || rows.iter().any(|row| row.part == part && sum.contains_key(&row.id()));
        let many = limits.iter().filter(|limit| limit.max.is_some_and(|max| have(limit, &sum) > max)).count();
        prop_assert_eq!(found.lines().filter(|line| line.contains("bases, ") && line.contains("too many")).count(), many);
        let short = |limit: &&Limit| {
            used(&limit.part) && !(limit.if_any && have(limit, &sum) == 0) && limit.min.is_some_and(|min| have(limit, &sum) < min)
        };
        // The allies of this list count for its own minima.
        if name != "france-1812" {
            let few = limits.iter().filter(short).count();
            prop_assert_eq!(found.lines().filter(|line| line.contains("bases, ") && line.contains("too few")).count(), few);
        }
        let arms = arms(&table, &rows);
        let such = |is: &dyn Fn([usize; 4]) -> bool| arms.iter().filter(|sum| is(**sum)).count();
        prop_assert_eq!(count("has neither infantry nor cavalry"), such(&|[i, c, ..]| i + c == 0));
        prop_assert_eq!(count("(infantry-division)"), such(&|[i, c, f, h]| i > 0 && c == 0 && i + f + h < 3));
        prop_assert_eq!(count("(cavalry-division)"), such(&|[i, c, ..]| i == 0 && c == 1));
        prop_assert_eq!(count("(horse-artillery)"), such(&|[i, c, f, _]| i == 0 && c > 0 && f > 0));
        prop_assert_eq!(count("(mixed-infantry)"), such(&|[i, c, ..]| c > 0 && (i == 1 || i > 4)));
        prop_assert_eq!(count("(divisions)"), usize::from(!(2..=4).contains(&arms.len())));
        if name != "russia-1812" {
            prop_assert_eq!(count("(one-battery)"), such(&|[_, _, f, h]| f + h > 1));
        }
    }
}

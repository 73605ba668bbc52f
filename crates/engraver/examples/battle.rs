//! Draws a battle as it begins: `cargo run -p engraver --example battle DIRECTORY OUT.png [PIXELS PER HEX]`.
//!
//! `-` instead of a file writes it as text, without colours if the environment has `NO_COLOR`.

use engraver::text::Colours;
use std::error::Error;
use std::path::Path;

use engraver::{At, Counter, Map, Overlay, Symbol};
use ground::{Ground, HexId};
use muster::Source;
use toml::{Table, Value};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [directory, out, rest @ ..] = &arguments[..] else {
        return Err("usage: battle DIRECTORY OUT.png [PIXELS PER HEX]".into());
    };
    let scale = rest.first().map_or(Ok(engraver::SCALE), |text| text.parse())?;
    let directory = Path::new(directory);
    let ground = Ground::read(&Source::read(&directory.join("ground.toml"))?)?;
    let read = |name: &str| -> Result<Table, Box<dyn Error>> {
        Ok(std::fs::read_to_string(directory.join(name))?.parse()?)
    };
    let (battle, army, scenario) = (read("battle.toml")?, read("order-of-battle.toml")?, read("jdg.toml")?);
    let map = Map::new(&ground)
        .title(word(&battle, "name"))
        .subtitle(format!("{} · {}", word(&battle, "date"), word(&battle, "place")))
        .counters(counters(&ground, &battle, &army, &scenario))
        .overlays(objectives(&ground, &battle, &scenario))
        .scale(scale);
    if out == "-" {
        let counters = counters(&ground, &battle, &army, &scenario);
        let colours = if std::env::var_os("NO_COLOR").is_none() { Colours::Ansi } else { Colours::Without };
        print!("{}", engraver::text::map(&ground, &counters, 80, colours));
        print!("{}", engraver::text::roster(&ground, &counters, 80, colours));
        return Ok(());
    }
    let picture = if out.ends_with(".svg") { map.svg().into_bytes() } else { map.png()? };
    std::fs::write(out, picture)?;
    Ok(())
}

fn list<'t>(table: &'t Table, key: &str) -> impl Iterator<Item = &'t Table> {
    table.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

fn word<'t>(table: &'t Table, key: &str) -> &'t str {
    table.get(key).and_then(Value::as_str).unwrap_or("")
}

fn number(table: &Table, key: &str) -> String {
    table.get(key).and_then(Value::as_integer).map_or(String::new(), |n| n.to_string())
}

fn by_id<'t>(table: &'t Table, key: &str, id: &str) -> Option<&'t Table> {
    list(table, key).find(|entry| word(entry, "id") == id)
}

fn colour(battle: &Table, side: &str) -> String {
    by_id(battle, "side", side).map_or("#777777", |side| word(side, "colour")).to_owned()
}

fn counters(ground: &Ground, battle: &Table, army: &Table, scenario: &Table) -> Vec<Counter> {
    let units = list(scenario, "unit").filter_map(|rating| {
        let hex = ground.hex(word(rating, "at"))?;
        let unit = by_id(army, "unit", word(rating, "id"))?;
        let formation = by_id(army, "formation", word(unit, "formation"))?;
        let stripe = by_id(scenario, "formation", word(unit, "formation"))?;
        let is_gun = word(unit, "arm") == "artillery";
        let ratings = if is_gun {
            let range = rating["range"].as_array()?;
            format!(
                "{}-({}-{})-{}",
                number(rating, "cohesion"),
                range[0],
                range[1],
                number(rating, "movement")
            )
        } else {
            ["cohesion", "engagement", "movement"].map(|key| number(rating, key)).join("-")
        };
        Some(Counter {
            at: At::hex(hex, word(rating, "facing").parse().ok()),
            stack_order: u8::from(is_gun),
            side_colour: colour(battle, word(formation, "side")),
            nation: word(unit, "nation").to_owned(),
            stripe: Some(word(stripe, "stripe").to_owned()),
            symbol: symbol(word(unit, "arm"), word(unit, "kind")),
            name: word(unit, "name").to_owned(),
            strength: number(rating, "strength"),
            ratings,
            ..Counter::default()
        })
    });
    units.chain(commanders(ground, battle, army, scenario)).collect()
}

fn commanders(ground: &Ground, battle: &Table, army: &Table, scenario: &Table) -> Vec<Counter> {
    let found = list(scenario, "commander").filter_map(|rating| {
        let person = by_id(army, "commander", word(rating, "id"))?;
        let side = word(person, "side");
        let of_side = |unit: &&Table| {
            by_id(army, "formation", word(unit, "formation")).is_some_and(|f| word(f, "side") == side)
        };
        Some(Counter {
            at: At::hex(ground.hex(word(rating, "at"))?, None),
            stack_order: 9,
            side_colour: colour(battle, side),
            nation: list(army, "unit").find(of_side).map_or("", |unit| word(unit, "nation")).to_owned(),
            symbol: Symbol::Commander,
            name: word(person, "name").to_owned(),
            ratings: ["modifier", "orders", "range"].map(|key| number(rating, key)).join("-"),
            ..Counter::default()
        })
    });
    found.collect()
}

fn objectives(ground: &Ground, battle: &Table, scenario: &Table) -> Vec<Overlay> {
    let found = list(scenario, "objective").filter_map(|objective| {
        let hex: HexId = ground.hex(word(objective, "hex"))?;
        let holder = Some(word(objective, "holder")).filter(|holder| !holder.is_empty());
        let side = holder.map(|holder| colour(battle, holder));
        Some(Overlay::Objective { hex, side, label: number(objective, "points") })
    });
    found.collect()
}

fn symbol(arm: &str, kind: &str) -> Symbol {
    match (arm, kind) {
        ("infantry", "light") => Symbol::LightInfantry,
        ("infantry", "grenadier" | "guard") => Symbol::Grenadier,
        ("infantry", _) => Symbol::Infantry,
        ("cavalry", "hussar" | "chasseur" | "light") => Symbol::LightCavalry,
        ("cavalry", "cuirassier" | "heavy") => Symbol::HeavyCavalry,
        ("cavalry", _) => Symbol::Cavalry,
        ("artillery", "horse") => Symbol::HorseArtillery,
        _ => Symbol::FootArtillery,
    }
}

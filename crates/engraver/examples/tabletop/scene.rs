//! A table with one of each thing, and two small armies.

use baize::{Leg, Length, MU, Place, Pose, Shape, Size, Spot, Table, Turn};
use engraver::Symbol;
use engraver::tabletop::{Mark, Ranks, Stance, TableOverlay, Tabletop};
use muster::Source;

const TABLE: &str = include_str!("table.toml");

/// The table.
pub fn table() -> Table {
    Table::read(&Source::new("table.toml", TABLE)).expect("the scene has no faults")
}

/// Bases of the middle scale.
const BASE: Size = Size { width: Length(600), depth: Length(450) };

fn unit(x: i16, y: i16, degrees: i16, symbol: Symbol, nation: &str, (files, ranks): (u16, u16)) -> Ranks {
    Ranks {
        pose: Pose { at: Spot { x: x * 40, y: y * 40 }, turn: Turn::degrees(degrees) },
        base: BASE,
        files,
        ranks,
        symbol,
        nation: nation.to_owned(),
        name: String::new(),
        stance: Stance::Close,
        attached: Vec::new(),
        losses: 0,
        marks: Vec::new(),
        is_lit: false,
    }
}

fn mark(letter: &str, colour: &str) -> Mark {
    Mark { letter: letter.to_owned(), colour: colour.to_owned() }
}

/// The units.
pub fn units() -> Vec<Ranks> {
    use Symbol::{
        Cavalry, Commander, FootArtillery, Grenadier, HeavyCavalry, HorseArtillery, Infantry, LightCavalry,
        LightInfantry,
    };
    let mut all = french();
    let british = |x, y, degrees, symbol, bases| unit(x, y, degrees, symbol, "britain", bases);
    let austrian = |x, y, degrees, symbol, bases| unit(x, y, degrees, symbol, "austria", bases);
    all.extend([
        Ranks { name: "Kempt".into(), ..british(300, 150, 190, Infantry, (4, 1)) },
        Ranks {
            name: "Cole".into(),
            losses: 2,
            attached: vec![(2, 0, HorseArtillery)],
            ..british(380, 140, 176, Infantry, (6, 1))
        },
        Ranks { name: "95th".into(), stance: Stance::Open, ..british(345, 205, 180, LightInfantry, (2, 2)) },
        Ranks { name: "Guards".into(), ..british(455, 105, 180, Grenadier, (3, 2)) },
        Ranks {
            name: "Ponsonby".into(),
            marks: vec![mark("D", "#e0a020")],
            ..british(520, 120, 200, HeavyCavalry, (2, 2))
        },
        british(420, 95, 180, Commander, (1, 1)),
        Ranks { name: "Bogue".into(), ..british(255, 165, 170, FootArtillery, (2, 1)) },
        Ranks { name: "Bianchi".into(), ..austrian(130, 110, 150, Infantry, (3, 2)) },
        Ranks {
            name: "Splényi".into(),
            stance: Stance::Square,
            losses: 1,
            ..austrian(185, 135, 165, Infantry, (2, 2))
        },
        Ranks { name: "Kienmayer".into(), ..austrian(80, 190, 120, LightCavalry, (4, 1)) },
        Ranks { stance: Stance::Limbered, ..austrian(220, 60, 90, FootArtillery, (1, 1)) },
        Ranks {
            name: "Grenzer".into(),
            marks: vec![mark("W", "#c23b2e")],
            ..austrian(620, 80, 215, LightInfantry, (2, 2))
        },
        Ranks { name: "Dragoons".into(), ..british(590, 140, 205, Cavalry, (2, 2)) },
    ]);
    all
}

fn french() -> Vec<Ranks> {
    use Symbol::{Commander, FootArtillery, Grenadier, HeavyCavalry, HorseArtillery, Infantry, LightCavalry};
    let french = |x, y, degrees, symbol, bases| unit(x, y, degrees, symbol, "france", bases);
    let first = french(300, 335, 5, Infantry, (2, 2));
    let second = first.pose.after(first.size(), Leg::Slide(Length(1200)));
    vec![
        Ranks { name: "13e légère".into(), is_lit: true, ..first.clone() },
        Ranks {
            pose: second,
            name: "17e ligne".into(),
            losses: 1,
            attached: vec![(0, 0, FootArtillery)],
            ..first
        },
        Ranks { name: "30e ligne".into(), ..french(420, 350, 0, Infantry, (3, 2)) },
        Ranks { name: "Vieille Garde".into(), ..french(300, 395, 0, Grenadier, (2, 3)) },
        Ranks { name: "Drouot".into(), ..french(480, 330, 352, FootArtillery, (3, 1)) },
        Ranks { name: "Milhaud".into(), ..french(560, 300, 10, HeavyCavalry, (2, 2)) },
        Ranks {
            name: "Subervie".into(),
            marks: vec![mark("S", "#3d6a9c")],
            ..french(150, 320, 20, LightCavalry, (2, 2))
        },
        french(355, 385, 0, Commander, (1, 1)),
        Ranks { name: "61e ligne".into(), ..french(366, 420, 1, Infantry, (1, 4)) },
        Ranks { stance: Stance::Limbered, ..french(180, 385, 0, HorseArtillery, (1, 1)) },
        Ranks {
            nation: "poland".into(),
            name: "Lanciers".into(),
            ..french(620, 350, 340, LightCavalry, (2, 1))
        },
    ]
}

/// The picture of it all.
pub fn picture(table: &Table) -> Tabletop<'_> {
    let battery = Pose { at: Spot { x: 480 * 40, y: 330 * 40 }, turn: Turn::degrees(352) };
    let arc = battery.place(Shape::ahead(Length(1800), Length(0), Length(16 * MU.0)));
    let (from, to) = (Place { x: 300 * 40, y: 335 * 40 }, Place { x: 345 * 40, y: 205 * 40 });
    Tabletop::new(table).units(units()).overlays([
        TableOverlay::Region { figure: arc, colour: "#c23b2e".into() },
        TableOverlay::Circle {
            at: Place { x: 355 * 40, y: 385 * 40 },
            radius: Length::mu(8),
            colour: "#2c4a94".into(),
        },
        TableOverlay::Tape { from, to, told: "13.8 MU".into() },
    ])
}

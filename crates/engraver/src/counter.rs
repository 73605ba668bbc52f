//! Counters: what a rulebook says about a unit, and how it is drawn.

use ground::{Aim, Ground, HexId};

use crate::fonts::Face;
use crate::geometry::{Pt, Sheet};
use crate::palette::{checked, cloth_of};
use crate::svg::{N, Svg};
use crate::symbol;

/// The symbol of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "wire", serde(rename_all = "snake_case"))]
pub enum Symbol {
    /// Infantry of the line.
    #[default]
    Infantry,
    /// Light infantry.
    LightInfantry,
    /// Grenadiers and guards.
    Grenadier,
    /// Cavalry.
    Cavalry,
    /// Light cavalry.
    LightCavalry,
    /// Heavy cavalry.
    HeavyCavalry,
    /// Foot artillery.
    FootArtillery,
    /// Horse artillery.
    HorseArtillery,
    /// A commander.
    Commander,
}

impl Symbol {
    /// All of them.
    pub const ALL: [Symbol; 9] = [
        Symbol::Infantry,
        Symbol::LightInfantry,
        Symbol::Grenadier,
        Symbol::Cavalry,
        Symbol::LightCavalry,
        Symbol::HeavyCavalry,
        Symbol::FootArtillery,
        Symbol::HorseArtillery,
        Symbol::Commander,
    ];

    /// Those of infantry.
    pub const INFANTRY: &[Symbol] = &[Symbol::Infantry, Symbol::LightInfantry, Symbol::Grenadier];
    /// Those of cavalry.
    pub const CAVALRY: &[Symbol] = &[Symbol::Cavalry, Symbol::LightCavalry, Symbol::HeavyCavalry];
    /// Those of artillery.
    pub const ARTILLERY: &[Symbol] = &[Symbol::FootArtillery, Symbol::HorseArtillery];

    /// As a word, for data: `light_infantry`.
    pub fn word(self) -> &'static str {
        match self {
            Symbol::Infantry => "infantry",
            Symbol::LightInfantry => "light_infantry",
            Symbol::Grenadier => "grenadier",
            Symbol::Cavalry => "cavalry",
            Symbol::LightCavalry => "light_cavalry",
            Symbol::HeavyCavalry => "heavy_cavalry",
            Symbol::FootArtillery => "foot_artillery",
            Symbol::HorseArtillery => "horse_artillery",
            Symbol::Commander => "commander",
        }
    }
}

/// Looks of a counter: what it looks like in the state of its unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "wire", serde(rename_all = "snake_case"))]
pub enum Look {
    /// As it is printed.
    #[default]
    Plain,
    /// A white stripe across it.
    Striped,
    /// Pale, with a broken edge and a white flag.
    Pale,
}

/// A sign at the edge of a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "wire", derive(serde::Serialize, serde::Deserialize, ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "wire", serde(rename_all = "snake_case"))]
pub enum Sign {
    /// A small square.
    Square,
    /// A puff of smoke.
    Smoke,
    /// Crossed sabres.
    Sabres,
    /// A tick.
    Tick,
    /// A plus sign.
    Plus,
    /// A tall block: a column.
    Column,
    /// A broad block: a line.
    Line,
    /// Three dots: skirmishers.
    Dots,
    /// Dots in no order: men among trees and houses.
    Scattered,
    /// A narrow arrow: a column on the road.
    Road,
    /// A wheel: guns on their limbers.
    Spokes,
    /// A barrel on its wheel: guns in battery.
    Gun,
    /// A bar on the ground: men who lie down.
    Low,
    /// A chevron that points down: tired.
    Chevron,
    /// Two of them: exhausted.
    Chevrons,
}

impl Sign {
    /// All of them.
    pub const ALL: [Sign; 15] = [
        Sign::Square,
        Sign::Smoke,
        Sign::Sabres,
        Sign::Tick,
        Sign::Plus,
        Sign::Column,
        Sign::Line,
        Sign::Dots,
        Sign::Scattered,
        Sign::Road,
        Sign::Spokes,
        Sign::Gun,
        Sign::Low,
        Sign::Chevron,
        Sign::Chevrons,
    ];
}

/// A state of a unit on a map of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its letter.
    pub letter: char,
    /// Meaning of the letter.
    pub label: String,
}

/// Place of a counter: where a counter lies, and which way it looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum At {
    /// On hexes, in the middle of them all, stacked in the first; and the vertex or hexside that its top looks at. A counter with a hex that is
    /// not on the map is not drawn.
    Hexes(Vec<HexId>, Option<Aim>),
}

impl At {
    /// On one hex.
    pub fn hex(hex: HexId, aim: Option<Aim>) -> At {
        At::Hexes(vec![hex], aim)
    }

    /// The hexes.
    pub fn hexes(&self) -> &[HexId] {
        let At::Hexes(hexes, _) = self;
        hexes
    }

    /// Aim of its top.
    pub fn aim(&self) -> Option<Aim> {
        let At::Hexes(_, aim) = self;
        *aim
    }
}

/// A unit on the map, in terms that belong to no rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// Its place.
    pub at: At,
    /// Its place in the stack: the highest lies on top.
    pub stack_order: u8,
    /// The colour of its side, `#rrggbb`: the rim.
    pub side_colour: String,
    /// The nation in English and in small letters (`france`, `britain`, ...), for the colour of the counter.
    pub nation: String,
    /// The colour of its formation, `#rrggbb`: the stripe at the front.
    pub stripe: Option<String>,
    /// Kind of the unit.
    pub symbol: Symbol,
    /// Its name, cut when it is too long.
    pub name: String,
    /// The large number.
    pub strength: String,
    /// The line under it, as `6-7-6`.
    pub ratings: String,
    /// Its look.
    pub look: Look,
    /// It has a front on every side, and looks nowhere.
    pub all_round: bool,
    /// Its signs.
    pub signs: Vec<Sign>,
    /// Its states on a map of characters, the weightiest first.
    pub tags: Vec<Tag>,
}

impl Counter {
    /// The hex in which it is stacked; none if it does not lie on the map.
    pub(crate) fn home(&self, ground: &Ground) -> Option<HexId> {
        let hexes = self.at.hexes();
        hexes.first().copied().filter(|_| hexes.iter().all(|hex| hex.index() < ground.len()))
    }
}

impl Default for Counter {
    /// An infantry unit that is nowhere.
    fn default() -> Counter {
        Counter {
            at: At::Hexes(Vec::new(), None),
            stack_order: 0,
            side_colour: String::new(),
            nation: String::new(),
            stripe: None,
            symbol: Symbol::Infantry,
            name: String::new(),
            strength: String::new(),
            ratings: String::new(),
            look: Look::Plain,
            all_round: false,
            signs: Vec::new(),
            tags: Vec::new(),
        }
    }
}

/// Half the side of a counter.
pub(crate) const HALF_SIDE: f64 = 31.0;
/// Distance of a counter of a stack from the one below.
const FAN: (f64, f64) = (8.5, -8.0);

pub(crate) fn definitions(svg: &mut Svg) {
    symbol::definitions(svg);
}

/// All counters, from north to south, each stack from below.
pub(crate) fn draw(svg: &mut Svg, sheet: &Sheet<'_>, counters: &[Counter]) {
    let homes = counters.iter().filter_map(|counter| Some((counter.home(sheet.ground)?, counter)));
    let mut order: Vec<(HexId, &Counter)> = homes.collect();
    order.sort_by_key(|(home, counter)| (*home, counter.stack_order));
    for stack in order.chunk_by(|(a, _), (b, _)| a == b) {
        // Tall stacks are fanned less, so that they stay with their hex.
        let shrink = (3.0 / (stack.len() as f64 - 1.0).max(1.0)).min(1.0);
        let step = Pt::new(FAN.0, FAN.1) * shrink;
        let lowest = step * ((stack.len() as f64 - 1.0) / 2.0);
        for (i, (_, counter)) in stack.iter().enumerate() {
            band(svg, sheet, counter);
            one(svg, middle(sheet, counter.at.hexes()) - lowest + step * i as f64, counter);
        }
    }
}

/// A band under a counter that lies on several hexes, from the middle of the first to that of the last.
fn band(svg: &mut Svg, sheet: &Sheet<'_>, counter: &Counter) {
    let hexes = counter.at.hexes();
    if hexes.len() < 2 {
        return;
    }
    let points: Vec<String> = hexes
        .iter()
        .map(|hex| sheet.centre(*hex))
        .map(|centre| format!("{} {}", N(centre.x), N(centre.y)))
        .collect();
    let path = points.join("L");
    for (colour, width) in
        [("#17120a", 34), (checked(&counter.side_colour), 31), (cloth_of(&counter.nation).body, 24)]
    {
        svg.put(format_args!(
            "<path d=\"M{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\"/>"
        ));
    }
}

/// The middle of some hexes.
fn middle(sheet: &Sheet<'_>, hexes: &[HexId]) -> Pt {
    let (mut x, mut y) = (0.0, 0.0);
    for hex in hexes {
        let centre = sheet.centre(*hex);
        (x, y) = (x + centre.x, y + centre.y);
    }
    let count = hexes.len().max(1) as f64;
    Pt::new(x / count, y / count)
}

fn one(svg: &mut Svg, at: Pt, counter: &Counter) {
    svg.group(&format!("transform=\"translate({} {}) scale(1.06)\"", N(at.x), N(at.y)));
    body(svg, counter);
    if counter.symbol == Symbol::Commander {
        commander(svg, counter);
    } else {
        face(svg, counter);
    }
    symbol::signs(svg, counter);
    svg.end();
}

/// The turn of the counter on the map, in degrees clockwise.
fn angle(counter: &Counter) -> f64 {
    counter.at.aim().filter(|_| !counter.all_round).map_or(0.0, |aim| 30.0 * aim.index() as f64)
}

/// The square itself with shadow, rim, stripe and what lies across it, turned as the unit looks.
fn body(svg: &mut Svg, counter: &Counter) {
    let cloth = cloth_of(&counter.nation);
    let rim = checked(&counter.side_colour);
    let angle = angle(counter);
    let (s, side) = (N(HALF_SIDE), N(2.0 * HALF_SIDE));
    let dash = if counter.look == Look::Pale { " stroke-dasharray=\"6 3\"" } else { "" };
    // The shadow falls to the south-east however the counter is turned.
    svg.put(format_args!(
        "<g transform=\"translate(2.4 3.2) rotate({a})\"><rect x=\"-{s}\" y=\"-{s}\" width=\"{side}\" height=\"{side}\" \
         rx=\"6\" fill=\"#241a0d\" fill-opacity=\"0.42\"/></g><g transform=\"rotate({a})\">\
         <rect x=\"-{s}\" y=\"-{s}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"{}\" stroke=\"#17120a\" \
         stroke-width=\"1.2\"/>\
         <rect x=\"-28.9\" y=\"-28.9\" width=\"57.8\" height=\"57.8\" rx=\"4.4\" fill=\"none\" stroke=\"{rim}\" \
         stroke-width=\"3\"{dash}/>",
        cloth.body,
        a = N(angle)
    ));
    if let Some(stripe) = counter.stripe.as_deref().map(checked) {
        let fronts = if counter.all_round { 4 } else { 1 };
        for front in 0..fronts {
            svg.put(format_args!(
                "<path transform=\"rotate({})\" d=\"M-24.6 -31H24.6Q31 -31 31 -24.6V-24H-31V-24.6Q-31 -31 -24.6 -31Z\" \
                 fill=\"{stripe}\" stroke=\"#17120a\" stroke-width=\"0.9\"/>",
                front * 90
            ));
        }
    }
    if counter.at.aim().is_some() && !counter.all_round {
        svg.put(format_args!(
            "<path d=\"M-6.5 -31L0 -38.5L6.5 -31Z\" fill=\"{rim}\" stroke=\"#17120a\" stroke-width=\"1.1\" \
             stroke-linejoin=\"round\"/>"
        ));
    }
    if counter.look == Look::Pale {
        svg.put(format_args!("<rect x=\"-31\" y=\"-31\" width=\"62\" height=\"62\" rx=\"6\" fill=\"#f3ead6\" fill-opacity=\"0.45\"/>"));
    }
    svg.end();
    if counter.look == Look::Striped {
        stripe_across(svg, angle);
    }
}

/// A white stripe, from corner to corner of the turned counter.
fn stripe_across(svg: &mut Svg, angle: f64) {
    svg.put(format_args!(
        "<g transform=\"rotate({})\"><path d=\"M-30.4 12V27Q-30 30.4 -27 30.4H-12L30.4 -12V-27Q30 -30.4 27 -30.4H12Z\" \
         fill=\"#ffffff\" fill-opacity=\"0.92\" stroke=\"#17120a\" stroke-width=\"1.5\"/></g>",
        N(angle)
    ));
}

/// The texts and the symbol, upright whichever way the counter is turned.
fn face(svg: &mut Svg, counter: &Counter) {
    let cloth = cloth_of(&counter.nation);
    // On a white stripe light letters need a dark edge.
    let halo = if cloth.ink == "#ffffff" { "#1d1913" } else { "#ffffff" };
    let text = |size: f64| {
        format!(
            "{} fill=\"{}\" text-anchor=\"middle\" stroke=\"{halo}\" stroke-width=\"{}\" stroke-linejoin=\"round\" \
             paint-order=\"stroke\"",
            Face::Counter.attributes(),
            cloth.ink,
            N(size * 0.14)
        )
    };
    let turned = angle(counter) % 90.0 != 0.0;
    let top = if turned { -19.0 } else { -17.4 };
    let (name, size) = Face::Counter.fit(&counter.name, 8.0, 5.6, if turned { 41.0 } else { 51.0 });
    svg.text(Pt::new(0.0, top), size, &name, &text(size));
    symbol::place(svg, counter.symbol, Pt::new(0.0, -6.2), cloth);
    svg.text(Pt::new(0.0, 18.2), 20.0, &counter.strength, &text(20.0));
    let (ratings, size) = Face::Counter.fit(&counter.ratings, 9.6, 6.0, 38.0);
    svg.text(Pt::new(0.0, 27.0), size, &ratings, &text(size));
}

/// A commander: a star, the name and the ratings.
fn commander(svg: &mut Svg, counter: &Counter) {
    let cloth = cloth_of(&counter.nation);
    symbol::place(svg, counter.symbol, Pt::new(0.0, -4.0), cloth);
    let attributes = format!("{} fill=\"{}\" text-anchor=\"middle\"", Face::Counter.attributes(), cloth.ink);
    let (name, size) = Face::Counter.fit(&counter.name, 10.5, 6.0, 50.0);
    svg.text(Pt::new(0.0, 17.0), size, &name, &attributes);
    let both = [counter.strength.as_str(), counter.ratings.as_str()];
    let line = both.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("  ");
    let (line, size) = Face::Counter.fit(&line, 10.0, 6.0, 50.0);
    svg.text(Pt::new(0.0, 26.0), size, &line, &attributes);
}

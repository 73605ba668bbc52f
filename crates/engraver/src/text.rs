//! The map as text, for a terminal.
//!
//! Each hex is a cell of two lines, two to five characters wide; even columns stand one line lower. A counter shows
//! as its letter, strength and facing (`I4→`), the first side in capitals and the others in small letters; under it
//! stand the letter of its state and the number of those beneath it (`d+1`), and what is left of that line shows the terrain. A commander
//! who stands with troops shows as a star under theirs. Water on the three lower hexsides of a hex shows on the lower line of its cell. Objectives
//! have a sign in their first place.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use ground::{Dir, Feature, Features, Ground, HexId, Road, Terrain};

use crate::counter::{Counter, Symbol, Tag};
use crate::palette::{LEVELS, ink_on, parts};

/// Sign of a hex that is worth points.
const OBJECTIVE: &str = "◎";
/// The room of the numbers of the rows, on the left.
const EDGE: usize = 3;

/// Colours of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colours {
    /// Escapes for 24-bit colours, as terminals know them.
    Ansi,
    /// None.
    Without,
}

/// Words for readers, by their keys: `legend.map`, and the names of what is drawn: `terrain.woods`, `hexside.hedge`, `road.trail`, `symbol.cavalry`.
pub type Words<'w> = &'w dyn Fn(&str) -> String;

/// Sheet: how a map is written.
#[derive(Clone, Copy, Debug)]
pub struct Sheet<'s> {
    /// The most characters of a line.
    pub width: usize,
    /// Its colours.
    pub colours: Colours,
    /// The hexes around which it shows the map; none for the whole.
    pub around: &'s [HexId],
    /// Hexes that are worth points.
    pub objectives: &'s [HexId],
}

impl Sheet<'_> {
    /// The whole map.
    pub fn whole(width: usize, colours: Colours) -> Self {
        Sheet { width, colours, around: &[], objectives: &[] }
    }
}

/// Hexes that are shown on each side of those around which a map is shown.
const MARGIN: usize = 4;
/// A part that has more of its ground than this, in percent, is shown whole.
const NEARLY_ALL: usize = 60;

/// Part of the ground that a map shows: its columns and its rows, from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Part {
    columns: Range<usize>,
    rows: Range<usize>,
}

impl Part {
    /// The whole ground.
    fn whole(ground: &Ground) -> Part {
        Part { columns: 0..usize::from(ground.columns()), rows: 0..usize::from(ground.rows()) }
    }

    /// Part that lies around some hexes, or the whole if that is not much more.
    fn around(ground: &Ground, hexes: &[HexId]) -> Part {
        let whole = Part::whole(ground);
        let columns = whole.columns.end;
        let span = |place: &dyn Fn(&HexId) -> usize, end: usize| {
            let least = hexes.iter().map(place).min()?;
            let most = hexes.iter().map(place).max()?;
            Some(least.saturating_sub(MARGIN)..(most + MARGIN + 1).min(end))
        };
        let part = span(&|hex| hex.index() % columns, columns)
            .zip(span(&|hex| hex.index() / columns, whole.rows.end))
            .map(|(columns, rows)| Part { columns, rows });
        part.filter(|part| 100 * part.len() <= NEARLY_ALL * whole.len()).unwrap_or(whole)
    }

    fn len(&self) -> usize {
        self.columns.len() * self.rows.len()
    }

    fn contains(&self, ground: &Ground, hex: HexId) -> bool {
        let columns = usize::from(ground.columns());
        self.columns.contains(&(hex.index() % columns)) && self.rows.contains(&(hex.index() / columns))
    }
}

/// The map with its legend, in lines of at most the sheet's width as long as that leaves two characters for a hex.
///
/// With [`Colours::Ansi`] it is written with ANSI escapes for 24-bit colours; else the sides are told apart by their letters
/// alone, and heights stand as digits. The legend is in the words of those who show it.
pub fn map(ground: &Ground, counters: &[Counter], sheet: Sheet<'_>, words: Words<'_>) -> String {
    let colour = sheet.colours == Colours::Ansi;
    let part = Part::around(ground, sheet.around);
    let cell = (sheet.width.saturating_sub(EDGE) / part.columns.len()).clamp(2, 5);
    let text = Text { ground, part: &part, objectives: sheet.objectives, cell, colour };
    let sides = sides(counters);
    let stacks = stacks(ground, counters);
    let mut out = text.heading();
    for line in 2 * part.rows.start..2 * part.rows.end + 1 {
        let number = if line % 2 == 0 && line / 2 < part.rows.end {
            format!("{:02} ", line / 2 + 1)
        } else {
            "   ".to_owned()
        };
        let mut row = Row { out: number, ink: None, colour };
        for column in part.columns.clone() {
            text.cell(&mut row, line, column, &stacks, &sides);
        }
        let _ = writeln!(out, "{}", row.finish());
    }
    text.legend(&mut out, (counters, &sides), sheet.width, words);
    out
}

/// The colours of the sides, in the order of their counters.
fn sides(counters: &[Counter]) -> Vec<&str> {
    let mut found: Vec<&str> = Vec::new();
    for counter in counters {
        if !found.contains(&counter.side_colour.as_str()) {
            found.push(&counter.side_colour);
        }
    }
    found
}

/// The counters by hex, each stack from below.
fn stacks<'c>(ground: &Ground, counters: &'c [Counter]) -> Vec<Vec<&'c Counter>> {
    let mut stacks = vec![Vec::new(); ground.len()];
    for counter in counters.iter().filter(|counter| counter.home(ground).is_some()) {
        for hex in counter.at.hexes() {
            stacks[hex.index()].push(counter);
        }
    }
    for stack in &mut stacks {
        stack.sort_by_key(|counter| counter.stack_order);
    }
    stacks
}

/// A text from a file without what could steer the terminal.
fn clean(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

/// The letter of an arm.
fn letter(symbol: Symbol) -> char {
    match symbol {
        Symbol::Infantry => 'I',
        Symbol::LightInfantry => 'L',
        Symbol::Grenadier => 'G',
        Symbol::Cavalry => 'C',
        Symbol::LightCavalry => 'H',
        Symbol::HeavyCavalry => 'K',
        Symbol::FootArtillery => 'A',
        Symbol::HorseArtillery => 'B',
        Symbol::Commander => '★',
    }
}

/// The letters of a unit's state, the weightiest first.
fn letters(counter: &Counter) -> String {
    counter.tags.iter().map(|tag| tag.letter).filter(|letter| !letter.is_control()).collect()
}

/// The tags of some counters, each letter once, in the order in which they are met.
fn tags(counters: &[Counter]) -> Vec<&Tag> {
    let mut found: Vec<&Tag> = Vec::new();
    for tag in counters.iter().flat_map(|counter| &counter.tags) {
        if !found.iter().any(|known| known.letter == tag.letter) {
            found.push(tag);
        }
    }
    found
}

/// The arrows nearest to the twelve aims.
const ARROWS: [&str; 12] = ["↑", "↗", "↗", "→", "↘", "↘", "↓", "↙", "↙", "←", "↖", "↖"];

/// Letter, strength and, if there is room for it, the arrow of the facing; and the arrow that found no room.
fn code(counter: &Counter, sides: &[&str], room: usize) -> (String, String) {
    let first = sides.first().is_none_or(|&side| side == counter.side_colour);
    let letter = letter(counter.symbol);
    let letter = match letter {
        '★' if !first => '☆',
        letter if !first => letter.to_ascii_lowercase(),
        letter => letter,
    };
    let mut text: String =
        std::iter::once(letter).chain(clean(&counter.strength).chars()).take(room).collect();
    let aim = counter.at.aim().filter(|_| !counter.all_round);
    let arrow = aim.map_or("", |aim| ARROWS[aim.index()]);
    if text.chars().count() < room {
        text.push_str(arrow);
        return (text, String::new());
    }
    (text, arrow.to_owned())
}

struct Text<'g> {
    ground: &'g Ground,
    part: &'g Part,
    objectives: &'g [HexId],
    cell: usize,
    colour: bool,
}

impl Text<'_> {
    fn heading(&self) -> String {
        let mut line = " ".repeat(EDGE);
        for column in self.part.columns.start + 1..=self.part.columns.end {
            // Numbers without a gap between them cannot be read: every other one is enough.
            let shown = self.cell > 2 || column % 2 == 1;
            let number = if shown { format!("{column:02}") } else { String::new() };
            let _ = write!(line, "{number:^width$}", width = self.cell);
        }
        format!("{}\n", line.trim_end())
    }

    /// One line of one cell.
    fn cell(&self, row: &mut Row, line: usize, column: usize, stacks: &[Vec<&Counter>], sides: &[&str]) {
        let within = line.checked_sub(column % 2).map(|line| (line / 2, line % 2 == 1));
        let Some((at, is_lower)) = within.filter(|(at, _)| self.part.rows.contains(at)) else {
            row.put(&" ".repeat(self.cell), None);
            return;
        };
        let hex = HexId((at * usize::from(self.ground.columns()) + column) as u16);
        let stack = &stacks[hex.index()];
        let is_led = |counter: &&&Counter| counter.symbol == Symbol::Commander;
        let troops = stack.iter().rev().find(|counter| !is_led(counter));
        let Some(top) = troops.or(stack.last()) else {
            self.bare(row, hex, is_lower);
            return;
        };
        let leaders = if troops.is_some() { stack.iter().filter(is_led).count() } else { 0 };
        let beneath = stack.len() - 1 - leaders;
        let (code, rest) = code(top, sides, self.cell);
        let number = if beneath == 0 { String::new() } else { format!("+{beneath}") };
        let state: String = letters(top).chars().take(1).collect();
        let star = if leaders == 0 { "" } else { "★" };
        let sign = if self.objectives.contains(&hex) { OBJECTIVE } else { "" };
        let text = if is_lower { format!("{rest}{state}{star}{number}{sign}") } else { code };
        let ground = if is_lower { self.lower(hex).0 } else { Vec::new() };
        let seen = ground.into_iter().skip(text.chars().count());
        let text: String = text.chars().chain(seen).take(self.cell).collect();
        let side = top.side_colour.as_str();
        // The lower line is darker, so that counters above each other stay apart.
        let shade = if is_lower { darker(side) } else { side.to_owned() };
        row.put(&format!("{text:<width$}", width = self.cell), Some((&shade, ink_on(side))));
    }

    /// One line of a hex without counters.
    fn bare(&self, row: &mut Row, hex: HexId, is_lower: bool) {
        let ground = self.ground;
        let (glyph, paper, ink) = look(ground, hex);
        if !is_lower {
            let mut cells = self.filled(hex);
            let middle = (self.cell - 1) / 2;
            cells[middle] = glyph;
            if self.objectives.contains(&hex) {
                cells[0] = OBJECTIVE.chars().next().expect("the sign is a character");
            }
            for road in Road::ALL.into_iter().rev() {
                let sign = if road == Road::Trail { '-' } else { '=' };
                if Dir::ALL.iter().any(|&dir| ground.roads(hex, dir).contains(road)) {
                    cells[middle] = sign;
                }
            }
            let level = ground.level(hex);
            if level > 0 && !self.colour {
                cells[self.cell - 1] = char::from(b'0' + level as u8 % 10);
            }
            row.put(&cells.iter().collect::<String>(), Some((paper, ink)));
            return;
        }
        let (cells, wet) = self.lower(hex);
        for (cell, wet) in cells.into_iter().zip(wet) {
            row.put(&cell.to_string(), Some((paper, if wet { "#0b4f8a" } else { ink })));
        }
    }

    /// A line of a hex that is full of its terrain.
    fn filled(&self, hex: HexId) -> Vec<char> {
        let terrain = self.ground.terrain(hex);
        vec![if terrain == Terrain::Clear { ' ' } else { glyph(terrain) }; self.cell]
    }

    /// The lower line of a hex, with its three lower hexsides; and which places of it are water or works.
    fn lower(&self, hex: HexId) -> (Vec<char>, Vec<bool>) {
        let ground = self.ground;
        // The lower hexsides from left to right.
        let last = self.cell - 1;
        let (mut cells, mut wet) = (self.filled(hex), vec![false; self.cell]);
        for (dir, places) in [(Dir(3), 1..last.max(1)), (Dir(4), 0..1), (Dir(2), last..last + 1)] {
            let hexside = ground.hexside(hex, dir);
            let sign = if hexside.contains(Feature::Bridge) || hexside.contains(Feature::Ford) {
                '#'
            } else if hexside.intersects(Features::DEEP) {
                '≈'
            } else if hexside.contains(Feature::Stream) {
                '~'
            } else if hexside.intersects(Features::OBSTACLES) {
                hexside.iter().last().map_or(' ', Feature::mark)
            } else {
                continue;
            };
            for place in places {
                (cells[place], wet[place]) = (sign, true);
            }
        }
        (cells, wet)
    }

    fn legend(
        &self,
        out: &mut String,
        (counters, sides): (&[Counter], &[&str]),
        width: usize,
        words: Words<'_>,
    ) {
        let ground = self.ground;
        let heading = |key: &str| format!("{:<7} ", words(key));
        wrapped(out, &heading("legend.map"), &self.signs(words), width, false);
        let used = |symbol: &Symbol| counters.iter().any(|counter| counter.symbol == *symbol);
        let named = |symbol: Symbol| {
            plain(format!("{} {}", letter(symbol), words(&format!("symbol.{}", symbol.word()))))
        };
        let mut items: Vec<_> = Symbol::ALL.into_iter().filter(used).map(named).collect();
        items.extend(tags(counters).iter().map(|tag| plain(clean(&format!("{} {}", tag.letter, tag.label)))));
        if self.colour
            && let [first, second, ..] = sides
        {
            items.push((format!(" {} ", words("legend.capitals")), (*first).to_owned()));
            items.push((format!(" {} ", words("legend.small")), (*second).to_owned()));
        }
        wrapped(out, &heading("legend.units"), &items, width, self.colour);
        let places = ground.places().iter().filter(|(_, hex)| self.part.contains(ground, *hex));
        let items: Vec<_> =
            places.map(|(name, hex)| plain(format!("{} {}", ground.label(*hex), clean(name)))).collect();
        wrapped(out, &heading("legend.places"), &items, width, false);
    }

    /// Meanings of the signs of the ground.
    fn signs(&self, words: Words<'_>) -> Vec<Item> {
        let ground = self.ground;
        let mut items = Vec::new();
        let mut add = |sign: char, key: String| items.push(plain(format!("{sign} {}", words(&key))));
        let shown = || ground.hexes().filter(|hex| self.part.contains(ground, *hex));
        let terrains: BTreeSet<Terrain> = shown().map(|hex| ground.terrain(hex)).collect();
        for terrain in terrains.into_iter().filter(|&t| t != Terrain::Clear) {
            add(glyph(terrain), format!("terrain.{}", terrain.name()));
        }
        add('=', "road.road".to_owned());
        add('-', "road.trail".to_owned());
        add('~', "hexside.stream".to_owned());
        add('≈', "hexside.river".to_owned());
        add('#', "legend.crossing".to_owned());
        let hexsides = shown().flat_map(|hex| Dir::ALL.map(|dir| ground.hexside(hex, dir)));
        let obstacles: Features =
            hexsides.flat_map(Features::iter).filter(|&f| Features::OBSTACLES.contains(f)).collect();
        for feature in obstacles.iter() {
            add(feature.mark(), format!("hexside.{}", feature.name()));
        }
        if !self.colour {
            items.push(plain(format!("1-9 {}", words("legend.height"))));
        }
        if self.objectives.iter().any(|hex| self.part.contains(ground, *hex)) {
            items.push(plain(format!("{OBJECTIVE} {}", words("legend.objective"))));
        }
        items
    }
}

/// Item of a list: its text, and its colour if it has one.
type Item = (String, String);

fn plain(text: String) -> Item {
    (text, String::new())
}

/// Sign, background and ink of a hex.
fn look(ground: &Ground, hex: HexId) -> (char, &'static str, &'static str) {
    let terrain = ground.terrain(hex);
    let level = usize::try_from(ground.level(hex)).unwrap_or(0).min(LEVELS.len() - 1);
    let (paper, ink) = match terrain {
        Terrain::Clear => (LEVELS[level], "#7a6a48"),
        Terrain::Woods => (["#a9b77f", "#a2a86d", "#98985c", "#8c884d"][level.min(3)], "#2c4a1c"),
        Terrain::Orchard | Terrain::PalmGrove => ("#c9cf98", "#3f6a2a"),
        Terrain::Village => (LEVELS[level], "#9c2f20"),
        Terrain::Town => ("#d7b795", "#8d2f27"),
        Terrain::Castle => ("#c9c0ae", "#2f2920"),
        Terrain::Marsh => ("#b4cdbd", "#2f6a6a"),
        Terrain::Lake => ("#8fb9c4", "#24546e"),
        Terrain::Impassable => ("#a89c86", "#3a332a"),
        Terrain::Forest => ("#8b9e66", "#1f3a14"),
        Terrain::Brush => ("#bcc48c", "#4c5e33"),
        Terrain::Cultivated => ("#dcc68f", "#7a5f2c"),
        Terrain::HighCrops => ("#e3c564", "#7f5f12"),
        Terrain::Garden => ("#c3d08f", "#56692f"),
        Terrain::Vineyard => ("#d2cf95", "#6a3a6a"),
        Terrain::Farm | Terrain::Hamlet => (LEVELS[level], "#9c2f20"),
        Terrain::City => ("#c9a184", "#6d2a20"),
        Terrain::SpecialStructure => ("#d6cbb2", "#6d2a20"),
        Terrain::Swamp => ("#93b8ab", "#1f5050"),
        Terrain::Rough => ("#d6c8a4", "#5a5040"),
        Terrain::Gully => ("#b59468", "#4b3418"),
        Terrain::SunkenRoad => ("#cbb083", "#6b4a22"),
        Terrain::Quarry => ("#d8cdb2", "#4a4336"),
        Terrain::FrozenLake => ("#dfeaec", "#3f6a7d"),
    };
    (glyph(terrain), paper, ink)
}

/// A darker shade of a colour.
fn darker(colour: &str) -> String {
    let [r, g, b] = parts(colour).map(|part| u16::from(part) * 3 / 4);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn glyph(terrain: Terrain) -> char {
    match terrain {
        Terrain::Clear => '·',
        Terrain::Woods => '♣',
        Terrain::Orchard => '°',
        Terrain::PalmGrove => '¥',
        Terrain::Village => '⌂',
        Terrain::Town => '▒',
        Terrain::Castle => 'Π',
        Terrain::Marsh => '"',
        Terrain::Lake => '≋',
        Terrain::Impassable => '▲',
        Terrain::Forest => '♠',
        Terrain::Brush => ';',
        Terrain::Cultivated => '≡',
        Terrain::HighCrops => '¦',
        Terrain::Garden => '¤',
        Terrain::Vineyard => '!',
        Terrain::Farm => '⌐',
        Terrain::Hamlet => '∩',
        Terrain::City => '▓',
        Terrain::SpecialStructure => '■',
        Terrain::Swamp => '„',
        Terrain::Rough => '∴',
        Terrain::Gully => 'V',
        Terrain::SunkenRoad => 'U',
        Terrain::Quarry => '◊',
        Terrain::FrozenLake => '*',
    }
}

/// Paper and ink.
type Inks<'c> = (&'c str, &'c str);

/// A line under way, with the colours that hold at its end.
struct Row {
    out: String,
    ink: Option<(String, String)>,
    colour: bool,
}

impl Row {
    fn put(&mut self, text: &str, inks: Option<Inks<'_>>) {
        let wanted = inks.map(|(paper, ink)| (paper.to_owned(), ink.to_owned()));
        if self.colour && self.ink != wanted {
            match &wanted {
                None => self.out.push_str("\x1b[0m"),
                Some((paper, ink)) => {
                    let ([r, g, b], [x, y, z]) = (parts(paper), parts(ink));
                    let _ = write!(self.out, "\x1b[48;2;{r};{g};{b}m\x1b[38;2;{x};{y};{z}m");
                }
            }
            self.ink = wanted;
        }
        self.out.push_str(text);
    }

    fn finish(mut self) -> String {
        if self.ink.is_some() {
            self.out.push_str("\x1b[0m");
        }
        self.out.trim_end_matches(' ').to_owned()
    }
}

/// A list in lines of at most `width` characters, those after the first indented; nothing for an empty one. An item
/// may have a colour of its own.
fn wrapped(out: &mut String, heading: &str, items: &[Item], width: usize, colour: bool) {
    let indent = heading.chars().count();
    let mut at = 0;
    for (i, (item, paper)) in items.iter().enumerate() {
        let length = item.chars().count();
        if i == 0 {
            out.push_str(heading);
            at = indent;
        } else if at + 2 + length > width {
            let _ = write!(out, "\n{}", " ".repeat(indent));
            at = indent;
        } else {
            out.push_str("  ");
            at += 2;
        }
        let mut row = Row { out: String::new(), ink: None, colour };
        row.put(item, (!paper.is_empty()).then_some((paper.as_str(), ink_on(paper))));
        let coloured = row.ink.is_some();
        out.push_str(&row.out);
        if coloured {
            out.push_str("\x1b[0m");
        }
        at += length;
    }
    if !items.is_empty() {
        out.push('\n');
    }
}

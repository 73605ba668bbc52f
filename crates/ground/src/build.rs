//! From the raw file to a checked map; every fault is listed.

use std::collections::BTreeMap;

use muster::{Collector, Fault, Faults, Source, Span, Spanned, one_of};

use crate::file::Name;
use crate::uses::Uses;
use crate::{Dir, Feature, Features, Ground, GroundFile, HexId, Kinds, Road, Terrain};

impl Ground {
    /// Builds the map of a file that was read from `source` (the places of the faults are found in its text).
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn build(file: &GroundFile, source: &Source) -> Result<Ground, Faults> {
        Ground::build_for(file, source, &Kinds::all())
    }

    /// Builds the map of a file for a rulebook whose charts know these kinds.
    ///
    /// # Errors
    /// All the faults of the file; among them the first place of each kind that the charts lack.
    pub fn build_for(file: &GroundFile, source: &Source, known: &Kinds) -> Result<Ground, Faults> {
        let mut faults = Collector::new(source);
        let mut size =
            |what: &str, number: Option<&Spanned<i64>>| match number.map(|n| (*n.get_ref(), n.span())) {
                Some((n @ 1..=99, _)) => n as u16,
                Some((n, span)) => {
                    faults.at(span, format!("{n} {what}")).expect("1 to 99");
                    1
                }
                None => {
                    faults.whole(format!("missing field `{what}`"));
                    1
                }
            };
        let (columns, rows) = (size("columns", file.columns.as_ref()), size("rows", file.rows.as_ref()));
        if !faults.is_empty() {
            return Err(faults.into_result(()).expect_err("there is a fault"));
        }
        let ground = Ground::clear(columns, rows);
        let uses = Uses::of(&ground);
        let mut builder = Builder { ground, faults, crossings: Vec::new(), uses };
        builder.ground.name = file.name.clone();
        builder.ground.hex_meters = file.hex_meters;
        builder.terrain(file);
        builder.elevation(file);
        builder.single_hexes(file);
        builder.hexsides(file);
        builder.crossings();
        builder.roads(file);
        builder.bridges_of_roads();
        builder.ground.places = builder.hexes_by_name(&file.places);
        builder.ground.entries = builder.hexes_by_name(&file.entries);
        builder.uses.check(&builder.ground, known, &mut builder.faults);
        builder.faults.into_result(builder.ground)
    }
}

struct Builder<'s> {
    ground: Ground,
    faults: Collector<'s>,
    /// The fords and bridges, to be checked when all rivers are known.
    crossings: Vec<(Span, HexId, Dir, Feature)>,
    uses: Uses,
}

/// A character of a grid and where it stands in the file.
type Cell = (char, Span);

impl Builder<'_> {
    fn terrain(&mut self, file: &GroundFile) {
        let letters = self.letters(file);
        let Some(grid) = &file.terrain else { return };
        for (hex, (letter, span)) in self.grid("terrain", grid) {
            match letters.get(&letter) {
                Some(&terrain) => {
                    self.ground.terrain[hex.index()] = terrain;
                    self.uses.terrain[hex.index()] = Some(span);
                }
                None => {
                    let known: Vec<String> = letters.keys().map(char::to_string).collect();
                    let known: Vec<&str> = known.iter().map(String::as_str).collect();
                    self.faults.at(span, format!("unknown terrain letter {letter:?}")).expect(one_of(&known));
                }
            }
        }
    }

    /// The standard letters and those of the legend.
    fn letters(&mut self, file: &GroundFile) -> BTreeMap<char, Terrain> {
        let mut letters: BTreeMap<char, Terrain> = Terrain::ALL.iter().map(|&t| (t.letter(), t)).collect();
        for (key, name) in &file.legend {
            let terrain = name.get_ref().parse::<Terrain>().unwrap_or_else(|fault| {
                self.faults.put(name.span(), fault);
                Terrain::Clear
            });
            let mut characters = key.get_ref().chars();
            match (characters.next(), characters.next()) {
                (Some(letter), None) if !letter.is_whitespace() => {
                    let standard = letters.insert(letter, terrain).filter(|&standard| standard != terrain);
                    if let Some(standard) = standard {
                        let what = format!("letter {letter:?} already stands for {standard}");
                        self.faults.at(key.span(), what).expect("a letter not in use");
                    }
                }
                _ => {
                    self.faults
                        .at(key.span(), format!("{:?} in the legend", key.get_ref()))
                        .expect("one letter");
                }
            }
        }
        letters
    }

    fn elevation(&mut self, file: &GroundFile) {
        let Some(grid) = &file.elevation else { return };
        for (hex, (digit, span)) in self.grid("elevation", grid) {
            match digit.to_digit(10) {
                Some(level) => self.ground.levels[hex.index()] = level as i8,
                None => {
                    self.faults.at(span, format!("{digit:?} is no elevation")).expect("a digit");
                }
            }
        }
    }

    /// Terrain and elevation of single hexes: over what the grids say, each hex once.
    fn single_hexes(&mut self, file: &GroundFile) {
        let mut known = [vec![false; self.ground.len()], vec![false; self.ground.len()]];
        for (name, hexes) in &file.hexes {
            let terrain = name.get_ref().parse::<Terrain>();
            let terrain =
                terrain.map_err(|fault| self.faults.put(name.span(), fault)).unwrap_or(Terrain::Clear);
            for (hex, span) in self.named_once(hexes, &mut known[0]) {
                self.ground.terrain[hex.index()] = terrain;
                self.uses.terrain[hex.index()] = Some(span);
            }
        }
        for (name, hexes) in &file.levels {
            let level = name.get_ref().parse::<i8>().ok().filter(|level| (0..=9).contains(level));
            if level.is_none() {
                self.faults
                    .at(name.span(), format!("{:?} is no elevation", name.get_ref()))
                    .expect("a digit");
            }
            for (hex, _) in self.named_once(hexes, &mut known[1]) {
                self.ground.levels[hex.index()] = level.unwrap_or(0);
            }
        }
    }

    /// The hexes of a list with their places in the file; each may stand in one list only.
    fn named_once(&mut self, names: &[Name], known: &mut [bool]) -> Vec<(HexId, Span)> {
        let mut hexes = Vec::new();
        for name in names {
            match self.ground.hex_named(name, &mut self.faults) {
                None => {}
                Some(hex) if std::mem::replace(&mut known[hex.index()], true) => {
                    self.faults.at(name.span(), format!("{:?} is listed twice", name.get_ref()));
                }
                Some(hex) => hexes.push((hex, name.span())),
            }
        }
        hexes
    }

    /// The cells of a grid with their hexes. Wrong numbers of rows and columns are reported, and what fits is given.
    fn grid(&mut self, what: &str, text: &Name) -> Vec<(HexId, Cell)> {
        let (columns, rows) = (usize::from(self.ground.columns), usize::from(self.ground.rows));
        let lines = cells(self.faults.source(), text);
        if lines.len() != rows {
            let found = format!("the {what} grid has {} rows", lines.len());
            self.faults.at(text.span(), found).expect(format!("{rows}, as in `rows`"));
        }
        let mut found = Vec::new();
        for (row, line) in lines.iter().enumerate().take(rows) {
            if line.len() != columns {
                let place = line.get(columns).or(line.last()).map_or(text.span(), |(_, span)| span.clone());
                let what = format!("row {} of the {what} grid has {} columns", row + 1, line.len());
                self.faults.at(place, what).expect(format!("{columns}, as in `columns`"));
            }
            for (column, cell) in line.iter().enumerate().take(columns) {
                found.push((HexId((row * columns + column) as u16), cell.clone()));
            }
        }
        found
    }

    fn hexsides(&mut self, file: &GroundFile) {
        for (name, hexsides) in &file.hexsides {
            let feature = match name.get_ref().parse::<Feature>() {
                Ok(feature) => feature,
                Err(fault) => {
                    self.faults.put(name.span(), fault);
                    continue;
                }
            };
            for hexside in hexsides {
                if let Err(fault) = self.hexside(feature, hexside) {
                    self.faults.put(hexside.span(), fault);
                }
            }
        }
    }

    /// Puts `feature` on the hexside written in `text`.
    fn hexside(&mut self, feature: Feature, text: &Name) -> Result<(), Fault> {
        let (a, sign, b) = self.pair(text.get_ref())?;
        let label = |hex| self.ground.label(hex);
        let Some(dir) = self.ground.dir_to(a, b) else {
            let mut fault = Fault::new(format!("{} and {} are not adjacent", label(a), label(b)));
            fault.expect("two adjacent hexes");
            return Err(fault);
        };
        if self.ground.hexside(a, dir).contains(feature) {
            return Err(Fault::new(format!("{feature} {} is listed twice", text.get_ref())));
        }
        let slope = Features::SLOPES.contains(feature);
        let work = Features::WORKS.contains(feature);
        if sign == '>' && !slope || sign == '<' && !work {
            let mut fault = Fault::new(format!("{feature} has no {sign:?}"));
            fault.expect(format!("\"{}-{}\"", label(a), label(b)));
            return Err(fault);
        }
        let a_is_higher = slope && self.a_is_higher(feature, a, sign, b)?;
        let hexsides = &mut self.ground.hexsides;
        let (ours, theirs) = (dir.index(), dir.opposite().index());
        hexsides[a.index()][ours].features.insert(feature);
        hexsides[b.index()][theirs].features.insert(feature);
        if slope {
            hexsides[a.index()][ours].uphill = !a_is_higher;
            hexsides[b.index()][theirs].uphill = a_is_higher;
        }
        hexsides[a.index()][ours].protected |= work;
        hexsides[b.index()][theirs].protected |= work && sign == '-';
        self.uses.hexsides.push((text.span(), a, feature));
        if matches!(feature, Feature::Ford | Feature::Bridge) {
            self.crossings.push((text.span(), a, dir, feature));
        }
        Ok(())
    }

    /// Whether the slope between adjacent `a` and `b` goes up to `a`.
    fn a_is_higher(&self, feature: Feature, a: HexId, sign: char, b: HexId) -> Result<bool, Fault> {
        let (la, lb) = (self.ground.label(a), self.ground.label(b));
        let dir = self.ground.dir_to(a, b).expect("the caller found them adjacent");
        let slopes = self.ground.hexside(a, dir).iter().filter(|&known| Features::SLOPES.contains(known));
        if let Some(other) = { slopes }.next() {
            let (one, two) = (feature.min(other), feature.max(other));
            return Err(Fault::new(format!("{la}-{lb} is both {one} and {two}")));
        }
        let (level_a, level_b) = (self.ground.level(a), self.ground.level(b));
        if sign == '>' && level_a < level_b {
            let what = format!("{la} is written as higher than {lb} but its elevation is lower");
            let mut fault = Fault::new(what);
            fault.expect(format!("\"{lb}>{la}\""));
            return Err(fault);
        }
        if sign == '-' && level_a == level_b {
            let mut fault = Fault::new(format!("{feature} between hexes of the same elevation"));
            fault.expect(format!("different elevations, or the higher hex first: \"{la}>{lb}\""));
            return Err(fault);
        }
        Ok(sign == '>' || level_a > level_b)
    }

    /// Fords need deep water, bridges what they lead over.
    fn crossings(&mut self) {
        for (span, hex, dir, feature) in std::mem::take(&mut self.crossings) {
            let hexside = self.ground.hexside(hex, dir);
            let crossed = if feature == Feature::Bridge { Features::BRIDGED } else { Features::DEEP };
            if !hexside.intersects(crossed) {
                let names: Vec<&str> = crossed.iter().map(Feature::name).collect();
                let what = format!("{feature} on a hexside without {}", names.join(" or "));
                self.faults.at(span, what).expect("the same hexside in the list of what it crosses");
            }
        }
    }

    fn roads(&mut self, file: &GroundFile) {
        for (name, chains) in &file.roads {
            match name.get_ref().parse::<Road>() {
                Ok(road) => chains.iter().for_each(|chain| self.chain(road, name, chain)),
                Err(fault) => {
                    self.faults.put(name.span(), fault);
                }
            }
        }
    }

    /// A road that crosses deep water where the map marks neither bridge nor ford crosses on a bridge of its own.
    fn bridges_of_roads(&mut self) {
        for hex in self.ground.hexes() {
            for dir in Dir::ALL {
                let hexside = &mut self.ground.hexsides[hex.index()][dir.index()];
                let dry =
                    hexside.features.contains(Feature::Bridge) || hexside.features.contains(Feature::Ford);
                if !self.ground.roads[hex.index()][dir.index()].is_empty()
                    && hexside.features.intersects(Features::DEEP)
                    && !dry
                {
                    hexside.features.insert(Feature::Bridge);
                    self.uses.bridge(hex, dir);
                }
            }
        }
    }

    /// Lays a road or trail along a chain of hexes.
    fn chain(&mut self, road: Road, name: &Name, chain: &[Name]) {
        if chain.len() < 2 {
            let span = chain.first().map_or(name.span(), Name::span);
            self.faults.at(span, format!("a {road} of {} hexes", chain.len())).expect("two or more");
        }
        let hexes: Vec<Option<HexId>> = chain.iter().map(|hex| self.hex(hex)).collect();
        for (pair, text) in hexes.windows(2).zip(&chain[chain.len().min(1)..]) {
            let &[Some(a), Some(b)] = pair else { continue };
            let Some(dir) = self.ground.dir_to(a, b) else {
                let what = format!("{} is not next to {}", self.ground.label(b), self.ground.label(a));
                self.faults.at(text.span(), what).expect(format!("a neighbour of {}", self.ground.label(a)));
                continue;
            };
            self.uses.roads.push((text.span(), a, dir, road));
            self.ground.roads[a.index()][dir.index()].insert(road);
            self.ground.roads[b.index()][dir.opposite().index()].insert(road);
        }
    }

    fn hexes_by_name(&mut self, names: &BTreeMap<Name, Name>) -> Vec<(String, HexId)> {
        let found = names.iter().map(|(name, hex)| Some((name.get_ref().clone(), self.hex(hex)?)));
        found.collect::<Vec<_>>().into_iter().flatten().collect()
    }

    /// The hex written in `text`; a fault if there is none.
    fn hex(&mut self, text: &Name) -> Option<HexId> {
        match self.find(text.get_ref()) {
            Ok(hex) => Some(hex),
            Err(fault) => {
                self.faults.put(text.span(), fault);
                None
            }
        }
    }

    fn find(&self, name: &str) -> Result<HexId, Fault> {
        self.ground.hex(name).ok_or_else(|| {
            let last = self.ground.label(HexId(self.ground.len() as u16 - 1));
            let mut fault = Fault::new(format!("{name:?} is not a hex of this map"));
            fault.expect(format!("0101 to {last}"));
            fault
        })
    }

    /// The two hexes of a hexside and the sign between them: `-`, `>` or `<`.
    fn pair(&self, text: &str) -> Result<(HexId, char, HexId), Fault> {
        let Some((at, sign)) = text.char_indices().find(|(_, c)| matches!(c, '-' | '>' | '<')) else {
            let mut fault = Fault::new(format!("{text:?} is not a hexside"));
            fault.expect("two hexes, like \"0101-0102\"");
            return Err(fault);
        };
        let (a, b) = (text[..at].trim(), text[at + 1..].trim());
        Ok((self.find(a)?, sign, self.find(b)?))
    }
}

/// The cells of a grid, line by line, without blanks and blank lines.
fn cells(source: &Source, text: &Name) -> Vec<Vec<Cell>> {
    let start = content_start(source, text);
    let span = |offset: usize, letter: char| match start {
        Some(start) => start + offset..start + offset + letter.len_utf8(),
        None => text.span(),
    };
    let mut lines = Vec::new();
    let mut offset = 0;
    for line in text.get_ref().split_inclusive('\n') {
        let letters = line.char_indices().filter(|(_, letter)| !letter.is_whitespace());
        let cells: Vec<Cell> = letters.map(|(i, letter)| (letter, span(offset + i, letter))).collect();
        if !cells.is_empty() {
            lines.push(cells);
        }
        offset += line.len();
    }
    lines
}

/// Place in the file where the characters of a string begin; `None` if it is written with escapes, so that the
/// characters cannot be pointed at.
fn content_start(source: &Source, text: &Name) -> Option<usize> {
    let raw = source.text.get(text.span())?;
    let multi_line = raw.starts_with("\"\"\"") || raw.starts_with("'''");
    let quotes = if multi_line { 3 } else { 1 };
    let inner = raw.get(quotes..raw.len().checked_sub(quotes)?)?;
    let newline = match () {
        () if multi_line && inner.starts_with("\r\n") => 2,
        () if multi_line && inner.starts_with('\n') => 1,
        () => 0,
    };
    (&inner[newline..] == text.get_ref()).then(|| text.span().start + quotes + newline)
}

//! A map drawn with characters, for the terminal and for tests.

use crate::{Dir, Feature, Features, Ground, HexId};

/// Cell of a sketch: what is written into a hex of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Two characters.
    pub text: [char; 2],
    /// A colour for terminals: the number of an ANSI graphic rendition, such as 31 for red.
    pub colour: Option<u8>,
}

impl From<[char; 2]> for Cell {
    fn from(text: [char; 2]) -> Cell {
        Cell { text, colour: None }
    }
}

impl Ground {
    /// Draws the map, two lines and three characters a hex, with the numbers of the columns above and of the
    /// rows on the left; `cell` says what stands in a hex.
    ///
    /// A hexside is drawn by the last of its features in the order of [`Feature::ALL`], with its [`Feature::mark`].
    ///
    /// ```
    /// # use ground::Ground;
    /// # use muster::Source;
    /// let text = "format = 1\ncolumns = 3\nrows = 2\n\
    ///     terrain = \"\"\"\n.w.\n.v.\"\"\"\n\
    ///     sides.river = ['0201-0202', '0101-0102']";
    /// let ground = Ground::read(&Source::new("map", text)).unwrap();
    /// let sketch = ground.sketch(|hex| [' ', ground.terrain(hex).letter()]);
    /// assert_eq!(sketch, r"
    ///     01 02 03
    ///     __    __
    /// 01 / .\__/ .\
    ///    \≈≈/ w\__/
    /// 02 / .\≈≈/ .\
    ///    \__/ v\__/
    ///       \__/
    /// ".trim_start_matches('\n'));
    /// ```
    pub fn sketch<C: Into<Cell>>(&self, cell: impl Fn(HexId) -> C) -> String {
        const MARGIN: usize = 3;
        let (columns, rows) = (usize::from(self.columns()), usize::from(self.rows()));
        let mut canvas = vec![vec![(' ', None); MARGIN + 3 * columns + 1]; 2 * rows + 3];
        let mut put = |x: usize, y: usize, letter: char, colour| canvas[y][x] = (letter, colour);
        let mut number = |x: usize, y: usize, number: usize| {
            for (i, digit) in format!("{number:02}").chars().enumerate() {
                put(x + i, y, digit, None);
            }
        };
        (0..columns).for_each(|column| number(MARGIN + 3 * column + 1, 0, column + 1));
        (0..rows).for_each(|row| number(0, 2 * row + 2, row + 1));
        for hex in self.hexes() {
            let (column, row) = (usize::from(self.column(hex)) - 1, usize::from(self.row(hex)) - 1);
            let (x, y) = (MARGIN + 3 * column, 1 + 2 * row + column % 2);
            let hexside = |dir, plain| mark(self.hexside(hex, Dir(dir))).unwrap_or(plain);
            for (dx, dy, dir, plain) in [
                (1, 0, 0, '_'),
                (2, 0, 0, '_'),
                (3, 1, 1, '\\'),
                (3, 2, 2, '/'),
                (1, 2, 3, '_'),
                (2, 2, 3, '_'),
                (0, 2, 4, '\\'),
                (0, 1, 5, '/'),
            ] {
                put(x + dx, y + dy, hexside(dir, plain), None);
            }
            let Cell { text, colour } = cell(hex).into();
            put(x + 1, y + 1, text[0], colour);
            put(x + 2, y + 1, text[1], colour);
        }
        let lines = canvas.iter().map(|line| write(line));
        lines.filter(|line| line != "\n").collect()
    }
}

/// One line of the canvas: characters with their colours.
fn write(line: &[(char, Option<u8>)]) -> String {
    let mut text = String::new();
    let drawn = line.iter().rposition(|&(letter, _)| letter != ' ').map_or(0, |last| last + 1);
    for &(letter, colour) in &line[..drawn] {
        match colour {
            Some(colour) => text.push_str(&format!("\x1b[{colour}m{letter}\x1b[0m")),
            None => text.push(letter),
        }
    }
    text.push('\n');
    text
}

/// The character for a hexside with these features; `None` for a plain one.
fn mark(features: Features) -> Option<char> {
    features.iter().last().map(Feature::mark)
}

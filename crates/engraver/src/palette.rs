//! The inks.

pub(crate) const PAPER: &str = "#f3e9d0";
pub(crate) const INK: &str = "#3a2e1f";
pub(crate) const SEPIA: &str = "#6b5433";
pub(crate) const WATER: &str = "#a8c9cf";
pub(crate) const BANK: &str = "#3f6a7d";
pub(crate) const BLUE_INK: &str = "#24546e";
pub(crate) const RED: &str = "#a32a22";
pub(crate) const GREEN: &str = "#3f7d3a";

/// The ground by level, 0 to 9.
pub(crate) const LEVELS: [&str; 10] = [
    "#e9e3c2", "#e4d3a3", "#dabf88", "#cda970", "#bf935b", "#b07f4a", "#a06d3d", "#905d33", "#814f2b",
    "#724425",
];

/// The colours of a counter of one nation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cloth {
    /// The counter.
    pub body: &'static str,
    /// Texts and outlines on it.
    pub ink: &'static str,
    /// The field of the symbol.
    pub field: &'static str,
}

const fn cloth(body: &'static str, ink: &'static str, field: &'static str) -> Cloth {
    Cloth { body, ink, field }
}

const WHITE: &str = "#ffffff";
const BLACK: &str = "#1d1913";

/// The nations by name, as an order of battle writes them.
const NATIONS: [(&str, Cloth); 24] = [
    ("austria", cloth("#f1efe8", BLACK, "#ffffff")),
    ("baden", cloth("#c9a227", BLACK, "#f3e3a8")),
    ("bavaria", cloth("#7fb2dc", BLACK, "#dcebf7")),
    ("berg", cloth("#d8dfe0", BLACK, "#ffffff")),
    ("britain", cloth("#b3272b", WHITE, "#f3d9d3")),
    ("brunswick", cloth("#2b2b2e", WHITE, "#c9ccd1")),
    ("denmark", cloth("#c8443c", WHITE, "#f6ddd8")),
    ("france", cloth("#2c4a94", WHITE, "#d7e0f4")),
    ("hanover", cloth("#8f2f36", WHITE, "#eed6cf")),
    ("hesse", cloth("#4b5f8c", WHITE, "#d5dced")),
    ("italy", cloth("#3f8a4f", WHITE, "#d8eeda")),
    ("naples", cloth("#efe0c2", BLACK, "#fff8e6")),
    ("netherlands", cloth("#d9832b", BLACK, "#fae3c8")),
    ("ottoman", cloth("#5f7f3a", WHITE, "#e2ebcf")),
    ("poland", cloth("#8e2f6a", WHITE, "#f2d9e8")),
    ("portugal", cloth("#7b5234", WHITE, "#ecdcc9")),
    ("prussia", cloth("#3c4a57", WHITE, "#d3dbe2")),
    ("russia", cloth("#35663f", WHITE, "#d5e6d3")),
    ("saxony", cloth("#c7c9b4", BLACK, "#f5f5ea")),
    ("spain", cloth("#e0b23a", BLACK, "#fbeec5")),
    ("sweden", cloth("#3d7ab5", WHITE, "#f4dd7a")),
    ("switzerland", cloth("#d98f86", BLACK, "#fbe6e2")),
    ("warsaw", cloth("#8e2f6a", WHITE, "#f2d9e8")),
    ("wurttemberg", cloth("#33415e", WHITE, "#ecd98b")),
];

/// The colours of a nation; drab for one without a palette.
pub(crate) fn cloth_of(nation: &str) -> Cloth {
    let found = NATIONS.iter().find(|(name, _)| name.eq_ignore_ascii_case(nation));
    found.map_or(cloth("#8b8168", WHITE, "#efe9d8"), |&(_, cloth)| cloth)
}

/// `colour` if it is a `#rrggbb` or `#rgb`, else a grey: what comes from files is not put into the picture unseen.
pub(crate) fn checked(colour: &str) -> &str {
    let digits = colour.strip_prefix('#').unwrap_or("");
    let fine = matches!(digits.len(), 3 | 6) && digits.bytes().all(|b| b.is_ascii_hexdigit());
    if fine { colour } else { "#777777" }
}

/// The parts of a colour, 0 to 255.
pub(crate) fn parts(colour: &str) -> [u8; 3] {
    let digits = checked(colour).trim_start_matches('#');
    let digit = |i: usize| digits.as_bytes()[i] as char;
    let value = |c: char| c.to_digit(16).expect("checked to be a hexadecimal digit") as u8;
    if digits.len() == 3 {
        [0, 1, 2].map(|i| value(digit(i)) * 17)
    } else {
        [0, 2, 4].map(|i| value(digit(i)) * 16 + value(digit(i + 1)))
    }
}

/// Black or white, whichever reads better on `colour`.
pub(crate) fn ink_on(colour: &str) -> &'static str {
    let [r, g, b] = parts(colour).map(u32::from);
    if 299 * r + 587 * g + 114 * b > 140_000 { BLACK } else { WHITE }
}

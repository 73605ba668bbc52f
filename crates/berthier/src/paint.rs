//! Colours. The streams take them out again where nobody would see them.

use anstyle::{AnsiColor, Style};

/// Headings.
pub const HEAD: Style = Style::new().bold();
/// Side remarks.
pub const DIM: Style = Style::new().dimmed();
/// All is well.
pub const GOOD: Style = AnsiColor::Green.on_default();
/// Something is wrong.
pub const BAD: Style = AnsiColor::Red.on_default().bold();
/// Dice.
pub const DICE: Style = AnsiColor::Yellow.on_default();
/// Decisions.
pub const CHOICE: Style = AnsiColor::Cyan.on_default();

/// A text in a style.
pub fn painted(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

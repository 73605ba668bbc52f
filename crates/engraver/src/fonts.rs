//! The typefaces that are part of the program, and the widths of texts in them.

use std::sync::{Arc, OnceLock};

use resvg::usvg::fontdb;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// A typeface of the pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// Gentium Basic, for captions and numbers on the map.
    Roman,
    /// Gentium Basic Italic, for names of places.
    Italic,
    /// Gentium Basic Bold, for titles.
    Bold,
    /// Open Sans Condensed Bold, for counters.
    Counter,
}

impl Face {
    /// All of them.
    pub const ALL: [Face; 4] = [Face::Roman, Face::Italic, Face::Bold, Face::Counter];

    /// The font file (TrueType), for a page that shows the SVG with its own `@font-face`.
    pub const fn file(self) -> &'static [u8] {
        match self {
            Face::Roman => include_bytes!("../fonts/GenBasR.ttf"),
            Face::Italic => include_bytes!("../fonts/GenBasI.ttf"),
            Face::Bold => include_bytes!("../fonts/GenBasB.ttf"),
            Face::Counter => include_bytes!("../fonts/OpenSans-CondBold.ttf"),
        }
    }

    /// The family name that the SVG asks for.
    pub const fn family(self) -> &'static str {
        match self {
            Face::Counter => "Open Sans Condensed",
            _ => "Gentium Basic",
        }
    }

    /// The attributes of a text in it.
    pub(crate) const fn attributes(self) -> &'static str {
        match self {
            Face::Roman => "font-family=\"Gentium Basic, Georgia, serif\"",
            Face::Italic => "font-family=\"Gentium Basic, Georgia, serif\" font-style=\"italic\"",
            Face::Bold => "font-family=\"Gentium Basic, Georgia, serif\" font-weight=\"bold\"",
            Face::Counter => {
                "font-family=\"Open Sans Condensed, Arial Narrow, sans-serif\" font-weight=\"bold\""
            }
        }
    }

    /// The width of `text` in type of this size.
    pub(crate) fn width(self, text: &str, size: f64) -> f64 {
        let Ok(font) = FontRef::new(self.file()) else { return 0.5 * size * text.chars().count() as f64 };
        let metrics = font.glyph_metrics(Size::unscaled(), LocationRef::default());
        let em = f64::from(font.metrics(Size::unscaled(), LocationRef::default()).units_per_em.max(1));
        let map = font.charmap();
        let width = |c: char| {
            let advance = map.map(c).and_then(|glyph| metrics.advance_width(glyph));
            advance.map_or(0.5, |units| f64::from(units) / em)
        };
        text.chars().map(width).sum::<f64>() * size
    }

    /// The text, cut with an ellipsis when it is wider than `room` even at the size `least`, and its size, at most
    /// `size`.
    pub(crate) fn fit(self, text: &str, size: f64, least: f64, room: f64) -> (String, f64) {
        self.fit_spaced(text, size, least, room, 0.0)
    }

    /// As [`Face::fit`], with a space behind each letter, in sizes.
    pub(crate) fn fit_spaced(
        self,
        text: &str,
        size: f64,
        least: f64,
        room: f64,
        spacing: f64,
    ) -> (String, f64) {
        let fitting = (room / self.spaced(text, 1.0, spacing).max(1e-6)).min(size);
        if fitting >= least {
            return (text.to_owned(), fitting);
        }
        let mut cut: String = text.to_owned();
        while !cut.is_empty() && self.spaced(&cut, least, spacing) + self.spaced("…", least, spacing) > room
        {
            cut.pop();
        }
        (format!("{}…", cut.trim_end()), least)
    }

    /// The width of a text with a space behind each letter, in sizes.
    pub(crate) fn spaced(self, text: &str, size: f64, spacing: f64) -> f64 {
        self.width(text, size) + spacing * size * text.chars().count() as f64
    }
}

/// The typefaces for drawing PNG.
pub(crate) fn database() -> Arc<fontdb::Database> {
    static DATABASE: OnceLock<Arc<fontdb::Database>> = OnceLock::new();
    let build = || {
        let mut database = fontdb::Database::new();
        for face in Face::ALL {
            database.load_font_source(fontdb::Source::Binary(Arc::new(face.file())));
        }
        database.set_serif_family(Face::Roman.family());
        database.set_sans_serif_family(Face::Counter.family());
        Arc::new(database)
    };
    DATABASE.get_or_init(build).clone()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spaced_text_of_any_length_fits_its_room() {
        let words = "A rout may stop in a village; two routed units of a hex part, and so on for very long. ";
        for length in 1..200 {
            let title: String = words.chars().cycle().take(length).collect();
            for room in [180.0, 607.0, 2400.0] {
                let (text, size) = Face::Bold.fit_spaced(&title, 44.0, 14.0, room, 0.1);
                let wide = Face::Bold.spaced(&text, size, 0.1);
                assert!(wide <= room + 1e-6, "{length} letters are {wide} wide in {room}");
                assert!(text == title || size == 14.0, "{length} letters are cut only at the least size");
            }
        }
    }
}

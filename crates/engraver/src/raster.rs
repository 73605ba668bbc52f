//! From SVG to PNG.

use std::fmt;

use resvg::{tiny_skia, usvg};

use crate::fonts;

/// Error of drawing: why a picture could not be made.
#[derive(Debug)]
pub enum RasterError {
    /// The SVG was not understood.
    Svg(usvg::Error),
    /// The picture would have no pixels, or more than memory can be asked for.
    Size {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The pixels could not be written as PNG.
    Png(String),
}

impl fmt::Display for RasterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RasterError::Svg(error) => write!(f, "the picture could not be read back: {error}"),
            RasterError::Size { width, height } => {
                write!(f, "a picture of {width} x {height} pixels cannot be drawn: choose another scale")
            }
            RasterError::Png(error) => write!(f, "the picture could not be written as PNG: {error}"),
        }
    }
}

impl std::error::Error for RasterError {}

/// The most pixels of one picture (100 megapixels, 400 MB of memory).
const MAX_PIXELS: u64 = 100_000_000;

/// Draws an SVG picture with the program's own typefaces, one pixel for each of its user units.
///
/// # Errors
/// When `svg` is no SVG, or too large.
pub fn png(svg: &str) -> Result<Vec<u8>, RasterError> {
    let options = usvg::Options {
        fontdb: fonts::database(),
        font_family: fonts::Face::Roman.family().to_owned(),
        ..Default::default()
    };
    let tree = usvg::Tree::from_str(svg, &options).map_err(RasterError::Svg)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let fits = u64::from(width) * u64::from(height) <= MAX_PIXELS;
    let pixmap = fits.then(|| tiny_skia::Pixmap::new(width, height)).flatten();
    let mut pixmap = pixmap.ok_or(RasterError::Size { width, height })?;
    resvg::render(&tree, tiny_skia::Transform::default(), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| RasterError::Png(error.to_string()))
}

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::Path;

use crate::{Fault, Faults};

/// The largest file that is read: 4 MiB.
pub const MAX_BYTES: usize = 4 << 20;

/// Byte offsets into the text of a [`Source`], as [`toml::Spanned::span`] gives them.
pub type Span = Range<usize>;

/// The name and the text of a data file (or of a text that came from elsewhere).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The name that faults are reported under, usually the path.
    pub name: String,
    /// The whole text.
    pub text: String,
}

impl Source {
    /// A source from a text at hand.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        Source { name: name.into(), text: text.into() }
    }

    /// Reads the file at `path`; its name is the path as given.
    ///
    /// # Errors
    /// One fault when the file cannot be read, is larger than [`MAX_BYTES`] or is not UTF-8.
    pub fn read(path: &Path) -> Result<Source, Faults> {
        let name = path.display().to_string();
        let place = Place { file: name.clone(), line: 1, column: 1 };
        let refuse = |what: String| Faults(vec![Fault { place: Some(place.clone()), ..Fault::new(what) }]);
        let size = std::fs::metadata(path).map_err(|e| refuse(format!("cannot be read: {e}")))?.len();
        if size > MAX_BYTES as u64 {
            return Err(refuse(too_large(size)));
        }
        let mut bytes = Vec::new();
        // A device has no size of its own and might never end.
        let read = File::open(path).and_then(|file| file.take(MAX_BYTES as u64 + 1).read_to_end(&mut bytes));
        read.map_err(|e| refuse(format!("cannot be read: {e}")))?;
        if bytes.len() > MAX_BYTES {
            return Err(refuse(too_large(bytes.len() as u64)));
        }
        let text = String::from_utf8(bytes).map_err(|e| {
            let line =
                1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|&&b| b == b'\n').count();
            refuse(format!("not UTF-8 text (line {line})"))
        })?;
        Ok(Source { name, text })
    }

    /// Its name without folder and ending.
    pub fn stem(&self) -> String {
        Path::new(&self.name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
    }

    /// The place of the first character of `span`; a span beyond the end is taken as the end.
    pub fn place(&self, span: Span) -> Place {
        let mut at = span.start.min(self.text.len());
        while !self.text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &self.text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Place {
            file: self.name.clone(),
            line: 1 + before.bytes().filter(|&b| b == b'\n').count(),
            column: 1 + before[line_start..].chars().count(),
        }
    }

    /// The bytes that a fault is about: from its place on as many as it says, else up to the next blank.
    pub fn span(&self, fault: &Fault) -> Option<Span> {
        let place = fault.place.as_ref()?;
        let mut lines = self.text.split_inclusive('\n');
        let before: usize = lines.by_ref().take(place.line - 1).map(str::len).sum();
        let line = lines.next().unwrap_or_default();
        let start = before + line.chars().take(place.column - 1).map(char::len_utf8).sum::<usize>();
        let rest = &self.text[start..];
        let length = match fault.length {
            0 => rest.find(char::is_whitespace).unwrap_or(rest.len()),
            length => length,
        };
        rest.is_char_boundary(length).then_some(start..start + length)
    }

    /// Refuses a text larger than [`MAX_BYTES`].
    pub(crate) fn check_size(&self) -> Result<(), Faults> {
        if self.text.len() <= MAX_BYTES {
            return Ok(());
        }
        let place = Place { file: self.name.clone(), line: 1, column: 1 };
        Err(Faults(vec![Fault { place: Some(place), ..Fault::new(too_large(self.text.len() as u64)) }]))
    }
}

fn too_large(bytes: u64) -> String {
    format!("too large: {bytes} bytes, at most {MAX_BYTES} are read")
}

/// A character in a file; prints as `file:line:column`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The name of the [`Source`].
    pub file: String,
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

//! Reading a book's sentences with the places of their faults.

use muster::{Fault, Faults, Place, Source};
use table::phrase::Catalogue;

/// Reads a message catalogue.
///
/// # Errors
/// All its faults.
pub fn read(source: &Source) -> Result<Catalogue, Faults> {
    Catalogue::parse(&source.text).map_err(|errors| {
        let fault = |error: &table::phrase::CatalogueError| Fault {
            place: Some(Place { file: source.name.clone(), line: error.line, column: error.column }),
            ..Fault::new(error.what.clone())
        };
        Faults(errors.iter().map(fault).collect())
    })
}

//! Table of games: one row a game, as CSV or as Parquet.

use std::sync::Arc;

use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use shelf::{Match, Table};

use crate::outcome::Failure;

/// Cells of a column, one a game.
enum Cells {
    Whole(Vec<i64>),
    Real(Vec<f64>),
    Word(Vec<String>),
}

/// A column of the table.
struct Column {
    name: String,
    cells: Cells,
}

/// The columns of a table of games.
fn columns(table: &dyn Table, games: &[Match]) -> Vec<Column> {
    let sides = table.sides();
    let whole = |name: String, of: &dyn Fn(&Match) -> i64| Column {
        name,
        cells: Cells::Whole(games.iter().map(of).collect()),
    };
    let word = |name: &str, of: &dyn Fn(&Match) -> String| Column {
        name: name.to_owned(),
        cells: Cells::Word(games.iter().map(of).collect()),
    };
    // The same 64 bits: a seed above the largest signed number is a negative one there.
    let mut columns = vec![
        whole("seed".to_owned(), &|game| game.seed as i64),
        word("winner", &|game| game.winner.map_or("draw", |side| sides[side].id.as_str()).to_owned()),
        word("how", &|game| game.how.to_owned()),
        whole("turn".to_owned(), &|game| game.turn.into()),
    ];
    for (number, side) in sides.iter().enumerate() {
        let points = games.iter().map(|game| f64::from(game.half_points[number]) / 2.0).collect();
        columns.push(Column { name: format!("points_{}", side.id), cells: Cells::Real(points) });
    }
    for (number, side) in sides.iter().enumerate() {
        columns.push(whole(format!("lost_{}", side.id), &|game| game.losses[number].into()));
    }
    columns.push(whole("decisions".to_owned(), &|game| game.decisions as i64));
    columns.push(whole("throws".to_owned(), &|game| game.throws as i64));
    for (number, (id, _)) in table.mechanisms().into_iter().enumerate() {
        columns.push(whole(id.to_owned(), &|game| game.mechanisms[number].into()));
        if games.iter().any(|game| game.lost_by[number] > 0) {
            columns.push(whole(format!("lost_by_{id}"), &|game| game.lost_by[number].into()));
        }
    }
    columns
}

/// One line a game, under a heading.
pub fn csv(table: &dyn Table, games: &[Match]) -> String {
    let columns = columns(table, games);
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let mut text = format!("{}\n", names.join(","));
    for row in 0..games.len() {
        let cell = |column: &Column| match &column.cells {
            Cells::Whole(cells) => cells[row].to_string(),
            Cells::Real(cells) => cells[row].to_string(),
            Cells::Word(cells) => cells[row].clone(),
        };
        let cells: Vec<String> = columns.iter().map(cell).collect();
        text.push_str(&format!("{}\n", cells.join(",")));
    }
    text
}

/// The same as a Parquet file: whole numbers as INT64, points as DOUBLE, words as UTF-8; uncompressed, in one row group.
pub fn parquet(table: &dyn Table, games: &[Match]) -> Result<Vec<u8>, Failure> {
    written(&columns(table, games))
        .map_err(|error| Failure::Failed(format!("the games cannot be written as Parquet: {error}")))
}

fn written(columns: &[Column]) -> Result<Vec<u8>, ParquetError> {
    let field = |column: &Column| {
        let kind = match column.cells {
            Cells::Whole(_) => "int64",
            Cells::Real(_) => "double",
            Cells::Word(_) => "binary",
        };
        let meaning = if matches!(column.cells, Cells::Word(_)) { " (UTF8)" } else { "" };
        // A hyphen cannot stand in a name of the schema's language.
        format!("required {kind} {}{meaning};", column.name.replace('-', "_"))
    };
    let fields: Vec<String> = columns.iter().map(field).collect();
    let schema = parse_message_type(&format!("message games {{ {} }}", fields.join(" ")))?;
    let properties = Arc::new(WriterProperties::builder().build());
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), properties)?;
    let mut rows = file.next_row_group()?;
    for column in columns {
        let Some(mut writer) = rows.next_column()? else { break };
        match &column.cells {
            Cells::Whole(cells) => writer.typed::<Int64Type>().write_batch(cells, None, None)?,
            Cells::Real(cells) => writer.typed::<DoubleType>().write_batch(cells, None, None)?,
            Cells::Word(cells) => {
                let cells: Vec<ByteArray> = cells.iter().map(|word| word.as_str().into()).collect();
                writer.typed::<ByteArrayType>().write_batch(&cells, None, None)?
            }
        };
        writer.close()?;
    }
    rows.close()?;
    file.into_inner()
}

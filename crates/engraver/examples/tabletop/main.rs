//! Draws everything that a table can show: `cargo run -p engraver --example tabletop OUT.png`.

mod scene;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args().nth(1).ok_or("usage: tabletop OUT.png")?;
    let table = scene::table();
    let picture = scene::picture(&table);
    let bytes = if out.ends_with(".svg") { picture.svg().into_bytes() } else { picture.png()? };
    std::fs::write(out, bytes)?;
    Ok(())
}

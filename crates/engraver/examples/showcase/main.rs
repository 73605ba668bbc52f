//! Draws everything that a map can show: `cargo run -p engraver --example showcase OUT.png`.

mod scene;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args().nth(1).ok_or("usage: showcase OUT.png")?;
    let ground = scene::ground();
    let map = scene::map(&ground);
    let picture = if out.ends_with(".svg") { map.svg().into_bytes() } else { map.png()? };
    std::fs::write(out, picture)?;
    Ok(())
}

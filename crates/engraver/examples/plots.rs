//! Draws one plot of each kind: `cargo run -p engraver --example plots DIRECTORY`.

use std::error::Error;
use std::path::Path;

use engraver::plot::{Bars, Histogram, Lines, Shares};

const BLUE: &str = "#27408b";
const RED: &str = "#b22222";

fn main() -> Result<(), Box<dyn Error>> {
    let directory = std::env::args().nth(1).ok_or("usage: plots DIRECTORY")?;
    let bars = Bars::new("Maida: who wins")
        .suffix(" %")
        .bar("French", 41.5, Some((38.4, 44.6)), BLUE)
        .bar("British", 50.1, Some((47.0, 53.2)), RED)
        .bar("Drawn", 8.4, Some((6.7, 10.1)), "#8b8168")
        .caption("1000 games, random players; 95 % confidence");
    let histogram = Histogram::new("Strength lost", 0, 2)
        .axis("strength points lost at the end")
        .counts("French", [3, 9, 22, 41, 60, 52, 33, 14, 6, 2], BLUE)
        .counts("British", [8, 20, 45, 55, 48, 30, 12, 4, 1], RED);
    let lines = Lines::new("Strength by turn")
        .axes("turn", "strength points")
        .line("French", [(0.0, 31.0), (1.0, 31.0), (2.0, 28.0), (3.0, 22.5), (4.0, 17.0), (5.0, 15.0)], BLUE)
        .line("British", [(0.0, 27.0), (1.0, 27.0), (2.0, 26.0), (3.0, 22.0), (4.0, 20.5), (5.0, 20.0)], RED);
    let shares = Shares::new("Shock by difference of the dice")
        .outcome("Attacker routed", "#7a1f1f")
        .outcome("Attacker recoils", "#c8726a")
        .outcome("Mêlée", "#d9c58a")
        .outcome("Defender recoils", "#7f9dc9")
        .outcome("Defender routed", BLUE)
        .row("-2", [9, 11, 9, 5, 2])
        .row("0", [5, 8, 10, 8, 5])
        .row("+2", [2, 5, 9, 11, 9])
        .caption("36 throws of two dice");
    let pictures = [
        ("bars", bars.png()?),
        ("histogram", histogram.png()?),
        ("lines", lines.png()?),
        ("shares", shares.png()?),
    ];
    for (name, picture) in pictures {
        std::fs::write(Path::new(&directory).join(format!("{name}.png")), picture)?;
    }
    Ok(())
}

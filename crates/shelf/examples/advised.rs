//! A battle of any rulebook, played by its advice: `cargo run -p shelf --example advised -- saalfeld 1806 6`.
//!
//! Names every battle of every rulebook, opens one against the beginners' computer player, and gives the first side's decisions as advised:
//! what is asked and by which rule, the exact chances of the answer before it is given, and what came of it. No type of a rulebook is
//! named, so a rulebook that is added to the shelf is served as it is.

use std::process::ExitCode;

use shelf::{Game, Order};
use table::Side;

/// So many of the ends that an answer can have are printed.
const ENDS: usize = 3;

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "tutorial".to_owned());
    let seed: u64 = args.next().and_then(|seed| seed.parse().ok()).unwrap_or(1806);
    let decisions = args.next().and_then(|most| most.parse().ok()).unwrap_or(5);
    for book in shelf::books() {
        let battles: Vec<String> = book.battles().into_iter().map(|battle| battle.id).collect();
        println!("{} ({}): {}", book.title(), book.id(), battles.join(", "));
    }
    match play(&name, seed, decisions) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn play(name: &str, seed: u64, decisions: usize) -> Result<(), String> {
    let book = shelf::book_for(name);
    let table = book.load(&Order::of(name)).map_err(|faults| faults.to_string())?;
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_le_bytes());
    let mut game = table.open([None, Some(book.beginner())], secret)?;
    let side = Side(0);
    let mut told = 0;
    for _ in 0..decisions {
        while game.asking(side).is_none() && !game.over() {
            game.run_players(1).map_err(|error| error.sentence)?;
        }
        tell(&*game, side, &mut told);
        let Some(asking) = game.asking(side) else { return Ok(()) };
        println!("\n{} [{}], {} answers", asking.sentence, asking.rule, asking.choices.len());
        let (answer, why) = game.hint(side)?;
        println!("> {}: {why}", game.label(&answer));
        for (end, share) in game.odds(side, answer)?.ends.iter().take(ENDS) {
            println!("  {share}  {end}");
        }
        game.answer(side, answer).map_err(|error| error.sentence)?;
    }
    tell(&*game, side, &mut told);
    Ok(())
}

/// Prints what has happened since, as far as a side may know it.
fn tell(game: &dyn Game, side: Side, told: &mut usize) {
    for event in game.log().iter().skip(*told).filter(|event| event.to.includes(Some(side))) {
        println!("  {}", game.catalogue().event(game.names(), event));
    }
    *told = game.log().len();
}

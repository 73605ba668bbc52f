//! Shows a game between computer players of a rulebook, decision by decision with their reasons:
//! `cargo run -p staff --example watch -- jdg maida 7 sergeant sergeant`, or `... -- an30 quatre-bras.gemioncourt 7` for a further scenario.

use std::path::Path;
use std::process::ExitCode;

use an30::An30;
use an30::variant::{Doherty2005, Edition, Standard};
use jdg::Jdg;
use muster::Faults;
use staff::duel::Roll;
use table::dice::FastDice;
use table::umpires::{Checks, Staff, play_match};
use table::vignette::event_words;
use table::{Answer, Event, Names, Player, Point, Rulebook, SeenQuestion};

/// A player whose decisions are printed.
struct Aloud<R>(Box<dyn Player<R>>);

impl<R: Rulebook> Player<R> for Aloud<R> {
    fn decide(&mut self, seen: &SeenQuestion<'_, R>) -> Answer {
        let answer = self.0.decide(seen);
        let words = table::text::print::<R>(seen.battle, &answer);
        let side = seen.battle.id(Point::Side(seen.side()));
        println!("    {side} {}: {words} -- {}", seen.question.key, self.0.why());
        answer
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, usual: &'static str| args.get(i).map_or(usual, String::as_str);
    let (folder, further) = text(1, "maida").split_once('.').unwrap_or((text(1, "maida"), ""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(folder);
    let (seed, names) = (text(2, "0").parse().unwrap_or(0), [text(3, "sergeant"), text(4, "sergeant")]);
    let shown = match text(0, "jdg") {
        "jdg" => show::<Jdg>(jdg::files::arrange::read(&folder), staff::jdg::player, seed, names),
        "an30" => {
            show::<An30<Standard>>(Standard::read_further(&folder, further), staff::an30::player, seed, names)
        }
        "doherty2005" => {
            let battle = Doherty2005::read_further(&folder, further);
            show::<An30<Doherty2005>>(battle, staff::an30::player, seed, names)
        }
        other => Err(format!("rulebooks are: jdg, an30, doherty2005, not {other}")),
    };
    match shown {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

/// Plays a game and prints it.
fn show<R: Rulebook>(
    battle: Result<R::Battle, Faults>,
    roll: Roll<R>,
    seed: u64,
    names: [&str; 2],
) -> Result<(), String> {
    let battle = battle.map_err(|faults| faults.to_string())?;
    let seat = |i: usize| {
        let player = roll(names[i], seed * 2 + i as u64).map(Aloud);
        player.ok_or_else(|| format!("there is no player {:?}", names[i]))
    };
    let (mut first, mut second) = (seat(0)?, seat(1)?);
    let mut sink = |event: Event| {
        println!("{}", event_words(&battle, &event));
        for part in event.sums.iter().flat_map(|sum| &sum.parts) {
            println!("        {} {}", part.label, part.effect);
        }
    };
    let staff = Staff::new(vec![&mut first, &mut second], FastDice::new(seed)).telling(&mut sink);
    println!("{:?}", play_match::<R>(&battle, staff, Checks::Never)?.outcome);
    Ok(())
}

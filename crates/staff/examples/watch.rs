//! Shows a game between computer players, decision by decision with their reasons:
//! `cargo run -p staff --example watch -- maida 7 sergeant sergeant`.

use std::path::Path;
use std::process::ExitCode;

use jdg::files::arrange::BattleFiles;
use jdg::files::chart_files::ChartFiles;
use jdg::{Battle, Jdg};
use table::dice::FastDice;
use table::umpires::{Staff, play_out};
use table::{Answer, Event, Names, Player, Point, Rulebook, SeenQuestion, Value};

/// A player whose decisions are printed.
struct Aloud(Box<dyn Player<Jdg>>);

impl Player<Jdg> for Aloud {
    fn decide(&mut self, seen: &SeenQuestion<'_, Jdg>) -> Answer {
        let answer = self.0.decide(seen);
        let b = seen.battle;
        let points: Vec<String> =
            answer.points.iter().filter(|p| **p != Point::Nothing).map(|p| b.id(*p)).collect();
        let verb = Jdg::VERBS[usize::from(answer.verb.0)];
        let side = b.id(Point::Side(seen.side()));
        println!("    {side} {}: {verb} {} -- {}", seen.question.key, points.join(" "), self.0.why());
        answer
    }
}

/// An event, in short.
fn spell(battle: &Battle, event: &Event) -> String {
    let mut text = format!("{} {}", event.rule, event.key);
    for (name, value) in &event.facts {
        let value = match value {
            Value::Point(point) => battle.id(*point),
            Value::Number(number) => number.to_string(),
            Value::Word(word) => (*word).to_owned(),
        };
        text.push_str(&format!(" {name}={value}"));
    }
    for part in event.sums.iter().flat_map(|sum| &sum.parts) {
        text.push_str(&format!(" [{} {}]", part.label, part.effect));
    }
    text
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = |i: usize, default: &str| args.get(i).cloned().unwrap_or_else(|| default.to_owned());
    let seed = text(1, "0").parse().unwrap_or(0);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(text(0, "maida"));
    let battle = match BattleFiles::read(&folder).and_then(|files| files.load(&ChartFiles::default())) {
        Ok(battle) => battle,
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::FAILURE;
        }
    };
    let seat = |i: usize| staff::jdg::player(&text(2 + i, "sergeant"), seed * 2 + i as u64).map(Aloud);
    let (Some(mut first), Some(mut second)) = (seat(0), seat(1)) else {
        eprintln!("players are: {}", staff::jdg::NAMES.join(", "));
        return ExitCode::FAILURE;
    };
    let mut sink = |event: Event| println!("{}", spell(&battle, &event));
    let mut umpire = Staff::new(vec![&mut first, &mut second], FastDice::new(seed)).telling(&mut sink);
    let mut state = Jdg::start(&battle);
    if let Err(stop) = play_out::<Jdg>(&battle, &mut state, &mut umpire, 100_000) {
        eprintln!("{stop:?}");
        return ExitCode::FAILURE;
    }
    println!("{:?}", Jdg::outcome(&battle, &state));
    ExitCode::SUCCESS
}

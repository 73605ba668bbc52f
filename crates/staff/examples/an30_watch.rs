//! Shows a game between computer players, decision by decision with their reasons:
//! `cargo run -p staff --example an30_watch -- quatre-bras.gemioncourt 7 sergeant sergeant`.

use std::path::Path;
use std::process::ExitCode;

use an30::Battle;
use an30::files::arrange::BattleFiles;
use an30::files::charts::ChartFiles;
use an30::variant::{Edition, Standard};
use staff::an30::Rules;
use table::dice::FastDice;
use table::umpires::{Staff, play_out};
use table::{Answer, Event, Names, Player, Point, Rulebook, SeenQuestion, Value};

/// A player whose decisions are printed.
struct Aloud(Box<dyn Player<Rules>>);

impl Player<Rules> for Aloud {
    fn decide(&mut self, seen: &SeenQuestion<'_, Rules>) -> Answer {
        let answer = self.0.decide(seen);
        let b = seen.battle;
        let points: Vec<String> =
            answer.points.iter().filter(|p| **p != Point::Nothing).map(|p| b.id(*p)).collect();
        let verb = Rules::VERBS[usize::from(answer.verb.0)];
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
    let name = text(0, "quatre-bras.gemioncourt");
    let (folder, further) = name.split_once('.').unwrap_or((&name, ""));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(folder);
    let files = match further {
        "" => BattleFiles::read(&folder),
        further => BattleFiles::read_further(&folder, further),
    };
    let battle = match files.and_then(|files| files.load(&ChartFiles::default(), Standard::STEPS)) {
        Ok(battle) => battle,
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::FAILURE;
        }
    };
    let seat = |i: usize| staff::an30::player(&text(2 + i, "sergeant"), seed * 2 + i as u64).map(Aloud);
    let (Some(mut first), Some(mut second)) = (seat(0), seat(1)) else {
        eprintln!("players are: {}", staff::an30::NAMES.join(", "));
        return ExitCode::FAILURE;
    };
    let mut sink = |event: Event| println!("{}", spell(&battle, &event));
    let mut umpire = Staff::new(vec![&mut first, &mut second], FastDice::new(seed)).telling(&mut sink);
    let mut state = Rules::start(&battle);
    if let Err(stop) = play_out::<Rules>(&battle, &mut state, &mut umpire, 100_000) {
        eprintln!("{stop:?}");
        return ExitCode::FAILURE;
    }
    println!("{:?}", Rules::outcome(&battle, &state));
    ExitCode::SUCCESS
}

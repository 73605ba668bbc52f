//! One question: what a side may do, and why not something else: `cargo run -p jdg --example one_question -- saalfeld 3`.
//!
//! Sets up a battle, lets chance play some steps, and stops at the next decision: the question, the legal answers, and for an answer that
//! the rules forbid the rule that bars it.

use std::path::Path;
use std::process::ExitCode;

use jdg::Jdg;
use jdg::files::arrange;
use table::dice::FastDice;
use table::umpires::{RandomPlayer, Staff, play_out};
use table::{Answer, Decision, Doors, Names, Play, Point, Rulebook, Stop, Throw, Umpire};

/// An umpire who looks at the first question that leaves a choice, and stops there.
struct Onlooker;

impl Umpire<Jdg> for Onlooker {
    fn answer(&mut self, asked: &Decision<'_, Jdg>) -> Play<Answer> {
        let spell = |answer: &Answer| {
            let things = answer.points.iter().filter(|point| **point != Point::Nothing);
            let things: Vec<String> = things.map(|point| asked.battle.id(*point)).collect();
            format!("{} {}", Jdg::VERBS[usize::from(answer.verb.0)], things.join(" "))
        };
        if let [only] = asked.legal {
            return Ok(*only);
        }
        let question = asked.question;
        println!(
            "{} is asked `{}` ({})",
            asked.battle.id(Point::Side(question.side)),
            question.key,
            question.rule
        );
        for answer in asked.legal.iter().take(8) {
            println!("  may: {}", spell(answer));
        }
        if let Some(more) = asked.legal.len().checked_sub(9) {
            println!("  and {} more", more + 1);
        }
        let wild = Answer::one(asked.legal[0].verb, Point::Unit(0));
        match asked.judge(&wild) {
            Ok(()) => println!("  may: {}", spell(&wild)),
            Err(refusal) => println!("  may not: {}: {} by {}", spell(&wild), refusal.why, refusal.rule),
        }
        Err(Stop::Waiting)
    }

    fn throw(&mut self, _: &Throw<'_>) -> Play<u32> {
        Ok(0)
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("saalfeld", String::as_str);
    let steps = args.get(1).and_then(|steps| steps.parse().ok()).unwrap_or(3);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles").join(name);
    let battle = match arrange::read(&folder) {
        Ok(battle) => battle,
        Err(faults) => {
            eprintln!("{faults}");
            return ExitCode::FAILURE;
        }
    };
    let mut state = Jdg::start(&battle);
    let (mut first, mut second) = (RandomPlayer::new(1), RandomPlayer::new(2));
    let mut staff = Staff::<Jdg>::new(vec![&mut first, &mut second], FastDice::new(1806));
    if let Err(stop) = play_out::<Jdg>(&battle, &mut state, &mut staff, steps) {
        eprintln!("{stop:?}");
        return ExitCode::FAILURE;
    }
    let mut onlooker = Onlooker;
    let mut doors = Doors::new(&battle, &mut onlooker);
    while Jdg::step(&battle, &mut state, &mut doors).is_ok_and(|flow| flow == table::Flow::Continue) {}
    ExitCode::SUCCESS
}

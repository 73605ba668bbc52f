//! Scripts of vignettes for a rulebook that knows neither hexes nor files.

use muster::{Fault, Faults, Source, Spanned};

use crate::toy::{Toy, ToyBattle, ToyState, verb};
use crate::vignette::{Case, Check, Line, Script, Staged, Vignette, same};
use crate::{Names, Point, Verb};

impl Staged for Toy {
    const EXPECTS: &'static [&'static str] = &["strength"];
    const QUIET: &'static [Verb] = &[verb::PASS];

    fn read(source: &Source) -> Result<Vignette<Toy>, Faults> {
        let case = read(&source.text)?;
        Ok(Vignette { title: "toy".to_owned(), rules: vec!["3".to_owned()], cases: vec![case] })
    }

    fn die(word: &str) -> Result<Point, Fault> {
        word.parse().map(Point::Number).map_err(|_| Fault::new(format!("{word:?} is no throw")))
    }

    fn marker(battle: &ToyBattle, word: &str) -> Result<Point, Fault> {
        battle.find(word).ok_or_else(|| Fault::unknown("side", word, &["red", "blue"]))
    }

    fn holds(battle: &ToyBattle, state: &ToyState, _what: &str, words: &[&str]) -> Check {
        let squad = words.first().and_then(|word| battle.find(word));
        let Some(Point::Unit(squad)) = squad else { return Err("which squad?".to_owned()) };
        same(&words[1..], &[&state.strength[usize::from(squad)].to_string()])
    }
}

fn read(script: &str) -> Result<Case<Toy>, Faults> {
    let battle = ToyBattle { start: [4, 1, 2, 5, 8, 9], ..ToyBattle::default() };
    let script = Script::parse::<Toy>(
        &Source::new("toy.toml", script.to_owned()),
        &Spanned::new(0..script.len(), script.to_owned()),
        &battle,
    )?;
    Ok(Case { name: String::new(), battle, script })
}

/// The lines that differ from what was expected.
fn differences(script: &str) -> Vec<String> {
    let case = read(script).unwrap_or_else(|faults| panic!("{faults}"));
    case.run().differences().map(|(place, what)| format!("{}: {what}", place.line)).collect()
}

const FIRE: &str = "red: pass
blue: reserve blue-1
draw red
fire red-1 blue-1
";

#[test]
fn a_script_is_played_and_compared() {
    let hit = format!(
        "{FIRE}refuse evade p7 by 4 key short.not_offered
expect question react blue 4
expect answers evade p6; stand
stand
expect strength blue-1 3
throw 6
expect event fire.done unit=red-1 target=blue-1 result=hit modifiers=0
expect parts fire.done strength=3 distance=-1 reserve=-2 total=0
expect strength blue-1 2
"
    );
    assert_eq!(differences(&hit), Vec::<String>::new());
    let miss = hit.replace("throw 6", "throw 5");
    assert_eq!(differences(&miss).len(), 2, "no such event, and no loss: {:?}", differences(&miss));
    let other = hit.replace("key short.not_offered", "key short.other");
    assert_eq!(
        differences(&other),
        ["5: refuse evade p7 by 4 key short.other: refused by 4 key short.not_offered"]
    );
}

#[test]
fn a_script_that_ends_inside_a_step_says_what_is_due() {
    let run = read(FIRE).expect("it reads").run();
    assert!(run.is_inside && run.differences().count() == 0);
    assert!(
        matches!(run.lines.last(), Some(Line::Due(due)) if due == "blue decides: react (4); legal: stand; evade p6"),
        "{:?}",
        run.lines.last()
    );
}

#[test]
fn words_that_mean_nothing_are_faults_with_their_place() {
    let fault = |script: &str| read(script).map(|_| ()).expect_err("it is a fault").to_string();
    for (script, place, words) in [
        ("red: passs\n", "toy.toml:1:1", "did you mean `pass`"),
        ("pass\ngreen: pass\n", "toy.toml:2:1", "green"),
        ("expect strenght blue-1\n", "toy.toml:1:1", "strength"),
        ("throw x\n", "toy.toml:1:1", "no throw"),
        ("draw rad\n", "toy.toml:1:1", "red"),
    ] {
        let fault = fault(script);
        assert!(fault.contains(place) && fault.contains(words), "{fault}");
    }
}

#[test]
fn the_rest_is_skipped_to_the_end() {
    let run = read("skip\n").expect("it reads").run();
    assert_eq!(run.differences().count(), 0, "{:?}", run.lines.last());
    assert_eq!(run.state.turn, 5, "five turns are passed");
    assert_eq!(differences("skip\nexpect over draw\n"), Vec::<String>::new());
    assert_eq!(differences("skip\nexpect over draw 5\n"), Vec::<String>::new());
    assert_eq!(differences("skip\nexpect over red\n"), ["2: expect over red: it is draw 5"]);
    assert_eq!(differences("skip\nexpect over draw 4\n"), ["2: expect over draw 4: it is draw 5"]);
}

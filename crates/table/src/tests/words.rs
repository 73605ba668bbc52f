use std::collections::BTreeSet;

use crate::phrase::Catalogue;
use crate::report::{ReportFormat, report};
use crate::toy::{Toy, ToyBattle, verb};
use crate::{Answer, Event, Modifiers, Point, Rank, Refusal, Side, Verb, rule, text};

const CATALOGUE: &str = r#"
format = 1
[event]
turn.start = "Turn {turn}"
"fire.done" = "{unit} fires at {target}: {die}, {result}"
"sum" = "Sum {modifiers}."
[refusal]
"fire.far" = "{target} is out of range of {unit}"
[modifier]
strength = "strength"
[verb]
fire = "Fire with"
march = "{unit} marches to {hex}"
[word]
hit = "a hit"
[question]
react = "What does {unit} do, {side}?"
"#;

fn fired() -> Event {
    let sum = Modifiers::new().and(3, "strength", rule!("5.2")).and(-1, "distance", rule!("5.3"));
    Event::new(rule!("5"), "fire.done")
        .unit("unit", 0)
        .unit("target", 3)
        .number("die", 7)
        .word("result", "hit")
        .parts(&sum)
}

#[test]
fn answers_print_and_parse() {
    let battle = ToyBattle::default();
    for verb in 0..8 {
        for a in points() {
            for b in points() {
                let answer = Answer::two(Verb(verb), a, b);
                let text = text::print::<Toy>(&battle, &answer);
                assert_eq!(text::parse::<Toy>(&battle, &text), Ok(answer), "{text}");
            }
        }
    }
}

fn points() -> Vec<Point> {
    vec![
        Point::Nothing,
        Point::Unit(4),
        Point::Leader(2),
        Point::Place(9),
        Point::Facing(5),
        Point::Formation(300),
        Point::Marker(1),
        Point::Side(Side(1)),
        Point::Number(-3),
    ]
}

#[test]
fn a_misspelt_verb_is_told_the_nearest() {
    let error = text::parse::<Toy>(&ToyBattle::default(), "marhc red-1 p1").unwrap_err();
    assert_eq!(error.to_string(), "`marhc` is not something one can do; did you mean `march`?");
    assert!(text::parse::<Toy>(&ToyBattle::default(), "march red-9 p1").is_err());
    assert!(text::parse::<Toy>(&ToyBattle::default(), "march #1 #2 #3 #4").is_err());
    assert!(text::parse::<Toy>(&ToyBattle::default(), "").is_err());
}

#[test]
fn an_event_renders_with_every_modifier_and_its_rule() {
    let catalogue = Catalogue::parse(CATALOGUE).unwrap();
    let battle = ToyBattle::default();
    assert_eq!(
        catalogue.event(&battle, &fired()),
        "Red squad 1 fires at Blue squad 1: 7, a hit (+2: strength +3 [5.2], distance -1 [5.3])"
    );
    let sum = Event::new(rule!("5"), "sum").parts(&Modifiers::new().and(0, "strength", rule!("5.2")));
    assert_eq!(catalogue.event(&battle, &sum), "Sum (0: strength 0 [5.2]).");
    assert_eq!(catalogue.lacks_for_event(&fired()), ["modifier.distance"]);
}

#[test]
fn what_is_missing_renders_legibly() {
    let catalogue = Catalogue::default();
    let battle = ToyBattle::default();
    assert_eq!(
        catalogue.event(&battle, &Event::new(rule!("1"), "x.y").unit("unit", 1).number("n", 3)),
        "x.y: unit Red squad 2, n 3"
    );
    assert_eq!(catalogue.lacks_for_event(&Event::new(rule!("1"), "x.y")), ["event.x.y"]);
    let catalogue = Catalogue::parse(CATALOGUE).unwrap();
    assert_eq!(catalogue.event(&battle, &Event::new(rule!("1"), "turn.start")), "Turn {turn}");
    assert_eq!(
        catalogue.lacks_for_event(&Event::new(rule!("1"), "turn.start")),
        ["event.turn.start: {turn}"]
    );
    assert!(catalogue.lacks_for_verbs::<Toy>().contains(&"verb.pass".to_string()));
}

#[test]
fn refusals_questions_and_answers_render() {
    let catalogue = Catalogue::parse(CATALOGUE).unwrap();
    let battle = ToyBattle::default();
    let refusal =
        Refusal::new(rule!("3.3"), "fire.far").with("unit", Point::Unit(0)).with("target", Point::Unit(5));
    assert_eq!(catalogue.refusal(&battle, &refusal), "Blue squad 3 is out of range of Red squad 1 [3.3]");
    let about = [Point::Unit(3), Point::Nothing, Point::Nothing];
    assert_eq!(catalogue.asking(&battle, Side(1), "react", &about), "What does Blue squad 1 do, Blue?");
    assert_eq!(catalogue.asking(&battle, Side(1), "other", &about), "other: unit Blue squad 1, side Blue");
    let fire = Answer::two(verb::FIRE, Point::Unit(0), Point::Unit(3));
    assert_eq!(catalogue.answer::<Toy>(&battle, &fire), "Fire with Red squad 1 Blue squad 1");
    let march = Answer::two(verb::MARCH, Point::Unit(0), Point::Place(3));
    assert_eq!(catalogue.answer::<Toy>(&battle, &march), "Red squad 1 marches to p3");
}

#[test]
fn a_faulty_catalogue_names_line_and_column() {
    let faults = Catalogue::parse("format = 1\n[evnet]\na = \"b\"\n").unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "line 2, column 2: `evnet` is no table of a catalogue; did you mean `[event]`?"
    );
    assert_eq!(Catalogue::parse("[event]\na = \"{b\"\n").unwrap_err()[0].line, 2);
    assert_eq!(Catalogue::parse("[event]\na = 3\n").unwrap_err()[0].line, 2);
    assert!(Catalogue::parse("[event\n").is_err());
}

#[test]
fn a_report_groups_by_turn_and_activation() {
    let catalogue = Catalogue::parse(CATALOGUE).unwrap();
    let battle = ToyBattle::default();
    let events = [
        Event::new(rule!("1"), "turn.start").opening(Rank::Turn).number("turn", 1),
        Event::new(rule!("2"), "activation.start").opening(Rank::Section),
        fired(),
    ];
    let plain = report("A fight", &events, &catalogue, &battle, ReportFormat::Plain);
    assert!(
        plain.starts_with("A fight\n=======\n\nTurn 1\n------\n\nactivation.start\n  Red squad 1 fires"),
        "{plain}"
    );
    assert!(report("A", &events, &catalogue, &battle, ReportFormat::Markdown).contains("## Turn 1\n"));
    let html = report("A & B", &events, &catalogue, &battle, ReportFormat::Html);
    assert!(html.contains("<h1>A &amp; B</h1>") && html.ends_with("</ul>\n</html>\n"), "{html}");
}

#[test]
fn the_catalogues_of_the_books_parse() {
    let books = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books");
    for book in std::fs::read_dir(books).unwrap() {
        let path = book.unwrap().path().join("messages.en.toml");
        if let Ok(text) = std::fs::read_to_string(&path) {
            Catalogue::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()));
        }
    }
}

/// The names of a template's blanks, without order or repetition.
fn blanks(template: &str) -> BTreeSet<&str> {
    template.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name).collect()
}

/// Excess and gaps of a translation, line by line.
fn unlike(english: &Catalogue, other: &Catalogue) -> Vec<String> {
    let mut faults = Vec::new();
    for (table, key) in english.keys() {
        let own = blanks(english.template(table, key).unwrap_or_default());
        let Some(theirs) = other.template(table, key).map(blanks) else {
            faults.push(format!("[{table}] {key} is missing"));
            continue;
        };
        faults.extend(own.difference(&theirs).map(|name| format!("[{table}] {key} lacks {{{name}}}")));
        faults.extend(theirs.difference(&own).map(|name| format!("[{table}] {key} must not use {{{name}}}")));
    }
    let extra = other.keys().filter(|(table, key)| english.template(table, key).is_none());
    faults.extend(extra.map(|(table, key)| format!("[{table}] {key} is not in English")));
    faults
}

#[test]
fn a_translation_unlike_the_english_names_what_differs() {
    let english = Catalogue::parse("[event]\na = \"{x} {y}\"\nb = \"b\"\n").unwrap();
    let other = Catalogue::parse("[event]\na = \"{x} {z}\"\n[verb]\nc = \"c\"\n").unwrap();
    assert_eq!(
        unlike(&english, &other),
        [
            "[event] a lacks {y}",
            "[event] a must not use {z}",
            "[event] b is missing",
            "[verb] c is not in English"
        ]
    );
}

#[test]
fn the_translations_have_the_keys_and_blanks_of_the_english() {
    let books = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books");
    let read = |path: &std::path::Path| {
        let text = std::fs::read_to_string(path).unwrap();
        Catalogue::parse(&text).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()))
    };
    let mut translations = 0;
    let folders = std::fs::read_dir(&books).unwrap().map(|book| book.unwrap().path());
    // The words of the house stand beside the books' folders.
    for folder in folders.chain([books.clone()]) {
        for file in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !name.starts_with("messages.") || name == "messages.en.toml" {
                continue;
            }
            let faults = unlike(&read(&folder.join("messages.en.toml")), &read(&path));
            assert!(faults.is_empty(), "{}:\n{}", path.display(), faults.join("\n"));
            translations += 1;
        }
    }
    assert!(translations > 0, "there is at least the French of one book");
}

#[test]
fn a_translation_fills_its_gaps_with_other_words() {
    let parse = |text: &str| Catalogue::parse(text).expect("it parses");
    let english = parse("[event]\na = \"one\"\nb = \"two\"\n");
    let french = parse("[event]\na = \"un\"\n").or(&english);
    let said = ["a", "b"].map(|key| french.template("event", key));
    assert_eq!(said, [Some("un"), Some("two")]);
}

/// The things that no blank of a verb's label has taken follow it; a marker is called by its own word, if there is one.
#[test]
fn answers_in_words_leave_nothing_out() {
    let catalogue = Catalogue::parse(CATALOGUE).expect("well formed");
    let battle = ToyBattle::default();
    let answer = |points| catalogue.answer::<Toy>(&battle, &Answer { verb: verb::MARCH, points });
    let (squad, place) = (Point::Unit(0), Point::Place(2));
    assert_eq!(answer([squad, place, Point::Nothing]), "Red squad 1 marches to p2");
    assert_eq!(answer([squad, place, Point::Number(4)]), "Red squad 1 marches to p2 4");
    let named = CATALOGUE.replace("hit = \"a hit\"", "hit = \"a hit\"\n\"title.red\" = \"the red chip\"");
    let named = Catalogue::parse(&named).expect("well formed");
    let titles = [0, 1].map(|marker| named.title(&battle, Point::Marker(marker)));
    assert_eq!(titles, ["the red chip", "blue"]);
    assert_eq!(named.title(&battle, squad), "Red squad 1");
}

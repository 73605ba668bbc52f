//! Data that is built in is whole, and what is asked for is found.

use engraver::text::Colours;
use shelf::{Language, LineKind, Telling};
use std::path::Path;

use table::Point;
use table::report::{ReportFormat, report};

#[test]
fn every_battle_opens_and_draws() {
    for book in shelf::known() {
        assert!(!book.battles().is_empty(), "{} has battles", book.id());
        for entry in book.battles() {
            let table = book.load(&shelf::Order::of(&entry.id)).expect("a built-in battle loads");
            assert_eq!(table.id(), entry.id);
            assert!(table.text(100, Colours::Without, shelf::Language::ENGLISH).lines().count() > 10);
            let game = table.open([None, None], [7; 32]).expect("a built-in battle opens");
            assert!(!game.pending().is_empty());
            assert!(
                report("So far", game.log(), game.catalogue(), game.names(), ReportFormat::Plain)
                    .contains("So far")
            );
        }
    }
}

#[test]
fn an_unknown_battle_brings_the_nearest() {
    let faults =
        shelf::books()[0].load(&shelf::Order::of("saalfedl")).err().expect("there is no such battle");
    assert!(faults.to_string().contains("did you mean \"saalfeld\""), "{faults}");
}

fn is_offered(book: &dyn shelf::Book) -> bool {
    shelf::book(book.id()).is_ok()
}

/// Whether the index of a book has a rule, or that of the book which it revises: of what it leaves as it is it cites that.
fn is_listed(book: &dyn shelf::Book, id: &str) -> bool {
    let lists = |book: &dyn shelf::Book| book.index(shelf::Language::ENGLISH).rule(id).is_some();
    lists(book) || book.base().is_some_and(lists)
}

#[test]
fn every_rule_that_the_code_cites_is_in_the_index() {
    for book in shelf::known() {
        assert_eq!(book.index(shelf::Language::ENGLISH).unlisted(), Vec::new(), "{}", book.id());
    }
}

#[test]
fn coverage_finds_code_and_tests() {
    let index = shelf::books()[0].index(shelf::Language::ENGLISH);
    let found = index.coverage("8.8.1");
    assert!(found.code.iter().any(|(file, line)| file.ends_with("refusal.rs") && *line > 0));
    assert!(found.tests.iter().any(|test| test.contains("r8_8_1_")));
    assert_eq!(index.nearest("8.8.9"), Some("8.8"));
    assert!(index.search("refusal infantry").any(|rule| rule.id == "8.8.1"));
}

#[test]
fn built_in_files_check_clean() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for file in [
        "battles/maida/ground.toml",
        "battles/tutorial/tutorial.toml",
        "books/jdg/index.toml",
        "books/jdg/charts/fire.toml",
    ] {
        let kind = shelf::check(&root.join(file));
        assert!(kind.is_ok(), "{file}: {}", kind.err().map(|faults| faults.to_string()).unwrap_or_default());
    }
}

#[test]
fn a_lesson_is_shown_once_and_the_latest_drops_the_earlier() {
    let text = "format = 1\n\
        [[lesson]]\nturn = 1\nphase = \"move.unit\"\ntitle = \"First\"\ntext = \"a\"\n\
        [[lesson]]\nturn = 2\nphase = \"move.unit\"\ntitle = \"Second\"\ntext = \"b\"\n";
    let mut lessons = shelf::Lessons::read(&muster::Source::new("tutorial.toml", text)).expect("well formed");
    let mut due = |turn, key| lessons.due(turn, key, |_| true).map(|lesson| lesson.title);
    assert!(due(1, "fire.battery").is_none());
    assert_eq!(due(2, "move.unit"), Some("Second".to_owned()));
    assert!(due(2, "move.unit").is_none());
}

#[test]
fn a_lesson_about_an_answer_waits_until_it_is_offered_and_drops_no_other() {
    let text = "format = 1\n\
        [[lesson]]\nturn = 1\nphase = \"move.step\"\nverb = \"charge\"\ntitle = \"Charge\"\ntext = \"a\"\n\
        [[lesson]]\nturn = 2\nphase = \"move.step\"\nverb = \"form\"\ntitle = \"Form\"\ntext = \"b\"\n";
    let mut lessons = shelf::Lessons::read(&muster::Source::new("tutorial.toml", text)).expect("well formed");
    let mut due = |turn, offered: &str| {
        lessons.due(turn, "move.step", |verb| offered.contains(verb)).map(|lesson| lesson.title)
    };
    assert_eq!(due(3, "go"), None);
    assert_eq!(due(1, "form"), None);
    assert_eq!(due(3, "charge form"), Some("Charge".to_owned()));
    assert_eq!(due(3, "charge form"), Some("Form".to_owned()));
    assert_eq!(due(3, "charge form"), None);
}

#[test]
fn a_lesson_about_no_answer_is_a_fault_with_its_place() {
    let text = "format = 1\n[[lesson]]\nturn = 1\nphase = \"move.step\"\nverb = \"charg\"\ntitle = \"First\"\ntext = \"a\"\n";
    let faults = shelf::Lessons::read(&muster::Source::new("tutorial.toml", text)).expect_err("misspelt");
    let expected = "tutorial.toml:5:8: no answer has the verb \"charg\"; did you mean \"charge\"?";
    assert_eq!(faults.to_string(), expected);
}

#[test]
fn a_lesson_for_no_question_is_a_fault_with_its_place() {
    let text = "format = 1\n[[lesson]]\nturn = 1\nphase = \"move.unti\"\ntitle = \"First\"\ntext = \"a\"\n";
    let faults = shelf::Lessons::read(&muster::Source::new("tutorial.toml", text)).expect_err("misspelt");
    let expected = "tutorial.toml:4:9: no question has the key \"move.unti\"; did you mean \"move.unit\"?";
    assert_eq!(faults.to_string(), expected);
}

#[test]
fn a_match_follows_from_its_seed() {
    let table = shelf::books()[0].load(&shelf::Order::of("tutorial")).expect("it is built in");
    let once = table.play(["recruit", "recruit"], 5, Telling::Log).expect("it ends");
    let again = table.play(["recruit", "recruit"], 5, Telling::Log).expect("it ends");
    assert_eq!(once, again);
    assert!(!once.log.is_empty());
    assert!(table.play(["recrut", "recruit"], 5, Telling::Silent).is_err_and(|why| why.contains("recruit")));
}

#[test]
fn the_odds_of_the_measured_shock_cover_every_case() {
    let book = shelf::books()[0];
    let vignette = book.vignette(&book.bench_vignette()).expect("well formed");
    assert_eq!(vignette.run(0).differences(), 0);
    let odds = vignette.odds(0).expect("it has odds");
    assert!(odds.is_complete);
    assert!(odds.ends.len() > 10);
}

#[test]
fn every_rulebook_has_its_data_and_where_it_is_offered_a_recorded_playthrough_of_each_battle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for book in shelf::known() {
        let id = book.id();
        for file in ["index.toml", "messages.en.toml"] {
            assert!(root.join("books").join(id).join(file).is_file(), "books/{id} has no {file}");
        }
        assert!(!book.index(shelf::Language::ENGLISH).rules.is_empty(), "the index of {id} lists no rule");
        assert!(!shelf::vignettes(id).is_empty(), "{id} has no vignettes");
        for battle in book.battles().into_iter().filter(|_| is_offered(book)) {
            let path = root.join("recorded").join(id).join(format!("{}.txt", battle.id));
            let recorded = std::fs::read_to_string(&path);
            let whole =
                recorded.is_ok_and(|text| text.lines().count() > 100 && text.contains("\nover, won by "));
            assert!(whole, "{} is no recorded playthrough", path.display());
        }
    }
}

#[test]
fn every_rule_that_is_done_is_enforced_and_shown() {
    for book in shelf::known() {
        let done = book
            .index(shelf::Language::ENGLISH)
            .rules
            .iter()
            .filter(|rule| rule.status == shelf::RuleStatus::Done);
        for rule in done {
            let found = book.index(shelf::Language::ENGLISH).coverage(&rule.id);
            assert!(!found.code.is_empty(), "no code cites {} {}", rule.id, rule.title);
            assert!(!found.tests.is_empty(), "no vignette and no test shows {} {}", rule.id, rule.title);
        }
    }
}

#[test]
fn vignettes_show_rules_that_exist() {
    for book in shelf::known() {
        for path in shelf::vignettes(book.id()) {
            let source = shelf::find_vignette(path).expect("it is built in");
            let vignette = book.vignette(&source).unwrap_or_else(|faults| panic!("{faults}"));
            assert!(!vignette.rules().is_empty(), "{path} names no rule");
            for rule in vignette.rules() {
                assert!(is_listed(book, rule), "{path}: the index has no rule {rule}");
            }
        }
    }
}

#[test]
fn translations_fit_what_they_translate() {
    let english = shelf::Language::ENGLISH;
    for book in shelf::known() {
        for language in shelf::Language::all() {
            let (words, index) = (book.catalogue(language), book.index(language));
            assert!(words.keys().eq(book.catalogue(english).keys()), "{}: other keys", language.code());
            let ids =
                |index: &shelf::Index| index.rules.iter().map(|rule| rule.id.clone()).collect::<Vec<_>>();
            assert_eq!(ids(index), ids(book.index(english)), "{}", language.code());
            for entry in book.battles() {
                let table = book.load(&shelf::Order::of(&entry.id)).expect("it loads");
                let due = |lessons: shelf::Lessons| -> Vec<(u16, String, Option<String>)> {
                    let when = |l: &shelf::Lesson| (l.turn, l.phase.clone(), l.verb.clone());
                    lessons.all().iter().map(when).collect()
                };
                let (own, first) = (due(table.lessons(language)), due(table.lessons(english)));
                assert_eq!(own, first, "the lessons of {} in {}", entry.id, language.code());
            }
        }
    }
}

#[test]
fn the_charge_of_cavalry_is_shown_with_its_routes_and_that_of_infantry_is_not() {
    let book = &shelf::books()[0];
    let table = book.load(&shelf::Order::of("tutorial")).expect("a built-in battle loads");
    let game = table.open([None, None], [7; 32]).expect("a built-in battle opens");
    let unit = |id: &str| {
        let at = table
            .board(shelf::Viewpoint::Of(None), shelf::Language::ENGLISH)
            .units
            .iter()
            .position(|unit| unit.id == id)
            .expect("the unit is in the battle");
        Point::Unit(at as u16)
    };
    let charge = |id: &str| game.overlay(None, unit(id), ("charge", None));
    let hussars = charge("hussards-9").expect("hussars charge").hexes;
    assert!(hussars.len() > 5, "{hussars:?}");
    let mut starts = Vec::new();
    for start in &hussars {
        let (mut at, mut steps) = (start.hex, 0);
        while let Some(step) = hussars.iter().find(|other| other.hex == at) {
            at = step.from.expect("every hex has one before it");
            steps += 1;
            assert!(steps <= hussars.len(), "no route runs in a ring");
        }
        starts.push(at);
    }
    starts.dedup();
    assert_eq!(starts.len(), 1, "every route begins where the unit stands");
    assert!(charge("grenadiers-1").is_err());
}

/// No ending is named like another one, in any language.
#[test]
fn every_ending_has_a_name_of_its_own() {
    for book in shelf::known() {
        for language in shelf::Language::all() {
            let words = book.catalogue(language);
            let mut names = std::collections::BTreeMap::new();
            for (_, key) in words.keys().filter(|(table, _)| *table == "ending") {
                let (question, verb) = key.rsplit_once('.').expect("a question's key and a verb");
                assert!(words.template("question", question).is_some(), "{key}: no such question");
                assert!(words.template("verb", verb).is_some(), "{key}: no such verb");
                let name = words.template("ending", key).expect("it is there").to_lowercase();
                let before = names.insert(name, key.to_owned());
                assert_eq!(before, None, "{key} has the same name in {}", language.code());
            }
            assert!(!names.is_empty(), "{}", book.id());
        }
    }
}

/// A referee tells of every vignette in sentences with no blank left in them, and all is as expected.
#[test]
fn vignettes_are_refereed_in_sentences() {
    let mut raw = Vec::new();
    for path in shelf::known().flat_map(|book| shelf::vignettes(book.id())) {
        let source = shelf::find_vignette(path).expect("it is built in");
        let book = shelf::book_of(&source).expect("a rulebook that is known").expect("it names it");
        let vignette = book.vignette(&source).unwrap_or_else(|faults| panic!("{faults}"));
        for case in 0..vignette.cases().len() {
            let run = vignette.run(case);
            assert_eq!(run.differences(), 0, "{path}");
            let told = |line: &&shelf::CaseLine| matches!(line.kind, LineKind::Event | LineKind::Refused);
            let blank = run.lines.iter().filter(told).filter(|line| line.text.contains('{'));
            raw.extend(blank.map(|line| format!("{path}: {}", line.text)));
        }
    }
    assert!(raw.is_empty(), "{raw:#?}");
}

/// The numbers that a chart's rows name as where their figures are stated: what follows `text` in a quoted note.
fn stated(chart: &str) -> Vec<String> {
    let notes = chart.lines().filter(|line| !line.trim_start().starts_with('#'));
    let notes =
        notes.flat_map(|line| line.split('"').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>());
    let number =
        |rest: &str| rest.split([' ', ',', ';']).next().map(|word| word.trim_end_matches('.').to_owned());
    let in_note = |note: String| note.split("text ").skip(1).filter_map(number).collect::<Vec<_>>();
    let found = notes.flat_map(in_note);
    found.filter(|word| word.starts_with(|c: char| c.is_ascii_digit() || c.is_ascii_uppercase())).collect()
}

#[test]
fn charts_name_rules_of_their_books_index() {
    let books = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../books");
    // A book whose charts are all reconstructed cites none.
    let mut numbers = 0;
    for book in shelf::known() {
        for name in book.chart_names() {
            let of = |id: &str| books.join(id).join("charts").join(format!("{name}.toml"));
            // A revision has the charts that differ.
            let base = book.base().map(|base| of(base.id()));
            let file = [Some(of(book.id())), base].into_iter().flatten().find(|file| file.is_file());
            let file = file.unwrap_or_else(|| panic!("{} has no chart {name}", book.id()));
            let text = std::fs::read_to_string(&file).expect("a standard chart is a file");
            for number in stated(&text) {
                numbers += 1;
                assert!(is_listed(book, &number), "{}: the index has no rule {number:?}", file.display());
            }
        }
    }
    assert!(numbers > 200, "{numbers} figures are stated by a rule");
}

#[test]
fn languages_are_known_by_their_tags() {
    assert_eq!(Language::of("en-GB"), Some(Language::ENGLISH));
    assert_eq!(Language::of("tlh"), None);
    for language in Language::all() {
        assert_eq!(Language::of(language.code()), Some(language));
    }
}

/// The words of a map's legend: whatever a ground can have, and every symbol of a counter.
#[test]
fn what_a_map_can_show_has_words_in_every_language() {
    use ground::{Feature, Features, Road, Terrain};
    let terrain = Terrain::ALL.map(|terrain| format!("terrain.{}", terrain.name()));
    let water = [Feature::Stream, Feature::River];
    let hexsides =
        Features::OBSTACLES.iter().chain(water).map(|feature| format!("hexside.{}", feature.name()));
    let roads = [Road::Road, Road::Trail].map(|road| format!("road.{}", road.name()));
    let symbols = engraver::Symbol::ALL.map(|symbol| format!("symbol.{}", symbol.word()));
    let rest = ["map", "units", "places", "crossing", "objective", "height", "capitals", "small"]
        .map(|key| format!("legend.{key}"));
    let keys: Vec<String> =
        terrain.into_iter().chain(hexsides).chain(roads).chain(symbols).chain(rest).collect();
    for language in shelf::Language::all() {
        let words = shelf::house_words(language);
        let lacking: Vec<&String> = keys.iter().filter(|key| words.template("word", key).is_none()).collect();
        assert!(lacking.is_empty(), "{}: {lacking:?}", language.code());
    }
}

/// Ground that counters hide: it is said beside them.
#[test]
fn the_list_of_units_names_the_ground_on_which_they_stand() {
    let text = r#"
format = 1
rulebook = "jdg"
title = "On a hill"
rules = ["4.1"]
unit = [{ id = "foot", at = "0404" }, { id = "guns", type = "artillery", at = "0505" }]

[ground]
columns = 8
rows = 8
hexes = { woods = ["0404"] }
levels = { 2 = ["0404"] }
places = { Hilltop = "0404" }
"#;
    let vignette = shelf::read_vignette(&muster::Source::new("hill.toml", text));
    let units = vignette.unwrap_or_else(|faults| panic!("{faults}")).order_of_battle(0);
    let states: Vec<String> = units.into_iter().flat_map(|of| of.units).map(|unit| unit.state).collect();
    assert_eq!(states, ["0404 (Hilltop, woods, height 2), facing E", "0505, facing E"]);
}

/// Words that no name has in French.
const ENGLISH: [&str; 14] = [
    "the", "of", "and", "to", "from", "with", "battery", "guns", "foot", "horse", "line", "light", "guards",
    "road",
];

/// Whether a name has an English word in it.
fn is_english(name: &str) -> bool {
    name.split(|c: char| !c.is_alphanumeric()).any(|word| ENGLISH.contains(&word.to_lowercase().as_str()))
}

/// Every battle has its names in French: those of the sides, of units, formations and leaders, of places, and what the chooser says.
#[test]
fn every_battle_has_its_names_in_french() {
    let french = shelf::Language::of("fr").expect("French is spoken");
    for book in shelf::known() {
        for battle in book.battles() {
            let table = book.load(&shelf::Order::of(&battle.id)).unwrap_or_else(|faults| panic!("{faults}"));
            let entry = table.entry(french);
            assert_ne!(entry.about.blurb, battle.about.blurb, "{}", battle.id);
            let sides = table.sides_in(french).map(|side| side.name);
            let formations = table.order_of_battle(french).into_iter();
            let units = formations.flat_map(|f| f.units.into_iter().map(|u| u.name).chain([f.name]));
            for name in units.chain(sides).chain([entry.title, entry.about.place]) {
                assert!(!is_english(&name), "{}: {name}", battle.id);
            }
        }
    }
}

/// A game speaks of its things in the language of whoever looks, and of the same things.
#[test]
fn a_game_calls_its_things_in_the_language_that_it_speaks() {
    let french = shelf::Language::of("fr").expect("French is spoken");
    let table = shelf::book("jdg").expect("it is known").load(&shelf::Order::of("maida")).expect("it loads");
    let mut game = table.open([None, None], [7; 32]).expect("it begins");
    let title = |game: &dyn shelf::Game| game.names().title(table::Point::Side(table::Side(1)));
    assert_eq!(title(&*game), "British");
    game.speak(french);
    assert_eq!(title(&*game), "Britanniques");
    game.speak(shelf::Language::ENGLISH);
    assert_eq!(title(&*game), "British");
}

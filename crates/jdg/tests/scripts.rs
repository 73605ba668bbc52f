//! Lines of a script: each line on the smallest situation, and each wrong line with its place and what to write instead.

use jdg::vignette::{Transcript, Vignette};
use muster::Source;
use table::vignette::{Line, event_words};

const DUEL: &str = r#"
[ground]
columns = 8
rows = 8

[start]
segment = "announce"

[[unit]]
id = "foot"
at = "0404"

[[unit]]
id = "foe"
side = "red"
at = "0504"
"#;

const WALK: &str = r#"
[ground]
columns = 8
rows = 8

[start]
segment = "movement"

[[unit]]
id = "foot"
at = "0304"

[[unit]]
id = "foe"
side = "red"
at = "0504"
facing = "W"
"#;

const GUNS: &str = r#"
[ground]
columns = 8
rows = 8

[[unit]]
id = "guns"
type = "artillery"
range = [3, 5]
at = "0204"

[[unit]]
id = "foe"
side = "red"
at = "0504"
"#;

fn file(script: &str, rest: &str) -> Source {
    let text = format!(
        "format = 1\nrulebook = \"jdg\"\ntitle = \"t\"\nrules = [\"1\"]\nscript = \"\"\"\n{script}\n\"\"\"\n{rest}"
    );
    Source::new("v.toml", text)
}

fn run(script: &str, rest: &str) -> Transcript {
    match Vignette::read(&file(script, rest)) {
        Ok(vignette) => vignette.cases[0].run(),
        Err(faults) => panic!("{script}: {faults}"),
    }
}

fn differences(script: &str, rest: &str) -> String {
    let run = run(script, rest);
    run.differences().map(|(place, what)| format!("{place}: {what}\n")).collect()
}

fn holds(script: &str, rest: &str) {
    assert_eq!(differences(script, rest), "", "{script}");
}

/// The faults of a file, as text.
fn faults(script: &str, rest: &str) -> String {
    Vignette::read(&file(script, rest)).err().map(|faults| faults.to_string()).unwrap_or_default()
}

fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is not in:\n{text}");
    }
}

fn due(run: &Transcript) -> String {
    let due =
        run.lines.iter().find_map(|line| if let Line::Due(text) = line { Some(text.clone()) } else { None });
    due.unwrap_or_default()
}

#[test]
fn any_throw_does_and_skip_throws_by_itself() {
    holds("attack foot 0504\nthrow any\nskip\n", DUEL);
    let one = run("attack foot 0504\nskip\nexpect no-event test.nothing\n", DUEL);
    assert_eq!(one.differences().count(), 0, "{:?}", one.lines);
    assert!(!one.thrown.is_empty());
    assert_eq!(one.thrown, run("attack foot 0504\nskip\n", DUEL).thrown, "the same throws each time");
}

#[test]
fn the_state_before_a_throw_can_be_looked_at() {
    let look =
        "attack foot 0504\nexpect unit foe good at=0504\nexpect no-event shock.result\nthrow 9\nskip\n";
    holds(look, DUEL);
    let plain = run("attack foot 0504\nthrow 9\nskip\n", DUEL);
    let seen = run(look, DUEL);
    assert_eq!(seen.state, plain.state, "looking changes nothing");
    assert_eq!(seen.events().count(), plain.events().count(), "and nothing is told twice");
    assert_eq!(seen.answers, plain.answers);
    let wrong = differences("attack foot 0504\nexpect unit foe routed\nthrow 9\nskip\n", DUEL);
    has(&wrong, &["v.toml:7:1", "foe routed: routed is not so"]);
}

#[test]
fn a_script_stops_before_a_throw_and_says_what_is_due() {
    let run_to =
        run("attack foot 0504\nexpect question attack.none\nstop\nexpect unit foe good at=0504\n", DUEL);
    assert_eq!(run_to.differences().count(), 1, "a question is no throw: {:?}", run_to.lines);
    let throw = "attack foot 0504\nexpect no-question shock.none\nthrow 9\nexpect unit foe good\nstop\nexpect unit foe at=0504\n";
    let run_to = run(throw, DUEL);
    assert_eq!(run_to.differences().count(), 0, "{:?}", run_to.lines);
    has(&due(&run_to), &["red decides: withdraw.to", "legal: back 0503; back 0603"]);
    has(&due(&run("attack foot 0504\nthrow 9\n", DUEL)), &["red decides: withdraw.to"]);
    has(&differences("attack foot 0504\nthrow 9\nback 0503\nback 0603\n", DUEL), &["v.toml:9:1"]);
    has(&faults("stop now\n", DUEL), &["v.toml:6:1", "`stop` stands alone"]);
    has(&faults("throw\n", DUEL), &["v.toml:6:1", "`throw` says no throw", "any"]);
    has(&faults("throw eight\n", DUEL), &["v.toml:6:1", "0 to 9 (0.4), or `any`"]);
}

#[test]
fn a_route_may_be_named() {
    holds("move foot\ngo 0306 via 0305\nexpect unit foot at=0306\n", WALK);
    holds("move foot\nrefuse go 0405 via 0404 by 6.2.2\ngo 0405 via 0305\nexpect unit foot at=0405\n", WALK);
    holds("move foot\nrefuse go 0306 via 0204 by 4.4.1\n", WALK);
    has(&differences("move foot\nrefuse go 0306 via 0305\n", WALK), &["v.toml:7:1", "that way is open"]);
    has(
        &differences("move foot\ngo 0405 via 0404\n", WALK),
        &["v.toml:7:1", "\"go 0405\" is refused by 6.2.2"],
    );
    has(&faults("move foot\ngo 0306 via\n", WALK), &["v.toml:7:1"]);
    has(
        &faults("move foot\nhalt E via 0305\n", WALK),
        &["v.toml:7:1", "names no route", "go 0605 via 0405 0505"],
    );
    // Any number of hexes; but an answer that is refused has room for two of them.
    holds("move foot\ngo 0202 via 0305 0205 0204 0203\nexpect unit foot at=0202\n", WALK);
    has(
        &faults("move foot\ngo 0405 via 0305 0205 0307\n", WALK),
        &["v.toml:7:1", "0307 is not next to 0205", "every hex of the route"],
    );
    has(
        &faults("move foot\nrefuse go 0202 via 0305 0205 0204 0203\n", WALK),
        &["v.toml:7:1", "4 hexes before the goal are too many", "one or two behind `via`", "gone first"],
    );
    has(&faults("move foot\ngo 0306 via 0305 foot 0404\n", WALK), &["v.toml:7:1", "names no route"]);
}

#[test]
fn a_group_has_the_order_that_it_names() {
    let more = |id: &str, at: &str, order: &str| format!("\n[[unit]]\nid = \"{id}\"\nat = \"{at}\"\n{order}");
    let none = "order = \"none\"\n";
    holds("expect order foot received full\npass\n", WALK);
    let two = format!("{WALK}{}", more("second", "0303", none));
    holds("expect order foot none reduced\nexpect group foot second same\npass\n", &two);
    // Another order: another group. Who stands between two and names none must say.
    let apart = format!("{WALK}order = \"received\"\n")
        .replace("at = \"0304\"", "at = \"0304\"\norder = \"received\"");
    let apart = format!(
        "{}{}",
        apart.replace("facing = \"W\"\norder = \"received\"", "facing = \"W\""),
        more("second", "0303", none)
    );
    holds(
        "expect order foot received full\nexpect order second none reduced\nexpect group foot second apart\npass\n",
        &apart,
    );
    let third = format!("{apart}{}", more("third", "0305", ""));
    has(&faults("", &third), &["v.toml:", "which order has \"third\"?", "order = \"received\""]);
    // A group out of reach is none of its business.
    let far = format!("{WALK}{}", more("second", "0808", none));
    holds("expect order foot received full\nexpect order second none reduced\npass\n", &far);
}

#[test]
fn an_event_names_each_fact_once() {
    let run = run("attack foot 0504\nthrow 3\nskip\n", DUEL);
    let vignette = Vignette::read(&file("pass\n", DUEL)).expect("it loads");
    let words: Vec<String> = run.events().map(|e| event_words(&vignette.cases[0].battle, e)).collect();
    let shock = words.iter().find(|words| words.starts_with("shock.result")).expect("a shock");
    assert_eq!(shock.matches("modifiers=").count(), 1, "{shock}");
    for words in &words {
        let mut names: Vec<&str> =
            words.split(' ').filter_map(|word| Some(word.split_once('=')?.0)).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all, "{words}");
    }
}

#[test]
fn a_battery_without_a_target_says_why() {
    holds("expect fire guns 0504 yes\n", GUNS);
    has(&differences("expect fire none\n", GUNS), &["guns may fire at 0504"]);
    let far = GUNS.replace("[3, 5]", "[1, 2]");
    holds(
        "expect fire none because 7.3\nexpect fire guns none because 7.3\nexpect fire guns 0504 no because 7.3\n",
        &far,
    );
    has(&differences("expect fire none because 7.4.1\n", &far), &["guns at 0504: 7.3"]);
    has(&differences("expect fire foe none\n", GUNS), &["foe is no battery"]);
    has(&differences("expect fire\n", GUNS), &["expected `fire BATTERY HEX yes`"]);
}

#[test]
fn two_facings_in_a_hex_are_a_fault() {
    let two = format!("{DUEL}\n[[unit]]\nid = \"more\"\nat = \"0404\"\nfacing = \"SW\"\n");
    has(
        &faults("", &two),
        &["v.toml:", "\"more\" looks SW in 0404, where \"foot\" looks E (6.1.1)", "facing = \"E\""],
    );
    let guns = two.replace("id = \"more\"", "id = \"more\"\ntype = \"artillery\"");
    assert_eq!(faults("", &guns), "");
}

#[test]
fn a_row_that_spoils_a_chart_is_a_fault_at_its_place_in_the_vignette() {
    let fine = "[[chart]]\nchart = \"shock\"\nrow = \"above\"\nset = { effect = \"ct\" }\n";
    let bad = "[[chart]]\nchart = \"odds\"\nrow = \"1:2\"\nset = { value = 3 }\n";
    assert_eq!(faults("", &format!("{DUEL}\n{fine}")), "");
    let told = faults("", &format!("{DUEL}\n{fine}\n{bad}"));
    has(
        &told,
        &["chart \"odds\" with this row: unknown field `value`", "one of `attacker`, `defender`, `modifier`"],
    );
    let line: usize = told.split(':').nth(1).and_then(|n| n.parse().ok()).expect("a line");
    let text = file("", &format!("{DUEL}\n{fine}\n{bad}")).text;
    assert_eq!(text.lines().nth(line - 1), Some("row = \"1:2\""), "{told}");
}

#[test]
fn nobody_is_silently_active_and_no_turn_is_silently_another() {
    let red = DUEL
        .replace("id = \"foot\"", "id = \"foot\"\nside = \"red\"")
        .replace("side = \"red\"\nat = \"0504\"", "side = \"blue\"\nat = \"0504\"");
    has(&faults("", &red), &["is not of the first side", "active = "]);
    has(
        &faults("", &DUEL.replace("\"announce\"", "\"announce\"\nturn = 3")),
        &["v.toml:", "turn 3, where there are 1"],
    );
    let rout = DUEL.replace("segment = \"announce\"", "phase = \"rout\"\nactive = \"blue-corps\"");
    has(&faults("", &rout), &["v.toml:", "nobody is active in this phase"]);
    has(
        &faults("", &DUEL.replace("\"announce\"", "\"announce\"\nactive = \"blue-crops\"")),
        &["did you mean", "blue-corps"],
    );
}

#[test]
fn terrain_and_levels_are_named_hex_by_hex() {
    let woods = DUEL.replace(
        "rows = 8\n",
        "rows = 8\nhexes = { woods = [\"0504\"], village = [\"0505\"] }\nlevels = { 1 = [\"0504\"] }\n",
    );
    let vignette = Vignette::read(&file("", &woods)).unwrap_or_else(|faults| panic!("{faults}"));
    let ground = &vignette.cases[0].battle.ground;
    let hex = |name: &str| ground.hex(name).expect("it is on the map");
    assert_eq!(ground.terrain(hex("0504")).to_string(), "woods");
    assert_eq!(ground.terrain(hex("0505")).to_string(), "village");
    assert_eq!((ground.level(hex("0504")), ground.level(hex("0505"))), (1, 0));
    let bad = |text: &str, parts: &[&str]| {
        has(&faults("", &DUEL.replace("rows = 8\n", &format!("rows = 8\n{text}\n"))), parts)
    };
    bad("hexes = { wods = [\"0504\"] }", &["v.toml:12:", "wods", "did you mean"]);
    bad("hexes = { woods = [\"0904\"] }", &["v.toml:12:", "\"0904\" is no hex of the map", "0101 to 0808"]);
    bad("hexes = { woods = [\"0504\"], marsh = [\"0504\"] }", &["v.toml:12:", "\"0504\" is listed twice"]);
    bad("levels = { high = [\"0504\"] }", &["v.toml:12:", "\"high\" is no elevation", "a digit"]);
    has(&faults("", &DUEL.replace("rows = 8\n", "")), &["v.toml:1:1", "missing field `rows`"]);
}

#[test]
fn a_variant_says_only_what_differs() {
    let text = format!(
        "{DUEL}\n[[variant]]\nname = \"hill\"\nground = {{ hexes = {{ woods = [\"0504\"] }}, sides = {{ slope = [\"0504>0404\"] }} }}\nstart = {{ segment = \"movement\" }}\n\
         chart = [{{ chart = \"shock-modifiers\", row = \"rear\", set = {{ value = 3 }} }}]\nscript = \"\"\"\nskip\n\"\"\"\n\n[[variant]]\nname = \"plain\"\n"
    );
    let vignette = Vignette::read(&file("", &text)).unwrap_or_else(|faults| panic!("{faults}"));
    let [hill, plain] = [0, 1].map(|i| &vignette.cases[i].battle);
    let hex = hill.ground.hex("0504").expect("it is on the map");
    assert_eq!(hill.ground.columns(), 8);
    assert_eq!(hill.ground.terrain(hex).to_string(), "woods");
    assert_eq!(plain.ground.terrain(hex).to_string(), "clear");
    assert_eq!(hill.setup.clock.marker, plain.setup.clock.marker, "the active formation stays");
    assert_ne!(hill.setup.clock.segment, plain.setup.clock.segment);
}

#[test]
fn rows_of_every_chart_have_names() {
    let with = |chart: &str| {
        let text = format!("{DUEL}\n[[chart]]\n{chart}\n");
        faults("", &text)
    };
    assert_eq!(with("chart = \"odds\"\nrow = \"1:2\"\nset = { modifier = -3 }"), "");
    assert_eq!(with("chart = \"fire\"\nrow = \"disorder\"\nset = { up_to = 12 }"), "");
    assert_eq!(with("chart = \"shock\"\nrow = \"up to 2\"\nset = { effect = \"disorder\" }"), "");
    assert_eq!(
        with("chart = \"shock\"\nrow = { side = \"attacker\", up_to = 2 }\nset = { effect = \"disorder\" }"),
        ""
    );
    has(
        &with("chart = \"odds\"\nrow = \"1:22\"\nset = { modifier = -2 }"),
        &["v.toml:", "1:22", "did you mean"],
    );
    has(
        &with("chart = \"shock\"\nrow = { side = \"attacker\" }\nset = { recoil = 1 }"),
        &["v.toml:", "rows of chart \"shock\" are so", "its place from 1"],
    );
    has(
        &with("chart = \"shock-modifiers\"\nrow = \"reer\"\nset = { value = 2 }"),
        &["reer", "did you mean", "rear"],
    );
    has(&with("chart = \"shok\"\nrow = 1\nset = { value = 2 }"), &["shok", "did you mean"]);
}

#[test]
fn an_attempt_names_the_rule_the_reason_and_its_facts() {
    let rally = "refuse rally foot by 11.1";
    let start = DUEL.replace("segment = \"announce\"", "segment = \"rally\"").replace(
        "at = \"0404\"",
        "at = \"0404\"\ncondition = \"disordered\"\ndid = [\"fired\"]\n\n[[unit]]\nid = \"hurt\"\nat = \"0303\"\ncondition = \"disordered\"",
    );
    holds(&format!("{rally}\n{rally} key rally.busy\n{rally} key rally.busy unit=foot\n"), &start);
    holds("refuse rally foot key rally.busy\n", &start);
    let told = "refused by 11.1 key rally.busy unit=foot";
    has(&differences("refuse rally foot key rally.zone\n", &start), &[told]);
    has(&differences("refuse rally foot by 11.2 key rally.busy\n", &start), &[told]);
    has(&differences(&format!("{rally} key rally.busy unit=hurt\n"), &start), &[told]);
    has(&faults("refuse rally foot key rally.busy foot\n", &start), &["v.toml:6:1", "\"foot\" is no fact"]);
}

//! `berthier rules`: look a rule up; what is covered.

use std::io::Write;

use clap::Parser;
use serde_json::json;
use shelf::{Book, RuleEntry, RuleStatus};

use super::battles::wrapped;
use super::common::{noted, width};
use crate::outcome::{CommandResult, Failure};
use crate::paint::{BAD, DIM, GOOD, HEAD, painted};

/// Looks rules up in our own words, and says where each is enforced and tested
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier rules jdg                  all rules by number and title
  berthier rules jdg 8.8.1            what it says, where it is enforced, which tests show it
  berthier rules jdg square           the rules that speak of squares
  berthier rules jdg --coverage       status, code and tests of every rule
  berthier rules jdg --events fire    the keys of events that begin with `fire`, with their facts
  berthier rules jdg --questions      the keys of all questions, with what answers them")]
pub struct Args {
    /// The rulebook
    book: String,
    /// A rule's number, or words to look for
    words: Vec<String>,
    /// Show status, places in the code, and tests of every rule
    #[arg(long)]
    coverage: bool,
    /// List the events by their keys, with their facts and the labels of their modifiers, for `expect event` and `expect parts`
    #[arg(long, conflicts_with = "coverage")]
    events: bool,
    /// List the questions by their keys, with what answers them (what is in brackets may be left out), for scripts
    #[arg(long, conflicts_with_all = ["coverage", "events"])]
    questions: bool,
    /// List the options of a game, for `--option`: the first of the values is the default
    #[arg(long, conflicts_with_all = ["coverage", "events", "questions", "words"])]
    options: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let book = noted(shelf::known_book(&args.book).map_err(|faults| Failure::Usage(faults.to_string()))?);
    if args.options {
        return options(book, args.json, out);
    }
    let words = args.words.join(" ");
    if args.events {
        return events(book, &words, args.json, out);
    }
    if args.questions {
        return questions(book, &words, args.json, out);
    }
    let rules: Vec<&RuleEntry> = if words.is_empty() {
        book.index(shelf::Language::ENGLISH).rules.iter().collect()
    } else if let Some(rule) = book.index(shelf::Language::ENGLISH).rule(&words) {
        std::iter::once(rule).chain(book.index(shelf::Language::ENGLISH).below(&words)).collect()
    } else {
        found(book, &words)
    };
    if rules.is_empty() {
        let near = book
            .index(shelf::Language::ENGLISH)
            .nearest(&words)
            .map(|id| format!("; did you mean {id}?"))
            .unwrap_or_default();
        return Err(Failure::Usage(format!("{} has no rule {words:?}{near}", book.title())));
    }
    if args.json {
        let list: Vec<_> = rules.iter().map(|rule| as_json(book, rule)).collect();
        writeln!(out, "{:#}", json!(list))?;
    } else if args.coverage {
        coverage(book, &rules, out)?;
    } else if words.is_empty() {
        for rule in rules {
            let indent = "  ".repeat(rule.id.matches('.').count());
            writeln!(out, "{indent}{} {}", painted(HEAD, &rule.id), rule.title)?;
        }
    } else {
        for rule in rules {
            in_full(book, rule, out)?;
        }
    }
    Ok(())
}

/// The rules that speak of something, in whatever language it is named.
fn found(book: &dyn Book, words: &str) -> Vec<&'static RuleEntry> {
    let speaks = |rule: &&RuleEntry| {
        shelf::Language::all().any(|language| book.index(language).search(words).any(|own| own.id == rule.id))
    };
    book.index(shelf::Language::ENGLISH).rules.iter().filter(speaks).collect()
}

/// The questions whose keys begin so, with their answers.
fn questions(book: &dyn Book, begin: &str, json: bool, out: &mut dyn Write) -> CommandResult {
    let all = book.questions();
    let found: Vec<_> = all.iter().filter(|question| question.key.starts_with(begin)).collect();
    if all.is_empty() {
        return Ok(writeln!(out, "{} lists none of its questions.", book.title())?);
    }
    if found.is_empty() {
        let keys: Vec<&str> = all.iter().map(|question| question.key).collect();
        return Err(Failure::Usage(muster::Fault::unknown("question", begin, &keys).to_string()));
    }
    if json {
        let row = |q: &&shelf::QuestionKey| json!({"key": q.key, "answers": q.answers});
        return Ok(writeln!(out, "{:#}", json!(found.iter().map(row).collect::<Vec<_>>()))?);
    }
    for question in found {
        writeln!(out, "{}", painted(HEAD, question.key))?;
        for line in wrapped(&question.answers.join(", "), width().min(100) - 2) {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// Options that players settle before a game begins.
fn options(book: &dyn Book, json: bool, out: &mut dyn Write) -> CommandResult {
    let words = book.catalogue(shelf::Language::ENGLISH);
    if json {
        let row = |option: &table::GameOption| json!({"name": option.name, "values": option.values, "rule": option.rule.0, "label": words.option(option)});
        let rows: Vec<_> = book.options().iter().map(row).collect();
        return Ok(writeln!(out, "{:#}", json!(rows))?);
    }
    if book.options().is_empty() {
        writeln!(out, "{} leaves nothing to be settled before a game.", book.title())?;
    }
    for option in book.options() {
        let name = painted(HEAD, option.name);
        writeln!(out, "{name}={}  {} [{}]", option.values.join("|"), words.option(option), option.rule)?;
    }
    Ok(())
}

/// The events whose keys begin so.
fn events(book: &dyn Book, begin: &str, json: bool, out: &mut dyn Write) -> CommandResult {
    let all = book.events();
    let found: Vec<_> = all.iter().filter(|event| event.key.starts_with(begin)).collect();
    if found.is_empty() {
        let keys: Vec<&str> = all.iter().map(|event| event.key.as_str()).collect();
        return Err(Failure::Usage(muster::Fault::unknown("event", begin, &keys).to_string()));
    }
    if json {
        let row = |event: &&shelf::EventKey| json!({"key": event.key, "facts": event.facts, "parts": event.parts, "sentence": event.sentence});
        writeln!(out, "{:#}", json!(found.iter().map(row).collect::<Vec<_>>()))?;
        return Ok(());
    }
    for event in found {
        writeln!(out, "{}  {}", painted(HEAD, &event.key), event.facts.join(" "))?;
        if !event.parts.is_empty() {
            for line in wrapped(&format!("parts: {}", event.parts.join(" ")), width().min(100) - 2) {
                writeln!(out, "  {line}")?;
            }
        }
        for line in wrapped(&event.sentence, width().min(100) - 2) {
            writeln!(out, "  {}", painted(DIM, line))?;
        }
    }
    Ok(())
}

fn as_json(book: &dyn Book, rule: &RuleEntry) -> serde_json::Value {
    let coverage = book.index(shelf::Language::ENGLISH).coverage(&rule.id);
    let code: Vec<String> = coverage.code.iter().map(|(file, line)| format!("{file}:{line}")).collect();
    json!({
        "id": rule.id, "title": rule.title, "summary": rule.summary, "status": rule.status.word(),
        "missing": rule.missing, "code": code, "tests": coverage.tests,
    })
}

fn status(status: RuleStatus) -> String {
    let style = match status {
        RuleStatus::Done => GOOD,
        RuleStatus::Partly | RuleStatus::NotYet => BAD,
        RuleStatus::Optional | RuleStatus::Definition => DIM,
    };
    painted(style, status.word())
}

/// A rule with its summary, for players.
pub fn in_brief(rule: &RuleEntry, out: &mut dyn Write) -> CommandResult {
    writeln!(out, "{}  [{}]", painted(HEAD, format!("{} {}", rule.id, rule.title)), status(rule.status))?;
    for line in wrapped(&rule.summary, width().min(100) - 2) {
        writeln!(out, "  {line}")?;
    }
    if !rule.missing.is_empty() {
        writeln!(out, "  missing: {}", rule.missing)?;
    }
    Ok(())
}

/// A rule with its summary, where it is enforced, and its tests.
fn in_full(book: &dyn Book, rule: &RuleEntry, out: &mut dyn Write) -> CommandResult {
    in_brief(rule, out)?;
    let coverage = book.index(shelf::Language::ENGLISH).coverage(&rule.id);
    for (number, (file, lines)) in by_file(&coverage.code).into_iter().enumerate() {
        let begin = if number == 0 { "enforced in" } else { "        and" };
        writeln!(out, "  {}", painted(DIM, format!("{begin} {file}:{}", lines.join(", "))))?;
    }
    for test in coverage.tests {
        writeln!(out, "  {}", painted(DIM, format!("shown by {test}")))?;
    }
    Ok(())
}

/// Places in the code, the lines of a file together.
fn by_file(places: &[(&'static str, u32)]) -> Vec<(&'static str, Vec<String>)> {
    let mut files: Vec<(&'static str, Vec<String>)> = Vec::new();
    for (file, line) in places {
        let line = line.to_string();
        match files.last_mut().filter(|(known, _)| known == file) {
            Some((_, lines)) if lines.last() != Some(&line) => lines.push(line),
            Some(_) => {}
            None => files.push((file, vec![line])),
        }
    }
    files
}

/// One line a rule, then the totals and whatever does not fit together.
fn coverage(book: &dyn Book, rules: &[&RuleEntry], out: &mut dyn Write) -> CommandResult {
    writeln!(out, "{:<7} {:<11} {:>5} {:>6}  title", "rule", "status", "code", "tests")?;
    let mut bare = Vec::new();
    for rule in rules {
        let found = book.index(shelf::Language::ENGLISH).coverage(&rule.id);
        let pad = " ".repeat(11_usize.saturating_sub(rule.status.word().len()));
        let (code, tests) = (found.code.len(), found.tests.len());
        writeln!(out, "{:<7} {}{pad} {code:>5} {tests:>6}  {}", rule.id, status(rule.status), rule.title)?;
        if rule.status == RuleStatus::Done && (code == 0 || tests == 0) {
            bare.push(rule.id.as_str());
        }
    }
    let count = |s: RuleStatus| rules.iter().filter(|rule| rule.status == s).count();
    writeln!(
        out,
        "\n{} rules: {} done, {} partly, {} not yet, {} optional, {} definitions",
        rules.len(),
        count(RuleStatus::Done),
        count(RuleStatus::Partly),
        count(RuleStatus::NotYet),
        count(RuleStatus::Optional),
        count(RuleStatus::Definition)
    )?;
    if !bare.is_empty() {
        writeln!(out, "done, but cited nowhere in code or in no test: {}", bare.join(", "))?;
    }
    for (id, file, line) in book.index(shelf::Language::ENGLISH).unlisted() {
        writeln!(
            out,
            "{}",
            painted(BAD, format!("{file}:{line} cites {id}, which the index does not list"))
        )?;
    }
    Ok(())
}

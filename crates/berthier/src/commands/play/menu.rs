//! The menu for who comes without a battle in mind.

use crate::commands::battles::wrapped;
use crate::commands::common::BattleArgs;
use crate::commands::console::Console;
use crate::outcome::Failure;
use crate::paint::{CHOICE, DIM, HEAD, painted};
use shelf::Book;

/// Wish of the menu: what is to be played.
pub struct Wish {
    /// The battle.
    pub battle: String,
    /// The rulebook, where it was chosen with the battle.
    pub book: Option<&'static str>,
    /// Company that plays it.
    pub company: Company,
}

/// Company: who sits at the sides.
#[derive(Clone, PartialEq, Eq)]
pub enum Company {
    /// One person against the computer: the side, if it is named.
    One(Option<String>),
    /// Two people.
    Both,
    /// Nobody but computers.
    Watch,
}

/// Asks for a battle and, if that is open, a side; none if the people leave.
pub fn ask(
    console: &mut Console<'_>,
    set_up: &BattleArgs,
    company: Company,
) -> Result<Option<Wish>, Failure> {
    let books = match &set_up.book {
        Some(_) => vec![set_up.book_for("")?],
        None => shelf::books().to_vec(),
    };
    let of = |book: &&'static dyn Book| {
        book.battles().into_iter().map(|battle| (*book, battle)).collect::<Vec<_>>()
    };
    let battles: Vec<_> = books.iter().flat_map(of).collect();
    writeln!(console.out, "{}", painted(HEAD, "Which battle?"))?;
    for (number, (book, battle)) in battles.iter().enumerate() {
        let (about, title) = (&battle.about, book.title());
        let facts =
            format!("{title}, {}, {} turns, about {} minutes", about.size, about.turns, about.minutes);
        let label = format!("{:>2})", number + 1);
        writeln!(
            console.out,
            "\n{} {} {}",
            painted(CHOICE, label),
            painted(HEAD, &battle.title),
            painted(DIM, facts)
        )?;
        for line in wrapped(&about.blurb, 90) {
            writeln!(console.out, "    {line}")?;
        }
    }
    let ids: Vec<&str> = battles.iter().map(|(_, battle)| battle.id.as_str()).collect();
    let Some(chosen) = choose(console, "\nBattle", &ids)? else { return Ok(None) };
    let (battle, id) = (ids[chosen].to_owned(), battles[chosen].0.id());
    let book = Some(id);
    if company != Company::One(None) {
        return Ok(Some(Wish { battle, book, company }));
    }
    let sides = set_up.under(id).table(&battle)?.sides();
    let options = [sides[0].id.as_str(), sides[1].id.as_str(), "both", "watch"];
    let labels = [
        format!("{} against the computer", sides[0].name),
        format!("{} against the computer", sides[1].name),
        "both sides, two people at this keyboard".to_owned(),
        "watch two computers".to_owned(),
    ];
    for (number, label) in labels.iter().enumerate() {
        writeln!(console.out, "{} {label}", painted(CHOICE, format!("{:>2})", number + 1)))?;
    }
    let Some(chosen) = choose(console, "Side", &options)? else { return Ok(None) };
    let company = match chosen {
        2 => Company::Both,
        3 => Company::Watch,
        side => Company::One(Some(options[side].to_owned())),
    };
    Ok(Some(Wish { battle, book, company }))
}

/// Asks for one of some words, by number or by word; Enter is the first.
fn choose(console: &mut Console<'_>, what: &str, options: &[&str]) -> Result<Option<usize>, Failure> {
    loop {
        let Some(line) = console.line(&format!("{what} [1]: "))? else { return Ok(None) };
        let typed = line.trim().to_lowercase();
        if typed == "quit" || typed == "q" {
            return Ok(None);
        }
        let number = if typed.is_empty() { Some(1) } else { typed.parse::<usize>().ok() };
        let by_number = number.filter(|n| (1..=options.len()).contains(n)).map(|n| n - 1);
        if let Some(found) = by_number.or_else(|| options.iter().position(|option| *option == typed)) {
            return Ok(Some(found));
        }
        match muster::nearest(&typed, options.iter().copied()) {
            Some(near) => console.remark(&format!("Did you mean {near}?"))?,
            None => console.remark(&format!("A number from 1 to {}, please, or quit.", options.len()))?,
        }
    }
}

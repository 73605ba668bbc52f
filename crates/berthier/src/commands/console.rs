//! The terminal: lines in, sentences and choices out.

use std::io::{self, BufRead, IsTerminal, Write};

use crate::commands::battles::wrapped;
use crate::commands::choices::{self, Choice, Layout};
use crate::commands::common::width;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{CHOICE, DIM, HEAD, painted};
use anstyle::Style;
use table::Rank;

/// Console: where people read and type.
pub struct Console<'a> {
    /// Output that they read.
    pub out: &'a mut dyn Write,
    /// Whether the last question was one that others may not see.
    pub was_secret: bool,
    /// Lines of a long list that have not been shown yet.
    rest: Vec<String>,
}

/// Lines that stay free below a page: the question, and what is typed.
const BELOW_A_PAGE: usize = 4;
/// The fewest lines of a page.
const SHORTEST_PAGE: usize = 10;

impl<'a> Console<'a> {
    /// A console that writes there and reads from the standard input.
    pub fn new(out: &'a mut dyn Write) -> Self {
        Console { out, was_secret: false, rest: Vec::new() }
    }

    /// Drops what was typed ahead: it was meant for another question. What comes from a file or a program is taken as it comes.
    pub fn fresh(&mut self) -> CommandResult {
        #[cfg(unix)]
        if io::stdin().is_terminal() {
            let ahead = rustix::io::ioctl_fionread(io::stdin()).unwrap_or(0);
            let _ = rustix::termios::tcflush(io::stdin(), rustix::termios::QueueSelector::IFlush);
            if ahead > 0 {
                self.remark("What was typed before this question stood here is dropped.")?;
            }
        }
        Ok(())
    }

    /// A line that they type; none when the input has ended.
    pub fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{}", painted(CHOICE, prompt))?;
        self.out.flush()?;
        let mut line = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        // Arrow keys and the like are no part of what is meant, and must not come back to the screen.
        Ok(Some(String::from_utf8_lossy(&line).chars().filter(|c| !c.is_control()).collect()))
    }

    /// An event: turns and their sections as headings, the rest below them.
    pub fn event(&mut self, opens: Rank, sentence: &str, rule: &str) -> CommandResult {
        let (style, indent) = match opens {
            Rank::Turn => (HEAD, "\n== "),
            Rank::Section => (HEAD, "\n-- "),
            Rank::End | Rank::Line => (Style::new(), "  "),
        };
        let lines = wrapped(&format!("{sentence} [{rule}]"), width().saturating_sub(6));
        for (number, line) in lines.iter().enumerate() {
            let indent = if number == 0 { indent } else { "    " };
            writeln!(self.out, "{}", painted(style, format!("{indent}{line}")))?;
        }
        Ok(())
    }

    /// A lesson of the tutorial, in a frame.
    pub fn lesson(&mut self, title: &str, text: &str) -> CommandResult {
        writeln!(self.out, "\n  {}", painted(HEAD, format!("* {title}")))?;
        for line in wrapped(text, width().min(100) - 6) {
            writeln!(self.out, "  | {line}")?;
        }
        Ok(())
    }

    /// A question, under who is asked.
    pub fn question(&mut self, head: &str, sentence: &str, rule: &str) -> CommandResult {
        let lines = wrapped(&format!("{head} {} ({rule})", capital(sentence)), width());
        let (first, more) = lines.split_first().expect("a text has a line");
        let asked = first.strip_prefix(head).unwrap_or(first);
        write!(self.out, "\n{}{}", painted(HEAD, head), painted(CHOICE, asked))?;
        for line in more {
            write!(self.out, "\n  {}", painted(CHOICE, line))?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    /// The choices with their numbers: the first page of them. Gives the choice behind each number.
    pub fn choices(&mut self, choices: &[Choice<'_>]) -> Result<Vec<usize>, Failure> {
        let Layout { lines, numbered } = choices::lay_out(choices, width());
        self.rest = lines;
        self.more()?;
        Ok(numbered)
    }

    /// Whether a list goes on on a further page.
    pub fn has_more(&self) -> bool {
        !self.rest.is_empty()
    }

    /// The next page of the list.
    pub fn more(&mut self) -> CommandResult {
        let page = page().unwrap_or(usize::MAX);
        // A page of its own for two lines would be a nuisance.
        let count = if self.rest.len() <= page.saturating_add(2) { self.rest.len() } else { page };
        for line in self.rest.drain(..count) {
            writeln!(self.out, "{line}")?;
        }
        match self.rest.len() {
            0 => Ok(()),
            more => self.remark(&format!("{more} lines more: Enter shows them.")),
        }
    }

    /// A side remark.
    pub fn remark(&mut self, text: &str) -> CommandResult {
        for line in wrapped(text, width().min(110) - 4) {
            writeln!(self.out, "  {}", painted(DIM, line))?;
        }
        Ok(())
    }

    /// The keyboard goes to somebody else, who must not see what stands on the screen.
    pub fn pass_on(&mut self, name: &str) -> io::Result<()> {
        if self
            .line(&format!(
                "\nThe keyboard goes to {name}. Press Enter, {name}, when the others look away. "
            ))?
            .is_some()
            && io::stdout().is_terminal()
        {
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }
}

/// The lines of a page, where somebody reads at a terminal.
fn page() -> Option<usize> {
    let (_, height) = terminal_size::terminal_size().filter(|_| io::stdout().is_terminal())?;
    Some(usize::from(height.0).saturating_sub(BELOW_A_PAGE).max(SHORTEST_PAGE))
}

/// A sentence with a capital.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}

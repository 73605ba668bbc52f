//! The journal of a live game: an append-only text, one entry a line, each line chained to all before it.
//!
//! A line is the entry's text, a blank, and 16 hexadecimal digits: the beginning of the chain's digest after this line, where
//! the digest before the first line is `SHA-256("berthier journal\n")` and the digest after a line is
//! `SHA-256(digest before | text)`. Lines end with a line feed.
//!
//! ```text
//! berthier-journal 1                       format and its version; first line
//! rulebook jdg 1                           rulebook and version of its reading
//! battle maida
//! chart fire 9f86d081884c7d65              a chart and the hash of its file
//! option visibility open                   an option of the game, where the rulebook has any
//! seat french person Anna                  side, person or computer, name
//! commitment 2c26b46b...                   of the dice (see `dice`); zeros: they fall on a real table
//! contribution french 00ff                 what the side mixed into the dice, maybe nothing (`-`)
//! begin                                    end of the header
//! answer french move leger-1-1 0304
//! throw 0 10 7                             number, faces, outcome counted from 0
//! state 06f1e2d3c4b5a697                   beginning of the state's hash, after each step
//! undo 9 by french                         back before line 9, an answer or a typed throw; `undo 9 by french agreed` with consent
//! propose 9 by french                      a side proposes to go back before line 9
//! agree british                            a side agrees to it, while others are still asked
//! decline                                  the proposal is declined or withdrawn
//! seat french computer sergeant            a seat changes hands
//! continued                                the game goes on from a saved one: who saved it may know the dice to come
//! promise 9c1d...                          another seed is committed to, to be mixed into the dice
//! contribution french 5ba1...              under play: what the side contributes to it; its last one counts
//! mix                                      from here on the dice follow from it too
//! practice                                 from here on computer players agree to take anything back
//! reveal 1f2e...                           the seed of the dice
//! end
//! ```

use std::fmt;

use sha2::{Digest, Sha256};

use crate::hash::{hex, unhex};

/// The version of the format.
pub const FORMAT: u32 = 1;

/// The longest line, in bytes.
pub const LONGEST_LINE: usize = 4096;

/// The most lines of a header: for each of 255 sides a seat and what it mixed in, and as many charts.
pub const LONGEST_HEADER: usize = 1024;

/// Hexadecimal digits of a line's and of a state's hash.
const DIGITS: usize = 16;

/// An entry. Sides and answers stand as their texts, for the reader knows no rulebook.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)] // The fields are those of the module's page.
pub enum Entry {
    Format(u32),
    Rulebook { id: String, version: u32 },
    Battle(String),
    Chart { id: String, hash: String },
    Option { name: String, value: String },
    Seat { side: String, computer: bool, name: String },
    Commitment([u8; 32]),
    Contribution { side: String, bytes: Vec<u8> },
    Begin,
    Answer { side: String, text: String },
    Throw { n: u64, faces: u32, outcome: u32 },
    State([u8; 8]),
    Undo { line: usize, side: String, agreed: bool },
    Propose { line: usize, side: String },
    Agree { side: String },
    Decline,
    Continued,
    Promise([u8; 32]),
    Mix,
    Practice,
    Reveal([u8; 32]),
    End,
}

/// A text without what would break a line, and not too long.
pub(crate) fn one_line(text: &str) -> String {
    let words: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|w| !w.is_empty()).collect();
    let text: String = words.join(" ").chars().take(LONGEST_LINE / 8).collect();
    text.trim_end().to_owned()
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Format(version) => write!(f, "berthier-journal {version}"),
            Entry::Rulebook { id, version } => write!(f, "rulebook {id} {version}"),
            Entry::Battle(name) => write!(f, "battle {}", one_line(name)),
            Entry::Chart { id, hash } => write!(f, "chart {id} {hash}"),
            Entry::Option { name, value } => write!(f, "option {name} {value}"),
            Entry::Seat { side, computer, name } => {
                let kind = if *computer { "computer" } else { "person" };
                write!(f, "seat {side} {kind} {}", one_line(name))
            }
            Entry::Commitment(digest) => write!(f, "commitment {}", hex(digest)),
            Entry::Contribution { side, bytes } if bytes.is_empty() => write!(f, "contribution {side} -"),
            Entry::Contribution { side, bytes } => write!(f, "contribution {side} {}", hex(bytes)),
            Entry::Begin => f.write_str("begin"),
            Entry::Answer { side, text } => write!(f, "answer {side} {text}"),
            Entry::Throw { n, faces, outcome } => write!(f, "throw {n} {faces} {outcome}"),
            Entry::State(hash) => write!(f, "state {}", hex(hash)),
            Entry::Undo { line, side, agreed } => {
                write!(f, "undo {line} by {side}{}", if *agreed { " agreed" } else { "" })
            }
            Entry::Propose { line, side } => write!(f, "propose {line} by {side}"),
            Entry::Agree { side } => write!(f, "agree {side}"),
            Entry::Decline => f.write_str("decline"),
            Entry::Continued => f.write_str("continued"),
            Entry::Promise(digest) => write!(f, "promise {}", hex(digest)),
            Entry::Mix => f.write_str("mix"),
            Entry::Practice => f.write_str("practice"),
            Entry::Reveal(seed) => write!(f, "reveal {}", hex(seed)),
            Entry::End => f.write_str("end"),
        }
    }
}

fn bytes_of<const N: usize>(text: &str) -> Option<[u8; N]> {
    unhex(text)?.try_into().ok()
}

impl Entry {
    /// Parses an entry's text.
    ///
    /// # Errors
    /// Says what is wrong.
    pub fn parse(text: &str) -> Result<Entry, String> {
        let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
        let words: Vec<&str> = rest.split(' ').collect();
        let owned = |s: &str| s.to_string();
        let entry = match (word, words.as_slice()) {
            ("berthier-journal", [version]) => version.parse().ok().map(Entry::Format),
            ("rulebook", [id, version]) => {
                version.parse().ok().map(|version| Entry::Rulebook { id: owned(id), version })
            }
            ("battle", _) => Some(Entry::Battle(owned(rest))),
            ("chart", [id, hash]) => Some(Entry::Chart { id: owned(id), hash: owned(hash) }),
            ("option", [name, value]) => Some(Entry::Option { name: owned(name), value: owned(value) }),
            ("seat", [side, kind @ ("person" | "computer"), name @ ..]) => {
                Some(Entry::Seat { side: owned(side), computer: *kind == "computer", name: name.join(" ") })
            }
            ("commitment", [digest]) => bytes_of(digest).map(Entry::Commitment),
            ("contribution", [side, "-"]) => {
                Some(Entry::Contribution { side: owned(side), bytes: Vec::new() })
            }
            ("contribution", [side, bytes]) => {
                unhex(bytes).map(|bytes| Entry::Contribution { side: owned(side), bytes })
            }
            ("begin", [""]) => Some(Entry::Begin),
            ("answer", [side, first, ..]) if !side.is_empty() && !first.is_empty() => {
                Some(Entry::Answer { side: owned(side), text: rest[side.len() + 1..].to_string() })
            }
            ("throw", [n, faces, outcome]) => match (n.parse(), faces.parse(), outcome.parse()) {
                (Ok(n), Ok(faces), Ok(outcome)) if outcome < faces => {
                    Some(Entry::Throw { n, faces, outcome })
                }
                _ => None,
            },
            ("state", [hash]) => bytes_of(hash).map(Entry::State),
            ("undo", [line, "by", side]) => {
                line.parse().ok().map(|line| Entry::Undo { line, side: owned(side), agreed: false })
            }
            ("undo", [line, "by", side, "agreed"]) => {
                line.parse().ok().map(|line| Entry::Undo { line, side: owned(side), agreed: true })
            }
            ("propose", [line, "by", side]) => {
                line.parse().ok().map(|line| Entry::Propose { line, side: owned(side) })
            }
            ("agree", [side]) if !side.is_empty() => Some(Entry::Agree { side: owned(side) }),
            ("decline", [""]) => Some(Entry::Decline),
            ("continued", [""]) => Some(Entry::Continued),
            ("promise", [digest]) => bytes_of(digest).map(Entry::Promise),
            ("mix", [""]) => Some(Entry::Mix),
            ("practice", [""]) => Some(Entry::Practice),
            ("reveal", [seed]) => bytes_of(seed).map(Entry::Reveal),
            ("end", [""]) => Some(Entry::End),
            _ => return Err(format!("unknown entry `{}`", shortened(text))),
        };
        let entry = entry.ok_or_else(|| format!("bad `{word}` entry `{}`", shortened(text)))?;
        if entry.to_string() == text {
            Ok(entry)
        } else {
            Err(format!("oddly written entry `{}`", shortened(text)))
        }
    }

    fn in_header(&self) -> bool {
        use Entry::{Battle, Chart, Commitment, Option, Rulebook};
        matches!(self, Rulebook { .. } | Battle(_) | Chart { .. } | Option { .. } | Commitment(_))
    }
}

fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}

/// The chain of hashes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chain([u8; 32]);

impl Default for Chain {
    fn default() -> Self {
        Chain(Sha256::digest(b"berthier journal\n").into())
    }
}

impl Chain {
    /// A number for all that was sealed so far.
    pub fn mark(&self) -> u64 {
        u64::from_be_bytes(*self.0.first_chunk().expect("a digest has 32 bytes"))
    }

    /// The line of an entry's text, without the line feed; the chain goes on behind it.
    pub fn seal(&mut self, text: &str) -> String {
        let mut hash = Sha256::new();
        hash.update(self.0);
        hash.update(text.as_bytes());
        self.0 = hash.finalize().into();
        format!("{text} {}", &hex(&self.0)[..DIGITS])
    }
}

/// A fault in a journal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("journal line {line}: {what}")]
pub struct Fault {
    /// The line, from 1.
    pub line: usize,
    /// The fault, in words.
    pub what: String,
}

/// A last line that was not wholly written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TornLine {
    /// Its number, from 1.
    pub line: usize,
    /// Length of it in bytes.
    pub bytes: usize,
    /// Whether only its line feed was missing: then the line is kept.
    pub kept: bool,
}

/// A journal that was read: every line is whole and chained.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    /// The entries; entry `i` stands on line `i + 1`.
    pub entries: Vec<Entry>,
    /// The lines, without line feeds.
    pub lines: Vec<String>,
    /// The line that was dropped or mended at the end.
    pub torn: Option<TornLine>,
    /// The chain after the last line.
    pub chain: Chain,
}

impl Reading {
    /// The journal's text as it should be on disk: the whole lines, each with its line feed.
    pub fn repaired(&self) -> String {
        self.lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    /// Whether the header is complete.
    pub fn begun(&self) -> bool {
        self.entries.contains(&Entry::Begin)
    }
}

/// Checks one line; the chain goes on only if it is good.
fn check_line(bytes: &[u8], chain: &mut Chain) -> Result<(Entry, String), String> {
    if bytes.len() > LONGEST_LINE {
        return Err(format!("longer than {LONGEST_LINE} bytes"));
    }
    let line = std::str::from_utf8(bytes).map_err(|_| "not UTF-8: a byte was changed".to_string())?;
    let (text, _) = line.rsplit_once(' ').ok_or("no hash at the end")?;
    let mut next = chain.clone();
    if next.seal(text) != line {
        return Err("this line or the end of the one before was changed: its hash does not fit".into());
    }
    let entry = Entry::parse(text)?;
    *chain = next;
    Ok((entry, line.to_string()))
}

/// Whether an entry may follow after those before it: how many there are, whether the header is complete, and the last of them. It looks at
/// no others, so that reading a journal takes time proportional to its length.
fn check_order(count: usize, begun: bool, last: Option<&Entry>, next: &Entry) -> Result<(), String> {
    if !begun && count >= LONGEST_HEADER {
        return Err(format!("the header is longer than {LONGEST_HEADER} lines"));
    }
    let fits = match (count, next) {
        (0, Entry::Format(FORMAT)) => true,
        (0, Entry::Format(other)) => {
            return Err(format!("format {other}; this program reads format {FORMAT}"));
        }
        (0, _) => return Err("a journal begins with `berthier-journal`".into()),
        (_, Entry::Format(_)) => false,
        (_, Entry::Seat { .. } | Entry::Contribution { .. }) => true,
        (_, Entry::Begin) => !begun,
        (_, entry) => entry.in_header() != begun,
    };
    if last == Some(&Entry::End) {
        Err("an entry after the end".into())
    } else if fits {
        Ok(())
    } else {
        Err(format!("`{next}` does not stand here"))
    }
}

/// Reads a journal. A last line without a line feed, or followed by zero bytes only, counts as torn by a power cut: it is kept if it is
/// whole, else dropped and reported. Any other damage is a fault.
///
/// # Errors
/// The first fault, with its line.
pub fn read(bytes: &[u8]) -> Result<Reading, Fault> {
    let zeros = bytes.iter().rev().take_while(|byte| **byte == 0).count();
    let text = &bytes[..bytes.len() - zeros];
    let mut reading = Reading::default();
    let mut begun = false;
    let mut lines = text.split(|byte| *byte == b'\n').peekable();
    while let Some(bytes) = lines.next() {
        let line = reading.lines.len() + 1;
        let last = lines.peek().is_none();
        if last && bytes.is_empty() {
            reading.torn = (zeros > 0).then_some(TornLine { line, bytes: zeros, kept: false });
            break;
        }
        match check_line(bytes, &mut reading.chain) {
            Ok((entry, text)) => {
                check_order(reading.entries.len(), begun, reading.entries.last(), &entry)
                    .map_err(|what| Fault { line, what })?;
                begun |= entry == Entry::Begin;
                reading.entries.push(entry);
                reading.lines.push(text);
                if last {
                    reading.torn = Some(TornLine { line, bytes: bytes.len() + zeros, kept: true });
                }
            }
            Err(_) if last => reading.torn = Some(TornLine { line, bytes: bytes.len() + zeros, kept: false }),
            Err(what) => return Err(Fault { line, what }),
        }
    }
    if reading.entries.is_empty() {
        return Err(Fault { line: 1, what: "there is no whole line".into() });
    }
    Ok(reading)
}

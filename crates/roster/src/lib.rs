//! Battles as history: what is true of a battle whoever plays it, by whichever rulebook.
//!
//! A battle's folder has a [`Card`] (`battle.toml`: name, date, sides) and an order of battle (`order-of-battle.toml`: a
//! [`Roster`] of formations in a tree, units with what they are parts of, commanders with what they lead). Neither has a figure of
//! a game. Those stand in one scenario a rulebook (`jdg.toml`, ...), which names formations, units and commanders by their
//! ids, and which each book reads by itself; so a book can be added to a battle without a change to the files of the others.
//!
//! The files of a folder that a book reads are [`BattleFiles`]. They can be had with names in another language ([`TranslatedNames`]), so that no book need
//! know that there are others: the same battle, with the same numbers, is read of them again.
//!
//! Books play the same armies at different scales. [`Roster::played`] gives the roster of one of them: the formations that its
//! scenario lists, each with all the units beneath it, and of a regiment and its battalions those that the scenario lists.
//!
//! ```
//! use muster::{Collector, Source};
//! use roster::{Card, Rank, Roster};
//!
//! let card = Card::read(&Source::new("battle.toml", r##"
//! format = 1
//! name = "A bridge"
//! date = "1806-07-04"
//! size = "small"
//! minutes = 30
//! difficulty = 1
//! blurb = "Two battalions and a bridge."
//! side = [
//!     { id = "french", name = "French", colour = "#27408b" },
//!     { id = "british", name = "British", colour = "#a52a2a" },
//! ]
//! "##))?;
//! let roster = Roster::read(&Source::new("order-of-battle.toml", r#"
//! format = 1
//! formation = [
//!     { id = "corps", side = "french", name = "V Corps", rank = "corps" },
//!     { id = "claparede", under = "corps", name = "Claparède", rank = "brigade" },
//! ]
//! unit = [
//!     { id = "leger-17", formation = "claparede", name = "17e léger", nation = "france", arm = "infantry", rank = "regiment" },
//!     { id = "leger-17-1", part_of = "leger-17", name = "17e léger, I", nation = "france", arm = "infantry" },
//! ]
//! commander = [{ id = "lannes", name = "Lannes", leads = "corps" }]
//! "#), &card.sides)?;
//! assert_eq!(roster.formations[1].rank, Some(Rank::Brigade));
//! assert_eq!(roster.above(1).collect::<Vec<_>>(), [0]);
//! assert_eq!(roster.units[1].formation, 1);
//! # Ok::<(), muster::Faults>(())
//! ```

mod card;
mod complete;
mod file;
mod files;
mod names;
mod order;
mod plain;
mod played;
mod words;

pub use card::{About, Card, SideCard, check_id, hour_and_minute, side_named};
pub use complete::{ToldCommand, ToldLeader};
pub use files::{BattleFiles, check_rulebook};
pub use names::{TranslatedNames, names_in};
pub use order::{Formation, Leader, Roster, Unit};
pub use plain::{plain_sides, side_or_first};
pub use words::{Arm, Rank, Size, Weapon};

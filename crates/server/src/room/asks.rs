//! Questions: what a side is asked: a decision, or what fell on a real table.

use sha2::{Digest, Sha256};
use shelf::Game;
use shelf::board::{Board, VerbData};
use table::session::{AwaitedDecision, AwaitedThrow};
use table::{Answer, Point, Side, ThrowKind};

use super::words;
use crate::wire::{ChoiceGroup, Ending, Question};

/// The word of the verb with which throws are typed in. Its number follows those of the rulebook's verbs.
const THROWN: &str = "thrown";

/// Lines of a journal so far: part of a question's id, so that no late answer is taken for another question's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Answers by side.
    pub answers: [u64; 2],
    /// Throws.
    pub throws: u64,
}

/// Question to a side: what a side is asked now.
pub enum SideQuestion<'a> {
    /// A decision.
    Decision(&'a AwaitedDecision),
    /// Throw on a real table.
    Throw(Side, &'a AwaitedThrow),
}

impl<'a> SideQuestion<'a> {
    /// Questions to a side, if anything; `thrower` types throws in.
    pub fn of(live: &'a dyn Game, side: Side, thrower: Option<Side>) -> Option<SideQuestion<'a>> {
        if live.finished() || live.over() {
            return None;
        }
        if let Some(wanted) = live.wanted() {
            return (thrower == Some(side)).then_some(SideQuestion::Throw(side, wanted));
        }
        live.pending().iter().find(|pending| pending.side == side).map(SideQuestion::Decision)
    }

    /// A number for the question: the same for the same question after the same number of the side's answers, also after the server was
    /// started again; below 2^53, so that scripts can hold it.
    pub fn id(&self, counts: &Counts) -> u64 {
        let mut hash = Sha256::new();
        match self {
            SideQuestion::Decision(pending) => {
                hash.update(counts.answers[pending.side.index()].to_be_bytes());
                hash.update([pending.side.0]);
                hash.update(pending.key.as_bytes());
                pending.about.iter().for_each(|point| hash_point(&mut hash, *point));
                for answer in &pending.legal {
                    hash_point(&mut hash, Point::Number(answer.verb.0.into()));
                    answer.points.iter().for_each(|point| hash_point(&mut hash, *point));
                }
            }
            SideQuestion::Throw(side, wanted) => {
                hash.update(counts.throws.to_be_bytes());
                hash.update(b"throw");
                hash.update([side.0]);
                hash.update(wanted.key.as_bytes());
            }
        }
        let digest = hash.finalize();
        u64::from_be_bytes(digest[..8].try_into().expect("a digest has 32 bytes")) >> 11
    }

    /// As it is sent.
    pub fn question(&self, live: &dyn Game, id: u64) -> Question {
        let about = |points: &[Point; 3]| points.iter().filter_map(|point| point.short()).collect();
        match self {
            SideQuestion::Decision(pending) => Question {
                id,
                side: pending.side.0,
                rule: pending.rule.0.to_owned(),
                key: pending.key.to_owned(),
                about: about(&pending.about),
                text: words::asking(live, pending),
                fallen: false,
                count: pending.legal.len() as u32,
                groups: groups(&pending.legal),
                ending: live.ending(pending).map(|(choice, label)| Ending { choice: choice as u32, label }),
            },
            SideQuestion::Throw(side, wanted) => Question {
                id,
                side: side.0,
                rule: wanted.rule.0.to_owned(),
                key: format!("throw.{}", wanted.key),
                about: about(&wanted.about),
                text: match wanted.kind {
                    ThrowKind::Die => {
                        format!("On the table: {}. What does the die show?", words::throwing(live, wanted))
                    }
                    ThrowKind::Draw => {
                        format!("On the table: {}. What is drawn?", words::throwing(live, wanted))
                    }
                },
                fallen: true,
                count: wanted.shows.len() as u32,
                groups: groups(&shown(live, wanted)),
                ending: None,
            },
        }
    }
}

/// Throws that may have fallen, as answers.
fn shown(live: &dyn Game, wanted: &AwaitedThrow) -> Vec<Answer> {
    let verb = table::Verb(live.verbs().len() as u8);
    wanted.shows.iter().map(|point| Answer::one(verb, *point)).collect()
}

/// A board with the verb with which throws are typed in.
pub fn with_thrown(mut board: Board) -> Board {
    board.verbs.push(VerbData {
        word: THROWN.to_owned(),
        label: "{0}".to_owned(),
        numbers: Vec::new(),
        route_overlay: None,
    });
    board
}

fn hash_point(hash: &mut Sha256, point: Point) {
    if point != Point::Nothing {
        hash.update([point.kind().letter() as u8]);
        hash.update(point.number().to_be_bytes());
    }
}

/// The legal answers, neighbours of the same shape together.
fn groups(legal: &[Answer]) -> Vec<ChoiceGroup> {
    let mut groups: Vec<ChoiceGroup> = Vec::new();
    for (number, answer) in legal.iter().enumerate() {
        let points: Vec<Point> =
            answer.points.iter().copied().filter(|point| *point != Point::Nothing).collect();
        let is_like = |group: &ChoiceGroup| {
            group.verb == answer.verb.0
                && !points.is_empty()
                && group.kinds.iter().copied().eq(points.iter().map(|point| point.kind()))
        };
        if !groups.last().is_some_and(is_like) {
            let kinds = points.iter().map(|point| point.kind()).collect();
            groups.push(ChoiceGroup { first: number as u32, verb: answer.verb.0, kinds, at: Vec::new() });
        }
        let group = groups.last_mut().expect("one was just pushed, if there was none");
        group.at.extend(points.iter().map(|point| point.number()));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::{PointKind, Verb};

    #[test]
    fn answers_are_grouped_in_their_order() {
        let go = |hex| Answer::one(Verb(3), Point::Place(hex));
        let legal = [
            Answer::button(Verb(0)),
            go(4),
            go(5),
            Answer::two(Verb(3), Point::Unit(1), Point::Place(4)),
            go(6),
        ];
        let text = |g: &ChoiceGroup| format!("{} {} {:?} {:?}", g.first, g.verb, g.kinds, g.at);
        let groups: Vec<String> = groups(&legal).iter().map(text).collect();
        assert_eq!(
            groups,
            ["0 0 [] []", "1 3 [Place] [4, 5]", "3 3 [Unit, Place] [1, 4]", "4 3 [Place] [6]"]
        );
    }

    #[test]
    fn a_kind_is_written_as_the_letter_of_its_short_texts() {
        for letter in "-ulhdfmsnptg".chars() {
            let kind = PointKind::from_letter(letter).expect("each of them stands for a kind");
            assert_eq!(serde_json::to_value(kind).expect("it can be written"), letter.to_string());
        }
    }
}

//! Layout of choices: how a list of choices is laid out: single ones in columns, those that differ in a hex or a facing only on a line together, those that are the
//! same to a player once.

use std::collections::HashMap;

use table::{Answer, Point};

use crate::paint::{CHOICE, painted};

/// So many choices that differ in their last word only stand together.
const FEWEST_TOGETHER: usize = 3;
/// Up to so many single choices stand below each other.
const MOST_IN_ONE_COLUMN: usize = 12;

/// A choice.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'c> {
    /// As it is typed.
    pub typed: &'c str,
    /// In words.
    pub words: &'c str,
    /// The answer.
    pub answer: Answer,
}

impl Choice<'_> {
    /// Whether a player sees no difference to another: none in words, and none but which of several equal markers is taken.
    fn is_like(&self, other: &Choice<'_>) -> bool {
        let is_marker = |point: &Point| matches!(point, Point::Marker(_));
        let mut pairs = self.answer.points.iter().zip(&other.answer.points);
        self.words == other.words
            && self.answer.verb == other.answer.verb
            && pairs.all(|(own, its)| own == its || (is_marker(own) && is_marker(its)))
    }
}

/// Layout of a list of choices.
pub struct Layout {
    /// Its lines.
    pub lines: Vec<String>,
    /// The choice behind each number, from 1 on: its place among all choices, from 0.
    pub numbered: Vec<usize>,
}

/// A choice that is shown.
struct ShownChoice<'c> {
    /// Its place among all choices, from 0.
    at: usize,
    /// Its number in the list.
    number: usize,
    typed: &'c str,
    /// In words, with the number that it has among others that read the same and are not.
    words: String,
}

/// The choices that are shown: of those that are the same to a player, the first.
fn shown<'c>(choices: &[Choice<'c>]) -> Vec<ShownChoice<'c>> {
    let mut alike: HashMap<&str, Vec<&Choice<'c>>> = HashMap::new();
    let mut shown = Vec::new();
    for (at, choice) in choices.iter().enumerate() {
        let before = alike.entry(choice.words).or_default();
        if before.iter().any(|known| known.is_like(choice)) {
            continue;
        }
        before.push(choice);
        let words = match before.len() {
            1 => choice.words.to_owned(),
            nth => format!("{} ({nth})", choice.words),
        };
        shown.push(ShownChoice { at, number: 0, typed: choice.typed, words });
    }
    shown
}

/// The numbered list: the numbers run in the order in which it is read. What is the same to a player is shown once; nothing else is left out.
pub fn lay_out(choices: &[Choice<'_>], width: usize) -> Layout {
    let mut choices = shown(choices);
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    let mut single = Vec::new();
    for (at, ShownChoice { typed, .. }) in choices.iter().enumerate() {
        match head(typed) {
            Some(head) => match groups.iter_mut().find(|(known, _)| *known == head) {
                Some((_, members)) => members.push(at),
                None => groups.push((head, vec![at])),
            },
            None => single.push(at),
        }
    }
    groups.retain(|(_, members)| {
        let together = members.len() >= FEWEST_TOGETHER && common(&choices, members) > 0;
        if !together {
            single.extend(members);
        }
        together
    });
    single.sort_unstable();
    let order: Vec<usize> =
        single.iter().chain(groups.iter().flat_map(|(_, members)| members)).copied().collect();
    for (before, &at) in order.iter().enumerate() {
        choices[at].number = before + 1;
    }
    let mut lines = columns(&choices, &single, width);
    for (_, members) in &groups {
        together(&choices, members, width, &mut lines);
    }
    Layout { lines, numbered: order.iter().map(|&at| choices[at].at).collect() }
}

/// Head of a choice: all before the hex or the facing with which a choice ends; none if it ends otherwise.
fn head(typed: &str) -> Option<&str> {
    let (head, last) = typed.rsplit_once(' ')?;
    let is_place = last.chars().all(|c| c.is_ascii_digit() || c.is_ascii_uppercase());
    is_place.then_some(head)
}

/// The length of what the choices' words begin with together, up to a space.
fn common(choices: &[ShownChoice<'_>], members: &[usize]) -> usize {
    let first = &choices[members[0]].words;
    let same = |at: &usize| {
        first
            .char_indices()
            .zip(choices[*at].words.chars())
            .find(|((_, a), b)| a != b)
            .map_or(first.len(), |x| x.0.0)
    };
    let shared = members.iter().map(same).min().unwrap_or(0);
    first[..shared].rfind(' ').unwrap_or(0)
}

fn number(number: usize, digits: usize) -> String {
    painted(CHOICE, format!("{number:>digits$})"))
}

/// Single choices, in as many columns as there is room for.
fn columns(choices: &[ShownChoice<'_>], single: &[usize], width: usize) -> Vec<String> {
    let widest = single.iter().map(|at| choices[*at].words.chars().count()).max().unwrap_or(0);
    let digits = choices.len().to_string().len();
    let cell = digits + 2 + widest + 3;
    let count = if single.len() <= MOST_IN_ONE_COLUMN { 1 } else { (width.saturating_sub(2) / cell).max(1) };
    let rows = single.len().div_ceil(count);
    let row = |row: usize| {
        let cells = single.iter().skip(row).step_by(rows).map(|at| {
            let text = &choices[*at].words;
            let pad = " ".repeat(widest - text.chars().count() + 3);
            format!("{} {text}{pad}", number(choices[*at].number, digits))
        });
        format!("  {}", cells.collect::<String>()).trim_end().to_owned()
    };
    (0..rows).map(row).collect()
}

/// Choices that differ in their end only: `Turn 1er léger: 2) NE 3) SE`.
fn together(choices: &[ShownChoice<'_>], members: &[usize], width: usize, lines: &mut Vec<String>) {
    let shared = common(choices, members);
    let mut line = format!("  {}:", &choices[members[0]].words[..shared]);
    let mut length = line.chars().count();
    for at in members {
        let end = choices[*at].words[shared..].trim_start();
        let number_of = choices[*at].number;
        let more = 3 + number_of.to_string().len() + end.chars().count();
        if length + more > width {
            lines.push(std::mem::replace(&mut line, "     ".to_owned()));
            length = line.len();
        }
        line.push_str(&format!(" {} {end}", number(number_of, 0)));
        length += more;
    }
    lines.push(line);
}

#[cfg(test)]
mod tests {
    use super::{Choice, lay_out};
    use table::{Answer, Point, Verb};

    /// The list as plain text, of answers that all differ.
    fn plain(choices: &[(&str, &str)], width: usize) -> String {
        let answer = |n: usize| Answer::one(Verb(0), Point::Number(n as i16));
        let choices: Vec<(&str, &str, Answer)> =
            choices.iter().enumerate().map(|(n, (typed, words))| (*typed, *words, answer(n))).collect();
        plain_of(&choices, width)
    }

    fn plain_of(choices: &[(&str, &str, Answer)], width: usize) -> String {
        let choices: Vec<Choice<'_>> =
            choices.iter().map(|(typed, words, answer)| Choice { typed, words, answer: *answer }).collect();
        anstream::adapter::strip_str(&lay_out(&choices, width).lines.join("\n")).to_string()
    }

    #[test]
    fn facings_of_a_unit_stand_on_one_line_and_nothing_is_lost() {
        let choices = [
            ("move leger-1", "Move 1er léger"),
            ("turn leger-1 E", "Turn 1er léger E"),
            ("turn leger-1 SE", "Turn 1er léger SE"),
            ("turn leger-1 SW", "Turn 1er léger SW"),
            ("turn leger-2 E", "Turn 2e léger E"),
            ("pass", "Pass"),
        ];
        let shown =
            "  1) Move 1er léger\n  2) Turn 2e léger E\n  3) Pass\n  Turn 1er léger: 4) E 5) SE 6) SW";
        assert_eq!(plain(&choices, 80), shown);
    }

    #[test]
    fn long_lines_are_broken_between_choices() {
        let choices = [
            ("go 0101", "Go 0101"),
            ("go 0102", "Go 0102 (Rome)"),
            ("go 0103", "Go 0103"),
            ("go 0104", "Go 0104"),
        ];
        assert_eq!(plain(&choices, 26), "  Go: 1) 0101\n      2) 0102 (Rome)\n      3) 0103 4) 0104");
    }

    #[test]
    fn what_is_the_same_to_a_player_is_shown_once_and_namesakes_are_numbered() {
        let (draw, go) = (Verb(0), Verb(1));
        let choices = [
            ("draw lasalle-1", "Draw Lasalle (3)", Answer::one(draw, Point::Marker(0))),
            ("draw lasalle-2", "Draw Lasalle (3)", Answer::one(draw, Point::Marker(1))),
            ("draw davout", "Draw Davout", Answer::one(draw, Point::Marker(2))),
            ("take guards-1", "Take Guards", Answer::one(go, Point::Unit(1))),
            ("take guards-2", "Take Guards", Answer::one(go, Point::Unit(2))),
            ("take guards-2", "Take Guards", Answer::one(go, Point::Unit(2))),
            ("pass", "Pass", Answer::button(Verb(2))),
        ];
        let shown =
            "  1) Draw Lasalle (3)\n  2) Draw Davout\n  3) Take Guards\n  4) Take Guards (2)\n  5) Pass";
        assert_eq!(plain_of(&choices, 80), shown);
    }

    /// A number that is typed means the choice beside it.
    #[test]
    fn each_number_means_the_choice_beside_it() {
        let choices = [
            ("turn a E", "Turn a E"),
            ("move a", "Move a"),
            ("turn a SE", "Turn a SE"),
            ("turn a W", "Turn a W"),
        ];
        let answer = |n: usize| Answer::one(Verb(0), Point::Number(n as i16));
        let choices: Vec<Choice<'_>> = (choices.iter().enumerate())
            .map(|(n, (typed, words))| Choice { typed, words, answer: answer(n) })
            .collect();
        let layout = lay_out(&choices, 80);
        let lines = anstream::adapter::strip_str(&layout.lines.join("\n")).to_string();
        assert_eq!(lines, "  1) Move a\n  Turn a: 2) E 3) SE 4) W");
        assert_eq!(layout.numbered, [1, 0, 2, 3]);
    }

    #[test]
    fn labels_that_share_nothing_stay_single() {
        let choices = [("a 1", "x"), ("a 2", "y"), ("a 3", "z")];
        assert_eq!(plain(&choices, 26), "  1) x\n  2) y\n  3) z");
    }
}

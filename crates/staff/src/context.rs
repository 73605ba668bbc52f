//! Desk of every sergeant: the question, the view, what they remember, and what they say of their answer.

use std::fmt::Write;

use table::{Answer, Names, Point, Rulebook, SeenQuestion, Verb};

/// Everything at hand for one decision of a book's player: the field as their side sees it, and their memory, are the book's own.
pub struct DecisionContext<'a, 'm, R: Rulebook, E, M> {
    /// The question.
    pub seen: &'a SeenQuestion<'a, R>,
    /// The field as their side sees it.
    pub view: E,
    /// Their memory.
    pub memory: &'m mut M,
    /// Their explanation.
    pub why: &'m mut String,
}

impl<'a, R: Rulebook, E, M> DecisionContext<'a, '_, R, E, M> {
    /// The legal answers.
    pub fn legal(&self) -> &'a [Answer] {
        self.seen.legal
    }

    /// The first legal answer.
    pub fn first(&self) -> Answer {
        self.seen.legal[0]
    }

    /// The button, if it is legal; else the first legal answer.
    pub fn button(&self, verb: Verb) -> Answer {
        let button = Answer::button(verb);
        if self.legal().contains(&button) { button } else { self.first() }
    }

    /// The answer with the highest value; of equals the first.
    pub fn best(&self, value: impl FnMut(&Answer) -> i32) -> Answer {
        best(self.legal(), value)
    }

    /// The name of the first thing that the question is about.
    pub fn about_name(&self) -> String {
        let about = self.seen.question.about.iter().find(|p| **p != Point::Nothing);
        about.map_or_else(String::new, |point| self.seen.battle.title(*point))
    }

    /// Explains the decision.
    pub fn say(&mut self, words: impl FnOnce(&Self) -> String) {
        let words = words(&*self);
        self.why.clear();
        self.why.push_str(&words);
    }

    /// The names of all that an answer points at.
    pub fn answer_name(&self, answer: &Answer) -> String {
        let mut text = String::new();
        for point in answer.points.iter().filter(|p| **p != Point::Nothing) {
            let gap = if text.is_empty() { "" } else { ", " };
            let _ = write!(text, "{gap}{}", self.seen.battle.title(*point));
        }
        text
    }
}

/// Of legal answers that with the highest value; of equals the first.
pub fn best(legal: &[Answer], mut value: impl FnMut(&Answer) -> i32) -> Answer {
    let mut best = (i32::MIN, legal[0]);
    for answer in legal {
        let worth = value(answer);
        if worth > best.0 {
            best = (worth, *answer);
        }
    }
    best.1
}

/// Tenths of a point in words, rounded towards zero.
pub fn points(tenths: i32) -> String {
    match tenths / 10 {
        1 => "1 point".into(),
        n => format!("{n} points"),
    }
}

//! A battle on a real table: people decide and throw their own dice, and the rules are kept for them.

use table::umpires::{self, Ended, Referee, play_out};
use table::{Answer, Asked, Event, Play, Point, Refusal, Stop, Throw, text};

use crate::language::Language;
use crate::manner::Manner;

/// The most steps of a game on a real table.
const MOST_STEPS: u64 = 100_000;

/// The people at a real table. A method that gives `None` means that they leave it.
pub trait Desk {
    /// A decision: the side, the question, and the legal answers as they are typed and as they read. Gives the answer as typed.
    fn decide(&mut self, side: &str, question: &str, answers: &[(String, String)]) -> Option<String>;

    /// Why what they typed is not done. They are asked again.
    fn refused(&mut self, why: &str);

    /// What they threw or drew: what for, and what it may show. Gives the place of what it shows.
    fn throw(&mut self, what: &str, shows: &[String]) -> Option<u32>;

    /// What happened.
    fn told(&mut self, sentence: &str);
}

/// Keeps the rules of a battle to its end, or until the people leave.
pub(crate) fn referee<R: Manner>(battle: &R::Battle, desk: &mut dyn Desk) -> Result<(), String> {
    let mut people = People::<R> { battle, desk };
    let mut umpire = Referee::new(&mut people);
    let mut state = R::start(battle);
    match play_out::<R>(battle, &mut state, &mut umpire, MOST_STEPS) {
        Ok(Ended::Over(_)) | Err(Stop::Waiting) => Ok(()),
        Ok(Ended::Unfinished) => Err("the game does not end".to_owned()),
        Err(stop) => Err(format!("{stop:?}")),
    }
}

struct People<'a, R: Manner> {
    battle: &'a R::Battle,
    desk: &'a mut dyn Desk,
}

impl<R: Manner> umpires::Desk<R> for People<'_, R> {
    fn question(&mut self, asked: &Asked<'_, R>) -> Play<Answer> {
        let names = R::sides(self.battle);
        let side = &names[asked.question.side.index()].name;
        let sentence = R::catalogue(Language::ENGLISH).question(self.battle, asked.question);
        let offer = |answer: &Answer| {
            (
                text::print::<R>(self.battle, answer),
                R::catalogue(Language::ENGLISH).answer::<R>(self.battle, answer),
            )
        };
        let answers: Vec<(String, String)> = asked.legal.iter().map(offer).collect();
        loop {
            let typed = self.desk.decide(side, &sentence, &answers).ok_or(Stop::Waiting)?;
            match text::choose::<R>(self.battle, asked.legal, &typed) {
                Ok(answer) => return Ok(answer),
                Err(error) => self.desk.refused(&error.to_string()),
            }
        }
    }

    fn refused(&mut self, _asked: &Asked<'_, R>, _answer: &Answer, refusal: &Refusal) {
        self.desk.refused(&R::catalogue(Language::ENGLISH).refusal(self.battle, refusal));
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        let label = R::catalogue(Language::ENGLISH).throw(self.battle, throw);
        let shown = |face: u32| match (throw.shows)(face) {
            Point::Number(n) => n.to_string(),
            other => text::print_point(self.battle, other),
        };
        let shows: Vec<String> = (0..throw.faces).map(shown).collect();
        self.desk.throw(&format!("{label} ({})", throw.rule), &shows).ok_or(Stop::Waiting)
    }

    fn event(&mut self, event: Event) {
        self.desk.told(&R::catalogue(Language::ENGLISH).event(self.battle, &event));
    }
}

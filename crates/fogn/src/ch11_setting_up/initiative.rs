//! Initiative and region: who attacks, what that brings, and where the battle is fought (`points.initiative`, `points.region`).

use table::{Answer, Event, Modifiers, Play, Point, Refusal, Side, Throw, ThrowKind, rule};

use crate::armies::{Arm, Capability, Region};
use crate::ask::not_offered;
use crate::core::battle::UnitCard;
use crate::core::before::{BONUS, LEAD, Preliminaries, Raised};
use crate::core::field::{Over, about, division_of, division_point, unit_of, unit_point};
use crate::core::state::{DivisionId, Status, UnitId};
use crate::core::verb;
use crate::formations::Strength;
use crate::{Battle, Field, State};

/// Points of a base that an army has when it gets new units and not only larger ones.
const CHEAP: i16 = 10;
/// The most units that a side gets.
const MOST: usize = 2;

/// Preliminaries of the game; a points game only comes here.
fn game(b: &Battle) -> &Preliminaries {
    b.game.as_ref().expect("a points game has its preliminaries")
}

/// Points of an army's bases that its recruits show.
fn base_points(card: &UnitCard, points: i16) -> i16 {
    points / if card.strength == Strength::Small { 4 } else { 6 }
}

/// Points that the attacker has left for troops.
fn left(b: &Battle, s: &State) -> i16 {
    let spent = |raised: &Raised| match raised {
        Raised::Unit(at, _) => game(b).recruits[s.clock.attacker.index()][usize::from(*at)].points,
        Raised::Larger(unit) => larger(b, s, *unit).unwrap_or(BONUS),
    };
    BONUS - s.before.raised.iter().map(spent).sum::<i16>()
}

/// Points of two more bases of a small unit; none where the army has no such troops.
fn larger(b: &Battle, s: &State, unit: UnitId) -> Option<i16> {
    let card = b.unit(unit);
    let alike = |other: &UnitCard| {
        other.troops == card.troops
            && other.elan == card.elan
            && other.training == card.training
            && other.special == card.special
    };
    let recruits = &game(b).recruits[s.clock.attacker.index()];
    recruits.iter().find(|one| alike(&one.card)).map(|one| 2 * base_points(&one.card, one.points))
}

/// Whether the attacker may get a recruit for a division: for the points that are left, and without making a division mixed that is not (`points.initiative`).
fn may_raise(b: &Battle, s: &State, at: usize, division: DivisionId) -> bool {
    let side = s.clock.attacker;
    let Some(recruit) = game(b).recruits[side.index()].get(at) else { return false };
    let own = b
        .units_of(side)
        .filter(|unit| b.unit(*unit).division == division && s.unit(*unit).status != Status::Absent);
    let arms: Vec<Arm> = own.map(|unit| b.arm(unit)).filter(|arm| *arm != Arm::Artillery).collect();
    let fits = !arms.is_empty() && arms.contains(&recruit.card.arm());
    b.division(division).side == side && fits && recruit.points <= left(b, s)
}

/// The reason why troops are not to be had: not of the list, not for what is left, or not for that division.
fn why_not(b: &Battle, s: &State, answer: &Answer) -> Refusal {
    let (Point::Number(at), Some(division)) = (answer.points[0], division_of(answer)) else {
        return not_offered(rule!("points.initiative"));
    };
    let recruits = &game(b).recruits[s.clock.attacker.index()];
    let refusal = match usize::try_from(at).ok().and_then(|at| recruits.get(at)) {
        _ if answer.verb != verb::RAISE => return not_offered(rule!("points.initiative")),
        None => Refusal::new(rule!("armies.lists"), "raise.list"),
        Some(recruit) if recruit.points > left(b, s) => {
            Refusal::new(rule!("points.initiative"), "raise.points")
                .with("cost", Point::Number(recruit.points))
        }
        Some(_) => Refusal::new(rule!("divisions"), "raise.mixed"),
    };
    refusal.with("division", division_point(division))
}

/// Whether an army has bases that are cheap enough for units of them.
fn has_cheap(b: &Battle, side: Side) -> bool {
    game(b).recruits[side.index()].iter().any(|one| base_points(&one.card, one.points) <= CHEAP)
}

fn raise_answers(b: &Battle, s: &State, out: &mut Vec<Answer>) {
    let side = s.clock.attacker;
    let recruits = 0..game(b).recruits[side.index()].len();
    for at in recruits {
        for division in crate::core::coming::divisions_of(b, side).filter(|one| may_raise(b, s, at, *one)) {
            out.push(Answer::two(verb::RAISE, Point::Number(at as i16), division_point(division)));
        }
    }
    if !has_cheap(b, side) && s.before.raised.is_empty() {
        let small = b.units_of(side).filter(|unit| {
            let card = b.unit(*unit);
            !card.extra && card.strength == Strength::Small && card.arm() != Arm::Artillery
        });
        let affordable = small.filter(|unit| larger(b, s, *unit).is_some_and(|points| points <= BONUS));
        out.extend(affordable.map(|unit| Answer::one(verb::ENLARGE, unit_point(unit))));
    }
}

/// Regions among which the attacker chooses: those that both lists have, else those of the other list (`points.region`).
fn regions(b: &Battle, s: &State) -> Vec<Region> {
    let lists = &game(b).regions;
    let other = &lists[s.clock.attacker.enemy().index()];
    let own = &lists[s.clock.attacker.index()];
    let both: Vec<Region> = other.iter().filter(|region| own.contains(region)).copied().collect();
    if both.is_empty() { other.clone() } else { both }
}

impl Field<'_, '_> {
    /// Both sides throw a die for the initiative, again as long as they are level; who has more is the attacker (`points.initiative`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn initiative_step(&mut self) -> Play<Over> {
        let points = game(self.b).points;
        self.tell(|| {
            Event::new(rule!("points.system"), "armies")
                .number("first", points[0])
                .number("second", points[1])
        });
        let mut dice = [0_i16; 2];
        for side in [Side(0), Side(1)] {
            dice[side.index()] = self.side_die(side, rule!("points.initiative"), "initiative")?;
        }
        let brought = game(self.b).initiative;
        let scores = [0, 1].map(|at: usize| brought[at] + dice[at]);
        self.tell(|| {
            let made = Modifiers::new().and(brought[0], "army", rule!("points.initiative")).and(
                dice[0],
                "die",
                rule!("points.initiative"),
            );
            Event::new(rule!("points.initiative"), "initiative")
                .number("first", scores[0])
                .number("second", scores[1])
                .sum("first_score", &made)
        });
        if scores[0] == scores[1] {
            return Ok(Over::No);
        }
        let attacker = if scores[0] > scores[1] { Side(0) } else { Side(1) };
        (self.s.before.scores, self.s.clock.attacker, self.s.clock.side) = (scores, attacker, attacker);
        self.tell(|| Event::new(rule!("points.initiative"), "attacks").point("side", Point::Side(attacker)));
        Ok(Over::Yes)
    }

    /// One die of a side.
    pub(super) fn side_die(&mut self, side: Side, rule: table::Rule, key: &'static str) -> Play<i16> {
        let face = self.doors.roll(&Throw {
            rule,
            key,
            side: Some(side),
            kind: ThrowKind::Die,
            faces: 6,
            about: about([Point::Side(side)]),
            class: &|face| face,
            shows: &|face| Point::Number(face as i16 + 1),
        })?;
        Ok(face as i16 + 1)
    }

    /// The attacker who leads by three gets a unit or two of 40 points together (`points.initiative`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn raise_step(&mut self) -> Play<Over> {
        let side = self.s.clock.attacker;
        let scores = self.s.before.scores;
        let leads = scores[side.index()] - scores[side.enemy().index()] >= LEAD;
        let enlarged = self.s.before.raised.iter().any(|one| matches!(one, Raised::Larger(_)));
        let mut any = Vec::new();
        raise_answers(self.b, self.s, &mut any);
        if !leads || enlarged || self.s.before.raised.len() >= MOST || any.is_empty() {
            return Ok(Over::Yes);
        }
        let rule = rule!("points.initiative");
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            raise_answers(b, s, out);
            out.push(Answer::button(verb::DONE));
        };
        let refuse = |b: &Battle, s: &State, answer: &Answer| why_not(b, s, answer);
        let answer = self.ask(side, rule, "raise", about([Point::Side(side)]), list, refuse)?;
        let raised = match (answer.verb, answer.points[0], division_of(&answer), unit_of(&answer)) {
            (verb::RAISE, Point::Number(at), Some(division), _) => Raised::Unit(at as u8, division),
            (verb::ENLARGE, _, _, Some(unit)) => Raised::Larger(unit),
            _ => return Ok(Over::Yes),
        };
        let slot =
            self.b.units_of(side).filter(|unit| self.b.unit(*unit).extra).nth(self.s.before.raised.len());
        self.s.before.raised.push(raised);
        if let (Raised::Unit(_, division), Some(slot)) = (raised, slot) {
            let now = self.s.unit_mut(slot);
            now.status = Status::Waiting;
            self.tell(|| {
                Event::new(rule, "raised")
                    .point("unit", unit_point(slot))
                    .point("division", division_point(division))
            });
        } else if let Raised::Larger(unit) = raised {
            self.tell(|| Event::new(rule, "enlarged").point("unit", unit_point(unit)));
        }
        Ok(Over::No)
    }

    /// The attacker chooses the region (`points.region`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn region_step(&mut self) -> Play<Over> {
        let (side, rule) = (self.s.clock.attacker, rule!("points.region"));
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let all = regions(b, s).into_iter();
            out.extend(all.map(|region| Answer::one(verb::REGION, Point::Number(region as i16))));
        };
        let refuse = |_: &Battle, _: &State, answer: &Answer| match answer.verb {
            verb::REGION => table::Refusal::new(rule, "region.lists"),
            _ => not_offered(rule),
        };
        let answer = self.ask(side, rule, "region", about([Point::Side(side)]), list, refuse)?;
        if let Point::Number(at) = answer.points[0] {
            let region = Region::ALL[usize::try_from(at).unwrap_or(0)];
            self.s.before.region = Some(region);
            self.tell(|| Event::new(rule, "region").word("region", region.name()));
        }
        Ok(Over::Yes)
    }
}

/// Whether troops can be had for the initiative at all: infantry and cavalry that move.
pub(crate) fn is_recruit(card: &UnitCard) -> bool {
    card.arm() != Arm::Artillery && !card.is(Capability::Immobile)
}

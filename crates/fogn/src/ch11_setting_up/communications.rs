//! The lines of communications: where each side lays its own, the defender first (`deployment`, `recovery.loc`).

use baize::{Figure, Length};
use table::{Answer, Event, Options, Play, Point, Question, Refusal, Side, Span, rule};

use crate::ask::{not_offered, stranger};
use crate::core::charts::Going;
use crate::core::coming::{communications_at, communications_size};
use crate::core::field::{Over, about};
use crate::core::place::in_water;
use crate::core::verb;
use crate::{Battle, Field};

/// Steps in which places along an edge are looked at.
const STEP: usize = 100;

/// Worth of a place: on or beside a road that leads off the edge before all, then on open ground (`recovery.loc`).
fn worth(b: &Battle, side: Side, figure: &Figure) -> u8 {
    let edge = if side == Side(0) { i32::from(b.table.depth.0) } else { 0 };
    let road = b.table.lines.iter().any(|line| {
        let leads = matches!(line.kind, baize::LineKind::Road | baize::LineKind::SunkenRoad)
            && [line.points.first(), line.points.last()].into_iter().flatten().any(|end| end.y == edge);
        leads && line.is_within(figure, Length(line.width.0 / 2 + baize::SLACK.0))
    });
    let open = b.table.areas_of(figure).all(|area| b.charts.terrain(area.kind).going == Going::Open)
        && !in_water(b, figure);
    u8::from(road) * 2 + u8::from(open)
}

/// The places along an edge that are looked at: middles, from the left edge of the table.
fn places(b: &Battle) -> impl Iterator<Item = Length> + use<> {
    let half = communications_size(b).width.0 / 2;
    (half..=b.table.width.0 - half).step_by(STEP).map(Length)
}

/// The most that any place is worth.
fn best(b: &Battle, side: Side) -> u8 {
    places(b).map(|at| worth(b, side, &communications_at(b, side, at))).max().unwrap_or(0)
}

/// Whether a side may lay its line of communications there.
fn may_lie(b: &Battle, side: Side, at: Length, best: u8) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(rule!("recovery.loc"), why).with("at", Point::Length(at.0)));
    let figure = communications_at(b, side, at);
    if !b.table.has_all_of(&figure) {
        return no("communications.table");
    }
    if worth(b, side, &figure) < best { no("communications.place") } else { Ok(()) }
}

/// Options of a line of communications: any place along the edge that is as good as any.
struct Laying<'a> {
    b: &'a Battle,
    side: Side,
    best: u8,
}

impl Options for Laying<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        let good: Vec<Length> = places(self.b)
            .filter(|at| worth(self.b, self.side, &communications_at(self.b, self.side, *at)) == self.best)
            .collect();
        // Some of them, from one end to the other, and the one nearest to the middle of the edge.
        let middle = self.b.table.width.0 / 2;
        let central = good.iter().min_by_key(|at| (at.0 - middle).abs()).copied();
        let some = good.iter().step_by((good.len() / 6).max(1)).copied();
        let mut all: Vec<Length> = some.chain(central).collect();
        all.sort_unstable();
        all.dedup();
        out.extend(all.into_iter().map(|at| Answer::one(verb::LAY, Point::Length(at.0))));
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        let rule = rule!("recovery.loc");
        if let Some(refusal) = stranger(self.b, rule, answer) {
            return Err(refusal);
        }
        match (answer.verb, answer.points) {
            (verb::LAY, [Point::Length(at), Point::Nothing, Point::Nothing]) => {
                may_lie(self.b, self.side, Length(at), self.best)
            }
            _ => Err(not_offered(rule)),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let lay = |at| Answer::one(verb::LAY, Point::Length(at));
        out.push(Span { from: lay(0), to: lay(self.b.table.width.0) });
    }

    /// The nearest good place along the edge.
    fn nearest(&self, answer: &Answer) -> Option<Answer> {
        if self.judge(&[], answer).is_ok() {
            return Some(*answer);
        }
        let (verb::LAY, Point::Length(wanted)) = (answer.verb, answer.points[0]) else { return None };
        let good = places(self.b).filter(|at| may_lie(self.b, self.side, *at, self.best).is_ok());
        let nearest = good.min_by_key(|at| (i32::from(at.0) - i32::from(wanted)).abs());
        nearest.map(|at| Answer::one(verb::LAY, Point::Length(at.0)))
    }
}

impl Field<'_, '_> {
    /// A side lays its line of communications: the defender, then the attacker (`deployment`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn communications_step(&mut self) -> Play<Over> {
        let order = [self.s.clock.attacker.enemy(), self.s.clock.attacker];
        let open = |side: &Side| self.s.communications[side.index()].is_none();
        let Some(side) = order.into_iter().find(open) else { return Ok(Over::Yes) };
        let rule = rule!("recovery.loc");
        let options = Laying { b: self.b, side, best: best(self.b, side) };
        let about = about([Point::Side(side)]);
        let question = Question { side, rule, key: "communications", about, options: &options };
        let answer = self.doors.ask(self.s, &question)?;
        let Point::Length(at) = answer.points[0] else { return Ok(Over::No) };
        self.s.communications[side.index()] = Some(Length(at));
        self.tell(|| {
            Event::new(rule, "communications.laid")
                .point("side", Point::Side(side))
                .point("at", Point::Length(at))
        });
        Ok(if side == order[1] { Over::Yes } else { Over::No })
    }
}

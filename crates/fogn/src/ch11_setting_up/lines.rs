//! Laying of rivers, streams and roads (`terrain.placement`).

use baize::{Length, MU, Place, SLACK, Spot, Water};
use table::{Answer, Event, Options, Play, Point, Question, Refusal, Side, Span, rule};

use crate::armies::Region;
use crate::ask::{not_offered, stranger};
use crate::core::before::crossing;
use crate::core::field::about;
use crate::core::pieces::{Column, Feature, Lie, Piece};
use crate::core::verb;
use crate::{Battle, Field, State};

/// MU from corners of the table at which water crosses its edges.
const FROM_CORNER: Length = Length::mu(8);
/// MU between roads where they cross the edge.
const ROADS: Length = Length::mu(12);

/// Course of a line that is laid: what it must keep to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Course {
    /// Water: from a long edge, in a flank sector, out of the side edge of that flank, in one half.
    Water {
        /// Whether it enters over the edge of who lays it.
        own_edge: bool,
        /// Whether it leaves in their half.
        own_half: bool,
    },
    /// The defender's road from the own centre to the other's.
    Straight,
    /// Any other road.
    Road,
}

/// Line that a side lays: from an end by a bend to the other end.
struct Laying<'a> {
    b: &'a Battle,
    s: &'a State,
    side: Side,
    at: usize,
    course: Course,
}

/// The far distance of two spots, squared.
fn square(a: Spot, b: Spot) -> i64 {
    let part = |a: i16, b: i16| (i64::from(a) - i64::from(b)).pow(2);
    part(a.x, b.x) + part(a.y, b.y)
}

/// Length of a line in units, rounded down stretch by stretch.
fn length(line: [Spot; 3]) -> i64 {
    [square(line[0], line[1]), square(line[1], line[2])].iter().map(|square| square.isqrt()).sum()
}

/// Whether a line turns by no more than a quarter at its bend.
fn bends_gently([from, bend, to]: [Spot; 3]) -> bool {
    let part = |a: i16, b: i16| i64::from(b) - i64::from(a);
    let product = part(from.x, bend.x) * part(bend.x, to.x) + part(from.y, bend.y) * part(bend.y, to.y);
    product >= 0
}

impl Laying<'_> {
    fn no(&self, why: &'static str) -> Refusal {
        Refusal::new(rule!("terrain.placement"), why).with("side", Point::Side(self.side))
    }

    /// Height of the edge of a side.
    fn edge(&self, side: Side) -> i16 {
        if side == Side(0) { self.b.table.depth.0 } else { 0 }
    }

    fn judge(&self, line: [Spot; 3]) -> Result<(), Refusal> {
        let (width, depth) = (self.b.table.width.0, self.b.table.depth.0);
        let on = |spot: Spot| (0..=width).contains(&spot.x) && (0..=depth).contains(&spot.y);
        if !line.iter().all(|spot| on(*spot)) || line[0] == line[2] {
            return Err(self.no("lay.table"));
        }
        if !bends_gently(line) {
            return Err(self.no("line.bend"));
        }
        match self.course {
            Course::Water { own_edge, own_half } => self.water(line, own_edge, own_half),
            Course::Straight => self.straight(line),
            Course::Road => self.road(line),
        }
    }

    fn water(&self, [from, _, to]: [Spot; 3], own_edge: bool, own_half: bool) -> Result<(), Refusal> {
        let (width, depth) = (self.b.table.width.0, self.b.table.depth.0);
        let corner = FROM_CORNER.0;
        let entry = if own_edge { self.edge(self.side) } else { self.edge(self.side.enemy()) };
        let left = from.x <= width / 3;
        let flank = left || from.x >= width - width / 3;
        if from.y != entry || !flank || from.x < corner || from.x > width - corner {
            return Err(self.no("water.entry"));
        }
        let near = to.y > depth / 2;
        let half = near == ((self.side == Side(0)) == own_half);
        let edge = to.x == if left { 0 } else { width };
        if !edge || !half || to.y < corner || to.y > depth - corner {
            return Err(self.no("water.exit"));
        }
        Ok(())
    }

    fn straight(&self, [from, bend, to]: [Spot; 3]) -> Result<(), Refusal> {
        let (width, own, other) = (self.b.table.width.0, self.edge(self.side), self.edge(self.side.enemy()));
        let central = |x: i16| (width / 3..=width - width / 3).contains(&x);
        let middle = |a: i16, b: i16| ((i32::from(a) + i32::from(b)) / 2) as i16;
        let straight = bend == Spot { x: middle(from.x, to.x), y: middle(from.y, to.y) };
        let ends = from.y == own && to.y == other && central(from.x) && central(to.x);
        if straight && ends { Ok(()) } else { Err(self.no("road.straight")) }
    }

    fn road(&self, line: [Spot; 3]) -> Result<(), Refusal> {
        let (width, depth) = (self.b.table.width.0, self.b.table.depth.0);
        if length(line) > i64::from(width.max(depth)) {
            return Err(self.no("road.long"));
        }
        let on_edge = |spot: Spot| spot.x == 0 || spot.y == 0 || spot.x == width || spot.y == depth;
        let pieces = || self.s.before.pieces.iter().enumerate().filter(|(at, _)| *at != self.at);
        let ends = |line: [Spot; 3]| [line[0], line[2]].into_iter().filter(move |spot| on_edge(*spot));
        let roads = || {
            pieces().filter_map(|(_, piece)| match piece.lie {
                Lie::Line(line) if piece.feature == Feature::Road => Some((*piece, line)),
                _ => None,
            })
        };
        let near = i64::from(ROADS.0).pow(2);
        let close = roads().any(|(_, other)| ends(line).any(|a| ends(other).any(|b| square(a, b) < near)));
        if close {
            return Err(self.no("road.near"));
        }
        let own = Piece { lie: Lie::Line(line), feature: Feature::Road, ..self.s.before.pieces[self.at] };
        let Some(road) = own.as_line() else { return Err(self.no("road.straight")) };
        let half = Length(road.width.0 / 2 + SLACK.0);
        let over = |piece: &Piece| match piece.lie {
            Lie::Area(pose) => road.is_within(&piece.figure(pose), Length(road.width.0 / 2)),
            _ => false,
        };
        let passable = |column| matches!(column, Column::Buildings | Column::SteepHill | Column::GentleHill);
        if pieces().any(|(_, piece)| !passable(piece.feature.column()) && over(piece)) {
            return Err(self.no("road.through"));
        }
        // Buildings first, that have no road yet; else buildings or another road.
        let villages: Vec<baize::Figure> = pieces()
            .filter(|(_, piece)| piece.feature == Feature::Village)
            .filter_map(|(_, piece)| match piece.lie {
                Lie::Area(pose) => Some(piece.figure(pose)),
                _ => None,
            })
            .collect();
        let reached = |village: &baize::Figure| {
            roads().filter_map(|(piece, _)| piece.as_line()).any(|line| line.is_within(village, half))
        };
        let lonely: Vec<&baize::Figure> = villages.iter().filter(|village| !reached(village)).collect();
        let touches = |village: &baize::Figure| road.is_within(village, half);
        let meets = || {
            roads().any(|(_, other)| {
                let stretches = |line: [Spot; 3]| [(line[0], line[1]), (line[1], line[2])];
                stretches(line).into_iter().any(|(a, b)| {
                    stretches(other).into_iter().any(|(c, d)| {
                        let place = Place::from;
                        crossing((place(a), place(b)), (place(c), place(d))).is_some()
                    })
                })
            })
        };
        let fits = if lonely.is_empty() {
            villages.iter().any(touches) || meets() || villages.is_empty() && roads().next().is_none()
        } else {
            lonely.into_iter().any(touches)
        };
        if fits { Ok(()) } else { Err(self.no("road.where")) }
    }

    /// Lines that are worth a suggestion: straight from edge to edge, and by way of buildings.
    fn suggestions(&self) -> Vec<[Spot; 3]> {
        let (width, depth) = (self.b.table.width.0, self.b.table.depth.0);
        let middle = |a: Spot, b: Spot| Spot {
            x: ((i32::from(a.x) + i32::from(b.x)) / 2) as i16,
            y: ((i32::from(a.y) + i32::from(b.y)) / 2) as i16,
        };
        let step = |most: i16| (0..=most).step_by(6 * MU.0 as usize).chain([most / 2, most]);
        let near = step(width).map(|x| Spot { x, y: self.edge(self.side) });
        let far = step(width).map(|x| Spot { x, y: self.edge(self.side.enemy()) });
        let sides = step(depth).flat_map(|y| [Spot { x: 0, y }, Spot { x: width, y }]);
        let corner = FROM_CORNER.0;
        let long = [corner, width / 3, width - width / 3, width - corner];
        let extra = long.into_iter().flat_map(|x| [Spot { x, y: 0 }, Spot { x, y: depth }]);
        let ends: Vec<Spot> = near.chain(far).chain(sides).chain(extra).collect();
        let centres = self.s.before.pieces.iter().filter_map(|piece| match piece.lie {
            Lie::Area(pose) if piece.feature == Feature::Village => {
                let (low, high) = piece.figure(pose).rim();
                Some(Spot { x: ((low.x + high.x) / 2) as i16, y: ((low.y + high.y) / 2) as i16 })
            }
            _ => None,
        });
        let centres: Vec<Spot> = centres.collect();
        let mut found = Vec::new();
        for from in &ends {
            for to in &ends {
                let mut bends = vec![middle(*from, *to)];
                if self.course == Course::Road {
                    bends.extend(centres.iter().copied());
                }
                let lines = bends.into_iter().map(|bend| [*from, bend, *to]);
                found.extend(lines.filter(|line| self.judge(*line).is_ok()));
            }
        }
        let by = found.len().div_ceil(24).max(1);
        found.into_iter().step_by(by).collect()
    }
}

fn answer(line: [Spot; 3]) -> Answer {
    let [from, bend, to] = line.map(|spot| Point::Spot(spot.x, spot.y));
    Answer::three(verb::TRACE, from, bend, to)
}

fn line_of(answer: &Answer) -> Option<[Spot; 3]> {
    match (answer.verb, answer.points) {
        (verb::TRACE, [Point::Spot(ax, ay), Point::Spot(bx, by), Point::Spot(cx, cy)]) => {
            Some([Spot { x: ax, y: ay }, Spot { x: bx, y: by }, Spot { x: cx, y: cy }])
        }
        _ => None,
    }
}

impl Options for Laying<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        out.extend(self.suggestions().into_iter().map(answer));
        if out.is_empty() {
            out.push(Answer::button(verb::DONE));
        }
    }

    fn judge(&self, listed: &[Answer], given: &Answer) -> Result<(), Refusal> {
        if listed.contains(given) {
            return Ok(());
        }
        let rule = rule!("terrain.placement");
        if let Some(refusal) = stranger(self.b, rule, given) {
            return Err(refusal);
        }
        match line_of(given) {
            Some(line) => self.judge(line),
            None => Err(not_offered(rule)),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let (first, last) = (Spot { x: 0, y: 0 }, Spot { x: self.b.table.width.0, y: self.b.table.depth.0 });
        out.push(Span { from: answer([first; 3]), to: answer([last; 3]) });
    }
}

/// Water by a die, less by 2 for a stream and by 1 in Egypt and the Middle East (`terrain.placement`).
const fn water(total: i16, dry: bool) -> Water {
    match total {
        ..=1 if dry => Water::Dry,
        ..=1 => Water::Ankle,
        2..=3 => Water::Waist,
        4..=5 => Water::Shoulder,
        6.. => Water::Torrent,
    }
}

impl Field<'_, '_> {
    /// A side draws a line; one for which there is no place is left out.
    fn draw(&mut self, at: usize, course: Course) -> Play<()> {
        let side = self.s.before.pieces[at].owner;
        let rule = rule!("terrain.placement");
        let options = Laying { b: self.b, s: self.s, side, at, course };
        let question =
            Question { side, rule, key: "draw", about: about([Point::Side(side)]), options: &options };
        let given = self.doors.ask(self.s, &question)?;
        self.s.before.pieces[at].lie = line_of(&given).map_or(Lie::Gone, Lie::Line);
        self.tell_laid(at);
        Ok(())
    }

    /// The defender's straight road (`terrain.selection`).
    pub(super) fn own_road(&mut self) -> Play<()> {
        let side = self.s.clock.attacker.enemy();
        self.s.before.pieces.push(Piece::chosen(Feature::Road, false, true, side));
        self.draw(1, Course::Straight)
    }

    /// A road.
    pub(super) fn lay_road(&mut self, at: usize) -> Play<()> {
        self.draw(at, Course::Road)
    }

    /// A river or stream: a die for where it comes in, or that there is none, one for where it goes out, and one of the other side for its water
    /// (`terrain.placement`).
    pub(super) fn lay_water(&mut self, at: usize) -> Play<()> {
        let (rule, piece) = (rule!("terrain.placement"), self.s.before.pieces[at]);
        let entry = self.side_die(piece.owner, rule, "river_in")?;
        if entry == 6 {
            self.s.before.pieces[at].lie = Lie::Gone;
            self.tell_laid(at);
            return Ok(());
        }
        let exit = self.side_die(piece.owner, rule, "river_out")?;
        self.draw(at, Course::Water { own_edge: entry >= 4, own_half: exit >= 4 })?;
        if self.s.before.pieces[at].lie == Lie::Gone {
            return Ok(());
        }
        let die = self.side_die(piece.owner.enemy(), rule, "river_water")?;
        let stream = piece.feature == Feature::Stream;
        let dry = self.s.before.region == Some(Region::EgyptMiddleEast);
        let water = water(die - if stream { 2 } else { 0 } - i16::from(dry), dry);
        self.s.before.pieces[at].water = Some(water);
        self.tell(|| Event::new(rule, "water").word("water", water.name()));
        Ok(())
    }
}

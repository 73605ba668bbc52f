//! Laying of terrain: a die says where a piece lies, another whether the other side may shift, turn or take it away (`terrain.placement`,
//! `terrain.adjustment`).

use baize::{Figure, Leg, Length, MU, Pose, SLACK, Spot, Turn, apart};
use table::{Answer, Event, Options, Play, Point, Question, Refusal, Side, Span, rule};

use crate::ask::{not_offered, stranger};
use crate::core::before::APART;
use crate::core::field::{Over, about};
use crate::core::pieces::{Column, Lie, Piece};
use crate::core::verb;
use crate::{Battle, Field, State};

/// MU from edges beyond which pieces are laid in the open.
const FROM_EDGE: Length = Length::mu(8);
/// MU of a piece across the centre line, in each half.
const ACROSS: Length = Length::mu(2);
/// The most places that are suggested.
const MOST: usize = 24;

/// Place of an area by the die of its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Where {
    /// By a die from 1 to 6.
    Die(u8),
    /// The defender's own hill: wholly in the own centre sector.
    OwnCentre,
    /// Fieldworks: in the centre of the own zone, 8 MU from edges.
    OwnZone,
}

/// Distance of a figure from an edge of the table: the own long edge, the other's, the left and the right one.
fn gaps(b: &Battle, side: Side, figure: &Figure) -> [i32; 4] {
    let (low, high) = figure.rim();
    let (width, depth) = (i32::from(b.table.width.0), i32::from(b.table.depth.0));
    let (near, far) = (depth - high.y, low.y);
    let (own, other) = if side == Side(0) { (near, far) } else { (far, near) };
    [own, other, low.x, width - high.x]
}

/// Ground on which a piece is laid.
pub(super) struct Ground<'a> {
    pub(super) b: &'a Battle,
    pub(super) s: &'a State,
    pub(super) piece: Piece,
    /// Its number among the pieces; none of one that is not among them.
    pub(super) at: usize,
    pub(super) place: Where,
}

impl Ground<'_> {
    fn no(&self, why: &'static str) -> Refusal {
        Refusal::new(rule!("terrain.placement"), why).with("side", Point::Side(self.piece.owner))
    }

    /// Judges where a piece lies: by its die, and 4 MU from other pieces.
    pub(super) fn judge(&self, pose: Pose) -> Result<(), Refusal> {
        let figure = self.piece.figure(pose);
        if !self.b.table.has_all_of(&figure) {
            return Err(self.no("lay.table"));
        }
        if !self.is_where(&figure) {
            return Err(self.no("lay.die"));
        }
        if self.is_too_near(&figure) { Err(self.no("lay.near")) } else { Ok(()) }
    }

    /// Whether the piece lies where its die says, all of it.
    fn is_where(&self, figure: &Figure) -> bool {
        let side = self.piece.owner;
        let [own, other, left, right] = gaps(self.b, side, figure);
        let (edge, slack) = (i32::from(FROM_EDGE.0), i32::from(SLACK.0));
        let middle = i32::from(self.b.table.depth.0 / 2);
        let (own_past, other_past) = (middle - own, middle - other);
        let inner = [own, other, left, right].iter().all(|gap| *gap > edge);
        // How much of it lies beyond the centre line, seen from an edge.
        let (low, high) = figure.rim();
        let deep = high.y - low.y;
        let in_own = deep + own <= middle;
        let in_other = deep + other <= middle;
        let third = i32::from(self.b.table.width.0 / 3);
        let central = left >= third && right >= third;
        match self.place {
            Where::Die(1) => other <= slack,
            Where::Die(2) => own <= slack,
            Where::Die(3) => (left <= slack || right <= slack) && own > edge && other > edge,
            Where::Die(4) => inner && in_other,
            Where::Die(5) => inner && in_own,
            Where::Die(_) => {
                let across = i32::from(ACROSS.0);
                inner && own_past >= across && other_past >= across
            }
            Where::OwnCentre => in_own && central,
            Where::OwnZone => {
                let zone = super::is_in_zone(self.b, self.s, side, figure);
                zone && central && own >= edge && left >= edge && right >= edge
            }
        }
    }

    /// Whether another piece lies within 4 MU; water and roads do not count, nor buildings to buildings, nor a gentle hill that buildings stand on
    /// wholly (`terrain.placement`).
    fn is_too_near(&self, figure: &Figure) -> bool {
        let pieces = self.s.before.pieces.iter().enumerate().filter(|(at, _)| *at != self.at);
        // What lies on a hill lies with it.
        let pieces = pieces.filter(|(_, piece)| piece.upon != Some(self.at as u8));
        let mut areas = pieces.filter_map(|(_, piece)| match piece.lie {
            Lie::Area(pose) => Some((piece, piece.figure(pose))),
            _ => None,
        });
        let village = self.piece.feature.column() == Column::Buildings;
        areas.any(|(piece, other)| {
            let column = piece.feature.column();
            let houses = village && column == Column::Buildings;
            let upon = village
                && column == Column::GentleHill
                && piece.as_area().is_some_and(|hill| hill.outline.has_all_of(figure));
            if houses || self.place == Where::OwnZone {
                return baize::overlap(figure, &other);
            }
            !upon && apart(figure, &other).is_less_than(APART)
        })
    }

    /// Places that are worth a suggestion.
    pub(super) fn suggestions(&self) -> Vec<Pose> {
        let (width, depth) = (i32::from(self.b.table.width.0), i32::from(self.b.table.depth.0));
        let step = i32::from(MU.0) * 2;
        let mut found = Vec::new();
        for turn in [Turn(0), Turn::QUARTER] {
            let size = self.piece.size();
            let (w, d) = if turn == Turn(0) { (size.width, size.depth) } else { (size.depth, size.width) };
            let (w, d) = (i32::from(w.0) / 2, i32::from(d.0) / 2);
            // The edges themselves, and steps between them.
            let columns: Vec<i32> = (w..=width - w).step_by(step as usize).chain([width - w]).collect();
            let rows: Vec<i32> = (d..=depth - d).step_by(step as usize).chain([depth - d]).collect();
            for y in &rows {
                for x in &columns {
                    let pose = self.piece.about(Spot { x: *x as i16, y: *y as i16 }, turn);
                    if self.judge(pose).is_ok() {
                        found.push(pose);
                    }
                }
            }
        }
        let by = found.len().div_ceil(MOST).max(1);
        found.into_iter().step_by(by).collect()
    }
}

fn laying(pose: Pose) -> Answer {
    Answer::two(verb::PLACE, Point::Spot(pose.at.x, pose.at.y), Point::Turn(pose.turn.0))
}

impl Options for Ground<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        out.extend(self.suggestions().into_iter().map(laying));
        // A piece for which there is no place is left out.
        if out.is_empty() {
            out.push(Answer::button(verb::DONE));
        }
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        let rule = rule!("terrain.placement");
        if let Some(refusal) = stranger(self.b, rule, answer) {
            return Err(refusal);
        }
        match (answer.verb, answer.points) {
            (verb::PLACE, [Point::Spot(x, y), Point::Turn(turn), Point::Nothing]) => {
                self.judge(Pose { at: Spot { x, y }, turn: Turn(turn) })
            }
            _ => Err(not_offered(rule)),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let to = |x, y, turn| Answer::two(verb::PLACE, Point::Spot(x, y), Point::Turn(turn));
        out.push(Span { from: to(0, 0, 0), to: to(self.b.table.width.0, self.b.table.depth.0, u16::MAX) });
    }
}

/// Leave to change a piece that was laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leave {
    /// To slide it so far.
    Slide(Length),
    /// To slide it so far, or to turn it about a point of its edge.
    Turn(Length),
    /// To take it away.
    Away,
}

/// Adjustment of a piece by the other side.
struct Adjustment<'a> {
    b: &'a Battle,
    s: &'a State,
    at: usize,
    pose: Pose,
    leave: Leave,
}

impl Adjustment<'_> {
    fn piece(&self) -> Piece {
        self.s.before.pieces[self.at]
    }

    /// The pose that an answer leads to, if it is one.
    fn changed(&self, answer: &Answer) -> Option<Pose> {
        match (self.leave, answer.verb, answer.points) {
            (
                Leave::Slide(most) | Leave::Turn(most),
                verb::NUDGE,
                [Point::Turn(way), Point::Length(by), Point::Nothing],
            ) if by > 0 && by <= most.0 => {
                let way = Turn(way).from(self.pose.turn);
                Some(self.pose.after(self.piece().size(), Leg::Drift { way, by: Length(by) }))
            }
            (Leave::Turn(_), verb::SWING, [Point::Number(corner), Point::Turn(by), Point::Nothing])
                if by != 0 =>
            {
                let before = self.piece().figure(self.pose);
                let corner = usize::try_from(corner).ok().filter(|one| *one < before.corners().len())?;
                let turned = Pose { turn: self.pose.turn.and(Turn(by)), ..self.pose };
                let after = self.piece().figure(turned);
                let (from, to) = (after.corners()[corner], before.corners()[corner]);
                let moved = |at: i16, by: i32| i16::try_from(i32::from(at) + by).ok();
                let at =
                    Spot { x: moved(turned.at.x, to.x - from.x)?, y: moved(turned.at.y, to.y - from.y)? };
                Some(Pose { at, ..turned })
            }
            _ => None,
        }
    }

    /// Whether the piece may lie so: on the table, over no other piece, and not nearer to an edge than 4 MU where it could not be laid near that edge.
    fn judge_pose(&self, pose: Pose) -> Result<(), Refusal> {
        let no = |why| Err(Refusal::new(rule!("terrain.adjustment"), why));
        let piece = self.piece();
        let figure = piece.figure(pose);
        if !self.b.table.has_all_of(&figure) {
            return no("lay.table");
        }
        let others = self.s.before.pieces.iter().enumerate().filter(|(at, _)| *at != self.at);
        let others = others.filter(|(_, other)| other.upon != Some(self.at as u8));
        let over = others.into_iter().any(|(_, other)| match other.lie {
            Lie::Area(at) => baize::overlap(&figure, &other.figure(at)),
            Lie::Line(_) => {
                other.as_line().is_some_and(|line| line.is_within(&figure, Length(line.width.0 / 2)))
            }
            _ => false,
        });
        if over {
            return no("adjust.over");
        }
        let gaps = gaps(self.b, piece.owner, &figure);
        let near = |gap: i32| gap < i32::from(APART.0);
        let barred = match piece.die {
            1 | 2 => false,
            3 => near(gaps[0]) || near(gaps[1]),
            _ => gaps.iter().any(|gap| near(*gap)),
        };
        if barred { no("adjust.edge") } else { Ok(()) }
    }
}

impl Options for Adjustment<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        if self.leave == Leave::Away {
            out.push(Answer::button(verb::REMOVE));
        }
        if let Leave::Slide(most) | Leave::Turn(most) = self.leave {
            let ways = (0..8_u16).map(|eighth| Turn(eighth * 8192));
            let slides = ways.flat_map(|way| {
                [most.0, most.0 / 2].map(|by| Answer::two(verb::NUDGE, Point::Turn(way.0), Point::Length(by)))
            });
            let swings = (0..8_i16).flat_map(|corner| {
                [Turn::QUARTER, Turn::HALF]
                    .map(|by| Answer::two(verb::SWING, Point::Number(corner), Point::Turn(by.0)))
            });
            let fine =
                |answer: &Answer| self.changed(answer).is_some_and(|pose| self.judge_pose(pose).is_ok());
            out.extend(slides.chain(swings).filter(fine));
        }
        out.push(Answer::button(verb::DONE));
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        let rule = rule!("terrain.adjustment");
        if let Some(refusal) = stranger(self.b, rule, answer) {
            return Err(refusal);
        }
        match self.changed(answer) {
            Some(pose) => self.judge_pose(pose),
            None => Err(Refusal::new(rule, "adjust.leave")),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        if let Leave::Slide(most) | Leave::Turn(most) = self.leave {
            let slide = |way, by| Answer::two(verb::NUDGE, Point::Turn(way), Point::Length(by));
            out.push(Span { from: slide(0, 1), to: slide(u16::MAX, most.0) });
        }
        if let Leave::Turn(_) = self.leave {
            let swing = |corner, by| Answer::two(verb::SWING, Point::Number(corner), Point::Turn(by));
            out.push(Span { from: swing(0, 0), to: swing(7, u16::MAX) });
        }
    }
}

impl Field<'_, '_> {
    /// The defender lays the own hill and the straight road (`terrain.selection`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn hill_step(&mut self) -> Play<Over> {
        let piece = self.choose_hill()?;
        self.s.before.pieces.push(piece);
        self.lay_area(0, Where::OwnCentre)?;
        self.own_road()?;
        Ok(Over::Yes)
    }

    /// The next piece is laid: water first, then areas in turns, the defender's first, compulsory ones before all others, then roads
    /// (`terrain.placement`; RULING 79: each side's in the order in which they were chosen).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn placement_step(&mut self) -> Play<Over> {
        let Some(at) = self.next_piece() else { return Ok(Over::Yes) };
        let piece = self.s.before.pieces[at];
        match (piece.feature.is_water(), piece.is_line()) {
            (true, _) => self.lay_water(at)?,
            (_, true) => self.lay_road(at)?,
            _ => {
                let die = self.side_die(piece.owner, rule!("terrain.placement"), "placement")?;
                let impassable = piece.feature.column() == Column::Impassable;
                let die = if impassable { (die + 1) / 2 } else { die } as u8;
                self.s.before.pieces[at].die = die;
                self.lay_area(at, Where::Die(die))?;
            }
        }
        self.adjust(at)?;
        if !piece.is_line() {
            self.s.before.last = Some(piece.owner);
        }
        Ok(Over::No)
    }

    /// The number of the next piece to be laid.
    fn next_piece(&self) -> Option<usize> {
        let pieces = &self.s.before.pieces;
        let open = || {
            let all = pieces.iter().enumerate();
            all.filter(|(_, piece)| piece.lie == Lie::Chosen && piece.upon.is_none())
        };
        if let Some((at, _)) = open().find(|(_, piece)| piece.feature.is_water()) {
            return Some(at);
        }
        let (attacker, defender) = (self.s.clock.attacker, self.s.clock.attacker.enemy());
        let areas = |compulsory: bool| {
            open().filter(move |(_, piece)| !piece.is_line() && piece.compulsory == compulsory)
        };
        // Who has laid the last piece waits for the other, as long as the other has one.
        let next = self.s.before.last.map_or(defender, Side::enemy);
        let order = [next, next.enemy()];
        for compulsory in [true, false] {
            for side in order {
                if let Some((at, _)) = areas(compulsory).find(|(_, piece)| piece.owner == side) {
                    return Some(at);
                }
            }
        }
        let roads = |side: Side| open().find(move |(_, piece)| piece.owner == side).map(|(at, _)| at);
        roads(defender).or_else(|| roads(attacker))
    }

    /// A side lays an area; one for which there is no place is left out.
    pub(super) fn lay_area(&mut self, at: usize, place: Where) -> Play<()> {
        let (b, s, piece) = (self.b, &*self.s, self.s.before.pieces[at]);
        let (side, rule) = (piece.owner, rule!("terrain.placement"));
        let options = Ground { b, s, piece, at, place };
        let question =
            Question { side, rule, key: "lay", about: about([Point::Side(side)]), options: &options };
        let answer = self.doors.ask(s, &question)?;
        let lie = match answer.points {
            [Point::Spot(x, y), Point::Turn(turn), _] => {
                Lie::Area(Pose { at: Spot { x, y }, turn: Turn(turn) })
            }
            _ => Lie::Gone,
        };
        self.s.before.pieces[at].lie = lie;
        self.tell_laid(at);
        Ok(())
    }

    /// Tells where a piece lies.
    pub(super) fn tell_laid(&mut self, at: usize) {
        let piece = self.s.before.pieces[at];
        for other in &mut self.s.before.pieces {
            if other.upon == Some(at as u8) {
                other.lie = other.upon(&piece);
            }
        }
        self.tell(|| {
            let to = match piece.lie {
                Lie::Area(pose) => Point::Spot(pose.at.x, pose.at.y),
                Lie::Line([from, ..]) => Point::Spot(from.x, from.y),
                Lie::Chosen | Lie::Gone => Point::Nothing,
            };
            let (rule, feature) = (rule!("terrain.placement"), piece.feature.name());
            match to {
                Point::Nothing => Event::new(rule, "left_out").word("feature", feature),
                to => Event::new(rule, "laid").word("feature", feature).point("to", to),
            }
        });
    }

    /// The other side throws whether it may change the piece (`terrain.adjustment`; RULING 80: water and roads, whose ends lie on edges, are only taken away).
    fn adjust(&mut self, at: usize) -> Play<()> {
        let piece = self.s.before.pieces[at];
        let lies = !matches!(piece.lie, Lie::Gone | Lie::Chosen);
        if !lies {
            return Ok(());
        }
        let (side, rule) = (piece.owner.enemy(), rule!("terrain.adjustment"));
        let die = self.side_die(side, rule, "adjustment")?;
        let impassable = piece.feature.column() == Column::Impassable;
        let total = die - i16::from(piece.compulsory) + i16::from(impassable);
        let leave = match (total, piece.lie) {
            (6.., _) => Leave::Away,
            (5, Lie::Area(_)) => Leave::Turn(Length::mu(12)),
            (3..=4, Lie::Area(_)) => Leave::Slide(Length::mu(6)),
            _ => return Ok(()),
        };
        let pose = if let Lie::Area(pose) = piece.lie { pose } else { Pose::default() };
        let options = Adjustment { b: self.b, s: self.s, at, pose, leave };
        let question =
            Question { side, rule, key: "adjust", about: about([Point::Side(side)]), options: &options };
        let answer = self.doors.ask(self.s, &question)?;
        let lie = match options.changed(&answer) {
            Some(pose) => Lie::Area(pose),
            None if answer.verb == verb::REMOVE => Lie::Gone,
            None => return Ok(()),
        };
        self.s.before.pieces[at].lie = lie;
        self.tell_laid(at);
        Ok(())
    }
}

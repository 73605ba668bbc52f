//! Selection of terrain: the defender's hill and road, what the region must have, and what both sides choose besides (`terrain.selection`).

use table::{Answer, Event, Play, Point, Refusal, Side, rule};

use crate::ask::not_offered;
use crate::core::field::{Over, about};
use crate::core::pieces::{Column, Feature, Piece};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Compulsory pieces that the attacker selects.
const ATTACKERS: u32 = 2;
/// Selections of each side's own will, at least and at most.
const OPTIONAL: (u32, u32) = (2, 4);

/// The feature that an answer chooses, and whether it is large.
fn feature_of(answer: &Answer) -> Option<(Feature, bool)> {
    let Point::Number(at) = answer.points[0] else { return None };
    let feature = usize::try_from(at).ok().and_then(|at| Feature::ALL.get(at)).copied()?;
    match answer.verb {
        verb::CHOOSE => Some((feature, false)),
        verb::CHOOSE_LARGE if feature.may_be_large() => Some((feature, true)),
        _ => None,
    }
}

fn choosing(feature: Feature, large: bool) -> Answer {
    Answer::one(if large { verb::CHOOSE_LARGE } else { verb::CHOOSE }, Point::Number(feature as i16))
}

/// Turn of the selection: whose it is, and whether of the compulsory pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Turn {
    side: Side,
    compulsory: bool,
}

/// Turn of the selection; none when all have chosen.
fn turn(b: &Battle, s: &State) -> Option<Turn> {
    let (attacker, defender) = (s.clock.attacker, s.clock.attacker.enemy());
    let of = |side: Side| {
        s.before.pieces.iter().skip(2).filter(|piece| piece.compulsory && piece.owner == side).count() as u32
    };
    let due: u32 = Column::ALL.iter().map(|column| b.region(s).least(*column)).sum();
    let attackers = due.min(ATTACKERS);
    if of(attacker) < attackers {
        return Some(Turn { side: attacker, compulsory: true });
    }
    if of(attacker) + of(defender) < due {
        return Some(Turn { side: defender, compulsory: true });
    }
    let open = |side: &Side| !s.before.chosen[side.index()];
    [attacker, defender].into_iter().find(open).map(|side| Turn { side, compulsory: false })
}

/// Whether a piece may be selected now.
///
/// # Errors
/// Why not.
fn may_choose(b: &Battle, s: &State, turn: Turn, (feature, large): (Feature, bool)) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(rule!("terrain.selection"), why).with("side", Point::Side(turn.side)));
    let (column, region) = (feature.column(), b.region(s));
    if feature == Feature::Works {
        return no("choose.works");
    }
    if turn.compulsory {
        if s.before.compulsory(column) >= region.least(column) {
            return no("choose.compulsory");
        }
        // The attacker must have the village of a region that must have one.
        let own = s.before.pieces.iter().skip(2).filter(|piece| piece.owner == turn.side).count() as u32;
        let village = turn.side == s.clock.attacker
            && region.least(Column::Buildings) > s.before.compulsory(Column::Buildings);
        if village && column != Column::Buildings && own + 1 >= ATTACKERS {
            return no("choose.village");
        }
        return Ok(());
    }
    let more = if large { 2 } else { 1 };
    let piece = Piece::chosen(feature, large, false, turn.side);
    let beyond = |column: &Column| {
        let more = piece.counts_in(*column);
        more > 0 && s.before.counted(*column) + more > region.most(*column)
    };
    if Column::ALL.iter().any(beyond) {
        return no("choose.most");
    }
    if s.before.optional(turn.side) + more > OPTIONAL.1 { no("choose.four") } else { Ok(()) }
}

/// The hill and the feature of an answer that lays one on the other.
fn upon_of(answer: &Answer) -> Option<(Feature, bool, u8)> {
    let [Point::Number(at), Point::Number(hill), Point::Number(large)] = answer.points else { return None };
    let feature = usize::try_from(at).ok().and_then(|at| Feature::ALL.get(at)).copied()?;
    let known = answer.verb == verb::CHOOSE_UPON && (0..=1).contains(&large);
    known.then_some((feature, large == 1, u8::try_from(hill).ok()?))
}

/// Whether a piece may be selected to lie on a hill that is chosen: one of those that lie on hills, on one that has none, its own side's; a large one on a large hill only,
/// and only if either is compulsory (`terrain.types`).
///
/// # Errors
/// Why not.
fn may_lie_upon(
    b: &Battle,
    s: &State,
    turn: Turn,
    (feature, large, hill): (Feature, bool, u8),
) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(rule!("terrain.selection"), why).with("side", Point::Side(turn.side)));
    may_choose(b, s, turn, (feature, large))?;
    let Some(below) = s.before.pieces.get(usize::from(hill)).filter(|_| hill >= 2) else {
        return no("choose.upon");
    };
    let taken = s.before.pieces.iter().any(|piece| piece.upon == Some(hill));
    let fits = below.feature.is_hill() && below.owner == turn.side && feature.lies_on_hills() && !taken;
    let sized = !large || below.large && (below.compulsory || turn.compulsory) && feature.may_be_large();
    if fits && sized { Ok(()) } else { no("choose.upon") }
}

/// All pieces that may be selected now.
fn choices(b: &Battle, s: &State, turn: Turn, out: &mut Vec<Answer>) {
    for feature in Feature::ALL.iter().copied() {
        for large in [false, true] {
            let exists = !large || feature.may_be_large();
            if exists && may_choose(b, s, turn, (feature, large)).is_ok() {
                out.push(choosing(feature, large));
            }
            for hill in 2..s.before.pieces.len() as u8 {
                if exists && may_lie_upon(b, s, turn, (feature, large, hill)).is_ok() {
                    out.push(laying_upon(feature, large, hill));
                }
            }
        }
    }
}

fn laying_upon(feature: Feature, large: bool, hill: u8) -> Answer {
    let number = |n: i16| Point::Number(n);
    Answer::three(verb::CHOOSE_UPON, number(feature as i16), number(hill.into()), number(large.into()))
}

impl Field<'_, '_> {
    /// A piece is selected: first the compulsory ones, two by the attacker and the others by the defender, then two to four of each side's own will
    /// (`terrain.selection`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn selection_step(&mut self) -> Play<Over> {
        let Some(turn) = turn(self.b, self.s) else { return Ok(Over::Yes) };
        let rule = rule!("terrain.selection");
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            choices(b, s, turn, out);
            if !turn.compulsory && s.before.optional(turn.side) >= OPTIONAL.0 || out.is_empty() {
                out.push(Answer::button(verb::DONE));
            }
        };
        let refuse = |b: &Battle, s: &State, answer: &Answer| match feature_of(answer) {
            _ if upon_of(answer).is_some() => {
                let upon = upon_of(answer).map(|upon| may_lie_upon(b, s, turn, upon));
                upon.and_then(Result::err).unwrap_or(not_offered(rule))
            }
            Some(piece) => may_choose(b, s, turn, piece).err().unwrap_or(not_offered(rule)),
            None if answer.verb == verb::DONE => {
                Refusal::new(rule, "choose.two").with("side", Point::Side(turn.side))
            }
            None => not_offered(rule),
        };
        let side = turn.side;
        let answer = self.ask(side, rule, "select", about([Point::Side(side)]), list, refuse)?;
        let upon = upon_of(&answer);
        let chosen = upon.map_or(feature_of(&answer), |(feature, large, _)| Some((feature, large)));
        match chosen {
            Some((feature, large)) => {
                let piece = Piece::chosen(feature, large, turn.compulsory, side);
                let upon = upon.map(|(.., hill)| hill);
                self.s.before.pieces.push(Piece { upon, ..piece });
                self.tell(|| {
                    Event::new(rule, "selected")
                        .point("side", Point::Side(side))
                        .word("feature", feature.name())
                });
            }
            None => self.s.before.chosen[side.index()] = true,
        }
        if !turn.compulsory && self.s.before.optional(side) >= OPTIONAL.1 {
            self.s.before.chosen[side.index()] = true;
        }
        Ok(Over::No)
    }

    /// The defender's own hill, small, or large if the attacker got troops for the initiative, of a kind that the region must have; it is asked before it is laid
    /// (`terrain.selection`).
    pub(super) fn choose_hill(&mut self) -> Play<Piece> {
        let (side, rule) = (self.s.clock.attacker.enemy(), rule!("terrain.selection"));
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let region = b.region(s);
            let hills = [Feature::SteepHill, Feature::GentleHill];
            for hill in hills.into_iter().filter(|hill| region.least(hill.column()) > 0) {
                out.push(choosing(hill, false));
                if !s.before.raised.is_empty() {
                    out.push(choosing(hill, true));
                }
            }
        };
        let refuse = |_: &Battle, _: &State, answer: &Answer| match feature_of(answer) {
            Some(_) => Refusal::new(rule, "choose.hill").with("side", Point::Side(side)),
            None => not_offered(rule),
        };
        let answer = self.ask(side, rule, "hill", about([Point::Side(side)]), list, refuse)?;
        let (feature, large) = feature_of(&answer).unwrap_or((Feature::GentleHill, false));
        Ok(Piece::chosen(feature, large, true, side))
    }
}

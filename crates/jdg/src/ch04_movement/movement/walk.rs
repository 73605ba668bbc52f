//! A move, hex by hex: where to, and which way to look in the end (4.4.1, 6.1.2).

use ground::HexId;
use table::{Answer, Event, Play, Point, Refusal, rule};

use super::reach::{self, Route};
use super::why::{why_not_reach, why_not_route, why_not_scramble};
use super::{Pace, Party, Walk, allowance};
use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch06_facing::facing::{may_look, partner};
use crate::core::Facing;
use crate::core::battle::Battle;
use crate::core::field::{Field, Foes, hex_of, hex_point, unit_point};
use crate::core::state::{Condition, State, UnitId, did};
use crate::core::verb;

impl Field<'_, '_> {
    /// Moves units until they halt: they go from hex to hex as their owner says, as far as the allowance, zones of control
    /// and stacking let them, and face as they say in the end.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn walk(&mut self, mut walk: Walk) -> Play<()> {
        loop {
            let lead = walk.party.lead();
            let at = self.s.unit(lead).hex;
            let about = [unit_point(lead), hex_point(at), Point::Number((walk.least_left() / 2) as i16)];
            let answer = self.ask(
                self.b.side(lead),
                rule!("4.4.1"),
                "move.to",
                about,
                |b, s, out| list(b, s, &walk, out),
                |b, s, answer| refuse(b, s, &walk, answer),
            )?;
            match (answer.verb, hex_of(&answer)) {
                (verb::GO, Some(to)) => self.go(&mut walk, to)?,
                (verb::SCRAMBLE, Some(to)) => self.scramble(&mut walk, to)?,
                _ => {
                    self.halt(&walk, &answer);
                    return Ok(());
                }
            }
        }
    }

    /// Goes to a hex by the cheapest clean route.
    fn go(&mut self, walk: &mut Walk, to: HexId) -> Play<()> {
        let route = reach::route(self.b, self.s, walk, to).expect("an admitted hex is reached");
        self.follow(walk, &route)
    }

    /// Goes to a hex by a route whose last step disorders infantry (8.7.1). A forced march ends there (4.1.3); otherwise the
    /// move may go on with what the lower allowance leaves.
    fn scramble(&mut self, walk: &mut Walk, to: HexId) -> Play<()> {
        let route = reach::rough_route(self.b, self.s, walk, to).expect("an admitted hex is reached");
        self.follow(walk, &route)?;
        let party = walk.party;
        for (i, &unit) in party.units().iter().enumerate() {
            let before = allowance(self.b, self.s, unit);
            self.disorder(unit, rule!("8.7.1"), &Foes::nobody())?;
            let lost = before.saturating_sub(allowance(self.b, self.s, unit));
            walk.left[i] = if walk.pace == Pace::Forced { 0 } else { walk.left[i].saturating_sub(lost) };
        }
        Ok(())
    }

    /// Takes the steps of a route one by one, told before what it brings. The route of a forced march ends with the first hex near an
    /// enemy, where a reinforcement loses its marker and stops (RULING J9).
    /// RULING J126: in normal movement it finishes its move with the allowance with which it began.
    fn follow(&mut self, walk: &mut Walk, route: &Route) -> Play<()> {
        let from = self.s.unit(walk.party.lead()).hex;
        for left in &mut walk.left[..walk.party.units().len()] {
            *left = left.saturating_sub(route.cost);
        }
        let goal = route.hexes().last().copied().unwrap_or(from);
        self.tell_walk(walk, from, goal, route.cost);
        // All of a march that may come so near have the marker, and lose it together.
        let lead = walk.party.lead();
        let renfort = self.s.unit(lead).renfort;
        for &hex in route.hexes() {
            self.step_into(&walk.party, hex)?;
        }
        if walk.pace == Pace::Forced && self.s.unit(lead).renfort != renfort {
            walk.left = [0; Party::MOST];
        }
        Ok(())
    }

    /// Tells of a route taken.
    fn tell_walk(&mut self, walk: &Walk, from: HexId, to: HexId, cost: u16) {
        for &unit in walk.party.units() {
            self.tell(|| {
                let (rule, key) = match walk.pace {
                    Pace::Normal => (rule!("4.1.1"), "move.goes"),
                    Pace::Forced => (rule!("4.1.3"), "move.marches"),
                };
                Event::new(rule, key)
                    .unit("unit", unit.0.into())
                    .place("from", from.0)
                    .place("to", to.0)
                    .number("half_mp", cost)
            });
        }
    }

    /// One step of units that move together. Their order in the stack is kept.
    fn step_into(&mut self, party: &Party, hex: HexId) -> Play<()> {
        self.relocate_together(party.units(), hex, ArrivalKind::Own)
    }

    /// Ends a move with the facing chosen (6.1.2).
    fn halt(&mut self, walk: &Walk, answer: &Answer) {
        let facing = Facing(answer.facing().expect("a halt names a facing"));
        for &unit in walk.party.units() {
            let u = self.s.unit_mut(unit);
            let key = match (u.has(did::MOVED), u.facing != facing) {
                (true, _) => "move.halts",
                (false, true) => "move.turns",
                (false, false) => "move.stays",
            };
            if key == "move.turns" {
                u.did |= did::TURNED;
            }
            u.facing = facing;
            u.did |= did::HALTED;
            let hex = u.hex;
            self.tell(|| {
                Event::new(rule!("6.1.2"), key)
                    .unit("unit", unit.0.into())
                    .place("hex", hex.0)
                    .point("facing", Point::Facing(facing.0))
            });
        }
    }
}

/// The legal answers to `move.to`: hexes in the order of the map, then facings.
fn list(b: &Battle, s: &State, walk: &Walk, out: &mut Vec<Answer>) {
    let first = out.len();
    reach::each_goal(b, s, walk, |hex, cost| {
        let verb = if cost.is_some() { verb::GO } else { verb::SCRAMBLE };
        out.push(Answer::one(verb, hex_point(hex)));
    });
    out[first..].sort_unstable();
    for facing in Facing::ALL {
        if may_halt_facing(b, s, walk, facing).is_ok() {
            out.push(Answer::one(verb::HALT, Point::Facing(facing.0)));
        }
    }
}

/// Whether the move may end with a facing: that of those in the hex who share it (6.1.1), one vertex from the old one if
/// the units never left a zone of control (6.2.2). Who has not moved and did not leave square turns by `TURN` instead.
fn may_halt_facing(b: &Battle, s: &State, walk: &Walk, facing: Facing) -> Result<(), Refusal> {
    let lead = walk.party.lead();
    let u = s.unit(lead);
    if let Some(other) = partner(b, s, lead, |other| walk.party.units().contains(&other))
        && s.unit(other).facing != facing
    {
        return Err(Refusal::new(rule!("6.1.1"), "facing.partner")
            .with("unit", unit_point(lead))
            .with("partner", unit_point(other)));
    }
    if u.has(did::MOVED) || facing == u.facing { Ok(()) } else { may_look(b, s, lead, facing) }
}

/// The hexes of a route that an answer names behind its goal. Such an answer is never legal: each leg is one of its own.
fn route_of(answer: &Answer) -> Vec<HexId> {
    let place = |point: &Point| if let Point::Place(hex) = point { Some(HexId(*hex)) } else { None };
    answer.points[1..].iter().filter_map(place).collect()
}

/// Reason why another answer to `move.to` is refused.
fn refuse(b: &Battle, s: &State, walk: &Walk, answer: &Answer) -> Refusal {
    let lead = walk.party.lead();
    match (answer.verb, hex_of(answer), answer.facing()) {
        (verb::GO, Some(hex), _) => match route_of(answer) {
            via if via.is_empty() => why_not_reach(b, s, walk, hex),
            via => why_not_route(b, s, walk, &[via, vec![hex]].concat()),
        },
        (verb::SCRAMBLE, Some(hex), _) => match disordered_of(s, walk) {
            Some(unit) => {
                Refusal::new(rule!("8.7.1"), "move.scramble_disordered").with("unit", unit_point(unit))
            }
            None if goes_to(b, s, walk, hex) => {
                Refusal::new(rule!("8.7.1"), "move.scramble_needless").with("hex", hex_point(hex))
            }
            None => why_not_scramble(b, s, walk, hex),
        },
        (_, _, Some(facing)) => match may_halt_facing(b, s, walk, Facing(facing)) {
            Err(refusal) => refusal,
            Ok(()) => Refusal::new(rule!("6.1.2"), "move.halt_to_turn").with("unit", unit_point(lead)),
        },
        (verb::MARCH | verb::MARCH_STACK, ..) if walk.pace == Pace::Normal => {
            Refusal::new(rule!("4.1.3"), "march.one_kind").with("unit", unit_point(lead))
        }
        _ => Refusal::new(rule!("4.4.1"), "move.go_or_halt").with("unit", unit_point(lead)),
    }
}

/// Whether `GO` is open to a hex.
fn goes_to(b: &Battle, s: &State, walk: &Walk, hex: HexId) -> bool {
    let mut open = false;
    reach::each_reachable(b, s, walk, |to, _| open |= to == hex);
    open
}

/// The unit that would be disordered a second time (RULING J125).
fn disordered_of(s: &State, walk: &Walk) -> Option<UnitId> {
    walk.party.units().iter().copied().find(|&u| s.unit(u).condition != Condition::Good)
}

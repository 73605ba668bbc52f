//! 3: strategic initiative; and the Assembly Phase that follows it (1.C).

use table::{Answer, Event, Modifiers, Play, Point, Refusal, Side, rule};

use crate::ch01_turn::turn::SIDES;
use crate::ch02_orders::orders::{is_present, marker_of};
use crate::ch05_stacking::reinforcements;
use crate::core::battle::{Battle, MarkerKind};
use crate::core::field::{Field, marker_point};
use crate::core::state::{Chit, LeaderId, MarkerId, Phase, State};
use crate::core::verb;
use crate::why;

/// Whether an ordinary marker is in play this turn (1.C): its formation is on the map or due as a reinforcement.
/// A demoralised formation leaves its higher marker out (11.2), a formation whose first units are due this turn its lower one
/// (5.2.1), unless they were delayed.
pub fn in_play(b: &Battle, s: &State, marker: MarkerId) -> bool {
    let MarkerKind::Ordinary(formation) = b.marker(marker).kind else { return false };
    let (card, now) = (&b.formations[formation.i()], &s.formations[formation.i()]);
    let rating = |m: MarkerId| b.marker(m).initiative;
    let lowest = || card.markers.iter().copied().min_by_key(|&m| rating(m));
    let highest = || card.markers.iter().copied().max_by_key(|&m| (rating(m), std::cmp::Reverse(m)));
    let (present, due) = (is_present(b, s, formation), reinforcements::is_due(b, s, formation));
    // RULING J134: the one marker that is left to a demoralised formation, also where reinforcements of it are due or delayed.
    if now.demoralized {
        (present || due) && lowest() == Some(marker)
    } else {
        present || due && (now.delayed || highest() == Some(marker))
    }
}

/// Whether a side that has the initiative may open the turn with a marker (3).
///
/// # Errors
/// Why not.
pub fn may_open(b: &Battle, s: &State, side: Side, marker: MarkerId) -> Result<(), Refusal> {
    let refusal = |why| Refusal::new(rule!("3"), why).with("marker", marker_point(marker));
    if b.marker(marker).side != side {
        return Err(refusal("open.enemy"));
    }
    // RULING J107: a combined marker belongs to no formation, so it cannot open the turn.
    let MarkerKind::Ordinary(formation) = b.marker(marker).kind else { return Err(refusal("open.combined")) };
    if !in_play(b, s, marker) {
        return Err(refusal("open.out"));
    }
    // RULING J108: reinforcements come on when their marker is drawn from the cup (5.2), so it cannot be chosen.
    if !is_present(b, s, formation) {
        return Err(Refusal::new(rule!("5.2"), "open.off_map").with("marker", marker_point(marker)));
    }
    Ok(())
}

/// The modifier that a side adds for strategic initiative (3): that of the commander designated for it.
/// RULING J109: when they are lost, the first other commander on the map counts, if there is one.
pub fn strategic_modifier(b: &Battle, s: &State, side: Side) -> Option<i16> {
    let serves = |l: &LeaderId| b.leaders[l.i()].side == side && s.leaders[l.i()].hex.is_some();
    let designated = b.sides[side.index()].strategic.filter(serves);
    let leader = designated.or_else(|| b.leader_ids().find(serves))?;
    Some(b.leaders[leader.i()].modifier)
}

impl Field<'_, '_> {
    /// B, the Strategic Initiative Phase: both sides roll; the higher total may choose the marker that opens the turn (3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn initiative_phase(&mut self) -> Play<()> {
        if let Some(winner) = self.strategic_initiative()? {
            self.choose_opening(winner)?;
        }
        self.enter_phase(Phase::Assembly);
        Ok(())
    }

    /// The two dice (3).
    fn strategic_initiative(&mut self) -> Play<Option<Side>> {
        let [one, other] = SIDES;
        let [ours, theirs] = SIDES.map(|side| {
            let help = strategic_modifier(self.b, self.s, side);
            help.map_or(Modifiers::new(), |m| Modifiers::new().and(m, "commander", rule!("3")))
        });
        let about = |side| [Point::Side(side), Point::Nothing, Point::Nothing];
        let first = self.d10(rule!("3"), "strategic.initiative", one, about(one), |die| die as u32)?;
        let total = first + ours.total();
        let gap = |die: i16| (total - die - theirs.total()).signum();
        let class = |die| u32::from(gap(die) as u16);
        let second = self.d10(rule!("3"), "strategic.initiative", other, about(other), class)?;
        for (side, die, sum) in [(one, first, &ours), (other, second, &theirs)] {
            self.tell(|| {
                Event::new(rule!("3"), "strategic.roll")
                    .point("side", Point::Side(side))
                    .number("die", die)
                    .number("total", die + sum.total())
                    .parts(sum)
            });
        }
        let winner = match gap(second) {
            0 => None,
            1 => Some(one),
            _ => Some(other),
        };
        self.tell(|| match winner {
            Some(side) => Event::new(rule!("3"), "strategic.won").point("side", Point::Side(side)),
            None => Event::new(rule!("3"), "strategic.tied"),
        });
        Ok(winner)
    }

    /// The winner may choose the marker with which the turn opens (3).
    fn choose_opening(&mut self, side: Side) -> Play<()> {
        if !self.b.marker_ids().any(|m| may_open(self.b, self.s, side, m).is_ok()) {
            return Ok(());
        }
        let answer = self.ask(
            side,
            rule!("3"),
            "initiative.choose",
            [Point::Side(side), Point::Nothing, Point::Nothing],
            |b, s, out| {
                let legal = b.marker_ids().filter(|&m| may_open(b, s, side, m).is_ok());
                out.extend(legal.map(|m| Answer::one(verb::OPEN, marker_point(m))));
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| {
                let none = why::not_offered(rule!("3"));
                marker_of(answer).and_then(|m| may_open(b, s, side, m).err()).unwrap_or(none)
            },
        )?;
        let chosen = marker_of(&answer);
        if let Some(marker) = chosen {
            self.s.markers[marker.i()] = Chit::Opening;
        }
        self.tell(|| match chosen {
            Some(marker) => Event::new(rule!("1.B"), "strategic.opens")
                .point("side", Point::Side(side))
                .point("marker", marker_point(marker)),
            None => Event::new(rule!("1.B"), "strategic.declines").point("side", Point::Side(side)),
        });
        Ok(())
    }

    /// C, the Assembly Phase: the ordinary markers in play go into the cup, but for the one that opens the turn (1.C,
    /// RULING J7: nothing replaces it).
    pub fn assembly_phase(&mut self) {
        for marker in self.b.marker_ids() {
            if in_play(self.b, self.s, marker) && self.s.markers[marker.i()] == Chit::Out {
                self.s.markers[marker.i()] = Chit::Cup;
            }
        }
        for formation in self.b.formation_ids() {
            if is_present(self.b, self.s, formation) {
                self.s.formations[formation.i()].delayed = false;
            }
        }
        let count = self.s.markers.iter().filter(|c| **c == Chit::Cup).count() as i32;
        self.tell(|| Event::new(rule!("1.C"), "cup.assembled").number("markers", count));
        self.enter_phase(Phase::Draw);
    }
}

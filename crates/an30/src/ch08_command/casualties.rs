//! 8.2: leaders who are struck, and those who take their place.

use ground::HexId;
use table::{Answer, Event, Modifiers, Play, Point, rule};

use crate::Field;
use crate::ch08_command::span;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Battle, Courage, Post};
use crate::core::charts::Absence;
use crate::core::field::{Errand, about, command_point, hex_point, leader_of, leader_point};
use crate::core::occupancy::Units;
use crate::core::state::{CommandId, LeaderId, LeaderStatus, MuId, State, UnitId, did, leader_did};
use crate::core::{Few, status, verb};
use table::Side;

/// Turns in an hour (20.3.1).
const TURNS_AN_HOUR: i16 = 3;

/// A leader who was struck.
#[derive(Clone, Copy, Debug)]
pub struct StruckLeader {
    /// The leader.
    pub leader: LeaderId,
    /// Its hex.
    pub hex: HexId,
    /// Mortally: units in the leader's hex check with the leader's morale bonus against them (8.2.2). If the event calls for a check already, the part goes into
    /// that one (20.1.6); else [`Field::check_for_mortal_wound`].
    pub mortal: Option<Modifiers>,
}

impl Field<'_> {
    /// Natural dice strike at the leaders of a side in some hexes (8.2): one of them by chance (8.2.1), then the Leader Casualty Chart. The caller
    /// has found the dice in `b.charts.casualty`. The leader leaves the map, loses the maneuver unit (8.2.6), and is replaced (8.2.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn leader_casualty(&mut self, side: Side, hexes: &[HexId]) -> Play<Option<StruckLeader>> {
        let mut there: Few<LeaderId, 4> = Few::new();
        for hex in hexes {
            let new = status::leaders_in(self.b, self.s, side, *hex);
            there.extend(new.into_iter().filter(|l| !there.contains(l)).collect::<Few<_, 4>>());
        }
        self.one_is_struck(side, &there)
    }

    /// As [`Field::leader_casualty`], of leaders who stood where it struck, wherever those with them have gone since.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn one_is_struck(&mut self, side: Side, there: &[LeaderId]) -> Play<Option<StruckLeader>> {
        let there: Few<LeaderId, 4> =
            there.iter().copied().filter(|l| self.s.leader(*l).hex.is_some()).collect();
        let leader = match there[..] {
            [] => return Ok(None),
            [only] => only,
            _ => {
                let points: Vec<Point> = there.iter().map(|l| leader_point(*l)).collect();
                there[self.draw(rule!("8.2.1"), "leader.chosen", side, &points)?]
            }
        };
        let points = about([leader_point(leader)]);
        let die = self.throw_one(rule!("8.2"), "leader.wound", side, points, |die| die as u32)?;
        let wound = self.b.charts.wounds.at(die);
        let back = match wound.away {
            Absence::ForGood => None,
            Absence::Turns(dice) => Some(self.term(side, leader, dice)?),
            Absence::Hours(dice) => Some(self.term(side, leader, dice)? * TURNS_AN_HOUR),
        };
        let hex = self.s.leader(leader).hex;
        let turn = i16::from(self.s.clock.turn);
        let now = self.s.leader_mut(leader);
        now.hex = HexId::NONE;
        now.status = if back.is_some() { LeaderStatus::Wounded } else { LeaderStatus::Lost };
        now.back = back.map_or(u8::MAX, |turns| (turn + turns).clamp(0, 254) as u8);
        self.tell(|| {
            Event::new(rule!("8.2"), "leader.struck")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
                .word("wound", wound.word)
                .number("turns", i32::from(back.unwrap_or_default()))
        });
        if let Some(turns) = back {
            self.tell(|| {
                Event::new(rule!("8.2"), "leader.away")
                    .point("leader", leader_point(leader))
                    .number("turns", i32::from(turns))
            });
        }
        let post = status::post(self.b, self.s, leader);
        self.forfeit(leader);
        self.replace(leader, post)?;
        let mortal = wound.mortal.then(|| {
            let mut parts = Modifiers::new();
            self.show_leader(Some(leader));
            if let Courage::Bonus(bonus @ 1..) = self.s.bonuses(leader).morale {
                parts.push(self.b.charts.morale.leader_mortal.part(bonus));
            }
            parts
        });
        Ok(Some(StruckLeader { leader, hex, mortal }))
    }

    /// The dice of a wounded leader's term (8.2.3).
    fn term(&mut self, side: Side, leader: LeaderId, dice: u8) -> Play<i16> {
        let mut sum = 0;
        for _ in 0..dice {
            let points = about([leader_point(leader)]);
            sum += self.throw_one(rule!("8.2.3"), "leader.term", side, points, |die| die as u32)?;
        }
        Ok(sum)
    }

    /// The units that stood with a leader who was struck; enemies who ride over a square, or are ridden over, are not of them (19.7.4).
    pub fn those_with(&self, struck: &StruckLeader) -> Units {
        let side = self.b.leader(struck.leader).side;
        let counts = |u: &UnitId| self.b.side(*u) == side && !self.s.unit(*u).has(did::LEFT_OUT);
        self.s.units_in(struck.hex).into_iter().filter(counts).collect()
    }

    /// The units where a leader was mortally wounded check at once (8.2.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn check_for_mortal_wound(&mut self, struck: &StruckLeader) -> Play<()> {
        let Some(parts) = struck.mortal else { return Ok(()) };
        let stack = self.those_with(struck);
        self.check_and_suffer(&stack, &Check { kind: Kind::Other, rule: rule!("8.2.2"), parts })?;
        Ok(())
    }

    /// The place of a leader who left the map is taken (8.2.4): a division's or brigade's by an aide-de-camp of its corps or army, or by a leader above
    /// it who steps down, whom the owner chooses; if there is none its corps leader must (8.2.5). A corps' only if somebody wants to step down.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn replace(&mut self, fallen: LeaderId, post: Post) -> Play<()> {
        let command = self.s.leader(fallen).leads;
        let before = self.s.leader_mut(fallen);
        before.leads = CommandId::NONE;
        before.set(leader_did::STEPPED_DOWN, false);
        if command.some().is_none() || !matches!(post, Post::Corps | Post::Division | Post::Brigade) {
            return Ok(());
        }
        let (b, s) = (self.b, &*self.s);
        let able: Few<LeaderId> = b
            .leader_ids()
            .filter(|l| {
                may_replace(b, s, *l, command) && post != Post::Corps
                    || may_step_down(b, s, *l, command, post)
            })
            .collect();
        let corps = |l: &LeaderId| status::post(b, s, *l) == Post::Corps;
        let next = match able[..] {
            [] => None,
            [only] if post != Post::Corps && corps(&only) => Some(only),
            _ => {
                let mut answers: Few<Answer> =
                    able.iter().map(|l| Answer::one(verb::CHOOSE, leader_point(*l))).collect();
                if post == Post::Corps {
                    answers.push(Answer::button(verb::PASS));
                }
                let points = about([leader_point(fallen), command_point(command)]);
                let side = self.b.leader(fallen).side;
                let answer = self.choose(side, rule!("8.2.4"), "leader.replaced", points, &answers)?;
                leader_of(&answer)
            }
        };
        let Some(next) = next else { return Ok(()) };
        if self.s.leader(next).leads != CommandId::NONE {
            let now = self.s.leader_mut(next);
            now.set(leader_did::STEPPED_DOWN, true);
            now.set(leader_did::ACTIVATED, false);
        }
        self.s.leader_mut(next).leads = command;
        let down = self.s.leader(next).has(leader_did::STEPPED_DOWN);
        self.tell(|| {
            Event::new(if down { rule!("8.2.5") } else { rule!("8.2.4") }, "leader.takes_over")
                .point("leader", leader_point(next))
                .point("formation", command_point(command))
        });
        Ok(())
    }

    /// The place of a leader who was captured is taken at once (8.2.4, 8.2.6.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn fill_places(&mut self) -> Play<Errand> {
        let fell = |l: &LeaderId| {
            self.s.leader(*l).status == LeaderStatus::Lost && self.s.leader(*l).leads != CommandId::NONE
        };
        let Some(fallen) = self.b.leader_ids().find(fell) else { return Ok(Errand::Nothing) };
        self.replace(fallen, status::post(self.b, self.s, fallen))?;
        Ok(Errand::Done)
    }

    /// At the start of a turn the owner may let an aide-de-camp who has come back take the place of a leader who stepped down: that one steps up again
    /// (8.2.5.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn step_up(&mut self) -> Play<()> {
        for leader in self.b.leader_ids() {
            let now = *self.s.leader(leader);
            if now.status != LeaderStatus::Map || !now.has(leader_did::STEPPED_DOWN) {
                continue;
            }
            let aides = self.b.leader_ids().filter(|l| may_replace(self.b, self.s, *l, now.leads));
            let mut answers: Few<Answer> =
                aides.map(|l| Answer::one(verb::CHOOSE, leader_point(l))).collect();
            if answers.is_empty() {
                continue;
            }
            answers.push(Answer::button(verb::PASS));
            let points = about([leader_point(leader), command_point(now.leads)]);
            let side = self.b.leader(leader).side;
            let answer = self.choose(side, rule!("8.2.5.1"), "leader.steps_up", points, &answers)?;
            let Some(aide) = leader_of(&answer) else { continue };
            self.s.leader_mut(aide).leads = now.leads;
            self.give_up_place(leader);
            self.tell(|| {
                Event::new(rule!("8.2.5.1"), "leader.takes_over")
                    .point("leader", leader_point(aide))
                    .point("formation", command_point(now.leads))
            });
        }
        Ok(())
    }

    /// Ends the holding of another's command: a leader who stepped down steps up again (8.2.5.1).
    fn give_up_place(&mut self, holder: LeaderId) {
        let stepped = self.s.leader(holder).has(leader_did::STEPPED_DOWN);
        let own = if stepped { self.b.leader(holder).command } else { CommandId::NONE };
        let now = self.s.leader_mut(holder);
        (now.leads, now.mu) = (own, MuId::NONE);
        now.set(leader_did::STEPPED_DOWN, false);
    }

    /// At the start of a turn, leaders who came back and stand with whoever holds their command take it over again (8.2.6.3); a corps leader whose
    /// place below is filled steps up (8.2.5.1).
    pub(crate) fn resume_commands(&mut self) {
        for leader in self.b.leader_ids() {
            let (card, now) = (self.b.leader(leader), *self.s.leader(leader));
            let own = card.command;
            let waits =
                now.status == LeaderStatus::Map && now.leads == CommandId::NONE && !card.post.is_adc();
            if !waits || own.some().is_none() {
                continue;
            }
            let holder = span::leader_of(self.b, self.s, own);
            if holder.is_some_and(|l| self.s.leader(l).hex != now.hex) {
                continue;
            }
            self.s.leader_mut(leader).leads = own;
            if let Some(holder) = holder {
                self.give_up_place(holder);
            }
            self.tell(|| {
                Event::new(rule!("8.2.6.3"), "leader.resumes")
                    .point("leader", leader_point(leader))
                    .point("formation", command_point(own))
            });
        }
    }
}

/// Whether a leader above a command may step down into its post (8.2.4, reading 7): one whose own command it belongs to; into a corps' only an army
/// leader, a monarch or an aide-de-camp of the imperial staff.
fn may_step_down(b: &Battle, s: &State, leader: LeaderId, command: CommandId, post: Post) -> bool {
    let now = s.leader(leader);
    let above = now.leads.some().is_some_and(|own| b.above(command).any(|c| c == own));
    let rank = status::post(b, s, leader);
    let imperial = rank == Post::ImperialAdc && post == Post::Corps && now.leads == CommandId::NONE;
    let ours = b.leader(leader).side == b.command(command).side && now.status == LeaderStatus::Map;
    ours && (above && rank < post && rank >= Post::Monarch || imperial)
}

/// Whether a leader may take over a division or brigade (8.2.4): an aide-de-camp on the map, of its corps' or army's staff, who holds no command.
fn may_replace(b: &Battle, s: &State, leader: LeaderId, command: CommandId) -> bool {
    let (card, now) = (b.leader(leader), s.leader(leader));
    card.side == b.command(command).side
        && now.status == LeaderStatus::Map
        && now.leads == CommandId::NONE
        && card.post.is_adc()
        && card.command.some().is_none_or(|staff| b.within(command, staff))
}

/// The units in whose hexes a side's leaders can be struck: for those who gather a mêlée's hexes.
pub fn hexes_of(s: &State, units: &[UnitId]) -> Vec<HexId> {
    let mut hexes: Vec<HexId> = units.iter().flat_map(|u| s.unit(*u).hexes().iter().copied()).collect();
    hexes.sort();
    hexes.dedup();
    hexes
}

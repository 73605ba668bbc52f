//! 15.1, 15.4: the fire attack: odds, dice, losses, leaders, explosions.

use ground::HexId;
use table::{Effect, Event, Modifiers, Part as Term, Play, Side, rule};

use crate::Field;
use crate::ch08_command::casualties::StruckLeader;
use crate::ch15_fire::defence::{self, Entry};
use crate::ch15_fire::value::{self, Firers};
use crate::ch17_losses::losses::{self, Bearer, Cause};
use crate::ch18_artillery::explosions::Blast;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
pub use crate::core::assault::Nerve;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Exact;
use crate::core::dice::Dice;
use crate::core::exact::Odds;
use crate::core::field::{about, hex_point};
use crate::core::state::{Chit, DueCheck, SideState, State, Status, UnitId, Volley, did};
use crate::core::status::{self, Losses};

/// Occasion: when a fire attack is made: what it halves, and whether the losses call for a check at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// The Fire Segment (7.3), or the Artillery Chit (8.9.3).
    Segment,
    /// Opportunity fire (15.6).
    Opportunity,
    /// Offensive fire of an assault (16.1.1 step 3b).
    Offensive,
    /// Defensive fire of an assault or charge.
    Defensive,
    /// At skirmishers whom an assault or a charge pushes aside (12.10.5.2).
    Unmasked,
}

impl Nerve {
    /// The factor that it gives to offensive and to defensive fire.
    pub fn factor(self, b: &Battle, occasion: Occasion) -> Exact {
        match (self, occasion) {
            (Nerve::Shaken, _) => Exact::ONE,
            (Nerve::Steady, Occasion::Offensive) => b.charts.fire_values.passed_close.value,
            (Nerve::Steady, _) => b.charts.fire_values.passed_stand.value,
        }
    }
}

/// A hex that fires, and a factor of its own: what a roll to close or to stand gives it (16.4, 16.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Firer {
    /// The hex.
    pub from: HexId,
    /// The factor.
    pub factor: Exact,
}

impl Firer {
    /// A hex that fires with what it has.
    pub const fn plain(from: HexId) -> Firer {
        Firer { from, factor: Exact::ONE }
    }
}

/// A fire attack: who fires, with what value, at which hex. Its figures are those of the moment when it was made up, so that attacks which are
/// simultaneous (15.5) are made up first and carried out then.
#[derive(Clone, Debug)]
pub struct Attack {
    /// Its side.
    pub side: Side,
    /// The firing units.
    pub by: Few<UnitId, 8>,
    /// The hexes that fire.
    pub from: Few<HexId, 4>,
    /// The hex of the target.
    pub at: HexId,
    /// The units that are hit; empty: all of the hex.
    pub only: Few<UnitId, 8>,
    /// The units that were aimed at, wherever they stand now (15.5); empty: who stands in the hex.
    pub aimed: Few<UnitId, 8>,
    /// The fire value, with all that multiplies it.
    pub value: Exact,
    /// The fire defence, with all that changes it.
    pub defence: Exact,
    /// Columns of canister (18.8).
    pub canister: i16,
    /// The artillery leader's bonus (18.5.1).
    pub leader: i16,
    /// Modifiers to the dice.
    pub dice: Modifiers,
    /// Its occasion.
    pub occasion: Occasion,
    /// Medium or long range: losses are shared (17.1.1).
    pub shared: bool,
    /// Guns fire: what they hit may explode (18.6.1).
    pub guns: bool,
}

/// Hits: what a fire attack did.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hits {
    /// Increments lost, as marked.
    pub marked: u8,
    /// Increments lost in effect (17.4, ruling 42).
    pub effective: i16,
    /// The checks that are due for it: of the stack that was hit, and of those next to what exploded. Offensive and defensive fire calls for none
    /// but those for an explosion or a mortal wound (17.3.1).
    pub due: Vec<DueCheck>,
}

impl Attack {
    /// An attack at units of a hex by nobody yet, without anything that changes its dice.
    pub fn bare(side: Side, at: HexId, only: &[UnitId], value: Exact, defence: Exact) -> Attack {
        Attack {
            side,
            by: Few::new(),
            from: Few::new(),
            at,
            only: only.into(),
            aimed: Few::new(),
            value,
            defence,
            canister: 0,
            leader: 0,
            dice: Modifiers::new(),
            occasion: Occasion::Segment,
            shared: false,
            guns: false,
        }
    }

    /// Its column of the fire chart: none below 1:3; shifted then; not above 10:1 (15.4.3, ruling 36).
    pub fn column(&self, b: &Battle) -> Option<usize> {
        column(b, self.value, self.defence, self.canister)
    }
}

/// The column of the fire chart for a value against a defence, with so many columns of canister.
pub fn column(b: &Battle, value: Exact, defence: Exact, canister: i16) -> Option<usize> {
    let odds = Odds::column(b.charts.fire.iter().map(|row| row.odds), value, defence)?;
    Some((odds as i16 + canister).clamp(0, b.charts.fire.len() as i16 - 1) as usize)
}

/// The attack of hexes that fire together at another one (15.4), as everything stands now; those that may not fire at it are left out. `only` are
/// the units that are fired at, all of the hex if none is named. `None` if nobody fires, or below 1:3 (15.4.3, 18.8.1, 18.8.2).
pub fn joint(
    b: &Battle,
    s: &State,
    by: &[Firer],
    at: HexId,
    occasion: Occasion,
    only: &[UnitId],
) -> Option<Attack> {
    let attack = unlimited(b, s, by, at, occasion, only)?;
    attack.column(b).is_some().then_some(attack)
}

/// As [`joint`], but also below 1:3.
pub fn unlimited(
    b: &Battle,
    s: &State,
    by: &[Firer],
    at: HexId,
    occasion: Occasion,
    only: &[UnitId],
) -> Option<Attack> {
    let chit = s.activation.chit == Some(Chit::Artillery) && occasion == Occasion::Segment;
    let who = if chit { Firers::Guns } else { Firers::All };
    let mut attack = Attack { occasion, ..Attack::bare(Side(0), at, only, Exact::ZERO, Exact::ZERO) };
    let mut entries: Few<Entry, 4> = Few::new();
    for firer in by {
        let top = s.top(firer.from)?;
        if b.arm(top) == Arm::Cavalry && occasion != Occasion::Segment {
            continue;
        }
        let Ok(fire) = value::of_hex(b, s, firer.from, at, who) else { continue };
        attack.side = b.side(top);
        attack.value = attack.value + fire.value * firer.factor;
        attack.guns |= fire.guns;
        attack.shared |= fire.far;
        if fire.guns && b.ground.distance(firer.from, at) <= 1 {
            attack.canister = b.charts.fire_values.canister.value;
        }
        if fire.guns && attack.leader == 0 {
            attack.leader = bonus(b, s, attack.side, firer.from);
        }
        entries.push(defence::entry(b, firer.from, at));
        attack.by.extend(fire.units);
        attack.from.push(firer.from);
    }
    if occasion == Occasion::Opportunity {
        attack.value = attack.value * b.charts.fire_values.opportunity.value;
    }
    let defence = defence::defence(b, s, at, &entries, only)?;
    attack.defence = Exact::whole(defence.total().max(1).into());
    attack.dice = dice(b, defence::density(b, s, at), attack.leader);
    (!attack.from.is_empty()).then_some(attack)
}

/// The artillery bonus of the leader with a side's units in a hex (18.5.1).
pub fn bonus(b: &Battle, s: &State, side: Side, from: HexId) -> i16 {
    status::leader_in(b, s, side, from).map_or(0, |l| s.bonuses(l).artillery)
}

/// The modifiers to the dice of an attack: density (15.7), artillery leader (18.5.1).
pub fn dice(b: &Battle, density: i16, leader: i16) -> Modifiers {
    let mut to = Modifiers::new();
    if density != 0 {
        to.push(Term { effect: Effect::Add(density), label: "fire-modifiers.density", rule: rule!("15.7") });
    }
    if leader != 0 {
        to.push(b.charts.fire_modifiers.artillery_leader.part(leader));
    }
    to
}

/// The units that check together if those of a hex are hit (17.1.4): from the top, with all hexes of a unit that lies in several.
pub fn stack_of(s: &State, at: HexId) -> Few<UnitId, 8> {
    with_others(s, s.units_in(at))
}

/// Units, and those who stand in any hex with them.
pub(crate) fn with_others(s: &State, mut found: Few<UnitId, 8>) -> Few<UnitId, 8> {
    let mut next = 0;
    while next < found.len() {
        for hex in s.unit(found[next]).hexes() {
            for unit in s.units_in(*hex) {
                if !found.contains(&unit) {
                    found.push(unit);
                }
            }
        }
        next += 1;
    }
    found
}

/// The outcome of an attack at a natural reading of the dice.
struct Outcome {
    losses: i16,
    blast: Option<Blast>,
    leader: bool,
}

/// The figures by which an attack's dice are read.
struct Fate {
    column: usize,
    total: i16,
    /// The wagon that may explode.
    caisson: Option<UnitId>,
    /// A leader may be struck.
    led: bool,
}

impl Fate {
    fn of(b: &Battle, s: &State, attack: &Attack, column: usize) -> Fate {
        let led = SideState::BOTH.iter().any(|side| status::leader_in(b, s, *side, attack.at).is_some());
        Fate {
            column,
            total: attack.dice.total(),
            caisson: attack.guns.then(|| defence::explosive(b, s, attack.at, &attack.only)).flatten(),
            led,
        }
    }

    /// Reads the dice (15.4, 8.2, 18.6.1). An explosion goes before a leader's wound (18.6.3).
    fn outcome(&self, b: &Battle, dice: Dice) -> Outcome {
        let blast = self.caisson.and_then(|unit| Blast::of(b, unit, dice));
        let struck = b.charts.casualty.fire.value.holds(dice.figure());
        Outcome {
            losses: b.charts.fire[self.column].losses.at(dice.and(self.total)),
            blast,
            leader: struck && self.led && blast.is_none(),
        }
    }
}

impl Field<'_> {
    /// Carries out an attack of an assault or a charge, and the checks that it calls for at once: for a mortal wound or an explosion (8.2.2, 18.6.2), of
    /// skirmishers who are pushed aside for their losses too (12.10.5.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn close_attack(&mut self, attack: &Attack) -> Play<Hits> {
        let hits = self.fire_attack(attack)?;
        for due in &hits.due {
            self.check_after_fire(due)?;
        }
        Ok(hits)
    }

    /// Makes a fire attack (15.4, 15.5): odds, dice, explosions (18.6.1), losses (17), leaders (8.2). The checks that are due for it are the
    /// caller's ([`Field::check_after_fire`]). Guns spend their round in an assault or a charge here (18.14), and none in opportunity fire (15.6.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn fire_attack(&mut self, attack: &Attack) -> Play<Hits> {
        Ok(self.attack_with_dice(attack, false)?.0)
    }

    /// As [`Field::fire_attack`], with the natural dice; they may also set the hex on fire (18.15.5).
    pub(crate) fn attack_with_dice(&mut self, attack: &Attack, burns: bool) -> Play<(Hits, Dice)> {
        let b = self.b;
        let Some(column) = attack.column(b) else { return Ok((Hits::default(), Dice(0))) };
        let starts = b.charts.chances.fire_starts.value;
        if matches!(attack.occasion, Occasion::Offensive | Occasion::Defensive | Occasion::Unmasked) {
            self.spend_rounds(&attack.by)?;
        }
        for &unit in &attack.by {
            let now = self.s.unit_mut(unit);
            now.set(did::BESIDE_WRECK, false);
            now.set(did::FIRST_FIRE, true);
        }
        let total = attack.dice.total();
        let fate = Fate::of(b, self.s, attack, column);
        let class = |dice: Dice| {
            let found = fate.outcome(b, dice);
            let blast = found.blast.map_or(0, |blast| 1 + u32::from(blast.rounds));
            let fire = burns && starts.holds(dice.figure());
            found.losses as u32 | blast << 8 | u32::from(found.leader) << 16 | u32::from(fire) << 17
        };
        let points = about([hex_point(attack.at)]);
        let dice = self.throw(rule!("15.4"), "fire", attack.side, points, class)?;
        let found = fate.outcome(b, dice);
        self.show(&attack.by);
        self.tell(|| told(b, attack, column, dice, dice.and(total), found.losses));
        let hits = self.strike(attack, &found)?;
        Ok((hits, dice))
    }

    /// Rounds of guns that fire (18.14): one each.
    pub(crate) fn spend_rounds(&mut self, by: &[UnitId]) -> Play<()> {
        for &unit in by {
            if self.b.arm(unit) == Arm::Artillery {
                self.spend_round(unit)?;
            }
        }
        Ok(())
    }

    /// Explosion, losses, leader, in this order (ruling 37), and what is due for them.
    fn strike(&mut self, attack: &Attack, found: &Outcome) -> Play<Hits> {
        let b = self.b;
        let mut whole = match attack.only.is_empty() {
            true => with_others(self.s, self.hit_by(attack)),
            false => attack.only.clone(),
        };
        whole.retain(|u| !self.s.unit(*u).has(did::LEFT_OUT));
        let before: Few<(UnitId, u8), 8> = whole.iter().map(|u| (*u, self.s.unit(*u).losses)).collect();
        for (unit, _) in &before {
            self.s.unit_mut(*unit).event = 0;
        }
        // A square that fires at those who ride over it stands in their hex (19.7.4.1).
        let aimed = attack.only.first().map(|u| b.side(*u));
        let side = aimed.or_else(|| status::holder(b, self.s, attack.at)).unwrap_or(attack.side.enemy());
        // Those who close their ranks for their losses take their leaders along (17.1.6).
        let leaders = status::leaders_in(b, self.s, side, attack.at);
        let mut hits = Hits::default();
        let mut struck: Option<StruckLeader> = None;
        let mut shaken = false;
        if let Some(blast) = found.blast {
            struck = self.explode(attack.at, blast, &mut hits.due)?;
            shaken = !blast.is_wagon(b);
        }
        self.hit(attack, Losses::of(found.losses))?;
        let mut due = DueCheck { event: 0, units: Vec::new(), mortal: 0 };
        for (unit, marked) in before {
            let now = self.s.unit(unit).losses;
            hits.marked += now.saturating_sub(marked);
            hits.effective +=
                status::effective(b, unit, Losses(now)) - status::effective(b, unit, Losses(marked));
            self.owe(&mut due, unit, Losses(now.saturating_sub(marked)), attack.at);
            let calm = matches!(attack.occasion, Occasion::Offensive | Occasion::Defensive);
            shaken |= !calm && calls_for_check(b, unit, Losses(marked), Losses(now));
            self.s.unit_mut(unit).event = 0;
        }
        if found.leader {
            struck = self.one_is_struck(side, &leaders)?;
        }
        if let Some(mortal) = struck.as_ref().and_then(|s| s.mortal.as_ref()) {
            due.mortal = mortal.total();
            shaken = true;
        }
        if shaken {
            hits.due.insert(0, due);
        }
        Ok(hits)
    }

    /// Puts a unit with its losses among those who check; a regiment that broke down (12.1.2) by its battalions. RULING: of a line in several hexes by those in
    /// the hex that was fired at (17.1.4, reading 1173).
    fn owe(&self, due: &mut DueCheck, unit: UnitId, lost: Losses, at: HexId) {
        if self.s.unit(unit).status != Status::Folded {
            due.units.push((unit, lost.0));
            return;
        }
        let parts = self.battalions(unit);
        let sizes: Few<Losses, 8> = parts.iter().map(|u| status::endurance(self.b, *u)).collect();
        let shares = losses::dealt(lost, &sizes);
        let here = |unit: &UnitId| self.s.unit(*unit).hexes().contains(&at);
        let any = parts.iter().any(here);
        let hit = parts.iter().zip(shares).filter(|(unit, _)| !any || here(unit));
        due.units.extend(hit.map(|(unit, share)| (*unit, share.0)));
    }

    /// The battalions on the map of a regiment that broke down.
    fn battalions(&self, regiment: UnitId) -> Few<UnitId, 8> {
        let part = |u: &UnitId| self.b.unit(*u).part_of == regiment && self.s.unit(*u).on_map();
        self.b.unit_ids().filter(part).collect()
    }

    /// Those whom an attack at a whole hex hits: who stood there when it was declared, in whatever shape and place they are now (15.5).
    fn hit_by(&self, attack: &Attack) -> Few<UnitId, 8> {
        let mut found: Few<UnitId, 8> = Few::new();
        if attack.aimed.is_empty() {
            // Guns left out of an assault or a charge are not in the hex (18.10.3).
            found.extend(
                self.s.units_in(attack.at).into_iter().filter(|u| !self.s.unit(*u).has(did::LEFT_OUT)),
            );
            return found;
        }
        for &unit in &attack.aimed {
            match self.s.unit(unit).status {
                Status::Folded => {
                    // Of a line in several hexes those in the hex that is fired at (12.1.2).
                    let parts = self.battalions(unit);
                    let here: Few<UnitId, 8> = parts
                        .iter()
                        .copied()
                        .filter(|u| self.s.unit(*u).hexes().contains(&attack.at))
                        .collect();
                    found.extend(if here.is_empty() { parts } else { here });
                }
                Status::Map => found.push(unit),
                _ => {}
            }
        }
        found
    }

    /// Losses, to those whom the attack can hit (17.1.1, 15.6.1).
    fn hit(&mut self, attack: &Attack, losses: Losses) -> Play<()> {
        if attack.only.is_empty() {
            let bearer = if attack.shared { Bearer::Each } else { Bearer::Top };
            return self.lose_from_fire(attack.at, &self.hit_by(attack), losses, bearer);
        }
        for _ in 0..losses.0 {
            let here = |u: &&UnitId| self.s.part_in(**u, attack.at).is_some();
            let there = |u: &&UnitId| attack.aimed.contains(u) && self.s.unit(**u).on_map();
            let hit = attack.only.iter().find(here).or_else(|| attack.only.iter().find(there));
            let Some(&unit) = hit else { break };
            self.lose_in(unit, attack.at, Losses(1), Cause::Fire)?;
        }
        Ok(())
    }

    /// A check that is due after fire (17.1.4, 17.3.1): with the losses of its event, and a mortal wound (8.2.2, 20.1.6, 17.3.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn check_after_fire(&mut self, due: &DueCheck) -> Play<()> {
        let mut stack: Few<UnitId, 8> = Few::new();
        for (unit, lost) in &due.units {
            if defence::may_check(self.s, *unit) {
                self.s.unit_mut(*unit).event = *lost;
                stack.push(*unit);
            }
        }
        let mut parts = Modifiers::new();
        if due.mortal != 0 {
            let figure = &self.b.charts.morale.leader_mortal;
            parts.push(Term { effect: Effect::Add(due.mortal), label: figure.label, rule: figure.rule });
        }
        let check = Check { kind: Kind::AfterLoss, rule: rule!("17.1.4"), parts };
        for stack in self.apart(&stack) {
            self.check_and_suffer(&stack, &check)?;
        }
        Ok(())
    }

    /// The stacks of units that check after fire: the battalions of a regiment that broke down in several hexes are a stack in each of them (12.1.2, 20.1.1).
    fn apart(&self, stack: &[UnitId]) -> Few<Few<UnitId, 8>, 2> {
        let (b, s) = (self.b, &*self.s);
        let shares = |one: UnitId, other: UnitId| {
            s.unit(one).hexes().iter().any(|hex| s.unit(other).hexes().contains(hex))
        };
        let parted = |one: UnitId, other: UnitId| {
            b.unit(one).part_of.some().is_some()
                && b.unit(one).part_of == b.unit(other).part_of
                && !shares(one, other)
        };
        let mut left: Few<UnitId, 8> = stack.into();
        let mut found: Few<Few<UnitId, 8>, 2> = Few::new();
        if !stack.iter().any(|one| stack.iter().any(|other| parted(*one, *other))) {
            found.push(left);
            return found;
        }
        while let Some(&first) = left.first() {
            let own: Few<UnitId, 8> = left.iter().copied().filter(|u| shares(first, *u)).collect();
            left.retain(|u| !own.contains(u));
            found.push(own);
        }
        found
    }
}

/// Whether losses from one mark to another call for a check: of the Old Guard only an even one (17.3.1, 17.4, ruling 18).
pub fn calls_for_check(b: &Battle, unit: UnitId, before: Losses, now: Losses) -> bool {
    status::effective(b, unit, now) > status::effective(b, unit, before)
}

/// Prospect of fire that is declared: what the dice would do if it were carried out as things stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The unit on top of the hex that is fired at.
    pub target: UnitId,
    /// Column of the fire chart, the attacker's figure first; none if the fire is too weak (15.4.3).
    pub odds: Option<[i16; 2]>,
    /// Chances of losses that are not none: increments, and how many of the throws bring them.
    pub losses: Few<(i16, u32), 8>,
}

/// The prospect of a volley (7.3, 15.4); none of shells, which may fall elsewhere (18.15).
pub fn prospect(b: &Battle, s: &State, volley: &Volley) -> Option<Prospect> {
    let target = s.top(volley.at).filter(|_| !volley.howitzers)?;
    let by: Few<Firer, 8> = volley.by.iter().map(|shot| Firer::plain(shot.from)).collect();
    let mut prospect = Prospect { target, odds: None, losses: Few::new() };
    let Some(attack) = joint(b, s, &by, volley.at, Occasion::Segment, &[]) else { return Some(prospect) };
    let row = &b.charts.fire[attack.column(b)?];
    prospect.odds = Some([row.odds.attacker, row.odds.defender]);
    for face in 0..Dice::FACES {
        let lost = row.losses.at(Dice::of_face(face).and(attack.dice.total()));
        match prospect.losses.iter_mut().find(|(known, _)| *known == lost) {
            Some((_, throws)) => *throws += 1,
            None if lost > 0 => prospect.losses.push((lost, 1)),
            None => {}
        }
    }
    prospect.losses.sort_unstable();
    Some(prospect)
}

/// The event of an attack.
fn told(b: &Battle, attack: &Attack, column: usize, dice: Dice, total: Dice, losses: i16) -> Event {
    let (value, per) = attack.value.parts();
    let odds = b.charts.fire[column].odds;
    let key = match attack.occasion {
        Occasion::Segment => "fire.attack",
        Occasion::Opportunity => "fire.opportunity",
        Occasion::Offensive => "fire.offensive",
        Occasion::Defensive | Occasion::Unmasked => "fire.defensive",
    };
    let mut event = Event::new(rule!("15.4"), key).point("hex", hex_point(attack.at));
    if let Some(unit) = attack.by.first() {
        event = event.point("unit", crate::core::field::unit_point(*unit));
    }
    event
        .number("value", value)
        .number("per", per)
        .number("defence", attack.defence.floor())
        .number("attacker", i32::from(odds.attacker))
        .number("defender", i32::from(odds.defender))
        .number("canister", i32::from(attack.canister))
        .number("dice", i32::from(dice.figure()))
        .number("total", i32::from(total.figure()))
        .number("losses", i32::from(losses))
        .parts(&attack.dice)
}

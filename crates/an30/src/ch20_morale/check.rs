//! 20.1: the morale check.

use table::{Effect, Event, Modifiers, Part, Play, Point, Rule, Test, rule};

use crate::Field;
use crate::ch19_cavalry::grand;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Courage, Light, Rank, Trait};
use crate::core::charts::Exact;
use crate::core::dice::Dice;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{CommandId, Formation, Order, State, UnitId, did};
use crate::core::status::{self, Losses};

/// Kind: what a check is for: some modifiers belong to some kinds only (General Morale Check Modifiers Chart).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// After losses (17.1.4, 17.3.1).
    AfterLoss,
    /// Leaving an enemy zone (10.2.2).
    LeaveZone,
    /// Recovering good order (20.2).
    Recovery,
    /// Roll to close (16.4).
    Close,
    /// Roll to stand, in an assault (16.5) or a charge (19.6).
    Stand,
    /// The end of a force march (13.3.3).
    ForceMarchEnd,
    /// Joining a square, one throw for all (12.9.4, reading 16).
    JoinSquare,
    /// A stacking violation (11.1.4).
    Violation,
    /// Cavalry that reacts, forms up, or is to charge by opportunity; a reserve; fire that is held (20.1.4: who fails does not disorder).
    Resolve,
    /// Anything else.
    Other,
}

impl Kind {
    /// Whether a unit beneath one that passed is helped, and one beneath one that failed fails (20.1.1; rulings 4 and 15, reading 16).
    const fn cascades(self) -> bool {
        !matches!(self, Kind::Recovery | Kind::Close | Kind::Stand | Kind::JoinSquare)
    }
}

/// A check: what it is for, and what the occasion adds to every unit's dice.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Its kind.
    pub kind: Kind,
    /// The rule that calls for it.
    pub rule: Rule,
    /// Modifiers of the occasion.
    pub parts: Modifiers,
}

impl Check {
    /// A check without modifiers of its own.
    pub fn plain(kind: Kind, rule: Rule) -> Check {
        Check { kind, rule, parts: Modifiers::new() }
    }
}

/// Verdicts: what came of a check, by unit from the top.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdicts {
    /// The units, and whether each passed.
    pub units: Few<(UnitId, bool), 8>,
}

impl Verdicts {
    /// Whether all passed.
    pub fn all_passed(&self) -> bool {
        self.units.iter().all(|(_, passed)| *passed)
    }

    /// Whether a unit passed; those who did not check count as passed.
    pub fn passed(&self, unit: UnitId) -> bool {
        self.units.iter().all(|(u, passed)| *u != unit || *passed)
    }

    /// Those who failed, from the top.
    pub fn failed(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.units.iter().filter(|(_, passed)| !passed).map(|(unit, _)| *unit)
    }
}

/// The dice modifiers of a unit of a stack, without those of the occasion (General Morale Check Modifiers Chart). Elites have no negative ones
/// (20.1.2, 12.8.5, 12.11.4, ruling 16: item by item).
pub fn sum(b: &Battle, s: &State, stack: &[UnitId], unit: UnitId, kind: Kind) -> Modifiers {
    let (m, now, card) = (&b.charts.morale, s.unit(unit), b.unit(unit));
    let stack = &company(b, s, stack, unit);
    let mut to = Modifiers::new();
    let shape = now.shape();
    m.disorder.add_if(now.order == Order::Disorder, &mut to);
    if kind == Kind::Recovery && now.order == Order::Pgd {
        to.push(m.pgd.part(1));
        m.pgd_dusk.add_if(b.light(s) == Light::Dusk, &mut to);
        m.pgd_night.add_if(b.light(s) == Light::Night, &mut to);
    }
    m.road_column.add_if(shape == Formation::RoadColumn, &mut to);
    // Guns in a square are part of it (12.9.4.2, 12.9.8, reading 1055).
    let guns = card.arm == Arm::Artillery && now.formation == Formation::Unlimbered;
    let square = |u: &UnitId| s.unit(*u).shape() == Formation::Square;
    m.square.add_if((square(&unit) || guns && stack.iter().any(square)) && kind != Kind::Close, &mut to);
    let leader = status::leader_of(b, s, unit);
    if leader.is_none() {
        let more = stack.iter().filter(|u| status::is_large(b, **u)).count() as i16 - 1;
        if more > 0 {
            to.push(m.leaderless.part(more));
        }
    }
    let under = under_old_guard(b, stack, unit);
    m.mixed.add_if(is_mixed(b, s, stack, unit) && !under, &mut to);
    m.under_old_guard.add_if(under, &mut to);
    m.half_strength.add_if(status::is_battalion(b, unit) && status::halved(b, s, unit), &mut to);
    m.grievous.add_if(kind == Kind::AfterLoss && is_grievous(b, s, unit), &mut to);
    // All of a grand charge have the bonus of its leader (19.16.2).
    let courage = grand::morale_leader(s, unit).or(leader);
    if let Some(Courage::Bonus(bonus @ (1.. | ..=-1))) = courage.map(|l| s.bonuses(l).morale) {
        to.push(m.leader.part(bonus));
    }
    m.force_march.add_if(
        crate::ch13_movement::force::marches(s, unit)
            && card.arm == Arm::Infantry
            && kind != Kind::ForceMarchEnd,
        &mut to,
    );
    if let Some(value) = level(b, s, unit).filter(|value| *value != 0) {
        to.push(Part { effect: Effect::Add(value), label: m.morale_level.label, rule: m.morale_level.rule });
    }
    to
}

/// The friends who count for what a stack adds to a check (11.1.3, 11.3): all units in the hexes of the one that checks, from the top, not only those
/// who check with it. Who is in PGD only passes, as the example of 12.8.5 counts; guns left out of an assault or a charge are not there (18.10.3).
fn company(b: &Battle, s: &State, stack: &[UnitId], unit: UnitId) -> Few<UnitId, 8> {
    let here = s.unit(unit).hexes().iter().flat_map(|hex| s.stack(*hex)).map(|part| part.unit());
    let mut all: Few<UnitId, 8> = Few::new();
    let counts = |u: &UnitId| s.unit(*u).order != Order::Pgd && !s.unit(*u).has(did::LEFT_OUT);
    for other in here.filter(|u| b.side(*u) == b.side(unit) && counts(u)) {
        if !all.contains(&other) {
            all.push(other);
        }
    }
    let further: Few<UnitId, 8> = stack.iter().copied().filter(|u| !all.contains(u)).collect();
    all.extend(further);
    all
}

/// Whether a unit that is not Old Guard stands beneath infantry of the Old Guard (11.3.1).
fn under_old_guard(b: &Battle, stack: &[UnitId], unit: UnitId) -> bool {
    let above = stack.iter().take_while(|u| **u != unit);
    let guard = |u: &UnitId| b.is(*u, Trait::OldGuard);
    !guard(&unit) && above.into_iter().any(guard)
}

/// Whether units of different corps or nations stand together, without the army or corps leader whom they have in common (11.3).
fn is_mixed(b: &Battle, s: &State, stack: &[UnitId], unit: UnitId) -> bool {
    let corps = |u: UnitId| b.of_rank(b.unit(u).command, Rank::Corps);
    let differs = |u: &UnitId| corps(*u) != corps(unit) || b.unit(*u).nation != b.unit(unit).nation;
    if !stack.iter().any(differs) {
        return false;
    }
    let hexes = s.unit(unit).hexes().iter();
    let common = |command: CommandId| {
        let high = matches!(b.command(command).rank, Some(Rank::Army | Rank::Wing | Rank::Corps));
        high && stack.iter().all(|u| b.within(b.unit(*u).command, command))
    };
    let mut leaders = hexes.flat_map(|hex| status::leaders_in(b, s, b.side(unit), *hex));
    !leaders.any(|l| s.leader(l).leads.some().is_some_and(common))
}

/// Whether a battalion or regiment lost half of its current strength or more in this event (17.3.4).
fn is_grievous(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    // Losses of later events of the same simultaneous fire have their own checks.
    let later = s.firing.due.iter().flat_map(|due| &due.units).filter(|(u, _)| *u == unit);
    let marked = now.losses.saturating_sub(later.map(|(_, lost)| *lost).sum());
    let before = status::effective(b, unit, Losses(marked.saturating_sub(now.event)));
    let lost = status::effective(b, unit, Losses(marked)) - before;
    let strength = b.unit(unit).increments - before;
    let share = b.charts.morale.grievous.bounds.share;
    let is_much = |share: Exact| Exact::whole(lost.into()) >= share * Exact::whole(strength.into());
    lost > 0 && status::is_battalion(b, unit) && share.is_some_and(is_much)
}

/// The modifier of the morale level of a battalion's superior formation (20.3); cavalry and guns have none.
pub fn level(b: &Battle, s: &State, unit: UnitId) -> Option<i16> {
    if b.arm(unit) != Arm::Infantry || !status::is_battalion(b, unit) {
        return None;
    }
    let command = crate::ch20_morale::levels::superior(b, unit)?;
    let level = s.levels[command.i()];
    let track = b.command(command).track.map(|t| &b.charts.levels.tracks[usize::from(t)]);
    let of_track = track.and_then(|t| t.levels.iter().find(|row| row.0 == level)).map(|row| row.2);
    of_track.or_else(|| b.charts.levels.default.iter().find(|row| row.level == level).map(|row| row.value))
}

/// A unit's dice in a check: its sum, and what it passes by.
struct Entry {
    unit: UnitId,
    rating: Option<Dice>,
    always: bool,
    elite: bool,
    parts: Modifiers,
}

/// The sum of all that modifies a unit's dice.
fn entry(b: &Battle, s: &State, stack: &[UnitId], unit: UnitId, check: &Check) -> Entry {
    let rating = s.back(unit).morale;
    let elite =
        rating.is_none_or(|r| Dice::written(b.charts.thresholds.elite.value).is_some_and(|most| r <= most));
    let all = sum(b, s, stack, unit, check.kind);
    let mut parts = Modifiers::new();
    for part in all.parts().iter().chain(check.parts.parts()) {
        let worsens = matches!(part.effect, Effect::Add(n) if n < 0);
        if !(elite && worsens) {
            parts.push(*part);
        }
    }
    let leader = grand::morale_leader(s, unit).or_else(|| status::leader_of(b, s, unit));
    let led = leader.is_some_and(|l| s.bonuses(l).morale == Courage::Always);
    Entry { unit, rating, always: rating.is_none() || led, elite, parts }
}

/// The units that pass at a natural reading of the dice (20.1, 20.1.1, 20.1.3).
fn verdicts(b: &Battle, entries: &[Entry], kind: Kind, dice: Dice) -> Few<bool, 8> {
    let cascades = kind.cascades();
    let (mut above, mut fallen) = (0, false);
    let mut found = Few::new();
    for entry in entries {
        let help = if cascades { above * b.charts.morale.next_unit.value } else { 0 };
        let passed = !(cascades && fallen) && (entry.always || passes(b, entry, dice, help));
        above += i16::from(passed);
        fallen |= !passed;
        found.push(passed);
    }
    found
}

/// Whether the dice exceed a rating (20.1). A natural 11 fails by itself, but for the best ratings (20.1.3).
fn passes(b: &Battle, entry: &Entry, dice: Dice, help: i16) -> bool {
    let Some(rating) = entry.rating else { return true };
    let eleven = b.charts.chances.sauve_qui_peut.value.holds(dice.figure());
    let spared = Dice::written(b.charts.thresholds.passes_on_eleven.value).is_some_and(|most| rating <= most);
    (!eleven || spared) && dice.and(entry.parts.total() + help) > rating
}

impl Field<'_> {
    /// A stack checks its morale with one throw (20.1.1): from the top, each unit with its own modifiers. Nothing is thrown if all pass in any
    /// case. Nothing is applied.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn check_morale(&mut self, stack: &[UnitId], check: &Check) -> Play<Verdicts> {
        let b = self.b;
        let entries: Few<Entry, 8> = stack.iter().map(|u| entry(b, self.s, stack, *u, check)).collect();
        let Some(top) = entries.first().map(|e| e.unit) else { return Ok(Verdicts { units: Few::new() }) };
        self.show(stack);
        if entries.iter().all(|e| e.always) {
            for entry in &entries {
                self.tell(|| Event::new(check.rule, "morale.sure").point("unit", unit_point(entry.unit)));
            }
            return Ok(Verdicts { units: entries.iter().map(|e| (e.unit, true)).collect() });
        }
        let hex = self.s.unit(top).hex();
        let class = |dice: Dice| {
            let passed = verdicts(b, &entries, check.kind, dice);
            passed.iter().enumerate().fold(0, |mask, (i, passed)| mask | u32::from(*passed) << i)
        };
        let points = about([unit_point(top), hex_point(hex)]);
        let dice = self.throw(check.rule, "morale", b.side(top), points, class)?;
        let passed = verdicts(b, &entries, check.kind, dice);
        let mut above = 0;
        for (entry, passed) in entries.iter().zip(&passed) {
            let help = if check.kind.cascades() { above } else { 0 };
            self.tell(|| told(b, entry, check, dice, help, *passed));
            above += i16::from(*passed);
        }
        Ok(Verdicts { units: entries.iter().zip(passed).map(|(e, passed)| (e.unit, passed)).collect() })
    }

    /// One unit checks for all of its stack (16.4, 16.5, 16.8.2): its own dice, with what the stack adds. Nothing is applied.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn check_for_all(&mut self, stack: &[UnitId], unit: UnitId, check: &Check) -> Play<Test> {
        let b = self.b;
        let entry = entry(b, self.s, stack, unit, check);
        self.show(&[unit]);
        if entry.always {
            self.tell(|| Event::new(check.rule, "morale.sure").point("unit", unit_point(unit)));
            return Ok(Test::Passed);
        }
        let points = about([unit_point(unit), hex_point(self.s.unit(unit).hex())]);
        let class = |dice: Dice| u32::from(passes(b, &entry, dice, 0));
        let dice = self.throw(check.rule, "morale", b.side(unit), points, class)?;
        let passed = passes(b, &entry, dice, 0);
        self.tell(|| told(b, &entry, check, dice, 0, passed));
        Ok(passed.into())
    }

    /// Those who failed disorder, or rout if they were in disorder (20.1.4). If some of a hex failed and some passed, those who failed are
    /// displaced (20.1.1, 11.1.5, 20.1.5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn suffer(&mut self, verdicts: &Verdicts, why: Rule) -> Play<()> {
        let failed: Few<UnitId, 8> = verdicts.failed().filter(|u| self.s.unit(*u).on_map()).collect();
        self.worsen_all(&failed, why)?;
        self.part_from_the_steady(&failed)
    }

    /// Those who failed where others stay go out of their hex (20.1.1, 11.1.5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn part_from_the_steady(&mut self, failed: &[UnitId]) -> Play<()> {
        let split: Few<UnitId, 8> = failed
            .iter()
            .copied()
            .filter(|u| {
                let here = self.s.units_in(self.s.unit(*u).hex());
                // The enemies of a square above which cavalry rides are no part of its stack (19.7.4).
                let steady =
                    |other: &UnitId| self.b.side(*other) == self.b.side(*u) && !failed.contains(other);
                self.s.unit(*u).on_map() && here.iter().any(steady)
            })
            .collect();
        self.displace(&split)
    }

    /// A stack checks, and suffers for it. Losses of the event are forgotten then.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn check_and_suffer(&mut self, stack: &[UnitId], check: &Check) -> Play<Verdicts> {
        let verdicts = self.check_morale(stack, check)?;
        self.forget_event(stack);
        self.suffer(&verdicts, check.rule)?;
        Ok(verdicts)
    }
}

/// The event of a unit's check.
fn told(b: &Battle, entry: &Entry, check: &Check, dice: Dice, above: i16, passed: bool) -> Event {
    let mut parts = entry.parts;
    if above > 0 {
        parts.push(b.charts.morale.next_unit.part(above));
    }
    let key = match (passed, entry.always) {
        (true, true) => "morale.sure",
        (true, false) => "morale.passed",
        (false, _) => "morale.failed",
    };
    let event = Event::new(check.rule, key)
        .point("unit", unit_point(entry.unit))
        .number("dice", i32::from(dice.figure()))
        .number("total", i32::from(dice.and(parts.total()).figure()))
        .number("rating", entry.rating.map_or(0, |r| i32::from(r.figure())))
        .word("elite", if entry.elite { "yes" } else { "no" });
    let event = if passed { event } else { event.word("why", failing(b, entry, dice, parts.total())) };
    let event = event.point("of", Point::Side(b.side(entry.unit)));
    event.parts(&parts)
}

/// Reason of a failure, for readers: a total that would have passed does not save where the dice fail by themselves (20.1.3), nor where somebody
/// above has failed (20.1.1).
fn failing(b: &Battle, entry: &Entry, dice: Dice, modified: i16) -> &'static str {
    match entry.rating {
        Some(rating) if dice.and(modified) <= rating => "failed.total",
        Some(_) if b.charts.chances.sauve_qui_peut.value.holds(dice.figure()) => "failed.dice",
        _ => "failed.above",
    }
}

/// The rule of the check itself.
pub const RULE: Rule = rule!("20.1");

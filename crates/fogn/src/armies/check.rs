//! Legality of armies: what the list forbids or misses, each with its place in the army's file.

use muster::{Collector, Span};

use super::army::{Army, Attached, Division, Unit};
use super::list::{Limit, List, MAIN, Part};
use super::lists::Armoury;
use super::rules::{Count, Rule, Scope, Which};
use super::words::{Allocation, Arm, Attachment, Capability, Family, Quality, Trait, Troops, UnitSize};

/// Attachments of a unit at most. (Attachments, Restrictions)
const MOST_ATTACHMENTS: usize = 2;

/// Adds a fault for each restriction that an army does not keep.
pub(super) fn check(army: &Army, armoury: &Armoury, faults: &mut Collector<'_>) {
    let list = army.list.as_ref().and_then(|id| armoury.list(id));
    let mut checker = Checker { army, armoury, list, faults };
    checker.points();
    checker.commanders();
    checker.fieldworks();
    for division in &army.divisions {
        checker.division(division);
        division.units.iter().for_each(|unit| checker.unit(unit, division));
        checker.allocation(division);
    }
    if let Some(list) = list {
        checker.limits(list);
    }
    checker.rules();
}

/// View of a part of an army: some units, and what their divisions hold in store.
struct View<'a> {
    parts: Vec<(&'a Division, &'a [Unit], &'a [Attached])>,
}

impl<'a> View<'a> {
    fn army(army: &'a Army) -> View<'a> {
        View { parts: army.divisions.iter().map(|d| (d, &d.units[..], &d.attachments[..])).collect() }
    }

    fn division(division: &'a Division) -> View<'a> {
        View { parts: vec![(division, &division.units, &division.attachments)] }
    }

    fn unit(division: &'a Division, unit: &'a Unit) -> View<'a> {
        View { parts: vec![(division, std::slice::from_ref(unit), &[])] }
    }

    fn units(&self) -> impl Iterator<Item = &'a Unit> + '_ {
        self.parts.iter().flat_map(|(_, units, _)| units.iter())
    }

    /// The number of things that are counted. An attachment that no unit has yet counts where one of those that are meant could get it.
    fn count(&self, count: &Count) -> u32 {
        let units =
            count.units.as_ref().map_or(0, |of| self.units().filter(|u| of.is_of(&u.sight())).count());
        let bases: u32 = count
            .bases
            .as_ref()
            .map_or(0, |of| self.units().filter(|u| of.is_of(&u.sight())).map(|unit| unit.bases).sum());
        let is_meant = |attached: &&Attached| count.attachments.contains(&attached.kind);
        let mut attached = 0;
        for (_, units, stored) in &self.parts {
            let of: Vec<&Unit> = units.iter().filter(|unit| count.on.is_of(&unit.sight())).collect();
            attached += of.iter().flat_map(|unit| &unit.attachments).filter(is_meant).count();
            attached += if of.is_empty() { 0 } else { stored.iter().filter(is_meant).count() };
        }
        let divisions = count
            .divisions
            .as_ref()
            .map_or(0, |which| self.parts.iter().filter(|(division, ..)| is_such(division, which)).count());
        u32::try_from(units + attached + divisions).unwrap_or(u32::MAX) + bases
    }
}

/// Whether a division is one of those that are meant.
fn is_such(division: &Division, which: &Which) -> bool {
    let view = View::division(division);
    let of_kind = which.kinds.is_empty() || division.kind().is_some_and(|kind| which.kinds.contains(&kind));
    let of_part = which.parts.is_empty() || which.parts.contains(&division.part_id);
    let has = which.has.as_ref().is_none_or(|count| view.count(count) > 0);
    let lacks = which.lacks.as_ref().is_none_or(|count| view.count(count) == 0);
    of_kind && of_part && has && lacks
}

struct Checker<'a, 'f, 's> {
    army: &'a Army,
    armoury: &'a Armoury,
    list: Option<&'a List>,
    faults: &'f mut Collector<'s>,
}

impl Checker<'_, '_, '_> {
    /// The army costs no more than was agreed.
    fn points(&mut self) {
        let total = self.armoury.cost(self.army);
        if let Some((most, at)) = self.army.most_points.clone()
            && total > most
        {
            let what = format!("the army costs {total} points, {} too many", total - most);
            self.faults.at(at, what).expect(format!("at most {most}"));
        }
    }

    /// The commanders are of qualities that the list has, and not too many or too few.
    fn commanders(&mut self) {
        let Some(list) = self.list else { return };
        let corps = &self.army.corps;
        if !list.corps.contains(&corps.quality) {
            let qualities: Vec<&str> = list.corps.iter().map(|quality| quality.name()).collect();
            let what = format!("{}: no {} corps commander", list.name, corps.quality);
            self.faults.at(corps.at.clone(), what).expect(muster::one_of(&qualities));
        }
        let all = self.army.divisions.iter().map(|division| &division.commander).chain([corps]);
        let charismatic: Vec<_> = all.filter(|commander| commander.has(Trait::Charismatic)).collect();
        if charismatic.len() > list.charismatic as usize {
            let what = format!("{}: {} charismatic commanders", list.name, charismatic.len());
            let at = charismatic[list.charismatic as usize].at.clone();
            self.faults.at(at, what).expect(format!("at most {}", list.charismatic));
        }
        for (place, part) in list.parts.iter().enumerate() {
            self.division_commanders(place, part);
        }
    }

    fn division_commanders(&mut self, place: usize, part: &Part) {
        let of_part: Vec<&Division> =
            self.army.divisions.iter().filter(|division| division.part == place).collect();
        let number = of_part.len() as u32;
        let is_used = part.id == MAIN || number > 0;
        if is_used && number < part.least_commanders {
            let what = format!("{}: {number} division commanders, too few", part.name);
            self.faults.whole(what).expect(format!("at least {}", part.least_commanders));
        }
        if number > part.most_commanders {
            let at = of_part[part.most_commanders as usize].at.clone();
            let what = format!("{}: {number} division commanders, too many", part.name);
            self.faults.at(at, what).expect(format!("at most {}", part.most_commanders));
        }
        for quality in Quality::ALL {
            let most = part.commanders.iter().find(|(of, _)| of == quality).map_or(0, |(_, most)| *most);
            let such = of_part.iter().filter(|division| division.commander.quality == *quality);
            let such: Vec<_> = such.collect();
            if such.len() > most as usize {
                let at = such[most as usize].commander.at.clone();
                let what = format!("{}: {} {quality} division commanders", part.name, such.len());
                self.faults.at(at, what).expect(format!("at most {most}"));
            }
        }
    }

    /// Fieldworks are had where the list has them, and room for the guns that never leave them. (Field Fortifications)
    fn fieldworks(&mut self) {
        let [small, large] = self.army.fieldworks;
        let bases = |size| self.armoury.points.bases(Arm::Artillery, size);
        let all = small * bases(UnitSize::Small) + large * bases(UnitSize::Large);
        let at = self.army.fieldworks_at.clone();
        if let Some(list) = self.list.filter(|list| all > list.fieldworks) {
            let what = format!("{}: fieldworks of {all} bases", list.name);
            self.faults.at(at.clone(), what).expect(format!("at most {}", list.fieldworks));
        }
        let units = self.army.divisions.iter().flat_map(|division| &division.units);
        let immobile = units.filter(|unit| unit.profile.special.contains(&Capability::Immobile));
        let sizes: Vec<UnitSize> = immobile.map(|unit| unit.size).collect();
        let big = sizes.iter().filter(|size| **size == UnitSize::Large).count();
        // RULING: immobile guns stand in fieldworks always, so the army has a work for each such unit, as large as it is.
        if sizes.len() > (small + large) as usize || big > large as usize {
            let what = format!("{} immobile batteries, {big} of them large, want works", sizes.len());
            self.faults.at(at, what).expect("a fieldwork for each, a large one for a large battery");
        }
    }

    /// A division has infantry or cavalry, and the troops of its own part of the list.
    fn division(&mut self, division: &Division) {
        if division.kind().is_none() {
            let what = format!("{:?} has neither infantry nor cavalry", division.name);
            self.faults.at(division.at.clone(), what).expect("an infantry, cavalry or mixed division");
        }
        let Some(list) = self.list else { return };
        for unit in &division.units {
            let part = &list.parts[list.entries[unit.entry.expect("it is of the list")].part];
            let joins = division.part == 0 && part.joins.contains(&unit.arm());
            if part.id != division.part_id && !joins {
                let what = format!("{} in a division of {}", unit.label, list.parts[division.part].name);
                let right = format!("a division of {} ({:?})", part.name, part.id);
                self.faults.at(unit.at.clone(), what).expect(right);
            }
        }
    }

    /// A unit has at most two attachments, of different families, that it may have. (Attachments, Restrictions)
    fn unit(&mut self, unit: &Unit, division: &Division) {
        for (place, Attached { kind, at, .. }) in unit.attachments.iter().enumerate() {
            let before = &unit.attachments[..place];
            if place >= MOST_ATTACHMENTS {
                let what = format!("{} attachments of a unit", unit.attachments.len());
                self.faults.at(at.clone(), what).expect(format!("at most {MOST_ATTACHMENTS}"));
            }
            if before.iter().any(|other| other.kind.family() == kind.family()) {
                let what = format!("a second attachment of one sort, {kind}");
                self.faults.at(at.clone(), what).expect("attachments that differ");
            }
            if !self.may_have(unit, *kind) {
                let what = format!("{} cannot have the attachment {kind}", unit.label);
                let able: Vec<&str> = Attachment::ALL
                    .iter()
                    .filter(|kind| self.may_have(unit, **kind))
                    .map(|kind| kind.name())
                    .collect();
                let able = if able.is_empty() { "none".to_owned() } else { muster::one_of(&able) };
                self.faults.at(at.clone(), what).expect(format!("{able}, in {:?}", division.name));
            }
        }
    }

    /// Whether a unit may have an attachment, by its list; without one by the general restrictions. (Attachments, Restrictions)
    fn may_have(&self, unit: &Unit, kind: Attachment) -> bool {
        let by_arm = match (unit.arm(), kind) {
            (Arm::Infantry, Attachment::Skirmishers | Attachment::RifleSkirmishers) => true,
            (Arm::Infantry, Attachment::MediumArtillery | Attachment::Officer | Attachment::Cavalry) => true,
            (Arm::Cavalry, Attachment::MediumArtillery | Attachment::Officer) => true,
            // The glossary lets artillery have officers where its list says so.
            (Arm::Artillery, Attachment::Officer) => self.list.is_some(),
            (Arm::Artillery, kind) => kind.family() == Family::Artillery,
            _ => false,
        };
        let Some((list, entry)) = self.list.zip(unit.entry) else { return by_arm };
        let part = &list.parts[list.entries[entry].part];
        let mut entries = part.attachments.iter().filter(|entry| entry.kind == kind);
        by_arm && entries.any(|entry| entry.to.is_of(&unit.sight()))
    }

    /// Attachments that no unit has yet: their list lets them be given later, and there is room for all.
    fn allocation(&mut self, division: &Division) {
        let Some(Attached { at, .. }) = division.attachments.first() else { return };
        if let Some(list) = self.list
            && list.parts[division.part].allocation(division.kind()) == Allocation::Created
        {
            let what = format!("attachments of {:?} that no unit has", division.name);
            self.faults
                .at(at.clone(), what)
                .expect(format!("`attachments` of units: {} gives them out at once", list.name));
            return;
        }
        let kinds: Vec<Attachment> = division.attachments.iter().map(|attached| attached.kind).collect();
        let mut has: Vec<Vec<Attachment>> = division
            .units
            .iter()
            .map(|unit| unit.attachments.iter().map(|attached| attached.kind).collect())
            .collect();
        if let Err(kind) = self.gives(&kinds, &division.units, &mut has) {
            let what = format!("no unit of {:?} is left for the attachment {kind}", division.name);
            self.faults.at(at.clone(), what).expect("a unit that may have it for each");
        }
    }

    /// Gives each attachment to some unit; the first that finds none, if there is no way to give all.
    fn gives(
        &self,
        kinds: &[Attachment],
        units: &[Unit],
        has: &mut [Vec<Attachment>],
    ) -> Result<(), Attachment> {
        let Some((kind, rest)) = kinds.split_first() else { return Ok(()) };
        let mut failed = *kind;
        for (place, unit) in units.iter().enumerate() {
            let own = &has[place];
            let room = own.len() < MOST_ATTACHMENTS
                && !own.iter().any(|other| other.family() == kind.family())
                && self.may_have(unit, *kind);
            if room {
                has[place].push(*kind);
                match self.gives(rest, units, has) {
                    Ok(()) => return Ok(()),
                    Err(other) => failed = other,
                }
                has[place].pop();
            }
        }
        Err(failed)
    }

    /// Minima and maxima of bases.
    fn limits(&mut self, list: &List) {
        let mut bases = vec![0; list.entries.len()];
        for unit in self.army.divisions.iter().flat_map(|division| &division.units) {
            bases[unit.entry.expect("it is of the list")] += unit.bases;
        }
        let of_part = |part: usize| {
            let entries = list.entries.iter().zip(&bases);
            entries
                .filter(move |(entry, _)| entry.part == part)
                .map(|(entry, bases)| (entry.profile.troops, *bases))
        };
        let mut lent: Vec<(Troops, u32)> = Vec::new();
        for (place, part) in list.parts.iter().enumerate().filter(|(_, part)| part.counts_for_main) {
            lent.extend(of_part(place));
            debug_assert!(part.id != MAIN, "a list's own troops count already");
        }
        for (place, part) in list.parts.iter().enumerate() {
            let is_used = place == 0
                || of_part(place).any(|(_, bases)| bases > 0)
                || self.army.divisions.iter().any(|division| division.part == place);
            for limit in &part.limits {
                let have: u32 = limit.of.iter().map(|&i| bases[i]).sum();
                let lent = if place == 0 { &mut lent } else { &mut Vec::new() };
                if is_used {
                    self.limit(list, part, limit, have, lent);
                }
            }
        }
    }

    fn limit(&mut self, list: &List, part: &Part, limit: &Limit, have: u32, lent: &mut [(Troops, u32)]) {
        let needs = limit.min.filter(|_| have > 0 || !limit.if_any).unwrap_or(0);
        let mut short = needs.saturating_sub(have);
        for (troops, bases) in lent {
            if limit.of.iter().any(|&i| list.entries[i].profile.troops == *troops) {
                let taken = short.min(*bases);
                *bases -= taken;
                short -= taken;
            }
        }
        let name = &part.name;
        if short > 0 {
            let what = format!("{name}: {} has {have} bases, {short} too few", limit.label);
            self.faults.whole(what).expect(format!("at least {needs}"));
        }
        if let Some(max) = limit.max.filter(|max| have > *max) {
            let mut units = self.army.divisions.iter().flat_map(|division| &division.units);
            let last = units.rfind(|unit| unit.entry.is_some_and(|entry| limit.of.contains(&entry)));
            let at = last.map_or(0..0, |unit| unit.at.clone());
            let what = format!("{name}: {} has {have} bases, {} too many", limit.label, have - max);
            self.faults.at(at, what).expect(format!("at most {max}"));
        }
    }

    /// Rules of any army, and those of the list besides or instead.
    fn rules(&mut self) {
        let own = self.list.map_or(&self.armoury.free[..], |list| &list.rules);
        let general = self.armoury.composition.iter();
        let general = general.filter(|rule| own.iter().all(|other| other.id != rule.id));
        for rule in general.chain(own) {
            self.rule(rule);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        let army = self.army;
        let all = View::army(army);
        if rule.when.as_ref().is_some_and(|when| all.count(when) == 0) {
            return;
        }
        match &rule.scope {
            Scope::Army => self.hold(rule, &all, 0..0, ""),
            Scope::Division(which) => {
                for division in army.divisions.iter().filter(|division| is_such(division, which)) {
                    self.hold(rule, &View::division(division), division.at.clone(), &division.name);
                }
            }
            Scope::Unit(select) => {
                for division in &army.divisions {
                    for unit in division.units.iter().filter(|unit| select.is_of(&unit.sight())) {
                        self.hold(rule, &View::unit(division, unit), unit.at.clone(), &unit.label);
                    }
                }
            }
        }
    }

    /// Holds what is counted against the rule's numbers.
    fn hold(&mut self, rule: &Rule, view: &View<'_>, at: Span, whose: &str) {
        let value = view.count(&rule.count);
        let per = rule.per.as_ref().map_or(1, |count| view.count(count));
        let each = rule.each.max(1);
        let least = rule.min.map_or(0, |min| (min * per).div_ceil(each));
        let spare = if rule.rounded_up { each - 1 } else { 0 };
        let most = rule.max.map(|max| (max * per + spare) / each);
        let beaten = rule.more_than.as_ref().map(|count| view.count(count));
        let whose = if whose.is_empty() { String::new() } else { format!("{whose:?}: ") };
        let mut fault = |expected: String| {
            let what = format!("{whose}{} ({}): {value}", rule.note, rule.id);
            self.faults.at(at.clone(), what).expect(expected);
        };
        if value < least {
            fault(format!("at least {least}"));
        }
        if let Some(most) = most.filter(|most| value > *most) {
            fault(format!("at most {most}"));
        }
        if let Some(other) = beaten.filter(|other| value <= *other) {
            fault(format!("more than {other}"));
        }
    }
}

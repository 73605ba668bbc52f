//! Army lists: what a file of `books/fogn/armies` says, checked.

use muster::{Collector, Faults, Name, Source, Spanned, read_toml};

use super::file::{RawCommanders, RawKind, RawLimit, RawList, RawPart, RawUnit};
use super::points::{Points, Profile, check_source};
use super::rules::{Known, Rule, Select, Sight};
use super::words::{
    Allocation, Arm, Attachment, Capability, DivisionKind, Drill, Elan, Quality, Region, Section, Training,
    Trait, Troops, UnitSize,
};

/// Name of a list's own part, the others being its contingents.
pub const MAIN: &str = "main";

/// Army list: what an army may be chosen from.
#[derive(Clone, Debug)]
pub struct List {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Years in which it holds, the first and the last.
    pub years: [u32; 2],
    /// Territory types.
    pub regions: Vec<Region>,
    /// Initiative level.
    pub initiative: u32,
    /// Qualities that the corps commander may be of.
    pub corps: Vec<Quality>,
    /// Charismatic commanders at most.
    pub charismatic: u32,
    /// The list's own part, then its contingents.
    pub parts: Vec<Part>,
    /// The rows of its units, part after part.
    pub entries: Vec<Entry>,
    /// Restrictions of its own.
    pub rules: Vec<Rule>,
    /// Bases of fieldworks at most.
    pub fieldworks: u32,
    /// Remarks that play will need, and readings.
    pub notes: Vec<String>,
}

/// Part of a list: its own troops, or a contingent of allies.
#[derive(Clone, Debug)]
pub struct Part {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Drill in which its infantry moves, fires and is paid for.
    pub infantry: Infantry,
    /// Division commanders at least, where the part is used.
    pub least_commanders: u32,
    /// Division commanders at most.
    pub most_commanders: u32,
    /// Division commanders of each quality at most.
    pub commanders: Vec<(Quality, u32)>,
    /// Minima and maxima of bases.
    pub limits: Vec<Limit>,
    /// Attachments that may be had.
    pub attachments: Vec<AttachmentEntry>,
    /// Allocation of attachments.
    pub allocation: Allocation,
    /// The same in mixed divisions.
    pub allocation_if_mixed: Allocation,
    /// Whether its bases count towards the minima of the list's own troops of the same type.
    pub counts_for_main: bool,
    /// Arms that may join divisions of the list's own part.
    pub joins: Vec<Arm>,
}

/// Infantry of a part: its drill, where the text parts it.
#[derive(Clone, Copy, Debug)]
pub struct Infantry {
    /// In moving.
    pub moves: Drill,
    /// In firing.
    pub fires: Drill,
    /// In being paid for.
    pub paid: Drill,
}

/// Row of a list: a kind of a unit.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Place of its part.
    pub part: usize,
    /// Id of its unit.
    pub unit: String,
    /// Its id among the kinds of the unit; empty if there is one only.
    pub kind: String,
    /// Name of its unit.
    pub name: String,
    /// Section.
    pub section: Section,
    /// Nation.
    pub nation: String,
    /// All by which it has its price.
    pub profile: Profile,
    /// Points of a base.
    pub points: i32,
    /// Bases that a unit may have.
    pub bases: Vec<u32>,
}

/// Limit of bases over some rows.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Its name: that of the unit, or the limit's own.
    pub label: String,
    /// Places of the rows.
    pub of: Vec<usize>,
    /// At least.
    pub min: Option<u32>,
    /// At most.
    pub max: Option<u32>,
    /// Whether the minimum holds only if there are any.
    pub if_any: bool,
}

/// Attachment that a part may have.
#[derive(Clone, Debug)]
pub struct AttachmentEntry {
    /// Kind.
    pub kind: Attachment,
    /// Points.
    pub points: i32,
    /// The units that it may be given to.
    pub to: Select,
}

impl Entry {
    /// Its name in files: the unit, and the kind where there are several.
    pub fn id(&self) -> String {
        if self.kind.is_empty() { self.unit.clone() } else { format!("{}/{}", self.unit, self.kind) }
    }
}

impl List {
    /// Reads a list; its prices are held against the table.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source, points: &Points) -> Result<List, Faults> {
        let raw: RawList = read_toml(source)?;
        let mut reader = Reader { faults: Collector::new(source), points, known: known(&raw) };
        let list = reader.list(&raw);
        reader.faults.into_result(list)
    }

    /// The troops of a row as choices look at them.
    pub fn sight(&self, entry: usize) -> Sight<'_> {
        let entry = &self.entries[entry];
        Sight {
            unit: &entry.unit,
            kind: &entry.kind,
            troops: entry.profile.troops,
            elan: entry.profile.elan,
            training: entry.profile.training,
            special: &entry.profile.special,
            nation: &entry.nation,
            section: Some(entry.section),
            part: &self.parts[entry.part].id,
            size: None,
        }
    }
}

impl Part {
    /// The time by which attachments in a division of some kind are given to units.
    pub fn allocation(&self, kind: Option<DivisionKind>) -> Allocation {
        if kind == Some(DivisionKind::Mixed) { self.allocation_if_mixed } else { self.allocation }
    }
}

/// The names that rules may use: all units and kinds, nations and parts.
fn known(raw: &RawList) -> Known {
    let mut known = Known::default();
    for part in &raw.part {
        known.parts.push(part.id.get_ref().clone());
        known.nations.push(part.nation.get_ref().clone());
        for unit in &part.unit {
            let id = unit.id.get_ref();
            known.units.push(id.clone());
            known.nations.extend(unit.nation.iter().map(|nation| nation.get_ref().clone()));
            let kinds = unit.kinds.iter().filter_map(|kind| kind.id.as_ref());
            known.units.extend(kinds.map(|kind| format!("{id}/{}", kind.get_ref())));
        }
    }
    known.nations.sort();
    known.nations.dedup();
    known
}

struct Reader<'a, 's> {
    faults: Collector<'s>,
    points: &'a Points,
    known: Known,
}

impl Reader<'_, '_> {
    fn list(&mut self, raw: &RawList) -> List {
        check_source(&raw.source, &mut self.faults);
        if raw.army_list.get_ref() != &self.faults.source().stem() {
            let stem = self.faults.source().stem();
            self.faults.at(raw.army_list.span(), "the id is not the file's name").expect(format!("{stem:?}"));
        }
        let (faults, known) = (&mut self.faults, &self.known);
        for (i, id) in known.units.iter().enumerate() {
            if known.units[..i].contains(id) {
                faults.whole(format!("{id:?} is the name of two units or kinds"));
            }
        }
        let regions = raw.regions.iter().filter_map(|name| Region::read(name, faults)).collect();
        let corps = self.qualities(&raw.corps, None).into_iter().map(|(quality, _)| quality).collect();
        if let Some(charismatic) = &raw.charismatic {
            let table = self.points.of_trait(Trait::Charismatic);
            self.same_price(&charismatic.points, table, false);
        }
        if let Some(fieldworks) = &raw.fieldworks {
            let bases = i32::try_from(self.points.bases(Arm::Artillery, UnitSize::Small)).unwrap_or(i32::MAX);
            self.same_price(&fieldworks.points, self.points.fieldwork(UnitSize::Small) / bases, false);
        }
        let mut list = List {
            id: raw.army_list.get_ref().clone(),
            name: raw.name.clone(),
            years: raw.years,
            regions,
            initiative: raw.initiative,
            corps,
            charismatic: raw.charismatic.as_ref().map_or(0, |charismatic| charismatic.max),
            parts: Vec::new(),
            entries: Vec::new(),
            rules: Vec::new(),
            fieldworks: raw.fieldworks.as_ref().map_or(0, |fieldworks| fieldworks.max),
            notes: raw.notes.clone(),
        };
        raw.part.iter().for_each(|part| self.part(part, &mut list));
        list.rules = raw.rule.iter().map(|rule| rule.checked(&self.known, &mut self.faults)).collect();
        list
    }

    fn part(&mut self, raw: &RawPart, list: &mut List) {
        let id = raw.id.get_ref();
        if (id == MAIN) != list.parts.is_empty() {
            let what = "the first part is the list's own, and no other";
            self.faults.at(raw.id.span(), what).expect(format!("{MAIN:?} first"));
        }
        let faults = &mut self.faults;
        let mut drill = |name: &Name| Drill::read(name, faults).unwrap_or(Drill::Reformed);
        let infantry = Infantry {
            moves: drill(&raw.infantry.moves),
            fires: drill(&raw.infantry.fires),
            paid: drill(&raw.infantry.paid),
        };
        let mut time = |name: &Name| Allocation::read(name, faults).unwrap_or(Allocation::Created);
        let allocation = time(&raw.allocation.usual);
        let allocation_if_mixed = raw.allocation.mixed.as_ref().map_or(allocation, time);
        let of = (id != MAIN).then_some(Trait::Allied);
        let commanders = self.qualities(&raw.divisions, of);
        let mut part = Part {
            id: id.clone(),
            name: raw.name.clone(),
            infantry,
            least_commanders: raw.divisions.min.unwrap_or(0),
            most_commanders: raw.divisions.max.unwrap_or(1),
            commanders,
            limits: Vec::new(),
            attachments: Vec::new(),
            allocation,
            allocation_if_mixed,
            counts_for_main: raw.counts_for_main,
            joins: raw.joins.iter().filter_map(|name| Arm::read(name, &mut self.faults)).collect(),
        };
        for unit in &raw.unit {
            self.unit(unit, raw.nation.get_ref(), &mut part, list);
        }
        for limit in &raw.limit {
            part.limits.extend(self.limit(limit, list));
        }
        for attachment in &raw.attachment {
            let Some(kind) = Attachment::read(&attachment.kind, &mut self.faults) else { continue };
            let table = self.points.attachment(kind);
            self.same_price(&attachment.points, table, attachment.by_list);
            let to = attachment.to.checked(&self.known, &mut self.faults);
            part.attachments.push(AttachmentEntry { kind, points: *attachment.points.get_ref(), to });
        }
        list.parts.push(part);
    }

    /// The qualities that commanders may be of, each with how many there may be.
    fn qualities(&mut self, raw: &RawCommanders, of: Option<Trait>) -> Vec<(Quality, u32)> {
        let given = [&raw.exceptional, &raw.skilled, &raw.competent];
        let mut found = Vec::new();
        for (quality, given) in Quality::ALL.iter().zip(given) {
            let Some(given) = given else { continue };
            let table = self.points.commander(*quality) + of.map_or(0, |of| self.points.of_trait(of));
            self.same_price(&given.points, table, false);
            found.push((*quality, given.max.unwrap_or(1)));
        }
        found
    }

    /// Holds a printed price against that of the table: it is the same, unless the file says that the list has one of its own.
    fn same_price(&mut self, printed: &Spanned<i32>, table: i32, by_list: bool) {
        let (points, at) = (*printed.get_ref(), printed.span());
        match (points == table, by_list) {
            (false, false) => {
                let what = format!("{points} points, where the table comes to {table}");
                self.faults.at(at, what).expect("`by_list = true` if the list has a price of its own");
            }
            (true, true) => {
                let what = format!("{points} points are those of the table too");
                self.faults.at(at, what).expect("no `by_list`");
            }
            _ => {}
        }
    }

    fn unit(&mut self, raw: &RawUnit, nation: &str, part: &mut Part, list: &mut List) {
        let section = Section::read(&raw.section, &mut self.faults).unwrap_or(Section::Optional);
        let first = list.entries.len();
        for kind in &raw.kinds {
            if kind.id.is_none() && raw.kinds.len() > 1 {
                self.faults
                    .at(kind.points.span(), "a kind without an id")
                    .expect("`id`, as there are several");
            }
            let Some(profile) = self.profile(raw, kind, part.infantry.paid) else { continue };
            match self.points.base(&profile) {
                Some(table) => self.same_price(&kind.points, table, kind.by_list),
                None => {
                    let what = format!("the table has no {} {}", profile.training, profile.troops);
                    self.faults.at(kind.training.span(), what);
                }
            }
            let arm = profile.troops.arm();
            for bases in &kind.bases {
                if self.points.size(arm, *bases.get_ref()).is_none() {
                    self.faults.at(bases.span(), format!("no unit of {arm} has {} bases", bases.get_ref()));
                }
            }
            list.entries.push(Entry {
                part: list.parts.len(),
                unit: raw.id.get_ref().clone(),
                kind: kind.id.as_ref().map_or_else(String::new, |id| id.get_ref().clone()),
                name: raw.name.clone(),
                section,
                nation: raw.nation.as_ref().map_or(nation, |nation| nation.get_ref()).to_owned(),
                profile,
                points: *kind.points.get_ref(),
                bases: kind.bases.iter().map(|bases| *bases.get_ref()).collect(),
            });
            if kind.min.is_some() || kind.max.is_some() {
                let place = list.entries.len() - 1;
                let label = kind_name(&list.entries[place], raw.kinds.len());
                let (min, max) = (kind.min, kind.max);
                part.limits.push(Limit { label, of: vec![place], min, max, if_any: false });
            }
        }
        if raw.min.is_some() || raw.max.is_some() {
            let of = (first..list.entries.len()).collect();
            let (label, min, max) = (raw.name.clone(), raw.min, raw.max);
            part.limits.push(Limit { label, of, min, max, if_any: false });
        }
    }

    fn profile(&mut self, unit: &RawUnit, kind: &RawKind, paid: Drill) -> Option<Profile> {
        let faults = &mut self.faults;
        let troops = Troops::read(kind.r#type.as_ref().unwrap_or(&unit.r#type), faults);
        let elan = Elan::read(&kind.elan, faults);
        let training = Training::read(&kind.training, faults);
        let mut special: Vec<Capability> =
            kind.special.iter().filter_map(|name| Capability::read(name, faults)).collect();
        special.sort();
        special.dedup();
        Some(Profile { troops: troops?, elan: elan?, training: training?, special, paid })
    }

    fn limit(&mut self, raw: &RawLimit, list: &List) -> Option<Limit> {
        let mut of = Vec::new();
        for name in &raw.of {
            self.faults.word("unit", name, &self.known.units)?;
            let name = name.get_ref();
            let is_of = |entry: &Entry| entry.unit == *name || entry.id() == *name;
            of.extend((0..list.entries.len()).filter(|&i| is_of(&list.entries[i])));
        }
        Some(Limit { label: raw.name.clone(), of, min: raw.min, max: raw.max, if_any: raw.if_any })
    }
}

/// Name of a row for people: the unit's, and its kind where there are several.
fn kind_name(entry: &Entry, kinds: usize) -> String {
    if kinds > 1 { format!("{} ({})", entry.name, entry.kind) } else { entry.name.clone() }
}

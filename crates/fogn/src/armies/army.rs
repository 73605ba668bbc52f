//! Armies: a player's choice, read from a file.

use muster::{Collector, Faults, Name, Source, Span, read_toml};

use super::check::check;
use super::file::{RawArmy, RawChoice, RawCommander, RawDivision};
use super::list::{Infantry, List};
use super::lists::Armoury;
use super::points::Profile;
use super::rules::Sight;
use super::words::{
    Arm, Attachment, Capability, DivisionKind, Drill, Elan, Quality, Training, Trait, Troops, UnitSize,
};

/// Army: checked troops, division after division.
#[derive(Clone, Debug)]
pub struct Army {
    /// Name.
    pub name: String,
    /// Id of the list that it was chosen from; none for troops of one's own.
    pub list: Option<String>,
    /// Points that it may cost, if that is agreed; with the place in the file.
    pub most_points: Option<(i32, Span)>,
    /// The corps commander.
    pub corps: Commander,
    /// Divisions.
    pub divisions: Vec<Division>,
    /// Fieldworks, small and large.
    pub fieldworks: [u32; 2],
    /// Place of the fieldworks in the file.
    pub fieldworks_at: Span,
}

/// Commander of a corps or a division.
#[derive(Clone, Debug)]
pub struct Commander {
    /// Name; may be empty.
    pub name: String,
    /// Level.
    pub quality: Quality,
    /// Place of the level in the file.
    pub at: Span,
    /// Traits.
    pub traits: Vec<Trait>,
}

/// Division with its units.
#[derive(Clone, Debug)]
pub struct Division {
    /// Name.
    pub name: String,
    /// Place of the name in the file.
    pub at: Span,
    /// Commander.
    pub commander: Commander,
    /// Place of the part of the list that it belongs to; 0 is the list's own.
    pub part: usize,
    /// Id of that part; empty without a list.
    pub part_id: String,
    /// Attachments that are given to units later on.
    pub attachments: Vec<Attached>,
    /// Units.
    pub units: Vec<Unit>,
}

/// Attachment that was bought.
#[derive(Clone, Debug)]
pub struct Attached {
    /// Kind.
    pub kind: Attachment,
    /// Points.
    pub points: i32,
    /// Place in the file.
    pub at: Span,
}

/// Unit of an army.
#[derive(Clone, Debug)]
pub struct Unit {
    /// Name; may be empty.
    pub name: String,
    /// Name of its row in the list; its troops otherwise.
    pub label: String,
    /// Place in the file.
    pub at: Span,
    /// Place of its row in the list.
    pub entry: Option<usize>,
    /// Unit of the list, kind, nation and part, as choices look for them; empty without a list.
    named: [String; 4],
    /// Section of the list.
    section: Option<super::words::Section>,
    /// All by which it has its price.
    pub profile: Profile,
    /// Points of a base.
    pub points: i32,
    /// Bases.
    pub bases: u32,
    /// Size.
    pub size: UnitSize,
    /// Attachments.
    pub attachments: Vec<Attached>,
}

impl Unit {
    /// The troops as choices look at them.
    pub fn sight(&self) -> Sight<'_> {
        let [unit, kind, nation, part] = &self.named;
        Sight {
            unit,
            kind,
            troops: self.profile.troops,
            elan: self.profile.elan,
            training: self.profile.training,
            special: &self.profile.special,
            nation,
            section: self.section,
            part,
            size: Some(self.size),
        }
    }

    /// Arm.
    pub fn arm(&self) -> Arm {
        self.profile.troops.arm()
    }

    /// Points of all its bases and attachments.
    pub fn cost(&self) -> i32 {
        let attached: i32 = self.attachments.iter().map(|attached| attached.points).sum();
        self.points * self.bases.cast_signed() + attached
    }
}

impl Division {
    /// Kind, by the arms in it; `None` if there is neither infantry nor cavalry.
    pub fn kind(&self) -> Option<DivisionKind> {
        let has = |arm| self.units.iter().any(|unit| unit.arm() == arm);
        match (has(Arm::Infantry), has(Arm::Cavalry)) {
            (true, true) => Some(DivisionKind::Mixed),
            (true, false) => Some(DivisionKind::Infantry),
            (false, true) => Some(DivisionKind::Cavalry),
            (false, false) => None,
        }
    }
}

impl Commander {
    /// Whether there is a trait.
    pub fn has(&self, of: Trait) -> bool {
        self.traits.contains(&of)
    }
}

impl Armoury {
    /// Reads an army and checks it against its list, or what holds of troops of one's own.
    ///
    /// # Errors
    /// All its faults: first those of the file, and if there are none, all that its list forbids or misses.
    pub fn army(&self, source: &Source) -> Result<Army, Faults> {
        let army = self.choice(source)?;
        self.check(&army, source)?;
        Ok(army)
    }

    /// Reads an army, whether it may be chosen so or not.
    ///
    /// # Errors
    /// All faults of the file.
    pub fn choice(&self, source: &Source) -> Result<Army, Faults> {
        let raw: RawArmy = read_toml(source)?;
        let mut reader = Reader { faults: Collector::new(source), armoury: self, list: None };
        let army = reader.army(&raw);
        reader.faults.into_result(army)
    }

    /// Checks an army that was read from a file against its list, or what holds of troops of one's own.
    ///
    /// # Errors
    /// All that is forbidden or missing, each with its place in the file.
    pub fn check(&self, army: &Army, source: &Source) -> Result<(), Faults> {
        let mut faults = Collector::new(source);
        check(army, self, &mut faults);
        faults.into_result(())
    }

    /// Points of a commander.
    pub fn commander(&self, commander: &Commander) -> i32 {
        let traits: i32 = commander.traits.iter().map(|of| self.points.of_trait(*of)).sum();
        self.points.commander(commander.quality) + traits
    }

    /// Points of a division: its commander, its units and all attachments.
    pub fn division(&self, division: &Division) -> i32 {
        let units: i32 = division.units.iter().map(Unit::cost).sum();
        let attached: i32 = division.attachments.iter().map(|attached| attached.points).sum();
        self.commander(&division.commander) + units + attached
    }

    /// Points of an army.
    pub fn cost(&self, army: &Army) -> i32 {
        let works = UnitSize::ALL.iter().zip(army.fieldworks);
        let works: i32 = works.map(|(size, n)| self.points.fieldwork(*size) * n.cast_signed()).sum();
        let divisions: i32 = army.divisions.iter().map(|division| self.division(division)).sum();
        self.commander(&army.corps) + divisions + works
    }

    /// Combat value of an army: the points of its units by their sizes. (Victory and Defeat)
    pub fn combat_value(&self, army: &Army) -> u32 {
        let units = army.divisions.iter().flat_map(|division| &division.units);
        units.map(|unit| self.points.combat_value(unit.size)).sum()
    }
}

struct Reader<'a, 's> {
    faults: Collector<'s>,
    armoury: &'a Armoury,
    list: Option<&'a List>,
}

impl Reader<'_, '_> {
    fn army(&mut self, raw: &RawArmy) -> Army {
        if let Some(name) = &raw.list {
            let ids: Vec<&str> = self.armoury.lists.iter().map(|list| list.id.as_str()).collect();
            self.list = self.faults.word("army list", name, &ids).map(|i| &self.armoury.lists[i]);
            if let Some(own) = &raw.infantry {
                self.faults
                    .at(own.paid.span(), "the drill of infantry stands in the list")
                    .expect("no `infantry`");
            }
        }
        let paid = raw.infantry.as_ref().map(|infantry| self.infantry(infantry).paid);
        let list_is_bad = raw.list.is_some() && self.list.is_none();
        let divisions = match list_is_bad {
            true => Vec::new(),
            false => raw.division.iter().map(|division| self.division(division, paid)).collect(),
        };
        let works = raw.fieldworks.as_ref();
        Army {
            name: raw.army.clone(),
            list: raw.list.as_ref().map(|name| name.get_ref().clone()),
            most_points: raw.points.as_ref().map(|points| (*points.get_ref(), points.span())),
            corps: self.commander(&raw.corps),
            divisions,
            fieldworks: works.map_or([0, 0], |works| [works.get_ref().small, works.get_ref().large]),
            fieldworks_at: works.map_or(0..0, muster::Spanned::span),
        }
    }

    fn infantry(&mut self, raw: &super::file::RawInfantry) -> Infantry {
        let mut drill = |name: &Name| Drill::read(name, &mut self.faults).unwrap_or(Drill::Reformed);
        Infantry { moves: drill(&raw.moves), fires: drill(&raw.fires), paid: drill(&raw.paid) }
    }

    fn commander(&mut self, raw: &RawCommander) -> Commander {
        let quality = Quality::read(&raw.quality, &mut self.faults).unwrap_or(Quality::Competent);
        let charismatic = raw.charismatic.get_ref().then_some(Trait::Charismatic);
        let (name, at) = (raw.name.clone(), raw.quality.span());
        Commander { name, quality, at, traits: charismatic.into_iter().collect() }
    }

    fn division(&mut self, raw: &RawDivision, paid: Option<Drill>) -> Division {
        let parts = self.list.map_or(&[][..], |list| &list.parts);
        let ids: Vec<&str> = parts.iter().skip(1).map(|part| part.id.as_str()).collect();
        let part = match &raw.contingent {
            Some(name) => self.faults.word("contingent", name, &ids).map_or(0, |i| i + 1),
            None => 0,
        };
        let mut commander = self.commander(&raw.commander);
        if *raw.allied.get_ref() && self.list.is_some() {
            let what = "whether a division is allied follows from its contingent";
            self.faults.at(raw.allied.span(), what).expect("`contingent`, where the list has one");
        }
        if part > 0 || *raw.allied.get_ref() {
            commander.traits.push(Trait::Allied);
        }
        Division {
            name: raw.name.get_ref().clone(),
            at: raw.name.span(),
            commander,
            part,
            part_id: parts.get(part).map_or_else(String::new, |part| part.id.clone()),
            attachments: self.attachments(&raw.attachments, part),
            units: raw.unit.iter().filter_map(|unit| self.unit(unit, paid)).collect(),
        }
    }

    /// Attachments with the prices that a part of the list has for them.
    fn attachments(&mut self, names: &[Name], part: usize) -> Vec<Attached> {
        let mut found = Vec::new();
        for name in names {
            let Some(kind) = Attachment::read(name, &mut self.faults) else { continue };
            let of_list = self.list.map(|list| &list.parts[part]);
            let entry = of_list.and_then(|part| part.attachments.iter().find(|entry| entry.kind == kind));
            if let (Some(part), None) = (of_list, entry) {
                let kinds: Vec<&str> = part.attachments.iter().map(|entry| entry.kind.name()).collect();
                let fault = self.faults.at(name.span(), format!("{} has no attachment {kind}", part.name));
                fault.expect(if kinds.is_empty() { "none".to_owned() } else { muster::one_of(&kinds) });
            }
            let points = entry.map_or_else(|| self.armoury.points.attachment(kind), |entry| entry.points);
            found.push(Attached { kind, points, at: name.span() });
        }
        found
    }

    fn unit(&mut self, raw: &RawChoice, paid: Option<Drill>) -> Option<Unit> {
        match self.list {
            Some(list) => self.chosen(raw, list),
            None => self.of_ones_own(raw, paid),
        }
    }

    /// A unit of the list.
    fn chosen(&mut self, raw: &RawChoice, list: &List) -> Option<Unit> {
        let at = raw.of.as_ref().map_or(raw.bases.span(), Name::span);
        let own = [&raw.r#type, &raw.elan, &raw.training];
        if let Some(word) = own.into_iter().flatten().chain(&raw.special).next() {
            let what = "the troops of a list's units stand in the list";
            self.faults.at(word.span(), what).expect("`of`, and `kind` where there are several");
        }
        let Some(of) = &raw.of else {
            self.faults.at(at, "which unit of the list?").expect("`of` with the id of one");
            return None;
        };
        let mut ids: Vec<&str> = list.entries.iter().map(|entry| entry.unit.as_str()).collect();
        ids.dedup();
        let unit = ids[self.faults.word("unit of the list", of, &ids)?];
        let kinds: Vec<usize> = (0..list.entries.len()).filter(|&i| list.entries[i].unit == unit).collect();
        let names: Vec<&str> = kinds.iter().map(|&i| list.entries[i].kind.as_str()).collect();
        let place = match &raw.kind {
            _ if kinds.len() == 1 && raw.kind.is_none() => kinds[0],
            Some(kind) => kinds[self.faults.word(&format!("kind of {unit:?}"), kind, &names)?],
            None => {
                let what = format!("{unit:?} has several kinds");
                self.faults.at(of.span(), what).expect(format!("`kind`: {}", muster::one_of(&names)));
                return None;
            }
        };
        let entry = &list.entries[place];
        let bases = *raw.bases.get_ref();
        let size = self.armoury.points.size(entry.profile.troops.arm(), bases);
        if !entry.bases.contains(&bases) {
            let sizes: Vec<String> = entry.bases.iter().map(u32::to_string).collect();
            let what = format!("a unit of {} with {bases} bases", entry.id());
            self.faults.at(raw.bases.span(), what).expect(sizes.join(" or "));
            return None;
        }
        let label = if entry.kind.is_empty() {
            entry.name.clone()
        } else {
            format!("{}, {}", entry.name, entry.kind)
        };
        Some(Unit {
            name: raw.name.clone(),
            label,
            at,
            entry: Some(place),
            named: [&entry.unit, &entry.kind, &entry.nation, &list.parts[entry.part].id].map(String::clone),
            section: Some(entry.section),
            profile: entry.profile.clone(),
            points: entry.points,
            bases,
            size: size?,
            attachments: self.attachments(&raw.attachments, entry.part),
        })
    }

    /// A unit of one's own troops, by the table of prices.
    fn of_ones_own(&mut self, raw: &RawChoice, paid: Option<Drill>) -> Option<Unit> {
        let at = raw.r#type.as_ref().map_or(raw.bases.span(), Name::span);
        if let Some(of) = raw.of.as_ref().or(raw.kind.as_ref()) {
            self.faults
                .at(of.span(), "an army without a list")
                .expect("`list`, or `type`, `elan`, `training`");
        }
        let (Some(troops), Some(elan), Some(training)) = (&raw.r#type, &raw.elan, &raw.training) else {
            self.faults.at(at, "troops that are not described").expect("`type`, `elan` and `training`");
            return None;
        };
        let faults = &mut self.faults;
        let special = raw.special.iter().filter_map(|name| Capability::read(name, faults));
        let mut special: Vec<Capability> = special.collect();
        special.sort();
        special.dedup();
        let (troops, elan, training_of) =
            (Troops::read(troops, faults)?, Elan::read(elan, faults)?, Training::read(training, faults)?);
        if troops == Troops::Line && paid.is_none() {
            faults.at(at.clone(), "infantry of the line without its drill").expect("`infantry` of the army");
        }
        let paid = paid.unwrap_or(Drill::Reformed);
        let profile = Profile { troops, elan, training: training_of, special, paid };
        let Some(points) = self.armoury.points.base(&profile) else {
            faults.at(training.span(), format!("the table of prices has no {training_of} {troops}"));
            return None;
        };
        let bases = *raw.bases.get_ref();
        let Some(size) = self.armoury.points.size(troops.arm(), bases) else {
            let sizes =
                UnitSize::ALL.iter().map(|size| self.armoury.points.bases(troops.arm(), *size).to_string());
            let sizes = sizes.collect::<Vec<_>>().join(" or ");
            faults
                .at(raw.bases.span(), format!("a unit of {} with {bases} bases", troops.arm()))
                .expect(sizes);
            return None;
        };
        let words = [elan.name(), training_of.name(), troops.name()].map(|word| word.replace('_', " "));
        Some(Unit {
            name: raw.name.clone(),
            label: words.join(" "),
            at,
            entry: None,
            named: Default::default(),
            section: None,
            profile,
            points,
            bases,
            size,
            attachments: self.attachments(&raw.attachments, 0),
        })
    }
}

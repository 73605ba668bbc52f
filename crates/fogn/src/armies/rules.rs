//! Restrictions as data: how an army list says which troops go together, and what is counted to check it.
//!
//! A [`Rule`] counts something in a scope (the army, each division, each unit) and holds the count against numbers. What is counted is
//! named by [`Select`]: the troops that are meant, by all that is known of them.

use muster::{Collector, Name, Spanned};
use serde::Deserialize;

use super::words::{Arm, Attachment, Capability, DivisionKind, Elan, Section, Training, Troops, UnitSize};

/// Choice of troops: those of whom each thing that is said is true; of several words for one thing any.
#[derive(Clone, Debug, Default)]
pub struct Select {
    /// Units of the list by their ids, or `unit/kind`.
    pub units: Vec<String>,
    /// Arms.
    pub arms: Vec<Arm>,
    /// Troop types.
    pub troops: Vec<Troops>,
    /// Capabilities, of which they have one.
    pub special: Vec<Capability>,
    /// Nations.
    pub nations: Vec<String>,
    /// Trainings.
    pub training: Vec<Training>,
    /// Élans.
    pub elan: Vec<Elan>,
    /// Sections of the list.
    pub sections: Vec<Section>,
    /// Sizes.
    pub sizes: Vec<UnitSize>,
    /// Parts of the list: `main`, or contingents by their ids.
    pub parts: Vec<String>,
    /// Troops that are not meant all the same.
    pub not: Vec<Select>,
}

/// Troops of one unit, as a choice looks at them.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The unit of the list, if there is one.
    pub unit: &'a str,
    /// Its kind, if the unit has several.
    pub kind: &'a str,
    /// Troop type.
    pub troops: Troops,
    /// Élan.
    pub elan: Elan,
    /// Training.
    pub training: Training,
    /// Capabilities.
    pub special: &'a [Capability],
    /// Nation.
    pub nation: &'a str,
    /// Section of the list.
    pub section: Option<Section>,
    /// Part of the list.
    pub part: &'a str,
    /// Size; unknown while a list is read.
    pub size: Option<UnitSize>,
}

impl Select {
    /// Whether troops are meant.
    pub fn is_of(&self, sight: &Sight<'_>) -> bool {
        fn any<T: PartialEq>(words: &[T], is: impl Fn(&T) -> bool) -> bool {
            words.is_empty() || words.iter().any(is)
        }
        let named = |name: &String| match name.split_once('/') {
            Some((unit, kind)) => unit == sight.unit && kind == sight.kind,
            None => name == sight.unit,
        };
        any(&self.units, named)
            && any(&self.arms, |arm| *arm == sight.troops.arm())
            && any(&self.troops, |troops| *troops == sight.troops)
            && any(&self.special, |special| sight.special.contains(special))
            && any(&self.nations, |nation| nation == sight.nation)
            && any(&self.training, |training| *training == sight.training)
            && any(&self.elan, |elan| *elan == sight.elan)
            && any(&self.sections, |section| Some(*section) == sight.section)
            && any(&self.sizes, |size| Some(*size) == sight.size)
            && any(&self.parts, |part| part == sight.part)
            && !self.not.iter().any(|not| not.is_of(sight))
    }
}

/// Count of things: the sum of all that is named.
#[derive(Clone, Debug, Default)]
pub struct Count {
    /// Units.
    pub units: Option<Select>,
    /// Bases of units.
    pub bases: Option<Select>,
    /// Attachments of these kinds.
    pub attachments: Vec<Attachment>,
    /// The units that have them; any, if it is not said.
    pub on: Select,
    /// Divisions.
    pub divisions: Option<Which>,
}

/// Choice of divisions.
#[derive(Clone, Debug, Default)]
pub struct Which {
    /// Kinds; any, if none is named.
    pub kinds: Vec<DivisionKind>,
    /// The parts of the list that its commander is of; any, if none is named.
    pub parts: Vec<String>,
    /// Something that is in it.
    pub has: Option<Box<Count>>,
    /// Something that is not in it.
    pub lacks: Option<Box<Count>>,
}

/// Scope of a rule.
#[derive(Clone, Debug)]
pub enum Scope {
    /// The army as a whole.
    Army,
    /// Each of some divisions.
    Division(Which),
    /// Each of some units.
    Unit(Select),
}

/// Restriction of an army, as data.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Its id: a rule of a list goes before the general one of the same id.
    pub id: String,
    /// The restriction in our own words, as a fault says it.
    pub note: String,
    /// The text that it comes from.
    pub source: String,
    /// Scope.
    pub scope: Scope,
    /// Condition on the army, without which the rule says nothing.
    pub when: Option<Count>,
    /// The things counted.
    pub count: Count,
    /// The least count; times `per` and divided by `each`, if they are given.
    pub min: Option<u32>,
    /// The greatest count; times `per` and divided by `each`, if they are given.
    pub max: Option<u32>,
    /// Things by which `min` and `max` are multiplied, counted in the same scope.
    pub per: Option<Count>,
    /// Number of those things that count as one.
    pub each: u32,
    /// Whether a part of `each` counts for `max` as a whole.
    pub rounded_up: bool,
    /// Things that must be fewer than those counted.
    pub more_than: Option<Count>,
}

/// Choice of troops in a file.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawSelect {
    unit: Vec<Name>,
    arm: Vec<Name>,
    r#type: Vec<Name>,
    special: Vec<Name>,
    nation: Vec<Name>,
    training: Vec<Name>,
    elan: Vec<Name>,
    section: Vec<Name>,
    size: Vec<Name>,
    part: Vec<Name>,
    not: Vec<RawSelect>,
}

/// Count in a file.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawCount {
    units: Option<RawSelect>,
    bases: Option<RawSelect>,
    attachments: Vec<Name>,
    on: Option<RawSelect>,
    divisions: Option<RawWhich>,
}

/// Choice of divisions in a file.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawWhich {
    kind: Vec<Name>,
    part: Vec<Name>,
    has: Option<Box<RawCount>>,
    lacks: Option<Box<RawCount>>,
}

/// Rule in a file; without `division` or `unit` it is of the army.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRule {
    id: Name,
    note: String,
    source: Name,
    division: Option<RawWhich>,
    unit: Option<RawSelect>,
    when: Option<RawCount>,
    count: Spanned<RawCount>,
    min: Option<u32>,
    max: Option<u32>,
    per: Option<RawCount>,
    #[serde(default = "one")]
    each: Spanned<u32>,
    #[serde(default)]
    rounded_up: bool,
    more_than: Option<RawCount>,
}

fn one() -> Spanned<u32> {
    Spanned::new(0..0, 1)
}

/// The names that the rules of a list may use.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// Units and their kinds.
    pub units: Vec<String>,
    /// Nations.
    pub nations: Vec<String>,
    /// Parts.
    pub parts: Vec<String>,
}

/// Reads words that are all of one list.
macro_rules! words_of {
    ($type:ident, $names:expr, $faults:expr) => {
        $names.iter().filter_map(|name| $type::read(name, $faults)).collect()
    };
}

/// Reads names that are all known.
fn names_of(kind: &str, names: &[Name], known: &[String], faults: &mut Collector<'_>) -> Vec<String> {
    names.iter().filter_map(|name| faults.word(kind, name, known).map(|i| known[i].clone())).collect()
}

impl RawSelect {
    /// The choice, its names held against those that there are.
    pub fn checked(&self, known: &Known, faults: &mut Collector<'_>) -> Select {
        Select {
            units: names_of("unit", &self.unit, &known.units, faults),
            arms: words_of!(Arm, self.arm, faults),
            troops: words_of!(Troops, self.r#type, faults),
            special: words_of!(Capability, self.special, faults),
            nations: names_of("nation", &self.nation, &known.nations, faults),
            training: words_of!(Training, self.training, faults),
            elan: words_of!(Elan, self.elan, faults),
            sections: words_of!(Section, self.section, faults),
            sizes: words_of!(UnitSize, self.size, faults),
            parts: names_of("part", &self.part, &known.parts, faults),
            not: self.not.iter().map(|not| not.checked(known, faults)).collect(),
        }
    }
}

impl RawCount {
    fn checked(&self, known: &Known, faults: &mut Collector<'_>) -> Count {
        let select = |raw: &RawSelect, faults: &mut Collector<'_>| raw.checked(known, faults);
        Count {
            units: self.units.as_ref().map(|raw| select(raw, faults)),
            bases: self.bases.as_ref().map(|raw| select(raw, faults)),
            attachments: words_of!(Attachment, self.attachments, faults),
            on: self.on.as_ref().map(|raw| select(raw, faults)).unwrap_or_default(),
            divisions: self.divisions.as_ref().map(|raw| raw.checked(known, faults)),
        }
    }
}

impl RawWhich {
    fn checked(&self, known: &Known, faults: &mut Collector<'_>) -> Which {
        Which {
            kinds: words_of!(DivisionKind, self.kind, faults),
            parts: names_of("part", &self.part, &known.parts, faults),
            has: self.has.as_ref().map(|raw| Box::new(raw.checked(known, faults))),
            lacks: self.lacks.as_ref().map(|raw| Box::new(raw.checked(known, faults))),
        }
    }
}

impl RawRule {
    /// The rule, its names held against those that there are.
    pub fn checked(&self, known: &Known, faults: &mut Collector<'_>) -> Rule {
        super::points::check_source(&self.source, faults);
        let of = |raw: &Option<RawCount>, faults: &mut Collector<'_>| {
            raw.as_ref().map(|raw| raw.checked(known, faults))
        };
        let scope = match (&self.division, &self.unit) {
            (Some(which), None) => Scope::Division(which.checked(known, faults)),
            (None, Some(select)) => Scope::Unit(select.checked(known, faults)),
            (None, None) => Scope::Army,
            (Some(_), Some(_)) => {
                faults.at(self.id.span(), "a rule of divisions and of units").expect("one of them");
                Scope::Army
            }
        };
        let raw = self.count.get_ref();
        let nothing = raw.units.is_none()
            && raw.bases.is_none()
            && raw.attachments.is_empty()
            && raw.divisions.is_none();
        if nothing {
            let what = "`units`, `bases`, `attachments` or `divisions`";
            faults.at(self.count.span(), "nothing is counted").expect(what);
        }
        if self.min.is_none() && self.max.is_none() && self.more_than.is_none() {
            faults.at(self.id.span(), "a rule that restricts nothing").expect("`min`, `max` or `more_than`");
        }
        if *self.each.get_ref() == 0 {
            faults.at(self.each.span(), "each of none").expect("a whole number from 1");
        }
        Rule {
            id: self.id.get_ref().clone(),
            note: self.note.clone(),
            source: self.source.get_ref().clone(),
            scope,
            when: of(&self.when, faults),
            count: self.count.get_ref().checked(known, faults),
            min: self.min,
            max: self.max,
            per: of(&self.per, faults),
            each: *self.each.get_ref(),
            rounded_up: self.rounded_up,
            more_than: of(&self.more_than, faults),
        }
    }
}

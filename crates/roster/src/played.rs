//! The roster of one rulebook: the same armies at the scale that its scenario chooses.

use muster::{Collector, Spanned};

use crate::{Roster, Unit};

impl Roster {
    /// The roster as a scenario plays it that lists these formations and units:
    ///
    /// - a formation that is not listed gives its units to the next above that is, and goes;
    /// - of a unit and its parts those that are listed stay: the regiment, or its battalions. A unit listed together with
    ///   a part of its own is a fault.
    ///
    /// What no listed formation is above of, and a unit that is not listed and neither is what it is part of nor any
    /// of its parts, stays as it is, so that the book can say that its scenario forgot them. Formations that stay are no
    /// longer under others; their order and that of the units is that of the file.
    pub fn played(
        &self,
        formations: &[&Spanned<String>],
        units: &[&Spanned<String>],
        faults: &mut Collector<'_>,
    ) -> Roster {
        let listed: Vec<bool> =
            self.formations.iter().map(|f| formations.iter().any(|name| *name.get_ref() == f.id)).collect();
        let home = |formation: usize| {
            let nearest = std::iter::once(formation).chain(self.above(formation)).find(|&f| listed[f]);
            nearest.unwrap_or(formation)
        };
        let chosen = self.chosen(units, faults);
        let homes: Vec<usize> = chosen.iter().map(|&unit| home(self.units[unit].formation)).collect();
        let stays: Vec<usize> = (0..self.formations.len())
            .filter(|&f| listed[f] || homes.contains(&f) || self.is_bare(f))
            .collect();
        let place = |formation: usize| stays.iter().position(|&f| f == formation);
        let unit = |(&unit, &home): (&usize, &usize)| Unit {
            formation: place(home).expect("the home of a unit stays"),
            part_of: None,
            ..self.units[unit].clone()
        };
        Roster {
            sides: self.sides.clone(),
            formations: stays
                .iter()
                .map(|&f| crate::Formation { under: None, ..self.formations[f].clone() })
                .collect(),
            units: chosen.iter().zip(&homes).map(unit).collect(),
            leaders: self
                .leaders
                .iter()
                .map(|l| crate::Leader { leads: l.leads.and_then(place), ..l.clone() })
                .collect(),
        }
    }

    /// The units that are listed, and those that were forgotten.
    fn chosen(&self, names: &[&Spanned<String>], faults: &mut Collector<'_>) -> Vec<usize> {
        let name_of = |unit: usize| names.iter().find(|name| *name.get_ref() == self.units[unit].id);
        let mut covered = vec![false; self.units.len()];
        for unit in 0..self.units.len() {
            let Some(name) = name_of(unit) else { continue };
            for whole in self.wholes(unit) {
                covered[whole] = true;
                if name_of(whole).is_some() {
                    let what = format!(
                        "{:?} is a part of {:?}, which is listed too",
                        name.get_ref(),
                        self.units[whole].id
                    );
                    faults.at(name.span(), what).expect("the whole or its parts");
                }
            }
        }
        let stays = |&unit: &usize| {
            name_of(unit).is_some()
                || !covered[unit] && !self.wholes(unit).any(|whole| name_of(whole).is_some())
        };
        // Of a regiment that was forgotten with all its parts, the regiment stands for them.
        let stands = |&unit: &usize| {
            name_of(unit).is_some()
                || covered_whole(self, &covered, unit)
                || self.units[unit].part_of.is_none()
        };
        (0..self.units.len()).filter(stays).filter(stands).collect()
    }

    /// Whether a formation has neither units nor formations beneath it: nobody would miss it, so it is kept to be asked after.
    fn is_bare(&self, formation: usize) -> bool {
        !self.units.iter().any(|unit| unit.formation == formation)
            && !self.formations.iter().any(|other| other.under == Some(formation))
    }
}

/// Whether what a unit is part of is played by its parts, so that this part must be played or missed too.
fn covered_whole(roster: &Roster, covered: &[bool], unit: usize) -> bool {
    roster.wholes(unit).any(|whole| covered[whole])
}

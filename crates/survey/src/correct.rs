//! Additions of a plan to a cut: entries, and corrections by hand. A correction that no longer changes anything is a fault, so
//! that none
//! outlives its reason.

use ground::{Feature, HexId, Road, Terrain};
use muster::{Collector, Fault, Faults, Span};

use crate::cut::middle;
use crate::draft::{Draft, Hexside};
use crate::grid::Grid;
use crate::plan::{Correction, Name, Plan};
use crate::{Figure, Survey};

/// The entries of the plan, each at a point of the survey.
pub(crate) fn entries(draft: &mut Draft, survey: &Survey, grid: &Grid, plan: &Plan) -> Result<(), Faults> {
    let mut faults = Collector::new(&plan.source);
    for (letter, id) in &plan.entries {
        let Some(item) = survey.item(id.get_ref()) else {
            let mut fault = Fault::new(format!("no feature {:?} in the survey", id.get_ref()));
            fault.suggest(id.get_ref(), survey.items.iter().map(|item| item.id.as_str()));
            faults.put(id.span(), fault);
            continue;
        };
        let at = middle(&item.figure).filter(|_| matches!(item.figure, Figure::Point(_)));
        match at.and_then(|at| draft.hex(grid.cell(grid.place(at)))) {
            Some(hex) => draft.entries.push((letter.get_ref().clone(), hex)),
            None => {
                faults.at(id.span(), format!("{:?} is no point on the map", id.get_ref()));
            }
        }
    }
    faults.into_result(())
}

/// Puts right what the plan says, one correction after the other.
pub(crate) fn apply(draft: &mut Draft, plan: &Plan) -> Result<(), Faults> {
    let mut hand = Hand { faults: Collector::new(&plan.source), draft };
    for correction in &plan.corrections {
        let changes = hand.correct(correction.get_ref());
        if !changes && hand.faults.is_empty() {
            let reason = correction.get_ref().reason.get_ref();
            hand.faults
                .at(correction.span(), format!("this correction changes nothing any more ({reason})"))
                .expect("to be taken out");
        }
    }
    hand.faults.into_result(())
}

struct Hand<'d> {
    faults: Collector<'d>,
    draft: &'d mut Draft,
}

impl Hand<'_> {
    /// Whether something is different afterwards.
    fn correct(&mut self, correction: &Correction) -> bool {
        let hexes: Vec<HexId> = correction.hexes.iter().filter_map(|name| self.hex(name)).collect();
        let mut changes = false;
        if let Some(name) = &correction.terrain {
            let Some(terrain) = self.kind::<Terrain>(name) else { return false };
            for hex in &hexes {
                changes |= std::mem::replace(&mut self.draft.terrain[hex.index()], terrain) != terrain;
            }
        }
        if let Some(level) = &correction.level {
            if !(0..=9).contains(level.get_ref()) {
                self.faults.at(level.span(), format!("level {}", level.get_ref())).expect("0 to 9");
            }
            for hex in &hexes {
                let known = &mut self.draft.levels[hex.index()];
                changes |= std::mem::replace(known, *level.get_ref()) != *level.get_ref();
            }
        }
        match (&correction.add, &correction.remove) {
            (Some(name), _) if !correction.path.is_empty() => self.add_road(name, &correction.path),
            (_, Some(name)) if !correction.path.is_empty() => self.take_road(name, &correction.path),
            (Some(name), _) => self.on_hexsides(name, &correction.hexsides, Draft::put),
            (_, Some(name)) => self.on_hexsides(name, &correction.hexsides, Draft::take),
            _ => changes,
        }
    }

    fn on_hexsides(
        &mut self,
        name: &Name,
        hexsides: &[Name],
        act: fn(&mut Draft, Feature, Hexside) -> bool,
    ) -> bool {
        let Some(feature) = self.kind::<Feature>(name) else { return false };
        let mut changes = false;
        for hexside in hexsides {
            if let Some(hexside) = self.hexside(hexside) {
                changes |= act(self.draft, feature, hexside);
            }
        }
        changes
    }

    fn add_road(&mut self, name: &Name, path: &[Name]) -> bool {
        let Some(road) = self.kind::<Road>(name) else { return false };
        let Some(chain) = self.chain(path) else { return false };
        let is_new = chain.windows(2).any(|pair| !self.draft.leads(road, Draft::hexside(pair[0], pair[1])));
        if is_new {
            self.draft.roads.entry(road).or_default().push(chain);
        }
        is_new
    }

    fn take_road(&mut self, name: &Name, path: &[Name]) -> bool {
        let Some(road) = self.kind::<Road>(name) else { return false };
        let Some(chain) = self.chain(path) else { return false };
        let mut changes = false;
        for pair in chain.windows(2) {
            changes |= self.draft.break_road(road, Draft::hexside(pair[0], pair[1]));
        }
        changes
    }

    /// A chain of hexes, each next to the one before.
    fn chain(&mut self, path: &[Name]) -> Option<Vec<HexId>> {
        let chain: Vec<HexId> = path.iter().filter_map(|name| self.hex(name)).collect();
        for (number, pair) in chain.windows(2).enumerate() {
            if self.draft.blank.dir_to(pair[0], pair[1]).is_none() && chain.len() == path.len() {
                let name = &path[number + 1];
                self.faults.at(name.span(), format!("{:?} is not next to the hex before", name.get_ref()));
                return None;
            }
        }
        (chain.len() == path.len()).then_some(chain)
    }

    fn hex(&mut self, name: &Name) -> Option<HexId> {
        self.hex_at(name.get_ref(), name.span())
    }

    fn hex_at(&mut self, name: &str, span: Span) -> Option<HexId> {
        let hex = self.draft.blank.hex(name);
        if hex.is_none() {
            let last = format!("{:02}{:02}", self.draft.blank.columns(), self.draft.blank.rows());
            self.faults.at(span, format!("{name:?} is no hex of this cut")).expect(format!("0101 to {last}"));
        }
        hex
    }

    /// A hexside, written as its two hexes.
    fn hexside(&mut self, name: &Name) -> Option<Hexside> {
        let Some((a, b)) = name.get_ref().split_once('-') else {
            self.faults
                .at(name.span(), format!("{:?} is no hexside", name.get_ref()))
                .expect("\"0304-0305\"");
            return None;
        };
        let (a, b) = (self.hex_at(a, name.span())?, self.hex_at(b, name.span())?);
        if self.draft.blank.dir_to(a, b).is_none() {
            self.faults.at(name.span(), format!("the hexes of {:?} are no neighbours", name.get_ref()));
            return None;
        }
        Some(Draft::hexside(a, b))
    }

    fn kind<T: std::str::FromStr<Err = Fault>>(&mut self, name: &Name) -> Option<T> {
        name.get_ref().parse().map_err(|fault| self.faults.put(name.span(), fault)).ok()
    }
}

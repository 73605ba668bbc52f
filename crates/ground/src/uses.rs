//! Uses: where in its file a ground uses which kinds, so that a rulebook whose charts lack one can point there.

use muster::{Collector, Fault, Span, one_of};

use crate::{Dir, Feature, Ground, HexId, Kinds, Road, Terrain};

/// The places in the file of what stands on the map.
pub(crate) struct Uses {
    /// By hex: where its terrain is written, if it is.
    pub terrain: Vec<Option<Span>>,
    /// Each hexside with a feature, by one of its hexes.
    pub hexsides: Vec<(Span, HexId, Feature)>,
    /// Each step of a road.
    pub roads: Vec<(Span, HexId, Dir, Road)>,
}

impl Uses {
    /// None yet.
    pub fn of(ground: &Ground) -> Uses {
        Uses { terrain: vec![None; ground.len()], hexsides: Vec::new(), roads: Vec::new() }
    }

    /// A road has a bridge of its own here: the bridge stands where the road does. (Asked once from each side; one is enough.)
    pub fn bridge(&mut self, hex: HexId, dir: Dir) {
        let step = self.roads.iter().find(|(_, from, to, _)| (*from, *to) == (hex, dir));
        if let Some((span, ..)) = step {
            self.hexsides.push((span.clone(), hex, Feature::Bridge));
        }
    }

    /// A fault for each kind that stands on the map and is not known: at its first place, with the number of places.
    pub fn check(&self, ground: &Ground, known: &Kinds, faults: &mut Collector<'_>) {
        let terrain: Vec<&str> = known.terrain.iter().map(|kind| kind.name()).collect();
        for kind in Terrain::ALL.into_iter().filter(|kind| !known.terrain.contains(kind)) {
            let of_kind = ground.hexes().filter(|&hex| ground.terrain(hex) == kind);
            let places = of_kind.map(|hex| (self.terrain[hex.index()].clone(), hex)).collect();
            missing("terrain", kind.name(), &terrain, places, ground, faults);
        }
        let hexsides: Vec<&str> = known.hexsides.iter().map(Feature::name).collect();
        for kind in Feature::ALL.into_iter().filter(|&kind| !known.hexsides.contains(kind)) {
            let of_kind = self.hexsides.iter().filter(|(.., feature)| *feature == kind);
            let places = of_kind.map(|(span, hex, _)| (Some(span.clone()), *hex)).collect();
            missing("hexside feature", kind.name(), &hexsides, places, ground, faults);
        }
        let roads: Vec<&str> = known.roads.iter().map(Road::name).collect();
        for kind in Road::ALL.into_iter().filter(|&kind| !known.roads.contains(kind)) {
            let of_kind = self.roads.iter().filter(|(.., road)| *road == kind);
            let places = of_kind.map(|(span, hex, ..)| (Some(span.clone()), *hex)).collect();
            missing("road", kind.name(), &roads, places, ground, faults);
        }
    }
}

/// The fault of a kind that the charts lack, if it stands anywhere.
fn missing(
    list: &str,
    name: &str,
    known: &[&str],
    places: Vec<(Option<Span>, HexId)>,
    ground: &Ground,
    faults: &mut Collector<'_>,
) {
    let Some((span, hex)) = places.first() else { return };
    let more =
        if places.len() > 1 { format!(" and {} places more", places.len() - 1) } else { String::new() };
    let mut fault = Fault::new(format!(
        "the rulebook's charts have no {list} {name:?}, which stands at {}{more}",
        ground.label(*hex)
    ));
    fault.expect(one_of(known)).suggest(name, known.iter().copied());
    faults.put(span.clone().unwrap_or(0..0), fault);
}

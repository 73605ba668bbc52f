//! The difference between two positions.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{AnnouncedAttack, ClockData, Counter, FormationState, GroupState, MarkerState, Position};

/// The difference between two positions of one viewer. What is absent has not changed.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS, ToSchema)]
pub struct Patch {
    /// The new clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<ClockData>,
    /// Counters that changed, whole, by `id`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Counter>>")]
    pub counters: Vec<Counter>,
    /// Markers that changed, by `marker`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<MarkerState>>")]
    pub markers: Vec<MarkerState>,
    /// Formations that changed, by `formation`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FormationState>>")]
    pub formations: Vec<FormationState>,
    /// Groups that are new or changed, by `group`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<GroupState>>")]
    pub groups: Vec<GroupState>,
    /// Numbers of groups that are no more.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u16>>")]
    pub groups_gone: Vec<u16>,
    /// The new holders, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub holders: Option<Vec<Option<u8>>>,
    /// The new points.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub half_points: Option<Vec<i32>>,
    /// The new losses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub losses: Option<Vec<i32>>,
    /// The attacks that are announced now, all of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub announced: Option<Vec<AnnouncedAttack>>,
}

impl Patch {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        *self == Patch::default()
    }
}

impl Position {
    /// Patch of an older position of the same viewer to make it this one.
    pub fn since(&self, old: &Position) -> Patch {
        let gone = |group: &&GroupState| !self.groups.iter().any(|now| now.group == group.group);
        Patch {
            clock: (self.clock != old.clock).then(|| self.clock.clone()),
            counters: changed(&self.counters, &old.counters),
            markers: changed(&self.markers, &old.markers),
            formations: changed(&self.formations, &old.formations),
            groups: self.groups.iter().filter(|group| !old.groups.contains(group)).cloned().collect(),
            groups_gone: old.groups.iter().filter(gone).map(|group| group.group).collect(),
            holders: (self.holders != old.holders).then(|| self.holders.clone()),
            half_points: (self.half_points != old.half_points).then(|| self.half_points.clone()),
            losses: (self.losses != old.losses).then(|| self.losses.clone()),
            announced: (self.announced != old.announced).then(|| self.announced.clone()),
        }
    }
}

/// Those that differ from the old ones at the same places: the lists of a battle's things never change their order.
fn changed<T: Clone + PartialEq>(new: &[T], old: &[T]) -> Vec<T> {
    let differs = |(at, thing): &(usize, &T)| old.get(*at) != Some(*thing);
    new.iter().enumerate().filter(differs).map(|(_, thing)| thing.clone()).collect()
}

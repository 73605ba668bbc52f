//! Roads: who keeps to one on the way (`movement.roads`).

use baize::{Leg, Length, Pose, Sweep};

use super::survey::Survey;
use super::way::Scene;
use crate::Battle;
use crate::core::state::Formation;

/// Whether a march column or a limber keeps to a road on its way: the middles of its front and of its rear stay on it (`movement.roads`).
pub(super) fn on_road(scene: &Scene<'_>, survey: &Survey, step: u16) -> bool {
    let formation = scene.s.unit(scene.way.unit).formation;
    let roads = matches!(formation, Formation::Column | Formation::Limbered);
    roads && keeps_to_road(scene.b, &survey.sweep, step)
}

/// Whether the middles of front and rear stay on a road as far as a step.
pub(crate) fn keeps_to_road(b: &Battle, sweep: &Sweep, step: u16) -> bool {
    let keeps = |step: u16| is_on_road(b, sweep.pose_at(step), sweep.size);
    (0..step).step_by(200).chain([step]).all(keeps)
}

/// Whether a march column or a limber stands on a road: with the middles of its front and of its rear.
pub(super) fn stands_on_road(b: &Battle, formation: Formation, pose: Pose, size: baize::Size) -> bool {
    matches!(formation, Formation::Column | Formation::Limbered) && is_on_road(b, pose, size)
}

fn is_on_road(b: &Battle, pose: Pose, size: baize::Size) -> bool {
    let speck = baize::Size { width: Length(2), depth: Length(2) };
    let roads = || {
        let lines = b.table.lines.iter();
        lines.filter(|line| matches!(line.kind, baize::LineKind::Road | baize::LineKind::SunkenRoad))
    };
    let on = |pose: Pose| {
        let at = pose.place(speck.shape());
        roads().any(|road| road.is_within(&at, Length(road.width.0 / 2)))
    };
    on(pose) && on(pose.after(size, Leg::Back(size.depth)))
}

//! A position turned about the middle of the table gets the rulings of the other, turned.

use baize::{Pose, Spot, Turn};
use fogn::Battle;
use fogn::ch03_movement::{Scene, Way};
use fogn::ch05_firing::aims;
use fogn::core::state::State;
use fogn::core::verb;
use fogn::vignette::Vignette;
use muster::Source;
use table::{Answer, Point};

/// The field of `play.rs` without its terrain.
fn open_field() -> Battle {
    let text = include_str!("field.toml");
    let (before, rest) = text.split_once("[ground]").expect("there is terrain");
    let (_, after) = rest.split_once("[start]").expect("then the start");
    let text = format!("{before}[start]{after}");
    let mut field =
        Vignette::read(&Source::new("field.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    field.cases.remove(0).battle
}

fn turned_pose(b: &Battle, pose: Pose) -> Pose {
    let at = Spot { x: b.table.width.0 - pose.at.x, y: b.table.depth.0 - pose.at.y };
    Pose { at, turn: pose.turn.and(Turn::HALF) }
}

fn turned(b: &Battle, s: &State) -> State {
    let mut other = s.clone();
    other.units.iter_mut().for_each(|unit| unit.pose = turned_pose(b, unit.pose));
    other.commanders.iter_mut().for_each(|commander| commander.pose = turned_pose(b, commander.pose));
    other
}

fn answers() -> Vec<Answer> {
    let lengths = (100..4000).step_by(370).map(Point::Length);
    let legs = [verb::AHEAD, verb::BACK, verb::RETIRE, verb::SLIDE];
    let straight = lengths.flat_map(|length| legs.map(|leg| Answer::one(leg, length)));
    let turns = (500..65_000).step_by(2900).map(Point::Turn);
    let wheels = turns.flat_map(|turn| [verb::WHEEL, verb::FACE].map(|leg| Answer::one(leg, turn)));
    straight.chain(wheels).collect()
}

#[test]
fn a_turned_position_gets_turned_rulings() {
    let b = open_field();
    let (here, there) = (b.setup.clone(), turned(&b, &b.setup));
    let (mut legal, mut barred) = (0, 0);
    for unit in b.unit_ids() {
        assert_eq!(aims(&b, &here, unit), aims(&b, &there, unit), "{}", b.unit(unit).id);
        let ways = [Way::begin(&b, &here, unit), Way::begin(&b, &there, unit)];
        let scenes = [Scene::new(&b, &here, &ways[0]), Scene::new(&b, &there, &ways[1])];
        for answer in answers() {
            let said = format!("{} {answer:?}", b.unit(unit).id);
            match (scenes[0].step(&answer), scenes[1].step(&answer)) {
                (Ok(one), Ok(other)) => {
                    let goal = turned_pose(&b, one.pose);
                    let off = (goal.at.x - other.pose.at.x).abs().max((goal.at.y - other.pose.at.y).abs());
                    assert!(
                        off <= 1 && goal.turn == other.pose.turn,
                        "{said}: {goal:?}, not {:?}",
                        other.pose
                    );
                    assert_eq!(one.tests, other.tests, "{said}");
                    legal += 1;
                }
                (Err(one), Err(other)) => {
                    assert_eq!((one.rule, one.why), (other.rule, other.why), "{said}");
                    barred += 1;
                }
                (one, other) => panic!("{said}: {one:?}, turned {other:?}"),
            }
        }
    }
    assert!(legal > 200 && barred > 200, "{legal} legal, {barred} barred");
}

//! Ways: the first step at which something happens is found by leaving out steps, and by taking every one of them.

use baize::{Corner, Figure, Leg, Length, Pose, SLACK, Sweep, Turn, apart, is_within, overlap};
use proptest::prelude::*;

use crate::figures::{LARGE, SMALL, any_leg, pose};

/// The first step at which it holds, one after the other.
fn plainly(sweep: &Sweep, holds: impl Fn(&Figure) -> bool) -> Option<u16> {
    (0..=sweep.steps()).find(|&step| holds(&sweep.figure_at(step)))
}

#[test]
fn an_advance_stops_at_first_contact() {
    let enemy = pose(10_000, 7_000, 1 << 15).place(LARGE.shape());
    let advance = Sweep::new(pose(10_000, 9_000, 0), SMALL, Leg::Ahead(Length(2400)));
    let touch = advance.first_touch(&enemy).expect("they meet");
    assert_eq!(touch, 2000 - SLACK.0 as u16, "2000 units apart, and touching at the slack");
    assert_eq!(advance.first_within(&enemy, Length(800)), Some(1200));
    assert_eq!(advance.first_overlap(&enemy), Some(2004), "one deeper than the slack");
    let short = Sweep { leg: Leg::Ahead(Length(1199)), ..advance };
    assert_eq!(short.first_within(&enemy, Length(800)), None, "one unit short");
}

#[test]
fn a_wheel_stops_at_first_contact() {
    // Pivoting on the left corner at (9400, 9000), the right one goes round on a circle of 1200: it meets a line 600 ahead at 30 degrees.
    let wall = pose(10_000, 8_400, 1 << 15).place(LARGE.shape());
    let wheel = Leg::Wheel { pivot: Corner::Left, by: Turn::degrees(-90) };
    let sweep = Sweep::new(pose(10_000, 9_000, 0), SMALL, wheel);
    let touch = sweep.first_touch(&wall).expect("they meet");
    // 597 of 1200: 29.84 degrees, so some 5432 steps.
    assert!((5425..5440).contains(&touch), "{touch}");
    assert_eq!(Some(touch), plainly(&sweep, |figure| is_within(figure, &wall, SLACK)));
}

#[test]
fn sliding_along_a_neighbour_never_overlaps() {
    for turn in (0..=u16::MAX).step_by(977) {
        let first = pose(14_000, 14_000, turn);
        let neighbour = first.after(SMALL, Leg::Slide(Length(1200))).place(SMALL.shape());
        let sweep = Sweep::new(first, SMALL, Leg::Ahead(Length(2400)));
        assert_eq!(sweep.first_touch(&neighbour), Some(0));
        assert_eq!(sweep.first_overlap(&neighbour), None, "at {turn}");
    }
}

#[test]
fn a_leg_ends_where_its_last_step_does() {
    let from = pose(9_000, 9_000, 12_345);
    for leg in [
        Leg::Ahead(Length(777)),
        Leg::Back(Length(5)),
        Leg::Slide(Length(-40)),
        Leg::Wheel { pivot: Corner::Right, by: Turn(60_000) },
        Leg::Spin(Turn::HALF),
        Leg::About,
        Leg::Drift { way: Turn(9), by: Length(300) },
    ] {
        let sweep = Sweep::new(from, SMALL, leg);
        assert_eq!(sweep.pose_at(sweep.steps()), from.after(SMALL, leg), "{leg:?}");
        assert_eq!(sweep.pose_at(0), from);
    }
}

fn near() -> impl Strategy<Value = Pose> {
    (6000_i16..9000, 6000_i16..9000, any::<u16>()).prop_map(|(x, y, turn)| pose(x, y, turn))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 120, ..ProptestConfig::default() })]

    #[test]
    fn the_first_step_is_the_first_of_all(from in near(), other in near(), leg in any_leg(), distance in 0_i16..1500) {
        let other = other.place(LARGE.shape());
        let sweep = Sweep::new(from, SMALL, leg);
        let distance = Length(distance);
        prop_assert_eq!(sweep.first_within(&other, distance), plainly(&sweep, |figure| apart(figure, &other).is_within(distance)));
        prop_assert_eq!(sweep.first_overlap(&other), plainly(&sweep, |figure| overlap(figure, &other)));
    }
}

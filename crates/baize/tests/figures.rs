//! Placing, and what is asked of placed figures: against exact ratios, mirrored and turned, at near-ties.

use baize::{
    Apart, Corner, Figure, Leg, Length, MU, Place, Pose, SLACK, Shape, ShapeError, Size, Spot, Standing,
    Turn, ahead, apart, is_partly_in, is_wholly_in, is_within, overlap, share_an_edge, touch, touching,
};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::prelude::*;

use crate::rational;

pub fn pose(x: i16, y: i16, turn: u16) -> Pose {
    Pose { at: Spot { x, y }, turn: Turn(turn) }
}

pub const SMALL: Size = Size { width: Length(1200), depth: Length(900) };
pub const LARGE: Size = Size { width: Length(1800), depth: Length(900) };

/// A figure of a small unit.
fn small(x: i16, y: i16, degrees: i16) -> Figure {
    Pose { at: Spot { x, y }, turn: Turn::degrees(degrees) }.place(SMALL.shape())
}

#[test]
fn the_sines_are_rounded_to_the_last_digit() {
    let scale = f64::from(1_u32 << 30);
    for turn in 0..=u16::MAX {
        let angle = f64::from(turn) * std::f64::consts::TAU / 65_536.0;
        // A sine of 53 digits is known to some 2^-52, so 2^30 times it to 2^-22: that tells the rounded number unless it lies so near to a half.
        let exact = angle.sin() * scale;
        let near_half = (exact.abs().fract() - 0.5).abs() < 1e-6;
        let sine = Turn(turn).sine();
        assert!((sine as f64 - exact).abs() <= if near_half { 0.500_001 } else { 0.5 }, "{turn}");
        assert_eq!(Turn(turn).cosine(), Turn(turn).and(Turn::QUARTER).sine());
        assert_eq!(Turn(turn).reversed().sine(), -sine);
    }
    assert_eq!([0, 1, 2, 3].map(|n| Turn(n << 14).sine()), [0, 1 << 30, 0, -(1 << 30)]);
}

#[test]
fn lengths_and_turns_are_told_in_their_own_measures() {
    let told = [0, 1, 2, 400, 600, -400, -1, 2500, 1001].map(|units| Length(units).to_string());
    assert_eq!(told, ["0", "0", "0.01", "1", "1.5", "-1", "0", "6.25", "2.5"]);
    let told = [0, 90, -90, 45, 360].map(|degrees| Turn::degrees(degrees).to_string());
    assert_eq!(told, ["0°", "90°", "270°", "45°", "0°"]);
    assert_eq!(Turn::degrees(-22).amount(), Turn::degrees(22).amount());
    assert!(Turn::degrees(22).is_right() && !Turn::degrees(-22).is_right());
}

#[test]
fn a_rectangle_is_placed_by_the_centre_of_its_front() {
    let corners = |figure: Figure| figure.corners().iter().map(|at| (at.x, at.y)).collect::<Vec<_>>();
    assert_eq!(corners(small(5000, 3000, 0)), [(4400, 3000), (5600, 3000), (5600, 3900), (4400, 3900)]);
    assert_eq!(corners(small(5000, 3000, 90)), [(5000, 2400), (5000, 3600), (4100, 3600), (4100, 2400)]);
    assert_eq!(corners(small(5000, 3000, 180)), [(5600, 3000), (4400, 3000), (4400, 2100), (5600, 2100)]);
    // 600 times the cosine of 45 degrees is 424.26, 900 times it 636.40; both from the same centre, so 424 - 636.4 is rounded once: -212.13.
    assert_eq!(corners(small(5000, 3000, 45)), [(4576, 2576), (5424, 3424), (4788, 4061), (3939, 3212)]);
    let odd = Size { width: Length(629), depth: Length(300) };
    let odd = pose(0, 0, 0).place(odd.shape());
    assert_eq!(
        corners(odd),
        [(-315, 0), (315, 0), (315, 300), (-315, 300)],
        "half a unit goes outward on both sides"
    );
}

#[test]
fn shapes_that_are_not_convex_are_refused() {
    assert_eq!(Shape::new(&[(0, 0), (100, 0)]), Err(ShapeError::Count(2)));
    assert_eq!(Shape::new(&[(0, 0); 9]), Err(ShapeError::Count(9)));
    assert_eq!(
        Shape::new(&[(0, 0), (0, 500), (500, 500), (500, 0)]),
        Err(ShapeError::Dent(1)),
        "against the clock"
    );
    let dented = [(0, 0), (500, 0), (250, 100), (500, 500), (0, 500)];
    assert_eq!(Shape::new(&dented), Err(ShapeError::Dent(2)));
    assert_eq!(
        Shape::new(&[(0, 0), (250, 0), (500, 0), (500, 500)]),
        Err(ShapeError::Dent(1)),
        "a straight corner"
    );
    assert_eq!(Shape::new(&[(0, 0), (200_000, 0), (0, 500)]), Err(ShapeError::Far(1)));
    let star = [(0, -1000), (600, 800), (-950, -300), (950, -300), (-600, 800)];
    assert_eq!(Shape::new(&star), Err(ShapeError::Dent(0)), "twice around");
    let octagon = [
        (-200, -480),
        (200, -480),
        (480, -200),
        (480, 200),
        (200, 480),
        (-200, 480),
        (-480, 200),
        (-480, -200),
    ];
    let octagon = Shape::new(&octagon).expect("it is convex");
    assert_eq!(pose(100, 100, 777).place(octagon).corners().len(), 8);
    assert!(ShapeError::Dent(2).to_string().contains("corner 2"));
}

#[test]
fn a_wheel_keeps_its_corner_and_a_turn_about_its_ground() {
    let from = pose(10_000, 8_000, 0);
    let by = Turn::degrees(-30);
    let wheeled = from.after(SMALL, Leg::Wheel { pivot: Corner::Left, by }).place(SMALL.shape());
    assert_eq!(wheeled.front().from, Place { x: 9400, y: 8000 }, "to the left about the left corner");
    // The right corner has gone forward: 1200 times the cosine (1039.2) and the sine (600) of 30 degrees. The centre of the front lies half
    // as far, at 9919.6, which is rounded to 9920, and the corner as far again.
    assert_eq!(wheeled.front().to, Place { x: 10_440, y: 7400 });
    let about = from.after(SMALL, Leg::About);
    assert_eq!(about, pose(10_000, 8_900, 1 << 15));
    let spun = from.after(SMALL, Leg::Spin(Turn::QUARTER));
    assert_eq!(spun, pose(10_450, 8_450, 1 << 14), "about its middle");
    assert_eq!(from.after(SMALL, Leg::Drift { way: Turn::degrees(90), by: MU }), pose(10_400, 8_000, 0));
    assert_eq!(from.after(SMALL, Leg::Back(MU)), pose(10_000, 8_400, 0));
}

#[test]
fn what_stands_before_a_front_is_told_from_what_stands_beside() {
    let us = small(10_000, 10_000, 0);
    let strip = ahead(us.front());
    let (beside, partly, wholly) =
        (small(11_801, 9_000, 180), small(10_700, 9_000, 180), small(10_000, 5_000, 180));
    assert!(!is_partly_in(&beside, &strip));
    assert!(is_partly_in(&partly, &strip) && !is_wholly_in(&partly, &strip));
    assert!(is_wholly_in(&wholly, &strip));
    assert_eq!(us.front().standing_of_middle(wholly.front()), Standing::Ahead);
    assert_eq!(us.front().standing_of_middle(small(12_000, 10_000, 0).front()), Standing::Level);
    assert_eq!(us.front().standing_of_middle(small(12_000, 10_003, 0).front()), Standing::Level);
    assert_eq!(us.front().standing_of_middle(small(12_000, 10_004, 0).front()), Standing::Behind);
    let fan = pose(10_000, 10_000, 0).place(Shape::fan(SMALL.width, 1000, Length(2400)));
    assert!(is_partly_in(&beside, &fan) && !is_partly_in(&us, &fan));
    let wider = pose(10_000, 10_000, 0).place(Shape::ahead(SMALL.width, Length(1900), Length::mu(6)));
    assert!(is_partly_in(&beside, &wider), "within 1900 of its side");
}

#[test]
fn parts_that_touch_are_named() {
    let us = small(10_000, 10_000, 0);
    let (ahead, corner) = (small(10_000, 10_000, 180), small(11_200, 10_000, 180));
    assert!(touch(&us, &ahead) && share_an_edge(&us, &ahead));
    assert!(touch(&us, &corner) && !share_an_edge(&us, &corner), "corner to corner");
    let parts = touching(&us, &corner);
    assert!(
        parts.has_corner(1)
            && !parts.has_corner(0)
            && parts.has_edge(0)
            && parts.has_edge(1)
            && !parts.has_edge(2)
    );
    assert!(touching(&us, &small(20_000, 10_000, 0)).is_empty());
    let flank = small(10_600, 10_300, 270);
    let (mine, theirs) = (touching(&us, &flank), touching(&flank, &us));
    assert!(share_an_edge(&us, &flank) && mine.has_edge(1) && theirs.has_edge(0) && !theirs.has_edge(2));
}

/// Figures lined up edge to edge at every sixteenth of a degree: they touch, none overlaps, and the distance does not tell them apart.
#[test]
fn figures_lined_up_touch_at_any_angle() {
    for turn in (0..=u16::MAX).step_by(11) {
        let first = pose(16_000, 16_000, turn);
        let beside = first.after(SMALL, Leg::Slide(Length(1500)));
        let (a, b) = (first.place(SMALL.shape()), beside.place(LARGE.shape()));
        assert!(touch(&a, &b) && share_an_edge(&a, &b), "side by side at {turn}: {:?}", apart(&a, &b));
        let behind = first.after(SMALL, Leg::Back(SMALL.depth)).place(LARGE.shape());
        assert!(touch(&a, &behind) && share_an_edge(&a, &behind), "one behind the other at {turn}");
        let opposed = Pose { turn: first.turn.and(Turn::HALF), ..first }.place(LARGE.shape());
        assert!(touch(&a, &opposed) && !is_partly_in(&b, &ahead(a.front())), "face to face at {turn}");
        assert_eq!(a.front().standing_of_middle(b.front()), Standing::Level, "{turn}");
        let overlapping = first.after(SMALL, Leg::Slide(Length(1492))).place(LARGE.shape());
        assert!(overlap(&a, &overlapping), "eight units deep at {turn}");
        let aside = first.after(SMALL, Leg::Slide(Length(1507))).place(LARGE.shape());
        assert!(!touch(&a, &aside), "seven units apart at {turn}");
    }
}

fn any_pose() -> impl Strategy<Value = Pose> {
    // Crowded into a corner of the table, so that figures often meet.
    (4000_i16..9000, 4000_i16..9000, any::<u16>()).prop_map(|(x, y, turn)| pose(x, y, turn))
}

fn any_shape() -> impl Strategy<Value = Shape> {
    let rectangle = (40_i16..2500, 40_i16..2500);
    prop_oneof![
        rectangle.prop_map(|(width, depth)| Size { width: Length(width), depth: Length(depth) }.shape()),
        (200_i32..1500).prop_map(|r| {
            let c = r * 2 / 5;
            let corners = [(-c, -r), (c, -r), (r, -c), (r, c), (c, r), (-c, r), (-r, c), (-r, -c)];
            Shape::new(&corners).expect("an octagon")
        }),
    ]
}

fn any_figure() -> impl Strategy<Value = Figure> {
    (any_pose(), any_shape()).prop_map(|(pose, shape)| pose.place(shape))
}

fn ratio(apart: Apart) -> BigRational {
    let (square, of) = apart.squared();
    BigRational::new(BigInt::from(square), BigInt::from(of))
}

/// The figures of two poses, all of it mirrored at the middle of the table, or turned about it by a quarter.
fn moved(pose: Pose, quarters: u16, mirrored: bool) -> Pose {
    let Pose { mut at, mut turn } = pose;
    if mirrored {
        (at.x, turn) = (-at.x, turn.reversed());
    }
    for _ in 0..quarters {
        (at.x, at.y, turn) = (-at.y, at.x, turn.and(Turn::QUARTER));
    }
    Pose { at, turn }
}

/// The legs of a mirrored move.
fn mirrored(leg: Leg) -> Leg {
    match leg {
        Leg::Wheel { pivot, by } => {
            let pivot = if pivot == Corner::Left { Corner::Right } else { Corner::Left };
            Leg::Wheel { pivot, by: by.reversed() }
        }
        Leg::Slide(by) => Leg::Slide(Length(-by.0)),
        Leg::Drift { way, by } => Leg::Drift { way: way.reversed(), by },
        Leg::Spin(by) => Leg::Spin(by.reversed()),
        other => other,
    }
}

pub fn any_leg() -> impl Strategy<Value = Leg> {
    let length = || (0_i16..3000).prop_map(Length);
    let by = || any::<u16>().prop_map(Turn);
    prop_oneof![
        (any::<bool>(), by()).prop_map(|(left, by)| {
            Leg::Wheel { pivot: if left { Corner::Left } else { Corner::Right }, by }
        }),
        length().prop_map(Leg::Ahead),
        length().prop_map(Leg::Back),
        (-3000_i16..3000).prop_map(|by| Leg::Slide(Length(by))),
        (by(), length()).prop_map(|(way, by)| Leg::Drift { way, by }),
        Just(Leg::About),
        by().prop_map(Leg::Spin),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn distances_are_those_of_exact_ratios(a in any_figure(), b in any_figure(), limit in 0_i16..4000) {
        let exact = rational::squared(&a, &b);
        prop_assert_eq!(ratio(apart(&a, &b)), exact.clone());
        prop_assert_eq!(apart(&a, &b), apart(&b, &a));
        let square = rational::whole(i64::from(limit).pow(2));
        prop_assert_eq!(is_within(&a, &b, Length(limit)), exact <= square);
        // The limit that is just met, and the one just missed.
        let units = apart(&a, &b).units();
        prop_assert!(is_within(&a, &b, Length(units as i16 + 1)));
        prop_assert!(units == 0 || !is_within(&a, &b, Length(units as i16 - 1)));
    }

    #[test]
    fn figures_overlap_where_they_have_area_in_common(a in any_figure(), b in any_figure()) {
        let common = rational::common(&a, &b);
        let area = if common.len() < 3 { rational::whole(0) } else { rational::area(&common) };
        if overlap(&a, &b) {
            prop_assert!(area > rational::whole(0));
        } else {
            // Along one of the edges no more than a strip as deep as the slack lies in both, and so long as the longest edge.
            prop_assert!(area <= rational::whole(2 * i64::from(SLACK.0) * 4000));
        }
        prop_assert_eq!(overlap(&a, &b), overlap(&b, &a));
        prop_assert!(!(overlap(&a, &b) && touch(&a, &b)));
        prop_assert!(overlap(&a, &b) || touching(&a, &b).is_empty() == touching(&b, &a).is_empty());
        prop_assert!(!touch(&a, &b) || !touching(&a, &b).is_empty());
    }

    #[test]
    fn standing_before_a_line_is_that_of_exact_ratios(a in any_figure(), b in any_figure()) {
        let front = a.front();
        let (from, to) = (rational::pair(front.from), rational::pair(front.to));
        for &corner in b.corners() {
            let along = rational::minus(&to, &from);
            let aside = rational::cross(&along, &rational::minus(&rational::pair(corner), &from));
            let square = &along.0 * &along.0 + &along.1 * &along.1;
            let level = &aside * &aside <= square * rational::whole(i64::from(SLACK.0).pow(2));
            let expected = match aside > rational::whole(0) {
                _ if level => Standing::Level,
                true => Standing::Behind,
                false => Standing::Ahead,
            };
            prop_assert_eq!(front.standing(corner), expected);
        }
        let strip = ahead(front);
        prop_assert!(!is_wholly_in(&b, &strip) || is_partly_in(&b, &strip) || overlap(&a, &b));
        prop_assert!(!is_partly_in(&a, &strip));
    }

    #[test]
    fn a_mirrored_or_turned_table_gives_the_same_answers(
        a in any_pose(), b in any_pose(), shape in any_shape(), leg in any_leg(), quarters in 0_u16..4, mirror: bool
    ) {
        let change = |pose: Pose| moved(pose, quarters, mirror);
        let (one, other) = (a.place(shape), b.place(shape));
        let (mine, theirs) = (change(a).place(shape), change(b).place(shape));
        prop_assert_eq!(apart(&one, &other), apart(&mine, &theirs));
        prop_assert_eq!(overlap(&one, &other), overlap(&mine, &theirs));
        let changed = if mirror { mirrored(leg) } else { leg };
        prop_assert_eq!(change(a.after(SMALL, leg)), change(a).after(SMALL, changed));
        let (one, mine) = (a.place(SMALL.shape()), change(a).place(SMALL.shape()));
        prop_assert_eq!(one.front().standing_of_middle(other.front()), mine.front().standing_of_middle(theirs.front()));
        prop_assert_eq!(is_partly_in(&other, &ahead(one.front())), is_partly_in(&theirs, &ahead(mine.front())));
        prop_assert_eq!(is_wholly_in(&other, &ahead(one.front())), is_wholly_in(&theirs, &ahead(mine.front())));
    }

    #[test]
    fn a_dragged_pose_is_reached_by_legs(from in any_pose(), goal in any_pose()) {
        let legs = from.legs_to(SMALL, goal);
        let end = legs.into_iter().flatten().fold(from, |pose, leg| pose.after(SMALL, leg));
        prop_assert_eq!(end.turn, goal.turn);
        let off = |a: i16, b: i16| i32::from(a) - i32::from(b);
        let (x, y) = (off(end.at.x, goal.at.x), off(end.at.y, goal.at.y));
        prop_assert!(x * x + y * y <= i32::from(SLACK.0).pow(2), "{x} {y}");
    }

    #[test]
    fn a_wheel_and_its_reverse_lead_back(from in any_pose(), left: bool, by: u16) {
        let pivot = if left { Corner::Left } else { Corner::Right };
        let there = from.after(SMALL, Leg::Wheel { pivot, by: Turn(by) });
        let back = there.after(SMALL, Leg::Wheel { pivot, by: Turn(by).reversed() });
        prop_assert_eq!(back, from);
        let corner = |pose: Pose| { let front = pose.place(SMALL.shape()).front(); if left { front.from } else { front.to } };
        let (a, b) = (corner(from), corner(there));
        prop_assert!((a.x - b.x).abs() <= 2 && (a.y - b.y).abs() <= 2, "the pivot stays");
    }
}

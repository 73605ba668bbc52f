//! Sight and areas: against exact ratios, by sampled lines, and at the places where a hair decides.

use baize::{
    Blocker, Figure, Length, Lies, Outline, OutlineError, Place, Pose, Turn, apart, gaps, goes_deeper,
    overlap, sees,
};
use num_traits::Signed;
use proptest::prelude::*;

use crate::figures::{LARGE, SMALL, pose};
use crate::rational::{Pair, area, cross, cut, minus, pair, whole};

fn place(x: i32, y: i32) -> Place {
    Place { x, y }
}

fn outline(ring: &[(i32, i32)]) -> Outline {
    Outline::new(ring.iter().map(|&(x, y)| place(x, y)).collect(), Vec::new()).expect("an outline")
}

fn square(x: i32, y: i32, side: i32) -> Outline {
    outline(&[(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
}

fn small(x: i16, y: i16) -> Figure {
    pose(x, y, 0).place(SMALL.shape())
}

#[test]
fn outlines_that_meet_themselves_are_refused() {
    let ring =
        |ring: &[(i32, i32)]| Outline::new(ring.iter().map(|&(x, y)| place(x, y)).collect(), Vec::new());
    assert_eq!(ring(&[(0, 0), (10, 0)]), Err(OutlineError::Few));
    assert_eq!(ring(&[(0, 0), (10, 0), (10, 0), (0, 10)]), Err(OutlineError::Twice(2)));
    assert_eq!(ring(&[(0, 0), (10, 10), (10, 0), (0, 10)]), Err(OutlineError::Crosses(0)), "an eight");
    assert_eq!(ring(&[(0, 0), (10, 0), (4, 0), (0, 10)]), Err(OutlineError::Crosses(0)), "folded back");
    assert_eq!(
        ring(&[(0, 0), (10, 0), (10, 10), (5, 0), (0, 10)]),
        Err(OutlineError::Crosses(0)),
        "touching itself"
    );
    let hole = |hole: &[(i32, i32)]| {
        let outer = [(0, 0), (100, 0), (100, 100), (0, 100)].map(|(x, y)| place(x, y)).to_vec();
        Outline::new(outer, vec![hole.iter().map(|&(x, y)| place(x, y)).collect()])
    };
    assert!(hole(&[(10, 10), (20, 10), (10, 20)]).is_ok());
    assert_eq!(hole(&[(10, 10), (120, 10), (10, 20)]), Err(OutlineError::Hole(0)), "across the edge");
    assert_eq!(hole(&[(210, 10), (220, 10), (210, 20)]), Err(OutlineError::Hole(0)), "outside");
    assert_eq!(hole(&[(-10, -10), (220, -10), (220, 220), (-10, 220)]), Err(OutlineError::Hole(0)), "around");
    assert!(OutlineError::Hole(0).to_string().contains("hole 1"));
}

#[test]
fn places_lie_inside_outside_or_on_the_edge() {
    let ring = vec![place(0, 0), place(100, 0), place(50, 50), place(100, 100), place(0, 100)];
    let hole = vec![place(10, 40), place(20, 40), place(20, 60), place(10, 60)];
    let area = Outline::new(ring, vec![hole]).expect("an outline");
    for (x, y, lies) in [
        (5, 5, Lies::Inside),
        (50, 50, Lies::OnEdge),
        (51, 50, Lies::Outside),
        (49, 50, Lies::Inside),
        (15, 50, Lies::Outside),
        (10, 50, Lies::OnEdge),
        (0, 0, Lies::OnEdge),
        (-1, 0, Lies::Outside),
        (100, 0, Lies::OnEdge),
        (75, 25, Lies::OnEdge),
        (74, 25, Lies::Inside),
        (5, 40, Lies::Inside),
        (200, 50, Lies::Outside),
    ] {
        assert_eq!(area.lies(place(x, y)), lies, "{x} {y}");
    }
}

#[test]
fn a_figure_lies_in_an_area_partly_wholly_or_not() {
    let woods = square(4000, 4000, 4000);
    let check = |figure: Figure| (woods.has_part_of(&figure), woods.has_all_of(&figure));
    assert_eq!(check(small(6000, 5000)), (true, true));
    assert_eq!(check(small(4000, 5000)), (true, false));
    assert_eq!(check(small(2000, 5000)), (false, false));
    assert_eq!(check(small(3400, 5000)), (false, false), "at its edge");
    assert_eq!(check(small(3404, 5000)), (true, false), "a hair deeper than the slack");
    assert_eq!(check(small(4600, 4000)), (true, true), "at its edge, inside");
    assert_eq!(check(small(4597, 4000)), (true, true), "out of it by the slack");
    assert_eq!(check(small(4595, 4000)), (true, false), "out of it by more");
    let clearing = vec![place(5000, 5000), place(7000, 5000), place(7000, 7000), place(5000, 7000)];
    let ring = woods.rings()[0].clone();
    let woods = Outline::new(ring, vec![clearing]).expect("an outline");
    assert!(!woods.has_part_of(&small(6000, 5500)), "in the clearing");
    assert!(woods.has_part_of(&small(6000, 4500)) && !woods.has_all_of(&small(6000, 4500)));
    assert_eq!(woods.apart(&small(6000, 5500)).units(), 400, "from 5400 to 5000, and from 6400 to 7000");
}

#[test]
fn a_gap_of_no_width_lets_nobody_see() {
    let target = small(10_000, 2000);
    let (left, right) = (square(7000, 4000, 3000), square(10_000, 4000, 3000));
    let from = place(10_000, 9000);
    assert!(!sees(from, &target, &[Blocker::Area(&left), Blocker::Area(&right)]), "edge to edge");
    let right = square(10_001, 4000, 3000);
    assert!(sees(from, &target, &[Blocker::Area(&left), Blocker::Area(&right)]), "a unit of light");
    assert!(sees(from, &target, &[Blocker::Area(&left)]), "along an edge");
}

#[test]
fn who_stands_at_the_edge_sees_out_of_it_and_not_through() {
    let woods = square(8000, 4000, 4000);
    let (beyond, out) = (small(10_000, 2000), small(10_000, 12_000));
    let from = place(10_000, 8000);
    assert!(sees(from, &out, &[Blocker::Area(&woods)]), "from its edge outward");
    assert!(!sees(from, &beyond, &[Blocker::Area(&woods)]), "from its edge through it");
    assert!(!sees(place(10_000, 6000), &out, &[Blocker::Area(&woods)]), "from inside, unless it is left out");
    let inside = small(10_000, 7000);
    assert!(
        !sees(place(10_000, 9000), &inside, &[Blocker::Area(&woods)]),
        "nobody inside is seen, unless it is left out"
    );
    let partly = small(10_000, 7999);
    assert!(sees(place(10_000, 9500), &partly, &[Blocker::Area(&woods)]), "what stands out of it is seen");
    assert!(!sees(place(10_000, 2000), &partly, &[Blocker::Area(&woods)]), "not from the other side");
    assert!(sees(from, &small(10_000, 8000), &[Blocker::Area(&woods)]), "what is touched is seen");
}

#[test]
fn a_gap_narrower_than_a_width_is_closed() {
    let line = [small(9000, 5000), small(10_700, 5000)];
    let (from, target) = (place(9850, 8000), small(9850, 2000));
    let see = |line: &[Figure], width: i16| {
        let closed = gaps(line, Length(width));
        let all: Vec<Blocker<'_>> = line.iter().chain(&closed).map(Blocker::Figure).collect();
        sees(from, &target, &all)
    };
    // From 9600 to 10100 there are 500 units.
    assert!(see(&line, 0) && see(&line, 500), "as wide as need be");
    assert!(!see(&line, 501), "a unit too narrow");
    assert_eq!(gaps(&line, Length(501)).len(), 1);
    let corner = [small(9000, 5000), pose(10_200, 3800, 1 << 13).place(SMALL.shape())];
    let narrow = i16::try_from(apart(&corner[0], &corner[1]).units()).expect("they are near") + 1;
    assert_eq!((gaps(&corner, Length(narrow)).len(), gaps(&corner, Length(narrow - 1)).len()), (1, 0));
}

#[test]
fn a_line_goes_so_deep_into_an_area() {
    let woods = square(4000, 4000, 4000);
    let deeper = |from: (i32, i32), to: (i32, i32), depth: i16| {
        goes_deeper(place(from.0, from.1), place(to.0, to.1), &woods, Length(depth))
    };
    assert!(
        deeper((6000, 10_000), (6000, 7200), 799) && !deeper((6000, 10_000), (6000, 7200), 800),
        "to a place inside"
    );
    assert!(
        deeper((6000, 10_000), (6000, 0), 3999) && !deeper((6000, 10_000), (6000, 0), 4000),
        "through it"
    );
    assert!(
        deeper((6000, 7200), (6000, 10_000), 799) && !deeper((6000, 7200), (6000, 10_000), 800),
        "out of it"
    );
    assert!(!deeper((4000, 0), (4000, 10_000), 0), "along its edge");
    assert!(!deeper((0, 8000), (8000, 0), 0), "at its corner");
    // Across the corner from (7000, 8000) to (8000, 7000): the root of 2,000,000 is 1414.2.
    assert!(deeper((6000, 9000), (9000, 6000), 1414) && !deeper((6000, 9000), (9000, 6000), 1415));
    assert!(!deeper((6000, 10_000), (6000, 8000), 0), "up to its edge");
    assert!(deeper((6000, 6000), (6000, 8000), 1999), "from inside to its edge");
}

fn near() -> impl Strategy<Value = Pose> {
    (2000_i16..9000, 2000_i16..9000, any::<u16>()).prop_map(|(x, y, turn)| pose(x, y, turn))
}

/// A star-shaped area with dents: corners at whole numbers about a middle, so that it does not cross itself.
fn any_area() -> impl Strategy<Value = Outline> {
    let reach = prop::collection::vec(300_i64..1800, 5..12);
    (2000_i32..9000, 2000_i32..9000, reach).prop_map(|(x, y, reach)| {
        let count = reach.len();
        let ring = reach.into_iter().enumerate().map(|(i, r)| {
            let turn = Turn((i * 65_536 / count) as u16);
            place(x + ((r * turn.sine()) >> 30) as i32, y - ((r * turn.cosine()) >> 30) as i32)
        });
        Outline::new(ring.collect(), Vec::new()).expect("a star does not cross itself")
    })
}

/// The part of a figure that lies in an area: twice the size of it. With ratios of any length, from the triangles between a corner of the figure
/// and the area's edges, each with its sign.
fn common_area(area_of: &Outline, figure: &Figure) -> num_rational::BigRational {
    let apex = pair(figure.corners()[0]);
    let mut sum = whole(0);
    for edge in area_of.edges() {
        let (a, b) = (pair(edge.from), pair(edge.to));
        let sign = cross(&minus(&a, &apex), &minus(&b, &apex));
        let mut part: Vec<Pair> =
            if sign.is_positive() { vec![apex.clone(), a, b] } else { vec![apex.clone(), b, a] };
        for side in figure.edges() {
            part = cut(&part, &pair(side.from), &pair(side.to));
        }
        let size = if part.len() < 3 { whole(0) } else { area(&part) };
        if sign.is_positive() { sum += size } else { sum -= size }
    }
    sum
}

/// Whether one of many lines to places in a figure is free: a line that a blocker's inside cuts off is not.
fn seen_by_sampling(from: Place, target: &Figure, blockers: &[Blocker<'_>]) -> bool {
    let corners = target.corners();
    let free = |to: (i64, i64), scale: i64| {
        blockers.iter().all(|blocker| {
            let edges: Vec<(Place, Place)> = match blocker {
                Blocker::Figure(figure) => figure.edges().map(|edge| (edge.from, edge.to)).collect(),
                Blocker::Area(outline) => outline.edges().map(|edge| (edge.from, edge.to)).collect(),
            };
            !edges.iter().any(|&(a, b)| strictly_crosses(from, to, scale, a, b))
        })
    };
    let mut found = false;
    for i in 0..corners.len() {
        let (a, b) = (corners[i], corners[(i + 1) % corners.len()]);
        for share in (1..64).step_by(2) {
            let mix = |a: i32, b: i32| i64::from(a) * (64 - share) + i64::from(b) * share;
            found |= free((mix(a.x, b.x), mix(a.y, b.y)), 64);
        }
    }
    found
}

/// Whether the way from a place to another, given in so many times finer units, meets an edge or touches it.
fn strictly_crosses(from: Place, to: (i64, i64), scale: i64, a: Place, b: Place) -> bool {
    let fine = |at: Place| (i128::from(at.x) * i128::from(scale), i128::from(at.y) * i128::from(scale));
    let (from, a, b) = (fine(from), fine(a), fine(b));
    let to = (i128::from(to.0), i128::from(to.1));
    let side = |p: (i128, i128), q: (i128, i128), r: (i128, i128)| {
        ((q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0)).signum()
    };
    side(from, to, a) * side(from, to, b) <= 0 && side(a, b, from) * side(a, b, to) <= 0
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn what_part_of_a_figure_lies_in_an_area_is_that_of_exact_ratios(at in near(), woods in any_area()) {
        let figure = at.place(SMALL.shape());
        let all: Vec<Pair> = figure.corners().iter().map(|&at| pair(at)).collect();
        let (part, all) = (common_area(&woods, &figure), area(&all));
        prop_assert!(part <= all && !part.is_negative());
        // What lies in the rim as broad as the slack is not counted, nor missed.
        let rim = whole(2 * 2 * 3 * (1200 + 900) + 100);
        if woods.has_all_of(&figure) {
            prop_assert!(&all - &part <= rim);
        } else if woods.has_part_of(&figure) {
            prop_assert!(part.is_positive() && part < all);
        } else {
            prop_assert!(part <= rim);
        }
        prop_assert!(part <= rim || woods.has_part_of(&figure));
        prop_assert!(&all - &part <= rim || !woods.has_all_of(&figure));
        prop_assert!(!part.is_positive() || woods.apart(&figure) == baize::Apart::NONE);
    }

    #[test]
    fn what_a_line_shows_is_seen(
        at in near(), to in near(), figures in prop::collection::vec(near(), 0..5), woods in prop::collection::vec(any_area(), 0..4)
    ) {
        let (from, target) = (Place::from(at.at), to.place(LARGE.shape()));
        let figures: Vec<Figure> = figures.into_iter().map(|pose| pose.place(SMALL.shape())).collect();
        let mut blockers: Vec<Blocker<'_>> = figures.iter().filter(|figure| !overlap(figure, &target)).map(Blocker::Figure).collect();
        blockers.extend(woods.iter().map(Blocker::Area));
        let in_one = woods.iter().any(|area| area.lies(from) != Lies::Outside)
            || figures.iter().any(|figure| !baize::is_within(figure, &target, Length(0)) && apart(figure, &at.place(SMALL.shape())) == baize::Apart::NONE);
        prop_assume!(!in_one);
        let (seen, sampled) = (sees(from, &target, &blockers), seen_by_sampling(from, &target, &blockers));
        prop_assert!(seen || !sampled, "a free line that is not seen");
        // Fewer blockers never show less, and the order does not matter.
        let mut fewer = blockers.clone();
        fewer.reverse();
        prop_assert_eq!(sees(from, &target, &fewer), seen);
        while fewer.pop().is_some() {
            prop_assert!(!seen || sees(from, &target, &fewer));
        }
    }

    #[test]
    fn a_window_that_is_seen_is_met_by_a_line(at in near(), to in near(), figures in prop::collection::vec(near(), 1..7)) {
        let (from, target) = (Place::from(at.at), to.place(LARGE.shape()));
        let figures: Vec<Figure> = figures.into_iter().map(|pose| pose.place(SMALL.shape())).collect();
        let around = |figure: &&Figure| !overlap(figure, &target) && apart(figure, &at.place(SMALL.shape())) != baize::Apart::NONE;
        let blockers: Vec<Blocker<'_>> = figures.iter().filter(around).map(Blocker::Figure).collect();
        if sees(from, &target, &blockers) && !seen_by_sampling(from, &target, &blockers) {
            // The samples stand up to 60 units apart: a window that they miss is narrower, so with all blockers a little smaller it is seen at once.
            let smaller: Vec<Figure> = to_smaller(&blockers);
            let smaller: Vec<Blocker<'_>> = smaller.iter().map(Blocker::Figure).collect();
            prop_assert!(seen_by_sampling(from, &target, &smaller));
        }
    }
}

/// Rectangles shrunk by some tens of units toward their middles.
fn to_smaller(blockers: &[Blocker<'_>]) -> Vec<Figure> {
    let shrink = |figure: &Figure| {
        let corners = figure.corners();
        let (x, y) = ((corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2);
        let turn_of = (0..=u16::MAX).step_by(64).min_by_key(|&turn| {
            let edge = figure.front();
            let (dx, dy) = (i64::from(edge.to.x - edge.from.x), i64::from(edge.to.y - edge.from.y));
            // The sine of the angle between the edge and the turn's right, with the cosine positive.
            let (sine, cosine) = (Turn(turn).sine(), Turn(turn).cosine());
            let along = dx * cosine + dy * sine;
            if along <= 0 { i64::MAX } else { (dx * sine - dy * cosine).abs() }
        });
        let turn = Turn(turn_of.expect("there are turns"));
        let size = baize::Size { width: Length(1040), depth: Length(740) };
        // The pose is half its depth ahead of the middle.
        let at = baize::Spot { x: x as i16, y: y as i16 };
        let front = Pose { at, turn }.after(size, baize::Leg::Ahead(Length(370)));
        front.place(size.shape())
    };
    blockers
        .iter()
        .filter_map(|blocker| if let Blocker::Figure(figure) = blocker { Some(shrink(figure)) } else { None })
        .collect()
}

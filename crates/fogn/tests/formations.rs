//! Formations: their sizes in the three scales, and every way from one to another.

use baize::{Figure, Length, Pose, Size, Spot, Turn, is_wholly_in};
use fogn::formations::{Array, Figures, Measure, Shifts, Strength, reformed, shifts};

const BASE: Size = Figures::Tall.base(Measure::Metric);

fn placed(pose: Pose, strength: Strength, array: Array) -> Figure {
    pose.place(array.size(strength, BASE).expect("it stands so").shape())
}

#[test]
fn a_base_is_a_base_in_every_scale() {
    let bases =
        |measure| Figures::ALL.map(|figures| figures.base(measure)).map(|size| (size.width.0, size.depth.0));
    // 60 of 40 mm, 40 of 25, 30 of 20; then of 38.1, 25.4 and 19.05: 1.575 MU in each.
    assert_eq!(bases(Measure::Metric), [(600, 450), (640, 480), (600, 400)]);
    assert_eq!(bases(Measure::Imperial), [(630, 472), (630, 472), (630, 420)]);
    let preferred = Figures::ALL.map(|figures| figures.mu(figures.preferred()));
    assert_eq!(preferred, [4000, 2540, 2000], "40 mm, an inch, 20 mm");
}

#[test]
fn arrays_have_the_files_and_ranks_of_the_book() {
    let files = |strength| Array::ALL.map(|array| array.files(strength));
    assert_eq!(files(Strength::Small), [Some(2), None, Some(4), Some(1)]);
    assert_eq!(files(Strength::Large), [Some(3), Some(2), Some(6), Some(1)]);
    let size = |array: Array, strength| array.size(strength, BASE).map(|size| (size.width.0, size.depth.0));
    assert_eq!(size(Array::Tactical, Strength::Large), Some((1800, 900)));
    assert_eq!(size(Array::Deep, Strength::Large), Some((1200, 1350)));
    assert_eq!(size(Array::Column, Strength::Small), Some((600, 1800)));
    assert_eq!(size(Array::Deep, Strength::Small), None);
}

#[test]
fn every_way_from_one_formation_to_another() {
    let these = |units: &[i16]| Some(Shifts::These(units.iter().map(|&units| Length(units)).collect()));
    let way = |strength, from, to| shifts(strength, BASE, from, to);
    let (small, large) = (Strength::Small, Strength::Large);
    assert_eq!(way(small, Array::Tactical, Array::Line), Some(Shifts::Between(Length(-600), Length(600))));
    assert_eq!(way(large, Array::Tactical, Array::Line), Some(Shifts::Between(Length(-900), Length(900))));
    assert_eq!(way(small, Array::Line, Array::Tactical), these(&[0]));
    assert_eq!(way(large, Array::Line, Array::Tactical), these(&[-300, 300]));
    assert_eq!(way(small, Array::Tactical, Array::Column), these(&[-300, 300]));
    assert_eq!(way(large, Array::Tactical, Array::Column), these(&[-600, 0, 600]));
    assert_eq!(way(large, Array::Column, Array::Tactical), these(&[-600, 0, 600]));
    assert_eq!(way(small, Array::Line, Array::Column), None);
    assert_eq!(way(small, Array::Column, Array::Line), None);
    assert_eq!(way(small, Array::Tactical, Array::Deep), None, "a small unit has no deep formation");
}

/// At any angle: the old front is covered by a line, two bases of a line stay, a column's first base is one of the front rank.
#[test]
fn what_stays_stays() {
    for turn in (0..=u16::MAX).step_by(4099) {
        let pose = Pose { at: Spot { x: 12_000, y: 9000 }, turn: Turn(turn) };
        for strength in [Strength::Small, Strength::Large] {
            for (from, to) in Array::ALL.into_iter().flat_map(|from| Array::ALL.map(|to| (from, to))) {
                let found = match shifts(strength, BASE, from, to) {
                    None => continue,
                    Some(Shifts::These(list)) => list,
                    Some(Shifts::Between(first, last)) => vec![first, Length(0), last],
                };
                for shift in found {
                    let new = reformed(pose, strength, BASE, (from, to), shift);
                    assert_eq!(new.turn, pose.turn);
                    check(pose, new, strength, (from, to));
                }
            }
        }
    }
}

fn check(old: Pose, new: Pose, strength: Strength, (from, to): (Array, Array)) {
    let (before, after) = (placed(old, strength, from), placed(new, strength, to));
    let bases = |files: i16, pose: Pose| {
        let width = Length(BASE.width.0 * files);
        pose.place(Size { width, depth: BASE.depth }.shape())
    };
    let files = |array: Array| array.files(strength).expect("it stands so");
    let said = format!("{from:?} to {to:?} at {}", old.turn);
    match (from, to) {
        (Array::Tactical | Array::Deep, Array::Line) => {
            assert!(is_wholly_in(&bases(files(from), old), &after), "{said}: the old front is covered");
        }
        (Array::Line, Array::Tactical | Array::Deep) => {
            assert!(is_wholly_in(&bases(2, old), &after), "{said}: the two in the middle stay");
        }
        (Array::Tactical | Array::Deep, Array::Column) => {
            assert!(is_wholly_in(&bases(1, new), &before), "{said}: behind a base of the front");
        }
        (Array::Column, Array::Tactical | Array::Deep) => {
            assert!(is_wholly_in(&bases(1, old), &after), "{said}: the first base is in the front");
        }
        (Array::Tactical, Array::Deep) | (Array::Deep, Array::Tactical) => {
            let middle = |figure: &Figure| {
                let corners = figure.corners();
                (corners[0].x + corners[2].x, corners[0].y + corners[2].y)
            };
            let ((ax, ay), (bx, by)) = (middle(&before), middle(&after));
            assert!((ax - bx).abs() <= 6 && (ay - by).abs() <= 6, "{said}: the middle stays");
        }
        _ => assert_eq!(before, after, "{said}"),
    }
}

//! Speed of answers about figures: `cargo run --release -p baize --example speed`.

use std::hint::black_box;
use std::time::Instant;

use baize::{
    Blocker, Corner, Figure, Leg, Length, Outline, Place, Pose, Size, Spot, Sweep, Turn, apart, is_within,
    overlap, sees,
};

const UNIT: Size = Size { width: Length(1200), depth: Length(900) };

/// Numbers by lot, the same each time.
struct Lot(u64);

impl Lot {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }

    fn pose(&mut self) -> Pose {
        let at = Spot { x: self.below(28_800) as i16, y: self.below(19_200) as i16 };
        Pose { at, turn: Turn(self.below(65_536) as u16) }
    }

    /// A piece of terrain some 10 MU across, with twelve corners.
    fn piece(&mut self) -> Outline {
        let (x, y) = (2400 + self.below(24_000) as i32, 2400 + self.below(14_400) as i32);
        let ring = (0..12_u16).map(|i| {
            let turn = Turn(i * 5461);
            let reach = 1200 + self.below(1200) as i64;
            Place {
                x: x + ((reach * turn.sine()) >> 30) as i32,
                y: y - ((reach * turn.cosine()) >> 30) as i32,
            }
        });
        Outline::new(ring.collect(), Vec::new()).expect("a star does not cross itself")
    }
}

fn time(what: &str, times: usize, mut work: impl FnMut(usize)) {
    let begin = Instant::now();
    for i in 0..times {
        work(i);
    }
    let each = begin.elapsed().as_nanos() / times as u128;
    println!("{what}: {}.{:02} µs", each / 1000, each % 1000 / 10);
}

fn main() {
    let mut lot = Lot(1809);
    let poses: Vec<Pose> = (0..1000).map(|_| lot.pose()).collect();
    let figures: Vec<Figure> = poses.iter().map(|pose| pose.place(UNIT.shape())).collect();
    let pieces: Vec<Outline> = (0..30).map(|_| lot.piece()).collect();
    let terrain: Vec<Blocker<'_>> = pieces.iter().map(Blocker::Area).collect();
    let crowd: Vec<Blocker<'_>> =
        terrain.iter().copied().chain(figures[..40].iter().map(Blocker::Figure)).collect();
    let other = |i: usize| (i * 7 + 41) % 1000;
    time("placing a figure", 1_000_000, |i| {
        let _ = black_box(poses[i % 1000].place(UNIT.shape()));
    });
    time("whether two overlap", 1_000_000, |i| {
        let _ = black_box(overlap(&figures[i % 1000], &figures[other(i)]));
    });
    time("whether two are within 16 MU", 1_000_000, |i| {
        let _ = black_box(is_within(&figures[i % 1000], &figures[other(i)], Length::mu(16)));
    });
    time("the distance of two", 200_000, |i| {
        let _ = black_box(apart(&figures[i % 1000], &figures[other(i)]));
    });
    time("sight past 30 pieces of terrain", 20_000, |i| {
        let _ = black_box(sees(Place::from(poses[i % 1000].at), &figures[other(i)], &terrain));
    });
    time("sight past 30 pieces and 40 units", 20_000, |i| {
        let _ = black_box(sees(Place::from(poses[i % 1000].at), &figures[other(i)], &crowd));
    });
    time("what of 30 pieces a unit stands in", 20_000, |i| {
        let _ = black_box(pieces.iter().filter(|piece| piece.has_part_of(&figures[i % 1000])).count());
    });
    time("first contact along 6 MU ahead", 5_000, |i| {
        let sweep = Sweep::new(poses[i % 1000], UNIT, Leg::Ahead(Length::mu(6)));
        let _ = black_box(sweep.first_touch(&figures[other(i)]));
    });
    time("first contact along a wheel of 90 degrees", 5_000, |i| {
        let wheel = Leg::Wheel { pivot: Corner::Left, by: Turn::degrees(-90) };
        let _ = black_box(Sweep::new(poses[i % 1000], UNIT, wheel).first_touch(&figures[other(i)]));
    });
}

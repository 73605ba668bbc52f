//! From degrees to metres. Everything after this counts in whole centimetres from the survey's origin.

use geo::Coord;

/// Projection: how the coordinates of a survey are meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Projection {
    /// Metres east and north of a named origin.
    Metres {
        /// The coordinates of the origin itself.
        origin: Coord<f64>,
    },
    /// Degrees of longitude and latitude (WGS 84), brought to metres by a transverse Mercator projection whose meridian and
    /// zero are
    /// those of the origin, at scale 1.
    TransverseMercator {
        /// Longitude and latitude of the origin.
        origin: Coord<f64>,
    },
}

impl Projection {
    /// The names of the projections in files.
    pub const NAMES: [&'static str; 2] = ["metres", "transverse_mercator"];

    /// Metres east and north of the origin, to the centimetre: what follows is the same on every machine.
    pub fn meters(self, at: Coord<f64>) -> Coord<f64> {
        let Coord { x, y } = match self {
            Projection::Metres { origin } => at - origin,
            Projection::TransverseMercator { origin } => transverse_mercator(at, origin),
        };
        Coord { x: centimetre(x), y: centimetre(y) }
    }
}

/// Rounded to the centimetre, in metres.
pub(crate) fn centimetre(meters: f64) -> f64 {
    (meters * 100.0).round() / 100.0
}

/// The larger half axis of the ellipsoid WGS 84, in metres.
const AXIS: f64 = 6_378_137.0;
/// The square of its eccentricity.
const ECCENTRICITY: f64 = 0.006_694_379_990_141;

/// The usual series to the fifth power: exact to the millimetre some hundred kilometres around.
fn transverse_mercator(at: Coord<f64>, origin: Coord<f64>) -> Coord<f64> {
    let latitude = at.y.to_radians();
    let (sin, cos) = latitude.sin_cos();
    let across = AXIS / (1.0 - ECCENTRICITY * sin * sin).sqrt();
    let t = (sin / cos).powi(2);
    let c = ECCENTRICITY / (1.0 - ECCENTRICITY) * cos * cos;
    let a = (at.x - origin.x).to_radians() * cos;
    let x = across * (a + (1.0 - t + c) * a.powi(3) / 6.0 + (5.0 - 18.0 * t + t * t) * a.powi(5) / 120.0);
    let bend = a * a / 2.0 + (5.0 - t + 9.0 * c + 4.0 * c * c) * a.powi(4) / 24.0;
    let y = meridian(latitude) - meridian(origin.y.to_radians()) + across * (sin / cos) * bend;
    Coord { x, y }
}

/// The length of the meridian from the equator, in metres.
fn meridian(latitude: f64) -> f64 {
    let e = ECCENTRICITY;
    let flat = 1.0 - e / 4.0 - 3.0 * e * e / 64.0 - 5.0 * e.powi(3) / 256.0;
    let second = 3.0 * e / 8.0 + 3.0 * e * e / 32.0 + 45.0 * e.powi(3) / 1024.0;
    let fourth = 15.0 * e * e / 256.0 + 45.0 * e.powi(3) / 1024.0;
    let sixth = 35.0 * e.powi(3) / 3072.0;
    AXIS * (flat * latitude - second * (2.0 * latitude).sin() + fourth * (4.0 * latitude).sin()
        - sixth * (6.0 * latitude).sin())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Held against the length of a degree of longitude and of latitude at 45° north, as tables print it.
    #[test]
    fn a_degree_is_as_long_as_the_tables_say() {
        let origin = Coord { x: 10.0, y: 45.0 };
        let projection = Projection::TransverseMercator { origin };
        let east = projection.meters(Coord { x: 10.01, y: 45.0 });
        assert!((east.x - 788.47).abs() < 0.02, "{east:?}");
        assert!(east.y.abs() < 0.1, "{east:?}");
        let north = projection.meters(Coord { x: 10.0, y: 45.01 });
        assert!((north.y - 1111.32).abs() < 0.05, "{north:?}");
        assert_eq!(projection.meters(origin), Coord { x: 0.0, y: 0.0 });
    }
}

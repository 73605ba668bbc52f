//! Confidence: how sure one can be of a share.

/// The Wilson interval of 95 % for `hits` among `cases`, as shares from 0 to 1.
pub fn interval(hits: u64, cases: u64) -> (f64, f64) {
    const Z: f64 = 1.959_963_984_540_054;
    if cases == 0 {
        return (0.0, 1.0);
    }
    let (n, p) = (cases as f64, hits as f64 / cases as f64);
    let centre = p + Z * Z / (2.0 * n);
    let half = Z * (p * (1.0 - p) / n + Z * Z / (4.0 * n * n)).sqrt();
    let whole = 1.0 + Z * Z / n;
    (((centre - half) / whole).max(0.0), ((centre + half) / whole).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::interval;

    #[test]
    fn the_interval_is_that_of_the_tables() {
        let (low, high) = interval(50, 100);
        assert!((low - 0.4038).abs() < 0.0001 && (high - 0.5962).abs() < 0.0001, "{low} {high}");
        assert!(interval(0, 10).0.abs() < 1e-9);
        assert_eq!(interval(0, 0), (0.0, 1.0));
    }
}

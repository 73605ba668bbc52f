use crate::dice::{CommittedDice, FastDice, Seed};
use crate::hash::{hex, state_hash, unhex};

/// Chi-square of counts against equal shares.
fn chi_square(counts: &[u64]) -> f64 {
    let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
    counts.iter().map(|count| (*count as f64 - expected).powi(2) / expected).sum()
}

/// The value that chi-square exceeds by chance once in 10 000 times (Wilson and Hilferty's approximation).
fn limit(faces: usize) -> f64 {
    let freedom = (faces - 1) as f64;
    freedom * (1.0 - 2.0 / (9.0 * freedom) + 3.719 * (2.0 / (9.0 * freedom)).sqrt()).powi(3)
}

#[test]
fn the_fast_dice_are_uniform() {
    for faces in [2usize, 6, 10, 36, 100, 7] {
        let mut dice = FastDice::new(2026);
        let mut counts = vec![0; faces];
        for _ in 0..faces * 5000 {
            counts[dice.below(faces as u32) as usize] += 1;
        }
        assert!(chi_square(&counts) < limit(faces), "{faces}: {}", chi_square(&counts));
    }
}

#[test]
fn the_committed_dice_are_uniform() {
    let dice = CommittedDice::new(&Seed::from_number(1), &[b"a".to_vec(), b"b".to_vec()]);
    for faces in [2usize, 6, 10, 36] {
        let mut counts = vec![0; faces];
        for n in 0..(faces * 1000) as u64 {
            counts[dice.throw(n, faces as u32) as usize] += 1;
        }
        assert!(chi_square(&counts) < limit(faces), "{faces}: {}", chi_square(&counts));
    }
}

#[test]
fn a_huge_die_shows_no_modulo_bias() {
    // With 3 * 2^30 faces, the modulus of a 32-bit number would fall into the first third twice as often.
    let mut dice = FastDice::new(5);
    let mut thirds = [0u64; 3];
    for _ in 0..30_000 {
        thirds[(dice.below(3 << 30) >> 30) as usize] += 1;
    }
    assert!(chi_square(&thirds) < limit(3), "{thirds:?}");
}

#[test]
fn every_contribution_changes_the_dice() {
    let throws = |contributions: &[Vec<u8>]| {
        let dice = CommittedDice::new(&Seed::from_number(1), contributions);
        (0..32).map(|n| dice.throw(n, 1000)).collect::<Vec<_>>()
    };
    let base = throws(&[b"x".to_vec(), b"y".to_vec()]);
    assert_eq!(base, throws(&[b"x".to_vec(), b"y".to_vec()]));
    assert_ne!(base, throws(&[b"xy".to_vec(), b"".to_vec()]));
    assert_ne!(base, throws(&[b"y".to_vec(), b"x".to_vec()]));
}

#[test]
fn the_committed_dice_keep_their_documented_bytes() {
    // Computed by an independent implementation of the module's page (Python's hmac and hashlib).
    let seed = Seed([7; 32]);
    assert_eq!(hex(&seed.commitment()), include_str!("commitment.txt").trim());
    let dice = CommittedDice::new(&seed, &[b"red".to_vec(), vec![]]);
    let throws: Vec<String> = (0..40).map(|n| dice.throw(n, 10).to_string()).collect();
    assert_eq!(throws.join(" "), include_str!("throws.txt").trim());
}

#[test]
fn hexadecimal_digits_go_both_ways() {
    assert_eq!(unhex("00ff1a"), Some(vec![0, 255, 26]));
    assert_eq!(unhex("0"), None);
    assert_eq!(unhex("0G"), None);
    assert_eq!(unhex("FF"), None);
    assert_eq!(hex(&[0, 255, 26]), "00ff1a");
}

#[test]
fn the_state_hash_is_the_same_everywhere() {
    assert_eq!(&hex(&state_hash(&(3u16, -1i32, true, 7usize)))[..16], include_str!("state.txt").trim());
}

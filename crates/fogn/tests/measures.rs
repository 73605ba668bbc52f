//! Measures as scripts write them.

use baize::{Length, Turn};
use fogn::core::names::{length_id, length_of, turn_id, turn_of};

#[test]
fn every_length_and_every_turn_is_written_and_read_back() {
    for number in i16::MIN + 1..=i16::MAX {
        assert_eq!(length_of(&length_id(Length(number))), Some(Length(number)));
        assert_eq!(turn_of(&turn_id(Turn(number as u16))), Some(Turn(number as u16)));
    }
    assert_eq!(length_of("2.5mu"), Some(Length(1000)));
    assert_eq!(turn_of("-90deg"), Some(Turn::QUARTER.reversed()));
    assert_eq!([length_of("mu"), length_of("1e3mu"), length_of("99999mu"), length_of("--1mu")], [None; 4]);
}

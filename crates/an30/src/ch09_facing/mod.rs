//! 9: facing. What is front, flank and rear of a unit where it stands, with refused flanks (12.6.6), and turning in place.
//!
//! Others call: [`facing::face`], [`facing::fronts`], [`facing::front_hexes`] (zones, fire, movement), [`facing::hit`] (assault, charge:
//! through which face an attack comes), `Field::turn` (formation changes, recovery). Wheeling (9.2.1) belongs here too.

pub mod facing;

//! An assault between two of its steps: the stacks that take part, what came of their rolls, those driven off (16). Chapter 16 gathers it and
//! changes it (`ch16_assault::ongoing`); a variant of the rulebook is handed it.

use ground::HexId;
use table::Side;

use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Order, State, UnitId};
use crate::core::status;

/// Nerve: what came of the roll to close or to stand of those who fire (16.4, 16.5, 19.6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Nerve {
    /// They passed it: their fire counts twice.
    Steady,
    /// They failed it, or had none to make.
    Shaken,
}

/// A stack in an assault.
#[derive(Clone, Hash, Debug)]
pub struct Party {
    /// Its units, from the top.
    pub units: Units,
    /// The unit by which it is known: its first when it came in.
    pub known: UnitId,
    /// Hexes of distance for the roll to close; 0: none.
    pub distance: u8,
    /// In column when it declared (16.4.2).
    pub column: bool,
    /// Result of its roll.
    pub nerve: Nerve,
    /// Columns that its roll to stand gives (16.5).
    pub shifts: i16,
    /// The hexes that it assaults.
    pub targets: Few<HexId, 4>,
    /// Guns with it: they do not take part, but suffer what it suffers (16.2.2.3).
    pub guns: Units,
    /// Skirmishers that had nowhere to retreat (16.3.3).
    pub cornered: bool,
    /// The bonus of a leader who left them (16.3.5).
    pub abandoned: i16,
    /// It was committed, or reserves joined it (16.8).
    pub committed: bool,
    /// The hexes in which it stood when it was assaulted: who draws together in one of them is still of the assault (16.5.3).
    pub held: Few<HexId, 8>,
}

impl Party {
    /// Units as they come into it, with nothing rolled yet.
    pub(crate) fn of(units: Units) -> Party {
        Party {
            known: units.first().copied().unwrap_or(UnitId::NONE),
            units,
            distance: 0,
            column: false,
            nerve: Nerve::Shaken,
            shifts: 0,
            targets: Few::new(),
            guns: Units::new(),
            cornered: false,
            abandoned: 0,
            committed: false,
            held: Few::new(),
        }
    }

    /// A stack of reserves that comes in (16.8): without distance.
    pub fn reserve(units: Units) -> Party {
        Party { committed: true, ..Party::of(units) }
    }

    /// The stack of a unit's hex.
    pub fn alone(s: &State, unit: UnitId) -> Party {
        Party::of(s.units_in(s.unit(unit).hex()))
    }

    /// Its units that are still with it, from the top; the parts of those that broke down (12.1.2).
    pub fn present(&self, b: &Battle, s: &State) -> Units {
        let here = status::on_map(b, s, &self.units).into_iter();
        here.filter(|u| s.unit(*u).order != Order::Pgd && !status::is_wreck(s, *u)).collect()
    }

    /// As [`Party::present`], with its guns.
    pub fn all(&self, b: &Battle, s: &State) -> Units {
        let mut all = self.present(b, s);
        all.extend(
            self.guns.iter().copied().filter(|u| s.unit(*u).on_map() && s.unit(*u).order != Order::Pgd),
        );
        all
    }

    /// Leaves out those who were displaced from it (11.1.5): who has no hex with those above, nor is part of the same unit as one of them.
    pub fn close_up(&mut self, b: &Battle, s: &State) {
        let mut stays = Units::new();
        for unit in self.present(b, s) {
            let own = |other: &UnitId| {
                let whole = b.unit(unit).part_of.some();
                let shares = s.unit(unit).hexes().iter().any(|hex| s.unit(*other).hexes().contains(hex));
                shares || whole.is_some() && whole == b.unit(*other).part_of.some()
            };
            if stays.is_empty() || stays.iter().any(own) {
                stays.push(unit);
            }
        }
        let with = |gun: &UnitId| stays.iter().any(|u| s.unit(*u).hexes().contains(&s.unit(*gun).hex()));
        self.guns.retain(|gun| with(gun));
        self.units = stays;
    }

    /// The stacks that have become of it: those who drew together in different hexes of it have parted, as a line and its guns (16.5.3). Who stands with others
    /// stays with them, and so do the parts of one unit.
    pub fn stacks(&self, b: &Battle, s: &State) -> Few<Party, 2> {
        let mut found: Few<Party, 2> = Few::new();
        let mut left = self.present(b, s);
        while let Some(&first) = left.first() {
            let known = if found.is_empty() { self.known } else { first };
            let mut stack = Party { known, units: left.clone(), ..self.clone() };
            stack.close_up(b, s);
            left.retain(|unit| !stack.units.contains(unit));
            found.push(stack);
        }
        found
    }

    /// Its top unit that counts: of infantry, if there is any (16.4).
    pub fn top(&self, b: &Battle, s: &State) -> Option<UnitId> {
        let here = self.present(b, s);
        here.iter().copied().find(|u| b.arm(*u) == Arm::Infantry).or(here.first().copied())
    }

    /// The hexes where it stands.
    pub fn hexes(&self, b: &Battle, s: &State) -> Few<HexId, 8> {
        let mut hexes: Few<HexId, 8> = Few::new();
        for unit in self.present(b, s) {
            let new: Few<HexId, 8> =
                s.unit(unit).hexes().iter().copied().filter(|hex| !hexes.contains(hex)).collect();
            hexes.extend(new);
        }
        hexes
    }
}

/// An assault that is being resolved.
#[derive(Clone, Hash, Debug)]
pub struct OngoingAssault {
    /// The side that assaults: after a huzzah the other one.
    pub side: Side,
    /// The hexes assaulted.
    pub targets: Few<HexId, 8>,
    /// Parties that assault.
    pub attackers: Few<Party, 4>,
    /// Parties that stand.
    pub defenders: Few<Party, 4>,
    /// Attackers before whom nobody stands any more: they take no further part but the advance.
    pub idle: Few<Party, 4>,
    /// A charge of the Old Guard (16.10).
    pub guard: bool,
    /// Reserves were committed (16.8).
    pub reinforced: bool,
    /// Hexes that a result of the chart emptied.
    pub won: Few<HexId, 8>,
    /// Attackers who fought a mêlée of this assault (the revision, A8).
    pub fought: Units,
    /// Those driven off, and their routes.
    pub flights: Few<Flight, 2>,
    /// No impetus follows: it is against cavalry (16.9.3.5), or against units in general order (16.9.3.4).
    pub tame: bool,
    /// Guns without ammunition beside others: as if they were not there (18.10.3).
    pub ignored: Units,
    /// Units that retreated before the assault, and how many hexes (16.3.7.2).
    pub away: Few<(UnitId, u8), 8>,
    /// Hexes that a result emptied, with the hexes of impetus that it gives (the revision, A7d).
    pub pushes: Few<(HexId, u8), 8>,
    /// New assaults on those whom an advance met (16.3.7.2), to be resolved next.
    pub next: Vec<Assault>,
}

/// Units that were driven off (16.9.3.1).
#[derive(Clone, Hash, Debug)]
pub struct Flight {
    /// The units.
    pub units: Units,
    /// The hexes in which they stood.
    pub left: Few<HexId, 8>,
    /// Their route, from the hex in which they gathered.
    pub route: Few<HexId>,
}

impl Flight {
    /// Those of its units that are left, the parts of those that broke down (12.1.2).
    pub fn left_of(&self, b: &Battle, s: &State) -> Units {
        status::on_map(b, s, &self.units)
    }

    /// Their route as who took one of their hexes follows it.
    pub fn beyond(&self, hex: HexId) -> &[HexId] {
        let first = self.route.iter().position(|one| *one == hex).map_or(0, |place| place + 1);
        &self.route[first..]
    }
}

//! 19.2.2.2: a line draws itself out or in while it charges.

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch13_movement::shift::{self, Start};
use crate::ch13_movement::step;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::Battle;
use crate::core::field::{hex_of, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{ChargeKind, Formation, State};
use crate::core::{footprint, status, verb};

use super::charge::Progress;

/// The hexes of a charging line that draws itself out into a hex beside it, or gives up the one at an end: one for each hex that it went ahead
/// (19.2.2.2), not in charges out of its turn, and not out of its zone.
///
/// # Errors
/// Why not.
pub fn may_spread(b: &Battle, s: &State, at: usize, hex: HexId) -> Result<Hexes, Refusal> {
    let c = &s.charges[at];
    let (top, now) = (c.units[0], s.unit(c.units[0]));
    let no =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(hex)));
    if now.shape() != Formation::Line || c.kind != ChargeKind::Ordinary {
        return no(rule!("19.2.2.2"), "spread.line");
    }
    if usize::from(c.drawn) + 1 >= c.route.len() {
        return no(rule!("19.2.2.2"), "spread.pace");
    }
    let mut hexes: Hexes = now.hexes().into();
    let (first, last) = (hexes[0], hexes[hexes.len() - 1]);
    if hexes.len() > 1 && (hex == first || hex == last) {
        hexes.retain(|own| *own != hex);
        return Ok(hexes);
    }
    let right = footprint::right_of(now.aim);
    let beside = |end: HexId, dir: Dir| b.ground.neighbour(end, dir) == Some(hex);
    let (end, dir) = if beside(last, right) {
        hexes.push(hex);
        (last, right)
    } else if beside(first, right.opposite()) {
        hexes.insert(0, hex);
        (first, right.opposite())
    } else {
        return no(rule!("19.2.2.2"), "spread.hex");
    };
    if c.units.iter().any(|u| hexes.len() > shift::most_in_line(b, s, *u)) {
        return no(rule!("12.3.4.2"), "extend.increments");
    }
    if !c.zone.contains(&hex) {
        return no(rule!("19.2.1"), "charge.zone");
    }
    step::ground(b, status::traveller(b, s, top), end, dir)?;
    shift::may_lie(b, s, &c.units, &hexes, Start::Kept)?;
    Ok(hexes)
}

/// The ways in which a charging line may do so.
pub(super) fn list(b: &Battle, s: &State, at: usize, out: &mut Vec<Answer>) {
    let now = s.unit(s.charges[at].units[0]);
    let hexes = now.hexes();
    if now.shape() != Formation::Line {
        return;
    }
    let (first, last, right) = (hexes[0], hexes[hexes.len() - 1], footprint::right_of(now.aim));
    let beside = [b.ground.neighbour(first, right.opposite()), b.ground.neighbour(last, right)];
    let out_into = beside.into_iter().flatten().filter(|hex| may_spread(b, s, at, *hex).is_ok());
    out.extend(out_into.map(|hex| Answer::one(verb::EXTEND, hex_point(hex))));
    if may_spread(b, s, at, first).is_ok() {
        out.extend([first, last].map(|hex| Answer::one(verb::CONSOLIDATE, hex_point(hex))));
    }
}

impl Field<'_> {
    /// Draws a charging line out or in by a hex, after a check: failed, it disorders and the charge is over (19.2.2.2).
    pub(super) fn spread(&mut self, at: usize, answer: &Answer) -> Play<Progress> {
        let hex = hex_of(answer).expect("extend points at a hex");
        let Ok(hexes) = may_spread(self.b, self.s, at, hex) else { return Ok(Progress::On) };
        let units = self.s.charges[at].units.clone();
        self.s.charges[at].drawn += 1;
        let check = Check::plain(Kind::Other, rule!("19.2.2.2"));
        if !self.check_morale(&units, &check)?.all_passed() {
            for unit in units {
                self.disorder(unit, rule!("19.2.2.2"))?;
            }
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        let before = self.s.unit(units[0]).hex();
        for &unit in &units {
            self.s.put(unit, &hexes);
        }
        self.leaders_fly(hex, self.b.side(units[0]))?;
        if let Some(dir) = self.b.ground.dir_to(before, hexes[0]) {
            // The route is told of the first hex: it begins elsewhere now.
            let ground = &self.b.ground;
            for step in &mut self.s.charges[at].route {
                *step = ground.neighbour(*step, dir).unwrap_or(*step);
            }
        }
        self.tell(|| {
            Event::new(rule!("19.2.2.2"), "charge.spread")
                .point("unit", unit_point(units[0]))
                .number("hexes", hexes.len() as i32)
        });
        Ok(Progress::On)
    }
}

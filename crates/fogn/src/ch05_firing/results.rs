//! Throws at a target and what comes of the hits (`firing.rerolls`, `firing.results`).

use table::{Event, Few, Modifiers, Play, Side, rule};

use super::dice::{has_rifles, shells};
use super::hits::{needed, needed_by_shells};
use super::targets::{Range, part_figure};
use crate::Field;
use crate::armies::{Arm, Capability, Elan, Training};
use crate::ch02_assault::shown;
use crate::ch07_outcome::Away;
use crate::core::charts::{Back, Peril};
use crate::core::field::unit_point;
use crate::core::state::{Cohesion, Formation, Shot, UnitId, did};
use crate::formations::Strength;

/// Second throws of fire by training (`firing.rerolls`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Again {
    Never,
    Ones,
    Sixes,
}

/// Hits on a target, and whether some of the fire was at close range.
struct Fire {
    hits: i16,
    close: bool,
    /// Whether the target is assaulting.
    charged: bool,
    from: Few<UnitId, 8>,
}

impl Field<'_, '_> {
    /// All dice that were given out against a target are thrown, and the result is applied at once (`firing.results`).
    pub(super) fn throw_at(&mut self, side: Side, target: UnitId) -> Play<()> {
        let shots: Few<Shot, 8> = self.s.shots.iter().filter(|shot| shot.target == target).copied().collect();
        let mut fire =
            Fire { hits: 0, close: false, charged: self.s.unit(target).has(did::CHARGES), from: Few::new() };
        for shot in &shots {
            let range = self.range(shot);
            fire.close |= range == Range::Close;
            fire.hits += self.shoot(side, shot, range)?;
            fire.from.push(shot.unit);
        }
        self.s.shots.retain(|shot| shot.target != target);
        self.s.unit_mut(target).set(did::TARGET, true);
        self.suffer(target, &fire)
    }

    /// The band of a shot.
    fn range(&self, shot: &Shot) -> Range {
        let own = part_figure(self.b, self.s, shot.unit, shot.part);
        let distance = baize::apart(&own, &shown(self.b, self.s, shot.target));
        let band = Range::ALL.iter().copied().find(|range| distance.is_within(range.most()));
        band.unwrap_or(Range::Long)
    }

    /// Hits of a shot: veterans throw ones again, conscripts and irregulars their sixes; dice of attachments and of those who support count as drilled.
    fn shoot(&mut self, side: Side, shot: &Shot, range: Range) -> Play<i16> {
        let (least, advantages) = needed(self.b, self.s, (shot.unit, shot.part), shot.target, range);
        let training = self.b.unit(shot.unit).training;
        let again = match training {
            // RULING: a one never hits, so who may throw it again does.
            Training::Veteran => Again::Ones,
            Training::Conscript | Training::Irregular => Again::Sixes,
            Training::Drilled => Again::Never,
        };
        let others = if training == Training::Irregular { Again::Sixes } else { Again::Never };
        let mut hits = self.volley(side, shot.unit, shot.own, least, again)?;
        let shells = shells(self.b, self.s, shot.unit, range).min(shot.other);
        if shells > 0 {
            let least = needed_by_shells(self.b, self.s, (shot.unit, shot.part), shot.target, range);
            hits += self.volley(side, shot.unit, shells, least, others)?;
        }
        hits += self.volley(side, shot.unit, shot.other - shells, least, others)?;
        self.tell(|| {
            Event::new(rule!("firing.hit"), "fired")
                .point("unit", unit_point(shot.unit))
                .point("target", unit_point(shot.target))
                .word("range", range.name())
                .number("dice", i16::from(shot.own + shot.other))
                .number("least", least)
                .number("hits", hits)
                .parts(&advantages)
        });
        Ok(hits)
    }

    /// Hits of some dice.
    fn volley(&mut self, side: Side, unit: UnitId, dice: u8, least: i16, again: Again) -> Play<i16> {
        if dice == 0 {
            return Ok(0);
        }
        const MISS: u32 = 0;
        const HIT: u32 = 1;
        const AGAIN: u32 = 2;
        let class = |face: i16| match (again, face) {
            (Again::Ones, 1) | (Again::Sixes, 6) => AGAIN,
            (_, face) if face >= least => HIT,
            _ => MISS,
        };
        let rule = rule!("firing.rerolls");
        let first = self.throw(rule, "fire", (side, unit), dice.into(), class)?;
        let mut hits = first.of(HIT as usize);
        let more = first.of(AGAIN as usize);
        if more > 0 {
            let second = self.throw(rule, "again", (side, unit), more, |face| u32::from(face >= least))?;
            hits += second.of(1);
        }
        Ok(hits as i16)
    }

    /// Effect of hits on a target. A large unit that is steady or disordered counts one fewer.
    fn suffer(&mut self, target: UnitId, fire: &Fire) -> Play<()> {
        let (card, now) = (self.b.unit(target), *self.s.unit(target));
        let large = card.strength == Strength::Large && now.cohesion <= Cohesion::Disordered;
        // Superior troops that assault mind one hit less, too, but none two.
        let superior = fire.charged && card.elan == Elan::Superior;
        let hits = (fire.hits - i16::from(large || superior)).max(0);
        let result = self.b.charts.fire_result(hits);
        let wavering = now.cohesion == Cohesion::Wavering;
        // One level at the most without close fire, and of guards; who wavers retires instead, unless some of the fire is close.
        let most = if !fire.close || card.is(Capability::Guard) { 1 } else { result.levels };
        let spared = wavering && !fire.close && result.levels > 0;
        let levels = if spared { 0 } else { result.levels.min(most) };
        let counted = Modifiers::new()
            .and(fire.hits, "hits", rule!("firing.results"))
            .and_if(large && fire.hits > 0, -1, "large", rule!("units.size"))
            .and_if(superior && !large && fire.hits > 0, -1, "superior", rule!("troops.elan"));
        self.tell(|| {
            Event::new(rule!("firing.results"), "hit")
                .point("unit", unit_point(target))
                .number("hits", hits)
                .number("levels", levels)
                .word("advance", result.advance.name())
                .sum("hits", &counted)
        });
        if fire.charged && card.arm() == Arm::Cavalry && hits >= 4 {
            self.s.unit_mut(target).spent = true;
        }
        if fire.charged {
            for assault in self.s.assaults.iter_mut().filter(|assault| assault.unit == target) {
                assault.halt = assault.halt.max(result.advance);
            }
        } else if self.b.side(target) == self.s.clock.side {
            let halt = &mut self.s.unit_mut(target).halt;
            *halt = (*halt).max(result.advance);
        }
        let peril = if fire.from.iter().any(|unit| has_rifles(self.b, self.s, *unit)) {
            Peril::Rifles
        } else {
            Peril::Muskets
        };
        self.endanger(target, fire.hits, peril)?;
        let from: Few<UnitId, 8> = fire.from.clone();
        if self.drop_levels(target, levels)? == Cohesion::Broken {
            return self.breaks(target, &from);
        }
        let cavalry = card.arm() == Arm::Cavalry;
        match result.back {
            _ if spared => {
                if now.formation == Formation::Square {
                    self.s.unit_mut(target).formation = Formation::Tactical;
                }
                self.go_away(target, &from, Away::Outcome)?;
            }
            Back::Retire => self.go_away(target, &from, Away::Outcome)?,
            Back::Three => self.go_away(target, &from, Away::ToThree)?,
            // Who assaults may test to go on instead; guns of its own let cavalry stay.
            Back::Cavalry if cavalry && !fire.charged => {
                if !self.may_stay(target)?.passed() {
                    self.go_away(target, &from, Away::ToThree)?;
                }
            }
            Back::Cavalry | Back::None => {}
        }
        Ok(())
    }
}

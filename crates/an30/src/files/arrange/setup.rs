//! The set-up: where everything stands at the start, and what a vignette says of it besides.

use ground::{Aim, HexId};
use muster::Spanned;
use table::Side;

use super::build::Builder;
use super::raw::{Name, RawUnit};
use crate::ch11_stacking::limits;
use crate::core::battle::Battle;
use crate::core::charts::AimKind;
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{
    ChargeMark, Formation, LeaderId, LeaderStatus, Order, Prone, Readiness, Status, UnitId, did, leader_did,
};
use crate::core::status::{self, Losses};

/// Words for the bits of [`did`].
pub const DEEDS: [(&str, u32); 14] = [
    ("in-command", did::IN_COMMAND),
    ("member", did::MEMBER),
    ("moved", did::MOVED),
    ("halted", did::HALTED),
    ("fought", did::FOUGHT),
    ("preserves", did::PRESERVES),
    ("wrecked", did::WRECKED),
    ("forced", did::FORCED),
    ("tried", did::TRIED),
    ("left-zone", did::LEFT_ZONE),
    ("acted", did::ACTED),
    ("returns", did::RETURNS),
    ("beside-wreck", did::BESIDE_WRECK),
    ("diverted", did::DIVERTED),
];

impl Builder<'_, '_> {
    pub(super) fn set_up(&mut self, battle: &mut Battle) {
        let raw = self.raw;
        let ids: Vec<String> = battle.units.iter().map(|c| c.id.clone()).collect();
        for u in &raw.unit {
            let Some(i) = ids.iter().position(|id| id == u.id.get_ref()) else { continue };
            self.unit(battle, UnitId(i as u16), u);
        }
        for (unit, aim) in footprint::laid_guns(battle, &battle.setup) {
            battle.setup.unit_mut(unit).aim = aim;
        }
        for l in &raw.leader {
            let Some(i) = battle.leaders.iter().position(|c| c.id == *l.id.get_ref()) else { continue };
            let hex = l.at.as_ref().map(|at| self.hex(&battle.ground, at));
            let (adc, command) = (battle.leaders[i].post.is_adc(), battle.leaders[i].command);
            let now = battle.setup.leader_mut(LeaderId(i as u16));
            if let Some(hex) = hex {
                (now.hex, now.status) = (hex, LeaderStatus::Map);
            }
            if !adc {
                now.leads = command;
            }
            now.set(leader_did::MOVED, l.moved.unwrap_or(false));
            now.set(leader_did::ACTIVATED, l.activated.unwrap_or(false));
        }
        for c in &raw.command {
            if let Some(i) = battle.commands.iter().position(|card| card.id == *c.id.get_ref()) {
                battle.setup.levels[i] = c.level.min(3);
            }
        }
        if !self.lenient {
            self.stacks(battle, raw);
        }
    }

    fn unit(&mut self, battle: &mut Battle, unit: UnitId, raw: &RawUnit) {
        self.bearing(battle, unit, raw);
        let arm = battle.arm(unit);
        let formation =
            raw.formation.as_ref().and_then(|name| self.faults.word("formation", name, Formation::NAMES));
        let formation = formation.map_or(Formation::usual(arm), |at| Formation::ALL[at]);
        let own = Formation::of(arm).iter().filter(|f| !matches!(f, Formation::Disorder | Formation::Pgd));
        if let Some(name) = raw.formation.as_ref().filter(|_| !own.clone().any(|f| *f == formation)) {
            let names: Vec<&str> = own.map(|f| f.name()).collect();
            let what = format!("no {} is in {formation}", battle.arm(unit));
            self.faults.at(name.span(), what).expect(muster::one_of(&names));
            return;
        }
        battle.setup.unit_mut(unit).formation = formation;
        let row = status::row(battle, &battle.setup, unit).clone();
        let usual = self.usual_aim(battle.side(unit), row.aim);
        let aim = match &raw.facing {
            None => usual,
            Some(name) => {
                let names: Vec<&str> = footprint::aims(&row).map(Aim::name).collect();
                match Aim::ALL.into_iter().find(|aim| aim.name() == name.get_ref()) {
                    Some(aim) if footprint::may_aim(&row, aim) => aim,
                    _ => {
                        let what = format!("in {} a unit does not face {:?}", row.formation, name.get_ref());
                        self.faults.at(name.span(), what).expect(muster::one_of(&names));
                        usual
                    }
                }
            }
        };
        battle.setup.unit_mut(unit).aim = aim;
        let hexes: Hexes = match (&raw.hexes, &raw.at) {
            (Some(list), _) => list.iter().map(|name| self.hex(&battle.ground, name)).collect(),
            (None, Some(at)) => Hexes::from_slice(&[self.hex(&battle.ground, at)]),
            (None, None) => Hexes::new(),
        };
        self.place(battle, unit, raw, &hexes);
    }

    fn place(&mut self, battle: &mut Battle, unit: UnitId, raw: &RawUnit, hexes: &[HexId]) {
        let arrives = battle.arrivals.iter().any(|a| a.units.contains(&unit));
        let named = raw.status.as_ref().and_then(|name| self.faults.word("status", name, Status::NAMES));
        let named = named.map(|at| Status::ALL[at]);
        if hexes.is_empty() {
            let folded = battle.unit(unit).part_of.some().is_some()
                || battle.units.iter().any(|card| card.part_of == unit);
            if !arrives && !folded && !self.lenient && named.is_none() {
                let what = format!("unit {:?} is neither set up nor arrives", raw.id.get_ref());
                self.faults.at(raw.id.span(), what).expect("`at = \"...\"`, or a [[reinforcement]]");
            }
            let usual = if folded && !arrives { Status::Folded } else { Status::Waiting };
            battle.setup.unit_mut(unit).status = named.unwrap_or(usual);
            return;
        }
        let at = raw.at.as_ref().map(Spanned::span).or_else(|| Some(raw.hexes.as_ref()?.first()?.span()));
        let at = at.unwrap_or_else(|| raw.id.span());
        let side = battle.side(unit);
        if hexes.iter().any(|hex| status::is_enemy(battle, &battle.setup, side, *hex)) {
            self.faults.at(at, format!("{:?} is set up in a hex of the enemy's", raw.id.get_ref()));
            return;
        }
        let row = status::row(battle, &battle.setup, unit);
        let path = row.aim == AimKind::Path;
        let laid = footprint::layout(battle, row, battle.setup.unit(unit).aim, hexes[0], hexes.len());
        let chain = hexes.windows(2).all(|two| battle.ground.dir_to(two[0], two[1]).is_some());
        if if path { !chain } else { laid.as_deref() != Some(hexes) } {
            let what = format!("{:?} cannot lie in these hexes, facing so", raw.id.get_ref());
            self.faults.at(at, what).expect("a line from its left, a column from its head, straight");
            return;
        }
        battle.setup.unit_mut(unit).status = Status::Map;
        battle.setup.put(unit, hexes);
    }

    /// The aim of a counter when nothing is said: the first side to the north-east, the second back at it.
    fn usual_aim(&self, side: Side, kind: AimKind) -> Aim {
        let ahead = match kind {
            AimKind::Vertex => Aim(3),
            AimKind::Hexside | AimKind::Path | AimKind::All => Aim(2),
        };
        if side == Side(0) { ahead } else { ahead.opposite() }
    }

    /// Order, losses and markers.
    fn bearing(&mut self, battle: &mut Battle, unit: UnitId, raw: &RawUnit) {
        let mut at = |kind: &str, name: Option<&Name>, known: &[&str]| {
            name.and_then(|name| self.faults.word(kind, name, known)).unwrap_or(0)
        };
        let order = Order::ALL[at("order", raw.order.as_ref(), Order::NAMES)];
        let readiness = Readiness::ALL[at("readiness", raw.readiness.as_ref(), Readiness::NAMES)];
        let charge = ChargeMark::ALL[at("charge marker", raw.charge.as_ref(), ChargeMark::NAMES)];
        let prone = Prone::ALL[at("prone marker", raw.prone.as_ref(), Prone::NAMES)];
        let mut deeds = 0;
        let words = DEEDS.map(|(word, _)| word);
        for name in raw.did.iter().flatten() {
            if let Some(at) = self.faults.word("deed", name, &words) {
                deeds |= DEEDS[at].1;
            }
        }
        let leaders: Vec<&str> = battle.leaders.iter().map(|l| l.id.as_str()).collect();
        let assigned = raw.assigned.as_ref().and_then(|name| self.faults.word("leader", name, &leaders));
        let now = battle.setup.unit_mut(unit);
        (now.order, now.readiness, now.charge, now.prone, now.did) = (order, readiness, charge, prone, deeds);
        now.losses = raw.losses.unwrap_or(0);
        now.opening = now.losses;
        now.rounds = raw.rounds.unwrap_or(0);
        now.spent = raw.spent_half_mp.unwrap_or(0);
        now.spent_turn = now.spent;
        now.marched = raw.marched.unwrap_or(0);
        now.assigned = assigned.map_or(LeaderId::NONE, |l| LeaderId(l as u16));
        if Losses(now.losses) >= status::endurance(battle, unit) {
            self.faults.at(raw.id.span(), format!("{:?} has lost all it has", raw.id.get_ref()));
        }
    }

    /// Every stack of the set-up must be lawful (11.1).
    fn stacks(&mut self, battle: &Battle, raw: &crate::files::arrange::raw::RawScenario) {
        for u in &raw.unit {
            let Some(i) = battle.units.iter().position(|c| c.id == *u.id.get_ref()) else { continue };
            let unit = UnitId(i as u16);
            for hex in battle.setup.unit(unit).hexes() {
                if battle.setup.top(*hex) != Some(unit) {
                    continue;
                }
                if let Err(refusal) = limits::lawful(battle, &battle.setup, *hex) {
                    let what = format!("the stack in {} breaks {}", battle.ground.label(*hex), refusal.rule);
                    self.faults.at(u.id.span(), what);
                }
            }
        }
    }
}

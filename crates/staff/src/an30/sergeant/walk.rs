//! Walk: carries out a movement that is decided upon, answer by answer: formation, route, facing, and the deed at its end.

use an30::Battle;
use an30::ch09_facing::facing;
use an30::core::field::hex_of;
use an30::core::state::{Formation, Part, Prone, State, UnitId};
use an30::core::{footprint, status, verb};
use ground::{Aim, HexId};
use table::{Answer, Point, Verb};

/// The deed of a stack at the end of its route.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Deed {
    /// It stands there.
    Stand,
    /// It assaults a hex.
    Assault(HexId),
    /// It charges, at a hex.
    Charge(HexId),
    /// It serves its guns.
    Unlimber,
    /// It limbers its guns, to go somewhere later.
    Limber,
}

/// A movement that is decided upon.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intent {
    /// The unit that leads it.
    pub unit: UnitId,
    /// The hexes to go to, in order, the last one first.
    pub route: Vec<HexId>,
    /// The formation in which it marches, if it is to change for it.
    pub march: Option<Formation>,
    /// The formation in which it ends, if it is to change for it.
    pub shape: Option<Formation>,
    /// Hex at which it looks at the end.
    pub face: HexId,
    /// Its deed then.
    pub deed: Deed,
    /// It says at once whom it assaults.
    pub early: bool,
    /// Turns and changes that it has made without going on.
    pub idle: u8,
}

/// After so many answers that do not bring it on a stack stops.
const PATIENCE: u8 = 4;

/// The next answer.
pub fn next(b: &Battle, s: &State, legal: &[Answer], intent: &mut Intent) -> Answer {
    let here = s.unit(intent.unit).hex();
    if intent.route.last() == Some(&here) {
        intent.route.pop();
        intent.idle = 0;
    }
    let answer = if intent.idle >= PATIENCE { None } else { along_the_route(b, s, legal, intent) };
    let answer = answer.or_else(|| at_the_end(b, s, legal, intent));
    intent.idle = intent.idle.saturating_add(1);
    answer.unwrap_or_else(|| stop(s, legal, intent.unit))
}

/// Ends the movement of a unit, if that is allowed where it is; else something that costs movement points, and so brings the end nearer; else it turns, always
/// the same way round, until it can go on.
pub fn stop(s: &State, legal: &[Answer], unit: UnitId) -> Answer {
    let now = s.unit(unit);
    let whim = usize::from(now.spent);
    let round = |a: &&Answer| a.facing().map(|aim| (aim + 12 - now.aim.0) % 12);
    let turns = || legal.iter().filter(|a| a.verb == verb::TURN).min_by_key(round).copied();
    let button = |verb: Verb| legal.iter().find(|a| a.verb == verb).copied();
    let costs = |a: &&Answer| !matches!(a.verb, verb::TURN | verb::TOP);
    let others: Vec<Answer> = legal.iter().filter(costs).copied().collect();
    let other = || others.get(whim % others.len().max(1)).copied();
    let any = || other().or_else(turns).unwrap_or(legal[whim % legal.len()]);
    button(verb::HALT).or_else(|| button(verb::GO)).unwrap_or_else(any)
}

fn along_the_route(b: &Battle, s: &State, legal: &[Answer], intent: &mut Intent) -> Option<Answer> {
    let unit = intent.unit;
    let here = s.unit(unit).hex();
    let to = *intent.route.last()?;
    if s.unit(unit).prone == Prone::Prone {
        return legal.iter().find(|a| a.verb == verb::PRONE).copied();
    }
    if let Some(formation) = intent.march.take() {
        let limbers = Answer::one(verb::LIMBER, Point::Unit(unit.0));
        let change = match formation {
            Formation::Limbered => legal.contains(&limbers).then_some(limbers),
            _ => form(b, s, legal, unit, formation, to),
        };
        if change.is_some() {
            return change;
        }
    }
    if let (Deed::Assault(target), true) = (intent.deed, intent.early) {
        // Before it goes: a change of formation after it would have to be checked for.
        intent.early = false;
        let declared = Answer::one(verb::ASSAULT, Point::Place(target.0));
        if legal.contains(&declared) {
            return Some(declared);
        }
    }
    let goes = |a: &&Answer| matches!(a.verb, verb::GO | verb::SIDESTEP) && hex_of(a) == Some(to);
    if let Some(step) = legal.iter().find(goes) {
        return Some(*step);
    }
    let dir = b.ground.dir_to(here, to)?;
    if facing::fronts(b, s, Part::new(unit, 0)).contains(dir) {
        // It looks there and may not go: the route is barred.
        intent.route.clear();
        return None;
    }
    turn(b, s, legal, unit, to)
}

fn at_the_end(b: &Battle, s: &State, legal: &[Answer], intent: &mut Intent) -> Option<Answer> {
    let unit = intent.unit;
    if intent.route.len() > 1 || intent.idle >= PATIENCE + 3 {
        return None;
    }
    let here = s.unit(unit).hex();
    if let Some(formation) = intent.shape.take()
        && s.unit(unit).shape() != formation
    {
        let change = form(b, s, legal, unit, formation, intent.face);
        if change.is_some() {
            return change;
        }
    }
    let aimed = |hex: HexId| match b.ground.dir_to(here, hex) {
        Some(dir) => facing::fronts(b, s, Part::new(unit, 0)).contains(dir),
        None => b.ground.aim_to(here, hex).is_none_or(|aim| aim.twelfths_to(s.unit(unit).aim).0 <= 1),
    };
    if !aimed(intent.face)
        && let Some(turned) = turn(b, s, legal, unit, intent.face)
    {
        return Some(turned);
    }
    let deed = match intent.deed {
        Deed::Stand => return None,
        Deed::Assault(target) => Answer::one(verb::ASSAULT, Point::Place(target.0)),
        Deed::Charge(_) => Answer::one(verb::CHARGE, Point::Unit(unit.0)),
        Deed::Unlimber | Deed::Limber => Answer::one(verb::LIMBER, Point::Unit(unit.0)),
    };
    intent.deed = Deed::Stand;
    legal.contains(&deed).then_some(deed)
}

/// The legal turn after which a unit looks best at a hex.
pub fn turn(b: &Battle, s: &State, legal: &[Answer], unit: UnitId, at: HexId) -> Option<Answer> {
    let now = s.unit(unit);
    if now.hexes().len() > 1 {
        return turn_about(b, s, legal, unit, at);
    }
    let row = status::row(b, s, unit);
    let wanted = b.ground.aim_to(now.hex(), at)?;
    let beside = b.ground.dir_to(now.hex(), at);
    let fits = |aim: Aim| {
        beside.is_none_or(|dir| footprint::faces(b, row, aim, &now.hexes()[..1], 0).front.contains(dir))
    };
    let turns = legal.iter().filter(|a| a.verb == verb::TURN);
    let best = turns.filter_map(|a| Some((Aim(a.facing()?), *a))).filter(|(aim, _)| fits(*aim));
    let best = best.min_by_key(|(aim, _)| aim.twelfths_to(wanted).0)?;
    (best.0.twelfths_to(wanted).0 < now.aim.twelfths_to(wanted).0 || beside.is_some()).then_some(best.1)
}

/// The turn about of what lies in several hexes (9.2.2), if it looks at a hex after it that it does not look at now: else it would turn to and fro.
fn turn_about(b: &Battle, s: &State, legal: &[Answer], unit: UnitId, at: HexId) -> Option<Answer> {
    let aim = s.unit(unit).aim.opposite();
    let answer = legal.iter().find(|a| a.verb == verb::TURN && a.facing() == Some(aim.0))?;
    let mut turned = s.clone();
    turned.reverse(unit);
    turned.unit_mut(unit).aim = aim;
    let looks = |s: &State| {
        let here = s.unit(unit).hex();
        match b.ground.dir_to(here, at) {
            Some(dir) => facing::fronts(b, s, Part::new(unit, 0)).contains(dir),
            None => {
                b.ground.aim_to(here, at).is_some_and(|wanted| wanted.twelfths_to(s.unit(unit).aim).0 <= 2)
            }
        }
    };
    (looks(&turned) && !looks(s)).then_some(*answer)
}

/// The legal change into a formation that looks best at a hex.
pub fn form(
    b: &Battle,
    s: &State,
    legal: &[Answer],
    unit: UnitId,
    formation: Formation,
    at: HexId,
) -> Option<Answer> {
    let wanted = b.ground.aim_to(s.unit(unit).hex(), at);
    let number = Point::Number(formation as i16);
    let forms = legal.iter().filter(|a| a.verb == verb::FORM && a.points.contains(&number));
    let off = |a: &&Answer| match (wanted, a.facing()) {
        (Some(wanted), Some(aim)) => Aim(aim).twelfths_to(wanted).0,
        _ => 0,
    };
    forms.min_by_key(off).copied()
}

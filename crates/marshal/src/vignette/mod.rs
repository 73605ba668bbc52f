//! Vignettes of this rulebook: a few units on a scrap of map, and what a script may expect of them.

mod expect;
mod raw;

use ground::Ground;
use muster::{Collector, Fault, Faults, Source};
use roster::{About, Formation, Leader, Rank, Roster, SideCard, Unit, check_id, plain_sides, side_or_first};
use table::vignette::{Check, Head, Staged, VariantHead, VignetteFile};
use table::{Names, Point, Settings, Side, Verb};

use crate::Marshal;
use crate::core::battle::Battle;
use crate::core::dice::Dice;
use crate::core::state::Phase;
use crate::core::verb;
use crate::files::arrange::{Material, Name, RawScenario, build};
use crate::files::charts::ChartFiles;
use raw::{RawVariant, RawVignette};

/// A vignette of this rulebook.
pub type Vignette = table::vignette::Vignette<Marshal>;

impl Staged for Marshal {
    const EXPECTS: &'static [&'static str] = expect::EXPECTS;
    const QUIET: &'static [Verb] = &[verb::DONE, verb::PASS, verb::STAND, verb::HALT];

    fn read(source: &Source) -> Result<Vignette, Faults> {
        table::vignette::read::<Marshal, RawVignette>(source)
    }

    /// Two dice, 11 to 66, or one die, 1 to 6.
    fn die(word: &str) -> Result<Point, Fault> {
        match word.parse::<i16>() {
            Ok(n) if (1..=6).contains(&n) || Dice::written(n).is_some() => Ok(Point::Number(n)),
            _ => {
                let mut fault = Fault::new(format!("{word:?} is no throw"));
                fault.expect("11 to 66 with digits from 1 to 6, one die from 1 to 6, or `any`");
                Err(fault)
            }
        }
    }

    /// Whatever is drawn: a leader.
    fn marker(battle: &Battle, word: &str) -> Result<Point, Fault> {
        battle.find(word).ok_or_else(|| Fault::unknown("leader", word, &[]))
    }

    fn holds(battle: &Battle, state: &crate::State, what: &str, words: &[&str]) -> Check {
        expect::check(battle, state, what, words)
    }
}

impl VignetteFile<Marshal> for RawVignette {
    fn head(&self) -> Head<'_> {
        Head {
            rulebook: &self.rulebook,
            title: &self.title,
            rules: &self.rules,
            script: self.script.as_ref(),
        }
    }

    fn variants(&self) -> Vec<VariantHead<'_>> {
        self.variant.iter().map(RawVariant::head).collect()
    }

    fn vary(&mut self, variant: usize, source: &Source) -> Result<(), Faults> {
        let variant = std::mem::take(&mut self.variant).swap_remove(variant);
        self.apply(&variant, source)
    }

    fn battle(&self, source: &Source) -> Result<Battle, Faults> {
        let charts = ChartFiles::default().changed(&self.chart, source)?;
        let material = Material {
            id: "vignette".to_owned(),
            title: self.title.clone(),
            about: About::default(),
            ground: Ground::build_for(&self.ground.scrap(), source, &charts.kinds())?,
            charts,
            roster: roster(source, self)?,
            settled: Settings::new(),
            lenient: true,
        };
        let mut scenario = RawScenario::empty(self.rulebook.clone());
        scenario.turns.clone_from(&self.turns);
        scenario.command.clone_from(&self.command);
        scenario.leader.clone_from(&self.leader);
        scenario.unit.clone_from(&self.unit);
        scenario.reinforcement.clone_from(&self.reinforcement);
        let mut battle = build(material, &scenario, Collector::new(source))?;
        start(source, self, &mut battle)?;
        Ok(battle)
    }
}

/// Sets the clock as the vignette says: the movement phase of the first side, if it says nothing.
fn start(source: &Source, raw: &RawVignette, battle: &mut Battle) -> Result<(), Faults> {
    let mut faults = Collector::new(source);
    let phase = raw.start.phase.as_ref().and_then(|name| Phase::read(name, &mut faults));
    let names = [battle.sides[0].id.as_str(), battle.sides[1].id.as_str()];
    let side = raw.start.side.as_ref().and_then(|name| faults.word("side", name, &names)).unwrap_or(0);
    let turn = raw.start.turn.max(1) - 1;
    if usize::from(turn) >= battle.turns.len() {
        faults
            .whole(format!("turn {} of {}", turn + 1, battle.turns.len()))
            .expect("`turns`: a time for each, or \"\"");
    }
    let clock = &mut battle.setup.clock;
    clock.phase = phase.unwrap_or(Phase::Movement);
    (clock.side, clock.turn) = (Side(side as u8), turn);
    faults.into_result(())
}

/// The roster that a vignette implies: commands are those that it lists; a side's units are of its corps if they name none.
fn roster(source: &Source, raw: &RawVignette) -> Result<Roster, Faults> {
    let mut faults = Collector::new(source);
    let sides = plain_sides([]);
    let ids: Vec<String> = raw.command.iter().map(|c| c.id.get_ref().clone()).collect();
    let mut formations: Vec<Formation> = Vec::new();
    for c in &raw.command {
        check_id(&c.id, &mut faults);
        let under = c.under.as_ref().and_then(|name| faults.word("command", name, &ids));
        let above = under.and_then(|up| formations.get(up)).map(|up| up.side);
        let named = c.side.as_ref().map(|name| side_or_first(&sides, Some(name), &mut faults));
        let side = named.or(above).unwrap_or(Side(0));
        formations.push(Formation {
            rank: c.rank.as_ref().and_then(|name| Rank::read(name, &mut faults)).or(Some(Rank::Division)),
            under,
            ..Formation::plain(c.id.get_ref(), side)
        });
    }
    let mut units = Vec::new();
    let unit_ids: Vec<&str> = raw.unit.iter().map(|u| u.id.get_ref().as_str()).collect();
    for u in &raw.unit {
        check_id(&u.id, &mut faults);
        let (formation, side) =
            belongs(&mut formations, &sides, (&ids, u.command.as_ref(), u.side.as_ref()), &mut faults);
        let plain = Unit::plain(u.id.get_ref(), side, formation);
        let part_of = u.part_of.as_ref().and_then(|name| faults.word("unit", name, &unit_ids));
        units.push(Unit {
            nation: u.nation.as_ref().map_or(plain.nation, |nation| nation.get_ref().clone()),
            kind: u.kind.clone().unwrap_or(plain.kind),
            part_of,
            ..plain
        });
    }
    let mut leaders = Vec::new();
    for l in &raw.leader {
        check_id(&l.id, &mut faults);
        let (formation, side) =
            belongs(&mut formations, &sides, (&ids, l.command.as_ref(), l.side.as_ref()), &mut faults);
        leaders.push(Leader::plain(l.id.get_ref(), side, Some(formation)));
    }
    faults.into_result(Roster { sides, formations, units, leaders })
}

/// The command and side of a unit or leader, by the names that it gives.
fn belongs(
    formations: &mut Vec<Formation>,
    sides: &[SideCard; 2],
    (ids, command, side): (&[String], Option<&Name>, Option<&Name>),
    faults: &mut Collector<'_>,
) -> (usize, Side) {
    if let Some(at) = command.and_then(|name| faults.word("command", name, ids)) {
        return (at, formations[at].side);
    }
    let side = side_or_first(sides, side, faults);
    let id = format!("{}-corps", sides[side.index()].id);
    let at = formations.iter().position(|f| f.id == id).unwrap_or_else(|| {
        formations.push(Formation::plain(&id, side));
        formations.len() - 1
    });
    (at, side)
}

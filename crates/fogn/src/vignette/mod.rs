//! Vignettes of this rulebook: a few units on a table, and what a script may expect of them.

mod expect;
mod raw;

use baize::{Length, Pose, Table, Turn};
use muster::{Collector, Fault, Faults, Name, Source};
use roster::{About, plain_sides};
use table::vignette::{Check, Head, Staged, VariantHead, VignetteFile};
use table::{Point, Side, Verb};

use crate::Fogn;
use crate::armies::{Attachment, Region};
use crate::core::battle::{Battle, UnitCard, Weather};
use crate::core::before::{Pooled, Preliminaries, Recruit};
use crate::core::names::{length_of, spot_of};
use crate::core::pieces::{Feature, Lie, Piece};
use crate::core::state::{DivisionId, Phase};
use crate::core::verb;
use crate::files::arrange::{Material, build};
use crate::files::charts::ChartFiles;
use raw::{RawGame, RawVariant, RawVignette};

/// A vignette of this rulebook.
pub type Vignette = table::vignette::Vignette<Fogn>;

/// The table of a vignette that says nothing of one, in MU.
const PLAIN: (Length, Length) = (Length::mu(60), Length::mu(40));

impl Staged for Fogn {
    const EXPECTS: &'static [&'static str] = expect::EXPECTS;
    const QUIET: &'static [Verb] = &[verb::DONE, verb::HALT];

    fn read(source: &Source) -> Result<Vignette, Faults> {
        table::vignette::read::<Fogn, RawVignette>(source)
    }

    fn die(word: &str) -> Result<Point, Fault> {
        match word.parse::<i16>() {
            Ok(n) if (1..=6).contains(&n) => Ok(Point::Number(n)),
            _ => {
                let mut fault = Fault::new(format!("{word:?} is no throw"));
                fault.expect("a die from 1 to 6, or `any`");
                Err(fault)
            }
        }
    }

    fn marker(_battle: &Battle, word: &str) -> Result<Point, Fault> {
        Err(Fault::new(format!("this book draws nothing, also no {word:?}")))
    }

    fn holds(battle: &Battle, state: &crate::State, what: &str, words: &[&str]) -> Check {
        expect::check(battle.as_made(state), state, what, words)
    }
}

impl VignetteFile<Fogn> for RawVignette {
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
        let mut faults = Collector::new(source);
        let weather = self.start.weather.as_ref().and_then(|name| Weather::read(name, &mut faults));
        let material = Material {
            id: "vignette".to_owned(),
            title: self.title.clone(),
            about: About::default(),
            table: match &self.ground {
                Some(table) => table.table(source)?,
                None => Table::open(PLAIN.0, PLAIN.1),
            },
            weather: weather.unwrap_or(Weather::Fair),
            charts: ChartFiles::default().changed(&self.chart, source)?,
            sides: plain_sides([]),
            turns: self.turns.unwrap_or(2),
        };
        let mut battle = build(material, &self.order(), faults)?;
        start(source, self, &mut battle)?;
        Ok(battle)
    }
}

/// The preliminaries of a points game as the vignette says.
fn game(raw: &RawGame, battle: &mut Battle, faults: &mut Collector<'_>) {
    let ids: Vec<String> = battle.units.iter().map(|card| card.id.clone()).collect();
    let divisions: Vec<String> = battle.divisions.iter().map(|card| card.id.clone()).collect();
    let mut recruits = [Vec::new(), Vec::new()];
    for one in &raw.recruit {
        if let Some(at) = faults.word("unit", &one.like, &ids) {
            let card = UnitCard { attachments: Vec::new(), ..battle.units[at].clone() };
            recruits[card.side.index()].push(Recruit { card, points: one.points });
        }
    }
    let mut pool = Vec::new();
    for one in &raw.attachment {
        let division = faults.word("division", &one.division, &divisions);
        if let (Some(kind), Some(division)) = (Attachment::read(&one.kind, faults), division) {
            let division = DivisionId(division as u8);
            let to = battle.unit_ids().filter(|unit| battle.unit(*unit).division == division).collect();
            pool.push(Pooled { kind, division, to });
        }
    }
    let regions = [0, 1].map(|at: usize| {
        raw.regions[at].iter().filter_map(|name| Region::read(name, faults)).collect::<Vec<Region>>()
    });
    battle.setup.before.region = raw.region.as_ref().and_then(|name| Region::read(name, faults));
    for one in &raw.piece {
        let names = [battle.sides[0].id.as_str(), battle.sides[1].id.as_str()];
        let side = one.side.as_ref().and_then(|name| faults.word("side", name, &names)).unwrap_or(0);
        let Some(feature) = Feature::read(&one.kind, faults) else { continue };
        let spot = |name: &Name| spot_of(name.get_ref()).unwrap_or_default();
        let lie = match (&one.at, &one.line) {
            (Some(at), _) => Lie::Area(Pose { at: spot(at), turn: Turn(0) }),
            (_, Some(line)) => Lie::Line([spot(&line[0]), spot(&line[1]), spot(&line[2])]),
            _ => Lie::Chosen,
        };
        let piece = Piece::chosen(feature, one.large, one.compulsory, Side(side as u8));
        battle.setup.before.pieces.push(Piece { lie, upon: one.upon, ..piece });
    }
    let (initiative, works, points) = (raw.initiative, raw.works, raw.points);
    battle.game = Some(Preliminaries { initiative, points, regions, recruits, pool, works });
}

/// Sets the clock as the vignette says: the movement phase of the first side, if it says nothing.
fn start(source: &Source, raw: &RawVignette, battle: &mut Battle) -> Result<(), Faults> {
    let mut faults = Collector::new(source);
    let phase = raw.start.phase.as_ref().and_then(|name| Phase::read(name, &mut faults));
    let names = [battle.sides[0].id.as_str(), battle.sides[1].id.as_str()];
    let side = raw.start.side.as_ref().and_then(|name| faults.word("side", name, &names)).unwrap_or(0);
    let attacker =
        raw.start.attacker.as_ref().and_then(|name| faults.word("side", name, &names)).unwrap_or(0);
    for (at, name) in raw.start.communications.iter().enumerate().take(2) {
        battle.setup.communications[at] = length_of(name.get_ref());
        if battle.setup.communications[at].is_none() {
            let what = format!("{:?} is no length", name.get_ref());
            faults.at(name.span(), what).expect("MU from the left edge of the table: \"30mu\"");
        }
    }
    if let Some(own) = &raw.game {
        game(own, battle, &mut faults);
    }
    battle.by_zones = raw.start.zones.unwrap_or(false);
    let clock = &mut battle.setup.clock;
    (clock.phase, clock.side) = (phase.unwrap_or(Phase::Movement), Side(side as u8));
    (clock.attacker, clock.turn) = (Side(attacker as u8), raw.start.turn.unwrap_or(1).saturating_sub(1));
    faults.into_result(())
}

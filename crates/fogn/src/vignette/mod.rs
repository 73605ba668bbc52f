//! Vignettes of this rulebook: a few units on a table, and what a script may expect of them.

mod expect;
mod raw;

use baize::{Length, Table};
use muster::{Collector, Fault, Faults, Source};
use roster::{About, plain_sides};
use table::vignette::{Check, Head, Staged, VariantHead, VignetteFile};
use table::{Point, Side, Verb};

use crate::Fogn;
use crate::core::battle::{Battle, Weather};
use crate::core::names::length_of;
use crate::core::state::Phase;
use crate::core::verb;
use crate::files::arrange::{Material, build};
use crate::files::charts::ChartFiles;
use raw::{RawVariant, RawVignette};

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
        expect::check(battle, state, what, words)
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
    battle.by_zones = raw.start.zones.unwrap_or(false);
    let clock = &mut battle.setup.clock;
    (clock.phase, clock.side) = (phase.unwrap_or(Phase::Movement), Side(side as u8));
    (clock.attacker, clock.turn) = (Side(attacker as u8), raw.start.turn.unwrap_or(1).saturating_sub(1));
    faults.into_result(())
}

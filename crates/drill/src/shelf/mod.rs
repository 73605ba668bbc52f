//! The book on the shelf.

mod board;
mod presentation;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use muster::{Faults, Source};
use roster::BattleFiles;
use shelf::binding::{
    LoadedBattle, LoadedVignette, built_in, catalogues, events, find_battle, indexes, lessons, own_battle,
    prints,
};
use shelf::{About, BattleEntry, Book, Catalogue, EventKey, Index, Language, Order, Table, VignetteFile};
use table::option::{defaults, settle};
use table::{GameOption, Rulebook};

use crate::Drill;
use crate::core::battle::Battle;
use crate::files::{self, CHARTS, ChartFiles};
use crate::rulebook::Drill;

/// The book.
pub struct DrillBook;

impl Book for DrillBook {
    fn id(&self) -> &'static str {
        Drill::ID
    }

    fn title(&self) -> &'static str {
        "The Drill Book"
    }

    fn version(&self) -> u32 {
        Drill::VERSION
    }

    fn players(&self) -> &'static [&'static str] {
        &["recruit"]
    }

    fn beginner(&self) -> &'static str {
        "recruit"
    }

    fn battles(&self) -> Vec<BattleEntry> {
        let charts = ChartFiles::default().load().expect("the book's own charts have no faults");
        let read =
            |id| files::battle(&own_battle(Drill::ID, id), charts.clone(), defaults(Drill::OPTIONS)).ok();
        let entry = |b: Battle| BattleEntry { id: b.id.clone(), title: b.title.clone(), about: about(&b) };
        built_in(Drill::ID).into_iter().filter_map(read).map(entry).collect()
    }

    fn options(&self) -> &'static [GameOption] {
        Drill::OPTIONS
    }

    fn load(&self, order: &Order<'_>) -> Result<Box<dyn Table>, Faults> {
        let settled = settle(Drill::OPTIONS, order.options)?;
        let charts = ChartFiles::default().with(order.charts)?;
        let files = find_battle(Drill::ID, order.battle)?;
        Ok(Box::new(LoadedBattle::<Drill> {
            name: order.battle.to_owned(),
            prints: prints(&files, &charts),
            battle: Arc::new(files::battle(&files, charts.load()?, settled)?),
            lessons: lessons(order.battle)?,
        }))
    }

    fn vignette(&self, source: &Source) -> Result<Box<dyn VignetteFile>, Faults> {
        Ok(Box::new(LoadedVignette::<Drill>::read(source)?))
    }

    fn bench_vignette(&self) -> Source {
        shelf::find_vignette("r3_3_fire_from_behind_counts_double").expect("it is built in")
    }

    fn index(&self, language: Language) -> &'static Index {
        static INDEXES: OnceLock<Vec<Index>> = OnceLock::new();
        &INDEXES.get_or_init(|| indexes(Drill::ID))[language.index()]
    }

    fn catalogue(&self, language: Language) -> &'static Catalogue {
        static CATALOGUES: OnceLock<Vec<Catalogue>> = OnceLock::new();
        &CATALOGUES.get_or_init(|| catalogues(Drill::ID))[language.index()]
    }

    fn events(&self) -> Vec<EventKey> {
        events::<Drill>()
    }

    fn chart_names(&self) -> Vec<&'static str> {
        CHARTS.map(|(name, _)| name).to_vec()
    }

    fn check_chart(&self, chart: &Source) -> Result<(), Faults> {
        ChartFiles::default().with(std::slice::from_ref(chart))?.load().map(drop)
    }

    fn check_battle(&self, folder: &Path) -> Result<(), Faults> {
        files::battle(
            &BattleFiles::read(Drill::ID, folder)?,
            ChartFiles::default().load()?,
            defaults(Drill::OPTIONS),
        )
        .map(drop)
    }
}

/// What a chooser shows.
fn about(b: &Battle) -> About {
    let of = |side| b.units.iter().filter(|card| card.side.index() == side).count();
    About {
        date: b.when[0].clone(),
        place: b.when[1].clone(),
        size: Size::Tutorial,
        minutes: 10,
        difficulty: 1,
        blurb: b.blurb.clone(),
        turns: b.turns.into(),
        units: [of(0), of(1)],
    }
}

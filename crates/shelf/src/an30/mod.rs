//! The Règlement de l'An XXX on the shelf. It is being written: its rules are looked up and its vignettes refereed and weighed, but no game of it is
//! offered ([`known`](crate::known)).

mod board;
mod table;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use ::an30::An30;
use ::an30::files::arrange::BattleFiles;
use ::an30::files::charts::{ChartFiles, STANDARD};
use ::an30::variant::{Edition, Standard};
use ::table::option::settle;
use ::table::phrase::Catalogue;
use ::table::{GameOption, Rulebook};
use muster::{Fault, Faults, Source};

use crate::book::{About, BattleEntry, Book, EventKey, Order, Table, VignetteFile};
use crate::folder::Folder;
use crate::index::Index;
use crate::language::Language;
use crate::loaded::LoadedBattle;
use crate::own::{catalogues, indexes, lessons, print, stem};

/// The rulebook as the table knows it.
type Rules = An30<Standard>;

/// The rulebook's id.
const ID: &str = Rules::ID;

/// The rulebook.
pub struct ReglementAn30;

impl Book for ReglementAn30 {
    fn id(&self) -> &'static str {
        ID
    }

    fn title(&self) -> &'static str {
        "La Bataille, Règlement de l'An XXX"
    }

    fn version(&self) -> u32 {
        Rules::VERSION
    }

    fn players(&self) -> &'static [&'static str] {
        &["recruit"]
    }

    fn beginner(&self) -> &'static str {
        "recruit"
    }

    fn battles(&self) -> Vec<BattleEntry> {
        let load = |id| files(Folder::own(ID, id)).load(&ChartFiles::default(), Standard::STEPS).ok();
        let entry =
            |b: ::an30::Battle| BattleEntry { id: b.id.clone(), title: b.title.clone(), about: about(&b) };
        Folder::built_in(ID).into_iter().filter_map(load).map(entry).collect()
    }

    fn options(&self) -> &'static [GameOption] {
        Rules::OPTIONS
    }

    fn load(&self, order: &Order<'_>) -> Result<Box<dyn Table>, Faults> {
        let Order { battle, charts, options } = *order;
        let settled = settle(Rules::OPTIONS, options);
        let settled = settled.map_err(|error| Faults(vec![Fault::new(error.to_string())]))?;
        let mut chart_files = ChartFiles::default();
        for chart in charts {
            chart_files.replace(&stem(&chart.name), chart.clone())?;
        }
        let folder = Folder::find(ID, battle)?;
        let texts = STANDARD.iter().map(|(name, _)| (*name, chart_files.text(name).unwrap_or_default()));
        let prints = texts.map(|(name, text)| (name.to_owned(), print(&[text]))).chain([folder.print()]);
        let prints = prints.collect();
        let mut loaded = files(folder).load(&chart_files, Standard::STEPS)?;
        loaded.settled = settled;
        Ok(Box::new(LoadedBattle::<Rules> {
            name: battle.to_owned(),
            prints,
            battle: Arc::new(loaded),
            lessons: lessons(battle)?,
        }))
    }

    fn vignette(&self, source: &Source) -> Result<Box<dyn VignetteFile>, Faults> {
        Ok(Box::new(crate::vignette::LoadedVignette::<Rules>::read(source)?))
    }

    fn bench_vignette(&self) -> Source {
        crate::find_vignette("r16_6_melee").expect("it is built in")
    }

    fn index(&self, language: Language) -> &'static Index {
        static INDEXES: OnceLock<Vec<Index>> = OnceLock::new();
        &INDEXES.get_or_init(|| indexes(ID))[language.index()]
    }

    fn catalogue(&self, language: Language) -> &'static Catalogue {
        static CATALOGUES: OnceLock<Vec<Catalogue>> = OnceLock::new();
        &CATALOGUES.get_or_init(|| catalogues(ID))[language.index()]
    }

    fn events(&self) -> Vec<EventKey> {
        crate::vignette::events::<Rules>()
    }

    fn chart_names(&self) -> Vec<&'static str> {
        STANDARD.iter().map(|(name, _)| *name).collect()
    }

    fn check_chart(&self, chart: &Source) -> Result<(), Faults> {
        let mut files = ChartFiles::default();
        files.replace(&stem(&chart.name), chart.clone())?;
        files.load().map(|_| ())
    }

    fn check_battle(&self, folder: &Path) -> Result<(), Faults> {
        BattleFiles::read(folder)?.load(&ChartFiles::default(), Standard::STEPS).map(|_| ())
    }
}

/// The files of a battle as this rulebook reads them.
fn files(Folder { id, battle, ground, order_of_battle, scenario }: Folder) -> BattleFiles {
    BattleFiles { id, battle, ground, order_of_battle, scenario }
}

/// What a chooser shows.
fn about(b: &::an30::Battle) -> About {
    let of = |side: usize| b.units.iter().filter(|unit| unit.side.index() == side).count();
    About { date: b.year.to_string(), turns: b.turns.len(), units: [of(0), of(1)], ..About::default() }
}

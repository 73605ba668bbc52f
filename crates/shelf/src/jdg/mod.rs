//! Jours de Gloire on the shelf.

mod board;
mod declared;
mod overlay;
mod picture;
mod table;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use ::table::option::settle;
use ::table::{GameOption, Rulebook};
use jdg::Battle;
use jdg::files::arrange;
use jdg::files::chart_files::ChartFiles;
use muster::{Faults, Source};

use crate::book::{About, BattleEntry, Book, EventKey, Order, QuestionKey, Table, VignetteFile};
use crate::folder::{built_in, find_battle, own_battle};
use crate::index::Index;
use crate::language::Language;
use crate::loaded::LoadedBattle;
use crate::own::{catalogues, indexes, lessons, prints};
use ::table::phrase::Catalogue;

/// The rulebook's id.
const ID: &str = jdg::Jdg::ID;

/// The rulebook.
pub struct JoursDeGloire;

impl Book for JoursDeGloire {
    fn id(&self) -> &'static str {
        ID
    }

    fn title(&self) -> &'static str {
        "Jours de Gloire"
    }

    fn version(&self) -> u32 {
        jdg::Jdg::VERSION
    }

    fn players(&self) -> &'static [&'static str] {
        staff::jdg::NAMES
    }

    fn beginner(&self) -> &'static str {
        staff::jdg::BEGINNER
    }

    fn battles(&self) -> Vec<BattleEntry> {
        let mut entries: Vec<BattleEntry> = built_in(ID)
            .into_iter()
            .filter_map(|id| arrange::load(&own_battle(ID, id), &ChartFiles::default()).ok())
            .map(|b| BattleEntry { id: b.id.clone(), title: b.title.clone(), about: about(&b) })
            .collect();
        entries.sort_by_key(|entry| (entry.about.difficulty, entry.about.units));
        entries
    }

    fn options(&self) -> &'static [GameOption] {
        jdg::Jdg::OPTIONS
    }

    fn load(&self, order: &Order<'_>) -> Result<Box<dyn Table>, Faults> {
        let Order { battle, charts, options } = *order;
        // The battle keeps none: there are none to be settled, and whoever names one is told so.
        settle(jdg::Jdg::OPTIONS, options)?;
        let chart_files = ChartFiles::default().with(charts)?;
        let files = find_battle(ID, battle)?;
        Ok(Box::new(LoadedBattle::<jdg::Jdg> {
            name: battle.to_owned(),
            prints: prints(&files, &chart_files),
            battle: Arc::new(arrange::load(&files, &chart_files)?),
            lessons: lessons(battle)?,
        }))
    }

    fn vignette(&self, source: &Source) -> Result<Box<dyn VignetteFile>, Faults> {
        Ok(Box::new(crate::vignette::LoadedVignette::<jdg::Jdg>::read(source)?))
    }

    fn bench_vignette(&self) -> Source {
        Source::new("bench.toml", include_str!("bench.toml"))
    }

    fn index(&self, language: Language) -> &'static Index {
        static INDEXES: OnceLock<Vec<Index>> = OnceLock::new();
        let all = INDEXES.get_or_init(|| indexes(ID));
        &all[language.index()]
    }

    fn catalogue(&self, language: Language) -> &'static Catalogue {
        static CATALOGUES: OnceLock<Vec<Catalogue>> = OnceLock::new();
        let all = CATALOGUES.get_or_init(|| catalogues(ID));
        &all[language.index()]
    }

    fn questions(&self) -> Vec<QuestionKey> {
        jdg::questions().map(|(key, answers)| QuestionKey { key, answers }).collect()
    }

    fn events(&self) -> Vec<EventKey> {
        crate::vignette::events::<jdg::Jdg>()
    }

    fn chart_names(&self) -> Vec<&'static str> {
        ChartFiles::default().names()
    }

    fn check_chart(&self, chart: &Source) -> Result<(), Faults> {
        ChartFiles::default().with(std::slice::from_ref(chart))?.load().map(drop)
    }

    fn check_battle(&self, folder: &Path) -> Result<(), Faults> {
        arrange::read(folder).map(drop)
    }
}

/// What a chooser shows.
fn about(b: &Battle) -> About {
    let of = |side: u8| b.units.iter().filter(|unit| unit.side.0 == side).count();
    let about = b.about.clone();
    About {
        date: about.date,
        place: about.place,
        size: about.size,
        minutes: about.minutes,
        difficulty: about.difficulty,
        blurb: about.blurb,
        turns: b.turns.len(),
        units: [of(0), of(1)],
    }
}

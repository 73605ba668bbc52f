//! A rulebook on the shelf: what every one of them has in the same way, made of what it says of itself.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use muster::{ChartFiles, ChartSet, Faults, Source};
use roster::{BattleFiles, TranslatedNames};
use table::option::{defaults, settle};
use table::phrase::Catalogue;
use table::{GameOption, Settings};

use crate::book::{BattleEntry, Book, EventKey, Order, QuestionKey, Table, Timing, VignetteFile};
use crate::folder::{built_in, find_battle, listed, own_battle};
use crate::index::Index;
use crate::language::Language;
use crate::loaded::LoadedBattle;
use crate::own::{catalogues, indexes, lessons, names, prints};
use crate::presentation::Presentation;
use crate::vignette::{LoadedVignette, events};

/// Volume: what a rulebook says of itself to stand on the shelf.
pub trait Volume: Presentation {
    /// Its title.
    const TITLE: &'static str;
    /// The book whose scenarios and sentences serve where it has none of its own.
    const BASE: &'static str = Self::ID;
    /// The names of its computer players, from the weakest.
    const PLAYERS: &'static [&'static str];
    /// The computer player for those who learn.
    const BEGINNER: &'static str;
    /// The clocks that its rules set, if they time the moves.
    const TIMING: Option<Timing> = None;

    /// Its charts.
    type Charts: ChartSet;

    /// The files of its charts.
    fn charts() -> ChartFiles<Self::Charts> {
        ChartFiles::default()
    }

    /// Makes a battle of its files, with the options settled.
    ///
    /// # Errors
    /// All the faults of the first file that has any.
    fn battle(
        files: &BattleFiles,
        charts: &ChartFiles<Self::Charts>,
        settled: Settings,
    ) -> Result<Self::Battle, Faults>;

    /// A typical small problem whose exact odds measure their speed.
    fn bench_vignette() -> Source;

    /// The questions that it asks, if it lists them.
    fn questions() -> Vec<QuestionKey> {
        Vec::new()
    }
}

/// A rulebook bound for the shelf, with what was read of it once.
pub struct Binding<V> {
    indexes: OnceLock<&'static [Index]>,
    catalogues: OnceLock<&'static [Catalogue]>,
    volume: PhantomData<fn() -> V>,
}

impl<V: Volume> Binding<V> {
    /// Nothing is read yet.
    #[allow(clippy::new_without_default, reason = "it is made once, for a static")]
    pub const fn new() -> Binding<V> {
        Binding { indexes: OnceLock::new(), catalogues: OnceLock::new(), volume: PhantomData }
    }

    /// The book whose scenario of a battle it plays: its own where there is one.
    fn whose(battle: &str) -> &'static str {
        let is_own =
            built_in(V::ID).contains(&battle) || Path::new(battle).join(format!("{}.toml", V::ID)).is_file();
        if is_own { V::ID } else { V::BASE }
    }
}

impl<V: Volume> Book for Binding<V> {
    fn id(&self) -> &'static str {
        V::ID
    }

    fn title(&self) -> &'static str {
        V::TITLE
    }

    fn base(&self) -> Option<&'static dyn Book> {
        if V::BASE == V::ID { None } else { crate::known_book(V::BASE).ok() }
    }

    fn version(&self) -> u32 {
        V::VERSION
    }

    fn players(&self) -> &'static [&'static str] {
        V::PLAYERS
    }

    fn beginner(&self) -> &'static str {
        V::BEGINNER
    }

    fn battles(&self) -> Vec<BattleEntry> {
        let mut ids = listed(V::BASE);
        let own = listed(V::ID).into_iter().filter(|id| !ids.contains(id));
        ids.extend(own.collect::<Vec<_>>());
        let load = |id: String| {
            V::battle(&own_battle(Self::whose(&id), &id), &V::charts(), defaults(V::OPTIONS)).ok()
        };
        let entry = |b: V::Battle| {
            let scene = V::scene(&b);
            BattleEntry { id: scene.id.to_owned(), title: scene.title.to_owned(), about: V::about(&b) }
        };
        let mut entries: Vec<BattleEntry> = ids.into_iter().filter_map(load).map(entry).collect();
        entries.sort_by_key(|entry| (entry.about.difficulty, entry.about.units));
        entries
    }

    fn options(&self) -> &'static [GameOption] {
        V::OPTIONS
    }

    fn timing(&self) -> Option<Timing> {
        V::TIMING
    }

    fn load(&self, order: &Order<'_>) -> Result<Box<dyn Table>, Faults> {
        let Order { battle, charts, options } = *order;
        let settled = settle(V::OPTIONS, options)?;
        let charts = V::charts().with(charts)?;
        let files = find_battle(Self::whose(battle), battle)?;
        let own = Arc::new(V::battle(&files, &charts, settled.clone())?);
        let named = |names: Option<TranslatedNames>| {
            let Some(names) = names else { return Ok(Arc::clone(&own)) };
            V::battle(&names.in_files(&files)?, &charts, settled.clone()).map(Arc::new)
        };
        Ok(Box::new(LoadedBattle::<V> {
            name: battle.to_owned(),
            prints: prints(&files, &charts),
            named: names(battle)?.into_iter().map(named).collect::<Result<_, Faults>>()?,
            lessons: lessons(battle)?,
            battle: own,
        }))
    }

    fn vignette(&self, source: &Source) -> Result<Box<dyn VignetteFile>, Faults> {
        Ok(Box::new(LoadedVignette::<V>::read(source)?))
    }

    fn bench_vignette(&self) -> Source {
        V::bench_vignette()
    }

    fn index(&self, language: Language) -> &'static Index {
        &self.indexes.get_or_init(|| indexes(V::ID).leak())[language.index()]
    }

    fn catalogue(&self, language: Language) -> &'static Catalogue {
        &self.catalogues.get_or_init(|| catalogues(V::ID, V::BASE).leak())[language.index()]
    }

    fn verbs(&self) -> &'static [&'static str] {
        V::VERBS
    }

    fn questions(&self) -> Vec<QuestionKey> {
        V::questions()
    }

    fn events(&self) -> Vec<EventKey> {
        events::<V>()
    }

    fn chart_names(&self) -> Vec<&'static str> {
        V::charts().names()
    }

    fn check_chart(&self, chart: &Source) -> Result<(), Faults> {
        V::charts().with(std::slice::from_ref(chart))?.load().map(drop)
    }

    fn check_battle(&self, folder: &Path) -> Result<(), Faults> {
        let files = BattleFiles::read(Self::whose(&folder.to_string_lossy()), folder)?;
        V::battle(&files, &V::charts(), defaults(V::OPTIONS))?;
        for names in names(&folder.to_string_lossy())?.into_iter().flatten() {
            V::battle(&names.in_files(&files)?, &V::charts(), defaults(V::OPTIONS))?;
        }
        Ok(())
    }
}

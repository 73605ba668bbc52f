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
use jdg::files::arrange::BattleFiles;
use jdg::files::chart_files::{ChartFiles, STANDARD};
use muster::{Fault, Faults, Source};

use crate::book::{About, BattleEntry, Book, EventKey, Order, Table, VignetteFile};
use crate::data;
use crate::index::Index;
use crate::language::Language;
use crate::lessons::Lessons;
use crate::set::Set;
use ::table::phrase::Catalogue;

/// The rulebook.
pub struct JoursDeGloire;

/// A built-in file that must be there and without faults, because the tests check it.
fn own<T>(path: &str, read: impl Fn(&Source) -> Result<T, Faults>) -> T {
    let text = data::file(path).unwrap_or_else(|| panic!("{path} is built in"));
    read(&Source::new(path, text)).unwrap_or_else(|faults| panic!("a built-in file has faults:\n{faults}"))
}

/// Something in every language: from the built-in file `<stem>.<code>.toml`, or in English where there is none.
fn of_all<T>(stem: &str, read: impl Fn(&str) -> T, english: impl Fn() -> T) -> Vec<T> {
    let path = |language: Language| format!("{stem}.{}.toml", language.code());
    let given = |path: &String| data::file(path).is_some();
    Language::all()
        .map(|language| Some(path(language)).filter(given).map_or_else(&english, |p| read(&p)))
        .collect()
}

impl Book for JoursDeGloire {
    fn id(&self) -> &'static str {
        jdg::Jdg::ID
    }

    fn title(&self) -> &'static str {
        "Jours de Gloire"
    }

    fn version(&self) -> u32 {
        jdg::Jdg::VERSION
    }

    fn players(&self) -> &'static [&'static str] {
        staff::NAMES
    }

    fn beginner(&self) -> &'static str {
        staff::BEGINNER
    }

    fn battles(&self) -> Vec<BattleEntry> {
        let mut entries: Vec<BattleEntry> = battle_ids()
            .into_iter()
            .filter_map(|id| built_in(id).load(&ChartFiles::default()).ok())
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
        settle(jdg::Jdg::OPTIONS, options).map_err(|error| Faults(vec![Fault::new(error.to_string())]))?;
        let mut chart_files = ChartFiles::default();
        for chart in charts {
            chart_files.replace(&stem(&chart.name), chart.clone())?;
        }
        let path = Path::new(battle);
        let files = if battle_ids().contains(&battle) {
            built_in(battle)
        } else if path.is_dir() {
            BattleFiles::read(path)?
        } else if path.is_file() {
            let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            if !folder.join("battle.toml").is_file() {
                let what = format!("{battle} is no battle: no battle.toml stands beside it");
                return Err(Faults(vec![Fault::new(what)]));
            }
            BattleFiles::read(folder)?
        } else {
            return Err(Faults(vec![Fault::unknown("battle", battle, &battle_ids())]));
        };
        Ok(Box::new(Set::<jdg::Jdg> {
            name: battle.to_owned(),
            prints: prints(&files, &chart_files),
            battle: Arc::new(files.load(&chart_files)?),
            lessons: lessons_of(battle)?,
        }))
    }

    fn vignette(&self, source: &Source) -> Result<Box<dyn VignetteFile>, Faults> {
        Ok(Box::new(crate::vignette::Loaded::<jdg::Jdg>::read(source)?))
    }

    fn bench_vignette(&self) -> Source {
        Source::new("bench.toml", include_str!("bench.toml"))
    }

    fn index(&self, language: Language) -> &'static Index {
        static INDEXES: OnceLock<Vec<Index>> = OnceLock::new();
        let all = INDEXES.get_or_init(|| {
            let english = own("books/jdg/index.toml", Index::read);
            let read = |path: &str| own(path, |source| english.translated(source));
            of_all("books/jdg/index", read, || english.clone())
        });
        &all[language.index()]
    }

    fn catalogue(&self, language: Language) -> &'static Catalogue {
        static CATALOGUES: OnceLock<Vec<Catalogue>> = OnceLock::new();
        let all = CATALOGUES.get_or_init(|| {
            let english = own("books/jdg/messages.en.toml", crate::catalogue::read);
            let read = |path: &str| own(path, crate::catalogue::read).or(&english);
            of_all("books/jdg/messages", read, || english.clone())
        });
        &all[language.index()]
    }

    fn events(&self) -> Vec<EventKey> {
        crate::vignette::events::<jdg::Jdg>()
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
        BattleFiles::read(folder)?.load(&ChartFiles::default()).map(|_| ())
    }
}

/// The hashes of the data that a game is played with: each chart, and the battle's files together.
fn prints(files: &BattleFiles, charts: &ChartFiles) -> Vec<(String, String)> {
    let print = |text: &[&str]| ::table::hash::hex(&::table::hash::state_hash(&text)[..8]);
    let texts = STANDARD.iter().map(|(name, _)| (*name, charts.text(name).unwrap_or_default()));
    let mut prints: Vec<(String, String)> =
        texts.map(|(name, text)| (name.to_owned(), print(&[text]))).collect();
    let battle = [&files.battle, &files.ground, &files.order_of_battle, &files.scenario];
    prints.push(("battle".to_owned(), print(&battle.map(|source| source.text.as_str()))));
    prints
}

/// A file's name without folder and ending.
fn stem(name: &str) -> String {
    Path::new(name).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The ids of the built-in battles with a scenario for this rulebook.
fn battle_ids() -> Vec<&'static str> {
    let scenarios = data::below("battles/").filter_map(|(path, _)| path.strip_suffix("/jdg.toml"));
    scenarios.filter_map(|folder| folder.strip_prefix("battles/")).collect()
}

/// The files of a built-in battle.
fn built_in(id: &str) -> BattleFiles {
    let file = |name: &str| {
        let path = format!("battles/{id}/{name}");
        let text = data::file(&path).unwrap_or_default();
        Source::new(path, text)
    };
    BattleFiles {
        id: id.to_owned(),
        battle: file("battle.toml"),
        ground: file("ground.toml"),
        order_of_battle: file("order-of-battle.toml"),
        scenario: file("jdg.toml"),
    }
}

/// The lessons in a battle's folder by language, in English where they are not translated; none if there is no file of them.
fn lessons_of(battle: &str) -> Result<Vec<Lessons>, Faults> {
    let read = |name: &str| {
        let path = format!("battles/{battle}/{name}");
        let own = Path::new(battle).join(name);
        match data::file(&path) {
            Some(text) => Lessons::read(&Source::new(path, text)).map(Some),
            None if own.is_file() => Lessons::read(&Source::read(&own)?).map(Some),
            None => Ok(None),
        }
    };
    let english = read("tutorial.toml")?.unwrap_or_default();
    let in_language = |language: Language| {
        let translated = read(&format!("tutorial.{}.toml", language.code()))?;
        Ok(translated.unwrap_or_else(|| english.clone()))
    };
    Language::all().map(in_language).collect()
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

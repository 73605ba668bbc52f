//! The Règlement de l'An XXX on the shelf, and the revision of 2005. They are being written: their rules are looked up and their vignettes refereed and
//! weighed, but no game of them is offered ([`known`](crate::known)).

mod board;
mod table;

use std::marker::PhantomData;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use ::an30::An30;
use ::an30::files::arrange;
use ::an30::variant::{Doherty2005, Edition, Standard};
use ::table::option::settle;
use ::table::phrase::Catalogue;
use ::table::umpires::RandomPlayer;
use ::table::{GameOption, Player, Rulebook};
use muster::{Faults, Source};
use roster::BattleFiles;

use crate::book::{About, BattleEntry, Book, EventKey, Order, Table, VignetteFile};
use crate::folder::{built_in, find_battle, own_battle};
use crate::index::Index;
use crate::language::Language;
use crate::loaded::LoadedBattle;
use crate::own::{catalogues_after, indexes, lessons, prints};

/// The id of the book whose scenarios and sentences serve an edition that has none of its own.
const BASE: &str = Standard::ID;

/// Data of an edition, read once.
pub(super) struct EditionData {
    indexes: OnceLock<Vec<Index>>,
    catalogues: OnceLock<Vec<Catalogue>>,
}

impl EditionData {
    const fn nothing() -> EditionData {
        EditionData { indexes: OnceLock::new(), catalogues: OnceLock::new() }
    }
}

/// An edition of the rulebook as it stands on the shelf.
pub(super) trait ShelfEdition: Edition {
    /// Its title.
    const TITLE: &'static str;
    /// The vignette that is weighed to measure it.
    const BENCH: &'static str;

    /// The computer players that know it, from the weakest.
    const PLAYERS: &'static [&'static str];

    /// Its book.
    fn book() -> &'static dyn Book;

    /// A computer player by name.
    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<An30<Self>>>>
    where
        Self: Sized;

    /// What has been read of it.
    fn read() -> &'static EditionData;
}

impl ShelfEdition for Standard {
    const TITLE: &'static str = "La Bataille, Règlement de l'An XXX";
    const BENCH: &'static str = "r16_6_melee";
    const PLAYERS: &'static [&'static str] = staff::an30::NAMES;

    fn book() -> &'static dyn Book {
        &REGLEMENT_AN30
    }

    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<An30<Standard>>>> {
        staff::an30::player(name, seed)
    }

    fn read() -> &'static EditionData {
        static READ: EditionData = EditionData::nothing();
        &READ
    }
}

impl ShelfEdition for Doherty2005 {
    const TITLE: &'static str = "La Bataille, revised assault and charge (2005)";
    const BENCH: &'static str = "rA7_results";
    const PLAYERS: &'static [&'static str] = &["recruit"];

    fn book() -> &'static dyn Book {
        &REVISION_2005
    }

    fn player(name: &str, seed: u64) -> Option<Box<dyn Player<An30<Doherty2005>>>> {
        (name == "recruit").then(|| Box::new(RandomPlayer::new(seed)) as Box<dyn Player<An30<Doherty2005>>>)
    }

    fn read() -> &'static EditionData {
        static READ: EditionData = EditionData::nothing();
        &READ
    }
}

/// An edition of the rulebook.
pub struct Reglement<E>(PhantomData<E>);

/// The Règlement itself.
pub static REGLEMENT_AN30: Reglement<Standard> = Reglement(PhantomData);

/// The revision of 2005.
pub static REVISION_2005: Reglement<Doherty2005> = Reglement(PhantomData);

/// The book whose scenario of a battle an edition plays: its own where there is one.
fn whose<E: Edition>(battle: &str) -> &'static str {
    let own =
        built_in(E::ID).contains(&battle) || Path::new(battle).join(format!("{}.toml", E::ID)).is_file();
    if own { E::ID } else { BASE }
}

impl<E: ShelfEdition> Book for Reglement<E> {
    fn id(&self) -> &'static str {
        E::ID
    }

    fn title(&self) -> &'static str {
        E::TITLE
    }

    fn base(&self) -> Option<&'static dyn Book> {
        (E::ID != BASE).then_some(&REGLEMENT_AN30)
    }

    fn version(&self) -> u32 {
        An30::<E>::VERSION
    }

    fn players(&self) -> &'static [&'static str] {
        E::PLAYERS
    }

    fn beginner(&self) -> &'static str {
        E::PLAYERS[0]
    }

    fn battles(&self) -> Vec<BattleEntry> {
        let load = |id| arrange::load::<E>(&own_battle(whose::<E>(id), id), &E::charts()).ok();
        let entry =
            |b: ::an30::Battle| BattleEntry { id: b.id.clone(), title: b.title.clone(), about: about(&b) };
        let mut ids = built_in(BASE);
        let own = built_in(E::ID).into_iter().filter(|id| !ids.contains(id)).collect::<Vec<_>>();
        ids.extend(own);
        ids.into_iter().filter_map(load).map(entry).collect()
    }

    fn options(&self) -> &'static [GameOption] {
        An30::<E>::OPTIONS
    }

    fn load(&self, order: &Order<'_>) -> Result<Box<dyn Table>, Faults> {
        let Order { battle, charts, options } = *order;
        let settled = settle(An30::<E>::OPTIONS, options)?;
        let chart_files = E::charts().with(charts)?;
        let files = find_battle(whose::<E>(battle), battle)?;
        let prints = prints(&files, &chart_files);
        let mut loaded = arrange::load::<E>(&files, &chart_files)?;
        loaded.settled = settled;
        Ok(Box::new(LoadedBattle::<An30<E>> {
            name: battle.to_owned(),
            prints,
            battle: Arc::new(loaded),
            lessons: lessons(battle)?,
        }))
    }

    fn vignette(&self, source: &Source) -> Result<Box<dyn VignetteFile>, Faults> {
        Ok(Box::new(crate::vignette::LoadedVignette::<An30<E>>::read(source)?))
    }

    fn bench_vignette(&self) -> Source {
        crate::find_vignette(E::BENCH).expect("it is built in")
    }

    fn index(&self, language: Language) -> &'static Index {
        &E::read().indexes.get_or_init(|| indexes(E::ID))[language.index()]
    }

    fn catalogue(&self, language: Language) -> &'static Catalogue {
        &E::read().catalogues.get_or_init(|| catalogues_after(E::ID, BASE))[language.index()]
    }

    fn events(&self) -> Vec<EventKey> {
        crate::vignette::events::<An30<E>>()
    }

    fn chart_names(&self) -> Vec<&'static str> {
        E::charts().names()
    }

    fn check_chart(&self, chart: &Source) -> Result<(), Faults> {
        E::charts().with(std::slice::from_ref(chart))?.load().map(drop)
    }

    fn check_battle(&self, folder: &Path) -> Result<(), Faults> {
        let book = whose::<E>(&folder.to_string_lossy());
        arrange::load::<E>(&BattleFiles::read(book, folder)?, &E::charts()).map(drop)
    }
}

/// What a chooser shows.
fn about(b: &::an30::Battle) -> About {
    let of = |side: usize| b.units.iter().filter(|unit| unit.side.index() == side).count();
    About { date: b.year.to_string(), turns: b.turns.len(), units: [of(0), of(1)], ..About::default() }
}

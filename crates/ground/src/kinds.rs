//! Kinds of ground that a rulebook's charts know.

use std::marker::PhantomData;
use std::ops::Index;

use crate::{Feature, Features, Road, Roads, Terrain};

/// A word of one of the lists: [`Terrain`], [`Feature`] or [`Road`].
pub trait Kind: Copy + 'static {
    /// All words of the list, in order.
    const WORDS: &'static [Self];

    /// Its number in the list.
    fn number(self) -> usize;
}

/// The kinds that a rulebook's charts have rows for. A ground read for them ([`Ground::read_for`](crate::Ground::read_for)) uses
/// no others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// Of hexes.
    pub terrain: Vec<Terrain>,
    /// Of hexsides.
    pub hexsides: Features,
    /// Of roads and the like.
    pub roads: Roads,
}

impl Kinds {
    /// All that there are: for a ground that belongs to no rulebook yet.
    pub fn all() -> Kinds {
        Kinds {
            terrain: Terrain::ALL.to_vec(),
            hexsides: Feature::ALL.into_iter().collect(),
            roads: Road::ALL.into_iter().collect(),
        }
    }
}

/// A chart with a row for each kind; kinds that the book does not know have none.
///
/// ```
/// use ground::{ByKind, Road};
///
/// let mut cost: ByKind<Road, u8> = ByKind::default();
/// assert_eq!(cost.put(Road::Road, 1), None);
/// assert_eq!((cost[Road::Road], cost.get(Road::Trail)), (1, None));
/// assert_eq!(cost.kinds().collect::<Vec<_>>(), [Road::Road]);
/// ```
#[derive(Clone, Debug)]
pub struct ByKind<K, R> {
    rows: Vec<Option<R>>,
    kind: PhantomData<K>,
}

impl<K: Kind, R> Default for ByKind<K, R> {
    fn default() -> ByKind<K, R> {
        ByKind { rows: K::WORDS.iter().map(|_| None).collect(), kind: PhantomData }
    }
}

impl<K: Kind, R> ByKind<K, R> {
    /// Puts in the row of a kind; gives the one that was there.
    pub fn put(&mut self, kind: K, row: R) -> Option<R> {
        self.rows[kind.number()].replace(row)
    }

    /// The row of a kind, if there is one.
    #[inline]
    pub fn get(&self, kind: K) -> Option<&R> {
        self.rows[kind.number()].as_ref()
    }

    /// The kinds that have a row, in the order of their list.
    pub fn kinds(&self) -> impl Iterator<Item = K> + '_ {
        K::WORDS.iter().copied().filter(|&kind| self.get(kind).is_some())
    }
}

impl<K: Kind, R> Index<K> for ByKind<K, R> {
    type Output = R;

    /// The row of a kind that stands on the ground of the game.
    ///
    /// # Panics
    /// When there is none: the ground was not read for these charts.
    #[inline]
    fn index(&self, kind: K) -> &R {
        self.get(kind).expect("a ground has only the kinds that its book's charts know")
    }
}

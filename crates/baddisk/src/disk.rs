//! A disk: what it has, what it has not yet, and how it fails.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use crate::Random;

/// Size of a sector: the disk writes it whole or not at all.
const SECTOR: usize = 512;

/// All disks there have been: SQLite finds its own by the path.
static DISKS: Mutex<Vec<Arc<Disk>>> = Mutex::new(Vec::new());

/// A folder on a disk that fails when it is told to.
#[derive(Debug)]
pub struct Disk {
    folder: PathBuf,
    state: Mutex<State>,
}

/// Plan of failures: when and how a disk fails.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// So many changes of files still succeed.
    pub after: u64,
    /// So many are in danger then.
    pub lasts: u64,
    /// Of a hundred that are in danger, so many fail.
    pub percent: u64,
    /// Trouble of the disk.
    pub trouble: Trouble,
    /// Its end.
    pub end: End,
}

/// End of a trouble: how a time of trouble ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The disk works again.
    Well,
    /// With the next change: the process is killed, or the power cut.
    Death,
}

/// Trouble: what goes wrong with a disk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// Errors: nothing of what was asked for happens, or a part, or all of it.
    Errors,
    /// As `Errors`, but only syncs fail.
    Syncs,
    /// As `Errors`, but only truncations fail.
    Truncations,
    /// No file can grow.
    Full,
    /// Nothing can be written at all, for want of space.
    Stuffed,
}

/// A change of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    Open,
    /// A write, with the growth of the file by it.
    Write(Growth),
    Truncate,
    Sync,
    Delete,
    /// The index of SQLite's log, a file of its own that need not outlast anything.
    Index,
}

/// Growth: whether a write makes a file longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Growth {
    Yes,
    No,
}

/// Fate of a change: what becomes of a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Done,
    /// It fails, and so much of it has happened all the same, in parts of 256.
    Fails(u16),
    /// There is no space; so much of it has happened all the same.
    Full(u16),
}

/// Tally of changes: what was changed, and what of it failed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Count {
    /// Changes, those that failed too.
    pub changes: u64,
    /// Changes that failed.
    pub failures: u64,
    /// Writes that failed.
    pub writes: u64,
    /// Writes that failed though a part of them, or all, has happened.
    pub short: u64,
    /// Writes for which there was no space.
    pub full: u64,
    /// Syncs that failed.
    pub syncs: u64,
    /// Truncations that failed.
    pub truncations: u64,
    /// Files that could not be opened or deleted, and indexes that could not grow.
    pub others: u64,
}

impl Count {
    fn failed(&mut self, change: Change, fate: Fate) {
        self.failures += 1;
        match change {
            Change::Write(_) => {
                self.writes += 1;
                self.short += u64::from(!matches!(fate, Fate::Fails(0) | Fate::Full(0)));
                self.full += u64::from(matches!(fate, Fate::Full(_)));
            }
            Change::Sync => self.syncs += 1,
            Change::Truncate => self.truncations += 1,
            Change::Open | Change::Delete | Change::Index => self.others += 1,
        }
    }
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.changes += other.changes;
        self.failures += other.failures;
        self.writes += other.writes;
        self.short += other.short;
        self.full += other.full;
        self.syncs += other.syncs;
        self.truncations += other.truncations;
        self.others += other.others;
    }
}

#[derive(Debug)]
struct State {
    random: Random,
    plan: Option<Plan>,
    is_dead: bool,
    count: Count,
    files: BTreeMap<PathBuf, File>,
}

#[derive(Clone, Debug, Default)]
struct File {
    /// Content of the platter; none if the file is not there.
    durable: Option<Vec<u8>>,
    /// Operations since then, in order.
    pending: Vec<Op>,
}

#[derive(Clone, Debug)]
enum Op {
    Write(usize, Vec<u8>),
    Truncate(usize),
}

impl Op {
    /// Does to a file what it is, as far as `reaches` says for each of its sectors.
    fn apply(&self, file: &mut Option<Vec<u8>>, mut reaches: impl FnMut() -> bool) {
        match self {
            Op::Write(at, bytes) => {
                let mut from = 0;
                while from < bytes.len() {
                    let to = ((at + from) / SECTOR + 1) * SECTOR - at;
                    let to = to.min(bytes.len());
                    if reaches() {
                        let content = file.get_or_insert_default();
                        content.resize(content.len().max(at + to), 0);
                        content[at + from..at + to].copy_from_slice(&bytes[from..to]);
                    }
                    from = to;
                }
            }
            Op::Truncate(length) if reaches() => file.get_or_insert_default().resize(*length, 0),
            Op::Truncate(_) => {}
        }
    }
}

impl Disk {
    /// A disk that works. The folder is made if it is not there.
    ///
    /// # Panics
    /// The folder cannot be made.
    pub fn new(folder: &Path, seed: u64) -> Arc<Disk> {
        Disk::with(folder, seed, BTreeMap::new())
    }

    fn with(folder: &Path, seed: u64, files: BTreeMap<PathBuf, File>) -> Arc<Disk> {
        std::fs::create_dir_all(folder).expect("the folder can be made");
        let folder = folder.canonicalize().expect("it is there");
        let files = files.into_iter().map(|(name, file)| (folder.join(name), file)).collect();
        let random = Random::new(seed);
        let state = State { random, plan: None, is_dead: false, count: Count::default(), files };
        let disk = Arc::new(Disk { folder, state: Mutex::new(state) });
        DISKS.lock().expect("nobody panics with this lock").push(Arc::clone(&disk));
        disk
    }

    /// The disk on which a file is.
    pub(crate) fn of(path: &Path) -> Option<Arc<Disk>> {
        let disks = DISKS.lock().expect("nobody panics with this lock");
        disks.iter().find(|disk| path.parent() == Some(&disk.folder)).cloned()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("nobody panics with this lock")
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Plans when the disk fails next.
    pub fn plan(&self, plan: Plan) {
        self.state().plan = Some(plan);
    }

    /// The disk works from now on.
    pub fn heal(&self) {
        self.state().plan = None;
    }

    /// Count of the changes since it was asked last, and of those that failed.
    pub fn count(&self) -> Count {
        std::mem::take(&mut self.state().count)
    }

    /// The process is killed: nobody does anything here any more. The folder `to` is what the next process finds: everything that was
    /// written, synced or not. What has reached the platter is still another matter.
    ///
    /// # Panics
    /// The files cannot be copied.
    pub fn kill(&self, to: &Path, seed: u64) -> Arc<Disk> {
        let files = self.die();
        std::fs::create_dir_all(to).expect("the folder can be made");
        for path in files.keys().filter(|path| path.exists()) {
            std::fs::copy(path, to.join(path.file_name().expect("a file has a name"))).expect("it is copied");
        }
        Disk::with(to, seed, files.into_iter().map(without_folder).collect())
    }

    /// The power is cut: nobody does anything here any more, and of what was not synced each sector is on the platter or is not, by
    /// chance. The folder `to` is what is found then.
    ///
    /// # Panics
    /// The files cannot be written.
    pub fn cut(&self, to: &Path, seed: u64) -> Arc<Disk> {
        let files = self.die();
        std::fs::create_dir_all(to).expect("the folder can be made");
        let mut random = Random::new(seed);
        let reached = [0, 10, 50, 90, 100][random.below(5) as usize];
        let mut left = BTreeMap::new();
        for (path, mut file) in files {
            for op in &file.pending {
                op.apply(&mut file.durable, || random.percent(reached));
            }
            let name = PathBuf::from(path.file_name().expect("a file has a name"));
            if let Some(content) = &file.durable {
                std::fs::write(to.join(&name), content).expect("it is written");
                left.insert(name, File { durable: file.durable, pending: Vec::new() });
            }
        }
        Disk::with(to, seed, left)
    }

    /// Takes the files away from those who still have them open.
    fn die(&self) -> BTreeMap<PathBuf, File> {
        let mut state = self.state();
        state.is_dead = true;
        std::mem::take(&mut state.files)
    }

    /// Whether nobody does anything here any more.
    pub fn is_dead(&self) -> bool {
        self.state().is_dead
    }

    /// Fate of a change.
    pub(crate) fn fate(&self, change: Change) -> Fate {
        self.state().fate(change)
    }

    /// A sync: everything is on the platter. If it fails, either everything still waits for the next, or the system has given up what did not
    /// reach the platter, and will not try again: both happens with real ones.
    pub(crate) fn sync(&self, path: &Path) -> Fate {
        let mut state = self.state();
        let fate = state.fate(Change::Sync);
        let State { random, files, is_dead: false, .. } = &mut *state else { return fate };
        let Some(file) = files.get_mut(path) else { return fate };
        let part = match fate {
            Fate::Done => 256,
            Fate::Fails(0) | Fate::Full(0) => return fate,
            Fate::Fails(part) | Fate::Full(part) => u64::from(part),
        };
        for op in std::mem::take(&mut file.pending) {
            op.apply(&mut file.durable, || random.below(256) < part);
        }
        if fate == Fate::Done {
            file.durable.get_or_insert_default();
        }
        fate
    }

    /// A file was opened; what there is of it that this disk has not seen being written is on the platter.
    pub(crate) fn opened(&self, path: &Path) {
        let mut state = self.state();
        if !state.is_dead && !state.files.contains_key(path) {
            let content = std::fs::read(path).unwrap_or_default();
            let durable = (!content.is_empty()).then_some(content);
            state.files.insert(path.to_owned(), File { durable, pending: Vec::new() });
        }
    }

    /// Something was written.
    pub(crate) fn written(&self, path: &Path, at: usize, bytes: &[u8]) {
        self.done(path, Op::Write(at, bytes.to_owned()));
    }

    /// A file was made shorter.
    pub(crate) fn truncated(&self, path: &Path, length: usize) {
        self.done(path, Op::Truncate(length));
    }

    /// A file was deleted. File systems write down at once that it was, before anything that is done later.
    pub(crate) fn deleted(&self, path: &Path) {
        self.state().files.remove(path);
    }

    fn done(&self, path: &Path, op: Op) {
        if let Some(file) = self.state().files.get_mut(path) {
            file.pending.push(op);
        }
    }
}

impl State {
    fn fate(&mut self, change: Change) -> Fate {
        if self.is_dead {
            return Fate::Fails(0);
        }
        self.count.changes += 1;
        let Some(plan) = &mut self.plan else { return Fate::Done };
        if plan.after > 0 {
            plan.after -= 1;
            return Fate::Done;
        }
        if plan.lasts == 0 {
            self.is_dead = plan.end == End::Death;
            return if self.is_dead { Fate::Fails(0) } else { Fate::Done };
        }
        plan.lasts -= 1;
        let plan = *plan;
        let is_hit = match plan.trouble {
            Trouble::Errors => true,
            Trouble::Syncs => change == Change::Sync,
            Trouble::Truncations => change == Change::Truncate,
            Trouble::Full => change == Change::Write(Growth::Yes),
            Trouble::Stuffed => matches!(change, Change::Write(_)),
        };
        if !is_hit || !self.random.percent(plan.percent) {
            return Fate::Done;
        }
        let part = match self.random.below(3) {
            0 => 0,
            1 => self.random.below(256) as u16,
            _ => 256,
        };
        let fate = match plan.trouble {
            Trouble::Errors | Trouble::Syncs | Trouble::Truncations => Fate::Fails(part),
            Trouble::Full | Trouble::Stuffed => Fate::Full(part.min(255)),
        };
        self.count.failed(change, fate);
        fate
    }
}

fn without_folder((path, file): (PathBuf, File)) -> (PathBuf, File) {
    (PathBuf::from(path.file_name().expect("a file has a name")), file)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remains of a file after a process, or the power, has gone.
    fn left(disk: &Disk, name: &str) -> Option<Vec<u8>> {
        std::fs::read(disk.folder().join(name)).ok()
    }

    #[test]
    fn what_was_synced_outlasts_a_power_cut_and_of_the_rest_any_sectors_do() {
        let base = std::env::temp_dir().join(format!("berthier-baddisk-{}", std::process::id()));
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..60 {
            let disk = Disk::new(&base.join(format!("{seed}-before")), seed);
            let path = disk.folder().join("file");
            std::fs::write(&path, b"").expect("it is written");
            disk.opened(&path);
            disk.written(&path, 0, &[1; 1024]);
            assert_eq!(disk.sync(&path), Fate::Done);
            disk.written(&path, 512, &[2; 1024]);
            let cut = disk.cut(&base.join(format!("{seed}-after")), seed);
            let left = left(&cut, "file").expect("it was synced");
            assert!(left[..512].iter().all(|byte| *byte == 1) && left.len() >= 1024);
            seen.insert((left[512], left.get(1024).copied()));
            assert_eq!(disk.fate(Change::Open), Fate::Fails(0), "nobody does anything here any more");
        }
        assert!(seen.is_superset(&[(1, None), (2, None), (1, Some(2)), (2, Some(2))].into()), "{seen:?}");
        std::fs::remove_dir_all(&base).expect("the folder is ours");
    }

    #[test]
    fn a_plan_says_when_trouble_begins_and_how_it_ends() {
        let folder = std::env::temp_dir().join(format!("berthier-baddisk-plan-{}", std::process::id()));
        let disk = Disk::new(&folder, 1806);
        let trouble = Trouble::Full;
        disk.plan(Plan { after: 2, lasts: 3, percent: 100, trouble, end: End::Death });
        let grow = || matches!(disk.fate(Change::Write(Growth::Yes)), Fate::Full(..=255));
        assert_eq!([grow(), grow(), grow()], [false, false, true]);
        assert_eq!(disk.fate(Change::Write(Growth::No)), Fate::Done, "it is full, not broken");
        assert!(grow() && !disk.is_dead() && !grow() && disk.is_dead());
        // What comes after the death is no change any more.
        let count = disk.count();
        assert_eq!((count.changes, count.failures, count.writes, count.full), (6, 2, 2, 2));
        std::fs::remove_dir_all(&folder).expect("the folder is ours");
    }
}

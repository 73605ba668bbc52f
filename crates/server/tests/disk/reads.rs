//! While the disk fails, no file can be opened. What is stored is read all the same, however many ask at once.

use std::sync::Arc;
use std::time::Duration;

use baddisk::{Disk, End, Plan, Trouble};
use server::store::Store;
use server::store::sqlite::{Opening, Sqlite};
use tokio::sync::Barrier;

/// Number of those that read at once: more than the store has readers.
const AT_ONCE: usize = 16;
/// Number of the reads of each.
const TIMES: usize = 20;
/// Stores that are opened, one after the other, shortly before nothing can be opened any more.
const STORES: u64 = 25;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_read_at_once_while_nothing_can_be_opened() {
    for seed in 0..STORES {
        read_while_nothing_can_be_opened(1815 + seed).await;
    }
}

async fn read_while_nothing_can_be_opened(seed: u64) {
    let base = std::env::temp_dir().join(format!("berthier-reads-{}-{seed}", std::process::id()));
    let _ = std::fs::remove_dir_all(&base);
    let disk = Disk::new(&base, seed);
    let opening = Opening { files: Some(baddisk::name()), pause: Duration::ZERO };
    let store = Arc::new(Sqlite::open_as(disk.folder(), opening).await.expect("the disk works"));
    let trouble = Trouble::Errors;
    disk.plan(Plan { after: 0, lasts: u64::MAX, percent: 100, trouble, end: End::Well });
    let begins = Arc::new(Barrier::new(AT_ONCE));
    let read = |_| {
        let (store, begins) = (Arc::clone(&store), Arc::clone(&begins));
        tokio::spawn(async move {
            begins.wait().await;
            for _ in 0..TIMES {
                assert!(store.game("none").await.expect("it is read").is_none());
            }
        })
    };
    for reader in (0..AT_ONCE).map(read).collect::<Vec<_>>() {
        reader.await.expect("it has read");
    }
    assert!(store.try_out().await.is_err(), "the disk fails");
    drop(store);
    std::fs::remove_dir_all(&base).expect("the folder is ours");
}

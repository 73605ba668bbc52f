//! Group commit: whatever waits to be written is written in one transaction, so that one sync of the disk serves many games.

use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};

use super::{Store, StoreError, Write};
use crate::metrics::Metrics;

/// The most writes of one transaction.
const MOST: usize = 512;
/// Number of the writes that may wait.
const QUEUE: usize = 4096;

type Entry = (Write, oneshot::Sender<Result<(), StoreError>>);

/// The way to the one task that writes.
#[derive(Clone)]
pub struct Writer(mpsc::Sender<Entry>);

impl Writer {
    /// Starts the task. It ends when the last writer is dropped.
    pub fn start(store: Arc<dyn Store>, metrics: Arc<Metrics>) -> Writer {
        let (sender, mut receiver) = mpsc::channel::<Entry>(QUEUE);
        tokio::spawn(async move {
            let mut batch: Vec<Entry> = Vec::with_capacity(MOST);
            while receiver.recv_many(&mut batch, MOST).await > 0 {
                let (writes, done): (Vec<Write>, Vec<_>) = batch.drain(..).unzip();
                metrics.commits.inc();
                metrics.writes.inc_by(writes.len() as u64);
                let result = store.commit(&writes).await;
                if let Err(error) = &result {
                    metrics.unstored.inc();
                    tracing::error!(%error, writes = writes.len(), "a transaction failed");
                }
                for (write, done) in writes.iter().zip(done) {
                    let own = match &result {
                        Ok(()) => Ok(()),
                        Err(StoreError::NotStored(why)) => Err(StoreError::NotStored(why.clone())),
                        Err(StoreError::Unknown) => Err(StoreError::Unknown),
                        // One bad write must not take the others with it: each is tried by itself.
                        Err(_) => store.commit(std::slice::from_ref(write)).await,
                    };
                    // Whoever has gone away meanwhile does not need to know.
                    let _ = done.send(own);
                }
            }
        });
        Writer(sender)
    }

    /// Writes, and returns when it is on disk.
    ///
    /// # Errors
    /// It was not written; or, with [`StoreError::Unknown`], nobody can say now.
    pub async fn write(&self, write: Write) -> Result<(), StoreError> {
        let (done, written) = oneshot::channel();
        self.0.send((write, done)).await.map_err(|_| StoreError::Stopped)?;
        written.await.map_err(|_| StoreError::Stopped)?
    }
}

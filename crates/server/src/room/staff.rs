//! Computer players, and standing orders: one decision at a time, each stored and told like any other. They think outside of the game's lock, and what they have
//! thought is played only if the game still stands as it did.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use super::Room;
use crate::api_error::{ApiError, Result};
use crate::hub::Hub;
use crate::work::Turn;

impl Room {
    /// Lets standing orders answer and computer players decide, as long as they are asked.
    pub fn drive(self: &Arc<Self>, hub: &Arc<Hub>) {
        if self.driving.swap(true, Relaxed) {
            return;
        }
        let (room, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            let mut more = Ok(true);
            while let Ok(true) = more {
                more = match room.follow_orders(&hub).await {
                    Ok(false) => room.drive_once(&hub).await,
                    ordered => ordered,
                };
                tokio::task::yield_now().await;
            }
            room.driving.store(false, Relaxed);
            if more.is_err() {
                hub.stall(&room.row.id);
            }
            // Somebody may have answered between the last look and now.
            if more.is_ok()
                && let Ok(inner) = room.lock().await
                && (inner.asks_computer() || inner.asks_orders())
            {
                drop(inner);
                room.drive(&hub);
            }
        });
    }

    /// One decision of a computer player; whether there may be more.
    async fn drive_once(self: &Arc<Self>, hub: &Arc<Hub>) -> Result<bool> {
        hub.must_store()?;
        let thinking = {
            let inner = self.lock().await?;
            if !inner.asks_computer() {
                return Ok(false);
            }
            inner.live.thinking()
        };
        let thinking =
            thinking.ok_or_else(|| ApiError::internal("a computer player is asked who is not there"))?;
        let thought = hub.work.run(&[Turn::Computers(self.row.id.clone())], thinking).await?;
        let thought = thought.map_err(ApiError::internal)?;
        let mut inner = self.lock().await?;
        // What was thought for another state is dropped, and thought again.
        if inner.live.offer(&thought).map_err(ApiError::internal)? {
            self.settle(hub, &mut inner).await?;
        }
        Ok(true)
    }
}

//! Taking back. The game is played again up to the decision that is taken back: with a copy, outside of the game's lock; and it counts only if
//! the game still stands as it did.

use std::net::IpAddr;
use std::sync::Arc;
use table::session::Accord;

use shelf::{Game, GameError, Language};
use table::Side;

use super::{ArrivalTime, Room, RoomState};
use crate::api_error::{ApiError, Result};
use crate::hub::Hub;

/// Number of the times that it is played again for one wish, if the game goes on meanwhile.
const TRIES: usize = 4;

/// Wish to go back: what a side wishes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Back {
    /// To take its last decision back, which it may alone.
    Alone,
    /// To take so many of its decisions back, with the other's consent.
    Propose(usize),
    /// As `Propose`, and the other side is the same person.
    Both(usize),
    /// To agree to what the other proposes.
    Agree,
    /// To decline it, or to withdraw its own.
    Decline,
}

impl Back {
    /// Does it; whether something was taken back.
    fn apply(self, game: &mut dyn Game, side: Side) -> std::result::Result<Accord, GameError> {
        match self {
            Back::Alone => game.undo(side).map(|()| Accord::Reached),
            Back::Propose(back) => game.propose_undo(side, back),
            Back::Both(back) => match game.propose_undo(side, back)? {
                Accord::Reached => Ok(Accord::Reached),
                Accord::Open => game.agree_undo(side.enemy()),
            },
            Back::Agree => game.agree_undo(side),
            Back::Decline => {
                game.decline_undo();
                Ok(Accord::Open)
            }
        }
    }
}

impl Room {
    /// Does what a side wishes, which is found out under the game's lock. Returns the side, and whether something was taken back, when that
    /// is on disk.
    ///
    /// # Errors
    /// It may not, and nothing has changed; or it was not stored; or the game goes on too fast.
    pub async fn take_back(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        from: IpAddr,
        (language, arrived): (Language, ArrivalTime),
        wish: impl Fn(&RoomState) -> Result<(Side, Back)>,
    ) -> Result<(Side, Accord)> {
        for _ in 0..TRIES {
            let (mut live, stamp, side, back) = {
                let inner = self.act(hub, language, arrived).await?;
                let (side, back) = wish(&inner)?;
                if back != Back::Decline {
                    inner.may_go_round()?;
                }
                (inner.live.copy(), inner.live.stamp(), side, back)
            };
            let play = move || back.apply(&mut *live, side).map(|accord| (live, accord));
            let (live, accord) = hub.work.run(&self.turns(from, Some(side)), play).await??;
            let mut inner = self.act(hub, language, arrived).await?;
            // What was played for another state is dropped; and who wished it may not be who they were any more.
            if wish(&inner)? != (side, back) || inner.live.stamp() != stamp {
                continue;
            }
            inner.live = live;
            if accord == Accord::Reached {
                inner.taken_back();
            }
            self.settle(hub, &mut inner).await?;
            drop(inner);
            self.drive(hub);
            return Ok((side, accord));
        }
        Err(ApiError::conflict("the game goes on too fast for this to be taken back; please try again"))
    }
}

//! Setting up a points game: who marches round the flank, where the lines of communications are, and the deployment in turns
//! (`deployment`, `deployment.off_table`).

mod attach;
mod communications;
mod deploy;
mod initiative;
mod lines;
mod march;
mod placement;
mod selection;
mod zone;

pub(crate) use initiative::is_recruit;
pub use zone::{first_turns_bar, is_in_zone};

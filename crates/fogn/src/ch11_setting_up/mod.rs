//! Setting up a points game: who marches round the flank, where the lines of communications are, and the deployment in turns
//! (`deployment`, `deployment.off_table`).

mod communications;
mod deploy;
mod march;
mod zone;

pub use zone::{first_turns_bar, is_in_zone};

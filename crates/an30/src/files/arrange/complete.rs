//! The order of battle as the scenario completes it.

use muster::Collector;
use roster::{Roster, ToldCommand, ToldLeader};

use super::raw::RawScenario;

/// The order of battle with the commands and leaders that a scenario adds to it: those that it gives a name.
pub(super) fn completed(roster: Roster, raw: &RawScenario, faults: &mut Collector<'_>) -> Roster {
    let commands: Vec<ToldCommand<'_>> = raw
        .command
        .iter()
        .map(|c| ToldCommand {
            id: &c.id,
            name: c.name.as_deref(),
            side: c.side.as_ref(),
            under: c.under.as_ref(),
            rank: c.rank.as_ref(),
        })
        .collect();
    let leaders: Vec<ToldLeader<'_>> = raw
        .leader
        .iter()
        .map(|l| ToldLeader { id: &l.id, name: l.name.as_deref(), command: l.command.as_ref() })
        .collect();
    roster.completed(&commands, &leaders, faults)
}

//! The tree of commands that the rulebook needs, where the order of battle, which serves every rulebook, does not go so far: a scenario names commands
//! above those of the order of battle and leaders of its brigades, and says who is under whom.

use muster::Collector;
use roster::{Formation, Leader, Rank, Roster, SideCard, side_named};
use table::Side;

use super::raw::{RawCommand, RawLeader, RawScenario};

/// The order of battle with the commands and leaders that a scenario adds to it: those that it gives a name.
pub(super) fn completed(
    mut roster: Roster,
    sides: &[SideCard; 2],
    raw: &RawScenario,
    faults: &mut Collector<'_>,
) -> Roster {
    for command in &raw.command {
        if let Some(formation) = added(command, &roster, sides, faults) {
            roster.formations.push(formation);
        }
    }
    let ids: Vec<String> = roster.formations.iter().map(|f| f.id.clone()).collect();
    for command in &raw.command {
        let Some(at) = ids.iter().position(|id| id == command.id.get_ref()) else { continue };
        if let Some(rank) = &command.rank {
            roster.formations[at].rank = Rank::read(rank, faults);
        }
        if let Some(up) = command.under.as_ref().and_then(|name| faults.word("command", name, &ids)) {
            if up == at || roster.formations[up].side != roster.formations[at].side {
                faults.at(command.id.span(), format!("{:?} cannot be under that", ids[at]));
            } else {
                roster.formations[at].under = Some(up);
            }
        }
    }
    for leader in &raw.leader {
        leads(&mut roster, leader, &ids, faults);
    }
    roster
}

/// A command that the order of battle lacks, if the scenario gives it a name.
fn added(
    command: &RawCommand,
    roster: &Roster,
    sides: &[SideCard; 2],
    faults: &mut Collector<'_>,
) -> Option<Formation> {
    let (id, name) = (command.id.get_ref().clone(), command.name.clone()?);
    if roster.formations.iter().any(|f| f.id == id) {
        faults.at(command.id.span(), format!("{id:?} has its name in the order of battle"));
        return None;
    }
    let side = match &command.side {
        Some(side) => side_named(sides, side, faults),
        None => {
            faults.at(command.id.span(), format!("command {id:?} has no side")).expect("`side`");
            Side(0)
        }
    };
    Some(Formation { name, ..Formation::plain(&id, side) })
}

/// Says what a leader leads; one with a name is added.
fn leads(roster: &mut Roster, leader: &RawLeader, ids: &[String], faults: &mut Collector<'_>) {
    let leads = leader.command.as_ref().and_then(|name| faults.word("command", name, ids));
    let (id, known) = (leader.id.get_ref(), roster.leaders.iter().position(|l| l.id == *leader.id.get_ref()));
    match (known, &leader.name, leads) {
        (Some(at), None, Some(_)) => roster.leaders[at].leads = leads,
        (Some(_), Some(_), _) => {
            faults.at(leader.id.span(), format!("{id:?} is named in the order of battle"));
        }
        (None, Some(name), Some(command)) => {
            let side = roster.formations[command].side;
            roster.leaders.push(Leader { id: id.clone(), name: name.clone(), side, leads });
        }
        (None, Some(_), None) => {
            faults.at(leader.id.span(), format!("leader {id:?} leads nobody")).expect("`command`");
        }
        (_, None, _) => {}
    }
}

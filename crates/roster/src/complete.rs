//! Additions of a scenario to the order of battle, which serves every rulebook and so does not always go so far: commands above its formations, leaders of
//! its brigades, and who is under whom; and whom it leaves out.

use muster::{Collector, Name};
use table::Side;

use crate::card::side_named;
use crate::{Formation, Leader, Rank, Roster};

/// A command as a scenario tells of it: one with a name is added to the order of battle.
#[derive(Clone, Copy, Debug)]
pub struct ToldCommand<'r> {
    /// Id.
    pub id: &'r Name,
    /// Its name, if the order of battle has no such command.
    pub name: Option<&'r str>,
    /// Its side, likewise.
    pub side: Option<&'r Name>,
    /// The command above.
    pub under: Option<&'r Name>,
    /// Its rank.
    pub rank: Option<&'r Name>,
}

/// A leader as a scenario tells of one: one with a name is added to the order of battle.
#[derive(Clone, Copy, Debug)]
pub struct ToldLeader<'r> {
    /// Id.
    pub id: &'r Name,
    /// The name, if the order of battle has no such leader.
    pub name: Option<&'r str>,
    /// The command.
    pub command: Option<&'r Name>,
}

impl Roster {
    /// The order of battle with the commands and leaders that a scenario adds to it.
    #[must_use]
    pub fn completed(
        mut self,
        commands: &[ToldCommand<'_>],
        leaders: &[ToldLeader<'_>],
        faults: &mut Collector<'_>,
    ) -> Roster {
        for command in commands {
            if let Some(formation) = self.added(command, faults) {
                self.formations.push(formation);
            }
        }
        let ids: Vec<String> = self.formations.iter().map(|f| f.id.clone()).collect();
        for command in commands {
            let Some(at) = ids.iter().position(|id| id == command.id.get_ref()) else { continue };
            if let Some(rank) = command.rank {
                self.formations[at].rank = Rank::read(rank, faults);
            }
            if let Some(up) = command.under.and_then(|name| faults.word("command", name, &ids)) {
                if up == at || self.formations[up].side != self.formations[at].side {
                    faults.at(command.id.span(), format!("{:?} cannot be under that", ids[at]));
                } else {
                    self.formations[at].under = Some(up);
                }
            }
        }
        for leader in leaders {
            self.leads(leader, &ids, faults);
        }
        self
    }

    /// A command that the order of battle lacks, if the scenario gives it a name.
    fn added(&self, command: &ToldCommand<'_>, faults: &mut Collector<'_>) -> Option<Formation> {
        let (id, name) = (command.id.get_ref(), command.name?.to_owned());
        if self.formations.iter().any(|f| f.id == *id) {
            faults.at(command.id.span(), format!("{id:?} has its name in the order of battle"));
            return None;
        }
        let side = match command.side {
            Some(side) => side_named(&self.sides, side, faults),
            None => {
                faults.at(command.id.span(), format!("command {id:?} has no side")).expect("`side`");
                Side(0)
            }
        };
        Some(Formation { name, ..Formation::plain(id, side) })
    }

    /// Says what a leader leads; one with a name is added.
    fn leads(&mut self, leader: &ToldLeader<'_>, ids: &[String], faults: &mut Collector<'_>) {
        let leads = leader.command.and_then(|name| faults.word("command", name, ids));
        let id = leader.id.get_ref();
        let known = self.leaders.iter().position(|l| l.id == *id);
        match (known, leader.name, leads) {
            (Some(at), None, Some(_)) => self.leaders[at].leads = leads,
            (Some(_), Some(_), _) => {
                faults.at(leader.id.span(), format!("{id:?} is named in the order of battle"));
            }
            (None, Some(name), Some(command)) => {
                let side = self.formations[command].side;
                self.leaders.push(Leader { id: id.clone(), name: name.to_owned(), side, leads });
            }
            (None, Some(_), None) => {
                faults.at(leader.id.span(), format!("leader {id:?} leads nobody")).expect("`command`");
            }
            (_, None, _) => {}
        }
    }

    /// Marks for the units that a scenario says are not there: those that it names, and all of the formations that it names, with what is part of them.
    pub fn absent(&self, names: &[Name], faults: &mut Collector<'_>) -> Vec<bool> {
        let formations = self.formations.iter().map(|f| f.id.as_str());
        let known: Vec<&str> = formations.chain(self.units.iter().map(|u| u.id.as_str())).collect();
        let named: Vec<usize> = names
            .iter()
            .filter_map(|name| faults.word("formation or unit of the order of battle", name, &known))
            .collect();
        let first = self.formations.len();
        let gone = |i: usize| {
            let own = Some(self.units[i].formation);
            let mut above = std::iter::successors(own, |f| self.formations[*f].under);
            let mut wholes = std::iter::once(i).chain(self.wholes(i));
            above.any(|f| named.contains(&f)) || wholes.any(|u| named.contains(&(first + u)))
        };
        (0..self.units.len()).map(gone).collect()
    }
}

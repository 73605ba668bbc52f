//! From what a file says to a playable battle: all faults of a file are listed at once, and nothing is loaded by halves.

use baize::{Area, AreaKind, Line, LineKind, Size, Table, Water};
pub use muster::Name;
use muster::{Collector, Faults, Spanned, changeable};
use roster::{About, SideCard, check_id, side_or_first};
use serde::Deserialize;
use table::Side;

use super::setup::set_up;
use crate::armies::{Arm, Attachment, Capability, Drill, Elan, Family, Quality, Training, Troops};
use crate::core::battle::{Battle, CommanderCard, DivisionCard, Half, UnitCard, Weather};
use crate::core::before::{Before, Made};
use crate::core::charts::Charts;
use crate::core::coming::{Deployment, Division};
use crate::core::state::{Clock, CommanderId, DivisionId, MAX_UNITS, Phase, Stage, State};
use crate::formations::{Figures, Strength};

changeable! {
    /// A unit: what troops it is of, and where and how it stands.
    RawUnit {
        /// Name; its id if absent.
        name: String,
        /// Its side; that of its division if absent.
        side: Name,
        /// Its division; one of its side's own if absent.
        division: Name,
        /// Nation.
        nation: Name,
        /// Troop type; line infantry if absent.
        troops: Name,
        /// Drill in which infantry moves; reformed if absent.
        drill: Name,
        /// Drill in which it fires; that in which it moves if absent.
        fires: Name,
        /// Élan; average if absent.
        elan: Name,
        /// Training; drilled if absent.
        training: Name,
        /// Size: `small`, which it is if absent, or `large`.
        size: Name,
        /// Special capabilities.
        special: Vec<Name>,
        /// Kind of a half of it, of cavalry that is of two: `light`, `heavy`, `shock`, `lancers`.
        half: Name,
        /// Attachments.
        attachments: Vec<Name>,
        /// Centre of its front edge in MU from the table's upper left corner, `"12,20.5"`; off the table if absent.
        at: Name,
        /// Degrees that it faces, clockwise from the far edge; toward the other side's edge if absent.
        facing: Spanned<i64>,
        /// Formation.
        formation: Name,
        /// Cohesion; steady if absent.
        cohesion: Name,
        /// Whether it is spent.
        spent: bool,
        /// Whether it is guns that their crews have left.
        abandoned: bool,
        /// Halt by fire: `checked` or `stopped`.
        halt: Name,
        /// Whether it has moved in this phase.
        moved: bool,
        /// Whether its side got it for its initiative.
        extra: bool,
        /// Name of the building in which it is.
        house: Name,
        /// Whether it defends that.
        defends: bool,
    }

    /// A commander.
    RawCommander {
        /// Name; the id if absent.
        name: String,
        /// Side; that of the division if absent.
        side: Name,
        /// Division; a corps commander has none.
        division: Name,
        /// Level; competent if absent.
        quality: Name,
        /// Whether the commander inspires those who are led.
        charismatic: bool,
        /// Middle of the base in MU; off the table if neither this nor `with` is there.
        at: Name,
        /// The unit that the commander leads.
        with: Name,
        /// Command points left; by level if absent.
        points: u8,
    }

    /// A division.
    RawDivision {
        /// Name; its id if absent.
        name: String,
        /// Its side; the first if absent.
        side: Name,
        /// Whether it is allied.
        allied: bool,
        /// From where it comes, of a division that is off the table: a sector of the own edge, or of a side edge on a flank march.
        off: Name,
        /// Progress on its way: `off`, which it is if absent, `called` or `enters`.
        coming: Name,
    }
}

/// Order of battle as a file has it.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields)]
pub struct RawOrder {
    /// Divisions.
    #[serde(default)]
    pub division: Vec<RawDivision>,
    /// Commanders.
    #[serde(default)]
    pub commander: Vec<RawCommander>,
    /// Units.
    #[serde(default)]
    pub unit: Vec<RawUnit>,
}

/// Material of a battle: all but its order of battle.
pub struct Material {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Its entry in the chooser.
    pub about: About,
    /// The table.
    pub table: Table,
    /// Weather.
    pub weather: Weather,
    /// Charts.
    pub charts: Charts,
    /// The sides.
    pub sides: [SideCard; 2],
    /// Game turns.
    pub turns: u16,
}

/// Makes a battle of its material and its order of battle, everybody where the file says.
///
/// # Errors
/// All the faults of the file.
pub fn build(material: Material, order: &RawOrder, mut faults: Collector<'_>) -> Result<Battle, Faults> {
    let Material { id, title, about, mut table, weather, charts, sides, turns } = material;
    dry_beds(&mut table);
    let mut reader = Reader { sides: &sides, faults: &mut faults, divisions: Vec::new() };
    for raw in &order.division {
        reader.division(raw);
    }
    let units: Vec<UnitCard> = order.unit.iter().map(|raw| reader.unit(raw)).collect();
    let commanders: Vec<CommanderCard> = order.commander.iter().map(|raw| reader.commander(raw)).collect();
    let mut divisions = reader.divisions;
    for (at, card) in commanders.iter().enumerate().filter(|(_, card)| !card.is_of_corps()) {
        divisions[card.division.i()].commander = CommanderId(at as u8);
    }
    let material = Material { id, title, about, table, weather, charts, sides, turns };
    let mut battle = assemble(material, (divisions, units, commanders), &mut faults);
    if faults.is_empty() {
        set_up(&mut battle, order, &mut faults);
    }
    faults.into_result(battle)
}

/// Cards of a battle: its divisions, units and commanders.
pub(super) type Cards = (Vec<DivisionCard>, Vec<UnitCard>, Vec<CommanderCard>);

/// Puts a battle together of its material and its cards, with nobody set up.
pub(super) fn assemble(material: Material, cards: Cards, faults: &mut Collector<'_>) -> Battle {
    let Material { id, title, about, table, weather, charts, sides, turns } = material;
    let (divisions, units, commanders) = cards;
    if units.len() > MAX_UNITS || commanders.len() > MAX_UNITS || divisions.len() > MAX_UNITS {
        faults.whole(format!("more than {MAX_UNITS} units, commanders or divisions"));
    }
    let clock = Clock {
        turn: 0,
        side: Side(0),
        attacker: Side(0),
        called: false,
        phase: Phase::Command,
        begun: false,
        strayed: false,
        recovering: false,
        aimed: false,
        stage: Stage::Declare,
        second: false,
    };
    let setup = State {
        clock,
        units: Vec::new(),
        commanders: Vec::new(),
        shots: Vec::new(),
        assaults: Vec::new(),
        divisions: vec![Division::HERE; divisions.len()],
        communications: [None; 2],
        deployment: Deployment::NONE,
        before: Before::default(),
        made: Made::default(),
    };
    let base = base();
    Battle {
        id,
        title,
        about,
        table,
        base,
        weather,
        charts,
        sides,
        divisions,
        units,
        commanders,
        turns,
        by_zones: false,
        game: None,
        worth_more: [0; 2],
        setup,
    }
}

/// A river that has dried up is a gully all along (`rivers`).
fn dry_beds(table: &mut Table) {
    let dry = |line: &&Line| line.kind == LineKind::River && line.water == Some(Water::Dry);
    let beds = table.lines.iter().filter(dry).filter_map(|line| {
        let (name, outline) = (line.name.clone(), line.bed()?);
        let (steep, crest, bank, rear) = (None, Vec::new(), None, None);
        Some(Area { kind: AreaKind::Gully, name, outline, steep, crest, bank, rear })
    });
    let beds: Vec<Area> = beds.collect();
    table.areas.extend(beds);
}

/// A base of the tallest figures in metric measure, which is one and a half MU wide: what stands on the table here (`bases`).
fn base() -> Size {
    Figures::Tall.base(Figures::Tall.preferred())
}

/// Reads divisions, units and commanders.
struct Reader<'r, 's> {
    sides: &'r [SideCard; 2],
    faults: &'r mut Collector<'s>,
    divisions: Vec<DivisionCard>,
}

impl Reader<'_, '_> {
    fn division(&mut self, raw: &RawDivision) {
        check_id(&raw.id, self.faults);
        let id = raw.id.get_ref().clone();
        let name = raw.name.clone().unwrap_or_else(|| id.clone());
        let side = side_or_first(self.sides, raw.side.as_ref(), self.faults);
        let (allied, commander) = (raw.allied.unwrap_or(false), CommanderId::NONE);
        self.divisions.push(DivisionCard { id, name, side, allied, commander });
    }

    /// The division of this name; one of the side's own if none is named.
    fn belongs(&mut self, division: Option<&Name>, side: Option<&Name>) -> DivisionId {
        let ids: Vec<String> = self.divisions.iter().map(|division| division.id.clone()).collect();
        if let Some(at) = division.and_then(|name| self.faults.word("division", name, &ids)) {
            return DivisionId(at as u8);
        }
        let side = side_or_first(self.sides, side, self.faults);
        let id = format!("{}-division", self.sides[side.index()].id);
        let at = ids.iter().position(|known| *known == id).unwrap_or_else(|| {
            let name = id.clone();
            self.divisions.push(DivisionCard { id, name, side, allied: false, commander: CommanderId::NONE });
            self.divisions.len() - 1
        });
        DivisionId(at as u8)
    }

    fn unit(&mut self, raw: &RawUnit) -> UnitCard {
        check_id(&raw.id, self.faults);
        let division = self.belongs(raw.division.as_ref(), raw.side.as_ref());
        let faults = &mut *self.faults;
        let id = raw.id.get_ref().clone();
        let large = raw.size.as_ref().and_then(|name| faults.word("size", name, &["small", "large"]));
        let special =
            raw.special.iter().flatten().filter_map(|name| Capability::read(name, faults)).collect();
        let attached = raw.attachments.iter().flatten();
        let attachments: Vec<Attachment> =
            attached.filter_map(|name| Attachment::read(name, faults)).collect();
        let troops = raw.troops.as_ref().and_then(|name| Troops::read(name, faults)).unwrap_or(Troops::Line);
        if let Some(what) = misplaced(troops, &attachments) {
            faults.at(raw.id.span(), format!("{id:?} {what}"));
        }
        UnitCard {
            name: raw.name.clone().unwrap_or_else(|| id.clone()),
            id,
            nation: raw.nation.as_ref().map_or_else(String::new, |name| name.get_ref().clone()),
            side: self.divisions[division.i()].side,
            division,
            troops,
            fires: raw
                .fires
                .as_ref()
                .or(raw.drill.as_ref())
                .and_then(|name| Drill::read(name, faults))
                .unwrap_or(Drill::Reformed),
            drill: raw.drill.as_ref().and_then(|name| Drill::read(name, faults)).unwrap_or(Drill::Reformed),
            elan: raw.elan.as_ref().and_then(|name| Elan::read(name, faults)).unwrap_or(Elan::Average),
            training: raw
                .training
                .as_ref()
                .and_then(|name| Training::read(name, faults))
                .unwrap_or(Training::Drilled),
            strength: if large == Some(1) { Strength::Large } else { Strength::Small },
            special,
            half: raw.half.as_ref().and_then(|name| Half::read(name, faults)),
            attachments,
            extra: raw.extra.unwrap_or(false),
        }
    }

    fn commander(&mut self, raw: &RawCommander) -> CommanderCard {
        check_id(&raw.id, self.faults);
        let id = raw.id.get_ref().clone();
        let division = match &raw.division {
            None => DivisionId::NONE,
            named => self.belongs(named.as_ref(), raw.side.as_ref()),
        };
        let side = match division.some() {
            Some(division) => self.divisions[division.i()].side,
            None => side_or_first(self.sides, raw.side.as_ref(), self.faults),
        };
        let quality = raw.quality.as_ref().and_then(|name| Quality::read(name, self.faults));
        CommanderCard {
            name: raw.name.clone().unwrap_or_else(|| id.clone()),
            id,
            side,
            division,
            quality: quality.unwrap_or(Quality::Competent),
            charismatic: raw.charismatic.unwrap_or(false),
        }
    }
}

/// Fault of attachments that a unit of such troops cannot have, if there is one (`attachments`): two different ones at the most; guns beside guns only; with cavalry guns and officers, and of guns only
/// medium ones with all but batteries.
pub(crate) fn misplaced(troops: Troops, attachments: &[Attachment]) -> Option<&'static str> {
    let arm = troops.arm();
    let fits = |one: &Attachment| match (arm, one.family()) {
        (Arm::Artillery, family) => family == Family::Artillery,
        (_, Family::Artillery) => *one == Attachment::MediumArtillery,
        (Arm::Cavalry, family) => family == Family::Officers,
        (Arm::Infantry, _) => true,
    };
    let twice = attachments.len() == 2 && attachments[0] == attachments[1] && arm != Arm::Artillery;
    if attachments.len() > 2 {
        Some("has more than two attachments")
    } else if twice {
        Some("has the same attachment twice")
    } else if attachments.iter().all(fits) {
        None
    } else {
        Some("has an attachment that such troops never have")
    }
}

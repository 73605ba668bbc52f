//! The charts of the book, looked up by the things that they speak of.

use baize::{AreaKind, Length};
use muster::words;

use super::state::{Cohesion, Halt};
use crate::armies::Training;
use crate::formations::Strength;

words! {
    /// Row of the Movement Table (`movement.allowance`).
    "mover", Mover {
        /// Unreformed infantry in tactical formation or line.
        Unreformed = "unreformed",
        /// Reformed infantry in line.
        ReformedLine = "reformed_line",
        /// Reformed infantry in tactical formation.
        ReformedTactical = "reformed_tactical",
        /// Infantry in march column.
        InfantryColumn = "infantry_column",
        /// Infantry in skirmish order.
        InfantrySkirmish = "infantry_skirmish",
        /// Infantry in square.
        Square = "square",
        /// Unlimbered guns, some of them heavy.
        ProlongHeavy = "prolong_heavy",
        /// Unlimbered guns, none of them heavy.
        ProlongMedium = "prolong_medium",
        /// Limbered foot artillery.
        LimberedFoot = "limbered_foot",
        /// Limbered horse artillery.
        LimberedHorse = "limbered_horse",
        /// Heavy cavalry.
        HeavyCavalry = "heavy_cavalry",
        /// Regular light cavalry that is not in single rank.
        LightCavalry = "light_cavalry",
        /// Light cavalry in single rank or irregular, and any in march column.
        FastCavalry = "fast_cavalry",
        /// A commander alone.
        Commander = "commander",
    }
}

words! {
    /// Going of terrain (`movement.terrain`), the best first.
    "going", Going {
        /// Open.
        Open = "open",
        /// Rough.
        Rough = "rough",
        /// Difficult.
        Difficult = "difficult",
        /// Entered by rules of its own.
        Closed = "closed",
        /// Not entered.
        Impassable = "impassable",
    }
}

words! {
    /// Activity of the movement phase in the table of complex moves (`cmt.table`).
    "activity", Activity {
        /// A move forward, with wheels.
        Advance = "advance",
        /// A turn or wheel to face an enemy within 2 MU.
        FaceNearEnemy = "face_near_enemy",
        /// A change of formation or facing beyond 2 MU of enemies.
        ReformFar = "reform_far",
        /// The same within 2 MU.
        ReformNear = "reform_near",
        /// A slide alone.
        Slide = "slide",
        /// Past friends, where either is skirmishers or artillery.
        ThroughLight = "through_light",
        /// Past friends of the same command.
        ThroughOwn = "through_own",
        /// Past friends of another command.
        ThroughOthers = "through_others",
        /// A full move to the rear, in line or march column.
        FullRear = "full_rear",
        /// Half a move to the rear.
        HalfRear = "half_rear",
        /// A full move to the rear of skirmishers.
        SkirmishRear = "skirmish_rear",
        /// Half a move of skirmishers in any direction.
        SkirmishAny = "skirmish_any",
        /// Skirmishers cross an obstacle.
        ObstacleLight = "obstacle_light",
        /// Others cross one.
        Obstacle = "obstacle",
        /// Guns unlimber.
        Unlimber = "unlimber",
        /// Guns move by prolong.
        Prolong = "prolong",
        /// Heavy guns limber.
        LimberHeavy = "limber_heavy",
        /// Other guns limber.
        LimberMedium = "limber_medium",
        /// A second move.
        SecondMove = "second_move",
        /// A disordered unit advances to within 2 MU of an enemy.
        NearEnemy = "near_enemy",
        /// A unit that was hit by fire advances.
        HaltedAdvance = "halted_advance",
        /// A unit assaults, or goes on through fire.
        Assault = "assault_by_test",
        /// An impetuous unit is held back from an assault.
        Restrain = "restrain",
        /// A disordered or spent unit intercepts.
        Intercept = "intercept_by_test",
        /// A unit pursues, or is held back from it.
        Pursuit = "pursuit",
    }
}

words! {
    /// Ease of an activity: what it asks of a unit (`cmt.table`).
    "ease", Ease {
        /// Nothing.
        Simple = "simple",
        /// A test.
        Complex = "complex",
        /// It is not allowed.
        No = "no",
    }
}

words! {
    /// Row of the dice of fire (`firing.dice`).
    "fire dice", FireDice {
        /// Close: tactical formation, each half of a line.
        CloseFormed = "close_formed",
        /// Close: squares and skirmishers.
        CloseLoose = "close_loose",
        /// Close: guns.
        CloseGuns = "close_guns",
        /// Medium: unreformed infantry.
        MediumUnreformed = "medium_unreformed",
        /// Medium: the same with skirmishers attached.
        MediumUnreformedSkirmishers = "medium_unreformed_skirmishers",
        /// Medium: reformed infantry of the line.
        MediumReformed = "medium_reformed",
        /// Medium: the same with skirmishers attached.
        MediumReformedSkirmishers = "medium_reformed_skirmishers",
        /// Medium: light infantry.
        MediumLight = "medium_light",
        /// Medium: guns.
        MediumGuns = "medium_guns",
        /// Long: heavy guns and mortars.
        LongHeavy = "long_heavy",
        /// Long: other guns.
        LongMedium = "long_medium",
        /// Guns attached, close.
        AttachedClose = "attached_close",
        /// Guns attached to a square, close.
        AttachedSquare = "attached_square",
        /// Guns attached, medium.
        AttachedMedium = "attached_medium",
        /// Guns attached to a unit without fire of its own, medium.
        AttachedMediumAlone = "attached_medium_alone",
        /// Guns attached, long.
        AttachedLong = "attached_long",
        /// Infantry that supports.
        SupportInfantry = "support_infantry",
        /// Guns that support.
        SupportGuns = "support_guns",
        /// Out of a building, or into one at close or medium range.
        Building = "building",
        /// Enemy cavalry near riflemen.
        CavalryRifles = "cavalry_rifles",
        /// Enemy cavalry near others.
        CavalryMuskets = "cavalry_muskets",
    }
}

words! {
    /// Row of the scores of fire (`firing.hit`).
    "fire hit", FireHit {
        /// Single rank, unlimbered guns, soft ground at long range.
        LongThin = "long_thin",
        /// Infantry at close range.
        CloseInfantry = "close_infantry",
        /// All others.
        Other = "other",
        /// Advantage by what the target is, or from behind its flank.
        AdvantageTarget = "advantage_target",
        /// At skirmishers.
        TargetSkirmishers = "target_skirmishers",
        /// By skirmishers at close range.
        SkirmishersClose = "skirmishers_close",
        /// At cover.
        Cover = "cover",
        /// Out of a building or into one, close.
        BuildingClose = "building_close",
        /// The same from farther off.
        BuildingFar = "building_far",
    }
}

words! {
    /// Peril: how a commander is in danger (`commanders.casualties`).
    "peril", Peril {
        /// Shot at by riflemen too.
        Rifles = "rifles",
        /// Shot at by others.
        Muskets = "muskets",
        /// In combat, and the unit retires.
        Retires = "retires",
        /// In combat otherwise.
        Combat = "combat",
    }
}

words! {
    /// Row of the dice of combat (`combat.dice`, `combat.additions`).
    "combat dice", CombatDice {
        /// Formed infantry and cavalry in the open.
        Formed = "formed",
        /// All others.
        Other = "other",
        /// Lancers.
        Lancers = "lancers",
        /// Lancers for a half.
        LancersPart = "lancers_part",
        /// Enemies downhill of all bases in contact.
        Uphill = "uphill",
        /// Enemies downhill of some of them.
        UphillPart = "uphill_part",
        /// Support on a flank.
        FlankSupport = "flank_support",
        /// Support from the rear, which takes as much from opponents.
        RearSupport = "rear_support",
        /// Shock cavalry, likewise.
        Shock = "shock",
        /// Guns attached to cavalry.
        AttachedGuns = "attached_guns",
    }
}

words! {
    /// Row of the to-hit value of combat (`combat.hit`).
    "combat hit", CombatHit {
        /// The score before advantages.
        Score = "score",
        /// Attack on a flank or the rear; as much against who is attacked.
        Flank = "flank",
        /// Mounted against lighter cavalry.
        Lighter = "lighter",
        /// Mounted against artillery.
        Artillery = "artillery",
        /// Mounted against infantry not in square.
        Infantry = "infantry",
        /// Mounted against a square.
        Square = "square",
        /// Infantry facing shock cavalry.
        FacingShock = "facing_shock",
        /// March columns, skirmishers, artillery.
        Weak = "weak",
        /// Fighting across an obstacle, of both.
        Obstacle = "obstacle",
    }
}

words! {
    /// Retreat that fire forces on its target (`firing.results`).
    "back", Back {
        /// None.
        None = "none",
        /// Of cavalry, to 3 MU.
        Cavalry = "cavalry",
        /// To 3 MU.
        Three = "three",
        /// An outcome move.
        Retire = "retire",
    }
}

/// Result of fire (`firing.results`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FireResult {
    /// Halt of the target in the next movement.
    pub advance: Halt,
    /// Retreat of the target.
    pub back: Back,
    /// Levels of cohesion lost.
    pub levels: i16,
}

words! {
    /// Row of outcome moves (`outcome.moves`).
    "outcome", Outcome {
        /// Infantry facing cavalry behind an obstacle or in square.
        InfantryHeld = "infantry_held",
        /// Infantry in the open in contact with cavalry.
        InfantryRiddenDown = "infantry_ridden_down",
        /// Other infantry.
        Infantry = "infantry",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Limbered guns in contact.
        LimberedContact = "limbered_contact",
        /// Other limbered guns.
        Limbered = "limbered",
        /// Guns in battery in contact with cavalry.
        GunsCavalry = "guns_cavalry",
        /// Guns in battery in contact with infantry.
        GunsInfantry = "guns_infantry",
        /// Foot artillery in battery, not in contact.
        FootGuns = "foot_guns",
        /// Horse artillery in battery, not in contact.
        HorseGuns = "horse_guns",
    }
}

/// Fate of a unit that must go: what an outcome move comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stays.
    Halt,
    /// It retires a die and so many MU.
    Retire(i16),
    /// Its guns are abandoned.
    Abandoned,
    /// It is destroyed.
    Destroyed,
}

/// Terrain's row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TerrainRow {
    /// Its going.
    pub going: Going,
    /// Levels by which those in it fire lower.
    pub fire: u8,
    /// Levels by which those in it fight lower.
    pub fight: u8,
    /// Whether it gives cover.
    pub cover: bool,
    /// From how far somebody wholly in it is seen; none from anywhere.
    pub seen: Option<Length>,
    /// Whether nobody sees past it.
    pub blocks: bool,
}

/// Reach of a commander (`commanders.range`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// Usually.
    pub normal: Length,
    /// Of one who leads a unit.
    pub leading: Length,
    /// Of one who leads a unit in combat.
    pub combat: Length,
}

/// The charts. Lists stand in the order of the words that they are asked by.
#[derive(Clone, Debug)]
pub struct Charts {
    pub(crate) movement: Vec<[Option<Length>; 3]>,
    pub(crate) terrain: Vec<TerrainRow>,
    pub(crate) moves: Vec<[Ease; 2]>,
    pub(crate) training: Vec<TrainingRow>,
    pub(crate) scores: Vec<i16>,
    pub(crate) fire_dice: Vec<[i16; 2]>,
    pub(crate) fire_hits: Vec<i16>,
    pub(crate) fire_results: Vec<FireResult>,
    pub(crate) outcome: Vec<[Fate; 3]>,
    pub(crate) combat_dice: Vec<[i16; 2]>,
    pub(crate) combat_hits: Vec<i16>,
    pub(crate) combat_losses: Vec<[i16; 2]>,
    pub(crate) casualties: Vec<i16>,
    pub(crate) casualty_dice: Vec<i16>,
    pub(crate) regions: Vec<[[u8; 2]; 9]>,
    /// Reach of a corps commander.
    pub corps: Reach,
    /// Reach of a division commander.
    pub division: Reach,
}

impl Charts {
    /// Allowance of a turn in MU; none if not at all (`movement.allowance`).
    pub fn allowance(&self, mover: Mover, going: Going) -> Option<Length> {
        self.movement[mover as usize].get(going as usize).copied().flatten()
    }

    /// A terrain's row.
    pub fn terrain(&self, kind: AreaKind) -> TerrainRow {
        self.terrain[kind as usize]
    }

    /// Dice of a training.
    pub fn training(&self, training: Training) -> TrainingRow {
        self.training[training as usize]
    }

    /// A score.
    pub fn score(&self, score: Score) -> i16 {
        self.scores[score as usize]
    }

    /// Dice of fire of a unit of a size.
    pub fn fire_dice(&self, row: FireDice, strength: Strength) -> i16 {
        self.fire_dice[row as usize][usize::from(strength == Strength::Large)]
    }

    /// Score or advantage of fire.
    pub fn fire_hit(&self, row: FireHit) -> i16 {
        self.fire_hits[row as usize]
    }

    /// Dice of combat of a unit of a size.
    pub fn combat_dice(&self, row: CombatDice, strength: Strength) -> i16 {
        self.combat_dice[row as usize][usize::from(strength == Strength::Large)]
    }

    /// Score or advantage of combat.
    pub fn combat_hit(&self, row: CombatHit) -> i16 {
        self.combat_hits[row as usize]
    }

    /// Levels lost by so many hits in combat, of most units and of guards.
    pub fn combat_losses(&self, hits: i16) -> [i16; 2] {
        self.combat_losses[usize::try_from(hits).unwrap_or(0).min(self.combat_losses.len() - 1)]
    }

    /// Score that all dice must show for a commander to fall.
    pub fn casualty(&self, peril: Peril) -> i16 {
        self.casualties[peril as usize]
    }

    /// Dice thrown for a corps commander, or a division commander.
    pub(crate) fn casualty_dice(&self, rank: Rank) -> i16 {
        self.casualty_dice[rank as usize]
    }

    /// Result of so many hits by fire.
    pub fn fire_result(&self, hits: i16) -> FireResult {
        self.fire_results[usize::try_from(hits).unwrap_or(0).min(self.fire_results.len() - 1)]
    }

    /// Fate of a unit that must go: disordered, which steady ones are taken for, wavering or broken.
    pub fn outcome(&self, row: Outcome, cohesion: Cohesion) -> Fate {
        self.outcome[row as usize][(cohesion as usize).saturating_sub(1)]
    }

    /// Ease of an activity for a wavering unit or for one that is steady or disordered (`cmt.table`).
    pub fn ease(&self, activity: Activity, steadiness: Steadiness) -> Ease {
        self.moves[activity as usize][steadiness as usize]
    }
}

words! {
    /// Score: what at least one die of a test must show.
    "score", Score {
        /// A complex move (`cmt.test`).
        Complex = "complex",
        /// A complex move of a unit that is led.
        ComplexLed = "complex_led",
        /// Recovery of a level of cohesion (`recovery.phase`).
        Recovery = "recovery",
        /// Rally of a broken unit (`recovery.broken`).
        Rally = "rally",
        /// Cohesion test of troops near by when others break or burst through (`morale.other`).
        Event = "event",
        /// Guns that stand when they are assaulted (`morale.assault`).
        Guns = "guns",
        /// A square out of line, before cavalry (`morale.assault`).
        SquareFromLine = "square_from_line",
        /// A division off the table is called (`movement.reserves`).
        Reserves = "reserves",
    }
}

/// Dice of a training (`cmt.test`, `morale.procedure`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrainingRow {
    /// For a complex move test.
    pub moves: i16,
    /// For a cohesion test.
    pub cohesion: i16,
}

words! {
    /// Rank of a commander who leads (`commanders.casualties`).
    "rank", Rank {
        /// Corps commander.
        Corps = "corps",
        /// Division commander.
        Division = "division",
        /// Brigade commander: officers attached to a unit.
        Brigade = "brigade",
    }
}

/// Column of the table of complex moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Steadiness {
    /// Steady or disordered.
    Firm,
    /// Wavering.
    Wavering,
}

//! Charts that are lists of named figures: one field a row, with its rule. Command, movement, morale.

use super::{CrossReference, Exact, Span};
use labataille::figures;

figures! {
    /// Command (8).
    Command, "command" {
        /// Span of a brigade or division leader.
        brigade: i16 = "8.3.1",
        /// Span of a corps leader, to division and brigade leaders.
        corps: i16 = "8.3.1",
        /// Span of an army leader, to corps leaders.
        army: i16 = "8.3.1",
        /// Initiative and span of a light cavalry leader, at least.
        initiative_least: i16 = "8.5.1.1",
        /// Initiative of a light cavalry leader, at most.
        initiative_most: i16 = "8.5.1.1",
        /// Span of a light cavalry leader, at most.
        span_most: i16 = "8.5.1.2",
        /// Enemies this near end an administrative march.
        administrative_march: i16 = "8.7.3",
        /// Escorts from their leader.
        escort: i16 = "8.9.1.1",
        /// Reinforcements beside their entry: share of the movement potential, in hexes.
        entry: Exact = "8.10.1",
        /// Leader who routed off returns within, of a depot.
        leader_returns: i16 = "13.2.7",
    }
}

figures! {
    /// Further modifiers to forming up (12.10.9.1).
    FormUpModifiers, "form-up" {
        /// Tired.
        tired: i16 = "12.10.9.1",
        /// Against a grand charge.
        grand_charge: i16 = "12.10.9.1",
    }
}

figures! {
    /// Formation Change Cost Chart (12.2), in half movement points.
    Changes, "formation-changes" {
        /// Infantry changes formation.
        infantry: i16 = "12.2.1",
        /// Cavalry changes formation.
        cavalry: i16 = "12.3.6",
        /// Artillery limbers or unlimbers.
        artillery: i16 = "18.2.1",
        /// Quarter-wheel by company.
        quarter_wheel: i16 = "12.3.7",
        /// Infantry breaks down or re-forms.
        infantry_breakdown: i16 = "12.1.1",
        /// Cavalry breaks down or re-forms.
        cavalry_breakdown: i16 = "12.1.1",
        /// Infantry line extends or consolidates, besides the terrain.
        infantry_extend: i16 = "12.3.4.1",
        /// Cavalry line extends or consolidates, besides the terrain.
        cavalry_extend: i16 = "12.3.4.2",
        /// Infantry out of general order.
        leave_general_order_infantry: i16 = "12.7.2",
        /// Cavalry out of general order.
        leave_general_order_cavalry: i16 = "12.7.2",
        /// Limbered artillery out of general order.
        leave_general_order_artillery: i16 = "12.7.2",
        /// Wheel: hexes of the outer part paid for one hexside, for each hex of the line beyond the first.
        wheel: i16 = "9.2.1",
    }
}

figures! {
    /// Natural dice that strike leaders (8.2).
    CasualtyTriggers, "leader-casualties" {
        /// Fire at the leader's hex.
        fire: Span = "8.2",
        /// Mêlée, with the defenders.
        melee_defender: Span = "8.2",
        /// Mêlée, with the attackers.
        melee_attacker: Span = "8.2",
        /// Second throw after an explosion.
        caisson: Span = "18.6.3",
    }
}

figures! {
    /// Modifiers to the limbering die (18.2.1).
    LimberingModifiers, "limbering" {
        /// Leader with the battery.
        leader: i16 = "18.2.1",
        /// Artillery leader with the battery.
        artillery_leader: i16 = "18.2.1",
        /// Artillery leader of special ability.
        special_artillery_leader: i16 = "18.2.1",
    }
}

figures! {
    /// General Morale Check Modifiers Chart (20.1).
    Morale, "morale" {
        /// In disorder.
        disorder: i16 = "12.11.4",
        /// In PGD.
        pgd: i16 = "12.12.4",
        /// In PGD, at dusk, further.
        pgd_dusk: i16 = "21.1.1",
        /// In PGD, by night, further.
        pgd_night: i16 = "21.1.2",
        /// In road column.
        road_column: i16 = "12.8.5",
        /// In square.
        square: i16 = "12.9.8",
        /// Without a leader, each combat unit beyond the first.
        leaderless: i16 = "11.1.3",
        /// Units of different corps or nations.
        mixed: i16 = "11.3",
        /// Beneath Old Guard infantry.
        under_old_guard: i16 = "11.3.1",
        /// Battalion or regiment at half its initial strength or below.
        half_strength: i16 = "17.3.3",
        /// Half of the current strength or more lost in one event.
        grievous: i16 = "17.3.4",
        /// Leader with the stack.
        leader: i16 = "5.2.2",
        /// Leader mortally wounded.
        leader_mortal: i16 = "8.2.2",
        /// Each unit of the stack that passed above.
        next_unit: i16 = "20.1.1",
        /// During a force march.
        force_march: i16 = "13.3.4",
        /// End of a force march.
        force_march_end: i16 = "13.3.3",
        /// End of a force march, each consecutive turn before.
        force_march_again: i16 = "13.3.3",
        /// Morale level of the formation.
        morale_level: CrossReference = "20.3",
    }
}

figures! {
    /// Morale ratings that stand apart (20.1.2, 20.1.3).
    Thresholds, "morale" {
        /// Elite: rating up to.
        elite: i16 = "20.1.2",
        /// A natural 11 may pass: rating up to.
        passes_on_eleven: i16 = "20.1.3",
    }
}

figures! {
    /// Movement allowances (13.1).
    Movement, "movement" {
        /// Tired cavalry.
        tired: Exact = "19.15.4",
        /// Exhausted cavalry.
        exhausted: Exact = "19.15.5",
        /// Bounce.
        bounce: Exact = "19.9.3",
        /// Advance of a reserve, at most.
        reserve: Exact = "16.8.3",
        /// Retreat before assault or charge, reaction move: free of harm up to.
        retreat_tires: Exact = "19.15.1.3",
        /// Movement with which cavalry still recovers a degree.
        rest: Exact = "19.15.3.1",
        /// Charge movement.
        charge: i16 = "19.2.1",
        /// Cavalry regroup.
        regroup: i16 = "19.12",
        /// Reaction charge.
        reaction_charge: i16 = "19.17.2",
        /// Infantry and guns in a skirmish zone, next to the skirmishers' front.
        skirmish_zone_near: i16 = "12.10.7",
        /// Infantry and guns in the next ring of a skirmish zone.
        skirmish_zone_far: i16 = "12.10.7",
        /// Old Guard in line, for every other hex (instead of the line's).
        old_guard_line: i16 = "12.6.4.1",
        /// Force march: added.
        force_march: i16 = "13.3.2",
        /// Cavalry at dusk.
        dusk_cavalry: i16 = "21.1.1",
        /// Horse artillery at dusk.
        dusk_horse_artillery: i16 = "21.1.1",
        /// Cavalry by night.
        night_cavalry: i16 = "21.1.2",
        /// Horse artillery by night.
        night_horse_artillery: i16 = "21.1.2",
        /// Heavy cavalry: movement potential up to.
        heavy_cavalry: i16 = "19.14.1",
    }
}

figures! {
    /// Further modifiers to rallying squares (19.7.2).
    RallyingModifiers, "rallying-square" {
        /// Against a grand charge.
        grand_charge: i16 = "19.16.5",
    }
}

figures! {
    /// Reaction charge modifiers (19.17).
    Reaction, "reaction" {
        /// Tired.
        tired: i16 = "19.17.2",
        /// Quarter-wheel from the flank.
        quarter_wheel: i16 = "19.17.5",
    }
}

figures! {
    /// Degrees of readiness (19.15).
    Readiness, "readiness" {
        /// Mêlée in the segment.
        melee: i16 = "19.15.1",
        /// Charge or grand charge.
        charge: i16 = "19.15.1",
        /// Rest with up to half the movement.
        rest: i16 = "19.15.3.1",
        /// No movement, charge or mêlée.
        full_rest: i16 = "19.15.3.2",
    }
}

figures! {
    /// Modifiers to the recall die (19.8).
    RecallModifiers, "recall" {
        /// Leader with the cavalry.
        leader: i16 = "19.8",
        /// Guard cavalry.
        guard: i16 = "19.8",
    }
}

figures! {
    /// Modifiers to forming square (19.7.1).
    SquareModifiers, "square" {
        /// Leader with the stack.
        leader: i16 = "19.7.1",
        /// Against light cavalry.
        light_cavalry: i16 = "19.7.1",
        /// Against lancers.
        lancers: i16 = "19.7.1",
        /// Against a grand charge.
        grand_charge: i16 = "19.16.5",
        /// Old Guard.
        old_guard: i16 = "19.7.1",
        /// Young Guard.
        young_guard: i16 = "19.7.1",
        /// Légère.
        legere: i16 = "19.7.1",
        /// Hanoverian landwehr.
        hanover_landwehr: i16 = "19.7.1",
        /// Dutch militia.
        dutch_militia: i16 = "19.7.1",
        /// Brunswick line.
        brunswick_line: i16 = "19.7.1",
        /// Hanoverian line.
        hanover_line: i16 = "19.7.1",
        /// Dutch and Belgian line.
        belgian_line: i16 = "19.7.1",
        /// Brunswick Leib battalion, avant-garde and light.
        brunswick_light: i16 = "19.7.1",
        /// Nassau.
        nassau: i16 = "19.7.1",
        /// Each morale level.
        morale_level: i16 = "19.7.1",
    }
}

figures! {
    /// Stacking limits of formations (11.1.2).
    FormationLimits, "stacking" {
        /// Skirmishers: increments a hex.
        skirmish: i16 = "12.10.3",
        /// Cavalry column: increments a hex.
        cavalry_column: i16 = "12.5.1",
        /// One increment of guns with infantry counts as increments of infantry.
        gun_increment: i16 = "11.1.1.1",
        /// Prone: battalions a hex, and a light company.
        prone: i16 = "12.13.3",
    }
}

figures! {
    /// Depths of zones (10, 19).
    Zones, "zones" {
        /// Charge zone.
        charge: i16 = "19.2.1",
        /// Target to be declared within.
        declare_target: i16 = "19.2.7",
        /// Reaction zone of light cavalry.
        reaction_light: i16 = "19.17.1",
        /// Reaction zone of heavy cavalry.
        reaction_heavy: i16 = "19.17.1",
        /// Reaction zone of tired light cavalry.
        reaction_light_tired: i16 = "19.17.1",
        /// Reaction zone of tired heavy cavalry.
        reaction_heavy_tired: i16 = "19.17.1",
        /// Opportunity charge zone.
        opportunity: i16 = "19.18.2",
        /// Line has reaction and opportunity zones to its sides up to, increments a hex.
        side_zone_increments: i16 = "19.17.1.1",
        /// Cavalry skirmish zone.
        skirmish: i16 = "12.10.7",
        /// Commitment zone.
        commitment: i16 = "16.8.1",
        /// Cavalry this near lets infantry form square.
        square: i16 = "19.7",
        /// PGD units keep away from enemies.
        pgd: i16 = "12.12.2",
        /// Stacking value from which a stack hinders sight.
        stack_blocks: i16 = "14.1.1",
    }
}

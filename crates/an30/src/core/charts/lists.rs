//! Charts that are lists of named figures: one field a row, with its rule.

use super::figures::figures;
use super::{Elsewhere, Exact, Span};

figures! {
    /// Artillery ammunition (18.14).
    Ammunition, "ammunition" {
        /// Rounds of a wagon.
        wagon: i16 = "18.14.1",
        /// Rounds of a wagon of the French Guard.
        wagon_french_guard: i16 = "18.14.1",
        /// Rounds of a battery with intrinsic supply.
        intrinsic: i16 = "18.14.2",
        /// Rounds of a battery of the French Guard with intrinsic supply.
        intrinsic_french_guard: i16 = "18.14.2",
        /// Rounds for a fire attack.
        attack: i16 = "18.14",
        /// Span of a foot battery to its wagon.
        foot_span: i16 = "18.14.1",
        /// Span of a horse battery to its wagon.
        horse_span: i16 = "18.14.1",
        /// Road or trail to a depot within, for re-supply.
        resupply_span: i16 = "18.14.3.1",
    }
}

figures! {
    /// Single dice.
    Chances, "chances" {
        /// Battery is re-supplied (intrinsic ammunition).
        resupply_battery: Span = "18.14.3.1",
        /// Ammunition wagon returns.
        resupply_wagon: Span = "18.14.3.2",
        /// Fire goes out.
        fire_goes_out: Span = "18.15.5",
        /// Howitzers start a fire.
        fire_starts: Span = "18.15.5",
        /// Morale check fails by itself.
        sauve_qui_peut: Span = "20.1.3",
    }
}

figures! {
    /// Roll to Close Modifiers Chart (16.4).
    Close, "close" {
        /// Distance, by the method of attack.
        distance: Elsewhere = "16.4.1",
        /// British or Prussian method in column at the declaration.
        column: i16 = "16.4.2",
        /// Target prone.
        prone_target: i16 = "12.13.7",
        /// Uphill.
        uphill: i16 = "16.4",
        /// Across a stream or bridge.
        stream: i16 = "16.4",
        /// At a special structure.
        special_structure: i16 = "16.4",
        /// At a sunken road.
        sunken_road: i16 = "16.4",
    }
}

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
    /// Shifts of columns besides the die (16.5.4).
    Shifts, "defensive-shifts" {
        /// Sapeurs on top, against a special structure.
        sapeurs: i16 = "16.6.2.1",
    }
}

figures! {
    /// Exploding caissons (18.6.1).
    Explosions, "explosions" {
        /// Battery.
        battery: Span = "18.6.1",
        /// Ammunition wagon, wrecked or not.
        wagon: Span = "18.6.1",
    }
}

figures! {
    /// What changes the fire defence of a hex (15.2).
    DefenceModifiers, "fire-defence" {
        /// Target prone.
        prone: i16 = "12.13.6",
        /// Line fired at through its flank.
        enfilade: Elsewhere = "15.7.1",
        /// More than six increments in line in the hex.
        doubled_files: Elsewhere = "15.7.1",
        /// Square of more than nine increments.
        large_square: i16 = "15.7.1",
        /// Unlimbered guns with infantry: the infantry's figure.
        guns_with_infantry: i16 = "15.7.1",
        /// Ammunition wagon.
        wagon: Elsewhere = "18.14.1.5",
    }
}

figures! {
    /// Dice modifiers of fire (15.4).
    FireModifiers, "fire-modifiers" {
        /// Artillery leader who directs the guns.
        artillery_leader: i16 = "18.5.1",
    }
}

figures! {
    /// What changes a fire value (15.3).
    FireValues, "fire-values" {
        /// Opportunity fire.
        opportunity: Exact = "15.6",
        /// Printed value of infantry with one increment left.
        last_increment: Exact = "17.2.1",
        /// Skirmishers at two hexes, without rifles.
        two_hexes: Exact = "12.10.12",
        /// Roll to close passed.
        passed_close: Exact = "16.4",
        /// Roll to stand passed.
        passed_stand: Exact = "16.5",
        /// Shot path along a hex spine.
        spine: Exact = "18.9.5",
        /// First fire of a line in the game (optional).
        first_fire: i16 = "15.3.1",
        /// Line: fewer for each increment of guns in the hex.
        line_with_guns: i16 = "18.5.2",
        /// Square: attacks in a segment.
        square_attacks: i16 = "12.9.6",
        /// Guns at an adjacent hex.
        canister: i16 = "18.8",
        /// Short range of guns up to.
        short_range: i16 = "18.7",
        /// Medium range of guns up to.
        medium_range: i16 = "18.7",
        /// Shot path begins at.
        ricochet_from: i16 = "18.9.1",
        /// Range of skirmishers.
        skirmish_range: i16 = "12.10.12",
        /// Adjacent stacks of guns that combine, with a leader with artillery bonus.
        combine_two: i16 = "18.5",
        /// Adjacent stacks of guns that combine, with an artillery leader of special ability.
        combine_three: i16 = "18.5",
        /// Unlimbered batteries for one howitzer attack (optional).
        howitzer_sections: i16 = "18.15.2",
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
        /// Into general order.
        enter_general_order: i16 = "12.2.3",
        /// Infantry out of general order.
        leave_general_order_infantry: i16 = "12.7.2",
        /// Cavalry out of general order.
        leave_general_order_cavalry: i16 = "12.7.2",
        /// Limbered artillery out of general order.
        leave_general_order_artillery: i16 = "12.7.2",
        /// Limbered artillery into or out of road column.
        artillery_road_column: i16 = "18.2.2",
        /// Going prone or standing up.
        prone: i16 = "12.13.1",
        /// Change of facing.
        facing: i16 = "9.2",
        /// About face.
        about_face: i16 = "9.2.2",
        /// Change of stacking order.
        stacking_order: i16 = "11.2.1",
        /// Wheel: hexes of the outer part paid for one hexside, for each hex of the line beyond the first.
        wheel: i16 = "9.2.1",
    }
}

figures! {
    /// Who is harassed (12.10.7.1).
    Harassment, "harassment" {
        /// Routing cavalry.
        routing_cavalry: i16 = "12.10.7.1",
        /// Infantry skirmishers who retreat before assault or charge.
        retreating_skirmishers: i16 = "12.10.7.1",
        /// Any other unit.
        other: i16 = "12.10.7.1",
    }
}

figures! {
    /// Natural dice that strike leaders (8.2).
    CasualtyTriggers, "leader-casualties" {
        /// Fire at his hex.
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
    /// Losses (17).
    LossFigures, "losses" {
        /// Each hex in enemy zones left in a rout, recoil or bounce, for each stack.
        zone_exited: i16 = "10.5",
        /// Each hex of assault impetus.
        impetus_hex: i16 = "16.9.3.1",
        /// Marked losses for each increment of Old Guard infantry.
        old_guard: i16 = "17.4",
        /// Marked losses of Old Guard for each increment of guns replaced.
        volunteers: i16 = "18.13",
        /// Batteries of one kind in the box for one that returns.
        battery_box: i16 = "18.11.1",
        /// Share of losses at which a regiment breaks down.
        breakdown_share: Exact = "12.1.2",
        /// Regiments spared that, up to increments.
        breakdown_spared: i16 = "12.1.2",
        /// Increments of an ammunition wagon in assaults and charges.
        wagon: i16 = "18.14.1.6",
    }
}

figures! {
    /// Cavalry Mêlée Modifiers (19.14).
    CavalryMelee, "melee-cavalry" {
        /// Against a square.
        against_square: Exact = "12.9.7.1",
        /// Against units in general order.
        against_general_order: Exact = "12.7.4",
        /// Heavy against light cavalry only.
        heavy_against_light: Exact = "19.14.1",
        /// Line in several hexes against cavalry in fewer.
        longer_line: Exact = "19.14.2",
        /// Heavy against infantry or guns, the last three hexes straight and at 1 MP.
        long_charge: Exact = "19.14.4",
        /// Against infantry or guns without three straight hexes.
        short_charge: Exact = "19.14.4.1",
        /// Part that touches the enemy's flank.
        flank: Exact = "19.14.5",
        /// Part that touches the enemy's rear.
        rear: Exact = "19.14.6",
        /// Stands before an assault or a charge.
        stands: Exact = "19.14.7",
        /// Caught after a retreat before charge.
        caught: Exact = "19.5.3.4",
        /// Skirmishers in two hexes, assaulted in one, besides the half of the formation.
        skirmish_one_hex: Exact = "12.10.9",
        /// Tired.
        tired: Exact = "19.15.4",
        /// Exhausted.
        exhausted: Exact = "19.15.5",
        /// First squadron only.
        first_squadron: Exact = "19.15.2",
        /// Dusk.
        dusk: Exact = "21.1.1",
        /// Night.
        night: Exact = "21.1.2",
        /// Lances attacking in line, for each hex in mêlée.
        lance_line: Exact = "19.14.3.1",
        /// Lances defending, divided by the hexes.
        lance_stands: Exact = "19.14.3.1",
        /// Lances in column of companies, divided by the hexes.
        lance_column: Exact = "19.14.3.2",
        /// Increments lost for each point off the lance bonus.
        lance_loss: i16 = "17.2.2",
        /// Lances by night.
        lance_night: Exact = "21.1.2",
    }
}

figures! {
    /// Infantry Mêlée Modifiers (16.6).
    InfantryMelee, "melee-infantry" {
        /// Part that touches the enemy's flank.
        flank: Exact = "16.6.3",
        /// Part that touches the enemy's rear.
        rear: Exact = "16.6.4",
        /// Infantry against a square.
        against_square: Exact = "12.9.7.2",
        /// Increments that count, of each side, against and in a special structure.
        special_structure: i16 = "16.6.2",
    }
}

figures! {
    /// Dice modifiers of mêlées (16.6.1).
    MeleeModifiers, "melee-modifiers" {
        /// Each increment lost to offensive fire.
        offensive_hit: i16 = "16.1.1",
        /// Each increment lost to defensive fire.
        defensive_hit: i16 = "16.1.1",
        /// Leader with attacking infantry.
        attacking_leader_infantry: i16 = "5.2.2",
        /// Leader with defending infantry.
        defending_leader_infantry: i16 = "5.2.2",
        /// Leader with attacking cavalry.
        attacking_leader_cavalry: i16 = "5.2.2",
        /// Leader with defending cavalry.
        defending_leader_cavalry: i16 = "5.2.2",
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
        morale_level: Elsewhere = "20.3",
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
    /// Pursuit (19.11).
    Pursuit, "pursuit" {
        /// Hexes of pursuit, at most.
        hexes: i16 = "19.11.1",
        /// Increments lost by each target stack for each hex.
        hex_loss: i16 = "19.11.1",
        /// Further increments lost to light cavalry.
        light_extra: i16 = "19.11.1",
        /// Increments lost to a pursuit, at most.
        most: i16 = "19.11.1",
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
    /// Modifiers to the scatter die (18.15).
    ScatterModifiers, "scatter" {
        /// Howitzer battery.
        howitzer_battery: i16 = "18.15.3",
        /// No line of sight.
        no_sight: i16 = "18.15.3",
        /// Target beyond medium range.
        beyond_medium: i16 = "18.15.3",
        /// Artillery leader.
        artillery_leader: i16 = "18.15.3",
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
        /// Road column: increments a hex.
        road_column: i16 = "12.8.2",
        /// Road column of guns: increments a hex.
        road_column_guns: i16 = "12.8.2",
        /// One increment of guns with infantry counts as increments of infantry.
        gun_increment: i16 = "11.1.1.1",
        /// Prone: battalions a hex, and a light company.
        prone: i16 = "12.13.3",
        /// Ammunition wagons a hex, with nothing else.
        wagon: i16 = "11.1.2",
    }
}

figures! {
    /// Stacking Violation Results Chart (11.1.4).
    Violations, "stacking-violations" {
        /// PGD unit routs over units in good order or disorder: they check.
        pgd_over_order: i16 = "11.1.4",
        /// PGD unit routs over a road column: it checks, besides its own twelve.
        pgd_over_road_column: i16 = "11.1.4",
        /// PGD unit routs over guns or a wagon: they check.
        pgd_over_guns: i16 = "11.1.4",
        /// Disordered unit pushed onto good order: all check.
        disorder_on_order: i16 = "11.1.4",
        /// Limit exceeded by bounce, recoil or advance: all check.
        limit: i16 = "11.1.4",
        /// Infantry and cavalry in one hex: all check.
        infantry_cavalry: i16 = "11.1.4",
        /// Skirmishers overrun by units of another arm: all check.
        skirmishers: i16 = "11.1.4",
        /// Square ridden over beyond the limit: all check.
        square_ridden_over: i16 = "12.9.5",
        /// Square passed over by involuntary movement: all check.
        square_passed_over: i16 = "12.9.5.1",
        /// PGD unit that ends its move with formed troops is displaced.
        pgd_stays: i16 = "11.1.4",
    }
}

figures! {
    /// Roll to Stand vs. Assault Modifiers Chart (16.5).
    StandAssault, "stand-assault" {
        /// In flank.
        flank: i16 = "16.5",
        /// In rear.
        rear: i16 = "16.5",
        /// Against a Huzzah.
        huzzah: i16 = "16.1.1",
        /// Prone.
        prone: i16 = "12.13.7",
        /// Held its fire behind displaced skirmishers.
        held_fire: i16 = "12.10.5.2",
        /// Skirmishers without a path of retreat.
        no_retreat: i16 = "16.3.3",
        /// Leader left the stack.
        abandoned: i16 = "16.3.5",
        /// Attacked uphill.
        uphill: i16 = "16.5",
        /// Attacked across a stream.
        stream: i16 = "16.5",
        /// In a special structure.
        special_structure: i16 = "16.5",
        /// Attacked across a sunken road.
        sunken_road: i16 = "16.5",
        /// Attacked by the Old Guard.
        old_guard: i16 = "16.5",
        /// At most two increments against four or more.
        few: i16 = "16.5",
    }
}

figures! {
    /// Roll to Stand vs. Cavalry Modifiers Chart (19.6).
    StandCharge, "stand-charge" {
        /// Armoured cavalry.
        armoured: i16 = "19.6",
        /// Other heavy cavalry.
        heavy: i16 = "19.6",
        /// Lancers.
        lancers: i16 = "19.6",
        /// Light cavalry.
        light: i16 = "19.6",
        /// Grand charge.
        grand_charge: i16 = "19.16.10",
        /// Stack that is itself assaulting.
        diverted: i16 = "16.2.4.1",
        /// Held its fire behind displaced skirmishers.
        held_fire: i16 = "12.10.5.2",
        /// In flank.
        flank: i16 = "19.6",
        /// In rear.
        rear: i16 = "19.6",
        /// In line.
        line: i16 = "19.6",
        /// Across a stream or uphill.
        stream_or_slope: i16 = "19.6",
    }
}

figures! {
    /// Depths of zones (10, 19).
    Zones, "zones" {
        /// Zone of influence.
        influence: i16 = "10.1",
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
figures! {
    /// Pursuit of the revision of 2005: by movement points left (I8).
    PursuitByPoints, "pursuit" {
        /// Movement points for each increment lost by each target stack.
        divisor: i16 = "P1",
        /// Hexes back along the path of the charge.
        regroup_hexes: i16 = "P2",
    }
}

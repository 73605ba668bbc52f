//! Charts that are lists of named figures: fire, assault, charge.

use super::{CrossReference, Exact, Span};
use labataille::figures;

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
        distance: CrossReference = "16.4.1",
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
    /// Changes of the fire defence of a hex (15.2).
    DefenceModifiers, "fire-defence" {
        /// Target prone.
        prone: i16 = "12.13.6",
        /// Line fired at through its flank.
        enfilade: CrossReference = "15.7.1",
        /// More than six increments in line in the hex.
        doubled_files: CrossReference = "15.7.1",
        /// Square of more than nine increments.
        large_square: i16 = "15.7.1",
        /// Unlimbered guns with infantry: the infantry's figure.
        guns_with_infantry: i16 = "15.7.1",
        /// Ammunition wagon.
        wagon: CrossReference = "18.14.1.5",
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
    /// Changes of a fire value (15.3).
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
    /// Harassment and its targets (12.10.7.1).
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
    /// Pursuit of the revision of 2005: by movement points left (I8).
    PursuitByPoints, "pursuit" {
        /// Movement points for each increment lost by each target stack.
        divisor: i16 = "P1",
        /// Hexes back along the path of the charge.
        regroup_hexes: i16 = "P2",
    }
}

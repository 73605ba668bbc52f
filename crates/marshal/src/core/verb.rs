//! Verbs: what answers do.

table::verbs! {
    /// Nothing (more) of this kind; go on to what comes next.
    DONE = "done",
    /// Nothing this time.
    PASS = "pass",
    /// Move a unit (18). Points: it.
    MOVE = "move",
    /// Go to the next hex. Points: hex.
    GO = "go",
    /// Turn in place (18). Points: facing.
    TURN = "turn",
    /// Change formation (16). Points: facing, number of the formation and its hexes.
    FORM = "form",
    /// Break down into the counters of its parts, or re-form from them (6). Points: unit.
    PRESENT = "present",
    /// Prolong guns (16). Points: hex.
    PROLONG = "prolong",
    /// Ride with a leader (18). Points: leader.
    RIDE = "ride",
    /// Come onto the map (45). Points: unit, hex, number of the formation and its hexes; or leader, hex.
    ENTER = "enter",
    /// End the movement.
    HALT = "halt",
    /// Fire (21). Points: the unit, its target.
    FIRE = "fire",
    /// Fire together with those who fire (21, 25). Points: unit.
    COMBINE = "combine",
    /// Assault (32). Points: unit, target.
    ASSAULT = "assault",
    /// Join the assault (32). Points: unit.
    JOIN = "join",
    /// Advance into the hex (33). Points: unit.
    ADVANCE = "advance",
    /// Force the march of a division (44). Points: command.
    FORCE = "force",
    /// Charge with a unit (37). Points: unit.
    CHARGE = "charge",
    /// Charge with all the regiments of the hex (37). Points: unit.
    CHARGE_TOGETHER = "charge-stack",
    /// Charge at who is there (38). Points: hex.
    TARGET = "target",
    /// Ride down so many increments (38). Points: number.
    TRAMPLE = "trample",
    /// Try to form carré before a charge (38). Points: unit.
    SQUARE = "square",
    /// Charge in answer (39, 40). Points: unit.
    REACT = "react",
    /// Fight with a third of the value (36). Points: unit.
    SPARE = "spare",
    /// Retreat before mêlée (29). Points: unit, hex.
    RETREAT = "retreat",
    /// Stand.
    STAND = "stand",
    /// Withdraw to a hex (30). Points: hex.
    BACK = "back",
}

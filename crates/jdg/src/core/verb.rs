//! Verbs: what answers do.

table::verbs! {
    /// Nothing (more); go on to what comes next.
    PASS = "pass",
    /// Yes: do what is offered.
    YES = "yes",
    /// No.
    NO = "no",
    /// Give an order to the tactical group of a unit (2.3.2). Points: a unit of the group.
    ORDER = "order",
    /// Open the turn with a marker (3). Points: marker.
    OPEN = "open",
    /// Put a combined activation marker into the cup (2.1.2). Points: marker.
    PLACE = "place",
    /// Take a reinforcement marker off (5.2.1). Points: unit.
    RELEASE = "release",
    /// Test the leader's initiative for the tactical group of a unit (2.4.3). Points: a unit of the group.
    INITIATIVE = "initiative",
    /// Act at reduced capacity, without a test (2.4.2). Points: a unit of the group.
    REDUCED = "reduced",
    /// Put a unit on top of its stack (5.1.2). Points: unit.
    TOP = "top",
    /// Turn in place. Points: unit (where several could), facing.
    TURN = "turn",
    /// Fire. Points: battery, target hex, and a facing if the battery turns first.
    FIRE = "fire",
    /// Fire both batteries of a hex together (7.3). Points: the stronger battery, target hex, and a facing if they turn first.
    COMBINE = "combine",
    /// Fire at the unit under the battery on top (5.1.3). Points: battery, unit.
    UNDER = "under",
    /// Move a unit. Points: unit.
    MOVE = "move",
    /// Move a whole stack of one type (4.4.1). Points: its top unit.
    STACK = "stack",
    /// Make a forced march (4.1.3). Points: unit.
    MARCH = "march",
    /// Make a forced march with a whole stack. Points: its top unit.
    MARCH_STACK = "march-stack",
    /// Move a commander-in-chief (2.5.1). Points: leader.
    RIDE = "ride",
    /// Bring a reinforcement onto the map (5.2). Points: unit.
    ENTER = "enter",
    /// Bring a stack of reinforcements onto the map, by forced march or (`ENTER_NORMAL`) normally.
    ENTER_STACK = "enter-stack",
    /// Bring a reinforcement on in normal march (5.2.1). Points: unit.
    ENTER_NORMAL = "enter-normal",
    /// Go to a hex by the cheapest route. Points: hex.
    GO = "go",
    /// Go to a hex across terrain that disorders (8.7.1). Points: hex.
    SCRAMBLE = "scramble",
    /// End the move. Points: facing, where one is chosen.
    HALT = "halt",
    /// Form square (4.2). Points: the unit, or the top unit of the hex.
    SQUARE = "square",
    /// Leave square (4.2). Points: unit.
    UNSQUARE = "unsquare",
    /// Declare a charge (9.1). Points: the unit or top unit of the stack, target hex.
    CHARGE = "charge",
    /// Declare a charge of a whole stack (9.1). Points: its top unit, target hex.
    CHARGE_STACK = "charge-stack",
    /// Announce an attack (8.3.1). Points: the top unit of the attacking hex, target hex.
    ATTACK = "attack",
    /// Resolve the combat at a hex next. Points: the defender's hex.
    RESOLVE = "resolve",
    /// Choose terrain for the modifier (8.4.2, 8.4.3). Points: hex of the attacker, hex of the defender.
    TERRAIN = "terrain",
    /// Reaction fire (8.3.3). Points: battery, attacking hex.
    REACT = "react",
    /// Refuse shock by evading to a hex (8.8). Points: unit, hex.
    EVADE = "evade",
    /// Stand.
    STAND = "stand",
    /// Advance (8.7), or step in for counter-shock. Points: unit or hex.
    ADVANCE = "advance",
    /// Pursue (9.5). Points: unit, or the top unit of the stack.
    PURSUE = "pursue",
    /// Withdraw to a hex (recoil, retreat, rout, displacement). Points: hex.
    BACK = "back",
    /// Choose a unit where the rules leave a choice. Points: unit.
    CHOOSE = "choose",
    /// Try to rally (11.1). Points: unit.
    RALLY = "rally",
    /// Counter-charge (9.4). Points: unit.
    COUNTERCHARGE = "countercharge",
    /// Call the cavalry back (9.3.3).
    RECALL = "recall",
    /// Give up all further decisions of this kind in this phase.
    DONE = "done",
    /// Pursue with the whole stack (9.5.2). Points: its top unit.
    PURSUE_STACK = "pursue-stack",
}

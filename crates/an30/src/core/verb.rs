//! Verbs: what answers do.

table::verbs! {
    /// Nothing (more); go on to what comes next.
    PASS = "pass",
    /// Yes: do what is offered.
    YES = "yes",
    /// No.
    NO = "no",
    /// Nothing more of this kind in this segment.
    DONE = "done",
    /// Choose a thing where the rules leave a choice. Points: it.
    CHOOSE = "choose",
    /// Create a maneuver unit (8.4). Points: its leader.
    CREATE = "create",
    /// Create a march column (8.6). Points: its leader.
    COLUMN = "column",
    /// Order an administrative march (8.7). Points: its leader, the hex to go to.
    ADMINISTER = "administer",
    /// Try the initiative of light cavalry (8.5). Points: its leader.
    INITIATIVE = "initiative",
    /// Assign an asset (8.4.3.3). Points: unit, leader.
    ASSIGN = "assign",
    /// Move a stack, or one unit of it. Points: the unit; with it go those beneath it.
    MOVE = "move",
    /// Move one unit out of its stack. Points: unit.
    ALONE = "alone",
    /// Move a leader alone. Points: leader.
    RIDE = "ride",
    /// Take a leader along. Points: leader.
    TAKE = "take",
    /// Bring a reinforcement onto the map (8.10). Points: unit or leader, hex.
    ENTER = "enter",
    /// Go to a hex. Points: hex.
    GO = "go",
    /// Go to a hex and join those in it: of skirmishers, who would pass them otherwise (11.1.2). Points: hex.
    JOIN = "join",
    /// Go into a hex beside, in line (9.3.1). Points: hex.
    SIDESTEP = "sidestep",
    /// Turn in place (9.2). Points: facing.
    TURN = "turn",
    /// Wheel (9.2.1). Points: the hex that stays, facing.
    WHEEL = "wheel",
    /// Change formation (12.2). Points: facing, number of the formation.
    FORM = "form",
    /// Extend into a hex (12.3.4). Points: hex.
    EXTEND = "extend",
    /// Consolidate into a hex (12.3.4). Points: hex.
    CONSOLIDATE = "consolidate",
    /// Drop a unit off (13.1.3.4). Points: unit.
    DROP = "drop",
    /// Put a unit on top of its stack (11.2.1). Points: unit.
    TOP = "top",
    /// Break down into battalions, or re-form (12.1). Points: unit.
    PRESENT = "present",
    /// Lie down or stand up (12.13). Points: unit.
    PRONE = "prone",
    /// End the movement.
    HALT = "halt",
    /// Withdraw to a hex (rout, recoil, bounce, displacement, retreat before assault or charge). Points: hex.
    BACK = "back",
    /// Fire. Points: the firing unit, its hex or the target, the target.
    FIRE = "fire",
    /// Fire together (15.4.2). Points: unit.
    COMBINE = "combine",
    /// Declare an assault (16). Points: unit, target hex.
    ASSAULT = "assault",
    /// Declare a charge of the Old Guard (16.10). Points: target hex.
    GUARD = "guard-charge",
    /// Resolve next. Points: what.
    RESOLVE = "resolve",
    /// Advance after an assault (16.9). Points: unit, hex.
    ADVANCE = "advance",
    /// Fight in one of several mêlées (16.1.1 step 5d). Points: unit, a hex of the enemy.
    FIGHT = "fight",
    /// Commit a reserve (16.8). Points: unit, hex.
    COMMIT = "commit",
    /// Retreat before an assault or a charge. Points: unit, hex.
    RETREAT = "retreat",
    /// Stand.
    STAND = "stand",
    /// Huzzah (16.1.1).
    HUZZAH = "huzzah",
    /// Declare a charge (19). Points: unit.
    CHARGE = "charge",
    /// Declare a grand charge (19.16). Points: unit.
    GRAND = "grand",
    /// Declare the target of a charge (19.2.7). Points: hex.
    TARGET = "target",
    /// Form square (19.7). Points: unit.
    SQUARE = "square",
    /// Not before they are next to it (19.7).
    WAIT = "wait",
    /// Charge in reaction (19.17), or by opportunity (19.18). Points: unit.
    REACT = "react",
    /// As react, with the first squadron only (19.15.2). Points: unit.
    SQUADRON = "squadron",
    /// Call the cavalry back (19.8).
    RECALL = "recall",
    /// Pursue (19.11). Points: hex.
    PURSUE = "pursue",
    /// Try to recover (20.2). Points: unit.
    RECOVER = "recover",
    /// Go on with a rout (13.2.5). Points: unit.
    RUN = "run",
    /// Limber or unlimber (18.2). Points: unit.
    LIMBER = "limber",
    /// Prolong guns (18.3.1). Points: unit, hex.
    PROLONG = "prolong",
    /// March by force (13.3). Points: the command.
    FORCE = "force",
    /// Draw ammunition from a wagon (18.14). Points: wagon.
    SUPPLY = "supply",
    /// Give men to serve guns (18.13). Points: unit, battery.
    SERVE = "serve",
    /// Clear a wreck away (18.14.1.7.1). Points: unit, the hex of the wreck.
    CLEAR = "clear",
    /// An attack of howitzer sections (18.15.2). Points: the first battery, the target.
    SECTIONS = "sections",
    /// Keep a battery of a hex back while the others fire (18.5). Points: it.
    SPARE = "spare",
}

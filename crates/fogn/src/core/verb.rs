//! Verbs: what answers do.

table::verbs! {
    /// Nothing more of this kind; go on to what comes next.
    DONE = "done",
    /// Give command points to a division commander (`command.allocation`). Points: the commander, by how many theirs grow.
    GIVE = "give",
    /// Move a unit (`movement.measure`). Points: it.
    MOVE = "move",
    /// Move a brigade group (`movement.groups`). Points: up to three units beside the one that its commander leads.
    GROUP = "group",
    /// Go ahead and aside past friends (`movement.slide`). Points: the length, the slide to the right.
    AVOID = "avoid",
    /// Wheel (`movement.wheel`). Points: the turn, clockwise.
    WHEEL = "wheel",
    /// Go straight ahead. Points: the length.
    AHEAD = "ahead",
    /// Slide (`movement.slide`). Points: the length, to the right.
    SLIDE = "slide",
    /// Go straight back, faced as before (`movement.rear`). Points: the length.
    BACK = "back",
    /// Turn about and go (`movement.rear`). Points: the length.
    RETIRE = "retire",
    /// Go any way without turning (`movement.skirmishers`). Points: the way, clockwise from where it faces; the length.
    DRIFT = "drift",
    /// Turn in place (`movement.turn`). Points: the turn, clockwise.
    FACE = "face",
    /// Change formation (`movement.reform`). Points: number of the formation; the shift of its front to the right, where there is a choice.
    FORM = "form",
    /// Limber (`movement.artillery`). Points: number of the place where the limber stands.
    LIMBER = "limber",
    /// Unlimber (`movement.artillery`). Points: the turn, clockwise; the shift to the right.
    UNLIMBER = "unlimber",
    /// Cross an obstacle that the front touches (`obstacles`).
    CROSS = "cross_over",
    /// Cross one that the rear touches, backwards.
    CROSS_BACK = "cross_back",
    /// Enter a building and occupy it (`buildings.units`). Points: the number of its area.
    GO_IN = "go_in",
    /// Enter a building and defend it. Points: the number of its area.
    GARRISON = "garrison",
    /// Take to the defence of the building in which the unit is.
    DEFEND = "defend",
    /// Go over from defending a building to occupying it.
    OCCUPY = "occupy",
    /// Leave a building. Points: number of the edge by which.
    GO_OUT = "go_out",
    /// A second move (`movement.second`).
    AGAIN = "again",
    /// Move a commander (`movement.commanders`). Points: the commander, the spot of the middle of the base.
    RIDE = "ride",
    /// Join a unit (`commanders.joining`). Points: the commander, the unit.
    JOIN = "join",
    /// Assault (`assault.declare`). Points: the unit, its target, its wheel.
    ASSAULT = "assault",
    /// Go after a target that is one of several (`assault.impetuous`). Points: it.
    AFTER = "after",
    /// Go straight on (`assault.evade`).
    STRAIGHT = "straight",
    /// Intercept (`assault.intercept`). Points: the unit, who assaults, its wheel.
    INTERCEPT = "intercept",
    /// Fire, then leave the guns, or limber (`assault.reactions`).
    VOLLEY = "volley",
    /// Limber and retire.
    LIMBERS = "limber_and_retire",
    /// Go on through fire (`assault.fire`).
    ON = "go_on",
    /// Go back to 3 MU.
    BACK_OFF = "back_off",
    /// Stand.
    STAND = "stand",
    /// Evade.
    EVADE = "evade",
    /// Leave the guns.
    LEAVE = "leave",
    /// Form square.
    SQUARE = "form_square",
    /// Open a square.
    OPEN = "open_square",
    /// Pivot guns before they fire (`firing.targets`). Points: the unit, the turn.
    PIVOT = "pivot",
    /// Fire (`firing.split`). Points: the unit, the target, the number of dice.
    FIRE = "fire",
    /// Throw the dice against a target (`firing.results`). Points: the target.
    THROW = "throw_at",
    /// Strike with some of the dice of combat (`combat.split`). Points: the unit, the opponent, the number of dice.
    STRIKE = "strike",
    /// Pass through infantry (`outcome.pass_through`).
    THROUGH = "pass_through",
    /// Pursue (`outcome.pursuit`).
    PURSUE = "pursue",
    /// Stay.
    STAY = "stay",
    /// Restore a unit's order (`recovery.phase`). Points: the commander, the unit.
    RESTORE = "restore",
    /// Let the officers of a unit take over their division (`commanders.casualties`). Points: the unit.
    TAKE_OVER = "take_over",
    /// Promote a division commander to the corps (`commanders.casualties`). Points: the commander.
    PROMOTE = "promote",
    /// End the movement of a unit.
    HALT = "halt",
    /// Get troops for the initiative (`points.initiative`). Points: their number among those that may be had, the division.
    RAISE = "raise",
    /// Make a small unit a large one for it. Points: it.
    ENLARGE = "enlarge",
    /// Choose the region (`points.region`). Points: its number.
    REGION = "region",
    /// Choose a piece of terrain (`terrain.selection`). Points: number of its kind.
    CHOOSE = "choose",
    /// Choose a large one. Points: likewise.
    CHOOSE_LARGE = "choose_large",
    /// Choose a piece that lies on a hill (`terrain.types`). Points: number of its kind, of the hill among the pieces, 1 for a large one.
    CHOOSE_UPON = "choose_upon",
    /// Draw a line of terrain (`terrain.placement`). Points: an end, the bend, the other end.
    TRACE = "trace",
    /// Slide a piece (`terrain.adjustment`). Points: the way, clockwise from the far edge; the length.
    NUDGE = "nudge",
    /// Turn a piece about one of its corners. Points: the corner's number, the turn.
    SWING = "swing",
    /// Take a piece away.
    REMOVE = "remove",
    /// Give an attachment to a unit (`deployment`). Points: it.
    ATTACH = "attach",
    /// Send a division on a flank march (`deployment.off_table`). Points: it, number of its approach.
    MARCH = "march",
    /// Keep a division in reserve off the table (`deployment.off_table`). Points: it, number of its approach.
    RESERVE = "reserve",
    /// Lay the line of communications (`recovery.loc`). Points: its middle along the own edge, from the left edge of the table.
    LAY = "lay",
    /// Deploy a unit (`deployment`). Points: it, number of its formation.
    DEPLOY = "deploy",
    /// Place it. Points: the centre of its front edge, the way that it faces.
    PLACE = "place",
    /// Bring a unit onto the table (`movement.arrival`). Points: it, number of its formation, the middle of its front along the edge of its sector, from the left of
    /// who comes in.
    ENTER = "enter",
}
